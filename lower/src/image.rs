//! Bytes of static data, with the addresses in them.

/// An address in static data: that of a symbol, plus bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reloc {
    pub at: usize,
    pub symbol: String,
    pub addend: i64,
}

/// An object as it lies in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Image {
    pub bytes: Vec<u8>,
    pub relocs: Vec<Reloc>,
}

impl From<Vec<u8>> for Image {
    fn from(bytes: Vec<u8>) -> Image {
        Image { bytes, relocs: Vec::new() }
    }
}

impl Image {
    /// All zero.
    pub fn zero(size: usize) -> Image {
        vec![0; size].into()
    }

    /// Bytes in it.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True where a zero-filled object of its size is the same.
    pub fn is_zero(&self) -> bool {
        self.relocs.is_empty() && self.bytes.iter().all(|&b| b == 0)
    }

    /// Appends another one.
    pub fn extend(&mut self, other: Image) {
        let base = self.bytes.len();
        self.bytes.extend(other.bytes);
        self.relocs.extend(other.relocs.into_iter().map(|r| Reloc { at: r.at + base, ..r }));
    }

    /// Appends copies of one byte up to a length, or cuts it there.
    pub fn resize(&mut self, size: usize, fill: u8) {
        self.bytes.resize(size, fill);
    }

    /// `n` of it, one after the other.
    pub fn repeat(&self, n: usize) -> Image {
        let mut out = Image::default();
        for _ in 0..n {
            out.extend(self.clone());
        }
        out
    }

    /// Replaces what lies from `at` on, as far as this one goes.
    pub fn put(&mut self, at: usize, other: Image) {
        let end = (at + other.len()).min(self.len());
        self.bytes[at..end].copy_from_slice(&other.bytes[..end - at]);
        self.relocs.retain(|r| r.at < at || r.at >= end);
        self.relocs.extend(other.relocs.into_iter().map(|r| Reloc { at: r.at + at, ..r }).filter(|r| r.at + 8 <= end));
    }
}
