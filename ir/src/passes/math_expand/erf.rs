//! erf and erfc: a polynomial near zero, exp(-x^2) times a polynomial in (x - 4)/(x + 4) elsewhere.

use super::emit::{Dd, Gen};
use super::poly;
use crate::choices::Pred;
use crate::entity::Value;

impl Gen<'_, '_> {
    /// (erfc(a) (2 a + 1) exp(a^2), 2 a + 1) for a clamped to where erfc is not 0: the first as main part and the rest.
    fn erfc_factor(&mut self, x: Value) -> (Dd, Dd) {
        let num = self.addc(x, -4.0);
        let den = self.addc(x, 4.0);
        let t = self.div(num, den);
        let c = self.by(poly::ERFC_32, poly::ERFC_64);
        let q = self.poly(t, &c[1..]);
        let q = self.mul(q, t);
        let c0 = self.c(c[0]);
        let twice = self.add(x, x);
        let one = self.c(1.0);
        ((c0, q), self.two_sum(twice, one))
    }

    /// erfc(a) for a >= 0.
    fn erfc_upper(&mut self, a: Value) -> Value {
        let x = self.clamp(a, 0.0, self.by(11.0, 28.0));
        let ((c, q), d) = self.erfc_factor(x);
        let p = self.fast_two_sum(c, q);
        let one = self.c(1.0);
        let inverse = self.div(one, d.0);
        // The quotient with its error.
        let g = self.mul(p.0, inverse);
        let (m, e) = self.two_prod(g, d.0);
        let r = self.sub(p.0, m);
        let r = self.sub(r, e);
        let r = self.add(r, p.1);
        let t = self.mul(g, d.1);
        let r = self.sub(r, t);
        let gl = self.mul(r, inverse);
        let (z, ze) = self.two_prod(x, x);
        let nz = self.neg(z);
        let nze = self.neg(ze);
        let (e, k) = self.exp_parts_low(nz, Some(nze));
        let (h, l) = self.dd_mul((g, gl), e);
        let m = self.add(h, l);
        self.scale(m, k)
    }

    /// erf(a) - a for 0 <= a < 1.
    fn erf_rest(&mut self, a: Value) -> Value {
        let z = self.mul(a, a);
        let coefficients = self.by(poly::ERF_32, poly::ERF_64);
        let p = self.poly(z, coefficients);
        self.mul(a, p)
    }

    pub fn erfc(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let upper = self.erfc_upper(a);
        let two = self.c(2.0);
        let left = self.sub(two, upper);
        let zero = self.c(0.0);
        let below = self.cmp(Pred::Lt, x, zero);
        let r = self.sel(below, left, upper);
        // Near zero 1 - erf(x).
        let rest = self.erf_rest(a);
        let rest = self.copysign(rest, x);
        let one = self.c(1.0);
        let nx = self.neg(x);
        let (s, e) = self.fast_two_sum(one, nx);
        let t = self.sub(e, rest);
        let near = self.add(s, t);
        let is_near = self.cmpc(Pred::Lt, a, 0.5);
        let r = self.sel(is_near, near, r);
        self.keep_nan(x, r)
    }

    pub fn erf(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        // 1 - erfc(a): few bits of that are needed.
        let c = self.clamp(a, 0.0, 6.0);
        let ((p, q), d) = self.erfc_factor(c);
        let p = self.add(p, q);
        let g = self.div(p, d.0);
        let z = self.mul(c, c);
        let nz = self.neg(z);
        let (m, k) = self.exp_sum(nz, None);
        let e = self.pow2(k);
        let m = self.mul(m, e);
        let g = self.mul(g, m);
        let one = self.c(1.0);
        let large = self.sub(one, g);
        let rest = self.erf_rest(a);
        let small = self.add(a, rest);
        let is_small = self.cmpc(Pred::Lt, a, 1.0);
        let r = self.sel(is_small, small, large);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }
}
