//! Clocks, dates, command line, environment and other calls of the operating system.

ferrotran_abi::system_rows! { implementations }

use crate::desc::Desc;
use crate::values::store_int;
use crate::values::store_padded;
use crate::values::{bytes, bytes_mut};
use std::ffi::CString;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

static ARGUMENTS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();

/// Sets the command line that the program sees; the first call counts.
pub fn set_arguments(argv: Vec<Vec<u8>>) {
    let _ = ARGUMENTS.set(argv);
}

/// The program's arguments, its name first.
fn arguments() -> &'static [Vec<u8>] {
    use std::os::unix::ffi::OsStringExt;
    ARGUMENTS.get_or_init(|| std::env::args_os().map(OsStringExt::into_vec).collect())
}

// SAFETY (of all functions of the table below): compiled code passes valid variables, or null where the
// table allows it.

/// See the table.
pub extern "C" fn frt_system_clock(
    count: *mut u8,
    count_kind: i32,
    rate: *mut u8,
    rate_kind: i32,
    max: *mut u8,
    max_kind: i32,
) {
    let mut kind = 16;
    for (p, k) in [(count, count_kind), (rate, rate_kind), (max, max_kind)] {
        if !p.is_null() && k > 0 {
            kind = kind.min(k);
        }
    }
    let (per_second, limit): (i64, i64) = match kind {
        8 | 16 => (1_000_000_000, i64::MAX),
        4 => (1000, i32::MAX.into()),
        // No clock that counts in such small numbers.
        _ => (0, 0),
    };
    // SAFETY: a clock into a local.
    let ticks = unsafe {
        let mut t: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut t);
        i128::from(t.tv_sec) * i128::from(per_second) + i128::from(t.tv_nsec) * i128::from(per_second) / 1_000_000_000
    };
    let ticks = if limit == 0 {
        if kind == 2 { -i64::from(i16::MAX) } else { -i64::from(i8::MAX) }
    } else {
        (ticks % (i128::from(limit) + 1)) as i64
    };
    // SAFETY: see above.
    unsafe {
        if !count.is_null() {
            store_int(count, count_kind, ticks);
        }
        if !max.is_null() {
            store_int(max, max_kind, limit);
        }
        match rate_kind {
            _ if rate.is_null() => {}
            -4 => rate.cast::<f32>().write_unaligned(per_second as f32),
            k @ (-10 | -16) => {
                let v = ferrotran_xreal::Num::from_i128(per_second.into());
                rate.cast::<u128>().write_unaligned(v.to_memory(-k as u8));
            }
            k if k < 0 => rate.cast::<f64>().write_unaligned(per_second as f64),
            k => store_int(rate, k, per_second),
        }
    }
}

/// User and system time of the process in seconds.
fn process_times() -> (f64, f64) {
    // SAFETY: usage into a local.
    unsafe {
        let mut u: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut u);
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 * 1e-6;
        (seconds(u.ru_utime), seconds(u.ru_stime))
    }
}

/// See the table.
pub extern "C" fn frt_cpu_time() -> f64 {
    // SAFETY: a clock into a local.
    unsafe {
        let mut t: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t);
        t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

pub(super) fn local(seconds: i64) -> libc::tm {
    // SAFETY: conversion into a local.
    unsafe {
        let mut tm: libc::tm = std::mem::zeroed();
        let t = seconds as libc::time_t;
        libc::localtime_r(&t, &mut tm);
        tm
    }
}

pub(super) fn store(p: *mut u8, len: i64, text: &str) {
    // SAFETY: see above.
    store_padded(unsafe { bytes_mut(p, len) }, text.as_bytes());
}

/// See the table.
pub extern "C" fn frt_date_and_time(
    date: *mut u8,
    date_len: i64,
    time: *mut u8,
    time_len: i64,
    zone: *mut u8,
    zone_len: i64,
    values: *const u8,
) {
    let t = now();
    let tm = local(t.as_secs() as i64);
    let ms = t.subsec_millis();
    let offset = tm.tm_gmtoff / 60;
    let (year, month) = (tm.tm_year + 1900, tm.tm_mon + 1);
    store(date, date_len, &format!("{year:04}{month:02}{:02}", tm.tm_mday));
    store(time, time_len, &format!("{:02}{:02}{:02}.{ms:03}", tm.tm_hour, tm.tm_min, tm.tm_sec));
    let sign = if offset < 0 { '-' } else { '+' };
    store(zone, zone_len, &format!("{sign}{:02}{:02}", offset.abs() / 60, offset.abs() % 60));
    if values.is_null() {
        return;
    }
    let all = [year, month, tm.tm_mday, offset as i32, tm.tm_hour, tm.tm_min, tm.tm_sec, ms as i32].map(i64::from);
    // SAFETY: see above.
    let d = unsafe { Desc::new(values) };
    let kind = d.elem_len() as i32;
    let mut i = 0;
    d.for_each(|p| {
        if let Some(v) = all.get(i) {
            // SAFETY: an element of the array.
            unsafe { store_int(p, kind, *v) };
        }
        i += 1;
    });
}

/// Stores a text result with its length; -1 where it does not fit.
fn give(text: &[u8], value: *mut u8, value_len: i64, length: *mut i64) -> i32 {
    if !length.is_null() {
        // SAFETY: see above.
        unsafe { length.write_unaligned(text.len() as i64) };
    }
    if value.is_null() {
        return 0;
    }
    // SAFETY: see above.
    store_padded(unsafe { bytes_mut(value, value_len) }, text);
    if text.len() as i64 > value_len { -1 } else { 0 }
}

/// See the table.
pub extern "C" fn frt_command_argument_count() -> i32 {
    arguments().len().saturating_sub(1) as i32
}

/// See the table.
pub extern "C" fn frt_get_command_argument(number: i32, value: *mut u8, value_len: i64, length: *mut i64) -> i32 {
    match usize::try_from(number).ok().and_then(|n| arguments().get(n)) {
        Some(a) => give(a, value, value_len, length),
        None => {
            give(b"", value, value_len, length);
            42
        }
    }
}

/// See the table.
pub extern "C" fn frt_get_command(value: *mut u8, value_len: i64, length: *mut i64) -> i32 {
    give(&arguments().join(&b' '), value, value_len, length)
}

pub(super) fn c_string(text: &[u8]) -> Option<CString> {
    let n = text.iter().rposition(|c| *c != b' ').map_or(0, |i| i + 1);
    CString::new(&text[..n]).ok()
}

/// See the table.
pub extern "C" fn frt_get_environment_variable(
    name: *const u8,
    name_len: i64,
    value: *mut u8,
    value_len: i64,
    length: *mut i64,
    trim: i32,
) -> i32 {
    // SAFETY: see above.
    let text = unsafe { bytes(name, name_len) };
    let name = if trim != 0 { c_string(text) } else { CString::new(text).ok() };
    // SAFETY: the name is NUL-terminated; the result is copied at once.
    let found = name.and_then(|n| unsafe {
        let p = libc::getenv(n.as_ptr());
        (!p.is_null()).then(|| std::ffi::CStr::from_ptr(p).to_bytes().to_vec())
    });
    match found {
        Some(v) => give(&v, value, value_len, length),
        None => {
            give(b"", value, value_len, length);
            1
        }
    }
}

/// Runs a shell command; the exit status, or `Err` where no shell could be started.
fn shell(command: &CString) -> Result<i32, i32> {
    crate::io::flush_all();
    // SAFETY: the command is NUL-terminated.
    let r = unsafe { libc::system(command.as_ptr()) };
    if r == -1 {
        return Err(-1);
    }
    Ok(if libc::WIFEXITED(r) { libc::WEXITSTATUS(r) } else { 128 + libc::WTERMSIG(r) })
}

/// See the table.
pub extern "C" fn frt_execute_command_line(
    command: *const u8,
    len: i64,
    wait: i32,
    exitstat: *mut i32,
    cmdstat: *mut i32,
    cmdmsg: *mut u8,
    cmdmsg_len: i64,
) {
    // SAFETY: see above.
    let text = c_string(unsafe { bytes(command, len) });
    let fail = |status: i32, msg: &str| {
        if cmdstat.is_null() {
            crate::error::fatal(&format!("EXECUTE_COMMAND_LINE: {msg}"));
        }
        // SAFETY: see above.
        unsafe { cmdstat.write_unaligned(status) };
        store(cmdmsg, cmdmsg_len, msg);
    };
    let Some(text) = text else { return fail(3, "Invalid command line") };
    let done = || {
        if !cmdstat.is_null() {
            // SAFETY: see above.
            unsafe { cmdstat.write_unaligned(0) };
        }
    };
    if wait == 0 {
        crate::io::flush_all();
        use std::os::unix::ffi::OsStrExt;
        let arg = std::ffi::OsStr::from_bytes(text.as_bytes());
        match std::process::Command::new("/bin/sh").arg("-c").arg(arg).spawn() {
            // The child runs on; nobody asks for its status.
            Ok(_) => done(),
            Err(_) => fail(1, "Termination status of the command-language interpreter cannot be obtained"),
        }
        return;
    }
    match shell(&text) {
        Ok(status) => {
            if !exitstat.is_null() {
                // SAFETY: see above.
                unsafe { exitstat.write_unaligned(status) };
            }
            match status {
                126 | 127 => fail(3, "Invalid command line"),
                _ => done(),
            }
        }
        Err(_) => fail(1, "Termination status of the command-language interpreter cannot be obtained"),
    }
}

/// See the table.
pub extern "C" fn frt_system(command: *const u8, len: i64) -> i32 {
    // SAFETY: see above.
    match c_string(unsafe { bytes(command, len) }) {
        Some(c) => shell(&c).unwrap_or(-1),
        None => -1,
    }
}

/// See the table.
pub extern "C" fn frt_sleep(seconds: i32) {
    if seconds > 0 {
        std::thread::sleep(Duration::from_secs(seconds as u64));
    }
}

fn put_times(values: *const u8, user: f64, system: f64) -> f32 {
    // SAFETY: see above.
    let d = unsafe { Desc::new(values) };
    let mut rest = [user, system].into_iter();
    let single = d.elem_len() == 4;
    d.for_each(|p| {
        let Some(v) = rest.next() else { return };
        // SAFETY: an element of the array.
        unsafe { if single { p.cast::<f32>().write_unaligned(v as f32) } else { p.cast::<f64>().write_unaligned(v) } }
    });
    (user + system) as f32
}

/// See the table.
pub extern "C" fn frt_etime(values: *const u8) -> f32 {
    let (u, s) = process_times();
    put_times(values, u, s)
}

/// See the table.
pub extern "C" fn frt_dtime(values: *const u8) -> f32 {
    static LAST: Mutex<(f64, f64)> = Mutex::new((0.0, 0.0));
    let mut last = LAST.lock().unwrap_or_else(|e| e.into_inner());
    let (u, s) = process_times();
    let r = put_times(values, u - last.0, s - last.1);
    *last = (u, s);
    r
}

/// See the table.
pub extern "C" fn frt_secnds(x: f32) -> f32 {
    let t = now();
    let tm = local(t.as_secs() as i64);
    let day = f64::from(tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec) + f64::from(t.subsec_millis()) / 1000.0;
    (day - f64::from(x)) as f32
}

/// See the table.
pub extern "C" fn frt_time() -> i64 {
    now().as_secs() as i64
}

/// See the table.
pub extern "C" fn frt_ctime(t: i64, value: *mut u8, len: i64) {
    const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let tm = local(t);
    let text = format!(
        "{} {} {:2} {:02}:{:02}:{:02} {}",
        DAYS[tm.tm_wday.rem_euclid(7) as usize],
        MONTHS[tm.tm_mon.rem_euclid(12) as usize],
        tm.tm_mday,
        tm.tm_hour,
        tm.tm_min,
        tm.tm_sec,
        tm.tm_year + 1900
    );
    store(value, len, &text);
}

/// See the table.
pub extern "C" fn frt_fdate(value: *mut u8, len: i64) {
    frt_ctime(frt_time(), value, len);
}

/// See the table.
pub extern "C" fn frt_getpid() -> i32 {
    std::process::id() as i32
}

/// See the table.
pub extern "C" fn frt_getcwd(value: *mut u8, len: i64) -> i32 {
    match std::env::current_dir() {
        Ok(d) => {
            store(value, len, &d.to_string_lossy());
            0
        }
        Err(e) => e.raw_os_error().unwrap_or(1),
    }
}

/// See the table.
pub extern "C" fn frt_hostnm(value: *mut u8, len: i64) -> i32 {
    let mut name = [0u8; 256];
    // SAFETY: the buffer is ours; its last byte stays zero.
    if unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) } != 0 {
        return std::io::Error::last_os_error().raw_os_error().unwrap_or(1);
    }
    let n = name.iter().position(|c| *c == 0).unwrap_or(0);
    store(value, len, &String::from_utf8_lossy(&name[..n]));
    0
}

pub(super) fn status(r: i32) -> i32 {
    if r == 0 { 0 } else { std::io::Error::last_os_error().raw_os_error().unwrap_or(1) }
}

/// See the table.
pub extern "C" fn frt_chdir(path: *const u8, len: i64) -> i32 {
    // SAFETY: see above; the path is NUL-terminated.
    c_string(unsafe { bytes(path, len) }).map_or(libc::EINVAL, |p| status(unsafe { libc::chdir(p.as_ptr()) }))
}

/// See the table.
pub extern "C" fn frt_unlink(path: *const u8, len: i64) -> i32 {
    // SAFETY: see above; the path is NUL-terminated.
    c_string(unsafe { bytes(path, len) }).map_or(libc::EINVAL, |p| status(unsafe { libc::unlink(p.as_ptr()) }))
}

/// See the table.
pub extern "C" fn frt_rename(from: *const u8, from_len: i64, to: *const u8, to_len: i64) -> i32 {
    // SAFETY: see above.
    match unsafe { (c_string(bytes(from, from_len)), c_string(bytes(to, to_len))) } {
        // SAFETY: both are NUL-terminated.
        (Some(a), Some(b)) => status(unsafe { libc::rename(a.as_ptr(), b.as_ptr()) }),
        _ => libc::EINVAL,
    }
}

/// See the table.
pub extern "C" fn frt_isatty(unit: i32) -> i32 {
    crate::io::unit_is_terminal(unit).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{test_array, type_code};

    #[test]
    fn clocks() {
        let (mut c4, mut r4, mut m4) = (0i32, 0i32, 0i32);
        let p = |x: *mut i32| x.cast::<u8>();
        frt_system_clock(p(&mut c4), 4, p(&mut r4), 4, p(&mut m4), 4);
        assert_eq!((r4, m4), (1000, i32::MAX));
        let (mut c8, mut r8) = (0i64, 0f64);
        frt_system_clock((&raw mut c8).cast(), 8, (&raw mut r8).cast(), -8, std::ptr::null_mut(), 0);
        assert_eq!(r8, 1e9);
        assert!(frt_cpu_time() >= 0.0 && c8 > 0);
    }

    #[test]
    fn dates() {
        let mut v = [0i32; 8];
        let d = test_array(type_code(1, 4), &mut v, &[(1, 8)]);
        let mut date = [0u8; 8];
        let mut zone = [0u8; 5];
        let null = std::ptr::null_mut();
        frt_date_and_time(date.as_mut_ptr(), 8, null, 0, zone.as_mut_ptr(), 5, d.as_ptr().cast());
        assert!(v[0] > 2000 && (1..=12).contains(&v[1]) && (1..=31).contains(&v[2]));
        assert_eq!(String::from_utf8_lossy(&date), format!("{:04}{:02}{:02}", v[0], v[1], v[2]));
        assert!(zone[0] == b'+' || zone[0] == b'-');
    }

    #[test]
    fn environment_and_commands() {
        let mut value = [b'.'; 3];
        let mut n = 0i64;
        let name = b"PATH  ";
        let s = frt_get_environment_variable(name.as_ptr(), 6, value.as_mut_ptr(), 3, &mut n, 1);
        assert!(s == 0 || s == -1);
        assert!(n > 0);
        let name = b"NO_SUCH_VARIABLE_HERE";
        assert_eq!(frt_get_environment_variable(name.as_ptr(), 21, value.as_mut_ptr(), 3, &mut n, 1), 1);
        assert_eq!((&value, n), (b"   ", 0));
        assert_eq!(frt_get_command_argument(9999, value.as_mut_ptr(), 3, &mut n), 42);
        let (mut exit, mut cmd) = (0, -1);
        let c = b"exit 3";
        frt_execute_command_line(c.as_ptr(), 6, 1, &mut exit, &mut cmd, std::ptr::null_mut(), 0);
        assert_eq!((exit, cmd), (3, 0));
    }
}
