//! `FERROTRAN_SCHEDULE_SEED=n`: tasks and threads come in odd orders, others for each number. A ready task is taken at
//! random, whatever its priority; threads give way or wait a little where they meet others; some tasks run at once, and
//! some target tasks on a thread of the runtime. A program that is right prints under each seed what it prints without.

use super::icv::settings;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(0) };
    /// Places that this thread has met.
    static MET: Cell<u32> = const { Cell::new(0) };
}

/// Whether orders are odd.
#[inline]
pub fn on() -> bool {
    settings().seed.is_some()
}

/// The next number of this thread (Vigna's splitmix64).
fn next() -> u64 {
    static THREADS: AtomicU64 = AtomicU64::new(1);
    let mut state = STATE.get();
    if state == 0 {
        let thread = THREADS.fetch_add(1, Ordering::Relaxed);
        state = settings().seed.unwrap_or(0).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ thread << 48;
    }
    state = state.wrapping_add(0x9e37_79b9_7f4a_7c15) | 1;
    STATE.set(state);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// One of `n`, where orders are odd.
pub fn pick(n: usize) -> Option<usize> {
    (n > 1 && on()).then(|| (next() % n as u64) as usize)
}

/// True once in `n` times, where orders are odd.
pub fn chance(n: u64) -> bool {
    on() && next().is_multiple_of(n)
}

/// A place where a thread may lose its processor.
#[inline]
pub fn disturb() {
    if on() {
        give_way();
    }
}

/// Places after which a thread loses its processor at few of them only: long loops come to their end.
const MANY: u32 = 2000;

#[cold]
fn give_way() {
    let met = MET.get();
    MET.set(met.saturating_add(1));
    let n = next();
    if met > MANY && !(n >> 32).is_multiple_of(64) {
        return;
    }
    match n % 16 {
        0..6 => {}
        6..11 => (0..=n >> 8 & 3).for_each(|_| std::thread::yield_now()),
        11..15 => (0..n >> 8 & 1023).for_each(|_| std::hint::spin_loop()),
        _ => std::thread::sleep(Duration::from_micros(n >> 8 & 63)),
    }
}
