//! Module files: what other compilations need to know of a module or submodule.
//!
//! `name.mod` (a submodule: `ancestor@name.smod`) holds the statements of the module after preprocessing and INCLUDE,
//! one logical line each, with their places. A USE parses and analyses them again, so that everything survives that
//! the language has; bodies are there of procedures that other compilations may put in place of calls. The *interface*
//! is a hash of those statements, of the options that change their meaning, and of the interfaces of the modules that
//! they use: two files with the same interface are the same for every user, so an unchanged one is not written again.

mod extract;
mod format;
mod imports;

pub use imports::{Dirs, Modules, Unit, closure, dependency_order, names, replace_file};

use crate::source::LineKind;

/// A module file in memory.
#[derive(Clone, Debug, PartialEq)]
struct ModuleFile {
    /// `module` or `ancestor:submodule`.
    key: String,
    /// The source file.
    source: String,
    /// Kinds of default integer, real and logical.
    kinds: [u8; 3],
    /// Hash of what users see.
    interface: u64,
    /// Modules that it uses itself, and their interfaces when it was compiled.
    uses: Vec<(String, u64)>,
    /// Files that the lines come from.
    files: Vec<String>,
    lines: Vec<Line>,
}

/// A logical line.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    /// Index of the file.
    file: usize,
    /// Line in it.
    number: u32,
    kind: LineKind,
    fixed: bool,
    text: Vec<u8>,
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
    fn add(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn of(bytes: &[u8]) -> u64 {
        let mut h = Hash::new();
        h.add(bytes);
        h.0
    }
}

impl ModuleFile {
    /// Computes the interface from everything else.
    fn interface_of(&self) -> u64 {
        let mut h = Hash::new();
        h.add(self.key.as_bytes());
        h.add(&self.kinds);
        for l in &self.lines {
            let text = l.text.trim_ascii_end();
            h.add(&[b'\n', u8::from(l.fixed), u8::from(l.kind == LineKind::Omp)]);
            h.add(if l.fixed { text } else { text.trim_ascii_start() });
        }
        for (name, interface) in &self.uses {
            h.add(name.as_bytes());
            h.add(&interface.to_le_bytes());
        }
        h.0
    }
}
