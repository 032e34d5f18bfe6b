//! Mathematical functions: `frt_math_FN_TYPE` with FN as in the `math.fn` op and TYPE the type of argument
//! and result.

crate::abi_table! { pub static ABI;
    /// sqrt of a real.
    fn frt_math_sqrt_f32(x: f32) -> f32;
    /// exp of a real.
    fn frt_math_exp_f32(x: f32) -> f32;
    /// log of a real.
    fn frt_math_log_f32(x: f32) -> f32;
    /// log10 of a real.
    fn frt_math_log10_f32(x: f32) -> f32;
    /// sin of a real.
    fn frt_math_sin_f32(x: f32) -> f32;
    /// cos of a real.
    fn frt_math_cos_f32(x: f32) -> f32;
    /// tan of a real.
    fn frt_math_tan_f32(x: f32) -> f32;
    /// asin of a real.
    fn frt_math_asin_f32(x: f32) -> f32;
    /// acos of a real.
    fn frt_math_acos_f32(x: f32) -> f32;
    /// atan of a real.
    fn frt_math_atan_f32(x: f32) -> f32;
    /// sinh of a real.
    fn frt_math_sinh_f32(x: f32) -> f32;
    /// cosh of a real.
    fn frt_math_cosh_f32(x: f32) -> f32;
    /// tanh of a real.
    fn frt_math_tanh_f32(x: f32) -> f32;
    /// asinh of a real.
    fn frt_math_asinh_f32(x: f32) -> f32;
    /// acosh of a real.
    fn frt_math_acosh_f32(x: f32) -> f32;
    /// atanh of a real.
    fn frt_math_atanh_f32(x: f32) -> f32;
    /// erf of a real.
    fn frt_math_erf_f32(x: f32) -> f32;
    /// erfc of a real.
    fn frt_math_erfc_f32(x: f32) -> f32;
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f32(x: f32) -> f32;
    /// gamma of a real.
    fn frt_math_gamma_f32(x: f32) -> f32;
    /// log_gamma of a real.
    fn frt_math_log_gamma_f32(x: f32) -> f32;
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f32(x: f32) -> f32;
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f32(x: f32) -> f32;
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f32(x: f32) -> f32;
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f32(x: f32) -> f32;
    /// exp2 of a real.
    fn frt_math_exp2_f32(x: f32) -> f32;
    /// log2 of a real.
    fn frt_math_log2_f32(x: f32) -> f32;
    /// cbrt of a real.
    fn frt_math_cbrt_f32(x: f32) -> f32;
    /// floor of a real.
    fn frt_math_floor_f32(x: f32) -> f32;
    /// ceil of a real.
    fn frt_math_ceil_f32(x: f32) -> f32;
    /// trunc of a real.
    fn frt_math_trunc_f32(x: f32) -> f32;
    /// round of a real.
    fn frt_math_round_f32(x: f32) -> f32;
    /// rint of a real.
    fn frt_math_rint_f32(x: f32) -> f32;
    /// abs of a real.
    fn frt_math_abs_f32(x: f32) -> f32;
    /// atan2 of two reals.
    fn frt_math_atan2_f32(x: f32, y: f32) -> f32;
    /// hypot of two reals.
    fn frt_math_hypot_f32(x: f32, y: f32) -> f32;
    /// pow of two reals.
    fn frt_math_pow_f32(x: f32, y: f32) -> f32;
    /// copysign of two reals.
    fn frt_math_copysign_f32(x: f32, y: f32) -> f32;
    /// rem of two reals.
    fn frt_math_rem_f32(x: f32, y: f32) -> f32;
    /// modulo of two reals.
    fn frt_math_modulo_f32(x: f32, y: f32) -> f32;
    /// x*y+z with one rounding.
    fn frt_math_fma_f32(x: f32, y: f32, z: f32) -> f32;
    /// x**n.
    fn frt_math_ipow_f32(x: f32, n: i32) -> f32;
    /// x**n.
    fn frt_math_ipow64_f32(x: f32, n: i64) -> f32;
    /// BESSEL_JN(n, x).
    fn frt_math_bessel_jn_f32(n: i32, x: f32) -> f32;
    /// BESSEL_YN(n, x).
    fn frt_math_bessel_yn_f32(n: i32, x: f32) -> f32;
    /// EXPONENT(x).
    fn frt_math_exponent_f32(x: f32) -> i32;
    /// FRACTION(x).
    fn frt_math_fraction_f32(x: f32) -> f32;
    /// SCALE(x, n).
    fn frt_math_scale_f32(x: f32, n: i32) -> f32;
    /// SET_EXPONENT(x, n).
    fn frt_math_set_exponent_f32(x: f32, n: i32) -> f32;
    /// NEAREST(x, s).
    fn frt_math_nearest_f32(x: f32, s: f32) -> f32;
    /// SPACING(x).
    fn frt_math_spacing_f32(x: f32) -> f32;
    /// RRSPACING(x).
    fn frt_math_rrspacing_f32(x: f32) -> f32;
    /// sqrt of a real.
    fn frt_math_sqrt_f64(x: f64) -> f64;
    /// exp of a real.
    fn frt_math_exp_f64(x: f64) -> f64;
    /// log of a real.
    fn frt_math_log_f64(x: f64) -> f64;
    /// log10 of a real.
    fn frt_math_log10_f64(x: f64) -> f64;
    /// sin of a real.
    fn frt_math_sin_f64(x: f64) -> f64;
    /// cos of a real.
    fn frt_math_cos_f64(x: f64) -> f64;
    /// tan of a real.
    fn frt_math_tan_f64(x: f64) -> f64;
    /// asin of a real.
    fn frt_math_asin_f64(x: f64) -> f64;
    /// acos of a real.
    fn frt_math_acos_f64(x: f64) -> f64;
    /// atan of a real.
    fn frt_math_atan_f64(x: f64) -> f64;
    /// sinh of a real.
    fn frt_math_sinh_f64(x: f64) -> f64;
    /// cosh of a real.
    fn frt_math_cosh_f64(x: f64) -> f64;
    /// tanh of a real.
    fn frt_math_tanh_f64(x: f64) -> f64;
    /// asinh of a real.
    fn frt_math_asinh_f64(x: f64) -> f64;
    /// acosh of a real.
    fn frt_math_acosh_f64(x: f64) -> f64;
    /// atanh of a real.
    fn frt_math_atanh_f64(x: f64) -> f64;
    /// erf of a real.
    fn frt_math_erf_f64(x: f64) -> f64;
    /// erfc of a real.
    fn frt_math_erfc_f64(x: f64) -> f64;
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f64(x: f64) -> f64;
    /// gamma of a real.
    fn frt_math_gamma_f64(x: f64) -> f64;
    /// log_gamma of a real.
    fn frt_math_log_gamma_f64(x: f64) -> f64;
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f64(x: f64) -> f64;
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f64(x: f64) -> f64;
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f64(x: f64) -> f64;
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f64(x: f64) -> f64;
    /// exp2 of a real.
    fn frt_math_exp2_f64(x: f64) -> f64;
    /// log2 of a real.
    fn frt_math_log2_f64(x: f64) -> f64;
    /// cbrt of a real.
    fn frt_math_cbrt_f64(x: f64) -> f64;
    /// floor of a real.
    fn frt_math_floor_f64(x: f64) -> f64;
    /// ceil of a real.
    fn frt_math_ceil_f64(x: f64) -> f64;
    /// trunc of a real.
    fn frt_math_trunc_f64(x: f64) -> f64;
    /// round of a real.
    fn frt_math_round_f64(x: f64) -> f64;
    /// rint of a real.
    fn frt_math_rint_f64(x: f64) -> f64;
    /// abs of a real.
    fn frt_math_abs_f64(x: f64) -> f64;
    /// atan2 of two reals.
    fn frt_math_atan2_f64(x: f64, y: f64) -> f64;
    /// hypot of two reals.
    fn frt_math_hypot_f64(x: f64, y: f64) -> f64;
    /// pow of two reals.
    fn frt_math_pow_f64(x: f64, y: f64) -> f64;
    /// copysign of two reals.
    fn frt_math_copysign_f64(x: f64, y: f64) -> f64;
    /// rem of two reals.
    fn frt_math_rem_f64(x: f64, y: f64) -> f64;
    /// modulo of two reals.
    fn frt_math_modulo_f64(x: f64, y: f64) -> f64;
    /// x*y+z with one rounding.
    fn frt_math_fma_f64(x: f64, y: f64, z: f64) -> f64;
    /// x**n.
    fn frt_math_ipow_f64(x: f64, n: i32) -> f64;
    /// x**n.
    fn frt_math_ipow64_f64(x: f64, n: i64) -> f64;
    /// BESSEL_JN(n, x).
    fn frt_math_bessel_jn_f64(n: i32, x: f64) -> f64;
    /// BESSEL_YN(n, x).
    fn frt_math_bessel_yn_f64(n: i32, x: f64) -> f64;
    /// EXPONENT(x).
    fn frt_math_exponent_f64(x: f64) -> i32;
    /// FRACTION(x).
    fn frt_math_fraction_f64(x: f64) -> f64;
    /// SCALE(x, n).
    fn frt_math_scale_f64(x: f64, n: i32) -> f64;
    /// SET_EXPONENT(x, n).
    fn frt_math_set_exponent_f64(x: f64, n: i32) -> f64;
    /// NEAREST(x, s).
    fn frt_math_nearest_f64(x: f64, s: f64) -> f64;
    /// SPACING(x).
    fn frt_math_spacing_f64(x: f64) -> f64;
    /// RRSPACING(x).
    fn frt_math_rrspacing_f64(x: f64) -> f64;
    /// sqrt of a complex number, to out[0..2].
    fn frt_math_sqrt_c32(re: f32, im: f32, out: *mut f32);
    /// exp of a complex number, to out[0..2].
    fn frt_math_exp_c32(re: f32, im: f32, out: *mut f32);
    /// log of a complex number, to out[0..2].
    fn frt_math_log_c32(re: f32, im: f32, out: *mut f32);
    /// log10 of a complex number, to out[0..2].
    fn frt_math_log10_c32(re: f32, im: f32, out: *mut f32);
    /// sin of a complex number, to out[0..2].
    fn frt_math_sin_c32(re: f32, im: f32, out: *mut f32);
    /// cos of a complex number, to out[0..2].
    fn frt_math_cos_c32(re: f32, im: f32, out: *mut f32);
    /// tan of a complex number, to out[0..2].
    fn frt_math_tan_c32(re: f32, im: f32, out: *mut f32);
    /// asin of a complex number, to out[0..2].
    fn frt_math_asin_c32(re: f32, im: f32, out: *mut f32);
    /// acos of a complex number, to out[0..2].
    fn frt_math_acos_c32(re: f32, im: f32, out: *mut f32);
    /// atan of a complex number, to out[0..2].
    fn frt_math_atan_c32(re: f32, im: f32, out: *mut f32);
    /// sinh of a complex number, to out[0..2].
    fn frt_math_sinh_c32(re: f32, im: f32, out: *mut f32);
    /// cosh of a complex number, to out[0..2].
    fn frt_math_cosh_c32(re: f32, im: f32, out: *mut f32);
    /// tanh of a complex number, to out[0..2].
    fn frt_math_tanh_c32(re: f32, im: f32, out: *mut f32);
    /// asinh of a complex number, to out[0..2].
    fn frt_math_asinh_c32(re: f32, im: f32, out: *mut f32);
    /// acosh of a complex number, to out[0..2].
    fn frt_math_acosh_c32(re: f32, im: f32, out: *mut f32);
    /// atanh of a complex number, to out[0..2].
    fn frt_math_atanh_c32(re: f32, im: f32, out: *mut f32);
    /// Absolute value.
    fn frt_math_abs_c32(re: f32, im: f32) -> f32;
    /// (ar, ai)**(br, bi), to out[0..2].
    fn frt_math_pow_c32(ar: f32, ai: f32, br: f32, bi: f32, out: *mut f32);
    /// (ar, ai)/(br, bi) without needless overflow, to out[0..2].
    fn frt_math_div_c32(ar: f32, ai: f32, br: f32, bi: f32, out: *mut f32);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow_c32(re: f32, im: f32, n: i32, out: *mut f32);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow64_c32(re: f32, im: f32, n: i64, out: *mut f32);
    /// sqrt of a complex number, to out[0..2].
    fn frt_math_sqrt_c64(re: f64, im: f64, out: *mut f64);
    /// exp of a complex number, to out[0..2].
    fn frt_math_exp_c64(re: f64, im: f64, out: *mut f64);
    /// log of a complex number, to out[0..2].
    fn frt_math_log_c64(re: f64, im: f64, out: *mut f64);
    /// log10 of a complex number, to out[0..2].
    fn frt_math_log10_c64(re: f64, im: f64, out: *mut f64);
    /// sin of a complex number, to out[0..2].
    fn frt_math_sin_c64(re: f64, im: f64, out: *mut f64);
    /// cos of a complex number, to out[0..2].
    fn frt_math_cos_c64(re: f64, im: f64, out: *mut f64);
    /// tan of a complex number, to out[0..2].
    fn frt_math_tan_c64(re: f64, im: f64, out: *mut f64);
    /// asin of a complex number, to out[0..2].
    fn frt_math_asin_c64(re: f64, im: f64, out: *mut f64);
    /// acos of a complex number, to out[0..2].
    fn frt_math_acos_c64(re: f64, im: f64, out: *mut f64);
    /// atan of a complex number, to out[0..2].
    fn frt_math_atan_c64(re: f64, im: f64, out: *mut f64);
    /// sinh of a complex number, to out[0..2].
    fn frt_math_sinh_c64(re: f64, im: f64, out: *mut f64);
    /// cosh of a complex number, to out[0..2].
    fn frt_math_cosh_c64(re: f64, im: f64, out: *mut f64);
    /// tanh of a complex number, to out[0..2].
    fn frt_math_tanh_c64(re: f64, im: f64, out: *mut f64);
    /// asinh of a complex number, to out[0..2].
    fn frt_math_asinh_c64(re: f64, im: f64, out: *mut f64);
    /// acosh of a complex number, to out[0..2].
    fn frt_math_acosh_c64(re: f64, im: f64, out: *mut f64);
    /// atanh of a complex number, to out[0..2].
    fn frt_math_atanh_c64(re: f64, im: f64, out: *mut f64);
    /// Absolute value.
    fn frt_math_abs_c64(re: f64, im: f64) -> f64;
    /// (ar, ai)**(br, bi), to out[0..2].
    fn frt_math_pow_c64(ar: f64, ai: f64, br: f64, bi: f64, out: *mut f64);
    /// (ar, ai)/(br, bi) without needless overflow, to out[0..2].
    fn frt_math_div_c64(ar: f64, ai: f64, br: f64, bi: f64, out: *mut f64);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow_c64(re: f64, im: f64, n: i32, out: *mut f64);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow64_c64(re: f64, im: f64, n: i64, out: *mut f64);
    /// x**n of 32-bit (and, truncated by the caller, smaller) integers; a negative power of 0 stops the program.
    fn frt_math_ipow_i32(x: i32, n: i32) -> i32;
    /// x**n of 64-bit integers.
    fn frt_math_ipow_i64(x: i64, n: i64) -> i64;
}
