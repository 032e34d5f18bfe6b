//! Positions of extremes and of true elements.

use super::select;
use crate::choices::{MathFn, Pred, Search};
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::vectorize::Machine;
use crate::passes::vectorize::nest::{Hooks, Nest, Place};
use crate::types::{Type, TypeKind};

/// A search: carried are the best value, its position (-1: none) and that of the element.
struct Locate {
    what: Search,
    /// NaNs lose against numbers.
    real: bool,
}

/// The position of what is looked for, counted from zero in element order; -1 where there is none.
pub(super) fn locate(m: &mut Module, op: Op, what: Search, ty: Type) -> Value {
    let real = matches!(m.types.kind(ty), TypeKind::Float(_));
    let (r, extents) = (m.region(op, 0), m.operands(op).to_vec());
    let mut b = Builder::before(m, op);
    let now = [b.zero(ty), b.index(-1), b.index(0)];
    let nest = Nest { r, vectors: None, masked: None, machine: Machine::default(), hooks: &Locate { what, real } };
    nest.all(&mut b, &extents, &now)[1]
}

pub(super) fn is_nan(b: &mut Builder<'_>, v: Value) -> Value {
    match b.m.tk(v) {
        TypeKind::Float(32 | 64) => b.op(OpKind::Math).arg(v).choice(MathFn::IsNan).result(Type::BOOL).value(),
        _ => b.cmp(Pred::Ne, v, v),
    }
}

impl Hooks for Locate {
    fn begin(&self, _: &mut Builder<'_>) -> Vec<Value> {
        Vec::new()
    }
    fn lanes(&self, _: &mut Builder<'_>, _: &[Value], _: &[Value]) -> Vec<Value> {
        Vec::new()
    }
    fn end(&self, _: &mut Builder<'_>, now: &[Value], _: &[Value]) -> Vec<Value> {
        now.to_vec()
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
            Search::MaxLoc | Search::MinLoc => {
                let pred = if self.what == Search::MaxLoc { Pred::Gt } else { Pred::Lt };
                let mut better = b.cmp(pred, x, best);
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
