//! Program units, procedure headings, USE, IMPORT, INTERFACE.

use super::decl::{generic_ident, generic_spec};
use super::types::Types;
use super::*;
use crate::ast::*;
use crate::raw::Raw;

/// Parsers of program unit statements.
pub struct Units<'s> {
    /// PROGRAM, MODULE, SUBMODULE, BLOCK DATA.
    pub unit: BoxedParser<'s, Raw>,
    /// SUBROUTINE and FUNCTION with their prefixes.
    pub procedure: BoxedParser<'s, Raw>,
    /// USE.
    pub use_: BoxedParser<'s, StmtKind>,
    /// IMPORT.
    pub import: BoxedParser<'s, StmtKind>,
    /// INTERFACE.
    pub interface: BoxedParser<'s, Raw>,
    /// ENTRY.
    pub entry: BoxedParser<'s, StmtKind>,
}

/// What stands before FUNCTION or SUBROUTINE.
enum Prefix {
    Spec(TypeSpec),
    Word(Kw, ferrotran_source::Span),
}

/// What stands behind the dummy arguments.
enum Suffix {
    Result(Ident),
    Bind(BindSpec),
}

/// Builds the parsers.
pub fn build<'s>(t: &Types<'s>) -> Units<'s> {
    let dummies = dummies();
    let suffixes = suffixes(t);
    Units {
        unit: unit(),
        procedure: procedure(t, &dummies, &suffixes),
        use_: use_(),
        import: import(),
        interface: interface(),
        entry: entry(dummies, suffixes),
    }
}

/// PROGRAM, MODULE, SUBMODULE, BLOCK DATA.
fn unit<'s>() -> BoxedParser<'s, Raw> {
    choice((
        kw(Kw::Program).ignore_then(name()).map(Raw::Program),
        kw(Kw::Module).ignore_then(name()).map(Raw::Module),
        kw(Kw::Submodule)
            .ignore_then(parens(name().then(tok(TokenKind::Colon).ignore_then(name()).or_not())))
            .then(name())
            .map(|((ancestor, parent), name)| Raw::Submodule { ancestor, parent, name }),
        kw(Kw::Block).then(kw(Kw::Data)).ignore_then(name().or_not()).map(Raw::BlockData),
        kw(Kw::BlockData).ignore_then(name().or_not()).map(Raw::BlockData),
    ))
    .boxed()
}

/// Dummy arguments in their parentheses.
fn dummies<'s>() -> BoxedParser<'s, Vec<DummyArg>> {
    let dummy = choice((name().map(DummyArg::Name), tok(TokenKind::Star).map(|t| DummyArg::Star(t.span))));
    parens(dummy.separated_by(tok(TokenKind::Comma)).collect::<Vec<_>>()).boxed()
}

/// RESULT and BIND behind the dummy arguments.
fn suffixes<'s>(t: &Types<'s>) -> BoxedParser<'s, Vec<Suffix>> {
    let result = kw(Kw::Result).ignore_then(parens(name()));
    choice((result.map(Suffix::Result), t.bind.clone().map(Suffix::Bind))).repeated().collect::<Vec<_>>().boxed()
}

/// What stands before FUNCTION or SUBROUTINE, in any order.
fn prefixes<'s>(t: &Types<'s>) -> BoxedParser<'s, Vec<Prefix>> {
    let prefix = custom(|inp: &mut Input<'s, '_>| {
        let (w, span) = inp.peek_ref().map_or((Kw::No, Default::default()), |t| (t.kw, t.span));
        match w {
            Kw::Recursive | Kw::NonRecursive | Kw::Pure | Kw::Impure | Kw::Elemental | Kw::Module | Kw::Simple => {
                inp.skip();
                Ok(Prefix::Word(w, span))
            }
            _ => {
                let at = *inp.cursor().inner();
                Err(inp.state().fail(at, Expected::Text("a procedure prefix")))
            }
        }
    });
    let not_heading = ahead(|t| t.first().is_some_and(|t| !matches!(t.kw, Kw::Function | Kw::Subroutine)));
    not_heading.ignore_then(choice((prefix, t.spec.clone().map(Prefix::Spec)))).repeated().collect::<Vec<_>>().boxed()
}

/// SUBROUTINE and FUNCTION with their prefixes.
fn procedure<'s>(
    t: &Types<'s>,
    dummies: &BoxedParser<'s, Vec<DummyArg>>,
    suffixes: &BoxedParser<'s, Vec<Suffix>>,
) -> BoxedParser<'s, Raw> {
    prefixes(t)
        // Only a subroutine may have no list of dummies at all.
        .then(choice((
            kw(Kw::Function).to(true).then(name()).then(dummies.clone().map(Some)).boxed(),
            kw(Kw::Subroutine).to(false).then(name()).then(dummies.clone().or_not()).boxed(),
        )))
        .then(suffixes.clone())
        .map(|((prefixes, ((function, name), args)), suffixes)| heading(function, name, args, prefixes, suffixes))
        .boxed()
}

/// The heading of a procedure; `args` is `None` without a list of dummy arguments.
fn heading(
    function: bool,
    name: Ident,
    args: Option<Vec<DummyArg>>,
    prefixes: Vec<Prefix>,
    suffixes: Vec<Suffix>,
) -> Raw {
    let listed = args.is_some();
    let mut h = ProcHeader { args: args.unwrap_or_default(), ..ProcHeader::default() };
    add_prefixes(&mut h, function, prefixes);
    let mut result = None;
    for s in suffixes {
        match s {
            Suffix::Result(r) => result = Some(r),
            Suffix::Bind(b) => {
                if !listed {
                    h.fault = Some((b.span, "BIND needs a list of dummy arguments before it, if only `()`"));
                }
                h.bind = Some(b);
            }
        }
    }
    if function { Raw::Function(name, h, result) } else { Raw::Subroutine(name, h) }
}

/// Sets in the heading what its prefixes say.
fn add_prefixes(h: &mut ProcHeader, function: bool, prefixes: Vec<Prefix>) {
    for p in prefixes {
        let (had, span) = match p {
            Prefix::Spec(s) => {
                let span = s.span;
                (h.spec.replace(s).is_some(), span)
            }
            Prefix::Word(k, span) => {
                let flag = match k {
                    Kw::Recursive => &mut h.recursive,
                    Kw::NonRecursive => &mut h.non_recursive,
                    // A simple procedure (Fortran 2023) is pure, and refers to nothing outside.
                    Kw::Pure | Kw::Simple => &mut h.pure_,
                    Kw::Impure => &mut h.impure,
                    Kw::Elemental => &mut h.elemental,
                    _ => &mut h.module,
                };
                (std::mem::replace(flag, true), span)
            }
        };
        if had {
            h.fault = Some((span, "this prefix is given twice"));
        } else if h.pure_ && h.impure {
            h.fault = Some((span, "PURE and IMPURE exclude each other"));
        } else if h.recursive && h.non_recursive {
            h.fault = Some((span, "RECURSIVE and NON_RECURSIVE exclude each other"));
        } else if !function && h.spec.is_some() {
            h.fault = Some((span, "only a function has a type in its prefix"));
        }
    }
}

/// USE.
fn use_<'s>() -> BoxedParser<'s, StmtKind> {
    let local = generic_spec().map(generic_ident);
    let item = local
        .clone()
        .then(tok(TokenKind::Arrow).ignore_then(local).or_not())
        .map(|(local, remote)| UseItem { local, remote })
        .boxed();
    let nature = tok(TokenKind::Comma).ignore_then(choice((
        kw(Kw::Intrinsic).to(UseNature::Intrinsic),
        kw(Kw::NonIntrinsic).to(UseNature::NonIntrinsic),
    )));
    let only = kw(Kw::Only)
        .then(tok(TokenKind::Colon))
        .ignore_then(item.clone().separated_by(tok(TokenKind::Comma)).collect::<Vec<_>>())
        .map(|v| (true, v));
    let is_only = |t: &[Token]| t.len() > 1 && t[0].kw == Kw::Only && t[1].kind == TokenKind::Colon;
    kw(Kw::Use)
        .ignore_then(choice((nature.then_ignore(tok(TokenKind::DColon)).map(Some), opt_colons().map(|_| None))))
        .then(name())
        .then(
            tok(TokenKind::Comma)
                .ignore_then(
                    ahead(is_only)
                        .ignore_then(only)
                        .or(ahead(move |t| !is_only(t)).ignore_then(list(item)).map(|v| (false, v))),
                )
                .or_not(),
        )
        .map(|((nature, module), rest)| {
            let (only, items) = rest.unwrap_or((false, vec![]));
            StmtKind::Use(UseStmt { module, nature, only, items })
        })
        .boxed()
}

/// IMPORT.
fn import<'s>() -> BoxedParser<'s, StmtKind> {
    kw(Kw::Import)
        .ignore_then(choice((
            tok(TokenKind::Comma).ignore_then(choice((
                kw(Kw::Only).then(tok(TokenKind::Colon)).ignore_then(list(name())).map(|n| (ImportKind::Only, n)),
                kw(Kw::None).map(|_| (ImportKind::None, vec![])),
                kw(Kw::All).map(|_| (ImportKind::All, vec![])),
            ))),
            opt_colons()
                .ignore_then(name().separated_by(tok(TokenKind::Comma)).collect::<Vec<_>>())
                .map(|n: Vec<Ident>| (if n.is_empty() { ImportKind::All } else { ImportKind::Names }, n)),
        )))
        .map(|(kind, names)| StmtKind::Import { kind, names })
        .boxed()
}

/// INTERFACE.
fn interface<'s>() -> BoxedParser<'s, Raw> {
    choice((
        kw(Kw::Abstract).then(kw(Kw::Interface)).map(|_| Raw::Interface { abstract_: true, spec: None }),
        kw(Kw::Interface).ignore_then(generic_spec().or_not()).map(|spec| Raw::Interface { abstract_: false, spec }),
    ))
    .boxed()
}

/// ENTRY.
fn entry<'s>(
    dummies: BoxedParser<'s, Vec<DummyArg>>,
    suffixes: BoxedParser<'s, Vec<Suffix>>,
) -> BoxedParser<'s, StmtKind> {
    kw(Kw::Entry)
        .ignore_then(name())
        .then(dummies.then(suffixes).or_not())
        .map(|(name, rest)| {
            let (args, suffixes) = rest.unwrap_or_default();
            let (mut result, mut bind) = (None, None);
            for s in suffixes {
                match s {
                    Suffix::Result(r) => result = Some(r),
                    Suffix::Bind(b) => bind = Some(b),
                }
            }
            StmtKind::Entry { name, args, result, bind }
        })
        .boxed()
}
