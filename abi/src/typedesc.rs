//! Layout of type descriptors: read-only data that says at run time what a type is. Compiled code emits one [`TypeDesc`]
//! for each derived type (and one for each intrinsic type that stands behind `class(*)`).

/// What a program knows about a type at run time. The slots of the dispatch table follow.
#[repr(C)]
#[derive(Debug)]
pub struct TypeDesc {
    /// Bytes of an object (0 for characters: the descriptor of the entity has the length).
    pub size: i64,
    /// The type that it extends, or null.
    pub parent: *const TypeDesc,
    /// A default-initialized object, or null where no component has a default.
    pub init: *const u8,
    /// Components that copies, deallocation or finalization must know.
    pub components: *const ComponentDesc,
    /// Their number.
    pub component_count: i64,
    /// FINAL procedures.
    pub finals: *const FinalDesc,
    /// Their number.
    pub final_count: i64,
    /// Name, for messages.
    pub name: *const u8,
    /// Its length.
    pub name_len: i64,
    /// Type code of an intrinsic type; that of a structure otherwise.
    pub code: i32,
    /// Reserved.
    pub reserved: i32,
    /// Where an object holds addresses of the host.
    pub addresses: *const AddressDesc,
    /// Their number.
    pub address_count: i64,
    /// Number of slots that follow.
    pub slot_count: i64,
}

/// Bytes of an object that mean something on the host only: descriptors of allocatable and pointer components, addresses of
/// procedures.
#[repr(C)]
#[derive(Debug)]
pub struct AddressDesc {
    /// Byte offset.
    pub offset: i64,
    /// Bytes; of one element where they are objects.
    pub bytes: i64,
    /// Number of elements.
    pub count: i64,
    /// Type of objects that lie here and hold such bytes; null where these bytes themselves are meant.
    pub ty: *const TypeDesc,
}

/// A component.
#[repr(C)]
#[derive(Debug)]
pub struct ComponentDesc {
    /// Byte offset.
    pub offset: i64,
    /// Its type as declared; null for intrinsic types and `class(*)`.
    pub ty: *const TypeDesc,
    /// One of the `KIND_*`.
    pub kind: i32,
    /// Rank.
    pub rank: i32,
    /// Extents of an array that lies in the object.
    pub extents: *const i64,
    /// Type-bound defined assignment of the component's type, or null.
    pub assign: *const u8,
    /// Bits: [`ASSIGNS_CLASS`], [`ASSIGNS_FROM_CLASS`].
    pub assign_class: i64,
    /// Its name, for messages, and how long that is.
    pub name: *const u8,
    /// Bytes of the name.
    pub name_len: i64,
}

/// The left argument of the defined assignment is polymorphic.
pub const ASSIGNS_CLASS: i64 = 1;
/// Its right argument is.
pub const ASSIGNS_FROM_CLASS: i64 = 2;

/// The component lies in the object.
pub const KIND_EMBEDDED: i32 = 0;
/// The parent component.
pub const KIND_PARENT: i32 = 1;
/// Allocatable.
pub const KIND_ALLOCATABLE: i32 = 2;
/// Polymorphic allocatable.
pub const KIND_CLASS: i32 = 3;

/// A FINAL procedure.
#[repr(C)]
#[derive(Debug)]
pub struct FinalDesc {
    /// Rank of its dummy argument.
    pub rank: i32,
    /// One of the `FINAL_*`.
    pub mode: i32,
    /// The procedure.
    pub proc: *const u8,
}

/// The argument is the address of one object.
pub const FINAL_SCALAR: i32 = 0;
/// Elemental: called for every object.
pub const FINAL_ELEMENTAL: i32 = 1;
/// The argument is an assumed-shape array.
pub const FINAL_SHAPE: i32 = 2;
/// The argument is a contiguous array.
pub const FINAL_CONTIGUOUS: i32 = 3;

/// The argument is a contiguous assumed-shape array.
pub const FINAL_PACKED: i32 = 4;
/// The argument has assumed rank.
pub const FINAL_ANY_RANK: i32 = 5;

/// Bytes of a slot of the dispatch table.
pub const SLOT_BYTES: i64 = 8;
/// Bytes before the dispatch table.
pub const SLOTS_AT: i64 = size_of::<TypeDesc>() as i64;
