//! The functions that compiled code calls for data transfer statements.

use super::Block;
use super::transfer::{Handle, Style, Ty};
use super::unit::Direction;
use ferrotran_abi::params;

fn begin(block: *const u8, dir: Direction) -> *mut u8 {
    // SAFETY: compiled code passes a transfer block that lives until the end call.
    let block = unsafe { Block::new(block, params::TRANSFER_SLOTS) };
    let mut h = Handle::blank(block, dir);
    if let Err(e) = h.start() {
        h.err = Some(e);
    }
    Box::into_raw(h).cast()
}

/// The handle behind an address from a begin call.
///
/// # Safety
/// `h` came from a begin call and its end call has not been made.
unsafe fn handle<'a>(h: *mut u8) -> &'a mut Handle {
    // SAFETY: as required of the caller.
    unsafe { &mut *h.cast::<Handle>() }
}

/// See the table.
///
/// # Safety
/// `block` is a transfer block.
pub unsafe extern "C" fn frt_write_begin(block: *const u8) -> *mut u8 {
    begin(block, Direction::Write)
}
/// See the table.
///
/// # Safety
/// `block` is a transfer block.
pub unsafe extern "C" fn frt_read_begin(block: *const u8) -> *mut u8 {
    begin(block, Direction::Read)
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_write_end(h: *mut u8) -> i32 {
    // SAFETY: as required of the caller; the box is taken back once.
    unsafe { Box::from_raw(h.cast::<Handle>()) }.end()
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_read_end(h: *mut u8) -> i32 {
    // SAFETY: as required of the caller; the box is taken back once.
    unsafe { Box::from_raw(h.cast::<Handle>()) }.end()
}
/// See the table.
pub extern "C" fn frt_iolength_begin() -> *mut u8 {
    // SAFETY: no slot of an empty block is ever looked at.
    let mut h = Handle::blank(unsafe { Block::new(std::ptr::null(), 0) }, Direction::Write);
    h.style = Style::Count(0);
    Box::into_raw(h).cast()
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_iolength_end(h: *mut u8) -> i64 {
    // SAFETY: as required of the caller; the box is taken back once.
    match unsafe { Box::from_raw(h.cast::<Handle>()) }.style {
        Style::Count(n) => n,
        _ => 0,
    }
}

macro_rules! write_scalar {
    ($($name:ident($($v:ident: $t:ty),*) [$kind:expr, $len:expr] $local:expr;)*) => { $(
        /// See the table.
        ///
        /// # Safety
        /// `h` is an open handle.
        pub unsafe extern "C" fn $name(h: *mut u8, $($v: $t),*) {
            let mut local = $local;
            // SAFETY: as required of the caller; the item is a local of that type.
            unsafe { handle(h).item($kind, (&raw mut local).cast(), $len) }
        }
    )* };
}
write_scalar! {
    frt_write_int(value: i64, kind: i32) [Ty::Int(kind), i64::from(kind)] value.to_le();
    frt_write_unsigned(value: i64, kind: i32) [Ty::Unsigned(kind), i64::from(kind)] value.to_le();
    frt_write_logical(value: i32, kind: i32) [Ty::Logical(kind), i64::from(kind)] i64::from(value != 0).to_le();
    frt_write_f32(value: f32) [Ty::Real(4), 4] value;
    frt_write_f64(value: f64) [Ty::Real(8), 8] value;
    frt_write_c32(re: f32, im: f32) [Ty::Complex(4), 8] [re, im];
    frt_write_c64(re: f64, im: f64) [Ty::Complex(8), 16] [re, im];
}

/// See the table.
///
/// # Safety
/// `h` is an open handle, `text` points to `len` bytes.
pub unsafe extern "C" fn frt_write_chr(h: *mut u8, text: *const u8, len: i64) {
    // SAFETY: as required of the caller; output does not write to the item.
    unsafe { handle(h).item(Ty::Chr, text.cast_mut(), len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `text` points to `len` characters of kind 4.
pub unsafe extern "C" fn frt_write_chr4(h: *mut u8, text: *const u8, len: i64) {
    // SAFETY: as required of the caller; output does not write to the item.
    unsafe { handle(h).item(Ty::Wide, text.cast_mut(), 4 * len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `desc` a descriptor.
pub unsafe extern "C" fn frt_write_array(h: *mut u8, desc: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).array(desc) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` an integer of that kind.
pub unsafe extern "C" fn frt_read_int(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Int(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` an unsigned integer of that kind.
pub unsafe extern "C" fn frt_read_unsigned(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Unsigned(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a logical of that kind.
pub unsafe extern "C" fn frt_read_logical(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Logical(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a real of that kind.
pub unsafe extern "C" fn frt_read_real(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Real(kind), var, super::transfer::real_bytes(kind) as i64) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a complex of that kind.
pub unsafe extern "C" fn frt_read_complex(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Complex(kind), var, 2 * super::transfer::real_bytes(kind) as i64) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` points to `len` bytes.
pub unsafe extern "C" fn frt_read_chr(h: *mut u8, var: *mut u8, len: i64) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Chr, var, len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` points to `len` characters of kind 4.
pub unsafe extern "C" fn frt_read_chr4(h: *mut u8, var: *mut u8, len: i64) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Wide, var, 4 * len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `desc` a descriptor.
pub unsafe extern "C" fn frt_read_array(h: *mut u8, desc: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).array(desc) }
}
