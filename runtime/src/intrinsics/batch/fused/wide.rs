//! Functions of f64.

use super::horner;
use super::reals::Wide;

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
    let p = horner!(z; 2.722_092_518_806_434e-15, -7.643_082_813_279_054e-13, 1.605_894_338_988_614_4e-10, -2.505_210_694_989_147_6e-8,
        2.755_731_921_202_488e-6, -0.000_198_412_698_412_146_93, 0.008_333_333_333_333_21, -0.166_666_666_666_666_66);
    let v = (z * r).mul_add(p, r);
    v.xor(sign.left::<63>())
}

#[inline(always)]
pub fn sin_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f64::consts::FRAC_1_PI, MAGIC);
    let v = sine(a, t - MAGIC, t);
    (v.xor(x.and(i64::MIN)), a.above(CIRCULAR))
}

#[inline(always)]
pub fn cos_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let t = a.mul_add(std::f64::consts::FRAC_1_PI, 0.5) + MAGIC;
    (sine(a, (t - MAGIC) - 0.5, t), a.above(CIRCULAR))
}

#[inline(always)]
pub fn tan_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let t = x.mul_add(std::f64::consts::FRAC_2_PI, MAGIC);
    let n = t - MAGIC;
    // x - n pi/2 in two parts; the first difference is exact.
    let a = n.mul_add(-std::f64::consts::FRAC_PI_2, x);
    let r = n.mul_add(-6.123_233_995_736_766e-17, a);
    let e = n.mul_add(-6.123_233_995_736_766e-17, a - r);
    let e = n.mul_add(1.497_384_904_859_169_8e-33, e);
    let z = r * r;
    let s = horner!(z; 1.589_618_112_342_672_5e-10, -2.505_074_785_208_775_5e-8, 2.755_731_362_868_808e-6, -0.000_198_412_698_296_327_86,
        0.008_333_333_333_322_205, -0.166_666_666_666_666_32);
    let t1 = (z * r).mul_add(s, e);
    let s = r + t1;
    let sl = (r - s) + t1;
    let c = horner!(z; -1.135_922_726_547_606_3e-11, 2.087_571_542_143_121e-9, -2.755_731_429_668_708e-7, 2.480_158_728_929_742e-5,
        -0.001_388_888_888_887_384, 0.041_666_666_666_666_595);
    let h = z * 0.5;
    let w = X::from(1.0) - h;
    let t2 = (X::from(1.0) - w) - h + (z * z).mul_add(c, -(r * e));
    let c = w + t2;
    let cl = (w - c) + t2;
    // The quotient of both, or the negative one of the other, to the last bit.
    let odd = t.odd();
    let a = X::pick(odd, -c, s);
    let (b, bl) = (X::pick(odd, s, c), X::pick(odd, sl, cl));
    let inverse = X::from(1.0) / b;
    let v = a * inverse;
    let v = inverse.mul_add((-v).mul_add(bl, (-v).mul_add(b, a)), v);
    (X::pick(x.equal(0.0), x, v), x.abs().above(CIRCULAR))
}

/// (e**r - 1 - r) / r**2 for |r| <= ln(2)/2.
#[inline(always)]
fn exponential<X: Wide>(r: X) -> X {
    horner!(r; 2.511_794_572_410_354e-8, 2.763_133_951_833_706_7e-7, 2.755_721_602_864_583_4e-6, 2.480_148_978_685_807e-5,
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
    let y = x.at_least(-746.0);
    let y = y.at_most(710.0);
    let (_, n, r) = by_ln2(y);
    let v = (r * r).mul_add(exponential(r), r) + 1.0;
    (v.scale(n), X::NONE)
}

/// 2**r for |r| <= 1/2.
#[inline(always)]
fn exp2_near<X: Wide>(r: X) -> X {
    let p = horner!(r; 4.457_391_713_519_206e-10, 7.073_860_029_972_221e-9, 1.017_804_622_396_030_5e-7, 1.321_543_481_787_500_3e-6,
        1.525_273_386_765_799_9e-5, 0.000_154_035_304_580_774_54, 0.001_333_355_814_638_887_1, 0.009_618_129_107_593_333,
        0.055_504_108_664_821_74, 0.240_226_506_959_101_33, 0.693_147_180_559_945_3);
    r.mul_add(p, 1.0)
}

#[inline(always)]
pub fn exp2_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let y = x.at_least(-1076.0);
    let y = y.at_most(1025.0);
    let n = (y + MAGIC) - MAGIC;
    (exp2_near(y - n).scale(n), X::NONE)
}

/// Whether a number is not one of the positive, finite ones with all their bits.
#[inline(always)]
fn outside<X: Wide>(x: X) -> X::Mask {
    x.minus(X::of(1 << 52)).not_below(0x7fe0_0000_0000_0000)
}

/// Exponent and m in m 2**exponent, m between the roots of one half and of two.
#[inline(always)]
fn parts<X: Wide>(x: X) -> (X, X) {
    let e = x.minus(X::of(0x3fe6_a09e_667f_3bcd)).right::<52>();
    (e.number(), x.minus(e.left::<52>()))
}

/// (artanh(s)/s - 1)/s**2 of s**2, for |s| <= 0.1716.
#[inline(always)]
fn artanh<X: Wide>(z: X) -> X {
    horner!(z; 0.073_995_145_505_799_53, 0.076_568_799_328_666_21, 0.090_917_874_928_527_24, 0.111_110_991_912_006_67,
        0.142_857_143_720_485_7, 0.199_999_999_997_038_63, 0.333_333_333_333_336_76)
}

/// What the natural logarithm of 1 + f has beside f, and more that is to be added.
#[inline(always)]
fn beside<X: Wide>(f: X, more: X) -> X {
    let s = f / (f + 2.0);
    let z = s * s;
    let h = f * 0.5 * f;
    s.mul_add((z * 2.0).mul_add(artanh(z), h), more) - h
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
    // The constant has more bits than a number.
    let v = v.mul_add(std::f64::consts::LOG2_E, v * 2.035_527_374_093_103_3e-17);
    (e + v, outside(x))
}

#[inline(always)]
pub fn log10_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let (e, m) = parts(x);
    let f = m - 1.0;
    let v = f + beside(f, X::from(0.0));
    let v =
        v.mul_add(std::f64::consts::LOG10_E, v.mul_add(1.098_319_650_216_765e-17, e * -2.803_728_127_785_170_4e-18));
    (e.mul_add(std::f64::consts::LOG10_2, v), outside(x))
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

/// e**x - 1 for x in 0..700.
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
    (over_sum(e, 2.0).copysign(x), X::NONE)
}

#[inline(always)]
pub fn sinh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let e = expm1(a);
    let v = (e + e / (e + 1.0)) * 0.5;
    let z = a * a;
    let p = horner!(z; 7.759_324_086_801_138e-13, 1.605_723_996_091_674_6e-10, 2.505_212_340_327_621_5e-8, 2.755_731_915_530_837_2e-6,
        0.000_198_412_698_414_377_68, 0.008_333_333_333_333_139, 0.166_666_666_666_666_69);
    let v = X::pick(a.less(1.0), (a * z).mul_add(p, a), v);
    (v.copysign(x), a.above(700.0))
}

#[inline(always)]
pub fn cosh_quick<X: Wide>(x: X) -> (X, X::Mask) {
    let a = x.abs();
    let e = expm1(a) + 1.0;
    (e.mul_add(0.5, X::from(0.5) / e), a.above(700.0))
}
