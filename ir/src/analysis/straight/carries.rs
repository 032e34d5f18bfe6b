//! Values that the loop carries: what iterations do to them, in an order that does not matter.

use super::conditionals::only_yields;
use super::{Carry, Class, Context, Facts, NodeId, Step, Straight, is_wide_int};
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::TypeKind;
use ferrotran_abi::reduction::ReduceOp;

/// A comparison with a value that the loop carries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Better {
    carry: usize,
    value: Value,
    node: NodeId,
    /// More is better.
    more: bool,
    /// Equal is better, too.
    equal: bool,
}

impl Straight {
    /// Values that have a sign of zero in doubt after all iterations, by number.
    pub fn doubtful(&self, m: &Module) -> Vec<usize> {
        let real = |c: &Carry| c.strict && matches!(m.types.kind(c.ty), TypeKind::Float(_));
        (0..self.carries.len()).filter(|&k| real(&self.carries[k])).collect()
    }

    /// An operation on what a value that the loop carries came to so far.
    pub(super) fn carried(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
        let r = *m.ops[op].results.first()?;
        if m.kind(op) == OpKind::Cmp {
            return self.better(m, op, operands, facts);
        }
        let (k, other) = match operands {
            [Class::Carry(_), Class::Carry(_)] => return None,
            [Class::Carry(k), _] => (*k, 1),
            [_, Class::Carry(k)] if m.kind(op) != OpKind::Sub => (*k, 0),
            _ => return None,
        };
        let kind = match m.kind(op) {
            OpKind::Add | OpKind::Sub => ReduceOp::Sum,
            OpKind::And => ReduceOp::Iall,
            OpKind::Or => ReduceOp::Iany,
            OpKind::Xor => ReduceOp::Iparity,
            // Which of two zeros it is may depend on the order, as what Fortran's MAX gives of them.
            OpKind::Min if !matches!(m.tk(r), TypeKind::Int(8)) => ReduceOp::Min,
            OpKind::Max if !matches!(m.tk(r), TypeKind::Int(8)) => ReduceOp::Max,
            OpKind::Mul if !is_wide_int(m, m.ty(r)) => ReduceOp::Product,
            _ => return None,
        };
        let float = matches!(m.tk(r), TypeKind::Float(32 | 64));
        let any_order = is_wide_int(m, m.ty(r)) || float && (self.reassociate || kind.is_extreme());
        let carry = &self.carries[k];
        if carry.strict || carry.follows.is_some() || !self.open.is_empty() {
            return None;
        }
        if !any_order || *self.carries[k].kind.get_or_insert(kind) != kind {
            return None;
        }
        if self.carries[k].now != m.operand(op, 1 - other) {
            return None;
        }
        let v = m.operand(op, other);
        let value = self.node(m, v, &operands[other])?;
        self.carries[k].now = r;
        self.steps.push(Step::Carry { carry: k, value, negate: m.kind(op) == OpKind::Sub });
        facts.class.insert(r, Class::Carry(k));
        Some(())
    }

    /// A comparison with a value that the loop carries.
    pub(super) fn better(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
        let (carry, other) = match operands {
            [Class::Carry(_), Class::Carry(_)] => return None,
            [Class::Carry(k), _] => (*k, 1),
            [_, Class::Carry(k)] => (*k, 0),
            _ => return None,
        };
        let (more, equal) = match m.choice(op) {
            Pred::Gt => (true, false),
            Pred::Ge => (true, true),
            Pred::Lt => (false, false),
            Pred::Le => (false, true),
            _ => return None,
        };
        let (value, r) = (m.operand(op, other), m.result(op));
        let number = is_wide_int(m, m.ty(value)) || matches!(m.tk(value), TypeKind::Float(32 | 64));
        if self.masks || !self.open.is_empty() || !number || self.carries[carry].now != m.operand(op, 1 - other) {
            return None;
        }
        let node = self.node(m, value, &operands[other])?;
        let better = Better { carry, value, node, more: more == (other == 0), equal };
        facts.class.insert(r, Class::Better(better));
        Some(())
    }

    /// A conditional on such a comparison: the better value is taken, with others.
    pub(super) fn best(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        context: Context,
        better: Better,
    ) -> Option<()> {
        let Better { carry, value, node, more, equal } = better;
        let (then, other) = (only_yields(m, m.region(op, 0))?, only_yields(m, m.region(op, 1))?);
        let free = |s: &Straight, k: usize| {
            let c = &s.carries[k];
            c.kind.is_none() && !c.strict && c.follows.is_none()
        };
        if !matches!(context, Context::Always | Context::Chosen) || !free(self, carry) {
            return None;
        }
        let (mut with, mut seen) = (Vec::new(), false);
        for ((&r, new), old) in m.ops[op].results.iter().zip(then).zip(other) {
            let Class::Carry(k) = facts.get(old) else { return None };
            if self.carries[k].now != old {
                return None;
            }
            if k == carry {
                if new != value || seen {
                    return None;
                }
                seen = true;
            } else {
                // Of equal ones the first counts, which is the least number.
                let Class::Linear(step) = facts.get(new) else { return None };
                if equal || step == 0 || !free(self, k) || !is_wide_int(m, m.ty(new)) {
                    return None;
                }
                with.push((k, self.node(m, new, &Class::Linear(step))?));
                self.carries[k].follows = Some((carry, step));
            }
            self.carries[k].now = r;
            facts.class.insert(r, Class::Carry(k));
        }
        if !seen {
            return None;
        }
        self.carries[carry].kind = Some(if more { ReduceOp::Max } else { ReduceOp::Min });
        self.carries[carry].strict = true;
        self.steps.push(Step::Best { carry, value: node, more, with });
        Some(())
    }

    /// What a carried value came to under a mask is a result of the conditional.
    pub(super) fn no_carry_is_lost(&self, m: &Module, op: Op, before: &[Value]) -> Option<()> {
        let results = &m.ops[op].results;
        let lost = self.carries.iter().zip(before).any(|(c, &old)| c.now != old && !results.contains(&c.now));
        (!lost).then_some(())
    }
}
