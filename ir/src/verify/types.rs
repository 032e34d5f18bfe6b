//! Which types make sense.

use super::symbols::Symbols;
use super::{TYPE_SENSE, TYPE_UNKNOWN};
use crate::entity::EntityRef;
use crate::module::{Attr, Module};
use crate::types::{Type, TypeKind};

/// Greatest rank of an array.
pub const MAX_RANK: usize = 15;
/// More bytes than any object has.
pub const MAX_BYTES: i64 = i64::MAX >> 2;

type Fault = (&'static str, String);

/// Types that were looked at.
pub struct Types {
    good: Vec<bool>,
}

impl Types {
    pub fn new(m: &Module) -> Types {
        Types { good: vec![false; m.types.len()] }
    }

    /// Checks the type of a value.
    pub fn value(&mut self, m: &Module, symbols: &Symbols<'_>, t: Type) -> Result<(), Fault> {
        if let TypeKind::Box { .. } | TypeKind::Derived(_) = m.types.kind(t) {
            return Err((TYPE_SENSE, format!("no value has type {}: it stays in memory", m.types.text(t))));
        }
        self.check(m, symbols, t)
    }

    /// Checks the types in an attribute.
    pub fn attr(&mut self, m: &Module, symbols: &Symbols<'_>, a: &Attr) -> Result<(), Fault> {
        match a {
            Attr::Type(t) => self.check(m, symbols, *t),
            Attr::List(v) => v.iter().try_for_each(|a| self.attr(m, symbols, a)),
            Attr::Unit | Attr::Int(_) | Attr::Float(_) | Attr::Str(_) | Attr::Sym(_) | Attr::Bytes(_) => Ok(()),
        }
    }

    fn check(&mut self, m: &Module, symbols: &Symbols<'_>, t: Type) -> Result<(), Fault> {
        if self.good[t.index()] {
            return Ok(());
        }
        let wrong = |what: &str| Err((TYPE_SENSE, format!("type {}: {what}", m.types.text(t))));
        match m.types.kind(t) {
            TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Logical(_)
            | TypeKind::Ptr
            | TypeKind::Map
            | TypeKind::Bounds => {}
            TypeKind::Vec { lanes, elem } => {
                if !lanes.is_power_of_two() || *lanes < 2 {
                    return wrong("the number of lanes is no power of two");
                }
                let fits = match m.types.kind(*elem) {
                    TypeKind::Bool | TypeKind::Index => true,
                    TypeKind::Int(bits) | TypeKind::Logical(bits) => matches!(bits, 8 | 16 | 32 | 64),
                    TypeKind::Float(bits) => matches!(bits, 32 | 64),
                    _ => false,
                };
                if !fits {
                    return wrong("lanes hold numbers and truth values of one machine word");
                }
            }
            TypeKind::Char(n, kind) => {
                if n.is_some_and(|n| n < 0 || n % i64::from(*kind) != 0 || n > MAX_BYTES) {
                    return wrong("not the bytes of a number of characters");
                }
            }
            TypeKind::Derived(name) => {
                if !symbols.has_type(name) {
                    return Err((TYPE_UNKNOWN, format!("there is no fort.type {name}")));
                }
            }
            TypeKind::Ref(e) => {
                if matches!(
                    m.types.kind(*e),
                    TypeKind::View { .. }
                        | TypeKind::Array { .. }
                        | TypeKind::Vec { .. }
                        | TypeKind::Map
                        | TypeKind::Bounds
                ) {
                    return wrong("references are to scalars, strings, objects, addresses and descriptors");
                }
                if is_string_ref(m, *e) {
                    return wrong("a reference to a string does not lie in memory: its address does");
                }
                self.check(m, symbols, *e)?;
            }
            TypeKind::Box { elem, .. } => {
                if !is_element(m, *elem) {
                    return wrong("descriptors are of scalars, strings, objects and addresses");
                }
                self.check(m, symbols, *elem)?;
            }
            TypeKind::View { shape, elem, .. } | TypeKind::Array { shape, elem } => {
                if !is_element(m, *elem) {
                    return wrong("elements are scalars, strings, objects and addresses");
                }
                if shape.len() > MAX_RANK {
                    return wrong("too many dimensions");
                }
                let size = m.types.size_of(*elem).unwrap_or(1).max(1);
                let mut bytes = i64::try_from(size).ok();
                for n in shape.iter().flatten() {
                    if *n < 0 {
                        return wrong("a negative extent");
                    }
                    bytes = bytes.and_then(|b| b.checked_mul((*n).max(1)));
                }
                if bytes.is_none_or(|b| b > MAX_BYTES) {
                    return wrong("larger than any memory");
                }
                self.check(m, symbols, *elem)?;
            }
        }
        self.good[t.index()] = true;
        Ok(())
    }
}

fn is_element(m: &Module, t: Type) -> bool {
    !matches!(
        m.types.kind(t),
        TypeKind::Ref(_)
            | TypeKind::Box { .. }
            | TypeKind::View { .. }
            | TypeKind::Array { .. }
            | TypeKind::Vec { .. }
            | TypeKind::Map
            | TypeKind::Bounds
    )
}

/// True for references to strings.
pub fn is_string_ref(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Char(..)))
}
