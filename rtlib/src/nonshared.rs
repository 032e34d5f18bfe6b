//! Functions that the GNU C library has in the static part that linkers add to every program (`libc_nonshared.a`) before
//! version 2.33 or to this day. With them nothing of the C library's development files is needed, and executables run on
//! older versions than that of the machine on which they were linked.

use libc::{c_char, c_int, c_long, c_void};

/// What the kernel says of a file. Its structure is that of the C library on machines of 64 bits.
unsafe fn file_status(dir: c_int, path: *const c_char, buf: *mut c_void, flags: c_int) -> c_int {
    // SAFETY: as promised by the caller, who calls a function of the C library by its rules.
    unsafe { libc::syscall(libc::SYS_newfstatat, dir as c_long, path, buf, flags as c_long) as c_int }
}

macro_rules! status_functions {
    ($($stat:ident $fstat:ident $lstat:ident $fstatat:ident;)*) => {
    $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $stat(path: *const c_char, buf: *mut c_void) -> c_int {
            // SAFETY: handed on.
            unsafe { file_status(libc::AT_FDCWD, path, buf, 0) }
        }
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $fstat(fd: c_int, buf: *mut c_void) -> c_int {
            // SAFETY: an empty path names the file of the descriptor.
            unsafe { file_status(fd, c"".as_ptr(), buf, libc::AT_EMPTY_PATH) }
        }
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $lstat(path: *const c_char, buf: *mut c_void) -> c_int {
            // SAFETY: handed on.
            unsafe { file_status(libc::AT_FDCWD, path, buf, libc::AT_SYMLINK_NOFOLLOW) }
        }
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $fstatat(dir: c_int, path: *const c_char, buf: *mut c_void, flags: c_int) -> c_int {
            // SAFETY: handed on.
            unsafe { file_status(dir, path, buf, flags) }
        }
    )*
        /// Their names.
        pub const STATUS: &[&str] =
            &[$(stringify!($stat), stringify!($fstat), stringify!($lstat), stringify!($fstatat)),*];
    };
}
status_functions! {
    stat fstat lstat fstatat;
    stat64 fstat64 lstat64 fstatat64;
}

unsafe extern "C" {
    /// What identifies the executable or library that this is part of; the linker's.
    static __dso_handle: u8;
    fn __cxa_atexit(f: Option<unsafe extern "C" fn(*mut c_void)>, arg: *mut c_void, dso: *const c_void) -> c_int;
    fn __register_atfork(
        prepare: Option<unsafe extern "C" fn()>,
        parent: Option<unsafe extern "C" fn()>,
        child: Option<unsafe extern "C" fn()>,
        dso: *const c_void,
    ) -> c_int;
}

macro_rules! exported {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $t:ty),* $(,)?) -> $r:ty $body:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($arg: $t),*) -> $r $body
        )*
        /// Their names.
        pub const OTHERS: &[&str] = &[$(stringify!($name)),*];
    };
}
exported! {
    /// Since version 2.30.
    fn gettid() -> libc::pid_t {
        // SAFETY: takes nothing.
        unsafe { libc::syscall(libc::SYS_gettid) as libc::pid_t }
    }

    fn atexit(f: Option<unsafe extern "C" fn()>) -> c_int {
        // SAFETY: a function that takes nothing may be called with an argument under the C ABI.
        unsafe {
            let f = std::mem::transmute::<Option<unsafe extern "C" fn()>, Option<unsafe extern "C" fn(*mut c_void)>>(f);
            __cxa_atexit(f, std::ptr::null_mut(), (&raw const __dso_handle).cast())
        }
    }

    fn pthread_atfork(
        prepare: Option<unsafe extern "C" fn()>,
        parent: Option<unsafe extern "C" fn()>,
        child: Option<unsafe extern "C" fn()>,
    ) -> c_int {
        // SAFETY: handed on.
        unsafe { __register_atfork(prepare, parent, child, (&raw const __dso_handle).cast()) }
    }
}
