//! Physical and logical lines, with a map from each byte back to its place in the original files.

use super::Span;
use std::sync::Arc;

/// How bytes of a line map to positions: from `off` on, either one position each from `pos` on, or all to `pos`
/// (text that a macro produced).
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First byte of the line it speaks of.
    pub off: u32,
    /// Position of that byte.
    pub pos: u32,
    /// Whether positions advance with the bytes.
    pub linear: bool,
}

/// A line after preprocessing and inclusion, before continuation.
#[derive(Clone, Debug)]
pub struct PhysLine {
    bytes: Arc<[u8]>,
    lo: u32,
    hi: u32,
    /// Place of the text.
    pub map: LineMap,
}

/// See [`Segment`].
#[derive(Clone, Debug)]
pub enum LineMap {
    /// The whole line is original text from this position on.
    Linear(u32),
    /// A line that was changed.
    Segments(Arc<[Segment]>),
}

impl PhysLine {
    /// A line that is a part of a file.
    pub fn original(bytes: &Arc<[u8]>, lo: usize, hi: usize, pos: u32) -> PhysLine {
        PhysLine { bytes: bytes.clone(), lo: lo as u32, hi: hi as u32, map: LineMap::Linear(pos) }
    }
    /// A line that preprocessing made.
    pub fn made(text: Vec<u8>, map: Vec<Segment>) -> PhysLine {
        let hi = text.len() as u32;
        PhysLine { bytes: text.into(), lo: 0, hi, map: LineMap::Segments(map.into()) }
    }
    /// Bytes `lo..hi` of it.
    pub fn part(&self, lo: usize, hi: usize) -> PhysLine {
        let mut l = LogicalLine::new(LineKind::Statement, false);
        l.push(self, lo, hi);
        PhysLine::made(l.text, l.map)
    }
    /// This line and another, with a blank between.
    pub fn join(&self, next: &PhysLine) -> PhysLine {
        let mut l = LogicalLine::new(LineKind::Statement, false);
        l.push(self, 0, self.text().len());
        l.map.push(Segment { off: l.text.len() as u32, pos: next.pos(0), linear: false });
        l.text.push(b' ');
        l.push(next, 0, next.text().len());
        PhysLine::made(l.text, l.map)
    }
    /// Its text without the line end.
    pub fn text(&self) -> &[u8] {
        &self.bytes[self.lo as usize..self.hi as usize]
    }
    /// Position of a byte of it.
    pub fn pos(&self, off: usize) -> u32 {
        match &self.map {
            LineMap::Linear(p) => p + off as u32,
            LineMap::Segments(s) => pos_in(s, off as u32),
        }
    }
    /// The whole line's span.
    pub fn span(&self) -> Span {
        let n = self.text().len();
        Span::new(self.pos(0), self.pos(n.saturating_sub(1)) + 1)
    }
}

fn pos_in(segments: &[Segment], off: u32) -> u32 {
    let i = segments.partition_point(|s| s.off <= off);
    match i.checked_sub(1).map(|i| segments[i]) {
        Some(s) if s.linear => s.pos + (off - s.off),
        Some(s) => s.pos,
        None => 0,
    }
}

/// What a logical line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// Statements.
    Statement,
    /// An OpenMP directive; the sentinel has been taken off.
    Omp,
}

/// A line with its continuation lines joined and comments taken off.
#[derive(Clone, Debug)]
pub struct LogicalLine {
    /// What it is.
    pub kind: LineKind,
    /// Whether it comes from fixed form (blanks do not count, columns 1 to 5 are a label).
    pub fixed: bool,
    /// The text.
    pub text: Vec<u8>,
    /// Map of the text.
    pub map: Vec<Segment>,
    /// Whether something is missing of it; that was reported.
    pub bad: bool,
    /// Whether backslashes in character literals begin escapes.
    pub backslash: bool,
    /// Whether an exponent letter may stand without digits.
    pub bare_exponents: bool,
    /// Whether `.` selects components.
    pub dots: bool,
    /// Whether names may have a `$`.
    pub dollars: bool,
}

impl LogicalLine {
    /// An empty line.
    pub fn new(kind: LineKind, fixed: bool) -> LogicalLine {
        LogicalLine {
            kind,
            fixed,
            text: vec![],
            map: vec![],
            bad: false,
            backslash: false,
            bare_exponents: false,
            dots: false,
            dollars: false,
        }
    }

    /// Appends bytes `lo..hi` of a physical line.
    pub fn push(&mut self, line: &PhysLine, lo: usize, hi: usize) {
        if lo >= hi {
            return;
        }
        let base = self.text.len() as u32;
        self.text.extend_from_slice(&line.text()[lo..hi]);
        match &line.map {
            LineMap::Linear(p) => self.map.push(Segment { off: base, pos: p + lo as u32, linear: true }),
            LineMap::Segments(segs) => {
                let i = segs.partition_point(|s| s.off <= lo as u32).saturating_sub(1);
                for s in &segs[i..] {
                    if s.off >= hi as u32 {
                        break;
                    }
                    let skip = (lo as u32).saturating_sub(s.off);
                    let pos = if s.linear { s.pos + skip } else { s.pos };
                    self.map.push(Segment { off: base + (s.off + skip - lo as u32), pos, linear: s.linear });
                }
            }
        }
    }

    /// Appends a blank that stands at byte `off` of a physical line.
    pub fn push_blank(&mut self, line: &PhysLine, off: usize) {
        self.map.push(Segment { off: self.text.len() as u32, pos: line.pos(off), linear: false });
        self.text.push(b' ');
    }

    /// Position of a byte.
    pub fn pos(&self, off: usize) -> u32 {
        pos_in(&self.map, off as u32)
    }

    /// Span of bytes `lo..hi`.
    pub fn span(&self, lo: usize, hi: usize) -> Span {
        let a = self.pos(lo);
        let b = if hi > lo { self.pos(hi - 1) + 1 } else { a };
        Span::new(a, b.max(a))
    }
}
