//! erf and erfc: a polynomial near zero, exp(-x^2) times a polynomial in (x - 4)/(x + 4) elsewhere.

use super::emit::{Dd, Gen};
use super::poly;
use crate::entity::Value;

impl Gen<'_, '_> {
    /// erfc(a) for a >= 0 before scaling by 2^k, as (mantissa, k).
    fn erfc_parts(&mut self, a: Value) -> (Dd, Value) {
        let zero = self.c(0.0);
        let x = self.clamp(a, 0.0, self.by(11.0, 28.0));
        let four = self.c(4.0);
        let minus_four = self.c(-4.0);
        let num = self.two_sum(x, minus_four);
        let den = self.two_sum(x, four);
        let t = self.dd_div(num, den);
        let p = if self.wide {
            // Plain Horner, the last step with the low word of t.
            let c = poly::ERFC_64;
            let q = self.poly(t.0, &c[1..]);
            let (h, l) = self.two_prod(q, t.0);
            let ql = self.mul(q, t.1);
            let l = self.add(l, ql);
            let c0 = self.c(c[0]);
            self.dd_add((c0, zero), (h, l))
        } else {
            let c = poly::ERFC_32;
            // The lowest powers in double words.
            let (low, high) = c.split_at(5);
            let zero = self.c(0.0);
            let mut r = (self.poly(t.0, high), zero);
            for &k in low.iter().rev() {
                r = self.dd_mul(r, t);
                let k = self.dd(k, 0.0);
                r = self.dd_add(r, k);
            }
            r
        };
        let one = self.c(1.0);
        let twice = self.add(x, x);
        let d = self.two_sum(twice, one);
        let g = self.dd_div(p, d);
        let (z, ze) = self.two_prod(x, x);
        let nz = self.neg(z);
        let nze = self.neg(ze);
        let (e, k) = self.exp_parts_low(nz, Some(nze));
        (self.dd_mul(g, e), k)
    }

    pub fn erfc(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let ((h, l), k) = self.erfc_parts(a);
        let m = self.add(h, l);
        let right = self.scale(m, k);
        let two = self.c(2.0);
        let sh = self.scale(h, k);
        let sl = self.scale(l, k);
        let nh = self.neg(sh);
        let (s, e) = self.fast_two_sum(two, nh);
        let e = self.sub(e, sl);
        let left = self.add(s, e);
        let zero = self.c(0.0);
        let below = self.cmp("lt", x, zero);
        let r = self.sel(below, left, right);
        self.keep_nan(x, r)
    }

    pub fn erf(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let ((h, l), k) = self.erfc_parts(a);
        let sh = self.scale(h, k);
        let sl = self.scale(l, k);
        let one = self.c(1.0);
        let nh = self.neg(sh);
        let (s, e) = self.fast_two_sum(one, nh);
        let e = self.sub(e, sl);
        let large = self.add(s, e);
        let z = self.mul(a, a);
        let coefficients = self.by(poly::ERF_32, poly::ERF_64);
        let p = self.poly(z, coefficients);
        let t = self.mul(a, p);
        let small = self.add(a, t);
        let is_small = self.cmpc("lt", a, 1.0);
        let r = self.sel(is_small, small, large);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }
}
