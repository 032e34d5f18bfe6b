//! Starting and ending a compiled program.

use crate::intrinsics::system::set_arguments;

/// Stack of the thread that runs the program; memory is used only as far as the stack grows.
const STACK: usize = 512 << 20;

/// Initializes the runtime, runs the main program, writes out all buffers and returns the exit status.
///
/// `argv` are the program's arguments, its name first.
pub fn start(main: extern "C" fn(), argv: Vec<Vec<u8>>) -> i32 {
    set_arguments(argv);
    crate::memory::tune_allocator();
    crate::omp::display_at_start();
    let run = move || {
        crate::error::install_signal_handlers();
        main();
    };
    // A thread with a stack of its own: automatic arrays may be large. Without one, the calling thread.
    match std::thread::Builder::new().stack_size(STACK).spawn(run) {
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
