//! The runtime as a static library: what `ferrotran_runtime` exports by the names of the ABI's table, the start of a
//! process, and the few functions that the C library puts into every program instead of its dynamic part
//! ([`nonshared`]). The linker's build script takes the archive from beside this crate's library.

mod nonshared;
mod start;

pub use ferrotran_runtime;

/// What the linker itself, or the C library, needs of the archive.
pub const START: &[&[&str]] = &[&["__ferrotran_start"], nonshared::STATUS, nonshared::OTHERS];

/// Stands in the archive, and is different for every configuration of the build, so that the right one is found among
/// the archives of one folder.
pub const ID: &str = concat!("ferrotran-rtlib:", env!("FERROTRAN_RTLIB_ID"));

/// Keeps the text in the archive.
#[used]
static MARK: &[u8] = ID.as_bytes();
