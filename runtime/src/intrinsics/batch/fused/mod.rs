//! Elementary functions for machines that multiply and add in one step: argument reductions in the manner of Cody and Waite (Software
//! Manual for the Elementary Functions, 1980), whose first step a fused multiply-add makes exact, and minimax polynomials. Without
//! branches, so that loops over them become vectors.
//!
//! Errors are at most 1 ulp in f32 and 2 ulp in f64. `NAME_quick` says beside the value whether the argument is one of the rare ones
//! that it does not know; the expansions do for those.

// Coefficients and parts of constants are not the constants that they are near.
pub mod reals;
#[allow(clippy::approx_constant)]
pub mod single;
#[allow(clippy::approx_constant)]
pub mod wide;

/// A polynomial by Horner's rule: the coefficient of the highest power comes first.
macro_rules! horner {
    ($x:expr; $first:expr $(, $c:expr)*) => {{
        let x = $x;
        let p = super::same(x, $first);
        $( let p = x.mul_add(p, $c); )*
        p
    }};
}
use horner;

/// A constant of the kind of x.
#[inline(always)]
fn same<X>(_: X, c: impl Into<X>) -> X {
    c.into()
}
