//! OpenMP: the table of directives and clauses.

pub mod table;

pub use table::{Association, ClauseArgs, ClauseKind, Directive, Leaf};
