//! Arithmetic on scalars: integers (those of 8 and 16 bits in 32), floats, complex numbers, logicals.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::spv::RegType;
use ferrotran_ir::{Op, OpKind, Pred, Type, TypeKind};
use rspirv::spirv::{GlslStd450Op as GlslOp, Op as SpvOp, Word};

impl Emit<'_, '_> {
    fn int_bits(&self, t: Type) -> u32 {
        match self.m.types.kind(t) {
            TypeKind::Int(b) | TypeKind::Logical(b) => u32::from(*b),
            TypeKind::Bool => 1,
            TypeKind::Index => self.index().bytes() * 8,
            _ => 32,
        }
    }
    /// Sign extends the low `bits` of an i32.
    pub fn sign_extend(&mut self, w: Word, bits: u32) -> Word {
        if bits >= 32 {
            return w;
        }
        let n = self.spv.u32(32 - bits);
        let up = self.spv.op(SpvOp::ShiftLeftLogical, RegType::I32, &[w, n]);
        self.spv.op(SpvOp::ShiftRightArithmetic, RegType::I32, &[up, n])
    }
    fn norm(&mut self, w: Word, t: Type) -> Word {
        let bits = self.int_bits(t);
        if matches!(bits, 8 | 16) { self.sign_extend(w, bits) } else { w }
    }

    /// One of the arithmetic ops.
    pub fn arith(&mut self, op: Op) -> Emitted<Val> {
        use OpKind::*;
        let m = self.m;
        let kind = m.kind(op);
        let operands = m.operands(op).to_vec();
        let t = m.ty(m.result(op));
        if kind == Select {
            let c = self.scalar(operands[0])?;
            let (a, b) = (self.val(operands[1])?, self.val(operands[2])?);
            return self.select(c, &a, &b, t);
        }
        if kind == Modulo
            && let Some(shift) = self.shift_of_extent(op)
        {
            return self.residue(op, shift);
        }
        let t0 = m.ty(operands[0]);
        if kind == Bitcast && matches!(m.tk(operands[0]), TypeKind::Char(..)) {
            return Err(self.unsupported("reinterpretation of a string"));
        }
        let args: Vec<Val> = operands.iter().map(|&v| self.val(v)).collect::<Emitted<_>>()?;
        Ok(match kind {
            ComplexMake => Val::Complex(self.parts(&args[0])?[0], self.parts(&args[1])?[0]),
            ComplexRe => Val::Scalar(self.parts(&args[0])?[0]),
            ComplexIm => Val::Scalar(*self.parts(&args[0])?.last().expect("a part")),
            Cast => self.cast(&args[0], t0, t)?,
            Bitcast => self.bitcast(&args[0], t0, t)?,
            Cmp => Val::Scalar(self.compare(m.choice(op), &args[0], &args[1], t0)?),
            Math => self.math(m.choice(op), &args, t0, t)?,
            Neg | Not | Popcnt | Clz | Ctz => self.unary(kind, &args[0], t)?,
            _ => self.binary(kind, &args[0], &args[1], t)?,
        })
    }

    /// `c ? a : b`
    pub fn select(&mut self, c: Word, a: &Val, b: &Val, t: Type) -> Emitted<Val> {
        if let (Val::Str(x), Val::Str(y)) = (a, b) {
            return Ok(Val::Str(crate::chr::Str::Select(c, Box::new(x.clone()), Box::new(y.clone()))));
        }
        let s = self.reg(t)?;
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let out: Vec<Word> = a.iter().zip(&b).map(|(&x, &y)| self.spv.op(SpvOp::Select, s, &[c, x, y])).collect();
        Ok(Self::from_parts(&out))
    }

    /// True where a float is a NaN.
    pub fn is_nan(&mut self, x: Word, s: RegType) -> Word {
        if s == RegType::F32 {
            // By its bits: drivers may assume that comparisons see no NaN.
            let bits = self.spv.op(SpvOp::Bitcast, RegType::U32, &[x]);
            let mask = self.spv.u32(0x7fff_ffff);
            let magnitude = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[bits, mask]);
            let inf = self.spv.u32(0x7f80_0000);
            return self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[magnitude, inf]);
        }
        if self.kernel.opt.i64 {
            let bits = self.spv.op(SpvOp::Bitcast, RegType::U64, &[x]);
            let mask = self.spv.int(RegType::U64, i64::MAX);
            let magnitude = self.spv.op(SpvOp::BitwiseAnd, RegType::U64, &[bits, mask]);
            let inf = self.spv.int(RegType::U64, 0x7ff0_0000_0000_0000);
            return self.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[magnitude, inf]);
        }
        self.spv.op(SpvOp::FUnordNotEqual, RegType::Bool, &[x, x])
    }

    /// Two-operand arithmetic; also used to combine the values of a reduction.
    pub fn binary(&mut self, kind: OpKind, a: &Val, b: &Val, t: Type) -> Emitted<Val> {
        use OpKind::*;
        if let (Val::Complex(ar, ai), Val::Complex(br, bi)) = (a, b) {
            return self.complex_binary(kind, [*ar, *ai], [*br, *bi], t);
        }
        let (a, b) = (self.parts(a)?[0], self.parts(b)?[0]);
        let s = self.reg(t)?;
        let w = match (s, kind) {
            (RegType::Bool, And) => self.spv.op(SpvOp::LogicalAnd, s, &[a, b]),
            (RegType::Bool, Or) => self.spv.op(SpvOp::LogicalOr, s, &[a, b]),
            (RegType::Bool, Xor) => self.spv.op(SpvOp::LogicalNotEqual, s, &[a, b]),
            (RegType::F32 | RegType::F64, Add) => self.spv.op(SpvOp::FAdd, s, &[a, b]),
            (RegType::F32 | RegType::F64, Sub) => self.spv.op(SpvOp::FSub, s, &[a, b]),
            (RegType::F32 | RegType::F64, Mul) => self.spv.op(SpvOp::FMul, s, &[a, b]),
            (RegType::F32 | RegType::F64, Div) => self.fdiv(a, b, s),
            (RegType::F32 | RegType::F64, Rem) => self.frem(a, b, s),
            (RegType::F32 | RegType::F64, Modulo) => {
                // The remainder takes the sign of b; an exact zero too.
                let r = self.frem(a, b, s);
                let zero = self.spv.zero(s);
                let nonzero = self.spv.op(SpvOp::FUnordNotEqual, RegType::Bool, &[r, zero]);
                let rneg = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[r, zero]);
                let bneg = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[b, zero]);
                let differ = self.spv.op(SpvOp::LogicalNotEqual, RegType::Bool, &[rneg, bneg]);
                let fix = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[nonzero, differ]);
                let moved = self.spv.op(SpvOp::FAdd, s, &[r, b]);
                let minus = self.spv.float(s, -0.0);
                let signed = self.spv.op(SpvOp::Select, s, &[bneg, minus, zero]);
                let kept = self.spv.op(SpvOp::Select, s, &[nonzero, r, signed]);
                self.spv.op(SpvOp::Select, s, &[fix, moved, kept])
            }
            (RegType::F32 | RegType::F64, Min | Max) => {
                let less = if kind == Min { SpvOp::FOrdLessThan } else { SpvOp::FOrdGreaterThan };
                let better = self.spv.op(less, RegType::Bool, &[a, b]);
                let nan = self.is_nan(b, s);
                let take = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, nan]);
                self.spv.op(SpvOp::Select, s, &[take, a, b])
            }
            (RegType::I32, Add) if self.int_bits(t) == 32 => self.iadd(a, b),
            (RegType::I32, Sub) if self.int_bits(t) == 32 => self.isub(a, b),
            (RegType::I32, Mul) if self.int_bits(t) == 32 => self.imul(a, b),
            (RegType::I32 | RegType::I64, Add) => self.spv.op(SpvOp::IAdd, s, &[a, b]),
            (RegType::I32 | RegType::I64, Sub) => self.spv.op(SpvOp::ISub, s, &[a, b]),
            (RegType::I32 | RegType::I64, Mul) => self.spv.op(SpvOp::IMul, s, &[a, b]),
            (RegType::I32 | RegType::I64, Div) => self.idiv(a, b, s),
            (RegType::I32 | RegType::I64, Rem) => self.irem(a, b, s),
            (RegType::I32 | RegType::I64, Modulo) => {
                let r = self.irem(a, b, s);
                let zero = self.spv.int(s, 0);
                let nonzero = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[r, zero]);
                let mixed = self.spv.op(SpvOp::BitwiseXor, s, &[r, b]);
                let differ = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[mixed, zero]);
                let fix = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[nonzero, differ]);
                let moved = self.spv.op(SpvOp::IAdd, s, &[r, b]);
                self.spv.op(SpvOp::Select, s, &[fix, moved, r])
            }
            (RegType::I32 | RegType::I64, Min | Max) => {
                let less = if kind == Min { SpvOp::SLessThan } else { SpvOp::SGreaterThan };
                let c = self.spv.op(less, RegType::Bool, &[a, b]);
                self.spv.op(SpvOp::Select, s, &[c, a, b])
            }
            (RegType::I32 | RegType::I64, And) => self.spv.op(SpvOp::BitwiseAnd, s, &[a, b]),
            (RegType::I32 | RegType::I64, Or) => self.spv.op(SpvOp::BitwiseOr, s, &[a, b]),
            (RegType::I32 | RegType::I64, Xor) => self.spv.op(SpvOp::BitwiseXor, s, &[a, b]),
            (RegType::I32 | RegType::I64, Shl | ShrU | ShrS) => self.shift(kind, a, b, s, t)?,
            _ => return Err(self.unsupported(format!("{} of type {}", kind.info().name, self.m.types.text(t)))),
        };
        Ok(Val::Scalar(self.norm(w, t)))
    }

    fn shift(&mut self, kind: OpKind, a: Word, count: Word, s: RegType, t: Type) -> Emitted<Word> {
        let bits = self.int_bits(t);
        let u = s.unsigned();
        let mut n = self.spv.op(SpvOp::Bitcast, u, &[count]);
        if s == RegType::I64 {
            // Counts above 32 bits are above the width too.
            let limit = self.spv.int(u, 64);
            let small = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[n, limit]);
            n = self.spv.op(SpvOp::Select, u, &[small, n, limit]);
            n = self.spv.op(SpvOp::UConvert, RegType::U32, &[n]);
        }
        let width = self.spv.u32(bits);
        let inside = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[n, width]);
        let last = self.spv.u32(bits - 1);
        let safe = self.spv.op(SpvOp::Select, RegType::U32, &[inside, n, last]);
        let zero = self.spv.int(s, 0);
        Ok(match kind {
            OpKind::ShrS => self.spv.op(SpvOp::ShiftRightArithmetic, s, &[a, safe]),
            OpKind::Shl => {
                let r = self.spv.op(SpvOp::ShiftLeftLogical, s, &[a, safe]);
                self.spv.op(SpvOp::Select, s, &[inside, r, zero])
            }
            OpKind::ShrU => {
                let mut x = self.spv.op(SpvOp::Bitcast, u, &[a]);
                if bits < 32 {
                    let mask = self.spv.u32((1 << bits) - 1);
                    x = self.spv.op(SpvOp::BitwiseAnd, u, &[x, mask]);
                }
                let r = self.spv.op(SpvOp::ShiftRightLogical, u, &[x, safe]);
                let r = self.spv.op(SpvOp::Bitcast, s, &[r]);
                self.spv.op(SpvOp::Select, s, &[inside, r, zero])
            }
            other => return Err(self.unsupported(format!("a shift by {}", other.info().name))),
        })
    }

    /// Quotient truncated toward zero; 0 for a zero divisor, and wrapping for the least integer by -1,
    /// neither of which the device instruction defines.
    pub fn idiv(&mut self, a: Word, b: Word, s: RegType) -> Word {
        if let (Some(x), Some(y)) = (self.spv.known(a), self.spv.known(b))
            && y != 0
            && y != -1
        {
            return self.spv.int(s, x / y);
        }
        match self.spv.known(b) {
            Some(1) => return a,
            Some(k) if k != 0 && k != -1 => return self.spv.op(SpvOp::SDiv, s, &[a, b]),
            _ => {}
        }
        let (zero, one, minus) = (self.spv.int(s, 0), self.spv.int(s, 1), self.spv.int(s, -1));
        let none = self.spv.op(SpvOp::IEqual, RegType::Bool, &[b, zero]);
        let neg = self.spv.op(SpvOp::IEqual, RegType::Bool, &[b, minus]);
        let odd = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[none, neg]);
        let safe = self.spv.op(SpvOp::Select, s, &[odd, one, b]);
        let q = self.spv.op(SpvOp::SDiv, s, &[a, safe]);
        let negated = self.spv.op(SpvOp::ISub, s, &[zero, a]);
        let q = self.spv.op(SpvOp::Select, s, &[neg, negated, q]);
        self.spv.op(SpvOp::Select, s, &[none, zero, q])
    }
    /// Remainder with the sign of `a` (the device instruction is undefined for negative operands).
    pub fn irem(&mut self, a: Word, b: Word, s: RegType) -> Word {
        let q = self.idiv(a, b, s);
        let p = if s == RegType::I32 { self.imul(q, b) } else { self.spv.op(SpvOp::IMul, s, &[q, b]) };
        if s == RegType::I32 { self.isub(a, p) } else { self.spv.op(SpvOp::ISub, s, &[a, p]) }
    }
    /// Quotient and remainder of a non-negative index by a positive one.
    pub fn split_index(&mut self, a: Word, b: Word) -> (Word, Word) {
        if self.spv.known(b) == Some(1) {
            let zero = self.spv.int(self.index(), 0);
            return (a, zero);
        }
        let (s, u) = (self.index(), self.index().unsigned());
        let (ua, ub) = (self.spv.op(SpvOp::Bitcast, u, &[a]), self.spv.op(SpvOp::Bitcast, u, &[b]));
        let q = self.spv.op(SpvOp::UDiv, u, &[ua, ub]);
        let q = self.spv.op(SpvOp::Bitcast, s, &[q]);
        let p = self.index_product(q, b);
        let rest = if s == RegType::I32 { self.isub(a, p) } else { self.spv.op(SpvOp::ISub, s, &[a, p]) };
        (q, rest)
    }
    /// The constant of which an op is the residue by an extent, as shifts of CSHIFT are: no division where the extent is larger.
    fn shift_of_extent(&self, op: Op) -> Option<i32> {
        let m = self.m;
        let of_extent = *m.tk(m.operand(op, 1)) == TypeKind::Index && self.index() == RegType::I32;
        m.const_int(m.operand(op, 0))
            .filter(|_| of_extent)
            .and_then(|k| i32::try_from(k).ok())
            .filter(|&k| k != i32::MIN)
    }

    /// The modulo of a constant by an extent.
    fn residue(&mut self, op: Op, shift: i32) -> Emitted<Val> {
        let s = RegType::I32;
        let n = self.scalar(self.m.operand(op, 1))?;
        let (k, size) = (self.spv.i32(shift.into()), self.spv.i32(shift.abs().into()));
        let out = self.spv.local(s, 1);
        let large = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[n, size]);
        self.if_else(
            large,
            |e| {
                let own = if shift < 0 { e.spv.op(SpvOp::IAdd, s, &[n, k]) } else { k };
                e.spv.store(out, own);
                Ok(())
            },
            Some(|e: &mut Self| {
                let t = e.m.ty(e.m.result(op));
                let v = e.binary(OpKind::Modulo, &Val::Scalar(k), &Val::Scalar(n), t)?;
                let w = e.parts(&v)?[0];
                e.spv.store(out, w);
                Ok(())
            }),
        )?;
        Ok(Val::Scalar(self.spv.load(out, s)))
    }
    /// Product of two indices.
    pub fn index_product(&mut self, a: Word, b: Word) -> Word {
        match self.index() {
            RegType::I32 => self.imul(a, b),
            s => self.spv.op(SpvOp::IMul, s, &[a, b]),
        }
    }

    /// Exact remainder of floats, with the sign of `a`: long division by scaled divisors, every step
    /// of which is exact.
    fn frem(&mut self, a: Word, b: Word, s: RegType) -> Word {
        let name = if s == RegType::F32 { "remainder_f32" } else { "remainder_f64" };
        if let Some(&f) = self.spv.helpers.get(name) {
            return self.spv.call(f, s, &[a, b]);
        }
        let saved = self.spv.begin_helper();
        let (pa, pb) = (self.spv.id(), self.spv.id());
        let zero = self.spv.zero(s);
        let half = self.spv.float(s, 0.5);
        let inf = self.spv.float(s, f64::INFINITY);
        let (x, y) = (self.spv.glsl(GlslOp::FAbs, s, &[pa]), self.spv.glsl(GlslOp::FAbs, s, &[pb]));
        let r = self.spv.local(s, 1);
        let d = self.spv.local(s, 1);
        self.spv.store(r, x);
        self.spv.store(d, y);
        let finite = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[x, inf]);
        let positive = self.spv.op(SpvOp::FOrdGreaterThan, RegType::Bool, &[y, zero]);
        let regular = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[finite, positive]);
        let bounded = self.spv.op(SpvOp::FOrdLessThan, RegType::Bool, &[y, inf]);
        let divide = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[regular, bounded]);
        let (yes, merge) = (self.spv.id(), self.spv.id());
        self.spv.selection_merge(merge);
        self.spv.branch_if(divide, yes, merge);
        self.spv.label(yes);
        // Double the divisor up to the dividend, then subtract on the way down.
        let limit = self.spv.op(SpvOp::FMul, s, &[x, half]);
        self.loop_while(
            |e| {
                let v = e.spv.load(d, s);
                e.spv.op(SpvOp::FOrdLessThanEqual, RegType::Bool, &[v, limit])
            },
            |e| {
                let v = e.spv.load(d, s);
                let twice = e.spv.op(SpvOp::FAdd, s, &[v, v]);
                e.spv.store(d, twice);
            },
        );
        self.loop_while(
            |e| {
                let v = e.spv.load(d, s);
                e.spv.op(SpvOp::FOrdGreaterThanEqual, RegType::Bool, &[v, y])
            },
            |e| {
                let (v, rest) = (e.spv.load(d, s), e.spv.load(r, s));
                let fits = e.spv.op(SpvOp::FOrdGreaterThanEqual, RegType::Bool, &[rest, v]);
                let less = e.spv.op(SpvOp::FSub, s, &[rest, v]);
                let rest = e.spv.op(SpvOp::Select, s, &[fits, less, rest]);
                e.spv.store(r, rest);
                let v = e.spv.op(SpvOp::FMul, s, &[v, half]);
                e.spv.store(d, v);
            },
        );
        self.spv.branch(merge);
        self.spv.label(merge);
        let rest = self.spv.load(r, s);
        let signed = self.copysign(rest, pa, s);
        let undefined = self.spv.op(SpvOp::FDiv, s, &[zero, zero]);
        let out = self.spv.op(SpvOp::Select, s, &[regular, signed, undefined]);
        self.spv.ret_value(out);
        let f = self.spv.end_helper(name, s, &[(pa, s), (pb, s)], saved);
        self.spv.call(f, s, &[a, b])
    }

    /// `while cond { body }` of plain instructions.
    pub fn loop_while(&mut self, cond: impl FnOnce(&mut Self) -> Word, body: impl FnOnce(&mut Self)) {
        let (head, test, inside, cont, merge) =
            (self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id());
        self.spv.branch(head);
        self.spv.label(head);
        self.spv.loop_merge(merge, cont);
        self.spv.branch(test);
        self.spv.label(test);
        let c = cond(self);
        self.spv.branch_if(c, inside, merge);
        self.spv.label(inside);
        body(self);
        self.spv.branch(cont);
        self.spv.label(cont);
        self.spv.branch(head);
        self.spv.label(merge);
    }

    fn complex_binary(&mut self, kind: OpKind, a: [Word; 2], b: [Word; 2], t: Type) -> Emitted<Val> {
        let s = self.reg(t)?;
        let f = |e: &mut Self, o: SpvOp, x: Word, y: Word| e.spv.op(o, s, &[x, y]);
        Ok(match kind {
            OpKind::Add => Val::Complex(f(self, SpvOp::FAdd, a[0], b[0]), f(self, SpvOp::FAdd, a[1], b[1])),
            OpKind::Sub => Val::Complex(f(self, SpvOp::FSub, a[0], b[0]), f(self, SpvOp::FSub, a[1], b[1])),
            OpKind::Mul => {
                let (rr, ii) = (f(self, SpvOp::FMul, a[0], b[0]), f(self, SpvOp::FMul, a[1], b[1]));
                let (ri, ir) = (f(self, SpvOp::FMul, a[0], b[1]), f(self, SpvOp::FMul, a[1], b[0]));
                Val::Complex(f(self, SpvOp::FSub, rr, ii), f(self, SpvOp::FAdd, ri, ir))
            }
            OpKind::Div => {
                // Smith's method: scale by the larger part of the divisor.
                let (absr, absi) = (self.spv.glsl(GlslOp::FAbs, s, &[b[0]]), self.spv.glsl(GlslOp::FAbs, s, &[b[1]]));
                let wide = self.spv.op(SpvOp::FOrdGreaterThanEqual, RegType::Bool, &[absr, absi]);
                let big = self.spv.op(SpvOp::Select, s, &[wide, b[0], b[1]]);
                let small = self.spv.op(SpvOp::Select, s, &[wide, b[1], b[0]]);
                let p = self.spv.op(SpvOp::Select, s, &[wide, a[0], a[1]]);
                let q = self.spv.op(SpvOp::Select, s, &[wide, a[1], a[0]]);
                let r = self.fdiv(small, big, s);
                let rs = f(self, SpvOp::FMul, r, small);
                let den = f(self, SpvOp::FAdd, big, rs);
                let qr = f(self, SpvOp::FMul, q, r);
                let re = f(self, SpvOp::FAdd, p, qr);
                let pr = f(self, SpvOp::FMul, p, r);
                let im = f(self, SpvOp::FSub, q, pr);
                // Where the imaginary part led, p - q*... has the opposite sign.
                let neg = self.spv.op(SpvOp::FNegate, s, &[im]);
                let im = self.spv.op(SpvOp::Select, s, &[wide, im, neg]);
                Val::Complex(self.fdiv(re, den, s), self.fdiv(im, den, s))
            }
            k => return Err(self.unsupported(format!("{} of complex numbers", k.info().name))),
        })
    }

    /// One-operand arithmetic.
    pub fn unary(&mut self, kind: OpKind, a: &Val, t: Type) -> Emitted<Val> {
        let s = self.reg(t)?;
        let parts = self.parts(a)?;
        if kind == OpKind::Neg && s.is_float() {
            let out: Vec<Word> = parts.iter().map(|&x| self.spv.op(SpvOp::FNegate, s, &[x])).collect();
            return Ok(Self::from_parts(&out));
        }
        let a = parts[0];
        let bits = self.int_bits(t);
        let w = match (kind, s) {
            (OpKind::Not, RegType::Bool) => self.spv.op(SpvOp::LogicalNot, s, &[a]),
            (OpKind::Not, RegType::I32 | RegType::I64) => self.spv.op(SpvOp::Not, s, &[a]),
            (OpKind::Neg, RegType::I32 | RegType::I64) => {
                let zero = self.spv.int(s, 0);
                self.spv.op(SpvOp::ISub, s, &[zero, a])
            }
            (OpKind::Popcnt | OpKind::Clz | OpKind::Ctz, RegType::I32) => {
                let x = self.spv.op(SpvOp::Bitcast, RegType::U32, &[a]);
                let x = if bits < 32 {
                    let mask = self.spv.u32((1 << bits) - 1);
                    self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[x, mask])
                } else {
                    x
                };
                let n = self.count_bits(kind, x, bits)?;
                self.spv.op(SpvOp::Bitcast, RegType::I32, &[n])
            }
            (OpKind::Popcnt | OpKind::Clz | OpKind::Ctz, RegType::I64) => {
                let x = self.spv.op(SpvOp::Bitcast, RegType::U64, &[a]);
                let low = self.spv.op(SpvOp::UConvert, RegType::U32, &[x]);
                let half = self.spv.u32(32);
                let high = self.spv.op(SpvOp::ShiftRightLogical, RegType::U64, &[x, half]);
                let high = self.spv.op(SpvOp::UConvert, RegType::U32, &[high]);
                let (nl, nh) = (self.count_bits(kind, low, 32)?, self.count_bits(kind, high, 32)?);
                let sum = self.spv.op(SpvOp::IAdd, RegType::U32, &[nl, nh]);
                let n = if kind == OpKind::Popcnt {
                    sum
                } else {
                    // Zeros go on in the other half where all bits of the first are.
                    let first = if kind == OpKind::Clz { nh } else { nl };
                    let through = self.spv.op(SpvOp::IEqual, RegType::Bool, &[first, half]);
                    self.spv.op(SpvOp::Select, RegType::U32, &[through, sum, first])
                };
                let n = self.spv.op(SpvOp::UConvert, RegType::U64, &[n]);
                self.spv.op(SpvOp::Bitcast, RegType::I64, &[n])
            }
            _ => return Err(self.unsupported(format!("{} of type {}", kind.info().name, self.m.types.text(t)))),
        };
        Ok(Val::Scalar(self.norm(w, t)))
    }
    /// popcnt, clz or ctz of the low `bits` of a u32 whose other bits are zero.
    fn count_bits(&mut self, kind: OpKind, x: Word, bits: u32) -> Emitted<Word> {
        Ok(match kind {
            OpKind::Popcnt => self.spv.op(SpvOp::BitCount, RegType::U32, &[x]),
            OpKind::Clz => {
                // The index of no bit is -1.
                let top = self.spv.glsl(GlslOp::FindUMsb, RegType::U32, &[x]);
                let last = self.spv.u32(bits - 1);
                self.spv.op(SpvOp::ISub, RegType::U32, &[last, top])
            }
            OpKind::Ctz => {
                let zero = self.spv.u32(0);
                let none = self.spv.op(SpvOp::IEqual, RegType::Bool, &[x, zero]);
                let i = self.spv.glsl(GlslOp::FindILsb, RegType::U32, &[x]);
                let width = self.spv.u32(bits);
                self.spv.op(SpvOp::Select, RegType::U32, &[none, width, i])
            }
            other => return Err(self.unsupported(format!("a count of bits by {}", other.info().name))),
        })
    }

    /// arith.cmp
    pub fn compare(&mut self, pred: Pred, a: &Val, b: &Val, t: Type) -> Emitted<Word> {
        let (pa, pb) = (self.parts(a)?, self.parts(b)?);
        let s = self.reg(t)?;
        if pa.len() == 2 {
            let o = if pred == Pred::Eq { SpvOp::FOrdEqual } else { SpvOp::FUnordNotEqual };
            let (re, im) =
                (self.spv.op(o, RegType::Bool, &[pa[0], pb[0]]), self.spv.op(o, RegType::Bool, &[pa[1], pb[1]]));
            let join = if pred == Pred::Eq { SpvOp::LogicalAnd } else { SpvOp::LogicalOr };
            return Ok(self.spv.op(join, RegType::Bool, &[re, im]));
        }
        let (mut a, mut b) = (pa[0], pb[0]);
        if matches!(s, RegType::I32 | RegType::I64) && pred.is_unsigned() {
            // Sign extension keeps the unsigned order of the narrow types.
            a = self.spv.op(SpvOp::Bitcast, s.unsigned(), &[a]);
            b = self.spv.op(SpvOp::Bitcast, s.unsigned(), &[b]);
        }
        let o = match s {
            RegType::Bool if pred == Pred::Eq => SpvOp::LogicalEqual,
            RegType::Bool if pred == Pred::Ne => SpvOp::LogicalNotEqual,
            RegType::F32 | RegType::F64 => match pred {
                Pred::Eq => SpvOp::FOrdEqual,
                Pred::Ne => SpvOp::FUnordNotEqual,
                Pred::Lt => SpvOp::FOrdLessThan,
                Pred::Le => SpvOp::FOrdLessThanEqual,
                Pred::Gt => SpvOp::FOrdGreaterThan,
                Pred::Ge => SpvOp::FOrdGreaterThanEqual,
                Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                    return Err(self.unsupported("comparison of floats without sign"));
                }
            },
            RegType::I32 | RegType::I64 => integer_order(pred),
            _ => return Err(self.unsupported(format!("comparison {} of type {}", pred.name(), self.m.types.text(t)))),
        };
        Ok(self.spv.op(o, RegType::Bool, &[a, b]))
    }

    /// arith.cast
    pub fn cast(&mut self, a: &Val, from: Type, to: Type) -> Emitted<Val> {
        let parts = self.parts(a)?;
        let (f, s) = (self.reg(from)?, self.reg(to)?);
        let out: Vec<Word> = match (self.is_complex(from), self.is_complex(to)) {
            (true, true) => parts.iter().map(|&x| self.cast_part(x, f, s)).collect(),
            (false, true) => {
                let zero = self.spv.zero(s);
                vec![self.cast_part(parts[0], f, s), zero]
            }
            _ => vec![self.cast_part(parts[0], f, s)],
        };
        let val = Self::from_parts(&out);
        if let (Val::Scalar(w), RegType::I32) = (&val, s) {
            return Ok(Val::Scalar(self.norm(*w, to)));
        }
        Ok(val)
    }
    /// Conversion between register types.
    pub fn cast_part(&mut self, x: Word, f: RegType, s: RegType) -> Word {
        if f == s {
            return x;
        }
        if let (Some(k), RegType::I32 | RegType::I64) = (self.spv.known(x), f) {
            match s {
                RegType::I32 | RegType::I64 => return self.spv.int(s, k),
                RegType::F64 => return self.spv.float(s, k as f64),
                RegType::F32 => {
                    // Once rounded: from the integer itself.
                    let value = k as f32;
                    return self.spv.float(s, f64::from(value));
                }
                _ => {}
            }
        }
        match (f, s) {
            (RegType::Bool, RegType::I32 | RegType::I64) => {
                let (one, zero) = (self.spv.int(s, 1), self.spv.int(s, 0));
                self.spv.op(SpvOp::Select, s, &[x, one, zero])
            }
            (RegType::Bool, RegType::F32 | RegType::F64) => {
                let (one, zero) = (self.spv.float(s, 1.0), self.spv.float(s, 0.0));
                self.spv.op(SpvOp::Select, s, &[x, one, zero])
            }
            (RegType::I32 | RegType::I64, RegType::Bool) => {
                let zero = self.spv.int(f, 0);
                self.spv.op(SpvOp::INotEqual, RegType::Bool, &[x, zero])
            }
            (RegType::F32 | RegType::F64, RegType::Bool) => {
                let zero = self.spv.float(f, 0.0);
                self.spv.op(SpvOp::FUnordNotEqual, RegType::Bool, &[x, zero])
            }
            (RegType::I32 | RegType::I64, RegType::F32 | RegType::F64) => self.spv.op(SpvOp::ConvertSToF, s, &[x]),
            (RegType::F32 | RegType::F64, RegType::I32 | RegType::I64) => self.spv.op(SpvOp::ConvertFToS, s, &[x]),
            (RegType::F32, RegType::F64) | (RegType::F64, RegType::F32) => self.spv.op(SpvOp::FConvert, s, &[x]),
            (RegType::I32, RegType::I64) => self.spv.sign_extend(x),
            (RegType::I64, RegType::I32) => self.spv.op(SpvOp::SConvert, s, &[x]),
            // Values have no type without sign, and equal types need nothing.
            (RegType::U32 | RegType::U64, _)
            | (_, RegType::U32 | RegType::U64)
            | (RegType::Bool, RegType::Bool)
            | (RegType::I32, RegType::I32)
            | (RegType::I64, RegType::I64)
            | (RegType::F32, RegType::F32)
            | (RegType::F64, RegType::F64) => x,
        }
    }

    fn bitcast(&mut self, a: &Val, from: Type, to: Type) -> Emitted<Val> {
        let parts = self.parts(a)?;
        let (f, s) = (self.reg(from)?, self.reg(to)?);
        let (cf, cs) = (self.is_complex(from), self.is_complex(to));
        if cf != cs {
            // c32 and a 64-bit scalar.
            if cf && f == RegType::F32 {
                let low = self.spv.op(SpvOp::Bitcast, RegType::U32, &[parts[0]]);
                let high = self.spv.op(SpvOp::Bitcast, RegType::U32, &[parts[1]]);
                let (low, high) = (
                    self.spv.op(SpvOp::UConvert, RegType::U64, &[low]),
                    self.spv.op(SpvOp::UConvert, RegType::U64, &[high]),
                );
                let n = self.spv.u32(32);
                let high = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U64, &[high, n]);
                let all = self.spv.op(SpvOp::BitwiseOr, RegType::U64, &[low, high]);
                return Ok(Val::Scalar(self.spv.op(SpvOp::Bitcast, s, &[all])));
            }
            if cs && s == RegType::F32 {
                let all = self.spv.op(SpvOp::Bitcast, RegType::U64, &[parts[0]]);
                let low = self.spv.op(SpvOp::UConvert, RegType::U32, &[all]);
                let n = self.spv.u32(32);
                let high = self.spv.op(SpvOp::ShiftRightLogical, RegType::U64, &[all, n]);
                let high = self.spv.op(SpvOp::UConvert, RegType::U32, &[high]);
                return Ok(Val::Complex(
                    self.spv.op(SpvOp::Bitcast, RegType::F32, &[low]),
                    self.spv.op(SpvOp::Bitcast, RegType::F32, &[high]),
                ));
            }
            return Err(self.unsupported("this reinterpretation of bits"));
        }
        if f == RegType::Bool || s == RegType::Bool {
            return self.cast(a, from, to);
        }
        let out: Vec<Word> =
            parts.iter().map(|&x| if f == s { x } else { self.spv.op(SpvOp::Bitcast, s, &[x]) }).collect();
        Ok(Self::from_parts(&out))
    }
}

/// The comparison of two integers.
pub fn integer_order(pred: Pred) -> SpvOp {
    match pred {
        Pred::Eq => SpvOp::IEqual,
        Pred::Ne => SpvOp::INotEqual,
        Pred::Lt => SpvOp::SLessThan,
        Pred::Le => SpvOp::SLessThanEqual,
        Pred::Gt => SpvOp::SGreaterThan,
        Pred::Ge => SpvOp::SGreaterThanEqual,
        Pred::Ult => SpvOp::ULessThan,
        Pred::Ule => SpvOp::ULessThanEqual,
        Pred::Ugt => SpvOp::UGreaterThan,
        Pred::Uge => SpvOp::UGreaterThanEqual,
    }
}
