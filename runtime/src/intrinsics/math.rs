//! Mathematical functions: `frt_math_FN_TYPE` with FN as in the `math.fn` op and TYPE the type of argument
//! and result.

use ferrotran_cmath::{self as c, C32, C64};

ferrotran_abi::math_rows! { implementations }

/// See the table.
pub extern "C" fn frt_unsigned_power(base: i64, exponent: i64) -> i64 {
    let (mut x, mut n, mut r) = (base as u64, exponent as u64, 1u64);
    while n > 0 {
        if n & 1 == 1 {
            r = r.wrapping_mul(x);
        }
        x = x.wrapping_mul(x);
        n >>= 1;
    }
    r as i64
}

/// Functions of one real that the C library has: row name, C name.
macro_rules! from_c {
    ($t:ty: $($name:ident = $c:ident),* $(,)?) => { $(
        /// See the table.
        pub extern "C" fn $name(x: $t) -> $t {
            c::$c(x)
        }
    )* };
}
/// Functions of two reals.
macro_rules! from_c2 {
    ($t:ty: $($name:ident = $c:ident),* $(,)?) => { $(
        /// See the table.
        pub extern "C" fn $name(x: $t, y: $t) -> $t {
            c::$c(x, y)
        }
    )* };
}
/// Functions of one complex number.
macro_rules! from_c_complex {
    ($t:ty, $z:ident: $($name:ident = $c:ident),* $(,)?) => { $(
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $name(re: $t, im: $t, out: *mut $t) {
            let r = c::$c($z { re, im });
            // SAFETY: as required of the caller.
            unsafe { put(out, r.re, r.im) }
        }
    )* };
}

/// # Safety
/// `out` points to two values.
unsafe fn put<T>(out: *mut T, re: T, im: T) {
    // SAFETY: as required of the caller.
    unsafe {
        out.write_unaligned(re);
        out.add(1).write_unaligned(im);
    }
}

from_c! { f32: frt_math_exp_f32 = expf, frt_math_log_f32 = logf, frt_math_log10_f32 = log10f, frt_math_sin_f32 = sinf, frt_math_cos_f32 = cosf, frt_math_tan_f32 = tanf, frt_math_asin_f32 = asinf, frt_math_acos_f32 = acosf, frt_math_atan_f32 = atanf, frt_math_sinh_f32 = sinhf, frt_math_cosh_f32 = coshf, frt_math_tanh_f32 = tanhf, frt_math_asinh_f32 = asinhf, frt_math_acosh_f32 = acoshf, frt_math_atanh_f32 = atanhf, frt_math_erf_f32 = erff, frt_math_erfc_f32 = erfcf, frt_math_exp2_f32 = exp2f, frt_math_log2_f32 = log2f, frt_math_cbrt_f32 = cbrtf, frt_math_gamma_f32 = tgammaf, frt_math_log_gamma_f32 = lgammaf, frt_math_bessel_j0_f32 = j0f, frt_math_bessel_j1_f32 = j1f, frt_math_bessel_y0_f32 = y0f, frt_math_bessel_y1_f32 = y1f }

from_c2! { f32: frt_math_atan2_f32 = atan2f, frt_math_hypot_f32 = hypotf, frt_math_pow_f32 = powf, frt_math_rem_f32 = fmodf }

from_c! { f64: frt_math_exp_f64 = exp, frt_math_log_f64 = log, frt_math_log10_f64 = log10, frt_math_sin_f64 = sin, frt_math_cos_f64 = cos, frt_math_tan_f64 = tan, frt_math_asin_f64 = asin, frt_math_acos_f64 = acos, frt_math_atan_f64 = atan, frt_math_sinh_f64 = sinh, frt_math_cosh_f64 = cosh, frt_math_tanh_f64 = tanh, frt_math_asinh_f64 = asinh, frt_math_acosh_f64 = acosh, frt_math_atanh_f64 = atanh, frt_math_erf_f64 = erf, frt_math_erfc_f64 = erfc, frt_math_exp2_f64 = exp2, frt_math_log2_f64 = log2, frt_math_cbrt_f64 = cbrt, frt_math_gamma_f64 = tgamma, frt_math_log_gamma_f64 = lgamma, frt_math_bessel_j0_f64 = j0, frt_math_bessel_j1_f64 = j1, frt_math_bessel_y0_f64 = y0, frt_math_bessel_y1_f64 = y1 }

from_c2! { f64: frt_math_atan2_f64 = atan2, frt_math_hypot_f64 = hypot, frt_math_pow_f64 = pow, frt_math_rem_f64 = fmod }

from_c_complex! { f32, C32: frt_math_sqrt_c32 = csqrtf, frt_math_exp_c32 = cexpf, frt_math_log_c32 = clogf, frt_math_sin_c32 = csinf, frt_math_cos_c32 = ccosf, frt_math_tan_c32 = ctanf, frt_math_asin_c32 = casinf, frt_math_acos_c32 = cacosf, frt_math_atan_c32 = catanf, frt_math_sinh_c32 = csinhf, frt_math_cosh_c32 = ccoshf, frt_math_tanh_c32 = ctanhf, frt_math_asinh_c32 = casinhf, frt_math_acosh_c32 = cacoshf, frt_math_atanh_c32 = catanhf }

from_c_complex! { f64, C64: frt_math_sqrt_c64 = csqrt, frt_math_exp_c64 = cexp, frt_math_log_c64 = clog, frt_math_sin_c64 = csin, frt_math_cos_c64 = ccos, frt_math_tan_c64 = ctan, frt_math_asin_c64 = casin, frt_math_acos_c64 = cacos, frt_math_atan_c64 = catan, frt_math_sinh_c64 = csinh, frt_math_cosh_c64 = ccosh, frt_math_tanh_c64 = ctanh, frt_math_asinh_c64 = casinh, frt_math_acosh_c64 = cacosh, frt_math_atanh_c64 = catanh }

/// What is the same text for both precisions.
macro_rules! reals {
    ($t:ident, $bits:ident, $digits:literal, $min_exp:literal;
     $sqrt:ident $floor:ident $ceil:ident $trunc:ident $round:ident $rint:ident $abs:ident $copysign:ident $modulo:ident
     $fma:ident $ipow:ident $ipow64:ident $jn:ident $yn:ident $exponent:ident $fraction:ident $scale:ident
     $set_exponent:ident $nearest:ident $spacing:ident $rrspacing:ident;
     $cjn:ident $cyn:ident $cldexp:ident $cfrexp:ident $cnextafter:ident $cfmod:ident) => {
        /// See the table.
        pub extern "C" fn $sqrt(x: $t) -> $t {
            x.sqrt()
        }
        /// See the table.
        pub extern "C" fn $floor(x: $t) -> $t {
            x.floor()
        }
        /// See the table.
        pub extern "C" fn $ceil(x: $t) -> $t {
            x.ceil()
        }
        /// See the table.
        pub extern "C" fn $trunc(x: $t) -> $t {
            x.trunc()
        }
        /// See the table.
        pub extern "C" fn $round(x: $t) -> $t {
            x.round()
        }
        /// See the table.
        pub extern "C" fn $rint(x: $t) -> $t {
            x.round_ties_even()
        }
        /// See the table.
        pub extern "C" fn $abs(x: $t) -> $t {
            x.abs()
        }
        /// See the table.
        pub extern "C" fn $copysign(x: $t, y: $t) -> $t {
            x.copysign(y)
        }
        /// See the table.
        pub extern "C" fn $modulo(x: $t, y: $t) -> $t {
            let r = c::$cfmod(x, y);
            if r == 0.0 {
                (0.0 as $t).copysign(y)
            } else if (r < 0.0) != (y < 0.0) {
                r + y
            } else {
                r
            }
        }
        /// See the table.
        pub extern "C" fn $fma(x: $t, y: $t, z: $t) -> $t {
            x.mul_add(y, z)
        }
        /// See the table.
        pub extern "C" fn $ipow(x: $t, n: i32) -> $t {
            $ipow64(x, n.into())
        }
        /// See the table.
        pub extern "C" fn $ipow64(x: $t, n: i64) -> $t {
            let mut m = n.unsigned_abs();
            let mut base = x;
            let mut r: $t = 1.0;
            loop {
                if m & 1 == 1 {
                    r *= base;
                }
                m >>= 1;
                if m == 0 {
                    break;
                }
                base *= base;
            }
            if n < 0 { 1.0 / r } else { r }
        }
        /// See the table.
        pub extern "C" fn $jn(n: i32, x: $t) -> $t {
            c::$cjn(n, x)
        }
        /// See the table.
        pub extern "C" fn $yn(n: i32, x: $t) -> $t {
            c::$cyn(n, x)
        }
        /// See the table.
        pub extern "C" fn $exponent(x: $t) -> i32 {
            if !x.is_finite() {
                return i32::MAX;
            }
            c::$cfrexp(x).1
        }
        /// See the table.
        pub extern "C" fn $fraction(x: $t) -> $t {
            if x.is_infinite() {
                return $t::NAN;
            }
            c::$cfrexp(x).0
        }
        /// See the table.
        pub extern "C" fn $scale(x: $t, n: i32) -> $t {
            c::$cldexp(x, n)
        }
        /// See the table.
        pub extern "C" fn $set_exponent(x: $t, n: i32) -> $t {
            $scale($fraction(x), n)
        }
        /// See the table.
        pub extern "C" fn $nearest(x: $t, s: $t) -> $t {
            c::$cnextafter(x, $t::INFINITY.copysign(s))
        }
        /// See the table.
        pub extern "C" fn $spacing(x: $t) -> $t {
            if !x.is_finite() {
                return $t::NAN;
            }
            if x == 0.0 {
                return $t::MIN_POSITIVE;
            }
            $scale(1.0, ($exponent(x) - $digits).max($min_exp - 1)).max($t::MIN_POSITIVE)
        }
        /// See the table.
        pub extern "C" fn $rrspacing(x: $t) -> $t {
            if !x.is_finite() {
                return $t::NAN;
            }
            $scale($fraction(x).abs(), $digits)
        }
    };
}
reals! { f32, u32, 24, -125; frt_math_sqrt_f32 frt_math_floor_f32 frt_math_ceil_f32 frt_math_trunc_f32 frt_math_round_f32 frt_math_rint_f32 frt_math_abs_f32 frt_math_copysign_f32 frt_math_modulo_f32 frt_math_fma_f32 frt_math_ipow_f32 frt_math_ipow64_f32 frt_math_bessel_jn_f32 frt_math_bessel_yn_f32 frt_math_exponent_f32 frt_math_fraction_f32 frt_math_scale_f32 frt_math_set_exponent_f32 frt_math_nearest_f32 frt_math_spacing_f32 frt_math_rrspacing_f32; jnf ynf ldexpf split_f32 nextafterf fmodf }
reals! { f64, u64, 53, -1021; frt_math_sqrt_f64 frt_math_floor_f64 frt_math_ceil_f64 frt_math_trunc_f64 frt_math_round_f64 frt_math_rint_f64 frt_math_abs_f64 frt_math_copysign_f64 frt_math_modulo_f64 frt_math_fma_f64 frt_math_ipow_f64 frt_math_ipow64_f64 frt_math_bessel_jn_f64 frt_math_bessel_yn_f64 frt_math_exponent_f64 frt_math_fraction_f64 frt_math_scale_f64 frt_math_set_exponent_f64 frt_math_nearest_f64 frt_math_spacing_f64 frt_math_rrspacing_f64; jn yn ldexp split_f64 nextafter fmod }

/// Complex functions that are the same text for both precisions.
macro_rules! complexes {
    ($t:ident, $z:ident; $log10:ident $abs:ident $pow:ident $div:ident $ipow:ident $ipow64:ident; $clog:ident $chypot:ident $cpow:ident) => {
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $log10(re: $t, im: $t, out: *mut $t) {
            let r = c::$clog($z { re, im });
            // SAFETY: as required of the caller.
            unsafe { put(out, r.re / std::$t::consts::LN_10, r.im / std::$t::consts::LN_10) }
        }
        /// See the table.
        pub extern "C" fn $abs(re: $t, im: $t) -> $t {
            c::$chypot(re, im)
        }
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $pow(ar: $t, ai: $t, br: $t, bi: $t, out: *mut $t) {
            let r = c::$cpow($z { re: ar, im: ai }, $z { re: br, im: bi });
            // SAFETY: as required of the caller.
            unsafe { put(out, r.re, r.im) }
        }
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $div(ar: $t, ai: $t, br: $t, bi: $t, out: *mut $t) {
            // Smith's method: the larger part of the divisor is divided out first.
            let (re, im) = if br.abs() < bi.abs() {
                let ratio = br / bi;
                let d = br * ratio + bi;
                ((ar * ratio + ai) / d, (ai * ratio - ar) / d)
            } else {
                let ratio = bi / br;
                let d = bi * ratio + br;
                ((ai * ratio + ar) / d, (ai - ar * ratio) / d)
            };
            // SAFETY: as required of the caller.
            unsafe { put(out, re, im) }
        }
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $ipow(re: $t, im: $t, n: i32, out: *mut $t) {
            // SAFETY: as required of the caller.
            unsafe { $ipow64(re, im, n.into(), out) }
        }
        /// See the table.
        ///
        /// # Safety
        /// `out` points to two reals.
        pub unsafe extern "C" fn $ipow64(re: $t, im: $t, n: i64, out: *mut $t) {
            let mul = |a: ($t, $t), b: ($t, $t)| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0);
            let mut m = n.unsigned_abs();
            let mut base = (re, im);
            let mut r: ($t, $t) = (1.0, 0.0);
            while m > 0 {
                if m & 1 == 1 {
                    r = mul(r, base);
                }
                m >>= 1;
                if m > 0 {
                    base = mul(base, base);
                }
            }
            // SAFETY: as required of the caller.
            unsafe { if n < 0 { $div(1.0, 0.0, r.0, r.1, out) } else { put(out, r.0, r.1) } }
        }
    };
}
complexes! { f32, C32; frt_math_log10_c32 frt_math_abs_c32 frt_math_pow_c32 frt_math_div_c32 frt_math_ipow_c32 frt_math_ipow64_c32; clogf hypotf cpowf }
complexes! { f64, C64; frt_math_log10_c64 frt_math_abs_c64 frt_math_pow_c64 frt_math_div_c64 frt_math_ipow_c64 frt_math_ipow64_c64; clog hypot cpow }

/// See the table.
pub extern "C" fn frt_math_erfc_scaled_f32(x: f32) -> f32 {
    frt_math_erfc_scaled_f64(x.into()) as f32
}

/// See the table.
pub extern "C" fn frt_math_erfc_scaled_f64(x: f64) -> f64 {
    c::erfc_scaled(x)
}

/// See the table.
pub extern "C" fn frt_math_ipow_i32(x: i32, n: i32) -> i32 {
    frt_math_ipow_i64(x.into(), n.into()) as i32
}

/// See the table.
pub extern "C" fn frt_math_ipow_i64(x: i64, n: i64) -> i64 {
    if n < 0 {
        return match x {
            1 => 1,
            -1 => 1 - 2 * (n & 1),
            0 => crate::error::fatal("Integer division by zero"),
            _ => 0,
        };
    }
    let (mut base, mut m, mut r) = (x, n, 1i64);
    while m > 0 {
        if m & 1 == 1 {
            r = r.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        m >>= 1;
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_parts() {
        assert_eq!(frt_math_exponent_f64(1.0), 1);
        assert_eq!(frt_math_exponent_f32(0.0), 0);
        assert_eq!(frt_math_fraction_f64(6.0), 0.75);
        assert_eq!(frt_math_set_exponent_f32(6.0, 1), 1.5);
        assert_eq!(frt_math_nearest_f32(1.0, 1.0), 1.0 + f32::EPSILON);
        assert_eq!(frt_math_spacing_f32(3.0), 2.0 * f32::EPSILON);
        assert_eq!(frt_math_spacing_f32(0.0), f32::MIN_POSITIVE);
        assert_eq!(frt_math_rrspacing_f64(-3.0), 0.75 * 2f64.powi(53));
        assert_eq!(frt_math_modulo_f64(-7.0, 3.0), 2.0);
        assert_eq!(frt_math_modulo_f64(7.0, -3.0), -2.0);
        assert_eq!(frt_math_rem_f64(-7.0, 3.0), -1.0);
        assert_eq!(frt_math_round_f64(-2.5), -3.0);
        assert_eq!(frt_math_rint_f64(2.5), 2.0);
    }

    #[test]
    fn powers() {
        assert_eq!(frt_math_ipow_i32(3, 5), 243);
        assert_eq!(frt_math_ipow_i32(2, -1), 0);
        assert_eq!(frt_math_ipow_i32(-1, -3), -1);
        assert_eq!(frt_math_ipow_i64(7, 0), 1);
        assert_eq!(frt_math_ipow_f64(2.0, -2), 0.25);
        let mut z = [0.0; 2];
        // SAFETY: two reals.
        unsafe { frt_math_ipow_c64(0.0, 1.0, -1, z.as_mut_ptr()) };
        assert_eq!(z, [0.0, -1.0]);
    }

    #[test]
    fn complex_functions() {
        let mut z = [0.0f64; 2];
        let mut w = [0.0f32; 2];
        // SAFETY: two reals each.
        unsafe {
            frt_math_sqrt_c64(-4.0, 0.0, z.as_mut_ptr());
            assert_eq!(z, [0.0, 2.0]);
            frt_math_sqrt_c32(-4.0, 0.0, w.as_mut_ptr());
            assert_eq!(w, [0.0, 2.0]);
            frt_math_exp_c32(0.0, 0.0, w.as_mut_ptr());
            assert_eq!(w, [1.0, 0.0]);
            frt_math_div_c64(1.0, 2.0, 3.0, -4.0, z.as_mut_ptr());
            assert_eq!(z, [-0.2, 0.4]);
            frt_math_pow_c64(2.0, 0.0, 3.0, 0.0, z.as_mut_ptr());
            assert!((z[0] - 8.0).abs() < 1e-14 && z[1] == 0.0);
        }
        assert_eq!(frt_math_abs_c32(3.0, 4.0), 5.0);
    }
}
