//! The functions that compiled code may call, for both kinds.

use super::*;
use crate::abi::{AbiFn, AbiTy, FnAddr};

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

const P: AbiTy = AbiTy::Ptr;
const I32: AbiTy = AbiTy::I32;
const I64: AbiTy = AbiTy::I64;
const OUT: (&str, AbiTy) = ("out", P);
const A: (&str, AbiTy) = ("a", P);
const B: (&str, AbiTy) = ("b", P);
const RE: (&str, AbiTy) = ("re", P);
const IM: (&str, AbiTy) = ("im", P);

/// Rows for both kinds: the type's letter, what stands before and after the bits in the name, parameters, result, the
/// function, what it does.
macro_rules! rows {
    ($($before:literal $letter:literal [$($p:expr),*] $(-> $r:ident)? = $($f:ident)::+ $([$($g:tt),*])? : ($($t:ty),*) $(-> $rt:ty)?, $doc:literal;)*) => {
        pub static ABI: &[AbiFn] = &[$(
            AbiFn {
                name: concat!($before, "_", $letter, "80"),
                params: &[$($p),*],
                ret: rows!(@ret $($r)?),
                addr: FnAddr({
                    const F: unsafe extern "C" fn($($t),*) $(-> $rt)? = $($f)::+::<10 $($(, $g)*)?>;
                    F as *const ()
                }),
                doc: $doc,
            },
            AbiFn {
                name: concat!($before, "_", $letter, "128"),
                params: &[$($p),*],
                ret: rows!(@ret $($r)?),
                addr: FnAddr({
                    const F: unsafe extern "C" fn($($t),*) $(-> $rt)? = $($f)::+::<16 $($(, $g)*)?>;
                    F as *const ()
                }),
                doc: $doc,
            },
        )*
        AbiFn {
            name: "frt_f128_from_f80",
            params: &[OUT, A],
            ret: None,
            addr: FnAddr({
                const F: unsafe extern "C" fn(*mut u8, *const u8) = widen;
                F as *const ()
            }),
            doc: "Conversion of kind 10 to 16.",
        },
        AbiFn {
            name: "frt_f80_from_f128",
            params: &[OUT, A],
            ret: None,
            addr: FnAddr({
                const F: unsafe extern "C" fn(*mut u8, *const u8) = narrow;
                F as *const ()
            }),
            doc: "Conversion of kind 16 to 10.",
        },
        ];
    };
    (@ret) => { None };
    (@ret $r:ident) => { Some(AbiTy::$r) };
}

rows! {
    "frt_math_add" "f" [OUT, A, B] = binary [0]: (*mut u8, *const u8, *const u8), "Sum.";
    "frt_math_sub" "f" [OUT, A, B] = binary [1]: (*mut u8, *const u8, *const u8), "Difference.";
    "frt_math_mul" "f" [OUT, A, B] = binary [2]: (*mut u8, *const u8, *const u8), "Product.";
    "frt_math_div" "f" [OUT, A, B] = binary [3]: (*mut u8, *const u8, *const u8), "Quotient.";
    "frt_math_rem" "f" [OUT, A, B] = binary [4]: (*mut u8, *const u8, *const u8), "MOD.";
    "frt_math_modulo" "f" [OUT, A, B] = binary [5]: (*mut u8, *const u8, *const u8), "MODULO.";
    "frt_math_min" "f" [OUT, A, B] = binary [6]: (*mut u8, *const u8, *const u8), "The lesser, a number rather than a NaN.";
    "frt_math_max" "f" [OUT, A, B] = binary [7]: (*mut u8, *const u8, *const u8), "The greater, a number rather than a NaN.";
    "frt_math_add" "c" [OUT, RE, IM, A, B] = complex_binary [0]: (*mut u8, *const u8, *const u8, *const u8, *const u8), "Sum of complex numbers.";
    "frt_math_sub" "c" [OUT, RE, IM, A, B] = complex_binary [1]: (*mut u8, *const u8, *const u8, *const u8, *const u8), "Difference of complex numbers.";
    "frt_math_mul" "c" [OUT, RE, IM, A, B] = complex_binary [2]: (*mut u8, *const u8, *const u8, *const u8, *const u8), "Product of complex numbers.";
    "frt_math_div" "c" [OUT, RE, IM, A, B] = complex_binary [3]: (*mut u8, *const u8, *const u8, *const u8, *const u8), "Quotient of complex numbers.";
    "frt_math_pow" "c" [OUT, RE, IM, A, B] = complex_binary [4]: (*mut u8, *const u8, *const u8, *const u8, *const u8), "Power of complex numbers.";
    "frt_compare" "f" [A, B] -> I32 = compare: (*const u8, *const u8) -> i32, "Comparison: -1, 0 or 1; 2 where one is a NaN.";
    "frt_math_sqrt" "f" [OUT, A] = sqrt: (*mut u8, *const u8), "Square root.";
    "frt_math_rint" "f" [OUT, A] = rint: (*mut u8, *const u8), "Nearest integer by the rounding mode.";
    "frt_math_exp" "f" [OUT, A] = unary [0]: (*mut u8, *const u8), "exp of a real.";
    "frt_math_exp2" "f" [OUT, A] = unary [1]: (*mut u8, *const u8), "exp2 of a real.";
    "frt_math_log" "f" [OUT, A] = unary [2]: (*mut u8, *const u8), "log of a real.";
    "frt_math_log2" "f" [OUT, A] = unary [3]: (*mut u8, *const u8), "log2 of a real.";
    "frt_math_log10" "f" [OUT, A] = unary [4]: (*mut u8, *const u8), "log10 of a real.";
    "frt_math_cbrt" "f" [OUT, A] = unary [5]: (*mut u8, *const u8), "cbrt of a real.";
    "frt_math_sin" "f" [OUT, A] = unary [6]: (*mut u8, *const u8), "sin of a real.";
    "frt_math_cos" "f" [OUT, A] = unary [7]: (*mut u8, *const u8), "cos of a real.";
    "frt_math_tan" "f" [OUT, A] = unary [8]: (*mut u8, *const u8), "tan of a real.";
    "frt_math_asin" "f" [OUT, A] = unary [9]: (*mut u8, *const u8), "asin of a real.";
    "frt_math_acos" "f" [OUT, A] = unary [10]: (*mut u8, *const u8), "acos of a real.";
    "frt_math_atan" "f" [OUT, A] = unary [11]: (*mut u8, *const u8), "atan of a real.";
    "frt_math_sinh" "f" [OUT, A] = unary [12]: (*mut u8, *const u8), "sinh of a real.";
    "frt_math_cosh" "f" [OUT, A] = unary [13]: (*mut u8, *const u8), "cosh of a real.";
    "frt_math_tanh" "f" [OUT, A] = unary [14]: (*mut u8, *const u8), "tanh of a real.";
    "frt_math_asinh" "f" [OUT, A] = unary [15]: (*mut u8, *const u8), "asinh of a real.";
    "frt_math_acosh" "f" [OUT, A] = unary [16]: (*mut u8, *const u8), "acosh of a real.";
    "frt_math_atanh" "f" [OUT, A] = unary [17]: (*mut u8, *const u8), "atanh of a real.";
    "frt_math_erf" "f" [OUT, A] = unary [18]: (*mut u8, *const u8), "erf of a real.";
    "frt_math_erfc" "f" [OUT, A] = unary [19]: (*mut u8, *const u8), "erfc of a real.";
    "frt_math_erfc_scaled" "f" [OUT, A] = unary [20]: (*mut u8, *const u8), "erfc_scaled of a real.";
    "frt_math_gamma" "f" [OUT, A] = unary [21]: (*mut u8, *const u8), "gamma of a real.";
    "frt_math_log_gamma" "f" [OUT, A] = unary [22]: (*mut u8, *const u8), "log_gamma of a real.";
    "frt_math_bessel_j0" "f" [OUT, A] = unary [23]: (*mut u8, *const u8), "bessel_j0 of a real.";
    "frt_math_bessel_j1" "f" [OUT, A] = unary [24]: (*mut u8, *const u8), "bessel_j1 of a real.";
    "frt_math_bessel_y0" "f" [OUT, A] = unary [25]: (*mut u8, *const u8), "bessel_y0 of a real.";
    "frt_math_bessel_y1" "f" [OUT, A] = unary [26]: (*mut u8, *const u8), "bessel_y1 of a real.";
    "frt_math_floor" "f" [OUT, A] = unary [27]: (*mut u8, *const u8), "floor of a real.";
    "frt_math_ceil" "f" [OUT, A] = unary [28]: (*mut u8, *const u8), "ceil of a real.";
    "frt_math_trunc" "f" [OUT, A] = unary [29]: (*mut u8, *const u8), "trunc of a real.";
    "frt_math_round" "f" [OUT, A] = unary [30]: (*mut u8, *const u8), "round of a real.";
    "frt_math_fraction" "f" [OUT, A] = unary [31]: (*mut u8, *const u8), "fraction of a real.";
    "frt_math_spacing" "f" [OUT, A] = unary [32]: (*mut u8, *const u8), "spacing of a real.";
    "frt_math_rrspacing" "f" [OUT, A] = unary [33]: (*mut u8, *const u8), "rrspacing of a real.";
    "frt_math_sind" "f" [OUT, A] = unary [34]: (*mut u8, *const u8), "sind of a real.";
    "frt_math_cosd" "f" [OUT, A] = unary [35]: (*mut u8, *const u8), "cosd of a real.";
    "frt_math_tand" "f" [OUT, A] = unary [36]: (*mut u8, *const u8), "tand of a real.";
    "frt_math_asind" "f" [OUT, A] = unary [37]: (*mut u8, *const u8), "asind of a real.";
    "frt_math_acosd" "f" [OUT, A] = unary [38]: (*mut u8, *const u8), "acosd of a real.";
    "frt_math_atand" "f" [OUT, A] = unary [39]: (*mut u8, *const u8), "atand of a real.";
    "frt_math_abs" "f" [OUT, A] = unary [40]: (*mut u8, *const u8), "abs of a real.";
    "frt_math_pow" "f" [OUT, A, B] = two [0]: (*mut u8, *const u8, *const u8), "pow of two reals.";
    "frt_math_atan2" "f" [OUT, A, B] = two [1]: (*mut u8, *const u8, *const u8), "atan2 of two reals.";
    "frt_math_hypot" "f" [OUT, A, B] = two [2]: (*mut u8, *const u8, *const u8), "hypot of two reals.";
    "frt_math_copysign" "f" [OUT, A, B] = two [3]: (*mut u8, *const u8, *const u8), "copysign of two reals.";
    "frt_math_nearest" "f" [OUT, A, B] = two [4]: (*mut u8, *const u8, *const u8), "nearest of two reals.";
    "frt_math_atan2d" "f" [OUT, A, B] = two [5]: (*mut u8, *const u8, *const u8), "atan2d of two reals.";
    "frt_math_sqrt" "c" [OUT, RE, IM] = complex_unary [0]: (*mut u8, *const u8, *const u8), "sqrt of a complex number.";
    "frt_math_exp" "c" [OUT, RE, IM] = complex_unary [1]: (*mut u8, *const u8, *const u8), "exp of a complex number.";
    "frt_math_log" "c" [OUT, RE, IM] = complex_unary [2]: (*mut u8, *const u8, *const u8), "log of a complex number.";
    "frt_math_log10" "c" [OUT, RE, IM] = complex_unary [3]: (*mut u8, *const u8, *const u8), "log10 of a complex number.";
    "frt_math_sin" "c" [OUT, RE, IM] = complex_unary [4]: (*mut u8, *const u8, *const u8), "sin of a complex number.";
    "frt_math_cos" "c" [OUT, RE, IM] = complex_unary [5]: (*mut u8, *const u8, *const u8), "cos of a complex number.";
    "frt_math_tan" "c" [OUT, RE, IM] = complex_unary [6]: (*mut u8, *const u8, *const u8), "tan of a complex number.";
    "frt_math_sinh" "c" [OUT, RE, IM] = complex_unary [7]: (*mut u8, *const u8, *const u8), "sinh of a complex number.";
    "frt_math_cosh" "c" [OUT, RE, IM] = complex_unary [8]: (*mut u8, *const u8, *const u8), "cosh of a complex number.";
    "frt_math_tanh" "c" [OUT, RE, IM] = complex_unary [9]: (*mut u8, *const u8, *const u8), "tanh of a complex number.";
    "frt_math_asin" "c" [OUT, RE, IM] = complex_unary [10]: (*mut u8, *const u8, *const u8), "asin of a complex number.";
    "frt_math_acos" "c" [OUT, RE, IM] = complex_unary [11]: (*mut u8, *const u8, *const u8), "acos of a complex number.";
    "frt_math_atan" "c" [OUT, RE, IM] = complex_unary [12]: (*mut u8, *const u8, *const u8), "atan of a complex number.";
    "frt_math_asinh" "c" [OUT, RE, IM] = complex_unary [13]: (*mut u8, *const u8, *const u8), "asinh of a complex number.";
    "frt_math_acosh" "c" [OUT, RE, IM] = complex_unary [14]: (*mut u8, *const u8, *const u8), "acosh of a complex number.";
    "frt_math_atanh" "c" [OUT, RE, IM] = complex_unary [15]: (*mut u8, *const u8, *const u8), "atanh of a complex number.";
    "frt_math_abs" "c" [OUT, RE, IM] = complex_abs: (*mut u8, *const u8, *const u8), "Absolute value of a complex number.";
    "frt_math_ipow" "c" [OUT, RE, IM, ("n", I64)] = complex_power: (*mut u8, *const u8, *const u8, i64), "Integer power of a complex number.";
    "frt_math_fma" "f" [OUT, A, B, ("c", P)] = fma: (*mut u8, *const u8, *const u8, *const u8), "a * b + c with one rounding.";
    "frt_math_ipow" "f" [OUT, A, ("n", I64)] = power: (*mut u8, *const u8, i64), "Integer power.";
    "frt_math_exponent" "f" [A] -> I32 = exponent: (*const u8) -> i32, "EXPONENT.";
    "frt_math_scale" "f" [OUT, A, ("n", I64)] = scale: (*mut u8, *const u8, i64), "SCALE.";
    "frt_math_set_exponent" "f" [OUT, A, ("n", I64)] = set_exponent: (*mut u8, *const u8, i64), "SET_EXPONENT.";
    "frt_math_bessel_jn" "f" [OUT, ("n", I32), A] = bessel_j: (*mut u8, i32, *const u8), "BESSEL_JN.";
    "frt_math_bessel_yn" "f" [OUT, ("n", I32), A] = bessel_y: (*mut u8, i32, *const u8), "BESSEL_YN.";
    "frt_from_f64" "f" [OUT, ("x", AbiTy::F64)] = from_f64: (*mut u8, f64), "Conversion of double precision.";
    "frt_from_i64" "f" [OUT, ("n", I64)] = from_i64: (*mut u8, i64), "Conversion of an integer.";
    "frt_from_i128" "f" [OUT, ("n", P)] = from_i128: (*mut u8, *const u8), "Conversion of a 128-bit integer.";
    "frt_to_f32" "f" [A] -> F32 = to_f32: (*const u8) -> f32, "Conversion to single precision.";
    "frt_to_f64" "f" [A] -> F64 = to_f64: (*const u8) -> f64, "Conversion to double precision.";
    "frt_to_i64" "f" [A, ("bits", I32)] -> I64 = to_i64: (*const u8, i32) -> i64, "Conversion to an integer of so many bits, cut towards zero; the nearest that there is where it does not fit, zero for a NaN.";
    "frt_to_i128" "f" [OUT, A] = to_i128: (*mut u8, *const u8), "Conversion to a 128-bit integer.";
    "frt_ieee_class" "f" [A] -> I32 = ieee::class: (*const u8) -> i32, "IEEE_CLASS.";
    "frt_ieee_value" "f" [OUT, ("class", I32)] = ieee::value: (*mut u8, i32), "IEEE_VALUE of a class index.";
    "frt_ieee_next_after" "f" [OUT, A, B] = ieee::next_after: (*mut u8, *const u8, *const u8), "IEEE_NEXT_AFTER.";
    "frt_ieee_rem" "f" [OUT, A, B] = ieee::rem: (*mut u8, *const u8, *const u8), "IEEE_REM.";
    "frt_ieee_rint" "f" [OUT, A, ("mode", I32)] = ieee::rint: (*mut u8, *const u8, i32), "IEEE_RINT in a rounding mode; -1: the current one.";
    "frt_ieee_scalb" "f" [OUT, A, ("i", I64)] = scale: (*mut u8, *const u8, i64), "IEEE_SCALB.";
    "frt_ieee_logb" "f" [OUT, A] = ieee::logb: (*mut u8, *const u8), "IEEE_LOGB.";
    "frt_ieee_extremum" "f" [OUT, A, B, ("which", I32)] = ieee::extremum: (*mut u8, *const u8, *const u8, i32), "IEEE_MAX_NUM, IEEE_MIN_NUM, IEEE_MAX_NUM_MAG, IEEE_MIN_NUM_MAG (`which` 0 to 3).";
    "frt_ieee_signal" "f" [A, B] = ieee::signal: (*const u8, *const u8), "Raises invalid where an operand of a signaling comparison is a NaN.";
    "frt_fenv_arith" "f" [OUT, A, B, ("op", I32)] = ieee::arith: (*mut u8, *const u8, *const u8, i32), "a op b with the rounding and flags of the moment; op: 0 add, 1 subtract, 2 multiply, 3 divide.";
    "frt_fenv_sqrt" "f" [OUT, A] = sqrt: (*mut u8, *const u8), "Square root with the flags of the moment.";
}
