//! Type and rank of what an intrinsic function gives, by its row in the table.

use crate::ctx::*;
use crate::expr::ops::common_numeric;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::intrinsics::{Intrinsic, Rank, ResultType};
use ferrotran_typed::*;

impl<'a> Rules<'a> {
    /// The rank of the result for arguments in the order of the row.
    pub(super) fn result_rank(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<usize> {
        let row = id.row();
        let arg = |n: &str| row.arg(n).and_then(|k| slots.get(k)).and_then(|s| s.as_ref());
        let first = slots.first().and_then(|s| s.as_ref()).map_or(0, |e| e.rank);
        Ok(match row.rank {
            Rank::Scalar => 0,
            Rank::Same => first,
            Rank::Vector => 1,
            Rank::Reduce => {
                if arg("dim").is_some() {
                    first.saturating_sub(1)
                } else {
                    0
                }
            }
            Rank::Locate => {
                if arg("dim").is_some() {
                    first - 1
                } else {
                    1
                }
            }
            Rank::Bound => {
                if arg("dim").is_some() {
                    0
                } else {
                    1
                }
            }
            Rank::Elem => {
                let mut shaped: Option<Expr> = None;
                for a in slots.iter().flatten() {
                    if a.rank == 0 {
                        continue;
                    }
                    match &shaped {
                        None => shaped = Some(a.clone()),
                        Some(s) => {
                            let s = s.clone();
                            self.conform(&s, a, &format!("the arguments of `{}`", id.name()), span)?;
                        }
                    }
                }
                shaped.map_or(0, |e| e.rank)
            }
            Rank::Special => match id {
                Intrinsic::Matmul => {
                    let second = slots.get(1).and_then(|s| s.as_ref()).map_or(0, |e| e.rank);
                    first + second - 2
                }
                Intrinsic::Reshape => match slots.get(1).and_then(|s| s.as_ref()).and_then(|s| self.const_shape(s)) {
                    Some(v) => v.first().copied().unwrap_or(0) as usize,
                    None => {
                        return Err(self.err(
                            ErrorCode::Intrinsic,
                            span,
                            "the size of argument `shape` of `reshape` must be a constant",
                        ));
                    }
                },
                Intrinsic::Spread => first + 1,
                Intrinsic::Transfer => {
                    let mold = slots.get(1).and_then(|s| s.as_ref()).map_or(0, |e| e.rank);
                    usize::from(slots.get(2).is_some_and(|s| s.is_some()) || mold > 0)
                }
                Intrinsic::Unpack => slots.get(1).and_then(|s| s.as_ref()).map_or(0, |e| e.rank),
                Intrinsic::BesselJn | Intrinsic::BesselYn => {
                    if slots.get(2).is_some_and(|s| s.is_some()) {
                        1
                    } else {
                        slots.iter().flatten().map(|e| e.rank).max().unwrap_or(0)
                    }
                }
                _ => 0,
            },
        })
    }

    /// The type of the result for arguments in the order of the row.
    pub(super) fn result_type(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<Ty> {
        let row = id.row();
        let kind = match row.arg("kind").and_then(|k| slots.get(k)).and_then(|s| s.as_ref()) {
            Some(k) => Some((self.const_int_expr(k)?, k.span)),
            None => None,
        };
        let arg = |i: usize| slots.get(i).and_then(|s| s.as_ref()).map(|e| crate::expr::value_type(&e.ty));
        let di = self.opts.default_integer;
        let dr = self.opts.default_real;
        let base = match row.result {
            ResultType::None => return Err(Reported),
            _ if matches!((id, arg(0)), (Intrinsic::Max | Intrinsic::Min, Some(Ty::Character(..)))) => {
                // As long as the longest argument (16.9.135).
                let len = (0..slots.len()).filter_map(arg).try_fold(0, |n, t| match t {
                    Ty::Character(CharLen::Const(m), _) => Some(n.max(m)),
                    _ => None,
                });
                let kind = arg(0).map_or(1, |t| t.chr_kind());
                Ty::Character(len.map_or(CharLen::Runtime, CharLen::Const), kind)
            }
            ResultType::Arg(0) if id == Intrinsic::BitSize => match arg(0) {
                Some(Ty::Integer(k) | Ty::Unsigned(k)) => Ty::Integer(k),
                _ => Ty::Integer(di),
            },
            ResultType::Unsigned => Ty::Unsigned(di),
            ResultType::Arg(i) => arg(i as usize).unwrap_or(Ty::Integer(di)),
            ResultType::PartOf(i) => match arg(i as usize) {
                Some(Ty::Complex(k)) => Ty::Real(k),
                Some(t) => t,
                None => Ty::Real(dr),
            },
            ResultType::Int => Ty::Integer(di),
            ResultType::Int8 => Ty::Integer(8),
            ResultType::Int4 => Ty::Integer(4),
            ResultType::Int2 => Ty::Integer(2),
            ResultType::Real => Ty::Real(dr),
            ResultType::Double => Ty::Real(self.opts.default_double),
            ResultType::Logical => Ty::Logical(self.opts.default_logical),
            ResultType::Char1 => Ty::Character(CharLen::Const(1), arg(0).map_or(1, |t| t.chr_kind())),
            ResultType::Char => Ty::Character(CharLen::Runtime, arg(0).map_or(1, |t| t.chr_kind())),
            ResultType::Special => match id {
                Intrinsic::Cmplx | Intrinsic::Complex => match (id, arg(0), arg(1)) {
                    (Intrinsic::Complex, Some(Ty::Real(a)), Some(Ty::Real(b))) => Ty::Complex(a.max(b)),
                    (Intrinsic::Complex, Some(Ty::Real(a)), _) | (Intrinsic::Complex, _, Some(Ty::Real(a))) => {
                        Ty::Complex(a)
                    }
                    _ => Ty::Complex(dr),
                },
                Intrinsic::Real => match arg(0) {
                    Some(Ty::Complex(k)) => Ty::Real(k),
                    _ => Ty::Real(dr),
                },
                Intrinsic::IeeeReal => Ty::Real(dr),
                // The transformational form has its argument behind the two orders.
                Intrinsic::BesselJn | Intrinsic::BesselYn => arg(2).or(arg(1)).unwrap_or(Ty::Real(dr)),
                Intrinsic::DotProduct | Intrinsic::Matmul => match (arg(0), arg(1)) {
                    (Some(Ty::Logical(a)), Some(Ty::Logical(b))) => Ty::Logical(a.max(b)),
                    (Some(a), Some(b)) => match common_numeric(&a, &b) {
                        Some(t) => t,
                        None => {
                            return Err(self.err(
                                ErrorCode::Argument,
                                span,
                                format!("the arguments of `{}` must be both numeric or both logical", id.name()),
                            ));
                        }
                    },
                    _ => Ty::Integer(di),
                },
                Intrinsic::CLoc => return self.builtin_type("c_ptr", span).map(Ty::Derived),
                Intrinsic::CFunloc => return self.builtin_type("c_funptr", span).map(Ty::Derived),
                Intrinsic::IeeeClass => return self.builtin_type("ieee_class_type", span).map(Ty::Derived),
                Intrinsic::CompilerOptions | Intrinsic::CompilerVersion => Ty::Character(CharLen::Runtime, 1),
                _ => Ty::Typeless,
            },
        };
        // Element lengths: trim and the like give run-time lengths.
        let Some((k, kspan)) = kind else { return Ok(base) };
        Ok(match base {
            Ty::Integer(_) => Ty::Integer(self.check_kind(k, INTEGER_KINDS, "integer", kspan)?),
            Ty::Unsigned(_) => Ty::Unsigned(self.check_kind(k, &[1, 2, 4, 8], "unsigned", kspan)?),
            Ty::Real(_) => Ty::Real(self.check_kind(k, REAL_KINDS, "real", kspan)?),
            Ty::Complex(_) => Ty::Complex(self.check_kind(k, REAL_KINDS, "complex", kspan)?),
            Ty::Logical(_) => Ty::Logical(self.check_kind(k, INTEGER_KINDS, "logical", kspan)?),
            Ty::Character(len, _) => Ty::Character(len, self.check_kind(k, &[1, 4], "character", kspan)?),
            t => t,
        })
    }
}
