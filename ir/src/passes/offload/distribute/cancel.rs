//! Constructs that the program cancels.
//!
//! A worksharing loop that is alone in its parallel construct has as many threads as there are iterations, where the program does
//! not say how many: who cancels the loop sets a flag and leaves its iteration, and others leave theirs where they look at it.
//! So it is with one that teams share, where the program does not say how many teams there are: it is one then.
//!
//! Other parallel constructs with something that may be cancelled have one thread, if they want no other number and nothing asks
//! who runs them. It leaves what it cancels at once, so that only tasks of a task group that follow have to know of it.

use crate::choices::{Cancelled, LoopShare, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::splice;
use crate::passes::offload::team::asks_who_runs;
use crate::types::Type;
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Rewrites the cancellation of loops in a region, where that can be done.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    for op in m.walk(body) {
        if m.kind(op) == OpKind::OmpWsLoop {
            one(m, op);
        }
    }
    by_one_thread(m, body);
}

fn is_point(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::OmpCancel | OpKind::OmpCancellationPoint)
}

/// The constructs around an op, from the inside.
fn around(m: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(m.parent_op(op), |&o| m.parent_op(o))
}

/// Rewrites what is left where one thread can run it.
fn by_one_thread(m: &mut Module, body: Region) {
    let points: Vec<Op> = m.walk(body).into_iter().filter(|&o| is_point(m, o)).collect();
    if points.is_empty() {
        return;
    }
    let mut parallels: Vec<Op> = Vec::new();
    let mut loops: Vec<Op> = Vec::new();
    for &o in &points {
        let inside = around(m, o).take_while(|&p| m.ops[p].parent.is_some_and(|r| m.is_inside(r, body)));
        for p in inside.collect::<Vec<_>>() {
            match m.kind(p) {
                // Each team has a part of it, which is cancelled for itself.
                OpKind::OmpWsLoop if m.choice_opt(p) == Some(LoopShare::DistributeParallel) => return,
                OpKind::OmpWsLoop if m.choice_opt(p) == Some(LoopShare::Distribute) => {}
                OpKind::OmpParallel => parallels.push(p),
                OpKind::OmpWsLoop => loops.push(p),
                _ => {}
            }
        }
    }
    let asks = |p: Op| m.walk(m.region(p, 0)).into_iter().any(|o| asks_who_runs(m, o));
    let wants = |p: Op| m.opt(p, "num_threads").is_some_and(|n| m.const_int(n) != Some(1));
    if parallels.iter().any(|&p| asks(p) || wants(p)) {
        return;
    }
    let loc = m.ops[points[0]].loc;
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
    let call = b.runtime(rt::omp_get_cancellation_, &[], Some(Type::I32));
    let (allowed, zero) = (b.m.result(call), b.int(0, Type::I32));
    let allowed = b.cmp(Pred::Ne, allowed, zero);
    let mut flags: FxHashMap<Op, Value> = FxHashMap::default();
    for o in points {
        let group = around(m, o).find(|&p| m.kind(p) == OpKind::OmpTaskgroup);
        let of_tasks = m.choice::<Cancelled>(o) == Cancelled::Taskgroup;
        let flag = group.filter(|_| of_tasks).map(|g| *flags.entry(g).or_insert_with(|| flag_of_group(m, g)));
        let cond: Option<Value> = m.operands(o).first().copied();
        let cancels = m.kind(o) == OpKind::OmpCancel;
        let mut b = Builder::before(m, o);
        let mut now = match cond {
            _ if !cancels => b.int(0, Type::BOOL),
            Some(c) => b.binary(OpKind::And, c, allowed),
            None => allowed,
        };
        if let Some(flag) = flag {
            let zero = b.int(0, Type::I32);
            let before = b.load(flag);
            let before = b.cmp(Pred::Ne, before, zero);
            now = b.binary(OpKind::Or, before, now);
            let held = b.cast(now, Type::I32);
            b.store(held, flag);
        }
        let old = b.m.result(o);
        m.replace_all_uses(old, now);
        m.detach(o);
    }
    for l in loops {
        m.set_attr(l, "ordered", Attr::Unit);
    }
    parallels.sort_unstable();
    parallels.dedup();
    for p in parallels {
        splice(m, p);
    }
}

/// A variable that says whether a task group is cancelled; its tasks do not begin then.
fn flag_of_group(m: &mut Module, group: Op) -> Value {
    let of = m.types.reference(Type::I32);
    let mut b = Builder::before(m, group);
    let flag = b.op(OpKind::Alloca).result(of).value();
    let zero = b.int(0, Type::I32);
    b.store(zero, flag);
    for task in m.walk(m.region(group, 0)) {
        let own = around(m, task).find(|&p| m.kind(p) == OpKind::OmpTaskgroup) == Some(group);
        if m.kind(task) != OpKind::OmpTask || !own {
            continue;
        }
        let [yes, no] = [0, 1].map(|_| m.new_region(&[]));
        let mut b = Builder::before(m, task);
        let zero = b.int(0, Type::I32);
        let now = b.load(flag);
        let goes = b.cmp(Pred::Eq, now, zero);
        b.op(OpKind::If).arg(goes).region(yes).region(no).build();
        m.detach(task);
        m.insert(yes, 0, task);
    }
    flag
}

/// What cancels a loop or looks whether it is cancelled.
fn points(m: &Module, op: Op) -> Vec<Op> {
    let all = m.walk(m.region(op, 0));
    all.into_iter().filter(|&o| matches!(m.kind(o), OpKind::OmpCancel | OpKind::OmpCancellationPoint)).collect()
}

/// The parallel construct of a loop, or the teams that share it, whose threads are as many as the device has: they share this
/// loop once, and it is the only one that can be cancelled with them.
fn construct_of(m: &Module, op: Op) -> Option<Op> {
    let mut parallel = m.parent_op(op)?;
    while m.kind(parallel) == OpKind::Block {
        parallel = m.parent_op(parallel)?;
    }
    if m.kind(parallel) != OpKind::OmpParallel || !m.group(parallel, "num_threads").is_empty() {
        return None;
    }
    let shared = |&o: &Op| matches!(m.kind(o), OpKind::OmpTeams | OpKind::OmpParallel | OpKind::OmpWsLoop);
    let teams = around(m, parallel).find(shared);
    let construct = match (m.choice_opt(op) == Some(LoopShare::DistributeParallel), teams) {
        (false, None) => parallel,
        (true, Some(t)) if m.kind(t) == OpKind::OmpTeams => {
            let one = m.opt(t, "num_teams").is_none_or(|n| m.const_int(n) == Some(1));
            let asks = m.walk(m.region(t, 0)).into_iter().any(|o| asks_who_runs(m, o));
            if !one || asks || around(m, t).any(|o| shared(&o)) {
                return None;
            }
            t
        }
        _ => return None,
    };
    let loops = m.walk(m.region(construct, 0)).into_iter().filter(|&o| m.kind(o) == OpKind::OmpWsLoop).count();
    (loops == 1).then_some(construct)
}

fn one(m: &mut Module, op: Op) {
    let points = points(m, op);
    let Some(label) = m.attr_str(op, "label").map(str::to_string) else { return };
    let bound = |&o: &Op| {
        let of_loop = m.choice::<Cancelled>(o) == Cancelled::Worksharing;
        let mut at = o;
        let around = std::iter::from_fn(|| {
            at = m.parent_op(at)?;
            Some(at)
        });
        let mut constructs = around.filter(|&p| {
            use OpKind::{Block, For, If, OmpLoopNest, SelectCase, While};
            !matches!(m.kind(p), If | Block | For | While | SelectCase | OmpLoopNest)
        });
        of_loop && constructs.next() == Some(op)
    };
    if points.is_empty() || !points.iter().all(bound) {
        return;
    }
    let Some(parallel) = construct_of(m, op) else { return };
    let nest = m.regions[m.region(op, 0)].ops.last().copied().filter(|&o| m.kind(o) == OpKind::OmpLoopNest);
    let Some(list) = nest.map(|n| m.region(n, 0)) else { return };
    let of = m.types.reference(Type::I32);
    let mut b = Builder::before(m, parallel);
    let flag = b.op(OpKind::Alloca).result(of).value();
    let zero = b.int(0, Type::I32);
    b.store(zero, flag);
    let call = b.runtime(rt::omp_get_cancellation_, &[], Some(Type::I32));
    let allowed = b.m.result(call);
    let allowed = b.cmp(Pred::Ne, allowed, zero);
    for o in points {
        let old = m.result(o);
        let cond: Option<Value> = m.operands(o).first().copied();
        let cancels = m.kind(o) == OpKind::OmpCancel;
        let mut b = Builder::before(m, o);
        if cancels {
            let cond = cond.map_or(allowed, |c| b.binary(OpKind::And, c, allowed));
            let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
            b.op(OpKind::If).arg(cond).region(yes).region(no).build();
            b.inside(yes, |b| {
                let one = b.int(1, Type::I32);
                b.op(OpKind::OmpAtomicWrite).arg(flag).arg(one).build();
            });
        }
        let now = b.op(OpKind::OmpAtomicRead).arg(flag).result(Type::I32).value();
        let zero = b.int(0, Type::I32);
        let now = b.cmp(Pred::Ne, now, zero);
        b.m.replace_all_uses(old, now);
        m.detach(o);
    }
    // Who leaves the loop leaves its iteration.
    let inner = "cancelled.".to_string() + &label;
    for o in m.walk(list) {
        if m.kind(o) == OpKind::Break && m.attr_str(o, "label") == Some(label.as_str()) {
            m.set_attr(o, "label", Attr::str(&inner));
        }
    }
    let block = m.new_region(&[]);
    let ops = m.regions[list].ops.clone();
    for (i, o) in ops.into_iter().enumerate() {
        m.detach(o);
        m.insert(block, i, o);
    }
    let loc = m.ops[op].loc;
    let mut b = Builder::at_end(m, list);
    b.loc = loc;
    b.op(OpKind::Block).attr("label", Attr::str(&inner)).region(block).build();
}
