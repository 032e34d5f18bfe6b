//! Extensions of gfortran that ask the operating system or a unit. Function and subroutine forms are one runtime
//! function: what the function returns, the subroutine stores to its last argument.
//!
//! Arguments: strings as address and length, integers by value, vectors as descriptors, procedures as addresses.

use super::system::{frt_command_argument_count as frt_iargc, frt_time as frt_time8};
use frt_mclock as frt_mclock8;

ferrotran_abi::posix_rows! { implementations }

use super::system::{c_string, local, status, store};
use crate::desc::Desc;
use crate::values::bytes;
use crate::values::store_int;
use std::ffi::CStr;

// SAFETY (of all functions of the table): compiled code passes valid variables.

extern "C" fn frt_malloc(size: i64) -> i64 {
    // SAFETY: any size is fine.
    unsafe { libc::malloc(size.max(0) as usize) as i64 }
}

extern "C" fn frt_free_address(address: i64) {
    // SAFETY: the program passes what MALLOC gave it.
    unsafe { libc::free(address as *mut libc::c_void) }
}

fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// Calls `f` with one NUL-terminated path.
fn with_path(name: *const u8, len: i64, f: impl FnOnce(*const libc::c_char) -> i32) -> i32 {
    // SAFETY: see above.
    c_string(unsafe { bytes(name, len) }).map_or(libc::EINVAL, |p| status(f(p.as_ptr())))
}

/// Calls `f` with two.
fn with_paths(
    a: *const u8,
    a_len: i64,
    b: *const u8,
    b_len: i64,
    f: impl FnOnce(*const libc::c_char, *const libc::c_char) -> i32,
) -> i32 {
    // SAFETY: see above.
    match unsafe { (c_string(bytes(a, a_len)), c_string(bytes(b, b_len))) } {
        (Some(a), Some(b)) => status(f(a.as_ptr(), b.as_ptr())),
        _ => libc::EINVAL,
    }
}

/// Stores numbers to an integer vector.
fn fill(values: *const u8, list: &[i64]) {
    // SAFETY: see above.
    let d = unsafe { Desc::new(values) };
    let kind = d.elem_len() as i32;
    let mut i = 0;
    d.for_each(|p| {
        if let Some(v) = list.get(i) {
            // SAFETY: an element of the array.
            unsafe { store_int(p, kind, *v) };
        }
        i += 1;
    });
}

/// See the table.
pub extern "C" fn frt_access(name: *const u8, name_len: i64, mode: *const u8, mode_len: i64) -> i32 {
    let mut want = libc::F_OK;
    // SAFETY: see above.
    for c in unsafe { bytes(mode, mode_len) } {
        match c {
            b' ' => {}
            b'r' | b'R' => want |= libc::R_OK,
            b'w' | b'W' => want |= libc::W_OK,
            b'x' | b'X' => want |= libc::X_OK,
            _ => return libc::EINVAL,
        }
    }
    // SAFETY: the path is NUL-terminated.
    with_path(name, name_len, |p| unsafe { libc::access(p, want) })
}

/// The permission bits that a symbolic mode (`u+x,go-w`) makes of `old`.
fn symbolic_mode(text: &str, old: u32) -> Option<u32> {
    let mut mode = old;
    for clause in text.split(',') {
        let at = clause.find(['+', '-', '='])?;
        let (who, rest) = clause.split_at(at);
        let mut mask = 0;
        for c in who.chars() {
            mask |= match c {
                'u' => 0o700,
                'g' => 0o070,
                'o' => 0o007,
                'a' => 0o777,
                _ => return None,
            };
        }
        if mask == 0 {
            mask = 0o777;
        }
        let mut bits = 0;
        for c in rest[1..].chars() {
            bits |= match c {
                'r' => 0o444,
                'w' => 0o222,
                'x' => 0o111,
                _ => return None,
            };
        }
        mode = match &rest[..1] {
            "+" => mode | bits & mask,
            "-" => mode & !(bits & mask),
            _ => mode & !mask | bits & mask,
        };
    }
    Some(mode)
}

/// See the table.
pub extern "C" fn frt_chmod(name: *const u8, name_len: i64, mode: *const u8, mode_len: i64) -> i32 {
    // SAFETY: see above.
    let text = String::from_utf8_lossy(unsafe { bytes(mode, mode_len) }).trim().to_string();
    with_path(name, name_len, |p| {
        // SAFETY: the path is NUL-terminated, the result is a local.
        let old = unsafe {
            let mut st: libc::stat = std::mem::zeroed();
            if libc::stat(p, &mut st) != 0 {
                return -1;
            }
            st.st_mode & 0o7777
        };
        let new = if text.starts_with(|c: char| c.is_ascii_digit()) {
            u32::from_str_radix(&text, 8).ok()
        } else {
            symbolic_mode(&text, old)
        };
        match new {
            // SAFETY: the path is NUL-terminated.
            Some(m) => unsafe { libc::chmod(p, m) },
            None => -1,
        }
    })
}

/// See the table.
pub extern "C" fn frt_link(from: *const u8, from_len: i64, to: *const u8, to_len: i64) -> i32 {
    // SAFETY: both paths are NUL-terminated.
    with_paths(from, from_len, to, to_len, |a, b| unsafe { libc::link(a, b) })
}

/// See the table.
pub extern "C" fn frt_symlnk(from: *const u8, from_len: i64, to: *const u8, to_len: i64) -> i32 {
    // SAFETY: both paths are NUL-terminated.
    with_paths(from, from_len, to, to_len, |a, b| unsafe { libc::symlink(a, b) })
}

/// See the table.
pub extern "C" fn frt_kill(pid: i32, signal: i32) -> i32 {
    // SAFETY: plain call.
    status(unsafe { libc::kill(pid, signal) })
}

/// See the table.
pub extern "C" fn frt_umask(mask: i32) -> i32 {
    // SAFETY: plain call.
    unsafe { libc::umask(mask as libc::mode_t) as i32 }
}

/// See the table.
pub extern "C" fn frt_getuid() -> i32 {
    // SAFETY: plain call.
    unsafe { libc::getuid() as i32 }
}

/// See the table.
pub extern "C" fn frt_getgid() -> i32 {
    // SAFETY: plain call.
    unsafe { libc::getgid() as i32 }
}

/// See the table.
pub extern "C" fn frt_ierrno() -> i32 {
    errno()
}

/// See the table.
pub extern "C" fn frt_gerror(value: *mut u8, len: i64) {
    store(value, len, &crate::io::os_text(errno()));
}

/// See the table.
pub extern "C" fn frt_perror(text: *const u8, len: i64) {
    let n = errno();
    crate::io::flush_all();
    // SAFETY: see above.
    let text = String::from_utf8_lossy(unsafe { bytes(text, len) }).trim_end().to_string();
    crate::stderr::report(&format!("{text}: {}\n", crate::io::os_text(n)));
}

/// See the table.
pub extern "C" fn frt_getlog(value: *mut u8, len: i64) {
    // SAFETY: the result is copied at once.
    let name = unsafe {
        let p = libc::getlogin();
        if p.is_null() { None } else { Some(CStr::from_ptr(p).to_string_lossy().into_owned()) }
    };
    store(value, len, &name.or_else(|| std::env::var("USER").ok()).unwrap_or_default());
}

fn parts(tm: &libc::tm) -> [i64; 9] {
    [tm.tm_sec, tm.tm_min, tm.tm_hour, tm.tm_mday, tm.tm_mon, tm.tm_year, tm.tm_wday, tm.tm_yday, tm.tm_isdst]
        .map(i64::from)
}

/// See the table.
pub extern "C" fn frt_gmtime(time: i64, values: *const u8) {
    // SAFETY: conversion into a local.
    let tm = unsafe {
        let mut tm: libc::tm = std::mem::zeroed();
        let t = time as libc::time_t;
        libc::gmtime_r(&t, &mut tm);
        tm
    };
    fill(values, &parts(&tm));
}

/// See the table.
pub extern "C" fn frt_ltime(time: i64, values: *const u8) {
    fill(values, &parts(&local(time)));
}

/// See the table.
pub extern "C" fn frt_idate(values: *const u8) {
    let tm = local(super::system::frt_time());
    fill(values, &[tm.tm_mday, tm.tm_mon + 1, tm.tm_year + 1900].map(i64::from));
}

/// See the table.
pub extern "C" fn frt_itime(values: *const u8) {
    let tm = local(super::system::frt_time());
    fill(values, &[tm.tm_hour, tm.tm_min, tm.tm_sec].map(i64::from));
}

// The widths of the fields differ between machines.
#[allow(clippy::unnecessary_cast)]
fn fill_stat(values: *const u8, st: &libc::stat) {
    fill(
        values,
        &[
            st.st_dev as i64,
            st.st_ino as i64,
            i64::from(st.st_mode),
            st.st_nlink as i64,
            i64::from(st.st_uid),
            i64::from(st.st_gid),
            st.st_rdev as i64,
            st.st_size,
            st.st_atime,
            st.st_mtime,
            st.st_ctime,
            st.st_blksize as i64,
            st.st_blocks,
        ],
    );
}

/// See the table.
pub extern "C" fn frt_stat(name: *const u8, name_len: i64, values: *const u8) -> i32 {
    // SAFETY: the path is NUL-terminated, the result is a local.
    with_path(name, name_len, |p| unsafe {
        let mut st: libc::stat = std::mem::zeroed();
        let r = libc::stat(p, &mut st);
        if r == 0 {
            fill_stat(values, &st);
        }
        r
    })
}

/// See the table.
pub extern "C" fn frt_lstat(name: *const u8, name_len: i64, values: *const u8) -> i32 {
    // SAFETY: the path is NUL-terminated, the result is a local.
    with_path(name, name_len, |p| unsafe {
        let mut st: libc::stat = std::mem::zeroed();
        let r = libc::lstat(p, &mut st);
        if r == 0 {
            fill_stat(values, &st);
        }
        r
    })
}

/// See the table.
pub extern "C" fn frt_fstat(unit: i32, values: *const u8) -> i32 {
    let fd = frt_fnum(unit);
    // SAFETY: the result is a local.
    status(unsafe {
        let mut st: libc::stat = std::mem::zeroed();
        let r = libc::fstat(fd, &mut st);
        if r == 0 {
            fill_stat(values, &st);
        }
        r
    })
}

/// See the table.
pub extern "C" fn frt_mclock() -> i64 {
    (super::system::frt_cpu_time() * 1e6) as i64
}

/// See the table.
pub extern "C" fn frt_second() -> f32 {
    super::system::frt_cpu_time() as f32
}

/// See the table.
pub extern "C" fn frt_ttynam(unit: i32, value: *mut u8, len: i64) {
    let fd = frt_fnum(unit);
    let mut name = [0u8; 128];
    // SAFETY: the buffer is ours; its last byte stays zero.
    let found = unsafe { libc::ttyname_r(fd, name.as_mut_ptr().cast(), name.len() - 1) } == 0;
    let n = if found { name.iter().position(|c| *c == 0).unwrap_or(0) } else { 0 };
    store(value, len, &String::from_utf8_lossy(&name[..n]));
}

/// See the table.
pub extern "C" fn frt_fnum(unit: i32) -> i32 {
    crate::io::with_unit(unit, |u| u.stream.fd()).unwrap_or(-1)
}

/// See the table.
pub extern "C" fn frt_ftell(unit: i32) -> i64 {
    crate::io::with_unit(unit, |u| u.position()).unwrap_or(-1)
}

/// See the table.
pub extern "C" fn frt_fseek(unit: i32, offset: i64, whence: i32) -> i32 {
    crate::io::with_unit(unit, |u| {
        let base = match whence {
            0 => 0,
            1 => u.position(),
            2 => u.stream.size().unwrap_or(0),
            _ => return libc::EINVAL,
        };
        if base + offset < 0 {
            return libc::EINVAL;
        }
        match u.move_to(base + offset) {
            Ok(()) => 0,
            Err(e) => e.code,
        }
    })
    .unwrap_or(libc::EBADF)
}

/// See the table.
pub extern "C" fn frt_fgetc(unit: i32, c: *mut u8, len: i64) -> i32 {
    crate::io::with_unit(unit, |u| {
        let mut byte = [0u8];
        match u.stream.read(&mut byte) {
            Ok(0) => -1,
            Ok(_) => {
                // SAFETY: see above.
                crate::values::store_padded(unsafe { crate::values::bytes_mut(c, len) }, &byte);
                0
            }
            Err(e) => e.raw_os_error().unwrap_or(1),
        }
    })
    .unwrap_or(-1)
}

/// See the table.
pub extern "C" fn frt_fget(c: *mut u8, len: i64) -> i32 {
    frt_fgetc(5, c, len)
}

/// See the table.
pub extern "C" fn frt_fputc(unit: i32, c: *const u8, len: i64) -> i32 {
    // SAFETY: see above.
    let text = unsafe { bytes(c, len.min(1)) };
    crate::io::with_unit(unit, |u| match u.put_bytes(text) {
        Ok(()) => 0,
        Err(e) => e.code,
    })
    .unwrap_or(-1)
}

/// See the table.
pub extern "C" fn frt_fput(c: *const u8, len: i64) -> i32 {
    frt_fputc(6, c, len)
}

/// See the table.
pub extern "C" fn frt_signal(number: i32, handler: *const u8) -> i64 {
    // SAFETY: the handler is a procedure without arguments or with the signal's number, 0, or 1.
    unsafe { libc::signal(number, handler as libc::sighandler_t) as i64 }
}

/// See the table.
pub extern "C" fn frt_alarm(seconds: i32, handler: *const u8) -> i32 {
    frt_signal(libc::SIGALRM, handler);
    // SAFETY: plain call.
    unsafe { libc::alarm(seconds.max(0) as u32) as i32 }
}

/// See the table.
pub extern "C" fn frt_backtrace() {
    crate::io::flush_all();
    crate::stderr::report("\nBacktrace for this error:\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes() {
        assert_eq!(symbolic_mode("u+x,go-w", 0o666), Some(0o744));
        assert_eq!(symbolic_mode("a=r", 0o777), Some(0o444));
        assert_eq!(symbolic_mode("rw", 0), None);
    }
}
