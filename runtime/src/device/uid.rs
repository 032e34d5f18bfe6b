//! Names of devices, by which a program finds one again: omp_get_uid_from_device and omp_get_device_from_uid.

use super::{OMP_INITIAL_DEVICE, OMP_INVALID_DEVICE, devices, effective, is_host, num_devices};
use crate::desc::Desc;
use std::sync::OnceLock;

const HOST: &str = "OMP_INITIAL_DEVICE";

/// The names of the devices by their numbers: adapters of one name are told apart by the number.
fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let name = |(n, d): (usize, &super::Device)| format!("{}:{}:{n}", d.info.backend, d.info.name);
        devices().iter().enumerate().map(name).collect()
    })
}

fn name(number: i32) -> Option<&'static str> {
    let there = &names()[..num_devices() as usize];
    match effective(number) {
        n if is_host(n) => Some(HOST),
        n => there.get(usize::try_from(n).ok()?).map(String::as_str),
    }
}

/// omp_get_uid_from_device: a pointer to the name, disassociated where no device has the number.
///
/// # Safety
/// `result` is a descriptor of a string pointer, `number` the address of an integer.
pub(super) unsafe extern "C" fn uid_from_device(result: *mut u8, number: *const i32) {
    // SAFETY: the caller's promise.
    unsafe { Desc::new(result).point_to(name(number.read_unaligned())) };
}

/// omp_get_device_from_uid: the number, that of omp_invalid_device where no device has the name.
///
/// # Safety
/// `uid` is null or the address of `len` characters.
pub(super) unsafe extern "C" fn device_from_uid(uid: *const u8, len: i64) -> i32 {
    if uid.is_null() {
        return OMP_INVALID_DEVICE;
    }
    // SAFETY: the caller's promise.
    let text = unsafe { std::slice::from_raw_parts(uid, usize::try_from(len).unwrap_or(0)) };
    let there = &names()[..num_devices() as usize];
    match there.iter().position(|n| n.as_bytes() == text) {
        Some(n) => n as i32,
        None if text == HOST.as_bytes() => OMP_INITIAL_DEVICE,
        None => OMP_INVALID_DEVICE,
    }
}
