//! Heap storage, allocation through descriptors, and the arena of temporaries of an activation.

crate::abi_table! { pub static ABI;
    /// `bytes` of storage, 64-byte aligned, not cleared (zero bytes give a valid, unique address);
    /// stops the program where there is none.
    fn frt_alloc(bytes: i64) -> *mut u8;
    /// As frt_alloc, cleared.
    fn frt_alloc_zeroed(bytes: i64) -> *mut u8;
    /// As frt_alloc, but null where there is no memory.
    fn frt_try_alloc(bytes: i64) -> *mut u8;
    /// Releases what frt_alloc (or an ALLOCATE) gave; null is allowed.
    fn frt_free(ptr: *mut u8);
    /// ALLOCATE through a descriptor: the caller has stored elem_len, rank, type, attribute and for each
    /// dimension lower_bound and extent (negative extents count as zero); this sets strides and
    /// base_addr. Result: 0, STAT_ALLOCATED (5014) where an allocatable is already allocated, or
    /// STAT_NO_MEMORY (5020).
    fn frt_box_allocate(desc: *mut u8) -> i32;
    /// DEALLOCATE through a descriptor: frees and nulls base_addr. Result: 0 or STAT_NOT_ALLOCATED (1).
    fn frt_box_deallocate(desc: *mut u8) -> i32;
    /// Current top of this thread's arena of temporaries, for frt_temp_release.
    fn frt_temp_mark() -> i64;
    /// `bytes` from this thread's arena, 16-byte aligned; lives until a release of an older mark.
    fn frt_temp_alloc(bytes: i64) -> *mut u8;
    /// Frees everything that this thread's arena gave after the mark.
    fn frt_temp_release(mark: i64);
}
