//! What the clauses of a directive say.

use super::recipes::Copies;
use super::*;
use ferrotran_ir::{SharedVariables, choices};

/// What a clause says of the sharing and mapping of variables. Every clause stands in [`DataClause::of`]: whoever adds one
/// says whether it is about that.
#[derive(Clone, Copy)]
pub(super) enum DataClause<'c> {
    Private(&'c [SymbolId]),
    Firstprivate(&'c [SymbolId]),
    Lastprivate(&'c [SymbolId]),
    /// The value of the last iteration that assigns one.
    LastprivateConditional(&'c [SymbolId]),
    Linear(&'c [SymbolId]),
    Shared,
    /// DEFAULT
    Default(DefaultSharing, Category),
    Defaultmap(DefaultMapping, Category),
    /// `joins`: a task takes part in a reduction of a construct around it.
    Reduction {
        by: Result<ReduceOp, &'c UserReduction>,
        joins: bool,
        items: &'c [Expr],
    },
    /// A reduction whose prefixes SCAN gives.
    Scanned(&'c [Expr]),
    Mapped,
    /// IS_DEVICE_PTR and HAS_DEVICE_ADDR
    DeviceAddress(&'c [SymbolId]),
    /// The clause is about other things.
    Other,
}

impl<'c> DataClause<'c> {
    fn of(c: &'c Clause) -> DataClause<'c> {
        match c {
            Clause::Private(l) => DataClause::Private(l),
            Clause::Firstprivate(l) => DataClause::Firstprivate(l),
            Clause::Lastprivate(l) => DataClause::Lastprivate(l),
            Clause::LastprivateConditional(l) => DataClause::LastprivateConditional(l),
            Clause::Linear(l, _) | Clause::Induction { list: l, .. } => DataClause::Linear(l),
            Clause::Shared(_) => DataClause::Shared,
            Clause::Default { how, of } => DataClause::Default(*how, *of),
            Clause::Defaultmap { how, of } => DataClause::Defaultmap(*how, *of),
            Clause::Reduction { op, items } => DataClause::Reduction { by: Ok(*op), joins: false, items },
            Clause::InReduction { op, items } => DataClause::Reduction { by: Ok(*op), joins: true, items },
            Clause::UserReduction { task, items, decl } => DataClause::Reduction { by: Err(decl), joins: *task, items },
            Clause::Inscan(reduction) => DataClause::Scanned(reduced(reduction)),
            Clause::Map { .. } => DataClause::Mapped,
            Clause::IsDevicePtr(l) | Clause::HasDeviceAddr(l) => DataClause::DeviceAddress(l),
            // Looked for where the directives that take them are lowered.
            Clause::Update { .. }
            | Clause::Copyin(..)
            | Clause::Copyprivate(..)
            | Clause::TaskReduction(..)
            | Clause::Interop { .. }
            | Clause::Transparent(_)
            | Clause::GraphId(_)
            | Clause::InitComplete
            | Clause::Allocation { .. }
            | Clause::Assumption { .. }
            | Clause::GraphReset(_)
            | Clause::ReductionByTasks
            | Clause::If { .. }
            | Clause::Device(..)
            | Clause::Ancestor
            | Clause::Iterated { .. }
            | Clause::NumTeams(..)
            | Clause::ThreadLimit(..)
            | Clause::NumThreads(..)
            | Clause::ProcBind(..)
            | Clause::Collapse(..)
            | Clause::Ordered(..)
            | Clause::Schedule { .. }
            | Clause::DistSchedule(..)
            | Clause::Nowait(_)
            | Clause::Depend { .. }
            | Clause::Doacross { .. }
            | Clause::UseDevicePtr(..)
            | Clause::UseDeviceAddr(..)
            | Clause::UsesAllocators(..)
            | Clause::Allocate(..)
            | Clause::Filter(..)
            | Clause::Final(..)
            | Clause::Priority(..)
            | Clause::Detach(..)
            | Clause::Depobj(..)
            | Clause::Init
            | Clause::Grainsize { .. }
            | Clause::NumTasks { .. }
            | Clause::Nogroup
            | Clause::Simd
            | Clause::Threads
            | Clause::Bind(..)
            | Clause::Cancelled(..)
            | Clause::Atomic(..)
            | Clause::MemoryOrder(_)
            | Clause::FailOrder(_)
            | Clause::Flushed(_)
            | Clause::Sizes(..)
            | Clause::Permutation(..)
            | Clause::Counts(..)
            | Clause::Looprange(..)
            | Clause::Partial(..)
            | Clause::Full
            | Clause::Apply(_)
            | Clause::Order(_)
            | Clause::Safelen(_)
            | Clause::Simdlen(_)
            | Clause::Aligned(..)
            | Clause::Nontemporal(_)
            | Clause::Hint(_)
            | Clause::Scan { .. }
            | Clause::Inert { .. } => DataClause::Other,
        }
    }

    /// Variables whose values in the last iteration the original gets.
    fn last(self) -> &'c [SymbolId] {
        match self {
            DataClause::Lastprivate(l) | DataClause::Linear(l) => l,
            DataClause::Private(_)
            | DataClause::Firstprivate(_)
            | DataClause::LastprivateConditional(_)
            | DataClause::Shared
            | DataClause::Default(..)
            | DataClause::Defaultmap(..)
            | DataClause::Reduction { .. }
            | DataClause::Scanned(_)
            | DataClause::Mapped
            | DataClause::DeviceAddress(_)
            | DataClause::Other => &[],
        }
    }
}

/// What the clauses of a directive say of variables.
pub(super) fn data_clauses(o: &Omp) -> impl Iterator<Item = DataClause<'_>> {
    o.clauses.iter().map(DataClause::of)
}

/// What `defaultmap` says of a variable.
#[derive(Clone, Copy)]
pub(super) enum ByDefault {
    /// It is mapped.
    Map(Mapping),
    /// The region has a copy of its own, with the value (`first`) or without.
    Copy { first: bool },
}

/// Variables that clauses of a construct list, those clauses alone that count.
pub(super) fn listed(o: &Omp, counts: impl Fn(&Clause) -> bool) -> rustc_hash::FxHashSet<SymbolId> {
    let mut listed: rustc_hash::FxHashSet<SymbolId> = Default::default();
    for c in o.clauses.iter().filter(|c| counts(c)) {
        listed.extend(visit::clause_symbols(c));
        listed.extend(mapped(c).iter().chain(reduced(c)).filter_map(Expr::variable));
    }
    listed
}

/// What a MAP clause maps, repeated by iterators or not.
fn mapped(c: &Clause) -> &[Expr] {
    match c {
        Clause::Map { items, .. } => items,
        Clause::Iterated { clause, .. } => mapped(clause),
        _ => &[],
    }
}

/// Variables that FIRSTPRIVATE lists.
pub(super) fn firstprivates(o: &Omp) -> impl Iterator<Item = SymbolId> {
    data_clauses(o).flat_map(|c| if let DataClause::Firstprivate(l) = c { l } else { &[] }).copied()
}

/// Variables that get the value of the last iteration.
pub(super) fn lastprivates(o: &Omp) -> impl Iterator<Item = SymbolId> {
    data_clauses(o).flat_map(DataClause::last).copied()
}

/// Variables that get the value of the iteration that assigned them last.
pub(super) fn conditionals(o: &Omp) -> impl Iterator<Item = SymbolId> {
    data_clauses(o).flat_map(|c| if let DataClause::LastprivateConditional(l) = c { l } else { &[] }).copied()
}

/// Whether nothing waits at the end of the directive.
pub(super) fn has_nowait(o: &Omp) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Nowait(None)))
}

/// Of a construct that is a target task: whether it may be deferred, and the condition of that. (A barrier is left out
/// only where that is certain.)
pub(super) fn deferral(o: &Omp) -> Option<Option<&Expr>> {
    o.clauses.iter().find_map(|c| match c {
        Clause::Nowait(cond) => Some(cond.as_ref()),
        _ => None,
    })
}

/// Whether iterators repeat some of the maps.
pub(super) fn has_iterated(o: &Omp) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Iterated { .. }))
}

/// What a reduction is of.
pub(super) fn reduced(c: &Clause) -> &[Expr] {
    if let Clause::Reduction { items, .. } | Clause::InReduction { items, .. } | Clause::UserReduction { items, .. } = c
    {
        return items;
    }
    if let Clause::Inscan(reduction) = c { reduced(reduction) } else { &[] }
}

impl<'p> Lower<'p> {
    /// Refuses clauses that change the meaning of a program and are not lowered.
    pub(super) fn check_clauses(&self, o: &Omp, span: Span) -> Lowered<()> {
        for c in data_clauses(o) {
            match c {
                DataClause::Reduction { .. } if o.directive.has(Leaf::Workdistribute) => {
                    return unsupported(span, "the clause `reduction` with `workdistribute`");
                }
                DataClause::Reduction { .. }
                | DataClause::Scanned(_)
                | DataClause::Private(_)
                | DataClause::Firstprivate(_)
                | DataClause::Lastprivate(_)
                | DataClause::LastprivateConditional(_)
                | DataClause::Linear(_)
                | DataClause::Shared
                | DataClause::Default(..)
                | DataClause::Defaultmap(..)
                | DataClause::Mapped
                | DataClause::DeviceAddress(_)
                | DataClause::Other => {}
            }
        }
        Ok(())
    }

    /// Variables of the enclosing procedure that a construct refers to without listing them in a clause; for the implicit
    /// maps of `target`, SHARED and LASTPRIVATE of a combined construct list nothing, for data sharing its maps do not.
    pub(super) fn unlisted(&self, o: &'p Omp, target: bool) -> Vec<SymbolId> {
        let listed = listed(o, |c| match c {
            Clause::Shared(_) | Clause::Lastprivate(_) => !target,
            Clause::Map { .. } | Clause::Iterated { .. } => target,
            _ => true,
        });
        let mut out = Vec::new();
        let mut note = |e: &'p Expr| {
            if let ExprKind::Var(s) = &e.kind
                && !listed.contains(s)
                && !out.contains(s)
                && !matches!(self.sym(*s).storage, Storage::Constant)
                && !self.sym(*s).threadprivate
                && matches!(self.entities.get(*s), Some(Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_)))
            {
                out.push(*s);
            }
        };
        visit::stmts(&o.body, &mut note, &mut |_| {});
        o.sections.iter().for_each(|b| visit::stmts(b, &mut note, &mut |_| {}));
        out
    }

    /// What a construct that has these copies says of the other variables.
    pub(super) fn sharing(&self, o: &'p Omp, copies: &Copies) -> SharedVariables {
        let (mut default, mut of) = (None, Vec::new());
        for c in data_clauses(o) {
            let DataClause::Default(how, category) = c else { continue };
            let how = match how {
                DefaultSharing::None => choices::DefaultSharing::None,
                DefaultSharing::Shared => choices::DefaultSharing::Shared,
                DefaultSharing::Private => choices::DefaultSharing::Private,
                DefaultSharing::Firstprivate => choices::DefaultSharing::Firstprivate,
            };
            match category {
                Category::All => default = Some(how),
                _ => of.push((how, category.name())),
            }
        }
        let shared = self.unlisted(o, false).into_iter().filter(|&s| !copies.has(s));
        SharedVariables { default, of, names: shared.map(|s| self.sym(s).name.to_string()).collect() }
    }

    /// The names of the variables in the clauses of a kind, if there are any.
    pub(super) fn names_in(&self, o: &'p Omp, list: fn(&'p Clause) -> Option<&'p [SymbolId]>) -> Option<Attr> {
        let names: Vec<Attr> =
            o.clauses.iter().filter_map(list).flatten().map(|&s| Attr::str(&self.sym(s).name)).collect();
        if names.is_empty() { None } else { Some(Attr::List(names)) }
    }

    /// What DEFAULTMAP clauses say: pairs of a behavior and a category.
    pub(super) fn defaultmaps(&self, o: &'p Omp) -> Option<Attr> {
        let pair = |c: &Clause| match c {
            Clause::Defaultmap { how, of } => Some(Attr::List(vec![Attr::str(how.name()), Attr::str(of.name())])),
            _ => None,
        };
        let list: Vec<Attr> = o.clauses.iter().filter_map(pair).collect();
        if list.is_empty() { None } else { Some(Attr::List(list)) }
    }

    /// The variables of a category that no clause lists.
    pub(super) fn unlisted_of(&self, o: &'p Omp, category: Category) -> Vec<SymbolId> {
        let mut out = self.unlisted(o, false);
        out.retain(|&s| category.has(Category::of(self.sym(s))));
        out
    }

    /// Variables of sequential loops in the construct that no clause lists: they are private (OpenMP 6.0, 7.1.1).
    pub(super) fn loop_variables(&self, o: &'p Omp) -> Vec<SymbolId> {
        let listed = listed(o, |_| true);
        let mut out = Vec::new();
        let bodies = match visit::divides_loop(o) {
            true => match ferrotran_typed::nests::transformed(o, visit::collapsed(o)) {
                Some(nest) => nest.bodies(),
                None => vec![visit::associated(o).1],
            },
            false => vec![&o.body[..]],
        };
        let shared_out = !visit::divides_loop(o);
        bodies.into_iter().for_each(|b| visit::loop_variables(b, shared_out, &mut |s| out.push(s)));
        o.sections.iter().for_each(|b| visit::loop_variables(b, false, &mut |s| out.push(s)));
        out.sort_unstable_by_key(|s| s.0);
        out.dedup();
        out.retain(|s| {
            !listed.contains(s)
                && !self.sym(*s).threadprivate
                && matches!(self.entities.get(*s), Some(Binding::Scalar(_)))
        });
        out
    }

    /// All variables of which a construct may have copies.
    pub(crate) fn own_variables(&self, o: &'p Omp) -> Vec<SymbolId> {
        let mut out = Vec::new();
        for c in data_clauses(o) {
            match c {
                DataClause::Private(l)
                | DataClause::Firstprivate(l)
                | DataClause::Lastprivate(l)
                | DataClause::LastprivateConditional(l)
                | DataClause::Linear(l) => out.extend(l),
                DataClause::Default(DefaultSharing::Private | DefaultSharing::Firstprivate, of) => {
                    out.extend(self.unlisted_of(o, of))
                }
                DataClause::Defaultmap(DefaultMapping::Private | DefaultMapping::Firstprivate, _) => {
                    out.extend(self.unlisted(o, true));
                }
                DataClause::Reduction { items, .. } => out.extend(items.iter().filter_map(Expr::variable)),
                DataClause::Shared
                | DataClause::Default(DefaultSharing::Shared | DefaultSharing::None, _)
                | DataClause::Defaultmap(..)
                | DataClause::Scanned(_)
                | DataClause::Mapped
                | DataClause::DeviceAddress(_)
                | DataClause::Other => {}
            }
        }
        out
    }

    /// Maps and private copies that `defaultmap` gives to variables without a clause of their own.
    pub(super) fn defaultmap(&mut self, o: &'p Omp) -> Lowered<Vec<(SymbolId, ByDefault)>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let &Clause::Defaultmap { how, of } = c else { continue };
            let how = match how {
                DefaultMapping::Default | DefaultMapping::None => continue,
                DefaultMapping::Alloc => ByDefault::Map(MapKind::Alloc.into()),
                DefaultMapping::To => ByDefault::Map(MapKind::To.into()),
                DefaultMapping::From => ByDefault::Map(MapKind::From.into()),
                DefaultMapping::Tofrom => ByDefault::Map(MapKind::ToFrom.into()),
                DefaultMapping::Present => ByDefault::Map(Mapping { present: true, ..MapKind::Alloc.into() }),
                DefaultMapping::Firstprivate => ByDefault::Copy { first: true },
                DefaultMapping::Private => ByDefault::Copy { first: false },
                DefaultMapping::Itself => ByDefault::Map(Mapping { itself: true, ..MapKind::ToFrom.into() }),
            };
            for s in self.unlisted(o, true) {
                let listed = |x: &(SymbolId, ByDefault)| x.0 == s;
                if of.has(Category::of(self.sym(s))) && !out.iter().any(listed) {
                    out.push((s, how));
                }
            }
        }
        Ok(out)
    }

    /// The condition that IF gives a leaf of the directive.
    pub(super) fn if_clause(&mut self, o: &'p Omp, leaf: Leaf) -> Lowered<Option<Value>> {
        let mut found = None;
        for c in &o.clauses {
            if let Clause::If { leaf: l, cond } = c
                && l.is_none_or(|l| l == leaf)
            {
                found = Some(cond);
            }
        }
        found.map(|e| self.scalar(e)).transpose()
    }

    /// The value that a clause gives, as 32 bits.
    pub(super) fn int_clause(&mut self, e: Option<&'p Expr>) -> Lowered<Option<Value>> {
        match e {
            Some(e) => {
                let v = self.scalar(e)?;
                Ok(Some(self.cast(v, Type::I32)))
            }
            None => Ok(None),
        }
    }

    /// What DEVICE names.
    pub(super) fn device(&mut self, o: &'p Omp) -> Lowered<Option<Value>> {
        let e = o.clauses.iter().find_map(|c| match c {
            Clause::Device(e) => Some(e),
            _ => None,
        });
        self.int_clause(e)
    }
}
