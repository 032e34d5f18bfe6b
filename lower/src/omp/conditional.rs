//! LASTPRIVATE with CONDITIONAL: in front of each statement that gives such a variable a value, an op says that the iteration or
//! section does so. `omp-privatize` has each thread remember the number of the last one.
//!
//! A statement gives a variable a value by assignment, as the variable of a loop, by input, by a specifier, by a clause of a
//! construct in the region, or as an argument: of a subroutine without INTENT(IN) and VALUE, of a function with INTENT(OUT) or INTENT(INOUT).
//! (Functions that define arguments of which nothing is said are much rarer than those that only read them.)

use super::recipes::Copies;
use super::*;
use ferrotran_typed::intrinsics::Intrinsic;
use std::slice::from_ref;

/// Specifiers of input and output that give their variables values.
const GIVEN: [&str; 4] = ["iostat", "iomsg", "size", "newunit"];

/// Specifiers of INQUIRE that do not.
const ASKED: [&str; 3] = ["unit", "file", "id"];

impl<'p> Lower<'p> {
    /// Runs `f`, which lowers the body of a construct with these copies.
    pub(super) fn with_conditionals<T>(&mut self, copies: &Copies, f: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.omp.conditional.len();
        for s in copies.conditional() {
            if let Some(Binding::Scalar(v)) = self.entities.get(s) {
                let v = *v;
                self.omp.conditional.push(v);
            }
        }
        let out = f(self);
        self.omp.conditional.truncate(known);
        out
    }

    /// In front of a statement: says which copies that are conditional it gives a value.
    pub(crate) fn note_assignments(&mut self, st: &'p Stmt) {
        if self.omp.conditional.is_empty() {
            return;
        }
        let mut given: Vec<SymbolId> = Vec::new();
        self.given_by(st, &mut given);
        let mut noted: Vec<Value> = Vec::new();
        for s in given {
            let Some(Binding::Scalar(v)) = self.entities.get(s) else { continue };
            let v = *v;
            if self.omp.conditional.contains(&v) && !noted.contains(&v) {
                noted.push(v);
                self.b().op(OpKind::OmpAssigned).arg(v).build();
            }
        }
    }

    /// The variables that a statement gives values, but for statements in it.
    fn given_by(&self, st: &'p Stmt, out: &mut Vec<SymbolId>) {
        // Subroutines and functions.
        let (mut called, mut referenced): (Vec<&'p Call>, Vec<&'p Call>) = Default::default();
        let mut read = |e: &'p Expr| {
            e.walk(&mut |x| {
                if let ExprKind::Call(c) = &x.kind {
                    referenced.push(c);
                }
            });
        };
        match &st.kind {
            StmtKind::Assign { lhs, .. } => out.extend(lhs.variable()),
            StmtKind::Call(c) => called.push(c),
            StmtKind::IntrinsicCall { id, args } => out.extend(given_by_intrinsic(*id, args)),
            StmtKind::Do { var, lower, upper, step, .. } => {
                out.extend(var.variable());
                [Some(lower), Some(upper), step.as_ref()].into_iter().flatten().for_each(read);
            }
            StmtKind::If { arms, .. } => arms.iter().for_each(|(cond, _)| read(cond)),
            StmtKind::DoWhile { cond, .. } => cond.iter().for_each(read),
            StmtKind::SelectCase { selector, .. } => read(selector),
            StmtKind::Allocate { stat, errmsg, .. } | StmtKind::Deallocate { stat, errmsg, .. } => {
                out.extend([stat, errmsg].into_iter().flatten().filter_map(Expr::variable));
            }
            StmtKind::Io(io) => given_by_io(io, out),
            StmtKind::Omp(o) => {
                for c in &o.clauses {
                    match c {
                        Clause::Lastprivate(l)
                        | Clause::LastprivateConditional(l)
                        | Clause::Linear(l, _)
                        | Clause::Induction { list: l, .. } => out.extend(l),
                        _ => out.extend(clauses::reduced(c).iter().filter_map(Expr::variable)),
                    }
                }
                if o.directive.has(Leaf::Atomic) {
                    o.body.iter().for_each(|st| self.given_in_atomic(st, out));
                }
            }
            _ => {}
        }
        if matches!(&st.kind, StmtKind::Assign { .. } | StmtKind::Call(_) | StmtKind::Io(_)) {
            visit::stmts(
                from_ref(st),
                &mut |e| {
                    if let ExprKind::Call(c) = &e.kind {
                        referenced.push(c);
                    }
                },
                &mut |_| {},
            );
        }
        called.into_iter().for_each(|c| self.given_by_call(c, false, out));
        referenced.into_iter().for_each(|c| self.given_by_call(c, true, out));
    }

    /// The same of the statements of an atomic construct, one of which may be an IF.
    fn given_in_atomic(&self, st: &'p Stmt, out: &mut Vec<SymbolId>) {
        self.given_by(st, out);
        if let StmtKind::If { arms, otherwise, .. } = &st.kind {
            arms.iter().flat_map(|(_, b)| b).chain(otherwise).for_each(|st| self.given_in_atomic(st, out));
        }
    }

    /// Arguments that a procedure may define.
    fn given_by_call(&self, c: &Call, function: bool, out: &mut Vec<SymbolId>) {
        let interface = match &c.target {
            ProcTarget::Proc(p) | ProcTarget::Bound { iface: p, .. } => Some(*p),
            ProcTarget::Symbol(s) => match &self.sym(*s).proc {
                Some(ProcIface::Explicit(p)) => Some(*p),
                _ => None,
            },
            ProcTarget::Pointer { iface: ProcIface::Explicit(p), .. } => Some(*p),
            ProcTarget::Pointer { .. } | ProcTarget::Implicit { .. } => None,
        };
        for (k, a) in c.args.iter().enumerate() {
            let Actual::Expr(e) = a else { continue };
            let dummy = interface.and_then(|p| self.proc(p).args.get(k)).map(|&d| self.sym(d));
            let may_define = match dummy {
                Some(d) if d.by_value => false,
                Some(d) => match d.intent {
                    Intent::In => false,
                    Intent::Out | Intent::InOut => true,
                    Intent::Unspecified => !function,
                },
                None => !function,
            };
            if may_define && is_place(e) {
                out.extend(e.variable());
            }
        }
    }
}

/// Whether an expression denotes a variable or a part of one, not a value.
fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Substring { base, .. } => is_place(base),
        _ => false,
    }
}

/// Arguments that an intrinsic subroutine defines.
fn given_by_intrinsic(id: Intrinsic, args: &[Option<Expr>]) -> impl Iterator<Item = SymbolId> + '_ {
    let dummies = &id.row().args;
    args.iter().enumerate().filter_map(move |(k, a)| {
        let out = dummies.get(k).is_none_or(|d| d.out);
        a.as_ref().filter(|_| out)?.variable()
    })
}

fn given_by_io(io: &Io, out: &mut Vec<SymbolId>) {
    let inquires = io.kind == IoKind::Inquire;
    let given = |name: &str| if inquires { !ASKED.contains(&name) } else { GIVEN.contains(&name) };
    out.extend(io.specs.iter().filter(|(name, _)| given(name)).filter_map(|(_, e)| e.variable()));
    let reads = io.kind == IoKind::Read;
    if let (IoUnit::Internal(e), IoKind::Write) = (&io.unit, io.kind) {
        out.extend(e.variable());
    }
    if let (IoFormat::Namelist { members, .. }, true) = (&io.format, reads) {
        out.extend(members.iter().map(|(_, s)| *s));
    }
    io.items.iter().for_each(|i| given_by_item(i, reads, out));
}

fn given_by_item(item: &IoItem, reads: bool, out: &mut Vec<SymbolId>) {
    match item {
        IoItem::Expr(e) => out.extend(e.variable().filter(|_| reads)),
        IoItem::ImpliedDo { var, items, .. } => {
            out.extend(var.variable());
            items.iter().for_each(|i| given_by_item(i, reads, out));
        }
    }
}
