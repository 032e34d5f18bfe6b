//! Where jumps come in: the regions that hold a label. In all others control is structured, whatever jumps there are
//! elsewhere in the procedure.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::{OpKind, Traits};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Values that are used beyond a label from where they are made: a jump to it may pass them by. Empty for a procedure
/// without labels.
pub fn crossing_values(m: &Module, body: Region) -> FxHashSet<Value> {
    struct Walk<'m> {
        m: &'m Module,
        /// Labels passed so far.
        labels: u32,
        made: FxHashMap<Value, u32>,
        out: FxHashSet<Value>,
    }
    impl Walk<'_> {
        fn region(&mut self, r: Region) {
            self.made.extend(self.m.args(r).iter().map(|&v| (v, self.labels)));
            for &op in &self.m.regions[r].ops {
                self.labels += u32::from(self.m.kind(op) == OpKind::Label);
                for &v in self.m.operands(op) {
                    if self.made.get(&v) != Some(&self.labels) {
                        self.out.insert(v);
                    }
                }
                self.made.extend(self.m.ops[op].results.iter().map(|&v| (v, self.labels)));
                for &inner in &self.m.ops[op].regions {
                    self.region(inner);
                }
            }
        }
    }
    if !m.walk(body).into_iter().any(|o| m.kind(o) == OpKind::Label) {
        return FxHashSet::default();
    }
    let mut w = Walk { m, labels: 0, made: FxHashMap::default(), out: FxHashSet::default() };
    w.region(body);
    w.out
}
