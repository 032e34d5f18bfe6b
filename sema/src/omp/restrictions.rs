//! Restrictions on the values and items of single clauses, and between two clauses of one construct.

use super::*;
use ferrotran_syntax::ast::{OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

impl<'a> Sema<'a> {
    /// What can be said of the clauses of a construct as they are written.
    pub(super) fn omp_restrictions(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Res<()> {
        let mut ok = self.omp_scan_loop(c).is_ok();
        ok &= self.omp_needed_beside(c).is_ok();
        ok &= self.omp_event(c).is_ok();
        ok &= self.omp_assumptions(c).is_ok();
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Aligned) {
            ok &= self.omp_alignment(sc, cl).is_ok();
        }
        if ok { Ok(()) } else { Err(Reported) }
    }

    /// NUM_TEAMS: the lower bound is not above the upper one, which is the value (OpenMP 6.0, 12.2.1).
    pub(super) fn team_bounds(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Option<Expr>> {
        let upper = self.positive(sc, cl)?;
        let Some(e) = cl.modifiers.iter().find(|m| &*m.name == "lower").and_then(|m| m.args.first()) else {
            return Ok(upper);
        };
        let lower = self.in_region_around(|this| this.int_expr(sc, e, "the lower bound of `num_teams`"))?;
        let Some(l) = self.try_int(&lower) else { return Ok(upper) };
        if l < 1 {
            return Err(self.err(ErrorCode::OmpRule, e.span, "the lower bound of `num_teams` must be positive"));
        }
        if let Some(u) = upper.as_ref().and_then(|u| self.try_int(u)).filter(|u| l > *u) {
            let text = format!("the lower bound of `num_teams`, {l}, is above the upper bound, {u}");
            return Err(self.err(ErrorCode::OmpRule, cl.span, text));
        }
        Ok(upper)
    }

    /// A priority, the number of a thread or of a device, none of which is negative (OpenMP 6.0, 14.9 and 15.2), but for
    /// devices that named constants of `omp_lib` stand for.
    pub(super) fn number_from_zero(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Expr> {
        let x = self.one_int(sc, cl)?;
        let Some(n) = self.try_int(&x).filter(|n| *n < 0) else { return Ok(x) };
        let mut named = ["omp_initial_device", "omp_invalid_device", "omp_default_device"].into_iter();
        if cl.kind == ClauseKind::Device && named.any(|name| self.omp_constant(name) == Some(n)) {
            return Ok(x);
        }
        let text = format!("the argument of `{}` must not be negative", cl.kind.name());
        Err(self.err(ErrorCode::OmpRule, x.span, text))
    }

    /// The alignment of ALIGNED is positive (OpenMP 6.0, 7.12).
    fn omp_alignment(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<()> {
        for e in cl.modifiers.iter().filter(|m| &*m.name == "alignment").flat_map(|m| &m.args) {
            if self.const_int(sc, e)? < 1 {
                return Err(self.err(ErrorCode::OmpRule, e.span, "the alignment must be positive"));
            }
        }
        Ok(())
    }
}

impl<'a> Facts<'a> {
    /// The value of a named constant of `omp_lib`.
    fn omp_constant(&mut self, name: &str) -> Option<i64> {
        let lib = self.builtin_module("omp_lib");
        let key: ast::Name = name.into();
        let Entity::Symbol(s) = self.sc(lib).names.get(&key)?.ent.clone() else { return None };
        match &self.sym(s).value {
            Some(Const::Int(n)) => i64::try_from(*n).ok(),
            _ => None,
        }
    }
}

impl<'a> Rules<'a> {
    /// The loop of an INSCAN reduction has neither SCHEDULE nor ORDERED (OpenMP 6.0, 7.7).
    fn omp_scan_loop(&mut self, c: &OmpConstruct) -> Res<()> {
        let inscan = c.clauses.iter().flat_map(|k| &k.modifiers).find(|m| &*m.name == "inscan");
        let other = c.clauses.iter().find(|k| matches!(k.kind, ClauseKind::Schedule | ClauseKind::Ordered));
        if let (Some(m), Some(o)) = (inscan, other) {
            let text = format!("`{}` may not stand beside a reduction with `inscan`", o.kind.name());
            let d = Diagnostic::error(ErrorCode::OmpClauseNotAllowed, o.span, text).also(m.span, "the modifier");
            return Err(self.report(d));
        }
        // OpenMP 6.0, 7.6.9: either all are scanned or none is.
        let plain =
            |k: &&OmpClause| k.kind == ClauseKind::Reduction && !k.modifiers.iter().any(|m| &*m.name == "inscan");
        if let (Some(m), Some(o)) = (inscan, c.clauses.iter().find(plain)) {
            let text = "beside a reduction with `inscan` all reductions have that modifier";
            let d = Diagnostic::error(ErrorCode::OmpModifier, o.span, text).also(m.span, "the modifier");
            return Err(self.report(d));
        }
        Ok(())
    }

    /// FAIL and WEAK are about comparisons (OpenMP 6.0, 17.8.3 and 17.8.5), and LINEAR is not for loops with dependences between
    /// iterations (5.2, 5.4.6).
    fn omp_needed_beside(&mut self, c: &OmpConstruct) -> Res<()> {
        let find = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
        let compares = find(ClauseKind::Compare).is_some();
        for k in [ClauseKind::Weak, ClauseKind::Fail] {
            // The least or the greatest by an intrinsic may fail as well.
            let by_intrinsic = k == ClauseKind::Fail && c.body.as_deref().is_some_and(|b| b.iter().any(keeps_extremum));
            if let Some(cl) = find(k).filter(|_| c.directive.has(Leaf::Atomic) && !compares && !by_intrinsic) {
                let text = format!("`{}` needs the clause `compare`", k.name());
                return Err(self.err(ErrorCode::OmpClauseMissing, cl.span, text));
            }
        }
        if let (Some(o), Some(l)) = (find(ClauseKind::Ordered), find(ClauseKind::Linear))
            && !o.args.is_empty()
        {
            let text = "`linear` may not stand beside `ordered` with an argument";
            let d = Diagnostic::error(ErrorCode::OmpClauseNotAllowed, l.span, text).also(o.span, "the other clause");
            return Err(self.report(d));
        }
        Ok(())
    }

    /// The event of a task has the sharing that DETACH gives it (OpenMP 6.0, 14.1.3).
    fn omp_event(&mut self, c: &OmpConstruct) -> Res<()> {
        let Some((event, _)) =
            c.clauses.iter().find(|k| k.kind == ClauseKind::Detach).and_then(|k| item_rules::names(k).next())
        else {
            return Ok(());
        };
        let private = c.clauses.iter().filter(|k| k.kind == ClauseKind::Private);
        if let Some((n, at)) = private.flat_map(item_rules::names).find(|(n, _)| *n == event) {
            let text = format!("`{n}` is the event of `detach`, so it cannot be in `private`");
            return Err(self.err(ErrorCode::OmpData, at, text));
        }
        Ok(())
    }

    /// ASSUME assumes something (OpenMP 6.0, 10.6.1).
    fn omp_assumptions(&mut self, c: &OmpConstruct) -> Res<()> {
        if c.directive.has(Leaf::Assume) && c.clauses.is_empty() {
            let text = "`assume` needs a clause that says what may be assumed";
            return Err(self.err(ErrorCode::OmpClauseMissing, c.span, text));
        }
        Ok(())
    }

    /// Two clauses of a construct that do not list one variable both, and what single clauses do not list.
    pub(super) fn omp_listed_items(&mut self, c: &OmpConstruct, clauses: &[Clause]) -> Res<()> {
        let d = c.directive;
        let firstprivate = |s: &SymbolId| clauses.iter().any(|k| matches!(k, Clause::Firstprivate(v) if v.contains(s)));
        let private = |s: &SymbolId| clauses.iter().any(|k| matches!(k, Clause::Private(v) if v.contains(s)));
        let mut wrong: Option<(SymbolId, ClauseKind, String)> = None;
        for k in clauses {
            match k {
                // OpenMP 6.0, 13.7 and 19.2
                Clause::Lastprivate(v) if d.has(Leaf::Distribute) => {
                    if let Some(s) = v.iter().find(|s| firstprivate(s)) {
                        let text = "is in `firstprivate` and in `lastprivate` of `distribute`, which takes one of them";
                        wrong = Some((*s, ClauseKind::Lastprivate, text.into()));
                    }
                }
                // OpenMP 6.0, 7.8.1
                Clause::Copyin(v) => {
                    let all = || clauses.iter().filter_map(|k| if let Clause::Copyin(v) = k { Some(v) } else { None });
                    if let Some(s) = v.iter().find(|s| all().flatten().filter(|t| t == s).count() > 1) {
                        wrong = Some((*s, ClauseKind::Copyin, "is listed twice in `copyin`".into()));
                    }
                }
                // OpenMP 6.0, 7.8.2
                Clause::Copyprivate(v) => {
                    let all =
                        || clauses.iter().filter_map(|k| if let Clause::Copyprivate(v) = k { Some(v) } else { None });
                    if let Some(s) = v.iter().find(|s| all().flatten().filter(|t| t == s).count() > 1) {
                        wrong = Some((*s, ClauseKind::Copyprivate, "is listed twice in `copyprivate`".into()));
                    }
                    if let Some(s) = v.iter().find(|s| firstprivate(s) || private(s)) {
                        let text =
                            "in `copyprivate` is private in this construct: it must be private in the region around";
                        wrong = Some((*s, ClauseKind::Copyprivate, text.into()));
                    }
                }
                // OpenMP 6.0, 7.5.7 to 7.5.9
                Clause::IsDevicePtr(v) | Clause::HasDeviceAddr(v) => {
                    let mapped = |s: &&SymbolId| {
                        let is_it = |e: &Expr| root_variable(e) == Some(**s);
                        clauses.iter().any(|k| matches!(k, Clause::Map { items, .. } if items.iter().any(is_it)))
                    };
                    let kind = match k {
                        Clause::IsDevicePtr(_) => ClauseKind::IsDevicePtr,
                        _ => ClauseKind::HasDeviceAddr,
                    };
                    if let Some(s) = v.iter().find(mapped) {
                        wrong = Some((*s, kind, format!("is in `{}` and in `map`", kind.name())));
                    }
                }
                Clause::UseDevicePtr(v) | Clause::UseDeviceAddr(v) => {
                    let all = || {
                        clauses.iter().filter_map(|k| match k {
                            Clause::UseDevicePtr(v) | Clause::UseDeviceAddr(v) => Some(v),
                            _ => None,
                        })
                    };
                    let kind = match k {
                        Clause::UseDevicePtr(_) => ClauseKind::UseDevicePtr,
                        _ => ClauseKind::UseDeviceAddr,
                    };
                    if let Some(s) = v.iter().find(|s| all().flatten().filter(|t| t == s).count() > 1) {
                        wrong = Some((*s, kind, "is listed twice in `use_device_ptr` and `use_device_addr`".into()));
                    }
                }
                // OpenMP 6.0, 7.5.6
                Clause::LastprivateConditional(v) => {
                    if let Some(s) = v.iter().find(|s| self.sym(**s).rank() > 0) {
                        let text = "is an array: `lastprivate` with `conditional` takes scalar variables";
                        wrong = Some((*s, ClauseKind::Lastprivate, text.into()));
                    }
                }
                // OpenMP 6.0, 17.9.5
                Clause::Depend { items, .. } => self.omp_empty_sections(ClauseKind::Depend, items)?,
                Clause::Reduction { items, .. } => self.omp_empty_sections(ClauseKind::Reduction, items)?,
                _ => {}
            }
        }
        let Some((s, kind, text)) = wrong else { return self.omp_overlapping_maps(clauses) };
        let at = c.clauses.iter().find(|k| k.kind == kind).map_or(c.span, |k| k.span);
        let text = format!("`{}` {text}", self.sym(s).name);
        Err(self.err(ErrorCode::OmpData, at, text))
    }

    /// List items of the MAP clauses of a construct do not share storage, unless they are the same, or one is a structure
    /// with the other in it (OpenMP 6.0, 7.9.6): of arrays, sections whose bounds are constants.
    fn omp_overlapping_maps(&mut self, clauses: &[Clause]) -> Res<()> {
        let items = clauses.iter().filter_map(|k| match k {
            Clause::Map { items, .. } => Some(items),
            _ => None,
        });
        let sections: Vec<(&Expr, SymbolId, Vec<(i64, i64)>)> =
            items.flatten().filter_map(|e| self.constant_section(e).map(|(s, b)| (e, s, b))).collect();
        for (i, (e, s, one)) in sections.iter().enumerate() {
            let meets = |other: &[(i64, i64)]| one.iter().zip(other).all(|(a, b)| a.0 <= b.1 && b.0 <= a.1);
            if let Some((first, ..)) = sections[..i].iter().find(|(_, t, other)| s == t && one != other && meets(other))
            {
                let text = format!("sections of `{}` in the `map` clauses of one directive overlap", self.sym(*s).name);
                let d = Diagnostic::error(ErrorCode::OmpData, e.span, text).also(first.span, "the other section");
                return Err(self.report(d));
            }
        }
        Ok(())
    }

    /// A section has elements, as far as its bounds are constants.
    fn omp_empty_sections(&mut self, kind: ClauseKind, items: &[Expr]) -> Res<()> {
        for e in items {
            if let Some((s, bounds)) = self.constant_section(e)
                && bounds.iter().any(|b| b.0 > b.1)
            {
                let text = format!("the section of `{}` in `{}` has no elements", self.sym(s).name, kind.name());
                return Err(self.err(ErrorCode::OmpRule, e.span, text));
            }
        }
        Ok(())
    }

    /// The array and the bounds of a section of a variable, where all of them are constants.
    fn constant_section(&self, e: &Expr) -> Option<(SymbolId, Vec<(i64, i64)>)> {
        let ExprKind::Section { base, subs } = &e.kind else { return None };
        let ExprKind::Var(s) = base.kind else { return None };
        let bounds = subs.iter().map(|sub| match sub {
            Subscript::Range { lower: Some(l), upper: Some(u), step: None } => {
                Some((self.try_int(l)?, self.try_int(u)?))
            }
            Subscript::Range { .. } | Subscript::Vector(_) => None,
            Subscript::Index(i) => self.try_int(i).map(|n| (n, n)),
        });
        Some((s, bounds.collect::<Option<_>>()?))
    }

    /// What LASTPRIVATE lists on LOOP, or LINEAR where teams share iterations, is the variable of one of the loops
    /// (OpenMP 6.0, 13.8, 19.8).
    pub(super) fn omp_last_values_of_loop(&mut self, c: &OmpConstruct, clauses: &[Clause], body: &[Stmt]) -> Res<()> {
        let (of_loop, of_teams) = (c.directive.has(Leaf::Loop), c.directive.has(Leaf::Distribute));
        if !of_loop && !of_teams {
            return Ok(());
        }
        let depth = clauses.iter().find_map(|k| if let Clause::Collapse(n) = k { Some(*n) } else { None });
        let Some(nest) = nests::whole(body, depth.unwrap_or(1)) else { return Ok(()) };
        let variables = nest.variables();
        for k in clauses {
            let (v, clause, directive) = match k {
                Clause::Lastprivate(v) | Clause::LastprivateConditional(v) if of_loop => {
                    (v, ClauseKind::Lastprivate, "loop")
                }
                Clause::Linear(v, _) if of_teams => (v, ClauseKind::Linear, "distribute"),
                _ => continue,
            };
            if let Some(s) = v.iter().find(|s| !variables.contains(s)) {
                let (name, clause_name) = (&self.sym(*s).name, clause.name());
                let text = format!("`{name}` in `{clause_name}` of `{directive}` must be the variable of its loop");
                let at = c.clauses.iter().find(|k| k.kind == clause).map_or(c.span, |k| k.span);
                return Err(self.err(ErrorCode::OmpData, at, text));
            }
        }
        Ok(())
    }

    /// The variable of a loop of the directive changes by the step of its loop, whatever LINEAR says (OpenMP 6.0, 7.5.6).
    pub(super) fn omp_linear_steps(&mut self, c: &OmpConstruct, clauses: &[Clause], body: &[Stmt]) -> Res<()> {
        let given = c.clauses.iter().filter(|k| k.kind == ClauseKind::Linear);
        let list = clauses.iter().filter_map(|k| if let Clause::Linear(v, s) = k { Some((v, s)) } else { None });
        for (at, (variables, step)) in given.zip(list) {
            let mut loops = body;
            while let Some((var, of_loop, inner)) = loops.iter().find_map(|s| match &s.kind {
                StmtKind::Do { var, step, body, .. } => Some((var, step, body)),
                _ => None,
            }) {
                loops = inner;
                let known = |e: &Option<Expr>| e.as_ref().map_or(Some(1), |e| self.try_int(e));
                let listed = var.variable().filter(|s| variables.contains(s));
                if let (Some(s), Some(a), Some(b)) = (listed, known(step), known(of_loop))
                    && a != b
                {
                    let name = &self.sym(s).name;
                    let text = format!("`{name}` changes by {b}, the step of its loop, where `linear` says {a}");
                    return Err(self.err(ErrorCode::OmpRule, at.span, text));
                }
            }
        }
        Ok(())
    }
}

/// A statement assigns what MAX or MIN give.
fn keeps_extremum(s: &ast::Stmt) -> bool {
    let ast::StmtKind::Assign { value: ast::Expr { kind: ast::ExprKind::Ref(p), .. }, .. } = &s.kind else {
        return false;
    };
    matches!(&*p[0].name.name, "max" | "min")
}

/// The variable that a list item is, or is a section or an element of.
pub(super) fn root_variable(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Section { base, .. } | ExprKind::Elem { base, .. } => root_variable(base),
        _ => None,
    }
}
