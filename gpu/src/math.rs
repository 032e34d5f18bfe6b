//! Elementary functions that devices can compute exactly enough, with division and square root of
//! 32-bit floats made correctly rounded (Vulkan allows 2.5 units in the last place): a native
//! estimate is corrected by its exact remainder in integers, so the result is the same on every
//! device and on the host.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::spv::RegType;
use ferrotran_ir::{MathFn, OpKind, Type, TypeKind};
use rspirv::spirv::{GlslStd450Op as GlslOp, Op as SpvOp, Word};

/// Which of the neighbouring whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rounding {
    Down,
    Up,
    ToZero,
    ToEven,
}

impl Emit<'_, '_> {
    /// math.fn
    pub fn math(&mut self, f: MathFn, args: &[Val], t0: Type, t: Type) -> Emitted<Val> {
        let m = self.m;
        let float = matches!(m.types.kind(t0), TypeKind::Float(_));
        let complex = matches!(m.types.kind(t0), TypeKind::Complex(_));
        let s = self.reg(t0)?;
        let part = |e: &Self, i: usize| -> Emitted<Word> {
            match args.get(i) {
                Some(v) => Ok(e.parts(v)?[0]),
                None => Err(e.unsupported(format!("{} with too few arguments", f.name()))),
            }
        };
        let a = part(self, 0)?;
        let w = match f {
            MathFn::Sqrt if float => self.sqrt(a, s),
            MathFn::Abs if float => self.spv.glsl(GlslOp::FAbs, s, &[a]),
            MathFn::Abs if complex => {
                let p = self.parts(&args[0])?;
                self.hypot(p[0], p[1], s)
            }
            MathFn::Hypot if float => {
                let b = part(self, 1)?;
                self.hypot(a, b, s)
            }
            MathFn::Abs => {
                let zero = self.spv.int(s, 0);
                let neg = self.spv.op(SpvOp::ISub, s, &[zero, a]);
                let below = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[a, zero]);
                let w = self.spv.op(SpvOp::Select, s, &[below, neg, a]);
                let bits = match m.types.kind(t) {
                    TypeKind::Int(b) => u32::from(*b),
                    _ => 32,
                };
                if s == RegType::I32 { self.sign_extend(w, bits) } else { w }
            }
            MathFn::Floor if float => self.whole(Rounding::Down, a, s),
            MathFn::Ceil if float => self.whole(Rounding::Up, a, s),
            MathFn::Trunc if float => self.whole(Rounding::ToZero, a, s),
            MathFn::Rint if float => self.whole(Rounding::ToEven, a, s),
            MathFn::Round if float => {
                let whole = self.whole(Rounding::ToZero, a, s);
                let rest = self.spv.op(SpvOp::FSub, s, &[a, whole]);
                let rest = self.spv.glsl(GlslOp::FAbs, s, &[rest]);
                let (half, one, zero) = (self.spv.float(s, 0.5), self.spv.float(s, 1.0), self.spv.float(s, 0.0));
                let up = self.spv.op(SpvOp::FOrdGreaterThanEqual, RegType::Bool, &[rest, half]);
                let step = self.spv.op(SpvOp::Select, s, &[up, one, zero]);
                let step = self.copysign(step, a, s);
                let r = self.spv.op(SpvOp::FAdd, s, &[whole, step]);
                self.copysign(r, a, s)
            }
            MathFn::CopySign if float => {
                let b = part(self, 1)?;
                self.copysign(a, b, s)
            }
            MathFn::IsNan if float => self.is_nan(a, s),
            MathFn::Fma if float => {
                let (b, c) = (part(self, 1)?, part(self, 2)?);
                self.fma(a, b, c, s)
            }
            MathFn::Conj if complex => {
                let p = self.parts(&args[0])?;
                return Ok(Val::Complex(p[0], self.spv.op(SpvOp::FNegate, s, &[p[1]])));
            }
            MathFn::Conj => a,
            MathFn::Ipow => {
                let n = part(self, 1)?;
                return self.ipow(&args[0], n, t);
            }
            _ => {
                return Err(self.unsupported(format!(
                    "{} of type {} has no exact device instruction and was not expanded",
                    f.name(),
                    m.types.text(t0)
                )));
            }
        };
        Ok(Val::Scalar(w))
    }

    /// A neighbouring whole number. Native for 32 bits; drivers get it wrong for 64 bits, where adding
    /// and subtracting 2^52 rounds to even exactly.
    fn whole(&mut self, how: Rounding, x: Word, s: RegType) -> Word {
        if s == RegType::F32 {
            let native = match how {
                Rounding::Down => GlslOp::Floor,
                Rounding::Up => GlslOp::Ceil,
                Rounding::ToZero => GlslOp::Trunc,
                Rounding::ToEven => GlslOp::RoundEven,
            };
            return self.spv.glsl(native, s, &[x]);
        }
        let big = self.spv.float(s, 4_503_599_627_370_496.0);
        let (one, zero) = (self.spv.float(s, 1.0), self.spv.float(s, 0.0));
        let size = self.spv.glsl(GlslOp::FAbs, s, &[x]);
        let up = self.spv.op(SpvOp::FAdd, s, &[size, big]);
        let near = self.spv.op(SpvOp::FSub, s, &[up, big]);
        let fraction = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[size, big]);
        let near = self.spv.op(SpvOp::Select, s, &[fraction, near, size]);
        let down = |e: &mut Self, over: Word, v: Word| {
            let step = e.spv.op(SpvOp::Select, s, &[over, one, zero]);
            e.spv.op(SpvOp::FSub, s, &[v, step])
        };
        let r = match how {
            Rounding::ToEven => near,
            Rounding::ToZero => {
                let over = self.spv.op(SpvOp::FOrdGreaterThan, RegType::Bool, &[near, size]);
                down(self, over, near)
            }
            Rounding::Down | Rounding::Up => {
                let signed = self.copysign(near, x, s);
                let (passed, back) = if how == Rounding::Down {
                    (SpvOp::FOrdGreaterThan, SpvOp::FSub)
                } else {
                    (SpvOp::FOrdLessThan, SpvOp::FAdd)
                };
                let over = self.spv.op(passed, RegType::Bool, &[signed, x]);
                let moved = self.spv.op(back, s, &[signed, one]);
                self.spv.op(SpvOp::Select, s, &[over, moved, signed])
            }
        };
        // An infinity or NaN is kept; a zero keeps its sign.
        let r = self.copysign(r, x, s);
        self.spv.op(SpvOp::Select, s, &[fraction, r, x])
    }

    /// `x` with the sign of `y`.
    pub fn copysign(&mut self, x: Word, y: Word, s: RegType) -> Word {
        if s == RegType::F64 && !self.kernel.opt.i64 {
            // Without 64-bit integers a negative zero counts as positive.
            let abs = self.spv.glsl(GlslOp::FAbs, s, &[x]);
            let neg = self.spv.op(SpvOp::FNegate, s, &[abs]);
            let zero = self.spv.float(s, 0.0);
            let below = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[y, zero]);
            return self.spv.op(SpvOp::Select, s, &[below, neg, abs]);
        }
        let u = s.unsigned();
        let (bx, by) = (self.spv.op(SpvOp::Bitcast, u, &[x]), self.spv.op(SpvOp::Bitcast, u, &[y]));
        let (sign, rest) = if s == RegType::F32 {
            (self.spv.u32(0x8000_0000), self.spv.u32(0x7fff_ffff))
        } else {
            (self.spv.int(u, i64::MIN), self.spv.int(u, i64::MAX))
        };
        let (mx, sy) = (self.spv.op(SpvOp::BitwiseAnd, u, &[bx, rest]), self.spv.op(SpvOp::BitwiseAnd, u, &[by, sign]));
        let all = self.spv.op(SpvOp::BitwiseOr, u, &[mx, sy]);
        self.spv.op(SpvOp::Bitcast, s, &[all])
    }

    /// Length of (x, y) without overflow in between.
    fn hypot(&mut self, x: Word, y: Word, s: RegType) -> Word {
        let (x, y) = (self.spv.glsl(GlslOp::FAbs, s, &[x]), self.spv.glsl(GlslOp::FAbs, s, &[y]));
        let wide = self.spv.op(SpvOp::FOrdGreaterThan, RegType::Bool, &[x, y]);
        let (big, small) = (self.spv.op(SpvOp::Select, s, &[wide, x, y]), self.spv.op(SpvOp::Select, s, &[wide, y, x]));
        let (zero, one, inf) = (self.spv.float(s, 0.0), self.spv.float(s, 1.0), self.spv.float(s, f64::INFINITY));
        let null = self.spv.op(SpvOp::FOrdEqual, RegType::Bool, &[big, zero]);
        let safe = self.spv.op(SpvOp::Select, s, &[null, one, big]);
        let q = self.fdiv(small, safe, s);
        let q2 = self.spv.op(SpvOp::FMul, s, &[q, q]);
        let sum = self.spv.op(SpvOp::FAdd, s, &[one, q2]);
        let root = self.sqrt(sum, s);
        let r = self.spv.op(SpvOp::FMul, s, &[big, root]);
        let (xi, yi) = (
            self.spv.op(SpvOp::FOrdEqual, RegType::Bool, &[x, inf]),
            self.spv.op(SpvOp::FOrdEqual, RegType::Bool, &[y, inf]),
        );
        let infinite = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[xi, yi]);
        self.spv.op(SpvOp::Select, s, &[infinite, inf, r])
    }

    /// `a * b + c` with one rounding.
    fn fma(&mut self, a: Word, b: Word, c: Word, s: RegType) -> Word {
        if s == RegType::F64 || !self.kernel.opt.f64 || !self.kernel.opt.i64 {
            return self.spv.glsl(GlslOp::Fma, s, &[a, b, c]);
        }
        // The product is exact in 64 bits; the sum is rounded to odd, after which rounding to 32 bits
        // gives what one rounding would.
        let (x, y, z) = (
            self.spv.op(SpvOp::FConvert, RegType::F64, &[a]),
            self.spv.op(SpvOp::FConvert, RegType::F64, &[b]),
            self.spv.op(SpvOp::FConvert, RegType::F64, &[c]),
        );
        let f = |e: &mut Self, o: SpvOp, x: Word, y: Word| e.spv.op(o, RegType::F64, &[x, y]);
        let p = f(self, SpvOp::FMul, x, y);
        let sum = f(self, SpvOp::FAdd, p, z);
        let zz = f(self, SpvOp::FSub, sum, p);
        let back = f(self, SpvOp::FSub, sum, zz);
        let (e1, e2) = (f(self, SpvOp::FSub, z, zz), f(self, SpvOp::FSub, p, back));
        let err = f(self, SpvOp::FAdd, e1, e2);
        let bits = self.spv.op(SpvOp::Bitcast, RegType::U64, &[sum]);
        let (one, none) = (self.spv.int(RegType::U64, 1), self.spv.int(RegType::U64, 0));
        let odd = self.spv.op(SpvOp::BitwiseAnd, RegType::U64, &[bits, one]);
        let even = self.spv.op(SpvOp::IEqual, RegType::Bool, &[odd, none]);
        let zero = self.spv.float(RegType::F64, 0.0);
        let below = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[err, zero]);
        let above = self.spv.op(SpvOp::FOrdGreaterThan, RegType::Bool, &[err, zero]);
        let inexact = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[below, above]);
        let fix = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[even, inexact]);
        let negative = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[sum, zero]);
        // Away from zero where the error has the sign of the sum.
        let away = self.spv.op(SpvOp::LogicalEqual, RegType::Bool, &[negative, below]);
        let (up, down) = (
            self.spv.op(SpvOp::IAdd, RegType::U64, &[bits, one]),
            self.spv.op(SpvOp::ISub, RegType::U64, &[bits, one]),
        );
        let moved = self.spv.op(SpvOp::Select, RegType::U64, &[away, up, down]);
        let bits = self.spv.op(SpvOp::Select, RegType::U64, &[fix, moved, bits]);
        let odd = self.spv.op(SpvOp::Bitcast, RegType::F64, &[bits]);
        self.spv.op(SpvOp::FConvert, RegType::F32, &[odd])
    }

    /// Integer power by squaring.
    fn ipow(&mut self, base: &Val, n: Word, t: Type) -> Emitted<Val> {
        let s = self.reg(t)?;
        let parts = self.parts(base)?;
        if let Some(k @ 0..=64) = self.spv.known(n) {
            return self.power(base, k as u32, t);
        }
        let one = if s.is_float() { self.spv.float(s, 1.0) } else { self.spv.int(s, 1) };
        let zero = self.spv.zero(s);
        let acc: Vec<Word> = parts.iter().map(|_| self.spv.local(s, 1)).collect();
        let sq: Vec<Word> = parts.iter().map(|_| self.spv.local(s, 1)).collect();
        for (i, &p) in parts.iter().enumerate() {
            self.spv.store(acc[i], if i == 0 { one } else { zero });
            self.spv.store(sq[i], p);
        }
        let count = self.spv.local(RegType::U32, 1);
        let izero = self.spv.i32(0);
        let negative = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[n, izero]);
        let minus = self.spv.op(SpvOp::ISub, RegType::I32, &[izero, n]);
        let size = self.spv.op(SpvOp::Select, RegType::I32, &[negative, minus, n]);
        let size = self.spv.op(SpvOp::Bitcast, RegType::U32, &[size]);
        self.spv.store(count, size);
        let (uzero, uone) = (self.spv.u32(0), self.spv.u32(1));
        let mut failed = Ok(());
        self.loop_while(
            |e| {
                let c = e.spv.load(count, RegType::U32);
                e.spv.op(SpvOp::INotEqual, RegType::Bool, &[c, uzero])
            },
            |e| {
                let load = |e: &mut Self, v: &[Word]| {
                    let l: Vec<Word> = v.iter().map(|&p| e.spv.load(p, s)).collect();
                    Self::from_parts(&l)
                };
                let c = e.spv.load(count, RegType::U32);
                let low = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[c, uone]);
                let odd = e.spv.op(SpvOp::INotEqual, RegType::Bool, &[low, uzero]);
                let (x, y) = (load(e, &acc), load(e, &sq));
                let step = e.binary(OpKind::Mul, &x, &y, t).and_then(|p| e.select(odd, &p, &x, t)).and_then(|v| {
                    let square = e.binary(OpKind::Mul, &y, &y, t)?;
                    Ok((e.parts(&v)?, e.parts(&square)?))
                });
                match step {
                    Ok((v, square)) => {
                        for i in 0..acc.len() {
                            e.spv.store(acc[i], v[i]);
                            e.spv.store(sq[i], square[i]);
                        }
                    }
                    Err(err) => failed = Err(err),
                }
                let half = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[c, uone]);
                e.spv.store(count, half);
            },
        );
        failed?;
        let l: Vec<Word> = acc.iter().map(|&p| self.spv.load(p, s)).collect();
        let value = Self::from_parts(&l);
        let unit = if l.len() == 2 { Val::Complex(one, zero) } else { Val::Scalar(one) };
        // For integers the quotient 1 / power is what Fortran asks for.
        let inverse = self.binary(OpKind::Div, &unit, &value, t)?;
        self.select(negative, &inverse, &value, t)
    }
    fn power(&mut self, base: &Val, n: u32, t: Type) -> Emitted<Val> {
        let s = self.reg(t)?;
        if n == 0 {
            let one = if s.is_float() { self.spv.float(s, 1.0) } else { self.spv.int(s, 1) };
            let zero = self.spv.zero(s);
            return Ok(if self.is_complex(t) { Val::Complex(one, zero) } else { Val::Scalar(one) });
        }
        let mut acc: Option<Val> = None;
        let (mut sq, mut k) = (base.clone(), n);
        while k > 0 {
            if k & 1 == 1 {
                acc = Some(match acc {
                    Some(a) => self.binary(OpKind::Mul, &a, &sq, t)?,
                    None => sq.clone(),
                });
            }
            k >>= 1;
            if k > 0 {
                sq = self.binary(OpKind::Mul, &sq.clone(), &sq, t)?;
            }
        }
        Ok(acc.unwrap_or_else(|| base.clone()))
    }

    /// Correctly rounded quotient.
    pub fn fdiv(&mut self, a: Word, b: Word, s: RegType) -> Word {
        if s == RegType::F64 {
            return self.spv.op(SpvOp::FDiv, s, &[a, b]);
        }
        let f = match self.spv.helpers.get("divide_f32") {
            Some(&f) => f,
            None => self.divide_f32(),
        };
        self.spv.call(f, s, &[a, b])
    }
    /// Correctly rounded square root.
    pub fn sqrt(&mut self, a: Word, s: RegType) -> Word {
        if s == RegType::F64 {
            return self.spv.glsl(GlslOp::Sqrt, s, &[a]);
        }
        let f = match self.spv.helpers.get("sqrt_f32") {
            Some(&f) => f,
            None => self.sqrt_f32(),
        };
        self.spv.call(f, s, &[a])
    }

    fn u(&mut self, o: SpvOp, a: Word, b: Word) -> Word {
        self.spv.op(o, RegType::U32, &[a, b])
    }
    /// Significand with its leading bit at 23, and biased exponent (i32), of the bits of a positive
    /// finite number, subnormal ones included.
    fn unpack(&mut self, bits: Word) -> (Word, Word) {
        let (n23, mask, hidden, zero) =
            (self.spv.u32(23), self.spv.u32(0x007f_ffff), self.spv.u32(0x0080_0000), self.spv.u32(0));
        let e = self.u(SpvOp::ShiftRightLogical, bits, n23);
        let f = self.u(SpvOp::BitwiseAnd, bits, mask);
        let normal = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[e, zero]);
        let full = self.u(SpvOp::BitwiseOr, f, hidden);
        let top = self.spv.glsl(GlslOp::FindUMsb, RegType::U32, &[f]);
        let up = self.u(SpvOp::ISub, n23, top);
        let n31 = self.spv.u32(31);
        let up = self.u(SpvOp::BitwiseAnd, up, n31);
        let shifted = self.u(SpvOp::ShiftLeftLogical, f, up);
        let m = self.spv.op(SpvOp::Select, RegType::U32, &[normal, full, shifted]);
        let one = self.spv.u32(1);
        let low = self.u(SpvOp::ISub, one, up);
        let e = self.spv.op(SpvOp::Select, RegType::U32, &[normal, e, low]);
        (m, self.spv.op(SpvOp::Bitcast, RegType::I32, &[e]))
    }

    fn divide_f32(&mut self) -> Word {
        let saved = self.spv.begin_helper();
        let (pa, pb) = (self.spv.id(), self.spv.id());
        let (ua, ub) =
            (self.spv.op(SpvOp::Bitcast, RegType::U32, &[pa]), self.spv.op(SpvOp::Bitcast, RegType::U32, &[pb]));
        let (sign, rest, inf) = (self.spv.u32(0x8000_0000), self.spv.u32(0x7fff_ffff), self.spv.u32(0x7f80_0000));
        let signs = self.u(SpvOp::BitwiseXor, ua, ub);
        let signs = self.u(SpvOp::BitwiseAnd, signs, sign);
        let (xa, xb) = (self.u(SpvOp::BitwiseAnd, ua, rest), self.u(SpvOp::BitwiseAnd, ub, rest));
        let (zero, one) = (self.spv.u32(0), self.spv.u32(1));
        let out = self.spv.local(RegType::U32, 1);
        // Not a number: an operand is, or 0/0, or inf/inf. Then infinity or zero by size.
        let (big_a, big_b) = (
            self.spv.op(SpvOp::UGreaterThanEqual, RegType::Bool, &[xa, inf]),
            self.spv.op(SpvOp::UGreaterThanEqual, RegType::Bool, &[xb, inf]),
        );
        let (nan_a, nan_b) = (
            self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[xa, inf]),
            self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[xb, inf]),
        );
        let (zero_a, zero_b) = (
            self.spv.op(SpvOp::IEqual, RegType::Bool, &[xa, zero]),
            self.spv.op(SpvOp::IEqual, RegType::Bool, &[xb, zero]),
        );
        let or = |e: &mut Self, a: Word, b: Word| e.spv.op(SpvOp::LogicalOr, RegType::Bool, &[a, b]);
        let and = |e: &mut Self, a: Word, b: Word| e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[a, b]);
        let (both_zero, both_big) = (and(self, zero_a, zero_b), and(self, big_a, big_b));
        let nans = or(self, nan_a, nan_b);
        let undefined = or(self, both_zero, both_big);
        let undefined = or(self, undefined, nans);
        let infinite = or(self, big_a, zero_b);
        let vanishing = or(self, zero_a, big_b);
        let special = or(self, infinite, vanishing);
        let special = or(self, special, undefined);
        let nan = self.spv.u32(0x7fc0_0000);
        let r = self.spv.op(SpvOp::Select, RegType::U32, &[infinite, inf, zero]);
        let r = self.u(SpvOp::BitwiseOr, r, signs);
        let r = self.spv.op(SpvOp::Select, RegType::U32, &[undefined, nan, r]);
        self.spv.store(out, r);
        let regular = self.spv.op(SpvOp::LogicalNot, RegType::Bool, &[special]);
        let (yes, merge) = (self.spv.id(), self.spv.id());
        self.spv.selection_merge(merge);
        self.spv.branch_if(regular, yes, merge);
        self.spv.label(yes);
        let ((ma, ea), (mb, eb)) = (self.unpack(xa), self.unpack(xb));
        // Make the quotient of the significands lie in [1, 2).
        let below = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[ma, mb]);
        let down = self.spv.op(SpvOp::Select, RegType::U32, &[below, one, zero]);
        let ma = self.u(SpvOp::ShiftLeftLogical, ma, down);
        let idown = self.spv.op(SpvOp::Bitcast, RegType::I32, &[down]);
        let bias = self.spv.i32(127);
        let e = self.spv.op(SpvOp::ISub, RegType::I32, &[ea, eb]);
        let e = self.spv.op(SpvOp::IAdd, RegType::I32, &[e, bias]);
        let e = self.spv.op(SpvOp::ISub, RegType::I32, &[e, idown]);
        // q = floor(ma * 2^24 / mb): estimate, then the remainder modulo 2^32 corrects it.
        let (fa, fb) = (
            self.spv.op(SpvOp::ConvertUToF, RegType::F32, &[ma]),
            self.spv.op(SpvOp::ConvertUToF, RegType::F32, &[mb]),
        );
        let quotient = self.spv.op(SpvOp::FDiv, RegType::F32, &[fa, fb]);
        let scale = self.spv.float(RegType::F32, 16_777_216.0);
        let scaled = self.spv.op(SpvOp::FMul, RegType::F32, &[quotient, scale]);
        let q = self.spv.op(SpvOp::ConvertFToU, RegType::U32, &[scaled]);
        let n24 = self.spv.u32(24);
        let dividend = self.u(SpvOp::ShiftLeftLogical, ma, n24);
        let p = self.u(SpvOp::IMul, q, mb);
        let rem = self.u(SpvOp::ISub, dividend, p);
        let irem = self.spv.op(SpvOp::Bitcast, RegType::I32, &[rem]);
        let frem = self.spv.op(SpvOp::ConvertSToF, RegType::F32, &[irem]);
        let d = self.spv.op(SpvOp::FDiv, RegType::F32, &[frem, fb]);
        let d = self.spv.glsl(GlslOp::Floor, RegType::F32, &[d]);
        let d = self.spv.op(SpvOp::ConvertFToS, RegType::I32, &[d]);
        let d = self.spv.op(SpvOp::Bitcast, RegType::U32, &[d]);
        let q = self.u(SpvOp::IAdd, q, d);
        let back = self.u(SpvOp::IMul, d, mb);
        let rem = self.u(SpvOp::ISub, rem, back);
        let irem = self.spv.op(SpvOp::Bitcast, RegType::I32, &[rem]);
        let izero = self.spv.i32(0);
        let neg = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[irem, izero]);
        let (q1, r1) = (self.u(SpvOp::ISub, q, one), self.u(SpvOp::IAdd, rem, mb));
        let q = self.spv.op(SpvOp::Select, RegType::U32, &[neg, q1, q]);
        let rem = self.spv.op(SpvOp::Select, RegType::U32, &[neg, r1, rem]);
        let over = self.spv.op(SpvOp::UGreaterThanEqual, RegType::Bool, &[rem, mb]);
        let (q1, r1) = (self.u(SpvOp::IAdd, q, one), self.u(SpvOp::ISub, rem, mb));
        let q = self.spv.op(SpvOp::Select, RegType::U32, &[over, q1, q]);
        let rem = self.spv.op(SpvOp::Select, RegType::U32, &[over, r1, rem]);
        let sticky = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[rem, zero]);
        let bits = self.round_pack(q, sticky, e);
        let bits = self.u(SpvOp::BitwiseOr, bits, signs);
        self.spv.store(out, bits);
        self.spv.branch(merge);
        self.spv.label(merge);
        let bits = self.spv.load(out, RegType::U32);
        let r = self.spv.op(SpvOp::Bitcast, RegType::F32, &[bits]);
        self.spv.ret_value(r);
        self.spv.end_helper("divide_f32", RegType::F32, &[(pa, RegType::F32), (pb, RegType::F32)], saved)
    }

    /// Bits of the float nearest to `q * 2^(e - 127 - 24)`, where `q` has its leading bit at 24 and
    /// `sticky` says that the exact value is above it.
    fn round_pack(&mut self, q: Word, sticky: Word, e: Word) -> Word {
        let (one, zero) = (self.spv.u32(1), self.spv.u32(0));
        let (i1, i2, i31, i255) = (self.spv.i32(1), self.spv.i32(2), self.spv.i32(31), self.spv.i32(255));
        let normal = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[e, i1]);
        let drop = self.spv.op(SpvOp::ISub, RegType::I32, &[i2, e]);
        let small = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[drop, i31]);
        let drop = self.spv.op(SpvOp::Select, RegType::I32, &[small, drop, i31]);
        let drop = self.spv.op(SpvOp::Select, RegType::I32, &[normal, i1, drop]);
        let drop = self.spv.op(SpvOp::Bitcast, RegType::U32, &[drop]);
        let last = self.u(SpvOp::ISub, drop, one);
        let half = self.u(SpvOp::ShiftLeftLogical, one, last);
        let unit = self.u(SpvOp::ShiftLeftLogical, one, drop);
        let mask = self.u(SpvOp::ISub, unit, one);
        let lost = self.u(SpvOp::BitwiseAnd, q, mask);
        let kept = self.u(SpvOp::ShiftRightLogical, q, drop);
        let more = self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[lost, half]);
        let tie = self.spv.op(SpvOp::IEqual, RegType::Bool, &[lost, half]);
        let low = self.u(SpvOp::BitwiseAnd, kept, one);
        let odd = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[low, zero]);
        let push = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[sticky, odd]);
        let tie = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[tie, push]);
        let up = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[more, tie]);
        let inc = self.spv.op(SpvOp::Select, RegType::U32, &[up, one, zero]);
        let kept = self.u(SpvOp::IAdd, kept, inc);
        let field = self.spv.op(SpvOp::ISub, RegType::I32, &[e, i1]);
        let field = self.spv.op(SpvOp::Bitcast, RegType::U32, &[field]);
        let field = self.spv.op(SpvOp::Select, RegType::U32, &[normal, field, zero]);
        let n23 = self.spv.u32(23);
        let field = self.u(SpvOp::ShiftLeftLogical, field, n23);
        let bits = self.u(SpvOp::IAdd, field, kept);
        let inf = self.spv.u32(0x7f80_0000);
        let huge = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[e, i255]);
        self.spv.op(SpvOp::Select, RegType::U32, &[huge, inf, bits])
    }

    fn sqrt_f32(&mut self) -> Word {
        let saved = self.spv.begin_helper();
        let pa = self.spv.id();
        let ua = self.spv.op(SpvOp::Bitcast, RegType::U32, &[pa]);
        let (rest, inf, zero, one) =
            (self.spv.u32(0x7fff_ffff), self.spv.u32(0x7f80_0000), self.spv.u32(0), self.spv.u32(1));
        let xa = self.u(SpvOp::BitwiseAnd, ua, rest);
        let out = self.spv.local(RegType::U32, 1);
        // Zeros, +inf and NaNs are their own roots; negative numbers have none.
        let none = self.spv.op(SpvOp::IEqual, RegType::Bool, &[xa, zero]);
        let positive = self.spv.op(SpvOp::IEqual, RegType::Bool, &[xa, ua]);
        let large = self.spv.op(SpvOp::UGreaterThanEqual, RegType::Bool, &[xa, inf]);
        let isnan = self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[xa, inf]);
        let own = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[none, positive]);
        let own = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[own, isnan]);
        let nan = self.spv.u32(0x7fc0_0000);
        let first = self.spv.op(SpvOp::Select, RegType::U32, &[own, ua, nan]);
        self.spv.store(out, first);
        let special = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[none, large]);
        let regular = self.spv.op(SpvOp::LogicalNot, RegType::Bool, &[special]);
        let regular = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[regular, positive]);
        let (yes, merge) = (self.spv.id(), self.spv.id());
        self.spv.selection_merge(merge);
        self.spv.branch_if(regular, yes, merge);
        self.spv.label(yes);
        let (m, e) = self.unpack(xa);
        // x = m * 2^(e-150); with e - 127 made even the root of m * 2^25 or m * 2^26 has 25 bits.
        let bias = self.spv.i32(127);
        let e = self.spv.op(SpvOp::ISub, RegType::I32, &[e, bias]);
        let eu = self.spv.op(SpvOp::Bitcast, RegType::U32, &[e]);
        let odd = self.u(SpvOp::BitwiseAnd, eu, one);
        let m = self.u(SpvOp::ShiftLeftLogical, m, odd);
        let iodd = self.spv.op(SpvOp::Bitcast, RegType::I32, &[odd]);
        let e = self.spv.op(SpvOp::ISub, RegType::I32, &[e, iodd]);
        let e = self.spv.op(SpvOp::ShiftRightArithmetic, RegType::I32, &[e, one]);
        let e = self.spv.op(SpvOp::IAdd, RegType::I32, &[e, bias]);
        let fm = self.spv.op(SpvOp::ConvertUToF, RegType::F32, &[m]);
        let back = self.spv.float(RegType::F32, 1.0 / 8_388_608.0);
        let f = self.spv.op(SpvOp::FMul, RegType::F32, &[fm, back]);
        let root = self.spv.glsl(GlslOp::Sqrt, RegType::F32, &[f]);
        let scale = self.spv.float(RegType::F32, 16_777_216.0);
        let root = self.spv.op(SpvOp::FMul, RegType::F32, &[root, scale]);
        let q = self.spv.op(SpvOp::ConvertFToU, RegType::U32, &[root]);
        let n25 = self.spv.u32(25);
        let square = self.u(SpvOp::ShiftLeftLogical, m, n25);
        // One Newton step on the exact remainder, then single steps.
        let qq = self.u(SpvOp::IMul, q, q);
        let rem = self.u(SpvOp::ISub, square, qq);
        let rem = self.spv.op(SpvOp::Bitcast, RegType::I32, &[rem]);
        let (fr, fq) = (
            self.spv.op(SpvOp::ConvertSToF, RegType::F32, &[rem]),
            self.spv.op(SpvOp::ConvertUToF, RegType::F32, &[q]),
        );
        let twice = self.spv.op(SpvOp::FAdd, RegType::F32, &[fq, fq]);
        let d = self.spv.op(SpvOp::FDiv, RegType::F32, &[fr, twice]);
        let d = self.spv.glsl(GlslOp::Floor, RegType::F32, &[d]);
        let d = self.spv.op(SpvOp::ConvertFToS, RegType::I32, &[d]);
        let d = self.spv.op(SpvOp::Bitcast, RegType::U32, &[d]);
        let mut q = self.u(SpvOp::IAdd, q, d);
        let izero = self.spv.i32(0);
        for up in [false, false, true, true] {
            let qq = self.u(SpvOp::IMul, q, q);
            let rem = self.u(SpvOp::ISub, square, qq);
            let rem = self.spv.op(SpvOp::Bitcast, RegType::I32, &[rem]);
            if up {
                let twice = self.u(SpvOp::IAdd, q, q);
                let twice = self.spv.op(SpvOp::Bitcast, RegType::I32, &[twice]);
                let low = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[rem, twice]);
                let inc = self.spv.op(SpvOp::Select, RegType::U32, &[low, one, zero]);
                q = self.u(SpvOp::IAdd, q, inc);
            } else {
                let high = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[rem, izero]);
                let dec = self.spv.op(SpvOp::Select, RegType::U32, &[high, one, zero]);
                q = self.u(SpvOp::ISub, q, dec);
            }
        }
        let qq = self.u(SpvOp::IMul, q, q);
        let sticky = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[qq, square]);
        let bits = self.round_pack(q, sticky, e);
        self.spv.store(out, bits);
        self.spv.branch(merge);
        self.spv.label(merge);
        let bits = self.spv.load(out, RegType::U32);
        let r = self.spv.op(SpvOp::Bitcast, RegType::F32, &[bits]);
        self.spv.ret_value(r);
        self.spv.end_helper("sqrt_f32", RegType::F32, &[(pa, RegType::F32)], saved)
    }
}
