//! arith.* and complex.* ops on scalars.

use super::func::FuncGen;
use super::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{
    InstBuilder, InstructionData, MemFlagsData, Opcode, Type as Ct, Value as Cv,
    condcodes::{FloatCC, IntCC},
    types,
};
use ferrotran_abi::rt;
use ferrotran_ir::{Op, OpKind, Pred, Type, TypeKind, Value};

/// By how many places a shift goes.
enum Places {
    /// Fewer than the operand has bits.
    Known(i64),
    /// As many as the operand has bits, or more.
    TooMany,
    Unknown,
}

impl FuncGen<'_, '_, '_> {
    pub(crate) fn arith(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let kind = m.kind(op);
        match kind {
            OpKind::Cast => {
                let a = m.operand(op, 0);
                let v = self.get(a)?;
                let out = self.cast(op, &v, m.ty(a), m.ty(m.result(op)))?;
                self.set_pure(op, out);
                return Ok(());
            }
            OpKind::Bitcast => {
                let a = m.operand(op, 0);
                let v = self.get(a)?;
                let out = self.bitcast(op, &v, m.ty(m.result(op)))?;
                self.set_pure(op, out);
                return Ok(());
            }
            OpKind::Select => {
                let c = self.s(m.operand(op, 0))?;
                let (a, b) = (self.get(m.operand(op, 1))?, self.get(m.operand(op, 2))?);
                let out = self.select(op, c, &a, &b)?;
                self.set_pure(op, out);
                return Ok(());
            }
            OpKind::ComplexMake => {
                let (a, b) = (self.s(m.operand(op, 0))?, self.s(m.operand(op, 1))?);
                self.set_pure(op, Val::C(a, b));
                return Ok(());
            }
            OpKind::ComplexRe | OpKind::ComplexIm => {
                let Val::C(re, im) = self.get(m.operand(op, 0))? else {
                    return self.fail(op, "a complex operand is needed");
                };
                self.set_pure(op, Val::S(if kind == OpKind::ComplexRe { re } else { im }));
                return Ok(());
            }
            OpKind::Cmp => {
                let (a, b) = (self.get(m.operand(op, 0))?, self.get(m.operand(op, 1))?);
                let pred: Pred = m.choice(op);
                let c = match self.extended(m.ty(m.operand(op, 0))) {
                    Some(bits) => self.extended_compare(op, pred, &a, &b, bits)?,
                    None => self.compare(op, pred, &a, &b)?,
                };
                self.set_pure(op, Val::S(c));
                return Ok(());
            }
            _ => {}
        }
        let a = self.get(m.operand(op, 0))?;
        if let Some(bits) = self.extended(m.ty(m.operand(op, 0))) {
            let out = match m.operands(op).get(1) {
                Some(&b) => {
                    let b = self.get(b)?;
                    self.extended_binary(op, kind, &a, &b, bits)?
                }
                None => self.extended_unary(op, kind, &a, bits)?,
            };
            self.set_pure(op, out);
            return Ok(());
        }
        let out = if m.operands(op).len() == 2 {
            let b = self.get(m.operand(op, 1))?;
            match (&a, &b) {
                (Val::S(x), Val::S(y)) => Val::S(self.binary(op, kind, *x, *y)?),
                (Val::C(..), Val::C(..)) => self.complex_binary(op, kind, &a, &b)?,
                _ => return self.fail(op, format!("{}: operands of different types", kind.info().name)),
            }
        } else {
            match (&a, kind) {
                (Val::C(re, im), OpKind::Neg) => {
                    let re = self.b.ins().fneg(*re);
                    Val::C(re, self.b.ins().fneg(*im))
                }
                (Val::S(x), _) => Val::S(self.unary(op, kind, *x)?),
                _ => return self.fail(op, format!("{} of a complex number", kind.info().name)),
            }
        };
        // Only a division can stop the program, so it stays where it is.
        if matches!(kind, OpKind::Div | OpKind::Rem | OpKind::Modulo) {
            self.set_here(op, out);
        } else {
            self.set_pure(op, out);
        }
        Ok(())
    }

    fn unary(&mut self, op: Op, kind: OpKind, x: Cv) -> Res<Cv> {
        let t = self.b.func.dfg.value_type(x);
        let bool_ty = matches!(self.m.tk(self.m.result(op)), TypeKind::Bool);
        Ok(match kind {
            OpKind::Neg if t.is_float() => self.b.ins().fneg(x),
            OpKind::Neg => self.b.ins().ineg(x),
            // Cranelift folds this into the comparison that x mostly is.
            OpKind::Not if bool_ty => self.b.ins().icmp_imm_s(IntCC::Equal, x, 0),
            OpKind::Not => self.b.ins().bnot(x),
            OpKind::Popcnt => self.b.ins().popcnt(x),
            OpKind::Clz => self.b.ins().clz(x),
            OpKind::Ctz => self.b.ins().ctz(x),
            _ => return self.fail(op, format!("{} needs two operands", kind.info().name)),
        })
    }

    /// The bits of a constant real of 32 or 64 bits.
    pub(crate) fn float_bits(&self, x: Cv) -> Option<u64> {
        let dfg = &self.b.func.dfg;
        match dfg.insts[dfg.value_def(x).inst()?] {
            InstructionData::UnaryIeee32 { imm, .. } => Some(imm.bits().into()),
            InstructionData::UnaryIeee64 { imm, .. } => Some(imm.bits()),
            _ => None,
        }
    }

    fn is_float_constant(&self, x: Cv) -> bool {
        self.float_bits(x).is_some()
    }

    /// Two scalars of one type.
    pub(crate) fn binary(&mut self, op: Op, kind: OpKind, x: Cv, y: Cv) -> Res<Cv> {
        let t = self.b.func.dfg.value_type(x);
        if t != self.b.func.dfg.value_type(y) {
            return self.fail(op, format!("{}: operands of different types", kind.info().name));
        }
        if t.is_float() {
            let x = if self.signals(kind, x, y) { self.hidden(op, x)? } else { x };
            // A constant that comes second stays in memory.
            let turn = matches!(kind, OpKind::Add | OpKind::Mul) && self.is_float_constant(x);
            let (x, y) = if turn { (y, x) } else { (x, y) };
            return Ok(match kind {
                OpKind::Add => self.b.ins().fadd(x, y),
                OpKind::Sub => self.b.ins().fsub(x, y),
                OpKind::Mul => self.b.ins().fmul(x, y),
                OpKind::Div => self.b.ins().fdiv(x, y),
                OpKind::Min => self.float_min_max(x, y, false),
                OpKind::Max => self.float_min_max(x, y, true),
                OpKind::Rem | OpKind::Modulo => {
                    let (f32n, f64n) = if kind == OpKind::Rem {
                        (rt::frt_math_rem_f32, rt::frt_math_rem_f64)
                    } else {
                        (rt::frt_math_modulo_f32, rt::frt_math_modulo_f64)
                    };
                    let name = if t == types::F32 { f32n } else { f64n };
                    self.rt(op, name, &[x, y])?.expect("the function has a result")
                }
                _ => return self.fail(op, format!("{} of floats", kind.info().name)),
            });
        }
        let width = i64::from(t.bits());
        if t == types::I128 {
            if matches!(kind, OpKind::Div | OpKind::Rem | OpKind::Modulo) {
                let zero = self.is_true(y);
                self.guard_zero(op, zero)?;
            }
            if let Some(r) = self.wide_int_binary(op, kind, x, y)? {
                return Ok(r);
            }
        }
        Ok(match kind {
            OpKind::Add => self.b.ins().iadd(x, y),
            OpKind::Sub => self.b.ins().isub(x, y),
            OpKind::Mul => self.product(op, x, y),
            OpKind::And => self.b.ins().band(x, y),
            OpKind::Or => self.b.ins().bor(x, y),
            OpKind::Xor => self.b.ins().bxor(x, y),
            OpKind::Min => self.b.ins().smin(x, y),
            OpKind::Max => self.b.ins().smax(x, y),
            OpKind::Div => {
                self.guard_divisor(op, y)?;
                if let Some(places) = self.halvings(op, x) {
                    return Ok(self.b.ins().ushr_imm_u(x, places));
                }
                match self.multiplied_quotient(op, x) {
                    Some(q) => q,
                    None => self.b.ins().sdiv(x, y),
                }
            }
            OpKind::Rem => {
                self.guard_divisor(op, y)?;
                self.rest(op, x, y)
            }
            OpKind::Modulo => {
                self.guard_divisor(op, y)?;
                let r = self.rest(op, x, y);
                let operands = self.m.operands(op);
                let positive = operands.get(1).and_then(|&v| self.m.const_int(v)).is_some_and(|n| n > 0);
                if positive && self.m.kind(op) == OpKind::Modulo && self.never_negative(operands[0]) {
                    return Ok(r);
                }
                let sum = self.b.ins().iadd(r, y);
                let differ = self.b.ins().bxor(r, y);
                let neg = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, differ, 0);
                let some = self.is_true(r);
                let fix = self.b.ins().band(neg, some);
                self.b.ins().select(fix, sum, r)
            }
            OpKind::Shl => match self.places(op, width) {
                Places::Known(n) => self.b.ins().ishl_imm_s(x, n),
                Places::TooMany => self.b.ins().iconst(t, 0),
                Places::Unknown => self.shifted(OpKind::Shl, x, y),
            },
            OpKind::ShrU => match self.places(op, width) {
                Places::Known(n) => self.b.ins().ushr_imm_u(x, n),
                Places::TooMany => self.b.ins().iconst(t, 0),
                Places::Unknown => self.shifted(OpKind::ShrU, x, y),
            },
            OpKind::ShrS => match self.places(op, width) {
                Places::Known(n) => self.b.ins().sshr_imm_s(x, n),
                Places::TooMany => self.b.ins().sshr_imm_s(x, width - 1),
                Places::Unknown => self.shifted(OpKind::ShrS, x, y),
            },
            _ => return self.fail(op, format!("{} of integers", kind.info().name)),
        })
    }

    /// A shift by any number of places.
    pub(crate) fn shifted(&mut self, kind: OpKind, x: Cv, places: Cv) -> Cv {
        let t = self.b.func.dfg.value_type(x);
        let width = i64::from(t.bits());
        match kind {
            OpKind::Shl => {
                let r = self.b.ins().ishl(x, places);
                self.where_inside(places, width, r)
            }
            OpKind::ShrU => {
                let r = self.b.ins().ushr(x, places);
                self.where_inside(places, width, r)
            }
            _ => {
                let top = self.b.ins().iconst(t, width - 1);
                let n = self.b.ins().umin(places, top);
                self.b.ins().sshr(x, n)
            }
        }
    }

    /// A product of integers. By 3, 5 or 9 one address computation gives it, in a third of the time of a multiplication.
    fn product(&mut self, op: Op, x: Cv, y: Cv) -> Cv {
        let operands = self.m.operands(op);
        let constant = |k: usize| operands.get(k).and_then(|&v| self.m.const_int(v));
        let narrow = self.m.kind(op) == OpKind::Mul && self.b.func.dfg.value_type(x).bits() <= 64;
        let (x, places) = match (constant(0), constant(1)) {
            (_, Some(n @ (3 | 5 | 9))) if narrow => (x, (n - 1).trailing_zeros()),
            (Some(n @ (3 | 5 | 9)), _) if narrow => (y, (n - 1).trailing_zeros()),
            _ => return self.b.ins().imul(x, y),
        };
        let scaled = self.b.ins().ishl_imm_s(x, i64::from(places));
        self.b.ins().iadd(x, scaled)
    }

    /// The rest of a division that rounds towards zero.
    fn rest(&mut self, op: Op, x: Cv, y: Cv) -> Cv {
        if let Some(places) = self.halvings(op, x) {
            return self.b.ins().band_imm_s(x, (1i64 << places) - 1);
        }
        match self.multiplied_quotient(op, x) {
            Some(q) => {
                let whole = self.b.ins().imul(q, y);
                self.b.ins().isub(x, whole)
            }
            None => self.b.ins().srem(x, y),
        }
    }

    /// How many times a division of a number that is never negative halves it, where the divisor is a power of two.
    fn halvings(&self, op: Op, x: Cv) -> Option<i64> {
        let ours = matches!(self.m.kind(op), OpKind::Div | OpKind::Rem | OpKind::Modulo);
        let by = self.m.const_int(*self.m.operands(op).get(1)?)?;
        let fits = ours
            && self.cx.opts.opt_level > 0
            && self.b.func.dfg.value_type(x).bits() <= 64
            && by > 0
            && by.count_ones() == 1
            && self.never_negative(self.m.operand(op, 0));
        fits.then(|| i64::from(by.trailing_zeros()))
    }

    /// True for integers that are not negative where they are used: variables of loops that go up from such a number, and
    /// what the condition of a loop has found to be positive.
    fn never_negative(&self, v: Value) -> bool {
        let m = self.m;
        let constant = |v: Value, least: i64| m.const_int(v).is_some_and(|n| n >= least);
        if let Some(d) = m.def(v) {
            let o = m.operands(d);
            return match m.kind(d) {
                OpKind::Const => constant(v, 0),
                OpKind::And => o.iter().any(|&x| constant(x, 0)),
                OpKind::Cast => {
                    let wider = |a: &TypeKind, b: &TypeKind| match (a, b) {
                        (TypeKind::Int(x), TypeKind::Int(y)) => x <= y,
                        (TypeKind::Int(..=64), TypeKind::Index) => true,
                        _ => false,
                    };
                    wider(m.tk(o[0]), m.tk(v)) && self.never_negative(o[0])
                }
                _ => false,
            };
        }
        let Some((region, at)) = m.argument(v) else { return false };
        let Some(around) = m.regions[region].parent else { return false };
        match m.kind(around) {
            OpKind::For => at == 0 && constant(m.operand(around, 0), 0) && constant(m.operand(around, 2), 1),
            OpKind::While if m.region(around, 1) == region => {
                let Some(&yields) = m.regions[m.region(around, 0)].ops.last() else { return false };
                let handed = m.operands(yields);
                let Some(test) = handed.first().and_then(|&c| m.def_of(c, OpKind::Cmp)) else { return false };
                let least = match m.choice(test) {
                    Pred::Gt => -1,
                    Pred::Ge => 0,
                    Pred::Eq | Pred::Ne | Pred::Lt | Pred::Le | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                        return false;
                    }
                };
                handed.get(at + 1) == Some(&m.operand(test, 0)) && constant(m.operand(test, 1), least)
            }
            _ => false,
        }
    }

    /// The quotient of an integer of 32 bits and a constant by one multiplication of 64 bits, which takes less time than one
    /// whose upper half is wanted (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994).
    fn multiplied_quotient(&mut self, op: Op, x: Cv) -> Option<Cv> {
        let ours = matches!(self.m.kind(op), OpKind::Div | OpKind::Rem | OpKind::Modulo);
        let by = self.m.const_int(*self.m.operands(op).get(1)?)?;
        let fits = ours
            && self.cx.opts.opt_level > 0
            && self.b.func.dfg.value_type(x) == types::I32
            && (3..=i64::from(i32::MAX)).contains(&by)
            && by.count_ones() > 1;
        if !fits {
            return None;
        }
        let (factor, places) = reciprocal(by);
        let wide = self.widen(x, Type::INDEX);
        let product = self.b.ins().imul_imm_s(wide, factor);
        let floor = self.b.ins().sshr_imm_s(product, places);
        let floor = self.b.ins().ireduce(types::I32, floor);
        if self.never_negative(self.m.operand(op, 0)) {
            return Some(floor);
        }
        // One more where the number is negative.
        let negative = self.b.ins().ushr_imm_u(x, 31);
        Some(self.b.ins().iadd(floor, negative))
    }

    /// Stops the program where the divisor of an integer division is zero.
    fn guard_divisor(&mut self, op: Op, divisor: Cv) -> Res<()> {
        let known = self.m.operands(op).get(1).and_then(|&v| self.m.const_int(v));
        if known.is_none_or(|d| d == 0) { self.guard_zero(op, divisor) } else { Ok(()) }
    }

    /// By how many places a shift goes.
    fn places(&self, op: Op, width: i64) -> Places {
        match self.m.const_int(self.m.operand(op, 1)) {
            Some(n) if (0..width).contains(&n) => Places::Known(n),
            Some(_) => Places::TooMany,
            None => Places::Unknown,
        }
    }

    /// A shifted integer; zero where that is by its width or more.
    fn where_inside(&mut self, places: Cv, width: i64, shifted: Cv) -> Cv {
        let t = self.b.func.dfg.value_type(shifted);
        let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, places, width);
        let zero = self.b.ins().iconst(t, 0);
        self.b.ins().select(inside, shifted, zero)
    }

    /// Value of a floating-point constant, or of a few operations of such.
    fn float_const(&self, v: Cv, depth: u32) -> Option<f64> {
        let inst = self.b.func.dfg.value_def(v).inst()?;
        match self.b.func.dfg.insts[inst] {
            InstructionData::UnaryIeee32 { imm, .. } => Some(f64::from(f32::from_bits(imm.bits()))),
            InstructionData::UnaryIeee64 { imm, .. } => Some(f64::from_bits(imm.bits())),
            // Of constants what is finite.
            InstructionData::Binary { opcode, args: [x, y] } if depth > 0 => {
                let f = match opcode {
                    Opcode::Fadd => OpKind::Add,
                    Opcode::Fsub => OpKind::Sub,
                    Opcode::Fmul => OpKind::Mul,
                    Opcode::Fdiv => OpKind::Div,
                    _ => return None,
                };
                let r = constant_result(f, self.float_const(x, depth - 1)?, self.float_const(y, depth - 1)?)?;
                Some(if self.b.func.dfg.value_type(v) == types::F32 { f64::from(r as f32) } else { r })
            }
            _ => None,
        }
    }

    /// Whether an operation of finite constants raises an exception (overflow, division by zero, invalid): it is done
    /// at run time then, so that the program can see its flag or be halted.
    fn signals(&self, kind: OpKind, x: Cv, y: Cv) -> bool {
        let (Some(a), Some(b)) = (self.float_const(x, 3), self.float_const(y, 3)) else { return false };
        let single = self.b.func.dfg.value_type(x) == types::F32;
        constant_result(kind, a, b).is_some_and(|r| {
            let r = if single { f64::from(r as f32) } else { r };
            a.is_finite() && b.is_finite() && !r.is_finite()
        })
    }

    /// A value that the optimizer does not see as a constant.
    fn hidden(&mut self, op: Op, x: Cv) -> Res<Cv> {
        let t = self.b.func.dfg.value_type(x);
        let Some(v) = self.float_const(x, 3) else { return Ok(x) };
        let bytes = if t == types::F32 { (v as f32).to_le_bytes().to_vec() } else { v.to_le_bytes().to_vec() };
        match self.cx.bytes(&bytes, 8) {
            Ok(id) => {
                let at = self.data_addr(id);
                Ok(self.b.ins().load(t, MemFlagsData::new(), at, 0))
            }
            Err(e) => self.fail(op, e),
        }
    }

    /// The least or greatest that prefers numbers to NaNs.
    fn float_min_max(&mut self, x: Cv, y: Cv, max: bool) -> Cv {
        // In this form Cranelift takes the machine's MAXS and MINS rather than a branch that follows the data.
        let (low, high) = if max { (y, x) } else { (x, y) };
        let c = self.b.ins().fcmp(FloatCC::LessThan, low, high);
        let r = self.b.ins().select(c, x, y);
        let nan = self.b.ins().fcmp(FloatCC::Unordered, y, y);
        self.b.ins().select(nan, x, r)
    }

    /// Stops the program where an integer divisor is zero.
    fn guard_zero(&mut self, op: Op, y: Cv) -> Res<()> {
        let (bad, good) = (self.block(), self.block());
        self.b.set_cold_block(bad);
        self.brif(y, good, bad);
        self.start(bad);
        self.b.seal_block(bad);
        let (file, line) = self.position(op)?;
        self.rt(op, rt::frt_div_zero, &[file, line])?;
        self.jump(good);
        self.start(good);
        self.b.seal_block(good);
        Ok(())
    }

    /// Complex arithmetic, by Fortran's rules (no recovery of infinities).
    pub(crate) fn complex_binary(&mut self, op: Op, kind: OpKind, a: &Val, b: &Val) -> Res<Val> {
        let (Val::C(ar, ai), Val::C(br, bi)) = (a, b) else { return self.fail(op, "complex operands are needed") };
        let (ar, ai, br, bi) = (*ar, *ai, *br, *bi);
        Ok(match kind {
            OpKind::Add => {
                let re = self.b.ins().fadd(ar, br);
                Val::C(re, self.b.ins().fadd(ai, bi))
            }
            OpKind::Sub => {
                let re = self.b.ins().fsub(ar, br);
                Val::C(re, self.b.ins().fsub(ai, bi))
            }
            OpKind::Mul => {
                let (p, q) = (self.b.ins().fmul(ar, br), self.b.ins().fmul(ai, bi));
                let (r, s) = (self.b.ins().fmul(ar, bi), self.b.ins().fmul(ai, br));
                let re = self.b.ins().fsub(p, q);
                Val::C(re, self.b.ins().fadd(r, s))
            }
            OpKind::Div => {
                // Smith's method: divide by the larger part of the divisor first.
                let (cr, ci) = (self.b.ins().fabs(br), self.b.ins().fabs(bi));
                let swap = self.b.ins().fcmp(FloatCC::LessThan, cr, ci);
                let small = self.b.ins().select(swap, br, bi);
                let large = self.b.ins().select(swap, bi, br);
                let ratio = self.b.ins().fdiv(small, large);
                let t = self.b.ins().fmul(small, ratio);
                let den = self.b.ins().fadd(t, large);
                let (ra, rb) = (self.b.ins().fmul(ar, ratio), self.b.ins().fmul(ai, ratio));
                let (p, q) = (self.b.ins().select(swap, ra, ar), self.b.ins().select(swap, ai, rb));
                let re = self.b.ins().fadd(p, q);
                let (u, w) = (self.b.ins().select(swap, rb, ai), self.b.ins().select(swap, ar, ra));
                let im = self.b.ins().fsub(u, w);
                let re = self.b.ins().fdiv(re, den);
                Val::C(re, self.b.ins().fdiv(im, den))
            }
            _ => return self.fail(op, format!("{} of complex numbers", kind.info().name)),
        })
    }

    pub(crate) fn compare(&mut self, op: Op, pred: Pred, a: &Val, b: &Val) -> Res<Cv> {
        match (a, b) {
            (Val::S(x), Val::S(y)) => {
                let t = self.b.func.dfg.value_type(*x);
                if t != self.b.func.dfg.value_type(*y) {
                    return self.fail(op, "comparison of different types");
                }
                if t.is_float() {
                    let Some(cc) = float_cc(pred) else { return self.fail(op, "comparison of floats without sign") };
                    Ok(self.b.ins().fcmp(cc, *x, *y))
                } else {
                    Ok(self.b.ins().icmp(int_cc(pred), *x, *y))
                }
            }
            (Val::C(ar, ai), Val::C(br, bi)) => {
                let c1 = self.b.ins().fcmp(FloatCC::Equal, *ar, *br);
                let c2 = self.b.ins().fcmp(FloatCC::Equal, *ai, *bi);
                let eq = self.b.ins().band(c1, c2);
                match pred {
                    Pred::Eq => Ok(eq),
                    Pred::Ne => Ok(self.b.ins().bxor_imm_s(eq, 1)),
                    Pred::Lt | Pred::Le | Pred::Gt | Pred::Ge | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                        self.fail(op, "complex numbers have no order")
                    }
                }
            }
            _ => self.fail(op, "values that cannot be compared"),
        }
    }

    pub(crate) fn select(&mut self, op: Op, c: Cv, a: &Val, b: &Val) -> Res<Val> {
        Ok(match (a, b) {
            (Val::S(x), Val::S(y)) => Val::S(self.select_scalar(c, *x, *y)),
            (Val::C(ar, ai), Val::C(br, bi)) => {
                let re = self.select_scalar(c, *ar, *br);
                Val::C(re, self.select_scalar(c, *ai, *bi))
            }
            (Val::Chr { ptr: p, len: l }, Val::Chr { ptr: q, len: k }) => {
                let ptr = self.b.ins().select(c, *p, *q);
                let len = self.select_ix(c, *l, *k);
                Val::Chr { ptr, len }
            }
            (Val::View(v), Val::View(w)) if v.extents.len() == w.extents.len() => {
                let base = self.b.ins().select(c, v.base, w.base);
                let extents = v.extents.iter().zip(&w.extents).map(|(&x, &y)| self.select_ix(c, x, y)).collect();
                let strides = v.strides.iter().zip(&w.strides).map(|(&x, &y)| self.select_ix(c, x, y)).collect();
                let elem_len = self.select_ix(c, v.elem_len, w.elem_len);
                Val::View(Box::new(super::value::ViewVal { base, extents, strides, elem_len }))
            }
            _ => return self.fail(op, "arith.select of different kinds of values"),
        })
    }

    fn select_ix(&mut self, c: Cv, a: Ix, b: Ix) -> Ix {
        if a == b {
            return a;
        }
        let (a, b) = (self.ixv(a), self.ixv(b));
        Ix::V(self.b.ins().select(c, a, b))
    }

    // ---- conversions ----------------------------------------------------------------------------
    pub(crate) fn cast(&mut self, op: Op, v: &Val, from: Type, to: Type) -> Res<Val> {
        let m = self.m;
        let (fk, tk) = (m.types.kind(from).clone(), m.types.kind(to).clone());
        if from == to {
            return Ok(v.clone());
        }
        if self.extended(from).or(self.extended(to)).is_some() {
            return self.extended_cast(op, v, from, to);
        }
        match (v, &fk, &tk) {
            (Val::C(re, im), TypeKind::Complex(_), TypeKind::Complex(b)) => {
                let t = if *b == 32 { types::F32 } else { types::F64 };
                let re = self.float_to_float(*re, t);
                Ok(Val::C(re, self.float_to_float(*im, t)))
            }
            (Val::C(re, _), TypeKind::Complex(b), _) => {
                let part = if *b == 32 { Type::F32 } else { Type::F64 };
                self.cast(op, &Val::S(*re), part, to)
            }
            (Val::S(_), _, TypeKind::Complex(b)) => {
                let part = if *b == 32 { Type::F32 } else { Type::F64 };
                let Val::S(re) = self.cast(op, v, from, part)? else { return self.fail(op, "malformed conversion") };
                Ok(Val::C(re, self.float(0.0, *b)))
            }
            (Val::Chr { .. }, ..) => Ok(v.clone()),
            (Val::S(x), _, _) => {
                let (Some(ft), Some(tt)) = (self.cx.scalar_ty(from), self.cx.scalar_ty(to)) else {
                    return self.fail(op, format!("no conversion from {} to {}", m.types.text(from), m.types.text(to)));
                };
                let x = *x;
                Ok(Val::S(match (ft.is_float(), tt.is_float()) {
                    (true, true) => self.float_to_float(x, tt),
                    (false, true) if ft == types::I128 => {
                        let name = if tt == types::F32 { rt::frt_i128_to_f32 } else { rt::frt_i128_to_f64 };
                        let p = self.wide_address(x);
                        self.rt(op, name, &[p])?.expect("the function has a result")
                    }
                    (true, false) if tt == types::I128 => {
                        let x = self.float_to_float(x, types::F64);
                        self.wide_call(op, rt::frt_i128_from_f64, &[x], tt)?
                    }
                    (false, true) => {
                        let wide = match self.wide.get(&x) {
                            Some(&w) if ft != types::I32 => w,
                            _ if matches!(fk, TypeKind::Bool) => self.b.ins().uextend(types::I32, x),
                            _ if ft.bits() < 32 => self.b.ins().sextend(types::I32, x),
                            _ => x,
                        };
                        self.b.ins().fcvt_from_sint(tt, wide)
                    }
                    (true, false) => {
                        if matches!(tk, TypeKind::Bool) {
                            return self.fail(op, "no conversion from a float to a truth value");
                        }
                        let wide = if tt.bits() < 32 { types::I32 } else { tt };
                        let r = self.b.ins().fcvt_to_sint_sat(wide, x);
                        if wide == tt { r } else { self.b.ins().ireduce(tt, r) }
                    }
                    (false, false) => match (&fk, &tk) {
                        (TypeKind::Bool, _) if ft == tt => x,
                        (TypeKind::Bool, _) => self.b.ins().uextend(tt, x),
                        (_, TypeKind::Bool) => self.is_true(x),
                        _ => self.int_to_int(x, tt),
                    },
                }))
            }
            _ => self.fail(op, format!("no conversion from {} to {}", m.types.text(from), m.types.text(to))),
        }
    }

    /// Sign extension or truncation.
    pub(crate) fn int_to_int(&mut self, x: Cv, to: Ct) -> Cv {
        let from = self.b.func.dfg.value_type(x);
        if from == to {
            x
        } else if from.bits() < to.bits() {
            match self.wide.get(&x) {
                Some(&w) if to == types::I64 => w,
                _ => self.b.ins().sextend(to, x),
            }
        } else {
            self.b.ins().ireduce(to, x)
        }
    }

    fn float_to_float(&mut self, x: Cv, to: Ct) -> Cv {
        let from = self.b.func.dfg.value_type(x);
        match (from.bits(), to.bits()) {
            (a, b) if a == b => x,
            (a, b) if a < b => self.b.ins().fpromote(to, x),
            _ => self.b.ins().fdemote(to, x),
        }
    }

    fn bitcast(&mut self, op: Op, v: &Val, to: Type) -> Res<Val> {
        let flags = MemFlagsData::new();
        let one = match v {
            Val::S(x) => *x,
            Val::C(re, im) => {
                if matches!(self.m.types.kind(to), TypeKind::Complex(_)) {
                    return Ok(v.clone());
                }
                if self.b.func.dfg.value_type(*re) != types::F32 {
                    return self.fail(op, "no scalar has the size of this complex number");
                }
                self.pack_c32(*re, *im)
            }
            _ => return self.fail(op, "arith.bitcast of a value that is no scalar"),
        };
        if matches!(self.m.types.kind(to), TypeKind::Complex(32)) {
            let as_f = self.b.ins().bitcast(types::F64, flags, one);
            let (re, im) = self.unpack_c32(as_f);
            return Ok(Val::C(re, im));
        }
        let Some(t) = self.cx.scalar_ty(to) else { return self.fail(op, "arith.bitcast to a type that is no scalar") };
        let from = self.b.func.dfg.value_type(one);
        if from.bits() != t.bits() {
            return self.fail(op, "arith.bitcast between different sizes");
        }
        Ok(Val::S(if from == t { one } else { self.b.ins().bitcast(t, flags, one) }))
    }

    /// complex(4) as the C ABI passes it: both parts in one register.
    pub(crate) fn pack_c32(&mut self, re: Cv, im: Cv) -> Cv {
        let flags = MemFlagsData::new();
        let re = self.b.ins().bitcast(types::I32, flags, re);
        let im = self.b.ins().bitcast(types::I32, flags, im);
        let re = self.b.ins().uextend(types::I64, re);
        let im = self.b.ins().uextend(types::I64, im);
        let im = self.b.ins().ishl_imm_s(im, 32);
        let both = self.b.ins().bor(re, im);
        self.b.ins().bitcast(types::F64, flags, both)
    }

    pub(crate) fn unpack_c32(&mut self, packed: Cv) -> (Cv, Cv) {
        let flags = MemFlagsData::new();
        let bits = self.b.ins().bitcast(types::I64, flags, packed);
        let re = self.b.ins().ireduce(types::I32, bits);
        let hi = self.b.ins().ushr_imm_u(bits, 32);
        let im = self.b.ins().ireduce(types::I32, hi);
        (self.b.ins().bitcast(types::F32, flags, re), self.b.ins().bitcast(types::F32, flags, im))
    }
}

pub(crate) fn int_cc(pred: Pred) -> IntCC {
    match pred {
        Pred::Eq => IntCC::Equal,
        Pred::Ne => IntCC::NotEqual,
        Pred::Lt => IntCC::SignedLessThan,
        Pred::Le => IntCC::SignedLessThanOrEqual,
        Pred::Gt => IntCC::SignedGreaterThan,
        Pred::Ge => IntCC::SignedGreaterThanOrEqual,
        Pred::Ult => IntCC::UnsignedLessThan,
        Pred::Ule => IntCC::UnsignedLessThanOrEqual,
        Pred::Ugt => IntCC::UnsignedGreaterThan,
        Pred::Uge => IntCC::UnsignedGreaterThanOrEqual,
    }
}

/// None for comparisons of integers without sign.
pub(crate) fn float_cc(pred: Pred) -> Option<FloatCC> {
    Some(match pred {
        Pred::Eq => FloatCC::Equal,
        Pred::Ne => FloatCC::NotEqual,
        Pred::Lt => FloatCC::LessThan,
        Pred::Le => FloatCC::LessThanOrEqual,
        Pred::Gt => FloatCC::GreaterThan,
        Pred::Ge => FloatCC::GreaterThanOrEqual,
        Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => return None,
    })
}

/// The result of an operation of two constants.
fn constant_result(kind: OpKind, a: f64, b: f64) -> Option<f64> {
    Some(match kind {
        OpKind::Add => a + b,
        OpKind::Sub => a - b,
        OpKind::Mul => a * b,
        OpKind::Div => a / b,
        _ => return None,
    })
}

/// A factor and a number of places: a number of 32 bits times the factor, shifted by the places, is its quotient by `by`,
/// rounded downwards for numbers that are not negative, and one less than rounded towards zero for others. `by` is no power of two.
fn reciprocal(by: i64) -> (i64, i64) {
    // The largest number of 31 bits whose rest is the largest.
    let most = (1i128 << 31) - 1 - (1i128 << 31) % i128::from(by);
    let by = i128::from(by);
    let places = (32..64).find(|&p| (1i128 << p) > most * (by - (1i128 << p) % by)).expect("62 places are enough");
    let factor = ((1i128 << places) + by - (1i128 << places) % by) / by;
    (factor as i64, places)
}

#[cfg(test)]
mod tests {
    use super::reciprocal;

    #[test]
    fn products_with_reciprocals_are_quotients() {
        for by in
            (3..2000).chain([12345, 65535, 1 << 20 | 1, 1_000_000_007, i64::from(i32::MAX) - 1, i64::from(i32::MAX)])
        {
            if by & (by - 1) == 0 {
                continue;
            }
            let (factor, places) = reciprocal(by);
            let near = (0..40).flat_map(|k| [k * by - 1, k * by, k * by + 1]);
            let ends = (0..100).map(|k| i64::from(i32::MAX) - k);
            for x in near.chain(ends).filter(|&x| x <= i64::from(i32::MAX)) {
                for x in [x, -x, -x - 1] {
                    let q = ((x * factor) >> places) + i64::from(x < 0);
                    assert_eq!(q, x / by, "{x} / {by}");
                }
            }
        }
    }
}
