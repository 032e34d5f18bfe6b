//! Target tasks: target constructs with DEPEND, NOWAIT or IN_REDUCTION are tasks, whose body is the construct. What its clauses
//! say, and the firstprivate variables, are what they are when the construct is met; with NOWAIT pointers, too.

use super::clauses::{deferral, has_iterated};
use super::target::Mapped;
use super::*;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::visit::clause_exprs;

/// What a target construct says where it is met.
#[derive(Clone, Default)]
pub(super) struct Met {
    pub cond: Option<Value>,
    pub device: Option<Value>,
    pub thread_limit: Option<Value>,
    /// Variables of which the task has copies in memory.
    pub own: Vec<SymbolId>,
    /// What MAP and motion clauses map; none where that is worked out in the region.
    pub maps: Option<Vec<Mapped>>,
}

/// Whether a dependence is among the clauses.
pub(super) fn has_depend(o: &Omp) -> bool {
    o.clauses.iter().any(|c| match c {
        Clause::Depend { .. } => true,
        Clause::Iterated { clause, .. } => matches!(**clause, Clause::Depend { .. }),
        _ => false,
    })
}

/// Adds the pointers that statements associate.
fn associated(list: &[Stmt], out: &mut Vec<SymbolId>) {
    for s in list {
        match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => out.extend(lhs.variable()),
            StmtKind::Nullify(items) => out.extend(items.iter().filter_map(Expr::variable)),
            StmtKind::IntrinsicCall { id: Intrinsic::CFPointer, args } => {
                out.extend(args.iter().flatten().filter_map(Expr::variable));
            }
            _ => {}
        }
        visit::blocks(s, &mut |b| associated(b, out));
    }
}

impl<'p> Lower<'p> {
    /// Whether a directive is a task of the host's.
    pub(super) fn is_target_task(&self, leaves: Leaves<'p>) -> bool {
        let Leaves { o, list, .. } = leaves;
        let target = matches!(
            list.first(),
            Some(Leaf::Target | Leaf::TargetEnterData | Leaf::TargetExitData | Leaf::TargetUpdate)
        );
        let ancestor = o.clauses.iter().any(|c| matches!(c, Clause::Ancestor));
        let joins = o
            .clauses
            .iter()
            .any(|c| matches!(c, Clause::InReduction { .. } | Clause::UserReduction { task: true, .. }));
        target && !ancestor && self.on_host() && (deferral(o).is_some() || has_depend(o) || joins)
    }

    /// What the clauses of a target construct say here.
    pub(super) fn met(&mut self, leaf: Leaf, o: &'p Omp) -> Lowered<Met> {
        let (cond, device) = (self.if_clause(o, leaf)?, self.device(o)?);
        let limit = o.clauses.iter().find_map(|c| match c {
            Clause::ThreadLimit(e) => Some(e),
            _ => None,
        });
        let thread_limit = if leaf == Leaf::Target { self.int_clause(limit)? } else { None };
        Ok(Met { cond, device, thread_limit, own: Vec::new(), maps: None })
    }

    /// A target construct with DEPEND, NOWAIT or IN_REDUCTION.
    pub(super) fn target_task(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let Some((leaf, rest)) = leaves.split() else { return Ok(()) };
        let o = leaves.o;
        let when = deferral(o);
        let pointers = if when.is_some() { self.pointers_of(o) } else { Vec::new() };
        let mut met = self.met(leaf, o)?;
        let joined = if leaf == Leaf::Target { self.joined(o)? } else { Vec::new() };
        if !self.maps_late(o) {
            met.maps = Some(self.maps(o)?);
        }
        let mut kept = pointers.clone();
        for s in self.firstprivates_of_target_task(leaf, rest, &met)? {
            if !kept.contains(&s) {
                kept.push(s);
            }
        }
        let (kinds, addresses) = self.depends(o)?;
        let priority = self.priority_clause(o)?;
        let deferred = when.flatten().map(|c| self.scalar(c)).transpose()?;
        let captured = self.values_of(&kept, true)?;
        let in_memory = self.in_memory(&captured);
        let holds = !in_memory.is_empty();
        met.own = in_memory.into_iter().filter(|&s| !self.sym(s).pointer && !self.is_address_object(s)).collect();
        let met_pointers = pointers.iter().map(|&s| self.symbol_memory(s)).collect::<Lowered<Vec<Value>>>()?;
        let copies = captured.with(self.joined_copies(o, &joined)?);
        let loc = self.f.loc;
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                // Pointers are associated as they were.
                for (&p, &met_as) in pointers.iter().zip(&met_pointers) {
                    let own = s.symbol_memory(p)?;
                    for map in met.maps.iter_mut().flatten() {
                        map.stands_for(s, met_as, own);
                    }
                }
                s.with_reduced(&copies, |s| {
                    s.task_body(o, holds, |s| match leaf {
                        Leaf::Target => s.target_of_task(rest, &met),
                        _ => s.data_directive(leaf, o, &met),
                    })
                })
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(r, body)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpTargetTask)
            .opt(deferred)
            .args(&addresses)
            .args(&originals)
            .opt(priority)
            .flag("nowait", when.is_some())
            .flag("replayable", super::task::hints(o, ferrotran_syntax::omp::ClauseKind::Replayable))
            .choices(&kinds)
            .flag("begins", holds)
            .copies(&copies)
            .region(r)
            .build();
        out
    }

    /// The region of a target task, prepared like that of any other.
    fn target_of_task(&mut self, rest: Leaves<'p>, met: &Met) -> Lowered<()> {
        let entry = EntryTarget { cond: met.cond, device: met.device };
        self.prepared(rest.o, Some(entry), &|s| s.with_temps(|s| s.target_region(rest, met)))
    }

    /// Pointers that a construct uses, whose association is that of the place where it is met: those that it does not
    /// associate itself.
    fn pointers_of(&self, o: &'p Omp) -> Vec<SymbolId> {
        let mut out = self.mapped_symbols(o);
        out.extend(o.clauses.iter().flat_map(|c| {
            match c {
                Clause::Update { items, .. } => items,
                _ => &[][..],
            }
            .iter()
            .filter_map(Expr::variable)
        }));
        out.extend(self.unlisted(o, true));
        out.sort_unstable_by_key(|s| s.0);
        out.dedup();
        let mut own = Vec::new();
        associated(&o.body, &mut own);
        out.retain(|&s| {
            self.sym(s).pointer
                && !own.contains(&s)
                && !self.is_polymorphic(s)
                && matches!(self.entities.get(s), Some(Binding::Box(_)))
        });
        out
    }

    /// Whether the maps can only be worked out in the region: descriptors that are made for it, accumulators.
    fn maps_late(&self, o: &'p Omp) -> bool {
        o.clauses.iter().any(|c| match c {
            Clause::Map { items, .. } | Clause::Update { items, .. } => items.iter().any(|e| class::is_class(&e.ty)),
            Clause::InReduction { .. } | Clause::UserReduction { task: true, .. } => true,
            _ => false,
        })
    }

    /// Variables whose values the task keeps: those that are firstprivate in the construct, and what its clauses name to be
    /// worked out in the region.
    fn firstprivates_of_target_task(&mut self, leaf: Leaf, rest: Leaves<'p>, met: &Met) -> Lowered<Vec<SymbolId>> {
        let o = rest.o;
        let mut out = Vec::new();
        let mut mapped = Vec::new();
        if leaf == Leaf::Target {
            let maps = self.target_maps(o, met)?;
            mapped.extend(maps.iter().map(|m| m.memory));
            let privates = self.target_privates(rest, &maps)?;
            out.extend(privates.into_iter().filter(|p| p.1).map(|p| p.0));
        }
        let mut named: Vec<SymbolId> = Vec::new();
        let mut shared = self.mapped_symbols(o);
        for c in &o.clauses {
            if matches!(c, Clause::Depend { .. }) {
                continue;
            }
            if let Clause::Iterated { vars, clause } = c {
                if matches!(**clause, Clause::Depend { .. }) {
                    continue;
                }
                shared.extend(vars.iter().map(|v| v.0));
            }
            clause_exprs(c, &mut |e| {
                if let ExprKind::Var(s) = e.kind {
                    named.push(s);
                }
            });
        }
        for c in &o.clauses {
            if let Clause::Update { items, .. } | Clause::Reduction { items, .. } | Clause::InReduction { items, .. } =
                c
            {
                shared.extend(items.iter().filter_map(Expr::variable));
            }
        }
        shared.extend(o.clauses.iter().flat_map(ferrotran_typed::visit::clause_symbols));
        for s in named {
            if let Some(&Binding::Scalar(v)) = self.entities.get(s)
                && self.is_plain(self.m.types.elem(self.m.ty(v)))
                && !mapped.contains(&v)
                && !shared.contains(&s)
                && !out.contains(&s)
            {
                out.push(s);
            }
        }
        for s in self.arrays_of_iterators(o) {
            if !out.contains(&s) && !shared.contains(&s) {
                out.push(s);
            }
        }
        Ok(out)
    }

    /// Arrays that maps repeated by iterators name in subscripts and bounds, and nothing else of the directive.
    fn arrays_of_iterators(&self, o: &'p Omp) -> Vec<SymbolId> {
        let mut named: Vec<SymbolId> = Vec::new();
        // Variables of items, and what the region refers to.
        let mut others = self.unlisted(o, true);
        for c in &o.clauses {
            let (repeated, clause) = match c {
                Clause::Iterated { clause, .. } => (true, &**clause),
                one => (false, one),
            };
            let (Clause::Map { items, .. } | Clause::Update { items, .. }) = clause else { continue };
            for item in items {
                let mut root = item;
                while let Some(whole) = root.whole() {
                    root = whole;
                }
                others.extend(root.variable());
            }
            if repeated {
                clause_exprs(c, &mut |e| named.extend(e.variable()));
            }
        }
        named.sort_unstable_by_key(|s| s.0);
        named.dedup();
        named.retain(|s| {
            let view = match self.entities.get(*s) {
                Some(&Binding::Array { view, .. }) => view,
                _ => return false,
            };
            !others.contains(s) && self.is_plain(self.m.types.elem(self.m.ty(view)))
        });
        named
    }

    /// TARGET ENTER DATA, TARGET EXIT DATA and TARGET UPDATE.
    pub(super) fn data_directive(&mut self, leaf: Leaf, o: &'p Omp, met: &Met) -> Lowered<()> {
        let maps = match &met.maps {
            Some(maps) => maps.clone(),
            None => self.maps(o)?,
        };
        let kind = match leaf {
            Leaf::TargetEnterData => OpKind::OmpTargetEnter,
            Leaf::TargetExitData => OpKind::OmpTargetExit,
            _ => OpKind::OmpTargetUpdate,
        };
        if !maps.is_empty() {
            let maps = self.map_values(&maps);
            let more = has_iterated(o) && kind != OpKind::OmpTargetUpdate;
            self.b().op(kind).opt(met.cond).opt(met.device).args(&maps).flag("more", more).build();
        }
        self.iterated_maps(o, kind, met.cond, met.device)?;
        self.end_iterated(o);
        Ok(())
    }
}
