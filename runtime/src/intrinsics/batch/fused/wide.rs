//! Functions of f64.

use super::reals::Wide;
use super::{Hyperbolic, angle, horner, twofold};

/// Adding it rounds to an integer, whose lowest bits are then those of the sum.
pub(super) const MAGIC: f64 = 6_755_399_441_055_744.0;
/// Larger arguments of the circular functions are rare.
const CIRCULAR: f64 = 1e9;

/// Sine of x = n pi + r, which has this sign.
#[inline(always)]
fn sine<X: Wide>(x: X, n: X, sign: X) -> X {
    let r = n.mul_add(-std::f64::consts::PI, x);
    let r = n.mul_add(-1.224_646_799_147_353_2e-16, r);
    let r = n.mul_add(2.994_769_809_718_339_7e-33, r);
    let z = r * r;
    let p = twofold!(z; 2.722_092_518_806_434e-15, -7.643_082_813_279_054e-13, 1.605_894_338_988_614_4e-10, -2.505_210_694_989_147_6e-8,
        2.755_731_921_202_488e-6, -0.000_198_412_698_412_146_93, 0.008_333_333_333_333_21, -0.166_666_666_666_666_66);
    let v = (z * r).mul_add(p, r);
    v.xor(sign.left::<63>())
}

#[inline(always)]
pub fn sin_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f64::consts::FRAC_1_PI, MAGIC);
    let v = sine(a, t - MAGIC, t);
    (v.signed(x), a.above(CIRCULAR))
}

#[inline(always)]
pub fn cos_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f64::consts::FRAC_1_PI, 0.5) + MAGIC;
    (sine(a, (t - MAGIC) - 0.5, t), a.above(CIRCULAR))
}

#[inline(always)]
pub fn tan_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f64::consts::FRAC_2_PI, MAGIC);
    let n = t - MAGIC;
    // a - n pi/2 in two parts; the first difference is exact.
    let first = n.mul_add(-std::f64::consts::FRAC_PI_2, a);
    let second = n * -6.123_233_995_736_766e-17;
    let r = first + second;
    let e = n.mul_add(-6.123_233_995_736_766e-17, -second) + ((first - r) + second);
    let e = n.mul_add(1.497_384_904_859_169_8e-33, e);
    // A quotient, or its inverse with the other sign.
    let z = r * r;
    let p = r
        + (z * r)
            .mul_add(horner!(z; -1.786_091_673_799_262_5e-5, 0.003_424_840_699_302_916, -0.133_383_111_831_861_6), e);
    let q = z.mul_add(
        horner!(z; 4.981_563_554_421_28e-7, -0.000_311_807_447_756_105_7, 0.025_663_655_754_367_96,
        -0.466_716_445_165_194_95),
        1.0,
    );
    let odd = t.odd();
    let v = X::pick(odd, q, p) / X::pick(odd, p, q);
    (v.xor(t.left::<63>()).signed(x), a.above(CIRCULAR))
}

/// (e**r - 1 - r) / r**2 for |r| <= ln(2)/2.
#[inline(always)]
fn exponential<X: Wide>(r: X) -> X {
    twofold!(r; 2.511_794_572_410_354e-8, 2.763_133_951_833_706_7e-7, 2.755_721_602_864_583_4e-6, 2.480_148_978_685_807e-5,
        0.000_198_412_699_176_919_4, 0.001_388_888_894_715_436, 0.008_333_333_333_307_064, 0.041_666_666_666_514_945,
        0.166_666_666_666_667, 0.500_000_000_000_001_3)
}

/// n and r in x = n ln(2) + r; and the sum of n and `MAGIC`, which has n in its lowest bits.
#[inline(always)]
fn by_ln2<X: Wide>(x: X) -> (X, X, X) {
    let t = x.mul_add(std::f64::consts::LOG2_E, MAGIC);
    let n = t - MAGIC;
    let r = n.mul_add(-std::f64::consts::LN_2, x);
    (t, n, n.mul_add(-2.319_046_813_846_299_6e-17, r))
}

#[inline(always)]
pub fn exp_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let v = x.scaled(-746.0, 710.0, 707.0, |x| {
        let (t, n, r) = by_ln2(x);
        ((r * r).mul_add(exponential(r), r) + 1.0, n, t)
    });
    (v, X::NONE)
}

/// 2**r for |r| <= 1/2.
#[inline(always)]
fn exp2_near<X: Wide>(r: X) -> X {
    let p = twofold!(r; 4.457_391_713_519_206e-10, 7.073_860_029_972_221e-9, 1.017_804_622_396_030_5e-7, 1.321_543_481_787_500_3e-6,
        1.525_273_386_765_799_9e-5, 0.000_154_035_304_580_774_54, 0.001_333_355_814_638_887_1, 0.009_618_129_107_593_333,
        0.055_504_108_664_821_74, 0.240_226_506_959_101_33, 0.693_147_180_559_945_3);
    r.mul_add(p, 1.0)
}

#[inline(always)]
pub fn exp2_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let v = x.scaled(-1076.0, 1025.0, 1021.0, |x| {
        let t = x + MAGIC;
        let n = t - MAGIC;
        (exp2_near(x - n), n, t)
    });
    (v, X::NONE)
}

/// Whether a number is not one of the positive, finite ones with all their bits.
#[inline(always)]
fn outside<X: Wide>(x: X) -> X::Mask {
    x.minus(X::of(1 << 52)).not_below(0x7fe0_0000_0000_0000)
}

/// Exponent and m in m 2**exponent, m between the roots of one half and of two.
#[inline(always)]
fn parts<X: Wide>(x: X) -> (X, X) {
    let e = x.minus(X::of(0x3fe6_a09e_667f_3bcd));
    (e.high::<52>(), x.minus(e.and(-1 << 52)))
}

/// What the natural logarithm of 1 + f has beside f, and more that is to be added.
#[inline(always)]
fn beside<X: Wide>(f: X, more: X) -> X {
    let s = f / (f + 2.0);
    let z = s * s;
    let h = f * 0.5 * f;
    // 2 (artanh(s)/s - 1)/s**2 for |s| <= 0.1716.
    let p = horner!(z; 0.147_990_291_011_599_06, 0.153_137_598_657_332_42, 0.181_835_749_857_054_48, 0.222_221_983_824_013_34,
        0.285_714_287_440_971_4, 0.399_999_999_994_077_26, 0.666_666_666_666_673_5);
    s.mul_add(z.mul_add(p, h), more) - h
}

#[inline(always)]
pub fn log_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (e, m) = parts(x);
    let f = m - 1.0;
    let v = f + beside(f, e * 2.319_046_813_846_299_6e-17);
    (e.mul_add(std::f64::consts::LN_2, v), outside(x))
}

#[inline(always)]
pub fn log2_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (e, m) = parts(x);
    let f = m - 1.0;
    let v = f + beside(f, X::from(0.0));
    (v.mul_add(std::f64::consts::LOG2_E, e), outside(x))
}

#[inline(always)]
pub fn log10_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (e, m) = parts(x);
    let f = m - 1.0;
    let v = f + beside(f, X::from(0.0));
    (e.mul_add(std::f64::consts::LOG10_2, v * std::f64::consts::LOG10_E), outside(x))
}

/// The logarithm of a positive number to the base 2 in two parts, with about 66 bits.
#[inline(always)]
fn log2_parts<X: Wide>(x: X) -> (X, X) {
    let (e, m) = parts(x);
    let f = m - 1.0;
    // s = f / (m + 1) in two parts.
    let d = m + 1.0;
    let lost = m - (d - 1.0);
    let inverse = X::from(1.0) / d;
    let s = f * inverse;
    let sl = inverse * (-s).mul_add(lost, (-s).mul_add(d, f));
    // s**2, and artanh(s)/s - 1 = s**2/3 + ... of it.
    let z = s * s;
    let zl = (s * 2.0).mul_add(sl, s.mul_add(s, -z));
    let p = horner!(z; 0.065_996_395_256_714_7, 0.066_282_544_309_828_15, 0.076_933_850_908_667_58, 0.090_908_920_489_293_51,
        0.111_111_112_614_399_28, 0.142_857_142_850_418_73, 0.200_000_000_000_011_45);
    const THIRD: f64 = 1.0 / 3.0;
    let w = z * THIRD;
    let wl = z.mul_add(THIRD, -w) + z.mul_add(1.850_371_707_708_594_2e-17, zl * THIRD);
    let wl = (z * z).mul_add(p, wl);
    let u = w + wl;
    let ul = (w - u) + wl;
    // artanh(s) = s + s u.
    let a = s * u;
    let al = s.mul_add(u, -a) + s.mul_add(ul, sl * u);
    let h = s + a;
    let l = (s - h) + a + (sl + al);
    // Twice that in units of ln(2), and the exponent.
    const TWO: f64 = 2.0 * std::f64::consts::LOG2_E;
    let b = h * TWO;
    let bl = h.mul_add(TWO, -b) + h.mul_add(2.0 * 2.035_527_374_093_103_3e-17, l * TWO);
    let v = e + b;
    (v, (e - v) + b + bl)
}

#[inline(always)]
pub fn pow_quick<X: Wide>(x: X, y: X) -> (X, X::Mask) {
    let (l, ll) = log2_parts(x);
    let p = y * l;
    let pl = y.mul_add(l, -p) + y * ll;
    let t = p + MAGIC;
    let r = (p - (t - MAGIC)) + pl;
    let v = exp2_near(r);
    let v = v.plus(t.left::<52>());
    (v, outside(x) | !p.abs().less(1000.0))
}

/// The parts of a in 0..700.
#[inline(always)]
fn hyperbolic<X: Wide>(a: X) -> Hyperbolic<X> {
    let (t, _, r) = by_ln2(a);
    let z = r * r;
    let s = horner!(z; 2.510_935_581_074_521_3e-8, 2.755_724_337_523_342e-6, 0.000_198_412_698_868_676_74, 0.008_333_333_333_321_376,
        0.166_666_666_666_666_77);
    let c = horner!(z; 2.763_193_335_243_787e-7, 2.480_148_823_337_325_4e-5, 0.001_388_888_894_854_133, 0.041_666_666_666_510_095,
        0.500_000_000_000_001_3);
    let power = t.left::<52>();
    let half = X::from(0.5);
    let (p, q) = (half.plus(power), half.minus(power));
    Hyperbolic { p, q, sinh: (z * r).mul_add(s, r), more: z * c }
}

/// e**x - 1 for x in 0..44.
#[inline(always)]
fn expm1<X: Wide>(x: X) -> X {
    let (t, _, r) = by_ln2(x);
    let power = t.left::<52>().plus(X::from(1.0));
    power.mul_add((r * r).mul_add(exponential(r), r), power - 1.0)
}

/// x / (x + c) to the last bit.
#[inline(always)]
fn over_sum<X: Wide>(x: X, c: f64) -> X {
    let d = x + c;
    let lost = x - (d - c);
    let inverse = X::from(1.0) / d;
    let q = x * inverse;
    inverse.mul_add((-q).mul_add(lost, (-q).mul_add(d, x)), q)
}

#[inline(always)]
pub fn tanh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    // The result is 1 from here on.
    let e = expm1(a.at_most(22.0) * 2.0);
    (over_sum(e, 2.0).signed(x), X::NONE)
}

#[inline(always)]
pub fn sinh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let v = hyperbolic(a).sinh();
    (v.signed(x), a.above(700.0))
}

#[inline(always)]
pub fn cosh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    (hyperbolic(a).cosh(), a.above(700.0))
}

/// (arcsin(s)/s - 1)/s**2 of s**2 up to 1/4.
#[inline(always)]
fn arcsine<X: Wide>(z: X) -> X {
    twofold!(z; 0.031_914_790_340_821_1, -0.016_227_855_955_012_21, 0.019_530_509_354_018_27, 0.006_527_176_572_597_668,
        0.012_169_390_653_310_6, 0.013_885_209_217_479_78, 0.017_359_707_296_443_993, 0.022_371_757_892_561_836,
        0.030_381_959_143_035_736, 0.044_642_856_828_196_166, 0.075_000_000_003_371_54, 0.166_666_666_666_654_08)
}

/// arcsin = s + w of a up to 1/2, of the root of (1 - a)/2 beyond, and where this is.
#[inline(always)]
fn half_arcsine<X: Wide>(a: X) -> (X, X, X::Mask) {
    let large = a.above(0.5);
    let z = X::pick(large, a.mul_add(-0.5, 0.5), a * a);
    let s = X::pick(large, z.sqrt(), a);
    (s, s * z * arcsine(z), large)
}

#[inline(always)]
pub fn asin_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (s, w, large) = half_arcsine(x.abs());
    // s + w, or pi/2 - 2 (s + w).
    let c = X::pick(large, X::from(std::f64::consts::FRAC_PI_2), X::from(0.0));
    let cl = X::pick(large, X::from(6.123_233_995_736_766e-17), X::from(0.0));
    let v = angle(c, cl, X::pick(large, X::from(-2.0), X::from(1.0)), s, w);
    (v.signed(x), X::NONE)
}

#[inline(always)]
pub fn acos_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (s, w, large) = half_arcsine(x.abs());
    // pi/2 - (s + w), 2 (s + w), or for negative numbers pi/2 + (s + w), pi - 2 (s + w).
    let negative = x.less(0.0);
    let k = X::pick(large, X::from(2.0), X::from(-1.0)).signed(x);
    let pi = X::pick(negative, X::from(std::f64::consts::PI), X::from(0.0));
    let pil = X::pick(negative, X::from(2.0 * 6.123_233_995_736_766e-17), X::from(0.0));
    let c = X::pick(large, pi, X::from(std::f64::consts::FRAC_PI_2));
    let cl = X::pick(large, pil, X::from(6.123_233_995_736_766e-17));
    (angle(c, cl, k, s, w), X::NONE)
}

/// The angle of (b, a) for numbers that are not negative: arctan(a/b) = c + arctan(t) for c = 0, pi/4 or pi/2 and |t| up to 1/2.
#[inline(always)]
fn arctangent<X: Wide>(a: X, b: X) -> X {
    let small = a.less(b * 0.5);
    let large = b.less(a * 0.5);
    // a - b is exact.
    let n = X::pick(small, a, X::pick(large, -b, a - b));
    let d = X::pick(small, b, X::pick(large, a, a + b));
    let t = n / d;
    let c = X::pick(
        small,
        X::from(0.0),
        X::pick(large, X::from(std::f64::consts::FRAC_PI_2), X::from(std::f64::consts::FRAC_PI_4)),
    );
    let cl = c * (6.123_233_995_736_766e-17 / std::f64::consts::FRAC_PI_2);
    let z = t * t;
    let p = twofold!(z; 0.010_115_838_026_289_087, -0.027_433_547_635_697_116, 0.041_864_197_486_218_91,
        -0.051_219_767_499_945_97, 0.058_582_926_642_437_035, -0.066_638_097_415_274_52, 0.076_920_738_324_611_45,
        -0.090_908_962_400_532_08, 0.111_111_106_594_703_11, -0.142_857_142_763_826_7, 0.199_999_999_999_030_84,
        -0.333_333_333_333_329_8);
    c + (t + (z * t).mul_add(p, cl))
}

#[inline(always)]
pub fn atan_quick<X: Wide>(x: X) -> (X, X::Mask) {
    (arctangent(x.abs(), X::from(1.0)).signed(x), X::NONE)
}

#[inline(always)]
pub fn atan2_quick<X: Wide>(y: X, x: X) -> (X, X::Mask) {
    let (a, b) = (y.abs(), x.abs());
    let v = arctangent(a, b);
    let v = X::pick(x.less(0.0), (X::from(std::f64::consts::PI) - v) + 1.224_646_799_147_353_2e-16, v);
    // Quotients that are not subnormal, of numbers that are finite; or 0 over such a one.
    let most = X::pick(a.less(b), b, a);
    let least = X::pick(a.less(b), a, b);
    let known = most.less(1e150) & ((least.above(1e-150)) | (least.equal(0.0) & most.above(1e-150)));
    (v.signed(y), !known)
}

#[inline(always)]
pub fn hypot_quick<X: Wide>(x: X, y: X) -> (X, X::Mask) {
    let s = x.mul_add(x, y * y);
    // From 2**-900 to 2**1023.
    (s.sqrt(), s.minus(X::of(0x07b0_0000_0000_0000)).not_below(0x7840_0000_0000_0000))
}

/// The natural logarithm of a positive, finite number with all its bits.
#[inline(always)]
fn logarithm<X: Wide>(x: X) -> X {
    let (e, m) = parts(x);
    let f = m - 1.0;
    let v = f + beside(f, e * 2.319_046_813_846_299_6e-17);
    e.mul_add(std::f64::consts::LN_2, v)
}

#[inline(always)]
pub fn asinh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let z = a * a;
    let p = twofold!(z; -0.001_161_141_398_786_605_6, 0.003_589_750_945_643_777_8, -0.006_081_000_646_407_594,
        0.008_018_270_505_055_148, -0.009_681_703_128_879_149, 0.011_539_534_370_407_226, -0.013_963_504_063_249_614,
        0.017_352_662_009_084_464, -0.022_372_153_777_230_203, 0.030_381_944_266_788_91, -0.044_642_857_139_349_86,
        0.074_999_999_999_965_16, -0.166_666_666_666_666_55);
    let v = logarithm(a + (z + 1.0).sqrt());
    let v = X::pick(a.less(0.53), (a * z).mul_add(p, a), v);
    (v.signed(x), !a.less(1e150))
}

#[inline(always)]
pub fn acosh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let near = x.less(1.13);
    let t = x - 1.0;
    let s = X::pick(near, t + t, x.mul_add(x, -1.0)).sqrt();
    let p = twofold!(t; 3.551_393_830_084_561_4e-5, -0.000_106_892_377_229_741_77, 0.000_270_857_537_698_506_3,
        -0.000_699_109_263_114_042_8, 0.001_898_870_629_188_403_2, -0.005_580_357_121_232_295, 0.018_749_999_999_748_013,
        -0.083_333_333_333_332_33);
    let v = X::pick(near, (s * t).mul_add(p, s), logarithm(x + s));
    (v, !(x.less(1e150) & !x.less(1.0)))
}

#[inline(always)]
pub fn atanh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let z = a * a;
    let p = twofold!(z; 0.224_874_898_271_501_26, -0.153_048_369_133_311_82, 0.145_033_692_477_950_67, 0.014_522_526_765_221_49,
        0.059_834_887_066_388_46, 0.057_742_091_973_902_98, 0.066_779_663_843_643_24, 0.076_914_929_870_381_9,
        0.090_909_485_796_353_83, 0.111_111_098_854_374_01, 0.142_857_143_080_972_72, 0.199_999_999_997_945,
        0.333_333_333_333_339_9);
    let v = logarithm((a + 1.0) / (X::from(1.0) - a)) * 0.5;
    let v = X::pick(a.less(0.5), (a * z).mul_add(p, a), v);
    (v.signed(x), !a.less(1.0))
}

#[inline(always)]
pub fn cbrt_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    // r is the inverse of the root: its high half, as an integer, is a constant less a third of that of `a` (to 3.5%; see
    // Kahan, Computing a real cube root, 1991), then Householder's iterations.
    let t = a.high::<32>().mul_add(-1.0 / 3.0, 1_430_186_338.0 + MAGIC);
    let r = t.left::<32>();
    let h = (a * r).mul_add(-(r * r), 1.0);
    let p = horner!(h; 0.126_874_053_129_198_5, 0.145_660_442_818_991_7, 0.172_827_586_768_635_47, 0.222_216_951_202_504_31,
        0.333_333_350_058_817_2);
    let r = (r * h).mul_add(p, r);
    // What is lost in c is in h as well.
    let c = a * r * r;
    let h = (-c).mul_add(r, 1.0);
    let v = (c * h).mul_add(h.mul_add(5.0 / 9.0, 2.0 / 3.0), c);
    (v.signed(x), outside(a))
}

#[inline(always)]
pub fn erf_quick<X: Wide>(x: X) -> (X, X::Mask) {
    // 1 - e**-q, which is 1 from here on.
    let a = x.abs().at_most(5.95);
    let p = twofold!(a; 1.179_842_692_810_612_8e-14, -4.754_250_132_148_85e-13, 8.719_967_218_747_278e-12,
        -9.547_025_703_145_722e-11, 6.810_018_812_829_12e-10, -3.152_590_990_921_590_7e-9, 7.780_131_156_703_317e-9,
        8.379_025_229_502_912e-9, -1.741_133_392_321_224_7e-7, 8.537_526_400_448_721e-7, -2.429_852_255_136_715e-6,
        3.564_747_045_076_866_8e-6, 2.795_808_907_482_89e-6, -2.932_349_929_219_465_3e-5, 6.428_998_701_613_21e-5,
        2.595_521_920_206_201e-5, -0.000_590_146_817_965_074_8, 0.001_696_210_531_353_472_8,
        -0.000_209_195_230_563_783_8, -0.019_128_446_963_036_4, 0.102_772_603_300_058_63, 0.636_619_772_367_611_6,
        0.128_379_167_095_512_5);
    let q = a.mul_add(p, a);
    // What q is more than that.
    let l = a.mul_add(p, a - q);
    let (t, _, r) = by_ln2(-q);
    let s = t.left::<52>().plus(X::from(1.0));
    let v = (-s).mul_add((r * r).mul_add(exponential(r), -l) + r, X::from(1.0) - s);
    (v.signed(x), X::NONE)
}

#[inline(always)]
pub fn erfc_quick<X: Wide>(x: X) -> (X, X::Mask) {
    // e**(a**2) times it is a polynomial of (a - 2)/(a + 2), over a + 2. It is 0 from here on.
    let a = x.abs().at_most(27.5);
    let d = a + 2.0;
    let u = X::from(1.0) / d;
    let t = u.mul_add(-4.0, 1.0);
    let p = twofold!(t; -6.001_646_844_005_533_4e-9, -1.499_441_469_373_086_8e-8, 2.473_923_955_191_324e-8,
        1.122_928_452_093_436_2e-7, 4.462_415_512_243_370_5e-8, -3.205_949_763_483_896_7e-7, -6.157_849_960_650_912e-7,
        -4.314_600_921_683_494_5e-9, 2.029_995_357_412_064e-6, 3.648_396_618_202_991_8e-6, -1.137_861_796_544_883e-6,
        -1.612_286_431_909_849_3e-5, -2.169_246_259_718_255_7e-5, 3.414_940_795_766_429_4e-5,
        0.000_144_469_966_594_872_1, 3.437_135_272_973_316_5e-5, -0.000_663_073_399_871_182_7,
        -0.000_837_296_054_388_064_4, 0.003_090_612_050_709_93, 0.006_479_185_067_316_775, -0.021_510_661_889_132_674,
        -0.036_442_231_506_869_406, 0.279_472_092_556_049);
    // The last two steps are the ones whose roundings count: they are taken in two parts.
    const C: [f64; 2] = [1.021_582_705_242_023, -0.687_160_684_413_810_6];
    let q = t.mul_add(p, C[1]);
    let ql = t.mul_add(p, X::from(C[1]) - q) - 2.962_354e-17;
    let p = t.mul_add(q, C[0]);
    let pl = t.mul_add(ql, t.mul_add(q, X::from(C[0]) - p));
    // What u lacks, which counts about that often.
    let lost = (-u).mul_add(a - (d - 2.0), (-u).mul_add(d, 1.0)) * u.mul_add(2.5, 1.0);
    // And what the square does.
    let h = a * a;
    let lost = lost - a.mul_add(a, -h);
    // And the remainder by ln(2).
    let t = h.mul_add(-std::f64::consts::LOG2_E, MAGIC);
    let n = t - MAGIC;
    let first = n.mul_add(-std::f64::consts::LN_2, -h);
    let r = n.mul_add(-2.319_046_813_846_299_6e-17, first);
    let lost = lost + n.mul_add(-2.319_046_813_846_299_6e-17, first - r);
    let b = (r * r) * exponential(r);
    let g = r + (lost.mul_add(r + 1.0 + b, b));
    let v = p * u;
    let v = (v + v.mul_add(g, pl.mul_add(u, p.mul_add(u, -v)))).scale(n, t);
    (X::pick(x.less(0.0), X::from(2.0) - v, v), X::NONE)
}
