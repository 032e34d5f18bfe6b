//! What the host reads, in programs that were compiled while `FERROTRAN_SHADOW_CHECK` was set, and the directive that is being
//! carried out: for the messages of the checks.

use super::section::Section;
use super::{DEVICES, Place, place_at};
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The data directive that this thread carries out.
    static DIRECTIVE: Cell<(*const c_char, i32)> = const { Cell::new((std::ptr::null(), 0)) };
}

/// A device has, or had, newer values of something than the host.
static NEWER: AtomicBool = AtomicBool::new(false);

/// Runs `f` for a data directive.
pub(super) fn directive<T>(at: (*const c_char, i32), f: impl FnOnce() -> T) -> T {
    let around = DIRECTIVE.replace(at);
    let result = f();
    DIRECTIVE.set(around);
    result
}

/// Where that is.
pub(super) fn place_of_directive() -> Option<Place> {
    place_at(DIRECTIVE.get())
}

/// Some device has newer values from now on.
pub(super) fn newer() {
    NEWER.store(true, Ordering::Relaxed);
}

fn look(ranges: impl FnOnce(&mut dyn FnMut(Range<u64>)), at: (*const c_char, i32)) {
    let Some(devices) = DEVICES.get().filter(|_| NEWER.load(Ordering::Relaxed)) else { return };
    let Some(place) = place_at(at) else { return };
    ranges(&mut |range| {
        for device in devices.iter().filter(|d| matches!(d.env.get(), Some(Ok(_)))) {
            device.lock().check_host_read(&range, &place);
        }
    });
}

pub(super) extern "C" fn host_reads(address: *const c_void, bytes: i64, file: *const c_char, line: i32) {
    let start = address as u64;
    if bytes > 0 {
        look(|f| f(start..start + bytes as u64), (file, line));
    }
}

pub(super) unsafe extern "C" fn host_reads_array(desc: *const c_void, file: *const c_char, line: i32) {
    // SAFETY: compiled code passes a descriptor.
    let section = unsafe { Section::read(desc.cast()) };
    look(|f| section.runs(|address, n| f(address..address + n)), (file, line));
}
