//! exp, exp2, log, log2, log10, pow, the hyperbolic functions and their inverses.

// The constants are the high parts of double-word numbers; their low parts belong to just these bits.
#![allow(clippy::approx_constant)]

use super::emit::{Dd, Gen};
use super::poly;
use crate::choices::Pred;
use crate::entity::Value;
use crate::ops::OpKind;

/// ln 2: a part with few bits (times any exponent it is exact), and the rest.
const LN2_SHORT: (f64, f64) = (0.693145751953125, 1.4286068203094173e-06);
const LN2_SHORT_WIDE: (f64, f64) = (0.6931471803691238, 1.9082149292705877e-10);
/// As double-word numbers.
const LN2: (f64, f64) = (0.6931471805599453, 2.3190468138462996e-17);
const INV_LN2: (f64, f64) = (1.4426950408889634, 2.0355273740931033e-17);
/// 1 / ln of the base in the manner of `LN2_SHORT`.
const INV_LN2_SHORT: (f64, f64) = (1.4423828125, 0.00031222838896340733);
const INV_LN10_SHORT: (f64, f64) = (0.4342041015625, 9.038034075182765e-05);
const INV_LN2_SHORT_WIDE: (f64, f64) = (1.4426950216293335, 1.9259629911266175e-08);
/// 1 / ln of the base in the manner of `LN2_SHORT`.
const INV_LN10_SHORT_WIDE: (f64, f64) = (0.4342944771051407, 4.798111141615973e-09);
/// log10(2) in the manner of `LN2_SHORT`.
const LOG10_2_SHORT: (f64, f64) = (0.301025390625, 4.605038981195214e-06);
const LOG10_2_SHORT_WIDE: (f64, f64) = (0.3010299955494702, 1.1451100898021838e-10);

impl Gen<'_, '_> {
    fn ln2_short(&mut self) -> Dd {
        let (h, l) = self.by(LN2_SHORT, LN2_SHORT_WIDE);
        (self.c(h), self.c(l))
    }

    /// exp(r + rl) for |r| <= ln(2)/2 (a little more), as a double-word number.
    fn exp_core(&mut self, r: Value, rl: Value) -> Dd {
        let z = self.mul(r, r);
        let coefficients = self.by(poly::EXP_32, poly::EXP_64);
        let q = self.poly(r, coefficients);
        let p = self.mul(z, q);
        let one = self.c(1.0);
        let (s, e) = self.fast_two_sum(one, r);
        let t = self.add(p, rl);
        let x = self.mul(rl, r);
        let t = self.add(t, x);
        let t = self.add(e, t);
        self.fast_two_sum(s, t)
    }

    /// exp(x) = (h + l) * 2^k for x in a range where k fits; (h, l, k).
    fn exp_parts(&mut self, x: Value) -> (Dd, Value) {
        self.exp_parts_low(x, None)
    }

    /// As [`Self::exp_parts`] for the sum of `x` and a small number.
    pub fn exp_parts_low(&mut self, x: Value, low: Option<Value>) -> (Dd, Value) {
        let k = self.mulc(x, INV_LN2.0);
        let (kf, k) = self.whole(k);
        let (c, d) = self.ln2_short();
        let a = self.mul(kf, c);
        let r = self.sub(x, a);
        let b = self.mul(kf, d);
        let b = self.neg(b);
        let (mut r, mut rl) = self.two_sum(r, b);
        if let Some(l) = low {
            rl = self.add(rl, l);
            (r, rl) = self.two_sum(r, rl);
        }
        (self.exp_core(r, rl), k)
    }

    /// Range in which exp is neither 0 nor infinite, with a margin.
    fn exp_clamp(&mut self, x: Value) -> Value {
        let (lo, hi) = self.by((-104.0, 89.0), (-746.0, 710.0));
        self.clamp(x, lo, hi)
    }

    /// exp(r) for |r| <= ln(2)/2 (a little more), rounded to a single number.
    fn exp_short(&mut self, r: Value) -> Value {
        let z = self.mul(r, r);
        let coefficients = self.by(poly::EXP_32, poly::EXP_64);
        let q = self.poly(r, coefficients);
        let p = self.mul(z, q);
        let t = self.add(r, p);
        self.addc(t, 1.0)
    }

    /// exp(h + l) = m * 2^k for a sum in a range where k fits, `l` small; (m, k).
    pub fn exp_sum(&mut self, h: Value, l: Option<Value>) -> (Value, Value) {
        let k = self.mulc(h, INV_LN2.0);
        let (kf, k) = self.whole(k);
        let (c, d) = self.ln2_short();
        let a = self.mul(kf, c);
        let r = self.sub(h, a);
        let b = self.mul(kf, d);
        let b = match l {
            Some(l) => self.sub(b, l),
            None => b,
        };
        let r = self.sub(r, b);
        (self.exp_short(r), k)
    }

    pub fn exp(&mut self, x: Value) -> Value {
        let xc = self.exp_clamp(x);
        let (m, k) = self.exp_sum(xc, None);
        let r = self.scale(m, k);
        self.keep_nan(x, r)
    }

    pub fn exp2(&mut self, x: Value) -> Value {
        let (lo, hi) = self.by((-151.0, 129.0), (-1076.0, 1025.0));
        let xc = self.clamp(x, lo, hi);
        let (kf, k) = self.whole(xc);
        let r = self.sub(xc, kf);
        let r = self.mulc(r, LN2.0);
        let m = self.exp_short(r);
        let r = self.scale(m, k);
        self.keep_nan(x, r)
    }

    /// Exponent and mantissa in [sqrt(1/2), sqrt(2)) of a positive number, subnormal or not.
    fn mantissa(&mut self, x: Value) -> (Value, Value) {
        let tiny = self.by(f64::from(f32::MIN_POSITIVE), f64::MIN_POSITIVE);
        let up = self.by(25, 54);
        let small = self.cmpc(Pred::Lt, x, tiny);
        let scaled = self.mulc(x, (2.0f64).powi(up as i32));
        let x = self.sel(small, scaled, x);
        let ix = self.bits(x);
        let root = self.by(0x3f35_04f3, 0x3fe6_a09e_667f_3bcd);
        let root = self.n(root);
        let t = self.bin(OpKind::Sub, ix, root);
        let k = self.sar(t, self.mant());
        let shifted = self.shl(k, self.mant());
        let im = self.bin(OpKind::Sub, ix, shifted);
        let m = self.float(im);
        let adjust = self.n(up);
        let zero = self.n(0);
        let adjust = self.sel(small, adjust, zero);
        (self.bin(OpKind::Sub, k, adjust), m)
    }

    /// Zero, negative, infinite and NaN arguments of a logarithm.
    fn log_special(&mut self, x: Value, r: Value) -> Value {
        let zero = self.c(0.0);
        let inf = self.inf();
        let ninf = self.c(f64::NEG_INFINITY);
        let nan = self.nan();
        let is_zero = self.cmp(Pred::Eq, x, zero);
        let neg = self.cmp(Pred::Lt, x, zero);
        let is_inf = self.cmp(Pred::Eq, x, inf);
        let r = self.sel(is_inf, inf, r);
        let r = self.sel(neg, nan, r);
        let r = self.sel(is_zero, ninf, r);
        self.keep_nan(x, r)
    }

    pub fn log(&mut self, x: Value) -> Value {
        let (k, m) = self.mantissa(x);
        let f = self.addc(m, -1.0);
        let k = self.small_float(k);
        let r = self.log_sum(k, f, None);
        self.log_special(x, r)
    }

    /// log of a positive finite number as a double-word number, with an error of some 2^-10 units of its last place.
    fn log_double(&mut self, x: Value) -> Dd {
        let (k, m) = self.mantissa(x);
        // log(m) = 2 s + 2/3 s^3 + ..., s = f / (2 + f): s with its error, from one division
        let f = self.addc(m, -1.0);
        let two = self.c(2.0);
        let (d, dl) = self.fast_two_sum(two, f);
        let one = self.c(1.0);
        let inverse = self.div(one, d);
        let s = self.mul(f, inverse);
        let (p, e) = self.two_prod(s, d);
        let r = self.sub(f, p);
        let r = self.sub(r, e);
        let t = self.mul(s, dl);
        let r = self.sub(r, t);
        let sl = self.mul(r, inverse);
        // s^2
        let (z, ze) = self.two_prod(s, s);
        let t = self.add(s, s);
        let t = self.mul(t, sl);
        let zl = self.add(ze, t);
        // 2/3 + z * (2/5 + ...): the second term need not be better than a single number
        let coefficients = self.by(poly::LOG3_32, poly::LOG3_64);
        let q = self.poly(z, coefficients);
        let q = self.mul(z, q);
        let q = self.addc(q, 0.4);
        let q = self.mul(z, q);
        let (ch, cl) = self.dd(0.6666666666666666, 3.700743415417188e-17);
        let (v, vl) = self.fast_two_sum(ch, q);
        let vl = self.add(vl, cl);
        // times s^3
        let (w, we) = self.two_prod(z, v);
        let t = self.mul(z, vl);
        let t2 = self.mul(zl, v);
        let t = self.add(t, t2);
        let wl = self.add(we, t);
        let (u, ue) = self.two_prod(s, w);
        let t = self.mul(s, wl);
        let t2 = self.mul(sl, w);
        let t = self.add(t, t2);
        let ul = self.add(ue, t);
        let s2 = self.add(s, s);
        let (h, l) = self.fast_two_sum(s2, u);
        let t = self.add(sl, sl);
        let t = self.add(t, ul);
        let l = self.add(l, t);
        // the exponent's part
        let k = self.small_float(k);
        let (c, d) = self.ln2_short();
        let hi = self.mul(k, c);
        let lo = self.mul(k, d);
        let (h, e) = self.fast_two_sum(hi, h);
        let (h, e2) = self.fast_two_sum(h, lo);
        let l = self.add(l, e2);
        (h, self.add(e, l))
    }

    /// log of a positive finite double-word number, rounded to a single one.
    pub fn log_double_word(&mut self, x: Dd) -> Value {
        self.log_dd(x, None)
    }

    /// log(x) + extra * ln 2, rounded to a single number; `x` positive and finite.
    fn log_dd(&mut self, x: Dd, extra: Option<Value>) -> Value {
        let (k, m) = self.mantissa(x.0);
        let f = self.addc(m, -1.0);
        // The low word by the same power of two; where that is no normal number, it does not matter.
        let most = self.n(self.bias() - 1);
        let least = self.bin(OpKind::Min, k, most);
        let bias = self.n(self.bias());
        let e = self.sub(bias, least);
        let e = self.shl(e, self.mant());
        let p = self.float(e);
        let low = self.mul(x.1, p);
        let (f, low) = self.two_sum(f, low);
        // d log = d f / (1 + f), nearly
        let t = self.mul(low, f);
        let low = self.sub(low, t);
        let mut k = self.small_float(k);
        if let Some(e) = extra {
            k = self.add(k, e);
        }
        self.log_sum(k, f, Some(low))
    }

    /// `k` ln 2 + log(1 + f), and a small number.
    fn log_sum(&mut self, k: Value, f: Value, low: Option<Value>) -> Value {
        let ff = self.mul(f, f);
        let hfsq = self.mulc(ff, 0.5);
        let den = self.addc(f, 2.0);
        let s = self.div(f, den);
        let z = self.mul(s, s);
        let coefficients = self.by(poly::LOG_32, poly::LOG_64);
        let p = self.poly(z, coefficients);
        let r = self.mul(z, p);
        let (c, d) = self.ln2_short();
        let t = self.add(hfsq, r);
        let t = self.mul(s, t);
        let mut lo = self.mul(k, d);
        if let Some(l) = low {
            lo = self.add(lo, l);
        }
        let t = self.add(t, lo);
        let t = self.sub(hfsq, t);
        let t = self.sub(t, f);
        let hi = self.mul(k, c);
        self.sub(hi, t)
    }

    /// log(x) * c + k * d for logarithms of other bases: `c` and `d` in two parts.
    fn log_base(&mut self, x: Value, c: (f64, f64), d: (f64, f64)) -> Value {
        let (k, m) = self.mantissa(x);
        let f = self.addc(m, -1.0);
        let ff = self.mul(f, f);
        let hfsq = self.mulc(ff, 0.5);
        let den = self.addc(f, 2.0);
        let s = self.div(f, den);
        let z = self.mul(s, s);
        let coefficients = self.by(poly::LOG_32, poly::LOG_64);
        let p = self.poly(z, coefficients);
        let r = self.mul(z, p);
        let t = self.add(hfsq, r);
        let t = self.mul(s, t);
        // log(m) = f - hfsq + t, its upper part with few enough bits that the product is exact
        let h = self.sub(f, hfsq);
        let bits = self.bits(h);
        let mask = self.n(self.by(!0xfff, !0x7ff_ffff));
        let bits = self.and(bits, mask);
        let h = self.float(bits);
        let l = self.sub(f, h);
        let l = self.sub(l, hfsq);
        let l = self.add(l, t);
        let k = self.small_float(k);
        let big = self.mulc(h, c.0);
        let hl = self.add(h, l);
        let small = self.mulc(hl, c.1);
        let lc = self.mulc(l, c.0);
        let small = self.add(small, lc);
        let kd = self.mulc(k, d.1);
        let small = self.add(small, kd);
        let kh = self.mulc(k, d.0);
        let (s, e) = self.two_sum(kh, big);
        let small = self.add(small, e);
        let r = self.add(s, small);
        self.log_special(x, r)
    }

    pub fn log2(&mut self, x: Value) -> Value {
        let c = self.by(INV_LN2_SHORT, INV_LN2_SHORT_WIDE);
        self.log_base(x, c, (1.0, 0.0))
    }

    pub fn log10(&mut self, x: Value) -> Value {
        let c = self.by(INV_LN10_SHORT, INV_LN10_SHORT_WIDE);
        let d = self.by(LOG10_2_SHORT, LOG10_2_SHORT_WIDE);
        self.log_base(x, c, d)
    }

    pub fn pow(&mut self, x: Value, y: Value) -> Value {
        let ax = self.abs(x);
        let zero = self.c(0.0);
        let one = self.c(1.0);
        let inf = self.inf();
        let (h, l) = self.log_double(ax);
        // Exponents beyond this give 0, 1 or infinity whatever they are.
        let most = self.by(2f64.powi(36), 2f64.powi(70));
        let yc = self.clamp(y, -most, most);
        let (ph, pe) = self.two_prod(h, yc);
        let t = self.mul(l, yc);
        let pl = self.add(pe, t);
        let (lo, hi) = self.by((-110.0, 95.0), (-760.0, 720.0));
        let pc = self.clamp(ph, lo, hi);
        let same = self.cmp(Pred::Eq, pc, ph);
        let pl = self.sel(same, pl, zero);
        let (m, k) = self.exp_sum(pc, Some(pl));
        let r = self.scale(m, k);

        // |x| zero or infinite.
        let y_neg = self.cmp(Pred::Lt, y, zero);
        let small = self.sel(y_neg, inf, zero);
        let large = self.sel(y_neg, zero, inf);
        let x_zero = self.cmp(Pred::Eq, ax, zero);
        let x_inf = self.cmp(Pred::Eq, ax, inf);
        let r = self.sel(x_zero, small, r);
        let r = self.sel(x_inf, large, r);
        // Sign and domain.
        let fy = self.floor(y);
        let whole = self.cmp(Pred::Eq, fy, y);
        let hy = self.mulc(y, 0.5);
        let fh = self.floor(hy);
        let odd_half = self.cmp(Pred::Ne, fh, hy);
        let odd = self.bool_and(whole, odd_half);
        let ix = self.bits(x);
        let zi = self.n(0);
        let minus = self.cmp(Pred::Lt, ix, zi);
        let flip = self.bool_and(minus, odd);
        let nr = self.neg(r);
        let r = self.sel(flip, nr, r);
        let below = self.cmp(Pred::Lt, x, zero);
        let fractional = self.not(whole);
        let bad = self.bool_and(below, fractional);
        let finite = self.cmp(Pred::Lt, ax, inf);
        let bad = self.bool_and(bad, finite);
        let nan = self.nan();
        let r = self.sel(bad, nan, r);
        let r = self.keep_nan(x, r);
        let r = self.keep_nan(y, r);
        let y_zero = self.cmp(Pred::Eq, y, zero);
        let x_one = self.cmp(Pred::Eq, x, one);
        let r = self.sel(y_zero, one, r);
        self.sel(x_one, one, r)
    }

    /// exp(a) / 2 as a double-word number, and 1 / (2 exp(a)), for a >= 0 (clamped).
    fn half_exp(&mut self, a: Value) -> (Dd, Value) {
        let a = self.clamp(a, 0.0, self.by(90.0, 711.0));
        let ((h, l), k) = self.exp_parts(a);
        let one = self.n(1);
        let k = self.bin(OpKind::Sub, k, one);
        let h = self.scale(h, k);
        let l = self.scale(l, k);
        let quarter = self.c(0.25);
        let v = self.div(quarter, h);
        // v * (1 - l / h) = v - 4 v^2 l
        let v4 = self.mulc(v, 4.0);
        let vl = self.mul(v, l);
        let t = self.mul(v4, vl);
        ((h, l), self.sub(v, t))
    }

    pub fn sinh(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let ((h, l), v) = self.half_exp(a);
        // Where exp(a) overflows the low word is no number.
        let big = self.cmpc(Pred::Gt, a, self.by(40.0, 100.0));
        let t = self.sub(l, v);
        let zero = self.c(0.0);
        let t = self.sel(big, zero, t);
        let large = self.add(h, t);
        let z = self.mul(a, a);
        let coefficients = self.by(poly::SINH_32, poly::SINH_64);
        let p = self.poly(z, coefficients);
        let z = self.mul(z, p);
        let w = self.mul(a, z);
        let small = self.add(a, w);
        let is_small = self.cmpc(Pred::Lt, a, 1.0);
        let r = self.sel(is_small, small, large);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }

    pub fn cosh(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let ((h, l), v) = self.half_exp(a);
        let big = self.cmpc(Pred::Gt, a, self.by(40.0, 100.0));
        let (s, e) = self.fast_two_sum(h, v);
        let t = self.add(e, l);
        let r = self.add(s, t);
        let r = self.sel(big, h, r);
        self.keep_nan(x, r)
    }

    pub fn tanh(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let ac = self.clamp(a, 0.0, self.by(10.0, 22.0));
        let twice = self.add(ac, ac);
        let ((h, l), k) = self.exp_parts(twice);
        let h = self.scale(h, k);
        let l = self.scale(l, k);
        let one = self.c(1.0);
        let (d, e) = self.fast_two_sum(h, one);
        let e = self.add(e, l);
        let two = self.c(2.0);
        let zero = self.c(0.0);
        let (q, ql) = self.dd_div((two, zero), (d, e));
        let nq = self.neg(q);
        let (s, e) = self.fast_two_sum(one, nq);
        let t = self.sub(e, ql);
        let large = self.add(s, t);
        let z = self.mul(a, a);
        let coefficients = self.by(poly::TANH_32, poly::TANH_64);
        let p = self.poly(z, coefficients);
        let z = self.mul(z, p);
        let w = self.mul(a, z);
        let small = self.add(a, w);
        let is_small = self.cmpc(Pred::Lt, a, 0.55);
        let r = self.sel(is_small, small, large);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }

    /// `x + c x^3`, what odd inverse functions are near zero.
    fn near_zero(&mut self, x: Value, c: f64) -> Value {
        let z = self.mul(x, x);
        let z = self.mul(z, x);
        let z = self.mulc(z, c);
        self.add(x, z)
    }

    pub fn asinh(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let zero = self.c(0.0);
        let one = self.c(1.0);
        let limit = self.by(8192.0, 2f64.powi(28));
        let big = self.cmpc(Pred::Gt, a, limit);
        let at = self.sel(big, one, a);
        let (p, e) = self.two_prod(at, at);
        let t = self.dd_add((p, e), (one, zero));
        let r = self.dd_sqrt(t);
        let s = self.dd_add((at, zero), r);
        let s = self.sel2(big, (a, zero), s);
        let extra = self.sel(big, one, zero);
        let r = self.log_dd(s, Some(extra));
        let near = self.near_zero(a, -1.0 / 6.0);
        let tiny = self.cmpc(Pred::Lt, a, self.by(2f64.powi(-12), 2f64.powi(-26)));
        let r = self.sel(tiny, near, r);
        let inf = self.inf();
        let is_inf = self.cmp(Pred::Eq, a, inf);
        let r = self.sel(is_inf, inf, r);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }

    pub fn acosh(&mut self, x: Value) -> Value {
        let zero = self.c(0.0);
        let one = self.c(1.0);
        let two = self.c(2.0);
        let limit = self.by(8192.0, 2f64.powi(28));
        let big = self.cmpc(Pred::Gt, x, limit);
        let inside = self.cmpc(Pred::Gt, x, 1.0);
        let at = self.sel(big, two, x);
        let at = self.sel(inside, at, two);
        let (p, e) = self.two_prod(at, at);
        let minus = self.c(-1.0);
        let t = self.dd_add((p, e), (minus, zero));
        let r = self.dd_sqrt(t);
        let s = self.dd_add((at, zero), r);
        let s = self.sel2(big, (x, zero), s);
        let extra = self.sel(big, one, zero);
        let r = self.log_dd(s, Some(extra));
        let inf = self.inf();
        let is_inf = self.cmp(Pred::Eq, x, inf);
        let r = self.sel(is_inf, inf, r);
        let nan = self.nan();
        let is_one = self.cmp(Pred::Eq, x, one);
        let r = self.sel(inside, r, nan);
        let r = self.sel(is_one, zero, r);
        self.keep_nan(x, r)
    }

    pub fn atanh(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let one = self.c(1.0);
        let half = self.c(0.5);
        let inside = self.cmpc(Pred::Lt, a, 1.0);
        let at = self.sel(inside, a, half);
        let num = self.fast_two_sum(one, at);
        let minus = self.neg(at);
        let den = self.fast_two_sum(one, minus);
        let q = self.dd_div(num, den);
        let r = self.log_dd(q, None);
        let r = self.mulc(r, 0.5);
        let near = self.near_zero(a, 1.0 / 3.0);
        let tiny = self.cmpc(Pred::Lt, a, self.by(2f64.powi(-12), 2f64.powi(-26)));
        let r = self.sel(tiny, near, r);
        let nan = self.nan();
        let inf = self.inf();
        let is_one = self.cmp(Pred::Eq, a, one);
        let out = self.sel(is_one, inf, nan);
        let r = self.sel(inside, r, out);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }
}
