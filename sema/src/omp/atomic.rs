//! The forms of `atomic` (OpenMP 5.2, 15.8.4).

use super::*;
use crate::stmt::control::is_variable;
use ferrotran_syntax::omp::ClauseKind;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::visit::same_place;

impl<'a> Rules<'a> {
    /// The memory order that REQUIRES gives to the atomic constructs of a scope that have none of their own.
    pub(super) fn required_order(&self, sc: ScopeId) -> Option<MemoryOrder> {
        std::iter::successors(Some(sc), |&s| self.sc(s).parent)
            .find_map(|s| self.sc(s).atomic_order.as_deref())
            .and_then(MemoryOrder::of_word)
    }

    /// The statements of an atomic construct have the form that its clauses ask for.
    pub(super) fn omp_atomic(&mut self, body: &[Stmt], c: &'a ast::OmpConstruct) -> Res<()> {
        let has = |k: ClauseKind| c.clauses.iter().any(|x| x.kind == k);
        if body.is_empty() {
            // What stood there was reported.
            return Err(Reported);
        }
        let mut assigns: Vec<(&Expr, &Expr, Span)> = vec![];
        for s in body {
            match &s.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    self.atomic_variable(lhs, s.span)?;
                    assigns.push((lhs, rhs, s.span));
                }
                StmtKind::If { .. } | StmtKind::Block { .. } | StmtKind::PointerAssign { .. } => {}
                _ => {
                    let text = "only assignments may stand in an `atomic` construct";
                    return Err(self.err(ErrorCode::OmpRule, s.span, text));
                }
            }
        }
        // `p => q` is no update: it reads, writes, captures, or stands in a comparison.
        let says = [ClauseKind::Read, ClauseKind::Write, ClauseKind::Capture, ClauseKind::Compare];
        if let Some(s) = body.iter().find(|s| matches!(s.kind, StmtKind::PointerAssign { .. }))
            && !says.into_iter().any(has)
        {
            let text = "a pointer assignment is no update: `atomic` needs `read`, `write`, `capture` or `compare` here";
            return Err(self.err(ErrorCode::OmpRule, s.span, text));
        }
        // BLOCK and IF: what `compare` and a strictly structured block have; pointers are compared and set.
        if has(ClauseKind::Compare) || assigns.len() < body.len() {
            if let Some(s) = body.iter().find(|s| matches!(s.kind, StmtKind::If { .. }))
                && !has(ClauseKind::Compare)
            {
                return Err(self.err(
                    ErrorCode::OmpRule,
                    s.span,
                    "IF in an `atomic` construct needs the clause `compare`",
                ));
            }
            return match has(ClauseKind::Compare) {
                true => self.atomic_compare(&plain(body), has(ClauseKind::Capture), c.span),
                false => Ok(()),
            };
        }
        if has(ClauseKind::Capture) {
            return match assigns[..] {
                [a, b] => self.atomic_capture(a, b),
                _ => {
                    let text = "`atomic capture` has two statements: the variable is changed, and its value is kept";
                    Err(self.err(ErrorCode::OmpRule, c.span, text))
                }
            };
        }
        let [(lhs, rhs, span)] = assigns[..] else {
            let at = assigns.get(1).map_or(c.span, |a| a.2);
            return Err(self.err(ErrorCode::OmpRule, at, "an `atomic` construct without `capture` has one statement"));
        };
        if has(ClauseKind::Read) {
            let x = strip(rhs);
            if !is_variable(x) || x.rank != 0 {
                return Err(self.err(
                    ErrorCode::OmpRule,
                    rhs.span,
                    "`atomic read` has the form `v = x` with a variable x",
                ));
            }
            if same_place(lhs, x) {
                return Err(self.err(ErrorCode::OmpRule, span, "`atomic read` needs two different variables"));
            }
            return Ok(());
        }
        if has(ClauseKind::Write) {
            return self.atomic_write(lhs, rhs);
        }
        self.atomic_update(lhs, rhs, span)
    }

    /// COMPARE: `if (x == e) x = d`, where `x < e` and the like take `x = e`; with CAPTURE also `v = x` in front, behind or
    /// as ELSE, and the condition kept in a variable.
    fn atomic_compare(&mut self, list: &[&Stmt], capture: bool, span: Span) -> Res<()> {
        let rule = |this: &mut Self, at: Span, text: &str| Err(this.err(ErrorCode::OmpRule, at, text));
        let mut choices = list.iter().filter_map(|s| match &s.kind {
            StmtKind::If { arms, otherwise, .. } => Some((arms, otherwise, s.span)),
            _ => None,
        });
        let Some((arms, otherwise, at)) = choices.next() else {
            // The least or the greatest by an intrinsic, or a conditional expression.
            let assigned: Vec<(&Expr, &Expr)> = list.iter().filter_map(|s| assignment(s)).collect();
            if assigned.iter().any(|(x, value)| keeps_or_replaces(x, value)) {
                return Ok(());
            }
            let text =
                "`atomic compare` has an IF, `x = max(x, expr)` or `x = min(x, expr)`, or a conditional expression";
            return rule(self, assigned.first().map_or(span, |a| a.0.span), text);
        };
        if let Some(other) = choices.next() {
            return rule(self, other.2, "`atomic compare` has one IF");
        }
        let [(condition, then)] = &arms[..] else {
            return rule(self, at, "the IF of `atomic compare` has no ELSE IF");
        };
        let then = plain(then);
        let Some((x, d)) = then.first().filter(|_| then.len() == 1).and_then(|s| assignment(s)) else {
            return rule(self, at, "the IF of `atomic compare` has one statement, which assigns");
        };
        if let StmtKind::Assign { .. } = then[0].kind {
            self.atomic_variable(x, then[0].span)?;
        }
        // `r = x == e` in front.
        let kept = list.iter().filter_map(|s| assignment(s)).find(|(r, _)| same_place(r, strip(condition)));
        let condition = kept.map_or(condition, |(_, value)| value);
        self.atomic_comparison(x, condition, d)?;
        let others: Vec<&&Stmt> = list.iter().filter(|s| !matches!(s.kind, StmtKind::If { .. })).collect();
        let others =
            others.into_iter().filter(|s| kept.is_none_or(|k| !assignment(s).is_some_and(|a| same_place(a.0, k.0))));
        let other_way = plain(otherwise);
        let captures: Vec<&Stmt> = others.copied().chain(other_way).collect();
        match captures[..] {
            [] if !capture || kept.is_some() => Ok(()),
            [] => rule(self, span, "`atomic compare capture` has a statement that keeps the value: `v = x`"),
            [first, ..] if !capture => {
                rule(self, first.span, "`atomic compare` without `capture` has one IF and no other statement")
            }
            [one] if assignment(one).is_some_and(|(v, value)| same_place(strip(value), x) && !same_place(v, x)) => {
                Ok(())
            }
            [first, ..] => rule(self, first.span, "beside its IF `atomic compare capture` has one statement `v = x`"),
        }
    }

    /// The condition of `atomic compare` compares the variable that is assigned.
    fn atomic_comparison(&mut self, x: &Expr, condition: &Expr, d: &Expr) -> Res<()> {
        let is_x = |e: &Expr| same_place(strip(e), x);
        match &bare(condition).kind {
            ExprKind::Binary(Op2::Eq | Op2::Eqv, a, b) if is_x(a) || is_x(b) => {
                if occurrences(x, d) > 0 {
                    let text = "the value that `atomic compare` assigns may not refer to the variable";
                    return Err(self.err(ErrorCode::OmpRule, d.span, text));
                }
                Ok(())
            }
            ExprKind::Binary(Op2::Lt | Op2::Le | Op2::Gt | Op2::Ge, a, b) if is_x(a) || is_x(b) => {
                let e = if is_x(a) { b } else { a };
                if same_place(bare(e), bare(d)) {
                    return Ok(());
                }
                let text = "where `atomic compare` asks which is less, it assigns the value that it compares with";
                Err(self.err(ErrorCode::OmpRule, d.span, text))
            }
            ExprKind::Intrinsic { id: Intrinsic::Associated, args }
                if args.first().is_some_and(|a| a.as_ref().is_some_and(is_x)) =>
            {
                Ok(())
            }
            _ => {
                let text = "the condition of `atomic compare` has the form `x == expr`, or `x < expr` and the like, where x is the variable that is assigned";
                Err(self.err(ErrorCode::OmpRule, condition.span, text))
            }
        }
    }

    fn atomic_variable(&mut self, x: &Expr, span: Span) -> Res<()> {
        if x.rank != 0 {
            return Err(self.err(ErrorCode::OmpRule, span, "an atomic statement works on scalars"));
        }
        if let ExprKind::Var(s) = &x.kind
            && self.sym(*s).allocatable
        {
            let text = format!("allocatable `{}` cannot be the variable of an atomic statement", self.sym(*s).name);
            return Err(self.err(ErrorCode::OmpRule, x.span, text));
        }
        if matches!(x.ty, Ty::Character(..) | Ty::Derived(_) | Ty::Class(_)) {
            let text = "an atomic statement needs a variable of intrinsic type other than character";
            return Err(self.err(ErrorCode::OmpRule, span, text));
        }
        Ok(())
    }

    fn atomic_write(&mut self, lhs: &Expr, rhs: &Expr) -> Res<()> {
        if occurrences(lhs, rhs) > 0 {
            let text = "the value of `atomic write` may not refer to the variable that it is stored in";
            return Err(self.err(ErrorCode::OmpRule, rhs.span, text));
        }
        Ok(())
    }

    fn atomic_update(&mut self, lhs: &Expr, rhs: &Expr, span: Span) -> Res<()> {
        if !is_update(lhs, rhs) {
            let text =
                "an `atomic` update has the form `x = x operator expr`, `x = expr operator x`, or an intrinsic of them";
            return Err(self.err(ErrorCode::OmpRule, span, text));
        }
        if occurrences(lhs, rhs) > 1 {
            let text = "the variable of an `atomic` update may stand only once on the right";
            return Err(self.err(ErrorCode::OmpRule, rhs.span, text));
        }
        Ok(())
    }

    fn atomic_capture(&mut self, a: (&Expr, &Expr, Span), b: (&Expr, &Expr, Span)) -> Res<()> {
        // `v = x` first, or last.
        let reads = |v: (&Expr, &Expr, Span), x: &Expr| same_place(x, strip(v.1)) && !same_place(v.0, x);
        if reads(a, b.0) {
            return if is_update(b.0, b.1) && occurrences(b.0, b.1) <= 1 {
                Ok(())
            } else {
                self.atomic_write(b.0, b.1)
            };
        }
        if reads(b, a.0) {
            return self.atomic_update(a.0, a.1, a.2);
        }
        let text = "one statement of `atomic capture` has the form `v = x`, where the other one changes x";
        Err(self.err(ErrorCode::OmpRule, a.2, text))
    }
}

/// The statements without the blocks around them.
fn plain(list: &[Stmt]) -> Vec<&Stmt> {
    let mut out = vec![];
    for s in list {
        match &s.kind {
            StmtKind::Block { body, .. } => out.extend(plain(body)),
            _ => out.push(s),
        }
    }
    out
}

/// What a statement of an atomic construct changes, and what to.
fn assignment(s: &Stmt) -> Option<(&Expr, &Expr)> {
    match &s.kind {
        StmtKind::Assign { lhs, rhs, .. } | StmtKind::PointerAssign { lhs, rhs, .. } => Some((lhs, rhs)),
        _ => None,
    }
}

fn strip(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(x) => strip(x),
        _ => e,
    }
}

/// A value without parentheses and conversions around it.
fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(x) | ExprKind::Paren(x) => bare(x),
        ExprKind::Intrinsic { id: Intrinsic::Int | Intrinsic::Real | Intrinsic::Dble, args } => match args.first() {
            Some(Some(x)) => bare(x),
            _ => e,
        },
        _ => e,
    }
}

/// Whether a value is that of the variable or another one: the least, the greatest, or what a condition chooses.
fn keeps_or_replaces(x: &Expr, value: &Expr) -> bool {
    match &bare(value).kind {
        ExprKind::Intrinsic { id: Intrinsic::Max | Intrinsic::Min | Intrinsic::Conditional, args } => {
            args.iter().flatten().any(|a| same_place(bare(a), x))
        }
        _ => false,
    }
}

/// How often a variable stands in an expression.
fn occurrences(x: &Expr, e: &Expr) -> usize {
    let mut n = 0;
    e.walk(&mut |y| n += usize::from(same_place(x, y)));
    n
}

/// Operators that `a op b op c` may be regrouped with.
fn family(op: Op2) -> Option<u8> {
    Some(match op {
        Op2::Add | Op2::Sub => 0,
        Op2::Mul | Op2::Div => 1,
        Op2::And => 2,
        Op2::Or => 3,
        Op2::Eqv => 4,
        Op2::Neqv => 5,
        _ => return None,
    })
}

/// Whether an assignment updates its variable: the variable is an operand of the right side's outermost operation, where
/// `x + a + b` counts as one operation.
fn is_update(lhs: &Expr, rhs: &Expr) -> bool {
    fn operand(lhs: &Expr, e: &Expr, op: u8) -> bool {
        let e = strip(e);
        if same_place(lhs, e) {
            return true;
        }
        match &e.kind {
            ExprKind::Binary(o, a, b) if family(*o) == Some(op) => operand(lhs, a, op) || same_place(lhs, strip(b)),
            _ => false,
        }
    }
    match &strip(rhs).kind {
        ExprKind::Binary(o, a, b) => family(*o).is_some_and(|op| operand(lhs, a, op) || same_place(lhs, strip(b))),
        // The operands of complex and other arithmetic that was rewritten.
        ExprKind::Intrinsic {
            id: Intrinsic::Max | Intrinsic::Min | Intrinsic::Iand | Intrinsic::Ior | Intrinsic::Ieor,
            args,
        } => args.iter().flatten().any(|a| same_place(lhs, strip(a))),
        _ => false,
    }
}
