//! DISPATCH and INTEROP (OpenMP 6.0, 9.7 and 16.1). There is no foreign runtime: an interoperability object is
//! `omp_interop_none` from its initialization on.

use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

/// What the clauses of a DISPATCH construct say about the arguments of its call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dispatch {
    /// Device pointers already.
    device_pointers: Vec<SymbolId>,
    /// Interoperability objects for APPEND_ARGS.
    objects: Vec<Expr>,
    device: Option<Expr>,
    /// Variables of which the variant wants the addresses on the device.
    addressed: Vec<SymbolId>,
}

impl Dispatch {
    /// Whether addresses of arguments are those on the device.
    pub fn takes_addresses(&self) -> bool {
        !self.addressed.is_empty()
    }
}

fn none(span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Integer(8), rank: 0, span }
}

impl<'a> Resolver<'a> {
    /// The arguments of a variant: ADJUST_ARGS and APPEND_ARGS (OpenMP 6.0, 9.6.2 and 9.6.3).
    pub(super) fn adjust_args(
        &mut self,
        sc: ScopeId,
        base: ProcId,
        variant: ProcId,
        c: &'a OmpConstruct,
        args: &mut Vec<Actual>,
    ) -> Res<()> {
        let Some(how) = self.place.omp.dispatch.clone() else { return Ok(()) };
        let names: Vec<ast::Name> = self.proc(base).args.iter().map(|s| self.sym(*s).name.clone()).collect();
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::AdjustArgs) {
            let Some(m) = cl.modifiers.first().filter(|m| &*m.name != "nothing") else { continue };
            for k in places(cl, &names) {
                let Some(Actual::Expr(x)) = args.get_mut(k) else { continue };
                if x.variable().is_some_and(|s| how.device_pointers.contains(&s)) {
                    continue;
                }
                let span = x.span;
                if &*m.name == "need_device_addr" {
                    let Some(s) = x.variable() else {
                        let text = "an argument for `need_device_addr` must be a variable";
                        return Err(self.err(ErrorCode::OmpData, span, text));
                    };
                    if let Some(d) = self.place.omp.dispatch.as_mut() {
                        d.addressed.push(s);
                    }
                    continue;
                }
                let address = matches!(&x.ty, Ty::Derived(t) if &*self.ty(*t).name == "c_ptr");
                if &*m.name != "need_device_ptr" || !address {
                    return Err(self.unsupported(m.span, "`adjust_args` of what is not of type(c_ptr)"));
                }
                let device = match &how.device {
                    Some(d) => d.clone(),
                    None => {
                        let call = Call { target: self.omp_routine("omp_get_default_device")?, args: vec![], span };
                        Expr { kind: ExprKind::Call(Box::new(call)), ty: Ty::Integer(4), rank: 0, span }
                    }
                };
                let target = self.omp_routine("omp_get_mapped_ptr")?;
                let ty = x.ty.clone();
                let call = Call { target, args: vec![Actual::Expr(x.clone()), Actual::Expr(device)], span };
                *x = Expr { kind: ExprKind::Call(Box::new(call)), ty, rank: 0, span };
            }
        }
        let appended = appended_arguments(c);
        let _ = sc;
        if how.objects.len() > appended {
            let at = how.objects[appended].span;
            let text = format!(
                "the clause `interop` has {} objects, but `append_args` of the variant `{}` has {appended}",
                how.objects.len(),
                self.proc(variant).name
            );
            return Err(self.err(ErrorCode::OmpRule, at, text));
        }
        for k in 0..appended {
            args.push(Actual::Expr(how.objects.get(k).cloned().unwrap_or_else(|| none(c.span))));
        }
        Ok(())
    }
}

impl<'a> Sema<'a> {
    /// INTEROP: what it does with its objects.
    pub(super) fn omp_interop(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<Vec<Clause>> {
        let mut out = vec![];
        let mut seen: Vec<SymbolId> = vec![];
        for cl in
            c.clauses.iter().filter(|k| matches!(k.kind, ClauseKind::Init | ClauseKind::Use | ClauseKind::Destroy))
        {
            if cl.kind == ClauseKind::Init && !cl.modifiers.iter().any(|m| matches!(&*m.name, "target" | "targetsync"))
            {
                let text = "`init` of `interop` needs the modifier `target` or `targetsync`";
                return Err(self.err(ErrorCode::OmpModifier, cl.span, text));
            }
            let has = |word: &str| cl.modifiers.iter().any(|m| &*m.name == word);
            let action = match cl.kind {
                ClauseKind::Init => InteropAction::Init { target: has("target"), targetsync: has("targetsync") },
                ClauseKind::Use => InteropAction::Use,
                _ => InteropAction::Destroy,
            };
            let mut objects = vec![];
            for a in &cl.args {
                let OmpArg::Expr(e) = a else {
                    return Err(self.err(ErrorCode::OmpData, cl.span, "expected an interoperability object"));
                };
                let x = self.interop_object(sc, e)?;
                if let Some(s) = x.variable() {
                    if seen.contains(&s) && matches!(x.kind, ExprKind::Var(_)) {
                        let text = format!("`{}` appears in more than one clause of `interop`", self.sym(s).name);
                        return Err(self.err(ErrorCode::OmpData, x.span, text));
                    }
                    seen.push(s);
                }
                if cl.kind != ClauseKind::Use {
                    self.check_definable(&x, "an interoperability object")?;
                }
                objects.push(x);
            }
            let preferred = cl.modifiers.iter().filter_map(|m| m.name.strip_prefix("prefer_type(")?.strip_suffix(')'));
            let prefer = preferred.map(|list| list.replace([' ', '\'', '"'], "")).collect::<Vec<_>>().join(",");
            out.push(Clause::Interop { action, prefer, objects });
        }
        if let Some(k) = c.clauses.iter().find(|k| k.kind == ClauseKind::Depend)
            && !c.clauses.iter().any(|i| i.modifiers.iter().any(|m| &*m.name == "targetsync"))
            && c.clauses.iter().any(|i| i.kind == ClauseKind::Init)
        {
            let text = "`depend` on `interop` needs objects with `targetsync`";
            return Err(self.err(ErrorCode::OmpRule, k.span, text));
        }
        Ok(out)
    }

    fn interop_object(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        let x = self.expr_want(sc, e, crate::expr::Want::Variable)?;
        if x.ty != Ty::Integer(8) || x.rank != 0 {
            let text = "an interoperability object is a scalar integer(omp_interop_kind)";
            return Err(self.err(ErrorCode::OmpData, x.span, text));
        }
        Ok(x)
    }

    /// DISPATCH: its call, with the variant that the context asks for.
    pub(super) fn omp_dispatch(&mut self, sc: ScopeId, c: &'a OmpConstruct, b: &'a [ast::Stmt]) -> Res<Vec<Stmt>> {
        let find = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
        let calls = |s: &ast::Stmt| match &s.kind {
            ast::StmtKind::Call { .. } | ast::StmtKind::Error => true,
            // A function, the result of which is assigned; what stands in parentheses may be an element.
            ast::StmtKind::Assign { value, .. } | ast::StmtKind::PointerAssign { value, .. } => {
                matches!(&value.kind, ast::ExprKind::Ref(p) if p.iter().any(|part| part.args.is_some()))
            }
            _ => false,
        };
        if let Some(s) = b.iter().find(|s| !calls(s)) {
            let text = "`dispatch` takes a call of a procedure, or the assignment of a function's result";
            return Err(self.err(ErrorCode::OmpRule, s.span, text));
        }
        let expr = |k: ClauseKind| match find(k)?.args.first() {
            Some(OmpArg::Expr(e)) => Some(e),
            _ => None,
        };
        let mut how = Dispatch::default();
        for cl in c.clauses.iter().filter(|k| matches!(k.kind, ClauseKind::IsDevicePtr | ClauseKind::HasDeviceAddr)) {
            how.device_pointers.extend(self.omp_items(sc, cl)?.iter().filter_map(Expr::variable));
        }
        if let Some(cl) = find(ClauseKind::Interop) {
            for a in &cl.args {
                if let OmpArg::Expr(e) = a {
                    how.objects.push(self.interop_object(sc, e)?);
                }
            }
        }
        if let Some(e) = expr(ClauseKind::Device) {
            how.device = Some(self.int_expr(sc, e, "the argument of `device`")?);
        }
        let mut body = self.dispatched(sc, b, false, &how, c.directive);
        // With NOVARIANTS or NOCONTEXT that is true.
        for (k, novariants) in [(ClauseKind::Nocontext, false), (ClauseKind::Novariants, true)] {
            let Some(e) = expr(k) else { continue };
            let cond = self.logical_expr(sc, e, &format!("the condition of `{}`", k.name()))?;
            match self.try_const(&cond) {
                Some(Const::Logical(false)) => continue,
                Some(_) if novariants => body = self.dispatched(sc, b, true, &how, c.directive),
                Some(_) => body = self.without_context(sc, b),
                None => {
                    let other = match novariants {
                        true => self.dispatched(sc, b, true, &how, c.directive),
                        false => self.without_context(sc, b),
                    };
                    let (id, span) = (self.place.construct_number(), e.span);
                    let kind = StmtKind::If { arms: vec![(cond, other)], otherwise: body, id };
                    body = vec![Stmt { kind, span }];
                }
            }
        }
        let Some(device) = how.device else { return Ok(body) };
        // The call sees the device as the default one.
        let span = c.span;
        let int = Ty::Integer(4);
        let s = self.new_symbol("(device)".into(), span, int.clone(), Dims::Scalar, Storage::Local, sc);
        self.si_mut(s).used = true;
        self.sc_mut(sc).locals.push(s);
        let saved = Expr { kind: ExprKind::Var(s), ty: int.clone(), rank: 0, span };
        let target = self.omp_routine("omp_get_default_device")?;
        let now = Call { target, args: vec![], span };
        let now = Expr { kind: ExprKind::Call(Box::new(now)), ty: int.clone(), rank: 0, span };
        let set = self.omp_routine("omp_set_default_device")?;
        let call = |e: Expr| {
            let args = vec![Actual::Expr(e)];
            Stmt { kind: StmtKind::Call(Call { target: set.clone(), args, span }), span }
        };
        let device = match device.ty == int {
            true => device,
            false => Expr { kind: ExprKind::Convert(Box::new(device)), ty: int, rank: 0, span },
        };
        let keep = StmtKind::Assign { lhs: saved.clone(), rhs: now, realloc: false };
        let mut out = vec![Stmt { kind: keep, span }, call(device)];
        out.extend(body);
        out.push(call(saved));
        Ok(out)
    }

    fn dispatched(
        &mut self,
        sc: ScopeId,
        b: &'a [ast::Stmt],
        no_variants: bool,
        how: &Dispatch,
        d: Directive,
    ) -> Vec<Stmt> {
        let before = (self.place.omp.no_variants, self.place.omp.dispatch.replace(how.clone()));
        self.place.omp.no_variants = no_variants;
        let body = self.omp_block(sc, b, d);
        let mut list = self.place.omp.dispatch.take().map(|d| d.addressed).unwrap_or_default();
        (self.place.omp.no_variants, self.place.omp.dispatch) = before;
        list.sort_unstable_by_key(|s| s.0);
        list.dedup();
        let (false, Some(first)) = (list.is_empty(), body.first()) else { return body };
        // As if USE_DEVICE_ADDR named them in a construct around the call (OpenMP 6.0, 9.6.2).
        let span = first.span;
        let mut clauses = vec![Clause::UseDeviceAddr(list)];
        clauses.extend(how.device.clone().map(Clause::Device));
        let directive = Directive::of(Leaf::TargetData);
        let around = Omp { directive, clauses, body, sections: vec![], name: None };
        vec![Stmt { kind: StmtKind::Omp(Box::new(around)), span }]
    }

    /// The call as if the construct did not stand there.
    fn without_context(&mut self, sc: ScopeId, b: &'a [ast::Stmt]) -> Vec<Stmt> {
        let frame = self.place.omp.frames.pop();
        let before = self.place.omp.dispatch.take();
        let body = self.block(sc, b);
        self.place.omp.dispatch = before;
        self.place.omp.frames.extend(frame);
        body
    }
}

/// How many arguments APPEND_ARGS adds to a call of the variant.
pub(super) fn appended_arguments(c: &OmpConstruct) -> usize {
    let of_clause = |k: &OmpClause| Some(clauses::word(k.args.first()?)?.matches("interop").count());
    c.clauses.iter().filter(|k| k.kind == ClauseKind::AppendArgs).filter_map(of_clause).sum()
}

/// The places of the arguments that a list names, by name or by number.
fn places(cl: &OmpClause, names: &[ast::Name]) -> Vec<usize> {
    let place = |a: &OmpArg| match a {
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. }) => names.iter().position(|n| *n == p[0].name.name),
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Int { value, .. }, .. }) => {
            usize::try_from(*value).ok()?.checked_sub(1)
        }
        OmpArg::Word(w) => names.iter().position(|n| *n == w.name),
        _ => None,
    };
    cl.args.iter().filter_map(place).collect()
}
