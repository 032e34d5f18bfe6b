//! Mathematical functions: `frt_math_FN_TYPE` with FN as in the `math.fn` op and TYPE the type of argument and result.

family! { ($) math_rows MATH
    /// Power of unsigned integers, modulo 2**64.
    fn frt_unsigned_power(base: I64, exponent: I64) -> I64;
    /// sqrt of a real.
    fn frt_math_sqrt_f32(x: F32) -> F32;
    /// exp of a real.
    fn frt_math_exp_f32(x: F32) -> F32;
    /// log of a real.
    fn frt_math_log_f32(x: F32) -> F32;
    /// log10 of a real.
    fn frt_math_log10_f32(x: F32) -> F32;
    /// sin of a real.
    fn frt_math_sin_f32(x: F32) -> F32;
    /// cos of a real.
    fn frt_math_cos_f32(x: F32) -> F32;
    /// tan of a real.
    fn frt_math_tan_f32(x: F32) -> F32;
    /// asin of a real.
    fn frt_math_asin_f32(x: F32) -> F32;
    /// acos of a real.
    fn frt_math_acos_f32(x: F32) -> F32;
    /// atan of a real.
    fn frt_math_atan_f32(x: F32) -> F32;
    /// sinh of a real.
    fn frt_math_sinh_f32(x: F32) -> F32;
    /// cosh of a real.
    fn frt_math_cosh_f32(x: F32) -> F32;
    /// tanh of a real.
    fn frt_math_tanh_f32(x: F32) -> F32;
    /// asinh of a real.
    fn frt_math_asinh_f32(x: F32) -> F32;
    /// acosh of a real.
    fn frt_math_acosh_f32(x: F32) -> F32;
    /// atanh of a real.
    fn frt_math_atanh_f32(x: F32) -> F32;
    /// erf of a real.
    fn frt_math_erf_f32(x: F32) -> F32;
    /// erfc of a real.
    fn frt_math_erfc_f32(x: F32) -> F32;
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f32(x: F32) -> F32;
    /// gamma of a real.
    fn frt_math_gamma_f32(x: F32) -> F32;
    /// log_gamma of a real.
    fn frt_math_log_gamma_f32(x: F32) -> F32;
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f32(x: F32) -> F32;
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f32(x: F32) -> F32;
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f32(x: F32) -> F32;
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f32(x: F32) -> F32;
    /// exp2 of a real.
    fn frt_math_exp2_f32(x: F32) -> F32;
    /// log2 of a real.
    fn frt_math_log2_f32(x: F32) -> F32;
    /// cbrt of a real.
    fn frt_math_cbrt_f32(x: F32) -> F32;
    /// floor of a real.
    fn frt_math_floor_f32(x: F32) -> F32;
    /// ceil of a real.
    fn frt_math_ceil_f32(x: F32) -> F32;
    /// trunc of a real.
    fn frt_math_trunc_f32(x: F32) -> F32;
    /// round of a real.
    fn frt_math_round_f32(x: F32) -> F32;
    /// rint of a real.
    fn frt_math_rint_f32(x: F32) -> F32;
    /// abs of a real.
    fn frt_math_abs_f32(x: F32) -> F32;
    /// atan2 of two reals.
    fn frt_math_atan2_f32(x: F32, y: F32) -> F32;
    /// hypot of two reals.
    fn frt_math_hypot_f32(x: F32, y: F32) -> F32;
    /// pow of two reals.
    fn frt_math_pow_f32(x: F32, y: F32) -> F32;
    /// copysign of two reals.
    fn frt_math_copysign_f32(x: F32, y: F32) -> F32;
    /// rem of two reals.
    fn frt_math_rem_f32(x: F32, y: F32) -> F32;
    /// modulo of two reals.
    fn frt_math_modulo_f32(x: F32, y: F32) -> F32;
    /// x*y+z with one rounding.
    fn frt_math_fma_f32(x: F32, y: F32, z: F32) -> F32;
    /// x**n.
    fn frt_math_ipow_f32(x: F32, n: I32) -> F32;
    /// x**n for a 64-bit power.
    fn frt_math_ipow64_f32(x: F32, n: I64) -> F32;
    /// BESSEL_JN(n, x).
    fn frt_math_bessel_jn_f32(n: I32, x: F32) -> F32;
    /// BESSEL_YN(n, x).
    fn frt_math_bessel_yn_f32(n: I32, x: F32) -> F32;
    /// EXPONENT(x).
    fn frt_math_exponent_f32(x: F32) -> I32;
    /// FRACTION(x).
    fn frt_math_fraction_f32(x: F32) -> F32;
    /// SCALE(x, n).
    fn frt_math_scale_f32(x: F32, n: I32) -> F32;
    /// SET_EXPONENT(x, n).
    fn frt_math_set_exponent_f32(x: F32, n: I32) -> F32;
    /// NEAREST(x, s).
    fn frt_math_nearest_f32(x: F32, s: F32) -> F32;
    /// SPACING(x).
    fn frt_math_spacing_f32(x: F32) -> F32;
    /// RRSPACING(x).
    fn frt_math_rrspacing_f32(x: F32) -> F32;
    /// sqrt of a real.
    fn frt_math_sqrt_f64(x: F64) -> F64;
    /// exp of a real.
    fn frt_math_exp_f64(x: F64) -> F64;
    /// log of a real.
    fn frt_math_log_f64(x: F64) -> F64;
    /// log10 of a real.
    fn frt_math_log10_f64(x: F64) -> F64;
    /// sin of a real.
    fn frt_math_sin_f64(x: F64) -> F64;
    /// cos of a real.
    fn frt_math_cos_f64(x: F64) -> F64;
    /// tan of a real.
    fn frt_math_tan_f64(x: F64) -> F64;
    /// asin of a real.
    fn frt_math_asin_f64(x: F64) -> F64;
    /// acos of a real.
    fn frt_math_acos_f64(x: F64) -> F64;
    /// atan of a real.
    fn frt_math_atan_f64(x: F64) -> F64;
    /// sinh of a real.
    fn frt_math_sinh_f64(x: F64) -> F64;
    /// cosh of a real.
    fn frt_math_cosh_f64(x: F64) -> F64;
    /// tanh of a real.
    fn frt_math_tanh_f64(x: F64) -> F64;
    /// asinh of a real.
    fn frt_math_asinh_f64(x: F64) -> F64;
    /// acosh of a real.
    fn frt_math_acosh_f64(x: F64) -> F64;
    /// atanh of a real.
    fn frt_math_atanh_f64(x: F64) -> F64;
    /// erf of a real.
    fn frt_math_erf_f64(x: F64) -> F64;
    /// erfc of a real.
    fn frt_math_erfc_f64(x: F64) -> F64;
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f64(x: F64) -> F64;
    /// gamma of a real.
    fn frt_math_gamma_f64(x: F64) -> F64;
    /// log_gamma of a real.
    fn frt_math_log_gamma_f64(x: F64) -> F64;
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f64(x: F64) -> F64;
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f64(x: F64) -> F64;
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f64(x: F64) -> F64;
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f64(x: F64) -> F64;
    /// exp2 of a real.
    fn frt_math_exp2_f64(x: F64) -> F64;
    /// log2 of a real.
    fn frt_math_log2_f64(x: F64) -> F64;
    /// cbrt of a real.
    fn frt_math_cbrt_f64(x: F64) -> F64;
    /// floor of a real.
    fn frt_math_floor_f64(x: F64) -> F64;
    /// ceil of a real.
    fn frt_math_ceil_f64(x: F64) -> F64;
    /// trunc of a real.
    fn frt_math_trunc_f64(x: F64) -> F64;
    /// round of a real.
    fn frt_math_round_f64(x: F64) -> F64;
    /// rint of a real.
    fn frt_math_rint_f64(x: F64) -> F64;
    /// abs of a real.
    fn frt_math_abs_f64(x: F64) -> F64;
    /// atan2 of two reals.
    fn frt_math_atan2_f64(x: F64, y: F64) -> F64;
    /// hypot of two reals.
    fn frt_math_hypot_f64(x: F64, y: F64) -> F64;
    /// pow of two reals.
    fn frt_math_pow_f64(x: F64, y: F64) -> F64;
    /// copysign of two reals.
    fn frt_math_copysign_f64(x: F64, y: F64) -> F64;
    /// rem of two reals.
    fn frt_math_rem_f64(x: F64, y: F64) -> F64;
    /// modulo of two reals.
    fn frt_math_modulo_f64(x: F64, y: F64) -> F64;
    /// x*y+z with one rounding.
    fn frt_math_fma_f64(x: F64, y: F64, z: F64) -> F64;
    /// x**n.
    fn frt_math_ipow_f64(x: F64, n: I32) -> F64;
    /// x**n for a 64-bit power.
    fn frt_math_ipow64_f64(x: F64, n: I64) -> F64;
    /// BESSEL_JN(n, x).
    fn frt_math_bessel_jn_f64(n: I32, x: F64) -> F64;
    /// BESSEL_YN(n, x).
    fn frt_math_bessel_yn_f64(n: I32, x: F64) -> F64;
    /// EXPONENT(x).
    fn frt_math_exponent_f64(x: F64) -> I32;
    /// FRACTION(x).
    fn frt_math_fraction_f64(x: F64) -> F64;
    /// SCALE(x, n).
    fn frt_math_scale_f64(x: F64, n: I32) -> F64;
    /// SET_EXPONENT(x, n).
    fn frt_math_set_exponent_f64(x: F64, n: I32) -> F64;
    /// NEAREST(x, s).
    fn frt_math_nearest_f64(x: F64, s: F64) -> F64;
    /// SPACING(x).
    fn frt_math_spacing_f64(x: F64) -> F64;
    /// RRSPACING(x).
    fn frt_math_rrspacing_f64(x: F64) -> F64;
    /// sqrt of a complex number, to out[0..2].
    fn frt_math_sqrt_c32(re: F32, im: F32, out: Ptr);
    /// exp of a complex number, to out[0..2].
    fn frt_math_exp_c32(re: F32, im: F32, out: Ptr);
    /// log of a complex number, to out[0..2].
    fn frt_math_log_c32(re: F32, im: F32, out: Ptr);
    /// log10 of a complex number, to out[0..2].
    fn frt_math_log10_c32(re: F32, im: F32, out: Ptr);
    /// sin of a complex number, to out[0..2].
    fn frt_math_sin_c32(re: F32, im: F32, out: Ptr);
    /// cos of a complex number, to out[0..2].
    fn frt_math_cos_c32(re: F32, im: F32, out: Ptr);
    /// tan of a complex number, to out[0..2].
    fn frt_math_tan_c32(re: F32, im: F32, out: Ptr);
    /// asin of a complex number, to out[0..2].
    fn frt_math_asin_c32(re: F32, im: F32, out: Ptr);
    /// acos of a complex number, to out[0..2].
    fn frt_math_acos_c32(re: F32, im: F32, out: Ptr);
    /// atan of a complex number, to out[0..2].
    fn frt_math_atan_c32(re: F32, im: F32, out: Ptr);
    /// sinh of a complex number, to out[0..2].
    fn frt_math_sinh_c32(re: F32, im: F32, out: Ptr);
    /// cosh of a complex number, to out[0..2].
    fn frt_math_cosh_c32(re: F32, im: F32, out: Ptr);
    /// tanh of a complex number, to out[0..2].
    fn frt_math_tanh_c32(re: F32, im: F32, out: Ptr);
    /// asinh of a complex number, to out[0..2].
    fn frt_math_asinh_c32(re: F32, im: F32, out: Ptr);
    /// acosh of a complex number, to out[0..2].
    fn frt_math_acosh_c32(re: F32, im: F32, out: Ptr);
    /// atanh of a complex number, to out[0..2].
    fn frt_math_atanh_c32(re: F32, im: F32, out: Ptr);
    /// Absolute value.
    fn frt_math_abs_c32(re: F32, im: F32) -> F32;
    /// (ar, ai)**(br, bi), to out[0..2].
    fn frt_math_pow_c32(ar: F32, ai: F32, br: F32, bi: F32, out: Ptr);
    /// (ar, ai)/(br, bi) without needless overflow, to out[0..2].
    fn frt_math_div_c32(ar: F32, ai: F32, br: F32, bi: F32, out: Ptr);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow_c32(re: F32, im: F32, n: I32, out: Ptr);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow64_c32(re: F32, im: F32, n: I64, out: Ptr);
    /// sqrt of a complex number, to out[0..2].
    fn frt_math_sqrt_c64(re: F64, im: F64, out: Ptr);
    /// exp of a complex number, to out[0..2].
    fn frt_math_exp_c64(re: F64, im: F64, out: Ptr);
    /// log of a complex number, to out[0..2].
    fn frt_math_log_c64(re: F64, im: F64, out: Ptr);
    /// log10 of a complex number, to out[0..2].
    fn frt_math_log10_c64(re: F64, im: F64, out: Ptr);
    /// sin of a complex number, to out[0..2].
    fn frt_math_sin_c64(re: F64, im: F64, out: Ptr);
    /// cos of a complex number, to out[0..2].
    fn frt_math_cos_c64(re: F64, im: F64, out: Ptr);
    /// tan of a complex number, to out[0..2].
    fn frt_math_tan_c64(re: F64, im: F64, out: Ptr);
    /// asin of a complex number, to out[0..2].
    fn frt_math_asin_c64(re: F64, im: F64, out: Ptr);
    /// acos of a complex number, to out[0..2].
    fn frt_math_acos_c64(re: F64, im: F64, out: Ptr);
    /// atan of a complex number, to out[0..2].
    fn frt_math_atan_c64(re: F64, im: F64, out: Ptr);
    /// sinh of a complex number, to out[0..2].
    fn frt_math_sinh_c64(re: F64, im: F64, out: Ptr);
    /// cosh of a complex number, to out[0..2].
    fn frt_math_cosh_c64(re: F64, im: F64, out: Ptr);
    /// tanh of a complex number, to out[0..2].
    fn frt_math_tanh_c64(re: F64, im: F64, out: Ptr);
    /// asinh of a complex number, to out[0..2].
    fn frt_math_asinh_c64(re: F64, im: F64, out: Ptr);
    /// acosh of a complex number, to out[0..2].
    fn frt_math_acosh_c64(re: F64, im: F64, out: Ptr);
    /// atanh of a complex number, to out[0..2].
    fn frt_math_atanh_c64(re: F64, im: F64, out: Ptr);
    /// Absolute value.
    fn frt_math_abs_c64(re: F64, im: F64) -> F64;
    /// (ar, ai)**(br, bi), to out[0..2].
    fn frt_math_pow_c64(ar: F64, ai: F64, br: F64, bi: F64, out: Ptr);
    /// (ar, ai)/(br, bi) without needless overflow, to out[0..2].
    fn frt_math_div_c64(ar: F64, ai: F64, br: F64, bi: F64, out: Ptr);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow_c64(re: F64, im: F64, n: I32, out: Ptr);
    /// (re, im)**n, to out[0..2].
    fn frt_math_ipow64_c64(re: F64, im: F64, n: I64, out: Ptr);
    /// x**n of 32-bit (and, truncated by the caller, smaller) integers; a negative power of 0 stops the program.
    fn frt_math_ipow_i32(x: I32, n: I32) -> I32;
    /// x**n of 64-bit integers.
    fn frt_math_ipow_i64(x: I64, n: I64) -> I64;
}
