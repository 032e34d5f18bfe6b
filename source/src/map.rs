//! The source map: every file that was read, in one global numbering of byte positions.

use super::Span;
use std::sync::Arc;

/// A file of the [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A file's text and where its lines start.
#[derive(Debug)]
pub struct SourceFile {
    /// The name as the user gave it, or as it was found through the include path.
    pub name: Arc<str>,
    /// The bytes of the file; they need not be UTF-8.
    pub bytes: Arc<[u8]>,
    /// Global position of the first byte.
    pub start: u32,
    /// Where the file was included (unknown for files named on the command line).
    pub included_at: Span,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Global position of the start of a line (from 1), and its length without the line end.
    pub fn line_range(&self, line: u32) -> (u32, u32) {
        let Some(&lo) = self.line_starts.get(line.saturating_sub(1) as usize) else { return (self.start, 0) };
        let hi = self.line_starts.get(line as usize).map_or(self.bytes.len(), |h| *h as usize);
        let text = self.bytes[lo as usize..hi].trim_ascii_end();
        (self.start + lo, text.len() as u32)
    }
}

/// A position for people: file, line and column from 1 (columns count bytes).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub col: u32,
}

/// All files, one after the other in one numbering. Position 0 belongs to no file.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file; the same name may be added twice. `None` when all files together pass 4 GiB.
    pub fn add(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> Option<FileId> {
        self.add_included(name, bytes, Span::default())
    }

    /// Adds a file that was included at `at`.
    pub fn add_included(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>, at: Span) -> Option<FileId> {
        let bytes: Arc<[u8]> = bytes.into();
        let start = self.files.last().map_or(1, |f| f.start as u64 + f.bytes.len() as u64 + 1);
        if start + bytes.len() as u64 + 1 >= u32::MAX as u64 {
            return None;
        }
        let mut line_starts = vec![0];
        line_starts.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i as u32 + 1));
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile { name: name.into(), bytes, start: start as u32, included_at: at, line_starts });
        Some(id)
    }

    /// Reads a file from disk and adds it.
    pub fn read(&mut self, path: &str) -> std::io::Result<FileId> {
        let bytes = std::fs::read(path)?;
        self.add(path, bytes).ok_or_else(|| std::io::Error::other("the sources are larger than 4 GiB"))
    }

    /// A file.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The file in which a global position lies.
    pub fn file_at(&self, pos: u32) -> Option<FileId> {
        if pos == 0 {
            return None;
        }
        let i = self.files.partition_point(|f| f.start <= pos);
        if i == 0 { None } else { Some(FileId(i as u32 - 1)) }
    }

    /// File, line and column of a global position.
    pub fn loc(&self, pos: u32) -> Option<Loc> {
        let id = self.file_at(pos)?;
        let f = self.file(id);
        let off = (pos - f.start).min(f.bytes.len() as u32);
        let line = f.line_starts.partition_point(|s| *s <= off);
        Some(Loc { file: id, line: line as u32, col: off - f.line_starts[line - 1] + 1 })
    }

    /// Start of a span as file name, line and column.
    pub fn describe(&self, span: Span) -> Option<(&str, u32, u32)> {
        let l = self.loc(span.lo)?;
        Some((&self.file(l.file).name, l.line, l.col))
    }

    /// The bytes under a span (empty where the span is unknown or crosses files).
    pub fn text(&self, span: Span) -> &[u8] {
        let Some(id) = self.file_at(span.lo) else { return &[] };
        let f = self.file(id);
        let (lo, hi) = ((span.lo - f.start) as usize, span.hi.saturating_sub(f.start) as usize);
        f.bytes.get(lo..hi).unwrap_or(&[])
    }

    /// The text of a line (from 1) without its end.
    pub fn line_text(&self, file: FileId, line: u32) -> &[u8] {
        let f = self.file(file);
        let Some(&lo) = f.line_starts.get(line.saturating_sub(1) as usize) else { return &[] };
        let hi = f.line_starts.get(line as usize).map_or(f.bytes.len(), |h| *h as usize);
        let text = &f.bytes[lo as usize..hi];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.strip_suffix(b"\r").unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_two_files() {
        let mut m = SourceMap::new();
        let a = m.add("a.f90", &b"x\nyz\n"[..]).unwrap();
        let b = m.add("b.f90", &b"q"[..]).unwrap();
        let pos = m.file(a).start + 3;
        assert_eq!(m.loc(pos), Some(Loc { file: a, line: 2, col: 2 }));
        assert_eq!(m.loc(m.file(b).start), Some(Loc { file: b, line: 1, col: 1 }));
        assert_eq!(m.loc(0), None);
        assert_eq!(m.line_text(a, 2), b"yz");
    }
}
