//! Positions. A [`Span`] is a range of positions in the [`SourceMap`](super::SourceMap)'s one global
//! numbering, in which files follow each other; it always refers to ORIGINAL file text, whatever
//! preprocessing and continuation did to it.

/// A range of global positions, `lo..hi`. `lo == hi == 0` means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First position.
    pub lo: u32,
    /// One past the last position.
    pub hi: u32,
}

impl Span {
    /// The range `lo..hi`.
    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }
    /// The one of two that begins first.
    pub fn min_by_place(self, other: Span) -> Span {
        if other.lo < self.lo { other } else { self }
    }
    /// The one of two that begins last.
    pub fn max_by_place(self, other: Span) -> Span {
        if other.lo > self.lo { other } else { self }
    }
    /// The smallest span over both (an unknown one does not count).
    pub fn to(self, other: Span) -> Span {
        if self == Span::default() {
            return other;
        }
        if other == Span::default() {
            return self;
        }
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}
