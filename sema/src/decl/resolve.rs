//! From a gathered declaration to a symbol: type, shape, storage, attributes and their conflicts, initial value.

use crate::const_eval::extent;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, DimSpec, Name};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Resolves a name whose entry is [`Entity::Pending`].
    pub fn resolve_pending(&mut self, sc: ScopeId, name: &Name) {
        let has_type = self.sc(sc).type_defs.contains_key(name);
        let pre = self.sc(sc).decls.get(name).cloned();
        let span = self.sc(sc).names[name].span;
        if has_type {
            if let Some(p) = &pre
                && (p.declared || p.dummy.is_some() || p.result)
            {
                let text = format!("`{name}` is the name of a derived type and of something else");
                let at = self.sc(sc).type_defs[name].name.span;
                let d = Diagnostic::error(ErrorCode::Name, if p.declared { p.span } else { at }, text)
                    .also(if p.declared { at } else { p.span }, "here, too");
                self.report(d);
            }
            let def = self.sc(sc).type_defs[name];
            self.define_type(sc, def);
            return;
        }
        let Some(mut pre) = pre else {
            self.bind(sc, name.clone(), Entity::Bad, span);
            return;
        };
        if let Some(e) = pre.rank {
            match self.shape_of_rank(sc, e, &pre) {
                Ok(d) => pre.dims = (!d.is_empty()).then_some(d),
                Err(_) => {
                    self.bind(sc, name.clone(), Entity::Bad, span);
                    return;
                }
            }
        }
        // A coarray that is neither a dummy nor allocatable is saved (Fortran 2018, C828).
        pre.saved_coarray = pre.save;
        pre.save |= pre.codims.is_some() && pre.dummy.is_none() && !pre.allocatable;
        self.bind(sc, name.clone(), Entity::Resolving, span);
        let ent = if !pre.declared && self.sc(sc).names[name].generic.is_some() {
            Entity::Generic
        } else {
            match self.resolve_decl(sc, name, &pre) {
                Ok(e) => {
                    if let (Some(d), Entity::Symbol(s)) = (pre.codims, &e) {
                        let s = *s;
                        self.coarray(sc, s, d, &pre);
                    }
                    e
                }
                Err(_) => Entity::Bad,
            }
        };
        self.bind(sc, name.clone(), ent, span);
    }

    fn resolve_decl(&mut self, sc: ScopeId, name: &Name, pre: &PreDecl<'a>) -> Res<Entity> {
        self.check_conflicts(sc, name, pre)?;
        self.check_place(sc, name, pre)?;
        // C556: DATA alone makes no local variable.
        if pre.data
            && pre.ty.is_none()
            && pre.dims.is_none()
            && pre.common.is_none()
            && pre.dummy.is_none()
            && !(pre.save || pre.target || pre.pointer || pre.equivalence)
            && let Some(host) = self.sc(sc).parent
            && let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup(host, name)
        {
            let at = pre.marks.first().map_or(pre.span, |m| m.1);
            let text = format!("`{name}` belongs to the host, so it cannot be initialized by DATA here");
            let d = Diagnostic::error(ErrorCode::Attribute, at, text).also(self.sym(s).span, "declared here");
            return Err(self.report(d));
        }
        if pre.intrinsic {
            let id = ferrotran_typed::intrinsics::lookup(name).or_else(|| self.specific(name).map(|s| s.generic));
            return match id.filter(|i| i.row().origin != ferrotran_typed::intrinsics::Origin::CBinding) {
                Some(i) => self.check_standard(i, pre.span).map(|()| Entity::Intrinsic(i)),
                None => {
                    Err(self.err(ErrorCode::Intrinsic, pre.span, format!("there is no intrinsic procedure `{name}`")))
                }
            };
        }
        if pre.iface.is_some() || pre.external {
            return self.resolve_procedure_entity(sc, name, pre);
        }
        // An accessibility statement or a dummy alone: the implicit type.
        let ty = self.declared_type(sc, name, pre)?;
        self.resolve_data(sc, name, pre, ty).map(Entity::Symbol)
    }

    /// The type of a name: declared, or by the implicit rules.
    pub fn declared_type(&mut self, sc: ScopeId, name: &Name, pre: &PreDecl<'a>) -> Res<Ty> {
        let ty = match pre.ty {
            Some(spec) => self.type_spec(sc, spec)?,
            None if pre.cray_pointer => Ty::Integer(8),
            None => match self.implicit_type(sc, name).or_else(|| self.interface_rule(sc, name, pre)) {
                Some(t) => self.implicit_to_ty(sc, t)?,
                None if self.may_be_lost(sc, name) => return Err(Reported),
                None => {
                    let what = if pre.dummy.is_some() {
                        format!("dummy argument `{name}` has no type")
                    } else {
                        format!("`{name}` has no type")
                    };
                    let d = Diagnostic::error(ErrorCode::Name, pre.span, what)
                        .with_note("IMPLICIT NONE is in force, so every name needs a declaration");
                    return Err(self.report(d));
                }
            },
        };
        if pre.ghost
            && let Ty::Character(CharLen::Assumed, k) = ty
        {
            return Ok(Ty::Character(CharLen::Deferred, k));
        }
        match (pre.char_len, &ty) {
            (Some(l), Ty::Character(_, k)) => Ok(Ty::Character(self.char_len(sc, l)?, *k)),
            (Some(_), _) => {
                // `real*8 x*4` is not Fortran; gfortran takes `integer a*8` as an extension only in old modes.
                Err(self.err(ErrorCode::Type, pre.span, format!("`{name}` has a length but is not of type character")))
            }
            (None, _) => Ok(ty),
        }
    }

    /// The integer that holds the address of a Cray pointee.
    pub fn cray_pointer(&mut self, sc: ScopeId, p: &ast::Ident) -> Res<SymbolId> {
        match self.lookup(sc, &p.name) {
            Some(Entry { ent: Entity::Symbol(s), .. }) if matches!(self.sym(s).ty, Ty::Integer(_)) => Ok(s),
            Some(Entry { ent: Entity::Bad, .. }) => Err(Reported),
            _ => Err(self.err(ErrorCode::Type, p.span, format!("Cray pointer `{}` must be an integer", p.name))),
        }
    }

    /// The assumed or deferred shape that `rank(n)` stands for (Fortran 2023, 8.5.17).
    fn shape_of_rank(&mut self, sc: ScopeId, e: &'a ast::Expr, pre: &PreDecl<'a>) -> Res<&'a [ast::DimSpec]> {
        self.newer(2023, e.span, "the attribute RANK")?;
        if pre.dims.is_some() {
            return Err(self.err(ErrorCode::Attribute, e.span, "a shape and the attribute RANK exclude each other"));
        }
        let n = self.const_int(sc, e)?;
        if !(0..=15).contains(&n) {
            return Err(self.err(ErrorCode::Shape, e.span, format!("a rank is 0 to 15, not {n}")));
        }
        let dims = vec![ast::DimSpec::Assumed { lower: None }; n as usize];
        // As long as the tree, which is as long as the process.
        Ok(dims.leak())
    }

    /// A type of the implicit rules.
    pub fn implicit_to_ty(&mut self, sc: ScopeId, t: ImplicitTy<'a>) -> Res<Ty> {
        match t {
            ImplicitTy::Integer => Ok(Ty::Integer(self.opts.default_integer)),
            ImplicitTy::Real => Ok(Ty::Real(self.opts.default_real)),
            ImplicitTy::Spec(s) => self.type_spec(sc, s),
        }
    }

    /// Makes the symbol of a data entity.
    fn resolve_data(&mut self, sc: ScopeId, name: &Name, pre: &PreDecl<'a>, ty: Ty) -> Res<SymbolId> {
        let span = pre.span;
        let param = pre.parameter || pre.param.is_some();
        // Bounds may ask for the length that the type gives.
        let asks = matches!(ty, Ty::Character(..)) && pre.dims.is_some() && !param;
        let stand_in = asks.then(|| {
            let s = self.new_symbol(name.clone(), span, ty.clone(), Dims::Scalar, Storage::Result, sc);
            self.bind(sc, name.clone(), Entity::Symbol(s), span);
            s
        });
        let mut dims = match pre.dims {
            Some(d) if pre.ghost => Dims::Deferred(d.len()),
            Some(d) => self.dims(sc, d, pre, span, param)?,
            None => Dims::Scalar,
        };
        self.check_data_shape(name, span, &ty, &dims)?;
        self.check_type_use(sc, name, pre, &ty, &dims, param)?;
        self.check_lock_types(name, pre, &ty)?;
        let bind = self.bind_name(sc, pre.bind, name)?;
        let mut ty = ty;
        let init = self.initial_expr(name, pre, &ty)?;
        let storage = match self.data_storage(sc, name, pre, (&ty, &dims), (bind.as_deref(), init.is_some()))? {
            Ok(storage) => storage,
            Err(known) => return Ok(known),
        };
        self.check_constant_bounds(sc, name, pre, (&ty, &dims), &storage)?;
        let id = self.new_symbol(name.clone(), span, ty.clone(), dims.clone(), storage.clone(), sc);
        if let (Some(old), Dims::Explicit(v)) = (stand_in, &mut dims) {
            let whole = Expr { kind: ExprKind::Var(id), ty: ty.clone(), rank: v.len(), span };
            let own = |k: &Expr| (k.kind == ExprKind::Var(old)).then(|| whole.clone());
            for (l, u) in v {
                l.replace(&own);
                u.replace(&own);
            }
            self.sym_mut(id).dims = dims.clone();
        }
        if let Some(e) = init {
            self.no_initial_lengths(&ty, e.span)?;
            // The value may ask for the shape and kind of what it initializes.
            self.bind(sc, name.clone(), Entity::Symbol(id), span);
            let r = self.initial_value(sc, e, &mut ty, &mut dims, param, name);
            if r.is_err() {
                self.bind(sc, name.clone(), Entity::Bad, span);
            }
            let v = r?;
            let s = self.sym_mut(id);
            s.ty = ty.clone();
            s.dims = dims;
            s.value = Some(v);
        }
        if let Storage::Static { link_name } = &storage
            && self.sc(sc).proc.is_some()
        {
            self.storage.saved.insert(link_name.clone(), id);
        }
        self.set_data_attributes(sc, id, pre, bind.is_some());
        self.set_initial_state(sc, id, name, pre, &storage)?;
        if !param {
            self.sc_mut(sc).locals.push(id);
            if matches!(storage, Storage::Static { .. }) {
                self.prog.statics.push(id);
            }
        }
        Ok(id)
    }

    /// Where a data object lies; the symbol itself where it is a saved one that is known already.
    fn data_storage(
        &mut self,
        sc: ScopeId,
        name: &Name,
        pre: &PreDecl<'a>,
        (ty, dims): (&Ty, &Dims),
        (bind, has_value): (Option<&str>, bool),
    ) -> Res<Result<Storage, SymbolId>> {
        let param = pre.parameter || pre.param.is_some();
        let in_proc = self.sc(sc).proc;
        let unit = self.unit_scope(sc);
        let saved = pre.save
            || pre.data
            || has_value
            || matches!(pre.init, Some(ast::Init::Pointer(_)))
            || (!pre.automatic
                && ((self.sc(sc).save_all || self.sc(unit).save_all) && !is_automatic(ty, dims, pre)
                    || self.saved_by_option(in_proc, ty, dims)))
            || pre.threadprivate
            || bind.is_some();
        let main = in_proc.is_some_and(|p| self.proc(p).is_main);
        let based = pre.based.map(|p| self.cray_pointer(sc, p)).transpose()?;
        Ok(Ok(if param {
            Storage::Constant
        } else if let Some(pointer) = based {
            Storage::Based { pointer }
        } else if let Some(n) = pre.dummy {
            Storage::Dummy(n)
        } else if pre.result {
            Storage::Result
        } else if pre.common.is_some() {
            Storage::Common { block: u32::MAX, offset: 0 }
        } else if let Some(b) = &bind {
            Storage::Static { link_name: b.to_string() }
        } else if in_proc.is_none() {
            Storage::Static { link_name: self.module_link(sc, name) }
        } else if saved
            || (main
                && self.sc(sc).kind != ScopeKind::Block
                && (self.is_big(ty, dims)
                    || matches!(pre.on_devices, OnDevices::Always | OnDevices::Automapped | OnDevices::Local))
                && !pre.allocatable
                && !pre.automatic
                && !pre.pointer)
        {
            let path = self.saved_path(sc);
            let n = if self.sc(sc).kind == ScopeKind::Block { format!(".{}", self.fresh()) } else { String::new() };
            let link_name = format!("{path}.{name}{n}");
            if let Some(s) = self.storage.saved.get(&link_name) {
                return Ok(Err(*s));
            }
            Storage::Static { link_name }
        } else {
            Storage::Local
        }))
    }

    /// What a data object is before anything assigns to it: its target, or the value of its default initialization.
    fn set_initial_state(
        &mut self,
        sc: ScopeId,
        id: SymbolId,
        name: &Name,
        pre: &PreDecl<'a>,
        storage: &Storage,
    ) -> Res<()> {
        let ty = self.sym(id).ty.clone();
        let span = pre.span;
        let mut initial_target = None;
        if let Some(ast::Init::Pointer(e)) = pre.init {
            // Bound first: the target may be declared later and refer back.
            self.bind(sc, name.clone(), Entity::Symbol(id), span);
            initial_target = self.pointer_init(sc, e, id)?;
            if initial_target.is_none() {
                self.sym_mut(id).value = Some(Const::Null);
            }
        } else if matches!(storage, Storage::Static { .. }) && pre.pointer && value_is_none(self, id) {
            self.sym_mut(id).value = Some(Const::Null);
        }
        self.sym_mut(id).initial_target = initial_target;
        if matches!(storage, Storage::Static { .. }) && self.sym(id).value.is_none() && dims_default_ok(self, id) {
            let dims = self.sym(id).dims.clone();
            if matches!(&ty, Ty::Derived(t) if self.has_default_init(*t))
                && super::types::const_elements(&dims).is_some_and(|n| n > 1 << 26)
            {
                return Err(self.unsupported(span, "an initialized array of more than 67108864 elements"));
            }
            let v = self.default_value(&ty, &dims);
            self.sym_mut(id).value = v;
        }
        Ok(())
    }

    /// The link name of BIND(C) where there is one.
    pub fn bind_name(&mut self, sc: ScopeId, bind: Option<&'a ast::BindSpec>, name: &Name) -> Res<Option<String>> {
        let Some(b) = bind else { return Ok(None) };
        match &b.name {
            None => Ok(Some(name.to_string())),
            Some(e) => {
                let x = self.expr(sc, e)?;
                match self.const_value(&x)? {
                    Const::Char(s) => {
                        // An empty name: no binding label.
                        let s = String::from_utf8_lossy(&narrow(&s)).trim().to_string();
                        Ok((!s.is_empty()).then_some(s))
                    }
                    _ => Err(self.err(ErrorCode::Type, e.span, "the name of BIND(C) must be a character constant")),
                }
            }
        }
    }
}

impl<'a> Rules<'a> {
    fn check_conflicts(&mut self, sc: ScopeId, name: &Name, p: &PreDecl<'a>) -> Res<()> {
        let param = p.parameter || p.param.is_some();
        let is_dummy = p.dummy.is_some();
        let pairs: &[(bool, bool, &str, &str)] = &[
            (p.allocatable, p.pointer, "ALLOCATABLE", "POINTER"),
            (param, p.allocatable, "PARAMETER", "ALLOCATABLE"),
            (param, p.pointer, "PARAMETER", "POINTER"),
            (param, p.target, "PARAMETER", "TARGET"),
            (param, p.save, "PARAMETER", "SAVE"),
            (param, p.intent.is_some(), "PARAMETER", "INTENT"),
            (param, p.optional, "PARAMETER", "OPTIONAL"),
            (param, p.common.is_some(), "PARAMETER", "COMMON"),
            (param, p.data, "PARAMETER", "DATA"),
            (param, p.equivalence, "PARAMETER", "EQUIVALENCE"),
            (param, p.external, "PARAMETER", "EXTERNAL"),
            (param, is_dummy, "PARAMETER", "dummy argument"),
            (param, p.volatile, "PARAMETER", "VOLATILE"),
            (param, p.bind.is_some(), "PARAMETER", "BIND(C)"),
            (p.pointer && p.iface.is_none(), p.target, "POINTER", "TARGET"),
            (p.pointer && p.iface.is_none(), p.intrinsic, "POINTER", "INTRINSIC"),
            (p.allocatable, p.external, "ALLOCATABLE", "EXTERNAL"),
            (p.allocatable, p.equivalence, "ALLOCATABLE", "EQUIVALENCE"),
            (p.allocatable, p.common.is_some(), "ALLOCATABLE", "COMMON"),
            (p.pointer, p.equivalence, "POINTER", "EQUIVALENCE"),
            (p.external, p.intrinsic, "EXTERNAL", "INTRINSIC"),
            (p.external, p.target, "EXTERNAL", "TARGET"),
            (p.iface.is_some(), p.target, "PROCEDURE", "TARGET"),
            (p.iface.is_some(), p.allocatable, "PROCEDURE", "ALLOCATABLE"),
            (p.iface.is_some(), p.intrinsic, "PROCEDURE", "INTRINSIC"),
            (p.iface.is_some() && p.ty.is_none(), p.dims.is_some(), "PROCEDURE", "DIMENSION"),
            (p.external && !p.pointer, p.protected, "EXTERNAL", "PROTECTED"),
            (p.external && !p.pointer, p.intent.is_some(), "EXTERNAL", "INTENT"),
            (p.iface.is_some() && !p.pointer, p.intent.is_some(), "PROCEDURE", "INTENT"),
            (p.external || p.iface.is_some(), p.value, "EXTERNAL", "VALUE"),
            (p.external && !p.pointer, p.save, "EXTERNAL", "SAVE"),
            (p.external, p.common.is_some() && !p.pointer, "EXTERNAL", "COMMON"),
            (p.external, p.data && !p.pointer, "EXTERNAL", "DATA"),
            (p.external, p.equivalence, "EXTERNAL", "EQUIVALENCE"),
            (p.intrinsic, p.data, "INTRINSIC", "DATA"),
            (p.intrinsic, p.common.is_some(), "INTRINSIC", "COMMON"),
            (p.intrinsic, is_dummy, "INTRINSIC", "dummy argument"),
            (p.value, p.codims.is_some(), "VALUE", "CODIMENSION"),
            (p.value, p.pointer, "VALUE", "POINTER"),
            (p.value, p.allocatable, "VALUE", "ALLOCATABLE"),
            (p.value, matches!(p.intent, Some(ast::Intent::Out)), "VALUE", "INTENT(OUT)"),
            (p.value, matches!(p.intent, Some(ast::Intent::InOut)), "VALUE", "INTENT(INOUT)"),
            (p.value, p.volatile, "VALUE", "VOLATILE"),
            (p.based.is_some(), p.allocatable, "Cray pointee", "ALLOCATABLE"),
            (p.based.is_some(), p.pointer, "Cray pointee", "POINTER"),
            (p.based.is_some(), p.target, "Cray pointee", "TARGET"),
            (p.based.is_some(), p.save, "Cray pointee", "SAVE"),
            (p.based.is_some(), p.data || p.init.is_some(), "Cray pointee", "an initial value"),
            (p.based.is_some(), p.common.is_some(), "Cray pointee", "COMMON"),
            (p.based.is_some(), p.equivalence, "Cray pointee", "EQUIVALENCE"),
            (p.based.is_some(), param, "Cray pointee", "PARAMETER"),
            (p.based.is_some(), is_dummy, "Cray pointee", "dummy argument"),
            (p.based.is_some(), p.result, "Cray pointee", "function result"),
            (p.based.is_some(), p.cray_pointer, "Cray pointee", "Cray pointer"),
            (p.cray_pointer, p.dims.is_some(), "Cray pointer", "DIMENSION"),
            (p.automatic, p.save, "AUTOMATIC", "SAVE"),
            (p.automatic, p.data || p.init.is_some(), "AUTOMATIC", "an initial value"),
            (p.automatic, p.common.is_some(), "AUTOMATIC", "COMMON"),
            (p.automatic, param, "AUTOMATIC", "PARAMETER"),
            (p.automatic, is_dummy, "AUTOMATIC", "dummy argument"),
            (is_dummy, p.save, "dummy argument", "SAVE"),
            (is_dummy, p.common.is_some(), "dummy argument", "COMMON"),
            (is_dummy, p.equivalence, "dummy argument", "EQUIVALENCE"),
            (is_dummy, p.data, "dummy argument", "DATA"),
            (p.result, p.save, "function result", "SAVE"),
            (p.result, p.common.is_some(), "function result", "COMMON"),
            (p.result, p.data, "function result", "DATA"),
            (p.save, p.common.is_some(), "SAVE", "COMMON"),
            (p.protected, p.common.is_some(), "PROTECTED", "COMMON"),
            (p.bind.is_some(), p.common.is_some(), "BIND(C)", "a COMMON block"),
            (p.volatile, matches!(p.intent, Some(ast::Intent::In)), "VOLATILE", "INTENT(IN)"),
        ];
        // The statement that brought the conflict, where it is not the declaration.
        let at = |words: &[&str]| {
            p.marks.iter().rev().find(|(w, s)| words.contains(w) && s.lo > p.span.lo).map_or(p.span, |m| m.1)
        };
        for (a, b, an, bn) in pairs {
            if *a && *b {
                let span = at(&[an, bn]);
                let mut d =
                    Diagnostic::error(ErrorCode::Attribute, span, format!("{an} conflicts with {bn} for `{name}`"));
                if span != p.span {
                    d = d.also(p.span, "declared here");
                }
                return Err(self.report(d));
            }
        }
        if p.contiguous && !(p.pointer && p.dims.is_some()) {
            let ok = p.dims.is_some_and(|d| {
                d.iter().all(|x| matches!(x, DimSpec::Assumed { .. } | DimSpec::AssumedRank)) && is_dummy
            });
            if !ok {
                return Err(self.err(
                    ErrorCode::Attribute,
                    at(&["CONTIGUOUS"]),
                    format!("CONTIGUOUS `{name}` must be an array pointer, or a dummy of assumed shape or rank"),
                ));
            }
        }
        if p.external && !p.pointer && p.iface.is_none() && p.init.is_some() {
            return Err(self.err(ErrorCode::Attribute, p.span, format!("EXTERNAL `{name}` cannot be initialized")));
        }
        // An opening statement that is lost may have named it.
        if !is_dummy && !self.may_be_lost(sc, name) {
            let only_dummy = [(p.intent.is_some() && !param, "INTENT"), (p.optional, "OPTIONAL"), (p.value, "VALUE")];
            for (set, an) in only_dummy {
                if set {
                    return Err(self.err(
                        ErrorCode::Attribute,
                        at(&[an]),
                        format!("`{name}` has the attribute {an} but is not a dummy argument"),
                    ));
                }
            }
        }
        if p.parameter && p.param.is_none() && p.init.is_none() {
            return Err(self.err(ErrorCode::Constant, p.span, format!("named constant `{name}` has no value")));
        }
        if is_dummy && p.init.is_some() {
            let at = p.named.unwrap_or(p.span);
            return Err(self.err(ErrorCode::Attribute, at, format!("dummy argument `{name}` cannot be initialized")));
        }
        if p.result && p.init.is_some() {
            let at = p.named.filter(|_| !param).unwrap_or(p.span);
            return Err(self.err(ErrorCode::Attribute, at, format!("function result `{name}` cannot be initialized")));
        }
        if p.allocatable && p.init.is_some() {
            return Err(self.err(ErrorCode::Attribute, p.span, format!("allocatable `{name}` cannot be initialized")));
        }
        Ok(())
    }

    /// Attributes that need a certain scoping unit, and initial values that exclude each other.
    fn check_place(&mut self, sc: ScopeId, name: &Name, p: &PreDecl<'a>) -> Res<()> {
        let kind = self.sc(sc).kind;
        if p.protected && kind != ScopeKind::Module {
            let text =
                format!("PROTECTED `{name}`: the attribute is only allowed in the specification part of a module");
            let at = p.marks.iter().find(|m| m.0 == "PROTECTED").map_or(p.span, |m| m.1);
            return Err(self.err(ErrorCode::Attribute, at, text));
        }
        if let Some(b) = p.bind
            && p.iface.is_none()
            && !p.external
            && !matches!(kind, ScopeKind::Module)
            && p.common.is_none()
            && p.dummy.is_none()
            && !p.result
        {
            return Err(self.err(ErrorCode::Attribute, b.span, format!("BIND(C) `{name}` must be a module variable")));
        }
        if kind == ScopeKind::BlockData
            && (p.data || p.init.is_some())
            && p.common.is_none()
            && !p.equivalence
            && !(p.parameter || p.param.is_some())
        {
            let text = format!("`{name}` is initialized in BLOCK DATA, so it must be in a COMMON block");
            return Err(self.err(ErrorCode::Attribute, p.span, text));
        }
        let pure_unit = self.sc(sc).proc.is_some_and(|q| self.proc(q).pure_ && !self.pi(q).interface);
        let param = p.parameter || p.param.is_some();
        if pure_unit && p.volatile && p.dummy.is_none() {
            let text = format!("local variable `{name}` of a pure procedure cannot be VOLATILE");
            return Err(self.err(ErrorCode::Pure, p.span, text));
        }
        let main = self.sc(sc).proc.is_some_and(|q| self.proc(q).is_main);
        if p.codims.is_some()
            && p.dummy.is_none()
            && !(p.allocatable || p.saved_coarray || p.init.is_some() || p.data || p.common.is_some())
            && self.sc(sc).proc.is_some()
            && !main
            && !self.sc(sc).save_all
        {
            let text = format!("coarray `{name}` must be a dummy argument, allocatable or saved");
            return Err(self.err(ErrorCode::Attribute, p.span, text));
        }
        if pure_unit && !param && (p.save || p.init.is_some() || p.data) && p.dummy.is_none() {
            let why = if p.save { "SAVE" } else { "initialized, so it is saved" };
            return Err(self.err(
                ErrorCode::Pure,
                p.marks.iter().map(|m| m.1).next_back().filter(|s| s.lo > p.span.lo).unwrap_or(p.span),
                format!("local variable `{name}` of a pure procedure cannot be saved ({why})"),
            ));
        }
        // That dummy arguments cannot be THREADPRIVATE is said of the directive.
        if p.threadprivate
            && p.dummy.is_none()
            && !(p.save || p.init.is_some() || p.data || p.common.is_some() || self.sc(sc).save_all)
            && self.sc(sc).proc.is_some_and(|q| !self.proc(q).is_main)
        {
            let text = format!("`{name}` is THREADPRIVATE, so it needs the SAVE attribute");
            return Err(self.err(ErrorCode::OmpData, p.span, text));
        }
        if let Some(at) = p.data_early
            && p.dims.is_some()
            && p.based.is_none()
        {
            // 8.6.7
            let text = format!("the shape of `{name}` must be declared before the DATA statement");
            return Err(self.err(ErrorCode::Attribute, at, text));
        }
        if p.data
            && let Some(ast::Init::Value(_) | ast::Init::Pointer(_)) = p.init
        {
            let at = p.marks.iter().find(|m| m.0 == "DATA").map_or(p.span, |m| m.1);
            self.newer(u16::MAX, at, "a second initial value")?;
            let d = Diagnostic::warning(ErrorCode::Extension, at, format!("`{name}` already has an initial value"))
                .also(p.span, "initialized here");
            self.report(d);
        }
        Ok(())
    }

    /// Rank and size of a data object.
    fn check_data_shape(&mut self, name: &Name, span: ferrotran_source::Span, ty: &Ty, dims: &Dims) -> Res<()> {
        if dims.rank() > 15 {
            return Err(self.err(ErrorCode::Shape, span, format!("`{name}` has more than 15 dimensions")));
        }
        if let Dims::Explicit(v) = dims
            && v.iter().all(|(l, h)| int_const(l).is_some() && int_const(h).is_some())
            && super::types::const_elements(dims).is_none_or(|n| {
                let bytes = self.size_of(ty).unwrap_or(1).max(1);
                (n.max(0) as u64).saturating_mul(bytes) > 1 << 48
            })
        {
            return Err(self.err(ErrorCode::Shape, span, format!("array `{name}` is too large for the address space")));
        }
        Ok(())
    }

    /// Locks and events are coarrays (F2018 C1603, C1604).
    fn check_lock_types(&mut self, name: &Name, pre: &PreDecl<'a>, ty: &Ty) -> Res<()> {
        let span = pre.span;
        if let Ty::Derived(t) = ty
            && matches!(&*self.ty(*t).name, "lock_type" | "event_type")
            && self.types.info[t.0 as usize].def.is_none()
            && pre.codims.is_none()
        {
            let text = format!("`{name}` of type({}) must be a coarray", self.ty(*t).name);
            return Err(self.err(ErrorCode::Attribute, span, text));
        }
        let opaque = |t: &TypeId| {
            matches!(&*self.ty(*t).name, "lock_type" | "event_type") && self.types.info[t.0 as usize].def.is_none()
        };
        let index = |of: TypeId, c: &Component| self.ty(of).components.iter().position(|x| x.name == c.name);
        if let Ty::Derived(t) = ty
            && pre.codims.is_none()
            && !opaque(t)
            && self.any_component(*t, &|of, c| {
                matches!(&c.ty, Ty::Derived(x) if opaque(x))
                    && index(of, c).is_none_or(|i| !self.types.info[of.0 as usize].coranks.contains_key(&i))
            })
        {
            let text = format!("`{name}` must be a coarray: its type has a component of type LOCK_TYPE or EVENT_TYPE");
            return Err(self.err(ErrorCode::Attribute, span, text));
        }
        Ok(())
    }

    /// The expression that gives a data object its value: that of a named constant, or an initial one.
    fn initial_expr(&mut self, name: &Name, pre: &PreDecl<'a>, ty: &Ty) -> Res<Option<&'a ast::Expr>> {
        let span = pre.span;
        let param = pre.parameter || pre.param.is_some();
        let init = match (pre.param, pre.init) {
            (Some(e), _) => Some(e),
            (None, Some(ast::Init::Value(e))) => Some(e),
            (None, Some(ast::Init::Pointer(e))) => {
                if !pre.pointer {
                    return Err(self.err(ErrorCode::Pointer, e.span, format!("`{name}` is not a pointer")));
                }
                None
            }
            _ => None,
        };
        if param && matches!(ty, Ty::Character(CharLen::Expr(_), _)) {
            return Err(self.err(
                ErrorCode::Constant,
                span,
                format!("the length of named constant `{name}` must be constant"),
            ));
        }
        if let Some(e) = init
            && pre.pointer
        {
            return Err(self.err(ErrorCode::Pointer, e.span, format!("pointer `{name}` is initialized with `=>`")));
        }
        if matches!(ty, Ty::Character(CharLen::Assumed, _)) && pre.dummy.is_none() && !param {
            let func_result = pre.result;
            if !func_result {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("`{name}` has assumed length but is neither a dummy argument nor a named constant"),
                ));
            }
        }
        Ok(init)
    }

    /// The bounds and lengths of what lies in static memory, and of the main program's own objects, are constant.
    fn check_constant_bounds(
        &mut self,
        sc: ScopeId,
        name: &Name,
        pre: &PreDecl<'a>,
        (ty, dims): (&Ty, &Dims),
        storage: &Storage,
    ) -> Res<()> {
        if pre.allocatable || pre.pointer {
            return Ok(());
        }
        let main = self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main);
        let constant = match storage {
            Storage::Static { .. } | Storage::Common { .. } => true,
            Storage::Local => main && self.sc(sc).kind != ScopeKind::Block,
            Storage::Extern { .. }
            | Storage::Dummy(_)
            | Storage::Result
            | Storage::Equivalence { .. }
            | Storage::Based { .. }
            | Storage::Associate
            | Storage::Index
            | Storage::Constant => false,
        };
        if constant { self.check_constant_extent(name, pre.span, ty, dims) } else { Ok(()) }
    }

    fn check_type_use(
        &mut self,
        _sc: ScopeId,
        name: &Name,
        pre: &PreDecl<'a>,
        ty: &Ty,
        dims: &Dims,
        param: bool,
    ) -> Res<()> {
        let span = pre.named.filter(|_| !param).unwrap_or(pre.span);
        if matches!(ty, Ty::Class(_)) && pre.dummy.is_none() && !pre.allocatable && !pre.pointer {
            return Err(self.err(
                ErrorCode::Attribute,
                span,
                format!("polymorphic `{name}` must be a dummy argument, allocatable or a pointer"),
            ));
        }
        if matches!(ty, Ty::Assumed) && pre.dummy.is_some() {
            // C710
            let why = [
                (pre.allocatable, "ALLOCATABLE"),
                (pre.pointer, "POINTER"),
                (pre.value, "VALUE"),
                (pre.codims.is_some(), "a codimension"),
                (matches!(pre.intent, Some(ast::Intent::Out)), "INTENT(OUT)"),
                (matches!(dims, Dims::Explicit(_)), "an explicit shape"),
            ];
            if let Some((_, word)) = why.iter().find(|w| w.0) {
                let text = format!("`{name}` of type(*) cannot have {word}");
                return Err(self.err(ErrorCode::Attribute, span, text));
            }
        }
        if pre.value && matches!(dims, Dims::AssumedSize(..)) {
            let text = format!("assumed-size array `{name}` cannot have the attribute VALUE");
            return Err(self.err(ErrorCode::Attribute, span, text));
        }
        if matches!(ty, Ty::Assumed) && pre.dummy.is_none() {
            return Err(self.err(ErrorCode::Attribute, span, format!("`{name}` of type(*) must be a dummy argument")));
        }
        if matches!(ty, Ty::Character(CharLen::Deferred, _)) && !pre.allocatable && !pre.pointer {
            return Err(self.err(
                ErrorCode::Attribute,
                span,
                format!("`{name}` has deferred length but is neither allocatable nor a pointer"),
            ));
        }
        if let Ty::Derived(t) = ty
            && self.ty(*t).abstract_
        {
            let t = self.ty(*t).name.clone();
            return Err(self.err(ErrorCode::DerivedType, span, format!("`{name}` cannot be of abstract type `{t}`")));
        }
        match dims {
            Dims::Deferred(_) if !pre.allocatable && !pre.pointer => {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("`{name}` has deferred shape but is neither allocatable nor a pointer"),
                ));
            }
            Dims::Explicit(_) | Dims::Assumed(_) | Dims::AssumedSize(..) if pre.allocatable || pre.pointer => {
                let what = if pre.allocatable { "allocatable" } else { "pointer" };
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("{what} array `{name}` must have a deferred shape"),
                ));
            }
            Dims::Assumed(_) if pre.dummy.is_none() => {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("assumed-shape array `{name}` must be a dummy argument"),
                ));
            }
            Dims::AssumedSize(..) if pre.dummy.is_none() && pre.based.is_none() && !param => {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("assumed-size array `{name}` must be a dummy argument"),
                ));
            }
            Dims::AssumedRank if pre.codims.is_some() => {
                return Err(self.err(ErrorCode::Shape, span, format!("assumed-rank `{name}` cannot be a coarray")));
            }
            Dims::AssumedRank if pre.dummy.is_none() => {
                return Err(self.err(
                    ErrorCode::Shape,
                    span,
                    format!("assumed-rank `{name}` must be a dummy argument"),
                ));
            }
            _ => {}
        }
        if pre.contiguous && !pre.pointer && !matches!(dims, Dims::Assumed(_) | Dims::AssumedRank) {
            return Err(self.err(
                ErrorCode::Attribute,
                span,
                format!("CONTIGUOUS `{name}` must be an array pointer or an assumed-shape array"),
            ));
        }
        Ok(())
    }
}

impl<'a> Facts<'a> {
    /// The implicit type that an interface body gave a dummy argument of the separate module procedure of a scope.
    fn interface_rule(&self, sc: ScopeId, name: &Name, pre: &PreDecl<'a>) -> Option<ImplicitTy<'a>> {
        let p = self.sc(sc).proc?;
        if pre.dummy.is_none() || !self.procs.separate_bodies.contains_key(&p) {
            return None;
        }
        let interface = self.procs.implemented.keys().find(|i| self.proc(**i).link_name == self.proc(p).link_name)?;
        self.implicit_type(self.pi(*interface).scope, name)
    }

    /// What the declarations say of a data object.
    fn set_data_attributes(&mut self, sc: ScopeId, id: SymbolId, pre: &PreDecl<'a>, bound: bool) {
        let ty = self.sym(id).ty.clone();
        let s = self.sym_mut(id);
        s.allocatable = pre.allocatable;
        s.pointer = pre.pointer;
        let lengths = match (&ty, pre.ty) {
            (Ty::Derived(_) | Ty::Class(Some(_)), Some(spec)) => self.lens_of_spec(sc, spec),
            _ => vec![],
        };
        let keeps = matches!(&ty, Ty::Derived(t) if !pre.allocatable && !pre.pointer && self.has_lengths(*t));
        self.si_mut(id).lens = lengths;
        let s = self.sym_mut(id);
        s.target = pre.target;
        s.optional = pre.optional;
        s.by_value = pre.value;
        s.contiguous = pre.contiguous;
        s.ignore_tkr = pre.ignore_tkr && !pre.pointer && !pre.allocatable;
        s.volatile = pre.volatile;
        s.asynchronous = pre.asynchronous;
        s.threadprivate = pre.threadprivate;
        s.on_devices = pre.on_devices;
        s.bind_c = bound;
        s.intent = match pre.intent {
            None => Intent::Unspecified,
            Some(ast::Intent::In) => Intent::In,
            // The object keeps its length parameters and what they say the shape of.
            Some(ast::Intent::Out) if keeps => Intent::InOut,
            Some(ast::Intent::Out) => Intent::Out,
            Some(ast::Intent::InOut) => Intent::InOut,
        };
        let module = self.sc(sc).module.clone();
        let si = self.si_mut(id);
        si.named = pre.named;
        si.entry_at = pre.entry_at;
        si.lens_out = keeps && matches!(pre.intent, Some(ast::Intent::Out));
        si.parameter = pre.parameter || pre.param.is_some();
        si.is_result = pre.result;
        if pre.protected {
            si.protected_in = module;
        }
    }

    /// Prefix of the link names of saved locals: entry points share those of their procedure.
    fn saved_path(&self, sc: ScopeId) -> String {
        let path = self.sc(sc).path.clone();
        let unit = self.sc(sc).proc.and_then(|p| self.pi(p).unit);
        let host = unit.and_then(|u| self.procs.entry_hosts.get(&(u.span)));
        match (unit.and_then(|u| u.name.as_ref()), host.and_then(|h| h.name.as_ref())) {
            (Some(e), Some(h)) => match path.strip_suffix(&*e.name) {
                Some(front) => format!("{front}{}", h.name),
                None => path,
            },
            _ => path,
        }
    }

    /// Whether an entity of the main program should be static rather than on the stack.
    /// Whether `-fno-automatic` saves a local variable.
    fn saved_by_option(&self, proc: Option<ProcId>, ty: &Ty, dims: &Dims) -> bool {
        let big = |n: u64| matches!(dims, Dims::Explicit(_)) && self.bytes_of(ty, dims) > n;
        (self.opts.save_all || self.opts.save_above.is_some_and(big))
            && proc.is_some_and(|p| {
                let p = self.proc(p);
                !p.is_main && !p.says_recursive && !p.pure_
            })
            && !matches!(ty, Ty::Character(CharLen::Expr(_), _))
            && match dims {
                Dims::Explicit(v) => v.iter().all(|(l, h)| int_const(l).is_some() && int_const(h).is_some()),
                _ => true,
            }
    }

    fn is_big(&self, ty: &Ty, dims: &Dims) -> bool {
        self.bytes_of(ty, dims) > 256
    }

    /// Bytes of an entity; many where they are not constant.
    fn bytes_of(&self, ty: &Ty, dims: &Dims) -> u64 {
        let one = self.size_of(ty).unwrap_or(u64::MAX);
        let n = match dims {
            Dims::Scalar => 1,
            Dims::Explicit(v) => v
                .iter()
                .map(|(l, h)| match (int_const(l), int_const(h)) {
                    (Some(l), Some(h)) => extent(l, h) as u64,
                    _ => u64::MAX,
                })
                .fold(1u64, |a, b| a.saturating_mul(b)),
            _ => 1,
        };
        one.saturating_mul(n)
    }
}

/// Whether a local object gets its bounds or length at each entry: a SAVE statement without a list is not about it.
fn is_automatic(ty: &Ty, dims: &Dims, pre: &PreDecl) -> bool {
    let fixed = match dims {
        Dims::Explicit(v) => v.iter().all(|(l, h)| int_const(l).is_some() && int_const(h).is_some()),
        _ => true,
    };
    !pre.allocatable && !pre.pointer && (!fixed || matches!(ty, Ty::Character(CharLen::Expr(_), _)))
}

fn value_is_none(s: &Facts, id: SymbolId) -> bool {
    s.sym(id).value.is_none()
}

fn dims_default_ok(s: &Facts, id: SymbolId) -> bool {
    let y = s.sym(id);
    !y.allocatable && !y.pointer
}

/// `null()` as written.
pub(crate) fn is_null_call(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Ref(p) if p.len() == 1 && &*p[0].name.name == "null"
        && p[0].args.as_ref().is_some_and(|a| a.is_empty()))
}

/// A constant of type integer(8).
pub(crate) fn int8(n: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::Int(n as i128)), ty: Ty::Integer(8), rank: 0, span }
}

/// The value of a constant integer expression.
pub(crate) fn int_const(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(Const::Int(n)) => i64::try_from(*n).ok(),
        _ => None,
    }
}
