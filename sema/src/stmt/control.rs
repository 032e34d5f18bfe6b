//! DO in all forms, ASSOCIATE.

use crate::checks::standard::Typed;
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, DoControl, Ident};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Notes a use of a variable where DO CONCURRENT has DEFAULT(NONE): it needs a locality (C1130).
    pub fn note_concurrent_use(&mut self, s: SymbolId, span: ferrotran_source::Span) {
        if self.place.localities.is_empty() {
            return;
        }
        let y = self.sym(s);
        if matches!(y.storage, Storage::Constant | Storage::Associate | Storage::Index) || self.si(s).procedure {
            return;
        }
        let name = y.name.clone();
        let scope = self.si(s).scope.map_or(0, |x| x.0);
        let mut found = false;
        for l in &mut self.place.localities {
            if scope < l.first_scope && !l.listed.contains(&s) {
                found |= l.reported.insert(s);
            }
        }
        if found {
            let text = format!("`{name}` has no locality in DO CONCURRENT with DEFAULT(NONE)");
            self.err(ErrorCode::Semantic, span, text);
        }
    }
}

impl<'a> Sema<'a> {
    pub(super) fn do_stmt(&mut self, sc: ScopeId, d: &'a ast::DoStmt) -> Res<StmtKind> {
        match &d.control {
            DoControl::Forever => {
                let id = self.open(d.name.as_ref(), true);
                let body = self.block(sc, &d.body);
                self.close();
                Ok(StmtKind::DoWhile { cond: None, body, id })
            }
            DoControl::While(c) => {
                let cond = self.logical_expr(sc, c, "the condition of DO WHILE");
                let id = self.open(d.name.as_ref(), true);
                let body = self.block(sc, &d.body);
                self.close();
                Ok(StmtKind::DoWhile { cond: Some(cond?), body, id })
            }
            DoControl::Count { var, lower, upper, step } => {
                let v = self.do_variable_quiet(sc, var);
                let ty = v.as_ref().map(|v| v.ty.clone()).unwrap_or(Ty::Integer(4));
                if let Ty::Real(_) = ty {
                    self.newer(u16::MAX, var.span, "a real loop variable")?;
                    self.uses_feature(Typed::RealLoop, var.span);
                }
                let bound = |this: &mut Self, e: &'a ast::Expr| -> Res<Expr> {
                    let x = this.expr(sc, e)?;
                    let ok =
                        matches!(x.ty, Ty::Integer(_)) || (matches!(ty, Ty::Real(_)) && matches!(x.ty, Ty::Real(_)));
                    // Real bounds of integer loops were dropped from the language but are accepted.
                    let old = matches!(x.ty, Ty::Real(_));
                    if !(ok || old) {
                        let t = ty_name(&this.prog, &x.ty);
                        return Err(this.err(
                            ErrorCode::Type,
                            e.span,
                            format!("a loop bound must be an integer, this is {t}"),
                        ));
                    }
                    if old {
                        this.newer(u16::MAX, e.span, "a real loop bound")?;
                        this.uses_feature(Typed::RealBound, e.span);
                    }
                    if x.rank != 0 {
                        return Err(this.err(ErrorCode::Rank, e.span, "a loop bound must be scalar"));
                    }
                    this.convert(x, &ty)
                };
                let divided = self.flow.loops > 0;
                self.omp_in_bounds(divided);
                let l = bound(self, lower);
                let u = bound(self, upper);
                let s = step.as_ref().map(|s| bound(self, s)).transpose();
                self.omp_in_bounds(false);
                let mut zero = false;
                if let Ok(Some(st)) = &s
                    && matches!(self.try_const(st), Some(Const::Int(0)))
                {
                    self.err(ErrorCode::Semantic, st.span, "the step of a loop cannot be zero");
                    zero = true;
                }
                if let (Ok(a), Ok(b)) = (&l, &u)
                    && let (Some(a), Some(b)) = (self.try_int(a), self.try_int(b))
                    && s.as_ref().is_ok_and(|s| match s {
                        Some(s) => self.try_int(s).is_some_and(|k| (k > 0 && a > b) || (k < 0 && a < b)),
                        None => a > b,
                    })
                {
                    self.warn(crate::warn::Warn::Zerotrip, lower.span, "this loop is executed zero times");
                }
                if let (Ok(u), Ty::Integer(k)) = (&u, &ty)
                    && s.as_ref().is_ok_and(|s| s.as_ref().is_none_or(|s| self.try_int(s) == Some(1)))
                    && matches!(self.try_const(u), Some(Const::Int(n)) if n == crate::const_eval::numeric::int_max(*k))
                {
                    let text = "the variable of this loop goes beyond its largest value";
                    self.warn(crate::warn::Warn::UndefinedDoLoop, upper.span, text);
                }
                let id = self.open(d.name.as_ref(), true);
                if self.flow.loops > 0 {
                    self.flow.loops -= 1;
                    if let Some(o) = self.flow.open.last_mut() {
                        o.barrier = Some("the loop of an OpenMP directive");
                    }
                }
                let sym = match v.as_ref().map(|e| &e.kind) {
                    Ok(ExprKind::Var(s)) => Some(*s),
                    _ => None,
                };
                if let Some(s) = sym {
                    self.omp_loop_variable(s);
                }
                let newly = sym.is_some_and(|s| self.place.do_vars.insert(s));
                let range = match (sym, &l, &u, &s) {
                    (Some(v), Ok(a), Ok(b), Ok(step)) => {
                        let step = step.as_ref().map_or(Some(1), |x| self.try_int(x));
                        match (self.try_int(a), self.try_int(b), step) {
                            (Some(a), Some(b), Some(k)) if (k > 0 && a <= b) || (k < 0 && a >= b) => {
                                Some((v, a, a + (b - a) / k * k))
                            }
                            _ => None,
                        }
                    }
                    _ => None,
                };
                let ranges = self.place.do_ranges.len();
                self.place.do_ranges.extend(range);
                // What a loop that may have no iterations holds need not be executed.
                self.place.conditional += u32::from(range.is_none());
                let body = self.block(sc, &d.body);
                self.place.conditional -= u32::from(range.is_none());
                self.place.do_ranges.truncate(ranges);
                if let Some(s) = sym
                    && newly
                {
                    self.place.do_vars.remove(&s);
                }
                self.close();
                if zero {
                    return Err(Reported);
                }
                Ok(StmtKind::Do { var: v?, lower: l?, upper: u?, step: s?, body, id })
            }
            DoControl::Concurrent { header, locality } => self.do_concurrent(sc, d, header, locality),
        }
    }

    /// The variable of a DO loop or implied DO.
    pub fn do_variable(&mut self, sc: ScopeId, var: &'a ast::Expr) -> Res<Expr> {
        let v = self.expr_want(sc, var, Want::Variable)?;
        if !matches!(v.kind, ExprKind::Var(_)) || v.rank != 0 {
            return Err(self.err(ErrorCode::Semantic, var.span, "a loop variable must be a scalar variable"));
        }
        if !matches!(v.ty, Ty::Integer(_) | Ty::Real(_)) {
            let t = ty_name(&self.prog, &v.ty);
            return Err(self.err(
                ErrorCode::Type,
                var.span,
                format!("a loop variable must be an integer, this is {t}"),
            ));
        }
        self.check_definable(&v, "the variable of a loop")?;
        Ok(v)
    }

    fn do_concurrent(
        &mut self,
        sc: ScopeId,
        d: &'a ast::DoStmt,
        h: &'a ast::ForallHeader,
        loc: &'a [ast::Locality],
    ) -> Res<StmtKind> {
        let head = self.forall_header(sc, h);
        let id = self.open(d.name.as_ref(), true);
        if let Some(o) = self.flow.open.last_mut() {
            o.concurrent = true;
            o.barrier = Some("DO CONCURRENT");
        }
        let mut locality = vec![];
        let mut failed = head.is_err();
        let inner = match &head {
            Ok((s, _, _)) => *s,
            Err(_) => sc,
        };
        let mut listed: Vec<SymbolId> = vec![];
        for l in loc {
            let (names, kind): (&[Ident], u8) = match l {
                ast::Locality::Local(v) => (v, 0),
                ast::Locality::LocalInit(v) => (v, 1),
                ast::Locality::Shared(v) => (v, 2),
                ast::Locality::Reduce(_, v) => (v, 3),
                ast::Locality::DefaultNone => continue,
            };
            for n in names {
                if h.indices.iter().any(|i| i.0.name == n.name) {
                    let text = format!("`{}` is an index of the loop, so it has no other locality", n.name);
                    self.err(ErrorCode::Semantic, n.span, text);
                    failed = true;
                    continue;
                }
                let Ok(s) = self.variable_named(sc, n) else {
                    failed = true;
                    continue;
                };
                if listed.contains(&s) {
                    self.err(ErrorCode::Semantic, n.span, format!("`{}` has two localities", n.name));
                    failed = true;
                    continue;
                }
                listed.push(s);
                let y = self.sym(s).clone();
                // C1128
                let barred = [
                    (y.allocatable && kind < 2, "it is ALLOCATABLE"),
                    (y.optional && kind < 2, "it is OPTIONAL"),
                    (y.intent == Intent::In && kind < 2, "it has INTENT(IN)"),
                    (matches!(y.ty, Ty::Class(_)) && !y.pointer && kind < 2, "it is polymorphic"),
                    (matches!(y.dims, Dims::AssumedSize(..)) && kind < 2, "it is an assumed-size array"),
                    (self.si(s).cobounds.is_some() && kind < 2, "it is a coarray"),
                ];
                if let Some((_, why)) = barred.iter().find(|b| b.0) {
                    let text = format!("`{}` cannot be local to DO CONCURRENT: {why}", n.name);
                    self.err(ErrorCode::Attribute, n.span, text);
                    failed = true;
                    continue;
                }
                if kind != 2 {
                    let e = Expr {
                        kind: ExprKind::Var(s),
                        ty: self.sym(s).ty.clone(),
                        rank: self.sym(s).rank(),
                        span: n.span,
                    };
                    failed |= self.check_definable(&e, "local to the loop").is_err();
                }
                locality.push(match kind {
                    0 => Locality::Local(s),
                    1 => Locality::LocalInit(s),
                    2 => Locality::Shared(s),
                    _ => {
                        let ast::Locality::Reduce(op, _) = l else { continue };
                        match super::super::omp::reductions::reduce_op(op) {
                            Some(o) if !super::super::omp::reductions::reduces(o, &y.ty) => {
                                let t = ty_name(&self.prog, &y.ty);
                                let text = format!("the reduction `{op}` does not apply to type {t}");
                                self.err(ErrorCode::Type, n.span, text);
                                failed = true;
                                continue;
                            }
                            Some(o) => Locality::Reduce(o, s),
                            None => {
                                self.err(ErrorCode::Semantic, n.span, format!("`{op}` is not a reduction operator"));
                                failed = true;
                                continue;
                            }
                        }
                    }
                });
            }
        }
        let none = loc.iter().any(|l| matches!(l, ast::Locality::DefaultNone));
        if none {
            let scope = inner.0;
            self.place.localities.push(crate::place::NoDefault {
                listed,
                first_scope: scope,
                reported: Default::default(),
            });
        }
        self.place.in_concurrent += 1;
        let n = self.unique + 1;
        self.flow.closed_blocks.push((n, "DO CONCURRENT".to_string()));
        let body = self.block(inner, &d.body);
        self.place.in_concurrent -= 1;
        if none && let Some(l) = self.place.localities.pop() {
            failed |= !l.reported.is_empty();
        }
        self.close();
        let (_, indices, mask) = head?;
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::DoConcurrent { indices, mask, locality, body, id })
    }

    pub(super) fn associate(
        &mut self,
        sc: ScopeId,
        name: Option<&Ident>,
        assocs: &'a [(Ident, ast::Expr)],
        body: &'a [ast::Stmt],
    ) -> Res<StmtKind> {
        let id = self.open(name, false);
        let inner = self.block_scope(sc);
        let mut list = vec![];
        let mut failed = false;
        for (n, e) in assocs {
            match self.expr_want(sc, e, Want::Value) {
                Ok(x) => {
                    if self.no_typeless(&x).is_err() {
                        failed = true;
                        continue;
                    }
                    let s = self.associate_name(inner, n, &x);
                    list.push((s, x));
                }
                Err(_) => {
                    self.bind(inner, n.name.clone(), Entity::Bad, n.span);
                    failed = true;
                }
            }
        }
        let stmts = self.block(inner, body);
        self.close();
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::Associate { assocs: list, body: stmts, id })
    }
}

impl<'a> Facts<'a> {
    /// Makes an associate name for a selector.
    pub fn associate_name(&mut self, inner: ScopeId, n: &Ident, x: &Expr) -> SymbolId {
        // A reference to a function whose result is a pointer is a variable (F2018 9.2).
        let target_of = matches!(x.kind, ExprKind::Call(_)) && self.is_pointer(x) && x.ty != Ty::Procedure;
        let variable = is_variable(x) || target_of;
        let dims = if x.rank == 0 { Dims::Scalar } else { Dims::Deferred(x.rank) };
        let ty = crate::expr::value_type(&x.ty);
        let s = self.new_symbol(n.name.clone(), n.span, ty, dims, Storage::Associate, inner);
        let target = target_of || variable && self.is_target(x);
        let locked = if variable { self.not_definable(x) } else { Some("associated with an expression") };
        self.sym_mut(s).target = target;
        let si = self.si_mut(s);
        si.locked = locked;
        si.definable_assoc = variable;
        if let Some((cobounds, root)) = self.coarray_of(x) {
            let si = self.si_mut(s);
            si.cobounds = Some(cobounds);
            si.co_root = Some(root);
        }
        self.bind(inner, n.name.clone(), Entity::Symbol(s), n.span);
        s
    }

    /// Why a variable may not be defined through an associate name.
    fn not_definable(&self, e: &Expr) -> Option<&'static str> {
        match &e.kind {
            ExprKind::Var(s) => {
                let y = self.sym(*s);
                if y.storage == Storage::Constant {
                    return Some("associated with a named constant");
                }
                if y.intent == Intent::In && !y.pointer {
                    return Some("associated with a dummy argument of INTENT(IN)");
                }
                self.si(*s).locked
            }
            ExprKind::Component { of, index, .. } if self.ty(*of).components[*index].pointer => None,
            ExprKind::Section { subs, .. } if subs.iter().any(|s| matches!(s, Subscript::Vector(_))) => {
                Some("associated with a section that has a vector subscript")
            }
            _ => self.not_definable(e.whole()?),
        }
    }
}

/// Whether an expression denotes a variable.
pub(crate) fn is_variable(e: &Expr) -> bool {
    e.variable().is_some()
}
