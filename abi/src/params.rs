//! Parameter blocks of I/O statements: where compiled code stores the items of a control list.
//!
//! A block is an array of 16-byte slots, zero-filled; a slot that stays zero is absent. The first
//! word is at `16*slot`, the second at `16*slot + 8`, both 8 bytes wide. What they hold:
//! - character item (a value or a variable): address, length;
//! - integer VALUE: value, 1;
//! - integer or logical VARIABLE: address, kind in bytes;
//! - descriptor: address of the `CFI_cdesc_t`, 0.
//!
//! READ, WRITE and PRINT need `TRANSFER_SLOTS` slots, all other statements `CONTROL_SLOTS`.

/// Bytes of one slot.
pub const SLOT_BYTES: u32 = 16;

/// Source position: address of the NUL-terminated file name, line.
pub const SOURCE: u32 = 0;
/// Flag bits (`FLAG_*`), 0.
pub const FLAGS: u32 = 1;
/// UNIT: value (6 for `*` in WRITE and PRINT, 5 in READ).
pub const UNIT: u32 = 2;
/// IOSTAT: integer variable.
pub const IOSTAT: u32 = 3;
/// IOMSG: character variable.
pub const IOMSG: u32 = 4;
/// FMT: the text of the format, parentheses included.
pub const FMT: u32 = 5;
/// FMT given as a character array: descriptor; elements are concatenated.
pub const FMT_DESC: u32 = 6;
/// NML: address of a [`NamelistGroup`], 0.
pub const NML: u32 = 7;
/// Internal unit: character variable.
pub const INTERNAL: u32 = 8;
/// Internal unit that is an array: descriptor.
pub const INTERNAL_DESC: u32 = 9;
/// REC: value.
pub const REC: u32 = 10;
/// POS: value; in INQUIRE an integer variable.
pub const POS: u32 = 11;
/// SIZE: integer variable (READ, INQUIRE).
pub const SIZE: u32 = 12;
/// ADVANCE: character value.
pub const ADVANCE: u32 = 13;
/// BLANK: character value; in INQUIRE, as all that follow to ASYNCHRONOUS, a character variable.
pub const BLANK: u32 = 14;
/// DECIMAL.
pub const DECIMAL: u32 = 15;
/// DELIM.
pub const DELIM: u32 = 16;
/// PAD.
pub const PAD: u32 = 17;
/// ROUND.
pub const ROUND: u32 = 18;
/// SIGN.
pub const SIGN: u32 = 19;
/// ASYNCHRONOUS.
pub const ASYNCHRONOUS: u32 = 20;
/// ID: integer variable.
pub const ID: u32 = 21;
/// LEADING_ZERO.
pub const LEADING_ZERO: u32 = 22;
/// Slots of a data transfer statement.
pub const TRANSFER_SLOTS: u32 = 23;
/// FILE: character value.
pub const FILE: u32 = 23;
/// STATUS (OPEN, CLOSE): character value.
pub const STATUS: u32 = 24;
/// ACCESS: character value; in INQUIRE this and all that follow are variables.
pub const ACCESS: u32 = 25;
/// FORM.
pub const FORM: u32 = 26;
/// RECL: integer value in OPEN, integer variable in INQUIRE.
pub const RECL: u32 = 27;
/// ACTION.
pub const ACTION: u32 = 28;
/// POSITION.
pub const POSITION: u32 = 29;
/// ENCODING.
pub const ENCODING: u32 = 30;
/// NEWUNIT: integer variable.
pub const NEWUNIT: u32 = 31;
/// CONVERT (extension): native, little_endian, big_endian, swap.
pub const CONVERT: u32 = 32;
/// EXIST: logical variable.
pub const EXIST: u32 = 33;
/// OPENED: logical variable.
pub const OPENED: u32 = 34;
/// NUMBER: integer variable.
pub const NUMBER: u32 = 35;
/// NAMED: logical variable.
pub const NAMED: u32 = 36;
/// NAME: character variable.
pub const NAME: u32 = 37;
/// SEQUENTIAL: character variable.
pub const SEQUENTIAL: u32 = 38;
/// DIRECT: character variable.
pub const DIRECT: u32 = 39;
/// STREAM: character variable.
pub const STREAM: u32 = 40;
/// FORMATTED: character variable.
pub const FORMATTED: u32 = 41;
/// UNFORMATTED: character variable.
pub const UNFORMATTED: u32 = 42;
/// NEXTREC: integer variable.
pub const NEXTREC: u32 = 43;
/// READ: character variable.
pub const READ: u32 = 44;
/// WRITE: character variable.
pub const WRITE: u32 = 45;
/// READWRITE: character variable.
pub const READWRITE: u32 = 46;
/// PENDING: logical variable.
pub const PENDING: u32 = 47;
/// CARRIAGECONTROL (of VAX Fortran): fortran, list, none.
pub const CARRIAGECONTROL: u32 = 48;
/// SHARE (of VAX Fortran): denyrw, denynone, nodeny.
pub const SHARE: u32 = 49;
/// READONLY (of VAX Fortran): value 1.
pub const READONLY: u32 = 50;
/// Slots of OPEN, CLOSE, INQUIRE, REWIND, BACKSPACE, ENDFILE, FLUSH and WAIT.
pub const CONTROL_SLOTS: u32 = 51;

/// No FMT and no NML: unformatted transfer.
pub const FLAG_UNFORMATTED: i64 = 1;
/// FMT is `*`: list-directed transfer.
pub const FLAG_LIST: i64 = 2;
/// ERR= is present: an error is reported by the result of the `end` call only.
pub const FLAG_ERR: i64 = 4;
/// END= is present.
pub const FLAG_END: i64 = 8;
/// EOR= is present.
pub const FLAG_EOR: i64 = 16;
/// The variable of slot INTERNAL has kind 4; its length counts characters.
pub const FLAG_INTERNAL_WIDE: i64 = 32;

/// A namelist group as compiled code lays it out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NamelistGroup {
    /// Name of the group (any case).
    pub name: *const u8,
    /// Its length.
    pub name_len: i64,
    /// Number of items.
    pub count: i64,
    /// The items in order.
    pub items: *const NamelistItem,
}

/// A variable of a namelist group.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NamelistItem {
    /// Its name.
    pub name: *const u8,
    /// Length of the name.
    pub name_len: i64,
    /// Its descriptor; rank 0 for a scalar.
    pub desc: *mut u8,
    /// Components, for a derived type; otherwise null.
    pub info: *const TypeInfo,
    /// Procedure of defined input/output, or null.
    pub defined: *const u8,
    /// Descriptor of the type where the procedure's dummy is polymorphic.
    pub ty: *const u8,
}

/// Components of a derived type, for namelist.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// Number of components.
    pub count: i64,
    /// The components in order.
    pub fields: *const FieldInfo,
    /// Not 0 where the first component is the part that the type inherits.
    pub extends: i64,
}

/// A component of a derived type, for namelist.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: *const u8,
    /// Length of the name.
    pub name_len: i64,
    /// Byte offset in the object.
    pub offset: i64,
    /// Type code of a descriptor of it (see [`crate::desc`]).
    pub type_code: i64,
    /// Bytes of one element.
    pub elem_len: i64,
    /// Rank; 0 for a scalar.
    pub rank: i64,
    /// `rank` pairs of 8-byte integers: lower bound, extent.
    pub dims: *const i64,
    /// Components, for a derived type; otherwise null.
    pub info: *const TypeInfo,
    /// Procedure of defined input/output, or null.
    pub defined: *const u8,
    /// Descriptor of the type where the procedure's dummy is polymorphic.
    pub ty: *const u8,
}
