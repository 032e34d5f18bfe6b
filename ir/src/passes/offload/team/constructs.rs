//! Constructs that all threads of a team come to, and what one thread at a time does.

use super::runs::leaves;
use super::{Result, Team, Who, constant};
use crate::choices::{CriticalKind, MemoryOrder, Pred, SingleKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::constructs::{combine_copies, move_ops, sequentialize, splice};
use crate::passes::offload::counts;
use crate::passes::offload::memory::is_view;
use crate::reduction::combine;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

impl Team<'_> {
    /// An op that all who run the list come to.
    pub(super) fn construct(&mut self, op: Op, who: Who) -> Result<()> {
        let kind = self.m.kind(op);
        match (kind, who) {
            (OpKind::OmpParallel, Who::Team) => self.parallel(op),
            (OpKind::OmpWsLoop, _) => self.shared_loop(op, who),
            (OpKind::OmpBarrier, Who::Threads { .. }) => {
                self.barrier_before(op);
                self.m.detach(op);
                Ok(())
            }
            (OpKind::OmpSingle | OpKind::OmpWorkshare, Who::Threads { .. }) => self.single(op),
            (OpKind::OmpReduction, Who::Threads { count, .. }) if self.tree(op, count, who)? => Ok(()),
            (OpKind::OmpReduction | OpKind::OmpCritical, Who::Threads { count, .. }) => self.in_turn(op, count, who),
            _ if self.meets(op, who) => self.meeting(op, who),
            (_, Who::Threads { count, .. }) if self.excludes(op, who) => self.in_turn(op, count, who),
            // A jump, or what holds one.
            (_, Who::Threads { all: false, .. }) if !self.m.ops[op].regions.is_empty() => {
                Err(Unsupported::new(self.m, op, "a jump in a parallel construct that only some threads of a team run"))
            }
            (_, Who::Team) if !self.m.ops[op].regions.is_empty() => self.meeting(op, who),
            _ => {
                for r in self.m.ops[op].regions.clone() {
                    self.serial(r, who)?;
                }
                Ok(())
            }
        }
    }

    /// Structured code with meetings of threads in it. Where only some threads are active, all follow the first one.
    fn meeting(&mut self, op: Op, who: Who) -> Result<()> {
        let some = matches!(who, Who::Threads { all: false, .. });
        if some {
            if super::runs::leaves_inside(self.m, op) {
                let what = "a jump in a parallel construct that only some threads of a team run";
                return Err(Unsupported::new(self.m, op, what));
            }
            match self.m.kind(op) {
                OpKind::For => (0..3).try_for_each(|i| self.follow(op, i))?,
                OpKind::If => self.follow(op, 0)?,
                OpKind::Block => {}
                _ => {
                    let what = "a barrier in structured code that only some threads of a team run";
                    return Err(Unsupported::new(self.m, op, what));
                }
            }
        }
        for r in self.m.ops[op].regions.clone() {
            self.region(r, who)?;
        }
        Ok(())
    }

    /// An operand becomes what it is in the first thread.
    fn follow(&mut self, op: Op, operand: usize) -> Result<()> {
        let v = self.m.operand(op, operand);
        if self.m.const_int(v).is_some() {
            return Ok(());
        }
        let ty = self.m.ty(v);
        let cell = self.cell(op, if counts::is_far(self.m, v) { Type::I64 } else { ty })?;
        let held = self.m.types.elem(self.m.ty(cell));
        let thread = self.thread;
        let (then, other) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let mut b = Builder::before(self.m, op);
        let zero = b.index(0);
        let first = b.cmp(Pred::Eq, thread, zero);
        b.op(OpKind::If).arg(first).region(then).region(other).build();
        b.inside(then, |b| {
            let x = b.cast(v, held);
            b.store(x, cell);
        });
        b.op(OpKind::DevBarrier).build();
        let x = b.load(cell);
        let x = b.cast(x, ty);
        // Before the first thread comes here again.
        b.op(OpKind::DevBarrier).build();
        self.m.set_operand(op, operand, x);
        Ok(())
    }

    /// A parallel construct in code of the team.
    fn parallel(&mut self, op: Op) -> Result<()> {
        let (num, cond) = (self.m.opt(op, "num_threads"), self.m.opt(op, "if"));
        let body = self.m.region(op, 0);
        let (threads, most) = (self.threads, self.most);
        let all = cond.is_none()
            && most == threads
            && (num.is_none() || constant(self.m, num).is_some_and(|n| n >= self.width));
        let mut count = most;
        let mut b = Builder::before(self.m, op);
        if let Some(n) = num.filter(|_| !all) {
            let (n, one) = (b.cast(n, Type::INDEX), b.index(1));
            let n = b.binary(OpKind::Max, n, one);
            count = b.binary(OpKind::Min, n, most);
        }
        if let Some(c) = cond {
            let one = b.index(1);
            count = b.op(OpKind::Select).arg(c).arg(count).arg(one).result(Type::INDEX).value();
        }
        self.answer_inside(op, count);
        self.nested(body)?;
        self.region(body, Who::Threads { count, all })?;
        self.barrier_before(op);
        self.barrier_after(op);
        splice(self.m, op);
        Ok(())
    }

    /// Parallel constructs in a parallel one have a team of one thread (max-active-levels-var is 1).
    fn nested(&mut self, body: Region) -> Result<()> {
        for op in self.m.walk(body) {
            if self.m.kind(op) == OpKind::OmpParallel && self.m.ops[op].parent.is_some() {
                let inner = self.m.region(op, 0);
                sequentialize(self.m, inner, true)?;
                splice(self.m, op);
            }
        }
        Ok(())
    }

    /// Ops that one thread runs, in the place of `op`.
    fn for_thread(&mut self, op: Op, thread: Value) -> Region {
        let (then, other) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let me = self.thread;
        let mut b = Builder::before(self.m, op);
        let mine = b.cmp(Pred::Eq, me, thread);
        b.op(OpKind::If).arg(mine).region(then).region(other).build();
        then
    }

    /// `single` and `workshare`, which the first thread runs; `masked`.
    fn single(&mut self, op: Op) -> Result<()> {
        let inner = self.m.region(op, 0);
        self.serial(inner, Who::Team)?;
        let kind = if self.m.kind(op) == OpKind::OmpSingle { self.m.choice_opt(op) } else { None };
        if matches!(kind, Some(SingleKind::Master | SingleKind::Masked)) {
            self.masked(op);
            return Ok(());
        }
        let nowait = self.m.flag(op, "nowait");
        let zero = self.before(op).index(0);
        let then = self.for_thread(op, zero);
        move_ops(self.m, inner, then);
        if !nowait {
            self.barrier_before(op);
        }
        self.m.detach(op);
        Ok(())
    }

    /// What the thread of a number runs, as a choice.
    pub(super) fn masked(&mut self, op: Op) {
        let inner = self.m.region(op, 0);
        let filter = self.m.opt(op, "filter");
        let mut b = self.before(op);
        let thread = match filter {
            Some(f) => b.cast(f, Type::INDEX),
            None => b.index(0),
        };
        let then = self.for_thread(op, thread);
        move_ops(self.m, inner, then);
        self.m.detach(op);
    }

    /// What threads do one after the other, in the order of their numbers.
    fn in_turn(&mut self, op: Op, count: Value, who: Who) -> Result<()> {
        if leaves(self.m, op) {
            return Err(Unsupported::new(self.m, op, "a jump out of code with a critical construct"));
        }
        let loc = self.m.ops[op].loc;
        let turn = self.m.new_region(&[Type::INDEX]);
        let mine = self.m.new_region(&[]);
        let other = self.m.new_region(&[]);
        let number = self.m.args(turn)[0];
        let thread = self.thread;
        self.barrier_before(op);
        let mut b = Builder::before(self.m, op);
        let (zero, one) = (b.index(0), b.index(1));
        let last = b.binary(OpKind::Sub, count, one);
        let all = b.op(OpKind::For).arg(zero).arg(last).arg(one).region(turn).build();
        let mut b = Builder::at_end(self.m, turn);
        b.loc = loc;
        let is_mine = b.cmp(Pred::Eq, thread, number);
        b.op(OpKind::If).arg(is_mine).region(mine).region(other).build();
        b.op(OpKind::DevBarrier).build();
        // Neighbours of its kind have the same turn.
        let (r, at) = self.m.position(op);
        let same = |m: &Module, o: Op| {
            m.kind(o) == OpKind::OmpReduction
                || m.kind(o) == OpKind::OmpCritical && m.choice_opt(o) == Some(CriticalKind::Reduce)
        };
        let mut these = vec![op];
        if same(self.m, op) {
            let next: Vec<Op> =
                self.m.regions[r].ops[at + 1..].iter().copied().take_while(|&o| same(self.m, o)).collect();
            these.extend(next);
        }
        for o in these {
            self.m.detach(o);
            let end = self.m.regions[mine].ops.len();
            self.m.insert(mine, end, o);
        }
        debug_assert!(self.m.is_attached(all), "the turns stand where the op stood");
        self.serial(mine, who)
    }

    /// What one team at a time may do, with a lock where there are more.
    pub(super) fn locked(&mut self, op: Op) -> Result<()> {
        if self.m.choice_opt(op) == Some(CriticalKind::Ancestor) {
            return Err(Unsupported::new(self.m, op, "a part of it runs on the host"));
        }
        if self.m.choice_opt(op) == Some(CriticalKind::Task) {
            return Err(Unsupported::new(self.m, op, "a reduction of tasks"));
        }
        if !self.alone {
            if leaves(self.m, op) {
                return Err(Unsupported::new(self.m, op, "a jump out of a critical construct"));
            }
            self.take_lock(op);
        }
        splice(self.m, op);
        Ok(())
    }

    /// Takes the lock in front of an op and gives it back behind it.
    fn take_lock(&mut self, op: Op) {
        let cell = self.lock_cell(self.m.ops[op].loc);
        let (cond, body, update) = (self.m.new_region(&[]), self.m.new_region(&[]), self.m.new_region(&[Type::I32]));
        let old = self.m.args(update)[0];
        let mut b = Builder::before(self.m, op);
        b.op(OpKind::While).region(cond).region(body).build();
        b.op(OpKind::OmpFlush).build();
        b.inside(cond, |b| {
            let got = b.op(OpKind::OmpAtomicUpdate).arg(cell).region(update).result(Type::I32).value();
            let zero = b.int(0, Type::I32);
            let held = b.cmp(Pred::Ne, got, zero);
            b.op(OpKind::Yield).args(&[held]).build();
        });
        b.inside(body, |b| {
            b.op(OpKind::OmpFlush).choice(MemoryOrder::Acquire).build();
        });
        b.inside(update, |b| {
            let one = b.int(1, Type::I32);
            b.op(OpKind::Yield).args(&[one, old]).build();
        });
        let mut b = Builder::after(self.m, op);
        b.op(OpKind::OmpFlush).build();
        let zero = b.int(0, Type::I32);
        b.op(OpKind::OmpAtomicWrite).arg(cell).arg(zero).build();
    }

    /// The copy of a team is combined with what the teams share.
    pub(super) fn combine_teams(&mut self, op: Op) {
        if self.alone {
            return combine_copies(self.m, op);
        }
        let (p, s) = (self.m.operand(op, 0), self.m.operand(op, 1));
        let elem = self.m.types.elem(self.m.ty(s));
        let word = matches!(self.m.types.kind(elem), TypeKind::Int(32) | TypeKind::Float(32) | TypeKind::Logical(32));
        if !word {
            self.take_lock(op);
            return combine_copies(self.m, op);
        }
        let kind: ReduceOp = self.m.choice(op);
        if !is_view(self.m, self.m.ty(s)) {
            let mut b = Builder::before(self.m, op);
            let x = b.load(p);
            add_atomically(&mut b, kind, s, x);
            self.m.detach(op);
            return;
        }
        let rank = self.m.types.rank(self.m.ty(s));
        let nest = self.m.new_region(&vec![Type::INDEX; rank]);
        let subs = self.m.args(nest).to_vec();
        let mut b = Builder::before(self.m, op);
        let extents: Vec<Value> = (0..rank).map(|d| b.extent(s, d)).collect();
        b.op(OpKind::Parallel).args(&extents).region(nest).build();
        b.inside(nest, |b| {
            let from = b.elem(p, &subs);
            let to = b.elem(s, &subs);
            let x = b.load(from);
            add_atomically(b, kind, to, x);
        });
        self.m.detach(op);
    }
}

/// variable = variable kind x
fn add_atomically(b: &mut Builder<'_>, kind: ReduceOp, variable: Value, x: Value) {
    let ty = b.m.ty(x);
    let update = b.m.new_region(&[ty]);
    let old = b.m.args(update)[0];
    b.op(OpKind::OmpAtomicUpdate).arg(variable).region(update).build();
    b.inside(update, |b| {
        let new = combine(b, kind, old, x);
        b.op(OpKind::Yield).args(&[new]).build();
    });
}
