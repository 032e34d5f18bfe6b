//! The family *ieee*: elemental functions of `ieee_arithmetic`.

use super::floats::{ldexp, next, within};
use super::*;
use ferrotran_typed::intrinsics::family::Ieee;
use ferrotran_xreal::{Class as NumClass, Format};

impl<'a> Rules<'a> {
    pub(super) fn type_of_ieee(&mut self, id: Ieee, slots: &[Option<Expr>], span: Span) -> Res<Ty> {
        match id {
            Ieee::IeeeReal => Ok(Ty::Real(self.opts.default_real)),
            // The kind of the argument with the greater precision.
            Ieee::IeeeRem => {
                let kinds = slots.iter().flatten().filter_map(|e| if let Ty::Real(k) = e.ty { Some(k) } else { None });
                Ok(Ty::Real(kinds.max().unwrap_or(self.opts.default_real)))
            }
            Ieee::IeeeClass => self.builtin_type("ieee_class_type", span).map(Ty::Derived),
            _ => Ok(Ty::Typeless),
        }
    }
}

/// The value for constant arguments.
pub(super) fn fold(id: Ieee, call: &Scalars) -> Val {
    let (k, from) = (call.kind(), call.kind_of(0));
    match id {
        Ieee::IeeeCopySign => call.real2(|x, y| x.abs().copysign(y), |_, x, y| x.copysign(y)),
        Ieee::IeeeFma => match call.reals() {
            // Rounded once, so in the kind of the result.
            Some(Reals::Small([x, y, z])) if k == 4 => call.small((x as f32).mul_add(y as f32, z as f32).into()),
            Some(Reals::Small([x, y, z])) => call.small(x.mul_add(y, z)),
            Some(Reals::Wide([x, y, z])) => {
                let finite = x.is_finite() && y.is_finite() && z.is_finite();
                extended::real(k, Calc::kind(from).fma(x, y, z), finite, call.span)
            }
            None => call.no_value(),
        },
        Ieee::IeeeIsFinite => call.test1(f64::is_finite, Num::is_finite),
        Ieee::IeeeIsNan => call.test1(f64::is_nan, Num::is_nan),
        Ieee::IeeeIsNegative => call.test1(|x| x.is_sign_negative() && !x.is_nan(), |x| x.neg && !x.is_nan()),
        Ieee::IeeeSignbit => call.test1(f64::is_sign_negative, |x| x.neg),
        Ieee::IeeeIsNormal => call.test1(
            |x| x == 0.0 || if from == 4 { (x as f32).is_normal() } else { x.is_normal() },
            |x| x.is_finite() && !x.is_subnormal(Format::of_kind(from)),
        ),
        Ieee::IeeeLogb => match call.reals() {
            // The program signals a division by zero.
            Some(_) if call.is_zero(0) && range_checked() => call.at_run_time(),
            Some(Reals::Small([x])) => Ok(of_kind(k, exponent(Num::from_f64(x)))),
            Some(Reals::Wide([x])) => Ok(of_kind(k, exponent(x))),
            None => call.no_value(),
        },
        Ieee::IeeeMaxNum => call.real2(f64::max, |c, x, y| c.max(x, y)),
        Ieee::IeeeMinNum => call.real2(f64::min, |c, x, y| c.min(x, y)),
        Ieee::IeeeMaxNumMag => call.real2(
            |x, y| if y.is_nan() || x.abs() >= y.abs() { x } else { y },
            |_, x, y| if y.is_nan() || y.abs().le(x.abs()) { x } else { y },
        ),
        Ieee::IeeeMinNumMag => call.real2(
            |x, y| if y.is_nan() || x.abs() <= y.abs() { x } else { y },
            |_, x, y| if y.is_nan() || x.abs().le(y.abs()) { x } else { y },
        ),
        Ieee::IeeeNextAfter => call.any2(
            |x, y| match x == y {
                true => x,
                false if y.is_nan() => y,
                false => next(x, y > x, k),
            },
            |c, x, y| match x.same(y) {
                true => x,
                false if y.is_nan() => y,
                false => c.next(x, x.lt(y)),
            },
        ),
        Ieee::IeeeNextDown => call.any1(|x| next(x, false, from), |c, x| c.next(x, false)),
        Ieee::IeeeNextUp => call.any1(|x| next(x, true, from), |c, x| c.next(x, true)),
        Ieee::IeeeQuietEq => call.test2(|x, y| x == y, |x, y| x.same(y)),
        Ieee::IeeeQuietNe => call.test2(|x, y| x != y, |x, y| !x.same(y)),
        Ieee::IeeeQuietLt => call.test2(|x, y| x < y, |x, y| x.lt(y)),
        Ieee::IeeeQuietLe => call.test2(|x, y| x <= y, |x, y| x.le(y)),
        Ieee::IeeeQuietGt => call.test2(|x, y| x > y, |x, y| y.lt(x)),
        Ieee::IeeeQuietGe => call.test2(|x, y| x >= y, |x, y| y.le(x)),
        Ieee::IeeeRem => call.real2(remainder, |_, x, y| Calc::kind(k).ieee_rem(x, y)),
        Ieee::IeeeScalb => match (call.reals(), call.int(1)) {
            // Infinity is what the standard asks for.
            (Some(Reals::Small([x])), Some(n)) => Ok(Const::Real(round(k, ldexp(x, n)))),
            (Some(Reals::Wide([x])), Some(n)) => Ok(of_kind(k, Calc::kind(from).scale(x, within(n)))),
            _ => call.no_value(),
        },
        Ieee::IeeeUnordered => call.test2(|x, y| x.is_nan() || y.is_nan(), |x, y| x.is_nan() || y.is_nan()),
        Ieee::IeeeClass
        | Ieee::IeeeInt
        | Ieee::IeeeReal
        | Ieee::IeeeRint
        | Ieee::IeeeSignalingEq
        | Ieee::IeeeSignalingGe
        | Ieee::IeeeSignalingGt
        | Ieee::IeeeSignalingLe
        | Ieee::IeeeSignalingLt
        | Ieee::IeeeSignalingNe
        | Ieee::IeeeValue => call.at_run_time(),
    }
}

/// IEEE_REM, which is exact.
fn remainder(x: f64, y: f64) -> f64 {
    Calc::kind(8).ieee_rem(Num::from_f64(x), Num::from_f64(y)).to_f64()
}

/// IEEE_LOGB
fn exponent(x: Num) -> Num {
    match x.class {
        NumClass::Finite => Num::from_i128(x.exp.into()),
        NumClass::Zero => Num::INFINITY.neg(),
        NumClass::Infinite => Num::INFINITY,
        NumClass::Nan => x,
    }
}
