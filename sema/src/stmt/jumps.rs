//! Branches into the blocks of IF constructs, which programs from before Fortran 77 have: such a construct becomes the
//! branches that it stands for.

use super::*;

/// First label that such constructs get.
const FIRST_LABEL: LabelNo = 400_000;

impl<'a> Sema<'a> {
    /// A block of an IF construct without a name.
    pub(super) fn if_block(&mut self, sc: ScopeId, named: bool, stmts: &'a [ast::Stmt]) -> Vec<Stmt> {
        if !named {
            // The number that the block will get.
            self.flow.if_blocks.insert(self.unique + 1);
        }
        self.block(sc, stmts)
    }
}

impl<'a> Facts<'a> {
    /// Writes the IF constructs that are entered by branches to these labels as branches.
    pub(super) fn open_if_blocks(&mut self, body: Vec<Stmt>, entered: &[LabelNo]) -> Vec<Stmt> {
        let mut next = FIRST_LABEL;
        open(body, entered, &mut next, self.opts.default_logical)
    }
}

fn open(body: Vec<Stmt>, entered: &[LabelNo], next: &mut LabelNo, logical: u8) -> Vec<Stmt> {
    let mut out = vec![];
    for mut st in body {
        let span = st.span;
        if let StmtKind::If { arms, otherwise, .. } = &st.kind
            && arms.iter().map(|a| &a.1).chain([otherwise]).any(|b| holds_label(b, entered))
        {
            let StmtKind::If { arms, otherwise, .. } = st.kind else { continue };
            let end = new_label(next);
            for (cond, block) in arms {
                let skip = new_label(next);
                let ty = Ty::Logical(logical);
                let no = Expr { kind: ExprKind::Unary(Op1::Not, Box::new(cond)), ty, rank: 0, span };
                let jump = vec![Stmt { kind: StmtKind::Goto(skip), span }];
                // No EXIT names it.
                let id = ConstructId(u32::MAX);
                out.push(Stmt { kind: StmtKind::If { arms: vec![(no, jump)], otherwise: vec![], id }, span });
                out.append(&mut open(block, entered, next, logical));
                out.push(Stmt { kind: StmtKind::Goto(end), span });
                out.push(Stmt { kind: StmtKind::Label(skip), span });
            }
            out.append(&mut open(otherwise, entered, next, logical));
            out.push(Stmt { kind: StmtKind::Label(end), span });
            continue;
        }
        each_list(&mut st.kind, &mut |b| *b = open(std::mem::take(b), entered, next, logical));
        out.push(st);
    }
    out
}

/// Takes the labels away to which nothing branches: those of CONTINUE at the end of a loop are mostly so.
pub(super) fn drop_labels(body: &mut Vec<Stmt>, used: &FxHashSet<LabelNo>) {
    body.retain(
        |st| !matches!(st.kind, StmtKind::Label(l) if l < crate::decl::entry::FIRST_LABEL && !used.contains(&l)),
    );
    for st in body {
        each_list(&mut st.kind, &mut |b| drop_labels(b, used));
    }
}

fn new_label(next: &mut LabelNo) -> LabelNo {
    *next += 1;
    *next - 1
}

/// True where one of the labels stands in a block, or in IF constructs in it.
fn holds_label(block: &[Stmt], entered: &[LabelNo]) -> bool {
    block.iter().any(|st| match &st.kind {
        StmtKind::Label(l) => entered.contains(l),
        StmtKind::If { arms, otherwise, .. } => {
            arms.iter().map(|a| &a.1).chain([otherwise]).any(|b| holds_label(b, entered))
        }
        // Branches into other constructs are errors.
        StmtKind::Do { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::DoConcurrent { .. }
        | StmtKind::Forall { .. }
        | StmtKind::Where { .. }
        | StmtKind::Associate { .. }
        | StmtKind::Block { .. }
        | StmtKind::SelectCase { .. }
        | StmtKind::SelectType { .. }
        | StmtKind::SelectRank { .. }
        | StmtKind::Omp(_)
        | StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Call(_)
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
        | StmtKind::Io(_) => false,
    })
}

/// The blocks of a construct that executes them.
fn each_list(k: &mut StmtKind, f: &mut dyn FnMut(&mut Vec<Stmt>)) {
    match k {
        StmtKind::If { arms, otherwise, .. } => {
            arms.iter_mut().for_each(|a| f(&mut a.1));
            f(otherwise);
        }
        StmtKind::Where { arms, otherwise } => {
            arms.iter_mut().for_each(|a| f(&mut a.1));
            f(otherwise);
        }
        StmtKind::Omp(o) => {
            f(&mut o.body);
            o.sections.iter_mut().for_each(f);
        }
        StmtKind::Do { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::DoConcurrent { body, .. }
        | StmtKind::Forall { body, .. }
        | StmtKind::Associate { body, .. }
        | StmtKind::Block { body, .. } => f(body),
        StmtKind::SelectCase { cases, .. } => cases.iter_mut().for_each(|c| f(&mut c.body)),
        StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| f(&mut g.body)),
        StmtKind::SelectRank { cases, .. } => cases.iter_mut().for_each(|c| f(&mut c.body)),
        StmtKind::Label(_)
        | StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Call(_)
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
