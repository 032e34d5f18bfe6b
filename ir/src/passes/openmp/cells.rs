//! Cells that hold values from outside of a target region. A region that only reads them uses the values.

use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use rustc_hash::FxHashMap;

/// What is known of a cell: an `mem.alloca` of the region.
struct Cell {
    alloca: Op,
    /// The value that it gets first.
    value: Option<Value>,
    uses: Vec<Op>,
    /// It is stored to once, before it is read, and then only read as what it is.
    plain: bool,
}

/// Takes from a target region the cells that get one value from outside.
pub fn forget(m: &mut Module, target: Op) {
    let region = m.region(target, 0);
    let mut cells: FxHashMap<Value, Cell> = FxHashMap::default();
    for &o in &m.regions[region].ops {
        if m.kind(o) == OpKind::Alloca {
            cells.insert(m.result(o), Cell { alloca: o, value: None, uses: Vec::new(), plain: true });
        }
    }
    // The cells, seen as what they are or as an address.
    let mut cell_of: FxHashMap<Value, Value> = cells.keys().map(|&c| (c, c)).collect();
    let ops = m.walk(region);
    for &o in &ops {
        for (i, v) in m.operands(o).to_vec().iter().enumerate() {
            let Some(cell) = cell_of.get(v).copied().and_then(|c| cells.get_mut(&c)) else { continue };
            match m.kind(o) {
                OpKind::Store if i == 1 && cell.value.is_none() => {
                    let value = m.operand(o, 0);
                    let outside = m.home(value).is_some_and(|h| !m.is_inside(h, region));
                    let read = cell.uses.iter().any(|&u| m.kind(u) == OpKind::Load);
                    cell.plain &= outside && !read && m.ops[o].parent == Some(region);
                    cell.value = Some(value);
                }
                // Bytes of it may be read as what they are not.
                OpKind::Load => cell.plain &= cell.value.is_some_and(|v| m.ty(v) == m.ty(m.result(o))),
                OpKind::CastRef => {
                    let whole = m.result(cell.alloca);
                    cell_of.insert(m.result(o), whole);
                }
                _ => cell.plain = false,
            }
            cell.uses.push(o);
        }
    }
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    for (_, cell) in cells {
        let Some(value) = cell.value.filter(|_| cell.plain) else { continue };
        for o in cell.uses {
            if m.kind(o) == OpKind::Load {
                values.insert(m.result(o), value);
            }
            m.detach(o);
        }
        m.detach(cell.alloca);
    }
    for o in ops {
        m.replace_operands(o, |v| values.get(&v).copied());
    }
}
