//! Neighbouring choices on one condition, or on a condition and its contrary, are one choice: a part of `simplify`. WHERE
//! and ELSEWHERE come as such choices, once their loops are one.

use crate::analysis::effects::speculatable;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{OpKind, Traits};

/// Joins the choices of a region and of what is inside; gives how many are gone.
pub(super) fn join(m: &mut Module, r: Region) -> u64 {
    let mut n = 0;
    // The choice that the next one may join, by its place in `list`.
    let mut open: Option<usize> = None;
    let mut list: Vec<Op> = Vec::new();
    for op in std::mem::take(&mut m.regions[r].ops) {
        for inner in m.ops[op].regions.clone() {
            n += join(m, inner);
        }
        if m.kind(op) == OpKind::If && joins(m, op) {
            if let Some(at) = open
                && let Some(contrary) = relation(m, list[at], op)
                && fits(m, list[at], op, contrary)
            {
                // What stands between the two comes first.
                let first = list.remove(at);
                take_over(m, first, op, contrary);
                list.push(first);
                n += 1;
            } else {
                list.push(op);
            }
            open = Some(list.len() - 1);
            continue;
        }
        if !(m.ops[op].regions.is_empty() && speculatable(m, op)) {
            open = None;
        }
        list.push(op);
    }
    m.regions[r].ops = list;
    n
}

/// True for a choice that gives nothing and that control enters at its start only.
fn joins(m: &Module, op: Op) -> bool {
    let labels = |&r: &Region| m.regions[r].ops.iter().any(|&o| m.kind(o) == OpKind::Label);
    m.ops[op].results.is_empty() && !m.ops[op].regions.iter().any(labels)
}

/// Whether the second choice is on the contrary of the first one's condition; none where they have nothing to do with
/// each other.
fn relation(m: &Module, first: Op, second: Op) -> Option<bool> {
    let (a, b) = (m.operand(first, 0), m.operand(second, 0));
    let is_not = |x: Value, y: Value| m.def_of(x, OpKind::Not).is_some_and(|not| m.operand(not, 0) == y);
    if a == b { Some(false) } else { (is_not(a, b) || is_not(b, a)).then_some(true) }
}

fn fits(m: &Module, first: Op, second: Op, contrary: bool) -> bool {
    let falls_through = |r: Region| m.regions[r].ops.last().is_none_or(|&o| !m.has(o, Traits::TERMINATOR));
    m.ops[first].attrs == m.ops[second].attrs
        && (0..2).all(|k| {
            let more = m.region(second, if contrary { 1 - k } else { k });
            m.regions[more].ops.is_empty() || falls_through(m.region(first, k))
        })
}

/// Moves the parts of the second choice to the ends of those of the first.
fn take_over(m: &mut Module, first: Op, second: Op, contrary: bool) {
    for k in 0..2 {
        let (to, from) = (m.region(first, k), m.region(second, if contrary { 1 - k } else { k }));
        for o in std::mem::take(&mut m.regions[from].ops) {
            m.ops[o].parent = Some(to);
            m.regions[to].ops.push(o);
        }
    }
    m.ops[second].parent = None;
}
