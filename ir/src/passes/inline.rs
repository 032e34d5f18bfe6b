//! `inline`: the bodies of procedures of the module in place of their calls, where the caller is the body of an
//! array operation or of parallel iterations, or a target region (a kernel calls nothing).
//!
//! Where the program counts what it runs, only target regions get bodies, without the counting.
//!
//! A procedure can be inlined where its only `func.return` is the last op of its body (RETURN leaves the block around
//! the statements), it has no jumps to labels, and it does not call itself, directly or through others. Labels get
//! fresh names; local variables come along as they are, as nothing of them outlives the call. Calls of dummy procedures and of
//! type-bound ones are calls of the procedures that these are, once that is known.

use crate::analysis::nesting;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, InlinedCall, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError, dispatch};
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Ops that inlining may add to one procedure.
const BUDGET: usize = 40_000;
/// How deep calls are followed.
const DEPTH: usize = 24;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let funcs: FxHashMap<String, Op> =
        m.top_ops(OpKind::Func).filter_map(|f| Some((m.attr_str(f, "sym")?.to_string(), f))).collect();
    let mut fit: FxHashMap<(Op, Place), bool> = FxHashMap::default();
    let mut fresh = 0usize;
    let counted = m.top_ops(OpKind::CoverageFile).next().is_some();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let mut budget = BUDGET;
        let mut work: Vec<(Op, usize)> =
            m.walk(m.region(f, 0)).into_iter().filter(|&o| wanted(m, o)).map(|o| (o, 0)).collect();
        while let Some((call, depth)) = work.pop() {
            name_target(m, call);
            if m.kind(call) == OpKind::CallPtr && place_of(m, call) != Place::Iteration {
                let calls = dispatch::choose(m, call, &funcs).unwrap_or_default();
                cx.count("dispatched", u64::from(!calls.is_empty()));
                work.extend(calls.into_iter().map(|o| (o, depth)));
                continue;
            }
            let Some(name) = m.attr_str(call, "callee").map(str::to_string) else { continue };
            let Some(&callee) = funcs.get(&name) else { continue };
            if depth > DEPTH {
                continue;
            }
            let place_of_call = place_of(m, call);
            if counted && place_of_call == Place::Iteration {
                continue;
            }
            let ok = *fit
                .entry((callee, place_of_call))
                .or_insert_with(|| can_stand_at(m, callee, place_of_call) && !calls_itself(m, &funcs, callee));
            let size = m.walk(m.region(callee, 0)).len();
            if !ok || size > budget || !same_signature(m, call, callee) || !nests(m, call, callee) {
                continue;
            }
            budget -= size;
            fresh += 1;
            for op in place(m, call, callee, fresh) {
                if wanted(m, op) {
                    work.push((op, depth + 1));
                }
            }
            cx.count("calls", 1);
        }
    }
    if counted {
        uncount_targets(m);
    }
    Ok(())
}

/// Nothing is counted in target regions.
fn uncount_targets(m: &mut Module) {
    let targets: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::OmpTarget).collect();
    for t in targets {
        for o in m.walk(m.region(t, 0)) {
            if m.kind(o) == OpKind::CoverageCount {
                m.detach(o);
            }
        }
    }
}

/// A call by address names the procedure, where that is known: a dummy procedure whose actual argument is, a procedure bound
/// to a type where the object's dynamic type is.
fn name_target(m: &mut Module, call: Op) {
    if m.kind(call) != OpKind::CallPtr {
        return;
    }
    let Some(name) = procedure_at(m, m.operand(call, 0)) else { return };
    let args = m.operands(call)[1..].iter().copied().collect();
    m.ops[call].kind = OpKind::Call;
    m.set_operands(call, args);
    m.set_attr(call, "callee", Attr::Sym(name));
}

/// The procedure at an address.
fn procedure_at(m: &Module, v: Value) -> Option<String> {
    let d = m.def(v)?;
    match m.kind(d) {
        OpKind::FuncAddr => m.attr_str(d, "callee").map(str::to_string),
        OpKind::CastRef | OpKind::Declare => procedure_at(m, m.operand(d, 0)),
        OpKind::Load => {
            // A table of the type's procedures.
            let (at, offset) = slot(m, v)?;
            let table = type_at(m, at)?;
            let global = m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(&table))?;
            let entries = m.attr(global, "relocs").filter(|_| m.flag(global, "constant"))?;
            let entry = entries.items().iter().find(|e| e.items().first().and_then(Attr::as_int) == Some(offset))?;
            match entry.items() {
                [_, name] => name.as_str().map(str::to_string),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type descriptor from which the address of a procedure is loaded, and the offset in it.
pub(super) fn slot(m: &Module, v: Value) -> Option<(Value, i64)> {
    let (mut at, mut offset) = (m.operand(m.def_of(v, OpKind::Load)?, 0), 0);
    loop {
        let d = m.def(at)?;
        match m.kind(d) {
            OpKind::CastRef => {}
            OpKind::PtrAdd => offset += m.const_int(m.operand(d, 1))?,
            OpKind::AddrOf | OpKind::BoxDyn => return Some((at, offset)),
            _ => return None,
        }
        at = m.operand(d, 0);
    }
}

/// The type descriptor at an address, of which the program says which it is.
fn type_at(m: &Module, v: Value) -> Option<String> {
    let d = m.def(v)?;
    match m.kind(d) {
        OpKind::AddrOf if m.attr_int(d, "offset").unwrap_or(0) == 0 => m.attr_str(d, "sym").map(str::to_string),
        OpKind::BoxDyn => {
            let mut made = m.operand(d, 0);
            while let Some(c) = m.def(made).filter(|&c| matches!(m.kind(c), OpKind::CastRef | OpKind::Declare)) {
                made = m.operand(c, 0);
            }
            m.def_of(made, OpKind::BoxMake)?;
            let mut sets = m.users(made).into_iter().filter(|&u| m.kind(u) == OpKind::BoxSetDyn);
            let set = sets.next().filter(|_| sets.next().is_none())?;
            type_at(m, m.operand(set, 1))
        }
        _ => None,
    }
}

/// A call where no call should be left.
fn wanted(m: &Module, op: Op) -> bool {
    if !matches!(m.kind(op), OpKind::Call | OpKind::CallPtr) || m.flag(op, "runtime") {
        return false;
    }
    let mut at = op;
    while let Some(p) = m.parent_op(at) {
        if matches!(
            m.kind(p),
            OpKind::ArrayElemental | OpKind::ArrayForall | OpKind::Parallel | OpKind::Reduce | OpKind::OmpTarget
        ) {
            return true;
        }
        at = p;
    }
    false
}

/// Where a call stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// In an array operation or parallel iterations.
    Iteration,
    /// In a target region, where no threads share work yet.
    Target,
    /// A thread of a target region makes it.
    Thread,
}

fn place_of(m: &Module, call: Op) -> Place {
    let mut at = call;
    let mut threads = false;
    while let Some(p) = m.parent_op(at) {
        match m.kind(p) {
            OpKind::OmpTarget => return if threads { Place::Thread } else { Place::Target },
            k => threads |= matches!(k, OpKind::OmpParallel | OpKind::OmpWsLoop),
        }
        at = p;
    }
    Place::Iteration
}

/// The body of a procedure can stand in place of a call there.
fn can_stand_at(m: &Module, f: Op, place: Place) -> bool {
    match place {
        Place::Iteration => can_inline(m, f),
        Place::Thread => can_stand_in_kernel(m, f),
        // A procedure with parallel constructs has work for the device, whatever else it does.
        Place::Target => can_inline(m, f) || has_parallel(m, f) && returns_at_end(m, f, true),
    }
}

fn has_parallel(m: &Module, f: Op) -> bool {
    m.walk(m.region(f, 0)).into_iter().any(|o| matches!(m.kind(o), OpKind::OmpParallel | OpKind::OmpTeams))
}

/// True where the body of a procedure can stand in place of a call.
pub(crate) fn can_inline(m: &Module, f: Op) -> bool {
    // Input and output, allocation and the like stay behind their call.
    let stays = |o: Op| {
        m.kind(o) == OpKind::Unreachable || m.kind(o) == OpKind::Call && m.flag(o, "runtime") && !m.flag(o, "pure")
    };
    can_stand_in_kernel(m, f) && !m.walk(m.region(f, 0)).into_iter().any(stays)
}

/// True where the body of a procedure can stand in place of a call of a thread of a kernel, which calls nothing.
pub(super) fn can_stand_in_kernel(m: &Module, f: Op) -> bool {
    returns_at_end(m, f, false)
}

/// The procedure has structured control flow and returns at its end. `parallel`: it may have parallel constructs.
fn returns_at_end(m: &Module, f: Op, parallel: bool) -> bool {
    let body = m.region(f, 0);
    let Some(&last) = m.regions[body].ops.last() else { return false };
    m.kind(last) == OpKind::Return
        && m.walk(body).into_iter().all(|o| match m.kind(o) {
            OpKind::Return => o == last,
            OpKind::Label | OpKind::Goto | OpKind::OmpTarget => false,
            OpKind::OmpParallel => parallel,
            _ => true,
        })
}

/// True where constructs of OpenMP in the body of a procedure may stand where a call is.
fn nests(m: &Module, call: Op, f: Op) -> bool {
    m.walk(m.region(f, 0)).into_iter().all(|o| nesting::fault(m, o, call).is_none())
}

/// True where a procedure may call itself, directly or through others of the module.
pub(super) fn calls_itself(m: &Module, funcs: &FxHashMap<String, Op>, f: Op) -> bool {
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let mut work = vec![f];
    while let Some(at) = work.pop() {
        for o in m.walk(m.region(at, 0)) {
            if m.kind(o) != OpKind::Call {
                continue;
            }
            let Some(&g) = m.attr_str(o, "callee").and_then(|s| funcs.get(s)) else { continue };
            if g == f {
                return true;
            }
            if seen.insert(g) {
                work.push(g);
            }
        }
    }
    false
}

/// True where the call gives the procedure what it takes, up to the types of references.
pub(super) fn same_signature(m: &Module, call: Op, f: Op) -> bool {
    takes(m, m.operands(call), &m.ops[call].results, f)
}

/// True where a procedure takes such arguments and gives such results, up to the types of references.
pub(super) fn takes(m: &Module, args: &[Value], given: &[Value], f: Op) -> bool {
    let params = m.args(m.region(f, 0));
    let address = |v: Value| matches!(m.tk(v), TypeKind::Ref(_) | TypeKind::Ptr);
    let last = *m.regions[m.region(f, 0)].ops.last().expect("procedures return");
    let results = m.operands(last);
    params.len() == args.len()
        && params.iter().zip(args).all(|(&p, &a)| m.ty(p) == m.ty(a) || address(p) && address(a))
        && results.len() == given.len()
        && results.iter().zip(given).all(|(&a, &b)| m.ty(a) == m.ty(b))
}

/// Puts the body in place of the call, its ops at the place of the call in the source; returns all ops that came.
fn place(m: &mut Module, call: Op, f: Op, fresh: usize) -> Vec<Op> {
    let loc = m.ops[call].loc;
    let added = put(m, call, f, fresh);
    for &op in &added {
        m.ops[op].loc = loc;
    }
    added
}

/// Puts the body in place of the call; returns all ops that came.
pub(crate) fn put(m: &mut Module, call: Op, f: Op, fresh: usize) -> Vec<Op> {
    let body = m.region(f, 0);
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    for (i, p) in m.args(body).to_vec().into_iter().enumerate() {
        let (a, ty) = (m.operand(call, i), m.ty(p));
        let a = if m.ty(a) == ty { a } else { Builder::before(m, call).unary(OpKind::CastRef, a, ty) };
        map.insert(p, a);
    }
    let (region, mut at) = m.position(call);
    let ops = m.regions[body].ops.clone();
    let (last, rest) = ops.split_last().expect("checked by can_inline");
    let mut added = Vec::new();
    for &op in rest {
        let copy = m.clone_op(op, &mut map);
        m.insert(region, at, copy);
        at += 1;
        added.push(copy);
        for r in m.ops[copy].regions.clone() {
            added.extend(m.walk(r));
        }
    }
    rename_labels(m, &added, fresh);
    let scope = root(m, region);
    let results = m.ops[call].results.clone();
    for (i, old) in results.into_iter().enumerate() {
        let v = m.operand(*last, i);
        let new = *map.get(&v).unwrap_or(&v);
        m.replace_uses(scope, old, new);
    }
    m.detach(call);
    added
}

/// Ops in place of a call say so, for debuggers.
pub(super) fn note_call(m: &mut Module, call: Op, f: Op, added: &[Op]) {
    let (at, procedure) = (m.ops[call].loc, m.ops[f].loc.place());
    if at.line == 0 || procedure.line == 0 {
        return;
    }
    let text = |key: &str| m.attr_str(f, key).unwrap_or_default().to_string();
    let (callee, name) = (text("sym"), text("source_name"));
    m.calls.push(InlinedCall { callee, name, procedure, at });
    // What stood in place of calls there already does so here: by the number there that here.
    let mut numbers = FxHashMap::from_iter([(0, m.calls.len() as u32)]);
    for &op in added {
        let inner = m.ops[op].loc.call;
        m.ops[op].loc.call = number_here(m, inner, &mut numbers);
    }
}

fn number_here(m: &mut Module, there: u32, numbers: &mut FxHashMap<u32, u32>) -> u32 {
    if let Some(&n) = numbers.get(&there) {
        return n;
    }
    let mut c = m.calls[there as usize - 1].clone();
    c.at.call = number_here(m, c.at.call, numbers);
    m.calls.push(c);
    let n = m.calls.len() as u32;
    numbers.insert(there, n);
    n
}

pub(super) fn rename_labels(m: &mut Module, ops: &[Op], fresh: usize) {
    let mut own: FxHashSet<String> = FxHashSet::default();
    for &op in ops {
        if !m.ops[op].regions.is_empty() {
            own.extend(m.attr_str(op, "label").map(str::to_string));
        }
    }
    for &op in ops {
        if let Some(l) = m.attr_str(op, "label").filter(|l| own.contains(*l)) {
            let l = format!("{l}.in{fresh}");
            m.set_attr(op, "label", Attr::str(&l));
        }
    }
}

/// Body of the procedure that a region lies in.
fn root(m: &Module, mut r: Region) -> Region {
    while let Some(op) = m.regions[r].parent {
        if m.kind(op) == OpKind::Func {
            return r;
        }
        match m.ops[op].parent {
            Some(p) => r = p,
            None => return r,
        }
    }
    r
}
