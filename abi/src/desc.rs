//! Layout of array descriptors: the `CFI_cdesc_t` of ISO_Fortran_binding.h as gfortran lays it out. The descriptor of a
//! polymorphic entity has one more word after its dimensions, the address of the type descriptor of its dynamic type.

use std::mem::{offset_of, size_of};

/// Fixed part of a descriptor; `rank` triples ([`Dim`]) follow.
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
    /// Unsigned integer (Fortran 202Y). Compiled code gives it where the sign counts: input and output, random numbers,
    /// types of `class(*)`; elsewhere the class of such an array is that of integers.
    pub const UNSIGNED: i16 = 11;
}

/// The type code of a class and a kind (bytes): `class + (kind << 8)`; struct, cptr and cfunptr have kind 0.
pub const fn type_code(class: i16, kind: i16) -> i16 {
    class + (kind << 8)
}

/// Offset of the address of the first element.
pub const BASE: usize = offset_of!(Header, base_addr);
/// Offset of the bytes of one element (8 bytes).
pub const ELEM_LEN: usize = offset_of!(Header, elem_len);
/// Offset of the version (4 bytes).
pub const VERSION_AT: usize = offset_of!(Header, version);
/// Offset of the rank (1 byte).
pub const RANK: usize = offset_of!(Header, rank);
/// Offset of the attribute (1 byte).
pub const ATTRIBUTE: usize = offset_of!(Header, attribute);
/// Offset of the type code (2 bytes).
pub const TYPE: usize = offset_of!(Header, type_code);
/// Offset of the first dimension.
pub const DIMS: usize = size_of::<Header>();
/// Bytes of one dimension.
pub const DIM_BYTES: usize = size_of::<Dim>();
/// Offset of the extent in a dimension.
pub const EXTENT: usize = offset_of!(Dim, extent);
/// Offset of the byte stride in a dimension.
pub const STRIDE: usize = offset_of!(Dim, sm);

/// Bytes of a descriptor of that rank; for a polymorphic entity the offset of the dynamic type.
pub const fn size(rank: usize) -> usize {
    DIMS + DIM_BYTES * rank
}
/// Bytes of the descriptor of a polymorphic entity of that rank.
pub const fn class_size(rank: usize) -> usize {
    size(rank) + 8
}
/// Offset of the lower bound of dimension `k` (zero-based).
pub const fn lower_bound_at(k: usize) -> usize {
    size(k)
}
/// Offset of the extent of dimension `k`.
pub const fn extent_at(k: usize) -> usize {
    size(k) + EXTENT
}
/// Offset of the byte stride of dimension `k`.
pub const fn stride_at(k: usize) -> usize {
    size(k) + STRIDE
}
