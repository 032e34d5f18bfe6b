//! What a thread is and where it may run, as text: OMP_AFFINITY_FORMAT, OMP_DISPLAY_AFFINITY and the procedures about them
//! (OpenMP 6.0, 4.3.5, 25.10 to 25.13).

use super::icv;
use super::team;
use std::cell::Cell;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard};

/// affinity-format-var where nobody has set it.
pub(super) const DEFAULT: &str = "level %L thread %i affinity %A";

static FORMAT: Mutex<Option<String>> = Mutex::new(None);

fn format_var() -> MutexGuard<'static, Option<String>> {
    FORMAT.lock().unwrap_or_else(|e| e.into_inner())
}

/// affinity-format-var
fn format() -> String {
    let from_environment = || icv::settings().affinity_format.clone().unwrap_or_else(|| DEFAULT.into());
    format_var().clone().unwrap_or_else(from_environment)
}

/// A field: its short and long names, and its text.
struct Field(char, &'static str, fn() -> String);

const FIELDS: &[Field] = &[
    Field('t', "team_num", || team::with(|p| p.icv.league.0).to_string()),
    Field('T', "num_teams", || team::with(|p| p.icv.league.1).to_string()),
    Field('L', "nesting_level", || team::team().map_or(0, |(t, _)| t.level).to_string()),
    Field('n', "thread_num", || team::with(|p| p.num).to_string()),
    Field('N', "num_threads", || team::team().map_or(1, |(t, _)| t.size).to_string()),
    Field('a', "ancestor_tnum", || {
        let level = team::team().map_or(0, |(t, _)| t.level);
        super::api::ancestor(level - 1).map_or(-1, |a| a.0 as i64).to_string()
    }),
    Field('H', "host", host),
    Field('P', "process_id", || std::process::id().to_string()),
    Field('i', "native_thread_id", native_thread),
    Field('A', "thread_affinity", processors),
];

#[cfg(target_os = "linux")]
fn host() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").map_or("node".into(), |s| s.trim().into())
}

#[cfg(not(target_os = "linux"))]
fn host() -> String {
    std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).unwrap_or_else(|_| "node".into())
}

#[cfg(target_os = "linux")]
fn native_thread() -> String {
    // SAFETY: a system call without arguments.
    unsafe { libc::syscall(libc::SYS_gettid) }.to_string()
}

#[cfg(not(target_os = "linux"))]
fn native_thread() -> String {
    team::with(|p| p.num).to_string()
}

/// Processors of this thread: numbers and ranges.
#[cfg(target_os = "linux")]
fn processors() -> String {
    // SAFETY: an empty set is zeros, and the call fills no more than the set it gets.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return "0".into();
        }
        set
    };
    // SAFETY: the number is below the size of the set.
    let has = |n: usize| unsafe { libc::CPU_ISSET(n, &set) };
    ranges((0..libc::CPU_SETSIZE as usize).filter(|&n| has(n)))
}

#[cfg(not(target_os = "linux"))]
fn processors() -> String {
    ranges(0..icv::num_procs() as usize)
}

/// `0-3,6` of rising numbers.
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut out = String::new();
    let mut run: Option<(usize, usize)> = None;
    let end = |out: &mut String, (a, b): (usize, usize)| {
        let comma = if out.is_empty() { "" } else { "," };
        let _ = if a == b { write!(out, "{comma}{a}") } else { write!(out, "{comma}{a}-{b}") };
    };
    for n in numbers {
        run = match run {
            Some((a, b)) if b + 1 == n => Some((a, n)),
            Some(done) => {
                end(&mut out, done);
                Some((n, n))
            }
            None => Some((n, n)),
        };
    }
    if let Some(done) = run {
        end(&mut out, done);
    }
    out
}

/// The text of a format for this thread. `%`, then `0` for leading zeros with `.` for the right margin, a width, and a short
/// name or a long one in braces. What is no field stands for itself.
fn text_of(format: &str) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let spec = &rest[at + 1..];
        match field(spec) {
            Some((text, used)) => {
                out.push_str(&text);
                rest = &spec[used..];
            }
            None => {
                out.push('%');
                rest = spec;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The text of the field that stands behind a percent sign, and its length there.
fn field(spec: &str) -> Option<(String, usize)> {
    if spec.starts_with('%') {
        return Some(("%".into(), 1));
    }
    let mut at = 0;
    let mut zeros = false;
    let mut right = false;
    if spec[at..].starts_with("0.") {
        (zeros, right) = (true, true);
        at += 2;
    } else if spec[at..].starts_with('.') {
        right = true;
        at += 1;
    }
    let digits = spec[at..].bytes().take_while(u8::is_ascii_digit).count();
    // Nobody reads a line that is wider.
    let width = spec[at..at + digits].parse::<usize>().unwrap_or(0).min(4096);
    at += digits;
    let found = if let Some(name) = spec[at..].strip_prefix('{') {
        let end = name.find('}')?;
        let f = FIELDS.iter().find(|f| f.1 == &name[..end])?;
        at += end + 2;
        f
    } else {
        let c = spec[at..].chars().next()?;
        at += c.len_utf8();
        FIELDS.iter().find(|f| f.0 == c)?
    };
    let text = (found.2)();
    let padded = match (zeros, right) {
        // Only numbers have leading zeros, behind their sign.
        (true, _) if let Ok(n) = text.parse::<i64>() => format!("{n:0width$}"),
        (_, true) => format!("{text:>width$}"),
        _ => format!("{text:<width$}"),
    };
    Some((padded, at))
}

/// A line for this thread where OMP_DISPLAY_AFFINITY asks for it: the first time that it runs a region, and when it has
/// another place than before.
pub fn show_new_thread() {
    thread_local! {
        static SHOWN: Cell<Option<i32>> = const { Cell::new(None) };
    }
    if !icv::settings().display_affinity {
        return;
    }
    let place = team::with(|p| p.icv.spot.place);
    if SHOWN.replace(Some(place)) != Some(place) {
        eprintln!("{}", text_of(&format()));
    }
}

/// # Safety
/// `p` is the address of `len` characters.
unsafe fn string(p: *const u8, len: i64) -> String {
    // SAFETY: the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(p, len.max(0) as usize) };
    String::from_utf8_lossy(bytes).trim_end().into()
}

/// Fills a variable with the text and blanks; the length of the text.
///
/// # Safety
/// `p` is the address of a variable of `len` characters.
unsafe fn assign(p: *mut u8, len: i64, text: &str) -> i32 {
    // SAFETY: the caller's promise.
    let to = unsafe { std::slice::from_raw_parts_mut(p, len.max(0) as usize) };
    to.fill(b' ');
    let n = to.len().min(text.len());
    to[..n].copy_from_slice(&text.as_bytes()[..n]);
    text.len() as i32
}

/// The format that an argument gives; affinity-format-var for an empty one.
///
/// # Safety
/// As for [`string`].
unsafe fn chosen(p: *const u8, len: i64) -> String {
    // SAFETY: the caller's promise.
    let given = unsafe { string(p, len) };
    if given.is_empty() { format() } else { given }
}

/// omp_set_affinity_format
///
/// # Safety
/// `p` is the address of `len` characters.
pub unsafe extern "C" fn set_affinity_format(p: *const u8, len: i64) {
    // SAFETY: the caller's promise.
    *format_var() = Some(unsafe { string(p, len) });
}

/// omp_get_affinity_format: the length of affinity-format-var.
///
/// # Safety
/// `p` is the address of a variable of `len` characters.
pub unsafe extern "C" fn get_affinity_format(p: *mut u8, len: i64) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { assign(p, len, &format()) }
}

/// omp_display_affinity
///
/// # Safety
/// `p` is the address of `len` characters.
pub unsafe extern "C" fn display_affinity(p: *const u8, len: i64) {
    // SAFETY: the caller's promise.
    eprintln!("{}", text_of(&unsafe { chosen(p, len) }));
}

/// omp_capture_affinity: the length of the text.
///
/// # Safety
/// `to` is the address of a variable of `to_len` characters, `p` of `len` characters.
pub unsafe extern "C" fn capture_affinity(to: *mut u8, p: *const u8, to_len: i64, len: i64) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { assign(to, to_len, &text_of(&chosen(p, len))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_widths() {
        assert_eq!(
            text_of("a%%b %n|%4n|%.4n|%0.4n|%0.5a|%{num_threads}|%q|%{none}|100%"),
            "a%b 0|0   |   0|0000|-0001|1|%q|%{none}|100%"
        );
        assert_eq!(text_of("%P"), std::process::id().to_string());
    }

    #[test]
    fn numbers_become_ranges() {
        assert_eq!(ranges([0, 1, 2, 5, 7, 8].into_iter()), "0-2,5,7-8");
        assert_eq!(ranges(std::iter::empty()), "");
    }
}
