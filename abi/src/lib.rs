//! What compiled code and the runtime agree on, and nothing else: the functions of the runtime with their signatures
//! ([`rt`]), parameter blocks of input and output ([`params`]), descriptors of arrays ([`desc`]) and of types
//! ([`typedesc`]), the form of device kernels ([`kernel`]), the vocabulary of reductions ([`reduction`]), bits and codes.
//!
//! The compiler (`ir`, `lower`, `backend`, `gpu`) and the runtime both depend on this crate; it depends on nothing. A
//! compiled program carries it too, so it has no code that only one side needs.

#![forbid(unsafe_code)]

pub mod allocators;
pub mod character;
pub mod codes;
pub mod coverage;
pub mod desc;
pub mod foreign;
pub mod kernel;
pub mod lines;
pub mod map;
pub mod params;
pub mod reduction;
pub mod rt;
pub mod trampoline;
pub mod typedesc;

pub use rt::{MachineTy, RuntimeFn, lookup};
