//! The device data environment: which device a region runs on, which host memory has a copy there,
//! and the queue of kernels and copies.

use std::ffi::{c_char, c_void};

/// Ends the program with a message.
pub fn fatal(message: &str) -> ! {
    eprintln!("Fortran runtime error: {message}");
    std::process::exit(2)
}

/// Number of devices that target regions can be sent to.
pub fn num_devices() -> i32 {
    0
}

crate::abi_table! {
    pub static ABI;
    /// The kernels of the region whose `frt_dev_enter` follows need these features (bits of `abi::kernel::needs`);
    /// a device without them sends the region to the host. Optional; not calling it means 0.
    fn frt_dev_require(needs: i32);
    /// Opens a target region on a device (-1 = default): 1, or 0 where its host version is to run.
    fn frt_dev_enter(device: i32, cond: i32, file: *const c_char, line: i32) -> i32;
    /// Ends the region: submits what is queued and waits for it.
    fn frt_dev_leave();
    /// Enters what a descriptor describes into the device data environment. `kind` bits: 1 to, 2 from, 4 always,
    /// 8 delete, 16 release, 32 present, 64 `desc` is the address of an allocatable's or pointer's own
    /// descriptor; cond 0 = do nothing; `name` NUL-terminated or null; device -1 = that of the region, or default.
    fn frt_dev_map(desc: *const c_void, kind: i32, name: *const c_char, device: i32, cond: i32);
    /// Leaves it; parameters as `frt_dev_map`.
    fn frt_dev_unmap(desc: *const c_void, kind: i32, name: *const c_char, device: i32, cond: i32);
    /// Copies a present variable: `kind` 1 to the device, 2 from it.
    fn frt_dev_update(desc: *const c_void, kind: i32, device: i32, cond: i32);
    /// Device memory; the result is a key, not an address.
    fn frt_dev_alloc(bytes: i64) -> *mut c_void;
    /// Releases device memory.
    fn frt_dev_free(key: *mut c_void);
    /// Queues a kernel (the address of an encoded `CompiledKernel`, static) with arguments: addresses of
    /// descriptors (views) or of the values (scalars).
    fn frt_dev_launch(kernel: *const u8, args: *const *const c_void);
    /// Reads bytes of device memory (by key or mapped host address) to host memory, after what is queued.
    fn frt_dev_read(dst: *mut c_void, src: *const c_void, bytes: i64);
    /// Queues a copy between two contiguous device arrays of equal size.
    fn frt_dev_copy(dst: *const c_void, src: *const c_void);
    /// On entry of a region that has a host version only: an error where OMP_TARGET_OFFLOAD=mandatory and a device is selected.
    fn frt_dev_unsupported(file: *const c_char, line: i32, reason: *const u8, len: i64);
}
