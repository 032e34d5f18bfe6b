//! One statement: its first tokens decide which parser of the grammar runs; a failure becomes one error and, for
//! statements that open a construct, an opening that lets the rest of the file nest as it was meant.

use super::ast::*;
use super::grammar::{Expected, Grammar, Make, ParserState, closing, decl::generic_ident, types::is_type_keyword};
use super::lexer::Statement;
use super::raw::{EndKind, Raw, RawStmt};
use super::token::{Kw, Token, TokenKind};
use chumsky::Parser;
use chumsky::cache::Cache;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode, nearest};

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
        let grammar: &Grammar = $self.cache.get();
        $self.state.reset();
        let parser = super::grammar::whole(grammar.$($path).+.clone());
        match parser.parse_with_state(tokens, &mut $self.state).into_result() {
            Ok(v) => Ok(v),
            Err(_) => Err(failure(&$self.state, tokens)),
        }
    }};
}

/// The farthest failure as a message.
fn failure(state: &ParserState, tokens: &[Token]) -> Diagnostic {
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
const STARTS: &[&str] = &[
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

    /// A statement whose first word, or the word after END, is no keyword, read with the keyword that it is nearest to:
    /// what it opens, closes or declares is known then.
    fn corrected(&mut self, tokens: &[Token]) -> Option<Raw> {
        let at = usize::from(tokens.len() > 1 && tokens[0].kw == Kw::End);
        if tokens[at].kind != TokenKind::Name || tokens[at].kw != Kw::No {
            return None;
        }
        let word = nearest(self.state.texts.str(tokens[at].text), STARTS.iter().copied())?;
        let mut tokens = tokens.to_vec();
        tokens[at].kw = Kw::find(word);
        self.raw(&tokens, true).ok()
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

    /// What construct a statement that does not parse opens.
    fn opening(&self, tokens: &[Token]) -> Option<Raw> {
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
        let second = t.get(1).copied();
        let kw2 = second.map_or(Kw::No, |t| t.kw);
        let t2 = second.map(|t| t.kind);
        // Statements that contain statements.
        match first.kw {
            Kw::If if t2 == Some(TokenKind::LParen) => return self.if_(t, 1, outermost),
            Kw::ElseIf if t2 == Some(TokenKind::LParen) => return self.else_if(t, 1),
            Kw::Else => {
                return match kw2 {
                    Kw::If if t.get(2).is_some_and(|t| t.kind == TokenKind::LParen) => self.else_if(t, 2),
                    Kw::Where => self.else_where(t, 2),
                    _ => {
                        let name = self.trailing_name(t, 1)?;
                        Ok(Raw::Else(name))
                    }
                };
            }
            Kw::ElseWhere => return self.else_where(t, 1),
            Kw::Where if t2 == Some(TokenKind::LParen) => {
                let close = self.close(t, 1)?;
                let mask = run!(self, &t[2..close], expressions.expr)?;
                if close + 1 == t.len() {
                    return Ok(Raw::Where(mask));
                }
                let s = self.action(&t[close + 1..], "WHERE")?;
                return Ok(Raw::Simple(StmtKind::WhereStmt(mask, s)));
            }
            Kw::Forall if t2 == Some(TokenKind::LParen) => {
                let close = self.close(t, 1)?;
                let header = run!(self, &t[1..=close], control.forall_header)?;
                if close + 1 == t.len() {
                    return Ok(Raw::Forall(header));
                }
                let s = self.action(&t[close + 1..], "FORALL")?;
                return Ok(Raw::Simple(StmtKind::ForallStmt(header, s)));
            }
            _ => {}
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
        let simple = Raw::Simple;
        match first.kw {
            Kw::Use if t2.is_some() => run!(self, t, units.use_).map(simple),
            Kw::Import => run!(self, t, units.import).map(simple),
            Kw::Implicit => self.implicit(t),
            // A heading with prefixes, a declaration or a guard.
            _ if heading(t).is_some() => run!(self, t, units.procedure),
            Kw::Type | Kw::Class | Kw::TypeIs | Kw::ClassIs | Kw::ClassDefault
                if matches!(first.kw, Kw::TypeIs | Kw::ClassIs | Kw::ClassDefault)
                    || (kw2 == Kw::Is && t.get(2).is_some_and(|t| t.kind == TokenKind::LParen))
                    || (first.kw == Kw::Class && kw2 == Kw::Default) =>
            {
                run!(self, t, control.case)
            }
            Kw::Type if t2 == Some(TokenKind::LParen) => run!(self, t, declarations.type_decl).map(simple),
            // TYPE of VAX Fortran is PRINT.
            Kw::Type if matches!(t2, Some(TokenKind::Star | TokenKind::Int | TokenKind::Char)) => {
                let mut t = t.to_vec();
                t[0].kw = Kw::Print;
                run!(self, &t, io.print).map(simple)
            }
            Kw::Type => run!(self, t, declarations.type_def),
            Kw::Class => run!(self, t, declarations.type_decl).map(simple),
            Kw::TypeOf | Kw::ClassOf if t2 == Some(TokenKind::LParen) => {
                run!(self, t, declarations.type_decl).map(simple)
            }
            k if is_type_keyword(k) => run!(self, t, declarations.type_decl).map(simple),
            Kw::Procedure | Kw::ModuleProcedure => run!(self, t, declarations.procedure),
            Kw::Module if kw2 == Kw::Procedure && t.len() > 2 => run!(self, t, declarations.procedure),
            Kw::Program | Kw::Module | Kw::Submodule | Kw::BlockData => run!(self, t, units.unit),
            Kw::Block if kw2 == Kw::Data => run!(self, t, units.unit),
            Kw::Contains if t.len() == 1 => Ok(Raw::Contains),
            Kw::Interface => run!(self, t, units.interface),
            Kw::Abstract => run!(self, t, units.interface),
            Kw::Entry => run!(self, t, units.entry).map(simple),
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
                first.span,
                "a FORMAT statement needs a label and a format in parentheses",
            )
            .label("no label, or no format")),
            Kw::Pointer if t2 == Some(TokenKind::LParen) => run!(self, t, declarations.cray_pointer).map(simple),
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
            | Kw::Bind => run!(self, t, declarations.attr_stmt).map(simple),
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
            Kw::Open | Kw::Close | Kw::Inquire | Kw::Rewind | Kw::Backspace | Kw::EndFile | Kw::Flush | Kw::Wait => {
                let op = match first.kw {
                    Kw::Open => IoOp::Open,
                    Kw::Close => IoOp::Close,
                    Kw::Inquire => IoOp::Inquire,
                    Kw::Rewind => IoOp::Rewind,
                    Kw::Backspace => IoOp::Backspace,
                    Kw::EndFile => IoOp::Endfile,
                    Kw::Flush => IoOp::Flush,
                    _ => IoOp::Wait,
                };
                if t.len() == 1 && op == IoOp::Flush {
                    return Ok(simple(StmtKind::Io { op, control: vec![], items: vec![] }));
                }
                if t.len() == 1 {
                    let text = "this statement needs a unit or a list of specifiers";
                    return Err(Diagnostic::error(ErrorCode::Syntax, t[0].span, text));
                }
                let (control, items) = run!(self, &t[1..], io.control)?;
                Ok(simple(StmtKind::Io { op, control, items }))
            }
            Kw::Sync | Kw::Event | Kw::Lock | Kw::Unlock | Kw::Form | Kw::Fail if t.len() > 1 => {
                run!(self, t, control.image).map(simple)
            }
            _ => Err(self.unknown(t)),
        }
    }

    /// The tokens of a declaration with its `%fill` entities made names.
    fn fill(&mut self, t: &[Token]) -> Option<Vec<Token>> {
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
    fn structure(&mut self, t: &[Token]) -> Res<Raw> {
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
    fn records(&mut self, t: &[Token]) -> Res<Vec<(Ident, Vec<EntityDecl>)>> {
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

    fn unknown(&self, t: &[Token]) -> Diagnostic {
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

    fn close(&self, t: &[Token], open: usize) -> Res<usize> {
        closing(t, open).filter(|c| *c > open + 1).ok_or_else(|| {
            Diagnostic::error(ErrorCode::Syntax, t[open].span, "an expression is missing in these parentheses")
        })
    }

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

    /// END statements; `None` where this is none.
    fn end(&mut self, t: &[Token]) -> Option<Res<Raw>> {
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

    fn implicit(&mut self, t: &[Token]) -> Res<Raw> {
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

/// Whether three tokens of a declaration end in `%fill`, which stands for a component without a name.
fn is_fill(w: &[Token], state: &ParserState) -> bool {
    matches!(w[0].kind, TokenKind::Comma | TokenKind::DColon | TokenKind::RParen | TokenKind::Int | TokenKind::Name)
        && w[1].kind == TokenKind::Percent
        && w[2].kind == TokenKind::Name
        && state.texts.str(w[2].text) == "fill"
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
