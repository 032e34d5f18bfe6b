//! Emission of the family *floats*: parts and neighbours of floating-point numbers.

use super::*;
use ferrotran_typed::intrinsics::family::Floats;

impl FunctionBuilder {
    /// An exponent as an integer of 32 bits: one that no kind of real reaches stands for all beyond it.
    pub(super) fn exponent_argument(&mut self, n: Value) -> Value {
        self.clamped(n, -100_000, 100_000)
    }

    /// An order of a Bessel function as an integer of 32 bits: the greatest stands for all beyond it.
    pub fn order(&mut self, n: Value) -> Value {
        self.clamped(n, i32::MIN.into(), i32::MAX.into())
    }

    /// An integer as one of 32 bits, between two bounds where it has more.
    fn clamped(&mut self, n: Value, least: i64, greatest: i64) -> Value {
        let t = self.m.ty(n);
        let mut n = n;
        let wide = matches!(self.m.types.kind(t), TypeKind::Int(33..) | TypeKind::Index);
        if wide {
            let (least, greatest) = (self.b().int(least, t), self.b().int(greatest, t));
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
