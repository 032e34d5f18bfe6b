//! Functions of f32: in f32 where one rounding more is allowed, else in f64.

use super::reals::{ByWide, Single, Wide};
use super::{Hyperbolic, angle, horner, twofold};
use std::f32::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

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
    (v.signed(x), a.above(CIRCULAR))
}

#[inline(always)]
pub fn cos_quick<X: Single>(x: X) -> (X, X::Mask) {
    // By multiples of pi/2, so that it is 1 at 0.
    let x = x.abs();
    let (t, r, e) = by_half_pi(x);
    let z = r * r;
    let s = horner!(z; -0.000_195_180_92, 0.008_332_188, -0.166_666_55);
    let c = horner!(z; 2.443_232_7e-5, -0.001_388_731, 0.041_666_646, -0.5);
    let v = X::pick(t.odd(), r + (z * r).mul_add(s, e), z.mul_add(c, (-r).mul_add(e, 1.0)));
    let sign = t.plus(X::of(1)).and(2).left::<30>();
    (v.xor(sign), x.above(CIRCULAR))
}

/// x = n pi/2 + r + e: the sum of `MAGIC` and n, r and e. Products of n and the second part of pi/2, which has 14 bits, are exact; so are
/// the differences, as a remainder that is smaller than this product has all its bits.
#[inline(always)]
fn by_half_pi<X: Single>(x: X) -> (X, X, X) {
    let t = x.mul_add(std::f32::consts::FRAC_2_PI, MAGIC);
    let n = t - MAGIC;
    let first = n.mul_add(-1.570_796_4, x);
    let r = n.mul_add(4.371_031_5e-8, first);
    let e = n.mul_add(4.371_031_5e-8, first - r);
    (t, r, n.mul_add(1.074_634_6e-12, e))
}

#[inline(always)]
pub fn tan_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let (t, r, e) = by_half_pi(a);
    let z = r * r;
    let p = horner!(z; 0.004_372_939, 9.781_434e-5, 0.010_827_74, 0.021_286_111, 0.054_058_928, 0.133_326_75,
        0.333_333_5);
    let w = (z * r).mul_add(p, e);
    let v = r + w;
    let l = (r - v) + w;
    // Their inverse with the other sign, or as it is: 0 has no inverse.
    let odd = t.odd();
    let q = X::pick(odd, X::from(-1.0), v) / X::pick(odd, v, X::from(1.0));
    // What the quotient lacks, times q.
    let i = q.mul_add(l.mul_add(q, v.mul_add(q, 1.0)), q);
    (X::pick(odd, i, q).signed(x), a.above(CIRCULAR))
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

/// e**r, n, and the sum of n and `MAGIC` for x = n ln(2) + r.
#[inline(always)]
fn exponential<X: Single>(x: X) -> (X, X, X) {
    let t = x.mul_add(LOG2_E, MAGIC);
    let n = t - MAGIC;
    let r = n.mul_add(-0.693_147_2, x);
    let r = n.mul_add(1.904_654_2e-9, r);
    let p = horner!(r; 0.001_382_013_7, 0.008_368_686, 0.041_668_274, 0.166_665_21, 0.499_999_94, 1.0);
    (r.mul_add(p, 1.0), n, t)
}

#[inline(always)]
pub fn exp_quick<X: Single>(x: X) -> (X, X::Mask) {
    (x.scaled(-104.0, 89.0, 86.0, exponential), X::NONE)
}

#[inline(always)]
pub fn exp2_quick<X: Single>(x: X) -> (X, X::Mask) {
    let v = x.scaled(-151.0, 129.0, 125.0, |x| {
        let t = x + MAGIC;
        let n = t - MAGIC;
        let r = x - n;
        let p = horner!(r; 0.000_153_278_28, 0.001_339_099_7, 0.009_618_503, 0.055_503_596, 0.240_226_48, 0.693_147_2);
        (r.mul_add(p, 1.0), n, t)
    });
    (v, X::NONE)
}

/// Whether a number is not one of the positive, finite ones with all their bits.
#[inline(always)]
fn outside<X: Single>(x: X) -> X::Mask {
    x.minus(X::of(0x0080_0000)).not_below(0x7f00_0000)
}

/// Exponent and f in (1 + f) 2**exponent, f from -1/3 to 1/3.
#[inline(always)]
fn parts<X: Single>(x: X) -> (X, X) {
    let e = x.minus(X::of(0x3f2a_aaab));
    (e.high::<23>(), x.minus(e.and(-1 << 23)) - 1.0)
}

/// The natural logarithm of a positive, finite number with all its bits. (The constant's lost bits do not show.)
#[inline(always)]
fn logarithm<X: Single>(x: X) -> X {
    let (e, f) = parts(x);
    let p = twofold!(f; -0.128_781_26, 0.139_869_47, -0.121_874_69, 0.140_053_02, -0.166_802_47, 0.200_104_46, -0.249_998_03,
        0.333_332_15, -0.5);
    e.mul_add(LN_2, (f * f).mul_add(p, f))
}

#[inline(always)]
pub fn log_quick<X: Single>(x: X) -> (X, X::Mask) {
    (logarithm(x), outside(x))
}

#[inline(always)]
pub fn log2_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    let p = twofold!(f; -0.177_452_67, 0.188_569_47, -0.177_779_42, 0.205_083_94, -0.240_499_76, 0.288_470_03, -0.360_674_44,
        0.480_901_84, -0.721_347_5, 0.442_695_04);
    // The sum is exact where its error would show.
    (f.mul_add(p, e + f), outside(x))
}

#[inline(always)]
pub fn log10_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (e, f) = parts(x);
    let p = twofold!(f; -0.056_236_8, 0.060_822_43, -0.052_841_354, 0.060_806_163, -0.072_450_31, 0.086_905_58,
        -0.108_572_39, 0.144_764_29, -0.217_147_25);
    // Both constants have more bits than a number.
    let v = f.mul_add(LOG10_E, f.mul_add(f.mul_add(p, -1.010_305e-8), e * -1.432_098_9e-8));
    (e.mul_add(LOG10_2, v), outside(x))
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

/// The parts of a in 0..87.
#[inline(always)]
fn hyperbolic<X: Single>(a: X) -> Hyperbolic<X> {
    let t = a.mul_add(LOG2_E, MAGIC);
    let n = t - MAGIC;
    let r = n.mul_add(-0.693_147_2, a);
    let r = n.mul_add(1.904_654_2e-9, r);
    let z = r * r;
    let s = (z * r).mul_add(horner!(z; 0.008_366_553, 0.166_665_43), r);
    let c = z * horner!(z; 0.001_393_545_3, 0.041_666_46, 0.5);
    let power = t.left::<23>();
    let half = X::from(0.5);
    let (p, q) = (half.plus(power), half.minus(power));
    Hyperbolic { p, q, sinh: s, more: c }
}

#[inline(always)]
pub fn tanh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    // The result is 1 from here on.
    let (r, _, t) = exponential(a.at_most(10.0) * 2.0);
    let power = t.left::<23>().plus(X::from(1.0));
    let v = X::from(1.0) - X::from(2.0) / power.mul_add(r, 1.0);
    let z = a * a;
    let p = horner!(z; 0.00012284161, -0.000846584, 0.0030873625, -0.008602433, 0.02178809, -0.053953923, 0.1333321, -0.33333328);
    let v = X::pick(a.less(0.87), (a * z).mul_add(p, a), v);
    (v.signed(x), X::NONE)
}

#[inline(always)]
pub fn sinh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let v = hyperbolic(a).sinh();
    (v.signed(x), a.above(87.0))
}

#[inline(always)]
pub fn cosh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    (hyperbolic(a).cosh(), a.above(87.0))
}

/// (arcsin(s)/s - 1)/s**2 of s**2 up to 1/4.
#[inline(always)]
fn arcsine<X: Single>(z: X) -> X {
    horner!(z; 0.042_158_313, 0.024_184_778, 0.045_469_15, 0.074_953_094, 0.166_667_52)
}

/// arcsin = s + w of a up to 1/2, of the root of (1 - a)/2 beyond, and where this is.
#[inline(always)]
fn half_arcsine<X: Single>(a: X) -> (X, X, X::Mask) {
    let large = a.above(0.5);
    let z = X::pick(large, a.mul_add(-0.5, 0.5), a * a);
    let s = X::pick(large, z.sqrt(), a);
    (s, s * z * arcsine(z), large)
}

#[inline(always)]
pub fn asin_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (s, w, large) = half_arcsine(x.abs());
    // s + w, or pi/2 - 2 (s + w).
    let c = X::pick(large, X::from(std::f32::consts::FRAC_PI_2), X::from(0.0));
    let cl = X::pick(large, X::from(-4.371_139e-8), X::from(0.0));
    let v = angle(c, cl, X::pick(large, X::from(-2.0), X::from(1.0)), s, w);
    (v.signed(x), X::NONE)
}

#[inline(always)]
pub fn acos_quick<X: Single>(x: X) -> (X, X::Mask) {
    let (s, w, large) = half_arcsine(x.abs());
    // pi/2 - (s + w), 2 (s + w), or for negative numbers pi/2 + (s + w), pi - 2 (s + w).
    let negative = x.less(0.0);
    let k = X::pick(large, X::from(2.0), X::from(-1.0)).signed(x);
    let pi = X::pick(negative, X::from(std::f32::consts::PI), X::from(0.0));
    let pil = X::pick(negative, X::from(2.0 * -4.371_139e-8), X::from(0.0));
    let c = X::pick(large, pi, X::from(std::f32::consts::FRAC_PI_2));
    let cl = X::pick(large, pil, X::from(-4.371_139e-8));
    (angle(c, cl, k, s, w), X::NONE)
}

/// The angle of (b, a) for numbers that are not negative: arctan(a/b) = c + arctan(t) for c = 0 or pi/2 and |t| up to 1.
#[inline(always)]
fn arctangent<X: Single>(a: X, b: X) -> X {
    let large = b.less(a);
    let t = X::pick(large, -b, a) / X::pick(large, a, b);
    let c = X::pick(large, X::from(std::f32::consts::FRAC_PI_2), X::from(0.0));
    let cl = X::pick(large, X::from(-4.371_139e-8), X::from(0.0));
    let z = t * t;
    let p = horner!(z; -0.001_782_615_6, 0.010_868_067, -0.031_096_281, 0.057_881_016, -0.083_992_97, 0.109_508_8,
        -0.142_640_16, 0.199_985_3, -0.333_333);
    c + (t + (z * t).mul_add(p, cl))
}

#[inline(always)]
pub fn atan_quick<X: Single>(x: X) -> (X, X::Mask) {
    (arctangent(x.abs(), X::from(1.0)).signed(x), X::NONE)
}

#[inline(always)]
pub fn atan2_quick<X: Single>(y: X, x: X) -> (X, X::Mask) {
    let (a, b) = (y.abs(), x.abs());
    let v = arctangent(a, b);
    let v = X::pick(x.less(0.0), (X::from(std::f32::consts::PI) - v) - 8.742_278e-8, v);
    // Quotients that are not subnormal, of numbers that are finite; or 0 over such a one.
    let most = X::pick(a.less(b), b, a);
    let least = X::pick(a.less(b), a, b);
    let known = most.less(1e18) & (least.above(1e-18) | (least.equal(0.0) & most.above(1e-18)));
    (v.signed(y), !known)
}

#[inline(always)]
pub fn hypot_quick<X: Single>(x: X, y: X) -> (X, X::Mask) {
    let s = x.mul_add(x, y * y);
    // From 2**-90 to 2**127.
    (s.sqrt(), s.minus(X::of(0x1280_0000)).not_below(0x6c80_0000))
}

#[inline(always)]
pub fn asinh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let z = a * a;
    let p = horner!(z; 8.210_601e-5, -0.000_722_315_57, 0.002_921_149_4, -0.007_382_929, 0.013_637_593, -0.020_914_733,
        0.030_010_25, -0.044_586_7, 0.074_995_72, -0.166_666_55);
    let v = logarithm(a + (z + 1.0).sqrt());
    let v = X::pick(a.less(1.18), (a * z).mul_add(p, a), v);
    (v.signed(x), !a.less(1e18))
}

#[inline(always)]
pub fn acosh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let near = x.less(1.55);
    let t = x - 1.0;
    let s = X::pick(near, t + t, x.mul_add(x, -1.0)).sqrt();
    let p = horner!(t; -0.000_394_174_7, 0.001_738_195, -0.005_539_324, 0.018_745_307, -0.083_333_16);
    let v = X::pick(near, (s * t).mul_add(p, s), logarithm(x + s));
    (v, !(x.less(1e18) & !x.less(1.0)))
}

#[inline(always)]
pub fn atanh_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let z = a * a;
    let p = horner!(z; 0.176_378_79, 0.051_608, 0.118_161_96, 0.142_238_17, 0.200_024_52, 0.333_333_02);
    let v = logarithm((a + 1.0) / (X::from(1.0) - a)) * 0.5;
    let v = X::pick(a.less(0.5), (a * z).mul_add(p, a), v);
    (v.signed(x), !a.less(1.0))
}

#[inline(always)]
pub fn cbrt_quick<X: Single>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    // As in `wide`; the bits of `a` without the lowest 9 are an integer that has a number.
    let t = a.high::<9>().mul_add(-1.0 / 3.0, 2_773_242.0 + 8_388_608.0);
    let r = t.left::<9>();
    let h = (a * r).mul_add(-(r * r), 1.0);
    let p = horner!(h; 0.174_686_55, 0.223_482_76, 0.333_327_8);
    let r = (r * h).mul_add(p, r);
    let c = a * r * r;
    let h = (-c).mul_add(r, 1.0);
    ((c * h).mul_add(2.0 / 3.0, c).signed(x), outside(a))
}

#[inline(always)]
pub fn erf_quick<X: Single>(x: X) -> (X, X::Mask) {
    // 1 - e**-q, which is 1 from here on.
    let a = x.abs().at_most(3.95);
    let p = twofold!(a; 1.193_344_4e-6, -2.135_499_7e-5, 0.000_167_482_39, -0.000_740_688_47, 0.001_799_356_3,
        -0.000_253_062_38, -0.019_117_694, 0.102_771_275, 0.636_619_8, 0.128_379_17);
    let e = a.mul_add(p, a);
    // What q is more than that.
    let l = a.mul_add(p, a - e);
    let (t, _, r, q) = by_ln2(-e);
    let s = t.left::<23>().plus(X::from(1.0));
    let v = (-s).mul_add(r + (q - l), X::from(1.0) - s);
    (v.signed(x), X::NONE)
}

#[inline(always)]
pub fn erfc_quick<X: Single>(x: X) -> (X, X::Mask) {
    struct Complement;
    impl ByWide<1> for Complement {
        #[inline(always)]
        fn value<X: Wide>(&self, [x]: [X; 1]) -> X {
            // e**(a**2) times it is a polynomial of (a - 3)/(a + 3), over a + 3. It is 0 from here on.
            let a = x.abs().at_most(10.5);
            let u = X::from(1.0) / (a + 3.0);
            let t = u.mul_add(-6.0, 1.0);
            let p = horner!(t; -0.000_323_501_465_338_357_55, -0.000_479_664_540_143_080_4, 0.003_081_034_853_140_239_7,
                -0.001_228_290_577_822_761_4, -0.026_840_519_101_444_752, 0.119_529_389_403_379_04,
                -0.310_465_895_537_629_93, 0.590_228_278_764_192_9, -0.883_394_490_436_454_7, 1.074_006_907_986_493_8);
            let v = exp2(a * a * -std::f64::consts::LOG2_E) * (p * u);
            X::pick(x.less(0.0), X::from(2.0) - v, v)
        }
    }
    (X::by_wide([x], Complement), X::NONE)
}
