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

/// The tree of a file, as `{:#?}` writes it. That hands every piece of text through all the nodes around it, once for
/// each level of the indentation; this breaks the lines of the text without them instead.
pub fn ast(file: &ast::File) -> String {
    let mut out = Lines::default();
    let _ = write!(out, "{file:?}");
    out.text.push('\n');
    out.text
}

/// Breaks the one line that `{:?}` writes as `{:#?}` does.
#[derive(Default)]
struct Lines {
    text: String,
    depth: usize,
    /// The quote that ends the literal at hand, and whether the next character in it is escaped.
    quote: Option<char>,
    escaped: bool,
    /// The last character was an opening bracket, a comma: what follows says what becomes of the line.
    opened: bool,
    comma: bool,
    /// A blank that was not written yet: none stands before a closing bracket.
    blank: bool,
}

impl Lines {
    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("    ", self.depth));
    }

    fn char(&mut self, c: char) {
        if let Some(q) = self.quote {
            self.text.push(c);
            if self.escaped {
                self.escaped = false;
            } else if c == '\\' {
                self.escaped = true;
            } else if c == q {
                self.quote = None;
            }
            return;
        }
        if c == ' ' {
            self.blank = true;
            return;
        }
        let blank = std::mem::take(&mut self.blank);
        let opened = std::mem::take(&mut self.opened);
        let comma = std::mem::take(&mut self.comma);
        match c {
            '}' | ')' | ']' if opened => {}
            '}' | ')' | ']' => {
                self.depth -= 1;
                self.text.push(',');
                self.line();
            }
            _ if opened => {
                self.depth += 1;
                self.line();
            }
            _ if comma => {
                self.text.push(',');
                self.line();
            }
            _ if blank => self.text.push(' '),
            _ => {}
        }
        match c {
            ',' => self.comma = true,
            '{' | '(' | '[' => {
                self.opened = true;
                self.text.push(c);
            }
            '"' | '\'' => {
                self.quote = Some(c);
                self.text.push(c);
            }
            _ => self.text.push(c),
        }
    }
}

impl Write for Lines {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        s.chars().for_each(|c| self.char(c));
        Ok(())
    }
}
