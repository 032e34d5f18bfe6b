//! Code of a team and of its threads, op by op: what all threads do, and what one does while the others wait.

use super::{Result, Team, Who};
use crate::analysis::effects::{Access, depends_on_operands_only, is_pure, may_trap, own_writes};
use crate::choices::{LoopShare, Pred, SingleKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{Effect, OpKind, Reach, Traits};
use crate::passes::offload::Unsupported;
use crate::passes::offload::constructs::{combine_copies, move_ops, sequential_loop, splice};
use crate::passes::offload::counts;
use crate::passes::offload::memory::{Base, effects, is_scalar, is_scalar_ref, root_of};
use crate::passes::offload::privates::escapes;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

/// An op and all that is in it.
pub(super) fn deep(m: &Module, op: Op) -> Vec<Op> {
    let mut all = vec![op];
    all.extend(m.ops[op].regions.iter().flat_map(|&r| m.walk(r)));
    all
}

/// A jump in the op goes to something around it.
pub(super) fn leaves(m: &Module, op: Op) -> bool {
    deep(m, op).into_iter().any(|o| {
        let label = m.attr_str(o, "label");
        match m.kind(o) {
            OpKind::Break | OpKind::Continue => {}
            OpKind::Return | OpKind::Goto => return true,
            _ => return false,
        }
        let mut at = o;
        while at != op {
            let Some(p) = m.parent_op(at) else { return true };
            let is_loop = matches!(m.kind(p), OpKind::For | OpKind::While | OpKind::Parallel | OpKind::OmpWsLoop);
            if if label.is_some() { m.attr_str(p, "label") == label } else { is_loop } {
                return false;
            }
            at = p;
        }
        true
    })
}

/// There is a jump in the op, wherever it goes to.
pub(super) fn leaves_inside(m: &Module, op: Op) -> bool {
    use OpKind::*;
    deep(m, op).into_iter().any(|o| matches!(m.kind(o), Break | Continue | Return | Goto))
}

impl Team<'_> {
    /// Code of the region, for those who run it.
    pub(super) fn region(&mut self, r: Region, who: Who) -> Result<()> {
        self.flatten(r, who)?;
        let mut run: Vec<Op> = Vec::new();
        for op in self.m.regions[r].ops.clone() {
            // One that a neighbour has taken along.
            if self.m.ops[op].parent != Some(r) {
                continue;
            }
            if self.is_apart(op, who) {
                self.close(&std::mem::take(&mut run), who)?;
                self.construct(op, who)?;
            } else {
                run.push(op);
            }
        }
        self.close(&run, who)
    }

    /// Constructs of a list of ops that mean nothing more, or less, for those who run them, and the loops of one thread.
    pub(super) fn flatten(&mut self, r: Region, who: Who) -> Result<()> {
        let mut i = 0;
        while i < self.m.regions[r].ops.len() {
            let op = self.m.regions[r].ops[i];
            let team = matches!(who, Who::Team);
            match self.m.kind(op) {
                OpKind::OmpTask | OpKind::OmpTaskgroup | OpKind::OmpOrdered => splice(self.m, op),
                OpKind::OmpTaskwait | OpKind::OmpTaskyield | OpKind::OmpTaskDepend => self.m.detach(op),
                OpKind::OmpBarrier | OpKind::OmpWorkshare | OpKind::OmpSingle if team => match self.m.kind(op) {
                    OpKind::OmpBarrier => self.m.detach(op),
                    OpKind::OmpSingle => self.one_of_one(op)?,
                    _ => splice(self.m, op),
                },
                OpKind::OmpWsLoop if team && self.m.choice_opt::<LoopShare>(op).is_none() => {
                    sequential_loop(self.m, op)?
                }
                OpKind::OmpCritical if team => self.locked(op)?,
                OpKind::OmpReduction if team => self.combine_teams(op),
                _ => i += 1,
            }
        }
        Ok(())
    }

    /// A construct for one thread where the team has one, or where its first thread is.
    fn one_of_one(&mut self, op: Op) -> Result<()> {
        let Some(filter) = self.m.opt(op, "filter") else {
            splice(self.m, op);
            return Ok(());
        };
        let inner = self.m.region(op, 0);
        let (then, other) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let mut b = Builder::before(self.m, op);
        let zero = b.int(0, b.m.ty(filter));
        let first = b.cmp(Pred::Eq, filter, zero);
        b.op(OpKind::If).arg(first).region(then).region(other).build();
        move_ops(self.m, inner, then);
        self.m.detach(op);
        Ok(())
    }

    /// All threads have to come to the op.
    fn is_apart(&self, op: Op, who: Who) -> bool {
        use OpKind::*;
        let m = self.m.kind(op);
        if self.m.has(op, Traits::TERMINATOR) {
            return true;
        }
        let own = match who {
            Who::Team => matches!(m, OmpParallel | OmpWsLoop | OmpLoopNest),
            Who::Threads { .. } => {
                matches!(m, OmpBarrier | OmpWsLoop | OmpSingle | OmpWorkshare | OmpReduction | OmpCritical)
            }
        };
        own || self.meets(op, who) || self.excludes(op, who) || !self.m.ops[op].regions.is_empty() && leaves(self.m, op)
    }

    /// The structured op holds something that all threads come to.
    pub(super) fn meets(&self, op: Op, who: Who) -> bool {
        use OpKind::*;
        if !matches!(self.m.kind(op), For | While | If | SelectCase | Block) {
            return false;
        }
        let is = |&o: &Op| match (who, self.m.kind(o)) {
            (Who::Team, OmpParallel) => true,
            (Who::Team, OmpWsLoop) => self.m.choice_opt::<LoopShare>(o).is_some(),
            (Who::Threads { .. }, OmpBarrier | OmpWsLoop | OmpWorkshare) => !self.is_nested(o, op),
            (Who::Threads { .. }, OmpSingle) => {
                self.m.choice_opt(o) == Some(SingleKind::Single) && !self.is_nested(o, op)
            }
            _ => false,
        };
        deep(self.m, op)[1..].iter().any(is)
    }

    /// It belongs to a construct between it and `end` that one thread runs.
    fn is_nested(&self, o: Op, end: Op) -> bool {
        let mut at = o;
        while let Some(p) = self.m.parent_op(at) {
            if p == end {
                return false;
            }
            if matches!(self.m.kind(p), OpKind::OmpParallel | OpKind::OmpTask | OpKind::OmpSingle | OpKind::OmpCritical)
            {
                return true;
            }
            at = p;
        }
        false
    }

    /// It holds something that one thread at a time may do.
    pub(super) fn excludes(&self, op: Op, who: Who) -> bool {
        matches!(who, Who::Threads { .. })
            && deep(self.m, op)[1..]
                .iter()
                .any(|&o| matches!(self.m.kind(o), OpKind::OmpCritical | OpKind::OmpReduction))
    }

    /// Ops that stand one behind the other, none of them a meeting of threads.
    fn close(&mut self, run: &[Op], who: Who) -> Result<()> {
        for &op in run {
            for r in self.m.ops[op].regions.clone() {
                self.serial(r, who)?;
            }
        }
        // Constructs that were there may have left their ops.
        match who {
            Who::Team => {
                if run.iter().any(|&o| self.acts(o)) {
                    let zero = self.before(run[0]).index(0);
                    let thread = self.thread;
                    let first = self.before(run[0]).cmp(Pred::Eq, thread, zero);
                    self.guard(run, first, true)?;
                }
                Ok(())
            }
            Who::Threads { all: true, .. } => Ok(()),
            Who::Threads { count, all: false } => {
                let quiet = |&o: &Op| self.m.kind(o) == OpKind::Alloca || is_front(self.m, o);
                if !run.iter().all(quiet) {
                    let thread = self.thread;
                    let active = self.before(run[0]).cmp(Pred::Lt, thread, count);
                    self.guard(run, active, false)?;
                }
                Ok(())
            }
        }
    }

    /// Does something that it makes a difference how many threads do it.
    pub(super) fn acts(&self, op: Op) -> bool {
        let all = deep(self.m, op);
        all.iter().any(|&x| {
            let m = &*self.m;
            if m.kind(x) == OpKind::Alloca || m.has(x, Traits::TERMINATOR) {
                return false;
            }
            let strong = |e: &Effect| {
                matches!(
                    e,
                    Effect::Synchronizes
                        | Effect::Orders
                        | Effect::Allocates
                        | Effect::Frees(_)
                        | Effect::Writes(Reach::Anything)
                )
            };
            if matches!(m.kind(x), OpKind::Call | OpKind::CallPtr) || m.info(x).effects.iter().any(strong) {
                return true;
            }
            own_writes(m, x).into_iter().any(|w| match w {
                Access::Data(v) => match root_of(m, v).base {
                    Base::Local(a) => !self.kept.contains(&a) && !all.contains(&a),
                    _ => true,
                },
                Access::Desc(_)
                | Access::Pointee(_)
                | Access::Object(_)
                | Access::Described(_)
                | Access::Static(_)
                | Access::All => true,
            })
        })
    }

    /// Leaves ops to those threads for which `cond` holds. What others need of them they are told through memory:
    /// of the team, or of each thread.
    fn guard(&mut self, run: &[Op], cond: Value, team: bool) -> Result<()> {
        let mut back: Vec<Op> = Vec::new();
        let mut inside: FxHashSet<Value> = FxHashSet::default();
        for &op in run {
            let free = !self.m.operands(op).iter().any(|v| inside.contains(v));
            if self.m.kind(op) == OpKind::Alloca || free && is_front(self.m, op) {
                continue;
            }
            inside.extend(self.m.ops[op].results.iter().copied());
            back.push(op);
        }
        let Some(&last) = run.last() else { return Ok(()) };
        let loc = self.m.ops[back.first().copied().unwrap_or(last)].loc;
        let (then, other) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let mut b = Builder::after(self.m, last);
        b.loc = loc;
        let choice = b.op(OpKind::If).arg(cond).region(then).region(other).build();
        for &op in &back {
            self.m.detach(op);
            let end = self.m.regions[then].ops.len();
            self.m.insert(then, end, op);
        }
        if team {
            self.barrier_before(choice);
            self.barrier_after(choice);
        }
        // In order, so that what addresses are made of is there first.
        let mut told: FxHashMap<Value, Value> = FxHashMap::default();
        for &op in &back {
            for v in self.m.ops[op].results.clone() {
                let out: Vec<(Op, usize)> = self
                    .m
                    .uses(v)
                    .into_iter()
                    .filter(|&(u, _)| self.m.ops[u].parent.is_some_and(|r| !self.m.is_inside(r, then)))
                    .collect();
                if out.is_empty() {
                    continue;
                }
                let new = self.tell(choice, then, v, team, &mut told)?;
                for (u, i) in out {
                    self.m.set_operand(u, i, new);
                }
            }
        }
        Ok(())
    }

    /// The value behind the choice that is computed in its first region.
    fn tell(
        &mut self,
        choice: Op,
        then: Region,
        v: Value,
        team: bool,
        told: &mut FxHashMap<Value, Value>,
    ) -> Result<Value> {
        if let Some(&t) = told.get(&v) {
            return Ok(t);
        }
        if !self.m.home(v).is_some_and(|h| self.m.is_inside(h, then)) {
            return Ok(v);
        }
        let ty = self.m.ty(v);
        let behind =
            if team { self.m.regions[self.m.position(choice).0].ops[self.m.position(choice).1 + 1] } else { choice };
        let new = if is_scalar(self.m, ty) {
            let cell = if team {
                self.cell(choice, if counts::is_far(self.m, v) { Type::I64 } else { ty })?
            } else {
                let held = if ty == Type::BOOL { Type::L32 } else { ty };
                let r = self.m.types.reference(held);
                self.before(choice).op(OpKind::Alloca).result(r).value()
            };
            let held = self.m.types.elem(self.m.ty(cell));
            let mut b = Builder::at_end(self.m, then);
            let x = b.cast(v, held);
            b.store(x, cell);
            let mut b = Builder::after(self.m, behind);
            let x = b.load(cell);
            b.cast(x, ty)
        } else {
            let Some(d) =
                self.m.def(v).filter(|&d| depends_on_operands_only(self.m, d) && self.m.ops[d].regions.is_empty())
            else {
                return Err(Unsupported::new(self.m, choice, "an address that one thread of a team finds for others"));
            };
            let mut map = FxHashMap::default();
            for o in self.m.operands(d).to_vec() {
                let t = self.tell(choice, then, o, team, told)?;
                map.insert(o, t);
            }
            let copy = self.m.clone_op(d, &mut map);
            let (r, _) = self.m.position(behind);
            // Behind all that was told so far.
            let at = map
                .values()
                .filter_map(|&x| self.m.def(x))
                .filter(|&x| self.m.ops[x].parent == Some(r))
                .map(|x| self.m.position(x).1)
                .max()
                .unwrap_or(0)
                .max(self.m.position(behind).1);
            self.m.insert(r, at + 1, copy);
            self.m.result(copy)
        };
        told.insert(v, new);
        Ok(new)
    }

    /// Code that one thread runs from its begin to its end.
    pub(super) fn serial(&mut self, r: Region, who: Who) -> Result<()> {
        let mut i = 0;
        while i < self.m.regions[r].ops.len() {
            let op = self.m.regions[r].ops[i];
            match self.m.kind(op) {
                OpKind::OmpTask
                | OpKind::OmpTaskgroup
                | OpKind::OmpOrdered
                | OpKind::OmpParallel
                | OpKind::OmpTeams
                | OpKind::OmpWorkshare => splice(self.m, op),
                OpKind::OmpSingle => match (self.m.choice_opt(op), who) {
                    (Some(SingleKind::Master | SingleKind::Masked), Who::Threads { .. }) => {
                        self.masked(op);
                        i += 1;
                    }
                    _ => self.one_of_one(op)?,
                },
                OpKind::OmpBarrier | OpKind::OmpTaskwait | OpKind::OmpTaskyield | OpKind::OmpTaskDepend => {
                    self.m.detach(op)
                }
                OpKind::OmpReduction if self.is_of_team(self.m.operand(op, 1)) => combine_copies(self.m, op),
                OpKind::OmpReduction => self.combine_teams(op),
                OpKind::OmpWsLoop => sequential_loop(self.m, op)?,
                OpKind::OmpCritical => self.locked(op)?,
                _ => {
                    for inner in self.m.ops[op].regions.clone() {
                        self.serial(inner, who)?;
                    }
                    i += 1;
                }
            }
        }
        Ok(())
    }

    /// True for a variable that each team has for itself.
    fn is_of_team(&self, variable: Value) -> bool {
        match root_of(self.m, variable).base {
            Base::Local(made) => self.m.ops[made].parent.is_some_and(|r| self.m.is_inside(r, self.body)),
            Base::Heap(_) | Base::Global(..) | Base::Arg(_) | Base::Box(_) | Base::Constant | Base::Unknown(_) => false,
        }
    }

    /// Says which variables of a team every thread keeps for itself, and puts the others into memory that they share.
    pub(super) fn variables(&mut self, r: Region) -> Result<()> {
        let (mut runs, mut made) = (Vec::new(), Vec::new());
        self.survey(r, &mut runs, &mut made)?;
        for op in self.m.walk(r) {
            let of_threads = self.m.kind(op) == OpKind::OmpParallel;
            if !of_threads {
                continue;
            }
            for x in self.m.walk(self.m.region(op, 0)) {
                let written: Vec<Base> = effects(self.m, x).writes.into_iter().map(|w| w.base).collect();
                made.retain(|&(a, kept)| {
                    !kept || !written.contains(&Base::Local(a)) && !escapes(self.m, x, &Base::Local(a)) || {
                        self.kept.remove(&a);
                        true
                    }
                });
            }
        }
        // Until what is left is changed by all threads alike.
        loop {
            let mut changed = false;
            for run in &runs {
                let all: Vec<Op> = run.iter().flat_map(|&o| deep(self.m, o)).collect();
                let act = run.iter().any(|&o| self.acts(o));
                for &(a, _) in &made {
                    let base = Base::Local(a);
                    let touched = |&x: &Op| {
                        escapes(self.m, x, &base) || act && effects(self.m, x).writes.iter().any(|w| w.base == base)
                    };
                    if self.kept.contains(&a) && all.iter().any(touched) {
                        self.kept.remove(&a);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (a, _) in made {
            let v = self.m.result(a);
            if self.kept.contains(&a) {
                continue;
            }
            // Also by way of addresses in it.
            let uses = |&x: &Op| {
                let of = |&v: &Value| v == self.m.result(a) || root_of(self.m, v).base == Base::Local(a);
                self.m.operands(x).iter().any(of)
            };
            let users: Vec<Op> = self.m.walk(r).into_iter().filter(uses).collect();
            let one = |run: &Vec<Op>| {
                let all: FxHashSet<Op> = run.iter().flat_map(|&o| deep(self.m, o)).collect();
                users.iter().all(|u| all.contains(u))
            };
            if runs.iter().any(one) {
                continue;
            }
            if self.m.flag(a, "zero") {
                return Err(Unsupported::new(self.m, a, "a variable of a team that begins with zeros"));
            }
            if self.alone {
                self.m.detach(a);
                let plan = self.plan;
                self.m.insert(plan, 0, a);
            } else {
                let ty = self.m.ty(v);
                let shared = self.shared_memory(a, ty)?;
                self.m.replace_all_uses(v, shared);
                self.m.detach(a);
            }
        }
        Ok(())
    }

    /// The lists of ops that the first thread runs as one, and the variables made there; with them, whether every thread
    /// may have one.
    fn survey(&mut self, r: Region, runs: &mut Vec<Vec<Op>>, made: &mut Vec<(Op, bool)>) -> Result<()> {
        self.flatten(r, Who::Team)?;
        let mut run = Vec::new();
        for op in self.m.regions[r].ops.clone() {
            if self.m.kind(op) == OpKind::Alloca {
                let scalar = is_scalar_ref(self.m, self.m.ty(self.m.result(op)));
                if scalar {
                    self.kept.insert(op);
                }
                made.push((op, scalar));
            }
            if !self.is_apart(op, Who::Team) {
                run.push(op);
                continue;
            }
            runs.push(std::mem::take(&mut run));
            if self.m.kind(op) != OpKind::OmpParallel {
                for inner in self.m.ops[op].regions.clone() {
                    self.survey(inner, runs, made)?;
                }
            }
        }
        runs.push(run);
        Ok(())
    }
}

/// May be computed by every thread, wherever its operands are.
fn is_front(m: &Module, op: Op) -> bool {
    is_pure(m, op) && m.ops[op].regions.is_empty() && depends_on_operands_only(m, op) && !may_trap(m, op)
}
