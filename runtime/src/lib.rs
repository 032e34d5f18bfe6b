//! What compiled programs call: descriptors, input and output, intrinsic procedures, errors, threads
//! and devices. [`abi`] lists every function with its signature.

pub mod abi;
pub mod array;
pub mod desc;
pub mod device;
pub mod error;
pub mod intrinsics;
pub mod io;
pub mod memory;
pub mod omp;
mod startup;

pub use startup::start;
