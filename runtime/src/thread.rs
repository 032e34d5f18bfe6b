//! What every thread that runs parts of the program does first.

use std::sync::OnceLock;

/// What to do in every thread that runs parts of the program, before anything else.
static THREAD_START: OnceLock<fn()> = OnceLock::new();

/// Sets what every thread of the program does first. Only the first call counts.
pub fn on_thread_start(f: fn()) {
    let _ = THREAD_START.set(f);
}

/// A thread begins that will run parts of the program.
pub(crate) fn thread_started() {
    if let Some(f) = THREAD_START.get() {
        f();
    }
}
