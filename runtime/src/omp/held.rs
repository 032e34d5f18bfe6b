//! Tasks are counted by those who hold them. Their memory is kept for the next ones: by the thread that gave it back, and
//! in batches by all.

use super::task::{Task, lock};
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::Cell;
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
    /// The only share of a new task.
    #[inline]
    pub fn new(t: Task) -> Held {
        let at = take();
        // SAFETY: the memory is for a task, and nobody else's.
        unsafe { at.write(t) };
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

/// Memory of a task that is over.
struct Free {
    next: Option<NonNull<Free>>,
}

/// Free memory, one piece behind the other.
struct List {
    first: Cell<Option<NonNull<Free>>>,
    length: Cell<usize>,
}

// SAFETY: who has a list has all that is in it.
unsafe impl Send for List {}

impl List {
    const fn new() -> List {
        List { first: Cell::new(None), length: Cell::new(0) }
    }

    #[inline]
    fn push(&self, at: NonNull<Free>) {
        // SAFETY: the memory is ours, large enough and aligned.
        unsafe { at.write(Free { next: self.first.get() }) };
        self.first.set(Some(at));
        self.length.set(self.length.get() + 1);
    }

    #[inline]
    fn pop(&self) -> Option<NonNull<Free>> {
        let at = self.first.get()?;
        // SAFETY: it is in the list.
        self.first.set(unsafe { at.as_ref() }.next);
        self.length.set(self.length.get() - 1);
        Some(at)
    }

    fn swap(&self, other: &List) {
        self.first.swap(&other.first);
        self.length.swap(&other.length);
    }

    fn take(&self) -> List {
        List { first: Cell::new(self.first.take()), length: Cell::new(self.length.take()) }
    }
}

impl Drop for List {
    fn drop(&mut self) {
        while let Some(at) = self.pop() {
            // SAFETY: `memory` has allocated it.
            unsafe { dealloc(at.as_ptr().cast(), Layout::new::<Task>()) };
        }
    }
}

/// What a thread keeps: the list that it uses, and one that is full or empty.
struct Kept {
    list: List,
    other: List,
}

thread_local! {
    static KEPT: Kept = const { Kept { list: List::new(), other: List::new() } };
}

/// Full lists that threads have given back.
static BATCHES: Mutex<Vec<List>> = Mutex::new(Vec::new());

/// Memory for a task.
#[inline]
fn take() -> NonNull<Task> {
    match KEPT.try_with(|k| k.list.pop()) {
        Ok(Some(at)) => at.cast(),
        _ => refill(),
    }
}

#[cold]
fn refill() -> NonNull<Task> {
    let kept = KEPT.try_with(|k| {
        if k.other.length.get() == 0
            && let Some(batch) = lock(&BATCHES).pop()
        {
            k.other.swap(&batch);
        }
        k.list.swap(&k.other);
        k.list.pop()
    });
    match kept {
        Ok(Some(at)) => at.cast(),
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
        if k.list.length.get() == BATCH {
            put_by(k);
        }
        k.list.push(at.cast());
    });
    if given.is_err() {
        // SAFETY: the caller's promise; the thread is about to end.
        unsafe { dealloc(at.as_ptr().cast(), Layout::new::<Task>()) };
    }
}

/// The thread's list is full.
#[cold]
fn put_by(k: &Kept) {
    if k.other.length.get() != 0 {
        let batch = k.other.take();
        let mut all = lock(&BATCHES);
        if all.len() < MOST {
            all.push(batch);
        }
    }
    k.other.swap(&k.list);
}
