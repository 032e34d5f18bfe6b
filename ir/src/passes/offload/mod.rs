//! Offloading: from OpenMP target regions in loop form to kernels and a host plan.
//!
//! The way of a region (`docs/offload.md` has an example after each pass):
//! 1. [`split`] `target-split`: a copy for SPIR-V devices and one for the host.
//!    [`library`] `device-library`: library functions of the host become code there.
//! 2. [`distribute`] `workdistribute`: the SPIR-V copy becomes a plan. What runs on the device is
//!    wrapped in units, `omp.teams [kind = ...]`, each of which will be one kernel; all other code
//!    is the host's, and values that the host needs from the device are read by `dev.read`.
//! 3. [`fission`] `target-fission`: memory that units use is allocated on the device by the plan.
//! 4. [`maps`] `maps`: variables that units use are mapped, and transfers that nobody can observe dropped.
//! 5. [`omp_maps`] `omp-maps`: maps say all that is mapped, members of objects and descriptors.
//! 6. [`outline`] `outline`: units become `dev.kernel`s and launches, maps become `dev.map`/`dev.unmap`.
//!
//! 7. [`kernel_check`] `kernel-check`, at the end of the device pipeline: the kernel compiler's opinion as attributes.
//! 8. [`fallback`] `device-fallback`: what follows from it.
//! 9. [`kernel_code`] `kernel-code`: the kernels that are left also as functions of the host.
//!
//! A region that cannot be cut this way keeps only its host copy ([`fallback::fall_back`]).

mod chosen;
pub mod constructs;
mod counts;
pub mod data;
pub mod distribute;
pub mod fallback;
pub mod fission;
mod gather;
mod guards;
pub mod host_reads;
pub mod kernel_check;
pub mod kernel_code;
mod lend;
pub mod library;
mod locks;
pub mod maps;
pub mod memory;
pub mod objects;
pub mod omp_maps;
pub mod outline;
mod pool;
pub mod privates;
pub mod recursion;
pub mod split;
pub mod team;

use crate::analysis::locals::unmark_shared;
use crate::choices::RegionCopy;
use crate::entity::Op;
use crate::module::{Attr, Builder, Loc, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;

/// Why a region cannot run on a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The op in the way.
    pub loc: Loc,
    /// What it is.
    pub reason: String,
    /// The op itself, where that is known.
    pub op: Option<Op>,
    /// The host can run all statements of the region in place of the device: where offloading is mandatory that is no error.
    pub stands_in: bool,
}

impl Unsupported {
    /// Because of that op.
    pub fn new(m: &Module, op: Op, reason: impl Into<String>) -> Unsupported {
        Unsupported { loc: m.ops[op].loc, reason: reason.into(), op: Some(op), stands_in: false }
    }
}

/// The `omp.target` ops of the SPIR-V copies.
pub fn device_copies(m: &Module) -> Vec<Op> {
    copies(m, RegionCopy::Spirv)
}

/// Those of the host's.
pub fn host_copies(m: &Module) -> Vec<Op> {
    copies(m, RegionCopy::Host)
}

fn copies(m: &Module, whose: RegionCopy) -> Vec<Op> {
    let mut all = m.walk(m.top);
    all.retain(|&o| m.kind(o) == OpKind::OmpTarget && m.choice_opt(o) == Some(whose));
    all
}

/// Runs `f` on every SPIR-V copy; a region that it refuses falls back to the host.
pub fn for_device_copies(
    m: &mut Module,
    cx: &mut PassCtx,
    mut f: impl FnMut(&mut Module, &mut PassCtx, Op) -> Result<(), Unsupported>,
) -> Result<(), PassError> {
    for op in device_copies(m) {
        if m.ops[op].parent.is_none() {
            continue;
        }
        if let Err(u) = f(m, cx, op) {
            fallback::fall_back(m, cx, op, &u)?;
        }
    }
    unmark_shared(m);
    Ok(())
}

/// Address of a NUL-terminated constant string.
pub fn c_string(b: &mut Builder<'_>, text: &str) -> crate::entity::Value {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    let s = b.op(OpKind::ChrConst).attr("value", Attr::Str(bytes)).result(Type::CHR).value();
    b.op(OpKind::ChrAddr).arg(s).result(Type::PTR).value()
}
