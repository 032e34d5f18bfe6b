//! Descriptors that do not leave their procedure: of arguments of procedures whose bodies stand in place of the calls, and
//! of local pointers that one statement associates. What reads them takes the array instead, and they go.
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
        let list = m.users(m.result(op));
        if list.iter().any(|&u| is_mapped(m, u)) {
            continue;
        }
        // Control may come to a read by a jump to a label in the region of the descriptor, or inside it.
        let jumps = m.ops[op].parent.is_none_or(|r| labelled.contains(&r));
        let Some(set) = definition(m, op, &list, jumps) else { continue };
        replace(m, op, set, &list);
        n += 1;
    }
    n
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
            OpKind::OmpTarget | OpKind::OmpTargetData | OpKind::OmpTargetEnter | OpKind::OmpTargetExit => true,
            OpKind::OmpTargetUpdate => true,
            OpKind::Declare | OpKind::ViewSection | OpKind::ViewCast | OpKind::ViewPermute => is_mapped(m, u),
            _ => false,
        })
    })
}

/// The one op that says what the descriptor describes wherever it is read, if nothing but that is done with it.
fn definition(m: &Module, op: Op, users: &[Op], jumps: bool) -> Option<Op> {
    let mut set = (m.kind(op) == OpKind::BoxMake).then_some(op);
    for &u in users {
        if m.operands(u)[1..].contains(&m.result(op)) || m.kind(u) == OpKind::BoxSet && set.replace(u).is_some() {
            return None;
        }
    }
    let set = set?;
    let (view, _) = described(m, set);
    for &u in users {
        let fine = match m.kind(u) {
            OpKind::BoxSet => set != op,
            OpKind::BoxInit | OpKind::BoxNullify => set != op && !jumps,
            OpKind::BoxView => {
                let (have, want) = (m.ty(view), m.ty(m.result(u)));
                matches!(m.types.kind(have), TypeKind::View { .. })
                    && m.types.rank(have) == m.types.rank(want)
                    && m.types.elem(have) == m.types.elem(want)
            }
            OpKind::BoxRef => m.ty(view) == m.ty(m.result(u)),
            OpKind::BoxLbound | OpKind::BoxExtent => matches!(m.tk(view), TypeKind::View { .. }),
            OpKind::BoxAddr | OpKind::BoxElemLen => matches!(m.tk(view), TypeKind::View { .. }),
            _ => false,
        };
        if !fine {
            return None;
        }
    }
    if set == op {
        return Some(set);
    }
    if jumps {
        return None;
    }
    let changes = |o: Op| matches!(m.kind(o), OpKind::BoxInit | OpKind::BoxNullify);
    let reads: Vec<Op> = users.iter().copied().filter(|&o| o != set && !changes(o)).collect();
    let ordered = reads.iter().all(|&r| precedes(m, set, r));
    let apart = |c: Op| precedes(m, c, set) || reads.iter().all(|&r| follows(m, c, r)) && follows(m, c, set);
    (ordered && users.iter().copied().filter(|&o| changes(o)).all(apart)).then_some(set)
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

/// `last` stands behind `first`, in a construct around both.
fn follows(m: &Module, last: Op, first: Op) -> bool {
    let (region, at) = m.position(last);
    ancestor(m, first, region).is_some_and(|o| m.position(o).1 < at)
}

fn replace(m: &mut Module, op: Op, set: Op, users: &[Op]) {
    let (view, lbounds) = described(m, set);
    for &u in users {
        let read = !m.ops[u].results.is_empty();
        if read {
            let old = m.result(u);
            let ty = m.ty(old);
            let dim = m.attr_int(u, "dim").unwrap_or(0) as usize;
            let kind = m.kind(u);
            let mut b = Builder::before(m, u);
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
        m.detach(u);
    }
    m.detach(op);
}
