//! `sink`: what both parts of a choice store to one place is stored once, behind the choice, which gives the value.
//! Conditionals become values that way, of which vectors can be made.

use crate::analysis::alias::root;
use crate::analysis::effects::{Access, clobbers, is_volatile_access, reads, removable, speculatable, writes};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;

/// Most stores that leave one choice.
const MAX_STORES: usize = 8;

/// Parts with more ops are left alone.
const MAX_OPS: usize = 64;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        // From the inside to the outside: what leaves an inner choice may leave the one around it as well.
        for op in m.walk(m.region(f, 0)).into_iter().rev() {
            if m.kind(op) == OpKind::If {
                cx.count("stores", choice(m, op));
            }
        }
    }
    Ok(())
}

/// Takes stores out of both parts of one choice.
fn choice(m: &mut Module, op: Op) -> u64 {
    let parts = [m.region(op, 0), m.region(op, 1)];
    if parts.iter().any(|&r| !runs_to_its_end(m, r)) {
        return 0;
    }
    let mut n = 0;
    while n < MAX_STORES as u64
        && let Some((a, b)) = pair(m, parts)
    {
        take_out(m, op, a, b);
        n += 1;
    }
    n
}

/// True for a part that control leaves at its end, and enters at its start.
fn runs_to_its_end(m: &Module, r: Region) -> bool {
    let ops = &m.regions[r].ops;
    (1..=MAX_OPS).contains(&ops.len())
        && ops
            .iter()
            .all(|&o| m.kind(o) == OpKind::Yield || m.kind(o) != OpKind::Label && !m.has(o, Traits::TERMINATOR))
}

/// Stores of the two parts to one place that can be done last.
fn pair(m: &Module, parts: [Region; 2]) -> Option<(Op, Op)> {
    let [first, second] = parts.map(|r| last_stores(m, r));
    first.iter().find_map(|&a| second.iter().find(|&&b| is_same(m, a, b, parts)).map(|&b| (a, b)))
}

/// The stores of a part that may as well be its last op.
fn last_stores(m: &Module, r: Region) -> Vec<Op> {
    let mut found = Vec::new();
    let ops = &m.regions[r].ops;
    for (i, &s) in ops.iter().enumerate().rev() {
        if m.kind(s) == OpKind::Yield {
            continue;
        }
        if m.kind(s) == OpKind::Store && is_plain(m, s) {
            // The whole array: what iterations of a loop may run together does not depend on the order in the part.
            let place = Access::Data(root(m, m.operand(s, 1)));
            let apart = |&o: &Op| {
                !reads(m, o).iter().any(|&r| clobbers(m, place, r))
                    && !writes(m, o).iter().any(|&w| clobbers(m, w, place))
            };
            if ops[i + 1..].iter().all(apart) {
                found.push(s);
            }
        } else if m.kind(s) != OpKind::Load && !speculatable(m, s) || is_volatile_access(m, s) {
            // The program may end there, or somebody may look.
            break;
        }
    }
    found
}

/// An ordinary store of a scalar.
fn is_plain(m: &Module, s: Op) -> bool {
    let number = matches!(
        m.tk(m.operand(s, 0)),
        TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Logical(_)
            | TypeKind::Bool
            | TypeKind::Ptr
    );
    number && !is_volatile_access(m, s)
}

/// Whether two stores, one of each part, store values of one type to one place that is known in front of the choice.
fn is_same(m: &Module, a: Op, b: Op, parts: [Region; 2]) -> bool {
    m.ty(m.operand(a, 0)) == m.ty(m.operand(b, 0))
        && m.same_attrs(a, b)
        && equal(m, m.operand(a, 1), m.operand(b, 1), parts)
}

/// Whether two values are the same: one value of the code around the parts, or what the same ops make of such.
fn equal(m: &Module, a: Value, b: Value, parts: [Region; 2]) -> bool {
    if a == b {
        return true;
    }
    let inside = |v: Value, r: Region| m.def(v).filter(|&d| m.ops[d].parent == Some(r));
    let (Some(x), Some(y)) = (inside(a, parts[0]), inside(b, parts[1])) else { return false };
    m.kind(x) == m.kind(y)
        && m.ty(a) == m.ty(b)
        && speculatable(m, x)
        && m.ops[x].results.len() == 1
        && m.same_attrs(x, y)
        && m.operands(x).len() == m.operands(y).len()
        && m.operands(x).iter().zip(m.operands(y)).all(|(&p, &q)| equal(m, p, q, parts))
}

/// Makes of two stores one behind the choice.
fn take_out(m: &mut Module, op: Op, a: Op, b: Op) {
    let (place, ty) = (m.operand(a, 1), m.ty(m.operand(a, 0)));
    hoist(m, op, place);
    for (k, s) in [a, b].into_iter().enumerate() {
        let value = m.operand(s, 0);
        m.detach(s);
        let r = m.region(op, k);
        match m.regions[r].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield) {
            Some(yields) => {
                let n = m.operands(yields).len();
                m.insert_operand(yields, n, value);
            }
            None => {
                let yields = Builder::at_end(m, r).op(OpKind::Yield).arg(value).build();
                m.ops[yields].loc = m.ops[s].loc;
            }
        }
    }
    let value = m.add_result(op, ty);
    let mut after = Builder::after(m, op);
    let store = after.op(OpKind::Store).arg(value).arg(place).build();
    m.ops[store].attrs = m.ops[a].attrs.clone();
    m.ops[store].loc = m.ops[a].loc;
    drop_unused(m, m.operand(b, 1));
}

/// Moves what a value of a part is made of in front of the choice.
fn hoist(m: &mut Module, op: Op, v: Value) {
    let Some(d) = m.def(v).filter(|&d| m.ops[op].regions.iter().any(|&r| m.ops[d].parent == Some(r))) else { return };
    for x in m.operands(d).to_vec() {
        hoist(m, op, x);
    }
    m.detach(d);
    let (home, at) = m.position(op);
    m.insert(home, at, d);
}

/// Removes what a value is made of where nothing uses it any more.
fn drop_unused(m: &mut Module, v: Value) {
    let Some(d) = m.def(v).filter(|&d| removable(m, d)) else { return };
    if m.ops[d].parent.is_none() || m.ops[d].results.iter().any(|&r| m.users(r).iter().any(|&u| m.is_attached(u))) {
        return;
    }
    let operands = m.operands(d).to_vec();
    m.detach(d);
    for x in operands {
        drop_unused(m, x);
    }
}
