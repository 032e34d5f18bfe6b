//! Input and output statements.

use super::expr::{Exprs, implied_do, implied_do_ahead};
use super::*;
use crate::ast::*;

/// Parsers of input and output.
pub struct Io<'s> {
    /// PRINT.
    pub print: BoxedParser<'s, StmtKind>,
    /// WRITE.
    pub write: BoxedParser<'s, StmtKind>,
    /// READ with a control list.
    pub read: BoxedParser<'s, StmtKind>,
    /// READ with a format only.
    pub read_fmt: BoxedParser<'s, StmtKind>,
    /// OPEN, CLOSE and the others, after their keyword.
    pub control: BoxedParser<'s, (Vec<Arg>, Vec<IoItem>)>,
}

/// Builds the parsers.
pub fn build<'s>(e: &Exprs<'s>) -> Io<'s> {
    let expr = e.expr.clone();
    let mut item_rec = Recursive::declare();
    let item: BoxedParser<'s, IoItem> = item_rec.clone().boxed();
    let item_do = implied_do(item.clone(), expr.clone(), never());
    item_rec.define(
        ahead(|t| {
            t.first().is_some_and(|t| t.kind == TokenKind::LParen)
                && t.get(1).is_some_and(|t| t.kind != TokenKind::Slash)
                && implied_do_ahead(t)
        })
        .ignore_then(item_do)
        .map(|d| IoItem::ImpliedDo(Box::new(d)))
        .or(ahead(|t| {
            !(t.first().is_some_and(|t| t.kind == TokenKind::LParen)
                && t.get(1).is_some_and(|t| t.kind != TokenKind::Slash)
                && implied_do_ahead(t))
        })
        .ignore_then(expr.clone())
        .map(IoItem::Expr))
        .boxed(),
    );
    let items: BoxedParser<'s, Vec<IoItem>> = list(item).boxed();
    let star = tok(TokenKind::Star).map(|_| IoFormat::Star).boxed();
    let format = choice((
        ahead(|t| {
            matches!(
                t,
                [Token { kind: TokenKind::Int, .. }]
                    | [Token { kind: TokenKind::Int, .. }, Token { kind: TokenKind::Comma, .. }, ..]
            )
        })
        .ignore_then(label())
        .map(IoFormat::Label),
        expr.clone().map(IoFormat::Expr),
    ))
    .boxed();
    let listed = tok(TokenKind::Comma).ignore_then(items.clone()).or_not().map(Option::unwrap_or_default).boxed();
    // As gfortran does, a comma behind the format needs no items, except in `print *,`.
    let maybe_listed = tok(TokenKind::Comma).then(ahead(|t| t.is_empty())).map(|_| vec![]).or(listed.clone()).boxed();
    let print = kw(Kw::Print)
        .ignore_then(star.clone().then(listed).or(format.clone().then(maybe_listed.clone())))
        .map(|(format, items)| StmtKind::Print { format, items })
        .boxed();
    let read_fmt = kw(Kw::Read)
        .ignore_then(star.or(format).then(maybe_listed))
        .map(|(format, items)| StmtKind::ReadFmt { format, items })
        .boxed();
    // A comma between the control list and the items is an old extension.
    let body = e
        .args
        .clone()
        .then(tok(TokenKind::Comma).or_not().ignore_then(items.or_not()))
        .map(|(c, i)| (c, i.unwrap_or_default()))
        .boxed();
    let write =
        kw(Kw::Write).ignore_then(body.clone()).map(|(control, items)| StmtKind::Write { control, items }).boxed();
    let read = kw(Kw::Read).ignore_then(body.clone()).map(|(control, items)| StmtKind::Read { control, items }).boxed();
    let unit = choice((tok(TokenKind::Star).map(|_| ArgValue::Star), expr.map(ArgValue::Expr)))
        .map_with(|value, e| (vec![Arg { keyword: None, value, span: span_of(e) }], vec![]));
    let control = ahead(|t| t.first().is_some_and(|t| t.kind == TokenKind::LParen) && closing(t, 0).is_some())
        .ignore_then(body)
        .or(unit)
        .boxed();
    Io { print, write, read, read_fmt, control }
}

/// I/O lists have no type in their implied do.
fn never<'s>() -> BoxedParser<'s, TypeSpec> {
    custom(|_: &mut Input<'s, '_>| Err(ParseFailure(0))).boxed()
}
