//! Run-time errors, STOP and ERROR STOP, signals, and the orderly end of a program.

ferrotran_abi::error_rows! { implementations }

use crate::stderr::report;
use crate::values::{bytes, bytes_mut, file_name, store_padded};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// What the end of a program needs of rooms that this one may not name: they are above it. Said by [`at_end`].
#[derive(Clone, Copy)]
pub struct AtEnd {
    /// Writes out the buffers of all units.
    pub flush: fn(),
    /// The same for units that nobody is writing to, for handlers of signals.
    pub flush_idle: fn(),
    /// Closes all units.
    pub finish: fn(),
    /// Waits for what the program has left for later, where it ends without an error.
    pub wait: fn(),
    /// The IEEE exceptions that STOP and ERROR STOP report.
    pub exceptions: fn() -> u32,
    /// The target region in which this thread is, if it runs on a device.
    pub region: fn() -> Option<String>,
}

static AT_END: OnceLock<AtEnd> = OnceLock::new();

/// Says what to do at the end of the program. Only the first call counts.
pub fn at_end(what: AtEnd) {
    let _ = AT_END.set(what);
}

fn flush() {
    if let Some(a) = AT_END.get() {
        (a.flush)();
    }
}

fn flush_idle() {
    if let Some(a) = AT_END.get() {
        (a.flush_idle)();
    }
}

/// Device memory that the program has addresses of, for accesses on the host that fail.
#[derive(Clone, Copy)]
pub struct DeviceMemory {
    /// Whether an address is one of device memory.
    pub is_key: fn(u64) -> bool,
    /// Calls its argument with the last region that fell back to the host and the reason, if there is one; allocates
    /// nothing and waits for nothing.
    pub host_region: fn(&mut dyn FnMut(&str, &str)),
}

static DEVICE_MEMORY: OnceLock<DeviceMemory> = OnceLock::new();

/// The program has addresses of device memory from now on. Only the first call counts.
pub fn device_memory(what: DeviceMemory) {
    let _ = DEVICE_MEMORY.set(what);
}

/// STAT of ALLOCATE for an allocated allocatable.
pub const STAT_ALLOCATED: i32 = ferrotran_abi::codes::stat::ALLOCATED;
/// STAT of ALLOCATE where there is no memory.
pub const STAT_NO_MEMORY: i32 = ferrotran_abi::codes::stat::NO_MEMORY;
/// STAT of DEALLOCATE for what is not allocated.
pub const STAT_NOT_ALLOCATED: i32 = ferrotran_abi::codes::stat::NOT_ALLOCATED;

static BEFORE_EXIT: OnceLock<fn() -> bool> = OnceLock::new();

/// Says what else to do before the process ends, and whether that found everything in order. Only the first call counts.
pub fn before_exit(f: fn() -> bool) {
    let _ = BEFORE_EXIT.set(f);
}

static IMAGES: OnceLock<fn(i32, bool)> = OnceLock::new();
/// The program ends in order: by STOP or behind its last statement.
static IN_ORDER: AtomicBool = AtomicBool::new(false);

/// The program has several images: says what to do at its end, with its status, and whether it ends in order. Only the
/// first call counts.
pub fn several_images(f: fn(i32, bool)) {
    let _ = IMAGES.set(f);
}

/// Does that, once.
pub fn end_of_images(status: i32, in_order: bool) {
    static DONE: AtomicBool = AtomicBool::new(false);
    if let Some(f) = IMAGES.get()
        && !DONE.swap(true, Ordering::SeqCst)
    {
        flush();
        f(status, in_order);
    }
}

/// Does that.
pub fn exiting() -> bool {
    BEFORE_EXIT.get().is_none_or(|f| f())
}

/// How long a thread leaves the end of the process to the one that has begun with it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Flushes every unit and ends the process.
pub fn terminate(status: i32) -> ! {
    // The thread that ends the process; 0: none.
    static ENDING: AtomicUsize = AtomicUsize::new(0);
    // SAFETY: it can always be called; no thread is 0 in the C libraries of Linux.
    let here = unsafe { libc::pthread_self() } as usize;
    let mut status = status;
    match ENDING.compare_exchange(0, here, Ordering::SeqCst, Ordering::SeqCst) {
        Ok(_) => {
            if let Some(a) = AT_END.get() {
                (a.finish)();
            }
            end_of_images(status, IN_ORDER.load(Ordering::SeqCst) || status == 0);
            if !exiting() && status == 0 {
                status = 2;
            }
        }
        Err(first) if first != here => {
            // The handlers of exit run on one thread only. It may need something that this thread has: then there is an end, too.
            std::thread::sleep(PATIENCE);
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(status) }
        }
        // What is done at the end fails itself.
        Err(_) => {}
    }
    crate::timeline::finish();
    crate::coverage::finish();
    // SAFETY: ends the process; handlers registered with atexit run.
    unsafe { libc::exit(status) }
}

/// Reports a run-time error at a source position and ends the program with status 2.
pub fn fatal_at(file: &str, line: i32, msg: &str) -> ! {
    flush();
    crate::timeline::instant("error", "run-time error", &[("message", crate::timeline::Arg::Text(msg))]);
    let mut text = String::new();
    if !file.is_empty() {
        text = format!("At line {line} of file {file}\n");
    }
    text.push_str("Fortran runtime error: ");
    text.push_str(msg);
    text.push('\n');
    report(&text);
    error_termination();
    terminate(2)
}

/// The backtrace of a program that ends by an error, where there is one.
fn error_termination() {
    if crate::backtrace::enabled() {
        report("\nError termination. Backtrace:\n");
        crate::backtrace::print();
    }
}

/// Reports a run-time error without a position.
pub fn fatal(msg: &str) -> ! {
    fatal_at("", 0, msg)
}

fn name_text(name: *const u8, len: i64) -> String {
    // SAFETY: compiled code passes a constant string.
    String::from_utf8_lossy(unsafe { bytes(name, len) }).into_owned()
}

fn at(file: *const u8, line: i32, msg: &str) -> ! {
    // SAFETY: compiled code passes a NUL-terminated constant.
    fatal_at(&unsafe { file_name(file) }, line, msg)
}

/// See the table.
pub extern "C" fn frt_error(file: *const u8, line: i32, msg: *const u8, len: i64) {
    at(file, line, &name_text(msg, len))
}

/// See the table.
pub extern "C" fn frt_error_numbers(file: *const u8, line: i32, msg: *const u8, len: i64, a: i64, b: i64) {
    let text = name_text(msg, len).replace("%1", &a.to_string()).replace("%2", &b.to_string());
    at(file, line, &text)
}

/// See the table.
#[allow(clippy::too_many_arguments)]
pub extern "C" fn frt_bounds_error(
    file: *const u8,
    line: i32,
    name: *const u8,
    name_len: i64,
    dim: i32,
    index: i64,
    lower: i64,
    upper: i64,
) {
    let name = name_text(name, name_len);
    let what =
        if index < lower { format!("below lower bound of {lower}") } else { format!("above upper bound of {upper}") };
    at(file, line, &format!("Index '{index}' of dimension {dim} of array '{name}' {what}"))
}

/// See the table.
#[allow(clippy::too_many_arguments)]
pub extern "C" fn frt_section_error(
    file: *const u8,
    line: i32,
    name: *const u8,
    name_len: i64,
    dim: i32,
    index: i64,
    lower: i64,
    upper: i64,
) {
    let name = name_text(name, name_len);
    let text =
        format!("Index '{index}' of dimension {dim} of array '{name}' outside of expected range ({lower}:{upper})");
    at(file, line, &text)
}

/// See the table.
pub extern "C" fn frt_actual_error(file: *const u8, line: i32, name: *const u8, name_len: i64, kind: i32) {
    let name = name_text(name, name_len);
    let text = match kind {
        0 => format!("Allocatable actual argument '{name}' is not allocated"),
        _ => format!("Pointer actual argument '{name}' is not associated"),
    };
    at(file, line, &text)
}

/// See the table.
pub extern "C" fn frt_shape_error(
    file: *const u8,
    line: i32,
    name: *const u8,
    name_len: i64,
    dim: i32,
    got: i64,
    want: i64,
) {
    let name = name_text(name, name_len);
    let of = if name.is_empty() { String::new() } else { format!(" of array '{name}'") };
    at(file, line, &format!("Array bound mismatch for dimension {dim}{of} ({want}/{got})"))
}

/// See the table.
pub extern "C" fn frt_length_error(file: *const u8, line: i32, text: *const u8, text_len: i64, a: i64, b: i64) {
    let text = name_text(text, text_len);
    at(file, line, &format!("Unequal character lengths ({a}/{b}) in {text}"))
}

/// See the table.
pub extern "C" fn frt_argument_error(
    file: *const u8,
    line: i32,
    text: *const u8,
    text_len: i64,
    is: i64,
    want: i64,
    least: i32,
) {
    let text = name_text(text, text_len);
    let least = if least == 0 { "" } else { "at least " };
    at(file, line, &format!("{text}: is {is}, should be {least}{want}"))
}

/// See the table.
pub extern "C" fn frt_substring_error(
    file: *const u8,
    line: i32,
    name: *const u8,
    name_len: i64,
    first: i64,
    last: i64,
    len: i64,
) {
    let name = name_text(name, name_len);
    let what = if first < 1 {
        format!("lower bound ({first}) of '{name}' is less than one")
    } else {
        format!("upper bound ({last}) of '{name}' exceeds string length ({len})")
    };
    at(file, line, &format!("Substring out of bounds: {what}"))
}

/// See the table.
pub extern "C" fn frt_null_error(file: *const u8, line: i32, name: *const u8, name_len: i64, kind: i32) {
    let name = name_text(name, name_len);
    let msg = match kind {
        0 => format!("Allocatable variable '{name}' is not allocated"),
        1 => format!("Pointer '{name}' is not associated"),
        2 => format!("Procedure pointer '{name}' is not associated"),
        _ => format!("Optional argument '{name}' is not present"),
    };
    at(file, line, &msg)
}

/// See the table.
pub extern "C" fn frt_div_zero(file: *const u8, line: i32) {
    at(file, line, "Integer division by zero")
}

/// See the table.
pub extern "C" fn frt_step_zero(file: *const u8, line: i32) {
    at(file, line, "DO step value is zero")
}

/// See the table.
pub extern "C" fn frt_alloc_error(file: *const u8, line: i32, status: i32, name: *const u8, name_len: i64) {
    let name = name_text(name, name_len);
    let msg = match status {
        STAT_ALLOCATED => format!("Attempting to allocate already allocated variable '{name}'"),
        STAT_NOT_ALLOCATED => format!("Attempt to DEALLOCATE unallocated '{name}'"),
        _ => format!("Insufficient memory to allocate '{name}'"),
    };
    at(file, line, &msg)
}

/// See the table.
pub extern "C" fn frt_alloc_errmsg(status: i32, msg: *mut u8, msg_len: i64) {
    let text = match status {
        0 => return,
        STAT_ALLOCATED => "Attempt to allocate an allocated object",
        STAT_NOT_ALLOCATED => "Attempt to deallocate an unallocated object",
        _ => "Insufficient virtual memory",
    };
    // SAFETY: the ERRMSG variable of the statement.
    store_padded(unsafe { bytes_mut(msg, msg_len) }, text.as_bytes());
}

/// The note that goes with STOP and ERROR STOP where exceptions are signaling (Fortran 2018, 11.4).
fn report_exceptions(flags: u32) {
    let names: Vec<&str> = [
        (1, "IEEE_INVALID_FLAG"),
        (4, "IEEE_DIVIDE_BY_ZERO"),
        (8, "IEEE_OVERFLOW_FLAG"),
        (16, "IEEE_UNDERFLOW_FLAG"),
        (2, "IEEE_DENORMAL"),
    ]
    .iter()
    .filter(|f| flags & f.0 != 0)
    .map(|f| f.1)
    .collect();
    if !names.is_empty() {
        report(&format!("Note: The following floating-point exceptions are signalling: {}\n", names.join(" ")));
    }
}

fn stop_with(text: Option<String>, quiet: i32, status: i32, error: bool) -> ! {
    if !error {
        IN_ORDER.store(true, Ordering::SeqCst);
        if let Some(a) = AT_END.get() {
            (a.wait)();
        }
    }
    let flags = AT_END.get().map_or(0, |a| (a.exceptions)());
    flush();
    if quiet == 0 {
        report_exceptions(flags);
    }
    if let (Some(t), 0) = (text, quiet) {
        report(&t);
        // Code of kernels has no frames on the host.
        if let Some(region) = AT_END.get().filter(|_| error).and_then(|a| (a.region)()) {
            report(&format!("in {region}\n"));
        }
    }
    if error && quiet == 0 {
        error_termination();
    }
    terminate(status)
}

/// See the table.
pub extern "C" fn frt_stop(quiet: i32) {
    stop_with(None, quiet, 0, false)
}

/// See the table.
pub extern "C" fn frt_stop_int(code: i32, quiet: i32) {
    stop_with(Some(format!("STOP {code}\n")), quiet, code, false)
}

/// See the table.
pub extern "C" fn frt_stop_chr(text: *const u8, len: i64, quiet: i32) {
    stop_with(Some(format!("STOP {}\n", name_text(text, len))), quiet, 0, false)
}

/// See the table.
pub extern "C" fn frt_pause_chr(text: *const u8, len: i64) {
    pause(name_text(text, len).trim_end())
}

/// See the table.
pub extern "C" fn frt_pause_int(code: i64) {
    pause(&code.to_string())
}

/// Byte by byte, so that what stands behind the line is left to the program.
fn pause(text: &str) {
    flush();
    let gap = if text.is_empty() { "" } else { " " };
    report(&format!("PAUSE{gap}{text}\n`go` resumes the program, any other line ends it.\n"));
    let mut line = Vec::new();
    loop {
        let mut c = 0u8;
        // SAFETY: reads at most one byte into a variable of one byte.
        let n = unsafe { libc::read(0, (&raw mut c).cast(), 1) };
        if n <= 0 || c == b'\n' {
            break;
        }
        line.push(c);
    }
    if !line.trim_ascii().eq_ignore_ascii_case(b"go") {
        terminate(0)
    }
}

/// See the table.
pub extern "C" fn frt_error_stop(quiet: i32) {
    stop_with(Some("ERROR STOP \n".to_string()), quiet, 1, true)
}

/// See the table.
pub extern "C" fn frt_error_stop_int(code: i32, quiet: i32) {
    stop_with(Some(format!("ERROR STOP {code}\n")), quiet, code, true)
}

/// See the table.
pub extern "C" fn frt_error_stop_chr(text: *const u8, len: i64, quiet: i32) {
    stop_with(Some(format!("ERROR STOP {}\n", name_text(text, len))), quiet, 1, true)
}

/// See the table.
pub extern "C" fn frt_exit(status: i32) {
    terminate(status)
}

/// See the table.
pub extern "C" fn frt_abort() {
    flush();
    crate::timeline::finish();
    crate::coverage::finish();
    // The signal's handler would say the same again.
    // SAFETY: restores the default action of a signal; ends the process.
    unsafe {
        libc::signal(libc::SIGABRT, libc::SIG_DFL);
        if crate::backtrace::enabled() {
            report("\nProgram aborted. Backtrace:\n");
            crate::backtrace::print();
        }
        libc::abort()
    }
}

/// Signals that end a program with a report, and what it says.
const SIGNALS: &[(i32, &str)] = &[
    (libc::SIGSEGV, "SIGSEGV: Segmentation fault - invalid memory reference."),
    (libc::SIGBUS, "SIGBUS: Access to an undefined portion of a memory object."),
    (libc::SIGILL, "SIGILL: Illegal instruction."),
    (libc::SIGFPE, "SIGFPE: Floating-point exception - erroneous arithmetic operation."),
    (libc::SIGABRT, "SIGABRT: Process abort signal."),
    (libc::SIGQUIT, "SIGQUIT: Terminal quit signal."),
    (libc::SIGTRAP, "SIGTRAP: Trace/breakpoint trap."),
    (libc::SIGSYS, "SIGSYS: Bad system call."),
    (libc::SIGXCPU, "SIGXCPU: CPU time limit exceeded."),
    (libc::SIGXFSZ, "SIGXFSZ: File size limit exceeded."),
];

/// The output of a program that another process ends is written first.
extern "C" fn on_ending(signal: i32) {
    flush_idle();
    crate::timeline::finish_idle();
    crate::coverage::finish_idle();
    end_by(signal);
}

/// Says what a kernel did that ran on this thread and used an address that it must not; false where none ran.
type KernelFault = fn(u64, &mut dyn FnMut(&str)) -> bool;

static KERNEL_FAULT: OnceLock<KernelFault> = OnceLock::new();

/// Lets the reports of signals name the kernel that a thread of the host runs.
pub fn on_kernel_fault(f: KernelFault) {
    let _ = KERNEL_FAULT.set(f);
}

/// Reports an access of a kernel that ran on this thread; false where none ran.
fn report_kernel_fault(address: u64) -> bool {
    let mut first = true;
    let mut say = |part: &str| {
        if std::mem::take(&mut first) {
            report("Fortran runtime error: ");
        }
        report(part);
    };
    KERNEL_FAULT.get().is_some_and(|f| f(address, &mut say))
}

extern "C" fn on_signal(signal: i32, info: *const libc::siginfo_t, _context: *const std::ffi::c_void) {
    // Out of the handler's legal calls, but the program is lost anyway and its output is not:
    // only units that nobody is writing to at this moment are touched.
    flush_idle();
    crate::timeline::finish_idle();
    crate::coverage::finish_idle();
    // SAFETY: the system passes what it knows about the signal.
    if matches!(signal, libc::SIGSEGV | libc::SIGBUS) && report_kernel_fault(unsafe { (*info).si_addr() } as u64) {
        report("\n");
        error_termination();
        // SAFETY: ends the process at once; the files were written above.
        unsafe { libc::_exit(2) }
    }
    // SAFETY: as above.
    if matches!(signal, libc::SIGSEGV | libc::SIGBUS) && unsafe { is_device_address(info) } {
        report("Fortran runtime error: memory that omp_target_alloc took on a device is used on the host");
        if let Some(d) = DEVICE_MEMORY.get() {
            (d.host_region)(&mut |place, why| {
                for part in ["; ", place, " ran on the host: ", why] {
                    report(part);
                }
            });
        }
        report("\n");
        error_termination();
        // SAFETY: ends the process at once; the files were written above.
        unsafe { libc::_exit(2) }
    }
    let text = SIGNALS.iter().find(|s| s.0 == signal).map_or("", |s| s.1);
    report("\nProgram received signal ");
    report(text);
    report("\n");
    if crate::backtrace::enabled() {
        report("\nBacktrace for this error:\n");
        crate::backtrace::print();
    }
    end_by(signal);
}

/// Whether an access failed because its address is a key of device memory.
///
/// # Safety
/// `info` is what a handler of SIGSEGV or SIGBUS was given.
unsafe fn is_device_address(info: *const libc::siginfo_t) -> bool {
    // SAFETY: the caller's promise.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr() as u64) };
    // x86-64 does not tell addresses that no memory can have, only that there was one (SI_KERNEL).
    const NO_ADDRESS: i32 = 0x80;
    DEVICE_MEMORY.get().is_some_and(|d| {
        (d.is_key)(address) || cfg!(all(target_arch = "x86_64", target_os = "linux")) && code == NO_ADDRESS
    })
}

fn end_by(signal: i32) {
    // SAFETY: restores the default action and lets it end the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Installs the handlers of signals that end the program, on an alternate stack of the calling thread.
pub fn install_signal_handlers() {
    const STACK: usize = 64 * 1024;
    // SAFETY: plain calls of the C library; the alternate stack is never freed.
    unsafe {
        let mut stack: libc::stack_t = std::mem::zeroed();
        let memory = libc::malloc(STACK);
        if !memory.is_null() {
            stack.ss_sp = memory;
            stack.ss_size = STACK;
            libc::sigaltstack(&stack, std::ptr::null_mut());
        }
        let ending = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP].map(|s| (s, on_ending as *const () as usize, 0));
        let failing = SIGNALS.iter().map(|s| (s.0, on_signal as *const () as usize, libc::SA_SIGINFO));
        for (signal, handler, more) in failing.chain(ending) {
            let mut action: libc::sigaction = std::mem::zeroed();
            let mut old: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_NODEFER | more;
            // What the caller asked to be ignored stays so (as `nohup` does).
            if libc::sigaction(signal, std::ptr::null(), &mut old) == 0 && old.sa_sigaction != libc::SIG_IGN {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}
