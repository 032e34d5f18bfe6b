//! Storage of nodes: small objects that refer to others, of which linked structures are made. They lie side by side, without
//! the words between them that `malloc` keeps, so that more of them share a cache line; and each thread keeps what it freed.
//!
//! Objects of one size share pages of a region of addresses that is reserved once. Only objects with descriptors in them lie
//! here: no other compiler's code has those types, so nothing but this runtime frees them.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Sizes are multiples of this.
const STEP: usize = 16;
/// Larger objects lie elsewhere.
const MOST: usize = 256;
const SIZES: usize = MOST / STEP;
/// Bytes of a page, which has objects of one size.
const PAGE: usize = 64 << 10;
/// Bytes of the region; where it is full, objects lie elsewhere.
const REGION: usize = 16 << 30;
/// Bytes that become usable at a time.
const GRAIN: usize = 1 << 20;

/// Bytes of freed objects of one size that a thread keeps for itself.
const MUCH: usize = 4 * PAGE;

/// The region: where it begins, and its bytes (zero until there is one).
static BASE: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// The size, in steps, of the objects of each page.
static STEPS: [AtomicU8; REGION / PAGE] = [const { AtomicU8::new(0) }; REGION / PAGE];

/// What threads take from each other's past.
struct Shared {
    /// Bytes of the region that pages have.
    taken: usize,
    /// Whether there was an attempt to reserve the region.
    tried: bool,
    /// What threads have freed that ended, or had much of it: lists for each size.
    orphans: [Vec<usize>; SIZES],
}

static SHARED: Mutex<Shared> = Mutex::new(Shared { taken: 0, tried: false, orphans: [const { Vec::new() }; SIZES] });

/// What a thread has, for each size.
struct Own {
    /// Freed objects; the first word of each is the address of the next one.
    free: [Cell<*mut u8>; SIZES],
    /// How many those are at least.
    many: [Cell<usize>; SIZES],
    /// The rest of a page.
    rest: [Cell<(usize, usize)>; SIZES],
}

/// Hands on what a thread has freed when it ends.
struct AtEnd;

thread_local! {
    static OWN: Own = const {
        Own {
            free: [const { Cell::new(std::ptr::null_mut()) }; SIZES],
            many: [const { Cell::new(0) }; SIZES],
            rest: [const { Cell::new((0, 0)) }; SIZES],
        }
    };
    static AT_END: AtEnd = const { AtEnd };
}

impl Drop for AtEnd {
    fn drop(&mut self) {
        OWN.with(|own| {
            let mut shared = SHARED.lock().unwrap_or_else(|e| e.into_inner());
            for (list, orphans) in own.free.iter().zip(&mut shared.orphans) {
                let first = list.replace(std::ptr::null_mut());
                if !first.is_null() {
                    orphans.push(first as usize);
                }
            }
        });
    }
}

/// Cleared storage for an object, or null where it has to lie elsewhere.
#[inline]
pub fn alloc(size: usize) -> *mut u8 {
    if size == 0 || size > MOST {
        return std::ptr::null_mut();
    }
    let k = (size - 1) / STEP;
    OWN.with(|own| {
        let p = own.free[k].get();
        if p.is_null() {
            return fresh(own, k);
        }
        own.many[k].set(own.many[k].get().saturating_sub(1));
        // SAFETY: a freed object holds the address of the next one and has that many bytes.
        unsafe {
            own.free[k].set(p.cast::<*mut u8>().read());
            for i in 0..=k {
                p.cast::<[u64; 2]>().add(i).write([0; 2]);
            }
        }
        p
    })
}

/// An object that nobody had before, or the last that another thread freed.
#[cold]
fn fresh(own: &Own, k: usize) -> *mut u8 {
    let size = (k + 1) * STEP;
    let (at, end) = own.rest[k].get();
    if at + size <= end {
        own.rest[k].set((at + size, end));
        return at as *mut u8;
    }
    // The thread has something to hand on at its end.
    let _ = AT_END.try_with(|_| ());
    let mut shared = SHARED.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(first) = shared.orphans[k].pop() {
        drop(shared);
        own.free[k].set(first as *mut u8);
        return alloc(size);
    }
    let Some(page) = page(&mut shared, k) else { return std::ptr::null_mut() };
    own.rest[k].set((page + size, page + PAGE));
    page as *mut u8
}

/// One more page for objects of a size.
fn page(shared: &mut Shared, k: usize) -> Option<usize> {
    if !shared.tried {
        shared.tried = true;
        // SAFETY: new addresses, which nothing can be done with yet.
        let p = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                REGION,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if p != libc::MAP_FAILED {
            BASE.store(p as usize, Ordering::Relaxed);
            BYTES.store(REGION, Ordering::Release);
        }
    }
    let at = shared.taken;
    if at + PAGE > BYTES.load(Ordering::Relaxed) {
        return None;
    }
    let page = BASE.load(Ordering::Relaxed) + at;
    if at.is_multiple_of(GRAIN) {
        // SAFETY: a part of the region that has no pages yet.
        let failed = unsafe { libc::mprotect(page as *mut libc::c_void, GRAIN, libc::PROT_READ | libc::PROT_WRITE) };
        if failed != 0 {
            return None;
        }
    }
    shared.taken += PAGE;
    STEPS[at / PAGE].store(k as u8 + 1, Ordering::Release);
    Some(page)
}

/// Bytes of an object that lies here.
#[inline]
pub fn size(p: *const u8) -> Option<usize> {
    let at = (p as usize).wrapping_sub(BASE.load(Ordering::Relaxed));
    if at >= BYTES.load(Ordering::Relaxed) {
        return None;
    }
    Some(usize::from(STEPS[at / PAGE].load(Ordering::Relaxed)) * STEP)
}

/// Takes an object back; false where it lies elsewhere.
#[inline]
pub fn free(p: *mut u8) -> bool {
    let Some(size) = size(p) else { return false };
    let k = size / STEP - 1;
    OWN.with(|own| {
        let next = own.free[k].replace(p);
        if next.is_null() {
            // The thread has something to hand on at its end.
            let _ = AT_END.try_with(|_| ());
        }
        // SAFETY: nobody has the object any more.
        unsafe { p.cast::<*mut u8>().write(next) };
        let many = own.many[k].get() + 1;
        own.many[k].set(many);
        if many * size >= MUCH {
            hand_on(own, k);
        }
    });
    true
}

/// Gives others what a thread freed: it may be one that frees what others allocate.
#[cold]
fn hand_on(own: &Own, k: usize) {
    own.many[k].set(0);
    let first = own.free[k].replace(std::ptr::null_mut());
    SHARED.lock().unwrap_or_else(|e| e.into_inner()).orphans[k].push(first as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_lie_side_by_side_and_come_again_cleared() {
        std::thread::spawn(|| {
            let (a, b) = (alloc(30), alloc(32));
            assert_eq!(b as usize - a as usize, 32);
            assert_eq!(size(a), Some(32));
            // SAFETY: the object has 32 bytes.
            unsafe { std::ptr::write_bytes(a, 7, 32) };
            assert!(free(a));
            let c = alloc(32);
            assert_eq!(c, a);
            // SAFETY: the object has 32 bytes.
            assert!(unsafe { std::slice::from_raw_parts(c, 32) }.iter().all(|&x| x == 0));
        })
        .join()
        .expect("the thread ends well");
        assert!(alloc(MOST + 1).is_null() && alloc(0).is_null());
        let elsewhere = Box::into_raw(Box::new(0u64));
        assert!(!free(elsewhere.cast()));
        // SAFETY: of the line above.
        drop(unsafe { Box::from_raw(elsewhere) });
    }

    #[test]
    fn what_a_thread_has_freed_others_use() {
        let freed = std::thread::spawn(|| {
            let p = alloc(208);
            free(p);
            p as usize
        });
        let freed = freed.join().expect("the thread ends well");
        let again = std::thread::spawn(|| alloc(208) as usize).join().expect("the thread ends well");
        assert_eq!(freed, again);
    }
}
