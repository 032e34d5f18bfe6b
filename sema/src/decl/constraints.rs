//! Constraints on declared entities that can be checked once a scope's names are resolved: interoperability, members of
//! namelists, common blocks and storage association, names of units.

use crate::ctx::*;
use crate::expr::shape::type_len;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{Access, Ident, Name};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

impl<'a> Rules<'a> {
    /// Checks the entities declared in a scope. Those of modules compiled elsewhere were checked there.
    pub fn check_entities(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        for n in self.sc(sc).order.clone() {
            if let Some(Entry { ent: Entity::Symbol(s), from: None, .. }) = self.sc(sc).names.get(&n).cloned() {
                self.check_entity(sc, &n, s);
            }
        }
    }

    fn check_entity(&mut self, sc: ScopeId, name: &Name, id: SymbolId) {
        let s = self.sym(id).clone();
        let decl = self.sc(sc).decls.get(name).cloned();
        let shared = decl.as_ref().is_some_and(|d| d.bind.is_some());
        let contiguous = decl.as_ref().is_some_and(|d| d.contiguous);
        if shared && matches!(s.storage, Storage::Static { .. }) && type_len(&s.ty).is_some_and(|n| n != 1) {
            let text = format!("`{name}` has BIND(C), so its length must be one");
            self.err(ErrorCode::Attribute, s.span, text);
        }
        if s.by_value && matches!(s.ty, Ty::Character(CharLen::Assumed | CharLen::Expr(_), _)) {
            let at = self.si(id).named.unwrap_or(s.span);
            let _ = self.newer(2008, at, "a string of variable length with VALUE");
        }
        if contiguous && s.rank() == 0 && !matches!(s.dims, Dims::AssumedRank) {
            let text = format!("CONTIGUOUS `{name}` is no array");
            self.err(ErrorCode::Attribute, s.span, text);
        }
        let saved = self.sc(sc).save_all || decl.is_some_and(|d| d.save);
        if let Ty::Derived(t) = &s.ty
            && self.sc(sc).kind == ScopeKind::Module
            && matches!(s.storage, Storage::Static { .. })
            && !(saved || s.pointer || s.allocatable)
            && self.any_component(*t, &|_, c| c.init.is_some() && !c.allocatable)
        {
            let _ = self.newer(2008, s.span, "a module variable with default values but without SAVE");
        }
        self.check_private_type(sc, name, &s);
        // Fortran 2018, C533: an assumed-size array with INTENT(OUT) could not be given its default values.
        if matches!(s.dims, Dims::AssumedSize(..))
            && s.intent == Intent::Out
            && match &s.ty {
                Ty::Derived(t) => self.has_default_init(*t),
                Ty::Class(_) => true,
                _ => false,
            }
        {
            let text = format!("INTENT(OUT) `{name}` of assumed size may not be polymorphic or have default values");
            self.header_error(ErrorCode::Attribute, id, text);
        }
    }

    /// Fortran 95 has no public entities of private types.
    fn check_private_type(&mut self, sc: ScopeId, name: &Name, s: &Symbol) {
        if self.sc(sc).kind == ScopeKind::Module
            && let Ty::Derived(t) = s.ty
            && self.private_type(t, sc)
            && self.public_name(sc, name)
        {
            let _ = self.newer(2003, s.span, "a public entity of a private type");
        }
    }

    /// As [`Rules::check_private_type`], for the procedures and types of a module.
    pub fn check_private_uses(&mut self, sc: ScopeId) {
        if self.opts.standard != 1995 || self.sc(sc).kind != ScopeKind::Module || self.sc(sc).imported {
            return;
        }
        let mut public: Vec<ProcId> = vec![];
        for (n, e) in &self.sc(sc).names {
            if e.from.is_some() || !self.public_name(sc, n) {
                continue;
            }
            if let Entity::Proc(p) = e.ent {
                public.push(p);
            }
            if let Some(g) = e.generic {
                public.extend(&self.generics[g.0 as usize].procs);
            }
        }
        public.sort_unstable_by_key(|p| p.0);
        public.dedup();
        for p in public {
            let q = self.proc(p).clone();
            for s in q.args.iter().chain(&q.result) {
                if let Ty::Derived(t) = self.sym(*s).ty
                    && self.private_type(t, sc)
                {
                    let at = self.si(*s).named.unwrap_or(q.span);
                    let _ = self.newer(2003, at, "a dummy argument or result of a private type in a public procedure");
                    break;
                }
            }
        }
        for i in 0..self.prog.types.len() {
            let t = TypeId(i as u32);
            let Some(def) = self.types.info[i].def.filter(|d| !d.private_components) else { continue };
            if self.types.info[i].scope != sc || self.private_type(t, sc) {
                continue;
            }
            let hidden = |c: &Component| matches!(c.ty, Ty::Derived(u) if self.private_type(u, sc));
            if self.ty(t).components.iter().any(hidden) {
                let _ = self.newer(2003, def.name.span, "a component of a private type in a public type");
            }
        }
    }

    /// An error about a dummy argument or result that the kind of its procedure brings: at the procedure's first statement.
    pub fn header_error(&mut self, code: ErrorCode, s: SymbolId, text: String) {
        let declared = self.sym(s).span;
        let at = self.si(s).named.unwrap_or(declared);
        let mut d = Diagnostic::error(code, at, text);
        if at != declared {
            d = d.also(declared, "declared here");
        }
        self.report(d);
    }

    /// Dummies and result of a BIND(C) procedure: lengths of strings, and attributes that C does not have (18.3.6).
    pub fn check_bind_c_dummies(&mut self, id: ProcId) {
        self.warn_c_binding(id);
        let p = self.proc(id).clone();
        if p.elemental {
            self.err(ErrorCode::Attribute, p.span, format!("`{}` cannot be both ELEMENTAL and BIND(C)", p.name));
        }
        for a in &p.args {
            let s = self.sym(*a).clone();
            let one = type_len(&s.ty) == Some(1);
            let newer = [
                (matches!(s.dims, Dims::Assumed(_)), "an assumed-shape argument"),
                (s.pointer && !self.si(*a).procedure, "a pointer argument"),
                (s.allocatable, "an allocatable argument"),
                (s.optional, "an optional argument"),
            ];
            if let Some((_, what)) = newer.iter().find(|n| n.0) {
                let at = self.si(*a).named.unwrap_or(s.span);
                let _ = self.newer(2018, at, &format!("{what} of a BIND(C) procedure"));
            }
            if matches!(s.ty, Ty::Logical(k) if k != 1) {
                let at = self.si(*a).named.unwrap_or(s.span);
                let _ = self.newer(u16::MAX, at, "a logical of another kind than C_BOOL in a BIND(C) procedure");
            }
            let described = s.allocatable
                || s.pointer
                || matches!(s.dims, Dims::Assumed(_) | Dims::AssumedRank | Dims::Deferred(_));
            let why = match &s.ty {
                Ty::Character(..) if s.by_value && !one => "a string with VALUE must have length one",
                Ty::Character(CharLen::Const(_) | CharLen::Expr(_), _) if !one && !described => {
                    "its length must be one or assumed, or it must have assumed shape or rank"
                }
                Ty::Character(CharLen::Const(_) | CharLen::Expr(_) | CharLen::Assumed, _)
                    if s.allocatable || s.pointer =>
                {
                    "an allocatable string or pointer must have deferred length"
                }
                _ if s.pointer && s.contiguous => "a pointer may not be CONTIGUOUS",
                // C1557
                Ty::Derived(t) if (s.pointer || s.allocatable) && self.any_component(*t, &|_, c| c.init.is_some()) => {
                    "an allocatable or pointer may not have default values"
                }
                _ if self.si(*a).cobounds.is_some() => "it may not be a coarray",
                _ => continue,
            };
            let text = format!("dummy argument `{}` of BIND(C) procedure `{}`: {why}", s.name, p.name);
            self.header_error(ErrorCode::Interface, *a, text);
        }
        if let Some(r) = p.result
            && matches!(self.sym(r).ty, Ty::Logical(k) if k != 1)
        {
            let at = self.si(r).named.unwrap_or(self.sym(r).span);
            let _ = self.newer(u16::MAX, at, "a logical of another kind than C_BOOL in a BIND(C) procedure");
        }
        if let Some(r) = p.result
            && matches!(self.sym(r).ty, Ty::Character(..))
            && type_len(&self.sym(r).ty) != Some(1)
        {
            let text = format!("the result of BIND(C) function `{}` must have length one", p.name);
            self.header_error(ErrorCode::Interface, r, text);
        }
    }

    /// Members of a namelist group (C8104 to C8106).
    pub(super) fn check_namelist(&mut self, sc: ScopeId, group: &Ident, member: &Ident, s: SymbolId) {
        let private = |this: &Self, n: &str| {
            let scope = this.sc(sc);
            let access = scope.names.get(n).and_then(|e| e.access);
            access == Some(Access::Private) || (access.is_none() && scope.default_private)
        };
        if self.sc(sc).kind == ScopeKind::Module && private(self, &member.name) && !private(self, &group.name) {
            let text = format!("PRIVATE `{}` cannot be in the PUBLIC namelist group `{}`", member.name, group.name);
            self.err(ErrorCode::Attribute, member.span, text);
        }
        let y = self.sym(s);
        let newer = [
            (y.pointer, "a pointer"),
            (y.allocatable, "an allocatable variable"),
            (matches!(y.dims, Dims::Assumed(_)), "an assumed-shape array"),
            (y.rank() > 0 && crate::decl::types::const_elements(&y.dims).is_none(), "an array of variable shape"),
            (matches!(y.ty, Ty::Character(..)) && type_len(&y.ty).is_none(), "a string of variable length"),
            (
                matches!(&y.ty, Ty::Derived(t) if self.any_component(*t, &|_, c| c.allocatable || c.pointer)),
                "a structure with allocatable or pointer components",
            ),
        ];
        if let Some((_, what)) = newer.iter().find(|n| n.0) {
            let _ = self.newer(2003, member.span, &format!("{what} in a namelist group"));
        }
        if let Ty::Derived(t) = self.sym(s).ty {
            let here = self.sc(sc).module.clone();
            let hidden = self.any_component(t, &|of, c| {
                c.private
                    && self.types.info[of.0 as usize].module.is_some()
                    && self.types.info[of.0 as usize].module != here
            });
            if hidden {
                let text = format!("`{}` has components that are private in another module", member.name);
                self.err(ErrorCode::Attribute, member.span, text);
            }
        }
    }

    /// A variable in a COMMON block (C8117 to C8122).
    pub(super) fn check_common_object(&mut self, sc: ScopeId, s: SymbolId, at: &Ident) {
        if self.sc(sc).kind != ScopeKind::BlockData
            && let Some(d) = self.sc(sc).decls.get(&at.name)
            && (d.init.is_some() || d.data)
        {
            let data = d.marks.iter().find(|m| m.0 == "DATA").map(|m| m.1).filter(|m| m.lo > at.span.lo);
            let what = "the initialization of a COMMON variable outside of BLOCK DATA";
            let _ = self.newer(u16::MAX, data.unwrap_or(at.span), what);
        }
        let y = self.sym(s);
        let why = match &y.ty {
            Ty::Derived(t) if self.has_default_init(*t) => "its type has default values or allocatable components",
            Ty::Class(_) => "it is polymorphic",
            _ if matches!(y.storage, Storage::Dummy(_) | Storage::Result) => "it is a dummy argument or result",
            _ => return,
        };
        let declared = y.span;
        let d = Diagnostic::error(
            ErrorCode::Attribute,
            if matches!(y.ty, Ty::Derived(_)) { declared } else { at.span },
            format!("`{}` cannot be in a COMMON block: {why}", at.name),
        )
        .also(if matches!(y.ty, Ty::Derived(_)) { at.span } else { declared }, "here");
        self.report(d);
    }

    /// The name of a COMMON block is not that of a constant or external procedure of the scope.
    pub(super) fn check_common_name(&mut self, sc: ScopeId, name: &Name, span: Span) {
        let Some(d) = self.sc(sc).decls.get(name) else { return };
        if d.result {
            let _ = self.newer(2003, span, "a COMMON block with the name of a function result");
            return;
        }
        let what = if d.parameter || d.param.is_some() {
            "a named constant"
        } else if d.external || d.intrinsic {
            "a procedure"
        } else {
            return;
        };
        let d = Diagnostic::error(ErrorCode::Name, span, format!("COMMON block `{name}` has the name of {what}"))
            .also(d.span, "declared here");
        self.report(d);
    }

    /// Objects of an EQUIVALENCE set (C8110 to C8116).
    pub(super) fn check_equivalence_object(&mut self, sc: ScopeId, s: SymbolId, span: Span) -> Res<()> {
        let y = self.sym(s);
        let bind_c = y.bind_c;
        let why = match &y.ty {
            _ if y.target => "it has the TARGET attribute",
            _ if matches!(y.storage, Storage::Result) => "it is a function result",
            _ if matches!(y.storage, Storage::Dummy(_)) => "it is a dummy argument",
            _ if bind_c => "it has BIND(C)",
            Ty::Derived(t) if self.any_component(*t, &|_, c| c.allocatable) => "its type has allocatable components",
            Ty::Derived(t) if self.any_component(*t, &|_, c| c.pointer) => "its type has pointer components",
            Ty::Derived(t) if !self.ty(*t).sequence && !self.ty(*t).bind_c => "its type is not a SEQUENCE type",
            _ if self.sc(sc).names.get(&y.name).is_some_and(|e| e.from.is_some()) => "it comes from a module",
            _ => return Ok(()),
        };
        let text = format!("`{}` cannot be in an EQUIVALENCE set: {why}", y.name);
        Err(self.err(ErrorCode::Attribute, span, text))
    }

    /// Compiled code calls the functions of the runtime by their names, which no procedure and no variable of a program may
    /// have.
    fn names_of_the_runtime(&mut self) {
        let taken = |label: &str| label.starts_with("frt_") && ferrotran_abi::lookup(label).is_some();
        let procs = self.prog.procs.iter().filter(|p| p.body.is_some() && !p.available);
        let mut found: Vec<(Name, String, Span)> =
            procs.map(|p| (p.name.clone(), p.link_name.clone(), p.span)).filter(|f| taken(&f.1)).collect();
        for s in &self.prog.symbols {
            if let Storage::Static { link_name } = &s.storage
                && taken(link_name)
            {
                found.push((s.name.clone(), link_name.clone(), s.span));
            }
        }
        for (name, label, span) in found {
            let text = format!("the runtime has a function `{label}`, which `{name}` would be in place of");
            self.err(ErrorCode::Name, span, text);
        }
    }

    /// Names that all program units share: binding labels of variables and procedures (19.2).
    pub fn binding_labels(&mut self) {
        self.names_of_the_runtime();
        let mut seen: FxHashMap<String, (Span, Name)> = FxHashMap::default();
        let mut clash: Vec<(Span, Name, String, Span)> = vec![];
        let mut spelled: FxHashMap<String, (String, Span)> = FxHashMap::default();
        for (i, p) in self.prog.procs.iter().enumerate().filter(|(_, p)| p.bind_c && !p.available) {
            let scope = self.procs.info[i].scope;
            if p.link_name.is_empty() || self.sc(scope).imported || p.host.is_some() {
                continue;
            }
            let low = p.link_name.to_lowercase();
            match spelled.get(&low) {
                // 19.2: case does not tell global identifiers apart.
                Some((label, first)) if *label != p.link_name => {
                    clash.push((p.span, p.name.clone(), p.link_name.clone(), *first));
                }
                Some(_) => {}
                None => {
                    spelled.insert(low.clone(), (p.link_name.clone(), p.span));
                }
            }
            if p.body.is_some()
                && let Some(u) = self.modules.units.get(&*low)
                && let Some(n) = &u.name
            {
                clash.push((p.span, p.name.clone(), p.link_name.clone(), n.span));
            }
        }
        let mut enter = |label: &str, span: Span, name: &Name| match seen.get(label) {
            Some((first, _)) => clash.push((span, name.clone(), label.to_string(), *first)),
            None => {
                seen.insert(label.to_string(), (span, name.clone()));
            }
        };
        for p in self.prog.procs.iter().filter(|p| p.bind_c && p.body.is_some() && !p.available) {
            enter(&p.link_name, p.span, &p.name);
        }
        for s in &self.prog.symbols {
            if s.bind_c
                && let Storage::Static { link_name } = &s.storage
            {
                enter(link_name, s.span, &s.name);
            }
        }
        for (span, name, label, first) in clash {
            let text = format!("the binding label `{label}` of `{name}` is already in use");
            self.report(Diagnostic::error(ErrorCode::Name, span, text).also(first, "by this entity"));
        }
    }
}

impl<'a> Facts<'a> {
    /// Whether a type is private in the module in which its scope is.
    fn private_type(&self, t: TypeId, sc: ScopeId) -> bool {
        let info = &self.types.info[t.0 as usize];
        info.scope == sc && info.def.is_some() && !self.public_name(sc, &self.ty(t).name)
    }

    fn public_name(&self, sc: ScopeId, name: &str) -> bool {
        let access = self.sc(sc).names.get(name).and_then(|e| e.access);
        access.map_or(!self.sc(sc).default_private, |a| a == Access::Public)
    }

    /// Whether a type has a component, at any depth, for which `f` says so.
    pub fn any_component(&self, t: TypeId, f: &dyn Fn(TypeId, &Component) -> bool) -> bool {
        self.ty(t).components.iter().any(|c| {
            f(t, c)
                || matches!(&c.ty, Ty::Derived(x) | Ty::Class(Some(x))
                    if *x != t && !c.pointer && !c.allocatable && self.any_component(*x, f))
        })
    }
}
