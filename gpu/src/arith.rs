//! Arithmetic on scalars: integers (those of 8 and 16 bits in 32), floats, complex numbers, logicals.

use crate::emit::{Emit, Val};
use crate::kernel::R;
use crate::spv::S;
use ferrotran_ir::{Op, OpKind, Pred, Type, TypeKind};
use rspirv::spirv::{GlslStd450Op as G, Op as O, Word};

impl Emit<'_, '_> {
    fn int_bits(&self, t: Type) -> u32 {
        match self.m.types.kind(t) {
            TypeKind::Int(b) | TypeKind::Logical(b) => u32::from(*b),
            TypeKind::Bool => 1,
            _ => 32,
        }
    }
    /// Sign extends the low `bits` of an i32.
    pub fn sign_extend(&mut self, w: Word, bits: u32) -> Word {
        if bits >= 32 {
            return w;
        }
        let n = self.s.u32(32 - bits);
        let up = self.s.op(O::ShiftLeftLogical, S::I32, &[w, n]);
        self.s.op(O::ShiftRightArithmetic, S::I32, &[up, n])
    }
    fn norm(&mut self, w: Word, t: Type) -> Word {
        let bits = self.int_bits(t);
        if matches!(bits, 8 | 16) { self.sign_extend(w, bits) } else { w }
    }

    /// One of the arithmetic ops.
    pub fn arith(&mut self, op: Op) -> R<Val> {
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
        let t0 = m.ty(operands[0]);
        if kind == Bitcast && matches!(m.tk(operands[0]), TypeKind::Char(..)) {
            return Err(self.no("reinterpretation of a string"));
        }
        let args: Vec<Val> = operands.iter().map(|&v| self.val(v)).collect::<R<_>>()?;
        Ok(match kind {
            ComplexMake => Val::C(self.parts(&args[0])?[0], self.parts(&args[1])?[0]),
            ComplexRe => Val::S(self.parts(&args[0])?[0]),
            ComplexIm => Val::S(*self.parts(&args[0])?.last().expect("a part")),
            Cast => self.cast(&args[0], t0, t)?,
            Bitcast => self.bitcast(&args[0], t0, t)?,
            Cmp => Val::S(self.compare(m.choice(op), &args[0], &args[1], t0)?),
            Math => self.math(m.choice(op), &args, t0, t)?,
            Neg | Not | Popcnt | Clz | Ctz => self.unary(kind, &args[0], t)?,
            _ => self.binary(kind, &args[0], &args[1], t)?,
        })
    }

    /// `c ? a : b`
    pub fn select(&mut self, c: Word, a: &Val, b: &Val, t: Type) -> R<Val> {
        if let (Val::Str(x), Val::Str(y)) = (a, b) {
            return Ok(Val::Str(crate::chr::Str::Select(c, Box::new(x.clone()), Box::new(y.clone()))));
        }
        let s = self.reg(t)?;
        let (a, b) = (self.parts(a)?, self.parts(b)?);
        let out: Vec<Word> = a.iter().zip(&b).map(|(&x, &y)| self.s.op(O::Select, s, &[c, x, y])).collect();
        Ok(Self::from_parts(&out))
    }

    /// True where a float is a NaN.
    pub fn is_nan(&mut self, x: Word, s: S) -> Word {
        if s == S::F32 {
            // By its bits: drivers may assume that comparisons see no NaN.
            let bits = self.s.op(O::Bitcast, S::U32, &[x]);
            let mask = self.s.u32(0x7fff_ffff);
            let magnitude = self.s.op(O::BitwiseAnd, S::U32, &[bits, mask]);
            let inf = self.s.u32(0x7f80_0000);
            return self.s.op(O::UGreaterThan, S::Bool, &[magnitude, inf]);
        }
        if self.k.opt.i64 {
            let bits = self.s.op(O::Bitcast, S::U64, &[x]);
            let mask = self.s.int(S::U64, i64::MAX);
            let magnitude = self.s.op(O::BitwiseAnd, S::U64, &[bits, mask]);
            let inf = self.s.int(S::U64, 0x7ff0_0000_0000_0000);
            return self.s.op(O::UGreaterThan, S::Bool, &[magnitude, inf]);
        }
        self.s.op(O::FUnordNotEqual, S::Bool, &[x, x])
    }

    /// Two-operand arithmetic; also used to combine the values of a reduction.
    pub fn binary(&mut self, kind: OpKind, a: &Val, b: &Val, t: Type) -> R<Val> {
        use OpKind::*;
        if let (Val::C(ar, ai), Val::C(br, bi)) = (a, b) {
            return self.complex_binary(kind, [*ar, *ai], [*br, *bi], t);
        }
        let (a, b) = (self.parts(a)?[0], self.parts(b)?[0]);
        let s = self.reg(t)?;
        let w = match (s, kind) {
            (S::Bool, And) => self.s.op(O::LogicalAnd, s, &[a, b]),
            (S::Bool, Or) => self.s.op(O::LogicalOr, s, &[a, b]),
            (S::Bool, Xor) => self.s.op(O::LogicalNotEqual, s, &[a, b]),
            (S::F32 | S::F64, Add) => self.s.op(O::FAdd, s, &[a, b]),
            (S::F32 | S::F64, Sub) => self.s.op(O::FSub, s, &[a, b]),
            (S::F32 | S::F64, Mul) => self.s.op(O::FMul, s, &[a, b]),
            (S::F32 | S::F64, Div) => self.fdiv(a, b, s),
            (S::F32 | S::F64, Rem) => self.frem(a, b, s),
            (S::F32 | S::F64, Modulo) => {
                // The remainder takes the sign of b; an exact zero too.
                let r = self.frem(a, b, s);
                let zero = self.s.zero(s);
                let nonzero = self.s.op(O::FUnordNotEqual, S::Bool, &[r, zero]);
                let rneg = self.s.op(O::FOrdLessThan, S::Bool, &[r, zero]);
                let bneg = self.s.op(O::FOrdLessThan, S::Bool, &[b, zero]);
                let differ = self.s.op(O::LogicalNotEqual, S::Bool, &[rneg, bneg]);
                let fix = self.s.op(O::LogicalAnd, S::Bool, &[nonzero, differ]);
                let moved = self.s.op(O::FAdd, s, &[r, b]);
                let minus = self.s.float(s, -0.0);
                let signed = self.s.op(O::Select, s, &[bneg, minus, zero]);
                let kept = self.s.op(O::Select, s, &[nonzero, r, signed]);
                self.s.op(O::Select, s, &[fix, moved, kept])
            }
            (S::F32 | S::F64, Min | Max) => {
                let less = if kind == Min { O::FOrdLessThan } else { O::FOrdGreaterThan };
                let better = self.s.op(less, S::Bool, &[a, b]);
                let nan = self.is_nan(b, s);
                let take = self.s.op(O::LogicalOr, S::Bool, &[better, nan]);
                self.s.op(O::Select, s, &[take, a, b])
            }
            (S::I32, Add) if self.int_bits(t) == 32 => self.iadd(a, b),
            (S::I32, Sub) if self.int_bits(t) == 32 => self.isub(a, b),
            (S::I32, Mul) if self.int_bits(t) == 32 => self.imul(a, b),
            (S::I32 | S::I64, Add) => self.s.op(O::IAdd, s, &[a, b]),
            (S::I32 | S::I64, Sub) => self.s.op(O::ISub, s, &[a, b]),
            (S::I32 | S::I64, Mul) => self.s.op(O::IMul, s, &[a, b]),
            (S::I32 | S::I64, Div) => self.idiv(a, b, s),
            (S::I32 | S::I64, Rem) => self.irem(a, b, s),
            (S::I32 | S::I64, Modulo) => {
                let r = self.irem(a, b, s);
                let zero = self.s.int(s, 0);
                let nonzero = self.s.op(O::INotEqual, S::Bool, &[r, zero]);
                let mixed = self.s.op(O::BitwiseXor, s, &[r, b]);
                let differ = self.s.op(O::SLessThan, S::Bool, &[mixed, zero]);
                let fix = self.s.op(O::LogicalAnd, S::Bool, &[nonzero, differ]);
                let moved = self.s.op(O::IAdd, s, &[r, b]);
                self.s.op(O::Select, s, &[fix, moved, r])
            }
            (S::I32 | S::I64, Min | Max) => {
                let less = if kind == Min { O::SLessThan } else { O::SGreaterThan };
                let c = self.s.op(less, S::Bool, &[a, b]);
                self.s.op(O::Select, s, &[c, a, b])
            }
            (S::I32 | S::I64, And) => self.s.op(O::BitwiseAnd, s, &[a, b]),
            (S::I32 | S::I64, Or) => self.s.op(O::BitwiseOr, s, &[a, b]),
            (S::I32 | S::I64, Xor) => self.s.op(O::BitwiseXor, s, &[a, b]),
            (S::I32 | S::I64, Shl | ShrU | ShrS) => self.shift(kind, a, b, s, t),
            _ => return Err(self.no(format!("{} of type {}", kind.info().name, self.m.types.text(t)))),
        };
        Ok(Val::S(self.norm(w, t)))
    }

    fn shift(&mut self, kind: OpKind, a: Word, count: Word, s: S, t: Type) -> Word {
        let bits = self.int_bits(t);
        let u = s.unsigned();
        let mut n = self.s.op(O::Bitcast, u, &[count]);
        if s == S::I64 {
            // Counts above 32 bits are above the width too.
            let limit = self.s.int(u, 64);
            let small = self.s.op(O::ULessThan, S::Bool, &[n, limit]);
            n = self.s.op(O::Select, u, &[small, n, limit]);
            n = self.s.op(O::UConvert, S::U32, &[n]);
        }
        let width = self.s.u32(bits);
        let inside = self.s.op(O::ULessThan, S::Bool, &[n, width]);
        let last = self.s.u32(bits - 1);
        let safe = self.s.op(O::Select, S::U32, &[inside, n, last]);
        let zero = self.s.int(s, 0);
        match kind {
            OpKind::ShrS => self.s.op(O::ShiftRightArithmetic, s, &[a, safe]),
            OpKind::Shl => {
                let r = self.s.op(O::ShiftLeftLogical, s, &[a, safe]);
                self.s.op(O::Select, s, &[inside, r, zero])
            }
            _ => {
                let mut x = self.s.op(O::Bitcast, u, &[a]);
                if bits < 32 {
                    let mask = self.s.u32((1 << bits) - 1);
                    x = self.s.op(O::BitwiseAnd, u, &[x, mask]);
                }
                let r = self.s.op(O::ShiftRightLogical, u, &[x, safe]);
                let r = self.s.op(O::Bitcast, s, &[r]);
                self.s.op(O::Select, s, &[inside, r, zero])
            }
        }
    }

    /// Quotient truncated toward zero; 0 for a zero divisor, and wrapping for the least integer by -1,
    /// neither of which the device instruction defines.
    pub fn idiv(&mut self, a: Word, b: Word, s: S) -> Word {
        if let (Some(x), Some(y)) = (self.s.known(a), self.s.known(b))
            && y != 0
            && y != -1
        {
            return self.s.int(s, x / y);
        }
        match self.s.known(b) {
            Some(1) => return a,
            Some(k) if k != 0 && k != -1 => return self.s.op(O::SDiv, s, &[a, b]),
            _ => {}
        }
        let (zero, one, minus) = (self.s.int(s, 0), self.s.int(s, 1), self.s.int(s, -1));
        let none = self.s.op(O::IEqual, S::Bool, &[b, zero]);
        let neg = self.s.op(O::IEqual, S::Bool, &[b, minus]);
        let odd = self.s.op(O::LogicalOr, S::Bool, &[none, neg]);
        let safe = self.s.op(O::Select, s, &[odd, one, b]);
        let q = self.s.op(O::SDiv, s, &[a, safe]);
        let negated = self.s.op(O::ISub, s, &[zero, a]);
        let q = self.s.op(O::Select, s, &[neg, negated, q]);
        self.s.op(O::Select, s, &[none, zero, q])
    }
    /// Remainder with the sign of `a` (the device instruction is undefined for negative operands).
    pub fn irem(&mut self, a: Word, b: Word, s: S) -> Word {
        let q = self.idiv(a, b, s);
        let p = if s == S::I32 { self.imul(q, b) } else { self.s.op(O::IMul, s, &[q, b]) };
        if s == S::I32 { self.isub(a, p) } else { self.s.op(O::ISub, s, &[a, p]) }
    }
    /// Quotient and remainder of non-negative i32 by a positive one.
    pub fn split_index(&mut self, a: Word, b: Word) -> (Word, Word) {
        if self.s.known(b) == Some(1) {
            let zero = self.s.i32(0);
            return (a, zero);
        }
        let (ua, ub) = (self.s.op(O::Bitcast, S::U32, &[a]), self.s.op(O::Bitcast, S::U32, &[b]));
        let q = self.s.op(O::UDiv, S::U32, &[ua, ub]);
        let q = self.s.op(O::Bitcast, S::I32, &[q]);
        let p = self.imul(q, b);
        (q, self.isub(a, p))
    }

    /// Exact remainder of floats, with the sign of `a`: long division by scaled divisors, every step
    /// of which is exact.
    fn frem(&mut self, a: Word, b: Word, s: S) -> Word {
        let name = if s == S::F32 { "remainder_f32" } else { "remainder_f64" };
        if let Some(&f) = self.s.helpers.get(name) {
            return self.s.call(f, s, &[a, b]);
        }
        let saved = self.s.begin_helper();
        let (pa, pb) = (self.s.id(), self.s.id());
        let zero = self.s.zero(s);
        let half = self.s.float(s, 0.5);
        let inf = self.s.float(s, f64::INFINITY);
        let (x, y) = (self.s.glsl(G::FAbs, s, &[pa]), self.s.glsl(G::FAbs, s, &[pb]));
        let r = self.s.local(s, 1);
        let d = self.s.local(s, 1);
        self.s.store(r, x);
        self.s.store(d, y);
        let finite = self.s.op(O::FOrdLessThan, S::Bool, &[x, inf]);
        let positive = self.s.op(O::FOrdGreaterThan, S::Bool, &[y, zero]);
        let regular = self.s.op(O::LogicalAnd, S::Bool, &[finite, positive]);
        let bounded = self.s.op(O::FOrdLessThan, S::Bool, &[y, inf]);
        let divide = self.s.op(O::LogicalAnd, S::Bool, &[regular, bounded]);
        let (yes, merge) = (self.s.id(), self.s.id());
        self.s.selection_merge(merge);
        self.s.branch_if(divide, yes, merge);
        self.s.label(yes);
        // Double the divisor up to the dividend, then subtract on the way down.
        let limit = self.s.op(O::FMul, s, &[x, half]);
        self.loop_while(
            |e| {
                let v = e.s.load(d, s);
                e.s.op(O::FOrdLessThanEqual, S::Bool, &[v, limit])
            },
            |e| {
                let v = e.s.load(d, s);
                let twice = e.s.op(O::FAdd, s, &[v, v]);
                e.s.store(d, twice);
            },
        );
        self.loop_while(
            |e| {
                let v = e.s.load(d, s);
                e.s.op(O::FOrdGreaterThanEqual, S::Bool, &[v, y])
            },
            |e| {
                let (v, rest) = (e.s.load(d, s), e.s.load(r, s));
                let fits = e.s.op(O::FOrdGreaterThanEqual, S::Bool, &[rest, v]);
                let less = e.s.op(O::FSub, s, &[rest, v]);
                let rest = e.s.op(O::Select, s, &[fits, less, rest]);
                e.s.store(r, rest);
                let v = e.s.op(O::FMul, s, &[v, half]);
                e.s.store(d, v);
            },
        );
        self.s.branch(merge);
        self.s.label(merge);
        let rest = self.s.load(r, s);
        let signed = self.copysign(rest, pa, s);
        let undefined = self.s.op(O::FDiv, s, &[zero, zero]);
        let out = self.s.op(O::Select, s, &[regular, signed, undefined]);
        self.s.ret_value(out);
        let f = self.s.end_helper(name, s, &[(pa, s), (pb, s)], saved);
        self.s.call(f, s, &[a, b])
    }

    /// `while cond { body }` of plain instructions.
    pub fn loop_while(&mut self, cond: impl FnOnce(&mut Self) -> Word, body: impl FnOnce(&mut Self)) {
        let (head, test, inside, cont, merge) = (self.s.id(), self.s.id(), self.s.id(), self.s.id(), self.s.id());
        self.s.branch(head);
        self.s.label(head);
        self.s.loop_merge(merge, cont);
        self.s.branch(test);
        self.s.label(test);
        let c = cond(self);
        self.s.branch_if(c, inside, merge);
        self.s.label(inside);
        body(self);
        self.s.branch(cont);
        self.s.label(cont);
        self.s.branch(head);
        self.s.label(merge);
    }

    fn complex_binary(&mut self, kind: OpKind, a: [Word; 2], b: [Word; 2], t: Type) -> R<Val> {
        let s = self.reg(t)?;
        let f = |e: &mut Self, o: O, x: Word, y: Word| e.s.op(o, s, &[x, y]);
        Ok(match kind {
            OpKind::Add => Val::C(f(self, O::FAdd, a[0], b[0]), f(self, O::FAdd, a[1], b[1])),
            OpKind::Sub => Val::C(f(self, O::FSub, a[0], b[0]), f(self, O::FSub, a[1], b[1])),
            OpKind::Mul => {
                let (rr, ii) = (f(self, O::FMul, a[0], b[0]), f(self, O::FMul, a[1], b[1]));
                let (ri, ir) = (f(self, O::FMul, a[0], b[1]), f(self, O::FMul, a[1], b[0]));
                Val::C(f(self, O::FSub, rr, ii), f(self, O::FAdd, ri, ir))
            }
            OpKind::Div => {
                // Smith's method: scale by the larger part of the divisor.
                let (absr, absi) = (self.s.glsl(G::FAbs, s, &[b[0]]), self.s.glsl(G::FAbs, s, &[b[1]]));
                let wide = self.s.op(O::FOrdGreaterThanEqual, S::Bool, &[absr, absi]);
                let big = self.s.op(O::Select, s, &[wide, b[0], b[1]]);
                let small = self.s.op(O::Select, s, &[wide, b[1], b[0]]);
                let p = self.s.op(O::Select, s, &[wide, a[0], a[1]]);
                let q = self.s.op(O::Select, s, &[wide, a[1], a[0]]);
                let r = self.fdiv(small, big, s);
                let rs = f(self, O::FMul, r, small);
                let den = f(self, O::FAdd, big, rs);
                let qr = f(self, O::FMul, q, r);
                let re = f(self, O::FAdd, p, qr);
                let pr = f(self, O::FMul, p, r);
                let im = f(self, O::FSub, q, pr);
                // Where the imaginary part led, p - q*... has the opposite sign.
                let neg = self.s.op(O::FNegate, s, &[im]);
                let im = self.s.op(O::Select, s, &[wide, im, neg]);
                Val::C(self.fdiv(re, den, s), self.fdiv(im, den, s))
            }
            k => return Err(self.no(format!("{} of complex numbers", k.info().name))),
        })
    }

    /// One-operand arithmetic.
    pub fn unary(&mut self, kind: OpKind, a: &Val, t: Type) -> R<Val> {
        let s = self.reg(t)?;
        let parts = self.parts(a)?;
        if kind == OpKind::Neg && s.is_float() {
            let out: Vec<Word> = parts.iter().map(|&x| self.s.op(O::FNegate, s, &[x])).collect();
            return Ok(Self::from_parts(&out));
        }
        let a = parts[0];
        let bits = self.int_bits(t);
        let w = match (kind, s) {
            (OpKind::Not, S::Bool) => self.s.op(O::LogicalNot, s, &[a]),
            (OpKind::Not, S::I32 | S::I64) => self.s.op(O::Not, s, &[a]),
            (OpKind::Neg, S::I32 | S::I64) => {
                let zero = self.s.int(s, 0);
                self.s.op(O::ISub, s, &[zero, a])
            }
            (OpKind::Popcnt | OpKind::Clz | OpKind::Ctz, S::I32) => {
                let x = self.s.op(O::Bitcast, S::U32, &[a]);
                let x = if bits < 32 {
                    let mask = self.s.u32((1 << bits) - 1);
                    self.s.op(O::BitwiseAnd, S::U32, &[x, mask])
                } else {
                    x
                };
                let n = self.count_bits(kind, x, bits);
                self.s.op(O::Bitcast, S::I32, &[n])
            }
            (OpKind::Popcnt | OpKind::Clz | OpKind::Ctz, S::I64) => {
                let x = self.s.op(O::Bitcast, S::U64, &[a]);
                let low = self.s.op(O::UConvert, S::U32, &[x]);
                let half = self.s.u32(32);
                let high = self.s.op(O::ShiftRightLogical, S::U64, &[x, half]);
                let high = self.s.op(O::UConvert, S::U32, &[high]);
                let (nl, nh) = (self.count_bits(kind, low, 32), self.count_bits(kind, high, 32));
                let sum = self.s.op(O::IAdd, S::U32, &[nl, nh]);
                let first = match kind {
                    OpKind::Clz => nh,
                    _ => nl,
                };
                let n = if kind == OpKind::Popcnt {
                    sum
                } else {
                    let through = self.s.op(O::IEqual, S::Bool, &[first, half]);
                    self.s.op(O::Select, S::U32, &[through, sum, first])
                };
                let n = self.s.op(O::UConvert, S::U64, &[n]);
                self.s.op(O::Bitcast, S::I64, &[n])
            }
            _ => return Err(self.no(format!("{} of type {}", kind.info().name, self.m.types.text(t)))),
        };
        Ok(Val::S(self.norm(w, t)))
    }
    /// popcnt, clz or ctz of the low `bits` of a u32 whose other bits are zero.
    fn count_bits(&mut self, kind: OpKind, x: Word, bits: u32) -> Word {
        match kind {
            OpKind::Popcnt => self.s.op(O::BitCount, S::U32, &[x]),
            OpKind::Clz => {
                // The index of no bit is -1.
                let top = self.s.glsl(G::FindUMsb, S::U32, &[x]);
                let last = self.s.u32(bits - 1);
                self.s.op(O::ISub, S::U32, &[last, top])
            }
            _ => {
                let zero = self.s.u32(0);
                let none = self.s.op(O::IEqual, S::Bool, &[x, zero]);
                let i = self.s.glsl(G::FindILsb, S::U32, &[x]);
                let width = self.s.u32(bits);
                self.s.op(O::Select, S::U32, &[none, width, i])
            }
        }
    }

    /// arith.cmp
    pub fn compare(&mut self, pred: Pred, a: &Val, b: &Val, t: Type) -> R<Word> {
        let (pa, pb) = (self.parts(a)?, self.parts(b)?);
        let s = self.reg(t)?;
        if pa.len() == 2 {
            let o = if pred == Pred::Eq { O::FOrdEqual } else { O::FUnordNotEqual };
            let (re, im) = (self.s.op(o, S::Bool, &[pa[0], pb[0]]), self.s.op(o, S::Bool, &[pa[1], pb[1]]));
            let join = if pred == Pred::Eq { O::LogicalAnd } else { O::LogicalOr };
            return Ok(self.s.op(join, S::Bool, &[re, im]));
        }
        let (mut a, mut b) = (pa[0], pb[0]);
        if matches!(s, S::I32 | S::I64) && pred.is_unsigned() {
            // Sign extension keeps the unsigned order of the narrow types.
            a = self.s.op(O::Bitcast, s.unsigned(), &[a]);
            b = self.s.op(O::Bitcast, s.unsigned(), &[b]);
        }
        let o = match s {
            S::Bool if pred == Pred::Eq => O::LogicalEqual,
            S::Bool if pred == Pred::Ne => O::LogicalNotEqual,
            S::F32 | S::F64 => match pred {
                Pred::Eq => O::FOrdEqual,
                Pred::Ne => O::FUnordNotEqual,
                Pred::Lt => O::FOrdLessThan,
                Pred::Le => O::FOrdLessThanEqual,
                Pred::Gt => O::FOrdGreaterThan,
                Pred::Ge => O::FOrdGreaterThanEqual,
                Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                    return Err(self.no("comparison of floats without sign"));
                }
            },
            S::I32 | S::I64 => integer_order(pred),
            _ => return Err(self.no(format!("comparison {} of type {}", pred.name(), self.m.types.text(t)))),
        };
        Ok(self.s.op(o, S::Bool, &[a, b]))
    }

    /// arith.cast
    pub fn cast(&mut self, a: &Val, from: Type, to: Type) -> R<Val> {
        let parts = self.parts(a)?;
        let (f, s) = (self.reg(from)?, self.reg(to)?);
        let out: Vec<Word> = match (self.is_complex(from), self.is_complex(to)) {
            (true, true) => parts.iter().map(|&x| self.cast_part(x, f, s)).collect(),
            (false, true) => {
                let zero = self.s.zero(s);
                vec![self.cast_part(parts[0], f, s), zero]
            }
            _ => vec![self.cast_part(parts[0], f, s)],
        };
        let val = Self::from_parts(&out);
        if let (Val::S(w), S::I32) = (&val, s) {
            return Ok(Val::S(self.norm(*w, to)));
        }
        Ok(val)
    }
    /// Conversion between register types.
    pub fn cast_part(&mut self, x: Word, f: S, s: S) -> Word {
        if f == s {
            return x;
        }
        if let (Some(k), S::I32 | S::I64) = (self.s.known(x), f) {
            match s {
                S::I32 | S::I64 => return self.s.int(s, k),
                S::F64 => return self.s.float(s, k as f64),
                S::F32 => {
                    // Once rounded: from the integer itself.
                    let value = k as f32;
                    return self.s.float(s, f64::from(value));
                }
                _ => {}
            }
        }
        match (f, s) {
            (S::Bool, S::I32 | S::I64) => {
                let (one, zero) = (self.s.int(s, 1), self.s.int(s, 0));
                self.s.op(O::Select, s, &[x, one, zero])
            }
            (S::Bool, S::F32 | S::F64) => {
                let (one, zero) = (self.s.float(s, 1.0), self.s.float(s, 0.0));
                self.s.op(O::Select, s, &[x, one, zero])
            }
            (S::I32 | S::I64, S::Bool) => {
                let zero = self.s.int(f, 0);
                self.s.op(O::INotEqual, S::Bool, &[x, zero])
            }
            (S::F32 | S::F64, S::Bool) => {
                let zero = self.s.float(f, 0.0);
                self.s.op(O::FUnordNotEqual, S::Bool, &[x, zero])
            }
            (S::I32 | S::I64, S::F32 | S::F64) => self.s.op(O::ConvertSToF, s, &[x]),
            (S::F32 | S::F64, S::I32 | S::I64) => self.s.op(O::ConvertFToS, s, &[x]),
            (S::F32 | S::F64, _) => self.s.op(O::FConvert, s, &[x]),
            (_, S::I64) => self.s.sign_extend(x),
            _ => self.s.op(O::SConvert, s, &[x]),
        }
    }

    fn bitcast(&mut self, a: &Val, from: Type, to: Type) -> R<Val> {
        let parts = self.parts(a)?;
        let (f, s) = (self.reg(from)?, self.reg(to)?);
        let (cf, cs) = (self.is_complex(from), self.is_complex(to));
        if cf != cs {
            // c32 and a 64-bit scalar.
            if cf && f == S::F32 {
                let low = self.s.op(O::Bitcast, S::U32, &[parts[0]]);
                let high = self.s.op(O::Bitcast, S::U32, &[parts[1]]);
                let (low, high) = (self.s.op(O::UConvert, S::U64, &[low]), self.s.op(O::UConvert, S::U64, &[high]));
                let n = self.s.u32(32);
                let high = self.s.op(O::ShiftLeftLogical, S::U64, &[high, n]);
                let all = self.s.op(O::BitwiseOr, S::U64, &[low, high]);
                return Ok(Val::S(self.s.op(O::Bitcast, s, &[all])));
            }
            if cs && s == S::F32 {
                let all = self.s.op(O::Bitcast, S::U64, &[parts[0]]);
                let low = self.s.op(O::UConvert, S::U32, &[all]);
                let n = self.s.u32(32);
                let high = self.s.op(O::ShiftRightLogical, S::U64, &[all, n]);
                let high = self.s.op(O::UConvert, S::U32, &[high]);
                return Ok(Val::C(self.s.op(O::Bitcast, S::F32, &[low]), self.s.op(O::Bitcast, S::F32, &[high])));
            }
            return Err(self.no("this reinterpretation of bits"));
        }
        if f == S::Bool || s == S::Bool {
            return self.cast(a, from, to);
        }
        let out: Vec<Word> = parts.iter().map(|&x| if f == s { x } else { self.s.op(O::Bitcast, s, &[x]) }).collect();
        Ok(Self::from_parts(&out))
    }
}

/// The comparison of two integers.
pub fn integer_order(pred: Pred) -> O {
    match pred {
        Pred::Eq => O::IEqual,
        Pred::Ne => O::INotEqual,
        Pred::Lt => O::SLessThan,
        Pred::Le => O::SLessThanEqual,
        Pred::Gt => O::SGreaterThan,
        Pred::Ge => O::SGreaterThanEqual,
        Pred::Ult => O::ULessThan,
        Pred::Ule => O::ULessThanEqual,
        Pred::Ugt => O::UGreaterThan,
        Pred::Uge => O::UGreaterThanEqual,
    }
}
