//! Conditional expressions: the branch that the condition chooses leaves its value in a temporary.

use super::array::Prep;
use super::place::Place;
use super::*;
use ferrotran_ir::{BoxAttribute, TypeKind};

impl<'p> Lower<'p> {
    /// The scalar value of `(condition ? first : second)`.
    pub fn conditional_scalar(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        if class::is_class(&e.ty) {
            // An object of the declared type, or the part of it that has this type.
            return match self.entity(e)?.place {
                Place::Scalar(r) => Ok(r),
                Place::Array { .. } => unsupported(e.span, "a conditional expression of this type"),
            };
        }
        let (condition, first, second) = parts(args, e)?;
        let condition = self.scalar(condition)?;
        let t = self.ir_ty(&e.ty, e.span)?;
        if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            let bt = self.m.types.boxed(0, Type::chr(e.ty.chr_kind()));
            let bx = self.alloca(bt, None);
            self.b().op(OpKind::BoxInit).arg(bx).choice(BoxAttribute::Allocatable).build();
            self.f.cleanups.after_statement(Cleanup::Box(bx));
            self.either(condition, first, second, |l, x| {
                let v = l.scalar(x)?;
                l.set_deferred(bx, v)
            })?;
            let r = self.box_view(bx);
            return Ok(self.load_ref(r));
        }
        if let Ty::Derived(id) = &e.ty {
            let obj = self.new_object(*id, e.span)?;
            self.either(condition, first, second, |l, x| {
                let v = l.scalar(x)?;
                l.clone_derived(obj, v, *id, x.span)
            })?;
            self.end_copy(obj, *id, e.span)?;
            return Ok(obj);
        }
        if !self.is_plain(t) {
            return unsupported(e.span, "a conditional expression of this type");
        }
        let slot = self.alloca(t, None);
        self.either(condition, first, second, |l, x| {
            let v = l.scalar(x)?;
            l.store_ref(v, slot);
            Ok(())
        })?;
        Ok(self.load_ref(slot))
    }

    /// The array value of `(condition ? first : second)`.
    pub fn conditional_array(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        if class::is_class(&e.ty) {
            return unsupported(e.span, "a polymorphic array as a conditional expression here");
        }
        let (condition, first, second) = parts(args, e)?;
        if let Ty::Derived(id) = &e.ty
            && self.is_managed(*id)
            && !(place::is_designator(first) && place::is_designator(second))
        {
            return unsupported(e.span, "a conditional expression of arrays of this type that are no variables");
        }
        let here = self.scalar(condition)?;
        let other = self.b().unary(OpKind::Not, here, Type::BOOL);
        let elem = self.ir_ty(&e.ty, e.span)?;
        self.branches(e.rank, elem, &[here, other], |l, k| l.prep(if k == 0 { first } else { second }))
    }

    pub fn either(
        &mut self,
        condition: Value,
        first: &'p Expr,
        second: &'p Expr,
        set: impl Fn(&mut Self, &'p Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        self.if_else(condition, |l| l.with_temps(|l| set(l, first)), |l| l.with_temps(|l| set(l, second)))
    }
}

fn parts<'p>(args: &'p [Option<Expr>], e: &Expr) -> Lowered<(&'p Expr, &'p Expr, &'p Expr)> {
    match args {
        [Some(c), Some(a), Some(b)] => Ok((c, a, b)),
        _ => unsupported(e.span, "a conditional expression without values"),
    }
}
