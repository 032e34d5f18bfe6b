//! What input and output do where a program says nothing else: set by options of the compiler when the main program
//! begins.

use ferrotran_abi::codes::dialect::{BARE_EXPONENTS, DEFAULT_WIDTHS, PEDANTIC};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Longest part of an unformatted record where markers have 4 bytes.
pub const MAX_SUBRECORD: u32 = 2147483639;

static SWAP: AtomicBool = AtomicBool::new(false);
static WIDE_MARKERS: AtomicBool = AtomicBool::new(false);
static SUBRECORD: AtomicU32 = AtomicU32::new(MAX_SUBRECORD);
static PLAIN_ZERO: AtomicBool = AtomicBool::new(false);
static STANDARD: AtomicU32 = AtomicU32::new(0);
static DIALECT: AtomicU32 = AtomicU32::new(0);
static FPE_SUMMARY: AtomicU32 = AtomicU32::new(0x1f);

/// Whether unformatted files have the other order of bytes.
pub fn swap() -> bool {
    SWAP.load(Relaxed)
}

/// Bytes of a record marker.
pub fn marker_bytes() -> usize {
    if WIDE_MARKERS.load(Relaxed) { 8 } else { 4 }
}

/// Longest part of an unformatted record.
pub fn subrecord() -> usize {
    // Markers of 8 bytes hold every length.
    if WIDE_MARKERS.load(Relaxed) { usize::MAX } else { SUBRECORD.load(Relaxed) as usize }
}

/// Whether zeros are written without a sign.
pub fn plain_zero() -> bool {
    PLAIN_ZERO.load(Relaxed)
}

/// A value as output shows it: zeros may lose their sign.
pub fn shown(x: f64) -> f64 {
    if x == 0.0 && PLAIN_ZERO.load(Relaxed) { 0.0 } else { x }
}

/// The standard that the program keeps to, as its year; 0: the standards with the usual extensions, 1: old programs too.
pub fn standard() -> u32 {
    STANDARD.load(Relaxed)
}

/// Old programs leave out commas and periods in formats, and commas end the fields of internal files.
pub fn legacy() -> bool {
    standard() == 1
}

/// Edit descriptors without a width have the width that DEC's compilers gave them.
pub fn default_widths() -> bool {
    DIALECT.load(Relaxed) & DEFAULT_WIDTHS != 0
}

/// `8E` is `8E0` in input.
pub fn bare_exponents() -> bool {
    DIALECT.load(Relaxed) & BARE_EXPONENTS != 0
}

/// A width of zero that the chosen standard does not know is an error; `since`: the first that does.
pub fn zero_width_is_wrong(since: u32) -> bool {
    DIALECT.load(Relaxed) & PEDANTIC != 0 && (2..since).contains(&standard())
}

/// Whether what no standard knows is an error.
pub fn pedantic() -> bool {
    DIALECT.load(Relaxed) & PEDANTIC != 0
}

/// Exceptions that STOP and ERROR STOP tell of, as a mask of the floating-point environment's flags.
pub fn fpe_summary() -> u32 {
    FPE_SUMMARY.load(Relaxed)
}

/// See the table.
pub extern "C" fn frt_io_defaults(
    swap: i32,
    marker: i32,
    subrecord: i32,
    plain_zero: i32,
    fpe_summary: i32,
    standard: i32,
    dialect: i32,
) {
    STANDARD.store(standard as u32, Relaxed);
    DIALECT.store(dialect as u32, Relaxed);
    SWAP.store(swap != 0, Relaxed);
    WIDE_MARKERS.store(marker == 8, Relaxed);
    if subrecord > 0 {
        SUBRECORD.store(subrecord as u32, Relaxed);
    }
    PLAIN_ZERO.store(plain_zero != 0, Relaxed);
    FPE_SUMMARY.store(fpe_summary as u32, Relaxed);
}
