//! Operations on unsigned integers (Fortran 202Y). In the IR they are integers like others: sums, products and bit
//! operations are the same; what depends on the sign is expressed here by operations that do not.

use super::*;
use ferrotran_ir::{MathFn, Pred, TypeKind};

impl FunctionBuilder {
    /// A number whose order as a signed integer is that of `v` as an unsigned one; applied twice it gives `v` again.
    pub fn signed_order(&mut self, v: Value) -> Value {
        let t = self.m.ty(v);
        let bits = self.int_bits(t);
        let top = self.b().int(i64::MIN >> (64 - bits), t);
        self.b().binary(OpKind::Xor, v, top)
    }

    /// The same for every element of an array value.
    pub fn array_signed_order(&mut self, v: Value) -> Lowered<Value> {
        let t = self.m.ty(v);
        let (rank, elem) = (self.m.types.rank(t), self.m.types.elem(t));
        let extents: Vec<Value> = (0..rank)
            .map(|d| {
                let d = Attr::Int(d as i64);
                self.b().op(OpKind::ArrayShape).arg(v).attr("dim", d).result(Type::INDEX).value()
            })
            .collect();
        self.elemental(&extents, elem, |s, idx| {
            let x = s.at_value(v, idx);
            Ok(s.signed_order(x))
        })
    }

    fn int_bits(&self, t: Type) -> u32 {
        match self.m.types.kind(t) {
            TypeKind::Int(b) => u32::from(*b),
            _ => 64,
        }
    }

    /// Zero extension, or truncation, to an integer type.
    pub fn resize_unsigned(&mut self, v: Value, to: Type) -> Value {
        let (from, wide) = (self.int_bits(self.m.ty(v)), self.int_bits(to));
        let x = self.cast(v, to);
        if from >= wide {
            return x;
        }
        let mask = self.b().int(!(-1i64 << from), to);
        self.b().binary(OpKind::And, x, mask)
    }

    /// Quotient or remainder.
    pub fn unsigned_div(&mut self, x: Value, y: Value, rem: bool) -> Value {
        let t = self.m.ty(x);
        let bits = self.int_bits(t);
        if bits < 64 {
            let wide = if bits < 32 { Type::I32 } else { Type::I64 };
            let (a, b) = (self.resize_unsigned(x, wide), self.resize_unsigned(y, wide));
            let v = self.b().binary(if rem { OpKind::Rem } else { OpKind::Div }, a, b);
            return self.cast(v, t);
        }
        // The quotient of the halved dividend, doubled, is at most one too small, where the divisor has not the highest
        // bit; where it has, the quotient is zero or one.
        let one = self.b().int(1, t);
        let zero = self.b().int(0, t);
        let fits = self.b().cmp(Pred::Uge, x, y);
        let large = self.b().cmp(Pred::Lt, y, zero);
        let divisor = self.select(large, one, y);
        let half = self.b().binary(OpKind::ShrU, x, one);
        let q = self.b().binary(OpKind::Div, half, divisor);
        let q = self.b().binary(OpKind::Shl, q, one);
        let p = self.b().binary(OpKind::Mul, q, divisor);
        let r = self.b().binary(OpKind::Sub, x, p);
        let more = self.b().cmp(Pred::Uge, r, divisor);
        let (first, second) = if rem {
            let less = self.b().binary(OpKind::Sub, r, divisor);
            let small = self.select(more, less, r);
            let once = self.b().binary(OpKind::Sub, x, y);
            (self.select(fits, once, x), small)
        } else {
            let next = self.b().binary(OpKind::Add, q, one);
            let small = self.select(more, next, q);
            (self.select(fits, one, zero), small)
        };
        self.select(large, first, second)
    }

    /// MAX and MIN of two numbers.
    pub fn unsigned_extreme(&mut self, max: bool, x: Value, y: Value) -> Value {
        let c = self.b().cmp(if max { Pred::Uge } else { Pred::Ule }, x, y);
        self.select(c, x, y)
    }

    /// A power; the exponent is unsigned too, of the same kind.
    pub fn unsigned_power(&mut self, x: Value, n: Value) -> Value {
        let t = self.m.ty(x);
        match self.known(n) {
            Some(0) => return self.b().int(1, t),
            Some(1) => return x,
            Some(k @ 2..=4) => {
                let sq = self.b().binary(OpKind::Mul, x, x);
                return match k {
                    2 => sq,
                    3 => self.b().binary(OpKind::Mul, sq, x),
                    _ => self.b().binary(OpKind::Mul, sq, sq),
                };
            }
            _ => {}
        }
        let (x, n) = (self.resize_unsigned(x, Type::I64), self.resize_unsigned(n, Type::I64));
        let v = self.rt_pure(rt::frt_unsigned_power, &[x, n], Type::I64);
        self.cast(v, t)
    }

    /// An unsigned number as a float.
    fn float_of_unsigned(&mut self, v: Value, to: Type) -> Value {
        if self.int_bits(self.m.ty(v)) < 64 {
            let v = self.resize_unsigned(v, Type::I64);
            return self.cast(v, to);
        }
        if self.m.types.extended_kind(to).is_some() {
            // Such reals have all digits of both.
            let zero = self.b().int(0, Type::I64);
            let large = self.b().cmp(Pred::Lt, v, zero);
            let small = self.cast(v, to);
            let range = self.b().float(18_446_744_073_709_551_616.0, to);
            let more = self.b().binary(OpKind::Add, small, range);
            return self.select(large, more, small);
        }
        // Above the range of signed integers half of it is converted; the bit that is lost stays for the rounding.
        let t = Type::I64;
        let (zero, one) = (self.b().int(0, t), self.b().int(1, t));
        let large = self.b().cmp(Pred::Lt, v, zero);
        let half = self.b().binary(OpKind::ShrU, v, one);
        let last = self.b().binary(OpKind::And, v, one);
        let half = self.b().binary(OpKind::Or, half, last);
        let (small, half) = (self.cast(v, to), self.cast(half, to));
        let double = self.b().binary(OpKind::Add, half, half);
        self.select(large, double, small)
    }

    /// A float as an unsigned number: truncated, and modulo the range as far as the integers of 64 bits reach.
    fn unsigned_of_float(&mut self, v: Value, to: Type) -> Value {
        if self.int_bits(to) < 64 {
            let v = self.cast(v, Type::I64);
            return self.cast(v, to);
        }
        let ft = self.m.ty(v);
        let top = self.b().float(9_223_372_036_854_775_808.0, ft);
        let large = self.b().cmp(Pred::Ge, v, top);
        let less = self.b().binary(OpKind::Sub, v, top);
        let part = self.select(large, less, v);
        let n = self.cast(part, to);
        let high = self.signed_order(n);
        self.select(large, high, n)
    }
}

impl Declarations<'_> {
    /// A conversion of which one side is unsigned; `None` for others.
    pub fn convert_unsigned(&mut self, v: Value, from: &Ty, to: &Ty, span: Span) -> Lowered<Option<Value>> {
        let t = self.val_ty(to, span)?;
        Ok(Some(match (from, to) {
            (Ty::Unsigned(_), Ty::Unsigned(_) | Ty::Integer(_)) => self.resize_unsigned(v, t),
            (Ty::Unsigned(_), Ty::Real(_)) => self.float_of_unsigned(v, t),
            (Ty::Unsigned(_), Ty::Complex(k)) => {
                let part = self.m.types.intern(TypeKind::Float(k * 8));
                let re = self.float_of_unsigned(v, part);
                let im = self.b().float(0.0, part);
                self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value()
            }
            (Ty::Unsigned(_), Ty::Logical(_)) => {
                let vt = self.m.ty(v);
                let zero = self.b().int(0, vt);
                self.b().cmp(Pred::Ne, v, zero)
            }
            (Ty::Integer(_) | Ty::Logical(_), Ty::Unsigned(_)) => self.cast(v, t),
            (Ty::Real(_), Ty::Unsigned(_)) => self.unsigned_of_float(v, t),
            (Ty::Complex(_), Ty::Unsigned(_)) => {
                let re = self.complex_part(v, false);
                self.unsigned_of_float(re, t)
            }
            (Ty::Unsigned(_), _) | (_, Ty::Unsigned(_)) => return unsupported(span, "this conversion"),
            _ => return Ok(None),
        }))
    }

    /// OUT_OF_RANGE where one of the types is unsigned.
    pub fn out_of_unsigned_range(
        &mut self,
        x: Value,
        from: &Ty,
        mold: &Ty,
        round: Option<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let t = self.m.ty(x);
        Ok(match (from, mold) {
            (Ty::Unsigned(_), Ty::Real(_)) => self.b().int(0, Type::BOOL),
            (Ty::Unsigned(a), Ty::Unsigned(b)) if a <= b => self.b().int(0, Type::BOOL),
            (Ty::Unsigned(a), Ty::Integer(b)) if a < b => self.b().int(0, Type::BOOL),
            (Ty::Unsigned(_), Ty::Unsigned(b) | Ty::Integer(b)) => {
                let bits = 8 * u32::from(*b) - u32::from(matches!(mold, Ty::Integer(_)));
                let top = self.b().int((u64::MAX >> (64 - bits)) as i64, t);
                self.b().cmp(Pred::Ugt, x, top)
            }
            (Ty::Integer(a), Ty::Unsigned(b)) => {
                let zero = self.b().int(0, t);
                let below = self.b().cmp(Pred::Lt, x, zero);
                if a <= b {
                    return Ok(below);
                }
                // The type of the argument is wider, and constants are not.
                let half = self.b().int(i64::MAX >> (64 - 8 * u32::from(*b)), t);
                let (one, twice) = (self.b().int(1, t), self.b().binary(OpKind::Add, half, half));
                let top = self.b().binary(OpKind::Add, twice, one);
                let above = self.b().cmp(Pred::Gt, x, top);
                self.b().binary(OpKind::Or, below, above)
            }
            (Ty::Real(_), Ty::Unsigned(b)) => {
                // The bounds are exact in double precision.
                let wide = if self.m.types.extended_kind(t).is_some() { t } else { Type::F64 };
                let x = self.cast(x, wide);
                let cut = self.math(MathFn::Trunc, &[x], wide);
                let v = match round {
                    Some(c) => {
                        let near = self.math(MathFn::Round, &[x], wide);
                        self.select(c, near, cut)
                    }
                    None => cut,
                };
                let top = (8.0 * f64::from(*b)).exp2();
                let (lo, hi) = (self.b().float(0.0, wide), self.b().float(top, wide));
                let a = self.b().cmp(Pred::Ge, v, lo);
                let b = self.b().cmp(Pred::Lt, v, hi);
                let inside = self.b().binary(OpKind::And, a, b);
                // Not a number is not inside.
                self.b().unary(OpKind::Not, inside, Type::BOOL)
            }
            _ => return unsupported(span, "OUT_OF_RANGE of these types"),
        })
    }

    /// Tells a descriptor of unsigned numbers what they are; the IR knows them as integers.
    pub fn mark_unsigned(&mut self, desc: Value, ty: &Ty) -> Value {
        if let Ty::Unsigned(k) = ty {
            use ferrotran_abi::desc;
            let code = desc::type_code(desc::class::UNSIGNED, i16::from(*k));
            let at = self.field_at(desc, std::mem::offset_of!(desc::Header, type_code) as i64, Type::I16);
            let code = self.b().int(code.into(), Type::I16);
            self.b().store(code, at);
        }
        desc
    }
}

/// The integer of a kind's size with the bits of an unsigned constant.
pub fn signed_bits(n: i128, kind: u8) -> i64 {
    let unused = 64 - 8 * u32::from(kind);
    (n as i64) << unused >> unused
}
