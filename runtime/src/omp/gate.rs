//! Waiting: spin for a while, then sleep until the condition may have changed.

use super::seeded;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering, fence};

/// A place where threads wait for a condition that others make true. The condition is kept in
/// atomics outside; whoever changes it calls [`Gate::notify`] afterwards.
#[derive(Default)]
pub struct Gate {
    sleepers: AtomicU32,
    /// Changes with every notification that somebody may sleep through.
    calls: AtomicU32,
}

impl Gate {
    /// A gate nobody waits at.
    pub const fn new() -> Gate {
        Gate { sleepers: AtomicU32::new(0), calls: AtomicU32::new(0) }
    }

    /// Returns once `ready` has answered true, after at most `spins` turns of busy waiting asleep.
    pub fn wait(&self, spins: u32, mut ready: impl FnMut() -> bool) {
        seeded::disturb();
        if spin(spins, &mut ready) {
            return;
        }
        // The sleeper is counted before it looks again, the changer looks at the count after its
        // change: one of the two sees the other (both are sequentially consistent).
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        loop {
            let calls = self.calls.load(Ordering::SeqCst);
            fence(Ordering::SeqCst);
            if ready() {
                break;
            }
            atomic_wait::wait(&self.calls, calls);
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Makes every waiter look at its condition again.
    pub fn notify(&self) {
        full_fence();
        self.wake();
    }

    /// The same for a condition that this thread has made true by, or before, an exchange with memory such as that which
    /// gives back a [`Lock`].
    #[inline]
    pub fn notify_after_exchange(&self) {
        fence_after_exchange();
        self.wake();
    }

    /// The same where a fence stands between the change of the condition and this.
    #[inline]
    pub fn wake(&self) {
        if self.sleepers.load(Ordering::SeqCst) != 0 {
            self.calls.fetch_add(1, Ordering::SeqCst);
            atomic_wait::wake_all(&self.calls);
        }
    }
}

/// A sequentially consistent fence.
#[inline]
pub fn full_fence() {
    // SAFETY: that leaves the word as it is. It takes processors less time than the instruction that is only a fence.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("lock or dword ptr [rsp], 0");
    }
    #[cfg(not(target_arch = "x86_64"))]
    fence(Ordering::SeqCst);
}

/// A full fence behind an atomic read-modify-write operation.
#[inline]
fn fence_after_exchange() {
    // There that is an instruction which no later load overtakes.
    if !cfg!(target_arch = "x86_64") {
        fence(Ordering::SeqCst);
    }
}

/// A value in cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Waits busily for so many turns; whether the condition came true.
fn spin(spins: u32, ready: &mut impl FnMut() -> bool) -> bool {
    for _ in 0..spins {
        if ready() {
            return true;
        }
        std::hint::spin_loop();
    }
    false
}

/// Gates of threads that wait for their turns: a change of turn wakes who waits for that turn, so that a turn for each of
/// `n` threads costs `n` wake-ups and not their square.
#[derive(Default)]
pub struct Turns {
    /// Made by the first thread that has to sleep.
    gates: OnceLock<Box<[Gate]>>,
}

impl Turns {
    /// Returns once `ready` has answered true, which may become so with `turn`. `threads`: that may wait.
    pub fn wait(&self, turn: usize, threads: usize, spins: u32, mut ready: impl FnMut() -> bool) {
        seeded::disturb();
        if spin(spins, &mut ready) {
            return;
        }
        let gates = self.gates.get_or_init(|| (0..threads).map(|_| Gate::new()).collect());
        gates[turn % gates.len()].wait(0, ready);
    }

    /// It has become the turn of who waits for `turn`, by an exchange with memory.
    #[inline]
    pub fn notify_after_exchange(&self, turn: usize) {
        // As in `Gate`: who makes the gates looks at its condition afterwards.
        fence_after_exchange();
        if let Some(gates) = self.gates.get() {
            gates[turn % gates.len()].wake();
        }
    }

    /// Something else has changed that all wait for.
    pub fn notify_all(&self) {
        fence(Ordering::SeqCst);
        self.gates.get().iter().flat_map(|g| g.iter()).for_each(Gate::notify);
    }
}

/// Turns of busy waiting between two looks at a lock, at most.
const LONGEST: u32 = 32;

/// A mutual exclusion lock whose two halves may stand in different functions, and that can lie in a variable of compiled
/// code. The number `FREE` is a free lock. (The three states are those of Drepper, Futexes Are Tricky, 2011.)
#[repr(transparent)]
pub struct Lock<const FREE: u32 = 0> {
    state: AtomicU32,
}

impl<const FREE: u32> Default for Lock<FREE> {
    fn default() -> Lock<FREE> {
        Lock::new()
    }
}

impl<const FREE: u32> Lock<FREE> {
    /// A thread has it.
    const HELD: u32 = FREE + 1;
    /// A thread has it, and others may sleep until it is free.
    const AWAITED: u32 = FREE + 2;

    /// A free lock.
    pub const fn new() -> Lock<FREE> {
        Lock { state: AtomicU32::new(FREE) }
    }
    /// Whether there is a lock, and not some other number.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.state.load(Ordering::Relaxed).wrapping_sub(FREE) <= 2
    }
    /// Takes the lock if it is free.
    #[inline]
    pub fn try_acquire(&self) -> bool {
        self.state.compare_exchange(FREE, Self::HELD, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
    /// Takes the lock, waiting for it.
    #[inline]
    pub fn acquire(&self) {
        seeded::disturb();
        if !self.try_acquire() {
            self.wait();
        }
    }
    /// Gives it back.
    #[inline]
    pub fn release(&self) {
        if self.state.swap(FREE, Ordering::SeqCst) == Self::AWAITED {
            atomic_wait::wake_one(&self.state);
        }
        seeded::disturb();
    }

    #[cold]
    fn wait(&self) {
        let _wait = super::waits("a lock");
        // Who looks less and less often lets the others take the lock several times in a row, with its cache line at hand.
        let (mut spins, mut pause) = (super::team::spins(), 1);
        while spins > 0 {
            for _ in 0..pause {
                std::hint::spin_loop();
            }
            if self.state.load(Ordering::Relaxed) == FREE && self.try_acquire() {
                return;
            }
            spins = spins.saturating_sub(pause);
            pause = (pause * 2).min(LONGEST);
        }
        // Who takes the lock from here on does not know whether others sleep.
        while self.state.swap(Self::AWAITED, Ordering::Acquire) != FREE {
            atomic_wait::wait(&self.state, Self::AWAITED);
        }
    }
}
