//! Alternate returns (obsolescent, Fortran 2018 B.3.2) and the assigned GOTO (deleted in Fortran 95), in terms of other
//! statements: an alternate return is the value of a hidden last argument, on which a computed GOTO follows the call; an
//! assigned label is its position among the labels that the procedure assigns.

use super::*;
use crate::call::ArgIn;

/// Name of the hidden dummy argument that tells which alternate return was taken.
pub(crate) const CHOICE: &str = "alternate return";
/// Name of the variable that a procedure passes for it.
pub(crate) const CHOSEN: &str = "alternate return taken";

impl<'a> Facts<'a> {
    /// The hidden dummy argument of a subroutine with alternate returns.
    pub fn alternate_return_dummy(&mut self, sc: ScopeId, position: u32, span: Span) -> SymbolId {
        let s = self.new_symbol(CHOICE.into(), span, Ty::Integer(4), Dims::Scalar, Storage::Dummy(position), sc);
        self.sc_mut(sc).locals.push(s);
        self.bind(sc, CHOICE.into(), Entity::Symbol(s), span);
        s
    }
}

impl<'a> Resolver<'a> {
    /// The argument that stands for the labels among the arguments of a CALL; the branch follows the call.
    pub fn alternate_return_actual(&mut self, sc: ScopeId, labels: Vec<LabelNo>, span: Span) -> ArgIn {
        // A variable of the statement: threads have one each.
        let s = self.new_symbol(CHOSEN.into(), span, Ty::Integer(4), Dims::Scalar, Storage::Local, sc);
        self.sym_mut(s).owner = self.place.proc;
        self.place.own.push(s);
        let var = Expr { kind: ExprKind::Var(s), ty: Ty::Integer(4), rank: 0, span };
        self.place.branches.extend(labels.iter().map(|l| (*l, span)));
        let none = StmtKind::Assign { lhs: var.clone(), rhs: integer(0, span), realloc: false };
        self.place.before.push(Stmt { kind: none, span });
        self.place.after.push(Stmt { kind: StmtKind::ComputedGoto { labels, selector: var.clone() }, span });
        ArgIn { part: false, coindexed: false, keyword: None, expr: var, span }
    }
}

impl<'a> Sema<'a> {
    /// `RETURN e`
    pub(super) fn alternate_return(&mut self, sc: ScopeId, e: &'a ast::Expr, span: Span) -> Res<StmtKind> {
        let value = self.int_expr(sc, e, "the value of an alternate RETURN")?;
        let unit = self.unit_scope(sc);
        let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(unit, CHOICE) else {
            // Written for another entry point: a value outside the range of the labels means no label (15.6.2.7).
            if self.entries_have_alternate_returns(unit) {
                self.check_leaves(span, "RETURN")?;
                return Ok(StmtKind::Return);
            }
            let text = "RETURN with a value needs a subroutine with `*` among its dummy arguments";
            return Err(self.err(ErrorCode::Flow, e.span, text));
        };
        self.check_leaves(span, "RETURN")?;
        let rhs = self.convert(value, &Ty::Integer(4))?;
        let lhs = Expr { kind: ExprKind::Var(s), ty: Ty::Integer(4), rank: 0, span };
        self.place.before.push(Stmt { kind: StmtKind::Assign { lhs, rhs, realloc: false }, span });
        Ok(StmtKind::Return)
    }

    /// `ASSIGN label TO variable`
    pub(super) fn assign_label(&mut self, sc: ScopeId, label: LabelNo, name: &Ident, span: Span) -> Res<StmtKind> {
        let var = self.label_variable(sc, name)?;
        self.check_definable(&var, "given a label")?;
        let position = self.flow.assigned.iter().position(|&l| l == label).map_or(0, |p| p + 1);
        let rhs = self.convert(integer(position as i128, span), &var.ty)?;
        Ok(StmtKind::Assign { lhs: var, rhs, realloc: false })
    }

    /// `GO TO variable, (labels)`
    pub(super) fn assigned_goto(&mut self, sc: ScopeId, name: &Ident, list: &[LabelNo], span: Span) -> Res<StmtKind> {
        let selector = self.label_variable(sc, name)?;
        // Labels outside the list, and those of FORMAT statements, cannot be meant.
        let formats = |l: &LabelNo| self.flow.labels.get(l).is_some_and(|i| i.format.is_some());
        // Without a list those that this variable gets, where it gets any.
        let own: Vec<LabelNo> =
            self.flow.assigned_to.iter().filter(|a| a.1 == name.name && !formats(&a.0)).map(|a| a.0).collect();
        let allowed = |l: &LabelNo| match (list.is_empty(), own.is_empty()) {
            (true, true) => !formats(l),
            (true, false) => own.contains(l),
            _ => list.contains(l),
        };
        let Some(some) = self.flow.assigned.iter().copied().find(allowed) else {
            return Err(self.err(ErrorCode::Flow, span, "no ASSIGN statement gives this GOTO a label"));
        };
        let labels: Vec<LabelNo> = self.flow.assigned.iter().map(|l| if allowed(l) { *l } else { some }).collect();
        for &l in &labels {
            self.jump(l, span);
        }
        Ok(StmtKind::ComputedGoto { labels, selector })
    }

    /// The format that a variable names which was given labels of FORMAT statements by ASSIGN: the text is chosen by the
    /// variable's value. `None` where no ASSIGN statement has such a label.
    pub(super) fn assigned_format(&self, var: &Expr) -> Option<Expr> {
        let text = |l: &LabelNo| self.flow.labels.get(l).and_then(|i| i.format.clone());
        let texts: Vec<(usize, Vec<u8>)> =
            self.flow.assigned.iter().enumerate().filter_map(|(k, l)| Some((k + 1, text(l)?))).collect();
        // Blanks after the closing parenthesis mean nothing.
        let width = texts.iter().map(|(_, t)| t.len()).max()?;
        let ty = Ty::Character(CharLen::Const(width as i64), 1);
        let span = var.span;
        let mut chosen: Option<Expr> = None;
        for (position, mut t) in texts.into_iter().rev() {
            t.resize(width, b' ');
            let this = Expr { kind: ExprKind::Const(Const::text(&t)), ty: ty.clone(), rank: 0, span };
            chosen = Some(match chosen {
                None => this,
                Some(rest) => {
                    let label = Expr { ty: var.ty.clone(), ..integer(position as i128, span) };
                    let same = ExprKind::Binary(Op2::Eq, Box::new(var.clone()), Box::new(label));
                    let same = Expr { kind: same, ty: Ty::Logical(4), rank: 0, span };
                    let args = vec![Some(this), Some(rest), Some(same)];
                    let kind = ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Merge, args };
                    Expr { kind, ty: ty.clone(), rank: 0, span }
                }
            });
        }
        chosen
    }

    fn label_variable(&mut self, sc: ScopeId, name: &Ident) -> Res<Expr> {
        let found = match self.lookup(sc, &name.name) {
            Some(Entry { ent: Entity::Symbol(s), .. }) => Some(s),
            Some(_) => None,
            None => Some(self.implicit_variable(sc, name)?),
        };
        match found {
            Some(s) if matches!(self.sym(s).ty, Ty::Integer(_)) && self.sym(s).rank() == 0 => {
                Ok(Expr { kind: ExprKind::Var(s), ty: self.sym(s).ty.clone(), rank: 0, span: name.span })
            }
            _ => {
                let text = format!("`{}` must be a scalar integer variable to hold a label", name.name);
                Err(self.err(ErrorCode::Type, name.span, text))
            }
        }
    }
}

fn integer(n: i128, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::Int(n)), ty: Ty::Integer(4), rank: 0, span }
}
