//! Kernels, their launches, and what the host plan does with the data of a device.

use super::openmp::variables;
use super::{Checked, Verdict, need};
use crate::analysis::alias::entity;
use crate::analysis::effects;
use crate::choices::KernelKind;
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::{Forms, OpKind};
use crate::types::{Type, TypeKind};
use ferrotran_abi::map;

/// Invocations of a workgroup that every device takes.
const MAX_WORKGROUP: i64 = 1024;
/// All bits of the `kind` of a map.
const MAP_BITS: i32 = map::TO
    | map::FROM
    | map::ALWAYS
    | map::DELETE
    | map::RELEASE
    | map::PRESENT
    | map::BOX
    | map::IMPLICIT
    | map::MORE
    | map::MEMBER
    | map::CLASS
    | map::DEEP
    | map::PRIVATE
    | map::SELF
    | map::RENEW;

/// `dev.kernel`
pub fn kernel(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let body = m.region(c.op, 0);
    let may_be = |v: Value| match m.tk(v) {
        TypeKind::View { .. } => true,
        TypeKind::Ptr
        | TypeKind::Ref(_)
        | TypeKind::Char(..)
        | TypeKind::Derived(_)
        | TypeKind::Box { .. }
        | TypeKind::Array { .. }
        | TypeKind::Vec { .. }
        | TypeKind::Map
        | TypeKind::Bounds => false,
        TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Logical(_) => true,
    };
    need(m.args(body).iter().all(|&v| may_be(v)), "arguments of kernels are views and scalars")?;
    let workgroup = m.attr_int(c.op, "workgroup").unwrap_or(1);
    need((1..=MAX_WORKGROUP).contains(&workgroup), "`workgroup` is not from 1 to 1024")?;
    if let Some(place) = m.attr(c.op, "refused_at") {
        let file = |a: &Attr| a.as_int().is_some_and(|f| f == 0 || (f as usize) < m.files.len());
        let fits = matches!(place.items(), [f, _, _] if file(f));
        need(fits, "`refused_at` is no [file, line, column] of a file of the module")?;
    }
    Ok(())
}

/// Checks what stands in a kernel whose body is sound.
pub fn kernel_body(m: &Module, op: Op) -> Verdict {
    let body = m.region(op, 0);
    let host = m.walk(body).into_iter().find(|&o| is_of_host(m, o));
    if let Some(o) = host {
        return Err(format!("{} stands in a kernel", m.info(o).name));
    }
    let Some(what) = m.choice::<KernelKind>(op).op() else { return Ok(()) };
    let there = m.regions[body].ops.iter().filter(|&&o| m.kind(o) == what).count();
    let fits = if what == OpKind::Reduce { there > 0 } else { there == 1 };
    need(fits, &format!("a kernel of this kind has one {}", what.info().name))?;
    if what != OpKind::Parallel {
        return Ok(());
    }
    // Each invocation has variables of its own.
    let shared = |o: Op| {
        effects::writes(m, o).into_iter().any(|w| match w {
            effects::Access::Data(v) => entity(m, v).local().is_none_or(|a| m.kind(a) != OpKind::Alloca),
            _ => true,
        })
    };
    let beside = |&&o: &&Op| m.kind(o) != what && effects::lasting_ops(m, o).into_iter().any(shared);
    match m.regions[body].ops.iter().find(beside) {
        None => Ok(()),
        Some(&o) => Err(format!("{} writes memory beside the loop.parallel of a parallel kernel", m.info(o).name)),
    }
}

/// True for what the host does: its plan, constructs of OpenMP, calls, and what changes descriptors.
fn is_of_host(m: &Module, op: Op) -> bool {
    let forms = m.info(op).forms;
    forms == Forms::DEVICE
        || !forms.contains(Forms::DEVICE)
        || matches!(
            m.kind(op),
            OpKind::Call
                | OpKind::CallPtr
                | OpKind::FuncAddr
                | OpKind::Alloc
                | OpKind::Free
                | OpKind::BoxInit
                | OpKind::BoxMake
                | OpKind::BoxSet
                | OpKind::BoxSetDyn
                | OpKind::BoxNullify
                | OpKind::BoxAllocate
                | OpKind::BoxDeallocate
        )
}

/// `dev.team`
pub fn dev_team(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let body = m.region(c.op, 0);
    let args = m.args(body);
    let numbers = args.len() >= 4 && args[..4].iter().all(|&v| m.ty(v) == Type::INDEX);
    need(numbers, "the body takes four numbers first")?;
    let fixed = |v: Value| match m.tk(v) {
        TypeKind::Ref(_) => true,
        TypeKind::View { shape, contig, .. } => *contig && shape.iter().all(Option::is_some),
        _ => false,
    };
    need(args[4..].iter().all(|&v| fixed(v)), "memory of a team is refs and views of constant shape")?;
    let threads = m.attr_int(c.op, "threads").unwrap_or(0);
    need((1..=MAX_WORKGROUP).contains(&threads), "`threads` is not from 1 to 1024")?;
    for o in m.walk(body) {
        if m.kind(o) == OpKind::DevBarrier {
            uniform(m, c.op, o)?;
        }
    }
    Ok(())
}

/// All threads of a team come to a barrier, as far as that can be seen: nothing around it hangs on the number of the thread.
fn uniform(m: &Module, team: Op, barrier: Op) -> Verdict {
    let thread = m.args(m.region(team, 0))[1];
    let mut at = barrier;
    while let Some(p) = m.parent_op(at) {
        if p == team {
            return Ok(());
        }
        let around = m.info(p).name;
        match m.kind(p) {
            OpKind::For | OpKind::If | OpKind::SelectCase => {
                let hangs = m.operands(p).iter().any(|&v| hangs_on(m, v, thread));
                need(!hangs, &format!("a dev.barrier stands in {around}, which hangs on the number of the thread"))?;
            }
            OpKind::While | OpKind::Block => {}
            _ => return Err(format!("a dev.barrier stands in {around}")),
        }
        at = p;
    }
    Err("a dev.barrier stands outside of dev.team".into())
}

/// The value is computed from another, not by way of memory.
fn hangs_on(m: &Module, v: Value, on: Value) -> bool {
    let mut seen: Vec<Value> = vec![v];
    let mut next = 0;
    while let Some(&v) = seen.get(next) {
        if v == on {
            return true;
        }
        next += 1;
        let Some(d) = m.def(v).filter(|&d| m.kind(d) != OpKind::Load) else { continue };
        for &x in m.operands(d) {
            if !seen.contains(&x) {
                seen.push(x);
            }
        }
    }
    false
}

/// `dev.launch`
pub fn dev_launch(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let name = c.word("kernel");
    let Some(kernel) = c.symbols.kernel(name) else { return Err(format!("there is no kernel {name}")) };
    let params = m.ops[kernel].regions.first().map(|&r| m.args(r)).unwrap_or_default();
    let args = m.operands(c.op);
    if args.len() != params.len() {
        return Err(format!("kernel {name} has {} arguments, not {}", params.len(), args.len()));
    }
    if let Some(code) = m.attr_str(c.op, "code") {
        let func = c.symbols.linked(code).filter(|&f| m.kind(f) == OpKind::Func);
        let Some(body) = func.and_then(|f| m.ops[f].regions.first()) else {
            return Err(format!("`code` {code} is no procedure of the module"));
        };
        let takes_list = matches!(m.args(*body), &[a] if m.ty(a) == Type::PTR);
        need(takes_list, "`code` takes the address of the arguments")?;
    }
    // Kernels may know more of a view than the launch says, or less.
    let fits = |a: Type, p: Type| match (m.types.kind(a), m.types.kind(p)) {
        (TypeKind::View { shape: s, elem: x, .. }, TypeKind::View { shape: t, elem: y, .. }) => {
            x == y && super::extents_fit(s, t)
        }
        _ => a == p,
    };
    match args.iter().zip(params).position(|(&a, &p)| !fits(m.ty(a), m.ty(p))) {
        None => Ok(()),
        Some(i) => {
            let (a, p) = (m.types.text(m.ty(args[i])), m.types.text(m.ty(params[i])));
            Err(format!("argument {} of kernel {name} has type {p}, not {a}", i + 1))
        }
    }
}

/// True where `kind` has no bits but these.
fn kind_has_only(c: &Checked<'_>, bits: i32) -> Verdict {
    let kind = c.m.attr_int(c.op, "kind").unwrap_or(0);
    need(kind & !i64::from(bits) == 0, "`kind` has bits without a meaning here")
}

/// `dev.expect`
pub fn device_expect(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    need(!c.m.flag(c.op, "iterations") || c.ty(0) == Type::INDEX, "a number of iterations is an index")?;
    kind_has_only(c, MAP_BITS)
}

/// `dev.lend`
pub fn device_lend(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    kind_has_only(c, MAP_BITS | map::ANCESTOR | map::CHANGES)
}

/// `dev.map`
pub fn device_map(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    kind_has_only(c, MAP_BITS)
}

/// `dev.unmap`
pub fn device_unmap(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    kind_has_only(c, MAP_BITS | map::LATER)
}

/// `dev.update`
pub fn device_update(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    kind_has_only(c, MAP_BITS & !(map::DELETE | map::RELEASE))?;
    let way = c.m.attr_int(c.op, "kind").unwrap_or(0) & i64::from(map::TO | map::FROM);
    need(
        way == i64::from(map::TO) || way == i64::from(map::FROM),
        "`kind` copies neither to nor from the device, or both",
    )
}

/// `dev.copy`
pub fn device_copy(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    variables(c, 1)?;
    let (dst, src) = (c.ty(0), c.ty(1));
    let view = |t: Type| matches!(c.kind(t), TypeKind::View { .. });
    let contiguous = |t: Type| !view(t) || c.m.types.is_contig(t);
    need(contiguous(dst) && contiguous(src), "buffers without gaps are copied only")?;
    c.fit(view(dst) == view(src) && c.shapes_fit(dst, src) && c.same_elem(c.elem(dst), c.elem(src)))
}
