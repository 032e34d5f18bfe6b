//! Where jumps come in: the regions that hold a label. In all others control is structured, whatever jumps there are
//! elsewhere in the procedure.

use crate::entity::{Op, Region};
use crate::module::{Attr, Module};
use crate::ops::{OpKind, Traits};
use rustc_hash::FxHashSet;

/// True where control never gets behind an op: it ends its region, or is a choice all of whose regions end so.
pub fn never_ends(m: &Module, op: Op) -> bool {
    let complete = match m.kind(op) {
        OpKind::If => true,
        OpKind::SelectCase => {
            let cases = m.attr(op, "cases").map(Attr::items).unwrap_or_default();
            cases.last().is_some_and(|c| c.items().is_empty())
        }
        OpKind::Yield | OpKind::ArrayYield => false,
        _ => return m.has(op, Traits::TERMINATOR),
    };
    let ends = |&r: &Region| m.regions[r].ops.last().is_some_and(|&last| never_ends(m, last));
    complete && m.ops[op].regions.iter().all(ends)
}

/// The regions of a procedure that hold a label, in themselves or in regions inside.
pub fn labelled_regions(m: &Module, body: Region) -> FxHashSet<Region> {
    let mut out = FxHashSet::default();
    for op in m.walk(body) {
        if m.kind(op) != OpKind::Label {
            continue;
        }
        let mut at = m.ops[op].parent;
        while let Some(r) = at
            && out.insert(r)
        {
            at = m.regions[r].parent.and_then(|o| m.ops[o].parent);
        }
    }
    out
}
