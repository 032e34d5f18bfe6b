//! The atomic construct.

use super::*;

impl<'p> Lower<'p> {
    pub(super) fn atomic(&mut self, o: &'p Omp, span: Span) -> R<()> {
        let word = |w: &str| {
            o.clauses.iter().any(|c| match c {
                Clause::Other { name, .. } => *name == w,
                Clause::Hint(name, _) => *name == w,
                _ => false,
            })
        };
        let list: Vec<&'p Stmt> = o.body.iter().collect();
        if word("capture") || word("compare") || list.len() != 1 {
            // Several accesses: one thread at a time is always right.
            return self.atomic_as_critical(o);
        }
        let StmtKind::Assign { lhs, rhs, .. } = &list[0].kind else { return unsupported(span, "this ATOMIC") };
        if word("read") {
            let v = self.scalar(rhs)?;
            let r = self.scalar_place(lhs)?;
            self.store_ref(v, r);
            return Ok(());
        }
        let r = self.scalar_place(lhs)?;
        let t = self.m.types.elem(self.m.ty(r));
        if word("write") {
            let v = self.scalar(rhs)?;
            let v = self.cast(v, t);
            self.b().op(OpKind::OmpAtomic).arg(r).arg(v).attr("kind", Attr::str("write")).build();
            return Ok(());
        }
        let same = |e: &Expr| same_designator(e, lhs);
        let strip = |mut e: &'p Expr| {
            while let ExprKind::Paren(x) | ExprKind::Convert(x) = &e.kind {
                e = x;
            }
            e
        };
        let (kind, other, reverse): (&str, &'p Expr, bool) = match &strip(rhs).kind {
            ExprKind::Binary(op, a, b) => {
                let k = match op {
                    Op2::Add => "add",
                    Op2::Sub => "sub",
                    Op2::Mul => "mul",
                    Op2::Div => "div",
                    Op2::And => "and",
                    Op2::Or => "or",
                    Op2::Eqv => "eqv",
                    Op2::Neqv => "neqv",
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
                let k = match id.row().name {
                    "max" => "max",
                    "min" => "min",
                    "iand" => "and",
                    "ior" => "or",
                    "ieor" => "xor",
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
        let v = self.scalar(other)?;
        let v = self.cast(v, t);
        self.b().op(OpKind::OmpAtomic).arg(r).arg(v).attr("kind", Attr::str(kind)).flag("reverse", reverse).build();
        Ok(())
    }

    pub(super) fn atomic_as_critical(&mut self, o: &'p Omp) -> R<()> {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.stmts(&o.body));
        self.b().op(OpKind::OmpCritical).attr("kind", Attr::str("atomic")).region(r).build();
        Ok(())
    }
}
