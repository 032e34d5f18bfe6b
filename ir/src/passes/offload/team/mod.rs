//! Kernels of two levels: a construct whose threads work together becomes the body of a `dev.team`, which every thread of
//! every team runs.
//!
//! - The code of a team outside of parallel constructs is that of its first thread. What has no effect, and what only
//!   changes variables that every thread may keep for itself, all of them do; the rest one does while the others wait
//!   ([`runs`]).
//! - In a parallel construct all of them are active. Worksharing loops give each thread every so-manieth iteration
//!   ([`shares`]); what one thread at a time may do they do in the order of their numbers ([`constructs`]).
//! - Variables of a thread are the invocation's own; those of a team lie in memory that its threads share.

mod constructs;
mod runs;
mod shares;
mod tree;
mod who;

pub use who::asks as asks_who_runs;

use super::Unsupported;
use super::maps::bring_before;
use super::memory::{Base, is_scalar, root_of};
use super::privates::carries;
use crate::analysis::trips;
use crate::choices::LoopShare;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::openmp::nest;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashSet;

pub use who::each_has_effects;

type Result<T> = std::result::Result<T, Unsupported>;

/// Threads of a team where the program names no number.
const THREADS: i64 = 64;
/// Threads that every device has room for in a team.
const MOST_THREADS: i64 = 256;
/// Teams where the program names no number.
const TEAMS: i64 = 32;
/// Workgroups that every device counts in one dimension.
const MOST_TEAMS: i64 = 65535;
/// Bytes of memory that the threads of a team share on every device.
const SHARED_BYTES: i64 = 12 << 10;

/// Which constructs become kernels of teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teams {
    /// None: loops that may be spread over a whole device are kernels of their own, the rest one thread runs.
    None,
    /// Those where the program can tell, or where threads would have nothing to do.
    Where,
    /// All that have parallel constructs.
    All,
}

/// The team kernel in the making.
struct Team<'m> {
    m: &'m mut Module,
    /// Body of the target region.
    plan: Region,
    /// Body of the dev.team.
    body: Region,
    team: Value,
    thread: Value,
    teams: Value,
    threads: Value,
    /// Threads that a parallel construct may have: those of the team, or what a THREAD_LIMIT says that is not constant.
    most: Value,
    /// Threads of a team at most, for certain.
    width: i64,
    /// There is one team for certain.
    alone: bool,
    /// The program asks which thread of the team it is in.
    numbered: bool,
    /// Bytes of shared memory so far.
    shared: i64,
    /// Memory for a part of each thread, of a type each, that trees of reductions use.
    cells: Vec<Value>,
    /// The cell of the lock that teams take.
    lock: Option<Value>,
    /// Variables of a team of which every thread has one, all alike.
    kept: FxHashSet<Op>,
    /// Loops in which a thread has values that go from one iteration to its next.
    carrying: FxHashSet<Op>,
}

/// Who runs the code that is looked at.
#[derive(Clone, Copy, Debug)]
enum Who {
    /// The first thread of a team.
    Team,
    /// Threads below `count`; `all`: that is every one.
    Threads { count: Value, all: bool },
}

/// Makes kernels of teams of a region's constructs; whether there are any.
pub fn make(m: &mut Module, plan: Region, which: Teams) -> Result<bool> {
    if which == Teams::None {
        return Ok(false);
    }
    let wanted = |&op: &Op| which == Teams::All && has_threads(m, op) || needs_team(m, op);
    let these: Vec<Op> = outermost(m, plan).into_iter().filter(wanted).collect();
    if !these.is_empty() {
        super::constructs::open_ends(m);
    }
    for &op in &these {
        convert(m, plan, op)?;
    }
    Ok(!these.is_empty())
}

/// The outermost constructs that could be kernels of teams.
fn outermost(m: &Module, r: Region) -> Vec<Op> {
    let mut list = Vec::new();
    for &op in &m.regions[r].ops {
        if matches!(m.kind(op), OpKind::OmpTeams | OpKind::OmpParallel) {
            list.push(op);
        } else {
            list.extend(m.ops[op].regions.iter().flat_map(|&r| outermost(m, r)));
        }
    }
    list
}

fn within(m: &Module, op: Op, is: impl Fn(Op) -> bool) -> bool {
    m.ops[op].regions.iter().any(|&r| m.walk(r).into_iter().any(&is))
}

fn has_threads(m: &Module, op: Op) -> bool {
    !within(m, op, |o| m.kind(o) == OpKind::OmpWorkdistribute)
        && (m.kind(op) == OpKind::OmpParallel || within(m, op, |o| m.kind(o) == OpKind::OmpParallel))
}

/// The program can tell one thread from many, or the threads inside of what teams share would have nothing to do.
fn needs_team(m: &Module, op: Op) -> bool {
    let inner = |o: Op| {
        m.kind(o) == OpKind::OmpWsLoop
            && m.choice_opt(o) == Some(LoopShare::Distribute)
            && within(m, o, |x| m.kind(x) == OpKind::OmpParallel)
    };
    has_threads(m, op) && (within(m, op, |o| who::asks(m, o) || inner(o)) || needs_threads(m, op))
}

/// The program names a number of threads, and can tell whether there are so many.
pub fn needs_threads(m: &Module, op: Op) -> bool {
    let named =
        |o: Op| m.kind(o) == OpKind::OmpParallel && m.opt(o, "num_threads").is_some_and(|n| m.const_int(n) != Some(1));
    let needs = |o: Op| named(o) && (within(m, o, |x| who::asks(m, x)) || who::threads_are_observed(m, o));
    needs(op) || within(m, op, needs)
}

/// A positive constant.
fn constant(m: &Module, v: Option<Value>) -> Option<i64> {
    v.and_then(|v| m.const_int(v)).filter(|&n| n > 0)
}

/// What THREAD_LIMIT says of a construct in the region.
fn limits(m: &Module, plan: Region, op: Op) -> impl Iterator<Item = Value> {
    let target = m.regions[plan].parent;
    let of_target = target.and_then(|t| m.opt(t, "thread_limit"));
    let of_teams = if m.kind(op) == OpKind::OmpTeams { m.opt(op, "thread_limit") } else { None };
    of_target.into_iter().chain(of_teams.filter(|_| of_teams != of_target))
}

/// Threads of a team, and whether the program says so.
fn width(m: &Module, plan: Region, op: Op) -> (i64, bool) {
    let limit = limits(m, plan, op).filter_map(|v| constant(m, Some(v))).min();
    let (mut asked, mut open) = (None, false);
    for o in std::iter::once(op).chain(m.walk(m.region(op, 0))) {
        if m.kind(o) == OpKind::OmpParallel
            && let Some(n) = m.opt(o, "num_threads")
        {
            let known = constant(m, Some(n));
            asked = asked.max(known);
            open |= known.is_none();
        }
    }
    let most = limit.unwrap_or(MOST_THREADS).min(MOST_THREADS);
    let usual = limit.unwrap_or(THREADS).min(MOST_THREADS);
    match asked {
        // Another construct may ask for more when it runs.
        Some(n) if open => (n.min(most).max(usual), limit.is_some()),
        Some(n) => (n.min(most), true),
        None => (usual, limit.is_some()),
    }
}

/// As many teams as have iterations of the loops that they share, where that is known in front of the construct and the program
/// names no number.
fn useful_teams(m: &mut Module, op: Op, width: i64) -> Value {
    let body = m.region(op, 0);
    let mut most = None;
    for l in m.walk(body) {
        let share = if m.kind(l) == OpKind::OmpWsLoop { m.choice_opt::<LoopShare>(l) } else { None };
        let Some(share) = share else { continue };
        let nest = nest::of(m, l);
        if !m.group(nest, "slopes").is_empty() {
            return Builder::before(m, op).index(TEAMS);
        }
        let groups = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g).to_vec());
        let known = groups.map(|g| g.into_iter().map(|v| bring_before(m, op, body, v)).collect::<Option<Vec<_>>>());
        let mut b = Builder::before(m, op);
        let [Some(lbs), Some(ubs), Some(steps)] = known else { return b.index(TEAMS) };
        // What has more dimensions has enough iterations.
        let (&[lb], &[ub], &[step]) = (lbs.as_slice(), ubs.as_slice(), steps.as_slice()) else { return b.index(TEAMS) };
        let mut n = trips::count(&mut b, lb, ub, step);
        if share == LoopShare::DistributeParallel {
            let (less, threads) = (b.index(width - 1), b.index(width));
            n = b.binary(OpKind::Add, n, less);
            n = b.binary(OpKind::Div, n, threads);
        }
        most = Some(most.map_or(n, |other| b.binary(OpKind::Max, n, other)));
    }
    let mut b = Builder::before(m, op);
    let teams = b.index(TEAMS);
    let Some(n) = most else { return teams };
    let one = b.index(1);
    let n = b.binary(OpKind::Max, n, one);
    b.binary(OpKind::Min, n, teams)
}

/// A loop uses memory of the pool that a thread has taken outside of it.
fn keeps_memory(m: &Module, l: Op) -> bool {
    let body = nest::body(m, l);
    let outside = |v: Value| m.home(v).is_some_and(|h| !m.is_inside(h, body));
    let of_pool = |v: Value| match root_of(m, v).base {
        Base::Unknown(p) => m.def(p).is_some_and(|d| m.kind(d) == OpKind::DevPool),
        _ => false,
    };
    m.walk(body).into_iter().any(|o| {
        let place = match m.kind(o) {
            OpKind::ViewElem if of_pool(m.operand(o, 0)) => m.def_of(m.operand(o, 1), OpKind::Load),
            _ => None,
        };
        let known = |&v: &Value| outside(v) && m.def(v).is_some_and(|d| m.kind(d) != OpKind::DevPool) && of_pool(v);
        place.is_some_and(|d| outside(m.operand(d, 0))) || m.operands(o).iter().any(known)
    })
}

fn convert(m: &mut Module, plan: Region, op: Op) -> Result<()> {
    let loc = m.ops[op].loc;
    let (width, exact) = width(m, plan, op);
    let of_teams = m.kind(op) == OpKind::OmpTeams;
    let (num, cond) = if of_teams { (m.opt(op, "num_teams"), m.opt(op, "if")) } else { (None, None) };
    let alone = !of_teams || num.and_then(|n| m.const_int(n)) == Some(1);
    let useful = if of_teams && num.is_none() { Some(useful_teams(m, op, width)) } else { None };
    let mut b = Builder::before(m, op);
    b.loc = loc;
    let count = match num {
        _ if !of_teams => b.index(1),
        None => useful.unwrap_or_else(|| b.index(TEAMS)),
        Some(n) => {
            let n = b.cast(n, Type::INDEX);
            let (one, most) = (b.index(1), b.index(MOST_TEAMS));
            let n = b.binary(OpKind::Max, n, one);
            b.binary(OpKind::Min, n, most)
        }
    };
    let count = match cond {
        Some(c) => {
            let one = b.index(1);
            b.op(OpKind::Select).arg(c).arg(count).arg(one).result(Type::INDEX).value()
        }
        None => count,
    };
    let unknown: Vec<Value> = limits(b.m, plan, op).filter(|&v| constant(b.m, Some(v)).is_none()).collect();
    let body = b.m.new_region(&[Type::INDEX; 4]);
    b.op(OpKind::DevTeam)
        .arg(count)
        .attr("threads", crate::module::Attr::Int(width))
        .flag("exact", exact)
        .region(body)
        .build();
    let args = m.args(body).to_vec();
    m.detach(op);
    m.insert(body, 0, op);
    super::pool::prepare(m, plan, &|m, o| m.ops[o].parent.is_some_and(|r| m.is_inside(r, body)));
    let mut most = args[3];
    let mut b = Builder::before(m, op);
    for n in unknown {
        let (n, one) = (b.cast(n, Type::INDEX), b.index(1));
        let n = b.binary(OpKind::Max, n, one);
        most = b.binary(OpKind::Min, n, most);
    }
    let carrying = b.m.walk(body).into_iter().filter(|&o| b.m.kind(o) == OpKind::OmpWsLoop);
    let carrying = carrying.filter(|&l| carries(b.m, l, false) || keeps_memory(b.m, l)).collect();
    let mut t = Team {
        m,
        plan,
        body,
        team: args[0],
        thread: args[1],
        teams: args[2],
        threads: args[3],
        most,
        width,
        alone,
        numbered: false,
        shared: 0,
        cells: Vec::new(),
        lock: None,
        kept: FxHashSet::default(),
        carrying,
    };
    t.no_strange_ops()?;
    t.answer_outside();
    if of_teams {
        let inner = t.m.region(op, 0);
        t.variables(inner)?;
        t.region(inner, Who::Team)?;
        super::constructs::splice(t.m, op);
    } else {
        t.region(body, Who::Team)?;
    }
    Ok(())
}

impl Team<'_> {
    /// Refuses what no thread of a team can do.
    fn no_strange_ops(&self) -> Result<()> {
        for o in self.m.walk(self.body) {
            let what = match self.m.kind(o) {
                OpKind::OmpWorkdistribute => "workdistribute in a kernel of teams",
                OpKind::OmpTaskloop => "a taskloop construct",
                OpKind::Goto | OpKind::Label => "it contains a jump to a label",
                _ => continue,
            };
            return Err(Unsupported::new(self.m, o, what));
        }
        Ok(())
    }

    /// Builds in front of an op.
    fn before(&mut self, op: Op) -> Builder<'_> {
        Builder::before(self.m, op)
    }

    /// A barrier in front of an op, unless there is one.
    fn barrier_before(&mut self, op: Op) {
        let (r, at) = self.m.position(op);
        if at > 0 && self.m.kind(self.m.regions[r].ops[at - 1]) == OpKind::DevBarrier {
            return;
        }
        self.before(op).op(OpKind::DevBarrier).build();
    }

    /// A barrier behind an op.
    fn barrier_after(&mut self, op: Op) {
        Builder::after(self.m, op).op(OpKind::DevBarrier).build();
    }

    /// Memory that the threads of a team share.
    fn shared_memory(&mut self, op: Op, ty: Type) -> Result<Value> {
        let elem = self.m.types.elem(ty);
        let size = match self.m.types.kind(elem).clone() {
            TypeKind::Derived(n) => super::split::layout(self.m, &n).map(|l| l.0),
            _ => self.m.types.size_of(elem).map(|s| s as i64),
        };
        let count = self.m.types.shape(ty).iter().copied().try_fold(1i64, |n, e| n.checked_mul(e?));
        let bytes = size.zip(count).and_then(|(s, n)| s.checked_mul(n));
        let Some(bytes) = bytes.filter(|b| *b <= SHARED_BYTES - self.shared) else {
            return Err(Unsupported::new(
                self.m,
                op,
                "a variable of a team that is too large for the memory of a team",
            ));
        };
        self.shared += (bytes + 7) / 8 * 8;
        Ok(self.m.add_arg(self.body, ty))
    }

    /// A shared cell for a scalar value.
    fn cell(&mut self, op: Op, ty: Type) -> Result<Value> {
        let held = match self.m.types.kind(ty) {
            TypeKind::Bool => Type::L32,
            TypeKind::Index => Type::I32,
            _ if is_scalar(self.m, ty) => ty,
            _ => return Err(Unsupported::new(self.m, op, "an address that one thread of a team computes for others")),
        };
        let r = self.m.types.reference(held);
        self.shared_memory(op, r)
    }

    /// The cell of the lock that one team at a time holds; on the device, free at the start of the region.
    fn lock_cell(&mut self, loc: Loc) -> Value {
        if let Some(l) = self.lock {
            return l;
        }
        let ty = self.m.types.reference(Type::I32);
        let mut b = Builder { m: self.m, point: Point { region: self.plan, at: Some(0) }, loc };
        let cell = b.op(OpKind::Alloca).result(ty).value();
        let zero = b.int(0, Type::I32);
        b.store(zero, cell);
        self.lock = Some(cell);
        cell
    }
}
