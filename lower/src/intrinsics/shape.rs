//! What shape the result of an intrinsic function has, said by its family without evaluating anything.

use super::*;
use ferrotran_typed::intrinsics::Class;

/// Where the shape of a result comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ResultShape<'e> {
    /// It is that of an argument.
    Like(&'e Expr),
    /// It is that of a matrix with its extents exchanged.
    Transposed(&'e Expr),
    /// One dimension, with as many elements as a mask has true ones.
    TrueElements(&'e Expr),
    /// It is that of the product of two matrices, one of which may be a vector.
    Product(&'e Expr, &'e Expr),
    /// It is that of an argument with one more dimension.
    Spread { of: &'e Expr, dim: &'e Expr, copies: &'e Expr },
    /// One dimension, with an element for each dimension of an argument.
    Dimensions(&'e Expr),
    /// It is that of an argument without the dimension that another one gives.
    Without { of: &'e Expr, dim: Option<&'e Expr> },
    /// The extents are the values of an argument.
    Extents(&'e Expr),
    /// No shape, or one that only the value tells.
    Unknown,
}

/// The shape of the result of an intrinsic function.
pub(crate) fn result_shape(id: Intrinsic, args: &[Option<Expr>]) -> ResultShape<'_> {
    if id.row().class == Class::Elemental {
        return args.iter().flatten().find(|a| a.rank > 0).map_or(ResultShape::Unknown, ResultShape::Like);
    }
    match id.family() {
        Family::Arrays(f) => arrays::result_shape(f, args),
        Family::Reductions(f) => reductions::result_shape(f, args),
        // Scalar results, subroutines, and arrays of bounds, whose assignments keep their allocation.
        Family::Numbers(_)
        | Family::Mathematics(_)
        | Family::Floats(_)
        | Family::Models(_)
        | Family::Bits(_)
        | Family::Characters(_)
        | Family::Strings(_)
        | Family::Objects(_)
        | Family::Images(_)
        | Family::Collectives(_)
        | Family::System(_)
        | Family::Extensions(_)
        | Family::CBinding(_)
        | Family::Ieee(_)
        | Family::IeeeSupport(_)
        | Family::IeeeEnvironment(_) => ResultShape::Unknown,
    }
}
