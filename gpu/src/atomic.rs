//! Atomic updates of elements of buffers (the atomic construct of OpenMP): one instruction where SPIR-V has it, else a
//! loop that computes the new word and stores it if the old one is still there.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::mem::Base;
use crate::spv::RegType;
use ferrotran_ir::{AtomicKind, Op, OpKind, Type, TypeKind, reduction};
use rspirv::spirv::{Op as SpvOp, Word};

impl Emit<'_, '_> {
    /// omp.atomic
    pub fn atomic_update(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let kind: AtomicKind = m.choice(op);
        let reverse = m.flag(op, "reverse");
        let p = self.place(m.operand(op, 0))?;
        let v = self.val(m.operand(op, 1))?;
        let Base::Arg(arg) = p.base else {
            // Nobody else sees it.
            let old = self.load_place(&p)?;
            let new = self.updated(kind, reverse, &old, &v, p.ty)?;
            self.store_place(&p, &new)?;
            self.capture(op, old, new);
            return Ok(());
        };
        let bits = match m.types.kind(p.ty) {
            TypeKind::Int(b) | TypeKind::Logical(b) => u32::from(*b),
            TypeKind::Float(b) => u32::from(*b),
            _ => return Err(self.unsupported(format!("an atomic update of an object of type {}", m.types.text(p.ty)))),
        };
        let s = if bits == 64 { RegType::U64 } else { RegType::U32 };
        if self.kernel.atomic.insert(arg) {
            self.kernel.again = true;
        }
        self.touch(p.base, false);
        self.touch(p.base, true);
        if bits < 32 {
            let at = self.byte_position(&p);
            let word = self.word_pointer_at(p.base, at)?;
            let shift = self.bit_shift(at);
            let mask = self.spv.u32((1u32 << bits) - 1);
            let hole = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[mask, shift]);
            let keep = self.spv.op(SpvOp::Not, RegType::U32, &[hole]);
            return self.exchange_loop(op, word, s, |e, old| {
                let moved = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[old, shift]);
                let low = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[moved, mask]);
                let before = e.from_word(low, p.ty, bits)?;
                let new = e.updated(kind, reverse, &before, &v, p.ty)?;
                let values = [before, new.clone()];
                let new = e.to_word(&new, p.ty)?;
                let low = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[new, mask]);
                let placed = e.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[low, shift]);
                let rest = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[old, keep]);
                Ok((e.spv.op(SpvOp::BitwiseOr, RegType::U32, &[rest, placed]), values))
            });
        }
        let word = self.entry(&p, s, 0)?;
        let integer = matches!(m.types.kind(p.ty), TypeKind::Int(_));
        let single = match kind {
            AtomicKind::Write if m.ops[op].results.is_empty() => Some(SpvOp::AtomicStore),
            AtomicKind::Write => Some(SpvOp::AtomicExchange),
            _ if !integer => None,
            AtomicKind::Add => Some(SpvOp::AtomicIAdd),
            AtomicKind::Sub if !reverse => Some(SpvOp::AtomicISub),
            AtomicKind::And => Some(SpvOp::AtomicAnd),
            AtomicKind::Or => Some(SpvOp::AtomicOr),
            AtomicKind::Xor | AtomicKind::Neqv => Some(SpvOp::AtomicXor),
            AtomicKind::Sub
            | AtomicKind::Mul
            | AtomicKind::Div
            | AtomicKind::Eqv
            | AtomicKind::Min
            | AtomicKind::Max => None,
        };
        if let Some(single) = single {
            let w = self.to_word(&v, p.ty)?;
            let old = self.spv.atomic(single, s, word, Some(w));
            if !m.ops[op].results.is_empty() {
                let old = self.from_word(old, p.ty, bits)?;
                let new = self.updated(kind, reverse, &old, &v, p.ty)?;
                self.capture(op, old, new);
            }
            return Ok(());
        }
        self.exchange_loop(op, word, s, |e, old| {
            let before = e.from_word(old, p.ty, bits)?;
            let new = e.updated(kind, reverse, &before, &v, p.ty)?;
            Ok((e.to_word(&new, p.ty)?, [before, new]))
        })
    }

    /// The value of an update that has one.
    fn capture(&mut self, op: Op, old: Val, new: Val) {
        if !self.m.ops[op].results.is_empty() {
            self.set(op, if self.m.flag(op, "new") { new } else { old });
        }
    }

    /// Repeats `new(old)` until the word that it gives could be stored in place of `old`. It also gives the values of both.
    fn exchange_loop(
        &mut self,
        op: Op,
        word: Word,
        s: RegType,
        new: impl FnOnce(&mut Self, Word) -> Emitted<(Word, [Val; 2])>,
    ) -> Emitted<()> {
        let captured = match self.m.ops[op].results.first() {
            Some(&v) => {
                let reg = self.reg(self.m.ty(v))?;
                Some((self.spv.local(reg, 1), reg))
            }
            None => None,
        };
        // Left at its head by what variables say: values that invocations take out of a loop at different times are those
        // of the last one with some drivers, unless they come from the head.
        let done = self.spv.local(RegType::Bool, 1);
        let no = self.spv.bool(false);
        self.spv.store(done, no);
        let (head, test, body, cont, merge) =
            (self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id());
        self.spv.branch(head);
        self.spv.label(head);
        self.spv.loop_merge(merge, cont);
        self.spv.branch(test);
        self.spv.label(test);
        let end = self.spv.load(done, RegType::Bool);
        self.spv.branch_if(end, merge, body);
        self.spv.label(body);
        let old = self.spv.atomic(SpvOp::AtomicLoad, s, word, None);
        let (new, values) = new(self, old)?;
        let found = self.spv.atomic_exchange_if(s, word, new, old);
        let stored = self.spv.op(SpvOp::IEqual, RegType::Bool, &[found, old]);
        self.spv.store(done, stored);
        if let Some((var, _)) = captured {
            let value = self.parts(&values[usize::from(self.m.flag(op, "new"))])?[0];
            self.spv.store(var, value);
        }
        self.spv.branch(cont);
        self.spv.label(cont);
        self.spv.branch(head);
        self.spv.label(merge);
        if let Some((var, reg)) = captured {
            let value = self.spv.load(var, reg);
            self.set(op, Val::Scalar(value));
        }
        Ok(())
    }

    /// The word of an object as its value; smaller integers are extended.
    fn from_word(&mut self, w: Word, t: Type, bits: u32) -> Emitted<Val> {
        Ok(Val::Scalar(match self.m.types.kind(t) {
            TypeKind::Logical(_) => {
                let zero = if bits == 64 { self.spv.int(RegType::U64, 0) } else { self.spv.u32(0) };
                self.spv.op(SpvOp::INotEqual, RegType::Bool, &[w, zero])
            }
            _ => {
                let s = self.reg(t)?;
                let v = self.spv.op(SpvOp::Bitcast, s, &[w]);
                if bits < 32 { self.sign_extend(v, bits) } else { v }
            }
        }))
    }

    fn to_word(&mut self, v: &Val, t: Type) -> Emitted<Word> {
        let w = self.parts(v)?[0];
        let s = match self.m.types.kind(t) {
            TypeKind::Int(64) | TypeKind::Float(64) | TypeKind::Logical(64) => RegType::U64,
            _ => RegType::U32,
        };
        Ok(match self.m.types.kind(t) {
            TypeKind::Logical(_) => {
                let (one, zero) = (self.spv.int(s, 1), self.spv.int(s, 0));
                self.spv.op(SpvOp::Select, s, &[w, one, zero])
            }
            _ => self.spv.op(SpvOp::Bitcast, s, &[w]),
        })
    }

    /// `old kind v`, or `v kind old`.
    fn updated(&mut self, kind: AtomicKind, reverse: bool, old: &Val, v: &Val, t: Type) -> Emitted<Val> {
        let (a, b) = if reverse { (v, old) } else { (old, v) };
        let Some((op, negated)) = reduction::update_op(kind) else { return Ok(v.clone()) };
        let new = self.binary(op, a, b, t)?;
        if negated { self.unary(OpKind::Not, &new, t) } else { Ok(new) }
    }
}
