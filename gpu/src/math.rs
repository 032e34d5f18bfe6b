//! Elementary functions that devices can compute exactly enough, with division and square root of
//! 32-bit floats made correctly rounded (Vulkan allows 2.5 units in the last place): a native
//! estimate is corrected by its exact remainder in integers, so the result is the same on every
//! device and on the host.

use crate::emit::{Emit, Val};
use crate::kernel::R;
use crate::spv::S;
use ferrotran_ir::{MathFn, OpKind, Type, TypeKind};
use rspirv::spirv::{GlslStd450Op as G, Op as O, Word};

impl Emit<'_, '_> {
    /// math.fn
    pub fn math(&mut self, f: MathFn, args: &[Val], t0: Type, t: Type) -> R<Val> {
        let m = self.m;
        let float = matches!(m.types.kind(t0), TypeKind::Float(_));
        let complex = matches!(m.types.kind(t0), TypeKind::Complex(_));
        let s = self.reg(t0)?;
        let part = |e: &Self, i: usize| -> R<Word> {
            match args.get(i) {
                Some(v) => Ok(e.parts(v)?[0]),
                None => Err(e.no(format!("{} with too few arguments", f.name()))),
            }
        };
        let a = part(self, 0)?;
        let w = match f {
            MathFn::Sqrt if float => self.sqrt(a, s),
            MathFn::Abs if float => self.s.glsl(G::FAbs, s, &[a]),
            MathFn::Abs if complex => {
                let p = self.parts(&args[0])?;
                self.hypot(p[0], p[1], s)
            }
            MathFn::Hypot if float => {
                let b = part(self, 1)?;
                self.hypot(a, b, s)
            }
            MathFn::Abs => {
                let zero = self.s.int(s, 0);
                let neg = self.s.op(O::ISub, s, &[zero, a]);
                let below = self.s.op(O::SLessThan, S::Bool, &[a, zero]);
                let w = self.s.op(O::Select, s, &[below, neg, a]);
                let bits = match m.types.kind(t) {
                    TypeKind::Int(b) => u32::from(*b),
                    _ => 32,
                };
                if s == S::I32 { self.sign_extend(w, bits) } else { w }
            }
            MathFn::Floor if float => self.whole(G::Floor, a, s),
            MathFn::Ceil if float => self.whole(G::Ceil, a, s),
            MathFn::Trunc if float => self.whole(G::Trunc, a, s),
            MathFn::Rint if float => self.whole(G::RoundEven, a, s),
            MathFn::Round if float => {
                let whole = self.whole(G::Trunc, a, s);
                let rest = self.s.op(O::FSub, s, &[a, whole]);
                let rest = self.s.glsl(G::FAbs, s, &[rest]);
                let (half, one, zero) = (self.s.float(s, 0.5), self.s.float(s, 1.0), self.s.float(s, 0.0));
                let up = self.s.op(O::FOrdGreaterThanEqual, S::Bool, &[rest, half]);
                let step = self.s.op(O::Select, s, &[up, one, zero]);
                let step = self.copysign(step, a, s);
                let r = self.s.op(O::FAdd, s, &[whole, step]);
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
                return Ok(Val::C(p[0], self.s.op(O::FNegate, s, &[p[1]])));
            }
            MathFn::Conj => a,
            MathFn::Ipow => {
                let n = part(self, 1)?;
                return self.ipow(&args[0], n, t);
            }
            _ => {
                return Err(self.no(format!(
                    "{} of type {} has no exact device instruction and was not expanded",
                    f.name(),
                    m.types.text(t0)
                )));
            }
        };
        Ok(Val::S(w))
    }

    /// A neighbouring whole number. Native for 32 bits; drivers get it wrong for 64 bits, where adding
    /// and subtracting 2^52 rounds to even exactly.
    fn whole(&mut self, how: G, x: Word, s: S) -> Word {
        if s == S::F32 {
            return self.s.glsl(how, s, &[x]);
        }
        let big = self.s.float(s, 4_503_599_627_370_496.0);
        let (one, zero) = (self.s.float(s, 1.0), self.s.float(s, 0.0));
        let size = self.s.glsl(G::FAbs, s, &[x]);
        let up = self.s.op(O::FAdd, s, &[size, big]);
        let near = self.s.op(O::FSub, s, &[up, big]);
        let fraction = self.s.op(O::FOrdLessThan, S::Bool, &[size, big]);
        let near = self.s.op(O::Select, s, &[fraction, near, size]);
        let down = |e: &mut Self, over: Word, v: Word| {
            let step = e.s.op(O::Select, s, &[over, one, zero]);
            e.s.op(O::FSub, s, &[v, step])
        };
        let r = match how {
            G::RoundEven => near,
            G::Trunc => {
                let over = self.s.op(O::FOrdGreaterThan, S::Bool, &[near, size]);
                down(self, over, near)
            }
            _ => {
                let signed = self.copysign(near, x, s);
                let (test, step) = if how == G::Floor { (O::FOrdGreaterThan, one) } else { (O::FOrdLessThan, one) };
                let over = self.s.op(test, S::Bool, &[signed, x]);
                let moved = self.s.op(if how == G::Floor { O::FSub } else { O::FAdd }, s, &[signed, step]);
                self.s.op(O::Select, s, &[over, moved, signed])
            }
        };
        // An infinity or NaN is kept; a zero keeps its sign.
        let r = self.copysign(r, x, s);
        self.s.op(O::Select, s, &[fraction, r, x])
    }

    /// `x` with the sign of `y`.
    pub fn copysign(&mut self, x: Word, y: Word, s: S) -> Word {
        if s == S::F64 && !self.k.opt.i64 {
            // Without 64-bit integers a negative zero counts as positive.
            let abs = self.s.glsl(G::FAbs, s, &[x]);
            let neg = self.s.op(O::FNegate, s, &[abs]);
            let zero = self.s.float(s, 0.0);
            let below = self.s.op(O::FOrdLessThan, S::Bool, &[y, zero]);
            return self.s.op(O::Select, s, &[below, neg, abs]);
        }
        let u = s.unsigned();
        let (bx, by) = (self.s.op(O::Bitcast, u, &[x]), self.s.op(O::Bitcast, u, &[y]));
        let (sign, rest) = if s == S::F32 {
            (self.s.u32(0x8000_0000), self.s.u32(0x7fff_ffff))
        } else {
            (self.s.int(u, i64::MIN), self.s.int(u, i64::MAX))
        };
        let (mx, sy) = (self.s.op(O::BitwiseAnd, u, &[bx, rest]), self.s.op(O::BitwiseAnd, u, &[by, sign]));
        let all = self.s.op(O::BitwiseOr, u, &[mx, sy]);
        self.s.op(O::Bitcast, s, &[all])
    }

    /// Length of (x, y) without overflow in between.
    fn hypot(&mut self, x: Word, y: Word, s: S) -> Word {
        let (x, y) = (self.s.glsl(G::FAbs, s, &[x]), self.s.glsl(G::FAbs, s, &[y]));
        let wide = self.s.op(O::FOrdGreaterThan, S::Bool, &[x, y]);
        let (big, small) = (self.s.op(O::Select, s, &[wide, x, y]), self.s.op(O::Select, s, &[wide, y, x]));
        let (zero, one, inf) = (self.s.float(s, 0.0), self.s.float(s, 1.0), self.s.float(s, f64::INFINITY));
        let null = self.s.op(O::FOrdEqual, S::Bool, &[big, zero]);
        let safe = self.s.op(O::Select, s, &[null, one, big]);
        let q = self.fdiv(small, safe, s);
        let q2 = self.s.op(O::FMul, s, &[q, q]);
        let sum = self.s.op(O::FAdd, s, &[one, q2]);
        let root = self.sqrt(sum, s);
        let r = self.s.op(O::FMul, s, &[big, root]);
        let (xi, yi) = (self.s.op(O::FOrdEqual, S::Bool, &[x, inf]), self.s.op(O::FOrdEqual, S::Bool, &[y, inf]));
        let infinite = self.s.op(O::LogicalOr, S::Bool, &[xi, yi]);
        self.s.op(O::Select, s, &[infinite, inf, r])
    }

    /// `a * b + c` with one rounding.
    fn fma(&mut self, a: Word, b: Word, c: Word, s: S) -> Word {
        if s == S::F64 || !self.k.opt.f64 || !self.k.opt.i64 {
            return self.s.glsl(G::Fma, s, &[a, b, c]);
        }
        // The product is exact in 64 bits; the sum is rounded to odd, after which rounding to 32 bits
        // gives what one rounding would.
        let (x, y, z) = (
            self.s.op(O::FConvert, S::F64, &[a]),
            self.s.op(O::FConvert, S::F64, &[b]),
            self.s.op(O::FConvert, S::F64, &[c]),
        );
        let f = |e: &mut Self, o: O, x: Word, y: Word| e.s.op(o, S::F64, &[x, y]);
        let p = f(self, O::FMul, x, y);
        let sum = f(self, O::FAdd, p, z);
        let zz = f(self, O::FSub, sum, p);
        let back = f(self, O::FSub, sum, zz);
        let (e1, e2) = (f(self, O::FSub, z, zz), f(self, O::FSub, p, back));
        let err = f(self, O::FAdd, e1, e2);
        let bits = self.s.op(O::Bitcast, S::U64, &[sum]);
        let (one, none) = (self.s.int(S::U64, 1), self.s.int(S::U64, 0));
        let odd = self.s.op(O::BitwiseAnd, S::U64, &[bits, one]);
        let even = self.s.op(O::IEqual, S::Bool, &[odd, none]);
        let zero = self.s.float(S::F64, 0.0);
        let below = self.s.op(O::FOrdLessThan, S::Bool, &[err, zero]);
        let above = self.s.op(O::FOrdGreaterThan, S::Bool, &[err, zero]);
        let inexact = self.s.op(O::LogicalOr, S::Bool, &[below, above]);
        let fix = self.s.op(O::LogicalAnd, S::Bool, &[even, inexact]);
        let negative = self.s.op(O::FOrdLessThan, S::Bool, &[sum, zero]);
        // Away from zero where the error has the sign of the sum.
        let away = self.s.op(O::LogicalEqual, S::Bool, &[negative, below]);
        let (up, down) = (self.s.op(O::IAdd, S::U64, &[bits, one]), self.s.op(O::ISub, S::U64, &[bits, one]));
        let moved = self.s.op(O::Select, S::U64, &[away, up, down]);
        let bits = self.s.op(O::Select, S::U64, &[fix, moved, bits]);
        let odd = self.s.op(O::Bitcast, S::F64, &[bits]);
        self.s.op(O::FConvert, S::F32, &[odd])
    }

    /// Integer power by squaring.
    fn ipow(&mut self, base: &Val, n: Word, t: Type) -> R<Val> {
        let s = self.reg(t)?;
        let parts = self.parts(base)?;
        if let Some(k @ 0..=64) = self.s.known(n) {
            return self.power(base, k as u32, t);
        }
        let one = if s.is_float() { self.s.float(s, 1.0) } else { self.s.int(s, 1) };
        let zero = self.s.zero(s);
        let acc: Vec<Word> = parts.iter().map(|_| self.s.local(s, 1)).collect();
        let sq: Vec<Word> = parts.iter().map(|_| self.s.local(s, 1)).collect();
        for (i, &p) in parts.iter().enumerate() {
            self.s.store(acc[i], if i == 0 { one } else { zero });
            self.s.store(sq[i], p);
        }
        let count = self.s.local(S::U32, 1);
        let izero = self.s.i32(0);
        let negative = self.s.op(O::SLessThan, S::Bool, &[n, izero]);
        let minus = self.s.op(O::ISub, S::I32, &[izero, n]);
        let size = self.s.op(O::Select, S::I32, &[negative, minus, n]);
        let size = self.s.op(O::Bitcast, S::U32, &[size]);
        self.s.store(count, size);
        let (uzero, uone) = (self.s.u32(0), self.s.u32(1));
        let mut failed = Ok(());
        self.loop_while(
            |e| {
                let c = e.s.load(count, S::U32);
                e.s.op(O::INotEqual, S::Bool, &[c, uzero])
            },
            |e| {
                let load = |e: &mut Self, v: &[Word]| {
                    let l: Vec<Word> = v.iter().map(|&p| e.s.load(p, s)).collect();
                    Self::from_parts(&l)
                };
                let c = e.s.load(count, S::U32);
                let low = e.s.op(O::BitwiseAnd, S::U32, &[c, uone]);
                let odd = e.s.op(O::INotEqual, S::Bool, &[low, uzero]);
                let (x, y) = (load(e, &acc), load(e, &sq));
                let step = e.binary(OpKind::Mul, &x, &y, t).and_then(|p| e.select(odd, &p, &x, t)).and_then(|v| {
                    let square = e.binary(OpKind::Mul, &y, &y, t)?;
                    Ok((e.parts(&v)?, e.parts(&square)?))
                });
                match step {
                    Ok((v, square)) => {
                        for i in 0..acc.len() {
                            e.s.store(acc[i], v[i]);
                            e.s.store(sq[i], square[i]);
                        }
                    }
                    Err(err) => failed = Err(err),
                }
                let half = e.s.op(O::ShiftRightLogical, S::U32, &[c, uone]);
                e.s.store(count, half);
            },
        );
        failed?;
        let l: Vec<Word> = acc.iter().map(|&p| self.s.load(p, s)).collect();
        let value = Self::from_parts(&l);
        let unit = if l.len() == 2 { Val::C(one, zero) } else { Val::S(one) };
        // For integers the quotient 1 / power is what Fortran asks for.
        let inverse = self.binary(OpKind::Div, &unit, &value, t)?;
        self.select(negative, &inverse, &value, t)
    }
    fn power(&mut self, base: &Val, n: u32, t: Type) -> R<Val> {
        let s = self.reg(t)?;
        if n == 0 {
            let one = if s.is_float() { self.s.float(s, 1.0) } else { self.s.int(s, 1) };
            let zero = self.s.zero(s);
            return Ok(if self.is_complex(t) { Val::C(one, zero) } else { Val::S(one) });
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
    pub fn fdiv(&mut self, a: Word, b: Word, s: S) -> Word {
        if s == S::F64 {
            return self.s.op(O::FDiv, s, &[a, b]);
        }
        let f = match self.s.helpers.get("divide_f32") {
            Some(&f) => f,
            None => self.divide_f32(),
        };
        self.s.call(f, s, &[a, b])
    }
    /// Correctly rounded square root.
    pub fn sqrt(&mut self, a: Word, s: S) -> Word {
        if s == S::F64 {
            return self.s.glsl(G::Sqrt, s, &[a]);
        }
        let f = match self.s.helpers.get("sqrt_f32") {
            Some(&f) => f,
            None => self.sqrt_f32(),
        };
        self.s.call(f, s, &[a])
    }

    fn u(&mut self, o: O, a: Word, b: Word) -> Word {
        self.s.op(o, S::U32, &[a, b])
    }
    /// Significand with its leading bit at 23, and biased exponent (i32), of the bits of a positive
    /// finite number, subnormal ones included.
    fn unpack(&mut self, bits: Word) -> (Word, Word) {
        let (n23, mask, hidden, zero) =
            (self.s.u32(23), self.s.u32(0x007f_ffff), self.s.u32(0x0080_0000), self.s.u32(0));
        let e = self.u(O::ShiftRightLogical, bits, n23);
        let f = self.u(O::BitwiseAnd, bits, mask);
        let normal = self.s.op(O::INotEqual, S::Bool, &[e, zero]);
        let full = self.u(O::BitwiseOr, f, hidden);
        let top = self.s.glsl(G::FindUMsb, S::U32, &[f]);
        let up = self.u(O::ISub, n23, top);
        let n31 = self.s.u32(31);
        let up = self.u(O::BitwiseAnd, up, n31);
        let shifted = self.u(O::ShiftLeftLogical, f, up);
        let m = self.s.op(O::Select, S::U32, &[normal, full, shifted]);
        let one = self.s.u32(1);
        let low = self.u(O::ISub, one, up);
        let e = self.s.op(O::Select, S::U32, &[normal, e, low]);
        (m, self.s.op(O::Bitcast, S::I32, &[e]))
    }

    fn divide_f32(&mut self) -> Word {
        let saved = self.s.begin_helper();
        let (pa, pb) = (self.s.id(), self.s.id());
        let (ua, ub) = (self.s.op(O::Bitcast, S::U32, &[pa]), self.s.op(O::Bitcast, S::U32, &[pb]));
        let (sign, rest, inf) = (self.s.u32(0x8000_0000), self.s.u32(0x7fff_ffff), self.s.u32(0x7f80_0000));
        let signs = self.u(O::BitwiseXor, ua, ub);
        let signs = self.u(O::BitwiseAnd, signs, sign);
        let (xa, xb) = (self.u(O::BitwiseAnd, ua, rest), self.u(O::BitwiseAnd, ub, rest));
        let (zero, one) = (self.s.u32(0), self.s.u32(1));
        let out = self.s.local(S::U32, 1);
        // Not a number: an operand is, or 0/0, or inf/inf. Then infinity or zero by size.
        let (big_a, big_b) = (
            self.s.op(O::UGreaterThanEqual, S::Bool, &[xa, inf]),
            self.s.op(O::UGreaterThanEqual, S::Bool, &[xb, inf]),
        );
        let (nan_a, nan_b) =
            (self.s.op(O::UGreaterThan, S::Bool, &[xa, inf]), self.s.op(O::UGreaterThan, S::Bool, &[xb, inf]));
        let (zero_a, zero_b) = (self.s.op(O::IEqual, S::Bool, &[xa, zero]), self.s.op(O::IEqual, S::Bool, &[xb, zero]));
        let or = |e: &mut Self, a: Word, b: Word| e.s.op(O::LogicalOr, S::Bool, &[a, b]);
        let and = |e: &mut Self, a: Word, b: Word| e.s.op(O::LogicalAnd, S::Bool, &[a, b]);
        let (both_zero, both_big) = (and(self, zero_a, zero_b), and(self, big_a, big_b));
        let nans = or(self, nan_a, nan_b);
        let undefined = or(self, both_zero, both_big);
        let undefined = or(self, undefined, nans);
        let infinite = or(self, big_a, zero_b);
        let vanishing = or(self, zero_a, big_b);
        let special = or(self, infinite, vanishing);
        let special = or(self, special, undefined);
        let nan = self.s.u32(0x7fc0_0000);
        let r = self.s.op(O::Select, S::U32, &[infinite, inf, zero]);
        let r = self.u(O::BitwiseOr, r, signs);
        let r = self.s.op(O::Select, S::U32, &[undefined, nan, r]);
        self.s.store(out, r);
        let regular = self.s.op(O::LogicalNot, S::Bool, &[special]);
        let (yes, merge) = (self.s.id(), self.s.id());
        self.s.selection_merge(merge);
        self.s.branch_if(regular, yes, merge);
        self.s.label(yes);
        let ((ma, ea), (mb, eb)) = (self.unpack(xa), self.unpack(xb));
        // Make the quotient of the significands lie in [1, 2).
        let below = self.s.op(O::ULessThan, S::Bool, &[ma, mb]);
        let down = self.s.op(O::Select, S::U32, &[below, one, zero]);
        let ma = self.u(O::ShiftLeftLogical, ma, down);
        let idown = self.s.op(O::Bitcast, S::I32, &[down]);
        let bias = self.s.i32(127);
        let e = self.s.op(O::ISub, S::I32, &[ea, eb]);
        let e = self.s.op(O::IAdd, S::I32, &[e, bias]);
        let e = self.s.op(O::ISub, S::I32, &[e, idown]);
        // q = floor(ma * 2^24 / mb): estimate, then the remainder modulo 2^32 corrects it.
        let (fa, fb) = (self.s.op(O::ConvertUToF, S::F32, &[ma]), self.s.op(O::ConvertUToF, S::F32, &[mb]));
        let quotient = self.s.op(O::FDiv, S::F32, &[fa, fb]);
        let scale = self.s.float(S::F32, 16_777_216.0);
        let scaled = self.s.op(O::FMul, S::F32, &[quotient, scale]);
        let q = self.s.op(O::ConvertFToU, S::U32, &[scaled]);
        let n24 = self.s.u32(24);
        let dividend = self.u(O::ShiftLeftLogical, ma, n24);
        let p = self.u(O::IMul, q, mb);
        let rem = self.u(O::ISub, dividend, p);
        let irem = self.s.op(O::Bitcast, S::I32, &[rem]);
        let frem = self.s.op(O::ConvertSToF, S::F32, &[irem]);
        let d = self.s.op(O::FDiv, S::F32, &[frem, fb]);
        let d = self.s.glsl(G::Floor, S::F32, &[d]);
        let d = self.s.op(O::ConvertFToS, S::I32, &[d]);
        let d = self.s.op(O::Bitcast, S::U32, &[d]);
        let q = self.u(O::IAdd, q, d);
        let back = self.u(O::IMul, d, mb);
        let rem = self.u(O::ISub, rem, back);
        let irem = self.s.op(O::Bitcast, S::I32, &[rem]);
        let izero = self.s.i32(0);
        let neg = self.s.op(O::SLessThan, S::Bool, &[irem, izero]);
        let (q1, r1) = (self.u(O::ISub, q, one), self.u(O::IAdd, rem, mb));
        let q = self.s.op(O::Select, S::U32, &[neg, q1, q]);
        let rem = self.s.op(O::Select, S::U32, &[neg, r1, rem]);
        let over = self.s.op(O::UGreaterThanEqual, S::Bool, &[rem, mb]);
        let (q1, r1) = (self.u(O::IAdd, q, one), self.u(O::ISub, rem, mb));
        let q = self.s.op(O::Select, S::U32, &[over, q1, q]);
        let rem = self.s.op(O::Select, S::U32, &[over, r1, rem]);
        let sticky = self.s.op(O::INotEqual, S::Bool, &[rem, zero]);
        let bits = self.round_pack(q, sticky, e);
        let bits = self.u(O::BitwiseOr, bits, signs);
        self.s.store(out, bits);
        self.s.branch(merge);
        self.s.label(merge);
        let bits = self.s.load(out, S::U32);
        let r = self.s.op(O::Bitcast, S::F32, &[bits]);
        self.s.ret_value(r);
        self.s.end_helper("divide_f32", S::F32, &[(pa, S::F32), (pb, S::F32)], saved)
    }

    /// Bits of the float nearest to `q * 2^(e - 127 - 24)`, where `q` has its leading bit at 24 and
    /// `sticky` says that the exact value is above it.
    fn round_pack(&mut self, q: Word, sticky: Word, e: Word) -> Word {
        let (one, zero) = (self.s.u32(1), self.s.u32(0));
        let (i1, i2, i31, i255) = (self.s.i32(1), self.s.i32(2), self.s.i32(31), self.s.i32(255));
        let normal = self.s.op(O::SGreaterThanEqual, S::Bool, &[e, i1]);
        let drop = self.s.op(O::ISub, S::I32, &[i2, e]);
        let small = self.s.op(O::SLessThan, S::Bool, &[drop, i31]);
        let drop = self.s.op(O::Select, S::I32, &[small, drop, i31]);
        let drop = self.s.op(O::Select, S::I32, &[normal, i1, drop]);
        let drop = self.s.op(O::Bitcast, S::U32, &[drop]);
        let last = self.u(O::ISub, drop, one);
        let half = self.u(O::ShiftLeftLogical, one, last);
        let unit = self.u(O::ShiftLeftLogical, one, drop);
        let mask = self.u(O::ISub, unit, one);
        let lost = self.u(O::BitwiseAnd, q, mask);
        let kept = self.u(O::ShiftRightLogical, q, drop);
        let more = self.s.op(O::UGreaterThan, S::Bool, &[lost, half]);
        let tie = self.s.op(O::IEqual, S::Bool, &[lost, half]);
        let low = self.u(O::BitwiseAnd, kept, one);
        let odd = self.s.op(O::INotEqual, S::Bool, &[low, zero]);
        let push = self.s.op(O::LogicalOr, S::Bool, &[sticky, odd]);
        let tie = self.s.op(O::LogicalAnd, S::Bool, &[tie, push]);
        let up = self.s.op(O::LogicalOr, S::Bool, &[more, tie]);
        let inc = self.s.op(O::Select, S::U32, &[up, one, zero]);
        let kept = self.u(O::IAdd, kept, inc);
        let field = self.s.op(O::ISub, S::I32, &[e, i1]);
        let field = self.s.op(O::Bitcast, S::U32, &[field]);
        let field = self.s.op(O::Select, S::U32, &[normal, field, zero]);
        let n23 = self.s.u32(23);
        let field = self.u(O::ShiftLeftLogical, field, n23);
        let bits = self.u(O::IAdd, field, kept);
        let inf = self.s.u32(0x7f80_0000);
        let huge = self.s.op(O::SGreaterThanEqual, S::Bool, &[e, i255]);
        self.s.op(O::Select, S::U32, &[huge, inf, bits])
    }

    fn sqrt_f32(&mut self) -> Word {
        let saved = self.s.begin_helper();
        let pa = self.s.id();
        let ua = self.s.op(O::Bitcast, S::U32, &[pa]);
        let (rest, inf, zero, one) = (self.s.u32(0x7fff_ffff), self.s.u32(0x7f80_0000), self.s.u32(0), self.s.u32(1));
        let xa = self.u(O::BitwiseAnd, ua, rest);
        let out = self.s.local(S::U32, 1);
        // Zeros, +inf and NaNs are their own roots; negative numbers have none.
        let none = self.s.op(O::IEqual, S::Bool, &[xa, zero]);
        let positive = self.s.op(O::IEqual, S::Bool, &[xa, ua]);
        let large = self.s.op(O::UGreaterThanEqual, S::Bool, &[xa, inf]);
        let isnan = self.s.op(O::UGreaterThan, S::Bool, &[xa, inf]);
        let own = self.s.op(O::LogicalOr, S::Bool, &[none, positive]);
        let own = self.s.op(O::LogicalOr, S::Bool, &[own, isnan]);
        let nan = self.s.u32(0x7fc0_0000);
        let first = self.s.op(O::Select, S::U32, &[own, ua, nan]);
        self.s.store(out, first);
        let special = self.s.op(O::LogicalOr, S::Bool, &[none, large]);
        let regular = self.s.op(O::LogicalNot, S::Bool, &[special]);
        let regular = self.s.op(O::LogicalAnd, S::Bool, &[regular, positive]);
        let (yes, merge) = (self.s.id(), self.s.id());
        self.s.selection_merge(merge);
        self.s.branch_if(regular, yes, merge);
        self.s.label(yes);
        let (m, e) = self.unpack(xa);
        // x = m * 2^(e-150); with e - 127 made even the root of m * 2^25 or m * 2^26 has 25 bits.
        let bias = self.s.i32(127);
        let e = self.s.op(O::ISub, S::I32, &[e, bias]);
        let eu = self.s.op(O::Bitcast, S::U32, &[e]);
        let odd = self.u(O::BitwiseAnd, eu, one);
        let m = self.u(O::ShiftLeftLogical, m, odd);
        let iodd = self.s.op(O::Bitcast, S::I32, &[odd]);
        let e = self.s.op(O::ISub, S::I32, &[e, iodd]);
        let e = self.s.op(O::ShiftRightArithmetic, S::I32, &[e, one]);
        let e = self.s.op(O::IAdd, S::I32, &[e, bias]);
        let fm = self.s.op(O::ConvertUToF, S::F32, &[m]);
        let back = self.s.float(S::F32, 1.0 / 8_388_608.0);
        let f = self.s.op(O::FMul, S::F32, &[fm, back]);
        let root = self.s.glsl(G::Sqrt, S::F32, &[f]);
        let scale = self.s.float(S::F32, 16_777_216.0);
        let root = self.s.op(O::FMul, S::F32, &[root, scale]);
        let q = self.s.op(O::ConvertFToU, S::U32, &[root]);
        let n25 = self.s.u32(25);
        let square = self.u(O::ShiftLeftLogical, m, n25);
        // One Newton step on the exact remainder, then single steps.
        let qq = self.u(O::IMul, q, q);
        let rem = self.u(O::ISub, square, qq);
        let rem = self.s.op(O::Bitcast, S::I32, &[rem]);
        let (fr, fq) = (self.s.op(O::ConvertSToF, S::F32, &[rem]), self.s.op(O::ConvertUToF, S::F32, &[q]));
        let twice = self.s.op(O::FAdd, S::F32, &[fq, fq]);
        let d = self.s.op(O::FDiv, S::F32, &[fr, twice]);
        let d = self.s.glsl(G::Floor, S::F32, &[d]);
        let d = self.s.op(O::ConvertFToS, S::I32, &[d]);
        let d = self.s.op(O::Bitcast, S::U32, &[d]);
        let mut q = self.u(O::IAdd, q, d);
        let izero = self.s.i32(0);
        for up in [false, false, true, true] {
            let qq = self.u(O::IMul, q, q);
            let rem = self.u(O::ISub, square, qq);
            let rem = self.s.op(O::Bitcast, S::I32, &[rem]);
            if up {
                let twice = self.u(O::IAdd, q, q);
                let twice = self.s.op(O::Bitcast, S::I32, &[twice]);
                let low = self.s.op(O::SGreaterThan, S::Bool, &[rem, twice]);
                let inc = self.s.op(O::Select, S::U32, &[low, one, zero]);
                q = self.u(O::IAdd, q, inc);
            } else {
                let high = self.s.op(O::SLessThan, S::Bool, &[rem, izero]);
                let dec = self.s.op(O::Select, S::U32, &[high, one, zero]);
                q = self.u(O::ISub, q, dec);
            }
        }
        let qq = self.u(O::IMul, q, q);
        let sticky = self.s.op(O::INotEqual, S::Bool, &[qq, square]);
        let bits = self.round_pack(q, sticky, e);
        self.s.store(out, bits);
        self.s.branch(merge);
        self.s.label(merge);
        let bits = self.s.load(out, S::U32);
        let r = self.s.op(O::Bitcast, S::F32, &[bits]);
        self.s.ret_value(r);
        self.s.end_helper("sqrt_f32", S::F32, &[(pa, S::F32)], saved)
    }
}
