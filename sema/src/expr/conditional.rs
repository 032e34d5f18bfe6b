//! Conditional expressions and conditional arguments (Fortran 2023, 10.1.2.3 and 15.5.2.3).

use super::*;
use ast::ArgValue;
use ferrotran_typed::intrinsics::Intrinsic;

impl<'a> Resolver<'a> {
    /// `(condition ? first : second)`
    pub(super) fn conditional(&mut self, sc: ScopeId, parts: &'a [ast::Expr; 3], span: Span) -> Res<Expr> {
        self.newer(2023, span, "a conditional expression")?;
        let [condition, first, second] = parts;
        let condition = self.logical_expr(sc, condition, "the condition");
        let (first, second) = (self.expr(sc, first), self.expr(sc, second));
        self.one_of(condition?, first?, second?, span)
    }
}

impl<'a> Rules<'a> {
    /// The value of one of two expressions.
    pub(super) fn one_of(&mut self, condition: Expr, first: Expr, second: Expr, span: Span) -> Res<Expr> {
        self.no_typeless(&first)?;
        self.no_typeless(&second)?;
        // C1004
        let (a, b) = (value_type(&first.ty), value_type(&second.ty));
        let same = match (&a, &b) {
            (Ty::Character(_, x), Ty::Character(_, y)) => x == y,
            (Ty::Derived(x) | Ty::Class(Some(x)), Ty::Derived(y) | Ty::Class(Some(y))) => self.same_type(*x, *y),
            (x, y) => x == y,
        };
        if !same {
            let (x, y) = (ty_name(&self.prog, &a), ty_name(&self.prog, &b));
            let text = format!("the values of a conditional expression have one type and kind, not {x} and {y}");
            return Err(self.err(ErrorCode::Type, second.span, text));
        }
        if first.rank != second.rank {
            let text =
                format!("the values of a conditional expression have one rank, not {} and {}", first.rank, second.rank);
            return Err(self.err(ErrorCode::Rank, second.span, text));
        }
        if matches!(a, Ty::Assumed) {
            let text = "an entity of type(*) cannot be a value of a conditional expression";
            return Err(self.err(ErrorCode::Type, span, text));
        }
        let ty = if a == b {
            a
        } else {
            match a {
                Ty::Character(_, k) => Ty::Character(CharLen::Runtime, k),
                // Polymorphic where one of the values is.
                Ty::Derived(_) if matches!(b, Ty::Class(_)) => b,
                t => t,
            }
        };
        let rank = first.rank;
        if let ExprKind::Const(Const::Logical(c)) = condition.kind {
            let chosen = if c { first } else { second };
            if let ExprKind::Const(_) = chosen.kind {
                return Ok(Expr { span, ..chosen });
            }
            // A value, no variable.
            let ty = value_type(&chosen.ty);
            return Ok(Expr { kind: ExprKind::Paren(Box::new(chosen)), ty, rank, span });
        }
        let args = vec![Some(condition), Some(first), Some(second)];
        Ok(Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Conditional, args }, ty, rank, span })
    }
}

impl<'a> Facts<'a> {
    /// The condition and the references with one argument and the other, where the first conditional argument of a
    /// function reference names `.nil.`.
    pub(super) fn chosen_arguments(&self, e: &'a ast::Expr) -> Option<[&'a ast::Expr; 3]> {
        self.split_reference(e, &|x| names_nil(x))
    }

    /// As [`Self::chosen_arguments`], for CALL statements: there every conditional argument is the variable itself.
    pub fn chosen_call(&self, e: &'a ast::Expr) -> Option<[&'a ast::Expr; 3]> {
        self.split_reference(e, &|_| true)
    }

    fn split_reference(&self, e: &'a ast::Expr, wanted: &dyn Fn(&ast::Expr) -> bool) -> Option<[&'a ast::Expr; 3]> {
        let ast::ExprKind::Ref(parts) = &e.kind else { return None };
        let args = parts.last()?.args.as_ref()?;
        let (at, parts3) = args.iter().enumerate().find_map(|(i, a)| match &a.value {
            ArgValue::Expr(x) => match &x.kind {
                ast::ExprKind::Conditional(p) if wanted(x) => Some((i, &**p)),
                _ => None,
            },
            _ => None,
        })?;
        let with = |value: &ast::Expr| -> &'a ast::Expr {
            let mut e = e.clone();
            if let ast::ExprKind::Ref(parts) = &mut e.kind
                && let Some(args) = parts.last_mut().and_then(|p| p.args.as_mut())
            {
                args[at].value = ArgValue::Expr(value.clone());
            }
            // It lives as long as the tree it was made from, which is as long as the process.
            Box::leak(Box::new(e))
        };
        Some([&parts3[0], with(&parts3[1]), with(&parts3[2])])
    }
}

/// What stands for `.nil.` among the arguments of a reference.
pub(crate) fn no_argument(span: Span) -> Expr {
    let kind = ExprKind::Intrinsic { id: Intrinsic::Conditional, args: vec![] };
    Expr { kind, ty: Ty::Typeless, rank: 0, span }
}

/// Whether an analysed argument is `.nil.`.
pub(crate) fn is_no_argument(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Intrinsic { id: Intrinsic::Conditional, args } if args.is_empty())
}

/// Whether a conditional argument may be no argument.
fn names_nil(e: &ast::Expr) -> bool {
    match &e.kind {
        ast::ExprKind::Nil => true,
        ast::ExprKind::Conditional(p) => p[1..].iter().any(names_nil),
        _ => false,
    }
}
