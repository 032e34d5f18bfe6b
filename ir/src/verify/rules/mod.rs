//! Rules of single ops that patterns of types cannot say. Rows of the op table name them.

mod arrays;
mod data;
mod kernels;
mod loops;
mod memory;
mod openmp;
mod program;
mod scalars;
mod vectors;

pub use arrays::*;
pub use data::*;
pub use kernels::*;
pub use loops::*;
pub use memory::*;
pub use openmp::*;
pub use program::*;
pub use scalars::*;
pub use vectors::*;

use super::symbols::Symbols;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::types::{Type, TypeKind};
use smallvec::SmallVec;

/// What a rule says.
pub type Verdict = Result<(), String>;

/// An op whose attributes, counts and patterns of types are right.
pub struct Checked<'m> {
    /// The module.
    pub m: &'m Module,
    /// The op.
    pub op: Op,
    pub(super) symbols: &'m Symbols<'m>,
    pub(super) groups: SmallVec<[std::ops::Range<usize>; 4]>,
    /// Of vectors the types of their lanes count.
    pub(super) lanes: bool,
}

impl<'m> Checked<'m> {
    /// Type of operand `i`.
    fn ty(&self, i: usize) -> Type {
        self.counts(self.m.ty(self.m.operand(self.op, i)))
    }
    /// The type that counts: that of the lanes for an op that works lane by lane.
    fn counts(&self, t: Type) -> Type {
        if self.lanes { self.m.types.lane(t) } else { t }
    }
    /// Operands of group `i` of the row.
    fn group(&self, i: usize) -> &'m [Value] {
        &self.m.operands(self.op)[self.groups[i].clone()]
    }
    /// Type of the result.
    fn result(&self) -> Type {
        self.counts(self.m.ty(self.m.result(self.op)))
    }
    fn kind(&self, t: Type) -> &'m TypeKind {
        self.m.types.kind(t)
    }
    fn rank(&self, t: Type) -> usize {
        self.m.types.rank(t)
    }
    fn elem(&self, t: Type) -> Type {
        self.m.types.elem(t)
    }
    fn is_array(&self, t: Type) -> bool {
        matches!(self.kind(t), TypeKind::Array { .. })
    }
    /// The descriptor behind a reference to one.
    fn descriptor(&self, t: Type) -> Type {
        self.elem(t)
    }
    /// Both are strings of one kind.
    fn same_chr(&self, a: Type, b: Type) -> bool {
        matches!((self.kind(a), self.kind(b)), (TypeKind::Char(_, x), TypeKind::Char(_, y)) if x == y)
    }
    /// Both are strings of one kind whose lengths do not differ where both are known.
    fn same_text(&self, a: Type, b: Type) -> bool {
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Char(m, x), TypeKind::Char(n, y)) => x == y && (m.is_none() || n.is_none() || m == n),
            _ => false,
        }
    }
    /// Objects of type `a` take values of type `b` by assignment: strings of another length are padded or cut.
    fn assignable(&self, a: Type, b: Type) -> bool {
        self.same_elem(a, b) || self.same_chr(a, b)
    }
    /// Objects of type `a` have values of type `b`: strings fit by kind and length, and the value of an object of derived
    /// type is a reference to it.
    fn same_elem(&self, a: Type, b: Type) -> bool {
        let object = |o: Type, r: Type| {
            matches!(self.kind(r), TypeKind::Ref(e) if *e == o) && matches!(self.kind(o), TypeKind::Derived(_))
        };
        a == b || self.same_text(a, b) || object(a, b) || object(b, a)
    }
    /// Static extents of arrays of equal shape do not differ.
    fn shapes_fit(&self, a: Type, b: Type) -> bool {
        extents_fit(self.m.types.shape(a), self.m.types.shape(b))
    }
    /// Extents that are constants are those of the type.
    fn extents_are(&self, extents: &[Value], shape: &[Option<i64>]) -> Verdict {
        let fits = |(&v, &said): (&Value, &Option<i64>)| match (self.m.const_int(v), said) {
            (Some(n), Some(said)) => n.max(0) == said,
            _ => true,
        };
        need(extents.iter().zip(shape).all(fits), "an extent is not the one that the type has")
    }
    /// True for references to strings of no known length.
    fn is_open_string(&self, t: Type) -> bool {
        matches!(self.kind(t), TypeKind::Ref(e) if matches!(self.kind(*e), TypeKind::Char(None, _)))
    }
    /// What the types are, for messages.
    fn mismatch(&self) -> String {
        let list = |vs: &[Value]| vs.iter().map(|&v| self.m.types.text(self.m.ty(v))).collect::<Vec<_>>().join(", ");
        format!("types do not fit: ({}) -> ({})", list(self.m.operands(self.op)), list(&self.m.ops[self.op].results))
    }
    fn fit(&self, ok: bool) -> Verdict {
        if ok { Ok(()) } else { Err(self.mismatch()) }
    }
    /// Items of a list attribute.
    fn items(&self, key: &str) -> &'m [Attr] {
        self.m.attr(self.op, key).map(Attr::items).unwrap_or_default()
    }
    fn word(&self, key: &str) -> &'m str {
        self.m.attr_str(self.op, key).unwrap_or_default()
    }
    /// The region's arguments have these types.
    fn args_are(&self, r: Region, want: &[Type]) -> Verdict {
        let have = self.m.args(r);
        let ok = have.len() == want.len() && have.iter().zip(want).all(|(&v, &t)| self.m.ty(v) == t);
        need(ok, "the arguments of the region do not fit")
    }
    /// Values that the region ends with.
    fn yielded(&self, r: Region) -> &'m [Value] {
        self.m.regions[r].ops.last().map_or(&[], |&o| self.m.operands(o))
    }
}

fn extents_fit(a: &[Option<i64>], b: &[Option<i64>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.is_none() || y.is_none() || x == y)
}

fn need(ok: bool, what: &str) -> Verdict {
    if ok { Ok(()) } else { Err(what.to_string()) }
}
