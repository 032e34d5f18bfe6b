//! What ops read and write, and whether something between two ops can change what was read.

use super::alias::{Alias, Entity, compare_roots, entity, root};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{OpKind, Traits};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;

/// The accesses of an op.
pub type Accesses = SmallVec<[Access; 2]>;

/// One access of an op.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// True for ops that make storage, which ends with the region they stand in.
pub fn makes_storage(k: OpKind) -> bool {
    matches!(k, OpKind::Alloca | OpKind::BoxMake | OpKind::ChrConcat | OpKind::ChrCast)
}

/// True for ops whose result depends on operands and attributes alone: pure, and they look at no bytes that a string
/// operand refers to. Such an op may be merged with its like whatever is written between the two.
pub fn depends_on_operands_only(m: &Module, op: Op) -> bool {
    m.has(op, Traits::PURE) && !looks_at_strings(m, op)
}

/// True where the op looks at the bytes of a string operand: every op that has one but those that pass on the reference.
fn looks_at_strings(m: &Module, op: Op) -> bool {
    use OpKind::*;
    !matches!(m.kind(op), ChrAddr | ChrLen | ChrSubstr | Select) && m.operands(op).iter().any(|&v| is_string(m, v))
}

fn is_string(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Char(..))
}

/// Reads of one op, not of its regions.
pub fn reads(m: &Module, op: Op) -> Accesses {
    let mut out = own_reads(m, op);
    if looks_at_strings(m, op) && !out.contains(&Access::All) {
        out.extend(m.operands(op).iter().filter(|&&v| is_string(m, v)).map(|&v| Access::Data(v)));
    }
    out
}

/// Reads that are no strings given as operands.
fn own_reads(m: &Module, op: Op) -> Accesses {
    use OpKind::*;
    let o = |i: usize| m.operand(op, i);
    match m.kind(op) {
        Load if is_box(m, o(0)) => smallvec![Access::Desc(o(0))],
        Load | ArrayLoad => smallvec![Access::Data(o(0))],
        CopyObject | Copy | LibTranspose => smallvec![Access::Data(o(1))],
        LibMatmul => smallvec![Access::Data(o(1)), Access::Data(o(2))],
        LibPack => smallvec![Access::Data(o(1)), Access::Data(o(2))],
        BoxAllocate | BoxDeallocate | BoxView | BoxRef | BoxAddr | BoxLbound | BoxExtent | BoxElemLen
        | BoxAllocated | BoxDyn => {
            smallvec![Access::Desc(o(0))]
        }
        Call if m.flag(op, "pure") || m.attr_str(op, "effects") == Some("read") => smallvec![Access::All],
        _ if m.has(op, Traits::READ) => smallvec![Access::All],
        _ => smallvec![],
    }
}

fn is_box(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. }))
}

/// Writes of one op, not of its regions.
pub fn writes(m: &Module, op: Op) -> Accesses {
    use OpKind::*;
    let o = |i: usize| m.operand(op, i);
    match m.kind(op) {
        Store | ChrAssign => smallvec![Access::Data(o(1))],
        CopyObject | ArrayAssign | ArrayForall | Copy | LibMatmul | LibTranspose | LibPack => {
            smallvec![Access::Data(o(0))]
        }
        Alloca | Alloc | BoxMake | Assume | Return | Unreachable | Break | Continue | Goto | Yield | ArrayYield => {
            smallvec![]
        }
        Free => smallvec![Access::Data(o(0))],
        BoxInit | BoxSet | BoxSetDyn | BoxNullify => smallvec![Access::Desc(o(0))],
        BoxAllocate | BoxDeallocate => smallvec![Access::Desc(o(0)), Access::Pointee(o(0))],
        Call if m.flag(op, "pure") || m.attr_str(op, "effects") == Some("read") => smallvec![],
        _ if m.has(op, Traits::WRITE) => smallvec![Access::All],
        _ => smallvec![],
    }
}

/// True where a write of `w` can change what `r` reads.
pub fn clobbers(m: &Module, w: Access, r: Access) -> bool {
    Known::from(w).clobbers(m, &Known::from(r))
}

/// An access with what comparisons have found out about it, for those that are compared with many others.
#[derive(Clone, Debug)]
pub struct Known {
    access: Access,
    entity: OnceCell<Entity>,
    root: OnceCell<Value>,
}

impl From<Access> for Known {
    fn from(access: Access) -> Known {
        Known { access, entity: OnceCell::new(), root: OnceCell::new() }
    }
}

impl Known {
    fn entity(&self, m: &Module, v: Value) -> &Entity {
        self.entity.get_or_init(|| entity(m, v))
    }

    fn apart(&self, m: &Module, a: Value, o: &Known, b: Value) -> bool {
        self.entity(m, a).disjoint(o.entity(m, b))
    }

    /// True where writing this can change what `r` reads.
    pub fn clobbers(&self, m: &Module, r: &Known) -> bool {
        use Access::*;
        // Storing a number or character never changes a descriptor; an object may contain one.
        let may_hold = |v: Value| may_hold_elem(m, m.types.elem(m.ty(v)));
        match (self.access, r.access) {
            (All, _) | (_, All) => true,
            (Data(a), Data(b)) if a == b => true,
            (Data(a), Data(b)) => {
                let (x, y) = (self.root.get_or_init(|| root(m, a)), r.root.get_or_init(|| root(m, b)));
                if x == y { compare_roots(m, a, b) != Alias::Disjoint } else { !self.apart(m, a, r, b) }
            }
            (Data(a), Desc(b)) => may_hold(a) && !self.apart(m, a, r, b),
            (Desc(a), Desc(b)) => a == b || !self.apart(m, a, r, b),
            (Desc(a), Data(b)) => may_hold(b) && !self.apart(m, a, r, b),
            (Pointee(a), Data(b) | Pointee(b)) | (Data(a), Pointee(b)) => !self.apart(m, a, r, b),
            // Numbers in an allocatable hold no descriptor.
            (Pointee(a), Desc(_)) => may_hold_elem(m, m.types.elem(m.types.elem(m.ty(a)))),
            (Desc(_), Pointee(_)) => true,
        }
    }
}

/// True where objects of the type may contain a descriptor or an address.
fn may_hold_elem(m: &Module, elem: Type) -> bool {
    matches!(m.types.kind(elem), TypeKind::Derived(_) | TypeKind::Box { .. } | TypeKind::Ptr)
}

/// True where `op` or anything inside it can change what one of `reads` gives to what runs after `op`.
pub fn tree_clobbers(m: &Module, op: Op, reads: &[Access]) -> bool {
    if m.kind(op) == OpKind::Label {
        return true;
    }
    writes(m, op).iter().any(|&w| reads.iter().any(|&r| clobbers(m, w, r)))
        || m.ops[op].regions.iter().any(|&r| !ends_program(m, r) && region_clobbers(m, r, reads))
}

/// True where control that enters the region ends there, with the program.
pub fn ends_program(m: &Module, r: Region) -> bool {
    let last = m.regions[r].ops.last();
    last.is_some_and(|&o| m.kind(o) == OpKind::Unreachable)
        && !m.walk(r).into_iter().any(|o| {
            use OpKind::*;
            matches!(m.kind(o), Label | Goto | Break | Continue | Return)
        })
}

/// Ops of the tree of `op`, itself first, but for regions in which the program ends.
pub fn lasting_ops(m: &Module, op: Op) -> Vec<Op> {
    let mut out = vec![op];
    let mut at = 0;
    while let Some(&o) = out.get(at) {
        for &r in &m.ops[o].regions {
            if !ends_program(m, r) {
                out.extend(m.regions[r].ops.iter().copied());
            }
        }
        at += 1;
    }
    out
}

/// Everything that `op` and what is inside it writes and that later code may see; [`Access::All`] alone where that is
/// anything.
pub fn tree_writes(m: &Module, op: Op) -> Vec<Access> {
    let mut out: Vec<Access> = Vec::new();
    let mut seen: FxHashSet<Access> = FxHashSet::default();
    for o in lasting_ops(m, op) {
        if m.kind(o) == OpKind::Label {
            return vec![Access::All];
        }
        for w in writes(m, o) {
            if w == Access::All {
                return vec![Access::All];
            }
            if seen.insert(w) {
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
        use OpKind::*;
        let once = match m.kind(parent) {
            If | SelectCase | Block | ArrayElemental => true,
            // Shapes are those of the entry.
            OmpTarget | OmpTeams | OmpWorkdistribute | OmpWorkshare => {
                reads.iter().all(|r| matches!(r, Access::Desc(_)))
            }
            _ => false,
        };
        // Later iterations come after the rest of the body.
        if !once && tree_clobbers(m, parent, reads) {
            return true;
        }
        at = parent;
    }
}
