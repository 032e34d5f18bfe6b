//! The functions of ISO_Fortran_binding.h (Fortran 2018, 18.5.5), which C objects call by these names.

use crate::desc::Header;
use crate::desc::{ATTRIBUTE_ALLOCATABLE, ATTRIBUTE_OTHER, ATTRIBUTE_POINTER, Desc, Dim, MAX_RANK, VERSION, class};
use std::ffi::c_void;

const SUCCESS: i32 = 0;
const ERROR_BASE_ADDR_NULL: i32 = 2;
const ERROR_BASE_ADDR_NOT_NULL: i32 = 3;
const INVALID_ELEM_LEN: i32 = 4;
const INVALID_RANK: i32 = 5;
const INVALID_TYPE: i32 = 6;
const INVALID_ATTRIBUTE: i32 = 7;
const INVALID_EXTENT: i32 = 8;
const INVALID_DESCRIPTOR: i32 = 10;
const ERROR_MEM_ALLOCATION: i32 = 11;
const ERROR_OUT_OF_BOUNDS: i32 = 12;

/// Pairs functions with their names in C.
macro_rules! named {
    ($($name:ident = $function:ident as $type:ty),* $(,)?) => {
        /// The functions' names in C.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Address of a function by its name in C.
        pub fn lookup(name: &str) -> Option<usize> {
            match name {
                $(stringify!($name) => Some($function as *const () as usize),)*
                _ => None,
            }
        }
        crate::table::exported! { $($name = $function as $type;)* }
    };
}

named! {
    CFI_address = cfi_address as unsafe extern "C" fn(_, _) -> _,
    CFI_allocate = cfi_allocate as unsafe extern "C" fn(_, _, _, _) -> _,
    CFI_deallocate = cfi_deallocate as unsafe extern "C" fn(_) -> _,
    CFI_establish = cfi_establish as unsafe extern "C" fn(_, _, _, _, _, _, _) -> _,
    CFI_is_contiguous = cfi_is_contiguous as unsafe extern "C" fn(_) -> _,
    CFI_section = cfi_section as unsafe extern "C" fn(_, _, _, _, _) -> _,
    CFI_select_part = cfi_select_part as unsafe extern "C" fn(_, _, _, _) -> _,
    CFI_setpointer = cfi_setpointer as unsafe extern "C" fn(_, _, _) -> _,
}

/// `n` integers at an address.
///
/// # Safety
/// They are there, unless `p` is null.
unsafe fn list(p: *const i64, n: usize) -> Option<Vec<i64>> {
    // SAFETY: as required of the caller.
    (!p.is_null()).then(|| (0..n).map(|i| unsafe { p.add(i).read() }).collect())
}

/// Bytes of an element of an intrinsic type by its code; `None`: the descriptor says it.
fn intrinsic_len(ty: i16) -> Option<u64> {
    let kind = (ty >> 8) as u64;
    match ty & 0xff {
        class::INTEGER | class::UNSIGNED | class::LOGICAL => Some(kind),
        // The kind 10 is stored in 16 bytes.
        class::REAL => Some(if kind == 10 { 16 } else { kind }),
        class::COMPLEX => Some(if kind == 10 { 32 } else { 2 * kind }),
        class::CPTR | class::CFUNPTR => Some(8),
        _ => None,
    }
}

fn known_type(ty: i16) -> bool {
    ty == -1 || intrinsic_len(ty).is_some_and(|n| n > 0) || matches!(ty & 0xff, class::CHARACTER | class::STRUCT)
}

/// The error of two descriptors that must agree in type and element length.
fn other_kind(a: &Desc, b: &Desc) -> Option<i32> {
    if a.header().type_code != b.header().type_code {
        return Some(INVALID_TYPE);
    }
    (a.header().elem_len != b.header().elem_len).then_some(INVALID_ELEM_LEN)
}

/// Address of an element, null where there is none with these subscripts.
///
/// # Safety
/// As the standard requires of CFI_address: a descriptor of an object, and as many subscripts as its rank.
unsafe extern "C" fn cfi_address(dv: *const u8, subscripts: *const i64) -> *mut c_void {
    if dv.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(dv) };
    let mut at = d.base();
    if at.is_null() || d.rank() == 0 {
        return at.cast();
    }
    // SAFETY: as required of the caller.
    let Some(subscripts) = (unsafe { list(subscripts, d.rank()) }) else { return std::ptr::null_mut() };
    for (dim, s) in d.dims().zip(subscripts) {
        // The last extent of an assumed-size array is -1.
        let offset = s - dim.lower_bound;
        if offset < 0 || (dim.extent >= 0 && offset >= dim.extent) {
            return std::ptr::null_mut();
        }
        at = at.wrapping_offset((offset * dim.sm) as isize);
    }
    at.cast()
}

/// # Safety
/// As the standard requires of CFI_allocate.
unsafe extern "C" fn cfi_allocate(dv: *mut u8, lower: *const i64, upper: *const i64, elem_len: usize) -> i32 {
    if dv.is_null() {
        return INVALID_DESCRIPTOR;
    }
    // SAFETY: as required of the caller; the header is written while no other reference to it exists.
    let (d, header) = unsafe { (Desc::new(dv), &mut *dv.cast::<Header>()) };
    if !matches!(header.attribute, ATTRIBUTE_ALLOCATABLE | ATTRIBUTE_POINTER) {
        return INVALID_ATTRIBUTE;
    }
    if header.attribute == ATTRIBUTE_ALLOCATABLE && !header.base_addr.is_null() {
        return ERROR_BASE_ADDR_NOT_NULL;
    }
    if header.type_code & 0xff == class::CHARACTER {
        header.elem_len = elem_len as u64;
    }
    let rank = d.rank();
    if rank > 0 {
        // SAFETY: as required of the caller.
        let (Some(lower), Some(upper)) = (unsafe { (list(lower, rank), list(upper, rank)) }) else {
            return INVALID_EXTENT;
        };
        for i in 0..rank {
            let extent = (upper[i] - lower[i] + 1).max(0);
            d.set_dim(i, Dim { lower_bound: lower[i], extent, sm: 0 });
        }
    }
    // SAFETY: rank, element length and dimensions are set.
    match unsafe { crate::memory::frt_box_allocate(dv) } {
        0 => SUCCESS,
        _ => ERROR_MEM_ALLOCATION,
    }
}

/// # Safety
/// As the standard requires of CFI_deallocate.
unsafe extern "C" fn cfi_deallocate(dv: *mut u8) -> i32 {
    if dv.is_null() {
        return INVALID_DESCRIPTOR;
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(dv) };
    if !matches!(d.header().attribute, ATTRIBUTE_ALLOCATABLE | ATTRIBUTE_POINTER) {
        return INVALID_ATTRIBUTE;
    }
    if d.base().is_null() {
        return ERROR_BASE_ADDR_NULL;
    }
    // SAFETY: the object came from ALLOCATE or CFI_allocate, as required of the caller.
    unsafe { crate::memory::frt_box_deallocate(dv) };
    SUCCESS
}

/// # Safety
/// As the standard requires of CFI_establish: room for a descriptor of that rank.
unsafe extern "C" fn cfi_establish(
    dv: *mut u8,
    base: *mut u8,
    attribute: i8,
    ty: i16,
    elem_len: usize,
    rank: i8,
    extents: *const i64,
) -> i32 {
    if dv.is_null() {
        return INVALID_DESCRIPTOR;
    }
    if rank < 0 || rank as usize > MAX_RANK {
        return INVALID_RANK;
    }
    let attribute = attribute as u8;
    if !matches!(attribute, ATTRIBUTE_POINTER | ATTRIBUTE_ALLOCATABLE | ATTRIBUTE_OTHER) {
        return INVALID_ATTRIBUTE;
    }
    if attribute == ATTRIBUTE_ALLOCATABLE && !base.is_null() {
        return ERROR_BASE_ADDR_NOT_NULL;
    }
    if !known_type(ty) {
        return INVALID_TYPE;
    }
    let bytes = match intrinsic_len(ty) {
        Some(n) => n,
        None if elem_len == 0 => return INVALID_ELEM_LEN,
        // A character of four bytes counts in those.
        None => elem_len as u64,
    };
    let rank = rank as usize;
    let header =
        Header { base_addr: base, elem_len: bytes, version: VERSION, rank: rank as u8, attribute, type_code: ty };
    // SAFETY: as required of the caller: `dv` has room for a descriptor.
    let d = unsafe {
        dv.cast::<Header>().write(header);
        Desc::new(dv)
    };
    if rank > 0 && !base.is_null() {
        // SAFETY: as required of the caller.
        let Some(extents) = (unsafe { list(extents, rank) }) else { return INVALID_EXTENT };
        if extents.iter().any(|e| *e < 0) {
            return INVALID_EXTENT;
        }
        let mut sm = bytes as i64;
        for (i, extent) in extents.into_iter().enumerate() {
            d.set_dim(i, Dim { lower_bound: 0, extent, sm });
            sm *= extent;
        }
    } else {
        for i in 0..rank {
            d.set_dim(i, Dim { lower_bound: 0, extent: 0, sm: 0 });
        }
    }
    SUCCESS
}

/// # Safety
/// As the standard requires of CFI_is_contiguous.
unsafe extern "C" fn cfi_is_contiguous(dv: *const u8) -> i32 {
    if dv.is_null() {
        return 0;
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(dv) };
    // The last extent of an assumed-size array is -1: it has no gaps.
    let assumed_size = d.rank() > 0 && d.dim(d.rank() - 1).extent == -1;
    i32::from(!d.base().is_null() && (assumed_size || d.is_contiguous()))
}

/// # Safety
/// As the standard requires of CFI_section.
unsafe extern "C" fn cfi_section(
    result: *mut u8,
    source: *const u8,
    lower: *const i64,
    upper: *const i64,
    strides: *const i64,
) -> i32 {
    if result.is_null() || source.is_null() {
        return INVALID_DESCRIPTOR;
    }
    // SAFETY: as required of the caller.
    let (r, s) = unsafe { (Desc::new(result), Desc::new(source)) };
    if s.base().is_null() {
        return ERROR_BASE_ADDR_NULL;
    }
    if r.header().attribute == ATTRIBUTE_ALLOCATABLE {
        return INVALID_ATTRIBUTE;
    }
    let rank = s.rank();
    if rank == 0 {
        return INVALID_RANK;
    }
    if let Some(error) = other_kind(&r, &s) {
        return error;
    }
    // SAFETY: as required of the caller.
    let (lower, upper, strides) = unsafe { (list(lower, rank), list(upper, rank), list(strides, rank)) };
    let mut at = s.base();
    let mut dims = vec![];
    for (i, dim) in s.dims().enumerate() {
        let lo = lower.as_ref().map_or(dim.lower_bound, |l| l[i]);
        let hi = match &upper {
            Some(u) => u[i],
            None if dim.extent == -1 => return INVALID_DESCRIPTOR,
            None => dim.lower_bound + dim.extent - 1,
        };
        let step = strides.as_ref().map_or(1, |t| t[i]);
        if step == 0 && lo != hi {
            return ERROR_OUT_OF_BOUNDS;
        }
        let extent = if step == 0 { 1 } else { ((hi - lo + step) / step).max(0) };
        let inside = |k: i64| k >= dim.lower_bound && (dim.extent == -1 || k < dim.lower_bound + dim.extent);
        if extent > 0 && !(inside(lo) && inside(lo + (extent - 1) * step)) {
            return ERROR_OUT_OF_BOUNDS;
        }
        at = at.wrapping_offset(((lo - dim.lower_bound) * dim.sm) as isize);
        // A stride of zero takes one element and drops the dimension.
        if step != 0 {
            dims.push(Dim { lower_bound: 0, extent, sm: dim.sm * step });
        }
    }
    if dims.len() != r.rank() {
        return INVALID_RANK;
    }
    for (i, d) in dims.into_iter().enumerate() {
        r.set_dim(i, d);
    }
    r.set_base(at);
    SUCCESS
}

/// # Safety
/// As the standard requires of CFI_select_part.
unsafe extern "C" fn cfi_select_part(result: *mut u8, source: *const u8, displacement: usize, elem_len: usize) -> i32 {
    if result.is_null() || source.is_null() {
        return INVALID_DESCRIPTOR;
    }
    // SAFETY: as required of the caller.
    let (r, s) = unsafe { (Desc::new(result), Desc::new(source)) };
    if s.base().is_null() {
        return ERROR_BASE_ADDR_NULL;
    }
    if r.header().attribute == ATTRIBUTE_ALLOCATABLE {
        return INVALID_ATTRIBUTE;
    }
    if r.rank() != s.rank() {
        return INVALID_RANK;
    }
    // The length counts for strings; what else the result has, its descriptor says.
    let len = match r.class() {
        class::CHARACTER => elem_len as u64,
        _ => intrinsic_len(r.header().type_code).unwrap_or(r.header().elem_len),
    };
    if len == 0 || displacement as u64 + len > s.header().elem_len {
        return INVALID_ELEM_LEN;
    }
    for i in 0..s.rank() {
        r.set_dim(i, Dim { lower_bound: 0, ..s.dim(i) });
    }
    // SAFETY: as required of the caller; no other reference to the header exists.
    unsafe { (*result.cast::<Header>()).elem_len = len };
    r.set_base(s.base().wrapping_add(displacement));
    SUCCESS
}

/// # Safety
/// As the standard requires of CFI_setpointer.
unsafe extern "C" fn cfi_setpointer(result: *mut u8, source: *const u8, lower: *const i64) -> i32 {
    if result.is_null() {
        return INVALID_DESCRIPTOR;
    }
    // SAFETY: as required of the caller.
    let r = unsafe { Desc::new(result) };
    if r.header().attribute != ATTRIBUTE_POINTER {
        return INVALID_ATTRIBUTE;
    }
    if source.is_null() {
        r.set_base(std::ptr::null_mut());
        return SUCCESS;
    }
    // SAFETY: as required of the caller.
    let s = unsafe { Desc::new(source) };
    if s.rank() != r.rank() {
        return INVALID_RANK;
    }
    if let Some(error) = other_kind(&r, &s) {
        return error;
    }
    if s.base().is_null() && s.header().attribute == ATTRIBUTE_ALLOCATABLE {
        return ERROR_BASE_ADDR_NULL;
    }
    if s.rank() > 0 && s.dim(s.rank() - 1).extent == -1 {
        return INVALID_EXTENT;
    }
    // SAFETY: as required of the caller.
    let lower = unsafe { list(lower, s.rank()) };
    for i in 0..s.rank() {
        let dim = s.dim(i);
        r.set_dim(i, Dim { lower_bound: lower.as_ref().map_or(dim.lower_bound, |l| l[i]), ..dim });
    }
    r.set_base(s.base());
    SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::type_code;

    #[test]
    fn sections_of_an_established_array() {
        let mut data: Vec<i32> = (0..12).collect();
        let mut d = [0u64; 3 + 6];
        let mut s = [0u64; 3 + 3];
        let (dp, sp) = (d.as_mut_ptr().cast::<u8>(), s.as_mut_ptr().cast::<u8>());
        let int = type_code(class::INTEGER, 4);
        // SAFETY: both descriptors have room for their ranks, and the array has 3 times 4 elements.
        unsafe {
            let base = data.as_mut_ptr().cast::<u8>();
            assert_eq!(cfi_establish(dp, base, 2, int, 0, 2, [3, 4].as_ptr()), SUCCESS);
            assert_eq!(cfi_is_contiguous(dp), 1);
            assert_eq!(*cfi_address(dp, [1, 2].as_ptr()).cast::<i32>(), 7);
            assert_eq!(cfi_establish(sp, std::ptr::null_mut(), 2, int, 0, 1, std::ptr::null()), SUCCESS);
            let step = [0, 2];
            assert_eq!(cfi_section(sp, dp, [1, 0].as_ptr(), [1, 3].as_ptr(), step.as_ptr()), SUCCESS);
            let r = Desc::new(sp);
            assert_eq!(r.dim(0), Dim { lower_bound: 0, extent: 2, sm: 24 });
            assert_eq!(*cfi_address(sp, [1].as_ptr()).cast::<i32>(), 7);
            assert_eq!(cfi_is_contiguous(sp), 0);
            assert_eq!(cfi_section(sp, dp, [1, 0].as_ptr(), [1, 4].as_ptr(), step.as_ptr()), ERROR_OUT_OF_BOUNDS);
            assert_eq!(cfi_establish(sp, std::ptr::null_mut(), 2, 99, 4, 1, std::ptr::null()), INVALID_TYPE);
        }
    }
}
