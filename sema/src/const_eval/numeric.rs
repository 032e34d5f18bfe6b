//! Operators and conversions on scalar constants. Reals of kind 4 are computed and rounded as such; integers that
//! leave their kind are errors.

use super::{Val, extended, wrong};
use ferrotran_source::Span;
use ferrotran_typed::*;
use ferrotran_xreal::Num;

thread_local! {
    /// Whether ranges are checked, and whether zeros are plain. Why not parameters: constants are folded from
    /// everywhere, and the options hold for the whole compilation.
    static ARITHMETIC: std::cell::Cell<(bool, bool)> = const { std::cell::Cell::new((true, false)) };
}

/// For what this thread compiles from here on: whether constants that leave the range of their kind are errors
/// (`-fno-range-check`: integers wrap around, reals become infinite or NaN), and whether zeros have no sign for SIGN.
pub(crate) fn set_arithmetic(range_check: bool, plain_zero: bool) {
    ARITHMETIC.set((range_check, plain_zero));
}

/// See [`set_arithmetic`].
pub(crate) fn range_checked() -> bool {
    ARITHMETIC.get().0
}

/// See [`set_arithmetic`].
pub(crate) fn plain_zero() -> bool {
    ARITHMETIC.get().1
}

/// A power of a non-negative exponent in two's complement arithmetic of the kind.
fn wrapping_power(kind: u8, x: i128, n: i128) -> i128 {
    let (mut r, mut b, mut e) = (1i128, wrap(kind, x), n);
    while e > 0 {
        if e & 1 == 1 {
            r = wrap(kind, r.wrapping_mul(b));
        }
        b = wrap(kind, b.wrapping_mul(b));
        e >>= 1;
    }
    r
}

/// Rounds to the kind.
pub(crate) fn round(kind: u8, x: f64) -> f64 {
    if kind == 4 { x as f32 as f64 } else { x }
}

/// Largest value of an integer kind.
pub(crate) fn int_max(kind: u8) -> i128 {
    i128::MAX >> (128 - kind as u32 * 8)
}

/// Largest value of an unsigned kind; also the mask of its bits.
pub(crate) fn unsigned_max(kind: u8) -> i128 {
    (1i128 << (kind as u32 * 8)) - 1
}

/// The power of an unsigned number, modulo its range.
fn unsigned_power(kind: u8, mut x: i128, mut n: i128) -> i128 {
    let mask = unsigned_max(kind) as u128;
    let mut r = 1u128;
    while n > 0 {
        if n & 1 == 1 {
            r = r.wrapping_mul(x as u128) & mask;
        }
        x = ((x as u128).wrapping_mul(x as u128) & mask) as i128;
        n >>= 1;
    }
    r as i128
}

/// Wraps to the two's complement range of a kind.
pub(crate) fn wrap(kind: u8, n: i128) -> i128 {
    let bits = kind as u32 * 8;
    n << (128 - bits) >> (128 - bits)
}

/// The unsigned bit pattern of an integer.
pub(crate) fn bits_of(kind: u8, n: i128) -> u128 {
    (n as u128) & low_bits(kind as u32 * 8)
}

/// So many ones, 0 to 128.
pub(crate) fn low_bits(n: u32) -> u128 {
    u128::MAX.checked_shr(128 - n).unwrap_or(0)
}

/// Checks the range of an integer result that may not have fitted in the largest kind.
pub(crate) fn int_checked(kind: u8, (n, overflow): (i128, bool), span: Span) -> Val {
    if overflow && range_checked() {
        return wrong(span, format!("arithmetic overflow: the result does not fit in integer({kind})"));
    }
    int(kind, n, span)
}

/// Checks the range of an integer result.
pub(crate) fn int(kind: u8, n: i128, span: Span) -> Val {
    let max = int_max(kind);
    if n > max || n < -max - 1 {
        if !range_checked() {
            return Ok(Const::Int(wrap(kind, n)));
        }
        return wrong(span, format!("arithmetic overflow: {n} does not fit in integer({kind})"));
    }
    Ok(Const::Int(n))
}

/// A real as an integer of a kind as at run time: what is out of range is the nearest integer, NaN is zero. Kinds 1 and 2
/// take their bits of kind 4.
pub(crate) fn truncated(kind: u8, x: Num) -> i128 {
    wrap(kind, x.to_int(u32::from(kind.max(4)) * 8))
}

fn real(kind: u8, x: f64, finite_in: bool, span: Span) -> Val {
    let x = round(kind, x);
    if !x.is_finite() && finite_in && range_checked() {
        return wrong(span, format!("arithmetic overflow: the result is not a finite real({kind})"));
    }
    Ok(Const::Real(x))
}

/// One operand.
pub(crate) fn unary(op: Op1, ty: &Ty, c: Const, span: Span) -> Val {
    match (op, c, ty) {
        (Op1::Neg, Const::Int(n), Ty::Integer(k)) => int_checked(*k, n.overflowing_neg(), span),
        (Op1::Neg, Const::Int(n), Ty::Unsigned(k)) => Ok(Const::Int(-n & unsigned_max(*k))),
        (Op1::Neg, c @ (Const::Ext(_) | Const::ExtComplex(..)), _) => Ok(extended::negated(c)),
        (Op1::Neg, Const::Real(x), _) => Ok(Const::Real(-x)),
        (Op1::Neg, Const::Complex(r, i), _) => Ok(Const::Complex(-r, -i)),
        (Op1::Not, Const::Logical(b), _) => Ok(Const::Logical(!b)),
        _ => super::not_const(span, "operand of another type"),
    }
}

/// Two operands (converted to a common type), result of type `ty`.
pub(crate) fn binary(op: Op2, ty: &Ty, a: Const, b: Const, span: Span) -> Val {
    use Const::*;
    use std::cmp::Ordering;
    match op {
        Op2::And | Op2::Or | Op2::Eqv | Op2::Neqv => match (a, b) {
            (Logical(x), Logical(y)) => Ok(Logical(match op {
                Op2::And => x && y,
                Op2::Or => x || y,
                Op2::Eqv => x == y,
                _ => x != y,
            })),
            _ => super::not_const(span, "operand of another type"),
        },
        Op2::Concat => match (a, b) {
            (Char(mut x), Char(y)) => {
                x.extend(y);
                Ok(Char(x))
            }
            _ => super::not_const(span, "operand of another type"),
        },
        Op2::Eq | Op2::Ne | Op2::Lt | Op2::Le | Op2::Gt | Op2::Ge => {
            let ord = match (&a, &b) {
                (Int(x), Int(y)) => Some(x.cmp(y)),
                (Real(x), Real(y)) => x.partial_cmp(y),
                (Ext(_), Ext(_)) | (ExtComplex(..), ExtComplex(..)) => extended::order(&a, &b),
                (Complex(r, i), Complex(s, j)) => Some(if r == s && i == j { Ordering::Equal } else { Ordering::Less }),
                (Char(x), Char(y)) => Some(compare_chars(x, y)),
                _ => return super::not_const(span, "operand of another type"),
            };
            Ok(Logical(match op {
                Op2::Eq => ord == Some(Ordering::Equal),
                Op2::Ne => ord != Some(Ordering::Equal),
                Op2::Lt => ord == Some(Ordering::Less),
                Op2::Le => matches!(ord, Some(Ordering::Less | Ordering::Equal)),
                Op2::Gt => ord == Some(Ordering::Greater),
                _ => matches!(ord, Some(Ordering::Greater | Ordering::Equal)),
            }))
        }
        Op2::Add | Op2::Sub | Op2::Mul | Op2::Div | Op2::Pow if extended::is_constant(&a) => {
            extended::binary(op, ty, a, b, span)
        }
        Op2::Pow => power(ty, a, b, span),
        Op2::Add | Op2::Sub | Op2::Mul | Op2::Div => match (a, b, ty) {
            (Int(x), Int(y), Ty::Integer(k)) => match op {
                Op2::Add => int_checked(*k, x.overflowing_add(y), span),
                Op2::Sub => int_checked(*k, x.overflowing_sub(y), span),
                Op2::Mul => int_checked(*k, x.overflowing_mul(y), span),
                _ if y == 0 => wrong(span, "division by zero"),
                _ => int_checked(*k, x.overflowing_div(y), span),
            },
            (Int(x), Int(y), Ty::Unsigned(k)) => {
                let (x, y) = (x as u128, y as u128);
                let z = match op {
                    Op2::Add => x.wrapping_add(y),
                    Op2::Sub => x.wrapping_sub(y),
                    Op2::Mul => x.wrapping_mul(y),
                    _ if y == 0 => return wrong(span, "division by zero"),
                    _ => x / y,
                };
                Ok(Int(z as i128 & unsigned_max(*k)))
            }
            (Real(x), Real(y), Ty::Real(k)) => {
                if op == Op2::Div && y == 0.0 && x.is_finite() && range_checked() {
                    return wrong(span, "division by zero");
                }
                let finite = x.is_finite() && y.is_finite();
                let z = if *k == 4 {
                    let (x, y) = (x as f32, y as f32);
                    (match op {
                        Op2::Add => x + y,
                        Op2::Sub => x - y,
                        Op2::Mul => x * y,
                        _ => x / y,
                    }) as f64
                } else {
                    match op {
                        Op2::Add => x + y,
                        Op2::Sub => x - y,
                        Op2::Mul => x * y,
                        _ => x / y,
                    }
                };
                real(*k, z, finite, span)
            }
            (Complex(r, i), Complex(s, j), Ty::Complex(k)) => {
                if op == Op2::Div && s == 0.0 && j == 0.0 && range_checked() {
                    return wrong(span, "division by zero");
                }
                let (x, y) = match op {
                    Op2::Add => (r + s, i + j),
                    Op2::Sub => (r - s, i - j),
                    Op2::Mul => (r * s - i * j, r * j + i * s),
                    _ => cdiv((r, i), (s, j)),
                };
                Ok(Complex(round(*k, x), round(*k, y)))
            }
            _ => super::not_const(span, "operand of another type"),
        },
    }
}

pub(crate) fn cdiv(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let ((r, i), (s, j)) = (a, b);
    if s.abs() >= j.abs() {
        let q = j / s;
        let d = s + j * q;
        ((r + i * q) / d, (i - r * q) / d)
    } else {
        let q = s / j;
        let d = s * q + j;
        ((r * q + i) / d, (i * q - r) / d)
    }
}

fn power(ty: &Ty, a: Const, b: Const, span: Span) -> Val {
    use Const::*;
    match (a, b, ty) {
        (Int(x), Int(n), Ty::Integer(k)) => {
            if n < 0 {
                return match x {
                    0 => wrong(span, "division by zero"),
                    1 => Ok(Int(1)),
                    -1 => Ok(Int(if n % 2 == 0 { 1 } else { -1 })),
                    _ => Ok(Int(0)),
                };
            }
            let mut r: i128 = 1;
            if x == 0 || x == 1 || x == -1 {
                return Ok(Int(if n == 0 || x == -1 && n % 2 == 0 { 1 } else { x }));
            }
            if !range_checked() {
                return Ok(Int(wrapping_power(*k, x, n)));
            }
            for _ in 0..n {
                let Some(product) = r.checked_mul(x) else {
                    return wrong(span, format!("arithmetic overflow: the power does not fit in integer({k})"));
                };
                r = product;
            }
            int(*k, r, span)
        }
        (Int(x), Int(n), Ty::Unsigned(k)) => Ok(Int(unsigned_power(*k, x, n))),
        (Real(x), Int(n), Ty::Real(k)) => {
            if x == 0.0 && n < 0 && range_checked() {
                return wrong(span, "division by zero");
            }
            let z = powi(x, n);
            real(*k, z, x.is_finite(), span)
        }
        (Real(x), Real(y), Ty::Real(k)) => {
            if x < 0.0 {
                return wrong(span, "a negative number is raised to a real power");
            }
            real(*k, x.powf(y), x.is_finite() && y.is_finite(), span)
        }
        (Complex(r, i), Int(n), Ty::Complex(k)) => {
            let mut z = (1.0, 0.0);
            for _ in 0..n.unsigned_abs().min(100_000) {
                z = (z.0 * r - z.1 * i, z.0 * i + z.1 * r);
            }
            if n < 0 {
                z = cdiv((1.0, 0.0), z);
            }
            Ok(Complex(round(*k, z.0), round(*k, z.1)))
        }
        (Complex(r, i), Complex(s, j), Ty::Complex(k)) => {
            if r == 0.0 && i == 0.0 {
                return Ok(Complex(0.0, 0.0));
            }
            let (m, t) = (r.hypot(i).ln(), i.atan2(r));
            let (p, q) = (s * m - j * t, s * t + j * m);
            let e = p.exp();
            Ok(Complex(round(*k, e * q.cos()), round(*k, e * q.sin())))
        }
        _ => super::not_const(span, "operand of another type"),
    }
}

fn powi(x: f64, n: i128) -> f64 {
    match i32::try_from(n) {
        Ok(n) => {
            let (mut r, mut b, mut e) = (1.0f64, x, n.unsigned_abs());
            while e > 0 {
                if e & 1 == 1 {
                    r *= b;
                }
                b *= b;
                e >>= 1;
            }
            if n < 0 { 1.0 / r } else { r }
        }
        Err(_) => x.powf(n as f64),
    }
}

/// Compares with blank padding.
pub(crate) fn compare_chars(a: &[u32], b: &[u32]) -> std::cmp::Ordering {
    let n = a.len().max(b.len());
    for i in 0..n {
        let (x, y) = (a.get(i).copied().unwrap_or(BLANK), b.get(i).copied().unwrap_or(BLANK));
        if x != y {
            return x.cmp(&y);
        }
    }
    std::cmp::Ordering::Equal
}

/// Conversion between types.
pub(crate) fn convert(c: Const, to: &Ty, span: Span) -> Val {
    use Const::*;
    if extended::is_constant(&c) || extended::is_extended(to) {
        return extended::convert(c, to, span);
    }
    match (c, to) {
        (Int(n), Ty::Integer(k)) => int(*k, n, span),
        (Int(n), Ty::Real(k)) => Ok(Real(if *k == 4 { n as f32 as f64 } else { n as f64 })),
        (Int(n), Ty::Complex(k)) => Ok(Complex(if *k == 4 { n as f32 as f64 } else { n as f64 }, 0.0)),
        (Real(x), Ty::Integer(k)) => {
            if !range_checked() {
                return Ok(Int(truncated(*k, Num::from_f64(x))));
            }
            if !x.is_finite() || x.abs() >= 2f64.powi(127) {
                return wrong(span, format!("arithmetic overflow: {x} does not fit in integer({k})"));
            }
            int(*k, x.trunc() as i128, span)
        }
        (Real(x), Ty::Real(k)) => real(*k, x, x.is_finite(), span),
        (Real(x), Ty::Complex(k)) => Ok(Complex(round(*k, x), 0.0)),
        (Int(n), Ty::Unsigned(k)) => Ok(Int(n & unsigned_max(*k))),
        (Real(x), Ty::Unsigned(k)) => {
            if !x.is_finite() || x.abs() >= 1e30 {
                return wrong(span, format!("arithmetic overflow: {x} does not fit in unsigned({k})"));
            }
            Ok(Int(x.trunc() as i128 & unsigned_max(*k)))
        }
        (Complex(r, _), Ty::Integer(_) | Ty::Unsigned(_)) => convert(Real(r), to, span),
        (Complex(r, _), Ty::Real(k)) => real(*k, r, r.is_finite(), span),
        (Complex(r, i), Ty::Complex(k)) => Ok(Complex(round(*k, r), round(*k, i))),
        (Logical(b), Ty::Logical(_)) => Ok(Logical(b)),
        (Logical(b), Ty::Integer(_) | Ty::Unsigned(_)) => Ok(Int(b as i128)),
        (Int(n), Ty::Logical(_)) => Ok(Logical(n != 0)),
        (Char(s), Ty::Character(_, kind)) => {
            let s = if *kind == 1 { s.into_iter().map(|c| c & 255).collect() } else { s };
            Ok(super::super::decl::initial::pad_const(Char(s), to))
        }
        _ => super::not_const(span, "a conversion without a constant value"),
    }
}

/// Conversion of a constant of a known type: of an unsigned number to an integer the bits are kept.
pub(crate) fn convert_from(c: Const, from: Option<&Ty>, to: &Ty, span: Span) -> Val {
    match (&c, from, to) {
        (Const::Int(n), Some(Ty::Unsigned(_)), Ty::Integer(k)) => Ok(Const::Int(wrap(*k, *n))),
        _ => convert(c, to, span),
    }
}
