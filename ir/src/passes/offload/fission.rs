//! `target-fission`: memory of the region that units use is allocated on the device by the plan;
//! everything else about it stays host code. Heap temporaries become `dev.alloc`/`dev.free` where
//! they stand; local variables are allocated once, at the start of the region.

use super::memory::{Base, root_of};
use super::split::layout;
use super::{Unsupported, for_device_copies};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashSet;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for_device_copies(m, cx, |m, cx, op| {
        let body = m.region(op, 0);
        let used = device_objects(m, body);
        for o in m.walk(body) {
            match m.kind(o) {
                OpKind::Alloc if used.contains(&o) => {
                    m.ops[o].kind = OpKind::DevAlloc;
                    m.remove_attr(o, "device");
                    cx.count("temporaries", 1);
                }
                OpKind::Alloca if used.contains(&o) && !in_unit(m, o) => {
                    device_variable(m, body, o)?;
                    cx.count("variables", 1);
                }
                _ => {}
            }
        }
        for o in m.walk(body) {
            if m.kind(o) == OpKind::Free
                && let Base::Heap(a) = root_of(m, m.operand(o, 0)).base
                && m.kind(a) == OpKind::DevAlloc
            {
                m.ops[o].kind = OpKind::DevFree;
            }
        }
        Ok(())
    })
}

/// The unit around an op.
pub fn in_unit(m: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(p) = m.parent_op(at) {
        if m.kind(p) == OpKind::OmpTeams {
            return true;
        }
        if m.kind(p) == OpKind::OmpTarget {
            return false;
        }
        at = p;
    }
    false
}

/// Units of a plan, in order.
pub fn units(m: &Module, body: Region) -> Vec<Op> {
    m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::OmpTeams).collect()
}

/// Allocas and allocs whose memory device code uses.
fn device_objects(m: &Module, body: Region) -> FxHashSet<Op> {
    let mut set = FxHashSet::default();
    let mut add = |m: &Module, v: Value| {
        if matches!(
            m.types.kind(m.ty(v)),
            TypeKind::View { .. } | TypeKind::Ref(_) | TypeKind::Ptr | TypeKind::Char(..)
        ) && let Base::Local(a) | Base::Heap(a) = root_of(m, v).base
            && m.ops[a].parent.is_some_and(|r| m.is_inside(r, body))
        {
            set.insert(a);
        }
    };
    for o in m.walk(body) {
        match m.kind(o) {
            OpKind::OmpTeams => {
                for v in m.free_values(m.region(o, 0)) {
                    add(m, v);
                }
            }
            OpKind::DevRead | OpKind::DevCopy => {
                for &v in m.operands(o) {
                    add(m, v);
                }
            }
            _ => {}
        }
    }
    set
}

/// A local variable of the region as device memory with the region's lifetime.
fn device_variable(m: &mut Module, body: Region, a: Op) -> Result<(), Unsupported> {
    let loc = m.ops[a].loc;
    let old = m.result(a);
    let ty = m.ty(old);
    let elem = m.types.elem(ty);
    let shape = m.types.shape(ty).to_vec();
    let scalar = !super::memory::is_view(m, ty);
    let size = match m.types.kind(elem).clone() {
        TypeKind::Derived(n) => layout(m, &n).map(|l| l.0),
        _ => m.types.size_of(elem).map(|s| s as i64),
    };
    let count: Option<i64> = shape.iter().copied().try_fold(1i64, |n, e| n.checked_mul(e?));
    let (Some(size), Some(count)) = (size, count) else {
        return Err(Unsupported::new(m, a, "a local variable of unknown size"));
    };
    let name = m.attr(a, "name").cloned();
    let reason = if name.is_some() { "variable of the region" } else { "value between kernels" };
    let vt = if scalar { m.types.view(Vec::new(), elem, true) } else { ty };
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
    let bytes = b.index(size * count);
    let key = b
        .op(OpKind::DevAlloc)
        .arg(bytes)
        .attr_opt("name", name)
        .attr("reason", Attr::str(reason))
        .result(Type::PTR)
        .value();
    let extents: Vec<Value> = shape.iter().map(|e| b.index(e.unwrap_or(0))).collect();
    let mut v = b.op(OpKind::ViewMake).arg(key).args(&extents).result(vt).value();
    if scalar {
        v = b.elem(v, &[]);
    }
    m.replace_uses(body, old, v);
    m.detach(a);
    let at = m.regions[body].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield).map(|_| m.regions[body].ops.len() - 1);
    let mut b = Builder { m, point: Point { region: body, at }, loc };
    b.op(OpKind::DevFree).arg(key).build();
    Ok(())
}
