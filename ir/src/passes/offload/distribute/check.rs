//! What a device region and a unit may hold, and the ops that a region loses before it is cut.

use super::{Result, is_structured};
use crate::analysis::effects::is_box_read;
use crate::choices::{CriticalKind, KernelKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::memory::{Base, is_scalar, is_scalar_ref, root_of};
use crate::passes::offload::objects::holds_addresses;
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;

/// Ops that no part of a device region may hold.
pub(super) fn check_region(m: &Module, body: Region) -> Result<()> {
    for &o in &m.regions[body].ops {
        let no = |what: &str| Err(Unsupported::new(m, o, what));
        match m.kind(o) {
            OpKind::CallPtr => return no("it calls a procedure through a pointer"),
            OpKind::FuncAddr => return no("it takes the address of a procedure"),
            OpKind::BoxSet | OpKind::BoxSetDyn | OpKind::BoxNullify => {
                return no("it changes an array descriptor");
            }
            OpKind::BoxMake => return no(&passed(m, o)),
            OpKind::BoxAllocate | OpKind::BoxDeallocate => return no("it allocates or frees a variable"),
            OpKind::Return => return no("it returns from the procedure"),
            OpKind::Label | OpKind::Goto => return no("it contains a jump to a label"),
            OpKind::OmpTarget
            | OpKind::OmpTargetData
            | OpKind::OmpTargetEnter
            | OpKind::OmpTargetExit
            | OpKind::OmpTargetUpdate
            | OpKind::OmpMapsEnd
            | OpKind::OmpMapsKept
            | OpKind::OmpEndOnDevices => return no("it contains another device construct"),
            OpKind::Store | OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => {
                let t = match m.kind(o) {
                    OpKind::Store => m.ty(m.operand(o, 0)),
                    _ => m.types.elem(m.ty(m.operand(o, 0))),
                };
                if !is_scalar(m, t) {
                    return no("it stores an address");
                }
            }
            // What it holds is the host's.
            OpKind::DevHost => continue,
            _ => {}
        }
        m.ops[o].regions.iter().try_for_each(|&r| check_region(m, r))?;
    }
    Ok(())
}

/// What a descriptor is made for.
fn passed(m: &Module, make: Op) -> String {
    let mut names = vec![m.result(make)];
    let mut users = Vec::new();
    while let Some(v) = names.pop() {
        for u in m.users(v) {
            if m.kind(u) == OpKind::CastRef { names.push(m.result(u)) } else { users.push(u) }
        }
    }
    let does = users.into_iter().filter_map(|u| m.runtime_fn(u)).find_map(|f| match f {
        rt::frt_object_init | rt::frt_object_own => Some("makes an object"),
        rt::frt_object_clone | rt::frt_object_private => Some("makes a copy of an object"),
        rt::frt_object_assign | rt::frt_object_assign_masked | rt::frt_object_define => Some("assigns an object"),
        rt::frt_object_destroy | rt::frt_object_release | rt::frt_object_deallocate => Some("ends an object"),
        _ => None,
    });
    match (does, m.types.kind(m.types.elem(m.ty(m.operand(make, 0))))) {
        (Some(does), TypeKind::Derived(name)) => format!(
            "it {does} of type {}, for which FINAL procedures, defined assignment or components ask the host",
            name.rsplit('.').next().unwrap_or_default()
        ),
        _ => "it passes an array by descriptor".into(),
    }
}

/// Whether an op stands in a region of the host in that of the device (`device(ancestor: 1)`): it is on the host, for all to see.
fn is_of_ancestor(m: &Module, op: Op) -> bool {
    let around = std::iter::successors(m.parent_op(op), |&o| m.parent_op(o));
    around.into_iter().any(|o| match m.kind(o) {
        OpKind::OmpCritical => m.choice_opt(o) == Some(CriticalKind::Ancestor),
        OpKind::DevHost => m.flag(o, "ancestor"),
        _ => false,
    })
}

/// What the routines of the OpenMP library answer on a device, where one thread of one team runs sequential code.
/// Those of `asked` are answered; `of_host`: in statements that the host runs in place of the device, with threads of its own.
pub(super) fn answer_queries(m: &mut Module, body: Region, asked: Vec<Op>, of_host: bool) {
    for o in asked {
        if m.kind(o) != OpKind::Call || is_of_ancestor(m, o) {
            continue;
        }
        let of_threads = !matches!(
            m.routine(o),
            Some(
                rt::omp_is_initial_device_
                    | rt::omp_get_device_num_
                    | rt::omp_get_num_devices_
                    | rt::omp_get_default_device_
                    | rt::omp_get_initial_device_
            )
        );
        if of_host && of_threads {
            continue;
        }
        let answer = match m.routine(o) {
            Some(rt::omp_is_initial_device_ | rt::omp_get_thread_num_ | rt::omp_get_team_num_) => 0,
            Some(rt::omp_in_parallel_ | rt::omp_get_active_level_ | rt::omp_in_final_ | rt::omp_get_dynamic_) => 0,
            Some(rt::omp_get_nested_) => 0,
            Some(
                rt::omp_get_num_threads_ | rt::omp_get_num_teams_ | rt::omp_get_max_threads_ | rt::omp_get_num_procs_,
            ) => 1,
            Some(rt::omp_get_thread_limit_ | rt::omp_get_max_active_levels_ | rt::omp_get_max_teams_) => 1,
            Some(rt::omp_get_level_) => parallels(m, o),
            // What the plan finds out at its start.
            Some(
                routine @ (rt::omp_get_cancellation_
                | rt::omp_get_device_num_
                | rt::omp_get_num_devices_
                | rt::omp_get_default_device_
                | rt::omp_get_initial_device_),
            ) => {
                let &[r] = m.ops[o].results.as_slice() else { continue };
                let t = m.ty(r);
                let loc = m.ops[o].loc;
                let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
                let call = b.runtime(routine, &[], Some(t));
                let v = b.m.result(call);
                m.replace_uses(body, r, v);
                m.detach(o);
                continue;
            }
            _ => continue,
        };
        let &[r] = m.ops[o].results.as_slice() else { continue };
        let t = m.ty(r);
        let mut b = Builder::before(m, o);
        let v = match b.m.types.kind(t) {
            TypeKind::Logical(_) => {
                let v = b.int(answer, Type::BOOL);
                b.cast(v, t)
            }
            TypeKind::Int(_) => b.int(answer, t),
            _ => continue,
        };
        m.replace_uses(body, r, v);
        m.detach(o);
    }
}

/// Number of parallel regions around an op.
fn parallels(m: &Module, mut op: Op) -> i64 {
    let mut n = 0;
    while let Some(p) = m.parent_op(op) {
        n += i64::from(m.kind(p) == OpKind::OmpParallel);
        op = p;
    }
    n
}

/// Local variables are known by their alloca alone.
pub(super) fn strip_declares(m: &mut Module, body: Region) {
    for o in m.walk(body) {
        if m.kind(o) != OpKind::Declare {
            continue;
        }
        let inner = m.operand(o, 0);
        if let Some(a) = m.def_of(inner, OpKind::Alloca)
            && m.ops[a].parent.is_some_and(|r| m.is_inside(r, body))
        {
            if m.attr(a, "name").is_none()
                && let Some(n) = m.attr(o, "name").cloned()
            {
                m.set_attr(a, "name", n);
            }
            let r = m.result(o);
            m.replace_uses(body, r, inner);
            m.detach(o);
        }
    }
}

/// Stores to local scalars that the next access overwrites.
pub(super) fn dead_stores(m: &mut Module, region: Region) {
    let ops = m.regions[region].ops.clone();
    for (i, &s) in ops.iter().enumerate() {
        for r in m.ops[s].regions.clone() {
            if is_structured(m.kind(s)) {
                dead_stores(m, r);
            }
        }
        if m.kind(s) != OpKind::Store {
            continue;
        }
        let target = m.operand(s, 1);
        let local = m.def_of(target, OpKind::Alloca).is_some() && is_scalar_ref(m, m.ty(target));
        if !local {
            continue;
        }
        for &o in &ops[i + 1..] {
            if m.kind(o) == OpKind::Store && m.operand(o, 1) == target {
                m.detach(s);
                break;
            }
            let mut inner = vec![o];
            for &r in &m.ops[o].regions {
                inner.extend(m.walk(r));
            }
            // Any other use, and any way out of straight-line code.
            let stop = inner.iter().any(|&x| {
                m.operands(x).contains(&target) || matches!(m.kind(x), OpKind::Break | OpKind::Continue | OpKind::Goto)
            });
            if stop {
                break;
            }
        }
    }
}

/// What runtime functions for it are called in messages.
pub(super) const TRANSFER: &str = "input or output";

/// The name of a procedure as the programmer knows it.
pub(super) fn readable(callee: &str) -> String {
    // The twin whose arguments are values has the name of the procedure.
    let callee = callee.strip_suffix(".val").unwrap_or(callee);
    if let Some(rest) = callee.strip_prefix("__")
        && let Some((module, name)) = rest.split_once("_MOD_")
    {
        return format!("{name} of module {module}");
    }
    if callee.starts_with("frt_write") || callee.starts_with("frt_read") {
        return TRANSFER.into();
    }
    callee.trim_end_matches('_').to_string()
}

/// What may stand in a kernel.
pub(super) fn check_unit(m: &Module, region: Region, kind: KernelKind) -> Result<()> {
    for o in m.walk(region) {
        let no = |what: String| Err(Unsupported::new(m, o, what));
        let k = m.kind(o);
        let name = m.info(o).name;
        let family = name.split('.').next().unwrap_or("");
        if m.operands(o).iter().chain(&m.ops[o].results).any(|&v| m.types.chr_kind(m.ty(v)) == 4) {
            return no("it handles characters of kind 4".into());
        }
        if let Some(t) = m.operands(o).iter().chain(&m.ops[o].results).map(|&v| m.ty(v)).find(|&t| m.types.is_wide(t)) {
            let kind = if matches!(m.types.kind(m.types.elem(t)), TypeKind::Float(80) | TypeKind::Complex(80)) {
                10
            } else {
                16
            };
            return no(format!("it handles numbers or logicals of kind {kind}"));
        }
        match k {
            OpKind::Call => {
                let callee = m.attr_str(o, "callee").unwrap_or("?");
                let what = if is_recursive(m, callee) { "the recursive procedure " } else { "" };
                return no(format!("it calls {what}{}", readable(callee)));
            }
            OpKind::Alloc | OpKind::Free => return no("it needs a temporary inside a kernel".into()),
            OpKind::ViewMake if matches!(root_of(m, m.operand(o, 0)).base, Base::Unknown(_) | Base::Box(_)) => {
                return no("it makes an array from an address inside a kernel".into());
            }
            OpKind::ViewMake => {}
            _ if is_box_read(k) || k == OpKind::BoxGuard => {
                return no("it reads an array descriptor in device memory".into());
            }
            // A thread does it, element by element.
            OpKind::LibPack if matches!(kind, KernelKind::Teams | KernelKind::Parallel | KernelKind::Reduce) => {}
            OpKind::LibMatmul | OpKind::LibTranspose | OpKind::LibPack | OpKind::Copy => {
                let top = m.ops[o].parent == Some(region);
                let serial = kind == KernelKind::Teams;
                if !serial && (!top || !matches!(kind, KernelKind::Matmul | KernelKind::Transpose | KernelKind::Scalar))
                {
                    return no(format!("{name} inside a parallel loop"));
                }
            }
            OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => {}
            OpKind::Load | OpKind::Store => {
                let t = match k {
                    OpKind::Load => m.ty(m.result(o)),
                    _ => m.ty(m.operand(o, 0)),
                };
                if !is_scalar(m, t) && !matches!(m.types.kind(t), TypeKind::Char(..)) {
                    return no("it handles addresses in device memory".into());
                }
            }
            OpKind::CopyObject if is_given(m, region, m.operand(o, 0)) && holds_addresses(m, m.operand(o, 0)) => {
                return no("it copies an object with allocatable or pointer components".into());
            }
            OpKind::DevTeam | OpKind::DevBarrier if kind == KernelKind::Teams => {}
            OpKind::Alloca
            | OpKind::OmpFlush
            | OpKind::CopyObject
            | OpKind::Field
            | OpKind::Declare
            | OpKind::CastRef
            | OpKind::PtrAdd
            | OpKind::PtrDistance => {}
            _ if matches!(family, "arith" | "complex" | "math" | "view" | "loop" | "chr") => {}
            _ => return no(format!("the op {name} cannot run on a device")),
        }
    }
    Ok(())
}

/// The object lies outside of the kernel.
fn is_given(m: &Module, kernel: Region, object: Value) -> bool {
    match root_of(m, object).base {
        Base::Local(o) => !m.ops[o].parent.is_some_and(|r| m.is_inside(r, kernel)),
        _ => true,
    }
}

/// Whether a procedure of the module may call itself, directly or not.
fn is_recursive(m: &Module, callee: &str) -> bool {
    let calls = |name: &str| -> Vec<String> {
        let Some(f) = m.func(name) else { return Vec::new() };
        let all = m.ops[f].regions.iter().flat_map(|&r| m.walk(r));
        all.filter(|&o| m.kind(o) == OpKind::Call).filter_map(|o| m.attr_str(o, "callee").map(str::to_string)).collect()
    };
    let mut seen: Vec<String> = Vec::new();
    let mut work = calls(callee);
    while let Some(name) = work.pop() {
        if name == callee {
            return true;
        }
        if !seen.contains(&name) {
            work.extend(calls(&name));
            seen.push(name);
        }
    }
    false
}
