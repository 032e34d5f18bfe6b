//! One statement: its first tokens decide which parser of the grammar runs; a failure becomes one error and, for
//! statements that open a construct, an opening that lets the rest of the file nest as it was meant.

use super::ast::*;
use super::grammar::{Make, ParserState, closing, types::is_type_keyword};
use super::lexer::Statement;
use super::raw::{Raw, RawStmt};
use super::token::{Kw, Token, TokenKind};
use chumsky::cache::Cache;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};

/// Parses statements one by one.
pub struct StmtParser {
    cache: Cache<Make>,
    /// Names of the file.
    pub state: ParserState,
}

type Res<O> = Result<O, Diagnostic>;

macro_rules! run {
    ($self:ident, $tokens:expr, $($path:ident).+) => {{
        let tokens: &[Token] = $tokens;
        let grammar: &$crate::grammar::Grammar = $self.cache.get();
        $self.state.reset();
        let parser = $crate::grammar::whole(grammar.$($path).+.clone());
        match chumsky::Parser::parse_with_state(&parser, tokens, &mut $self.state).into_result() {
            Ok(v) => Ok(v),
            Err(_) => Err($crate::stmt::failure::failure(&$self.state, tokens)),
        }
    }};
}

mod declaration;
mod end;
mod failure;
mod nested;
mod opening;

impl Default for StmtParser {
    fn default() -> Self {
        StmtParser { cache: Cache::new(Make), state: ParserState::default() }
    }
}

impl StmtParser {
    /// Parses a statement. Errors are reported; the result then is an error statement or a bare opening.
    pub fn statement(&mut self, s: &Statement, diag: &mut Diagnostics) -> RawStmt {
        let (name, tokens) = self.construct_name(&s.tokens);
        let label = s.label.map(|l| l.0);
        let make = |raw| RawStmt { label, name, raw, span: s.span };
        if s.bad {
            return make(self.opening(tokens).unwrap_or(Raw::Simple(StmtKind::Error)));
        }
        if tokens.is_empty() {
            let span = s.label.map_or(s.span, |l| l.1);
            diag.add(
                Diagnostic::error(ErrorCode::Syntax, span, "a label without a statement")
                    .label("nothing follows")
                    .with_help("`continue` is a statement that does nothing"),
            );
            return make(Raw::Simple(StmtKind::Continue));
        }
        match self.raw(tokens, true) {
            Ok(raw) => make(raw),
            Err(d) => {
                diag.add(d);
                let raw = self.opening(tokens).or_else(|| self.corrected(tokens));
                make(raw.unwrap_or(Raw::Simple(StmtKind::Error)))
            }
        }
    }

    /// Whether a statement parses; nothing is reported (fixed form tries several readings).
    pub fn fits(&mut self, tokens: &[Token]) -> bool {
        let (_, tokens) = self.construct_name(tokens);
        !tokens.is_empty() && self.raw(tokens, true).is_ok()
    }

    fn construct_name<'t>(&self, tokens: &'t [Token]) -> (Option<Ident>, &'t [Token]) {
        match tokens {
            [n, c, rest @ ..]
                if n.kind == TokenKind::Name
                    && c.kind == TokenKind::Colon
                    && rest.first().is_some_and(|t| t.kind == TokenKind::Name) =>
            {
                (Some(self.state.ident(*n)), rest)
            }
            _ => (None, tokens),
        }
    }

    /// The statement of the tokens; `outermost` where no other statement contains it.
    fn raw(&mut self, t: &[Token], outermost: bool) -> Res<Raw> {
        let first = t[0];
        if first.kind != TokenKind::Name {
            let what = match first.kind {
                TokenKind::Int | TokenKind::Unsigned | TokenKind::Real => "a number",
                other => other.text(),
            };
            return Err(Diagnostic::error(
                ErrorCode::UnknownStatement,
                first.span,
                format!("no statement begins with {what}"),
            )
            .label("not the start of a statement"));
        }
        if is_assignment(t) {
            return run!(self, t, control.assign).map(Raw::Simple);
        }
        if let Some(r) = self.nested(t, outermost) {
            return r;
        }
        if let Some(r) = self.end(t) {
            return r;
        }
        let filled;
        let t = match self.fill(t) {
            Some(v) => {
                filled = v;
                &filled[..]
            }
            None => t,
        };
        let known = self
            .unit_statement(t)
            .or_else(|| self.declaration(t))
            .or_else(|| self.executable(t))
            .or_else(|| self.input_output(t));
        known.unwrap_or_else(|| Err(self.unknown(t)))
    }

    /// Statements of program units, their headings and what they import; `None` where this is none.
    fn unit_statement(&mut self, t: &[Token]) -> Option<Res<Raw>> {
        let kw2 = t.get(1).map_or(Kw::No, |t| t.kw);
        let t2 = t.get(1).map(|t| t.kind);
        let simple = Raw::Simple;
        Some(match t[0].kw {
            Kw::Use if t2.is_some() => run!(self, t, units.use_).map(simple),
            Kw::Import => run!(self, t, units.import).map(simple),
            Kw::Implicit => self.implicit(t),
            _ if heading(t).is_some() => run!(self, t, units.procedure),
            Kw::Procedure | Kw::ModuleProcedure => run!(self, t, declarations.procedure),
            Kw::Module if kw2 == Kw::Procedure && t.len() > 2 => run!(self, t, declarations.procedure),
            Kw::Program | Kw::Module | Kw::Submodule | Kw::BlockData => run!(self, t, units.unit),
            Kw::Block if kw2 == Kw::Data => run!(self, t, units.unit),
            Kw::Contains if t.len() == 1 => Ok(Raw::Contains),
            Kw::Interface => run!(self, t, units.interface),
            Kw::Abstract => run!(self, t, units.interface),
            Kw::Entry => run!(self, t, units.entry).map(simple),
            _ => return None,
        })
    }

    /// Declarations, and the guards that begin with TYPE and CLASS; `None` where this is none.
    fn declaration(&mut self, t: &[Token]) -> Option<Res<Raw>> {
        let kw2 = t.get(1).map_or(Kw::No, |t| t.kw);
        let t2 = t.get(1).map(|t| t.kind);
        let simple = Raw::Simple;
        Some(match t[0].kw {
            Kw::Type | Kw::Class | Kw::TypeIs | Kw::ClassIs | Kw::ClassDefault => self.type_or_class(t),
            Kw::TypeOf | Kw::ClassOf if t2 == Some(TokenKind::LParen) => {
                run!(self, t, declarations.type_decl).map(simple)
            }
            k if is_type_keyword(k) => run!(self, t, declarations.type_decl).map(simple),
            Kw::Sequence if t.len() == 1 => Ok(Raw::Sequence),
            Kw::Generic => run!(self, t, declarations.generic),
            Kw::Final => run!(self, t, declarations.final_),
            Kw::Enum => run!(self, t, declarations.enum_),
            Kw::Enumeration if kw2 == Kw::Type => run!(self, t, declarations.enumeration),
            Kw::Enumerator => run!(self, t, declarations.enumerator),
            Kw::Structure if matches!(t2, Some(TokenKind::Slash | TokenKind::Name)) => self.structure(t),
            Kw::Union if t.len() == 1 => Ok(Raw::Union),
            Kw::Map if t.len() == 1 => Ok(Raw::Map),
            Kw::Record if t2 == Some(TokenKind::Slash) => self.records(t).map(Raw::Records),
            Kw::Parameter => run!(self, t, declarations.parameter).map(simple),
            Kw::Common => run!(self, t, declarations.common).map(simple),
            Kw::Equivalence => run!(self, t, declarations.equivalence).map(simple),
            Kw::Data => run!(self, t, declarations.data).map(simple),
            Kw::NamelistKw => run!(self, t, declarations.namelist).map(simple),
            Kw::Format if t2 == Some(TokenKind::Format) => {
                Ok(simple(StmtKind::Format(self.state.texts.chars[t[1].text as usize].clone())))
            }
            Kw::Format => Err(Diagnostic::error(
                ErrorCode::Syntax,
                t[0].span,
                "a FORMAT statement needs a label and a format in parentheses",
            )
            .label("no label, or no format")),
            Kw::Pointer if t2 == Some(TokenKind::LParen) => run!(self, t, declarations.cray_pointer).map(simple),
            k if is_attribute(k) => run!(self, t, declarations.attr_stmt).map(simple),
            _ => return None,
        })
    }

    /// A guard, a declaration, the definition of a type, or PRINT of VAX Fortran.
    fn type_or_class(&mut self, t: &[Token]) -> Res<Raw> {
        let kw2 = t.get(1).map_or(Kw::No, |t| t.kw);
        let t2 = t.get(1).map(|t| t.kind);
        let simple = Raw::Simple;
        match t[0].kw {
            Kw::TypeIs | Kw::ClassIs | Kw::ClassDefault => run!(self, t, control.case),
            _ if kw2 == Kw::Is && t.get(2).is_some_and(|t| t.kind == TokenKind::LParen) => run!(self, t, control.case),
            Kw::Class if kw2 == Kw::Default => run!(self, t, control.case),
            Kw::Type if t2 == Some(TokenKind::LParen) => run!(self, t, declarations.type_decl).map(simple),
            // TYPE of VAX Fortran is PRINT.
            Kw::Type if matches!(t2, Some(TokenKind::Star | TokenKind::Int | TokenKind::Char)) => {
                let mut t = t.to_vec();
                t[0].kw = Kw::Print;
                run!(self, &t, io.print).map(simple)
            }
            Kw::Class => run!(self, t, declarations.type_decl).map(simple),
            _ => run!(self, t, declarations.type_def),
        }
    }

    /// Executable statements other than input and output; `None` where this is none.
    fn executable(&mut self, t: &[Token]) -> Option<Res<Raw>> {
        let kw2 = t.get(1).map_or(Kw::No, |t| t.kw);
        let simple = Raw::Simple;
        Some(match t[0].kw {
            Kw::Call => run!(self, t, control.call).map(simple),
            Kw::Goto | Kw::Go => run!(self, t, control.goto).map(simple),
            Kw::Continue
            | Kw::Return
            | Kw::Stop
            | Kw::ErrorStop
            | Kw::Cycle
            | Kw::Exit
            | Kw::Pause
            | Kw::Assign
            | Kw::Nullify
            | Kw::Allocate
            | Kw::Deallocate => run!(self, t, control.action).map(simple),
            Kw::Error if kw2 == Kw::Stop => run!(self, t, control.action).map(simple),
            Kw::Do | Kw::DoConcurrent | Kw::DoWhile => run!(self, t, control.do_),
            Kw::Select | Kw::SelectCase | Kw::SelectType | Kw::SelectRank => run!(self, t, control.select),
            Kw::Case | Kw::CaseDefault | Kw::Rank => run!(self, t, control.case),
            Kw::Associate | Kw::Block | Kw::Critical => run!(self, t, control.construct),
            Kw::Change => run!(self, t, control.construct),
            Kw::Sync | Kw::Event | Kw::Lock | Kw::Unlock | Kw::Form | Kw::Fail if t.len() > 1 => {
                run!(self, t, control.image).map(simple)
            }
            _ => return None,
        })
    }

    /// Input and output; `None` where this is none.
    fn input_output(&mut self, t: &[Token]) -> Option<Res<Raw>> {
        let t2 = t.get(1).map(|t| t.kind);
        let simple = Raw::Simple;
        Some(match t[0].kw {
            Kw::Print => run!(self, t, io.print).map(simple),
            Kw::Write => run!(self, t, io.write).map(simple),
            // `read ('(' // 'a)') x` has a control list, `read ('(') // 'a)', x` a format.
            Kw::Read
                if t2 == Some(TokenKind::LParen)
                    && closing(t, 1).and_then(|c| t.get(c + 1)).is_none_or(|n| n.kind != TokenKind::SlashSlash) =>
            {
                run!(self, t, io.read).map(simple)
            }
            Kw::Read => run!(self, t, io.read_fmt).map(simple),
            Kw::Open => self.io_control(IoOp::Open, t),
            Kw::Close => self.io_control(IoOp::Close, t),
            Kw::Inquire => self.io_control(IoOp::Inquire, t),
            Kw::Rewind => self.io_control(IoOp::Rewind, t),
            Kw::Backspace => self.io_control(IoOp::Backspace, t),
            Kw::EndFile => self.io_control(IoOp::Endfile, t),
            Kw::Flush => self.io_control(IoOp::Flush, t),
            Kw::Wait => self.io_control(IoOp::Wait, t),
            _ => return None,
        })
    }

    /// OPEN, CLOSE and the others that have a unit or a list of specifiers.
    fn io_control(&mut self, op: IoOp, t: &[Token]) -> Res<Raw> {
        if t.len() == 1 && op == IoOp::Flush {
            return Ok(Raw::Simple(StmtKind::Io { op, control: vec![], items: vec![] }));
        }
        if t.len() == 1 {
            let text = "this statement needs a unit or a list of specifiers";
            return Err(Diagnostic::error(ErrorCode::Syntax, t[0].span, text));
        }
        let (control, items) = run!(self, &t[1..], io.control)?;
        Ok(Raw::Simple(StmtKind::Io { op, control, items }))
    }

    /// Index of the parenthesis that closes the one at `open`, between which something stands.
    fn close(&self, t: &[Token], open: usize) -> Res<usize> {
        closing(t, open).filter(|c| *c > open + 1).ok_or_else(|| {
            Diagnostic::error(ErrorCode::Syntax, t[open].span, "an expression is missing in these parentheses")
        })
    }

    /// The name that may end a statement from `at` on.
    fn trailing_name(&mut self, t: &[Token], at: usize) -> Res<Option<Ident>> {
        match &t[at.min(t.len())..] {
            [] => Ok(None),
            [n] if n.kind == TokenKind::Name => Ok(Some(self.state.ident(*n))),
            [n, ..] => {
                Err(Diagnostic::error(ErrorCode::Syntax, n.span, "expected the end of the statement")
                    .label("unexpected"))
            }
        }
    }

    /// An expression alone, for OpenMP clauses.
    pub fn expr(&mut self, t: &[Token]) -> Res<Expr> {
        run!(self, t, expressions.expr)
    }
    /// Type spec of an iterator or a reduction declaration.
    pub fn type_spec(&mut self, t: &[Token]) -> Res<TypeSpec> {
        run!(self, t, types.spec)
    }
    /// An assignment or call inside a clause.
    pub fn assign(&mut self, t: &[Token]) -> Res<StmtKind> {
        run!(self, t, control.assign)
    }
}

/// Whether the statement is an assignment: a data reference, then `=` or `=>`.
pub fn is_assignment(t: &[Token]) -> bool {
    let mut i = 0;
    loop {
        if t.get(i).is_none_or(|t| t.kind != TokenKind::Name) {
            return false;
        }
        i += 1;
        while t.get(i).is_some_and(|t| t.kind == TokenKind::LParen || t.kind == TokenKind::LBracket) {
            match closing(t, i) {
                Some(c) => i = c + 1,
                None => return false,
            }
        }
        match t.get(i).map(|t| t.kind) {
            Some(TokenKind::Percent) => i += 1,
            Some(TokenKind::Assign | TokenKind::Arrow) => return true,
            _ => return false,
        }
    }
}

/// Index of FUNCTION or SUBROUTINE where the statement is a procedure heading.
fn heading(t: &[Token]) -> Option<usize> {
    let mut i = 0;
    loop {
        let k = t.get(i)?.kw;
        match k {
            Kw::Function | Kw::Subroutine => {
                let ok = t.get(i + 1).is_some_and(|t| t.kind == TokenKind::Name)
                    && t.get(i + 2)
                        .is_none_or(|t| t.kind == TokenKind::LParen || t.kw == Kw::Result || t.kw == Kw::Bind);
                // `function f` without parentheses is a mistake, but a heading.
                return ok.then_some(i);
            }
            Kw::Recursive
            | Kw::NonRecursive
            | Kw::Pure
            | Kw::Impure
            | Kw::Elemental
            | Kw::Simple
            | Kw::Module
            | Kw::DoublePrecision
            | Kw::DoubleComplex => i += 1,
            Kw::Double => i += 2,
            Kw::Integer
            | Kw::Unsigned
            | Kw::Real
            | Kw::Complex
            | Kw::Logical
            | Kw::Character
            | Kw::Type
            | Kw::Class
            | Kw::TypeOf
            | Kw::ClassOf
            | Kw::Byte => {
                i += 1;
                if t.get(i).is_some_and(|t| t.kind == TokenKind::Star) {
                    i += 1;
                    if t.get(i).is_some_and(|t| t.kind == TokenKind::Int) {
                        i += 1;
                    }
                }
                if t.get(i).is_some_and(|t| t.kind == TokenKind::LParen) {
                    i = closing(t, i)? + 1;
                }
            }
            _ => return None,
        }
    }
}

/// Whether a statement that begins with a keyword gives an attribute to entities.
fn is_attribute(k: Kw) -> bool {
    matches!(
        k,
        Kw::Allocatable
            | Kw::Asynchronous
            | Kw::Contiguous
            | Kw::External
            | Kw::Intrinsic
            | Kw::Optional
            | Kw::Pointer
            | Kw::Private
            | Kw::Protected
            | Kw::Public
            | Kw::Save
            | Kw::Static
            | Kw::Automatic
            | Kw::Target
            | Kw::Value
            | Kw::Volatile
            | Kw::Dimension
            | Kw::Codimension
            | Kw::Intent
            | Kw::IgnoreTkr
            | Kw::NoArgCheck
            | Kw::Bind
    )
}
