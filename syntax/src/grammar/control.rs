//! Executable statements other than input and output: assignment, control, allocation.

use super::expr::Exprs;
use super::types::Types;
use super::*;
use crate::ast::*;
use crate::raw::Raw;

/// Parsers of executable statements.
pub struct Control<'s> {
    /// `a = e`, `p => t`
    pub assign: BoxedParser<'s, StmtKind>,
    /// CALL.
    pub call: BoxedParser<'s, StmtKind>,
    /// GO TO in its three forms.
    pub goto: BoxedParser<'s, StmtKind>,
    /// Labels of an arithmetic IF.
    pub arith_labels: BoxedParser<'s, (LabelNo, LabelNo, LabelNo)>,
    /// CONTINUE, RETURN, STOP, CYCLE, EXIT, PAUSE, ASSIGN, NULLIFY, ALLOCATE, DEALLOCATE.
    pub action: BoxedParser<'s, StmtKind>,
    /// DO.
    pub do_: BoxedParser<'s, Raw>,
    /// SELECT CASE, TYPE and RANK.
    pub select: BoxedParser<'s, Raw>,
    /// CASE, TYPE IS, CLASS IS, CLASS DEFAULT, RANK.
    pub case: BoxedParser<'s, Raw>,
    /// ASSOCIATE, BLOCK, CRITICAL, CHANGE TEAM.
    pub construct: BoxedParser<'s, Raw>,
    /// Header of FORALL with its parentheses.
    pub forall_header: BoxedParser<'s, ForallHeader>,
    /// Image control statements.
    pub image: BoxedParser<'s, StmtKind>,
    /// The list of END TEAM.
    pub list: BoxedParser<'s, Vec<Arg>>,
}

/// An argument list of ALLOCATE split into objects and options.
fn allocation(spec: Option<TypeSpec>, args: Vec<Arg>, span: Span) -> Result<StmtKind, (Span, String)> {
    let (mut objects, mut options) = (vec![], vec![]);
    for a in args {
        if a.keyword.is_some() {
            options.push(a);
            continue;
        }
        let bad = || (a.span, "an object of ALLOCATE is a variable, perhaps with bounds in parentheses".to_string());
        let ArgValue::Expr(mut object) = a.value else { return Err(bad()) };
        let ExprKind::Ref(parts) = &mut object.kind else { return Err(bad()) };
        let Some(last) = parts.last_mut() else { return Err(bad()) };
        let mut shape = vec![];
        // `a(i)(...)` cannot be an object: what is in the only parentheses is the shape.
        for d in last.args.take().unwrap_or_default() {
            shape.push(match d.value {
                ArgValue::Expr(e) => (None, e),
                ArgValue::Section { lower: Some(l), upper: Some(u), step: None } => (Some(l), u),
                _ => return Err((d.span, "each bound of ALLOCATE is `upper` or `lower:upper`".to_string())),
            });
        }
        let coshape = last.cosubscripts.take();
        last.span = last.name.span;
        object.span = parts[0].name.span.to(parts[parts.len() - 1].span);
        objects.push(AllocObject { object, shape, coshape, span: a.span });
    }
    if objects.is_empty() {
        return Err((span, "ALLOCATE has no object".to_string()));
    }
    Ok(StmtKind::Allocate { spec, objects, options })
}

/// Builds the parsers.
pub fn build<'s>(e: &Exprs<'s>, t: &Types<'s>) -> Control<'s> {
    let forall_header = forall_header(&e.expr, t);
    Control {
        assign: assignment(e),
        call: kw(Kw::Call).ignore_then(e.designator.clone()).map(|proc| StmtKind::Call { proc }).boxed(),
        goto: goto(&e.expr),
        arith_labels: arith_labels(),
        action: action(e, t),
        do_: do_statement(e, &forall_header),
        select: select(&e.expr),
        case: case(&e.expr, t),
        construct: construct(e, t),
        forall_header,
        image: image(e),
        list: e.args.clone(),
    }
}

/// Assignment and pointer assignment.
fn assignment<'s>(e: &Exprs<'s>) -> BoxedParser<'s, StmtKind> {
    e.designator
        .clone()
        .then(one(&[TokenKind::Assign, TokenKind::Arrow], "`=`"))
        .then(e.expr.clone())
        .map(|((target, op), value)| match op.kind {
            TokenKind::Assign => StmtKind::Assign { target, value },
            _ => StmtKind::PointerAssign { target, value },
        })
        .boxed()
}

/// GO TO: to a label, computed, assigned.
fn goto<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, StmtKind> {
    let comma = tok(TokenKind::Comma);
    let labels = parens(list(label())).boxed();
    choice((kw(Kw::Goto).ignored(), kw(Kw::Go).then(kw(Kw::To)).ignored()))
        .ignore_then(choice((
            label().map(StmtKind::Goto),
            labels.clone().then_ignore(comma.or_not()).then(expr.clone()).map(|(l, e)| StmtKind::ComputedGoto(l, e)),
            name()
                .then(comma.or_not().ignore_then(labels).or_not())
                .map(|(n, l)| StmtKind::AssignedGoto(n, l.unwrap_or_default())),
        )))
        .boxed()
}

/// The three labels of an arithmetic IF.
fn arith_labels<'s>() -> BoxedParser<'s, (LabelNo, LabelNo, LabelNo)> {
    let comma = tok(TokenKind::Comma);
    label().then_ignore(comma).then(label()).then_ignore(comma).then(label()).map(|((a, b), c)| (a, b, c)).boxed()
}

/// Statements that are one action, each with its keyword.
fn action<'s>(e: &Exprs<'s>, t: &Types<'s>) -> BoxedParser<'s, StmtKind> {
    let expr = e.expr.clone();
    choice((
        kw(Kw::Continue).map(|_| StmtKind::Continue),
        kw(Kw::Return).ignore_then(expr.clone().or_not()).map(StmtKind::Return),
        stop(&e.expr),
        kw(Kw::Cycle).ignore_then(name().or_not()).map(StmtKind::Cycle),
        kw(Kw::Exit).ignore_then(name().or_not()).map(StmtKind::Exit),
        kw(Kw::Pause).ignore_then(expr.clone().or_not()).map(StmtKind::Pause),
        kw(Kw::Assign)
            .ignore_then(label())
            .then_ignore(kw(Kw::To))
            .then(name())
            .map(|(l, n)| StmtKind::AssignLabel(l, n)),
        kw(Kw::Nullify).ignore_then(parens(list(e.designator.clone()))).map(StmtKind::Nullify),
        allocate(e, t),
        deallocate(e),
    ))
    .boxed()
}

/// STOP and ERROR STOP.
fn stop<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, StmtKind> {
    let comma = tok(TokenKind::Comma);
    let stop_code = expr
        .clone()
        .or_not()
        .then(comma.then(kw(Kw::Quiet)).then(tok(TokenKind::Assign)).ignore_then(expr.clone()).or_not());
    choice((kw(Kw::Stop).to(false), kw(Kw::Error).then(kw(Kw::Stop)).to(true), kw(Kw::ErrorStop).to(true)))
        .then(stop_code)
        .map(|(error, (code, quiet))| StmtKind::Stop { error, code, quiet })
        .boxed()
}

/// ALLOCATE.
fn allocate<'s>(e: &Exprs<'s>, t: &Types<'s>) -> BoxedParser<'s, StmtKind> {
    let allocate_body = ahead(colons_ahead)
        .ignore_then(t.bare.clone())
        .then_ignore(tok(TokenKind::DColon))
        .or_not()
        .then(e.arg_list.clone());
    kw(Kw::Allocate)
        .ignore_then(parens(allocate_body))
        .try_map_with(|(spec, args), e| {
            allocation(spec, args, span_of(e)).map_err(|m| {
                let s: &mut ParserState = e.state();
                s.message = Some(m);
                ParseFailure(0)
            })
        })
        .boxed()
}

/// DEALLOCATE.
fn deallocate<'s>(e: &Exprs<'s>) -> BoxedParser<'s, StmtKind> {
    kw(Kw::Deallocate)
        .ignore_then(e.args.clone())
        .try_map_with(|args, e| {
            let (mut objects, mut options) = (vec![], vec![]);
            for a in args {
                match (a.keyword.is_some(), a.value) {
                    (true, value) => options.push(Arg { value, ..a }),
                    (false, ArgValue::Expr(x)) => objects.push(x),
                    _ => {
                        let s: &mut ParserState = e.state();
                        s.message = Some((a.span, "an object of DEALLOCATE is a variable".to_string()));
                        return Err(ParseFailure(0));
                    }
                }
            }
            if objects.is_empty() {
                let span = span_of(e);
                let s: &mut ParserState = e.state();
                s.message = Some((span, "DEALLOCATE has no object".to_string()));
                return Err(ParseFailure(0));
            }
            Ok(StmtKind::Deallocate { objects, options })
        })
        .boxed()
}

/// What FORALL and DO CONCURRENT have in parentheses: a type spec, the indices, a mask.
fn forall_header<'s>(expr: &BoxedParser<'s, Expr>, t: &Types<'s>) -> BoxedParser<'s, ForallHeader> {
    let comma = tok(TokenKind::Comma);
    let index = name()
        .then_ignore(tok(TokenKind::Assign))
        .then(expr.clone())
        .then_ignore(tok(TokenKind::Colon))
        .then(expr.clone())
        .then(tok(TokenKind::Colon).ignore_then(expr.clone()).or_not())
        .map(|(((n, l), u), s)| (n, l, u, s))
        .boxed();
    let is_index = |t: &[Token]| t.len() > 1 && t[0].kind == TokenKind::Name && t[1].kind == TokenKind::Assign;
    parens(
        ahead(colons_ahead)
            .ignore_then(t.bare.clone())
            .then_ignore(tok(TokenKind::DColon))
            .or_not()
            .then(
                index
                    .separated_by(
                        ahead(move |t| t.len() > 1 && t[0].kind == TokenKind::Comma && is_index(&t[1..]))
                            .ignore_then(comma),
                    )
                    .at_least(1)
                    .collect::<Vec<_>>(),
            )
            .then(comma.ignore_then(expr.clone()).or_not()),
    )
    .map(|((spec, indices), mask)| ForallHeader { spec, indices, mask })
    .boxed()
}

/// The localities of DO CONCURRENT.
fn locality<'s>() -> BoxedParser<'s, Locality> {
    let names = parens(list(name()));
    choice((
        kw(Kw::LocalInit).ignore_then(names.clone()).map(Locality::LocalInit),
        kw(Kw::Local).ignore_then(names.clone()).map(Locality::Local),
        kw(Kw::Shared).ignore_then(names).map(Locality::Shared),
        kw(Kw::Default).then(parens(kw(Kw::None))).map(|_| Locality::DefaultNone),
        kw(Kw::Reduce)
            .ignore_then(parens(reduction_operation().then_ignore(tok(TokenKind::Colon)).then(list(name()))))
            .map(|(op, n)| Locality::Reduce(op, n)),
    ))
    .boxed()
}

/// The operation of REDUCE: an operator or a function.
fn reduction_operation<'s>() -> impl Rule<'s, Name> {
    custom(|inp: &mut Input<'s, '_>| {
        let at = *inp.cursor().inner();
        let Some(t) = inp.peek_ref().copied() else {
            return Err(inp.state().fail(at, Expected::Text("a reduction operation")));
        };
        let text: Name = match t.kind {
            TokenKind::Plus => "+".into(),
            TokenKind::Star => "*".into(),
            TokenKind::And => ".and.".into(),
            TokenKind::Or => ".or.".into(),
            TokenKind::Eqv => ".eqv.".into(),
            TokenKind::Neqv => ".neqv.".into(),
            TokenKind::Name => inp.state().name(t),
            _ => return Err(inp.state().fail(at, Expected::Text("a reduction operation"))),
        };
        inp.skip();
        Ok(text)
    })
}

/// DO in all its forms.
fn do_statement<'s>(e: &Exprs<'s>, forall_header: &BoxedParser<'s, ForallHeader>) -> BoxedParser<'s, Raw> {
    let expr = e.expr.clone();
    let comma = tok(TokenKind::Comma);
    let while_ = choice((kw(Kw::While).ignored(), kw(Kw::DoWhile).ignored()));
    let is_name_assign = |t: &[Token]| {
        t.len() > 1
            && t[0].kind == TokenKind::Name
            && (t[1].kind == TokenKind::Assign || t[1].kind == TokenKind::Percent)
    };
    let count = e
        .designator
        .clone()
        .then_ignore(tok(TokenKind::Assign))
        .then(expr.clone())
        .then_ignore(comma)
        .then(expr.clone())
        .then(comma.ignore_then(expr.clone()).or_not())
        .map(|(((var, lower), upper), step)| DoControl::Count { var, lower, upper, step })
        .boxed();
    let concurrent = forall_header
        .clone()
        .then(locality().repeated().collect::<Vec<_>>())
        .map(|(header, locality)| DoControl::Concurrent { header, locality })
        .boxed();
    let control = choice((
        ahead(is_name_assign).ignore_then(count.clone()),
        while_.ignore_then(parens(expr.clone())).map(DoControl::While),
        kw(Kw::Concurrent).ignore_then(concurrent.clone()),
        ahead(|t| t.first().is_some_and(|t| !matches!(t.kw, Kw::While | Kw::Concurrent))).ignore_then(count),
    ))
    .boxed();
    choice((
        kw(Kw::DoConcurrent).ignore_then(concurrent).map(|control| Raw::Do { label: None, control }),
        kw(Kw::DoWhile)
            .ignore_then(parens(expr.clone()))
            .map(|e| Raw::Do { label: None, control: DoControl::While(e) }),
        kw(Kw::Do)
            .ignore_then(label().or_not())
            .then_ignore(comma.or_not())
            .then(control.or_not())
            .map(|(label, control)| Raw::Do { label, control: control.unwrap_or(DoControl::Forever) }),
    ))
    .boxed()
}

/// Two keywords that may be written as one.
fn two_words<'s>(a: Kw, b: Kw, both: Kw) -> impl Rule<'s, ()> {
    choice((kw(a).then(kw(b)).ignored(), kw(both).ignored()))
}

/// SELECT CASE, TYPE and RANK.
fn select<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, Raw> {
    let is_rename = |t: &[Token]| t.len() > 1 && t[0].kind == TokenKind::Name && t[1].kind == TokenKind::Arrow;
    let selector =
        parens(ahead(is_rename).ignore_then(name()).then_ignore(tok(TokenKind::Arrow)).or_not().then(expr.clone()))
            .boxed();
    choice((
        two_words(Kw::Select, Kw::Case, Kw::SelectCase).ignore_then(parens(expr.clone())).map(Raw::SelectCase),
        two_words(Kw::Select, Kw::Type, Kw::SelectType)
            .ignore_then(selector.clone())
            .map(|(n, e)| Raw::SelectType(n, e)),
        two_words(Kw::Select, Kw::Rank, Kw::SelectRank).ignore_then(selector).map(|(n, e)| Raw::SelectRank(n, e)),
    ))
    .boxed()
}

/// The value or range of a CASE.
fn case_range<'s>(expr: &BoxedParser<'s, Expr>) -> impl Rule<'s, CaseRange> {
    choice((
        tok(TokenKind::Colon).ignore_then(expr.clone()).map(|u| CaseRange::Range(None, Some(u))),
        expr.clone()
            .then(
                tok(TokenKind::Colon)
                    .ignore_then(
                        ahead(|t| !matches!(t.first().map(|t| t.kind), Some(TokenKind::RParen | TokenKind::Comma)))
                            .ignore_then(expr.clone())
                            .or_not(),
                    )
                    .or_not(),
            )
            .map(|(a, b)| match b {
                None => CaseRange::Value(a),
                Some(u) => CaseRange::Range(Some(a), u),
            }),
    ))
}

/// The statements that begin the blocks of SELECT.
fn case<'s>(expr: &BoxedParser<'s, Expr>, t: &Types<'s>) -> BoxedParser<'s, Raw> {
    choice((
        kw(Kw::Case)
            .ignore_then(choice((kw(Kw::Default).to(None), parens(list(case_range(expr))).map(Some))))
            .then(name().or_not())
            .map(|(r, n)| Raw::Case(r, n)),
        kw(Kw::CaseDefault).ignore_then(name().or_not()).map(|n| Raw::Case(None, n)),
        two_words(Kw::Type, Kw::Is, Kw::TypeIs)
            .ignore_then(parens(t.bare.clone()))
            .then(name().or_not())
            .map(|(s, n)| Raw::Guard(TypeGuardKind::TypeIs(s), n)),
        two_words(Kw::Class, Kw::Is, Kw::ClassIs)
            .ignore_then(parens(name()))
            .then(name().or_not())
            .map(|(s, n)| Raw::Guard(TypeGuardKind::ClassIs(s), n)),
        two_words(Kw::Class, Kw::Default, Kw::ClassDefault)
            .ignore_then(name().or_not())
            .map(|n| Raw::Guard(TypeGuardKind::Default, n)),
        kw(Kw::Rank)
            .ignore_then(choice((
                kw(Kw::Default).map(|_| RankCaseKind::Default),
                parens(choice((
                    tok(TokenKind::Star).map(|_| RankCaseKind::Star),
                    expr.clone().map(RankCaseKind::Rank),
                ))),
            )))
            .then(name().or_not())
            .map(|(k, n)| Raw::Rank(k, n)),
    ))
    .boxed()
}

/// The statements that begin ASSOCIATE, BLOCK, CRITICAL and CHANGE TEAM.
fn construct<'s>(e: &Exprs<'s>, t: &Types<'s>) -> BoxedParser<'s, Raw> {
    let expr = e.expr.clone();
    // `name[codims] => coarray` in CHANGE TEAM, or an argument.
    let team_item = choice((
        ahead(|t| t.len() > 1 && t[0].kind == TokenKind::Name && t[1].kind == TokenKind::LBracket)
            .ignore_then(name())
            .then(t.codims.clone())
            .then_ignore(tok(TokenKind::Arrow))
            .then(expr.clone())
            .map(|((n, d), x)| Ok((n, d, x))),
        e.arg.clone().map(Err),
    ))
    .boxed();
    choice((
        kw(Kw::Associate)
            .ignore_then(parens(list(name().then_ignore(tok(TokenKind::Arrow)).then(expr.clone()))))
            .map(Raw::Associate),
        kw(Kw::Block).map(|_| Raw::Block),
        kw(Kw::Critical).ignore_then(e.args.clone().or_not()).map(|a| Raw::Critical(a.unwrap_or_default())),
        kw(Kw::Change).then(kw(Kw::Team)).ignore_then(parens(list(team_item))).map(|items| {
            let (mut args, mut assocs) = (vec![], vec![]);
            for i in items {
                match i {
                    Ok(a) => assocs.push(a),
                    Err(a) => args.push(a),
                }
            }
            Raw::Team(args, assocs)
        }),
    ))
    .boxed()
}

/// Image control: the words, then arguments in parentheses.
fn image<'s>(e: &Exprs<'s>) -> BoxedParser<'s, StmtKind> {
    let words = one(&[TokenKind::Name], "a keyword").repeated().at_least(1).collect::<Vec<_>>();
    words
        .then(e.args.clone().or_not())
        .map_with(|(w, args), e| {
            let keyword = w.iter().map(|t| e.state().texts.str(t.text).to_string()).collect::<Vec<_>>().join(" ");
            StmtKind::Image { keyword: keyword.into(), args: args.unwrap_or_default() }
        })
        .boxed()
}
