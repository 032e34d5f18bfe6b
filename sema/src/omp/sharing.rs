//! What clauses list: variables with their data-sharing attributes, and other items.

use super::Sharing;
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{OmpArg, OmpClause};
use ferrotran_syntax::omp::{ClauseKind, Directive};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

impl<'a> Sema<'a> {
    /// Whole variables of a list, with their sharing noted.
    pub(super) fn omp_vars(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        sharing: Option<Sharing>,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<Vec<SymbolId>> {
        let mut out = vec![];
        let mut failed = false;
        for a in &cl.args {
            let ids: Vec<(SymbolId, Span)> = match a {
                OmpArg::Type(_) | OmpArg::Stmt(_) | OmpArg::Directive(_) => continue,
                OmpArg::Common(n) => {
                    let Ok(list) = self.common_members(sc, n) else {
                        failed = true;
                        continue;
                    };
                    list.into_iter().map(|s| (s, n.span)).collect()
                }
                OmpArg::Expr(e) => match self.expr_want(sc, e, Want::Variable) {
                    Ok(Expr { kind: ExprKind::Var(s), .. }) => vec![(s, e.span)],
                    // A section says which part of its variable is on the device.
                    Ok(Expr { kind: ExprKind::Section { base, .. }, .. })
                        if matches!(cl.kind, ClauseKind::UseDeviceAddr | ClauseKind::HasDeviceAddr)
                            && matches!(base.kind, ExprKind::Var(_)) =>
                    {
                        base.variable().into_iter().map(|s| (s, e.span)).collect()
                    }
                    Ok(_) => {
                        self.err(
                            ErrorCode::OmpData,
                            e.span,
                            format!("`{}` takes names of variables, not parts of them", cl.kind.name()),
                        );
                        failed = true;
                        continue;
                    }
                    Err(_) => {
                        failed = true;
                        continue;
                    }
                },
                OmpArg::Word(w) => match self.variable_named(sc, w) {
                    Ok(s) => vec![(s, w.span)],
                    Err(_) => {
                        failed = true;
                        continue;
                    }
                },
            };
            for (s, span) in ids {
                if let Some(sh) = sharing {
                    failed |= self.note_sharing(s, sh, span, cl.kind.name(), listed, d).is_err();
                }
                out.push(s);
            }
        }
        if failed { Err(Reported) } else { Ok(out) }
    }

    /// Variables, sections, components.
    pub(super) fn omp_items(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Vec<Expr>> {
        let mut out = vec![];
        let mut failed = false;
        for a in &cl.args {
            match a {
                OmpArg::Type(_) | OmpArg::Stmt(_) | OmpArg::Directive(_) => {}
                OmpArg::Expr(e) => match self.expr_want(sc, e, Want::Variable) {
                    Ok(x) => {
                        if !crate::stmt::control::is_variable(&x) {
                            self.err(ErrorCode::OmpData, e.span, format!("`{}` takes variables only", cl.kind.name()));
                            failed = true;
                            continue;
                        }
                        let of_memory =
                            matches!(cl.kind, ClauseKind::Depend | ClauseKind::Affinity | ClauseKind::Nontemporal);
                        if of_memory
                            && let Some(s) = super::restrictions::root_variable(&x)
                            && self.sym(s).storage == Storage::Constant
                        {
                            let text = format!(
                                "`{}` takes variables, and `{}` is a named constant",
                                cl.kind.name(),
                                self.sym(s).name
                            );
                            self.err(ErrorCode::OmpData, e.span, text);
                            failed = true;
                            continue;
                        }
                        out.push(x);
                    }
                    Err(_) => failed = true,
                },
                OmpArg::Word(w) => match self.variable_named(sc, w) {
                    Ok(s) => {
                        let y = self.sym(s);
                        out.push(Expr { kind: ExprKind::Var(s), ty: y.ty.clone(), rank: y.rank(), span: w.span });
                    }
                    Err(_) => failed = true,
                },
                OmpArg::Common(n) => {
                    let Ok(list) = self.common_members(sc, n) else {
                        failed = true;
                        continue;
                    };
                    for s in list {
                        let y = self.sym(s);
                        out.push(Expr { kind: ExprKind::Var(s), ty: y.ty.clone(), rank: y.rank(), span: n.span });
                    }
                }
            }
        }
        if failed { Err(Reported) } else { Ok(out) }
    }
}

impl<'a> Resolver<'a> {
    /// The variables that the name of a COMMON block stands for in a list: as the procedure declares the block, or the
    /// nearest host, or a module, at best one whose names are known here (OpenMP 6.0, 5.2.1).
    fn common_members(&mut self, sc: ScopeId, n: &ferrotran_syntax::ast::Ident) -> Res<Vec<SymbolId>> {
        let block = self.storage.common_ids.get(&n.name).copied();
        let members = block.map_or(vec![], |b| self.prog.commons[b as usize].members.clone());
        let mut at = self.place.proc;
        while let Some(p) = at {
            let own: Vec<SymbolId> = members.iter().copied().filter(|s| self.sym(*s).owner == Some(p)).collect();
            if !own.is_empty() {
                return Ok(own);
            }
            at = self.proc(p).host;
        }
        let of_modules: Vec<SymbolId> = members.into_iter().filter(|s| self.sym(*s).owner.is_none()).collect();
        let mut chosen = of_modules.first().copied();
        for &s in &of_modules {
            let name = self.sym(s).name.clone();
            if matches!(self.lookup(sc, &name), Some(Entry { ent: Entity::Symbol(t), .. }) if t == s) {
                chosen = Some(s);
                break;
            }
        }
        let Some(chosen) = chosen else {
            return Err(self.err(ErrorCode::Name, n.span, format!("there is no COMMON block `{}` here", n.name)));
        };
        let module = self.si(chosen).scope;
        Ok(of_modules.into_iter().filter(|s| self.si(*s).scope == module).collect())
    }
}

impl<'a> Rules<'a> {
    pub(super) fn note_sharing(
        &mut self,
        s: SymbolId,
        sh: Sharing,
        span: Span,
        clause: &str,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<()> {
        let y = self.sym(s).clone();
        if y.storage == Storage::Constant {
            return Err(self.err(
                ErrorCode::OmpData,
                span,
                format!("named constant `{}` cannot be in a data-sharing clause", y.name),
            ));
        }
        if y.threadprivate {
            return Err(self.err(
                ErrorCode::OmpData,
                span,
                format!("`{}` is threadprivate, so it cannot be in `{clause}`", y.name),
            ));
        }
        if matches!(y.storage, Storage::Based { .. }) {
            let text = format!("Cray pointee `{}` cannot be in `{clause}`: its pointer may be", y.name);
            return Err(self.err(ErrorCode::OmpData, span, text));
        }
        if y.storage == Storage::Associate && !matches!(sh, Sharing::Shared | Sharing::Mapped) {
            return Err(self.err(
                ErrorCode::OmpData,
                span,
                format!("associate name `{}` cannot be in `{clause}`", y.name),
            ));
        }
        if matches!(y.dims, Dims::AssumedRank) && !matches!(sh, Sharing::Shared | Sharing::Mapped) {
            let text = format!("`{}` in `{clause}` has no rank that is known here: no copy of it can be made", y.name);
            return Err(self.err(ErrorCode::OmpData, span, text));
        }
        // What is on the device already needs no size.
        let is_there = matches!(clause, "is_device_ptr" | "has_device_addr");
        if matches!(y.dims, Dims::AssumedSize(..)) && sh != Sharing::Shared && !is_there {
            return Err(self.err(
                ErrorCode::OmpData,
                span,
                format!("assumed-size array `{}` cannot be in `{clause}`: its size is not known", y.name),
            ));
        }
        if y.intent == Intent::In
            && matches!(sh, Sharing::Private | Sharing::Lastprivate | Sharing::Linear | Sharing::Reduction)
        {
            return Err(self.err(
                ErrorCode::OmpData,
                span,
                format!("`{}` has INTENT(IN), so it cannot be in `{clause}`", y.name),
            ));
        }
        if let Some(old) = listed.get(&s) {
            let both_fl = matches!(
                (old, sh),
                (Sharing::Firstprivate, Sharing::Lastprivate) | (Sharing::Lastprivate, Sharing::Firstprivate)
            );
            // On combined directives a variable may be mapped for the target and shared in the rest.
            let mapped = (*old == Sharing::Mapped) != (sh == Sharing::Mapped) && d.leaves().len() > 1;
            let twice_mapped = *old == Sharing::Mapped && sh == Sharing::Mapped;
            if !(both_fl || mapped || twice_mapped) {
                return Err(self.err(
                    ErrorCode::OmpData,
                    span,
                    format!("`{}` appears in more than one data-sharing clause of `{}`", y.name, d.name()),
                ));
            }
        }
        let keep = matches!(listed.get(&s), Some(o) if *o != Sharing::Mapped);
        if !keep {
            listed.insert(s, sh);
        }
        Ok(())
    }
}
