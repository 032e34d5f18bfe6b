//! Tasks: what they capture, their dependences, and loops made of tasks.

use super::clauses::{DataClause, conditionals, data_clauses, lastprivates};
use super::loops::{Divided, sharing_of_last, sharing_of_loop_variable};
use super::place::Place;
use super::recipes::Copies;
use super::target_task::has_depend;
use super::*;
use ferrotran_ir::{DataSharing, DependKind, choices};
use ferrotran_syntax::omp::ClauseKind;

/// The foreign runtime of an interoperability object where the program prefers none.
const ANY_RUNTIME: &str = "any";

/// Whether a clause without effect on results stands on a directive.
pub(super) fn hints(o: &Omp, clause: ClauseKind) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Inert { kind, .. } if *kind == clause))
}

/// What a transparent task hands through.
fn transparent(o: &Omp) -> Option<choices::Impex> {
    o.clauses.iter().find_map(|c| match c {
        Clause::Transparent(Impex::Neither) => Some(choices::Impex::NotImpex),
        Clause::Transparent(Impex::Import) => Some(choices::Impex::Import),
        Clause::Transparent(Impex::Export) => Some(choices::Impex::Export),
        Clause::Transparent(Impex::Both) => Some(choices::Impex::Impex),
        _ => None,
    })
}

/// A TASKLOOP whose clauses have their values, and the variables that its tasks have copies of.
struct Taskloop<'p> {
    cond: Option<Value>,
    fin: Option<Value>,
    priority: Option<Value>,
    grain: Option<Value>,
    tasks: Option<Value>,
    nogroup: bool,
    /// Where last values go.
    outer: Bindings,
    joined: Vec<Value>,
    /// What tasks begin with the value of.
    values: Vec<SymbolId>,
    loops: Divided<'p>,
    /// What each iteration has, or the last one leaves.
    own: Vec<(SymbolId, DataSharing)>,
}

/// How a dependence of that type orders tasks.
fn dependence(kind: Dependence) -> DependKind {
    match kind {
        Dependence::In => DependKind::In,
        Dependence::Out => DependKind::Out,
        Dependence::Inout => DependKind::InOut,
        Dependence::Mutexinoutset => DependKind::MutexInOutSet,
        Dependence::Inoutset => DependKind::InOutSet,
        Dependence::Depobj => DependKind::Object,
    }
}

impl<'p> Lower<'p> {
    /// TASK.
    pub(super) fn task(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let cond = self.if_clause(o, Leaf::Task)?;
        let fin = self.final_clause(o)?;
        let priority = self.priority_clause(o)?;
        let (kinds, addresses) = self.depends(o)?;
        let affinity = self.affinity(o)?;
        let detach = o.clauses.iter().find_map(|c| match c {
            Clause::Detach(e) => Some(e),
            _ => None,
        });
        let event = match detach {
            Some(variable) => {
                let event = self.b().op(OpKind::OmpEvent).result(Type::I64).value();
                let r = self.scalar_place(variable)?;
                self.store_ref(event, r);
                Some(event)
            }
            None => None,
        };
        let joined = self.joined(o)?;
        let captured = self.values_of(&self.firstprivates_of_task(o), true)?;
        let holds = self.hold_memory(&captured);
        let (own, reduced) = (self.copies_of(&self.private_only(o))?, self.joined_copies(o, &joined)?);
        let copies = captured.with(own).with(reduced);
        let sharing = self.sharing(o, &copies);
        let loc = self.f.loc;
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                s.with_reduced(&copies, |s| s.task_body(o, holds, |s| s.leaf(rest)))
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(r, body)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpTask)
            .opt(cond)
            .opt(fin)
            .args(&addresses)
            .args(&originals)
            .opt(priority)
            .opt(event)
            .args(&affinity)
            .choices(&kinds)
            .flag("begins", holds)
            .flag("untied", hints(o, ClauseKind::Untied))
            .flag("mergeable", hints(o, ClauseKind::Mergeable))
            .flag("replayable", hints(o, ClauseKind::Replayable))
            .choice_opt(transparent(o))
            .sharing(&sharing)
            .copies(&copies)
            .region(r)
            .build();
        out
    }

    /// Addresses of what AFFINITY names, but for what iterators give.
    fn affinity(&mut self, o: &'p Omp) -> Lowered<Vec<Value>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Inert { kind: ClauseKind::Affinity, args } = c else { continue };
            for e in args {
                out.push(self.dependence_address(Dependence::In, e)?);
            }
        }
        Ok(out)
    }

    fn final_clause(&mut self, o: &'p Omp) -> Lowered<Option<Value>> {
        let e = o.clauses.iter().find_map(|c| match c {
            Clause::Final(e) => Some(e),
            _ => None,
        });
        e.map(|e| self.scalar(e)).transpose()
    }

    /// The number that PRIORITY gives.
    pub(super) fn priority_clause(&mut self, o: &'p Omp) -> Lowered<Option<Value>> {
        let e = o.clauses.iter().find_map(|c| match c {
            Clause::Priority(e) => Some(e),
            _ => None,
        });
        self.int_clause(e)
    }

    /// The number that a clause gives, as 64 bits.
    fn count_clause(&mut self, o: &'p Omp, of: fn(&'p Clause) -> Option<&'p Expr>) -> Lowered<Option<Value>> {
        let e = o.clauses.iter().find_map(of);
        match e {
            Some(e) => {
                let v = self.scalar(e)?;
                Ok(Some(self.cast(v, Type::I64)))
            }
            None => Ok(None),
        }
    }

    /// Kinds and addresses of the storage that DEPEND clauses name.
    pub(super) fn depends(&mut self, o: &'p Omp) -> Lowered<(Vec<DependKind>, Vec<Value>)> {
        let (mut kinds, mut addresses) = (Vec::new(), Vec::new());
        for c in &o.clauses {
            if let Clause::Iterated { vars, clause } = c
                && let Clause::Depend { kind, items } = &**clause
            {
                self.each_value(vars, &mut |s| {
                    for e in items {
                        let a = s.dependence_address(*kind, e)?;
                        s.b().op(OpKind::OmpDependence).args(&[a]).choices(&[dependence(*kind)]).build();
                    }
                    Ok(())
                })?;
                continue;
            }
            let Clause::Depend { kind, items } = c else { continue };
            for e in items {
                addresses.push(self.dependence_address(*kind, e)?);
                kinds.push(dependence(*kind));
            }
        }
        Ok((kinds, addresses))
    }

    /// The storage that a dependence names.
    fn dependence_address(&mut self, kind: Dependence, e: &'p Expr) -> Lowered<Value> {
        if kind == Dependence::Depobj {
            // An object holds the address of what it depends on.
            let r = self.scalar_place(e)?;
            let pt = self.m.types.reference(Type::PTR);
            let r = self.cast_ref(r, pt);
            return Ok(self.b().load(r));
        }
        if matches!(e.kind, ExprKind::Const(_)) {
            // `omp_all_memory`
            return Ok(self.b().op(OpKind::NullPtr).result(Type::PTR).value());
        }
        Ok(match self.place(e)? {
            Place::Array { view, .. } => self.b().op(OpKind::ViewAddr).arg(view).result(Type::PTR).value(),
            Place::Scalar(r) if matches!(self.m.types.kind(self.m.types.elem(self.m.ty(r))), TypeKind::Char(..)) => {
                self.b().op(OpKind::ChrAddr).arg(r).result(Type::PTR).value()
            }
            Place::Scalar(r) => self.cast_ref(r, Type::PTR),
        })
    }

    /// DEPOBJ: the object gets kind and address of a dependence. With UPDATE there is no address.
    pub(super) fn depobj(&mut self, o: &'p Omp) -> Lowered<()> {
        let Some(object) = o.clauses.iter().find_map(|c| match c {
            Clause::Depobj(e) => Some(e),
            _ => None,
        }) else {
            return Ok(());
        };
        for c in &o.clauses {
            let (kinds, storage) = match c {
                Clause::Depend { kind, items } => {
                    let storage = items.first().map(|e| self.dependence_address(*kind, e)).transpose()?;
                    (vec![dependence(*kind)], storage)
                }
                Clause::Inert { kind: ClauseKind::Destroy, .. } => (Vec::new(), None),
                _ => continue,
            };
            let r = self.scalar_place(object)?;
            let r = self.cast_ref(r, Type::PTR);
            self.b().op(OpKind::OmpDepobj).arg(r).opt(storage).choices(&kinds).build();
        }
        Ok(())
    }

    /// TASKWAIT. With NOWAIT it is an empty task.
    pub(super) fn taskwait(&mut self, o: &'p Omp) -> Lowered<()> {
        if !has_depend(o) {
            self.b().op(OpKind::OmpTaskwait).build();
            return Ok(());
        }
        if !has_nowait(o) {
            return self.wait_for_dependences(o);
        }
        let (kinds, addresses) = self.depends(o)?;
        let r = self.m.new_region(&[]);
        self.b().op(OpKind::OmpTask).opt(None).opt(None).args(&addresses).choices(&kinds).region(r).build();
        Ok(())
    }

    /// INTEROP.
    pub(super) fn interop(&mut self, o: &'p Omp) -> Lowered<()> {
        let device = self.device(o)?;
        let (kinds, addresses) = self.depends(o)?;
        let (mut objects, mut actions, mut prefer) = (Vec::new(), Vec::new(), Vec::new());
        for c in &o.clauses {
            let Clause::Interop { action, prefer: runtimes, objects: list } = c else { continue };
            for e in list {
                objects.push(self.scalar_place(e)?);
                actions.push(match action {
                    InteropAction::Init { target: true, targetsync: true } => choices::InteropAction::Both,
                    InteropAction::Init { targetsync: true, .. } => choices::InteropAction::Targetsync,
                    InteropAction::Init { .. } => choices::InteropAction::Target,
                    InteropAction::Use => choices::InteropAction::Use,
                    InteropAction::Destroy => choices::InteropAction::Destroy,
                });
                prefer.push(Attr::str(if runtimes.is_empty() { ANY_RUNTIME } else { runtimes }));
            }
        }
        let preferred = prefer.iter().any(|p| p.as_str() != Some(ANY_RUNTIME));
        let mut b = self.b();
        let op = b.op(OpKind::OmpInterop).opt(device).args(&addresses).args(&objects).choices(&actions);
        let op = op.attr_opt("prefer", preferred.then_some(Attr::List(prefer))).flag("nowait", has_nowait(o));
        let op = if has_depend(o) { op.choices(&kinds) } else { op };
        op.build();
        Ok(())
    }

    /// DISPATCH: the body is the call.
    pub(super) fn dispatch(&mut self, o: &'p Omp) -> Lowered<()> {
        let (kinds, addresses) = self.depends(o)?;
        let (r, loc) = (self.m.new_region(&[]), self.f.loc);
        self.within(r, |s| s.stmts(&o.body));
        self.f.loc = loc;
        let mut b = self.b();
        let op = b.op(OpKind::OmpDispatch).args(&addresses).flag("nowait", has_nowait(o)).region(r);
        let op = if has_depend(o) { op.choices(&kinds) } else { op };
        op.build();
        Ok(())
    }

    /// Before a construct that runs at once: waits for the tasks that its DEPEND clauses name.
    pub(super) fn wait_for_dependences(&mut self, o: &'p Omp) -> Lowered<()> {
        let (kinds, addresses) = self.depends(o)?;
        if has_depend(o) {
            self.b().op(OpKind::OmpTaskDepend).args(&addresses).choices(&kinds).build();
        }
        Ok(())
    }

    /// Variables that are firstprivate in a task-generating construct (OpenMP 6.0, 7.1.1): those that clauses name,
    /// and those that are not shared by all threads of the team around it.
    fn firstprivates_of_task(&self, o: &'p Omp) -> Vec<SymbolId> {
        let mut out: Vec<SymbolId> = Vec::new();
        let mut given: Vec<(DefaultSharing, Category)> = Vec::new();
        for c in data_clauses(o) {
            match c {
                DataClause::Firstprivate(l) => out.extend(l),
                DataClause::Default(how, of) => given.push((how, of)),
                DataClause::Private(_)
                | DataClause::Lastprivate(_)
                | DataClause::LastprivateConditional(_)
                | DataClause::Linear(_)
                | DataClause::Shared
                | DataClause::Defaultmap(..)
                | DataClause::Reduction { .. }
                | DataClause::Scanned(_)
                | DataClause::Mapped
                | DataClause::DeviceAddress(_)
                | DataClause::Other => {}
            }
        }
        let of_loops = self.loop_variables(o);
        for s in self.unlisted(o, false) {
            let category = Category::of(self.sym(s));
            let taken = match given.iter().find(|g| g.1.has(category)) {
                Some((how, _)) => *how == DefaultSharing::Firstprivate,
                None => !self.is_shared_by_team(s),
            };
            if taken && !of_loops.contains(&s) {
                out.push(s);
            }
        }
        out
    }

    fn is_shared_by_team(&self, s: SymbolId) -> bool {
        let sym = self.sym(s);
        let lives_on = matches!(
            sym.storage,
            Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } | Storage::Equivalence { .. }
        ) || matches!(sym.dims, Dims::AssumedSize(..));
        match self.omp.team() {
            Some(team) => match (team.get(&s), self.entities.get(s)) {
                (Some(a), Some(b)) => a.is_same_storage(b),
                _ => lives_on,
            },
            // Orphaned: data of the procedure are those of the task that runs it.
            None => {
                lives_on || sym.owner != self.entities.proc || self.entities.proc.is_some_and(|p| self.proc(p).is_main)
            }
        }
    }

    /// Storage like that of a variable, which lives as long as a task: its memory, and the variable in it.
    pub(super) fn task_storage(&mut self, s: SymbolId, outer: &Binding) -> Lowered<(Value, Binding)> {
        let sym = self.sym(s);
        let bytes = match outer {
            _ if self.is_polymorphic(s) => self.polymorphic_bytes(s, outer)?,
            Binding::Scalar(r) => match &sym.ty {
                Ty::Derived(t) => {
                    let size = self.dtype(*t).size;
                    self.idx(size as i64)
                }
                _ => self.b().op(OpKind::ChrLen).arg(*r).result(Type::INDEX).value(),
            },
            Binding::Array { view, .. } => {
                let ext = self.view_extents(*view);
                let strings = matches!(self.m.types.kind(self.m.types.elem(self.m.ty(*view))), TypeKind::Char(None, _));
                let one = match (strings, self.size_of(&sym.ty)) {
                    (true, _) => self.b().unary(OpKind::ViewElemLen, *view, Type::INDEX),
                    (false, Some(n)) => self.idx(n as i64),
                    (false, None) => {
                        return unsupported(sym.span, "an array of this type that is firstprivate in a task");
                    }
                };
                let n = self.product(&ext);
                self.mul(n, one)
            }
            Binding::Box(_) => self.idx(ferrotran_abi::desc::size(sym.rank()) as i64),
            Binding::Value(_) | Binding::Proc(_) => return unsupported(sym.span, "this variable in a task"),
        };
        let memory = self.b().op(OpKind::Alloc).arg(bytes).attr("name", Attr::str(&sym.name)).result(Type::PTR).value();
        let copy = self.binding_at(s, outer, memory)?;
        match (&copy, &sym.ty) {
            (_, Ty::Class(_)) => self.init_polymorphic(s, &copy)?,
            (Binding::Scalar(r), Ty::Derived(t)) => self.default_init(*r, *t, sym.span)?,
            (Binding::Array { view, .. }, Ty::Derived(t)) => self.default_init_view(*view, *t, sym.span)?,
            (Binding::Box(bx), _) => {
                self.b().op(OpKind::BoxInit).arg(*bx).choice(storage::box_attribute(sym)).build();
            }
            // Nothing of other types has a default initialization.
            (Binding::Scalar(_) | Binding::Array { .. } | Binding::Value(_) | Binding::Proc(_), _) => {}
        }
        Ok((memory, copy))
    }

    /// Ends a copy that lives as long as a task, with its memory.
    pub(super) fn end_kept(&mut self, s: SymbolId, copy: &Binding) -> Lowered<()> {
        self.end_object(s, copy)?;
        let memory = self.binding_address(s, copy)?;
        self.release(Cleanup::Free(memory));
        Ok(())
    }

    fn end_object(&mut self, s: SymbolId, copy: &Binding) -> Lowered<()> {
        let sym = self.sym(s);
        match (copy, &sym.ty) {
            (_, Ty::Class(_)) => self.end_polymorphic(s, copy)?,
            (Binding::Box(bx), _) if sym.allocatable => {
                let c = self.allocatable_cleanup(*bx, &sym.ty, sym.span)?;
                self.release(c);
            }
            (Binding::Scalar(v) | Binding::Array { view: v, .. }, Ty::Derived(t)) if self.is_managed(*t) => {
                let c = self.object_cleanup(*v, *t, sym.span)?;
                self.release(c);
            }
            _ => {}
        }
        Ok(())
    }

    /// The private variables and the variables of sequential loops.
    fn private_only(&self, o: &'p Omp) -> Vec<(SymbolId, DataSharing)> {
        let mut list: Vec<SymbolId> = Vec::new();
        for c in data_clauses(o) {
            match c {
                DataClause::Private(l) => list.extend(l),
                DataClause::Default(DefaultSharing::Private, of) => list.extend(self.unlisted_of(o, of)),
                // Captured, shared or accumulated.
                DataClause::Firstprivate(_)
                | DataClause::Lastprivate(_)
                | DataClause::LastprivateConditional(_)
                | DataClause::Linear(_)
                | DataClause::Shared
                | DataClause::Default(
                    DefaultSharing::Firstprivate | DefaultSharing::Shared | DefaultSharing::None,
                    _,
                )
                | DataClause::Defaultmap(..)
                | DataClause::Reduction { .. }
                | DataClause::Scanned(_)
                | DataClause::Mapped
                | DataClause::DeviceAddress(_)
                | DataClause::Other => {}
            }
        }
        for s in self.loop_variables(o) {
            if !list.contains(&s) {
                list.push(s);
            }
        }
        list.into_iter().map(|s| (s, DataSharing::Private)).collect()
    }

    /// The reductions that a task's op has copies for.
    pub(super) fn joined_copies(&mut self, o: &'p Omp, joined: &[Value]) -> Lowered<Copies> {
        let mut joined = joined.iter().copied();
        let mut out = Copies::default();
        for c in data_clauses(o) {
            let DataClause::Reduction { by, joins, items } = c else { continue };
            for e in items {
                let with = if joins { joined.next() } else { None };
                out.add(self.joined_copy(by, e, with)?);
            }
        }
        Ok(out)
    }

    /// TASKGROUP.
    pub(super) fn taskgroup(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let mut reduces: Vec<SymbolId> = Vec::new();
        for c in &o.clauses {
            if let Clause::TaskReduction(list) = c {
                reduces.extend(list);
            }
        }
        let (reduced, sizes) = self.reduced_by_tasks(&reduces)?;
        let r = self.m.new_region(&[]);
        let out = self.within(r, |s| s.in_taskgroup(&reduces, |s| s.leaf(rest)));
        self.b().op(OpKind::OmpTaskgroup).args(&reduced).args(&sizes).region(r).build();
        out
    }

    /// TASKGRAPH.
    pub(super) fn taskgraph(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let cond = self.if_clause(o, Leaf::Taskgraph)?;
        let id =
            self.int_clause(o.clauses.iter().find_map(|c| if let Clause::GraphId(e) = c { Some(e) } else { None }))?;
        let reset = match o.clauses.iter().find_map(|c| if let Clause::GraphReset(e) = c { Some(e) } else { None }) {
            Some(Some(e)) => Some(self.scalar(e)?),
            Some(None) => Some(self.b().int(1, Type::BOOL)),
            None => None,
        };
        let nogroup = o.clauses.iter().any(|c| matches!(c, Clause::Nogroup));
        let (r, loc) = (self.m.new_region(&[]), self.f.loc);
        let out = self.within(r, |s| s.in_taskgroup(&[], |s| s.leaf(rest)));
        self.f.loc = loc;
        self.b().op(OpKind::OmpTaskgraph).opt(cond).opt(id).opt(reset).flag("nogroup", nogroup).region(r).build();
        out
    }

    /// TASKLOOP: tasks that each run a range of the iterations. Where nobody waits for them who could end the memory of
    /// what they begin with, that is a task of its own, which has this memory and waits. Where they also give back what they
    /// begin with, this thread waits, as it may: tasks may run where they are made.
    pub(super) fn taskloop(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let Leaves { o, span, .. } = rest;
        let cond = self.if_clause(o, Leaf::Taskloop)?;
        let fin = self.final_clause(o)?;
        let priority = self.priority_clause(o)?;
        let grain = self
            .count_clause(o, |c| if let Clause::Grainsize { iterations, .. } = c { Some(iterations) } else { None })?;
        let tasks =
            self.count_clause(o, |c| if let Clause::NumTasks { tasks, .. } = c { Some(tasks) } else { None })?;
        // Transparent tasks are waited for.
        let nogroup = transparent(o).is_none() && o.clauses.iter().any(|c| matches!(c, Clause::Nogroup));
        let outer = self.originals(rest);
        let joined = self.joined(o)?;
        let mut values = self.firstprivates_of_task(o);
        let loops = self.loops_of(o, span)?;
        let own = self.own_of_tasks(o, &loops, &mut values);
        let t = Taskloop { cond, fin, priority, grain, tasks, nogroup, outer, joined, values, loops, own };
        if !nogroup {
            return self.tasks_of_loop(rest, &t);
        }
        let given_back = self.copies_of_iterations(&t.own, &t.outer)?;
        let waits = self.hold_memory(&given_back);
        let captured = self.values_of(&t.values, true)?;
        if !waits && !self.hold_memory(&captured) && conditionals(o).next().is_none() {
            return self.tasks_of_loop(rest, &t);
        }
        if self.cancel_label(cancel::Cancelled::Task, o).is_some() {
            return unsupported(span, "CANCEL in a TASKLOOP with NOGROUP and a firstprivate array or object");
        }
        if waits {
            return self.tasks_of_loop(rest, &Taskloop { nogroup: false, ..t });
        }
        let loc = self.f.loc;
        let r = self.m.new_region(&captured.types());
        let grouped = Taskloop { nogroup: false, ..t };
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&captured, r)?;
                s.task_body(o, true, |s| s.tasks_of_loop(rest, &grouped))
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(r, body)));
        let (originals, copies) = self.copy_operands(&captured);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpTask)
            .opt(cond)
            .opt(fin)
            .args(&[])
            .args(&originals)
            .opt(priority)
            .opt(None)
            .args(&[])
            .choices::<DependKind>(&[])
            .flag("begins", true)
            .copies(&copies)
            .region(r)
            .build();
        out
    }

    /// The tasks of a TASKLOOP whose clauses have their values.
    fn tasks_of_loop(&mut self, rest: Leaves<'p>, t: &Taskloop<'p>) -> Lowered<()> {
        let o = rest.o;
        let strict = o
            .clauses
            .iter()
            .any(|c| matches!(c, Clause::Grainsize { strict: true, .. } | Clause::NumTasks { strict: true, .. }));
        let captured = self.values_of(&t.values, false)?;
        let copies = self.copies_of_iterations(&t.own, &t.outer)?;
        let steps = self.linear_steps(o, &copies)?;
        let mut own = self.private_only(o);
        own.retain(|(v, _)| !captured.has(*v) && !copies.has(*v));
        let (own, reduced) = (self.copies_of(&own)?, self.joined_copies(o, &t.joined)?);
        let copies = captured.with(copies).with(own).with(reduced);
        let sharing = self.sharing(o, &copies);
        let loc = self.f.loc;
        let r = self.m.new_region(&copies.types());
        let last = copies.last_values();
        let label = self.cancel_label(cancel::Cancelled::Task, o);
        let each = |s: &mut Self, body: &mut dyn FnMut(&mut Self) -> Lowered<()>| {
            let body = |s: &mut Self| s.within_frame(cancel::Cancelled::Task, label.clone(), body);
            s.with_reduced(&copies, |s| s.with_conditionals(&copies, body))
        };
        let range = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                s.divided_nest(rest, &t.loops, &last, &each)
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(r, range)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpTaskloop)
            .opt(t.grain)
            .opt(t.tasks)
            .opt(t.cond)
            .opt(t.fin)
            .args(&originals)
            .opt(t.priority)
            .args(&steps)
            .flag("nogroup", t.nogroup)
            .flag("strict", strict)
            .flag("untied", hints(o, ClauseKind::Untied))
            .flag("mergeable", hints(o, ClauseKind::Mergeable))
            .flag("replayable", hints(o, ClauseKind::Replayable))
            .choice_opt(transparent(o))
            .sharing(&sharing)
            .attr_opt("label", label.as_deref().map(Attr::str))
            .attr_opt("collapse", t.loops.taken().map(Attr::Int))
            .copies(&copies)
            .region(r)
            .build();
        out
    }

    /// The variables of the loops of a TASKLOOP, and those with last values, which are no `values` any more.
    fn own_of_tasks(
        &self,
        o: &'p Omp,
        loops: &Divided<'p>,
        values: &mut Vec<SymbolId>,
    ) -> Vec<(SymbolId, DataSharing)> {
        let mut out: Vec<(SymbolId, DataSharing)> = Vec::new();
        // Variables of SIMD loops keep the value behind the loop.
        let own = |v: SymbolId| o.clauses.iter().any(|c| matches!(c, Clause::Private(l) if l.contains(&v)));
        for v in loops.variables() {
            let last = lastprivates(o).any(|l| l == v) || o.directive.has(Leaf::Simd) && !own(v);
            out.push((v, sharing_of_loop_variable(loops.are_generated(), last)));
        }
        for v in lastprivates(o).chain(conditionals(o)) {
            if !out.iter().any(|x| x.0 == v) {
                out.push((v, sharing_of_last(o, v, values.contains(&v))));
            }
        }
        values.retain(|v| !out.iter().any(|x| x.0 == *v));
        out
    }
}
