//! Rules on declarative directives: DECLARE REDUCTION (OpenMP 5.2, 5.5.11), THREADPRIVATE, DECLARE TARGET, DECLARE SIMD.

use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

/// A plain name in a list.
fn named(a: &OmpArg) -> Option<(&ast::Name, Span)> {
    match a {
        OmpArg::Word(w) => Some((&w.name, w.span)),
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), span }) if p.len() == 1 && p[0].args.is_none() => {
            Some((&p[0].name.name, *span))
        }
        _ => None,
    }
}

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
                for a in &c.args {
                    if let OmpArg::Type(t) = a {
                        let _ = self.type_spec(sc, t);
                    }
                }
            } else if d.has(Leaf::Error) {
                let _ = self.omp_error(sc, c);
            } else {
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
                            self.check_declare_target(sc, n, at);
                            self.check_automap(sc, n, at);
                        }
                    }
                }
            }
        }
    }

    /// Variables on devices exist as long as the program.
    fn check_declare_target(&mut self, sc: ScopeId, n: &ast::Name, at: Span) {
        let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, n) else { return };
        let declared = |d: &PreDecl<'a>| d.ty.is_some() || d.dims.is_some() || d.dummy.is_some();
        if self.si(s).procedure || !self.sc(sc).decls.get(n).is_some_and(declared) {
            return;
        }
        let main = self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main);
        let block = self.sc(sc).decls.get(n).is_some_and(|d| d.common.is_some());
        let why = match self.sym(s).storage {
            Storage::Dummy(_) => "it is a dummy argument",
            Storage::Local if !main && !block => "it is not saved",
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
        let Some(p) = self.sc(sc).proc else { return };
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

    /// A reduction is declared once for a type in a scope, and not where OpenMP has one.
    pub fn check_reductions(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        let mut seen: Vec<(String, Ty, Span)> = vec![];
        for c in self.sc(sc).reductions.clone() {
            let Some(OmpArg::Word(id)) = c.args.first() else { continue };
            for a in &c.args {
                let OmpArg::Type(t) = a else { continue };
                let Ok(ty) = self.type_spec(sc, t) else { continue };
                let shown = ty_name(&self.prog, &ty);
                if predefined(&id.name, &ty) {
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
        } else {
            return;
        };
        self.err(ErrorCode::OmpData, at, why);
    }
}

/// Whether OpenMP has that reduction for that type.
fn predefined(name: &str, ty: &Ty) -> bool {
    // Numbers without sign are not of its language.
    !matches!(ty, Ty::Unsigned(_)) && reductions::reduce_op(name).is_some_and(|op| reductions::reduces(op, ty))
}
