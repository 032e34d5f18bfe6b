//! Strings of C: F_C_STRING.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

impl<'a> Rules<'a> {
    /// F_C_STRING (Fortran 2023, 18.2.3.9): the string, without trailing blanks unless ASIS is true, and a null.
    pub(super) fn c_string(&mut self, slots: Vec<Option<Expr>>, ty: Ty, span: Span) -> Res<Expr> {
        let mut slots = slots.into_iter();
        let Some(string) = slots.next().flatten() else { return Err(Reported) };
        let asis = slots.next().flatten();
        let call = |id: Intrinsic, args: Vec<Option<Expr>>, ty: Ty| Expr {
            kind: ExprKind::Intrinsic { id, args },
            ty,
            rank: 0,
            span,
        };
        let text = match asis {
            None => call(Intrinsic::Trim, vec![Some(string)], ty.clone()),
            Some(mut asis) => {
                // An absent dummy argument as ASIS is an absent argument.
                if let ExprKind::Var(s) = &asis.kind
                    && self.sym(*s).optional
                {
                    let logical = Ty::Logical(self.opts.default_logical);
                    let here = call(Intrinsic::Present, vec![Some(asis.clone())], logical.clone());
                    let value = self.convert(asis, &logical)?;
                    let kind = ExprKind::Binary(Op2::And, Box::new(here), Box::new(value));
                    asis = Expr { kind, ty: logical, rank: 0, span };
                }
                let whole = call(Intrinsic::Len, vec![Some(string.clone()), None], Ty::Integer(8));
                let trimmed = call(Intrinsic::LenTrim, vec![Some(string.clone()), None], Ty::Integer(8));
                let n = call(Intrinsic::Merge, vec![Some(whole), Some(trimmed), Some(asis)], Ty::Integer(8));
                let base = Expr { rank: 0, ty: ty.clone(), span, kind: ExprKind::Paren(Box::new(string)) };
                let kind = ExprKind::Substring { base: Box::new(base), lower: None, upper: Some(Box::new(n)) };
                Expr { kind, ty: ty.clone(), rank: 0, span }
            }
        };
        let null = Expr {
            kind: ExprKind::Const(Const::Char(vec![0])),
            ty: Ty::Character(CharLen::Const(1), 1),
            rank: 0,
            span,
        };
        Ok(Expr { kind: ExprKind::Binary(Op2::Concat, Box::new(text), Box::new(null)), ty, rank: 0, span })
    }
}
