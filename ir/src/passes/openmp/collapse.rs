//! `omp-collapse`: one loop of the nest that the threads share. Its variable is the number of the iteration, and the
//! variables of the loops are recovered from that: by divisions, where the trip counts do not depend on each other;
//! else the thread keeps the place that it has come to in the outer loops, and goes on from there. Kernels have several
//! dimensions, so that nests in target regions stay, but the loops whose bounds depend on others run in order there. The nest of
//! SIMD alone becomes loops.

use super::need_loops;
use super::nest::{self, Slope};
use super::transform::plain;
use crate::analysis::trips;
use crate::choices::{Pred, RegionCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{iteration_value, move_ops, open_end, splice, trip_counts};
use crate::passes::{PassCtx, PassError};
use crate::types::Type;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    need_loops(m)?;
    for op in m.walk(m.top) {
        let simd = nest::is_simd_alone(m, op);
        if !simd && !matches!(m.kind(op), OpKind::OmpWsLoop | OpKind::OmpTaskloop) {
            continue;
        }
        if m.attr(op, "copies").is_some() {
            return Err(PassError::at(m, op, "copies of variables come first: omp-reductions, omp-privatize"));
        }
        let loops = Loops::of(m, op);
        if loops.rank() > 1 {
            nest::values_in_front(m, op, loops.nest);
            cx.count("collapsed", 1);
            match m.kind(op) == OpKind::OmpWsLoop && in_target(m, op) {
                false if simd && loops.slopes.is_empty() => {}
                true if loops.slopes.is_empty() => {}
                true if !asked(m, op, &[OpKind::OmpLastIteration, OpKind::OmpIteration]).is_empty() => {
                    loops.collapse(m, true);
                }
                true => loops.inner_in_order(m),
                false => loops.collapse(m, false),
            }
        }
        for last in asked(m, op, &[OpKind::OmpLastIteration]) {
            is_last(m, op, last);
        }
        for number in asked(m, op, &[OpKind::OmpIteration]) {
            is_number(m, op, number);
        }
        if simd {
            let nest = nest::of(m, op);
            plain::loops(m, nest);
            splice(m, op);
        }
    }
    Ok(())
}

/// Whether a construct stands in a target region that a device may run.
fn in_target(m: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(around) = m.parent_op(at) {
        if m.kind(around) == OpKind::OmpTarget {
            return m.choice_opt(around) != Some(RegionCopy::Host);
        }
        at = around;
    }
    false
}

/// What asks which iteration of a construct this is.
fn asked(m: &Module, op: Op, kinds: &[OpKind]) -> Vec<Op> {
    let body = nest::body(m, op);
    let asks = |&o: &Op| {
        let mut at = o;
        while let Some(p) = m.parent_op(at)
            && m.kind(p) != OpKind::OmpLoopNest
        {
            at = p;
        }
        kinds.contains(&m.kind(o)) && m.ops[at].parent == Some(body)
    };
    m.walk(body).into_iter().filter(asks).collect()
}

/// The last iteration is lb + (trips - 1) * step in every loop.
fn is_last(m: &mut Module, op: Op, last: Op) {
    let nest = nest::of(m, op);
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g).to_vec());
    let ivs = m.args(m.region(nest, 0)).to_vec();
    let mut b = Builder::before(m, last);
    let mut all: Option<Value> = None;
    for k in 0..lbs.len() {
        let (at, mut end) = (ivs[k], ubs[k]);
        if b.m.const_int(steps[k]) != Some(1) {
            let trips = trip_counts(&mut b, &[lbs[k]], &[ubs[k]], &[steps[k]])[0];
            let one = b.index(1);
            let less = b.binary(OpKind::Sub, trips, one);
            end = iteration_value(&mut b, lbs[k], steps[k], less);
        }
        let here = b.cmp(Pred::Eq, at, end);
        all = Some(match all {
            Some(all) => b.binary(OpKind::And, all, here),
            None => here,
        });
    }
    let (region, _) = m.position(last);
    let (old, new) = (m.result(last), all.expect("a loop has bounds"));
    m.replace_uses(region, old, new);
    m.detach(last);
}

/// The number of an iteration, of which the innermost loop has the nearest ones.
fn is_number(m: &mut Module, op: Op, asks: Op) {
    let nest = nest::of(m, op);
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g).to_vec());
    let ivs = m.args(m.region(nest, 0)).to_vec();
    let mut b = Builder::before(m, asks);
    let mut number: Option<Value> = None;
    for k in 0..lbs.len() {
        let mut at = b.cast(ivs[k], Type::INDEX);
        if b.m.const_int(lbs[k]) != Some(0) || b.m.const_int(steps[k]) != Some(1) {
            // So many iterations came before this one, and it is one of them.
            let (until, one) = (trip_counts(&mut b, &[lbs[k]], &[ivs[k]], &[steps[k]])[0], b.index(1));
            at = b.binary(OpKind::Sub, until, one);
        }
        number = Some(match number {
            Some(before) => {
                let trips = trip_counts(&mut b, &[lbs[k]], &[ubs[k]], &[steps[k]])[0];
                let before = b.binary(OpKind::Mul, before, trips);
                b.binary(OpKind::Add, before, at)
            }
            None => at,
        });
    }
    let (region, _) = m.position(asks);
    let (old, new) = (m.result(asks), number.expect("a nest has loops"));
    m.replace_uses(region, old, new);
    m.detach(asks);
}

/// The nest of a construct.
struct Loops {
    op: Op,
    nest: Op,
    lbs: Vec<Value>,
    ubs: Vec<Value>,
    steps: Vec<Value>,
    slopes: Vec<Slope>,
    loc: Loc,
}

/// Where a thread is in the loops on which bounds depend.
struct Place {
    /// The variables of these loops, how many iterations of each are left, and whether it has one at all (1 or 0).
    values: Vec<Value>,
    left: Vec<Value>,
    any: Vec<Value>,
    /// The number of the first iteration there, and how many there are.
    first: Value,
    count: Value,
}

impl Loops {
    fn of(m: &Module, op: Op) -> Loops {
        let nest = nest::of(m, op);
        let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g).to_vec());
        Loops { op, nest, lbs, ubs, steps, slopes: nest::slopes(m, nest), loc: m.ops[op].loc }
    }

    fn rank(&self) -> usize {
        self.lbs.len()
    }

    /// How many loops come before those whose trip counts depend on nothing that varies in them.
    fn outer(&self) -> usize {
        self.slopes.iter().map(|s| s.outer + 1).max().unwrap_or(0)
    }

    /// The bounds of a loop where the variables of those around it have these values.
    fn bounds(&self, b: &mut Builder<'_>, k: usize, values: &[Value]) -> (Value, Value) {
        let mut out = [self.lbs[k], self.ubs[k]];
        for s in self.slopes.iter().filter(|s| s.of == k) {
            let one = b.m.const_int(s.factor) == Some(1);
            let value = values[s.outer];
            let way = if one { value } else { b.binary(OpKind::Mul, value, s.factor) };
            out[usize::from(s.upper)] = b.binary(OpKind::Add, out[usize::from(s.upper)], way);
        }
        (out[0], out[1])
    }

    fn trips(&self, b: &mut Builder<'_>, k: usize, values: &[Value]) -> Value {
        let (lb, ub) = self.bounds(b, k, values);
        trip_counts(b, &[lb], &[ub], &[self.steps[k]])[0]
    }

    /// How many iterations the loops from `outer` on have there.
    fn inner_trips(&self, b: &mut Builder<'_>, values: &[Value]) -> Value {
        let mut all: Option<Value> = None;
        for k in self.outer()..self.rank() {
            let n = self.trips(b, k, values);
            all = Some(match all {
                Some(all) => trips::product(b, all, n),
                None => n,
            });
        }
        all.expect("bounds do not depend on the innermost loop")
    }

    /// The number of all iterations.
    fn total(&self, m: &mut Module) -> Value {
        let mut b = Builder::before(m, self.op);
        b.loc = self.loc;
        if self.slopes.is_empty() {
            return self.inner_trips(&mut b, &[]);
        }
        let sum = cell(&mut b, Type::INDEX);
        let zero = b.index(0);
        b.store(zero, sum);
        self.add_trips(&mut b, &mut Vec::new(), sum);
        b.load(sum)
    }

    fn add_trips(&self, b: &mut Builder<'_>, values: &mut Vec<Value>, sum: Value) {
        let k = values.len();
        if k == self.outer() {
            let n = self.inner_trips(b, values);
            let before = b.load(sum);
            let after = b.binary(OpKind::Add, before, n);
            return b.store(after, sum);
        }
        let (lb, ub) = self.bounds(b, k, values);
        let (region, value) = trips::each(b, lb, ub, self.steps[k], None);
        values.push(value);
        b.inside(region, |b| self.add_trips(b, values, sum));
        values.pop();
    }

    /// One loop over the numbers of the iterations. `apart`: every iteration finds its place for itself.
    fn collapse(&self, m: &mut Module, apart: bool) {
        let total = self.total(m);
        let old = m.region(self.nest, 0);
        let ivs = m.args(old).to_vec();
        let new = m.new_region(&[Type::INDEX]);
        let number = m.args(new)[0];
        let mut b = Builder::before(m, self.op);
        b.loc = self.loc;
        let (zero, one) = (b.index(0), b.index(1));
        let last = b.binary(OpKind::Sub, total, one);
        if b.m.kind(self.op) == OpKind::OmpTaskloop {
            // Each task has its own place.
            let (region, at) = b.m.position(self.nest);
            b.point = Point { region, at: Some(at) };
        }
        let place = (!self.slopes.is_empty() && !apart).then(|| self.begin(&mut b));
        let mut b = Builder::at_end(m, new);
        b.loc = self.loc;
        let (mut values, mut rest) = (Vec::new(), number);
        if !self.slopes.is_empty() {
            let place = place.unwrap_or_else(|| self.begin(&mut b));
            rest = self.find(&mut b, &place, number);
            values = place.values.iter().map(|&v| b.load(v)).collect();
        }
        let outer = self.outer();
        let mut inner = Vec::new();
        for k in (outer..self.rank()).rev() {
            let mut part = rest;
            if k > outer {
                let n = self.trips(&mut b, k, &values);
                part = b.binary(OpKind::Rem, rest, n);
                rest = b.binary(OpKind::Div, rest, n);
            }
            let (lb, _) = self.bounds(&mut b, k, &values);
            inner.push(iteration_value(&mut b, lb, self.steps[k], part));
        }
        values.extend(inner.into_iter().rev());
        for (iv, v) in ivs.into_iter().zip(values) {
            m.replace_uses(old, iv, v);
        }
        move_ops(m, old, new);
        self.replace(m, &[zero], &[last], &[one], new);
    }

    /// Puts another nest in the place of this one.
    fn replace(&self, m: &mut Module, lbs: &[Value], ubs: &[Value], steps: &[Value], body: Region) {
        let mut b = Builder::before(m, self.nest);
        b.loc = self.loc;
        b.op(OpKind::OmpLoopNest).args(lbs).args(ubs).args(steps).region(body).build();
        m.detach(self.nest);
    }

    /// The place where the first iteration is looked for.
    fn begin(&self, b: &mut Builder<'_>) -> Place {
        let ty = b.m.ty(self.lbs[0]);
        let n = self.outer();
        let cells = |b: &mut Builder<'_>, ty: Type| (0..n).map(|_| cell(b, ty)).collect::<Vec<_>>();
        let (values, left, any) = (cells(b, ty), cells(b, Type::INDEX), cells(b, Type::INDEX));
        let place = Place { values, left, any, first: cell(b, Type::INDEX), count: cell(b, Type::INDEX) };
        self.restart(b, &place);
        place
    }

    fn restart(&self, b: &mut Builder<'_>, place: &Place) {
        let zero = b.index(0);
        b.store(zero, place.first);
        for k in 0..self.outer() {
            self.enter(b, place, k);
        }
        self.note_count(b, place);
    }

    /// A loop begins.
    fn enter(&self, b: &mut Builder<'_>, place: &Place, k: usize) {
        let around: Vec<Value> = place.values[..k].iter().map(|&v| b.load(v)).collect();
        let (lb, ub) = self.bounds(b, k, &around);
        let trips = trip_counts(b, &[lb], &[ub], &[self.steps[k]])[0];
        let one = b.index(1);
        let left = b.binary(OpKind::Sub, trips, one);
        let any = b.binary(OpKind::Min, trips, one);
        b.store(lb, place.values[k]);
        b.store(left, place.left[k]);
        b.store(any, place.any[k]);
    }

    fn note_count(&self, b: &mut Builder<'_>, place: &Place) {
        let values: Vec<Value> = place.values.iter().map(|&v| b.load(v)).collect();
        let mut count = self.inner_trips(b, &values);
        for &any in &place.any {
            let any = b.load(any);
            count = b.binary(OpKind::Mul, count, any);
        }
        b.store(count, place.count);
    }

    /// The next iteration of the loop `k`, or of one around it.
    fn advance(&self, b: &mut Builder<'_>, place: &Place, k: usize) {
        let left = b.load(place.left[k]);
        let zero = b.index(0);
        let more = b.cmp(Pred::Gt, left, zero);
        let [yes, no] = [0, 1].map(|_| b.m.new_region(&[]));
        b.inside(yes, |b| {
            let one = b.index(1);
            let left = b.binary(OpKind::Sub, left, one);
            b.store(left, place.left[k]);
            let value = b.load(place.values[k]);
            let value = b.binary(OpKind::Add, value, self.steps[k]);
            b.store(value, place.values[k]);
        });
        if k > 0 {
            b.inside(no, |b| {
                self.advance(b, place, k - 1);
                self.enter(b, place, k);
            });
        }
        b.op(OpKind::If).arg(more).region(yes).region(no).build();
    }

    /// Goes to the place where the iteration of that number is; the result is its number there.
    fn find(&self, b: &mut Builder<'_>, place: &Place, number: Value) -> Value {
        let first = b.load(place.first);
        let before = b.cmp(Pred::Lt, number, first);
        let [yes, no, cond, body] = [0; 4].map(|_| b.m.new_region(&[]));
        b.inside(yes, |b| self.restart(b, place));
        b.op(OpKind::If).arg(before).region(yes).region(no).build();
        b.inside(cond, |b| {
            let (first, count) = (b.load(place.first), b.load(place.count));
            let end = b.binary(OpKind::Add, first, count);
            let beyond = b.cmp(Pred::Ge, number, end);
            b.op(OpKind::Yield).args(&[beyond]).build();
        });
        b.inside(body, |b| {
            let (first, count) = (b.load(place.first), b.load(place.count));
            let first = b.binary(OpKind::Add, first, count);
            b.store(first, place.first);
            self.advance(b, place, self.outer() - 1);
            self.note_count(b, place);
        });
        b.op(OpKind::While).region(cond).region(body).build();
        let first = b.load(place.first);
        b.binary(OpKind::Sub, number, first)
    }

    /// The loops from the first on whose bounds depend on another run in order, in each iteration of those before it.
    fn inner_in_order(&self, m: &mut Module) {
        let kept = self.slopes.iter().map(|s| s.of).min().unwrap_or(self.rank());
        let old = m.region(self.nest, 0);
        open_end(m, old);
        let ivs = m.args(old).to_vec();
        let types: Vec<Type> = ivs[..kept].iter().map(|&v| m.ty(v)).collect();
        let new = m.new_region(&types);
        let mut values = m.args(new).to_vec();
        let mut point = Point { region: new, at: None };
        for k in kept..self.rank() {
            let mut b = Builder { m, point, loc: self.loc };
            let (lb, ub) = self.bounds(&mut b, k, &values);
            let (inner, value) = trips::each(&mut b, lb, ub, self.steps[k], None);
            values.push(value);
            point = Point { region: inner, at: None };
        }
        for (&iv, v) in ivs.iter().zip(values) {
            m.replace_uses(old, iv, v);
        }
        move_ops(m, old, point.region);
        self.replace(m, &self.lbs[..kept], &self.ubs[..kept], &self.steps[..kept], new);
    }
}

fn cell(b: &mut Builder<'_>, ty: Type) -> Value {
    let ty = b.m.types.reference(ty);
    b.op(OpKind::Alloca).attr("name", Attr::str("place")).result(ty).value()
}
