//! Character intrinsics, comparison and assignment.

crate::abi_table! { pub static ABI;
    /// Comparison with blank padding: -1, 0 or 1.
    fn frt_chr_cmp(a: *const u8, a_len: i64, b: *const u8, b_len: i64) -> i32;
    /// Assignment with padding or truncation; the strings may overlap.
    fn frt_chr_assign(dst: *mut u8, dst_len: i64, src: *const u8, src_len: i64);
    /// dst (a_len + b_len bytes, no overlap) = a // b.
    fn frt_chr_concat(dst: *mut u8, a: *const u8, a_len: i64, b: *const u8, b_len: i64);
    /// INDEX: one-based position of `sub`, 0 where it does not occur.
    fn frt_index(s: *const u8, s_len: i64, sub: *const u8, sub_len: i64, back: i32) -> i64;
    /// SCAN.
    fn frt_scan(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64;
    /// VERIFY.
    fn frt_verify(s: *const u8, s_len: i64, set: *const u8, set_len: i64, back: i32) -> i64;
    /// LEN_TRIM; also the length of TRIM, whose address is that of its argument.
    fn frt_len_trim(s: *const u8, len: i64) -> i64;
    /// ADJUSTL into dst of the same length (may be the same string).
    fn frt_adjustl(dst: *mut u8, src: *const u8, len: i64);
    /// ADJUSTR into dst of the same length (may be the same string).
    fn frt_adjustr(dst: *mut u8, src: *const u8, len: i64);
    /// REPEAT into dst (len * copies bytes).
    fn frt_repeat(dst: *mut u8, src: *const u8, len: i64, copies: i64);
    /// Copies n bytes, no overlap.
    fn frt_memcpy(dst: *mut u8, src: *const u8, n: i64);
    /// Copies n bytes, overlap allowed.
    fn frt_memmove(dst: *mut u8, src: *const u8, n: i64);
    /// Sets n bytes.
    fn frt_memset(dst: *mut u8, value: i32, n: i64);
}
