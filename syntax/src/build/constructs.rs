//! Constructs: IF, DO in all forms, SELECT, ASSOCIATE, BLOCK, WHERE, FORALL.

use super::*;
use crate::omp::{ClauseKind, Leaf};

fn never(_: &Raw) -> bool {
    false
}

impl Builder<'_> {
    /// A statement, or the construct that it opens.
    pub(super) fn construct(&mut self, s: RawStmt) -> Stmt {
        let RawStmt { label, name, raw, span } = s;
        let stmt = |kind| Stmt { label, kind, span };
        let named = matches!(
            raw,
            Raw::IfThen(_)
                | Raw::Do { .. }
                | Raw::SelectCase(_)
                | Raw::SelectType(..)
                | Raw::SelectRank(..)
                | Raw::Associate(_)
                | Raw::Block
                | Raw::Critical(_)
                | Raw::Team(..)
                | Raw::Where(_)
                | Raw::Forall(_)
                | Raw::Simple(StmtKind::Error)
        );
        if let Some(n) = &name
            && !named
        {
            self.error(
                ErrorCode::Misplaced,
                n.span,
                "a construct name before a statement that opens no construct",
                "not allowed here",
            );
        }
        let kind = match raw {
            Raw::Simple(kind) => kind,
            Raw::IfThen(cond) => self.if_(name, cond, span),
            Raw::Do { label: end, control } => self.do_(name, end, control, span),
            Raw::SelectCase(selector) => self.select_case(name, selector, span),
            Raw::SelectType(assoc, selector) => self.select_type(name, assoc, selector, span),
            Raw::SelectRank(assoc, selector) => self.select_rank(name, assoc, selector, span),
            Raw::Associate(assocs) => {
                let body = self.simple(EndKind::Associate, name.clone(), span);
                StmtKind::Associate { name, assocs, body }
            }
            Raw::Block => self.block_construct(name, span),
            Raw::Critical(args) => {
                let mut body = self.simple(EndKind::Critical, name.clone(), span);
                // Branches within the construct may go to its END statement.
                body.append(&mut self.after);
                StmtKind::Critical { name, args, body }
            }
            Raw::Team(args, assocs) => self.team(name, args, assocs, span),
            Raw::Where(mask) => self.where_(name, mask, span),
            Raw::Forall(header) => {
                let body = self.simple(EndKind::Forall, name.clone(), span);
                StmtKind::Forall { name, header, body }
            }
            Raw::Procedure(p) if !p.module => {
                StmtKind::ProcedureDecl { iface: p.iface, attrs: p.attrs, entities: p.entities }
            }
            Raw::TypeDef(d) => self.derived_type(d, span),
            Raw::Structure(name, entities) => {
                if let Some(e) = entities.first() {
                    let text = "components may only follow the name of a structure within another one";
                    self.error(ErrorCode::Misplaced, e.name.span, text, "not allowed here");
                }
                StmtKind::DerivedType(Box::new(self.structure(name, &[], None, span)))
            }
            Raw::Records(groups) => self.records(groups, span),
            Raw::Union | Raw::Map => {
                self.error(ErrorCode::Misplaced, span, "UNION and MAP belong in a STRUCTURE", "not allowed here");
                StmtKind::Error
            }
            Raw::Interface { abstract_, spec } => self.interface(abstract_, spec, span),
            Raw::Enum { bind_c, name } => self.enumeration(bind_c, name, span),
            Raw::EnumerationType(access, name) => self.enumeration_type(access, name, span),
            Raw::Omp(c) => self.omp(*c),
            Raw::OmpError => StmtKind::Error,
            // As an interface block that lists the same procedures (Fortran 2018, 15.4.3.3).
            Raw::Generic { access, spec, names } => StmtKind::Interface(Box::new(InterfaceBlock {
                abstract_: false,
                spec: Some(spec),
                bodies: vec![],
                procedures: names,
                module_procedures: vec![],
                access,
            })),
            Raw::Sequence | Raw::Final(_) | Raw::Enumerator(_) | Raw::Procedure(_) => {
                let what = match raw {
                    Raw::Sequence => "SEQUENCE may stand in a derived type definition only",
                    Raw::Final(_) => "FINAL may stand after CONTAINS of a derived type only",
                    Raw::Enumerator(_) => "ENUMERATOR may stand in an enumeration only",
                    _ => "MODULE PROCEDURE may stand in an interface block, or after CONTAINS of a submodule",
                };
                self.error(ErrorCode::Misplaced, span, what, "not allowed here");
                StmtKind::Error
            }
            // The callers take these themselves.
            _ => {
                self.error(ErrorCode::Misplaced, span, "this statement may not stand here", "not allowed here");
                StmtKind::Error
            }
        };
        stmt(kind)
    }

    /// A construct of one block.
    fn simple(&mut self, kind: EndKind, name: Option<Ident>, span: Span) -> Block {
        if !self.push(Kind::End(kind), name, span) {
            return vec![];
        }
        let body = self.block(&never);
        self.close();
        body
    }

    /// CHANGE TEAM, whose END statement may have a list.
    fn team(
        &mut self,
        name: Option<Ident>,
        args: Vec<Arg>,
        assocs: Vec<(Ident, Vec<DimSpec>, Expr)>,
        span: Span,
    ) -> StmtKind {
        let (mut body, mut end) = (vec![], vec![]);
        if self.push(Kind::End(EndKind::Team), name.clone(), span) {
            body = self.block(&|r| matches!(r, Raw::EndTeam(..)));
            match self.peek().map(|s| &s.raw) {
                Some(Raw::EndTeam(..)) => {
                    if let (Some(open), Some(RawStmt { raw: Raw::EndTeam(list, n), span, .. })) =
                        (self.open.pop(), self.next())
                    {
                        self.end_name(&open, n.as_ref(), span);
                        end = list;
                    }
                }
                _ => {
                    self.close();
                }
            }
        }
        StmtKind::ChangeTeam { name, args, assocs, body, end }
    }

    fn if_(&mut self, name: Option<Ident>, cond: Expr, span: Span) -> StmtKind {
        let mut arms = vec![];
        let mut otherwise = None;
        if self.push(Kind::End(EndKind::If), name.clone(), span) {
            let stop = |r: &Raw| matches!(r, Raw::ElseIf(..) | Raw::Else(_));
            arms.push((cond, self.block(&stop)));
            loop {
                match self.peek().map(|s| &s.raw) {
                    Some(Raw::ElseIf(..)) => {
                        if let Some(RawStmt { raw: Raw::ElseIf(c, n), .. }) = self.next() {
                            self.part_name(n.as_ref());
                            arms.push((c, self.block(&stop)));
                        }
                    }
                    Some(Raw::Else(_)) => {
                        if let Some(RawStmt { raw: Raw::Else(n), .. }) = self.next() {
                            self.part_name(n.as_ref());
                            otherwise = Some(self.block(&never));
                        }
                        break;
                    }
                    _ => break,
                }
            }
            self.close();
        }
        StmtKind::If { name, arms, otherwise }
    }

    fn do_(&mut self, name: Option<Ident>, label: Option<LabelNo>, control: DoControl, span: Span) -> StmtKind {
        let mut body = vec![];
        let mut ending = DoEnding::EndDo;
        if self.push(Kind::End(EndKind::Do), name.clone(), span) {
            match label {
                None => {
                    body = self.block(&never);
                    self.close();
                    // A label on END DO is a place in the loop.
                    body.append(&mut self.after);
                }
                Some(l) => {
                    ending = DoEnding::Label;
                    self.labelled_do(l, &mut body, &mut ending);
                }
            }
        }
        StmtKind::Do(Box::new(DoStmt { name, control, body, ending }))
    }

    /// The body of `do 10 ...` up to the statement with the label.
    fn labelled_do(&mut self, label: LabelNo, body: &mut Block, ending: &mut DoEnding) {
        if let Some(o) = self.open.last_mut() {
            o.label = Some(label);
        }
        loop {
            let terminal = self.peek().is_some_and(|s| s.label == Some(label));
            let last = self.peek().map(|s| (s.span, matches!(s.raw, Raw::Simple(StmtKind::Continue))));
            let end_do = matches!(self.peek().map(|s| &s.raw), Some(Raw::End(EndKind::Do, _)));
            if terminal && end_do {
                self.close();
                body.append(&mut self.after);
                self.closed_label = Some(label);
                return;
            }
            if !self.statement_into(&never, body) {
                // END DO without the label, END of something else, or the end of the file.
                let open = self.open.pop();
                if let Some(o) = open
                    && !self.fatal
                {
                    let at = self.peek().map(|s| s.span);
                    let mut d = Diagnostic::error(
                        ErrorCode::DoLabel,
                        o.span,
                        format!("this loop ends at the label {label}, which does not follow"),
                    )
                    .label(format!("no statement with the label {label} in this block"));
                    if let Some(at) = at {
                        d = d.also(at, "the block ends here");
                    }
                    self.diag.add(d);
                    if end_do {
                        self.next();
                    }
                }
                self.closed_label = None;
                return;
            }
            let closed = self.closed_label == Some(label);
            if terminal || closed {
                *ending = match (terminal, last) {
                    (true, Some((at, false))) => DoEnding::Statement(at),
                    (false, Some((at, _))) => DoEnding::Shared(at),
                    _ => DoEnding::Label,
                };
                self.open.pop();
                self.closed_label = Some(label);
                return;
            }
        }
    }

    /// Statements before the first CASE are errors. Directives that say something to the compiler alone stand where a comment
    /// may: they are given back, for the first block.
    fn before_first_case(&mut self, stop: &dyn Fn(&Raw) -> bool) -> Vec<Stmt> {
        let (said, stray) = self.block(stop).into_iter().partition(|s: &Stmt| is_informal(s));
        let stray: Vec<Stmt> = stray;
        for s in stray.iter().filter(|s| !matches!(s.kind, StmtKind::Error)) {
            self.error(
                ErrorCode::Misplaced,
                s.span,
                "a statement before the first CASE of its construct",
                "not in any block",
            );
        }
        said
    }

    fn select_case(&mut self, name: Option<Ident>, selector: Expr, span: Span) -> StmtKind {
        let mut cases = vec![];
        if self.push(Kind::End(EndKind::Select), name.clone(), span) {
            let stop = |r: &Raw| matches!(r, Raw::Case(..));
            let mut said = self.before_first_case(&stop);
            while matches!(self.peek().map(|s| &s.raw), Some(Raw::Case(..))) {
                if let Some(RawStmt { raw: Raw::Case(ranges, n), span, .. }) = self.next() {
                    self.part_name(n.as_ref());
                    said.extend(self.block(&stop));
                    let body = std::mem::take(&mut said);
                    cases.push(CaseBlock { default: ranges.is_none(), ranges: ranges.unwrap_or_default(), body, span });
                }
            }
            self.close();
        }
        StmtKind::SelectCase { name, selector, cases }
    }

    fn select_type(&mut self, name: Option<Ident>, assoc: Option<Ident>, selector: Expr, span: Span) -> StmtKind {
        let mut guards = vec![];
        if self.push(Kind::End(EndKind::Select), name.clone(), span) {
            let stop = |r: &Raw| matches!(r, Raw::Guard(..));
            let mut said = self.before_first_case(&stop);
            while matches!(self.peek().map(|s| &s.raw), Some(Raw::Guard(..))) {
                if let Some(RawStmt { raw: Raw::Guard(kind, n), span, .. }) = self.next() {
                    self.part_name(n.as_ref());
                    said.extend(self.block(&stop));
                    let body = std::mem::take(&mut said);
                    guards.push(TypeGuard { kind, body, span });
                }
            }
            self.close();
        }
        StmtKind::SelectType { name, assoc, selector, guards }
    }

    fn select_rank(&mut self, name: Option<Ident>, assoc: Option<Ident>, selector: Expr, span: Span) -> StmtKind {
        let mut cases = vec![];
        if self.push(Kind::End(EndKind::Select), name.clone(), span) {
            let stop = |r: &Raw| matches!(r, Raw::Rank(..));
            let mut said = self.before_first_case(&stop);
            while matches!(self.peek().map(|s| &s.raw), Some(Raw::Rank(..))) {
                if let Some(RawStmt { raw: Raw::Rank(kind, n), span, .. }) = self.next() {
                    self.part_name(n.as_ref());
                    said.extend(self.block(&stop));
                    let body = std::mem::take(&mut said);
                    cases.push(RankCase { kind, body, span });
                }
            }
            self.close();
        }
        StmtKind::SelectRank { name, assoc, selector, cases }
    }

    pub(super) fn block_construct(&mut self, name: Option<Ident>, span: Span) -> StmtKind {
        let (mut spec, mut body) = (vec![], vec![]);
        if self.push(Kind::End(EndKind::Block), name.clone(), span) {
            self.spec_and_body(&mut spec, &mut body);
            self.close();
        }
        StmtKind::BlockConstruct { name, spec, body }
    }

    fn where_(&mut self, name: Option<Ident>, mask: Expr, span: Span) -> StmtKind {
        let mut arms = vec![];
        let mut otherwise = None;
        if self.push(Kind::End(EndKind::Where), name.clone(), span) {
            let stop = |r: &Raw| matches!(r, Raw::ElseWhere(..));
            arms.push((mask, self.block(&stop)));
            while matches!(self.peek().map(|s| &s.raw), Some(Raw::ElseWhere(..))) {
                if let Some(RawStmt { raw: Raw::ElseWhere(mask, n), .. }) = self.next() {
                    self.part_name(n.as_ref());
                    match mask {
                        Some(m) => arms.push((m, self.block(&stop))),
                        None => {
                            otherwise = Some(self.block(&never));
                            break;
                        }
                    }
                }
            }
            self.close();
        }
        StmtKind::Where { name, arms, otherwise }
    }
}

/// Whether a statement is a directive ERROR of the compiler, or NOTHING (OpenMP 6.0, 10.1 and 10.2), which are no executable
/// statements.
fn is_informal(s: &Stmt) -> bool {
    let StmtKind::Omp(c) = &s.kind else { return false };
    let later = |k: &OmpClause| {
        let word = |a: &OmpArg| match a {
            OmpArg::Word(w) => &*w.name == "execution",
            OmpArg::Expr(Expr { kind: ExprKind::Ref(p), .. }) => &*p[0].name.name == "execution",
            _ => false,
        };
        k.kind == ClauseKind::At && k.args.iter().any(word)
    };
    match c.directive.leaves() {
        [Leaf::Nothing] => true,
        [Leaf::Error] => !c.clauses.iter().any(later),
        _ => false,
    }
}
