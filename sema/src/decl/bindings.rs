//! Type-bound procedures: slots of the type's table, generic bindings, FINAL procedures.

use crate::call::characteristics::Compared;
use crate::ctx::*;
use crate::decl::collect::generic_name;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{Access, AttrSpec, Ident, TypeBinding};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Resolves the bindings of a type, once; those of its parent first.
    pub fn ensure_bindings(&mut self, t: TypeId) {
        if self.types.info[t.0 as usize].bindings_done != State::New {
            return;
        }
        self.types.info[t.0 as usize].bindings_done = State::Running;
        if let Some(p) = self.ty(t).extends {
            self.ensure_bindings(p);
            let inherited = self.ty(p).bindings.clone();
            self.prog.types[t.0 as usize].bindings = inherited;
            let no = self.types.info[p.0 as usize].non_overridable.clone();
            self.types.info[t.0 as usize].non_overridable.extend(no);
        }
        if let Some(def) = self.types.info[t.0 as usize].def {
            let sc = self.types.info[t.0 as usize].scope;
            self.types.info[t.0 as usize].bad |= def.lost[1];
            let mut own: Vec<&Ident> = vec![];
            // Slots in the order of declaration: what a procedure's own declarations refer to may be bound before its turn.
            for b in &def.bindings {
                if let TypeBinding::Procedure { name, .. } = b
                    && !self.ty(t).bindings.iter().any(|b| b.name == name.name)
                    && self.find_component(t, &name.name).is_none()
                {
                    let slot = TypeBound { name: name.name.clone(), proc: None, iface: None, pass: None };
                    self.prog.types[t.0 as usize].bindings.push(slot);
                }
            }
            for b in &def.bindings {
                match b {
                    TypeBinding::Procedure { iface, attrs, name, target } => {
                        if let Some(first) = own.iter().find(|o| o.name == name.name) {
                            let d = Diagnostic::error(
                                ErrorCode::DerivedType,
                                name.span,
                                format!("type `{}` already has a binding `{}`", def.name.name, name.name),
                            )
                            .also(first.span, "the first one");
                            self.report(d);
                            continue;
                        }
                        own.push(name);
                        if self.find_component(t, &name.name).is_some() {
                            let text = format!("type `{}` already has a component `{}`", def.name.name, name.name);
                            self.err(ErrorCode::DerivedType, name.span, text);
                            continue;
                        }
                        let inherited = self.inherited_slots(t);
                        let early = self.ty(t).bindings.iter().skip(inherited);
                        if early.clone().any(|b| b.name == name.name && b.proc.or(b.iface).is_some()) {
                            continue;
                        }
                        let private_default = def.private_bindings;
                        let bound =
                            self.bind_procedure(sc, t, iface.as_ref(), attrs, name, target.as_ref(), private_default);
                        // References to it are not reported again.
                        self.types.info[t.0 as usize].bad |= bound.is_err();
                    }
                    TypeBinding::Generic { access, spec, names } => {
                        let n = generic_name(spec);
                        let private = match access {
                            Some(Access::Private) => true,
                            Some(Access::Public) => false,
                            None => def.private_bindings,
                        };
                        self.types.info[t.0 as usize].generics.push((n, names.clone(), private));
                    }
                    TypeBinding::Final(names) => {
                        for n in names {
                            match self.lookup(sc, &n.name) {
                                Some(Entry { ent: Entity::Proc(p), .. }) => {
                                    self.check_final(t, p, n);
                                    self.check_final_ranks(t, p, n);
                                    self.prog.types[t.0 as usize].finals.push(p)
                                }
                                Some(Entry { ent: Entity::Bad, .. }) => {}
                                _ => {
                                    self.err(
                                        ErrorCode::DerivedType,
                                        n.span,
                                        format!("FINAL procedure `{}` is not a module procedure", n.name),
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
        self.check_generic_bindings(t);
        if let Some(def) = self.types.info[t.0 as usize].def {
            self.check_pointer_components(t, def);
        }
        if !self.ty(t).abstract_ {
            let missing: Vec<_> =
                self.ty(t).bindings.iter().filter(|b| b.proc.is_none()).map(|b| b.name.clone()).collect();
            if let Some(m) = missing.first() {
                let (name, span) = (self.ty(t).name.clone(), self.ty(t).span);
                // A binding whose procedure could not be found was reported already.
                let deferred =
                    self.ty(t).bindings.iter().any(|b| b.proc.is_none() && b.iface.is_some() && b.name == *m);
                if deferred {
                    self.err(
                        ErrorCode::DerivedType,
                        span,
                        format!("type `{name}` is not abstract but does not implement the deferred procedure `{m}`"),
                    );
                }
            }
        }
        let mut assignments: Vec<usize> = self.ty(t).extends.map_or(vec![], |p| self.ty(p).assignments.clone());
        for (n, names, _) in &self.types.info[t.0 as usize].generics {
            if &**n == "assignment(=)" {
                let bindings = &self.ty(t).bindings;
                assignments.extend(names.iter().filter_map(|id| bindings.iter().rposition(|b| b.name == id.name)));
            }
        }
        self.prog.types[t.0 as usize].assignments = assignments;
        self.types.info[t.0 as usize].bindings_done = State::Done;
    }

    /// Resolves a binding of a type whose bindings are being resolved: the declarations of one of its procedures refer to it.
    pub(crate) fn bind_early(&mut self, t: TypeId, name: &str) {
        if self.types.info[t.0 as usize].bindings_done != State::Running {
            return;
        }
        let Some(def) = self.types.info[t.0 as usize].def else { return };
        let sc = self.types.info[t.0 as usize].scope;
        for b in &def.bindings {
            if let TypeBinding::Procedure { iface, attrs, name: n, target } = b
                && &*n.name == name
            {
                let bound = self.bind_procedure(sc, t, iface.as_ref(), attrs, n, target.as_ref(), def.private_bindings);
                self.types.info[t.0 as usize].bad |= bound.is_err();
                return;
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn bind_procedure(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        iface: Option<&Ident>,
        attrs: &'a [(AttrSpec, ferrotran_source::Span)],
        name: &Ident,
        target: Option<&Ident>,
        mut private: bool,
    ) -> Res<()> {
        let mut nopass = false;
        let mut pass_name = None;
        let mut deferred = false;
        let mut fixed = false;
        for (a, span) in attrs {
            match a {
                AttrSpec::Nopass => nopass = true,
                AttrSpec::Pass(n) => pass_name = n.clone(),
                AttrSpec::Deferred => deferred = true,
                AttrSpec::NonOverridable => fixed = true,
                AttrSpec::Private => private = true,
                AttrSpec::Public => private = false,
                _ => {
                    self.err(ErrorCode::Attribute, *span, "this attribute is not allowed for a type-bound procedure");
                }
            }
        }
        if deferred && iface.is_none() {
            return Err(self.err(
                ErrorCode::DerivedType,
                name.span,
                "a DEFERRED binding needs an interface in parentheses",
            ));
        }
        if deferred && !self.ty(t).abstract_ {
            let tn = self.ty(t).name.clone();
            return Err(self.err(
                ErrorCode::DerivedType,
                name.span,
                format!("type `{tn}` has a DEFERRED binding, so it must be ABSTRACT"),
            ));
        }
        let (proc, ifc) = if deferred {
            let i = iface.expect("checked above");
            (None, Some(self.interface_name(sc, i)?))
        } else {
            let what = target.unwrap_or(name);
            match self.lookup(sc, &what.name) {
                // C768
                Some(Entry { ent: Entity::Proc(p), .. }) if self.proc(p).host.is_some() => {
                    let text = format!(
                        "binding `{}`: `{}` is an internal procedure; a module procedure or an external procedure with an \
                         explicit interface is asked for",
                        name.name, what.name
                    );
                    return Err(self.err(ErrorCode::DerivedType, what.span, text));
                }
                Some(Entry { ent: Entity::Proc(p), .. }) => (Some(p), None),
                Some(Entry { ent: Entity::Bad, .. }) => return Err(Reported),
                _ => {
                    return Err(self.err(
                        ErrorCode::DerivedType,
                        what.span,
                        format!("binding `{}`: there is no procedure `{}`", name.name, what.name),
                    ));
                }
            }
        };
        let p = proc.or(ifc).expect("one of them is set");
        self.ensure_spec(p);
        if let Some(r) = self.proc(p).result
            && deferred
            && matches!(self.sym(r).ty, Ty::Character(CharLen::Assumed, _))
        {
            // C723
            let text = format!("the interface of deferred binding `{}` has a result of assumed length", name.name);
            self.header_error(ErrorCode::Shape, r, text);
        }
        let pass = match nopass {
            true => None,
            false => match self.passed_object(t, p, pass_name.as_ref(), name)? {
                Some(i) => Some(i),
                // The procedure serves other values of the type's parameters.
                None => return Ok(()),
            },
        };
        let b = TypeBound { name: name.name.clone(), proc, iface: ifc, pass };
        if private {
            self.types.info[t.0 as usize].private_bindings.insert(name.name.clone());
        }
        let slot = self.slot(t, &name.name).filter(|_| self.inherits_accessible(t, &name.name));
        self.types.info[t.0 as usize].own_bindings.insert(name.name.clone());
        match slot {
            Some(i) if i >= self.inherited_slots(t) => self.prog.types[t.0 as usize].bindings[i] = b,
            Some(i) => {
                if self.types.info[t.0 as usize].non_overridable.contains(&name.name) {
                    return Err(self.err(
                        ErrorCode::DerivedType,
                        name.span,
                        format!("`{}` is NON_OVERRIDABLE in the parent type", name.name),
                    ));
                }
                // C783
                let parent = self.ty(t).extends;
                if private
                    && let Some(p) = parent
                    && !self.types.info[p.0 as usize].private_bindings.contains(&name.name)
                    && self.types.info[p.0 as usize].module == self.types.info[t.0 as usize].module
                {
                    let text = format!("`{}` is PUBLIC in the parent type, so it cannot be PRIVATE here", name.name);
                    return Err(self.err(ErrorCode::DerivedType, name.span, text));
                }
                let old = self.ty(t).bindings[i].clone();
                if let Some(o) = old.proc.or(old.iface) {
                    self.check_override(o, p, (old.pass, pass), name)?;
                }
                self.prog.types[t.0 as usize].bindings[i] = b;
            }
            None => {
                self.types.info[t.0 as usize].non_overridable.remove(&name.name);
                self.prog.types[t.0 as usize].bindings.push(b);
            }
        }
        if fixed {
            self.types.info[t.0 as usize].non_overridable.insert(name.name.clone());
        }
        Ok(())
    }

    /// A FINAL procedure is a subroutine with one dummy of the type (C787, C788).
    fn check_final(&mut self, t: TypeId, p: ProcId, n: &Ident) {
        self.ensure_spec(p);
        let q = self.proc(p).clone();
        let why = if self.pi(p).function {
            "it is a function".to_string()
        } else if q.args.len() != 1 {
            format!("it has {} arguments instead of one", q.args.len())
        } else {
            let a = self.sym(q.args[0]);
            match &a.ty {
                Ty::Typeless => return,
                _ if self.sc(self.pi(p).scope).parent.is_none_or(|h| self.sc(h).kind != ScopeKind::Module) => {
                    "it is not a module procedure".to_string()
                }
                Ty::Derived(d) if *d == t => {
                    if a.optional || a.pointer || a.allocatable || a.by_value || a.intent == Intent::Out {
                        "its argument may not be optional, allocatable, a pointer, VALUE or INTENT(OUT)".to_string()
                    } else {
                        return;
                    }
                }
                _ => format!("its argument is not of type `{}`", self.ty(t).name),
            }
        };
        // What is wrong with the argument is said where the procedure begins.
        let at = if why.starts_with("its argument") { q.span } else { n.span };
        let d = Diagnostic::error(ErrorCode::DerivedType, at, format!("`{}` cannot be FINAL: {why}", n.name)).also(
            if at == q.span { n.span } else { q.span },
            if at == q.span { "FINAL here" } else { "the procedure" },
        );
        self.report(d);
    }

    /// The passed-object dummies of procedure pointer components (C759 to C761).
    fn check_pointer_components(&mut self, t: TypeId, def: &'a ferrotran_syntax::ast::DerivedTypeDef) {
        use ferrotran_syntax::ast::{ProcIface, StmtKind};
        for st in &def.components {
            let StmtKind::ProcedureDecl { iface: ProcIface::Name(_), attrs, entities } = &st.kind else { continue };
            if attrs.iter().any(|a| matches!(a.0, AttrSpec::Nopass)) {
                continue;
            }
            let named = attrs.iter().find_map(|a| match &a.0 {
                AttrSpec::Pass(n) => n.as_ref(),
                _ => None,
            });
            for e in entities {
                let Some((of, i, _)) = self.find_component(t, &e.name.name) else { continue };
                let Some(ferrotran_typed::ProcIface::Explicit(p)) = self.ty(of).components[i].proc.clone() else {
                    continue;
                };
                self.ensure_spec(p);
                if self.pi(p).state != State::Done || of != t {
                    continue;
                }
                let args = self.proc(p).args.clone();
                let dummy = match named {
                    Some(n) => args.iter().copied().find(|s| self.sym(*s).name == n.name),
                    None => args.first().copied(),
                };
                let name = &e.name.name;
                let text = match (dummy, named) {
                    (None, Some(n)) => format!("the interface of `{name}` has no argument `{}`", n.name),
                    (None, None) => format!("`{name}` has no argument for the passed object: use NOPASS"),
                    (Some(s), _) => {
                        let y = self.sym(s);
                        let fits = match &y.ty {
                            Ty::Typeless => true,
                            Ty::Class(Some(d)) => self.extends(t, *d) || self.other_instance(t, *d),
                            Ty::Derived(d) => (self.ty(t).sequence || self.ty(t).bind_c) && *d == t,
                            _ => false,
                        };
                        if fits && y.rank() == 0 && !y.pointer && !y.allocatable {
                            continue;
                        }
                        let (a, tn) = (y.name.clone(), &self.ty(t).name);
                        format!("the passed-object argument `{a}` of `{name}` must be a scalar of class({tn})")
                    }
                };
                let at = named.map_or(e.name.span, |n| n.span);
                self.err(ErrorCode::DerivedType, at, text);
            }
        }
    }

    fn check_override(
        &mut self,
        old: ProcId,
        new: ProcId,
        passes: (Option<u32>, Option<u32>),
        name: &Ident,
    ) -> Res<()> {
        self.ensure_spec(old);
        let (o, n) = (self.proc(old).clone(), self.proc(new).clone());
        if self.pi(old).state != State::Done || self.pi(new).state != State::Done {
            return Ok(());
        }
        let pass = passes.0;
        let mut why = None;
        if passes.0.is_some() != passes.1.is_some() {
            why = Some("one of them is NOPASS".to_string());
        } else if passes.0 != passes.1 {
            why = Some("the passed object is another argument".to_string());
        } else if o.elemental != n.elemental {
            why = Some("one is ELEMENTAL, the other is not".to_string());
        } else if o.pure_ && !n.pure_ {
            why = Some("it is not PURE".to_string());
        } else if o.args.len() != n.args.len() {
            why = Some(format!("it has {} arguments instead of {}", n.args.len(), o.args.len()));
        } else if self.pi(old).function != self.pi(new).function {
            why = Some("one is a function, the other a subroutine".to_string());
        } else {
            for (i, (a, b)) in o.args.iter().zip(&n.args).enumerate() {
                if pass == Some(i as u32) {
                    continue;
                }
                let (x, y) = (self.sym(*a), self.sym(*b));
                if x.name != y.name {
                    why = Some(format!("argument {} is named `{}` instead of `{}`", i + 1, y.name, x.name));
                } else if let Some(w) = self.dummy_difference(*a, *b, Compared::Fully, 0) {
                    why = Some(w);
                }
            }
            if why.is_none() {
                why = self.result_difference(old, new);
            }
        }
        match why {
            Some(w) => {
                let d = Diagnostic::error(
                    ErrorCode::DerivedType,
                    name.span,
                    format!("`{}` does not have the interface of the procedure it overrides: {w}", name.name),
                )
                .also(o.span, "the overridden procedure");
                Err(self.report(d))
            }
            None => Ok(()),
        }
    }

    /// Resolves the bindings of all types defined in a scope.
    pub fn finish_bindings(&mut self, sc: ScopeId) {
        for i in 0..self.prog.types.len() {
            if self.types.info[i].scope == sc {
                self.ensure_bindings(TypeId(i as u32));
            }
        }
    }
}

impl<'a> Facts<'a> {
    /// How many slots of a type's table are those of its parent.
    fn inherited_slots(&self, t: TypeId) -> usize {
        self.ty(t).extends.map_or(0, |p| self.ty(p).bindings.len())
    }

    /// Slot of a type-bound procedure. Of those with one name, which are there where a parent's was not accessible, the
    /// last counts.
    pub fn slot(&self, t: TypeId, name: &str) -> Option<usize> {
        self.ty(t).bindings.iter().rposition(|b| &*b.name == name)
    }

    /// Whether a procedure that the type inherits by that name can be overridden: only where it is accessible
    /// (F2018 7.5.7.3).
    fn inherits_accessible(&self, t: TypeId, name: &ferrotran_syntax::ast::Name) -> bool {
        let mut cur = self.ty(t).extends;
        while let Some(x) = cur {
            let i = &self.types.info[x.0 as usize];
            if i.own_bindings.contains(name) {
                return !i.private_bindings.contains(name) || i.module == self.types.info[t.0 as usize].module;
            }
            cur = self.ty(x).extends;
        }
        true
    }
}

impl<'a> Rules<'a> {
    /// The position of the passed-object argument of a binding's procedure; nothing where that serves another instance of
    /// the type.
    fn passed_object(&mut self, t: TypeId, p: ProcId, pass_name: Option<&Ident>, name: &Ident) -> Res<Option<u32>> {
        let pos = match pass_name {
            Some(n) => self.proc(p).args.iter().position(|s| self.sym(*s).name == n.name),
            None => (!self.proc(p).args.is_empty()).then_some(0),
        };
        match pos {
            Some(i) => {
                let s = self.sym(self.proc(p).args[i]).clone();
                let ok = match &s.ty {
                    // C760
                    _ if s.pointer || s.allocatable => false,
                    Ty::Class(Some(d)) => self.extends(t, *d) && s.rank() == 0,
                    Ty::Derived(d) => (self.ty(t).sequence || self.ty(t).bind_c) && *d == t && s.rank() == 0,
                    Ty::Typeless => return Err(Reported),
                    _ => false,
                };
                // The procedure serves other values of the type's parameters.
                if let Ty::Class(Some(d)) = &s.ty
                    && !ok
                    && !s.pointer
                    && !s.allocatable
                    && self.other_instance(t, *d)
                {
                    return Ok(None);
                }
                if !ok {
                    let tn = self.ty(t).name.clone();
                    let d = Diagnostic::error(
                        ErrorCode::DerivedType,
                        name.span,
                        format!(
                            "the passed-object argument `{}` of `{}` must be a scalar of class({tn})",
                            s.name, name.name
                        ),
                    )
                    .also(s.span, "the argument");
                    return Err(self.report(d));
                }
                Ok(Some(i as u32))
            }
            None => Err(self.err(
                ErrorCode::DerivedType,
                name.span,
                format!("`{}` has no argument for the passed object: use NOPASS", name.name),
            )),
        }
    }

    /// The FINAL procedures of a type are for different ranks and kinds (C788, C789).
    fn check_final_ranks(&mut self, t: TypeId, p: ProcId, n: &Ident) {
        let argument = |s: &Self, q: ProcId| s.proc(q).args.first().map(|a| s.sym(*a).clone());
        let Some(a) = argument(self, p) else { return };
        for q in self.ty(t).finals.clone() {
            let Some(b) = argument(self, q) else { continue };
            if q != p && (a.rank() != b.rank() || (a.dims == Dims::AssumedRank) != (b.dims == Dims::AssumedRank)) {
                continue;
            }
            if q != p && a.ty != b.ty {
                continue;
            }
            let text = match q == p {
                true => format!("`{}` is already a FINAL procedure of this type", n.name),
                false => format!("`{}` and `{}` are both FINAL for the same rank", n.name, self.proc(q).name),
            };
            let d = Diagnostic::error(ErrorCode::DerivedType, n.span, text).also(self.proc(q).span, "the other one");
            self.report(d);
            return;
        }
    }

    /// A generic binding names bindings of the type (C774).
    fn check_generic_bindings(&mut self, t: TypeId) {
        let list = self.types.info[t.0 as usize].generics.clone();
        for (_, names, _) in list {
            for n in names {
                if !self.ty(t).bindings.iter().any(|b| b.name == n.name) && !self.types.info[t.0 as usize].bad {
                    let known: Vec<String> = self.ty(t).bindings.iter().map(|b| b.name.to_string()).collect();
                    let tn = self.ty(t).name.clone();
                    let mut d = Diagnostic::error(
                        ErrorCode::DerivedType,
                        n.span,
                        format!("type `{tn}` has no type-bound procedure `{}`", n.name),
                    );
                    if let Some(k) = ferrotran_source::message::nearest(&n.name, known.iter().map(|s| s.as_str())) {
                        d = d.with_help(format!("it has `{k}`"));
                    }
                    self.report(d);
                }
            }
        }
    }
}
