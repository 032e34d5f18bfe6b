//! Allocation, temporaries, descriptors.

family! { ($) memory_rows MEMORY
    /// `bytes` of storage, 64-byte aligned from 1 KiB on and 16-byte aligned below, not cleared (zero bytes give a
    /// valid, unique address); stops the program where there is none.
    fn frt_alloc(bytes: I64) -> Ptr;
    /// Storage for a string of so many bytes, which is written as a whole: not cleared, aligned as by `malloc`.
    fn frt_string_alloc(bytes: I64) -> Ptr;
    /// Gives storage of a string (or null) another length and keeps its first bytes; the old address is gone.
    fn frt_string_realloc(ptr: Ptr, bytes: I64) -> Ptr;
    /// As frt_alloc, cleared.
    fn frt_alloc_zeroed(bytes: I64) -> Ptr;
    /// As frt_alloc, but null where there is no memory.
    fn frt_try_alloc(bytes: I64) -> Ptr;
    /// As frt_try_alloc, cleared, for an object of a type that has descriptors in it.
    fn frt_try_alloc_node(bytes: I64) -> Ptr;
    /// Releases what frt_alloc (or an ALLOCATE) gave; null is allowed.
    fn frt_free(ptr: Ptr);
    /// ALLOCATE through a descriptor: the caller has stored elem_len, rank, type, attribute and for each
    /// dimension lower_bound and extent (negative extents count as zero); this sets strides and
    /// base_addr. Result: 0, STAT_ALLOCATED (5014) where an allocatable is already allocated, or
    /// STAT_NO_MEMORY (5020).
    fn frt_box_allocate(desc: Ptr) -> I32;
    /// As frt_box_allocate of a scalar, an object of a type that has descriptors in it.
    fn frt_box_allocate_node(desc: Ptr) -> I32;
    /// As frt_box_allocate, at an address that is a multiple of `align`, a power of two.
    fn frt_box_allocate_aligned(desc: Ptr, align: I64) -> I32;
    /// As frt_alloc, at an address that is a multiple of `align`, a power of two.
    fn frt_alloc_aligned(bytes: I64, align: I64) -> Ptr;
    /// DEALLOCATE through a descriptor: frees and nulls base_addr. Result: 0 or STAT_NOT_ALLOCATED (1).
    fn frt_box_deallocate(desc: Ptr) -> I32;
    /// Copies a descriptor with other lower bounds; gives the copy, or null where the source is null (an absent
    /// argument).
    fn frt_desc_rebased(copy: Ptr, desc: Ptr, lower: I64) -> Ptr;
    /// The descriptor of what frt_pack gave for one: itself where nothing was copied (or is absent), otherwise a
    /// descriptor of the contiguous copy, written to `copy`.
    fn frt_desc_packed(copy: Ptr, desc: Ptr, packed: Ptr) -> Ptr;
    /// Current top of this thread's arena of temporaries, for frt_temp_release.
    fn frt_temp_mark() -> I64;
    /// `bytes` from this thread's arena, 16-byte aligned; lives until a release of an older mark.
    fn frt_temp_alloc(bytes: I64) -> Ptr;
    /// Frees everything that this thread's arena gave after the mark.
    fn frt_temp_release(mark: I64);
}
