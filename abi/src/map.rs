//! Bits of the `kind` of a map, unmap or update of the device data environment.

/// Copy to the device.
pub const TO: i32 = 1;
/// Copy to the host.
pub const FROM: i32 = 2;
/// Copy although it is (or stays) present.
pub const ALWAYS: i32 = 4;
/// Set the reference count to zero.
pub const DELETE: i32 = 8;
/// Only count down.
pub const RELEASE: i32 = 16;
/// An error where it is not present.
pub const PRESENT: i32 = 32;
/// The operand is the descriptor of an allocatable or pointer.
pub const BOX: i32 = 64;
/// No clause names it: where a part is present, the region uses no more than that.
pub const IMPLICIT: i32 = 128;
/// More maps of the same directive follow.
pub const MORE: i32 = 256;
/// The type of the elements is the word behind the dimensions of the descriptor.
pub const CLASS: i32 = 512;
/// What allocatable components hold belongs to the objects: the table of their type says where they are.
pub const DEEP: i32 = 1024;
/// What a region has mapped may have been allocated anew by the host: maps it where it is not present, and counts nothing.
pub const RENEW: i32 = 4096;
/// A private copy: nobody misses its values at the end of the region.
pub const PRIVATE: i32 = 2048;
/// The device is to use the memory of the host itself.
pub const SELF: i32 = 8192;
/// Of what a region of the host has that one of a device stands around: TO and FROM say which way values cross, and the host
/// keeps what that region leaves.
pub const ANCESTOR: i32 = 32768;
/// Of what the host borrows from a device: it may change it, so that the device gets the host's values back.
pub const CHANGES: i32 = 65536;
/// The compiler has made it of the map of an object: what an allocatable component holds. Where only a part of that is present,
/// a clause has named the part that counts.
pub const MEMBER: i32 = 131072;
/// Of an unmap: at the end of the construct that `frt_dev_maps_kept` has begun.
pub const LATER: i32 = 16384;
