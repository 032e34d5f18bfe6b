//! Operations on reals and complex numbers of kinds 10 and 16 (`f80`, `f128`, `c80`, `c128`): the machine has none.
//!
//! Numbers of 16 bytes are passed by address, complex ones as the addresses of both parts; results go to the address
//! that is the first argument (complex ones: two numbers one after the other).

mod ieee;
mod table;
pub mod x87;

pub use table::ABI;

use crate::fenv;
use ferrotran_xreal::{Calc, Mode, Num, complex, flag, functions};

/// # Safety
/// `p` points to a real of kind `K`.
pub(crate) unsafe fn load<const K: u8>(p: *const u8) -> Num {
    // SAFETY: as required of the caller.
    Num::from_memory(K, unsafe { p.cast::<u128>().read_unaligned() })
}

/// # Safety
/// `p` points to a writable real of kind `K`.
pub(crate) unsafe fn store<const K: u8>(p: *mut u8, x: Num) {
    // SAFETY: as required of the caller.
    unsafe { p.cast::<u128>().write_unaligned(x.to_memory(K)) }
}

/// # Safety
/// `p` points to two writable reals of kind `K`.
unsafe fn store_pair<const K: u8>(p: *mut u8, x: complex::Pair) {
    // SAFETY: as required of the caller.
    unsafe {
        store::<K>(p, x.0);
        store::<K>(p.add(16), x.1);
    }
}

/// Computes in the rounding mode of the moment and raises the exceptions.
fn calculate<const K: u8, R>(f: impl FnOnce(&mut Calc) -> R) -> R {
    let mut c = Calc::kind(K);
    c.mode = match fenv::rounding() {
        1 => Mode::Zero,
        2 => Mode::Up,
        3 => Mode::Down,
        _ => Mode::Nearest,
    };
    let r = f(&mut c);
    if c.flags != 0 {
        raise(c.flags);
    }
    r
}

/// Computes to nearest, as elementary functions do, and raises the exceptions.
fn nearest<const K: u8, R>(f: impl FnOnce(&mut Calc) -> R) -> R {
    let mut c = Calc::kind(K);
    let r = f(&mut c);
    if c.flags != 0 {
        raise(c.flags);
    }
    r
}

fn raise(flags: u8) {
    const NAMES: [(u8, u32, f64, f64); 5] = [
        (flag::INVALID, 1, 0.0, 0.0),
        (flag::DIVIDE, 4, 1.0, 0.0),
        (flag::OVERFLOW, 8, f64::MAX, 0.5),
        (flag::UNDERFLOW, 16, f64::MIN_POSITIVE, 3.0),
        (flag::INEXACT, 32, 1.0, 3.0),
    ];
    let mask = NAMES.iter().filter(|n| flags & n.0 != 0).fold(0, |m, n| m | n.1);
    if fenv::flags() & mask != mask {
        fenv::set_flags(mask, 0);
    }
    let halting = fenv::halting() & mask;
    if halting != 0 {
        // The machine halts where such an operation is done.
        for n in NAMES.iter().filter(|n| halting & n.1 != 0) {
            let (x, y) = (std::hint::black_box(n.2), std::hint::black_box(n.3));
            std::hint::black_box(x / y);
        }
    }
}

// SAFETY (of what follows): the compiler passes addresses of numbers of these kinds, as the table says.

unsafe extern "C" fn binary<const K: u8, const OP: u8>(out: *mut u8, a: *const u8, b: *const u8) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = calculate::<K, _>(|c| match OP {
        0 => c.add(x, y),
        1 => c.sub(x, y),
        2 => c.mul(x, y),
        3 => c.div(x, y),
        4 => c.rem(x, y),
        5 => c.modulo(x, y),
        6 => c.min(x, y),
        _ => c.max(x, y),
    });
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn complex_binary<const K: u8, const OP: u8>(
    out: *mut u8,
    ar: *const u8,
    ai: *const u8,
    br: *const u8,
    bi: *const u8,
) {
    // SAFETY: see above.
    let (x, y) = unsafe { ((load::<K>(ar), load::<K>(ai)), (load::<K>(br), load::<K>(bi))) };
    let r = calculate::<K, _>(|c| match OP {
        0 => complex::add(c, x, y),
        1 => complex::sub(c, x, y),
        2 => complex::mul(c, x, y),
        3 => complex::div(c, x, y),
        _ => complex::pow(c, x, y),
    });
    // SAFETY: see above.
    unsafe { store_pair::<K>(out, r) }
}

/// -1, 0 or 1; 2 where one is a NaN.
unsafe extern "C" fn compare<const K: u8>(a: *const u8, b: *const u8) -> i32 {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    x.compare(y).map_or(2, |o| o as i32)
}

unsafe extern "C" fn unary<const K: u8, const F: usize>(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = nearest::<K, _>(|c| functions::unary(table::UNARY[F], c, x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r.unwrap_or(Num::NAN)) }
}

unsafe extern "C" fn sqrt<const K: u8>(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| c.sqrt(x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn rint<const K: u8>(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| functions::unary("rint", c, x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r.unwrap_or(Num::NAN)) }
}

unsafe extern "C" fn complex_unary<const K: u8, const F: usize>(out: *mut u8, re: *const u8, im: *const u8) {
    // SAFETY: see above.
    let x = unsafe { (load::<K>(re), load::<K>(im)) };
    let r = nearest::<K, _>(|c| complex::unary(table::COMPLEX[F], c, x));
    // SAFETY: see above.
    unsafe { store_pair::<K>(out, r.unwrap_or((Num::NAN, Num::NAN))) }
}

unsafe extern "C" fn complex_abs<const K: u8>(out: *mut u8, re: *const u8, im: *const u8) {
    // SAFETY: see above.
    let x = unsafe { (load::<K>(re), load::<K>(im)) };
    let r = nearest::<K, _>(|c| complex::abs(c, x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn complex_power<const K: u8>(out: *mut u8, re: *const u8, im: *const u8, n: i64) {
    // SAFETY: see above.
    let x = unsafe { (load::<K>(re), load::<K>(im)) };
    let r = calculate::<K, _>(|c| complex::powi(c, x, n.into()));
    // SAFETY: see above.
    unsafe { store_pair::<K>(out, r) }
}

unsafe extern "C" fn two<const K: u8, const F: usize>(out: *mut u8, a: *const u8, b: *const u8) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = nearest::<K, _>(|c| functions::binary(table::BINARY[F], c, x, y));
    // SAFETY: see above.
    unsafe { store::<K>(out, r.unwrap_or(Num::NAN)) }
}

unsafe extern "C" fn fma<const K: u8>(out: *mut u8, a: *const u8, b: *const u8, d: *const u8) {
    // SAFETY: see above.
    let (x, y, z) = unsafe { (load::<K>(a), load::<K>(b), load::<K>(d)) };
    let r = calculate::<K, _>(|c| c.fma(x, y, z));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn power<const K: u8>(out: *mut u8, a: *const u8, n: i64) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| c.powi(x, n.into()));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn exponent<const K: u8>(a: *const u8) -> i32 {
    // SAFETY: see above.
    unsafe { load::<K>(a) }.exponent().unwrap_or(i32::MAX)
}

unsafe extern "C" fn scale<const K: u8>(out: *mut u8, a: *const u8, n: i64) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| c.scale(x, n));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn set_exponent<const K: u8>(out: *mut u8, a: *const u8, n: i64) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| c.set_exponent(x, n));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn bessel_j<const K: u8>(out: *mut u8, n: i32, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = nearest::<K, _>(|c| functions::bessel_j(c, n.into(), x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn bessel_y<const K: u8>(out: *mut u8, n: i32, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = nearest::<K, _>(|c| functions::bessel_y(c, n.into(), x));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn from_f64<const K: u8>(out: *mut u8, x: f64) {
    // SAFETY: see above.
    unsafe { store::<K>(out, Num::from_f64(x)) }
}

unsafe extern "C" fn from_i64<const K: u8>(out: *mut u8, n: i64) {
    // SAFETY: see above.
    unsafe { store::<K>(out, Num::from_i128(n.into())) }
}

unsafe extern "C" fn from_i128<const K: u8>(out: *mut u8, n: *const u8) {
    // SAFETY: see above.
    let n = unsafe { super::int128::load(n) };
    let r = calculate::<K, _>(|c| c.convert(Num::from_i128(n)));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

unsafe extern "C" fn to_f32<const K: u8>(a: *const u8) -> f32 {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    calculate::<K, _>(|c| c.to_f32(x))
}

unsafe extern "C" fn to_f64<const K: u8>(a: *const u8) -> f64 {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    calculate::<K, _>(|c| c.to_f64(x))
}

unsafe extern "C" fn to_i64<const K: u8>(a: *const u8, bits: i32) -> i64 {
    // SAFETY: see above.
    unsafe { load::<K>(a) }.to_int(bits.clamp(32, 64) as u32) as i64
}

unsafe extern "C" fn to_i128<const K: u8>(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    unsafe { super::int128::store(out, load::<K>(a).to_int(128)) }
}

unsafe extern "C" fn widen(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    unsafe { store::<16>(out, load::<10>(a)) }
}

unsafe extern "C" fn narrow(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<16>(a) };
    let r = calculate::<10, _>(|c| c.convert(x));
    // SAFETY: see above.
    unsafe { store::<10>(out, r) }
}
