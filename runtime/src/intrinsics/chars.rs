//! Character intrinsics, comparison and assignment.

use super::tokens::{frt_c_length, frt_split, frt_token_fill, frt_tokens};

/// The rows of both kinds of characters.
mod instances {
    #![allow(non_upper_case_globals)]
    use super::*;
    pub const frt_chr_cmp: unsafe extern "C" fn(*const u8, i64, *const u8, i64) -> i32 = cmp::<u8>;
    pub const frt_chr_assign: unsafe extern "C" fn(*mut u8, i64, *const u8, i64) = assign::<u8>;
    pub const frt_index: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = index::<u8>;
    pub const frt_scan: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = scan::<u8>;
    pub const frt_verify: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = verify::<u8>;
    pub const frt_len_trim: unsafe extern "C" fn(*const u8, i64) -> i64 = len_trim::<u8>;
    pub const frt_adjustl: unsafe extern "C" fn(*mut u8, *const u8, i64) = adjustl::<u8>;
    pub const frt_adjustr: unsafe extern "C" fn(*mut u8, *const u8, i64) = adjustr::<u8>;
    pub const frt_chr4_cmp: unsafe extern "C" fn(*const u8, i64, *const u8, i64) -> i32 = cmp::<Wide>;
    pub const frt_chr4_assign: unsafe extern "C" fn(*mut u8, i64, *const u8, i64) = assign::<Wide>;
    pub const frt_index4: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = index::<Wide>;
    pub const frt_scan4: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = scan::<Wide>;
    pub const frt_verify4: unsafe extern "C" fn(*const u8, i64, *const u8, i64, i32) -> i64 = verify::<Wide>;
    pub const frt_len_trim4: unsafe extern "C" fn(*const u8, i64) -> i64 = len_trim::<Wide>;
    pub const frt_adjustl4: unsafe extern "C" fn(*mut u8, *const u8, i64) = adjustl::<Wide>;
    pub const frt_adjustr4: unsafe extern "C" fn(*mut u8, *const u8, i64) = adjustr::<Wide>;
}
use instances::*;

ferrotran_abi::chars_rows! { implementations }

use crate::characters::{Character, Wide, compare, pad};
use crate::values::{bytes, bytes_mut, characters, characters_mut};

/// See the table.
///
/// # Safety
/// `name` points to `len` bytes.
pub unsafe extern "C" fn frt_selected_char_kind(name: *const u8, len: i64) -> i32 {
    // SAFETY: as required of the caller.
    ferrotran_abi::character::selected_char_kind(unsafe { bytes(name, len) })
}

// SAFETY (of all functions of the table below): compiled code passes valid strings; targets do not overlap
// sources unless the table says so.

extern "C" fn cmp<T: Character>(a: *const u8, a_len: i64, b: *const u8, b_len: i64) -> i32 {
    // SAFETY: see above.
    compare::<T>(unsafe { characters(a, a_len) }, unsafe { characters(b, b_len) }) as i32
}

extern "C" fn assign<T: Character>(dst: *mut u8, dst_len: i64, src: *const u8, src_len: i64) {
    let n = dst_len.min(src_len).max(0) as usize;
    // A disassociated pointer has a length, but no characters.
    if dst_len <= 0 || dst.is_null() {
        return;
    }
    // SAFETY: see above; the copy allows overlap.
    unsafe {
        std::ptr::copy(src, dst, n * size_of::<T>());
        pad(characters_mut::<T>(dst.add(n * size_of::<T>()), dst_len - n as i64));
    }
}

/// See the table.
pub extern "C" fn frt_chr_concat(dst: *mut u8, a: *const u8, a_len: i64, b: *const u8, b_len: i64) {
    let (a_len, b_len) = (a_len.max(0), b_len.max(0));
    // SAFETY: see above.
    unsafe {
        std::ptr::copy(a, dst, a_len as usize);
        std::ptr::copy(b, dst.add(a_len as usize), b_len as usize);
    }
}

extern "C" fn index<T: Character>(s: *const u8, s_len: i64, sub: *const u8, sub_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, sub) = unsafe { (characters::<T>(s, s_len), characters::<T>(sub, sub_len)) };
    if sub.is_empty() {
        return if back != 0 { s.len() as i64 + 1 } else { 1 };
    }
    T::find(s, sub, back != 0).map_or(0, |i| i as i64 + 1)
}

extern "C" fn scan<T: Character>(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, set) = unsafe { (characters::<T>(s, s_len), characters::<T>(set, set_len)) };
    T::find_of(s, set, back != 0, true).map_or(0, |i| i as i64 + 1)
}

extern "C" fn verify<T: Character>(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, set) = unsafe { (characters::<T>(s, s_len), characters::<T>(set, set_len)) };
    T::find_of(s, set, back != 0, false).map_or(0, |i| i as i64 + 1)
}

extern "C" fn len_trim<T: Character>(s: *const u8, len: i64) -> i64 {
    // SAFETY: see above.
    T::trimmed(unsafe { characters::<T>(s, len) }) as i64
}

extern "C" fn adjustl<T: Character>(dst: *mut u8, src: *const u8, len: i64) {
    // SAFETY: see above.
    let lead = unsafe { characters::<T>(src, len) }.iter().take_while(|c| **c == T::BLANK).count();
    assign::<T>(dst, len, src.wrapping_add(lead * size_of::<T>()), len - lead as i64)
}

extern "C" fn adjustr<T: Character>(dst: *mut u8, src: *const u8, len: i64) {
    let n = len_trim::<T>(src, len) as usize;
    if len <= 0 {
        return;
    }
    let lead = len as usize - n;
    // SAFETY: see above; the copy allows overlap.
    unsafe {
        std::ptr::copy(src, dst.add(lead * size_of::<T>()), n * size_of::<T>());
        pad(characters_mut::<T>(dst, lead as i64));
    }
}

extern "C" fn frt_chr_widen(dst: *mut u8, src: *const u8, n: i64) {
    // SAFETY: see above.
    let (to, from) = unsafe { (characters_mut::<Wide>(dst, n), bytes(src, n)) };
    to.iter_mut().zip(from).for_each(|(d, s)| *d = Wide::new(u32::from(*s)));
}

extern "C" fn frt_chr_narrow(dst: *mut u8, src: *const u8, n: i64) {
    // SAFETY: see above.
    let (to, from) = unsafe { (bytes_mut(dst, n), characters::<Wide>(src, n)) };
    to.iter_mut().zip(from).for_each(|(d, s)| *d = s.code() as u8);
}

/// See the table.
pub extern "C" fn frt_repeat(dst: *mut u8, src: *const u8, len: i64, copies: i64) {
    // SAFETY: see above.
    let (src, dst) = unsafe { (bytes(src, len), bytes_mut(dst, len.max(0) * copies.max(0))) };
    if let [c] = src {
        dst.fill(*c);
    } else if !src.is_empty() {
        for d in dst.chunks_exact_mut(src.len()) {
            d.copy_from_slice(src);
        }
    }
}

/// See the table.
///
/// # Safety
/// As for `memcpy`.
pub unsafe extern "C" fn frt_memcpy(dst: *mut u8, src: *const u8, n: i64) {
    // SAFETY: as required of the caller.
    unsafe { std::ptr::copy_nonoverlapping(src, dst, n.max(0) as usize) }
}

/// See the table.
///
/// # Safety
/// As for `memmove`.
pub unsafe extern "C" fn frt_memmove(dst: *mut u8, src: *const u8, n: i64) {
    // SAFETY: as required of the caller.
    unsafe { std::ptr::copy(src, dst, n.max(0) as usize) }
}

/// See the table.
///
/// # Safety
/// As for `memset`.
pub unsafe extern "C" fn frt_memset(dst: *mut u8, value: i32, n: i64) {
    // As in `pad`, nothing is not worth a call.
    if n > 0 {
        // SAFETY: as required of the caller.
        unsafe { std::ptr::write_bytes(dst, value as u8, n as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn at(s: &str, t: &str, back: i32) -> i64 {
        index::<u8>(s.as_ptr(), s.len() as i64, t.as_ptr(), t.len() as i64, back)
    }

    #[test]
    fn searching() {
        assert_eq!(at("banana", "an", 0), 2);
        assert_eq!(at("banana", "an", 1), 4);
        assert_eq!(at("banana", "x", 0), 0);
        assert_eq!(at("ab", "abc", 0), 0);
        assert_eq!((at("abc", "", 0), at("abc", "", 1)), (1, 4));
        let s = "  abc1";
        assert_eq!(scan::<u8>(s.as_ptr(), 6, b"c1".as_ptr(), 2, 0), 5);
        assert_eq!(scan::<u8>(s.as_ptr(), 6, b"c1".as_ptr(), 2, 1), 6);
        assert_eq!(verify::<u8>(s.as_ptr(), 6, b" ".as_ptr(), 1, 0), 3);
        assert_eq!(verify::<u8>(s.as_ptr(), 6, b" abc1".as_ptr(), 5, 0), 0);
        assert_eq!(len_trim::<u8>(b"ab  ".as_ptr(), 4), 2);
    }

    #[test]
    fn kind_4() {
        let wide = |s: &str| s.chars().map(|c| Wide::new(c.into())).collect::<Vec<_>>();
        let p = |s: &[Wide]| s.as_ptr().cast::<u8>();
        let (s, t) = (wide("  \u{20ac}b\u{20ac} "), wide("\u{20ac}"));
        assert_eq!(index::<Wide>(p(&s), 6, p(&t), 1, 1), 5);
        assert_eq!(len_trim::<Wide>(p(&s), 6), 5);
        assert_eq!(compare(&wide("a"), &wide("a  ")), Ordering::Equal);
        assert_eq!(compare(&wide("\u{100}"), &wide("\u{ff}z")), Ordering::Greater);
        let mut to = wide("........");
        adjustl::<Wide>(to.as_mut_ptr().cast(), p(&s), 6);
        assert!(to == wide("\u{20ac}b\u{20ac}   .."));
        assign::<Wide>(to.as_mut_ptr().cast(), 8, p(&t), 1);
        assert!(to == wide("\u{20ac}       "));
        let mut narrow = [0u8; 3];
        frt_chr_narrow(narrow.as_mut_ptr(), p(&wide("a\u{e9}\u{20ac}")), 3);
        assert_eq!(narrow, [b'a', 0xe9, 0xac]);
    }

    #[test]
    fn comparison_pads_with_blanks() {
        assert_eq!(compare(b"ab", b"ab   "), Ordering::Equal);
        assert_eq!(compare(b"ab", b"ab\x01"), Ordering::Greater);
        assert_eq!(compare(b"ab\x01", b"ab"), Ordering::Less);
        assert_eq!(compare(b"b", b"abc"), Ordering::Greater);
        assert_eq!(compare(b"", b""), Ordering::Equal);
    }

    #[test]
    fn moving() {
        let mut s = *b"  ab ";
        adjustl::<u8>(s.as_mut_ptr(), s.as_ptr(), 5);
        assert_eq!(&s, b"ab   ");
        adjustr::<u8>(s.as_mut_ptr(), s.as_ptr(), 5);
        assert_eq!(&s, b"   ab");
        assign::<u8>(s.as_mut_ptr(), 3, s.as_ptr().wrapping_add(3), 2);
        assert_eq!(&s, b"ab ab");
        let mut r = [0u8; 6];
        frt_repeat(r.as_mut_ptr(), b"xy".as_ptr(), 2, 3);
        assert_eq!(&r, b"xyxyxy");
    }
}
