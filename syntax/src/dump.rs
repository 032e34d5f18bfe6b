//! Texts of the tokens and of the tree, for `emit`.

use super::ast;
use super::lexer::Statement;
use super::token::{NONE, Texts, TokenKind};
use std::fmt::Write;

/// One statement's tokens on a line.
pub fn tokens(s: &Statement, texts: &Texts, omp: bool, line: u32) -> String {
    let mut out = format!("{line:5}:");
    if omp {
        out.push_str(" !$omp");
    }
    if let Some((l, _)) = s.label {
        let _ = write!(out, " label({l})");
    }
    for t in &s.tokens {
        let kind = if t.aux != NONE
            && matches!(t.kind, TokenKind::Int | TokenKind::Real | TokenKind::Char | TokenKind::True | TokenKind::False)
        {
            format!("_{}", texts.str(t.aux))
        } else {
            String::new()
        };
        let _ = match t.kind {
            TokenKind::Name => write!(out, " {}", texts.str(t.text)),
            TokenKind::Int | TokenKind::Real => write!(out, " {}{kind}", texts.str(t.text)),
            TokenKind::Boz => write!(out, " boz{}({})", t.aux, texts.str(t.text)),
            TokenKind::DefOp => write!(out, " .{}.", texts.str(t.text)),
            TokenKind::Char | TokenKind::Hollerith | TokenKind::Format => {
                write!(out, " {:?}{kind}", String::from_utf8_lossy(&texts.chars[t.text as usize]))
            }
            other => write!(out, " {}{kind}", other.text().trim_matches('`')),
        };
    }
    out.push('\n');
    out
}

/// The tree of a file.
pub fn ast(file: &ast::File) -> String {
    format!("{file:#?}\n")
}
