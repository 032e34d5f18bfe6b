//! Loops and choices in the body. All lanes run through such a loop together: its bounds are the same for all of them, and lanes
//! that leave it before others wait for these with what they have. A choice is a condition that is the same for all lanes.

use super::{Carried, Class, Context, Facts, Inner, Node, NodeId, Open, Part, Step, Straight, lane_size};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::Type;
use rustc_hash::FxHashSet;

impl Straight {
    /// The loop in the body in whose iterations a value is known; zero: in front of all.
    pub(super) fn scope(&self, m: &Module, v: Value) -> usize {
        let constant = |op| matches!(m.kind(op), OpKind::Const | OpKind::NullPtr | OpKind::AddrOf | OpKind::FuncAddr);
        if m.def(v).is_some_and(constant) {
            return 0;
        }
        let Some(home) = m.home(v) else { return 0 };
        let inside = |o: &&Open| m.ops[o.op].regions.iter().any(|&r| m.is_inside(home, r));
        self.open.iter().rev().find(inside).map_or(0, |o| o.scope)
    }

    /// The loop.break that ends a conditional of the loop around, where that conditional does nothing else.
    pub(super) fn exit(&self, m: &Module, op: Op) -> Option<Op> {
        let around = self.open.last()?.op;
        let last = *m.regions[m.region(op, 0)].ops.last()?;
        let here = m.attr_str(last, "label").is_none_or(|l| m.attr_str(around, "label") == Some(l));
        let other = m.regions[m.region(op, 1)].ops.is_empty();
        (m.kind(last) == OpKind::Break && here && other && m.ops[op].results.is_empty()).then_some(last)
    }

    /// A conditional in which lanes leave the loop around.
    pub(super) fn leave(&mut self, m: &Module, op: Op, end: Op, facts: &mut Facts, context: Context) -> Option<()> {
        // Not in a conditional of the loop.
        let at_top =
            self.open.last().is_some_and(|o| m.ops[op].parent.is_some_and(|r| m.ops[o.op].regions.contains(&r)));
        if context != Context::Leaving || !at_top {
            return None;
        }
        let mask = self.node(m, m.operand(op, 0), &facts.get(m.operand(op, 0)))?;
        let (outer, then) = (std::mem::take(&mut self.steps), m.region(op, 0));
        let values = self.left(m, then, end, facts);
        let steps = std::mem::replace(&mut self.steps, outer);
        self.steps.push(Step::Leave { mask, steps, values: values? });
        Some(())
    }

    /// What lanes leave a loop with.
    fn left(&mut self, m: &Module, then: Region, end: Op, facts: &mut Facts) -> Option<Vec<Option<NodeId>>> {
        self.leaving = Some(end);
        self.ops(m, then, facts, Context::Leaving)?;
        let (op, now) = self.open.last().map(|o| (o.op, o.now.clone()))?;
        let mut out = Vec::new();
        for (k, &v) in m.operands(end).iter().enumerate() {
            let class = facts.get(v);
            let same = matches!((&class, now[k]), (Class::Vector(n), Some(arg)) if *n == arg);
            let used = !m.users(m.ops[op].results[k]).is_empty();
            out.push(if same || !used { None } else { Some(self.node(m, v, &class)?) });
        }
        Some(out)
    }

    /// A loop.if whose condition is the same for all lanes.
    pub(super) fn choice(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context) -> Option<()> {
        let inner = match context {
            Context::Always | Context::Chosen => Context::Chosen,
            Context::Leaving | Context::Private | Context::Guarded => context,
            Context::Masked | Context::Lanes => return None,
        };
        if !self.ordered || self.masks {
            return None;
        }
        let now = |s: &Straight| s.carries.iter().map(|c| c.now).collect::<Vec<Value>>();
        let before = now(self);
        let (then, first) = self.part(m, m.region(op, 0), facts, inner)?;
        let after = now(self);
        for (c, &old) in self.carries.iter_mut().zip(&before) {
            c.now = old;
        }
        let (other, second) = self.part(m, m.region(op, 1), facts, inner)?;
        let end = now(self);
        let changed: Vec<usize> = (0..end.len()).filter(|&k| after[k] != before[k] || end[k] != before[k]).collect();
        let results = &m.ops[op].results;
        if first.len() != results.len() || second.len() != results.len() {
            return None;
        }
        let mut merges = Vec::new();
        for ((&result, a), b) in results.iter().zip(first).zip(second) {
            let class = match (a, b) {
                (Part::Node(a), Part::Node(b)) => {
                    lane_size(m, m.ty(result))?;
                    let merged = self.push(Node::Merge, m.ty(result));
                    merges.push((merged, a, b));
                    Class::Vector(merged)
                }
                (Part::Carry(k, a), Part::Carry(l, b)) => {
                    if k != l || a != after[k] || b != end[k] {
                        return None;
                    }
                    self.carries[k].now = result;
                    Class::Carry(k)
                }
                (Part::Node(_), Part::Carry(..)) | (Part::Carry(..), Part::Node(_)) => return None,
            };
            facts.class.insert(result, class);
        }
        if changed.iter().any(|&k| !results.contains(&self.carries[k].now)) {
            return None;
        }
        self.steps.push(Step::Choice { cond: m.operand(op, 0), parts: [then, other], merges });
        Some(())
    }

    /// A loop in the body.
    pub(super) fn inner(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context) -> Option<()> {
        if !self.ordered || !matches!(context, Context::Always | Context::Chosen) || self.masks {
            return None;
        }
        let exits = has_exits(m, op)?;
        let varies = Varying { seeds: facts }.in_loop(m, op);
        let is_for = m.kind(op) == OpKind::For;
        let first = if is_for { 3 } else { 0 };
        let uniform = |v: &Value| matches!(facts.get(*v), Class::Uniform);
        if !m.operands(op)[..first].iter().all(uniform) {
            return None;
        }
        // A step of zero stops the program.
        if is_for && m.const_int(m.operand(op, 2)).is_none_or(|s| s == 0) {
            return None;
        }
        let head = m.region(op, 0);
        let args = m.args(head)[usize::from(is_for)..].to_vec();
        let inits = m.operands(op)[first..].to_vec();
        let mut begin = Vec::new();
        for (&arg, &init) in args.iter().zip(&inits) {
            begin.push(if varies.contains(&arg) {
                lane_size(m, m.ty(arg))?;
                Some(self.node(m, init, &facts.get(init))?)
            } else {
                if !uniform(&init) {
                    return None;
                }
                None
            });
        }
        // A loop.while may be left by all lanes where its condition says so.
        let test = if is_for { None } else { Some(while_test(m, op)?) };
        let splits = exits || test.is_some_and(|t| varies.contains(&t));
        self.loops += 1;
        let scope = self.loops;
        self.open.push(Open { op, scope, now: vec![None; args.len()], exits: splits });
        let outer = (std::mem::take(&mut self.steps), std::mem::take(&mut self.prelude));
        let parts = self.iteration(m, op, facts, (&args, &begin), test);
        let steps = std::mem::replace(&mut self.steps, outer.0);
        let prelude = std::mem::replace(&mut self.prelude, outer.1);
        self.open.pop();
        let carried = parts?;
        let mut results = Vec::new();
        for &r in &m.ops[op].results {
            if m.users(r).is_empty() {
                results.push(None);
                continue;
            }
            lane_size(m, m.ty(r))?;
            let n = self.push(Node::Merge, m.ty(r));
            facts.class.insert(r, Class::Vector(n));
            results.push(Some(n));
        }
        let inner = Inner { op, scope, prelude, carried, steps, exits: splits, results };
        self.steps.push(Step::Loop(Box::new(inner)));
        Some(())
    }

    /// One iteration of a loop in the body: what becomes of the values that it carries.
    fn iteration(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        (args, begin): (&[Value], &[Option<NodeId>]),
        test: Option<Value>,
    ) -> Option<Vec<Carried>> {
        let at = self.open.len() - 1;
        let splits = self.open[at].exits;
        // A test may end a loop before its body, and what stands there.
        let context = if splits || test.is_some() { Context::Leaving } else { Context::Always };
        for (k, (&arg, first)) in args.iter().zip(begin).enumerate() {
            if first.is_some() {
                let n = self.push(Node::Merge, m.ty(arg));
                facts.class.insert(arg, Class::Vector(n));
                self.open[at].now[k] = Some(n);
            }
        }
        let mut body = m.region(op, 0);
        if let Some(test) = test {
            self.ops(m, body, facts, context)?;
            body = m.region(op, 1);
            for (&arg, &v) in m.args(body).iter().zip(args) {
                let class = facts.get(v);
                facts.class.insert(arg, class);
            }
            match facts.get(test) {
                Class::Uniform => self.steps.push(Step::Stop { unless: test }),
                Class::Vector(n) => {
                    let mask = self.now(Node::Not(n), Type::BOOL);
                    let outer = std::mem::take(&mut self.steps);
                    let values = self.as_carried(m, op, args);
                    let steps = std::mem::replace(&mut self.steps, outer);
                    self.steps.push(Step::Leave { mask, steps, values: values? });
                }
                _ => return None,
            }
        }
        let end = self.ops(m, body, facts, context)?;
        if end.len() != args.len() {
            return None;
        }
        let mut carried = Vec::new();
        for ((&v, first), now) in end.iter().zip(begin).zip(self.open[at].now.clone()) {
            let class = facts.get(v);
            carried.push(match (first, now) {
                (Some(first), Some(now)) => Carried::Lanes { first: *first, now, next: self.node(m, v, &class)? },
                _ if matches!(class, Class::Uniform) => Carried::Scalar(v),
                _ => return None,
            });
        }
        Some(carried)
    }

    /// What lanes leave a loop with that leave it with what it carries.
    fn as_carried(&mut self, m: &Module, op: Op, args: &[Value]) -> Option<Vec<Option<NodeId>>> {
        let now = self.open.last()?.now.clone();
        let mut out = Vec::new();
        for ((&arg, now), &result) in args.iter().zip(now).zip(&m.ops[op].results) {
            let used = !m.users(result).is_empty();
            out.push(if now.is_some() || !used { None } else { Some(self.node(m, arg, &Class::Uniform)?) });
        }
        Some(out)
    }
}

/// The condition of a loop.while whose test hands on what it gets.
fn while_test(m: &Module, op: Op) -> Option<Value> {
    let r = m.region(op, 0);
    let end = *m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield)?;
    let (&test, values) = m.operands(end).split_first()?;
    (values == m.args(r)).then_some(test)
}

/// Whether a loop is left from within by conditionals that stand in its body; none where it is left or continued in other ways.
fn has_exits(m: &Module, op: Op) -> Option<bool> {
    let mut exits = false;
    for &r in &m.ops[op].regions {
        for o in m.walk(r) {
            match m.kind(o) {
                OpKind::Break => exits |= belongs(m, o, op),
                OpKind::Continue => return None,
                _ => {}
            }
        }
    }
    Some(exits)
}

/// Whether a jump stands in a conditional in the body of a loop: it is no matter of a loop further in.
fn belongs(m: &Module, jump: Op, op: Op) -> bool {
    let mut at = m.parent_op(jump);
    while let Some(o) = at {
        if matches!(m.kind(o), OpKind::For | OpKind::While | OpKind::Block) {
            return o == op;
        }
        at = m.parent_op(o);
    }
    false
}

/// Finds what is not the same in all lanes.
struct Varying<'f> {
    seeds: &'f Facts,
}

impl Varying<'_> {
    /// The values made in a loop that lanes may not agree on.
    fn in_loop(&self, m: &Module, op: Op) -> FxHashSet<Value> {
        let mut set: FxHashSet<Value> = FxHashSet::default();
        loop {
            let before = set.len();
            self.visit(m, op, &mut set);
            if set.len() == before {
                return set;
            }
        }
    }

    fn differs(&self, set: &FxHashSet<Value>, v: Value) -> bool {
        set.contains(&v) || !matches!(self.seeds.get(v), Class::Uniform)
    }

    fn visit(&self, m: &Module, op: Op, set: &mut FxHashSet<Value>) {
        let is_loop = matches!(m.kind(op), OpKind::For | OpKind::While);
        if is_loop {
            let first = if m.kind(op) == OpKind::For { 3 } else { 0 };
            for &r in &m.ops[op].regions {
                let args = &m.args(r)[usize::from(first == 3)..];
                for (k, &arg) in args.iter().enumerate() {
                    let init = m.operand(op, first + k);
                    let ends = m.ops[op].regions.iter().filter_map(|&r| m.regions[r].ops.last());
                    let ends = ends.filter(|&&end| m.kind(end) == OpKind::Yield);
                    // The test of a loop.while comes first.
                    let given = |&end: &Op| {
                        let v = m.operands(end);
                        v.get(k + v.len().saturating_sub(args.len())).copied()
                    };
                    if self.differs(set, init) || ends.filter_map(given).any(|v| self.differs(set, v)) {
                        set.insert(arg);
                    }
                }
            }
        }
        for &r in &m.ops[op].regions {
            for &o in &m.regions[r].ops {
                self.visit(m, o, set);
            }
        }
        // What loops and conditionals leave are lanes.
        if !m.ops[op].regions.is_empty() || m.operands(op).iter().any(|&v| self.differs(set, v)) {
            set.extend(m.ops[op].results.iter().copied());
        }
    }
}
