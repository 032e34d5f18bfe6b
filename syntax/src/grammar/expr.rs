//! Expressions: primaries, data references, argument lists, array constructors, implied do, and the operators by
//! precedence.

use super::types::{self, Types};
use super::*;
use crate::ast::*;
use crate::token::NONE;
use chumsky::pratt::*;

/// Parsers of expressions.
pub struct Exprs<'s> {
    /// An expression.
    pub expr: BoxedParser<'s, Expr>,
    /// A literal, reference, constructor or parenthesis.
    pub primary: BoxedParser<'s, Expr>,
    /// A data or function reference.
    pub designator: BoxedParser<'s, Expr>,
    /// `(args)`
    pub args: BoxedParser<'s, Vec<Arg>>,
    /// One argument.
    pub arg: BoxedParser<'s, Arg>,
    /// `arg, arg`, may be empty.
    pub arg_list: BoxedParser<'s, Vec<Arg>>,
}

/// Kind parameter of a literal token.
fn kind(state: &ParserState, t: Token) -> Option<KindParam> {
    if t.aux == NONE {
        return None;
    }
    let text = state.texts.name(t.aux);
    Some(match text.parse() {
        Ok(n) => KindParam::Digits(n),
        Err(_) => KindParam::Name(Ident { name: text, span: t.span }),
    })
}

/// A literal token as an expression.
fn literal(state: &ParserState, t: Token) -> Option<Expr> {
    let kind = |t| kind(state, t);
    let kind = match t.kind {
        TokenKind::Int => ExprKind::Int { value: state.int(t), kind: kind(t) },
        TokenKind::Unsigned => ExprKind::Unsigned { value: state.int(t), kind: kind(t) },
        TokenKind::Real => ExprKind::Real { text: state.name(t), kind: kind(t) },
        TokenKind::Char => ExprKind::Char { value: state.texts.codes(t.text), kind: kind(t) },
        TokenKind::Hollerith => ExprKind::Hollerith(state.texts.chars[t.text as usize].clone()),
        TokenKind::Boz => ExprKind::Boz { digits: state.name(t), base: t.aux as u8 },
        TokenKind::True | TokenKind::False => ExprKind::Logical { value: t.kind == TokenKind::True, kind: kind(t) },
        _ => return None,
    };
    Some(Expr { kind, span: t.span })
}

fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span }
}

fn bin_op(t: TokenKind) -> BinOp {
    match t {
        TokenKind::Plus => BinOp::Add,
        TokenKind::Minus => BinOp::Sub,
        TokenKind::Star => BinOp::Mul,
        TokenKind::Slash => BinOp::Div,
        TokenKind::StarStar => BinOp::Pow,
        TokenKind::SlashSlash => BinOp::Concat,
        TokenKind::Eq => BinOp::Eq,
        TokenKind::Ne => BinOp::Ne,
        TokenKind::Lt => BinOp::Lt,
        TokenKind::Le => BinOp::Le,
        TokenKind::Gt => BinOp::Gt,
        TokenKind::Ge => BinOp::Ge,
        TokenKind::And => BinOp::And,
        TokenKind::Or => BinOp::Or,
        TokenKind::Eqv => BinOp::Eqv,
        _ => BinOp::Neqv,
    }
}

fn conditional(condition: Expr, (value, other): (Expr, Expr)) -> Expr {
    let span = condition.span.to(other.span);
    Expr { kind: ExprKind::Conditional(Box::new([condition, value, other])), span }
}

/// `.nil.`
fn nil<'s>() -> impl Rule<'s, Expr> {
    custom(move |inp: &mut Input<'s, '_>| match inp.peek_ref().copied() {
        Some(t) if t.kind == TokenKind::DefOp && inp.state().texts.str(t.text) == "nil" => {
            inp.skip();
            Ok(Expr { kind: ExprKind::Nil, span: t.span })
        }
        _ => Err(ParseFailure(0)),
    })
}

/// Whether an implied do begins at this `(`: at its own level, `, name =` or `, type :: name =`.
pub fn implied_do_ahead(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    for (i, t) in tokens.iter().enumerate() {
        match t.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return false;
                }
            }
            TokenKind::Comma if depth == 1 && control_ahead(&tokens[i..]) => return true,
            _ => {}
        }
    }
    false
}

/// Whether `, name =` or `, integer :: name =` stands here.
fn control_ahead(t: &[Token]) -> bool {
    let is = |i: usize, k: TokenKind| t.get(i).is_some_and(|x| x.kind == k);
    is(0, TokenKind::Comma)
        && is(1, TokenKind::Name)
        && (is(2, TokenKind::Assign) || (t[1].kw == Kw::Integer && colons_ahead(&t[1..])))
}

/// An implied do over items that `item` parses.
pub fn implied_do<'s, O: 's>(
    item: impl Rule<'s, O>,
    expr: BoxedParser<'s, Expr>,
    spec: BoxedParser<'s, TypeSpec>,
) -> BoxedParser<'s, ImpliedDo<O>> {
    let comma = tok(TokenKind::Comma);
    let separator = ahead(|t| !control_ahead(t)).ignore_then(comma);
    tok(TokenKind::LParen)
        .ignore_then(item.separated_by(separator).at_least(1).collect::<Vec<O>>())
        .then_ignore(comma)
        .then(ahead(colons_ahead).ignore_then(spec).then_ignore(tok(TokenKind::DColon)).or_not())
        .then(name().then_ignore(tok(TokenKind::Assign)))
        .then(expr.clone().then_ignore(comma).then(expr.clone()).then(comma.ignore_then(expr).or_not()))
        .then_ignore(tok(TokenKind::RParen))
        .map_with(|(((items, spec), var), ((lower, upper), step)), e| ImpliedDo {
            items,
            spec,
            var,
            lower,
            upper,
            step,
            span: span_of(e),
        })
        .boxed()
}

/// Builds the parsers of expressions and of the type specs that they contain.
pub fn build<'s>() -> (Exprs<'s>, Types<'s>) {
    let mut expr_rec = Recursive::declare();
    let expr: BoxedParser<'s, Expr> = expr_rec.clone().boxed();
    let arg = argument(&expr);
    let arg_list: BoxedParser<'s, Vec<Arg>> = arg.clone().separated_by(tok(TokenKind::Comma)).collect().boxed();
    let args: BoxedParser<'s, Vec<Arg>> =
        arg_list.clone().delimited_by(tok(TokenKind::LParen), tok(TokenKind::RParen)).boxed();
    let designator = designator(args.clone(), cosubscripts(&expr, &arg));
    // Type specs need expressions, and array constructors need type specs.
    let types = types::build(&expr, &args);
    let constructors = array_constructors(&expr, &types);
    let primary = primary(designator.clone(), args.clone(), constructors, parenthesized(&expr));
    expr_rec.define(operations(&primary));
    (Exprs { expr, primary, designator, args, arg, arg_list }, types)
}

/// What follows the lower bound of a section: `:upper:stride`, each part of which may be left out.
fn section_tail<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, (Option<Expr>, Option<Expr>)> {
    let opt_expr = ahead(|t| {
        !matches!(
            t.first().map(|t| t.kind),
            None | Some(TokenKind::Colon | TokenKind::RParen | TokenKind::Comma | TokenKind::RBracket)
        )
    })
    .ignore_then(expr.clone())
    .or_not();
    choice((
        tok(TokenKind::Colon)
            .ignore_then(opt_expr.clone())
            .then(tok(TokenKind::Colon).ignore_then(expr.clone()).or_not()),
        tok(TokenKind::DColon).ignore_then(expr.clone()).map(|s| (None, Some(s))),
    ))
    .boxed()
}

/// An argument or a subscript.
fn argument<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, Arg> {
    let expr = expr.clone();
    let tail = section_tail(&expr);
    let value = custom(move |inp: &mut Input<'s, '_>| {
        let section = |lower, (upper, step)| ArgValue::Section { lower, upper, step };
        let ahead = rest(inp);
        match ahead.first().map(|t| t.kind) {
            Some(TokenKind::Star) => {
                inp.skip();
                match ahead.get(1) {
                    Some(t) if t.kind == TokenKind::Int => {
                        inp.skip();
                        Ok(ArgValue::AltReturn(inp.state().label(*t)))
                    }
                    _ => Ok(ArgValue::Star),
                }
            }
            Some(TokenKind::Colon | TokenKind::DColon) => Ok(section(None, inp.parse(&tail)?)),
            Some(TokenKind::At) => {
                inp.skip();
                let e = inp.parse(&expr)?;
                let span = ahead[0].span.to(e.span);
                Ok(ArgValue::Expr(Expr { kind: ExprKind::Multiple(Box::new(e)), span }))
            }
            Some(TokenKind::DotDot) => {
                inp.skip();
                Ok(ArgValue::AssumedRank)
            }
            _ => {
                let e = inp.parse(&expr)?;
                match inp.peek_ref().map(|t| t.kind) {
                    Some(TokenKind::Colon | TokenKind::DColon) => Ok(section(Some(e), inp.parse(&tail)?)),
                    _ => Ok(ArgValue::Expr(e)),
                }
            }
        }
    });
    let keyword = ahead(|t| t.len() > 1 && t[0].kind == TokenKind::Name && t[1].kind == TokenKind::Assign)
        .ignore_then(name())
        .then_ignore(tok(TokenKind::Assign))
        .or_not();
    keyword.then(value).map_with(|(keyword, value), e| Arg { keyword, value, span: span_of(e) }).boxed()
}

/// Cosubscripts, or the coshape of an allocation, in their brackets.
fn cosubscripts<'s>(expr: &BoxedParser<'s, Expr>, arg: &BoxedParser<'s, Arg>) -> BoxedParser<'s, Vec<Arg>> {
    // The shape of an allocation may end in `lower:*`.
    let open_end = expr
        .clone()
        .then_ignore(tok(TokenKind::Colon))
        .then_ignore(tok(TokenKind::Star))
        .map(|e| ArgValue::Section { lower: Some(e), upper: None, step: None })
        .map_with(|value, e| Arg { keyword: None, value, span: span_of(e) });
    let cosub = choice((open_end, arg.clone())).boxed();
    cosub
        .separated_by(tok(TokenKind::Comma))
        .collect()
        .delimited_by(tok(TokenKind::LBracket), tok(TokenKind::RBracket))
        .boxed()
}

/// `a(i)%b(j)(1:2)`
fn designator<'s>(args: BoxedParser<'s, Vec<Arg>>, cosubscripts: BoxedParser<'s, Vec<Arg>>) -> BoxedParser<'s, Expr> {
    custom(move |inp: &mut Input<'s, '_>| {
        let mut parts = vec![];
        loop {
            let t = take(inp, Expected::Text(if parts.is_empty() { "a name" } else { "a component name" }), |k| {
                k.kind == TokenKind::Name
            })?;
            let mut part =
                Part { name: inp.state().ident(t), args: None, second: None, cosubscripts: None, span: t.span };
            let next = |inp: &mut Input<'s, '_>| inp.peek_ref().map(|t| t.kind);
            let mut last = inp.cursor();
            let mut any = false;
            if next(inp) == Some(TokenKind::LParen) {
                part.args = Some(inp.parse(&args)?);
                any = true;
                if next(inp) == Some(TokenKind::LParen) {
                    part.second = Some(inp.parse(&args)?);
                }
            }
            if next(inp) == Some(TokenKind::LBracket) {
                part.cosubscripts = Some(inp.parse(&cosubscripts)?);
                any = true;
            }
            if any {
                let read = inp.slice_since(&last..);
                part.span = part.span.to(read.last().map_or(part.span, |t| t.span));
            }
            parts.push(part);
            if next(inp) != Some(TokenKind::Percent) {
                break;
            }
            inp.skip();
            last = inp.cursor();
            let _ = &last;
        }
        let span = parts[0].name.span.to(parts[parts.len() - 1].span);
        Ok(Expr { kind: ExprKind::Ref(parts), span })
    })
    .boxed()
}

/// The two forms of an array constructor.
struct ArrayConstructors<'s> {
    /// `[a, b]`
    square: BoxedParser<'s, Expr>,
    /// `(/a, b/)`
    round: BoxedParser<'s, Expr>,
}

fn array_constructors<'s>(expr: &BoxedParser<'s, Expr>, types: &Types<'s>) -> ArrayConstructors<'s> {
    let mut ac_rec = Recursive::declare();
    let ac_value: BoxedParser<'s, AcValue> = ac_rec.clone().boxed();
    let ac_do = implied_do(ac_value.clone(), expr.clone(), types.bare.clone());
    ac_rec.define(
        ahead(|t| {
            t[0].kind == TokenKind::LParen
                && t.get(1).is_some_and(|t| t.kind != TokenKind::Slash)
                && implied_do_ahead(t)
        })
        .ignore_then(ac_do)
        .map(|d| AcValue::ImpliedDo(Box::new(d)))
        .or(ahead_expr(expr.clone()).map(AcValue::Expr))
        .boxed(),
    );
    let ac_body = ahead(colons_ahead)
        .ignore_then(types.bare.clone())
        .then_ignore(tok(TokenKind::DColon))
        .or_not()
        .then(ac_value.separated_by(tok(TokenKind::Comma)).collect::<Vec<AcValue>>());
    let make_ctor = |(spec, values): (Option<TypeSpec>, Vec<AcValue>), e: &mut Extra<'s, '_>| Expr {
        kind: ExprKind::ArrayCtor { spec: spec.map(Box::new), values },
        span: span_of(e),
    };
    let square =
        ac_body.clone().delimited_by(tok(TokenKind::LBracket), tok(TokenKind::RBracket)).map_with(make_ctor).boxed();
    let round = ac_body
        .delimited_by(
            tok(TokenKind::LParen).then(tok(TokenKind::Slash)),
            tok(TokenKind::Slash).then(tok(TokenKind::RParen)),
        )
        .map_with(make_ctor)
        .boxed();
    ArrayConstructors { square, round }
}

/// `? a : b` of a conditional expression, where `b` may be followed by the next condition's `? c : d`.
fn conditional_tail<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, (Expr, Expr)> {
    let arm =
        ahead(|t| t.first().is_some_and(|t| t.kind == TokenKind::DefOp)).ignore_then(nil()).or(expr.clone()).boxed();
    let mut choice_rec = Recursive::declare();
    let choice_tail: BoxedParser<'s, (Expr, Expr)> = choice_rec.clone().boxed();
    choice_rec.define(
        tok(TokenKind::Question)
            .ignore_then(arm.clone())
            .then_ignore(tok(TokenKind::Colon))
            .then(
                arm.then(
                    ahead(|t| t.first().is_some_and(|t| t.kind == TokenKind::Question))
                        .ignore_then(choice_tail.clone())
                        .or_not(),
                )
                .map(|(a, rest)| match rest {
                    Some(rest) => conditional(a, rest),
                    None => a,
                }),
            )
            .boxed(),
    );
    choice_tail
}

/// `(a)`, `(re, im)` and `(condition ? a : b)`
fn parenthesized<'s>(expr: &BoxedParser<'s, Expr>) -> BoxedParser<'s, Expr> {
    enum Inside {
        Imaginary(Expr),
        Choice((Expr, Expr)),
    }
    let inside = choice((
        ahead(|t| t.first().is_some_and(|t| t.kind == TokenKind::Question))
            .ignore_then(conditional_tail(expr))
            .map(Inside::Choice),
        tok(TokenKind::Comma).ignore_then(expr.clone()).map(Inside::Imaginary),
    ));
    tok(TokenKind::LParen)
        .ignore_then(expr.clone())
        .then(inside.or_not())
        .then_ignore(tok(TokenKind::RParen))
        .map_with(|(a, b), e| Expr {
            kind: match b {
                None => ExprKind::Paren(Box::new(a)),
                Some(Inside::Imaginary(b)) => ExprKind::Complex(Box::new(a), Box::new(b)),
                Some(Inside::Choice(c)) => conditional(a, c).kind,
            },
            span: span_of(e),
        })
        .boxed()
}

/// `%LOC`, `%VAL` and `%REF`, how gfortran has it: the argument's address, its value, the argument itself.
fn percent_function<'s>(
    inp: &mut Input<'s, '_>,
    name: Token,
    args: &BoxedParser<'s, Vec<Arg>>,
) -> Result<Expr, ParseFailure> {
    let name = inp.state().ident(name);
    if !matches!(&*name.name, "ref" | "loc" | "val") {
        let at = *inp.cursor().inner();
        return Err(inp.state().fail(at, Expected::Text("an expression")));
    }
    inp.skip();
    inp.skip();
    let mut args = inp.parse(args)?;
    let span = args.iter().fold(name.span, |s, a| s.to(a.span));
    let name = match &*name.name {
        "loc" => name,
        // What happens anyway.
        "ref" => match (args.len(), args.pop()) {
            (1, Some(Arg { keyword: None, value: ArgValue::Expr(e), .. })) => return Ok(e),
            _ => {
                let at = *inp.cursor().inner();
                return Err(inp.state().fail(at, Expected::Text("one argument of %REF")));
            }
        },
        other => Ident { name: format!("%{other}").into(), span: name.span },
    };
    let part = Part { name, args: Some(args), second: None, cosubscripts: None, span };
    Ok(Expr { kind: ExprKind::Ref(vec![part]), span })
}

/// An operand without its operators.
fn primary<'s>(
    designator: BoxedParser<'s, Expr>,
    args: BoxedParser<'s, Vec<Arg>>,
    constructors: ArrayConstructors<'s>,
    parenthesized: BoxedParser<'s, Expr>,
) -> BoxedParser<'s, Expr> {
    custom(move |inp: &mut Input<'s, '_>| {
        let left = rest(inp);
        match left.first() {
            Some(t) => match t.kind {
                TokenKind::Name => inp.parse(&designator),
                TokenKind::Percent if left.get(1).is_some_and(|t| t.kind == TokenKind::Name) => {
                    percent_function(inp, left[1], &args)
                }
                TokenKind::LBracket => inp.parse(&constructors.square),
                TokenKind::LParen if left.get(1).is_some_and(|t| t.kind == TokenKind::Slash) => {
                    inp.parse(&constructors.round)
                }
                TokenKind::LParen => inp.parse(&parenthesized),
                _ => match literal(inp.state(), *t) {
                    Some(e) => {
                        inp.skip();
                        if t.kind == TokenKind::Char && left.get(1).is_some_and(|t| t.kind == TokenKind::LParen) {
                            let range = inp.parse(&args)?;
                            let span = range.iter().fold(e.span, |s, a| s.to(a.span));
                            return Ok(Expr { kind: ExprKind::Substring(Box::new(e), range), span });
                        }
                        Ok(e)
                    }
                    None => {
                        let at = *inp.cursor().inner();
                        Err(inp.state().fail(at, Expected::Text("an expression")))
                    }
                },
            },
            None => {
                let at = *inp.cursor().inner();
                Err(inp.state().fail(at, Expected::Text("an expression")))
            }
        }
    })
    .boxed()
}

/// Operators between operands, by their precedence.
fn operations<'s>(primary: &BoxedParser<'s, Expr>) -> BoxedParser<'s, Expr> {
    let op = |set: &'static [TokenKind]| custom(move |inp: &mut Input<'s, '_>| quiet(inp, set));
    let fold = |a: Expr, t: Token, b: Expr, _: &mut Extra<'s, '_>| binary(bin_op(t.kind), a, b);
    primary
        .clone()
        .pratt((
            prefix(20, op(&[TokenKind::DefOp]), |t: Token, a: Expr, e: &mut Extra<'s, '_>| {
                let span = t.span.to(a.span);
                Expr { kind: ExprKind::DefinedUnary(e.state().ident(t), Box::new(a)), span }
            }),
            infix(right(18), op(&[TokenKind::StarStar]), fold),
            infix(left(16), op(&[TokenKind::Star, TokenKind::Slash]), fold),
            prefix(15, op(&[TokenKind::Plus, TokenKind::Minus]), |t: Token, a: Expr, _: &mut Extra<'s, '_>| {
                let span = t.span.to(a.span);
                let op = if t.kind == TokenKind::Plus { UnOp::Plus } else { UnOp::Minus };
                Expr { kind: ExprKind::Unary(op, Box::new(a)), span }
            }),
            infix(left(14), op(&[TokenKind::Plus, TokenKind::Minus]), fold),
            infix(left(12), op(&[TokenKind::SlashSlash]), fold),
            infix(
                left(10),
                op(&[TokenKind::Eq, TokenKind::Ne, TokenKind::Lt, TokenKind::Le, TokenKind::Gt, TokenKind::Ge]),
                fold,
            ),
            prefix(9, op(&[TokenKind::Not]), |t: Token, a: Expr, _: &mut Extra<'s, '_>| {
                let span = t.span.to(a.span);
                Expr { kind: ExprKind::Unary(UnOp::Not, Box::new(a)), span }
            }),
            infix(left(8), op(&[TokenKind::And]), fold),
            infix(left(6), op(&[TokenKind::Or]), fold),
            infix(left(4), op(&[TokenKind::Eqv, TokenKind::Neqv]), fold),
            infix(left(2), op(&[TokenKind::DefOp]), |a: Expr, t: Token, b: Expr, e: &mut Extra<'s, '_>| {
                let span = a.span.to(b.span);
                Expr { kind: ExprKind::DefinedBinary(e.state().ident(t), Box::new(a), Box::new(b)), span }
            }),
        ))
        .boxed()
}

/// An operator token; that none is there is not worth a mention.
fn quiet<'s>(inp: &mut Input<'s, '_>, set: &'static [TokenKind]) -> Result<Token, ParseFailure> {
    match inp.peek_ref() {
        Some(t) if set.contains(&t.kind) => {
            inp.skip();
            Ok(*t)
        }
        _ => Err(ParseFailure(0)),
    }
}

/// An expression unless the list ends here (an empty list is legal after a type spec).
fn ahead_expr<'s>(expr: BoxedParser<'s, Expr>) -> impl Rule<'s, Expr> {
    ahead(|t| {
        !matches!(
            t,
            [Token { kind: TokenKind::Slash, .. }, Token { kind: TokenKind::RParen, .. }, ..]
                | [Token { kind: TokenKind::RBracket, .. }, ..]
        )
    })
    .ignore_then(expr)
}
