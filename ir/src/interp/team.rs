//! The threads of a team under the interpreter: op by op, each op by one thread after the other, and structured code
//! with barriers in it by all of them together, which must go the same way.

use super::{Flow, Interp, Order, Res, Val, ViewVal};
use crate::entity::{Op, Region, Value};
use crate::ops::OpKind;
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Threads of a team that may have fewer than its workgroup has.
const FEW: i64 = 3;

/// What the values of each thread are.
type Threads = Vec<FxHashMap<Value, Val>>;

impl Interp<'_> {
    /// `dev.team`
    pub(super) fn teams(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let teams = self.int(op, 0)?;
        let most = m.attr_int(op, "threads").unwrap_or(1);
        let threads = if m.flag(op, "exact") { most } else { most.min(FEW) };
        let body = m.region(op, 0);
        let args = m.args(body);
        for team in 0..teams {
            let mut given = vec![Val::Int(team), Val::Int(0), Val::Int(teams), Val::Int(threads)];
            for &a in &args[4..] {
                let memory = self.team_memory(op, a)?;
                given.push(memory);
            }
            let mut all: Threads = Vec::new();
            for t in 0..threads {
                given[1] = Val::Int(t);
                let mut env = self.env.clone();
                env.extend(args.iter().copied().zip(given.iter().cloned()));
                all.push(env);
            }
            self.together(body, &mut all)?;
        }
        Ok(Flow::Next)
    }

    fn team_memory(&mut self, op: Op, v: Value) -> Res<Val> {
        let m = self.m;
        let t = m.ty(v);
        let size = self.size(op, m.types.elem(t))?;
        let extents: Vec<i64> = m.types.shape(t).iter().map(|e| e.unwrap_or(0)).collect();
        let count: i64 = extents.iter().product();
        let base = self.mem.alloc((size * count) as u64);
        if !matches!(m.types.kind(t), TypeKind::View { .. }) {
            return Ok(Val::Ptr(base, 0));
        }
        let mut strides = Vec::new();
        let mut at = size;
        for &e in &extents {
            strides.push(at);
            at *= e;
        }
        Ok(Val::View(Rc::new(ViewVal { base, extents, strides, elem_len: size })))
    }

    fn meets(&self, op: Op) -> bool {
        let m = self.m;
        m.kind(op) == OpKind::DevBarrier
            || m.ops[op].regions.iter().any(|&r| m.walk(r).iter().any(|&o| m.kind(o) == OpKind::DevBarrier))
    }

    /// What each thread computes, by the thread.
    fn each<T>(&mut self, all: &mut Threads, mut f: impl FnMut(&mut Self) -> Res<T>) -> Res<Vec<T>> {
        let mut out: Vec<Option<T>> = all.iter().map(|_| None).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        if self.order == Order::Reverse {
            order.reverse();
        }
        for t in order {
            std::mem::swap(&mut self.env, &mut all[t]);
            let got = f(self);
            std::mem::swap(&mut self.env, &mut all[t]);
            out[t] = Some(got?);
        }
        Ok(out.into_iter().flatten().collect())
    }

    /// A value that all threads must agree on.
    fn agreed<T: PartialEq>(&mut self, op: Op, all: &mut Threads, f: impl FnMut(&mut Self) -> Res<T>) -> Res<T> {
        let mut values = self.each(all, f)?;
        if values.windows(2).any(|w| w[0] != w[1]) {
            return self.fail(op, "threads of a team go different ways to a barrier");
        }
        match values.pop() {
            Some(v) => Ok(v),
            None => self.fail(op, "a team without threads"),
        }
    }

    /// A list of ops by all threads.
    fn together(&mut self, r: Region, all: &mut Threads) -> Res<Flow> {
        let m = self.m;
        for &op in &m.regions[r].ops {
            let flow = if self.meets(op) {
                self.together_op(op, all)?
            } else {
                let flows = self.each(all, |s| s.op(op))?;
                let kinds: Vec<_> = flows.iter().map(std::mem::discriminant).collect();
                if kinds.windows(2).any(|w| w[0] != w[1]) {
                    return self.fail(op, "threads of a team go different ways to a barrier");
                }
                flows.into_iter().next().unwrap_or(Flow::Next)
            };
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn together_op(&mut self, op: Op, all: &mut Threads) -> Res<Flow> {
        let m = self.m;
        let own = m.attr_str(op, "label");
        let mine = |l: &Option<String>| l.is_none() || l.as_deref() == own;
        match m.kind(op) {
            OpKind::DevBarrier => {}
            OpKind::If => {
                let c = self.agreed(op, all, |s| s.int(op, 0))?;
                return self.together(m.region(op, usize::from(c == 0)), all);
            }
            OpKind::Block => {
                return match self.together(m.region(op, 0), all)? {
                    Flow::Break(l, _) if l.is_some() && l.as_deref() == own => Ok(Flow::Next),
                    f => Ok(f),
                };
            }
            OpKind::For => {
                let bounds = self.agreed(op, all, |s| Ok([s.int(op, 0)?, s.int(op, 1)?, s.int(op, 2)?]))?;
                let [lb, ub, step] = bounds;
                if step == 0 {
                    return self.fail(op, "zero step");
                }
                let body = m.region(op, 0);
                for k in 0..((ub - lb + step) / step).max(0) {
                    for env in all.iter_mut() {
                        env.insert(m.args(body)[0], Val::Int(lb + k * step));
                    }
                    match self.together(body, all)? {
                        Flow::Next | Flow::Yield(_) => {}
                        Flow::Break(l, _) if mine(&l) => break,
                        Flow::Continue(l, _) if mine(&l) => {}
                        f => return Ok(f),
                    }
                }
            }
            OpKind::While => loop {
                let go_on = match self.together(m.region(op, 0), all)? {
                    Flow::Yield(v) => v.first() == Some(&Val::Int(1)),
                    _ => return self.fail(op, "a loop without a condition"),
                };
                if !go_on {
                    break;
                }
                match self.together(m.region(op, 1), all)? {
                    Flow::Next | Flow::Yield(_) => {}
                    Flow::Break(l, _) if mine(&l) => break,
                    Flow::Continue(l, _) if mine(&l) => {}
                    f => return Ok(f),
                }
            },
            _ => return self.fail(op, "has a barrier in it"),
        }
        Ok(Flow::Next)
    }
}
