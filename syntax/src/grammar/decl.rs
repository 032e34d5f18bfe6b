//! Declarations: types, attributes, procedures, data, common blocks and the like.

use super::expr::{Exprs, implied_do};
use super::types::Types;
use super::*;
use crate::ast::*;
use crate::raw::{ProcedureStmt, Raw};

/// Parsers of declarations.
pub struct Decls<'s> {
    /// Declared entities with commas between.
    pub entities: BoxedParser<'s, Vec<EntityDecl>>,
    /// POINTER of Cray Fortran.
    pub cray_pointer: BoxedParser<'s, StmtKind>,
    /// A type declaration.
    pub type_decl: BoxedParser<'s, StmtKind>,
    /// `attribute [::] entities`
    pub attr_stmt: BoxedParser<'s, StmtKind>,
    /// PARAMETER.
    pub parameter: BoxedParser<'s, StmtKind>,
    /// COMMON.
    pub common: BoxedParser<'s, StmtKind>,
    /// EQUIVALENCE.
    pub equivalence: BoxedParser<'s, StmtKind>,
    /// DATA.
    pub data: BoxedParser<'s, StmtKind>,
    /// NAMELIST.
    pub namelist: BoxedParser<'s, StmtKind>,
    /// PROCEDURE in all its uses.
    pub procedure: BoxedParser<'s, Raw>,
    /// The head of a derived type definition.
    pub type_def: BoxedParser<'s, Raw>,
    /// GENERIC.
    pub generic: BoxedParser<'s, Raw>,
    /// FINAL.
    pub final_: BoxedParser<'s, Raw>,
    /// ENUM.
    pub enum_: BoxedParser<'s, Raw>,
    /// ENUMERATION TYPE.
    pub enumeration: BoxedParser<'s, Raw>,
    /// ENUMERATOR.
    pub enumerator: BoxedParser<'s, Raw>,
    /// A generic spec, as END INTERFACE repeats it.
    pub generic_spec: BoxedParser<'s, GenericSpec>,
}

/// Intrinsic operators in a generic spec, in symbol form.
fn operator_text(t: TokenKind) -> Option<&'static str> {
    Some(match t {
        TokenKind::Plus => "+",
        TokenKind::Minus => "-",
        TokenKind::Star => "*",
        TokenKind::Slash => "/",
        TokenKind::StarStar => "**",
        TokenKind::SlashSlash => "//",
        TokenKind::Eq => "==",
        TokenKind::Ne => "/=",
        TokenKind::Lt => "<",
        TokenKind::Le => "<=",
        TokenKind::Gt => ">",
        TokenKind::Ge => ">=",
        TokenKind::And => ".and.",
        TokenKind::Or => ".or.",
        TokenKind::Not => ".not.",
        TokenKind::Eqv => ".eqv.",
        TokenKind::Neqv => ".neqv.",
        _ => return None,
    })
}

/// `name`, `operator(+)`, `assignment(=)`, `read(formatted)`.
pub fn generic_spec<'s>() -> BoxedParser<'s, GenericSpec> {
    let is = |w: Kw| ahead(move |t| t.len() > 1 && t[0].kw == w && t[1].kind == TokenKind::LParen).ignore_then(kw(w));
    let op = custom(|inp: &mut Input<'s, '_>| {
        let at = *inp.cursor().inner();
        match inp.peek_ref().copied() {
            Some(t) if t.kind == TokenKind::DefOp => {
                inp.skip();
                let n = inp.state().name(t);
                Ok((Name::from(format!(".{n}.")), t.span))
            }
            Some(t) => match operator_text(t.kind) {
                Some(s) => {
                    inp.skip();
                    Ok((Name::from(s), t.span))
                }
                None => Err(inp.state().fail(at, Expected::Text("an operator"))),
            },
            None => Err(inp.state().fail(at, Expected::Text("an operator"))),
        }
    });
    let io = |w: Kw, f: fn(bool, Span) -> GenericSpec| {
        is(w)
            .ignore_then(parens(choice((kw(Kw::Formatted).to(true), kw(Kw::Unformatted).to(false)))))
            .map_with(move |b, e| f(b, span_of(e)))
    };
    choice((
        is(Kw::Operator).ignore_then(parens(op)).map(|(n, s)| GenericSpec::Operator(n, s)),
        is(Kw::Assignment)
            .ignore_then(parens(tok(TokenKind::Assign)))
            .map_with(|_, e| GenericSpec::Assignment(span_of(e))),
        io(Kw::Read, |f, s| if f { GenericSpec::ReadFormatted(s) } else { GenericSpec::ReadUnformatted(s) }),
        io(Kw::Write, |f, s| if f { GenericSpec::WriteFormatted(s) } else { GenericSpec::WriteUnformatted(s) }),
        name().map(GenericSpec::Name),
    ))
    .boxed()
}

/// The name under which a generic spec stands in USE and access lists.
pub fn generic_ident(g: GenericSpec) -> Ident {
    match g {
        GenericSpec::Name(n) => n,
        GenericSpec::Operator(n, span) => Ident { name: format!("operator({n})").into(), span },
        GenericSpec::Assignment(span) => Ident { name: "assignment(=)".into(), span },
        GenericSpec::ReadFormatted(span) => Ident { name: "read(formatted)".into(), span },
        GenericSpec::ReadUnformatted(span) => Ident { name: "read(unformatted)".into(), span },
        GenericSpec::WriteFormatted(span) => Ident { name: "write(formatted)".into(), span },
        GenericSpec::WriteUnformatted(span) => Ident { name: "write(unformatted)".into(), span },
    }
}

/// Builds the parsers.
pub fn build<'s>(e: &Exprs<'s>, t: &Types<'s>) -> Decls<'s> {
    let values = data_values(e);
    let entities = entities(t, initialization(&e.expr, &values));
    let attrs = attributes(t);
    Decls {
        cray_pointer: cray_pointer(t),
        type_decl: type_declaration(t, &attrs, &entities, &values),
        attr_stmt: ignore_tkr().or(attribute_statement(t)).boxed(),
        parameter: parameter(&e.expr),
        common: common(t),
        equivalence: kw(Kw::Equivalence)
            .ignore_then(list(parens(list(e.designator.clone()))))
            .map(StmtKind::Equivalence)
            .boxed(),
        data: data(e, t, values),
        namelist: namelist(),
        procedure: procedure(t, attrs, entities.clone()),
        type_def: type_definition(),
        generic: generic(),
        final_: kw(Kw::Final).ignore_then(opt_colons()).ignore_then(list(name())).map(Raw::Final).boxed(),
        enum_: enum_(),
        enumeration: enumeration(),
        enumerator: enumerator(&e.expr),
        generic_spec: generic_spec(),
        entities,
    }
}

/// The values of DATA between slashes: constants, so that `/` ends them.
fn data_values<'s>(e: &Exprs<'s>) -> BoxedParser<'s, Vec<DataValue>> {
    let constant = signed_constant(&e.primary);
    let data_value = constant
        .clone()
        .then(tok(TokenKind::Star).ignore_then(constant).or_not())
        .map(|(a, b)| match b {
            None => DataValue { repeat: None, value: a },
            Some(v) => DataValue { repeat: Some(a), value: v },
        })
        .boxed();
    list(data_value).delimited_by(tok(TokenKind::Slash), tok(TokenKind::Slash)).boxed()
}

/// What an entity begins with, in all its forms.
fn initialization<'s>(
    expr: &BoxedParser<'s, Expr>,
    values: &BoxedParser<'s, Vec<DataValue>>,
) -> BoxedParser<'s, Option<Init>> {
    choice((
        tok(TokenKind::Assign).ignore_then(expr.clone()).map(Init::Value),
        tok(TokenKind::Arrow).ignore_then(expr.clone()).map(Init::Pointer),
        values.clone().map(Init::Slash),
    ))
    .or_not()
    .boxed()
}

/// Declared entities with commas between.
fn entities<'s>(t: &Types<'s>, init: BoxedParser<'s, Option<Init>>) -> BoxedParser<'s, Vec<EntityDecl>> {
    let entity = name()
        .then(t.star_len.clone().or_not())
        .then(t.dims.clone().or_not())
        .then(t.codims.clone().or_not())
        .then(t.star_len.clone().or_not())
        .then(init)
        .map(|(((((name, len1), dims), codims), len2), init)| EntityDecl {
            name,
            dims,
            codims,
            char_len: len2.or(len1),
            init,
        })
        .boxed();
    list(entity).boxed()
}

/// Attributes, each behind its comma.
fn attributes<'s>(t: &Types<'s>) -> BoxedParser<'s, Vec<(AttrSpec, Span)>> {
    tok(TokenKind::Comma).ignore_then(t.attr.clone()).repeated().collect::<Vec<_>>().boxed()
}

/// Whether a `::` stands outside of parentheses.
fn has_colons(tokens: &[Token]) -> bool {
    let mut depth = 0i32;
    tokens.iter().any(|t| {
        match t.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => depth -= 1,
            _ => {}
        }
        depth == 0 && t.kind == TokenKind::DColon
    })
}

/// A declaration that begins with its type.
fn type_declaration<'s>(
    t: &Types<'s>,
    attrs: &BoxedParser<'s, Vec<(AttrSpec, Span)>>,
    with_init: &BoxedParser<'s, Vec<EntityDecl>>,
    values: &BoxedParser<'s, Vec<DataValue>>,
) -> BoxedParser<'s, StmtKind> {
    let with_colons = attrs.clone().then_ignore(tok(TokenKind::DColon)).then(with_init.clone());
    // An initial value needs `::` before the entities (C802).
    let plain = entities(t, values.clone().map(Init::Slash).or_not().boxed());
    // `character*8, a` is legal without `::`.
    let without = tok(TokenKind::Comma).or_not().ignore_then(plain).map(|e| (vec![], e));
    let looks_attributed = |t: &[Token]| {
        has_colons(t)
            || (t.len() > 2 && t[0].kind == TokenKind::Comma && t[1].kw != Kw::No && t[2].kind != TokenKind::Comma)
    };
    t.spec
        .clone()
        .then(
            ahead(looks_attributed)
                .ignore_then(with_colons)
                .or(ahead(move |t| !looks_attributed(t)).ignore_then(without)),
        )
        .map(|(spec, (attrs, entities))| StmtKind::TypeDecl { spec, attrs, entities })
        .boxed()
}

/// A statement that gives one attribute to several entities.
fn attribute_statement<'s>(t: &Types<'s>) -> BoxedParser<'s, StmtKind> {
    let attr_entity = choice((
        name().delimited_by(tok(TokenKind::Slash), tok(TokenKind::Slash)).map(|name| AttrEntity {
            name,
            common: true,
            dims: None,
            codims: None,
        }),
        generic_spec()
            .map(generic_ident)
            .then(t.dims.clone().or_not())
            .then(t.codims.clone().or_not())
            .map(|((name, dims), codims)| AttrEntity { name, common: false, dims, codims }),
    ))
    .boxed();
    let attr_head = choice((
        // Here the shape belongs to the entities.
        kw(Kw::Dimension).to(AttrSpec::Dimension(vec![])),
        kw(Kw::Codimension).to(AttrSpec::Codimension(vec![])),
        t.attr.clone().map(|a| a.0),
    ))
    .boxed();
    attr_head
        .then_ignore(opt_colons())
        .then(attr_entity.separated_by(tok(TokenKind::Comma)).collect::<Vec<_>>())
        .map(|(attr, entities)| StmtKind::AttrStmt { attr, entities })
        .boxed()
}

/// IGNORE_TKR and NO_ARG_CHECK.
fn ignore_tkr<'s>() -> BoxedParser<'s, StmtKind> {
    // The letters say which of type, kind and rank may differ; all may.
    let any_argument = parens(name())
        .or_not()
        .ignore_then(name())
        .map(|name| AttrEntity { name, common: false, dims: None, codims: None })
        .separated_by(tok(TokenKind::Comma))
        .collect::<Vec<_>>();
    choice((kw(Kw::IgnoreTkr), kw(Kw::NoArgCheck)))
        .ignore_then(opt_colons())
        .ignore_then(any_argument)
        .map(|entities| StmtKind::AttrStmt { attr: AttrSpec::IgnoreTkr, entities })
        .boxed()
}

/// PARAMETER.
fn parameter<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, StmtKind> {
    let constants: BoxedParser<'s, Vec<(Ident, Expr)>> =
        list(name().then_ignore(tok(TokenKind::Assign)).then(expr.clone())).boxed();
    kw(Kw::Parameter)
        .ignore_then(
            // Without parentheses in VAX Fortran.
            ahead(|t| t.first().is_some_and(|t| t.kind == TokenKind::Name))
                .ignore_then(constants.clone())
                .or(parens(constants)),
        )
        .map(StmtKind::Parameter)
        .boxed()
}

/// A name that may have a shape, and nothing else.
fn shaped_name<'s>(t: &Types<'s>) -> impl Rule<'s, EntityDecl> + use<'s> {
    name().then(t.dims.clone().or_not()).map(|(name, dims)| EntityDecl {
        name,
        dims,
        codims: None,
        char_len: None,
        init: None,
    })
}

/// POINTER of Cray Fortran.
fn cray_pointer<'s>(t: &Types<'s>) -> BoxedParser<'s, StmtKind> {
    kw(Kw::Pointer)
        .ignore_then(list(parens(name().then_ignore(tok(TokenKind::Comma)).then(shaped_name(t)))))
        .map(StmtKind::CrayPointer)
        .boxed()
}

/// COMMON.
fn common<'s>(t: &Types<'s>) -> BoxedParser<'s, StmtKind> {
    let common_name = choice((
        tok(TokenKind::SlashSlash).to(None),
        name().or_not().delimited_by(tok(TokenKind::Slash), tok(TokenKind::Slash)),
    ))
    .boxed();
    let group_comma = tok(TokenKind::Comma).or_not();
    let objects = shaped_name(t)
        .separated_by(
            ahead(|t| {
                t.first().is_some_and(|t| t.kind == TokenKind::Comma)
                    && t.get(1).is_some_and(|t| t.kind == TokenKind::Name)
            })
            .ignore_then(tok(TokenKind::Comma)),
        )
        .at_least(1)
        .collect::<Vec<_>>()
        .boxed();
    kw(Kw::Common)
        .ignore_then(objects.clone().map(|o| (None, o)).or_not())
        .then(group_comma.ignore_then(common_name.then(objects)).repeated().collect::<Vec<_>>())
        .map(|(first, mut rest)| {
            if let Some(f) = first {
                rest.insert(0, f);
            }
            StmtKind::Common(rest)
        })
        .boxed()
}

/// DATA.
fn data<'s>(e: &Exprs<'s>, t: &Types<'s>, values: BoxedParser<'s, Vec<DataValue>>) -> BoxedParser<'s, StmtKind> {
    let mut object_rec = Recursive::declare();
    let object: BoxedParser<'s, DataObject> = object_rec.clone().boxed();
    let data_do = implied_do(object.clone(), e.expr.clone(), t.bare.clone());
    object_rec.define(
        data_do.map(|d| DataObject::ImpliedDo(Box::new(d))).or(e.designator.clone().map(DataObject::Expr)).boxed(),
    );
    kw(Kw::Data)
        .ignore_then(
            list(object)
                .then(values)
                .map(|(objects, values)| DataSet { objects, values })
                .separated_by(tok(TokenKind::Comma).or_not())
                .at_least(1)
                .collect::<Vec<_>>(),
        )
        .map(StmtKind::Data)
        .boxed()
}

/// NAMELIST.
fn namelist<'s>() -> BoxedParser<'s, StmtKind> {
    let members = name()
        .separated_by(
            ahead(|t| t.len() > 1 && t[0].kind == TokenKind::Comma && t[1].kind == TokenKind::Name)
                .ignore_then(tok(TokenKind::Comma)),
        )
        .at_least(1)
        .collect::<Vec<_>>();
    kw(Kw::NamelistKw)
        .ignore_then(
            name()
                .delimited_by(tok(TokenKind::Slash), tok(TokenKind::Slash))
                .then(members)
                .separated_by(tok(TokenKind::Comma).or_not())
                .at_least(1)
                .collect::<Vec<_>>(),
        )
        .map(StmtKind::Namelist)
        .boxed()
}

/// PROCEDURE in all its uses.
fn procedure<'s>(
    t: &Types<'s>,
    attrs: BoxedParser<'s, Vec<(AttrSpec, Span)>>,
    entities: BoxedParser<'s, Vec<EntityDecl>>,
) -> BoxedParser<'s, Raw> {
    let iface = parens(
        choice((
            ahead(|t| {
                t.len() > 1
                    && t[0].kind == TokenKind::Name
                    && t[1].kind == TokenKind::RParen
                    && !super::types::is_type_keyword(t[0].kw)
            })
            .ignore_then(name())
            .map(ProcIface::Name),
            t.spec.clone().map(ProcIface::Type),
            name().map(ProcIface::Name),
        ))
        .or_not(),
    )
    .map(|i| i.unwrap_or(ProcIface::None));
    choice((
        kw(Kw::Module).then(kw(Kw::Procedure)).to(true),
        kw(Kw::ModuleProcedure).to(true),
        kw(Kw::Procedure).to(false),
    ))
    .then(iface.or_not())
    .then(attrs)
    .then_ignore(opt_colons())
    .then(entities)
    .map(|(((module, iface), attrs), entities)| {
        Raw::Procedure(ProcedureStmt { module, iface: iface.unwrap_or(ProcIface::None), attrs, entities })
    })
    .boxed()
}

/// An attribute of a derived type.
enum TypeAttr {
    Abstract,
    Access(Access),
    Bind,
    Extends(Ident),
}

/// The head of a derived type definition.
fn type_definition<'s>() -> BoxedParser<'s, Raw> {
    let type_attr = choice((
        kw(Kw::Abstract).map(|_| TypeAttr::Abstract),
        kw(Kw::Public).map(|_| TypeAttr::Access(Access::Public)),
        kw(Kw::Private).map(|_| TypeAttr::Access(Access::Private)),
        kw(Kw::Bind).then(parens(kw(Kw::C))).map(|_| TypeAttr::Bind),
        kw(Kw::Extends).ignore_then(parens(name())).map(TypeAttr::Extends),
    ))
    .boxed();
    kw(Kw::Type)
        .ignore_then(choice((
            tok(TokenKind::Comma)
                .ignore_then(type_attr)
                .repeated()
                .at_least(1)
                .collect::<Vec<_>>()
                .then_ignore(tok(TokenKind::DColon)),
            opt_colons().map(|_| vec![]),
        )))
        .then(name())
        .then(parens(list(name())).or_not())
        .map_with(|((attrs, name), params), e| {
            let mut d = DerivedTypeDef::empty(name, span_of(e));
            d.params = params.unwrap_or_default();
            for a in attrs {
                let had = match a {
                    TypeAttr::Abstract => std::mem::replace(&mut d.abstract_, true),
                    TypeAttr::Access(a) => d.access.replace(a).is_some(),
                    TypeAttr::Bind => std::mem::replace(&mut d.bind_c, true),
                    TypeAttr::Extends(n) => d.extends.replace(n).is_some(),
                };
                if had {
                    d.faults.push((d.span, "an attribute of a derived type is given twice"));
                }
            }
            if d.abstract_ && d.bind_c {
                d.faults.push((d.span, "a BIND(C) type cannot be ABSTRACT"));
            }
            Raw::TypeDef(Box::new(d))
        })
        .boxed()
}

/// PUBLIC or PRIVATE.
fn access<'s>() -> impl Rule<'s, Access> + Copy {
    choice((kw(Kw::Public).to(Access::Public), kw(Kw::Private).to(Access::Private)))
}

/// GENERIC.
fn generic<'s>() -> BoxedParser<'s, Raw> {
    kw(Kw::Generic)
        .ignore_then(tok(TokenKind::Comma).ignore_then(access()).or_not())
        .then_ignore(tok(TokenKind::DColon))
        .then(generic_spec())
        .then_ignore(tok(TokenKind::Arrow))
        .then(list(name()))
        .map(|((access, spec), names)| Raw::Generic { access, spec, names })
        .boxed()
}

/// ENUM.
fn enum_<'s>() -> BoxedParser<'s, Raw> {
    kw(Kw::Enum)
        .ignore_then(tok(TokenKind::Comma).then(kw(Kw::Bind)).then(parens(kw(Kw::C))).or_not())
        .then(opt_colons().ignore_then(name()).or_not())
        .map(|(b, name)| Raw::Enum { bind_c: b.is_some(), name })
        .boxed()
}

/// ENUMERATION TYPE.
fn enumeration<'s>() -> BoxedParser<'s, Raw> {
    kw(Kw::Enumeration)
        .then(kw(Kw::Type))
        .ignore_then(tok(TokenKind::Comma).ignore_then(access()).or_not())
        .then_ignore(opt_colons())
        .then(name())
        .map(|(access, name)| Raw::EnumerationType(access, name))
        .boxed()
}

/// ENUMERATOR.
fn enumerator<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, Raw> {
    kw(Kw::Enumerator)
        .ignore_then(opt_colons())
        .ignore_then(list(name().then(tok(TokenKind::Assign).ignore_then(expr.clone()).or_not())))
        .map(Raw::Enumerator)
        .boxed()
}

/// A constant with a sign.
fn signed_constant<'s>(primary: &BoxedParser<'s, Expr>) -> impl Rule<'s, Expr> {
    one(&[TokenKind::Plus, TokenKind::Minus], "a constant").or_not().then(primary.clone()).map(|(sign, e)| match sign {
        None => e,
        Some(s) => {
            let op = if s.kind == TokenKind::Minus { UnOp::Minus } else { UnOp::Plus };
            let span = s.span.to(e.span);
            Expr { kind: ExprKind::Unary(op, Box::new(e)), span }
        }
    })
}
