//! Typed indices and the arenas they index, after Cranelift's `entity` (references, never pointers).

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small typed index into an [`Arena`].
pub trait EntityRef: Copy + Eq {
    /// The reference with the given index.
    fn new(index: usize) -> Self;
    /// Position in the arena.
    fn index(self) -> usize;
}

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(u32);
        impl $crate::entity::EntityRef for $name {
            fn new(index: usize) -> Self { $name(index as u32) }
            fn index(self) -> usize { self.0 as usize }
        }
        impl $name {
            /// The reference with the given index; usable in constants.
            pub const fn from_u32(index: u32) -> Self { $name(index) }
            /// Position in the arena.
            pub const fn as_u32(self) -> u32 { self.0 }
        }
    };
}
pub(crate) use entity;

entity! {
    /// An operation.
    Op
}
entity! {
    /// An SSA value: a result of an op or an argument of a region.
    Value
}
entity! {
    /// A region: one list of ops with arguments.
    Region
}

/// A growing table of `T`, indexed by `K`. Entries are never removed, so references stay valid.
#[derive(Clone, Debug)]
pub struct Arena<K, T> {
    items: Vec<T>,
    key: PhantomData<K>,
}

impl<K, T> Default for Arena<K, T> {
    fn default() -> Self {
        Arena { items: Vec::new(), key: PhantomData }
    }
}

impl<K: EntityRef, T> Arena<K, T> {
    /// Adds an entry and gives its reference.
    pub fn push(&mut self, item: T) -> K {
        self.items.push(item);
        K::new(self.items.len() - 1)
    }
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// True where nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// All references in order of creation.
    pub fn keys(&self) -> impl Iterator<Item = K> + use<K, T> {
        (0..self.items.len()).map(K::new)
    }
    /// All entries with their references.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.items.iter().enumerate().map(|(i, t)| (K::new(i), t))
    }
}

impl<K: EntityRef, T> Index<K> for Arena<K, T> {
    type Output = T;
    fn index(&self, k: K) -> &T {
        &self.items[k.index()]
    }
}

impl<K: EntityRef, T> IndexMut<K> for Arena<K, T> {
    fn index_mut(&mut self, k: K) -> &mut T {
        &mut self.items[k.index()]
    }
}

/// A table with an entry for every reference, the default one where none was set. Unlike a map it costs an index only,
/// but room for every reference below the greatest: passes have one for all procedures.
#[derive(Clone, Debug)]
pub(crate) struct Dense<K, T> {
    items: Vec<T>,
    key: PhantomData<K>,
}

impl<K, T> Default for Dense<K, T> {
    fn default() -> Self {
        Dense { items: Vec::new(), key: PhantomData }
    }
}

impl<K: EntityRef, T: Copy + Default> Dense<K, T> {
    /// The entry of `k`.
    pub fn get(&self, k: K) -> T {
        self.items.get(k.index()).copied().unwrap_or_default()
    }
    /// The entry of `k`, to be changed.
    pub fn entry(&mut self, k: K) -> &mut T {
        if k.index() >= self.items.len() {
            self.items.resize((k.index() + 1).next_power_of_two(), T::default());
        }
        &mut self.items[k.index()]
    }
}
