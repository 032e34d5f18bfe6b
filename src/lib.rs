//! The compiler.
