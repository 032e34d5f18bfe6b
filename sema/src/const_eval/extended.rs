//! Constants of kinds 10 and 16 of reals and complex numbers: computed by what the runtime computes with.

use super::numeric::{int, range_checked, truncated, unsigned_max};
use super::{Val, not_const, wrong};
use ferrotran_source::Span;
use ferrotran_typed::*;
use ferrotran_xreal::{Calc, Mode, Num, complex, decimal, functions};

/// Whether a type is one of these.
pub(crate) fn is_extended(ty: &Ty) -> bool {
    matches!(ty, Ty::Real(10 | 16) | Ty::Complex(10 | 16))
}

/// Whether a constant is of one of these types.
pub(crate) fn is_constant(c: &Const) -> bool {
    matches!(c, Const::Ext(_) | Const::ExtComplex(..))
}

/// The literal of that kind.
pub(crate) fn literal(text: &str, kind: u8) -> Option<Num> {
    decimal::from_text(&mut Calc::kind(kind), text)
}

/// A real constant as a number.
pub(crate) fn number(c: &Const) -> Option<Num> {
    match c {
        Const::Ext(x) => Some(*x),
        Const::Real(x) => Some(Num::from_f64(*x)),
        Const::Int(n) => Some(Num::from_i128(*n)),
        _ => None,
    }
}

/// The parts of a numeric constant.
fn parts(c: &Const) -> Option<complex::Pair> {
    match c {
        Const::ExtComplex(re, im) => Some((*re, *im)),
        Const::Complex(re, im) => Some((Num::from_f64(*re), Num::from_f64(*im))),
        c => Some((number(c)?, Num::ZERO)),
    }
}

fn kind_of(ty: Option<&Ty>) -> u8 {
    match ty {
        Some(Ty::Integer(k) | Ty::Unsigned(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k)) => *k,
        _ => 16,
    }
}

/// A real of the kind, as its constants are kept.
pub(crate) fn of_kind(kind: u8, x: Num) -> Const {
    match kind {
        4 => Const::Real(x.to_f32() as f64),
        8 => Const::Real(x.to_f64()),
        _ => Const::Ext(Calc::kind(kind).convert(x)),
    }
}

/// The same; an error where finite operands give no finite number.
pub(crate) fn real(kind: u8, x: Num, finite_in: bool, span: Span) -> Val {
    let c = of_kind(kind, x);
    let finite = number(&c).is_some_and(Num::is_finite);
    if !finite && finite_in && range_checked() {
        return wrong(span, format!("arithmetic overflow: the result is not a finite real({kind})"));
    }
    Ok(c)
}

/// A complex number of the kind, as its constants are kept.
pub(crate) fn pair(kind: u8, x: complex::Pair) -> Const {
    match kind {
        4 => Const::Complex(x.0.to_f32() as f64, x.1.to_f32() as f64),
        8 => Const::Complex(x.0.to_f64(), x.1.to_f64()),
        _ => {
            let mut c = Calc::kind(kind);
            Const::ExtComplex(c.convert(x.0), c.convert(x.1))
        }
    }
}

/// Conversion from or to one of these types.
pub(crate) fn convert(c: Const, to: &Ty, span: Span) -> Val {
    let Some((re, im)) = parts(&c) else {
        return match (c, to) {
            (Const::Logical(b), _) => convert(Const::Int(b.into()), to, span),
            _ => not_const(span, "a conversion without a constant value"),
        };
    };
    match to {
        Ty::Integer(k) if !range_checked() => Ok(Const::Int(truncated(*k, re))),
        Ty::Integer(k) => {
            let whole = Calc::kind(16).integral(re, Mode::Zero);
            match whole.to_i128() {
                Some(n) => int(*k, n, span),
                None => wrong(span, format!("arithmetic overflow: {re} does not fit in integer({k})")),
            }
        }
        Ty::Unsigned(k) => match Calc::kind(16).integral(re, Mode::Zero).to_i128() {
            Some(n) => Ok(Const::Int(n & unsigned_max(*k))),
            None => wrong(span, format!("arithmetic overflow: {re} does not fit in unsigned({k})")),
        },
        Ty::Real(k) => real(*k, re, re.is_finite(), span),
        Ty::Complex(k) => Ok(pair(*k, (re, im))),
        _ => not_const(span, "a conversion without a constant value"),
    }
}

/// One operand.
pub(crate) fn negated(c: Const) -> Const {
    match c {
        Const::Ext(x) => Const::Ext(x.neg()),
        Const::ExtComplex(re, im) => Const::ExtComplex(re.neg(), im.neg()),
        c => c,
    }
}

/// Order of two reals; of complex numbers whether they are equal.
pub(crate) fn order(a: &Const, b: &Const) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering::*;
    match (a, b) {
        (Const::Ext(x), Const::Ext(y)) => x.compare(*y),
        (Const::ExtComplex(a, b), Const::ExtComplex(c, d)) => Some(if a.same(*c) && b.same(*d) { Equal } else { Less }),
        _ => None,
    }
}

/// Arithmetic of two operands of one of these types; the exponent may be an integer.
pub(crate) fn binary(op: Op2, ty: &Ty, a: Const, b: Const, span: Span) -> Val {
    let kind = kind_of(Some(ty));
    let mut c = Calc::kind(kind);
    match (&a, &b) {
        (Const::Ext(x), Const::Int(n)) if op == Op2::Pow => {
            if x.is_zero() && *n < 0 && range_checked() {
                return wrong(span, "division by zero");
            }
            real(kind, c.powi(*x, *n), x.is_finite(), span)
        }
        (Const::ExtComplex(r, i), Const::Int(n)) if op == Op2::Pow => {
            Ok(pair(kind, complex::powi(&mut c, (*r, *i), *n)))
        }
        (Const::Ext(x), Const::Ext(y)) => {
            let (x, y) = (*x, *y);
            let finite = x.is_finite() && y.is_finite();
            let r = match op {
                Op2::Add => c.add(x, y),
                Op2::Sub => c.sub(x, y),
                Op2::Mul => c.mul(x, y),
                Op2::Div if y.is_zero() && x.is_finite() && range_checked() => return wrong(span, "division by zero"),
                Op2::Div => c.div(x, y),
                Op2::Pow if x.lt(Num::ZERO) => return wrong(span, "a negative number is raised to a real power"),
                Op2::Pow => functions::pow(&mut c, x, y),
                _ => return not_const(span, "operand of another type"),
            };
            real(kind, r, finite, span)
        }
        (Const::ExtComplex(..), Const::ExtComplex(..)) => {
            let (Some(x), Some(y)) = (parts(&a), parts(&b)) else { return not_const(span, "operand of another type") };
            Ok(pair(
                kind,
                match op {
                    Op2::Add => complex::add(&mut c, x, y),
                    Op2::Sub => complex::sub(&mut c, x, y),
                    Op2::Mul => complex::mul(&mut c, x, y),
                    Op2::Div if y.0.is_zero() && y.1.is_zero() && range_checked() => {
                        return wrong(span, "division by zero");
                    }
                    Op2::Div => complex::div(&mut c, x, y),
                    Op2::Pow => complex::pow(&mut c, x, y),
                    _ => return not_const(span, "operand of another type"),
                },
            ))
        }
        _ => not_const(span, "operand of another type"),
    }
}
