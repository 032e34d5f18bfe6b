//! Atomic operations on elements of buffers (the atomic construct of OpenMP): one instruction where SPIR-V has it, else a
//! loop that computes the new word and stores it if the old one is still there.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::mem::{Base, Place};
use crate::spv::RegType;
use ferrotran_ir::analysis::atomics::{Exchange, exchange};
use ferrotran_ir::{Op, OpKind, Type, TypeKind};
use rspirv::spirv::{Op as SpvOp, Word};

/// A word of a buffer and what of it the variable is.
struct Cell {
    word: Word,
    /// The word's type.
    reg: RegType,
    ty: Type,
    bits: u32,
    /// Of variables smaller than a word: by how many bits they are shifted in it.
    shift: Option<Word>,
}

impl Emit<'_, '_> {
    /// omp.atomic_read, omp.atomic_write, omp.atomic_update
    pub fn atomic(&mut self, op: Op) -> Emitted<()> {
        let p = self.place(self.m.operand(op, 0))?;
        match self.atomic_cell(&p)? {
            None => self.alone(op, &p),
            Some(cell) => self.on_cell(op, &cell),
        }
    }

    /// The word that holds a variable; none where nobody else sees it.
    fn atomic_cell(&mut self, p: &Place) -> Emitted<Option<Cell>> {
        let arg = match p.base {
            Base::Arg(arg) => Some(arg),
            Base::Local(i) if self.locals[i].shared => None,
            Base::Local(_) => return Ok(None),
        };
        let m = self.m;
        let bits = match m.types.kind(p.ty) {
            TypeKind::Int(b) | TypeKind::Logical(b) => u32::from(*b),
            TypeKind::Float(b) => u32::from(*b),
            _ => {
                let text = m.types.text(p.ty);
                return Err(self.unsupported(format!("an atomic operation on an object of type {text}")));
            }
        };
        if arg.is_none() && bits == 64 {
            return Err(self.unsupported("an atomic operation on 64 bits of memory that a team shares"));
        }
        if arg.is_some_and(|a| self.kernel.atomic.insert(a)) {
            self.kernel.again = true;
        }
        self.touch(p.base, false);
        self.touch(p.base, true);
        let reg = if bits == 64 { RegType::U64 } else { RegType::U32 };
        let (word, shift) = if bits < 32 {
            let at = self.byte_position(p);
            (self.word_pointer_at(p.base, at)?, Some(self.bit_shift(at)))
        } else {
            (self.entry(p, reg, 0)?, None)
        };
        Ok(Some(Cell { word, reg, ty: p.ty, bits, shift }))
    }

    /// The operation on a variable that nobody else sees.
    fn alone(&mut self, op: Op, p: &Place) -> Emitted<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::OmpAtomicRead => {
                let v = self.load_place(p)?;
                self.set(op, v);
                Ok(())
            }
            OpKind::OmpAtomicWrite => {
                let v = self.val(m.operand(op, 1))?;
                self.store_place(p, &v)
            }
            _ => {
                let old = self.load_place(p)?;
                let values = self.updated(op, old)?;
                self.store_place(p, &values[0])?;
                self.captured(op, values);
                Ok(())
            }
        }
    }

    fn on_cell(&mut self, op: Op, cell: &Cell) -> Emitted<()> {
        let m = self.m;
        let (word, s) = (cell.word, cell.reg);
        match m.kind(op) {
            OpKind::OmpAtomicRead => {
                let w = self.spv.atomic(SpvOp::AtomicLoad, s, word, None);
                let v = self.value_in(cell, w)?;
                self.set(op, v);
                return Ok(());
            }
            OpKind::OmpAtomicWrite => {
                let v = self.val(m.operand(op, 1))?;
                if cell.shift.is_none() {
                    let w = self.to_word(&v, cell.ty)?;
                    self.spv.atomic(SpvOp::AtomicStore, s, word, Some(w));
                    return Ok(());
                }
                return self.exchange_loop(op, cell, |_, _| Ok(vec![v]));
            }
            _ => {}
        }
        if cell.shift.is_none()
            && let Some((how, v)) = exchange(m, op)
        {
            let v = self.val(v)?;
            let w = self.to_word(&v, cell.ty)?;
            let single = match how {
                Exchange::Add => SpvOp::AtomicIAdd,
                Exchange::Sub => SpvOp::AtomicISub,
                Exchange::And => SpvOp::AtomicAnd,
                Exchange::Or => SpvOp::AtomicOr,
                Exchange::Xor => SpvOp::AtomicXor,
                Exchange::Min => SpvOp::AtomicSMin,
                Exchange::Max => SpvOp::AtomicSMax,
                Exchange::Swap => SpvOp::AtomicExchange,
            };
            let old = self.spv.atomic(single, s, word, Some(w));
            if !m.ops[op].results.is_empty() {
                let old = self.value_in(cell, old)?;
                let values = self.updated(op, old)?;
                self.captured(op, values);
            }
            return Ok(());
        }
        self.exchange_loop(op, cell, |e, old| e.updated(op, old))
    }

    /// What the body of an update gives for an old value.
    fn updated(&mut self, op: Op, old: Val) -> Emitted<Vec<Val>> {
        let body = self.m.region(op, 0);
        self.env.insert(self.m.args(body)[0], old);
        self.region(body)
    }

    /// The results are what the body ends with beside the new value.
    fn captured(&mut self, op: Op, values: Vec<Val>) {
        for (&r, v) in self.m.ops[op].results.iter().zip(values.into_iter().skip(1)) {
            self.env.insert(r, v);
        }
    }

    /// Repeats `new(old)`, which gives the new value and what is captured, until the word could be stored in place of the
    /// old one.
    fn exchange_loop(
        &mut self,
        op: Op,
        cell: &Cell,
        new: impl FnOnce(&mut Self, Val) -> Emitted<Vec<Val>>,
    ) -> Emitted<()> {
        let (word, s) = (cell.word, cell.reg);
        let mut captured = Vec::new();
        for &v in &self.m.ops[op].results {
            let reg = self.reg(self.m.ty(v))?;
            captured.push((v, self.spv.local(reg, 1), reg));
        }
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
        let before = self.value_in(cell, old)?;
        let values = new(self, before)?;
        let placed = self.placed(cell, old, &values[0])?;
        let found = self.spv.atomic_exchange_if(s, word, placed, old);
        let stored = self.spv.op(SpvOp::IEqual, RegType::Bool, &[found, old]);
        self.spv.store(done, stored);
        for ((_, var, _), v) in captured.iter().zip(&values[1..]) {
            let value = self.parts(v)?[0];
            self.spv.store(*var, value);
        }
        self.spv.branch(cont);
        self.spv.label(cont);
        self.spv.branch(head);
        self.spv.label(merge);
        for (v, var, reg) in captured {
            let value = self.spv.load(var, reg);
            self.env.insert(v, Val::Scalar(value));
        }
        Ok(())
    }

    /// The variable's value in a word.
    fn value_in(&mut self, cell: &Cell, w: Word) -> Emitted<Val> {
        let Some(shift) = cell.shift else { return self.from_word(w, cell.ty, cell.bits) };
        let mask = self.spv.u32((1u32 << cell.bits) - 1);
        let moved = self.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[w, shift]);
        let low = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[moved, mask]);
        self.from_word(low, cell.ty, cell.bits)
    }

    /// The word with another value of the variable.
    fn placed(&mut self, cell: &Cell, old: Word, new: &Val) -> Emitted<Word> {
        let new = self.to_word(new, cell.ty)?;
        let Some(shift) = cell.shift else { return Ok(new) };
        let mask = self.spv.u32((1u32 << cell.bits) - 1);
        let hole = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[mask, shift]);
        let keep = self.spv.op(SpvOp::Not, RegType::U32, &[hole]);
        let low = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[new, mask]);
        let placed = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[low, shift]);
        let rest = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[old, keep]);
        Ok(self.spv.op(SpvOp::BitwiseOr, RegType::U32, &[rest, placed]))
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
}
