//! Routines about objects of foreign runtimes. There is no foreign runtime: every object is `omp_interop_none`.

use crate::desc::Desc;
use std::ffi::c_void;

const SUCCESS: i32 = 0;
const EMPTY: i32 = -1;
const OUT_OF_RANGE: i32 = -2;

/// The properties of the specification: -1 stands for the first.
const PROPERTIES: [(&str, &str); 9] = [
    ("fr_id", "integer(omp_interop_kind)"),
    ("fr_name", "character(*)"),
    ("vendor", "integer(omp_interop_kind)"),
    ("vendor_name", "character(*)"),
    ("device_num", "integer(omp_interop_kind)"),
    ("platform", "type(c_ptr)"),
    ("device", "type(c_ptr)"),
    ("device_context", "type(c_ptr)"),
    ("targetsync", "type(c_ptr)"),
];

fn property(id: i32) -> Option<(&'static str, &'static str)> {
    PROPERTIES.get(usize::try_from(-1 - i64::from(id)).ok()?).copied()
}

/// Properties of an interoperability object beyond those of the specification.
pub extern "C" fn get_num_interop_properties(_interop: i64) -> i32 {
    0
}

/// Tells what became of a query: no object has a value of any property.
///
/// # Safety
/// `code` is null or valid for writing.
unsafe fn no_property(id: i32, code: *mut i32) {
    if !code.is_null() {
        // SAFETY: the caller's promise.
        unsafe { code.write_unaligned(if property(id).is_some() { EMPTY } else { OUT_OF_RANGE }) };
    }
}

/// A property that is an integer.
///
/// # Safety
/// `code` is null or valid for writing.
pub unsafe extern "C" fn get_interop_int(_interop: i64, id: i32, code: *mut i32) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { no_property(id, code) };
    0
}

/// A property that is an address.
///
/// # Safety
/// `code` is null or valid for writing.
pub unsafe extern "C" fn get_interop_ptr(_interop: i64, id: i32, code: *mut i32) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe { no_property(id, code) };
    std::ptr::null_mut()
}

/// A property that is a string.
///
/// # Safety
/// `result` is a descriptor of a string pointer, `id` the address of an integer, `code` null or valid for writing.
pub unsafe extern "C" fn get_interop_str(result: *mut u8, _interop: *const i64, id: *const i32, code: *mut i32) {
    // SAFETY: the caller's promise.
    unsafe {
        no_property(id.read_unaligned(), code);
        Desc::new(result).point_to(None);
    }
}

/// The name of a property.
///
/// # Safety
/// `result` is a descriptor of a string pointer, `id` the address of an integer.
pub unsafe extern "C" fn get_interop_name(result: *mut u8, _interop: *const i64, id: *const i32) {
    // SAFETY: the caller's promise.
    unsafe { Desc::new(result).point_to(property(id.read_unaligned()).map(|p| p.0)) };
}

/// The type of a property.
///
/// # Safety
/// `result` is a descriptor of a string pointer, `id` the address of an integer.
pub unsafe extern "C" fn get_interop_type_desc(result: *mut u8, _interop: *const i64, id: *const i32) {
    // SAFETY: the caller's promise.
    unsafe { Desc::new(result).point_to(property(id.read_unaligned()).map(|p| p.1)) };
}

/// The meaning of what a query gave back.
///
/// # Safety
/// `result` is a descriptor of a string pointer, `code` the address of an integer.
pub unsafe extern "C" fn get_interop_rc_desc(result: *mut u8, _interop: *const i64, code: *const i32) {
    // SAFETY: the caller's promise.
    let text = match unsafe { code.read_unaligned() } {
        1 => Some("the property has no value"),
        SUCCESS => Some("successful"),
        EMPTY => Some("the object is omp_interop_none"),
        OUT_OF_RANGE => Some("there is no such property"),
        -3 => Some("the property is an integer"),
        -4 => Some("the property is an address"),
        -5 => Some("the property is a string"),
        -6 => Some("another error"),
        _ => None,
    };
    // SAFETY: the caller's promise.
    unsafe { Desc::new(result).point_to(text) };
}
