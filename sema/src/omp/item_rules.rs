//! Rules on the items of clauses and on the attributes of the constructs that they stand on.

use super::clauses::word;
use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

/// The name that an item of a list begins with.
pub(super) fn first_name(a: &OmpArg) -> Option<(&ast::Name, Span)> {
    match a {
        OmpArg::Word(w) => Some((&w.name, w.span)),
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), span }) => Some((&p[0].name.name, *span)),
        _ => None,
    }
}

/// The names that a list begins its items with.
pub(crate) fn names(cl: &OmpClause) -> impl Iterator<Item = (&ast::Name, Span)> {
    cl.args.iter().filter_map(first_name)
}

/// What a clause of a directive reduces: the variable, the operation, and whether tasks may take part.
pub(super) fn reduced_names(d: Directive, cl: &OmpClause) -> Vec<(ast::Name, ast::Name, bool)> {
    let by_tasks = match cl.kind {
        ClauseKind::Reduction => d.has(Leaf::Taskloop) || cl.modifiers.iter().any(|m| &*m.name == "task"),
        ClauseKind::TaskReduction | ClauseKind::InReduction => true,
        _ => return vec![],
    };
    let Some(by) = operation(cl) else { return vec![] };
    names(cl).map(|(n, _)| (n.clone(), by.name.clone(), by_tasks)).collect()
}

/// The operator or name that a clause reduces by, among its modifiers.
pub(super) fn operation(cl: &OmpClause) -> Option<&ast::OmpModifier> {
    cl.modifiers.iter().find(|m| !matches!(&*m.name, "inscan" | "task" | "default" | "original"))
}

/// Whether an expression refers to one of some names.
pub(crate) fn mentions(e: &ast::Expr, list: &[ast::Name]) -> bool {
    let mut found = matches!(&e.kind, ast::ExprKind::Ref(parts) if list.contains(&parts[0].name.name));
    e.children(&mut |x| found = found || mentions(x, list));
    found
}

impl<'a> Resolver<'a> {
    /// The directive `error`: a message of this compiler, or the end of the program that comes there.
    pub(super) fn omp_error(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<Option<StmtKind>> {
        if c.faulty {
            return Err(Reported);
        }
        let clause = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
        let said = |k: ClauseKind| clause(k).and_then(|x| x.args.first()).and_then(word);
        for (k, list) in [(ClauseKind::At, ["compilation", "execution"]), (ClauseKind::Severity, ["fatal", "warning"])]
        {
            if let Some(w) = said(k)
                && !list.contains(&&*w)
            {
                let at = clause(k).map_or(c.span, |x| x.span);
                let text = format!("`{}` takes {} or {}", k.name(), list[0], list[1]);
                return Err(self.err(ErrorCode::OmpClauseSyntax, at, text));
            }
        }
        let message = match clause(ClauseKind::Message).and_then(|x| x.args.first()) {
            Some(OmpArg::Expr(e)) => {
                let x = self.expr(sc, e)?;
                if !matches!(x.ty, Ty::Character(_, 1)) || x.rank != 0 {
                    let text = "the argument of `message` must be a scalar default character expression";
                    return Err(self.err(ErrorCode::OmpRule, e.span, text));
                }
                Some(x)
            }
            _ => None,
        };
        let warning = said(ClauseKind::Severity).is_some_and(|w| &*w == "warning");
        if said(ClauseKind::At).is_some_and(|w| &*w == "execution") {
            let kind = match warning {
                true => runtime_warning(message, c.span),
                false => StmtKind::Stop { error: true, code: message, quiet: None },
            };
            let body = vec![Stmt { kind, span: c.span }];
            let shown = Omp { directive: c.directive, clauses: vec![], body, sections: vec![], name: None };
            return Ok(Some(StmtKind::Omp(Box::new(shown))));
        }
        let text = match message.map(|m| (self.try_const(&m), m.span)) {
            Some((Some(Const::Char(s)), _)) => s.iter().filter_map(|c| char::from_u32(*c)).collect(),
            Some((_, at)) => {
                let text = "the message must be constant where the compiler shows it";
                return Err(self.err(ErrorCode::Constant, at, text));
            }
            None => "the directive `error` stands here".to_string(),
        };
        if warning {
            self.diag.warning(ErrorCode::OmpRule, c.span, text);
            return Ok(None);
        }
        Err(self.err(ErrorCode::OmpRule, c.span, text))
    }
}

impl<'a> Sema<'a> {
    /// Checks the items of the clauses of a construct, and what single directives ask of their clauses.
    pub(super) fn omp_item_rules(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        let d = c.directive;
        let mut ok = true;
        let find = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
        // Where both stand on the directive that opens the region, the parser has said it.
        let on_end = |k: &OmpClause| k.span.lo > c.span.hi;
        if let (Some(p), Some(n)) = (find(ClauseKind::Copyprivate), find(ClauseKind::Nowait))
            && (on_end(p) || on_end(n))
        {
            self.err(ErrorCode::OmpClauseNotAllowed, n.span, "`nowait` and `copyprivate` exclude each other");
            ok = false;
        }
        if let (Some(h), true, true) = (find(ClauseKind::Hint), d.has(Leaf::Critical), c.args.is_empty())
            && let Some(OmpArg::Expr(e)) = h.args.first()
            && self.const_int(sc, e).is_ok_and(|n| n != 0)
        {
            self.err(ErrorCode::OmpRule, h.span, "a `critical` construct with a hint needs a name");
            ok = false;
        }
        let order = match () {
            () if !d.has(Leaf::Atomic) => None,
            () if find(ClauseKind::Read).is_some() => Some((ClauseKind::Release, "read")),
            () if find(ClauseKind::Write).is_some() => Some((ClauseKind::Acquire, "write")),
            () => None,
        };
        if let Some((k, what)) = order
            && let Some(o) = find(k)
        {
            let text = format!("`atomic {what}` does not take `{}`", k.name());
            self.err(ErrorCode::OmpClauseNotAllowed, o.span, text);
            ok = false;
        }
        // The order that REQUIRES gives where the construct has none of its own.
        let orders =
            [ClauseKind::SeqCst, ClauseKind::AcqRel, ClauseKind::Acquire, ClauseKind::Release, ClauseKind::Relaxed];
        if let Some((k, what)) = order
            && !c.clauses.iter().any(|x| orders.contains(&x.kind))
        {
            let mut at = Some(sc);
            while let Some(s) = at {
                if self.sc(s).atomic_order.as_deref() == Some(k.name()) {
                    let text = format!("`atomic {what}` does not take `{}`, which `requires` gives it", k.name());
                    self.err(ErrorCode::OmpRule, c.span, text);
                    ok = false;
                    break;
                }
                at = self.sc(s).parent;
            }
        }
        if d.has(Leaf::Flush) && !c.args.is_empty() {
            if let Some(o) = c.clauses.first() {
                self.err(ErrorCode::OmpClauseNotAllowed, o.span, "`flush` with a list takes no memory order");
                ok = false;
            }
            for a in &c.args {
                let known = match a {
                    OmpArg::Word(w) => self.variable_named(sc, w).is_ok(),
                    OmpArg::Expr(e) => match self.expr_want(sc, e, crate::expr::Want::Variable) {
                        Ok(x) if !is_designator(&x) => {
                            self.err(ErrorCode::OmpRule, x.span, "`flush` takes variables");
                            false
                        }
                        x => x.is_ok(),
                    },
                    _ => true,
                };
                ok &= known;
            }
        }
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Allocate) {
            let align = cl.modifiers.iter().find(|m| &*m.name == "align").and_then(|m| m.args.first());
            if let Some(e) = align
                && !self.const_int(sc, e).is_ok_and(|n| n > 0 && n & (n - 1) == 0)
            {
                self.err(ErrorCode::OmpRule, e.span, "the alignment must be a constant power of two");
                ok = false;
            }
            let allocator = cl.modifiers.iter().find(|m| &*m.name == "allocator").and_then(|m| m.args.first());
            match self.allocator(sc, allocator) {
                Ok(Some(x)) => ok &= self.omp_allocator_of_target(c, &x).is_ok(),
                Ok(None) => {}
                Err(_) => ok = false,
            }
        }
        ok &= self.omp_aligned(sc, c).is_ok();
        ok &= self.omp_allocate_items(c).is_ok();
        ok &= self.omp_update_items(c).is_ok();
        ok &= self.omp_joined_reductions(sc, c).is_ok();
        if ok { Ok(()) } else { Err(Reported) }
    }

    /// The items of `aligned` have addresses of their own (OpenMP 5.2, 5.11).
    fn omp_aligned(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Aligned) {
            for a in &cl.args {
                let s = match a {
                    OmpArg::Word(w) => self.variable_named(sc, w)?,
                    OmpArg::Expr(e) => match self.expr_want(sc, e, crate::expr::Want::Variable)?.kind {
                        ExprKind::Var(s) => s,
                        _ => continue,
                    },
                    _ => continue,
                };
                let y = self.sym(s);
                let address = matches!(&y.ty, Ty::Derived(t) if &*self.ty(*t).name == "c_ptr");
                let based = |x: &Symbol| matches!(x.storage, Storage::Based { pointer } if pointer == s);
                let cray = matches!(y.storage, Storage::Based { .. }) || self.prog.symbols.iter().any(based);
                if !(y.pointer || y.allocatable || address || cray) {
                    let text = format!(
                        "`{}` in `aligned` must be a pointer, allocatable, a Cray pointer, or of type(c_ptr)",
                        y.name
                    );
                    return Err(self.err(ErrorCode::OmpData, cl.span, text));
                }
            }
        }
        Ok(())
    }
}

impl<'a> Resolver<'a> {
    /// An allocator of the program is one that the target region around names in `uses_allocators`, unless the program
    /// requires allocators everywhere (OpenMP 6.0, 8.6).
    fn omp_allocator_of_target(&mut self, c: &OmpConstruct, x: &Expr) -> Res<()> {
        let Some(s) = x.variable().filter(|s| self.sym(*s).storage != Storage::Constant) else { return Ok(()) };
        let own = c.directive.has(Leaf::Target);
        if self.dynamic_allocators || !own && !self.place.omp.frames.iter().any(|f| f.directive.has(Leaf::Target)) {
            return Ok(());
        }
        let name = self.sym(s).name.clone();
        let here = c.clauses.iter().filter(|k| k.kind == ClauseKind::UsesAllocators).flat_map(names);
        let around = self.place.omp.frames.iter().rev().find(|f| f.directive.has(Leaf::Target));
        let local = self.si(s).scope.is_some_and(|sc| around.is_some_and(|f| sc.0 >= f.first_scope));
        let used = around.is_some_and(|f| f.listed.contains_key(&s));
        if local || own && here.into_iter().any(|(n, _)| *n == name) || !own && used {
            return Ok(());
        }
        let text = format!("the allocator `{name}` must be in `uses_allocators` of the target region");
        Err(self.err(ErrorCode::OmpRule, x.span, text))
    }

    /// IN_REDUCTION takes part in a reduction around it in which tasks may: of the same operation, as far as it stands in
    /// the procedure (OpenMP 6.0, 7.6.12). A variable that no other procedure has is reduced in this one.
    fn omp_joined_reductions(&mut self, sc: ScopeId, c: &OmpConstruct) -> Res<()> {
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::InReduction) {
            let Some(by) = operation(cl).map(|m| &m.name) else { continue };
            for (n, at) in names(cl) {
                let around = self.place.omp.frames.iter().rev();
                let found = around.flat_map(|f| f.reduced.iter().map(move |r| (r, f.span))).find(|(r, _)| r.0 == *n);
                let Some(((_, other, by_tasks), first)) = found else {
                    if !self.is_own_variable(sc, n) {
                        continue;
                    }
                    let text = format!(
                        "`{n}` takes part in no reduction here: no construct around this has it in `task_reduction`, or in \
                         `reduction` with the modifier `task`"
                    );
                    return Err(self.err(ErrorCode::OmpRule, at, text));
                };
                let text = if !by_tasks {
                    format!("the reduction of `{n}` around this takes no part of tasks: it needs the modifier `task`")
                } else if other != by && [&**other, &**by] != ["+", "-"] && [&**other, &**by] != ["-", "+"] {
                    format!("`{n}` is reduced by `{other}` in the construct around, not by `{by}`")
                } else {
                    continue;
                };
                let d = Diagnostic::error(ErrorCode::OmpRule, at, text).also(first, "the reduction");
                return Err(self.report(d));
            }
        }
        Ok(())
    }
}

impl<'a> Resolver<'a> {
    /// A name is that of a variable of which each activation of this procedure has one, and no other procedure that could call
    /// this one.
    fn is_own_variable(&mut self, sc: ScopeId, name: &ast::Name) -> bool {
        let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup(sc, name) else { return false };
        let (y, here) = (self.sym(s), self.place.proc);
        let main = here.is_some_and(|p| self.proc(p).is_main);
        let own = matches!(y.storage, Storage::Local | Storage::Result)
            || main && matches!(y.storage, Storage::Static { .. }) && !y.bind_c;
        own && y.owner == here && here.is_some() && !y.pointer
    }
}

impl<'a> Rules<'a> {
    /// What `allocate` names is private by another clause; what `allocators` names is allocated.
    fn omp_allocate_items(&mut self, c: &OmpConstruct) -> Res<()> {
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Allocate) {
            if c.directive.has(Leaf::Allocators) {
                let Some([ast::Stmt { kind: ast::StmtKind::Allocate { objects, .. }, .. }]) = c.body.as_deref() else {
                    continue;
                };
                let allocated = |n: &ast::Name| {
                    objects.iter().any(
                        |o| matches!(&o.object.kind, ast::ExprKind::Ref(p) if p.len() == 1 && p[0].name.name == *n),
                    )
                };
                if let Some((n, at)) = names(cl).find(|(n, _)| !allocated(n)) {
                    let text = format!("`{n}` is not allocated by the statement of this construct");
                    return Err(self.err(ErrorCode::OmpData, at, text));
                }
                continue;
            }
            let private = |n: &ast::Name| {
                c.clauses.iter().any(|k| {
                    // The members of a COMMON block are not looked up.
                    k.args.iter().any(|a| matches!(a, OmpArg::Common(_)))
                        || matches!(
                            k.kind,
                            ClauseKind::Private
                                | ClauseKind::Firstprivate
                                | ClauseKind::Lastprivate
                                | ClauseKind::Linear
                                | ClauseKind::Reduction
                                | ClauseKind::InReduction
                                | ClauseKind::TaskReduction
                        ) && names(k).any(|(m, _)| m == n)
                })
            };
            if let Some((n, at)) = names(cl).find(|(n, _)| !private(n)) {
                let text = format!("`{n}` in `allocate` must be in a clause that makes it private");
                return Err(self.err(ErrorCode::OmpData, at, text));
            }
            let twice = |(n, at): &(&ast::Name, Span)| {
                let lists = c.clauses.iter().filter(|k| k.kind == ClauseKind::Allocate);
                lists.flat_map(names).any(|(m, other)| m == *n && other.lo < at.lo)
            };
            if let Some((n, at)) = names(cl).find(twice) {
                let text = format!("`{n}` is in `allocate` clauses twice");
                return Err(self.err(ErrorCode::OmpData, at, text));
            }
        }
        Ok(())
    }

    /// `target update` moves an item one way.
    fn omp_update_items(&mut self, c: &OmpConstruct) -> Res<()> {
        if !c.directive.has(Leaf::TargetUpdate) {
            return Ok(());
        }
        let whole = |k: ClauseKind| -> Vec<(&ast::Name, Span)> {
            let lists = c.clauses.iter().filter(move |x| x.kind == k);
            lists
                .flat_map(|x| &x.args)
                .filter_map(|a| match a {
                    OmpArg::Word(w) => Some((&w.name, w.span)),
                    OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), span })
                        if p.len() == 1 && p[0].args.is_none() =>
                    {
                        Some((&p[0].name.name, *span))
                    }
                    _ => None,
                })
                .collect()
        };
        let (to, from) = (whole(ClauseKind::To), whole(ClauseKind::From));
        if let Some((n, at)) = from.iter().find(|(n, _)| to.iter().any(|(m, _)| m == n)) {
            let text = format!("`{n}` is both in `to` and in `from`");
            return Err(self.err(ErrorCode::OmpData, *at, text));
        }
        Ok(())
    }
}

/// Shows the message of a directive `error` on the error unit; the program goes on.
fn runtime_warning(message: Option<Expr>, span: Span) -> StmtKind {
    let text: &[u8] = match message {
        Some(_) => b"('OpenMP warning: ', a)",
        None => b"('OpenMP warning: a directive error was reached')",
    };
    let unit = Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Integer(4), rank: 0, span };
    StmtKind::Io(Box::new(Io {
        kind: IoKind::Write,
        unit: IoUnit::External(unit),
        format: IoFormat::Text(text.to_vec()),
        specs: vec![],
        err: None,
        end: None,
        eor: None,
        items: message.into_iter().map(IoItem::Expr).collect(),
        defined: vec![],
    }))
}

/// Whether an expression denotes a variable or a part of one.
fn is_designator(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Component { base, .. } | ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => {
            is_designator(base)
        }
        ExprKind::Substring { base, .. } => is_designator(base),
        _ => false,
    }
}
