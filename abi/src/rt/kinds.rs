//! Functions of which there is one for each kind of number or character: the last part of the name says the kind.

use super::{RuntimeFn, row_of_parts};

/// A function of reals of the kinds 4, 8, 10 and 16.
#[derive(Clone, Copy, Debug)]
pub struct OfReal([RuntimeFn; 4]);

impl OfReal {
    const fn named(stem: &str) -> OfReal {
        OfReal([found(stem, "_f32"), found(stem, "_f64"), found(stem, "_f80"), found(stem, "_f128")])
    }
    /// The function for numbers of so many bits; of 64 where there is no such kind.
    pub const fn bits(self, bits: u8) -> RuntimeFn {
        self.0[match bits {
            32 => 0,
            80 => 2,
            128 => 3,
            _ => 1,
        }]
    }
}

/// A function of reals or complex numbers of the kinds 10 and 16, which the machine does not have.
#[derive(Clone, Copy, Debug)]
pub struct OfExtended([RuntimeFn; 2]);

impl OfExtended {
    const fn named(stem: &str, letter: &str) -> OfExtended {
        let letter = match letter.as_bytes() {
            b"c" => ["_c80", "_c128"],
            _ => ["_f80", "_f128"],
        };
        OfExtended([found(stem, letter[0]), found(stem, letter[1])])
    }
    /// The function for numbers of 80 bits or of 128.
    pub const fn bits(self, bits: u8) -> RuntimeFn {
        self.0[(bits != 80) as usize]
    }
}

/// A function of characters of the kinds 1 and 4.
#[derive(Clone, Copy, Debug)]
pub struct OfChar([RuntimeFn; 2]);

impl OfChar {
    const fn named(stem: &str) -> OfChar {
        OfChar([found(stem, ""), found(stem, "4")])
    }
    /// The function for characters of that kind.
    pub const fn kind(self, kind: u8) -> RuntimeFn {
        self.0[(kind == 4) as usize]
    }
}

/// Evaluated when the crate is compiled: a name without a row is an error.
const fn found(stem: &str, kind: &str) -> RuntimeFn {
    match row_of_parts(stem, kind) {
        Some(f) => f,
        None => panic!("no row has this name"),
    }
}

macro_rules! of_real {
    ($($(#[doc = $doc:literal])* $name:ident = $stem:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: OfReal = OfReal::named($stem);)*
    };
}
of_real! {
    /// IEEE_CLASS.
    IEEE_CLASS = "frt_ieee_class";
    /// IEEE_VALUE.
    IEEE_VALUE = "frt_ieee_value";
    /// IEEE_NEXT_AFTER.
    IEEE_NEXT_AFTER = "frt_ieee_next_after";
    /// IEEE_REM.
    IEEE_REM = "frt_ieee_rem";
    /// IEEE_RINT.
    IEEE_RINT = "frt_ieee_rint";
    /// IEEE_SCALB.
    IEEE_SCALB = "frt_ieee_scalb";
    /// IEEE_LOGB.
    IEEE_LOGB = "frt_ieee_logb";
    /// IEEE_MAX_NUM and its relatives.
    IEEE_EXTREMUM = "frt_ieee_extremum";
    /// What signaling comparisons raise.
    IEEE_SIGNAL = "frt_ieee_signal";
    /// Arithmetic in the environment of the moment.
    FENV_ARITH = "frt_fenv_arith";
    /// Square root in the environment of the moment.
    FENV_SQRT = "frt_fenv_sqrt";
    /// BESSEL_JN.
    BESSEL_JN = "frt_math_bessel_jn";
    /// BESSEL_YN.
    BESSEL_YN = "frt_math_bessel_yn";
    /// ERFC_SCALED.
    ERFC_SCALED = "frt_math_erfc_scaled";
    /// FRACTION.
    FRACTION = "frt_math_fraction";
    /// RRSPACING.
    RRSPACING = "frt_math_rrspacing";
    /// SPACING.
    SPACING = "frt_math_spacing";
    /// EXPONENT.
    EXPONENT = "frt_math_exponent";
    /// SCALE.
    SCALE = "frt_math_scale";
    /// SET_EXPONENT.
    SET_EXPONENT = "frt_math_set_exponent";
    /// NEAREST.
    NEAREST = "frt_math_nearest";
}

macro_rules! of_extended {
    ($($(#[doc = $doc:literal])* $name:ident = $stem:literal $letter:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: OfExtended = OfExtended::named($stem, $letter);)*
    };
}
of_extended! {
    /// Sum.
    ADD = "frt_math_add" "f";
    /// Difference.
    SUB = "frt_math_sub" "f";
    /// Product.
    MUL = "frt_math_mul" "f";
    /// Quotient.
    DIV = "frt_math_div" "f";
    /// MOD.
    REM = "frt_math_rem" "f";
    /// MODULO.
    MODULO = "frt_math_modulo" "f";
    /// The lesser.
    MIN = "frt_math_min" "f";
    /// The greater.
    MAX = "frt_math_max" "f";
    /// Comparison.
    COMPARE = "frt_compare" "f";
    /// Conversion of double precision.
    FROM_F64 = "frt_from_f64" "f";
    /// Conversion of an integer.
    FROM_I64 = "frt_from_i64" "f";
    /// Conversion of a 128-bit integer.
    FROM_I128 = "frt_from_i128" "f";
    /// Conversion to single precision.
    TO_F32 = "frt_to_f32" "f";
    /// Conversion to double precision.
    TO_F64 = "frt_to_f64" "f";
    /// Conversion to an integer.
    TO_I64 = "frt_to_i64" "f";
    /// Conversion to a 128-bit integer.
    TO_I128 = "frt_to_i128" "f";
    /// Sum of complex numbers.
    COMPLEX_ADD = "frt_math_add" "c";
    /// Difference of complex numbers.
    COMPLEX_SUB = "frt_math_sub" "c";
    /// Product of complex numbers.
    COMPLEX_MUL = "frt_math_mul" "c";
    /// Quotient of complex numbers.
    COMPLEX_DIV = "frt_math_div" "c";
    /// Absolute value of a complex number.
    COMPLEX_ABS = "frt_math_abs" "c";
}

macro_rules! of_char {
    ($($(#[doc = $doc:literal])* $name:ident = $stem:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: OfChar = OfChar::named($stem);)*
    };
}
of_char! {
    /// INDEX.
    INDEX = "frt_index";
    /// SCAN.
    SCAN = "frt_scan";
    /// VERIFY.
    VERIFY = "frt_verify";
    /// LEN_TRIM.
    LEN_TRIM = "frt_len_trim";
    /// ADJUSTL.
    ADJUSTL = "frt_adjustl";
    /// ADJUSTR.
    ADJUSTR = "frt_adjustr";
}
