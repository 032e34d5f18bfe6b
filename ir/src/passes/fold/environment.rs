//! Environments of internal procedures: tables of addresses that a host procedure fills where it makes them and that nobody
//! changes. What bodies of internal procedures load of them, where they took the place of calls, is known wherever they
//! stand, also in target regions.

use crate::analysis::locals::environment_slot;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use rustc_hash::FxHashMap;

/// What fills the environments of a procedure: the `mem.alloca`, and the bytes in front of what is stored. Nothing where that
/// is filled when it is first needed (stubs of procedures).
#[derive(Default)]
pub struct Slots(FxHashMap<(Op, i64), Option<Op>>);

/// Those in a region.
pub fn slots(m: &Module, body: Region) -> Slots {
    let mut out = Slots::default();
    for store in m.walk(body) {
        if m.kind(store) != OpKind::Store {
            continue;
        }
        if let Some(at) = environment_slot(m, m.operand(store, 1)) {
            let at_once = m.ops[store].parent == m.ops[at.0].parent;
            let only = !out.0.contains_key(&at);
            out.0.insert(at, Some(store).filter(|_| at_once && only));
        }
    }
    out
}

impl Slots {
    /// What a load gives, where it is of an environment.
    pub fn value(&self, m: &Module, load: Op) -> Option<Value> {
        let store = (*self.0.get(&environment_slot(m, m.operand(load, 0))?)?)?;
        Some(m.operand(store, 0)).filter(|&v| m.ty(v) == m.ty(m.result(load)))
    }
}
