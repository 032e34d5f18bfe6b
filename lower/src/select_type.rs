//! SELECT TYPE, and the intrinsics that ask for dynamic types.

use super::class::{Dyn, Entity, is_class};
use super::place::Place;
use super::*;
use ferrotran_ir::Pred;

impl FunctionBuilder {
    fn type_question(&mut self, f: RuntimeFn, a: Value, b: Value) -> Value {
        let v = self.rt_value(f, &[a, b], Type::I32);
        let zero = self.b().int(0, Type::I32);
        self.b().cmp(Pred::Ne, v, zero)
    }
}

impl<'p> Expressions<'p> {
    /// Dynamic type of an object whose value is not needed; the declared type where it is unallocated or disassociated
    /// (null for an unlimited polymorphic object).
    fn type_of(&mut self, e: &'p Expr) -> Lowered<Dyn> {
        let mut d = self.dynamic_of(e)?;
        if !is_class(&e.ty) {
            return Ok(d);
        }
        if super::place::is_designator(e)
            && let Some(bx) = self.box_of(e)?
        {
            let here = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
            let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
            d.ty = self.b().op(OpKind::Select).arg(here).arg(d.ty).arg(null).result(Type::PTR).value();
        }
        if e.ty == Ty::Class(None) {
            return Ok(d);
        }
        let declared = self.type_desc(&e.ty, e.span)?;
        Ok(self.or_declared(d, &e.ty, declared))
    }

    /// Dynamic type of an object, without its place where that can be had.
    pub fn dynamic_of(&mut self, e: &'p Expr) -> Lowered<Dyn> {
        match &e.kind {
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } if is_class(&base.ty) => self.dynamic_of(base),
            ExprKind::Paren(x) if is_class(&x.ty) => self.dynamic_of(x),
            _ if is_class(&e.ty) => match self.box_of(e)? {
                Some(bx) => Ok(self.box_type(bx)),
                None => Ok(self.entity(e)?.dynamic),
            },
            _ => match self.size_of(&e.ty) {
                Some(n) => {
                    let ty = self.type_desc(&e.ty, e.span)?;
                    let len = self.idx(n as i64);
                    Ok(Dyn { ty, len })
                }
                None => Ok(self.entity(e)?.dynamic),
            },
        }
    }

    /// EXTENDS_TYPE_OF and SAME_TYPE_AS.
    pub fn type_inquiry(&mut self, extends: bool, a: &'p Expr, b: &'p Expr) -> Lowered<Value> {
        let (x, y) = (self.type_of(a)?, self.type_of(b)?);
        Ok(self.type_question(if extends { rt::frt_type_extends } else { rt::frt_type_same }, x.ty, y.ty))
    }

    /// Bytes of one element of a polymorphic object.
    pub fn dynamic_size(&mut self, e: &'p Expr) -> Lowered<Value> {
        Ok(self.type_of(e)?.len)
    }
}

impl<'p> Lower<'p> {
    /// SELECT TYPE: an exact match wins, then the CLASS IS guard of the type that extends the others, then the default.
    pub fn select_type(&mut self, selector: &'p Expr, guards: &'p [TypeGuard]) -> Lowered<()> {
        let mut e = self.entity(selector)?;
        // What is not allocated has its declared type.
        if let Ty::Class(Some(t)) = &selector.ty
            && self.box_of(selector)?.is_some()
        {
            let declared = Ty::Derived(*t);
            let d = self.type_desc(&declared, selector.span)?;
            e.dynamic = self.or_declared(e.dynamic, &declared, d);
        }
        let depth = |t: TypeId| {
            let mut n = 0;
            let mut cur = self.dtype(t).extends;
            while let Some(p) = cur {
                n += 1;
                cur = self.dtype(p).extends;
            }
            n
        };
        let mut order: Vec<&'p TypeGuard> = guards.iter().collect();
        order.sort_by_key(|g| match &g.ty {
            Some(_) if g.exact => (0, 0),
            Some(Ty::Class(Some(t))) => (1, -depth(*t)),
            _ => (2, 0),
        });
        self.type_guards(&e, &order)
    }

    fn type_guards(&mut self, e: &Entity, guards: &[&'p TypeGuard]) -> Lowered<()> {
        let Some((&g, rest)) = guards.split_first() else { return Ok(()) };
        let Some(ty) = &g.ty else { return self.guard_block(e, g) };
        let span = self.sym(g.assoc).span;
        let want = self.type_desc(ty, span)?;
        let cond = match ty {
            Ty::Derived(_) => self.b().op(OpKind::PtrCmp).arg(e.dynamic.ty).arg(want).result(Type::BOOL).value(),
            Ty::Class(_) => self.type_question(rt::frt_type_extends, e.dynamic.ty, want),
            Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character(..)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => self.type_question(rt::frt_type_same, e.dynamic.ty, want),
        };
        self.if_else(cond, |s| s.guard_block(e, g), |s| s.type_guards(e, rest))
    }

    /// The block of a guard, with the associate name bound to the object as seen in it.
    fn guard_block(&mut self, e: &Entity, g: &'p TypeGuard) -> Lowered<()> {
        let seen = match &g.ty {
            Some(t) => Entity { place: self.place_as(&e.place, t, e.dynamic)?, dynamic: e.dynamic },
            None => e.clone(),
        };
        self.bind_entity(g.assoc, seen, g.ty.as_ref().is_none_or(is_class));
        self.stmts(&g.body);
        Ok(())
    }

    /// Binds an associate name to an object.
    pub fn bind_entity(&mut self, s: SymbolId, e: Entity, class: bool) {
        let b = match e.place {
            Place::Scalar(r) => Binding::Scalar(r),
            Place::Array { view, lbs } => {
                let lbs = match lbs {
                    Some(l) => l,
                    None => {
                        let rank = self.m.types.rank(self.m.ty(view));
                        (0..rank).map(|_| self.idx(1)).collect()
                    }
                };
                Binding::Array { view, lbs }
            }
        };
        self.tell(s, &b);
        self.entities.bind(s, b);
        if class {
            self.entities.set_dynamic(s, Some(e.dynamic));
        }
    }

    /// The same object as one of another type; strings have the length of the dynamic type.
    fn place_as(&mut self, p: &Place, ty: &Ty, d: Dyn) -> Lowered<Place> {
        let elem = self.ir_ty(ty, Span::default())?;
        let chr = matches!(ty, Ty::Character(..));
        Ok(match p {
            Place::Scalar(r) if chr => {
                let a = self.addr(*r);
                let rt = self.m.types.reference(Type::chr(ty.chr_kind()));
                Place::Scalar(self.b().op(OpKind::ChrRef).arg(a).arg(d.len).result(rt).value())
            }
            Place::Scalar(r) => {
                let rt = self.m.types.reference(elem);
                Place::Scalar(self.cast_ref(*r, rt))
            }
            Place::Array { view, lbs } => {
                let view = if chr {
                    let extents = self.view_extents(*view);
                    let strides: Vec<Value> = (0..extents.len())
                        .map(|k| {
                            self.b()
                                .op(OpKind::ViewStride)
                                .arg(*view)
                                .attr("dim", Attr::Int(k as i64))
                                .result(Type::INDEX)
                                .value()
                        })
                        .collect();
                    let vt = self.m.types.view(vec![None; extents.len()], Type::chr(ty.chr_kind()), false);
                    let base = self.addr(*view);
                    let mut b = self.b();
                    let op = b.op(OpKind::ViewMake).arg(base).args(&extents).args(&strides);
                    op.opt(Some(d.len)).result(vt).value()
                } else {
                    self.view_with_elem(*view, elem)?
                };
                Place::Array { view, lbs: lbs.clone() }
            }
        })
    }
}
