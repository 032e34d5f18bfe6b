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
    let expr = expr.clone();
    let len = choice((
        tok(TokenKind::Star).to(CharLen::Assumed),
        tok(TokenKind::Colon).to(CharLen::Deferred),
        expr.clone().map(|e| CharLen::Expr(Box::new(e))),
    ))
    .boxed();
    let number = tok(TokenKind::Int).map_with(|t, e| (e.state().int(t), t.span));
    let star_kind =
        tok(TokenKind::Star).ignore_then(number).map(|(n, s)| KindSel::Star(n.try_into().unwrap_or(u32::MAX), s));
    let kind_keyword = ahead(|t| t.len() > 1 && t[0].kw == Kw::Kind && t[1].kind == TokenKind::Assign)
        .ignore_then(kw(Kw::Kind).then(tok(TokenKind::Assign)))
        .or_not();
    let kind_sel: BoxedParser<'s, KindSel> =
        choice((star_kind, parens(kind_keyword.ignore_then(expr.clone())).map(|e| KindSel::Expr(Box::new(e))))).boxed();
    let kind_sel_named = kind_sel.clone();
    let kind_sel = kind_sel.or_not();

    // CHARACTER's selectors.
    let star_len: BoxedParser<'s, CharLen> = tok(TokenKind::Star)
        .ignore_then(choice((
            tok(TokenKind::Int).map_with(|t, e| {
                CharLen::Expr(Box::new(Expr {
                    kind: ExprKind::Int { value: e.state().int(t), kind: None },
                    span: t.span,
                }))
            }),
            parens(len.clone()),
        )))
        .boxed();
    enum CharArg {
        Len(CharLen),
        Kind(Expr),
        First(CharLen),
        Second(Expr),
    }
    let keyed = |w: Kw| {
        ahead(move |t| t.len() > 1 && t[0].kw == w && t[1].kind == TokenKind::Assign)
            .ignore_then(kw(w).then(tok(TokenKind::Assign)))
    };
    let char_first = choice((
        keyed(Kw::Len).ignore_then(len.clone()).map(CharArg::Len),
        keyed(Kw::Kind).ignore_then(expr.clone()).map(CharArg::Kind),
        len.clone().map(CharArg::First),
    ));
    let char_second = choice((
        keyed(Kw::Len).ignore_then(len.clone()).map(CharArg::Len),
        keyed(Kw::Kind).ignore_then(expr.clone()).map(CharArg::Kind),
        expr.clone().map(CharArg::Second),
    ));
    let char_sel = choice((
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
    .boxed();

    let intrinsic = choice((
        kw(Kw::Integer).ignore_then(kind_sel.clone()).map(TypeSpecKind::Integer),
        kw(Kw::Unsigned).ignore_then(kind_sel.clone()).map(|kind| TypeSpecKind::Unsigned { kind, derived: None }),
        kw(Kw::Real).ignore_then(kind_sel.clone()).map(TypeSpecKind::Real),
        kw(Kw::Logical).ignore_then(kind_sel.clone()).map(TypeSpecKind::Logical),
        kw(Kw::Complex).ignore_then(kind_sel).map(TypeSpecKind::Complex),
        kw(Kw::Character).ignore_then(char_sel.or_not()).map(|s| {
            let (len, kind) = s.unwrap_or((None, None));
            TypeSpecKind::Character { len, kind }
        }),
        kw(Kw::Double).then(kw(Kw::Precision)).to(TypeSpecKind::DoublePrecision),
        kw(Kw::DoublePrecision).to(TypeSpecKind::DoublePrecision),
        kw(Kw::Double).then(kw(Kw::Complex)).to(TypeSpecKind::DoubleComplex),
        kw(Kw::DoubleComplex).to(TypeSpecKind::DoubleComplex),
        kw(Kw::Byte).map(|t| TypeSpecKind::Integer(Some(KindSel::Star(1, t.span)))),
    ))
    .boxed();
    // Where the name of a derived type may stand, `unsigned` may be one.
    let unsigned_name = ahead(|t| t.first().is_some_and(|t| t.kw == Kw::Unsigned))
        .ignore_then(name().then(kind_sel_named.or_not()))
        .map(|(n, kind)| TypeSpecKind::Unsigned { kind, derived: Some(n) })
        .boxed();
    let spanned = |kind: TypeSpecKind, e: &mut Extra<'s, '_>| TypeSpec { kind, span: span_of(e) };
    let derived_name = name().then(args.clone().or_not()).map(|(n, a)| (n, params(a.unwrap_or_default())));
    let bare: BoxedParser<'s, TypeSpec> = unsigned_name
        .clone()
        .or(ahead(|t| t.first().is_some_and(|t| is_type_keyword(t.kw))).ignore_then(intrinsic.clone()))
        .or(derived_name.clone().map(|(name, params)| TypeSpecKind::Type { name, params }))
        .map_with(spanned)
        .boxed();
    let in_type = choice((
        tok(TokenKind::Star).to(TypeSpecKind::TypeStar),
        ahead(|t| {
            t.get(1).is_some_and(|n| {
                n.kind == TokenKind::RParen || n.kind == TokenKind::LParen || n.kind == TokenKind::Star
            })
        })
        .ignore_then(unsigned_name),
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
    let spec: BoxedParser<'s, TypeSpec> = choice((
        intrinsic,
        kw(Kw::Type).ignore_then(parens(in_type)),
        kw(Kw::Class).ignore_then(parens(in_class)),
        of_entity,
    ))
    .map_with(spanned)
    .boxed();

    // Array specs.
    let dim = choice((
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
    .boxed();
    let dims: BoxedParser<'s, Vec<DimSpec>> = parens(list(dim.clone())).boxed();
    let codims: BoxedParser<'s, Vec<DimSpec>> =
        list(dim).delimited_by(tok(TokenKind::LBracket), tok(TokenKind::RBracket)).boxed();

    let rank = expr.clone();
    let bind: BoxedParser<'s, BindSpec> = kw(Kw::Bind)
        .ignore_then(parens(
            kw(Kw::C).ignore_then(
                tok(TokenKind::Comma)
                    .ignore_then(word("name"))
                    .then_ignore(tok(TokenKind::Assign))
                    .ignore_then(expr)
                    .or_not(),
            ),
        ))
        .map_with(|name, e| BindSpec { name: name.map(Box::new), span: span_of(e) })
        .boxed();

    let simple = custom(move |inp: &mut Input<'s, '_>| {
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
    });
    let intent = choice((
        kw(Kw::In).then(kw(Kw::Out)).to(Intent::InOut),
        kw(Kw::In).to(Intent::In),
        kw(Kw::Out).to(Intent::Out),
        kw(Kw::InOut).to(Intent::InOut),
    ));
    let attr: BoxedParser<'s, (AttrSpec, Span)> = choice((
        simple,
        kw(Kw::Dimension).ignore_then(dims.clone()).map(AttrSpec::Dimension),
        kw(Kw::Rank).ignore_then(parens(rank)).map(|e| AttrSpec::Rank(Box::new(e))),
        kw(Kw::Codimension).ignore_then(codims.clone()).map(AttrSpec::Codimension),
        kw(Kw::Intent).ignore_then(parens(intent)).map(AttrSpec::Intent),
        bind.clone().map(AttrSpec::Bind),
        kw(Kw::Pass).ignore_then(parens(name()).or_not()).map(AttrSpec::Pass),
    ))
    .map_with(|a, e| (a, span_of(e)))
    .boxed();
    Types { spec, bare, dims, codims, bind, attr, star_len }
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
