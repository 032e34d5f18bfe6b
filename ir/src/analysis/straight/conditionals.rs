//! Conditionals whose condition lanes do not have in common: steps under masks.

use super::{Class, Context, Facts, Node, NodeId, Step, Straight, lane_size, stores};
use crate::analysis::effects::writes;
use crate::analysis::price::price;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::Type;

/// Price up to which steps run for all lanes rather than under a mask.
const CHEAP: u32 = 4;

/// What a conditional yields where its mask is set.
pub(super) enum Part {
    Node(NodeId),
    /// What that carried value came to.
    Carry(usize, Value),
}

impl Straight {
    /// A loop.if as steps under masks: with accesses of memory that is found to be there, else without any.
    pub(super) fn conditional(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context) -> Option<()> {
        let outermost = matches!(context, Context::Always | Context::Masked | Context::Chosen)
            && matches!(facts.get(m.operand(op, 0)), Class::Vector(_));
        if self.ordered && !self.masks && outermost && !m.flag(op, "masked") {
            let carries = self.carries.clone();
            let marks = (self.nodes.len(), self.accesses.len(), self.prelude.len(), self.late.len(), self.steps.len());
            let done = self.masked(m, op, facts, context, Context::Guarded);
            if done.is_some() {
                return done;
            }
            self.carries = carries;
            self.cut(marks.0, marks.1, marks.2, marks.3);
            self.steps.truncate(marks.4);
        }
        let inner = match context {
            Context::Private | Context::Leaving | Context::Guarded | Context::Lanes => context,
            Context::Always | Context::Masked | Context::Chosen if m.flag(op, "masked") => Context::Masked,
            Context::Always | Context::Masked | Context::Chosen if self.masks => Context::Lanes,
            Context::Always | Context::Masked | Context::Chosen => Context::Private,
        };
        self.masked(m, op, facts, context, inner)
    }

    /// Forgets what was found last, but for so much.
    fn cut(&mut self, nodes: usize, accesses: usize, prelude: usize, late: usize) {
        self.nodes.truncate(nodes);
        self.types.truncate(nodes);
        self.rare.truncate(nodes);
        self.scopes.truncate(nodes);
        self.accesses.truncate(accesses);
        self.prelude.truncate(prelude);
        self.late.truncate(late);
        self.elements.truncate(late);
    }

    /// A loop.if whose parts stand in `inner`.
    fn masked(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context, inner: Context) -> Option<()> {
        let cond = m.operand(op, 0);
        let mask = match facts.get(cond) {
            Class::Vector(mask) => mask,
            Class::Uniform => return self.choice(m, op, facts, context),
            Class::Better(better) => return self.best(m, op, facts, context, better),
            _ => return None,
        };
        let one_sided = only_yields(m, m.region(op, 1));
        let marks = (self.nodes.len(), self.accesses.len(), self.prelude.len(), self.late.len());
        let before: Vec<Value> = self.carries.iter().map(|c| c.now).collect();
        let was_rare = std::mem::replace(&mut self.in_rare, inner == Context::Private && one_sided.is_some());
        let then = self.part(m, m.region(op, 0), facts, inner);
        self.in_rare = was_rare;
        let Some((steps, then)) = then else {
            self.cut(marks.0, marks.1, marks.2, marks.3);
            return self.bail(m, op, facts, (context, mask), &one_sided?);
        };
        let Some(values) = one_sided else {
            return self.two_sided(m, op, facts, (inner, mask), &before, (steps, then));
        };
        let elsewhere: Vec<(Value, Class)> = values.into_iter().map(|v| (v, facts.get(v))).collect();
        let mut merges = Vec::new();
        for ((&result, then), (v, old)) in m.ops[op].results.iter().zip(then).zip(elsewhere) {
            let class = match (then, old) {
                (Part::Carry(k, now), Class::Carry(c)) => {
                    // What it was before, or what it came to under the mask.
                    if c != k || self.carries[k].now != now || before[k] != v {
                        return None;
                    }
                    self.carries[k].now = result;
                    Class::Carry(k)
                }
                (Part::Node(new), old) => {
                    let old = self.node(m, v, &old)?;
                    lane_size(m, m.ty(result))?;
                    let merged = self.push(Node::Merge, m.ty(result));
                    merges.push((merged, new, old));
                    Class::Vector(merged)
                }
                (Part::Carry(..), _) => return None,
            };
            facts.class.insert(result, class);
        }
        self.no_carry_is_lost(m, op, &before)?;
        self.steps.push(Step::If { mask, steps, merges });
        Some(())
    }

    /// Leaves the elements for which a rare case occurs that only gives other values to scalar code.
    fn bail(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        (context, mask): (Context, NodeId),
        elsewhere: &[Value],
    ) -> Option<()> {
        let values_only = m.walk(m.region(op, 0)).iter().all(|&o| writes(m, o).is_empty());
        // The mask of a WHERE is no rare case.
        let rare = values_only && !m.flag(op, "masked");
        if self.ordered || context != Context::Always || !rare || stores(&self.steps) {
            return None;
        }
        self.bails = true;
        self.steps.push(Step::Bail { mask });
        for (&result, &v) in m.ops[op].results.iter().zip(elsewhere) {
            let n = self.node(m, v, &facts.get(v))?;
            facts.class.insert(result, Class::Vector(n));
        }
        Some(())
    }

    /// A loop.if with two parts, of which the first one was looked at. Steps stay in the order of the source; only arithmetic that costs
    /// next to nothing, and can be noticed by nobody, runs in all lanes and before.
    fn two_sided(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        (inner, mask): (Context, NodeId),
        before: &[Value],
        (steps, then): (Vec<Step>, Vec<Part>),
    ) -> Option<()> {
        let after: Vec<Value> = self.carries.iter().map(|c| c.now).collect();
        for (c, &old) in self.carries.iter_mut().zip(before) {
            c.now = old;
        }
        let (other, parts) = self.part(m, m.region(op, 1), facts, inner)?;
        if self.carries.iter().zip(before).any(|(c, &old)| c.now != old) {
            return None;
        }
        for (c, now) in self.carries.iter_mut().zip(after) {
            c.now = now;
        }
        let early = self.is_cheap(m, &other) && !self.loads(&other) && !self.is_noticed(m, &other);
        let (mut merges, mut others) = (Vec::new(), Vec::new());
        for ((&result, then), part) in m.ops[op].results.iter().zip(then).zip(parts) {
            let class = match (then, part) {
                (Part::Carry(k, now), Part::Carry(c, v)) => {
                    // What it was before, or what it came to under the mask.
                    if c != k || self.carries[k].now != now || before[k] != v {
                        return None;
                    }
                    self.carries[k].now = result;
                    Class::Carry(k)
                }
                (Part::Node(new), Part::Node(n)) => {
                    lane_size(m, m.ty(result))?;
                    let ty = m.ty(result);
                    let merged = if early {
                        let merged = self.push(Node::Merge, ty);
                        merges.push((merged, new, n));
                        merged
                    } else {
                        let zero = self.now(Node::Zero, ty);
                        let first = self.push(Node::Merge, ty);
                        merges.push((first, new, zero));
                        let merged = self.push(Node::Merge, ty);
                        others.push((merged, n, first));
                        merged
                    };
                    Class::Vector(merged)
                }
                (Part::Carry(..), _) | (_, Part::Carry(..)) => return None,
            };
            facts.class.insert(result, class);
        }
        self.no_carry_is_lost(m, op, before)?;
        if early {
            self.steps.extend(other);
            self.steps.push(Step::If { mask, steps, merges });
        } else {
            self.steps.push(Step::If { mask, steps, merges });
            let contrary = self.now(Node::Not(mask), Type::BOOL);
            self.steps.push(Step::If { mask: contrary, steps: other, merges: others });
        }
        Some(())
    }

    /// The nodes that steps evaluate, where they do nothing else.
    pub(super) fn evaluated(&self, steps: &[Step]) -> Option<Vec<&Node>> {
        let node = |s: &Step| if let Step::Eval(n) = s { Some(&self.nodes[*n]) } else { None };
        steps.iter().map(node).collect()
    }

    /// Whether steps load anything, or do more than to compute.
    fn loads(&self, steps: &[Step]) -> bool {
        self.evaluated(steps).is_none_or(|nodes| nodes.iter().any(|n| matches!(n, Node::Load(_))))
    }

    /// One part of a conditional: its steps, and what it yields.
    pub(super) fn part(
        &mut self,
        m: &Module,
        r: Region,
        facts: &mut Facts,
        inner: Context,
    ) -> Option<(Vec<Step>, Vec<Part>)> {
        let outer = std::mem::take(&mut self.steps);
        let parts = self.yielded(m, r, facts, inner);
        let steps = std::mem::replace(&mut self.steps, outer);
        Some((steps, parts?))
    }

    fn yielded(&mut self, m: &Module, r: Region, facts: &mut Facts, inner: Context) -> Option<Vec<Part>> {
        let yields = self.ops(m, r, facts, inner)?;
        yields
            .into_iter()
            .map(|v| match facts.get(v) {
                Class::Carry(k) => Some(Part::Carry(k, v)),
                class => self.node(m, v, &class).map(Part::Node),
            })
            .collect()
    }

    /// Whether steps cost less than to find out whether some lane needs them.
    pub fn is_cheap(&self, m: &Module, steps: &[Step]) -> bool {
        let price = |n: &Node| match n {
            Node::Compute { op, .. } => price(m, *op),
            Node::Load(_) => 1,
            Node::Uniform(_) | Node::Linear { .. } | Node::Merge | Node::Not(_) | Node::Zero => 0,
        };
        let sum = |nodes: Vec<&Node>| nodes.into_iter().map(price).fold(0, u32::saturating_add);
        self.evaluated(steps).is_some_and(|nodes| sum(nodes) <= CHEAP)
    }
}

/// What a region yields, if it does nothing else.
pub(super) fn only_yields(m: &Module, r: Region) -> Option<Vec<Value>> {
    match m.regions[r].ops.as_slice() {
        [] => Some(Vec::new()),
        [y] if m.kind(*y) == OpKind::Yield => Some(m.operands(*y).to_vec()),
        _ => None,
    }
}
