//! What a construct gives each of its threads: private copies (see [`super::private`]) and accumulators of reductions.

use super::clauses::{DataClause, data_clauses, lastprivates};
use super::recipes::Copies;
use super::*;
use ferrotran_abi::reduction::Sort;
use ferrotran_ir::{CriticalKind, DataSharing, Pred, reduction};

/// A private accumulator and the variable that it is combined into.
pub(super) struct Reduction<'p> {
    private: Value,
    shared: Value,
    how: Combiner<'p>,
    /// The same two where statements are about whole arrays.
    whole: Option<(Binding, Binding)>,
    /// Tasks that are made meanwhile may take part: the variable, where it is one as a whole, and what tasks combined with
    /// before.
    tasks: Option<Option<(SymbolId, Option<Value>)>>,
}

/// How a reduction combines.
#[derive(Clone, Copy)]
enum Combiner<'p> {
    /// By an operation of the language.
    Operator(ReduceOp),
    /// As DECLARE REDUCTION says.
    Declared(&'p UserReduction),
    /// The larger (true) or smaller of two unsigned numbers.
    Unsigned(bool),
}

impl<'p> Combiner<'p> {
    fn of(op: Result<ReduceOp, &'p UserReduction>, e: &Expr) -> Combiner<'p> {
        match (op, &e.ty) {
            (Ok(op @ (ReduceOp::Max | ReduceOp::Min)), Ty::Unsigned(_)) => Combiner::Unsigned(op == ReduceOp::Max),
            (Ok(op), _) => Combiner::Operator(op),
            (Err(declared), _) => Combiner::Declared(declared),
        }
    }
}

/// A reduction of a whole variable.
#[derive(Clone, Copy)]
pub(super) struct Reducing<'p> {
    pub op: Result<ReduceOp, &'p UserReduction>,
    /// The variable.
    pub item: &'p Expr,
    /// Tasks may take part.
    pub tasks: bool,
}

/// Which reduction clauses of a directive are meant, of those for which there is no recipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduced {
    /// Those of threads and teams.
    ByThreads,
    /// Those of a task.
    ByTasks,
}

impl<'p> Lower<'p> {
    /// The variables of which a construct gives each of its threads a copy, but for those that get the values of a last
    /// iteration.
    pub(super) fn own_of_threads(&self, o: &'p Omp) -> Vec<(SymbolId, DataSharing)> {
        let mut out = self.privates(o);
        out.retain(|x| !lastprivates(o).any(|s| s == x.0));
        out.extend(self.loop_variables(o).into_iter().map(|s| (s, DataSharing::Private)));
        out
    }

    /// The accumulators of a construct whose threads have their private copies, as far as its op has none for them.
    pub(super) fn enter_reductions(&mut self, o: &'p Omp) -> Lowered<Vec<Reduction<'p>>> {
        let reds = self.begin_other_reductions(o)?;
        let originals = reds.iter().any(|r| matches!(r.how, Combiner::Declared(d) if reads_original(d)));
        if originals && !o.directive.has(Leaf::Distribute) {
            // All accumulators are made before a thread combines with the original.
            self.b().op(OpKind::OmpBarrier).build();
        }
        Ok(reds)
    }

    /// Private accumulators of reduction variables, set to the operator's identity, of those that are no copies of the
    /// construct's op.
    pub(super) fn begin_other_reductions(&mut self, o: &'p Omp) -> Lowered<Vec<Reduction<'p>>> {
        self.begin_reductions_of(o, Reduced::ByThreads, &[])
    }

    /// Whether a recipe says how the reduction of an item goes: that of a whole variable, by code that needs nothing else.
    fn has_recipe(&self, op: Result<ReduceOp, &'p UserReduction>, e: &Expr) -> bool {
        let ExprKind::Var(s) = e.kind else { return false };
        let Err(declared) = op else { return !self.is_polymorphic(s) };
        let bounds_known = match self.entities.get(s) {
            Some(Binding::Array { lbs, .. }) => self.known_bounds(lbs).is_some(),
            Some(Binding::Box(_)) => self.sym(s).allocatable && !self.f.elsewhere.in_target(),
            _ => true,
        };
        !self.is_polymorphic(s) && self.stands_alone(declared) && (bounds_known || !declared.whole)
    }

    /// The same where a task takes part.
    pub(super) fn has_task_recipe(&self, op: Result<ReduceOp, &'p UserReduction>, e: &Expr) -> bool {
        let is_box = matches!(e.kind, ExprKind::Var(s) if matches!(self.entities.get(s), Some(Binding::Box(_))));
        !is_box && self.has_recipe(op, e) && !op.is_err_and(reads_original)
    }

    /// Whether the statements of a declared reduction refer to its variables alone, and call nothing that needs an
    /// environment.
    fn stands_alone(&self, d: &UserReduction) -> bool {
        let known = |t: &ProcTarget| match t {
            ProcTarget::Proc(p) => !self.captures.needs_env(*p),
            ProcTarget::Implicit { .. } => true,
            _ => false,
        };
        let (mut own, mut called) = (true, true);
        for list in [&d.initializer, &d.combiner] {
            visit::stmts(
                list,
                &mut |e| match &e.kind {
                    ExprKind::Var(s) => own &= d.symbols.contains(s),
                    ExprKind::Call(c) => own &= known(&c.target),
                    ExprKind::ProcRef(_) => own = false,
                    _ => {}
                },
                &mut |c| called &= known(&c.target),
            );
        }
        own && called
    }

    /// The reductions that a construct's op has copies for.
    pub(super) fn reduced_copies(&mut self, o: &'p Omp) -> Lowered<Copies> {
        let tasks = o.clauses.iter().any(|c| matches!(c, Clause::ReductionByTasks));
        let how = if tasks { DataSharing::TaskReduction } else { DataSharing::Reduction };
        let mut out = Copies::default();
        for c in data_clauses(o) {
            let DataClause::Reduction { by, joins: false, items } = c else { continue };
            for e in items {
                if self.has_recipe(by, e) {
                    out.add(self.reduced_copy(how, by, e)?);
                }
            }
        }
        Ok(out)
    }

    /// A variable and its accumulator in a recipe, where `init` is built: the accumulator gets its first value.
    pub(super) fn begin_in_recipe(&mut self, by: Reducing<'p>, fresh: &Binding, outer: &Binding) -> Lowered<()> {
        let r = self.reduction_in_recipe(by, fresh, outer, true)?;
        if by.tasks {
            self.begin_accumulator(&by.item.ty, r.private, r.shared, by.item.span)?;
        }
        Ok(())
    }

    /// The same where `combine` is built.
    pub(super) fn combine_in_recipe(
        &mut self,
        by: Reducing<'p>,
        fresh: &Binding,
        outer: &Binding,
        doubtful: bool,
    ) -> Lowered<()> {
        let r = self.reduction_in_recipe(by, fresh, outer, false)?;
        match r.how {
            // What is to be looked for is combined by code.
            Combiner::Operator(kind) if !doubtful => {
                self.b().op(OpKind::OmpReduction).arg(r.private).arg(r.shared).choice(kind).build();
                Ok(())
            }
            Combiner::Operator(_) | Combiner::Declared(_) | Combiner::Unsigned(_) => self.combine_here(&r),
        }
    }

    /// The same where `dealloc` is built.
    pub(super) fn end_in_recipe(&mut self, by: Reducing<'p>, fresh: &Binding) -> Lowered<()> {
        if by.tasks {
            let private = self.data_of(fresh, by.item.span)?;
            self.end_accumulator(private);
        }
        Ok(())
    }

    fn reduction_in_recipe(
        &mut self,
        by: Reducing<'p>,
        fresh: &Binding,
        outer: &Binding,
        begins: bool,
    ) -> Lowered<Reduction<'p>> {
        let (private, shared) = (self.data_of(fresh, by.item.span)?, self.data_of(outer, by.item.span)?);
        let whole = by.op.is_err_and(|d| d.whole).then(|| (fresh.clone(), outer.clone()));
        if begins {
            return self.accumulator(by.op, by.item, private, shared, whole);
        }
        Ok(Reduction { private, shared, how: Combiner::of(by.op, by.item), whole, tasks: None })
    }

    /// What a variable holds: a ref or a view.
    pub(super) fn data_of(&mut self, b: &Binding, span: Span) -> Lowered<Value> {
        match b {
            Binding::Scalar(v) | Binding::Array { view: v, .. } => Ok(*v),
            Binding::Box(b) => Ok(self.box_view(*b)),
            Binding::Value(_) | Binding::Proc(_) => unsupported(span, "a reduction of this variable"),
        }
    }

    /// The same for chosen clauses. `joined`: what the items of IN_REDUCTION are combined with.
    pub(super) fn begin_reductions_of(
        &mut self,
        o: &'p Omp,
        which: Reduced,
        joined: &[Value],
    ) -> Lowered<Vec<Reduction<'p>>> {
        let mut joined = joined.iter().copied();
        let mut out = Vec::new();
        // Elements and sections: all originals are looked up before the first private copy.
        let mut parts: Vec<(Result<ReduceOp, &'p UserReduction>, &'p Expr, (SymbolId, Value))> = Vec::new();
        let by_tasks = which == Reduced::ByThreads && o.clauses.iter().any(|c| matches!(c, Clause::ReductionByTasks));
        let of_tasks = by_tasks || which == Reduced::ByTasks;
        for c in data_clauses(o) {
            let DataClause::Reduction { by: op, joins, items } = c else { continue };
            let wanted = match which {
                Reduced::ByThreads => !joins,
                Reduced::ByTasks => true,
            };
            if !wanted {
                continue;
            }
            for e in items {
                let with = if joins { joined.next() } else { None };
                let elsewhere = match which {
                    Reduced::ByThreads => self.has_recipe(op, e),
                    Reduced::ByTasks => self.has_task_recipe(op, e),
                };
                if elsewhere {
                    continue;
                }
                let ExprKind::Var(s) = &e.kind else {
                    let (s, memory) = self.part_of(e)?;
                    parts.push((op, e, (s, with.unwrap_or(memory))));
                    continue;
                };
                let mut r = self.begin_reduction(op, e, *s)?;
                // The copies of threads and tasks are theirs alone: other tasks combine with the variable itself.
                r.shared = with.unwrap_or(r.shared);
                if of_tasks {
                    self.begin_accumulator(&e.ty, r.private, r.shared, e.span)?;
                    let before = self.omp.set_reduced(*s, Some(r.shared));
                    r.tasks = Some(Some((*s, before)));
                }
                out.push(r);
            }
        }
        if by_tasks && !parts.is_empty() {
            return unsupported(parts[0].1.span, "a reduction of a part of a variable with tasks");
        }
        let mut private: Vec<SymbolId> = Vec::new();
        for (op, e, (s, shared)) in parts {
            if !private.contains(&s) {
                private.push(s);
                self.bind_view(s, e)?;
                // The rest of the array can be read as it was. On a device only the part is mapped.
                let whole = !self.f.elsewhere.in_target();
                self.private_copy(s, whole)?;
            }
            let mine = self.part_of(e)?.1;
            let mut r = self.accumulator(op, e, mine, shared, None)?;
            if of_tasks {
                self.begin_accumulator(&e.ty, r.private, r.shared, e.span)?;
                r.tasks = Some(None);
            }
            out.push(r);
        }
        Ok(out)
    }

    /// The array of which the expression is an element or section, and the memory of that.
    fn part_of(&mut self, e: &'p Expr) -> Lowered<(SymbolId, Value)> {
        let (ExprKind::Elem { base, .. } | ExprKind::Section { base, .. }) = &e.kind else {
            return unsupported(e.span, "a reduction of a part of a variable");
        };
        let ExprKind::Var(s) = base.kind else {
            return unsupported(e.span, "a reduction of a part of a variable");
        };
        let memory = match self.place(e)? {
            Place::Scalar(r) => r,
            Place::Array { view, .. } => view,
        };
        Ok((s, memory))
    }

    /// From here on the variable is what its descriptor describes now.
    fn bind_view(&mut self, s: SymbolId, e: &'p Expr) -> Lowered<()> {
        let Binding::Box(bx) = self.binding(s, e.span)? else { return Ok(()) };
        let b = self.described_now(bx);
        self.entities.bind(s, b);
        Ok(())
    }

    /// What a descriptor describes now.
    pub(super) fn described_now(&mut self, bx: Value) -> Binding {
        let lbs = self.box_lbounds(bx);
        let view = self.box_view(bx);
        if lbs.is_empty() { Binding::Scalar(view) } else { Binding::Array { view, lbs } }
    }

    /// Sets an accumulator to the identity of its operator.
    fn accumulator(
        &mut self,
        op: Result<ReduceOp, &'p UserReduction>,
        e: &'p Expr,
        private: Value,
        shared: Value,
        whole: Option<(Binding, Binding)>,
    ) -> Lowered<Reduction<'p>> {
        match op {
            Ok(op) => self.set_identity(op, e, private)?,
            Err(decl) => {
                let [_, _, mine, orig] = decl.symbols;
                if decl.initializer.is_empty() {
                    // The value is not specified; zero is what other compilers give.
                    let zero = match &e.ty {
                        Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) => Some(ReduceOp::Sum),
                        Ty::Logical(_) => Some(ReduceOp::Any),
                        _ => None,
                    };
                    if let Some(op) = zero {
                        self.set_identity(op, e, private)?;
                    }
                }
                match &whole {
                    Some((own, outer)) => {
                        self.entities.bind(mine, own.clone());
                        self.entities.bind(orig, outer.clone());
                        self.stmts(&decl.initializer);
                    }
                    None => self.each_element(private, shared, [mine, orig], &decl.initializer)?,
                }
            }
        }
        let how = Combiner::of(op, e);
        Ok(Reduction { private, shared, how, whole, tasks: None })
    }

    fn set_identity(&mut self, op: ReduceOp, e: &Expr, private: Value) -> Lowered<()> {
        let v = self.identity(op, &e.ty, e.span)?;
        if matches!(self.m.tk(private), TypeKind::Ref(_)) {
            self.store_ref(v, private);
        } else {
            let elem = self.m.types.elem(self.m.ty(private));
            let v = self.cast(v, elem);
            self.b().op(OpKind::ArrayAssign).arg(private).arg(v).opt(None).build();
        }
        Ok(())
    }

    fn begin_reduction(
        &mut self,
        op: Result<ReduceOp, &'p UserReduction>,
        e: &'p Expr,
        s: SymbolId,
    ) -> Lowered<Reduction<'p>> {
        let shared = self.symbol_memory(s)?;
        let shared = if matches!(self.binding(s, e.span)?, Binding::Box(_)) { self.box_view(shared) } else { shared };
        // On the host the copies of allocatable variables are allocatable too.
        let keeps = self.sym(s).allocatable && !self.f.elsewhere.in_target();
        if let (Binding::Box(_), false) = (self.binding(s, e.span)?, keeps) {
            let lbs = match self.place(e)? {
                Place::Array { lbs: Some(l), .. } => l,
                _ => Vec::new(),
            };
            let b = if matches!(self.m.tk(shared), TypeKind::Ref(_)) {
                Binding::Scalar(shared)
            } else {
                Binding::Array { view: shared, lbs }
            };
            self.entities.bind(s, b);
        }
        let outer = self.binding(s, e.span)?;
        let fresh = self.private_copy(s, false)?;
        let private = match fresh {
            Binding::Scalar(v) | Binding::Array { view: v, .. } => v,
            Binding::Box(b) if keeps => self.box_view(b),
            _ => return unsupported(e.span, "a reduction of this variable"),
        };
        let whole = op.is_err_and(|d| d.whole).then(|| (fresh.clone(), outer));
        self.accumulator(op, e, private, shared, whole)
    }

    /// Runs statements for every pair of elements of two objects of one shape, which the two symbols stand for.
    fn each_element(&mut self, a: Value, b: Value, symbols: [SymbolId; 2], list: &'p [Stmt]) -> Lowered<()> {
        if list.is_empty() {
            return Ok(());
        }
        self.each_pair(a, b, &mut |s, x, y| {
            s.entities.bind(symbols[0], Binding::Scalar(x));
            s.entities.bind(symbols[1], Binding::Scalar(y));
            s.stmts(list);
        })
    }

    /// Calls `run` for every pair of elements of two objects of one shape.
    fn each_pair(&mut self, a: Value, b: Value, run: &mut dyn FnMut(&mut Self, Value, Value)) -> Lowered<()> {
        if matches!(self.m.tk(a), TypeKind::Ref(_)) {
            run(self, a, b);
            return Ok(());
        }
        let ext = self.view_extents(a);
        let mut n = ext[0];
        for &e in &ext[1..] {
            n = self.mul(n, e);
        }
        self.count_loop(n, |s, i| {
            let (mut subs, mut rest) = (Vec::new(), i);
            for &e in &ext {
                subs.push(s.b().binary(OpKind::Rem, rest, e));
                rest = s.b().binary(OpKind::Div, rest, e);
            }
            let (x, y) = (s.b().elem(a, &subs), s.b().elem(b, &subs));
            run(s, x, y);
            Ok(())
        })
    }

    /// Combines an accumulator by code of its own.
    pub(super) fn combine_here(&mut self, r: &Reduction<'p>) -> Lowered<()> {
        match r.how {
            Combiner::Declared(decl) => {
                let [out, from, ..] = decl.symbols;
                if let Some((own, outer)) = &r.whole {
                    self.entities.bind(out, outer.clone());
                    self.entities.bind(from, own.clone());
                    self.stmts(&decl.combiner);
                    return Ok(());
                }
                self.each_element(r.shared, r.private, [out, from], &decl.combiner)
            }
            Combiner::Unsigned(larger) => self.each_pair(r.shared, r.private, &mut |s, x, y| {
                let (a, b) = (s.b().load(x), s.b().load(y));
                let take = s.b().cmp(if larger { Pred::Ugt } else { Pred::Ult }, b, a);
                let t = s.m.ty(a);
                let v = s.b().op(OpKind::Select).arg(take).arg(b).arg(a).result(t).value();
                s.b().store(v, x);
            }),
            Combiner::Operator(op) => self.each_pair(r.shared, r.private, &mut |s, x, y| {
                let (a, b) = (s.load_ref(x), s.load_ref(y));
                let v = reduction::combine(&mut s.b(), op, a, b);
                s.store_ref(v, x);
            }),
        }
    }

    /// Combines the accumulators of a team's threads, one thread after the other.
    pub(super) fn end_reductions(&mut self, list: Vec<Reduction<'p>>) -> Lowered<()> {
        if list.iter().any(|r| r.tasks.is_some()) {
            // All tasks have combined their parts before the threads do.
            self.b().op(OpKind::OmpBarrier).build();
            self.end_of_tasks(&list);
        }
        for r in list {
            match r.how {
                Combiner::Operator(kind) => {
                    self.b().op(OpKind::OmpReduction).arg(r.private).arg(r.shared).choice(kind).build();
                }
                Combiner::Declared(_) | Combiner::Unsigned(_) => {
                    let region = self.m.new_region(&[]);
                    let out = self.within(region, |s| s.combine_here(&r));
                    self.b().op(OpKind::OmpCritical).choice(CriticalKind::Reduce).region(region).build();
                    out?;
                }
            }
        }
        Ok(())
    }

    /// No task that is made from here on takes part.
    pub(super) fn end_of_tasks(&mut self, list: &[Reduction<'p>]) {
        for r in list.iter().rev() {
            let Some(variable) = r.tasks else { continue };
            self.end_accumulator(r.private);
            if let Some((s, before)) = variable {
                self.omp.set_reduced(s, before);
            }
        }
    }

    /// Identity element of a reduction operator.
    pub(super) fn identity(&mut self, op: ReduceOp, ty: &Ty, span: Span) -> Lowered<Value> {
        let t = self.val_ty(ty, span)?;
        if let Ty::Unsigned(k) = ty
            && op.takes(Sort::Unsigned)
        {
            let bits = op.identity().unsigned(u32::from(*k) * 8);
            // Constants have a sign.
            let unused = 128 - u32::from(*k) * 8;
            return Ok(self.b().int(((bits << unused) as i128 >> unused) as i64, t));
        }
        match reduction::identity(&mut self.b(), op, t) {
            Some(v) => Ok(v),
            None => unsupported(span, "this reduction"),
        }
    }

    /// Combines accumulators of a sequential construct into the variables at once.
    pub(super) fn join_reductions(&mut self, reds: Vec<Reduction<'p>>) -> Lowered<()> {
        for r in reds {
            let (private, shared) = (r.private, r.shared);
            let kind = match r.how {
                Combiner::Operator(k) => k,
                Combiner::Declared(_) | Combiner::Unsigned(_) => {
                    self.combine_here(&r)?;
                    continue;
                }
            };
            self.each_pair(shared, private, &mut |s, x, y| {
                let (a, b) = (s.load_ref(x), s.load_ref(y));
                let v = reduction::combine(&mut s.b(), kind, a, b);
                s.store_ref(v, x);
            })?;
        }
        Ok(())
    }
}

/// Whether private copies begin with what the variable was.
pub(super) fn reads_original(d: &UserReduction) -> bool {
    let mut found = false;
    visit::stmts(
        &d.initializer,
        &mut |e| found |= matches!(&e.kind, ExprKind::Var(s) if *s == d.symbols[3]),
        &mut |_| {},
    );
    found
}
