//! `reductions`: loop.reduce becomes loops that carry what the elements came to, with vectors where that fits.
//!
//! The order of sums and products of floats is fixed for a shape, so that it is the same with vectors and without: see
//! [`sums`].

mod pass;
mod search;
mod sums;

use crate::analysis::joint;
use crate::analysis::straight::{Straight, lane_size};
use crate::choices::{LoopReduceKind, Pred, ReduceKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::vectorize::Machine;
use crate::passes::vectorize::cost::Cost;
use crate::passes::vectorize::nest::{Hooks, Nest, Place};
use crate::passes::{PassCtx, PassError};
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::{ReduceOp, Sort};
use ferrotran_xreal::Num;
use rustc_hash::{FxHashMap, FxHashSet};

/// Registers of 128 bits for reductions whose order does not matter: enough to hide what an addition takes.
const REGISTERS: i64 = 4;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let machine = cx.machine;
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let passes = passes(m, f);
        let of_pass: FxHashSet<Op> = passes.values().flatten().copied().collect();
        let alone = |o: &Op| m.kind(*o) == OpKind::Reduce && !of_pass.contains(o);
        let firsts: Vec<Op> =
            m.walk(m.region(f, 0)).into_iter().filter(|o| passes.contains_key(o) || alone(o)).collect();
        // Inner ones first: bodies are copied.
        for op in firsts.into_iter().rev() {
            if let Some(list) = passes.get(&op) {
                pass::run(m, list, machine)?;
                cx.count("passes", 1);
            } else {
                let old = m.result(op);
                let new = loops(m, op, machine, false)?;
                m.replace_all_uses(old, new);
                cx.count("reductions", 1);
            }
        }
    }
    Ok(())
}

/// Loops of a procedure that are one pass, by the first of each.
fn passes(m: &Module, f: Op) -> FxHashMap<Op, Vec<Op>> {
    let mut out: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    for op in m.walk(m.region(f, 0)) {
        if matches!(m.kind(op), OpKind::Parallel | OpKind::Reduce) && !seen.contains(&op) {
            let list = joint::group(m, op);
            if list.len() > 1 && pass::pays(m, &list) {
                seen.extend(list.iter().copied());
                out.insert(op, list);
            }
        }
    }
    out
}

/// Puts loops in the place of a reduction; what they give. `short`: rows are shorter than [`sums::SERIAL`].
fn loops(m: &mut Module, op: Op, machine: Machine, short: bool) -> Result<Value, PassError> {
    let out = reduce(m, op, machine, short)?;
    let ty = m.ty(m.result(op));
    let out = Builder::before(m, op).cast(out, ty);
    m.detach(op);
    Ok(out)
}

fn reduce(m: &mut Module, op: Op, machine: Machine, short: bool) -> Result<Value, PassError> {
    let r = m.region(op, 0);
    let yields = m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield);
    let Some(&value) = yields.and_then(|&o| m.operands(o).first()) else {
        return Err(PassError::at(m, op, "the body of loop.reduce yields no value"));
    };
    let ty = m.ty(value);
    let extents = m.operands(op).to_vec();
    let kind: LoopReduceKind = m.choice(op);
    let kind = match kind {
        LoopReduceKind::Reduce(kind) => kind,
        LoopReduceKind::Search(search) => return Ok(search::locate(m, op, search, ty, machine)),
    };
    if let Some(what) = in_order(m, kind, ty) {
        if short {
            let mut b = Builder::before(m, op);
            return Ok(sums::serial(&mut b, op, what, ty, machine));
        }
        return Ok(sums::sum(m, op, what, ty, machine));
    }
    let body = Vectors::of(m, r, machine);
    let simple = Simple::of(m, kind, ty, body.width);
    let fits = fill_lanes(m, kind, ty);
    let lanes = simple.lanes;
    let mut b = Builder::before(m, op);
    let first = simple.identity(&mut b);
    let mut now = vec![first];
    if simple.extreme {
        now.push(b.int(0, Type::BOOL));
    }
    let nest = Nest {
        r,
        vectors: body.fit(&b, fits, lanes, &extents),
        masked: None,
        short: None,
        machine,
        hooks: &simple,
        from: None,
    };
    let out = nest.all(&mut b, &extents, &now);
    if simple.extreme {
        return extreme(&mut b, op, &simple, (out[0], out[1]), machine);
    }
    Ok(out[0])
}

/// The sum or product whose order is fixed for a shape.
fn in_order(m: &Module, kind: ReduceKind, ty: Type) -> Option<ReduceOp> {
    let ReduceKind::Op(what @ (ReduceOp::Sum | ReduceOp::Product)) = kind else { return None };
    let fits = matches!(reduction::sort(m.types.kind(ty)), Some(Sort::Real | Sort::Complex))
        && m.types.size_of(ty).is_some_and(|n| n <= 16)
        && m.types.extended_kind(ty).is_none();
    fits.then_some(what)
}

/// Truth values, and numbers that fill lanes.
fn fill_lanes(m: &Module, kind: ReduceKind, ty: Type) -> bool {
    match kind {
        ReduceKind::Count => lane_size(m, ty).is_some(),
        ReduceKind::Op(what) => what.is_logical() || matches!(lane_size(m, ty), Some(4 | 8) if !is_small(m, ty)),
    }
}

/// A reduction of a few elements as straight code, in front of it: the same result. None where it is not that simple.
pub(crate) fn straight(m: &mut Module, op: Op, extents: &[i64]) -> Option<Value> {
    let r = m.region(op, 0);
    let yields = *m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield)?;
    let ty = m.ty(*m.operands(yields).first()?);
    let LoopReduceKind::Reduce(kind) = m.choice(op) else { return None };
    let simple = Simple::of(m, kind, ty, 4);
    let sort = reduction::sort(m.types.kind(ty))?;
    let numbers = matches!(kind, ReduceKind::Op(what) if what.takes(sort));
    if simple.extreme || !numbers || m.types.is_wide(ty) {
        return None;
    }
    let (args, ops) = (m.args(r).to_vec(), m.regions[r].ops.clone());
    let mut b = Builder::before(m, op);
    let mut now = vec![simple.identity(&mut b)];
    for k in 0..extents.iter().product() {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        let mut rest = k;
        for (&a, &e) in args.iter().zip(extents) {
            let ty = b.m.ty(a);
            let index = b.int(rest % e, ty);
            map.insert(a, index);
            rest /= e;
        }
        for &o in ops.iter().filter(|&&o| o != yields) {
            let copy = b.m.clone_op(o, &mut map);
            b.insert(copy);
        }
        let given: Vec<Value> = b.m.operands(yields).iter().map(|v| map.get(v).copied().unwrap_or(*v)).collect();
        now = simple.scalar(&mut b, &now, &given, Place { index: None, n: None });
    }
    let to = b.m.ty(b.m.result(op));
    Some(b.cast(now[0], to))
}

/// The extreme of reals: of nothing it is the end of the range. Where it is infinite there may have been NaNs only, which a
/// second look tells.
fn extreme(
    b: &mut Builder<'_>,
    op: Op,
    simple: &Simple,
    (best, any): (Value, Value),
    machine: Machine,
) -> Result<Value, PassError> {
    let ty = simple.ty;
    let end = reduction::of_nothing(b, simple.what(), ty).expect("the verifier knows the types");
    let infinite = simple.identity(b);
    let same = b.cmp(Pred::Eq, best, infinite);
    let doubtful = b.binary(OpKind::And, any, same);
    let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    let choice = b.op(OpKind::If).arg(doubtful).region(yes).region(no).result(ty).build();
    let sure = b.m.result(choice);
    b.inside(no, |b| {
        b.op(OpKind::Yield).args(&[best]).build();
    });
    // Is there a number?
    let look = b.m.clone_op(op, &mut FxHashMap::default());
    b.m.set_choice(look, LoopReduceKind::Reduce(ReduceKind::Op(ReduceOp::Any)));
    let found = b.m.result(look);
    b.m.values[found].ty = Type::BOOL;
    b.m.insert(yes, 0, look);
    let body = b.m.region(look, 0);
    let given = b.m.regions[body].ops.last().copied().expect("it yields");
    let x = b.m.operand(given, 0);
    let mut inner = Builder::before(b.m, given);
    let nan = search::is_nan(&mut inner, x);
    let number = inner.unary(OpKind::Not, nan, Type::BOOL);
    b.m.set_operand(given, 0, number);
    let number = reduce(b.m, look, machine, false)?;
    b.m.detach(look);
    b.inside(yes, |b| {
        let nan = b.number(Num::NAN, ty);
        let v = select(b, number, infinite, nan);
        b.op(OpKind::Yield).args(&[v]).build();
    });
    Ok(select(b, any, sure, end))
}

fn is_small(m: &Module, ty: Type) -> bool {
    matches!(m.types.kind(ty), TypeKind::Int(8 | 16) | TypeKind::Logical(8 | 16))
}

/// What vectors can do for a body.
struct Vectors {
    s: Option<Straight>,
    width: i64,
}

impl Vectors {
    fn of(m: &Module, r: Region, machine: Machine) -> Vectors {
        let s = machine.vectors.then(|| Straight::analyse(m, r, false)).flatten();
        let s = s.filter(|s| !s.bails && !s.accesses.is_empty() && Cost { m, s, machine }.worthwhile());
        let width = s.as_ref().map_or(4, |s| Cost { m, s, machine }.width());
        Vectors { s, width }
    }

    /// The body with lanes, where they fit and rows may be long enough.
    fn fit(&self, b: &Builder<'_>, fits: bool, lanes: i64, extents: &[Value]) -> Option<(&Straight, i64)> {
        let long = extents.first().is_some_and(|&n| b.m.const_int(n).is_none_or(|n| n >= lanes));
        self.s.as_ref().filter(|_| fits && long).map(|s| (s, lanes))
    }
}

/// Values that are combined in any order.
struct Simple {
    kind: ReduceKind,
    /// What is combined.
    ty: Type,
    /// Type of counts in lanes.
    count: Type,
    /// How many lanes.
    lanes: i64,
    /// Extremes of reals: NaNs lose against numbers. Whether there was anything is carried too.
    extreme: bool,
}

impl Simple {
    fn of(m: &Module, kind: ReduceKind, ty: Type, width: i64) -> Simple {
        let count = if width == 4 { Type::I32 } else { Type::INDEX };
        let ty = match kind {
            ReduceKind::Count => Type::INDEX,
            ReduceKind::Op(what) if what.is_logical() => Type::BOOL,
            ReduceKind::Op(_) => ty,
        };
        let real = matches!(m.types.kind(ty), TypeKind::Float(_));
        let extreme = real && matches!(kind, ReduceKind::Op(what) if what.is_extreme());
        let lanes = if extreme { sums::lanes(m, ty) } else { REGISTERS * width };
        Simple { kind, ty, count, lanes, extreme }
    }

    /// What changes nothing.
    fn identity(&self, b: &mut Builder<'_>) -> Value {
        match self.kind {
            ReduceKind::Count => b.int(0, self.ty),
            // No NaN: instructions that compare one raise an exception.
            ReduceKind::Op(what) if self.extreme => b.number(Num::infinity(what == ReduceOp::Max), self.ty),
            ReduceKind::Op(what) => reduction::identity(b, what, self.ty).expect("the verifier knows the types"),
        }
    }

    fn what(&self) -> ReduceOp {
        match self.kind {
            ReduceKind::Count => ReduceOp::Sum,
            ReduceKind::Op(what) => what,
        }
    }
}

/// A conversion of a scalar or of all lanes.
fn cast(b: &mut Builder<'_>, v: Value, lane: Type) -> Value {
    let t = b.m.types.like(b.m.ty(v), lane);
    b.cast(v, t)
}

/// A scalar in every lane.
fn splat(b: &mut Builder<'_>, lanes: i64, v: Value) -> Value {
    let t = b.m.ty(v);
    let t = b.m.types.vec(lanes as u32, t);
    b.op(OpKind::VecSplat).arg(v).result(t).value()
}

fn select(b: &mut Builder<'_>, cond: Value, yes: Value, no: Value) -> Value {
    let t = b.m.ty(yes);
    b.op(OpKind::Select).arg(cond).arg(yes).arg(no).result(t).value()
}

impl Simple {
    /// An element, as it is combined: `count` for counts.
    fn element(&self, b: &mut Builder<'_>, x: Value, mask: Option<Value>, count: Type) -> Value {
        match self.kind {
            ReduceKind::Count => {
                let mut yes = cast(b, x, Type::BOOL);
                if let Some(mask) = mask {
                    yes = b.binary(OpKind::And, yes, mask);
                }
                cast(b, yes, count)
            }
            ReduceKind::Op(what) if what.is_logical() => cast(b, x, Type::BOOL),
            ReduceKind::Op(_) => x,
        }
    }
}

impl Hooks for Simple {
    fn begin(&self, b: &mut Builder<'_>) -> Vec<Value> {
        let first = match self.kind {
            ReduceKind::Count => b.int(0, self.count),
            ReduceKind::Op(_) => self.identity(b),
        };
        let mut out = vec![splat(b, self.lanes, first)];
        if self.extreme {
            out.push(b.int(0, Type::BOOL));
        }
        out
    }

    fn lanes(&self, b: &mut Builder<'_>, lanes: &[Value], yields: &[Value]) -> Vec<Value> {
        let mask = yields.get(1).copied();
        let x = self.element(b, yields[0], mask, self.count);
        // The first of equal extremes stays, whatever the sign of a zero.
        let mut new = reduction::combine(b, self.what(), x, lanes[0]);
        if let (Some(mask), ReduceKind::Op(_)) = (mask, self.kind) {
            new = select(b, mask, new, lanes[0]);
        }
        let mut out = vec![new];
        if self.extreme {
            out.push(match mask {
                None => b.int(1, Type::BOOL),
                Some(mask) => {
                    let any = b.op(OpKind::VecAny).arg(mask).result(Type::BOOL).value();
                    b.binary(OpKind::Or, lanes[1], any)
                }
            });
        }
        out
    }

    fn end(&self, b: &mut Builder<'_>, now: &[Value], lanes: &[Value]) -> Vec<Value> {
        let mut out = match self.kind {
            ReduceKind::Count => {
                let wide = cast(b, lanes[0], self.ty);
                vec![b.op(OpKind::VecFold).arg(now[0]).arg(wide).choice(ReduceOp::Sum).result(self.ty).value()]
            }
            ReduceKind::Op(what) => {
                vec![b.op(OpKind::VecFold).arg(now[0]).arg(lanes[0]).choice(what).result(self.ty).value()]
            }
        };
        if self.extreme {
            out.push(b.binary(OpKind::Or, now[1], lanes[1]));
        }
        out
    }

    fn scalar(&self, b: &mut Builder<'_>, now: &[Value], yields: &[Value], _: Place) -> Vec<Value> {
        let mask = yields.get(1).copied();
        let x = self.element(b, yields[0], mask, self.ty);
        let mut new = reduction::combine(b, self.what(), x, now[0]);
        if let (Some(mask), ReduceKind::Op(_)) = (mask, self.kind) {
            new = select(b, mask, new, now[0]);
        }
        let mut out = vec![new];
        if self.extreme {
            out.push(match mask {
                None => b.int(1, Type::BOOL),
                Some(mask) => b.binary(OpKind::Or, now[1], mask),
            });
        }
        out
    }
}
