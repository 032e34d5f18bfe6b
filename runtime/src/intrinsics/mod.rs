//! Intrinsic procedures that need library code.

pub mod batch;
pub mod chars;
pub mod ieee;
pub mod int128;
pub mod math;
pub mod posix;
pub mod random;
pub mod system;
mod tokens;
pub mod xreal;
