//! Rules on declarative directives: DECLARE REDUCTION (OpenMP 5.2, 5.5.11), THREADPRIVATE, DECLARE TARGET, DECLARE SIMD.

use super::variant_rules::named;
use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

impl<'a> Resolver<'a> {
    /// The declarative directives of a scope.
    pub fn check_declared(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        self.check_reductions(sc);
        self.check_variants(sc);
        self.check_allocates(sc);
        let mut private: FxHashMap<ast::Name, Span> = FxHashMap::default();
        let mut target: FxHashMap<ast::Name, (bool, Span)> = FxHashMap::default();
        let mut mappers: Vec<(ast::Name, Ty, Span)> = vec![];
        for c in std::mem::take(&mut self.sc_mut(sc).omp_declared) {
            let d = c.directive;
            if d.has(Leaf::Threadprivate) {
                for (n, at) in c.args.iter().filter_map(named) {
                    if let Some(first) = private.insert(n.clone(), at) {
                        let text = format!("`{n}` is THREADPRIVATE twice");
                        let d = Diagnostic::error(ErrorCode::OmpData, at, text).also(first, "the first time");
                        self.report(d);
                        continue;
                    }
                    self.check_threadprivate(sc, n, at);
                }
            } else if d.has(Leaf::DeclareSimd) {
                self.check_declare_simd(sc, c);
            } else if d.has(Leaf::DeclareMapper) {
                self.check_mapper(sc, c, &mut mappers);
            } else if d.has(Leaf::Error) {
                let _ = self.omp_error(sc, c);
            } else {
                self.check_device_type(sc, c);
                let own = c.args.iter().map(|a| (a, false));
                let lists = c.clauses.iter().filter(|k| {
                    matches!(k.kind, ClauseKind::To | ClauseKind::Enter | ClauseKind::Link | ClauseKind::Local)
                });
                let all = own.chain(lists.flat_map(|k| k.args.iter().map(move |a| (a, k.kind == ClauseKind::Link))));
                for (a, link) in all {
                    let Some((n, at)) = named(a) else { continue };
                    match target.get(n) {
                        Some((other, first)) if *other != link => {
                            let text = format!("`{n}` is in `link` and in another list of `declare target`");
                            let d = Diagnostic::error(ErrorCode::OmpData, at, text).also(*first, "the other list");
                            self.report(d);
                        }
                        _ => {
                            target.insert(n.clone(), (link, at));
                            self.check_declare_target(sc, n, at, link);
                            self.check_automap(sc, n, at);
                        }
                    }
                }
            }
        }
    }

    /// DEVICE_TYPE and INDIRECT are about what lists name, INDIRECT about procedures (OpenMP 6.0, 9.9.1 and 9.9.3).
    fn check_device_type(&mut self, sc: ScopeId, c: &'a OmpConstruct) {
        let list = |k: &&OmpClause| {
            matches!(k.kind, ClauseKind::To | ClauseKind::Enter | ClauseKind::Link | ClauseKind::Local)
        };
        let about = c.clauses.iter().find(|k| matches!(k.kind, ClauseKind::DeviceType | ClauseKind::Indirect));
        let Some(about) = about.filter(|_| c.directive.has(Leaf::DeclareTarget)) else { return };
        if c.args.is_empty() && !c.clauses.iter().any(|k| list(&k)) {
            let text =
                format!("`{}` on `declare target` should stand beside a list of `enter` or `link`", about.kind.name());
            self.diag.warning(ErrorCode::OmpRule, about.span, text);
        }
        let find = |kind: ClauseKind| c.clauses.iter().find(|k| k.kind == kind);
        if let (Some(link), Some(t)) = (find(ClauseKind::Link), find(ClauseKind::DeviceType))
            && t.args.first().and_then(clauses::word).is_some_and(|w| &*w != "any")
        {
            let text = "what `link` names is for host and devices: `device_type` beside it is `any`";
            let d = Diagnostic::error(ErrorCode::OmpRule, t.span, text).also(link.span, "the list");
            self.report(d);
        }
        if find(ClauseKind::Indirect).is_none() {
            return;
        }
        for (n, at) in c.clauses.iter().filter(list).flat_map(|k| k.args.iter().filter_map(named)) {
            // The function that the directive stands in goes by the name of its result there.
            let own = self.sc(sc).proc.is_some_and(|p| self.proc(p).name == *n);
            if let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, n)
                && !self.si(s).procedure
                && !own
            {
                self.err(ErrorCode::OmpData, at, format!("`indirect` is about procedures, and `{n}` is a variable"));
            }
        }
    }

    /// A mapper is of a derived type, which has one of a name in a scope, and maps its variable (OpenMP 6.0, 7.9.10).
    fn check_mapper(&mut self, sc: ScopeId, c: &'a OmpConstruct, seen: &mut Vec<(ast::Name, Ty, Span)>) {
        let ty = c.args.iter().find_map(|a| if let OmpArg::Type(t) = a { Some(t) } else { None });
        let Some(ty) = ty.and_then(|t| self.type_spec(sc, t).ok()) else { return };
        if !matches!(ty, Ty::Derived(_)) {
            let text = format!("a mapper is of a derived type, not of {}", ty_name(&self.prog, &ty));
            self.err(ErrorCode::OmpRule, c.span, text);
            return;
        }
        let name = c.args.iter().find_map(|a| if let OmpArg::Word(w) = a { Some(w.name.clone()) } else { None });
        let name = name.unwrap_or_else(|| "default".into());
        if let Some((.., first)) = seen.iter().find(|(n, t, _)| *n == name && *t == ty) {
            let text = format!("the mapper `{name}` of {} is declared twice", ty_name(&self.prog, &ty));
            let d = Diagnostic::error(ErrorCode::OmpRule, c.span, text).also(*first, "declared here first");
            self.report(d);
            return;
        }
        seen.push((name, ty, c.span));
        let variable = c.args.iter().find_map(|a| if let OmpArg::Expr(_) = a { named(a) } else { None });
        let Some((n, _)) = variable else { return };
        let begins_with_it = |a: &OmpArg| match a {
            OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. }) => p[0].name.name == *n,
            OmpArg::Word(w) => w.name == *n,
            _ => false,
        };
        let maps = c.clauses.iter().filter(|k| k.kind == ClauseKind::Map);
        let ends = maps.clone().flat_map(|k| &k.modifiers).find(|m| matches!(&*m.name, "delete" | "release"));
        if let Some(m) = ends {
            let text = format!("`{}` ends a mapping, which a mapper does not: it says how objects are mapped", m.name);
            self.err(ErrorCode::OmpModifier, m.span, text);
            return;
        }
        if !c.faulty && !maps.flat_map(|k| &k.args).any(begins_with_it) {
            let text = format!("the mapper maps neither `{n}` nor a part of it");
            self.err(ErrorCode::OmpRule, c.span, text);
        }
    }

    /// Variables on devices exist as long as the program (OpenMP 6.0, 9.9.1).
    fn check_declare_target(&mut self, sc: ScopeId, n: &ast::Name, at: Span, link: bool) {
        let s = match self.lookup_in(sc, n) {
            Some(Entry { ent: Entity::Symbol(s), .. }) => s,
            Some(Entry { ent: Entity::Proc(_), .. }) if link => {
                self.err(ErrorCode::OmpData, at, format!("`link` takes variables, and `{n}` is a procedure"));
                return;
            }
            _ => return,
        };
        let declared = |d: &PreDecl<'a>| d.ty.is_some() || d.dims.is_some() || d.dummy.is_some();
        if self.si(s).procedure || !self.sc(sc).decls.get(n).is_some_and(declared) {
            return;
        }
        let main = self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main);
        let declaration = |f: fn(&PreDecl<'a>) -> bool| self.sc(sc).decls.get(n).is_some_and(f);
        let why = match self.sym(s).storage {
            _ if declaration(|d| d.common.is_some()) => "it is in a COMMON block, which is listed as a whole",
            _ if declaration(|d| d.equivalence) => "it is in an EQUIVALENCE",
            _ if self.sym(s).threadprivate => "it is threadprivate",
            Storage::Dummy(_) => "it is a dummy argument",
            Storage::Local if !main => "it is not saved",
            _ => return,
        };
        self.err(ErrorCode::OmpData, at, format!("`{n}` cannot be in `declare target`: {why}"));
    }

    /// Only allocatable variables are allocated (OpenMP 6.0, 7.9.7).
    fn check_automap(&mut self, sc: ScopeId, n: &ast::Name, at: Span) {
        let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, n) else { return };
        let sym = self.sym(s);
        if sym.on_devices == OnDevices::Automapped && !sym.allocatable {
            self.err(ErrorCode::OmpData, at, format!("`automap` needs an allocatable variable, which `{n}` is not"));
        }
    }

    /// DECLARE SIMD is about the procedure that it stands in, and its clauses about dummy arguments.
    fn check_declare_simd(&mut self, sc: ScopeId, c: &'a OmpConstruct) {
        let Some(p) = self.sc(sc).proc.filter(|p| !self.proc(*p).is_main) else {
            let text = "`declare simd` stands in the procedure that it is about, or in its interface body";
            self.err(ErrorCode::OmpRule, c.span, text);
            return;
        };
        if let Some((n, at)) = c.args.first().and_then(named)
            && *n != self.proc(p).name
        {
            let text = format!("`declare simd` must name the procedure that it stands in, `{}`", self.proc(p).name);
            self.err(ErrorCode::OmpRule, at, text);
            return;
        }
        for k in c.clauses.iter().filter(|k| k.kind == ClauseKind::Linear) {
            let steps = || k.modifiers.iter().filter(|m| &*m.name == "step");
            let forms = || k.modifiers.iter().filter(|m| matches!(&*m.name, "val" | "ref" | "uval"));
            for m in [steps().nth(1), forms().nth(1)].into_iter().flatten() {
                self.err(ErrorCode::OmpModifier, m.span, "`linear` takes one step and one of `val`, `ref` and `uval`");
            }
            let Some(e) = steps().next().and_then(|m| m.args.first()) else { continue };
            let dummy = |e: &ast::Expr| {
                matches!(&e.kind, ast::ExprKind::Ref(p) if p.len() == 1 && p[0].args.is_none()
                    && self.sc(sc).decls.get(&p[0].name.name).is_some_and(|d| d.dummy.is_some()))
            };
            if dummy(e) {
                continue;
            }
            if let Ok(x) = self.int_expr(sc, e, "the step of `linear`")
                && self.try_int(&x).is_none()
            {
                let text = "the step of `linear` in `declare simd` must be a constant or a uniform dummy argument";
                self.err(ErrorCode::OmpRule, e.span, text);
            }
        }
        for k in c
            .clauses
            .iter()
            .filter(|k| matches!(k.kind, ClauseKind::Uniform | ClauseKind::Linear | ClauseKind::Aligned))
        {
            for (n, at) in k.args.iter().filter_map(named) {
                if self.sc(sc).decls.get(n).is_none_or(|d| d.dummy.is_none()) {
                    let text = format!("`{n}` in `{}` is not a dummy argument", k.kind.name());
                    self.err(ErrorCode::OmpRule, at, text);
                }
            }
        }
    }

    /// The statements of a declared reduction are about its special variables and no others (OpenMP 6.0, 7.6.3 and 7.6.4).
    fn check_reduction_variables(&mut self, sc: ScopeId, c: &'a OmpConstruct) {
        let stmt =
            |args: &'a [OmpArg]| args.iter().find_map(|a| if let OmpArg::Stmt(s) = a { Some(&**s) } else { None });
        let of_clause = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k).and_then(|x| stmt(&x.args));
        let combiner = stmt(&c.args).or_else(|| of_clause(ClauseKind::Combiner));
        let parts = [
            ("the combiner", combiner, ["omp_out", "omp_in"]),
            ("the initializer", of_clause(ClauseKind::Initializer), ["omp_priv", "omp_orig"]),
        ];
        for (what, stmt, known) in parts {
            let (expressions, target) = match stmt.map(|s| &s.kind) {
                Some(ast::StmtKind::Assign { target, value }) => (vec![target, value], Some(target)),
                Some(ast::StmtKind::Call { proc }) => (vec![proc], None),
                _ => continue,
            };
            let first = |e: &ast::Expr| match &e.kind {
                ast::ExprKind::Ref(p) => Some(p[0].name.name.clone()),
                _ => None,
            };
            if let Some(t) = target
                && first(t).is_some_and(|n| *n != *known[0])
            {
                let text = format!("{what} of a reduction assigns to `{}`", known[0]);
                self.err(ErrorCode::OmpRule, t.span, text);
                continue;
            }
            let mut used = vec![];
            for e in expressions {
                references(e, &mut vec![], &mut used);
            }
            if target.is_none()
                && what == "the initializer"
                && !used.iter().any(|u| *u.0 == *known[0])
                && let Some(s) = stmt
            {
                let text = format!("the call of an initializer has the argument `{}`", known[0]);
                self.err(ErrorCode::OmpRule, s.span, text);
                continue;
            }
            for (n, at, alone) in used {
                if known.contains(&&*n) {
                    continue;
                }
                match self.lookup(sc, &n) {
                    Some(Entry { ent: Entity::Symbol(s), .. }) => {
                        if self.si(s).procedure || self.sym(s).storage == Storage::Constant {
                            continue;
                        }
                    }
                    Some(_) => continue,
                    // What nothing declares is a variable, unless it has arguments.
                    None if !alone => continue,
                    None => {}
                }
                let text =
                    format!("{what} of a reduction refers to `{n}`: it knows `{}` and `{}` only", known[0], known[1]);
                self.err(ErrorCode::OmpRule, at, text);
                break;
            }
        }
    }

    /// A reduction is declared once for a type in a scope, and not where OpenMP has one.
    pub fn check_reductions(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        let mut seen: Vec<(String, Ty, Span)> = vec![];
        for c in self.sc(sc).reductions.clone() {
            let Some(OmpArg::Word(id)) = c.args.first() else { continue };
            if !c.faulty {
                self.check_reduction_variables(sc, c);
            }
            for a in &c.args {
                let OmpArg::Type(t) = a else { continue };
                let Ok(ty) = self.type_spec(sc, t) else { continue };
                let shown = ty_name(&self.prog, &ty);
                if matches!(ty, Ty::Class(_)) {
                    let text = "a reduction is not declared for a polymorphic type";
                    self.err(ErrorCode::OmpRule, t.span, text);
                } else if predefined(&id.name, &ty) {
                    let text = format!("the reduction `{}` of type {shown} is predefined", id.name);
                    self.err(ErrorCode::OmpRule, c.span, text);
                } else if let Some((.., first)) = seen.iter().find(|s| s.0 == *id.name && s.1 == ty) {
                    let text = format!("the reduction `{}` is declared twice for type {shown}", id.name);
                    let d = Diagnostic::error(ErrorCode::OmpRule, c.span, text).also(*first, "declared here first");
                    self.report(d);
                } else {
                    seen.push((id.name.to_string(), ty, c.span));
                }
            }
        }
    }
}

impl<'a> Rules<'a> {
    /// The scope of the program unit that another scope belongs to.
    pub(super) fn outermost(&self, sc: ScopeId) -> ScopeId {
        std::iter::successors(Some(sc), |&s| self.sc(s).parent).last().unwrap_or(sc)
    }

    /// What one program unit requires of devices, all require that have directives for them, themselves or by a module that
    /// they use (OpenMP 6.0, 10.5).
    pub fn check_required(&mut self) {
        let required = std::mem::take(&mut self.required);
        let uses = std::mem::take(&mut self.uses);
        for (unit, at) in std::mem::take(&mut self.with_devices) {
            let mut known = vec![unit];
            let mut next = 0;
            while let Some(&s) = known.get(next) {
                next += 1;
                for &(user, module) in &uses {
                    if self.outermost(user) == s && !known.contains(&module) {
                        known.push(module);
                    }
                }
            }
            let has = |k| known.iter().any(|&s| required.contains(&(s, k)));
            let missing = required.iter().find(|(_, k)| !has(*k));
            if let Some((_, k)) = missing {
                let name = k.name();
                let text = format!(
                    "another program unit has `requires {name}`, and this one, which has directives for devices, has not"
                );
                self.err(ErrorCode::OmpRule, at, text);
            }
        }
    }

    fn check_threadprivate(&mut self, sc: ScopeId, n: &ast::Name, at: Span) {
        let Some(p) = self.sc(sc).decls.get(n) else { return };
        let why = if p.common.is_some() {
            format!("`{n}` is in a COMMON block: THREADPRIVATE names the whole block")
        } else if p.equivalence {
            format!("`{n}` is in an EQUIVALENCE, so it cannot be THREADPRIVATE")
        } else if p.dummy.is_some() {
            format!("dummy argument `{n}` cannot be THREADPRIVATE")
        } else if p.based.is_some() {
            format!("Cray pointee `{n}` cannot be THREADPRIVATE")
        } else if p.parameter {
            format!("named constant `{n}` cannot be THREADPRIVATE")
        } else {
            return;
        };
        self.err(ErrorCode::OmpData, at, why);
    }
}

/// The names that references in an expression begin with, but for variables of implied loops, and whether they stand without
/// arguments.
fn references<'e>(e: &'e ast::Expr, loops: &mut Vec<&'e ast::Name>, out: &mut Vec<(ast::Name, Span, bool)>) {
    match &e.kind {
        ast::ExprKind::Ref(p) if !loops.contains(&&p[0].name.name) => {
            out.push((p[0].name.name.clone(), e.span, p[0].args.is_none()));
        }
        ast::ExprKind::ArrayCtor { values, .. } => {
            let before = loops.len();
            values.iter().for_each(|v| implied(v, loops));
            e.children(&mut |x| references(x, loops, out));
            loops.truncate(before);
            return;
        }
        _ => {}
    }
    e.children(&mut |x| references(x, loops, out));
}

/// The variables of the implied loops of a value.
fn implied<'e>(v: &'e ast::AcValue, out: &mut Vec<&'e ast::Name>) {
    if let ast::AcValue::ImpliedDo(d) = v {
        out.push(&d.var.name);
        d.items.iter().for_each(|v| implied(v, out));
    }
}

/// Whether OpenMP has that reduction for that type.
fn predefined(name: &str, ty: &Ty) -> bool {
    // Numbers without sign are not of its language.
    !matches!(ty, Ty::Unsigned(_)) && reductions::reduce_op(name).is_some_and(|op| reductions::reduces(op, ty))
}
