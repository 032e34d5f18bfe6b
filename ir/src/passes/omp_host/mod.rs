//! `omp-host`: what OpenMP means on the host's threads. Parallel regions become functions that the
//! runtime's team runs, worksharing loops ask the runtime for chunks, and array statements that are
//! spread over threads (`par = "threads"`) become functions over a range of one dimension.
//!
//! Target regions run on the thread that meets them. A teams region runs once for each team, one after the other, unless
//! nothing in it can show how many teams there are. Outside of OpenMP regions nothing changes.

pub mod context;
mod products;
mod spread;
pub(super) mod worksharing;

use crate::analysis::effects::is_pure;
use crate::analysis::locals::unmark_shared;
use crate::choices::{LoopShare, Spread};
use crate::entity::{Op, Region};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{open_ends, splice};
use crate::passes::offload::privates::carries;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use ferrotran_abi::rt;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    open_ends(m);
    for op in m.walk(m.top) {
        if m.kind(op) == OpKind::OmpLoopNest && (m.group(op, "lbs").len() > 1 || !m.group(op, "slopes").is_empty()) {
            return Err(PassError::new(m.ops[op].loc, "a loop nest of which `omp-collapse` has made no loop"));
        }
    }
    let mut work: Vec<Op> = m.top_ops(OpKind::Func).collect();
    let mut names = context::Names::new(m);
    while let Some(func) = work.pop() {
        for r in m.ops[func].regions.clone() {
            constructs(m, r, false)?;
            products::split(m, r);
            worksharing::rewrite(m, r);
        }
        // Outermost first; what is inside moves to the new functions, which come later.
        loop {
            let body = m.region(func, 0);
            let Some(op) = m.walk(body).into_iter().find(|&o| is_outlined(m, o)) else { break };
            match m.kind(op) {
                k @ (OpKind::OmpParallel | OpKind::OmpTeams) => {
                    work.push(worksharing::outline_region(m, op, func, &mut names));
                    cx.count(if k == OpKind::OmpTeams { "leagues" } else { "parallel-regions" }, 1);
                }
                OpKind::OmpTask | OpKind::OmpTaskloop => {
                    work.push(worksharing::outline_task(m, op, func, &mut names));
                    cx.count("tasks", 1);
                }
                // Alone, or with what is one pass with it.
                OpKind::Parallel | OpKind::Reduce if let Some(f) = spread::reduce(m, op, func, &mut names) => {
                    work.push(f);
                    cx.count("spread-reductions", 1);
                }
                OpKind::Parallel => {
                    if let Some(f) = spread::parallel(m, op, func, &mut names) {
                        work.push(f);
                        cx.count("spread-loops", 1);
                    }
                }
                // It stays serial.
                _ => {}
            }
        }
    }
    unmark_shared(m);
    Ok(())
}

fn is_outlined(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::OmpParallel | OpKind::OmpTeams | OpKind::OmpTask | OpKind::OmpTaskloop => true,
        OpKind::Parallel | OpKind::Reduce => m.choice_opt(op) == Some(Spread::Threads),
        _ => false,
    }
}

/// Removes constructs that mean nothing on the host, and marks what they spread over threads.
fn constructs(m: &mut Module, region: Region, in_parallel: bool) -> Result<(), PassError> {
    let mut i = 0;
    while i < m.regions[region].ops.len() {
        let op = m.regions[region].ops[i];
        match m.kind(op) {
            OpKind::OmpTarget => {
                let limit = m.opt(op, "thread_limit");
                if limit.is_none() {
                    if sets_control_variables(m, op) {
                        Builder::before(m, op).runtime(rt::frt_omp_target_begin, &[], None);
                        Builder::after(m, op).runtime(rt::frt_omp_target_end, &[], None);
                    }
                    splice(m, op);
                    continue;
                }
                // A league of one team, whose contention group the limit is for.
                let inner = m.ops[op].regions[0];
                let mut b = Builder::before(m, op);
                let one = b.int(1, Type::I32);
                let t = b.op(OpKind::OmpTeams).opt(Some(one)).opt(limit).opt(None).build();
                m.ops[op].regions.clear();
                m.attach_region(t, inner);
                m.detach(op);
            }
            OpKind::OmpWorkdistribute => {
                let r = m.region(op, 0);
                mark(m, r);
                splice(m, op);
            }
            OpKind::OmpTeams => match league(m, op) {
                League::Teams => {
                    let r = m.region(op, 0);
                    constructs(m, r, false)?;
                    i += 1;
                }
                League::Threads => {
                    // Nothing shows how many teams there are: all threads share the loop.
                    let inner = m.ops[op].regions[0];
                    for o in m.walk(inner) {
                        if m.kind(o) == OpKind::OmpWsLoop && m.choice_opt(o) == Some(LoopShare::Distribute) {
                            m.set_choice(o, LoopShare::DistributeParallel);
                        }
                    }
                    let mut b = Builder::before(m, op);
                    let p = b.op(OpKind::OmpParallel).build();
                    m.ops[op].regions.clear();
                    m.attach_region(p, inner);
                    m.detach(op);
                }
                League::Plain => splice(m, op),
            },
            OpKind::OmpParallel => {
                let body = m.region(op, 0);
                if let Some(share) = only_workshare(m, body) {
                    // The whole region is array statements: spread them instead of running a team.
                    let inner = m.region(share, 0);
                    if m.group(op, "if").is_empty() && m.group(op, "num_threads").is_empty() && !in_parallel {
                        mark(m, inner);
                        splice(m, share);
                        splice(m, op);
                        continue;
                    }
                }
                constructs(m, body, true)?;
                i += 1;
            }
            OpKind::OmpWorkshare => {
                // One thread of the team runs the statements.
                let inner = m.ops[op].regions[0];
                let nowait = m.flag(op, "nowait");
                let mut b = Builder::before(m, op);
                let s = b.op(OpKind::OmpSingle).flag("nowait", nowait).build();
                m.ops[op].regions.clear();
                m.attach_region(s, inner);
                m.detach(op);
            }
            _ => {
                for r in m.ops[op].regions.clone() {
                    constructs(m, r, in_parallel)?;
                }
                i += 1;
            }
        }
    }
    Ok(())
}

/// Control variables belong to the task that a target region is: whether something in it may set them.
pub(crate) fn sets_control_variables(m: &Module, target: Op) -> bool {
    m.walk(m.region(target, 0)).into_iter().any(|o| match m.kind(o) {
        OpKind::CallPtr => true,
        OpKind::Call => m.runtime_fn(o).is_none_or(|f| f.is_omp_setter()),
        _ => false,
    })
}

/// How a teams region runs.
enum League {
    /// Its code in place: one team, or statements that exist once for all teams.
    Plain,
    /// As one parallel region whose threads share the loop over the teams.
    Threads,
    /// As a league: the runtime runs the region once for each team.
    Teams,
}

fn league(m: &Module, op: Op) -> League {
    let body = m.region(op, 0);
    let all = m.walk(body);
    if all.iter().any(|&o| m.kind(o) == OpKind::OmpWorkdistribute) {
        return League::Plain;
    }
    // A program can ask for team numbers, and count calls.
    let asks = |o: Op| match m.kind(o) {
        OpKind::CallPtr => true,
        OpKind::Call => m.runtime_fn(o).is_none_or(|f| f.is_omp_routine()),
        _ => false,
    };
    if !m.flag(op, "combined") || m.opt(op, "thread_limit").is_some() || all.iter().any(|&o| asks(o)) {
        return League::Teams;
    }
    // What a team or its threads keep from one iteration to the next tells how many teams there are.
    let told = m.opt(op, "num_teams").is_some_and(|n| {
        let scalar = m.const_int(n) != Some(1);
        let loops = all.iter().filter(|&&o| m.kind(o) == OpKind::OmpWsLoop && m.choice_opt::<LoopShare>(o).is_some());
        loops.into_iter().any(|&l| carries(m, l, scalar))
    });
    match told {
        true => League::Teams,
        false if all.iter().any(|&o| m.kind(o) == OpKind::OmpParallel) => League::Plain,
        false => League::Threads,
    }
}

/// The workshare construct that is all of a parallel region.
fn only_workshare(m: &Module, body: Region) -> Option<Op> {
    let mut found = None;
    for &o in &m.regions[body].ops {
        match m.kind(o) {
            OpKind::OmpWorkshare if found.is_none() => found = Some(o),
            OpKind::OmpBarrier | OpKind::Yield => {}
            _ if is_pure(m, o) => {}
            _ => return None,
        }
    }
    found
}

/// Parallel ops of a workdistribute or workshare region are spread over the threads.
fn mark(m: &mut Module, region: Region) {
    for op in m.regions[region].ops.clone() {
        match m.kind(op) {
            OpKind::Parallel | OpKind::Reduce | OpKind::LibMatmul | OpKind::LibTranspose => {
                m.set_choice(op, Spread::Threads);
            }
            OpKind::If
            | OpKind::For
            | OpKind::While
            | OpKind::SelectCase
            | OpKind::Block
            | OpKind::OmpWorkdistribute => {
                for r in m.ops[op].regions.clone() {
                    mark(m, r);
                }
            }
            _ => {}
        }
    }
}
