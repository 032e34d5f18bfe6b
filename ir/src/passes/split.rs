//! `split`: index-set splitting (Banerjee, Data dependence in ordinary programs, 1976; Wolfe, High Performance Compilers for Parallel
//! Computing, chapter 9). Where a condition on the index of an innermost loop decides what is accessed (neighbours of a periodic array,
//! borders, shifted arrays), the loop becomes one for each stretch of indices in which the answer is the same.
//!
//! A condition compares the index, plus what does not change in the loop, with what does not change: it cuts the indices at one
//! place, or singles one out. `modulo(i + c, n)` is `i + c` between two such places; what is left beyond them stays as it is.
//!
//! The pass `apart` does the same with the one iteration of a loop that stores the element which all of them load
//! (`d(i, j) = min(d(i, j), d(i, k) + d(k, j))`): it is for itself, and the others load that element once.

use super::dead_code::in_procedures;
use super::dependence::{Around, Meeting, is_register, meeting};
use super::interchange::is_plain;
use super::vectorize::choose;
use crate::analysis::alias::place_of_ref;
use crate::analysis::effects::{depends_on_operands_only, is_pure, is_volatile_access};
use crate::analysis::locals::mark_unshared;
use crate::analysis::poly::{Poly, poly};
use crate::analysis::trips::bits_of_index;
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bodies with more ops are left alone; those with more than half as many are cut at two places at most.
const MAX_OPS: usize = 80;
/// Most places at which a loop is cut.
const MAX_CUTS: usize = 3;
/// Bits of numbers of which a body cannot add so many that 64 bits do not hold the sum.
const MAX_BITS: u32 = 56;
/// A modulus is that of a periodic array where it is so near to the end of the loop.
const NEAR: i64 = 16;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.vectors {
        return Ok(());
    }
    in_procedures(m, |m, body| {
        let mut any = false;
        for op in m.walk(body) {
            let Some(plan) = plan(m, op) else { continue };
            cx.remark(m.ops[op].loc, "split", "the loop is cut where conditions on its index change");
            cx.count("loops", 1);
            carry_out(m, &plan);
            any = true;
        }
        any
    });
    Ok(())
}

/// Runs the pass `apart`.
pub fn run_apart(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.vectors {
        return Ok(());
    }
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        mark_unshared(m, body);
        for op in m.walk(body) {
            if let Some(plan) = meeting_plan(m, op) {
                cx.count("loops", 1);
                carry_out(m, &plan);
            }
        }
    }
    Ok(())
}

/// Where an index lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Below,
    At,
    Above,
}

/// A place that parts the indices below it from the others, or from itself and those above.
struct Cut {
    /// The first index that is not below.
    at: Poly,
    /// It is `limit`, less those values (or, with `true`, plus them), plus a constant.
    limit: Option<Value>,
    less: Vec<(bool, Value)>,
    plus: i64,
    /// The index at the place itself is for itself.
    single: bool,
    /// There are none below; none above; only such below.
    first: bool,
    last: bool,
    beyond: bool,
}

/// What is asked of the index.
#[derive(Clone, Copy)]
struct Test {
    cut: usize,
    pred: Pred,
}

/// A loop that is to be split.
struct Plan {
    op: Op,
    cuts: Vec<Cut>,
    /// Comparisons, by their results.
    tests: FxHashMap<Value, Test>,
    /// Moduli of what lies between two cuts, where it is not known to be on the right side of them: `from`, `to`.
    moduli: FxHashMap<Value, (Option<usize>, Option<usize>)>,
    /// Loads that give the same in all iterations of a stretch.
    fixed: Vec<Op>,
}

impl Plan {
    fn of(op: Op) -> Plan {
        let (tests, moduli) = (FxHashMap::default(), FxHashMap::default());
        Plan { op, cuts: Vec::new(), tests, moduli, fixed: Vec::new() }
    }
}

/// What is asked where the index stands on that side.
fn answer(pred: Pred, side: Side) -> Option<bool> {
    Some(match pred {
        Pred::Lt => side == Side::Below,
        Pred::Ge => side != Side::Below,
        Pred::Eq => side == Side::At,
        Pred::Ne => side != Side::At,
        _ => return None,
    })
}

// ---- what there is to be split -----------------------------------------------------------------------

/// Finds conditions in the body of a loop.
struct Search<'m> {
    m: &'m Module,
    body: Region,
    index: Value,
    /// The first and the last index.
    bounds: (Poly, Poly),
    plan: Plan,
}

fn plan(m: &Module, op: Op) -> Option<Plan> {
    let bounds = match m.kind(op) {
        OpKind::Parallel => {
            let n = *m.operands(op).first()?;
            if ["par", "schedule"].iter().any(|k| m.attr(op, k).is_some()) {
                return None;
            }
            (Poly::constant(0), poly(m, n).sub(&Poly::constant(1)))
        }
        OpKind::For => {
            let fits = matches!(m.tk(m.operand(op, 0)), TypeKind::Int(32) | TypeKind::Index);
            if m.attr_int(op, "lanes").is_none() || m.const_int(m.operand(op, 2)) != Some(1) || !fits {
                return None;
            }
            if !m.operands(op)[..2].iter().all(|&v| is_narrow(m, v)) {
                return None;
            }
            (poly(m, m.operand(op, 0)), poly(m, m.operand(op, 1)))
        }
        _ => return None,
    };
    let body = m.region(op, 0);
    let ops = m.walk(body);
    let plain = |&o: &Op| match m.kind(o) {
        OpKind::If | OpKind::Yield | OpKind::Load | OpKind::Store => true,
        _ => m.ops[o].regions.is_empty() && is_pure(m, o),
    };
    if ops.len() > MAX_OPS || !ops.iter().all(plain) {
        return None;
    }
    let index = *m.args(body).first()?;
    let mut s = Search { m, body, index, bounds, plan: Plan::of(op) };
    for v in deciding(m, body) {
        s.candidate(v);
    }
    let Search { plan, .. } = s;
    let most = if ops.len() > MAX_OPS / 2 { MAX_CUTS - 1 } else { MAX_CUTS };
    let open = plan.cuts.iter().filter(|c| !c.beyond && (c.single || !c.first)).count();
    (!plan.cuts.is_empty() && open <= most).then_some(plan)
}

/// A loop whose iterations all load what one of them stores, and have nothing else to do with each other.
fn meeting_plan(m: &Module, op: Op) -> Option<Plan> {
    if m.kind(op) != OpKind::For || !is_plain(m, op) || m.operands(op).len() != 3 {
        return None;
    }
    let ty = m.tk(m.operand(op, 0));
    if m.const_int(m.operand(op, 2)) != Some(1) || !matches!(ty, TypeKind::Int(32) | TypeKind::Index) {
        return None;
    }
    let body = m.region(op, 0);
    let ops = &m.regions[body].ops;
    let plain = |&o: &Op| match m.kind(o) {
        OpKind::Load | OpKind::Store => !is_volatile_access(m, o),
        OpKind::Yield => true,
        _ => m.ops[o].regions.is_empty() && is_pure(m, o),
    };
    if ops.len() > MAX_OPS || !ops.iter().all(plain) {
        return None;
    }
    let (around, env) = Around::of(m, op)?;
    // Accesses, with the elements that they refer to.
    let mut list = Vec::new();
    for &o in ops {
        let write = match m.kind(o) {
            OpKind::Load => false,
            OpKind::Store => true,
            _ => continue,
        };
        let at = m.operand(o, usize::from(write));
        let place = place_of_ref(m, at, &env);
        if is_register(m, &place) {
            return None;
        }
        list.push((o, at, place, write));
    }
    let bounds = (poly(m, m.operand(op, 0)), poly(m, m.operand(op, 1)));
    let mut s = Search { m, body, index: *m.args(body).first()?, bounds, plan: Plan::of(op) };
    for (k, a) in list.iter().enumerate() {
        for b in &list[k..] {
            let (load, store) = match (a.3, b.3) {
                (false, false) => continue,
                (true, _) => (b, a),
                (false, true) => (a, b),
            };
            if matches!(meeting(m, &around, &load.2, &store.2), Meeting::Never | Meeting::At(0)) {
                continue;
            }
            if load.3 || !s.meet(load.1, store.1) {
                return None;
            }
            if !s.plan.fixed.contains(&load.0) {
                s.plan.fixed.push(load.0);
            }
        }
    }
    let Search { plan, .. } = s;
    (plan.cuts.len() == 1).then_some(plan)
}

/// Whether a number is so far from the ends of what 64 bits hold that sums of such numbers do not overflow.
fn is_narrow(m: &Module, v: Value) -> bool {
    bits_of_index(m, v) <= MAX_BITS
}

/// The values of a body that decide which elements are accessed, or whether.
fn deciding(m: &Module, body: Region) -> Vec<Value> {
    let mut list: Vec<Value> = Vec::new();
    for o in m.walk(body) {
        match m.kind(o) {
            OpKind::ViewElem => list.extend(&m.operands(o)[1..]),
            OpKind::If => {
                let touches = |&o: &Op| matches!(m.kind(o), OpKind::Load | OpKind::Store | OpKind::ViewElem);
                if m.ops[o].regions.iter().any(|&r| m.walk(r).iter().any(touches)) {
                    list.push(m.operand(o, 0));
                }
            }
            _ => {}
        }
    }
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut out = Vec::new();
    while let Some(v) = list.pop() {
        let Some(op) = m.def(v).filter(|_| m.home(v).is_some_and(|h| m.is_inside(h, body))) else { continue };
        if !seen.insert(v) {
            continue;
        }
        match m.kind(op) {
            OpKind::Cmp => out.push(v),
            OpKind::Modulo => {
                out.push(v);
                list.extend(m.operands(op));
            }
            OpKind::Add
            | OpKind::Sub
            | OpKind::Mul
            | OpKind::Cast
            | OpKind::Select
            | OpKind::And
            | OpKind::Or
            | OpKind::Xor
            | OpKind::Not => list.extend(m.operands(op)),
            OpKind::If => {
                list.push(m.operand(op, 0));
                let k = m.ops[op].results.iter().position(|&r| r == v);
                let ends = m.ops[op].regions.iter().filter_map(|&r| m.regions[r].ops.last());
                list.extend(ends.filter_map(|&end| m.operands(end).get(k?).copied()));
            }
            _ => {}
        }
    }
    out.sort();
    out
}

/// The index of a loop and what is added to it.
struct Linear {
    /// Those values, of which the ones with `true` are subtracted.
    more: Vec<(bool, Value)>,
    sum: Poly,
}

impl Search<'_> {
    /// Whether a value is the same in all iterations, and can be computed in front of the loop if this runs.
    fn constant(&self, v: Value) -> bool {
        let m = self.m;
        if !m.home(v).is_some_and(|h| m.is_inside(h, self.body)) {
            return true;
        }
        m.def(v).is_some_and(|op| {
            m.ops[op].parent == Some(self.body)
                && m.ops[op].regions.is_empty()
                && depends_on_operands_only(m, op)
                && m.operands(op).iter().all(|&v| self.constant(v))
        })
    }

    /// A value that grows with the index.
    fn linear(&self, v: Value) -> Option<Linear> {
        let m = self.m;
        if v == self.index {
            return Some(Linear { more: Vec::new(), sum: Poly::default() });
        }
        let op = m.def(v)?;
        let number = |v: Value| matches!(m.tk(v), TypeKind::Int(32 | 64) | TypeKind::Index);
        if !m.operands(op).iter().all(|&v| number(v)) {
            return None;
        }
        let with = |x: Value, y: Value, minus: bool| {
            let mut l = self.linear(x).filter(|_| self.constant(y))?;
            l.more.push((minus, y));
            l.sum = l.sum.add_scaled(&poly(m, y), if minus { -1 } else { 1 });
            Some(l)
        };
        match m.kind(op) {
            OpKind::Cast if number(v) => self.linear(m.operand(op, 0)),
            OpKind::Add => {
                let (x, y) = (m.operand(op, 0), m.operand(op, 1));
                with(x, y, false).or_else(|| with(y, x, false))
            }
            OpKind::Sub => with(m.operand(op, 0), m.operand(op, 1), true),
            _ => None,
        }
    }

    /// Whether the place where the index with what is added reaches a limit can be computed without an overflow.
    fn is_exact(&self, l: &Linear, limit: Value) -> bool {
        let narrow = |v: Value| is_narrow(self.m, v);
        narrow(limit) && l.more.iter().all(|&(_, v)| narrow(v))
    }

    /// Adds a cut for the one iteration in which an element that grows with the index is one that is the same in all; false where
    /// nobody can say.
    fn meet(&mut self, fixed: Value, moving: Value) -> bool {
        let m = self.m;
        let (Some(a), Some(b)) = (m.def_of(fixed, OpKind::ViewElem), m.def_of(moving, OpKind::ViewElem)) else {
            return false;
        };
        let (x, y) = (m.operands(a), m.operands(b));
        if x[0] != y[0] || x.len() != y.len() || !x.iter().all(|&v| self.constant(v)) {
            return false;
        }
        let mut found = None;
        for (&p, &q) in x[1..].iter().zip(&y[1..]) {
            if self.constant(q) {
                if poly(m, p) != poly(m, q) {
                    return false;
                }
            } else if let Some(l) = self.linear(q).filter(|_| found.is_none()) {
                found = Some((p, l));
            } else {
                return false;
            }
        }
        found.is_some_and(|(p, l)| {
            self.cut(Some(p), l, 0, true);
            true
        })
    }

    /// Adds a cut for a value of the body that decides something.
    fn candidate(&mut self, v: Value) {
        let m = self.m;
        let Some(op) = m.def(v) else { return };
        let (x, y) = (m.operand(op, 0), m.operand(op, 1));
        if m.ops[op].parent != Some(self.body) || !matches!(m.tk(x), TypeKind::Int(32 | 64) | TypeKind::Index) {
            return;
        }
        if m.kind(op) == OpKind::Modulo {
            self.modulus(v, x, y);
            return;
        }
        let pred: Pred = m.choice(op);
        let (l, limit, pred) = match (self.linear(x), self.linear(y)) {
            (Some(l), None) if self.constant(y) => (l, y, pred),
            (None, Some(l)) if self.constant(x) => (l, x, pred.swapped()),
            _ => return,
        };
        if !self.is_exact(&l, limit) {
            return;
        }
        let (pred, plus) = match pred {
            Pred::Lt | Pred::Ge | Pred::Eq | Pred::Ne => (pred, 0),
            Pred::Le => (Pred::Lt, 1),
            Pred::Gt => (Pred::Ge, 1),
            _ => return,
        };
        let single = matches!(pred, Pred::Eq | Pred::Ne);
        let cut = self.cut(Some(limit), l, plus, single);
        self.plan.tests.insert(v, Test { cut, pred });
    }

    /// `modulo(x, y)`, where `x` is expected to be in its range nearly always.
    fn modulus(&mut self, v: Value, x: Value, y: Value) {
        let Some(l) = self.linear(x).filter(|l| self.constant(y) && self.is_exact(l, y)) else { return };
        let m = self.m;
        let from = Poly::default().sub(&l.sum);
        let to = poly(m, y).sub(&l.sum);
        let near = |p: &Poly| p.as_const().is_some_and(|n| n.abs() <= NEAR);
        let (low, high) = (from.sub(&self.bounds.0), to.sub(&self.bounds.1));
        if !near(&low) || !near(&high) {
            return;
        }
        // The first index is not below the range, or the last one not above it.
        let starts = low.as_const().is_some_and(|n| n <= 0);
        let ends = high.as_const().is_some_and(|n| n > 0);
        let again = Linear { more: l.more.clone(), sum: l.sum.clone() };
        let from = (!starts).then(|| self.cut(None, again, 0, false));
        let to = (!ends).then(|| self.cut(Some(y), l, 0, false));
        self.plan.moduli.insert(v, (from, to));
    }

    /// The number of the cut where the index with what is added reaches the limit (zero, if there is none) plus a constant.
    fn cut(&mut self, limit: Option<Value>, l: Linear, plus: i64, single: bool) -> usize {
        let m = self.m;
        let at = limit.map_or_else(Poly::default, |v| poly(m, v)).sub(&l.sum).add(&Poly::constant(plus));
        if let Some(k) = self.plan.cuts.iter().position(|c| c.at == at) {
            let c = &mut self.plan.cuts[k];
            c.single |= single;
            return k;
        }
        let not_above = |p: &Poly, q: &Poly| q.sub(p).lower_bound(m).is_some_and(|n| n >= 0);
        let first = not_above(&at, &self.bounds.0);
        let last = not_above(&self.bounds.1, &at);
        let beyond = not_above(&self.bounds.1.add(&Poly::constant(1)), &at);
        self.plan.cuts.push(Cut { at, limit, less: l.more, plus, single, first, last, beyond });
        self.plan.cuts.len() - 1
    }
}

// ---- the stretches -----------------------------------------------------------------------------------

/// A loop that is being split.
struct Split<'p> {
    plan: &'p Plan,
    body: Region,
    /// Where the cuts are, as indices.
    at: Vec<Value>,
    /// What stands for values of the body in front of the loop: the other indices, and what does not change.
    map: FxHashMap<Value, Value>,
}

fn carry_out(m: &mut Module, plan: &Plan) {
    let op = plan.op;
    let mut b = Builder::before(m, op);
    if b.m.kind(op) == OpKind::For {
        let out = for_loop(&mut b, plan);
        for (old, new) in m.ops[op].results.clone().into_iter().zip(out) {
            m.replace_all_uses(old, new);
        }
    } else {
        let extents = b.m.operands(op).to_vec();
        let args = b.m.args(b.m.region(op, 0)).to_vec();
        let types: Vec<Type> = args[1..].iter().map(|&v| b.m.ty(v)).collect();
        if types.is_empty() {
            row(&mut b, plan, extents[0], FxHashMap::default());
        } else {
            let r = b.m.new_region(&types);
            let outer = b.m.args(r).to_vec();
            b.inside(r, |b| row(b, plan, extents[0], args[1..].iter().copied().zip(outer).collect()));
            b.op(OpKind::Parallel).args(&extents[1..]).region(r).build();
        }
    }
    m.detach(op);
}

/// The iterations of a loop.for; what it leaves.
fn for_loop(b: &mut Builder<'_>, plan: &Plan) -> Vec<Value> {
    let operands = b.m.operands(plan.op).to_vec();
    let inits = operands[3..].to_vec();
    let types: Vec<Type> = inits.iter().map(|&v| b.m.ty(v)).collect();
    let (lb, ub) = (operands[0], operands[1]);
    let some = b.cmp(Pred::Le, lb, ub);
    choose(
        b,
        some,
        &types,
        |b| {
            let (from, last) = (index(b, lb), index(b, ub));
            let one = b.index(1);
            let to = sum(b, last, one);
            Split::new(b, plan, FxHashMap::default()).pieces(b, 0, (from, to), &mut Vec::new(), inits.clone())
        },
        |_| inits.clone(),
    )
}

/// A row of a loop.parallel of `n` iterations.
fn row(b: &mut Builder<'_>, plan: &Plan, n: Value, map: FxHashMap<Value, Value>) {
    let zero = b.index(0);
    let some = b.cmp(Pred::Gt, n, zero);
    let run = |b: &mut Builder<'_>| Split::new(b, plan, map).pieces(b, 0, (zero, n), &mut Vec::new(), Vec::new());
    choose(b, some, &[], run, |_| Vec::new());
}

/// An integer as an index.
fn index(b: &mut Builder<'_>, v: Value) -> Value {
    match b.m.const_int(v) {
        Some(n) => b.index(n),
        None if matches!(b.m.tk(v), TypeKind::Index) => v,
        None => b.cast(v, Type::INDEX),
    }
}

/// Arithmetic of indices, of constants at once.
fn arith(b: &mut Builder<'_>, kind: OpKind, x: Value, y: Value, f: fn(i64, i64) -> Option<i64>) -> Value {
    if let (Some(n), Some(k)) = (b.m.const_int(x), b.m.const_int(y))
        && let Some(r) = f(n, k)
    {
        return b.index(r);
    }
    b.binary(kind, x, y)
}

fn sum(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    if b.m.const_int(x) == Some(0) {
        return y;
    }
    if b.m.const_int(y) == Some(0) {
        return x;
    }
    arith(b, OpKind::Add, x, y, i64::checked_add)
}

fn difference(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    if b.m.const_int(y) == Some(0) {
        return x;
    }
    arith(b, OpKind::Sub, x, y, i64::checked_sub)
}

/// Whether one index is below another one, where that is known.
fn known_below(m: &Module, x: Value, y: Value) -> Option<bool> {
    if x == y {
        return Some(false);
    }
    Some(m.const_int(x)? < m.const_int(y)?)
}

impl<'p> Split<'p> {
    /// Computes the places of the cuts.
    fn new(b: &mut Builder<'_>, plan: &'p Plan, map: FxHashMap<Value, Value>) -> Split<'p> {
        let body = b.m.region(plan.op, 0);
        let mut s = Split { plan, body, at: Vec::new(), map };
        for c in &plan.cuts {
            let mut at = match c.limit {
                Some(v) => s.outside(b, v),
                None => b.index(0),
            };
            at = index(b, at);
            for &(minus, v) in &c.less {
                let v = s.outside(b, v);
                let v = index(b, v);
                at = if minus { sum(b, at, v) } else { difference(b, at, v) };
            }
            let plus = b.index(c.plus);
            let at = sum(b, at, plus);
            s.at.push(at);
        }
        s
    }

    /// A value that is the same in all iterations, in front of the loop.
    fn outside(&mut self, b: &mut Builder<'_>, v: Value) -> Value {
        if let Some(&known) = self.map.get(&v) {
            return known;
        }
        let inside = b.m.home(v).is_some_and(|h| b.m.is_inside(h, self.body));
        let Some(op) = b.m.def(v).filter(|_| inside) else { return v };
        for x in b.m.operands(op).to_vec() {
            self.outside(b, x);
        }
        let copy = b.m.clone_op(op, &mut self.map);
        b.insert(copy);
        self.map[&v]
    }

    /// The iterations from one index to another one (without it), which lie on those sides of the first `k` cuts; what is carried.
    fn pieces(
        &self,
        b: &mut Builder<'_>,
        k: usize,
        (from, to): (Value, Value),
        sides: &mut Vec<Side>,
        now: Vec<Value>,
    ) -> Vec<Value> {
        if known_below(b.m, from, to) == Some(false) {
            return now;
        }
        let Some(cut) = self.plan.cuts.get(k) else { return self.stretch(b, (from, to), sides, now) };
        let at = self.at[k];
        let mut side = |b: &mut Builder<'_>, range: (Value, Value), side: Side, now: Vec<Value>| {
            sides.push(side);
            let out = self.pieces(b, k + 1, range, sides, now);
            sides.pop();
            out
        };
        // The first index from here on that is not below.
        if cut.beyond {
            return side(b, (from, to), Side::Below, now);
        }
        let mut here = from;
        let mut now = now;
        if !cut.first {
            here = arith(b, OpKind::Max, at, from, |x, y| Some(x.max(y)));
            here = arith(b, OpKind::Min, here, to, |x, y| Some(x.min(y)));
            now = side(b, (from, here), Side::Below, now);
        }
        if !cut.single {
            return side(b, (here, to), Side::Above, now);
        }
        let is_there = b.cmp(Pred::Eq, here, at);
        let inside = b.cmp(Pred::Lt, here, to);
        let one = b.binary(OpKind::And, is_there, inside);
        let types: Vec<Type> = now.iter().map(|&v| b.m.ty(v)).collect();
        sides.push(Side::At);
        let before = now.clone();
        now = choose(b, one, &types, |b| self.iteration(b, at, sides, &before), |_| before.clone());
        sides.pop();
        if cut.last {
            return now;
        }
        let n = b.cast(one, Type::INDEX);
        let next = b.binary(OpKind::Add, here, n);
        sides.push(Side::Above);
        let out = self.pieces(b, k + 1, (next, to), sides, now);
        sides.pop();
        out
    }

    /// A loop over a stretch of indices.
    fn stretch(&self, b: &mut Builder<'_>, (from, to): (Value, Value), sides: &[Side], now: Vec<Value>) -> Vec<Value> {
        let op = self.plan.op;
        if b.m.kind(op) == OpKind::Parallel {
            let n = difference(b, to, from);
            let r = b.m.new_region(&[Type::INDEX]);
            let i = b.m.args(r)[0];
            b.inside(r, |b| {
                let i = sum(b, i, from);
                self.iteration(b, i, sides, &[])
            });
            b.op(OpKind::Parallel).arg(n).region(r).build();
            return now;
        }
        let ty = b.m.ty(b.m.operand(op, 0));
        let types: Vec<Type> = now.iter().map(|&v| b.m.ty(v)).collect();
        let regular = self.plan.moduli.values().all(|&(x, y)| between(sides, x, y));
        let run = |b: &mut Builder<'_>| {
            let one = b.index(1);
            let last = difference(b, to, one);
            let mut args = vec![ty];
            args.extend(&types);
            let mut own = Split { at: Vec::new(), map: self.map.clone(), ..*self };
            for &load in &self.plan.fixed {
                own.outside(b, b.m.operand(load, 0));
                let copy = b.m.clone_op(load, &mut own.map);
                b.insert(copy);
            }
            let r = b.m.new_region(&args);
            let values = b.m.args(r).to_vec();
            b.inside(r, |b| {
                let out = own.iteration_of(b, values[0], sides, &values[1..]);
                if !out.is_empty() {
                    b.op(OpKind::Yield).args(&out).build();
                }
            });
            let bound = |b: &mut Builder<'_>, v: Value| match b.m.const_int(v) {
                Some(n) => b.int(n, ty),
                None => b.cast(v, ty),
            };
            let (first, last, step) = (bound(b, from), bound(b, last), b.int(1, ty));
            let lanes = b.m.attr(op, "lanes").filter(|_| regular).cloned();
            let any_order = b.m.flag(op, "reassociate");
            let new = b.op(OpKind::For).arg(first).arg(last).arg(step).args(&now).results(&types);
            let new = new.attr_opt("lanes", lanes).flag("reassociate", any_order).region(r).build();
            b.m.ops[new].results.to_vec()
        };
        match known_below(b.m, from, to) {
            Some(true) => run(b),
            _ => {
                let some = b.cmp(Pred::Lt, from, to);
                choose(b, some, &types, run, |_| now.clone())
            }
        }
    }

    /// One iteration, with an index; what it leaves.
    fn iteration(&self, b: &mut Builder<'_>, i: Value, sides: &[Side], carried: &[Value]) -> Vec<Value> {
        let ty = b.m.ty(b.m.args(self.body)[0]);
        let i = if ty == Type::INDEX { i } else { b.cast(i, ty) };
        self.iteration_of(b, i, sides, carried)
    }

    /// The same with the loop's variable.
    fn iteration_of(&self, b: &mut Builder<'_>, i: Value, sides: &[Side], carried: &[Value]) -> Vec<Value> {
        let mut map = self.map.clone();
        let args = b.m.args(self.body).to_vec();
        map.insert(args[0], i);
        if b.m.kind(self.plan.op) == OpKind::For {
            map.extend(args[1..].iter().copied().zip(carried.iter().copied()));
        }
        let mut c = Copy { split: self, sides, map, truths: FxHashMap::default() };
        c.region(b, self.body)
    }
}

/// Whether an index on those sides is not below one cut and below another one, as far as there are such.
fn between(sides: &[Side], from: Option<usize>, to: Option<usize>) -> bool {
    from.is_none_or(|k| sides.get(k).is_some_and(|&s| s != Side::Below))
        && to.is_none_or(|k| sides.get(k) == Some(&Side::Below))
}

/// A body that is copied for indices of which more is known.
struct Copy<'s, 'p> {
    split: &'s Split<'p>,
    sides: &'s [Side],
    map: FxHashMap<Value, Value>,
    /// Truth values that are known.
    truths: FxHashMap<Value, bool>,
}

impl Copy<'_, '_> {
    fn now(&self, v: Value) -> Value {
        self.map.get(&v).copied().unwrap_or(v)
    }

    /// Copies the ops of a region; what it ends with.
    fn region(&mut self, b: &mut Builder<'_>, r: Region) -> Vec<Value> {
        for op in b.m.regions[r].ops.clone() {
            if b.m.kind(op) == OpKind::Yield {
                return b.m.operands(op).iter().map(|&v| self.now(v)).collect();
            }
            self.op(b, op);
        }
        Vec::new()
    }

    fn op(&mut self, b: &mut Builder<'_>, op: Op) {
        let kind = b.m.kind(op);
        if kind == OpKind::If
            && let Some(&c) = self.truths.get(&b.m.operand(op, 0))
        {
            let results = b.m.ops[op].results.to_vec();
            let values = match b.m.ops[op].regions.get(usize::from(!c)).copied() {
                Some(r) => self.region(b, r),
                None => Vec::new(),
            };
            self.map.extend(results.into_iter().zip(values));
            return;
        }
        let [result] = b.m.ops[op].results[..] else {
            let copy = b.m.clone_op(op, &mut self.map);
            b.insert(copy);
            return;
        };
        if let Some(c) = self.truth(b.m, op, result) {
            self.truths.insert(result, c);
            let v = b.int(i64::from(c), Type::BOOL);
            self.map.insert(result, v);
            return;
        }
        if let Some(v) = self.same(b.m, op, result) {
            let v = self.now(v);
            self.map.insert(result, v);
            return;
        }
        if self.map.contains_key(&result) && !b.m.args(self.split.body).contains(&result) {
            // Computed in front of the loop.
            return;
        }
        let copy = b.m.clone_op(op, &mut self.map);
        b.insert(copy);
    }

    /// What a truth value is known to be.
    fn truth(&self, m: &Module, op: Op, result: Value) -> Option<bool> {
        if let Some(t) = self.split.plan.tests.get(&result) {
            return self.sides.get(t.cut).and_then(|&s| answer(t.pred, s));
        }
        if m.tk(result) != &TypeKind::Bool {
            return None;
        }
        let known = |k: usize| self.truths.get(&m.operand(op, k)).copied();
        match m.kind(op) {
            OpKind::Not => known(0).map(|c| !c),
            OpKind::And => match (known(0), known(1)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            OpKind::Or => match (known(0), known(1)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of the body that an op gives here.
    fn same(&self, m: &Module, op: Op, result: Value) -> Option<Value> {
        let known = |k: usize| self.truths.get(&m.operand(op, k)).copied();
        match m.kind(op) {
            OpKind::Select => known(0).map(|c| m.operand(op, if c { 1 } else { 2 })),
            OpKind::And | OpKind::Or if m.tk(result) == &TypeKind::Bool => match (known(0), known(1)) {
                (Some(_), None) => Some(m.operand(op, 1)),
                (None, Some(_)) => Some(m.operand(op, 0)),
                _ => None,
            },
            OpKind::Modulo => {
                let &(from, to) = self.split.plan.moduli.get(&result)?;
                between(self.sides, from, to).then(|| m.operand(op, 0))
            }
            _ => None,
        }
    }
}
