//! What a construct gives each of its threads: private copies (see [`super::private`]) and accumulators of reductions.

use super::clauses::{DataClause, data_clauses, lastprivates};
use super::recipes::{Beside, Copies};
use super::*;
use ferrotran_abi::reduction::Sort;
use ferrotran_ir::{DataSharing, Pred, reduction};

/// A private accumulator and the variable that it is combined into.
pub(super) struct Reduction<'p> {
    private: Value,
    shared: Value,
    how: Combiner<'p>,
    /// The same two where statements are about whole arrays.
    whole: Option<(Binding, Binding)>,
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

impl<'p> Lower<'p> {
    /// The variables of which a construct gives each of its threads a copy, but for those that get the values of a last
    /// iteration.
    pub(super) fn own_of_threads(&self, o: &'p Omp) -> Vec<(SymbolId, DataSharing)> {
        let mut out = self.privates(o);
        out.retain(|x| !lastprivates(o).any(|s| s == x.0));
        out.extend(self.loop_variables(o).into_iter().map(|s| (s, DataSharing::Private)));
        out
    }

    /// Whether the code of a reduction needs nothing but its variables.
    pub(super) fn is_closed(&self, op: Result<ReduceOp, &'p UserReduction>, outer: &Binding) -> bool {
        let Err(declared) = op else { return true };
        let bounds_known = match outer {
            Binding::Array { lbs, .. } => self.known_bounds(lbs).is_some(),
            _ => true,
        };
        self.stands_alone(declared) && (bounds_known || !declared.whole)
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
                if !e.variable().is_some_and(|s| self.entities.is_absent(s)) {
                    out.add(self.reduced_copy(how, by, e)?);
                }
            }
        }
        Ok(out)
    }

    /// A variable and its accumulator in a recipe, where `init` is built: the accumulator gets its first value.
    pub(super) fn begin_in_recipe(
        &mut self,
        by: Reducing<'p>,
        fresh: &Binding,
        outer: &Binding,
        beside: &Beside,
    ) -> Lowered<()> {
        let r = self.reduction_in_recipe(by, fresh, outer, beside, true)?;
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
        beside: &Beside,
        doubtful: bool,
    ) -> Lowered<()> {
        let r = self.reduction_in_recipe(by, fresh, outer, beside, false)?;
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
    pub(super) fn end_in_recipe(&mut self, by: Reducing<'p>, fresh: &Binding, beside: &Beside) -> Lowered<()> {
        if by.tasks {
            let private = self.data_of(fresh, by.item.span)?;
            let private = self.reduced_of(private, beside);
            self.end_accumulator(private);
        }
        Ok(())
    }

    fn reduction_in_recipe(
        &mut self,
        by: Reducing<'p>,
        fresh: &Binding,
        outer: &Binding,
        beside: &Beside,
        begins: bool,
    ) -> Lowered<Reduction<'p>> {
        let private = self.data_of(fresh, by.item.span)?;
        let private = self.reduced_of(private, beside);
        let shared = match beside.with {
            Some(with) => with,
            None => {
                let shared = self.data_of(outer, by.item.span)?;
                self.reduced_of(shared, beside)
            }
        };
        // Code that sees whole arrays sees no part.
        let whole = by.op.is_err_and(|d| d.whole) && beside.part.is_none();
        let out = match (beside.with, fresh) {
            (Some(view), Binding::Box(bx)) if matches!(self.m.tk(view), TypeKind::View { .. }) => {
                Binding::Array { view, lbs: self.box_lbounds(*bx) }
            }
            (Some(r), _) => Binding::Scalar(r),
            (None, _) => outer.clone(),
        };
        let whole = whole.then(|| (fresh.clone(), out));
        if begins {
            return self.accumulator(by.op, by.item, private, shared, whole);
        }
        Ok(Reduction { private, shared, how: Combiner::of(by.op, by.item), whole })
    }

    /// What a variable holds: a ref or a view.
    pub(super) fn data_of(&mut self, b: &Binding, span: Span) -> Lowered<Value> {
        match b {
            Binding::Scalar(v) | Binding::Array { view: v, .. } => Ok(*v),
            Binding::Box(b) => Ok(self.box_view(*b)),
            Binding::Value(_) | Binding::Proc(_) => unsupported(span, "a reduction of this variable"),
        }
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
                        self.uncounted(|s| s.stmts(&decl.initializer));
                    }
                    None => self.each_element(private, shared, [mine, orig], &decl.initializer)?,
                }
            }
        }
        let how = Combiner::of(op, e);
        Ok(Reduction { private, shared, how, whole })
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

    /// Runs statements for every pair of elements of two objects of one shape, which the two symbols stand for.
    fn each_element(&mut self, a: Value, b: Value, symbols: [SymbolId; 2], list: &'p [Stmt]) -> Lowered<()> {
        if list.is_empty() {
            return Ok(());
        }
        self.each_pair(a, b, &mut |s, x, y| {
            s.entities.bind(symbols[0], Binding::Scalar(x));
            s.entities.bind(symbols[1], Binding::Scalar(y));
            s.uncounted(|s| s.stmts(list));
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
                    self.uncounted(|s| s.stmts(&decl.combiner));
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
