//! Emission of the family *floats*: parts and neighbours of floating-point numbers.

use super::*;
use ferrotran_typed::intrinsics::family::Floats;

impl FunctionBuilder {
    /// An exponent as an integer of 32 bits: one that no kind of real reaches stands for all beyond it.
    pub(super) fn exponent_argument(&mut self, n: Value) -> Value {
        let t = self.m.ty(n);
        let mut n = n;
        if matches!(self.m.types.kind(t), TypeKind::Int(bits) if *bits > 32) {
            let (least, greatest) = (self.b().int(-100_000, t), self.b().int(100_000, t));
            n = self.b().binary(OpKind::Max, n, least);
            n = self.b().binary(OpKind::Min, n, greatest);
        }
        self.cast(n, Type::I32)
    }

    /// Bits of a real; those of a double where the value is none.
    pub(super) fn bits_of_real(&self, v: Value) -> u8 {
        self.real_bits(v).map_or(64, |t| t.1)
    }
}

impl<'p> Expressions<'p> {
    /// The elemental functions.
    pub(super) fn emit_floats(&mut self, id: Floats, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { t, x, .. } = call;
        let bits = self.bits_of_real(x);
        Ok(match id {
            Floats::Fraction | Floats::Rrspacing | Floats::Spacing => {
                let f = match id {
                    Floats::Fraction => kinds::FRACTION,
                    Floats::Rrspacing => kinds::RRSPACING,
                    _ => kinds::SPACING,
                };
                self.rt_pure(f.bits(bits), &[x], t)
            }
            Floats::Exponent => {
                let v = self.rt_pure(kinds::EXPONENT.bits(bits), &[x], Type::I32);
                self.cast(v, t)
            }
            Floats::Scale | Floats::SetExponent => {
                let n = call.need(1)?;
                let n = self.exponent_argument(n);
                let f = if id == Floats::Scale { kinds::SCALE } else { kinds::SET_EXPONENT };
                self.rt_pure(f.bits(bits), &[x, n], t)
            }
            Floats::Nearest => {
                let s = call.need(1)?;
                let s = self.cast(s, t);
                self.rt_pure(kinds::NEAREST.bits(bits), &[x, s], t)
            }
            Floats::Isnan => self.math(MathFn::IsNan, &[x], Type::BOOL),
        })
    }
}
