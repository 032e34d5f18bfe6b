//! The atomic construct.

use super::*;
use ferrotran_ir::{AtomicKind, CriticalKind};
use ferrotran_syntax::omp::ClauseKind;
use ferrotran_typed::intrinsics::Intrinsic;

/// What an expression is without parentheses and conversions around it.
fn strip(mut e: &Expr) -> &Expr {
    while let ExprKind::Paren(x) | ExprKind::Convert(x) = &e.kind {
        e = x;
    }
    e
}

impl<'p> Lower<'p> {
    pub(super) fn atomic(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        let does = |access: AtomicAccess| o.clauses.iter().any(|c| matches!(c, Clause::Atomic(a) if *a == access));
        let list: Vec<&'p Stmt> = o.body.iter().collect();
        if does(AtomicAccess::Compare) {
            return match list[..] {
                [one] if !does(AtomicAccess::Capture) => self.atomic_extreme(o, one),
                // One thread at a time is always right.
                _ => self.atomic_as_critical(o),
            };
        }
        // CAPTURE: the variable that gets the old or the new value.
        let mut captured = None;
        let update = match list[..] {
            [one] if !does(AtomicAccess::Capture) => one,
            [first, second] if does(AtomicAccess::Capture) => {
                let (StmtKind::Assign { lhs: l1, rhs: r1, .. }, StmtKind::Assign { lhs: l2, rhs: r2, .. }) =
                    (&first.kind, &second.kind)
                else {
                    return self.atomic_as_critical(o);
                };
                let plain = |e: &Expr| matches!(e.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Logical(_)) && e.rank == 0;
                if same_designator(l2, strip(r1)) && plain(l1) && plain(l2) {
                    captured = Some((l1, false));
                    second
                } else if same_designator(l1, strip(r2)) && plain(l1) && plain(l2) {
                    captured = Some((l2, true));
                    first
                } else {
                    return self.atomic_as_critical(o);
                }
            }
            _ => return self.atomic_as_critical(o),
        };
        let StmtKind::Assign { lhs, rhs, .. } = &update.kind else { return unsupported(span, "this ATOMIC") };
        let variable = if does(AtomicAccess::Read) { strip(rhs) } else { lhs };
        let ty = self.ir_ty(&variable.ty, span)?;
        let parts = self.m.types.is_wide(ty) || matches!(variable.ty, Ty::Complex(_));
        if parts && (does(AtomicAccess::Read) || does(AtomicAccess::Write)) {
            // The machine moves such values in two parts.
            return self.atomic_as_critical(o);
        }
        if does(AtomicAccess::Read) {
            let x = self.scalar_place(strip(rhs))?;
            let t = self.m.types.elem(self.m.ty(x));
            let v = self.b().op(OpKind::Load).arg(x).flag("atomic", true).result(t).value();
            let r = self.scalar_place(lhs)?;
            let t = self.m.types.elem(self.m.ty(r));
            let v = self.cast(v, t);
            self.store_ref(v, r);
            let acquires = |k: &ClauseKind| matches!(k, ClauseKind::Acquire | ClauseKind::AcqRel | ClauseKind::SeqCst);
            if o.clauses.iter().any(|c| matches!(c, Clause::Inert { kind, .. } if acquires(kind))) {
                self.b().op(OpKind::OmpFlush).build();
            }
            return Ok(());
        }
        let same = |e: &Expr| same_designator(e, lhs);
        let mut uses_old = false;
        rhs.walk(&mut |e| uses_old |= same(e));
        // Such operations of the machine are signed.
        let signed = match &strip(rhs).kind {
            ExprKind::Binary(Op2::Div | Op2::Pow, ..) => true,
            ExprKind::Intrinsic { id, .. } => matches!(id, Intrinsic::Max | Intrinsic::Min),
            _ => false,
        };
        if signed && matches!(lhs.ty, Ty::Unsigned(_)) {
            return self.atomic_as_critical(o);
        }
        if does(AtomicAccess::Write) || captured.is_some_and(|c| !c.1) && !uses_old {
            return self.atomic_op(lhs, rhs, AtomicKind::Write, false, captured);
        }
        let (kind, other, reverse): (AtomicKind, &'p Expr, bool) = match &strip(rhs).kind {
            ExprKind::Binary(op, a, b) => {
                let k = match op {
                    Op2::Add => AtomicKind::Add,
                    Op2::Sub => AtomicKind::Sub,
                    Op2::Mul => AtomicKind::Mul,
                    Op2::Div => AtomicKind::Div,
                    Op2::And => AtomicKind::And,
                    Op2::Or => AtomicKind::Or,
                    Op2::Eqv => AtomicKind::Eqv,
                    Op2::Neqv => AtomicKind::Neqv,
                    _ => return unsupported(rhs.span, "this operator in ATOMIC"),
                };
                if same(strip(a)) {
                    (k, b, false)
                } else if same(strip(b)) {
                    (k, a, true)
                } else {
                    return self.atomic_as_critical(o);
                }
            }
            ExprKind::Intrinsic { id, args } => {
                let k = match id {
                    Intrinsic::Max => AtomicKind::Max,
                    Intrinsic::Min => AtomicKind::Min,
                    Intrinsic::Iand => AtomicKind::And,
                    Intrinsic::Ior => AtomicKind::Or,
                    Intrinsic::Ieor => AtomicKind::Xor,
                    _ => return unsupported(rhs.span, "this intrinsic in ATOMIC"),
                };
                match (args.first(), args.get(1), args.len()) {
                    (Some(Some(a)), Some(Some(b)), 2) if same(strip(a)) => (k, b, false),
                    (Some(Some(a)), Some(Some(b)), 2) if same(strip(b)) => (k, a, true),
                    _ => return self.atomic_as_critical(o),
                }
            }
            _ => return self.atomic_as_critical(o),
        };
        // Mixed types: the operation is done in the type of the expression, which one machine operation cannot do.
        if other.ty != lhs.ty {
            return self.atomic_as_critical(o);
        }
        self.atomic_op(lhs, other, kind, reverse, captured)
    }

    /// `if (e < x) x = e` and its like: the lesser or the greater of two integers.
    fn atomic_extreme(&mut self, o: &'p Omp, st: &'p Stmt) -> Lowered<()> {
        let StmtKind::If { arms, otherwise, .. } = &st.kind else { return self.atomic_as_critical(o) };
        let [(cond, body)] = &arms[..] else { return self.atomic_as_critical(o) };
        let ([Stmt { kind: StmtKind::Assign { lhs, rhs, .. }, .. }], [], ExprKind::Binary(op, a, b)) =
            (&body[..], &otherwise[..], &strip(cond).kind)
        else {
            return self.atomic_as_critical(o);
        };
        let integers = [lhs, rhs, &**a, &**b].iter().all(|e| matches!(e.ty, Ty::Integer(_)) && e.ty == lhs.ty);
        let in_order = same_designator(a, rhs) && same_designator(b, lhs);
        let swapped = same_designator(b, rhs) && same_designator(a, lhs);
        let kind = match op {
            Op2::Lt if in_order => AtomicKind::Min,
            Op2::Lt if swapped => AtomicKind::Max,
            Op2::Gt if in_order => AtomicKind::Max,
            Op2::Gt if swapped => AtomicKind::Min,
            _ => return self.atomic_as_critical(o),
        };
        if !integers {
            return self.atomic_as_critical(o);
        }
        self.atomic_op(lhs, rhs, kind, false, None)
    }

    /// `x = x kind other`; `captured` is the variable that gets the new (true) or the old value of `x`.
    fn atomic_op(
        &mut self,
        x: &'p Expr,
        other: &'p Expr,
        kind: AtomicKind,
        reverse: bool,
        captured: Option<(&'p Expr, bool)>,
    ) -> Lowered<()> {
        let r = self.scalar_place(x)?;
        let t = self.m.types.elem(self.m.ty(r));
        let v = self.scalar(other)?;
        let v = self.cast(v, t);
        let to = captured.map(|(to, new)| Ok((self.scalar_place(to)?, new))).transpose()?;
        let mut b = self.b();
        let op = b.op(OpKind::OmpAtomic).arg(r).arg(v).choice(kind).flag("reverse", reverse);
        let Some((to, new)) = to else {
            op.build();
            return Ok(());
        };
        let got = op.flag("new", new).result(t).value();
        let t = self.m.types.elem(self.m.ty(to));
        let got = self.cast(got, t);
        self.store_ref(got, to);
        Ok(())
    }

    pub(super) fn atomic_as_critical(&mut self, o: &'p Omp) -> Lowered<()> {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.stmts(&o.body));
        self.b().op(OpKind::OmpCritical).choice(CriticalKind::Atomic).region(r).build();
        Ok(())
    }
}
