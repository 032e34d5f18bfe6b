//! Values at addresses that compiled code gives: bytes and names, integers of every kind, characters.

use crate::characters::{Character, pad};
use std::ffi::CStr;

/// The bytes at an address and length given by compiled code; empty for a null address.
///
/// # Safety
/// `ptr` is null or points to `len` readable bytes that do not change while the slice lives.
pub unsafe fn bytes<'a>(ptr: *const u8, len: i64) -> &'a [u8] {
    if ptr.is_null() || len <= 0 {
        return &[];
    }
    // SAFETY: as required of the caller.
    unsafe { std::slice::from_raw_parts(ptr, len as usize) }
}

/// As [`bytes`], writable.
///
/// # Safety
/// `ptr` is null or points to `len` writable bytes that nothing else uses while the slice lives.
pub unsafe fn bytes_mut<'a>(ptr: *mut u8, len: i64) -> &'a mut [u8] {
    if ptr.is_null() || len <= 0 {
        return &mut [];
    }
    // SAFETY: as required of the caller.
    unsafe { std::slice::from_raw_parts_mut(ptr, len as usize) }
}

/// The text of a NUL-terminated source file name; empty for null.
///
/// # Safety
/// `file` is null or NUL-terminated.
pub unsafe fn file_name(file: *const u8) -> String {
    if file.is_null() {
        return String::new();
    }
    // SAFETY: as required of the caller.
    unsafe { CStr::from_ptr(file.cast()) }.to_string_lossy().into_owned()
}

/// Stores an integer of `kind` bytes.
///
/// # Safety
/// `p` points to a writable variable of that size.
pub unsafe fn store_int(p: *mut u8, kind: i32, value: i64) {
    // SAFETY: as required of the caller.
    unsafe {
        match kind {
            1 => *p = value as u8,
            2 => p.cast::<i16>().write_unaligned(value as i16),
            8 => p.cast::<i64>().write_unaligned(value),
            16 => p.cast::<i128>().write_unaligned(value.into()),
            _ => p.cast::<i32>().write_unaligned(value as i32),
        }
    }
}

/// Loads an integer of `kind` bytes.
///
/// # Safety
/// `p` points to a readable variable of that size.
pub unsafe fn load_int(p: *const u8, kind: i32) -> i64 {
    // SAFETY: as required of the caller.
    unsafe {
        match kind {
            1 => i64::from(*p.cast::<i8>()),
            2 => i64::from(p.cast::<i16>().read_unaligned()),
            // Of the widest the low half.
            8 | 16 => p.cast::<i64>().read_unaligned(),
            _ => i64::from(p.cast::<i32>().read_unaligned()),
        }
    }
}

/// Loads an unsigned integer of `kind` bytes.
///
/// # Safety
/// `p` points to a readable variable of that size.
pub unsafe fn load_unsigned(p: *const u8, kind: i32) -> u128 {
    // SAFETY: as required of the caller.
    let v = unsafe { load_int(p, kind) } as u64;
    u128::from(if kind < 8 { v & ((1 << (8 * kind)) - 1) } else { v })
}

/// Loads an integer of any kind.
///
/// # Safety
/// `p` points to a readable variable of that size.
pub unsafe fn load_integer(p: *const u8, kind: i32) -> i128 {
    // SAFETY: as required of the caller.
    unsafe { if kind == 16 { p.cast::<i128>().read_unaligned() } else { load_int(p, kind).into() } }
}

/// Stores an integer of any kind.
///
/// # Safety
/// `p` points to a writable variable of that size.
pub unsafe fn store_integer(p: *mut u8, kind: i32, value: i128) {
    // SAFETY: as required of the caller.
    unsafe { if kind == 16 { p.cast::<i128>().write_unaligned(value) } else { store_int(p, kind, value as i64) } }
}

/// The `len` characters at an address given by compiled code; none for a null address.
///
/// # Safety
/// `ptr` is null or points to so many characters that do not change while the slice lives.
pub unsafe fn characters<'a, T: Character>(ptr: *const u8, len: i64) -> &'a [T] {
    const { assert!(align_of::<T>() == 1) };
    if ptr.is_null() || len <= 0 {
        return &[];
    }
    // SAFETY: as required of the caller; characters are made of bytes, so any address is aligned.
    unsafe { std::slice::from_raw_parts(ptr.cast(), len as usize) }
}

/// As [`characters`], writable.
///
/// # Safety
/// `ptr` is null or points to so many characters that nothing else uses while the slice lives.
pub unsafe fn characters_mut<'a, T: Character>(ptr: *mut u8, len: i64) -> &'a mut [T] {
    const { assert!(align_of::<T>() == 1) };
    if ptr.is_null() || len <= 0 {
        return &mut [];
    }
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts_mut(ptr.cast(), len as usize) }
}

/// Copies `text` to `to` with blank padding or truncation.
pub fn store_padded<T: Character>(to: &mut [T], text: &[T]) {
    let n = text.len().min(to.len());
    to[..n].copy_from_slice(&text[..n]);
    pad(&mut to[n..]);
}
