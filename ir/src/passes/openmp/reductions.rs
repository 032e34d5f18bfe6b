//! `omp-reductions`: constructs that reduce variables make the copies in which they do, and combine them with the originals.
//! Each thread makes a copy before its part of the construct. The threads of a team combine them in the order of their
//! numbers, but integers in any order; a loop that is none of a team's (SIMD) and an iteration of a scan do so at once, and tasks do when they end.

use super::{Part, Place, Recipes, drop_unused, in_target, repeat};
use crate::choices::{CriticalKind, DataSharing, VariableCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{combine_copies, open_end};
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let recipes = Recipes::new(m);
    for op in m.walk(m.top) {
        let keep = m.copies(op).iter().filter(|c| !c.how.is_reduction()).count();
        let reduced = m.copies(op).split_off(keep);
        if !reduced.is_empty() {
            cx.count("reductions", reduced.len() as u64);
            Expansion::new(m, op, keep).run(m, &recipes, &reduced);
        }
    }
    forget_parts(m);
    drop_unused(m);
    Ok(())
}

/// Takes away what said which parts of variables constructs reduce.
fn forget_parts(m: &mut Module) {
    for op in m.walk(m.top) {
        if m.kind(op) == OpKind::OmpReduced {
            let bounds = m.group(op, "bounds").to_vec();
            m.detach(op);
            for bound in bounds {
                if let Some(given) = m.def(bound).filter(|_| m.users(bound).is_empty()) {
                    m.detach(given);
                }
            }
        }
    }
}

/// The reductions of a construct.
struct Expansion {
    op: Op,
    /// The copies of a loop that threads share are made around it, for all iterations of a thread.
    around: bool,
    originals: Vec<Value>,
    /// What the regions of the recipe of each get beside it and its copy.
    more: Vec<Vec<Value>>,
    /// Arguments of the body.
    args: Vec<Value>,
    loc: Loc,
}

impl Expansion {
    /// Takes the reductions from the construct, which keeps so many other copies.
    fn new(m: &mut Module, op: Op, keep: usize) -> Expansion {
        let body = m.region(op, 0);
        let given = m.group(op, "originals")[keep..].to_vec();
        let more = given.iter().map(|&v| m.reduced_with(v).unwrap_or_default()).collect();
        let variable = |&v: &Value| m.def_of(v, OpKind::OmpReduced).map_or(v, |reduced| m.operand(reduced, 0));
        let originals: Vec<Value> = given.iter().map(variable).collect();
        let args = m.args(body)[m.args(body).len() - originals.len()..].to_vec();
        m.forget_copies(op, keep);
        let around = m.kind(op) == OpKind::OmpWsLoop;
        if !around {
            open_end(m, body);
        }
        Expansion { op, around, originals, more, args, loc: m.ops[op].loc }
    }

    fn run(&self, m: &mut Module, recipes: &Recipes, list: &[VariableCopy]) {
        let body = m.region(self.op, 0);
        let (region, mut at) = if self.around { m.position(self.op) } else { (body, 0) };
        let mut made: Vec<Value> = Vec::new();
        for (i, copy) in list.iter().enumerate() {
            let place = Place { point: Point { region, at: Some(at) }, loc: self.loc, name: &copy.name };
            let init = recipes.region(m, &copy.recipe, Part::Init);
            let (values, n) = repeat(m, init, &[&[self.originals[i]], &self.more[i][..]].concat(), &place);
            at += n;
            m.replace_uses(body, self.args[i], values[0]);
            made.push(values[0]);
        }
        if self.needs_barrier(m) && list.iter().any(|c| m.flag(recipes.get(&c.recipe), "reads_original")) {
            // All copies are made before a thread combines its own with the original.
            Builder { m, point: Point { region, at: Some(at) }, loc: self.loc }.op(OpKind::OmpBarrier).build();
        }
        let mut at = if self.around { m.position(self.op).1 + 1 } else { m.regions[body].ops.len() };
        if list.iter().any(|c| c.how == DataSharing::TaskReduction) {
            // All tasks have combined their parts before the threads do.
            Builder { m, point: Point { region, at: Some(at) }, loc: self.loc }.op(OpKind::OmpBarrier).build();
            at += 1;
        }
        let with = |i: usize| [&[self.originals[i], made[i]], &self.more[i][..]].concat();
        if self.is_task(m) {
            // Tasks combine one at a time, in any order.
            let inner = m.new_region(&[]);
            for (i, copy) in list.iter().enumerate() {
                let end = m.regions[inner].ops.len();
                self.combine(m, recipes, copy, &with(i), inner, end);
            }
            let mut b = Builder { m, point: Point { region, at: Some(at) }, loc: self.loc };
            b.op(OpKind::OmpCritical).choice(CriticalKind::Task).region(inner).build();
            at += 1;
        } else {
            for (i, copy) in list.iter().enumerate() {
                at += self.combine(m, recipes, copy, &with(i), region, at);
            }
        }
        for (i, copy) in list.iter().enumerate().rev() {
            let place = Place { point: Point { region, at: Some(at) }, loc: self.loc, name: &copy.name };
            at += repeat(m, recipes.region(m, &copy.recipe, Part::Dealloc), &with(i)[1..], &place).1;
        }
        if self.around && !m.flag(self.op, "nowait") {
            // The threads wait once they have combined.
            m.set_attr(self.op, "nowait", Attr::Unit);
            if m.attr(self.op, "kind").is_none() {
                Builder { m, point: Point { region, at: Some(at) }, loc: self.loc }.op(OpKind::OmpBarrier).build();
            }
        }
    }

    fn is_task(&self, m: &Module) -> bool {
        matches!(m.kind(self.op), OpKind::OmpTask | OpKind::OmpTaskloop)
    }

    /// Whether threads of one team make the copies, each at its own time.
    fn needs_barrier(&self, m: &Module) -> bool {
        match m.kind(self.op) {
            OpKind::OmpParallel | OpKind::OmpScope => true,
            OpKind::OmpWsLoop => m.attr(self.op, "kind").is_none() && !in_target(m, self.op),
            _ => false,
        }
    }

    /// Combines a copy with the original. The result is how many ops that is.
    fn combine(
        &self,
        m: &mut Module,
        recipes: &Recipes,
        copy: &VariableCopy,
        args: &[Value],
        region: Region,
        at: usize,
    ) -> usize {
        let part = recipes.region(m, &copy.recipe, Part::Combine);
        let by_op = m.regions[part].ops.iter().any(|&o| m.kind(o) == OpKind::OmpReduction);
        let alone = matches!(m.kind(self.op), OpKind::OmpSimd | OpKind::OmpScan) || self.is_task(m);
        let before = m.regions[region].ops.len();
        let mut place = Place { point: Point { region, at: Some(at) }, loc: self.loc, name: &copy.name };
        if by_op || alone {
            let (_, n) = repeat(m, part, args, &place);
            if alone {
                let placed: Vec<Op> = m.regions[region].ops[at..at + n].to_vec();
                for op in placed {
                    if m.kind(op) == OpKind::OmpReduction {
                        combine_copies(m, op);
                    }
                }
            }
        } else {
            let inner = m.new_region(&[]);
            place.point = Point { region: inner, at: None };
            repeat(m, part, args, &place);
            let mut b = Builder { m, point: Point { region, at: Some(at) }, loc: self.loc };
            b.op(OpKind::OmpCritical).choice(CriticalKind::Reduce).region(inner).build();
        }
        m.regions[region].ops.len() - before
    }
}
