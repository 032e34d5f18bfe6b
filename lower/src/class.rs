//! Polymorphic entities: their descriptors, their dynamic types, dummy and actual arguments.
//!
//! The descriptor of a polymorphic entity ends in the address of the type descriptor of its dynamic type; its element
//! length and strides are those of the dynamic type. A polymorphic dummy argument is always such a descriptor.

use super::array::Prep;
use super::call::{CallResult, Passed};
use super::place::{Place, is_designator};
use super::subscripts::has_vector;
use super::*;
use ferrotran_abi::codes::assign;
use ferrotran_ir::{BoxAttribute, DeclareAttr, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

/// What is known at run time about the type of an entity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dyn {
    /// Address of the type descriptor.
    pub ty: Value,
    /// Bytes of one element.
    pub len: Value,
}

/// An object with its dynamic type.
#[derive(Clone, Debug)]
pub(crate) struct Entity {
    pub place: Place,
    pub dynamic: Dyn,
}

/// True for polymorphic types.
pub(crate) fn is_class(t: &Ty) -> bool {
    matches!(t, Ty::Class(_))
}

impl FunctionBuilder {
    /// Storage of a polymorphic entity's descriptor.
    pub fn class_alloca(&mut self, rank: usize, elem: Type) -> Value {
        let p = self.alloca_bytes(ferrotran_abi::desc::class_size(rank) as i64, 8, false);
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        self.cast_ref(p, rt)
    }

    /// A new empty descriptor of a polymorphic entity.
    pub fn new_class_box(&mut self, rank: usize, elem: Type, attribute: BoxAttribute) -> Value {
        let bx = self.class_alloca(rank, elem);
        self.b().op(OpKind::BoxInit).arg(bx).choice(attribute).build();
        self.forget_type(bx);
        bx
    }

    /// The dynamic type of an unallocated or disassociated entity is the declared type.
    pub fn forget_type(&mut self, bx: Value) {
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let zero = self.idx(0);
        self.b().op(OpKind::BoxSetDyn).arg(bx).arg(null).arg(zero).build();
    }

    /// Stores a dynamic type.
    pub fn set_type(&mut self, bx: Value, d: Dyn) {
        self.b().op(OpKind::BoxSetDyn).arg(bx).arg(d.ty).arg(d.len).build();
    }

    /// The dynamic type that a descriptor has.
    pub fn box_type(&mut self, bx: Value) -> Dyn {
        let ty = self.b().unary(OpKind::BoxDyn, bx, Type::PTR);
        let len = self.b().op(OpKind::BoxElemLen).arg(bx).flag("dynamic", true).result(Type::INDEX).value();
        Dyn { ty, len }
    }

    /// What the descriptor of a polymorphic entity describes.
    pub fn class_place(&mut self, bx: Value) -> Place {
        let v = self.box_view(bx);
        if matches!(self.m.tk(v), TypeKind::View { .. }) {
            let lbs = self.box_lbounds(bx);
            return Place::Array { view: v, lbs: Some(lbs) };
        }
        Place::Scalar(v)
    }

    /// A new descriptor of an object with its dynamic type.
    pub fn class_box(&mut self, e: &Entity, attribute: BoxAttribute) -> Value {
        let (v, lbs) = match &e.place {
            Place::Scalar(r) => (*r, Vec::new()),
            Place::Array { view, lbs } => (*view, lbs.clone().unwrap_or_default()),
        };
        let t = self.m.ty(v);
        let rank = if matches!(self.m.tk(v), TypeKind::View { .. }) { self.m.types.rank(t) } else { 0 };
        let elem = self.m.types.elem(t);
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(v).args(&lbs).choice(attribute).result(rt).value();
        self.set_type(bx, e.dynamic);
        bx
    }

    /// Address of a descriptor of a ref or view, for the runtime's functions on objects.
    pub fn object_box(&mut self, v: Value) -> Value {
        let t = self.m.ty(v);
        let rank = if matches!(self.m.tk(v), TypeKind::View { .. }) { self.m.types.rank(t) } else { 0 };
        let elem = self.m.types.elem(t);
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(v).args(&[]).result(rt).value();
        self.cast_ref(bx, Type::PTR)
    }

    /// Assignment to an allocatable through the runtime.
    pub fn allocatable_assign(&mut self, dst: Value, src: Value, ty: Value, class: bool, lbounds: bool) {
        let (d, s) = (self.cast_ref(dst, Type::PTR), self.cast_ref(src, Type::PTR));
        let c = self.b().int(i64::from(class), Type::I32);
        let l = self.b().int(if lbounds { assign::KEEPS_BOUNDS } else { 0 }.into(), Type::I32);
        self.rt(rt::frt_allocatable_assign, &[d, s, ty, c, l]);
    }

    /// Copies a value to an unallocated polymorphic box.
    fn copy_value(&mut self, dst: Value, src: Value, ty: Value) {
        let (d, s) = (self.cast_ref(dst, Type::PTR), self.cast_ref(src, Type::PTR));
        let (class, flags) = (self.b().int(1, Type::I32), self.b().int(assign::FRESH.into(), Type::I32));
        self.rt(rt::frt_allocatable_assign, &[d, s, ty, class, flags]);
    }

    /// A view of contiguous elements of a length known at run time.
    pub fn strided_view(&mut self, base: Value, ext: &[Value], len: Value, elem: Type) -> Value {
        let mut strides = Vec::new();
        let mut sm = len;
        for &n in ext {
            strides.push(sm);
            sm = self.mul(sm, n);
        }
        let shape = vec![None; ext.len()];
        let vt = self.m.types.view(shape, elem, false);
        self.b().op(OpKind::ViewMake).arg(base).args(ext).args(&strides).opt(None).result(vt).value()
    }

    /// The descriptor, or an empty one where the argument is absent (null).
    fn or_empty(&mut self, bx: Value) -> Value {
        let rt = self.m.ty(bx);
        let bt = self.m.types.elem(rt);
        let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
        let empty = self.new_class_box(rank, elem, BoxAttribute::Other);
        let p = self.cast_ref(bx, Type::PTR);
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let absent = self.b().op(OpKind::PtrCmp).arg(p).arg(null).result(Type::BOOL).value();
        self.b().op(OpKind::Select).arg(absent).arg(empty).arg(bx).result(rt).value()
    }

    /// Finalizes an object and gives it its default value (INTENT(OUT)); nothing where the descriptor is null.
    pub fn renew(&mut self, bx: Value, d: Dyn) {
        let p = self.cast_ref(bx, Type::PTR);
        self.rt(rt::frt_object_destroy, &[p, d.ty]);
        self.rt(rt::frt_object_init, &[p, d.ty]);
    }
}

impl Declarations<'_> {
    /// A type known at compile time; `place` gives the length of strings.
    pub fn static_type(&mut self, t: &Ty, place: &Place, span: Span) -> Lowered<Dyn> {
        let ty = self.type_desc(t, span)?;
        let len = match (self.size_of(t), place) {
            (Some(n), _) => self.idx(n as i64),
            (None, Place::Scalar(r)) => self.chr_len(*r),
            (None, Place::Array { view, .. }) => self.view_elem_len(*view),
        };
        Ok(Dyn { ty, len })
    }

    /// A dynamic type, or the declared one where an unallocated entity has none.
    pub fn or_declared(&mut self, d: Dyn, declared_ty: &Ty, declared: Value) -> Dyn {
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let none = self.b().op(OpKind::PtrCmp).arg(d.ty).arg(null).result(Type::BOOL).value();
        let size = self.size_of(declared_ty).unwrap_or(0);
        let size = self.idx(size as i64);
        let ty = self.b().op(OpKind::Select).arg(none).arg(declared).arg(d.ty).result(Type::PTR).value();
        let len = self.b().op(OpKind::Select).arg(none).arg(size).arg(d.len).result(Type::INDEX).value();
        Dyn { ty, len }
    }

    /// True where an object may be missing: a whole allocatable or pointer.
    fn may_be_missing(&self, x: &Expr) -> bool {
        match &x.kind {
            ExprKind::Var(s) => self.sym(*s).allocatable || self.sym(*s).pointer,
            ExprKind::Component { of, index, .. } => {
                let c = &self.dtype(*of).components[*index];
                c.allocatable || c.pointer
            }
            ExprKind::Call(_) => true,
            ExprKind::Elem { .. }
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Const(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => false,
        }
    }
}

impl<'p> Expressions<'p> {
    /// An object and its dynamic type. Nothing is evaluated twice.
    pub fn entity(&mut self, e: &'p Expr) -> Lowered<Entity> {
        match &e.kind {
            ExprKind::Call(c) if !self.is_elemental_call(c) || e.rank == 0 => {
                let place = match self.call_whole(c, &e.ty, true)? {
                    CallResult::View(view) => Place::Array { view, lbs: None },
                    CallResult::Scalar(v) => Place::Scalar(self.spill(v, &e.ty, e.span)?),
                    CallResult::Box { bx, .. } => {
                        let place = self.class_place(bx);
                        if is_class(&e.ty) {
                            return Ok(Entity { place, dynamic: self.box_type(bx) });
                        }
                        place
                    }
                    CallResult::None => return unsupported(e.span, "this function reference"),
                };
                let dynamic = self.static_type(&e.ty, &place, e.span)?;
                Ok(Entity { place, dynamic })
            }
            ExprKind::Elem { base, subs } if is_class(&base.ty) => {
                let b = self.entity(base)?;
                let Place::Array { view, lbs } = b.place else { return unsupported(e.span, "this element") };
                let idx = self.zero_based(subs, lbs.as_deref())?;
                self.check_subscripts(base, view, &idx, lbs.as_deref())?;
                let r = self.b().elem(view, &idx);
                Ok(Entity { place: Place::Scalar(r), dynamic: b.dynamic })
            }
            ExprKind::Section { base, subs } if is_class(&base.ty) => {
                let b = self.entity(base)?;
                let Place::Array { view, lbs } = b.place else { return unsupported(e.span, "this section") };
                if has_vector(subs) {
                    let lbs = lbs.as_deref();
                    return self.gather_objects(e, base, subs, (view, lbs), b.dynamic);
                }
                self.check_section(base, subs, view, lbs.as_deref())?;
                let place = self.section(view, lbs.as_deref(), subs, e.span)?;
                Ok(Entity { place, dynamic: b.dynamic })
            }
            ExprKind::Intrinsic { id: Intrinsic::Gather, args } => self.gather_entity(args, e),
            ExprKind::Intrinsic { id: Intrinsic::Transfer, args } if is_class(&e.ty) => self.transfer_class(args, e),
            ExprKind::Intrinsic { id: Intrinsic::Conditional, args } if is_class(&e.ty) => {
                let [Some(condition), Some(first), Some(second)] = &args[..] else {
                    return unsupported(e.span, "a conditional expression without values");
                };
                let condition = self.scalar(condition)?;
                let elem = self.ir_ty(&e.ty, e.span)?;
                let bx = self.new_class_box(e.rank, elem, BoxAttribute::Allocatable);
                self.either(condition, |l, holds| {
                    let from = l.entity(if holds { first } else { second })?;
                    let src = l.class_box(&from, BoxAttribute::Other);
                    l.copy_value(bx, src, from.dynamic.ty);
                    Ok(())
                })?;
                let desc = self.cast_ref(bx, Type::PTR);
                self.f.cleanups.after_statement(Cleanup::Copy { desc, ty: None });
                let place = self.class_place(bx);
                Ok(Entity { place, dynamic: self.box_type(bx) })
            }
            ExprKind::Paren(x) if is_class(&x.ty) => {
                // A value: changes of the object must not reach it.
                let from = self.entity(x)?;
                let src = self.class_box(&from, BoxAttribute::Other);
                let elem = self.ir_ty(&x.ty, x.span)?;
                let bx = self.new_class_box(x.rank, elem, BoxAttribute::Allocatable);
                self.copy_value(bx, src, from.dynamic.ty);
                let desc = self.cast_ref(bx, Type::PTR);
                self.f.cleanups.after_statement(Cleanup::Copy { desc, ty: None });
                let place = self.class_place(bx);
                Ok(Entity { place, dynamic: from.dynamic })
            }
            ExprKind::Var(_) | ExprKind::Component { .. } if is_class(&e.ty) => {
                if let Some(mut bx) = self.box_of(e)? {
                    if self.optional_dummy(e).is_some() {
                        bx = self.or_empty(bx);
                    }
                    let place = self.class_place(bx);
                    return Ok(Entity { place, dynamic: self.box_type(bx) });
                }
                let ExprKind::Var(s) = &e.kind else { return unsupported(e.span, "this polymorphic object") };
                let Some(dynamic) = self.entities.dynamic(*s) else {
                    return unsupported(e.span, "this polymorphic object");
                };
                Ok(Entity { place: self.place(e)?, dynamic })
            }
            _ => {
                let place = self.place_or_temp(e)?;
                // A polymorphic expression without a type of its own (a section by vector subscripts) takes part as
                // its declared type.
                if is_class(&e.ty) {
                    return unsupported(e.span, "this polymorphic expression");
                }
                let dynamic = self.static_type(&e.ty, &place, e.span)?;
                Ok(Entity { place, dynamic })
            }
        }
    }

    /// A new array of the elements of polymorphic sources that an array of numbers names.
    fn gather_entity(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Entity> {
        let Some((Some(index), sources)) = args.split_first() else { return unsupported(e.span, "this array") };
        let mut list = Vec::new();
        for x in sources.iter().flatten() {
            list.push(self.entity(x)?);
        }
        let Some(first) = list.first() else { return unsupported(e.span, "this array") };
        let dynamic = first.dynamic;
        let mut boxes: Vec<Value> = Vec::new();
        for x in &list {
            let b = self.class_box(x, BoxAttribute::Other);
            boxes.push(self.cast_ref(b, Type::PTR));
        }
        if boxes.len() == 1 {
            boxes.push(self.b().op(OpKind::NullPtr).result(Type::PTR).value());
        }
        let (value, ext) = self.gathering(list, |s| s.array_value(index))?;
        let view = self.materialize(value, &ext, &index.ty, index.span)?;
        let at = self.object_box(view);
        let elem = self.ir_ty(&e.ty, e.span)?;
        let bx = self.new_class_box(e.rank, elem, BoxAttribute::Allocatable);
        let d = self.cast_ref(bx, Type::PTR);
        self.rt(rt::frt_object_gather, &[d, at, boxes[0], boxes[1], dynamic.ty]);
        self.f.cleanups.after_statement(Cleanup::Class(bx));
        let place = self.class_place(bx);
        Ok(Entity { place, dynamic })
    }

    /// The numbers of the elements of a source that is gathered from.
    pub fn element_numbers(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        let at = match args.get(1) {
            Some(Some(Expr { kind: ExprKind::Const(Const::Int(n)), .. })) => *n as usize,
            _ => return unsupported(e.span, "this array"),
        };
        let Some(list) = self.bodies.gathered().map(<[_]>::to_vec) else {
            return unsupported(e.span, "this array here");
        };
        let mut base = self.idx(0);
        for x in &list[..at.min(list.len())] {
            let n = match &x.place {
                Place::Scalar(_) => self.idx(1),
                Place::Array { view, .. } => {
                    let ext = self.view_extents(*view);
                    let one = self.idx(1);
                    ext.into_iter().fold(one, |p, n| self.mul(p, n))
                }
            };
            base = self.add(base, n);
        }
        let wide = Type::I64;
        match list.get(at).map(|x| &x.place) {
            Some(Place::Array { view, .. }) => {
                let extents = self.view_extents(*view);
                let ext = extents.clone();
                let f = move |s: &mut Expressions<'p>, idx: &[Value]| {
                    let (mut n, mut stride) = (base, s.idx(1));
                    for (i, x) in idx.iter().zip(&ext) {
                        let o = s.mul(*i, stride);
                        n = s.add(n, o);
                        stride = s.mul(stride, *x);
                    }
                    Ok(s.cast(n, wide))
                };
                Ok(Prep::Map { extents, f: std::rc::Rc::new(f) })
            }
            _ => Ok(Prep::Scalar(self.cast(base, wide))),
        }
    }

    /// Intrinsic assignment to a polymorphic allocatable.
    pub fn assign_class(&mut self, bx: Value, rhs: &'p Expr) -> Lowered<()> {
        let from = if is_class(&rhs.ty) || rhs.rank == 0 || is_designator(rhs) {
            self.entity(rhs)?
        } else {
            let (value, ext) = self.array_value(rhs)?;
            let view = self.materialize(value, &ext, &rhs.ty, rhs.span)?;
            let place = Place::Array { view, lbs: None };
            let dynamic = self.static_type(&rhs.ty, &place, rhs.span)?;
            Entity { place, dynamic }
        };
        let src = self.class_box(&from, BoxAttribute::Other);
        self.allocatable_assign(bx, src, from.dynamic.ty, true, true);
        Ok(())
    }

    // ---- dummy arguments ----------------------------------------------------------------------------

    /// Binds a polymorphic dummy argument to what its descriptor says.
    pub fn bind_class_dummy(&mut self, a: SymbolId, v: Value) -> Lowered<Binding> {
        let s = self.sym(a);
        if s.allocatable || s.pointer || s.dims == Dims::AssumedRank {
            if s.intent == Intent::Out && s.allocatable {
                self.release(Cleanup::Class(v));
            }
            return Ok(Binding::Box(self.declared_descriptor(v, s)));
        }
        let bx = if s.optional { self.or_empty(v) } else { v };
        let dynamic = self.box_type(bx);
        self.entities.set_dynamic(a, Some(dynamic));
        if s.rank() == 0 {
            let r = self.box_view(bx);
            let r = self.declare(r, s, &[DeclareAttr::Dummy]);
            if s.intent == Intent::Out {
                self.renew(v, dynamic);
            }
            return Ok(Binding::Scalar(r));
        }
        let (view, lbs) = match &s.dims {
            Dims::Assumed(lower) => {
                let view = self.box_view(bx);
                let mut lbs = Vec::new();
                for l in lower {
                    let v = self.scalar(l)?;
                    lbs.push(self.to_index(v));
                }
                (view, lbs)
            }
            Dims::Explicit(_) | Dims::AssumedSize(..) => {
                let (lbs, ext) = self.dummy_bounds(s)?;
                let base = self.b().unary(OpKind::BoxAddr, bx, Type::PTR);
                let elem = self.ir_ty(&s.ty, s.span)?;
                let view = self.strided_view(base, &ext, dynamic.len, elem);
                // The descriptor that the caller passed knows nothing of the shape; maps ask for it.
                let own = self.new_class_box(ext.len(), elem, BoxAttribute::Other);
                self.b().op(OpKind::BoxSet).arg(own).arg(view).args(&lbs).build();
                self.set_type(own, dynamic);
                let base = self.b().unary(OpKind::BoxAddr, own, Type::PTR);
                (self.strided_view(base, &ext, dynamic.len, elem), lbs)
            }
            _ => return unsupported(s.span, "this polymorphic dummy argument"),
        };
        if s.intent == Intent::Out && !matches!(s.dims, Dims::AssumedSize(..)) {
            let e = Entity { place: Place::Array { view, lbs: None }, dynamic };
            let all = self.class_box(&e, BoxAttribute::Other);
            self.renew(all, dynamic);
        }
        let view = self.declare(view, s, &[DeclareAttr::Dummy]);
        Ok(Binding::Array { view, lbs })
    }

    // ---- actual arguments ---------------------------------------------------------------------------

    /// The descriptor for a polymorphic dummy argument.
    pub fn actual_class(&mut self, x: &'p Expr, d: &'p Symbol, rt: Type) -> Lowered<Passed> {
        if let Some(s) = self.unranked(x) {
            if let Binding::Box(b) = self.binding(s, x.span)? {
                if !is_class(&x.ty) {
                    let own = self.sym(s);
                    if d.allocatable || d.pointer {
                        return unsupported(x.span, "an assumed-rank pointer or allocatable as a polymorphic one");
                    }
                    let size = self.size_of(&x.ty).unwrap_or(0);
                    let len = self.idx(size as i64);
                    let dynamic = Dyn { ty: self.type_desc(&x.ty, x.span)?, len };
                    let safe = if own.optional { self.present_box(b) } else { b };
                    let mut value = self.unranked_as_class(safe, dynamic, rt);
                    if d.optional && (own.optional || own.allocatable || own.pointer) {
                        let here = match own.allocatable || own.pointer {
                            true => self.b().unary(OpKind::BoxAllocated, safe, Type::BOOL),
                            false => self.present(s, x.span)?,
                        };
                        let null = self.b().op(OpKind::NullPtr).result(rt).value();
                        value = self.b().op(OpKind::Select).arg(here).arg(value).arg(null).result(rt).value();
                    }
                    return Ok(Passed { value, len: None, bound: Some(Binding::Box(value)) });
                }
                let value = self.cast_ref(b, rt);
                return Ok(Passed { value, len: None, bound: Some(Binding::Box(value)) });
            }
        }
        if d.allocatable || d.pointer {
            if matches!(x.kind, ExprKind::Null) {
                let bt = self.m.types.elem(rt);
                let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
                let bx = self.new_class_box(rank, elem, storage::box_attribute(d));
                return Ok(Passed { value: bx, len: None, bound: Some(Binding::Box(bx)) });
            }
            let own = if is_class(&x.ty) { self.box_of(x)? } else { None };
            let bx = match own {
                Some(b) => b,
                // A pointer dummy with intent(in) takes a target.
                None => {
                    let e = self.entity(x)?;
                    self.class_box(&e, storage::box_attribute(d))
                }
            };
            let value = self.cast_ref(bx, rt);
            return Ok(Passed { value, len: None, bound: Some(Binding::Box(value)) });
        }
        if d.optional && matches!(x.kind, ExprKind::Null) {
            let value = self.b().op(OpKind::NullPtr).result(rt).value();
            return Ok(Passed { value, len: None, bound: None });
        }
        let mut e = self.entity(x)?;
        if d.rank() > 0 && !matches!(d.dims, Dims::Assumed(_)) && self.is_assumed_size_array(x) {
            // The elements stay where they are, as many as there may be.
            if let Place::Array { lbs, .. } = &mut e.place {
                *lbs = None;
            }
        } else if d.rank() > 0 && !matches!(d.dims, Dims::Assumed(_)) {
            // The elements lie one after the other; the dummy has a shape of its own.
            let base = match &e.place {
                Place::Scalar(r) => self.addr(*r),
                Place::Array { .. } => {
                    let desc = self.class_box(&e, BoxAttribute::Other);
                    let desc = self.cast_ref(desc, Type::PTR);
                    self.packed_descriptor(x, desc, d.intent)
                }
            };
            let elem = self.m.types.elem(self.m.types.elem(rt));
            let zero = self.idx(0);
            let view = self.strided_view(base, &vec![zero; d.rank()], zero, elem);
            e.place = Place::Array { view, lbs: None };
        } else if let Place::Array { lbs, .. } = &mut e.place {
            *lbs = None;
        }
        let bx = self.class_box(&e, BoxAttribute::Other);
        if d.dims == Dims::AssumedRank {
            self.mark_assumed_size(bx, x);
        }
        let mut value = self.cast_ref(bx, rt);
        if d.optional {
            // Without an object there is no argument.
            if self.optional_dummy(x).is_some() || self.may_be_missing(x) {
                let a = match &e.place {
                    Place::Scalar(r) => self.addr(*r),
                    Place::Array { view, .. } => self.addr(*view),
                };
                let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                let gone = self.b().op(OpKind::PtrCmp).arg(a).arg(null).result(Type::BOOL).value();
                let null = self.b().op(OpKind::NullPtr).result(rt).value();
                value = self.b().op(OpKind::Select).arg(gone).arg(null).arg(value).result(rt).value();
            }
        }
        let bound = match e.place {
            Place::Scalar(r) => Binding::Scalar(r),
            Place::Array { view, .. } => {
                let rank = self.m.types.rank(self.m.ty(view));
                let lbs = (0..rank).map(|_| self.idx(1)).collect();
                Binding::Array { view, lbs }
            }
        };
        Ok(Passed { value, len: None, bound: Some(bound) })
    }
}
