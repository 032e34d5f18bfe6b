//! OpenMP constructs inside the SPIR-V copy of a target region, rewritten as loops: one team of one
//! thread runs the region's sequential code, worksharing loops become `loop.parallel` (or
//! `loop.reduce` where a private copy is reduced into a shared variable), and what is nested in an
//! iteration runs in it sequentially.

use super::Unsupported;
use super::memory::{is_scalar_ref, root_of};
use crate::analysis::trips;
use crate::choices::{CriticalKind, LoopReduceKind, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::{OpKind, Traits};
use crate::passes::openmp::nest;
use crate::reduction::{combine, identity, is_open};
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

type Result<T> = std::result::Result<T, Unsupported>;

/// Rewrites the constructs of a region that the host plan will run.
pub fn unwrap_constructs(m: &mut Module, region: Region) -> Result<()> {
    let mut i = 0;
    while i < m.regions[region].ops.len() {
        let op = m.regions[region].ops[i];
        match m.kind(op) {
            OpKind::OmpCritical if matches!(m.choice_opt(op), Some(CriticalKind::Reduce | CriticalKind::Task)) => {
                return Err(Unsupported::new(m, op, "a reduction that the program declares, or one of tasks"));
            }
            OpKind::OmpCritical if m.choice_opt(op) == Some(CriticalKind::Ancestor) => {
                return Err(Unsupported::new(m, op, "a part of it runs on the host"));
            }
            OpKind::OmpTeams
            | OpKind::OmpWorkdistribute
            | OpKind::OmpWorkshare
            | OpKind::OmpSingle
            | OpKind::OmpCritical
            | OpKind::OmpOrdered
            | OpKind::OmpTask
            | OpKind::OmpTaskgroup
            | OpKind::OmpParallel => splice(m, op),
            OpKind::OmpBarrier
            | OpKind::OmpFlush
            | OpKind::OmpTaskwait
            | OpKind::OmpTaskyield
            | OpKind::OmpTaskDepend => m.detach(op),
            OpKind::OmpTaskloop => return Err(Unsupported::new(m, op, "a taskloop construct")),
            k if of_cancellation(k) => return Err(Unsupported::new(m, op, "a construct that may be cancelled")),
            k if of_tasks(k) => return Err(Unsupported::new(m, op, "a part of the runtime's bookkeeping of tasks")),
            OpKind::OmpReduction => combine_copies(m, op),
            OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => plain_atomic(m, op),
            OpKind::OmpWsLoop => {
                if m.flag(op, "ordered") {
                    sequential_loop(m, op)?;
                } else {
                    parallel_loop(m, op)?;
                }
            }
            // Its constructs are gone.
            OpKind::DevTeam => i += 1,
            OpKind::Parallel | OpKind::Reduce | OpKind::LibMatmul => {
                for r in m.ops[op].regions.clone() {
                    sequentialize(m, r, false)?;
                }
                i += 1;
            }
            _ => {
                for r in m.ops[op].regions.clone() {
                    unwrap_constructs(m, r)?;
                }
                i += 1;
            }
        }
    }
    Ok(())
}

/// Rewrites constructs in code that one invocation runs while others do, too. `in_team`: these are threads of a team, which
/// exclude each other where constructs say so.
pub fn sequentialize(m: &mut Module, region: Region, in_team: bool) -> Result<()> {
    let mut i = 0;
    while i < m.regions[region].ops.len() {
        let op = m.regions[region].ops[i];
        match m.kind(op) {
            OpKind::OmpTeams
            | OpKind::OmpWorkdistribute
            | OpKind::OmpWorkshare
            | OpKind::OmpSingle
            | OpKind::OmpOrdered
            | OpKind::OmpTask
            | OpKind::OmpTaskgroup
            | OpKind::OmpParallel => splice(m, op),
            OpKind::OmpCritical if matches!(m.choice_opt(op), Some(CriticalKind::Reduce | CriticalKind::Task)) => {
                return Err(Unsupported::new(m, op, "a reduction that the program declares, or one of tasks"));
            }
            OpKind::OmpCritical if m.choice_opt(op) == Some(CriticalKind::Ancestor) => {
                return Err(Unsupported::new(m, op, "a part of it runs on the host"));
            }
            OpKind::OmpCritical if !in_team => {
                return Err(Unsupported::new(m, op, "a critical construct inside a kernel"));
            }
            OpKind::OmpBarrier
            | OpKind::OmpFlush
            | OpKind::OmpTaskwait
            | OpKind::OmpTaskyield
            | OpKind::OmpTaskDepend => m.detach(op),
            OpKind::OmpTaskloop => return Err(Unsupported::new(m, op, "a taskloop construct")),
            k if of_cancellation(k) => return Err(Unsupported::new(m, op, "a construct that may be cancelled")),
            k if of_tasks(k) => return Err(Unsupported::new(m, op, "a part of the runtime's bookkeeping of tasks")),
            OpKind::OmpReduction => combine_copies(m, op),
            OpKind::OmpWsLoop => sequential_loop(m, op)?,
            _ => {
                for r in m.ops[op].regions.clone() {
                    sequentialize(m, r, in_team)?;
                }
                i += 1;
            }
        }
    }
    Ok(())
}

/// Ops that only the runtime of the host makes something of.
fn of_tasks(k: OpKind) -> bool {
    matches!(
        k,
        OpKind::OmpEvent
            | OpKind::OmpDependence
            | OpKind::OmpDepobj
            | OpKind::OmpInterop
            | OpKind::OmpAccumulator
            | OpKind::OmpAccumulatorEnd
            | OpKind::OmpAccumulated
    )
}

/// What a region that may be cancelled needs of the runtime of the host.
fn of_cancellation(k: OpKind) -> bool {
    matches!(k, OpKind::OmpCancel | OpKind::OmpCancellationPoint)
}

/// Puts the ops of a construct's region in its place.
pub fn splice(m: &mut Module, op: Op) {
    let (region, at) = m.position(op);
    let inner = m.region(op, 0);
    m.detach(op);
    let ops = std::mem::take(&mut m.regions[inner].ops);
    let mut at = at;
    for o in ops {
        if m.kind(o) == OpKind::Yield {
            continue;
        }
        m.ops[o].parent = None;
        m.insert(region, at, o);
        at += 1;
    }
}

/// Gives the regions of constructs ends that control comes to: what ends in a jump, or where the program ends, becomes a
/// block, behind which a pass may put what comes after.
pub fn open_ends(m: &mut Module) {
    for op in m.walk(m.top) {
        let row = m.info(op);
        let body = row.traits.has(Traits::SEALED) || m.kind(op) == OpKind::OmpLoopNest;
        if !body || row.regions.iter().any(|r| r.contains("=>")) {
            continue;
        }
        for r in m.ops[op].regions.clone() {
            open_end(m, r);
        }
    }
}

/// The same for one region.
pub fn open_end(m: &mut Module, r: Region) {
    let ends = |&o: &Op| m.has(o, Traits::TERMINATOR);
    if !m.regions[r].ops.last().is_some_and(ends) {
        return;
    }
    let loc = m.regions[r].parent.map_or(Loc::default(), |op| m.ops[op].loc);
    let ops = std::mem::take(&mut m.regions[r].ops);
    let inner = m.new_region(&[]);
    for &o in &ops {
        m.ops[o].parent = Some(inner);
    }
    m.regions[inner].ops = ops;
    let mut b = Builder::at_end(m, r);
    b.loc = loc;
    b.op(OpKind::Block).region(inner).build();
}

/// Trip counts (as index values, dimension order of the directive) computed before `op`.
pub fn trip_counts(b: &mut Builder<'_>, lbs: &[Value], ubs: &[Value], steps: &[Value]) -> Vec<Value> {
    (0..lbs.len()).map(|k| trips::count(b, lbs[k], ubs[k], steps[k])).collect()
}

/// The loop variable of dimension `k` from its zero-based iteration number (index).
pub fn iteration_value(b: &mut Builder<'_>, lb: Value, step: Value, number: Value) -> Value {
    let ty = b.m.ty(lb);
    let n = b.cast(number, ty);
    let scaled = if b.m.const_int(step) == Some(1) { n } else { b.binary(OpKind::Mul, n, step) };
    if b.m.const_int(lb) == Some(0) {
        return scaled;
    }
    b.binary(OpKind::Add, lb, scaled)
}

struct Bounds {
    lbs: Vec<Value>,
    ubs: Vec<Value>,
    steps: Vec<Value>,
}

fn bounds(m: &Module, op: Op) -> Result<Bounds> {
    if !m.group(op, "slopes").is_empty() {
        return Err(Unsupported::new(m, op, "loops whose bounds depend on each other"));
    }
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(op, g).to_vec());
    Ok(Bounds { lbs, ubs, steps })
}

/// A worksharing loop as a sequential nest, outermost dimension first.
pub fn sequential_loop(m: &mut Module, op: Op) -> Result<()> {
    let loops = nest::alone(m, op);
    let n = bounds(m, loops)?;
    let body = m.region(loops, 0);
    let rank = n.lbs.len();
    let loc = m.ops[op].loc;
    let (region, at) = m.position(op);
    m.detach(op);
    let mut point = Point { region, at: Some(at) };
    let ivs = m.args(body).to_vec();
    for k in 0..rank {
        let label = if k == 0 { m.attr_str(op, "label").map(Attr::str) } else { None };
        let mut b = Builder { m, point, loc };
        let (inner, value) = trips::each(&mut b, n.lbs[k], n.ubs[k], n.steps[k], label);
        point = Point { region: inner, at: None };
        m.replace_uses(body, ivs[k], value);
    }
    move_ops(m, body, point.region);
    Ok(())
}

/// Copies what one reference refers to, a value, a string or an object, to another of the same type.
pub fn copy_element(b: &mut Builder<'_>, from: Value, to: Value) {
    match b.m.types.kind(b.m.types.elem(b.m.ty(from))) {
        TypeKind::Char(..) => {
            let v = b.load(from);
            b.op(OpKind::ChrAssign).arg(v).arg(to).build();
        }
        TypeKind::Derived(_) => {
            b.op(OpKind::CopyObject).arg(to).arg(from).build();
        }
        _ => {
            let v = b.load(from);
            b.store(v, to);
        }
    }
}

/// Moves all ops of `from` to the end of `to`.
pub fn move_ops(m: &mut Module, from: Region, to: Region) {
    let ops = std::mem::take(&mut m.regions[from].ops);
    for o in ops {
        if m.kind(o) == OpKind::Yield {
            continue;
        }
        m.ops[o].parent = None;
        let end = m.regions[to].ops.len();
        m.insert(to, end, o);
    }
}

/// `omp.reduce_into` by a single thread: shared = shared kind private.
pub fn combine_copies(m: &mut Module, op: Op) {
    let (p, s) = (m.operand(op, 0), m.operand(op, 1));
    let kind: ReduceOp = m.choice(op);
    if super::memory::is_view(m, m.ty(s)) {
        let rank = m.types.rank(m.ty(s));
        let mut b = Builder::before(m, op);
        let extents: Vec<Value> = (0..rank).map(|d| b.extent(s, d)).collect();
        let r = b.m.new_region(&vec![Type::INDEX; rank]);
        b.op(OpKind::Parallel).args(&extents).region(r).build();
        let subs = b.m.args(r).to_vec();
        b.inside(r, |b| {
            let pe = b.elem(p, &subs);
            let se = b.elem(s, &subs);
            let x = b.load(se);
            let y = b.load(pe);
            let v = combine(b, kind, x, y);
            b.store(v, se);
        });
        m.detach(op);
        return;
    }
    let mut b = Builder::before(m, op);
    let x = b.load(s);
    let y = b.load(p);
    let v = combine(&mut b, kind, x, y);
    b.store(v, s);
    m.detach(op);
}

/// An atomic update where nobody else runs.
pub fn plain_atomic(m: &mut Module, op: Op) {
    let r = m.operand(op, 0);
    let mut b = Builder::before(m, op);
    let results = match b.m.kind(op) {
        OpKind::OmpAtomicRead => vec![b.load(r)],
        OpKind::OmpAtomicWrite => {
            let v = b.m.operand(op, 1);
            b.store(v, r);
            Vec::new()
        }
        _ => {
            let old = b.load(r);
            let body = m.region(op, 0);
            let arg = m.args(body)[0];
            m.replace_uses(body, arg, old);
            let ends = m.regions[body].ops.pop().expect("the body ends with loop.yield");
            let values = m.operands(ends).to_vec();
            let (region, at) = m.position(op);
            for (k, o) in std::mem::take(&mut m.regions[body].ops).into_iter().enumerate() {
                m.ops[o].parent = None;
                m.insert(region, at + k, o);
            }
            Builder::before(m, op).store(values[0], r);
            values[1..].to_vec()
        }
    };
    let (region, _) = m.position(op);
    for (old, new) in m.ops[op].results.clone().into_iter().zip(results) {
        m.replace_uses(region, old, new);
    }
    m.detach(op);
}

/// A `loop.continue` without label that belongs to the loop whose body `r` is becomes a break out of
/// a block around the body, since the new loop's body has something after it.
pub fn block_continues(m: &mut Module, body: Region, label: &str) -> bool {
    fn rewrite(m: &mut Module, r: Region, label: &str) -> bool {
        let mut any = false;
        for o in m.regions[r].ops.clone() {
            match m.kind(o) {
                OpKind::Continue if m.attr(o, "label").is_none() => {
                    m.ops[o].kind = OpKind::Break;
                    m.set_attr(o, "label", Attr::str(label));
                    any = true;
                }
                OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce | OpKind::OmpWsLoop => {}
                _ => {
                    for inner in m.ops[o].regions.clone() {
                        any |= rewrite(m, inner, label);
                    }
                }
            }
        }
        any
    }
    rewrite(m, body, label)
}

/// A worksharing loop whose iterations become the invocations of a kernel.
fn parallel_loop(m: &mut Module, op: Op) -> Result<()> {
    let loops = nest::alone(m, op);
    let n = bounds(m, loops)?;
    let rank = n.lbs.len();
    let body = m.region(loops, 0);
    let loc = m.ops[op].loc;
    sequentialize(m, body, false)?;

    // Reductions of private copies that the region combines after the loop.
    let (outer, at) = m.position(op);
    let later: Vec<Op> = m.regions[outer].ops[at + 1..].to_vec();
    let mut reduced: Vec<(Value, ReduceOp)> = Vec::new();
    for o in later {
        if m.kind(o) == OpKind::OmpReduction {
            let p = m.operand(o, 0);
            let used =
                m.walk(body).iter().any(|&x| m.operands(x).iter().any(|&v| root_of(m, v).base == root_of(m, p).base));
            if used {
                if !is_scalar_ref(m, m.ty(p)) {
                    return Err(Unsupported::new(m, o, "a reduction of an array in a kernel"));
                }
                reduced.push((p, m.choice(o)));
            }
        }
    }

    let label = format!("iteration.{}", body_id(body));
    let blocked = block_continues(m, body, &label);

    // Index order: the innermost loop is dimension 0 of the nest.
    let mut b = Builder::before(m, op);
    let mut trips = trip_counts(&mut b, &n.lbs, &n.ubs, &n.steps);
    trips.reverse();
    let stmts = Attr::ints(&[i64::from(loc.line)]);
    let nest = m.new_region(&vec![Type::INDEX; rank]);
    let ivs = m.args(body).to_vec();
    let numbers = m.args(nest).to_vec();
    {
        let mut b = Builder::at_end(m, nest);
        b.loc = loc;
        let mut values = Vec::new();
        for k in 0..rank {
            values.push(iteration_value(&mut b, n.lbs[k], n.steps[k], numbers[rank - 1 - k]));
        }
        for (iv, v) in ivs.iter().zip(values) {
            m.replace_uses(body, *iv, v);
        }
    }

    // Private copies of the iteration.
    let mut copies: Vec<(Value, Value, ReduceOp)> = Vec::new();
    for &(p, kind) in &reduced {
        let ty = m.ty(p);
        let elem = m.types.elem(ty);
        let mut b = Builder::at_end(m, nest);
        b.loc = loc;
        let c = b.op(OpKind::Alloca).result(ty).value();
        let Some(i) = identity(&mut b, kind, elem) else {
            return Err(Unsupported::new(m, op, "a reduction of this type"));
        };
        b.store(i, c);
        let base = root_of(m, p).base;
        let mut map: Vec<Value> = Vec::new();
        for x in m.walk(body) {
            for &v in m.operands(x) {
                if m.ty(v) == ty && root_of(m, v).base == base && !map.contains(&v) {
                    map.push(v);
                }
            }
        }
        for v in map {
            m.replace_uses(body, v, c);
        }
        copies.push((p, c, kind));
    }
    if blocked {
        let inner = m.new_region(&[]);
        let mut b = Builder::at_end(m, nest);
        b.loc = loc;
        b.op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
        move_ops(m, body, inner);
    } else {
        move_ops(m, body, nest);
    }

    match copies.len() {
        0 => {
            let mut b = Builder::before(m, op);
            b.op(OpKind::Parallel).args(&trips).attr("stmts", stmts).region(nest).build();
        }
        1 => {
            let (p, c, kind) = copies.remove(0);
            let r = reduce_region(m, op, nest, &trips, c, kind, stmts);
            store_result(m, op, p, r, kind, &trips);
        }
        _ => several_reductions(m, op, nest, &trips, &copies, stmts)?,
    }
    m.detach(op);
    Ok(())
}

fn body_id(r: Region) -> u32 {
    r.as_u32()
}

/// Ends `nest` by yielding the private copy `c` and builds the loop.reduce before `op`.
fn reduce_region(
    m: &mut Module,
    op: Op,
    nest: Region,
    trips: &[Value],
    c: Value,
    kind: ReduceOp,
    stmts: Attr,
) -> Value {
    let loc = m.ops[op].loc;
    let mut b = Builder::at_end(m, nest);
    b.loc = loc;
    let mut v = b.load(c);
    if kind.is_logical() {
        v = b.cast(v, Type::BOOL);
    }
    b.op(OpKind::Yield).args(&[v]).build();
    let ty = m.ty(v);
    let mut b = Builder::before(m, op);
    let r = b.op(OpKind::Reduce).args(trips).choice(LoopReduceKind::op(kind)).attr("stmts", stmts);
    r.region(nest).result(ty).value()
}

/// Combines the result of all iterations into the thread's private copy. What no iterations give is no value of the loop.
fn store_result(m: &mut Module, op: Op, p: Value, r: Value, kind: ReduceOp, trips: &[Value]) {
    let mut b = Builder::before(m, op);
    let elem = b.m.types.elem(b.m.ty(p));
    let r = b.cast(r, elem);
    let old = b.load(p);
    let mut v = combine(&mut b, kind, old, r);
    if is_open(b.m, kind, elem) {
        for &n in trips {
            if b.m.const_int(n).is_none_or(|n| n <= 0) {
                let zero = b.index(0);
                let any = b.cmp(Pred::Gt, n, zero);
                v = b.op(OpKind::Select).arg(any).arg(v).arg(old).result(elem).value();
            }
        }
    }
    b.store(v, p);
}

/// More than one reduction: every iteration stores its copies, then each array is reduced.
fn several_reductions(
    m: &mut Module,
    op: Op,
    nest: Region,
    trips: &[Value],
    copies: &[(Value, Value, ReduceOp)],
    stmts: Attr,
) -> Result<()> {
    let rank = trips.len();
    let loc = m.ops[op].loc;
    let numbers = m.args(nest).to_vec();
    let mut arrays = Vec::new();
    for &(p, c, kind) in copies {
        let elem = m.types.elem(m.ty(p));
        let Some(size) = m.types.size_of(elem) else {
            return Err(Unsupported::new(m, op, "a reduction of this type"));
        };
        let vt = m.types.view(vec![None; rank], elem, true);
        let mut b = Builder::before(m, op);
        let mut bytes = b.index(size as i64);
        for &t in trips {
            bytes = b.binary(OpKind::Mul, bytes, t);
        }
        let heap = b
            .op(OpKind::Alloc)
            .arg(bytes)
            .attr("reason", Attr::str("reduction of several variables"))
            .result(Type::PTR)
            .value();
        let view = b.op(OpKind::ViewMake).arg(heap).args(trips).result(vt).value();
        let mut b = Builder::at_end(m, nest);
        b.loc = loc;
        let e = b.elem(view, &numbers);
        let v = b.load(c);
        b.store(v, e);
        arrays.push((p, heap, view, kind));
    }
    let mut b = Builder::before(m, op);
    b.op(OpKind::Parallel).args(trips).attr("stmts", stmts.clone()).region(nest).build();
    for (p, heap, view, kind) in arrays {
        let inner = m.new_region(&vec![Type::INDEX; rank]);
        let subs = m.args(inner).to_vec();
        let mut b = Builder::at_end(m, inner);
        b.loc = loc;
        let e = b.elem(view, &subs);
        let r = reduce_region(m, op, inner, trips, e, kind, stmts.clone());
        store_result(m, op, p, r, kind, trips);
        let mut b = Builder::before(m, op);
        b.op(OpKind::Free).arg(heap).build();
    }
    Ok(())
}

/// Variables of the plan with exactly one store that comes before every load, in the region where
/// they are made: the loads become the stored value.
pub fn promote(m: &mut Module, region: Region) {
    let allocas: Vec<Op> = m.regions[region].ops.iter().copied().filter(|&o| m.kind(o) == OpKind::Alloca).collect();
    for a in allocas {
        let v = m.result(a);
        if !is_scalar_ref(m, m.ty(v)) {
            continue;
        }
        let mut names = vec![v];
        let mut k = 0;
        let mut all: Vec<(Op, usize)> = Vec::new();
        while k < names.len() {
            for (o, i) in m.uses(names[k]) {
                if m.kind(o) == OpKind::Declare {
                    names.push(m.result(o));
                } else {
                    all.push((o, i));
                }
            }
            k += 1;
        }
        let stores: Vec<Op> =
            all.iter().filter(|&&(o, i)| m.kind(o) == OpKind::Store && i == 1).map(|&(o, _)| o).collect();
        let loads: Vec<Op> = all.iter().filter(|&&(o, _)| m.kind(o) == OpKind::Load).map(|&(o, _)| o).collect();
        if stores.len() != 1 || stores.len() + loads.len() != all.len() {
            continue;
        }
        let s = stores[0];
        if m.ops[s].parent != Some(region) {
            continue;
        }
        let at = m.position(s).1;
        // Every load stands after the store, itself or the op of this region that holds it.
        let after = loads.iter().all(|&l| {
            let mut o = l;
            while m.ops[o].parent != Some(region) {
                match m.parent_op(o) {
                    Some(p) => o = p,
                    None => return false,
                }
            }
            m.position(o).1 > at
        });
        if !after {
            continue;
        }
        let value = m.operand(s, 0);
        for l in loads {
            let r = m.result(l);
            m.replace_uses(region, r, value);
            m.detach(l);
        }
        m.detach(s);
    }
}
