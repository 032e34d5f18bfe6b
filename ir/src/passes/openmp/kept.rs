//! Private allocatables of loops in target regions: whether an iteration may find what an earlier one of its thread has allocated.

use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::TypeKind;

/// Whether the body of an iteration looks at the allocatable, a copy, before it surely gives it a new shape: by ALLOCATE, or
/// by an assignment.
pub(super) fn sees(m: &Module, body: Region, copy: Value) -> bool {
    let TypeKind::Ref(elem) = *m.tk(copy) else { return false };
    if !matches!(m.types.kind(elem), TypeKind::Box { .. }) {
        return false;
    }
    let ops = &m.regions[body].ops;
    for (i, &o) in ops.iter().enumerate() {
        if !touches(m, o, copy) {
            continue;
        }
        match m.kind(o) {
            OpKind::Block => return sees(m, m.region(o, 0), copy),
            OpKind::BoxAllocate | OpKind::BoxSet | OpKind::BoxNullify => return false,
            OpKind::BoxAllocated | OpKind::BoxExtent | OpKind::BoxElemLen if only_decides(m, m.result(o)) => {}
            OpKind::If => {
                let [then, other] = [0, 1].map(|k| m.region(o, k));
                // What assignment does: another shape, or the elements alone.
                if has(m, other, OpKind::BoxSet, copy) {
                    return false;
                }
                let scalar = matches!(*m.types.kind(elem), TypeKind::Box { rank: 0, .. });
                let there = m.regions[then].ops.iter().any(|&x| touches(m, x, copy));
                let makes = scalar && !there && has(m, other, OpKind::BoxAllocate, copy);
                return !makes
                    || !ops[i + 1..].iter().find(|&&x| touches(m, x, copy)).is_some_and(|&x| is_stored(m, x));
            }
            _ => return true,
        }
    }
    false
}

/// The op, or one in it, refers to the variable.
fn touches(m: &Module, o: Op, copy: Value) -> bool {
    let refers = |x: Op| m.operands(x).contains(&copy);
    refers(o) || m.ops[o].regions.iter().any(|&r| m.walk(r).into_iter().any(refers))
}

/// A value that does nothing but choose.
fn only_decides(m: &Module, v: Value) -> bool {
    m.users(v)
        .into_iter()
        .all(|u| m.kind(u) == OpKind::If || is_pure(m, u) && m.ops[u].results.iter().all(|&r| only_decides(m, r)))
}

fn has(m: &Module, r: Region, kind: OpKind, copy: Value) -> bool {
    m.regions[r].ops.iter().any(|&o| m.kind(o) == kind && m.operand(o, 0) == copy)
}

/// A scalar to which the program assigns first.
fn is_stored(m: &Module, o: Op) -> bool {
    let stores = |(u, i): (Op, usize)| m.kind(u) == OpKind::Store && i == 1;
    m.kind(o) == OpKind::BoxRef && m.uses(m.result(o)).into_iter().all(stores)
}
