//! The storage of constants: the bytes that stand for them in memory, and back.

use super::numeric::wrap;
use super::{byte_size, elements};
use crate::decl::types::const_extents;
use ferrotran_typed::*;
use ferrotran_xreal::Num;

/// The storage of a constant; `None` where it has none that is known here.
pub(crate) fn constant_bytes(prog: &Program, c: &Const, ty: &Ty) -> Option<Vec<u8>> {
    let mut out = vec![];
    to_bytes(prog, c, ty, &mut out).then_some(out)
}

fn to_bytes(prog: &Program, c: &Const, ty: &Ty, out: &mut Vec<u8>) -> bool {
    match (c, ty) {
        (Const::Array { elems, .. }, t) => elems.iter().all(|x| x.as_ref().is_some_and(|x| to_bytes(prog, x, t, out))),
        (Const::Struct { values, .. }, Ty::Derived(t)) => {
            let t = &prog.types[t.0 as usize];
            let start = out.len();
            for (c, v) in t.components.iter().zip(values) {
                if c.pointer || c.allocatable || c.proc.is_some() {
                    return false;
                }
                out.resize(start + c.offset as usize, 0);
                if !v.as_ref().is_some_and(|v| to_bytes(prog, v, &c.ty, out)) {
                    return false;
                }
            }
            out.resize(start + t.size as usize, 0);
            true
        }
        (Const::Int(n), Ty::Integer(k) | Ty::Unsigned(k)) => {
            out.extend_from_slice(&n.to_le_bytes()[..*k as usize]);
            true
        }
        (Const::Logical(b), Ty::Logical(k)) => {
            out.extend_from_slice(&i128::from(*b).to_le_bytes()[..*k as usize]);
            true
        }
        (Const::Real(x), Ty::Real(4)) => {
            out.extend_from_slice(&(*x as f32).to_le_bytes());
            true
        }
        (Const::Real(x), Ty::Real(_)) => {
            out.extend_from_slice(&x.to_le_bytes());
            true
        }
        (Const::Ext(x), Ty::Real(k)) => {
            out.extend_from_slice(&x.to_memory(*k).to_le_bytes());
            true
        }
        (Const::ExtComplex(r, i), Ty::Complex(k)) => {
            to_bytes(prog, &Const::Ext(*r), &Ty::Real(*k), out) && to_bytes(prog, &Const::Ext(*i), &Ty::Real(*k), out)
        }
        (Const::Complex(r, i), Ty::Complex(k)) => {
            to_bytes(prog, &Const::Real(*r), &Ty::Real(*k), out) && to_bytes(prog, &Const::Real(*i), &Ty::Real(*k), out)
        }
        (Const::Char(s), t) => {
            out.extend(character_image(s, t.chr_kind()));
            true
        }
        _ => false,
    }
}

/// The constant of that type whose storage begins with these bytes; `None` where there is none.
pub(crate) fn from_bytes(prog: &Program, b: &[u8], ty: &Ty) -> Option<Const> {
    Some(match ty {
        Ty::Derived(id) => {
            let mut values = vec![];
            for c in &prog.types[id.0 as usize].components {
                if c.pointer || c.allocatable || c.proc.is_some() {
                    return None;
                }
                let b = b.get(c.offset as usize..)?;
                let shape = const_extents(&c.dims)?;
                values.push(Some(match shape.is_empty() {
                    true => from_bytes(prog, b, &c.ty)?,
                    false => {
                        let size = byte_size(prog, &c.ty)? as usize;
                        let n = elements(&shape).max(0) as usize;
                        let elems = (0..n).map(|i| from_bytes(prog, b.get(i * size..)?, &c.ty)).map(|v| v.map(Some));
                        Const::Array { shape, elems: elems.collect::<Option<Vec<_>>>()? }
                    }
                }));
            }
            Const::Struct { ty: *id, values }
        }
        Ty::Integer(k) => {
            let mut v = [0u8; 16];
            v[..*k as usize].copy_from_slice(b.get(..*k as usize)?);
            Const::Int(wrap(*k, i128::from_le_bytes(v)))
        }
        Ty::Unsigned(k) => {
            let mut v = [0u8; 16];
            v[..*k as usize].copy_from_slice(b.get(..*k as usize)?);
            Const::Int(i128::from_le_bytes(v))
        }
        // Other bits than those of a logical value are for the run time to keep.
        Ty::Logical(k) => match b.get(..*k as usize)?.split_first()? {
            (low @ (0 | 1), rest) if rest.iter().all(|x| *x == 0) => Const::Logical(*low == 1),
            _ => return None,
        },
        Ty::Real(4) => Const::Real(f32::from_le_bytes(b.get(..4)?.try_into().ok()?) as f64),
        Ty::Real(8) => Const::Real(f64::from_le_bytes(b.get(..8)?.try_into().ok()?)),
        Ty::Real(k) => Const::Ext(Num::from_memory(*k, u128::from_le_bytes(b.get(..16)?.try_into().ok()?))),
        Ty::Complex(k) => {
            let n = real_bytes(*k) as usize;
            match (from_bytes(prog, b, &Ty::Real(*k))?, from_bytes(prog, b.get(n..)?, &Ty::Real(*k))?) {
                (Const::Real(x), Const::Real(y)) => Const::Complex(x, y),
                (Const::Ext(x), Const::Ext(y)) => Const::ExtComplex(x, y),
                _ => return None,
            }
        }
        Ty::Character(CharLen::Const(n), 4) => {
            let b = b.get(..*n as usize * 4)?;
            Const::Char(b.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect())
        }
        Ty::Character(CharLen::Const(n), _) => Const::text(b.get(..*n as usize)?),
        _ => return None,
    })
}
