//! Scalars that statements of a target region assign behind a loop which has nothing to do with them move in front of it, to a reduction or
//! to other scalars: one kernel does them with those, where they would be a kernel of their own.

use super::{MAX_DISTANCE, Uses, depends, stays};
use crate::analysis::effects::{is_volatile_access, merges};
use crate::analysis::joint::{apart_from_loop, group};
use crate::analysis::teams::in_target;
use crate::entity::{Op, Region};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::PassCtx;

/// Moves what can be moved in a region.
pub(super) fn region(m: &mut Module, r: Region, cx: &mut PassCtx) {
    let loops: Vec<Op> = m.regions[r].ops.iter().copied().filter(|&o| m.kind(o) == OpKind::Parallel).collect();
    if loops.is_empty() || !in_target(m, loops[0]) {
        return;
    }
    for op in loops.into_iter().rev() {
        if !stays(m, op) || in_pass(m, r, op) {
            continue;
        }
        let Some(anchor) = anchor(m, r, op) else { continue };
        let found = movable(m, r, op);
        let all = found.stores.len() == found.all_stores;
        if found.stores.is_empty() || !(all || anchor == Anchor::Next) {
            continue;
        }
        m.regions[r].ops.retain(|o| !found.ops.contains(o));
        let at = m.position(op).1;
        m.regions[r].ops.splice(at..at, found.ops.iter().copied());
        if anchor == Anchor::Next {
            for o in found.stores {
                let loc = m.ops[o].loc;
                cx.count("scalars moved", 1);
                cx.remark(loc, "joined", "assigned in the kernel of the scalars or of the reduction before the loop");
            }
        }
    }
}

/// Where the kernel is to which scalars in front of a loop would belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// Directly there.
    Next,
    /// In front of other loops.
    Far,
}

fn anchor(m: &Module, r: Region, op: Op) -> Option<Anchor> {
    let at = m.position(op).1;
    let mut found = Anchor::Next;
    for &o in m.regions[r].ops[..at].iter().rev().take(MAX_DISTANCE) {
        match m.kind(o) {
            OpKind::Reduce => return Some(found),
            OpKind::Store if is_element(m, o) => return Some(found),
            OpKind::Parallel if stays(m, o) => found = Anchor::Far,
            OpKind::Assume => {}
            _ if m.ops[o].regions.is_empty() && merges(m, o) => {}
            _ => return None,
        }
    }
    None
}

/// A store of a scalar that nobody watches.
fn is_element(m: &Module, o: Op) -> bool {
    m.kind(o) == OpKind::Store && !is_volatile_access(m, o)
}

/// True for a loop that is one pass with loops directly before it.
fn in_pass(m: &Module, r: Region, op: Op) -> bool {
    let at = m.position(op).1;
    let ops = &m.regions[r].ops;
    let is_loop = |&&o: &&Op| matches!(m.kind(o), OpKind::Parallel | OpKind::Reduce);
    let mut first = at - ops[..at].iter().rev().take_while(is_loop).count();
    while first < at {
        let pass = group(m, ops[first]);
        if pass.contains(&op) {
            return true;
        }
        first += pass.len();
    }
    false
}

/// What stands behind a loop and can stand in front of it.
struct Movable {
    ops: Vec<Op>,
    /// The stores among them.
    stores: Vec<Op>,
    /// Number of all stores there.
    all_stores: usize,
}

fn movable(m: &Module, r: Region, op: Op) -> Movable {
    let at = m.position(op).1;
    let mut found = Movable { ops: Vec::new(), stores: Vec::new(), all_stores: 0 };
    let mut stuck = vec![op];
    let mut late = Uses::default();
    for &o in m.regions[r].ops[at + 1..].iter().take(MAX_DISTANCE) {
        let store = is_element(m, o);
        if !(store || m.ops[o].regions.is_empty() && merges(m, o)) {
            break;
        }
        found.all_stores += usize::from(store);
        let mut own = Uses::default();
        own.add(m, o);
        if !depends(m, o, &stuck) && own.apart(m, &late) && apart_from_loop(m, op, &own.reads, &own.writes) {
            found.ops.push(o);
            found.stores.extend(store.then_some(o));
        } else {
            stuck.push(o);
            late.add(m, o);
        }
    }
    found
}
