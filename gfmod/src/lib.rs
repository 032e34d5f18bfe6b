//! Module files of gfortran.
//!
//! A module file of gfortran (versions 14 to 16: GCC 4.9 to 16) is a text of nested lists, compressed with gzip. [`read`] makes a [`Module`]
//! of it, whatever its bytes are: what is no such file is an [`Error`] with its place. [`Pool`] takes all the modules
//! that a compilation needs and gives them as the Fortran text of modules, with what cannot be used of them and why.

mod gzip;
mod model;
mod numbers;
mod parse;
mod refuse;
mod scan;
mod text;

pub use model::*;
pub use text::{Home, Pool, Refused, Unit};

/// Why a file is no module file of gfortran that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Line of the uncompressed text, from 1; 0 where there is none.
    pub line: u32,
    /// Column of it, from 1.
    pub column: u32,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.text),
            line => write!(f, "{} (line {line}, column {} of its text)", self.text, self.column),
        }
    }
}

/// First words of every module file.
const MAGIC: &[u8] = b"GFORTRAN module version '";

/// Whether bytes begin like a module file of gfortran: compressed, or text as old versions wrote it.
pub fn is_module_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(MAGIC)
}

/// Reads a module file.
pub fn read(bytes: &[u8]) -> Result<Module, Error> {
    let unpacked;
    let text = match bytes.starts_with(&[0x1f, 0x8b]) {
        true => {
            unpacked = gzip::unpack(bytes).map_err(|text| Error { line: 0, column: 0, text })?;
            &unpacked[..]
        }
        false => bytes,
    };
    parse::module(text)
}
