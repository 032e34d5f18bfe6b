//! The grammar of statements: chumsky parsers over the tokens of ONE statement, one module per family. They are built
//! once (see [`Grammar`]) and boxed; which of them runs is decided by the statement's first tokens.

pub mod control;
pub mod decl;
pub mod expr;
pub mod io;
pub mod types;
pub mod units;

use super::ast::{Ident, LabelNo, Name};
use super::token::{Kw, Texts, Token, TokenKind};
use chumsky::error::LabelError;
use chumsky::input::{Checkpoint, Cursor, InputRef, MapExtra};
use chumsky::inspector::Inspector;
use chumsky::prelude::*;
use chumsky::util::MaybeRef;
use ferrotran_source::Span;

/// Input of the parsers.
pub type Tokens<'s> = &'s [Token];
/// Error and state types.
pub type ParserContext = extra::Full<ParseFailure, ParserState, ()>;
/// A boxed parser.
pub type BoxedParser<'s, O> = Boxed<'s, 's, Tokens<'s>, O, ParserContext>;
/// What `map_with` gives.
pub type Extra<'s, 'b> = MapExtra<'s, 'b, Tokens<'s>, ParserContext>;
/// Input of custom parsers.
pub type Input<'s, 'p> = InputRef<'s, 'p, Tokens<'s>, ParserContext>;

/// A parser that can be copied into several places.
pub trait Rule<'s, O>: Parser<'s, Tokens<'s>, O, ParserContext> + Clone + 's {}
impl<'s, O, X: Parser<'s, Tokens<'s>, O, ParserContext> + Clone + 's> Rule<'s, O> for X {}

/// That parsing failed. Where and why is in [`ParserState`]: the farthest failure is the one to report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParseFailure(u8);

impl<'s> chumsky::error::Error<'s, Tokens<'s>> for ParseFailure {}
impl<'s, L> LabelError<'s, Tokens<'s>, L> for ParseFailure {
    fn expected_found<E: IntoIterator<Item = L>>(_: E, _: Option<MaybeRef<'s, Token>>, _: SimpleSpan<usize>) -> Self {
        ParseFailure(0)
    }
}

/// What was expected at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expected {
    /// A token or a thing, as it is to be printed.
    Text(&'static str),
    /// A keyword.
    Kw(Kw),
}

/// State of the parsers: the names, and the farthest failure.
#[derive(Debug, Default)]
pub struct ParserState {
    /// Names and literals of the file.
    pub texts: Texts,
    /// Index of the token at which parsing failed farthest.
    pub farthest: usize,
    /// What would have been right there.
    pub expected: Vec<Expected>,
    /// A message that says more than the expected tokens.
    pub message: Option<(Span, String)>,
}

impl<'s> Inspector<'s, Tokens<'s>> for ParserState {
    type Checkpoint = ();
    fn on_token(&mut self, _: &Token) {}
    fn on_save<'p>(&self, _: &Cursor<'s, 'p, Tokens<'s>>) {}
    fn on_rewind<'p>(&mut self, _: &Checkpoint<'s, 'p, Tokens<'s>, ()>) {}
}

impl ParserState {
    /// Forgets the last statement.
    pub fn reset(&mut self) {
        self.farthest = 0;
        self.expected.clear();
        self.message = None;
    }
    /// Notes a failure.
    pub fn fail(&mut self, at: usize, what: Expected) -> ParseFailure {
        if at > self.farthest {
            self.farthest = at;
            self.expected.clear();
        }
        if at == self.farthest && self.expected.len() < 16 && !self.expected.contains(&what) {
            self.expected.push(what);
        }
        ParseFailure(0)
    }
    /// Identifier of a name token.
    pub fn ident(&self, t: Token) -> Ident {
        Ident { name: self.texts.name(t.text), span: t.span }
    }
    /// Text of a name, number or operator token.
    pub fn name(&self, t: Token) -> Name {
        self.texts.name(t.text)
    }
    /// Value of an integer token.
    pub fn int(&self, t: Token) -> u128 {
        self.texts.str(t.text).parse().unwrap_or(u128::MAX)
    }
    /// Label number of an integer token.
    pub fn label(&self, t: Token) -> LabelNo {
        self.int(t).try_into().unwrap_or(LabelNo::MAX)
    }
}

/// The tokens that are left.
pub fn rest<'s>(inp: &mut Input<'s, '_>) -> &'s [Token] {
    let at = inp.cursor();
    inp.slice_from(&at..)
}

fn take<'s>(inp: &mut Input<'s, '_>, want: Expected, f: impl Fn(&Token) -> bool) -> Result<Token, ParseFailure> {
    match inp.peek_ref() {
        Some(k) if f(k) => {
            inp.skip();
            Ok(*k)
        }
        _ => {
            let at = *inp.cursor().inner();
            Err(inp.state().fail(at, want))
        }
    }
}

/// A token.
pub fn tok<'s>(t: TokenKind) -> impl Rule<'s, Token> + Copy {
    custom(move |inp: &mut Input<'s, '_>| take(inp, Expected::Text(t.text()), |k| k.kind == t))
}

/// A keyword.
pub fn kw<'s>(w: Kw) -> impl Rule<'s, Token> + Copy {
    custom(move |inp: &mut Input<'s, '_>| take(inp, Expected::Kw(w), |k| k.kw == w))
}

/// Any of several tokens.
pub fn one<'s>(set: &'static [TokenKind], what: &'static str) -> impl Rule<'s, Token> + Copy {
    custom(move |inp: &mut Input<'s, '_>| take(inp, Expected::Text(what), |k| set.contains(&k.kind)))
}

/// A name.
pub fn name<'s>() -> impl Rule<'s, Ident> + Copy {
    custom(move |inp: &mut Input<'s, '_>| {
        let t = take(inp, Expected::Text("a name"), |k| k.kind == TokenKind::Name)?;
        Ok(inp.state().ident(t))
    })
}

/// A statement label as a reference.
pub fn label<'s>() -> impl Rule<'s, LabelNo> + Copy {
    custom(move |inp: &mut Input<'s, '_>| {
        let t = take(inp, Expected::Text("a label"), |k| k.kind == TokenKind::Int)?;
        Ok(inp.state().label(t))
    })
}

/// The end of the statement.
pub fn eos<'s>() -> impl Rule<'s, ()> + Copy {
    custom(move |inp: &mut Input<'s, '_>| match inp.peek_ref() {
        None => Ok(()),
        Some(_) => {
            let at = *inp.cursor().inner();
            Err(inp.state().fail(at, Expected::Text("the end of the statement")))
        }
    })
}

/// A parser that must reach the end of the statement.
pub fn whole<'s, O: 's>(p: BoxedParser<'s, O>) -> impl Rule<'s, O> {
    p.then_ignore(eos())
}

/// Succeeds without reading where the tokens that are left fit.
pub fn ahead<'s>(f: impl Fn(&[Token]) -> bool + Clone + 's) -> impl Rule<'s, ()> {
    custom(move |inp: &mut Input<'s, '_>| if f(rest(inp)) { Ok(()) } else { Err(ParseFailure(0)) })
}

/// A list in parentheses.
pub fn parens<'s, O: 's>(p: impl Rule<'s, O>) -> impl Rule<'s, O> {
    p.delimited_by(tok(TokenKind::LParen), tok(TokenKind::RParen))
}

/// One or more with commas between.
pub fn list<'s, O: 's>(p: impl Rule<'s, O>) -> impl Rule<'s, Vec<O>> {
    p.separated_by(tok(TokenKind::Comma)).at_least(1).collect()
}

/// `::` that may be left out.
pub fn opt_colons<'s>() -> impl Rule<'s, bool> {
    tok(TokenKind::DColon).or_not().map(|t| t.is_some())
}

/// The source span of what was read.
pub fn span_of(e: &mut Extra<'_, '_>) -> Span {
    match e.slice() {
        [] => Span::default(),
        [a] => a.span,
        [a, .., b] => a.span.to(b.span),
    }
}

/// Index of the parenthesis that closes the one at `open`.
pub fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, t) in tokens.iter().enumerate().skip(open) {
        match t.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a `::` stands outside of parentheses before the list's end or next comma.
pub fn colons_ahead(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    for t in tokens {
        match t.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => match depth.checked_sub(1) {
                Some(d) => depth = d,
                None => return false,
            },
            TokenKind::DColon if depth == 0 => return true,
            TokenKind::Comma if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// All parsers. Each is one statement family without its leading keywords where those decided that it runs.
pub struct Grammar<'s> {
    /// Expressions.
    pub expressions: expr::Exprs<'s>,
    /// Type specs.
    pub types: types::Types<'s>,
    /// Declarations.
    pub declarations: decl::Decls<'s>,
    /// Program units.
    pub units: units::Units<'s>,
    /// Control and other executable statements.
    pub control: control::Control<'s>,
    /// Input and output.
    pub io: io::Io<'s>,
}

/// Makes the grammar, for [`chumsky::cache::Cache`].
#[derive(Default)]
pub struct Make;

impl chumsky::cache::Cached for Make {
    type Parser<'s> = Grammar<'s>;
    fn make_parser<'s>(self) -> Grammar<'s> {
        let (expressions, types) = expr::build();
        let declarations = decl::build(&expressions, &types);
        let units = units::build(&types);
        let control = control::build(&expressions, &types);
        let io = io::build(&expressions);
        Grammar { expressions, types, declarations, units, control, io }
    }
}
