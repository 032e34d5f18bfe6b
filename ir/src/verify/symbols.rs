//! What a module defines, by name.

use crate::entity::Op;
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// A component of a derived type.
#[derive(Clone, Copy, Debug)]
pub struct Field<'m> {
    /// Its type; box type where it is allocatable or a pointer.
    pub ty: Type,
    /// Its extents, none for a scalar.
    pub extents: &'m [Attr],
}

/// A derived type.
#[derive(Debug)]
struct Layout<'m> {
    size: i64,
    align: i64,
    fields: FxHashMap<&'m str, Field<'m>>,
    /// Objects of it contain objects of it.
    endless: bool,
}

/// Symbols of a module.
#[derive(Debug, Default)]
pub struct Symbols<'m> {
    /// Procedures and variables.
    linked: FxHashMap<&'m str, Op>,
    kernels: FxHashMap<&'m str, Op>,
    types: FxHashMap<&'m str, Layout<'m>>,
    /// The first main program.
    main: Option<Op>,
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
            if m.kind(op) == OpKind::Func && m.flag(op, "main") {
                out.main.get_or_insert(op);
            }
            let Some(sym) = m.attr_str(op, "sym") else { continue };
            let again = match m.kind(op) {
                OpKind::TypeDef => out.types.insert(sym, layout(m, op)).is_some(),
                _ => out.linked.insert(sym, op).is_some(),
            };
            if again {
                twice(op, sym);
            }
        }
        out.find_endless(m);
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
    /// The first main program.
    pub fn main(&self) -> Option<Op> {
        self.main
    }
    /// True where the layout of the derived type is known.
    pub fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }
    /// A component of a derived type.
    pub fn field(&self, ty: &str, name: &str) -> Option<Field<'m>> {
        self.types.get(ty)?.fields.get(name).copied()
    }
    /// True where objects of the derived type contain objects of it.
    pub fn is_endless(&self, ty: &str) -> bool {
        self.types.get(ty).is_some_and(|l| l.endless)
    }
    /// Bytes of one object of a type in memory; none where the type does not say it.
    pub fn size_of(&self, m: &Module, t: Type) -> Option<i64> {
        match m.types.kind(t) {
            TypeKind::Derived(name) => self.types.get(name.as_str()).map(|l| l.size),
            _ => m.types.size_of(t).and_then(|n| i64::try_from(n).ok()),
        }
    }
    /// Bytes that a reference to, or a view of static shape of, something reaches over; none where the type does not
    /// say it.
    pub fn reach(&self, m: &Module, t: Type) -> Option<i64> {
        if t == Type::PTR {
            return None;
        }
        let one = self.size_of(m, m.types.elem(t))?;
        m.types.shape(t).iter().try_fold(one, |n, e| n.checked_mul((*e)?))
    }
    /// What addresses of objects of a type are multiples of.
    pub fn align_of(&self, m: &Module, t: Type) -> i64 {
        match m.types.kind(t) {
            TypeKind::Derived(name) => self.types.get(name.as_str()).map_or(1, |l| l.align),
            TypeKind::Char(_, kind) => i64::from(*kind),
            TypeKind::Complex(80) => 16,
            TypeKind::Complex(bits) => i64::from(*bits) / 8,
            TypeKind::Box { .. } => 8,
            _ => m.types.size_of(t).map_or(1, |n| n.clamp(1, 16) as i64),
        }
    }

    /// Notes which types contain themselves: those that are left where types whose components are all known to end are
    /// taken away, again and again.
    fn find_endless(&mut self, m: &'m Module) {
        let mut open: FxHashMap<&str, usize> = FxHashMap::default();
        let mut holders: FxHashMap<&str, Vec<&'m str>> = FxHashMap::default();
        for (&name, l) in &self.types {
            let parts = l.fields.values().filter_map(|f| match m.types.kind(f.ty) {
                TypeKind::Derived(part) => Some(part.as_str()),
                _ => None,
            });
            let mut n = 0;
            for part in parts.filter(|p| self.types.contains_key(p)) {
                holders.entry(part).or_default().push(name);
                n += 1;
            }
            open.insert(name, n);
        }
        let mut ending: Vec<&str> = open.iter().filter(|&(_, &n)| n == 0).map(|(&name, _)| name).collect();
        while let Some(name) = ending.pop() {
            open.remove(name);
            for holder in holders.get(name).into_iter().flatten() {
                if let Some(n) = open.get_mut(holder) {
                    *n -= 1;
                    if *n == 0 {
                        ending.push(holder);
                    }
                }
            }
        }
        for (name, l) in &mut self.types {
            l.endless = open.contains_key(name);
        }
    }
}

fn layout<'m>(m: &'m Module, op: Op) -> Layout<'m> {
    let list = m.attr(op, "fields").map(Attr::items).unwrap_or_default();
    let field = |f: &'m Attr| match f.items() {
        [name, _, Attr::Type(ty), extents] => Some((name.as_str()?, Field { ty: *ty, extents: extents.items() })),
        _ => None,
    };
    Layout {
        size: m.attr_int(op, "size").unwrap_or(0),
        align: m.attr_int(op, "align").unwrap_or(1).max(1),
        fields: list.iter().filter_map(field).collect(),
        endless: false,
    }
}
