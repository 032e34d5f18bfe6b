//! Emission of the family *mathematics*: elementary and special functions.

use super::*;
use crate::turns::{DEGREES, HALF_TURNS};
use ferrotran_typed::intrinsics::family::Mathematics;

impl<'p> Expressions<'p> {
    /// The elemental functions.
    pub(super) fn emit_mathematics(&mut self, id: Mathematics, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { e, t, x, .. } = call;
        let extended = self.m.types.extended_kind(t).is_some();
        Ok(match id {
            Mathematics::Sqrt => match self.environment_sqrt(x) {
                Some(v) => v,
                None => self.math(MathFn::Sqrt, &[x], t),
            },
            Mathematics::Exp => self.math(MathFn::Exp, &[x], t),
            Mathematics::Log => self.math(MathFn::Log, &[x], t),
            Mathematics::Log10 => self.math(MathFn::Log10, &[x], t),
            Mathematics::Sin => self.math(MathFn::Sin, &[x], t),
            Mathematics::Cos => self.math(MathFn::Cos, &[x], t),
            Mathematics::Tan => self.math(MathFn::Tan, &[x], t),
            Mathematics::Asin => self.math(MathFn::Asin, &[x], t),
            Mathematics::Acos => self.math(MathFn::Acos, &[x], t),
            Mathematics::Sinh => self.math(MathFn::Sinh, &[x], t),
            Mathematics::Cosh => self.math(MathFn::Cosh, &[x], t),
            Mathematics::Tanh => self.math(MathFn::Tanh, &[x], t),
            Mathematics::Asinh => self.math(MathFn::Asinh, &[x], t),
            Mathematics::Acosh => self.math(MathFn::Acosh, &[x], t),
            Mathematics::Atanh => self.math(MathFn::Atanh, &[x], t),
            Mathematics::Erf => self.math(MathFn::Erf, &[x], t),
            Mathematics::Erfc => self.math(MathFn::Erfc, &[x], t),
            Mathematics::Gamma => self.math(MathFn::Gamma, &[x], t),
            Mathematics::LogGamma => self.math(MathFn::LogGamma, &[x], t),
            Mathematics::BesselJ0 => self.math(MathFn::BesselJ0, &[x], t),
            Mathematics::BesselJ1 => self.math(MathFn::BesselJ1, &[x], t),
            Mathematics::BesselY0 => self.math(MathFn::BesselY0, &[x], t),
            Mathematics::BesselY1 => self.math(MathFn::BesselY1, &[x], t),
            Mathematics::Atan | Mathematics::Atan2 => match call.get(1) {
                Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                None => self.math(MathFn::Atan, &[x], t),
            },
            Mathematics::Hypot => {
                let y = call.need(1)?;
                self.math(MathFn::Hypot, &[x, y], t)
            }
            Mathematics::Cotan if matches!(e.ty, Ty::Real(_)) => {
                let v = self.math(MathFn::Tan, &[x], t);
                let one = self.b().float(1.0, t);
                self.b().binary(OpKind::Div, one, v)
            }
            Mathematics::Cotan => return call.not_supported(),
            Mathematics::Sind if extended => self.math(MathFn::Sind, &[x], t),
            Mathematics::Cosd if extended => self.math(MathFn::Cosd, &[x], t),
            Mathematics::Tand if extended => self.math(MathFn::Tand, &[x], t),
            Mathematics::Cotand if extended => {
                let v = self.math(MathFn::Tand, &[x], t);
                let one = self.b().float(1.0, t);
                self.b().binary(OpKind::Div, one, v)
            }
            Mathematics::Asind | Mathematics::Acosd | Mathematics::Atand | Mathematics::Atan2d if extended => {
                match call.get(1) {
                    Some(y) => self.math(MathFn::Atan2d, &[x, y], t),
                    None => self.math(arc(id).in_degrees, &[x], t),
                }
            }
            Mathematics::Sind => self.sine_of_turns(x, DEGREES),
            Mathematics::Cosd => self.cosine_of_turns(x, DEGREES),
            Mathematics::Sinpi => self.sine_of_turns(x, HALF_TURNS),
            Mathematics::Cospi => self.cosine_of_turns(x, HALF_TURNS),
            Mathematics::Tand | Mathematics::Cotand | Mathematics::Tanpi => {
                let turn = if id == Mathematics::Tanpi { HALF_TURNS } else { DEGREES };
                let (s, c) = (self.sine_of_turns(x, turn), self.cosine_of_turns(x, turn));
                let (a, b) = if id == Mathematics::Cotand { (c, s) } else { (s, c) };
                self.b().binary(OpKind::Div, a, b)
            }
            Mathematics::Asinpi | Mathematics::Acospi | Mathematics::Atanpi | Mathematics::Atan2pi if extended => {
                let r = match call.get(1) {
                    Some(y) => self.math(MathFn::Atan2d, &[x, y], t),
                    None => self.math(arc(id).in_degrees, &[x], t),
                };
                let half = self.b().float(180.0, t);
                self.b().binary(OpKind::Div, r, half)
            }
            Mathematics::Asinpi | Mathematics::Acospi | Mathematics::Atanpi | Mathematics::Atan2pi => {
                let r = match call.get(1) {
                    Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                    None => self.math(arc(id).in_radians, &[x], t),
                };
                let k = self.b().float(1.0 / std::f64::consts::PI, t);
                self.b().binary(OpKind::Mul, r, k)
            }
            Mathematics::Asind | Mathematics::Acosd | Mathematics::Atand | Mathematics::Atan2d => {
                let r = match call.get(1) {
                    Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                    None => self.math(arc(id).in_radians, &[x], t),
                };
                let k = self.b().float(180.0 / std::f64::consts::PI, t);
                self.b().binary(OpKind::Mul, r, k)
            }
            Mathematics::BesselJn | Mathematics::BesselYn => {
                let (n, y) = (self.order(x), call.need(1)?);
                let f = if id == Mathematics::BesselJn { kinds::BESSEL_JN } else { kinds::BESSEL_YN };
                let bits = self.bits_of_real(y);
                self.rt_pure(f.bits(bits), &[n, y], t)
            }
            Mathematics::ErfcScaled => {
                let bits = self.bits_of_real(x);
                self.rt_pure(kinds::ERFC_SCALED.bits(bits), &[x], t)
            }
        })
    }
}

/// An inverse trigonometric function.
struct Arc {
    in_radians: MathFn,
    in_degrees: MathFn,
}

/// The inverse trigonometric function behind an intrinsic with degrees or half turns.
fn arc(id: Mathematics) -> Arc {
    let (in_radians, in_degrees) = match id {
        Mathematics::Asind | Mathematics::Asinpi => (MathFn::Asin, MathFn::Asind),
        Mathematics::Acosd | Mathematics::Acospi => (MathFn::Acos, MathFn::Acosd),
        _ => (MathFn::Atan, MathFn::Atand),
    };
    Arc { in_radians, in_degrees }
}
