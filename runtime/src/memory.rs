//! Heap storage, allocation through descriptors, and the arena of temporaries of an activation.

ferrotran_abi::memory_rows! { implementations }

mod nodes;

use crate::desc::{ATTRIBUTE_ALLOCATABLE, Desc};
use crate::error::{STAT_ALLOCATED, STAT_NO_MEMORY, STAT_NOT_ALLOCATED};
use std::cell::RefCell;

/// Alignment of blocks that are not small.
const ALIGN: usize = 64;
/// Smaller blocks are nodes and strings more often than arrays: there the alignment of `malloc`, which costs neither
/// time nor the space of a cache line for each, is enough. They are cleared, so that a program which forgets to define
/// something does the same in every run.
const SMALL: usize = 1 << 10;
/// Blocks from this size on are aligned to huge pages and, when freed, kept for reuse: mapping and
/// clearing their pages again would cost more than many a statement that computes with them.
const BIG: usize = 4 << 20;

/// `bytes` of storage, or null.
fn raw_alloc(bytes: i64) -> *mut u8 {
    let Ok(size) = usize::try_from(bytes.max(1)) else { return std::ptr::null_mut() };
    if size > isize::MAX as usize - 4096 {
        return std::ptr::null_mut();
    }
    if size >= BIG && !other::in_use() {
        return big::alloc(size);
    }
    system_alloc(size, ALIGN)
}

/// `bytes` of storage at a multiple of `align`, or null.
fn aligned_alloc(bytes: i64, align: i64) -> *mut u8 {
    let (Ok(size), Ok(align)) = (usize::try_from(bytes.max(1)), usize::try_from(align)) else {
        return std::ptr::null_mut();
    };
    if align <= 16 || align <= ALIGN && size >= SMALL || size > isize::MAX as usize - 4096 {
        return raw_alloc(bytes);
    }
    if size >= SMALL {
        return system_alloc(size, align);
    }
    let p = system_alloc(SMALL, align);
    if !p.is_null() {
        // SAFETY: the block is that large. Small blocks are cleared.
        unsafe { std::ptr::write_bytes(p, 0, size) };
    }
    p
}

fn system_alloc(size: usize, align: usize) -> *mut u8 {
    if let Some(h) = other::heap() {
        return (h.take)(size, align);
    }
    if size < SMALL {
        // SAFETY: any size may be asked for. The C library keeps freed blocks for `malloc` closer at hand than for `calloc`.
        let p: *mut u8 = unsafe { libc::malloc(size) }.cast();
        // The compiler makes `calloc` of the two calls if it sees both.
        let p = std::hint::black_box(p);
        if !p.is_null() {
            // SAFETY: the block is that large.
            unsafe { std::ptr::write_bytes(p, 0, size) };
        }
        return p;
    }
    let mut p = std::ptr::null_mut();
    // SAFETY: `align` is a power of two and a multiple of the pointer size.
    if unsafe { libc::posix_memalign(&mut p, align, size) } != 0 {
        return std::ptr::null_mut();
    }
    p.cast()
}

/// Large blocks.
#[cfg(target_os = "linux")]
mod big {
    use std::sync::Mutex;
    use std::sync::OnceLock;
    /// Freed blocks, oldest first: address, usable size.
    static CACHE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    /// Bytes of a huge page.
    const HUGE: usize = 2 << 20;

    fn limit() -> usize {
        static LIMIT: OnceLock<usize> = OnceLock::new();
        *LIMIT.get_or_init(|| {
            // SAFETY: plain queries.
            let total = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) * libc::sysconf(libc::_SC_PAGESIZE) };
            (total.max(0) as usize / 8).min(2 << 30)
        })
    }

    pub fn alloc(size: usize) -> *mut u8 {
        {
            let mut cache = CACHE.lock().unwrap_or_else(|e| e.into_inner());
            if let Some(i) = cache.iter().rposition(|&(_, n)| n >= size && n - size <= size / 4) {
                return cache.remove(i).0 as *mut u8;
            }
        }
        let mut p = super::system_alloc(size, HUGE);
        if p.is_null() {
            drain();
            p = super::system_alloc(size, HUGE);
        }
        if !p.is_null() {
            // SAFETY: a hint about our own block.
            unsafe { libc::madvise(p.cast(), size, libc::MADV_HUGEPAGE) };
        }
        p
    }

    fn drain() {
        for (p, _) in CACHE.lock().unwrap_or_else(|e| e.into_inner()).drain(..) {
            // SAFETY: cached blocks came from the allocator and belong to nobody.
            unsafe { libc::free(p as *mut libc::c_void) };
        }
    }

    /// Blocks that are kept begin where huge pages do; hardly another one does.
    pub fn may_keep(p: *const u8) -> bool {
        p as usize & (HUGE - 1) == 0
    }

    /// True where the block was kept.
    pub fn keep(p: *mut u8) -> bool {
        // SAFETY: `p` came from the allocator.
        let n = unsafe { libc::malloc_usable_size(p.cast()) };
        if n < super::BIG || n > limit() {
            return false;
        }
        let mut cache = CACHE.lock().unwrap_or_else(|e| e.into_inner());
        cache.push((p as usize, n));
        let mut total: usize = cache.iter().map(|c| c.1).sum();
        while total > limit() || cache.len() > 32 {
            let (old, n) = cache.remove(0);
            total -= n;
            // SAFETY: as in `drain`.
            unsafe { libc::free(old as *mut libc::c_void) };
        }
        true
    }
}

/// Large blocks.
#[cfg(not(target_os = "linux"))]
mod big {
    pub fn alloc(size: usize) -> *mut u8 {
        super::system_alloc(size, super::ALIGN)
    }
    pub fn may_keep(_: *const u8) -> bool {
        false
    }
    pub fn keep(_: *mut u8) -> bool {
        false
    }
}

/// The heap of a program whose allocations others reach, in place of that of the C library.
mod other {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Memory that another room manages: its range, and what it does.
    #[derive(Clone, Copy)]
    pub struct OtherHeap {
        /// The first address.
        pub base: usize,
        /// Its length.
        pub bytes: usize,
        /// So many bytes at a multiple of a power of two, or null.
        pub take: fn(usize, usize) -> *mut u8,
        /// Bytes of a block.
        pub size: fn(*mut u8) -> usize,
        /// Takes a block back.
        pub give: fn(*mut u8),
    }

    static HEAP: OnceLock<OtherHeap> = OnceLock::new();
    /// Its range; nothing where there is none.
    static BASE: AtomicUsize = AtomicUsize::new(0);
    static BYTES: AtomicUsize = AtomicUsize::new(0);

    /// Allocations come from `heap` from now on. Only the first call counts.
    pub fn use_heap(heap: OtherHeap) {
        if HEAP.set(heap).is_ok() {
            BASE.store(heap.base, Ordering::Release);
            BYTES.store(heap.bytes, Ordering::Release);
        }
    }

    pub fn in_use() -> bool {
        BYTES.load(Ordering::Relaxed) != 0
    }

    /// The heap, if there is one.
    pub fn heap() -> Option<&'static OtherHeap> {
        if in_use() { HEAP.get() } else { None }
    }

    /// The heap that has a block.
    pub fn of(p: *const u8) -> Option<&'static OtherHeap> {
        let inside = (p as usize).wrapping_sub(BASE.load(Ordering::Relaxed)) < BYTES.load(Ordering::Relaxed);
        if inside { HEAP.get() } else { None }
    }
}

pub use other::{OtherHeap, use_heap};

/// Memory of the host for which devices have memory: who knows of it is told when it is freed.
mod watch {
    use std::ops::Range;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static TELL: OnceLock<fn(Range<u64>)> = OnceLock::new();
    /// All of it lies between these addresses.
    static LOW: AtomicU64 = AtomicU64::new(u64::MAX);
    static HIGH: AtomicU64 = AtomicU64::new(0);

    /// `tell` wants to know when memory in `range` is freed.
    pub fn watch(range: &Range<u64>, tell: fn(Range<u64>)) {
        TELL.get_or_init(|| tell);
        LOW.fetch_min(range.start, Ordering::Relaxed);
        HIGH.fetch_max(range.end, Ordering::Relaxed);
    }

    /// Memory that is about to be freed: where it begins, and how large it is.
    pub fn freed(p: *const u8, size: impl FnOnce() -> usize) {
        let start = p as u64;
        if start >= HIGH.load(Ordering::Relaxed) {
            return;
        }
        let end = start + size().max(1) as u64;
        if end > LOW.load(Ordering::Relaxed)
            && let Some(tell) = TELL.get()
        {
            tell(start..end);
        }
    }
}

pub use watch::watch;

/// Bytes of a block of the allocator.
///
/// # Safety
/// `p` came from it.
unsafe fn block_size(p: *mut u8) -> usize {
    if let Some(h) = other::of(p) {
        return (h.size)(p);
    }
    if let Some(size) = nodes::size(p) {
        return size;
    }
    #[cfg(target_os = "linux")]
    // SAFETY: the caller's promise.
    return unsafe { libc::malloc_usable_size(p.cast()) };
    #[cfg(target_os = "macos")]
    // SAFETY: the caller's promise.
    return unsafe { libc::malloc_size(p.cast()) };
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    return {
        let _ = p;
        1
    };
}

/// See the table.
pub extern "C" fn frt_alloc(bytes: i64) -> *mut u8 {
    let p = raw_alloc(bytes);
    if p.is_null() {
        crate::error::fatal(&format!("Error allocating {bytes} bytes: out of memory"));
    }
    p
}

/// See the table.
pub extern "C" fn frt_alloc_aligned(bytes: i64, align: i64) -> *mut u8 {
    let p = aligned_alloc(bytes, align);
    if p.is_null() {
        crate::error::fatal(&format!("Error allocating {bytes} bytes: out of memory"));
    }
    p
}

/// See the table.
pub extern "C" fn frt_string_alloc(bytes: i64) -> *mut u8 {
    frt_string_realloc(std::ptr::null_mut(), bytes)
}

/// See the table.
pub extern "C" fn frt_string_realloc(ptr: *mut u8, bytes: i64) -> *mut u8 {
    let p = match usize::try_from(bytes.max(1)) {
        Ok(size) => {
            if !ptr.is_null() {
                // SAFETY: not null, so from the allocator. What does not grow stays where it is.
                let old = unsafe { block_size(ptr) };
                let kept = if size <= old { size } else { 0 };
                // SAFETY: at most the size of the block.
                watch::freed(unsafe { ptr.add(kept) }, || old - kept);
            }
            if other::in_use() || other::of(ptr).is_some() {
                return moved(ptr, size);
            }
            // SAFETY: `ptr` is null or came from the allocator, of which all storage of frt_alloc is.
            unsafe { libc::realloc(ptr.cast(), size) }
        }
        Err(_) => std::ptr::null_mut(),
    };
    if p.is_null() {
        crate::error::fatal(&format!("Error allocating {bytes} bytes: out of memory"));
    }
    p.cast()
}

/// A string in a block of another length, where allocations come from another heap.
fn moved(old: *mut u8, size: usize) -> *mut u8 {
    // SAFETY: not null, so from the allocator.
    let had = if old.is_null() { 0 } else { unsafe { block_size(old) } };
    if size <= had && had / 2 <= size {
        return old;
    }
    let p = frt_alloc(size as i64);
    if !old.is_null() {
        // SAFETY: both blocks are that large.
        unsafe { std::ptr::copy_nonoverlapping(old, p, had.min(size)) };
        frt_free(old);
    }
    p
}

/// See the table.
pub extern "C" fn frt_alloc_zeroed(bytes: i64) -> *mut u8 {
    let p = frt_alloc(bytes);
    // SAFETY: the block has that many bytes.
    unsafe { std::ptr::write_bytes(p, 0, bytes.max(0) as usize) };
    p
}

/// See the table.
pub extern "C" fn frt_try_alloc(bytes: i64) -> *mut u8 {
    raw_alloc(bytes)
}

/// See the table.
pub extern "C" fn frt_try_alloc_node(bytes: i64) -> *mut u8 {
    if !other::in_use() {
        let p = nodes::alloc(usize::try_from(bytes).unwrap_or(0));
        if !p.is_null() {
            return p;
        }
    }
    raw_alloc(bytes)
}

/// See the table.
pub extern "C" fn frt_free(ptr: *mut u8) {
    if ptr.is_null() {
        return;
    }
    // SAFETY: compiled code frees what it allocated.
    watch::freed(ptr, || unsafe { block_size(ptr) });
    if let Some(h) = other::of(ptr) {
        return (h.give)(ptr);
    }
    if nodes::free(ptr) {
        return;
    }
    if big::may_keep(ptr) && big::keep(ptr) {
        return;
    }
    // SAFETY: compiled code frees what it allocated, once.
    unsafe { libc::free(ptr.cast()) };
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor whose rank, element length and dimensions are set.
pub unsafe extern "C" fn frt_box_allocate(desc: *mut u8) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { frt_box_allocate_aligned(desc, 1) }
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor of rank 0 whose element length is set.
pub unsafe extern "C" fn frt_box_allocate_node(desc: *mut u8) -> i32 {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if d.header().attribute == ATTRIBUTE_ALLOCATABLE && !d.base().is_null() {
        return STAT_ALLOCATED;
    }
    let p = frt_try_alloc_node(d.elem_len());
    if p.is_null() {
        return STAT_NO_MEMORY;
    }
    d.set_base(p);
    0
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor whose rank, element length and dimensions are set.
pub unsafe extern "C" fn frt_box_allocate_aligned(desc: *mut u8, align: i64) -> i32 {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if d.header().attribute == ATTRIBUTE_ALLOCATABLE && !d.base().is_null() {
        return STAT_ALLOCATED;
    }
    if d.rank() == 1 && align <= 1 {
        // As below, for the rank that most have.
        let mut dim = d.dim(0);
        dim.extent = dim.extent.max(0);
        dim.sm = d.elem_len();
        d.set_dim(0, dim);
        let p = dim.sm.checked_mul(dim.extent).map_or(std::ptr::null_mut(), raw_alloc);
        if p.is_null() {
            return STAT_NO_MEMORY;
        }
        d.set_base(p);
        return 0;
    }
    let empty = d.dims().any(|x| x.extent <= 0);
    let mut bytes = Some(d.elem_len());
    for i in 0..d.rank() {
        let mut dim = d.dim(i);
        dim.extent = dim.extent.max(0);
        dim.sm = bytes.unwrap_or(0);
        d.set_dim(i, dim);
        // An empty array needs no storage, however large its other extents are.
        bytes = if empty { bytes } else { bytes.and_then(|b| b.checked_mul(dim.extent)) };
    }
    let Some(bytes) = bytes else { return STAT_NO_MEMORY };
    let p = aligned_alloc(if empty { 0 } else { bytes }, align);
    if p.is_null() {
        return STAT_NO_MEMORY;
    }
    d.set_base(p);
    0
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor whose address, if not null, came from an ALLOCATE.
pub unsafe extern "C" fn frt_box_deallocate(desc: *mut u8) -> i32 {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if d.base().is_null() {
        return STAT_NOT_ALLOCATED;
    }
    frt_free(d.base());
    d.set_base(std::ptr::null_mut());
    0
}

/// See the table.
///
/// # Safety
/// `desc` is null or a descriptor, and `copy` has room for one of that rank.
pub unsafe extern "C" fn frt_desc_rebased(copy: *mut u8, desc: *const u8, lower: i64) -> *mut u8 {
    if desc.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: as required of the caller.
    unsafe {
        let bytes = crate::desc::size(Desc::new(desc).rank());
        std::ptr::copy_nonoverlapping(desc, copy, bytes);
        let d = Desc::new(copy);
        for i in 0..d.rank() {
            let dim = d.dim(i);
            d.set_dim(i, crate::desc::Dim { lower_bound: lower, ..dim });
        }
    }
    copy
}

/// See the table.
///
/// # Safety
/// `desc` is null or a descriptor, and `copy` has room for one of that rank.
pub unsafe extern "C" fn frt_desc_packed(copy: *mut u8, desc: *const u8, packed: *mut u8) -> *mut u8 {
    // SAFETY: as required of the caller.
    unsafe {
        if desc.is_null() || Desc::new(desc).base() == packed {
            return desc.cast_mut();
        }
        std::ptr::copy_nonoverlapping(desc, copy, crate::desc::size(Desc::new(desc).rank()));
        let d = Desc::new(copy);
        d.set_base(packed);
        let mut sm = d.elem_len();
        for i in 0..d.rank() {
            let dim = d.dim(i);
            d.set_dim(i, crate::desc::Dim { sm, ..dim });
            sm *= dim.extent;
        }
    }
    copy
}

struct Chunk {
    memory: Vec<u128>,
    /// Value of `top` at its first byte.
    start: usize,
}

#[derive(Default)]
struct Arena {
    chunks: Vec<Chunk>,
    /// The last chunk that was released, for reuse.
    spare: Option<Vec<u128>>,
    top: usize,
}

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::new(Arena::default());
}

/// See the table.
pub extern "C" fn frt_temp_mark() -> i64 {
    ARENA.with(|a| a.borrow().top as i64)
}

/// See the table.
pub extern "C" fn frt_temp_alloc(bytes: i64) -> *mut u8 {
    const SMALLEST: usize = 64 * 1024;
    ARENA.with(|a| {
        let a = &mut *a.borrow_mut();
        let size = ((bytes.max(0) as usize).max(1) + 15) & !15;
        let fits = a.chunks.last().is_some_and(|c| a.top - c.start + size <= c.memory.capacity() * 16);
        if !fits {
            let want = size.max(SMALLEST) / 16 + 1;
            let memory = match a.spare.take() {
                Some(s) if s.capacity() >= want => s,
                _ => {
                    let mut v: Vec<u128> = Vec::new();
                    if v.try_reserve_exact(want).is_err() {
                        crate::error::fatal(&format!("Error allocating {bytes} bytes: out of memory"));
                    }
                    v
                }
            };
            a.chunks.push(Chunk { memory, start: a.top });
        }
        // The chunk exists: it was there or has just been pushed.
        let c = a.chunks.last_mut().unwrap();
        let offset = a.top - c.start;
        a.top += size;
        // SAFETY: `offset + size` lies within the chunk's capacity.
        unsafe { c.memory.as_mut_ptr().cast::<u8>().add(offset) }
    })
}

/// See the table.
pub extern "C" fn frt_temp_release(mark: i64) {
    ARENA.with(|a| {
        let a = &mut *a.borrow_mut();
        let mark = mark.max(0) as usize;
        while let Some(c) = a.chunks.last() {
            // The first chunk stays for the next statement.
            let bytes = a.top.saturating_sub(mark.max(c.start));
            let from = c.memory.as_ptr().cast::<u8>().wrapping_add(mark.max(c.start) - c.start);
            if bytes != 0 {
                watch::freed(from, || bytes);
            }
            a.top = a.top.min(mark.max(c.start));
            if c.start < mark || (c.start == 0 && a.chunks.len() == 1) {
                break;
            }
            let c = a.chunks.pop();
            a.spare = c.map(|c| c.memory);
        }
        a.top = a.top.min(mark);
    });
}

/// Settings of the C library's allocator that keep freed memory in the process.
pub fn tune_allocator() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: sets parameters before the program starts.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 256 << 20);
    }
}

/// Tells the C library to take memory in large pieces and to keep it: a compiler allocates much and ends soon.
pub fn compiler_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt only sets parameters of the allocator; no other thread runs yet.
    unsafe {
        // Arenas of other threads grow by a page at a time, with a call of the kernel for each.
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_TOP_PAD, 8 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
        libc::mallopt(libc::M_MMAP_THRESHOLD, 256 << 20);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arena_reuses_memory() {
        let m = frt_temp_mark();
        let p = frt_temp_alloc(100);
        let q = frt_temp_alloc(1 << 20);
        assert_ne!(p, q);
        assert_eq!(p as usize % 16, 0);
        // SAFETY: both blocks are ours.
        unsafe {
            p.write_bytes(1, 100);
            q.write_bytes(2, 1 << 20);
            assert_eq!(*p.add(99), 1);
        }
        frt_temp_release(m);
        assert_eq!(frt_temp_mark(), m);
        assert_eq!(frt_temp_alloc(8), p);
        frt_temp_release(m);
    }

    #[test]
    fn allocation_through_a_descriptor() {
        let mut d = crate::desc::test_desc(crate::desc::type_code(3, 8), 8, &[(2, 3), (0, 4)]);
        let p = d.as_mut_ptr().cast::<u8>();
        // SAFETY: a well-formed descriptor.
        unsafe {
            (*p.cast::<crate::desc::Header>()).attribute = ATTRIBUTE_ALLOCATABLE;
            assert_eq!(frt_box_allocate(p), 0);
            assert_eq!(frt_box_allocate(p), STAT_ALLOCATED);
            let v = Desc::new(p);
            assert_eq!(v.base() as usize % 16, 0);
            assert_eq!((v.dim(0).sm, v.dim(1).sm), (8, 24));
            assert_eq!(frt_box_deallocate(p), 0);
            assert_eq!(frt_box_deallocate(p), STAT_NOT_ALLOCATED);
            let mut dim = v.dim(1);
            dim.extent = i64::MAX / 4;
            v.set_dim(1, dim);
            assert_eq!(frt_box_allocate(p), STAT_NO_MEMORY);
        }
    }

    #[test]
    fn big_blocks_come_back() {
        let p = frt_alloc(64 << 20);
        assert_eq!(p as usize % 64, 0);
        frt_free(p);
        let q = frt_alloc(64 << 20);
        assert_eq!(p, q);
        frt_free(q);
    }
}
