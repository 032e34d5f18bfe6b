//! Starting and ending a compiled program.

use crate::error::{AtEnd, at_end};
use crate::intrinsics::system::set_arguments;
use crate::thread::thread_started;

/// Stack of the thread that runs the program; memory is used only as far as the stack grows.
const STACK: usize = 512 << 20;

/// Writes out all buffers, for programs that end without the runtime.
pub fn finish() {
    crate::io::finish_all();
}

/// Initializes the runtime, runs the main program, writes out all buffers and returns the exit status.
///
/// `argv` are the program's arguments, its name first.
pub fn start(main: impl FnOnce() + Clone + Send + 'static, argv: Vec<Vec<u8>>) -> i32 {
    set_arguments(argv);
    at_end(AtEnd {
        flush: crate::io::flush_all,
        flush_idle: crate::io::flush_idle,
        finish: crate::io::finish_all,
        wait: crate::omp::end_of_program,
        region: crate::device::region_now,
        exceptions: || crate::fenv::flags() & crate::io::defaults::fpe_summary(),
    });
    // A program whose output nobody reads any more ends, as programs of other compilers do; Rust's own start has the
    // signal ignored.
    // SAFETY: sets the default action of a signal before the program's threads exist.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    crate::memory::tune_allocator();
    crate::timeline::start();
    crate::omp::display_at_start();
    crate::io::unit::connect_standard();
    let run = move || {
        crate::error::install_signal_handlers();
        thread_started();
        main();
        crate::omp::end_of_program();
    };
    // A thread with a stack of its own: automatic arrays may be large. Without one, the calling thread.
    match std::thread::Builder::new().stack_size(STACK).spawn(run.clone()) {
        Ok(t) => {
            if t.join().is_err() {
                crate::io::finish_all();
                crate::timeline::finish();
                return 2;
            }
        }
        Err(_) => run(),
    }
    crate::io::finish_all();
    let in_order = crate::error::exiting();
    crate::timeline::finish();
    if in_order { 0 } else { 2 }
}
