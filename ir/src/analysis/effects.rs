//! What ops read and write, and whether something between two ops can change what was read.

use super::alias::{
    Alias, Entity, Place, allocated, allocated_apart, compare_roots, described, entity, is_volatile, place_of_ref,
    root, scalars_disjoint,
};
use super::calls::{self, List, Listed};
use super::poly::Space;
use crate::choices::{CallEffects, DeclareAttr, MathFn};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{Effect, OpKind, Reach, Traits};
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// All of the variable that an address belongs to.
    Object(Value),
    /// What the descriptor at that address describes, or what descriptors and addresses in the object there lead to.
    Described(Value),
    /// What a call says of a variable of static storage.
    Static(Listed),
    /// Anything.
    All,
}

/// True for ops that make storage, which ends with the region they stand in.
pub fn makes_storage(k: OpKind) -> bool {
    k.info().effects.iter().any(|e| matches!(e, Effect::Makes | Effect::Holds))
}

/// True for ops that read descriptors and do nothing else.
pub fn is_box_read(k: OpKind) -> bool {
    let effects = k.info().effects;
    !effects.is_empty() && effects.iter().all(|e| matches!(e, Effect::Reads(Reach::Desc(_))))
}

/// True for ops that do anything to memory or the order of things. That the program may stop in an op is no effect
/// here, nor what its regions do.
pub fn has_effects(m: &Module, op: Op) -> bool {
    let none = |e: &Effect| matches!(e, Effect::Holds | Effect::Traps | Effect::TrapsOnZero(_));
    !m.info(op).effects.iter().all(none)
}

/// True for ops without effects that give values: operands, attributes and the bytes that string operands refer to
/// decide their results.
pub fn is_pure(m: &Module, op: Op) -> bool {
    !m.has(op, Traits::TERMINATOR) && !m.has(op, Traits::STRUCTURED) && !has_effects(m, op)
}

/// True for ops whose result depends on operands and attributes alone: pure, and they look at no bytes that a string
/// operand refers to. Such an op may be merged with its like whatever is written between the two.
pub fn depends_on_operands_only(m: &Module, op: Op) -> bool {
    is_pure(m, op) && !looks_at_strings(m, op)
}

/// True for ops that may be merged with their like where nothing between the two changes what they read.
pub fn merges(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty() && !m.info(op).effects.contains(&Effect::Makes) && removable(m, op)
}

/// True for ops without regions that may run where they would not have run: they depend on operands only, and the
/// program does not stop in them.
pub fn speculatable(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty() && depends_on_operands_only(m, op) && !may_trap(m, op)
}

/// True where the program may stop in the op itself.
pub fn may_trap(m: &Module, op: Op) -> bool {
    let zero =
        |v: Value| matches!(m.tk(v), TypeKind::Int(_) | TypeKind::Index) && m.const_int(v).is_none_or(|c| c == 0);
    m.info(op).effects.iter().any(|e| match e {
        Effect::TrapsOnZero(i) => zero(m.operand(op, (*i).into())),
        Effect::Traps if m.kind(op) == OpKind::Math => zero_to_negative(m, op),
        Effect::Traps => true,
        Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::Makes
        | Effect::Holds
        | Effect::Allocates
        | Effect::Frees(_)
        | Effect::Orders
        | Effect::Synchronizes => false,
    })
}

/// True where the function may be the power of an integer, with base zero and a negative exponent.
fn zero_to_negative(m: &Module, op: Op) -> bool {
    let &[base, exponent] = m.operands(op) else { return false };
    m.choice::<MathFn>(op) == MathFn::Ipow
        && matches!(m.tk(base), TypeKind::Int(_) | TypeKind::Index)
        && m.const_int(base).is_none_or(|c| c == 0)
        && m.const_int(exponent).is_none_or(|c| c < 0)
}

/// True where removing the op, if its results are not used, changes nothing. What the program would stop for may go.
pub fn removable(m: &Module, op: Op) -> bool {
    let row = m.info(op);
    let stays = |e: &Effect| matches!(e, Effect::Allocates | Effect::Frees(_) | Effect::Orders | Effect::Synchronizes);
    if row.traits.has(Traits::TERMINATOR)
        || row.traits.has(Traits::TOP)
        || row.effects.iter().any(stays)
        || !writes(m, op).is_empty()
        || m.kind(op) == OpKind::Call && !only_reads(m, op)
        || is_volatile_access(m, op)
    {
        return false;
    }
    // A loop.while may not come to an end, a step of zero is an error, and blocks are left by what stands inside.
    let regions = &m.ops[op].regions;
    regions.is_empty()
        || !matches!(m.kind(op), OpKind::While | OpKind::For | OpKind::Block)
            && regions.iter().all(|&r| m.regions[r].ops.iter().all(|&o| ends_region(m, o) || removable(m, o)))
}

/// True for the ends of regions that lead nowhere else.
fn ends_region(m: &Module, op: Op) -> bool {
    m.has(op, Traits::TERMINATOR) && m.info(op).effects.is_empty()
}

/// True for a load or store of a variable that others may look at or change at any time: it keeps its place.
pub fn is_volatile_access(m: &Module, op: Op) -> bool {
    m.flag(op, "atomic")
        || m.info(op).effects.iter().any(|e| match e {
            Effect::Reads(r) | Effect::Writes(r) => match *r {
                Reach::At(i) | Reach::Desc(i) | Reach::Pointee(i) => is_volatile(m, m.operand(op, i.into())),
                // A procedure that reads the variable reads it at any time.
                Reach::Anything => m.kind(op) == OpKind::Call && m.operands(op).iter().any(|&v| is_volatile(m, v)),
            },
            _ => false,
        })
}

/// True for the address of a variable of the procedure or of one that it was given, or, for descriptors, of a
/// component or element of it. What a pointer or an allocatable refers to need not be there, and an absent dummy has no storage:
/// a loop that runs zero times does not need it. Parts at known places of variables that the procedure or the program has (members of
/// COMMON, components, elements) are there as well.
pub fn surely_exists(m: &Module, mut r: Value, component: bool) -> bool {
    let mut part = false;
    while let Some(d) = m.def(r) {
        match m.kind(d) {
            OpKind::Declare => {
                if m.has_choice(d, DeclareAttr::Optional) {
                    return false;
                }
                r = m.operand(d, 0);
            }
            _ if component && m.has(d, Traits::ADDRESS) => r = m.operand(d, 0),
            OpKind::CastRef | OpKind::PtrAdd | OpKind::Field | OpKind::ViewMake | OpKind::ViewElem
                if is_known_part(m, d) =>
            {
                part = true;
                r = m.operand(d, 0);
            }
            k => return makes_storage(k) || k == OpKind::AddrOf,
        }
    }
    // What a dummy argument stands for may be smaller than it says.
    !part
}

/// True where an address is that of something at a known place in an object.
pub fn is_known_part(m: &Module, address: Op) -> bool {
    match m.kind(address) {
        OpKind::PtrAdd => m.const_int(m.operand(address, 1)).is_some_and(|n| n >= 0),
        OpKind::ViewElem => {
            let shape = m.types.shape(m.ty(m.operand(address, 0)));
            let subscripts = &m.operands(address)[1..];
            let inside =
                |(&s, n): (&Value, &Option<i64>)| n.zip(m.const_int(s)).is_some_and(|(n, s)| (0..n).contains(&s));
            shape.len() == subscripts.len() && subscripts.iter().zip(shape).all(inside)
        }
        _ => true,
    }
}

/// True where the op looks at the bytes of a string operand.
fn looks_at_strings(m: &Module, op: Op) -> bool {
    !m.has(op, Traits::HANDS_ON) && m.operands(op).iter().any(|&v| is_string(m, v))
}

fn is_string(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Char(..))
}

/// True for a call that writes nothing: it reads only, and gives its result as a value. A pure function whose result is
/// an object writes that, at an address among its operands.
pub(super) fn only_reads(m: &Module, call: Op) -> bool {
    let says_so = m.kind(call) == OpKind::Call && m.choice_opt(call) == Some(CallEffects::Read);
    (m.flag(call, "pure") || says_so) && !m.ops[call].results.is_empty()
}

/// What `reach` of an op is; none for [`Reach::Anything`].
fn access(m: &Module, op: Op, reach: Reach) -> Access {
    let operand = |i: u8| m.operand(op, i.into());
    match reach {
        Reach::At(i) if is_box(m, operand(i)) => Access::Desc(operand(i)),
        Reach::At(i) => Access::Data(operand(i)),
        Reach::Desc(i) => Access::Desc(operand(i)),
        Reach::Pointee(i) => Access::Pointee(operand(i)),
        Reach::Anything => Access::All,
    }
}

/// Reads of one op itself, not of its regions: without what other threads may see.
pub fn own_reads(m: &Module, op: Op) -> Accesses {
    let mut out = Accesses::new();
    match calls::said(m, op, List::Reads) {
        Some(list) => out = list,
        None => {
            for e in m.info(op).effects {
                if let Effect::Reads(r) = *e {
                    out.push(access(m, op, r));
                }
            }
        }
    }
    if looks_at_strings(m, op) && !out.contains(&Access::All) {
        out.extend(m.operands(op).iter().filter(|&&v| is_string(m, v)).map(|&v| Access::Data(v)));
    }
    out
}

/// Writes of one op itself, not of its regions: without what other threads may write.
pub fn own_writes(m: &Module, op: Op) -> Accesses {
    if matches!(m.kind(op), OpKind::Call | OpKind::CallPtr) && only_reads(m, op) {
        return Accesses::new();
    }
    if let Some(list) = calls::said(m, op, List::Writes) {
        return list;
    }
    let mut out = Accesses::new();
    for e in m.info(op).effects {
        match *e {
            Effect::Writes(r) => out.push(access(m, op, r)),
            Effect::Frees(i) => out.push(Access::Data(m.operand(op, i.into()))),
            _ => {}
        }
    }
    out
}

fn synchronizes(m: &Module, op: Op) -> bool {
    m.info(op).effects.contains(&Effect::Synchronizes)
}

/// Reads of one op, not of its regions.
pub fn reads(m: &Module, op: Op) -> Accesses {
    if synchronizes(m, op) { smallvec![Access::All] } else { own_reads(m, op) }
}

/// Writes of one op, not of its regions.
pub fn writes(m: &Module, op: Op) -> Accesses {
    if synchronizes(m, op) { smallvec![Access::All] } else { own_writes(m, op) }
}

fn is_box(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. }))
}

/// True where a write of `w` can change what `r` reads.
pub fn clobbers(m: &Module, w: Access, r: Access) -> bool {
    Known::from(w).clobbers(m, &Known::from(r))
}

/// An access with what comparisons have found out about it, for those that are compared with many others.
#[derive(Clone, Debug)]
pub struct Known {
    access: Access,
    entity: OnceCell<Option<Entity>>,
    root: OnceCell<Value>,
    /// Where the access is: of elements and objects, nothing for arrays.
    scalar: OnceCell<Option<Place>>,
}

impl From<Access> for Known {
    fn from(access: Access) -> Known {
        Known { access, entity: OnceCell::new(), root: OnceCell::new(), scalar: OnceCell::new() }
    }
}

impl Known {
    /// The access itself.
    pub fn access(&self) -> Access {
        self.access
    }
    /// The variable accessed.
    pub(super) fn entity(&self, m: &Module) -> Option<&Entity> {
        let find = || match self.access {
            Access::Data(v) | Access::Desc(v) | Access::Object(v) => Some(entity(m, v)),
            Access::Pointee(v) => Some(allocated(m, v)),
            Access::Described(v) => Some(described(m, v)),
            Access::Static(l) => Some(l.entity(m)),
            Access::All => None,
        };
        self.entity.get_or_init(find).as_ref()
    }

    /// The place of the view or reference `v` of this access if it is no array.
    fn scalar(&self, m: &Module, v: Value) -> Option<&Place> {
        let find = || (m.types.rank(m.ty(v)) == 0).then(|| place_of_ref(m, v, &FxHashMap::default()));
        self.scalar.get_or_init(find).as_ref()
    }

    fn apart(&self, m: &Module, o: &Known) -> bool {
        self.entity(m).zip(o.entity(m)).is_some_and(|(a, b)| a.disjoint(b))
    }

    /// True where the access may be one of descriptors or addresses.
    fn may_hold(&self, m: &Module) -> bool {
        match self.access {
            Access::Data(v) => may_hold_elem(m, m.types.elem(m.ty(v))),
            Access::Object(v) => calls::may_hold(m, v),
            _ => true,
        }
    }

    /// True where writing this can change what `r` reads.
    pub fn clobbers(&self, m: &Module, r: &Known) -> bool {
        self.clobbers_varying(m, r, &|_| false)
    }

    /// [`Known::clobbers`] where values that are `varying` may be others when this is written than when `r` is read.
    pub(super) fn clobbers_varying(&self, m: &Module, r: &Known, varying: &dyn Fn(Value) -> bool) -> bool {
        use Access::*;
        match (self.access, r.access) {
            (All, _) | (_, All) => true,
            (Data(a), Data(b)) if a == b => true,
            (Data(a), Data(b)) => {
                let (x, y) = (self.root.get_or_init(|| root(m, a)), r.root.get_or_init(|| root(m, b)));
                if x != y {
                    return !self.apart(m, r) && !allocated_apart(m, *x, *y, &Space::default(), varying);
                }
                if varying(*x) {
                    return true;
                }
                match (self.scalar(m, a), r.scalar(m, b)) {
                    (Some(p), Some(q)) => !scalars_disjoint(m, p, q, varying),
                    _ => compare_roots(m, a, b, varying) != Alias::Disjoint,
                }
            }
            // Storing a number or character never changes a descriptor; an object may contain one.
            (Data(_) | Object(_), Desc(_)) => self.may_hold(m) && !self.apart(m, r),
            (Desc(a), Desc(b)) => a == b || !self.apart(m, r),
            (Desc(_), Data(_) | Object(_)) => r.may_hold(m) && !self.apart(m, r),
            (Pointee(_), Data(_) | Pointee(_)) | (Data(_), Pointee(_)) => !self.apart(m, r),
            // Numbers in an allocatable hold no descriptor.
            (Pointee(a), Desc(_)) => may_hold_elem(m, m.types.elem(m.types.elem(m.ty(a)))),
            (Desc(_), Pointee(_)) => true,
            // No pointer or component is associated with the descriptor of a variable.
            (Described(a), Desc(b)) if !matches!(m.tk(a), TypeKind::Ptr) && is_whole_box(m, b) => false,
            (Static(l), Desc(b)) if l.symbol(m).1 && is_whole_box(m, b) => false,
            // A pointer has its data anywhere.
            (Object(_) | Described(_) | Static(_), Pointee(_)) | (Pointee(_), Object(_) | Described(_) | Static(_)) => {
                true
            }
            (Object(_) | Described(_) | Static(_), _) | (_, Object(_) | Described(_) | Static(_)) => !self.apart(m, r),
        }
    }
}

/// True for the address of a descriptor that is a variable of its own.
fn is_whole_box(m: &Module, mut b: Value) -> bool {
    while let Some(d) = m.def(b) {
        match m.kind(d) {
            OpKind::Declare => b = m.operand(d, 0),
            k => return matches!(k, OpKind::Alloca | OpKind::AddrOf),
        }
    }
    is_box(m, b)
}

/// True where objects of the type may contain a descriptor or an address.
pub(super) fn may_hold_elem(m: &Module, elem: Type) -> bool {
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

/// True for ops of whose regions none runs after what it, or another one of them, has written.
pub fn runs_once(k: OpKind) -> bool {
    use OpKind::*;
    matches!(k, If | SelectCase | Block | ArrayElemental | ArrayForall)
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
            k if runs_once(k) => true,
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
