//! Which variable a task combines with that takes part in a reduction: what it names may be the accumulator of another
//! task, which is over before this one ends.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

/// An accumulator and what its owner combines it into.
struct Accumulator {
    private: Range<usize>,
    /// 0 where that is not contiguous.
    shared: usize,
}

/// The accumulators of all tasks in progress. Of two at one address the later one counts.
static ACCUMULATORS: Mutex<Vec<Accumulator>> = Mutex::new(Vec::new());

fn accumulators() -> MutexGuard<'static, Vec<Accumulator>> {
    ACCUMULATORS.lock().unwrap_or_else(|e| e.into_inner())
}

/// Bytes at `private` accumulate what is combined into those at `shared`.
pub extern "C" fn accumulator(private: *const c_void, bytes: i64, shared: *const c_void) {
    let start = private as usize;
    let private = start..start + bytes.max(1) as usize;
    accumulators().push(Accumulator { private, shared: shared as usize });
}

/// That is over.
pub extern "C" fn accumulator_end(private: *const c_void) {
    let mut list = accumulators();
    if let Some(at) = list.iter().rposition(|a| a.private.start == private as usize) {
        list.remove(at);
    }
}

/// What a task combines with that takes part in the reduction of what is at `address`.
pub extern "C" fn reduced(address: *const c_void) -> *const c_void {
    let at = address as usize;
    let found = accumulators().iter().rev().find(|a| a.private.contains(&at)).map(|a| (a.private.start, a.shared));
    match found {
        None => address,
        Some((_, 0)) => crate::error::fatal(
            "a task of another procedure takes part in the reduction of an array section that is not contiguous",
        ),
        Some((start, shared)) => (shared + (at - start)) as *const c_void,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_accumulator_counts() {
        let p = |n: usize| n as *const c_void;
        // Addresses that no test of tasks uses.
        accumulator(p(16), 16, p(256));
        assert_eq!(reduced(p(20)), p(260));
        assert_eq!(reduced(p(32)), p(32));
        accumulator(p(16), 16, p(16));
        assert_eq!(reduced(p(20)), p(20));
        accumulator_end(p(16));
        assert_eq!(reduced(p(16)), p(256));
        accumulator_end(p(16));
        assert_eq!(reduced(p(16)), p(16));
    }
}
