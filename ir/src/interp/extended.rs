//! Reals and complex numbers of kinds 10 and 16 in the interpreter.

use super::Val;
use super::scalar::wrap;
use crate::choices::MathFn;
use crate::ops::OpKind;
use crate::types::TypeKind;
use ferrotran_xreal::{Calc, Num, complex, functions};

/// The kind of a type of so many bits.
pub(super) fn extended(bits: u8) -> u8 {
    if bits == 80 { 10 } else { 16 }
}

/// Two operands of one of these types; `None` for others.
pub(super) fn binary(kind: OpKind, a: &Val, b: &Val) -> Option<Val> {
    match (a, b) {
        (Val::Ext(k, x), Val::Ext(_, y)) => {
            let mut c = Calc::kind(*k);
            let f = match kind {
                OpKind::Add => Calc::add,
                OpKind::Sub => Calc::sub,
                OpKind::Mul => Calc::mul,
                OpKind::Div => Calc::div,
                OpKind::Rem => Calc::rem,
                OpKind::Modulo => Calc::modulo,
                OpKind::Min => Calc::min,
                OpKind::Max => Calc::max,
                _ => return None,
            };
            Some(Val::Ext(*k, f(&mut c, *x, *y)))
        }
        (Val::ExtC(k, x), Val::ExtC(_, y)) => {
            let f = match kind {
                OpKind::Add => complex::add,
                OpKind::Sub => complex::sub,
                OpKind::Mul => complex::mul,
                OpKind::Div => complex::div,
                _ => return None,
            };
            Some(Val::ExtC(*k, f(&mut Calc::kind(*k), *x, *y)))
        }
        _ => None,
    }
}

/// Conversion from or to one of these types; `None` for others.
pub(super) fn cast(a: &Val, to: &TypeKind) -> Option<Val> {
    let zero = Num::ZERO;
    let x = match a {
        Val::Ext(_, x) => (*x, zero),
        Val::ExtC(_, x) => *x,
        _ if !matches!(to, TypeKind::Float(80 | 128) | TypeKind::Complex(80 | 128)) => return None,
        Val::Int(n) => (Num::from_i128((*n).into()), zero),
        Val::F32(x) => (Num::from_f32(*x), zero),
        Val::F64(x) => (Num::from_f64(*x), zero),
        Val::C32(x, y) => (Num::from_f32(*x), Num::from_f32(*y)),
        Val::C64(x, y) => (Num::from_f64(*x), Num::from_f64(*y)),
        _ => return None,
    };
    let round = |bits: u8, x: Num| Calc::kind(extended(bits)).convert(x);
    Some(match to {
        TypeKind::Int(b @ ..=64) => Val::Int(wrap(x.0.to_int(u32::from(*b).max(32)) as i64, to)),
        TypeKind::Index => Val::Int(x.0.to_int(64) as i64),
        TypeKind::Float(32) => Val::F32(x.0.to_f32()),
        TypeKind::Float(64) => Val::F64(x.0.to_f64()),
        TypeKind::Float(b) => Val::Ext(extended(*b), round(*b, x.0)),
        TypeKind::Complex(32) => Val::C32(x.0.to_f32(), x.1.to_f32()),
        TypeKind::Complex(64) => Val::C64(x.0.to_f64(), x.1.to_f64()),
        TypeKind::Complex(b) => Val::ExtC(extended(*b), (round(*b, x.0), round(*b, x.1))),
        _ => return None,
    })
}

/// Functions of reals.
pub(super) fn math(f: MathFn, kind: u8, x: Num, rest: &[Val]) -> Option<Val> {
    let mut c = Calc::kind(kind);
    if f == MathFn::IsNan {
        return Some(Val::Int(i64::from(x.is_nan())));
    }
    let r = match rest {
        [] => functions::unary(f.name(), &mut c, x)?,
        [Val::Int(n)] if f == MathFn::Ipow => c.powi(x, (*n).into()),
        [Val::Ext(_, y)] => functions::binary(f.name(), &mut c, x, *y)?,
        [Val::Ext(_, y), Val::Ext(_, z)] if f == MathFn::Fma => c.fma(x, *y, *z),
        _ => return None,
    };
    Some(Val::Ext(kind, r))
}
