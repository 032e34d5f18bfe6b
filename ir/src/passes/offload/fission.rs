//! `target-fission`: memory of the region that units use is allocated on the device by the plan;
//! everything else about it stays host code. Heap temporaries become `dev.alloc`/`dev.free` where
//! they stand; local variables are allocated once, at the start of the region.

use super::memory::{Base, is_box_ref, root_of};
use super::outline::{Map, emit_map};
use super::split::layout;
use super::{Unsupported, for_device_copies};
use crate::choices::{MapKind, Mapping};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::map;
use rustc_hash::FxHashSet;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for_device_copies(m, cx, |m, cx, op| {
        let body = m.region(op, 0);
        let used = device_objects(m, body);
        let lent = host_objects(m, body);
        for o in m.walk(body) {
            match m.kind(o) {
                OpKind::Alloc if used.contains(&o) && lent.contains(&o) => {
                    mapped_temporary(m, op, o);
                    cx.count("temporaries", 1);
                }
                OpKind::Alloca if !in_unit(m, o) && is_shared_with_host(m, o, &used, &lent) => {
                    mapped_variable(m, op, o)?;
                    cx.count("variables", 1);
                }
                OpKind::Alloc if used.contains(&o) => {
                    m.ops[o].kind = OpKind::DevAlloc;
                    m.remove_attr(o, "device");
                    // Memory of devices is aligned as much as any program may ask for.
                    m.remove_attr(o, "align");
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
        if matches!(m.kind(p), OpKind::OmpTarget | OpKind::DevHost) {
            return false;
        }
        at = p;
    }
    false
}

/// Units of a plan, in order.
pub fn units(m: &Module, body: Region) -> Vec<Op> {
    let mut out = Vec::new();
    for &o in &m.regions[body].ops {
        match m.kind(o) {
            OpKind::OmpTeams => out.push(o),
            OpKind::DevHost => {}
            _ => out.extend(m.ops[o].regions.iter().flat_map(|&r| units(m, r))),
        }
    }
    out
}

/// Statements of the host in a plan, in order.
pub fn host_statements(m: &Module, body: Region) -> Vec<Op> {
    m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::DevHost).collect()
}

/// Allocas and allocs of the region whose memory statements of the host use.
fn host_objects(m: &Module, body: Region) -> FxHashSet<Op> {
    let mut set = FxHashSet::default();
    for host in host_statements(m, body) {
        for v in m.free_values(m.region(host, 0)) {
            if let Base::Local(a) | Base::Heap(a) = root_of(m, v).base
                && m.ops[a].parent.is_some_and(|r| m.is_inside(r, body))
            {
                set.insert(a);
            }
        }
    }
    set
}

/// A local variable of the region that the host uses as well as the device, or the descriptor of one.
fn is_shared_with_host(m: &Module, a: Op, used: &FxHashSet<Op>, lent: &FxHashSet<Op>) -> bool {
    let inside_host = |mut at: Op| loop {
        match m.parent_op(at) {
            Some(p) if m.kind(p) == OpKind::DevHost => break true,
            Some(p) if m.kind(p) != OpKind::OmpTarget => at = p,
            _ => break false,
        }
    };
    !inside_host(a) && (is_box_ref(m, m.ty(m.result(a))) || used.contains(&a) && lent.contains(&a))
}

/// A local variable of the region becomes one of the procedure, which the region maps for itself: the host has an address
/// for it. Of a descriptor, which is the host's, the place only.
fn mapped_variable(m: &mut Module, target: Op, a: Op) -> Result<(), Unsupported> {
    let v = m.result(a);
    let body = m.region(target, 0);
    let of_box = is_box_ref(m, m.ty(v));
    if m.flag(a, "zero") || m.ty(v) == Type::PTR {
        return Err(Unsupported::new(m, a, "memory that the host and the device both use in the region"));
    }
    let init = m.walk(body).into_iter().find(|&o| m.kind(o) == OpKind::BoxInit && m.operand(o, 0) == v);
    let (region, at) = m.position(target);
    m.detach(a);
    m.insert(region, at, a);
    if of_box {
        // It describes nothing before its own place is reached.
        let Some(init) = init.filter(|&i| m.operands(i).len() == 1) else {
            return Err(Unsupported::new(m, a, "a descriptor of the region that nothing initializes"));
        };
        let copy = m.clone_op(init, &mut Default::default());
        m.insert(region, at + 1, copy);
    } else {
        let how = Mapping { private: true, ..MapKind::Alloc.into() };
        super::maps::add_maps(m, target, &[(v, how, None)]);
    }
    Ok(())
}

/// A temporary of the region that the host uses as well as the device: memory of the host, which is mapped while it is there.
fn mapped_temporary(m: &mut Module, target: Op, alloc: Op) {
    let body = m.region(target, 0);
    let device = m.opt(target, "device");
    let address = m.result(alloc);
    let bytes = m.operand(alloc, 0);
    let name = m.attr_str(alloc, "name").map(str::to_string);
    m.remove_attr(alloc, "device");
    let ty = m.types.view(vec![None], Type::I8, true);
    let item = |b: &mut Builder<'_>| -> Map {
        let v = b.op(OpKind::ViewMake).arg(address).args(&[bytes]).args(&[]).opt(None).result(ty).value();
        (v, map::PRIVATE, name.clone())
    };
    let mut b = Builder::after(m, alloc);
    let entered = item(&mut b);
    emit_map(&mut b, OpKind::DevMap, &entered, None, device);
    for o in m.walk(body) {
        if m.kind(o) == OpKind::Free && root_of(m, m.operand(o, 0)).base == Base::Heap(alloc) {
            let mut b = Builder::before(m, o);
            let left = item(&mut b);
            emit_map(&mut b, OpKind::DevUnmap, &left, None, device);
        }
    }
}

/// Allocas and allocs whose memory device code uses.
fn device_objects(m: &Module, body: Region) -> FxHashSet<Op> {
    let mut set = FxHashSet::default();
    let units = units(m, body);
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
            OpKind::OmpTeams if units.contains(&o) => {
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
