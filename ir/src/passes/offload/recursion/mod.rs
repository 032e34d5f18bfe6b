//! Procedures that call themselves, directly or through others, and such that jump to labels, where threads of kernels call
//! them: a kernel calls nothing, and has structured control flow only.
//!
//! The call becomes a loop over states. The bodies of all procedures that take part are cut where they call one of them
//! and at their labels ([`states`]), code without such calls stays as it is. What lives over a call lies in a frame, which each activation takes
//! from the pool of its thread ([`frames`]; `dev.take`). Before that all that is passed is made scalar ([`signature`]):
//! variables go in and out by value, arrays as the distance from what the first call gives, and what every call passes on as
//! it came is no argument at all.

mod frames;
mod pooled;
mod signature;
mod states;

use super::library;
use crate::entity::{Op, Region, Value};
use crate::module::{Module, Point};
use crate::ops::OpKind;
use crate::passes::descriptors;
use crate::passes::inline::{calls_itself, can_stand_in_kernel, put, rename_labels, same_signature};
use rustc_hash::FxHashMap;

/// What `procedures` calls the body of a procedure as it was before its calls of itself were unrolled.
pub const TEMPLATE: &str = ".once";

/// How deep calls of procedures are followed that do not call themselves.
const DEPTH: usize = 24;

/// Ops that the procedures of one call may have.
const LIMIT: usize = 20_000;

/// A procedure that takes part.
struct Procedure {
    /// Its link name.
    name: String,
    /// As the program names it.
    readable: String,
    /// The copy of it that is cut.
    func: Op,
}

/// Makes loops of the calls of recursive procedures, and of those with labels, by threads. A call stays where that cannot be done. `plan`: the body of
/// the target region; `of_thread`: whether an op is run by threads of a kernel.
pub fn expand(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    let calls: Vec<Op> = m.walk(plan).into_iter().filter(|&o| callee(m, o).is_some() && of_thread(m, o)).collect();
    if calls.is_empty() {
        return;
    }
    let funcs: FxHashMap<String, Op> =
        m.top_ops(OpKind::Func).filter_map(|f| Some((m.attr_str(f, "sym")?.to_string(), f))).collect();
    let mut fresh = 0;
    let (mut any, mut plain) = (false, false);
    let mut work: Vec<(Op, usize)> = calls.into_iter().map(|o| (o, 0)).collect();
    while let Some((call, depth)) = work.pop() {
        let Some(f) = callee(m, call).and_then(|n| funcs.get(n)).copied() else { continue };
        if is_cut(m, &funcs, f) {
            any |= one(m, plan, call, &funcs, &mut fresh).is_some();
            continue;
        }
        // It did call itself once: the calls at its end have become a loop.
        let size = m.walk(m.region(f, 0)).len();
        if depth < DEPTH && size <= LIMIT && can_stand_in_kernel(m, f) && same_signature(m, call, f) {
            fresh += 1;
            let loc = m.ops[call].loc;
            for o in put(m, call, f, 3_000_000 + fresh) {
                m.ops[o].loc = loc;
                if callee(m, o).is_some() {
                    work.push((o, depth + 1));
                }
            }
            plain = true;
        }
    }
    if plain {
        without_declarations(m, plan);
        descriptors::forward(m, plan);
    }
    if any || plain {
        library::replace(m, plan);
    }
}

/// The procedure of the program that an op calls.
fn callee(m: &Module, op: Op) -> Option<&str> {
    if m.kind(op) != OpKind::Call || m.flag(op, "runtime") || m.flag(op, "variadic") {
        return None;
    }
    m.attr_str(op, "callee")
}

/// The procedure has to be cut.
fn is_cut(m: &Module, funcs: &FxHashMap<String, Op>, f: Op) -> bool {
    m.walk(m.region(f, 0)).into_iter().any(|o| m.kind(o) == OpKind::Label) || calls_itself(m, funcs, f)
}

/// The body of a procedure can be cut: it returns at its end, and does what threads can do.
fn can_be_cut(m: &Module, f: Op) -> bool {
    let body = m.region(f, 0);
    let last = m.regions[body].ops.last().copied();
    m.walk(body).into_iter().all(|o| match m.kind(o) {
        OpKind::Return => Some(o) == last,
        OpKind::OmpTarget | OpKind::OmpParallel => false,
        _ => true,
    })
}

fn one(m: &mut Module, plan: Region, call: Op, funcs: &FxHashMap<String, Op>, fresh: &mut usize) -> Option<()> {
    let mut all: Vec<Procedure> = Vec::new();
    let pool = pooled::pool(m, plan);
    let made = |m: &Module, v: Value| m.def_of(v, OpKind::BoxMake).is_some();
    let descriptors: Vec<Value> = m.operands(call).iter().copied().filter(|&v| made(m, v)).collect();
    let done = collect(m, call, funcs, &mut all, fresh)
        .map(|()| all.iter().for_each(|p| pooled::allocations(m, m.region(p.func, 0), pool)))
        .and_then(|()| signature::scalars(m, call, &all, pool))
        .and_then(|entry| states::cut(m, plan, call, &entry, &all));
    for p in &all {
        m.detach(p.func);
    }
    pooled::drop_unused(m, pool);
    for v in descriptors {
        if let Some(d) = m.def(v).filter(|_| m.users(v).is_empty()) {
            m.detach(d);
        }
    }
    done
}

/// Copies of the procedures that take part, with the bodies of all others that they call in place of the calls.
fn collect(
    m: &mut Module,
    call: Op,
    funcs: &FxHashMap<String, Op>,
    all: &mut Vec<Procedure>,
    fresh: &mut usize,
) -> Option<()> {
    let loc = m.ops[call].loc;
    let mut names = vec![callee(m, call)?.to_string()];
    let mut size = 0;
    while let Some(name) = names.get(all.len()).cloned() {
        let original = *funcs.get(&name)?;
        let body = funcs.get(&format!("{name}{TEMPLATE}")).copied().unwrap_or(original);
        let func = m.clone_op(body, &mut FxHashMap::default());
        let readable = m.attr_str(original, "source_name").unwrap_or(&name).to_string();
        let end = m.regions[m.top].ops.len();
        m.insert(m.top, end, func);
        all.push(Procedure { name, readable, func });
        if !can_be_cut(m, func) {
            return None;
        }
        let region = m.region(func, 0);
        let mut work = m.walk(region);
        while let Some(o) = work.pop() {
            let Some(name) = callee(m, o).map(str::to_string) else { continue };
            let f = *funcs.get(&name)?;
            if is_cut(m, funcs, f) {
                if !names.contains(&name) {
                    names.push(name);
                }
                continue;
            }
            size += m.walk(m.region(f, 0)).len();
            if size > LIMIT || !can_stand_in_kernel(m, f) || !same_signature(m, o, f) {
                return None;
            }
            *fresh += 1;
            work.extend(put(m, o, f, 2_000_000 + *fresh));
        }
        *fresh += 1;
        let ops = m.walk(region);
        size += ops.len();
        if size > LIMIT {
            return None;
        }
        rename_labels(m, &ops, 2_000_000 + *fresh);
        for o in ops {
            m.ops[o].loc = loc;
        }
        without_declarations(m, region);
        descriptors::forward(m, region);
    }
    Some(())
}

/// Variables are known by their storage.
fn without_declarations(m: &mut Module, region: Region) {
    for o in m.walk(region) {
        if m.kind(o) == OpKind::Declare {
            let (old, new) = (m.result(o), m.operand(o, 0));
            if m.ty(old) == m.ty(new) {
                m.replace_uses(region, old, new);
                m.detach(o);
            }
        }
    }
}

/// The procedure that an op calls, if it takes part.
fn called(m: &Module, op: Op, all: &[Procedure]) -> Option<usize> {
    let name = callee(m, op)?;
    all.iter().position(|p| p.name == name)
}

/// The op calls one of the procedures or is a label, or holds such an op.
fn is_cut_at(m: &Module, op: Op, all: &[Procedure]) -> bool {
    let here = |o: Op| m.kind(o) == OpKind::Label || called(m, o, all).is_some();
    here(op) || m.ops[op].regions.iter().any(|&r| m.walk(r).into_iter().any(here))
}

/// Jumps lead to it, or into it.
fn holds_label(m: &Module, op: Op) -> bool {
    let here = |o: Op| m.kind(o) == OpKind::Label;
    here(op) || m.ops[op].regions.iter().any(|&r| m.walk(r).into_iter().any(here))
}

/// Where a region ends.
fn end_of(region: Region) -> Point {
    Point { region, at: None }
}

/// What the call that a thread comes to gives.
struct Entry {
    /// The scalars that the first procedure takes.
    args: Vec<Value>,
    /// Scalars that it leaves in variables: which of its results each is, the variable, and whether there is one, where that is
    /// not certain.
    out: Vec<(usize, Value, Option<Value>)>,
    /// What each procedure takes.
    params: Vec<Vec<Value>>,
}
