//! Allocators of `omp_lib`. All memory spaces are ordinary memory; of the traits, alignment, pool size and fallback count.

use super::team::with;
use ferrotran_abi::allocators::{
    ABORT_FB, ALIGNMENT, ALLOCATOR_FB, DEFAULT, DEFAULT_ALLOCATOR, FALLBACK, FB_DATA, NULL_FB, POOL_SIZE, PREDEFINED,
    SPACES, TRAIT_PREFIX, TRAITS, VALUE_PREFIX, VALUES,
};
use std::alloc::Layout;
use std::ffi::c_void;
use std::sync::Mutex;

/// One trait, as `omp_alloctrait` of `omp_lib` lays it out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Trait {
    key: i32,
    value: i64,
}

#[derive(Clone, Copy, Debug)]
struct Allocator {
    align: usize,
    /// Bytes still to be had.
    pool: u64,
    fallback: i64,
    other: i64,
}

static ALLOCATORS: Mutex<Vec<Option<Allocator>>> = Mutex::new(Vec::new());

/// What lies before every block.
#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    start: *mut u8,
    size: usize,
    align: usize,
    allocator: i64,
}

fn list() -> std::sync::MutexGuard<'static, Vec<Option<Allocator>>> {
    ALLOCATORS.lock().unwrap_or_else(|e| e.into_inner())
}

/// Of the handles those behind the predefined ones.
const LAST: i64 = PREDEFINED.len() as i64;

/// A new allocator; 0 where the traits make no sense.
///
/// # Safety
/// The arguments of `omp_init_allocator`: by reference, `traits` has `n` elements.
pub unsafe extern "C" fn init_allocator(_space: *const i64, n: *const i32, traits: *const Trait) -> i64 {
    // SAFETY: the caller's promise.
    let n = unsafe { n.read_unaligned() };
    // SAFETY: as above.
    let traits = (0..usize::try_from(n).unwrap_or(0)).map(|k| unsafe { traits.add(k).read_unaligned() });
    of_traits(traits).unwrap_or(0)
}

/// The handle of a new allocator, if the traits make sense.
fn of_traits(traits: impl Iterator<Item = Trait>) -> Option<i64> {
    let mut a = Allocator { align: 1, pool: u64::MAX, fallback: DEFAULT, other: 0 };
    for t in traits {
        match t.key {
            _ if t.value == DEFAULT => {}
            ALIGNMENT => a.align = usize::try_from(t.value).ok().filter(|v| v.is_power_of_two())?,
            POOL_SIZE => a.pool = u64::try_from(t.value).ok().filter(|v| *v > 0)?,
            FALLBACK => a.fallback = t.value,
            FB_DATA => a.other = t.value,
            _ => {}
        }
    }
    let mut all = list();
    all.push(Some(a));
    Some(LAST + all.len() as i64)
}

/// The allocator that OMP_ALLOCATOR names: a predefined one, or a memory space with traits.
pub(super) fn of_text(text: &str) -> Option<i64> {
    let text = text.to_ascii_lowercase();
    let value = |table: &[(&str, i64)], name: &str| table.iter().find(|r| r.0 == name).map(|r| r.1);
    let (space, traits) = match text.split_once(':') {
        Some((space, traits)) => (space.trim(), Some(traits)),
        None => (text.trim(), None),
    };
    if traits.is_none()
        && let Some(handle) = value(PREDEFINED, space)
    {
        return Some(handle);
    }
    value(SPACES, space)?;
    let one = |t: &str| {
        let (name, text) = t.split_once('=')?;
        let (name, text) = (format!("{TRAIT_PREFIX}{}", name.trim()), text.trim());
        let key = TRAITS.iter().find(|r| r.0 == name)?.1;
        let value = text.parse().ok().or_else(|| value(PREDEFINED, text));
        let value = value.or_else(|| VALUES.iter().find(|r| r.0 == format!("{VALUE_PREFIX}{text}")).map(|r| r.1))?;
        Some(Trait { key, value })
    };
    let traits: Option<Vec<Trait>> = traits.map_or(Some(vec![]), |list| list.split(',').map(one).collect());
    of_traits(traits?.into_iter())
}

/// Ends an allocator.
///
/// # Safety
/// The argument is the address of a handle.
pub unsafe extern "C" fn destroy_allocator(handle: *const i64) {
    // SAFETY: the caller's promise.
    let h = unsafe { handle.read_unaligned() };
    if let Ok(k) = usize::try_from(h - LAST - 1)
        && let Some(a) = list().get_mut(k)
    {
        *a = None;
    }
}

/// Sets def-allocator-var.
///
/// # Safety
/// The argument is the address of a handle.
pub unsafe extern "C" fn set_default_allocator(handle: *const i64) {
    // SAFETY: the caller's promise.
    let handle = unsafe { handle.read_unaligned() };
    super::api::change(|icv| icv.allocator = handle);
}

/// def-allocator-var
pub extern "C" fn get_default_allocator() -> i64 {
    with(|p| p.icv.allocator)
}

/// See the table.
pub extern "C" fn allocator_alignment(handle: i64) -> i64 {
    let handle = if handle == 0 { get_default_allocator() } else { handle };
    let of = usize::try_from(handle - LAST - 1).ok().and_then(|k| list().get(k).copied().flatten());
    of.map_or(1, |a| a.align as i64)
}

/// Memory of an allocator, or null.
fn take(mut align: usize, size: usize, handle: i64) -> *mut c_void {
    let handle = if handle == 0 { get_default_allocator() } else { handle };
    let mut fallback = DEFAULT;
    if handle > LAST {
        let mut all = list();
        let Some(a) = all.get_mut((handle - LAST - 1) as usize).and_then(Option::as_mut) else {
            return std::ptr::null_mut();
        };
        align = align.max(a.align);
        if a.pool < size as u64 {
            fallback = a.fallback;
            let other = a.other;
            drop(all);
            match fallback {
                NULL_FB => return std::ptr::null_mut(),
                ABORT_FB => crate::error::fatal("an allocator of OpenMP has no memory left"),
                ALLOCATOR_FB if other != handle => return take(align, size, other),
                _ => return take(align, size, DEFAULT_ALLOCATOR),
            }
        }
        if a.pool != u64::MAX {
            a.pool -= size as u64;
        }
    }
    let align = align.max(16);
    let lead = size_of::<Header>().next_multiple_of(align);
    let Some(layout) = lead.checked_add(size.max(1)).and_then(|n| Layout::from_size_align(n, align).ok()) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the layout is not empty.
    let start = unsafe { std::alloc::alloc(layout) };
    if start.is_null() {
        if fallback == ABORT_FB {
            crate::error::fatal("an allocator of OpenMP has no memory left");
        }
        return std::ptr::null_mut();
    }
    // SAFETY: `lead` bytes are there, and the header fits into them before the block.
    unsafe {
        let block = start.add(lead);
        block.cast::<Header>().sub(1).write_unaligned(Header { start, size, align, allocator: handle });
        block.cast()
    }
}

/// Changes how many bytes are left of an allocator's pool, if it has one.
fn pool_of(handle: i64, change: impl FnOnce(&mut u64)) {
    if handle > LAST
        && let Some(Some(a)) = list().get_mut((handle - LAST - 1) as usize)
        && a.pool != u64::MAX
    {
        change(&mut a.pool);
    }
}

/// omp_alloc
pub extern "C" fn alloc(size: i64, allocator: i64) -> *mut c_void {
    aligned_alloc(1, size, allocator)
}

/// omp_aligned_alloc
pub extern "C" fn aligned_alloc(align: i64, size: i64, allocator: i64) -> *mut c_void {
    match (usize::try_from(align), usize::try_from(size)) {
        (Ok(a), Ok(n)) if n > 0 && (a == 0 || a.is_power_of_two()) => take(a.max(1), n, allocator),
        _ => std::ptr::null_mut(),
    }
}

/// omp_calloc
pub extern "C" fn calloc(n: i64, size: i64, allocator: i64) -> *mut c_void {
    aligned_calloc(1, n, size, allocator)
}

/// omp_aligned_calloc
pub extern "C" fn aligned_calloc(align: i64, n: i64, size: i64, allocator: i64) -> *mut c_void {
    let total = n.checked_mul(size).unwrap_or(-1);
    let p = aligned_alloc(align, total, allocator);
    if !p.is_null() {
        // SAFETY: that many bytes were allocated.
        unsafe { p.cast::<u8>().write_bytes(0, total as usize) };
    }
    p
}

/// omp_realloc
///
/// # Safety
/// `p` is null or came from a routine here and was not freed.
pub unsafe extern "C" fn realloc(p: *mut c_void, size: i64, allocator: i64, from: i64) -> *mut c_void {
    if p.is_null() {
        return alloc(size, allocator);
    }
    // SAFETY: the caller's promise.
    let old = unsafe { p.cast::<Header>().sub(1).read_unaligned() };
    if size <= 0 {
        // SAFETY: the caller's promise.
        unsafe { free(p, from) };
        return std::ptr::null_mut();
    }
    // The pool has the old block's bytes again before the new one takes its own: only the difference counts.
    pool_of(old.allocator, |pool| *pool += old.size as u64);
    let new = take(old.align, size as usize, if allocator == 0 { old.allocator } else { allocator });
    if new.is_null() {
        pool_of(old.allocator, |pool| *pool -= old.size as u64);
        return new;
    }
    // SAFETY: both blocks have that many bytes, and the header is the old one's, which is of no pool any more.
    unsafe {
        std::ptr::copy_nonoverlapping(p.cast::<u8>(), new.cast(), old.size.min(size as usize));
        p.cast::<Header>().sub(1).write_unaligned(Header { allocator: 0, ..old });
        free(p, from);
    }
    new
}

/// omp_free
///
/// # Safety
/// `p` is null or came from a routine here and was not freed.
pub unsafe extern "C" fn free(p: *mut c_void, _allocator: i64) {
    if p.is_null() {
        return;
    }
    // SAFETY: the caller's promise: a header lies before the block, and says how it was allocated.
    unsafe {
        let h = p.cast::<Header>().sub(1).read_unaligned();
        let lead = size_of::<Header>().next_multiple_of(h.align);
        pool_of(h.allocator, |pool| *pool += h.size as u64);
        std::alloc::dealloc(h.start, Layout::from_size_align_unchecked(lead + h.size.max(1), h.align));
    }
}
