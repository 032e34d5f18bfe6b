//! Elementary functions for machines that multiply and add in one step: argument reductions in the manner of Cody and Waite (Software
//! Manual for the Elementary Functions, 1980), whose first step a fused multiply-add makes exact, and minimax polynomials. Without
//! branches, so that loops over them become vectors.
//!
//! Results are at most one number beside the right one in f32, two in f64; of acosh and atan2 in f32 fewer than one in a million are two
//! beside it, with an error of 1.6 ulp at most where it was measured. `NAME_quick` says beside the value whether the argument is one of
//! the rare ones that it does not know; the expansions do for those.

pub mod reals;
// Coefficients and parts of constants are not the constants that they are near.
#[allow(clippy::approx_constant)]
pub mod single;
#[allow(clippy::approx_constant)]
pub mod wide;

use reals::Reals;

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

/// The same in two halves, the even and the odd powers, which do not wait for each other: for long polynomials, in which the steps'
/// latency shows (Estrin, Organization of Computer Systems, 1960).
macro_rules! twofold {
    ($x:expr; $a:expr, $b:expr $(, $c:expr)*) => {{
        let x = $x;
        let (p, q) = (super::same(x, $a), super::same(x, $b));
        twofold!(@ x, x * x, p, q $(, $c)*)
    }};
    (@ $x:ident, $z:expr, $p:ident, $q:ident) => {
        $x.mul_add($p, $q)
    };
    (@ $x:ident, $z:expr, $p:ident, $q:ident, $a:expr) => {
        $x.mul_add($q, ($z).mul_add($p, $a))
    };
    (@ $x:ident, $z:expr, $p:ident, $q:ident, $a:expr, $b:expr $(, $c:expr)*) => {{
        let z = $z;
        let p = z.mul_add($p, $a);
        let q = z.mul_add($q, $b);
        twofold!(@ $x, z, p, q $(, $c)*)
    }};
}
use twofold;

/// A constant of the kind of x.
#[inline(always)]
fn same<X>(_: X, c: impl Into<X>) -> X {
    c.into()
}

/// What the hyperbolic functions of a = n ln(2) + r are made of.
struct Hyperbolic<X> {
    /// 2**(n-1) and 2**(-n-1): their sum and difference are the functions of n ln(2).
    p: X,
    q: X,
    /// sinh(r).
    sinh: X,
    /// cosh(r) - 1.
    more: X,
}

impl<X: Reals> Hyperbolic<X> {
    #[inline(always)]
    fn sinh(&self) -> X {
        let difference = self.p - self.q;
        difference + (self.p + self.q).mul_add(self.sinh, difference * self.more)
    }
    #[inline(always)]
    fn cosh(&self) -> X {
        self.p + (self.q + (self.p - self.q).mul_add(self.sinh, (self.p + self.q) * self.more))
    }
}

/// c + cl + k (s + w), of which c + k s is taken in two parts.
#[inline(always)]
fn angle<X: Reals>(c: X, cl: X, k: X, s: X, w: X) -> X {
    let h = s.mul_add(k, c);
    h + w.mul_add(k, s.mul_add(k, c - h) + cl)
}
