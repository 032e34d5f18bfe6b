//! Directives: name, arguments and clauses by the table, with the checks that need nothing but the table.

#[path = "variant.rs"]
mod variant;

use super::table::{ClauseArgs, ClauseKind, Directive, Leaf};
use crate::ast::*;
use crate::grammar::closing;
use crate::lexer;
use crate::raw::{Raw, RawStmt};
use crate::stmt::StmtParser;
use crate::token::{Kw, Token, TokenKind};
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode, nearest};
use ferrotran_source::{LogicalLine, Span};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

type Res<T> = Result<T, Diagnostic>;

/// Directives by their names without blanks and underscores: those are optional between the words.
static SQUASHED: LazyLock<FxHashMap<String, Directive>> =
    LazyLock::new(|| Directive::all().map(|d| (d.name().replace([' ', '_'], ""), d)).collect());

/// The words of the longest directive name.
const MAX_WORDS: usize = 9;

/// Parses a directive line. Errors are reported.
pub(crate) fn directive(p: &mut StmtParser, line: &LogicalLine, diag: &mut Diagnostics) -> RawStmt {
    let statements = lexer::statements(line, &mut p.state.texts, diag);
    let span = statements.iter().fold(Span::default(), |a, s| a.to(s.span));
    let make = |raw| RawStmt { label: None, name: None, raw, span };
    let Some(s) = statements.into_iter().next() else {
        if !line.bad && line.text.iter().all(|b| b.is_ascii_whitespace()) {
            diag.add(unknown(p, &[], line.span(0, line.text.len())));
        }
        return make(Raw::OmpError);
    };
    let mut found = directive_name(p, &s.tokens);
    // A misspelt word in the name: the directive that was meant is reported and taken.
    let misspelt = !s.bad
        && match found {
            None => true,
            Some((_, _, n)) => s.tokens.get(n).is_some_and(|t| {
                t.kind == TokenKind::Name
                    && ClauseKind::by_name(p.state.texts.str(t.text)).is_none()
                    && s.tokens.get(n + 1).is_none_or(|t| t.kind != TokenKind::LParen)
            }),
        };
    if misspelt && let Some((end, d, n)) = meant(p, &s.tokens, found.map_or(0, |f| f.2)) {
        let at = s.tokens[0].span.to(s.tokens[n - 1].span);
        let shown = words(p, &s.tokens[..n]).map_or_else(String::new, |w| w.name.to_string());
        diag.add(
            Diagnostic::error(ErrorCode::OmpUnknownDirective, at, format!("`{shown}` is not an OpenMP directive"))
                .label("unknown directive")
                .with_help(format!("did you mean `{}{}`?", if end { "end " } else { "" }, d.name())),
        );
        found = Some((end, d, n));
    }
    let Some((end, d, n)) = found else {
        if !s.bad {
            diag.add(unknown(p, &s.tokens, s.span));
        }
        return make(Raw::OmpError);
    };
    let mut c = construct(d, span);
    if s.bad {
        return make(if end { Raw::OmpEnd(d, vec![], vec![]) } else { Raw::Omp(Box::new(c)) });
    }
    let errors = diag.error_count();
    let mut rest = &s.tokens[n..];
    let name_span = s.tokens[0].span.to(s.tokens[n - 1].span);
    if d.takes_args() && rest.first().is_some_and(|t| t.kind == TokenKind::LParen) {
        let close = closing(rest, 0).unwrap_or(rest.len() - 1);
        match directive_args(p, d, &rest[1..close], rest[0].span) {
            Ok(a) => c.args = a,
            Err(e) => diag.add(e),
        }
        rest = &rest[close + 1..];
    }
    if d.has(Leaf::Metadirective) || d.has(Leaf::BeginMetadirective) {
        return match variant::variants(p, rest, &mut c, diag) {
            Ok(()) if end => make(Raw::OmpEnd(d, vec![], vec![])),
            Ok(()) => make(Raw::Omp(Box::new(c))),
            Err(e) => {
                diag.add(e);
                if d.has(Leaf::BeginMetadirective) && !end {
                    // Its END directive closes something.
                    c.faulty = true;
                    return make(Raw::Omp(Box::new(c)));
                }
                make(Raw::OmpError)
            }
        };
    }
    if !clauses(p, d, name_span, rest, &mut c.clauses, diag) {
        return make(Raw::OmpError);
    }
    // A clause that was wrong may be the one that is missing now.
    let complete = diag.error_count() == errors;
    if let Err(e) = variant::matches(p, rest, &mut c) {
        diag.add(e);
    }
    if end {
        return make(Raw::OmpEnd(d, c.clauses, c.args));
    }
    check(d, &c.clauses, diag);
    if complete {
        required(d, name_span, &c.clauses, diag);
    }
    c.faulty = diag.error_count() != errors;
    make(Raw::Omp(Box::new(c)))
}

fn construct(d: Directive, span: Span) -> OmpConstruct {
    let (clauses, args, variants, sections) = (vec![], vec![], vec![], vec![]);
    OmpConstruct { directive: d, clauses, args, body: None, variants, sections, faulty: false, span }
}

/// The directive at the start: whether it is an END, which, and how many tokens it takes.
fn directive_name(p: &StmtParser, t: &[Token]) -> Option<(bool, Directive, usize)> {
    let mut text = String::new();
    let mut best = None;
    for (i, k) in t.iter().enumerate().take(MAX_WORDS) {
        if k.kind != TokenKind::Name {
            break;
        }
        text.extend(p.state.texts.str(k.text).chars().filter(|c| *c != '_'));
        if let Some(d) = SQUASHED.get(&text) {
            best = Some((false, *d, i + 1));
        } else if let Some(d) = text.strip_prefix("end").and_then(|t| SQUASHED.get(t))
            && d.has_end()
        {
            best = Some((true, *d, i + 1));
        } else if text == "endmetadirective" {
            best = Some((true, Directive::of(Leaf::BeginMetadirective), i + 1));
        }
    }
    best
}

/// The directive that a misspelt name of more than `known` words means.
fn meant(p: &StmtParser, t: &[Token], known: usize) -> Option<(bool, Directive, usize)> {
    let n = t.iter().take(MAX_WORDS).take_while(|t| t.kind == TokenKind::Name).count();
    for k in (known + 1..=n).rev() {
        let text = words(p, &t[..k])?.name.to_string();
        let (end, name) = match text.strip_prefix("end ") {
            Some(rest) => (true, rest),
            None => (false, &*text),
        };
        if end && Directive::by_name(name).is_some_and(|d| !d.has_end()) {
            // It is known, and has no END directive.
            return None;
        }
        // Each word must be near its counterpart, so that clauses are not taken for parts of a name.
        let close = |d: &Directive| {
            let (a, b): (Vec<&str>, Vec<&str>) = (name.split(' ').collect(), d.name().split(' ').collect());
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a == b || nearest(a, [*b]).is_some())
        };
        if let Some(d) = Directive::all().find(close).filter(|d| !end || d.has_end()) {
            return Some((end, d, k));
        }
    }
    None
}

fn unknown(p: &StmtParser, t: &[Token], span: Span) -> Diagnostic {
    let words: Vec<&str> =
        t.iter().take_while(|t| t.kind == TokenKind::Name).map(|t| p.state.texts.str(t.text)).collect();
    let Some(first) = words.first() else {
        return Diagnostic::error(ErrorCode::OmpUnknownDirective, span, "a directive name is missing after `!$omp`")
            .label("expected a directive");
    };
    let text = words.join(" ");
    let (at, shown) = if words.len() > 1 && t.get(1).is_some_and(|t| t.kind == TokenKind::Name) && first == &"end" {
        (t[1].span, words[1..].join(" "))
    } else {
        (t[0].span, first.to_string())
    };
    if *first == "end" && words.len() > 1 {
        let known = SQUASHED.get(&words[1..].concat().replace('_', ""));
        if let Some(d) = known {
            return Diagnostic::error(
                ErrorCode::OmpEnd,
                t[0].span.to(t[words.len() - 1].span),
                format!("`{}` has no END directive", d.name()),
            )
            .label("governs no block");
        }
    }
    let d = Diagnostic::error(ErrorCode::OmpUnknownDirective, at, format!("`{shown}` is not an OpenMP directive"))
        .label("unknown directive");
    let names: Vec<&'static str> = Directive::all().map(Directive::name).collect();
    // The whole text is compared first: `teams workdistrbute`; then its first word.
    match nearest(&text, names.iter().copied()).or_else(|| nearest(&shown, names.iter().copied())) {
        Some(n) => d.with_help(format!("did you mean `{n}`?")),
        None if *first == "for" => d.with_help("the directive is called `do` in Fortran"),
        None => d,
    }
}

/// Splits at a token outside of parentheses.
fn split(t: &[Token], at: TokenKind) -> Vec<&[Token]> {
    let mut out = vec![];
    let (mut depth, mut lo) = (0usize, 0);
    for (i, k) in t.iter().enumerate() {
        match k.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
            x if x == at && depth == 0 => {
                out.push(&t[lo..i]);
                lo = i + 1;
            }
            _ => {}
        }
    }
    out.push(&t[lo..]);
    out
}

/// Splits at the first `:` outside of parentheses.
fn colon(t: &[Token]) -> Option<(&[Token], &[Token])> {
    let mut depth = 0usize;
    for (i, k) in t.iter().enumerate() {
        match k.kind {
            TokenKind::LParen | TokenKind::LBracket => depth += 1,
            TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
            TokenKind::Colon if depth == 0 => return Some((&t[..i], &t[i + 1..])),
            _ => {}
        }
    }
    None
}

fn whole(t: &[Token], outer: Span) -> Span {
    match (t.first(), t.last()) {
        (Some(a), Some(b)) => a.span.to(b.span),
        _ => outer,
    }
}

fn syntax(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::error(ErrorCode::OmpClauseSyntax, span, message.into()).label(label)
}

/// Words written with blanks between.
fn words(p: &StmtParser, t: &[Token]) -> Option<Ident> {
    if t.is_empty() || t.iter().any(|t| t.kind != TokenKind::Name) {
        return None;
    }
    let text: Vec<&str> = t.iter().map(|t| p.state.texts.str(t.text)).collect();
    Some(Ident { name: text.join(" ").into(), span: whole(t, Span::default()) })
}

/// Tokens as text, for clauses that are kept as they are.
fn text(p: &StmtParser, t: &[Token], outer: Span) -> Ident {
    let mut s = String::new();
    for (i, k) in t.iter().enumerate() {
        if i > 0 && k.blank {
            s.push(' ');
        }
        match k.kind {
            TokenKind::Name | TokenKind::Int | TokenKind::Real | TokenKind::Boz => {
                s.push_str(p.state.texts.str(k.text))
            }
            TokenKind::DefOp => {
                s.push('.');
                s.push_str(p.state.texts.str(k.text));
                s.push('.');
            }
            TokenKind::Char => {
                s.push('\'');
                s.push_str(&String::from_utf8_lossy(&p.state.texts.chars[k.text as usize]).replace('\'', "''"));
                s.push('\'');
            }
            other => s.push_str(other.text().trim_matches('`')),
        }
    }
    Ident { name: s.into(), span: whole(t, outer) }
}

/// One item of a variable list.
fn item(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<OmpArg> {
    match t {
        [] => Err(syntax(outer, "a variable is missing in this list", "expected a variable")),
        [a, n, b] if a.kind == TokenKind::Slash && b.kind == TokenKind::Slash && n.kind == TokenKind::Name => {
            Ok(OmpArg::Common(p.state.ident(*n)))
        }
        _ => Ok(OmpArg::Expr(p.expr(t)?)),
    }
}

fn items(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<Vec<OmpArg>> {
    split(t, TokenKind::Comma).into_iter().map(|t| item(p, t, outer)).collect()
}

/// An operator or name that identifies a reduction.
fn reduction_id(p: &StmtParser, t: &[Token]) -> Option<Ident> {
    match t {
        [k] => {
            let name: Name = match k.kind {
                TokenKind::Name => p.state.name(*k),
                TokenKind::DefOp => format!(".{}.", p.state.name(*k)).into(),
                TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Star
                | TokenKind::And
                | TokenKind::Or
                | TokenKind::Eqv
                | TokenKind::Neqv => k.kind.text().trim_matches('`').into(),
                _ => return None,
            };
            Some(Ident { name, span: k.span })
        }
        [o, l, k, r] if o.kw == Kw::Operator && l.kind == TokenKind::LParen && r.kind == TokenKind::RParen => {
            reduction_id(p, std::slice::from_ref(k))
        }
        _ => None,
    }
}

/// An assignment or a call inside a clause.
fn stmt(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<OmpArg> {
    if t.is_empty() {
        return Err(syntax(outer, "an assignment or a call is missing here", "expected a statement"));
    }
    let kind = if crate::stmt::is_assignment(t) {
        p.assign(t)?
    } else {
        let proc = p.expr(t)?;
        if !matches!(proc.kind, ExprKind::Ref(_)) {
            return Err(syntax(
                proc.span,
                "a value is no statement: expected an assignment or a call",
                "not a statement",
            ));
        }
        StmtKind::Call { proc }
    };
    Ok(OmpArg::Stmt(Box::new(crate::ast::Stmt { label: None, kind, span: whole(t, outer) })))
}

/// A type; a derived type may stand by its name alone.
fn type_spec(p: &mut StmtParser, t: &[Token]) -> Res<TypeSpec> {
    match t {
        [k] if k.kind == TokenKind::Name && !crate::grammar::types::is_type_keyword(k.kw) => {
            Ok(TypeSpec { kind: TypeSpecKind::Type { name: p.state.ident(*k), params: vec![] }, span: k.span })
        }
        _ => p.type_spec(t),
    }
}

/// The argument list of a directive.
fn directive_args(p: &mut StmtParser, d: Directive, t: &[Token], open: Span) -> Res<Vec<OmpArg>> {
    let outer = whole(t, open);
    match d.leaves()[0] {
        Leaf::Critical => match words(p, t) {
            Some(w) if t.len() == 1 => Ok(vec![OmpArg::Word(w)]),
            _ => Err(syntax(outer, "the name of a critical region is one name", "expected a name")),
        },
        Leaf::DeclareReduction | Leaf::DeclareInduction => {
            let parts = split(t, TokenKind::Colon);
            if parts.len() < 2 {
                return Err(syntax(outer, "written as `operator : types : combiner`", "parts are missing"));
            }
            let id = reduction_id(p, parts[0]).ok_or_else(|| {
                syntax(whole(parts[0], outer), "expected an operator or a name", "not a reduction identifier")
            })?;
            let mut out = vec![OmpArg::Word(id)];
            for ty in split(parts[1], TokenKind::Comma) {
                out.push(OmpArg::Type(Box::new(type_spec(p, ty)?)));
            }
            if let Some(c) = parts.get(2) {
                out.push(stmt(p, c, outer)?);
            }
            Ok(out)
        }
        Leaf::DeclareMapper => {
            let (name, rest) = colon(t).map_or((None, t), |(a, b)| (words(p, a), b));
            let parts = split(rest, TokenKind::DColon);
            let [ty, var] = parts[..] else {
                return Err(syntax(outer, "written as `[name :] type :: variable`", "parts are missing"));
            };
            let mut out: Vec<OmpArg> = name.into_iter().map(OmpArg::Word).collect();
            out.push(OmpArg::Type(Box::new(type_spec(p, ty)?)));
            out.push(item(p, var, outer)?);
            Ok(out)
        }
        Leaf::DeclareVariant => match colon(t) {
            Some((a, b)) => Ok(vec![item(p, a, outer)?, item(p, b, outer)?]),
            None => Ok(vec![item(p, t, outer)?]),
        },
        _ => items(p, t, outer),
    }
}

/// All clauses of a directive; `false` where the directive itself is wrong.
fn clauses(
    p: &mut StmtParser,
    d: Directive,
    name: Span,
    mut t: &[Token],
    out: &mut Vec<OmpClause>,
    diag: &mut Diagnostics,
) -> bool {
    loop {
        if t.first().is_some_and(|t| t.kind == TokenKind::Comma) {
            t = &t[1..];
        }
        let Some(first) = t.first() else { return true };
        if first.kind != TokenKind::Name {
            diag.add(syntax(first.span, format!("expected a clause of `{}`", d.name()), "not a clause"));
            return true;
        }
        let args = t.get(1).filter(|t| t.kind == TokenKind::LParen).and_then(|_| closing(t, 1));
        let next = args.map_or(1, |c| c + 1);
        let inner = args.map(|c| &t[2..c]);
        let text = p.state.texts.name(first.text);
        let span = first.span.to(t[next - 1].span);
        let kind = match &*text {
            "default" if d.name().contains("metadirective") => Some(ClauseKind::Otherwise),
            "to" if d.has(Leaf::DeclareTarget) => Some(ClauseKind::Enter),
            other => ClauseKind::by_name(other),
        };
        match kind {
            None => {
                let known: Vec<&str> = d.clauses().iter().map(|k| k.name()).collect();
                let mut e = Diagnostic::error(
                    ErrorCode::OmpUnknownClause,
                    first.span,
                    format!("`{text}` is not an OpenMP clause"),
                )
                .label(format!("on `{}`", d.name()));
                if let Some(n) =
                    nearest(&text, known.iter().copied()).or_else(|| nearest(&text, ClauseKind::all().map(|c| c.name)))
                {
                    e = e.with_help(format!("did you mean `{n}`?"));
                } else if let Some(n) = nearest(&format!("{} {text}", d.name()), Directive::all().map(Directive::name))
                {
                    e = e.with_help(format!("did you mean the directive `{n}`?"));
                } else if let Some(set) = d.required().find(|s| !out.iter().any(|c| s.contains(&c.kind))) {
                    e = e.with_note(needs(d, set));
                }
                diag.add(e);
                // Words that follow are likely part of the same mistake.
                if next == 1 {
                    return true;
                }
            }
            Some(k) if !d.clause_allowed(k) => {
                let construct = matches!(
                    k,
                    ClauseKind::CancelParallel
                        | ClauseKind::CancelDo
                        | ClauseKind::CancelSections
                        | ClauseKind::CancelTaskgroup
                ) || SQUASHED.contains_key(&*text.replace('_', ""))
                    || Directive::all().any(|x| x.name().starts_with(&format!("{} {text} ", d.name())));
                if construct && inner.is_none() {
                    diag.add(
                        Diagnostic::error(
                            ErrorCode::OmpUnknownDirective,
                            name.to(first.span),
                            format!("`{} {text}` is not an OpenMP directive", d.name()),
                        )
                        .label("these cannot be combined"),
                    );
                    return false;
                }
                let all: Vec<&str> = d.clauses().iter().map(|k| k.name()).collect();
                let mut e = Diagnostic::error(
                    ErrorCode::OmpClauseNotAllowed,
                    first.span,
                    format!("the clause `{text}` is not allowed on the directive `{}`", d.name()),
                )
                .label("not allowed here");
                e = if all.is_empty() {
                    e.with_note(format!("`{}` takes no clauses", d.name()))
                } else {
                    e.with_note(format!("`{}` takes: {}", d.name(), all.join(", ")))
                };
                diag.add(e);
            }
            Some(k) => match clause(p, k, span, inner, diag) {
                Ok(c) => out.push(c),
                Err(e) => diag.add(e),
            },
        }
        t = &t[next..];
    }
}

fn clause(
    p: &mut StmtParser,
    kind: ClauseKind,
    span: Span,
    inner: Option<&[Token]>,
    diag: &mut Diagnostics,
) -> Res<OmpClause> {
    let mut c = OmpClause { kind, modifiers: vec![], args: vec![], span };
    let info = kind.info();
    let optional = matches!(info.args, ClauseArgs::None | ClauseArgs::Flag | ClauseArgs::OptExpr)
        || matches!(kind, ClauseKind::Update | ClauseKind::Destroy);
    let Some(t) = inner else {
        return if optional {
            Ok(c)
        } else {
            Err(syntax(span, format!("`{}` needs arguments in parentheses", info.name), "no arguments"))
        };
    };
    if info.args == ClauseArgs::None {
        return Err(syntax(span, format!("`{}` takes no arguments", info.name), "unexpected arguments"));
    }
    if t.is_empty() {
        return Err(syntax(span, format!("the parentheses of `{}` are empty", info.name), "expected arguments"));
    }
    match info.args {
        ClauseArgs::None => {}
        ClauseArgs::Flag | ClauseArgs::OptExpr => {
            let e = p.expr(t)?;
            let number = |k: &ExprKind| {
                matches!(k, ExprKind::Int { .. } | ExprKind::Real { .. } | ExprKind::Char { .. } | ExprKind::Boz { .. })
            };
            if info.args == ClauseArgs::Flag && number(&e.kind) {
                let text = format!("the argument of `{}` is a logical constant", info.name);
                return Err(syntax(e.span, text, "not logical"));
            }
            c.args = vec![OmpArg::Expr(e)];
        }
        ClauseArgs::List => c.args = items(p, t, span)?,
        ClauseArgs::ModList => mod_list(p, &mut c, t)?,
        ClauseArgs::Expr => {
            let mut value = t;
            if let Some((m, e)) = colon(t) {
                value = e;
                if kind == ClauseKind::NumTeams {
                    let lower = p.expr(m)?;
                    let span = lower.span;
                    c.modifiers.push(OmpModifier { name: "lower".into(), args: vec![lower], span });
                } else {
                    modifiers(p, &mut c, m)?;
                }
            }
            if value.is_empty() {
                return Err(syntax(span, format!("`{}` needs an expression", info.name), "expected an expression"));
            }
            c.args = vec![OmpArg::Expr(p.expr(value)?)];
        }
        ClauseArgs::ExprList => {
            let mut value = t;
            if let Some((m, e)) = colon(t) {
                value = e;
                modifiers(p, &mut c, m)?;
            }
            for part in split(value, TokenKind::Comma) {
                if part.is_empty() {
                    return Err(syntax(span, "an expression is missing in this list", "expected an expression"));
                }
                c.args.push(OmpArg::Expr(p.expr(part)?));
            }
        }
        ClauseArgs::Words => {
            let mut value = t;
            if let Some((m, e)) = colon(t) {
                if kind == ClauseKind::Update {
                    // Of a dependence object, which the clause names behind the type.
                    c.args.push(OmpArg::Word(keyword(p, m, span)?));
                    c.args.push(OmpArg::Expr(p.expr(e)?));
                    return Ok(c);
                }
                if matches!(kind, ClauseKind::Default | ClauseKind::Defaultmap) {
                    for w in [m, e] {
                        c.args.push(OmpArg::Word(keyword(p, w, span)?));
                    }
                    allowed_word(&c)?;
                    return Ok(c);
                }
                value = e;
                modifiers(p, &mut c, m)?;
            }
            let parts = split(value, TokenKind::Comma);
            c.args.push(OmpArg::Word(keyword(p, parts[0], span)?));
            for e in &parts[1..] {
                if e.is_empty() {
                    return Err(syntax(span, "an expression is missing after the comma", "expected an expression"));
                }
                c.args.push(OmpArg::Expr(p.expr(e)?));
            }
            allowed_word(&c)?;
        }
        ClauseArgs::WordList => {
            for w in split(t, TokenKind::Comma) {
                let w = keyword(p, w, span)?;
                if !SQUASHED.contains_key(&w.name.replace([' ', '_'], "")) {
                    let text = format!("`{}` in `{}` is not an OpenMP directive", w.name, info.name);
                    return Err(syntax(w.span, text, "expected the name of a directive"));
                }
                c.args.push(OmpArg::Word(w));
            }
        }
        ClauseArgs::Text => match kind {
            ClauseKind::Use | ClauseKind::Destroy => c.args = items(p, t, span)?,
            ClauseKind::UsesAllocators => {
                let mut list = t;
                if let Some((m, l)) = colon(t) {
                    list = l;
                    modifiers(p, &mut c, m)?;
                }
                c.args = exprs(p, list, span)?.into_iter().map(OmpArg::Expr).collect();
            }
            ClauseKind::Init => {
                let mut list = t;
                if let Some((m, l)) = colon(t) {
                    list = l;
                    for m in split(m, TokenKind::Comma) {
                        c.modifiers.push(init_modifier(p, m, span)?);
                    }
                }
                c.args = items(p, list, span)?;
            }
            ClauseKind::Apply => {
                let mut list = t;
                if let Some((m, d)) = colon(t) {
                    list = d;
                    modifiers(p, &mut c, m)?;
                }
                for d in split(list, TokenKind::Comma) {
                    if d.is_empty() {
                        return Err(syntax(span, "a directive is missing in this list", "expected a directive"));
                    }
                    c.args.push(OmpArg::Directive(variant::nested(p, d, span, diag)?));
                }
            }
            ClauseKind::Initializer | ClauseKind::Combiner | ClauseKind::Inductor => c.args = vec![stmt(p, t, span)?],
            _ => c.args = vec![OmpArg::Word(text(p, t, span))],
        },
    }
    Ok(c)
}

/// A modifier of INIT: of an interoperability object its type and what runtime is preferred, of a dependence object the type
/// and the storage of the dependence.
fn init_modifier(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<OmpModifier> {
    let span = whole(t, outer);
    let wrong = |text: String| Diagnostic::error(ErrorCode::OmpModifier, span, text).label("not a modifier");
    let first = t.first().filter(|k| k.kind == TokenKind::Name).map(|k| p.state.name(*k));
    let Some(name) = first else { return Err(wrong("a modifier of `init` is missing".into())) };
    let inside = match t {
        [_, open, inside @ .., _] if open.kind == TokenKind::LParen && closing(t, 1) == Some(t.len() - 1) => {
            Some(inside)
        }
        _ => None,
    };
    match (&*name, inside) {
        ("target" | "targetsync", None) if t.len() == 1 => Ok(OmpModifier { name, args: vec![], span }),
        ("prefer_type", Some(inside)) => {
            if let Some(k) = inside.iter().find(|k| matches!(k.kind, TokenKind::Real | TokenKind::Boz)) {
                let text = "`prefer_type` takes integer constants and names of runtimes in quotes";
                return Err(syntax(k.span, text, "neither of them"));
            }
            let shown = text(p, t, outer);
            Ok(OmpModifier { name: shown.name, args: vec![], span })
        }
        ("in" | "out" | "inout" | "mutexinoutset" | "inoutset", Some(inside)) => {
            Ok(OmpModifier { name, args: vec![p.expr(inside)?], span })
        }
        ("in" | "out" | "inout" | "mutexinoutset" | "inoutset", None) => {
            Err(wrong(format!("`{name}` in `init` needs the storage in parentheses: `{name}(x)`")))
        }
        _ => Err(wrong(format!("`{}` is not a modifier of `init`", text(p, t, outer).name))),
    }
}

fn keyword(p: &StmtParser, t: &[Token], outer: Span) -> Res<Ident> {
    words(p, t).ok_or_else(|| syntax(whole(t, outer), "expected a keyword", "not a keyword"))
}

/// Keywords that a clause knows.
fn allowed_word(c: &OmpClause) -> Res<()> {
    let set: &[&str] = match c.kind {
        ClauseKind::Default => &["none", "shared", "private", "firstprivate"],
        ClauseKind::Schedule => &["static", "dynamic", "guided", "auto", "runtime"],
        ClauseKind::DistSchedule => &["static"],
        ClauseKind::ProcBind => &["primary", "master", "close", "spread"],
        ClauseKind::Order => &["concurrent"],
        ClauseKind::Bind => &["teams", "parallel", "thread"],
        ClauseKind::DeviceType => &["any", "host", "nohost"],
        ClauseKind::At => &["compilation", "execution"],
        ClauseKind::Severity => &["fatal", "warning"],
        ClauseKind::AtomicDefaultMemOrder => &["seq_cst", "acq_rel", "acquire", "release", "relaxed"],
        ClauseKind::Fail => &["seq_cst", "acquire", "relaxed"],
        ClauseKind::Memscope => &["all", "cgroup", "device"],
        _ => return Ok(()),
    };
    let Some(OmpArg::Word(w)) = c.args.first() else { return Ok(()) };
    if set.contains(&&*w.name) {
        return Ok(());
    }
    let mut e = syntax(w.span, format!("`{}` is not a keyword of `{}`", w.name, c.kind.name()), "unknown keyword");
    e = match nearest(&w.name, set.iter().copied()) {
        Some(n) => e.with_help(format!("did you mean `{n}`?")),
        None => e.with_help(format!("one of: {}", set.join(", "))),
    };
    Err(e)
}

/// `modifiers : list`, and the clauses that have their modifiers last.
fn mod_list(p: &mut StmtParser, c: &mut OmpClause, t: &[Token]) -> Res<()> {
    let outer = c.span;
    let parts = colon(t);
    match (c.kind, parts) {
        (ClauseKind::Linear | ClauseKind::Aligned, parts) => {
            let (list, after) = parts.map_or((t, None), |(a, b)| (a, Some(b)));
            // The old form `linear(val(x))`.
            match list {
                [m, l, ..]
                    if c.kind == ClauseKind::Linear
                        && l.kind == TokenKind::LParen
                        && matches!(p.state.texts.str(m.text), "val" | "ref" | "uval")
                        && closing(list, 1) == Some(list.len() - 1) =>
                {
                    let name = p.state.name(*m);
                    c.modifiers.push(OmpModifier { name, args: vec![], span: m.span });
                    c.args = items(p, &list[2..list.len() - 1], outer)?;
                }
                _ => c.args = items(p, list, outer)?,
            }
            let plain = if c.kind == ClauseKind::Linear { "step" } else { "alignment" };
            for m in after.map(|a| split(a, TokenKind::Comma)).unwrap_or_default() {
                match m {
                    [k] if k.kind == TokenKind::Name && matches!(p.state.texts.str(k.text), "val" | "ref" | "uval") => {
                        let name = p.state.name(*k);
                        c.modifiers.push(OmpModifier { name, args: vec![], span: k.span });
                    }
                    [k, l, inside @ .., _]
                        if k.kind == TokenKind::Name
                            && l.kind == TokenKind::LParen
                            && closing(m, 1) == Some(m.len() - 1)
                            && p.state.texts.str(k.text) == plain =>
                    {
                        let e = p.expr(inside)?;
                        c.modifiers.push(OmpModifier { name: plain.into(), args: vec![e], span: whole(m, outer) });
                    }
                    [] => {
                        return Err(syntax(outer, "an expression is missing after the `:`", "expected an expression"));
                    }
                    _ => {
                        let e = p.expr(m)?;
                        c.modifiers.push(OmpModifier { name: plain.into(), args: vec![e], span: whole(m, outer) });
                    }
                }
            }
            Ok(())
        }
        (ClauseKind::Depend | ClauseKind::Doacross, None)
            if t.len() == 1 && p.state.texts.str(t[0].text) == "source" =>
        {
            c.modifiers.push(OmpModifier { name: "source".into(), args: vec![], span: t[0].span });
            Ok(())
        }
        (_, Some((m, list))) => {
            modifiers(p, c, m)?;
            let empty_ok = c.modifiers.iter().any(|m| matches!(&*m.name, "source"));
            if list.is_empty() && empty_ok {
                return Ok(());
            }
            c.args = items(p, list, outer)?;
            Ok(())
        }
        (ClauseKind::Reduction | ClauseKind::TaskReduction | ClauseKind::InReduction | ClauseKind::Induction, None) => {
            Err(syntax(
                outer,
                format!("`{}` needs an operator before its list: `{}(+: x)`", c.kind.name(), c.kind.name()),
                "no `:`",
            ))
        }
        (ClauseKind::Depend | ClauseKind::Doacross, None) => Err(syntax(
            outer,
            format!("`{}` needs a type before its list: `{}(in: x)`", c.kind.name(), c.kind.name()),
            "no `:`",
        )),
        (_, None) => {
            c.args = items(p, t, outer)?;
            Ok(())
        }
    }
}

/// Several modifiers between which there are no commas, as OpenMP before 5.2 allows: `always tofrom`, `mapper(m) to`.
fn without_commas<'t>(p: &StmtParser, known: &[&str], t: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < t.len() {
        let word = p.state.texts.str(t[at].text);
        let called = t.get(at + 1).is_some_and(|k| k.kind == TokenKind::LParen);
        let end = if called { closing(t, at + 1)? } else { at };
        let fits = |k: &&str| if called { k.strip_suffix('=') == Some(word) } else { **k == *word };
        if t[at].kind != TokenKind::Name || !known.iter().any(fits) {
            return None;
        }
        out.push(&t[at..=end]);
        at = end + 1;
    }
    (out.len() > 1).then_some(out)
}

/// What stands before the `:` of a clause.
fn modifiers(p: &mut StmtParser, c: &mut OmpClause, t: &[Token]) -> Res<()> {
    let known = c.kind.info().modifiers;
    let parts = split(t, TokenKind::Comma).into_iter();
    let parts: Vec<&[Token]> = parts.flat_map(|m| without_commas(p, known, m).unwrap_or_else(|| vec![m])).collect();
    for m in parts {
        let span = whole(m, c.span);
        if m.is_empty() {
            return Err(Diagnostic::error(
                ErrorCode::OmpModifier,
                span,
                format!("a modifier of `{}` is missing", c.kind.name()),
            ));
        }
        if known.contains(&"name") {
            let ok = words(p, m).filter(|w| SQUASHED.contains_key(&w.name.replace([' ', '_'], "")));
            match ok {
                Some(w) => {
                    c.modifiers.push(OmpModifier { name: w.name, args: vec![], span });
                    continue;
                }
                None => {
                    return Err(Diagnostic::error(
                        ErrorCode::OmpModifier,
                        span,
                        "expected a directive name before the `:`",
                    )
                    .label("not a directive"));
                }
            }
        }
        // `name(args)`
        if let [k, l, inside @ .., _] = m
            && k.kind == TokenKind::Name
            && l.kind == TokenKind::LParen
            && k.kw != Kw::Operator
            && closing(m, 1) == Some(m.len() - 1)
        {
            let name = p.state.name(*k);
            if known.iter().any(|x| x.strip_suffix('=') == Some(&*name)) {
                let args = if &*name == "iterator" { iterator(p, inside, span)? } else { exprs(p, inside, span)? };
                c.modifiers.push(OmpModifier { name, args, span });
                continue;
            }
        }
        if let [k] = m
            && k.kind == TokenKind::Name
            && known.contains(&p.state.texts.str(k.text))
        {
            let name = p.state.name(*k);
            c.modifiers.push(OmpModifier { name, args: vec![], span });
            continue;
        }
        if known.contains(&"id")
            && let Some(id) = reduction_id(p, m)
        {
            c.modifiers.push(OmpModifier { name: id.name, args: vec![], span });
            continue;
        }
        // `allocate(expr: list)`
        if known.contains(&"allocator=") {
            let e = p.expr(m)?;
            c.modifiers.push(OmpModifier { name: "allocator".into(), args: vec![e], span });
            continue;
        }
        let shown = text(p, m, span).name;
        let mut e = Diagnostic::error(
            ErrorCode::OmpModifier,
            span,
            format!("`{shown}` is not a modifier of `{}`", c.kind.name()),
        )
        .label("unknown modifier");
        let names: Vec<&str> = known.iter().map(|k| k.trim_end_matches('=')).filter(|k| *k != "id").collect();
        e = match nearest(&shown, names.iter().copied()) {
            Some(n) => e.with_help(format!("did you mean `{n}`?")),
            None if names.is_empty() => e,
            None => e.with_help(format!("one of: {}", names.join(", "))),
        };
        return Err(e);
    }
    let twice = (c.modifiers.iter().enumerate()).find(|(i, m)| c.modifiers[..*i].iter().any(|o| o.name == m.name));
    if let Some((_, m)) = twice {
        let text = format!("the modifier `{}` of `{}` is given twice", m.name, c.kind.name());
        return Err(Diagnostic::error(ErrorCode::OmpModifier, m.span, text).label("second time"));
    }
    Ok(())
}

fn exprs(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<Vec<Expr>> {
    split(t, TokenKind::Comma)
        .into_iter()
        .map(|t| {
            if t.is_empty() {
                Err(syntax(outer, "an argument is missing", "expected an expression"))
            } else {
                p.expr(t)
            }
        })
        .collect()
}

/// `iterator([type ::] i = lo:hi[:step], ...)`: four expressions for each variable: its name, bounds and step.
fn iterator(p: &mut StmtParser, t: &[Token], outer: Span) -> Res<Vec<Expr>> {
    let mut out = vec![];
    for part in split(t, TokenKind::Comma) {
        let pieces = split(part, TokenKind::DColon);
        if let [ty, _] = pieces[..]
            && let Some(t) = ty.first()
            && &*p.state.texts.name(t.text) != "integer"
        {
            return Err(syntax(whole(ty, outer), "an iterator is of type integer", "another type"));
        }
        let part = pieces.last().copied().unwrap_or(part);
        let [n, eq, range @ ..] = part else {
            return Err(syntax(whole(part, outer), "an iterator is written `name = lower : upper`", "not an iterator"));
        };
        let bounds = split(range, TokenKind::Colon);
        if n.kind != TokenKind::Name
            || eq.kind != TokenKind::Assign
            || !(2..=3).contains(&bounds.len())
            || bounds.iter().any(|b| b.is_empty())
        {
            return Err(syntax(whole(part, outer), "an iterator is written `name = lower : upper`", "not an iterator"));
        }
        out.push(p.expr(std::slice::from_ref(n))?);
        for b in &bounds {
            out.push(p.expr(b)?);
        }
        if bounds.len() == 2 {
            out.push(Expr { kind: ExprKind::Int { value: 1, kind: None }, span: eq.span });
        }
    }
    Ok(out)
}

/// Clauses that may stand once, and that exclude each other.
fn check(d: Directive, clauses: &[OmpClause], diag: &mut Diagnostics) {
    for (i, c) in clauses.iter().enumerate() {
        if c.kind.info().unique
            && !(c.kind == ClauseKind::Destroy && d.has(Leaf::Interop))
            && let Some(first) = clauses[..i].iter().find(|o| o.kind == c.kind)
        {
            diag.add(
                Diagnostic::error(
                    ErrorCode::OmpClauseTwice,
                    c.span,
                    format!("the clause `{}` may stand only once on `{}`", c.kind.name(), d.name()),
                )
                .label("second time")
                .also(first.span, "first given here"),
            );
        }
    }
    for set in d.exclusive() {
        let mut found = clauses.iter().filter(|c| set.contains(&c.kind));
        if let (Some(a), Some(b)) =
            (found.next(), found.find(|c| clauses.iter().any(|o| set.contains(&o.kind) && o.kind != c.kind)))
            && a.kind != b.kind
        {
            diag.add(
                Diagnostic::error(
                    ErrorCode::OmpClauseTwice,
                    b.span,
                    format!("`{}` and `{}` exclude each other on `{}`", a.kind.name(), b.kind.name(), d.name()),
                )
                .label("not together with the other")
                .also(a.span, "the other"),
            );
        }
    }
}

/// Clauses that must be there.
fn required(d: Directive, name: Span, clauses: &[OmpClause], diag: &mut Diagnostics) {
    for set in d.required() {
        if !clauses.iter().any(|c| set.contains(&c.kind)) {
            diag.add(
                Diagnostic::error(ErrorCode::OmpClauseMissing, name, needs(d, set)).label("the clause is missing"),
            );
        }
    }
}

/// That a directive needs one of some clauses.
fn needs(d: Directive, set: &[ClauseKind]) -> String {
    let names: Vec<String> = set.iter().map(|k| format!("`{}`", k.name())).collect();
    match &names[..] {
        [one] => format!("`{}` needs the clause {one}", d.name()),
        _ => format!("`{}` needs one of the clauses {}", d.name(), names.join(", ")),
    }
}
