//! Conditional expressions: the branch that the condition chooses leaves its value in a temporary.

use super::array::Prep;
use super::place::Place;
use super::*;

impl<'p> Expressions<'p> {
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
        self.either_value(e, condition, |l, holds| l.scalar(if holds { first } else { second }))
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
}

fn parts<'p>(args: &'p [Option<Expr>], e: &Expr) -> Lowered<(&'p Expr, &'p Expr, &'p Expr)> {
    match args {
        [Some(c), Some(a), Some(b)] => Ok((c, a, b)),
        _ => unsupported(e.span, "a conditional expression without values"),
    }
}
