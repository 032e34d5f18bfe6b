//! What the runtime has several versions of code for.

/// Vectors that functions are compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Vectors {
    /// Those that every machine has.
    Sse2 = 1,
    /// AVX2, with fused multiply-adds and BMI2.
    Avx2 = 2,
    /// AVX-512 with its parts F, CD, DQ, BW and VL as well.
    Avx512 = 3,
}

/// The widest vectors of this machine.
#[inline(always)]
pub fn vectors() -> Vectors {
    use std::sync::atomic::{AtomicU8, Ordering};
    static FOUND: AtomicU8 = AtomicU8::new(0);
    #[cold]
    fn find() -> Vectors {
        macro_rules! all {
            ($($f:tt)*) => { $( std::is_x86_feature_detected!($f) )&&* };
        }
        let v = match (all!("avx2" "fma" "bmi2"), all!("avx512f" "avx512dq" "avx512vl" "avx512bw" "avx512cd")) {
            (true, true) => Vectors::Avx512,
            (true, false) => Vectors::Avx2,
            (false, _) => Vectors::Sse2,
        };
        FOUND.store(v as u8, Ordering::Relaxed);
        v
    }
    match FOUND.load(Ordering::Relaxed) {
        1 => Vectors::Sse2,
        2 => Vectors::Avx2,
        3 => Vectors::Avx512,
        _ => find(),
    }
}
