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
    pub expr: B<'s, Expr>,
    /// A literal, reference, constructor or parenthesis.
    pub primary: B<'s, Expr>,
    /// A data or function reference.
    pub designator: B<'s, Expr>,
    /// `(args)`
    pub args: B<'s, Vec<Arg>>,
    /// One argument.
    pub arg: B<'s, Arg>,
    /// `arg, arg`, may be empty.
    pub arg_list: B<'s, Vec<Arg>>,
}

/// Kind parameter of a literal token.
fn kind(state: &PState, t: Token) -> Option<KindParam> {
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
fn literal(state: &PState, t: Token) -> Option<Expr> {
    let kind = |t| kind(state, t);
    let kind = match t.t {
        T::Int => ExprKind::Int { value: state.int(t), kind: kind(t) },
        T::Unsigned => ExprKind::Unsigned { value: state.int(t), kind: kind(t) },
        T::Real => ExprKind::Real { text: state.name(t), kind: kind(t) },
        T::Char => ExprKind::Char { value: state.texts.codes(t.text), kind: kind(t) },
        T::Hollerith => ExprKind::Hollerith(state.texts.chars[t.text as usize].clone()),
        T::Boz => ExprKind::Boz { digits: state.name(t), base: t.aux as u8 },
        T::True | T::False => ExprKind::Logical { value: t.t == T::True, kind: kind(t) },
        _ => return None,
    };
    Some(Expr { kind, span: t.span })
}

fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span }
}

fn bin_op(t: T) -> BinOp {
    match t {
        T::Plus => BinOp::Add,
        T::Minus => BinOp::Sub,
        T::Star => BinOp::Mul,
        T::Slash => BinOp::Div,
        T::StarStar => BinOp::Pow,
        T::SlashSlash => BinOp::Concat,
        T::Eq => BinOp::Eq,
        T::Ne => BinOp::Ne,
        T::Lt => BinOp::Lt,
        T::Le => BinOp::Le,
        T::Gt => BinOp::Gt,
        T::Ge => BinOp::Ge,
        T::And => BinOp::And,
        T::Or => BinOp::Or,
        T::Eqv => BinOp::Eqv,
        _ => BinOp::Neqv,
    }
}

fn conditional(condition: Expr, (value, other): (Expr, Expr)) -> Expr {
    let span = condition.span.to(other.span);
    Expr { kind: ExprKind::Conditional(Box::new([condition, value, other])), span }
}

/// `.nil.`
fn nil<'s>() -> impl P<'s, Expr> {
    custom(move |inp: &mut Ref<'s, '_>| match inp.peek_ref().copied() {
        Some(t) if t.t == T::DefOp && inp.state().texts.str(t.text) == "nil" => {
            inp.skip();
            Ok(Expr { kind: ExprKind::Nil, span: t.span })
        }
        _ => Err(PErr(0)),
    })
}

/// Whether an implied do begins at this `(`: at its own level, `, name =` or `, type :: name =`.
pub fn implied_do_ahead(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    for (i, t) in tokens.iter().enumerate() {
        match t.t {
            T::LParen | T::LBracket => depth += 1,
            T::RParen | T::RBracket => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return false;
                }
            }
            T::Comma if depth == 1 && control_ahead(&tokens[i..]) => return true,
            _ => {}
        }
    }
    false
}

/// Whether `, name =` or `, integer :: name =` stands here.
fn control_ahead(t: &[Token]) -> bool {
    let is = |i: usize, k: T| t.get(i).is_some_and(|x| x.t == k);
    is(0, T::Comma) && is(1, T::Name) && (is(2, T::Assign) || (t[1].kw == Kw::Integer && colons_ahead(&t[1..])))
}

/// An implied do over items that `item` parses.
pub fn implied_do<'s, O: 's>(item: impl P<'s, O>, expr: B<'s, Expr>, spec: B<'s, TypeSpec>) -> B<'s, ImpliedDo<O>> {
    let comma = tok(T::Comma);
    let separator = ahead(|t| !control_ahead(t)).ignore_then(comma);
    tok(T::LParen)
        .ignore_then(item.separated_by(separator).at_least(1).collect::<Vec<O>>())
        .then_ignore(comma)
        .then(ahead(colons_ahead).ignore_then(spec).then_ignore(tok(T::DColon)).or_not())
        .then(name().then_ignore(tok(T::Assign)))
        .then(expr.clone().then_ignore(comma).then(expr.clone()).then(comma.ignore_then(expr).or_not()))
        .then_ignore(tok(T::RParen))
        .map_with(|(((items, spec), var), ((lower, upper), step)), e| ImpliedDo {
            items,
            spec,
            var,
            lower,
            upper,
            step,
            span: sp(e),
        })
        .boxed()
}

/// Builds the parsers of expressions and of the type specs that they contain.
pub fn build<'s>() -> (Exprs<'s>, Types<'s>) {
    let mut expr_rec = Recursive::declare();
    let expr: B<'s, Expr> = expr_rec.clone().boxed();

    // Arguments and subscripts.
    let opt_expr =
        ahead(|t| !matches!(t.first().map(|t| t.t), None | Some(T::Colon | T::RParen | T::Comma | T::RBracket)))
            .ignore_then(expr.clone())
            .or_not();
    let tail = choice((
        tok(T::Colon).ignore_then(opt_expr.clone()).then(tok(T::Colon).ignore_then(expr.clone()).or_not()),
        tok(T::DColon).ignore_then(expr.clone()).map(|s| (None, Some(s))),
    ))
    .boxed();
    let expr2 = expr.clone();
    let tail2 = tail.clone();
    let value = custom(move |inp: &mut Ref<'s, '_>| {
        let section = |lower, (upper, step)| ArgValue::Section { lower, upper, step };
        let ahead = rest(inp);
        match ahead.first().map(|t| t.t) {
            Some(T::Star) => {
                inp.skip();
                match ahead.get(1) {
                    Some(t) if t.t == T::Int => {
                        inp.skip();
                        Ok(ArgValue::AltReturn(inp.state().label(*t)))
                    }
                    _ => Ok(ArgValue::Star),
                }
            }
            Some(T::Colon | T::DColon) => Ok(section(None, inp.parse(&tail2)?)),
            Some(T::At) => {
                inp.skip();
                let e = inp.parse(&expr2)?;
                let span = ahead[0].span.to(e.span);
                Ok(ArgValue::Expr(Expr { kind: ExprKind::Multiple(Box::new(e)), span }))
            }
            Some(T::DotDot) => {
                inp.skip();
                Ok(ArgValue::AssumedRank)
            }
            _ => {
                let e = inp.parse(&expr2)?;
                match inp.peek_ref().map(|t| t.t) {
                    Some(T::Colon | T::DColon) => Ok(section(Some(e), inp.parse(&tail2)?)),
                    _ => Ok(ArgValue::Expr(e)),
                }
            }
        }
    });
    let keyword = ahead(|t| t.len() > 1 && t[0].t == T::Name && t[1].t == T::Assign)
        .ignore_then(name())
        .then_ignore(tok(T::Assign))
        .or_not();
    let arg = keyword.then(value).map_with(|(keyword, value), e| Arg { keyword, value, span: sp(e) }).boxed();
    let arg_list: B<'s, Vec<Arg>> = arg.clone().separated_by(tok(T::Comma)).collect().boxed();
    let args: B<'s, Vec<Arg>> = arg_list.clone().delimited_by(tok(T::LParen), tok(T::RParen)).boxed();
    // The shape of an allocation may end in `lower:*`.
    let open_end = expr
        .clone()
        .then_ignore(tok(T::Colon))
        .then_ignore(tok(T::Star))
        .map(|e| ArgValue::Section { lower: Some(e), upper: None, step: None })
        .map_with(|value, e| Arg { keyword: None, value, span: sp(e) });
    let cosub = choice((open_end, arg.clone())).boxed();
    let cosubs: B<'s, Vec<Arg>> =
        cosub.separated_by(tok(T::Comma)).collect().delimited_by(tok(T::LBracket), tok(T::RBracket)).boxed();

    // `a(i)%b(j)(1:2)`
    let args2 = args.clone();
    let designator: B<'s, Expr> = custom(move |inp: &mut Ref<'s, '_>| {
        let mut parts = vec![];
        loop {
            let t = take(inp, Expected::Text(if parts.is_empty() { "a name" } else { "a component name" }), |k| {
                k.t == T::Name
            })?;
            let mut part =
                Part { name: inp.state().ident(t), args: None, second: None, cosubscripts: None, span: t.span };
            let next = |inp: &mut Ref<'s, '_>| inp.peek_ref().map(|t| t.t);
            let mut last = inp.cursor();
            let mut any = false;
            if next(inp) == Some(T::LParen) {
                part.args = Some(inp.parse(&args2)?);
                any = true;
                if next(inp) == Some(T::LParen) {
                    part.second = Some(inp.parse(&args2)?);
                }
            }
            if next(inp) == Some(T::LBracket) {
                part.cosubscripts = Some(inp.parse(&cosubs)?);
                any = true;
            }
            if any {
                let read = inp.slice_since(&last..);
                part.span = part.span.to(read.last().map_or(part.span, |t| t.span));
            }
            parts.push(part);
            if next(inp) != Some(T::Percent) {
                break;
            }
            inp.skip();
            last = inp.cursor();
            let _ = &last;
        }
        let span = parts[0].name.span.to(parts[parts.len() - 1].span);
        Ok(Expr { kind: ExprKind::Ref(parts), span })
    })
    .boxed();

    // Type specs need expressions, and array constructors need type specs.
    let types = types::build(&expr, &args);

    let mut ac_rec = Recursive::declare();
    let ac_value: B<'s, AcValue> = ac_rec.clone().boxed();
    let ac_do = implied_do(ac_value.clone(), expr.clone(), types.bare.clone());
    ac_rec.define(
        ahead(|t| t[0].t == T::LParen && t.get(1).is_some_and(|t| t.t != T::Slash) && implied_do_ahead(t))
            .ignore_then(ac_do)
            .map(|d| AcValue::ImpliedDo(Box::new(d)))
            .or(ahead_expr(expr.clone()).map(AcValue::Expr))
            .boxed(),
    );
    let ac_body = ahead(colons_ahead)
        .ignore_then(types.bare.clone())
        .then_ignore(tok(T::DColon))
        .or_not()
        .then(ac_value.separated_by(tok(T::Comma)).collect::<Vec<AcValue>>());
    let make_ctor = |(spec, values): (Option<TypeSpec>, Vec<AcValue>), e: &mut Extra<'s, '_>| Expr {
        kind: ExprKind::ArrayCtor { spec: spec.map(Box::new), values },
        span: sp(e),
    };
    let ctor_square = ac_body.clone().delimited_by(tok(T::LBracket), tok(T::RBracket)).map_with(make_ctor).boxed();
    let ctor_round = ac_body
        .delimited_by(tok(T::LParen).then(tok(T::Slash)), tok(T::Slash).then(tok(T::RParen)))
        .map_with(make_ctor)
        .boxed();

    // `(a)`, `(re, im)` and `(condition ? a : b)`
    let arm = ahead(|t| t.first().is_some_and(|t| t.t == T::DefOp)).ignore_then(nil()).or(expr.clone()).boxed();
    let mut choice_rec = Recursive::declare();
    let choice_tail: B<'s, (Expr, Expr)> = choice_rec.clone().boxed();
    choice_rec.define(
        tok(T::Question)
            .ignore_then(arm.clone())
            .then_ignore(tok(T::Colon))
            .then(
                arm.then(
                    ahead(|t| t.first().is_some_and(|t| t.t == T::Question)).ignore_then(choice_tail.clone()).or_not(),
                )
                .map(|(a, rest)| match rest {
                    Some(rest) => conditional(a, rest),
                    None => a,
                }),
            )
            .boxed(),
    );
    enum Inside {
        Imaginary(Expr),
        Choice((Expr, Expr)),
    }
    let inside = choice((
        ahead(|t| t.first().is_some_and(|t| t.t == T::Question)).ignore_then(choice_tail).map(Inside::Choice),
        tok(T::Comma).ignore_then(expr.clone()).map(Inside::Imaginary),
    ));
    let paren = tok(T::LParen)
        .ignore_then(expr.clone())
        .then(inside.or_not())
        .then_ignore(tok(T::RParen))
        .map_with(|(a, b), e| Expr {
            kind: match b {
                None => ExprKind::Paren(Box::new(a)),
                Some(Inside::Imaginary(b)) => ExprKind::Complex(Box::new(a), Box::new(b)),
                Some(Inside::Choice(c)) => conditional(a, c).kind,
            },
            span: sp(e),
        })
        .boxed();

    let designator2 = designator.clone();
    let args3 = args.clone();
    let primary: B<'s, Expr> = custom(move |inp: &mut Ref<'s, '_>| {
        let left = rest(inp);
        match left.first() {
            Some(t) => match t.t {
                T::Name => inp.parse(&designator2),
                // How gfortran has it: the argument itself, its address, its value.
                T::Percent if left.get(1).is_some_and(|t| t.t == T::Name) => {
                    let name = inp.state().ident(left[1]);
                    if !matches!(&*name.name, "ref" | "loc" | "val") {
                        let at = *inp.cursor().inner();
                        return Err(inp.state().fail(at, Expected::Text("an expression")));
                    }
                    inp.skip();
                    inp.skip();
                    let mut args = inp.parse(&args3)?;
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
                T::LBracket => inp.parse(&ctor_square),
                T::LParen if left.get(1).is_some_and(|t| t.t == T::Slash) => inp.parse(&ctor_round),
                T::LParen => inp.parse(&paren),
                _ => match literal(inp.state(), *t) {
                    Some(e) => {
                        inp.skip();
                        if t.t == T::Char && left.get(1).is_some_and(|t| t.t == T::LParen) {
                            let range = inp.parse(&args3)?;
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
    .boxed();

    let sign_op: &[T] = &[T::Plus, T::Minus];
    let op = |set: &'static [T]| custom(move |inp: &mut Ref<'s, '_>| quiet(inp, set));
    let fold = |a: Expr, t: Token, b: Expr, _: &mut Extra<'s, '_>| binary(bin_op(t.t), a, b);
    let _ = sign_op;
    let full = primary.clone().pratt((
        prefix(20, op(&[T::DefOp]), |t: Token, a: Expr, e: &mut Extra<'s, '_>| {
            let span = t.span.to(a.span);
            Expr { kind: ExprKind::DefinedUnary(e.state().ident(t), Box::new(a)), span }
        }),
        infix(right(18), op(&[T::StarStar]), fold),
        infix(left(16), op(&[T::Star, T::Slash]), fold),
        prefix(15, op(&[T::Plus, T::Minus]), |t: Token, a: Expr, _: &mut Extra<'s, '_>| {
            let span = t.span.to(a.span);
            let op = if t.t == T::Plus { UnOp::Plus } else { UnOp::Minus };
            Expr { kind: ExprKind::Unary(op, Box::new(a)), span }
        }),
        infix(left(14), op(&[T::Plus, T::Minus]), fold),
        infix(left(12), op(&[T::SlashSlash]), fold),
        infix(left(10), op(&[T::Eq, T::Ne, T::Lt, T::Le, T::Gt, T::Ge]), fold),
        prefix(9, op(&[T::Not]), |t: Token, a: Expr, _: &mut Extra<'s, '_>| {
            let span = t.span.to(a.span);
            Expr { kind: ExprKind::Unary(UnOp::Not, Box::new(a)), span }
        }),
        infix(left(8), op(&[T::And]), fold),
        infix(left(6), op(&[T::Or]), fold),
        infix(left(4), op(&[T::Eqv, T::Neqv]), fold),
        infix(left(2), op(&[T::DefOp]), |a: Expr, t: Token, b: Expr, e: &mut Extra<'s, '_>| {
            let span = a.span.to(b.span);
            Expr { kind: ExprKind::DefinedBinary(e.state().ident(t), Box::new(a), Box::new(b)), span }
        }),
    ));
    expr_rec.define(full.boxed());
    (Exprs { expr, primary, designator, args, arg, arg_list }, types)
}

/// An operator token; that none is there is not worth a mention.
fn quiet<'s>(inp: &mut Ref<'s, '_>, set: &'static [T]) -> Result<Token, PErr> {
    match inp.peek_ref() {
        Some(t) if set.contains(&t.t) => {
            inp.skip();
            Ok(*t)
        }
        _ => Err(PErr(0)),
    }
}

/// An expression unless the list ends here (an empty list is legal after a type spec).
fn ahead_expr<'s>(expr: B<'s, Expr>) -> impl P<'s, Expr> {
    ahead(|t| {
        !matches!(t, [Token { t: T::Slash, .. }, Token { t: T::RParen, .. }, ..] | [Token { t: T::RBracket, .. }, ..])
    })
    .ignore_then(expr)
}
