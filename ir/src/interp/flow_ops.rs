//! Loops, choices and calls.

use super::scalar::compare;
use super::{Flow, Interp, Order, Res, Val};
use crate::choices::{LoopReduceKind, Pred, Search};
use crate::entity::Op;
use crate::module::Attr;
use crate::types::Type;

impl Interp<'_> {
    /// `loop.for`.
    pub(super) fn for_loop(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (lb, ub, step) = (self.int(op, 0)?, self.int(op, 1)?, self.int(op, 2)?);
        if step == 0 {
            return self.fail(op, "zero step");
        }
        let trips = ((ub - lb + step) / step).max(0);
        let r = m.region(op, 0);
        for k in 0..trips {
            self.env.insert(m.args(r)[0], Val::Int(lb + k * step));
            if let Some(f) = self.iteration(op, self.m.region(op, 0))? {
                return Ok(f);
            }
            if self.left {
                break;
            }
        }
        self.left = false;
        Ok(Flow::Next)
    }

    /// `loop.while`.
    pub(super) fn while_loop(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        loop {
            let c = self.yielded(op, m.region(op, 0), vec![])?;
            if c.first() != Some(&Val::Int(1)) {
                break;
            }
            if let Some(f) = self.iteration(op, m.region(op, 1))? {
                return Ok(f);
            }
            if self.left {
                break;
            }
        }
        self.left = false;
        Ok(Flow::Next)
    }

    /// `loop.parallel`.
    pub(super) fn parallel(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let extents = self.ints(op, m.operands(op))?;
        let r = m.region(op, 0);
        for t in self.tuples(&extents, self.order) {
            for (&a, i) in m.args(r).iter().zip(t) {
                self.env.insert(a, Val::Int(i));
            }
            if let Some(f) = self.iteration(op, r)? {
                return Ok(f);
            }
        }
        self.left = false;
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
            Some(k) => self.region(m.region(op, k)),
            None => Ok(Flow::Next),
        }
    }

    /// `func.call`.
    pub(super) fn call_target(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let n = m.operands(op).len();
        let args = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
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
