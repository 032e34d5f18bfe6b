//! `target-data`: `omp.target_data`, enter, exit and update become `dev.map`, `dev.unmap` and
//! `dev.update` of the same variables. The runtime does nothing where there is no device.

use super::maps::{drop_unused, own};
use super::outline::{directive, emit_map, maps_of};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, _cx: &mut PassCtx) -> Result<(), PassError> {
    super::constructs::open_ends(m);
    for op in m.walk(m.top) {
        let before = match m.kind(op) {
            OpKind::OmpTargetData | OpKind::OmpTargetEnter => OpKind::DevMap,
            OpKind::OmpTargetExit => OpKind::DevUnmap,
            OpKind::OmpTargetUpdate => OpKind::DevUpdate,
            _ => continue,
        };
        own(m, op);
        let maps = maps_of(m, op);
        let (cond, device) = (m.opt(op, "if"), m.opt(op, "device"));
        let more = m.flag(op, "more");
        let mut b = Builder::before(m, op);
        for item in directive(maps.clone(), more) {
            emit_map(&mut b, before, &item, cond, device);
        }
        if m.kind(op) != OpKind::OmpTargetData {
            m.detach(op);
            continue;
        }
        let body = m.region(op, 0);
        let mut b = match m.regions[body].ops.last() {
            Some(&last) if m.kind(last) == OpKind::Yield => Builder::before(m, last),
            _ => {
                let loc = m.ops[op].loc;
                let mut b = Builder::at_end(m, body);
                b.loc = loc;
                b
            }
        };
        for mut item in directive(maps.into_iter().rev().collect(), false) {
            item.1 &= !ferrotran_abi::map::PRESENT;
            emit_map(&mut b, OpKind::DevUnmap, &item, cond, device);
        }
        super::constructs::splice(m, op);
    }
    drop_unused(m);
    Ok(())
}
