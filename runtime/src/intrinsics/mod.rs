//! Intrinsic procedures that need library code.

pub mod chars;
pub mod math;
pub mod random;
pub mod system;
