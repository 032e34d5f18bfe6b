//! Statements that contain statements: IF, WHERE, FORALL; and their ELSE parts.

use super::{Res, StmtParser};
use crate::ast::*;
use crate::raw::Raw;
use crate::token::{Kw, Token, TokenKind};
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode, nearest};

impl StmtParser {
    /// IF, WHERE and FORALL in both forms, and ELSE parts; `None` where this is none.
    pub(super) fn nested(&mut self, t: &[Token], outermost: bool) -> Option<Res<Raw>> {
        let kw2 = t.get(1).map_or(Kw::No, |t| t.kw);
        let t2 = t.get(1).map(|t| t.kind);
        Some(match t[0].kw {
            Kw::If if t2 == Some(TokenKind::LParen) => self.if_(t, 1, outermost),
            Kw::ElseIf if t2 == Some(TokenKind::LParen) => self.else_if(t, 1),
            Kw::Else => match kw2 {
                Kw::If if t.get(2).is_some_and(|t| t.kind == TokenKind::LParen) => self.else_if(t, 2),
                Kw::Where => self.else_where(t, 2),
                _ => self.trailing_name(t, 1).map(Raw::Else),
            },
            Kw::ElseWhere => self.else_where(t, 1),
            Kw::Where if t2 == Some(TokenKind::LParen) => self.where_(t),
            Kw::Forall if t2 == Some(TokenKind::LParen) => self.forall(t),
            _ => return None,
        })
    }

    fn where_(&mut self, t: &[Token]) -> Res<Raw> {
        let close = self.close(t, 1)?;
        let mask = run!(self, &t[2..close], expressions.expr)?;
        if close + 1 == t.len() {
            return Ok(Raw::Where(mask));
        }
        let s = self.action(&t[close + 1..], "WHERE")?;
        Ok(Raw::Simple(StmtKind::WhereStmt(mask, s)))
    }

    fn forall(&mut self, t: &[Token]) -> Res<Raw> {
        let close = self.close(t, 1)?;
        let header = run!(self, &t[1..=close], control.forall_header)?;
        if close + 1 == t.len() {
            return Ok(Raw::Forall(header));
        }
        let s = self.action(&t[close + 1..], "FORALL")?;
        Ok(Raw::Simple(StmtKind::ForallStmt(header, s)))
    }

    /// Parses an action statement inside IF, WHERE or FORALL.
    fn action(&mut self, tokens: &[Token], outer: &str) -> Res<Box<Stmt>> {
        let span = tokens[0].span.to(tokens[tokens.len() - 1].span);
        match self.raw(tokens, false)? {
            Raw::Simple(kind) if !matches!(kind, StmtKind::IfStmt(..) if outer == "IF") => {
                Ok(Box::new(Stmt { label: None, kind, span }))
            }
            _ => Err(Diagnostic::error(
                ErrorCode::Misplaced,
                span,
                format!("this statement may not be the action of {outer}"),
            )
            .label("only an action statement that opens nothing may stand here")),
        }
    }

    fn if_(&mut self, t: &[Token], open: usize, outermost: bool) -> Res<Raw> {
        let close = self.close(t, open)?;
        let cond = run!(self, &t[open + 1..close], expressions.expr)?;
        let rest = &t[close + 1..];
        match rest {
            [] => Err(Diagnostic::error(
                ErrorCode::Syntax,
                Span::new(t[close].span.hi, t[close].span.hi),
                "this IF has neither THEN nor a statement",
            )
            .label("expected `then` or an action statement")),
            [then] if then.kw == Kw::Then => Ok(Raw::IfThen(cond)),
            [l, ..] if l.kind == TokenKind::Int => {
                let (a, b, c) = run!(self, rest, control.arith_labels)?;
                Ok(Raw::Simple(StmtKind::ArithIf(cond, a, b, c)))
            }
            _ if !outermost => Err(Diagnostic::error(
                ErrorCode::Misplaced,
                t[0].span,
                "an IF statement may not be the action of another statement",
            )
            .label("not allowed here")),
            [n] if n.kind == TokenKind::Name && nearest(self.state.texts.str(n.text), ["then"]).is_some() => {
                Err(Diagnostic::error(ErrorCode::Syntax, n.span, "`then` is expected here")
                    .label("not a statement")
                    .with_help("did you mean `then`?"))
            }
            _ => {
                let s = self.action(rest, "IF")?;
                Ok(Raw::Simple(StmtKind::IfStmt(cond, s)))
            }
        }
    }

    fn else_if(&mut self, t: &[Token], open: usize) -> Res<Raw> {
        let close = self.close(t, open)?;
        let cond = run!(self, &t[open + 1..close], expressions.expr)?;
        match t.get(close + 1) {
            Some(n) if n.kw == Kw::Then => Ok(Raw::ElseIf(cond, self.trailing_name(t, close + 2)?)),
            Some(n) => {
                Err(Diagnostic::error(ErrorCode::Syntax, n.span, "ELSE IF is followed by `then`")
                    .label("expected `then`"))
            }
            None => Err(Diagnostic::error(
                ErrorCode::Syntax,
                Span::new(t[close].span.hi, t[close].span.hi),
                "ELSE IF is followed by `then`",
            )
            .label("expected `then`")),
        }
    }

    fn else_where(&mut self, t: &[Token], at: usize) -> Res<Raw> {
        if t.get(at).is_some_and(|t| t.kind == TokenKind::LParen) {
            let close = self.close(t, at)?;
            let mask = run!(self, &t[at + 1..close], expressions.expr)?;
            return Ok(Raw::ElseWhere(Some(mask), self.trailing_name(t, close + 1)?));
        }
        Ok(Raw::ElseWhere(None, self.trailing_name(t, at)?))
    }
}
