//! Waiting: spin for a while, then sleep until the condition may have changed.

use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::sync::{Condvar, Mutex, MutexGuard};

/// A place where threads wait for a condition that others make true. The condition is kept in
/// atomics outside; whoever changes it calls [`Gate::notify`] afterwards.
#[derive(Default)]
pub struct Gate {
    sleepers: AtomicU32,
    mutex: Mutex<()>,
    bell: Condvar,
}

impl Gate {
    /// A gate nobody waits at.
    pub const fn new() -> Gate {
        Gate { sleepers: AtomicU32::new(0), mutex: Mutex::new(()), bell: Condvar::new() }
    }

    /// Returns once `ready` has answered true, after at most `spins` turns of busy waiting asleep.
    pub fn wait(&self, spins: u32, mut ready: impl FnMut() -> bool) {
        for _ in 0..spins {
            if ready() {
                return;
            }
            std::hint::spin_loop();
        }
        // The sleeper is counted before it looks again, the changer looks at the count after its
        // change: one of the two sees the other (both are sequentially consistent).
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let mut guard = self.lock();
        while !ready() {
            guard = self.bell.wait(guard).unwrap_or_else(|e| e.into_inner());
        }
        drop(guard);
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Makes every waiter look at its condition again.
    pub fn notify(&self) {
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) != 0 {
            drop(self.lock());
            self.bell.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.mutex.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// A mutual exclusion lock whose two halves may stand in different functions.
#[derive(Default)]
pub struct Lock {
    held: AtomicU32,
    gate: Gate,
}

impl Lock {
    /// A free lock.
    pub const fn new() -> Lock {
        Lock { held: AtomicU32::new(0), gate: Gate::new() }
    }
    /// Takes the lock if it is free.
    pub fn try_acquire(&self) -> bool {
        self.held.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
    /// Takes the lock, waiting for it.
    pub fn acquire(&self) {
        if !self.try_acquire() {
            let _wait = super::waits("a lock");
            let free = || self.held.load(Ordering::Relaxed) == 0 && self.try_acquire();
            self.gate.wait(super::icv::spins(), free);
        }
    }
    /// Gives it back.
    pub fn release(&self) {
        self.held.store(0, Ordering::Release);
        self.gate.notify();
    }
}
