//! `target-data`: `omp.target_data`, enter, exit and update become `dev.map`, `dev.unmap` and
//! `dev.update` of the same variables, and other directives about data calls of the runtime. That does nothing where there is
//! no device.

use super::c_string;
use super::maps::drop_unused;
use super::outline::{directive, emit_map, maps_of};
use crate::entity::Op;
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use ferrotran_abi::{map, rt};

/// Runs the pass.
pub fn run(m: &mut Module, _cx: &mut PassCtx) -> Result<(), PassError> {
    super::constructs::open_ends(m);
    for op in m.walk(m.top) {
        let before = match m.kind(op) {
            OpKind::OmpTargetData | OpKind::OmpTargetEnter => OpKind::DevMap,
            OpKind::OmpTargetExit => OpKind::DevUnmap,
            OpKind::OmpTargetUpdate => OpKind::DevUpdate,
            OpKind::OmpMapsEnd
            | OpKind::OmpMapsKept
            | OpKind::OmpEndOnDevices
            | OpKind::OmpDeclareTarget
            | OpKind::OmpRequires => {
                call(m, op);
                continue;
            }
            _ => continue,
        };
        let maps = maps_of(m, op);
        let (cond, device) = (m.opt(op, "if"), m.opt(op, "device"));
        let more = m.flag(op, "more");
        let later = if m.flag(op, "later") { map::LATER } else { 0 };
        let mut b = Builder::before(m, op);
        for mut item in directive(maps.clone(), more) {
            item.1 |= later;
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

/// What has no maps is asked of the runtime.
fn call(m: &mut Module, op: Op) {
    let operands = m.operands(op).to_vec();
    let name = m.attr_str(op, "name").unwrap_or_default().to_string();
    let flags = i64::from(m.flag(op, "initial")) | i64::from(m.flag(op, "mapped")) << 1;
    let begin = m.flag(op, "begin");
    let kind = m.kind(op);
    let mut b = Builder::before(m, op);
    match (kind, &operands[..]) {
        (OpKind::OmpMapsKept, _) => {
            let begins = b.int(i64::from(begin), Type::I32);
            b.runtime(rt::frt_dev_maps_kept, &[begins], None);
        }
        (OpKind::OmpMapsEnd, _) => {
            b.runtime(rt::frt_dev_mapped, &[], None);
        }
        (OpKind::OmpEndOnDevices, &[var]) => {
            emit_map(&mut b, OpKind::DevUnmap, &(var, map::DELETE | map::IMPLICIT, None), None, None);
        }
        (OpKind::OmpDeclareTarget, &[address, bytes, ty]) => {
            let flags = b.int(flags, Type::I32);
            let name = c_string(&mut b, &name);
            b.runtime(rt::frt_dev_resident, &[address, bytes, flags, ty, name], None);
        }
        _ => {
            // `unified_shared_memory` is all that can be required.
            b.runtime(rt::frt_dev_require_shared, &[], None);
        }
    }
    m.detach(op);
}
