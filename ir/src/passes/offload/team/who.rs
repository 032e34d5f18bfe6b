//! What threads of a team are told about themselves.

use super::Team;
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::{RuntimeFn, rt};

/// The routine of the OpenMP library that the op calls.
fn routine(m: &Module, op: Op) -> Option<RuntimeFn> {
    if m.kind(op) != OpKind::Call || m.flag(op, "runtime") {
        return None;
    }
    m.attr_str(op, "callee").and_then(ferrotran_abi::lookup)
}

/// Asks for what is different in a team of many threads.
pub(super) fn asks(m: &Module, op: Op) -> bool {
    matches!(
        routine(m, op),
        Some(
            rt::omp_get_thread_num_
                | rt::omp_get_num_threads_
                | rt::omp_get_team_num_
                | rt::omp_get_num_teams_
                | rt::omp_in_parallel_
        )
    )
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
            let Some(f) = routine(self.m, o) else { continue };
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
            let Some(f) = routine(self.m, o) else { continue };
            let nested = depth(self.m, Some(parallel), o);
            let thread = self.thread;
            let mut b = Builder::before(self.m, o);
            let answer = match (f, nested) {
                (rt::omp_get_thread_num_, 0) => thread,
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
