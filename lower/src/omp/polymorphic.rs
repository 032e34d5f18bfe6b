//! Copies of polymorphic variables. They have the dynamic type of the original. What has a descriptor of its own
//! (allocatables, pointers) gets one; dummies keep the dynamic type that is known of the original.

use super::*;
use class::{Dyn, Entity, is_class};
use ferrotran_ir::BoxAttribute;

impl Lower<'_> {
    /// The object behind a binding of a variable.
    pub(super) fn bound_entity(&mut self, s: SymbolId, b: &Binding) -> Lowered<Entity> {
        let place = match b {
            Binding::Box(bx) if self.is_polymorphic(s) => {
                return Ok(Entity { place: self.class_place(*bx), dynamic: self.box_type(*bx) });
            }
            Binding::Box(bx) => self.class_place(*bx),
            Binding::Scalar(r) => Place::Scalar(*r),
            Binding::Array { view, lbs } => Place::Array { view: *view, lbs: Some(lbs.clone()) },
            Binding::Value(_) | Binding::Proc(_) => return unsupported(self.sym(s).span, "this variable in a clause"),
        };
        let sym = self.sym(s);
        let dynamic = match is_class(&sym.ty) {
            true => self.dynamic_of_symbol(s)?,
            false => self.static_type(&sym.ty, &place, sym.span)?,
        };
        Ok(Entity { place, dynamic })
    }

    fn dynamic_of_symbol(&self, s: SymbolId) -> Lowered<Dyn> {
        match self.entities.dynamic(s) {
            Some(d) => Ok(d),
            None => unsupported(self.sym(s).span, "a private copy of this polymorphic variable"),
        }
    }

    /// A descriptor of the object behind a binding, as the runtime takes it, and the dynamic type.
    pub(super) fn object_of(&mut self, s: SymbolId, b: &Binding) -> Lowered<(Value, Value)> {
        let e = self.bound_entity(s, b)?;
        let bx = self.class_box(&e, BoxAttribute::Other);
        Ok((self.cast_ref(bx, Type::PTR), e.dynamic.ty))
    }

    /// Storage for a private copy, default-initialized where it is an object and not a descriptor.
    pub(super) fn polymorphic_storage(&mut self, s: SymbolId, outer: &Binding) -> Lowered<Binding> {
        let sym = self.sym(s);
        let elem = self.ir_ty(&sym.ty, sym.span)?;
        if sym.allocatable || sym.pointer {
            let bx = self.new_class_box(sym.rank(), elem, storage::box_attribute(sym));
            if sym.allocatable {
                self.f.cleanups.at_exit(Cleanup::Class(bx));
            }
            return Ok(Binding::Box(bx));
        }
        let e = self.bound_entity(s, outer)?;
        let bx = self.new_class_box(sym.rank(), elem, BoxAttribute::Allocatable);
        self.f.cleanups.at_exit(Cleanup::Class(bx));
        self.allocate_as(bx, &e, true)?;
        Ok(match self.class_place(bx) {
            Place::Scalar(r) => Binding::Scalar(r),
            Place::Array { view, lbs } => Binding::Array { view, lbs: lbs.unwrap_or_default() },
        })
    }
}

impl FunctionBuilder {
    /// Allocates objects like those, with their default initialization.
    pub(super) fn allocate_as(&mut self, bx: Value, like: &Entity, class: bool) -> Lowered<()> {
        let (lbs, ext) = match &like.place {
            Place::Scalar(_) => (Vec::new(), Vec::new()),
            Place::Array { view, lbs } => (lbs.clone().unwrap_or_default(), self.view_extents(*view)),
        };
        self.allocate_box(bx, &lbs, &ext, class.then_some(like.dynamic.len))?;
        if class {
            self.set_type(bx, like.dynamic);
        }
        let at = self.cast_ref(bx, Type::PTR);
        self.rt(rt::frt_object_init, &[at, like.dynamic.ty]);
        Ok(())
    }
}

impl Lower<'_> {
    /// What a private copy without the value of the original holds at first.
    pub(super) fn begin_polymorphic(&mut self, s: SymbolId, fresh: &Binding, outer: &Binding) -> Lowered<()> {
        let make_private = |l: &mut Self| {
            let ((to, _), (from, ty)) = (l.object_of(s, fresh)?, l.object_of(s, outer)?);
            l.rt(rt::frt_object_private, &[to, from, ty]);
            Ok(())
        };
        match (fresh, outer) {
            _ if self.sym(s).pointer => Ok(()),
            (Binding::Box(d), Binding::Box(f)) => {
                let (d, f) = (*d, *f);
                let have = self.b().unary(OpKind::BoxAllocated, f, Type::BOOL);
                self.if_else(
                    have,
                    |l| {
                        let like = l.bound_entity(s, outer)?;
                        l.allocate_as(d, &like, true)?;
                        make_private(l)
                    },
                    |_| Ok(()),
                )
            }
            _ => make_private(self),
        }
    }

    /// Gives one copy of a polymorphic variable the value (of pointers: the association) of another.
    pub(super) fn copy_polymorphic(&mut self, s: SymbolId, dst: &Binding, src: &Binding) -> Lowered<()> {
        match (dst, src) {
            (Binding::Box(d), Binding::Box(f)) if self.sym(s).pointer => {
                let (d, f) = (*d, *f);
                let have = self.b().unary(OpKind::BoxAllocated, f, Type::BOOL);
                self.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(f);
                        let view = l.box_view(f);
                        let dynamic = l.box_type(f);
                        l.b().op(OpKind::BoxSet).arg(d).arg(view).args(&lbs).build();
                        l.set_type(d, dynamic);
                        Ok(())
                    },
                    |l| {
                        l.nullify_box(d);
                        l.forget_type(d);
                        Ok(())
                    },
                )
            }
            (Binding::Box(d), Binding::Box(f)) => {
                let ty = self.box_type(*f).ty;
                self.allocatable_assign(*d, *f, ty, true, true);
                Ok(())
            }
            _ => {
                let ((to, _), (from, ty)) = (self.object_of(s, dst)?, self.object_of(s, src)?);
                self.rt(rt::frt_object_assign, &[to, from, ty]);
                Ok(())
            }
        }
    }

    /// The polymorphic array like `view` at another address, its elements one after the other.
    pub(super) fn polymorphic_at(&mut self, s: SymbolId, view: Value, at: Value) -> Lowered<Value> {
        let ext = self.view_extents(view);
        let dynamic = self.dynamic_of_symbol(s)?;
        let elem = self.m.types.elem(self.m.ty(view));
        Ok(self.strided_view(at, &ext, dynamic.len, elem))
    }

    /// Bytes of a copy of a polymorphic variable that lives as long as a task.
    pub(super) fn polymorphic_bytes(&mut self, s: SymbolId, outer: &Binding) -> Lowered<Value> {
        if let Binding::Box(_) = outer {
            let rank = self.sym(s).rank();
            return Ok(self.idx(ferrotran_abi::desc::class_size(rank) as i64));
        }
        let e = self.bound_entity(s, outer)?;
        let mut n = e.dynamic.len;
        if let Place::Array { view, .. } = e.place {
            let ext = self.view_extents(view);
            let count = self.product(&ext);
            n = self.mul(n, count);
        }
        Ok(n)
    }

    /// Default initialization of a copy that lives as long as a task.
    pub(super) fn init_polymorphic(&mut self, s: SymbolId, copy: &Binding) -> Lowered<()> {
        if let Binding::Box(bx) = copy {
            let attribute = storage::box_attribute(self.sym(s));
            self.b().op(OpKind::BoxInit).arg(*bx).choice(attribute).build();
            self.forget_type(*bx);
            return Ok(());
        }
        let (at, ty) = self.object_of(s, copy)?;
        self.rt(rt::frt_object_init, &[at, ty]);
        Ok(())
    }

    /// Ends the object in such a copy, where there is one.
    pub(super) fn end_polymorphic(&mut self, s: SymbolId, copy: &Binding) -> Lowered<()> {
        let sym = self.sym(s);
        match copy {
            Binding::Box(bx) if sym.allocatable => self.release(Cleanup::Class(*bx)),
            // What a pointer points to lives on.
            Binding::Box(_) => {}
            _ => {
                let (desc, ty) = self.object_of(s, copy)?;
                self.release(Cleanup::Object { desc, ty });
            }
        }
        Ok(())
    }

    /// Whether copies of a variable are those of this file.
    pub(super) fn is_polymorphic(&self, s: SymbolId) -> bool {
        is_class(&self.sym(s).ty)
    }
}
