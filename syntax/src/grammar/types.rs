//! Type specs, array specs and attributes.

use super::*;
use crate::ast::*;

/// Parsers of types.
pub struct Types<'s> {
    /// A declaration type spec: intrinsic, `type(t)`, `class(t)`.
    pub spec: BoxedParser<'s, TypeSpec>,
    /// A type spec as in array constructors and ALLOCATE: a derived type stands alone.
    pub bare: BoxedParser<'s, TypeSpec>,
    /// `(dims)`
    pub dims: BoxedParser<'s, Vec<DimSpec>>,
    /// `[codims]`
    pub codims: BoxedParser<'s, Vec<DimSpec>>,
    /// `bind(c, name="x")`
    pub bind: BoxedParser<'s, BindSpec>,
    /// One attribute of a declaration.
    pub attr: BoxedParser<'s, (AttrSpec, Span)>,
    /// `*len` of CHARACTER.
    pub star_len: BoxedParser<'s, CharLen>,
}

/// Derived type parameters: a lone `:` is a deferred parameter.
fn params(mut args: Vec<Arg>) -> Vec<Arg> {
    for a in &mut args {
        if matches!(a.value, ArgValue::Section { lower: None, upper: None, step: None }) {
            a.value = ArgValue::Colon;
        }
    }
    args
}

/// Builds the parsers.
pub fn build<'s>(expr: &BoxedParser<'s, Expr>, args: &BoxedParser<'s, Vec<Arg>>) -> Types<'s> {
    let length = char_length(expr);
    let star_len = star_length(&length);
    let kind = kind_selector(expr);
    let intrinsic = intrinsic(&kind, char_selector(expr, &length, &star_len));
    let unsigned_name = unsigned_name(kind);
    let dim = dimension(expr);
    let dims: BoxedParser<'s, Vec<DimSpec>> = parens(list(dim.clone())).boxed();
    let codims: BoxedParser<'s, Vec<DimSpec>> =
        list(dim).delimited_by(tok(TokenKind::LBracket), tok(TokenKind::RBracket)).boxed();
    let bind = bind(expr);
    Types {
        spec: declaration_spec(expr, args, &intrinsic, &unsigned_name),
        bare: bare_spec(args, intrinsic, unsigned_name),
        attr: attribute(expr, &dims, &codims, &bind),
        dims,
        codims,
        bind,
        star_len,
    }
}

/// `word =`, where it stands.
fn keyed<'s>(word: Kw) -> impl Rule<'s, ()> {
    ahead(move |t| t.len() > 1 && t[0].kw == word && t[1].kind == TokenKind::Assign)
        .ignore_then(kw(word).then(tok(TokenKind::Assign)))
        .ignored()
}

/// The kind behind an intrinsic type: `*4`, `(4)`, `(kind=4)`.
fn kind_selector<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, KindSel> {
    let number = tok(TokenKind::Int).map_with(|t, e| (e.state().int(t), t.span));
    let star_kind =
        tok(TokenKind::Star).ignore_then(number).map(|(n, s)| KindSel::Star(n.try_into().unwrap_or(u32::MAX), s));
    choice((star_kind, parens(keyed(Kw::Kind).or_not().ignore_then(expr.clone())).map(|e| KindSel::Expr(Box::new(e)))))
        .boxed()
}

/// The length of a CHARACTER in parentheses.
fn char_length<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, CharLen> {
    choice((
        tok(TokenKind::Star).to(CharLen::Assumed),
        tok(TokenKind::Colon).to(CharLen::Deferred),
        expr.clone().map(|e| CharLen::Expr(Box::new(e))),
    ))
    .boxed()
}

/// `*len` of CHARACTER.
fn star_length<'s>(length: &BoxedParser<'s, CharLen>) -> BoxedParser<'s, CharLen> {
    tok(TokenKind::Star)
        .ignore_then(choice((
            tok(TokenKind::Int).map_with(|t, e| {
                CharLen::Expr(Box::new(Expr {
                    kind: ExprKind::Int { value: e.state().int(t), kind: None },
                    span: t.span,
                }))
            }),
            parens(length.clone()),
        )))
        .boxed()
}

/// The length and the kind of a CHARACTER.
type CharSelector = (Option<CharLen>, Option<Box<Expr>>);

/// What stands behind CHARACTER: `*len`, or length and kind in parentheses.
fn char_selector<'s>(
    expr: &BoxedParser<'s, Expr>,
    length: &BoxedParser<'s, CharLen>,
    star_len: &BoxedParser<'s, CharLen>,
) -> BoxedParser<'s, CharSelector> {
    enum CharArg {
        Len(CharLen),
        Kind(Expr),
        First(CharLen),
        Second(Expr),
    }
    let char_first = choice((
        keyed(Kw::Len).ignore_then(length.clone()).map(CharArg::Len),
        keyed(Kw::Kind).ignore_then(expr.clone()).map(CharArg::Kind),
        length.clone().map(CharArg::First),
    ));
    let char_second = choice((
        keyed(Kw::Len).ignore_then(length.clone()).map(CharArg::Len),
        keyed(Kw::Kind).ignore_then(expr.clone()).map(CharArg::Kind),
        expr.clone().map(CharArg::Second),
    ));
    choice((
        star_len.clone().map(|l| (Some(l), None)),
        parens(char_first.then(tok(TokenKind::Comma).ignore_then(char_second).or_not())).map(|(a, b)| {
            let (mut len, mut kind) = (None, None);
            for x in std::iter::once(a).chain(b) {
                match x {
                    CharArg::Len(l) | CharArg::First(l) => len = Some(l),
                    CharArg::Kind(e) | CharArg::Second(e) => kind = Some(Box::new(e)),
                }
            }
            (len, kind)
        }),
    ))
    .boxed()
}

/// An intrinsic type with its selectors.
fn intrinsic<'s>(
    kind: &BoxedParser<'s, KindSel>,
    char_selector: BoxedParser<'s, CharSelector>,
) -> BoxedParser<'s, TypeSpecKind> {
    let kind = kind.clone().or_not();
    choice((
        kw(Kw::Integer).ignore_then(kind.clone()).map(TypeSpecKind::Integer),
        kw(Kw::Unsigned).ignore_then(kind.clone()).map(|kind| TypeSpecKind::Unsigned { kind, derived: None }),
        kw(Kw::Real).ignore_then(kind.clone()).map(TypeSpecKind::Real),
        kw(Kw::Logical).ignore_then(kind.clone()).map(TypeSpecKind::Logical),
        kw(Kw::Complex).ignore_then(kind).map(TypeSpecKind::Complex),
        kw(Kw::Character).ignore_then(char_selector.or_not()).map(|s| {
            let (len, kind) = s.unwrap_or((None, None));
            TypeSpecKind::Character { len, kind }
        }),
        kw(Kw::Double).then(kw(Kw::Precision)).to(TypeSpecKind::DoublePrecision),
        kw(Kw::DoublePrecision).to(TypeSpecKind::DoublePrecision),
        kw(Kw::Double).then(kw(Kw::Complex)).to(TypeSpecKind::DoubleComplex),
        kw(Kw::DoubleComplex).to(TypeSpecKind::DoubleComplex),
        kw(Kw::Byte).map(|t| TypeSpecKind::Integer(Some(KindSel::Star(1, t.span)))),
    ))
    .boxed()
}

/// Where the name of a derived type may stand, `unsigned` may be one.
fn unsigned_name<'s>(kind: BoxedParser<'s, KindSel>) -> BoxedParser<'s, TypeSpecKind> {
    ahead(|t| t.first().is_some_and(|t| t.kw == Kw::Unsigned))
        .ignore_then(name().then(kind.or_not()))
        .map(|(n, kind)| TypeSpecKind::Unsigned { kind, derived: Some(n) })
        .boxed()
}

/// The name of a derived type with its parameters.
fn derived_name<'s>(args: &BoxedParser<'s, Vec<Arg>>) -> BoxedParser<'s, (Ident, Vec<Arg>)> {
    name().then(args.clone().or_not()).map(|(n, a)| (n, params(a.unwrap_or_default()))).boxed()
}

fn spanned(kind: TypeSpecKind, e: &mut Extra<'_, '_>) -> TypeSpec {
    TypeSpec { kind, span: span_of(e) }
}

/// A type spec in which a derived type stands alone.
fn bare_spec<'s>(
    args: &BoxedParser<'s, Vec<Arg>>,
    intrinsic: BoxedParser<'s, TypeSpecKind>,
    unsigned_name: BoxedParser<'s, TypeSpecKind>,
) -> BoxedParser<'s, TypeSpec> {
    unsigned_name
        .or(ahead(|t| t.first().is_some_and(|t| is_type_keyword(t.kw))).ignore_then(intrinsic))
        .or(derived_name(args).map(|(name, params)| TypeSpecKind::Type { name, params }))
        .map_with(spanned)
        .boxed()
}

/// The type spec of a declaration, in which a derived type stands in TYPE or CLASS.
fn declaration_spec<'s>(
    expr: &BoxedParser<'s, Expr>,
    args: &BoxedParser<'s, Vec<Arg>>,
    intrinsic: &BoxedParser<'s, TypeSpecKind>,
    unsigned_name: &BoxedParser<'s, TypeSpecKind>,
) -> BoxedParser<'s, TypeSpec> {
    let derived_name = derived_name(args);
    let in_type = choice((
        tok(TokenKind::Star).to(TypeSpecKind::TypeStar),
        ahead(|t| {
            t.get(1).is_some_and(|n| {
                n.kind == TokenKind::RParen || n.kind == TokenKind::LParen || n.kind == TokenKind::Star
            })
        })
        .ignore_then(unsigned_name.clone()),
        ahead(|t| {
            t.first().is_some_and(|t| is_type_keyword(t.kw))
                && t.get(1).is_some_and(|n| {
                    n.kind == TokenKind::RParen
                        || n.kind == TokenKind::LParen
                        || n.kind == TokenKind::Star
                        || n.kw == Kw::Precision
                })
        })
        .ignore_then(intrinsic.clone()),
        derived_name.clone().map(|(name, params)| TypeSpecKind::Type { name, params }),
    ));
    let in_class = choice((
        tok(TokenKind::Star).to(TypeSpecKind::ClassStar),
        derived_name.map(|(name, params)| TypeSpecKind::Class { name, params }),
    ));
    let of_entity = choice((kw(Kw::TypeOf).to(false), kw(Kw::ClassOf).to(true)))
        .then(parens(expr.clone()))
        .map(|(class, e)| TypeSpecKind::OfEntity(class, Box::new(e)));
    choice((
        intrinsic.clone(),
        kw(Kw::Type).ignore_then(parens(in_type)),
        kw(Kw::Class).ignore_then(parens(in_class)),
        of_entity,
    ))
    .map_with(spanned)
    .boxed()
}

/// One dimension of an array spec.
fn dimension<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, DimSpec> {
    choice((
        tok(TokenKind::Star).to(DimSpec::AssumedSize { lower: None }),
        tok(TokenKind::DotDot).to(DimSpec::AssumedRank),
        tok(TokenKind::Colon).to(DimSpec::Assumed { lower: None }),
        expr.clone()
            .then(
                tok(TokenKind::Colon)
                    .ignore_then(choice((
                        tok(TokenKind::Star).to(Some(None)),
                        ahead(|t| {
                            matches!(
                                t.first().map(|t| t.kind),
                                Some(TokenKind::RParen | TokenKind::Comma | TokenKind::RBracket)
                            )
                        })
                        .to(None),
                        expr.clone().map(|e| Some(Some(e))),
                    )))
                    .or_not(),
            )
            .map(|(a, b)| match b {
                None => DimSpec::Explicit { lower: None, upper: a },
                Some(None) => DimSpec::Assumed { lower: Some(a) },
                Some(Some(None)) => DimSpec::AssumedSize { lower: Some(a) },
                Some(Some(Some(u))) => DimSpec::Explicit { lower: Some(a), upper: u },
            }),
    ))
    .boxed()
}

/// `bind(c, name="x")`
fn bind<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, BindSpec> {
    kw(Kw::Bind)
        .ignore_then(parens(
            kw(Kw::C).ignore_then(
                tok(TokenKind::Comma)
                    .ignore_then(word("name"))
                    .then_ignore(tok(TokenKind::Assign))
                    .ignore_then(expr.clone())
                    .or_not(),
            ),
        ))
        .map_with(|name, e| BindSpec { name: name.map(Box::new), span: span_of(e) })
        .boxed()
}

/// An attribute that is one word.
fn simple_attribute<'s>() -> impl Rule<'s, AttrSpec> {
    custom(|inp: &mut Input<'s, '_>| {
        let a = match inp.peek_ref().map(|t| t.kw) {
            Some(Kw::Allocatable) => AttrSpec::Allocatable,
            Some(Kw::Asynchronous) => AttrSpec::Asynchronous,
            Some(Kw::Contiguous) => AttrSpec::Contiguous,
            Some(Kw::External) => AttrSpec::External,
            Some(Kw::Intrinsic) => AttrSpec::Intrinsic,
            Some(Kw::Optional) => AttrSpec::Optional,
            Some(Kw::Parameter) => AttrSpec::Parameter,
            Some(Kw::Pointer) => AttrSpec::Pointer,
            Some(Kw::Private) => AttrSpec::Private,
            Some(Kw::Protected) => AttrSpec::Protected,
            Some(Kw::Public) => AttrSpec::Public,
            Some(Kw::Automatic) => AttrSpec::Automatic,
            // Of VAX Fortran.
            Some(Kw::Save | Kw::Static) => AttrSpec::Save,
            Some(Kw::Target) => AttrSpec::Target,
            Some(Kw::Value) => AttrSpec::Value,
            Some(Kw::Volatile) => AttrSpec::Volatile,
            Some(Kw::Deferred) => AttrSpec::Deferred,
            Some(Kw::NonOverridable) => AttrSpec::NonOverridable,
            Some(Kw::Nopass) => AttrSpec::Nopass,
            Some(Kw::Kind) => AttrSpec::Kind,
            Some(Kw::Len) => AttrSpec::Len,
            _ => {
                let at = *inp.cursor().inner();
                return Err(inp.state().fail(at, Expected::Text("an attribute")));
            }
        };
        inp.skip();
        Ok(a)
    })
}

/// One attribute of a declaration.
fn attribute<'s>(
    expr: &BoxedParser<'s, Expr>,
    dims: &BoxedParser<'s, Vec<DimSpec>>,
    codims: &BoxedParser<'s, Vec<DimSpec>>,
    bind: &BoxedParser<'s, BindSpec>,
) -> BoxedParser<'s, (AttrSpec, Span)> {
    let intent = choice((
        kw(Kw::In).then(kw(Kw::Out)).to(Intent::InOut),
        kw(Kw::In).to(Intent::In),
        kw(Kw::Out).to(Intent::Out),
        kw(Kw::InOut).to(Intent::InOut),
    ));
    choice((
        simple_attribute(),
        kw(Kw::Dimension).ignore_then(dims.clone()).map(AttrSpec::Dimension),
        kw(Kw::Rank).ignore_then(parens(expr.clone())).map(|e| AttrSpec::Rank(Box::new(e))),
        kw(Kw::Codimension).ignore_then(codims.clone()).map(AttrSpec::Codimension),
        kw(Kw::Intent).ignore_then(parens(intent)).map(AttrSpec::Intent),
        bind.clone().map(AttrSpec::Bind),
        kw(Kw::Pass).ignore_then(parens(name()).or_not()).map(AttrSpec::Pass),
    ))
    .map_with(|a, e| (a, span_of(e)))
    .boxed()
}

/// A word that is no keyword of the table.
pub fn word<'s>(text: &'static str) -> impl Rule<'s, Token> {
    custom(move |inp: &mut Input<'s, '_>| match inp.peek_ref() {
        Some(t) if t.kind == TokenKind::Name && inp.state().texts.str(t.text) == text => {
            inp.skip();
            Ok(*t)
        }
        _ => {
            let at = *inp.cursor().inner();
            Err(inp.state().fail(at, Expected::Text(text)))
        }
    })
}

/// Whether a keyword begins an intrinsic type spec.
pub fn is_type_keyword(k: Kw) -> bool {
    matches!(
        k,
        Kw::Integer
            | Kw::Unsigned
            | Kw::Real
            | Kw::Logical
            | Kw::Complex
            | Kw::Character
            | Kw::Double
            | Kw::DoublePrecision
            | Kw::DoubleComplex
            | Kw::Byte
    )
}
