//! Loops, choices and calls.

use super::scalar::compare;
use super::{Flow, Interp, Order, Res, Val};
use crate::analysis::trips::known;
use crate::choices::{LoopReduceKind, Pred, Search};
use crate::entity::{Op, Region};
use crate::module::Attr;
use crate::ops::OpKind;
use crate::types::Type;

/// How an iteration ends.
enum End {
    /// The next one may begin, with these values.
    Next(Vec<Val>),
    /// The loop is left, with these results.
    Left(Vec<Val>),
    /// More than the loop is left.
    Out(Flow),
}

impl Interp<'_> {
    /// The operands of an op from number `first` on.
    pub(super) fn args(&self, op: Op, first: usize) -> Res<Vec<Val>> {
        (first..self.m.operands(op).len()).map(|i| self.arg(op, i)).collect()
    }

    /// Gives an op its results.
    pub(super) fn results(&mut self, op: Op, values: Vec<Val>) -> Res<Flow> {
        self.env.extend(self.m.ops[op].results.iter().copied().zip(values));
        Ok(Flow::Next)
    }

    /// Runs one of the regions of a choice.
    pub(super) fn chosen(&mut self, op: Op, i: usize) -> Res<Flow> {
        match self.region(self.m.region(op, i))? {
            Flow::Yield(values) if !self.m.ops[op].results.is_empty() => self.results(op, values),
            f => Ok(f),
        }
    }

    /// Runs a loop's body with these arguments.
    fn iteration(&mut self, op: Op, r: Region, args: impl IntoIterator<Item = Val>) -> Res<End> {
        self.env.extend(self.m.args(r).iter().copied().zip(args));
        let own = self.m.attr_str(op, "label");
        let mine = |l: &Option<String>| l.is_none() || l.as_deref() == own;
        Ok(match self.region(r)? {
            Flow::Next => End::Next(Vec::new()),
            Flow::Yield(values) => End::Next(values),
            Flow::Break(l, values) if mine(&l) => End::Left(values),
            Flow::Continue(l, values) if mine(&l) => End::Next(values),
            f => End::Out(f),
        })
    }

    /// A construct of OpenMP, by one thread: it makes its copies of variables, runs its body, and ends them.
    pub(super) fn construct(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let mut made: Vec<(Op, Val, Option<Val>)> = Vec::new();
        for (k, copy) in m.copies(op).iter().enumerate() {
            let named = |&r: &Op| m.attr_str(r, "sym") == Some(&copy.recipe);
            let Some(recipe) = m.top_ops(OpKind::OmpRecipe).find(named) else {
                return self.fail(op, "has a copy without a recipe");
            };
            let original = self.get(op, m.group(op, "originals")[k])?;
            let Some(fresh) = self.yielded(op, m.region(recipe, 0), vec![original.clone()])?.pop() else {
                return self.fail(recipe, "makes nothing");
            };
            if copy.how.takes_value() {
                let body = m.region(recipe, 1);
                self.iteration(op, body, [original.clone(), fresh.clone()])?;
            }
            made.push((recipe, fresh, copy.how.is_reduction().then_some(original)));
        }
        let body = m.region(op, 0);
        let copies = &m.args(body)[m.args(body).len() - made.len()..];
        self.env.extend(copies.iter().copied().zip(made.iter().map(|(_, v, _)| v.clone())));
        let out = self.region(body)?;
        for (recipe, fresh, original) in made.into_iter().rev() {
            if let Some(original) = original {
                self.iteration(op, m.region(recipe, 2), [original, fresh.clone()])?;
            }
            self.iteration(op, m.region(recipe, 3), [fresh])?;
        }
        Ok(out)
    }

    /// How many iterations a loop with the bounds of this op has.
    pub(super) fn trips(&self, op: Op) -> Res<i64> {
        let (lb, ub, step) = (self.int(op, 0)?, self.int(op, 1)?, self.int(op, 2)?);
        match known(lb, ub, step) {
            Some(n) => Ok(n),
            None => self.fail(op, "zero step"),
        }
    }

    /// `loop.for`.
    pub(super) fn for_loop(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (lb, step) = (self.int(op, 0)?, self.int(op, 2)?);
        let trips = self.trips(op)?;
        let mut carried = self.args(op, 3)?;
        for k in 0..trips {
            let args = std::iter::once(Val::Int(lb.wrapping_add(k.wrapping_mul(step)))).chain(carried);
            match self.iteration(op, m.region(op, 0), args)? {
                End::Next(values) => carried = values,
                End::Left(values) => return self.results(op, values),
                End::Out(f) => return Ok(f),
            }
        }
        self.results(op, carried)
    }

    /// `loop.while`.
    pub(super) fn while_loop(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let mut carried = self.args(op, 0)?;
        loop {
            let mut yielded = self.yielded(op, m.region(op, 0), carried)?.into_iter();
            let go_on = yielded.next() == Some(Val::Int(1));
            let values: Vec<Val> = yielded.collect();
            if !go_on {
                return self.results(op, values);
            }
            match self.iteration(op, m.region(op, 1), values)? {
                End::Next(values) => carried = values,
                End::Left(values) => return self.results(op, values),
                End::Out(f) => return Ok(f),
            }
        }
    }

    /// `loop.parallel`.
    pub(super) fn parallel(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let extents = self.ints(op, m.operands(op))?;
        for t in self.tuples(&extents, self.order) {
            match self.iteration(op, m.region(op, 0), t.into_iter().map(Val::Int))? {
                End::Next(_) | End::Left(_) => {}
                End::Out(f) => return Ok(f),
            }
        }
        Ok(Flow::Next)
    }

    /// `loop.reduce`.
    pub(super) fn reduce(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let _kind = self.m.kind(op);
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let extents = self.ints(op, m.operands(op))?;
        let red: LoopReduceKind = m.choice(op);
        let (mut items, mut at) = (Vec::new(), Vec::new());
        for (k, t) in self.tuples(&extents, Order::Forward).into_iter().enumerate() {
            let y = self.yielded(op, m.region(op, 0), t.into_iter().map(Val::Int).collect())?;
            if y.get(1).is_none_or(|c| *c == Val::Int(1)) {
                items.extend(y.into_iter().next());
                at.push(k as i64);
            }
        }
        let position = |found: Option<usize>| Val::Int(found.map_or(-1, |i| at[i]));
        let is_true = |x: &Val| *x == Val::Int(1);
        let extreme = |pred: Pred| {
            let mut best: Option<usize> = None;
            for i in 0..items.len() {
                if best.is_none_or(|b| compare(pred, &items[i], &items[b]) == Some(true)) {
                    best = Some(i);
                }
            }
            best
        };
        let v = match red {
            LoopReduceKind::Search(Search::MaxLoc) => position(extreme(Pred::Gt)),
            LoopReduceKind::Search(Search::MinLoc) => position(extreme(Pred::Lt)),
            LoopReduceKind::Search(Search::LastMaxLoc) => position(extreme(Pred::Ge)),
            LoopReduceKind::Search(Search::LastMinLoc) => position(extreme(Pred::Le)),
            LoopReduceKind::Search(Search::FindFirst) => position(items.iter().position(is_true)),
            LoopReduceKind::Search(Search::FindLast) => position(items.iter().rposition(is_true)),
            LoopReduceKind::Reduce(kind) => match self.reduced(kind, items, rty.unwrap_or(Type::PTR)) {
                Some(v) => v,
                None => return self.fail(op, "bad reduction"),
            },
        };
        self.done(op, v)
    }

    /// `loop.select`.
    pub(super) fn select_case(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.int(op, 0)?;
        let cases = m.attr(op, "cases").map(Attr::items).unwrap_or(&[]);
        let hit = cases.iter().position(|c| {
            c.items().is_empty()
                || c.items().iter().any(|p| {
                    let b = |i: usize| p.items().get(i).and_then(Attr::as_int);
                    b(0).is_none_or(|l| v >= l) && b(1).is_none_or(|h| v <= h)
                })
        });
        match hit {
            Some(k) => self.chosen(op, k),
            None => Ok(Flow::Next),
        }
    }

    /// `func.call`.
    pub(super) fn call_target(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let args = self.args(op, 0)?;
        let callee = m.attr_str(op, "callee").unwrap_or("");
        let out = match m.func(callee) {
            Some(f) => self.call_op(f, args)?,
            None => match self.runtime_call(op, callee, &args)? {
                Some(out) => out,
                None => return self.fail(op, format!("no procedure {callee}")),
            },
        };
        for (&r, v) in m.ops[op].results.iter().zip(out) {
            self.env.insert(r, v);
        }
        Ok(Flow::Next)
    }
}
