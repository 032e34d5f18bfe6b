//! Positions of extremes and of true elements.
//!
//! Extremes are looked for with vectors: every lane keeps the best of its elements and the number of the block where that
//! was. Lanes begin with the worst number that there is, so that they leave out elements that are no better, and NaNs.
//! Where nothing better is found at all (there are no elements, or only such), scalar code looks again.

use super::{REGISTERS, Vectors, cast, is_small, select, splat};
use crate::analysis::straight::lane_size;
use crate::choices::{MathFn, Pred, Search};
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::vectorize::nest::{Hooks, Nest, Place};
use crate::passes::vectorize::{Machine, choose};
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_xreal::Num;

/// A search: carried are the best value, its position (-1: none) and that of the element.
struct Locate {
    what: Search,
    /// NaNs lose against numbers.
    real: bool,
    /// What is looked at.
    ty: Type,
    /// How many lanes.
    lanes: i64,
    /// Type of the numbers of blocks in lanes.
    block: Type,
}

/// The position of what is looked for, counted from zero in element order; -1 where there is none.
pub(super) fn locate(m: &mut Module, op: Op, what: Search, ty: Type, machine: Machine) -> Value {
    let real = matches!(m.types.kind(ty), TypeKind::Float(_));
    let (r, extents) = (m.region(op, 0), m.operands(op).to_vec());
    let body = Vectors::of(m, r, machine);
    let block = if lane_size(m, ty) == Some(4) { Type::I32 } else { Type::INDEX };
    let search = Locate { what, real, ty, lanes: REGISTERS * body.width, block };
    let number = real || matches!(m.types.kind(ty), TypeKind::Int(_) | TypeKind::Index);
    let fits = number
        && search.reduce().is_some()
        && matches!(lane_size(m, ty), Some(4 | 8))
        && !is_small(m, ty)
        && m.types.extended_kind(ty).is_none();
    let mut b = Builder::before(m, op);
    let vectors = body.fit(&b, fits, search.lanes, &extents);
    let begin = |b: &mut Builder<'_>| [b.zero(ty), b.index(-1), b.index(0)];
    let scalars =
        Nest { r, vectors: None, masked: None, short: None, machine: Machine::default(), hooks: &search, from: None };
    let (Some(_), Some(kind)) = (vectors, search.reduce()) else {
        let now = begin(&mut b);
        return scalars.all(&mut b, &extents, &now)[1];
    };
    let now = begin(&mut b);
    let out =
        Nest { r, vectors, masked: None, short: None, machine, hooks: &search, from: None }.all(&mut b, &extents, &now);
    let (worst, zero) = (search.worst(&mut b, kind), b.index(0));
    let better = b.cmp(search.better(), out[0], worst);
    let found = b.cmp(Pred::Ge, out[1], zero);
    let sure = b.binary(OpKind::And, better, found);
    choose(
        &mut b,
        sure,
        &[Type::INDEX],
        |_| vec![out[1]],
        |b| {
            let now = begin(b);
            vec![scalars.all(b, &extents, &now)[1]]
        },
    )[0]
}

pub(super) fn is_nan(b: &mut Builder<'_>, v: Value) -> Value {
    match b.m.tk(v) {
        TypeKind::Float(32 | 64) => b.op(OpKind::Math).arg(v).choice(MathFn::IsNan).result(Type::BOOL).value(),
        _ => b.cmp(Pred::Ne, v, v),
    }
}

impl Locate {
    /// The reduction that gives the value whose position is looked for.
    fn reduce(&self) -> Option<ReduceOp> {
        match self.what {
            Search::MaxLoc | Search::LastMaxLoc => Some(ReduceOp::Max),
            Search::MinLoc | Search::LastMinLoc => Some(ReduceOp::Min),
            Search::FindFirst | Search::FindLast => None,
        }
    }

    /// How a better value compares with the best one so far; of equals the last may be looked for.
    fn better(&self) -> Pred {
        match self.what {
            Search::MaxLoc => Pred::Gt,
            Search::LastMaxLoc => Pred::Ge,
            Search::LastMinLoc => Pred::Le,
            Search::MinLoc | Search::FindFirst | Search::FindLast => Pred::Lt,
        }
    }

    /// Of equals the last is looked for.
    fn is_last(&self) -> bool {
        matches!(self.what, Search::LastMaxLoc | Search::LastMinLoc)
    }

    /// What no value is worse than.
    fn worst(&self, b: &mut Builder<'_>, kind: ReduceOp) -> Value {
        if self.real {
            return b.number(Num::infinity(kind == ReduceOp::Max), self.ty);
        }
        reduction::identity(b, kind, self.ty).expect("numbers have extremes")
    }
}

impl Hooks for Locate {
    /// The best value of each lane, the number of the block where that was, and that of the block.
    fn begin(&self, b: &mut Builder<'_>) -> Vec<Value> {
        let Some(kind) = self.reduce() else { return Vec::new() };
        let worst = self.worst(b, kind);
        let (none, first) = (b.int(-1, self.block), b.int(0, self.block));
        [worst, none, first].map(|v| splat(b, self.lanes, v)).to_vec()
    }

    fn lanes(&self, b: &mut Builder<'_>, lanes: &[Value], yields: &[Value]) -> Vec<Value> {
        let &[best, block, at] = lanes else { return Vec::new() };
        let mut take = b.cmp(self.better(), yields[0], best);
        if let Some(&mask) = yields.get(1) {
            take = b.binary(OpKind::And, take, mask);
        }
        let one = b.int(1, self.block);
        let one = splat(b, self.lanes, one);
        vec![select(b, take, yields[0], best), select(b, take, at, block), b.binary(OpKind::Add, at, one)]
    }

    fn end(&self, b: &mut Builder<'_>, now: &[Value], lanes: &[Value]) -> Vec<Value> {
        let (Some(kind), &[best, block, at]) = (self.reduce(), lanes) else { return now.to_vec() };
        let worst = self.worst(b, kind);
        let value = b.op(OpKind::VecFold).arg(worst).arg(best).choice(kind).result(self.ty).value();
        // The first (last) of the elements that are as good. Where no lane has found any, it is far behind (in front of) all.
        let block = cast(b, block, Type::INDEX);
        let (count, far, zero) = (b.index(self.lanes), b.index(if self.is_last() { -1 } else { i64::MAX }), b.index(0));
        let t = b.m.types.vec(self.lanes as u32, Type::INDEX);
        let ramp = b.op(OpKind::VecRamp).arg(zero).attr("step", Attr::Int(1)).result(t).value();
        let (counts, fars, zeros) =
            (splat(b, self.lanes, count), splat(b, self.lanes, far), splat(b, self.lanes, zero));
        let before = b.binary(OpKind::Mul, block, counts);
        let index = b.binary(OpKind::Add, before, ramp);
        let values = splat(b, self.lanes, value);
        let (same, some) = (b.cmp(Pred::Eq, best, values), b.cmp(Pred::Ge, block, zeros));
        let index = select(b, same, index, fars);
        let index = select(b, some, index, fars);
        let which = if self.is_last() { ReduceOp::Max } else { ReduceOp::Min };
        let first = b.op(OpKind::VecFold).arg(far).arg(index).choice(which).result(Type::INDEX).value();
        let (found, new) = (b.cmp(Pred::Ne, first, far), b.cmp(Pred::Lt, now[1], zero));
        let mut better = b.cmp(self.better(), value, now[0]);
        if self.real {
            let old = is_nan(b, now[0]);
            better = b.binary(OpKind::Or, better, old);
        }
        let better = b.binary(OpKind::Or, better, new);
        let take = b.binary(OpKind::And, better, found);
        let position = b.binary(OpKind::Add, now[2], first);
        let blocks = b.op(OpKind::VecLane).arg(at).attr("lane", Attr::Int(0)).result(self.block).value();
        let blocks = b.cast(blocks, Type::INDEX);
        let elements = b.binary(OpKind::Mul, blocks, count);
        let at = b.binary(OpKind::Add, now[2], elements);
        vec![select(b, take, value, now[0]), select(b, take, position, now[1]), at]
    }

    fn scalar(&self, b: &mut Builder<'_>, now: &[Value], yields: &[Value], _: Place) -> Vec<Value> {
        let (x, [best, position, at]) = (yields[0], [now[0], now[1], now[2]]);
        let zero = b.index(0);
        let none = b.cmp(Pred::Lt, position, zero);
        let mut take = match self.what {
            Search::FindFirst => {
                let x = b.cast(x, Type::BOOL);
                b.binary(OpKind::And, x, none)
            }
            Search::FindLast => b.cast(x, Type::BOOL),
            Search::MaxLoc | Search::MinLoc | Search::LastMaxLoc | Search::LastMinLoc => {
                let mut better = b.cmp(self.better(), x, best);
                if self.real {
                    let (old, new) = (is_nan(b, best), is_nan(b, x));
                    let both = b.binary(OpKind::And, old, new);
                    let first = b.binary(OpKind::Xor, old, both);
                    better = b.binary(OpKind::Or, better, first);
                }
                b.binary(OpKind::Or, better, none)
            }
        };
        if let Some(&mask) = yields.get(1) {
            take = b.binary(OpKind::And, take, mask);
        }
        let one = b.index(1);
        vec![select(b, take, x, best), select(b, take, at, position), b.binary(OpKind::Add, at, one)]
    }
}
