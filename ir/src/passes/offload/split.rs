//! `target-split`: every `omp.target` becomes a choice at run time between a copy for SPIR-V devices
//! and a copy for the host:
//!
//! ```text
//! %d = dev.enter %device, %if
//! loop.if %d { omp.target [target = "spirv"] {...} } { omp.target [target = "host"] {...} }
//! ```
//!
//! The copies are made first because how a region is cut into kernels depends on the target. Scalars
//! that are firstprivate (listed, or referenced and not listed) are read once before the choice; each
//! copy has its own variable, or just the value where the region never writes it.

use super::memory::{Base, Root, is_scalar, is_view, root_of, same_base, variable_root};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let targets: Vec<Op> = m
        .walk(m.top)
        .into_iter()
        .filter(|&o| m.kind(o) == OpKind::OmpTarget && m.attr(o, "target").is_none())
        .collect();
    for op in targets {
        split(m, op)?;
        cx.count("regions", 1);
    }
    Ok(())
}

/// How a variable of the region is made private.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Private {
    Fresh,
    First,
}

fn split(m: &mut Module, op: Op) -> Result<(), PassError> {
    let loc = m.ops[op].loc;
    let device = m.opt(op, "device");
    let cond = m.opt(op, "if");
    privatize(m, op)?;

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
    m.set_attr(copy, "target", Attr::str("spirv"));
    m.insert(spirv_region, 0, copy);
    m.detach(op);
    m.set_attr(op, "target", Attr::str("host"));
    m.insert(host_region, 0, op);
    Ok(())
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

/// Private and firstprivate variables of a region get storage of their own inside it.
fn privatize(m: &mut Module, op: Op) -> Result<(), PassError> {
    let body = m.region(op, 0);
    let mut list: Vec<(Value, Private)> = Vec::new();
    let kinds: Vec<String> = m
        .attr(op, "private_kinds")
        .map(|a| a.items().iter().map(|k| k.as_str().unwrap_or("private").to_string()).collect())
        .unwrap_or_default();
    for (i, &v) in m.group(op, "privates").iter().enumerate() {
        let first = kinds.get(i).is_some_and(|k| k == "firstprivate");
        list.push((v, if first { Private::First } else { Private::Fresh }));
    }
    list.extend(implicit_firstprivate(m, op).into_iter().map(|v| (v, Private::First)));

    for (var, how) in list {
        privatize_one(m, op, body, var, how)?;
    }
    // The group is consumed.
    let maps = m.group_range(op, "maps");
    let privates = m.group_range(op, "privates");
    m.ops[op].operands.truncate(privates.start);
    if let Some(Attr::List(segs)) = m.attr(op, "segs").cloned() {
        let mut segs = segs;
        segs[3] = Attr::Int(maps.len() as i64);
        segs[4] = Attr::Int(0);
        m.set_attr(op, "segs", Attr::List(segs));
    }
    m.remove_attr(op, "private_kinds");
    Ok(())
}

/// Scalars that the body refers to and the directive does not list.
fn implicit_firstprivate(m: &Module, op: Op) -> Vec<Value> {
    let body = m.region(op, 0);
    let mut listed: Vec<Base> = m.group(op, "maps").iter().map(|&v| variable_root(m, v).base).collect();
    listed.extend(m.group(op, "privates").iter().map(|&v| variable_root(m, v).base));
    let mut out: Vec<Value> = Vec::new();
    for o in m.walk(body) {
        if m.kind(o) == OpKind::OmpReduction {
            // The result of a reduction leaves the region: it is mapped.
            listed.push(root_of(m, m.operand(o, 1)).base);
        }
    }
    for o in m.walk(body) {
        for &v in m.operands(o) {
            let TypeKind::Ref(e) = m.types.kind(m.ty(v)) else { continue };
            // Scalars of type character are mapped: OpenMP does not count them among the scalar variables.
            let plain = is_scalar(m, *e) || matches!(m.types.kind(*e), TypeKind::Ptr);
            if !plain {
                continue;
            }
            let r = root_of(m, v);
            if !r.whole || m.ty(r.var) != m.ty(v) || !is_variable(m, op, &r) || is_elsewhere(m, body, v, &r.base) {
                continue;
            }
            if listed.iter().any(|b| same_base(m, b, &r.base)) {
                continue;
            }
            listed.push(r.base.clone());
            out.push(v);
        }
    }
    out
}

/// A global variable to which not the construct but a procedure called there refers, inlined since: it is the variable
/// itself, whatever the construct makes private.
fn is_elsewhere(m: &Module, body: Region, v: Value, base: &Base) -> bool {
    matches!(base, Base::Global(..)) && address_of(m, v).is_some_and(|h| m.is_inside(h, body))
}

/// Where the address that `v` is made from is taken.
fn address_of(m: &Module, v: Value) -> Option<Region> {
    let mut at = v;
    while let Some(d) = m.def(at) {
        match m.kind(d) {
            OpKind::Declare | OpKind::CastRef => at = m.operand(d, 0),
            _ => break,
        }
    }
    m.home(at)
}

/// The root is storage of the program that exists outside the region.
fn is_variable(m: &Module, target: Op, r: &Root) -> bool {
    let body = m.region(target, 0);
    match &r.base {
        Base::Local(a) => !m.ops[*a].parent.is_some_and(|p| m.is_inside(p, body)),
        Base::Global(sym, _) => {
            !m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == Some(sym) && m.flag(g, "constant"))
        }
        Base::Arg(v) => {
            // An argument of the procedure, not of a region inside the body.
            m.home(*v).is_some_and(|h| !m.is_inside(h, body))
        }
        _ => false,
    }
}

fn privatize_one(m: &mut Module, op: Op, body: Region, var: Value, how: Private) -> Result<(), PassError> {
    let base = root_of(m, var).base;
    let ty = m.ty(var);
    // Every value in the body that stands for this whole variable.
    let mut aliases: Vec<Value> = Vec::new();
    let mut written = false;
    let mut only_loads = true;
    for o in m.walk(body) {
        for (i, &v) in m.operands(o).to_vec().iter().enumerate() {
            if m.ty(v) != ty {
                continue;
            }
            let r = root_of(m, v);
            if !r.whole || !same_base(m, &r.base, &base) || is_elsewhere(m, body, v, &base) {
                continue;
            }
            if !aliases.contains(&v) {
                aliases.push(v);
            }
            match m.kind(o) {
                OpKind::Load => {}
                OpKind::Declare => {}
                OpKind::Store | OpKind::ChrAssign if i == 1 => {
                    written = true;
                    only_loads = false;
                }
                _ => only_loads = false,
            }
        }
    }
    if aliases.is_empty() {
        return Ok(());
    }
    // The uses as they are before the private copy is initialized from the variable.
    let users = m.walk(body);
    let loc = m.ops[op].loc;
    let elem = match m.types.kind(ty) {
        TypeKind::Ref(e) => Some(*e),
        _ => None,
    };
    let simple = elem.is_some_and(|e| is_scalar(m, e) || e == Type::PTR);
    if simple {
        let initial = (how == Private::First).then(|| {
            let mut b = Builder::before(m, op);
            b.load(var)
        });
        if let (Some(v), true, false) = (initial, only_loads, written) {
            // Never written: the value will do.
            for o in m.walk(body) {
                if m.kind(o) == OpKind::Load && aliases.contains(&m.operand(o, 0)) {
                    let r = m.result(o);
                    m.replace_uses(body, r, v);
                    m.detach(o);
                }
            }
            return Ok(());
        }
        let mut b = start_of(m, body, loc);
        let name = root_of(b.m, var).name;
        let p = b.op(OpKind::Alloca).attr_opt("name", name.map(|n| Attr::str(&n))).result(ty).value();
        if let Some(v) = initial {
            b.store(v, p);
        }
        replace_all(m, &users, &aliases, p);
        return Ok(());
    }
    if let Some(e) = elem {
        match m.types.kind(e).clone() {
            TypeKind::Char(len, _) => {
                if !written && how == Private::First {
                    return Ok(()); // read where it lies
                }
                let mut b = start_of(m, body, loc);
                let p = match len {
                    Some(_) => b.op(OpKind::Alloca).result(ty).value(),
                    None => {
                        let n = b.op(OpKind::ChrLen).arg(var).result(Type::INDEX).value();
                        let heap =
                            b.op(OpKind::Alloc).arg(n).attr("reason", Attr::str("private copy")).result(Type::PTR);
                        let heap = heap.value();
                        let p = b.op(OpKind::ChrRef).arg(heap).arg(n).result(ty).value();
                        let mut end = end_of(b.m, body, loc);
                        end.op(OpKind::Free).arg(heap).build();
                        p
                    }
                };
                if how == Private::First {
                    let at = m.def(p).map_or(0, |d| m.position(d).1 + 1);
                    let mut b = Builder { m, point: crate::module::Point { region: body, at: Some(at) }, loc };
                    let v = b.load(var);
                    b.op(OpKind::ChrAssign).arg(v).arg(p).build();
                }
                replace_all(m, &users, &aliases, p);
                return Ok(());
            }
            TypeKind::Derived(name) => {
                let (size, align) = layout(m, &name)
                    .ok_or_else(|| PassError::new(loc, format!("the layout of type {name} is unknown")))?;
                let mut b = start_of(m, body, loc);
                let p = b
                    .op(OpKind::Alloca)
                    .attr("size", Attr::Int(size))
                    .attr("align", Attr::Int(align))
                    .result(ty)
                    .value();
                if how == Private::First {
                    b.op(OpKind::CopyObject).arg(p).arg(var).build();
                }
                replace_all(m, &users, &aliases, p);
                return Ok(());
            }
            _ => return Err(PassError::new(loc, "this private variable of a target region is not supported yet")),
        }
    }
    if is_view(m, ty) {
        // A contiguous copy of the array.
        let rank = m.types.rank(ty);
        let shape = m.types.shape(ty).to_vec();
        let elem = m.types.elem(ty);
        let contig = m.types.view(shape, elem, true);
        let mut b = start_of(m, body, loc);
        let extents: Vec<Value> = (0..rank).map(|d| b.extent(var, d)).collect();
        let mut bytes = b.op(OpKind::ViewElemLen).arg(var).result(Type::INDEX).value();
        for &e in &extents {
            bytes = b.binary(OpKind::Mul, bytes, e);
        }
        let heap = b.op(OpKind::Alloc).arg(bytes).attr("reason", Attr::str("private copy")).result(Type::PTR).value();
        let len = matches!(b.m.types.kind(elem), TypeKind::Char(None, _))
            .then(|| b.op(OpKind::ViewElemLen).arg(var).result(Type::INDEX).value());
        let p = b.op(OpKind::ViewMake).arg(heap).args(&extents).args(&[]).opt(len).result(contig).value();
        if how == Private::First {
            b.op(OpKind::Copy).arg(p).arg(var).attr("reason", Attr::str("firstprivate")).build();
        }
        let p = if contig == ty { p } else { b.op(OpKind::ViewCast).arg(p).result(ty).value() };
        let mut end = end_of(b.m, body, loc);
        end.op(OpKind::Free).arg(heap).build();
        replace_all(m, &users, &aliases, p);
        return Ok(());
    }
    Err(PassError::new(loc, "this private variable of a target region is not supported yet"))
}

/// Size and alignment of a derived type.
pub fn layout(m: &Module, name: &str) -> Option<(i64, i64)> {
    let t = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))?;
    Some((m.attr_int(t, "size")?, m.attr_int(t, "align")?))
}

fn start_of(m: &mut Module, body: Region, loc: crate::module::Loc) -> Builder<'_> {
    Builder { m, point: crate::module::Point { region: body, at: Some(0) }, loc }
}

fn end_of(m: &mut Module, body: Region, loc: crate::module::Loc) -> Builder<'_> {
    let at = m.regions[body].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield).map(|_| m.regions[body].ops.len() - 1);
    Builder { m, point: crate::module::Point { region: body, at }, loc }
}

/// Replaces `old` by `new` in the operands of those ops.
fn replace_all(m: &mut Module, users: &[Op], old: &[Value], new: Value) {
    for &o in users {
        for v in m.ops[o].operands.iter_mut() {
            if old.contains(v) {
                *v = new;
            }
        }
    }
}
