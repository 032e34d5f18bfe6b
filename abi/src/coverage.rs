//! What compiler and runtime agree on where a program counts what it runs (`--coverage`): the form of gcov's files, and of
//! what an object tells the runtime. (GCC 12 to 14, `gcov-io.h`.)
//!
//! Files are words of 32 bits; lengths are in bytes, numbers of 64 bits have their low word first. A file of counts is
//!
//! - [`DATA`], [`VERSION`], the stamp of the notes, a checksum that nobody asks for;
//! - [`SUMMARY`], 8: how often the program ran, and the largest count;
//! - for every procedure [`FUNCTION`], 12: its number and the checksums of its place and its graph; [`COUNTERS`], 8 for
//!   each counter: the counters;
//! - a word that is zero.
//!
//! An object has it as it is before the program runs, so that the runtime only fills in numbers. It is in a table, which
//! a constructor gives to the runtime: [`TABLE_HEAD`] words of 64 bits (the address of all counters of the object, the
//! bytes of the file's name, the bytes of the file of counts), the name, zeros up to a multiple of 8, and the file.

/// The first word of a file of counts.
pub const DATA: u32 = 0x6763_6461;
/// The first word of a file of notes.
pub const NOTES: u32 = 0x6763_6e6f;
/// `B22*`: GCC 12.2. Other gcov than that say that they would prefer another one, and read the file.
pub const VERSION: u32 = u32::from_be_bytes(*b"B22*");
/// Of the program.
pub const SUMMARY: u32 = 0xa100_0000;
/// Of a procedure.
pub const FUNCTION: u32 = 0x0100_0000;
/// Counters of arcs.
pub const COUNTERS: u32 = 0x01a1_0000;

/// Bytes in front of the tag of the summary.
pub const HEAD: usize = 16;
/// Words of 64 bits in front of the name in the table.
pub const TABLE_HEAD: usize = 3;
