//! The family *ieee*: elemental functions of `ieee_arithmetic`.

use super::floats::{frexp, ldexp, next, within};
use super::*;
use ferrotran_typed::intrinsics::family::Ieee;
use ferrotran_xreal::{Class as NumClass, Format};

impl<'a> Rules<'a> {
    pub(super) fn type_of_ieee(&mut self, id: Ieee, span: Span) -> Res<Ty> {
        match id {
            Ieee::IeeeReal => Ok(Ty::Real(self.opts.default_real)),
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
            Some(Reals::Small([x, y, z])) => call.small(x.mul_add(y, z)),
            Some(Reals::Wide([x, y, z])) => {
                extended::real(k, Calc::kind(from).fma(x, y, z), x.is_finite() && y.is_finite(), call.span)
            }
            None => call.no_value(),
        },
        Ieee::IeeeIsFinite => call.test1(f64::is_finite, Num::is_finite),
        Ieee::IeeeIsNan => call.test1(f64::is_nan, Num::is_nan),
        Ieee::IeeeIsNegative | Ieee::IeeeSignbit => call.test1(f64::is_sign_negative, |x| x.neg),
        Ieee::IeeeIsNormal => call.test1(
            |x| x == 0.0 || if from == 4 { (x as f32).is_normal() } else { x.is_normal() },
            |x| x.is_finite() && !x.is_subnormal(Format::of_kind(from)),
        ),
        Ieee::IeeeLogb => match call.reals() {
            Some(Reals::Small([x])) if x != 0.0 => Ok(Const::Real(f64::from(frexp(x).1 - 1))),
            Some(Reals::Wide([x])) if x.class == NumClass::Finite => Ok(of_kind(k, Num::from_i128(x.exp.into()))),
            _ => call.at_run_time(),
        },
        Ieee::IeeeMaxNum => call.real2(f64::max, |c, x, y| c.max(x, y)),
        Ieee::IeeeMinNum => call.real2(f64::min, |c, x, y| c.min(x, y)),
        Ieee::IeeeMaxNumMag => {
            call.real2(|x, y| if x.abs() >= y.abs() { x } else { y }, |_, x, y| if y.abs().le(x.abs()) { x } else { y })
        }
        Ieee::IeeeMinNumMag => {
            call.real2(|x, y| if x.abs() <= y.abs() { x } else { y }, |_, x, y| if x.abs().le(y.abs()) { x } else { y })
        }
        Ieee::IeeeNextAfter => call.any2(
            |x, y| if x == y { x } else { next(x, y > x, k) },
            |c, x, y| if x.same(y) { x } else { c.next(x, x.lt(y)) },
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

fn remainder(x: f64, y: f64) -> f64 {
    let n = (x / y).round_ties_even();
    let r = x - n * y;
    if r == 0.0 { r.copysign(x) } else { r }
}
