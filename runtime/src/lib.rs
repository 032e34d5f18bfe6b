//! What compiled programs call: descriptors, input and output, intrinsic procedures, errors, threads
//! and devices. [`table`] pairs them with the rows of the ABI.

// Functions of the ABI table are called by compiled code, which keeps the promises that the table states.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

#[macro_use]
pub mod table;
pub mod array;
pub mod backtrace;
pub mod cfi;
pub mod coarray;
pub mod derived;
pub mod desc;
pub mod device;
pub mod error;
pub mod intrinsics;
pub mod io;
pub mod memory;
pub mod omp;
mod startup;
pub mod trampoline;

pub use intrinsics::system::program_arguments as arguments;
pub use memory::compiler_memory;
pub use startup::{finish, on_thread_start, start};
