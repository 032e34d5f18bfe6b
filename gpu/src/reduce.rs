//! Reductions: the state of each kind, its combination, the serial form and the two-stage tree.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::{Emitted, Kernel};
use crate::lanes::{self, Lanes};
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::analysis::effects::{Access, is_pure, own_writes};
use ferrotran_ir::analysis::joint;
use ferrotran_ir::{
    ChoiceAttr, LoopReduceKind, Op, OpKind, ReduceKind, ReduceOp, Search, Type, TypeKind, Value, reduction,
};
use rspirv::spirv::{self, Op as SpvOp, Word};

/// Invocations of a reduction's workgroup.
pub const WIDTH: u32 = 256;
/// Elements that one invocation of the first stage takes before more workgroups are used.
const PER_INVOCATION: u32 = 4;
/// Most workgroups of the first stage.
const MAX_GROUPS: u32 = 512;

/// What a kind of reduction keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// A value.
    Fold(ReduceOp),
    /// Maximum or minimum of floats: the value and whether there was one.
    Extreme(ReduceOp),
    /// A truth value as 0 or 1.
    Truth(ReduceOp),
    /// Number of true values.
    Count,
    /// Position of the largest or smallest.
    Locate(OpKind, SpvOp),
    /// Position of the first or last true value.
    Find(bool),
}

/// A reduction.
#[derive(Clone, Debug)]
pub struct Reduction {
    class: Class,
    /// Type of the values.
    ty: Type,
    /// Type of the result.
    result: Type,
    /// Registers of the state.
    pub parts: Vec<RegType>,
}

impl<'m> Emit<'_, 'm> {
    /// What `op` (loop.reduce) computes.
    pub fn reduction(&mut self, op: Op) -> Emitted<Reduction> {
        let m = self.m;
        let kind: LoopReduceKind = m.choice(op);
        let Some(&result) = m.ops[op].results.first() else {
            return Err(self.unsupported("a reduction without result"));
        };
        let result = m.ty(result);
        let body = m.region(op, 0);
        let last = m.regions[body].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield);
        let Some(value) = last.and_then(|y| m.operands(y).first().copied()) else {
            return Err(self.unsupported("a reduction whose body yields nothing"));
        };
        let ty = m.ty(value);
        let s = self.reg(ty)?;
        let class = match kind {
            LoopReduceKind::Reduce(ReduceKind::Count) => Class::Count,
            LoopReduceKind::Reduce(ReduceKind::Op(what)) if what.is_logical() => Class::Truth(what),
            LoopReduceKind::Reduce(ReduceKind::Op(what)) if s.is_float() && what.is_extreme() => Class::Extreme(what),
            LoopReduceKind::Reduce(ReduceKind::Op(what)) => Class::Fold(what),
            LoopReduceKind::Search(Search::MaxLoc) => Class::Locate(OpKind::Max, SpvOp::SLessThan),
            LoopReduceKind::Search(Search::MinLoc) => Class::Locate(OpKind::Min, SpvOp::SLessThan),
            LoopReduceKind::Search(Search::LastMaxLoc) => Class::Locate(OpKind::Max, SpvOp::SGreaterThan),
            LoopReduceKind::Search(Search::LastMinLoc) => Class::Locate(OpKind::Min, SpvOp::SGreaterThan),
            LoopReduceKind::Search(Search::FindFirst) => Class::Find(true),
            LoopReduceKind::Search(Search::FindLast) => Class::Find(false),
        };
        if m.ops[op].results.len() != 1 || (s == RegType::Bool && matches!(class, Class::Fold(_))) {
            return Err(self.unsupported(format!("a reduction of kind {} of this type", kind.word())));
        }
        let truth = |s: RegType| if s == RegType::Bool { RegType::I32 } else { s };
        let parts = match class {
            Class::Fold(_) if self.is_complex(ty) => vec![s, s],
            Class::Fold(_) => vec![s],
            Class::Extreme(_) => vec![s, RegType::I32],
            Class::Truth(_) => vec![RegType::I32],
            Class::Count | Class::Find(_) => vec![self.index()],
            Class::Locate(..) => vec![truth(s), self.index()],
        };
        Ok(Reduction { class, ty, result, parts })
    }

    /// The state before the first element.
    pub fn reduction_start(&mut self, r: &Reduction) -> Emitted<Vec<Word>> {
        let s = r.parts[0];
        Ok(match r.class {
            Class::Fold(what) => {
                let identity = what.identity();
                let bits = match self.m.types.kind(r.ty) {
                    TypeKind::Int(b) => u32::from(*b),
                    _ if s.is_long() => 64,
                    _ => 32,
                };
                // Of floats only sums and products come here.
                let first = if s.is_float() {
                    self.spv.float(s, identity.signed(bits) as f64)
                } else {
                    self.spv.int(s, identity.signed(bits) as i64)
                };
                let mut out = vec![first];
                if r.parts.len() == 2 {
                    out.push(self.spv.zero(s));
                }
                out
            }
            // A NaN gives way to any number, and stays where all are NaNs.
            Class::Extreme(_) => vec![self.spv.float(s, f64::NAN), self.spv.i32(0)],
            Class::Truth(what) => vec![self.spv.i32(what.identity().signed(32) as i64)],
            Class::Count => vec![self.spv.int(self.index(), 0)],
            Class::Locate(..) => vec![self.spv.zero(s), self.spv.int(self.index(), -1)],
            Class::Find(_) => vec![self.spv.int(self.index(), -1)],
        })
    }

    /// The state of one element: what its body yields, at linear position `pos`.
    fn reduction_element(&mut self, r: &Reduction, yielded: &[Val], pos: Word) -> Emitted<Vec<Word>> {
        let value = yielded.first().ok_or_else(|| self.unsupported("a reduction whose body yields nothing"))?;
        let parts = self.parts(value)?;
        let mask = match yielded.get(1) {
            Some(v) => Some(self.parts(v)?[0]),
            None => None,
        };
        let index = self.index();
        let (one, none) = (self.spv.i32(1), self.spv.int(index, -1));
        let truth = |e: &mut Self, w: Word| {
            let (one, zero) = (e.spv.i32(1), e.spv.i32(0));
            e.spv.op(SpvOp::Select, RegType::I32, &[w, one, zero])
        };
        let is_truth = self.reg(r.ty)? == RegType::Bool;
        let mut state = match r.class {
            Class::Fold(_) => parts,
            Class::Extreme(_) => vec![parts[0], one],
            Class::Truth(_) => vec![truth(self, parts[0])],
            Class::Count => {
                let w = truth(self, parts[0]);
                vec![self.cast_part(w, RegType::I32, index)]
            }
            Class::Locate(..) => {
                let v = if is_truth { truth(self, parts[0]) } else { parts[0] };
                vec![v, pos]
            }
            Class::Find(_) => vec![self.spv.op(SpvOp::Select, index, &[parts[0], pos, none])],
        };
        if let Some(mask) = mask {
            let start = self.reduction_start(r)?;
            for ((w, s), &z) in state.iter_mut().zip(&r.parts).zip(&start) {
                *w = self.spv.op(SpvOp::Select, *s, &[mask, *w, z]);
            }
        }
        Ok(state)
    }

    /// Two states made one; `a` holds earlier elements where order matters for rounding.
    fn reduction_combine(&mut self, r: &Reduction, a: &[Word], b: &[Word]) -> Emitted<Vec<Word>> {
        let s = r.parts[0];
        Ok(match r.class {
            Class::Fold(what) => {
                let v = self.binary(reduction::op(what), &Self::from_parts(a), &Self::from_parts(b), r.ty)?;
                self.parts(&v)?
            }
            Class::Extreme(what) => {
                let v = self.binary(reduction::op(what), &Val::Scalar(a[0]), &Val::Scalar(b[0]), r.ty)?;
                vec![self.parts(&v)?[0], self.spv.op(SpvOp::BitwiseOr, RegType::I32, &[a[1], b[1]])]
            }
            Class::Truth(what) => {
                let v = self.binary(reduction::op(what), &Val::Scalar(a[0]), &Val::Scalar(b[0]), Type::I32)?;
                let w = self.parts(&v)?[0];
                let one = self.spv.i32(1);
                vec![if what == ReduceOp::Eqv { self.spv.op(SpvOp::BitwiseXor, RegType::I32, &[w, one]) } else { w }]
            }
            Class::Count => vec![self.spv.op(SpvOp::IAdd, self.index(), &[a[0], b[0]])],
            Class::Find(first) => {
                let index = self.index();
                let none = self.spv.int(index, 0);
                let ahas = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[a[0], none]);
                let bhas = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[b[0], none]);
                let order = if first { SpvOp::SLessThan } else { SpvOp::SGreaterThan };
                let better = self.spv.op(order, RegType::Bool, &[b[0], a[0]]);
                let missing = self.spv.op(SpvOp::LogicalNot, RegType::Bool, &[ahas]);
                let better = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, missing]);
                let take = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[bhas, better]);
                vec![self.spv.op(SpvOp::Select, index, &[take, b[0], a[0]])]
            }
            Class::Locate(k, of_equals) => {
                let index = self.index();
                let none = self.spv.int(index, 0);
                let amissing = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[a[1], none]);
                let bhas = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[b[1], none]);
                let order = match (s.is_float(), k) {
                    (true, OpKind::Max) => SpvOp::FOrdGreaterThan,
                    (true, _) => SpvOp::FOrdLessThan,
                    (false, OpKind::Max) => SpvOp::SGreaterThan,
                    (false, _) => SpvOp::SLessThan,
                };
                let mut better = self.spv.op(order, RegType::Bool, &[b[0], a[0]]);
                let equal = if s.is_float() { SpvOp::FOrdEqual } else { SpvOp::IEqual };
                let tie = self.spv.op(equal, RegType::Bool, &[b[0], a[0]]);
                let wanted = self.spv.op(of_equals, RegType::Bool, &[b[1], a[1]]);
                let tie = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[tie, wanted]);
                if s.is_float() {
                    let (na, nb) = (self.is_nan(a[0], s), self.is_nan(b[0], s));
                    let number = self.spv.op(SpvOp::LogicalNot, RegType::Bool, &[nb]);
                    let beats = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[na, number]);
                    better = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, beats]);
                    // Of NaNs the first.
                    let both = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[na, nb]);
                    let earlier = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[b[1], a[1]]);
                    let first = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[both, earlier]);
                    better = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, first]);
                }
                let better = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, tie]);
                let better = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[better, amissing]);
                let take = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[bhas, better]);
                let v = self.spv.op(SpvOp::Select, s, &[take, b[0], a[0]]);
                vec![v, self.spv.op(SpvOp::Select, index, &[take, b[1], a[1]])]
            }
        })
    }

    /// The result.
    pub fn reduction_result(&mut self, r: &Reduction, state: &[Word]) -> Emitted<Val> {
        let target = self.reg(r.result)?;
        Ok(match r.class {
            Class::Fold(_) => Self::from_parts(state),
            Class::Extreme(what) => {
                let s = r.parts[0];
                let end = reduction::real_of_nothing(what.identity(), if s == RegType::F32 { 32 } else { 64 });
                let end = end.ok_or_else(|| self.unsupported("a reduction of bits of reals"))?;
                let empty = self.spv.float(s, end.to_f64());
                let zero = self.spv.i32(0);
                let any = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[state[1], zero]);
                Val::Scalar(self.spv.op(SpvOp::Select, s, &[any, state[0], empty]))
            }
            Class::Truth(_) => {
                let zero = self.spv.i32(0);
                let b = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[state[0], zero]);
                Val::Scalar(self.cast_part(b, RegType::Bool, target))
            }
            Class::Count | Class::Find(_) => Val::Scalar(self.cast_part(state[0], self.index(), target)),
            Class::Locate(..) => Val::Scalar(self.cast_part(state[1], self.index(), target)),
        })
    }

    /// Registers of a state.
    pub fn load_state(&mut self, r: &Reduction, vars: &[Word]) -> Vec<Word> {
        r.parts.iter().zip(vars).map(|(&s, &v)| self.spv.load(v, s)).collect()
    }
    /// Variables for a state, set to its start.
    pub fn state_vars(&mut self, r: &Reduction) -> Emitted<Vec<Word>> {
        let start = self.reduction_start(r)?;
        let vars: Vec<Word> = r.parts.iter().map(|&s| self.spv.local(s, 1)).collect();
        self.store_state(&vars, &start);
        Ok(vars)
    }
    fn store_state(&mut self, vars: &[Word], state: &[Word]) {
        for (&v, &w) in vars.iter().zip(state) {
            self.spv.store(v, w);
        }
    }

    /// The sum of values of a type (for truth values: whether any is true).
    pub fn sum_of(&mut self, ty: Type) -> Emitted<Reduction> {
        let s = self.reg(ty)?;
        let (class, parts) = if s == RegType::Bool {
            (Class::Truth(ReduceOp::Any), vec![RegType::I32])
        } else {
            (Class::Fold(ReduceOp::Sum), if self.is_complex(ty) { vec![s, s] } else { vec![s] })
        };
        Ok(Reduction { class, ty, result: ty, parts })
    }
    /// Adds an element to the state in variables.
    pub fn reduction_add(&mut self, r: &Reduction, vars: &[Word], yielded: &[Val], pos: Word) -> Emitted<()> {
        let next = self.reduction_element(r, yielded, pos)?;
        let state = self.load_state(r, vars);
        let state = self.reduction_combine(r, &state, &next)?;
        self.store_state(vars, &state);
        Ok(())
    }

    /// loop.reduce by one invocation.
    pub fn serial_reduce(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let r = self.reduction(op)?;
        let extents = m.group(op, "extents").to_vec();
        let extents = self.indices(&extents)?;
        let vars = self.state_vars(&r)?;
        let s = self.index();
        let pos = self.spv.local(s, 1);
        let zero = self.spv.int(s, 0);
        self.spv.store(pos, zero);
        let body = m.region(op, 0);
        self.nest(s, &extents, Some((FrameKind::Hidden, None)), |e, ids| {
            let yielded = e.iteration(body, ids)?;
            let at = e.spv.load(pos, s);
            e.reduction_add(&r, &vars, &yielded, at)?;
            let one = e.spv.int(s, 1);
            let at = e.spv.op(SpvOp::IAdd, s, &[at, one]);
            e.spv.store(pos, at);
            Ok(())
        })?;
        let state = self.load_state(&r, &vars);
        let v = self.reduction_result(&r, &state)?;
        self.set(op, v);
        Ok(())
    }

    /// Combines the states of a workgroup by a tree in shared memory; all invocations have the result. Every invocation must
    /// come here.
    pub fn tree(&mut self, r: &Reduction, vars: &[Word]) -> Emitted<()> {
        self.trees_of(r, vars, WIDTH)
    }

    /// The same for each `lanes` neighbouring invocations (a power of two), which have the result of theirs.
    pub fn trees_of(&mut self, r: &Reduction, vars: &[Word], lanes: u32) -> Emitted<()> {
        let shared: Vec<Word> = r.parts.iter().map(|&s| self.spv.shared(s, WIDTH)).collect();
        self.tree_in(r, vars, &shared, lanes)
    }

    /// The same in given shared memory, an array for each part of the state.
    fn tree_in(&mut self, r: &Reduction, vars: &[Word], shared: &[Word], lanes: u32) -> Emitted<()> {
        let l = self.spv.local_index();
        let state = self.load_state(r, vars);
        for ((&sh, &s), &w) in shared.iter().zip(&r.parts).zip(&state) {
            let p = self.spv.shared_at(sh, s, l);
            self.spv.store(p, w);
        }
        self.spv.barrier();
        let mask = self.spv.u32(lanes - 1);
        let (lane, first) = if lanes == WIDTH {
            (l, self.spv.u32(0))
        } else {
            let lane = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[l, mask]);
            (lane, self.spv.op(SpvOp::ISub, RegType::U32, &[l, lane]))
        };
        let mut half = lanes / 2;
        while half > 0 {
            let limit = self.spv.u32(half);
            let active = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[lane, limit]);
            let (r, shared) = (r.clone(), shared.to_vec());
            self.if_then(active, |e| {
                let other = e.spv.op(SpvOp::IAdd, RegType::U32, &[l, limit]);
                let read = |e: &mut Self, at: Word| -> Vec<Word> {
                    let list = shared.iter().zip(&r.parts);
                    list.map(|(&sh, &s)| {
                        let p = e.spv.shared_at(sh, s, at);
                        e.spv.load(p, s)
                    })
                    .collect()
                };
                let (a, b) = (read(e, l), read(e, other));
                let c = e.reduction_combine(&r, &a, &b)?;
                for ((&sh, &s), &w) in shared.iter().zip(&r.parts).zip(&c) {
                    let p = e.spv.shared_at(sh, s, l);
                    e.spv.store(p, w);
                }
                Ok(())
            })?;
            self.spv.barrier();
            half /= 2;
        }
        for ((&sh, &s), &v) in shared.iter().zip(&r.parts).zip(vars) {
            let p = self.spv.shared_at(sh, s, first);
            let w = self.spv.load(p, s);
            self.spv.store(v, w);
        }
        Ok(())
    }

    /// Extents without negative ones, and the number of elements: indices.
    pub fn reduction_extents(&mut self, extents: &[Value]) -> Emitted<(Vec<Word>, Word)> {
        let extents = self.indices(extents)?;
        let s = self.index();
        let zero = self.spv.int(s, 0);
        let mut n = self.spv.int(s, 1);
        let mut clean = Vec::new();
        for &e in &extents {
            let some = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[e, zero]);
            let e = self.spv.op(SpvOp::Select, s, &[some, e, zero]);
            n = self.index_product(n, e);
            clean.push(e);
        }
        Ok((clean, n))
    }

    /// The same, and the number of first-stage workgroups (an index).
    fn reduction_sizes(&mut self, extents: &[Value]) -> Emitted<(Vec<Word>, Word, Word)> {
        let (clean, n) = self.reduction_extents(extents)?;
        let s = self.index();
        let (zero, one) = (self.spv.int(s, 0), self.spv.int(s, 1));
        let chunk = i64::from(WIDTH * PER_INVOCATION);
        let (by, most) = (self.spv.int(s, chunk), self.spv.int(s, i64::from(MAX_GROUPS)));
        // ceil(n / chunk) without overflow, between 1 and the limit.
        let q = self.spv.op(SpvOp::SDiv, s, &[n, by]);
        let p = self.spv.op(SpvOp::IMul, s, &[q, by]);
        let rest = self.spv.op(SpvOp::ISub, s, &[n, p]);
        let more = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[rest, zero]);
        let inc = self.spv.op(SpvOp::Select, s, &[more, one, zero]);
        let g = self.spv.op(SpvOp::IAdd, s, &[q, inc]);
        let small = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[g, most]);
        let g = self.spv.op(SpvOp::Select, s, &[small, g, most]);
        let some = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[g, one]);
        let g = self.spv.op(SpvOp::Select, s, &[some, g, one]);
        Ok((clean, n, g))
    }
}

/// A kernel of this kind: what runs in every invocation of both stages, the loops, which are one pass, and what follows them.
struct Form<'o> {
    before: Vec<Op>,
    pass: Vec<Op>,
    after: &'o [Op],
}

/// The form of a kernel, `None` where it does not have that form.
fn form<'o>(k: &Kernel<'_>, ops: &'o [Op]) -> Option<Form<'o>> {
    let m = k.m;
    let is_loop = |o: &Op| matches!(m.kind(*o), OpKind::Reduce | OpKind::Parallel);
    let (at, last) = (ops.iter().position(is_loop)?, ops.iter().rposition(is_loop)?);
    let (pass, between): (Vec<Op>, Vec<Op>) = ops[at..=last].iter().copied().partition(is_loop);
    let one = pass.len() == 1 || m.flag(k.op, "one_pass") && pass.iter().all(|&o| joint::same_extents(m, pass[0], o));
    let reductions: Vec<Op> = pass.iter().copied().filter(|&o| m.kind(o) == OpKind::Reduce).collect();
    // Of the loops themselves what stands between them needs nothing.
    let apart = |o: Op| is_pure(m, o) && m.operands(o).iter().all(|&v| m.def(v).is_none_or(|d| !pass.contains(&d)));
    let fits = one
        && !reductions.is_empty()
        && ops[..at].iter().all(|&o| repeatable(k, o))
        && between.iter().all(|&o| apart(o))
        && reductions.iter().all(|&o| m.walk(m.region(o, 0)).iter().all(|&o| harmless(k, o)));
    let before = ops[..at].iter().copied().chain(between).collect();
    fits.then(|| Form { before, pass, after: &ops[last + 1..] })
}

/// A reduction of a pass.
struct Part {
    op: Op,
    r: Reduction,
    /// Where the state is.
    vars: Vec<Word>,
}

impl Emit<'_, '_> {
    /// The reductions of a pass with variables for what they came to.
    fn pass_parts(&mut self, pass: &[Op]) -> Emitted<Vec<Part>> {
        let mut out = Vec::new();
        for &op in pass.iter().filter(|&&o| self.m.kind(o) == OpKind::Reduce) {
            let r = self.reduction(op)?;
            let vars = self.state_vars(&r)?;
            out.push(Part { op, r, vars });
        }
        Ok(out)
    }

    /// An iteration of all loops of a pass.
    fn pass_iteration(&mut self, pass: &[Op], parts: &[Part], ids: &[Word], pos: Word) -> Emitted<()> {
        for &op in pass {
            let yielded = self.iteration(self.m.region(op, 0), ids)?;
            if let Some(p) = parts.iter().find(|p| p.op == op) {
                self.reduction_add(&p.r, &p.vars, &yielded, pos)?;
            }
        }
        Ok(())
    }

    /// The same for element number `pos`, where loops find their elements so.
    fn pass_element(&mut self, pass: &[Op], parts: &[Part], lanes: &[Lanes], pos: Word) -> Emitted<()> {
        for (&op, lanes) in pass.iter().zip(lanes) {
            let yielded = self.one_of(op, lanes, pos)?;
            if let Some(p) = parts.iter().find(|p| p.op == op) {
                self.reduction_add(&p.r, &p.vars, &yielded, pos)?;
            }
        }
        Ok(())
    }

    /// Combines the states of a workgroup, one reduction after the other in the same shared memory.
    fn trees(&mut self, parts: &[Part]) -> Emitted<()> {
        let mut memory: Vec<(RegType, Word)> = Vec::new();
        for (i, p) in parts.iter().enumerate() {
            if i > 0 {
                // Who is behind still looks at what the one before came to.
                self.spv.barrier();
            }
            let mut free = memory.clone();
            let mut shared = Vec::new();
            for &s in &p.r.parts {
                let at = free.iter().position(|f| f.0 == s);
                shared.push(match at {
                    Some(at) => free.remove(at).1,
                    None => {
                        let new = self.spv.shared(s, WIDTH);
                        memory.push((s, new));
                        new
                    }
                });
            }
            self.tree_in(&p.r, &p.vars, &shared, WIDTH)?;
        }
        Ok(())
    }
}

/// Two stages for a kernel that is scalar code around loops that are one pass, with reductions among them. `None` where the
/// kernel does not have that form.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<Option<()>> {
    let m = k.m;
    let body = m.region(k.op, 0);
    let ops = m.regions[body].ops.clone();
    let Some(Form { before, pass, after }) = form(k, &ops) else { return Ok(None) };
    let extents = m.group(pass[0], "extents").to_vec();
    let list: Option<Vec<Expr>> = extents.iter().map(|&v| k.expr(v)).collect();
    let Some(list) = list else { return Ok(None) };
    let n = Expr::product(list.iter().map(|e| e.clone().max(Expr::Const(0))));
    let chunk = Expr::Const(i64::from(WIDTH * PER_INVOCATION));
    let groups = n.ceil_div(chunk).max(Expr::Const(1)).min(Expr::Const(i64::from(MAX_GROUPS)));

    let mut scratch = Vec::new();
    let linear = elements_in_order(k, &pass, &list);
    if let Some((_, gate)) = &linear {
        let other = Expr::Sub(Box::new(Expr::Const(1)), Box::new(gate.clone()));
        partial_states(k, (&before, &pass, &extents), &mut scratch, (&groups, other), None)?;
    }
    match linear {
        Some((lanes, gate)) => {
            partial_states(k, (&before, &pass, &extents), &mut scratch, (&groups, gate), Some(&lanes))?;
        }
        None => partial_states(k, (&before, &pass, &extents), &mut scratch, (&groups, Expr::Const(1)), None)?,
    }
    together(k, &before, &pass, after, &extents, &scratch)?;
    Ok(Some(()))
}

/// Where the loops of a pass over several dimensions can find their elements by number, without subscripts: how, and 1 where
/// the arrays of a launch are so, else 0.
fn elements_in_order(k: &Kernel<'_>, pass: &[Op], extents: &[Expr]) -> Option<(Vec<Lanes>, Expr)> {
    if extents.len() < 2 {
        return None;
    }
    let all: Option<Vec<Lanes>> = pass.iter().map(|&op| lanes::choice(k, op, extents, 1)).collect();
    let all = all?;
    let gate = Expr::all(all.iter().map(|l| l.gate.clone()).collect());
    Some((all, gate))
}

/// Stage one: partial states of the workgroups. `scratch`: the memory where they are, of each reduction, made by the first
/// such stage. `groups`: how many workgroups, and 1 where this stage is chosen, else 0. `linear`: elements are found by their number, so for each loop.
fn partial_states(
    k: &mut Kernel<'_>,
    (before, pass, extents): (&[Op], &[Op], &[Value]),
    scratch: &mut Vec<Vec<usize>>,
    (groups, gate): (&Expr, Expr),
    linear: Option<&[Lanes]>,
) -> Emitted<()> {
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let parts = e.pass_parts(pass)?;
    let first_stage = scratch.is_empty();
    for p in parts.iter().filter(|_| first_stage) {
        let one = |s: &RegType| {
            let bytes = Expr::Mul(Box::new(groups.clone()), Box::new(Expr::Const(i64::from(s.bytes()))));
            e.kernel.new_scratch(*s, bytes)
        };
        scratch.push(p.r.parts.iter().map(one).collect());
    }
    let (sizes, total, count) = e.reduction_sizes(extents)?;
    let (s, u) = (e.index(), e.index().unsigned());
    let l = e.spv.local_index();
    let group = e.spv.builtin3(spirv::BuiltIn::WorkgroupId, 0);
    let width = e.spv.u32(WIDTH);
    let base = e.spv.op(SpvOp::IMul, RegType::U32, &[group, width]);
    let first = e.spv.op(SpvOp::IAdd, RegType::U32, &[base, l]);
    let (first, width) = (e.spv.widened(first, u), e.spv.int(u, i64::from(WIDTH)));
    let ucount = e.spv.op(SpvOp::Bitcast, u, &[count]);
    let stride = e.spv.op(SpvOp::IMul, u, &[ucount, width]);
    let utotal = e.spv.op(SpvOp::Bitcast, u, &[total]);
    let early = decided(&parts, pass);
    e.strided(u, (first, utotal, stride), early, |e, i| {
        let pos = e.spv.op(SpvOp::Bitcast, s, &[i]);
        if let Some(lanes) = linear {
            return e.pass_element(pass, &parts, lanes, pos);
        }
        let mut ids = Vec::new();
        let mut rest = pos;
        for (d, &n) in sizes.iter().enumerate() {
            if d + 1 == sizes.len() {
                ids.push(rest);
            } else {
                let (q, r) = e.split_index(rest, n);
                ids.push(r);
                rest = q;
            }
        }
        e.pass_iteration(pass, &parts, &ids, pos)
    })?;
    e.trees(&parts)?;
    let zero = e.spv.u32(0);
    let leader = e.spv.op(SpvOp::IEqual, RegType::Bool, &[l, zero]);
    e.if_then(leader, |e| {
        for (p, scratch) in parts.iter().zip(scratch.iter()) {
            for ((&sc, &s), &v) in scratch.iter().zip(&p.r.parts).zip(&p.vars) {
                let var = e.scratch_var(sc);
                let w = e.spv.load(v, s);
                let p = e.spv.buffer_at(var, s, group);
                e.spv.store(p, w);
            }
        }
        Ok(())
    })?;
    e.finish([WIDTH, 1, 1], Grid::Groups([groups.clone(), gate, Expr::Const(1)]));
    Ok(())
}

/// The variable and the value of a state that further elements do not change, where the pass is such a reduction alone.
fn decided(parts: &[Part], pass: &[Op]) -> Option<Decided> {
    let ([p], [_]) = (parts, pass) else { return None };
    let (reg, is) = match p.r.class {
        Class::Truth(ReduceOp::Any) => (RegType::I32, Is::Not(0)),
        Class::Truth(ReduceOp::All) => (RegType::I32, Is::Equal(0)),
        // Elements come in order.
        Class::Find(true) => (p.r.parts[0], Is::Not(-1)),
        _ => return None,
    };
    Some(Decided { var: p.vars[0], reg, is })
}

/// What ends a loop before its last element.
pub struct Decided {
    var: Word,
    reg: RegType,
    is: Is,
}

/// What a value is to be.
enum Is {
    Equal(i64),
    Not(i64),
}

/// Stage two: one workgroup combines the partial states and goes on with what follows.
fn together(
    k: &mut Kernel<'_>,
    before: &[Op],
    pass: &[Op],
    after: &[Op],
    extents: &[Value],
    scratch: &[Vec<usize>],
) -> Emitted<()> {
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let parts = e.pass_parts(pass)?;
    let (_, _, count) = e.reduction_sizes(extents)?;
    let s = e.index();
    let l = e.spv.local_index();
    let count = e.cast_part(count, s, RegType::I32);
    let ucount = e.spv.op(SpvOp::Bitcast, RegType::U32, &[count]);
    let width = e.spv.u32(WIDTH);
    e.strided(RegType::U32, (l, ucount, width), None, |e, i| {
        for (p, scratch) in parts.iter().zip(scratch) {
            let mut next = Vec::new();
            for (&sc, &s) in scratch.iter().zip(&p.r.parts) {
                let var = e.scratch_var(sc);
                let at = e.spv.buffer_at(var, s, i);
                next.push(e.spv.load(at, s));
            }
            let state = e.load_state(&p.r, &p.vars);
            let state = e.reduction_combine(&p.r, &state, &next)?;
            e.store_state(&p.vars, &state);
        }
        Ok(())
    })?;
    e.trees(&parts)?;
    let zero = e.spv.u32(0);
    let leader = e.spv.op(SpvOp::IEqual, RegType::Bool, &[l, zero]);
    e.if_then(leader, |e| {
        for p in &parts {
            let state = e.load_state(&p.r, &p.vars);
            let v = e.reduction_result(&p.r, &state)?;
            e.set(p.op, v);
        }
        for &o in after {
            if !e.spv.is_open() {
                break;
            }
            e.op(o)?;
        }
        Ok(())
    })?;
    let one = || Expr::Const(1);
    e.finish([WIDTH, 1, 1], Grid::Groups([one(), one(), one()]));
    Ok(())
}

/// True where running the op in every invocation changes nothing that others see.
pub fn repeatable(k: &Kernel<'_>, op: Op) -> bool {
    harmless(k, op) && k.m.ops[op].regions.iter().all(|&r| k.m.walk(r).iter().all(|&o| harmless(k, o)))
}

/// True for ops without effect outside the invocation.
pub fn harmless(k: &Kernel<'_>, op: Op) -> bool {
    let local = |a: &Access| match *a {
        Access::Data(v) | Access::Desc(v) => is_local(k, v),
        Access::Pointee(_) | Access::Object(_) | Access::Described(_) | Access::Static(_) | Access::All => false,
    };
    k.m.kind(op) != OpKind::Return && own_writes(k.m, op).iter().all(local)
}

/// True where an address comes from a mem.alloca.
fn is_local(k: &Kernel<'_>, mut v: Value) -> bool {
    while let Some(op) = k.m.def(v) {
        match k.m.kind(op) {
            OpKind::Alloca => return true,
            _ => match k.m.operands(op).first() {
                Some(&base) => v = base,
                None => return false,
            },
        }
    }
    false
}

impl Emit<'_, '_> {
    /// `for (i = first; i < limit; i += step)` over unsigned integers of type `u`, without overflow of the last
    /// addition; it ends where `early` holds.
    pub fn strided(
        &mut self,
        u: RegType,
        (first, limit, step): (Word, Word, Word),
        early: Option<Decided>,
        body: impl FnOnce(&mut Self, Word) -> Emitted<()>,
    ) -> Emitted<()> {
        // Number of steps: ceil((limit - first) / step) where first is below the limit.
        let some = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[first, limit]);
        let (zero, one) = (self.spv.int(u, 0), self.spv.int(u, 1));
        let span = self.spv.op(SpvOp::ISub, u, &[limit, first]);
        let span = self.spv.op(SpvOp::ISub, u, &[span, one]);
        let q = self.spv.op(SpvOp::UDiv, u, &[span, step]);
        let n = self.spv.op(SpvOp::IAdd, u, &[q, one]);
        let n = self.spv.op(SpvOp::Select, u, &[some, n, zero]);
        let ends = |e: &mut Self| {
            let d = early.as_ref()?;
            let now = e.spv.load(d.var, d.reg);
            let (op, what) = match d.is {
                Is::Equal(v) => (SpvOp::INotEqual, v),
                Is::Not(v) => (SpvOp::IEqual, v),
            };
            let what = e.spv.int(d.reg, what);
            Some(e.spv.op(op, RegType::Bool, &[now, what]))
        };
        self.counted_while(u, n, FrameKind::Hidden, None, ends, |e, k| {
            let d = e.spv.op(SpvOp::IMul, u, &[k, step]);
            let i = e.spv.op(SpvOp::IAdd, u, &[first, d]);
            body(e, i)
        })
    }
}
