//! Semantic analysis: scopes, types, kinds, constants, generic resolution, OpenMP rules; AST to [typed] program.

pub mod intrinsics;
pub mod typed;
