//! Sums and products of floats, whose order is fixed for a shape.
//!
//! Where the first dimension is shorter than [`SERIAL`] it is that of a serial loop. Else, with L lanes ([`LANE_BYTES`]),
//! the elements of each run along the first dimension that fill whole blocks of L go to lane `i mod L`; those after the
//! last whole block go, in order, to one more partial result. At the end the lanes are combined pairwise (lane k with
//! k + L/2, and so on) and the extra partial result last.

use super::{Simple, Vectors, select, splat};
use crate::choices::{Pred, ReduceKind};
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::vectorize::nest::{Hooks, Nest, Place};
use crate::passes::vectorize::{Machine, choose, count};
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

/// Bytes of lanes.
const LANE_BYTES: i64 = 128;

/// Runs shorter than this are summed as a serial loop does it, so that results of common sizes are those that other
/// compilers give. The price is bounded, and they pay it too.
pub(super) const SERIAL: i64 = 1024;

/// Lanes for elements of a type.
pub(super) fn lanes(m: &Module, ty: Type) -> i64 {
    LANE_BYTES / m.types.size_of(ty).map_or(8, |n| n.max(1) as i64)
}

/// The sum or product.
pub(super) fn sum(m: &mut Module, op: Op, what: ReduceOp, ty: Type, machine: Machine) -> Value {
    let extents = m.operands(op).to_vec();
    let mut b = Builder::before(m, op);
    let form = |b: &mut Builder<'_>, long: bool| {
        if long { partial_sums(b, op, what, ty, machine) } else { serial(b, op, what, ty, machine) }
    };
    let Some(&n) = extents.first() else { return form(&mut b, false) };
    if let Some(n) = b.m.const_int(n) {
        return form(&mut b, n >= SERIAL);
    }
    let least = b.index(SERIAL);
    let short = b.cmp(Pred::Lt, n, least);
    choose(&mut b, short, &[ty], |b| vec![form(b, false)], |b| vec![form(b, true)])[0]
}

/// In the order of a serial loop.
pub(super) fn serial(b: &mut Builder<'_>, op: Op, what: ReduceOp, ty: Type, machine: Machine) -> Value {
    let (r, extents) = (b.m.region(op, 0), b.m.operands(op).to_vec());
    let simple = Simple::of(b.m, ReduceKind::Op(what), ty, 4);
    let first = simple.identity(b);
    Nest { r, vectors: None, masked: None, short: None, machine, hooks: &simple, from: None }.all(b, &extents, &[first])
        [0]
}

/// Lanes and the extra partial result, in memory between rows.
pub(super) struct Partials {
    what: ReduceOp,
    ty: Type,
    pub(super) lanes: i64,
    /// A view of all of them.
    all: Value,
}

/// The long form.
fn partial_sums(b: &mut Builder<'_>, op: Op, what: ReduceOp, ty: Type, machine: Machine) -> Value {
    let (r, extents) = (b.m.region(op, 0), b.m.operands(op).to_vec());
    let p = Partials::begin_all(b, what, ty);
    let body = Vectors::of(b.m, r, machine);
    let vectors = body.fit(b, Partials::fits(b.m, ty), p.lanes, &extents);
    Nest { r, vectors, masked: None, short: None, machine, hooks: &p, from: None }.all(b, &extents, &[]);
    p.together(b)
}

impl Partials {
    /// All partial results of nothing.
    pub(super) fn begin_all(b: &mut Builder<'_>, what: ReduceOp, ty: Type) -> Partials {
        let lanes = lanes(b.m, ty);
        let t = b.m.types.view(vec![Some(lanes + 1)], ty, true);
        let all = b.op(OpKind::Alloca).result(t).value();
        let (zero, end) = (b.index(0), b.index(lanes + 1));
        let one = reduction::identity(b, what, ty).expect("the verifier knows the types");
        count(b, (zero, end, 1), &[], |b, k, _| {
            let at = b.elem(all, &[k]);
            b.store(one, at);
            Vec::new()
        });
        Partials { what, ty, lanes, all }
    }

    /// Whether vectors have a form for them.
    pub(super) fn fits(m: &Module, ty: Type) -> bool {
        matches!(m.types.kind(ty), TypeKind::Float(_))
    }

    fn lane(&self, b: &mut Builder<'_>, k: i64) -> Value {
        let k = b.index(k);
        let at = b.elem(self.all, &[k]);
        b.load(at)
    }

    /// All partial results combined.
    pub(super) fn together(&self, b: &mut Builder<'_>) -> Value {
        let mut parts: Vec<Value> = (0..self.lanes).map(|k| self.lane(b, k)).collect();
        while parts.len() > 1 {
            let upper = parts.split_off(parts.len() / 2);
            for (x, y) in parts.iter_mut().zip(upper) {
                *x = reduction::combine(b, self.what, *x, y);
            }
        }
        let extra = self.lane(b, self.lanes);
        reduction::combine(b, self.what, parts[0], extra)
    }

    /// The first lane, as vectors find it.
    fn first(&self, b: &mut Builder<'_>) -> (Value, Value) {
        let zero = b.index(0);
        (b.elem(self.all, &[zero]), zero)
    }
}

impl Hooks for Partials {
    fn begin(&self, b: &mut Builder<'_>) -> Vec<Value> {
        let (at, zero) = self.first(b);
        let t = b.m.types.vec(self.lanes as u32, self.ty);
        vec![b.op(OpKind::VecLoad).arg(at).arg(zero).result(t).value()]
    }

    fn lanes(&self, b: &mut Builder<'_>, lanes: &[Value], yields: &[Value]) -> Vec<Value> {
        let mut x = yields[0];
        if let Some(&mask) = yields.get(1) {
            let one = reduction::identity(b, self.what, self.ty).expect("the verifier knows the types");
            let one = splat(b, self.lanes, one);
            x = select(b, mask, x, one);
        }
        vec![reduction::combine(b, self.what, lanes[0], x)]
    }

    fn end(&self, b: &mut Builder<'_>, _: &[Value], lanes: &[Value]) -> Vec<Value> {
        let (at, zero) = self.first(b);
        b.op(OpKind::VecStore).arg(lanes[0]).arg(at).arg(zero).build();
        Vec::new()
    }

    fn scalar(&self, b: &mut Builder<'_>, _: &[Value], yields: &[Value], at: Place) -> Vec<Value> {
        let extra = b.index(self.lanes);
        let lane = match (at.index, at.n) {
            (Some(i), Some(n)) => {
                let (whole, within) = (b.index(-self.lanes), b.index(self.lanes - 1));
                let full = b.binary(OpKind::And, n, whole);
                let in_block = b.cmp(Pred::Lt, i, full);
                let k = b.binary(OpKind::And, i, within);
                select(b, in_block, k, extra)
            }
            _ => extra,
        };
        let place = b.elem(self.all, &[lane]);
        let old = b.load(place);
        let mut new = reduction::combine(b, self.what, old, yields[0]);
        if let Some(&mask) = yields.get(1) {
            new = select(b, mask, new, old);
        }
        b.store(new, place);
        Vec::new()
    }
}
