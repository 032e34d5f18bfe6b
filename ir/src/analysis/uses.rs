//! Uses of values, kept up to date by passes that change the module as they go.

use crate::entity::{Op, Region, Value};
use crate::module::Module;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// For each value the ops that use it. May list ops that were erased since or use it no more;
/// queries filter these.
#[derive(Default, Debug)]
pub struct Uses {
    map: FxHashMap<Value, SmallVec<[Op; 3]>>,
}

impl Uses {
    /// Uses in a region and inside.
    pub fn of_region(m: &Module, r: Region) -> Uses {
        let mut u = Uses::default();
        for op in m.walk(r) {
            u.note(m, op);
        }
        u
    }
    /// Adds the operands of one op.
    pub fn note(&mut self, m: &Module, op: Op) {
        for &v in m.operands(op) {
            let list = self.map.entry(v).or_default();
            if list.last() != Some(&op) {
                list.push(op);
            }
        }
    }
    /// Adds an op and everything inside it.
    pub fn note_tree(&mut self, m: &Module, op: Op) {
        self.note(m, op);
        for &r in &m.ops[op].regions {
            for o in m.walk(r) {
                self.note(m, o);
            }
        }
    }
    /// The ops that use `v` now, each once.
    pub fn users(&self, m: &Module, v: Value) -> Vec<Op> {
        let Some(list) = self.map.get(&v) else { return Vec::new() };
        let mut out: Vec<Op> =
            list.iter().copied().filter(|&o| m.operands(o).contains(&v) && is_attached(m, o)).collect();
        out.sort();
        out.dedup();
        out
    }
    /// Makes every user of `old` use `new`.
    pub fn replace(&mut self, m: &mut Module, old: Value, new: Value) {
        for op in self.map.remove(&old).unwrap_or_default() {
            let mut hit = false;
            for v in m.ops[op].operands.iter_mut() {
                if *v == old {
                    *v = new;
                    hit = true;
                }
            }
            if hit {
                self.map.entry(new).or_default().push(op);
            }
        }
    }
}

/// True where the op hangs in the module.
pub fn is_attached(m: &Module, op: Op) -> bool {
    let mut op = op;
    loop {
        let Some(r) = m.ops[op].parent else { return false };
        if r == m.top {
            return true;
        }
        match m.regions[r].parent {
            Some(p) => op = p,
            None => return false,
        }
    }
}
