//! What a statement that does not parse opens, closes or declares all the same, so that the rest of the file nests as it was
//! meant.

use super::failure::STARTS;
use super::{StmtParser, heading};
use crate::ast::*;
use crate::grammar::closing;
use crate::raw::Raw;
use crate::token::{Kw, Token, TokenKind};
use ferrotran_source::message::nearest;

impl StmtParser {
    /// A statement whose first word, or the word after END, is no keyword, read with the keyword that it is nearest to:
    /// what it opens, closes or declares is known then.
    pub(super) fn corrected(&mut self, tokens: &[Token]) -> Option<Raw> {
        let at = usize::from(tokens.len() > 1 && tokens[0].kw == Kw::End);
        if tokens[at].kind != TokenKind::Name || tokens[at].kw != Kw::No {
            return None;
        }
        let word = nearest(self.state.texts.str(tokens[at].text), STARTS.iter().copied())?;
        let mut tokens = tokens.to_vec();
        tokens[at].kw = Kw::find(word);
        self.raw(&tokens, true).ok()
    }

    /// What construct a statement that does not parse opens.
    pub(super) fn opening(&self, tokens: &[Token]) -> Option<Raw> {
        let error = |t: &Token| Expr { kind: ExprKind::Error, span: t.span };
        let first = tokens.first()?;
        let second = tokens.get(1).map_or(Kw::No, |t| t.kw);
        let ident = |i: usize| {
            tokens
                .get(i)
                .filter(|t| t.kind == TokenKind::Name)
                .map_or(Ident { name: "?".into(), span: first.span }, |t| self.state.ident(*t))
        };
        Some(match (first.kw, second) {
            (Kw::If, _) if tokens.last()?.kw == Kw::Then => Raw::IfThen(error(first)),
            // THEN is missing or misspelt.
            (Kw::If, _) => match closing(tokens, 1).map(|c| &tokens[c + 1..]) {
                Some([]) => Raw::IfThen(error(first)),
                Some([n]) if n.kind == TokenKind::Name && nearest(self.state.texts.str(n.text), ["then"]).is_some() => {
                    Raw::IfThen(error(first))
                }
                _ => return None,
            },
            (Kw::ElseIf, _) | (Kw::Else, Kw::If) => Raw::ElseIf(error(first), None),
            (Kw::Else, _) => Raw::Else(None),
            (Kw::Do, _) => {
                let label = tokens.get(1).filter(|t| t.kind == TokenKind::Int).map(|t| self.state.label(*t));
                Raw::Do { label, control: DoControl::Forever }
            }
            (Kw::DoConcurrent | Kw::DoWhile, _) => Raw::Do { label: None, control: DoControl::Forever },
            (Kw::SelectCase, _) | (Kw::Select, Kw::Case) => Raw::SelectCase(error(first)),
            (Kw::SelectType, _) | (Kw::Select, Kw::Type) => Raw::SelectType(None, error(first)),
            (Kw::SelectRank, _) | (Kw::Select, Kw::Rank) => Raw::SelectRank(None, error(first)),
            (Kw::Select, _) => Raw::SelectCase(error(first)),
            (Kw::Case, _) => Raw::Case(Some(vec![]), None),
            (Kw::Contains, _) => Raw::Contains,
            (Kw::Subroutine, _) => Raw::Subroutine(ident(1), ProcHeader::default()),
            (Kw::Function, _) => Raw::Function(ident(1), ProcHeader::default(), None),
            (Kw::Associate, _) => Raw::Associate(vec![]),
            (Kw::Block, _) => Raw::Block,
            (Kw::Critical, _) => Raw::Critical(vec![]),
            (Kw::Where, _) if closing(tokens, 1).is_none_or(|c| c + 1 == tokens.len()) => Raw::Where(error(first)),
            (Kw::ElseWhere, _) => Raw::ElseWhere(Some(error(first)), None),
            (Kw::Forall, _) if closing(tokens, 1).is_none_or(|c| c + 1 == tokens.len()) => {
                Raw::Forall(ForallHeader { spec: None, indices: vec![], mask: None })
            }
            (Kw::Interface, _) | (Kw::Abstract, Kw::Interface) => Raw::Interface { abstract_: false, spec: None },
            (Kw::Enum, _) => Raw::Enum { bind_c: true, name: None },
            (Kw::Program, _) => Raw::Program(ident(1)),
            (Kw::Module, k) if k != Kw::Procedure && k != Kw::Subroutine && k != Kw::Function => Raw::Module(ident(1)),
            (Kw::Type | Kw::Class, Kw::Is) if tokens.get(2).is_some_and(|t| t.kind == TokenKind::LParen) => {
                Raw::Guard(TypeGuardKind::Unknown, None)
            }
            (Kw::Type, _)
                if tokens.get(1).is_some_and(|t| {
                    t.kind == TokenKind::Comma || t.kind == TokenKind::DColon || t.kind == TokenKind::Name
                }) =>
            {
                let name = tokens
                    .iter()
                    .rev()
                    .find(|t| t.kind == TokenKind::Name && t.kw != Kw::Type)
                    .map_or(ident(1), |t| self.state.ident(*t));
                Raw::TypeDef(Box::new(DerivedTypeDef::empty(name, first.span)))
            }
            _ => {
                let i = heading(tokens)?;
                if tokens[i].kw == Kw::Function {
                    Raw::Function(ident(i + 1), ProcHeader::default(), None)
                } else {
                    Raw::Subroutine(ident(i + 1), ProcHeader::default())
                }
            }
        })
    }
}
