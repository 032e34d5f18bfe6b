//! From a file to logical lines: preprocessing where asked for, INCLUDE lines, then the source form.

use super::lines::{LogicalLine, PhysLine};
use super::{FileId, SourceMap, Span, prescan};
use crate::diag::{Diagnostic, Diagnostics, ErrorCode};

/// What reading needs to know.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Fixed form.
    pub fixed: bool,
    /// Read `!$omp` and `!$`.
    pub openmp: bool,
    /// Preprocess.
    pub cpp: bool,
    /// `-D` and `-U`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-I`.
    pub include_dirs: Vec<String>,
    /// Columns that count (0: all).
    pub line_length: usize,
}

/// Files may include each other this deep.
const MAX_INCLUDE: usize = 64;

/// Reads a file that is in the map already.
pub fn logical_lines(
    map: &mut SourceMap,
    file: FileId,
    opts: &ReadOptions,
    diag: &mut Diagnostics,
) -> Vec<LogicalLine> {
    let mut r = Reader { map, opts, diag, lines: vec![], stack: vec![] };
    r.file(file);
    let lines = r.lines;
    if opts.fixed {
        prescan::fixed_form(&lines, opts.openmp, opts.line_length, diag)
    } else {
        prescan::free_form(&lines, opts.openmp, opts.line_length, diag)
    }
}

struct Reader<'a> {
    map: &'a mut SourceMap,
    opts: &'a ReadOptions,
    diag: &'a mut Diagnostics,
    lines: Vec<PhysLine>,
    stack: Vec<FileId>,
}

impl Reader<'_> {
    fn file(&mut self, id: FileId) {
        let f = self.map.file(id);
        let (bytes, start) = (f.bytes.clone(), f.start);
        self.stack.push(id);
        // A byte order mark is not text.
        let mut lo = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while lo < bytes.len() {
            let end = bytes[lo..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| lo + n);
            let hi = if end > lo && bytes[end - 1] == b'\r' { end - 1 } else { end };
            let line = PhysLine::original(&bytes, lo, hi, start + lo as u32);
            self.line(line);
            lo = end + 1;
        }
        self.stack.pop();
    }

    fn line(&mut self, line: PhysLine) {
        match include_line(line.text()) {
            Some(range) => {
                let name = String::from_utf8_lossy(&line.text()[range.clone()]).into_owned();
                let span = Span::new(line.pos(range.start), line.pos(range.end.max(1) - 1) + 1);
                self.include(&name, span);
            }
            None => self.lines.push(line),
        }
    }

    fn include(&mut self, name: &str, at: Span) {
        if self.stack.len() >= MAX_INCLUDE {
            self.diag.add(
                Diagnostic::error(
                    ErrorCode::IncludeCycle,
                    at,
                    format!("includes are nested more than {MAX_INCLUDE} deep"),
                )
                .label("not included"),
            );
            return;
        }
        let current = self.stack.last().map(|f| self.map.file(*f).name.to_string()).unwrap_or_default();
        let dir = std::path::Path::new(&current).parent().map(|p| p.to_path_buf()).unwrap_or_default();
        let mut candidates = vec![dir.join(name)];
        candidates.extend(self.opts.include_dirs.iter().map(|d| std::path::Path::new(d).join(name)));
        let Some((path, bytes)) =
            candidates.iter().find_map(|p| std::fs::read(p).ok().map(|b| (p.to_string_lossy().into_owned(), b)))
        else {
            self.diag.add(
                Diagnostic::error(ErrorCode::FileRead, at, format!("cannot read the include file `{name}`"))
                    .label("not found")
                    .with_help("directories to search are given by -I"),
            );
            return;
        };
        if self.stack.iter().any(|f| *self.map.file(*f).name == *path) {
            self.diag.add(
                Diagnostic::error(ErrorCode::IncludeCycle, at, format!("`{name}` includes itself"))
                    .label("included again here"),
            );
            return;
        }
        match self.map.add_included(&path, bytes, at) {
            Some(id) => self.file(id),
            None => self.diag.error(ErrorCode::FileRead, at, "the sources are larger than 4 GiB"),
        }
    }
}

/// The file name of an INCLUDE line.
fn include_line(t: &[u8]) -> Option<std::ops::Range<usize>> {
    let start = t.iter().position(|b| *b != b' ' && *b != b'\t')?;
    if t.len() < start + 10 || !t[start..start + 7].eq_ignore_ascii_case(b"include") {
        return None;
    }
    let q = start + 7 + t[start + 7..].iter().position(|b| *b != b' ' && *b != b'\t')?;
    if t[q] != b'\'' && t[q] != b'"' {
        return None;
    }
    let end = q + 1 + t[q + 1..].iter().position(|b| *b == t[q])?;
    let rest = t[end + 1..].trim_ascii_start();
    (end > q + 1 && (rest.is_empty() || rest[0] == b'!')).then_some(q + 1..end)
}
