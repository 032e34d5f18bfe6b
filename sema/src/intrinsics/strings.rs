//! The family *strings*: other procedures for strings.

use super::*;
use ferrotran_typed::intrinsics::family::Strings;

/// The most characters that a constant made by REPEAT has.
const LIMIT: i64 = 1 << 26;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_strings(&mut self, id: Strings, a: &Arguments) -> Res<()> {
        match id {
            Strings::Repeat => match a.get(1).and_then(|x| self.try_int(x).map(|n| (n, x.span))) {
                Some((n, at)) if n < 0 => {
                    Err(self.err(ErrorCode::Argument, at, format!("NCOPIES of `repeat` is {n}, which is negative")))
                }
                _ => Ok(()),
            },
            Strings::Tokenize => self.check_tokenize(a.slots, a.span),
            _ => Ok(()),
        }
    }

    /// TOKENIZE gives tokens (and what separates them), or where they begin and end.
    fn check_tokenize(&mut self, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let [_, _, Some(tokens), separator] = slots else { return Err(Reported) };
        let numbers = matches!(tokens.ty, Ty::Integer(_));
        if numbers != separator.as_ref().is_some_and(|s| matches!(s.ty, Ty::Integer(_))) {
            let text = "the last two arguments of `tokenize` are both integer or both character";
            return Err(self.err(ErrorCode::Argument, separator.as_ref().map_or(span, |s| s.span), text));
        }
        for a in [Some(tokens), separator.as_ref()].into_iter().flatten() {
            let deferred = match &a.kind {
                _ if numbers => true,
                ExprKind::Var(s) => matches!(self.sym(*s).ty, Ty::Character(CharLen::Deferred, _)),
                ExprKind::Component { of, index, .. } => {
                    matches!(self.ty(*of).components[*index].ty, Ty::Character(CharLen::Deferred, _))
                }
                _ => false,
            };
            if !self.is_allocatable(a) || !deferred {
                let text = "`tokenize` allocates this argument, which must be allocatable, with deferred length where it is of type character";
                return Err(self.err(ErrorCode::Argument, a.span, text));
            }
        }
        Ok(())
    }
}

impl<'a> Facts<'a> {
    /// The length of a string whose declaration says it; none for other functions.
    pub(super) fn known_length(&self, id: Strings, slots: &[Option<Expr>]) -> Option<Const> {
        match (id, slots.first()) {
            (Strings::Len, Some(Some(s))) => self.constant_char_len(s).map(|n| Const::Int(n.into())),
            _ => None,
        }
    }
}

/// The keyword that the row has for another: TOKENIZE gives tokens, or where they begin and end.
pub(super) fn keyword(id: Strings, name: &str) -> &str {
    match (id, name) {
        (Strings::Tokenize, "first") => "tokens",
        (Strings::Tokenize, "last") => "separator",
        _ => name,
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: Strings, mut r: Reference) -> Val {
    match id {
        Strings::Len => r.arg(0).and_then(|s| type_len(&s.ty)).map(|n| Const::Int(n.into())).ok_or_else(|| r.unknown()),
        Strings::NewLine => Ok(Const::text(b"\n")),
        Strings::Repeat => match &r.values()?[..] {
            [Some(Const::Char(s)), n] => match as_int(n.as_ref()) {
                Some(n) if n < 0 => wrong(r.e.span, "`repeat` with a negative number of copies"),
                Some(n) if (s.len() as i64).saturating_mul(n) < LIMIT => Ok(Const::Char(s.repeat(n as usize))),
                _ => r.at_run_time(),
            },
            _ => r.at_run_time(),
        },
        Strings::Trim => match r.values()?.first() {
            Some(Some(Const::Char(s))) => Ok(Const::Char(characters::trimmed(s).to_vec())),
            _ => r.at_run_time(),
        },
        Strings::Split | Strings::Tokenize => r.at_run_time(),
    }
}
