//! Procedure references: matching of arguments to dummies, results, definability.

mod actual_rules;
pub(crate) mod bound;
pub(crate) mod characteristics;
pub(crate) mod definable;
pub(crate) mod generic;
mod statement;

use super::ctx::*;
use super::decl::types::const_elements;
use super::expr::Want;
use super::expr::conditional::is_no_argument;
use super::expr::shape::{shape_of, type_len};
use crate::const_eval::elements;
use crate::warn::Warn;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{Ident, Part};
use ferrotran_typed::*;

/// An analysed actual argument.
#[derive(Clone, Debug)]
pub(crate) struct ArgIn {
    /// Written as an element, a part or a reference with arguments.
    pub part: bool,
    /// Written with an image selector.
    pub coindexed: bool,
    pub keyword: Option<Ident>,
    pub expr: Expr,
    pub span: Span,
}

/// Why arguments do not fit.
pub(crate) type Mismatch = (Span, String);

impl<'a> Resolver<'a> {
    /// A reference to a procedure by name.
    pub fn proc_ref(&mut self, sc: ScopeId, id: ProcId, p: &'a Part, want: Want) -> Res<Expr> {
        match &p.args {
            Some(args) => {
                let args = self.args_in(sc, args)?;
                self.call_function(sc, id, args, p.span)
            }
            None if want == Want::Actual => {
                self.ensure_spec(id);
                self.check_passed_on(id, p.span)?;
                if self.pi(id).stmt_func {
                    let text = format!("statement function `{}` cannot be an actual argument", self.proc(id).name);
                    return Err(self.err(ErrorCode::Argument, p.span, text));
                }
                if self.proc(id).host.is_some() {
                    self.newer(2008, p.span, "an internal procedure as an actual argument or target")?;
                }
                if self.proc(id).elemental && !self.pi(id).interface {
                    // An elemental procedure may not be an actual argument.
                    let n = self.proc(id).name.clone();
                    return Err(self.err(
                        ErrorCode::Argument,
                        p.span,
                        format!("elemental procedure `{n}` cannot be an actual argument"),
                    ));
                }
                Ok(Expr {
                    kind: ExprKind::ProcRef(Box::new(ProcTarget::Proc(id))),
                    ty: Ty::Procedure,
                    rank: 0,
                    span: p.span,
                })
            }
            None => {
                let n = self.proc(id).name.clone();
                let what = if self.pi(id).function { "function" } else { "subroutine" };
                let at = self.proc(id).span;
                let mut d = Diagnostic::error(ErrorCode::Name, p.span, format!("`{n}` is a {what}, not a variable"))
                    .also(at, "declared here");
                if self.pi(id).function {
                    d = d.with_help(format!("a reference needs an argument list: `{n}(...)`"));
                }
                Err(self.report(d))
            }
        }
    }

    /// Calls a function.
    pub fn call_function(&mut self, sc: ScopeId, id: ProcId, args: Vec<ArgIn>, span: Span) -> Res<Expr> {
        self.ensure_spec(id);
        if !self.pi(id).function {
            let n = self.proc(id).name.clone();
            let d = Diagnostic::error(ErrorCode::Name, span, format!("`{n}` is a subroutine, not a function"))
                .also(self.proc(id).span, "declared here")
                .with_help(format!("subroutines are called by `call {n}(...)`"));
            return Err(self.report(d));
        }
        for s in self.procs.statement_uses.get(&id).cloned().unwrap_or_default() {
            self.note_use(s, span);
        }
        let target = self.specific_target(sc, id);
        self.call_target(sc, id, target, args, span)
    }

    /// The call of a function by its interface and what is called.
    fn call_target(&mut self, sc: ScopeId, id: ProcId, target: ProcTarget, args: Vec<ArgIn>, span: Span) -> Res<Expr> {
        let (call, rank) = self.build_call(sc, id, target, args, span)?;
        let value = self.call_expr(id, call, rank, span)?;
        self.variant_value(sc, value)
    }

    /// What a reference to a specific procedure of a generic calls: the interface may be that of a dummy or pointer.
    pub(super) fn specific_target(&mut self, sc: ScopeId, id: ProcId) -> ProcTarget {
        let name = self.proc(id).name.clone();
        match self.lookup(sc, &name) {
            Some(Entry { ent: Entity::Symbol(s), .. }) if self.sym(s).proc == Some(ProcIface::Explicit(id)) => {
                ProcTarget::Symbol(s)
            }
            _ => ProcTarget::Proc(id),
        }
    }

    /// Matches and checks arguments against the dummies of a procedure. Also gives the rank of an elemental reference.
    pub fn build_call(
        &mut self,
        sc: ScopeId,
        id: ProcId,
        target: ProcTarget,
        mut args: Vec<ArgIn>,
        span: Span,
    ) -> Res<(Call, usize)> {
        self.ensure_spec(id);
        if let Some(why) = self.modules.refused_procs.get(&id).copied() {
            let n = self.proc(id).name.clone();
            self.usable(&n, Some(why), span)?;
        }
        if matches!(&target, ProcTarget::Proc(p) if self.pi(*p).abstract_) {
            let n = self.proc(id).name.clone();
            return Err(self.err(ErrorCode::Name, span, format!("`{n}` is an abstract interface, not a procedure")));
        }
        let map = match self.match_args(id, &args, span) {
            Ok(m) => m,
            Err(first) => {
                let n = self.proc(id).name.clone();
                let all = self.misfits(id, &args);
                for (at, msg) in if all.is_empty() { vec![first] } else { all } {
                    let d = Diagnostic::error(ErrorCode::Argument, at, msg)
                        .also(self.proc(id).span, format!("`{n}` is declared here"));
                    self.report(d);
                }
                return Err(Reported);
            }
        };
        let proc = self.proc(id).clone();
        for (k, i) in map.iter().enumerate().filter_map(|(k, m)| m.map(|i| (k, i))) {
            args[i].expr = self.hollerith_for(proc.args[k], args[i].expr.clone())?;
        }
        let mut out = vec![];
        let mut failed = false;
        let mut elem: Option<Expr> = None;
        for (k, m) in map.iter().enumerate() {
            let dummy = proc.args[k];
            let Some(i) = m else {
                out.push(Actual::Absent);
                continue;
            };
            let d = self.sym(dummy).clone();
            let changed = d.intent != Intent::In && !d.by_value && !self.si(dummy).procedure && !self.pi(id).function;
            if changed && crate::images::is_coindexed(&args[*i].expr) {
                args[*i].expr = self.copied_in_and_out(sc, args[*i].expr.clone());
            }
            let a = &args[*i];
            if is_no_argument(&a.expr) {
                out.push(Actual::Absent);
                continue;
            }
            if matches!(a.expr.kind, ExprKind::Null) && d.optional && !d.pointer && !d.allocatable {
                out.push(Actual::Absent);
                continue;
            }
            use crate::stmt::legacy::{CHOICE, CHOSEN};
            if let ExprKind::Var(s) = &a.expr.kind
                && (&*self.sym(*s).name == CHOSEN) != (&*d.name == CHOICE)
            {
                let text = format!("`{}` has no alternate return for this", proc.name);
                self.err(ErrorCode::Argument, a.span, text);
                failed = true;
                continue;
            }
            failed |= self.check_coarray_actual(dummy, &d, a).is_err();
            if matches!(d.intent, Intent::Out | Intent::InOut) && !self.si(dummy).procedure {
                let what = format!(
                    "passed to `{}` with INTENT({})",
                    d.name,
                    if d.intent == Intent::Out { "OUT" } else { "INOUT" }
                );
                failed |= if d.pointer {
                    self.check_pointer_definable(&a.expr, &what).is_err()
                } else {
                    self.check_definable(&a.expr, &what).is_err()
                };
                if has_vector_subscript(&a.expr) && !proc.elemental {
                    self.err(
                        ErrorCode::Definable,
                        a.span,
                        format!("a section with a vector subscript cannot be passed to `{}`, which defines it", d.name),
                    );
                    failed = true;
                }
            }
            if proc.elemental && a.expr.rank > 0 {
                if let Some(e) = &elem {
                    let e = e.clone();
                    failed |= self.conform(&e, &a.expr, "the arguments of an elemental procedure", span).is_err();
                } else {
                    elem = Some(a.expr.clone());
                }
            }
            if !matches!(a.expr.kind, ExprKind::Null) {
                self.warn_short(&d, &a.expr);
                failed |= self.check_not_whole_assumed_size(&d, &a.expr).is_err();
            }
            let e = match (&a.expr.kind, &d) {
                // An assumed rank is that of the mold.
                (ExprKind::Null, d) if d.dims == Dims::AssumedRank => Expr { ty: d.ty.clone(), ..a.expr.clone() },
                (ExprKind::Null, d) => Expr { ty: d.ty.clone(), rank: d.rank(), ..a.expr.clone() },
                _ if self.pi(id).stmt_func => self.padded(a.expr.clone(), &d.ty)?,
                // There are no places of which a routine of OpenMP could store numbers, of whatever kind.
                (_, d) if self.si(dummy).any_kind && d.intent == Intent::Out => a.expr.clone(),
                // Routines of OpenMP take integers and logicals of every kind.
                (_, d) if self.si(dummy).any_kind && d.ty != a.expr.ty => {
                    let span = a.expr.span;
                    // What does not fit is as far away as possible, as in gfortran's library.
                    let far = |v: &i64| d.ty == Ty::Integer(4) && i32::try_from(*v).is_err();
                    let kind = match self.try_int(&a.expr).filter(far) {
                        Some(v) => ExprKind::Const(Const::Int(if v < 0 { i32::MIN } else { i32::MAX }.into())),
                        None => ExprKind::Convert(Box::new(a.expr.clone())),
                    };
                    self.fold(Expr { kind, ty: d.ty.clone(), rank: a.expr.rank, span })?
                }
                _ => a.expr.clone(),
            };
            out.push(Actual::Expr(e));
        }
        if failed {
            return Err(Reported);
        }
        self.check_actual_rules(&proc, &out, elem.is_some())?;
        self.check_call_purity(sc, &proc, span)?;
        let rank = elem.map_or(0, |e| e.rank);
        let target = self.variant_target(sc, target, &mut out)?;
        Ok((Call { target, args: out, span }, rank))
    }

    /// In a pure procedure only pure ones may be called.
    pub fn check_call_purity(&mut self, _sc: ScopeId, proc: &Procedure, span: Span) -> Res<()> {
        if proc.external {
            self.omp_routine_rules(&proc.name, span)?;
        }
        if proc.pure_ {
            return Ok(());
        }
        if self.in_spec > 0 {
            // 10.1.11
            let text = format!("`{}` is not pure, so it cannot be referenced in a specification expression", proc.name);
            return Err(self.err(ErrorCode::Pure, span, text));
        }
        if let Some(why) = self.place.pure_context() {
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("`{}` is not pure, so it cannot be referenced in {why}", proc.name),
            ));
        }
        Ok(())
    }

    /// A call by an implicit interface.
    pub fn implicit_call(&mut self, target: ProcTarget, mut args: Vec<ArgIn>, span: Span) -> Res<Call> {
        for a in &mut args {
            a.expr = self.hollerith_argument(a.expr.clone())?;
        }
        for a in &args {
            if let Some(k) = &a.keyword {
                return Err(self.err(
                    ErrorCode::Argument,
                    k.span,
                    "a procedure with an implicit interface takes no keyword arguments",
                ));
            }
            self.implicit_arg(&a.expr)?;
        }
        if self.in_spec > 0 && !self.modules.missing {
            // 10.1.11
            let text = "a procedure with an implicit interface is not known to be pure, so it cannot be referenced in a specification expression";
            return Err(self.err(ErrorCode::Pure, span, text));
        }
        if let Some(why) = self.place.pure_context() {
            if self.modules.missing {
                return Err(Reported);
            }
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("a procedure with an implicit interface is not known to be pure, so it cannot be referenced in {why}"),
            ));
        }
        if let ProcTarget::Implicit { link_name, .. } = &target {
            let name = link_name.trim_end_matches('_').to_string();
            self.omp_routine_rules(&name, span)?;
            self.warn(Warn::ImplicitProcedure, span, format!("`{name}` is not explicitly declared"));
            self.warn(Warn::ImplicitInterface, span, format!("`{name}` is called with an implicit interface"));
            self.compare_calls(link_name, &args, span)?;
        }
        let args = args.into_iter().map(|a| Actual::Expr(a.expr)).collect();
        Ok(Call { target, args, span })
    }

    /// A reference to an external procedure with implicit interface.
    pub fn external_ref(
        &mut self,
        sc: ScopeId,
        link_name: String,
        ty: Option<Ty>,
        p: &'a Part,
        want: Want,
    ) -> Res<Expr> {
        let span = p.span;
        match &p.args {
            Some(args) => {
                let args = self.args_in(sc, args)?;
                let ty = match ty {
                    Some(t) => t,
                    None => {
                        let unit = self.unit_scope(sc);
                        match self.implicit_type(unit, &p.name.name) {
                            Some(t) => self.implicit_to_ty(unit, t)?,
                            None => {
                                let at = self.sc(unit).names.get(&p.name.name).map_or(p.name.span, |e| e.span);
                                let text = format!("external function `{}` has no type", p.name.name);
                                return Err(self.err(ErrorCode::Name, at, text));
                            }
                        }
                    }
                };
                if let Some(g) = self.procs.globals.get(&p.name.name).copied()
                    && self.proc(g).link_name == link_name
                {
                    self.check_global_call(g, &args, true, span)?;
                    let fixed = self.proc(g).result.is_some_and(|r| type_len(&self.sym(r).ty).is_some());
                    if fixed && matches!(ty, Ty::Character(CharLen::Expr(_), _)) {
                        // 15.4.2.2
                        let at = self.sc(self.unit_scope(sc)).names.get(&p.name.name).map_or(span, |e| e.span);
                        let text = format!("function `{}` of variable length needs an explicit interface", p.name.name);
                        return Err(self.err(ErrorCode::Interface, at, text));
                    }
                    let result = self.proc(g).result.map(|r| self.sym(r).ty.clone());
                    if let Some(r) = result
                        && !same_class(&r, &ty)
                        && !matches!(r, Ty::Typeless)
                    {
                        let (a, b) = (ty_name(&self.prog, &r), ty_name(&self.prog, &ty));
                        let at = self.sc(self.unit_scope(sc)).names.get(&p.name.name).map_or(p.name.span, |e| e.span);
                        let d = Diagnostic::error(
                            ErrorCode::Type,
                            at,
                            format!("function `{}` is of type {a}, but is {b} here", p.name.name),
                        )
                        .also(self.proc(g).span, "defined here");
                        return Err(self.report(d));
                    }
                }
                if !self.procs.globals.contains_key(&p.name.name)
                    && let Some(result) = crate::modules::builtin::omp_result(&p.name.name).filter(|r| *r != ty)
                {
                    let (a, b) = (ty_name(&self.prog, &result), ty_name(&self.prog, &ty));
                    let text = format!("function `{}` of OpenMP is of type {a}, but is {b} here", p.name.name);
                    let d =
                        Diagnostic::error(ErrorCode::Type, p.name.span, text).with_help("`use omp_lib` declares it");
                    return Err(self.report(d));
                }
                let call = self.implicit_call(ProcTarget::Implicit { link_name, result: None }, args, span)?;
                // The length that the caller declares is that of the result.
                let ty = match ty {
                    Ty::Character(CharLen::Expr(_), _) => ty,
                    t => super::expr::value_type(&t),
                };
                Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty, rank: 0, span })
            }
            None if want == Want::Actual => Ok(Expr {
                kind: ExprKind::ProcRef(Box::new(ProcTarget::Implicit { link_name, result: ty })),
                ty: Ty::Procedure,
                rank: 0,
                span,
            }),
            None => Err(self.err(
                ErrorCode::Name,
                span,
                format!("`{}` is an external procedure, not a variable", p.name.name),
            )),
        }
    }

    /// A reference to a dummy procedure or procedure pointer.
    pub fn procedure_symbol_ref(&mut self, sc: ScopeId, s: SymbolId, p: &'a Part, want: Want) -> Res<Expr> {
        let span = p.span;
        let sym = self.sym(s).clone();
        let Some(args) = &p.args else {
            let kind = if sym.pointer { ExprKind::Var(s) } else { ExprKind::ProcRef(Box::new(ProcTarget::Symbol(s))) };
            return match want {
                Want::Actual => Ok(Expr {
                    kind: ExprKind::ProcRef(Box::new(ProcTarget::Symbol(s))),
                    ty: Ty::Procedure,
                    rank: 0,
                    span,
                }),
                Want::Variable if sym.pointer => Ok(Expr { kind, ty: Ty::Procedure, rank: 0, span }),
                _ => Err(self.err(ErrorCode::Name, span, format!("`{}` is a procedure, not a variable", sym.name))),
            };
        };
        let args = self.args_in(sc, args)?;
        match sym.proc {
            Some(ProcIface::Explicit(id)) => {
                self.ensure_spec(id);
                if !self.pi(id).function {
                    return Err(self.err(
                        ErrorCode::Name,
                        span,
                        format!("`{}` is a subroutine, not a function", sym.name),
                    ));
                }
                let (call, rank) = self.build_call(sc, id, ProcTarget::Symbol(s), args, span)?;
                self.call_expr(id, call, rank, span)
            }
            other => {
                let ty = match other {
                    Some(ProcIface::Implicit(Some(t))) => t,
                    _ => {
                        let unit = self.unit_scope(sc);
                        match self.implicit_type(unit, &sym.name) {
                            Some(t) => self.implicit_to_ty(unit, t)?,
                            None => {
                                return Err(self.err(
                                    ErrorCode::Name,
                                    span,
                                    format!("procedure `{}` has no type, so it is not a function", sym.name),
                                ));
                            }
                        }
                    }
                };
                let call = self.implicit_call(ProcTarget::Symbol(s), args, span)?;
                Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty: super::expr::value_type(&ty), rank: 0, span })
            }
        }
    }
}

impl<'a> Facts<'a> {
    /// The expression of a function call.
    pub fn call_expr(&mut self, id: ProcId, call: Call, elem_rank: usize, span: Span) -> Res<Expr> {
        let Some(r) = self.proc(id).result else { return Err(Reported) };
        let s = self.sym(r);
        if matches!(s.ty, Ty::Typeless) {
            return Err(Reported);
        }
        let ty = match &s.ty {
            Ty::Procedure => Ty::Procedure,
            t => super::expr::value_type(t),
        };
        let rank = if self.proc(id).elemental { elem_rank } else { s.rank() };
        Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty, rank, span })
    }

    /// All arguments that do not fit their dummies, where each has one.
    fn misfits(&self, id: ProcId, args: &[ArgIn]) -> Vec<Mismatch> {
        let proc = self.proc(id);
        let Ok(map) = self.pair_args(id, args) else { return vec![] };
        let fit = |(k, i): (usize, usize)| self.fits(proc.args[k], &args[i].expr, proc.elemental).err();
        map.iter().enumerate().filter_map(|(k, m)| Some((k, (*m)?))).filter_map(fit).collect()
    }

    /// Which argument goes to which dummy; the reason where they do not fit.
    pub fn match_args(&self, id: ProcId, args: &[ArgIn], span: Span) -> Result<Vec<Option<usize>>, Mismatch> {
        let proc = self.proc(id);
        let map = self.pair_args(id, args)?;
        for (k, m) in map.iter().enumerate() {
            let d = self.sym(proc.args[k]);
            match m {
                None if !d.optional => {
                    return Err((span, format!("argument `{}` of `{}` is missing", d.name, proc.name)));
                }
                None => {}
                Some(i) => self.fits(proc.args[k], &args[*i].expr, proc.elemental)?,
            }
        }
        Ok(map)
    }

    /// Which argument stands for which dummy, by position and keyword.
    fn pair_args(&self, id: ProcId, args: &[ArgIn]) -> Result<Vec<Option<usize>>, Mismatch> {
        let proc = self.proc(id);
        let mut map: Vec<Option<usize>> = vec![None; proc.args.len()];
        let mut keyword = false;
        for (i, a) in args.iter().enumerate() {
            let k = match &a.keyword {
                Some(kw) => {
                    keyword = true;
                    match proc.args.iter().position(|d| self.sym(*d).name == kw.name) {
                        Some(k) => k,
                        None => {
                            let names: Vec<&str> = proc.args.iter().map(|d| &*self.sym(*d).name).collect();
                            let hint = ferrotran_source::message::nearest(&kw.name, names.iter().copied())
                                .map_or(String::new(), |n| format!(" (did you mean `{n}`?)"));
                            return Err((kw.span, format!("`{}` has no argument `{}`{hint}", proc.name, kw.name)));
                        }
                    }
                }
                None if keyword => {
                    return Err((a.span, "an argument without keyword follows one with keyword".into()));
                }
                None => i,
            };
            if k >= map.len() {
                return Err((
                    a.span,
                    format!(
                        "`{}` takes {} argument{}, this is one too many",
                        proc.name,
                        map.len(),
                        if map.len() == 1 { "" } else { "s" }
                    ),
                ));
            }
            if map[k].is_some() {
                let n = self.sym(proc.args[k]).name.clone();
                return Err((a.span, format!("argument `{n}` of `{}` is given twice", proc.name)));
            }
            map[k] = Some(i);
        }
        Ok(map)
    }

    /// Whether an actual argument fits a dummy.
    fn fits(&self, dummy: SymbolId, a: &Expr, elemental: bool) -> Result<(), Mismatch> {
        let d = self.sym(dummy);
        let fail = |msg: String| Err((a.span, msg));
        if is_no_argument(a) {
            return if d.optional {
                Ok(())
            } else {
                fail(format!("argument `{}` is not optional, so it cannot be `.nil.`", d.name))
            };
        }
        use crate::stmt::legacy::{CHOICE, CHOSEN};
        if &*d.name == CHOICE && !matches!(&a.kind, ExprKind::Var(s) if &*self.sym(*s).name == CHOSEN) {
            return fail("a label `*n` is missing for an alternate return".into());
        }
        if matches!(d.ty, Ty::Typeless) {
            return Ok(());
        }
        if self.si(dummy).procedure {
            if matches!(a.kind, ExprKind::Null) && d.pointer {
                return Ok(());
            }
            if !matches!(a.ty, Ty::Procedure) {
                return fail(format!("argument `{}` must be a procedure", d.name));
            }
            return self.iface_fits(d, a);
        }
        if matches!(a.ty, Ty::Procedure) {
            // A dummy that its procedure only references, without saying EXTERNAL.
            let plain = !matches!(d.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Assumed);
            if plain && d.rank() == 0 && d.intent == Intent::Unspecified && !d.by_value && !d.pointer && !d.allocatable
            {
                return Ok(());
            }
            return fail(format!("a procedure is passed to data argument `{}`", d.name));
        }
        if matches!(a.kind, ExprKind::Null) {
            return null_fits(d, a);
        }
        if crate::expr::typeless::is_hollerith(a)
            && matches!(a.kind, ExprKind::Const(_))
            && !matches!(d.ty, Ty::Derived(_) | Ty::Class(Some(_)))
            && d.intent != Intent::Out
            && d.intent != Intent::InOut
        {
            return Ok(());
        }
        if matches!(a.ty, Ty::Typeless) {
            return fail(format!("a BOZ constant is passed to argument `{}`", d.name));
        }
        if d.ignore_tkr {
            return Ok(());
        }
        let any_kind = self.si(dummy).any_kind
            && matches!((&d.ty, &a.ty), (Ty::Integer(_), Ty::Integer(_)) | (Ty::Logical(_), Ty::Logical(_)));
        if !self.types_fit(&d.ty, &a.ty) && !any_kind {
            return fail(format!(
                "argument `{}` has type {}, this is {}",
                d.name,
                ty_name(&self.prog, &d.ty),
                ty_name(&self.prog, &a.ty)
            ));
        }
        self.shape_fits(d, a, elemental)?;
        self.pointer_fits(d, a)
    }

    /// Whether rank and size of an actual argument fit the dummy's (F2018 15.5.2.4, 15.5.2.11).
    fn shape_fits(&self, d: &Symbol, a: &Expr, elemental: bool) -> Result<(), Mismatch> {
        let fail = |msg: String| Err((a.span, msg));
        let rank = d.rank();
        match &d.dims {
            Dims::Scalar if a.rank != 0 && !elemental => {
                return fail(format!("argument `{}` is scalar, this has rank {}", d.name, a.rank));
            }
            Dims::Assumed(_) | Dims::Deferred(_) if a.rank != rank => {
                return fail(format!("argument `{}` has rank {rank}, this has rank {}", d.name, a.rank));
            }
            Dims::Explicit(_) | Dims::AssumedSize(..) if a.rank == 0 => {
                // Sequence association: an element of an array, or a default character.
                let element = matches!(a.kind, ExprKind::Elem { .. })
                    || matches!(&a.kind, ExprKind::Substring { base, .. } if matches!(base.kind, ExprKind::Elem { .. }))
                    || matches!(a.ty, Ty::Character(_, 1));
                // Of assumed type and size: anything has an address (C-like interfaces).
                if matches!((&d.dims, &d.ty), (Dims::AssumedSize(..), Ty::Assumed)) {
                    return Ok(());
                }
                if !element {
                    return fail(format!("argument `{}` is an array, this is scalar", d.name));
                }
                if let (Some(need), Some(have)) = (const_elements(&d.dims), self.units_from(a)) {
                    let one = type_len(&d.ty).unwrap_or(1);
                    if need * one > have {
                        let have = have / one.max(1);
                        return fail(format!(
                            "argument `{}` needs {need} elements, from here on there are {have}",
                            d.name
                        ));
                    }
                }
                if let ExprKind::Elem { base, .. } = &a.kind
                    && !matches!(a.ty, Ty::Character(..))
                    && self.descriptor_array(base)
                {
                    return fail(format!(
                        "an element of an assumed-shape or pointer array is passed to array argument `{}`",
                        d.name
                    ));
                }
            }
            Dims::Explicit(_) => {
                if let (Some(need), Some(have)) =
                    (const_elements(&d.dims), shape_of(&self.prog, a).into_iter().collect::<Option<Vec<i64>>>())
                {
                    let have = elements(&have);
                    let chars = match (type_len(&d.ty), type_len(&a.ty)) {
                        (Some(m), Some(n)) => have * n >= need * m,
                        (None, None) => have >= need,
                        _ => true,
                    };
                    if !chars {
                        return fail(format!("argument `{}` needs {need} elements, this has {have}", d.name));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether an actual argument fits an allocatable or pointer dummy (F2018 15.5.2.5 to 15.5.2.7).
    fn pointer_fits(&self, d: &Symbol, a: &Expr) -> Result<(), Mismatch> {
        let fail = |msg: String| Err((a.span, msg));
        if d.allocatable && !self.is_allocatable(a) {
            return fail(format!("argument `{}` is allocatable, so the actual argument must be", d.name));
        }
        if d.pointer && !self.is_pointer(a) && !(d.intent == Intent::In && self.is_target(a)) {
            return fail(format!("argument `{}` is a pointer, so the actual argument must be one", d.name));
        }
        if (d.allocatable || d.pointer)
            && matches!(d.ty, Ty::Class(_)) != matches!(a.ty, Ty::Class(_))
            && !(d.intent == Intent::In && d.pointer)
        {
            return fail(format!(
                "argument `{}` is allocatable or a pointer, so both or neither must be polymorphic",
                d.name
            ));
        }
        // 15.5.2.5: the declared types are one and the same; lengths are deferred in both or in none.
        if d.allocatable || d.pointer && self.is_pointer(a) {
            let same = match (&d.ty, &a.ty) {
                (Ty::Class(None), _) | (_, Ty::Class(None)) => d.intent == Intent::In || d.ty == a.ty,
                (Ty::Class(Some(x)), Ty::Class(Some(y))) => d.intent == Intent::In || self.same_type(*x, *y),
                _ => true,
            };
            if !same {
                return fail(format!(
                    "argument `{}` is allocatable or a pointer of type {}, so this of type {} does not fit",
                    d.name,
                    ty_name(&self.prog, &d.ty),
                    ty_name(&self.prog, &a.ty)
                ));
            }
            if let (Ty::Character(m, _), ExprKind::Var(s)) = (&d.ty, &a.kind)
                && let Ty::Character(n, _) = &self.sym(*s).ty
                && (*m == CharLen::Deferred) != (*n == CharLen::Deferred)
                && matches!(self.sym(*s).storage, Storage::Local | Storage::Static { .. } | Storage::Dummy(_))
            {
                let (x, y) = if *m == CharLen::Deferred { ("deferred", "is not") } else { ("not deferred", "is") };
                return fail(format!(
                    "the length of allocatable or pointer argument `{}` is {x}, that of the actual argument {y}",
                    d.name
                ));
            }
            if d.pointer && d.contiguous && d.rank() > 0 && !self.simply_contiguous(a) {
                return fail(format!("argument `{}` is a CONTIGUOUS pointer, this need not be contiguous", d.name));
            }
        }
        Ok(())
    }

    /// Elements, or characters of a string, that follow in storage from an array element or a part of one on
    /// (15.5.2.11), where the bounds and subscripts are known.
    fn units_from(&self, a: &Expr) -> Option<i64> {
        let (element, skipped) = match &a.kind {
            ExprKind::Substring { base, lower, upper } => {
                let first = lower.as_ref().map_or(Some(1), |l| self.try_int(l))?;
                // Nothing of it is passed.
                if upper.as_ref().is_some_and(|u| self.try_int(u).is_some_and(|u| u < first)) {
                    return None;
                }
                (&**base, first - 1)
            }
            _ => (a, 0),
        };
        let ExprKind::Elem { base, subs } = &element.kind else { return None };
        let ExprKind::Var(s) = &base.kind else { return None };
        let y = self.sym(*s);
        let Dims::Explicit(v) = &y.dims else { return None };
        if y.pointer || y.allocatable {
            return None;
        }
        let (mut before, mut stride) = (0i64, 1i64);
        for ((l, h), x) in v.iter().zip(subs) {
            let (l, h, x) = (self.try_int(l)?, self.try_int(h)?, self.try_int(x)?);
            if x < l || x > h {
                return None;
            }
            before += (x - l).checked_mul(stride)?;
            stride = stride.checked_mul(h - l + 1)?;
        }
        let one = match &y.ty {
            Ty::Character(..) => type_len(&y.ty)?,
            _ => 1,
        };
        Some((stride - before) * one - skipped)
    }

    /// Whether two declared types are the same, whatever the lengths.
    pub(crate) fn same_declared(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Derived(x), Ty::Derived(y)) | (Ty::Class(Some(x)), Ty::Class(Some(y))) => self.same_type(*x, *y),
            _ => same_class(a, b),
        }
    }

    /// Whether an actual of type `a` may be passed to a dummy of type `d`.
    pub fn types_fit(&self, d: &Ty, a: &Ty) -> bool {
        match (d, a) {
            // C711
            (Ty::Class(None), Ty::Assumed) => false,
            (Ty::Assumed, _) | (Ty::Class(None), _) => true,
            (Ty::Character(_, x), Ty::Character(_, y)) => x == y,
            (Ty::Derived(x), Ty::Derived(y)) => self.same_type(*x, *y),
            (Ty::Derived(x), Ty::Class(Some(y))) => self.same_type(*x, *y),
            (Ty::Class(Some(x)), Ty::Derived(y)) | (Ty::Class(Some(x)), Ty::Class(Some(y))) => self.extends(*y, *x),
            (x, y) => x == y,
        }
    }

    /// Whether an array is known by a descriptor that may be discontiguous.
    fn descriptor_array(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => {
                let s = self.sym(*s);
                (s.pointer || matches!(s.dims, Dims::Assumed(_))) && !s.contiguous
            }
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].pointer,
            _ => false,
        }
    }

    /// Whether a whole pointer is sure to be contiguous (9.5.4).
    fn simply_contiguous(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => {
                let y = self.sym(*s);
                y.contiguous || !(y.pointer || matches!(y.dims, Dims::Assumed(_) | Dims::AssumedRank))
            }
            // Components do not keep the attribute.
            _ => true,
        }
    }

    /// Whether an expression is an allocatable variable.
    pub fn is_allocatable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).allocatable,
            ExprKind::Component { of, index, .. } => {
                let c = &self.ty(*of).components[*index];
                c.allocatable && c.role != Role::Sized
            }
            _ => false,
        }
    }

    /// Whether an expression is a pointer: a variable, or a function reference that returns one.
    pub fn is_pointer(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).pointer,
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].pointer,
            ExprKind::Call(c) => {
                let p = match &c.target {
                    ProcTarget::Proc(p) => *p,
                    ProcTarget::Bound { iface, .. } => *iface,
                    ProcTarget::Symbol(s) => match self.sym(*s).proc {
                        Some(ProcIface::Explicit(p)) => p,
                        Some(ProcIface::Implicit(_)) | None => return false,
                    },
                    ProcTarget::Pointer { iface: ProcIface::Explicit(p), .. } => *p,
                    ProcTarget::Pointer { iface: ProcIface::Implicit(_), .. } | ProcTarget::Implicit { .. } => {
                        return false;
                    }
                };
                self.proc(p).result.is_some_and(|r| self.sym(r).pointer)
            }
            ExprKind::Null => true,
            ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Null, .. } => true,
            _ => false,
        }
    }

    /// Whether an expression is (part of) a target or pointer.
    pub fn is_target(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).target || self.sym(*s).pointer,
            ExprKind::Component { of, index, .. } if self.ty(*of).components[*index].pointer => true,
            ExprKind::Call(_) => self.is_pointer(e),
            _ => e.whole().is_some_and(|e| self.is_target(e)),
        }
    }
}

impl<'a> Rules<'a> {
    /// An argument of a statement function: a string that is too short is padded, as other compilers do.
    fn padded(&mut self, x: Expr, want: &Ty) -> Res<Expr> {
        let (Ty::Character(CharLen::Const(n), k), Ty::Character(len, _)) = (want, &x.ty) else { return Ok(x) };
        if matches!(len, CharLen::Const(m) if m >= n) {
            return Ok(x);
        }
        let blanks = vec![u32::from(b' '); usize::try_from(*n).unwrap_or(0)];
        let span = x.span;
        let kind = ExprKind::Const(Const::Char(blanks));
        let y = Expr { kind, ty: Ty::Character(CharLen::Const(*n), *k), rank: 0, span };
        let len = match len {
            CharLen::Const(m) => CharLen::Const(m + n),
            _ => CharLen::Runtime,
        };
        let ty = Ty::Character(len, *k);
        self.fold(Expr { kind: ExprKind::Binary(Op2::Concat, Box::new(x), Box::new(y)), ty, rank: 0, span })
    }

    fn check_not_whole_assumed_size(&mut self, d: &Symbol, a: &Expr) -> Res<()> {
        if let ExprKind::Var(s) = &a.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
            && (matches!(d.dims, Dims::Assumed(_)) || d.pointer)
        {
            let n = self.sym(*s).name.clone();
            let what = if d.pointer { "the pointer" } else { "assumed-shape" };
            return Err(self.err(
                ErrorCode::Argument,
                a.span,
                format!("the whole assumed-size array `{n}` cannot be passed to {what} `{}`", d.name),
            ));
        }
        Ok(())
    }

    /// A string that is shorter than the dummy argument: a warning, since the procedure need not refer to what is not
    /// there (`-fcheck=bounds` looks at run time).
    fn warn_short(&mut self, d: &Symbol, a: &Expr) {
        if let (Some(m), Some(n)) = (type_len(&d.ty), type_len(&a.ty))
            && m > n
            && d.rank() == 0
            && !d.pointer
            && !d.allocatable
        {
            let text = format!("argument `{}` has length {m}, this is shorter: {n}", d.name);
            self.diag.warning(ErrorCode::Suspicious, a.span, text);
        }
    }

    fn implicit_arg(&mut self, e: &Expr) -> Res<()> {
        if matches!(e.ty, Ty::Typeless) {
            return self.no_typeless(e);
        }
        if matches!(e.ty, Ty::Class(_)) {
            return Err(self.err(
                ErrorCode::Argument,
                e.span,
                "a polymorphic argument needs a procedure with an explicit interface",
            ));
        }
        if matches!(e.kind, ExprKind::Null) {
            let text = "NULL() needs a procedure with an explicit interface";
            return Err(self.err(ErrorCode::Argument, e.span, text));
        }
        if matches!(e.ty, Ty::Assumed) || self.is_assumed_rank(e) {
            let text = "an argument of assumed type or rank needs a procedure with an explicit interface";
            return Err(self.err(ErrorCode::Argument, e.span, text));
        }
        Ok(())
    }
}

/// Same type and kind, whatever the lengths.
pub(crate) fn same_class(a: &Ty, b: &Ty) -> bool {
    a.same_characters(b) || a == b
}

/// Whether a section in the reference has a vector subscript.
pub(crate) fn has_vector_subscript(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Section { subs, .. } if subs.iter().any(|s| matches!(s, Subscript::Vector(_))) => true,
        _ => e.whole().is_some_and(has_vector_subscript),
    }
}

/// Whether NULL() may be passed to a dummy.
fn null_fits(d: &Symbol, a: &Expr) -> Result<(), Mismatch> {
    let fail = |msg: String| Err((a.span, msg));
    // 16.9.144: these take what they are from the argument.
    if a.ty == Ty::Typeless
        && (matches!(d.dims, Dims::AssumedRank) || matches!(d.ty, Ty::Character(CharLen::Assumed, _)))
    {
        return fail(format!("NULL() needs MOLD to be passed to `{}`", d.name));
    }
    // A disassociated pointer stands for an absent argument (Fortran 2018, 15.5.2.12).
    if d.pointer || d.allocatable || d.optional {
        return Ok(());
    }
    fail(format!("NULL() is passed to `{}`, which is not a pointer", d.name))
}
