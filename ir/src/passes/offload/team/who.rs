//! What threads of a team are told about themselves.

use super::Team;
use crate::analysis::effects::{Access, writes};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{Effect, OpKind};
use crate::passes::offload::memory::{Base, root_of};
use crate::reduction::is_identity;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_abi::rt;

/// Asks for what is different in a team of many threads.
pub fn asks(m: &Module, op: Op) -> bool {
    matches!(
        m.routine(op),
        Some(
            rt::omp_get_thread_num_
                | rt::omp_get_num_threads_
                | rt::omp_get_team_num_
                | rt::omp_get_num_teams_
                | rt::omp_in_parallel_
        )
    )
}

/// What a parallel construct does depends on how many threads it has: each has effects of its own.
pub(super) fn threads_are_observed(m: &Module, parallel: Op) -> bool {
    use OpKind::*;
    let body = m.region(parallel, 0);
    // What a thread makes threads for is its own as well.
    m.walk(body).into_iter().any(|o| m.kind(o) == OmpParallel)
        || each_has_effects(m, body, &|o| matches!(m.kind(o), OmpWsLoop | OmpSingle | OmpWorkshare))
}

/// Whether each of those who run `body`, a construct's, changes what is not its own: by anything but what they share, or
/// by a part of its own in a reduction.
pub fn each_has_effects(m: &Module, body: Region, shares: &dyn Fn(Op) -> bool) -> bool {
    let mut each: Vec<Op> = Vec::new();
    let mut work: Vec<Region> = vec![body];
    while let Some(r) = work.pop() {
        for &o in &m.regions[r].ops {
            if !shares(o) {
                each.push(o);
                work.extend(m.ops[o].regions.iter().copied());
            }
        }
    }
    // The copy of a reduction gets the identity, before the loop; anything else is a contribution of its own.
    let copies: Vec<(Base, ReduceOp)> = each
        .iter()
        .filter(|&&o| m.kind(o) == OpKind::OmpReduction)
        .map(|&o| (root_of(m, m.operand(o, 0)).base, m.choice(o)))
        .collect();
    for &o in &each {
        use OpKind::*;
        let waits = matches!(m.kind(o), OmpBarrier | OmpFlush | OmpTaskwait | OmpTaskyield);
        // What is in their regions comes by itself.
        let holds = !m.ops[o].regions.is_empty() && !m.info(o).effects.iter().any(|e| matches!(e, Effect::Writes(_)));
        if holds || waits || matches!(m.kind(o), OmpReduction | Free) {
            continue;
        }
        for w in writes(m, o) {
            let base = match w {
                Access::All | Access::Pointee(_) | Access::Object(_) | Access::Described(_) | Access::Static(_) => {
                    return true;
                }
                Access::Data(v) | Access::Desc(v) => root_of(m, v).base,
            };
            let Base::Local(a) = base else { return true };
            if !m.ops[a].parent.is_some_and(|r| m.is_inside(r, body)) {
                return true;
            }
            let begins = |kind: ReduceOp| m.kind(o) == Store && is_identity(m, m.operand(o, 0), kind);
            if copies.iter().any(|(copy, kind)| *copy == base && !begins(*kind)) {
                return true;
            }
        }
    }
    false
}

/// Number of parallel constructs around an op, up to `end`.
fn depth(m: &Module, end: Option<Op>, mut op: Op) -> usize {
    let mut n = 0;
    while let Some(p) = m.parent_op(op) {
        if Some(p) == end {
            break;
        }
        n += usize::from(m.kind(p) == OpKind::OmpParallel);
        op = p;
    }
    n
}

impl Team<'_> {
    /// Answers what is asked outside of parallel constructs, and what is everywhere the same.
    pub(super) fn answer_outside(&mut self) {
        for o in self.m.walk(self.body) {
            let Some(f) = self.m.routine(o) else { continue };
            let outside = depth(self.m, None, o) == 0;
            let mut b = Builder::before(self.m, o);
            let answer = match f {
                rt::omp_get_team_num_ => self.team,
                rt::omp_get_num_teams_ => self.teams,
                rt::omp_get_max_threads_ | rt::omp_get_thread_limit_ => self.most,
                rt::omp_get_num_procs_ => self.threads,
                rt::omp_get_thread_num_ if outside => b.index(0),
                rt::omp_get_num_threads_ if outside => b.index(1),
                rt::omp_in_parallel_ | rt::omp_get_level_ | rt::omp_get_active_level_ if outside => b.index(0),
                _ => continue,
            };
            self.replace(o, answer);
        }
    }

    /// Answers what is asked in a parallel construct of so many threads.
    pub(super) fn answer_inside(&mut self, parallel: Op, count: Value) {
        let body = self.m.region(parallel, 0);
        for o in self.m.walk(body) {
            let Some(f) = self.m.routine(o) else { continue };
            let nested = depth(self.m, Some(parallel), o);
            let thread = self.thread;
            let mut b = Builder::before(self.m, o);
            let answer = match (f, nested) {
                (rt::omp_get_thread_num_, 0) => {
                    self.numbered = true;
                    thread
                }
                (rt::omp_get_thread_num_, _) => b.index(0),
                (rt::omp_get_num_threads_, 0) => count,
                (rt::omp_get_num_threads_, _) => b.index(1),
                (rt::omp_get_level_, n) => b.index(1 + n as i64),
                (rt::omp_in_parallel_ | rt::omp_get_active_level_, _) => {
                    let (zero, one) = (b.index(0), b.index(1));
                    let many = b.cmp(Pred::Gt, count, one);
                    b.op(OpKind::Select).arg(many).arg(one).arg(zero).result(Type::INDEX).value()
                }
                _ => continue,
            };
            self.replace(o, answer);
        }
    }

    fn replace(&mut self, call: Op, answer: Value) {
        let &[r] = self.m.ops[call].results.as_slice() else { return };
        let ty = self.m.ty(r);
        let mut b = Builder::before(self.m, call);
        let v = match b.m.types.kind(ty) {
            TypeKind::Int(_) => b.cast(answer, ty),
            TypeKind::Logical(_) => {
                let zero = b.index(0);
                let yes = b.cmp(Pred::Ne, answer, zero);
                b.cast(yes, ty)
            }
            _ => return,
        };
        self.m.replace_all_uses(r, v);
        self.m.detach(call);
    }
}
