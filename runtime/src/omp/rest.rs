//! Tasks that stand still. Where the host runs what a device was to run, the host's variables have the device's values for a
//! while. The task that has made such a target task goes on beside it, and may store in other parts of the same variables:
//! it has to stand at a scheduling point meanwhile.

use super::task::lock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The task is at a scheduling point, or over.
const RESTS: u32 = 1;
/// One that keeps it there.
const KEEPER: u32 = 2;

/// What of a task others keep from going on.
#[derive(Default)]
pub struct Rest(AtomicU32);

static LOCK: Mutex<()> = Mutex::new(());
static BELL: Condvar = Condvar::new();
/// Threads that wait for tasks to stand still.
static WAITING: AtomicUsize = AtomicUsize::new(0);

fn ring() {
    let _order = lock(&LOCK);
    BELL.notify_all();
}

impl Rest {
    /// The task comes to a scheduling point.
    pub fn begin(&self) {
        self.0.fetch_or(RESTS, Ordering::SeqCst);
        if WAITING.load(Ordering::SeqCst) != 0 {
            ring();
        }
    }

    /// It goes on as soon as nobody keeps it.
    pub fn end(&self) {
        let free = || self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |n| (n < KEEPER).then_some(0)).is_ok();
        if free() {
            return;
        }
        let mut order = lock(&LOCK);
        while !free() {
            order = BELL.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until the task stands still, and keeps it there.
    pub fn keep(&self) {
        let kept = || {
            let more = |n: u32| (n & RESTS != 0).then_some(n + KEEPER);
            self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).is_ok()
        };
        if kept() {
            return;
        }
        WAITING.fetch_add(1, Ordering::SeqCst);
        let mut order = lock(&LOCK);
        while !kept() {
            order = BELL.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        drop(order);
        WAITING.fetch_sub(1, Ordering::SeqCst);
    }

    /// Keeps it no longer.
    pub fn let_go(&self) {
        self.0.fetch_sub(KEEPER, Ordering::AcqRel);
        ring();
    }
}
