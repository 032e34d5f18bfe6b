//! Teams and threads that a region can tell apart.
//!
//! On a device one thread of one team runs the sequential code of a region, and the iterations of its loops run at once.
//! That is one of the orders that OpenMP allows as long as nobody sees teams or threads. Where the region does:
//! - a `teams` region that says how many teams there are becomes a loop over them, in which each has its number;
//! - where the number of a team or thread is asked for, loops run in order in the thread that has the number: what the
//!   program keeps for each thread is used by one invocation alone.

use crate::choices::{LoopShare, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::constructs::{iteration_value, move_ops, sequential_loop, trip_counts};
use crate::passes::offload::privates::carries;
use crate::passes::offload::team::each_has_effects;
use crate::passes::openmp::nest;
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;

/// Teams where the program names no number, and each has values of its own.
const TEAMS: i64 = 1024;

/// Makes leagues and threads of the region as distinct as the program sees them. Whether there are leagues.
pub(super) fn make_leagues(m: &mut Module, body: Region) -> Result<bool, Unsupported> {
    let mut made = false;
    let numbered = m.walk(body).into_iter().any(|o| asks_who(m, o));
    for op in of_kind(m, body, OpKind::OmpTeams) {
        let keeps = keeps_values(m, op);
        match m.opt(op, "num_teams") {
            Some(count) if keeps || is_observed(m, op) => {
                league(m, op, count);
                made = true;
            }
            None if keeps && is_simple(m, op) => {
                let count = Builder::before(m, op).index(TEAMS);
                league(m, op, count);
                made = true;
            }
            _ => {}
        }
    }
    for op in of_kind(m, body, OpKind::OmpWsLoop) {
        // One invocation is a whole team of a parallel league.
        if numbered || in_parallel_league(m, op, body) {
            sequential_loop(m, op)?;
        }
    }
    Ok(made)
}

fn of_kind(m: &Module, body: Region, kind: OpKind) -> Vec<Op> {
    m.walk(body).into_iter().filter(|&o| m.kind(o) == kind).collect()
}

/// Asks for the number of its team or thread.
fn asks_who(m: &Module, op: Op) -> bool {
    matches!(m.routine(op), Some(rt::omp_get_thread_num_ | rt::omp_get_team_num_))
}

/// The op shares the iterations of a loop among teams.
fn is_distributed(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::OmpWsLoop && m.choice_opt::<LoopShare>(op).is_some()
}

fn in_parallel_league(m: &Module, mut op: Op, body: Region) -> bool {
    while let Some(p) = m.parent_op(op) {
        if !m.ops[p].parent.is_some_and(|r| m.is_inside(r, body)) {
            return false;
        }
        if m.kind(p) == OpKind::Parallel {
            return true;
        }
        op = p;
    }
    false
}

/// What the region does depends on how many teams there are: it asks, or each team has effects of its own.
fn is_observed(m: &Module, teams: Op) -> bool {
    let body = m.region(teams, 0);
    let all = m.walk(body);
    if all.iter().any(|&o| m.kind(o) == OpKind::OmpWorkdistribute) {
        return false;
    }
    if all.iter().any(|&o| matches!(m.routine(o), Some(rt::omp_get_team_num_ | rt::omp_get_num_teams_))) {
        return true;
    }
    each_has_effects(m, body, &|o| is_distributed(m, o))
}

/// A team has values that go from one iteration of a loop which the teams share to the next.
fn keeps_values(m: &Module, teams: Op) -> bool {
    let of_teams = |o: &Op| m.kind(*o) == OpKind::OmpWsLoop && m.choice_opt(*o) == Some(LoopShare::Distribute);
    m.walk(m.region(teams, 0)).into_iter().filter(of_teams).any(|l| carries(m, l, false))
}

/// Nothing but a loop that the teams share is in the construct.
fn is_simple(m: &Module, teams: Op) -> bool {
    m.flag(teams, "combined")
        && !m.walk(m.region(teams, 0)).into_iter().any(|o| {
            use OpKind::*;
            matches!(
                m.kind(o),
                OmpReduction | OmpCritical | OmpOrdered | OmpTask | OmpTaskloop | OmpTaskgroup | OmpTaskDepend | Alloc
            )
        })
}

/// A loop over the teams around `teams`: parallel where nothing but a loop that they share is in it.
fn league(m: &mut Module, teams: Op, count: Value) {
    let loc = m.ops[teams].loc;
    let body = m.region(teams, 0);
    let simple = is_simple(m, teams);
    let cond = m.opt(teams, "if");
    let mut b = Builder::before(m, teams);
    b.loc = loc;
    let mut count = b.cast(count, Type::INDEX);
    let (zero, one) = (b.index(0), b.index(1));
    if let Some(c) = cond {
        count = b.op(OpKind::Select).arg(c).arg(count).arg(one).result(Type::INDEX).value();
    }
    let inner = b.m.new_region(&[Type::INDEX]);
    if simple {
        b.op(OpKind::Parallel).args(&[count]).region(inner).build();
    } else {
        let last = b.binary(OpKind::Sub, count, one);
        b.op(OpKind::For).arg(zero).arg(last).arg(one).region(inner).build();
    }
    m.detach(teams);
    m.insert(inner, 0, teams);
    let team = m.args(inner)[0];
    for o in m.walk(body) {
        let answer = match m.routine(o) {
            Some(rt::omp_get_team_num_) => team,
            Some(rt::omp_get_num_teams_) => count,
            _ => continue,
        };
        let &[r] = m.ops[o].results.as_slice() else { continue };
        let ty = m.ty(r);
        if !matches!(m.types.kind(ty), TypeKind::Int(_)) {
            continue;
        }
        let mut b = Builder::before(m, o);
        let v = b.cast(answer, ty);
        m.replace_uses(body, r, v);
        m.detach(o);
    }
    for o in m.walk(body) {
        if is_distributed(m, o) {
            share(m, o, team, count);
        }
    }
}

/// Leaves the iterations of a loop that are those of one team.
fn share(m: &mut Module, op: Op, team: Value, count: Value) {
    let loops = nest::alone(m, op);
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(loops, g).to_vec());
    let chunk = m.opt(op, "dist_chunk");
    let mut b = Builder::before(m, op);
    let trips = trip_counts(&mut b, &lbs, &ubs, &steps);
    let mut total = trips[0];
    for &t in &trips[1..] {
        total = b.binary(OpKind::Mul, total, t);
    }
    let (one, zero) = (b.index(1), b.index(0));
    // Equal shares, the last ones shorter.
    let less = b.binary(OpKind::Sub, count, one);
    let up = b.binary(OpKind::Add, total, less);
    let size = b.binary(OpKind::Div, up, count);
    if let (1, None) = (lbs.len(), chunk) {
        let first = b.binary(OpKind::Mul, team, size);
        let first = b.binary(OpKind::Min, first, total);
        let end = b.binary(OpKind::Add, first, size);
        let end = b.binary(OpKind::Min, end, total);
        let last = b.binary(OpKind::Sub, end, one);
        let lb = iteration_value(&mut b, lbs[0], steps[0], first);
        let ub = iteration_value(&mut b, lbs[0], steps[0], last);
        m.set_operand(loops, 0, lb);
        m.set_operand(loops, 1, ub);
        return;
    }
    let size = match chunk {
        Some(c) => b.cast(c, Type::INDEX),
        None => b.binary(OpKind::Max, size, one),
    };
    let body = m.region(loops, 0);
    let ivs = m.args(body).to_vec();
    let mine = m.new_region(&[]);
    move_ops(m, body, mine);
    let loc = m.ops[op].loc;
    let mut b = Builder { m, point: crate::module::Point { region: body, at: None }, loc };
    let mut number = zero;
    for k in 0..ivs.len() {
        let (iv, lb, step) = (b.cast(ivs[k], Type::INDEX), b.cast(lbs[k], Type::INDEX), b.cast(steps[k], Type::INDEX));
        let d = b.binary(OpKind::Sub, iv, lb);
        let n = b.binary(OpKind::Div, d, step);
        let outer = b.binary(OpKind::Mul, number, trips[k]);
        number = b.binary(OpKind::Add, outer, n);
    }
    let part = b.binary(OpKind::Div, number, size);
    let owner = b.binary(OpKind::Rem, part, count);
    let is_mine = b.cmp(Pred::Eq, owner, team);
    let other = b.m.new_region(&[]);
    b.op(OpKind::If).arg(is_mine).region(mine).region(other).build();
}
