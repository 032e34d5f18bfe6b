//! Library operations on arrays given by descriptors.

family! { ($) array_rows ARRAY
    /// Copy-in: the address of the array's elements in contiguous column-major order: its own
    /// address where it is contiguous already, else that of a new copy.
    fn frt_pack(desc: Ptr) -> Ptr;
    /// Copy-out after frt_pack: where `packed` is a copy, stores it back to the array (`copy_back` 1)
    /// and frees it. A null address is ignored.
    fn frt_unpack(desc: Ptr, packed: Ptr, copy_back: I32);
    /// 1 where the elements lie without gaps in column-major order (empty arrays too).
    fn frt_is_contiguous(desc: Ptr) -> I32;
    /// Copies the elements of `src` to `dst`, same shape and element length, any strides, no overlap.
    fn frt_copy_view(dst: Ptr, src: Ptr);
    /// As frt_copy_view, but right where they overlap.
    fn frt_copy_view_overlap(dst: Ptr, src: Ptr);
    /// Stores the element at `value` (elem_len bytes) to every element of `dst`.
    fn frt_fill_view(dst: Ptr, value: Ptr);
    /// dst(j,i) = src(i,j) for elements of any size; no overlap.
    fn frt_transpose(dst: Ptr, src: Ptr);
    /// PACK: elements of `src` whose `mask` (integer or logical elements of 1 to 8 bytes, not zero)
    /// is true go to rank-1 `dst` in element order, as many as fit. Result: number of true elements.
    fn frt_pack_array(dst: Ptr, src: Ptr, mask: Ptr) -> I64;
    /// c = op(a) op(b): matrix times matrix, matrix times vector or vector times matrix by the ranks;
    /// element types by the descriptors' codes, equal in all three (integers, reals, complex, logical;
    /// integer(1) with `flags` bit 4 is a truth value). `flags`: 1 a transposed, 2 b transposed, 4 a
    /// conjugated, 8 b conjugated, 16 logical. c must not overlap a or b.
    fn frt_matmul(c: Ptr, a: Ptr, b: Ptr, flags: I32);
    /// MAXVAL, MINVAL, MAXLOC, MINLOC of characters to `result`: strings of the same length, or integers of 8 bytes. `mask`
    /// (logical, same shape) may be null. `what`: bit 0 least instead of greatest, bit 1 location, bit 2 the last one
    /// found. `dim`: one-based, 0 for the whole array.
    fn frt_chr_reduce(result: Ptr, src: Ptr, mask: Ptr, what: I32, dim: I32);
}
