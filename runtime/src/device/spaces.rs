//! Memory spaces by devices and resources, and control variables of devices: procedures of omp_lib (OpenMP 6.0, 24.13 to
//! 24.17, 27.2 to 27.6). Every memory space is the host's memory, which no device uses; it is one resource.

use super::{effective, is_host, num_devices, numbered};
use crate::omp::{Limits, limits};
use ferrotran_abi::allocators::{NULL_ALLOCATOR, NULL_SPACE, PREDEFINED, SPACES};

fn is_space(space: i64) -> bool {
    SPACES.iter().any(|s| s.1 == space)
}

/// A memory space that all these devices use.
fn shared(space: i64, mut devices: impl Iterator<Item = i32>) -> i64 {
    if is_space(space) && devices.all(is_host) { space } else { NULL_SPACE }
}

/// The predefined allocator of a memory space. They have the order of the memory spaces.
fn allocator(space: i64) -> i64 {
    let at = SPACES.iter().position(|s| s.1 == space);
    at.and_then(|n| PREDEFINED.get(n)).map_or(NULL_ALLOCATOR, |a| a.1)
}

/// The numbers that two arguments give.
///
/// # Safety
/// `n` is the address of an integer, `devices` that of as many integers.
unsafe fn list(n: *const i32, devices: *const i32) -> Vec<i32> {
    // SAFETY: the caller's promise.
    let n = unsafe { n.read_unaligned() };
    // SAFETY: the caller's promise.
    (0..n.max(0) as usize).map(|i| unsafe { devices.add(i).read_unaligned() }).collect()
}

/// The host and the devices.
fn all() -> impl Iterator<Item = i32> {
    0..=num_devices()
}

macro_rules! both {
    ($( $(#[$doc:meta])* fn $space:ident, $allocator:ident ($($p:ident: $t:ty),*) of $devices:expr; )*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        /// Called with by-reference arguments of the types that the interface declares.
        pub(super) unsafe extern "C" fn $space($($p: *const $t,)* space: *const i64) -> i64 {
            // SAFETY: the caller's promise.
            unsafe { shared(space.read_unaligned(), $devices.into_iter()) }
        }

        $(#[$doc])*
        ///
        /// # Safety
        /// Called with by-reference arguments of the types that the interface declares.
        pub(super) unsafe extern "C" fn $allocator($($p: *const $t,)* space: *const i64) -> i64 {
            // SAFETY: the caller's promise.
            allocator(unsafe { $space($($p,)* space) })
        }
    )* };
}

both! {
    /// Of some devices.
    fn devices_memspace, devices_allocator (n: i32, devices: i32) of list(n, devices);
    /// Of a device.
    fn device_memspace, device_allocator (device: i32) of [device.read_unaligned()];
    /// Of some devices and the host.
    fn devices_and_host_memspace, devices_and_host_allocator (n: i32, devices: i32) of list(n, devices);
    /// Of a device and the host.
    fn device_and_host_memspace, device_and_host_allocator (device: i32) of [device.read_unaligned()];
    /// Of all devices.
    fn devices_all_memspace, devices_all_allocator () of all();
}

/// omp_get_memspace_num_resources
///
/// # Safety
/// The argument is the address of a handle.
pub(super) unsafe extern "C" fn memspace_num_resources(space: *const i64) -> i32 {
    // SAFETY: the caller's promise.
    i32::from(is_space(unsafe { space.read_unaligned() }))
}

/// omp_get_memspace_pagesize
///
/// # Safety
/// The argument is the address of a handle.
pub(super) unsafe extern "C" fn memspace_pagesize(space: *const i64) -> i64 {
    // SAFETY: the caller's promise.
    if !is_space(unsafe { space.read_unaligned() }) {
        return 0;
    }
    page()
}

#[cfg(unix)]
fn page() -> i64 {
    // SAFETY: asks the system for a constant.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }
}

#[cfg(not(unix))]
fn page() -> i64 {
    4096
}

/// omp_get_submemspace: the memory space itself, where its only resource is named.
///
/// # Safety
/// The arguments are the addresses of a handle and a number, and of as many integers.
pub(super) unsafe extern "C" fn submemspace(space: *const i64, n: *const i32, resources: *const i32) -> i64 {
    // SAFETY: the caller's promise.
    let (space, which) = unsafe { (space.read_unaligned(), list(n, resources)) };
    if is_space(space) && !which.is_empty() && which.iter().all(|r| *r == 0) { space } else { NULL_SPACE }
}

/// Control variables of the device of that number, where there is one; the host's are those of the thread that asks.
fn of_device<T>(number: i32, host: impl FnOnce() -> T, device: impl FnOnce(&mut Limits) -> T) -> Option<T> {
    match effective(number) {
        n if is_host(n) => Some(host()),
        n => numbered(n).map(|_| limits(n as usize, device)),
    }
}

/// omp_get_device_num_teams
///
/// # Safety
/// The argument is the address of an integer.
pub(super) unsafe extern "C" fn device_num_teams(device: *const i32) -> i32 {
    // SAFETY: the caller's promise.
    let n = unsafe { device.read_unaligned() };
    of_device(n, || crate::omp::host_limits().num_teams, |l| l.num_teams).unwrap_or(0)
}

/// omp_set_device_num_teams
///
/// # Safety
/// The arguments are the addresses of integers.
pub(super) unsafe extern "C" fn set_device_num_teams(teams: *const i32, device: *const i32) {
    // SAFETY: the caller's promise.
    let (teams, n) = unsafe { (teams.read_unaligned(), device.read_unaligned()) };
    if teams > 0 {
        of_device(n, || crate::omp::set_num_teams(teams), |l| l.num_teams = teams);
    }
}

/// omp_get_device_teams_thread_limit
///
/// # Safety
/// The argument is the address of an integer.
pub(super) unsafe extern "C" fn device_teams_thread_limit(device: *const i32) -> i32 {
    // SAFETY: the caller's promise.
    let n = unsafe { device.read_unaligned() };
    of_device(n, || crate::omp::host_limits().thread_limit, |l| l.thread_limit).unwrap_or(0)
}

/// omp_set_device_teams_thread_limit
///
/// # Safety
/// The arguments are the addresses of integers.
pub(super) unsafe extern "C" fn set_device_teams_thread_limit(limit: *const i32, device: *const i32) {
    // SAFETY: the caller's promise.
    let (limit, n) = unsafe { (limit.read_unaligned(), device.read_unaligned()) };
    if limit > 0 {
        of_device(n, || crate::omp::set_teams_thread_limit(limit), |l| l.thread_limit = limit);
    }
}

/// omp_get_max_progress_width: threads that make progress together. On GPUs those of a subgroup do, but how many these are is
/// the driver's to choose; one thread does in any case.
///
/// # Safety
/// The argument is the address of an integer.
pub(super) unsafe extern "C" fn max_progress_width(device: *const i32) -> i32 {
    // SAFETY: the caller's promise.
    let n = effective(unsafe { device.read_unaligned() });
    if is_host(n) || numbered(n).is_some() { 1 } else { 0 }
}
