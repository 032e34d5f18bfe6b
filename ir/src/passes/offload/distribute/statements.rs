//! Statements of a region that only the host can run (`dev.host`): input and output, calls of what cannot stand in a kernel,
//! allocation. They are found by trial: a copy of the region is cut, and where that fails the statement in the way is
//! split off and the next copy is cut, until one succeeds.

use super::check::{TRANSFER, answer_queries, readable};
use super::{Counts, Result, Teams, cut, is_kernel};
use crate::analysis::effects::{is_box_read, is_pure, is_volatile_access, own_writes};
use crate::choices::CriticalKind;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::{OpKind, Traits};
use crate::passes::PassCtx;
use crate::passes::offload::Unsupported;
use crate::passes::offload::memory::{Base, effects, is_box_ref, is_scalar, root_of};
use crate::passes::offload::team::needs_threads;
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// A region with more such statements runs on the host.
const MOST: usize = 200;

/// Cuts a copy of a region, which takes the place of the region where that succeeds. What cannot be cut is split off for the
/// host.
pub(super) fn cut_around(m: &mut Module, cx: &mut PassCtx, target: Op) -> Result<Counts> {
    let mut first: Option<Unsupported> = None;
    let mut said: Vec<(Loc, String)> = Vec::new();
    loop {
        let (trial, twins, why) = match best_trial(m, target) {
            Ok((trial, counts, no_team)) => {
                if let Some(first) = first
                    && !is_divided(m, m.region(trial, 0))
                {
                    m.detach(trial);
                    return Err(Unsupported { stands_in: true, ..first });
                }
                m.detach(target);
                if let Some(why) = no_team {
                    cx.remark(why.loc, "team", format!("one thread does what a team was to do: {}", why.reason));
                }
                for (loc, reason) in said {
                    cx.remark(loc, "host", format!("the host runs this statement of the target region: {reason}"));
                    cx.count("host-statements", 1);
                }
                return Ok(counts);
            }
            Err(failed) => failed,
        };
        m.detach(trial);
        let at = why.op.and_then(|o| twins.get(&o).copied()).or_else(|| at_place(m, target, why.loc));
        let done = at.filter(|_| said.len() < MOST).and_then(|at| split_off(m, target, at, &why));
        if done.is_none() {
            return Err(first.unwrap_or(why));
        }
        said.extend(done);
        first.get_or_insert(why);
    }
}

/// A trial that failed: the copy, which op each of its ops is one of, and what was in the way.
type Failed = (Op, FxHashMap<Op, Op>, Unsupported);

/// The copy that could be cut: with kernels of teams where they are wanted, else with loops over the whole device where no
/// team can do it, unless the program asks for threads, and with a team where no such loops can. With it comes why no team does what one was to do.
fn best_trial(m: &mut Module, target: Op) -> std::result::Result<(Op, Counts, Option<Unsupported>), Failed> {
    let mut teams = false;
    let failed = match trial(m, target, Teams::Where, &mut teams) {
        Err(failed) => failed,
        Ok((trial, counts)) => return Ok((trial, counts, None)),
    };
    if teams && needs_threads(m, target) {
        return Err(failed);
    }
    let other = if teams { Teams::None } else { Teams::All };
    match trial(m, target, other, &mut false) {
        Err(second) => {
            let (keep, drop) = if other == Teams::None { (second, failed) } else { (failed, second) };
            m.detach(drop.0);
            Err(keep)
        }
        Ok((trial, counts)) => {
            m.detach(failed.0);
            Ok((trial, counts, teams.then_some(failed.2)))
        }
    }
}

/// Cuts a copy of the region; what the host runs of it is out of sight.
fn trial(m: &mut Module, target: Op, which: Teams, teams: &mut bool) -> std::result::Result<(Op, Counts), Failed> {
    let (trial, twins) = twin(m, target);
    let body = m.region(trial, 0);
    let hosts = hosts(m, body);
    let asked = hosts.iter().flat_map(|&h| m.walk(m.region(h, 0))).collect();
    answer_queries(m, body, asked, true);
    let hidden = hide(m, hosts);
    let result = cut(m, trial, which, teams);
    show(m, hidden);
    match result {
        Ok(counts) => Ok((trial, counts)),
        Err(why) => Err((trial, twins, why)),
    }
}

/// A copy of the region in front of it, and which op each op of the copy is one of.
fn twin(m: &mut Module, target: Op) -> (Op, FxHashMap<Op, Op>) {
    let old = m.walk(m.region(target, 0));
    let copy = m.clone_op(target, &mut FxHashMap::default());
    let (region, at) = m.position(target);
    m.insert(region, at, copy);
    let new = m.walk(m.region(copy, 0));
    (copy, new.into_iter().zip(old).collect())
}

/// Kernels are left: the device has something to do.
fn is_divided(m: &Module, body: Region) -> bool {
    m.walk(body).iter().any(|&o| matches!(m.kind(o), OpKind::OmpTeams | OpKind::DevCopy) && !in_host(m, o, body))
}

/// The op stands in a statement of the host.
fn in_host(m: &Module, mut op: Op, body: Region) -> bool {
    while m.ops[op].parent != Some(body) {
        match m.parent_op(op) {
            Some(p) if m.kind(p) == OpKind::DevHost => return true,
            Some(p) => op = p,
            None => return false,
        }
    }
    false
}

fn hosts(m: &Module, body: Region) -> Vec<Op> {
    m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::DevHost).collect()
}

/// A statement of the host that is out of sight: the op, its body, and what that uses.
pub(super) type Hidden = (Op, Region, Vec<Value>);

/// Takes the bodies out of sight: what they use are operands.
pub(super) fn hide(m: &mut Module, hosts: Vec<Op>) -> Vec<Hidden> {
    let mut out = Vec::new();
    for h in hosts {
        let body = m.region(h, 0);
        let free = m.free_values(body);
        m.set_operands(h, free.iter().copied().collect());
        m.ops[h].regions.clear();
        m.regions[body].parent = None;
        out.push((h, body, free));
    }
    out
}

/// The bodies come back, and use what their operands have become.
pub(super) fn show(m: &mut Module, hidden: Vec<Hidden>) {
    for (h, body, free) in hidden {
        let now: FxHashMap<Value, Value> = free.into_iter().zip(m.operands(h).to_vec()).collect();
        m.set_operands(h, Default::default());
        m.attach_region(h, body);
        for o in m.walk(body) {
            m.replace_operands(o, |v| now.get(&v).copied());
        }
    }
}

/// The first op of the region at that place in the source that is not the host's yet.
fn at_place(m: &Module, target: Op, loc: Loc) -> Option<Op> {
    let body = m.region(target, 0);
    m.walk(body)
        .into_iter()
        .find(|&o| loc.line != 0 && m.ops[o].loc == loc && m.kind(o) != OpKind::DevHost && !in_host(m, o, body))
}

/// Constructs and array operations.
fn shares_work(m: &Module, op: Op) -> bool {
    let k = m.kind(op);
    is_kernel(k)
        || k == OpKind::LibPack
        || matches!(k, OpKind::OmpTeams | OpKind::OmpParallel | OpKind::OmpWsLoop | OpKind::OmpTaskloop)
}

fn deep(m: &Module, op: Op) -> Vec<Op> {
    let mut all = vec![op];
    for &r in &m.ops[op].regions {
        all.extend(m.walk(r));
    }
    all
}

/// What leads out of the statement `top`, or is no matter of one.
fn is_stuck(m: &Module, op: Op, top: Op) -> bool {
    if m.kind(op) == OpKind::OmpReduction {
        // It belongs to the construct around it.
        let mut at = op;
        while at != top {
            let Some(p) = m.parent_op(at) else { return true };
            if matches!(m.kind(p), OpKind::OmpParallel | OpKind::OmpTeams) {
                return false;
            }
            at = p;
        }
        return true;
    }
    matches!(
        m.kind(op),
        OpKind::Return
            | OpKind::Label
            | OpKind::Goto
            | OpKind::OmpTarget
            | OpKind::OmpTargetData
            | OpKind::OmpTargetEnter
            | OpKind::OmpTargetExit
            | OpKind::OmpTargetUpdate
            | OpKind::DevHost
    )
}

/// The statement around an op: the outermost op that is no part of the region's own control flow around array operations.
fn statement(m: &Module, target: Op, at: Op) -> Option<Op> {
    let body = m.region(target, 0);
    let mut path = vec![at];
    let mut op = at;
    while m.ops[op].parent != Some(body) {
        op = m.parent_op(op)?;
        path.push(op);
    }
    path.reverse();
    for (i, &op) in path.iter().enumerate() {
        let inside = || m.ops[op].regions.iter().flat_map(|&r| m.walk(r));
        let goes_on = match m.kind(op) {
            OpKind::For | OpKind::While | OpKind::If | OpKind::SelectCase | OpKind::Block => {
                inside().any(|o| shares_work(m, o))
            }
            OpKind::OmpTeams => inside().any(|o| m.kind(o) == OpKind::OmpWorkdistribute),
            OpKind::OmpWorkdistribute => true,
            _ => false,
        };
        if op == at || !goes_on {
            // A jump out of it takes what it leads out of along.
            let mut i = i;
            while deep(m, path[i]).iter().any(|&o| leaves(m, o, path[i])) {
                i = i.checked_sub(1)?;
            }
            return Some(path[i]);
        }
    }
    None
}

/// The op ends an iteration or construct around `top`.
fn leaves(m: &Module, op: Op, top: Op) -> bool {
    if !matches!(m.kind(op), OpKind::Break | OpKind::Continue) {
        return false;
    }
    let label = m.attr_str(op, "label");
    let mut at = op;
    loop {
        if at == top {
            return true;
        }
        let Some(p) = m.parent_op(at) else { return true };
        let hit = match label {
            Some(l) => m.attr_str(p, "label") == Some(l),
            None => {
                use OpKind::*;
                matches!(m.kind(p), For | While | Parallel | Reduce | OmpWsLoop | OmpTaskloop)
            }
        };
        if hit {
            return false;
        }
        at = p;
    }
}

/// What one statement makes for itself and hands from op to op: a control block, the state of a transfer, a descriptor.
fn handle(m: &Module, body: Region, v: Value) -> Option<Op> {
    let mut at = v;
    if is_box_ref(m, m.ty(v)) {
        while let Some(d) = m.def_of(at, OpKind::Declare) {
            at = m.operand(d, 0);
        }
        return m.def_of(at, OpKind::BoxMake);
    }
    if !matches!(m.tk(v), TypeKind::Ptr | TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Char(..)) {
        return None;
    }
    let made = match root_of(m, v).base {
        Base::Local(a) if m.ty(m.result(a)) == Type::PTR => a,
        Base::Unknown(x) => m.def_of(x, OpKind::Call).or_else(|| m.def_of(x, OpKind::BoxMake))?,
        _ => return None,
    };
    m.ops[made].parent.is_some_and(|r| m.is_inside(r, body)).then_some(made)
}

fn handles(m: &Module, body: Region, op: Op) -> FxHashSet<Op> {
    let mut out = FxHashSet::default();
    for o in deep(m, op) {
        for &v in m.operands(o).iter().chain(&m.ops[o].results) {
            out.extend(handle(m, body, v));
        }
    }
    out
}

/// Ops that may stand in front of a statement: they depend on values only, or make storage.
fn movable(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty()
        && (matches!(m.kind(op), OpKind::Alloca | OpKind::Alloc)
            || is_pure(m, op) && effects(m, op).reads.is_empty() && m.kind(op) != OpKind::BoxMake)
}

/// Makes a `dev.host` of the statement around `at`. Gives where that is and what is in the way, or `None` where it is not
/// possible.
fn split_off(m: &mut Module, target: Op, at: Op, why: &Unsupported) -> Option<(Loc, String)> {
    // Whether a descriptor is there to be read may depend on what stands around it.
    if is_box_read(m.kind(at)) {
        return None;
    }
    let top = statement(m, target, at)?;
    split_at(m, target, top, why, false).map(|(loc, reason, _)| (loc, reason))
}

/// Makes a `dev.host` with `later` of the statement that a thread of a kernel comes to at an op, and gives it.
pub(in super::super) fn defer(m: &mut Module, target: Op, at: Op) -> Option<Op> {
    let why = Unsupported::new(m, at, TRANSFER);
    split_at(m, target, at, &why, true).map(|(_, _, host)| host)
}

/// Makes a `dev.host` of `top` and the ops that belong to one statement with it.
fn split_at(m: &mut Module, target: Op, top: Op, why: &Unsupported, later: bool) -> Option<(Loc, String, Op)> {
    let body = m.region(target, 0);
    let (region, seed) = m.position(top);
    let list = m.regions[region].ops.clone();
    let touched: Vec<FxHashSet<Op>> = list.iter().map(|&o| handles(m, body, o)).collect();
    let (mut start, mut end) = (seed, seed);
    let fronts = loop {
        let mut own: FxHashSet<Op> = FxHashSet::default();
        let mut grown = (start, end);
        for t in &touched[start..=end] {
            own.extend(t.iter().copied());
        }
        for (i, t) in touched.iter().enumerate() {
            if t.iter().any(|h| own.contains(h)) {
                grown = (grown.0.min(i), grown.1.max(i));
            }
        }
        let range = list[grown.0..=grown.1].to_vec();
        let fronts = fronts(m, &range, later);
        // What stays behind must not need what no value can be of.
        for (i, &o) in list.iter().enumerate().skip(grown.1 + 1) {
            let needs = deep(m, o).iter().any(|&x| m.operands(x).iter().any(|&v| !handed_on(m, &range, &fronts, v)));
            if needs {
                grown.1 = i;
                break;
            }
        }
        if grown == (start, end) {
            let elsewhere = m.walk(body).into_iter().any(|o| {
                !range.iter().any(|&r| r == o || inside(m, o, r))
                    && m.ops[o].regions.is_empty()
                    && (m.operands(o).iter().chain(&m.ops[o].results))
                        .any(|&v| handle(m, body, v).is_some_and(|h| own.contains(&h)))
            });
            if elsewhere {
                return None;
            }
            break fronts;
        }
        (start, end) = grown;
    };
    let mut range = list[start..=end].to_vec();
    if range.len() > 1 && m.has(range[range.len() - 1], Traits::TERMINATOR) {
        range.pop();
    }
    let all: Vec<Op> = range.iter().flat_map(|&o| deep(m, o)).collect();
    let out = |&o: &Op| {
        let tops = range.iter().copied().filter(|&top| inside_or_is(m, o, top));
        tops.into_iter().any(|top| is_stuck(m, o, top) || leaves(m, o, top))
    };
    if all.iter().any(out) || range.iter().any(|&o| m.has(o, Traits::TERMINATOR)) {
        return None;
    }
    // What it sets the rest of the region would not see.
    let sets = |&o: &Op| m.routine(o).is_some_and(|f| f.is_omp_setter());
    if all.iter().any(sets) {
        return None;
    }
    // What the programmer sees of a transfer is not its control block.
    let transfer = all.iter().find_map(|&o| m.attr_str(o, "callee").map(readable).filter(|r| r == TRANSFER));
    let reason = transfer.map_or_else(|| why.reason.clone(), |_| format!("it does {TRANSFER}"));
    let loc = m.ops[range[0]].loc;
    let host = enclose(m, target, &range, &fronts, &reason);
    if later {
        m.set_attr(host, "later", Attr::Unit);
    }
    Some((if why.loc.line != 0 { why.loc } else { loc }, reason, host))
}

fn inside(m: &Module, op: Op, top: Op) -> bool {
    m.ops[op].parent.is_some_and(|p| m.ops[top].regions.iter().any(|&r| m.is_inside(p, r)))
}

fn inside_or_is(m: &Module, op: Op, top: Op) -> bool {
    op == top || inside(m, op, top)
}

/// The ops of a statement that others may use: they go in front of it. Where the host runs the statement `later`, sums and their
/// like also do.
fn fronts(m: &Module, range: &[Op], later: bool) -> Vec<Op> {
    let mut out: Vec<Op> = Vec::new();
    // Nothing so far can have changed a variable: scalars are read one by one then, and not borrowed.
    let mut clean = true;
    for &o in range {
        let free = m.ops[o].regions.iter().flat_map(|&r| m.free_values(r));
        let mut uses = m.operands(o).iter().copied().chain(free);
        let ready = uses.all(|v| m.def(v).is_none_or(|d| !range.contains(&d) || out.contains(&d)));
        // A control block is the statement's own.
        let own = m.kind(o) == OpKind::Alloca && m.ty(m.result(o)) == Type::PTR;
        let reads = clean && m.kind(o) == OpKind::Load && is_scalar(m, m.ty(m.result(o))) && !is_volatile_access(m, o);
        let sums = later && clean && is_sum(m, o);
        if ready && !own && (reads || sums || movable(m, o)) {
            out.push(o);
        }
        clean &= sums || m.ops[o].regions.is_empty() && keeps_variables(m, o);
    }
    out
}

/// The op reduces what it reads to scalars, and does nothing else.
fn is_sum(m: &Module, op: Op) -> bool {
    let quiet = |o: Op| {
        own_writes(m, o).is_empty() && !matches!(m.kind(o), OpKind::Call | OpKind::CallPtr) && !is_volatile_access(m, o)
    };
    m.kind(op) == OpKind::Reduce
        && m.ops[op].results.iter().all(|&v| is_scalar(m, m.ty(v)))
        && deep(m, op).into_iter().all(quiet)
}

/// The op changes no variable of the program.
fn keeps_variables(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::Call => m.runtime_fn(op).is_some_and(|f| f.name().starts_with("frt_write")),
        // To a control block.
        OpKind::Store => matches!(root_of(m, m.operand(op, 1)).base, Base::Local(a) if m.ty(m.result(a)) == Type::PTR),
        _ => own_writes(m, op).is_empty(),
    }
}

/// A value that is there behind a statement: it is not of the statement, or a number, or can be had again.
fn handed_on(m: &Module, range: &[Op], fronts: &[Op], v: Value) -> bool {
    let Some(d) = m.def(v).filter(|d| range.contains(d)) else { return true };
    if fronts.contains(&d) || is_scalar(m, m.ty(v)) {
        return true;
    }
    let again = is_box_read(m.kind(d)) || movable(m, d) && !matches!(m.kind(d), OpKind::Alloca | OpKind::Alloc);
    again && m.operands(d).iter().all(|&x| handed_on(m, range, fronts, x))
}

/// Puts the ops in a `dev.host`.
fn enclose(m: &mut Module, target: Op, range: &[Op], fronts: &[Op], why: &str) -> Op {
    let scope = m.region(target, 0);
    let (region, mut at) = m.position(range[0]);
    let loc = m.ops[range[0]].loc;
    for &o in fronts {
        m.detach(o);
        m.insert(region, at, o);
        at += 1;
    }
    let rest: Vec<Op> = range.iter().copied().filter(|o| !fronts.contains(o)).collect();
    let is_ancestor = |&o: &Op| m.kind(o) == OpKind::OmpCritical && m.choice_opt(o) == Some(CriticalKind::Ancestor);
    let ancestor = rest.iter().copied().find(is_ancestor);
    let crossing = |name| ancestor.and_then(|o| m.attr(o, name).cloned());
    let (enters, leaves, inward) = (crossing("always_to"), crossing("always_from"), crossing("inward"));
    let body = m.new_region(&[]);
    for (i, &o) in rest.iter().enumerate() {
        m.detach(o);
        m.insert(body, i, o);
    }
    // Values that others use.
    let mut b = Builder { m, point: Point { region, at: Some(at) }, loc };
    let host = b
        .op(OpKind::DevHost)
        .attr("why", Attr::str(why))
        .flag("ancestor", ancestor.is_some())
        .attr_opt("always_to", enters)
        .attr_opt("always_from", leaves)
        .attr_opt("inward", inward)
        .region(body)
        .build();
    let mut yields: Vec<Value> = Vec::new();
    let mut again: FxHashMap<Value, Value> = FxHashMap::default();
    let mut behind = at + 1;
    for &o in &rest {
        for v in m.ops[o].results.clone() {
            let users = m.users(v);
            let outside =
                |&u: &Op| m.ops[u].parent.is_some_and(|p| m.is_inside(p, scope) && !m.is_inside(p, body)) && u != host;
            let needed = users.iter().any(outside);
            let later = !is_scalar(m, m.ty(v)) && again_needed(m, body, scope, v);
            if is_scalar(m, m.ty(v)) {
                let deep_need = needed || again_needed(m, body, scope, v);
                if deep_need {
                    let ty = m.ty(v);
                    let r = m.add_result(host, ty);
                    again.insert(v, r);
                    yields.push(v);
                }
            } else if needed || later {
                let copy = m.clone_op(o, &mut again.clone());
                m.insert(region, behind, copy);
                behind += 1;
                let r = m.result(copy);
                again.insert(v, r);
            }
        }
    }
    if !yields.is_empty() {
        let mut b = Builder::at_end(m, body);
        b.loc = loc;
        b.op(OpKind::Yield).args(&yields).build();
    }
    for (v, new) in again {
        for u in m.users(v) {
            if m.ops[u].parent.is_some_and(|p| !m.is_inside(p, body)) {
                m.replace_operands(u, |x| (x == v).then_some(new));
            }
        }
    }
    host
}

/// The value is needed behind the statement by way of others that are had again there.
fn again_needed(m: &Module, body: Region, scope: Region, v: Value) -> bool {
    m.users(v).into_iter().any(|u| {
        let Some(p) = m.ops[u].parent else { return false };
        if !m.is_inside(p, body) {
            return m.is_inside(p, scope);
        }
        p == body
            && (is_box_read(m.kind(u)) || movable(m, u) && !matches!(m.kind(u), OpKind::Alloca | OpKind::Alloc))
            && m.ops[u].results.iter().any(|&r| !is_scalar(m, m.ty(r)) && again_needed(m, body, scope, r))
    })
}
