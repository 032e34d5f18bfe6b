//! Rules on the clauses of one directive that concern several clauses, or the directive around.

use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

fn modifier<'x>(c: &'x OmpClause, name: &str) -> Option<&'x ast::OmpModifier> {
    c.modifiers.iter().find(|m| &*m.name == name)
}

impl<'a> Sema<'a> {
    /// Checks the clauses of a construct against each other.
    pub(super) fn omp_clause_rules(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        let mut ok = self.omp_if_clauses(c).is_ok();
        ok &= self.omp_simd_lengths(sc, c).is_ok();
        ok &= self.omp_schedule_modifiers(c).is_ok();
        ok &= self.omp_defaultmaps(c).is_ok();
        ok &= self.omp_task_reductions(c).is_ok();
        ok &= self.omp_taskwait(c).is_ok();
        ok &= self.omp_ancestor(sc, c).is_ok();
        ok &= self.omp_item_rules(sc, c).is_ok();
        ok &= self.omp_restrictions(sc, c).is_ok();
        for cl in &c.clauses {
            let wrong = match cl.kind {
                ClauseKind::Linear if !c.directive.has(Leaf::DeclareSimd) => modifier(cl, "ref")
                    .or(modifier(cl, "uval"))
                    .map(|m| (m.span, "`ref` and `uval` are for `declare simd`")),
                ClauseKind::Lastprivate if c.directive.has(Leaf::Distribute) || c.directive.has(Leaf::Loop) => {
                    modifier(cl, "conditional")
                        .map(|m| (m.span, "a conditional `lastprivate` is not allowed on `distribute` and `loop`"))
                }
                _ => None,
            };
            if let Some((span, text)) = wrong {
                self.err(ErrorCode::OmpModifier, span, text);
                ok = false;
            }
            if cl.kind == ClauseKind::Holds
                && let Some(OmpArg::Expr(e)) = cl.args.first()
            {
                ok &= self.logical_expr(sc, e, "the expression of `holds`").is_ok();
            }
        }
        if ok { Ok(()) } else { Err(Reported) }
    }

    /// Lengths are positive constants, `simdlen` not above `safelen`, `ordered` not below `collapse`.
    fn omp_simd_lengths(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        let mut ok = true;
        let mut value = |this: &mut Self, kind: ClauseKind| -> Option<(i64, Span)> {
            let cl = c.clauses.iter().find(|k| k.kind == kind)?;
            let OmpArg::Expr(e) = cl.args.first()? else { return None };
            let x = this.int_expr(sc, e, "the argument of the clause");
            match x.map(|x| this.try_int(&x)) {
                Ok(Some(n)) if n >= 1 => Some((n, e.span)),
                Ok(None) => None,
                Ok(Some(_)) => {
                    let text = format!("the argument of `{}` must be positive: the clause is ignored", kind.name());
                    this.diag.warning(ErrorCode::OmpRule, e.span, text);
                    None
                }
                Err(_) => {
                    ok = false;
                    None
                }
            }
        };
        let (safe, len) = (value(self, ClauseKind::Safelen), value(self, ClauseKind::Simdlen));
        if let (Some((s, at)), Some((l, span))) = (safe, len)
            && l > s
        {
            let text = format!("`simdlen({l})` is above `safelen({s})`");
            self.report(Diagnostic::error(ErrorCode::OmpRule, span, text).also(at, "the limit"));
            ok = false;
        }
        let number = |this: &mut Self, kind: ClauseKind| -> Option<(i64, Span)> {
            let cl = c.clauses.iter().find(|k| k.kind == kind)?;
            let OmpArg::Expr(e) = cl.args.first()? else { return None };
            Some((this.const_int(sc, e).ok()?, e.span))
        };
        let (ordered, collapse) = (number(self, ClauseKind::Ordered), number(self, ClauseKind::Collapse));
        if let (Some((o, span)), Some((n, at))) = (ordered, collapse)
            && o < n
        {
            let text = format!("`ordered({o})` is below `collapse({n})`");
            self.report(Diagnostic::error(ErrorCode::OmpRule, span, text).also(at, "the loops that are collapsed"));
            ok = false;
        }
        if ok { Ok(()) } else { Err(Reported) }
    }

    /// `device(ancestor: 1)` needs `requires reverse_offload`, and few other clauses may stand with it (OpenMP 5.2, 13.8).
    fn omp_ancestor(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        let Some((cl, m)) =
            c.clauses.iter().filter(|k| k.kind == ClauseKind::Device).find_map(|k| Some((k, modifier(k, "ancestor")?)))
        else {
            return Ok(());
        };
        if !c.directive.has(Leaf::Target) {
            return Err(self.err(ErrorCode::OmpModifier, m.span, "`ancestor` is for `target` only"));
        }
        if !self.reverse_offload {
            let text = "`ancestor` needs the directive `requires reverse_offload`";
            return Err(self.err(ErrorCode::OmpRule, m.span, text));
        }
        if let Some(OmpArg::Expr(e)) = cl.args.first() {
            let x = self.int_expr(sc, e, "the argument of `device`")?;
            if self.try_int(&x).is_some_and(|n| n != 1) {
                return Err(self.err(ErrorCode::OmpRule, e.span, "the ancestor device is number 1"));
            }
        }
        let fine = [
            ClauseKind::Device,
            ClauseKind::Firstprivate,
            ClauseKind::Private,
            ClauseKind::Defaultmap,
            ClauseKind::Map,
        ];
        if let Some(o) = c.clauses.iter().find(|k| !fine.contains(&k.kind)) {
            let text = format!("the clause `{}` may not stand beside `device(ancestor: 1)`", o.kind.name());
            return Err(self.err(ErrorCode::OmpClauseNotAllowed, o.span, text));
        }
        Ok(())
    }

    /// What worksharing makes private must be shared in the parallel region around it (OpenMP 5.2, 5.4.4 to 5.5.8).
    pub(super) fn omp_shared_around(&mut self, c: &OmpConstruct, clauses: &[Clause]) -> Res<()> {
        let d = c.directive;
        if !matches!(d.leaves().first(), Some(Leaf::Do | Leaf::Sections | Leaf::Single | Leaf::Scope)) {
            return Ok(());
        }
        let Some(around) = self.place.omp.frames.last() else { return Ok(()) };
        if !around.directive.has(Leaf::Parallel) {
            return Ok(());
        }
        let (at, first_scope) = (around.span, around.first_scope);
        let private = |s: &SymbolId| {
            matches!(around.listed.get(s), Some(Sharing::Private | Sharing::Firstprivate | Sharing::Reduction))
        };
        let mut found: Option<(SymbolId, &str)> = None;
        for k in clauses {
            let (list, name): (Vec<SymbolId>, &str) = match k {
                Clause::Firstprivate(v) => (v.clone(), "firstprivate"),
                Clause::Lastprivate(v) | Clause::LastprivateConditional(v) => (v.clone(), "lastprivate"),
                Clause::Reduction { items, .. } => (items.iter().filter_map(|x| x.variable()).collect(), "reduction"),
                Clause::Copyprivate(v) => {
                    let outside = |s: &&SymbolId| {
                        self.si(**s).scope.is_some_and(|x| x.0 < first_scope)
                            && !self.sym(**s).threadprivate
                            && match around.listed.get(*s) {
                                None => !around.default_private.iter().any(|m| m.has(Category::of(self.sym(**s)))),
                                Some(sharing) => *sharing == Sharing::Shared,
                            }
                    };
                    if let Some(s) = v.iter().find(outside)
                        && around.directive.leaves().last() == Some(&Leaf::Parallel)
                        && !c.clauses.iter().any(|k| matches!(k.kind, ClauseKind::Private | ClauseKind::Firstprivate))
                    {
                        let n = self.sym(*s).name.clone();
                        let text = format!("`{n}` in `copyprivate` must be threadprivate or private in `parallel`");
                        let d = Diagnostic::error(ErrorCode::OmpData, c.span, text).also(at, "shared here");
                        return Err(self.report(d));
                    }
                    continue;
                }
                _ => continue,
            };
            found = found.or(list.into_iter().find(private).map(|s| (s, name)));
        }
        match found {
            Some((s, name)) => {
                let n = self.sym(s).name.clone();
                let text =
                    format!("`{n}` in `{name}` is private in the parallel region around: it must be shared there");
                let d = Diagnostic::error(ErrorCode::OmpData, c.span, text).also(at, "made private here");
                Err(self.report(d))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Rules<'a> {
    /// One `defaultmap`, and one `default`, for each category, and none beside one for all.
    fn omp_defaultmaps(&mut self, c: &OmpConstruct) -> Res<()> {
        let mut seen: Vec<(ClauseKind, Category, Span)> = vec![];
        for cl in &c.clauses {
            let of = match cl.kind {
                ClauseKind::Defaultmap => self.defaultmap_clause(cl)?.1,
                ClauseKind::Default => self.default_clause(cl)?.1,
                _ => continue,
            };
            if let Some((.., first)) = seen.iter().find(|(k, s, _)| *k == cl.kind && (s.has(of) || of.has(*s))) {
                let text = format!("two `{}` clauses are about the same variables", cl.kind.name());
                let d = Diagnostic::error(ErrorCode::OmpClauseTwice, cl.span, text).also(*first, "the other one");
                return Err(self.report(d));
            }
            seen.push((cl.kind, of, cl.span));
        }
        Ok(())
    }

    /// One `if` for each directive that it may be about, and none without a name beside those (OpenMP 5.2, 3.4).
    fn omp_if_clauses(&mut self, c: &OmpConstruct) -> Res<()> {
        let mut seen: Vec<(Option<&str>, Span)> = vec![];
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::If) {
            let own = cl.modifiers.iter().map(|m| &*m.name).find(|n| !n.is_empty());
            let clash = seen.iter().find(|(n, _)| *n == own || n.is_none() || own.is_none());
            if let Some((n, first)) = clash {
                let text = match (own, n) {
                    (Some(n), Some(_)) => format!("a second `if` for `{n}`"),
                    (None, None) => format!("the clause `if` may stand only once on `{}`", c.directive.name()),
                    _ => "with several `if` clauses each must name its directive".to_string(),
                };
                let d = Diagnostic::error(ErrorCode::OmpClauseTwice, cl.span, text).also(*first, "the other `if`");
                return Err(self.report(d));
            }
            seen.push((own, cl.span));
        }
        Ok(())
    }

    /// `monotonic` and `nonmonotonic` exclude each other, the second one also `ordered`.
    fn omp_schedule_modifiers(&mut self, c: &OmpConstruct) -> Res<()> {
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Schedule) {
            let Some(m) = modifier(cl, "nonmonotonic") else { continue };
            let why = if modifier(cl, "monotonic").is_some() {
                "`monotonic` and `nonmonotonic` exclude each other"
            } else if c.clauses.iter().any(|k| k.kind == ClauseKind::Ordered) {
                "`nonmonotonic` and the clause `ordered` exclude each other"
            } else {
                continue;
            };
            return Err(self.err(ErrorCode::OmpModifier, m.span, why));
        }
        Ok(())
    }

    /// The reduction modifier `task` (OpenMP 5.2, 5.5.8).
    fn omp_task_reductions(&mut self, c: &OmpConstruct) -> Res<()> {
        let d = c.directive;
        let ok = [Leaf::Parallel, Leaf::Do, Leaf::Sections, Leaf::Scope].iter().any(|l| d.has(*l));
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Reduction) {
            let Some(m) = modifier(cl, "task") else { continue };
            let why = if !ok || d.has(Leaf::Taskloop) || d.leaves().first() == Some(&Leaf::Simd) {
                "a `task` reduction needs `parallel`, `do`, `sections` or `scope`"
            } else if c.clauses.iter().any(|k| k.kind == ClauseKind::Nowait) && !d.has(Leaf::Target) {
                "a `task` reduction excludes `nowait`"
            } else {
                continue;
            };
            return Err(self.err(ErrorCode::OmpModifier, m.span, why));
        }
        Ok(())
    }

    fn omp_taskwait(&mut self, c: &OmpConstruct) -> Res<()> {
        if !c.directive.has(Leaf::Taskwait) {
            return Ok(());
        }
        let depends = || c.clauses.iter().filter(|k| k.kind == ClauseKind::Depend);
        if let Some(n) = c.clauses.iter().find(|k| k.kind == ClauseKind::Nowait)
            && depends().next().is_none()
        {
            return Err(self.err(ErrorCode::OmpClauseMissing, n.span, "`taskwait` with `nowait` needs `depend`"));
        }
        if let Some(m) = depends().find_map(|k| modifier(k, "mutexinoutset")) {
            return Err(self.err(ErrorCode::OmpModifier, m.span, "`taskwait` does not take `mutexinoutset`"));
        }
        Ok(())
    }
}
