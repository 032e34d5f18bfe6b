//! Variables of DO loops that an internal procedure changes which the loop calls (Fortran 2018, 11.1.7.4.3).

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::*;

impl<'a> Rules<'a> {
    /// Checks the loops of all bodies. Only what such a procedure surely does counts.
    pub fn check_loop_variables(&mut self) {
        let mut found: Vec<(Span, Span, SymbolId, ProcId)> = vec![];
        for p in &self.prog.procs {
            if let Some(b) = &p.body {
                self.loops_of(&b.stmts, &mut vec![], &mut found);
            }
        }
        for (at, changed, s, p) in found {
            let (v, q) = (self.sym(s).name.clone(), self.proc(p).name.clone());
            let text = format!("`{q}` changes `{v}`, the variable of the loop that it is called in");
            self.report(Diagnostic::error(ErrorCode::Definable, at, text).also(changed, "changed here"));
        }
    }
}

impl<'a> Facts<'a> {
    fn loops_of(&self, list: &[Stmt], open: &mut Vec<SymbolId>, found: &mut Vec<(Span, Span, SymbolId, ProcId)>) {
        for s in list {
            let mut call = |c: &Call, open: &[SymbolId]| {
                let ProcTarget::Proc(q) = c.target else { return };
                if self.proc(q).host.is_none() {
                    return;
                }
                for v in open.iter().filter(|&&v| !self.has_its_own(q, v)) {
                    if let Some(at) = self.surely_changes(q, *v) {
                        found.push((c.span, at, *v, q));
                    }
                }
            };
            match &s.kind {
                StmtKind::Call(c) => call(c, open),
                StmtKind::Assign { rhs, .. } => rhs.walk(&mut |e| {
                    if let ExprKind::Call(c) = &e.kind {
                        call(c, open);
                    }
                }),
                StmtKind::Do { var, body, .. } => {
                    let before = open.len();
                    open.extend(var.variable());
                    self.loops_of(body, open, found);
                    open.truncate(before);
                }
                StmtKind::If { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Block { .. }
                | StmtKind::Associate { .. }
                | StmtKind::SelectCase { .. }
                | StmtKind::SelectType { .. }
                | StmtKind::SelectRank { .. } => visit::blocks(s, &mut |b| self.loops_of(b, open, found)),
                // What these call is pure; a region has variables of its own.
                StmtKind::DoConcurrent { .. } | StmtKind::Forall { .. } | StmtKind::Where { .. } | StmtKind::Omp(_) => {
                }
                StmtKind::Label(_)
                | StmtKind::PointerAssign { .. }
                | StmtKind::IntrinsicCall { .. }
                | StmtKind::Allocate { .. }
                | StmtKind::Deallocate { .. }
                | StmtKind::Nullify(_)
                | StmtKind::Exit(_)
                | StmtKind::Cycle(_)
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto { .. }
                | StmtKind::ArithIf { .. }
                | StmtKind::Return
                | StmtKind::Pause(_)
                | StmtKind::Stop { .. }
                | StmtKind::Io(_) => {}
            }
        }
    }

    /// Each activation of the procedure has a variable of its own.
    fn has_its_own(&self, p: ProcId, v: SymbolId) -> bool {
        let own = self.sym(v);
        own.owner == Some(p)
            && match own.storage {
                Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } => false,
                Storage::Local
                | Storage::Dummy(_)
                | Storage::Result
                | Storage::Equivalence { .. }
                | Storage::Based { .. }
                | Storage::Associate
                | Storage::Index
                | Storage::Constant => true,
            }
    }

    /// Where a procedure changes a variable of its host before anything may have left it.
    fn surely_changes(&self, p: ProcId, v: SymbolId) -> Option<Span> {
        for s in &self.proc(p).body.as_ref()?.stmts {
            let changed = match &s.kind {
                StmtKind::Assign { lhs, .. } => matches!(lhs.kind, ExprKind::Var(t) if t == v),
                StmtKind::Do { var, .. } => matches!(var.kind, ExprKind::Var(t) if t == v),
                StmtKind::Call(_) | StmtKind::Io(_) => false,
                _ => return None,
            };
            if changed {
                return Some(s.span);
            }
        }
        None
    }
}
