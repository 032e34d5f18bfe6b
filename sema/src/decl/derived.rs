//! Derived types: components, extension, layout, default values.

use super::lengths::Sized;
use super::parameterized::declares_params;
use super::resolve::int_const;
use super::types::{const_elements, const_extents};
use crate::const_eval::elements;
use crate::ctx::*;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, AttrSpec, StmtKind, TypeBinding};
use ferrotran_typed::*;
use rustc_hash::FxHashSet;

/// The declaration of a component.
#[derive(Clone, Copy)]
struct ComponentDecl<'a> {
    /// The scope of its type.
    sc: ScopeId,
    /// Its type.
    id: TypeId,
    def: &'a ast::DerivedTypeDef,
    /// Its own type.
    spec: Option<&'a ast::TypeSpec>,
    /// The interface of a procedure pointer.
    iface: Option<&'a ast::ProcIface>,
    e: &'a ast::EntityDecl,
}

impl<'a> Facts<'a> {
    /// The id of a type whose definition is under way.
    pub fn type_in_progress(&self, sc: ScopeId, name: &str) -> Option<TypeId> {
        let s = self.find_scope(sc, name)?;
        (0..self.prog.types.len()).rev().map(|i| TypeId(i as u32)).find(|t| {
            let i = &self.types.info[t.0 as usize];
            i.scope == s && i.state == State::Running && &*self.ty(*t).name == name
        })
    }

    /// The type of a pointer or allocatable component that is defined later: its definition waits, since it may contain
    /// the type at hand.
    fn forward_type(&mut self, sc: ScopeId, spec: &'a ast::TypeSpec) -> Option<Ty> {
        let (name, params, class) = match &spec.kind {
            ast::TypeSpecKind::Type { name, params } => (name, params, false),
            ast::TypeSpecKind::Class { name, params } => (name, params, true),
            _ => return None,
        };
        let of = |t| if class { Ty::Class(Some(t)) } else { Ty::Derived(t) };
        let home = self.find_scope(sc, &name.name)?;
        let key = (home, name.name.clone());
        if let Some(t) = self.types.forward.get(&key) {
            return (!class || self.extensible(*t)).then(|| of(*t));
        }
        if !params.is_empty() || self.sc(home).names.get(&name.name).is_none_or(|e| e.ent != Entity::Pending) {
            return None;
        }
        let def = *self.sc(home).type_defs.get(&name.name)?;
        if def.enumeration.is_some()
            || !def.params.is_empty()
            || def.extends.is_some() && !class
            || class && (def.sequence || def.bind_c)
        {
            return None;
        }
        let id = self.open_type(home, def);
        self.types.forward.insert(key, id);
        Some(of(id))
    }

    fn extensible(&self, t: TypeId) -> bool {
        let d = self.ty(t);
        !d.sequence && !d.bind_c && d.enumeration.is_none()
    }

    /// A type whose definition is still to be looked at.
    fn open_type(&mut self, sc: ScopeId, def: &'a ast::DerivedTypeDef) -> TypeId {
        let id = TypeId(self.prog.types.len() as u32);
        let path = self.sc(sc).path.clone();
        self.prog.types.push(DerivedType {
            name: def.name.name.clone(),
            ir_name: format!("{path}.{}", def.name.name),
            extends: None,
            abstract_: def.abstract_,
            sequence: def.sequence,
            bind_c: def.bind_c,
            overlaid: false,
            components: vec![],
            size: 0,
            align: 1,
            bindings: vec![],
            assignments: vec![],
            finals: vec![],
            enumeration: None,
            span: def.name.span,
        });
        let module = self.sc(sc).module.clone();
        self.types.info.push(TypeInfo {
            coranks: Default::default(),
            def: Some(def),
            scope: sc,
            state: State::Running,
            module,
            generics: vec![],
            private_bindings: FxHashSet::default(),
            own_bindings: FxHashSet::default(),
            non_overridable: FxHashSet::default(),
            bindings_done: State::New,
            finals_pending: vec![],
            bad: false,
            lens: vec![],
            sized: vec![],
            component_lens: Default::default(),
            layout: vec![],
        });
        id
    }

    /// Size and alignment of a component.
    fn component_layout(&self, c: &Component) -> (u64, u64) {
        if c.proc.is_some() {
            return (8, 8);
        }
        if c.allocatable || c.pointer {
            // The descriptor of a polymorphic entity ends in its dynamic type.
            let rank = c.dims.rank();
            let size = if matches!(c.ty, Ty::Class(_)) {
                ferrotran_abi::desc::class_size(rank)
            } else {
                ferrotran_abi::desc::size(rank)
            };
            return (size as u64, 8);
        }
        let n = const_elements(&c.dims).unwrap_or(1).max(0) as u64;
        (self.size_of(&c.ty).unwrap_or(0).saturating_mul(n), self.align_of(&c.ty))
    }

    /// Gives components their offsets, from one on; where the next one may begin.
    fn place(&mut self, id: TypeId, layout: &[Layout], from: u64, align: &mut u64) -> u64 {
        let mut at = from;
        for l in layout {
            match l {
                Layout::One(i) => {
                    let (s, a) = self.component_layout(&self.ty(id).components[*i]);
                    at = at.next_multiple_of(a.max(1));
                    self.prog.types[id.0 as usize].components[*i].offset = at;
                    // Capped, so that nothing overflows before it is refused below.
                    at = at.saturating_add(s).min(1 << 50);
                    *align = (*align).max(a);
                }
                Layout::Union(maps) => {
                    // All maps begin where the strictest of their components may lie.
                    let mut strict = 1;
                    maps.iter().for_each(|m| {
                        self.place(id, m, 0, &mut strict);
                    });
                    *align = (*align).max(strict);
                    let start = at.next_multiple_of(strict);
                    at = maps.iter().map(|m| self.place(id, m, start, &mut strict)).max().unwrap_or(start);
                }
            }
        }
        at
    }

    /// Finds a component by name: the type that declares it, its index there, and whether it is private.
    pub fn find_component(&self, t: TypeId, name: &str) -> Option<(TypeId, usize, bool)> {
        let mut cur = Some(t);
        while let Some(x) = cur {
            if let Some(i) = self.ty(x).components.iter().position(|c| &*c.name == name) {
                return Some((x, i, self.ty(x).components[i].private));
            }
            cur = self.ty(x).extends;
        }
        None
    }

    /// Whether `t` is `base` or extends it.
    pub fn extends(&self, t: TypeId, base: TypeId) -> bool {
        let mut cur = Some(t);
        while let Some(x) = cur {
            if self.same_type(x, base) {
                return true;
            }
            cur = self.ty(x).extends;
        }
        false
    }

    /// Whether two derived types are the same: one definition, or SEQUENCE types that agree.
    pub fn same_type(&self, a: TypeId, b: TypeId) -> bool {
        self.same_definitions(a, b, &mut vec![])
    }

    /// As [`Facts::same_type`]; pairs in `open` are being compared: components may point to their own type.
    fn same_definitions(&self, a: TypeId, b: TypeId, open: &mut Vec<(TypeId, TypeId)>) -> bool {
        if a == b || open.contains(&(a, b)) {
            return true;
        }
        open.push((a, b));
        let (x, y) = (self.ty(a), self.ty(b));
        let hides = |t: TypeId| {
            self.types.info[t.0 as usize].def.is_some_and(|d| d.private_components)
                || self.ty(t).components.iter().any(|c| c.private)
        };
        (x.sequence && y.sequence || x.bind_c && y.bind_c)
            && !hides(a)
            && !hides(b)
            && x.name == y.name
            && x.components.len() == y.components.len()
            && x.components.iter().zip(&y.components).all(|(p, q)| {
                p.name == q.name
                    && p.allocatable == q.allocatable
                    && p.pointer == q.pointer
                    && same_bounds(&p.dims, &q.dims)
                    && match (&p.ty, &q.ty) {
                        (Ty::Derived(m), Ty::Derived(n)) => self.same_definitions(*m, *n, open),
                        (m, n) => m == n,
                    }
            })
    }

    /// Whether a type has default initialization anywhere.
    pub fn has_default_init(&self, t: TypeId) -> bool {
        self.ty(t).components.iter().any(|c| {
            c.init.is_some()
                || c.allocatable
                || matches!(&c.ty, Ty::Derived(x) if !c.pointer && *x != t && self.has_default_init(*x))
        })
    }

    /// The default initial value of an entity of a type, where its type has one.
    pub fn default_value(&self, ty: &Ty, dims: &Dims) -> Option<Const> {
        let Ty::Derived(t) = ty else { return None };
        if !self.has_default_init(*t) {
            return None;
        }
        let one = self.default_struct(*t);
        match const_extents(dims) {
            Some(s) if s.is_empty() => Some(one),
            Some(shape) => {
                let n = elements(&shape);
                Some(Const::Array { shape, elems: vec![Some(one); n.max(0) as usize] })
            }
            None => None,
        }
    }

    fn default_struct(&self, t: TypeId) -> Const {
        let values = self
            .ty(t)
            .components
            .iter()
            .map(|c| match &c.init {
                Some(v) => Some(v.clone()),
                None if c.allocatable => Some(Const::Null),
                None if c.pointer => None,
                None => self.default_value(&c.ty, &c.dims),
            })
            .collect();
        Const::Struct { ty: t, values }
    }
}

impl<'a> Resolver<'a> {
    /// Defines a derived type and enters it into the scope.
    pub fn define_type(&mut self, sc: ScopeId, def: &'a ast::DerivedTypeDef) {
        let key = (sc, def.name.name.clone());
        let id = match self.types.forward.remove(&key) {
            Some(id) => id,
            None => self.open_type(sc, def),
        };
        self.types.info[id.0 as usize].state = State::Running;
        // A generic of the same name stays with the entry.
        self.bind(sc, def.name.name.clone(), Entity::Resolving, def.name.span);
        if !self.enter_template(sc, id, def) && self.define_components(sc, id, def).is_err() {
            self.types.info[id.0 as usize].bad = true;
        }
        self.types.info[id.0 as usize].bad |= def.lost[0];
        self.layout(id);
        self.types.info[id.0 as usize].state = State::Done;
        let ent = if self.types.info[id.0 as usize].bad { Entity::Bad } else { Entity::Type(id) };
        self.bind(sc, def.name.name.clone(), ent, def.name.span);
    }

    pub(super) fn define_components(&mut self, sc: ScopeId, id: TypeId, def: &'a ast::DerivedTypeDef) -> Res<()> {
        let mut result = Ok(());
        const INTRINSIC: [&str; 7] =
            ["integer", "real", "doubleprecision", "complex", "logical", "character", "doublecomplex"];
        if INTRINSIC.contains(&&*def.name.name) {
            let text = format!("a derived type cannot have the name of the intrinsic type `{}`", def.name.name);
            return Err(self.err(ErrorCode::DerivedType, def.name.span, text));
        }
        if def.sequence
            && let Some(b) = def.bindings.first()
        {
            let span = match b {
                TypeBinding::Procedure { name, .. } => name.span,
                TypeBinding::Generic { names, .. } | TypeBinding::Final(names) => {
                    names.first().map_or(def.name.span, |n| n.span)
                }
            };
            return Err(self.err(ErrorCode::DerivedType, span, "a SEQUENCE type has no type-bound procedures"));
        }
        if let Some(parent) = &def.extends {
            let p = self.type_name(sc, parent)?;
            let p = self.parent_instance(id, p)?;
            if p == id {
                return Err(self.err(ErrorCode::DerivedType, parent.span, "a type cannot extend itself"));
            }
            let pt = self.ty(p);
            if def.bind_c {
                let text = "a BIND(C) type cannot extend another";
                return Err(self.err(ErrorCode::DerivedType, def.name.span, text));
            }
            if pt.sequence || pt.bind_c || pt.enumeration.is_some() {
                return Err(self.err(
                    ErrorCode::DerivedType,
                    parent.span,
                    format!("type `{}` is not extensible", parent.name),
                ));
            }
            let t = &mut self.prog.types[id.0 as usize];
            t.extends = Some(p);
            t.components.push(Component::scalar(parent.name.clone(), Ty::Derived(p), Role::Data));
        }
        // The hidden components of the parameters that the parent does not have.
        for p in self.types.info[id.0 as usize].lens.clone() {
            if self.find_component(id, &p.name).is_some() {
                continue;
            }
            let ty = self.sym(p.symbol).ty.clone();
            self.prog.types[id.0 as usize].components.push(Component::scalar(p.name.clone(), ty, Role::LenParam));
        }
        if let Some(e) = &def.enumeration {
            self.define_enumeration(id, e);
        }
        let mut layout = vec![];
        if self.structure_components(sc, id, def, &def.components, &mut layout).is_err() {
            result = Err(Reported);
        }
        if layout.iter().any(|l| matches!(l, Layout::Union(_))) {
            self.types.info[id.0 as usize].layout = layout;
            self.prog.types[id.0 as usize].overlaid = true;
        }
        for b in &def.bindings {
            if let TypeBinding::Final(names) = b {
                self.types.info[id.0 as usize].finals_pending.extend(names.iter().cloned());
            }
        }
        if def.sequence && def.extends.is_some() {
            return Err(self.err(ErrorCode::DerivedType, def.name.span, "a SEQUENCE type cannot extend another"));
        }
        result
    }

    /// Components as declared, and how they lie in storage.
    fn structure_components(
        &mut self,
        sc: ScopeId,
        id: TypeId,
        def: &'a ast::DerivedTypeDef,
        stmts: &'a [ast::Stmt],
        layout: &mut Vec<Layout>,
    ) -> Res<()> {
        let mut result = Ok(());
        for st in stmts.iter().filter(|s| !declares_params(s)) {
            let first = self.ty(id).components.len();
            let r = match &st.kind {
                StmtKind::TypeDecl { spec, attrs, entities } => {
                    let of = |e| ComponentDecl { sc, id, def, spec: Some(spec), iface: None, e };
                    entities.iter().try_for_each(|e| self.component(of(e), attrs))
                }
                StmtKind::ProcedureDecl { iface, attrs, entities } => {
                    let of = |e| ComponentDecl { sc, id, def, spec: None, iface: Some(iface), e };
                    entities.iter().try_for_each(|e| self.component(of(e), attrs))
                }
                StmtKind::Union(maps) => {
                    let mut parts = vec![];
                    let r = maps.iter().try_for_each(|m| {
                        let mut inner = vec![];
                        let r = self.structure_components(sc, id, def, m, &mut inner);
                        parts.push(inner);
                        r
                    });
                    layout.push(Layout::Union(parts));
                    r
                }
                _ => Ok(()),
            };
            if r.is_err() {
                result = r;
            }
            if !matches!(st.kind, StmtKind::Union(_)) {
                layout.extend((first..self.ty(id).components.len()).map(Layout::One));
            }
        }
        result
    }

    fn component(&mut self, d: ComponentDecl<'a>, attrs: &'a [(AttrSpec, ferrotran_source::Span)]) -> Res<()> {
        let ComponentDecl { sc, id, def, e, .. } = d;
        let span = e.name.span;
        // `%fill` only takes room.
        let name: ast::Name = match &*e.name.name {
            "%fill" => format!("%fill{}", self.ty(id).components.len()).into(),
            _ => e.name.name.clone(),
        };
        if self.find_component(id, &name).is_some() {
            return Err(self.err(
                ErrorCode::DerivedType,
                span,
                format!("type `{}` already has a component `{}`", def.name.name, e.name.name),
            ));
        }
        let (pre, private, coarray) = self.component_attributes(&d, attrs)?;
        let Some((mut ty, proc)) = self.component_type(&d, &pre)? else { return Ok(()) };
        self.check_component_type(def, &ty, &e.name)?;
        let mut dims = match pre.dims {
            Some(d) => self.dims(sc, d, &pre, span, false)?,
            None => Dims::Scalar,
        };
        // What depends on length parameters is allocated with the object.
        let parameterized = !self.types.info[id.0 as usize].lens.is_empty();
        let variable = matches!(ty, Ty::Character(CharLen::Expr(_), _))
            || matches!(&dims, Dims::Explicit(_)) && const_elements(&dims).is_none();
        if parameterized && variable && (pre.allocatable || pre.pointer) {
            return Err(self.unsupported(span, "a pointer or allocatable component whose length is a parameter"));
        }
        if parameterized && variable {
            return self.sized_component(&d, ty, &dims, private);
        }
        self.note_lengths(&d, &pre, &ty)?;
        self.check_component_shape(&d, &pre, &ty, &dims, proc.is_some())?;
        let init = self.component_default(&d, &pre, &mut ty, &mut dims)?;
        if let Some(n) = coarray {
            let index = self.ty(id).components.len();
            self.types.info[id.0 as usize].coranks.insert(index, n);
        }
        self.prog.types[id.0 as usize].components.push(Component {
            name,
            ty,
            dims,
            allocatable: pre.allocatable,
            pointer: pre.pointer,
            init,
            offset: 0,
            proc,
            private,
            role: Role::Data,
        });
        Ok(())
    }

    /// The type of a component, and the interface of a procedure pointer; none where the declaration has neither.
    fn component_type(&mut self, d: &ComponentDecl<'a>, pre: &PreDecl<'a>) -> Res<Option<(Ty, Option<ProcIface>)>> {
        let &ComponentDecl { sc, spec, iface, e, .. } = d;
        let span = e.name.span;
        let mut proc = None;
        let mut ty = match (spec, iface) {
            (Some(s), _) => match (pre.pointer || pre.allocatable).then(|| self.forward_type(sc, s)).flatten() {
                Some(ty) => ty,
                None => self.type_spec(sc, s)?,
            },
            (None, Some(i)) => {
                if !pre.pointer {
                    return Err(self.err(ErrorCode::Attribute, span, "a procedure component must be a pointer"));
                }
                proc = Some(match i {
                    ast::ProcIface::None => ProcIface::Implicit(None),
                    ast::ProcIface::Type(t) => ProcIface::Implicit(Some(self.type_spec(sc, t)?)),
                    ast::ProcIface::Name(n) => ProcIface::Explicit(self.interface_name(sc, n)?),
                });
                Ty::Procedure
            }
            (None, None) => return Ok(None),
        };
        if let Some(l) = &e.char_len {
            if !matches!(ty, Ty::Character(..)) {
                let text = format!("component `{}` has a length but is not of type character", e.name.name);
                return Err(self.err(ErrorCode::Type, span, text));
            }
            ty = Ty::Character(self.char_len(sc, l)?, ty.chr_kind());
        }
        Ok(Some((ty, proc)))
    }

    /// A component that depends on length parameters, which is allocated with the object.
    fn sized_component(&mut self, d: &ComponentDecl<'a>, ty: Ty, dims: &Dims, private: bool) -> Res<()> {
        let &ComponentDecl { sc, id, spec, e, .. } = d;
        let init = match &e.init {
            Some(ast::Init::Value(v)) => Some(self.expr(sc, v)?),
            _ => None,
        };
        let init = match (init, &ty) {
            (
                Some(x),
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..),
            ) => {
                self.check_assignable_types(&ty, &x, x.span)?;
                Some(self.convert(x, &ty)?)
            }
            (x, _) => x,
        };
        let bounds = match dims {
            Dims::Explicit(v) => v.clone(),
            _ => vec![],
        };
        let char_len = match &ty {
            Ty::Character(CharLen::Expr(x), _) => Some((**x).clone()),
            _ => None,
        };
        let ty = if char_len.is_some() { Ty::Character(CharLen::Deferred, ty.chr_kind()) } else { ty };
        let index = self.ty(id).components.len();
        let lens = spec.map_or(vec![], |s| self.lens_of_spec(sc, s));
        let dims = if bounds.is_empty() { Dims::Scalar } else { Dims::Deferred(bounds.len()) };
        self.types.info[id.0 as usize].sized.push(Sized { index, bounds, allocate: true, char_len, init, lens });
        self.prog.types[id.0 as usize].components.push(Component {
            name: e.name.name.clone(),
            ty,
            dims,
            allocatable: true,
            pointer: false,
            init: None,
            offset: 0,
            proc: None,
            private,
            role: Role::Sized,
        });
        Ok(())
    }

    /// The default initialization of a component.
    fn component_default(
        &mut self,
        d: &ComponentDecl<'a>,
        pre: &PreDecl<'a>,
        ty: &mut Ty,
        dims: &mut Dims,
    ) -> Res<Option<Const>> {
        let &ComponentDecl { sc, id, e, .. } = d;
        let span = e.name.span;
        Ok(match &e.init {
            None => None,
            Some(ast::Init::Value(v)) => {
                if pre.allocatable || pre.pointer {
                    return Err(self.err(
                        ErrorCode::Attribute,
                        v.span,
                        "this component cannot be initialized with `=`",
                    ));
                }
                Some(self.initial_value(sc, v, ty, dims, false, &e.name.name)?)
            }
            Some(ast::Init::Pointer(v)) => {
                if super::resolve::is_null_call(v) {
                    Some(Const::Null)
                } else {
                    Some(self.default_target(sc, v, ty, dims)?)
                }
            }
            Some(ast::Init::Slash(_)) if !self.ty(id).name.starts_with('/') => {
                let text = "a component is initialized by `= value`";
                return Err(self.err(ErrorCode::Syntax, span, text));
            }
            Some(ast::Init::Slash(values)) => Some(self.slash_value(sc, values, ty, dims, span)?),
        })
    }

    /// Default target of a pointer component: a procedure, or a variable of static storage (F2023 7.5.4.6).
    fn default_target(&mut self, sc: ScopeId, v: &'a ast::Expr, ty: &Ty, dims: &Dims) -> Res<Const> {
        let x = self.expr_want(sc, v, crate::expr::Want::Actual)?;
        let is_proc = matches!(x.kind, ExprKind::ProcRef(_));
        if is_proc != (*ty == Ty::Procedure) {
            return Err(self.err(ErrorCode::Pointer, v.span, "this cannot be the target of the component"));
        }
        if !is_proc {
            if x.rank != dims.rank() {
                let r = dims.rank();
                return Err(self.err(
                    ErrorCode::Rank,
                    v.span,
                    format!("the pointer has rank {r} but its target rank {}", x.rank),
                ));
            }
            let root = super::data::base_symbol(&x);
            if !root.is_some_and(|s| {
                self.sym(s).target
                    && matches!(
                        self.sym(s).storage,
                        Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. }
                    )
            }) {
                return Err(self.err(
                    ErrorCode::Pointer,
                    v.span,
                    "a default target must be a saved variable with the TARGET attribute",
                ));
            }
        }
        Ok(Const::Target(Box::new(x)))
    }
}

impl<'a> Rules<'a> {
    /// The attributes of a component, whether it is private, and its corank.
    fn component_attributes(
        &mut self,
        d: &ComponentDecl<'a>,
        attrs: &'a [(AttrSpec, ferrotran_source::Span)],
    ) -> Res<(PreDecl<'a>, bool, Option<usize>)> {
        let &ComponentDecl { def, iface, e, .. } = d;
        let span = e.name.span;
        let mut pre = PreDecl { span, ..PreDecl::default() };
        let mut private = def.private_components;
        let mut coarray = e.codims.as_ref().map(Vec::len);
        for (a, aspan) in attrs {
            match a {
                AttrSpec::Allocatable => pre.allocatable = true,
                AttrSpec::Pointer => pre.pointer = true,
                AttrSpec::Contiguous => pre.contiguous = true,
                AttrSpec::Dimension(d) => pre.dims = Some(d),
                AttrSpec::Private => private = true,
                AttrSpec::Public => private = false,
                AttrSpec::Nopass | AttrSpec::Pass(_) if iface.is_some() => {}
                AttrSpec::Codimension(d) => coarray = Some(e.codims.as_ref().map_or(d.len(), Vec::len)),
                _ => {
                    return Err(self.err(
                        ErrorCode::Attribute,
                        *aspan,
                        "this attribute is not allowed for a component",
                    ));
                }
            }
        }
        if let Some(d) = &e.dims {
            pre.dims = Some(d);
        }
        if coarray.is_some() && !pre.allocatable {
            return Err(self.err(
                ErrorCode::Attribute,
                span,
                format!("coarray component `{}` must be allocatable", e.name.name),
            ));
        }
        if pre.allocatable && pre.pointer {
            return Err(self.err(
                ErrorCode::Attribute,
                span,
                format!("ALLOCATABLE conflicts with POINTER for `{}`", e.name.name),
            ));
        }
        if def.bind_c && (pre.allocatable || pre.pointer || iface.is_some()) {
            let text = format!("component `{}` of a BIND(C) type cannot be allocatable or a pointer", e.name.name);
            return Err(self.err(ErrorCode::Attribute, span, text));
        }
        Ok((pre, private, coarray))
    }

    /// Takes down the length parameters that the type of a component is given.
    fn note_lengths(&mut self, d: &ComponentDecl<'a>, pre: &PreDecl<'a>, ty: &Ty) -> Res<()> {
        let &ComponentDecl { sc, id, spec, e, .. } = d;
        if let (Ty::Derived(t) | Ty::Class(Some(t)), Some(spec)) = (ty, spec) {
            let index = self.ty(id).components.len();
            let lens = self.lens_of_spec(sc, spec);
            if !pre.allocatable && !pre.pointer && *t != id && self.has_lengths(*t) {
                let lens = lens.clone();
                let part = Sized { index, bounds: vec![], allocate: false, char_len: None, init: None, lens };
                self.types.info[id.0 as usize].sized.push(part);
                if let Some(ast::Init::Value(v)) = &e.init {
                    return Err(self.unsupported(v.span, "an initial value of an object with length parameters"));
                }
            }
            if !lens.is_empty() {
                self.types.info[id.0 as usize].component_lens.insert(index, lens);
            }
        }
        Ok(())
    }

    /// What the shape and type of a component may be (F2023 7.5.4).
    fn check_component_shape(
        &mut self,
        d: &ComponentDecl<'a>,
        pre: &PreDecl<'a>,
        ty: &Ty,
        dims: &Dims,
        procedure: bool,
    ) -> Res<()> {
        let &ComponentDecl { id, e, .. } = d;
        let span = e.name.span;
        if !pre.allocatable && !pre.pointer {
            if const_elements(dims).is_none() {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("component `{}` must have constant bounds, or be allocatable or a pointer", e.name.name),
                ));
            }
            match ty {
                Ty::Class(_) => {
                    return Err(self.err(
                        ErrorCode::Attribute,
                        span,
                        format!("polymorphic component `{}` must be allocatable or a pointer", e.name.name),
                    ));
                }
                Ty::Derived(t) if *t == id => {
                    return Err(self.err(
                        ErrorCode::DerivedType,
                        span,
                        format!(
                            "component `{}` of the type being defined must be allocatable or a pointer",
                            e.name.name
                        ),
                    ));
                }
                Ty::Character(CharLen::Expr(_) | CharLen::Assumed | CharLen::Deferred, _) => {
                    return Err(self.err(
                        ErrorCode::Shape,
                        span,
                        format!("the length of component `{}` must be constant", e.name.name),
                    ));
                }
                _ => {}
            }
            if let Ty::Derived(t) = ty
                && self.ty(*t).abstract_
            {
                let tn = self.ty(*t).name.clone();
                return Err(self.err(
                    ErrorCode::DerivedType,
                    span,
                    format!("component `{}` cannot be of abstract type `{tn}`", e.name.name),
                ));
            }
            if let Ty::Derived(t) = ty
                && self.types.info[t.0 as usize].state == State::Running
            {
                return Err(self.err(ErrorCode::DerivedType, span, "a type cannot contain itself"));
            }
        } else if !procedure && !matches!(dims, Dims::Scalar | Dims::Deferred(_)) {
            return Err(self.err(
                ErrorCode::Shape,
                span,
                format!("allocatable or pointer component `{}` must have a deferred shape", e.name.name),
            ));
        }
        Ok(())
    }

    pub(super) fn layout(&mut self, id: TypeId) {
        let mut align = 1u64;
        let layout = match std::mem::take(&mut self.types.info[id.0 as usize].layout) {
            l if l.is_empty() => (0..self.ty(id).components.len()).map(Layout::One).collect(),
            l => l,
        };
        let mut at = self.place(id, &layout, 0, &mut align);
        if at > 1 << 48 {
            let (name, span) = (self.ty(id).name.clone(), self.ty(id).span);
            let text = format!("objects of type `{name}` are too large for the address space");
            self.err(ErrorCode::DerivedType, span, text);
            self.types.info[id.0 as usize].bad = true;
            at = 0;
        }
        let t = &mut self.prog.types[id.0 as usize];
        t.align = align;
        t.size = at.next_multiple_of(align);
    }

    /// Reports a component that a type does not have.
    pub fn no_component(&mut self, t: TypeId, id: &ast::Ident) -> Reported {
        let mut names: Vec<String> = vec![];
        let mut cur = Some(t);
        while let Some(x) = cur {
            if self.types.info[x.0 as usize].bad {
                return Reported;
            }
            names.extend(self.ty(x).components.iter().map(|c| c.name.to_string()));
            cur = self.ty(x).extends;
        }
        let tn = self.ty(t).name.clone();
        let span = self.ty(t).span;
        let mut d =
            Diagnostic::error(ErrorCode::DerivedType, id.span, format!("type `{tn}` has no component `{}`", id.name))
                .also(span, "the type is defined here");
        if let Some(n) = ferrotran_source::message::nearest(&id.name, names.iter().map(|s| s.as_str())) {
            d = d.with_help(format!("it has a component `{n}`"));
        }
        self.report(d)
    }
}

impl<'a> Rules<'a> {
    /// What SEQUENCE and BIND(C) demand of the type of a component (C740, C1806).
    fn check_component_type(&mut self, def: &ast::DerivedTypeDef, ty: &Ty, name: &ast::Ident) -> Res<()> {
        // Types of the intrinsic modules count as interoperable and as sequence types.
        let defined = |s: &Self, t: TypeId| s.types.info[t.0 as usize].def.is_some();
        let why = match ty {
            Ty::Derived(t) if def.sequence && defined(self, *t) && !self.ty(*t).sequence && !self.ty(*t).bind_c => {
                "of a SEQUENCE type must be of an intrinsic type or of a sequence type"
            }
            Ty::Class(_) if def.sequence => "of a SEQUENCE type cannot be polymorphic",
            Ty::Derived(t) if def.bind_c && defined(self, *t) && !self.ty(*t).bind_c => {
                "of a BIND(C) type must be of an interoperable type"
            }
            Ty::Class(_) if def.bind_c => "of a BIND(C) type cannot be polymorphic",
            Ty::Character(..) if def.bind_c && crate::expr::shape::type_len(ty) != Some(1) => {
                "of a BIND(C) type must have length one"
            }
            _ => return Ok(()),
        };
        let text = format!("component `{}` {why}", name.name);
        Err(self.err(ErrorCode::DerivedType, name.span, text))
    }
}

/// Whether components of two definitions have the same bounds, wherever these are written.
fn same_bounds(a: &Dims, b: &Dims) -> bool {
    match (a, b) {
        (Dims::Explicit(x), Dims::Explicit(y)) => {
            let same = |p: &Expr, q: &Expr| p == q || int_const(p).is_some_and(|n| int_const(q) == Some(n));
            x.len() == y.len() && x.iter().zip(y).all(|((l, h), (m, k))| same(l, m) && same(h, k))
        }
        _ => a == b,
    }
}
