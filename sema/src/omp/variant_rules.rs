//! Rules on DECLARE VARIANT (OpenMP 6.0, 9.6), on declarative ALLOCATE (OpenMP 6.0, 8.6), and on where the routines of OpenMP
//! may be called.

use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

/// The name of a whole variable.
pub(super) fn named(a: &OmpArg) -> Option<(&ast::Name, Span)> {
    match a {
        OmpArg::Word(w) => Some((&w.name, w.span)),
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), span }) if p.len() == 1 && p[0].args.is_none() => {
            Some((&p[0].name.name, *span))
        }
        _ => None,
    }
}

impl<'a> Resolver<'a> {
    /// The DECLARE VARIANT directives of a scope.
    pub(super) fn check_variants(&mut self, sc: ScopeId) {
        for c in self.sc(sc).variants.clone() {
            let mut base = self.sc(sc).proc;
            if let [b, _] = &c.args[..]
                && let Some((n, at)) = named(b)
            {
                let own = base.filter(|p| self.proc(*p).name == *n);
                base = match self.lookup(sc, n) {
                    _ if own.is_some() => own,
                    Some(Entry { ent: Entity::Proc(p), .. }) => Some(p),
                    Some(_) => None,
                    None => {
                        let text = format!("the base procedure `{n}` must have an explicit interface here");
                        self.err(ErrorCode::OmpRule, at, text);
                        continue;
                    }
                };
            }
            let dispatched =
                c.variants.iter().any(|v| v.traits.iter().any(|t| &*t.set == "construct" && &*t.name == "dispatch"));
            for k in c.clauses.iter().filter(|k| matches!(k.kind, ClauseKind::AdjustArgs | ClauseKind::AppendArgs)) {
                if !dispatched {
                    let text = format!("`{}` needs the construct `dispatch` in `match`", k.kind.name());
                    self.err(ErrorCode::OmpRule, k.span, text);
                }
            }
            if let Some(base) = base {
                self.check_adjusted(base, c);
                self.check_variant_arguments(sc, base, c);
            }
        }
    }

    /// A variant with an explicit interface has the arguments of the base procedure, and those that APPEND_ARGS adds
    /// (OpenMP 6.0, 9.6.5).
    fn check_variant_arguments(&mut self, sc: ScopeId, base: ProcId, c: &'a OmpConstruct) {
        let Some((n, at)) = c.args.last().and_then(named) else { return };
        let Some(Entry { ent: Entity::Proc(v), .. }) = self.lookup(sc, n) else { return };
        self.ensure_spec(base);
        self.ensure_spec(v);
        let (wanted, has) =
            (self.proc(base).args.len() + super::dispatch::appended_arguments(c), self.proc(v).args.len());
        let (function, other) = (self.proc(base).result.is_some(), self.proc(v).result.is_some());
        let base_name = self.proc(base).name.clone();
        if function != other {
            let what = if function { "a function, and its variant" } else { "a subroutine, and its variant" };
            self.err(ErrorCode::OmpRule, at, format!("`{base_name}` is {what} `{n}` is none"));
        } else if v == base {
            self.err(ErrorCode::OmpRule, at, format!("`{n}` is no variant of itself"));
        } else if wanted != has {
            let text = format!("the variant `{n}` of `{base_name}` has {has} arguments, where {wanted} are expected");
            self.err(ErrorCode::OmpRule, at, text);
        } else {
            self.check_variant_types(base, v, at);
        }
    }

    /// The arguments and results that both have are of the same types.
    fn check_variant_types(&mut self, base: ProcId, v: ProcId, at: Span) {
        let pairs: Vec<(SymbolId, SymbolId)> = {
            let (b, v) = (self.proc(base), self.proc(v));
            b.args.iter().copied().zip(v.args.iter().copied()).chain(b.result.zip(v.result)).collect()
        };
        let differ = |a: &Ty, b: &Ty| match (a, b) {
            (Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Unsigned(_), _)
            | (_, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Unsigned(_)) => a != b,
            _ => false,
        };
        let wrong = pairs.into_iter().find(|(a, b)| {
            let (a, b) = (self.sym(*a), self.sym(*b));
            !matches!(a.ty, Ty::Assumed | Ty::Typeless | Ty::Procedure)
                && !matches!(b.ty, Ty::Assumed | Ty::Typeless | Ty::Procedure)
                && differ(&a.ty, &b.ty)
        });
        let Some((a, b)) = wrong else { return };
        let text = format!(
            "`{}` of the variant `{}` is of type {}, where `{}` of `{}` is of type {}",
            self.sym(b).name,
            self.proc(v).name,
            ty_name(&self.prog, &self.sym(b).ty),
            self.sym(a).name,
            self.proc(base).name,
            ty_name(&self.prog, &self.sym(a).ty)
        );
        self.err(ErrorCode::OmpRule, at, text);
    }

    /// The declarative ALLOCATE directives of a scope: variables of that scope, each once.
    pub(super) fn check_allocates(&mut self, sc: ScopeId) {
        let mut seen: Vec<ast::Name> = vec![];
        for c in std::mem::take(&mut self.sc_mut(sc).omp_allocates) {
            let find = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
            let Ok(alignment) = self.omp_align(sc, find(ClauseKind::Align)) else { continue };
            let mut allocator = None;
            if let Some(OmpArg::Expr(e)) = find(ClauseKind::Allocator).and_then(|k| k.args.first()) {
                let Ok(x) = self.int_expr(sc, e, "the allocator") else { continue };
                if x.ty != Ty::Integer(8) {
                    let text = "an allocator is a scalar integer(omp_allocator_handle_kind)";
                    self.err(ErrorCode::OmpRule, e.span, text);
                    continue;
                }
                // From 200 on stand those that other implementations add.
                let known = |n: i64| (1..=8).contains(&n) || (200..=201).contains(&n);
                allocator = Some((self.try_int(&x).is_some_and(known), e.span));
            }
            if let Some(part) = c.args.iter().find(|a| !matches!(a, OmpArg::Common(_)) && named(a).is_none()) {
                let _ = self.no_part(part, c.span);
                continue;
            }
            for (n, at) in c.args.iter().filter_map(named) {
                if seen.contains(n) {
                    self.err(ErrorCode::OmpRule, at, format!("`{n}` is in `allocate` directives twice"));
                    continue;
                }
                seen.push(n.clone());
                if let Some(s) = self.check_allocated(sc, n, at, allocator) {
                    let y = self.sym(s);
                    if alignment > 4096 && matches!(y.storage, Storage::Static { .. }) && !y.allocatable && !y.pointer {
                        self.unsupported(at, "an alignment above 4096 of a saved variable");
                        continue;
                    }
                    self.sym_mut(s).alignment = alignment;
                }
            }
        }
    }

    fn check_allocated(
        &mut self,
        sc: ScopeId,
        n: &ast::Name,
        at: Span,
        allocator: Option<(bool, Span)>,
    ) -> Option<SymbolId> {
        let s = match self.lookup(sc, n) {
            Some(Entry { ent: Entity::Symbol(s), .. }) => s,
            Some(_) => {
                self.err(ErrorCode::OmpRule, at, format!("`{n}` in `allocate` is not a variable"));
                return None;
            }
            None => return None,
        };
        let y = self.sym(s).clone();
        let why = match y.storage {
            Storage::Constant => "it is a named constant",
            Storage::Dummy(_) => "it is a dummy argument",
            Storage::Result => "it is a function result",
            Storage::Common { .. } => "it is in a COMMON block, which is named as a whole",
            Storage::Associate => "it is an associate name",
            Storage::Based { .. } => "it is a Cray pointee",
            Storage::Equivalence { .. } => "it is in an EQUIVALENCE",
            _ if self.si(s).procedure => "it is a procedure",
            _ if !self.sc(sc).names.contains_key(n) => "it is declared in another scope",
            _ => "",
        };
        if !why.is_empty() {
            self.err(ErrorCode::OmpRule, at, format!("`{n}` cannot be in `allocate`: {why}"));
            return None;
        }
        let module = self.sc(sc).kind == ScopeKind::Module;
        let saved = module
            || matches!(y.storage, Storage::Static { .. }) && !self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main)
            || self.sc(sc).decls.get(n).is_some_and(|d| d.save);
        if saved && !y.allocatable && !y.pointer {
            match allocator {
                None => {
                    let text = format!("`{n}` is saved: its `allocate` needs the clause `allocator`");
                    self.err(ErrorCode::OmpRule, at, text);
                }
                Some((false, span)) => {
                    let text = format!("`{n}` is saved: its allocator must be a predefined one");
                    self.err(ErrorCode::OmpRule, span, text);
                }
                _ => {}
            }
        }
        Some(s)
    }

    /// Which routines of OpenMP may be called directly in a `teams` region, and in a region with `device(ancestor: 1)`.
    pub fn omp_routine_rules(&mut self, name: &str, span: Span) -> Res<()> {
        if self.place.omp.frames.is_empty() || !crate::modules::builtin::is_omp_routine(name) {
            return Ok(());
        }
        let queries = ["omp_get_num_teams", "omp_get_team_num"];
        let why = if self.place.omp.in_leaf(Leaf::Teams) && !queries.contains(&name) {
            "directly in a `teams` region"
        } else if self.place.omp.frames.iter().any(super::Frame::concurrent) {
            "in a region whose iterations are concurrent"
        } else if self.place.omp.frames.iter().any(|f| f.ancestor) {
            "in a region with `device(ancestor: 1)`"
        } else {
            return Ok(());
        };
        Err(self.err(ErrorCode::OmpRule, span, format!("`{name}` may not be called {why}")))
    }
}

impl<'a> Rules<'a> {
    /// ADJUST_ARGS names dummy arguments of the base procedure, each once.
    fn check_adjusted(&mut self, base: ProcId, c: &'a OmpConstruct) {
        let dummies = self.proc(base).args.clone();
        let mut seen: Vec<ast::Name> = vec![];
        for k in c.clauses.iter().filter(|k| k.kind == ClauseKind::AdjustArgs) {
            let pointer = k.modifiers.iter().any(|m| &*m.name == "need_device_ptr");
            for (n, at) in k.args.iter().filter_map(named) {
                let Some(d) = dummies.iter().copied().find(|d| self.sym(*d).name == *n) else {
                    let text = format!("`{n}` in `adjust_args` is not a dummy argument of `{}`", self.proc(base).name);
                    self.err(ErrorCode::OmpRule, at, text);
                    continue;
                };
                if seen.contains(n) {
                    self.err(ErrorCode::OmpRule, at, format!("`{n}` is in `adjust_args` twice"));
                    continue;
                }
                seen.push(n.clone());
                let y = self.sym(d);
                let address = matches!(&y.ty, Ty::Derived(t) if &*self.ty(*t).name == "c_ptr") && y.rank() == 0;
                if pointer && !address {
                    let text = format!("`{n}` in `need_device_ptr` must be a scalar of type(c_ptr)");
                    self.err(ErrorCode::OmpRule, at, text);
                }
            }
        }
    }
}
