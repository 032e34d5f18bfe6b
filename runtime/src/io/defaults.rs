//! What input and output do where a program says nothing else: set by options of the compiler when the main program
//! begins.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Longest part of an unformatted record where markers have 4 bytes.
pub const MAX_SUBRECORD: u32 = 2147483639;

static SWAP: AtomicBool = AtomicBool::new(false);
static WIDE_MARKERS: AtomicBool = AtomicBool::new(false);
static SUBRECORD: AtomicU32 = AtomicU32::new(MAX_SUBRECORD);
static PLAIN_ZERO: AtomicBool = AtomicBool::new(false);
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

/// A value as output shows it: zeros may lose their sign.
pub fn shown(x: f64) -> f64 {
    if x == 0.0 && PLAIN_ZERO.load(Relaxed) { 0.0 } else { x }
}

/// Exceptions that STOP and ERROR STOP tell of, as a mask of the floating-point environment's flags.
pub fn fpe_summary() -> u32 {
    FPE_SUMMARY.load(Relaxed)
}

/// See the table.
pub extern "C" fn frt_io_defaults(swap: i32, marker: i32, subrecord: i32, plain_zero: i32, fpe_summary: i32) {
    SWAP.store(swap != 0, Relaxed);
    WIDE_MARKERS.store(marker == 8, Relaxed);
    if subrecord > 0 {
        SUBRECORD.store(subrecord as u32, Relaxed);
    }
    PLAIN_ZERO.store(plain_zero != 0, Relaxed);
    FPE_SUMMARY.store(fpe_summary as u32, Relaxed);
}
