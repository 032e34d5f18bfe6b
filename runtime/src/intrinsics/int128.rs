//! Operations of integer(16) that the machine does not have. Values are passed by address.

ferrotran_abi::int128_rows! { implementations }

/// # Safety
/// `p` points to a 128-bit integer.
pub(crate) unsafe fn load(p: *const u8) -> i128 {
    // SAFETY: as required of the caller.
    unsafe { p.cast::<i128>().read_unaligned() }
}

/// # Safety
/// `p` points to a writable 128-bit integer.
pub(crate) unsafe fn store(p: *mut u8, v: i128) {
    // SAFETY: as required of the caller.
    unsafe { p.cast::<i128>().write_unaligned(v) }
}

macro_rules! binary {
    ($($name:ident: |$a:ident, $b:ident| $e:expr;)*) => { $(
        /// See the table.
        ///
        /// # Safety
        /// All addresses are those of 128-bit integers; the divisor is not zero.
        pub unsafe extern "C" fn $name(out: *mut u8, a: *const u8, b: *const u8) {
            // SAFETY: as required of the caller.
            let ($a, $b) = unsafe { (load(a), load(b)) };
            // SAFETY: as above.
            unsafe { store(out, $e) }
        }
    )* };
}
binary! {
    frt_i128_div: |a, b| a.wrapping_div(b);
    frt_i128_rem: |a, b| a.wrapping_rem(b);
    frt_i128_modulo: |a, b| modulo(a, b);
}

fn modulo(a: i128, b: i128) -> i128 {
    let r = a.wrapping_rem(b);
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}

/// See the table.
///
/// # Safety
/// The addresses are those of 128-bit integers.
pub unsafe extern "C" fn frt_i128_ipow(out: *mut u8, a: *const u8, n: i64) {
    // SAFETY: as required of the caller.
    let x = unsafe { load(a) };
    let r = match (x, n) {
        (1, _) => 1,
        (-1, n) => 1 - 2 * i128::from(n & 1),
        (0, ..0) => i128::MAX,
        (_, ..0) => 0,
        _ => {
            let (mut r, mut square, mut n) = (1i128, x, n);
            while n > 0 {
                if n & 1 == 1 {
                    r = r.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                n >>= 1;
            }
            r
        }
    };
    // SAFETY: as required of the caller.
    unsafe { store(out, r) }
}

/// See the table.
///
/// # Safety
/// `out` is the address of a 128-bit integer.
pub unsafe extern "C" fn frt_i128_from_f64(out: *mut u8, x: f64) {
    // SAFETY: as required of the caller.
    unsafe { store(out, x as i128) }
}

/// See the table.
///
/// # Safety
/// `a` is the address of a 128-bit integer.
pub unsafe extern "C" fn frt_i128_to_f32(a: *const u8) -> f32 {
    // SAFETY: as required of the caller.
    unsafe { load(a) as f32 }
}

/// See the table.
///
/// # Safety
/// `a` is the address of a 128-bit integer.
pub unsafe extern "C" fn frt_i128_to_f64(a: *const u8) -> f64 {
    // SAFETY: as required of the caller.
    unsafe { load(a) as f64 }
}
