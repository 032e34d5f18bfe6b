//! Emission of the family *ieee*: elemental functions of `ieee_arithmetic`.

use super::*;
use ferrotran_typed::intrinsics::family::Ieee;

impl<'p> Expressions<'p> {
    /// The functions.
    pub(super) fn emit_ieee(&mut self, id: Ieee, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { e, span, t, x, .. } = call;
        let Some((xt, bits)) = self.real_bits(x) else {
            return match id {
                Ieee::IeeeReal => self.convert(x, call.first_ty(), &e.ty, span),
                _ => unsupported(span, format!("`{}` of this type", call.id.name())),
            };
        };
        Ok(match id {
            Ieee::IeeeCopySign => {
                let y = call.need(1)?;
                let y = self.cast(y, t);
                self.math(MathFn::CopySign, &[x, y], t)
            }
            Ieee::IeeeFma => {
                let (y, z) = (call.need(1)?, call.need(2)?);
                self.math(MathFn::Fma, &[x, y, z], t)
            }
            Ieee::IeeeIsFinite => {
                let d = self.b().binary(OpKind::Sub, x, x);
                let nan = self.math(MathFn::IsNan, &[d], Type::BOOL);
                self.b().unary(OpKind::Not, nan, Type::BOOL)
            }
            Ieee::IeeeIsNegative => {
                let one = self.b().float(1.0, xt);
                let s = self.math(MathFn::CopySign, &[one, x], xt);
                let z = self.b().float(0.0, xt);
                let c = self.b().cmp(Pred::Lt, s, z);
                let nan = self.math(MathFn::IsNan, &[x], Type::BOOL);
                let ok = self.b().unary(OpKind::Not, nan, Type::BOOL);
                self.b().binary(OpKind::And, c, ok)
            }
            Ieee::IeeeIsNan => self.math(MathFn::IsNan, &[x], Type::BOOL),
            Ieee::IeeeClass => {
                let Ty::Derived(ty) = &e.ty else { return unsupported(span, "this class") };
                let class = self.rt_pure(kinds::IEEE_CLASS.bits(bits), &[x], Type::I32);
                let obj = self.new_object(*ty, span)?;
                self.set_opaque(obj, class);
                obj
            }
            Ieee::IeeeValue => {
                let class = self.opaque(call.need(1)?, Type::I32);
                self.rt_pure(kinds::IEEE_VALUE.bits(bits), &[class], t)
            }
            Ieee::IeeeIsNormal => {
                // Normal or zero: neither subnormal, infinite nor NaN.
                let class = self.rt_pure(kinds::IEEE_CLASS.bits(bits), &[x], Type::I32);
                let mut any = self.b().int(0, Type::BOOL);
                for k in [4, 6, 7, 9] {
                    let k = self.b().int(k, Type::I32);
                    let c = self.b().cmp(Pred::Eq, class, k);
                    any = self.b().binary(OpKind::Or, any, c);
                }
                any
            }
            Ieee::IeeeSignbit => {
                let one = self.b().float(1.0, xt);
                let s = self.math(MathFn::CopySign, &[one, x], xt);
                let z = self.b().float(0.0, xt);
                self.b().cmp(Pred::Lt, s, z)
            }
            Ieee::IeeeNextAfter => {
                let y = call.need(1)?;
                // Towards what all digits of the other say.
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let y = self.cast(y, wide);
                self.rt_pure(kinds::IEEE_NEXT_AFTER.bits(bits), &[x, y], t)
            }
            Ieee::IeeeNextUp | Ieee::IeeeNextDown => {
                let far = if id == Ieee::IeeeNextUp { f64::INFINITY } else { f64::NEG_INFINITY };
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let y = self.b().float(far, wide);
                self.rt_pure(kinds::IEEE_NEXT_AFTER.bits(bits), &[x, y], t)
            }
            Ieee::IeeeRem => {
                let y = call.need(1)?;
                // The result has the greater precision.
                let (x, y) = (self.cast(x, t), self.cast(y, t));
                let bits = self.real_bits(x).map_or(64, |s| s.1);
                self.rt_pure(kinds::IEEE_REM.bits(bits), &[x, y], t)
            }
            Ieee::IeeeRint | Ieee::IeeeInt => {
                let mode = match call.get(1) {
                    Some(m) => self.opaque(m, Type::I32),
                    None => self.b().int(-1, Type::I32),
                };
                let f = kinds::IEEE_RINT.bits(bits);
                let v =
                    if self.f.in_body() { self.rt_pure(f, &[x, mode], xt) } else { self.rt_value(f, &[x, mode], xt) };
                self.cast(v, t)
            }
            Ieee::IeeeScalb => {
                let n = self.exponent_argument(call.need(1)?);
                let n = self.cast(n, Type::I64);
                self.rt_pure(kinds::IEEE_SCALB.bits(bits), &[x, n], t)
            }
            Ieee::IeeeLogb => self.rt_pure(kinds::IEEE_LOGB.bits(bits), &[x], t),
            Ieee::IeeeMaxNum | Ieee::IeeeMinNum | Ieee::IeeeMaxNumMag | Ieee::IeeeMinNumMag => {
                let which = match id {
                    Ieee::IeeeMaxNum => 0,
                    Ieee::IeeeMinNum => 1,
                    Ieee::IeeeMaxNumMag => 2,
                    _ => 3,
                };
                let (y, which) = (call.need(1)?, self.b().int(which, Type::I32));
                self.rt_pure(kinds::IEEE_EXTREMUM.bits(bits), &[x, y, which], t)
            }
            Ieee::IeeeUnordered => {
                let y = call.need(1)?;
                let (a, b) = (self.math(MathFn::IsNan, &[x], Type::BOOL), self.math(MathFn::IsNan, &[y], Type::BOOL));
                self.b().binary(OpKind::Or, a, b)
            }
            Ieee::IeeeQuietEq
            | Ieee::IeeeQuietGe
            | Ieee::IeeeQuietGt
            | Ieee::IeeeQuietLe
            | Ieee::IeeeQuietLt
            | Ieee::IeeeQuietNe
            | Ieee::IeeeSignalingEq
            | Ieee::IeeeSignalingGe
            | Ieee::IeeeSignalingGt
            | Ieee::IeeeSignalingLe
            | Ieee::IeeeSignalingLt
            | Ieee::IeeeSignalingNe => {
                let y = call.need(1)?;
                let (pred, signals) = match id {
                    Ieee::IeeeQuietEq => (Pred::Eq, false),
                    Ieee::IeeeQuietGe => (Pred::Ge, false),
                    Ieee::IeeeQuietGt => (Pred::Gt, false),
                    Ieee::IeeeQuietLe => (Pred::Le, false),
                    Ieee::IeeeQuietLt => (Pred::Lt, false),
                    Ieee::IeeeQuietNe => (Pred::Ne, false),
                    Ieee::IeeeSignalingEq => (Pred::Eq, true),
                    Ieee::IeeeSignalingGe => (Pred::Ge, true),
                    Ieee::IeeeSignalingGt => (Pred::Gt, true),
                    Ieee::IeeeSignalingLe => (Pred::Le, true),
                    Ieee::IeeeSignalingLt => (Pred::Lt, true),
                    _ => (Pred::Ne, true),
                };
                if signals {
                    self.rt(kinds::IEEE_SIGNAL.bits(bits), &[x, y]);
                }
                self.b().cmp(pred, x, y)
            }
            Ieee::IeeeReal => self.convert(x, call.first_ty(), &e.ty, span)?,
        })
    }
}
