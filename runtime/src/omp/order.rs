//! What orders the target tasks and target regions of one task, for those who look for pairs without an order
//! (`FERROTRAN_SHADOW_CHECK`). Where that is not asked for nothing is kept.
//!
//! A task comes before another one of the same parent where dependences say so, at any distance, or where the parent has
//! waited between them. Every wait counts as one for all tasks: a pair may be missed, none is invented.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether somebody asks.
pub fn wanted() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| std::env::var_os("FERROTRAN_SHADOW_CHECK").is_some_and(|v| !v.is_empty() && v != "0"))
}

/// The number of the next task when a barrier last ended.
static BARRIER: AtomicU64 = AtomicU64::new(0);

/// A barrier ends: all tasks with lower numbers are over.
pub fn barrier(next: u64) {
    BARRIER.fetch_max(next, Ordering::AcqRel);
}

/// A target task, or what a task does itself.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of the task that made it.
    pub parent: u64,
    /// Its number; of what the parent does itself, that of the next task.
    pub number: u64,
    /// The parent goes on only after it.
    pub own: bool,
    /// Tasks with lower numbers were over when it was made.
    synced: u64,
    /// Tasks that dependences put before it.
    before: Arc<Vec<u64>>,
    /// Where the stack of the thread was when it began; 0 where it has no part of its own.
    frame: usize,
}

impl Node {
    /// A task, or with `own` something that its parent does itself. `synced` is what the parent has waited for.
    pub fn new(parent: u64, number: u64, own: bool, synced: u64, before: Vec<u64>) -> Node {
        let synced = synced.max(BARRIER.load(Ordering::Acquire));
        Node { parent, number, own, synced, before: Arc::new(before), frame: 0 }
    }

    /// It begins on this thread, with its stack there.
    pub fn begins_at(&mut self, frame: usize) {
        self.frame = frame;
    }

    /// Whether an address is that of a local variable of it, while it runs on this thread.
    pub fn is_local(&self, address: u64) -> bool {
        let here = 0u8;
        let now = std::hint::black_box(&raw const here) as usize;
        (now..self.frame).contains(&(address as usize))
    }

    /// Whether it is over when the other one begins.
    fn precedes(&self, other: &Node) -> bool {
        if self.own {
            return other.own || other.number >= self.number;
        }
        self.number < other.synced || other.before.contains(&self.number)
    }

    /// Whether it is another one.
    pub fn is_other(&self, other: &Node) -> bool {
        (self.parent, self.number, self.own) != (other.parent, other.number, other.own)
    }

    /// Whether nothing says which of two different ones comes first.
    pub fn is_unordered(&self, other: &Node) -> bool {
        self.parent == other.parent && self.is_other(other) && !self.precedes(other) && !other.precedes(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let task = |number, synced, before: &[u64]| Node::new(1, number, false, synced, before.to_vec());
        let own = |number, synced| Node::new(1, number, true, synced, Vec::new());
        // Two without a dependence; with one; with a wait between them.
        assert!(task(5, 0, &[]).is_unordered(&task(6, 0, &[])));
        assert!(!task(5, 0, &[]).is_unordered(&task(6, 0, &[5])));
        assert!(!task(5, 0, &[]).is_unordered(&task(6, 6, &[])));
        // What the parent does itself is before later tasks, and after those that it has waited for.
        assert!(!own(7, 0).is_unordered(&task(7, 0, &[])));
        assert!(own(7, 0).is_unordered(&task(6, 0, &[])));
        assert!(!own(7, 7).is_unordered(&task(6, 0, &[])));
        assert!(!own(7, 0).is_unordered(&own(8, 0)));
        // Nothing is known of tasks of other parents, and a task is not another one than itself.
        assert!(!task(5, 0, &[]).is_unordered(&Node::new(2, 6, false, 0, Vec::new())));
        assert!(!task(5, 0, &[]).is_unordered(&task(5, 0, &[])));
    }
}
