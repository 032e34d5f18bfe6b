//! Inquiry intrinsics.

use super::place::{Place, is_designator};
use super::*;
use array::Prep;
use ferrotran_ir::{BoxAttribute, Pred};
use ferrotran_typed::intrinsics::Intrinsic;
use std::rc::Rc;

impl<'p> Lower<'p> {
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

    /// Scalar inquiry.
    pub fn inquiry(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let Some(x) = arg(0) else { return unsupported(e.span, "this inquiry") };
        if let (Intrinsic::Rank | Intrinsic::Size | Intrinsic::Lbound | Intrinsic::Ubound, Some(s)) =
            (id, self.unranked(x))
        {
            let v = self.unranked_inquiry(id, s, arg(1), e.span)?;
            return Ok(self.cast(v, t));
        }
        match id {
            Intrinsic::Size | Intrinsic::Lbound | Intrinsic::Ubound => {
                let list = self.bound_values(id, x)?;
                let v = match arg(1) {
                    Some(d) if d.rank == 0 => self.pick(&list, d)?,
                    _ => self.product(&list),
                };
                Ok(self.cast(v, t))
            }
            Intrinsic::Rank => Ok(self.b().int(x.rank as i64, t)),
            Intrinsic::Len => {
                let v = self.len_of(x)?;
                let v = self.chars_of_bytes(v, x.ty.chr_kind());
                Ok(self.cast(v, t))
            }
            Intrinsic::Allocated => match self.box_of(x)? {
                Some(b) => Ok(self.b().unary(OpKind::BoxAllocated, b, Type::BOOL)),
                None => unsupported(e.span, "ALLOCATED of this object"),
            },
            Intrinsic::Associated => self.associated(x, arg(1), e.span),
            Intrinsic::Present => {
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
            Intrinsic::Lcobound | Intrinsic::Ucobound | Intrinsic::TeamAllocated => {
                let base = self.coarray_base(x)?;
                if id == Intrinsic::TeamAllocated {
                    let v = self.rt_value(rt::frt_team_allocated, &[base], Type::I32);
                    return Ok(self.cast(v, t));
                }
                let Some(d) = arg(1) else { return unsupported(e.span, "this inquiry about a coarray") };
                let d = self.scalar(d)?;
                let d = self.cast(d, Type::I32);
                let upper = self.b().int(i64::from(id == Intrinsic::Ucobound), Type::I32);
                let v = self.rt_value(rt::frt_cobound, &[base, d, upper], Type::I64);
                Ok(self.cast(v, t))
            }
            Intrinsic::IsContiguous if x.rank > 0 && class::is_class(&x.ty) => {
                let whole = self.entity(x)?;
                let bx = self.class_box(&whole, BoxAttribute::Other);
                Ok(self.descriptor_is_contiguous(bx))
            }
            Intrinsic::IsContiguous if self.described(x).is_some() => match self.box_of(x)? {
                Some(bx) => Ok(self.descriptor_is_contiguous(bx)),
                None => unsupported(e.span, "IS_CONTIGUOUS of this object"),
            },
            Intrinsic::IsContiguous => match self.place_or_temp(x)? {
                Place::Array { view, .. } => Ok(self.b().unary(OpKind::ViewIsContig, view, Type::BOOL)),
                Place::Scalar(_) => Ok(self.b().int(1, Type::BOOL)),
            },
            Intrinsic::Loc if matches!(x.kind, ExprKind::ProcRef(_)) => {
                let a = self.scalar(x)?;
                Ok(self.b().unary(OpKind::Bitcast, a, t))
            }
            Intrinsic::Loc => {
                let a = match self.place_or_temp(x)? {
                    Place::Array { view, .. } => self.addr(view),
                    Place::Scalar(r) => self.addr(r),
                };
                Ok(self.b().unary(OpKind::Bitcast, a, t))
            }
            Intrinsic::CLoc | Intrinsic::CFunloc => {
                let a = if matches!(x.kind, ExprKind::ProcRef(_)) {
                    self.scalar(x)?
                } else {
                    match self.place_or_temp(x)? {
                        Place::Array { view, .. } => self.addr(view),
                        Place::Scalar(r) => self.addr(r),
                    }
                };
                let Ty::Derived(id) = &e.ty else { return unsupported(e.span, "this address") };
                let obj = self.new_object(*id, e.span)?;
                let p = self.cast_ref(obj, Type::PTR);
                let cell = self.field_at(p, 0, Type::PTR);
                self.b().store(a, cell);
                Ok(obj)
            }
            Intrinsic::SameTypeAs | Intrinsic::ExtendsTypeOf => {
                let Some(y) = arg(1) else { return unsupported(e.span, "this inquiry") };
                self.type_inquiry(id == Intrinsic::ExtendsTypeOf, x, y)
            }
            Intrinsic::Sizeof | Intrinsic::CSizeof | Intrinsic::StorageSize => {
                let one = match self.size_of(&x.ty) {
                    _ if class::is_class(&x.ty) => self.dynamic_size(x)?,
                    _ if x.ty == Ty::Assumed => match (self.described(x), self.box_of(x)?) {
                        (Some(_), Some(b)) => self.described_len(b),
                        _ => return unsupported(e.span, "the size of an object of assumed type without descriptor"),
                    },
                    Some(n) => self.idx(n as i64),
                    None => self.len_of(x)?,
                };
                let v = if id == Intrinsic::StorageSize {
                    let eight = self.idx(8);
                    self.mul(one, eight)
                } else {
                    let n = match self.unranked(x) {
                        Some(s) => self.unranked_inquiry(Intrinsic::Size, s, None, e.span)?,
                        None => {
                            let ext = self.shape_of(x)?;
                            self.product(&ext)
                        }
                    };
                    self.mul(n, one)
                };
                Ok(self.cast(v, t))
            }
            _ => unsupported(e.span, format!("the intrinsic `{}`", id.row().name)),
        }
    }

    fn descriptor_is_contiguous(&mut self, bx: Value) -> Value {
        let desc = self.cast_ref(bx, Type::PTR);
        let v = self.rt_value(rt::frt_is_contiguous, &[desc], Type::I32);
        let zero = self.b().int(0, Type::I32);
        self.b().cmp(Pred::Ne, v, zero)
    }

    /// Length (bytes) of a character expression without evaluating it where possible.
    pub fn len_of(&mut self, x: &'p Expr) -> Lowered<Value> {
        if let Ty::Character(CharLen::Const(n), k) = &x.ty {
            return Ok(self.idx(*n * i64::from(*k)));
        }
        if let Some(b) = self.box_of(x)? {
            if let ExprKind::Var(s) = &x.kind
                && let Some(n) = self.f.lengths.get(s)
            {
                return Ok(*n);
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

    /// Where an allocatable coarray lies: what is known of it goes by its address.
    pub fn coarray_base(&mut self, x: &'p Expr) -> Lowered<Value> {
        match self.box_of(x)? {
            Some(b) => Ok(self.b().unary(OpKind::BoxAddr, b, Type::PTR)),
            None => unsupported(x.span, "this allocatable coarray"),
        }
    }

    /// i1: the optional dummy is there.
    pub fn present(&mut self, s: SymbolId, span: Span) -> Lowered<Value> {
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

    /// SHAPE, LBOUND, UBOUND without DIM.
    pub fn inquiry_array(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        let Some(Some(x)) = args.first() else { return unsupported(e.span, "this inquiry") };
        match id {
            Intrinsic::Shape | Intrinsic::Lbound | Intrinsic::Ubound => {
                let t = self.val_ty(&e.ty, e.span)?;
                if let Some(s) = self.unranked(x) {
                    return self.unranked_bounds(id, s, t, e.span);
                }
                let list = self.bound_values(id, x)?;
                let vals: Vec<Value> = list.into_iter().map(|v| self.cast(v, t)).collect();
                let at = self.m.types.array(vec![Some(vals.len() as i64)], t);
                let n = self.idx(vals.len() as i64);
                let value = self.b().op(OpKind::ArrayFrom).args(&vals).result(at).value();
                Ok(Prep::Array { value, extents: vec![n] })
            }
            _ => {
                let v = self.inquiry(id, args, e)?;
                Ok(Prep::Map { extents: Vec::new(), f: Rc::new(move |_, _| Ok(v)) })
            }
        }
    }
}
