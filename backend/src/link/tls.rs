//! Thread-local variables of C objects: a block of every thread of this process, at the same distance from the thread
//! pointer in all of them.

use std::cell::UnsafeCell;
use std::sync::OnceLock;

/// Bytes that the thread-local variables of a program may take.
pub(super) const AREA_BYTES: u64 = 4096;

#[repr(align(64))]
struct Area(UnsafeCell<[u8; AREA_BYTES as usize]>);

thread_local! {
    /// Constant and without destructor, so it lies in the thread's static block.
    static AREA: Area = const { Area(UnsafeCell::new([0; AREA_BYTES as usize])) };
}

/// Initial contents of every thread's block.
static INITIAL: OnceLock<Vec<u8>> = OnceLock::new();

/// Distance of this thread's block from its thread pointer.
#[cfg(target_arch = "x86_64")]
pub(super) fn distance() -> i64 {
    let at = AREA.with(|a| a.0.get() as i64);
    let pointer: i64;
    // SAFETY: reads the word at the thread pointer, which the ABI defines to be the thread pointer itself.
    unsafe { std::arch::asm!("mov {}, fs:0", out(reg) pointer, options(nostack, readonly, preserves_flags)) };
    at - pointer
}

/// Distance of this thread's block from its thread pointer.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn distance() -> i64 {
    0
}

/// Gives this thread's block, and that of every thread which the runtime starts later, its initial contents.
pub(super) fn begin(initial: &[u8]) {
    if initial.iter().all(|b| *b == 0) || INITIAL.set(initial.to_vec()).is_err() {
        return;
    }
    fill();
    ferrotran_runtime::on_thread_start(fill);
}

fn fill() {
    let Some(bytes) = INITIAL.get() else { return };
    AREA.with(|a| {
        // SAFETY: the block belongs to this thread, no reference to it exists, and the linker checked the length.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), a.0.get().cast::<u8>(), bytes.len()) };
    });
}
