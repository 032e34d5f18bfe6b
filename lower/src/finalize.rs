//! Copies and ends of objects that are more than their bytes: types with allocatable components, FINAL procedures or
//! components with defined assignment (see `typedesc::is_managed`).

use super::place::{Place, is_designator};
use super::*;
use ferrotran_ir::TypeKind;

impl Declarations<'_> {
    /// How an allocatable entity of that type ends.
    pub fn allocatable_cleanup(&mut self, bx: Value, ty: &Ty, span: Span) -> Lowered<Cleanup> {
        Ok(match ty {
            Ty::Class(_) => Cleanup::Class(bx),
            Ty::Derived(t) if self.is_managed(*t) => {
                let ty = self.type_desc(ty, span)?;
                let desc = self.cast_ref(bx, Type::PTR);
                Cleanup::Managed { desc, ty }
            }
            Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character(..)
            | Ty::Derived(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => Cleanup::Box(bx),
        })
    }

    /// How an object (ref or view) of a managed type ends.
    pub fn object_cleanup(&mut self, v: Value, t: TypeId, span: Span) -> Lowered<Cleanup> {
        let ty = self.type_desc(&Ty::Derived(t), span)?;
        let desc = self.object_box(v);
        Ok(Cleanup::Object { desc, ty })
    }

    /// Intrinsic assignment of an object of derived type.
    pub fn copy_derived(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> Lowered<()> {
        self.transfer_derived(rt::frt_object_assign, dst, src, t, span)
    }

    /// Copies an object to storage that holds nothing yet: nothing is finalized or freed there.
    pub fn clone_derived(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> Lowered<()> {
        self.transfer_derived(rt::frt_object_clone, dst, src, t, span)
    }

    /// Makes objects private copies of others of a managed type: default-initialized, with allocatable components that
    /// are allocated as those of the originals.
    pub fn private_derived(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> Lowered<()> {
        self.transfer_derived(rt::frt_object_private, dst, src, t, span)
    }

    fn transfer_derived(&mut self, how: RuntimeFn, dst: Value, src: Value, t: TypeId, span: Span) -> Lowered<()> {
        let dst_ty = self.m.ty(dst);
        let src = match self.m.tk(src) {
            // Strides of its own: a descriptor says them.
            TypeKind::View { .. } if self.is_managed(t) => self.view_as(src, t, span)?,
            _ => self.cast_ref(src, dst_ty),
        };
        if !self.is_managed(t) {
            if dst == src {
                return Ok(());
            }
            self.b().op(OpKind::CopyObject).arg(dst).arg(src).build();
            return Ok(());
        }
        let ty = self.type_desc(&Ty::Derived(t), span)?;
        let (d, s) = (self.object_box(dst), self.object_box(src));
        self.rt(how, &[d, s, ty]);
        Ok(())
    }

    /// After a copy of their bytes: gives the objects of a view their own allocations.
    pub fn own_parts(&mut self, view: Value, t: TypeId, span: Span) -> Lowered<()> {
        let ty = self.type_desc(&Ty::Derived(t), span)?;
        let d = self.object_box(view);
        self.rt(rt::frt_object_own, &[d, ty]);
        Ok(())
    }
}

impl<'p> Expressions<'p> {
    /// The value of an expression of a managed type in memory, as a descriptor's address.
    fn value_box(&mut self, e: &'p Expr, t: TypeId) -> Lowered<Value> {
        let v = match &e.kind {
            ExprKind::Call(c) if e.rank > 0 && !self.is_elemental_call(c) => self.function_array(c, e)?,
            ExprKind::Call(c) if e.rank > 0 => self.elemental_function(c, e)?,
            _ => match self.place_or_temp(e)? {
                Place::Scalar(r) => r,
                Place::Array { view, .. } => view,
            },
        };
        // Of a polymorphic value the part of the declared type counts.
        let v = match self.m.tk(v) {
            ferrotran_ir::TypeKind::View { .. } => self.view_as(v, t, e.span)?,
            _ => v,
        };
        Ok(self.object_box(v))
    }

    /// Intrinsic assignment of objects of a managed type to the elements of a view, under a mask.
    pub fn assign_managed(&mut self, view: Value, t: TypeId, rhs: &'p Expr, mask: Option<Value>) -> Lowered<()> {
        let ty = self.type_desc(&Ty::Derived(t), rhs.span)?;
        let src = self.value_box(rhs, t)?;
        let dst = self.object_box(view);
        match mask {
            None => self.rt(rt::frt_object_assign, &[dst, src, ty]),
            Some(m) => {
                let ext = self.view_extents(view);
                let m = self.materialize(m, &ext, &Ty::Logical(1), rhs.span)?;
                let m = self.object_box(m);
                self.rt(rt::frt_object_assign_masked, &[dst, src, ty, m]);
            }
        }
        Ok(())
    }

    /// Intrinsic assignment to an allocatable of a managed type.
    pub fn assign_managed_allocatable(&mut self, bx: Value, t: TypeId, rhs: &'p Expr) -> Lowered<()> {
        let ty = self.type_desc(&Ty::Derived(t), rhs.span)?;
        if is_designator(rhs) && rhs.rank > 0 {
            let Place::Array { view, lbs } = self.place(rhs)? else { return unsupported(rhs.span, "this value") };
            let view = self.view_as(view, t, rhs.span)?;
            let vt = self.m.ty(view);
            let types = &mut self.m.types;
            let bt = types.boxed(types.rank(vt), types.elem(vt));
            let rt = self.m.types.reference(bt);
            let src = self.b().op(OpKind::BoxMake).arg(view).args(&lbs.unwrap_or_default()).result(rt).value();
            self.allocatable_assign(bx, src, ty, false, true);
            return Ok(());
        }
        let src = self.value_box(rhs, t)?;
        self.allocatable_assign(bx, src, ty, false, false);
        Ok(())
    }
}
