//! `procedures`: calls between procedures of one module become cheap. Scalar dummies that are only read are passed
//! by value, to a twin of the procedure that other objects do not see; the procedure itself becomes a call of its
//! twin. Bodies of small procedures take the place of their calls, and procedures that call themselves do more of
//! their work before they do and look whether there is any before; calls of themselves at their end are jumps.
//!
//! By value means that a dummy is read at the start of the procedure: nothing may change a dummy during a call but
//! the procedure through that dummy (Fortran 2018, 15.5.2.13), unless it is a TARGET, POINTER or VOLATILE.

use super::inline::{calls_itself, can_stand_in_kernel, note_call, put, same_signature};
use crate::analysis::alias::entity;
use crate::analysis::calls::forget_writes;
use crate::analysis::effects::{ends_program, is_box_read, is_pure, is_volatile_access, lasting_ops, makes_storage};
use crate::analysis::summaries::without_synchronization;
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::offload::recursion::TEMPLATE;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bodies with more ops stay behind their calls, but for ops after which the program ends.
const SMALL: usize = 80;
/// Procedures that call themselves are unrolled if they have no more ops.
const SMALL_RECURSION: usize = 48;
/// The same for procedures that call themselves at one place, in a loop.
const SMALL_LOOP: usize = 80;
/// Ops that a procedure may have after bodies were put into it.
const LIMIT: usize = 4000;
/// Procedures that call themselves are unrolled up to about this size.
const UNROLLED: usize = 500;
/// How deep.
const LEVELS: usize = 3;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    by_value(m, cx);
    let funcs: FxHashMap<String, Op> =
        m.top_ops(OpKind::Func).filter_map(|f| Some((m.attr_str(f, "sym")?.to_string(), f))).collect();
    let mut fit: FxHashMap<Op, bool> = FxHashMap::default();
    let mut fresh = 0usize;
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let mut size = m.walk(body).len();
        for call in m.walk(body) {
            let Some(&callee) = callee_of(m, call).and_then(|n| funcs.get(n)) else { continue };
            if callee == f {
                continue;
            }
            let ok = *fit.entry(callee).or_insert_with(|| small(m, callee, SMALL) && !calls_itself(m, &funcs, callee));
            if !ok || size > LIMIT || !same_signature(m, call, callee) {
                continue;
            }
            fresh += 1;
            size += put_named(m, call, callee, fresh).len();
            cx.count("inlined", 1);
        }
    }
    let kernels = called_in_targets(m, &funcs);
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        unroll_recursion(m, cx, f, &kernels, &mut fresh);
    }
    Ok(())
}

/// [`put`], with labels unlike those of the pass `inline`.
fn put_named(m: &mut Module, call: Op, callee: Op, fresh: usize) -> Vec<Op> {
    let added = put(m, call, callee, 1_000_000 + fresh);
    note_call(m, call, callee, &added);
    added
}

/// The procedure that an op calls, outside kernels.
fn callee_of(m: &Module, op: Op) -> Option<&str> {
    if m.kind(op) != OpKind::Call || m.flag(op, "runtime") || m.flag(op, "variadic") {
        return None;
    }
    m.attr_str(op, "callee")
}

/// Few ops, and none that belongs to a frame or a device.
fn small(m: &Module, f: Op, most: usize) -> bool {
    if m.flag(f, "main") || m.flag(f, "constructor") || !can_stand_in_kernel(m, f) {
        return false;
    }
    let body = m.region(f, 0);
    // Input and output and the like stay behind their call.
    let stays = |&o: &Op| {
        m.kind(o) == OpKind::Call
            && m.flag(o, "runtime")
            && !m.flag(o, "pure")
            && m.runtime_fn(o) != Some(rt::frt_memmove)
    };
    weight(m, body) <= most
        && m.walk(body).iter().all(|&o| plain(m, o))
        && !m.regions[body].ops.iter().flat_map(|&o| lasting_ops(m, o)).any(|o| stays(&o))
}

/// Ops of a region, without those of parts in which the program ends.
fn weight(m: &Module, r: Region) -> usize {
    let inside =
        |&o: &Op| m.ops[o].regions.iter().filter(|&&r| !ends_program(m, r)).map(|&r| weight(m, r)).sum::<usize>();
    m.regions[r].ops.iter().map(|o| 1 + inside(o)).sum()
}

/// An op that means the same in another procedure.
fn plain(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::Alloca => m.attr(op, "size").is_none(),
        OpKind::Load
        | OpKind::Store
        | OpKind::CopyObject
        | OpKind::Call
        | OpKind::Return
        | OpKind::If
        | OpKind::For
        | OpKind::While
        | OpKind::Block
        | OpKind::SelectCase
        | OpKind::Break
        | OpKind::Continue
        | OpKind::Yield
        | OpKind::CoverageCount
        | OpKind::BoxInit
        | OpKind::BoxNullify
        | OpKind::BoxSet
        | OpKind::BoxAllocate
        | OpKind::BoxDeallocate
        | OpKind::Parallel
        | OpKind::Unreachable
        | OpKind::ChrAssign => true,
        k => (is_pure(m, op) && !makes_storage(k) || is_box_read(k)) && m.ops[op].regions.is_empty(),
    }
}

/// The procedures that target regions call, directly or through others.
pub(super) fn called_in_targets(m: &Module, funcs: &FxHashMap<String, Op>) -> FxHashSet<Op> {
    let mut work: Vec<Op> = Vec::new();
    for o in m.walk(m.top) {
        if m.kind(o) == OpKind::OmpTarget {
            work.extend(m.walk(m.region(o, 0)));
        }
    }
    let mut out = FxHashSet::default();
    while let Some(o) = work.pop() {
        if let Some(&f) = callee_of(m, o).and_then(|n| funcs.get(n))
            && out.insert(f)
        {
            work.extend(m.walk(m.region(f, 0)));
        }
    }
    out
}

/// Keeps a copy of a procedure for kernels, which have no use for what is unrolled.
fn keep_template(m: &mut Module, f: Op, name: &str) {
    let copy = m.clone_op(f, &mut FxHashMap::default());
    m.set_attr(copy, "sym", Attr::Sym(format!("{name}{TEMPLATE}")));
    m.set_attr(copy, "internal", Attr::Unit);
    m.set_attr(copy, "template", Attr::Unit);
    let end = m.regions[m.top].ops.len();
    m.insert(m.top, end, copy);
}

/// Puts the body of a procedure in place of its calls of itself, a few levels deep.
fn unroll_recursion(m: &mut Module, cx: &mut PassCtx, f: Op, kernels: &FxHashSet<Op>, fresh: &mut usize) {
    let Some(name) = m.attr_str(f, "sym").map(str::to_string) else { return };
    let body = m.region(f, 0);
    let own = |m: &Module| -> Vec<Op> {
        m.walk(body).into_iter().filter(|&o| callee_of(m, o) == Some(name.as_str())).collect()
    };
    if own(m).is_empty() {
        return;
    }
    // Loops around several calls would be copied many times.
    let loops = m.walk(body).iter().any(|&o| matches!(m.kind(o), OpKind::For | OpKind::While));
    let fit = if loops { own(m).len() == 1 && small(m, f, SMALL_LOOP) } else { small(m, f, SMALL_RECURSION) };
    let guard = m.clone_op(f, &mut FxHashMap::default());
    cx.count("tail calls", super::tail_calls::run(m, f, &name, fit) as u64);
    if !fit || own(m).is_empty() {
        return;
    }
    let (template, size) = (m.clone_op(f, &mut FxHashMap::default()), m.walk(body).len());
    if kernels.contains(&f) {
        keep_template(m, f, &name);
    }
    let mut total = size;
    for _ in 0..LEVELS {
        let calls = own(m);
        if total + calls.len() * size > UNROLLED {
            break;
        }
        for call in calls {
            if same_signature(m, call, template) {
                *fresh += 1;
                total += size;
                put_named(m, call, template, *fresh);
                cx.count("unrolled recursion", 1);
            }
        }
    }
    // What ends the recursion stands before the calls that are left: most calls are of the deepest level.
    if !only_end(m, guard, &name) {
        return;
    }
    let size = m.walk(m.region(guard, 0)).len();
    for call in own(m) {
        if total + size <= LIMIT / 4 && same_signature(m, call, guard) {
            *fresh += 1;
            total += size;
            put_named(m, call, guard, *fresh);
            cx.count("ends of recursion", 1);
        }
    }
}

/// Makes of a copy of a procedure that calls itself one that does itself only what it does where it calls itself no
/// more, and leaves everything else to a call. False where the decision does not stand first in the procedure.
fn only_end(m: &mut Module, f: Op, name: &str) -> bool {
    let body = m.region(f, 0);
    let calls_in = |m: &Module, r: Region| m.walk(r).into_iter().any(|o| callee_of(m, o) == Some(name));
    let Some(call) = m.walk(body).into_iter().find(|&o| callee_of(m, o) == Some(name)) else { return false };
    // The results are loaded at the end, from cells that the call is to set.
    let Some(&last) = m.regions[body].ops.last() else { return false };
    let mut cells = Vec::new();
    for &v in m.operands(last) {
        match m.def_of(v, OpKind::Load) {
            Some(load) if !is_volatile_access(m, load) => cells.push(m.operand(load, 0)),
            _ => return false,
        }
    }
    if cells.len() != m.ops[call].results.len() {
        return false;
    }
    let mut region = body;
    let mut around: Vec<String> = Vec::new();
    loop {
        let ops = m.regions[region].ops.clone();
        let Some(i) = ops.iter().position(|&o| !repeatable(m, o)) else { return false };
        let (op, rest) = (ops[i], &ops[i + 1..]);
        let harmless = |m: &Module| rest.iter().all(|&o| o == last || only_reads(m, o));
        match m.kind(op) {
            OpKind::Block if calls_in(m, m.region(op, 0)) && harmless(m) => {
                around.push(m.attr_str(op, "label").unwrap_or_default().to_string());
                region = m.region(op, 0);
            }
            OpKind::If if m.ops[op].results.is_empty() => {
                let (a, b) = (m.region(op, 0), m.region(op, 1));
                let (inner, from) = match (calls_in(m, a), calls_in(m, b)) {
                    (true, false) if harmless(m) => (a, 0),
                    (false, true) if harmless(m) => (b, 0),
                    // The other way leaves.
                    (false, false) if m.regions[b].ops.is_empty() && leaves(m, a, &around) => (region, i + 1),
                    (false, false) if m.regions[a].ops.is_empty() && leaves(m, b, &around) => (region, i + 1),
                    _ => return false,
                };
                let old = m.regions[inner].ops[from..].to_vec();
                if inner != body && old.last().is_some_and(|&o| m.has(o, Traits::TERMINATOR)) || old.contains(&last) {
                    return false;
                }
                if !cells.iter().all(|&c| m.def(c).is_some_and(|d| !old.contains(&d) && m.ops[d].parent == Some(body)))
                {
                    return false;
                }
                let new = m.clone_op(call, &mut FxHashMap::default());
                m.set_operands(new, m.args(body).iter().copied().collect());
                let results = m.ops[new].results.clone();
                for o in old {
                    m.detach(o);
                }
                m.insert(inner, from, new);
                let mut b = Builder::at_end(m, inner);
                for (&v, &c) in results.iter().zip(&cells) {
                    b.store(v, c);
                }
                return true;
            }
            _ => return false,
        }
    }
}

/// No effects.
fn only_reads(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty() && (is_pure(m, op) || m.kind(op) == OpKind::Load && !is_volatile_access(m, op))
}

/// No effects outside the procedure's own variables.
fn repeatable(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::Alloca => m.attr(op, "size").is_none(),
        OpKind::Store => !is_volatile_access(m, op) && entity(m, m.operand(op, 1)).local().is_some(),
        _ => only_reads(m, op),
    }
}

/// True where a region ends by leaving one of the blocks of these names.
fn leaves(m: &Module, r: Region, around: &[String]) -> bool {
    let Some(&last) = m.regions[r].ops.last() else { return false };
    match m.kind(last) {
        OpKind::Break => m.attr_str(last, "label").is_some_and(|l| around.iter().any(|a| a == l)),
        OpKind::Block => leaves(m, m.region(last, 0), around),
        _ => false,
    }
}

/// What becomes of a procedure whose scalars are passed by value.
struct Twin {
    func: Op,
    name: String,
    /// The arguments concerned, with the types of the scalars.
    args: Vec<(usize, Type)>,
}

/// Passes scalars by value where a procedure only reads them, and always finds the same there: it does not wait for other
/// threads, which might write them.
fn by_value(m: &mut Module, cx: &mut PassCtx) {
    let mut called: FxHashSet<String> = FxHashSet::default();
    for op in m.walk(m.top) {
        if let Some(name) = callee_of(m, op)
            && !called.contains(name)
        {
            called.insert(name.to_string());
        }
    }
    let quiet = without_synchronization(m);
    // What each procedure reads only, as long as the procedures that it passes its dummies on to do so.
    let mut twins: FxHashMap<String, Twin> = FxHashMap::default();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let Some(name) = m.attr_str(f, "sym") else { continue };
        if !called.contains(name)
            || !quiet.contains(name)
            || m.flag(f, "main")
            || m.flag(f, "available")
            || m.flag(f, "constructor")
        {
            continue;
        }
        let args = scalars(m, f);
        twins.insert(name.to_string(), Twin { func: f, name: format!("{name}.val"), args });
    }
    twins.retain(|_, t| !t.args.is_empty());
    let names: Vec<String> = twins.keys().cloned().collect();
    loop {
        let mut changed = false;
        for name in &names {
            let t = &twins[name];
            let keep: Vec<(usize, Type)> =
                t.args.iter().copied().filter(|&(i, _)| only_read(m, &twins, t.func, i)).collect();
            changed |= keep.len() != t.args.len();
            if let Some(t) = twins.get_mut(name) {
                t.args = keep;
            }
        }
        if !changed {
            break;
        }
    }
    twins.retain(|_, t| !t.args.is_empty());
    let mut order: Vec<&Twin> = twins.values().collect();
    order.sort_by_key(|t| t.func);
    for t in order {
        split(m, t.func, &t.args, &t.name);
        cx.count("by value", t.args.len() as u64);
    }
    for call in m.walk(m.top) {
        let Some(t) = callee_of(m, call).and_then(|n| twins.get(n)) else { continue };
        if !fits(m, call, t) {
            continue;
        }
        for &(i, _) in &t.args {
            let v = m.operand(call, i);
            let v = Builder::before(m, call).load(v);
            m.set_operand(call, i, v);
            forget_writes(m, call, i);
        }
        m.set_attr(call, "callee", Attr::Sym(t.name.clone()));
    }
}

/// True where a call gives references of the scalars that the procedure takes.
fn fits(m: &Module, call: Op, t: &Twin) -> bool {
    let params = m.args(m.region(t.func, 0));
    m.operands(call).len() == params.len()
        && m.ops[call].results.len() == m.attr(t.func, "results").map_or(0, |r| r.items().len())
        && t.args.iter().all(|&(i, _)| m.ty(m.operand(call, i)) == m.ty(params[i]))
}

/// Arguments that are references of scalars declared as ordinary dummies, with the types of the scalars.
fn scalars(m: &Module, f: Op) -> Vec<(usize, Type)> {
    let body = m.region(f, 0);
    let mut out = Vec::new();
    for (i, &a) in m.args(body).iter().enumerate() {
        let TypeKind::Ref(e) = m.tk(a) else { continue };
        let plain = matches!(m.types.kind(*e), TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Logical(_));
        // Those of 16 bytes may have no place behind other arguments.
        if !plain || m.types.is_wide(*e) {
            continue;
        }
        let [(declare, 0)] = m.uses(a)[..] else { continue };
        if m.kind(declare) != OpKind::Declare {
            continue;
        }
        if m.choices(declare).all(|a| matches!(a, DeclareAttr::Dummy | DeclareAttr::IntentIn)) {
            out.push((i, *e));
        }
    }
    out
}

/// True where a scalar dummy is loaded only, or passed on to where it is.
fn only_read(m: &Module, twins: &FxHashMap<String, Twin>, f: Op, i: usize) -> bool {
    let a = m.args(m.region(f, 0))[i];
    let [(declare, 0)] = m.uses(a)[..] else { return false };
    m.uses(m.result(declare)).iter().all(|&(o, k)| match m.kind(o) {
        OpKind::Load => !is_volatile_access(m, o),
        OpKind::Call => callee_of(m, o)
            .and_then(|n| twins.get(n))
            .is_some_and(|t| t.args.iter().any(|&(j, _)| j == k) && fits(m, o, t)),
        _ => false,
    })
}

/// Makes the twin with the body, and of the procedure a call of it.
fn split(m: &mut Module, f: Op, args: &[(usize, Type)], twin: &str) {
    let copy = m.clone_op(f, &mut FxHashMap::default());
    let (top, at) = m.position(f);
    m.insert(top, at + 1, copy);
    m.set_attr(copy, "sym", Attr::Sym(twin.into()));
    m.set_attr(copy, "internal", Attr::Unit);
    m.remove_attr(copy, "export");
    let body = m.region(copy, 0);
    for &(i, ty) in args {
        let a = m.args(body)[i];
        let reference = m.ty(a);
        let first = m.regions[body].ops[0];
        let cell = Builder::before(m, first).op(OpKind::Alloca).result(reference).value();
        m.replace_uses(body, a, cell);
        m.values[a].ty = ty;
        let first = m.regions[body].ops[1];
        Builder::before(m, first).store(a, cell);
    }
    let old = m.region(f, 0);
    let loc = m.ops[f].loc;
    for op in m.regions[old].ops.clone() {
        m.detach(op);
    }
    let params = m.args(old).to_vec();
    let results: Vec<Type> = m
        .attr(f, "results")
        .map(Attr::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|a| if let Attr::Type(t) = a { Some(*t) } else { None })
        .collect();
    let (byval, struct_result) = (m.attr(f, "byval").cloned(), m.flag(f, "struct_result"));
    let mut b = Builder::at_end(m, old);
    let mut given = Vec::new();
    for (i, &p) in params.iter().enumerate() {
        given.push(if args.iter().any(|a| a.0 == i) { b.load(p) } else { p });
    }
    let call = b
        .op(OpKind::Call)
        .args(&given)
        .attr("callee", Attr::Sym(twin.into()))
        .attr_opt("byval", byval)
        .flag("struct_result", struct_result)
        .results(&results)
        .build();
    let out: Vec<Value> = b.m.ops[call].results.to_vec();
    b.op(OpKind::Return).args(&out).build();
    for op in m.walk(old) {
        m.ops[op].loc = loc;
    }
}
