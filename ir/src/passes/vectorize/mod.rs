//! `vectorize`: loops of independent iterations run many of them at once, with vectors.
//!
//! The innermost (first) dimension of a nest is vectorized. A row becomes: what does not depend on the first index, once;
//! a test, where types do not say it, that accesses go from element to element; a vector loop where they do; and the loop
//! of scalars for the rest of the row, or for all of it. What a body does is found by [`Straight`]; which bodies are worth
//! it, and with how many lanes, by [`cost`]; [`body`] puts the vector ops there. Other widths need other numbers in
//! `cost` and registers in the back end, nothing else.

mod body;
pub(crate) mod cost;
mod inner;
pub(crate) mod nest;
mod parallel;
mod strides;

use crate::analysis::locals::unmark_shared;
use crate::analysis::straight::{Last, Straight};
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::reduction;
use crate::types::{Type, TypeKind};
use body::Body;
use cost::Cost;
use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashMap;

/// Bytes of vectors that all machines have.
const NARROW: u32 = 16;

/// What the pass may count on.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// There are vectors.
    pub vectors: bool,
    /// Bytes of the widest vectors, which loops get all of whose ops have a form for them: 16, 32 or 64.
    pub bytes: u32,
    /// One instruction multiplies and adds, rounding once.
    pub fma: bool,
    /// Sums and products of floats may be taken in any order.
    pub reassociate: bool,
    /// Elementary functions in loops of the host give the bits that kernels give.
    pub same_bits: bool,
    /// Products and the sums that take them may round once (the pass `contract`).
    pub contract: bool,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine { vectors: true, bytes: 16, fma: false, reassociate: false, same_bits: false, contract: false }
    }
}

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let machine = cx.machine;
    if !machine.vectors {
        return Ok(());
    }
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        // Inner loops first: where they have no vectors, those around them may.
        for op in m.walk(m.region(f, 0)).into_iter().rev() {
            let loc = m.ops[op].loc;
            let done = match m.kind(op) {
                OpKind::For => match ordered(m, op, machine) {
                    Ok(lanes) => {
                        cx.remark(loc, "vector", format!("{lanes} iterations of the loop run together, in vectors"));
                        true
                    }
                    Err(why) => {
                        if let Some(text) = why.text() {
                            cx.remark(loc, "scalar", text);
                        }
                        false
                    }
                },
                OpKind::Parallel => match parallel::parallel(m, op, machine) {
                    Some(lanes) => {
                        cx.remark(loc, "vector", format!("{lanes} elements are computed together, in vectors"));
                        true
                    }
                    None => false,
                },
                _ => false,
            };
            cx.count("loops", u64::from(done));
        }
    }
    // Long rows that only copy or clear are ops that refer to the storage.
    unmark_shared(m);
    Ok(())
}

/// A choice between two pieces of code that give values of these types.
pub(crate) fn choose(
    b: &mut Builder<'_>,
    cond: Value,
    types: &[Type],
    then: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    other: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
) -> Vec<Value> {
    let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.inside(yes, |b| {
        let values = then(b);
        hand_on(b, &values);
    });
    b.inside(no, |b| {
        let values = other(b);
        hand_on(b, &values);
    });
    let op = b.op(OpKind::If).arg(cond).results(types).region(yes).region(no).build();
    b.m.ops[op].results.to_vec()
}

/// The end of a region that gives values, if any.
fn hand_on(b: &mut Builder<'_>, values: &[Value]) {
    if !values.is_empty() {
        b.op(OpKind::Yield).args(values).build();
    }
}

/// A loop over the indices `from`, `from + step`, ... below `to` that carries values; what they came to. One iteration
/// needs no loop.
pub(crate) fn count(
    b: &mut Builder<'_>,
    (from, to, step): (Value, Value, i64),
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    if let (Some(first), Some(end)) = (b.m.const_int(from), b.m.const_int(to))
        && (1..=step).contains(&end.saturating_sub(first))
    {
        return body(b, from, inits);
    }
    turns(b, (from, to, step), inits, body)
}

/// The same as a loop, be it for one iteration: the back end looks for loops to put into wide registers.
pub(crate) fn turns(
    b: &mut Builder<'_>,
    (from, to, step): (Value, Value, i64),
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    if let (Some(first), Some(end)) = (b.m.const_int(from), b.m.const_int(to))
        && end <= first
    {
        return inits.to_vec();
    }
    let mut args = vec![Type::INDEX];
    args.extend(inits.iter().map(|&v| b.m.ty(v)));
    let last = match b.m.const_int(to) {
        Some(n) => b.index(n - 1),
        None => {
            let one = b.index(1);
            b.binary(OpKind::Sub, to, one)
        }
    };
    let step = b.index(step);
    let r = b.m.new_region(&args);
    let values = b.m.args(r).to_vec();
    b.inside(r, |b| {
        let out = body(b, values[0], &values[1..]);
        hand_on(b, &out);
    });
    let op = b.op(OpKind::For).arg(from).arg(last).arg(step).args(inits).results(&args[1..]).region(r).build();
    b.m.ops[op].results.to_vec()
}

/// The largest multiple of `lanes` that is not above `n`.
fn whole(b: &mut Builder<'_>, n: Value, lanes: i64) -> Value {
    let mask = b.index(-lanes);
    b.binary(OpKind::And, n, mask)
}

/// How a body runs in wide registers.
#[derive(Clone, Copy)]
struct Wide {
    /// Lanes that fill one.
    lanes: i64,
    /// Lanes of small integers, which are left out by no mask.
    packed: bool,
}

impl Wide {
    /// Lanes of those that run under a mask where not all have an element.
    fn masked(self) -> Option<i64> {
        (!self.packed).then_some(self.lanes)
    }
    /// Copies of a body.
    fn copies(self, cost: &Cost<'_>) -> i64 {
        // What is left over runs one by one.
        if self.packed { 1 } else { cost.wide_copies() }
    }
    /// Rows of fewer iterations do without.
    fn least(self, cost: &Cost<'_>) -> Option<i64> {
        if self.packed { Some(self.lanes) } else { cost.least_wide(self.lanes) }
    }
}

/// What a body does, and the lanes of wide registers if it fits them: only those have accesses under masks.
fn straight(
    m: &Module,
    machine: Machine,
    limit: i64,
    analyse: impl Fn(bool) -> Option<Straight>,
) -> Option<(Straight, Option<Wide>)> {
    let wide = |s: &Straight| Cost { m, s, machine }.wide(limit).map(|lanes| Wide { lanes, packed: false });
    if machine.bytes > NARROW
        && let Some(s) = analyse(true)
    {
        if (Cost { m, s: &s, machine }).is_small()
            && let Some(s) = narrow(m, machine, || analyse(false))
            && let Some(lanes) = (Cost { m, s: &s, machine }).packed(limit)
        {
            return Some((s, Some(Wide { lanes, packed: true })));
        }
        let lanes = wide(&s);
        if lanes.is_some() || !s.needs_masks {
            return Some((s, lanes));
        }
    }
    narrow(m, machine, || analyse(false)).map(|s| (s, None))
}

/// What a body does in narrow registers.
fn narrow(m: &Module, machine: Machine, analyse: impl Fn() -> Option<Straight>) -> Option<Straight> {
    let s = analyse()?;
    // Parts of complex numbers lie apart, which narrow registers do not mend.
    let apart = machine.bytes > NARROW && s.accesses.iter().any(|a| m.def_of(a.addr, OpKind::Field).is_some());
    (!apart).then_some(s)
}

/// Why a loop has no vectors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Nobody says that its iterations may run together.
    Unknown,
    /// What the body does has no form for lanes.
    Form,
    /// There is too little to gain, or there are too few iterations.
    Price,
}

impl Why {
    /// For people; none where another pass has said it.
    fn text(self) -> Option<&'static str> {
        match self {
            Why::Unknown => None,
            Why::Form => Some("no vectors: what an iteration hands to the next one, or does, has no form in lanes"),
            Why::Price => Some(
                "no vectors: elements lie apart, there are few iterations, or most of the work has no form in lanes",
            ),
        }
    }
}

/// A loop.for of which several iterations may run together: how many do now, or why that does not fit or does not pay.
fn ordered(m: &mut Module, op: Op, machine: Machine) -> Result<i64, Why> {
    let limit = match m.attr_int(op, "lanes") {
        None => return Err(Why::Unknown),
        Some(0) => i64::MAX,
        Some(n) => n,
    };
    let r = m.region(op, 0);
    let step = m.const_int(m.operand(op, 2)).filter(|s| *s != 0).ok_or(Why::Form)?;
    if !m.args(r).first().is_some_and(|&v| matches!(m.tk(v), TypeKind::Int(32 | 64) | TypeKind::Index)) {
        return Err(Why::Form);
    }
    let any_order = m.flag(op, "reassociate") || machine.reassociate;
    let Some((s, wide)) = straight(m, machine, limit, |masks| Straight::analyse_loop(m, r, step, any_order, masks))
    else {
        return Err(Why::Form);
    };
    let cost = Cost { m, s: &s, machine };
    let vf = wide.map_or_else(|| cost.width(), |w| w.lanes);
    if s.accesses.is_empty() || limit < vf || !cost.profitable() {
        return Err(Why::Price);
    }
    // Rows are often short: no more copies than hide the price of the loop itself.
    let floats = s.carries.iter().any(|c| c.kind.is_some() && matches!(m.types.kind(c.ty), TypeKind::Float(_)));
    // Lanes are a power of two: the number of iterations is cut to a multiple of them by a mask.
    let together = 1 << (limit / vf).ilog2();
    let copies = match s.nodes.len() {
        _ if let Some(w) = wide => w.copies(&cost).min(together),
        // Bytes come sixteen at a time.
        0..=12 if s.accesses.iter().any(|a| m.types.size_of(a.elem) == Some(1)) => 4.min(together),
        // Iterations of loops in the body wait for the ones before.
        n if s.loops != 0 => cost.nest_copies(n).min(together),
        // Blocks for the runtime's functions.
        _ if limit == i64::MAX && cost.has_blocks() => 8,
        // A sum of floats waits for itself.
        0..=12 if floats => 4.min(together),
        0..=24 => 2.min(together),
        _ => 1,
    };
    let most = match s.nodes.len() {
        // A few iterations need no loop.
        0..=12 => 8.min(together),
        _ => copies,
    };
    let mut b = Builder::before(m, op);
    let n = trips(&mut b, op, step, vf).ok_or(Why::Price)?;
    let copies = b.m.const_int(n).map_or(copies, |n| few(n, vf, copies, most));
    // Lanes that are left over run under a mask.
    let masked = wide.and_then(Wide::masked).filter(|_| !s.last.iter().any(|l| matches!(l.1, Last::Yield(_))));
    let row = Iterations { op, s: &s, n, lanes: vf * copies, wide: wide.is_some(), masked, step, machine };
    // Short rows run in narrow registers, or one iteration after the other.
    let least = wide.and_then(|w| w.least(&Cost { m: b.m, s: &s, machine }));
    let small = least.and_then(|_| {
        narrow(b.m, machine, || Straight::analyse_loop(b.m, r, step, any_order, false))
            .filter(|s| Cost { m: b.m, s, machine }.profitable())
    });
    let small = small.as_ref().map(|s| {
        let lanes = Cost { m: b.m, s, machine }.width() * if wide.is_some_and(|w| w.packed) { 4 } else { 1 };
        Iterations { s, lanes, wide: false, masked: None, ..row }
    });
    let short = |b: &mut Builder<'_>, inits: &[Value], types: &[Type]| match &small {
        Some(row) => row.emit(b, inits, types),
        None => {
            let zero = b.index(0);
            row.rest(b, zero, inits)
        }
    };
    let inits = b.m.operands(op)[3..].to_vec();
    let types: Vec<Type> = inits.iter().map(|&v| b.m.ty(v)).collect();
    let out = if b.m.const_int(n).is_some() {
        row.emit(&mut b, &inits, &types)
    } else {
        let zero = b.index(0);
        let some = b.cmp(Pred::Gt, n, zero);
        choose(
            &mut b,
            some,
            &types,
            |b| match least {
                None => row.emit(b, &inits, &types),
                Some(n) => {
                    let least = b.index(n);
                    let long = b.cmp(Pred::Ge, row.n, least);
                    choose(b, long, &types, |b| row.emit(b, &inits, &types), |b| short(b, &inits, &types))
                }
            },
            |b| {
                // More iterations than 64 bits count look like none.
                if row.is_wide(b) { row.rest(b, zero, &inits) } else { inits.clone() }
            },
        )
    };
    for (old, new) in m.ops[op].results.clone().into_iter().zip(out) {
        m.replace_all_uses(old, new);
    }
    m.detach(op);
    Ok(vf * copies)
}

/// Copies of a body for a known number of iterations: as many as there are, up to `most`, or what was planned.
fn few(n: i64, vf: i64, copies: i64, most: i64) -> i64 {
    let all = (n / vf).max(1);
    if all <= most { 1 << all.ilog2() } else { copies.min(all) }
}

/// Number of iterations of a DO loop, not positive where there are none or more than 64 bits count; none where it is known
/// to be below `least`.
fn trips(b: &mut Builder<'_>, op: Op, step: i64, least: i64) -> Option<Value> {
    let (lb, ub) = (b.m.operand(op, 0), b.m.operand(op, 1));
    let (from, to) = if step > 0 { (lb, ub) } else { (ub, lb) };
    let size = step.saturating_abs();
    if let (Some(a), Some(z)) = (b.m.const_int(from), b.m.const_int(to)) {
        let n = z.checked_sub(a)?.checked_add(size)? / size;
        return (n >= least).then(|| b.index(n));
    }
    let (from, to) = (b.cast(from, Type::INDEX), b.cast(to, Type::INDEX));
    let mut n = b.binary(OpKind::Sub, to, from);
    if size != 1 {
        let size = b.index(size);
        n = b.binary(OpKind::Div, n, size);
    }
    let one = b.index(1);
    n = b.binary(OpKind::Add, n, one);
    // The difference may be too large for its type where the loop does not run.
    let some = b.cmp(Pred::Le, from, to);
    let zero = b.index(0);
    Some(b.op(OpKind::Select).arg(some).arg(n).arg(zero).result(Type::INDEX).value())
}

/// The iterations of a loop.for, some at least.
#[derive(Clone, Copy)]
struct Iterations<'s> {
    op: Op,
    s: &'s Straight,
    /// How many.
    n: Value,
    /// So many run together.
    lanes: i64,
    /// In the machine's widest registers.
    wide: bool,
    /// Those that are left over run so many at a time, under masks.
    masked: Option<i64>,
    step: i64,
    machine: Machine,
}

impl Iterations<'_> {
    /// Whether the variable is as wide as the number of iterations. Indices count what is in memory.
    fn is_wide(&self, b: &Builder<'_>) -> bool {
        matches!(b.m.tk(b.m.operand(self.op, 0)), TypeKind::Int(64))
    }

    /// The vector loop and the rest; what the values that the loop carries came to. An extreme that is zero may be one of either
    /// sign: which was the first is found one by one.
    fn emit(&self, b: &mut Builder<'_>, inits: &[Value], types: &[Type]) -> Vec<Value> {
        let out = self.all(b, inits, types);
        let mut zero: Option<Value> = None;
        for k in self.s.doubtful(b.m) {
            let none = b.zero(types[k]);
            let c = b.cmp(Pred::Eq, out[k], none);
            zero = Some(match zero {
                Some(all) => b.binary(OpKind::Or, all, c),
                None => c,
            });
        }
        let Some(zero) = zero else { return out };
        let again = |b: &mut Builder<'_>| {
            let first = b.index(0);
            self.rest(b, first, inits)
        };
        choose(b, zero, types, again, |_| out.clone())
    }

    /// The vector loop and the rest.
    fn all(&self, b: &mut Builder<'_>, inits: &[Value], types: &[Type]) -> Vec<Value> {
        let r = b.m.region(self.op, 0);
        let mut args = vec![b.m.operand(self.op, 0)];
        args.extend(inits);
        let (e, check) = Body::prelude(b, self.s, r, (self.machine, self.lanes, self.wide), &args, self.n);
        let mut all = vec![Type::INDEX];
        all.extend(types);
        let vectors = |b: &mut Builder<'_>| self.vectors(b, &e, inits);
        let mut now = match check {
            None => vectors(b),
            Some(fits) => choose(b, fits, &all, vectors, |b| {
                let mut out = vec![b.index(0)];
                out.extend(inits);
                out
            }),
        };
        let done = now.remove(0);
        if let (Some(done), Some(n)) = (b.m.const_int(done), b.m.const_int(self.n))
            && done == n
        {
            return now;
        }
        if done == self.n {
            return now;
        }
        let more = b.cmp(Pred::Lt, done, self.n);
        choose(b, more, types, |b| self.rest(b, done, &now), |_| now.clone())
    }

    /// The vector loop: how many iterations it ran, and what carried values came to.
    fn vectors(&self, b: &mut Builder<'_>, e: &Body<'_>, inits: &[Value]) -> Vec<Value> {
        let s = self.s;
        let e = &e.late(b);
        let full = match b.m.const_int(self.n) {
            Some(n) => b.index(n & -self.lanes),
            None => whole(b, self.n, self.lanes),
        };
        let mut start = Vec::new();
        for (c, &init) in s.carries.iter().zip(inits) {
            if let Some(kind) = c.kind {
                // The extreme of a value and itself is that value, a NaN too.
                let first = if kind.is_extreme() { init } else { neutral(b, kind, c.ty) };
                start.push(e.splat(b, first));
            } else if c.follows.is_some() {
                start.push(e.splat(b, init));
            } else {
                start.push(init);
            }
        }
        let left = |k: usize| s.last.iter().find(|(c, _)| *c == k).map(|(_, last)| last);
        // What an iteration leaves is in the last lane.
        for (k, v) in start.iter_mut().enumerate() {
            if let Some(Last::Yield(_)) = left(k) {
                *v = e.splat(b, *v);
            }
        }
        let kept: Vec<usize> = (0..start.len())
            .filter(|&k| {
                s.carries[k].kind.is_some() || s.carries[k].follows.is_some() || matches!(left(k), Some(Last::Yield(_)))
            })
            .collect();
        let first: Vec<Value> = kept.iter().map(|&k| start[k]).collect();
        let zero = b.index(0);
        let splats = e.splats(b);
        // No step of a loop.for leaves iterations to scalar code.
        let alone = |_: &mut Builder<'_>, _: Value| {};
        let vectors = |b: &mut Builder<'_>, i: Value, now: &[Value]| {
            let mut sums = vec![None; s.carries.len()];
            for (&k, &v) in kept.iter().zip(now) {
                sums[k] = Some(v);
            }
            let end = e.lanes(b, i, &splats, sums, &alone);
            let yields = end.yields(s);
            let value = |k: &usize| match left(*k) {
                Some(Last::Yield(y)) => yields[*y],
                _ => end.sums()[*k].expect("sums are carried"),
            };
            kept.iter().map(value).collect()
        };
        let range = (zero, full, self.lanes);
        let out = if self.wide { turns(b, range, &first, vectors) } else { count(b, range, &first, vectors) };
        let out = match self.masked {
            Some(vf) if full != self.n && b.m.const_int(full) != b.m.const_int(self.n).or(Some(-1)) => {
                // Sums keep their lanes.
                let lanes = if kept.is_empty() { vf } else { self.lanes };
                let e = e.with_lanes(lanes);
                let splats = e.splats(b);
                turns(b, (full, self.n, lanes), &out, |b, i, now| {
                    let mut sums = vec![None; s.carries.len()];
                    for (&k, &v) in kept.iter().zip(now) {
                        sums[k] = Some(v);
                    }
                    let end = e.some_lanes(b, (i, self.n), &splats, sums);
                    kept.iter().map(|&k| end.sums()[k].expect("sums are carried")).collect()
                })
            }
            _ => out,
        };
        let full = if self.masked.is_some() { self.n } else { full };
        let mut result = vec![full];
        let lanes = |k: usize| kept.iter().position(|&x| x == k).map(|at| out[at]);
        for (k, (c, &init)) in s.carries.iter().zip(inits).enumerate() {
            let vector = lanes(k);
            if let (Some((of, step)), Some(v)) = (c.follows, vector) {
                let best = (inits[of], lanes(of).expect("lanes of what it follows"));
                result.push(followed(b, (init, v), best, (s.carries[of].kind, step)));
                continue;
            }
            result.push(match (c.kind, left(k), vector) {
                (Some(kind), _, Some(v)) => b.op(OpKind::VecFold).arg(init).arg(v).choice(kind).result(c.ty).value(),
                (None, Some(Last::Yield(_)), Some(v)) => e.last_lane(b, v),
                (_, Some(last), _) => {
                    let one = b.index(1);
                    let end = b.binary(OpKind::Sub, full, one);
                    let some = b.cmp(Pred::Gt, full, zero);
                    let v = e.last(b, last, end).unwrap_or(init);
                    body::select(b, some, v, init)
                }
                (_, None, _) => init,
            });
        }
        result
    }

    /// The iterations from index `done` on, one after the other.
    fn rest(&self, b: &mut Builder<'_>, done: Value, now: &[Value]) -> Vec<Value> {
        let lb = b.m.operand(self.op, 0);
        let ty = b.m.ty(lb);
        let mut first = b.cast(done, ty);
        if self.step != 1 {
            let step = b.int(self.step, ty);
            first = b.binary(OpKind::Mul, first, step);
        }
        first = b.binary(OpKind::Add, lb, first);
        let copy = b.m.clone_op(self.op, &mut FxHashMap::default());
        b.m.remove_attr(copy, "lanes");
        b.m.set_operand(copy, 0, first);
        for (k, &v) in now.iter().enumerate() {
            b.m.set_operand(copy, 3 + k, v);
        }
        b.insert(copy);
        b.m.ops[copy].results.to_vec()
    }
}

/// The number of the iteration that gave the extreme of lanes: the first of those that did, or what it was before.
fn followed(
    b: &mut Builder<'_>,
    (init, lanes): (Value, Value),
    (best_init, best_lanes): (Value, Value),
    (kind, step): (Option<ReduceOp>, i64),
) -> Value {
    let kind = kind.unwrap_or(ReduceOp::Max);
    let (ty, number) = (b.m.ty(best_init), b.m.ty(init));
    let best = b.op(OpKind::VecFold).arg(best_init).arg(best_lanes).choice(kind).result(ty).value();
    let pred = if kind == ReduceOp::Max { Pred::Gt } else { Pred::Lt };
    let changed = b.cmp(pred, best, best_init);
    let (all, mask) = (b.m.ty(best_lanes), b.m.types.like(b.m.ty(best_lanes), Type::BOOL));
    let all = b.op(OpKind::VecSplat).arg(best).result(all).value();
    let these = b.op(OpKind::Cmp).arg(best_lanes).arg(all).choice(Pred::Eq).result(mask).value();
    let first = if step > 0 { ReduceOp::Min } else { ReduceOp::Max };
    let none = reduction::identity(b, first, number).expect("numbers of iterations are integers");
    let t = b.m.ty(lanes);
    let nones = b.op(OpKind::VecSplat).arg(none).result(t).value();
    let these = body::select(b, these, lanes, nones);
    let found = b.op(OpKind::VecFold).arg(none).arg(these).choice(first).result(number).value();
    body::select(b, changed, found, init)
}

/// What changes nothing in a sum of that kind.
fn neutral(b: &mut Builder<'_>, kind: ReduceOp, ty: Type) -> Value {
    if kind == ReduceOp::Sum && matches!(b.m.types.kind(ty), TypeKind::Float(_)) {
        // The zero that leaves a negative zero what it is.
        return b.op(OpKind::Const).attr("value", Attr::Float(-0.0)).result(ty).value();
    }
    reduction::identity(b, kind, ty).expect("sums are of numbers")
}
