//! `loop.parallel` and `loop.reduce` over the host's threads: a function over a range of one
//! dimension, which keeps a nest inside it so that the code generator can vectorize the first one.
//!
//! Reductions are cut into chunks that depend on the shape alone, and the chunks' results are
//! combined in order: the result does not depend on the number of threads.

use super::context::{Kind, Names, call, finish, outline};
use crate::analysis::effects::is_volatile_access;
use crate::analysis::joint;
use crate::choices::{LoopReduceKind, Pred, ReduceKind, Spread};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use ferrotran_abi::rt;

use crate::passes::offload::memory::{Base, Root, effects_deep, is_scalar, may_alias, root_of};
use crate::types::Type;
use ferrotran_abi::reduction::ReduceOp;

/// Chunks of a reduction at most, and elements in each at least.
const MAX_CHUNKS: i64 = 2048;
const CHUNK_ELEMENTS: i64 = 16384;

/// Loops that are worth no smaller pieces than of so many elements share a pass with reductions.
const LIGHT: i64 = 2048;

/// Elements below which a loop with this body is not worth waking threads for.
fn grain_elements(m: &Module, body: Region) -> i64 {
    let mut weight = 1i64;
    for o in m.walk(body) {
        weight += match m.kind(o) {
            OpKind::Math | OpKind::Div => 8,
            OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce => 100,
            _ => 1,
        };
    }
    (40_000 / weight).clamp(64, 8192)
}

/// Number of elements, where all extents are constant.
fn static_size(m: &Module, extents: &[Value]) -> Option<i64> {
    extents.iter().try_fold(1i64, |n, &e| n.checked_mul(m.const_int(e)?))
}

/// Moves loads of scalar variables that the loops of a pass do not write in front of them.
fn hoist_loads(m: &mut Module, pass: &[Op]) {
    let writes: Vec<Root> = pass.iter().flat_map(|&o| effects_deep(m, o).writes).collect();
    let bodies: Vec<Region> = pass.iter().map(|&o| m.region(o, 0)).collect();
    let ops: Vec<(Region, Op)> =
        bodies.into_iter().flat_map(|r| m.regions[r].ops.iter().map(move |&o| (r, o))).collect();
    for (body, o) in ops {
        if m.kind(o) != OpKind::Load || is_volatile_access(m, o) {
            continue;
        }
        let r = m.operand(o, 0);
        let outside = !m.home(r).is_some_and(|h| m.is_inside(h, body));
        let ty = m.ty(m.result(o));
        if !outside || !is_scalar(m, ty) {
            continue;
        }
        let root = root_of(m, r);
        let plain = matches!(root.base, Base::Local(_) | Base::Global(..) | Base::Arg(_));
        if plain && !writes.iter().any(|w| may_alias(m, w, &root)) {
            m.detach(o);
            let (region, at) = m.position(pass[0]);
            m.insert(region, at, o);
        }
    }
}

/// The dimension that is split: its number as a value where that is decided at run time.
struct Split {
    /// Dimensions that may be split, outermost first.
    candidates: Vec<usize>,
    /// Number of the one chosen (index), where there are several.
    chosen: Option<Value>,
    /// Its extent.
    extent: Value,
    /// All elements.
    total: Value,
}

fn choose_split(b: &mut Builder<'_>, extents: &[Value]) -> Split {
    let big_enough = |b: &Builder<'_>, v: Value| b.m.const_int(v).is_none_or(|n| n >= 64);
    let mut candidates: Vec<usize> = (0..extents.len()).rev().filter(|&d| big_enough(b, extents[d])).collect();
    if candidates.is_empty() {
        // All small: the largest.
        let best = (0..extents.len()).max_by_key(|&d| (b.m.const_int(extents[d]).unwrap_or(0), d)).unwrap_or(0);
        candidates.push(best);
    }
    // A constant extent that is large enough settles it.
    if let Some(i) = candidates.iter().position(|&d| b.m.const_int(extents[d]).is_some()) {
        candidates.truncate(i + 1);
    }
    let mut total = extents[0];
    for &e in &extents[1..] {
        total = b.binary(OpKind::Mul, total, e);
    }
    let mut extent = extents[candidates[0]];
    let mut chosen = None;
    if candidates.len() > 1 {
        let mut c = b.index(candidates[0] as i64);
        let enough = b.index(64);
        for &d in &candidates[1..] {
            let small = b.cmp(Pred::Lt, extent, enough);
            let larger = b.cmp(Pred::Gt, extents[d], extent);
            let take = b.binary(OpKind::And, small, larger);
            let n = b.index(d as i64);
            c = b.op(OpKind::Select).arg(take).arg(n).arg(c).result(Type::INDEX).value();
            extent = b.op(OpKind::Select).arg(take).arg(extents[d]).arg(extent).result(Type::INDEX).value();
        }
        chosen = Some(c);
    }
    Split { candidates, chosen, extent, total }
}

/// Builds the nest over `[lo, hi)` of the split dimension, at the builder's point, as an op like `op` (whose
/// region is copied). Values in `map` are those of the new function.
#[allow(clippy::too_many_arguments)]
fn sub_nest(
    b: &mut Builder<'_>,
    op: Op,
    map: &rustc_hash::FxHashMap<Value, Value>,
    split: &Split,
    extents: &[Value],
    lo: Value,
    hi: Value,
    results: &[Type],
) -> Op {
    let rank = extents.len();
    let len = b.binary(OpKind::Sub, hi, lo);
    let mut sizes: Vec<Value> = extents.iter().map(|e| map[e]).collect();
    let mut starts: Vec<Option<Value>> = vec![None; rank];
    match split.chosen {
        None => {
            let d = split.candidates[0];
            sizes[d] = len;
            starts[d] = Some(lo);
        }
        Some(c) => {
            let c = map[&c];
            let zero = b.index(0);
            for &d in &split.candidates {
                let n = b.index(d as i64);
                let here = b.cmp(Pred::Eq, c, n);
                sizes[d] = b.op(OpKind::Select).arg(here).arg(len).arg(sizes[d]).result(Type::INDEX).value();
                starts[d] = Some(b.op(OpKind::Select).arg(here).arg(lo).arg(zero).result(Type::INDEX).value());
            }
        }
    }
    let body = b.m.region(op, 0);
    let mut map = map.clone();
    let copy = b.m.clone_region(body, &mut map);
    let nest = b.m.new_region(&vec![Type::INDEX; rank]);
    let old_args = b.m.args(copy).to_vec();
    let new_args = b.m.args(nest).to_vec();
    b.inside(nest, |b| {
        for d in 0..rank {
            let v = match starts[d] {
                Some(s) => b.binary(OpKind::Add, s, new_args[d]),
                None => new_args[d],
            };
            b.m.replace_uses(copy, old_args[d], v);
        }
    });
    let ops = std::mem::take(&mut b.m.regions[copy].ops);
    for o in ops {
        b.m.ops[o].parent = None;
        let end = b.m.regions[nest].ops.len();
        b.m.insert(nest, end, o);
    }
    let kind = b.m.kind(op);
    let attrs = b.m.ops[op].attrs.clone();
    let mut ob = b.op(kind).args(&sizes);
    for (k, v) in attrs {
        if k != "par" {
            ob = ob.attr(k, v);
        }
    }
    ob.results(results).region(nest).build()
}

/// Spreads a `loop.parallel`; `None` where it stays serial.
pub fn parallel(m: &mut Module, op: Op, func: Op, names: &mut Names) -> Option<Op> {
    m.remove_attr(op, "par");
    let body = m.region(op, 0);
    let extents = m.operands(op).to_vec();
    let grain = grain_elements(m, body);
    if extents.is_empty() || static_size(m, &extents).is_some_and(|n| n <= grain) {
        return None;
    }
    hoist_loads(m, &[op]);
    let loc = m.ops[op].loc;
    let mut b = Builder::before(m, op);
    let split = choose_split(&mut b, &extents);
    // Grain in steps of the split dimension: elements over the product of the other extents.
    let grain = if extents.len() == 1 {
        b.index(grain)
    } else {
        let one = b.index(1);
        let positive = b.binary(OpKind::Max, split.extent, one);
        let others = b.binary(OpKind::Div, split.total, positive);
        let others = b.binary(OpKind::Max, others, one);
        let g = b.index(grain);
        let g = b.binary(OpKind::Div, g, others);
        b.binary(OpKind::Max, g, one)
    };
    let mut captures = extents.clone();
    captures.extend(split.chosen);
    captures.extend(m.free_values(body));
    let sym = names.fresh(m, func, "loop");
    let out = outline(m, op, &sym, &[Type::I64, Type::I64], &captures, Kind::Loop);
    let mut b = Builder::at_end(m, out.body);
    b.loc = loc;
    let lo = b.cast(out.args[0], Type::INDEX);
    let hi = b.cast(out.args[1], Type::INDEX);
    sub_nest(&mut b, op, &out.map, &split, &extents, lo, hi, &[]);
    finish(m, out.body, loc);

    let mut b = Builder::before(m, op);
    let n = b.cast(split.extent, Type::I64);
    let g = b.cast(grain, Type::I64);
    call(&mut b, rt::frt_par_for, &[out.address, out.context, n, g], None);
    m.detach(op);
    Some(out.func)
}

/// How the partial results of a reduction are combined; `None` where it stays serial, as extremes of chunks that may have no
/// element at all do.
fn combination(m: &Module, op: Op) -> Option<ReduceOp> {
    let LoopReduceKind::Reduce(kind) = m.choice(op) else { return None };
    let body = m.region(op, 0);
    let masked = m.regions[body].ops.last().is_some_and(|&y| m.operands(y).len() > 1);
    let scalar = is_scalar(m, m.ty(m.result(op)));
    match kind {
        ReduceKind::Op(op) if masked && op.is_extreme() => None,
        ReduceKind::Op(op) => Some(op),
        ReduceKind::Count => Some(ReduceOp::Sum),
    }
    .filter(|_| scalar)
}

/// The loops that threads run as one pass with `op`, itself first: all of them for a chunk before the next one. Loops with
/// much to compute, which are worth smaller pieces than reductions are cut into, stay alone.
fn pass_of(m: &Module, op: Op) -> Vec<Op> {
    let pass = joint::group(m, op);
    let fits = |&o: &Op| {
        m.choice_opt(o) == Some(Spread::Threads)
            && match m.kind(o) {
                OpKind::Reduce => combination(m, o).is_some(),
                _ => grain_elements(m, m.region(o, 0)) >= LIGHT,
            }
    };
    if pass.iter().all(fits) { pass } else { vec![op] }
}

/// Partial results of a reduction that is spread.
struct Partial {
    op: Op,
    combination: ReduceOp,
    /// In memory.
    slot: Type,
    all: Value,
}

/// Spreads a `loop.reduce`, or the pass that begins with it or with a `loop.parallel`; `None` where it stays serial, or is no
/// pass with a reduction.
pub fn reduce(m: &mut Module, op: Op, func: Op, names: &mut Names) -> Option<Op> {
    let pass = pass_of(m, op);
    let extents = m.group(op, "extents").to_vec();
    let reductions: Vec<Op> = pass.iter().copied().filter(|&o| m.kind(o) == OpKind::Reduce).collect();
    if reductions.is_empty() {
        return None;
    }
    let small = extents.is_empty() || static_size(m, &extents).is_some_and(|n| n < 2 * CHUNK_ELEMENTS);
    if small || reductions.iter().any(|&o| combination(m, o).is_none()) {
        if m.kind(op) == OpKind::Reduce {
            m.remove_attr(op, "par");
        }
        return None;
    }
    for &o in &pass {
        m.remove_attr(o, "par");
    }
    hoist_loads(m, &pass);
    let loc = m.ops[op].loc;

    let mut b = Builder::before(m, op);
    let split = choose_split(&mut b, &extents);
    let one = b.index(1);
    let per_chunk = b.index(CHUNK_ELEMENTS);
    let most = b.index(MAX_CHUNKS);
    let n = b.binary(OpKind::Div, split.total, per_chunk);
    let n = b.binary(OpKind::Min, n, most);
    let n = b.binary(OpKind::Min, n, split.extent);
    let chunks = b.binary(OpKind::Max, n, one);
    let mut partials = Vec::new();
    for &o in &reductions {
        let combination = combination(b.m, o)?;
        let ty = b.m.ty(b.m.result(o));
        let slot = if ty == Type::BOOL { Type::L8 } else { ty };
        let of = b.m.types.view(vec![Some(MAX_CHUNKS)], slot, true);
        let all = b.op(OpKind::Alloca).attr("name", Attr::str("partial results")).result(of).value();
        partials.push(Partial { op: o, combination, slot, all });
    }

    let mut captures = extents.clone();
    captures.extend(split.chosen);
    captures.extend([split.extent, chunks]);
    captures.extend(partials.iter().map(|p| p.all));
    for &o in &pass {
        captures.extend(m.free_values(m.region(o, 0)));
    }
    let sym = names.fresh(m, func, "reduce");
    let out = outline(m, op, &sym, &[Type::I64, Type::I64], &captures, Kind::Loop);
    let chunk_body = m.new_region(&[Type::INDEX]);
    let c = m.args(chunk_body)[0];
    let mut b = Builder::at_end(m, out.body);
    b.loc = loc;
    let lo = b.cast(out.args[0], Type::INDEX);
    let hi = b.cast(out.args[1], Type::INDEX);
    let one_in = b.index(1);
    let last = b.binary(OpKind::Sub, hi, one_in);
    b.op(OpKind::For).arg(lo).arg(last).arg(one_in).region(chunk_body).build();
    b.inside(chunk_body, |b| {
        let extent = out.map[&split.extent];
        let chunks = out.map[&chunks];
        let from = b.binary(OpKind::Mul, c, extent);
        let from = b.binary(OpKind::Div, from, chunks);
        let next = b.binary(OpKind::Add, c, one_in);
        let to = b.binary(OpKind::Mul, next, extent);
        let to = b.binary(OpKind::Div, to, chunks);
        for &o in &pass {
            let results: Vec<Type> = b.m.ops[o].results.iter().map(|&v| b.m.ty(v)).collect();
            let r = sub_nest(b, o, &out.map, &split, &extents, from, to, &results);
            if let Some(p) = partials.iter().find(|p| p.op == o) {
                let v = b.m.result(r);
                let v = b.cast(v, p.slot);
                let e = b.elem(out.map[&p.all], &[c]);
                b.store(v, e);
            }
        }
    });
    finish(m, out.body, loc);

    // Run the chunks, then combine in order.
    let mut b = Builder::before(m, op);
    let total = b.cast(chunks, Type::I64);
    let grain = b.int(1, Type::I64);
    call(&mut b, rt::frt_par_for, &[out.address, out.context, total, grain], None);
    for p in &partials {
        combine(m, p, op, chunks, func);
    }
    for o in pass {
        m.detach(o);
    }
    Some(out.func)
}

/// The result of a reduction from those of its chunks, in their order.
fn combine(m: &mut Module, p: &Partial, at: Op, chunks: Value, func: Op) {
    let result = m.result(p.op);
    let ty = m.ty(result);
    let combine = m.new_region(&[Type::INDEX]);
    let i = m.args(combine)[0];
    let mut b = Builder::before(m, at);
    let kind = LoopReduceKind::op(p.combination);
    let r = b.op(OpKind::Reduce).args(&[chunks]).choice(kind).result(ty).region(combine).value();
    b.inside(combine, |b| {
        let e = b.elem(p.all, &[i]);
        let v = b.load(e);
        let v = b.cast(v, ty);
        b.op(OpKind::Yield).args(&[v]).build();
    });
    let body = m.region(func, 0);
    m.replace_uses(body, result, r);
}
