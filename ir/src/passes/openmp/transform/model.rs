//! What transformations make of loops. Every loop counts from 0; how many iterations it has is an expression of the numbers
//! of loops around it. A transformation puts other loops in the place of some and says what the numbers of those that are
//! gone are now.

use super::super::nest::{self, is_transformation};
use crate::analysis::effects::is_pure;
use crate::analysis::trips;
use crate::entity::{Op, Region, Value};
use crate::module::{Loc, Module};
use crate::ops::OpKind;
use crate::passes::PassError;
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A loop of a nest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoopId(usize);

/// A value that may depend on the numbers of iterations.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// An index.
    Int(i64),
    /// A value of the program.
    Value(Value),
    /// The number of the iteration of a loop, an index.
    Number(LoopId),
    /// Add, Sub, Mul, Div, Min or Max.
    Binary(OpKind, Rc<Expr>, Rc<Expr>),
    /// A value as an index.
    Index(Value),
    /// How many iterations a loop of the program has.
    Trips {
        /// The bounds.
        bounds: Rc<[Expr; 2]>,
        /// The step.
        step: Value,
    },
    /// The variable of a loop of the program.
    Variable {
        /// The lower bound.
        lower: Rc<Expr>,
        /// The step.
        step: Value,
        /// The number of the iteration.
        number: Rc<Expr>,
    },
}

impl Expr {
    /// An operation, unless its result is known.
    pub fn binary(kind: OpKind, a: Expr, b: Expr) -> Expr {
        use OpKind::*;
        match (kind, &a, &b) {
            (Add, Expr::Int(x), Expr::Int(y)) => Expr::Int(x.wrapping_add(*y)),
            (Sub, Expr::Int(x), Expr::Int(y)) => Expr::Int(x.wrapping_sub(*y)),
            (Mul, Expr::Int(x), Expr::Int(y)) => Expr::Int(x.wrapping_mul(*y)),
            (Div, Expr::Int(x), Expr::Int(y)) if *y > 0 => Expr::Int(x / y),
            (Min, Expr::Int(x), Expr::Int(y)) => Expr::Int(*x.min(y)),
            (Max, Expr::Int(x), Expr::Int(y)) => Expr::Int(*x.max(y)),
            (Add | Sub, _, Expr::Int(0)) | (Mul | Div, _, Expr::Int(1)) => a,
            (Add, Expr::Int(0), _) | (Mul, Expr::Int(1), _) => b,
            (Mul, Expr::Int(0), _) | (Mul, _, Expr::Int(0)) => Expr::Int(0),
            (Min | Max, _, _) if a == b => a,
            _ => Expr::Binary(kind, Rc::new(a), Rc::new(b)),
        }
    }

    fn add(self, b: Expr) -> Expr {
        Expr::binary(OpKind::Add, self, b)
    }
    fn sub(self, b: Expr) -> Expr {
        Expr::binary(OpKind::Sub, self, b)
    }
    fn mul(self, b: Expr) -> Expr {
        Expr::binary(OpKind::Mul, self, b)
    }
    fn min(self, b: Expr) -> Expr {
        Expr::binary(OpKind::Min, self, b)
    }
    fn max(self, b: Expr) -> Expr {
        Expr::binary(OpKind::Max, self, b)
    }
    /// How many groups of `size` there are, the last of which may be smaller.
    fn groups(self, size: &Expr) -> Expr {
        Expr::binary(OpKind::Div, self.add(size.clone()).sub(Expr::Int(1)), size.clone())
    }
}

/// How a loop stands in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As a loop.
    Loop,
    /// Its body once for each iteration.
    Unrolled,
    /// Its body that many times, where it has as many iterations.
    Group(i64),
}

/// A loop that counts.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Which it is.
    pub id: LoopId,
    /// How many iterations it has; none if that is not positive.
    pub count: Expr,
    /// Whether it has one or more wherever it is.
    pub runs: bool,
    /// How it stands in the code.
    pub form: Form,
}

/// Loops, outermost first, and what is in the innermost.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The loops.
    pub loops: Vec<Counted>,
    /// The variables of loops of the program.
    pub variables: Vec<(Value, Expr)>,
    /// The numbers of loops that are gone.
    pub gone: FxHashMap<LoopId, Expr>,
    /// What is in the innermost loop.
    pub tail: Tail,
    /// The place of the outermost.
    pub loc: Loc,
}

/// What is in the innermost loop.
#[derive(Clone, Debug)]
pub enum Tail {
    /// The body of the program's loop.
    Body(Region),
    /// Nests one after the other; those with two numbers where the first is less than the second.
    Nests(Vec<(Option<(Expr, Expr)>, Nest)>),
}

/// The nests that there are when the transformations in one have been carried out.
pub fn build(m: &Module, op: Op) -> Result<Vec<Nest>, PassError> {
    let mut maker = Maker { m, loops: 0 };
    match is_transformation(m.kind(op)) {
        true => maker.transformed(op),
        false => maker.nest(op),
    }
}

/// The nest or the transformation that is all that there is in a region, but for values.
pub fn only_nest(m: &Module, r: Region) -> Option<Op> {
    let mut found = m.regions[r].ops.iter().copied().filter(|&o| !is_pure(m, o));
    let one = found.next().filter(|_| found.next().is_none())?;
    (m.kind(one) == OpKind::OmpLoopNest || is_transformation(m.kind(one))).then_some(one)
}

struct Maker<'m> {
    m: &'m Module,
    /// How many loops have been numbered.
    loops: usize,
}

impl Maker<'_> {
    fn new_loop(&mut self, count: Expr, form: Form) -> Counted {
        self.loops += 1;
        let runs = matches!(count, Expr::Int(1..));
        Counted { id: LoopId(self.loops), count, runs, form }
    }

    /// The loops of an omp.loop_nest.
    fn nest(&mut self, op: Op) -> Result<Vec<Nest>, PassError> {
        let m = self.m;
        let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(op, g));
        let slopes = nest::slopes(m, op);
        let body = m.region(op, 0);
        let mut out = Nest {
            loops: vec![],
            variables: vec![],
            gone: FxHashMap::default(),
            tail: Tail::Body(body),
            loc: m.ops[op].loc,
        };
        for (k, &iv) in m.args(body).iter().enumerate() {
            let mut bounds = [Expr::Value(lbs[k]), Expr::Value(ubs[k])];
            for s in slopes.iter().filter(|s| s.of == k) {
                let outer = out.variables[s.outer].1.clone();
                let way = match m.const_int(s.factor) {
                    Some(1) => outer,
                    _ => Expr::binary(OpKind::Mul, outer, Expr::Value(s.factor)),
                };
                let end = &mut bounds[usize::from(s.upper)];
                *end = Expr::binary(OpKind::Add, end.clone(), way);
            }
            let lower = Rc::new(bounds[0].clone());
            let l = self.new_loop(self.trips(bounds, steps[k]), Form::Loop);
            let number = Rc::new(Expr::Number(l.id));
            out.variables.push((iv, Expr::Variable { lower, step: steps[k], number }));
            out.loops.push(l);
        }
        if let Some(inner) = only_nest(m, body).filter(|&o| is_transformation(m.kind(o))) {
            let mut nests = self.transformed(inner)?;
            match nests.pop() {
                Some(one) if nests.is_empty() => {
                    out.loops.extend(one.loops);
                    out.variables.extend(one.variables);
                    out.gone.extend(one.gone);
                    out.tail = one.tail;
                }
                last => out.tail = Tail::Nests(nests.into_iter().chain(last).map(|n| (None, n)).collect()),
            }
        }
        Ok(vec![out])
    }

    fn trips(&self, bounds: [Expr; 2], step: Value) -> Expr {
        let known = |e: &Expr| if let Expr::Value(v) = e { self.m.const_int(*v) } else { None };
        let bound = |k: usize| known(&bounds[k]);
        if let (Some(lb), Some(ub), Some(by)) = (bound(0), bound(1), self.m.const_int(step))
            && let Some(n) = trips::known(lb, ub, by)
        {
            return Expr::Int(n);
        }
        Expr::Trips { bounds: Rc::new(bounds), step }
    }

    /// What a transformation makes of the nests in it.
    fn transformed(&mut self, op: Op) -> Result<Vec<Nest>, PassError> {
        let m = self.m;
        let mut nests = Vec::new();
        for &o in &m.regions[m.region(op, 0)].ops {
            match m.kind(o) {
                OpKind::OmpLoopNest => nests.extend(self.nest(o)?),
                kind if is_transformation(kind) => nests.extend(self.transformed(o)?),
                _ => {}
            }
        }
        let few = || PassError::at(m, op, "the loops are not there that it takes");
        if m.kind(op) == OpKind::OmpFuse {
            self.fuse(op, &mut nests).ok_or_else(few)?;
            return Ok(nests);
        }
        let number = |key| m.attr_int(op, key).map_or(0, |n| n as usize);
        let (which, at) = (number("nest"), number("at"));
        if m.kind(op) == OpKind::OmpSplit {
            let one = nests.get(which).filter(|n| n.loops.len() > at).ok_or_else(few)?.clone();
            let parts = self.split(op, &one, at);
            if at == 0 {
                nests.splice(which..=which, parts);
            } else {
                let gone = &mut nests[which];
                gone.loops.truncate(at);
                gone.tail = Tail::Nests(parts.into_iter().map(|p| (None, p)).collect());
            }
            return Ok(nests);
        }
        let nest = nests.get_mut(which).ok_or_else(few)?;
        let taken = match m.kind(op) {
            OpKind::OmpTile | OpKind::OmpStripe => m.group(op, "sizes").len(),
            OpKind::OmpInterchange => m.attr(op, "permutation").map_or(0, |a| a.items().len()),
            _ => 1,
        };
        if nest.loops.len() < at + taken || nest.loops[at..at + taken].iter().any(|l| l.form != Form::Loop) {
            return Err(few());
        }
        let made = self.generated(op, &nest.loops[at..at + taken], &mut nest.gone);
        nest.loops.splice(at..at + taken, made);
        Ok(nests)
    }

    /// A size, which is a positive number.
    fn size(&self, v: Value) -> Expr {
        match self.m.const_int(v) {
            Some(n) => Expr::Int(n.clamp(1, trips::MOST)),
            None => {
                let size = Expr::Index(v).max(Expr::Int(1));
                let small = matches!(self.m.def(v).map(|d| (self.m.kind(d), self.m.ty(self.m.operand(d, 0)))),
                    Some((OpKind::Cast, t)) if matches!(self.m.types.kind(t), TypeKind::Int(..=32)));
                if small { size } else { size.min(Expr::Int(trips::MOST)) }
            }
        }
    }

    /// The loops in the place of those that a transformation takes.
    fn generated(&mut self, op: Op, taken: &[Counted], gone: &mut FxHashMap<LoopId, Expr>) -> Vec<Counted> {
        let m = self.m;
        match m.kind(op) {
            OpKind::OmpTile => {
                let sizes: Vec<Expr> = m.group(op, "sizes").iter().map(|&v| self.size(v)).collect();
                let pairs = taken.iter().zip(&sizes).map(|(l, s)| self.groups(l, s, Form::Loop, gone));
                let (mut outer, inner): (Vec<_>, Vec<_>) = pairs.collect::<Vec<_>>().into_iter().unzip();
                outer.extend(inner);
                outer
            }
            OpKind::OmpStripe => {
                let (mut offsets, mut grid) = (Vec::new(), Vec::new());
                for (l, &size) in taken.iter().zip(m.group(op, "sizes")) {
                    let size = self.size(size);
                    let outer = self.new_loop(size.clone().min(l.count.clone()), Form::Loop);
                    let rest = l.count.clone().sub(Expr::Number(outer.id));
                    let inner = Counted { runs: true, ..self.new_loop(rest.groups(&size), Form::Loop) };
                    gone.insert(l.id, Expr::Number(inner.id).mul(size).add(Expr::Number(outer.id)));
                    offsets.push(outer);
                    grid.push(inner);
                }
                offsets.extend(grid);
                offsets
            }
            OpKind::OmpUnroll => match m.opt(op, "factor") {
                Some(factor) => {
                    let form = m.const_int(factor).map_or(Form::Group(0), |n| Form::Group(n.max(1)));
                    let size = self.size(factor);
                    let (outer, inner) = self.groups(&taken[0], &size, form, gone);
                    vec![outer, inner]
                }
                None => {
                    let form = if m.flag(op, "full") { Form::Unrolled } else { Form::Group(0) };
                    vec![Counted { form, ..taken[0].clone() }]
                }
            },
            OpKind::OmpInterchange => {
                let order = m.attr(op, "permutation").map_or(&[][..], |a| a.items());
                let order = order.iter().filter_map(|a| usize::try_from(a.as_int()?).ok());
                order.filter_map(|k| taken.get(k).cloned()).collect()
            }
            // Reverse.
            _ => {
                let l = &taken[0];
                let new = self.new_loop(l.count.clone(), Form::Loop);
                gone.insert(l.id, l.count.clone().sub(Expr::Int(1)).sub(Expr::Number(new.id)));
                vec![new]
            }
        }
    }

    /// A loop over groups of iterations, and the loop over those of a group.
    fn groups(
        &mut self,
        l: &Counted,
        size: &Expr,
        form: Form,
        gone: &mut FxHashMap<LoopId, Expr>,
    ) -> (Counted, Counted) {
        let outer = self.new_loop(l.count.clone().groups(size), Form::Loop);
        let first = Expr::Number(outer.id).mul(size.clone());
        let count = l.count.clone().sub(first.clone()).min(size.clone());
        let inner = Counted { runs: true, ..self.new_loop(count, form) };
        gone.insert(l.id, first.add(Expr::Number(inner.id)));
        (outer, inner)
    }

    /// The parts of a loop.
    fn split(&mut self, op: Op, nest: &Nest, at: usize) -> Vec<Nest> {
        let m = self.m;
        let counts: Vec<i64> =
            m.attr(op, "counts").map_or(&[][..], |a| a.items()).iter().filter_map(|a| a.as_int()).collect();
        let fill = m.attr_int(op, "fill").and_then(|k| usize::try_from(k).ok());
        let l = nest.loops[at].clone();
        let others = counts.iter().enumerate().filter(|(k, _)| Some(*k) != fill).map(|(_, n)| *n);
        let others = others.fold(0, |sum: i64, n| sum.saturating_add(n).min(trips::MOST));
        let rest = l.count.clone().sub(Expr::Int(others)).max(Expr::Int(0));
        let mut start = Expr::Int(0);
        let mut out = Vec::new();
        for (k, &n) in counts.iter().enumerate() {
            let size = Expr::Int(n.min(trips::MOST - 1));
            let end = match (&start, &size) {
                _ if Some(k) == fill => start.clone().add(rest.clone()),
                (Expr::Int(a), Expr::Int(b)) => Expr::Int(a.saturating_add(*b).min(trips::MOST)),
                _ => start.clone().add(size),
            };
            let part = self.new_loop(end.clone().min(l.count.clone()).sub(start.clone()), Form::Loop);
            let mut new = nest.clone();
            new.gone.insert(l.id, start.add(Expr::Number(part.id)));
            new.loops.drain(..at);
            new.loops[0] = part;
            out.push(new);
            start = end;
        }
        out
    }

    /// One loop of the outermost ones of nests; none if these are not there.
    fn fuse(&mut self, op: Op, nests: &mut Vec<Nest>) -> Option<()> {
        let m = self.m;
        let number = |key| m.attr_int(op, key).and_then(|n| usize::try_from(n).ok());
        let (first, count) = (number("first").unwrap_or(0), number("count").unwrap_or(nests.len()));
        if count == 0 || first + count > nests.len() {
            return None;
        }
        let taken: Vec<Nest> = nests.drain(first..first + count).collect();
        let counts = |n: &Nest| n.loops.first().filter(|l| l.form == Form::Loop).map(|l| l.count.clone());
        let counts: Vec<Expr> = taken.iter().map(counts).collect::<Option<_>>()?;
        let most = counts.iter().cloned().reduce(Expr::max)?;
        let whole = self.new_loop(most, Form::Loop);
        let mut parts = Vec::new();
        for (mut n, count) in taken.into_iter().zip(counts) {
            let l = n.loops.remove(0);
            n.gone.insert(l.id, Expr::Number(whole.id));
            // All have the iterations that all have.
            let runs = (count != whole.count).then_some((Expr::Number(whole.id), count));
            parts.push((runs, n));
        }
        let fused = Nest {
            loops: vec![whole],
            variables: vec![],
            gone: FxHashMap::default(),
            tail: Tail::Nests(parts),
            loc: m.ops[op].loc,
        };
        nests.insert(first, fused);
        Some(())
    }
}
