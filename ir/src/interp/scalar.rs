//! Scalar arithmetic of the interpreter.

use super::{Val, extended};
use crate::choices::{MathFn, Pred};
use crate::ops::OpKind;
use crate::types::TypeKind;

/// Cuts an integer to the width of its type.
pub(super) fn wrap(v: i64, ty: &TypeKind) -> i64 {
    match ty {
        TypeKind::Bool => v & 1,
        TypeKind::Int(8) | TypeKind::Logical(8) => i64::from(v as i8),
        TypeKind::Int(16) | TypeKind::Logical(16) => i64::from(v as i16),
        TypeKind::Int(32) | TypeKind::Logical(32) => i64::from(v as i32),
        _ => v,
    }
}

fn bits(ty: &TypeKind) -> u32 {
    match ty {
        TypeKind::Bool => 1,
        TypeKind::Int(b) | TypeKind::Logical(b) => u32::from(*b),
        _ => 64,
    }
}

macro_rules! float_binary {
    ($kind:expr, $x:expr, $y:expr) => {
        match $kind {
            OpKind::Add => $x + $y,
            OpKind::Sub => $x - $y,
            OpKind::Mul => $x * $y,
            OpKind::Div => $x / $y,
            OpKind::Rem => $x % $y,
            OpKind::Modulo => {
                let r = $x % $y;
                if r == 0.0 {
                    r.copysign($y)
                } else if (r < 0.0) != ($y < 0.0) {
                    r + $y
                } else {
                    r
                }
            }
            OpKind::Min => {
                if $x.is_nan() || $y < $x {
                    if $y.is_nan() { $x } else { $y }
                } else {
                    $x
                }
            }
            OpKind::Max => {
                if $x.is_nan() || $y > $x {
                    if $y.is_nan() { $x } else { $y }
                } else {
                    $x
                }
            }
            _ => return None,
        }
    };
}

/// Two operands of one type, a result of that type.
pub(super) fn binary(kind: OpKind, a: &Val, b: &Val, ty: &TypeKind) -> Option<Val> {
    if let Some(v) = extended::binary(kind, a, b) {
        return Some(v);
    }
    Some(match (a, b) {
        (Val::Int(x), Val::Int(y)) => {
            let (x, y) = (*x, *y);
            let w = bits(ty);
            let mask = if w >= 64 { u64::MAX } else { (1u64 << w) - 1 };
            let r = match kind {
                OpKind::Add => x.wrapping_add(y),
                OpKind::Sub => x.wrapping_sub(y),
                OpKind::Mul => x.wrapping_mul(y),
                OpKind::Div if y != 0 => x.wrapping_div(y),
                OpKind::Rem if y != 0 => x.wrapping_rem(y),
                OpKind::Modulo if y != 0 => {
                    let r = x.wrapping_rem(y);
                    if r != 0 && (r < 0) != (y < 0) { r + y } else { r }
                }
                OpKind::Min => x.min(y),
                OpKind::Max => x.max(y),
                OpKind::And => x & y,
                OpKind::Or => x | y,
                OpKind::Xor => x ^ y,
                OpKind::Shl => {
                    if (0..i64::from(w)).contains(&y) {
                        x << y
                    } else {
                        0
                    }
                }
                OpKind::ShrU => {
                    if (0..i64::from(w)).contains(&y) {
                        ((x as u64 & mask) >> y) as i64
                    } else {
                        0
                    }
                }
                OpKind::ShrS => x >> if (0..i64::from(w)).contains(&y) { y } else { 63 },
                _ => return None,
            };
            Val::Int(wrap(r, ty))
        }
        (Val::F32(x), Val::F32(y)) => Val::F32(float_binary!(kind, *x, *y)),
        (Val::F64(x), Val::F64(y)) => Val::F64(float_binary!(kind, *x, *y)),
        (Val::C64(a, b), Val::C64(c, d)) => {
            let (r, i) = complex(kind, (*a, *b), (*c, *d))?;
            Val::C64(r, i)
        }
        (Val::C32(a, b), Val::C32(c, d)) => {
            let w = |x: f32| f64::from(x);
            let (r, i) = complex(kind, (w(*a), w(*b)), (w(*c), w(*d)))?;
            Val::C32(r as f32, i as f32)
        }
        _ => return None,
    })
}

fn complex(kind: OpKind, (a, b): (f64, f64), (c, d): (f64, f64)) -> Option<(f64, f64)> {
    Some(match kind {
        OpKind::Add => (a + c, b + d),
        OpKind::Sub => (a - c, b - d),
        OpKind::Mul => (a * c - b * d, a * d + b * c),
        OpKind::Div => {
            let n = c * c + d * d;
            ((a * c + b * d) / n, (b * c - a * d) / n)
        }
        _ => return None,
    })
}

/// The codes of a string of kind 4.
pub(super) fn wide_codes(s: &[u8]) -> Vec<u32> {
    s.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

/// Comparison of strings of kind 4 with blank padding.
pub(super) fn compare_wide(pred: Pred, a: &Val, b: &Val) -> Option<bool> {
    let (Val::Str(a), Val::Str(b)) = (a, b) else { return None };
    let (a, b) = (wide_codes(a), wide_codes(b));
    let at = |s: &[u32], i: usize| s.get(i).copied().unwrap_or(u32::from(b' '));
    let n = a.len().max(b.len());
    let order = (0..n).map(|i| at(&a, i).cmp(&at(&b, i))).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal);
    compare(pred, &Val::Int(order as i64), &Val::Int(0))
}

/// Comparison.
pub(super) fn compare(pred: Pred, a: &Val, b: &Val) -> Option<bool> {
    use std::cmp::Ordering::*;
    let order = match (a, b) {
        (Val::Int(x), Val::Int(y)) => return Some(pred.of_ints(*x, *y)),
        (Val::Ext(_, x), Val::Ext(_, y)) => x.compare(*y),
        (Val::F32(x), Val::F32(y)) => x.partial_cmp(y),
        (Val::F64(x), Val::F64(y)) => x.partial_cmp(y),
        (Val::ExtC(_, x), Val::ExtC(_, y)) => {
            let same = x.0.same(y.0) && x.1.same(y.1);
            return equality(pred, same);
        }
        (Val::C32(..), Val::C32(..)) | (Val::C64(..), Val::C64(..)) => {
            return equality(pred, a == b);
        }
        (Val::Ptr(x, _), Val::Ptr(y, _)) => Some(x.cmp(y)),
        (Val::Str(x), Val::Str(y)) => {
            let n = x.len().max(y.len());
            let at = |s: &[u8], i: usize| s.get(i).copied().unwrap_or(b' ');
            Some((0..n).map(|i| at(x, i).cmp(&at(y, i))).find(|o| *o != Equal).unwrap_or(Equal))
        }
        _ => return None,
    };
    Some(pred.holds(order))
}

/// Comparison of what has no order.
fn equality(pred: Pred, same: bool) -> Option<bool> {
    match pred {
        Pred::Eq => Some(same),
        Pred::Ne => Some(!same),
        Pred::Lt | Pred::Le | Pred::Gt | Pred::Ge | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => None,
    }
}

/// Fortran numeric conversion.
pub(super) fn cast(a: &Val, to: &TypeKind) -> Option<Val> {
    if let Some(v) = extended::cast(a, to) {
        return Some(v);
    }
    let re = |a: &Val| {
        Some(match a {
            Val::Int(x) => *x as f64,
            Val::F32(x) => f64::from(*x),
            Val::F64(x) => *x,
            Val::C32(x, _) => f64::from(*x),
            Val::C64(x, _) => *x,
            _ => return None,
        })
    };
    let im = |a: &Val| match a {
        Val::C32(_, y) => f64::from(*y),
        Val::C64(_, y) => *y,
        _ => 0.0,
    };
    Some(match to {
        TypeKind::Bool => match a {
            Val::Int(x) => Val::Int(i64::from(*x != 0)),
            _ => return None,
        },
        TypeKind::Int(_) | TypeKind::Index | TypeKind::Logical(_) => match a {
            Val::Int(x) => Val::Int(wrap(*x, to)),
            // What is out of range is the nearest integer of the type, of 32 bits for narrower ones.
            _ => {
                let x = re(a)?;
                let wide = matches!(to, TypeKind::Index | TypeKind::Int(33..) | TypeKind::Logical(33..));
                Val::Int(if wide { x as i64 } else { wrap(i64::from(x as i32), to) })
            }
        },
        // One rounding, also from 64-bit integers.
        TypeKind::Float(32) => match a {
            Val::Int(x) => Val::F32(*x as f32),
            _ => Val::F32(re(a)? as f32),
        },
        TypeKind::Float(_) => Val::F64(re(a)?),
        TypeKind::Complex(32) => Val::C32(re(a)? as f32, im(a) as f32),
        TypeKind::Complex(_) => Val::C64(re(a)?, im(a)),
        _ => return None,
    })
}

/// Elementary functions.
pub(super) fn math(f: MathFn, a: &[Val]) -> Option<Val> {
    if let (Val::Int(x), MathFn::Abs) = (a.first()?, f) {
        return Some(Val::Int(x.wrapping_abs()));
    }
    if let Val::Ext(k, x) = a.first()? {
        return extended::math(f, *k, *x, &a[1..]);
    }
    let wide = |v: &Val| match v {
        Val::F32(x) => Some(f64::from(*x)),
        Val::F64(x) => Some(*x),
        _ => None,
    };
    let x = wide(a.first()?)?;
    if f == MathFn::IsNan {
        return Some(Val::Int(i64::from(x.is_nan())));
    }
    if f == MathFn::Ipow {
        let Val::Int(n) = a.get(1)? else { return None };
        return Some(match a[0] {
            Val::F32(x) => Val::F32(x.powi(*n as i32)),
            _ => Val::F64(x.powi(*n as i32)),
        });
    }
    let y = || a.get(1).and_then(wide);
    let r = match f {
        MathFn::Sqrt => x.sqrt(),
        MathFn::Exp => x.exp(),
        MathFn::Log => x.ln(),
        MathFn::Log10 => x.log10(),
        MathFn::Sin => x.sin(),
        MathFn::Cos => x.cos(),
        MathFn::Tan => x.tan(),
        MathFn::Asin => x.asin(),
        MathFn::Acos => x.acos(),
        MathFn::Atan => x.atan(),
        MathFn::Sinh => x.sinh(),
        MathFn::Cosh => x.cosh(),
        MathFn::Tanh => x.tanh(),
        MathFn::Atan2 => x.atan2(y()?),
        MathFn::Hypot => x.hypot(y()?),
        MathFn::Pow => x.powf(y()?),
        MathFn::Abs => x.abs(),
        MathFn::Floor => x.floor(),
        MathFn::Ceil => x.ceil(),
        MathFn::Trunc => x.trunc(),
        MathFn::Round => x.round(),
        MathFn::Rint => x.round_ties_even(),
        MathFn::CopySign => x.copysign(y()?),
        MathFn::Exp2 => x.exp2(),
        MathFn::Log2 => x.log2(),
        MathFn::Cbrt => x.cbrt(),
        MathFn::Fma => match (&a[0], a.get(1)?, a.get(2)?) {
            (Val::F32(p), Val::F32(q), Val::F32(r)) => return Some(Val::F32(p.mul_add(*q, *r))),
            (Val::F64(p), Val::F64(q), Val::F64(r)) => p.mul_add(*q, *r),
            _ => return None,
        },
        MathFn::Asinh
        | MathFn::Acosh
        | MathFn::Atanh
        | MathFn::Erf
        | MathFn::Erfc
        | MathFn::Gamma
        | MathFn::LogGamma
        | MathFn::BesselJ0
        | MathFn::BesselJ1
        | MathFn::BesselY0
        | MathFn::BesselY1
        | MathFn::Ipow
        | MathFn::Conj
        | MathFn::IsNan
        | MathFn::Sind
        | MathFn::Cosd
        | MathFn::Tand
        | MathFn::Asind
        | MathFn::Acosd
        | MathFn::Atand
        | MathFn::Atan2d => return None,
    };
    Some(match a[0] {
        Val::F32(_) => Val::F32(r as f32),
        _ => Val::F64(r),
    })
}
