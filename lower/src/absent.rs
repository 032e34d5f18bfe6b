//! References to intrinsic procedures whose optional arguments are optional dummies of the program: an absent one makes
//! the argument absent (15.5.2.12), so there is one reference with it and one without.

use super::array::Prep;
use super::*;
use ferrotran_typed::intrinsics::Intrinsic;

impl Declarations<'_> {
    /// The first argument in doubt of an intrinsic function reference, and its dummy.
    pub fn doubtful_argument(&self, e: &Expr) -> Option<(usize, SymbolId)> {
        match &e.kind {
            ExprKind::Intrinsic { id, args } => self.doubtful_of(*id, args),
            _ => None,
        }
    }

    fn doubtful_of(&self, id: Intrinsic, args: &[Option<Expr>]) -> Option<(usize, SymbolId)> {
        let dummies = &id.row().args;
        args.iter().enumerate().find_map(|(i, a)| {
            let s = self.optional_dummy(a.as_ref()?)?;
            let optional = dummies.get(i).or(dummies.last()).is_some_and(|d| d.optional);
            (optional && !self.entities.is_present(s)).then_some((i, s))
        })
    }
}

impl<'p> Expressions<'p> {
    /// A scalar function reference with the argument `i` in doubt.
    pub fn either_scalar(&mut self, e: &'p Expr, (i, s): (usize, SymbolId)) -> Lowered<Value> {
        let without = without_argument(e, i);
        let here = self.present(s, e.span)?;
        self.either_value(e, here, |l, present| match present {
            true => l.knowing_present(s, |l| l.scalar(e)),
            false => l.scalar(without),
        })
    }

    /// An array-valued function reference with the argument `i` in doubt.
    pub fn either_array(&mut self, e: &'p Expr, (i, s): (usize, SymbolId)) -> Lowered<Prep<'p>> {
        let without = without_argument(e, i);
        let here = self.present(s, e.span)?;
        let absent = self.b().unary(OpKind::Not, here, Type::BOOL);
        let elem = self.ir_ty(&e.ty, e.span)?;
        self.branches(e.rank, elem, &[here, absent], |l, k| match k {
            0 => l.knowing_present(s, |l| l.prep(e)),
            _ => l.prep(without),
        })
    }

    /// CALL of an intrinsic subroutine.
    pub fn intrinsic_statement(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        let Some((i, s)) = self.doubtful_of(id, args) else {
            return self.with_temps(|l| l.intrinsic_call(id, args, span));
        };
        let mut fewer = args.to_vec();
        fewer[i] = None;
        let fewer: &'p [Option<Expr>] = Vec::leak(fewer);
        let here = self.present(s, span)?;
        self.if_else(
            here,
            |l| l.knowing_present(s, |l| l.intrinsic_statement(id, args, span)),
            |l| l.intrinsic_statement(id, fewer, span),
        )
    }
}

/// The reference without its argument `i`. It lives as long as the program being compiled, which is as long as the
/// process.
fn without_argument(e: &Expr, i: usize) -> &'static Expr {
    let mut e = e.clone();
    if let ExprKind::Intrinsic { args, .. } = &mut e.kind {
        args[i] = None;
    }
    Box::leak(Box::new(e))
}
