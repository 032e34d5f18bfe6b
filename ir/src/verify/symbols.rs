//! What a module defines, by name.

use crate::entity::Op;
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// A component of a derived type.
#[derive(Clone, Copy, Debug)]
pub struct Field<'m> {
    /// Its type; box type where it is allocatable or a pointer.
    pub ty: Type,
    /// Its extents, none for a scalar.
    pub extents: &'m [Attr],
}

/// Symbols of a module.
#[derive(Debug, Default)]
pub struct Symbols<'m> {
    /// Procedures and variables.
    linked: FxHashMap<&'m str, Op>,
    kernels: FxHashMap<&'m str, Op>,
    types: FxHashMap<&'m str, FxHashMap<&'m str, Field<'m>>>,
}

impl<'m> Symbols<'m> {
    /// Those of a module; `twice` is told of ops that define a symbol again.
    pub fn new(m: &'m Module, twice: &mut dyn FnMut(Op, &'m str)) -> Symbols<'m> {
        let mut out = Symbols::default();
        for &op in &m.regions[m.top].ops {
            if m.kind(op) == OpKind::DevModule {
                let kernels = m.ops[op].regions.iter().flat_map(|&r| &m.regions[r].ops);
                for &k in kernels {
                    if let Some(sym) = m.attr_str(k, "sym")
                        && out.kernels.insert(sym, k).is_some()
                    {
                        twice(k, sym);
                    }
                }
            }
            let Some(sym) = m.attr_str(op, "sym") else { continue };
            let again = match m.kind(op) {
                OpKind::TypeDef => out.types.insert(sym, fields(m, op)).is_some(),
                _ => out.linked.insert(sym, op).is_some(),
            };
            if again {
                twice(op, sym);
            }
        }
        out
    }
    /// The procedure or variable of that link name.
    pub fn linked(&self, sym: &str) -> Option<Op> {
        self.linked.get(sym).copied()
    }
    /// The kernel of that name.
    pub fn kernel(&self, sym: &str) -> Option<Op> {
        self.kernels.get(sym).copied()
    }
    /// True where the layout of the derived type is known.
    pub fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }
    /// A component of a derived type.
    pub fn field(&self, ty: &str, name: &str) -> Option<Field<'m>> {
        self.types.get(ty)?.get(name).copied()
    }
}

fn fields<'m>(m: &'m Module, op: Op) -> FxHashMap<&'m str, Field<'m>> {
    let list = m.attr(op, "fields").map(Attr::items).unwrap_or_default();
    let field = |f: &'m Attr| match f.items() {
        [name, _, Attr::Type(ty), extents] => Some((name.as_str()?, Field { ty: *ty, extents: extents.items() })),
        _ => None,
    };
    list.iter().filter_map(field).collect()
}
