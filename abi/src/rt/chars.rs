//! Character intrinsics.

family! { ($) chars_rows CHARS
    /// Comparison with blank padding: -1, 0 or 1.
    fn frt_chr_cmp(a: Ptr, a_len: I64, b: Ptr, b_len: I64) -> I32;
    /// Assignment with padding or truncation; the strings may overlap.
    fn frt_chr_assign(dst: Ptr, dst_len: I64, src: Ptr, src_len: I64);
    /// dst (a_len + b_len bytes, no overlap) = a // b.
    fn frt_chr_concat(dst: Ptr, a: Ptr, a_len: I64, b: Ptr, b_len: I64);
    /// INDEX: one-based position of `sub`, 0 where it does not occur.
    fn frt_index(s: Ptr, s_len: I64, sub: Ptr, sub_len: I64, back: I32) -> I64;
    /// SCAN.
    fn frt_scan(s: Ptr, s_len: I64, set: Ptr, set_len: I64, back: I32) -> I64;
    /// VERIFY.
    fn frt_verify(s: Ptr, s_len: I64, set: Ptr, set_len: I64, back: I32) -> I64;
    /// LEN_TRIM; also the length of TRIM, whose address is that of its argument.
    fn frt_len_trim(s: Ptr, len: I64) -> I64;
    /// ADJUSTL into dst of the same length (may be the same string).
    fn frt_adjustl(dst: Ptr, src: Ptr, len: I64);
    /// ADJUSTR into dst of the same length (may be the same string).
    fn frt_adjustr(dst: Ptr, src: Ptr, len: I64);
    /// REPEAT into dst (len * copies bytes).
    fn frt_repeat(dst: Ptr, src: Ptr, len: I64, copies: I64);
    /// Copies n bytes, no overlap.
    fn frt_memcpy(dst: Ptr, src: Ptr, n: I64);
    /// Copies n bytes, overlap allowed.
    fn frt_memmove(dst: Ptr, src: Ptr, n: I64);
    /// As frt_chr_cmp, of kind 4. Lengths of strings of kind 4 are in characters here and below.
    fn frt_chr4_cmp(a: Ptr, a_len: I64, b: Ptr, b_len: I64) -> I32;
    /// As frt_chr_assign, of kind 4.
    fn frt_chr4_assign(dst: Ptr, dst_len: I64, src: Ptr, src_len: I64);
    /// INDEX of kind 4.
    fn frt_index4(s: Ptr, s_len: I64, sub: Ptr, sub_len: I64, back: I32) -> I64;
    /// SCAN of kind 4.
    fn frt_scan4(s: Ptr, s_len: I64, set: Ptr, set_len: I64, back: I32) -> I64;
    /// VERIFY of kind 4.
    fn frt_verify4(s: Ptr, s_len: I64, set: Ptr, set_len: I64, back: I32) -> I64;
    /// LEN_TRIM of kind 4.
    fn frt_len_trim4(s: Ptr, len: I64) -> I64;
    /// ADJUSTL of kind 4.
    fn frt_adjustl4(dst: Ptr, src: Ptr, len: I64);
    /// ADJUSTR of kind 4.
    fn frt_adjustr4(dst: Ptr, src: Ptr, len: I64);
    /// dst (of kind 4) = the n characters of kind 1 of src.
    fn frt_chr_widen(dst: Ptr, src: Ptr, n: I64);
    /// dst (of kind 1) = the n characters of kind 4 of src; of their codes the low eight bits stay.
    fn frt_chr_narrow(dst: Ptr, src: Ptr, n: I64);
    /// SELECTED_CHAR_KIND(name).
    fn frt_selected_char_kind(name: Ptr, len: I64) -> I32;
    /// SPLIT: the position of the separator next to `pos`.
    fn frt_split(s: Ptr, s_len: I64, set: Ptr, set_len: I64, kind: I32, pos: I64, back: I32) -> I64;
    /// TOKENIZE: the number of tokens, and the bytes of the longest one.
    fn frt_tokens(s: Ptr, s_len: I64, set: Ptr, set_len: I64, kind: I32, longest: Ptr) -> I64;
    /// TOKENIZE: fills an allocated array with the tokens (`what` 0), what separates them (1), their first (2) or last (3) positions.
    fn frt_token_fill(s: Ptr, s_len: I64, set: Ptr, set_len: I64, kind: I32, to: Ptr, what: I32);
    /// The number of characters before a null, at most `limit`.
    fn frt_c_length(s: Ptr, limit: I64) -> I64;
    /// Sets n bytes.
    fn frt_memset(dst: Ptr, value: I32, n: I64);
}
