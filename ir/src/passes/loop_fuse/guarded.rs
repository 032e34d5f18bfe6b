//! Loops over the inner part of an array, beside loops over all of it, are one loop of a target region: over all, with a condition around
//! what the inner part has. `g = 0; g(2:n-1) = ...; g = sqrt(g)` is one kernel, and elements that it stores more than once
//! are in a variable of the iteration meanwhile.

use super::facts::Facts;
use super::{MAX_PASSED, Uses, depends, merge_attributes, moves_down, moves_up, stays};
use crate::analysis::alias::{Alias, Place, compare, place};
use crate::analysis::effects::{Access, clobbers, reads, writes};
use crate::analysis::joint::{MAX_OBJECTS, MAX_OPS, accesses, has_long_reduction, objects, same_iteration_shifted};
use crate::analysis::poly::{Atom, Poly, Space, extent_bound, poly, view_extent};
use crate::analysis::teams::in_target;
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::PassCtx;
use rustc_hash::FxHashMap;

/// Makes one loop of `op` and of loops behind it where that can be done; true where any was.
pub(super) fn join(m: &mut Module, r: Region, op: Op, cx: &mut PassCtx, facts: &Facts) -> bool {
    if !in_target(m, op) || !stays(m, op) {
        return false;
    }
    let Some(found) = candidate(m, r, op, facts) else { return false };
    let loc = m.ops[found.next].loc;
    fuse(m, r, op, &found);
    forward(m, op);
    cx.count("guarded", 1);
    cx.remark(
        loc,
        "fused",
        "computed in one loop nest with the statement before it, with a condition about the bounds",
    );
    true
}

/// A loop that can join another one.
struct Next {
    next: Op,
    /// What stands between that runs behind both then; the rest in front.
    down: Vec<Op>,
    /// The first loop is the one over a part.
    first_is_part: bool,
    /// Where the part begins, in each dimension.
    offsets: Vec<i64>,
    /// Whether the part has all of a dimension.
    whole: Vec<bool>,
}

fn candidate(m: &Module, r: Region, op: Op, facts: &Facts) -> Option<Next> {
    let at = m.position(op).1;
    let (op_reads, op_writes) = accesses(m, m.region(op, 0));
    if op_writes.contains(&Access::All) || has_long_reduction(m, m.region(op, 0)) {
        return None;
    }
    let mut down: Vec<Op> = Vec::new();
    let mut late = Uses::default();
    let mut passed = 0;
    for &o in m.regions[r].ops[at + 1..].iter().take(super::MAX_DISTANCE) {
        if m.kind(o) == OpKind::Free {
            continue;
        }
        let is_loop = m.kind(o) == OpKind::Parallel;
        let mut own = Uses::default();
        own.add(m, o);
        if is_loop && stays(m, o) && !depends(m, o, &down) && late.apart(m, &own) {
            for first_is_part in [false, true] {
                let (all, part) = if first_is_part { (o, op) } else { (op, o) };
                if let Some(offsets) = inner(m, all, part, facts)
                    && fits(m, op, o, &offsets, first_is_part)
                {
                    let pairs = m.group(all, "extents").iter().zip(m.group(part, "extents"));
                    let whole = pairs.map(|(&a, &b)| facts.equal(m, a, b)).collect();
                    return Some(Next { next: o, down, first_is_part, offsets, whole });
                }
            }
        }
        if !is_loop && moves_up(m, o, &op_reads, &op_writes) && !depends(m, o, &down) && own.apart(m, &late) {
            continue;
        }
        if is_loop && passed < MAX_PASSED && stays(m, o) {
            passed += 1;
        } else if !moves_down(m, o) {
            return None;
        }
        down.push(o);
        late.add(m, o);
    }
    None
}

/// Where the iterations of `part` begin among those of `all`, if an array that all iterations of `part` store to has the extents of `all`: the
/// elements are in the array, so each iteration is one of `all`.
fn inner(m: &Module, all: Op, part: Op, facts: &Facts) -> Option<Vec<i64>> {
    let (whole, small) = (m.group(all, "extents"), m.group(part, "extents"));
    if whole.len() != small.len() || facts.equal_lists(m, whole, small) {
        return None;
    }
    let body = m.region(part, 0);
    let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
    for (k, &arg) in m.args(body).iter().enumerate() {
        env.insert(arg, Poly::atom(Atom::Index(k as u16)));
    }
    let outer = |v: Value| m.home(v).is_none_or(|h| !m.is_inside(h, body));
    m.regions[body].ops.iter().filter(|&&o| m.kind(o) == OpKind::Store).find_map(|&o| {
        let p = place(m, m.operand(o, 1), vec![], &env);
        let same = |(d, &e): (usize, &Value)| view_extent(m, p.root, d, &FxHashMap::default()) == poly(m, e);
        if !p.exact || !p.fields.is_empty() || p.subs.len() != whole.len() || !outer(p.root) {
            return None;
        }
        if !whole.iter().enumerate().all(same) {
            return None;
        }
        p.subs.iter().enumerate().map(|(k, s)| s.sub(&Poly::atom(Atom::Index(k as u16))).as_const()).collect()
    })
}

/// True where `next` can be the end of the iterations of `op`.
fn fits(m: &Module, op: Op, next: Op, offsets: &[i64], first_is_part: bool) -> bool {
    let (ra, rb) = (m.region(op, 0), m.region(next, 0));
    let none = vec![0; offsets.len()];
    let (extents, of_first, of_next) = match first_is_part {
        false => (m.group(op, "extents"), &none[..], offsets),
        true => (m.group(next, "extents"), offsets, &none[..]),
    };
    m.attr(op, "par") == m.attr(next, "par")
        && !has_long_reduction(m, rb)
        && m.walk(ra).len() + m.walk(rb).len() <= MAX_OPS
        && objects(m, &[ra, rb]) <= MAX_OBJECTS
        && same_iteration_shifted(m, extents, (ra, of_first), (rb, of_next))
}

/// Makes `op` the loop over all, with the bodies of both.
fn fuse(m: &mut Module, r: Region, op: Op, found: &Next) {
    let at = m.position(op).1;
    let next = found.next;
    let end = m.position(next).1;
    let between: Vec<Op> = m.regions[r].ops.drain(at + 1..=end).filter(|&o| o != next).collect();
    let (down, up): (Vec<Op>, Vec<Op>) =
        between.into_iter().partition(|&o| m.kind(o) == OpKind::Free || found.down.contains(&o));
    m.regions[r].ops.splice(at + 1..at + 1, down);
    m.regions[r].ops.splice(at..at, up);
    m.ops[next].parent = None;
    let (all, part) = if found.first_is_part { (next, op) } else { (op, next) };
    let whole = m.group(all, "extents").to_vec();
    let small = m.group(part, "extents").to_vec();
    let (all_body, part_body) = (m.region(all, 0), m.region(part, 0));
    let args = m.args(all_body).to_vec();
    // What is there only for iterations of the part.
    let then = m.new_region(&[]);
    let other = m.new_region(&[]);
    let guard = m.new_region(&[]);
    let loc = m.ops[part].loc;
    let mut b = Builder::at_end(m, guard);
    b.loc = loc;
    let mut inside: Option<Value> = None;
    let mut places = Vec::new();
    for (((&i, &n), &c), &all) in args.iter().zip(&small).zip(&found.offsets).zip(&found.whole) {
        if all && c == 0 {
            places.push(i);
            continue;
        }
        let offset = b.index(c);
        let k = if c == 0 { i } else { b.binary(OpKind::Sub, i, offset) };
        places.push(k);
        let zero = b.index(0);
        let mut tests = vec![b.cmp(Pred::Lt, k, n)];
        if c != 0 {
            tests.push(b.cmp(Pred::Ge, k, zero));
        }
        for t in tests {
            inside = Some(match inside {
                Some(x) => b.binary(OpKind::And, x, t),
                None => t,
            });
        }
    }
    let cond = inside.expect("a part has less of one dimension");
    b.op(OpKind::If).arg(cond).region(then).region(other).build();
    let old: Vec<(Value, Value)> = m.args(part_body).iter().copied().zip(places).collect();
    for (from, to) in old {
        m.replace_uses(part_body, from, to);
    }
    for o in std::mem::take(&mut m.regions[part_body].ops) {
        m.ops[o].parent = Some(then);
        m.regions[then].ops.push(o);
    }
    let guarded = std::mem::take(&mut m.regions[guard].ops);
    let plain = std::mem::take(&mut m.regions[all_body].ops);
    // The body of the loop over all has the indices.
    let list = if found.first_is_part { [guarded, plain] } else { [plain, guarded] };
    let mut ops = Vec::new();
    for o in list.into_iter().flatten() {
        m.ops[o].parent = Some(all_body);
        ops.push(o);
    }
    m.regions[all_body].ops = ops;
    if found.first_is_part {
        for (k, &e) in whole.iter().enumerate() {
            m.set_operand(op, k, e);
        }
        m.ops[next].regions.clear();
        m.ops[op].regions.clear();
        m.attach_region(op, all_body);
    }
    merge_attributes(m, op, next);
}

/// Elements that an iteration stores, and may store again under a condition, are in a variable of the iteration until both are done.
fn forward(m: &mut Module, op: Op) {
    let body = m.region(op, 0);
    let mut k = 0;
    while let Some(&choice) = m.regions[body].ops.get(k) {
        k += 1;
        if m.kind(choice) != OpKind::If || !m.ops[choice].results.is_empty() {
            continue;
        }
        let then = m.region(choice, 0);
        if m.regions[m.region(choice, 1)].ops.iter().any(|&o| m.kind(o) != OpKind::Yield) {
            continue;
        }
        let stores: Vec<Op> = m.regions[then].ops.iter().copied().filter(|&o| m.kind(o) == OpKind::Store).collect();
        for store in stores {
            if m.ops[store].parent.is_some() {
                through_variable(m, op, choice, store);
            }
        }
        k = m.position(choice).1 + 1;
    }
}

/// Puts the element that a store in a choice gives, and a store in front of the choice, in a variable.
fn through_variable(m: &mut Module, op: Op, choice: Op, store: Op) {
    let body = m.region(op, 0);
    let at = m.position(choice).1;
    let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
    let mut space = Space::default();
    for (k, (&e, &arg)) in m.group(op, "extents").iter().zip(m.args(body)).enumerate() {
        space.bounds.push(Some(extent_bound(m, e, &FxHashMap::default())));
        env.insert(arg, Poly::atom(Atom::Index(k as u16)));
    }
    let varying = |v: Value| m.home(v).is_some_and(|h| m.is_inside(h, body));
    let of = |v: Value| -> Place { place(m, v, vec![], &env) };
    let target = of(m.operand(store, 1));
    let against = |a: Access| match a {
        Access::Data(v) if m.types.rank(m.ty(v)) == 0 => compare(m, &target, &of(v), &space, &varying),
        _ => {
            let element = Access::Data(target.origin);
            if clobbers(m, element, a) || clobbers(m, a, element) { Alias::Maybe } else { Alias::Disjoint }
        }
    };
    // The last store of the element in front of the choice, and all loads of it since then.
    let mut first = None;
    let mut loads: Vec<Op> = Vec::new();
    let mut again: Vec<Op> = vec![store];
    for o in m.walk(m.region(choice, 0)) {
        for a in reads(m, o) {
            match against(a) {
                Alias::Disjoint => {}
                Alias::Same if m.kind(o) == OpKind::Load => loads.push(o),
                _ => return,
            }
        }
        for a in writes(m, o) {
            match against(a) {
                Alias::Disjoint => {}
                Alias::Same if m.kind(o) == OpKind::Store => again.extend((o != store).then_some(o)),
                _ => return,
            }
        }
    }
    for &o in m.regions[body].ops[..at].iter().rev() {
        let inner: Vec<Op> = std::iter::once(o).chain(m.ops[o].regions.iter().flat_map(|&r| m.walk(r))).collect();
        for x in inner {
            for a in writes(m, x) {
                match against(a) {
                    Alias::Disjoint => {}
                    Alias::Same if x == o && m.kind(o) == OpKind::Store => first = Some(o),
                    _ => return,
                }
            }
            for a in reads(m, x) {
                match against(a) {
                    Alias::Disjoint => {}
                    Alias::Same if m.kind(x) == OpKind::Load => loads.push(x),
                    _ => return,
                }
            }
        }
        if first.is_some() {
            break;
        }
    }
    let Some(first) = first else { return };
    let (value, address) = (m.operand(first, 0), m.operand(first, 1));
    let ty = m.ty(value);
    if m.types.elem(m.ty(address)) != ty || again.iter().any(|&o| m.ty(m.operand(o, 0)) != ty) {
        return;
    }
    let reference = m.types.reference(ty);
    let mut b = Builder::before(m, first);
    let variable = b.op(OpKind::Alloca).flag("unshared", true).result(reference).value();
    m.set_operand(first, 1, variable);
    for o in again.into_iter().chain(loads) {
        let k = usize::from(m.kind(o) == OpKind::Store);
        m.set_operand(o, k, variable);
    }
    let mut b = Builder::after(m, choice);
    let last = b.load(variable);
    b.store(last, address);
}
