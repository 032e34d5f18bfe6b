//! Library operations on arrays given by descriptors.

crate::abi_table! { pub static ABI;
    /// Copy-in: the address of the array's elements in contiguous column-major order: its own
    /// address where it is contiguous already, else that of a new copy.
    fn frt_pack(desc: *const u8) -> *mut u8 = frt_pack;
    /// Copy-out after frt_pack: where `packed` is a copy, stores it back to the array (`copy_back` 1)
    /// and frees it. A null address is ignored.
    fn frt_unpack(desc: *const u8, packed: *mut u8, copy_back: i32) = frt_unpack;
    /// 1 where the elements lie without gaps in column-major order (empty arrays too).
    fn frt_is_contiguous(desc: *const u8) -> i32 = frt_is_contiguous;
    /// Copies the elements of `src` to `dst`, same shape and element length, any strides, no overlap.
    fn frt_copy_view(dst: *const u8, src: *const u8) = frt_copy_view;
    /// As frt_copy_view, but right where they overlap.
    fn frt_copy_view_overlap(dst: *const u8, src: *const u8) = frt_copy_view_overlap;
    /// Stores the element at `value` (elem_len bytes) to every element of `dst`.
    fn frt_fill_view(dst: *const u8, value: *const u8) = frt_fill_view;
    /// dst(j,i) = src(i,j) for elements of any size; no overlap.
    fn frt_transpose(dst: *const u8, src: *const u8) = frt_transpose;
    /// PACK: elements of `src` whose `mask` (integer or logical elements of 1 to 8 bytes, not zero)
    /// is true go to rank-1 `dst` in element order, as many as fit. Result: number of true elements.
    fn frt_pack_array(dst: *const u8, src: *const u8, mask: *const u8) -> i64 = frt_pack_array;
    /// c = op(a) op(b): matrix times matrix, matrix times vector or vector times matrix by the ranks;
    /// element types by the descriptors' codes, equal in all three (integers, reals, complex, logical;
    /// integer(1) with `flags` bit 4 is a truth value). `flags`: 1 a transposed, 2 b transposed, 4 a
    /// conjugated, 8 b conjugated, 16 logical. c must not overlap a or b.
    fn frt_matmul(c: *const u8, a: *const u8, b: *const u8, flags: i32) = frt_matmul;
    /// MAXVAL, MINVAL, MAXLOC, MINLOC of characters to `result`: strings of the same length, or integers of 8 bytes. `mask`
    /// (logical, same shape) may be null. `what`: bit 0 least instead of greatest, bit 1 location, bit 2 the last one
    /// found. `dim`: one-based, 0 for the whole array.
    fn frt_chr_reduce(result: *const u8, src: *const u8, mask: *const u8, what: i32, dim: i32) = frt_chr_reduce;
}

pub(crate) mod copy;
mod matmul;
mod pack;
mod strings;

pub use copy::{copy_elements, gather};
use copy::{
    frt_copy_view, frt_copy_view_overlap, frt_fill_view, frt_is_contiguous, frt_pack, frt_transpose, frt_unpack,
};
use matmul::frt_matmul;
use pack::frt_pack_array;
use strings::frt_chr_reduce;
