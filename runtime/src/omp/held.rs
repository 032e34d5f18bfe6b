//! Tasks are counted by those who hold them. Their memory is kept for the next ones: by the thread that gave it back, and
//! in batches by all.

use super::task::{Task, lock};
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Mutex;
use std::sync::atomic::{Ordering, fence};

/// A share of a task, which lives as long as there is one.
pub struct Held(NonNull<Task>);

// SAFETY: a task may be used and dropped on any thread, see `Task`.
unsafe impl Send for Held {}
// SAFETY: as above.
unsafe impl Sync for Held {}

impl Held {
    /// The only share of a new task, which is made in its place.
    #[inline]
    pub fn new(make: impl FnOnce() -> Task) -> Held {
        let at = take();
        // SAFETY: the memory is for a task, and nobody else's.
        unsafe { at.write(make()) };
        Held(at)
    }

    /// A share that the task's count has already.
    ///
    /// # Safety
    /// It is nobody else's.
    pub unsafe fn counted(t: NonNull<Task>) -> Held {
        Held(t)
    }

    /// The task, while there is no other share.
    pub fn unshared(&mut self) -> &mut Task {
        assert!(self.shares.load(Ordering::Relaxed) == 1, "nobody knows a new task");
        // SAFETY: this is the only share.
        unsafe { self.0.as_mut() }
    }

    /// Where it is.
    pub fn address(&self) -> NonNull<Task> {
        self.0
    }
}

impl Deref for Held {
    type Target = Task;

    #[inline]
    fn deref(&self) -> &Task {
        // SAFETY: there is a share.
        unsafe { self.0.as_ref() }
    }
}

impl Clone for Held {
    fn clone(&self) -> Held {
        self.shares.fetch_add(1, Ordering::Relaxed);
        Held(self.0)
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        let mut at = self.0;
        loop {
            // SAFETY: this share is still counted.
            let task = unsafe { at.as_ref() };
            // Where there is no other share nobody can make one.
            if task.shares.load(Ordering::Acquire) != 1 {
                if task.shares.fetch_sub(1, Ordering::Release) != 1 {
                    return;
                }
                fence(Ordering::Acquire);
            }
            // SAFETY: this was the last share. One task after the other: a line of parents may be long.
            let parent = unsafe {
                let parent = at.as_mut().parent.take();
                at.drop_in_place();
                give(at);
                parent
            };
            match parent {
                Some(p) => at = ManuallyDrop::new(p).0,
                None => return,
            }
        }
    }
}

/// Pieces of memory in a batch.
const BATCH: usize = 64;

/// Batches that are kept for all threads, at most.
const MOST: usize = 64;

/// Memory of tasks that are over. Nothing is written there: it may be in the cache of another thread.
struct List(Vec<NonNull<Task>>);

// SAFETY: who has a list has all that is in it.
unsafe impl Send for List {}

impl List {
    /// The piece that was put in last, and a hint that those before it come soon.
    #[inline]
    fn pop(&mut self) -> Option<NonNull<Task>> {
        let at = self.0.pop()?;
        if let Some(soon) = self.0.len().checked_sub(AHEAD) {
            fetch(self.0[soon]);
        }
        Some(at)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        for at in self.0.drain(..) {
            // SAFETY: `memory` has allocated it.
            unsafe { dealloc(at.as_ptr().cast(), Layout::new::<Task>()) };
        }
    }
}

/// Tasks that are made before the one whose memory is fetched meanwhile.
const AHEAD: usize = 3;

/// A hint that this thread makes a task there soon, or runs the one that another has made.
#[inline]
pub fn fetch(at: NonNull<Task>) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of::<Task>()).step_by(64) {
        // SAFETY: a hint, in memory that is there, and no instruction where the processor does not know it. The intrinsic
        // function asks for a cache line to be read where the code is for any processor.
        unsafe {
            std::arch::asm!("prefetchw [{}]", in(reg) at.as_ptr().cast::<u8>().add(line), options(nostack, preserves_flags));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// What a thread keeps: the list that it uses, and one that is full or empty.
struct Kept {
    list: List,
    other: List,
}

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept { list: List(Vec::new()), other: List(Vec::new()) }) };
}

/// Full lists that threads have given back.
static BATCHES: Mutex<Vec<List>> = Mutex::new(Vec::new());

/// Memory for a task.
#[inline]
fn take() -> NonNull<Task> {
    match KEPT.try_with(|k| k.borrow_mut().list.pop()) {
        Ok(Some(at)) => at,
        _ => refill(),
    }
}

#[cold]
fn refill() -> NonNull<Task> {
    let kept = KEPT.try_with(|k| {
        let k = &mut *k.borrow_mut();
        if k.other.0.is_empty()
            && let Some(batch) = lock(&BATCHES).pop()
        {
            k.other = batch;
        }
        std::mem::swap(&mut k.list, &mut k.other);
        k.list.pop()
    });
    match kept {
        Ok(Some(at)) => at,
        _ => memory(),
    }
}

/// New memory for a task.
fn memory() -> NonNull<Task> {
    let layout = Layout::new::<Task>();
    // SAFETY: a task is not empty.
    let at = unsafe { alloc(layout) };
    NonNull::new(at.cast()).unwrap_or_else(|| handle_alloc_error(layout))
}

/// The memory of a task that is over.
///
/// # Safety
/// It came from [`take`], and nobody uses it any more.
#[inline]
unsafe fn give(at: NonNull<Task>) {
    let given = KEPT.try_with(|k| {
        let k = &mut *k.borrow_mut();
        if k.list.0.len() == BATCH {
            put_by(k);
        }
        k.list.0.push(at);
    });
    if given.is_err() {
        // SAFETY: the caller's promise; the thread is about to end.
        unsafe { dealloc(at.as_ptr().cast(), Layout::new::<Task>()) };
    }
}

/// The thread's list is full.
#[cold]
fn put_by(k: &mut Kept) {
    std::mem::swap(&mut k.list, &mut k.other);
    if !k.list.0.is_empty() {
        let batch = List(std::mem::replace(&mut k.list.0, Vec::with_capacity(BATCH)));
        let mut all = lock(&BATCHES);
        if all.len() < MOST {
            all.push(batch);
        }
    }
}
