//! Variants for contexts: METADIRECTIVE, and MATCH of DECLARE VARIANT.

use super::*;

/// The clauses of a METADIRECTIVE.
pub fn variants(p: &mut StmtParser, mut t: &[Token], c: &mut OmpConstruct, diag: &mut Diagnostics) -> Res<()> {
    loop {
        if t.first().is_some_and(|t| t.kind == TokenKind::Comma) {
            t = &t[1..];
        }
        let Some(first) = t.first() else { break };
        let close = t.get(1).filter(|t| t.kind == TokenKind::LParen).and_then(|_| closing(t, 1));
        let (TokenKind::Name, Some(close)) = (first.kind, close) else {
            return Err(syntax(first.span, "expected `when(...)` or `otherwise(...)`", "not a clause"));
        };
        let span = first.span.to(t[close].span);
        let inner = &t[2..close];
        let (traits, rest) = match &*p.state.texts.name(first.text) {
            "when" => {
                let Some((a, b)) = colon(inner) else {
                    return Err(syntax(span, "written as `when(context: directive)`", "no `:`"));
                };
                (selectors(p, a, span)?, b)
            }
            "otherwise" | "default" => (vec![], inner),
            other => {
                return Err(Diagnostic::error(
                    ErrorCode::OmpUnknownClause,
                    first.span,
                    format!("`{other}` is not a clause of a metadirective"),
                )
                .label("expected `when` or `otherwise`"));
            }
        };
        if otherwise_given(c) {
            let text = if traits.is_empty() {
                "the clause `otherwise` may stand only once on a metadirective"
            } else {
                "`otherwise` is the last clause of a metadirective"
            };
            return Err(Diagnostic::error(ErrorCode::OmpClauseTwice, span, text).label("behind `otherwise`"));
        }
        let directive = nested(p, rest, span, diag)?;
        c.variants.push(OmpVariant { traits, directive, span });
        t = &t[close + 1..];
    }
    Ok(())
}

/// Whether a metadirective has its OTHERWISE.
fn otherwise_given(c: &OmpConstruct) -> bool {
    c.variants.last().is_some_and(|v| v.traits.is_empty())
}

/// The MATCH clause of DECLARE VARIANT.
pub fn matches(p: &mut StmtParser, t: &[Token], c: &mut OmpConstruct) -> Res<()> {
    if !c.directive.has(Leaf::DeclareVariant) {
        return Ok(());
    }
    for (k, w) in t.windows(2).enumerate() {
        if w[0].kind == TokenKind::Name
            && p.state.texts.str(w[0].text) == "match"
            && w[1].kind == TokenKind::LParen
            && let Some(close) = closing(t, k + 1)
        {
            let traits = selectors(p, &t[k + 2..close], w[0].span)?;
            c.variants.push(OmpVariant { traits, directive: None, span: w[0].span });
        }
    }
    Ok(())
}

/// `set = { trait, trait(property) }, ...`
fn selectors(p: &mut StmtParser, mut t: &[Token], outer: Span) -> Res<Vec<OmpTrait>> {
    let mut out = vec![];
    while !t.is_empty() {
        let end = t.iter().position(|k| k.kind == TokenKind::RBrace);
        let ([set, eq, brace, ..], Some(end)) = (t, end) else {
            return Err(syntax(whole(t, outer), "a context is written as `set={trait(property)}`", "not a context"));
        };
        if set.kind != TokenKind::Name || eq.kind != TokenKind::Assign || brace.kind != TokenKind::LBrace {
            return Err(syntax(whole(t, outer), "a context is written as `set={trait(property)}`", "not a context"));
        }
        let set_name = p.state.name(*set);
        let again = |d: Span, text: String| Err(syntax(d, text, "second time"));
        if out.iter().any(|t: &OmpTrait| t.set == set_name) {
            return again(set.span, format!("the selector set `{set_name}` is given twice"));
        }
        const SETS: [&str; 5] = ["construct", "device", "implementation", "target_device", "user"];
        if !SETS.contains(&&*set_name) {
            let e = syntax(set.span, format!("`{set_name}` is not a selector set"), "unknown set");
            return Err(e.with_help(format!("one of: {}", SETS.join(", "))));
        }
        for one in split(&t[3..end], TokenKind::Comma) {
            let Some(first) = one.first().filter(|k| k.kind == TokenKind::Name) else {
                return Err(syntax(whole(one, outer), "expected a trait", "not a trait"));
            };
            let name = p.state.name(*first);
            if out.iter().any(|t: &OmpTrait| t.set == set_name && t.name == name) {
                return again(first.span, format!("the trait `{name}` is given twice in `{set_name}`"));
            }
            if &*set_name == "construct" && !SQUASHED.contains_key(&name.replace('_', "")) {
                let text = format!("`{name}` in `construct` is not an OpenMP directive");
                return Err(syntax(first.span, text, "expected the name of a construct"));
            }
            let span = whole(one, outer);
            let mut tr = OmpTrait { set: set_name.clone(), name, props: vec![], cond: None, score: None, span };
            if one.len() > 3 {
                let mut inside = &one[2..one.len() - 1];
                if let Some((score, rest)) = colon(inside) {
                    if matches!(&*set_name, "construct" | "device" | "target_device") {
                        let text = format!("`score` cannot be given to traits of `{set_name}`");
                        return Err(syntax(whole(score, outer), text, "not allowed here"));
                    }
                    match score {
                        [k, open, value @ .., close]
                            if p.state.texts.str(k.text) == "score"
                                && open.kind == TokenKind::LParen
                                && close.kind == TokenKind::RParen =>
                        {
                            tr.score = Some(p.expr(value)?);
                        }
                        _ => {
                            let text = "what stands in front of the `:` of a trait is `score(number)`";
                            return Err(syntax(whole(score, outer), text, "not a score"));
                        }
                    }
                    inside = rest;
                }
                if matches!(&*tr.name, "condition" | "device_num") {
                    tr.cond = Some(p.expr(inside)?);
                } else {
                    for w in split(inside, TokenKind::Comma) {
                        let s = text(p, w, outer).name;
                        let prop: Name = s.trim_matches(['\'', '"']).to_lowercase().into();
                        if tr.props.contains(&prop) {
                            return again(whole(w, outer), format!("the property `{prop}` is given twice"));
                        }
                        tr.props.push(prop);
                    }
                }
            }
            if &*tr.name == "kind" && tr.props.len() > 1 && tr.props.iter().any(|p| &**p == "any") {
                return Err(syntax(tr.span, "no other property may stand beside `any`", "more than `any`"));
            }
            out.push(tr);
        }
        t = &t[end + 1..];
        if t.first().is_some_and(|k| k.kind == TokenKind::Comma) {
            t = &t[1..];
        }
    }
    Ok(out)
}

/// The directive of a variant; `None` for `nothing`.
pub fn nested(p: &mut StmtParser, t: &[Token], outer: Span, diag: &mut Diagnostics) -> Res<Option<Box<OmpConstruct>>> {
    if t.is_empty() {
        return Ok(None);
    }
    let Some((false, d, n)) = directive_name(p, t) else { return Err(unknown(p, t, outer)) };
    if d.has(Leaf::Nothing) {
        return Ok(None);
    }
    let span = whole(t, outer);
    let mut c = construct(d, span);
    let mut rest = &t[n..];
    if d.takes_args() && rest.first().is_some_and(|t| t.kind == TokenKind::LParen) {
        let close = closing(rest, 0).unwrap_or(rest.len() - 1);
        c.args = directive_args(p, d, &rest[1..close], rest[0].span)?;
        rest = &rest[close + 1..];
    }
    let name = t[0].span.to(t[n - 1].span);
    let errors = diag.error_count();
    if clauses(p, d, name, rest, &mut c.clauses, diag) {
        let complete = diag.error_count() == errors;
        check(d, &c.clauses, diag);
        if complete {
            required(d, name, &c.clauses, diag);
        }
        c.faulty = diag.error_count() != errors;
    }
    Ok(Some(Box::new(c)))
}
