//! `FERROTRAN_TRACE=file.json`: what the threads of the program and its devices did when, in the trace event format
//! that Perfetto and Chrome show. Without the variable every place that could report something looks at one flag.
//!
//! The file is complete JSON however the program ends: what is open at the end is closed then.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Instant;

/// Whether a timeline is written.
static ON: AtomicBool = AtomicBool::new(false);

/// The file in the making.
static OUT: Mutex<Option<Timeline>> = Mutex::new(None);

struct Timeline {
    file: BufWriter<File>,
    start: Instant,
    /// Something was written.
    begun: bool,
    /// How much is open on each thread.
    open: BTreeMap<u32, u32>,
}

/// Something that an event says of itself.
pub enum Arg<'a> {
    /// A number.
    Number(u64),
    /// Text.
    Text(&'a str),
    /// Where it is in the program, if that is known.
    At(Option<&'a Place>),
}

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

thread_local! {
    /// The number of the thread in the file; 0: it has none yet.
    static THREAD: Cell<u32> = const { Cell::new(0) };
    /// Why the thread would wait for a device now.
    static REASON: Cell<&'static str> = const { Cell::new("the device") };
}

/// Whether a timeline is written.
#[inline]
pub fn on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Whether the variable asks for one.
pub fn wanted() -> bool {
    std::env::var_os("FERROTRAN_TRACE").is_some_and(|v| !v.is_empty())
}

/// The program begins: starts the timeline if the variable asks for it.
pub fn start() {
    let Some(name) = std::env::var_os("FERROTRAN_TRACE").filter(|v| !v.is_empty()) else { return };
    match File::create(&name) {
        Ok(file) => {
            let timeline =
                Timeline { file: BufWriter::new(file), start: Instant::now(), begun: false, open: BTreeMap::new() };
            *lock() = Some(timeline);
            ON.store(true, Ordering::Relaxed);
        }
        Err(e) => {
            let text = format!("ferrotran: warning: FERROTRAN_TRACE: {}: {e}\n", name.display());
            crate::stderr::report(&text);
        }
    }
}

/// The program ends: completes the file. Nothing is written any more.
pub fn finish() {
    if on() {
        ON.store(false, Ordering::Relaxed);
        if let Some(t) = lock().take() {
            t.end();
        }
    }
}

/// The same in a handler of a signal: not where a thread is writing.
pub fn finish_idle() {
    if on() {
        ON.store(false, Ordering::Relaxed);
        let mut out = match OUT.try_lock() {
            Ok(out) => out,
            Err(TryLockError::Poisoned(e)) => e.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        if let Some(t) = out.take() {
            t.end();
        }
    }
}

fn lock() -> MutexGuard<'static, Option<Timeline>> {
    OUT.lock().unwrap_or_else(|e| e.into_inner())
}

/// The place in the program that is active on this thread, innermost.
pub fn here() -> Option<Place> {
    let mut found = None;
    if on() {
        crate::backtrace::innermost(&mut |file, line| found = Some(Place { file: file.into(), line }));
    }
    found
}

/// Something begins on this thread; it is over when the result is dropped.
#[must_use]
pub fn span(kind: &str, name: &str, args: &[(&str, Arg<'_>)]) -> Span {
    begin(kind, name, args);
    Span
}

/// A span in progress.
pub struct Span;

impl Drop for Span {
    fn drop(&mut self) {
        end();
    }
}

/// The same where there is a timeline.
#[inline]
pub fn span_if_on(f: impl FnOnce() -> Span) -> Option<Span> {
    on().then(f)
}

/// Something begins on this thread that [`end`] ends.
pub fn begin(kind: &str, name: &str, args: &[(&str, Arg<'_>)]) {
    event('B', kind, name, args);
}

/// What began last on this thread is over.
pub fn end() {
    event('E', "", "", &[]);
}

/// Something happens on this thread.
#[inline]
pub fn instant(kind: &str, name: &str, args: &[(&str, Arg<'_>)]) {
    if on() {
        event('i', kind, name, args);
    }
}

/// Nanoseconds since the timeline began.
pub fn now() -> u128 {
    lock().as_ref().map_or(0, |t| t.start.elapsed().as_nanos())
}

/// The name of a track that no thread writes to.
pub fn track(number: u32, name: &str) {
    if let Some(t) = lock().as_mut() {
        t.write('M', number, "", "thread_name", &[("name", Arg::Text(name))]);
    }
}

/// Something on such a track from a moment on (nanoseconds since the timeline began) for so many nanoseconds.
pub fn complete(track: u32, kind: &str, name: &str, (from, length): (f64, f64), args: &[(&str, Arg<'_>)]) {
    if let Some(t) = lock().as_mut() {
        let head = format!("\"ts\":{:.3},\"dur\":{:.3}", from / 1000.0, length / 1000.0);
        let line = t.line_at('X', track, &head, kind, name, args);
        let _ = t.file.write_all(line.as_bytes());
    }
}

/// Runs `f`, in which the thread waits for a device for that reason.
pub fn because<T>(reason: &'static str, f: impl FnOnce() -> T) -> T {
    let outer = REASON.replace(reason);
    let out = f();
    REASON.set(outer);
    out
}

/// Why this thread waits for a device.
pub fn reason() -> &'static str {
    REASON.get()
}

fn event(phase: char, kind: &str, name: &str, args: &[(&str, Arg<'_>)]) {
    if !on() {
        return;
    }
    let (thread, new) = thread();
    let mut out = lock();
    if let Some(t) = out.as_mut() {
        if new {
            let current = std::thread::current();
            let name = current.name().unwrap_or("program");
            t.write('M', thread, "", "thread_name", &[("name", Arg::Text(name))]);
        }
        t.write(phase, thread, kind, name, args);
    }
}

/// The number of this thread, and whether it is new.
fn thread() -> (u32, bool) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    match THREAD.get() {
        0 => {
            let n = NEXT.fetch_add(1, Ordering::Relaxed);
            THREAD.set(n);
            (n, true)
        }
        n => (n, false),
    }
}

impl Timeline {
    fn write(&mut self, phase: char, thread: u32, kind: &str, name: &str, args: &[(&str, Arg<'_>)]) {
        let open = self.open.entry(thread).or_default();
        match phase {
            'B' => *open += 1,
            // What began before the timeline did.
            'E' if *open == 0 => return,
            'E' => *open -= 1,
            _ => {}
        }
        let line = self.line(phase, thread, kind, name, args);
        // A full disk costs the timeline, not the program.
        let _ = self.file.write_all(line.as_bytes());
    }

    fn line(&mut self, phase: char, thread: u32, kind: &str, name: &str, args: &[(&str, Arg<'_>)]) -> String {
        let at = self.start.elapsed().as_nanos();
        self.line_at(phase, thread, &format!("\"ts\":{}.{:03}", at / 1000, at % 1000), kind, name, args)
    }

    fn line_at(
        &mut self,
        phase: char,
        thread: u32,
        when: &str,
        kind: &str,
        name: &str,
        args: &[(&str, Arg<'_>)],
    ) -> String {
        let mut s = String::from(if self.begun { ",\n" } else { "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" });
        self.begun = true;
        let _ = write!(s, "{{\"ph\":\"{phase}\",\"pid\":1,\"tid\":{thread},{when}");
        if phase == 'i' {
            s.push_str(",\"s\":\"t\"");
        }
        if phase != 'E' {
            s.push_str(",\"name\":");
            quote(&mut s, name);
        }
        if !kind.is_empty() {
            s.push_str(",\"cat\":");
            quote(&mut s, kind);
        }
        let mut between = ",\"args\":{";
        for (key, value) in args {
            if matches!(value, Arg::At(None)) {
                continue;
            }
            s.push_str(between);
            between = ",";
            quote(&mut s, key);
            s.push(':');
            match value {
                Arg::Number(n) => {
                    let _ = write!(s, "{n}");
                }
                Arg::Text(t) => quote(&mut s, t),
                Arg::At(place) => {
                    quote(&mut s, &place.map_or(String::new(), |p| format!("{}:{}", p.file, p.line)));
                }
            }
        }
        if between == "," {
            s.push('}');
        }
        s.push('}');
        s
    }

    fn end(mut self) {
        for (thread, n) in std::mem::take(&mut self.open) {
            for _ in 0..n {
                let line = self.line('E', thread, "", "", &[]);
                let _ = self.file.write_all(line.as_bytes());
            }
        }
        let last = if self.begun { "\n]}\n" } else { "{\"traceEvents\":[]}\n" };
        let _ = self.file.write_all(last.as_bytes());
        let _ = self.file.flush();
    }
}

/// A JSON string.
fn quote(s: &mut String, text: &str) {
    s.push('"');
    for c in text.chars() {
        match c {
            '"' => s.push_str("\\\""),
            '\\' => s.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(s, "\\u{:04x}", c as u32);
            }
            c => s.push(c),
        }
    }
    s.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_json() {
        let mut s = String::new();
        quote(&mut s, "a\"b\\c\nd");
        assert_eq!(s, "\"a\\\"b\\\\c\\u000ad\"");
    }
}
