//! Generic resolution: names, operators and assignment.

use super::ArgIn;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::Part;
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// The specific procedures of a generic, resolving their names on first use.
    pub fn generic_procs(&mut self, g: GenericId) -> Vec<ProcId> {
        let pending = std::mem::take(&mut self.generics[g.0 as usize].pending);
        for (sc, id) in pending {
            let found = match self.lookup(sc, &id.name) {
                Some(Entry { ent: Entity::Proc(p), .. }) => Some(p),
                Some(Entry { ent: Entity::Symbol(s), .. }) => match &self.sym(s).proc {
                    Some(ProcIface::Explicit(p)) => {
                        let p = *p;
                        self.generics[g.0 as usize].symbols.push((p, s));
                        Some(p)
                    }
                    _ => None,
                },
                Some(Entry { ent: Entity::Intrinsic(_), .. }) => match self.interface_name(sc, &id) {
                    Ok(p) => Some(p),
                    Err(_) => continue,
                },
                Some(Entry { ent: Entity::Bad | Entity::Resolving, .. }) => continue,
                _ => None,
            };
            match found {
                Some(p) => {
                    if !self.generics[g.0 as usize].procs.contains(&p) {
                        self.generics[g.0 as usize].procs.push(p);
                    }
                }
                None => {
                    self.err(
                        ErrorCode::Generic,
                        id.span,
                        format!("`{}` is not a procedure with an explicit interface", id.name),
                    );
                }
            }
        }
        self.generics[g.0 as usize].procs.clone()
    }

    /// What a reference by a generic name to one of its specifics calls: a procedure, or a dummy procedure or pointer.
    fn generic_target(&mut self, sc: ScopeId, name: &str, id: ProcId) -> ProcTarget {
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if let Some(g) = self.sc(s).names.get(name).and_then(|e| e.generic) {
                self.generic_procs(g);
                let generic = &self.generics[g.0 as usize];
                if let Some((_, y)) = generic.symbols.iter().find(|(p, _)| *p == id) {
                    return ProcTarget::Symbol(*y);
                }
                if generic.procs.contains(&id) {
                    break;
                }
            }
            cur = self.sc(s).parent;
        }
        self.specific_target(sc, id)
    }

    /// All specifics of a generic name that a scope sees, inner ones first.
    pub fn generic_candidates(&mut self, sc: ScopeId, name: &str) -> Vec<ProcId> {
        let mut out = vec![];
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if let Some(g) = self.sc(s).names.get(name).and_then(|e| e.generic) {
                for p in self.generic_procs(g) {
                    if !out.contains(&p) {
                        out.push(p);
                    }
                }
            }
            cur = self.sc(s).parent;
        }
        out
    }

    /// Picks the specific that fits; non-elemental ones win over elemental ones.
    pub fn pick(&mut self, procs: &[ProcId], args: &[ArgIn], function: bool, span: Span) -> Option<ProcId> {
        let mut best: Option<(ProcId, bool)> = None;
        for p in procs {
            self.ensure_spec(*p);
            if self.pi(*p).function != function {
                continue;
            }
            if self.match_specific(*p, args, span).is_ok() {
                // Elemental ones, and those that take anything, give way to the others.
                let elemental = self.proc(*p).elemental
                    || self.proc(*p).args.iter().any(|a| matches!(self.sym(*a).ty, Ty::Class(None)));
                match best {
                    Some((_, false)) => {}
                    Some((_, true)) if elemental => {}
                    _ => best = Some((*p, elemental)),
                }
            }
        }
        best.map(|b| b.0)
    }

    /// What came from several modules under one name may be ambiguous (15.4.3.4.5, 19.5.1.4).
    fn check_unambiguous(
        &mut self,
        sc: ScopeId,
        name: &str,
        args: &[ArgIn],
        id: Option<ProcId>,
        span: Span,
    ) -> Res<()> {
        let Some(s) = self.find_scope(sc, name) else { return Ok(()) };
        let Some(Entry { ent, generic: Some(g), from: Some(_), .. }) = self.sc(s).names.get(name).cloned() else {
            return Ok(());
        };
        let procs = self.generic_procs(g);
        let plain = matches!(ent, Entity::Proc(p) if !procs.contains(&p) && !self.pi(p).interface);
        let twice = id.is_some_and(|id| {
            procs.contains(&id)
                && procs
                    .iter()
                    .any(|q| *q != id && self.ambiguous(name, id, *q) && self.match_specific(*q, args, span).is_ok())
        });
        if plain || twice {
            let text = format!("`{name}` is ambiguous: several modules have procedures of that name that fit");
            return Err(self.err(ErrorCode::Generic, span, text));
        }
        Ok(())
    }

    /// A function reference by a generic name.
    pub fn generic_ref(&mut self, sc: ScopeId, p: &'a Part, fallback: Option<TypeId>) -> Res<Expr> {
        let name = p.name.name.clone();
        let Some(args) = &p.args else { return Err(Reported) };
        let mark = self.diag.error_count();
        let ins = self.args_in(sc, args);
        let ins = match (ins, fallback) {
            (Ok(i), _) => i,
            (Err(_), Some(t)) if self.diag.error_count() == mark => return self.constructor(sc, t, p, args),
            (Err(r), _) => return Err(r),
        };
        let procs = self.generic_candidates(sc, &name);
        let found = self.pick(&procs, &ins, true, p.span);
        if let Some(id) = found {
            self.check_unambiguous(sc, &name, &ins, found, p.span)?;
            let target = self.generic_target(sc, &name, id);
            return self.call_target(sc, id, target, ins, p.span);
        }
        if let Some(t) = fallback {
            return self.constructor(sc, t, p, args);
        }
        if let Some(id) = ferrotran_typed::intrinsics::lookup(&name)
            && !id.row().subroutine()
        {
            return self.intrinsic_function(sc, id, None, ins, p.span);
        }
        if let Some(s) = self.specific(&name) {
            return self.intrinsic_function(sc, s.generic, Some(s), ins, p.span);
        }
        Err(self.no_specific(&name, &procs, &ins, p.span))
    }

    /// CALL of a generic name.
    pub fn generic_call(&mut self, sc: ScopeId, name: &str, args: Vec<ArgIn>, span: Span) -> Res<StmtKind> {
        let procs = self.generic_candidates(sc, name);
        let found = self.pick(&procs, &args, false, span);
        self.check_unambiguous(sc, name, &args, found, span)?;
        if let Some(id) = found {
            let target = self.generic_target(sc, name, id);
            return self.call_subroutine(sc, id, target, args, span);
        }
        if let Some(id) = ferrotran_typed::intrinsics::lookup(name)
            && id.row().subroutine()
        {
            return self.intrinsic_subroutine(sc, id, args, span);
        }
        Err(self.no_specific(name, &procs, &args, span))
    }

    /// A function of an operator's generic that fits such operands.
    pub fn try_generic_function(&mut self, sc: ScopeId, key: &str, args: Vec<Expr>, span: Span) -> Res<Option<Expr>> {
        let ins: Vec<ArgIn> = args
            .into_iter()
            .map(|expr| ArgIn { part: false, coindexed: false, keyword: None, span: expr.span, expr })
            .collect();
        let procs = self.generic_candidates(sc, key);
        if let Some(id) = self.pick(&procs, &ins, true, span) {
            let target = self.generic_target(sc, key, id);
            return self.call_target(sc, id, target, ins, span).map(Some);
        }
        // Generic bindings of the operands' types.
        for i in 0..ins.len() {
            let (Ty::Derived(t) | Ty::Class(Some(t))) = ins[i].expr.ty else { continue };
            if let Some(e) = self.bound_operator(sc, t, key, &ins, i, span)? {
                return Ok(Some(e));
            }
        }
        Ok(None)
    }

    /// A subroutine of ASSIGNMENT(=) that fits, as a call.
    pub fn try_defined_assignment(&mut self, sc: ScopeId, lhs: &Expr, rhs: &Expr, span: Span) -> Res<Option<Call>> {
        let arg = |e: &Expr| ArgIn { part: false, coindexed: false, keyword: None, span: e.span, expr: e.clone() };
        let mut right = rhs.clone();
        // The right side is passed as an expression: it cannot change while the left is defined.
        if !matches!(right.kind, ExprKind::Const(_)) {
            right = Expr { ty: rhs.ty.clone(), rank: rhs.rank, span: rhs.span, kind: ExprKind::Paren(Box::new(right)) };
        }
        let ins = vec![arg(lhs), arg(&right)];
        let procs = self.generic_candidates(sc, "assignment(=)");
        if let Some(id) = self.pick(&procs, &ins, false, span) {
            let target = self.generic_target(sc, "assignment(=)", id);
            let (call, _) = self.build_call(sc, id, target, ins, span)?;
            return Ok(Some(call));
        }
        for i in 0..2 {
            let (Ty::Derived(t) | Ty::Class(Some(t))) = ins[i].expr.ty else { continue };
            if let Some(c) = self.bound_assignment(sc, t, &ins, i, span)? {
                return Ok(Some(c));
            }
        }
        Ok(None)
    }
}

impl<'a> Facts<'a> {
    /// As [`Facts::match_args`], by the stricter rules of generic resolution: no sequence association.
    pub(super) fn match_specific(&self, p: ProcId, args: &[ArgIn], span: Span) -> Result<(), super::Mismatch> {
        let map = self.match_args(p, args, span)?;
        let proc = self.proc(p);
        // 15.8.3: with array arguments, an elemental subroutine defines arrays only.
        let arrays = proc.elemental && proc.result.is_none() && args.iter().any(|a| a.expr.rank > 0);
        for (k, m) in map.iter().enumerate() {
            let (d, Some(i)) = (self.sym(proc.args[k]), m) else { continue };
            let a = &args[*i].expr;
            use crate::stmt::legacy::{CHOICE, CHOSEN};
            let label = matches!(&a.kind, ExprKind::Var(s) if &*self.sym(*s).name == CHOSEN);
            if label != (&*d.name == CHOICE) {
                return Err((a.span, "a label stands for an alternate return alone".into()));
            }
            if arrays && a.rank == 0 && matches!(d.intent, Intent::Out | Intent::InOut) && !self.is_assumed_rank(a) {
                return Err((a.span, format!("argument `{}` is scalar, another one is an array", d.name)));
            }
            if a.ty == Ty::Procedure && !self.si(proc.args[k]).procedure {
                return Err((a.span, format!("a procedure is passed to data argument `{}`", d.name)));
            }
            if matches!(a.kind, ExprKind::Null) && a.ty != Ty::Typeless && !self.types_fit(&d.ty, &a.ty) {
                let t = ty_name(&self.prog, &d.ty);
                return Err((a.span, format!("argument `{}` has type {t}", d.name)));
            }
            if matches!(d.dims, Dims::Explicit(_) | Dims::AssumedSize(..)) && a.rank != d.rank() && !d.ignore_tkr {
                return Err((a.span, format!("argument `{}` has rank {}, this has rank {}", d.name, d.rank(), a.rank)));
            }
        }
        Ok(())
    }
}

impl<'a> Rules<'a> {
    fn no_specific(&mut self, name: &str, procs: &[ProcId], args: &[ArgIn], span: Span) -> Reported {
        let types: Vec<String> = args
            .iter()
            .map(|a| {
                let t = ty_name(&self.prog, &a.expr.ty);
                if a.expr.rank > 0 { format!("{t} of rank {}", a.expr.rank) } else { t }
            })
            .collect();
        let mut d = Diagnostic::error(
            ErrorCode::Generic,
            span,
            format!("no specific procedure of generic `{name}` fits these arguments"),
        )
        .label(format!("({})", types.join(", ")));
        for p in procs.iter().take(4) {
            if let Err((_, why)) = self.match_specific(*p, args, span) {
                d = d.with_note(format!("`{}`: {why}", self.proc(*p).name));
            }
        }
        self.report(d)
    }
}
