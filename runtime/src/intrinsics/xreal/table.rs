//! The functions that compiled code may call, for both kinds.

use super::*;

/// Functions of one real that are rounded to nearest.
pub(super) const UNARY: &[&str] = &[
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "cbrt",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "erfc_scaled",
    "gamma",
    "log_gamma",
    "bessel_j0",
    "bessel_j1",
    "bessel_y0",
    "bessel_y1",
    "floor",
    "ceil",
    "trunc",
    "round",
    "fraction",
    "spacing",
    "rrspacing",
    "sind",
    "cosd",
    "tand",
    "asind",
    "acosd",
    "atand",
    "abs",
];
/// Functions of two reals.
pub(super) const BINARY: &[&str] = &["pow", "atan2", "hypot", "copysign", "nearest", "atan2d"];
/// Functions of one complex number.
pub(super) const COMPLEX: &[&str] = &[
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh",
    "acosh", "atanh",
];

/// The functions of the rows, for both kinds: the rows' names, the function, what it is an instance of, its type.
macro_rules! instances {
    ($($k10:ident $k16:ident = $($f:ident)::+ $([$($g:tt),*])? : ($($t:ty),*) $(-> $r:ty)?;)*) => {$(
        #[allow(non_upper_case_globals)]
        const $k10: unsafe extern "C" fn($($t),*) $(-> $r)? = $($f)::+::<10 $($(, $g)*)?>;
        #[allow(non_upper_case_globals)]
        const $k16: unsafe extern "C" fn($($t),*) $(-> $r)? = $($f)::+::<16 $($(, $g)*)?>;
    )*};
}

instances! {
    frt_math_add_f80 frt_math_add_f128 = binary [0]: (*mut u8, *const u8, *const u8);
    frt_math_sub_f80 frt_math_sub_f128 = binary [1]: (*mut u8, *const u8, *const u8);
    frt_math_mul_f80 frt_math_mul_f128 = binary [2]: (*mut u8, *const u8, *const u8);
    frt_math_div_f80 frt_math_div_f128 = binary [3]: (*mut u8, *const u8, *const u8);
    frt_math_rem_f80 frt_math_rem_f128 = binary [4]: (*mut u8, *const u8, *const u8);
    frt_math_modulo_f80 frt_math_modulo_f128 = binary [5]: (*mut u8, *const u8, *const u8);
    frt_math_min_f80 frt_math_min_f128 = binary [6]: (*mut u8, *const u8, *const u8);
    frt_math_max_f80 frt_math_max_f128 = binary [7]: (*mut u8, *const u8, *const u8);
    frt_math_add_c80 frt_math_add_c128 = complex_binary [0]: (*mut u8, *const u8, *const u8, *const u8, *const u8);
    frt_math_sub_c80 frt_math_sub_c128 = complex_binary [1]: (*mut u8, *const u8, *const u8, *const u8, *const u8);
    frt_math_mul_c80 frt_math_mul_c128 = complex_binary [2]: (*mut u8, *const u8, *const u8, *const u8, *const u8);
    frt_math_div_c80 frt_math_div_c128 = complex_binary [3]: (*mut u8, *const u8, *const u8, *const u8, *const u8);
    frt_math_pow_c80 frt_math_pow_c128 = complex_binary [4]: (*mut u8, *const u8, *const u8, *const u8, *const u8);
    frt_compare_f80 frt_compare_f128 = compare: (*const u8, *const u8) -> i32;
    frt_math_sqrt_f80 frt_math_sqrt_f128 = sqrt: (*mut u8, *const u8);
    frt_math_rint_f80 frt_math_rint_f128 = rint: (*mut u8, *const u8);
    frt_math_exp_f80 frt_math_exp_f128 = unary [0]: (*mut u8, *const u8);
    frt_math_exp2_f80 frt_math_exp2_f128 = unary [1]: (*mut u8, *const u8);
    frt_math_log_f80 frt_math_log_f128 = unary [2]: (*mut u8, *const u8);
    frt_math_log2_f80 frt_math_log2_f128 = unary [3]: (*mut u8, *const u8);
    frt_math_log10_f80 frt_math_log10_f128 = unary [4]: (*mut u8, *const u8);
    frt_math_cbrt_f80 frt_math_cbrt_f128 = unary [5]: (*mut u8, *const u8);
    frt_math_sin_f80 frt_math_sin_f128 = unary [6]: (*mut u8, *const u8);
    frt_math_cos_f80 frt_math_cos_f128 = unary [7]: (*mut u8, *const u8);
    frt_math_tan_f80 frt_math_tan_f128 = unary [8]: (*mut u8, *const u8);
    frt_math_asin_f80 frt_math_asin_f128 = unary [9]: (*mut u8, *const u8);
    frt_math_acos_f80 frt_math_acos_f128 = unary [10]: (*mut u8, *const u8);
    frt_math_atan_f80 frt_math_atan_f128 = unary [11]: (*mut u8, *const u8);
    frt_math_sinh_f80 frt_math_sinh_f128 = unary [12]: (*mut u8, *const u8);
    frt_math_cosh_f80 frt_math_cosh_f128 = unary [13]: (*mut u8, *const u8);
    frt_math_tanh_f80 frt_math_tanh_f128 = unary [14]: (*mut u8, *const u8);
    frt_math_asinh_f80 frt_math_asinh_f128 = unary [15]: (*mut u8, *const u8);
    frt_math_acosh_f80 frt_math_acosh_f128 = unary [16]: (*mut u8, *const u8);
    frt_math_atanh_f80 frt_math_atanh_f128 = unary [17]: (*mut u8, *const u8);
    frt_math_erf_f80 frt_math_erf_f128 = unary [18]: (*mut u8, *const u8);
    frt_math_erfc_f80 frt_math_erfc_f128 = unary [19]: (*mut u8, *const u8);
    frt_math_erfc_scaled_f80 frt_math_erfc_scaled_f128 = unary [20]: (*mut u8, *const u8);
    frt_math_gamma_f80 frt_math_gamma_f128 = unary [21]: (*mut u8, *const u8);
    frt_math_log_gamma_f80 frt_math_log_gamma_f128 = unary [22]: (*mut u8, *const u8);
    frt_math_bessel_j0_f80 frt_math_bessel_j0_f128 = unary [23]: (*mut u8, *const u8);
    frt_math_bessel_j1_f80 frt_math_bessel_j1_f128 = unary [24]: (*mut u8, *const u8);
    frt_math_bessel_y0_f80 frt_math_bessel_y0_f128 = unary [25]: (*mut u8, *const u8);
    frt_math_bessel_y1_f80 frt_math_bessel_y1_f128 = unary [26]: (*mut u8, *const u8);
    frt_math_floor_f80 frt_math_floor_f128 = unary [27]: (*mut u8, *const u8);
    frt_math_ceil_f80 frt_math_ceil_f128 = unary [28]: (*mut u8, *const u8);
    frt_math_trunc_f80 frt_math_trunc_f128 = unary [29]: (*mut u8, *const u8);
    frt_math_round_f80 frt_math_round_f128 = unary [30]: (*mut u8, *const u8);
    frt_math_fraction_f80 frt_math_fraction_f128 = unary [31]: (*mut u8, *const u8);
    frt_math_spacing_f80 frt_math_spacing_f128 = unary [32]: (*mut u8, *const u8);
    frt_math_rrspacing_f80 frt_math_rrspacing_f128 = unary [33]: (*mut u8, *const u8);
    frt_math_sind_f80 frt_math_sind_f128 = unary [34]: (*mut u8, *const u8);
    frt_math_cosd_f80 frt_math_cosd_f128 = unary [35]: (*mut u8, *const u8);
    frt_math_tand_f80 frt_math_tand_f128 = unary [36]: (*mut u8, *const u8);
    frt_math_asind_f80 frt_math_asind_f128 = unary [37]: (*mut u8, *const u8);
    frt_math_acosd_f80 frt_math_acosd_f128 = unary [38]: (*mut u8, *const u8);
    frt_math_atand_f80 frt_math_atand_f128 = unary [39]: (*mut u8, *const u8);
    frt_math_abs_f80 frt_math_abs_f128 = unary [40]: (*mut u8, *const u8);
    frt_math_pow_f80 frt_math_pow_f128 = two [0]: (*mut u8, *const u8, *const u8);
    frt_math_atan2_f80 frt_math_atan2_f128 = two [1]: (*mut u8, *const u8, *const u8);
    frt_math_hypot_f80 frt_math_hypot_f128 = two [2]: (*mut u8, *const u8, *const u8);
    frt_math_copysign_f80 frt_math_copysign_f128 = two [3]: (*mut u8, *const u8, *const u8);
    frt_math_nearest_f80 frt_math_nearest_f128 = two [4]: (*mut u8, *const u8, *const u8);
    frt_math_atan2d_f80 frt_math_atan2d_f128 = two [5]: (*mut u8, *const u8, *const u8);
    frt_math_sqrt_c80 frt_math_sqrt_c128 = complex_unary [0]: (*mut u8, *const u8, *const u8);
    frt_math_exp_c80 frt_math_exp_c128 = complex_unary [1]: (*mut u8, *const u8, *const u8);
    frt_math_log_c80 frt_math_log_c128 = complex_unary [2]: (*mut u8, *const u8, *const u8);
    frt_math_log10_c80 frt_math_log10_c128 = complex_unary [3]: (*mut u8, *const u8, *const u8);
    frt_math_sin_c80 frt_math_sin_c128 = complex_unary [4]: (*mut u8, *const u8, *const u8);
    frt_math_cos_c80 frt_math_cos_c128 = complex_unary [5]: (*mut u8, *const u8, *const u8);
    frt_math_tan_c80 frt_math_tan_c128 = complex_unary [6]: (*mut u8, *const u8, *const u8);
    frt_math_sinh_c80 frt_math_sinh_c128 = complex_unary [7]: (*mut u8, *const u8, *const u8);
    frt_math_cosh_c80 frt_math_cosh_c128 = complex_unary [8]: (*mut u8, *const u8, *const u8);
    frt_math_tanh_c80 frt_math_tanh_c128 = complex_unary [9]: (*mut u8, *const u8, *const u8);
    frt_math_asin_c80 frt_math_asin_c128 = complex_unary [10]: (*mut u8, *const u8, *const u8);
    frt_math_acos_c80 frt_math_acos_c128 = complex_unary [11]: (*mut u8, *const u8, *const u8);
    frt_math_atan_c80 frt_math_atan_c128 = complex_unary [12]: (*mut u8, *const u8, *const u8);
    frt_math_asinh_c80 frt_math_asinh_c128 = complex_unary [13]: (*mut u8, *const u8, *const u8);
    frt_math_acosh_c80 frt_math_acosh_c128 = complex_unary [14]: (*mut u8, *const u8, *const u8);
    frt_math_atanh_c80 frt_math_atanh_c128 = complex_unary [15]: (*mut u8, *const u8, *const u8);
    frt_math_abs_c80 frt_math_abs_c128 = complex_abs: (*mut u8, *const u8, *const u8);
    frt_math_ipow_c80 frt_math_ipow_c128 = complex_power: (*mut u8, *const u8, *const u8, i64);
    frt_math_fma_f80 frt_math_fma_f128 = fma: (*mut u8, *const u8, *const u8, *const u8);
    frt_math_ipow_f80 frt_math_ipow_f128 = power: (*mut u8, *const u8, i64);
    frt_math_exponent_f80 frt_math_exponent_f128 = exponent: (*const u8) -> i32;
    frt_math_scale_f80 frt_math_scale_f128 = scale: (*mut u8, *const u8, i64);
    frt_math_set_exponent_f80 frt_math_set_exponent_f128 = set_exponent: (*mut u8, *const u8, i64);
    frt_math_bessel_jn_f80 frt_math_bessel_jn_f128 = bessel_j: (*mut u8, i32, *const u8);
    frt_math_bessel_yn_f80 frt_math_bessel_yn_f128 = bessel_y: (*mut u8, i32, *const u8);
    frt_from_f64_f80 frt_from_f64_f128 = from_f64: (*mut u8, f64);
    frt_from_i64_f80 frt_from_i64_f128 = from_i64: (*mut u8, i64);
    frt_from_i128_f80 frt_from_i128_f128 = from_i128: (*mut u8, *const u8);
    frt_to_f32_f80 frt_to_f32_f128 = to_f32: (*const u8) -> f32;
    frt_to_f64_f80 frt_to_f64_f128 = to_f64: (*const u8) -> f64;
    frt_to_i64_f80 frt_to_i64_f128 = to_i64: (*const u8, i32) -> i64;
    frt_to_i128_f80 frt_to_i128_f128 = to_i128: (*mut u8, *const u8);
    frt_ieee_class_f80 frt_ieee_class_f128 = ieee::class: (*const u8) -> i32;
    frt_ieee_value_f80 frt_ieee_value_f128 = ieee::value: (*mut u8, i32);
    frt_ieee_next_after_f80 frt_ieee_next_after_f128 = ieee::next_after: (*mut u8, *const u8, *const u8);
    frt_ieee_rem_f80 frt_ieee_rem_f128 = ieee::rem: (*mut u8, *const u8, *const u8);
    frt_ieee_rint_f80 frt_ieee_rint_f128 = ieee::rint: (*mut u8, *const u8, i32);
    frt_ieee_scalb_f80 frt_ieee_scalb_f128 = scale: (*mut u8, *const u8, i64);
    frt_ieee_logb_f80 frt_ieee_logb_f128 = ieee::logb: (*mut u8, *const u8);
    frt_ieee_extremum_f80 frt_ieee_extremum_f128 = ieee::extremum: (*mut u8, *const u8, *const u8, i32);
    frt_ieee_signal_f80 frt_ieee_signal_f128 = ieee::signal: (*const u8, *const u8);
    frt_fenv_arith_f80 frt_fenv_arith_f128 = ieee::arith: (*mut u8, *const u8, *const u8, i32);
    frt_fenv_sqrt_f80 frt_fenv_sqrt_f128 = sqrt: (*mut u8, *const u8);
}
use narrow as frt_f80_from_f128;
use widen as frt_f128_from_f80;

ferrotran_abi::extended_rows! { implementations }
