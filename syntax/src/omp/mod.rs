//! OpenMP: the table of directives and clauses.

pub(super) mod joined;
pub(super) mod parse;
pub mod table;

pub use table::{Association, ClauseArgs, ClauseKind, Directive, Leaf};
