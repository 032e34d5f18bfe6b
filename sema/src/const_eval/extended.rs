//! Constants of kinds 10 and 16 of reals and complex numbers: computed by what the runtime computes with.

use super::numeric::{int, int_max, range_checked, unsigned_max};
use super::{Val, not_const, wrong};
use ferrotran_source::Span;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;
use ferrotran_xreal::{Calc, Class, Format, Mode, Num, complex, decimal, functions};

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
fn of_kind(kind: u8, x: Num) -> Const {
    match kind {
        4 => Const::Real(x.to_f32() as f64),
        8 => Const::Real(x.to_f64()),
        _ => Const::Ext(Calc::kind(kind).convert(x)),
    }
}

fn real(kind: u8, x: Num, finite_in: bool, span: Span) -> Val {
    let c = of_kind(kind, x);
    let finite = number(&c).is_some_and(Num::is_finite);
    if !finite && finite_in && range_checked() {
        return wrong(span, format!("arithmetic overflow: the result is not a finite real({kind})"));
    }
    Ok(c)
}

fn pair(kind: u8, x: complex::Pair) -> Const {
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
        Ty::Integer(k) => {
            let whole = Calc::kind(16).integral(re, Mode::Zero);
            match whole.to_i128() {
                Some(n) => int(*k, n, span),
                None if !range_checked() => Ok(Const::Int(-int_max(*k) - 1)),
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

/// Largest number, and so on, of a kind; integers for what counts digits.
pub(crate) fn inquiry(id: Intrinsic, kind: u8) -> Option<Const> {
    let f = Format::of_kind(kind);
    let n = |v: i128| Some(Const::Int(v));
    match id {
        Intrinsic::Huge => Some(Const::Ext(f.huge())),
        Intrinsic::Tiny => Some(Const::Ext(f.tiny())),
        Intrinsic::Epsilon => Some(Const::Ext(f.epsilon())),
        Intrinsic::Digits => n(f.digits.into()),
        Intrinsic::Maxexponent => n(i128::from(f.max) + 1),
        Intrinsic::Minexponent => n(i128::from(f.min()) + 1),
        Intrinsic::Precision => n(f.precision().into()),
        Intrinsic::Radix => n(2),
        Intrinsic::Range => n(f.range().into()),
        _ => None,
    }
}

/// An elemental intrinsic with an argument or a result of one of these types; `None`: it goes the way of the others.
pub(crate) fn call(id: Intrinsic, a: &[Option<Const>], tys: &[Option<Ty>], ty: &Ty, span: Span) -> Option<Val> {
    let arg = |i: usize| a.get(i).and_then(|x| x.as_ref());
    if !is_extended(ty) && !a.iter().flatten().any(is_constant) {
        return None;
    }
    let no = || not_const(span, format!("`{}` has no value at compile time here", id.name()));
    let kind = kind_of(Some(ty));
    match id {
        Intrinsic::Merge => return None,
        Intrinsic::Int
        | Intrinsic::Uint
        | Intrinsic::Int2
        | Intrinsic::Int8
        | Intrinsic::Dble
        | Intrinsic::Real
        | Intrinsic::IeeeReal => {
            return Some(convert(arg(0)?.clone(), ty, span));
        }
        Intrinsic::Cmplx | Intrinsic::Complex => {
            return Some(match (arg(0), arg(1)) {
                (Some(z @ (Const::Complex(..) | Const::ExtComplex(..))), _) => convert(z.clone(), ty, span),
                (Some(x), y) => match (number(x), y.map(number)) {
                    (Some(x), None) => Ok(pair(kind, (x, Num::ZERO))),
                    (Some(x), Some(Some(y))) => Ok(pair(kind, (x, y))),
                    _ => no(),
                },
                _ => no(),
            });
        }
        Intrinsic::OutOfRange => return Some(no()),
        Intrinsic::Max | Intrinsic::Min => {
            let mut c = Calc::kind(kind);
            let mut best: Option<Num> = None;
            for x in a.iter().flatten() {
                let Some(x) = number(x) else { return Some(no()) };
                best = Some(match best {
                    None => x,
                    Some(b) if id == Intrinsic::Max => c.max(b, x),
                    Some(b) => c.min(b, x),
                });
            }
            return Some(match best {
                Some(x) => Ok(of_kind(kind, x)),
                None => no(),
            });
        }
        _ => {}
    }
    Some(match arg(0) {
        Some(Const::ExtComplex(re, im)) => complex_call(id, (*re, *im), kind, span),
        Some(Const::Int(n)) if matches!(id, Intrinsic::BesselJn | Intrinsic::BesselYn) => match arg(1).and_then(number)
        {
            Some(x) => {
                let n = (*n).clamp(0, i32::MAX.into()) as i64;
                let f = if id == Intrinsic::BesselJn { functions::bessel_j } else { functions::bessel_y };
                real(kind, f(&mut Calc::kind(kind), n, x), x.is_finite(), span)
            }
            None => no(),
        },
        Some(c) => match number(c) {
            Some(x) => {
                let from = kind_of(tys.first().and_then(|t| t.as_ref()));
                real_call(id, x, [arg(1), arg(2)], from, ty, span)
            }
            None => no(),
        },
        None => no(),
    })
}

/// A function of a real of kind 4 or 8, rounded once.
pub(super) fn rounded(id: Intrinsic, x: f64, kind: u8) -> Option<f64> {
    functions::unary(id.row().name, &mut Calc::kind(kind), Num::from_f64(x)).map(Num::to_f64)
}

fn complex_call(id: Intrinsic, z: complex::Pair, kind: u8, span: Span) -> Val {
    let mut c = Calc::kind(kind);
    match id {
        Intrinsic::Abs => Ok(of_kind(kind, complex::abs(&mut c, z))),
        Intrinsic::Aimag => Ok(of_kind(kind, z.1)),
        Intrinsic::Conjg => Ok(pair(kind, (z.0, z.1.neg()))),
        _ => match complex::unary(id.row().name, &mut c, z) {
            Some(r) => Ok(pair(kind, r)),
            None => not_const(span, format!("`{}` is evaluated at run time", id.name())),
        },
    }
}

fn real_call(id: Intrinsic, x: Num, rest: [Option<&Const>; 2], from: u8, ty: &Ty, span: Span) -> Val {
    let kind = kind_of(Some(ty));
    let no = || not_const(span, format!("`{}` is evaluated at run time", id.name()));
    let mut c = Calc::kind(from);
    let finite = x.is_finite();
    let result = |x: Num| real(kind, x, finite, span);
    let integer = |x: Num| convert(Const::Ext(x), ty, span);
    let yes = |b: bool| Ok(Const::Logical(b));
    if let Some(Const::Int(n)) = rest[0] {
        let n = (*n).clamp(-100_000, 100_000) as i64;
        match id {
            Intrinsic::Scale => return result(c.scale(x, n)),
            // Infinity is what the standard asks for.
            Intrinsic::IeeeScalb => return Ok(of_kind(kind, c.scale(x, n))),
            Intrinsic::SetExponent => return result(c.set_exponent(x, n)),
            _ => {}
        }
    }
    if let (Some(y), true) = (rest[0].and_then(number), !matches!(rest[0], Some(Const::Int(_)))) {
        let f = match id {
            Intrinsic::Atan2 | Intrinsic::Atan if x.is_zero() && y.is_zero() => {
                return wrong(span, "`atan2` of zero and zero");
            }
            Intrinsic::Atan2 | Intrinsic::Atan => functions::binary("atan2", &mut c, x, y),
            Intrinsic::Atan2d | Intrinsic::Atand => functions::binary("atan2d", &mut c, x, y),
            Intrinsic::Hypot => functions::binary("hypot", &mut c, x, y),
            Intrinsic::Mod | Intrinsic::Modulo if y.is_zero() => {
                return wrong(span, format!("`{}` by zero", id.name()));
            }
            Intrinsic::Mod => Some(c.rem(x, y)),
            Intrinsic::Modulo => Some(c.modulo(x, y)),
            Intrinsic::Sign if y.is_zero() && super::numeric::plain_zero() => Some(x.abs()),
            Intrinsic::Sign | Intrinsic::IeeeCopySign => Some(x.copysign(y)),
            Intrinsic::Dim => Some(if y.lt(x) { c.sub(x, y) } else { Num::ZERO }),
            Intrinsic::Dprod => Some(Calc::kind(kind).mul(x, y)),
            Intrinsic::Nearest => return Ok(of_kind(kind, c.next(x, !y.neg))),
            Intrinsic::IeeeNextAfter => return Ok(of_kind(kind, if x.same(y) { x } else { c.next(x, x.lt(y)) })),
            Intrinsic::IeeeRem => Some(Calc::kind(kind).ieee_rem(x, y)),
            Intrinsic::IeeeUnordered => return yes(x.is_nan() || y.is_nan()),
            Intrinsic::IeeeMaxNum => Some(c.max(x, y)),
            Intrinsic::IeeeMinNum => Some(c.min(x, y)),
            Intrinsic::IeeeMaxNumMag => Some(if y.abs().le(x.abs()) { x } else { y }),
            Intrinsic::IeeeMinNumMag => Some(if x.abs().le(y.abs()) { x } else { y }),
            Intrinsic::IeeeQuietEq => return yes(x.same(y)),
            Intrinsic::IeeeQuietNe => return yes(!x.same(y)),
            Intrinsic::IeeeQuietLt => return yes(x.lt(y)),
            Intrinsic::IeeeQuietLe => return yes(x.le(y)),
            Intrinsic::IeeeQuietGt => return yes(y.lt(x)),
            Intrinsic::IeeeQuietGe => return yes(y.le(x)),
            Intrinsic::IeeeFma => match rest[1].and_then(number) {
                Some(z) => Some(c.fma(x, y, z)),
                None => return no(),
            },
            _ => None,
        };
        return match f {
            Some(r) => real(kind, r, finite && y.is_finite(), span),
            None => no(),
        };
    }
    let pole = x.le(Num::ZERO) && x.is_integer();
    match id {
        Intrinsic::Abs => result(x.abs()),
        Intrinsic::Aint => result(c.integral(x, Mode::Zero)),
        Intrinsic::Anint => result(c.integral(x, Mode::Away)),
        Intrinsic::Ceiling => integer(c.integral(x, Mode::Up)),
        Intrinsic::Floor => integer(c.integral(x, Mode::Down)),
        Intrinsic::Nint => integer(c.integral(x, Mode::Away)),
        Intrinsic::Exponent => Ok(Const::Int(x.exponent().map_or(int_max(kind), i128::from))),
        Intrinsic::Fraction | Intrinsic::Spacing | Intrinsic::Rrspacing if !finite => Ok(of_kind(kind, Num::NAN)),
        Intrinsic::Isnan | Intrinsic::IeeeIsNan => yes(x.is_nan()),
        Intrinsic::IeeeIsFinite => yes(finite),
        Intrinsic::IeeeIsNegative | Intrinsic::IeeeSignbit => yes(x.neg),
        Intrinsic::IeeeIsNormal => yes(finite && !x.is_subnormal(Format::of_kind(from))),
        Intrinsic::IeeeNextUp => Ok(of_kind(kind, c.next(x, true))),
        Intrinsic::IeeeNextDown => Ok(of_kind(kind, c.next(x, false))),
        Intrinsic::IeeeLogb if x.class == Class::Finite => result(Num::from_i128(x.exp.into())),
        Intrinsic::Gamma | Intrinsic::LogGamma if pole => {
            wrong(span, format!("`{}` of {x}: zero and negative whole numbers are poles", id.name()))
        }
        Intrinsic::Cotan | Intrinsic::Cotand => {
            let t = functions::unary(if id == Intrinsic::Cotan { "tan" } else { "tand" }, &mut c, x);
            match t {
                Some(t) => result(c.div(Num::ONE, t)),
                None => no(),
            }
        }
        Intrinsic::Conjg | Intrinsic::Aimag => no(),
        _ => match functions::unary(id.row().name, &mut c, x) {
            Some(r) => result(r),
            None => no(),
        },
    }
}
