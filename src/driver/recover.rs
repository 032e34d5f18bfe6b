//! What the errors of the parser leave of a file: which names may have been declared by what was not understood. The
//! rest is analysed, so that one run tells all errors; what concerns a lost name stays unsaid.

use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_source::{SourceMap, Span};
use ferrotran_syntax::ast::{File, Lost, Name, Stmt, StmtKind, Unit};

/// An error of the parser.
pub(crate) struct Fault {
    span: Span,
    code: Option<ErrorCode>,
}

impl From<&Diagnostic> for Fault {
    fn from(d: &Diagnostic) -> Fault {
        Fault { span: d.primary.span, code: d.code }
    }
}

/// Whether errors leave a tree at all.
pub(crate) fn recoverable(faults: &[Fault]) -> bool {
    !faults.iter().any(|f| matches!(f.code, Some(ErrorCode::TooDeep | ErrorCode::IncludeCycle)))
}

/// Marks in all program units what errors may have hidden.
pub(crate) fn mark<'t>(files: impl Iterator<Item = &'t mut File>, map: &SourceMap, faults: &[Fault]) {
    for u in files.flat_map(|f| &mut f.units) {
        unit(u, map, faults);
    }
}

/// Where a unit ends, its END statement or not.
fn extent(u: &Unit) -> u32 {
    let last = u.spec.iter().chain(&u.body).map(|s| s.span.hi).max().unwrap_or(0);
    u.contains.iter().map(extent).chain([last, u.end_span.hi, u.span.hi]).max().unwrap_or(0)
}

fn unit(u: &mut Unit, map: &SourceMap, faults: &[Fault]) {
    let (lo, hi) = (u.span.lo, extent(u));
    let mut inner: Vec<(u32, u32)> = u.contains.iter().map(|c| (c.span.lo, extent(c))).collect();
    for s in &mut u.spec {
        if let StmtKind::Interface(b) = &mut s.kind {
            for b in &mut b.bodies {
                unit(b, map, faults);
                inner.push((b.span.lo, extent(b)));
            }
        }
    }
    let mut errors: Vec<Span> = vec![];
    all_errors(&u.spec, &mut errors);
    all_errors(&u.body, &mut errors);
    let heading = map.loc(u.span.lo).map(|l| (l.file, l.line));
    for f in faults.iter().filter(|f| (lo..=hi).contains(&f.span.lo)) {
        let at = map.loc(f.span.lo).map(|l| (l.file, l.line));
        if at == heading || (u.span.lo..=u.span.hi).contains(&f.span.lo) {
            u.lost.heading |= statement_lost(f.code);
        }
        if inner.iter().any(|(l, h)| (*l..=*h).contains(&f.span.lo)) || !statement_lost(f.code) {
            continue;
        }
        let whole = errors.iter().find(|s| (s.lo..=s.hi).contains(&f.span.lo)).copied();
        let line = at.map(|(file, line)| String::from_utf8_lossy(map.line_text(file, line)).into_owned());
        let text = match whole {
            Some(s) => String::from_utf8_lossy(map.text(s)).into_owned(),
            None => String::from_utf8_lossy(map.text(f.span)).into_owned(),
        };
        for text in [Some(text), line].into_iter().flatten() {
            declared(&text, &mut u.lost);
        }
    }
    for c in &mut u.contains {
        unit(c, map, faults);
    }
}

/// Whether an error may hide what a statement says; others are about the order of statements that were understood.
fn statement_lost(code: Option<ErrorCode>) -> bool {
    use ErrorCode as C;
    !matches!(
        code,
        Some(
            C::WrongEnd
                | C::EndName
                | C::DoLabel
                | C::BadLabel
                | C::OmpUnknownClause
                | C::OmpClauseNotAllowed
                | C::OmpClauseTwice
                | C::OmpClauseMissing
                | C::OmpModifier
                | C::OmpNoBlock
                | C::OmpEnd
        )
    )
}

fn all_errors(b: &[Stmt], out: &mut Vec<Span>) {
    for s in b {
        match &s.kind {
            StmtKind::Error => out.push(s.span),
            StmtKind::BlockConstruct { spec, .. } => all_errors(spec, out),
            _ => {}
        }
        s.kind.blocks(&mut |b| all_errors(b, out));
    }
}

/// Words at the start of statements that declare nothing.
const EXECUTABLE: &[&str] = &[
    "call",
    "print",
    "write",
    "read",
    "if",
    "else",
    "elseif",
    "end",
    "allocate",
    "deallocate",
    "nullify",
    "open",
    "close",
    "inquire",
    "rewind",
    "backspace",
    "flush",
    "wait",
    "stop",
    "goto",
    "go",
    "where",
    "elsewhere",
    "case",
    "return",
    "continue",
    "exit",
    "cycle",
    "sync",
    "lock",
    "unlock",
    "event",
    "error",
    "contains",
    "final",
    "sequence",
    "include",
];

/// Statements that may bring names that they do not spell.
const BRINGS_MORE: &[&str] = &["use", "implicit", "import"];

/// Adds the names that a statement may have declared.
fn declared(text: &str, lost: &mut Lost) {
    let text = text.to_ascii_lowercase();
    let text = text.split('!').next().unwrap_or_default();
    let mut words = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic()))
        .peekable();
    let Some(first) = words.peek() else { return };
    if BRINGS_MORE.contains(first) {
        lost.all = true;
    }
    if EXECUTABLE.contains(first) || first.starts_with("end") {
        return;
    }
    // An assignment declares nothing.
    let target = text.trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim_start();
    if !text.contains("::") && (target.starts_with('=') || target.starts_with('%')) {
        return;
    }
    for w in words {
        let name: Name = w.into();
        if !lost.names.contains(&name) {
            lost.names.push(name);
        }
    }
}
