//! `target-split`: every `omp.target` becomes a choice at run time between a copy for SPIR-V devices
//! and a copy for the host:
//!
//! ```text
//! %d = dev.enter %device, %if
//! loop.if %d { omp.target [target = "spirv"] {...} } { omp.target [target = "host"] {...} }
//! ```
//!
//! The copies are made first because how a region is cut into kernels depends on the target. What is private in the
//! region has storage of its own already, made by whoever made the region.

use super::Unsupported;
use super::fallback::fall_back;
use super::maps::bring_before;
use crate::analysis::effects::speculatable;
use crate::analysis::locals::unmark_shared;
use crate::choices::{Pred, RegionCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let targets: Vec<Op> = m
        .walk(m.top)
        .into_iter()
        .filter(|&o| m.kind(o) == OpKind::OmpTarget && m.attr(o, "target").is_none())
        .collect();
    for op in targets {
        let host = m.flag(op, "host");
        m.remove_attr(op, "host");
        let copy = split(m, op);
        cx.count("regions", 1);
        if host {
            let reason = "the program was compiled with -fno-offload".into();
            fall_back(m, cx, copy, &Unsupported { loc: m.ops[copy].loc, reason, op: None, stands_in: false })?;
        }
    }
    super::maps::drop_unused(m);
    unmark_shared(m);
    Ok(())
}

/// Gives the copy for devices.
fn split(m: &mut Module, op: Op) -> Op {
    let loc = m.ops[op].loc;
    let device = m.opt(op, "device");
    let cond = m.opt(op, "if");

    let cond = with_steps(m, op, cond);

    // The choice.
    let spirv_region = m.new_region(&[]);
    let host_region = m.new_region(&[]);
    let line = m.attr(op, "line").cloned().unwrap_or(Attr::Int(i64::from(loc.line)));
    let mut b = Builder::before(m, op);
    let d = b.op(OpKind::DevEnter).opt(device).opt(cond).attr("line", line).result(Type::BOOL).value();
    b.op(OpKind::If).arg(d).region(spirv_region).region(host_region).build();

    let mut map = FxHashMap::default();
    let copy = m.clone_op(op, &mut map);
    rename_labels(m, copy);
    m.set_choice(copy, RegionCopy::Spirv);
    m.insert(spirv_region, 0, copy);
    super::maps::own(m, copy);
    m.detach(op);
    m.set_choice(op, RegionCopy::Host);
    m.insert(host_region, 0, op);
    copy
}

/// The region is the host's where a loop in it has a step of zero, which the host reports when it comes to the loop: kernels
/// cannot. Gives the condition under which it is a device's. Steps that only the region can work out are not looked at.
fn with_steps(m: &mut Module, target: Op, cond: Option<Value>) -> Option<Value> {
    let body = m.region(target, 0);
    let mut steps = Vec::new();
    for o in m.walk(body) {
        let v = match m.kind(o) {
            OpKind::For => m.operand(o, 2),
            _ => continue,
        };
        if m.const_int(v).is_none() && !steps.contains(&v) && is_there(m, body, v) {
            steps.push(v);
        }
    }
    let mut all = cond;
    for v in steps {
        let Some(v) = bring_before(m, target, body, v) else { continue };
        let ty = m.ty(v);
        let mut b = Builder::before(m, target);
        let zero = b.int(0, ty);
        let fine = b.cmp(Pred::Ne, v, zero);
        all = Some(match all {
            Some(all) => b.binary(OpKind::And, all, fine),
            None => fine,
        });
    }
    all
}

/// The value is there in front of a region, or can be worked out there.
fn is_there(m: &Module, body: Region, v: Value) -> bool {
    if !m.home(v).is_some_and(|h| m.is_inside(h, body)) {
        return true;
    }
    m.def(v).is_some_and(|d| speculatable(m, d) && m.operands(d).iter().all(|&x| is_there(m, body, x)))
}

/// Statement labels are unique in a procedure.
fn rename_labels(m: &mut Module, copy: Op) {
    let body = m.region(copy, 0);
    for o in m.walk(body) {
        if matches!(m.kind(o), OpKind::Label | OpKind::Goto)
            && let Some(l) = m.attr_str(o, "label")
        {
            let renamed = format!("{l}.spirv");
            m.set_attr(o, "label", Attr::str(&renamed));
        }
    }
}

/// Size and alignment of a derived type.
pub fn layout(m: &Module, name: &str) -> Option<(i64, i64)> {
    let t = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))?;
    Some((m.attr_int(t, "size")?, m.attr_int(t, "align")?))
}
