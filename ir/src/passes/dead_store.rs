//! `dead-store`: removes an `array.assign` whose elements are all stored again before anything can
//! read them.

use crate::analysis::alias::{Alias, compare_whole, is_volatile, place};
use crate::analysis::effects::{Access, clobbers, reads};
use crate::analysis::poly::Poly;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let mut used = super::dead_code::Counts::default();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        // Removing one store may take the last read of another away.
        loop {
            let n = region(m, body, cx);
            super::dead_code::remove_dead(m, body, &mut used);
            if n == 0 {
                break;
            }
        }
    }
    Ok(())
}

fn region(m: &mut Module, r: Region, cx: &mut PassCtx) -> u64 {
    let mut removed = 0;
    let mut i = m.regions[r].ops.len();
    while i > 0 {
        i -= 1;
        let op = m.regions[r].ops[i];
        if m.kind(op) == OpKind::ArrayAssign && overwritten(m, r, i) {
            let loc = m.ops[op].loc;
            cx.remark(loc, "dead store", "every element is assigned again before it is read");
            cx.count("removed", 1);
            m.regions[r].ops.remove(i);
            m.ops[op].parent = None;
            removed += 1;
            continue;
        }
        for inner in m.ops[op].regions.clone() {
            removed += region(m, inner, cx);
        }
    }
    removed
}

/// True where something in the op can end the region early, or control can come in.
fn jumps(m: &Module, op: Op) -> bool {
    let leaves = m.has(op, Traits::TERMINATOR) && !matches!(m.kind(op), OpKind::ArrayYield | OpKind::Yield);
    leaves
        || m.kind(op) == OpKind::Label
        || m.ops[op].regions.iter().any(|&r| m.regions[r].ops.iter().any(|&o| jumps(m, o)))
}

fn may_read(m: &Module, op: Op, dst: Value) -> bool {
    reads(m, op).iter().any(|&x| clobbers(m, Access::Data(dst), x))
        || m.ops[op].regions.iter().any(|&r| m.regions[r].ops.iter().any(|&o| may_read(m, o, dst)))
}

fn overwritten(m: &Module, r: Region, i: usize) -> bool {
    let op = m.regions[r].ops[i];
    let dst = m.operand(op, 0);
    if is_volatile(m, dst) {
        return false;
    }
    for &o in &m.regions[r].ops[i + 1..] {
        if jumps(m, o) || may_read(m, o, dst) {
            return false;
        }
        if m.kind(o) == OpKind::ArrayAssign && m.operands(o).len() == 2 && covers(m, m.operand(o, 0), dst) {
            return true;
        }
    }
    false
}

/// True where every element of `part` is one of `all`.
fn covers(m: &Module, all: Value, part: Value) -> bool {
    let elem = |v: Value| m.types.elem(m.ty(v));
    if elem(all) != elem(part) {
        return false;
    }
    if all == part || compare_whole(m, all, part) == Alias::Same {
        return true;
    }
    // All of a variable, and a section of it.
    let env = FxHashMap::default();
    let zeros = |v: Value| vec![Poly::default(); m.types.rank(m.ty(v))];
    let (a, p) = (place(m, all, zeros(all), &env), place(m, part, zeros(part), &env));
    let mut v = all;
    while v != a.root {
        // `all` is its root under other names only.
        match m.def(v).map(|d| (m.kind(d), d)) {
            Some((OpKind::Declare | OpKind::ViewCast, d)) => v = m.operand(d, 0),
            _ => return false,
        }
    }
    a.root == p.root && a.fields.is_empty() && p.fields.is_empty() && p.exact
}
