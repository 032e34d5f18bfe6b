//! Symbolic integers: polynomials over values that the analysis does not look into. Equal
//! polynomials are equal values; constant differences decide order and disjointness.
//!
//! Integer overflow is an error in the Fortran program, so arithmetic is that of the integers.

use crate::entity::Value;
use crate::module::{Module, ValueDef};
use crate::ops::OpKind;
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// What a polynomial is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// An opaque value.
    Value(Value),
    /// Extent of a dimension of a view (never negative).
    Extent(Value, u8),
    /// The n-th index of an iteration space that the client describes ([`Space`]).
    Index(u16),
}

type Mono = SmallVec<[Atom; 2]>;

/// A polynomial with integer coefficients: products of atoms (sorted; empty for the constant) to
/// coefficients that are not zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Poly {
    terms: BTreeMap<Mono, i64>,
}

/// Bounds of iteration indices: index `k` runs from 0 to `extent - 1`.
#[derive(Clone, Default, Debug)]
pub struct Space {
    /// For each index: `num`, `den` with `extent * den <= num` whenever the extent is positive.
    pub bounds: Vec<Option<(Poly, i64)>>,
}

impl Poly {
    /// A constant.
    pub fn constant(c: i64) -> Poly {
        let mut p = Poly::default();
        p.add_term(SmallVec::new(), c);
        p
    }
    /// An atom.
    pub fn atom(a: Atom) -> Poly {
        let mut p = Poly::default();
        p.add_term(smallvec![a], 1);
        p
    }
    /// The constant that it is, if it is one.
    pub fn as_const(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Mono::new()).copied(),
            _ => None,
        }
    }
    fn add_term(&mut self, m: Mono, c: i64) {
        let slot = self.terms.entry(m).or_insert(0);
        *slot = slot.wrapping_add(c);
        self.terms.retain(|_, c| *c != 0);
    }
    /// Sum.
    pub fn add(&self, o: &Poly) -> Poly {
        self.add_scaled(o, 1)
    }
    /// Difference.
    pub fn sub(&self, o: &Poly) -> Poly {
        self.add_scaled(o, -1)
    }
    /// `self + k * o`
    pub fn add_scaled(&self, o: &Poly, k: i64) -> Poly {
        let mut p = self.clone();
        for (m, c) in &o.terms {
            p.add_term(m.clone(), c.wrapping_mul(k));
        }
        p
    }
    /// Product; `None` where it gets too large to be of use.
    pub fn mul(&self, o: &Poly) -> Option<Poly> {
        if self.terms.len() * o.terms.len() > 36 {
            return None;
        }
        let mut p = Poly::default();
        for (a, x) in &self.terms {
            for (b, y) in &o.terms {
                let mut m = a.clone();
                m.extend(b.iter().copied());
                if m.len() > 4 {
                    return None;
                }
                m.sort();
                p.add_term(m, x.checked_mul(*y)?);
            }
        }
        Some(p)
    }
    /// Every atom in it.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.terms.keys().flat_map(|m| m.iter().copied())
    }
    /// Terms: product of atoms and coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.terms.iter().map(|(m, c)| (m.as_slice(), *c))
    }
    /// A constant that it is never below, from what is known of its atoms.
    pub fn lower_bound(&self, m: &Module) -> Option<i64> {
        self.bound_with_loops(m, 3)
    }
    /// Tries loop variables' own bounds too: one is never below its first or above its last value.
    fn bound_with_loops(&self, m: &Module, tries: u32) -> Option<i64> {
        let direct = self.bound_of_atoms(m);
        if direct.is_some() || tries == 0 {
            return direct;
        }
        for (mono, c) in &self.terms {
            let [Atom::Value(v)] = mono.as_slice() else { continue };
            // The arguments behind the loop's variable are values that it carries.
            let ValueDef::Arg(r, 0) = m.values[*v].def else { continue };
            let Some(l) = m.regions[r].parent.filter(|&o| m.kind(o) == OpKind::For) else { continue };
            if m.const_int(m.operand(l, 2)).is_none_or(|s| s <= 0) {
                continue;
            }
            let limit = poly(m, m.operand(l, usize::from(*c < 0)));
            let replaced = self.add_scaled(&Poly::atom(Atom::Value(*v)), c.wrapping_neg()).add_scaled(&limit, *c);
            let found = replaced.bound_with_loops(m, tries - 1);
            if found.is_some() {
                return found;
            }
        }
        None
    }
    fn bound_of_atoms(&self, m: &Module) -> Option<i64> {
        let mut sum = 0i64;
        for (mono, c) in &self.terms {
            if mono.is_empty() {
                sum = sum.checked_add(*c)?;
                continue;
            }
            if *c < 0 {
                return None;
            }
            let mut low = 1i64;
            for a in mono {
                let l = atom_lower_bound(m, *a)?;
                if l < 0 {
                    return None;
                }
                low = low.checked_mul(l)?;
            }
            sum = sum.checked_add(c.checked_mul(low)?)?;
        }
        Some(sum)
    }
    /// The polynomial without iteration indices and, for each index, its coefficient; `None` where an
    /// index does not stand alone in a term.
    pub fn split(&self) -> Option<(Poly, Vec<(u16, i64)>)> {
        let mut rest = Poly::default();
        let mut coefs = Vec::new();
        for (mono, c) in &self.terms {
            match mono.as_slice() {
                [Atom::Index(k)] => coefs.push((*k, *c)),
                m if m.iter().any(|a| matches!(a, Atom::Index(_))) => return None,
                _ => rest.add_term(mono.clone(), *c),
            }
        }
        Some((rest, coefs))
    }
    /// Smallest and largest value over the iteration space (bounds that are met or outside).
    pub fn range(&self, space: &Space) -> Option<(Poly, Poly)> {
        let (rest, coefs) = self.split()?;
        let (mut lo, mut hi) = (rest.clone(), rest);
        for (k, c) in coefs {
            let (num, den) = space.bounds.get(usize::from(k))?.as_ref()?;
            if c % den != 0 {
                return None;
            }
            // c * (extent - 1), with extent * den <= num
            let end = Poly::constant(-c).add_scaled(num, c / den);
            if c > 0 {
                hi = hi.add(&end);
            } else {
                lo = lo.add(&end);
            }
        }
        Some((lo, hi))
    }
}

fn atom_lower_bound(m: &Module, a: Atom) -> Option<i64> {
    match a {
        Atom::Extent(..) | Atom::Index(_) => Some(0),
        Atom::Value(v) => match m.values[v].def {
            ValueDef::Result(op, _) => match m.kind(op) {
                OpKind::Max => {
                    let c = |i| m.const_int(m.operand(op, i));
                    c(0).into_iter().chain(c(1)).max()
                }
                OpKind::Popcnt | OpKind::ChrLen | OpKind::ViewElemLen | OpKind::ChrCode => Some(0),
                OpKind::Cast => {
                    let from = m.operand(op, 0);
                    (widens(m, from, m.ty(v))).then(|| poly(m, from).lower_bound(m))?
                }
                _ => None,
            },
            ValueDef::Arg(r, n) => match m.regions[r].parent.map(|o| (o, m.kind(o))) {
                Some((_, OpKind::ArrayElemental | OpKind::ArrayForall | OpKind::Parallel | OpKind::Reduce)) => Some(0),
                Some((o, OpKind::For)) if n == 0 => {
                    let step = m.const_int(m.operand(o, 2))?;
                    (step > 0).then(|| m.const_int(m.operand(o, 0)))?
                }
                _ => None,
            },
        },
    }
}

fn widens(m: &Module, from: Value, to: Type) -> bool {
    let bits = |t: Type| match m.types.kind(t) {
        TypeKind::Int(b) => Some(*b),
        TypeKind::Index => Some(64),
        _ => None,
    };
    matches!((bits(m.ty(from)), bits(to)), (Some(a), Some(b)) if a <= b)
}

/// The polynomial of an integer or index value.
pub fn poly(m: &Module, v: Value) -> Poly {
    poly_with(m, v, &FxHashMap::default())
}

/// As [`poly`], with given polynomials for some values (indices of regions that are being looked at).
pub fn poly_with(m: &Module, v: Value, env: &FxHashMap<Value, Poly>) -> Poly {
    go(m, v, env, 0)
}

fn go(m: &Module, v: Value, env: &FxHashMap<Value, Poly>, depth: usize) -> Poly {
    if let Some(p) = env.get(&v) {
        return p.clone();
    }
    let opaque = || Poly::atom(Atom::Value(v));
    if depth > 12 {
        return opaque();
    }
    let Some(op) = m.def(v) else { return opaque() };
    let arg = |i: usize| go(m, m.operand(op, i), env, depth + 1);
    if *m.tk(v) == TypeKind::Int(128) && !matches!(m.kind(op), OpKind::Const | OpKind::Cast) {
        return opaque();
    }
    match m.kind(op) {
        OpKind::Const => m.attr_int(op, "value").map_or_else(opaque, Poly::constant),
        OpKind::Add => arg(0).add(&arg(1)),
        OpKind::Sub => arg(0).sub(&arg(1)),
        OpKind::Neg => Poly::default().sub(&arg(0)),
        OpKind::Mul if matches!(m.tk(v), TypeKind::Int(_) | TypeKind::Index) => {
            arg(0).mul(&arg(1)).unwrap_or_else(opaque)
        }
        OpKind::Cast if widens(m, m.operand(op, 0), m.ty(v)) => arg(0),
        // A Fortran index variable made of the index of an array region holds its value.
        OpKind::Cast if matches!(m.tk(v), TypeKind::Int(32 | 64)) && m.ty(m.operand(op, 0)) == Type::INDEX => {
            let p = arg(0);
            let region_index = |a: Atom| match a {
                Atom::Index(_) => true,
                Atom::Extent(..) => false,
                Atom::Value(v) => match m.values[v].def {
                    ValueDef::Arg(r, _) => m.regions[r].parent.is_some_and(|o| {
                        matches!(
                            m.kind(o),
                            OpKind::ArrayElemental | OpKind::ArrayForall | OpKind::Parallel | OpKind::Reduce
                        )
                    }),
                    ValueDef::Result(..) => false,
                },
            };
            if p.atoms().all(region_index) { p } else { opaque() }
        }
        OpKind::ViewExtent => match m.attr_int(op, "dim") {
            Some(d) => extent(m, m.operand(op, 0), d as usize, env, depth + 1),
            None => opaque(),
        },
        OpKind::ArrayShape => match m.attr_int(op, "dim") {
            Some(d) => array_extent(m, m.operand(op, 0), d as usize, env, depth + 1).unwrap_or_else(opaque),
            None => opaque(),
        },
        _ => opaque(),
    }
}

/// Extent of a dimension of a view.
pub fn view_extent(m: &Module, view: Value, dim: usize, env: &FxHashMap<Value, Poly>) -> Poly {
    extent(m, view, dim, env, 0)
}

fn extent(m: &Module, view: Value, dim: usize, env: &FxHashMap<Value, Poly>, depth: usize) -> Poly {
    if let Some(Some(n)) = m.types.shape(m.ty(view)).get(dim) {
        return Poly::constant(*n);
    }
    let opaque = Poly::atom(Atom::Extent(view, dim as u8));
    let Some(op) = m.def(view) else { return opaque };
    if depth > 24 {
        return opaque;
    }
    match m.kind(op) {
        OpKind::ViewSection => {
            let parts = section::parts(m, op).unwrap_or_default();
            match Part::kept(&parts, dim) {
                Some((_, Part::Range { extent, .. })) => go(m, extent, env, depth + 1),
                Some((d, Part::Whole)) => extent(m, m.operand(op, 0), d, env, depth + 1),
                Some((_, Part::Index(_))) | None => opaque,
            }
        }
        OpKind::ViewPermute => {
            let d = m.attr(op, "perm").and_then(|p| p.items().get(dim)).and_then(|a| a.as_int());
            d.map_or(opaque, |d| extent(m, m.operand(op, 0), d as usize, env, depth + 1))
        }
        OpKind::ViewCast | OpKind::Declare => extent(m, m.operand(op, 0), dim, env, depth + 1),
        OpKind::ViewField if dim < m.types.rank(m.ty(m.operand(op, 0))) => {
            extent(m, m.operand(op, 0), dim, env, depth + 1)
        }
        OpKind::ViewMake => match m.group(op, "extents").get(dim) {
            Some(&v) => go(m, v, env, depth + 1),
            None => opaque,
        },
        _ => opaque,
    }
}

/// Extent of a dimension of an array value, where it can be said.
fn array_extent(m: &Module, a: Value, dim: usize, env: &FxHashMap<Value, Poly>, depth: usize) -> Option<Poly> {
    if let Some(Some(n)) = m.types.shape(m.ty(a)).get(dim) {
        return Some(Poly::constant(*n));
    }
    if depth > 24 {
        return None;
    }
    let op = m.def(a)?;
    let arg = |i: usize, d: usize| array_extent(m, m.operand(op, i), d, env, depth + 1);
    match m.kind(op) {
        OpKind::ArrayLoad => Some(extent(m, m.operand(op, 0), dim, env, depth + 1)),
        OpKind::ArrayElemental => Some(go(m, *m.operands(op).get(dim)?, env, depth + 1)),
        OpKind::ArrayReshape => Some(go(m, *m.operands(op).get(dim + 1)?, env, depth + 1)),
        OpKind::ArrayTranspose => arg(0, 1 - dim.min(1)),
        OpKind::ArrayUnpack => arg(1, dim),
        OpKind::ArrayMatmul => {
            let ra = m.types.rank(m.ty(m.operand(op, 0)));
            if dim == 0 && ra == 2 {
                arg(0, usize::from(m.flag(op, "ta")))
            } else {
                arg(1, usize::from(!m.flag(op, "tb")))
            }
        }
        OpKind::ArrayReduce => {
            let d = m.attr_int(op, "dim")? as usize;
            arg(0, if dim < d { dim } else { dim + 1 })
        }
        _ => None,
    }
}

/// Extent of a dimension of an array value as a polynomial, where it can be said.
pub fn value_extent(m: &Module, a: Value, dim: usize) -> Option<Poly> {
    array_extent(m, a, dim, &FxHashMap::default(), 0)
}

/// An upper bound of an extent as `(num, den)`: `extent * den <= num` whenever it is positive. Sees
/// through `max(x, 0)` (an empty range has no iterations to bound) and exact strides `x / step`.
pub fn extent_bound(m: &Module, v: Value, env: &FxHashMap<Value, Poly>) -> (Poly, i64) {
    let mut v = v;
    for _ in 0..4 {
        let Some(op) = m.def(v) else { break };
        match m.kind(op) {
            OpKind::Max => {
                let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                if m.const_int(b).is_some_and(|c| c <= 0) {
                    v = a;
                } else if m.const_int(a).is_some_and(|c| c <= 0) {
                    v = b;
                } else {
                    break;
                }
            }
            OpKind::Cast if widens(m, m.operand(op, 0), m.ty(v)) => v = m.operand(op, 0),
            OpKind::Div => match m.const_int(m.operand(op, 1)) {
                Some(c) if c > 0 => return (poly_with(m, m.operand(op, 0), env), c),
                // (x) / -c = (-x) / c
                Some(c) if c < 0 && c != i64::MIN => {
                    return (Poly::default().sub(&poly_with(m, m.operand(op, 0), env)), -c);
                }
                _ => break,
            },
            _ => break,
        }
    }
    (poly_with(m, v, env), 1)
}

/// [`extent_bound`] of a dimension of a view.
pub fn view_extent_bound(m: &Module, view: Value, dim: usize, env: &FxHashMap<Value, Poly>) -> (Poly, i64) {
    let p = extent(m, view, dim, env, 0);
    // An extent that is a single value may be clamped.
    let mut terms = p.terms();
    if let (Some(([Atom::Value(v)], 1)), None) = (terms.next(), terms.next()) {
        return extent_bound(m, *v, env);
    }
    drop(terms);
    (p, 1)
}
