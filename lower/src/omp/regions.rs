//! The constructs around what is lowered, as far as they change how it is lowered.

use super::cancel::Cancellable;
use super::*;
use rustc_hash::FxHashSet;

/// The regions around what is built that may run elsewhere.
#[derive(Default)]
pub(crate) struct Elsewhere {
    /// Number of TARGET constructs.
    targets: u32,
    /// In WORKDISTRIBUTE or WORKSHARE.
    shares_work: bool,
    /// The entry of a region is prepared.
    entry: bool,
}

/// What the constructs around the current statement make of it.
#[derive(Default)]
pub(crate) struct Regions {
    /// Number of TEAMS constructs.
    teams: u32,
    /// In any directive.
    directive: bool,
    /// What the variables were bound to outside of the innermost PARALLEL construct.
    team: Option<Bindings>,
    /// What tasks combine with that take part in reductions of threads.
    reduced: FxHashMap<SymbolId, Value>,
    /// Bytes to which the innermost directive aligns its copies of variables.
    aligned: FxHashMap<SymbolId, i64>,
    /// Assignments to allocatables whose shape was seen to at the entry of the region, by the place where they stand.
    fitted: FxHashSet<Span>,
    /// Copies that give the value of the last iteration that assigns them.
    pub(super) conditional: Vec<Value>,
    /// Constructs that bind CANCEL and BARRIER, innermost last.
    pub(super) cancellable: Vec<Cancellable>,
}

impl Elsewhere {
    /// Whether a target region is around.
    pub fn in_target(&self) -> bool {
        self.targets > 0
    }

    /// Whether a region is around that may run elsewhere, or whose parts may: nothing can be allocated there, and no
    /// check can stop the program.
    pub fn any(&self) -> bool {
        self.in_target() || self.shares_work
    }

    /// Whether the entry of a region is prepared: what is looked at has not its shape yet.
    pub fn at_entry(&self) -> bool {
        self.entry
    }
}

impl Regions {
    /// Whether a directive is around.
    pub fn in_directive(&self) -> bool {
        self.directive
    }

    /// What the variables were bound to outside of the innermost PARALLEL construct.
    pub fn team(&self) -> Option<&Bindings> {
        self.team.as_ref()
    }

    /// Whether the region's entry has allocated what the assignment at that place assigns to.
    pub fn is_fitted(&self, assignment: Span) -> bool {
        self.fitted.contains(&assignment)
    }

    /// The alignment that the innermost directive gives to its copies of a variable; 0 where it says nothing.
    pub fn alignment(&self, s: SymbolId) -> i64 {
        self.aligned.get(&s).copied().unwrap_or(0)
    }

    /// Says to what copies are aligned. The result is what was said before.
    pub fn set_alignments(&mut self, of: FxHashMap<SymbolId, i64>) -> FxHashMap<SymbolId, i64> {
        std::mem::replace(&mut self.aligned, of)
    }

    /// What tasks combine their part of a variable with, where threads reduce it.
    pub fn reduced(&self, s: SymbolId) -> Option<Value> {
        self.reduced.get(&s).copied()
    }

    /// Says what tasks combine with (none: nothing but the variable itself). The result is what was said before.
    pub fn set_reduced(&mut self, s: SymbolId, with: Option<Value>) -> Option<Value> {
        match with {
            Some(v) => self.reduced.insert(s, v),
            None => self.reduced.remove(&s),
        }
    }
}

impl Lower<'_> {
    /// Whether TEAMS or TARGET is around.
    pub(super) fn in_league(&self) -> bool {
        self.f.elsewhere.in_target() || self.omp.teams > 0
    }

    /// Whether nothing around runs elsewhere.
    pub(super) fn on_host(&self) -> bool {
        !self.f.elsewhere.any() && self.omp.teams == 0
    }

    /// Runs `f` in a directive.
    pub(crate) fn in_directive<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.omp.directive, true);
        let out = f(self);
        self.omp.directive = around;
        out
    }

    /// Runs `f`, which prepares the entry of a region.
    pub(crate) fn at_entry<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.f.elsewhere.entry, true);
        let out = f(self);
        self.f.elsewhere.entry = around;
        out
    }

    /// Runs `f` in a target region.
    pub(crate) fn in_target<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.f.elsewhere.targets += 1;
        let out = self.in_team(None, f);
        self.f.elsewhere.targets -= 1;
        out
    }

    /// Runs `f` in a teams region.
    pub(super) fn in_teams<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.omp.teams += 1;
        let out = self.in_team(None, f);
        self.omp.teams -= 1;
        out
    }

    /// Runs `f` in the region of a team that was made where variables were bound so.
    pub(super) fn in_team<T>(&mut self, outside: Option<Bindings>, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.omp.team, outside);
        let out = f(self);
        self.omp.team = around;
        out
    }

    /// Runs `f` in WORKDISTRIBUTE or WORKSHARE.
    pub(super) fn sharing_work<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.f.elsewhere.shares_work, true);
        let out = f(self);
        self.f.elsewhere.shares_work = around;
        out
    }

    /// Runs `f` where the shapes of these assignments have been seen to.
    pub(super) fn with_fitted<T>(&mut self, fitted: FxHashSet<Span>, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.omp.fitted, fitted);
        let out = f(self);
        self.omp.fitted = around;
        out
    }

    /// Runs `f` in a TASKGROUP that reduces variables: they are not those of a construct around it.
    pub(super) fn in_taskgroup<T>(&mut self, reduces: &[SymbolId], f: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.omp.reduced.clone();
        self.omp.reduced.retain(|s, _| !reduces.contains(s));
        let out = f(self);
        self.omp.reduced = around;
        out
    }
}
