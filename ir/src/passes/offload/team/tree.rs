//! Reductions of the threads of a team: each leaves its part in memory of the team, where they are combined in a tree.

use super::{Result, Team, Who};
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::is_scalar_ref;
use crate::reduction::combine;
use crate::types::Type;
use ferrotran_abi::reduction::ReduceOp;

/// A reduction and where the threads leave their parts.
struct Part {
    op: Op,
    kind: ReduceOp,
    cells: Value,
}

/// A reduction of a scalar with an operation of the language.
fn is_simple(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::OmpReduction
        && [0, 1].into_iter().all(|i| is_scalar_ref(m, m.ty(m.operand(op, i))))
        && m.types.elem(m.ty(m.operand(op, 0))) == m.types.elem(m.ty(m.operand(op, 1)))
}

impl Team<'_> {
    /// The op and its neighbours that a tree combines together; those for which the team has memory.
    fn of_tree(&mut self, op: Op) -> Vec<Part> {
        let (r, at) = self.m.position(op);
        let these: Vec<Op> =
            self.m.regions[r].ops[at..].iter().copied().take_while(|&o| is_simple(self.m, o)).collect();
        // What trees before have used, they have read.
        let mut free = self.cells.clone();
        let mut parts = Vec::new();
        for o in these {
            let elem = self.m.types.elem(self.m.ty(self.m.operand(o, 0)));
            let ty = self.m.types.view(vec![Some(self.width)], elem, true);
            let cells = match free.iter().position(|&c| self.m.ty(c) == ty) {
                Some(i) => free.swap_remove(i),
                None => {
                    let Ok(new) = self.shared_memory(o, ty) else { break };
                    self.cells.push(new);
                    new
                }
            };
            parts.push(Part { op: o, kind: self.m.choice(o), cells });
        }
        parts
    }

    /// Combines the parts of threads by a tree, of the op and neighbours; false where that cannot be.
    ///
    /// In step k a thread whose number is a multiple of 2**(k+1) adds the part 2**k behind its own: the parts come
    /// together in the order of the threads. The first thread combines the sum with the variable.
    pub(super) fn tree(&mut self, op: Op, count: Value, who: Who) -> Result<bool> {
        let parts = self.of_tree(op);
        if parts.is_empty() {
            return Ok(false);
        }
        let all = matches!(who, Who::Threads { all: true, .. });
        let loc = self.m.ops[op].loc;
        let (thread, width) = (self.thread, self.width);
        let steps = (width as u64).next_power_of_two().trailing_zeros();
        let empty = |m: &mut Module| (m.new_region(&[]), m.new_region(&[]));
        let mut b = Builder::before(self.m, op);
        let leave = |b: &mut Builder<'_>| {
            for p in &parts {
                let own = b.m.operand(p.op, 0);
                let x = b.load(own);
                let to = b.elem(p.cells, &[thread]);
                b.store(x, to);
            }
        };
        if all {
            leave(&mut b);
        } else {
            let active = b.cmp(Pred::Lt, thread, count);
            let (then, other) = empty(b.m);
            b.op(OpKind::If).arg(active).region(then).region(other).build();
            b.inside(then, leave);
        }
        b.op(OpKind::DevBarrier).build();
        if steps > 0 {
            let step = b.m.new_region(&[Type::INDEX]);
            let k = b.m.args(step)[0];
            let (zero, last, one) = (b.index(0), b.index(i64::from(steps) - 1), b.index(1));
            b.op(OpKind::For).arg(zero).arg(last).arg(one).region(step).build();
            b.inside(step, |b| {
                let (zero, one) = (b.index(0), b.index(1));
                let distance = b.binary(OpKind::Shl, one, k);
                let pair = b.binary(OpKind::Add, distance, distance);
                let rest = b.binary(OpKind::Rem, thread, pair);
                let other = b.binary(OpKind::Add, thread, distance);
                let leads = b.cmp(Pred::Eq, rest, zero);
                let there = b.cmp(Pred::Lt, other, count);
                let adds = b.binary(OpKind::And, leads, there);
                let (then, none) = empty(b.m);
                b.op(OpKind::If).arg(adds).region(then).region(none).build();
                b.op(OpKind::DevBarrier).build();
                b.inside(then, |b| {
                    for p in &parts {
                        let (to, from) = (b.elem(p.cells, &[thread]), b.elem(p.cells, &[other]));
                        let (x, y) = (b.load(to), b.load(from));
                        let sum = combine(b, p.kind, x, y);
                        b.store(sum, to);
                    }
                });
            });
        }
        let zero = b.index(0);
        let first = b.cmp(Pred::Eq, thread, zero);
        let (then, other) = empty(b.m);
        b.op(OpKind::If).arg(first).region(then).region(other).build();
        b.op(OpKind::DevBarrier).build();
        for p in &parts {
            self.m.detach(p.op);
            let mut b = Builder::at_end(self.m, then);
            b.loc = loc;
            let zero = b.index(0);
            let sum = b.elem(p.cells, &[zero]);
            self.m.set_operand(p.op, 0, sum);
            let end = self.m.regions[then].ops.len();
            self.m.insert(then, end, p.op);
        }
        self.serial(then, who)?;
        Ok(true)
    }
}
