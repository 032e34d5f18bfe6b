//! The grammar of statements: chumsky parsers over the tokens of ONE statement, one module per family. They are built
//! once (see [`Grammar`]) and boxed; which of them runs is decided by the statement's first tokens.

pub mod control;
pub mod decl;
pub mod expr;
pub mod io;
pub mod types;
pub mod units;

use super::ast::{Ident, LabelNo, Name};
use super::token::{Kw, T, Texts, Token};
use chumsky::error::LabelError;
use chumsky::input::{Checkpoint, Cursor, InputRef, MapExtra};
use chumsky::inspector::Inspector;
use chumsky::prelude::*;
use chumsky::util::MaybeRef;
use ferrotran_source::Span;

/// Input of the parsers.
pub type In<'s> = &'s [Token];
/// Error and state types.
pub type Ex = extra::Full<PErr, PState, ()>;
/// A boxed parser.
pub type B<'s, O> = Boxed<'s, 's, In<'s>, O, Ex>;
/// What `map_with` gives.
pub type Extra<'s, 'b> = MapExtra<'s, 'b, In<'s>, Ex>;
/// Input of custom parsers.
pub type Ref<'s, 'p> = InputRef<'s, 'p, In<'s>, Ex>;

/// A parser that can be copied into several places.
pub trait P<'s, O>: Parser<'s, In<'s>, O, Ex> + Clone + 's {}
impl<'s, O, X: Parser<'s, In<'s>, O, Ex> + Clone + 's> P<'s, O> for X {}

/// That parsing failed. Where and why is in [`PState`]: the farthest failure is the one to report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PErr(u8);

impl<'s> chumsky::error::Error<'s, In<'s>> for PErr {}
impl<'s, L> LabelError<'s, In<'s>, L> for PErr {
    fn expected_found<E: IntoIterator<Item = L>>(_: E, _: Option<MaybeRef<'s, Token>>, _: SimpleSpan<usize>) -> Self {
        PErr(0)
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
pub struct PState {
    /// Names and literals of the file.
    pub texts: Texts,
    /// Index of the token at which parsing failed farthest.
    pub farthest: usize,
    /// What would have been right there.
    pub expected: Vec<Expected>,
    /// A message that says more than the expected tokens.
    pub message: Option<(Span, String)>,
}

impl<'s> Inspector<'s, In<'s>> for PState {
    type Checkpoint = ();
    fn on_token(&mut self, _: &Token) {}
    fn on_save<'p>(&self, _: &Cursor<'s, 'p, In<'s>>) {}
    fn on_rewind<'p>(&mut self, _: &Checkpoint<'s, 'p, In<'s>, ()>) {}
}

impl PState {
    /// Forgets the last statement.
    pub fn reset(&mut self) {
        self.farthest = 0;
        self.expected.clear();
        self.message = None;
    }
    /// Notes a failure.
    pub fn fail(&mut self, at: usize, what: Expected) -> PErr {
        if at > self.farthest {
            self.farthest = at;
            self.expected.clear();
        }
        if at == self.farthest && self.expected.len() < 16 && !self.expected.contains(&what) {
            self.expected.push(what);
        }
        PErr(0)
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
pub fn rest<'s>(inp: &mut Ref<'s, '_>) -> &'s [Token] {
    let at = inp.cursor();
    inp.slice_from(&at..)
}

fn take<'s>(inp: &mut Ref<'s, '_>, want: Expected, f: impl Fn(&Token) -> bool) -> Result<Token, PErr> {
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
pub fn tok<'s>(t: T) -> impl P<'s, Token> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| take(inp, Expected::Text(t.text()), |k| k.t == t))
}

/// A keyword.
pub fn kw<'s>(w: Kw) -> impl P<'s, Token> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| take(inp, Expected::Kw(w), |k| k.kw == w))
}

/// Any of several tokens.
pub fn one<'s>(set: &'static [T], what: &'static str) -> impl P<'s, Token> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| take(inp, Expected::Text(what), |k| set.contains(&k.t)))
}

/// A name.
pub fn name<'s>() -> impl P<'s, Ident> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| {
        let t = take(inp, Expected::Text("a name"), |k| k.t == T::Name)?;
        Ok(inp.state().ident(t))
    })
}

/// A statement label as a reference.
pub fn label<'s>() -> impl P<'s, LabelNo> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| {
        let t = take(inp, Expected::Text("a label"), |k| k.t == T::Int)?;
        Ok(inp.state().label(t))
    })
}

/// The end of the statement.
pub fn eos<'s>() -> impl P<'s, ()> + Copy {
    custom(move |inp: &mut Ref<'s, '_>| match inp.peek_ref() {
        None => Ok(()),
        Some(_) => {
            let at = *inp.cursor().inner();
            Err(inp.state().fail(at, Expected::Text("the end of the statement")))
        }
    })
}

/// A parser that must reach the end of the statement.
pub fn whole<'s, O: 's>(p: B<'s, O>) -> impl P<'s, O> {
    p.then_ignore(eos())
}

/// Succeeds without reading where the tokens that are left fit.
pub fn ahead<'s>(f: impl Fn(&[Token]) -> bool + Clone + 's) -> impl P<'s, ()> {
    custom(move |inp: &mut Ref<'s, '_>| if f(rest(inp)) { Ok(()) } else { Err(PErr(0)) })
}

/// A list in parentheses.
pub fn parens<'s, O: 's>(p: impl P<'s, O>) -> impl P<'s, O> {
    p.delimited_by(tok(T::LParen), tok(T::RParen))
}

/// One or more with commas between.
pub fn list<'s, O: 's>(p: impl P<'s, O>) -> impl P<'s, Vec<O>> {
    p.separated_by(tok(T::Comma)).at_least(1).collect()
}

/// `::` that may be left out.
pub fn opt_colons<'s>() -> impl P<'s, bool> {
    tok(T::DColon).or_not().map(|t| t.is_some())
}

/// The source span of what was read.
pub fn sp(e: &mut Extra<'_, '_>) -> Span {
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
        match t.t {
            T::LParen | T::LBracket => depth += 1,
            T::RParen | T::RBracket => {
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
        match t.t {
            T::LParen | T::LBracket => depth += 1,
            T::RParen | T::RBracket => match depth.checked_sub(1) {
                Some(d) => depth = d,
                None => return false,
            },
            T::DColon if depth == 0 => return true,
            T::Comma if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// All parsers. Each is one statement family without its leading keywords where those decided that it runs.
pub struct Grammar<'s> {
    /// Expressions.
    pub e: expr::Exprs<'s>,
    /// Type specs.
    pub t: types::Types<'s>,
    /// Declarations.
    pub d: decl::Decls<'s>,
    /// Program units.
    pub u: units::Units<'s>,
    /// Control and other executable statements.
    pub c: control::Control<'s>,
    /// Input and output.
    pub io: io::Io<'s>,
}

/// Makes the grammar, for [`chumsky::cache::Cache`].
#[derive(Default)]
pub struct Make;

impl chumsky::cache::Cached for Make {
    type Parser<'s> = Grammar<'s>;
    fn make_parser<'s>(self) -> Grammar<'s> {
        let (e, t) = expr::build();
        let d = decl::build(&e, &t);
        let u = units::build(&e, &t);
        let c = control::build(&e, &t);
        let io = io::build(&e);
        Grammar { e, t, d, u, c, io }
    }
}
