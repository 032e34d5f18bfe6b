//! Assignment, pointer assignment, WHERE and FORALL.

use crate::call::{has_vector_subscript, same_class};
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Checks that a pointer's association may change.
    pub fn check_pointer_definable(&mut self, e: &Expr, what: &str) -> Res<()> {
        // C844: a part of it that is not reached through another pointer.
        let mut base = match &e.kind {
            ExprKind::Component { base, .. } => Some(&**base),
            _ => None,
        };
        while let Some(b) = base {
            base = match &b.kind {
                ExprKind::Var(s) if self.sym(*s).intent == Intent::In && !self.sym(*s).pointer => {
                    let text = format!("a component of `{}` cannot be {what}: it has INTENT(IN)", self.sym(*s).name);
                    let d = Diagnostic::error(ErrorCode::Definable, e.span, text);
                    let at = self.sym(*s).span;
                    return Err(self.report(d.also(at, "declared here")));
                }
                ExprKind::Component { base, of, index } if !self.ty(*of).components[*index].pointer => Some(base),
                ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } if !self.is_pointer(base) => Some(base),
                _ => None,
            };
        }
        if let ExprKind::Var(s) = &e.kind {
            let y = self.sym(*s).clone();
            if y.intent == Intent::In {
                let d = Diagnostic::error(
                    ErrorCode::Definable,
                    e.span,
                    format!("pointer `{}` cannot be {what}: it has INTENT(IN)", y.name),
                )
                .also(y.span, "declared here");
                return Err(self.report(d));
            }
            if let Some(m) = self.si(*s).protected_in.clone()
                && self.place.module.as_ref() != Some(&m)
            {
                return Err(self.err(
                    ErrorCode::Definable,
                    e.span,
                    format!("pointer `{}` cannot be {what}: it is PROTECTED in module `{m}`", y.name),
                ));
            }
            if self.place.pure_ && y.owner != self.place.proc {
                return Err(self.err(
                    ErrorCode::Pure,
                    e.span,
                    format!("pointer `{}` cannot be {what}: it is not local to this pure procedure", y.name),
                ));
            }
        }
        Ok(())
    }

    /// In a pure procedure nothing may point to what the procedure may not change (C1594).
    pub fn check_pure_target(&mut self, rhs: &Expr) -> Res<()> {
        let Some(why) = self.place.pure_proc() else { return Ok(()) };
        let Some(s) = direct_base(&self.prog, rhs) else { return Ok(()) };
        let y = self.sym(s);
        let outside = y.owner != self.place.proc && !matches!(y.storage, Storage::Associate | Storage::Index);
        let what = match () {
            () if y.intent == Intent::In && !y.pointer => "it has INTENT(IN)",
            () if matches!(y.storage, Storage::Common { .. }) => "it is in a COMMON block",
            () if outside => "it is not local",
            () => return Ok(()),
        };
        let text = format!("`{}` cannot be the target of a pointer in {why}: {what}", y.name);
        Err(self.err(ErrorCode::Pure, rhs.span, text))
    }

    /// What a procedure pointer is associated with. A name that nothing declares may be that of an intrinsic.
    pub fn procedure_target(&mut self, sc: ScopeId, value: &'a ast::Expr) -> Res<Expr> {
        if let ast::ExprKind::Ref(parts) = &value.kind
            && let [p] = &parts[..]
            && p.args.is_none()
            && self.undeclared_name(sc, &p.name.name)
            && (self.specific(&p.name.name).is_some_and(|s| s.actual)
                || ferrotran_typed::intrinsics::lookup(&p.name.name).is_some())
        {
            return self.intrinsic_as_argument(&p.name);
        }
        self.expr_want(sc, value, Want::Actual)
    }

    /// The name of a function in itself as the value of a procedure pointer component: the procedure, though without
    /// arguments it is the result elsewhere.
    pub fn function_itself(&mut self, sc: ScopeId, value: &'a ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Ref(parts) = &value.kind else { return None };
        let [p] = &parts[..] else { return None };
        let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup(sc, &p.name.name) else { return None };
        let owner = self.sym(s).owner.filter(|_| p.args.is_none() && self.si(s).is_result && !self.si(s).procedure)?;
        let kind = ExprKind::ProcRef(Box::new(ProcTarget::Proc(owner)));
        let own = self.proc(owner).name == p.name.name;
        own.then_some(Expr { kind, ty: Ty::Procedure, rank: 0, span: value.span })
    }

    /// Whether only implicit typing could say what a name is.
    fn undeclared_name(&mut self, sc: ScopeId, name: &str) -> bool {
        match self.lookup(sc, name) {
            None => true,
            Some(Entry { ent: Entity::Symbol(s), .. }) => self.si(s).implicit,
            _ => false,
        }
    }
}

impl<'a> Sema<'a> {
    /// An assignment, intrinsic or defined.
    pub(super) fn assign(
        &mut self,
        sc: ScopeId,
        target: &'a ast::Expr,
        value: &'a ast::Expr,
        span: Span,
    ) -> Res<StmtKind> {
        let (l, r) = (self.expr_want(sc, target, Want::Variable), self.expr(sc, value));
        if let Ok(Expr { kind: ExprKind::Var(s), span, .. }) = &l
            && self.sym(*s).dims == Dims::AssumedRank
        {
            return Err(self.assumed_rank_misused(*s, *span));
        }
        let (lhs, rhs) = (l?, r?);
        if let Some(call) = self.maybe_defined_assignment(sc, &lhs, &rhs, span)? {
            self.omp_defined_assignment(span)?;
            return Ok(StmtKind::Call(call));
        }
        if crate::images::is_coindexed(&lhs) {
            let [object, image, far] = self.of_image(lhs);
            return match self.intrinsic_assign(object, rhs, span)? {
                StmtKind::Assign { lhs, rhs, .. } => {
                    let args = vec![Some(lhs), Some(image), Some(far), Some(rhs)];
                    Ok(StmtKind::IntrinsicCall { id: ferrotran_typed::intrinsics::Intrinsic::CoindexedPut, args })
                }
                other => Ok(other),
            };
        }
        self.intrinsic_assign(lhs, rhs, span)
    }

    fn maybe_defined_assignment(&mut self, sc: ScopeId, lhs: &Expr, rhs: &Expr, span: Span) -> Res<Option<Call>> {
        let intrinsic_types = |t: &Ty| !matches!(t, Ty::Derived(_) | Ty::Class(_) | Ty::Typeless | Ty::Procedure);
        let plain = match (&lhs.ty, &rhs.ty) {
            (Ty::Character(..), Ty::Character(..)) | (Ty::Logical(_), Ty::Logical(_)) => true,
            (a, b) if intrinsic_types(a) && intrinsic_types(b) => crate::expr::ops::common_numeric(a, b).is_some(),
            _ => false,
        };
        let conform = rhs.rank == 0 || rhs.rank == lhs.rank;
        if plain && conform || matches!(rhs.ty, Ty::Typeless) {
            return Ok(None);
        }
        self.try_defined_assignment(sc, lhs, rhs, span)
    }

    /// Intrinsic assignment of typed sides.
    pub fn intrinsic_assign(&mut self, lhs: Expr, rhs: Expr, span: Span) -> Res<StmtKind> {
        let bad = self.check_definable(&lhs, "assigned").is_err();
        if bad {
            return Err(Reported);
        }
        if let ExprKind::Var(s) = &lhs.kind
            && self.sym(*s).dims == Dims::AssumedRank
        {
            return Err(self.assumed_rank_misused(*s, lhs.span));
        }
        // C1594
        if let Ty::Derived(t) = &rhs.ty
            && self.place.pure_proc().is_some()
            && self.any_component(*t, &|_, c| c.pointer)
        {
            self.check_pure_target(&rhs)?;
        }
        if let ExprKind::Var(s) = &lhs.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
        {
            let n = self.sym(*s).name.clone();
            return Err(self.err(
                ErrorCode::Shape,
                lhs.span,
                format!("the whole assumed-size array `{n}` cannot be assigned: its last extent is not known"),
            ));
        }
        self.check_assignable_types(&lhs.ty, &rhs, rhs.span)?;
        let allocatable = self.is_allocatable(&lhs);
        if matches!(lhs.ty, Ty::Class(_)) && !allocatable {
            return Err(self.err(
                ErrorCode::Type,
                lhs.span,
                "a polymorphic variable can only be assigned where it is allocatable",
            ));
        }
        if matches!(lhs.ty, Ty::Class(_)) {
            self.newer(2008, lhs.span, "the assignment of a polymorphic variable")?;
            if self.coarray_of(&lhs).is_some() {
                return Err(self.err(ErrorCode::Type, lhs.span, "a polymorphic coarray cannot be assigned"));
            }
        }
        let realloc = allocatable && self.flow.in_where == 0;
        if rhs.rank > 0 && lhs.rank == 0 {
            let d = Diagnostic::error(
                ErrorCode::Rank,
                span,
                format!("an array of rank {} is assigned to a scalar", rhs.rank),
            )
            .also(lhs.span, "scalar")
            .also(rhs.span, format!("rank {}", rhs.rank));
            return Err(self.report(d));
        }
        if rhs.rank > 0 && rhs.rank != lhs.rank {
            let d = Diagnostic::error(
                ErrorCode::Rank,
                span,
                format!("an array of rank {} is assigned to one of rank {}", rhs.rank, lhs.rank),
            )
            .also(lhs.span, format!("rank {}", lhs.rank))
            .also(rhs.span, format!("rank {}", rhs.rank));
            return Err(self.report(d));
        }
        if !allocatable || lhs.rank == 0 {
            self.conform(&lhs, &rhs, "the two sides of the assignment", span)?;
        }
        if realloc {
            self.warn_reallocation(&lhs, &rhs, span);
        }
        self.warn_conversion(&lhs.ty.clone(), &rhs, rhs.span);
        let rhs = match &lhs.ty {
            Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..) => {
                let t = lhs.ty.clone();
                self.convert(rhs, &t)?
            }
            _ => rhs,
        };
        Ok(StmtKind::Assign { lhs, rhs, realloc })
    }

    /// Pointer assignment, with bounds where given.
    pub(super) fn pointer_assign(
        &mut self,
        sc: ScopeId,
        target: &'a ast::Expr,
        value: &'a ast::Expr,
        span: Span,
    ) -> Res<StmtKind> {
        for (e, what) in [
            (target, "a pointer of another image cannot be associated"),
            (value, "the target of a pointer cannot be coindexed"),
        ] {
            if coindexed(e) {
                return Err(self.err(ErrorCode::Pointer, e.span, what));
            }
        }
        let (lhs, bounds) = self.pointer_target(sc, target)?;
        if !self.is_pointer(&lhs) || matches!(lhs.kind, ExprKind::Call(_)) {
            let mut d = Diagnostic::error(ErrorCode::Pointer, lhs.span, "the left side of `=>` is not a pointer");
            if let ExprKind::Var(s) = &lhs.kind {
                d = d.also(self.sym(*s).span, "declared here");
            }
            return Err(self.report(d));
        }
        self.check_pointer_definable(&lhs, "associated")?;
        let rhs = if matches!(lhs.ty, Ty::Procedure) {
            self.procedure_target(sc, value)?
        } else {
            self.expr_want(sc, value, Want::Actual)?
        };
        if matches!(lhs.ty, Ty::Procedure) {
            if !matches!(rhs.kind, ExprKind::Null) && !matches!(rhs.ty, Ty::Procedure) {
                return Err(self.err(ErrorCode::Pointer, rhs.span, "a procedure pointer needs a procedure"));
            }
            self.check_proc_pointer(&lhs, &rhs)?;
            return Ok(StmtKind::PointerAssign { lhs, rhs, bounds });
        }
        if matches!(rhs.kind, ExprKind::Null) {
            if !bounds.is_empty() {
                return Err(self.err(ErrorCode::Pointer, rhs.span, "NULL gives a pointer no bounds"));
            }
            if !matches!(rhs.ty, Ty::Typeless) {
                self.check_pointer_types(&lhs.ty, &rhs, rhs.span)?;
                if rhs.rank != lhs.rank && !self.is_assumed_rank(&lhs) {
                    let text = format!("the pointer has rank {} but NULL has rank {}", lhs.rank, rhs.rank);
                    return Err(self.err(ErrorCode::Rank, rhs.span, text));
                }
            }
            let rhs = Expr { ty: lhs.ty.clone(), rank: lhs.rank, ..rhs };
            return Ok(StmtKind::PointerAssign { lhs, rhs, bounds });
        }
        if matches!(rhs.ty, Ty::Procedure | Ty::Typeless) {
            return Err(self.err(ErrorCode::Pointer, rhs.span, "a data pointer needs a variable as its target"));
        }
        if !self.is_target(&rhs) {
            let mut d = Diagnostic::error(
                ErrorCode::Pointer,
                rhs.span,
                "the target of a pointer assignment must have the TARGET or POINTER attribute",
            );
            if let ExprKind::Var(s) = &rhs.kind {
                d = d.also(self.sym(*s).span, "declared here");
            }
            return Err(self.report(d));
        }
        if has_vector_subscript(&rhs) {
            return Err(self.err(ErrorCode::Pointer, rhs.span, "a section with a vector subscript cannot be a target"));
        }
        if let Some(s) = plain_base(&rhs)
            && let Some(m) = self.si(s).protected_in.clone()
            && self.place.module.as_ref() != Some(&m)
            && !self.sym(s).pointer
        {
            let n = self.sym(s).name.clone();
            let text = format!("`{n}` cannot be the target of a pointer: it is PROTECTED in module `{m}`");
            return Err(self.err(ErrorCode::Definable, rhs.span, text));
        }
        self.check_pointer_types(&lhs.ty, &rhs, rhs.span)?;
        self.check_pure_target(&rhs)?;
        if let ExprKind::Var(s) = &lhs.kind
            && self.sym(*s).contiguous
            && self.discontiguous(&rhs)
        {
            let text = format!("the target of CONTIGUOUS pointer `{}` is not contiguous", self.sym(*s).name);
            return Err(self.err(ErrorCode::Pointer, rhs.span, text));
        }
        self.warn_lifetime(&lhs, &rhs, span);
        let remap = bounds.iter().any(|b| b.1.is_some());
        if remap {
            let need = bounds.iter().try_fold(1i64, |n, (l, u)| {
                let (l, u) = (self.try_int(l.as_ref()?)?, self.try_int(u.as_ref()?)?);
                n.checked_mul(crate::const_eval::extent(l, u))
            });
            let have: Option<Vec<i64>> = crate::expr::shape::shape_of(&self.prog, &rhs).into_iter().collect();
            if let (Some(need), Some(have)) = (need, have.map(|h| crate::const_eval::elements(&h)))
                && need > have
                && rhs.rank > 0
            {
                let text = format!("the pointer's bounds need {need} elements, its target has {have}");
                return Err(self.err(ErrorCode::Pointer, span, text));
            }
        }
        if !remap && lhs.rank != rhs.rank && !self.is_assumed_rank(&lhs) {
            return Err(self.err(
                ErrorCode::Rank,
                span,
                format!("the pointer has rank {} but its target rank {}", lhs.rank, rhs.rank),
            ));
        }
        if remap && rhs.rank > 1 {
            self.newer(2008, rhs.span, "a target of rank two or more for a bounds remapping")?;
        }
        if remap && rhs.rank == 0 {
            return Err(self.err(ErrorCode::Rank, rhs.span, "the target of a bounds remapping must be an array"));
        }
        if let (Some(m), Some(n)) = (crate::expr::shape::type_len(&lhs.ty), crate::expr::shape::type_len(&rhs.ty))
            && m != n
        {
            return Err(self.err(
                ErrorCode::Pointer,
                rhs.span,
                format!("the pointer has length {m} but its target length {n}"),
            ));
        }
        Ok(StmtKind::PointerAssign { lhs, rhs, bounds })
    }

    /// The procedure has the interface of the pointer; one that needs an explicit interface may only be associated with a
    /// pointer that gives it (C1029, 10.2.2.4).
    fn check_proc_pointer(&mut self, lhs: &Expr, rhs: &Expr) -> Res<()> {
        let (Some(want), Some(got)) = (self.procedure_of(lhs), self.procedure_of(rhs)) else { return Ok(()) };
        for i in [&want, &got] {
            if let ProcIface::Explicit(p) = i {
                self.ensure_spec(*p);
            }
        }
        let implicit = match (&want, &got) {
            (ProcIface::Implicit(_), ProcIface::Explicit(p)) => self.needs_explicit(*p),
            (ProcIface::Explicit(p), ProcIface::Implicit(_)) => self.needs_explicit(*p),
            _ => None,
        };
        if let Some(why) = implicit {
            return Err(self.err(
                ErrorCode::Interface,
                rhs.span,
                format!("pointer and procedure both need an explicit interface here: {why}"),
            ));
        }
        if let Some(why) = self.target_difference(&want, rhs) {
            return Err(self.err(
                ErrorCode::Interface,
                rhs.span,
                format!("the procedure does not have the interface of the pointer: {why}"),
            ));
        }
        Ok(())
    }

    /// The pointer on the left of `=>` and its bounds list.
    #[allow(clippy::type_complexity)]
    fn pointer_target(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<(Expr, Vec<(Option<Expr>, Option<Expr>)>)> {
        let x = self.expr_want(sc, e, Want::Variable)?;
        if let ExprKind::Section { base, subs } = &x.kind
            && self.is_pointer(base)
            && subs.iter().all(|s| matches!(s, Subscript::Range { lower: Some(_), step: None, .. }))
        {
            let mut bounds = vec![];
            for s in subs {
                let Subscript::Range { lower, upper, .. } = s else { continue };
                bounds.push((lower.clone(), upper.clone()));
            }
            if bounds.iter().any(|b| b.1.is_some()) && bounds.iter().any(|b| b.1.is_none()) {
                return Err(self.err(ErrorCode::Pointer, e.span, "give all upper bounds or none"));
            }
            return Ok(((**base).clone(), bounds));
        }
        Ok((x, vec![]))
    }

    // ---- WHERE and FORALL

    pub(super) fn where_construct(
        &mut self,
        sc: ScopeId,
        arms: &[(&'a ast::Expr, &'a [ast::Stmt])],
        otherwise: Option<&'a [ast::Stmt]>,
    ) -> Res<StmtKind> {
        let mut out = vec![];
        let mut first: Option<Expr> = None;
        let mut failed = false;
        for (m, body) in arms {
            let mask = match self.expr(sc, m) {
                Ok(x) if !matches!(x.ty, Ty::Logical(_)) => {
                    let t = ty_name(&self.prog, &x.ty);
                    self.err(ErrorCode::Type, m.span, format!("the mask of WHERE must be logical, this is {t}"));
                    None
                }
                Ok(x) if x.rank == 0 => {
                    self.err(ErrorCode::Rank, m.span, "the mask of WHERE must be an array");
                    None
                }
                Ok(x) => Some(x),
                Err(_) => None,
            };
            let mask = match (mask, &first) {
                (Some(x), Some(f)) => {
                    let f = f.clone();
                    self.conform(&f, &x, "the masks of WHERE", x.span).is_ok().then_some(x)
                }
                (x, _) => x,
            };
            if first.is_none() {
                first = mask.clone();
            }
            let stmts = self.where_body(sc, body, first.as_ref(), &mut failed);
            match mask {
                Some(x) => out.push((x, stmts)),
                None => failed = true,
            }
        }
        let otherwise = match otherwise {
            Some(b) => self.where_body(sc, b, first.as_ref(), &mut failed),
            None => vec![],
        };
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::Where { arms: out, otherwise })
    }

    fn where_body(&mut self, sc: ScopeId, body: &'a [ast::Stmt], mask: Option<&Expr>, failed: &mut bool) -> Vec<Stmt> {
        self.flow.in_where += 1;
        let mut out = vec![];
        for st in body {
            match &st.kind {
                ast::StmtKind::Assign { .. } | ast::StmtKind::Where { .. } | ast::StmtKind::WhereStmt(..) => {
                    let before = out.len();
                    self.stmt(sc, st, &mut out);
                    *failed |= out.len() == before;
                    if let Some(Stmt { kind: StmtKind::Assign { lhs, .. }, span }) = out.last().cloned().as_ref() {
                        if lhs.rank == 0 {
                            self.err(ErrorCode::Rank, *span, "an assignment in WHERE must be to an array");
                            *failed = true;
                        } else if let Some(m) = mask {
                            *failed |= self.conform(m, lhs, "mask and variable of WHERE", *span).is_err();
                        }
                    }
                    if let Some(Stmt { kind: StmtKind::Call(c), span }) = out.last() {
                        let ok = matches!(&c.target, ProcTarget::Proc(p) if self.proc(*p).elemental);
                        let span = *span;
                        if !ok {
                            self.err(ErrorCode::Semantic, span, "a defined assignment in WHERE must be elemental");
                            *failed = true;
                        }
                    }
                }
                ast::StmtKind::Error => *failed = true,
                ast::StmtKind::Continue => {}
                _ => {
                    self.err(ErrorCode::Misplaced, st.span, "only assignments and WHERE may stand in WHERE");
                    *failed = true;
                }
            }
        }
        self.flow.in_where -= 1;
        out
    }

    /// The indices and mask of FORALL or DO CONCURRENT, in a new scope.
    pub(super) fn forall_header(
        &mut self,
        sc: ScopeId,
        h: &'a ast::ForallHeader,
    ) -> Res<(ScopeId, Vec<ForallIndex>, Option<Expr>)> {
        let inner = self.block_scope(sc);
        let mut indices = vec![];
        let mut failed = false;
        for (id, lo, hi, st) in &h.indices {
            let var = match self.index_variable(sc, inner, id, h.spec.as_ref()) {
                Ok(v) => v,
                Err(_) => {
                    self.bind(inner, id.name.clone(), Entity::Bad, id.span);
                    failed = true;
                    continue;
                }
            };
            let ty = self.sym(var).ty.clone();
            let bound = |this: &mut Self, e: &'a ast::Expr| -> Res<Expr> {
                let x = this.int_expr(sc, e, "a bound of an index")?;
                this.convert(x, &ty)
            };
            let l = bound(self, lo);
            let u = bound(self, hi);
            let s = st.as_ref().map(|s| bound(self, s)).transpose();
            match (l, u, s) {
                (Ok(lower), Ok(upper), Ok(step)) => {
                    if let Some(s) = &step
                        && self.try_int(s) == Some(0)
                    {
                        self.err(ErrorCode::Semantic, s.span, "the step of an index cannot be zero");
                        failed = true;
                    }
                    indices.push(ForallIndex { var, lower, upper, step })
                }
                _ => failed = true,
            }
        }
        let mask = match &h.mask {
            Some(m) => match self.logical_expr(inner, m, "the mask") {
                Ok(x) => Some(x),
                Err(_) => {
                    failed = true;
                    None
                }
            },
            None => None,
        };
        failed |= self.check_index_bounds(&indices).is_err();
        if failed { Err(Reported) } else { Ok((inner, indices, mask)) }
    }

    pub(super) fn forall(&mut self, sc: ScopeId, h: &'a ast::ForallHeader, body: &'a [ast::Stmt]) -> Res<StmtKind> {
        self.place.in_forall += 1;
        let r = self.forall_inner(sc, h, body);
        self.place.in_forall -= 1;
        r
    }

    fn forall_inner(&mut self, sc: ScopeId, h: &'a ast::ForallHeader, body: &'a [ast::Stmt]) -> Res<StmtKind> {
        let (inner, indices, mask) = self.forall_header(sc, h)?;
        let mut out = vec![];
        let mut failed = false;
        for st in body {
            match &st.kind {
                ast::StmtKind::Assign { .. }
                | ast::StmtKind::PointerAssign { .. }
                | ast::StmtKind::Where { .. }
                | ast::StmtKind::WhereStmt(..)
                | ast::StmtKind::Forall { .. }
                | ast::StmtKind::ForallStmt(..) => {
                    let before = out.len();
                    self.stmt(inner, st, &mut out);
                    failed |= out.len() == before;
                }
                ast::StmtKind::Error => failed = true,
                ast::StmtKind::Continue => {}
                _ => {
                    self.err(ErrorCode::Misplaced, st.span, "only assignments, WHERE and FORALL may stand in FORALL");
                    failed = true;
                }
            }
        }
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::Forall { indices, mask, body: out })
    }
}

impl<'a> Rules<'a> {
    /// Checks that a value may be assigned to an entity of a type by intrinsic assignment.
    pub fn check_assignable_types(&mut self, to: &Ty, x: &Expr, span: Span) -> Res<()> {
        let ok = match (to, &x.ty) {
            _ if self.converts_bytes(x, to) => true,
            (Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_), Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_)) => true,
            (Ty::Unsigned(_), Ty::Unsigned(_)) => true,
            (Ty::Logical(_), Ty::Logical(_)) | (Ty::Character(..), Ty::Character(..)) => true,
            (Ty::Derived(a), Ty::Derived(b)) => self.same_type(*a, *b),
            (Ty::Derived(a), Ty::Class(Some(b))) => self.same_type(*a, *b),
            (Ty::Class(Some(a)), Ty::Derived(b) | Ty::Class(Some(b))) => self.extends(*b, *a),
            (Ty::Class(None), t) => !matches!(t, Ty::Typeless | Ty::Procedure),
            // Accepted with a warning, as elsewhere.
            (Ty::Integer(_), Ty::Logical(_)) | (Ty::Logical(_), Ty::Integer(_)) => {
                let (a, b) = (ty_name(&self.prog, to), ty_name(&self.prog, &x.ty));
                self.newer(u16::MAX, span, &format!("the conversion of {b} to {a}"))?;
                self.diag.warning(ErrorCode::Extension, span, format!("conversion of {b} to {a} is not standard"));
                true
            }
            (Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_), Ty::Typeless)
                if matches!(x.kind, ExprKind::Const(Const::Int(_))) =>
            {
                true
            }
            _ => false,
        };
        if ok {
            return Ok(());
        }
        self.no_typeless(x)?;
        let (a, b) = (ty_name(&self.prog, to), ty_name(&self.prog, &x.ty));
        Err(self.err(ErrorCode::Type, span, format!("a value of type {b} cannot be assigned to type {a}")))
    }

    /// Type rules of pointer association.
    pub fn check_pointer_types(&mut self, to: &Ty, x: &Expr, span: Span) -> Res<()> {
        let ok = match (to, &x.ty) {
            (Ty::Class(None), _) => true,
            (Ty::Class(Some(a)), Ty::Derived(b) | Ty::Class(Some(b))) => self.extends(*b, *a),
            (Ty::Derived(a), Ty::Derived(b)) => self.same_type(*a, *b),
            // A pointer of a sequence type may be associated with class(*); of the declared type otherwise.
            (Ty::Derived(a), Ty::Class(Some(b))) => self.same_type(*a, *b),
            (Ty::Derived(a), Ty::Class(None)) => self.ty(*a).sequence || self.ty(*a).bind_c,
            (a, b) => same_class(a, b),
        };
        if ok {
            return Ok(());
        }
        let (a, b) = (ty_name(&self.prog, to), ty_name(&self.prog, &x.ty));
        Err(self.err(ErrorCode::Pointer, span, format!("a pointer of type {a} cannot point to something of type {b}")))
    }

    /// The bounds and steps of a header do not refer to its indices (C1128).
    fn check_index_bounds(&mut self, indices: &[ForallIndex]) -> Res<()> {
        let mut found: Option<(SymbolId, Span)> = None;
        for e in indices.iter().flat_map(|i| [Some(&i.lower), Some(&i.upper), i.step.as_ref()]).flatten() {
            e.walk(&mut |x| {
                if let ExprKind::Var(s) = &x.kind
                    && indices.iter().any(|i| self.sym(i.var).name == self.sym(*s).name)
                {
                    found = Some((*s, x.span));
                }
            });
        }
        match found {
            Some((s, span)) => {
                let text = format!("index `{}` cannot be used in a bound or step of the same header", self.sym(s).name);
                Err(self.err(ErrorCode::Semantic, span, text))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Facts<'a> {
    /// Whether a section is certain to have gaps between its elements (9.5.4).
    fn discontiguous(&self, e: &Expr) -> bool {
        let ExprKind::Section { base, subs } = &e.kind else { return false };
        let extents = crate::expr::shape::shape_of(&self.prog, e);
        let whole = crate::expr::shape::shape_of(&self.prog, base);
        // Dimensions before the last one with several elements are taken whole, with steps of one.
        let mut gap = false;
        let mut range = 0;
        for (k, s) in subs.iter().enumerate() {
            let Subscript::Range { step, .. } = s else {
                gap |= whole.get(k).copied().flatten() != Some(1);
                continue;
            };
            let n = extents.get(range).copied().flatten();
            range += 1;
            let several = n.is_some_and(|n| n > 1);
            let stride = step.as_ref().map_or(Some(1), |x| self.try_int(x));
            if several && (gap || stride.is_some_and(|x| x != 1)) {
                return true;
            }
            gap |= n.is_some() && whole.get(k).copied().flatten().is_some_and(|w| Some(w) != n);
        }
        false
    }
}

/// The variable that a reference without components or pointers on its way denotes.
fn plain_base(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } | ExprKind::Substring { base, .. } => {
            plain_base(base)
        }
        _ => None,
    }
}

/// The variable that an object is part of, with no pointer on the way.
fn direct_base(prog: &Program, e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Component { of, index, .. } if prog.types[of.0 as usize].components[*index].pointer => None,
        _ => direct_base(prog, e.whole()?),
    }
}

/// Whether a designator has an image selector.
pub(crate) fn coindexed(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Ref(parts) if parts.iter().any(|p| p.cosubscripts.is_some()))
}
