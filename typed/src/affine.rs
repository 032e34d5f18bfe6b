//! Bounds of loops that depend on the variable of a loop further out, in the form that OpenMP gives them
//! (OpenMP 6.0, 6.4.1): a multiple of the variable, and terms without it.

use crate::*;

/// What such a bound is.
#[derive(Clone, Debug)]
pub struct Affine<'a> {
    /// The variable.
    pub variable: SymbolId,
    /// What it is multiplied by, if by anything but one.
    pub factor: Option<&'a Expr>,
    /// Whether the product is subtracted.
    pub negative: bool,
    /// The terms without it, and whether each is subtracted.
    pub terms: Vec<(&'a Expr, bool)>,
}

/// The form of a bound that depends on one of these variables. A bound of another form has none.
pub fn affine<'a>(e: &'a Expr, variables: &[SymbolId]) -> Option<Affine<'a>> {
    let depends = |e: &Expr| visit::symbols(e).iter().any(|s| variables.contains(s));
    match &e.kind {
        ExprKind::Var(s) if variables.contains(s) => {
            Some(Affine { variable: *s, factor: None, negative: false, terms: vec![] })
        }
        ExprKind::Paren(inner) => affine(inner, variables),
        ExprKind::Convert(inner) if matches!((&e.ty, &inner.ty), (Ty::Integer(_), Ty::Integer(_))) => {
            affine(inner, variables)
        }
        ExprKind::Unary(Op1::Neg, inner) => affine(inner, variables).map(negated),
        ExprKind::Binary(op @ (Op2::Add | Op2::Sub), a, b) => {
            let minus = *op == Op2::Sub;
            match (depends(a), depends(b)) {
                (true, false) => {
                    let mut out = affine(a, variables)?;
                    out.terms.push((b, minus));
                    Some(out)
                }
                (false, true) => {
                    let mut out = affine(b, variables)?;
                    if minus {
                        out = negated(out);
                    }
                    out.terms.push((a, false));
                    Some(out)
                }
                _ => None,
            }
        }
        ExprKind::Binary(Op2::Mul, a, b) => {
            let (of, factor) = if depends(a) { (a, b) } else { (b, a) };
            let mut out = affine(of, variables)?;
            if depends(factor) || out.factor.is_some() || !out.terms.is_empty() {
                return None;
            }
            out.factor = Some(factor);
            Some(out)
        }
        _ => None,
    }
}

/// The one of these variables of which an expression that depends on them is a linear function, whatever it looks like.
pub fn linear_in(e: &Expr, variables: &[SymbolId]) -> Option<SymbolId> {
    let depends = |e: &Expr| visit::symbols(e).iter().any(|s| variables.contains(s));
    let of = |e: &Expr| linear_in(e, variables);
    match &e.kind {
        ExprKind::Var(s) => variables.contains(s).then_some(*s),
        ExprKind::Paren(inner) | ExprKind::Unary(Op1::Neg, inner) => of(inner),
        ExprKind::Convert(inner) if matches!((&e.ty, &inner.ty), (Ty::Integer(_), Ty::Integer(_))) => of(inner),
        ExprKind::Binary(op @ (Op2::Add | Op2::Sub | Op2::Mul), a, b) => match (depends(a), depends(b)) {
            (true, false) => of(a),
            (false, true) => of(b),
            _ if *op == Op2::Mul => None,
            _ => of(a).filter(|s| of(b) == Some(*s)),
        },
        _ => None,
    }
}

fn negated(mut a: Affine<'_>) -> Affine<'_> {
    a.negative = !a.negative;
    a.terms.iter_mut().for_each(|t| t.1 = !t.1);
    a
}
