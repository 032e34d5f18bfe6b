//! Loops whose chunks threads take as they ask for them, and in any order (DYNAMIC without MONOTONIC and ORDERED,
//! OpenMP 5.2, 11.5.3): each thread begins with a part of the chunks that are next to each other. It takes them from the
//! front, and who has none left takes half of what another one has from the end of that. So threads meet in a cache line
//! only where they have to.

use super::slots::SLOTS;
use super::work::share;
use std::sync::atomic::{AtomicU64, Ordering};

/// Chunks of a loop must be fewer.
pub const MOST: i64 = 1 << 31;

/// The part with which the thread begins: nobody has taken anything of it.
const WHOLE: u64 = u64::MAX;

/// What a thread has of each loop: the first chunk, and above it the end, in 32 bits each.
#[derive(Debug)]
#[repr(align(128))]
struct OfThread([AtomicU64; SLOTS]);

/// What the threads of a team have left.
pub struct Parts(Box<[OfThread]>);

fn part(first: u64, end: u64) -> u64 {
    end << 32 | first
}

impl Parts {
    /// For at most so many threads.
    pub fn new(most: usize) -> Parts {
        Parts((0..most).map(|_| OfThread([const { AtomicU64::new(WHOLE) }; SLOTS])).collect())
    }

    /// The next chunk of thread `num` of `size`, of a loop of so many.
    #[inline]
    pub fn next(&self, slot: usize, num: usize, size: usize, chunks: impl Fn() -> i64) -> Option<i64> {
        let mine = &self.0[num].0[slot];
        // Others change it to another part only, never back to the whole.
        if mine.load(Ordering::Relaxed) != WHOLE {
            let at = mine.fetch_add(1, Ordering::Relaxed);
            let (first, end) = (at as u32, (at >> 32) as u32);
            if first < end {
                return Some(i64::from(first));
            }
        }
        self.take(slot, num, size, chunks())
    }

    /// The same where the thread has none, or all of its part.
    #[cold]
    fn take(&self, slot: usize, num: usize, size: usize, chunks: i64) -> Option<i64> {
        for owner in (num..size).chain(0..num) {
            let from = &self.0[owner].0[slot];
            let mut at = from.load(Ordering::Relaxed);
            loop {
                let (first, end) = match at {
                    WHOLE => {
                        let (first, end) = share(chunks, size as i64, owner as i64);
                        (first as u64, end as u64)
                    }
                    at => (at & u64::from(u32::MAX), at >> 32),
                };
                // One's own is empty, or the whole.
                let n = if owner == num { end.saturating_sub(first) } else { end.saturating_sub(first).div_ceil(2) };
                if n == 0 {
                    break;
                }
                let left = if owner == num { part(first + 1, end) } else { part(first, end - n) };
                match from.compare_exchange(at, left, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) if owner == num => return Some(first as i64),
                    Ok(_) => {
                        // Nobody takes anything of an empty part.
                        self.0[num].0[slot].store(part(end - n + 1, end), Ordering::Relaxed);
                        return Some((end - n) as i64);
                    }
                    Err(now) => at = now,
                }
            }
        }
        None
    }

    /// Every thread has left the loop.
    pub fn end(&self, slot: usize, size: usize) {
        self.0.iter().take(size).for_each(|t| t.0[slot].store(WHOLE, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn every_chunk_comes_once() {
        for (size, chunks) in [(1, 5), (2, 1), (3, 100), (4, 3), (4, 10_000), (7, 1001)] {
            let parts = Parts::new(size);
            let hits: Vec<AtomicU32> = (0..chunks).map(|_| AtomicU32::new(0)).collect();
            let work = |num| {
                while let Some(c) = parts.next(3, num, size, || chunks) {
                    hits[c as usize].fetch_add(1, Ordering::Relaxed);
                }
            };
            for _ in 0..2 {
                hits.iter().for_each(|h| h.store(0, Ordering::Relaxed));
                std::thread::scope(|s| (0..size).for_each(|num| _ = s.spawn(move || work(num))));
                assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == 1));
                parts.end(3, size);
            }
        }
    }

    #[test]
    fn who_comes_late_finds_the_rest() {
        let parts = Parts::new(2);
        // Of ten chunks the first five are those of thread 0, from which thread 1 takes three, two and one.
        let next = |num| parts.next(0, num, 2, || 10);
        let all: Vec<i64> = std::iter::from_fn(|| next(1)).take(8).collect();
        assert_eq!(all, [5, 6, 7, 8, 9, 2, 3, 4]);
        assert_eq!((next(0), next(1), next(0), next(1)), (Some(0), Some(1), None, None));
    }
}
