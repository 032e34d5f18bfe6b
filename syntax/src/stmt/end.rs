//! END statements.

use super::failure::STARTS;
use super::{Res, StmtParser};
use crate::ast::*;
use crate::grammar::decl::generic_ident;
use crate::raw::{EndKind, Raw};
use crate::token::{Kw, Token, TokenKind};
use ferrotran_source::message::{Diagnostic, ErrorCode, nearest};

impl StmtParser {
    /// END statements; `None` where this is none.
    pub(super) fn end(&mut self, t: &[Token]) -> Option<Res<Raw>> {
        let joined = |k: Kw| {
            Some(match k {
                Kw::EndProgram => EndKind::Program,
                Kw::EndModule => EndKind::Module,
                Kw::EndSubmodule => EndKind::Submodule,
                Kw::EndSubroutine => EndKind::Subroutine,
                Kw::EndFunction => EndKind::Function,
                Kw::EndProcedure => EndKind::Procedure,
                Kw::EndBlockData => EndKind::BlockData,
                Kw::EndIf => EndKind::If,
                Kw::EndDo => EndKind::Do,
                Kw::EndSelect => EndKind::Select,
                Kw::EndAssociate => EndKind::Associate,
                Kw::EndBlock => EndKind::Block,
                Kw::EndCritical => EndKind::Critical,
                Kw::EndWhere => EndKind::Where,
                Kw::EndForall => EndKind::Forall,
                Kw::EndInterface => EndKind::Interface,
                Kw::EndType => EndKind::Type,
                Kw::EndStructure => EndKind::Structure,
                Kw::EndUnion => EndKind::Union,
                Kw::EndMap => EndKind::Map,
                Kw::EndEnum => EndKind::Enum,
                Kw::EndTeam => EndKind::Team,
                _ => return None,
            })
        };
        let split = |k: Kw| {
            Some(match k {
                Kw::Program => EndKind::Program,
                Kw::Module => EndKind::Module,
                Kw::Submodule => EndKind::Submodule,
                Kw::Subroutine => EndKind::Subroutine,
                Kw::Function => EndKind::Function,
                Kw::Procedure => EndKind::Procedure,
                Kw::BlockData => EndKind::BlockData,
                Kw::If => EndKind::If,
                Kw::Do => EndKind::Do,
                Kw::Select => EndKind::Select,
                Kw::Associate => EndKind::Associate,
                Kw::Block => EndKind::Block,
                Kw::Critical => EndKind::Critical,
                Kw::Where => EndKind::Where,
                Kw::Forall => EndKind::Forall,
                Kw::Interface => EndKind::Interface,
                Kw::Type => EndKind::Type,
                Kw::Structure => EndKind::Structure,
                Kw::Union => EndKind::Union,
                Kw::Map => EndKind::Map,
                Kw::Enum => EndKind::Enum,
                Kw::Team => EndKind::Team,
                _ => return None,
            })
        };
        let second = t.get(1).map_or(Kw::No, |t| t.kw);
        let (mut kind, mut at) = match (t[0].kw, joined(t[0].kw)) {
            (_, Some(k)) => (k, 1),
            (Kw::End, _) if t.len() == 1 => return Some(Ok(Raw::End(EndKind::Plain, None))),
            (Kw::End, _) if second == Kw::File && t.len() > 2 => {
                let r = run!(self, &t[2..], io.control);
                return Some(r.map(|(control, items)| Raw::Simple(StmtKind::Io { op: IoOp::Endfile, control, items })));
            }
            (Kw::End, _) if second == Kw::Enumeration && t.get(2).is_some_and(|t| t.kw == Kw::Type) => {
                (EndKind::Enumeration, 3)
            }
            (Kw::End, _) => match split(second) {
                Some(k) => (k, 2),
                None => {
                    let t = t[1];
                    let d = Diagnostic::error(ErrorCode::Syntax, t.span, "no construct or program unit has this name")
                        .label("expected what ends here: `do`, `if`, `program` ...");
                    let meant = (t.kind == TokenKind::Name)
                        .then(|| self.state.texts.str(t.text))
                        .and_then(|w| nearest(w, STARTS.iter().copied()));
                    return Some(Err(match meant.filter(|w| split(Kw::find(w)).is_some()) {
                        Some(w) => d.with_help(format!("did you mean `end {w}`?")),
                        None => d,
                    }));
                }
            },
            _ => return None,
        };
        if kind == EndKind::Block && t.get(at).is_some_and(|t| t.kw == Kw::Data) {
            kind = EndKind::BlockData;
            at += 1;
        }
        if kind == EndKind::Team && t.get(at).is_some_and(|t| t.kind == TokenKind::LParen) {
            return Some(self.end_team(t, at));
        }
        if kind == EndKind::Interface && t.len() > at + 1 {
            // END INTERFACE operator(+)
            let rest = &t[at..];
            return Some(run!(self, rest, declarations.generic_spec).map(|s| Raw::End(kind, Some(generic_ident(s)))));
        }
        Some(self.trailing_name(t, at).map(|n| Raw::End(kind, n)))
    }

    /// END TEAM (STAT=...) name
    fn end_team(&mut self, t: &[Token], open: usize) -> Res<Raw> {
        let close = self.close(t, open)?;
        let list = run!(self, &t[open..=close], control.list)?;
        let name = self.trailing_name(t, close + 1)?;
        Ok(Raw::EndTeam(list, name))
    }
}
