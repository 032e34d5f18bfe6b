//! Trigonometric functions of degrees and half-revolutions (Fortran 2023, 16.9): the argument is reduced without
//! rounding, so that multiples of 30 and 45 degrees give what they should. The family *mathematics* of sema does the same.

use super::*;
use ferrotran_ir::{MathFn, Pred};
use ferrotran_xreal::Calc;

/// A turn in the unit of the argument: degrees, or half-revolutions.
pub(super) const DEGREES: f64 = 360.0;
/// As [`DEGREES`].
pub(super) const HALF_TURNS: f64 = 2.0;

impl FunctionBuilder {
    /// `|x|` less whole turns, and half a turn.
    fn within_turn(&mut self, x: Value, turn: f64) -> (Value, Value) {
        let t = self.m.ty(x);
        let (turn, half) = (self.b().float(turn, t), self.b().float(turn / 2.0, t));
        let r = self.b().binary(OpKind::Rem, x, turn);
        let a = self.math(MathFn::Abs, &[r], t);
        (a, half)
    }

    fn choose_value(&mut self, c: Value, a: Value, b: Value) -> Value {
        let t = self.m.ty(a);
        self.b().op(OpKind::Select).arg(c).arg(a).arg(b).result(t).value()
    }

    /// Sine of an angle of which `turn` make a turn.
    pub(super) fn sine_of_turns(&mut self, x: Value, turn: f64) -> Value {
        let t = self.m.ty(x);
        let (a, half) = self.within_turn(x, turn);
        let one = self.b().float(1.0, t);
        let sign = self.math(MathFn::CopySign, &[one, x], t);
        // The second half of the turn mirrors the first.
        let second = self.b().cmp(Pred::Gt, a, half);
        let minus = self.b().unary(OpKind::Neg, sign, t);
        let sign = self.choose_value(second, minus, sign);
        let less = self.b().binary(OpKind::Sub, a, half);
        let a = self.choose_value(second, less, a);
        let right = self.b().float(turn / 4.0, t);
        let obtuse = self.b().cmp(Pred::Gt, a, right);
        let rest = self.b().binary(OpKind::Sub, half, a);
        let a = self.choose_value(obtuse, rest, a);
        let v = self.sine_of_quarter(a, right, turn);
        self.b().binary(OpKind::Mul, sign, v)
    }

    /// As [`Self::sine_of_turns`], the cosine.
    pub(super) fn cosine_of_turns(&mut self, x: Value, turn: f64) -> Value {
        let t = self.m.ty(x);
        let (a, half) = self.within_turn(x, turn);
        let second = self.b().cmp(Pred::Gt, a, half);
        let whole = self.b().float(turn, t);
        let back = self.b().binary(OpKind::Sub, whole, a);
        let a = self.choose_value(second, back, a);
        let right = self.b().float(turn / 4.0, t);
        let obtuse = self.b().cmp(Pred::Gt, a, right);
        let rest = self.b().binary(OpKind::Sub, half, a);
        let a = self.choose_value(obtuse, rest, a);
        let (plus, minus) = (self.b().float(1.0, t), self.b().float(-1.0, t));
        let sign = self.choose_value(obtuse, minus, plus);
        let a = self.b().binary(OpKind::Sub, right, a);
        let v = self.sine_of_quarter(a, right, turn);
        self.b().binary(OpKind::Mul, sign, v)
    }

    /// Sine of an angle in the first quarter.
    fn sine_of_quarter(&mut self, a: Value, right: Value, turn: f64) -> Value {
        let t = self.m.ty(a);
        let k = match self.m.types.extended_kind(t) {
            Some(kind) => {
                let mut c = Calc::kind(kind);
                let pi = ferrotran_xreal::functions::unary("acos", &mut c, Num::from_i128(-1)).unwrap_or(Num::NAN);
                self.b().number(c.div(pi, Num::from_f64(turn / 2.0)), t)
            }
            None => self.b().float(std::f64::consts::PI / (turn / 2.0), t),
        };
        let r = self.b().binary(OpKind::Mul, a, k);
        let s = self.math(MathFn::Sin, &[r], t);
        let rest = self.b().binary(OpKind::Sub, right, a);
        let r = self.b().binary(OpKind::Mul, rest, k);
        let c = self.math(MathFn::Cos, &[r], t);
        let half = self.b().float(turn / 8.0, t);
        let flat = self.b().cmp(Pred::Le, a, half);
        let v = self.choose_value(flat, s, c);
        if turn != DEGREES {
            return v;
        }
        let third = self.b().float(30.0, t);
        let exact = self.b().cmp(Pred::Eq, a, third);
        let one_half = self.b().float(0.5, t);
        self.choose_value(exact, one_half, v)
    }
}
