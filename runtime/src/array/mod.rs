//! Library operations on arrays given by descriptors.

ferrotran_abi::array_rows! { implementations }

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
