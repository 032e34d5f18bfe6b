//! SELECT CASE, SELECT TYPE, SELECT RANK.

use crate::const_eval::numeric::compare_chars;
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, CaseRange, Ident, RankCaseKind, TypeGuardKind};
use ferrotran_typed::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;

impl<'a> Sema<'a> {
    pub(super) fn select_case(
        &mut self,
        sc: ScopeId,
        name: Option<&Ident>,
        selector: &'a ast::Expr,
        cases: &'a [ast::CaseBlock],
    ) -> Res<StmtKind> {
        let mut enumeration = None;
        let sel = self.expr(sc, selector).and_then(|x| {
            enumeration = self.enumeration_of(&x.ty).map(|e| e.0);
            let x = if enumeration.is_some() { self.ordinal(x)? } else { x };
            if !matches!(x.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Logical(_) | Ty::Character(..)) {
                let t = ty_name(&self.prog, &x.ty);
                return Err(self.err(
                    ErrorCode::Type,
                    selector.span,
                    format!("the selector of SELECT CASE must be integer, logical or character, this is {t}"),
                ));
            }
            if x.rank != 0 {
                return Err(self.err(ErrorCode::Rank, selector.span, "the selector of SELECT CASE must be scalar"));
            }
            Ok(x)
        });
        let id = self.open(name, false);
        let mut out = vec![];
        let mut seen: Vec<(Option<Const>, Option<Const>, Span)> = vec![];
        let mut ranges_by_start: BTreeMap<i128, (i128, Span)> = BTreeMap::new();
        let mut default: Option<Span> = None;
        let mut failed = false;
        for c in cases {
            let mut ranges = vec![];
            if c.default {
                if let Some(d) = default {
                    let d =
                        Diagnostic::error(ErrorCode::Semantic, c.span, "a second CASE DEFAULT").also(d, "the first");
                    self.report(d);
                    failed = true;
                }
                default = Some(c.span);
            }
            for r in &c.ranges {
                let Ok(s) = &sel else { continue };
                let s = s.clone();
                let (lo, hi, span) = match r {
                    CaseRange::Value(e) => match self.case_value(sc, e, &s, enumeration) {
                        Ok(v) => (Some(v.clone()), Some(v), e.span),
                        Err(_) => {
                            failed = true;
                            continue;
                        }
                    },
                    CaseRange::Range(a, b) => {
                        let span = a.as_ref().or(b.as_ref()).map_or(c.span, |e| e.span);
                        if matches!(s.ty, Ty::Logical(_)) {
                            self.err(ErrorCode::Semantic, span, "a logical CASE has no ranges");
                            failed = true;
                            continue;
                        }
                        let l = a.as_ref().map(|e| self.case_value(sc, e, &s, enumeration)).transpose();
                        let h = b.as_ref().map(|e| self.case_value(sc, e, &s, enumeration)).transpose();
                        match (l, h) {
                            (Ok(l), Ok(h)) => (l, h, span),
                            _ => {
                                failed = true;
                                continue;
                            }
                        }
                    }
                };
                if let (Some(l), Some(h)) = (&lo, &hi)
                    && cmp(h, l) == Ordering::Less
                {
                    self.warn(crate::warn::Warn::Surprising, span, "this range matches nothing");
                }
                let other = match int_range(&lo, &hi) {
                    Some((l, h)) if l > h => None,
                    Some((l, h)) => {
                        // Earlier ranges are disjoint: the last that begins before this one ends decides.
                        let before = ranges_by_start.range(..=h).next_back().filter(|(_, (e, _))| *e >= l);
                        let at = before.map(|(_, (_, at))| *at);
                        ranges_by_start.entry(l).or_insert((h, span));
                        at
                    }
                    None => {
                        let at = seen.iter().find(|(l, h, _)| overlap((l, h), (&lo, &hi))).map(|s| s.2);
                        seen.push((lo.clone(), hi.clone(), span));
                        at
                    }
                };
                if let Some(at) = other {
                    let d = Diagnostic::error(ErrorCode::Semantic, span, "this CASE overlaps another one")
                        .also(at, "the other one");
                    self.report(d);
                    failed = true;
                }
                ranges.push((lo, hi));
            }
            let body = self.block(sc, &c.body);
            out.push(Case { ranges, body });
        }
        self.close();
        let selector = sel?;
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::SelectCase { selector, cases: out, id })
    }

    fn case_value(&mut self, sc: ScopeId, e: &'a ast::Expr, sel: &Expr, enumeration: Option<TypeId>) -> Res<Const> {
        let mut x = self.expr(sc, e)?;
        if let Some(t) = enumeration {
            if x.ty != Ty::Derived(t) {
                let (a, b) = (ty_name(&self.prog, &x.ty), ty_name(&self.prog, &Ty::Derived(t)));
                return Err(self.err(ErrorCode::Type, e.span, format!("this CASE has type {a}, the selector {b}")));
            }
            x = self.ordinal(x)?;
        }
        let fits = matches!(
            (&sel.ty, &x.ty),
            (Ty::Integer(_), Ty::Integer(_)) | (Ty::Unsigned(_), Ty::Unsigned(_)) | (Ty::Logical(_), Ty::Logical(_))
        ) || sel.ty.same_characters(&x.ty);
        if !fits {
            let (a, b) = (ty_name(&self.prog, &x.ty), ty_name(&self.prog, &sel.ty));
            return Err(self.err(ErrorCode::Type, e.span, format!("this CASE has type {a}, the selector {b}")));
        }
        self.const_value(&x)
    }

    pub(super) fn select_type(
        &mut self,
        sc: ScopeId,
        name: Option<&Ident>,
        assoc: Option<&'a Ident>,
        selector: &'a ast::Expr,
        guards: &'a [ast::TypeGuard],
    ) -> Res<StmtKind> {
        let x = self.expr_want(sc, selector, Want::Value);
        if let ast::ExprKind::Ref(p) = &selector.kind
            && p.iter().any(|p| p.cosubscripts.is_some())
        {
            self.err(ErrorCode::Semantic, selector.span, "the selector of SELECT TYPE cannot be coindexed");
        }
        let aname: Option<Ident> = match assoc {
            Some(a) => Some(a.clone()),
            None => match &selector.kind {
                ast::ExprKind::Ref(p) if p.len() == 1 && p[0].args.is_none() => Some(p[0].name.clone()),
                _ => {
                    self.err(ErrorCode::Syntax, selector.span, "SELECT TYPE of an expression needs an associate name");
                    None
                }
            },
        };
        let x = x.and_then(|x| {
            if !matches!(x.ty, Ty::Class(_)) {
                let t = ty_name(&self.prog, &x.ty);
                return Err(self.err(
                    ErrorCode::Type,
                    selector.span,
                    format!("the selector of SELECT TYPE must be polymorphic, this is {t}"),
                ));
            }
            Ok(x)
        });
        let id = self.open(name, false);
        let mut out = vec![];
        let mut failed = false;
        let outer = match (&aname, &x) {
            (Some(n), Ok(x)) => {
                let s = self.block_scope(sc);
                Some(self.associate_name(s, n, x))
            }
            _ => None,
        };
        let mut seen_default = false;
        let mut seen_types: Vec<(Ty, Span)> = vec![];
        for g in guards {
            let inner = self.block_scope(sc);
            let (ty, exact) = match &g.kind {
                TypeGuardKind::Default => {
                    if seen_default {
                        self.err(ErrorCode::Semantic, g.span, "a second CLASS DEFAULT");
                        failed = true;
                    }
                    seen_default = true;
                    (Ok(None), false)
                }
                TypeGuardKind::TypeIs(t) => (self.type_spec(sc, t).map(Some), true),
                TypeGuardKind::Unknown => (Err(Reported), true),
                TypeGuardKind::ClassIs(n) => {
                    let t = self.type_name(sc, n).and_then(|t| self.concrete_type(sc, t, &[], n.span)).map(|(t, _)| t);
                    (t.map(|t| Some(Ty::Class(Some(t)))), false)
                }
            };
            let Ok(ty) = ty else {
                failed = true;
                if let Some(n) = &aname {
                    self.bind(inner, n.name.clone(), Entity::Bad, n.span);
                }
                self.block(inner, &g.body);
                continue;
            };
            if let Some(t) = &ty {
                let same = |o: &Ty| crate::call::same_class(o, t);
                if let Some((_, at)) = seen_types.iter().find(|(o, _)| same(o)).cloned() {
                    let d = Diagnostic::error(ErrorCode::Semantic, g.span, "this type guard stands twice")
                        .also(at, "the first one");
                    self.report(d);
                    failed = true;
                }
                seen_types.push((t.clone(), g.span));
            }
            failed |= !self.check_type_guard(g, &ty, &x);
            let mut sym = outer.unwrap_or(SymbolId(0));
            // Under CLASS DEFAULT other compilers let the name of an allocatable or pointer selector keep its attribute.
            let itself = match &x {
                Ok(Expr { kind: ExprKind::Var(s), .. })
                    if ty.is_none() && assoc.is_none() && self.opts.standard == 0 =>
                {
                    (self.sym(*s).allocatable || self.sym(*s).pointer).then_some(*s)
                }
                _ => None,
            };
            if let (Some(s), Some(n)) = (itself, &aname) {
                self.bind(inner, n.name.clone(), Entity::Symbol(s), n.span);
            } else if let (Some(n), Ok(x)) = (&aname, &x) {
                let mut y = x.clone();
                if let Some(t) = &ty {
                    y.ty = t.clone();
                }
                sym = self.associate_name(inner, n, &y);
                if let Some(Ty::Character(_, k)) = &ty {
                    self.sym_mut(sym).ty = Ty::Character(CharLen::Runtime, *k);
                }
                // The lock of the selector, whatever its type became.
                let l = outer.and_then(|o| self.si(o).locked);
                self.si_mut(sym).locked = l;
            } else if let Some(n) = &aname {
                self.bind(inner, n.name.clone(), Entity::Bad, n.span);
            }
            let body = self.block(inner, &g.body);
            out.push(TypeGuard { ty, exact, assoc: sym, body });
        }
        self.close();
        let selector = x?;
        let Some(assoc) = outer else { return Err(Reported) };
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::SelectType { selector, assoc, guards: out, id })
    }

    pub(super) fn select_rank(
        &mut self,
        sc: ScopeId,
        name: Option<&Ident>,
        assoc: Option<&'a Ident>,
        selector: &'a ast::Expr,
        cases: &'a [ast::RankCase],
        span: Span,
    ) -> Res<StmtKind> {
        let x = self.expr_want(sc, selector, Want::Actual).and_then(|x| match self.is_assumed_rank(&x) {
            true => Ok(x),
            false => {
                Err(self.err(ErrorCode::Rank, selector.span, "the selector of SELECT RANK must be of assumed rank"))
            }
        });
        let n = match (assoc, &selector.kind) {
            (Some(a), _) => Ok(a.clone()),
            (None, ast::ExprKind::Ref(p)) => Ok(p[0].name.clone()),
            _ => Err(self.err(ErrorCode::Syntax, span, "SELECT RANK needs an associate name")),
        };
        let id = self.open(name, false);
        let (x, n) = match (x, n) {
            (Ok(x), Ok(n)) => (x, n),
            (_, n) => {
                // The blocks have their own errors.
                for c in cases {
                    let inner = self.block_scope(sc);
                    if let Ok(n) = &n {
                        self.bind(inner, n.name.clone(), Entity::Bad, n.span);
                    }
                    self.block(inner, &c.body);
                }
                self.close();
                return Err(Reported);
            }
        };
        let mut out = vec![];
        let mut failed = false;
        for c in cases {
            let inner = self.block_scope(sc);
            let rank = match &c.kind {
                RankCaseKind::Default => None,
                RankCaseKind::Star => Some(-1),
                RankCaseKind::Rank(e) => match self.const_int(sc, e) {
                    Ok(r) if (0..=15).contains(&r) => Some(r as i32),
                    Ok(_) => {
                        self.err(ErrorCode::Rank, e.span, "a rank is between 0 and 15");
                        failed = true;
                        continue;
                    }
                    Err(_) => {
                        failed = true;
                        continue;
                    }
                },
            };
            // C1155
            if rank == Some(-1) && (self.is_allocatable(&x) || self.is_pointer(&x)) {
                self.err(ErrorCode::Semantic, c.span, "RANK (*) is not for an allocatable or pointer selector");
                failed = true;
                continue;
            }
            if out.iter().any(|o: &RankCase| o.rank == rank) {
                self.err(ErrorCode::Semantic, c.span, "this RANK stands twice");
                failed = true;
                continue;
            }
            let mut y = x.clone();
            y.rank = rank.unwrap_or(0).max(0) as usize;
            if rank == Some(-1) {
                y.rank = 1;
            }
            let s = self.associate_name(inner, &n, &y);
            let (alloc, pointer) = (self.is_allocatable(&x), self.is_pointer(&x));
            let m = self.sym_mut(s);
            m.allocatable = alloc;
            m.pointer = pointer;
            m.dims = match rank {
                None => Dims::AssumedRank,
                Some(0) => Dims::Scalar,
                Some(-1) => Dims::AssumedSize(vec![], Box::new(crate::decl::resolve::int8(1, span))),
                Some(r) => Dims::Deferred(r as usize),
            };
            let body = self.block(inner, &c.body);
            out.push(RankCase { rank, assoc: s, body });
        }
        self.close();
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::SelectRank { selector: x, cases: out, id })
    }
}

impl<'a> Rules<'a> {
    /// Whether the type of a guard fits the selector.
    fn check_type_guard(&mut self, g: &ast::TypeGuard, ty: &Option<Ty>, x: &Res<Expr>) -> bool {
        let mut ok = true;
        if let (Some(Ty::Character(l, _)), TypeGuardKind::TypeIs(t)) = (ty, &g.kind)
            && !matches!(l, CharLen::Assumed)
        {
            // C1165
            self.err(ErrorCode::Type, t.span, "the length in TYPE IS must be assumed: `character(*)`");
            ok = false;
        }
        if let Some(Ty::Derived(t) | Ty::Class(Some(t))) = ty
            && (self.ty(*t).sequence || self.ty(*t).bind_c)
        {
            // C1164
            let text = format!("type `{}` has SEQUENCE or BIND(C), so it cannot be in a type guard", self.ty(*t).name);
            self.err(ErrorCode::Type, g.span, text);
            ok = false;
        }
        let intrinsic = ty.as_ref().is_some_and(|t| !matches!(t, Ty::Derived(_) | Ty::Class(_)));
        if intrinsic && let Ok(Expr { ty: Ty::Class(Some(d)), .. }) = x {
            let text = format!("an intrinsic type does not extend `{}`, the type of the selector", self.ty(*d).name);
            self.err(ErrorCode::Type, g.span, text);
            ok = false;
        }
        if let (Some(Ty::Derived(t) | Ty::Class(Some(t))), Ok(Expr { ty: Ty::Class(Some(d)), .. })) = (ty, x)
            && !self.extends(*t, *d)
        {
            let (a, b) = (self.ty(*t).name.clone(), self.ty(*d).name.clone());
            self.err(ErrorCode::Type, g.span, format!("type `{a}` does not extend `{b}`, the type of the selector"));
            ok = false;
        }
        ok
    }
}

/// A range of integers, open ends included; `None` for other types.
fn int_range(lo: &Option<Const>, hi: &Option<Const>) -> Option<(i128, i128)> {
    match (lo, hi) {
        (Some(Const::Int(l)), Some(Const::Int(h))) => Some((*l, *h)),
        (Some(Const::Int(l)), None) => Some((*l, i128::MAX)),
        (None, Some(Const::Int(h))) => Some((i128::MIN, *h)),
        _ => None,
    }
}

fn overlap(a: (&Option<Const>, &Option<Const>), b: (&Option<Const>, &Option<Const>)) -> bool {
    // Ranges overlap unless one ends before the other starts.
    let before = |hi: &Option<Const>, lo: &Option<Const>| match (hi, lo) {
        (Some(h), Some(l)) => cmp(h, l) == Ordering::Less,
        _ => false,
    };
    let empty = |r: (&Option<Const>, &Option<Const>)| before(r.1, r.0);
    !empty(a) && !empty(b) && !before(a.1, b.0) && !before(b.1, a.0)
}

fn cmp(a: &Const, b: &Const) -> Ordering {
    match (a, b) {
        (Const::Int(x), Const::Int(y)) => x.cmp(y),
        (Const::Logical(x), Const::Logical(y)) => x.cmp(y),
        (Const::Char(x), Const::Char(y)) => compare_chars(x, y),
        _ => Ordering::Equal,
    }
}
