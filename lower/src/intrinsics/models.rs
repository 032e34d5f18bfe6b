//! Emission of the family *models*, and of the inquiries *ieee_support*: kinds with wanted properties. What is true of a kind is a constant.

use super::*;
use ferrotran_typed::intrinsics::family::{IeeeSupport, Models};

impl<'p> Expressions<'p> {
    /// The functions.
    pub(super) fn scalar_models(&mut self, id: Models, call: Arguments<'p>, t: Type) -> Lowered<Value> {
        match id {
            Models::SelectedCharKind
            | Models::SelectedIntKind
            | Models::SelectedUnsignedKind
            | Models::SelectedLogicalKind
            | Models::SelectedRealKind => {
                let v = self.selected_kind(call.id, call.args, call.span)?;
                Ok(self.cast(v, t))
            }
            Models::Digits
            | Models::Epsilon
            | Models::Huge
            | Models::Maxexponent
            | Models::Minexponent
            | Models::Precision
            | Models::Radix
            | Models::Range
            | Models::Tiny
            | Models::Kind
            | Models::BitSize => call.not_supported(),
        }
    }

    /// IEEE_SELECTED_REAL_KIND. What is supported is a constant.
    pub(super) fn scalar_ieee_support(&mut self, id: IeeeSupport, call: Arguments<'p>, t: Type) -> Lowered<Value> {
        match id {
            IeeeSupport::IeeeSelectedRealKind => {
                let v = self.selected_kind(call.id, call.args, call.span)?;
                Ok(self.cast(v, t))
            }
            IeeeSupport::IeeeSupportDatatype
            | IeeeSupport::IeeeSupportDenormal
            | IeeeSupport::IeeeSupportSubnormal
            | IeeeSupport::IeeeSupportDivide
            | IeeeSupport::IeeeSupportInf
            | IeeeSupport::IeeeSupportIo
            | IeeeSupport::IeeeSupportNan
            | IeeeSupport::IeeeSupportRounding
            | IeeeSupport::IeeeSupportSqrt
            | IeeeSupport::IeeeSupportStandard
            | IeeeSupport::IeeeSupportUnderflowControl
            | IeeeSupport::IeeeSupportFlag
            | IeeeSupport::IeeeSupportHalting => call.not_supported(),
        }
    }

    /// SELECTED_INT_KIND and its relatives of arguments known at run time.
    fn selected_kind(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<Value> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let int = |s: &mut Self, i: usize| -> Lowered<Option<Value>> {
            match arg(i) {
                Some(e) => {
                    let v = s.scalar(e)?;
                    Ok(Some(s.cast(v, Type::I64)))
                }
                None => Ok(None),
            }
        };
        // The first kind whose limit is not below the value.
        let pick = |s: &mut Self, v: Value, limits: &[(i64, i64)], none: i64| {
            let mut acc = s.b().int(none, Type::I64);
            for &(limit, kind) in limits.iter().rev() {
                let (l, k) = (s.b().int(limit, Type::I64), s.b().int(kind, Type::I64));
                let c = s.b().cmp(Pred::Le, v, l);
                acc = s.select(c, k, acc);
            }
            acc
        };
        match id {
            Intrinsic::SelectedCharKind => {
                let Some(x) = arg(0) else { return unsupported(span, "this reference") };
                let v = self.scalar(x)?;
                let (a, n) = (self.addr(v), self.chr_len(v));
                Ok(self.rt_pure(rt::frt_selected_char_kind, &[a, n], Type::I32))
            }
            Intrinsic::SelectedRealKind | Intrinsic::IeeeSelectedRealKind => {
                let zero = self.b().int(0, Type::I64);
                let p = int(self, 0)?.unwrap_or(zero);
                let r = int(self, 1)?.unwrap_or(zero);
                let of_p = pick(self, p, &[(6, 4), (15, 8), (18, 10), (33, 16)], -1);
                let of_r = pick(self, r, &[(37, 4), (307, 8), (4931, 10)], -2);
                let bad_p = self.b().cmp(Pred::Lt, of_p, zero);
                let bad_r = self.b().cmp(Pred::Lt, of_r, zero);
                let both = self.b().binary(OpKind::And, bad_p, bad_r);
                let best = self.b().binary(OpKind::Max, of_p, of_r);
                let three = self.b().int(-3, Type::I64);
                let v = self.select(bad_r, of_r, best);
                let v = self.select(bad_p, of_p, v);
                let mut v = self.select(both, three, v);
                if let Some(radix) = int(self, 2)? {
                    let two = self.b().int(2, Type::I64);
                    let other = self.b().cmp(Pred::Ne, radix, two);
                    let five = self.b().int(-5, Type::I64);
                    v = self.select(other, five, v);
                }
                Ok(v)
            }
            _ => {
                let Some(v) = int(self, 0)? else { return unsupported(span, "this reference") };
                let limits = if id == Intrinsic::SelectedIntKind {
                    &[(2, 1), (4, 2), (9, 4), (18, 8), (38, 16)][..]
                } else if id == Intrinsic::SelectedUnsignedKind {
                    &[(2, 1), (4, 2), (9, 4), (19, 8)][..]
                } else {
                    &[(8, 1), (16, 2), (32, 4), (64, 8), (128, 16)][..]
                };
                Ok(pick(self, v, limits, -1))
            }
        }
    }
}
