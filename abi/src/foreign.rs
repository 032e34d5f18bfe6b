//! gfortran's descriptors of arrays, and what is to be known of an argument to make one.

/// Words in front of the dimensions since GCC 8: address, offset, bytes of an element, type, span.
pub const WORDS: usize = 5;
/// Words in front of the dimensions before: address, offset, type.
pub const OLD_WORDS: usize = 3;
/// Words of a dimension: stride in elements, lower and upper bound.
pub const DIM_WORDS: usize = 3;

/// The layout before GCC 8.
pub const OLD: i32 = 1;
/// A pointer dummy argument.
pub const POINTER: i32 = 2;
/// An allocatable dummy argument.
pub const ALLOCATABLE: i32 = 4;
/// INTENT(OUT): an allocatable is deallocated by the caller.
pub const OUT: i32 = 8;
/// INTENT(IN): nothing comes back.
pub const IN: i32 = 16;
/// A dummy argument of assumed rank: scalars have a descriptor, too.
pub const ANY_RANK: i32 = 32;
