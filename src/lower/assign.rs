//! Assignment: scalars, arrays, derived types, allocation on assignment.

use super::array::Prep;
use super::place::Place;
use super::*;
use ferrotran_ir::TypeKind;

impl<'p> Lower<'p> {
    /// An intrinsic assignment statement.
    pub fn assign(&mut self, lhs: &'p Expr, rhs: &'p Expr, realloc: bool) -> R<()> {
        let elsewhere = self.f.in_wd || self.f.in_target > 0;
        let same = lhs.rank > 0 && (rhs.rank == 0 || realloc::keeps_shape(rhs, lhs));
        if realloc && !(elsewhere && same) {
            return self.assign_realloc(lhs, rhs);
        }
        if lhs.rank == 0 {
            return self.assign_scalar(lhs, rhs);
        }
        if let ExprKind::Section { base, subs } = &lhs.kind
            && subs.iter().any(|s| matches!(s, Subscript::Vector(_)))
        {
            return self.scatter(base, subs, rhs, None, lhs.span);
        }
        let Place::Array { view, .. } = self.place(lhs)? else {
            return unsupported(lhs.span, "this left side");
        };
        self.assign_view(view, rhs, None)
    }

    fn assign_scalar(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let v = self.scalar(rhs)?;
        let Place::Scalar(r) = self.place(lhs)? else { return unsupported(lhs.span, "this left side") };
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    /// Assigns an expression (of the view's rank, or scalar) to a view, under a mask (array value of i1).
    pub fn assign_view(&mut self, view: Value, rhs: &'p Expr, mask: Option<Value>) -> R<()> {
        let p = self.prep(rhs)?;
        self.assign_prep(view, &p, mask, rhs)
    }

    fn assign_prep(&mut self, view: Value, p: &Prep<'p>, mask: Option<Value>, rhs: &'p Expr) -> R<()> {
        let elem = self.m.types.elem(self.m.ty(view));
        if let Ty::Derived(t) = &rhs.ty
            && self.needs_deep_copy(*t)
        {
            return self.assign_derived_array(view, p, *t, mask, rhs.span);
        }
        let value = match p {
            Prep::Scalar(v) if self.is_plain(elem) => self.cast(*v, elem),
            Prep::Scalar(v) => *v,
            _ => self.prep_value(p, elem)?,
        };
        self.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(mask).build();
        Ok(())
    }

    /// Assignment of arrays whose elements have allocatable components: all elements are copied before one changes.
    fn assign_derived_array(&mut self, view: Value, p: &Prep<'p>, t: TypeId, mask: Option<Value>, span: Span) -> R<()> {
        let ext = self.view_extents(view);
        self.with_temps(|l| {
            let elem = l.m.types.elem(l.m.ty(view));
            let new = l.temp_view(&ext, elem, "elements with allocatable components", span)?;
            l.copy_elements(new, p, t, mask, span)?;
            l.nest(&ext, |l, idx| {
                l.under(mask, idx, |l, idx| {
                    let (d, s) = (l.b().elem(view, idx), l.b().elem(new, idx));
                    l.release_components(d, t, span)?;
                    l.b().op(OpKind::CopyObject).arg(d).arg(s).build();
                    Ok(())
                })
            })
        })
    }

    /// Fills new memory with deep copies of the elements.
    fn copy_elements(&mut self, new: Value, p: &Prep<'p>, t: TypeId, mask: Option<Value>, span: Span) -> R<()> {
        self.default_init_view(new, t, span)?;
        let ext = self.view_extents(new);
        self.nest(&ext, |l, idx| {
            l.under(mask, idx, |l, idx| {
                let d = l.b().elem(new, idx);
                let v = l.element(p, idx)?;
                l.copy_derived(d, v, t, span)
            })
        })
    }

    /// Runs `f` where the mask, if there is one, is true.
    fn under(&mut self, mask: Option<Value>, idx: &[Value], f: impl FnOnce(&mut Self, &[Value]) -> R<()>) -> R<()> {
        match mask {
            None => f(self, idx),
            Some(m) => {
                let c = self.at_value(m, idx);
                self.if_else(c, |l| f(l, idx), |_| Ok(()))
            }
        }
    }

    /// Allocation on assignment to a whole allocatable.
    fn assign_realloc(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let Some(bx) = self.box_of(lhs)? else { return self.assign_scalar(lhs, rhs) };
        if lhs.rank == 0 {
            return self.assign_scalar_allocatable(bx, lhs, rhs);
        }
        self.assign_array_allocatable(bx, Some(lhs), rhs)
    }

    /// Gives a new allocatable component its value; it stays unallocated where the value is an allocatable that is
    /// not allocated (7.5.10).
    pub fn assign_allocatable_box(&mut self, bx: Value, rhs: &'p Expr) -> R<()> {
        if self.is_allocatable(rhs)
            && let Some(source) = self.box_of(rhs)?
        {
            let have = self.b().unary(OpKind::BoxAllocated, source, Type::BOOL);
            return self.if_else(have, |l| l.fill_allocatable_box(bx, rhs), |_| Ok(()));
        }
        self.fill_allocatable_box(bx, rhs)
    }

    fn fill_allocatable_box(&mut self, bx: Value, rhs: &'p Expr) -> R<()> {
        let bt = self.m.types.elem(self.m.ty(bx));
        if self.m.types.rank(bt) > 0 {
            return self.assign_array_allocatable(bx, None, rhs);
        }
        let v = self.scalar(rhs)?;
        let elem = self.m.types.elem(bt);
        if matches!(self.m.types.kind(elem), TypeKind::Char(None)) {
            self.set_deferred(bx, v);
            return Ok(());
        }
        self.allocate_box(bx, &[], &[], None)?;
        let r = self.box_view(bx);
        if let Ty::Derived(t) = &rhs.ty {
            self.default_init(r, *t, rhs.span)?;
            return self.copy_derived(r, v, *t, rhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    /// A copy of the string becomes the value of an allocatable of deferred length.
    fn set_deferred(&mut self, bx: Value, v: Value) {
        let n = self.chr_len(v);
        // The value may be part of the old one: it is copied before that goes away.
        let p = self.b().op(OpKind::Alloc).arg(n).result(Type::PTR).value();
        let src = self.addr(v);
        self.rt("frt_memcpy", &[p, src, n]);
        self.release(Cleanup::Box(bx));
        let rt = self.m.types.reference(Type::CHR);
        let r = self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value();
        self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
    }

    fn assign_scalar_allocatable(&mut self, bx: Value, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let v = self.scalar(rhs)?;
        let deferred = matches!(lhs.ty, Ty::Character(CharLen::Deferred | CharLen::Runtime));
        if deferred {
            self.set_deferred(bx, v);
            return Ok(());
        }
        let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let ty = &lhs.ty;
        let span = lhs.span;
        self.if_else(
            have,
            |_| Ok(()),
            |s| {
                s.allocate_box(bx, &[], &[], None)?;
                if let Ty::Derived(t) = ty {
                    let r = s.box_view(bx);
                    s.default_init(r, *t, span)?;
                }
                Ok(())
            },
        )?;
        let r = self.box_view(bx);
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    fn assign_array_allocatable(&mut self, bx: Value, lhs: Option<&'p Expr>, rhs: &'p Expr) -> R<()> {
        let bt = self.m.types.elem(self.m.ty(bx));
        let elem = self.m.types.elem(bt);
        // Strings of run-time length: a deferred length comes from the right side.
        let strings = matches!(self.m.types.kind(elem), TypeKind::Char(None));
        let declared = match lhs.map(|l| &l.kind) {
            Some(ExprKind::Var(s)) if strings => self.declared_len(self.sym(*s))?,
            _ => None,
        };
        let deep = match &rhs.ty {
            Ty::Derived(t) if self.needs_deep_copy(*t) => Some(*t),
            _ => None,
        };
        if rhs.rank == 0 {
            if strings && declared.is_none() {
                return self.fill_deferred_strings(bx, rhs);
            }
            let view = self.whole(bx, lhs)?;
            return self.assign_view(view, rhs, None);
        }
        let independent = match lhs.map(|l| &l.kind) {
            Some(ExprKind::Var(s)) if deep.is_none() && !strings => {
                let sym = self.sym(*s);
                !sym.target && !mentions(rhs, *s) && has_plain_shape(rhs)
            }
            _ => false,
        };
        let shape_only = if independent { Some(self.shape_of(rhs)?) } else { None };
        let (ext, prep) = match shape_only {
            Some(e) => (e, None),
            None => {
                let mut p = self.prep(rhs)?;
                let ext = p.extents().to_vec();
                if strings {
                    p = Prep::Array { value: self.prep_value(&p, elem)?, extents: ext.clone() };
                }
                (ext, Some(p))
            }
        };
        let elem_len = match (&prep, strings) {
            (Some(Prep::Array { value, .. }), true) => Some(match declared {
                Some(n) => n,
                None => self.elem_len(*value),
            }),
            _ => None,
        };
        let lbs = self.source_lbounds(rhs, &ext)?;
        // Same shape and allocated: nothing to do but assign.
        let mut fits = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        for (d, &n) in ext.iter().enumerate() {
            let have =
                self.b().op(OpKind::BoxExtent).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value();
            let same = self.b().cmp("eq", have, n);
            fits = self.b().binary(OpKind::And, fits, same);
        }
        if let Some(n) = elem_len {
            let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
            let same = self.b().cmp("eq", have, n);
            fits = self.b().binary(OpKind::And, fits, same);
        }
        match prep {
            None => {
                self.if_else(
                    fits,
                    |_| Ok(()),
                    |s| {
                        s.release(Cleanup::Box(bx));
                        s.allocate_box(bx, &lbs, &ext, None)
                    },
                )?;
                let view = self.whole(bx, lhs)?;
                self.assign_view(view, rhs, None)
            }
            Some(p) => self.if_else(
                fits,
                |s| {
                    let view = s.whole(bx, lhs)?;
                    s.assign_prep(view, &p, None, rhs)
                },
                |s| {
                    // The new array is filled before the old one goes away.
                    let size = match (elem_len, s.m.types.size_of(elem), s.size_of(&rhs.ty)) {
                        (Some(n), _, _) => n,
                        (None, Some(n), _) | (None, None, Some(n)) => s.idx(n as i64),
                        _ => return unsupported(rhs.span, "elements of this type"),
                    };
                    let n = s.product(&ext);
                    let bytes = s.mul(n, size);
                    let why = Attr::str("new shape of an allocatable");
                    let m = s.b().op(OpKind::Alloc).arg(bytes).attr("reason", why).result(Type::PTR).value();
                    let shape = s.static_shape(&ext);
                    let vt = s.m.types.view(shape, elem, true);
                    let v = s.b().op(OpKind::ViewMake).arg(m).args(&ext).args(&[]).opt(elem_len).result(vt).value();
                    match deep {
                        Some(t) => {
                            s.copy_elements(v, &p, t, None, rhs.span)?;
                            s.release_object_box(bx, t, rhs.span)?;
                        }
                        None => {
                            s.assign_prep(v, &p, None, rhs)?;
                            s.release(Cleanup::Box(bx));
                        }
                    }
                    s.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&lbs).build();
                    Ok(())
                },
            ),
        }
    }

    /// Assigns a string to all elements of an allocatable array of deferred length, which takes the string's length.
    fn fill_deferred_strings(&mut self, bx: Value, rhs: &'p Expr) -> R<()> {
        let v = self.scalar(rhs)?;
        let n = self.chr_len(v);
        let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
        let same = self.b().cmp("eq", have, n);
        // The string may be an element of the array.
        let p = self.b().op(OpKind::Alloc).arg(n).result(Type::PTR).value();
        self.f.temps.push(Cleanup::Free(p));
        let src = self.addr(v);
        self.rt("frt_memcpy", &[p, src, n]);
        let rank = self.m.types.rank(self.m.types.elem(self.m.ty(bx)));
        self.if_else(
            same,
            |_| Ok(()),
            |s| {
                let lbs = s.box_lbounds(bx);
                let ext: Vec<Value> = (0..rank)
                    .map(|d| {
                        s.b().op(OpKind::BoxExtent).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
                    })
                    .collect();
                s.release(Cleanup::Box(bx));
                s.allocate_box(bx, &lbs, &ext, Some(n))
            },
        )?;
        let text = self.b().op(OpKind::ChrMake).arg(p).arg(n).result(Type::CHR).value();
        let view = self.allocatable_view(bx);
        self.b().op(OpKind::ArrayAssign).arg(view).arg(text).opt(None).build();
        Ok(())
    }

    /// Lower bounds that a variable allocated by assignment of `rhs` takes: those of a whole array, else 1
    /// (F2023 10.2.1.3).
    fn source_lbounds(&mut self, rhs: &'p Expr, ext: &[Value]) -> R<Vec<Value>> {
        let one = self.idx(1);
        let whole = match &rhs.kind {
            ExprKind::Var(s) => self.sym(*s).storage != Storage::Constant && !self.is_snapshot(*s),
            ExprKind::Component { base, .. } => base.rank == 0 && place::is_designator(base),
            _ => false,
        };
        let lbs = match if whole { self.place(rhs)? } else { Place::Scalar(one) } {
            Place::Array { lbs: Some(l), .. } => l,
            _ => return Ok(vec![one; ext.len()]),
        };
        let zero = self.idx(0);
        Ok(lbs
            .into_iter()
            .zip(ext)
            .map(|(l, &n)| match self.known(l) {
                Some(1) => l,
                _ => {
                    let some = self.b().cmp("gt", n, zero);
                    self.select(some, l, one)
                }
            })
            .collect())
    }

    fn is_snapshot(&self, s: SymbolId) -> bool {
        self.f.snapshots.as_ref().is_some_and(|m| m.contains_key(&s))
    }

    /// The data of an allocatable, named after the variable it belongs to.
    fn whole(&mut self, bx: Value, lhs: Option<&'p Expr>) -> R<Value> {
        match lhs {
            Some(l) => match self.place(l)? {
                Place::Array { view, .. } => Ok(view),
                Place::Scalar(_) => unsupported(l.span, "this left side"),
            },
            None => Ok(self.allocatable_view(bx)),
        }
    }

    /// True for types with allocatable components at any depth.
    pub fn needs_deep_copy(&self, t: TypeId) -> bool {
        let dt = self.dtype(t);
        dt.extends.is_some_and(|p| self.needs_deep_copy(p))
            || dt.components.iter().any(|c| {
                c.allocatable || matches!(&c.ty, Ty::Derived(id) if !c.pointer && *id != t && self.needs_deep_copy(*id))
            })
    }

    /// Copies an object of derived type, allocatable components deeply.
    pub fn copy_derived(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> R<()> {
        let dst_ty = self.m.ty(dst);
        let src = self.cast_ref(src, dst_ty);
        if dst == src {
            return Ok(());
        }
        if !self.needs_deep_copy(t) {
            self.b().op(OpKind::CopyObject).arg(dst).arg(src).build();
            return Ok(());
        }
        if self.holds_itself(t) {
            return self.call_deep(DeepAction::Copy, &[dst, src], t, span);
        }
        self.copy_components(dst, src, t, span)
    }

    /// Copies component by component.
    pub fn copy_components(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> R<()> {
        let dt = self.dtype(t);
        if let Some(p) = dt.extends {
            let it = self.ir_ty(&Ty::Derived(p), span)?;
            let rt = self.m.types.reference(it);
            let (d, s) = (self.cast_ref(dst, rt), self.cast_ref(src, rt));
            self.copy_derived(d, s, p, span)?;
        }
        for c in &dt.components {
            let ct = self.component_ty(c, span)?;
            let array = match &c.dims {
                Dims::Explicit(b) if !c.allocatable && !c.pointer => self.const_extents(b),
                _ => None,
            };
            let rt = match &array {
                Some(e) => self.m.types.view(e.iter().map(|&n| Some(n)).collect(), ct, true),
                None => self.m.types.reference(ct),
            };
            let field = |s: &mut Self, o: Value| {
                s.b().op(OpKind::Field).arg(o).attr("field", Attr::str(&c.name)).result(rt).value()
            };
            let (d, s) = (field(self, dst), field(self, src));
            if c.allocatable {
                self.copy_allocatable(d, s, &c.ty, span)?;
            } else if c.pointer && c.ty != Ty::Procedure {
                let bytes = 24 + 24 * c.dims.rank() as i64;
                let (pd, ps) = (self.cast_ref(d, Type::PTR), self.cast_ref(s, Type::PTR));
                let n = self.idx(bytes);
                self.rt("frt_memmove", &[pd, ps, n]);
            } else if let Some(e) = &array {
                let ext: Vec<Value> = e.iter().map(|&n| self.idx(n)).collect();
                match &c.ty {
                    Ty::Derived(id) => self.nest(&ext, |l, idx| {
                        let (a, b) = (l.b().elem(d, idx), l.b().elem(s, idx));
                        l.copy_derived(a, b, *id, span)
                    })?,
                    _ => {
                        let Prep::Array { value, .. } = self.load_view(s) else { continue };
                        self.b().op(OpKind::ArrayAssign).arg(d).arg(value).opt(None).build();
                    }
                }
            } else if let Ty::Derived(id) = &c.ty {
                self.copy_derived(d, s, *id, span)?;
            } else {
                let v = self.b().load(s);
                self.store_ref(v, d);
            }
        }
        Ok(())
    }

    fn copy_allocatable(&mut self, d: Value, s: Value, ty: &'p Ty, span: Span) -> R<()> {
        let bt = self.m.types.elem(self.m.ty(s));
        let rank = self.m.types.rank(bt);
        // Assigning an object to itself must not free what it copies.
        let (pd, ps) = (self.cast_ref(d, Type::PTR), self.cast_ref(s, Type::PTR));
        let same = self.b().op(OpKind::PtrCmp).arg(pd).arg(ps).result(Type::BOOL).value();
        self.if_else(
            same,
            |_| Ok(()),
            |l| {
                if let Ty::Derived(id) = ty {
                    l.release_object_box(d, *id, span)?;
                } else {
                    l.release(Cleanup::Box(d));
                }
                let have = l.b().unary(OpKind::BoxAllocated, s, Type::BOOL);
                l.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(s);
                        let ext: Vec<Value> = (0..rank)
                            .map(|k| {
                                l.b()
                                    .op(OpKind::BoxExtent)
                                    .arg(s)
                                    .attr("dim", Attr::Int(k as i64))
                                    .result(Type::INDEX)
                                    .value()
                            })
                            .collect();
                        let elem = l.m.types.elem(bt);
                        let len = if matches!(l.m.types.kind(elem), TypeKind::Char(None)) {
                            Some(l.b().unary(OpKind::BoxElemLen, s, Type::INDEX))
                        } else {
                            None
                        };
                        l.allocate_box(d, &lbs, &ext, len)?;
                        let (a, b) = (l.allocatable_view(d), l.allocatable_view(s));
                        match ty {
                            Ty::Derived(id) if rank == 0 => {
                                l.default_init(a, *id, span)?;
                                l.copy_derived(a, b, *id, span)
                            }
                            Ty::Derived(id) => {
                                l.default_init_view(a, *id, span)?;
                                l.nest(&ext, |l, idx| {
                                    let (x, y) = (l.b().elem(a, idx), l.b().elem(b, idx));
                                    l.copy_derived(x, y, *id, span)
                                })
                            }
                            _ if rank == 0 => {
                                let v = l.b().load(b);
                                l.store_ref(v, a);
                                Ok(())
                            }
                            _ => {
                                let Prep::Array { value, .. } = l.load_view(b) else { return Ok(()) };
                                l.b().op(OpKind::ArrayAssign).arg(a).arg(value).opt(None).build();
                                Ok(())
                            }
                        }
                    },
                    |_| Ok(()),
                )
            },
        )
    }
}

fn mentions(e: &Expr, s: SymbolId) -> bool {
    walk::symbols(e).contains(&s)
}

/// True where the shape is known without evaluating anything but bounds.
fn has_plain_shape(e: &Expr) -> bool {
    match &e.kind {
        _ if e.rank == 0 => true,
        ExprKind::Const(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => has_plain_shape(a),
        ExprKind::Binary(_, a, b) => has_plain_shape(a) && has_plain_shape(b),
        _ => place::is_designator(e),
    }
}
