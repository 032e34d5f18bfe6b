//! 128-bit integers.

family! { ($) int128_rows INT128
    /// Quotient of 128-bit integers, cut towards zero; the divisor is not zero.
    fn frt_i128_div(out: Ptr, a: Ptr, b: Ptr);
    /// MOD.
    fn frt_i128_rem(out: Ptr, a: Ptr, b: Ptr);
    /// MODULO.
    fn frt_i128_modulo(out: Ptr, a: Ptr, b: Ptr);
    /// a ** n.
    fn frt_i128_ipow(out: Ptr, a: Ptr, n: I64);
    /// Conversion of a real, cut towards zero; the nearest that there is where it does not fit, zero for a NaN.
    fn frt_i128_from_f64(out: Ptr, x: F64);
    /// Conversion to single precision.
    fn frt_i128_to_f32(a: Ptr) -> F32;
    /// Conversion to double precision.
    fn frt_i128_to_f64(a: Ptr) -> F64;
}
