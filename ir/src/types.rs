//! Types. A [`Type`] is an index into the module's [`TypeTable`], which interns: equal types have
//! equal indices, so comparing is cheap. Common scalar types have fixed indices.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(u32);
cranelift_entity::entity_impl!(Type);

/// The last extent of the view of an array of assumed size, which nobody knows: a large number keeps the arithmetic of
/// addresses right. It says nothing about what is in memory.
pub const OPEN_EXTENT: i64 = 2_147_483_647;

/// What a type is. Text syntax in quotes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i1`: a truth value in SSA form.
    Bool,
    /// `i8 i16 i32 i64 i128`: signed integer of so many bits.
    Int(u8),
    /// `index`: a subscript, extent, byte count or stride; 64 bits on the host, 32 on a device
    /// whose buffers allow it.
    Index,
    /// `f32 f64`, and of the host alone `f80` (in 16 bytes) and `f128`.
    Float(u8),
    /// `c32 c64 c80 c128`: complex whose COMPONENTS have so many bits (Fortran kinds 4, 8, 10 and 16).
    Complex(u8),
    /// `l8 l16 l32 l64 l128`: a Fortran logical of so many bits as it lies in memory (0 or 1).
    Logical(u8),
    /// `chr<5>`, `chr<?>`: default character of known or run-time length; `chr4<20>`, `chr4<?>`: character
    /// of kind 4 (ISO 10646, one 32-bit code each). The second field is the kind. Lengths in the IR are
    /// BYTES, so `chr4<20>` has five characters. A VALUE of this type is a string (address and length)
    /// whose bytes must not change while the value lives.
    Char(Option<i64>, u8),
    /// `!name`: derived type, layout in the `fort.type` op of that name.
    Derived(String),
    /// `ptr`: an untyped address.
    Ptr,
    /// `ref<T>`: address of one object of scalar, character, derived, `ptr` or `box` type.
    /// `ref<chr<?>>` carries its length with it.
    Ref(Type),
    /// `box<2xT>`: an array descriptor (`CFI_cdesc_t`) of that rank in memory; only behind `ref`.
    /// Rank 0 is the descriptor of an allocatable or pointer scalar.
    Box { rank: u8, elem: Type },
    /// `view<?x4xT>` or `view<?x4xT, contig>`: base address, extents and byte strides of an array
    /// in memory. Subscripts of a view are ZERO-based. `contig` says that elements lie without
    /// gaps in column-major order.
    View { shape: Vec<Option<i64>>, elem: Type, contig: bool },
    /// `array<?x4xT>`: a whole array as a value (array form only).
    Array { shape: Vec<Option<i64>>, elem: Type },
    /// `vec<8xT>`: so many lanes with a value of `T` each, a number or truth value, in vector registers: as many as it
    /// takes. `vec<8xi1>` is a mask.
    Vec { lanes: u32, elem: Type },
    /// `map`: what an `omp.map` says, for a directive.
    Map,
    /// `bounds`: what an `omp.bounds` says, for an `omp.map`.
    Bounds,
}

impl Type {
    pub const BOOL: Type = Type(0);
    pub const I8: Type = Type(1);
    pub const I16: Type = Type(2);
    pub const I32: Type = Type(3);
    pub const I64: Type = Type(4);
    pub const INDEX: Type = Type(5);
    pub const F32: Type = Type(6);
    pub const F64: Type = Type(7);
    pub const C32: Type = Type(8);
    pub const C64: Type = Type(9);
    pub const L8: Type = Type(10);
    pub const L16: Type = Type(11);
    pub const L32: Type = Type(12);
    pub const L64: Type = Type(13);
    pub const PTR: Type = Type(14);
    /// `chr<?>`
    pub const CHR: Type = Type(15);
    /// `chr4<?>`
    pub const CHR4: Type = Type(16);
    /// `map`
    pub const MAP: Type = Type(17);
    /// `bounds`
    pub const BOUNDS: Type = Type(18);

    /// Character of run-time length of that kind.
    pub const fn chr(kind: u8) -> Type {
        if kind == 4 { Type::CHR4 } else { Type::CHR }
    }
}

/// Interns types.
#[derive(Clone, Debug)]
pub struct TypeTable {
    kinds: Vec<TypeKind>,
    map: FxHashMap<TypeKind, Type>,
}

impl Default for TypeTable {
    fn default() -> Self {
        use TypeKind::{Bool, Bounds, Char, Complex, Float, Index, Int, Logical, Map, Ptr};
        let mut t = TypeTable { kinds: Vec::new(), map: FxHashMap::default() };
        // The order is that of the constants above.
        for k in [
            Bool,
            Int(8),
            Int(16),
            Int(32),
            Int(64),
            Index,
            Float(32),
            Float(64),
            Complex(32),
            Complex(64),
            Logical(8),
            Logical(16),
            Logical(32),
            Logical(64),
            Ptr,
            Char(None, 1),
            Char(None, 4),
            Map,
            Bounds,
        ] {
            t.intern(k);
        }
        t
    }
}

impl TypeTable {
    /// The type of that kind.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&t) = self.map.get(&kind) {
            return t;
        }
        let t = Type::new(self.kinds.len());
        self.kinds.push(kind.clone());
        self.map.insert(kind, t);
        t
    }
    /// Number of types.
    #[allow(clippy::len_without_is_empty)] // common types are always there
    pub fn len(&self) -> usize {
        self.kinds.len()
    }
    /// What `t` is.
    pub fn kind(&self, t: Type) -> &TypeKind {
        &self.kinds[t.index()]
    }
    /// `ref<t>`
    pub fn reference(&mut self, t: Type) -> Type {
        self.intern(TypeKind::Ref(t))
    }
    /// `box<rank x elem>`
    pub fn boxed(&mut self, rank: usize, elem: Type) -> Type {
        self.intern(TypeKind::Box { rank: rank as u8, elem })
    }
    /// `view<shape x elem[, contig]>`
    pub fn view(&mut self, shape: Vec<Option<i64>>, elem: Type, contig: bool) -> Type {
        self.intern(TypeKind::View { shape, elem, contig })
    }
    /// `array<shape x elem>`
    pub fn array(&mut self, shape: Vec<Option<i64>>, elem: Type) -> Type {
        self.intern(TypeKind::Array { shape, elem })
    }
    /// `vec<lanes x elem>`
    pub fn vec(&mut self, lanes: u32, elem: Type) -> Type {
        self.intern(TypeKind::Vec { lanes, elem })
    }
    /// Type of a lane of a vector; otherwise the type itself.
    pub fn lane(&self, t: Type) -> Type {
        match self.kind(t) {
            TypeKind::Vec { elem, .. } => *elem,
            _ => t,
        }
    }
    /// The type `lane`, in as many lanes as `t` has where it is a vector.
    pub fn like(&mut self, t: Type, lane: Type) -> Type {
        match self.lanes(t) {
            Some(n) => self.vec(n, lane),
            None => lane,
        }
    }
    /// Number of lanes of a vector.
    pub fn lanes(&self, t: Type) -> Option<u32> {
        match self.kind(t) {
            TypeKind::Vec { lanes, .. } => Some(*lanes),
            _ => None,
        }
    }
    /// Element type of a view, array or box; pointee of a ref; otherwise the type itself.
    pub fn elem(&self, t: Type) -> Type {
        match self.kind(t) {
            TypeKind::View { elem, .. } | TypeKind::Array { elem, .. } | TypeKind::Box { elem, .. } => *elem,
            TypeKind::Ref(e) => *e,
            _ => t,
        }
    }
    /// Type of what a ref, a view or a ref to a descriptor leads to.
    pub fn held(&self, t: Type) -> Type {
        let elem = self.elem(t);
        if matches!(self.kind(elem), TypeKind::Box { .. }) { self.elem(elem) } else { elem }
    }
    /// Shape of a view or array (`None` for a run-time extent); empty for anything else.
    pub fn shape(&self, t: Type) -> &[Option<i64>] {
        match self.kind(t) {
            TypeKind::View { shape, .. } | TypeKind::Array { shape, .. } => shape,
            _ => &[],
        }
    }
    /// Rank of a view, array or box; 0 for anything else.
    pub fn rank(&self, t: Type) -> usize {
        match self.kind(t) {
            TypeKind::Box { rank, .. } => *rank as usize,
            _ => self.shape(t).len(),
        }
    }
    /// True for a view known to be contiguous.
    pub fn is_contig(&self, t: Type) -> bool {
        matches!(self.kind(t), TypeKind::View { contig: true, .. })
    }
    /// Kind (bytes of a character) of a string, of a reference to one, or of the elements of an array or view
    /// of strings; 1 for anything else.
    pub fn chr_kind(&self, t: Type) -> u8 {
        match self.kind(self.elem(t)) {
            TypeKind::Char(_, kind) => *kind,
            _ => 1,
        }
    }
    /// True for numbers and logicals, or arrays or references of such, that only the host knows: those of kinds 10
    /// and 16.
    pub fn is_wide(&self, t: Type) -> bool {
        matches!(
            self.kind(self.elem(t)),
            TypeKind::Int(128) | TypeKind::Logical(128) | TypeKind::Float(80 | 128) | TypeKind::Complex(80 | 128)
        )
    }
    /// The kind, 10 or 16, of a real or complex type (or of an array or reference of such) that the machine has no
    /// arithmetic of.
    pub fn extended_kind(&self, t: Type) -> Option<u8> {
        match self.kind(self.elem(t)) {
            TypeKind::Float(80) | TypeKind::Complex(80) => Some(10),
            TypeKind::Float(128) | TypeKind::Complex(128) => Some(16),
            _ => None,
        }
    }
    /// Bytes of one object of a scalar type in memory; `None` for derived types (ask the layout),
    /// run-time character lengths and non-storable types.
    pub fn size_of(&self, t: Type) -> Option<u64> {
        Some(match self.kind(t) {
            TypeKind::Bool => 1,
            TypeKind::Float(80) => 16,
            TypeKind::Complex(80) => 32,
            TypeKind::Int(b) | TypeKind::Float(b) | TypeKind::Logical(b) => u64::from(*b) / 8,
            TypeKind::Complex(b) => u64::from(*b) / 4,
            TypeKind::Index | TypeKind::Ptr | TypeKind::Ref(_) => 8,
            TypeKind::Char(Some(n), _) => *n as u64,
            TypeKind::Box { rank, .. } => ferrotran_abi::desc::size(usize::from(*rank)) as u64,
            _ => return None,
        })
    }
    /// Appends the text of `t`.
    pub fn write(&self, t: Type, out: &mut String) {
        let shape_text = |shape: &[Option<i64>], out: &mut String| {
            for d in shape {
                match d {
                    Some(n) => write!(out, "{n}x").unwrap(), // writing to a String cannot fail
                    None => out.push_str("?x"),
                }
            }
        };
        match self.kind(t) {
            TypeKind::Bool => out.push_str("i1"),
            TypeKind::Int(b) => write!(out, "i{b}").unwrap(),
            TypeKind::Index => out.push_str("index"),
            TypeKind::Float(b) => write!(out, "f{b}").unwrap(),
            TypeKind::Complex(b) => write!(out, "c{b}").unwrap(),
            TypeKind::Logical(b) => write!(out, "l{b}").unwrap(),
            TypeKind::Char(n, kind) => {
                out.push_str(if *kind == 4 { "chr4<" } else { "chr<" });
                match n {
                    Some(n) => write!(out, "{n}>").unwrap(),
                    None => out.push_str("?>"),
                }
            }
            TypeKind::Derived(n) => {
                out.push('!');
                crate::text::write_name(n, out);
            }
            TypeKind::Ptr => out.push_str("ptr"),
            TypeKind::Ref(e) => {
                out.push_str("ref<");
                self.write(*e, out);
                out.push('>');
            }
            TypeKind::Box { rank, elem } => {
                write!(out, "box<{rank}x").unwrap();
                self.write(*elem, out);
                out.push('>');
            }
            TypeKind::View { shape, elem, contig } => {
                out.push_str("view<");
                shape_text(shape, out);
                self.write(*elem, out);
                out.push_str(if *contig { ", contig>" } else { ">" });
            }
            TypeKind::Array { shape, elem } => {
                out.push_str("array<");
                shape_text(shape, out);
                self.write(*elem, out);
                out.push('>');
            }
            TypeKind::Vec { lanes, elem } => {
                write!(out, "vec<{lanes}x").unwrap();
                self.write(*elem, out);
                out.push('>');
            }
            TypeKind::Map => out.push_str("map"),
            TypeKind::Bounds => out.push_str("bounds"),
        }
    }
    /// The text of `t`.
    pub fn text(&self, t: Type) -> String {
        let mut s = String::new();
        self.write(t, &mut s);
        s
    }
}
