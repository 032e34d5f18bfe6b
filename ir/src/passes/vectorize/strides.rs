//! How far apart the elements are that a loop accesses one after the other.

use crate::entity::Value;
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};

/// Bytes by which an access moves where the subscripts of its view advance by `steps`: those that types and subscripts
/// say, and the dimensions with their steps whose stride is known at run time only.
pub(super) fn advance(m: &Module, view: Value, steps: &[i64]) -> (i64, Vec<(usize, i64)>) {
    let (mut known, mut unknown) = (0i64, Vec::new());
    for (dim, &step) in steps.iter().enumerate().filter(|(_, n)| **n != 0) {
        let bytes = fixed(m, view, dim).and_then(|n| n.checked_mul(step)).and_then(|n| known.checked_add(n));
        match bytes {
            Some(n) => known = n,
            None => unknown.push((dim, step)),
        }
    }
    (known, unknown)
}

/// Bytes between neighbours along a dimension of a view, where that is the same in every run.
pub(super) fn fixed(m: &Module, view: Value, dim: usize) -> Option<i64> {
    let ty = m.ty(view);
    if m.types.is_contig(ty) {
        let size = size_of(m, m.types.elem(ty))?;
        return m.types.shape(ty)[..dim].iter().try_fold(size, |n, e| n.checked_mul((*e)?));
    }
    let op = m.def(view)?;
    match m.kind(op) {
        OpKind::ViewSection => {
            let parts = section::parts(m, op)?;
            match Part::kept(&parts, dim)? {
                (d, Part::Whole) => fixed(m, m.operand(op, 0), d),
                (d, Part::Range { step, .. }) => fixed(m, m.operand(op, 0), d)?.checked_mul(m.const_int(step)?),
                (_, Part::Index(_)) => None,
            }
        }
        OpKind::ViewPermute => {
            let of = m.attr(op, "perm")?.items().get(dim)?.as_int()?;
            fixed(m, m.operand(op, 0), usize::try_from(of).ok()?)
        }
        OpKind::ViewMake => m.const_int(*m.group(op, "strides").get(dim)?),
        OpKind::Declare => fixed(m, m.operand(op, 0), dim),
        OpKind::ViewField => {
            let from = m.operand(op, 0);
            // The dimensions of a component come first.
            let own = m.types.rank(ty) - m.types.rank(m.ty(from));
            if dim >= own {
                return fixed(m, from, dim - own);
            }
            let size = size_of(m, m.types.elem(ty))?;
            m.types.shape(ty)[..dim].iter().try_fold(size, |n, e| n.checked_mul((*e)?))
        }
        _ => None,
    }
}

/// Bytes of an object.
fn size_of(m: &Module, ty: Type) -> Option<i64> {
    let TypeKind::Derived(name) = m.types.kind(ty) else { return i64::try_from(m.types.size_of(ty)?).ok() };
    let def = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))?;
    m.attr_int(def, "size")
}

/// Bytes between neighbours along a dimension of a view.
pub(super) fn stride(b: &mut Builder<'_>, view: Value, dim: usize) -> Value {
    match fixed(b.m, view, dim) {
        Some(n) => b.index(n),
        None => b.op(OpKind::ViewStride).arg(view).attr("dim", Attr::Int(dim as i64)).result(Type::INDEX).value(),
    }
}
