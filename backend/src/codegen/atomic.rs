//! Atomic updates: one instruction where the machine has it, else a loop that computes the new value and stores it if
//! the old one is still there.

use super::func::FuncGen;
use super::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, MemFlagsData, Type as Ct, Value as Cv, condcodes::IntCC, types};
use ferrotran_ir::analysis::atomics::{Exchange, exchange};
use ferrotran_ir::choices::MemoryOrder;
use ferrotran_ir::{Module, Op, OpKind, Value};

/// The instruction for an exchange; none for the lesser and the greater, which are mostly the old value, so that nothing
/// need be stored.
fn instruction(how: Exchange) -> Option<AtomicRmwOp> {
    Some(match how {
        Exchange::Add => AtomicRmwOp::Add,
        Exchange::Sub => AtomicRmwOp::Sub,
        Exchange::And => AtomicRmwOp::And,
        Exchange::Or => AtomicRmwOp::Or,
        Exchange::Xor => AtomicRmwOp::Xor,
        Exchange::Swap => AtomicRmwOp::Xchg,
        Exchange::Min | Exchange::Max => return None,
    })
}

/// Whether an update need not store the value `new` where that is the old one, which it often is: not where arithmetic gives
/// it, or the store is a fence, too.
fn may_stay(m: &Module, update: Op, new: Value) -> bool {
    let computed = [OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Div];
    m.def(new).is_none_or(|op| !computed.contains(&m.kind(op)))
        && m.choice_opt::<MemoryOrder>(update) != Some(MemoryOrder::SeqCst)
}

impl FuncGen<'_, '_, '_> {
    /// `omp.atomic_update`
    pub(crate) fn atomic_update(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let r = m.operand(op, 0);
        let p = self.s(r)?;
        let elem = m.types.elem(m.ty(r));
        let Some(t) = self.cx.scalar_ty(elem).filter(|t| t.bytes() <= 8) else {
            return self.fail(op, format!("an atomic update of a value of type {}", m.types.text(elem)));
        };
        let word = t.as_int();
        let body = m.region(op, 0);
        let arg = m.args(body)[0];
        let flags = MemFlagsData::trusted();
        if let Some((how, v)) = exchange(m, op).and_then(|(how, v)| Some((instruction(how)?, v))) {
            let v = self.s(v)?;
            let v = self.bits(v, word);
            let old = self.b.ins().atomic_rmw(word, flags, how, p, v);
            if m.ops[op].results.is_empty() {
                return Ok(());
            }
            let old = self.bits(old, t);
            self.set(arg, Val::S(old), self.depth);
            let y = self.region(body)?;
            return self.captured(op, &y[1..]);
        }
        let (head, attempt, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let found = self.b.append_block_param(head, word);
        let first = self.b.ins().atomic_load(word, flags, p);
        self.b.ins().jump(head, &[first.into()]);
        self.b.switch_to_block(head);
        self.depth += 1;
        let old = self.bits(found, t);
        self.set(arg, Val::S(old), self.depth);
        let y = self.region(body)?;
        let new = self.s(y[0])?;
        let new = self.bits(new, word);
        if may_stay(m, op, y[0]) {
            // A value that stays the same has been read as a whole, and need not be stored.
            let same = self.b.ins().icmp(IntCC::Equal, found, new);
            self.b.ins().brif(same, done, &[], attempt, &[]);
        } else {
            self.b.ins().jump(attempt, &[]);
        }
        self.b.switch_to_block(attempt);
        self.b.seal_block(attempt);
        let now = self.b.ins().atomic_cas(flags, p, found, new);
        let kept = self.b.ins().icmp(IntCC::Equal, now, found);
        self.b.ins().brif(kept, done, &[], head, &[now.into()]);
        self.b.seal_block(head);
        self.b.seal_block(done);
        self.b.switch_to_block(done);
        self.depth -= 1;
        self.captured(op, &y[1..])
    }

    /// `coverage.count`
    pub(crate) fn coverage_count(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let at = i32::try_from(8 * m.attr_int(op, "index").unwrap_or(0));
        let (Some(sym), Ok(at)) = (m.attr_str(op, "sym"), at) else { return self.fail(op, "malformed coverage.count") };
        let id = match self.cx.data_id(sym) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        let base = self.data_addr(id);
        let flags = MemFlagsData::trusted();
        if m.flag(op, "atomic") {
            let p = self.b.ins().iadd_imm_s(base, i64::from(at));
            let one = self.b.ins().iconst(types::I64, 1);
            self.b.ins().atomic_rmw(types::I64, flags, AtomicRmwOp::Add, p, one);
        } else {
            let old = self.b.ins().load(types::I64, flags, base, at);
            let new = self.b.ins().iadd_imm_s(old, 1);
            self.b.ins().store(flags, new, base, at);
        }
        Ok(())
    }

    /// The results are what the body ended with the last time.
    fn captured(&mut self, op: Op, values: &[Value]) -> Res<()> {
        for (&to, &from) in self.m.ops[op].results.iter().zip(values) {
            let v = self.get(from)?;
            self.set(to, v, self.depth);
        }
        Ok(())
    }

    /// The same bits as a value of another type of that size.
    fn bits(&mut self, v: Cv, t: Ct) -> Cv {
        if self.b.func.dfg.value_type(v) == t { v } else { self.b.ins().bitcast(t, MemFlagsData::new(), v) }
    }
}
