//! What other threads may change at a synchronization, in a procedure whose parallel regions still stand in it.
//!
//! Programs have no data races, so that a value in memory stays what it was until this thread synchronizes with one that
//! has written it. Two facts say more than that:
//!
//! - A local scalar or array to which only plain loads and stores refer (`unshared`) has its writers in this procedure. The
//!   thread that owns it waits while a parallel region runs.
//! - A parallel region that is *closed* synchronizes its own team alone: what nothing in it writes stays as it is all the
//!   while, since a thread of another team that wrote it would have to be waited for.

use super::alias::{Entity, Origin};
use super::effects::{Access, Accesses, Known, is_box_read, is_volatile_access, lasting_ops, own_writes, speculatable};
use crate::choices::{CriticalKind, SingleKind};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{Effect, OpKind, Traits};
use ferrotran_abi::RuntimeFn;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Most values that are looked at to find whether one is the same for all threads.
const MAX_VALUES: usize = 64;

/// With whom an op synchronizes the thread that comes to it, beside what its regions do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sync {
    /// With nobody.
    Nobody,
    /// With the team of the closed parallel region.
    Team(Op),
    /// With any thread.
    All,
}

/// A parallel region as a whole.
struct Parallel {
    /// Threads synchronize with others of their team only, as far as the region shows.
    closed: bool,
    /// What is written in it.
    writes: Vec<Known>,
}

/// What is known of the threads of a procedure.
#[derive(Default)]
pub struct Teams {
    /// For each local variable that loads and stores alone refer to, where it is stored to: the outermost construct around
    /// the store that other threads may run.
    stores: FxHashMap<Op, SmallVec<[Option<Op>; 2]>>,
    /// The parallel regions that were looked at.
    parallel: FxHashMap<Op, Parallel>,
    /// Link names of threadprivate variables.
    own: FxHashSet<String>,
}

/// True for constructs whose region other threads than the one that meets them may run.
fn is_concurrent(k: OpKind) -> bool {
    use OpKind::*;
    matches!(k, OmpParallel | OmpTeams | OmpTask | OmpTaskloop | OmpTarget)
}

/// True for those of them at whose end the thread that met them waits for all others.
fn is_joined(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::OmpParallel | OpKind::OmpTeams)
}

/// The outermost construct in the region that other threads may run and that an op stands in; an error where the op
/// stands elsewhere.
fn outermost(m: &Module, op: Op, home: Region) -> Result<Option<Op>, ()> {
    let mut found = None;
    let mut at = op;
    loop {
        match m.ops[at].parent {
            Some(r) if r == home => return Ok(found),
            Some(r) => at = m.regions[r].parent.ok_or(())?,
            None => return Err(()),
        }
        if is_concurrent(m.kind(at)) {
            found = Some(at);
        }
    }
}

/// True where an op stands in a target region.
pub fn in_target(m: &Module, op: Op) -> bool {
    std::iter::successors(m.parent_op(op), |&o| m.parent_op(o)).any(|o| m.kind(o) == OpKind::OmpTarget)
}

/// What an op itself writes of the memory of the program.
pub fn written(m: &Module, op: Op) -> Accesses {
    if m.kind(op) == OpKind::Call && m.runtime_fn(op).is_some_and(RuntimeFn::is_omp_question) {
        return Accesses::new();
    }
    own_writes(m, op)
}

/// True for ops at which other threads may see what was written, or that are constructs of OpenMP.
pub fn synchronizes(m: &Module, op: Op) -> bool {
    m.info(op).effects.contains(&Effect::Synchronizes)
}

/// What an op says of the threads that it synchronizes.
enum Reach {
    Nobody,
    Team,
    All,
}

fn reach(m: &Module, op: Op, written: &[Access]) -> Reach {
    use OpKind::*;
    match m.kind(op) {
        _ if ends_with_barrier(m, op) => Reach::Team,
        // What is in them is looked at by itself.
        OmpParallel | OmpTeams | OmpSimd | OmpWsLoop | OmpLoopNest | OmpSections | OmpSection | OmpWorkshare
        | OmpScope | OmpSingle => Reach::Nobody,
        OmpTaskwait | OmpTaskyield | OmpTaskgroup | OmpTaskDepend | OmpOrdered | OmpReduction | OmpTask
        | OmpTaskloop => Reach::Team,
        OmpCritical if m.choice_opt(op) == Some(CriticalKind::Reduce) => Reach::Team,
        _ if written.contains(&Access::All) || synchronizes(m, op) => Reach::All,
        _ => Reach::Nobody,
    }
}

/// True for barriers, and for constructs at whose end one is.
pub fn ends_with_barrier(m: &Module, op: Op) -> bool {
    let waits = match m.kind(op) {
        OpKind::OmpBarrier => true,
        // The loops of leagues end with their regions.
        OpKind::OmpWsLoop => m.attr(op, "kind").is_none(),
        OpKind::OmpSections | OpKind::OmpWorkshare | OpKind::OmpScope => true,
        OpKind::OmpSingle => !matches!(m.choice_opt(op), Some(SingleKind::Master | SingleKind::Masked)),
        _ => false,
    };
    waits && !m.flag(op, "nowait")
}

impl Teams {
    /// Looks at a procedure in which `unshared` marks are true.
    pub fn new(m: &Module, body: Region) -> Teams {
        let mut t = Teams::default();
        let ops = m.walk(body);
        if !ops.iter().any(|&o| is_concurrent(m.kind(o))) {
            return t;
        }
        for g in m.top_ops(OpKind::Global).filter(|&g| m.flag(g, "threadprivate")) {
            t.own.extend(m.attr_str(g, "sym").map(str::to_string));
        }
        for &op in &ops {
            if !matches!(m.kind(op), OpKind::Store | OpKind::VecStore) {
                continue;
            }
            let e = super::alias::entity(m, m.operand(op, 1));
            let Some(alloca) = unshared(&e) else { continue };
            let Some(home) = m.ops[alloca].parent else { continue };
            // A store that is not below its variable is nowhere.
            let at = outermost(m, op, home).unwrap_or_default();
            let list = t.stores.entry(alloca).or_default();
            if !list.contains(&at) {
                list.push(at);
            }
        }
        for &op in ops.iter().filter(|&&o| m.kind(o) == OpKind::OmpParallel) {
            t.parallel.insert(op, Parallel::new(m, op));
        }
        t
    }

    /// With whom an op, which writes this itself, synchronizes, beside what its regions do.
    pub fn sync(&self, m: &Module, op: Op, written: &[Access]) -> Sync {
        match reach(m, op, written) {
            Reach::Nobody => Sync::Nobody,
            Reach::All => Sync::All,
            Reach::Team => {
                let around = std::iter::successors(m.parent_op(op), |&o| m.parent_op(o))
                    .find(|&o| matches!(m.kind(o), OpKind::OmpParallel | OpKind::OmpTeams | OpKind::OmpTarget));
                match around.filter(|p| self.parallel.get(p).is_some_and(|p| p.closed)) {
                    Some(p) => Sync::Team(p),
                    None => Sync::All,
                }
            }
        }
    }

    /// True where another thread may have changed what is read, once this one has come over the op, which synchronizes
    /// like that.
    pub fn may_change(&self, m: &Module, op: Op, sync: Sync, read: &Known) -> bool {
        match sync {
            Sync::Nobody => false,
            Sync::Team(p) => self.team_writes(m, p, read).is_none_or(|w| w) && !self.is_kept(m, op, read),
            Sync::All => !self.is_kept(m, op, read),
        }
    }

    /// Whether a thread of a parallel region writes, as far as it shows, what another one reads.
    fn team_writes(&self, m: &Module, parallel: Op, read: &Known) -> Option<bool> {
        let p = self.parallel.get(&parallel)?;
        Some(p.writes.iter().any(|w| self.meets(m, parallel, w, read)))
    }

    /// True where what one thread of the team of a parallel region writes may be what another one reads. What a thread
    /// computes in the region, subscripts too, it has for itself.
    pub fn meets(&self, m: &Module, parallel: Op, written: &Known, read: &Known) -> bool {
        written.clobbers_varying(m, read, &|v| self.varies(m, parallel, v))
    }

    /// True for a value in a parallel region that may be another one for each thread. Of descriptors it asks whose they are;
    /// that none changes between two accesses is for others to find.
    pub fn varies(&self, m: &Module, parallel: Op, v: Value) -> bool {
        !self.is_uniform(m, m.region(parallel, 0), v, &mut { MAX_VALUES })
    }

    fn is_uniform(&self, m: &Module, body: Region, v: Value, left: &mut usize) -> bool {
        if m.home(v).is_none_or(|h| !m.is_inside(h, body)) {
            return true;
        }
        *left = left.saturating_sub(1);
        let Some(op) = m.def(v).filter(|_| *left > 0) else { return false };
        let kind = m.kind(op);
        if kind == OpKind::AddrOf {
            return m.attr_str(op, "sym").is_some_and(|s| !self.own.contains(s));
        }
        (kind == OpKind::Declare || is_box_read(kind) || m.has(op, Traits::ADDRESS) || speculatable(m, op))
            && m.operands(op).iter().all(|&x| self.is_uniform(m, body, x, left))
    }

    /// True for a variable of this thread that others, at that op, do not write.
    fn is_kept(&self, m: &Module, op: Op, read: &Known) -> bool {
        let Some(alloca) = read.entity(m).and_then(unshared) else { return false };
        let Some(home) = m.ops[alloca].parent else { return false };
        let Ok(here) = outermost(m, op, home) else { return false };
        let joined = |c: Option<Op>| c.is_none_or(|c| is_joined(m, c));
        joined(here)
            && self
                .stores
                .get(&alloca)
                .is_none_or(|list| list.iter().all(|&at| joined(at) && (at.is_none() || at != here)))
    }

    /// True for a parallel region whose threads synchronize with others of their team only, as far as it shows.
    pub fn is_closed(&self, parallel: Op) -> bool {
        self.parallel.get(&parallel).is_some_and(|p| p.closed)
    }

    /// True for a variable that is made in the region, by each thread for itself, and that no other thread knows.
    pub fn is_own(&self, m: &Module, region: Op, read: &Known) -> bool {
        let home = read.entity(m).and_then(unshared).and_then(|a| m.ops[a].parent);
        home.is_some_and(|h| m.is_inside(h, m.region(region, 0)))
    }

    /// True for a variable that each thread has for itself, or what one leads to.
    pub fn is_threadprivate(&self, m: &Module, read: &Known) -> bool {
        !self.own.is_empty()
            && match read.entity(m).and_then(Entity::origin) {
                Some((Origin::Global(sym), _)) => self.own.contains(sym),
                Some((Origin::Alloca(_) | Origin::Alloc(_) | Origin::Arg(_) | Origin::Unknown, _)) => false,
                None => true,
            }
    }

    /// True where the task that the op makes finds what is read as it was when the task was made.
    pub fn task_finds(&self, m: &Module, task: Op, read: &Known) -> bool {
        match self.sync(m, task, &[]) {
            Sync::Team(p) => self.team_writes(m, p, read).is_some_and(|w| !w),
            Sync::Nobody | Sync::All => false,
        }
    }
}

/// The local variable that loads and stores alone refer to.
fn unshared(e: &Entity) -> Option<Op> {
    e.local().filter(|_| e.is_unshared())
}

impl Parallel {
    fn new(m: &Module, op: Op) -> Parallel {
        let mut p = Parallel { closed: !in_target(m, op), writes: Vec::new() };
        let mut seen: FxHashSet<Access> = FxHashSet::default();
        for o in lasting_ops(m, op) {
            let written = written(m, o);
            if matches!(reach(m, o, &written), Reach::All) || is_volatile_access(m, o) {
                p.closed = false;
            }
            for w in written {
                if seen.insert(w) {
                    p.writes.push(Known::from(w));
                }
            }
        }
        p
    }
}
