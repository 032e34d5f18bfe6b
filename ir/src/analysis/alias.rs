//! Where memory accesses go: the variable a view or reference belongs to, the subscripts in it, and
//! whether two accesses can meet.
//!
//! Fortran's rule is the base: two declared entities without `target`, `pointer`, `equivalence` or
//! `volatile` do not overlap (`fort.declare`). Within one variable, subscripts are compared as
//! polynomials.

use super::effects::is_box_read;
use super::poly::{Atom, Poly, Space, poly_with, view_extent_bound};
use crate::choices::DeclareAttr;
use crate::entity::{Op, Value};
use crate::module::{Attr, Module, ValueDef};
use crate::ops::{OpKind, Traits};
use crate::passes::offload::objects::is_pointer;
use crate::section::{self, Part};
use crate::types::TypeKind;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;

/// Answer about two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// They never meet.
    Disjoint,
    /// They meet only for equal iteration indices, at the same address then.
    Same,
    /// They can meet; the program text says so or does not say otherwise.
    Overlap,
    /// Only the run-time addresses decide.
    Maybe,
}

/// What the memory of a value belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// Result of mem.alloca.
    Alloca(Op),
    /// Result of mem.alloc.
    Alloc(Op),
    /// A global.
    Global(String),
    /// A procedure's argument.
    Arg(Value),
    /// What a descriptor describes, or an address from memory or a call.
    Unknown,
}

/// The variable behind an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    origin: Origin,
    /// Where the chain of addresses ends; none for what is known by its name alone.
    pub(crate) anchor: Option<Value>,
    /// All of a variable of static storage, of which only the name is known.
    by_name: bool,
    /// Offset in a global.
    offset: i64,
    declares: SmallVec<[Op; 2]>,
    /// The names in them, hashed.
    names: SmallVec<[u64; 2]>,
    /// Declared as a variable of the host procedure, whose own declaration may stand in the same code after inlining.
    of_host: bool,
    /// May overlap other special entities: target, pointer and so on.
    special: bool,
    /// The object of a Cray pointer, which may lie in any variable.
    pointee: bool,
    /// Declared allocatable.
    allocatable: bool,
    /// A local scalar whose address is known to its own loads and stores alone.
    unshared: bool,
    /// Number of descriptors on the way.
    level: u8,
}

/// True for an address in a variable that is declared volatile, or of its descriptor.
pub fn is_volatile(m: &Module, mut v: Value) -> bool {
    while let Some(d) = m.def(v) {
        if m.kind(d) == OpKind::Declare && m.has_choice(d, DeclareAttr::Volatile) {
            return true;
        }
        if !m.has(d, Traits::ADDRESS) && !is_box_read(m.kind(d)) && m.kind(d) != OpKind::BoxMake {
            return false;
        }
        v = m.operand(d, 0);
    }
    false
}

/// The variable that a view, ref, ptr or chr value refers to.
pub fn entity(m: &Module, v: Value) -> Entity {
    let mut e = Entity {
        origin: Origin::Unknown,
        anchor: Some(v),
        by_name: false,
        offset: 0,
        declares: SmallVec::new(),
        names: SmallVec::new(),
        of_host: false,
        special: false,
        pointee: false,
        allocatable: false,
        unshared: false,
        level: 0,
    };
    let mut v = v;
    loop {
        e.anchor = Some(v);
        let op = match m.values[v].def {
            ValueDef::Result(op, _) => op,
            ValueDef::Arg(r, _) => {
                let is_func = m.regions[r].parent.is_some_and(|o| m.kind(o) == OpKind::Func);
                if is_func {
                    e.origin = Origin::Arg(v);
                } else {
                    e.special = true;
                }
                return e;
            }
        };
        match m.kind(op) {
            OpKind::Declare => {
                e.declares.push(op);
                e.names.extend(m.attr_str(op, "name").map(|name| FxBuildHasher.hash_one(name)));
                for a in m.choices::<DeclareAttr>(op) {
                    e.of_host |= a == DeclareAttr::Host;
                    e.special |= a.is_shared();
                    e.pointee |= a == DeclareAttr::Pointee;
                    e.allocatable |= a == DeclareAttr::Allocatable;
                }
                v = m.operand(op, 0);
            }
            _ if m.has(op, Traits::ADDRESS) => v = m.operand(op, 0),
            // The pointee of a descriptor belongs to the variable whose descriptor it is. A component's
            // descriptor may be that of a pointer: of those that are not, `allocated_apart` knows more.
            OpKind::BoxView | OpKind::BoxAddr | OpKind::BoxRef => {
                e.level += 1;
                v = m.operand(op, 0);
                let mut w = v;
                while let Some(d) = m.def(w) {
                    match m.kind(d) {
                        OpKind::Field => {
                            e.special = true;
                            break;
                        }
                        OpKind::Declare | OpKind::CastRef => w = m.operand(d, 0),
                        OpKind::BoxMake => {
                            // A descriptor made here: its data is that of the view.
                            e.level -= 1;
                            v = m.operand(d, 0);
                            break;
                        }
                        _ => break,
                    }
                }
            }
            // A character value refers to the bytes of the object itself.
            OpKind::Load if matches!(m.tk(v), TypeKind::Char(..) | TypeKind::Ref(_)) => {
                if matches!(m.tk(v), TypeKind::Char(..)) {
                    v = m.operand(op, 0);
                } else {
                    e.special = true;
                    return e;
                }
            }
            OpKind::Alloca => {
                e.origin = Origin::Alloca(op);
                e.unshared = m.flag(op, "unshared");
                return e;
            }
            OpKind::Alloc => {
                e.origin = Origin::Alloc(op);
                return e;
            }
            OpKind::AddrOf => {
                e.origin = Origin::Global(m.attr_str(op, "sym").unwrap_or("").to_string());
                e.offset = m.attr_int(op, "offset").unwrap_or(0);
                return e;
            }
            _ => {
                e.special = true;
                // A choice between descriptors (an optional argument): which variable it is stays open.
                let made =
                    |&x: &Value| m.def_of(x, OpKind::BoxMake).is_some() || m.def_of(x, OpKind::CastRef).is_some();
                if m.kind(op) == OpKind::Select && m.operands(op)[1..].iter().any(made) {
                    e.declares.clear();
                }
                return e;
            }
        }
    }
}

/// What the descriptor `v` describes, or, where `v` is the address of something else, what the descriptors and addresses in
/// it lead to.
pub(super) fn described(m: &Module, v: Value) -> Entity {
    if let Some(made) = made_descriptor(m, v) {
        return entity(m, m.operand(made, 0));
    }
    let mut e = entity(m, v);
    e.level = e.level.saturating_add(1);
    // A component may be a pointer.
    let mut w = v;
    while let Some(d) = m.def(w).filter(|&d| matches!(m.kind(d), OpKind::Declare | OpKind::CastRef)) {
        w = m.operand(d, 0);
    }
    let of_box = matches!(m.tk(w), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. }));
    e.special |= !of_box || m.def_of(w, OpKind::Field).is_some();
    e
}

/// What ALLOCATE gives the descriptor `v`, or DEALLOCATE takes from it.
pub(super) fn allocated(m: &Module, v: Value) -> Entity {
    Entity { allocatable: true, ..described(m, v) }
}

/// The op that made a descriptor which an address is that of.
pub(crate) fn made_descriptor(m: &Module, mut v: Value) -> Option<Op> {
    while let Some(d) = m.def(v) {
        match m.kind(d) {
            OpKind::BoxMake => return Some(d),
            OpKind::Declare | OpKind::CastRef => v = m.operand(d, 0),
            _ => return None,
        }
    }
    None
}

impl Entity {
    /// All of a variable of static storage; `described`: what descriptors and addresses in it lead to.
    pub(super) fn of_static(sym: &str, described: bool) -> Entity {
        Entity {
            origin: Origin::Global(sym.to_string()),
            anchor: None,
            by_name: true,
            offset: 0,
            declares: SmallVec::new(),
            names: SmallVec::new(),
            of_host: false,
            special: true,
            pointee: false,
            allocatable: false,
            unshared: false,
            level: described.into(),
        }
    }
    /// Where the storage comes from and the number of descriptors on the way; none for the object of a Cray pointer, which
    /// may be anywhere.
    pub(super) fn origin(&self) -> Option<(&Origin, u8)> {
        (!self.pointee).then_some((&self.origin, self.level))
    }
    /// Local storage that loads and stores alone refer to.
    pub(super) fn is_unshared(&self) -> bool {
        self.unshared
    }
    /// Storage that an ALLOCATE of a local variable which is no target gave.
    pub(super) fn is_own_allocation(&self) -> bool {
        matches!(self.origin, Origin::Alloca(_)) && self.level == 1 && self.allocatable && !self.special
    }
    /// The op that allocates the storage, for local storage whose pointer is not behind a descriptor.
    pub fn local(&self) -> Option<Op> {
        match self.origin {
            Origin::Alloca(op) | Origin::Alloc(op) if self.level == 0 => Some(op),
            _ => None,
        }
    }
    /// True where the two can never overlap.
    pub fn disjoint(&self, o: &Entity) -> bool {
        if (self.unshared || o.unshared) && self.anchor != o.anchor {
            return true;
        }
        if self.pointee || o.pointee {
            return self.temporary() || o.temporary();
        }
        // One variable may be declared again for every view of its descriptor.
        let related = self.declares.iter().any(|d| o.declares.contains(d))
            || self.anchor.is_some() && self.anchor == o.anchor
            || (matches!(self.origin, Origin::Global(_))
                && self.origin == o.origin
                && (self.offset == o.offset || self.by_name || o.by_name))
            || (self.of_host || o.of_host) && self.names.iter().any(|n| o.names.contains(n));
        let declared = |e: &Entity| !e.declares.is_empty() || e.by_name;
        let both_declared = declared(self) && declared(o);
        let both_special = self.special && o.special;
        if both_declared && !related && !both_special {
            return true;
        }
        if self.level == 0 && o.level == 0 {
            use Origin::*;
            return match (&self.origin, &o.origin) {
                (Alloca(a), Alloca(b)) | (Alloc(a), Alloc(b)) => a != b,
                (Global(a), Global(b)) => a != b,
                (Alloca(_) | Alloc(_), Arg(_) | Global(_)) | (Arg(_) | Global(_), Alloca(_) | Alloc(_)) => true,
                (Alloca(_), Alloc(_)) | (Alloc(_), Alloca(_)) => true,
                _ => self.temporary() || o.temporary(),
            };
        }
        // What ALLOCATE gives never lies in local or static storage. Temporaries of the passes are reached through
        // their own address alone.
        let apart = |x: &Entity, y: &Entity| x.level == 1 && x.allocatable && y.fixed();
        apart(self, o) || apart(o, self) || self.temporary() || o.temporary()
    }
    /// Local or static storage of a variable itself.
    fn fixed(&self) -> bool {
        matches!(self.origin, Origin::Alloca(_) | Origin::Global(_)) && self.level == 0
    }
    fn temporary(&self) -> bool {
        matches!(self.origin, Origin::Alloc(_)) && self.level == 0 && self.declares.is_empty()
    }
}

/// One access: a root that the analysis does not look behind, subscripts in it, and component steps.
#[derive(Clone, Debug)]
pub struct Place {
    /// The view or reference that is accessed.
    pub origin: Value,
    /// View or reference at the root.
    pub root: Value,
    /// Zero-based subscripts of the root (empty for references).
    pub subs: Vec<Poly>,
    /// Components, outermost first, each with subscripts inside it.
    pub fields: Vec<(String, Vec<Poly>)>,
    /// False where a subscript was too complicated to follow.
    pub exact: bool,
}

/// The element of `view` at `subs`.
pub fn place(m: &Module, view: Value, subs: Vec<Poly>, env: &FxHashMap<Value, Poly>) -> Place {
    let mut p = Place { origin: view, root: view, subs, fields: Vec::new(), exact: true };
    loop {
        let Some(op) = m.def(p.root) else { return p };
        match m.kind(op) {
            OpKind::Declare | OpKind::ViewCast => p.root = m.operand(op, 0),
            OpKind::ViewSection => {
                let parts = section::parts(m, op).unwrap_or_default();
                let mut subs = Vec::with_capacity(parts.len());
                let mut kept = p.subs.iter();
                for part in parts {
                    subs.push(match part {
                        Part::Index(at) => poly_with(m, at, env),
                        Part::Range { start, step, .. } => {
                            let k = kept.next().cloned().unwrap_or_default();
                            let scaled = poly_with(m, step, env).mul(&k);
                            p.exact &= scaled.is_some();
                            poly_with(m, start, env).add(&scaled.unwrap_or_default())
                        }
                        Part::Whole => kept.next().cloned().unwrap_or_default(),
                    });
                }
                p.subs = subs;
                p.root = m.operand(op, 0);
            }
            OpKind::ViewPermute => {
                let perm = m.attr(op, "perm").map(Attr::items).unwrap_or(&[]);
                let mut subs = vec![Poly::default(); p.subs.len()];
                for (k, d) in perm.iter().enumerate() {
                    if let (Some(d), Some(s)) = (d.as_int(), p.subs.get(k))
                        && let Some(slot) = subs.get_mut(d as usize)
                    {
                        *slot = s.clone();
                    }
                }
                p.subs = subs;
                p.root = m.operand(op, 0);
            }
            OpKind::ViewField => {
                let inner = p.subs.split_off(m.types.rank(m.ty(m.operand(op, 0))).min(p.subs.len()));
                p.fields.insert(0, (m.attr_str(op, "field").unwrap_or("").to_string(), inner));
                p.root = m.operand(op, 0);
            }
            OpKind::Field => {
                let subs = std::mem::take(&mut p.subs);
                p.fields.insert(0, (m.attr_str(op, "field").unwrap_or("").to_string(), subs));
                p.root = m.operand(op, 0);
            }
            OpKind::ViewElem if p.subs.is_empty() => {
                p.subs = m.operands(op)[1..].iter().map(|&s| poly_with(m, s, env)).collect();
                p.root = m.operand(op, 0);
            }
            _ => return p,
        }
    }
}

/// The root of [`place`] for all elements of a view, or for a reference.
pub(crate) fn root(m: &Module, view: Value) -> Value {
    let mut v = view;
    // Whether subscripts of `v` are still to be given.
    let mut open = m.types.rank(m.ty(view)) > 0;
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::Declare | OpKind::ViewCast | OpKind::ViewPermute => {}
            OpKind::ViewSection => open = m.types.rank(m.ty(m.operand(op, 0))) > 0,
            OpKind::ViewField => open &= m.types.rank(m.ty(m.operand(op, 0))) > 0,
            OpKind::Field => open = false,
            OpKind::ViewElem if !open => open = m.operands(op).len() > 1,
            _ => break,
        }
        v = m.operand(op, 0);
    }
    v
}

/// The object behind a reference.
pub fn place_of_ref(m: &Module, r: Value, env: &FxHashMap<Value, Poly>) -> Place {
    place(m, r, Vec::new(), env)
}

/// Adds an index for every dimension of a view to `space` and gives the index polynomials: an access
/// to any element.
pub fn any_element(m: &Module, view: Value, space: &mut Space, env: &FxHashMap<Value, Poly>) -> Vec<Poly> {
    (0..m.types.rank(m.ty(view)))
        .map(|d| {
            space.bounds.push(Some(view_extent_bound(m, view, d, env)));
            Poly::atom(Atom::Index(space.bounds.len() as u16 - 1))
        })
        .collect()
}

/// True where the roots of two places are the data of different allocatable components of one object, or of elements of one
/// array: of those each has memory of its own, which is no part of the object either.
pub(super) fn allocated_apart(m: &Module, a: Value, b: Value, space: &Space, varying: &dyn Fn(Value) -> bool) -> bool {
    let env = FxHashMap::default();
    let held = |component: Op, object: Value| {
        place_of_ref(m, m.result(component), &env).root == object && !varying(object) && !is_pointer(m, component)
    };
    // Definitions of types are looked up last: that takes the longest.
    match (component_of_data(m, a), component_of_data(m, b)) {
        (Some(a), Some(b)) => {
            let (p, q) = (place_of_ref(m, m.result(a), &env), place_of_ref(m, m.result(b), &env));
            p.root == q.root
                && compare(m, &p, &q, space, varying) == Alias::Disjoint
                && !is_pointer(m, a)
                && !is_pointer(m, b)
        }
        (Some(component), None) => held(component, b),
        (None, Some(component)) => held(component, a),
        (None, None) => false,
    }
}

/// The component whose descriptor describes the data at a root.
fn component_of_data(m: &Module, root: Value) -> Option<Op> {
    let data = m.def(root).filter(|&d| matches!(m.kind(d), OpKind::BoxView | OpKind::BoxRef))?;
    let mut v = m.operand(data, 0);
    while let Some(d) = m.def_of(v, OpKind::Declare) {
        v = m.operand(d, 0);
    }
    m.def_of(v, OpKind::Field)
}

/// Compares two accesses. Indices of `space` in `a` and in `b` are taken as independent for
/// [`Alias::Disjoint`] and as equal for [`Alias::Same`]. `varying` says which opaque values differ
/// from one iteration, or from one thread, to the next.
pub fn compare(m: &Module, a: &Place, b: &Place, space: &Space, varying: &dyn Fn(Value) -> bool) -> Alias {
    if a.root != b.root {
        let apart =
            entity(m, a.origin).disjoint(&entity(m, b.origin)) || allocated_apart(m, a.root, b.root, space, varying);
        return if apart { Alias::Disjoint } else { Alias::Maybe };
    }
    if !a.exact || !b.exact {
        return Alias::Maybe;
    }
    let all_same = |x: &[Poly], y: &[Poly]| x.len() == y.len() && x.iter().zip(y).all(|(p, q)| p == q);
    // Another root has other elements, but never others of these components.
    let fixed = !varying(a.root);
    let any_disjoint = |x: &[Poly], y: &[Poly]| {
        fixed && x.len() == y.len() && x.iter().zip(y).any(|(p, q)| subs_disjoint(m, p, q, space, varying))
    };
    if any_disjoint(&a.subs, &b.subs) {
        return Alias::Disjoint;
    }
    let mut same = all_same(&a.subs, &b.subs);
    for ((fa, sa), (fb, sb)) in a.fields.iter().zip(&b.fields) {
        if fa != fb {
            return Alias::Disjoint;
        }
        if any_disjoint(sa, sb) {
            return Alias::Disjoint;
        }
        same &= all_same(sa, sb);
    }
    if same && a.fields.len() == b.fields.len() {
        return Alias::Same;
    }
    // Where a subscript differs by what only the run knows, a check there can find them apart.
    let shifted = a.subs.iter().zip(&b.subs).any(|(p, q)| {
        let d = p.sub(q);
        d.as_const().is_none() && d.atoms().all(|x| !matches!(x, Atom::Index(_)))
    });
    if shifted { Alias::Maybe } else { Alias::Overlap }
}

fn subs_disjoint(m: &Module, a: &Poly, b: &Poly, space: &Space, varying: &dyn Fn(Value) -> bool) -> bool {
    // The usual case, by far the cheapest.
    if let (Some(x), Some(y)) = (a.as_const(), b.as_const()) {
        return x != y;
    }
    let varies = |p: &Poly| {
        p.atoms().any(|x| match x {
            Atom::Value(v) | Atom::Extent(v, _) => varying(v),
            Atom::Index(_) => false,
        })
    };
    if varies(a) || varies(b) {
        return false;
    }
    if let (Some((ra, ca)), Some((rb, cb))) = (a.split(), b.split())
        && let Some(c) = ra.sub(&rb).as_const()
    {
        let g = ca.iter().chain(&cb).fold(0u64, |g, (_, c)| gcd(g, c.unsigned_abs()));
        if (g == 0 && c != 0) || (g > 1 && c.unsigned_abs() % g != 0) {
            return true;
        }
    }
    if let (Some((la, ha)), Some((lb, hb))) = (a.range(space), b.range(space)) {
        let above = |lo: &Poly, hi: &Poly| lo.sub(hi).lower_bound(m).is_some_and(|c| c > 0);
        return above(&la, &hb) || above(&lb, &ha);
    }
    false
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How two whole views (or refs) lie to each other; [`Alias::Same`] for identical ones.
pub fn compare_whole(m: &Module, a: Value, b: Value) -> Alias {
    if a == b {
        return Alias::Same;
    }
    let (x, y) = (root(m, a), root(m, b));
    if x != y {
        let apart = entity(m, a).disjoint(&entity(m, b)) || allocated_apart(m, x, y, &Space::default(), &|_| false);
        return if apart { Alias::Disjoint } else { Alias::Maybe };
    }
    compare_roots(m, a, b, &|_| false)
}

/// Whether two elements or objects, which are indexed by nothing any more, have nothing in common. `varying`: as for [`compare`].
pub(crate) fn scalars_disjoint(m: &Module, a: &Place, b: &Place, varying: &dyn Fn(Value) -> bool) -> bool {
    compare(m, a, b, &Space::default(), varying) == Alias::Disjoint
}

/// [`compare_whole`] of two that are not the same but have one root. `varying`: as for [`compare`].
pub(crate) fn compare_roots(m: &Module, a: Value, b: Value, varying: &dyn Fn(Value) -> bool) -> Alias {
    let env = FxHashMap::default();
    let mut space = Space::default();
    // Both are indexed alike: the n-th dimension of both runs over the same index.
    let ia = any_element(m, a, &mut space, &env);
    let ib = if m.types.rank(m.ty(a)) == m.types.rank(m.ty(b))
        && (0..ia.len()).all(|d| super::poly::view_extent(m, a, d, &env) == super::poly::view_extent(m, b, d, &env))
    {
        ia.clone()
    } else {
        any_element(m, b, &mut space, &env)
    };
    let (pa, pb) = (place(m, a, ia, &env), place(m, b, ib, &env));
    compare(m, &pa, &pb, &space, varying)
}
