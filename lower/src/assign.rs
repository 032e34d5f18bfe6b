//! Assignment: scalars, arrays, derived types, allocation on assignment.

use super::array::Prep;
use super::place::{Place, is_designator};
use super::subscripts::vector_section;
use super::*;
use ferrotran_ir::{Pred, TypeKind};

impl FunctionBuilder {
    /// The string becomes the value of an allocatable of deferred length, which is allocated anew where its length is
    /// another one (Fortran 2018, 10.2.1.3).
    pub fn set_deferred(&mut self, bx: Value, v: Value) -> Lowered<()> {
        let n = self.chr_len(v);
        let here = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
        let same = self.b().cmp(Pred::Eq, have, n);
        let fits = self.b().binary(OpKind::And, here, same);
        self.if_else(
            fits,
            |s| {
                let r = s.box_view(bx);
                s.store_ref(v, r);
                Ok(())
            },
            |s| {
                s.renew_deferred(bx, v, n);
                Ok(())
            },
        )
    }

    /// A copy of the string becomes the value of an allocatable of deferred length.
    fn renew_deferred(&mut self, bx: Value, v: Value, n: Value) {
        // The value may be part of the old one: it is copied before that goes away.
        let p = self.string_alloc(n);
        let src = self.addr(v);
        self.rt(rt::frt_memcpy, &[p, src, n]);
        self.set_string(bx, p, n, self.chr_kind(v), true);
    }
}

impl<'p> Expressions<'p> {
    /// An intrinsic assignment statement.
    pub fn assign(&mut self, lhs: &'p Expr, rhs: &'p Expr, realloc: bool) -> Lowered<()> {
        let deferred = matches!(lhs.ty, Ty::Character(CharLen::Deferred | CharLen::Runtime, _));
        let keeps = self.opts.keep_allocated && lhs.rank > 0 && !deferred && !class::is_class(&lhs.ty);
        let realloc = realloc && !keeps;
        let elsewhere = self.f.elsewhere.any();
        let same = lhs.rank > 0
            && match elsewhere {
                true => rhs.rank == 0 || realloc::keeps_shape(rhs, lhs),
                // What is read is allocated, and has the shape of the value.
                false => {
                    !matches!(lhs.ty, Ty::Character(..) | Ty::Derived(_) | Ty::Class(_))
                        && !self.checked(|c| c.bounds || c.pointer)
                        && realloc::keeps_shape(rhs, lhs)
                }
            };
        if realloc && !same {
            return self.assign_realloc(lhs, rhs);
        }
        if lhs.rank == 0 {
            return self.assign_scalar(lhs, rhs);
        }
        if let Some(section) = vector_section(lhs) {
            return self.scatter(lhs, section, rhs, None);
        }
        self.check_there(lhs)?;
        let Place::Array { view, .. } = self.place(lhs)? else {
            return unsupported(lhs.span, "this left side");
        };
        if rhs.rank > 0 && self.checked(|c| c.bounds) {
            let name = self.array_name(lhs);
            let have = self.view_extents(view);
            if let Ty::Derived(t) | Ty::Class(Some(t)) = &rhs.ty
                && self.is_managed(*t)
            {
                // What is evaluated once only is checked where it is evaluated.
                if is_designator(rhs) {
                    self.check_there(rhs)?;
                    let want = self.shape_of(rhs)?;
                    self.check_shape(&name, &have, &want)?;
                }
                return self.assign_view(view, rhs, None);
            }
            let p = self.prep(rhs)?;
            let want = p.extents().to_vec();
            let store = |s: &mut Self| {
                s.check_shape(&name, &have, &want)?;
                s.assign_prep(view, &p, None)
            };
            return match &rhs.kind {
                // Transformations without elements are taken to have the shape of the variable.
                ExprKind::Intrinsic { .. } => self.where_elements(&have, &want, store),
                _ => store(self),
            };
        }
        self.assign_view(view, rhs, None)
    }

    fn assign_scalar(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> Lowered<()> {
        if self.assign_concat_fixed(lhs, rhs)? {
            return Ok(());
        }
        let v = self.scalar(rhs)?;
        self.check_there(lhs)?;
        let Place::Scalar(r) = self.place(lhs)? else { return unsupported(lhs.span, "this left side") };
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        let v = self.untrimmed(rhs, v);
        self.store_ref(v, r);
        Ok(())
    }

    /// Assigns an expression (of the view's rank, or scalar) to a view, under a mask (array value of i1).
    pub fn assign_view(&mut self, view: Value, rhs: &'p Expr, mask: Option<Value>) -> Lowered<()> {
        if let Ty::Derived(t) | Ty::Class(Some(t)) = &rhs.ty
            && self.is_managed(*t)
        {
            return self.assign_managed(view, *t, rhs, mask);
        }
        let p = self.prep(rhs)?;
        self.assign_prep(view, &p, mask)
    }

    /// Assigns a prepared expression to a view, under a mask.
    pub fn assign_prep(&mut self, view: Value, p: &Prep<'p>, mask: Option<Value>) -> Lowered<()> {
        let elem = self.m.types.elem(self.m.ty(view));
        let value = match p {
            Prep::Scalar(v) if self.is_plain(elem) => self.cast(*v, elem),
            Prep::Scalar(v) => *v,
            _ => self.prep_value(p, elem)?,
        };
        self.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(mask).build();
        Ok(())
    }

    /// Allocation on assignment to a whole allocatable.
    fn assign_realloc(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> Lowered<()> {
        let Some(bx) = self.box_of(lhs)? else { return self.assign_scalar(lhs, rhs) };
        if class::is_class(&lhs.ty) {
            return self.assign_class(bx, rhs);
        }
        if lhs.rank == 0 {
            return self.assign_scalar_allocatable(bx, lhs, rhs);
        }
        self.assign_array_allocatable(bx, Some(lhs), rhs)
    }

    /// Gives a new allocatable component its value; it stays unallocated where the value is an allocatable that is
    /// not allocated (7.5.10).
    pub fn assign_allocatable_box(&mut self, bx: Value, rhs: &'p Expr) -> Lowered<()> {
        let variable = match &rhs.kind {
            ExprKind::Convert(x) => x,
            _ => rhs,
        };
        if self.is_allocatable(variable)
            && let Some(source) = self.box_of(variable)?
        {
            let have = self.b().unary(OpKind::BoxAllocated, source, Type::BOOL);
            return self.if_else(have, |l| l.fill_allocatable_box(bx, rhs), |_| Ok(()));
        }
        self.fill_allocatable_box(bx, rhs)
    }

    fn fill_allocatable_box(&mut self, bx: Value, rhs: &'p Expr) -> Lowered<()> {
        let bt = self.m.types.elem(self.m.ty(bx));
        if self.m.types.rank(bt) > 0 {
            return self.assign_array_allocatable(bx, None, rhs);
        }
        if let Ty::Derived(t) = &rhs.ty
            && self.is_managed(*t)
        {
            return self.assign_managed_allocatable(bx, *t, rhs);
        }
        let v = self.scalar(rhs)?;
        let elem = self.m.types.elem(bt);
        if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) {
            return self.set_deferred(bx, v);
        }
        self.allocate_box(bx, &[], &[], None)?;
        let r = self.box_view(bx);
        self.store_ref(v, r);
        Ok(())
    }

    fn assign_scalar_allocatable(&mut self, bx: Value, lhs: &'p Expr, rhs: &'p Expr) -> Lowered<()> {
        if let Ty::Derived(t) = &lhs.ty
            && self.is_managed(*t)
        {
            return self.assign_managed_allocatable(bx, *t, rhs);
        }
        let deferred = matches!(lhs.ty, Ty::Character(CharLen::Deferred | CharLen::Runtime, _));
        if deferred && self.assign_concat_deferred(bx, lhs, rhs)? {
            return Ok(());
        }
        let v = self.scalar(rhs)?;
        if deferred {
            return self.set_deferred(bx, v);
        }
        let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        self.if_else(
            have,
            |_| Ok(()),
            |s| {
                let strings = matches!(lhs.ty, Ty::Character(CharLen::Expr(_), _));
                let n = if strings { Some(s.object_len(lhs, bx)?) } else { None };
                s.allocate_box(bx, &[], &[], n)
            },
        )?;
        let r = self.box_view(bx);
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    fn assign_array_allocatable(&mut self, bx: Value, lhs: Option<&'p Expr>, rhs: &'p Expr) -> Lowered<()> {
        let bt = self.m.types.elem(self.m.ty(bx));
        let elem = self.m.types.elem(bt);
        // Strings of run-time length: a deferred length comes from the right side.
        let strings = matches!(self.m.types.kind(elem), TypeKind::Char(None, _));
        let declared = match lhs {
            // An assumed length is that of the actual argument, which its descriptor has even before it is allocated.
            Some(l) if strings && matches!(l.ty, Ty::Character(CharLen::Assumed, _)) => Some(self.object_len(l, bx)?),
            Some(Expr { kind: ExprKind::Var(s), .. }) if strings => self.variable_len(*s)?,
            _ => None,
        };
        if let Ty::Derived(t) | Ty::Class(Some(t)) = &rhs.ty
            && self.is_managed(*t)
        {
            return self.assign_managed_allocatable(bx, *t, rhs);
        }
        if rhs.rank == 0 {
            self.check_scalar_to_array(bx)?;
            if strings && declared.is_none() {
                return self.fill_deferred_strings(bx, rhs);
            }
            let view = self.whole(bx, lhs)?;
            return self.assign_view(view, rhs, None);
        }
        let independent = match lhs.map(|l| &l.kind) {
            Some(ExprKind::Var(s)) if !strings => {
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
        match prep {
            None => {
                self.fit_allocatable(bx, &lbs, &ext)?;
                let view = self.whole(bx, lhs)?;
                self.assign_view(view, rhs, None)
            }
            Some(p) => {
                let fits = self.fits(bx, &ext, elem_len);
                self.if_else(
                    fits,
                    |s| {
                        let view = s.whole(bx, lhs)?;
                        s.assign_prep(view, &p, None)
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
                        s.assign_prep(v, &p, None)?;
                        s.release(Cleanup::Box(bx));
                        s.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&lbs).build();
                        Ok(())
                    },
                )
            }
        }
    }

    /// Assigns a string to all elements of an allocatable array of deferred length, which takes the string's length.
    fn fill_deferred_strings(&mut self, bx: Value, rhs: &'p Expr) -> Lowered<()> {
        let v = self.scalar(rhs)?;
        let n = self.chr_len(v);
        let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
        let same = self.b().cmp(Pred::Eq, have, n);
        // The string may be an element of the array.
        let p = self.b().op(OpKind::Alloc).arg(n).result(Type::PTR).value();
        self.f.cleanups.after_statement(Cleanup::Free(p));
        let src = self.addr(v);
        self.rt(rt::frt_memcpy, &[p, src, n]);
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
        let string = Type::chr(self.chr_kind(v));
        let text = self.b().op(OpKind::ChrMake).arg(p).arg(n).result(string).value();
        let view = self.allocatable_view(bx);
        self.b().op(OpKind::ArrayAssign).arg(view).arg(text).opt(None).build();
        Ok(())
    }

    /// Lower bounds that a variable allocated by assignment of `rhs` takes: those of a whole array, else 1
    /// (F2023 10.2.1.3).
    pub(super) fn source_lbounds(&mut self, rhs: &'p Expr, ext: &[Value]) -> Lowered<Vec<Value>> {
        let one = self.idx(1);
        // The conversion belongs to the assignment.
        let rhs = match &rhs.kind {
            ExprKind::Convert(x) => x,
            _ => rhs,
        };
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
                    let some = self.b().cmp(Pred::Gt, n, zero);
                    self.select(some, l, one)
                }
            })
            .collect())
    }

    fn is_snapshot(&self, s: SymbolId) -> bool {
        self.bodies.snapshot(s).is_some()
    }

    /// The data of an allocatable, named after the variable it belongs to.
    fn whole(&mut self, bx: Value, lhs: Option<&'p Expr>) -> Lowered<Value> {
        match lhs {
            Some(l) => match self.place(l)? {
                Place::Array { view, .. } => Ok(view),
                Place::Scalar(_) => unsupported(l.span, "this left side"),
            },
            None => Ok(self.allocatable_view(bx)),
        }
    }
}

fn mentions(e: &Expr, s: SymbolId) -> bool {
    visit::symbols(e).contains(&s)
}

/// True where the shape is known without evaluating anything but bounds.
fn has_plain_shape(e: &Expr) -> bool {
    match &e.kind {
        _ if e.rank == 0 => true,
        ExprKind::Const(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => has_plain_shape(a),
        ExprKind::Binary(_, a, b) => has_plain_shape(a) && has_plain_shape(b),
        ExprKind::Var(_)
        | ExprKind::Elem { .. }
        | ExprKind::Section { .. }
        | ExprKind::Component { .. }
        | ExprKind::Substring { .. }
        | ExprKind::ComplexPart { .. } => place::is_designator(e),
        ExprKind::Call(_)
        | ExprKind::Intrinsic { .. }
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => false,
    }
}
