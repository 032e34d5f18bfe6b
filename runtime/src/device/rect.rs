//! Copies between devices and the host that a program asks for by name: `omp_target_memcpy` and its relatives.

use super::{is_host, numbered};
use std::ffi::c_void;

/// Most dimensions of `omp_target_memcpy_rect`.
const MAX_DIMS: usize = 15;

/// Copies bytes; each side is host memory or memory of a device. True if that was possible.
///
/// # Safety
/// Addresses of the host are the program's own.
unsafe fn transfer(to: u64, from: u64, bytes: u64, to_device: i32, from_device: i32) -> bool {
    if bytes == 0 {
        return true;
    }
    if [to_device, from_device].into_iter().any(|n| numbered(n).is_none() && !is_host(n)) {
        return false;
    }
    // SAFETY: the caller's promise.
    let result = unsafe {
        match (numbered(to_device), numbered(from_device)) {
            (None, None) => {
                std::ptr::copy(from as *const u8, to as *mut u8, bytes as usize);
                Ok(())
            }
            (None, Some(s)) => s.lock().read(to as *mut u8, from, bytes),
            (Some(d), None) => d.lock().write(to, std::slice::from_raw_parts(from as *const u8, bytes as usize)),
            (Some(d), Some(s)) => {
                let mut data = vec![0u8; bytes as usize];
                let read = s.lock().read(data.as_mut_ptr(), from, bytes);
                read.and_then(|()| d.lock().write(to, &data))
            }
        }
    };
    result.is_ok()
}

pub(super) unsafe extern "C" fn memcpy(
    dst: *mut c_void,
    src: *const c_void,
    length: i64,
    dst_offset: i64,
    src_offset: i64,
    dst_device: i32,
    src_device: i32,
) -> i32 {
    if length < 0 || dst.is_null() || src.is_null() {
        return libc::EINVAL;
    }
    let to = (dst as u64).wrapping_add_signed(dst_offset);
    let from = (src as u64).wrapping_add_signed(src_offset);
    // SAFETY: the program says that it owns these addresses.
    if unsafe { transfer(to, from, length as u64, dst_device, src_device) } { 0 } else { libc::EINVAL }
}

/// Addresses that may go to another thread.
struct Ends(*mut c_void, *const c_void);

// SAFETY: the program says that it leaves what is there alone until the copy is made.
unsafe impl Send for Ends {}

impl Ends {
    fn get(&self) -> (*mut c_void, *const c_void) {
        (self.0, self.1)
    }
}

/// Makes a target task of a copy, behind the tasks that dependence objects name.
///
/// # Safety
/// `list` has `n` objects.
unsafe fn later(n: i32, list: *const c_void, copy: impl FnOnce() -> i32 + Send + 'static) {
    let n = if list.is_null() { 0 } else { n.max(0) as usize };
    // SAFETY: the caller's promise.
    let objects: Vec<i64> = (0..n).map(|k| unsafe { list.cast::<i64>().add(k).read_unaligned() }).collect();
    let work = move || {
        if copy() != 0 {
            crate::error::fatal("an asynchronous copy of device memory failed: not all of it is on the device");
        }
    };
    crate::omp::target_task(&objects, Box::new(work));
}

pub(super) unsafe extern "C" fn memcpy_async(
    dst: *mut c_void,
    src: *const c_void,
    length: i64,
    dst_offset: i64,
    src_offset: i64,
    dst_device: i32,
    src_device: i32,
    depobj_count: i32,
    depobj_list: *const c_void,
) -> i32 {
    if length < 0 || dst.is_null() || src.is_null() {
        return libc::EINVAL;
    }
    let ends = Ends(dst, src);
    let copy = move || {
        let (dst, src) = ends.get();
        // SAFETY: as there.
        unsafe { memcpy(dst, src, length, dst_offset, src_offset, dst_device, src_device) }
    };
    // SAFETY: as there.
    unsafe { later(depobj_count, depobj_list, copy) };
    0
}

pub(super) unsafe extern "C" fn memcpy_rect(
    dst: *mut c_void,
    src: *const c_void,
    element_size: i64,
    num_dims: i32,
    volume: *const i64,
    dst_offsets: *const i64,
    src_offsets: *const i64,
    dst_dimensions: *const i64,
    src_dimensions: *const i64,
    dst_device: i32,
    src_device: i32,
) -> i32 {
    // Without memory the program asks how many dimensions are possible.
    if dst.is_null() && src.is_null() {
        return MAX_DIMS as i32;
    }
    let n = num_dims as usize;
    if num_dims < 1 || n > MAX_DIMS || element_size <= 0 || dst.is_null() || src.is_null() {
        return libc::EINVAL;
    }
    // SAFETY: the program passes arrays of `num_dims` numbers.
    let list = |p: *const i64| unsafe { std::slice::from_raw_parts(p, n) };
    let (volume, to_at, from_at) = (list(volume), list(dst_offsets), list(src_offsets));
    let (to_dims, from_dims) = (list(dst_dimensions), list(src_dimensions));
    if volume.iter().any(|&v| v <= 0) {
        return 0;
    }
    let mut at = vec![0i64; n];
    let place = |at: &[i64], offsets: &[i64], dims: &[i64]| {
        (0..n).fold(0i64, |sum, d| sum * dims[d] + at[d] + offsets[d]) * element_size
    };
    let row = (volume[n - 1] * element_size) as u64;
    loop {
        let to = (dst as u64).wrapping_add_signed(place(&at, to_at, to_dims));
        let from = (src as u64).wrapping_add_signed(place(&at, from_at, from_dims));
        // SAFETY: the program says that it owns these addresses.
        if !unsafe { transfer(to, from, row, dst_device, src_device) } {
            return libc::EINVAL;
        }
        let mut d = n - 1;
        loop {
            if d == 0 {
                return 0;
            }
            d -= 1;
            at[d] += 1;
            if at[d] < volume[d] {
                break;
            }
            at[d] = 0;
        }
    }
}

pub(super) unsafe extern "C" fn memcpy_rect_async(
    dst: *mut c_void,
    src: *const c_void,
    element_size: i64,
    num_dims: i32,
    volume: *const i64,
    dst_offsets: *const i64,
    src_offsets: *const i64,
    dst_dimensions: *const i64,
    src_dimensions: *const i64,
    dst_device: i32,
    src_device: i32,
    depobj_count: i32,
    depobj_list: *const c_void,
) -> i32 {
    if dst.is_null() && src.is_null() {
        return MAX_DIMS as i32;
    }
    let n = num_dims as usize;
    if num_dims < 1 || n > MAX_DIMS || element_size <= 0 || dst.is_null() || src.is_null() {
        return libc::EINVAL;
    }
    let ends = Ends(dst, src);
    // The program may change the numbers before the copy is made.
    // SAFETY: the program passes arrays of `num_dims` numbers.
    let numbers = [volume, dst_offsets, src_offsets, dst_dimensions, src_dimensions]
        .map(|p| unsafe { std::slice::from_raw_parts(p, n) }.to_vec());
    let copy = move || {
        let (dst, src) = ends.get();
        let [volume, to, from, to_dims, from_dims] = numbers.each_ref().map(|v| v.as_ptr());
        // SAFETY: as there.
        unsafe {
            memcpy_rect(dst, src, element_size, num_dims, volume, to, from, to_dims, from_dims, dst_device, src_device)
        }
    };
    // SAFETY: as there.
    unsafe { later(depobj_count, depobj_list, copy) };
    0
}

pub(super) unsafe extern "C" fn memset_async(
    ptr: *mut c_void,
    val: i32,
    count: i64,
    number: i32,
    depobj_count: i32,
    depobj_list: *const c_void,
) -> *mut c_void {
    let ends = Ends(ptr, ptr);
    let set = move || {
        let (ptr, _) = ends.get();
        // SAFETY: the program says that it owns these bytes until the task is over.
        unsafe { memset(ptr, val, count, number) };
        0
    };
    // SAFETY: the program passes as many dependence objects as it says.
    unsafe { later(depobj_count, depobj_list, set) };
    ptr
}

pub(super) unsafe extern "C" fn memset(ptr: *mut c_void, val: i32, count: i64, number: i32) -> *mut c_void {
    if !ptr.is_null() && count > 0 {
        match numbered(number) {
            Some(d) => {
                if let Err(e) = d.lock().write(ptr as u64, &vec![val as u8; count as usize]) {
                    crate::error::fatal(&e);
                }
            }
            // SAFETY: the program says that it owns these bytes.
            None => unsafe { std::ptr::write_bytes(ptr.cast::<u8>(), val as u8, count as usize) },
        }
    }
    ptr
}
