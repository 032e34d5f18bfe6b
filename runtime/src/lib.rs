//! What compiled programs call: descriptors, input and output, intrinsic procedures, errors, threads
//! and devices. Each room pairs its functions with rows of the ABI;
//! which room may name which is said in `docs/architecture.md`.

// Functions of the ABI table are called by compiled code, which keeps the promises that the table states.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

#[macro_use]
mod table;
pub mod array;
pub mod backtrace;
pub mod cfi;
mod characters;
pub mod coarray;
mod coverage;
pub mod derived;
pub mod desc;
pub mod device;
pub mod error;
mod exports;
mod fenv;
pub mod foreign;
pub mod images;
pub mod intrinsics;
pub mod io;
pub mod memory;
pub mod omp;
mod startup;
mod stderr;
mod timeline;
pub mod trampoline;
mod values;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use exports::address;
pub use memory::compiler_memory;
pub use startup::start;
pub use timeline::wanted as timeline_wanted;
