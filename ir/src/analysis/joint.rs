//! Loops that are one pass over their indices.
//!
//! Neighbours of equal extents, reductions among them, run as one pass where what a later loop needs of an earlier one is of
//! the same iteration: each iteration of the pass is that of all loops, in their order. Nothing marks such loops before
//! they are a kernel (`one_pass`): those who make kernels and loops of them ask [`group`], which looks at the loops as they
//! stand, side by side.

use super::alias::{Alias, compare, place};
use super::effects::{Access, clobbers, is_volatile_access, lasting_ops, reads, writes};
use super::poly::{Atom, Poly, Space, extent_bound};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most ops of the bodies that run together.
pub const MAX_OPS: usize = 400;

/// Most arrays and scalars in memory that loops use together: each takes a storage buffer of the kernel, of which devices
/// have no more than about thirty.
pub const MAX_OBJECTS: usize = 24;

/// Reductions of so many elements in each iteration stay in a loop of their own.
const LONG_REDUCTION: i64 = 2048;

/// Most pairs of accesses that are compared.
const MAX_PAIRS: usize = 10_000;

/// Most reductions of a pass: each keeps what it came to in registers, and in memory of a workgroup.
const MAX_REDUCTIONS: usize = 6;

/// Accesses of everything in a loop's body.
pub fn accesses(m: &Module, r: Region) -> (Vec<Access>, Vec<Access>) {
    let (mut rd, mut wr) = (Vec::new(), Vec::new());
    for o in m.walk(r) {
        rd.extend(reads(m, o));
        wr.extend(writes(m, o));
    }
    (rd, wr)
}

/// Number of objects in memory outside of these regions that they refer to.
pub fn objects(m: &Module, regions: &[Region]) -> usize {
    let mut seen = FxHashSet::default();
    for &r in regions {
        seen.extend(
            m.free_values(r).into_iter().filter(|&v| matches!(m.tk(v), TypeKind::View { .. } | TypeKind::Ref(_))),
        );
    }
    seen.len()
}

/// True where an iteration may be a reduction of many elements: devices have better ways for those that stand alone, and
/// what other loops share with them is little.
pub fn has_long_reduction(m: &Module, body: Region) -> bool {
    m.walk(body).into_iter().any(|o| {
        m.kind(o) == OpKind::Reduce && {
            let list = m.group(o, "extents").iter().map(|&v| m.const_int(v));
            let n = list.reduce(|a, b| a?.checked_mul(b?)).flatten();
            n.is_none_or(|n| n >= LONG_REDUCTION)
        }
    })
}

/// True where the subscripts name every index, each alone in one subscript: different iterations
/// access different places.
pub fn covers(subs: &[Poly], indices: usize) -> bool {
    (0..indices).all(|k| {
        subs.iter().any(|s| match s.split() {
            Some((_, coefs)) => matches!(coefs[..], [(i, c)] if usize::from(i) == k && c != 0),
            None => false,
        })
    })
}

/// True where every dependence of the second loop (its body) on the first is from an iteration to the same iteration. Both
/// have these extents.
pub fn same_iteration(m: &Module, extents: &[Value], ra: Region, rb: Region) -> bool {
    let none = vec![0; extents.len()];
    same_iteration_shifted(m, extents, (ra, &none), (rb, &none))
}

/// The same of loops each of which has only the iterations from one in each dimension on, as many as it has: its first iteration is
/// that one.
pub fn same_iteration_shifted(
    m: &Module,
    extents: &[Value],
    (ra, from_a): (Region, &[i64]),
    (rb, from_b): (Region, &[i64]),
) -> bool {
    let (first_reads, first_writes) = accesses(m, ra);
    let (next_reads, next_writes) = accesses(m, rb);
    if first_writes.contains(&Access::All)
        || (first_reads.len() + first_writes.len()) * (next_reads.len() + next_writes.len()) > MAX_PAIRS
    {
        return false;
    }
    let mut space = Space::default();
    let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
    for (k, &e) in extents.iter().enumerate() {
        space.bounds.push(Some(extent_bound(m, e, &FxHashMap::default())));
        let p = Poly::atom(Atom::Index(k as u16));
        env.insert(m.args(ra)[k], p.sub(&Poly::constant(from_a[k])));
        env.insert(m.args(rb)[k], p.sub(&Poly::constant(from_b[k])));
    }
    let varying = |v: Value| m.home(v).is_some_and(|h| m.is_inside(h, ra) || m.is_inside(h, rb));
    let apart = |x: Access, y: Access| match (x, y) {
        (Access::Data(p), Access::Data(q)) => {
            let scalar = |v: Value| m.types.rank(m.ty(v)) == 0;
            if scalar(p) && scalar(q) {
                let (pp, pq) = (place(m, p, vec![], &env), place(m, q, vec![], &env));
                // The same place in the same iteration: program order holds there. Only subscripts tell
                // iterations apart: a place without them is shared by all.
                match compare(m, &pp, &pq, &space, &varying) {
                    Alias::Disjoint => true,
                    Alias::Same => covers(&pp.subs, extents.len()),
                    _ => false,
                }
            } else {
                !clobbers(m, x, y)
            }
        }
        _ => !clobbers(m, x, y),
    };
    first_writes.iter().all(|&w| next_reads.iter().chain(&next_writes).all(|&x| apart(w, x)))
        && next_writes.iter().all(|&w| first_reads.iter().all(|&x| apart(w, x)))
}

/// True where the order of a loop and of what reads and writes these places outside of it is of no importance.
pub fn apart_from_loop(m: &Module, op: Op, outer_reads: &[Access], outer_writes: &[Access]) -> bool {
    let body = m.region(op, 0);
    let (loop_reads, loop_writes) = accesses(m, body);
    let mut space = Space::default();
    let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
    for (k, (&e, &arg)) in m.group(op, "extents").iter().zip(m.args(body)).enumerate() {
        space.bounds.push(Some(extent_bound(m, e, &FxHashMap::default())));
        env.insert(arg, Poly::atom(Atom::Index(k as u16)));
    }
    let varying = |v: Value| m.home(v).is_some_and(|h| m.is_inside(h, body));
    let scalar = |v: Value| m.types.rank(m.ty(v)) == 0;
    let apart = |x: Access, y: Access| match (x, y) {
        (Access::Data(p), Access::Data(q)) if scalar(p) && scalar(q) => {
            let (pp, pq) = (place(m, p, vec![], &env), place(m, q, vec![], &env));
            compare(m, &pp, &pq, &space, &varying) == Alias::Disjoint
        }
        _ => !clobbers(m, x, y),
    };
    outer_writes.iter().all(|&w| loop_reads.iter().chain(&loop_writes).all(|&x| apart(w, x)))
        && loop_writes.iter().all(|&w| outer_reads.iter().all(|&x| apart(w, x)))
}

/// True for a loop that may share a pass with others.
pub fn shares(m: &Module, op: Op) -> bool {
    use OpKind::*;
    if !matches!(m.kind(op), Parallel | Reduce)
        || m.group(op, "extents").is_empty()
        || m.attr(op, "label").is_some()
        || m.attr(op, "schedule").is_some()
    {
        return false;
    }
    let body = m.region(op, 0);
    let whole = m.kind(op) == Parallel || m.ops[op].results.len() == 1;
    whole && !leaves(m, body) && !has_long_reduction(m, body)
}

/// True where iterations may end otherwise than at their end, or do what is no matter of numbers in memory: threads that leave a loop, and
/// what they take and say, are matters of their own.
pub fn leaves(m: &Module, body: Region) -> bool {
    use OpKind::*;
    m.walk(body).into_iter().any(|o| {
        matches!(m.kind(o), Break | Continue | Return | Goto | Label | Unreachable)
            || m.info(o).name.starts_with("dev.")
            || is_volatile_access(m, o)
    })
}

/// True where a loop uses results of loops before it.
fn uses_results(m: &Module, op: Op, before: &[Op]) -> bool {
    let results: Vec<Value> = before.iter().flat_map(|&o| m.ops[o].results.to_vec()).collect();
    !results.is_empty() && lasting_ops(m, op).into_iter().any(|o| m.operands(o).iter().any(|v| results.contains(v)))
}

/// True where `next`, whose extents are equal to those of the loops of `pass`, can be the last one of that pass. All of them
/// may share passes.
pub fn fits(m: &Module, pass: &[Op], next: Op) -> bool {
    let Some(&first) = pass.first() else { return false };
    let body = m.region(next, 0);
    let mut bodies: Vec<Region> = pass.iter().map(|&o| m.region(o, 0)).collect();
    let all = pass.iter().chain([&next]);
    let reductions = all.filter(|&&o| m.kind(o) == OpKind::Reduce).count();
    let ops: usize = bodies.iter().chain([&body]).map(|&r| m.walk(r).len()).sum();
    if reductions > MAX_REDUCTIONS || ops > MAX_OPS || uses_results(m, next, pass) {
        return false;
    }
    let extents = m.group(first, "extents").to_vec();
    if !bodies.iter().all(|&r| same_iteration(m, &extents, r, body)) {
        return false;
    }
    bodies.push(body);
    // A reduction has memory for its partial results, in two parts at most, and one variable that gets the result.
    objects(m, &bodies) + 3 * reductions <= MAX_OBJECTS
}

/// True where the extents of two loops are the same values or constants.
pub fn same_extents(m: &Module, a: Op, b: Op) -> bool {
    let (a, b) = (m.group(a, "extents"), m.group(b, "extents"));
    let same = |x: Value, y: Value| x == y || m.const_int(x).is_some() && m.const_int(x) == m.const_int(y);
    a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| same(x, y))
}

/// The loops that are one pass with `first`, itself first: those directly behind it, one after the other, with the same
/// extents. One loop alone where nothing joins it, or where no reduction is among them.
pub fn group(m: &Module, first: Op) -> Vec<Op> {
    let mut pass = vec![first];
    if !shares(m, first) {
        return pass;
    }
    let (r, at) = m.position(first);
    for &next in &m.regions[r].ops[at + 1..] {
        let equal = matches!(m.kind(next), OpKind::Parallel | OpKind::Reduce) && same_extents(m, first, next);
        if !equal || !shares(m, next) || !fits(m, &pass, next) {
            break;
        }
        pass.push(next);
    }
    if !pass.iter().any(|&o| m.kind(o) == OpKind::Reduce) {
        pass.truncate(1);
    }
    pass
}
