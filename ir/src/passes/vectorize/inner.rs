//! Loops in the body of a loop whose iterations are lanes: they stay loops, of which every lane runs as many iterations as it has.

use super::body::{Body, ORDER, State, carried, select};
use crate::analysis::straight::{Carried, Inner, NodeId, Step};
use crate::entity::Value;
use crate::module::Builder;
use crate::ops::OpKind;
use crate::types::Type;

/// A loop in the body that is being emitted, in one of its iterations.
#[derive(Clone)]
pub(super) struct Around {
    /// What the iteration got of the values that the loop carries.
    args: Vec<Value>,
    /// The lanes that have not left it, where some may have.
    active: Option<Value>,
    /// What lanes left it with, for each of its values where that is not what it carries.
    left: Vec<Option<Value>>,
}

impl Around {
    /// All that the loop carries, as [`Body::inner`] lays it out, with these for its own values.
    fn all(&self, args: &[Value]) -> Vec<Value> {
        let mut out = args.to_vec();
        out.extend(self.active);
        out.extend(self.left.iter().flatten());
        out
    }

    /// Takes what [`Self::all`] gave, in its order.
    fn take(&mut self, values: &[Value]) {
        let mut values = values.iter().copied();
        for v in self.args.iter_mut().chain(&mut self.active).chain(self.left.iter_mut().flatten()) {
            *v = values.next().expect(ORDER);
        }
    }
}

impl Body<'_> {
    /// Emits a loop in the body. It carries its own values, as scalars or in lanes; then, where lanes leave it before others,
    /// the mask of those that have not, and what the others left it with.
    pub fn inner(
        &self,
        b: &mut Builder<'_>,
        inner: &Inner,
        now: &mut State,
        i: Value,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        let mut e = self.clone();
        let is_for = b.m.kind(inner.op) == OpKind::For;
        let operands: Vec<Value> = b.m.operands(inner.op).to_vec();
        let (range, inits) = operands.split_at(if is_for { 3 } else { 0 });
        let range: Vec<Value> = range.iter().map(|&v| e.outside(b, v)).collect();
        let mut start = Around { args: Vec::new(), active: None, left: Vec::new() };
        for (c, &init) in inner.carried.iter().zip(inits) {
            start.args.push(match c {
                Carried::Scalar(_) => e.outside(b, init),
                Carried::Lanes { first, .. } => now.vals[*first].expect(ORDER),
            });
        }
        if inner.exits {
            let yes = b.int(1, Type::BOOL);
            start.active = Some(e.splat(b, yes));
        }
        for k in 0..inner.results.len() {
            start.left.push(leaves(&inner.steps, k).then(|| {
                let zero = b.zero(b.m.ty(b.m.ops[inner.op].results[k]));
                e.splat(b, zero)
            }));
        }
        let begin = start.all(&start.args);
        let types: Vec<Type> = begin.iter().map(|&v| b.m.ty(v)).collect();
        let outer = now.around.take();
        let op = if is_for {
            let mut args = vec![b.m.ty(range[0])];
            args.extend(&types);
            let r = b.m.new_region(&args);
            let values = b.m.args(r).to_vec();
            e.map.insert(b.m.args(b.m.region(inner.op, 0))[0], values[0]);
            b.inside(r, |b| e.iteration(b, inner, now, (&start, &values[1..]), i, alone));
            b.op(OpKind::For).args(&range).args(&begin).results(&types).region(r).build()
        } else {
            let (test, r) = (b.m.new_region(&types), b.m.new_region(&types));
            let values = b.m.args(test).to_vec();
            b.inside(test, |b| {
                let go = match start.active {
                    Some(_) => {
                        let mask = values[start.args.len()];
                        b.op(OpKind::VecAny).arg(mask).result(Type::BOOL).value()
                    }
                    None => b.int(1, Type::BOOL),
                };
                b.op(OpKind::Yield).arg(go).args(&values).build();
            });
            let values = b.m.args(r).to_vec();
            b.inside(r, |b| e.iteration(b, inner, now, (&start, &values), i, alone));
            b.op(OpKind::While).args(&begin).results(&types).region(test).region(r).build()
        };
        now.around = outer;
        let mut end = start;
        end.take(&b.m.ops[op].results);
        for (k, c) in inner.carried.iter().enumerate() {
            let Some(n) = inner.results[k] else { continue };
            let mut v = match c {
                Carried::Scalar(_) => self.splat(b, end.args[k]),
                Carried::Lanes { .. } => end.args[k],
            };
            if let (Some(active), Some(left)) = (end.active, end.left[k]) {
                v = select(b, active, v, left);
            }
            now.vals[n] = Some(v);
        }
    }

    /// One of two lists of steps.
    pub fn choice(
        &self,
        b: &mut Builder<'_>,
        (cond, parts, merges): (Value, &[Vec<Step>; 2], &[(NodeId, NodeId, NodeId)]),
        now: &mut State,
        (i, under): (Value, Option<Value>),
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        let cond = self.map.get(&cond).copied().unwrap_or(cond);
        let mut summed = Vec::new();
        parts.iter().for_each(|p| carried(p, &mut summed));
        let before = now.sums.clone();
        let mut types: Vec<Type> = merges.iter().map(|&(n, ..)| self.ty(b, self.s.types[n])).collect();
        types.extend(summed.iter().map(|&k| b.m.ty(before[k].expect(ORDER))));
        let mut regions = Vec::new();
        for (which, part) in parts.iter().enumerate() {
            let r = b.m.new_region(&[]);
            now.sums = before.clone();
            b.inside(r, |b| {
                self.steps(b, part, now, i, under, alone);
                let own = |&(_, a, b): &(NodeId, NodeId, NodeId)| now.vals[if which == 0 { a } else { b }];
                let values = merges.iter().map(own).chain(summed.iter().map(|&k| now.sums[k]));
                let values: Vec<Value> = values.map(|v| v.expect(ORDER)).collect();
                if !values.is_empty() {
                    b.op(OpKind::Yield).args(&values).build();
                }
            });
            regions.push(r);
        }
        let op = b.op(OpKind::If).arg(cond).results(&types).region(regions[0]).region(regions[1]).build();
        let out = b.m.ops[op].results.to_vec();
        now.sums = before;
        for (&(merged, ..), &v) in merges.iter().zip(&out) {
            now.vals[merged] = Some(v);
        }
        for (&k, &v) in summed.iter().zip(&out[merges.len()..]) {
            now.sums[k] = Some(v);
        }
    }

    /// One iteration, which gets `values`.
    fn iteration(
        &mut self,
        b: &mut Builder<'_>,
        inner: &Inner,
        now: &mut State,
        (start, values): (&Around, &[Value]),
        i: Value,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        let mut around = start.clone();
        around.take(values);
        for (k, c) in inner.carried.iter().enumerate() {
            let arg = around.args[k];
            match c {
                Carried::Scalar(_) => {
                    for r in b.m.ops[inner.op].regions.clone() {
                        let args = b.m.args(r);
                        self.map.insert(args[args.len() - inner.carried.len() + k], arg);
                    }
                }
                Carried::Lanes { now: n, .. } => now.vals[*n] = Some(arg),
            }
        }
        now.around = Some(around);
        for &op in &inner.prelude {
            self.copy(b, op);
        }
        self.find_inner_starts(b, inner.scope);
        self.steps(b, &inner.steps, now, i, None, alone);
        let around = now.around.take().expect(ORDER);
        let mut next = Vec::new();
        for (c, &arg) in inner.carried.iter().zip(&around.args) {
            next.push(match c {
                Carried::Scalar(v) => self.outside(b, *v),
                Carried::Lanes { next, .. } => {
                    let v = now.vals[*next].expect(ORDER);
                    match around.active {
                        // Lanes that left wait with what they had.
                        Some(active) if v != arg => select(b, active, v, arg),
                        _ => v,
                    }
                }
            });
        }
        let next = around.all(&next);
        if let Some(active) = around.active
            && b.m.kind(inner.op) == OpKind::For
        {
            let any = b.op(OpKind::VecAny).arg(active).result(Type::BOOL).value();
            leave_unless(b, any, &next);
        }
        if !next.is_empty() {
            b.op(OpKind::Yield).args(&next).build();
        }
    }

    /// Lanes leave the loop around.
    pub fn leave(
        &self,
        b: &mut Builder<'_>,
        (mask, steps, values): (NodeId, &[Step], &[Option<NodeId>]),
        now: &mut State,
        i: Value,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        let around = now.around.clone().expect(ORDER);
        let (active, mask) = (around.active.expect(ORDER), now.vals[mask].expect(ORDER));
        let ty = b.m.ty(mask);
        let stay = b.unary(OpKind::Not, mask, ty);
        let stay = b.binary(OpKind::And, active, stay);
        let mut left = around.left.clone();
        // What lanes leave it with here may be what it carries, and something else elsewhere.
        let which: Vec<usize> = (0..values.len()).filter(|&k| left[k].is_some()).collect();
        if !which.is_empty() {
            let mask = b.binary(OpKind::And, active, mask);
            let any = b.op(OpKind::VecAny).arg(mask).result(Type::BOOL).value();
            let olds: Vec<Value> = which.iter().map(|&k| left[k].expect(ORDER)).collect();
            let types: Vec<Type> = olds.iter().map(|&v| b.m.ty(v)).collect();
            let out = super::choose(
                b,
                any,
                &types,
                |b| {
                    self.steps(b, steps, now, i, Some(mask), alone);
                    let new = |k: &usize| values[*k].map_or(around.args[*k], |n| now.vals[n].expect(ORDER));
                    which.iter().zip(&olds).map(|(k, &old)| select(b, mask, new(k), old)).collect()
                },
                |_| olds.clone(),
            );
            for (&k, v) in which.iter().zip(out) {
                left[k] = Some(v);
            }
        }
        now.around = Some(Around { active: Some(stay), left, ..around });
    }

    /// All lanes leave the loop around, unless that holds.
    pub fn stop(&self, b: &mut Builder<'_>, unless: Value, now: &State) {
        let around = now.around.as_ref().expect(ORDER);
        let go = self.map.get(&unless).copied().unwrap_or(unless);
        leave_unless(b, go, &around.all(&around.args));
    }
}

/// Leaves the loop around with these values, unless that holds.
fn leave_unless(b: &mut Builder<'_>, cond: Value, values: &[Value]) {
    let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.inside(no, |b| {
        b.op(OpKind::Break).args(values).build();
    });
    b.op(OpKind::If).arg(cond).region(yes).region(no).build();
}

/// Whether lanes leave a loop with something else than it carries for a value.
fn leaves(steps: &[Step], k: usize) -> bool {
    steps.iter().any(|s| matches!(s, Step::Leave { values, .. } if values.get(k).is_some_and(Option::is_some)))
}
