//! Private variables of loops in target regions: whether an iteration may find what an earlier one of its thread has left,
//! of allocatables what that has allocated.

use crate::analysis::effects::is_pure;
use crate::choices::LoopShare;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::offload::memory::Base;
use crate::passes::offload::privates::reads_first;
use crate::passes::offload::team::asks_who_runs;
use crate::types::TypeKind;

/// Whether the body of an iteration looks at the allocatable, a copy, before it surely gives it a new shape: by ALLOCATE, or
/// by an assignment.
pub(super) fn sees(m: &Module, body: Region, copy: Value) -> bool {
    let TypeKind::Ref(elem) = *m.tk(copy) else { return false };
    if !matches!(m.types.kind(elem), TypeKind::Box { .. }) {
        return false;
    }
    let ops = &m.regions[body].ops;
    for (i, &o) in ops.iter().enumerate() {
        if !touches(m, o, copy) {
            continue;
        }
        match m.kind(o) {
            OpKind::Block => return sees(m, m.region(o, 0), copy),
            OpKind::BoxAllocate | OpKind::BoxSet | OpKind::BoxNullify => return false,
            OpKind::BoxAllocated | OpKind::BoxExtent | OpKind::BoxElemLen if only_decides(m, m.result(o)) => {}
            OpKind::If => {
                let [then, other] = [0, 1].map(|k| m.region(o, k));
                // What assignment does: another shape, or the elements alone.
                if has(m, other, OpKind::BoxSet, copy) {
                    return false;
                }
                let scalar = matches!(*m.types.kind(elem), TypeKind::Box { rank: 0, .. });
                let there = m.regions[then].ops.iter().any(|&x| touches(m, x, copy));
                let makes = scalar && !there && has(m, other, OpKind::BoxAllocate, copy);
                return !makes
                    || !ops[i + 1..].iter().find(|&&x| touches(m, x, copy)).is_some_and(|&x| is_stored(m, x));
            }
            _ => return true,
        }
    }
    false
}

/// The op, or one in it, refers to the variable.
fn touches(m: &Module, o: Op, copy: Value) -> bool {
    let refers = |x: Op| m.operands(x).contains(&copy);
    refers(o) || m.ops[o].regions.iter().any(|&r| m.walk(r).into_iter().any(refers))
}

/// A value that does nothing but choose.
fn only_decides(m: &Module, v: Value) -> bool {
    m.users(v)
        .into_iter()
        .all(|u| m.kind(u) == OpKind::If || is_pure(m, u) && m.ops[u].results.iter().all(|&r| only_decides(m, r)))
}

fn has(m: &Module, r: Region, kind: OpKind, copy: Value) -> bool {
    m.regions[r].ops.iter().any(|&o| m.kind(o) == kind && m.operand(o, 0) == copy)
}

/// A scalar to which the program assigns first.
fn is_stored(m: &Module, o: Op) -> bool {
    let stores = |(u, i): (Op, usize)| m.kind(u) == OpKind::Store && i == 1;
    m.kind(o) == OpKind::BoxRef && m.uses(m.result(o)).into_iter().all(stores)
}

/// Whether an iteration may look at what the variable, a copy, is before it gives all of it a value, and the program can tell
/// which iterations are those of one thread. Where it cannot, each may be the only one of a thread.
pub(super) fn goes_on(m: &Module, l: Op, body: Region, copy: Value) -> bool {
    let allocatable = matches!(*m.tk(copy), TypeKind::Ref(e) if matches!(m.types.kind(e), TypeKind::Box { .. }));
    !allocatable && shares_are_known(m, l) && reads_first(m, body, &Base::Arg(copy))
}

/// The program says how many threads (of a loop that teams share alone, teams) share the loop, how long their chunks are, or
/// asks who runs what.
fn shares_are_known(m: &Module, l: Op) -> bool {
    let share = m.choice_opt::<LoopShare>(l);
    let chunks = |name: &str| m.opt(l, name).is_some_and(|n| m.const_int(n) != Some(1));
    if chunks("chunk") || share == Some(LoopShare::Distribute) && chunks("dist_chunk") {
        return true;
    }
    let asks = |o: Op| m.ops[o].regions.iter().any(|&r| m.walk(r).into_iter().any(|x| asks_who_runs(m, x)));
    let (mut parallel, mut limited, mut teams, mut target) = (None, false, None, None);
    let mut at = l;
    while let Some(p) = m.parent_op(at) {
        match m.kind(p) {
            OpKind::OmpParallel if parallel.is_none() => parallel = Some(p),
            OpKind::OmpTeams if teams.is_none() => teams = Some(p),
            OpKind::OmpTarget => target = Some(p),
            _ => {}
        }
        limited |= matches!(m.kind(p), OpKind::OmpTeams | OpKind::OmpTarget) && m.opt(p, "thread_limit").is_some();
        if target.is_some() {
            break;
        }
        at = p;
    }
    if target.is_some_and(asks) {
        return true;
    }
    let says = |op: Option<Op>, n: &str| op.is_none_or(|op| m.opt(op, n).is_some() || m.opt(op, "if").is_some());
    let threads = limited || says(parallel, "num_threads");
    let teams = says(teams, "num_teams");
    match share {
        None => threads,
        Some(LoopShare::Distribute) => teams,
        Some(LoopShare::DistributeParallel) => threads && teams,
    }
}
