//! Module files: what other compilations need to know of a module or submodule.
//!
//! `name.mod` (a submodule: `ancestor@name.smod`) holds the statements of the module after preprocessing and INCLUDE,
//! one logical line each, with their places. A USE parses and analyses them again, so that everything survives that
//! the language has; bodies are there of procedures that other compilations may put in place of calls. The *interface*
//! is a hash of those statements, of the options that change their meaning, and of the interfaces of the modules that
//! they use: two files with the same interface are the same for every user, so an unchanged one is not written again.

mod extract;
mod foreign;
mod format;
mod imports;

pub use imports::{Dirs, Modules, Unit, closure, dependency_order, names, replace_file};

use ferrotran_source::LineKind;
use ferrotran_syntax::ParseOptions;

/// A module file in memory.
#[derive(Clone, Debug, PartialEq)]
struct ModuleFile {
    /// `module` or `ancestor:submodule`.
    key: String,
    /// The source file.
    source: String,
    /// Kinds of default integer, real and logical, and of double precision.
    kinds: [u8; 4],
    /// What options change in the meaning of its text.
    dialect: Dialect,
    /// Hash of what users see.
    interface: u64,
    /// Modules that it uses itself, and their interfaces when it was compiled.
    uses: Vec<(String, u64)>,
    /// Files that the lines come from.
    files: Vec<String>,
    lines: Vec<Line>,
}

/// Options of the compilation that the text of a module depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Dialect {
    /// `.` selects components.
    dots: bool,
    /// Backslashes begin escapes.
    backslash: bool,
    /// `8E` is `8E0`.
    bare_exponents: bool,
    /// Logical operators work on the bits of integers.
    bitwise: bool,
    /// Character constants are converted to numbers.
    char_conversions: bool,
    /// Constants may overflow.
    no_range_check: bool,
    /// What is not said to be public is private.
    private: bool,
    /// There are specific integer functions of all kinds.
    ints: bool,
    /// Coarrays have several images.
    images: bool,
}

impl Dialect {
    /// The options of a compilation.
    fn new(parse: &ParseOptions, sema: &ferrotran_sema::Options) -> Dialect {
        Dialect {
            dots: parse.dec_structure,
            backslash: parse.backslash,
            bare_exponents: parse.bare_exponents,
            bitwise: sema.dec.bitwise,
            char_conversions: sema.dec.char_conversions,
            no_range_check: !sema.range_check,
            private: sema.module_private,
            ints: sema.dec.ints,
            images: sema.several_images,
        }
    }

    /// A letter for each option, and the option.
    fn switches(&mut self) -> [(char, &mut bool); 9] {
        [
            ('d', &mut self.dots),
            ('b', &mut self.backslash),
            ('e', &mut self.bare_exponents),
            ('i', &mut self.bitwise),
            ('c', &mut self.char_conversions),
            ('r', &mut self.no_range_check),
            ('p', &mut self.private),
            ('n', &mut self.ints),
            ('m', &mut self.images),
        ]
    }

    /// The letters of the options that are on; `-` where none is.
    fn letters(mut self) -> String {
        let on: String = self.switches().iter().filter(|s| *s.1).map(|s| s.0).collect();
        if on.is_empty() { "-".into() } else { on }
    }

    fn from_letters(text: &str) -> Option<Dialect> {
        let mut out = Dialect::default();
        for c in text.chars().filter(|c| *c != '-') {
            *out.switches().into_iter().find(|s| s.0 == c)?.1 = true;
        }
        Some(out)
    }
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
        h.add(self.dialect.letters().as_bytes());
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
