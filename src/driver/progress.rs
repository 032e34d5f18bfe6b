//! A line that tells how far a long compilation of several files is: on terminals only, and gone when it ends.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Compilations that end before that show nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// Columns that are written.
const WIDTH: usize = 78;

/// See the module.
pub struct Progress {
    start: Instant,
    on: bool,
    shown: bool,
    /// Files, and how many are done.
    files: usize,
    done: usize,
}

impl Progress {
    /// Of a command that may show it.
    pub fn new(allowed: bool) -> Progress {
        let on = allowed && std::io::stderr().is_terminal();
        Progress { start: Instant::now(), on, shown: false, files: 0, done: 0 }
    }

    /// So many files are to be compiled.
    pub fn files(&mut self, n: usize) {
        (self.files, self.done) = (n, 0);
    }

    /// The next file.
    pub fn next(&mut self, what: &str, file: &str) {
        self.done += 1;
        self.show(&format!("[{}/{}] {what} {file}", self.done.min(self.files), self.files));
    }

    /// A stage of all files together, or of the one that is worked on.
    pub fn stage(&mut self, what: &str) {
        let text = match self.done {
            n if n < self.files => format!("[{n}/{}] {what}", self.files),
            _ => format!("[{} files] {what}", self.files),
        };
        self.show(&text);
    }

    fn show(&mut self, text: &str) {
        if !self.on || self.files < 2 || self.start.elapsed() < PATIENCE {
            return;
        }
        let text: String = text.chars().filter(|c| !c.is_control()).take(WIDTH).collect();
        let mut err = std::io::stderr().lock();
        // A terminal that is gone is no reason to stop.
        let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
        self.shown = true;
    }

    /// Takes the line away: something else is to be written.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let mut err = std::io::stderr().lock();
            let _ = write!(err, "\r\x1b[K").and_then(|()| err.flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
