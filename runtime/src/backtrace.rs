//! Backtraces: the procedures of the program that are active when it fails, with file and line.
//!
//! Frames of the runtime and of libraries are passed by the unwinder of the C compiler's run-time library, which knows
//! their layout; compiled code keeps frame pointers, and is walked by these. Nothing here allocates memory, since the
//! program may have failed inside the allocator.

use ferrotran_abi::lines;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tables of source lines of the program.
static TABLES: Mutex<Vec<&'static [u8]>> = Mutex::new(Vec::new());
static ENABLED: AtomicBool = AtomicBool::new(false);

/// The program has these tables of source lines ([`lines`]), where they were loaded: backtraces are printed from now on.
pub fn enable(tables: &'static [u8]) {
    if let Ok(mut list) = TABLES.lock()
        && !tables.is_empty()
        && !list.iter().any(|t| std::ptr::eq(*t, tables))
    {
        list.push(tables);
        ENABLED.store(true, Ordering::Release);
    }
}

/// Whether [`print`] prints anything.
pub fn enabled() -> bool {
    ENABLED.load(Ordering::Acquire)
}

/// What a code address of the program belongs to: calls `tell` with procedure, file and line; false for what is not
/// the program's. For reports of failures: it allocates nothing and takes no lock that it would have to wait for.
fn place_at(address: usize, tell: &mut dyn FnMut(&str, &str, u32)) -> bool {
    TABLES.try_lock().is_ok_and(|list| list.iter().any(|t| lines::find(t, address, tell)))
}

/// Most frames that are printed.
const MOST: usize = 200;

/// Text that is collected without memory from the allocator.
struct Line {
    text: [u8; 1024],
    len: usize,
}

impl std::fmt::Write for Line {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        let n = s.len().min(self.text.len() - self.len);
        self.text[self.len..self.len + n].copy_from_slice(&s.as_bytes()[..n]);
        self.len += n;
        Ok(())
    }
}

/// One walk.
struct Walk<'a> {
    /// What gets file and line of the frames, which are not printed then.
    tell: Option<&'a mut dyn FnMut(&str, u32)>,
    printed: usize,
    /// Frame pointer to go on from, once compiled code was reached.
    frame_pointer: usize,
    done: bool,
}

impl Walk<'_> {
    /// Prints the frame that an address lies in; false where it is not the program's.
    fn frame(&mut self, address: usize, is_return: bool) -> bool {
        use std::fmt::Write;
        if let Some(tell) = &mut self.tell {
            return place_at(address - usize::from(is_return), &mut |_, file, line| tell(file, line));
        }
        let number = self.printed;
        let found = place_at(address - usize::from(is_return), &mut |procedure, file, line| {
            let mut out = Line { text: [0; 1024], len: 0 };
            // A line that is too long is cut.
            let _ = writeln!(out, "#{number}  {address:#x} in {procedure}");
            if line > 0 {
                let _ = writeln!(out, "\tat {file}:{line}");
            }
            crate::stderr::report_bytes(&out.text[..out.len]);
        });
        self.printed += usize::from(found);
        found
    }
}

/// Prints the frames of the calling thread, the innermost first.
pub fn print() {
    static WALKING: AtomicBool = AtomicBool::new(false);
    if !enabled() {
        return;
    }
    // A second failure while frames are printed ends this.
    if WALKING.swap(true, Ordering::SeqCst) {
        return;
    }
    let mut walk = Walk { tell: None, printed: 0, frame_pointer: 0, done: false };
    unwind::until_program(&mut walk);
    if walk.frame_pointer != 0 {
        let (low, high) = stack_of_thread();
        let mut fp = walk.frame_pointer;
        // Frames of code without frame pointers between those of the program leave the register as it was, or with
        // any other value: then the walk ends.
        while walk.printed < MOST && fp.is_multiple_of(8) && fp >= low && fp.saturating_add(16) <= high {
            // SAFETY: two words inside the stack of this thread, aligned.
            let (next, back) = unsafe { (*(fp as *const usize), *((fp + 8) as *const usize)) };
            if back == 0 || next <= fp {
                walk.frame(back.max(1), true);
                break;
            }
            walk.frame(back, true);
            fp = next;
        }
    }
    WALKING.store(false, Ordering::SeqCst);
}

/// Calls `f` with file and line of the innermost frame of the calling thread that is the program's, if that is known.
pub fn innermost(f: &mut dyn FnMut(&str, u32)) {
    if enabled() {
        let mut tell = |file: &str, line: u32| {
            if line > 0 {
                f(file, line);
            }
        };
        let tell: Option<&mut dyn FnMut(&str, u32)> = Some(&mut tell);
        unwind::until_program(&mut Walk { tell, printed: 0, frame_pointer: 0, done: false });
    }
}

/// Lowest and highest address of the calling thread's stack; an empty range where it is not known.
fn stack_of_thread() -> (usize, usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: the attributes are initialized by the call that succeeds, and destroyed once.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return (0, 0);
        }
        let mut low = std::ptr::null_mut();
        let mut size = 0;
        let known = libc::pthread_attr_getstack(&attributes, &mut low, &mut size) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        if known { (low as usize, low as usize + size) } else { (0, 0) }
    }
    #[cfg(not(target_os = "linux"))]
    (0, 0)
}

/// The unwinder that every program of this platform has.
#[cfg(target_os = "linux")]
mod unwind {
    use super::Walk;
    use std::ffi::{c_int, c_void};

    /// Number of the frame pointer among the registers of unwind information.
    const FRAME_POINTER: c_int = if cfg!(target_arch = "aarch64") { 29 } else { 6 };
    const CONTINUE: c_int = 0;
    const STOP: c_int = 4;

    unsafe extern "C" {
        fn _Unwind_Backtrace(f: extern "C" fn(*mut c_void, *mut c_void) -> c_int, data: *mut c_void) -> c_int;
        fn _Unwind_GetIPInfo(context: *mut c_void, before: *mut c_int) -> usize;
        fn _Unwind_GetGR(context: *mut c_void, register: c_int) -> usize;
    }

    extern "C" fn frame(context: *mut c_void, data: *mut c_void) -> c_int {
        // SAFETY: `data` is the walk that `until_program` lends for the time of the call; the context is the unwinder's.
        let (walk, ip, before, fp) = unsafe {
            let mut before = 0;
            let ip = _Unwind_GetIPInfo(context, &mut before);
            (&mut *data.cast::<Walk<'_>>(), ip, before, _Unwind_GetGR(context, FRAME_POINTER))
        };
        if ip == 0 || walk.done || !walk.frame(ip, before == 0) {
            return CONTINUE;
        }
        // From here on frame pointers lead.
        walk.done = true;
        walk.frame_pointer = fp;
        STOP
    }

    /// Passes frames until the first one of the program, which is printed.
    pub fn until_program(walk: &mut Walk<'_>) {
        // SAFETY: the callback does not unwind, and the walk outlives the call.
        unsafe { _Unwind_Backtrace(frame, (walk as *mut Walk<'_>).cast()) };
    }
}

#[cfg(not(target_os = "linux"))]
mod unwind {
    /// There is no known unwinder here.
    pub fn until_program(_: &mut super::Walk<'_>) {}
}
