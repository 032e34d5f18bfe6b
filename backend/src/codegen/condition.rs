//! Conditions in parts: a choice that gives a truth value which only a branch asks for is no value but jumps to where
//! the branch leads. Such a choice is generated where the branch is.

use super::func::FuncGen;
use crate::error::Res;
use cranelift_codegen::ir::{Block, InstBuilder, condcodes::IntCC, types};
use ferrotran_ir::analysis::effects::speculatable;
use ferrotran_ir::{Op, OpKind, Pred, Region, TypeKind, Value};

impl FuncGen<'_, '_, '_> {
    /// Whether the code of a choice waits for the branch that asks for its truth value. That branch generates it by
    /// [`Self::condition`]; negations between the two are done then, too.
    pub(super) fn waits_for_branch(&mut self, op: Op) -> bool {
        if self.cx.opts.opt_level == 0 || self.has_labels() {
            return false;
        }
        let Some(negations) = self.may_wait(op) else { return false };
        self.early.extend(negations);
        self.early.insert(op);
        true
    }

    /// The negations between a choice and the branch for which it may wait, if there is one.
    fn may_wait(&self, op: Op) -> Option<Vec<Op>> {
        let m = self.m;
        let [result] = m.ops[op].results[..] else { return None };
        if !matches!(m.tk(result), TypeKind::Bool) || self.is_choice(op) || m.ops[op].regions.len() != 2 {
            return None;
        }
        let mut negations = Vec::new();
        let end = self.asks(result, &mut negations)?;
        self.may_come_first(op, end).then_some(negations)
    }

    /// The choice or negation that gives a truth value, where it waits for the branch that asks for that.
    pub(super) fn waiting(&self, v: Value) -> Option<Op> {
        let waits = |&d: &Op| self.early.contains(&d) && matches!(self.m.kind(d), OpKind::If | OpKind::Not);
        self.m.def(v).filter(waits)
    }

    /// The op that alone asks for a truth value, itself or negated: a branch, the end of a part of another such choice, or that of the
    /// condition of a loop. The parts of the branch may end with it, as there it is known.
    fn asks(&self, v: Value, negations: &mut Vec<Op>) -> Option<Op> {
        let m = self.m;
        let mut found = None;
        let mut implied = Vec::new();
        for (user, at) in m.uses(v) {
            let asks = match m.kind(user) {
                OpKind::If if at == 0 => Some(user),
                OpKind::Not => {
                    negations.push(user);
                    Some(self.asks(m.result(user), negations)?)
                }
                OpKind::Yield if at == 0 && m.ops[user].parent == m.home(v) => Some(user),
                OpKind::Yield if at == 0 => {
                    implied.push(user);
                    None
                }
                _ => return None,
            };
            if let Some(end) = asks
                && found.replace(end).is_some()
            {
                return None;
            }
        }
        let end = found?;
        // Where the parts of the branch end with the value it has to be such a choice itself.
        let known = |&y: &Op| m.kind(end) == OpKind::If && m.parent_op(y) == Some(end);
        if !(implied.is_empty() || implied.iter().all(known) && self.may_wait(end).is_some()) {
            return None;
        }
        let fits = match m.kind(end) {
            OpKind::If => !self.is_choice(end) && m.ops[end].regions.iter().any(|&r| !m.regions[r].ops.is_empty()),
            OpKind::Yield => m.parent_op(end).is_some_and(|around| match m.kind(around) {
                OpKind::If => self.early.contains(&around),
                OpKind::While => m.ops[end].parent == Some(m.region(around, 0)),
                _ => false,
            }),
            _ => false,
        };
        fits.then_some(end)
    }

    /// Whether what stands between two ops of a region may as well run before the first one, which perhaps never ends.
    fn may_come_first(&self, from: Op, to: Op) -> bool {
        let m = self.m;
        let ((r, a), (s, b)) = (m.position(from), m.position(to));
        r == s && a < b && m.regions[r].ops[a + 1..b].iter().all(|&o| speculatable(m, o))
    }

    /// Goes on with `yes` where a truth value is true, with `no` where it is not. Both get their jumps here.
    pub(super) fn condition(&mut self, v: Value, yes: Block, no: Block) -> Res<()> {
        let m = self.m;
        let Some(op) = self.waiting(v) else {
            let c = self.s(v)?;
            self.brif(c, yes, no);
            return Ok(());
        };
        if m.kind(op) == OpKind::Not {
            return self.condition(m.operand(op, 0), no, yes);
        }
        if self.within(op, yes, no)? {
            return Ok(());
        }
        let asked = m.operand(op, 0);
        let blocks = [self.block(), self.block()];
        self.condition(asked, blocks[0], blocks[1])?;
        for (k, block) in blocks.into_iter().enumerate() {
            self.b.seal_block(block);
            self.start(block);
            self.region_and(m.region(op, k), &mut |g, values| {
                if g.dead {
                    return Ok(());
                }
                let Some(&v) = values.first() else { return g.fail(op, "a part of a choice yields no value") };
                match g.implied(v, asked, k == 0) {
                    Some(true) => g.jump(yes),
                    Some(false) => g.jump(no),
                    None => g.condition(v, yes, no)?,
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// What a truth value is where `asked` is known.
    fn implied(&self, v: Value, asked: Value, is: bool) -> Option<bool> {
        let m = self.m;
        let negated = |a: Value, b: Value| m.def_of(a, OpKind::Not).is_some_and(|n| m.operand(n, 0) == b);
        if let Some(n) = m.const_int(v) {
            return Some(n != 0);
        }
        if v == asked {
            return Some(is);
        }
        (negated(v, asked) || negated(asked, v)).then_some(!is)
    }

    /// Whether an integer lies between two constants is one comparison: `x >= a .and. x <= b`. False where a choice is not that.
    fn within(&mut self, op: Op, yes: Block, no: Block) -> Res<bool> {
        let m = self.m;
        let Some((x, least, then)) = self.bound(m.operand(op, 0)) else { return Ok(false) };
        let only = |r: Region| -> Option<Value> {
            let (&end, before) = m.regions[r].ops.split_last()?;
            let plain = |o: &Op| matches!(m.kind(*o), OpKind::Const | OpKind::Cmp);
            (m.kind(end) == OpKind::Yield && before.iter().all(plain)).then(|| m.operand(end, 0))
        };
        let (Some(first), Some(second)) = (only(m.region(op, 0)), only(m.region(op, 1))) else { return Ok(false) };
        let never = m.const_int(second) == Some(0) || second == m.operand(op, 0);
        let Some((y, most, below)) = self.bound(first) else { return Ok(false) };
        if !never || x != y || then == below {
            return Ok(false);
        }
        let (low, high) = if then { (least, most) } else { (most, least) };
        let c = self.s(x)?;
        let t = self.b.func.dfg.value_type(c);
        let Some(span) =
            high.checked_sub(low).filter(|&n| n >= 0 && t.bits() <= 64 && (t == types::I64 || n < 1 << (t.bits() - 1)))
        else {
            return Ok(false);
        };
        let low = self.int_const(t, low);
        let from = self.b.ins().isub(c, low);
        let span = self.int_const(t, span);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, from, span);
        self.brif(inside, yes, no);
        Ok(true)
    }

    /// A comparison of an integer with a constant: the integer, the constant that it may have at the least (true) or at the most.
    fn bound(&self, v: Value) -> Option<(Value, i64, bool)> {
        let m = self.m;
        let d = m.def_of(v, OpKind::Cmp)?;
        let x = m.operand(d, 0);
        if !matches!(m.tk(x), TypeKind::Int(8..=64) | TypeKind::Index) {
            return None;
        }
        let n = m.const_int(m.operand(d, 1))?;
        match m.choice(d) {
            Pred::Ge => Some((x, n, true)),
            Pred::Gt => Some((x, n.checked_add(1)?, true)),
            Pred::Le => Some((x, n, false)),
            Pred::Lt => Some((x, n.checked_sub(1)?, false)),
            Pred::Eq | Pred::Ne | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => None,
        }
    }
}
