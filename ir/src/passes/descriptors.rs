//! Descriptors that do not leave their procedure: of arguments of procedures whose bodies stand in place of the calls, those of
//! polymorphic objects among them, and of local pointers of which it is known for every read which statement associated them. What reads them takes the array
//! instead, and they go.
//!
//! A part of `simplify`.

use crate::analysis::labels::labelled_regions;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Removes descriptors from a procedure's body; gives their number.
pub fn forward(m: &mut Module, body: Region) -> u64 {
    let all = m.walk(body);
    let made: Vec<Op> = all.iter().copied().filter(|&o| is_descriptor(m, o)).collect();
    if made.is_empty() {
        return 0;
    }
    let labelled = labelled_regions(m, body);
    let mut n = 0;
    for op in made {
        if object(m, op).is_some() {
            n += 1;
            continue;
        }
        let list = m.users(m.result(op));
        if list.iter().any(|&u| is_mapped(m, u)) {
            continue;
        }
        // Control may come to a read by a jump to a label in the region of the descriptor, or inside it.
        let jumps = m.ops[op].parent.is_none_or(|r| labelled.contains(&r));
        let Some(reads) = definitions(m, op, &list, jumps) else { continue };
        replace(m, op, &list, &reads);
        n += 1;
    }
    n
}

/// A descriptor that was made for an object and its dynamic type: what reads it takes the object, the type, and its size.
fn object(m: &mut Module, op: Op) -> Option<()> {
    if m.kind(op) != OpKind::BoxMake || !matches!(m.tk(m.operand(op, 0)), TypeKind::Ref(_)) {
        return None;
    }
    let of = m.operand(op, 0);
    let (region, at) = m.position(op);
    let mut names = vec![m.result(op)];
    let (mut set, mut reads, mut others) = (None, Vec::new(), Vec::new());
    let mut k = 0;
    while k < names.len() {
        for u in m.users(names[k]) {
            match m.kind(u) {
                OpKind::CastRef | OpKind::Declare if matches!(m.tk(m.result(u)), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. })) =>
                {
                    names.push(m.result(u));
                    others.push(u);
                }
                // It says what the descriptor describes at once.
                OpKind::BoxSetDyn if set.is_none() && k == 0 && m.position(u) == (region, at + 1) => set = Some(u),
                OpKind::BoxRef | OpKind::BoxDyn => reads.push(u),
                OpKind::BoxElemLen if m.flag(u, "dynamic") => reads.push(u),
                _ => return None,
            }
        }
        k += 1;
    }
    let set = set?;
    let (ty, bytes) = (m.operand(set, 1), m.operand(set, 2));
    for u in reads {
        let old = m.result(u);
        let new = match m.kind(u) {
            OpKind::BoxRef if m.ty(of) == m.ty(old) => of,
            OpKind::BoxRef => {
                let want = m.ty(old);
                Builder::before(m, u).unary(OpKind::CastRef, of, want)
            }
            OpKind::BoxDyn => ty,
            _ => bytes,
        };
        m.replace_all_uses(old, new);
        m.detach(u);
    }
    for o in others.into_iter().rev().chain([set, op]) {
        m.detach(o);
    }
    Some(())
}

fn is_descriptor(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::BoxMake => true,
        OpKind::Alloca => {
            matches!(m.tk(m.result(op)), TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Box { .. }))
        }
        _ => false,
    }
}

/// A directive maps what is read through the descriptor: as a variable of its own, of which other parts may be on the
/// device than of the array.
fn is_mapped(m: &Module, op: Op) -> bool {
    m.ops[op].results.iter().any(|&v| {
        m.users(v).into_iter().any(|u| match m.kind(u) {
            OpKind::OmpMap => true,
            OpKind::Declare | OpKind::ViewSection | OpKind::ViewCast | OpKind::ViewPermute => is_mapped(m, u),
            _ => false,
        })
    })
}

/// The reads of a descriptor, each with the op that says what the descriptor describes there, if nothing else is done
/// with it.
fn definitions(m: &Module, op: Op, users: &[Op], jumps: bool) -> Option<Vec<(Op, Op)>> {
    let made = m.kind(op) == OpKind::BoxMake;
    let mut changes = Vec::new();
    let mut reads = Vec::new();
    for &u in users {
        if m.operands(u)[1..].contains(&m.result(op)) {
            return None;
        }
        match m.kind(u) {
            OpKind::BoxSet | OpKind::BoxInit | OpKind::BoxNullify if made || jumps => return None,
            OpKind::BoxSet | OpKind::BoxInit | OpKind::BoxNullify => changes.push(u),
            _ => reads.push(u),
        }
    }
    let set_before = |read: Op| {
        let sets = changes.iter().copied().filter(|&s| m.kind(s) == OpKind::BoxSet);
        sets.into_iter()
            .find(|&s| changes.iter().all(|&c| c == s || !may_stand_between(m, s, c, read)) && precedes(m, s, read))
    };
    let pair = |read: Op| {
        let set = if made { op } else { set_before(read)? };
        gives(m, set, read).then_some((read, set))
    };
    reads.into_iter().map(pair).collect()
}

/// Whether a read can take the array that the descriptor was set to.
fn gives(m: &Module, set: Op, read: Op) -> bool {
    let (view, _) = described(m, set);
    let array = matches!(m.tk(view), TypeKind::View { .. });
    match m.kind(read) {
        OpKind::BoxView => {
            let (have, want) = (m.ty(view), m.ty(m.result(read)));
            array && m.types.rank(have) == m.types.rank(want) && m.types.elem(have) == m.types.elem(want)
        }
        OpKind::BoxRef => m.ty(view) == m.ty(m.result(read)),
        OpKind::BoxLbound | OpKind::BoxExtent | OpKind::BoxAddr | OpKind::BoxElemLen => array,
        _ => false,
    }
}

/// Whether another change of the descriptor may run after `set` and before a read that `set` precedes. What is outside
/// of the region of `set` does not run until the region ends, and whoever comes to the read again has met `set` again.
fn may_stand_between(m: &Module, set: Op, change: Op, read: Op) -> bool {
    let (region, at) = m.position(set);
    let Some(change) = ancestor(m, change, region).map(|o| m.position(o).1) else { return false };
    ancestor(m, read, region).is_none_or(|r| (at..=m.position(r).1).contains(&change))
}

/// The array and the lower bounds given.
fn described(m: &Module, set: Op) -> (Value, Vec<Value>) {
    (m.operand(set, usize::from(m.kind(set) == OpKind::BoxSet)), m.group(set, "lbounds").to_vec())
}

/// The op that stands for `op` in that region.
fn ancestor(m: &Module, mut op: Op, region: Region) -> Option<Op> {
    while m.ops[op].parent != Some(region) {
        op = m.parent_op(op)?;
    }
    Some(op)
}

/// `first` has run whenever `second` runs, and since the last time that the constructs around both began an iteration.
fn precedes(m: &Module, first: Op, second: Op) -> bool {
    let (region, at) = m.position(first);
    ancestor(m, second, region).is_some_and(|o| m.position(o).1 > at)
}

fn replace(m: &mut Module, op: Op, users: &[Op], reads: &[(Op, Op)]) {
    for &(read, set) in reads {
        let (view, lbounds) = described(m, set);
        let old = m.result(read);
        let ty = m.ty(old);
        let dim = m.attr_int(read, "dim").unwrap_or(0) as usize;
        let kind = m.kind(read);
        let mut b = Builder::before(m, read);
        let new = match kind {
            OpKind::BoxView if b.m.ty(view) == ty => view,
            OpKind::BoxView => b.op(OpKind::ViewCast).arg(view).result(ty).value(),
            OpKind::BoxLbound => match lbounds.get(dim) {
                Some(&v) => v,
                None => b.index(1),
            },
            OpKind::BoxExtent => {
                b.op(OpKind::ViewExtent).arg(view).attr("dim", Attr::Int(dim as i64)).result(Type::INDEX).value()
            }
            OpKind::BoxAddr => b.op(OpKind::ViewAddr).arg(view).result(ty).value(),
            OpKind::BoxElemLen => b.op(OpKind::ViewElemLen).arg(view).result(ty).value(),
            _ => view,
        };
        m.replace_all_uses(old, new);
    }
    for &u in users {
        m.detach(u);
    }
    m.detach(op);
}
