//! Starting and ending a compiled program.

ferrotran_abi::startup_rows! { implementations }

use crate::error::{AtEnd, at_end};
use crate::intrinsics::system::set_arguments;
use std::ffi::{CStr, c_char};
use std::sync::Once;

/// Stack of the thread that runs the program; memory is used only as far as the stack grows.
const STACK: usize = 512 << 20;

/// See the table.
unsafe extern "C" fn frt_main(program: *const (), argc: i32, argv: *const *const c_char) -> i32 {
    // SAFETY: `argc` strings, as every main function gets them.
    let text = |i: usize| unsafe { CStr::from_ptr(*argv.add(i)) }.to_bytes().to_vec();
    let argv = (0..usize::try_from(argc).unwrap_or(0)).map(text).collect();
    // SAFETY: the address of the main program, a function without arguments and result.
    let program = unsafe { std::mem::transmute::<*const (), unsafe extern "C" fn()>(program) };
    // SAFETY: the main program, which runs once.
    start(move || unsafe { program() }, argv)
}

/// See the table.
unsafe extern "C" fn frt_initialize() {
    extern "C" fn at_exit() {
        crate::io::finish_all();
    }
    if initialize() {
        // SAFETY: a function without arguments that lives as long as the process.
        unsafe { libc::atexit(at_exit) };
    }
}

/// Two words, as functions of C return them.
#[repr(C)]
struct Range {
    start: *const u8,
    end: *const u8,
}

// The ends of the section of that name ([`ferrotran_abi::lines::SECTION`]), null where the executable has none: the
// linker defines the symbols.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".pushsection .text.frt_line_tables,\"ax\",@progbits",
    ".weak __start_ferrotran_lines",
    ".weak __stop_ferrotran_lines",
    ".type frt_line_tables,@function",
    "frt_line_tables:",
    "mov rax, qword ptr [rip + __start_ferrotran_lines@GOTPCREL]",
    "mov rdx, qword ptr [rip + __stop_ferrotran_lines@GOTPCREL]",
    "ret",
    ".size frt_line_tables, . - frt_line_tables",
    ".globl frt_line_tables",
    ".hidden frt_line_tables",
    ".popsection",
);
#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".pushsection .text.frt_line_tables,\"ax\",@progbits",
    ".weak __start_ferrotran_lines",
    ".weak __stop_ferrotran_lines",
    ".type frt_line_tables,@function",
    "frt_line_tables:",
    "adrp x0, :got:__start_ferrotran_lines",
    "ldr x0, [x0, #:got_lo12:__start_ferrotran_lines]",
    "adrp x1, :got:__stop_ferrotran_lines",
    "ldr x1, [x1, #:got_lo12:__stop_ferrotran_lines]",
    "ret",
    ".size frt_line_tables, . - frt_line_tables",
    ".globl frt_line_tables",
    ".hidden frt_line_tables",
    ".popsection",
);
unsafe extern "C" {
    fn frt_line_tables() -> Range;
}

/// The tables of source lines of this executable.
fn line_tables() -> &'static [u8] {
    // SAFETY: both are null, or the ends of a section that is loaded with the executable and never written.
    unsafe {
        let r = frt_line_tables();
        if r.start.is_null() { &[] } else { std::slice::from_raw_parts(r.start, r.end as usize - r.start as usize) }
    }
}

/// Prepares the rooms; false where that was done already.
fn initialize() -> bool {
    static ONCE: Once = Once::new();
    let mut first = false;
    ONCE.call_once(|| {
        first = true;
        at_end(AtEnd {
            flush: crate::io::flush_all,
            flush_idle: crate::io::flush_idle,
            finish: crate::io::finish_all,
            wait: crate::omp::sequential_barrier,
            region: crate::device::region_now,
            exceptions: || crate::fenv::flags() & crate::io::defaults::fpe_summary(),
        });
        crate::backtrace::enable(line_tables());
        crate::memory::tune_allocator();
        crate::timeline::start();
        crate::io::unit::connect_standard();
    });
    first
}

/// Initializes the runtime, runs the main program, writes out all buffers and returns the exit status.
///
/// `argv` are the program's arguments, its name first.
pub fn start(main: impl FnOnce() + Clone + Send + 'static, argv: Vec<Vec<u8>>) -> i32 {
    set_arguments(argv);
    initialize();
    // A program whose output nobody reads any more ends, as programs of other compilers do; Rust's own start has the
    // signal ignored.
    // SAFETY: sets the default action of a signal before the program's threads exist.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    crate::omp::display_at_start();
    let run = move || {
        crate::error::install_signal_handlers();
        main();
        crate::omp::sequential_barrier();
        crate::error::end_of_images(0, true);
    };
    // A thread with a stack of its own: automatic arrays may be large. Without one, the calling thread.
    match std::thread::Builder::new().stack_size(STACK).spawn(run.clone()) {
        Ok(t) => {
            if t.join().is_err() {
                crate::io::finish_all();
                crate::timeline::finish();
                crate::coverage::forget();
                return 2;
            }
        }
        Err(_) => run(),
    }
    crate::io::finish_all();
    let in_order = crate::error::exiting();
    crate::timeline::finish();
    crate::coverage::forget();
    if in_order { 0 } else { 2 }
}
