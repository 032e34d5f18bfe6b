//! The body of a loop for all lanes at once.

use super::cost::Cost;
use super::inner::Around;
use super::{Machine, choose, strides};
use crate::analysis::straight::{Last, Node, NodeId, Step, Straight, element_of, risk};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder};
use crate::ops::OpKind;
use crate::reduction;
use crate::types::Type;
use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashMap;

/// Where an access begins.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    /// The element at index zero.
    from: Value,
    /// Bytes from one element to the next where they do not lie side by side.
    stride: Option<i64>,
}

impl Start {
    /// The first element, where the elements lie side by side.
    pub fn side_by_side(&self) -> Option<Value> {
        self.stride.is_none().then_some(self.from)
    }
}

/// Emits a body for many lanes.
#[derive(Clone)]
pub(super) struct Body<'s> {
    pub s: &'s Straight,
    /// The body with scalars.
    r: Region,
    machine: Machine,
    /// Vectors are those of [`Cost::wide`]: everything has a form for them.
    wide: bool,
    lanes: u32,
    /// What stands for values of the scalar body at index zero.
    pub map: FxHashMap<Value, Value>,
    pub starts: Vec<Start>,
}

/// What the lanes hold at some place of the body.
#[derive(Clone)]
pub(super) struct State {
    pub vals: Vec<Option<Value>>,
    /// What the values that the iterations sum up came to.
    pub sums: Vec<Option<Value>>,
    /// The lanes for which there are elements, where not all have some.
    active: Option<Value>,
    /// The loop in the body that is being emitted.
    pub around: Option<Around>,
}

pub(super) const ORDER: &str = "values come before their uses";

impl<'s> Body<'s> {
    /// What is done once before the loop, with `args` for the arguments of the region at index zero: the scalar code, the
    /// beginnings of accesses. Gives the condition, if any, under which the vectors fit: that elements lie side by side
    /// where the types do not say it.
    pub fn prelude(
        b: &mut Builder<'_>,
        s: &'s Straight,
        r: Region,
        (machine, lanes, wide): (Machine, i64, bool),
        args: &[Value],
        n: Value,
    ) -> (Body<'s>, Option<Value>) {
        let map = b.m.args(r).iter().copied().zip(args.iter().copied()).collect();
        let mut e = Body { s, r, machine, wide, lanes: lanes as u32, map, starts: Vec::new() };
        for &op in &s.prelude {
            e.copy(b, op);
        }
        let check = e.find_starts(b, n);
        for (n, &scope) in s.nodes.iter().zip(&s.scopes) {
            match n {
                // Loops in the body find those of their iterations there.
                Node::Uniform(_) | Node::Linear { .. } if scope != 0 => {}
                Node::Uniform(v) if b.m.def(*v).is_some_and(|op| s.late.contains(&op)) => {}
                Node::Uniform(v) | Node::Linear { value: v, .. } => {
                    e.outside(b, *v);
                }
                Node::Compute { op, .. } => {
                    for v in b.m.operands(*op).to_vec() {
                        if e.is_constant(b, v) {
                            e.outside(b, v);
                        }
                    }
                }
                Node::Load(_) | Node::Merge | Node::Not(_) | Node::Zero => {}
            }
        }
        for (_, last) in &s.last {
            if let Last::Uniform(v) | Last::Linear { value: v, .. } = last {
                e.outside(b, *v);
            }
        }
        (e, check)
    }

    /// Copies an op of the scalar body to the front of the loop.
    pub fn copy(&mut self, b: &mut Builder<'_>, op: Op) {
        for v in b.m.operands(op).to_vec() {
            self.outside(b, v);
        }
        let copy = b.m.clone_op(op, &mut self.map);
        b.insert(copy);
    }

    /// Whether a value is what a constant op of the scalar body gives.
    fn is_constant(&self, b: &Builder<'_>, v: Value) -> bool {
        let constants = [OpKind::Const, OpKind::NullPtr, OpKind::AddrOf, OpKind::FuncAddr, OpKind::ChrConst];
        b.m.def(v).is_some_and(|op| constants.contains(&b.m.kind(op)))
    }

    /// What stands for a value of the scalar body in front of the loop.
    pub fn outside(&mut self, b: &mut Builder<'_>, v: Value) -> Value {
        if let Some(&known) = self.map.get(&v) {
            return known;
        }
        if !b.m.home(v).is_some_and(|h| b.m.is_inside(h, self.r)) {
            return v;
        }
        if let Some(op) = b.m.def_of(v, OpKind::Declare) {
            let same = self.outside(b, b.m.operand(op, 0));
            self.map.insert(v, same);
            return same;
        }
        if self.is_constant(b, v) {
            let op = b.m.def(v).expect("constants have ops");
            self.copy(b, op);
        }
        self.map.get(&v).copied().unwrap_or(v)
    }

    /// `n`: how many iterations there are, at least one.
    fn find_starts(&mut self, b: &mut Builder<'_>, n: Value) -> Option<Value> {
        let mut check: Option<Value> = None;
        let tested = self.s.accesses.iter().filter(|a| a.tested);
        let tested = tested.filter_map(|a| element_of(b.m, a.addr).map(|elem| (elem, &a.steps[..])));
        let tested: Vec<(Op, &[i64])> = tested.chain(self.s.elements.iter().map(|&elem| (elem, &[][..]))).collect();
        for (elem, steps) in tested {
            self.is_there(b, (elem, steps), n, &mut check);
        }
        for a in &self.s.accesses {
            let from = if a.scope == 0 { self.outside(b, a.addr) } else { a.addr };
            let size = b.m.types.size_of(a.elem).map_or(8, |n| n as i64);
            let view = self.outside(b, a.view);
            // Neighbours are whole elements, of which parts are accessed.
            let whole = b.m.types.size_of(b.m.types.elem(b.m.ty(view))).map_or(size, |n| n as i64);
            let (known, unknown) = strides::advance(b.m, view, &a.steps);
            if unknown.is_empty() {
                self.starts.push(Start { from, stride: (known != size).then_some(known) });
                continue;
            }
            let mut sum = b.index(known);
            for (dim, step) in unknown {
                let one = strides::stride(b, view, dim);
                let n = b.index(step);
                let part = b.binary(OpKind::Mul, one, n);
                sum = b.binary(OpKind::Add, sum, part);
            }
            let neighbour = b.index(whole);
            let fits = b.cmp(Pred::Eq, sum, neighbour);
            check = Some(match check {
                Some(c) => b.binary(OpKind::And, c, fits),
                None => fits,
            });
            self.starts.push(Start { from, stride: (whole != size).then_some(whole) });
        }
        check
    }

    /// Tests that an element, whose subscripts advance by so much (by nothing, if there are no numbers), is there in all of `n`
    /// iterations.
    fn is_there(&mut self, b: &mut Builder<'_>, (elem, steps): (Op, &[i64]), n: Value, check: &mut Option<Value>) {
        let view = self.outside(b, b.m.operand(elem, 0));
        let (zero, one) = (b.index(0), b.index(1));
        let subscripts = b.m.operands(elem)[1..].to_vec();
        for (dim, &sub) in subscripts.iter().enumerate() {
            let first = self.outside(b, sub);
            let mut ends = vec![first];
            let step = steps.get(dim).copied().unwrap_or(0);
            if step != 0 {
                let turns = b.binary(OpKind::Sub, n, one);
                let step = b.index(step);
                let way = b.binary(OpKind::Mul, turns, step);
                ends.push(b.binary(OpKind::Add, first, way));
            }
            let extent = b.extent(view, dim);
            for end in ends {
                for c in [b.cmp(Pred::Ge, end, zero), b.cmp(Pred::Lt, end, extent)] {
                    *check = Some(match *check {
                        Some(all) => b.binary(OpKind::And, all, c),
                        None => c,
                    });
                }
            }
        }
    }

    /// The loads that come after the tests, for the front of the loop.
    pub fn late(&self, b: &mut Builder<'_>) -> Body<'s> {
        let mut e = self.clone();
        for &op in &self.s.late {
            e.copy(b, op);
        }
        e
    }

    /// The beginnings of accesses that are known in the iterations of a loop in the body only.
    pub fn find_inner_starts(&mut self, b: &mut Builder<'_>, scope: usize) {
        let s = self.s;
        for (k, a) in s.accesses.iter().enumerate().filter(|(_, a)| a.scope == scope) {
            self.starts[k].from = self.outside(b, a.addr);
        }
    }

    /// The values that are the same in every lane, for the front of the loop, by node.
    pub fn splats(&self, b: &mut Builder<'_>) -> Vec<Option<Value>> {
        let mut out = vec![None; self.s.nodes.len()];
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        for (n, node) in self.s.nodes.iter().enumerate() {
            if let Node::Uniform(v) = node
                && self.s.scopes[n] == 0
            {
                let scalar = self.map.get(v).copied().unwrap_or(*v);
                let splat = *known.entry(scalar).or_insert_with(|| self.splat(b, scalar));
                out[n] = Some(splat);
            }
        }
        out
    }

    pub fn ty(&self, b: &mut Builder<'_>, lane: Type) -> Type {
        b.m.types.vec(self.lanes, lane)
    }

    /// A scalar in every lane.
    pub fn splat(&self, b: &mut Builder<'_>, v: Value) -> Value {
        let t = self.ty(b, b.m.ty(v));
        b.op(OpKind::VecSplat).arg(v).result(t).value()
    }

    /// The last lane of a vector.
    pub fn last_lane(&self, b: &mut Builder<'_>, v: Value) -> Value {
        lane(b, v, self.lanes - 1)
    }

    /// What a value that iterations leave is, which depends on nothing that they load, after the iteration at `index`.
    pub fn last(&self, b: &mut Builder<'_>, last: &Last, index: Value) -> Option<Value> {
        match last {
            Last::Yield(_) => None,
            Last::Uniform(v) => Some(self.map.get(v).copied().unwrap_or(*v)),
            Last::Linear { value, step } => {
                let first = self.map.get(value).copied().unwrap_or(*value);
                Some(self.along(b, first, *step, index))
            }
        }
    }

    /// `first + step * index`.
    fn along(&self, b: &mut Builder<'_>, first: Value, step: i64, index: Value) -> Value {
        let ty = b.m.ty(first);
        let mut off = b.cast(index, ty);
        if step != 1 {
            let n = b.int(step, ty);
            off = b.binary(OpKind::Mul, off, n);
        }
        b.binary(OpKind::Add, first, off)
    }

    /// Emits the body for indices from `i` on, with [`Self::splats`]; `sums` are the vectors of the values that iterations
    /// sum up. `alone` emits scalar code for these elements instead.
    pub fn lanes(
        &self,
        b: &mut Builder<'_>,
        i: Value,
        splats: &[Option<Value>],
        sums: Vec<Option<Value>>,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) -> State {
        let mut state = State { vals: splats.to_vec(), sums, active: None, around: None };
        self.steps(b, &self.s.steps, &mut state, i, None, alone);
        state
    }

    /// The same for other vectors.
    pub fn with_lanes(&self, lanes: i64) -> Body<'s> {
        Body { lanes: lanes as u32, ..self.clone() }
    }

    /// Emits the body for indices from `i` on that are below `n`: the other lanes neither read nor write anything.
    pub fn some_lanes(
        &self,
        b: &mut Builder<'_>,
        (i, n): (Value, Value),
        splats: &[Option<Value>],
        sums: Vec<Option<Value>>,
    ) -> State {
        let cost = Cost { m: b.m, s: self.s, machine: self.machine };
        let ty = if cost.is_narrow() { Type::I32 } else { Type::INDEX };
        let left = b.binary(OpKind::Sub, n, i);
        let left = b.cast(left, ty);
        let left = self.splat(b, left);
        let (zero, t) = (b.int(0, ty), self.ty(b, ty));
        let lane = b.op(OpKind::VecRamp).arg(zero).attr("step", Attr::Int(1)).result(t).value();
        let t = self.ty(b, Type::BOOL);
        let active = b.op(OpKind::Cmp).arg(lane).arg(left).choice(Pred::Lt).result(t).value();
        let never = |_: &mut Builder<'_>, _: Value| {};
        let mut state = State { vals: splats.to_vec(), sums, active: Some(active), around: None };
        // A condition, so that lanes without an element raise no exceptions.
        let any = b.op(OpKind::VecAny).arg(active).result(Type::BOOL).value();
        let carried: Vec<usize> = (0..state.sums.len()).filter(|&k| state.sums[k].is_some()).collect();
        let olds: Vec<Value> = state.sums.iter().filter_map(|&v| v).collect();
        let types: Vec<Type> = olds.iter().map(|&v| b.m.ty(v)).collect();
        let then = |b: &mut Builder<'_>| {
            self.steps(b, &self.s.steps, &mut state, i, Some(active), &never);
            state.sums.iter().filter_map(|&v| v).collect()
        };
        let out = choose(b, any, &types, then, |_| olds.clone());
        for (k, v) in carried.into_iter().zip(out) {
            state.sums[k] = Some(v);
        }
        state
    }

    /// Emits steps; `under`: the mask of the conditional they stand in.
    pub fn steps(
        &self,
        b: &mut Builder<'_>,
        steps: &[Step],
        now: &mut State,
        i: Value,
        under: Option<Value>,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        for (k, step) in steps.iter().enumerate() {
            match *step {
                Step::Eval(n) => {
                    if now.vals[n].is_none() {
                        now.vals[n] = Some(self.node(b, n, now, i, under));
                    }
                }
                Step::Store { access, value } => {
                    let x = now.vals[value].expect(ORDER);
                    let at = &self.starts[access];
                    let stride = at.stride.map(Attr::Int);
                    b.op(OpKind::VecStore).arg(x).arg(at.from).arg(i).opt(under).attr_opt("stride", stride).build();
                }
                Step::Carry { carry, value, negate } => {
                    let (x, old) = (now.vals[value].expect(ORDER), now.sums[carry].expect(ORDER));
                    let kind = self.s.carries[carry].kind.unwrap_or(ReduceOp::Sum);
                    let mut new = b.binary(if negate { OpKind::Sub } else { reduction::op(kind) }, old, x);
                    if let Some(mask) = under {
                        new = select(b, mask, new, old);
                    }
                    now.sums[carry] = Some(new);
                }
                Step::Bail { mask } => {
                    let any = b.op(OpKind::VecAny).arg(now.vals[mask].expect(ORDER)).result(Type::BOOL).value();
                    let rest = &steps[k + 1..];
                    choose(
                        b,
                        any,
                        &[],
                        |b| {
                            alone(b, i);
                            Vec::new()
                        },
                        |b| {
                            self.steps(b, rest, now, i, under, alone);
                            Vec::new()
                        },
                    );
                    return;
                }
                Step::Best { carry, value, more, ref with } => {
                    let (x, old) = (now.vals[value].expect(ORDER), now.sums[carry].expect(ORDER));
                    let t = self.ty(b, Type::BOOL);
                    let pred = if more { Pred::Gt } else { Pred::Lt };
                    let better = b.op(OpKind::Cmp).arg(x).arg(old).choice(pred).result(t).value();
                    for (k, x) in
                        std::iter::once((carry, x)).chain(with.iter().map(|&(k, n)| (k, now.vals[n].expect(ORDER))))
                    {
                        let old = now.sums[k].expect(ORDER);
                        now.sums[k] = Some(select(b, better, x, old));
                    }
                }
                Step::Loop(ref inner) => self.inner(b, inner, now, i, alone),
                Step::Leave { mask, ref steps, ref values } => self.leave(b, (mask, steps, values), now, i, alone),
                Step::Stop { unless } => self.stop(b, unless, now),
                Step::Choice { cond, ref parts, ref merges } => {
                    self.choice(b, (cond, parts, merges), now, (i, under), alone);
                }
                Step::If { mask, ref steps, ref merges } => {
                    self.conditional(b, (now.vals[mask].expect(ORDER), steps, merges), now, i, under, alone);
                }
            }
        }
    }

    /// Steps under a mask: skipped where no lane takes part.
    fn conditional(
        &self,
        b: &mut Builder<'_>,
        (mut mask, steps, merges): (Value, &[Step], &[(NodeId, NodeId, NodeId)]),
        now: &mut State,
        i: Value,
        under: Option<Value>,
        alone: &dyn Fn(&mut Builder<'_>, Value),
    ) {
        if let Some(outer) = under {
            mask = b.binary(OpKind::And, mask, outer);
        }
        // Elements of other lanes need not be there.
        let before = now.active;
        if self.s.needs_masks {
            now.active = Some(mask);
        }
        // A conditional is the better form where lanes are to raise no exceptions: masks cost nothing there.
        if self.s.is_cheap(b.m, steps) && !(self.wide && self.s.may_raise(b.m, steps)) {
            self.steps(b, steps, now, i, Some(mask), alone);
            now.active = before;
            for &(merged, new, old) in merges {
                let v = select(b, mask, now.vals[new].expect(ORDER), now.vals[old].expect(ORDER));
                now.vals[merged] = Some(v);
            }
            return;
        }
        let any = b.op(OpKind::VecAny).arg(mask).result(Type::BOOL).value();
        let mut summed = Vec::new();
        carried(steps, &mut summed);
        let mut olds: Vec<Value> = merges.iter().map(|&(.., old)| now.vals[old].expect(ORDER)).collect();
        olds.extend(summed.iter().map(|&k| now.sums[k].expect(ORDER)));
        let types: Vec<Type> = olds.iter().map(|&v| b.m.ty(v)).collect();
        let (active, before) = (before, now.sums.clone());
        let out = choose(
            b,
            any,
            &types,
            |b| {
                self.steps(b, steps, now, i, Some(mask), alone);
                let mut new = Vec::new();
                for (&(_, v, _), &old) in merges.iter().zip(&olds) {
                    new.push(select(b, mask, now.vals[v].expect(ORDER), old));
                }
                new.extend(summed.iter().map(|&k| now.sums[k].expect(ORDER)));
                new
            },
            |_| olds.clone(),
        );
        now.active = active;
        now.sums = before;
        for (&(merged, ..), &v) in merges.iter().zip(&out) {
            now.vals[merged] = Some(v);
        }
        for (&k, &v) in summed.iter().zip(&out[merges.len()..]) {
            now.sums[k] = Some(v);
        }
    }

    fn load(&self, b: &mut Builder<'_>, access: usize, i: Value, lane: Type, active: Option<Value>) -> Value {
        let t = self.ty(b, lane);
        let at = &self.starts[access];
        let stride = at.stride.map(Attr::Int);
        b.op(OpKind::VecLoad).arg(at.from).arg(i).opt(active).attr_opt("stride", stride).result(t).value()
    }

    fn node(&self, b: &mut Builder<'_>, n: NodeId, now: &State, i: Value, under: Option<Value>) -> Value {
        let ty = self.s.types[n];
        match &self.s.nodes[n] {
            Node::Uniform(v) if self.s.scopes[n] != 0 => {
                let scalar = self.map.get(v).copied().unwrap_or(*v);
                self.splat(b, scalar)
            }
            Node::Uniform(_) | Node::Merge => now.vals[n].expect(ORDER),
            Node::Linear { value, step } => {
                let first = self.map.get(value).copied().unwrap_or(*value);
                let first = self.along(b, first, *step, i);
                let t = self.ty(b, b.m.ty(first));
                b.op(OpKind::VecRamp).arg(first).attr("step", Attr::Int(*step)).result(t).value()
            }
            Node::Load(a) => self.load(b, *a, i, ty, now.active),
            Node::Not(mask) => {
                let mask = now.vals[*mask].expect(ORDER);
                let t = b.m.ty(mask);
                b.unary(OpKind::Not, mask, t)
            }
            Node::Zero => {
                let zero = b.zero(ty);
                self.splat(b, zero)
            }
            Node::Compute { op, args } => {
                let mut x: Vec<Value> = args.iter().map(|&a| now.vals[a].expect(ORDER)).collect();
                let quiet = under.filter(|_| !self.wide).and_then(|mask| self.keep_quiet(b, *op, args, mask, &mut x));
                let cost = Cost { m: b.m, s: self.s, machine: self.machine };
                if self.wide || cost.batched(&self.s.nodes[n]) || cost.native(*op, args) {
                    self.whole(b, *op, &x)
                } else {
                    self.by_lane(b, *op, args, &x, quiet)
                }
            }
        }
    }

    /// An op on vectors.
    fn whole(&self, b: &mut Builder<'_>, op: Op, x: &[Value]) -> Value {
        let mut map: FxHashMap<Value, Value> = b.m.operands(op).iter().copied().zip(x.iter().copied()).collect();
        let copy = b.m.clone_op(op, &mut map);
        let r = b.m.result(copy);
        let t = self.ty(b, b.m.ty(r));
        b.m.values[r].ty = t;
        b.insert(copy);
        r
    }

    /// The operand of a division or function that decides whether it divides by zero or is invalid becomes a harmless number in
    /// lanes that do not take part. Gives which operand that is.
    fn keep_quiet(&self, b: &mut Builder<'_>, op: Op, args: &[NodeId], mask: Value, x: &mut [Value]) -> Option<usize> {
        let (at, harmless) = risk(b.m, op)?;
        let constant = match self.s.nodes[args[at]] {
            Node::Uniform(v) => b.m.def_of(v, OpKind::Const).and_then(|c| b.m.attr(c, "value")?.as_number(8)),
            _ => None,
        };
        // A division by a constant other than zero is harmless everywhere.
        if b.m.kind(op) != OpKind::Math && constant.is_some_and(|c| !c.is_zero()) {
            return None;
        }
        let t = b.m.types.lane(b.m.ty(x[at]));
        let harmless = b.float(harmless, t);
        let harmless = self.splat(b, harmless);
        x[at] = select(b, mask, x[at], harmless);
        Some(at)
    }

    /// An op without vector form: scalar code for every lane; `quiet`: the operand that differs from what the program has.
    fn by_lane(&self, b: &mut Builder<'_>, op: Op, args: &[NodeId], x: &[Value], quiet: Option<usize>) -> Value {
        let operands = b.m.operands(op).to_vec();
        let mut out = Vec::new();
        for l in 0..self.lanes {
            let mut map: FxHashMap<Value, Value> = FxHashMap::default();
            for (k, ((&v, &n), &all)) in operands.iter().zip(args).zip(x).enumerate() {
                let scalar = match self.s.nodes[n] {
                    Node::Uniform(u) if quiet != Some(k) => self.map.get(&u).copied().unwrap_or(u),
                    _ => lane(b, all, l),
                };
                map.insert(v, scalar);
            }
            let copy = b.m.clone_op(op, &mut map);
            b.insert(copy);
            out.push(b.m.result(copy));
        }
        let t = self.ty(b, b.m.ty(out[0]));
        b.op(OpKind::VecBuild).args(&out).result(t).value()
    }
}

impl State {
    /// What the lanes hold of the values that the body yields.
    pub fn yields(&self, s: &Straight) -> Vec<Value> {
        s.yields.iter().map(|&n| self.vals[n].expect(ORDER)).collect()
    }

    /// What the values that the iterations sum up came to.
    pub fn sums(&self) -> &[Option<Value>] {
        &self.sums
    }
}

/// One lane of a vector.
pub(super) fn lane(b: &mut Builder<'_>, v: Value, lane: u32) -> Value {
    let t = b.m.types.lane(b.m.ty(v));
    b.op(OpKind::VecLane).arg(v).attr("lane", Attr::Int(i64::from(lane))).result(t).value()
}

/// `yes` in the lanes whose mask is set, `no` in the others.
pub(super) fn select(b: &mut Builder<'_>, mask: Value, yes: Value, no: Value) -> Value {
    let t = b.m.ty(yes);
    b.op(OpKind::Select).arg(mask).arg(yes).arg(no).result(t).value()
}

/// The values that steps sum up.
pub(super) fn carried(steps: &[Step], out: &mut Vec<usize>) {
    for s in steps {
        match s {
            Step::Carry { carry, .. } if !out.contains(carry) => out.push(*carry),
            Step::If { steps, .. } => carried(steps, out),
            Step::Best { carry, with, .. } => {
                let all = std::iter::once(*carry).chain(with.iter().map(|w| w.0));
                all.for_each(|k| {
                    if !out.contains(&k) {
                        out.push(k);
                    }
                });
            }
            Step::Carry { .. } | Step::Eval(_) | Step::Store { .. } | Step::Bail { .. } => {}
            // Loops in the body sum up nothing that the one around them carries.
            Step::Loop(_) | Step::Leave { .. } | Step::Stop { .. } => {}
            Step::Choice { parts, .. } => parts.iter().for_each(|p| carried(p, out)),
        }
    }
}
