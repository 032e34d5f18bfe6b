//! CALL statements, and references by implicit interface to procedures of the same files.

use super::ArgIn;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast;
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// A CALL statement's reference.
    pub fn call_stmt(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<StmtKind> {
        let ast::ExprKind::Ref(parts) = &e.kind else {
            if !matches!(e.kind, ast::ExprKind::Error) {
                self.err(ErrorCode::Syntax, e.span, "CALL needs the name of a subroutine");
            }
            return Err(Reported);
        };
        let span = e.span;
        if let Some(p) = parts.last() {
            self.one_list(p)?;
        }
        if parts.len() > 1 {
            return self.call_component(sc, parts, span);
        }
        let p = &parts[0];
        let name = &p.name.name;
        let no_args: &'a [ast::Arg] = &[];
        let args = p.args.as_deref().unwrap_or(no_args);
        match self.lookup(sc, name) {
            Some(Entry { generic: Some(_), ent, .. }) if !matches!(ent, Entity::Symbol(_)) => {
                let args = self.args_in(sc, args)?;
                self.generic_call(sc, name, args, span)
            }
            Some(Entry { ent: Entity::Proc(id), .. }) => {
                let args = self.args_in(sc, args)?;
                self.call_subroutine(sc, id, ProcTarget::Proc(id), args, span)
            }
            Some(Entry { ent: Entity::Symbol(s), .. }) => {
                let sym = self.sym(s).clone();
                if !self.si(s).procedure {
                    let is_dummy = matches!(sym.storage, Storage::Dummy(_)) && self.si(s).scope.is_some();
                    let untyped = self
                        .si(s)
                        .scope
                        .and_then(|d| self.sc(d).decls.get(name))
                        .is_some_and(|d| d.ty.is_none() && d.dims.is_none());
                    if is_dummy && untyped {
                        let m = self.sym_mut(s);
                        m.proc = Some(ProcIface::Implicit(None));
                        m.ty = Ty::Procedure;
                        self.si_mut(s).procedure = true;
                    } else {
                        let d =
                            Diagnostic::error(ErrorCode::Name, p.name.span, format!("`{name}` is not a subroutine"))
                                .also(sym.span, "declared here");
                        return Err(self.report(d));
                    }
                }
                let args = self.args_in(sc, args)?;
                match self.sym(s).proc.clone() {
                    Some(ProcIface::Explicit(id)) => self.call_subroutine(sc, id, ProcTarget::Symbol(s), args, span),
                    Some(ProcIface::Implicit(Some(_))) => {
                        Err(self.err(ErrorCode::Name, p.name.span, format!("`{name}` is a function, not a subroutine")))
                    }
                    _ => Ok(StmtKind::Call(self.implicit_call(ProcTarget::Symbol(s), args, span)?)),
                }
            }
            Some(Entry { ent: Entity::External { link_name, ty }, .. }) => {
                if ty.is_some() && !self.sc(self.unit_scope(sc)).decls.get(name).is_some_and(|d| d.external) {
                    return Err(self.err(
                        ErrorCode::Name,
                        p.name.span,
                        format!("`{name}` is a function, not a subroutine"),
                    ));
                }
                let args = self.args_in(sc, args)?;
                Ok(StmtKind::Call(self.implicit_call(ProcTarget::Implicit { link_name, result: None }, args, span)?))
            }
            Some(Entry { ent: Entity::Intrinsic(i), .. }) => {
                let args = self.args_in(sc, args)?;
                self.intrinsic_subroutine(sc, i, args, span)
            }
            Some(Entry { ent: Entity::Bad | Entity::Resolving, .. }) => Err(Reported),
            Some(Entry { ent: Entity::Refused(why), .. }) => Err(self.refused(name, &why, p.name.span)),
            Some(Entry { ent: Entity::Type(_) | Entity::Namelist(_) | Entity::Ambiguous, .. }) => {
                Err(self.err(ErrorCode::Name, p.name.span, format!("`{name}` is not a subroutine")))
            }
            Some(Entry { ent: Entity::Generic | Entity::Pending, .. }) | None => {
                // An external subroutine defined here, an intrinsic, or one from elsewhere.
                if !self.procs.globals.contains_key(name)
                    && let Some(i) = ferrotran_typed::intrinsics::lookup(name).filter(|i| self.in_standard(*i))
                    && (i.row().subroutine() || i.row().class == ferrotran_typed::intrinsics::Class::ImpureFunction)
                    && matches!(
                        i.row().origin,
                        ferrotran_typed::intrinsics::Origin::Standard | ferrotran_typed::intrinsics::Origin::Extension
                    )
                {
                    let args = self.args_in(sc, args)?;
                    return self.intrinsic_subroutine(sc, i, args, span);
                }
                if self.none_external(sc) {
                    return Err(self.undeclared(sc, &p.name, "subroutine"));
                }
                let args = self.args_in(sc, args)?;
                let link_name = self.external_link(name);
                if let Some(g) = self.procs.globals.get(name).copied() {
                    self.check_global_call(g, &args, false, span)?;
                } else {
                    self.check_common_call(name, span)?;
                }
                let program = self.prog.procs.iter().any(|p| p.is_main && p.name == *name && &*p.name != "main");
                if program && self.sc(self.unit_scope(sc)).proc.is_some_and(|p| self.proc(p).is_main) {
                    let text = format!("`{name}` is the name of this program, not of a subroutine");
                    return Err(self.err(ErrorCode::Name, span, text));
                }
                Ok(StmtKind::Call(self.implicit_call(ProcTarget::Implicit { link_name, result: None }, args, span)?))
            }
        }
    }

    /// A reference by implicit interface to a procedure that is in these files: numbers of arguments must agree.
    pub(super) fn check_global_call(&mut self, id: ProcId, args: &[ArgIn], function: bool, span: Span) -> Res<()> {
        self.ensure_spec(id);
        let p = self.proc(id).clone();
        if self.pi(id).function != function {
            let (is, not) = if function { ("subroutine", "function") } else { ("function", "subroutine") };
            return Err(self.err(ErrorCode::Name, span, format!("`{}` is a {is}, not a {not}", p.name)));
        }
        if let Some(why) = self.needs_explicit(id) {
            let text = format!("`{}` needs an explicit interface: {why}", p.name);
            let d = Diagnostic::error(ErrorCode::Interface, span, text).also(p.span, "defined here");
            return Err(self.report(d));
        }
        if let Err((at, msg)) = self.match_args(id, args, span) {
            // Files compiled one by one would not know of each other.
            let file = |s: Span| self.file_starts.partition_point(|f| *f <= s.lo);
            let apart = self.opts.standard == 0 && file(span) != file(p.span) || !self.opts.check_calls;
            let d = match apart {
                true => Diagnostic::warning(ErrorCode::Argument, at, msg),
                false => Diagnostic::error(ErrorCode::Argument, at, msg),
            };
            let reported = self.report(d.also(p.span, "defined here"));
            return if apart { Ok(()) } else { Err(reported) };
        }
        Ok(())
    }

    /// Calls a subroutine with a known interface.
    pub fn call_subroutine(
        &mut self,
        sc: ScopeId,
        id: ProcId,
        target: ProcTarget,
        args: Vec<ArgIn>,
        span: Span,
    ) -> Res<StmtKind> {
        self.ensure_spec(id);
        if self.pi(id).function {
            let n = self.proc(id).name.clone();
            let d = Diagnostic::error(ErrorCode::Name, span, format!("`{n}` is a function, not a subroutine"))
                .also(self.proc(id).span, "declared here");
            return Err(self.report(d));
        }
        let (call, _) = self.build_call(sc, id, target, args, span)?;
        self.variant_call(sc, call)
    }
}

impl<'a> Rules<'a> {
    /// A COMMON block is no procedure, unless its global identifier is a binding label (19.2).
    pub(super) fn check_common_call(&mut self, name: &str, span: Span) -> Res<()> {
        match self.storage.common_labels.get(name) {
            Some(None) => {
                let text = format!("`{name}` is the name of a COMMON block, not of a procedure");
                Err(self.err(ErrorCode::Name, span, text))
            }
            Some(Some(_)) => self.newer(2008, span, "a procedure with the name of a COMMON block"),
            None => Ok(()),
        }
    }
}

impl<'a> Facts<'a> {
    pub(super) fn none_external(&self, sc: ScopeId) -> bool {
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if self.sc(s).implicit_none_external {
                return true;
            }
            cur = self.sc(s).parent;
        }
        false
    }
}
