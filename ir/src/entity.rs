//! References to what a module holds: small typed indices into its tables, never pointers (Cranelift's `entity` crate).
//! Entries are never removed, so references stay valid.

pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Op(u32);
cranelift_entity::entity_impl!(Op);

/// An SSA value: a result of an op or an argument of a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(u32);
cranelift_entity::entity_impl!(Value);

/// A region: one list of ops with arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Region(u32);
cranelift_entity::entity_impl!(Region);
