//! Code whose results nothing uses.

use crate::analysis::effects::removable;
use crate::entity::{Op, Region, SecondaryMap, Value};
use crate::module::Module;
use crate::ops::OpKind;

/// How often values are used.
pub(crate) type Counts = SecondaryMap<Value, u32>;

/// Changes procedures, each by its body. Where `change` says that it has done something, what nothing uses any more goes.
pub(crate) fn in_procedures(m: &mut Module, mut change: impl FnMut(&mut Module, Region) -> bool) {
    let mut used = Counts::new();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        if change(m, body) {
            remove_dead(m, body, &mut used);
        }
    }
}

/// Removes ops of a procedure's body whose results nothing uses; gives their number. One table serves all procedures,
/// as none uses values of another.
pub(crate) fn remove_dead(m: &mut Module, body: Region, used: &mut Counts) -> u64 {
    let ops = m.walk(body);
    for &op in &ops {
        for &v in &m.ops[op].results {
            used[v] = 0;
        }
    }
    for &op in &ops {
        for &v in m.operands(op) {
            used[v] += 1;
        }
    }
    let mut n = 0;
    sweep(m, body, used, &mut n);
    n
}

fn forget(m: &Module, op: Op, used: &mut Counts) {
    for &v in m.operands(op) {
        let n = &mut used[v];
        *n = n.saturating_sub(1);
    }
    for &r in &m.ops[op].regions {
        for &o in &m.regions[r].ops {
            forget(m, o, used);
        }
    }
}

fn sweep(m: &mut Module, r: Region, used: &mut Counts, n: &mut u64) {
    let ops = std::mem::take(&mut m.regions[r].ops);
    let mut kept = Vec::with_capacity(ops.len());
    for op in ops.into_iter().rev() {
        let live = m.ops[op].results.iter().any(|&v| used[v] > 0);
        if !live && removable(m, op) {
            forget(m, op, used);
            m.ops[op].parent = None;
            *n += 1;
            continue;
        }
        for k in 0..m.ops[op].regions.len() {
            let inner = m.ops[op].regions[k];
            sweep(m, inner, used, n);
        }
        kept.push(op);
    }
    kept.reverse();
    m.regions[r].ops = kept;
}
