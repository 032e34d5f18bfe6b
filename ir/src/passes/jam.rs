//! `jam`: several iterations of the loop around an innermost one run together, in one innermost loop (unroll and jam: Allen and Cocke,
//! A Catalogue of Optimizing Transformations, 1972; Callahan, Cocke and Kennedy, Estimating Interlock and Improving Balance for
//! Pipelined Architectures, 1988).
//!
//! It is worth it where the iterations of the outer loop access the same elements, which then are loaded and stored once for all of
//! them: `c(i, j)` in a loop over `k` around one over `i`, a column that all columns need, neighbouring rows. It also leaves fewer
//! inner loops to begin. Each iteration keeps its own order of operations, and iterations that meet in memory keep theirs.

use super::dead_code::in_procedures;
use super::interchange::{cost, is_plain, keeps_direction};
use super::vectorize::choose;
use crate::analysis::alias::Place;
use crate::analysis::nest::{Element, Nest};
use crate::analysis::poly::{Atom, Poly};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Iterations that run together, of short bodies and of longer ones.
const MANY: i64 = 4;
const FEW: i64 = 2;
/// Innermost bodies with more ops, or accesses, are left alone; those with half as many are short.
const MAX_OPS: usize = 60;
const MAX_ACCESSES: usize = 12;
/// Inner loops that run less often are left alone.
const MIN_TRIPS: i64 = 8;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.vectors {
        return Ok(());
    }
    in_procedures(m, |m, body| {
        let mut any = false;
        for op in m.walk(body) {
            if m.kind(op) != OpKind::For {
                continue;
            }
            if let Some((nest, copies)) = plan(m, op) {
                jam(m, &nest, copies);
                let text =
                    format!("{copies} iterations run together in the loop inside, which shares what they access");
                cx.remark(m.ops[op].loc, "jam", text);
                cx.count("loops", 1);
                any = true;
            }
        }
        any
    });
    Ok(())
}

/// The nest of two loops that begins with this one, and how many iterations of it are to run together.
fn plan(m: &Module, op: Op) -> Option<(Nest, i64)> {
    let nest = Nest::of(m, op);
    let &[outer, inner] = &nest.loops[..] else { return None };
    let one = |l: Op| m.const_int(m.operand(l, 2)) == Some(1) && m.operands(l).len() == 3;
    if ![outer, inner].into_iter().all(|l| one(l) && is_plain(m, l)) {
        return None;
    }
    let body = nest.body(m)?;
    let ops = &m.regions[body].ops;
    let straight = |&o: &Op| m.ops[o].regions.is_empty() && m.kind(o) != OpKind::Alloca;
    if ops.len() > MAX_OPS || !ops.iter().all(straight) {
        return None;
    }
    if nest.trips[1].is_some_and(|n| n < MIN_TRIPS) {
        return None;
    }
    let elements = nest.elements(m)?;
    if elements.len() > MAX_ACCESSES || !elements.iter().all(|e| cost(e, 1) <= 1) {
        return None;
    }
    // What is the same in all iterations of the outer loop, and along the inner one not.
    let shared = |e: &&Element| e.place.exact && cost(e, 1) == 1 && !e.place.subs.iter().any(|s| mentions(s, 0));
    let copies = match elements.iter().any(|e| shared(&e)) || neighbours(&nest, m, &elements) {
        true if ops.len() > MAX_OPS / 2 => FEW,
        true => MANY,
        false => return None,
    };
    if nest.trips[0].is_some_and(|n| n < copies) {
        return None;
    }
    let vectors = elements.iter().enumerate().flat_map(|(i, a)| {
        elements[i..].iter().filter(move |b| a.write || b.write).map(|b| nest.distances(m, &a.place, &b.place))
    });
    // Where the loops might change places, iterations of the outer one may run together.
    vectors.flatten().all(|v| keeps_direction(&v, &[1, 0])).then_some((nest, copies))
}

/// Whether a subscript depends on the index of a loop.
fn mentions(s: &Poly, k: u16) -> bool {
    s.atoms().any(|a| a == Atom::Index(k))
}

/// Whether an iteration of the outer loop loads what the next one loads, too.
fn neighbours(nest: &Nest, m: &Module, elements: &[Element]) -> bool {
    let loads: Vec<&Element> = elements.iter().filter(|e| !e.write && cost(e, 1) == 1).collect();
    let meets =
        |a: &Element, b: &Element| nest.distances(m, &a.place, &b.place).is_some_and(|d| d[..] == [Some(1), Some(0)]);
    loads.iter().any(|a| loads.iter().any(|b| meets(a, b)))
}

/// Puts a nest in front of the present one that runs so many iterations of the outer loop together, as often as there are so many; the
/// present one runs the rest.
fn jam(m: &mut Module, nest: &Nest, copies: i64) {
    let (outer, inner) = (nest.loops[0], nest.loops[1]);
    let (lb, ub) = (m.operand(outer, 0), m.operand(outer, 1));
    let ty = m.ty(lb);
    let wide = if matches!(m.types.kind(ty), TypeKind::Index) { Type::INDEX } else { Type::I64 };
    let mut b = Builder::before(m, outer);
    // So many iterations, if the difference of the bounds can be said.
    let (first, last) = (b.cast(lb, wide), b.cast(ub, wide));
    let span = b.binary(OpKind::Sub, last, first);
    let (least, one, mask) = (b.int(copies - 1, wide), b.int(1, wide), b.int(-copies, wide));
    let some = b.cmp(Pred::Le, first, last);
    let enough = b.cmp(Pred::Ge, span, least);
    let fits = b.binary(OpKind::And, some, enough);
    let n = b.binary(OpKind::Add, span, one);
    let whole = b.binary(OpKind::And, n, mask);
    let mut main = None;
    choose(
        &mut b,
        fits,
        &[],
        |b| {
            main = Some(together(b, (outer, inner), copies));
            Vec::new()
        },
        |_| Vec::new(),
    );
    // What is left: all where the iterations are not enough.
    let from = b.binary(OpKind::Add, first, whole);
    let from = b.cast(from, ty);
    let from = b.op(OpKind::Select).arg(fits).arg(from).arg(lb).result(ty).value();
    let more = b.cmp(Pred::Lt, whole, n);
    let yes = b.int(1, Type::BOOL);
    let more = b.op(OpKind::Select).arg(fits).arg(more).arg(yes).result(Type::BOOL).value();
    let (rest, nothing) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::If).arg(more).region(rest).region(nothing).build();
    m.set_operand(outer, 0, from);
    m.detach(outer);
    m.insert(rest, 0, outer);
    if let Some(main) = main {
        share(m, main);
    }
}

/// The nest for iterations that run together; its outer loop.
fn together(b: &mut Builder<'_>, (outer, inner): (Op, Op), copies: i64) -> Op {
    let (lb, ub) = (b.m.operand(outer, 0), b.m.operand(outer, 1));
    let ty = b.m.ty(lb);
    let (before, step) = (b.int(copies - 1, ty), b.int(copies, ty));
    // There are so many iterations: the last beginning is not below the first one.
    let end = b.binary(OpKind::Sub, ub, before);
    let (old, new) = (b.m.region(outer, 0), b.m.new_region(&[ty]));
    let index = b.m.args(new)[0];
    let variable = b.m.args(old)[0];
    b.inside(new, |b| {
        let mut maps: Vec<FxHashMap<Value, Value>> = Vec::new();
        for k in 0..copies {
            let mut own = index;
            if k > 0 {
                let n = b.int(k, ty);
                own = b.binary(OpKind::Add, index, n);
            }
            let mut map = FxHashMap::from_iter([(variable, own)]);
            copy(b, old, inner, &mut map);
            maps.push(map);
        }
        let range = b.m.operands(inner).to_vec();
        let (from, body) = (b.m.region(inner, 0), b.m.ty(range[0]));
        let body = b.m.new_region(&[body]);
        let (i, own) = (b.m.args(body)[0], b.m.args(from)[0]);
        b.inside(body, |b| {
            for map in &mut maps {
                map.insert(own, i);
                copy(b, from, inner, map);
            }
        });
        b.loc = b.m.ops[inner].loc;
        b.op(OpKind::For).args(&range).region(body).build();
    });
    b.loc = b.m.ops[outer].loc;
    b.op(OpKind::For).arg(lb).arg(end).arg(step).region(new).build()
}

/// Copies the ops of a region but for its end and the loop in it.
fn copy(b: &mut Builder<'_>, r: Region, inner: Op, map: &mut FxHashMap<Value, Value>) {
    for o in b.m.regions[r].ops.clone() {
        if o != inner && b.m.kind(o) != OpKind::Yield {
            let c = b.m.clone_op(o, map);
            b.insert(c);
        }
    }
}

/// A place in memory, a reference to it, and what is there.
struct Known {
    place: Place,
    at: Value,
    value: Value,
    /// The store that put it there, where nothing may have read it since.
    store: Option<Op>,
}

/// In the innermost loop of a nest elements are loaded once, and what is stored again is stored once.
fn share(m: &mut Module, outer: Op) {
    let nest = Nest::of(m, outer);
    let Some(body) = nest.body(m) else { return };
    // Whether two accesses may be of one element in one iteration.
    let meet = |m: &Module, a: &Place, b: &Place| {
        nest.distances(m, a, b).is_some_and(|d| d.iter().all(|d| d.is_none_or(|n| n == 0)))
    };
    let same =
        |a: &Place, b: &Place| a.exact && b.exact && a.root == b.root && a.subs == b.subs && a.fields == b.fields;
    let mut known: Vec<Known> = Vec::new();
    for o in m.regions[body].ops.clone() {
        let write = match m.kind(o) {
            OpKind::Load => false,
            OpKind::Store => true,
            _ => continue,
        };
        let at = m.operand(o, usize::from(write));
        let place = nest.place(m, at);
        let before = known.iter().position(|k| same(&k.place, &place) && m.ty(k.at) == m.ty(at));
        if !write {
            if let Some(k) = before {
                m.replace_all_uses(m.result(o), known[k].value);
                m.detach(o);
                continue;
            }
            for k in known.iter_mut().filter(|k| meet(m, &k.place, &place)) {
                k.store = None;
            }
            known.push(Known { place, at, value: m.result(o), store: None });
            continue;
        }
        let mut at = at;
        if let Some(k) = before {
            // One reference for all accesses of an element.
            at = known[k].at;
            m.set_operand(o, 1, at);
            if let Some(store) = known[k].store {
                m.detach(store);
            }
        }
        known.retain(|k| !meet(m, &k.place, &place));
        known.push(Known { place, at, value: m.operand(o, 0), store: Some(o) });
    }
}
