//! Errors of code generation.

use ferrotran_ir::{Loc, Module};
use std::fmt;

/// What could not be compiled, and where.
#[derive(Clone, Debug)]
pub struct CodegenError {
    /// Location of the op.
    pub loc: Loc,
    /// What is wrong.
    pub text: String,
}

impl CodegenError {
    /// The message with file and line, where they are known.
    pub fn render(&self, m: &Module) -> String {
        match m.files.get(usize::from(self.loc.file)) {
            Some(f) if self.loc.line > 0 => format!("{f}:{}:{}: {}", self.loc.line, self.loc.col, self.text),
            _ => self.text.clone(),
        }
    }
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.loc.line > 0 { write!(f, "line {}: {}", self.loc.line, self.text) } else { f.write_str(&self.text) }
    }
}

impl std::error::Error for CodegenError {}

/// Result of a step of code generation.
pub(crate) type Res<T> = Result<T, CodegenError>;
