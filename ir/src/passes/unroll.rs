//! `unroll`: array operations and reductions of a few elements, also products of small matrices, become straight code, so that small vectors
//! and matrices (of three coordinates, say) live in registers. So do DO loops of up to five iterations, with no loop in them.

use crate::analysis::effects::is_pure;
use crate::analysis::trips;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::reductions::straight;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Most iterations.
const MAX_ITERATIONS: i64 = 9;
/// Most ops that the copies may have in all.
const MAX_OPS: i64 = 64;

/// Most multiplications of a product of matrices.
const MAX_MULTIPLICATIONS: i64 = 64;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let n = region(m, body);
        cx.count("unrolled", n);
    }
    Ok(())
}

fn region(m: &mut Module, r: Region) -> u64 {
    let mut n = 0;
    for op in m.regions[r].ops.clone() {
        match m.kind(op) {
            OpKind::Parallel => {
                if let Some(extents) = few(m, op) {
                    unroll(m, op, &extents);
                    n += 1;
                }
            }
            OpKind::Reduce => {
                if let Some(v) = few(m, op).and_then(|extents| straight(m, op, &extents)) {
                    let old = m.result(op);
                    m.replace_all_uses(old, v);
                    m.detach(op);
                    n += 1;
                }
            }
            OpKind::LibMatmul => {
                if let Some(sizes) = small_product(m, op) {
                    product(m, op, sizes);
                    n += 1;
                }
            }
            OpKind::For => {
                let inside = m.region(op, 0);
                n += region(m, inside);
                if let Some(values) = few_turns(m, op) {
                    turns(m, op, &values);
                    n += 1;
                }
            }
            // What devices and teams share stays a loop.
            OpKind::OmpTarget | OpKind::OmpTeams | OpKind::OmpWorkdistribute | OpKind::OmpWorkshare => {}
            _ => {
                for inner in m.ops[op].regions.clone() {
                    n += region(m, inner);
                }
            }
        }
    }
    n
}

/// The extents of a loop that is to be unrolled.
fn few(m: &Module, op: Op) -> Option<Vec<i64>> {
    if ["par", "schedule", "label"].iter().any(|k| m.attr(op, k).is_some()) {
        return None;
    }
    let extents: Vec<i64> = m.operands(op).iter().map(|&v| m.const_int(v)).collect::<Option<_>>()?;
    let count = extents.iter().try_fold(1i64, |n, &e| n.checked_mul(e.max(0)))?;
    let ops = m.walk(m.region(op, 0));
    let size = i64::try_from(ops.len()).ok()?;
    let plain = |o: &Op| match m.kind(*o) {
        OpKind::If | OpKind::Load | OpKind::Store | OpKind::CopyObject | OpKind::Yield => true,
        _ => is_pure(m, *o) && m.ops[*o].regions.is_empty(),
    };
    ((1..=MAX_ITERATIONS).contains(&count) && count * size <= MAX_OPS && ops.iter().all(plain)).then_some(extents)
}

/// Puts the iterations, the first index fastest, in place of the loop.
fn unroll(m: &mut Module, op: Op, extents: &[i64]) {
    let body = m.region(op, 0);
    let ops = m.regions[body].ops.clone();
    let args = m.args(body).to_vec();
    let count: i64 = extents.iter().product();
    for k in 0..count {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        let mut rest = k;
        for (&a, &e) in args.iter().zip(extents) {
            let ty = m.ty(a);
            let c = Builder::before(m, op).int(rest % e, ty);
            map.insert(a, c);
            rest /= e;
        }
        for &o in &ops {
            let copy = m.clone_op(o, &mut map);
            let (home, at) = m.position(op);
            m.insert(home, at, copy);
        }
    }
    m.detach(op);
}

/// Most iterations of a DO loop, and most ops of their copies in all.
const MAX_TURNS: i64 = 3;
const MAX_TURN_OPS: i64 = 200;
/// The same for a loop that stands among other work; one that is all that the loop around it does is better off in lanes.
const MAX_TURNS_AMONG: i64 = 5;
const MAX_TURN_OPS_AMONG: i64 = 400;

/// The values of the variable of a DO loop that is to be unrolled.
fn few_turns(m: &Module, op: Op) -> Option<Vec<i64>> {
    let &[lb, ub, step] = m.operands(op) else { return None };
    let (lb, ub, step) = (m.const_int(lb)?, m.const_int(ub)?, m.const_int(step)?);
    let count = trips::known(lb, ub, step).filter(|n| (1..=MAX_TURNS_AMONG).contains(n))?;
    let few = count <= MAX_TURNS;
    if !few && is_alone(m, op) {
        return None;
    }
    // A loop that a construct divides, or joins with others, stays one.
    let shared = m.parent_op(op).is_some_and(|p| m.info(p).name.starts_with("omp."));
    if shared || ["lanes", "reassociate"].iter().any(|k| m.attr(op, k).is_some()) {
        return None;
    }
    let body = m.region(op, 0);
    let ops = m.walk(body);
    let plain = |o: &Op| match m.kind(*o) {
        OpKind::If | OpKind::Block | OpKind::SelectCase => true,
        OpKind::Break | OpKind::Continue => m.attr(*o, "label").is_some(),
        OpKind::Label | OpKind::Goto => false,
        _ => m.ops[*o].regions.is_empty(),
    };
    let last = m.regions[body].ops.iter().rev().find(|&&o| m.kind(o) != OpKind::Yield)?;
    let ends = m.has(*last, Traits::TERMINATOR);
    let size = i64::try_from(ops.len()).ok()?;
    let most = if few { MAX_TURN_OPS } else { MAX_TURN_OPS_AMONG };
    let fits = !ends && count * size <= most && ops.iter().all(plain);
    fits.then(|| (0..count).map(|k| lb.wrapping_add(k.wrapping_mul(step))).collect())
}

/// True where no other loop, choice or store stands beside a loop.
fn is_alone(m: &Module, op: Op) -> bool {
    let home = m.ops[op].parent.map(|r| m.regions[r].ops.as_slice()).unwrap_or_default();
    home.iter().all(|&o| o == op || m.ops[o].regions.is_empty() && m.kind(o) != OpKind::Store)
}

/// Puts the iterations of a DO loop in place of it. One that goes on with the next leaves a block around its copy, one that leaves the
/// loop a block around all.
fn turns(m: &mut Module, op: Op, values: &[i64]) {
    let body = m.region(op, 0);
    let ops: Vec<Op> = m.regions[body].ops.iter().copied().filter(|&o| m.kind(o) != OpKind::Yield).collect();
    let label = m.attr_str(op, "label").map(str::to_string);
    let jumps = |m: &Module, r: Region, kind: OpKind| -> Vec<Op> {
        let own = |o: &Op| m.kind(*o) == kind && m.attr_str(*o, "label") == label.as_deref();
        m.walk(r).into_iter().filter(own).collect()
    };
    let loc = m.ops[op].loc;
    let block = |m: &mut Module, around: Option<Region>, label: &str| -> Region {
        let inside = m.new_region(&[]);
        let mut b = match around {
            Some(r) => Builder::at_end(m, r),
            None => Builder::before(m, op),
        };
        b.loc = loc;
        b.op(OpKind::Block).attr("label", Attr::str(label)).region(inside).build();
        inside
    };
    let name = label.clone().unwrap_or_default();
    let next = format!("{name}.next");
    let all = (!jumps(m, body, OpKind::Break).is_empty()).then(|| block(m, None, &name));
    let goes_on = !jumps(m, body, OpKind::Continue).is_empty();
    let iv = m.args(body)[0];
    for &value in values {
        let ty = m.ty(iv);
        let c = match all {
            Some(r) => Builder::at_end(m, r).int(value, ty),
            None => Builder::before(m, op).int(value, ty),
        };
        let mut map = FxHashMap::from_iter([(iv, c)]);
        let own = goes_on.then(|| block(m, all, &next));
        for &o in &ops {
            let copy = m.clone_op(o, &mut map);
            match own.or(all) {
                Some(r) => m.insert(r, m.regions[r].ops.len(), copy),
                None => {
                    let (home, at) = m.position(op);
                    m.insert(home, at, copy);
                }
            }
        }
        if let Some(own) = own {
            for jump in jumps(m, own, OpKind::Continue) {
                Builder::before(m, jump).op(OpKind::Break).attr("label", Attr::str(&next)).build();
                m.detach(jump);
            }
        }
    }
    m.detach(op);
}

/// Rows, columns and terms of a product, all known.
#[derive(Clone, Copy)]
struct Sizes {
    rows: i64,
    columns: i64,
    terms: i64,
}

/// The sizes of a product of numbers that is to become straight code.
fn small_product(m: &Module, op: Op) -> Option<Sizes> {
    if m.attr(op, "par").is_some() || m.flag(op, "ca") || m.flag(op, "cb") {
        return None;
    }
    // Each size is that of two of the three; one of them may be known alone.
    let size = |k: usize, transposed: bool, row: bool, dim: usize| {
        let shape = m.types.shape(m.ty(m.operand(op, k)));
        match (shape.len(), row) {
            (2, _) => shape[if transposed { 1 - dim } else { dim }],
            (_, row) if row == (dim == 1) => shape[0],
            _ => Some(1),
        }
    };
    let vector = |k: usize| m.types.rank(m.ty(m.operand(op, k))) == 1;
    let (ta, tb) = (m.flag(op, "ta"), m.flag(op, "tb"));
    let sizes = Sizes {
        rows: size(1, ta, vector(1), 0).or(size(0, false, vector(1), 0))?,
        columns: size(2, tb, false, 1).or(size(0, false, vector(1), 1))?,
        terms: size(1, ta, vector(1), 1).or(size(2, tb, false, 0))?,
    };
    let mut elements = (0..3).map(|k| m.types.elem(m.ty(m.operand(op, k))));
    let number = |t: Type| matches!(t, Type::I32 | Type::I64 | Type::F32 | Type::F64 | Type::C32 | Type::C64);
    let all = [sizes.rows, sizes.columns, sizes.terms];
    let few = all.iter().all(|n| *n > 0)
        && all.iter().try_fold(1i64, |p, n| p.checked_mul(*n)).is_some_and(|p| p <= MAX_MULTIPLICATIONS);
    // What prologues and epilogues compute is copied for every element.
    let inside: usize = m.ops[op].regions.iter().map(|&r| m.walk(r).len()).sum();
    let plain = m.ops[op].regions.iter().flat_map(|&r| &m.regions[r].ops);
    let plain = plain.copied().all(|o| match m.kind(o) {
        OpKind::Yield | OpKind::Load => true,
        _ => is_pure(m, o) && m.ops[o].regions.is_empty(),
    });
    (few && elements.all(number) && plain && inside <= 8).then_some(sizes)
}

/// Loads all elements of the factors, then stores those of the product, each the sum of its terms in order. Nothing is stored before
/// all is loaded.
fn product(m: &mut Module, op: Op, sizes: Sizes) {
    let mut regions = m.ops[op].regions.clone().into_iter();
    let mut region = |flag: &str| if m.flag(op, flag) { regions.next() } else { None };
    let (of_a, of_b, of_c) = (region("prologue_a"), region("prologue_b"), region("epilogue"));
    let (ta, tb) = (m.flag(op, "ta"), m.flag(op, "tb"));
    let mut factor = |k: usize, r: Option<Region>, transposed: bool, (rows, columns): (i64, i64)| {
        let view = m.operand(op, k);
        let matrix = m.types.rank(m.ty(view)) == 2;
        let mut out = Vec::new();
        for j in 0..columns {
            for i in 0..rows {
                let at = match (matrix, transposed) {
                    (true, false) => vec![i, j],
                    (true, true) => vec![j, i],
                    // One of the two is zero.
                    (false, _) => vec![i + j],
                };
                let mut b = Builder::before(m, op);
                let at: Vec<Value> = at.into_iter().map(|i| b.int(i, Type::INDEX)).collect();
                let place = b.elem(view, &at);
                let x = b.load(place);
                out.push(r.map_or(x, |r| inlined(m, op, r, x, &at)));
            }
        }
        out
    };
    let Sizes { rows, columns, terms } = sizes;
    let a = factor(1, of_a, ta, (rows, terms));
    let b = factor(2, of_b, tb, (terms, columns));
    let view = m.operand(op, 0);
    let (matrix, row) = (m.types.rank(m.ty(view)) == 2, m.types.rank(m.ty(m.operand(op, 1))) == 1);
    for j in 0..columns {
        for i in 0..rows {
            let mut at = Builder::before(m, op);
            let ty = at.m.ty(a[0]);
            let mut sum = at.zero(ty);
            for l in 0..terms {
                let (x, y) = (a[(i + l * rows) as usize], b[(l + j * terms) as usize]);
                let term = at.binary(OpKind::Mul, x, y);
                sum = at.binary(OpKind::Add, sum, term);
            }
            let subscripts = match (matrix, row) {
                (true, _) => vec![i, j],
                (false, true) => vec![j],
                (false, false) => vec![i],
            };
            let subscripts: Vec<Value> = subscripts.into_iter().map(|i| at.int(i, Type::INDEX)).collect();
            let v = of_c.map_or(sum, |r| inlined(m, op, r, sum, &subscripts));
            let mut at = Builder::before(m, op);
            let place = at.elem(view, &subscripts);
            at.store(v, place);
        }
    }
    m.detach(op);
}

/// What a prologue or epilogue makes of an element, by a copy of its ops.
fn inlined(m: &mut Module, op: Op, r: Region, element: Value, subscripts: &[Value]) -> Value {
    let args = m.args(r).to_vec();
    let given = std::iter::once(element).chain(subscripts.iter().copied());
    let mut map: FxHashMap<Value, Value> = args.into_iter().zip(given).collect();
    for o in m.regions[r].ops.clone() {
        if m.kind(o) == OpKind::Yield {
            let v = m.operand(o, 0);
            return map.get(&v).copied().unwrap_or(v);
        }
        let copy = m.clone_op(o, &mut map);
        let (home, at) = m.position(op);
        m.insert(home, at, copy);
    }
    element
}
