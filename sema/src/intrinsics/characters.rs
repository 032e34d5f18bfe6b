//! The family *characters*: elemental functions of characters and logicals, and the choice between values.

use super::*;
use crate::const_eval::numeric::wrap;
use ferrotran_typed::intrinsics::family::Characters;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_characters(&mut self, id: Characters, a: &Arguments) -> Res<()> {
        match id {
            Characters::Merge => self.check_merge(a),
            Characters::Ichar | Characters::Iachar => match a.get(0) {
                Some(Expr { ty: Ty::Character(CharLen::Const(n), _), span, .. }) if *n != 1 => {
                    let text = format!("the argument of `{}` must have length one", a.name());
                    Err(self.err(ErrorCode::Argument, *span, text))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn check_merge(&mut self, args: &Arguments) -> Res<()> {
        let (Some(a), Some(b)) = (args.get(0), args.get(1)) else { return Ok(()) };
        if !same_type_kind(&a.ty, &b.ty) {
            let (t, u) = (ty_name(&self.prog, &a.ty), ty_name(&self.prog, &b.ty));
            let text = format!("the first two arguments of `merge` must have one type and kind, not {t} and {u}");
            return Err(self.err(ErrorCode::Argument, b.span, text));
        }
        if let (Some(m), Some(n)) = (type_len(&a.ty), type_len(&b.ty))
            && m != n
        {
            let text = format!("the first two arguments of `merge` have lengths {m} and {n}");
            return Err(self.err(ErrorCode::Argument, b.span, text));
        }
        Ok(())
    }
}

/// Arguments whose elements the result consists of, where the function looks at none of them.
pub(super) fn sources(id: Characters) -> &'static [usize] {
    if id == Characters::Merge { &[0, 1] } else { &[] }
}

/// The value for constant arguments.
pub(super) fn fold(id: Characters, call: &Scalars) -> Val {
    let number = |n: usize| Ok(Const::Int(n as i128));
    // The first hit, counted from one, or the last one.
    let back = matches!(call.get(2), Some(Const::Logical(true)));
    match id {
        Characters::Achar | Characters::Char => character(call),
        Characters::Adjustl => string(call, |s| {
            let mut v = s[s.iter().position(|c| *c != BLANK).unwrap_or(0)..].to_vec();
            v.resize(s.len(), BLANK);
            Ok(Const::Char(v))
        }),
        Characters::Adjustr => string(call, |s| {
            let n = trimmed(s).len();
            let mut v = vec![BLANK; s.len() - n];
            v.extend_from_slice(&s[..n]);
            Ok(Const::Char(v))
        }),
        Characters::Iachar | Characters::Ichar => string(call, |s| match s.first() {
            // As at run time, where the code is that of a C character of the kind.
            Some(c) => Ok(Const::Int(wrap(call.kind(), (*c).into()))),
            None => wrong(call.span, format!("`{}` of an empty string", call.id.name())),
        }),
        Characters::LenTrim => string(call, |s| number(trimmed(s).len())),
        Characters::Index => strings(call, |s, t| number(index(s, t, back))),
        Characters::Scan => strings(call, |s, t| number(place(s, |c| t.contains(c), back))),
        Characters::Verify => strings(call, |s, t| number(place(s, |c| !t.contains(c), back))),
        Characters::Lge => strings(call, |s, t| Ok(Const::Logical(compare_chars(s, t) != Ordering::Less))),
        Characters::Lgt => strings(call, |s, t| Ok(Const::Logical(compare_chars(s, t) == Ordering::Greater))),
        Characters::Lle => strings(call, |s, t| Ok(Const::Logical(compare_chars(s, t) != Ordering::Greater))),
        Characters::Llt => strings(call, |s, t| Ok(Const::Logical(compare_chars(s, t) == Ordering::Less))),
        Characters::Logical => match call.get(0) {
            Some(Const::Logical(b)) => Ok(Const::Logical(*b)),
            Some(Const::Int(n)) => Ok(Const::Logical(*n != 0)),
            _ => call.no_value(),
        },
        Characters::Merge => match (call.get(0), call.get(1), call.get(2)) {
            (Some(x), _, Some(Const::Logical(true))) | (_, Some(x), Some(Const::Logical(false))) => Ok(x.clone()),
            _ => call.no_value(),
        },
    }
}

/// A function of one string.
fn string(call: &Scalars, f: impl Fn(&[u32]) -> Val) -> Val {
    match call.get(0) {
        Some(Const::Char(s)) => f(s),
        _ => call.no_value(),
    }
}

/// A function of two strings.
fn strings(call: &Scalars, f: impl Fn(&[u32], &[u32]) -> Val) -> Val {
    match (call.get(0), call.get(1)) {
        (Some(Const::Char(s)), Some(Const::Char(t))) => f(s, t),
        _ => call.no_value(),
    }
}

/// A string without trailing blanks.
pub(super) fn trimmed(s: &[u32]) -> &[u32] {
    &s[..s.iter().rposition(|c| *c != BLANK).map_or(0, |i| i + 1)]
}

/// Where a string has a character that passes a test; zero: nowhere.
fn place(s: &[u32], test: impl Fn(&u32) -> bool, back: bool) -> usize {
    let hit = if back { s.iter().rposition(test) } else { s.iter().position(test) };
    hit.map_or(0, |i| i + 1)
}

/// Where a string has another; zero: nowhere.
fn index(s: &[u32], t: &[u32], back: bool) -> usize {
    if t.is_empty() {
        return if back { s.len() + 1 } else { 1 };
    }
    let mut hits = s.windows(t.len()).enumerate().filter(|(_, w)| *w == t).map(|(i, _)| i);
    let hit = if back { hits.next_back() } else { hits.next() };
    hit.map_or(0, |i| i + 1)
}

/// ACHAR and CHAR.
fn character(call: &Scalars) -> Val {
    let Some(code) = call.int(0) else { return call.no_value() };
    let last = if call.ty.chr_kind() == 4 { u32::MAX } else { 255 };
    match u32::try_from(code) {
        Ok(c) if c <= last => Ok(Const::Char(vec![c])),
        _ => wrong(call.span, format!("`{}` of {code}: the argument must be in 0:{last}", call.id.name())),
    }
}
