//! What OpenMP directives govern: structured blocks, loops, sections, atomic statements.

use super::*;
use crate::omp::{Association, ClauseKind, Leaf};

fn never(_: &Raw) -> bool {
    false
}

impl Builder<'_> {
    /// A directive with its block or loop.
    pub(super) fn omp(&mut self, mut c: OmpConstruct) -> StmtKind {
        let d = c.directive;
        if d.has(Leaf::Metadirective) || d.has(Leaf::BeginMetadirective) {
            self.metadirective(&mut c);
            return StmtKind::Omp(Box::new(c));
        }
        match d.association() {
            Association::Block if d.has(Leaf::Sections) => self.sections(&mut c),
            Association::Block if d.has(Leaf::Atomic) => self.atomic(&mut c),
            Association::Block => self.omp_block(&mut c),
            Association::BlockOrAlone => {
                let alone = c.clauses.iter().any(|k| matches!(k.kind, ClauseKind::Depend | ClauseKind::Doacross));
                if !alone {
                    self.omp_block(&mut c);
                }
            }
            Association::Loop => self.omp_loop(&mut c),
            Association::LoopSequence => self.omp_loops(&mut c),
            Association::AllocateStmt => {
                if matches!(self.peek().map(|s| &s.raw), Some(Raw::Simple(StmtKind::Allocate { .. })))
                    || matches!(self.peek().map(|s| &s.raw), Some(Raw::Omp(n)) if n.directive == d && d.has(Leaf::Allocate))
                {
                    self.one(&mut c);
                } else if d.has(Leaf::Allocators) {
                    self.no_block(&c, "an ALLOCATE statement");
                }
            }
            Association::CallStmt => {
                if matches!(
                    self.peek().map(|s| &s.raw),
                    Some(Raw::Simple(StmtKind::Call { .. } | StmtKind::Assign { .. } | StmtKind::PointerAssign { .. }))
                ) {
                    self.one(&mut c);
                } else {
                    self.no_block(&c, "a call");
                }
            }
            Association::Separating if d.has(Leaf::Section) => {
                self.error(
                    ErrorCode::OmpNesting,
                    c.span,
                    "`section` stands outside of a `sections` region",
                    "belongs directly into `!$omp sections`",
                );
            }
            Association::StandAlone
            | Association::Declarative
            | Association::Informational
            | Association::Separating => {}
        }
        StmtKind::Omp(Box::new(c))
    }

    /// A METADIRECTIVE: each of its directives gets the same block, where it governs one.
    fn metadirective(&mut self, c: &mut OmpConstruct) {
        let governs = |d: &OmpConstruct| {
            matches!(d.directive.association(), Association::Block | Association::Loop | Association::LoopSequence)
        };
        let mut taken = None;
        if c.directive.has(Leaf::BeginMetadirective) {
            self.omp_block(c);
        } else if let Some((k, d)) = (c.variants.iter().enumerate())
            .find_map(|(k, v)| v.directive.as_ref().filter(|d| governs(d)).map(|d| (k, (**d).clone())))
            && let StmtKind::Omp(d) = self.omp(d)
        {
            c.body = d.body.clone();
            c.variants[k].directive = Some(d);
            taken = Some(k);
        }
        for (k, v) in c.variants.iter_mut().enumerate() {
            if let Some(d) = &mut v.directive
                && governs(d)
                && taken != Some(k)
            {
                d.body = c.body.clone();
            }
        }
    }

    fn no_block(&mut self, c: &OmpConstruct, what: &str) {
        self.error(
            ErrorCode::OmpNoBlock,
            c.span,
            format!("`{}` must be followed by {what}", c.directive.name()),
            &format!("no {what} follows").replace("no a ", "no ").replace("no an ", "no "),
        );
    }

    /// The next statement is the body; the END directive may follow.
    fn one(&mut self, c: &mut OmpConstruct) {
        if let Some(s) = self.next() {
            let s = self.construct(s);
            c.body = Some(vec![s]);
        }
        self.optional_end(c);
    }

    /// Takes the END directive of a construct if it stands here; its clauses join those of the construct.
    fn optional_end(&mut self, c: &mut OmpConstruct) -> bool {
        let here = matches!(self.peek().map(|s| &s.raw), Some(Raw::OmpEnd(d, ..)) if *d == c.directive);
        if here && let Some(RawStmt { raw: Raw::OmpEnd(_, clauses, args), label, span, .. }) = self.next() {
            self.end_clauses(c, clauses);
            if let (Some(OmpArg::Word(a) | OmpArg::Common(a)), Some(OmpArg::Word(b) | OmpArg::Common(b))) =
                (c.args.first(), args.first())
                && a.name != b.name
            {
                self.error(ErrorCode::EndName, b.span, format!("this name should be `{}`", a.name), "another name");
            }
            if let Some(l) = label {
                self.after.push(Stmt { label: Some(l), kind: StmtKind::Continue, span });
            }
        }
        here
    }

    fn end_clauses(&mut self, c: &mut OmpConstruct, clauses: Vec<OmpClause>) {
        for k in clauses {
            if !matches!(k.kind, ClauseKind::Nowait | ClauseKind::Copyprivate) {
                self.error(
                    ErrorCode::OmpClauseNotAllowed,
                    k.span,
                    format!("`{}` may not stand on an END directive", k.kind.name()),
                    "belongs on the directive that opens the region",
                );
            } else if k.kind == ClauseKind::Nowait && c.clauses.iter().any(|o| o.kind == ClauseKind::Nowait) {
                self.error(ErrorCode::OmpClauseTwice, k.span, "`nowait` is given twice", "second time");
            } else {
                c.clauses.push(k);
            }
        }
    }

    /// A structured block: a BLOCK construct (the END directive may be left out), or statements up to the END directive.
    fn omp_block(&mut self, c: &mut OmpConstruct) {
        if matches!(self.peek().map(|s| &s.raw), Some(Raw::Block)) {
            self.one(c);
            return;
        }
        if !self.push(Kind::Omp(c.directive), None, c.span) {
            return;
        }
        let body = self.block(&never);
        c.body = Some(body);
        self.omp_close(c);
    }

    fn omp_close(&mut self, c: &mut OmpConstruct) {
        let Some(open) = self.open.pop() else { return };
        if self.optional_end(c) {
            return;
        }
        if let Some(RawStmt { raw: Raw::OmpEnd(d, ..), span, .. }) = self.peek() {
            let (d, span) = (*d, *span);
            if !self.open.iter().any(|o| o.kind == Kind::Omp(d)) {
                self.next();
                self.diag.add(
                    Diagnostic::error(
                        ErrorCode::OmpEnd,
                        span,
                        format!("`!$omp end {}` does not close this {}", d.name(), describe(open.kind)),
                    )
                    .label(format!("expected `{}`", end_text(open.kind)))
                    .also(open.span, "opened here"),
                );
                return;
            }
        }
        self.missing(&open);
    }

    fn is_loop(&mut self) -> bool {
        match self.peek().map(|s| &s.raw) {
            Some(Raw::Do { .. }) => true,
            Some(Raw::Omp(c)) => {
                c.directive.leaves().len() == 1
                    && matches!(
                        c.directive.leaves()[0],
                        Leaf::Tile
                            | Leaf::Unroll
                            | Leaf::Interchange
                            | Leaf::Reverse
                            | Leaf::Split
                            | Leaf::Stripe
                            | Leaf::Fuse
                    )
            }
            _ => false,
        }
    }

    fn omp_loop(&mut self, c: &mut OmpConstruct) {
        if !self.is_loop() {
            // An empty statement that failed to parse is no reason for a second error.
            if !matches!(self.peek().map(|s| &s.raw), Some(Raw::Simple(StmtKind::Error))) {
                self.no_block(c, "a DO loop");
            }
            return;
        }
        if !self.push(Kind::Omp(c.directive), None, c.span) {
            return;
        }
        if let Some(s) = self.next() {
            let s = self.construct(s);
            let mut body = vec![s];
            body.append(&mut self.after);
            c.body = Some(body);
        }
        self.open.pop();
        let label = self.closed_label;
        let shares = label.is_some() && self.open.iter().any(|o| o.label == label);
        if self.optional_end(c) && shares {
            let name = c.directive.name();
            self.error(
                ErrorCode::OmpLoop,
                c.span,
                format!("`{name}` with an END directive is for the outermost of the loops that end with one statement"),
                "a loop around it ends there, too",
            );
        }
        self.closed_label = label;
    }

    fn omp_loops(&mut self, c: &mut OmpConstruct) {
        let mut body = vec![];
        while self.is_loop() {
            if let Some(s) = self.next() {
                let s = self.construct(s);
                body.push(s);
                body.append(&mut self.after);
            }
        }
        if body.is_empty() {
            self.no_block(c, "DO loops");
        }
        c.body = Some(body);
        self.optional_end(c);
    }

    fn sections(&mut self, c: &mut OmpConstruct) {
        if !self.push(Kind::Omp(c.directive), None, c.span) {
            return;
        }
        let is_section = |r: &Raw| matches!(r, Raw::Omp(s) if s.directive.has(Leaf::Section));
        let first = self.block(&is_section);
        if !first.is_empty() {
            c.sections.push(first);
        }
        while self.peek().is_some_and(|s| is_section(&s.raw)) {
            self.next();
            let body = self.block(&is_section);
            c.sections.push(body);
        }
        c.body = Some(vec![]);
        self.omp_close(c);
    }

    fn atomic(&mut self, c: &mut OmpConstruct) {
        if matches!(self.peek().map(|s| &s.raw), Some(Raw::Block)) {
            self.one(c);
            return;
        }
        let capture = c.clauses.iter().any(|k| k.kind == ClauseKind::Capture);
        let mut body = vec![];
        let compare = c.clauses.iter().any(|k| k.kind == ClauseKind::Compare);
        let most = if capture { 2 } else { 1 };
        let mut ended = false;
        while body.len() < most {
            if self.optional_end(c) {
                ended = true;
                break;
            }
            let ok = matches!(
                self.peek().map(|s| &s.raw),
                Some(
                    Raw::Simple(
                        StmtKind::Assign { .. }
                            | StmtKind::PointerAssign { .. }
                            | StmtKind::IfStmt(..)
                            | StmtKind::Error
                    ) | Raw::IfThen(_)
                )
            );
            if !ok {
                break;
            }
            if let Some(s) = self.next() {
                let s = self.construct(s);
                body.push(s);
                body.append(&mut self.after);
            }
            // One statement, an IF with ELSE, may capture and compare at once.
            let whole = matches!(body.last(), Some(Stmt { kind: StmtKind::If { otherwise: Some(_), .. }, .. }));
            let more = matches!(self.peek().map(|s| &s.raw), Some(Raw::OmpEnd(..)))
                || (body.len() < 2
                    && !(compare && whole)
                    && matches!(
                        self.peek().map(|s| &s.raw),
                        Some(
                            Raw::Simple(
                                StmtKind::Assign { .. } | StmtKind::PointerAssign { .. } | StmtKind::IfStmt(..)
                            ) | Raw::IfThen(_)
                        )
                    ));
            if capture && !more {
                break;
            }
        }
        if !ended {
            self.optional_end(c);
        }
        if body.is_empty() {
            self.no_block(c, "an assignment");
        }
        c.body = Some(body);
    }
}
