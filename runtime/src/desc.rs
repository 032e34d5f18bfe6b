//! Array descriptors: the `CFI_cdesc_t` of ISO_Fortran_binding.h as gfortran lays it out.

/// Fixed part of a descriptor; `rank` triples ([`Dim`]) follow at offset 24.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Address of the first element, null where there is none.
    pub base_addr: *mut u8,
    /// Bytes of one element.
    pub elem_len: u64,
    /// `CFI_VERSION`.
    pub version: i32,
    /// Number of dimensions.
    pub rank: u8,
    /// One of the `ATTRIBUTE_*` codes.
    pub attribute: u8,
    /// One of the type codes, see [`type_code`].
    pub type_code: i16,
}

/// One dimension.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Lower bound.
    pub lower_bound: i64,
    /// Number of elements.
    pub extent: i64,
    /// Byte stride.
    pub sm: i64,
}

/// `CFI_VERSION`
pub const VERSION: i32 = 1;
/// `CFI_attribute_pointer`
pub const ATTRIBUTE_POINTER: u8 = 0;
/// `CFI_attribute_allocatable`
pub const ATTRIBUTE_ALLOCATABLE: u8 = 1;
/// `CFI_attribute_other`
pub const ATTRIBUTE_OTHER: u8 = 2;
/// `CFI_MAX_RANK`
pub const MAX_RANK: usize = 15;

/// Intrinsic type classes: the low byte of a type code.
pub mod class {
    /// Integer.
    pub const INTEGER: i16 = 1;
    /// Logical.
    pub const LOGICAL: i16 = 2;
    /// Real.
    pub const REAL: i16 = 3;
    /// Complex; the kind is that of a component.
    pub const COMPLEX: i16 = 4;
    /// Character; kind 1.
    pub const CHARACTER: i16 = 5;
    /// Derived type.
    pub const STRUCT: i16 = 6;
    /// C_PTR.
    pub const CPTR: i16 = 7;
    /// C_FUNPTR.
    pub const CFUNPTR: i16 = 8;
}

/// The type code of a class and a kind (bytes): `class + (kind << 8)`; struct, cptr and cfunptr have kind 0.
pub const fn type_code(class: i16, kind: i16) -> i16 {
    class + (kind << 8)
}
