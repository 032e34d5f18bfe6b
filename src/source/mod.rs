//! Source text: files and positions, and the prescanner that turns a file into logical lines.

mod map;
mod span;

pub use map::{FileId, Loc, SourceFile, SourceMap};
pub use span::Span;
