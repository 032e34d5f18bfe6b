//! `interchange`: the loops of a nest change places where elements that lie side by side are then accessed one after the
//! other, and every dependence keeps its direction (Allen and Kennedy, Automatic Loop Interchange, 1984; the order is the
//! memory order of McKinley, Carr and Tseng, 1996).

use super::simplify::hoist;
use crate::analysis::locals::mark_unshared;
use crate::analysis::nest::{Distances, Element, Nest};
use crate::analysis::poly::Atom;
use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Deeper nests are left alone: what unknown distances may be is tried out.
const MAX_LOOPS: usize = 4;
/// Bodies with more accesses are left alone.
const MAX_ACCESSES: usize = 32;
/// An innermost loop that runs less often than this is worse than elements that lie apart.
const MIN_TRIPS: i64 = 16;
/// What an access costs that goes to another part of memory in each iteration, where the next element costs one.
const FAR: u64 = 8;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        mark_unshared(m, body);
        let mut done: FxHashSet<Op> = FxHashSet::default();
        for op in m.walk(body) {
            if m.kind(op) != OpKind::For || done.contains(&op) {
                continue;
            }
            let nest = Nest::of(m, op);
            done.extend(&nest.loops);
            if let Some(order) = better_order(m, &nest) {
                permute(m, &nest.loops, &order);
                cx.remark(
                    m.ops[op].loc,
                    "interchange",
                    "loops change places: elements are accessed in the order of memory",
                );
                cx.count("nests", 1);
            }
        }
    }
    Ok(())
}

/// The order of the loops, outermost first, that is better than the present one and may be taken.
fn better_order(m: &Module, nest: &Nest) -> Option<SmallVec<[usize; MAX_LOOPS]>> {
    let n = nest.loops.len();
    if !(2..=MAX_LOOPS).contains(&n) || !nest.loops.iter().all(|&l| is_plain(m, l)) {
        return None;
    }
    let elements = nest.elements(m)?;
    if elements.len() > MAX_ACCESSES {
        return None;
    }
    let costs: Vec<u64> = (0..n).map(|k| elements.iter().map(|e| cost(e, k)).sum()).collect();
    let mut order: SmallVec<[usize; MAX_LOOPS]> = (0..n).collect();
    // Loops of equal cost keep their order.
    order.sort_by_key(|&k| std::cmp::Reverse(costs[k]));
    let (last, new_last) = (n - 1, order[n - 1]);
    let short = nest.trips[new_last].is_some_and(|t| t < MIN_TRIPS);
    if costs[new_last] >= costs[last] || short {
        return None;
    }
    // Neighbours in every access are what vectors are made of: keeping elements in registers gains less.
    if elements.iter().all(|e| cost(e, last) <= 1) {
        return None;
    }
    let vectors = elements.iter().enumerate().flat_map(|(i, a)| {
        elements[i..].iter().filter(move |b| a.write || b.write).map(|b| nest.distances(m, &a.place, &b.place))
    });
    vectors.flatten().all(|v| keeps_direction(&v, &order)).then_some(order)
}

/// Nothing is known of the loop that would have to move with its range.
pub(super) fn is_plain(m: &Module, l: Op) -> bool {
    !m.flag(l, "lanes") && !m.flag(l, "reassociate")
}

/// What an access costs in an iteration of loop `k` if that is the innermost one.
pub(super) fn cost(e: &Element, k: usize) -> u64 {
    let step = |s: &crate::analysis::poly::Poly| {
        let of_k = |(atoms, c): (&[Atom], i64)| (atoms == [Atom::Index(k as u16)]).then_some(c.unsigned_abs());
        s.terms().filter_map(of_k).max().unwrap_or(0)
    };
    let inner = e.place.fields.iter().flat_map(|(_, subs)| subs);
    let all = e.place.subs.iter().chain(inner).enumerate();
    all.map(|(dim, s)| match (step(s), dim) {
        (0, _) => 0,
        (c, 0) if e.place.fields.is_empty() => c.min(FAR),
        (_, dim) => FAR + dim as u64,
    })
    .max()
    .unwrap_or(0)
}

/// True where iterations that meet come in the same order if the loops change places so. What a distance that nobody
/// knows may be is tried.
pub(super) fn keeps_direction(v: &Distances, order: &[usize]) -> bool {
    fn first(signs: impl Iterator<Item = i64>) -> i64 {
        signs.into_iter().find(|&s| s != 0).unwrap_or(0)
    }
    let open: SmallVec<[usize; MAX_LOOPS]> = (0..v.len()).filter(|&k| v[k].is_none()).collect();
    (0..3usize.pow(open.len() as u32)).all(|mut choice| {
        let mut signs: SmallVec<[i64; MAX_LOOPS]> = v.iter().map(|d| d.unwrap_or(0).signum()).collect();
        for &k in &open {
            signs[k] = (choice % 3) as i64 - 1;
            choice /= 3;
        }
        first(signs.iter().copied()) == first(order.iter().map(|&k| signs[k]))
    })
}

/// Gives the loops the ranges of the nest in another order. What stood between them moves to the innermost body, and out
/// again as far as it does not change.
fn permute(m: &mut Module, loops: &[Op], order: &[usize]) {
    let ranges: Vec<SmallVec<[Value; 4]>> = loops.iter().map(|&l| m.operands(l).into()).collect();
    let indices: Vec<Value> = loops.iter().map(|&l| m.args(m.region(l, 0))[0]).collect();
    let types: Vec<_> = indices.iter().map(|&v| m.ty(v)).collect();
    let mut renamed: FxHashMap<Value, Value> = FxHashMap::default();
    for (k, &l) in loops.iter().enumerate() {
        m.set_operands(l, ranges[order[k]].clone());
        renamed.insert(indices[order[k]], indices[k]);
    }
    for (k, &v) in indices.iter().enumerate() {
        m.values[v].ty = types[order[k]];
    }
    let outermost = m.region(loops[0], 0);
    for o in m.walk(outermost) {
        m.replace_operands(o, |v| renamed.get(&v).copied());
    }
    let innermost = m.region(loops[loops.len() - 1], 0);
    let mut at = 0;
    for &l in &loops[..loops.len() - 1] {
        let body = m.region(l, 0);
        for o in m.regions[body].ops.clone() {
            if !loops.contains(&o) {
                m.detach(o);
                m.insert(innermost, at, o);
                at += 1;
            }
        }
    }
    for &l in loops.iter().rev() {
        hoist(m, l);
    }
}
