//! The block builder: nests statements into constructs and program units, matches END statements and names.

mod constructs;
mod omp;
mod units;

use super::ast::*;
use super::omp::Directive;
use super::raw::{EndKind, Raw, RawStmt};
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};

/// Constructs may be nested this deep.
const MAX_DEPTH: usize = 200;

/// What kind of thing is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    End(EndKind),
    Omp(Directive),
}

/// An open construct or program unit.
#[derive(Clone, Debug)]
struct Open {
    kind: Kind,
    name: Option<Ident>,
    span: Span,
    /// Label that ends a DO.
    label: Option<LabelNo>,
}

/// See the module.
pub struct Builder<'d> {
    stmts: std::vec::IntoIter<RawStmt>,
    diag: &'d mut Diagnostics,
    open: Vec<Open>,
    /// Label of the terminal statement that the last labelled DO took: further loops may end there too.
    closed_label: Option<LabelNo>,
    /// Nesting went too deep: everything is given up quietly.
    fatal: bool,
    /// Labels of END statements that belong after the construct.
    after: Vec<Stmt>,
    /// A stray ELSE or CASE was reported: its END is no news.
    stray: Option<EndKind>,
}

/// Builds a file's tree.
pub fn build(stmts: Vec<RawStmt>, diag: &mut Diagnostics) -> File {
    let mut b = Builder {
        stmts: stmts.into_iter(),
        diag,
        open: vec![],
        closed_label: None,
        fatal: false,
        after: vec![],
        stray: None,
    };
    b.file()
}

/// Text of what is open, for messages.
fn describe(kind: Kind) -> String {
    match kind {
        Kind::End(k) => match k {
            EndKind::Plain => "program unit".into(),
            EndKind::Program => "program".into(),
            EndKind::BlockData => "block data".into(),
            EndKind::Procedure => "module procedure".into(),
            EndKind::Select => "SELECT construct".into(),
            EndKind::Interface => "interface block".into(),
            EndKind::Type => "derived type definition".into(),
            EndKind::Structure => "structure".into(),
            EndKind::Union => "union".into(),
            EndKind::Map => "map".into(),
            EndKind::Enum => "enumeration".into(),
            EndKind::Enumeration => "enumeration type".into(),
            EndKind::Module | EndKind::Submodule | EndKind::Subroutine | EndKind::Function => k.text()[4..].into(),
            other => format!("{} construct", other.text()[4..].to_uppercase()),
        },
        Kind::Omp(d) => format!("`{}` region", d.name()),
    }
}

/// The END that a thing needs.
fn end_text(kind: Kind) -> String {
    match kind {
        Kind::End(k) => k.text().to_string(),
        Kind::Omp(d) => format!("!$omp end {}", d.name()),
    }
}

fn is_unit(k: EndKind) -> bool {
    matches!(
        k,
        EndKind::Program
            | EndKind::Module
            | EndKind::Submodule
            | EndKind::Subroutine
            | EndKind::Function
            | EndKind::Procedure
            | EndKind::BlockData
    )
}

/// Whether an END statement of a kind closes a thing of a kind.
fn closes(end: EndKind, open: Kind) -> bool {
    match open {
        Kind::End(k) => k == end || (end == EndKind::Plain && is_unit(k)),
        Kind::Omp(_) => false,
    }
}

impl Builder<'_> {
    fn peek(&self) -> Option<&RawStmt> {
        if self.fatal { None } else { self.stmts.as_slice().first() }
    }

    fn next(&mut self) -> Option<RawStmt> {
        if self.fatal { None } else { self.stmts.next() }
    }

    /// Statements that are left: loops that may take nothing use it to get on.
    fn left(&self) -> usize {
        self.stmts.len()
    }

    fn error(&mut self, code: ErrorCode, span: Span, message: impl Into<String>, label: &str) {
        self.diag.add(Diagnostic::error(code, span, message.into()).label(label));
    }

    /// Opens something; `false` where nesting is too deep.
    fn push(&mut self, kind: Kind, name: Option<Ident>, span: Span) -> bool {
        if self.open.len() >= MAX_DEPTH {
            if !self.fatal {
                self.error(
                    ErrorCode::TooDeep,
                    span,
                    "constructs are nested too deeply",
                    &format!("more than {MAX_DEPTH} constructs are open here"),
                );
            }
            self.fatal = true;
        }
        self.open.push(Open { kind, name, span, label: None });
        !self.fatal
    }

    /// Closes what was opened last. The END statement is consumed if it is the right one; else one error says what is wrong.
    fn close(&mut self) -> Span {
        let Some(open) = self.open.pop() else { return Span::default() };
        let end = match self.peek() {
            Some(RawStmt { raw: Raw::End(k, name), span, label, .. }) => Some((*k, name.clone(), *span, *label)),
            _ => None,
        };
        if let Some((k, name, span, label)) = end {
            let fits = closes(k, open.kind);
            // Whether the END belongs to something further out.
            let outer = self.open.iter().any(|o| closes(k, o.kind));
            if fits || !outer {
                self.next();
                // No branch goes to the end of these (11.2.1).
                let target = !matches!(k, EndKind::Forall | EndKind::Where);
                if let Some(l) = label.filter(|_| target) {
                    self.after.push(Stmt { label: Some(l), kind: StmtKind::Continue, span });
                }
                if !fits {
                    self.diag.add(
                        Diagnostic::error(
                            ErrorCode::WrongEnd,
                            span,
                            format!("`{}` does not close this {}", k.text(), describe(open.kind)),
                        )
                        .label(format!("expected `{}`", end_text(open.kind)))
                        .also(open.span, format!("the {} opened here", describe(open.kind))),
                    );
                } else if k != EndKind::Plain {
                    self.end_name(&open, name.as_ref(), span);
                }
                return span;
            }
        }
        self.missing(&open);
        Span::default()
    }

    fn missing(&mut self, open: &Open) {
        if self.fatal {
            return;
        }
        // What a directive that there is not was meant to be is a guess.
        let guessed = |d: &Diagnostic| d.code == Some(ErrorCode::OmpUnknownDirective) && d.primary.span == open.span;
        if self.diag.iter().any(guessed) {
            return;
        }
        let (what, end) = (describe(open.kind), end_text(open.kind));
        let text = format!("this {what} is not closed: `{end}` is missing");
        // The END of something further out shows where the missing one is due.
        let d = match self.peek().map(|s| s.span) {
            Some(at) => Diagnostic::error(ErrorCode::MissingEnd, at, text)
                .label(format!("expected `{end}` before this"))
                .also(open.span, format!("the {what} opened here")),
            // A statement that goes on past the end of the file may have been the END.
            None if self.diag.iter().any(|d| d.code == Some(ErrorCode::Continuation)) => return,
            None => Diagnostic::error(ErrorCode::MissingEnd, open.span, text).label(format!("no `{end}` for this")),
        };
        self.diag.add(d);
    }

    /// Checks the name on an END statement.
    fn end_name(&mut self, open: &Open, name: Option<&Ident>, span: Span) {
        let unit = matches!(open.kind, Kind::End(k) if is_unit(k) || matches!(k, EndKind::Type | EndKind::Enumeration | EndKind::Interface));
        match (&open.name, name) {
            (Some(a), Some(b)) if a.name != b.name && &*a.name != "?" => {
                self.diag.add(
                    Diagnostic::error(ErrorCode::EndName, b.span, format!("this name should be `{}`", a.name))
                        .label("another name")
                        .also(a.span, "named here"),
                );
            }
            (None, Some(b)) if matches!(open.kind, Kind::End(EndKind::Interface)) => {
                let _ = b;
            }
            (None, Some(b)) => {
                self.diag.add(
                    Diagnostic::error(ErrorCode::EndName, b.span, format!("this {} has no name", describe(open.kind)))
                        .label("unexpected name")
                        .also(open.span, "opened here"),
                );
            }
            (Some(a), None) if !unit => {
                let (a, word) = (a.clone(), end_text(open.kind));
                self.diag.add(
                    Diagnostic::error(ErrorCode::EndName, span, format!("the name `{}` is missing", a.name))
                        .label(format!("expected `{word} {}`", a.name))
                        .also(a.span, "named here"),
                );
            }
            _ => {}
        }
    }

    /// Checks the name on ELSE, CASE and the like.
    fn part_name(&mut self, name: Option<&Ident>) {
        let Some(n) = name else { return };
        let Some(open) = self.open.last().cloned() else { return };
        if open.name.as_ref().is_none_or(|o| o.name != n.name) {
            let want = match &open.name {
                Some(o) => format!("this name should be `{}`", o.name),
                None => format!("this {} has no name", describe(open.kind)),
            };
            self.error(ErrorCode::EndName, n.span, want, "not the construct's name");
        }
    }

    /// Statements up to one that the innermost open construct, or one further out, is waiting for. `stop` tells which
    /// separators (ELSE, CASE ...) the construct itself takes.
    fn block(&mut self, stop: &dyn Fn(&Raw) -> bool) -> Block {
        let mut out = vec![];
        while self.statement_into(stop, &mut out) {}
        out
    }

    /// One statement or construct; `false` where the block ends.
    fn statement_into(&mut self, stop: &dyn Fn(&Raw) -> bool, out: &mut Block) -> bool {
        let Some(s) = self.peek() else { return false };
        if stop(&s.raw) {
            return false;
        }
        let span = s.span;
        match &s.raw {
            Raw::End(k, _) => {
                let k = *k;
                // The END of a part that was reported as stray.
                if self.stray.take() == Some(k) {
                    self.next();
                    return true;
                }
                if self.open.iter().any(|o| closes(k, o.kind))
                    || matches!(self.open.last(), Some(o) if matches!(o.kind, Kind::End(u) if !is_unit(u) || is_unit(k)) && o.label.is_none())
                {
                    return false;
                }
                self.next();
                self.error(
                    ErrorCode::StrayEnd,
                    span,
                    format!("`{}` closes nothing", k.text()),
                    "nothing of this kind is open",
                );
                return true;
            }
            Raw::OmpEnd(d, ..) => {
                let d = *d;
                if self.open.iter().any(|o| o.kind == Kind::Omp(d))
                    || matches!(self.open.last(), Some(o) if matches!(o.kind, Kind::Omp(_)))
                {
                    return false;
                }
                self.next();
                self.error(
                    ErrorCode::OmpEnd,
                    span,
                    format!("`!$omp end {}` closes nothing", d.name()),
                    "no such directive is open",
                );
                return true;
            }
            Raw::ElseIf(..) | Raw::Else(_) => return self.separator(EndKind::If, span, "ELSE"),
            Raw::EndTeam(..) => return self.separator(EndKind::Team, span, "END TEAM"),
            Raw::ElseWhere(..) => return self.separator(EndKind::Where, span, "ELSEWHERE"),
            Raw::Case(..) => return self.separator(EndKind::Select, span, "CASE"),
            Raw::Guard(..) => return self.separator(EndKind::Select, span, "this type guard"),
            Raw::Rank(..) => return self.separator(EndKind::Select, span, "RANK"),
            Raw::Contains => {
                if self.open.iter().any(|o| matches!(o.kind, Kind::End(k) if is_unit(k) || k == EndKind::Type)) {
                    return false;
                }
                self.next();
                self.error(ErrorCode::Misplaced, span, "CONTAINS outside of a program unit", "not allowed here");
                return true;
            }
            Raw::Program(_)
            | Raw::Module(_)
            | Raw::Submodule { .. }
            | Raw::BlockData(_)
            | Raw::Subroutine(..)
            | Raw::Function(..) => {
                return false;
            }
            _ => {}
        }
        self.closed_label = None;
        if let Some(s) = self.next() {
            let stmt = self.construct(s);
            out.push(stmt);
            out.append(&mut self.after);
        }
        !self.fatal
    }

    /// A separator that the innermost construct does not take: it belongs further out, or is an error.
    fn separator(&mut self, kind: EndKind, span: Span, what: &str) -> bool {
        if self.open.iter().any(|o| o.kind == Kind::End(kind)) {
            // The innermost construct may itself be of the kind, and this be a second ELSE.
            if self.open.last().is_some_and(|o| o.kind == Kind::End(kind)) {
                self.next();
                self.error(
                    ErrorCode::StrayEnd,
                    span,
                    format!("{what} may not stand here"),
                    "after the last part of its construct",
                );
                return true;
            }
            return false;
        }
        self.next();
        self.stray = Some(kind);
        self.error(
            ErrorCode::StrayEnd,
            span,
            format!("{what} belongs to no construct"),
            "no matching construct is open",
        );
        true
    }
}
