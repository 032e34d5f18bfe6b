//! What ops read and write, and whether something between two ops can change what was read.

use super::alias::{Alias, compare_whole, entity};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{OpKind, Traits};
use crate::types::TypeKind;

/// One access of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The data behind a view, ref, ptr.
    Data(Value),
    /// The descriptor behind a `ref<box>`.
    Desc(Value),
    /// The data that a descriptor describes.
    Pointee(Value),
    /// Anything.
    All,
}

/// Reads of one op, not of its regions.
pub fn reads(m: &Module, op: Op) -> Vec<Access> {
    use OpKind::*;
    let o = |i: usize| m.operand(op, i);
    match m.kind(op) {
        Load if is_box(m, o(0)) => vec![Access::Desc(o(0))],
        Load | ArrayLoad => vec![Access::Data(o(0))],
        CopyObject | Copy | LibTranspose => vec![Access::Data(o(1))],
        LibMatmul => vec![Access::Data(o(1)), Access::Data(o(2))],
        LibPack => vec![Access::Data(o(1)), Access::Data(o(2))],
        BoxView | BoxRef | BoxAddr | BoxLbound | BoxExtent | BoxElemLen | BoxAllocated | BoxDyn => {
            vec![Access::Desc(o(0))]
        }
        ChrAssign | ChrConcat | ChrCmp | ChrCode => m
            .operands(op)
            .iter()
            .filter(|&&v| matches!(m.tk(v), TypeKind::Char(..)))
            .map(|&v| Access::Data(v))
            .collect(),
        Call if m.flag(op, "pure") || m.attr_str(op, "effects") == Some("read") => vec![Access::All],
        _ if m.has(op, Traits::READ) => vec![Access::All],
        _ => vec![],
    }
}

fn is_box(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. }))
}

/// Writes of one op, not of its regions.
pub fn writes(m: &Module, op: Op) -> Vec<Access> {
    use OpKind::*;
    let o = |i: usize| m.operand(op, i);
    match m.kind(op) {
        Store | ChrAssign => vec![Access::Data(o(1))],
        CopyObject | ArrayAssign | ArrayForall | Copy | LibMatmul | LibTranspose | LibPack => vec![Access::Data(o(0))],
        Alloca | Alloc | BoxMake | Return | Unreachable | Break | Continue | Goto | Yield | ArrayYield => vec![],
        Free => vec![Access::Data(o(0))],
        BoxInit | BoxSet | BoxSetDyn | BoxNullify => vec![Access::Desc(o(0))],
        BoxAllocate | BoxDeallocate => vec![Access::Desc(o(0)), Access::Pointee(o(0))],
        Call if m.flag(op, "pure") || m.attr_str(op, "effects") == Some("read") => vec![],
        _ if m.has(op, Traits::WRITE) => vec![Access::All],
        _ => vec![],
    }
}

/// True where a write of `w` can change what `r` reads.
pub fn clobbers(m: &Module, w: Access, r: Access) -> bool {
    use Access::*;
    match (w, r) {
        (All, _) | (_, All) => true,
        (Data(a), Data(b)) => compare_whole(m, a, b) != Alias::Disjoint,
        // Storing a number or character never changes a descriptor; an object may contain one.
        (Data(a), Desc(b)) => {
            let elem = m.types.elem(m.ty(a));
            matches!(m.types.kind(elem), TypeKind::Derived(_) | TypeKind::Box { .. } | TypeKind::Ptr)
                && !entity(m, a).disjoint(&entity(m, b))
        }
        (Desc(a), Desc(b)) => a == b || !entity(m, a).disjoint(&entity(m, b)),
        (Desc(a), Data(b)) => {
            let elem = m.types.elem(m.ty(b));
            matches!(m.types.kind(elem), TypeKind::Derived(_) | TypeKind::Box { .. } | TypeKind::Ptr)
                && !entity(m, a).disjoint(&entity(m, b))
        }
        (Pointee(a), Data(b) | Pointee(b)) | (Data(a), Pointee(b)) => !entity(m, a).disjoint(&entity(m, b)),
        (Pointee(_), Desc(_)) | (Desc(_), Pointee(_)) => true,
    }
}

/// True where `op` or anything inside it can change what one of `reads` gives.
pub fn tree_clobbers(m: &Module, op: Op, reads: &[Access]) -> bool {
    if m.kind(op) == OpKind::Label {
        return true;
    }
    writes(m, op).iter().any(|&w| reads.iter().any(|&r| clobbers(m, w, r)))
        || m.ops[op].regions.iter().any(|&r| region_clobbers(m, r, reads))
}

/// Everything that `op` and what is inside it writes; [`Access::All`] alone where that is anything.
pub fn tree_writes(m: &Module, op: Op) -> Vec<Access> {
    let mut out: Vec<Access> = Vec::new();
    let inside = m.ops[op].regions.iter().flat_map(|&r| m.walk(r));
    for o in std::iter::once(op).chain(inside) {
        if m.kind(o) == OpKind::Label {
            return vec![Access::All];
        }
        for w in writes(m, o) {
            if w == Access::All {
                return vec![Access::All];
            }
            if !out.contains(&w) {
                out.push(w);
            }
        }
    }
    out
}

/// [`tree_clobbers`] of all ops of a region.
pub fn region_clobbers(m: &Module, r: Region, reads: &[Access]) -> bool {
    m.regions[r].ops.iter().any(|&o| tree_clobbers(m, o, reads))
}

/// True where something that runs after `from` and before `to` can change what `reads` give. `to` is
/// after `from` in the same region or inside a later op of it.
pub fn clobbered_between(m: &Module, from: Op, to: Op, reads: &[Access]) -> bool {
    let Some(home) = m.ops[from].parent else { return true };
    let mut at = to;
    loop {
        let Some(region) = m.ops[at].parent else { return true };
        let ops = &m.regions[region].ops;
        let end = ops.iter().position(|&o| o == at).unwrap_or(ops.len());
        let start = if region == home { ops.iter().position(|&o| o == from).map_or(0, |i| i + 1) } else { 0 };
        if start <= end && ops[start..end].iter().any(|&o| tree_clobbers(m, o, reads)) {
            return true;
        }
        if region == home {
            return false;
        }
        let Some(parent) = m.regions[region].parent else { return true };
        // Later iterations come after the rest of the body.
        if !matches!(m.kind(parent), OpKind::If | OpKind::SelectCase | OpKind::Block)
            && m.kind(parent) != OpKind::ArrayElemental
            && tree_clobbers(m, parent, reads)
        {
            return true;
        }
        at = parent;
    }
}
