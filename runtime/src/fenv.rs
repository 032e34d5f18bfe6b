//! The floating-point environment of the calling thread: exception flags, rounding, halting, abrupt underflow.
//!
//! Flags and masks are those of `ieee_flag_type`: 1 invalid, 4 division by zero, 8 overflow, 16 underflow, 32 inexact
//! (and 2: a subnormal operand, which has no name in Fortran). Rounding modes are those of `ieee_round_type`:
//! 0 nearest, 1 to zero, 2 up, 3 down.

/// All flags that have a name in Fortran.
pub const ALL: u32 = 1 | 4 | 8 | 16 | 32;
/// A subnormal operand was used.
pub const SUBNORMAL: u32 = 2;

#[cfg(target_arch = "x86_64")]
mod machine {
    use std::arch::asm;

    const MASK_SHIFT: u32 = 7;
    const ROUND_SHIFT: u32 = 13;
    const FLUSH: u32 = 1 << 15;

    fn get() -> u32 {
        let mut v = 0u32;
        // SAFETY: stores the control register to a local.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut v, options(nostack)) };
        v
    }
    fn set(v: u32) {
        // SAFETY: loads a value that `get` gave, with defined bits changed.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &v, options(nostack)) };
    }
    pub fn flags() -> u32 {
        get() & 0x3f
    }
    pub fn set_flags(set_mask: u32, clear: u32) {
        set(get() & !(clear & 0x3f) | set_mask & 0x3f);
    }
    pub fn rounding() -> i32 {
        [0, 3, 2, 1][(get() >> ROUND_SHIFT & 3) as usize]
    }
    pub fn set_rounding(mode: i32) {
        let Some(bits) = [0u32, 3, 2, 1].get(mode as usize) else { return };
        set(get() & !(3 << ROUND_SHIFT) | bits << ROUND_SHIFT);
    }
    pub fn halting() -> u32 {
        !(get() >> MASK_SHIFT) & 0x3f
    }
    pub fn set_halting(flags: u32, on: bool) {
        let bits = (flags & 0x3f) << MASK_SHIFT;
        set(if on { get() & !bits } else { get() | bits });
    }
    pub fn gradual() -> bool {
        get() & FLUSH == 0
    }
    pub fn set_gradual(on: bool) {
        set(if on { get() & !FLUSH } else { get() | FLUSH });
    }
    pub fn save() -> u64 {
        get().into()
    }
    pub fn restore(v: u64) {
        set(v as u32 & 0xffff);
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod machine {
    //! By the functions of the C library; halting and abrupt underflow stay off.
    unsafe extern "C" {
        fn fegetround() -> i32;
        fn fesetround(mode: i32) -> i32;
        fn fetestexcept(mask: i32) -> i32;
        fn feclearexcept(mask: i32) -> i32;
        fn feraiseexcept(mask: i32) -> i32;
    }
    const FLAGS: [(u32, i32); 5] = [(1, 1), (4, 2), (8, 4), (16, 8), (32, 16)];
    const ROUNDS: [i32; 4] = [0, 3 << 22, 1 << 22, 2 << 22];

    fn native(mask: u32) -> i32 {
        FLAGS.iter().filter(|f| mask & f.0 != 0).map(|f| f.1).sum()
    }
    pub fn flags() -> u32 {
        // SAFETY: reads the state of this thread.
        let have = unsafe { fetestexcept(31) };
        FLAGS.iter().filter(|f| have & f.1 != 0).map(|f| f.0).sum()
    }
    pub fn set_flags(set_mask: u32, clear: u32) {
        // SAFETY: changes flags of this thread.
        unsafe {
            feclearexcept(native(clear));
            feraiseexcept(native(set_mask));
        }
    }
    pub fn rounding() -> i32 {
        // SAFETY: reads the state of this thread.
        let r = unsafe { fegetround() };
        ROUNDS.iter().position(|x| *x == r).unwrap_or(0) as i32
    }
    pub fn set_rounding(mode: i32) {
        if let Some(r) = ROUNDS.get(mode as usize) {
            // SAFETY: one of the modes that the function knows.
            unsafe { fesetround(*r) };
        }
    }
    pub fn halting() -> u32 {
        0
    }
    pub fn set_halting(_flags: u32, _on: bool) {}
    pub fn gradual() -> bool {
        true
    }
    pub fn set_gradual(_on: bool) {}
    pub fn save() -> u64 {
        u64::from(flags()) | (rounding() as u64) << 8
    }
    pub fn restore(v: u64) {
        let f = v as u32 & 0xff;
        set_flags(f, !f);
        set_rounding((v >> 8 & 3) as i32);
    }
}

pub use machine::*;

/// While it lives, the thread has the default environment, as code expects it that knows nothing of the program's: no
/// operation stops, rounding is to nearest. Its end brings back what was before, flags too.
pub struct Default(u64);

impl Default {
    pub fn begin() -> Default {
        let saved = save();
        set_halting(ALL | SUBNORMAL, false);
        set_rounding(0);
        Default(saved)
    }
}

impl Drop for Default {
    fn drop(&mut self) {
        restore(self.0);
    }
}
