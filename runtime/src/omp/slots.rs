//! What the threads of a team share of a worksharing construct whose iterations they take as they ask for them, that has
//! an order, or that may be cancelled.

use super::gate::Apart;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};

/// Constructs that may be in progress at once in a team.
pub const SLOTS: usize = 16;

/// Shared state of one construct.
#[derive(Default)]
pub struct Slot {
    /// Number of the construct, counted from the start of the region, that may use the slot.
    pub owner: AtomicU64,
    /// Next iteration to give away.
    pub next: AtomicI64,
    /// Next iteration whose ordered region may run.
    pub ordered: AtomicI64,
    /// The construct is cancelled.
    pub cancelled: AtomicBool,
    /// It is a loop of which threads have parts.
    pub parts: AtomicBool,
    /// Threads that are through with the construct.
    pub done: AtomicUsize,
}

impl Slot {
    /// Whether it is not as at the begin of a region, for its first construct `owner`. In a cancelled region threads may not
    /// have left theirs.
    fn is_touched(&self, owner: u64) -> bool {
        let numbers = self.next.load(Ordering::Relaxed) | self.ordered.load(Ordering::Relaxed);
        let flags = self.cancelled.load(Ordering::Relaxed) || self.parts.load(Ordering::Relaxed);
        self.owner.load(Ordering::Relaxed) != owner || numbers != 0 || flags || self.done.load(Ordering::Relaxed) != 0
    }

    /// Nobody has used it, or everybody is through with what did.
    pub fn clear(&self, owner: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.next.store(0, Ordering::Relaxed);
        self.ordered.store(0, Ordering::Relaxed);
        self.cancelled.store(false, Ordering::Relaxed);
        self.parts.store(false, Ordering::Relaxed);
        self.owner.store(owner, Ordering::Release);
    }
}

/// One for each construct that may be in progress.
pub struct Slots {
    list: [Apart<Slot>; SLOTS],
    /// The region has used some.
    used: AtomicBool,
}

impl Slots {
    /// None is used.
    pub fn new() -> Slots {
        let list: [Apart<Slot>; SLOTS] = Default::default();
        list.iter().zip(0..).for_each(|(slot, n)| slot.clear(n));
        Slots { list, used: AtomicBool::new(false) }
    }

    /// A region begins.
    pub fn begin(&self) {
        if self.used.load(Ordering::Relaxed) {
            self.used.store(false, Ordering::Relaxed);
            self.list.iter().zip(0..).filter(|(slot, n)| slot.is_touched(*n)).for_each(|(slot, n)| slot.clear(n));
        }
    }

    /// That of construct number `n`.
    #[inline]
    pub fn of(&self, n: u64) -> &Slot {
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
        &self.list[n as usize % SLOTS]
    }
}
