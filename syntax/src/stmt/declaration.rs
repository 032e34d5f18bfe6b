//! Declarations that are cut into parts before the grammar reads these: IMPLICIT, STRUCTURE, RECORD, `%fill`.

use super::{Res, StmtParser};
use crate::ast::*;
use crate::grammar::{ParserState, closing, types::is_type_keyword};
use crate::raw::Raw;
use crate::token::{Kw, Token, TokenKind};
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};

impl StmtParser {
    /// The tokens of a declaration with its `%fill` entities made names.
    pub(super) fn fill(&mut self, t: &[Token]) -> Option<Vec<Token>> {
        if !is_type_keyword(t[0].kw) || !t.windows(3).any(|w| is_fill(w, &self.state)) {
            return None;
        }
        let text = self.state.texts.intern(b"%fill");
        let mut out: Vec<Token> = vec![];
        for (i, k) in t.iter().enumerate() {
            match () {
                () if i + 1 < t.len() && i > 0 && is_fill(&t[i - 1..i + 2], &self.state) => {}
                () if i > 1 && is_fill(&t[i - 2..i + 1], &self.state) => out.push(Token { text, ..*k }),
                () => out.push(*k),
            }
        }
        Some(out)
    }

    /// `structure /s/ [components]`, `structure components`
    pub(super) fn structure(&mut self, t: &[Token]) -> Res<Raw> {
        let (name, at) = match t {
            [_, a, n, b, ..]
                if a.kind == TokenKind::Slash && n.kind == TokenKind::Name && b.kind == TokenKind::Slash =>
            {
                (Some(self.state.ident(*n)), 4)
            }
            [_, n, ..] if n.kind == TokenKind::Name => (None, 1),
            _ => {
                return Err(Diagnostic::error(ErrorCode::Syntax, t[0].span, "STRUCTURE needs a name in slashes")
                    .label("expected `/name/`"));
            }
        };
        let entities = if at < t.len() { run!(self, &t[at..], declarations.entities)? } else { vec![] };
        Ok(Raw::Structure(name, entities))
    }

    /// `record /s/ a, b, /t/ c`
    pub(super) fn records(&mut self, t: &[Token]) -> Res<Vec<(Ident, Vec<EntityDecl>)>> {
        let mut out = vec![];
        let mut at = 1;
        while at < t.len() {
            let [a, n, b, rest @ ..] = &t[at..] else {
                return Err(Diagnostic::error(ErrorCode::Syntax, t[at].span, "RECORD needs a name in slashes"));
            };
            if a.kind != TokenKind::Slash || n.kind != TokenKind::Name || b.kind != TokenKind::Slash || rest.is_empty()
            {
                return Err(Diagnostic::error(ErrorCode::Syntax, a.span, "RECORD needs a name in slashes and records")
                    .label("expected `/name/ record`"));
            }
            let next =
                |i: usize| matches!(rest[i..], [c, s, ..] if c.kind == TokenKind::Comma && s.kind == TokenKind::Slash);
            let end = (0..rest.len()).find(|i| next(*i)).unwrap_or(rest.len());
            let entities = run!(self, &rest[..end], declarations.entities)?;
            out.push((self.state.ident(*n), entities));
            at += 3 + end + 1;
        }
        Ok(out)
    }

    pub(super) fn implicit(&mut self, t: &[Token]) -> Res<Raw> {
        if t.get(1).is_some_and(|t| t.kw == Kw::None) {
            let words: Vec<Kw> = t[2..].iter().filter(|t| t.kind == TokenKind::Name).map(|t| t.kw).collect();
            let ok = t.len() == 2
                || (t[2].kind == TokenKind::LParen
                    && t[t.len() - 1].kind == TokenKind::RParen
                    && words.iter().all(|w| matches!(w, Kw::Type | Kw::External)));
            if !ok {
                return Err(Diagnostic::error(
                    ErrorCode::Syntax,
                    t[2].span,
                    "IMPLICIT NONE may be followed by `(type)`, `(external)` or both",
                )
                .label("unexpected"));
            }
            return Ok(Raw::Simple(StmtKind::ImplicitNone {
                types: words.contains(&Kw::Type),
                external: words.contains(&Kw::External),
            }));
        }
        let mut out = vec![];
        let mut lo = 1;
        let mut depth = 0;
        for i in 1..=t.len() {
            match t.get(i).map(|t| t.kind) {
                Some(TokenKind::LParen) => depth += 1,
                Some(TokenKind::RParen) => depth -= 1,
                Some(TokenKind::Comma) | None if depth == 0 => {
                    out.push(self.implicit_part(&t[lo..i], t[0].span)?);
                    lo = i + 1;
                }
                _ => {}
            }
        }
        Ok(Raw::Simple(StmtKind::Implicit(out)))
    }

    fn implicit_part(&mut self, t: &[Token], at: Span) -> Res<(TypeSpec, Vec<(u8, u8)>)> {
        let bad = |span: Span| {
            Diagnostic::error(
                ErrorCode::Syntax,
                span,
                "IMPLICIT needs a type and letters in parentheses: `implicit real (a-h, o-z)`",
            )
            .label("expected a type and letters")
        };
        let Some(last) = t.last() else { return Err(bad(at)) };
        let open = (0..t.len()).rev().find(|i| closing(t, *i) == Some(t.len() - 1));
        let Some(open) = open.filter(|o| *o > 0) else { return Err(bad(last.span)) };
        let spec = run!(self, &t[..open], types.spec)?;
        let mut ranges = vec![];
        for part in t[open + 1..t.len() - 1].split(|t| t.kind == TokenKind::Comma) {
            let letter = |t: &Token| {
                let s = if t.kind == TokenKind::Name { self.state.texts.str(t.text) } else { "" };
                match s.as_bytes() {
                    [c] if c.is_ascii_lowercase() => Ok(*c),
                    _ => Err(Diagnostic::error(ErrorCode::Syntax, t.span, "expected a letter").label("not a letter")),
                }
            };
            match part {
                [a] => ranges.push((letter(a)?, letter(a)?)),
                [a, m, b] if m.kind == TokenKind::Minus => {
                    let (a, b) = (letter(a)?, letter(b)?);
                    if a > b {
                        return Err(Diagnostic::error(
                            ErrorCode::Syntax,
                            m.span,
                            "the letters of this range are not in order",
                        ));
                    }
                    ranges.push((a, b));
                }
                _ => return Err(bad(part.first().map_or(last.span, |t| t.span))),
            }
        }
        Ok((spec, ranges))
    }
}

/// Whether three tokens of a declaration end in `%fill`, which stands for a component without a name.
fn is_fill(w: &[Token], state: &ParserState) -> bool {
    matches!(w[0].kind, TokenKind::Comma | TokenKind::DColon | TokenKind::RParen | TokenKind::Int | TokenKind::Name)
        && w[1].kind == TokenKind::Percent
        && w[2].kind == TokenKind::Name
        && state.texts.str(w[2].text) == "fill"
}
