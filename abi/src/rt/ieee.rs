//! IEEE arithmetic and the floating-point environment.

family! { ($) ieee_rows IEEE
    /// IEEE_CLASS: index of the class in the order of the constants of `ieee_class_type`.
    fn frt_ieee_class_f32(x: F32) -> I32;
    /// IEEE_VALUE of a class index.
    fn frt_ieee_value_f32(class: I32) -> F32;
    /// IEEE_NEXT_AFTER(x, y).
    fn frt_ieee_next_after_f32(x: F32, y: F64) -> F32;
    /// IEEE_REM(x, y).
    fn frt_ieee_rem_f32(x: F32, y: F32) -> F32;
    /// IEEE_RINT(x) in a rounding mode; -1: the current one.
    fn frt_ieee_rint_f32(x: F32, mode: I32) -> F32;
    /// IEEE_SCALB(x, i).
    fn frt_ieee_scalb_f32(x: F32, i: I64) -> F32;
    /// IEEE_LOGB(x).
    fn frt_ieee_logb_f32(x: F32) -> F32;
    /// IEEE_MAX_NUM, IEEE_MIN_NUM, IEEE_MAX_NUM_MAG, IEEE_MIN_NUM_MAG (`which` 0 to 3).
    fn frt_ieee_extremum_f32(x: F32, y: F32, which: I32) -> F32;
    /// Raises invalid where an operand of a signaling comparison is a NaN.
    fn frt_ieee_signal_f32(x: F32, y: F32);
    /// x op y with the rounding and flags of the moment; `op`: 0 add, 1 subtract, 2 multiply, 3 divide.
    fn frt_fenv_arith_f32(x: F32, y: F32, op: I32) -> F32;
    /// Square root with the flags of the moment.
    fn frt_fenv_sqrt_f32(x: F32) -> F32;
    /// IEEE_CLASS: index of the class in the order of the constants of `ieee_class_type`.
    fn frt_ieee_class_f64(x: F64) -> I32;
    /// IEEE_VALUE of a class index.
    fn frt_ieee_value_f64(class: I32) -> F64;
    /// IEEE_NEXT_AFTER(x, y).
    fn frt_ieee_next_after_f64(x: F64, y: F64) -> F64;
    /// IEEE_REM(x, y).
    fn frt_ieee_rem_f64(x: F64, y: F64) -> F64;
    /// IEEE_RINT(x) in a rounding mode; -1: the current one.
    fn frt_ieee_rint_f64(x: F64, mode: I32) -> F64;
    /// IEEE_SCALB(x, i).
    fn frt_ieee_scalb_f64(x: F64, i: I64) -> F64;
    /// IEEE_LOGB(x).
    fn frt_ieee_logb_f64(x: F64) -> F64;
    /// IEEE_MAX_NUM, IEEE_MIN_NUM, IEEE_MAX_NUM_MAG, IEEE_MIN_NUM_MAG (`which` 0 to 3).
    fn frt_ieee_extremum_f64(x: F64, y: F64, which: I32) -> F64;
    /// Raises invalid where an operand of a signaling comparison is a NaN.
    fn frt_ieee_signal_f64(x: F64, y: F64);
    /// x op y with the rounding and flags of the moment; `op`: 0 add, 1 subtract, 2 multiply, 3 divide.
    fn frt_fenv_arith_f64(x: F64, y: F64, op: I32) -> F64;
    /// Square root with the flags of the moment.
    fn frt_fenv_sqrt_f64(x: F64) -> F64;
    /// Conversion to single precision with the rounding and flags of the moment.
    fn frt_fenv_narrow(x: F64) -> F32;
    /// Conversion of an integer to double precision with the rounding and flags of the moment.
    fn frt_fenv_from_int(x: I64) -> F64;
    /// Flags (of the mask) that are signaling.
    fn frt_ieee_get_flags(mask: I32) -> I32;
    /// Sets or clears flags.
    fn frt_ieee_set_flags(mask: I32, on: I32);
    /// Flags (of the mask) that halt the program.
    fn frt_ieee_get_halting(mask: I32) -> I32;
    /// Sets or clears halting.
    fn frt_ieee_set_halting(mask: I32, on: I32);
    /// The rounding mode, as the values of `ieee_round_type`.
    fn frt_ieee_get_rounding() -> I32;
    /// Sets the rounding mode.
    fn frt_ieee_set_rounding(mode: I32);
    /// 1 where underflow is gradual.
    fn frt_ieee_get_gradual() -> I32;
    /// Sets gradual (1) or abrupt (0) underflow.
    fn frt_ieee_set_gradual(on: I32);
    /// The whole environment: flags and modes.
    fn frt_ieee_get_status() -> I64;
    /// Restores the environment. `modes_only`: the flags stay as they are.
    fn frt_ieee_set_status(status: I64, modes_only: I32);
    /// Entry of a procedure that uses the environment: saves it, and makes all flags quiet.
    fn frt_fenv_enter() -> I64;
    /// Its end: modes are as they were at the entry, flags that signaled then signal again.
    fn frt_fenv_leave(saved: I64);
    /// Halts on these exceptions from now on (`-ffpe-trap=`).
    fn frt_fpe_trap(mask: I32);
}
