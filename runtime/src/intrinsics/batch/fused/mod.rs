//! Elementary functions for machines that multiply and add in one step: argument reductions in the manner of Cody and Waite (Software
//! Manual for the Elementary Functions, 1980), whose first step a fused multiply-add makes exact, and minimax polynomials. Without
//! branches, so that loops over them become vectors.
//!
//! Errors are at most 1 ulp in f32 and 2 ulp in f64. `NAME_quick` says beside the value whether the argument is one of the rare ones
//! that it does not know; the expansions do for those.

// Coefficients and parts of constants are not the constants that they are near.
#[allow(clippy::approx_constant)]
pub mod single;
#[allow(clippy::approx_constant)]
pub mod wide;

/// A choice that does not become a branch.
#[inline(always)]
fn pick<T>(c: bool, a: T, b: T) -> T {
    if c { a } else { b }
}

/// A polynomial by Horner's rule: the coefficient of the highest power comes first.
macro_rules! horner {
    ($x:expr; $first:expr $(, $c:expr)*) => {{
        let x = $x;
        let p = $first;
        $( let p = x.mul_add(p, $c); )*
        p
    }};
}
use horner;
