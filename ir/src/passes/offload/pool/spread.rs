//! Kernels of a limited number of threads: each runs every so-manieth iteration.

use super::blocks::counted;
use super::{Result, concerns};
use crate::choices::{KernelKind, LoopReduceKind, Pred, ReduceKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::constructs::{block_continues, move_ops};
use crate::reduction::{combine, identity, is_open, of_nothing};
use crate::types::Type;
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_xreal::Num;

/// The threads of a kernel.
pub struct Lanes {
    /// The kernel.
    pub op: Op,
    /// Where there is memory: the number of a thread among all, and the bytes that each has.
    pub part: Option<(Value, Value)>,
    /// How many threads there are.
    pub count: Value,
    /// What each thread runs once.
    pub list: Region,
    /// What it runs for each iteration, where that is a loop.
    pub iteration: Option<Region>,
    /// The block around an iteration.
    pub label: Option<String>,
}

/// The op is what a kernel is made of and may hold code of threads.
pub fn is_kernel(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::Parallel | OpKind::Reduce | OpKind::DevTeam)
}

/// The kernels of a plan.
pub fn kernels(m: &Module, region: Region) -> Vec<Op> {
    let mut out = Vec::new();
    for &op in &m.regions[region].ops {
        if is_kernel(m, op) {
            out.push(op);
        } else if m.kind(op) != OpKind::DevHost && KernelKind::of_op(m.kind(op)).is_none() {
            out.extend(m.ops[op].regions.iter().flat_map(|&r| kernels(m, r)));
        }
    }
    out
}

/// Threads of a team, where the kernel is one of teams.
pub fn team_threads(m: &Module, op: Op) -> Option<i64> {
    if m.kind(op) == OpKind::DevTeam { m.attr_int(op, "threads") } else { None }
}

/// The number of iterations of a loop, computed in front of it.
pub fn threads(m: &mut Module, op: Op) -> Option<Value> {
    if m.kind(op) == OpKind::DevTeam {
        return None;
    }
    let extents = m.group(op, "extents").to_vec();
    let mut b = Builder::before(m, op);
    Some(product(&mut b, &extents))
}

fn product(b: &mut Builder<'_>, extents: &[Value]) -> Value {
    let zero = b.index(0);
    let mut total = b.index(1);
    for &n in extents {
        let n = b.binary(OpKind::Max, n, zero);
        total = b.binary(OpKind::Mul, total, n);
    }
    total
}

/// Makes loops of the nests in a kernel that hold what a thread may leave.
pub fn serialize_nests(m: &mut Module, body: Region) -> Result<()> {
    for op in m.walk(body) {
        let nest = matches!(m.kind(op), OpKind::Parallel | OpKind::Reduce) && m.is_attached(op);
        if nest && m.walk(m.region(op, 0)).into_iter().any(|o| concerns(m, o)) {
            let total = threads(m, op);
            let mut b = Builder::before(m, op);
            let (zero, one) = (b.index(0), b.index(1));
            let last = b.binary(OpKind::Sub, total.unwrap_or(one), one);
            let list = m.new_region(&[]);
            let inner = iterations(m, op, list, (zero, last, one), None)?;
            let (region, at) = m.position(op);
            let ops = std::mem::take(&mut m.regions[list].ops);
            for (i, o) in ops.into_iter().enumerate() {
                m.ops[o].parent = None;
                m.insert(region, at + i, o);
            }
            if let (Some(v), Some(&r)) = (inner.result, m.ops[op].results.first()) {
                m.replace_all_uses(r, v);
            }
            m.detach(op);
        }
    }
    Ok(())
}

/// The iterations of a nest as a loop.
struct Inner {
    iteration: Region,
    result: Option<Value>,
}

/// Puts a loop over iterations of a nest, by their numbers, at the end of a list; the result is that of the reduction.
fn iterations(
    m: &mut Module,
    op: Op,
    list: Region,
    (first, last, step): (Value, Value, Value),
    label: Option<&str>,
) -> Result<Inner> {
    let loc = m.ops[op].loc;
    let extents = m.group(op, "extents").to_vec();
    let body = m.region(op, 0);
    let kind = reduction(m, op)?;
    let continues = format!("continue.{}", body.as_u32());
    let blocked = kind.is_none() && block_continues(m, body, &continues);
    let result = m.ops[op].results.first().copied();
    // Jumps in it may use its name.
    let name = m.attr(op, "label").cloned();
    let mut b = Builder { m, point: Point { region: list, at: None }, loc };
    let sum = match (kind, result) {
        (Some(kind), Some(r)) => {
            let ty = b.m.ty(r);
            let held = if ty == Type::BOOL { Type::L32 } else { ty };
            let of = b.m.types.reference(held);
            let sum = b.op(OpKind::Alloca).result(of).value();
            let Some(start) = start(&mut b, kind, held) else {
                return Err(Unsupported::new(m, op, "a reduction of this type in a loop of a thread"));
            };
            b.store(start, sum);
            Some((sum, held, ty, kind))
        }
        _ => None,
    };
    let iteration = counted(&mut b, first, last, step, name);
    let number = m.args(iteration)[0];
    let mut b = Builder { m, point: Point { region: iteration, at: None }, loc };
    let mut rest = number;
    let mut subs = Vec::new();
    for (d, &n) in extents.iter().enumerate() {
        if d + 1 == extents.len() {
            subs.push(rest);
        } else {
            subs.push(b.binary(OpKind::Rem, rest, n));
            rest = b.binary(OpKind::Div, rest, n);
        }
    }
    for (old, new) in m.args(body).to_vec().into_iter().zip(subs) {
        m.replace_uses(body, old, new);
    }
    let mut to = iteration;
    for label in label.map(str::to_string).into_iter().chain(blocked.then_some(continues)) {
        let inner = m.new_region(&[]);
        let mut b = Builder { m, point: Point { region: to, at: None }, loc };
        b.op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
        to = inner;
    }
    let end = m.regions[body].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield);
    let given = end.and_then(|o| m.operands(o).first().copied());
    move_ops(m, body, to);
    let mut result = None;
    if let (Some((sum, held, ty, kind)), Some(v)) = (sum, given) {
        let mut b = Builder { m, point: Point { region: to, at: None }, loc };
        let old = b.load(sum);
        let v = b.cast(v, held);
        let new = combine(&mut b, kind, old, v);
        b.store(new, sum);
        let mut b = Builder { m, point: Point { region: list, at: None }, loc };
        let v = b.load(sum);
        result = Some(b.cast(v, ty));
    }
    Ok(Inner { iteration, result })
}

/// What a thread begins with: of extremes a NaN, which gives way to any number and stays where all are NaNs.
fn start(b: &mut Builder<'_>, kind: ReduceOp, ty: Type) -> Option<Value> {
    if is_open(b.m, kind, ty) { Some(b.number(Num::NAN, ty)) } else { identity(b, kind, ty) }
}

/// How a nest reduces its values.
fn reduction(m: &Module, op: Op) -> Result<Option<ReduceOp>> {
    if m.kind(op) != OpKind::Reduce {
        return Ok(None);
    }
    match m.choice::<LoopReduceKind>(op) {
        LoopReduceKind::Reduce(ReduceKind::Op(kind)) if m.ops[op].results.len() == 1 => Ok(Some(kind)),
        _ => Err(Unsupported::new(m, op, "a search in which a thread allocates")),
    }
}

/// Gives a kernel so many threads with so many bytes each, where they are given, and makes a block of what a thread may
/// leave.
pub fn spread(m: &mut Module, op: Op, memory: Option<(Value, Value)>) -> Result<Lanes> {
    let loc = m.ops[op].loc;
    if m.kind(op) == OpKind::DevTeam {
        let list = m.region(op, 0);
        let args = m.args(list).to_vec();
        let mut b = Builder { m, point: Point { region: list, at: Some(0) }, loc };
        let part = memory.map(|(_, each)| {
            let before = b.binary(OpKind::Mul, args[0], args[3]);
            (b.binary(OpKind::Add, before, args[1]), each)
        });
        let count = memory.map_or(args[2], |n| n.0);
        return Ok(Lanes { op, part, count, list, iteration: None, label: None });
    }
    let Some((count, each)) = memory else { return one_iteration(m, op) };
    let extents = m.group(op, "extents").to_vec();
    let mut b = Builder::before(m, op);
    let total = product(&mut b, &extents);
    let one = b.index(1);
    let last = b.binary(OpKind::Sub, total, one);
    let list = m.new_region(&[Type::INDEX]);
    let lane = m.args(list)[0];
    let label = super::new_label(m, op);
    let inner = iterations(m, op, list, (lane, last, count), Some(&label))?;
    let kind = m.kind(op);
    let attrs = m.ops[op].attrs.clone();
    let ty = m.ops[op].results.first().map(|&r| m.ty(r));
    if let Some(v) = inner.result {
        let mut b = Builder { m, point: Point { region: list, at: None }, loc };
        b.op(OpKind::Yield).args(&[v]).build();
    }
    let mut b = Builder::before(m, op);
    let mut new = b.op(kind).args(&[count]);
    for (k, x) in attrs.iter().filter(|(k, _)| *k != "label") {
        new = new.attr(k, x.clone());
    }
    let new = new.results(ty.as_slice()).region(list).build();
    if let (Some(&old), Some(&r)) = (m.ops[op].results.first(), m.ops[new].results.first()) {
        let (mut all, ty, kind) = (r, m.ty(r), m.choice::<LoopReduceKind>(new));
        let mut b = Builder::before(m, op);
        if let LoopReduceKind::Reduce(ReduceKind::Op(kind)) = kind
            && is_open(b.m, kind, ty)
            && let Some(none) = of_nothing(&mut b, kind, ty)
        {
            let zero = b.index(0);
            let any = b.cmp(Pred::Gt, total, zero);
            all = b.op(OpKind::Select).arg(any).arg(r).arg(none).result(ty).value();
        }
        m.replace_all_uses(old, all);
    }
    m.detach(op);
    let part = Some((lane, each));
    Ok(Lanes { op: new, part, count, list, iteration: Some(inner.iteration), label: Some(label) })
}

/// Makes a block of an iteration, which is all that a thread does.
fn one_iteration(m: &mut Module, op: Op) -> Result<Lanes> {
    let loc = m.ops[op].loc;
    let body = m.region(op, 0);
    let kind = reduction(m, op)?;
    let label = super::new_label(m, op);
    let inner = m.new_region(&[]);
    let end = m.regions[body].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield);
    let given = end.and_then(|o| m.operands(o).first().copied());
    move_ops(m, body, inner);
    let mut b = Builder { m, point: Point { region: body, at: None }, loc };
    let count = b.index(0);
    let Some((kind, v)) = kind.zip(given) else {
        b.op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
        return Ok(Lanes { op, part: None, count, list: body, iteration: None, label: Some(label) });
    };
    let ty = b.m.ty(v);
    let held = if ty == Type::BOOL { Type::L32 } else { ty };
    let of = b.m.types.reference(held);
    let cell = b.op(OpKind::Alloca).result(of).value();
    let Some(start) = start(&mut b, kind, held) else {
        return Err(Unsupported::new(m, op, "a reduction of this type that a thread may leave"));
    };
    b.store(start, cell);
    b.op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
    b.inside(inner, |b| {
        let v = b.cast(v, held);
        b.store(v, cell);
    });
    let v = b.load(cell);
    let v = b.cast(v, ty);
    b.op(OpKind::Yield).args(&[v]).build();
    Ok(Lanes { op, part: None, count, list: body, iteration: None, label: Some(label) })
}
