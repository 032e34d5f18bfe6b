//! `omp-barriers`: barriers that separate nothing go.
//!
//! - One that follows another, or the end of a construct that is one, with nothing in memory used between.
//! - One at the begin of a parallel region, or at its end, which waits for all threads.
//! - One between two stretches of a parallel region of which neither writes what the other uses. Loops of one static
//!   schedule over the same iterations give each thread the same ones (OpenMP 5.2, 11.5.3): there, what iterations of
//!   the same number do is in order.

use crate::analysis::alias::{Alias, compare, place, root};
use crate::analysis::effects::{Access, Accesses, Known, depends_on_operands_only, lasting_ops, own_reads};
use crate::analysis::poly::{Atom, Poly, Space};
use crate::analysis::summaries::without_synchronization;
use crate::analysis::teams::{Teams, ends_with_barrier, in_target, synchronizes, written};
use crate::choices::Schedule;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::openmp::nest;
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most pairs of accesses that are compared.
const MAX_PAIRS: usize = 4_000;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let quiet = without_synchronization(m);
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let ops = m.walk(body);
        if !ops.iter().any(|&o| ends_with_barrier(m, o)) || ops.iter().any(|&o| cancels(m, o)) {
            continue;
        }
        let mut homes: Vec<Region> =
            ops.iter().filter(|&&o| ends_with_barrier(m, o)).filter_map(|&o| m.ops[o].parent).collect();
        homes.dedup();
        for r in homes {
            repeated(m, r, cx);
        }
        crate::analysis::locals::mark_unshared(m, body);
        let teams = Teams::new(m, body);
        for op in ops {
            if m.kind(op) != OpKind::OmpParallel || in_target(m, op) {
                continue;
            }
            let tasks = leaves_tasks(m, m.region(op, 0), &quiet);
            borders(m, m.region(op, 0), tasks, cx);
            if teams.is_closed(op) && !tasks {
                apart(m, op, &teams, cx);
            }
        }
    }
    Ok(())
}

/// A thread that finds its region cancelled goes to the end from the barrier where it is.
fn cancels(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::OmpCancel | OpKind::OmpCancellationPoint)
}

/// Whether tasks that a parallel region has made, itself or in what it calls, may use its own variables until a barrier. The storage of
/// these ends before the barrier at the end of the region.
fn leaves_tasks(m: &Module, body: Region, quiet: &FxHashSet<String>) -> bool {
    let own = |v: &Value| {
        let address = matches!(m.tk(*v), TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Ptr | TypeKind::Char(..));
        address && m.home(root(m, *v)).is_some_and(|h| m.is_inside(h, body))
    };
    let leaves = |&o: &Op| match m.kind(o) {
        OpKind::OmpTask | OpKind::OmpTaskloop | OpKind::OmpTargetTask => {
            m.ops[o].regions.iter().any(|&r| m.free_values(r).iter().any(own)) || m.operands(o).iter().any(own)
        }
        OpKind::Call if m.flag(o, "runtime") => false,
        OpKind::Call => m.attr_str(o, "callee").is_none_or(|f| !quiet.contains(f)),
        OpKind::CallPtr => true,
        _ => false,
    };
    m.walk(body).iter().any(leaves)
}

/// Takes away the barrier that an op is, or that it ends with.
fn drop_barrier(m: &mut Module, op: Op, cx: &mut PassCtx, why: &str) {
    let loc = m.ops[op].loc;
    cx.count("removed", 1);
    cx.remark(loc, "barrier", format!("no barrier: {why}"));
    if m.kind(op) == OpKind::OmpBarrier {
        m.detach(op);
    } else {
        m.set_attr(op, "nowait", Attr::Unit);
    }
}

/// True for ops that use nothing in memory.
fn is_idle(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty()
        && (depends_on_operands_only(m, op) || matches!(m.kind(op), OpKind::Alloca | OpKind::Assume))
}

/// Barriers that follow one.
fn repeated(m: &mut Module, r: Region, cx: &mut PassCtx) {
    let mut behind = false;
    for op in m.regions[r].ops.clone() {
        if m.kind(op) == OpKind::OmpBarrier && behind {
            drop_barrier(m, op, cx, "the threads have just waited for each other");
        } else if !is_idle(m, op) {
            behind = ends_with_barrier(m, op);
        }
    }
}

/// Barriers at the begin and at the end of a parallel region.
fn borders(m: &mut Module, body: Region, tasks: bool, cx: &mut PassCtx) {
    if m.regions[body].ops.iter().any(|&o| m.kind(o) == OpKind::Label) {
        return;
    }
    let first = m.regions[body].ops.iter().copied().find(|&o| !is_idle(m, o));
    if let Some(op) = first.filter(|&o| m.kind(o) == OpKind::OmpBarrier) {
        drop_barrier(m, op, cx, "the threads have done nothing yet");
    }
    if tasks {
        return;
    }
    loop {
        let last = m.regions[body].ops.iter().rev().copied().find(|&o| !is_idle(m, o) && m.kind(o) != OpKind::Yield);
        let Some(op) = last.filter(|&o| ends_with_barrier(m, o)) else { return };
        drop_barrier(m, op, cx, "the end of the parallel region is one");
        if m.kind(op) != OpKind::OmpBarrier {
            return;
        }
    }
}

/// Barriers between what has nothing in common.
fn apart(m: &mut Module, op: Op, teams: &Teams, cx: &mut PassCtx) {
    let body = m.region(op, 0);
    if m.regions[body].ops.iter().any(|&o| m.kind(o) == OpKind::Label) {
        return;
    }
    let list = m.regions[body].ops.clone();
    let mut begin = 0;
    for i in 0..list.len() {
        if !ends_with_barrier(m, list[i]) {
            continue;
        }
        let end = (i + 1..list.len()).find(|&k| ends_with_barrier(m, list[k])).map_or(list.len(), |k| k + 1);
        let (before, behind) = (&list[begin..=i], &list[i + 1..end]);
        let equal = equal_loops(m, op, before, behind);
        let stretches = Stretch::new(m, op, teams, before).zip(Stretch::new(m, op, teams, behind));
        if stretches.is_some_and(|(a, b)| {
            a.apart(&b, |w, x| !teams.meets(m, op, w, x) || equal.as_ref().is_some_and(|l| l.in_order(m, teams, w, x)))
        }) {
            let why = match equal {
                Some(_) => "each thread goes on with what it has made itself",
                None => "what follows it has nothing to do with what is before it",
            };
            drop_barrier(m, list[i], cx, why);
        } else {
            begin = i + 1;
        }
    }
}

/// What a part of a region does with memory that threads share.
struct Stretch {
    reads: Vec<Known>,
    writes: Vec<Known>,
}

impl Stretch {
    /// None where that is not known, or where it has constructs that are in some order with others.
    fn new(m: &Module, parallel: Op, teams: &Teams, ops: &[Op]) -> Option<Stretch> {
        let mut s = Stretch { reads: Vec::new(), writes: Vec::new() };
        let mut seen = [(); 2].map(|_| FxHashSet::default());
        for &top in ops {
            for o in lasting_ops(m, top) {
                let share = match m.kind(o) {
                    OpKind::OmpWsLoop | OpKind::OmpSingle | OpKind::OmpBarrier => o == top,
                    OpKind::OmpLoopNest => nest::find(m, top) == Some(o),
                    _ => false,
                };
                if synchronizes(m, o) && !share || m.flag(o, "ordered") {
                    return None;
                }
                let shared = |a: &Known| !teams.is_own(m, parallel, a);
                let (reads, written) = (reads(m, o), written(m, o));
                if reads.contains(&Access::All) || written.contains(&Access::All) {
                    return None;
                }
                s.reads.extend(reads.into_iter().filter(|a| seen[0].insert(*a)).map(Known::from).filter(shared));
                s.writes.extend(written.into_iter().filter(|a| seen[1].insert(*a)).map(Known::from).filter(shared));
            }
        }
        Some(s)
    }

    /// True where threads may be in both at once: `apart` says so of what one writes and the other uses.
    fn apart(&self, o: &Stretch, apart: impl Fn(&Known, &Known) -> bool) -> bool {
        let pairs = self.writes.len() * (o.reads.len() + o.writes.len()) + o.writes.len() * self.reads.len();
        pairs <= MAX_PAIRS
            && self.writes.iter().all(|w| o.reads.iter().chain(&o.writes).all(|x| apart(w, x)))
            && o.writes.iter().all(|w| self.reads.iter().all(|x| apart(w, x)))
    }
}

/// What an op itself reads; a question about threads reads nothing of the program's.
fn reads(m: &Module, op: Op) -> Accesses {
    let question = m.kind(op) == OpKind::Call && m.runtime_fn(op).is_some_and(|f| f.is_omp_question());
    if question { Accesses::new() } else { own_reads(m, op) }
}

/// Loops that give each thread the same iterations.
struct Loops {
    /// The region that they stand in.
    parallel: Op,
    /// The numbers of the iterations in all of them.
    env: FxHashMap<Value, Poly>,
    rank: usize,
}

/// The loops that are all of two stretches, if they have the same iterations in one static schedule.
fn equal_loops(m: &Module, parallel: Op, before: &[Op], behind: &[Op]) -> Option<Loops> {
    let used = |&&o: &&Op| !is_idle(m, o) && !matches!(m.kind(o), OpKind::OmpBarrier | OpKind::Yield);
    let list: Vec<Op> = before.iter().chain(behind).filter(used).copied().collect();
    let (&first, rest) = list.split_first()?;
    if !list.iter().all(|&o| has_fixed_iterations(m, o)) {
        return None;
    }
    let number = |a: Value, b: Value| {
        a == b || m.ty(a) == m.ty(b) && m.const_int(a).is_some() && m.const_int(a) == m.const_int(b)
    };
    let equal = |o: Op| {
        let (a, b) = (nest::of(m, first), nest::of(m, o));
        [(a, b, "lbs"), (a, b, "ubs"), (a, b, "steps"), (first, o, "chunk")].iter().all(|&(a, b, group)| {
            let (x, y) = (m.group(a, group), m.group(b, group));
            x.len() == y.len() && x.iter().zip(y).all(|(&x, &y)| number(x, y))
        })
    };
    if !rest.iter().all(|&o| equal(o)) {
        return None;
    }
    let bodies: Vec<Region> = list.iter().map(|&o| nest::body(m, o)).collect();
    let rank = m.group(nest::of(m, first), "lbs").len();
    let mut env = FxHashMap::default();
    for &r in &bodies {
        for (k, &iv) in m.args(r).iter().enumerate() {
            env.insert(iv, Poly::atom(Atom::Index(k as u16)));
        }
    }
    Some(Loops { parallel, env, rank })
}

/// True for a loop of which the numbers of iterations and threads decide who runs which iteration.
fn has_fixed_iterations(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::OmpWsLoop
        && matches!(m.choice_opt::<Schedule>(op), None | Some(Schedule::Static))
        && m.attr(op, "kind").is_none()
        && m.attr(op, "copies").is_none()
        && !m.flag(op, "ordered")
        && !m.flag(op, "simd_chunks")
        && nest::find(m, op).is_some_and(|n| m.group(n, "slopes").is_empty())
        && m.opt(op, "dist_chunk").is_none()
}

impl Loops {
    /// True where two accesses meet in iterations of one number only, which one thread runs.
    fn in_order(&self, m: &Module, teams: &Teams, a: &Known, b: &Known) -> bool {
        let (Access::Data(p), Access::Data(q)) = (a.access(), b.access()) else { return false };
        if m.types.rank(m.ty(p)) + m.types.rank(m.ty(q)) > 0 {
            return false;
        }
        let space = Space { bounds: vec![None; self.rank] };
        let varies = |v: Value| teams.varies(m, self.parallel, v);
        let (pp, pq) = (place(m, p, vec![], &self.env), place(m, q, vec![], &self.env));
        match compare(m, &pp, &pq, &space, &varies) {
            Alias::Disjoint => true,
            Alias::Same => {
                let own = |x: Atom| matches!(x, Atom::Value(v) | Atom::Extent(v, _) if varies(v));
                !varies(pp.root)
                    && !pp.subs.iter().any(|s| s.atoms().any(own))
                    && crate::analysis::joint::covers(&pp.subs, self.rank)
            }
            Alias::Overlap | Alias::Maybe => false,
        }
    }
}
