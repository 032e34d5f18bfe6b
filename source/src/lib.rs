//! Source text: files and positions, and the prescanner that turns a file into logical lines.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub mod message;

mod cpp;
pub use cpp::GFORTRAN;
mod lines;
mod map;
mod prescan;
mod read;
mod span;

pub use lines::{LineKind, LogicalLine, PhysLine, Segment};
pub use map::{FileId, Loc, SourceFile, SourceMap};
pub use read::{OwnInclude, ReadOptions, logical_lines, macro_definitions, physical_lines};
pub use span::Span;
