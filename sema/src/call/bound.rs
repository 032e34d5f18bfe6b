//! Type-bound procedures and procedure pointer components.

use super::ArgIn;
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{Arg, ArgValue, Ident, Name, Part};
use ferrotran_typed::*;

/// A binding that a reference may go to.
#[derive(Clone, Debug)]
struct Found {
    slot: usize,
    iface: ProcId,
    fixed: Option<ProcId>,
    pass: Option<u32>,
}

impl<'a> Resolver<'a> {
    fn binding(&mut self, t: TypeId, name: &str) -> Option<Found> {
        self.ensure_bindings(t);
        let slot = self.slot(t, name)?;
        self.binding_at(t, slot)
    }

    fn binding_at(&mut self, t: TypeId, slot: usize) -> Option<Found> {
        let b = self.ty(t).bindings.get(slot)?;
        if b.proc.or(b.iface).is_none() {
            let name = b.name.clone();
            self.bind_early(t, &name);
        }
        let b = self.ty(t).bindings.get(slot)?;
        let iface = b.proc.or(b.iface)?;
        Some(Found { slot, iface, fixed: b.proc, pass: b.pass })
    }

    /// Names and slots of the bindings of a generic binding, with those of the parents.
    pub fn generic_binding(&mut self, t: TypeId, name: &str) -> Vec<(Ident, usize)> {
        let mut out: Vec<(Ident, usize)> = vec![];
        let mut cur = Some(t);
        while let Some(x) = cur {
            self.ensure_bindings(x);
            for (n, list, _) in self.types.info[x.0 as usize].generics.clone() {
                if &*n == name {
                    for id in list {
                        // A name means what it means where the generic binding is declared.
                        if let Some(slot) = self.slot(x, &id.name)
                            && !out.iter().any(|o| o.1 == slot)
                        {
                            out.push((id, slot));
                        }
                    }
                }
            }
            cur = self.ty(x).extends;
        }
        out
    }

    fn check_private_binding(&mut self, t: TypeId, id: &Ident) -> Res<()> {
        let mut cur = Some(t);
        while let Some(x) = cur {
            let i = &self.types.info[x.0 as usize];
            if !i.own_bindings.contains(&id.name) {
                cur = self.ty(x).extends;
                continue;
            }
            if i.private_bindings.contains(&id.name) && i.module != self.place.module {
                return Err(self.err(
                    ErrorCode::DerivedType,
                    id.span,
                    format!("type-bound procedure `{}` is private to its module", id.name),
                ));
            }
            break;
        }
        Ok(())
    }

    /// A generic binding that is private to another module cannot be referenced.
    fn check_private_generic(&mut self, t: TypeId, id: &Ident) -> Res<()> {
        let mut cur = Some(t);
        while let Some(x) = cur {
            let i = &self.types.info[x.0 as usize];
            if i.module != self.place.module && i.generics.iter().any(|(n, _, private)| *n == id.name && *private) {
                let text = format!("generic binding `{}` is private to its module", id.name);
                return Err(self.err(ErrorCode::DerivedType, id.span, text));
            }
            cur = self.ty(x).extends;
        }
        Ok(())
    }

    /// A type-bound function reference, or a bound procedure as actual argument. `None`: the type has no such binding.
    pub fn bound_ref(&mut self, sc: ScopeId, base: &Expr, t: TypeId, p: &'a Part, want: Want) -> Res<Option<Expr>> {
        let name = &p.name.name;
        let span = base.span.to(p.span);
        let none: &'a [Arg] = &[];
        if let Some(f) = self.binding(t, name) {
            self.check_private_binding(t, &p.name)?;
            self.check_concrete(base)?;
            let Some(args) = &p.args else {
                if want == Want::Actual
                    && let Some(q) = f.fixed
                {
                    self.check_passed_on(q, p.span)?;
                    return Ok(Some(Expr {
                        kind: ExprKind::ProcRef(Box::new(ProcTarget::Proc(q))),
                        ty: Ty::Procedure,
                        rank: 0,
                        span,
                    }));
                }
                return Err(self.err(
                    ErrorCode::Name,
                    p.span,
                    format!("`{name}` is a procedure: an argument list is missing"),
                ));
            };
            let ins = self.args_in(sc, args)?;
            return self.bound_function(sc, base, t, &f, ins, span).map(Some);
        }
        let list = self.generic_binding(t, name);
        if list.is_empty() {
            return Ok(None);
        }
        self.check_private_generic(t, &p.name)?;
        let ins = self.args_in(sc, p.args.as_deref().unwrap_or(none))?;
        if let Some(f) = self.pick_binding(t, &list, true, span, |s, f| s.bound_target(base, t, f, ins.clone()).1) {
            return self.bound_function(sc, base, t, &f, ins, span).map(Some);
        }
        Err(self.err(
            ErrorCode::Generic,
            span,
            format!("no specific procedure of generic binding `{name}` fits these arguments"),
        ))
    }

    fn bound_function(
        &mut self,
        sc: ScopeId,
        base: &Expr,
        t: TypeId,
        f: &Found,
        ins: Vec<ArgIn>,
        span: Span,
    ) -> Res<Expr> {
        self.ensure_spec(f.iface);
        if !self.pi(f.iface).function {
            let n = self.proc(f.iface).name.clone();
            return Err(self.err(ErrorCode::Name, span, format!("`{n}` is a subroutine, not a function")));
        }
        let (target, args) = self.bound_target(base, t, f, ins);
        let (call, rank) = self.build_call(sc, f.iface, target, args, span)?;
        self.call_expr(f.iface, call, rank, span)
    }

    /// CALL through a component or binding.
    pub fn call_component(&mut self, sc: ScopeId, parts: &'a [Part], span: Span) -> Res<StmtKind> {
        let (last, front) = parts.split_last().expect("two parts or more");
        let base = self.reference_parts(sc, front)?;
        let none: &'a [Arg] = &[];
        let t = match &base.ty {
            Ty::Derived(t) | Ty::Class(Some(t)) => *t,
            o => {
                let tn = ty_name(&self.prog, o);
                return Err(self.err(
                    ErrorCode::DerivedType,
                    base.span,
                    format!("an object of type {tn} has no procedures"),
                ));
            }
        };
        let ins = self.args_in(sc, last.args.as_deref().unwrap_or(none))?;
        let name = &last.name.name;
        if let Some((of, index, _)) = self.find_component(t, name) {
            let c = self.ty(of).components[index].clone();
            let Some(iface) = c.proc else {
                return Err(self.err(ErrorCode::Name, last.span, format!("component `{name}` is not a procedure")));
            };
            let e = Expr {
                kind: ExprKind::Component { base: Box::new(base.clone()), of, index },
                ty: Ty::Procedure,
                rank: 0,
                span,
            };
            let target = ProcTarget::Pointer { expr: e, iface: iface.clone() };
            return match iface {
                ProcIface::Explicit(id) => {
                    let args = self.pass_component(of, index, &base, id, ins);
                    self.call_subroutine(sc, id, target, args, span)
                }
                ProcIface::Implicit(_) => Ok(StmtKind::Call(self.implicit_call(target, ins, span)?)),
            };
        }
        if let Some(f) = self.binding(t, name) {
            self.check_private_binding(t, &last.name)?;
            self.check_concrete(&base)?;
            self.ensure_spec(f.iface);
            let (target, args) = self.bound_target(&base, t, &f, ins);
            return self.call_subroutine(sc, f.iface, target, args, span);
        }
        let list = self.generic_binding(t, name);
        if list.is_empty() {
            return Err(self.no_component(t, &last.name));
        }
        self.check_private_generic(t, &last.name)?;
        if let Some(f) = self.pick_binding(t, &list, false, span, |s, f| s.bound_target(&base, t, f, ins.clone()).1) {
            let (target, args) = self.bound_target(&base, t, &f, ins);
            return self.call_subroutine(sc, f.iface, target, args, span);
        }
        Err(self.err(
            ErrorCode::Generic,
            span,
            format!("no specific procedure of generic binding `{name}` fits these arguments"),
        ))
    }

    /// A reference of some parts, wanted as an object.
    fn reference_parts(&mut self, sc: ScopeId, parts: &'a [Part]) -> Res<Expr> {
        let span = parts.iter().fold(Span::default(), |s, p| s.to(p.span));
        self.reference_public(sc, parts, span, Want::Variable)
    }

    /// The passed object of a procedure pointer component, unless it is NOPASS.
    fn pass_component(&mut self, of: TypeId, index: usize, base: &Expr, id: ProcId, mut ins: Vec<ArgIn>) -> Vec<ArgIn> {
        let cname = self.ty(of).components[index].name.clone();
        let Some(pass) = self.component_pass(of, &cname) else { return ins };
        self.ensure_spec(id);
        let pos = match &pass {
            Some(n) => self.proc(id).args.iter().position(|s| self.sym(*s).name == *n).unwrap_or(0),
            None => 0,
        };
        self.insert_passed(id, pos, base, &mut ins);
        ins
    }

    /// A reference to a procedure pointer component.
    pub fn component_proc_ref(
        &mut self,
        sc: ScopeId,
        e: Expr,
        iface: ProcIface,
        _t: TypeId,
        p: &'a Part,
        want: Want,
    ) -> Res<Expr> {
        let span = e.span;
        let Some(args) = &p.args else {
            return match want {
                Want::Value => Err(self.err(ErrorCode::Name, span, "a procedure pointer is not a value")),
                Want::Variable => Ok(e),
                Want::Actual => Ok(Expr {
                    kind: ExprKind::ProcRef(Box::new(ProcTarget::Pointer { expr: e, iface })),
                    ty: Ty::Procedure,
                    rank: 0,
                    span,
                }),
            };
        };
        if args.iter().any(|a| matches!(a.value, ArgValue::Section { .. })) {
            return Err(self.err(ErrorCode::Syntax, span, "a procedure reference has no sections as arguments"));
        }
        let ins = self.args_in(sc, args)?;
        let ExprKind::Component { base, of, index } = &e.kind else {
            return Err(self.err(ErrorCode::Name, span, "this is not a procedure pointer component"));
        };
        let (base, of, index) = ((**base).clone(), *of, *index);
        let target = ProcTarget::Pointer { expr: e, iface: iface.clone() };
        match iface {
            ProcIface::Explicit(id) => {
                self.ensure_spec(id);
                if !self.pi(id).function {
                    return Err(self.err(ErrorCode::Name, span, "this component is a subroutine, not a function"));
                }
                let ins = self.pass_component(of, index, &base, id, ins);
                let (call, rank) = self.build_call(sc, id, target, ins, span)?;
                self.call_expr(id, call, rank, span)
            }
            ProcIface::Implicit(Some(ty)) => {
                let call = self.implicit_call(target, ins, span)?;
                Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty: crate::expr::value_type(&ty), rank: 0, span })
            }
            ProcIface::Implicit(None) => Err(self.err(ErrorCode::Name, span, "this component is not a function")),
        }
    }

    /// A type-bound operator: argument `i` is the passed object.
    pub fn bound_operator(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        key: &str,
        ins: &[ArgIn],
        i: usize,
        span: Span,
    ) -> Res<Option<Expr>> {
        let list = self.operator_binding(t, key, i);
        let Some(f) = self.pick_binding(t, &list, true, span, |_, _| ins.to_vec()) else { return Ok(None) };
        let base = ins[i].expr.clone();
        let mut rest = ins.to_vec();
        rest.remove(i);
        self.bound_function(sc, &base, t, &f, rest, span).map(Some)
    }

    /// A type-bound assignment: argument `i` is the passed object.
    pub fn bound_assignment(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        ins: &[ArgIn],
        i: usize,
        span: Span,
    ) -> Res<Option<Call>> {
        let list = self.operator_binding(t, "assignment(=)", i);
        let Some(f) = self.pick_binding(t, &list, false, span, |_, _| ins.to_vec()) else { return Ok(None) };
        let base = ins[i].expr.clone();
        let mut rest = ins.to_vec();
        rest.remove(i);
        let (target, args) = self.bound_target(&base, t, &f, rest);
        let (call, _) = self.build_call(sc, f.iface, target, args, span)?;
        Ok(Some(call))
    }

    /// The bindings of an operator or assignment that pass their object as operand `i`.
    fn operator_binding(&mut self, t: TypeId, key: &str, i: usize) -> Vec<(Ident, usize)> {
        let mut list = self.generic_binding(t, key);
        list.retain(|(_, slot)| self.binding_at(t, *slot).is_some_and(|f| f.pass.is_none_or(|p| p as usize == i)));
        list
    }

    /// The binding of a generic that fits; non-elemental ones win over elemental ones (15.5.5.2).
    fn pick_binding(
        &mut self,
        t: TypeId,
        list: &[(Ident, usize)],
        function: bool,
        span: Span,
        args: impl Fn(&Self, &Found) -> Vec<ArgIn>,
    ) -> Option<Found> {
        let mut best = None;
        for (_, slot) in list {
            let Some(f) = self.binding_at(t, *slot) else { continue };
            self.ensure_spec(f.iface);
            if self.pi(f.iface).function != function {
                continue;
            }
            let args = args(self, &f);
            if self.match_specific(f.iface, &args, span).is_err() {
                continue;
            }
            if !self.proc(f.iface).elemental {
                return Some(f);
            }
            best.get_or_insert(f);
        }
        best
    }
}

impl<'a> Facts<'a> {
    /// The target and arguments of a call through a binding, the passed object put in.
    fn bound_target(&self, base: &Expr, t: TypeId, f: &Found, mut args: Vec<ArgIn>) -> (ProcTarget, Vec<ArgIn>) {
        if let Some(pos) = f.pass {
            self.insert_passed(f.iface, pos as usize, base, &mut args);
        }
        let dynamic = matches!(base.ty, Ty::Class(_)) && !self.fixed_binding(t, f);
        let target = match (dynamic, f.fixed) {
            (false, Some(p)) => ProcTarget::Proc(p),
            _ => ProcTarget::Bound { object: base.clone(), declared: t, slot: f.slot, iface: f.iface },
        };
        (target, args)
    }

    /// Puts the passed object at its place among the arguments: by keyword where too few positional ones stand before.
    fn insert_passed(&self, iface: ProcId, pos: usize, base: &Expr, args: &mut Vec<ArgIn>) {
        let me = ArgIn { part: false, coindexed: false, keyword: None, expr: base.clone(), span: base.span };
        if args.len() < pos || args.iter().take(pos).any(|a| a.keyword.is_some()) {
            let name = self.proc(iface).args.get(pos).map(|s| self.sym(*s).name.clone());
            let keyword = name.map(|name| Ident { name, span: base.span });
            args.push(ArgIn { keyword, ..me });
        } else {
            args.insert(pos, me);
        }
    }

    fn fixed_binding(&self, t: TypeId, f: &Found) -> bool {
        let name = &self.ty(t).bindings[f.slot].name;
        f.fixed.is_some() && self.types.info[t.0 as usize].non_overridable.contains(name)
    }

    /// `Some(name)` where the component passes its object (by that argument), `None` for NOPASS.
    fn component_pass(&self, of: TypeId, name: &str) -> Option<Option<Name>> {
        let def = self.types.info[of.0 as usize].def?;
        for st in &def.components {
            if let ferrotran_syntax::ast::StmtKind::ProcedureDecl { attrs, entities, .. } = &st.kind
                && entities.iter().any(|e| &*e.name.name == name)
            {
                for (a, _) in attrs {
                    match a {
                        ferrotran_syntax::ast::AttrSpec::Nopass => return None,
                        ferrotran_syntax::ast::AttrSpec::Pass(n) => return Some(n.as_ref().map(|n| n.name.clone())),
                        _ => {}
                    }
                }
                return Some(None);
            }
        }
        None
    }
}

impl<'a> Rules<'a> {
    /// Only a polymorphic object may be of an abstract type where a procedure is invoked on it (C1027).
    fn check_concrete(&mut self, base: &Expr) -> Res<()> {
        match &base.ty {
            Ty::Derived(t) if self.ty(*t).abstract_ => {
                let text = format!("a procedure is called on an object of the abstract type `{}`", self.ty(*t).name);
                Err(self.err(ErrorCode::DerivedType, base.span, text))
            }
            _ => Ok(()),
        }
    }
}
