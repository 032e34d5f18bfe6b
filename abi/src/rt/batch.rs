//! Elementary functions for loops of the host: one by one (`frt_one_*`) and in blocks of 128 bytes (`frt_block_*`),
//! and in vector registers of 512 bits (`frt_lanes_*`) and of 256 bits (`frt_lanes32_*`), with arguments and result in the first
//! ones.

family! { ($) batch_rows BATCH
    /// The function of one number.
    fn frt_one_exp_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_exp_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_exp_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_exp_f64();
    /// The function of one number.
    fn frt_one_exp2_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_exp2_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_exp2_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_exp2_f64();
    /// The function of one number.
    fn frt_one_log_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_log_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log_f64();
    /// The function of one number.
    fn frt_one_log2_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_log2_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log2_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log2_f64();
    /// The function of one number.
    fn frt_one_log10_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_log10_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log10_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log10_f64();
    /// The function of one number.
    fn frt_one_sin_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_sin_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_sin_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_sin_f64();
    /// The function of one number.
    fn frt_one_cos_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_cos_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cos_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cos_f64();
    /// The function of one number.
    fn frt_one_tan_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_tan_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_tan_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_tan_f64();
    /// The function of one number.
    fn frt_one_asin_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_asin_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_asin_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_asin_f64();
    /// The function of one number.
    fn frt_one_acos_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_acos_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_acos_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_acos_f64();
    /// The function of one number.
    fn frt_one_atan_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_atan_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atan_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atan_f64();
    /// The function of one number.
    fn frt_one_sinh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_sinh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_sinh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_sinh_f64();
    /// The function of one number.
    fn frt_one_cosh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_cosh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cosh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cosh_f64();
    /// The function of one number.
    fn frt_one_tanh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_tanh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_tanh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_tanh_f64();
    /// The function of one number.
    fn frt_one_asinh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_asinh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_asinh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_asinh_f64();
    /// The function of one number.
    fn frt_one_acosh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_acosh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_acosh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_acosh_f64();
    /// The function of one number.
    fn frt_one_atanh_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_atanh_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atanh_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atanh_f64();
    /// The function of one number.
    fn frt_one_erf_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_erf_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_erf_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_erf_f64();
    /// The function of one number.
    fn frt_one_erfc_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_erfc_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_erfc_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_erfc_f64();
    /// The function of one number.
    fn frt_one_cbrt_f64(x: F64) -> F64;
    /// The function of n blocks.
    fn frt_block_cbrt_f64(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cbrt_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cbrt_f64();
    /// The function of one number.
    fn frt_one_exp_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_exp_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_exp_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_exp_f32();
    /// The function of one number.
    fn frt_one_exp2_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_exp2_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_exp2_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_exp2_f32();
    /// The function of one number.
    fn frt_one_log_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_log_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log_f32();
    /// The function of one number.
    fn frt_one_log2_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_log2_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log2_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log2_f32();
    /// The function of one number.
    fn frt_one_log10_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_log10_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_log10_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_log10_f32();
    /// The function of one number.
    fn frt_one_sin_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_sin_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_sin_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_sin_f32();
    /// The function of one number.
    fn frt_one_cos_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_cos_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cos_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cos_f32();
    /// The function of one number.
    fn frt_one_tan_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_tan_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_tan_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_tan_f32();
    /// The function of one number.
    fn frt_one_asin_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_asin_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_asin_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_asin_f32();
    /// The function of one number.
    fn frt_one_acos_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_acos_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_acos_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_acos_f32();
    /// The function of one number.
    fn frt_one_atan_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_atan_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atan_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atan_f32();
    /// The function of one number.
    fn frt_one_sinh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_sinh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_sinh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_sinh_f32();
    /// The function of one number.
    fn frt_one_cosh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_cosh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cosh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cosh_f32();
    /// The function of one number.
    fn frt_one_tanh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_tanh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_tanh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_tanh_f32();
    /// The function of one number.
    fn frt_one_asinh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_asinh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_asinh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_asinh_f32();
    /// The function of one number.
    fn frt_one_acosh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_acosh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_acosh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_acosh_f32();
    /// The function of one number.
    fn frt_one_atanh_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_atanh_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atanh_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atanh_f32();
    /// The function of one number.
    fn frt_one_erf_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_erf_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_erf_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_erf_f32();
    /// The function of one number.
    fn frt_one_erfc_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_erfc_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_erfc_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_erfc_f32();
    /// The function of one number.
    fn frt_one_cbrt_f32(x: F32) -> F32;
    /// The function of n blocks.
    fn frt_block_cbrt_f32(r: Ptr, x: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_cbrt_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_cbrt_f32();
    /// The function of two numbers.
    fn frt_one_pow_f64(x: F64, y: F64) -> F64;
    /// The function of n blocks each.
    fn frt_block_pow_f64(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_pow_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_pow_f64();
    /// The function of two numbers.
    fn frt_one_atan2_f64(x: F64, y: F64) -> F64;
    /// The function of n blocks each.
    fn frt_block_atan2_f64(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atan2_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atan2_f64();
    /// The function of two numbers.
    fn frt_one_hypot_f64(x: F64, y: F64) -> F64;
    /// The function of n blocks each.
    fn frt_block_hypot_f64(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_hypot_f64();
    /// The function of a register of 256 bits.
    fn frt_lanes32_hypot_f64();
    /// The function of two numbers.
    fn frt_one_pow_f32(x: F32, y: F32) -> F32;
    /// The function of n blocks each.
    fn frt_block_pow_f32(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_pow_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_pow_f32();
    /// The function of two numbers.
    fn frt_one_atan2_f32(x: F32, y: F32) -> F32;
    /// The function of n blocks each.
    fn frt_block_atan2_f32(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_atan2_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_atan2_f32();
    /// The function of two numbers.
    fn frt_one_hypot_f32(x: F32, y: F32) -> F32;
    /// The function of n blocks each.
    fn frt_block_hypot_f32(r: Ptr, x: Ptr, y: Ptr, n: I64);
    /// The function of a register of 512 bits.
    fn frt_lanes_hypot_f32();
    /// The function of a register of 256 bits.
    fn frt_lanes32_hypot_f32();
}
