//! The linker and loader in memory, for `run`: relocatable ELF objects become one [`Image`], which is mapped into this
//! process.
//!
//! An image is position independent: code and data have fixed distances, absolute addresses are listed
//! as relocations against the image's base, and functions of the runtime and of the C library are
//! imports by name, reached through a table of addresses.

mod load;
mod objects;
mod relocate;
mod start;

pub use load::Loaded;
pub use objects::link;
pub use start::execute;

use std::fmt;

/// Section of an object that says which Fortran modules it defines and uses, and their interfaces (hashes): lines
/// `d MODULE INTERFACE` and `u MODULE INTERFACE`. Objects that do not agree are not linked.
pub const MODULES_SECTION: &str = ".ferrotran.modules";

/// Size of a page; segments start at multiples of it.
pub(crate) const PAGE: u64 = 4096;

/// How a segment is mapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// Code.
    ReadExecute,
    /// Constants.
    Read,
    /// Variables.
    ReadWrite,
}

/// A part of an image with one protection.
#[derive(Clone, Debug)]
pub struct Segment {
    /// How it is mapped.
    pub protection: Protection,
    /// Distance from the image's base, a multiple of the page size.
    pub offset: u64,
    /// Contents; the rest up to `size` is zero.
    pub data: Vec<u8>,
    /// Bytes in memory.
    pub size: u64,
}

/// A place in the image whose 8 bytes hold an addend to which an address is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixup {
    /// Distance of the place from the base.
    pub at: u32,
    /// What is added: the base of the image, or the address of an import.
    pub what: FixupKind,
}

/// See [`Fixup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixupKind {
    /// The image's base, 64 bits.
    Base,
    /// The address of the import with that number.
    Import(u32),
}

/// A linked program.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// Segments in order of their offsets.
    pub segments: Vec<Segment>,
    /// Places to fix when the base is known.
    pub fixups: Vec<Fixup>,
    /// Names of functions and variables of the runtime and the C library.
    pub imports: Vec<String>,
    /// Global symbols and functions: (name, offset, size), in order of offsets.
    pub symbols: Vec<(String, u64, u64)>,
    /// Functions to call before the main program: places that hold their addresses.
    pub constructors: Vec<u64>,
    /// Where the tables of source lines are ([`ferrotran_abi::lines`]): (offset, bytes).
    pub lines: Vec<(u64, u64)>,
}

impl Image {
    /// Offset of a global symbol.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|s| s.0 == name).map(|s| s.1)
    }
    /// Bytes in memory.
    pub fn size(&self) -> u64 {
        self.segments.iter().map(|s| s.offset + s.size).max().unwrap_or(0).next_multiple_of(PAGE)
    }
}

/// Why objects could not be linked.
#[derive(Clone, Debug, Default)]
pub struct LinkError {
    /// (symbol, object that refers to it, and the function in it)
    pub undefined: Vec<(String, String)>,
    /// (symbol, first definition, second definition)
    pub duplicate: Vec<(String, String, String)>,
    /// Everything else.
    pub other: Vec<String>,
}

impl LinkError {
    pub(crate) fn is_empty(&self) -> bool {
        self.undefined.is_empty() && self.duplicate.is_empty() && self.other.is_empty()
    }
    /// An error of these words.
    pub fn text(text: impl Into<String>) -> LinkError {
        LinkError { other: vec![text.into()], ..LinkError::default() }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut line = |f: &mut fmt::Formatter<'_>, text: String| {
            if !std::mem::take(&mut first) {
                f.write_str("\n")?;
            }
            f.write_str(&text)
        };
        for (s, o) in &self.undefined {
            line(f, format!("undefined reference to `{s}` in {o}"))?;
        }
        for (s, a, b) in &self.duplicate {
            line(f, format!("`{s}` is defined in {a} and again in {b}"))?;
        }
        for t in &self.other {
            line(f, t.clone())?;
        }
        Ok(())
    }
}

impl std::error::Error for LinkError {}
