//! The family *IEEE support*: inquiries of `ieee_arithmetic` and `ieee_exceptions`.

use super::*;
use ferrotran_typed::intrinsics::family::IeeeSupport;

/// The value, where it is known at compile time.
pub(super) fn fold(id: IeeeSupport, mut r: Reference) -> Val {
    match id {
        IeeeSupport::IeeeSelectedRealKind => {
            let values = r.values()?;
            Ok(Const::Int(models::real_kind(&values)))
        }
        // True of all kinds of reals and all flags.
        IeeeSupport::IeeeSupportDatatype
        | IeeeSupport::IeeeSupportDenormal
        | IeeeSupport::IeeeSupportSubnormal
        | IeeeSupport::IeeeSupportDivide
        | IeeeSupport::IeeeSupportInf
        | IeeeSupport::IeeeSupportIo
        | IeeeSupport::IeeeSupportNan
        | IeeeSupport::IeeeSupportSqrt
        | IeeeSupport::IeeeSupportStandard
        | IeeeSupport::IeeeSupportFlag
        | IeeeSupport::IeeeSupportHalting => Ok(Const::Logical(true)),
        // Reals of kinds 10 and 16 have no such mode.
        IeeeSupport::IeeeSupportUnderflowControl => {
            Ok(Const::Logical(r.arg(0).is_some_and(|x| matches!(x.ty, Ty::Real(4 | 8)))))
        }
        IeeeSupport::IeeeSupportRounding => match r.arg(0).map(|mode| r.eval.eval(mode)).transpose()? {
            // Ties away from zero, and whatever OTHER is, are not modes of the machine.
            Some(Const::Struct { values, .. }) => {
                Ok(Const::Logical(matches!(values.first(), Some(Some(Const::Int(0..=3))))))
            }
            _ => Err(r.unknown()),
        },
    }
}
