//! The family *models*: what is true of a kind, and kinds with wanted properties.

use super::*;
use ferrotran_typed::intrinsics::family::Models;
use ferrotran_xreal::Format;

impl<'a> Rules<'a> {
    /// Of an enumeration type HUGE gives the last value.
    pub(super) fn instead_of_models(&mut self, id: Models, x: &Expr, span: Span) -> Res<Option<Expr>> {
        match (id, self.enumeration_of(&x.ty)) {
            (Models::Huge, Some((of, n))) => self.last_of_enumeration(of, n, span).map(Some),
            _ => Ok(None),
        }
    }

    pub(super) fn rules_of_models(&mut self, id: Models, a: &Arguments) -> Res<()> {
        match id {
            // gfortran takes the kind with the least precision and range.
            Models::SelectedRealKind if a.slots.iter().all(|s| s.is_none()) && self.opts.standard != 0 => {
                let text = "`selected_real_kind` needs one of its arguments at least";
                Err(self.err(ErrorCode::Argument, a.span, text))
            }
            Models::SelectedRealKind if a.get(2).is_some() => {
                self.newer(2008, a.span, "the argument RADIX of `selected_real_kind`")
            }
            _ => Ok(()),
        }
    }
}

/// The type of a result that has that of the argument: BIT_SIZE counts with a sign.
pub(super) fn type_of_result(id: Models, ty: Ty) -> Ty {
    match (id, ty) {
        (Models::BitSize, Ty::Unsigned(k)) => Ty::Integer(k),
        (_, ty) => ty,
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: Models, mut r: Reference) -> Val {
    let count = |n: Option<i128>, r: &Reference| n.map(Const::Int).ok_or_else(|| r.unknown());
    let ty = r.arg(0).map(|x| &x.ty);
    let bits = match ty {
        Some(Ty::Integer(k) | Ty::Unsigned(k)) => Some(i128::from(*k) * 8),
        _ => None,
    };
    let format = match ty {
        Some(Ty::Real(k) | Ty::Complex(k)) => Some((*k, Format::of_kind(*k))),
        _ => None,
    };
    let of_format = |f: fn(Format) -> i128| format.map(|(_, x)| f(x));
    let real = |f: fn(Format) -> Num, r: &Reference| format.map(|(k, x)| of_kind(k, f(x))).ok_or_else(|| r.unknown());
    match id {
        Models::BitSize => count(bits, &r),
        Models::Digits => match (ty, bits) {
            (Some(Ty::Integer(_)), Some(n)) => count(Some(n - 1), &r),
            (_, Some(n)) => count(Some(n), &r),
            _ => count(of_format(|f| f.digits.into()), &r),
        },
        Models::Epsilon => real(Format::epsilon, &r),
        Models::Huge => match ty {
            Some(Ty::Integer(k)) => Ok(Const::Int(int_max(*k))),
            Some(Ty::Unsigned(k)) => Ok(Const::Int(unsigned_max(*k))),
            _ => real(Format::huge, &r),
        },
        Models::Tiny => real(Format::tiny, &r),
        Models::Maxexponent => count(of_format(|f| i128::from(f.max) + 1), &r),
        Models::Minexponent => count(of_format(|f| i128::from(f.min()) + 1), &r),
        Models::Precision => count(of_format(|f| f.precision().into()), &r),
        Models::Radix => Ok(Const::Int(2)),
        Models::Range => match ty {
            Some(Ty::Integer(k)) => count(Some(decimal_digits(int_max(*k))), &r),
            Some(Ty::Unsigned(k)) => count(Some(decimal_digits(unsigned_max(*k))), &r),
            _ => count(of_format(|f| f.range().into()), &r),
        },
        Models::Kind => match ty {
            Some(Ty::Integer(k) | Ty::Unsigned(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k)) => {
                count(Some((*k).into()), &r)
            }
            Some(Ty::Character(_, k)) => count(Some((*k).into()), &r),
            _ => Err(r.unknown()),
        },
        Models::SelectedCharKind => match r.values()?.first() {
            Some(Some(Const::Char(s))) => {
                Ok(Const::Int(ferrotran_abi::character::selected_char_kind(&narrow(s)).into()))
            }
            _ => r.at_run_time(),
        },
        Models::SelectedIntKind => {
            Ok(Const::Int(least_kind(&r.values()?, &[(2, 1), (4, 2), (9, 4), (18, 8), (38, 16)])))
        }
        Models::SelectedUnsignedKind => Ok(Const::Int(least_kind(&r.values()?, &[(2, 1), (4, 2), (9, 4), (19, 8)]))),
        Models::SelectedLogicalKind => {
            Ok(Const::Int(least_kind(&r.values()?, &[(8, 1), (16, 2), (32, 4), (64, 8), (128, 16)])))
        }
        Models::SelectedRealKind => Ok(Const::Int(real_kind(&r.values()?))),
    }
}

/// All numbers of so many decimal digits are not greater than that.
fn decimal_digits(greatest: i128) -> i128 {
    greatest.checked_ilog10().unwrap_or(0).into()
}

/// The first kind, of rows of properties and kinds, that has as much as the first argument asks for.
fn least_kind(values: &[Option<Const>], kinds: &[(i128, i128)]) -> i128 {
    let Some(Some(Const::Int(n))) = values.first() else { return -1 };
    kinds.iter().find(|(most, _)| n <= most).map_or(-1, |(_, kind)| *kind)
}

/// SELECTED_REAL_KIND and IEEE_SELECTED_REAL_KIND.
pub(super) fn real_kind(values: &[Option<Const>]) -> i128 {
    let value = |i: usize| match values.get(i) {
        Some(Some(Const::Int(n))) => Some(*n),
        _ => None,
    };
    let (p, r) = (value(0).unwrap_or(0), value(1).unwrap_or(0));
    if value(2).unwrap_or(2) != 2 {
        return -5;
    }
    let kinds = [(6, 37, 4), (15, 307, 8), (18, 4931, 10), (33, 4931, 16)];
    match kinds.iter().find(|(precision, range, _)| p <= *precision && r <= *range) {
        Some((.., kind)) => *kind,
        None => match (p > 33, r > 4931) {
            (true, true) => -3,
            (true, false) => -1,
            _ => -2,
        },
    }
}
