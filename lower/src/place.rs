//! Designators: variables, elements, sections, components, substrings, as refs and views.

use super::subscripts::has_vector;
use super::*;
use ferrotran_ir::section::{Part, section};
use ferrotran_ir::{DeclareAttr, TypeKind};

/// Where a designator's object is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// `ref<T>`
    Scalar(Value),
    /// A view; `lbs` are the lower bounds of a whole array (absent: all 1).
    Array { view: Value, lbs: Option<Vec<Value>> },
}

impl Place {
    /// The place with lower bounds of 1 where the expression is no whole array (16.9.119).
    pub fn unless_whole(self, e: &Expr) -> Place {
        match (self, &e.kind) {
            (Place::Array { view, .. }, kind) if !matches!(kind, ExprKind::Var(_) | ExprKind::Component { .. }) => {
                Place::Array { view, lbs: None }
            }
            (place, _) => place,
        }
    }
}

/// An array component of the objects of an array.
struct ArrayInEach {
    /// The view of the objects.
    objects: Value,
    /// The component of the first object, and its lower bounds.
    first: Value,
    lbs: Vec<Value>,
}

impl FunctionBuilder {
    /// View of what a descriptor describes.
    pub fn box_view(&mut self, bx: Value) -> Value {
        let bt = self.m.types.elem(self.m.ty(bx));
        let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
        if rank == 0 {
            let rt = self.m.types.reference(elem);
            return self.b().unary(OpKind::BoxRef, bx, rt);
        }
        let vt = self.m.types.view(vec![None; rank], elem, false);
        self.b().unary(OpKind::BoxView, bx, vt)
    }

    /// View of an allocatable's data, which is contiguous.
    pub fn allocatable_view(&mut self, bx: Value) -> Value {
        let v = self.box_view(bx);
        let t = self.m.ty(v);
        if let TypeKind::View { shape, elem, contig: false } = self.m.types.kind(t).clone() {
            let vt = self.m.types.view(shape, elem, true);
            return self.b().unary(OpKind::ViewCast, v, vt);
        }
        v
    }

    /// Lower bounds stored in a descriptor.
    pub fn box_lbounds(&mut self, bx: Value) -> Vec<Value> {
        let rank = self.m.types.rank(self.m.types.elem(self.m.ty(bx)));
        (0..rank)
            .map(|d| {
                self.b().op(OpKind::BoxLbound).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
            })
            .collect()
    }

    /// The same memory with another element type; the strides stay.
    pub fn view_with_elem(&mut self, view: Value, elem: Type) -> Lowered<Value> {
        if self.m.types.elem(self.m.ty(view)) == elem {
            return Ok(view);
        }
        let extents = self.view_extents(view);
        let strides: Vec<Value> = (0..extents.len())
            .map(|d| {
                self.b().op(OpKind::ViewStride).arg(view).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
            })
            .collect();
        let shape = self.static_shape(&extents);
        let vt = self.m.types.view(shape, elem, false);
        let base = self.addr(view);
        Ok(self.b().op(OpKind::ViewMake).arg(base).args(&extents).args(&strides).opt(None).result(vt).value())
    }

    /// The view that steps through the objects of `outer` from a place inside the first of them.
    fn spread_over(&mut self, outer: Value, first: Value) -> Lowered<Place> {
        let extents = self.view_extents(outer);
        let strides: Vec<Value> = (0..extents.len())
            .map(|d| {
                self.b().op(OpKind::ViewStride).arg(outer).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
            })
            .collect();
        let elem = self.m.types.elem(self.m.ty(first));
        let shape = self.static_shape(&extents);
        let vt = self.m.types.view(shape, elem, false);
        let base = self.addr(first);
        let view = self.b().op(OpKind::ViewMake).arg(base).args(&extents).args(&strides).opt(None).result(vt).value();
        Ok(Place::Array { view, lbs: None })
    }

    /// `max((last - first + step) / step, 0)`
    pub fn trip_count(&mut self, first: Value, last: Value, step: Value) -> Value {
        let span = self.sub(last, first);
        if self.known(step) == Some(1) {
            // `extent - 1 + 1` is the extent itself.
            let n = match self.less_one(span) {
                Some(n) => n,
                None => self.add(span, step),
            };
            return if self.is_extent(n) { n } else { self.max0(n) };
        }
        let n = self.add(span, step);
        let n = match (self.known(n), self.known(step)) {
            (Some(a), Some(b)) if b != 0 => {
                let ty = self.m.ty(n);
                self.b().int(a / b, ty)
            }
            _ => self.b().binary(OpKind::Div, n, step),
        };
        self.max0(n)
    }

    /// The `x` of a value `x - 1`.
    fn less_one(&self, v: Value) -> Option<Value> {
        let op = self.m.def_of(v, OpKind::Sub)?;
        (self.known(self.m.operand(op, 1)) == Some(1)).then(|| self.m.operand(op, 0))
    }

    /// True for values that are extents already (never negative).
    fn is_extent(&self, v: Value) -> bool {
        self.known(v).is_some_and(|n| n >= 0)
            || self.m.def(v).is_some_and(|o| match self.m.kind(o) {
                OpKind::ViewExtent | OpKind::BoxExtent | OpKind::ArrayShape => true,
                OpKind::Max => self.known(self.m.operand(o, 1)) == Some(0),
                _ => false,
            })
    }

    /// Length (bytes) of a string value or reference.
    pub fn chr_len(&mut self, s: Value) -> Value {
        let t = self.m.types.elem(self.m.ty(s));
        match self.m.types.kind(t) {
            TypeKind::Char(Some(n), _) => {
                let n = *n;
                self.idx(n)
            }
            _ => self.b().unary(OpKind::ChrLen, s, Type::INDEX),
        }
    }

    /// Length (bytes) of the elements of a character array value.
    pub fn elem_len(&mut self, value: Value) -> Value {
        if let Some(n) = self.chr_static(value) {
            return self.idx(n);
        }
        if let Some(op) = self.m.def_of(value, OpKind::ArrayLoad) {
            let view = self.m.operand(op, 0);
            return self.b().unary(OpKind::ViewElemLen, view, Type::INDEX);
        }
        self.b().unary(OpKind::ArrayElemLen, value, Type::INDEX)
    }

    /// Length of the strings behind a view.
    pub fn view_elem_len(&mut self, view: Value) -> Value {
        match self.chr_static(view) {
            Some(n) => self.idx(n),
            None => self.b().unary(OpKind::ViewElemLen, view, Type::INDEX),
        }
    }

    /// An array value with its elements converted to `elem` (truth values to logicals and back).
    pub fn array_to_elem(&mut self, value: Value, extents: &[Value], elem: Type) -> Lowered<Value> {
        if self.m.types.elem(self.m.ty(value)) == elem || matches!(self.m.types.kind(elem), TypeKind::Char(..)) {
            return Ok(value);
        }
        self.elemental(extents, elem, |s, idx| {
            let v = s.at_value(value, idx);
            Ok(s.cast(v, elem))
        })
    }
}

impl<'p> Declarations<'p> {
    fn is_named_constant(&self, s: SymbolId) -> bool {
        let sym = self.sym(s);
        matches!(sym.storage, Storage::Constant) && sym.value.is_some()
    }

    /// A component of an object as a ref or view. Fields of one object are known to be disjoint, which components of
    /// unions are not: those are places at an offset.
    pub fn field(&mut self, obj: Value, of: TypeId, index: usize, rt: Type) -> Lowered<Value> {
        let t = self.dtype(of);
        let c = &t.components[index];
        if !t.overlaid {
            return Ok(self.b().op(OpKind::Field).arg(obj).attr("field", Attr::str(&c.name)).result(rt).value());
        }
        let base = self.addr(obj);
        let offset = self.idx(c.offset as i64);
        let p = self.b().op(OpKind::PtrAdd).arg(base).arg(offset).result(Type::PTR).value();
        let v = if let TypeKind::View { shape, .. } = self.m.types.kind(rt).clone() {
            let ext: Vec<Value> = shape.iter().map(|n| self.idx(n.unwrap_or(0))).collect();
            self.b().op(OpKind::ViewMake).arg(p).args(&ext).args(&[]).opt(None).result(rt).value()
        } else {
            self.cast_ref(p, rt)
        };
        Ok(self
            .b()
            .op(OpKind::Declare)
            .arg(v)
            .attr("name", Attr::str(&c.name))
            .choices(&[DeclareAttr::Equivalence])
            .result(rt)
            .value())
    }

    /// True where the data behind the descriptor of this designator is surely contiguous.
    fn is_dense(&self, e: &Expr) -> bool {
        self.is_allocatable(e) || matches!(&e.kind, ExprKind::Var(s) if self.sym(*s).contiguous)
    }

    pub fn is_allocatable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).allocatable,
            ExprKind::Component { of, index, .. } => self.dtype(*of).components[*index].allocatable,
            ExprKind::Elem { .. }
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Const(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => false,
        }
    }

    /// The real or imaginary parts of a complex number or of each number of an array; `number` is its designator.
    fn complex_part_of(&mut self, place: Place, number: &Expr, imag: bool, span: Span) -> Lowered<Place> {
        let Ty::Complex(k) = number.ty else { return unsupported(span, "this part") };
        let ft = self.m.types.intern(TypeKind::Float(k * 8));
        match place {
            Place::Scalar(r) => {
                let p = self.cast_ref(r, Type::PTR);
                Ok(Place::Scalar(self.field_at(p, if imag { i64::from(real_bytes(k)) } else { 0 }, ft)))
            }
            Place::Array { view, .. } => {
                let shape = self.m.types.shape(self.m.ty(view)).to_vec();
                let vt = self.m.types.view(shape, ft, false);
                let f = Attr::str(if imag { "im" } else { "re" });
                let view = self.b().op(OpKind::ViewField).arg(view).attr("field", f).result(vt).value();
                Ok(Place::Array { view, lbs: None })
            }
        }
    }

    /// A component of every object of a view.
    fn component_of_each(&mut self, view: Value, of: TypeId, index: usize, span: Span) -> Lowered<Place> {
        if self.dtype(of).components[index].dims.rank() > 0 {
            return unsupported(span, "an array component of an array");
        }
        let view = self.component_of_view(view, of, index, span)?;
        Ok(Place::Array { view, lbs: None })
    }

    /// The view of the parts of type `of` of the objects of a view.
    pub fn view_as(&mut self, view: Value, of: TypeId, span: Span) -> Lowered<Value> {
        let elem = self.ir_ty(&Ty::Derived(of), span)?;
        self.view_with_elem(view, elem)
    }

    /// A scalar component of every object of a view.
    pub(super) fn component_of_view(&mut self, view: Value, of: TypeId, index: usize, span: Span) -> Lowered<Value> {
        let c = &self.dtype(of).components[index];
        let view = self.view_as(view, of, span)?;
        let ty = self.component_ty(c, span)?;
        let shape = self.m.types.shape(self.m.ty(view)).to_vec();
        let vt = self.m.types.view(shape.clone(), ty, false);
        if self.dtype(of).overlaid {
            let zeros = vec![self.idx(0); shape.len()];
            let first = self.b().elem(view, &zeros);
            let rt = self.m.types.reference(ty);
            let first = self.field(first, of, index, rt)?;
            return match self.spread_over(view, first)? {
                Place::Array { view, .. } => Ok(view),
                Place::Scalar(_) => unsupported(span, "this component"),
            };
        }
        let name = c.name.clone();
        Ok(self.b().op(OpKind::ViewField).arg(view).attr("field", Attr::str(&name)).result(vt).value())
    }

    /// Names the array behind a descriptor, so that reports and alias analysis know it.
    fn declare_box_view(&mut self, e: &'p Expr, view: Value) -> Value {
        let ExprKind::Var(s) = &e.kind else { return view };
        let sym = self.sym(*s);
        let mut attrs = vec![if sym.pointer { DeclareAttr::Pointer } else { DeclareAttr::Allocatable }];
        if sym.target {
            attrs.push(DeclareAttr::Target);
        }
        let (name, t) = (sym.name.clone(), self.m.ty(view));
        self.b().op(OpKind::Declare).arg(view).attr("name", Attr::str(&name)).choices(&attrs).result(t).value()
    }

    /// Storage of this activation that holds a scalar value.
    pub fn spill(&mut self, v: Value, ty: &Ty, span: Span) -> Lowered<Value> {
        match self.m.tk(v).clone() {
            TypeKind::Ref(_) => Ok(v), // derived types are handled by reference
            TypeKind::Char(..) => {
                let a = self.b().unary(OpKind::ChrAddr, v, Type::PTR);
                let l = self.b().unary(OpKind::ChrLen, v, Type::INDEX);
                let kind = self.chr_kind(v);
                let rt = self.m.types.reference(Type::chr(kind));
                Ok(self.b().op(OpKind::ChrRef).arg(a).arg(l).result(rt).value())
            }
            _ => {
                let t = self.ir_ty(ty, span).unwrap_or(self.m.ty(v));
                let r = self.alloca(t, None);
                let v = self.cast(v, t);
                self.b().store(v, r);
                Ok(r)
            }
        }
    }

    /// A view of temporary heap storage of that shape, freed at the end of the statement.
    pub fn temp_view(&mut self, extents: &[Value], elem: Type, reason: &str, span: Span) -> Lowered<Value> {
        self.temp_view_len(extents, elem, None, reason, span)
    }

    /// As [`Self::temp_view`], with a run-time element length for `chr<?>`.
    pub fn temp_view_len(
        &mut self,
        extents: &[Value],
        elem: Type,
        elem_len: Option<Value>,
        reason: &str,
        span: Span,
    ) -> Lowered<Value> {
        let size = match (elem_len, self.m.types.kind(elem).clone()) {
            (Some(l), _) => l,
            (None, TypeKind::Derived(n)) => {
                let size = self.prog.types.iter().find(|t| t.ir_name == n).map_or(0, |t| t.size);
                self.idx(size as i64)
            }
            (None, _) => match self.m.types.size_of(elem) {
                Some(n) => self.idx(n as i64),
                None => return unsupported(span, "a temporary array of strings of this length"),
            },
        };
        let count = self.product(extents);
        let bytes = self.mul(count, size);
        let p = self.b().op(OpKind::Alloc).arg(bytes).attr("reason", Attr::str(reason)).result(Type::PTR).value();
        self.f.cleanups.after_statement(Cleanup::Free(p));
        let shape = self.static_shape(extents);
        let vt = self.m.types.view(shape, elem, true);
        Ok(self.b().op(OpKind::ViewMake).arg(p).args(extents).args(&[]).opt(elem_len).result(vt).value())
    }

    /// Stores an array value in a temporary.
    pub fn materialize(&mut self, value: Value, extents: &[Value], ty: &Ty, span: Span) -> Lowered<Value> {
        let elem = self.ir_ty(ty, span)?;
        let value_elem = self.m.types.elem(self.m.ty(value));
        let elem = if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) { value_elem } else { elem };
        let elem_len = match self.m.types.kind(elem) {
            TypeKind::Char(None, _) => Some(self.elem_len(value)),
            _ => None,
        };
        let view = self.temp_view_len(extents, elem, elem_len, "value of an expression", span)?;
        let value = self.array_to_elem(value, extents, elem)?;
        self.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(None).build();
        Ok(view)
    }
}

impl<'p> Expressions<'p> {
    /// What a symbol is bound to.
    pub fn binding(&mut self, s: SymbolId, span: Span) -> Lowered<Binding> {
        if let Storage::Based { pointer } = self.sym(s).storage {
            return self.based(s, pointer);
        }
        match self.entities.get(s) {
            Some(b) => Ok(b.clone()),
            None => unsupported(span, format!("the entity `{}` here", self.sym(s).name)),
        }
    }

    /// Read-only storage that holds a named constant.
    fn constant_place(&mut self, s: SymbolId, span: Span) -> Lowered<Place> {
        let sym = self.sym(s);
        let Some(c) = &sym.value else { return unsupported(span, "this constant") };
        let Const::Array { shape, .. } = c else {
            let v = self.constant(c, &sym.ty, span)?;
            return Ok(Place::Scalar(self.spill(v, &sym.ty, span)?));
        };
        let elem = self.ir_ty(&sym.ty, span)?;
        let image = self.const_image(c, &sym.ty, span)?;
        let base = self.image_const(elem, image);
        let vt = self.m.types.view(shape.iter().map(|&n| Some(n)).collect(), elem, true);
        let ext: Vec<Value> = shape.iter().map(|&n| self.idx(n)).collect();
        let view = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(None).result(vt).value();
        let lbs = match &sym.dims {
            Dims::Explicit(b) => Some(self.declared_bounds(b)?.0),
            _ => None,
        };
        Ok(Place::Array { view, lbs })
    }

    /// The descriptor (`ref<box>`) of an allocatable or pointer designator.
    pub fn box_of(&mut self, e: &'p Expr) -> Lowered<Option<Value>> {
        match &e.kind {
            ExprKind::Var(s) if self.is_named_constant(*s) => Ok(None),
            ExprKind::Var(s) => Ok(match self.binding(*s, e.span)? {
                Binding::Box(b) => Some(b),
                _ => None,
            }),
            ExprKind::Component { base, of, index } => {
                let c = &self.dtype(*of).components[*index];
                if !(c.allocatable || c.pointer) || c.ty == Ty::Procedure {
                    return Ok(None);
                }
                let v = self.component_ref(base, *of, *index, e.span)?;
                Ok(Some(self.near_descriptor(e, v)))
            }
            ExprKind::Const(_)
            | ExprKind::Elem { .. }
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => Ok(None),
        }
    }

    /// The scalar object that holds a component, as `ref<!of>`.
    fn object_ref(&mut self, base: &'p Expr, of: TypeId) -> Lowered<Value> {
        let obj = self.scalar(base)?;
        let name = self.dtype(of).ir_name.clone();
        let t = self.m.types.intern(TypeKind::Derived(name));
        let rt = self.m.types.reference(t);
        Ok(self.cast_ref(obj, rt))
    }

    /// Component of a scalar object: ref, view or `ref<box>`.
    fn component_ref(&mut self, base: &'p Expr, of: TypeId, index: usize, span: Span) -> Lowered<Value> {
        let obj = self.object_ref(base, of)?;
        let c = &self.dtype(of).components[index];
        let ty = self.component_ty(c, span)?;
        let rt = match &c.dims {
            Dims::Explicit(b) if !c.allocatable && !c.pointer => {
                let Some(ext) = self.const_extents(b) else {
                    return unsupported(span, "components whose shape is not constant");
                };
                self.m.types.view(ext.into_iter().map(Some).collect(), ty, true)
            }
            _ => self.m.types.reference(ty),
        };
        self.field(obj, of, index, rt)
    }

    /// The object of a designator.
    pub fn place(&mut self, e: &'p Expr) -> Lowered<Place> {
        if let Some(bx) = self.box_of(e)? {
            if self.m.types.rank(self.m.types.elem(self.m.ty(bx))) == 0 {
                return Ok(Place::Scalar(self.box_view(bx)));
            }
            // Elements of a polymorphic entity may be longer than those of its declared type.
            let dense = self.is_dense(e) && !class::is_class(&e.ty);
            let view = if dense { self.allocatable_view(bx) } else { self.box_view(bx) };
            let view = self.declare_box_view(e, view);
            let lbs = self.box_lbounds(bx);
            return Ok(Place::Array { view, lbs: Some(lbs) });
        }
        match &e.kind {
            ExprKind::Var(s) if self.is_named_constant(*s) => self.constant_place(*s, e.span),
            ExprKind::Var(s) => match self.binding(*s, e.span)? {
                Binding::Scalar(r) => Ok(Place::Scalar(r)),
                Binding::Array { view, lbs } => Ok(Place::Array { view, lbs: Some(lbs) }),
                Binding::Value(v) => {
                    // A value needs storage where an address is asked for.
                    Ok(Place::Scalar(self.spill(v, &e.ty, e.span)?))
                }
                Binding::Proc(_) | Binding::Box(_) => unsupported(e.span, "a procedure as a variable"),
            },
            ExprKind::Elem { base, subs } => {
                if let Some(c) = self.component_of_array(base, |s, array| Ok(s.array_place(array)?.0))? {
                    return self.element_in_each(c, subs);
                }
                self.check_there(base)?;
                let (view, lbs) = self.array_place(base)?;
                let idx = self.zero_based(subs, lbs.as_deref())?;
                if subs.len() != self.m.types.rank(self.m.ty(view)) {
                    return unsupported(e.span, "a subscript of a component of an array");
                }
                self.check_subscripts(base, view, &idx, lbs.as_deref())?;
                Ok(Place::Scalar(self.b().elem(view, &idx)))
            }
            ExprKind::Section { base, subs } => {
                self.check_there(base)?;
                let (view, lbs) = self.array_place(base)?;
                self.check_section(base, subs, view, lbs.as_deref())?;
                self.section(view, lbs.as_deref(), subs, e.span)
            }
            ExprKind::Component { base, of, index } => {
                if base.rank > 0 {
                    let (view, _) = self.array_place(base)?;
                    return self.component_of_each(view, *of, *index, e.span);
                }
                let v = self.component_ref(base, *of, *index, e.span)?;
                if matches!(self.m.tk(v), TypeKind::View { .. }) {
                    let Dims::Explicit(b) = &self.dtype(*of).components[*index].dims else {
                        return unsupported(e.span, "this component");
                    };
                    let lbs = b.iter().map(|(l, _)| self.const_i64(l).unwrap_or(1)).collect::<Vec<_>>();
                    let lbs = lbs.into_iter().map(|l| self.idx(l)).collect();
                    return Ok(Place::Array { view: v, lbs: Some(lbs) });
                }
                Ok(Place::Scalar(v))
            }
            ExprKind::Substring { base, lower, upper } => {
                let place = self.place_or_temp(base)?;
                self.substring_of(place, base, lower.as_deref(), upper.as_deref())
            }
            ExprKind::ComplexPart { base, imag } => {
                let place = self.place(base)?;
                self.complex_part_of(place, base, *imag, e.span)
            }
            ExprKind::Call(_) if self.gives_pointer(e) => match self.descriptor_of(e)? {
                // The target of the pointer that a function gives is a variable.
                Some(bx) if e.rank == 0 => Ok(Place::Scalar(self.box_view(bx))),
                Some(bx) => {
                    let view = self.box_view(bx);
                    Ok(Place::Array { view, lbs: Some(self.box_lbounds(bx)) })
                }
                None => unsupported(e.span, "this function reference"),
            },
            _ => self.place_or_temp(e),
        }
    }

    /// The substrings of a string or of each string of an array; `string` is its designator.
    fn substring_of(
        &mut self,
        place: Place,
        string: &'p Expr,
        lower: Option<&'p Expr>,
        upper: Option<&'p Expr>,
    ) -> Lowered<Place> {
        match place {
            Place::Scalar(r) => {
                let (start, len) = self.substring_range(r, lower, upper)?;
                let total = self.characters(r);
                self.check_substring(string, start, len, total)?;
                Ok(Place::Scalar(self.substr_chars(r, start, len)))
            }
            Place::Array { view, .. } => {
                // Every element's substring: the same strides, a later start, another element length.
                let extents = self.view_extents(view);
                let rank = extents.len();
                let zero = self.idx(0);
                let first = self.b().elem(view, &vec![zero; rank]);
                let (start, len) = self.substring_range(first, lower, upper)?;
                let total = self.characters(first);
                self.check_substring(string, start, len, total)?;
                let kind = self.chr_kind(view);
                let (start, len) = (self.bytes_of_chars(start, kind), self.bytes_of_chars(len, kind));
                let base = self.addr(view);
                let base = self.b().op(OpKind::PtrAdd).arg(base).arg(start).result(Type::PTR).value();
                let strides: Vec<Value> = (0..rank)
                    .map(|d| {
                        self.b()
                            .op(OpKind::ViewStride)
                            .arg(view)
                            .attr("dim", Attr::Int(d as i64))
                            .result(Type::INDEX)
                            .value()
                    })
                    .collect();
                let shape = self.static_shape(&extents);
                let (st, elem_len) = match self.known(len) {
                    Some(n) => (self.chr_type(Some(n), kind), None),
                    None => (Type::chr(kind), Some(len)),
                };
                let vt = self.m.types.view(shape, st, false);
                let view = self
                    .b()
                    .op(OpKind::ViewMake)
                    .arg(base)
                    .args(&extents)
                    .args(&strides)
                    .opt(elem_len)
                    .result(vt)
                    .value();
                Ok(Place::Array { view, lbs: None })
            }
        }
    }

    /// A part of the elements of a section with vector subscripts: the same part of all elements of the array, whose
    /// place is `whole`, that the section is taken of.
    pub(super) fn part_of_whole(&mut self, e: &'p Expr, whole: Place) -> Lowered<Place> {
        let view_of = |s: &mut Self, array: &'p Expr, whole: Place| match s.part_of_whole(array, whole)? {
            Place::Array { view, .. } => Ok(view),
            Place::Scalar(_) => unsupported(array.span, "this part of a section with a vector subscript"),
        };
        match &e.kind {
            ExprKind::Section { subs, .. } if has_vector(subs) => Ok(whole),
            ExprKind::Component { base, of, index } => {
                let view = view_of(self, base, whole)?;
                self.component_of_each(view, *of, *index, e.span)
            }
            ExprKind::Elem { base, subs } => {
                match self.component_of_array(base, |s, array| view_of(s, array, whole))? {
                    Some(c) => self.element_in_each(c, subs),
                    None => unsupported(e.span, "this part of a section with a vector subscript"),
                }
            }
            ExprKind::Substring { base, lower, upper } => {
                let place = self.part_of_whole(base, whole)?;
                self.substring_of(place, base, lower.as_deref(), upper.as_deref())
            }
            ExprKind::ComplexPart { base, imag } => {
                let place = self.part_of_whole(base, whole)?;
                self.complex_part_of(place, base, *imag, e.span)
            }
            _ => unsupported(e.span, "this part of a section with a vector subscript"),
        }
    }

    /// An array component of an array of objects, of which `array` gives the view.
    fn component_of_array(
        &mut self,
        e: &'p Expr,
        array: impl FnOnce(&mut Self, &'p Expr) -> Lowered<Value>,
    ) -> Lowered<Option<ArrayInEach>> {
        let ExprKind::Component { base, of, index } = &e.kind else { return Ok(None) };
        let c = &self.dtype(*of).components[*index];
        let Dims::Explicit(b) = &c.dims else { return Ok(None) };
        if base.rank == 0 || c.allocatable || c.pointer {
            return Ok(None);
        }
        let Some(ext) = self.const_extents(b) else { return Ok(None) };
        let outer = array(self, base)?;
        let outer = self.view_as(outer, *of, e.span)?;
        let zero = self.idx(0);
        let rank = self.m.types.rank(self.m.ty(outer));
        let first = self.b().elem(outer, &vec![zero; rank]);
        let elem = self.component_ty(c, e.span)?;
        let vt = self.m.types.view(ext.into_iter().map(Some).collect(), elem, true);
        let inner = self.field(first, *of, *index, vt)?;
        let lbs: Vec<i64> = b.iter().map(|(l, _)| self.const_i64(l).unwrap_or(1)).collect();
        let lbs = lbs.into_iter().map(|l| self.idx(l)).collect();
        Ok(Some(ArrayInEach { objects: outer, first: inner, lbs }))
    }

    /// The same element of the component in every object.
    fn element_in_each(&mut self, c: ArrayInEach, subs: &'p [Expr]) -> Lowered<Place> {
        let idx = self.zero_based(subs, Some(&c.lbs))?;
        let first = self.b().elem(c.first, &idx);
        self.spread_over(c.objects, first)
    }

    /// As [`Self::place`]; an expression that is not a designator is evaluated into a temporary.
    pub fn place_or_temp(&mut self, e: &'p Expr) -> Lowered<Place> {
        if is_designator(e) || self.gives_pointer(e) {
            return self.place(e);
        }
        if e.rank == 0 {
            let v = self.scalar(e)?;
            return Ok(Place::Scalar(self.spill(v, &e.ty, e.span)?));
        }
        let (value, extents) = self.array_value(e)?;
        let view = self.materialize(value, &extents, &e.ty, e.span)?;
        Ok(Place::Array { view, lbs: None })
    }

    /// View and lower bounds (absent: all 1) of an array designator or expression.
    pub fn array_place(&mut self, e: &'p Expr) -> Lowered<(Value, Option<Vec<Value>>)> {
        match self.place_or_temp(e)? {
            Place::Array { view, lbs } => Ok((view, lbs)),
            Place::Scalar(_) => unsupported(e.span, "this use of a scalar as an array"),
        }
    }

    /// Ref of a scalar designator, or of a temporary that holds the expression's value.
    pub fn scalar_place(&mut self, e: &'p Expr) -> Lowered<Value> {
        match self.place_or_temp(e)? {
            Place::Scalar(r) => Ok(r),
            Place::Array { .. } => unsupported(e.span, "this use of an array as a scalar"),
        }
    }

    /// Zero-based index values of subscripts.
    pub fn zero_based(&mut self, subs: &'p [Expr], lbs: Option<&[Value]>) -> Lowered<Vec<Value>> {
        subs.iter()
            .enumerate()
            .map(|(d, s)| {
                let v = self.scalar(s)?;
                let v = self.to_index(v);
                let lb = match lbs {
                    Some(l) if d < l.len() => l[d],
                    _ => self.idx(1),
                };
                Ok(self.sub(v, lb))
            })
            .collect()
    }

    /// Start (zero-based), extent and step of a subscript triplet over a dimension of that extent.
    pub fn triplet(
        &mut self,
        lower: Option<&'p Expr>,
        upper: Option<&'p Expr>,
        step: Option<&'p Expr>,
        lb: Value,
        dim_extent: Value,
    ) -> Lowered<(Value, Value, Value)> {
        let step = match step {
            Some(s) => {
                let v = self.scalar(s)?;
                self.to_index(v)
            }
            None => self.idx(1),
        };
        let start = match lower {
            Some(l) => {
                let v = self.scalar(l)?;
                let v = self.to_index(v);
                self.sub(v, lb)
            }
            None => self.idx(0),
        };
        let last = match upper {
            Some(u) => {
                let v = self.scalar(u)?;
                let v = self.to_index(v);
                self.sub(v, lb)
            }
            None => {
                let one = self.idx(1);
                self.sub(dim_extent, one)
            }
        };
        let extent = self.trip_count(start, last, step);
        Ok((start, extent, step))
    }

    /// A section without vector subscripts.
    pub fn section(&mut self, view: Value, lbs: Option<&[Value]>, subs: &'p [Subscript], span: Span) -> Lowered<Place> {
        let mut parts = Vec::new();
        let mut shape = Vec::new();
        let vt = self.m.ty(view);
        let mut contig = self.m.types.is_contig(vt);
        let mut open = true; // all dimensions so far are whole
        if subs.len() != self.m.types.rank(vt) {
            return unsupported(span, "a section of a component of an array");
        }
        for (d, s) in subs.iter().enumerate() {
            let lb = match lbs {
                Some(l) => l[d],
                None => self.idx(1),
            };
            match s {
                Subscript::Index(e) => {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    parts.push(Part::Index(self.sub(v, lb)));
                    open = false;
                }
                Subscript::Range { lower: None, upper: None, step: None } => {
                    parts.push(Part::Whole);
                    let n = self.view_extent(view, d);
                    shape.push(self.known(n));
                    contig &= open;
                }
                Subscript::Range { lower, upper, step } => {
                    let n = self.view_extent(view, d);
                    let (start, extent, step) = self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, n)?;
                    contig &= open && self.known(step) == Some(1);
                    open = false;
                    shape.push(self.known(extent));
                    parts.push(Part::Range { start, extent, step });
                }
                Subscript::Vector(_) => return unsupported(span, "a vector subscript here"),
            }
        }
        let elem = self.m.types.elem(vt);
        let rt = self.m.types.view(shape, elem, contig);
        let view = section(&mut self.b(), view, &parts, rt);
        Ok(Place::Array { view, lbs: None })
    }

    /// Zero-based start and length of a substring.
    pub fn substring_range(
        &mut self,
        s: Value,
        lower: Option<&'p Expr>,
        upper: Option<&'p Expr>,
    ) -> Lowered<(Value, Value)> {
        let one = self.idx(1);
        let start = match lower {
            Some(l) => {
                let v = self.scalar(l)?;
                let v = self.to_index(v);
                self.sub(v, one)
            }
            None => self.idx(0),
        };
        let end = match upper {
            Some(u) => {
                let v = self.scalar(u)?;
                self.to_index(v)
            }
            None => self.characters(s),
        };
        let len = self.sub(end, start);
        // `c(i:i)`: the length is 1 whatever `i` is.
        let same = matches!((lower, upper), (Some(a), Some(b)) if same_variable(a, b));
        let len = if same { one } else { self.max0(len) };
        Ok((start, len))
    }
}

/// True for expressions that denote an object in memory.
pub(crate) fn is_designator(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Elem { base, .. } => is_designator(base),
        ExprKind::Section { base, subs } => is_designator(base) && !has_vector(subs),
        ExprKind::Component { base, .. } => is_designator(base) || base.rank == 0,
        ExprKind::Substring { base, .. } | ExprKind::ComplexPart { base, .. } => is_designator(base),
        ExprKind::Const(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Convert(_)
        | ExprKind::Paren(_)
        | ExprKind::Call(_)
        | ExprKind::Intrinsic { .. }
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => false,
    }
}

fn same_variable(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Convert(x), ExprKind::Convert(y)) => same_variable(x, y),
        _ => false,
    }
}
