//! The intrinsic modules ieee_arithmetic and ieee_exceptions: functions of numbers, and access to the environment.

ferrotran_abi::ieee_rows! { implementations }

use crate::fenv;

#[link(name = "m")]
unsafe extern "C" {
    fn remainder(x: f64, y: f64) -> f64;
    fn remainderf(x: f32, y: f32) -> f32;
    fn rint(x: f64) -> f64;
    fn rintf(x: f32) -> f32;
    fn scalbn(x: f64, n: i32) -> f64;
    fn scalbnf(x: f32, n: i32) -> f32;
    fn logb(x: f64) -> f64;
    fn logbf(x: f32) -> f32;
    fn nextafter(x: f64, y: f64) -> f64;
    fn nextafterf(x: f32, y: f32) -> f32;
}

// SAFETY (of the calls of the C library below): functions of numbers.

macro_rules! reals {
    ($t:ident $bits:ident $quiet:literal $signaling:literal: $class:ident $value:ident $next:ident $rem:ident $rint:ident
     $scalb:ident $logb:ident $extremum:ident $signal:ident $arith:ident $sqrt:ident;
     $c_rem:ident $c_rint:ident $c_scalb:ident $c_logb:ident $c_next:ident) => {
        /// See the table.
        pub extern "C" fn $class(x: $t) -> i32 {
            let negative = x.is_sign_negative();
            let pick = |n: i32, p: i32| if negative { n } else { p };
            match x.classify() {
                std::num::FpCategory::Nan => {
                    if x.to_bits() & $quiet != 0 {
                        2
                    } else {
                        1
                    }
                }
                std::num::FpCategory::Infinite => pick(3, 10),
                std::num::FpCategory::Normal => pick(4, 9),
                std::num::FpCategory::Subnormal => pick(5, 8),
                std::num::FpCategory::Zero => pick(6, 7),
            }
        }
        /// See the table.
        pub extern "C" fn $value(class: i32) -> $t {
            match class {
                1 => $t::from_bits($signaling),
                3 => $t::NEG_INFINITY,
                4 => -42.0,
                5 => -$t::MIN_POSITIVE / 2.0,
                6 => -0.0,
                7 => 0.0,
                8 => $t::MIN_POSITIVE / 2.0,
                9 => 42.0,
                10 => $t::INFINITY,
                _ => $t::NAN,
            }
        }
        /// See the table.
        pub extern "C" fn $next(x: $t, y: f64) -> $t {
            let wide = f64::from(x);
            if wide == y {
                return x;
            }
            let toward = if y.is_nan() {
                $t::NAN
            } else if y > wide {
                $t::INFINITY
            } else {
                $t::NEG_INFINITY
            };
            // SAFETY: see above.
            unsafe { $c_next(x, toward) }
        }
        /// See the table.
        pub extern "C" fn $rem(x: $t, y: $t) -> $t {
            // SAFETY: see above.
            unsafe { $c_rem(x, y) }
        }
        /// See the table.
        pub extern "C" fn $rint(x: $t, mode: i32) -> $t {
            match mode {
                0 => x.round_ties_even(),
                1 => x.trunc(),
                2 => x.ceil(),
                3 => x.floor(),
                4 => x.round(),
                // SAFETY: see above.
                _ => unsafe { $c_rint(x) },
            }
        }
        /// See the table.
        pub extern "C" fn $scalb(x: $t, i: i64) -> $t {
            // SAFETY: see above.
            unsafe { $c_scalb(x, i.clamp(-100_000, 100_000) as i32) }
        }
        /// See the table.
        pub extern "C" fn $logb(x: $t) -> $t {
            // SAFETY: see above.
            unsafe { $c_logb(x) }
        }
        /// See the table.
        pub extern "C" fn $extremum(x: $t, y: $t, which: i32) -> $t {
            if x.is_nan() || y.is_nan() {
                return if x.is_nan() { y } else { x };
            }
            let (a, b) = if which >= 2 { (x.abs(), y.abs()) } else { (x, y) };
            let first = if which % 2 == 0 { a > b } else { a < b };
            if first || a == b && which < 2 {
                x
            } else if a == b {
                if which == 2 { x.max(y) } else { x.min(y) }
            } else {
                y
            }
        }
        /// See the table.
        pub extern "C" fn $signal(x: $t, y: $t) {
            if x.is_nan() || y.is_nan() {
                fenv::set_flags(1, 0);
            }
        }
        /// See the table.
        #[inline(never)]
        pub extern "C" fn $arith(x: $t, y: $t, op: i32) -> $t {
            let (x, y) = (std::hint::black_box(x), std::hint::black_box(y));
            std::hint::black_box(match op {
                0 => x + y,
                1 => x - y,
                2 => x * y,
                _ => x / y,
            })
        }
        /// See the table.
        #[inline(never)]
        pub extern "C" fn $sqrt(x: $t) -> $t {
            std::hint::black_box(std::hint::black_box(x).sqrt())
        }
    };
}
reals! { f32 u32 0x40_0000 0x7fa0_0000: frt_ieee_class_f32 frt_ieee_value_f32 frt_ieee_next_after_f32 frt_ieee_rem_f32 frt_ieee_rint_f32 frt_ieee_scalb_f32 frt_ieee_logb_f32 frt_ieee_extremum_f32 frt_ieee_signal_f32 frt_fenv_arith_f32 frt_fenv_sqrt_f32; remainderf rintf scalbnf logbf nextafterf }
reals! { f64 u64 0x8_0000_0000_0000 0x7ff4_0000_0000_0000: frt_ieee_class_f64 frt_ieee_value_f64 frt_ieee_next_after_f64 frt_ieee_rem_f64 frt_ieee_rint_f64 frt_ieee_scalb_f64 frt_ieee_logb_f64 frt_ieee_extremum_f64 frt_ieee_signal_f64 frt_fenv_arith_f64 frt_fenv_sqrt_f64; remainder rint scalbn logb nextafter }

/// See the table.
#[inline(never)]
pub extern "C" fn frt_fenv_narrow(x: f64) -> f32 {
    std::hint::black_box(std::hint::black_box(x) as f32)
}

/// See the table.
#[inline(never)]
pub extern "C" fn frt_fenv_from_int(x: i64) -> f64 {
    std::hint::black_box(std::hint::black_box(x) as f64)
}

/// See the table.
pub extern "C" fn frt_ieee_get_flags(mask: i32) -> i32 {
    (fenv::flags() & mask as u32) as i32
}

/// See the table.
pub extern "C" fn frt_ieee_set_flags(mask: i32, on: i32) {
    let mask = mask as u32 & fenv::ALL;
    if on != 0 { fenv::set_flags(mask, 0) } else { fenv::set_flags(0, mask) }
}

/// See the table.
pub extern "C" fn frt_ieee_get_halting(mask: i32) -> i32 {
    (fenv::halting() & mask as u32) as i32
}

/// See the table.
pub extern "C" fn frt_ieee_set_halting(mask: i32, on: i32) {
    let mask = mask as u32 & fenv::ALL;
    if on != 0 {
        // A flag that signals already is not an exception of now.
        fenv::set_flags(0, mask);
    }
    fenv::set_halting(mask, on != 0);
}

/// See the table.
pub extern "C" fn frt_ieee_get_rounding() -> i32 {
    fenv::rounding()
}

/// See the table.
pub extern "C" fn frt_ieee_set_rounding(mode: i32) {
    fenv::set_rounding(mode);
}

/// See the table.
pub extern "C" fn frt_ieee_get_gradual() -> i32 {
    fenv::gradual().into()
}

/// See the table.
pub extern "C" fn frt_ieee_set_gradual(on: i32) {
    fenv::set_gradual(on != 0);
}

/// See the table.
pub extern "C" fn frt_ieee_get_status() -> i64 {
    fenv::save() as i64
}

/// See the table.
pub extern "C" fn frt_ieee_set_status(status: i64, modes_only: i32) {
    let flags = fenv::flags();
    fenv::restore(status as u64);
    if modes_only != 0 {
        fenv::set_flags(flags, !flags);
    }
}

/// See the table.
pub extern "C" fn frt_fenv_enter() -> i64 {
    let saved = fenv::save();
    fenv::set_flags(0, fenv::ALL);
    saved as i64
}

/// See the table.
pub extern "C" fn frt_fenv_leave(saved: i64) {
    let flags = fenv::flags();
    fenv::restore(saved as u64);
    fenv::set_flags(flags, 0);
}

/// See the table.
pub extern "C" fn frt_fpe_trap(mask: i32) {
    frt_ieee_set_halting(mask, 1);
    if mask as u32 & fenv::SUBNORMAL != 0 {
        fenv::set_halting(fenv::SUBNORMAL, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(frt_ieee_class_f32(-0.0), 6);
        assert_eq!(frt_ieee_class_f64(f64::MIN_POSITIVE / 4.0), 8);
        for class in 1..=10 {
            assert_eq!(frt_ieee_class_f64(frt_ieee_value_f64(class)), class);
            assert_eq!(frt_ieee_class_f32(frt_ieee_value_f32(class)), class);
        }
        assert_eq!(frt_ieee_rem_f64(5.0, 3.0), -1.0);
        assert_eq!(frt_ieee_rint_f32(2.5, -1), 2.0);
        assert_eq!(frt_ieee_scalb_f64(1.5, 3), 12.0);
        assert_eq!(frt_ieee_logb_f64(10.0), 3.0);
        assert_eq!(frt_ieee_extremum_f64(-3.0, 2.0, 2), -3.0);
        assert_eq!(frt_ieee_next_after_f32(1.0, 2.0), 1.0 + f32::EPSILON);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn environment() {
        let saved = frt_fenv_enter();
        assert_eq!(frt_ieee_get_flags(63), 0);
        frt_ieee_set_rounding(2);
        let up = frt_fenv_arith_f64(1.0, 3.0, 3);
        frt_ieee_set_rounding(3);
        assert!(up > frt_fenv_arith_f64(1.0, 3.0, 3));
        assert_eq!(frt_ieee_get_rounding(), 3);
        assert_eq!(frt_ieee_get_flags(63), 32);
        frt_fenv_leave(saved);
        assert_eq!(frt_ieee_get_rounding(), 0);
    }
}
