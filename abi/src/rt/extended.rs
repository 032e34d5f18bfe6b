//! Reals and complex numbers of kinds 10 and 16 (`f80`, `f128`, `c80`, `c128`): the machine has none. Numbers of 16
//! bytes are passed by address, complex ones as the addresses of both parts; results go to the address that is the first
//! argument (complex ones: two numbers one after the other).

family! { ($) extended_rows EXTENDED
    /// Sum.
    fn frt_math_add_f80(out: Ptr, a: Ptr, b: Ptr);
    /// Sum.
    fn frt_math_add_f128(out: Ptr, a: Ptr, b: Ptr);
    /// Difference.
    fn frt_math_sub_f80(out: Ptr, a: Ptr, b: Ptr);
    /// Difference.
    fn frt_math_sub_f128(out: Ptr, a: Ptr, b: Ptr);
    /// Product.
    fn frt_math_mul_f80(out: Ptr, a: Ptr, b: Ptr);
    /// Product.
    fn frt_math_mul_f128(out: Ptr, a: Ptr, b: Ptr);
    /// Quotient.
    fn frt_math_div_f80(out: Ptr, a: Ptr, b: Ptr);
    /// Quotient.
    fn frt_math_div_f128(out: Ptr, a: Ptr, b: Ptr);
    /// MOD.
    fn frt_math_rem_f80(out: Ptr, a: Ptr, b: Ptr);
    /// MOD.
    fn frt_math_rem_f128(out: Ptr, a: Ptr, b: Ptr);
    /// MODULO.
    fn frt_math_modulo_f80(out: Ptr, a: Ptr, b: Ptr);
    /// MODULO.
    fn frt_math_modulo_f128(out: Ptr, a: Ptr, b: Ptr);
    /// The lesser, a number rather than a NaN.
    fn frt_math_min_f80(out: Ptr, a: Ptr, b: Ptr);
    /// The lesser, a number rather than a NaN.
    fn frt_math_min_f128(out: Ptr, a: Ptr, b: Ptr);
    /// The greater, a number rather than a NaN.
    fn frt_math_max_f80(out: Ptr, a: Ptr, b: Ptr);
    /// The greater, a number rather than a NaN.
    fn frt_math_max_f128(out: Ptr, a: Ptr, b: Ptr);
    /// Sum of complex numbers.
    fn frt_math_add_c80(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Sum of complex numbers.
    fn frt_math_add_c128(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Difference of complex numbers.
    fn frt_math_sub_c80(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Difference of complex numbers.
    fn frt_math_sub_c128(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Product of complex numbers.
    fn frt_math_mul_c80(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Product of complex numbers.
    fn frt_math_mul_c128(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Quotient of complex numbers.
    fn frt_math_div_c80(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Quotient of complex numbers.
    fn frt_math_div_c128(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Power of complex numbers.
    fn frt_math_pow_c80(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Power of complex numbers.
    fn frt_math_pow_c128(out: Ptr, re: Ptr, im: Ptr, a: Ptr, b: Ptr);
    /// Comparison: -1, 0 or 1; 2 where one is a NaN.
    fn frt_compare_f80(a: Ptr, b: Ptr) -> I32;
    /// Comparison: -1, 0 or 1; 2 where one is a NaN.
    fn frt_compare_f128(a: Ptr, b: Ptr) -> I32;
    /// Square root.
    fn frt_math_sqrt_f80(out: Ptr, a: Ptr);
    /// Square root.
    fn frt_math_sqrt_f128(out: Ptr, a: Ptr);
    /// Nearest integer by the rounding mode.
    fn frt_math_rint_f80(out: Ptr, a: Ptr);
    /// Nearest integer by the rounding mode.
    fn frt_math_rint_f128(out: Ptr, a: Ptr);
    /// exp of a real.
    fn frt_math_exp_f80(out: Ptr, a: Ptr);
    /// exp of a real.
    fn frt_math_exp_f128(out: Ptr, a: Ptr);
    /// exp2 of a real.
    fn frt_math_exp2_f80(out: Ptr, a: Ptr);
    /// exp2 of a real.
    fn frt_math_exp2_f128(out: Ptr, a: Ptr);
    /// log of a real.
    fn frt_math_log_f80(out: Ptr, a: Ptr);
    /// log of a real.
    fn frt_math_log_f128(out: Ptr, a: Ptr);
    /// log2 of a real.
    fn frt_math_log2_f80(out: Ptr, a: Ptr);
    /// log2 of a real.
    fn frt_math_log2_f128(out: Ptr, a: Ptr);
    /// log10 of a real.
    fn frt_math_log10_f80(out: Ptr, a: Ptr);
    /// log10 of a real.
    fn frt_math_log10_f128(out: Ptr, a: Ptr);
    /// cbrt of a real.
    fn frt_math_cbrt_f80(out: Ptr, a: Ptr);
    /// cbrt of a real.
    fn frt_math_cbrt_f128(out: Ptr, a: Ptr);
    /// sin of a real.
    fn frt_math_sin_f80(out: Ptr, a: Ptr);
    /// sin of a real.
    fn frt_math_sin_f128(out: Ptr, a: Ptr);
    /// cos of a real.
    fn frt_math_cos_f80(out: Ptr, a: Ptr);
    /// cos of a real.
    fn frt_math_cos_f128(out: Ptr, a: Ptr);
    /// tan of a real.
    fn frt_math_tan_f80(out: Ptr, a: Ptr);
    /// tan of a real.
    fn frt_math_tan_f128(out: Ptr, a: Ptr);
    /// asin of a real.
    fn frt_math_asin_f80(out: Ptr, a: Ptr);
    /// asin of a real.
    fn frt_math_asin_f128(out: Ptr, a: Ptr);
    /// acos of a real.
    fn frt_math_acos_f80(out: Ptr, a: Ptr);
    /// acos of a real.
    fn frt_math_acos_f128(out: Ptr, a: Ptr);
    /// atan of a real.
    fn frt_math_atan_f80(out: Ptr, a: Ptr);
    /// atan of a real.
    fn frt_math_atan_f128(out: Ptr, a: Ptr);
    /// sinh of a real.
    fn frt_math_sinh_f80(out: Ptr, a: Ptr);
    /// sinh of a real.
    fn frt_math_sinh_f128(out: Ptr, a: Ptr);
    /// cosh of a real.
    fn frt_math_cosh_f80(out: Ptr, a: Ptr);
    /// cosh of a real.
    fn frt_math_cosh_f128(out: Ptr, a: Ptr);
    /// tanh of a real.
    fn frt_math_tanh_f80(out: Ptr, a: Ptr);
    /// tanh of a real.
    fn frt_math_tanh_f128(out: Ptr, a: Ptr);
    /// asinh of a real.
    fn frt_math_asinh_f80(out: Ptr, a: Ptr);
    /// asinh of a real.
    fn frt_math_asinh_f128(out: Ptr, a: Ptr);
    /// acosh of a real.
    fn frt_math_acosh_f80(out: Ptr, a: Ptr);
    /// acosh of a real.
    fn frt_math_acosh_f128(out: Ptr, a: Ptr);
    /// atanh of a real.
    fn frt_math_atanh_f80(out: Ptr, a: Ptr);
    /// atanh of a real.
    fn frt_math_atanh_f128(out: Ptr, a: Ptr);
    /// erf of a real.
    fn frt_math_erf_f80(out: Ptr, a: Ptr);
    /// erf of a real.
    fn frt_math_erf_f128(out: Ptr, a: Ptr);
    /// erfc of a real.
    fn frt_math_erfc_f80(out: Ptr, a: Ptr);
    /// erfc of a real.
    fn frt_math_erfc_f128(out: Ptr, a: Ptr);
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f80(out: Ptr, a: Ptr);
    /// erfc_scaled of a real.
    fn frt_math_erfc_scaled_f128(out: Ptr, a: Ptr);
    /// gamma of a real.
    fn frt_math_gamma_f80(out: Ptr, a: Ptr);
    /// gamma of a real.
    fn frt_math_gamma_f128(out: Ptr, a: Ptr);
    /// log_gamma of a real.
    fn frt_math_log_gamma_f80(out: Ptr, a: Ptr);
    /// log_gamma of a real.
    fn frt_math_log_gamma_f128(out: Ptr, a: Ptr);
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f80(out: Ptr, a: Ptr);
    /// bessel_j0 of a real.
    fn frt_math_bessel_j0_f128(out: Ptr, a: Ptr);
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f80(out: Ptr, a: Ptr);
    /// bessel_j1 of a real.
    fn frt_math_bessel_j1_f128(out: Ptr, a: Ptr);
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f80(out: Ptr, a: Ptr);
    /// bessel_y0 of a real.
    fn frt_math_bessel_y0_f128(out: Ptr, a: Ptr);
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f80(out: Ptr, a: Ptr);
    /// bessel_y1 of a real.
    fn frt_math_bessel_y1_f128(out: Ptr, a: Ptr);
    /// floor of a real.
    fn frt_math_floor_f80(out: Ptr, a: Ptr);
    /// floor of a real.
    fn frt_math_floor_f128(out: Ptr, a: Ptr);
    /// ceil of a real.
    fn frt_math_ceil_f80(out: Ptr, a: Ptr);
    /// ceil of a real.
    fn frt_math_ceil_f128(out: Ptr, a: Ptr);
    /// trunc of a real.
    fn frt_math_trunc_f80(out: Ptr, a: Ptr);
    /// trunc of a real.
    fn frt_math_trunc_f128(out: Ptr, a: Ptr);
    /// round of a real.
    fn frt_math_round_f80(out: Ptr, a: Ptr);
    /// round of a real.
    fn frt_math_round_f128(out: Ptr, a: Ptr);
    /// fraction of a real.
    fn frt_math_fraction_f80(out: Ptr, a: Ptr);
    /// fraction of a real.
    fn frt_math_fraction_f128(out: Ptr, a: Ptr);
    /// spacing of a real.
    fn frt_math_spacing_f80(out: Ptr, a: Ptr);
    /// spacing of a real.
    fn frt_math_spacing_f128(out: Ptr, a: Ptr);
    /// rrspacing of a real.
    fn frt_math_rrspacing_f80(out: Ptr, a: Ptr);
    /// rrspacing of a real.
    fn frt_math_rrspacing_f128(out: Ptr, a: Ptr);
    /// sind of a real.
    fn frt_math_sind_f80(out: Ptr, a: Ptr);
    /// sind of a real.
    fn frt_math_sind_f128(out: Ptr, a: Ptr);
    /// cosd of a real.
    fn frt_math_cosd_f80(out: Ptr, a: Ptr);
    /// cosd of a real.
    fn frt_math_cosd_f128(out: Ptr, a: Ptr);
    /// tand of a real.
    fn frt_math_tand_f80(out: Ptr, a: Ptr);
    /// tand of a real.
    fn frt_math_tand_f128(out: Ptr, a: Ptr);
    /// asind of a real.
    fn frt_math_asind_f80(out: Ptr, a: Ptr);
    /// asind of a real.
    fn frt_math_asind_f128(out: Ptr, a: Ptr);
    /// acosd of a real.
    fn frt_math_acosd_f80(out: Ptr, a: Ptr);
    /// acosd of a real.
    fn frt_math_acosd_f128(out: Ptr, a: Ptr);
    /// atand of a real.
    fn frt_math_atand_f80(out: Ptr, a: Ptr);
    /// atand of a real.
    fn frt_math_atand_f128(out: Ptr, a: Ptr);
    /// abs of a real.
    fn frt_math_abs_f80(out: Ptr, a: Ptr);
    /// abs of a real.
    fn frt_math_abs_f128(out: Ptr, a: Ptr);
    /// pow of two reals.
    fn frt_math_pow_f80(out: Ptr, a: Ptr, b: Ptr);
    /// pow of two reals.
    fn frt_math_pow_f128(out: Ptr, a: Ptr, b: Ptr);
    /// atan2 of two reals.
    fn frt_math_atan2_f80(out: Ptr, a: Ptr, b: Ptr);
    /// atan2 of two reals.
    fn frt_math_atan2_f128(out: Ptr, a: Ptr, b: Ptr);
    /// hypot of two reals.
    fn frt_math_hypot_f80(out: Ptr, a: Ptr, b: Ptr);
    /// hypot of two reals.
    fn frt_math_hypot_f128(out: Ptr, a: Ptr, b: Ptr);
    /// copysign of two reals.
    fn frt_math_copysign_f80(out: Ptr, a: Ptr, b: Ptr);
    /// copysign of two reals.
    fn frt_math_copysign_f128(out: Ptr, a: Ptr, b: Ptr);
    /// nearest of two reals.
    fn frt_math_nearest_f80(out: Ptr, a: Ptr, b: Ptr);
    /// nearest of two reals.
    fn frt_math_nearest_f128(out: Ptr, a: Ptr, b: Ptr);
    /// atan2d of two reals.
    fn frt_math_atan2d_f80(out: Ptr, a: Ptr, b: Ptr);
    /// atan2d of two reals.
    fn frt_math_atan2d_f128(out: Ptr, a: Ptr, b: Ptr);
    /// sqrt of a complex number.
    fn frt_math_sqrt_c80(out: Ptr, re: Ptr, im: Ptr);
    /// sqrt of a complex number.
    fn frt_math_sqrt_c128(out: Ptr, re: Ptr, im: Ptr);
    /// exp of a complex number.
    fn frt_math_exp_c80(out: Ptr, re: Ptr, im: Ptr);
    /// exp of a complex number.
    fn frt_math_exp_c128(out: Ptr, re: Ptr, im: Ptr);
    /// log of a complex number.
    fn frt_math_log_c80(out: Ptr, re: Ptr, im: Ptr);
    /// log of a complex number.
    fn frt_math_log_c128(out: Ptr, re: Ptr, im: Ptr);
    /// log10 of a complex number.
    fn frt_math_log10_c80(out: Ptr, re: Ptr, im: Ptr);
    /// log10 of a complex number.
    fn frt_math_log10_c128(out: Ptr, re: Ptr, im: Ptr);
    /// sin of a complex number.
    fn frt_math_sin_c80(out: Ptr, re: Ptr, im: Ptr);
    /// sin of a complex number.
    fn frt_math_sin_c128(out: Ptr, re: Ptr, im: Ptr);
    /// cos of a complex number.
    fn frt_math_cos_c80(out: Ptr, re: Ptr, im: Ptr);
    /// cos of a complex number.
    fn frt_math_cos_c128(out: Ptr, re: Ptr, im: Ptr);
    /// tan of a complex number.
    fn frt_math_tan_c80(out: Ptr, re: Ptr, im: Ptr);
    /// tan of a complex number.
    fn frt_math_tan_c128(out: Ptr, re: Ptr, im: Ptr);
    /// sinh of a complex number.
    fn frt_math_sinh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// sinh of a complex number.
    fn frt_math_sinh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// cosh of a complex number.
    fn frt_math_cosh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// cosh of a complex number.
    fn frt_math_cosh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// tanh of a complex number.
    fn frt_math_tanh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// tanh of a complex number.
    fn frt_math_tanh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// asin of a complex number.
    fn frt_math_asin_c80(out: Ptr, re: Ptr, im: Ptr);
    /// asin of a complex number.
    fn frt_math_asin_c128(out: Ptr, re: Ptr, im: Ptr);
    /// acos of a complex number.
    fn frt_math_acos_c80(out: Ptr, re: Ptr, im: Ptr);
    /// acos of a complex number.
    fn frt_math_acos_c128(out: Ptr, re: Ptr, im: Ptr);
    /// atan of a complex number.
    fn frt_math_atan_c80(out: Ptr, re: Ptr, im: Ptr);
    /// atan of a complex number.
    fn frt_math_atan_c128(out: Ptr, re: Ptr, im: Ptr);
    /// asinh of a complex number.
    fn frt_math_asinh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// asinh of a complex number.
    fn frt_math_asinh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// acosh of a complex number.
    fn frt_math_acosh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// acosh of a complex number.
    fn frt_math_acosh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// atanh of a complex number.
    fn frt_math_atanh_c80(out: Ptr, re: Ptr, im: Ptr);
    /// atanh of a complex number.
    fn frt_math_atanh_c128(out: Ptr, re: Ptr, im: Ptr);
    /// Absolute value of a complex number.
    fn frt_math_abs_c80(out: Ptr, re: Ptr, im: Ptr);
    /// Absolute value of a complex number.
    fn frt_math_abs_c128(out: Ptr, re: Ptr, im: Ptr);
    /// Integer power of a complex number.
    fn frt_math_ipow_c80(out: Ptr, re: Ptr, im: Ptr, n: I64);
    /// Integer power of a complex number.
    fn frt_math_ipow_c128(out: Ptr, re: Ptr, im: Ptr, n: I64);
    /// a * b + c with one rounding.
    fn frt_math_fma_f80(out: Ptr, a: Ptr, b: Ptr, c: Ptr);
    /// a * b + c with one rounding.
    fn frt_math_fma_f128(out: Ptr, a: Ptr, b: Ptr, c: Ptr);
    /// Integer power.
    fn frt_math_ipow_f80(out: Ptr, a: Ptr, n: I64);
    /// Integer power.
    fn frt_math_ipow_f128(out: Ptr, a: Ptr, n: I64);
    /// EXPONENT.
    fn frt_math_exponent_f80(a: Ptr) -> I32;
    /// EXPONENT.
    fn frt_math_exponent_f128(a: Ptr) -> I32;
    /// SCALE.
    fn frt_math_scale_f80(out: Ptr, a: Ptr, n: I64);
    /// SCALE.
    fn frt_math_scale_f128(out: Ptr, a: Ptr, n: I64);
    /// SET_EXPONENT.
    fn frt_math_set_exponent_f80(out: Ptr, a: Ptr, n: I64);
    /// SET_EXPONENT.
    fn frt_math_set_exponent_f128(out: Ptr, a: Ptr, n: I64);
    /// BESSEL_JN.
    fn frt_math_bessel_jn_f80(out: Ptr, n: I32, a: Ptr);
    /// BESSEL_JN.
    fn frt_math_bessel_jn_f128(out: Ptr, n: I32, a: Ptr);
    /// BESSEL_YN.
    fn frt_math_bessel_yn_f80(out: Ptr, n: I32, a: Ptr);
    /// BESSEL_YN.
    fn frt_math_bessel_yn_f128(out: Ptr, n: I32, a: Ptr);
    /// Conversion of double precision.
    fn frt_from_f64_f80(out: Ptr, x: F64);
    /// Conversion of double precision.
    fn frt_from_f64_f128(out: Ptr, x: F64);
    /// Conversion of an integer.
    fn frt_from_i64_f80(out: Ptr, n: I64);
    /// Conversion of an integer.
    fn frt_from_i64_f128(out: Ptr, n: I64);
    /// Conversion of a 128-bit integer.
    fn frt_from_i128_f80(out: Ptr, n: Ptr);
    /// Conversion of a 128-bit integer.
    fn frt_from_i128_f128(out: Ptr, n: Ptr);
    /// Conversion to single precision.
    fn frt_to_f32_f80(a: Ptr) -> F32;
    /// Conversion to single precision.
    fn frt_to_f32_f128(a: Ptr) -> F32;
    /// Conversion to double precision.
    fn frt_to_f64_f80(a: Ptr) -> F64;
    /// Conversion to double precision.
    fn frt_to_f64_f128(a: Ptr) -> F64;
    /// Conversion to an integer of so many bits, cut towards zero; the nearest that there is where it does not fit, zero for a NaN.
    fn frt_to_i64_f80(a: Ptr, bits: I32) -> I64;
    /// Conversion to an integer of so many bits, cut towards zero; the nearest that there is where it does not fit, zero for a NaN.
    fn frt_to_i64_f128(a: Ptr, bits: I32) -> I64;
    /// Conversion to a 128-bit integer.
    fn frt_to_i128_f80(out: Ptr, a: Ptr);
    /// Conversion to a 128-bit integer.
    fn frt_to_i128_f128(out: Ptr, a: Ptr);
    /// IEEE_CLASS.
    fn frt_ieee_class_f80(a: Ptr) -> I32;
    /// IEEE_CLASS.
    fn frt_ieee_class_f128(a: Ptr) -> I32;
    /// IEEE_VALUE of a class index.
    fn frt_ieee_value_f80(out: Ptr, class: I32);
    /// IEEE_VALUE of a class index.
    fn frt_ieee_value_f128(out: Ptr, class: I32);
    /// IEEE_NEXT_AFTER.
    fn frt_ieee_next_after_f80(out: Ptr, a: Ptr, b: Ptr);
    /// IEEE_NEXT_AFTER.
    fn frt_ieee_next_after_f128(out: Ptr, a: Ptr, b: Ptr);
    /// IEEE_REM.
    fn frt_ieee_rem_f80(out: Ptr, a: Ptr, b: Ptr);
    /// IEEE_REM.
    fn frt_ieee_rem_f128(out: Ptr, a: Ptr, b: Ptr);
    /// IEEE_RINT in a rounding mode; -1: the current one.
    fn frt_ieee_rint_f80(out: Ptr, a: Ptr, mode: I32);
    /// IEEE_RINT in a rounding mode; -1: the current one.
    fn frt_ieee_rint_f128(out: Ptr, a: Ptr, mode: I32);
    /// IEEE_SCALB.
    fn frt_ieee_scalb_f80(out: Ptr, a: Ptr, i: I64);
    /// IEEE_SCALB.
    fn frt_ieee_scalb_f128(out: Ptr, a: Ptr, i: I64);
    /// IEEE_LOGB.
    fn frt_ieee_logb_f80(out: Ptr, a: Ptr);
    /// IEEE_LOGB.
    fn frt_ieee_logb_f128(out: Ptr, a: Ptr);
    /// IEEE_MAX_NUM, IEEE_MIN_NUM, IEEE_MAX_NUM_MAG, IEEE_MIN_NUM_MAG (`which` 0 to 3).
    fn frt_ieee_extremum_f80(out: Ptr, a: Ptr, b: Ptr, which: I32);
    /// IEEE_MAX_NUM, IEEE_MIN_NUM, IEEE_MAX_NUM_MAG, IEEE_MIN_NUM_MAG (`which` 0 to 3).
    fn frt_ieee_extremum_f128(out: Ptr, a: Ptr, b: Ptr, which: I32);
    /// Raises invalid where an operand of a signaling comparison is a NaN.
    fn frt_ieee_signal_f80(a: Ptr, b: Ptr);
    /// Raises invalid where an operand of a signaling comparison is a NaN.
    fn frt_ieee_signal_f128(a: Ptr, b: Ptr);
    /// a op b with the rounding and flags of the moment; op: 0 add, 1 subtract, 2 multiply, 3 divide.
    fn frt_fenv_arith_f80(out: Ptr, a: Ptr, b: Ptr, op: I32);
    /// a op b with the rounding and flags of the moment; op: 0 add, 1 subtract, 2 multiply, 3 divide.
    fn frt_fenv_arith_f128(out: Ptr, a: Ptr, b: Ptr, op: I32);
    /// Square root with the flags of the moment.
    fn frt_fenv_sqrt_f80(out: Ptr, a: Ptr);
    /// Square root with the flags of the moment.
    fn frt_fenv_sqrt_f128(out: Ptr, a: Ptr);
    /// Conversion of kind 10 to 16.
    fn frt_f128_from_f80(out: Ptr, a: Ptr);
    /// Conversion of kind 16 to 10.
    fn frt_f80_from_f128(out: Ptr, a: Ptr);
}
