//! Interface blocks, procedure declarations, dummy procedures and procedure pointers, separate module procedures,
//! statement functions.

use crate::ctx::*;
use crate::decl::collect::generic_name;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Ident, Name, Unit};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Gathers an interface block.
    pub fn interface_block(&mut self, sc: ScopeId, b: &'a ast::InterfaceBlock, span: Span) {
        let generic = match &b.spec {
            None => None,
            Some(spec) => {
                let name = generic_name(spec);
                let id = self.generic_in(sc, &name, span);
                if b.access.is_some()
                    && let Some(e) = self.sc_mut(sc).names.get_mut(&name)
                {
                    e.access = b.access;
                }
                Some(id)
            }
        };
        for u in &b.bodies {
            let Some(name) = &u.name else { continue };
            let id = self.declare_unit(u, Some(sc), ScopeKind::Interface);
            self.pi_mut(id).abstract_ = b.abstract_;
            if self.pi(id).module_proc {
                // The interface of a separate module procedure sees its host.
                let s = self.pi(id).scope;
                self.sc_mut(s).import_all = true;
                self.proc_mut(id).link_name = self.module_link(sc, &name.name);
            }
            self.enter_interface_body(sc, name, id, b.abstract_);
            if let Some(g) = generic {
                self.generics[g.0 as usize].procs.push(id);
            }
        }
        if generic.is_some() && !self.sc(sc).imported {
            self.sc_mut(sc).module_specifics.extend(b.module_procedures.iter());
        }
        for p in &b.procedures {
            match generic {
                Some(g) => {
                    let twice = self.generics[g.0 as usize].pending.iter().any(|(s, q)| *s == sc && q.name == p.name);
                    if twice {
                        self.err(
                            ErrorCode::Interface,
                            p.span,
                            format!("`{}` is already in this generic interface", p.name),
                        );
                        continue;
                    }
                    self.generics[g.0 as usize].pending.push((sc, p.clone()))
                }
                None => {
                    self.err(ErrorCode::Interface, p.span, "a PROCEDURE statement needs a generic interface");
                }
            }
        }
    }

    pub(super) fn enter_interface_body(&mut self, sc: ScopeId, name: &Ident, id: ProcId, abstract_: bool) {
        // A dummy procedure: the interface is that of the dummy.
        let dummy = self.sc(sc).decls.get(&name.name).and_then(|d| d.dummy);
        let pointer = self.sc(sc).decls.get(&name.name).is_some_and(|d| d.pointer);
        let based = self.sc(sc).decls.get(&name.name).and_then(|d| d.based);
        if dummy.is_some() || (pointer && !abstract_) || based.is_some() {
            let d = self.sc(sc).decls[&name.name].clone();
            if let Some(ast::UnitKind::Subroutine(h) | ast::UnitKind::Function { header: h, .. }) =
                self.pi(id).unit.map(|u| &u.kind)
                && let Some(b) = h.bind.as_ref().filter(|b| b.name.is_some())
                && based.is_none()
            {
                let text = format!("`{}` is a dummy procedure or pointer, so it has no binding label", name.name);
                self.err(ErrorCode::Interface, b.span, text);
            }
            if d.intent.is_some() && !d.pointer {
                let text = format!("dummy procedure `{}` cannot have an INTENT", name.name);
                self.err(ErrorCode::Attribute, d.span, text);
            }
            let Ok(s) = self.procedure_symbol(sc, &name.name, &d, name.span, ProcIface::Explicit(id)) else { return };
            self.bind(sc, name.name.clone(), Entity::Symbol(s), name.span);
            return;
        }
        if let Some(e) = self.sc(sc).names.get(&name.name) {
            let clash = match &e.ent {
                Entity::Generic => false,
                Entity::Pending => {
                    self.sc(sc).decls.get(&name.name).is_some_and(|d| d.result || d.declared && !d.external)
                }
                Entity::Proc(p) => self.sc(sc).proc != Some(*p),
                e => !super::units::newer_than_programs(e),
            };
            if clash {
                let (first, second) = (e.span.min_by_place(name.span), e.span.max_by_place(name.span));
                let d = Diagnostic::error(ErrorCode::Name, second, format!("`{}` is declared twice", name.name))
                    .also(first, "declared here first");
                self.report(d);
                return;
            }
        }
        self.bind(sc, name.name.clone(), Entity::Proc(id), name.span);
        if self.procs.globals.contains_key(&name.name)
            && !abstract_
            && !self.pi(id).module_proc
            && let Some(g) = self.procs.globals.get(&name.name).copied()
        {
            self.procs.checks.push((id, g));
        }
        self.sc_mut(sc).order.push(name.name.clone());
    }

    /// The procedure that a name in `procedure(name)` gives the interface of.
    pub fn interface_name(&mut self, sc: ScopeId, n: &Ident) -> Res<ProcId> {
        match self.lookup(sc, &n.name) {
            Some(Entry { ent: Entity::Proc(p), .. }) => {
                self.ensure_spec(p);
                self.check_passed_on(p, n.span)?;
                Ok(p)
            }
            Some(Entry { ent: Entity::Refused(why), .. }) => Err(self.refused(&n.name, &why, n.span)),
            Some(Entry { ent: Entity::Symbol(s), .. }) => match self.sym(s).proc {
                Some(ProcIface::Explicit(p)) => Ok(p),
                _ => Err(self.err(ErrorCode::Interface, n.span, format!("`{}` has no explicit interface", n.name))),
            },
            Some(Entry { ent: Entity::Intrinsic(_), .. }) => self.intrinsic_interface(n),
            Some(Entry { ent: Entity::Bad, .. }) => Err(Reported),
            Some(Entry { ent: Entity::Resolving, .. }) => {
                Err(self.err(ErrorCode::Interface, n.span, format!("the interface of `{}` depends on itself", n.name)))
            }
            Some(_) => Err(self.err(ErrorCode::Interface, n.span, format!("`{}` is not a procedure", n.name))),
            None => match self.specific(&n.name).or(None) {
                Some(_) => self.intrinsic_interface(n),
                None => match self.host_interface(sc, n) {
                    Some(p) => Ok(p),
                    None => Err(self.undeclared(sc, n, "interface")),
                },
            },
        }
    }

    /// An interface of the host that an interface body does not import; other compilers find it all the same.
    fn host_interface(&mut self, sc: ScopeId, n: &Ident) -> Option<ProcId> {
        if self.sc(sc).kind != ScopeKind::Interface || self.opts.standard != 0 {
            return None;
        }
        let host = self.sc(sc).parent?;
        let Some(Entry { ent: Entity::Proc(p), .. }) = self.lookup(host, &n.name) else { return None };
        self.ensure_spec(p);
        let text = format!("the interface `{}` of the host is not imported", n.name);
        self.report(Diagnostic::warning(ErrorCode::Interface, n.span, text));
        Some(p)
    }

    fn intrinsic_interface(&mut self, n: &Ident) -> Res<ProcId> {
        match self.intrinsic_as_argument(n)?.kind {
            ExprKind::ProcRef(t) => match *t {
                ProcTarget::Proc(p) => Ok(p),
                _ => Err(Reported),
            },
            _ => Err(Reported),
        }
    }

    /// A name declared EXTERNAL or by PROCEDURE.
    pub fn resolve_procedure_entity(&mut self, sc: ScopeId, name: &Name, pre: &PreDecl<'a>) -> Res<Entity> {
        let iface = match pre.iface {
            Some(ast::ProcIface::Name(n)) => ProcIface::Explicit(self.interface_name(sc, n)?),
            Some(ast::ProcIface::None) | None => match pre.ty {
                Some(_) => ProcIface::Implicit(Some(self.declared_type(sc, name, pre)?)),
                None => ProcIface::Implicit(None),
            },
            Some(ast::ProcIface::Type(t)) => ProcIface::Implicit(Some(self.type_spec(sc, t)?)),
        };
        if let (ProcIface::Explicit(i), true) = (&iface, pre.pointer || pre.dummy.is_some())
            && self.proc(*i).elemental
            && self.pi(*i).unit.is_some()
        {
            // C1518
            let what = if pre.dummy.is_some() { "dummy procedure" } else { "procedure pointer" };
            let text = format!("{what} `{name}` cannot be elemental");
            return Err(self.err(ErrorCode::Interface, pre.span, text));
        }
        if pre.pointer {
            let at = pre.marks.last().map_or(pre.span, |m| m.1);
            self.newer(2003, at, "a procedure pointer")?;
        }
        if let Some(ast::ProcIface::Name(n)) = pre.iface
            && let Some(d) = self.sc(sc).decls.get(&n.name)
            && d.iface.is_some()
            && d.span.lo > n.span.lo
        {
            // C1516
            let text = format!("`{}` is declared by a PROCEDURE statement, which must stand before this one", n.name);
            let d = Diagnostic::error(ErrorCode::Interface, n.span, text).also(d.span, "declared here");
            return Err(self.report(d));
        }
        if pre.dummy.is_some() || pre.pointer || pre.based.is_some() {
            let s = self.procedure_symbol(sc, name, pre, pre.span, iface)?;
            if let Some(ast::Init::Pointer(e)) = pre.init
                && !super::resolve::is_null_call(e)
            {
                self.bind(sc, name.clone(), Entity::Symbol(s), pre.span);
                let x = self.expr_want(sc, e, crate::expr::Want::Actual)?;
                // C1519
                let why = match &x.kind {
                    ExprKind::ProcRef(t) => match &**t {
                        ProcTarget::Proc(p) if self.proc(*p).host.is_some() => Some("an internal procedure"),
                        ProcTarget::Symbol(_) | ProcTarget::Pointer { .. } => Some("a dummy procedure or pointer"),
                        _ => None,
                    },
                    _ => Some("no procedure"),
                };
                if let Some(why) = why {
                    let text = format!("the initial target of procedure pointer `{name}` is {why}");
                    return Err(self.err(ErrorCode::Pointer, e.span, text));
                }
                self.sym_mut(s).initial_target = Some(Box::new(x));
            }
            return Ok(Entity::Symbol(s));
        }
        match iface {
            ProcIface::Explicit(i) => {
                // An external procedure with the interface of another one.
                let scope = self.pi(i).scope;
                let link = match self.bind_name(sc, pre.bind, name)? {
                    Some(l) => l,
                    None => self.external_link(name),
                };
                let model = self.proc(i).clone();
                let p = self.new_proc(name.clone(), link, pre.span, None, scope);
                let q = self.proc_mut(p);
                q.args = model.args;
                q.result = model.result;
                q.pure_ = model.pure_;
                q.elemental = model.elemental;
                q.bind_c = model.bind_c || pre.bind.is_some();
                q.external = true;
                let function = self.pi(i).function;
                let info = self.pi_mut(p);
                info.function = function;
                info.interface = true;
                info.state = State::Done;
                Ok(Entity::Proc(p))
            }
            ProcIface::Implicit(ty) => Ok(Entity::External { link_name: self.external_link(name), ty }),
        }
    }

    /// A dummy procedure or procedure pointer, however it is declared.
    fn procedure_symbol(
        &mut self,
        sc: ScopeId,
        name: &Name,
        pre: &PreDecl<'a>,
        span: Span,
        iface: ProcIface,
    ) -> Res<SymbolId> {
        let in_module = self.sc(sc).proc.is_none();
        let path = self.sc(sc).path.clone();
        let saved = pre.save || pre.init.is_some() || self.sc(sc).save_all;
        let based = pre.based.map(|p| self.cray_pointer(sc, p)).transpose()?;
        let storage = match pre.dummy {
            Some(n) => Storage::Dummy(n),
            None if pre.result => Storage::Result,
            None if in_module => Storage::Static { link_name: self.module_link(sc, name) },
            None if saved => Storage::Static { link_name: format!("{path}.{name}") },
            None => Storage::Local,
        };
        let storage = based.map_or(storage, |pointer| Storage::Based { pointer });
        let is_static = matches!(storage, Storage::Static { .. });
        let s = self.new_symbol(name.clone(), span, Ty::Procedure, Dims::Scalar, storage, sc);
        let y = self.sym_mut(s);
        y.proc = Some(iface);
        y.pointer = pre.pointer;
        y.optional = pre.optional;
        y.by_value = pre.value;
        y.threadprivate = pre.threadprivate;
        y.intent = match pre.intent {
            None => Intent::Unspecified,
            Some(ast::Intent::In) => Intent::In,
            Some(ast::Intent::Out) => Intent::Out,
            Some(ast::Intent::InOut) => Intent::InOut,
        };
        if is_static {
            y.value = Some(Const::Null);
        }
        let si = self.si_mut(s);
        si.procedure = true;
        si.is_result = pre.result;
        self.sc_mut(sc).locals.push(s);
        if is_static {
            self.prog.statics.push(s);
        }
        Ok(s)
    }

    /// The implementation of a separate module procedure written as a full subroutine or function.
    pub fn module_proc_implementation(&mut self, sc: ScopeId, name: &Ident, p: ProcId) {
        let iface = match self.lookup(sc, &name.name) {
            Some(Entry { ent: Entity::Proc(q), .. }) if self.pi(q).module_proc && self.pi(q).interface => q,
            _ => {
                if self.sc(sc).parent.is_none() {
                    // In the module itself the prefix says nothing new.
                    let clash = self
                        .sc(sc)
                        .names
                        .get(&name.name)
                        .is_some_and(|e| !matches!(e.ent, Entity::Generic | Entity::Pending));
                    if !clash {
                        self.bind(sc, name.name.clone(), Entity::Proc(p), name.span);
                        return;
                    }
                }
                self.err(
                    ErrorCode::Interface,
                    name.span,
                    format!("module procedure `{}` has no interface body in the module", name.name),
                );
                return;
            }
        };
        self.implemented_once(iface, name);
        let link = self.proc(iface).link_name.clone();
        self.proc_mut(p).link_name = link;
        self.procs.checks.push((iface, p));
    }

    /// `module procedure name`: takes arguments and declarations from the interface body.
    pub fn module_procedure_body(&mut self, sc: ScopeId, u: &'a Unit) -> Option<ProcId> {
        let name = u.name.as_ref()?;
        let iface = match self.lookup(sc, &name.name) {
            Some(Entry { ent: Entity::Proc(q), .. }) if self.pi(q).module_proc && self.pi(q).interface => q,
            _ => {
                self.err(
                    ErrorCode::Interface,
                    name.span,
                    format!("module procedure `{}` has no interface body in the module", name.name),
                );
                return None;
            }
        };
        self.implemented_once(iface, name);
        let iu = self.pi(iface).unit?;
        let p = self.declare_unit(iu, Some(sc), ScopeKind::Proc);
        self.proc_mut(p).span = name.span;
        let link = self.proc(iface).link_name.clone();
        self.proc_mut(p).link_name = link;
        // Declarations from the interface body, then those of the body.
        self.procs.separate_bodies.insert(p, u);
        self.ensure_spec(p);
        let s = self.pi(p).scope;
        self.collect(s, &u.spec);
        let inner = self.declare_contained(s, &u.contains);
        self.procs.contained.insert(p, inner);
        Some(p)
    }

    /// Makes internal procedures of the statement functions of a scope.
    pub fn make_stmt_funcs(&mut self, sc: ScopeId) {
        let list = std::mem::take(&mut self.sc_mut(sc).stmt_funcs);
        for (name, args, value) in list {
            let _ = self.stmt_func(sc, &name, args, value);
        }
    }

    fn stmt_func(&mut self, sc: ScopeId, name: &Ident, args: &'a [ast::Arg], value: &'a ast::Expr) -> Res<()> {
        let pre = self.sc(sc).decls.get(&name.name).cloned();
        if let Some(p) = &pre
            && p.dims.is_some()
        {
            // It is an array element: an assignment among declarations.
            return Err(self.err(
                ErrorCode::Misplaced,
                name.span,
                "an assignment may not stand in a specification part",
            ));
        }
        self.uses_feature(crate::checks::standard::Typed::StatementFunction, name.span);
        let pre = pre.unwrap_or(PreDecl { span: name.span, ..PreDecl::default() });
        let attributes = [
            (pre.target, "TARGET"),
            (pre.pointer, "POINTER"),
            (pre.allocatable, "ALLOCATABLE"),
            (pre.save, "SAVE"),
            (pre.volatile, "VOLATILE"),
            (pre.common.is_some(), "COMMON"),
            (pre.equivalence, "EQUIVALENCE"),
        ];
        if let Some((_, word)) = attributes.iter().find(|a| a.0) {
            let at = pre.marks.last().map_or(name.span, |m| m.1);
            let text = format!("statement function `{}` cannot have {word}", name.name);
            return Err(self.err(ErrorCode::Attribute, at, text));
        }
        let ty = self.declared_type(sc, &name.name, &pre)?;
        let path = format!("{}.{}", self.sc(sc).path, name.name);
        let scope = self.new_scope(ScopeKind::Proc, Some(sc), path.clone());
        let host = self.sc(sc).proc;
        let p = self.new_proc(name.name.clone(), path, name.span, None, scope);
        self.sc_mut(scope).proc = Some(p);
        let mut dummies = vec![];
        for (i, a) in args.iter().enumerate() {
            let ast::ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Ref(parts), .. }) = &a.value else {
                return Err(self.err(
                    ErrorCode::Syntax,
                    a.span,
                    "the dummy arguments of a statement function are names",
                ));
            };
            let id = &parts[0].name;
            if id.name == name.name {
                let text = format!("dummy argument `{}` has the name of its statement function", id.name);
                return Err(self.err(ErrorCode::Name, id.span, text));
            }
            if dummies.iter().any(|d: &SymbolId| self.sym(*d).name == id.name) {
                let text = format!("dummy argument `{}` is named twice", id.name);
                return Err(self.err(ErrorCode::Name, id.span, text));
            }
            let t = match self.sc(sc).decls.get(&id.name).cloned() {
                Some(d) => self.declared_type(sc, &id.name, &d)?,
                None => match self.implicit_type(sc, &id.name) {
                    Some(t) => self.implicit_to_ty(sc, t)?,
                    None => return Err(self.undeclared(sc, id, "dummy argument")),
                },
            };
            let s = self.new_symbol(id.name.clone(), id.span, t, Dims::Scalar, Storage::Dummy(i as u32), scope);
            self.sym_mut(s).intent = Intent::In;
            self.bind(scope, id.name.clone(), Entity::Symbol(s), id.span);
            self.sc_mut(scope).locals.push(s);
            dummies.push(s);
        }
        let r = self.new_symbol(name.name.clone(), name.span, ty.clone(), Dims::Scalar, Storage::Result, scope);
        self.sc_mut(scope).locals.push(r);
        let q = self.proc_mut(p);
        q.host = host;
        q.args = dummies;
        q.result = Some(r);
        q.pure_ = true;
        let i = self.pi_mut(p);
        i.function = true;
        i.stmt_func = true;
        i.state = State::Done;
        self.sc_mut(sc).decls.remove(&name.name);
        self.bind(sc, name.name.clone(), Entity::Proc(p), name.span);
        self.procs.statement_functions.push((p, scope, value));
        Ok(())
    }
}

impl<'a> Facts<'a> {
    /// The generic of a name in exactly this scope, made where it is new.
    pub fn generic_in(&mut self, sc: ScopeId, name: &Name, span: Span) -> GenericId {
        if let Some(g) = self.sc(sc).names.get(name).and_then(|e| e.generic) {
            if self.sc(sc).names[name].from.is_none() {
                return g;
            }
            // One that came by USE is extended here without changing the module's.
            let mut copy = self.generics[g.0 as usize].clone();
            copy.name = Some(name.clone());
            let n = GenericId(self.generics.len() as u32);
            self.generics.push(copy);
            let e = self.sc_mut(sc).names.get_mut(name).expect("looked up above");
            e.generic = Some(n);
            e.from = None;
            return n;
        }
        let g = GenericId(self.generics.len() as u32);
        self.generics.push(Generic { name: Some(name.clone()), ..Generic::default() });
        let e = self.sc_mut(sc).names.entry(name.clone()).or_insert(Entry {
            ent: Entity::Generic,
            generic: None,
            span,
            access: None,
            from: None,
        });
        e.generic = Some(g);
        g
    }
}

impl<'a> Rules<'a> {
    /// A separate module procedure has one body (C1567).
    fn implemented_once(&mut self, iface: ProcId, name: &Ident) {
        if let Some(first) = self.procs.implemented.insert(iface, name.span) {
            let text = format!("module procedure `{}` has a body already", name.name);
            let d = Diagnostic::error(ErrorCode::Name, name.span, text).also(first, "the first one");
            self.report(d);
        }
    }
}
