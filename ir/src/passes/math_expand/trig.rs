//! sin, cos, tan for any argument, asin, acos, atan, atan2.
//!
//! Arguments of moderate size lose multiples of pi/2 part by part; large ones are reduced exactly with the
//! bits of 2/pi (Payne and Hanek), in integers of the float's width, which stands in a branch.

use super::emit::{Dd, Gen};
use super::poly;
use crate::choices::Pred;
use crate::entity::Value;
use crate::ops::OpKind;

/// The bits of 2/pi, 64 at a time.
const TWO_OVER_PI: [u64; 20] = [
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
];
const HALF_PI: (f64, f64) = (1.5707963267948966, 6.123233995736766e-17);
const PI: (f64, f64) = (3.141592653589793, 1.2246467991473532e-16);
const QUARTER_PI: (f64, f64) = (0.7853981633974483, 3.061616997868383e-17);
const THREE_QUARTER_PI: (f64, f64) = (2.356194490192345, 9.184850993605148e-17);
/// pi/2 in parts of 33 bits, and the rest.
const HALF_PI_1: f64 = 1.57079632673412561417e+00;
const HALF_PI_2: f64 = 6.07710050630396597660e-11;
const HALF_PI_3: f64 = 2.02226624879595063154e-21;
/// pi/2 in parts of 14 bits, and the rest.
const HALF_PI_PARTS: [f64; 5] =
    [1.5706787109375, 0.00011761486530303955, 9.920313459588215e-10, 6.222800053024002e-14, 5.721188916458728e-18];

impl Gen<'_, '_> {
    /// High half of the product of an unsigned word with a significand.
    fn mul_high(&mut self, m: Value, a: Value) -> Value {
        let half = self.width() / 2;
        let mask = self.n((1i64 << half) - 1);
        let (ml, mh) = (self.and(m, mask), self.shr(m, half));
        let (al, ah) = (self.and(a, mask), self.shr(a, half));
        let t0 = self.mul(ml, al);
        let t1 = self.mul(mh, al);
        let t2 = self.mul(ml, ah);
        let t3 = self.mul(mh, ah);
        let c = self.shr(t0, half);
        let mid = self.add(t1, c);
        let low = self.and(mid, mask);
        let mid2 = self.add(t2, low);
        let c1 = self.shr(mid, half);
        let c2 = self.shr(mid2, half);
        let h = self.add(t3, c1);
        self.add(h, c2)
    }

    /// For |x| >= pi/4, finite: multiple of pi/2 (modulo 4, as integer) and the rest, in [-pi/4, pi/4].
    fn reduce_bits(&mut self, ax: Value) -> (Value, Dd) {
        let w = self.width();
        let mant = self.mant();
        let ix = self.bits(ax);
        let fraction = self.n((1i64 << mant) - 1);
        let hidden = self.n(1i64 << mant);
        let m = self.and(ix, fraction);
        let m = self.or(m, hidden);
        let e = self.shr(ix, mant);
        // Offset of the window into the string of bits with a word of zeros before it.
        let shift = self.n(w - 2 - self.bias() - mant);
        let j = self.add(e, shift);
        let zero = self.n(0);
        let j = self.bin(OpKind::Max, j, zero);
        let mut words: Vec<Value> = vec![zero];
        for big in TWO_OVER_PI {
            if self.wide {
                words.push(self.n(big as i64));
            } else {
                words.push(self.n(i64::from((big >> 32) as u32 as i32)));
                words.push(self.n(i64::from(big as u32 as i32)));
            }
        }
        words.truncate(self.by(9, 21));
        let index_bits: &[i64] = self.by(&[2, 1, 0], &[4, 3, 2, 1, 0]);
        let word_bits = self.by(5, 6);
        let at = self.shr(j, word_bits);
        for &b in index_bits {
            let step = 1usize << b;
            let n = 4 + step - 1;
            let bit = self.n(1i64 << b);
            let bit = self.and(at, bit);
            let set = self.cmp(Pred::Ne, bit, zero);
            let mut next = Vec::with_capacity(n);
            for i in 0..n {
                let far = words.get(i + step).copied().unwrap_or(zero);
                let near = words.get(i).copied().unwrap_or(zero);
                next.push(if far == near { near } else { self.sel(set, far, near) });
            }
            words = next;
        }
        let inner = self.n(w - 1);
        let sh = self.and(j, inner);
        let width = self.n(w);
        let back = self.bin(OpKind::Sub, width, sh);
        let mut a = Vec::new();
        for i in 0..3 {
            let hi = self.bin(OpKind::Shl, words[i], sh);
            let lo = self.bin(OpKind::ShrU, words[i + 1], back);
            a.push(self.or(hi, lo));
        }
        // The product's upper two words: two bits of quadrant, then the fraction.
        let x = self.mul_high(m, a[2]);
        let y = self.mul(m, a[1]);
        let r1 = self.add(x, y);
        let carry = self.cmp(Pred::Ult, r1, x);
        let one = self.n(1);
        let carry = self.sel(carry, one, zero);
        let p = self.mul(m, a[0]);
        let q = self.mul_high(m, a[1]);
        let r0 = self.add(p, q);
        let r0 = self.add(r0, carry);
        let quadrant = self.shr(r0, w - 2);
        let hi = self.shl(r0, 2);
        let t = self.shr(r1, w - 2);
        let hi = self.or(hi, t);
        let lo = self.shl(r1, 2);
        let up = self.shr(hi, w - 1);
        let quadrant = self.add(quadrant, up);
        // The signed fraction, piece by piece, largest first.
        let half = w / 2;
        let mask = self.n((1i64 << half) - 1);
        let h1 = self.sar(hi, half);
        let h0 = self.and(hi, mask);
        let l1 = self.shr(lo, half);
        let l0 = self.and(lo, mask);
        let unit = (2.0f64).powi(-(half as i32));
        let mut pieces = Vec::new();
        let mut scale = unit;
        for v in [h1, h0, l1, l0] {
            let f = self.to_float(v);
            pieces.push(self.mulc(f, scale));
            scale *= unit;
        }
        let (s, e1) = self.two_sum(pieces[0], pieces[1]);
        let (s, e2) = self.two_sum(s, pieces[2]);
        let rest = self.add(e1, e2);
        let rest = self.add(rest, pieces[3]);
        let f = self.two_sum(s, rest);
        let c = self.dd(HALF_PI.0, HALF_PI.1);
        (quadrant, self.dd_mul(f, c))
    }

    /// For arguments of moderate size: multiples of pi/2 are subtracted part by part.
    fn reduce_short(&mut self, ax: Value) -> (Value, Dd) {
        let n = self.mulc(ax, std::f64::consts::FRAC_2_PI);
        let (n, q) = self.whole(n);
        let parts: &[f64] = self.by(&HALF_PI_PARTS, &[HALF_PI_1, HALF_PI_2, HALF_PI_3]);
        let a = self.mulc(n, parts[0]);
        let mut s = self.sub(ax, a);
        let mut rest: Option<Value> = None;
        for (k, &p) in parts.iter().enumerate().skip(1) {
            let b = self.mulc(n, -p);
            if !self.wide && k + 1 == parts.len() {
                // Too small to matter for the high word.
                rest = rest.map(|r| self.add(r, b));
                break;
            }
            let (t, e) = self.two_sum(s, b);
            s = t;
            rest = Some(match rest {
                Some(r) => self.add(r, e),
                None => e,
            });
        }
        let rest = rest.expect("there are three parts and more");
        let r = self.fast_two_sum(s, rest);
        (q, r)
    }

    /// Quadrant and rest of |x|.
    fn reduce(&mut self, ax: Value) -> (Value, Dd) {
        let zero = self.c(0.0);
        let zi = self.n(0);
        let most = self.c(self.by(800.0, 1.0e6));
        let huge = self.cmp(Pred::Gt, ax, most);
        let one = self.c(1.0);
        let safe = self.sel(huge, one, ax);
        let (q, r) = self.reduce_short(safe);
        let (vq, vh, vl) = (self.local(self.i), self.local(self.f), self.local(self.f));
        self.b.store(q, vq);
        self.b.store(r.0, vh);
        self.b.store(r.1, vl);
        let then = self.b.m.new_region(&[]);
        let other = self.b.m.new_region(&[]);
        self.b.op(OpKind::If).arg(huge).region(then).region(other).build();
        let saved = self.b.point;
        self.b.point = crate::module::Point { region: then, at: None };
        let (q, r) = self.reduce_bits(ax);
        self.b.store(q, vq);
        self.b.store(r.0, vh);
        self.b.store(r.1, vl);
        self.b.point = saved;
        let (q, r) = (self.b.load(vq), (self.b.load(vh), self.b.load(vl)));
        let small = self.cmpc(Pred::Le, ax, QUARTER_PI.0);
        let q = self.sel(small, zi, q);
        (q, self.sel2(small, (ax, zero), r))
    }

    /// sin and cos of a reduced argument, each as a double-word number of some extra bits.
    fn sin_cos(&mut self, r: Dd) -> (Dd, Dd) {
        let z = self.mul(r.0, r.0);
        let coefficients = self.by(poly::SIN_32, poly::SIN_64);
        let s = self.poly(z, coefficients);
        let v = self.mul(z, r.0);
        let t = self.mul(v, s);
        let half_z = self.mulc(z, 0.5);
        let hl = self.mul(half_z, r.1);
        let low = self.sub(r.1, hl);
        let t = self.add(t, low);
        let sin = self.fast_two_sum(r.0, t);

        let coefficients = self.by(poly::COS_32, poly::COS_64);
        let c = self.poly(z, coefficients);
        let zz = self.mul(z, z);
        let c = self.mul(zz, c);
        let one = self.c(1.0);
        let minus = self.neg(half_z);
        let (w, e) = self.fast_two_sum(one, minus);
        let rr = self.mul(r.0, r.1);
        let c = self.sub(c, rr);
        let c = self.add(e, c);
        (sin, self.fast_two_sum(w, c))
    }

    fn sin_or_cos(&mut self, x: Value, add: i64) -> Value {
        let ax = self.abs(x);
        let (q, r) = self.reduce(ax);
        let (s, c) = self.sin_cos(r);
        let n = self.n(add);
        let q = self.add(q, n);
        let one = self.n(1);
        let two = self.n(2);
        let zero = self.n(0);
        let odd = self.and(q, one);
        let odd = self.cmp(Pred::Ne, odd, zero);
        let v = self.sel(odd, c.0, s.0);
        let sign = self.and(q, two);
        let sign = self.shl(sign, self.width() - 2);
        let bits = self.bits(v);
        let mut bits = self.bin(OpKind::Xor, bits, sign);
        if add == 0 {
            let ix = self.bits(x);
            let top = self.n(self.by(i64::from(i32::MIN), i64::MIN));
            let sx = self.and(ix, top);
            bits = self.bin(OpKind::Xor, bits, sx);
        }
        let v = self.float(bits);
        self.finite_only(ax, v)
    }

    /// NaN for infinite arguments and NaNs.
    fn finite_only(&mut self, ax: Value, v: Value) -> Value {
        let inf = self.inf();
        let nan = self.nan();
        let ok = self.cmp(Pred::Lt, ax, inf);
        self.sel(ok, v, nan)
    }

    pub fn sin(&mut self, x: Value) -> Value {
        self.sin_or_cos(x, 0)
    }

    pub fn cos(&mut self, x: Value) -> Value {
        self.sin_or_cos(x, 1)
    }

    pub fn tan(&mut self, x: Value) -> Value {
        let ax = self.abs(x);
        let (q, r) = self.reduce(ax);
        let (s, c) = self.sin_cos(r);
        let one = self.n(1);
        let zero = self.n(0);
        let odd = self.and(q, one);
        let odd = self.cmp(Pred::Ne, odd, zero);
        let ns = self.dd_neg(s);
        let num = self.sel2(odd, c, s);
        let den = self.sel2(odd, ns, c);
        let (v, _) = self.dd_div(num, den);
        // Tiny arguments are their own tangent.
        let tiny = self.cmpc(Pred::Lt, ax, self.by(2f64.powi(-13), 2f64.powi(-28)));
        let z = self.mul(ax, ax);
        let z = self.mul(z, ax);
        let z = self.mulc(z, 1.0 / 3.0);
        let near = self.add(ax, z);
        let v = self.sel(tiny, near, v);
        let nv = self.neg(v);
        let zf = self.c(0.0);
        let below = self.cmp(Pred::Lt, x, zf);
        let v = self.sel(below, nv, v);
        let is_zero = self.cmp(Pred::Eq, x, zf);
        let v = self.sel(is_zero, x, v);
        self.finite_only(ax, v)
    }

    /// For |x| <= 1/2: |x| and asin(|x|) - |x|; above that the same of sqrt((1 - |x|) / 2), and the low word of that root.
    fn asin_parts(&mut self, a: Value, is_small: Value) -> (Value, Value, Value) {
        let one = self.c(1.0);
        let zero = self.c(0.0);
        let d = self.sub(one, a);
        let d = self.mulc(d, 0.5);
        let (s, sl) = if self.wide {
            (self.sqrt(d), zero)
        } else {
            let positive = self.cmp(Pred::Gt, d, zero);
            let half = self.c(0.5);
            let safe = self.sel(positive, d, half);
            let s = self.dd_sqrt((safe, zero));
            self.sel2(positive, s, (zero, zero))
        };
        let aa = self.mul(a, a);
        let z = self.sel(is_small, aa, d);
        let t = self.sel(is_small, a, s);
        let coefficients = self.by(poly::ASIN_32, poly::ASIN_64);
        let p = self.poly(z, coefficients);
        let z = self.mul(z, p);
        (t, self.mul(t, z), sl)
    }

    /// NaN outside [-1, 1].
    fn unit_only(&mut self, a: Value, v: Value) -> Value {
        let ok = self.cmpc(Pred::Le, a, 1.0);
        let nan = self.nan();
        self.sel(ok, v, nan)
    }

    pub fn asin(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let is_small = self.cmpc(Pred::Le, a, 0.5);
        let (t, rest, sl) = self.asin_parts(a, is_small);
        let small = self.add(t, rest);
        let (ch, cl) = self.dd(HALF_PI.0, HALF_PI.1);
        let h2 = self.mulc(t, -2.0);
        let l = self.add(rest, sl);
        let l2 = self.add(l, l);
        let (s, e) = self.fast_two_sum(ch, h2);
        let t = self.sub(cl, l2);
        let t = self.add(e, t);
        let large = self.add(s, t);
        let r = self.sel(is_small, small, large);
        let r = self.copysign(r, x);
        self.unit_only(a, r)
    }

    pub fn acos(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let is_small = self.cmpc(Pred::Le, a, 0.5);
        let (t, rest, sl) = self.asin_parts(a, is_small);
        // |x| <= 1/2: pi/2 - asin(x)
        let rest_x = self.copysign(rest, x);
        let (ch, cl) = self.dd(HALF_PI.0, HALF_PI.1);
        let nx = self.neg(x);
        let (s, e) = self.fast_two_sum(ch, nx);
        let u = self.sub(cl, rest_x);
        let u = self.add(e, u);
        let small = self.add(s, u);
        // x > 1/2: twice the upper part; x < -1/2: pi minus that
        let l = self.add(rest, sl);
        let h2 = self.add(t, t);
        let l2 = self.add(l, l);
        let right = self.add(h2, l2);
        let (ph, pl) = self.dd(PI.0, PI.1);
        let nh = self.neg(h2);
        let (s, e) = self.fast_two_sum(ph, nh);
        let t = self.sub(pl, l2);
        let t = self.add(e, t);
        let left = self.add(s, t);
        let zero = self.c(0.0);
        let below = self.cmp(Pred::Lt, x, zero);
        let large = self.sel(below, left, right);
        let r = self.sel(is_small, small, large);
        self.unit_only(a, r)
    }

    /// atan(num / den) for 0 <= num <= den as (base, core): base is 0 or pi/4, both double-word numbers.
    fn atan_core(&mut self, num: Value, den: Value) -> (Dd, Dd) {
        let zero = self.c(0.0);
        let bound = self.mulc(den, 0.4142135623730951);
        let upper = self.cmp(Pred::Gt, num, bound);
        let (t, tl) = if self.wide {
            let difference = self.sub(num, den);
            let sum = self.add(den, num);
            let n = self.sel(upper, difference, num);
            let d = self.sel(upper, sum, den);
            (self.div(n, d), None)
        } else {
            let nd = self.neg(den);
            let difference = self.two_sum(num, nd);
            let sum = self.fast_two_sum(den, num);
            let n = self.sel2(upper, difference, (num, zero));
            let d = self.sel2(upper, sum, (den, zero));
            let (t, tl) = self.dd_div(n, d);
            // The correction is no number where the numerator is very small: nor is it needed there.
            let ah = self.abs(n.0);
            let tiny = self.cmpc(Pred::Lt, ah, 2f64.powi(-100));
            let q = self.div(n.0, d.0);
            (self.sel(tiny, q, t), Some(self.sel(tiny, zero, tl)))
        };
        let z = self.mul(t, t);
        let coefficients = self.by(poly::ATAN_32, poly::ATAN_64);
        let p = self.poly(z, coefficients);
        let z1 = self.mul(z, p);
        let mut r = self.mul(t, z1);
        if let Some(tl) = tl {
            // atan(t + tl) = atan(t) + tl / (1 + t^2), and 1 - t^2 is close enough
            let zl = self.mul(z, tl);
            let tl = self.sub(tl, zl);
            r = self.add(r, tl);
        }
        let core = (t, r);
        let quarter = self.dd(QUARTER_PI.0, QUARTER_PI.1);
        let base = self.sel2(upper, quarter, (zero, zero));
        (base, core)
    }

    /// Sum of a base and a core that is smaller or the base is 0.
    fn angle(&mut self, base: Dd, core: Dd) -> Value {
        let (s, e) = self.two_sum(base.0, core.0);
        let t = self.add(base.1, core.1);
        let t = self.add(e, t);
        self.add(s, t)
    }

    pub fn atan(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        let one = self.c(1.0);
        let zero = self.c(0.0);
        let over = self.cmp(Pred::Gt, a, one);
        let inf = self.inf();
        let is_inf = self.cmp(Pred::Eq, a, inf);
        let num = self.sel(over, one, a);
        let den = self.sel(over, a, one);
        let den = self.sel(is_inf, one, den);
        let num = self.sel(is_inf, zero, num);
        let (base, core) = self.atan_core(num, den);
        // Beyond 1: pi/2 minus it.
        let half = self.dd(HALF_PI.0, HALF_PI.1);
        let nc = self.dd_neg(core);
        let quarter = self.dd(QUARTER_PI.0, QUARTER_PI.1);
        let is_zero = self.cmp(Pred::Eq, base.0, zero);
        let ob = self.sel2(is_zero, half, quarter);
        let base = self.sel2(over, ob, base);
        let core = self.sel2(over, nc, core);
        let r = self.angle(base, core);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }

    pub fn atan2(&mut self, y: Value, x: Value) -> Value {
        let ay = self.abs(y);
        let ax = self.abs(x);
        let zero = self.c(0.0);
        let one = self.c(1.0);
        let inf = self.inf();
        // Infinities as a ratio of ones and zeros.
        let y_inf = self.cmp(Pred::Eq, ay, inf);
        let x_inf = self.cmp(Pred::Eq, ax, inf);
        let y1 = self.sel(y_inf, one, zero);
        let x1 = self.sel(x_inf, one, zero);
        let any = self.bin(OpKind::Or, y_inf, x_inf);
        let ay = self.sel(any, y1, ay);
        let ax = self.sel(any, x1, ax);
        let over = self.cmp(Pred::Gt, ay, ax);
        let num = self.sel(over, ax, ay);
        let den = self.sel(over, ay, ax);
        // Sums must not overflow; quotients of subnormal numbers need normal ones.
        let large = self.cmpc(Pred::Gt, den, self.by(2f64.powi(125), 2f64.powi(1021)));
        let small = self.cmpc(Pred::Lt, den, self.by(2f64.powi(-60), 2f64.powi(-500)));
        let down = self.c(0.25);
        let up = self.c(self.by(2f64.powi(60), 2f64.powi(500)));
        let factor = self.sel(large, down, one);
        let factor = self.sel(small, up, factor);
        let num = self.mul(num, factor);
        let den = self.mul(den, factor);
        let both_zero = self.cmp(Pred::Eq, den, zero);
        let den = self.sel(both_zero, one, den);
        let (base, core) = self.atan_core(num, den);
        let is_zero = self.cmp(Pred::Eq, base.0, zero);
        let half = self.dd(HALF_PI.0, HALF_PI.1);
        let pi = self.dd(PI.0, PI.1);
        let quarter = self.dd(QUARTER_PI.0, QUARTER_PI.1);
        let three = self.dd(THREE_QUARTER_PI.0, THREE_QUARTER_PI.1);
        let ix = self.bits(x);
        let zi = self.n(0);
        let left = self.cmp(Pred::Lt, ix, zi);
        let nc = self.dd_neg(core);
        // over: pi/2 -+ angle; else angle or pi - angle.
        let same = self.bin(OpKind::Xor, over, left);
        let core = self.sel2(same, nc, core);
        let a_lo = self.sel2(left, pi, (zero, zero));
        let b_lo = self.sel2(over, half, a_lo);
        let b_hi = self.sel2(left, three, quarter);
        let base = self.sel2(is_zero, b_lo, b_hi);
        let r = self.angle(base, core);
        let r = self.copysign(r, y);
        let r = self.keep_nan(x, r);
        self.keep_nan(y, r)
    }
}
