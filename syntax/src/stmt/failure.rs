//! What is said of a statement that does not parse.

use super::StmtParser;
use crate::grammar::{Expected, ParserState};
use crate::token::{Token, TokenKind};
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode, nearest};

/// The farthest failure as a message.
pub(super) fn failure(state: &ParserState, tokens: &[Token]) -> Diagnostic {
    if let Some((span, message)) = &state.message {
        return Diagnostic::error(ErrorCode::Syntax, *span, message.clone());
    }
    let at = state.farthest;
    let mut want: Vec<String> = vec![];
    for e in &state.expected {
        let s = match e {
            Expected::Text(t) => t.to_string(),
            Expected::Kw(k) => format!("`{}`", k.text()),
        };
        if !want.contains(&s) {
            want.push(s);
        }
    }
    // A name is an expression: one of the two is enough.
    if want.iter().any(|w| w == "an expression") {
        want.retain(|w| w != "a name" && !w.starts_with("a constant") && w != "`*`" && w != "`:`");
    }
    if want.len() > 1 {
        want.sort();
        // The end of the statement is said last.
        if let Some(i) = want.iter().position(|w| w == "the end of the statement") {
            let e = want.remove(i);
            want.push(e);
        }
    }
    let want = match want.len() {
        0 => "something else".to_string(),
        1 => want.remove(0),
        n if n <= 6 => format!("{} or {}", want[..n - 1].join(", "), want[n - 1]),
        _ => "something else".to_string(),
    };
    match tokens.get(at) {
        Some(t) => {
            let found = match t.kind {
                TokenKind::Name | TokenKind::Int | TokenKind::Unsigned | TokenKind::Real => {
                    format!("`{}`", state.texts.str(t.text))
                }
                other => other.text().to_string(),
            };
            let label = if want == "something else" { "unexpected".to_string() } else { format!("expected {want}") };
            let d =
                Diagnostic::error(ErrorCode::Syntax, t.span, format!("expected {want}, found {found}")).label(label);
            if t.kind == TokenKind::Name
                && state.expected.contains(&Expected::Text("an attribute"))
                && let Some(n) = nearest(state.texts.str(t.text), ATTRIBUTES.iter().copied())
            {
                return d.with_help(format!("did you mean `{n}`?"));
            }
            if t.kind == TokenKind::Assign && at > 0 { d.with_help("values are compared with `==`") } else { d }
        }
        None => {
            let end = tokens.last().map_or(Span::default(), |t| Span::new(t.span.hi, t.span.hi));
            Diagnostic::error(ErrorCode::Syntax, end, format!("expected {want}, but the statement ends here"))
                .label(format!("expected {want}"))
        }
    }
}

/// Words that are attributes, for suggestions.
const ATTRIBUTES: &[&str] = &[
    "allocatable",
    "asynchronous",
    "bind",
    "contiguous",
    "dimension",
    "external",
    "intent",
    "intrinsic",
    "optional",
    "parameter",
    "pointer",
    "private",
    "protected",
    "public",
    "save",
    "target",
    "value",
    "volatile",
];

/// Words that begin statements, for suggestions.
pub(super) const STARTS: &[&str] = &[
    "allocatable",
    "allocate",
    "associate",
    "backspace",
    "block",
    "call",
    "case",
    "character",
    "class",
    "close",
    "common",
    "complex",
    "contains",
    "continue",
    "critical",
    "cycle",
    "data",
    "deallocate",
    "dimension",
    "do",
    "else",
    "elseif",
    "elsewhere",
    "end",
    "enddo",
    "endif",
    "endfile",
    "entry",
    "enum",
    "enumeration",
    "enumerator",
    "equivalence",
    "error",
    "exit",
    "external",
    "final",
    "flush",
    "forall",
    "format",
    "function",
    "generic",
    "goto",
    "if",
    "implicit",
    "import",
    "include",
    "inquire",
    "integer",
    "intent",
    "interface",
    "intrinsic",
    "logical",
    "module",
    "namelist",
    "nullify",
    "open",
    "optional",
    "parameter",
    "pointer",
    "print",
    "private",
    "procedure",
    "program",
    "protected",
    "public",
    "read",
    "real",
    "return",
    "rewind",
    "save",
    "select",
    "stop",
    "submodule",
    "subroutine",
    "target",
    "type",
    "unsigned",
    "use",
    "volatile",
    "wait",
    "where",
    "write",
];

impl StmtParser {
    /// A statement that begins with an unknown word.
    pub(super) fn unknown(&self, t: &[Token]) -> Diagnostic {
        let text = self.state.texts.str(t[0].text);
        let d =
            Diagnostic::error(ErrorCode::UnknownStatement, t[0].span, format!("`{text}` does not begin a statement"))
                .label("not a statement");
        if let Some(n) = nearest(text, STARTS.iter().copied()) {
            return d.with_help(format!("did you mean `{n}`?"));
        }
        match t.get(1).map(|t| t.kind) {
            None | Some(TokenKind::LParen) => d.with_help(format!("a subroutine is called with `call {text}`")),
            Some(TokenKind::Eq) => d.with_help("an assignment is written with one `=`"),
            Some(TokenKind::Percent) => d.with_help("a type-bound subroutine is called with `call`"),
            _ => d,
        }
    }
}
