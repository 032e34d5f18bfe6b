//! Texts of documents: lines, and positions as the client counts them.

use lsp_types::{Position, Range};
use std::sync::Arc;

/// How columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16.
    Utf16,
}

/// A text with the places where its lines begin.
#[derive(Clone, Debug)]
pub struct Text {
    /// The bytes; they need not be UTF-8.
    pub bytes: Arc<[u8]>,
    starts: Vec<u32>,
}

/// Number of columns of some bytes. A byte that is not UTF-8 is one column.
fn columns(bytes: &[u8], enc: Encoding) -> u32 {
    if enc == Encoding::Utf8 || bytes.is_ascii() {
        return bytes.len() as u32;
    }
    let of = |c: std::str::Utf8Chunk<'_>| c.valid().chars().map(char::len_utf16).sum::<usize>() + c.invalid().len();
    bytes.utf8_chunks().map(of).sum::<usize>() as u32
}

impl Text {
    /// A text.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Text {
        let bytes = bytes.into();
        let mut starts = vec![0];
        starts.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i as u32 + 1));
        Text { bytes, starts }
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// A line (from 0) without its end.
    pub fn line(&self, line: u32) -> &[u8] {
        let Some(&lo) = self.starts.get(line as usize) else { return &[] };
        let hi = self.starts.get(line as usize + 1).map_or(self.bytes.len(), |h| *h as usize);
        let text = &self.bytes[lo as usize..hi];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.strip_suffix(b"\r").unwrap_or(text)
    }

    /// The line (from 0) of an offset.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|s| *s <= offset) as u32 - 1
    }

    /// Offset of the first byte of a line.
    pub fn line_start(&self, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(self.bytes.len() as u32)
    }

    /// The position of an offset.
    pub fn position(&self, offset: u32, enc: Encoding) -> Position {
        let offset = offset.min(self.bytes.len() as u32);
        let line = self.line_of(offset);
        let start = self.starts[line as usize];
        Position::new(line, columns(&self.bytes[start as usize..offset as usize], enc))
    }

    /// The range of two offsets.
    pub fn range(&self, lo: u32, hi: u32, enc: Encoding) -> Range {
        Range::new(self.position(lo, enc), self.position(hi.max(lo), enc))
    }

    /// The offset of a position; one behind the end of its line or of the text is that end.
    pub fn offset(&self, at: Position, enc: Encoding) -> u32 {
        if at.line >= self.lines() {
            return self.bytes.len() as u32;
        }
        let start = self.line_start(at.line);
        let line = self.line(at.line);
        let mut left = at.character;
        let mut off = 0;
        for chunk in line.utf8_chunks() {
            let chars = chunk.valid().chars().map(|c| (c.len_utf8() as u32, c.len_utf16() as u32));
            for (bytes, units) in chars.chain(chunk.invalid().iter().map(|_| (1, 1))) {
                let cost = if enc == Encoding::Utf8 { bytes } else { units };
                if left < cost {
                    return start + off;
                }
                left -= cost;
                off += bytes;
            }
        }
        start + off
    }

    /// The text with a range replaced.
    pub fn replaced(&self, range: Range, with: &str, enc: Encoding) -> Text {
        let lo = self.offset(range.start, enc) as usize;
        let hi = (self.offset(range.end, enc) as usize).max(lo);
        let mut bytes = Vec::with_capacity(self.bytes.len() + with.len());
        bytes.extend_from_slice(&self.bytes[..lo]);
        bytes.extend_from_slice(with.as_bytes());
        bytes.extend_from_slice(&self.bytes[hi..]);
        Text::new(bytes)
    }
}

/// Whether a byte may stand in a name.
pub fn in_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The path of a `file:` URI; other URIs stand for themselves.
pub fn path_of(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.to_string() };
    let rest = &rest[rest.find('/').unwrap_or(0)..];
    let mut out = vec![];
    let bytes = rest.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let hex = |b: Option<&u8>| b.and_then(|b| (*b as char).to_digit(16));
        match (bytes[i], hex(bytes.get(i + 1)), hex(bytes.get(i + 2))) {
            (b'%', Some(a), Some(b)) => {
                out.push((a * 16 + b) as u8);
                i += 3;
            }
            (b, ..) => {
                out.push(b);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The URI of a path.
pub fn uri_of(path: &str) -> String {
    if !path.starts_with('/') {
        return path.to_string();
    }
    let mut out = String::from("file://");
    for &b in path.as_bytes() {
        if b.is_ascii_alphanumeric() || b"/-._~".contains(&b) {
            out.push(b as char);
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_utf16() {
        let t = Text::new("a\u{1F600}b = 1\r\nc\u{e9}d\n".as_bytes().to_vec());
        assert_eq!(t.position(5, Encoding::Utf16), Position::new(0, 3));
        assert_eq!(t.offset(Position::new(0, 3), Encoding::Utf16), 5);
        assert_eq!(t.offset(Position::new(0, 2), Encoding::Utf16), 1);
        assert_eq!(t.offset(Position::new(0, 99), Encoding::Utf16), 10);
        assert_eq!(t.position(5, Encoding::Utf8), Position::new(0, 5));
        assert_eq!(t.offset(Position::new(1, 2), Encoding::Utf16), 15);
        assert_eq!(t.offset(Position::new(9, 2), Encoding::Utf16), t.bytes.len() as u32);
    }

    #[test]
    fn paths_with_blanks() {
        assert_eq!(path_of("file:///a%20b/c.f90"), "/a b/c.f90");
        assert_eq!(uri_of("/a b/c.f90"), "file:///a%20b/c.f90");
        assert_eq!(path_of("file:///a%2"), "/a%2");
    }
}
