//! Emission of the family *objects*: bounds, allocation, association and type of objects.

use super::*;
use crate::place::{Place, is_designator};
use ferrotran_abi::codes::object_move;
use ferrotran_typed::intrinsics::family::Objects;
use std::rc::Rc;

impl FunctionBuilder {
    fn descriptor_is_contiguous(&mut self, bx: Value) -> Value {
        let desc = self.cast_ref(bx, Type::PTR);
        let v = self.rt_value(rt::frt_is_contiguous, &[desc], Type::I32);
        let zero = self.b().int(0, Type::I32);
        self.b().cmp(Pred::Ne, v, zero)
    }
}

impl<'p> Expressions<'p> {
    /// Lower bounds and extents of an array expression.
    fn bounds_of(&mut self, e: &'p Expr) -> Lowered<(Vec<Value>, Vec<Value>)> {
        let (lbs, extents) = if is_designator(e) {
            match self.place(e)? {
                Place::Array { view, lbs } => (lbs, self.view_extents(view)),
                Place::Scalar(_) => (None, Vec::new()),
            }
        } else {
            (None, self.shape_of(e)?)
        };
        let lbs = match lbs {
            Some(l) => l,
            None => extents.iter().map(|_| self.idx(1)).collect(),
        };
        Ok((lbs, extents))
    }

    fn pick(&mut self, list: &[Value], dim: &'p Expr) -> Lowered<Value> {
        let d = self.scalar(dim)?;
        if let Some(k) = self.known(d) {
            return match list.get((k - 1).max(0) as usize) {
                Some(v) => Ok(*v),
                None => unsupported(dim.span, "this value of `dim`"),
            };
        }
        let d = self.to_index(d);
        let mut acc = list[0];
        for (k, v) in list.iter().enumerate().skip(1) {
            let kc = self.idx(k as i64 + 1);
            let c = self.b().cmp(Pred::Eq, d, kc);
            acc = self.select(c, *v, acc);
        }
        Ok(acc)
    }

    /// Declared extent is zero: LBOUND is 1 and UBOUND 0 then.
    fn bound_values(&mut self, id: Intrinsic, e: &'p Expr) -> Lowered<Vec<Value>> {
        self.check_there(e)?;
        let (lbs, ext) = self.bounds_of(e)?;
        let mut out = Vec::new();
        for (l, n) in lbs.into_iter().zip(ext) {
            let one = self.idx(1);
            out.push(match id {
                Intrinsic::Size | Intrinsic::Shape => n,
                Intrinsic::Lbound => match (self.known(l), self.known(n)) {
                    (Some(1), _) => l,
                    (_, Some(k)) => {
                        if k > 0 {
                            l
                        } else {
                            one
                        }
                    }
                    _ => {
                        let z = self.idx(0);
                        let c = self.b().cmp(Pred::Gt, n, z);
                        self.select(c, l, one)
                    }
                },
                _ => {
                    let u = self.add(l, n);
                    let u = self.sub(u, one);
                    if self.known(l) == Some(1) || self.known(n).is_some_and(|k| k > 0) {
                        u
                    } else {
                        let z = self.idx(0);
                        let c = self.b().cmp(Pred::Gt, n, z);
                        self.select(c, u, z)
                    }
                }
            });
        }
        Ok(out)
    }

    /// The functions with a scalar result.
    pub(super) fn scalar_objects(&mut self, id: Objects, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        let x = call.need(0)?;
        if let (Objects::Rank | Objects::Size | Objects::Lbound | Objects::Ubound, Some(s)) = (id, self.unranked(x)) {
            let v = self.unranked_inquiry(call.id, s, call.get(1), e.span)?;
            return Ok(self.cast(v, t));
        }
        match id {
            Objects::Size | Objects::Lbound | Objects::Ubound => {
                let list = self.bound_values(call.id, x)?;
                let v = match call.get(1) {
                    Some(d) if d.rank == 0 => self.pick(&list, d)?,
                    _ => self.product(&list),
                };
                Ok(self.cast(v, t))
            }
            Objects::Rank => Ok(self.b().int(x.rank as i64, t)),
            Objects::Allocated => match self.descriptor_there(x)? {
                Some(b) => Ok(self.b().unary(OpKind::BoxAllocated, b, Type::BOOL)),
                None => unsupported(e.span, "ALLOCATED of this object"),
            },
            Objects::Associated => self.associated(x, call.get(1), e.span),
            Objects::Present => {
                let s = match &x.kind {
                    ExprKind::Var(s) => *s,
                    ExprKind::ProcRef(t) => match &**t {
                        ProcTarget::Symbol(s) => *s,
                        _ => return unsupported(e.span, "PRESENT of this object"),
                    },
                    _ => return unsupported(e.span, "PRESENT of this object"),
                };
                self.present(s, e.span)
            }
            Objects::IsContiguous if x.rank > 0 && class::is_class(&x.ty) => {
                let whole = self.entity(x)?;
                let bx = self.class_box(&whole, BoxAttribute::Other);
                Ok(self.descriptor_is_contiguous(bx))
            }
            Objects::IsContiguous if self.described(x).is_some() => match self.box_of(x)? {
                Some(bx) => Ok(self.descriptor_is_contiguous(bx)),
                None => unsupported(e.span, "IS_CONTIGUOUS of this object"),
            },
            Objects::IsContiguous => match self.place_or_temp(x)? {
                Place::Array { view, .. } => Ok(self.b().unary(OpKind::ViewIsContig, view, Type::BOOL)),
                Place::Scalar(_) => Ok(self.b().int(1, Type::BOOL)),
            },
            Objects::Loc if matches!(x.kind, ExprKind::ProcRef(_)) => {
                let a = self.scalar(x)?;
                Ok(self.b().unary(OpKind::Bitcast, a, t))
            }
            Objects::Loc => {
                let a = match self.place_or_temp(x)? {
                    Place::Array { view, .. } => self.addr(view),
                    Place::Scalar(r) => self.addr(r),
                };
                Ok(self.b().unary(OpKind::Bitcast, a, t))
            }
            Objects::SameTypeAs | Objects::ExtendsTypeOf => {
                let Some(y) = call.get(1) else { return unsupported(e.span, "this inquiry") };
                self.type_inquiry(id == Objects::ExtendsTypeOf, x, y)
            }
            Objects::Sizeof => self.size_in_bytes(x, e),
            Objects::StorageSize => {
                let (one, eight) = (self.element_bytes(x, e.span)?, self.idx(8));
                let v = self.mul(one, eight);
                Ok(self.cast(v, t))
            }
            Objects::Val => self.scalar(x),
            Objects::EnumerationStep => {
                let v = self.enumeration_step(call)?;
                Ok(self.cast(v, t))
            }
            Objects::Shape | Objects::Null | Objects::MoveAlloc => call.not_supported(),
        }
    }

    /// SHAPE, LBOUND and UBOUND without DIM, and inquiries whose value is the same for every element.
    pub(super) fn array_objects(&mut self, id: Objects, call: Arguments<'p>, e: &'p Expr) -> Lowered<Prep<'p>> {
        if !matches!(id, Objects::Shape | Objects::Lbound | Objects::Ubound) {
            let v = self.scalar_objects(id, call, e)?;
            return Ok(Prep::Map { extents: Vec::new(), f: Rc::new(move |_, _| Ok(v)) });
        }
        let x = call.need(0)?;
        let t = self.val_ty(&e.ty, e.span)?;
        if let Some(s) = self.unranked(x) {
            return self.unranked_bounds(call.id, s, t, e.span);
        }
        let list = self.bound_values(call.id, x)?;
        let vals: Vec<Value> = list.into_iter().map(|v| self.cast(v, t)).collect();
        let at = self.m.types.array(vec![Some(vals.len() as i64)], t);
        let n = self.idx(vals.len() as i64);
        let value = self.b().op(OpKind::ArrayFrom).args(&vals).result(at).value();
        Ok(Prep::Array { value, extents: vec![n] })
    }

    /// The one subroutine: MOVE_ALLOC.
    pub(super) fn move_alloc(&mut self, call: Arguments<'p>) -> Lowered<()> {
        let (Some(from), Some(to)) = (self.box_of(call.need(0)?)?, self.box_of(call.need(1)?)?) else {
            return unsupported(call.span, "MOVE_ALLOC of these objects");
        };
        let (ft, tt) = (&call.need(0)?.ty, &call.need(1)?.ty);
        let (pf, pt) = (self.cast_ref(from, Type::PTR), self.cast_ref(to, Type::PTR));
        if matches!(ft, Ty::Derived(_)) || class::is_class(ft) || class::is_class(tt) {
            let (fd, td) = (self.type_desc(ft, call.span)?, self.type_desc(tt, call.span)?);
            let from = if class::is_class(ft) { object_move::FROM_CLASS } else { 0 };
            let to = if class::is_class(tt) { object_move::TO_CLASS } else { 0 };
            let how = self.b().int((from | to).into(), Type::I32);
            self.rt(rt::frt_object_move, &[pf, pt, fd, td, how]);
            return Ok(());
        }
        self.release(Cleanup::Box(to));
        let rank = self.m.types.rank(self.m.types.elem(self.m.ty(from)));
        let n = self.idx(ferrotran_abi::desc::size(rank) as i64);
        self.rt(rt::frt_memmove, &[pt, pf, n]);
        self.nullify_box(from);
        Ok(())
    }

    /// The ordinal after or before one of an enumeration type.
    fn enumeration_step(&mut self, call: Arguments<'p>) -> Lowered<Value> {
        let ([Some(o), Some(last), Some(by)], stat) = ([0, 1, 2].map(|i| call.get(i)), call.get(3)) else {
            return unsupported(call.span, "this reference");
        };
        let [o, last, by] = [self.i32_arg(o)?, self.i32_arg(last)?, self.i32_arg(by)?];
        let next = self.b().binary(OpKind::Add, o, by);
        let one = self.b().int(1, Type::I32);
        let low = self.b().cmp(Pred::Lt, next, one);
        let high = self.b().cmp(Pred::Gt, next, last);
        let bad = self.b().binary(OpKind::Or, low, high);
        match stat {
            Some(_) => {
                let zero = self.b().int(0, Type::I32);
                let s = self.b().op(OpKind::Select).arg(bad).arg(one).arg(zero).result(Type::I32).value();
                self.store_cast(stat, s)?;
            }
            None => self.stop_with(bad, "There is no next or previous enumerator")?,
        }
        Ok(self.b().op(OpKind::Select).arg(bad).arg(o).arg(next).result(Type::I32).value())
    }

    /// Bytes of an element of an object.
    fn element_bytes(&mut self, x: &'p Expr, span: Span) -> Lowered<Value> {
        Ok(match self.size_of(&x.ty) {
            _ if class::is_class(&x.ty) => self.dynamic_size(x)?,
            _ if x.ty == Ty::Assumed => match (self.described(x), self.box_of(x)?) {
                (Some(_), Some(b)) => self.described_len(b),
                _ => return unsupported(span, "the size of an object of assumed type without descriptor"),
            },
            Some(n) => self.idx(n as i64),
            None => self.len_of(x)?,
        })
    }

    /// SIZEOF and C_SIZEOF.
    pub(super) fn size_in_bytes(&mut self, x: &'p Expr, e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        let one = self.element_bytes(x, e.span)?;
        let n = match self.unranked(x) {
            Some(s) => self.unranked_inquiry(Intrinsic::Size, s, None, e.span)?,
            None => {
                let ext = self.shape_of(x)?;
                self.product(&ext)
            }
        };
        let v = self.mul(n, one);
        Ok(self.cast(v, t))
    }

    /// Length (bytes) of a character expression without evaluating it where possible.
    pub fn len_of(&mut self, x: &'p Expr) -> Lowered<Value> {
        if let Ty::Character(CharLen::Const(n), k) = &x.ty {
            return Ok(self.idx(*n * i64::from(*k)));
        }
        if let ExprKind::Intrinsic { id: Intrinsic::Coindexed, args } = &x.kind {
            return self.coindexed_length(args, x.span);
        }
        if let Some(b) = self.box_of(x)? {
            if let ExprKind::Var(s) = &x.kind
                && let Some(n) = self.entities.length(*s)
            {
                return Ok(n);
            }
            return Ok(self.b().unary(OpKind::BoxElemLen, b, Type::INDEX));
        }
        if x.rank > 0 && !is_designator(x) {
            let (value, _) = self.array_value(x)?;
            return Ok(self.elem_len(value));
        }
        match self.place_or_temp(x)? {
            Place::Scalar(r) => Ok(self.chr_len(r)),
            Place::Array { view, .. } => Ok(self.view_elem_len(view)),
        }
    }

    /// i1: the optional dummy is there.
    pub fn present(&mut self, s: SymbolId, span: Span) -> Lowered<Value> {
        if self.entities.is_present(s) || self.entities.is_absent(s) {
            let here = self.entities.is_present(s);
            return Ok(self.b().int(here.into(), Type::BOOL));
        }
        let p = match self.binding(s, span)? {
            Binding::Scalar(r) => self.addr(r),
            Binding::Array { view, .. } => self.addr(view),
            Binding::Box(b) => self.cast_ref(b, Type::PTR),
            Binding::Proc(p) => p,
            _ => return unsupported(span, "PRESENT of this object"),
        };
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let same = self.b().op(OpKind::PtrCmp).arg(p).arg(null).result(Type::BOOL).value();
        Ok(self.b().unary(OpKind::Not, same, Type::BOOL))
    }

    fn associated(&mut self, x: &'p Expr, target: Option<&'p Expr>, span: Span) -> Lowered<Value> {
        let a = match if x.ty == Ty::Procedure { None } else { self.descriptor_of(x)? } {
            Some(b) => self.b().unary(OpKind::BoxAddr, b, Type::PTR),
            None => self.scalar(x)?, // procedure pointer: its address
        };
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let none = self.b().op(OpKind::PtrCmp).arg(a).arg(null).result(Type::BOOL).value();
        let some = self.b().unary(OpKind::Not, none, Type::BOOL);
        let Some(t) = target else { return Ok(some) };
        let other = match self.box_of(t)? {
            Some(b) => self.b().unary(OpKind::BoxAddr, b, Type::PTR),
            None if matches!(t.ty, Ty::Procedure) || matches!(t.kind, ExprKind::ProcRef(_)) => self.scalar(t)?,
            None => match self.place(t)? {
                Place::Scalar(r) => self.addr(r),
                Place::Array { view, .. } => self.addr(view),
            },
        };
        let same = self.b().op(OpKind::PtrCmp).arg(a).arg(other).result(Type::BOOL).value();
        let mut v = self.b().binary(OpKind::And, some, same);
        if matches!(x.ty, Ty::Character(..)) {
            // Nothing shares the storage of an empty string (16.9.16).
            let (n, zero) = (self.len_of(x)?, self.idx(0));
            let some = self.b().cmp(Pred::Ne, n, zero);
            v = self.b().binary(OpKind::And, v, some);
        }
        if let Some(s) = self.unranked(x) {
            let Binding::Box(bx) = self.binding(s, span)? else { return unsupported(span, "this assumed-rank object") };
            return self.same_shape_unranked(bx, t, v);
        }
        if x.rank > 0 && t.rank == x.rank && matches!(x.kind, ExprKind::Var(_) | ExprKind::Component { .. }) {
            // Arrays must have elements and agree in shape and strides too.
            if let (Place::Array { view: p, .. }, Place::Array { view: q, .. }) = (self.place(x)?, self.place(t)?) {
                let (zero, one) = (self.idx(0), self.idx(1));
                for d in 0..x.rank {
                    let (m, n) = (self.view_extent(p, d), self.view_extent(q, d));
                    let shape = self.b().cmp(Pred::Eq, m, n);
                    let some = self.b().cmp(Pred::Ne, m, zero);
                    let stride = |l: &mut Self, v: Value| {
                        let at = Attr::Int(d as i64);
                        l.b().op(OpKind::ViewStride).arg(v).attr("dim", at).result(Type::INDEX).value()
                    };
                    let (a, b) = (stride(self, p), stride(self, q));
                    let steps = self.b().cmp(Pred::Eq, a, b);
                    let single = self.b().cmp(Pred::Eq, m, one);
                    let steps = self.b().binary(OpKind::Or, steps, single);
                    for c in [shape, some, steps] {
                        v = self.b().binary(OpKind::And, v, c);
                    }
                }
            }
        }
        let _ = span;
        Ok(v)
    }
}
