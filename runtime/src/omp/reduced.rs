//! Which variable a task combines with that takes part in a reduction: what it names may be the accumulator of another
//! task, which is over before this one ends.

use std::ffi::{CStr, c_char, c_void};
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
///
/// # Safety
/// `name` and `file` are static NUL-terminated strings.
pub unsafe extern "C" fn reduced(
    address: *const c_void,
    name: *const c_char,
    file: *const c_char,
    line: i32,
) -> *const c_void {
    // SAFETY: the caller's promise.
    let text = |p: *const c_char| unsafe { CStr::from_ptr(p) }.to_string_lossy();
    match combined_with(address as usize) {
        Some(0) => crate::error::fatal(
            "a task of another procedure takes part in the reduction of an array section that is not contiguous",
        ),
        Some(at) => at as *const c_void,
        None => crate::error::fatal(&format!(
            "the directive at {}:{line} has '{}' in in_reduction, but it takes part in no reduction: no region around has \
             that variable in task_reduction, or in reduction with the modifier task",
            text(file),
            text(name),
        )),
    }
}

/// The address that goes with one in an accumulator; 0 where there is none; `None` outside of accumulators.
fn combined_with(at: usize) -> Option<usize> {
    let found = accumulators().iter().rev().find(|a| a.private.contains(&at)).map(|a| (a.private.start, a.shared));
    found.map(|(start, shared)| if shared == 0 { 0 } else { shared + (at - start) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_accumulator_counts() {
        let p = |n: usize| n as *const c_void;
        // Addresses that no test of tasks uses.
        accumulator(p(16), 16, p(256));
        assert_eq!(combined_with(20), Some(260));
        assert_eq!(combined_with(32), None);
        accumulator(p(16), 16, p(16));
        assert_eq!(combined_with(20), Some(20));
        accumulator_end(p(16));
        assert_eq!(combined_with(16), Some(256));
        accumulator_end(p(16));
        assert_eq!(combined_with(16), None);
    }
}
