//! `omp-invariants`: what gives one value in all iterations, threads and teams is computed in front of the construct.
//!
//! Out of a loop that threads share goes what no iteration changes, into the parallel region around it; out of that go scalars
//! that no thread changes, so that threads get values in place of variables. Out of a target region go scalars of values from
//! outside that take long to compute, where the host gives the bits that any device has to give; the kernels get the results.

use crate::analysis::effects::{Access, Known, is_box_read, lasting_ops, merges, reads, speculatable, surely_exists};
use crate::analysis::locals::mark_unshared;
use crate::analysis::teams::{Sync, Teams, in_target, written};
use crate::choices::MathFn;
use crate::entity::{Op, Region};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::offload::memory::is_scalar;
use crate::passes::openmp::nest;
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;
use rustc_hash::FxHashSet;

/// Most results that a target region gets in place of computing them: each is an argument of its kernels.
const MAX_RESULTS: usize = 8;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let constructs = |&o: &Op| matches!(m.kind(o), OpKind::OmpWsLoop | OpKind::OmpParallel | OpKind::OmpTarget);
        let list: Vec<Op> = m.walk(body).into_iter().filter(constructs).collect();
        if list.is_empty() {
            continue;
        }
        mark_unshared(m, body);
        let teams = Teams::new(m, body);
        // Inner ones first: what leaves them may go on.
        for op in list.into_iter().rev() {
            let moved = match m.kind(op) {
                OpKind::OmpTarget => of_target(m, op),
                _ if in_target(m, op) => continue,
                _ => of_team(m, op, &teams),
            };
            let Some(region) = m.ops[op].parent else { continue };
            for &o in &moved {
                if is_long(m, o) {
                    let loc = m.ops[o].loc;
                    cx.remark(loc, "invariant", format!("computed once, in front of {}", name(m, op)));
                }
            }
            cx.count("moved", moved.len() as u64);
            let at = m.position(op).1;
            for &o in &moved {
                m.ops[o].parent = Some(region);
            }
            m.regions[region].ops.splice(at..at, moved);
        }
    }
    Ok(())
}

fn name(m: &Module, op: Op) -> &'static str {
    match m.kind(op) {
        OpKind::OmpTarget => "the target region",
        OpKind::OmpParallel => "the parallel region",
        _ => "the loop that threads share",
    }
}

/// True for what takes longer than to hand on its result.
fn is_long(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::Math | OpKind::Div | OpKind::Rem)
}

/// Takes ops out of lists where they stand.
fn take(m: &mut Module, moved: &[Op]) {
    let homes: FxHashSet<Region> = moved.iter().filter_map(|&o| m.ops[o].parent.take()).collect();
    for r in homes {
        m.compact(r);
    }
}

/// What leaves a loop that threads share, or a parallel region.
fn of_team(m: &mut Module, op: Op, teams: &Teams) -> Vec<Op> {
    let body = m.region(op, 0);
    let mut ops = m.regions[body].ops.clone();
    if let Some(nest) = nest::find(m, op) {
        ops.extend(&m.regions[m.region(nest, 0)].ops);
    }
    if ops.iter().any(|&o| m.kind(o) == OpKind::Label) {
        return Vec::new();
    }
    let parallel = m.kind(op) == OpKind::OmpParallel;
    let mut moved: Vec<Op> = Vec::new();
    let mut gone: FxHashSet<Op> = FxHashSet::default();
    let mut changes: Option<Changes> = None;
    for o in ops {
        let outside = |v: &crate::entity::Value| {
            m.def(*v).is_some_and(|d| gone.contains(&d)) || m.home(*v).is_some_and(|h| !m.is_inside(h, body))
        };
        let one = m.ops[o].results.len() == 1;
        // What a parallel region gets is a word for each value.
        let fits = |o: Op| !parallel || is_scalar(m, m.ty(m.result(o)));
        if !one || !m.operands(o).iter().all(outside) || !fits(o) {
            continue;
        }
        let load = || {
            let k = m.kind(o);
            (k == OpKind::Load || is_box_read(k)) && merges(m, o) && surely_exists(m, m.operand(o, 0), is_box_read(k))
        };
        if speculatable(m, o)
            || load() && !changes.get_or_insert_with(|| Changes::new(m, op, teams)).may_change(m, teams, o, parallel)
        {
            gone.insert(o);
            moved.push(o);
        }
    }
    take(m, &moved);
    moved
}

/// What may change while a construct runs.
struct Changes {
    writes: Vec<Known>,
    meets: Vec<(Op, Sync)>,
}

impl Changes {
    fn new(m: &Module, op: Op, teams: &Teams) -> Changes {
        let mut c = Changes { writes: Vec::new(), meets: Vec::new() };
        let mut seen: FxHashSet<Access> = FxHashSet::default();
        for o in lasting_ops(m, op).into_iter().filter(|&o| o != op) {
            let own = written(m, o);
            let sync = teams.sync(m, o, &own);
            if sync != Sync::Nobody {
                c.meets.push((o, sync));
            }
            c.writes.extend(own.into_iter().filter(|&w| w != Access::All && seen.insert(w)).map(Known::from));
        }
        c
    }

    fn may_change(&self, m: &Module, teams: &Teams, load: Op, parallel: bool) -> bool {
        reads(m, load).into_iter().map(Known::from).any(|r| {
            parallel && teams.is_threadprivate(m, &r)
                || self.writes.iter().any(|w| w.clobbers(m, &r))
                || self.meets.iter().any(|&(o, s)| teams.may_change(m, o, s, &r))
        })
    }
}

/// True for ops of which every device gives the bits that the host gives, if it gives the right ones.
fn is_exact(m: &Module, op: Op) -> bool {
    let known = match m.kind(op) {
        OpKind::Const | OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Div | OpKind::Rem | OpKind::Neg => true,
        OpKind::Cast => true,
        OpKind::Math => matches!(m.choice::<MathFn>(op), MathFn::Sqrt | MathFn::Abs),
        _ => false,
    };
    known
        && m.ops[op].results.len() == 1
        && matches!(m.tk(m.result(op)), TypeKind::Int(32 | 64) | TypeKind::Float(_))
        && !m.types.is_wide(m.ty(m.result(op)))
}

/// What leaves a target region.
fn of_target(m: &mut Module, op: Op) -> Vec<Op> {
    let body = m.region(op, 0);
    let mut known: FxHashSet<Op> = FxHashSet::default();
    let mut order: Vec<Op> = Vec::new();
    for o in m.walk(body) {
        let outside = |v: &crate::entity::Value| {
            m.def(*v).is_some_and(|d| known.contains(&d)) || m.home(*v).is_some_and(|h| !m.is_inside(h, body))
        };
        if speculatable(m, o) && is_exact(m, o) && m.operands(o).iter().all(outside) {
            known.insert(o);
            order.push(o);
        }
    }
    // Those that take long, with what they are made of.
    let mut wanted: FxHashSet<Op> = FxHashSet::default();
    let mut work: Vec<Op> = order.iter().copied().filter(|&o| is_long(m, o)).take(MAX_RESULTS).collect();
    while let Some(o) = work.pop() {
        if wanted.insert(o) {
            work.extend(m.operands(o).iter().filter_map(|&v| m.def(v)).filter(|d| known.contains(d)));
        }
    }
    order.retain(|o| wanted.contains(o));
    take(m, &order);
    order
}
