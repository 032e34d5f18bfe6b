//! Storage of entities: local, static, in COMMON blocks and equivalence groups.

use super::*;
use ferrotran_ir::types::OPEN_EXTENT;
use ferrotran_ir::{BoxAttribute, DeclareAttr, Pred, TypeKind};

/// Local arrays above this many bytes do not go on the stack.
const STACK_ARRAY_BYTES: u64 = 16 * 1024;

/// True for pointers and allocatables that are strings of a length which a specification expression gives.
pub(super) fn has_declared_length(s: &Symbol) -> bool {
    (s.allocatable || s.pointer) && matches!(s.ty, Ty::Character(CharLen::Expr(_), _))
}

/// What the descriptor of a pointer or allocatable is.
pub(super) fn box_attribute(s: &Symbol) -> BoxAttribute {
    if s.pointer { BoxAttribute::Pointer } else { BoxAttribute::Allocatable }
}

impl FunctionBuilder {
    /// A new descriptor that describes nothing yet.
    pub fn new_box(&mut self, rank: usize, elem: Type, attribute: BoxAttribute, name: Option<&str>) -> Value {
        let bt = self.m.types.boxed(rank, elem);
        let bx = self.alloca(bt, name);
        self.b().op(OpKind::BoxInit).arg(bx).choice(attribute).build();
        bx
    }

    /// A new allocatable that ends with the statement.
    pub fn temp_allocatable(&mut self, rank: usize, elem: Type) -> Value {
        let bx = self.new_box(rank, elem, BoxAttribute::Allocatable, None);
        self.f.cleanups.after_statement(Cleanup::Box(bx));
        bx
    }

    /// Completes a descriptor in a COMMON block, which starts as zeros, where nobody has done so.
    fn begin_descriptor(&mut self, bx: Value) -> Lowered<()> {
        const VERSION: i64 = 16;
        let p = self.cast_ref(bx, Type::PTR);
        let cell = self.field_at(p, VERSION, Type::I32);
        let v = self.b().load(cell);
        let zero = self.b().int(0, Type::I32);
        let new = self.b().cmp(Pred::Eq, v, zero);
        self.if_else(
            new,
            |s| {
                s.b().op(OpKind::BoxInit).arg(bx).choice(BoxAttribute::Pointer).build();
                Ok(())
            },
            |_| Ok(()),
        )
    }

    fn offset(&mut self, p: Value, n: i64) -> Value {
        if n == 0 {
            return p;
        }
        let o = self.idx(n);
        self.b().op(OpKind::PtrAdd).arg(p).arg(o).result(Type::PTR).value()
    }
}

impl<'p> Declarations<'p> {
    /// Gives a local variable the value that options ask for.
    pub fn init_by_option(&mut self, s: &'p Symbol, b: &Binding) -> Lowered<()> {
        if s.allocatable || s.pointer {
            return Ok(());
        }
        let init = self.opts.init;
        if let Ty::Character(CharLen::Expr(_), kind) = &s.ty
            && let Some(c) = init.character
            && let Binding::Scalar(r) = b
        {
            // The length is known at entry only.
            let n = self.characters(*r);
            let p = self.addr(*r);
            let (one, bytes) = (self.bytes_const(&character_image(&[c.into()], *kind)), self.idx((*kind).into()));
            self.rt(rt::frt_repeat, &[p, one, bytes, n]);
            return Ok(());
        }
        let Some(value) = init.value(&s.ty) else { return Ok(()) };
        match b {
            Binding::Scalar(r) => self.init_element(*r, &value, s),
            Binding::Array { view, .. } => {
                let view = *view;
                let ext = self.view_extents(view);
                self.nest(&ext, |l, idx| {
                    let r = l.b().elem(view, idx);
                    l.init_element(r, &value, s)
                })
            }
            _ => Ok(()),
        }
    }

    fn init_element(&mut self, r: Value, value: &Const, s: &'p Symbol) -> Lowered<()> {
        if let (Ty::Real(4), Const::Real(x)) = (&s.ty, value)
            && x.to_bits() == InitLocals::SIGNALING
        {
            // Conversions would make a quiet one of it.
            let rt = self.m.types.reference(Type::I32);
            let p = self.cast_ref(r, rt);
            let bits = self.b().int(0x7fa0_0000, Type::I32);
            self.b().store(bits, p);
            return Ok(());
        }
        let v = self.constant(value, &s.ty, s.span)?;
        self.store_ref(v, r);
        Ok(())
    }

    /// Objects of this activation are finalized and lose their allocations when it ends.
    fn destroy_at_exit(&mut self, v: Value, t: TypeId, span: Span) -> Lowered<()> {
        if self.is_managed(t) && !self.f.cleanups.keeps_locals() {
            let c = self.object_cleanup(v, t, span)?;
            self.f.cleanups.at_exit(c);
        }
        Ok(())
    }

    fn named_object(&mut self, id: TypeId, name: &str, span: Span) -> Lowered<Value> {
        let dt = self.dtype(id);
        let t = self.ir_ty(&Ty::Derived(id), span)?;
        let rt = self.m.types.reference(t);
        let obj = self
            .b()
            .op(OpKind::Alloca)
            .attr("name", Attr::str(name))
            .attr("size", Attr::Int(dt.size as i64))
            .attr("align", Attr::Int(dt.align.max(1) as i64))
            .result(rt)
            .value();
        self.default_init(obj, id, span)?;
        Ok(obj)
    }
}

impl<'p> Expressions<'p> {
    /// Declared length (bytes, as all lengths that are not said to count characters) of a character entity, evaluated; `None` for assumed length.
    pub fn declared_len(&mut self, s: &'p Symbol) -> Lowered<Option<Value>> {
        match &s.ty {
            Ty::Character(CharLen::Const(n), k) => Ok(Some(self.idx((*n).max(0) * i64::from(*k)))),
            Ty::Character(CharLen::Expr(e), k) => {
                let v = self.scalar(e)?;
                let v = self.to_index(v);
                let v = self.max0(v);
                Ok(Some(self.bytes_of_chars(v, *k)))
            }
            Ty::Character(CharLen::Assumed | CharLen::Deferred | CharLen::Runtime, _)
            | Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => Ok(None),
        }
    }

    /// Declared length of a variable: the one at the entry of the procedure that declares it as a pointer or allocatable.
    pub fn variable_len(&mut self, s: SymbolId) -> Lowered<Option<Value>> {
        match self.entities.length(s) {
            Some(n) => Ok(Some(n)),
            None => self.declared_len(self.sym(s)),
        }
    }

    /// Length of the strings that a pointer or allocatable gets: the declared one, else that of its descriptor.
    pub fn object_len(&mut self, e: &'p Expr, bx: Value) -> Lowered<Value> {
        if let ExprKind::Var(s) = &e.kind
            && let Some(n) = self.variable_len(*s)?
        {
            return Ok(n);
        }
        Ok(self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX))
    }

    /// Lower bounds and extents of declared bounds.
    pub fn declared_bounds(&mut self, b: &'p [(Expr, Expr)]) -> Lowered<(Vec<Value>, Vec<Value>)> {
        let mut lbs = Vec::new();
        let mut ext = Vec::new();
        for (l, u) in b {
            let l = self.scalar(l)?;
            let l = self.to_index(l);
            let u = self.scalar(u)?;
            let u = self.to_index(u);
            let one = self.idx(1);
            let n = self.sub(u, l);
            let n = self.add(n, one);
            // `1 : n` has extent n.
            let n = if self.known(l) == Some(1) { u } else { n };
            lbs.push(l);
            ext.push(self.max0(n));
        }
        Ok((lbs, ext))
    }

    /// Lower bounds and extents of an explicit-shape or assumed-size array.
    pub fn dummy_bounds(&mut self, s: &'p Symbol) -> Lowered<(Vec<Value>, Vec<Value>)> {
        Ok(match &s.dims {
            Dims::Explicit(b) => self.declared_bounds(b)?,
            Dims::AssumedSize(b, last) => {
                let (mut lbs, mut ext) = self.declared_bounds(b)?;
                let l = self.scalar(last)?;
                lbs.push(self.to_index(l));
                // The last extent is unknown; nothing may ask for it.
                ext.push(self.idx(OPEN_EXTENT));
                (lbs, ext)
            }
            _ => return unsupported(s.span, "an array of this shape"),
        })
    }

    /// An explicit-shape or assumed-size array at an address.
    pub fn explicit_array(
        &mut self,
        s: &'p Symbol,
        base: Value,
        elem: Type,
        len: Option<Value>,
        attrs: &[DeclareAttr],
    ) -> Lowered<Binding> {
        let bounds = self.dummy_bounds(s)?;
        self.array_at(s, base, elem, len, bounds, attrs)
    }

    /// The object at the address in a Cray pointer, with the bounds of the procedure's entry.
    pub fn based(&mut self, id: SymbolId, pointer: SymbolId) -> Lowered<Binding> {
        let s = self.sym(id);
        let cell = match self.binding(pointer, s.span)? {
            Binding::Scalar(cell) => cell,
            Binding::Value(v) => {
                let ty = &self.sym(pointer).ty;
                self.spill(v, ty, s.span)?
            }
            _ => return unsupported(s.span, "this Cray pointer"),
        };
        if s.ty == Ty::Procedure {
            let rt = self.m.types.reference(Type::PTR);
            return Ok(Binding::Scalar(self.cast_ref(cell, rt)));
        }
        let address = self.b().load(cell);
        let address = self.cast(address, Type::I64);
        let p = self.b().unary(OpKind::Bitcast, address, Type::PTR);
        let t = self.ir_ty(&s.ty, s.span)?;
        const SHARED: &[DeclareAttr] = &[DeclareAttr::Equivalence, DeclareAttr::Pointee];
        if s.rank() > 0 {
            let bounds = match self.entities.pointee_bounds(id) {
                Some(b) => b.clone(),
                None => self.dummy_bounds(s)?,
            };
            return self.array_at(s, p, t, None, bounds, SHARED);
        }
        let rt = self.m.types.reference(t);
        let r = if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            let n = match self.declared_len(s)? {
                Some(n) => n,
                None => self.idx(1),
            };
            self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()
        } else {
            self.cast_ref(p, rt)
        };
        Ok(Binding::Scalar(self.declare(r, s, SHARED)))
    }

    fn array_at(
        &mut self,
        s: &'p Symbol,
        base: Value,
        elem: Type,
        len: Option<Value>,
        (lbs, ext): (Vec<Value>, Vec<Value>),
        attrs: &[DeclareAttr],
    ) -> Lowered<Binding> {
        let elem_len = if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) {
            Some(match self.declared_len(s)? {
                Some(n) => n,
                None => match len {
                    Some(l) => l,
                    None => self.idx(1),
                },
            })
        } else {
            None
        };
        let mut shape = self.static_shape(&ext);
        if matches!(s.dims, Dims::AssumedSize(..))
            && let Some(last) = shape.last_mut()
        {
            *last = None;
        }
        let vt = self.m.types.view(shape, elem, true);
        let view = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(elem_len).result(vt).value();
        let view = self.declare(view, s, attrs);
        Ok(Binding::Array { view, lbs })
    }

    /// Sets up local entities in order.
    pub fn bind_locals(&mut self, locals: &'p [SymbolId]) -> Lowered<()> {
        for &l in locals {
            if self.entities.has(l) {
                continue;
            }
            self.bind_local(l)?;
        }
        Ok(())
    }

    /// Sets up one local entity.
    pub fn bind_local(&mut self, id: SymbolId) -> Lowered<()> {
        let s = self.sym(id);
        match &s.storage {
            Storage::Local | Storage::Result => {}
            Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } | Storage::Equivalence { .. } => {
                return self.bind_static(id);
            }
            Storage::Based { .. } => {
                if s.rank() > 0 {
                    let bounds = self.dummy_bounds(s)?;
                    self.entities.set_pointee_bounds(id, bounds);
                }
                return Ok(());
            }
            // Bound by who passes, associates or counts them.
            Storage::Dummy(_) | Storage::Associate | Storage::Index | Storage::Constant => return Ok(()),
        }
        let mut b = self.local_storage(s)?;
        self.align_storage(&b, s.alignment);
        if let Binding::Scalar(r) = b
            && s.target
        {
            // Passes must know that pointers may refer to it.
            b = Binding::Scalar(self.declare(r, s, &[]));
        }
        self.init_by_option(s, &b)?;
        if let (Some(c), Binding::Array { view, .. }) = (&s.value, &b) {
            // Default initialization of what shares the storage of an EQUIVALENCE group.
            let image = self.const_image(c, &s.ty, s.span)?;
            let size = self.idx(image.bytes.len() as i64);
            let name = self.fresh_sym(&s.name);
            let t = self.ir_ty(&s.ty, s.span)?;
            self.global(&name, t, image.bytes.len() as u64, Some(image), true, true);
            let from = self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value();
            let to = self.addr(*view);
            self.rt(rt::frt_memcpy, &[to, from, size]);
        }
        if !self.f.cleanups.keeps_locals()
            && let Some(c) = self.end_on_devices(id, &b)
        {
            self.f.cleanups.at_exit(c);
        }
        self.tell(id, &b);
        self.entities.bind(id, b);
        self.note_length(id)
    }

    /// What a directive enters of a local variable, or of a private copy of it, is on no device after its end.
    pub fn end_on_devices(&self, id: SymbolId, b: &Binding) -> Option<Cleanup> {
        let s = self.sym(id);
        let ends = self.entered.contains(&id)
            && !s.allocatable
            && !s.pointer
            && !class::is_class(&s.ty)
            && !self.f.elsewhere.in_target();
        match b {
            Binding::Scalar(v) | Binding::Array { view: v, .. } if ends => Some(Cleanup::Mapped(*v)),
            Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_) | Binding::Value(_) | Binding::Proc(_) => None,
        }
    }

    /// Keeps the declared length of a string that is a pointer or allocatable: later the variables in it may differ.
    pub fn note_length(&mut self, id: SymbolId) -> Lowered<()> {
        let s = self.sym(id);
        if has_declared_length(s)
            && let Some(n) = self.declared_len(s)?
        {
            self.entities.set_length(id, n);
        }
        Ok(())
    }

    /// Storage that was made for a variable begins at a multiple of that (OpenMP 6.0, 8.5).
    pub fn align_storage(&mut self, b: &Binding, alignment: i64) {
        let (Binding::Scalar(v) | Binding::Array { view: v, .. }) = b else { return };
        if alignment == 0 {
            return;
        }
        let mut op = self.m.def(*v);
        // What is made of the memory.
        while let Some(o) = op
            && !matches!(self.m.kind(o), OpKind::Alloca | OpKind::Alloc | OpKind::AddrOf)
        {
            op = self.m.operands(o).first().and_then(|v| self.m.def(*v));
        }
        let Some(o) = op else { return };
        if let Some(name) = self.m.attr_str(o, "sym").map(str::to_string) {
            return self.align_global(&name, alignment);
        }
        let least = self.m.attr_int(o, "align").unwrap_or(1);
        let natural = self.m.types.size_of(self.m.types.elem(self.m.ty(*v))).unwrap_or(1).min(16) as i64;
        self.m.set_attr(o, "align", Attr::Int(alignment.max(least).max(natural)));
        if self.m.kind(o) == OpKind::Alloca {
            self.m.set_attr(o, "strict", Attr::Unit);
        }
    }

    /// Fresh storage for an entity as declared.
    pub fn local_storage(&mut self, s: &'p Symbol) -> Lowered<Binding> {
        if s.ty == Ty::Procedure {
            let cell = self.alloca(Type::PTR, Some(&s.name));
            let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
            self.b().store(null, cell);
            return Ok(Binding::Scalar(cell));
        }
        let t = self.ir_ty(&s.ty, s.span)?;
        if matches!(s.ty, Ty::Class(_)) {
            let bx = self.new_class_box(s.rank(), t, box_attribute(s));
            if s.allocatable && !self.f.cleanups.keeps_locals() && s.storage == Storage::Local {
                self.f.cleanups.at_exit(Cleanup::Class(bx));
            }
            return Ok(Binding::Box(bx));
        }
        if s.allocatable || s.pointer {
            let bx = self.new_box(s.rank(), t, box_attribute(s), Some(&s.name));
            if s.allocatable && !self.f.cleanups.keeps_locals() {
                let c = self.allocatable_cleanup(bx, &s.ty, s.span)?;
                self.f.cleanups.at_exit(c);
            }
            return Ok(Binding::Box(bx));
        }
        if s.rank() > 0 {
            return self.local_array(s, t);
        }
        if let Ty::Derived(id) = &s.ty {
            let obj = self.named_object(*id, &s.name, s.span)?;
            self.destroy_at_exit(obj, *id, s.span)?;
            return Ok(Binding::Scalar(obj));
        }
        if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) {
            let Some(n) = self.declared_len(s)? else { return unsupported(s.span, "a local string of this length") };
            let p = self.b().op(OpKind::Alloc).arg(n).attr("name", Attr::str(&s.name)).result(Type::PTR).value();
            self.f.cleanups.at_exit(Cleanup::Free(p));
            let rt = self.m.types.reference(t);
            return Ok(Binding::Scalar(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()));
        }
        Ok(Binding::Scalar(self.alloca(t, Some(&s.name))))
    }

    fn local_array(&mut self, s: &'p Symbol, t: Type) -> Lowered<Binding> {
        let Dims::Explicit(b) = &s.dims else { return unsupported(s.span, "a local array of this shape") };
        let size = self.size_of(&s.ty);
        let total = match (self.const_extents(b), size) {
            (Some(e), Some(n)) => Some((e.iter().product::<i64>() as u64).saturating_mul(n)),
            _ => None,
        };
        let (lbs, ext) = self.declared_bounds(b)?;
        let shape = self.static_shape(&ext);
        let vt = self.m.types.view(shape, t, true);
        let view = match total {
            Some(n) if n <= STACK_ARRAY_BYTES => {
                let name = s.name.clone();
                let align = 64;
                self.b()
                    .op(OpKind::Alloca)
                    .attr("name", Attr::str(&name))
                    .attr("size", Attr::Int(n as i64))
                    .attr("align", Attr::Int(align))
                    .result(vt)
                    .value()
            }
            Some(n) if self.f.cleanups.keeps_locals() => {
                let name = self.fresh_sym(&s.name);
                self.global(&name, t, n, None, true, false);
                self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(vt).value()
            }
            _ => {
                let elem_len =
                    if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) { self.declared_len(s)? } else { None };
                let one = match (elem_len, size) {
                    (Some(l), _) => l,
                    (None, Some(n)) => self.idx(n as i64),
                    _ => return unsupported(s.span, "an array of this element type"),
                };
                let n = self.product(&ext);
                let bytes = self.mul(n, one);
                let name = s.name.clone();
                let p = self.b().op(OpKind::Alloc).arg(bytes).attr("name", Attr::str(&name)).result(Type::PTR).value();
                self.f.cleanups.at_exit(Cleanup::Free(p));
                self.b().op(OpKind::ViewMake).arg(p).args(&ext).args(&[]).opt(elem_len).result(vt).value()
            }
        };
        if let Ty::Derived(id) = &s.ty {
            self.default_init_view(view, *id, s.span)?;
            self.destroy_at_exit(view, *id, s.span)?;
        }
        let view = self.declare(view, s, &[]);
        Ok(Binding::Array { view, lbs })
    }

    /// Binds an entity of static storage.
    pub fn bind_static(&mut self, id: SymbolId) -> Lowered<()> {
        if self.entities.has(id) {
            return Ok(());
        }
        if let Some(b) = self.static_binding(id)? {
            self.entities.bind(id, b);
        }
        Ok(())
    }

    fn static_binding(&mut self, id: SymbolId) -> Lowered<Option<Binding>> {
        let s = self.sym(id);
        let (base, sym_base): (Option<Value>, Option<String>) = match &s.storage {
            Storage::Static { link_name } => (None, Some(link_name.clone())),
            Storage::Extern { link_name } => {
                let t = self.ir_ty(&s.ty, s.span).unwrap_or(Type::I8);
                if self.statics.is_new(link_name) {
                    let top = self.m.top;
                    let name = link_name.clone();
                    self.within(top, |l| {
                        l.b()
                            .op(OpKind::Global)
                            .attr("sym", Attr::Sym(name))
                            .attr("type", Attr::Type(t))
                            .flag("extern", true)
                            .build();
                    });
                }
                (None, Some(link_name.clone()))
            }
            Storage::Common { block, offset } => {
                let name = self.prog.commons[*block as usize].link_name.clone();
                let p = self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value();
                (Some(self.offset(p, *offset as i64)), None)
            }
            Storage::Equivalence { base, offset } => {
                if !self.entities.has(*base) {
                    match self.sym(*base).storage {
                        Storage::Local => self.bind_local(*base)?,
                        _ => self.bind_static(*base)?,
                    }
                }
                let p = match self.binding(*base, s.span)? {
                    Binding::Array { view, .. } => self.addr(view),
                    Binding::Scalar(r) => self.addr(r),
                    _ => return unsupported(s.span, "this equivalence"),
                };
                (Some(self.offset(p, *offset as i64)), None)
            }
            Storage::Constant if s.rank() > 0 => {
                // A named constant array that is used as an object.
                let Some(c) = &s.value else { return Ok(None) };
                let bytes = self.const_image(c, &s.ty, s.span)?;
                let name = format!("__ft_const_{}_{}", s.name, id.0);
                let t = self.ir_ty(&s.ty, s.span)?;
                self.global(&name, t, bytes.len() as u64, Some(bytes), true, true);
                (None, Some(name))
            }
            Storage::Constant
            | Storage::Local
            | Storage::Dummy(_)
            | Storage::Result
            | Storage::Based { .. }
            | Storage::Associate
            | Storage::Index => return Ok(None),
        };
        let shared: &[DeclareAttr] = if sym_base.is_none() { &[DeclareAttr::Equivalence] } else { &[] };
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        let at = |l: &mut Self, ty: Type| match (&base, &sym_base) {
            (Some(p), _) => l.cast_ref(*p, ty),
            (_, Some(n)) => l.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(n.clone())).result(ty).value(),
            _ => unreachable!("one of the two is there"),
        };
        if (s.allocatable || s.pointer) && s.ty != Ty::Procedure {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            let bx = at(self, rt);
            if base.is_some() {
                self.begin_descriptor(bx)?;
            }
            return Ok(Some(Binding::Box(bx)));
        }
        if s.rank() > 0 {
            if base.is_some() {
                let p = at(self, Type::PTR);
                return Ok(Some(self.explicit_array(s, p, t, None, shared)?));
            }
            let Dims::Explicit(b) = &s.dims else { return unsupported(s.span, "a static array of this shape") };
            let (lbs, ext) = self.declared_bounds(b)?;
            let shape = self.static_shape(&ext);
            let vt = self.m.types.view(shape, t, true);
            let view = at(self, vt);
            let view = self.declare(view, s, shared);
            return Ok(Some(Binding::Array { view, lbs }));
        }
        let rt = self.m.types.reference(t);
        let r = if base.is_some() && matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            let p = at(self, Type::PTR);
            let n = match self.declared_len(s)? {
                Some(n) => n,
                None => self.idx(1),
            };
            self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()
        } else {
            at(self, rt)
        };
        Ok(Some(Binding::Scalar(self.declare(r, s, shared))))
    }
}
