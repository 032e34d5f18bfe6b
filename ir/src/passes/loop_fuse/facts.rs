//! Extents that are equal because conditions say so.

use crate::analysis::effects::{Access, clobbered_between};
use crate::analysis::poly::{Atom, Poly, poly};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use rustc_hash::FxHashSet;

/// Most equations that one comparison looks at: the last ones, which are about what is near.
const MAX_FACTS: usize = 96;

/// One side of an equation.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Side {
    /// The extent of a dimension in the descriptor, read by the op.
    Box(Value, i64, Op),
    /// Any other value.
    Other(Poly),
}

impl Side {
    fn of(m: &Module, v: Value) -> Side {
        let p = poly(m, v);
        let mut terms = p.terms();
        let single = match (terms.next(), terms.next()) {
            (Some(([a], 1)), None) => Some(*a),
            _ => None,
        };
        drop(terms);
        let read = match single {
            Some(Atom::Extent(view, d)) => m.def_of(view, OpKind::BoxView).map(|op| (op, i64::from(d))),
            Some(Atom::Value(v)) => m.def_of(v, OpKind::BoxExtent).and_then(|op| Some((op, m.attr_int(op, "dim")?))),
            _ => None,
        };
        match read {
            Some((op, d)) => Side::Box(m.operand(op, 0), d, op),
            None => Side::Other(p),
        }
    }

    /// True where both are the same number.
    fn same(&self, m: &Module, o: &Side) -> bool {
        match (self, o) {
            (Side::Box(a, i, p), Side::Box(b, j, q)) => {
                let unchanged =
                    |from: Op, to: Op| before(m, from, to) && !clobbered_between(m, from, to, &[Access::Desc(*a)]);
                a == b && i == j && (p == q || unchanged(*p, *q) || unchanged(*q, *p))
            }
            (a, b) => a == b,
        }
    }
}

/// True where `to` stands after `from` in the same region, or inside a later op of it.
fn before(m: &Module, from: Op, to: Op) -> bool {
    let home = m.ops[from].parent;
    let mut at = to;
    while m.ops[at].parent != home {
        match m.parent_op(at) {
            Some(p) => at = p,
            None => return false,
        }
    }
    at != from && m.position(from).1 < m.position(at).1
}

/// The equations that hold at the place the pass looks at, those of enclosing regions first.
#[derive(Default)]
pub struct Facts {
    known: Vec<(Side, Side)>,
    assumptions: Vec<Op>,
}

impl Facts {
    /// The number of equations, for [`Facts::forget`].
    pub fn mark(&self) -> usize {
        self.known.len()
    }

    /// Forgets all but the first equations.
    pub fn forget(&mut self, mark: usize) {
        self.known.truncate(mark);
    }

    /// A `fort.assume`, which the pass removes in the end.
    pub fn assume(&mut self, m: &Module, op: Op) {
        self.assumptions.push(op);
        self.holds(m, m.operand(op, 0));
    }

    /// Takes what a condition says about equal values.
    pub fn holds(&mut self, m: &Module, cond: Value) {
        let Some(op) = m.def(cond) else { return };
        match m.kind(op) {
            OpKind::And => {
                self.holds(m, m.operand(op, 0));
                self.holds(m, m.operand(op, 1));
            }
            OpKind::Cmp if m.choice::<Pred>(op) == Pred::Eq => {
                let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                if m.ty(a) == crate::types::Type::INDEX {
                    let fact = (Side::of(m, a), Side::of(m, b));
                    if !self.last().contains(&fact) {
                        self.known.push(fact);
                    }
                }
            }
            _ => {}
        }
    }

    /// The equations that comparisons look at.
    fn last(&self) -> &[(Side, Side)] {
        &self.known[self.known.len().saturating_sub(MAX_FACTS)..]
    }

    /// True where two values of type index are equal, by themselves or by what is known.
    pub fn equal(&self, m: &Module, a: Value, b: Value) -> bool {
        let (from, to) = (Side::of(m, a), Side::of(m, b));
        if from.same(m, &to) {
            return true;
        }
        let facts = self.last();
        let mut used = vec![false; facts.len()];
        let mut reached = vec![&from];
        while let Some(x) = reached.pop() {
            for (k, (p, q)) in facts.iter().enumerate() {
                if used[k] {
                    continue;
                }
                let other = match (x.same(m, p), x.same(m, q)) {
                    (true, _) => q,
                    (false, true) => p,
                    (false, false) => continue,
                };
                if other.same(m, &to) {
                    return true;
                }
                used[k] = true;
                reached.push(other);
            }
        }
        false
    }

    /// True where two lists of values of type index are as long, and equal value by value.
    pub fn equal_lists(&self, m: &Module, a: &[Value], b: &[Value]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == y || self.equal(m, x, y))
    }

    /// Removes the assumptions that were met; true where there were any.
    pub fn drop_assumptions(&mut self, m: &mut Module) -> bool {
        let gone: FxHashSet<Op> = self.assumptions.drain(..).collect();
        let homes: FxHashSet<Region> = gone.iter().filter_map(|&op| m.ops[op].parent.take()).collect();
        for r in homes {
            m.regions[r].ops.retain(|o| !gone.contains(o));
        }
        !gone.is_empty()
    }
}
