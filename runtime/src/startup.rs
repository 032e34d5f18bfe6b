//! Starting and ending a compiled program.

use crate::intrinsics::system::set_arguments;
use std::sync::OnceLock;

/// Stack of the thread that runs the program; memory is used only as far as the stack grows.
const STACK: usize = 512 << 20;

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

/// Writes out all buffers, for programs that end without the runtime.
pub fn finish() {
    crate::io::finish_all();
}

/// Initializes the runtime, runs the main program, writes out all buffers and returns the exit status.
///
/// `argv` are the program's arguments, its name first.
pub fn start(main: impl FnOnce() + Clone + Send + 'static, argv: Vec<Vec<u8>>) -> i32 {
    set_arguments(argv);
    // A program whose output nobody reads any more ends, as programs of other compilers do; Rust's own start has the
    // signal ignored.
    // SAFETY: sets the default action of a signal before the program's threads exist.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    crate::memory::tune_allocator();
    crate::omp::display_at_start();
    crate::io::unit::connect_standard();
    let run = move || {
        crate::error::install_signal_handlers();
        thread_started();
        main();
    };
    // A thread with a stack of its own: automatic arrays may be large. Without one, the calling thread.
    match std::thread::Builder::new().stack_size(STACK).spawn(run.clone()) {
        Ok(t) => {
            if t.join().is_err() {
                crate::io::finish_all();
                return 2;
            }
        }
        Err(_) => run(),
    }
    crate::io::finish_all();
    0
}
