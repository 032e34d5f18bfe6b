//! `omp-in-order`: what iterations are to each other. One thread runs all iterations of a loop in which some need what
//! those before them did, in their order: then every source has been passed where a sink waits, the variables of scans hold the prefixes,
//! and in kernels the last assignment is that of the last iteration that assigns.

use super::{need_loops, nest};
use crate::choices::Schedule;
use crate::entity::Op;
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{open_end, splice};
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    need_loops(m)?;
    for op in m.walk(m.top) {
        match m.kind(op) {
            OpKind::OmpWsLoop if m.flag(op, "in_order") => {
                cx.count("loops", 1);
                one_chunk(m, op);
            }
            OpKind::OmpScan if m.attr(op, "copies").is_some() => {
                return Err(PassError::at(m, op, "copies of variables come first: omp-reductions"));
            }
            OpKind::OmpScan => {
                cx.count("scans", 1);
                phases(m, op);
            }
            OpKind::OmpDoacross | OpKind::OmpInitialized => m.detach(op),
            _ => {}
        }
    }
    Ok(())
}

/// All iterations are one chunk.
fn one_chunk(m: &mut Module, op: Op) {
    let nest = nest::of(m, op);
    let ty = m.ty(m.group(nest, "lbs")[0]);
    let most = match m.types.kind(ty) {
        TypeKind::Int(bits @ ..=63) => (1 << (bits - 1)) - 1,
        _ => i64::MAX,
    };
    let chunk = Builder::before(m, op).int(most, ty);
    m.set_group(op, "chunk", &[chunk]);
    m.set_choice(op, Schedule::Static);
    m.set_attr(op, "ordered", Attr::Unit);
    m.remove_attr(op, "in_order");
}

/// The phases of a scan, one behind the other.
fn phases(m: &mut Module, op: Op) {
    for r in m.ops[op].regions.clone() {
        open_end(m, r);
    }
    let (region, at) = m.position(op);
    let scan = m.region(op, 1);
    let ops = std::mem::take(&mut m.regions[scan].ops);
    let at = if m.flag(op, "inclusive") { at + 1 } else { at };
    for (i, o) in ops.into_iter().enumerate() {
        m.ops[o].parent = None;
        m.insert(region, at + i, o);
    }
    splice(m, op);
}
