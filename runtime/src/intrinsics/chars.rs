//! Character intrinsics, comparison and assignment.

crate::abi_table! { pub static ABI;
    /// Comparison with blank padding: -1, 0 or 1.
    fn frt_chr_cmp(a: *const u8, a_len: i64, b: *const u8, b_len: i64) -> i32 = frt_chr_cmp;
    /// Assignment with padding or truncation; the strings may overlap.
    fn frt_chr_assign(dst: *mut u8, dst_len: i64, src: *const u8, src_len: i64) = frt_chr_assign;
    /// dst (a_len + b_len bytes, no overlap) = a // b.
    fn frt_chr_concat(dst: *mut u8, a: *const u8, a_len: i64, b: *const u8, b_len: i64) = frt_chr_concat;
    /// INDEX: one-based position of `sub`, 0 where it does not occur.
    fn frt_index(s: *const u8, s_len: i64, sub: *const u8, sub_len: i64, back: i32) -> i64 = frt_index;
    /// SCAN.
    fn frt_scan(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 = frt_scan;
    /// VERIFY.
    fn frt_verify(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 = frt_verify;
    /// LEN_TRIM; also the length of TRIM, whose address is that of its argument.
    fn frt_len_trim(s: *const u8, len: i64) -> i64 = frt_len_trim;
    /// ADJUSTL into dst of the same length (may be the same string).
    fn frt_adjustl(dst: *mut u8, src: *const u8, len: i64) = frt_adjustl;
    /// ADJUSTR into dst of the same length (may be the same string).
    fn frt_adjustr(dst: *mut u8, src: *const u8, len: i64) = frt_adjustr;
    /// REPEAT into dst (len * copies bytes).
    fn frt_repeat(dst: *mut u8, src: *const u8, len: i64, copies: i64) = frt_repeat;
    /// Copies n bytes, no overlap.
    fn frt_memcpy(dst: *mut u8, src: *const u8, n: i64) = frt_memcpy;
    /// Copies n bytes, overlap allowed.
    fn frt_memmove(dst: *mut u8, src: *const u8, n: i64) = frt_memmove;
    /// SELECTED_CHAR_KIND(name).
    fn frt_selected_char_kind(name: *const u8, len: i64) -> i32 = frt_selected_char_kind;
    /// Sets n bytes.
    fn frt_memset(dst: *mut u8, value: i32, n: i64) = frt_memset;
}

use crate::error::{bytes, bytes_mut};
use std::cmp::Ordering;

/// Copies `text` to `to` with blank padding or truncation.
pub fn store_padded(to: &mut [u8], text: &[u8]) {
    let n = text.len().min(to.len());
    to[..n].copy_from_slice(&text[..n]);
    to[n..].fill(b' ');
}

/// See the table.
///
/// # Safety
/// `name` points to `len` bytes.
pub unsafe extern "C" fn frt_selected_char_kind(name: *const u8, len: i64) -> i32 {
    // SAFETY: as required of the caller.
    let name = String::from_utf8_lossy(unsafe { bytes(name, len) }).trim_end().to_ascii_uppercase();
    if matches!(name.as_str(), "ASCII" | "DEFAULT") { 1 } else { -1 }
}

/// Comparison with blank padding.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let n = a.len().min(b.len());
    a[..n].cmp(&b[..n]).then_with(|| {
        let tail = |s: &[u8]| s[n..].iter().map(|c| c.cmp(&b' ')).find(|o| o.is_ne()).unwrap_or(Ordering::Equal);
        if a.len() > n { tail(a) } else { tail(b).reverse() }
    })
}

// SAFETY (of all functions of the table below): compiled code passes valid strings; targets do not overlap
// sources unless the table says so.

/// See the table.
pub extern "C" fn frt_chr_cmp(a: *const u8, a_len: i64, b: *const u8, b_len: i64) -> i32 {
    // SAFETY: see above.
    compare(unsafe { bytes(a, a_len) }, unsafe { bytes(b, b_len) }) as i32
}

/// See the table.
pub extern "C" fn frt_chr_assign(dst: *mut u8, dst_len: i64, src: *const u8, src_len: i64) {
    let n = dst_len.min(src_len).max(0) as usize;
    if dst_len <= 0 {
        return;
    }
    // SAFETY: see above; the copy allows overlap.
    unsafe {
        std::ptr::copy(src, dst, n);
        std::ptr::write_bytes(dst.add(n), b' ', dst_len as usize - n);
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

/// See the table.
pub extern "C" fn frt_index(s: *const u8, s_len: i64, sub: *const u8, sub_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, sub) = unsafe { (bytes(s, s_len), bytes(sub, sub_len)) };
    if sub.is_empty() {
        return if back != 0 { s.len() as i64 + 1 } else { 1 };
    }
    let mut windows = s.windows(sub.len());
    let at = if back != 0 { windows.rposition(|w| w == sub) } else { windows.position(|w| w == sub) };
    at.map_or(0, |i| i as i64 + 1)
}

fn find(s: &[u8], back: i32, f: impl Fn(&u8) -> bool) -> i64 {
    let at = if back != 0 { s.iter().rposition(f) } else { s.iter().position(f) };
    at.map_or(0, |i| i as i64 + 1)
}

/// See the table.
pub extern "C" fn frt_scan(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, set) = unsafe { (bytes(s, s_len), bytes(set, set_len)) };
    find(s, back, |c| set.contains(c))
}

/// See the table.
pub extern "C" fn frt_verify(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64 {
    // SAFETY: see above.
    let (s, set) = unsafe { (bytes(s, s_len), bytes(set, set_len)) };
    find(s, back, |c| !set.contains(c))
}

/// See the table.
pub extern "C" fn frt_len_trim(s: *const u8, len: i64) -> i64 {
    // SAFETY: see above.
    let s = unsafe { bytes(s, len) };
    s.iter().rposition(|c| *c != b' ').map_or(0, |i| i as i64 + 1)
}

/// See the table.
pub extern "C" fn frt_adjustl(dst: *mut u8, src: *const u8, len: i64) {
    // SAFETY: see above.
    let lead = unsafe { bytes(src, len) }.iter().take_while(|c| **c == b' ').count() as i64;
    frt_chr_assign(dst, len, src.wrapping_add(lead as usize), len - lead)
}

/// See the table.
pub extern "C" fn frt_adjustr(dst: *mut u8, src: *const u8, len: i64) {
    let n = frt_len_trim(src, len) as usize;
    if len <= 0 {
        return;
    }
    let lead = len as usize - n;
    // SAFETY: see above; the copy allows overlap.
    unsafe {
        std::ptr::copy(src, dst.add(lead), n);
        std::ptr::write_bytes(dst, b' ', lead);
    }
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
    // SAFETY: as required of the caller.
    unsafe { std::ptr::write_bytes(dst, value as u8, n.max(0) as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(s: &str, t: &str, back: i32) -> i64 {
        frt_index(s.as_ptr(), s.len() as i64, t.as_ptr(), t.len() as i64, back)
    }

    #[test]
    fn searching() {
        assert_eq!(index("banana", "an", 0), 2);
        assert_eq!(index("banana", "an", 1), 4);
        assert_eq!(index("banana", "x", 0), 0);
        assert_eq!(index("ab", "abc", 0), 0);
        assert_eq!((index("abc", "", 0), index("abc", "", 1)), (1, 4));
        let s = "  abc1";
        assert_eq!(frt_scan(s.as_ptr(), 6, b"c1".as_ptr(), 2, 0), 5);
        assert_eq!(frt_scan(s.as_ptr(), 6, b"c1".as_ptr(), 2, 1), 6);
        assert_eq!(frt_verify(s.as_ptr(), 6, b" ".as_ptr(), 1, 0), 3);
        assert_eq!(frt_verify(s.as_ptr(), 6, b" abc1".as_ptr(), 5, 0), 0);
        assert_eq!(frt_len_trim(b"ab  ".as_ptr(), 4), 2);
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
        frt_adjustl(s.as_mut_ptr(), s.as_ptr(), 5);
        assert_eq!(&s, b"ab   ");
        frt_adjustr(s.as_mut_ptr(), s.as_ptr(), 5);
        assert_eq!(&s, b"   ab");
        frt_chr_assign(s.as_mut_ptr(), 3, s.as_ptr().wrapping_add(3), 2);
        assert_eq!(&s, b"ab ab");
        let mut r = [0u8; 6];
        frt_repeat(r.as_mut_ptr(), b"xy".as_ptr(), 2, 3);
        assert_eq!(&r, b"xyxyxy");
    }
}
