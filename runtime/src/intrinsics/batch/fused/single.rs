//! Functions of f32: in f32 where one rounding more is allowed, else in f64.

use super::horner;
use super::reals::{ByWide, Single, Wide};
use std::f32::consts::LOG2_E;

/// Adding it rounds to an integer, whose lowest bits are then those of the sum.
const MAGIC: f32 = 12_582_912.0;
/// Larger arguments of the circular functions are rare.
const CIRCULAR: f32 = 1_000.0;

/// Sine of x = n pi + r, which has this sign.
#[inline(always)]
fn sine<X: Single>(x: X, n: X, sign: X) -> X {
    // The first difference is exact, or the sine is flat there.
    let r = n.mul_add(-3.141_592_7, x);
    let r = n.mul_add(8.742_278e-8, r);
    let r = n.mul_add(3.430_249e-15, r);
    let z = r * r;
    // What the square lost counts where the sine is near 1.
    let lost = r.mul_add(r, -z);
    let p = horner!(z; -2.619_471_2e-8, 2.766_29e-6, -0.000_198_436_8, 0.008_333_353, -0.166_666_67);
    let w = z.mul_add(p, lost * -0.166_666_67);
    let v = r.mul_add(w, r);
    v.xor(sign.left::<31>())
}

#[inline(always)]
pub fn sin_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f32::consts::FRAC_1_PI, MAGIC);
    let v = sine(a, t - MAGIC, t);
    (v.xor(x.and(i32::MIN)), a.above(CIRCULAR))
}

#[inline(always)]
pub fn cos_quick<X: Single>(x: X) -> (X, X::Mask) {
    // Near multiples of pi a remainder of pi would be large and would lose too much; this one is of pi/2.
    let x = x.abs();
    let t = x.mul_add(std::f32::consts::FRAC_2_PI, MAGIC);
    let n = t - MAGIC;
    let a = n.mul_add(-1.570_796_4, x);
    let r = n.mul_add(4.371_139e-8, a);
    let e = n.mul_add(4.371_139e-8, a - r);
    let e = n.mul_add(1.715_124_5e-15, e);
    let z = r * r;
    let s = horner!(z; 2.718_163_4e-6, -0.000_198_393_2, 0.008_333_329, -0.166_666_67);
    let c = horner!(z; -2.720_886e-7, 2.479_950_3e-5, -0.001_388_888_3, 0.041_666_668, -0.5);
    let v = X::pick(t.odd(), r + (z * r).mul_add(s, e), z.mul_add(c, -(r * e)) + 1.0);
    let sign = t.plus(X::of(1)).and(2).left::<30>();
    (v.xor(sign), x.above(CIRCULAR))
}

#[inline(always)]
pub fn tan_quick<X: Single>(x: X) -> (X, X::Mask) {
    struct Tangent;
    impl ByWide<1> for Tangent {
        #[inline(always)]
        fn value<X: Wide>(&self, [x]: [X; 1]) -> X {
            let t = x.mul_add(std::f64::consts::FRAC_2_PI, super::wide::MAGIC);
            let n = t - super::wide::MAGIC;
            let r = n.mul_add(-std::f64::consts::FRAC_PI_2, x);
            let z = r * r;
            // Sine and cosine, neither nearer than a float needs.
            let s = horner!(z; -0.000_195_160_12, 0.008_332_169, -0.166_666_55);
            let s = (z * r).mul_add(s, r);
            let c = horner!(z; 2.443_702e-5, -0.001_388_735_6, 0.041_666_646, -0.5);
            let c = z.mul_add(c, 1.0);
            let odd = t.odd();
            X::pick(odd, -c, s) / X::pick(odd, s, c)
        }
    }
    let v = X::by_wide([x], Tangent);
    (X::pick(x.equal(0.0), x, v), x.abs().above(CIRCULAR))
}

/// x = n ln(2) + r: the sum of `MAGIC` and n, n, e**r - 1 in two parts.
#[inline(always)]
fn by_ln2<X: Single>(x: X) -> (X, X, X, X) {
    let t = x.mul_add(LOG2_E, MAGIC);
    let n = t - MAGIC;
    let a = n.mul_add(-0.693_147_2, x);
    let r = n.mul_add(1.904_654_2e-9, a);
    let e = n.mul_add(1.904_654_2e-9, a - r);
    let p = horner!(r; 0.001_395_063_9, 0.008_368_918, 0.041_666_202, 0.166_665_18, 0.5);
    (t, n, r, (r * r).mul_add(p, e))
}

#[inline(always)]
pub fn exp_quick<X: Single>(x: X) -> (X, X::Mask) {
    let y = x.at_least(-104.0);
    let y = y.at_most(89.0);
    let (_, n, r, q) = by_ln2(y);
    (((r + q) + 1.0).scale(n), X::NONE)
}

#[inline(always)]
pub fn exp2_quick<X: Single>(x: X) -> (X, X::Mask) {
    let y = x.at_least(-151.0);
    let y = y.at_most(129.0);
    let n = (y + MAGIC) - MAGIC;
    let r = y - n;
    let p = horner!(r; 0.000_154_763_18, 0.001_340_027_1, 0.009_618_004, 0.055_503_28, 0.240_226_5, 0.693_147_2);
    (r.mul_add(p, 1.0).scale(n), X::NONE)
}

/// Whether a number is not one of the positive, finite ones with all their bits.
#[inline(always)]
fn outside<X: Single>(x: X) -> X::Mask {
    x.minus(X::of(0x0080_0000)).not_below(0x7f00_0000)
}

/// Exponent and f in (1 + f) 2**exponent, f from -1/3 to 1/3.
#[inline(always)]
fn parts<X: Single>(x: X) -> (X, X) {
    let e = x.minus(X::of(0x3f2a_aaab)).right::<23>();
    (e.number(), x.minus(e.left::<23>()) - 1.0)
}

/// What the natural logarithm of 1 + f has beside f, and more that is to be added.
#[inline(always)]
fn beside<X: Single>(f: X, more: X) -> X {
    let p = horner!(f; -0.131_916_78, 0.139_626_28, -0.121_151_23, 0.140_108_87, -0.166_854_66, 0.200_100_45, -0.249_996_89,
        0.333_332_24);
    let z = f * f;
    z.mul_add(-0.5, (z * f).mul_add(p, more))
}

#[inline(always)]
pub fn log_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    let v = f + beside(f, e * -1.904_654_2e-9);
    (e.mul_add(0.693_147_2, v), outside(x))
}

#[inline(always)]
pub fn log2_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    let l = beside(f, X::from(0.0));
    let a = f * LOG2_E;
    let s = e + a;
    let more = l.mul_add(LOG2_E, f.mul_add(1.925_963e-8, f.mul_add(LOG2_E, -a)));
    (s + (((e - s) + a) + more), outside(x))
}

#[inline(always)]
pub fn log10_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    let l = beside(f, X::from(0.0));
    const C: f32 = std::f32::consts::LOG10_E;
    const H: f32 = std::f32::consts::LOG10_2;
    // Both constants have more bits than a number.
    let v = f.mul_add(C, l.mul_add(C, f.mul_add(-1.010_305e-8, e * -1.432_098_9e-8)));
    (e.mul_add(H, v), outside(x))
}

/// The logarithm of 1 + f to the base 2, nearer than a float needs.
#[inline(always)]
fn log2<X: Wide>(f: X) -> X {
    let s = f / (f + 2.0);
    let z = s * s;
    let r = horner!(z; 0.117_924_679_241_050_71, 0.142_685_854_834_534_16, 0.200_001_685_991_707_53, 0.333_333_328_186_908_86);
    let s = s * (2.0 * std::f64::consts::LOG2_E);
    (s * z).mul_add(r, s)
}

/// 2**y in f64 with 34 bits, for y in -300..300.
#[inline(always)]
fn exp2<X: Wide>(y: X) -> X {
    let t = y + super::wide::MAGIC;
    let r = y - (t - super::wide::MAGIC);
    let p = horner!(r; 1.531_492_539_681_455_3e-5, 0.000_154_671_111_440_889_82, 0.001_333_343_086_059_947_9, 0.009_618_036_908_565_676,
        0.055_504_109_625_264_295, 0.240_226_510_758_648_8, 0.693_147_180_541_643_4);
    let v = r.mul_add(p, 1.0);
    v.plus(t.left::<52>())
}

#[inline(always)]
pub fn pow_quick<X: Single>(x: X, y: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    // All powers beyond these bounds are 0 or infinite.
    struct Power;
    impl ByWide<3> for Power {
        #[inline(always)]
        fn value<X: Wide>(&self, [e, f, y]: [X; 3]) -> X {
            exp2((y * (log2(f) + e)).at_least(-200.0).at_most(200.0))
        }
    }
    let v = X::by_wide([e, f, y], Power);
    (v, outside(x) | !y.abs().less(f32::INFINITY))
}

/// e**r - 1 in two parts and 2**n, x = n ln(2) + r in 0..88.
#[inline(always)]
fn power<X: Single>(x: X) -> ((X, X), X) {
    let (t, _, r, q) = by_ln2(x);
    ((r, q), t.left::<23>().plus(X::from(1.0)))
}

#[inline(always)]
pub fn tanh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    // The result is 1 from here on.
    let ((r, q), s) = power(a.at_most(10.0) * 2.0);
    let v = X::from(1.0) - X::from(2.0) / ((s + 1.0) + s.mul_add(r, s * q));
    let z = a * a;
    let p = horner!(z; 0.00012284161, -0.000846584, 0.0030873625, -0.008602433, 0.02178809, -0.053953923, 0.1333321, -0.33333328);
    let v = X::pick(a.less(0.87), (a * z).mul_add(p, a), v);
    (v.copysign(x), X::NONE)
}

#[inline(always)]
pub fn sinh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let ((r, q), s) = power(a);
    let h = s * 0.5;
    let v = h + h.mul_add(r, h.mul_add(q, X::from(-0.5) / (s * ((r + q) + 1.0))));
    let z = a * a;
    let p = horner!(z; 2.817_444_5e-6, 0.000_198_360_65, 0.008_333_350_5, 0.166_666_67);
    let v = X::pick(a.less(1.0), (a * z).mul_add(p, a), v);
    (v.copysign(x), a.above(88.0))
}

#[inline(always)]
pub fn cosh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let ((r, q), s) = power(a);
    let h = s * 0.5;
    let v = h + h.mul_add(r, h.mul_add(q, X::from(0.5) / (s * ((r + q) + 1.0))));
    let z = a * a;
    let p = horner!(z; 2.48e-5, 0.001_388_888_9, 0.041_666_668, 0.5);
    (X::pick(a.less(0.7), z.mul_add(p, 1.0), v), a.above(88.0))
}
