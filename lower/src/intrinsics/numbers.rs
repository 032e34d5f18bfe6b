//! Emission of the family *numbers*: arithmetic, rounding, conversion.

use super::*;
use ferrotran_typed::intrinsics::family::Numbers;
use ferrotran_xreal::Format;

impl<'p> Expressions<'p> {
    /// The elemental functions.
    pub(super) fn emit_numbers(&mut self, id: Numbers, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { e, span, t, x, xt, .. } = call;
        let xty = call.first_ty();
        Ok(match id {
            Numbers::Abs => self.math(MathFn::Abs, &[x], t),
            Numbers::Aimag => self.complex_part(x, true),
            Numbers::Aint => {
                let v = self.math(MathFn::Trunc, &[x], xt);
                self.cast(v, t)
            }
            Numbers::Anint => {
                let v = self.math(MathFn::Round, &[x], xt);
                self.cast(v, t)
            }
            Numbers::Ceiling | Numbers::Floor | Numbers::Nint => {
                let f = match id {
                    Numbers::Ceiling => MathFn::Ceil,
                    Numbers::Floor => MathFn::Floor,
                    _ => MathFn::Round,
                };
                let v = self.math(f, &[x], xt);
                self.cast(v, t)
            }
            Numbers::Int | Numbers::Uint | Numbers::Int2 | Numbers::Int8 | Numbers::Real | Numbers::Dble => {
                self.convert(x, xty, &e.ty, span)?
            }
            Numbers::Cmplx | Numbers::Complex => {
                if matches!(xty, Ty::Complex(_)) {
                    self.convert(x, xty, &e.ty, span)?
                } else {
                    let Ty::Complex(k) = e.ty else { return unsupported(span, "this conversion") };
                    let part = self.m.types.intern(TypeKind::Float(k * 8));
                    let real = Ty::Real(k);
                    let re = self.convert(x, xty, &real, span)?;
                    let im = match (call.get(1), call.ty(1)) {
                        (Some(y), Some(yty)) => self.convert(y, yty, &real, span)?,
                        _ => self.b().float(0.0, part),
                    };
                    self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value()
                }
            }
            Numbers::Conjg => self.math(MathFn::Conj, &[x], t),
            Numbers::Dim => {
                let y = call.need(1)?;
                let d = self.b().binary(OpKind::Sub, x, y);
                let z = if matches!(xty, Ty::Integer(_)) { self.b().int(0, t) } else { self.b().float(0.0, t) };
                let c = self.b().cmp(Pred::Gt, x, y);
                self.select(c, d, z)
            }
            Numbers::Dprod => {
                let y = call.need(1)?;
                let (x, y) = (self.cast(x, t), self.cast(y, t));
                self.b().binary(OpKind::Mul, x, y)
            }
            Numbers::Max | Numbers::Min => {
                let kind = if id == Numbers::Max { OpKind::Max } else { OpKind::Min };
                if matches!(xty, Ty::Character(..)) {
                    return self.longest_of(id == Numbers::Max, call.vals, span);
                }
                let mut acc = x;
                for y in call.vals[1..].iter().flatten() {
                    if matches!(xty, Ty::Unsigned(_)) {
                        acc = self.unsigned_extreme(id == Numbers::Max, acc, *y);
                        continue;
                    }
                    acc = self.b().binary(kind, acc, *y);
                }
                acc
            }
            Numbers::Mod | Numbers::Modulo if matches!(xty, Ty::Unsigned(_)) => {
                let y = call.need(1)?;
                self.unsigned_div(x, y, true)
            }
            Numbers::Mod => {
                let y = call.need(1)?;
                self.b().binary(OpKind::Rem, x, y)
            }
            Numbers::Modulo => {
                let y = call.need(1)?;
                self.b().binary(OpKind::Modulo, x, y)
            }
            Numbers::Sign => {
                let y = call.need(1)?;
                if matches!(xty, Ty::Integer(_)) {
                    let a = self.math(MathFn::Abs, &[x], t);
                    let n = self.b().unary(OpKind::Neg, a, t);
                    let yt = self.m.ty(y);
                    let z = self.b().int(0, yt);
                    let c = self.b().cmp(Pred::Ge, y, z);
                    self.select(c, a, n)
                } else {
                    let mut y = self.cast(y, t);
                    if self.opts.io.plain_zero {
                        // The sum of zeros of both signs is a positive one.
                        let zero = self.b().float(0.0, t);
                        y = self.b().binary(OpKind::Add, y, zero);
                    }
                    self.math(MathFn::CopySign, &[x, y], t)
                }
            }
            Numbers::OutOfRange => {
                let mold = call.ty(1).cloned().unwrap_or(Ty::Typeless);
                self.out_of_range(x, xty, &mold, call.get(2), span)?
            }
            Numbers::IsIostatEnd | Numbers::IsIostatEor => {
                let k = self.b().int(if id == Numbers::IsIostatEnd { -1 } else { -2 }, xt);
                self.b().cmp(Pred::Eq, x, k)
            }
        })
    }

    /// OUT_OF_RANGE (Fortran 2018, 16.9.145): whether a value has no conversion to the type of `mold`.
    fn out_of_range(&mut self, x: Value, from: &Ty, mold: &Ty, round: Option<Value>, span: Span) -> Lowered<Value> {
        if matches!(from, Ty::Unsigned(_)) || matches!(mold, Ty::Unsigned(_)) {
            return self.out_of_unsigned_range(x, from, mold, round, span);
        }
        let xt = self.m.ty(x);
        let below_or_above = |s: &mut Self, x: Value, pred: (Pred, Pred), lo: Value, hi: Value| {
            let a = s.b().cmp(pred.0, x, lo);
            let b = s.b().cmp(pred.1, x, hi);
            s.b().binary(OpKind::Or, a, b)
        };
        Ok(match (from, mold) {
            (Ty::Integer(a), Ty::Integer(b)) if a <= b => self.b().int(0, Type::BOOL),
            (Ty::Integer(_), Ty::Integer(b)) => {
                // The kind of the argument is the larger one.
                let top = i64::MAX >> (64 - 8 * u32::from((*b).min(8)));
                let (lo, hi) = (self.b().int(-top - 1, xt), self.b().int(top, xt));
                below_or_above(self, x, (Pred::Lt, Pred::Gt), lo, hi)
            }
            (Ty::Integer(_), Ty::Real(_)) => self.b().int(0, Type::BOOL),
            (Ty::Real(a), Ty::Real(b)) if a <= b => self.b().int(0, Type::BOOL),
            (Ty::Real(_), Ty::Real(_)) => {
                // Infinities have a conversion.
                let Ty::Real(to) = mold else { return unsupported(span, "OUT_OF_RANGE of these types") };
                let top = Format::of_kind(*to).huge();
                let (lo, hi) = (self.b().number(top.neg(), xt), self.b().number(top, xt));
                let out = below_or_above(self, x, (Pred::Lt, Pred::Gt), lo, hi);
                let inf = self.b().float(f64::INFINITY, xt);
                let size = self.math(MathFn::Abs, &[x], xt);
                let finite = self.b().cmp(Pred::Ne, size, inf);
                self.b().binary(OpKind::And, out, finite)
            }
            (Ty::Real(_), Ty::Integer(b)) => {
                // In double precision all bounds but those of integer(8) are exact; there the next ones serve.
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let x = self.cast(x, wide);
                let top = 2f64.powi(8 * i32::from(*b) - 1);
                let t = self.math(MathFn::Trunc, &[x], wide);
                let v = match round {
                    Some(c) => {
                        let r = self.math(MathFn::Round, &[x], wide);
                        self.select(c, r, t)
                    }
                    None => t,
                };
                let (lo, hi) = (self.b().float(-top, wide), self.b().float(top, wide));
                let a = self.b().cmp(Pred::Ge, v, lo);
                let b = self.b().cmp(Pred::Lt, v, hi);
                let inside = self.b().binary(OpKind::And, a, b);
                // Not a number is not inside.
                self.b().unary(OpKind::Not, inside, Type::BOOL)
            }
            _ => return unsupported(span, "OUT_OF_RANGE of these types"),
        })
    }
}
