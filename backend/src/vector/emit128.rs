//! The emitter for 128-bit vectors.
//!
//! A value of so many lanes is held in as many registers as it needs: with eight lanes, 32-bit types take
//! two and 64-bit types four. Truth values are masks of the width of what was compared and are resized
//! on use. Ops without a vector form are done lane by lane.

use super::emit128_ops::{LaneOp, Wide};
use super::reduce::combined;
use crate::codegen::func::FuncGen;
use crate::codegen::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{
    Block, BlockArg, Endianness, InstBuilder, MemFlagsData, StackSlot, StackSlotData, StackSlotKind, Value as Cv, types,
};
use cranelift_frontend::Variable;
use ferrotran_ir::analysis::straight::{Last, Node, NodeId, Step, Straight, lane_size};
use ferrotran_ir::{MathFn, Op, OpKind, Pred, ReduceOp, Type, TypeKind};
use std::cell::Cell;

/// A value in all lanes.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    pub regs: Vec<Cv>,
    /// Bytes of a lane: 4 or 8.
    pub size: i64,
    /// All bits of a lane are equal (a truth value).
    pub mask: bool,
}

/// How the accesses advance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Advance {
    /// By the element's size.
    Unit,
    /// By that many bytes.
    Bytes(i64),
}

/// Emits a body for many lanes.
pub(crate) struct Emit<'s> {
    pub(super) s: &'s Straight,
    pub wide: Wide,
    /// Address at index zero and advance of each access.
    pub accesses: Vec<(Cv, Advance)>,
    /// The values that the loop carries, outside of vectors.
    scalars: Vec<Variable>,
    /// Registers of those that the iterations sum up.
    carries: Vec<Vec<Variable>>,
    /// Frame storage for the results and the arguments of functions that the runtime computes in blocks.
    buffers: [Cell<Option<StackSlot>>; 3],
    /// Something was stored since the body began: what was loaded may have changed in memory.
    stored: Cell<bool>,
}

/// Bytes that the runtime's block functions work on at once.
pub(crate) const BLOCK: i64 = 128;

/// Whether the runtime computes a node in blocks.
pub(super) fn batched(g: &FuncGen<'_, '_, '_>, n: &Node) -> bool {
    matches!(n, Node::Compute { op, .. } if g.m.kind(*op) == OpKind::Math && g.m.flag(*op, "batch"))
}

/// Lanes of a body: four where something has 32 bits, else two.
pub(crate) fn width(g: &FuncGen<'_, '_, '_>, s: &Straight) -> i64 {
    let narrow = |t: &Type| lane_size(g.m, *t) == Some(4);
    if s.types.iter().any(narrow) || s.accesses.iter().any(|a| narrow(&a.elem)) { 4 } else { 2 }
}

/// Whether vectors are worth it: most of the work has a vector form.
pub(crate) fn worthwhile(g: &FuncGen<'_, '_, '_>, s: &Straight, vf: i64) -> bool {
    let (mut yes, mut no) = (s.accesses.len(), 0);
    for (n, rare) in s.nodes.iter().zip(&s.rare) {
        if let Node::Compute { op, args } = n
            && !rare
        {
            if batched(g, n) {
                yes += 8;
            } else if native(g, s, *op, args, vf) {
                yes += 1;
            } else {
                no += 2;
            }
        }
    }
    yes >= no
}

/// Whether running the iterations of an ordinary loop together is worth it: most accesses have neighbours in lanes.
pub(crate) fn profitable(g: &FuncGen<'_, '_, '_>, s: &Straight, vf: i64) -> bool {
    let (mut yes, mut no) = (s.carries.iter().filter(|c| c.kind.is_some()).count(), 0);
    for a in &s.accesses {
        // Views of components advance by whole objects; steps other than one skip elements.
        let component = g.m.def_of(a.view, OpKind::ViewField).is_some();
        let neighbours = a.steps.first() == Some(&1) && a.steps[1..].iter().all(|&n| n == 0) && !component;
        if neighbours {
            yes += 1;
        } else {
            no += 1;
        }
    }
    for n in &s.nodes {
        if let Node::Compute { op, args } = n {
            if batched(g, n) {
                yes += 4 * vf as usize;
            } else if native(g, s, *op, args, vf) {
                yes += 1;
            } else {
                no += vf as usize;
            }
        }
    }
    yes > no
}

pub(super) fn is_linear(s: &Straight, n: NodeId) -> bool {
    matches!(s.nodes[n], Node::Linear { .. })
}

/// Whether [`Emit::vector_op`] has a form for this op.
fn native(g: &FuncGen<'_, '_, '_>, s: &Straight, op: Op, args: &[NodeId], vf: i64) -> bool {
    let m = g.m;
    let rt = m.types.kind(m.ty(m.result(op))).clone();
    let at = m.types.kind(s.types[args[0]]).clone();
    let float = matches!(rt, TypeKind::Float(_));
    let small = |t: &TypeKind| matches!(t, TypeKind::Int(8) | TypeKind::Logical(8));
    let four = |t: &TypeKind| matches!(t, TypeKind::Int(32) | TypeKind::Logical(32) | TypeKind::Float(32));
    match m.kind(op) {
        OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Neg => !small(&rt),
        OpKind::Div if float => true,
        OpKind::Div | OpKind::Rem | OpKind::Modulo => {
            matches!(rt, TypeKind::Int(32))
                && vf == 4
                && m.const_int(m.operand(op, 1)).is_some_and(super::divide::divides)
        }
        OpKind::Min | OpKind::Max => float || matches!(rt, TypeKind::Int(32)),
        OpKind::And | OpKind::Or | OpKind::Xor | OpKind::Not => true,
        OpKind::Shl | OpKind::ShrU | OpKind::ShrS => {
            let bits = if four(&rt) { 32 } else { 64 };
            !small(&rt) && m.const_int(m.operand(op, 1)).is_some_and(|n| (0..bits).contains(&n))
        }
        OpKind::Cmp => !m.choice::<Pred>(op).is_unsigned() && !matches!(at, TypeKind::Bool),
        OpKind::Select => true,
        OpKind::Bitcast => !small(&rt) && !small(&at) && four(&rt) == four(&at),
        OpKind::Cast => match (&at, &rt) {
            (TypeKind::Float(_), TypeKind::Float(_)) => true,
            (TypeKind::Int(32), TypeKind::Float(_)) => true,
            (TypeKind::Index | TypeKind::Int(64), TypeKind::Float(64)) => true,
            (TypeKind::Index | TypeKind::Int(64), TypeKind::Float(_)) => is_linear(s, args[0]),
            (TypeKind::Float(_), TypeKind::Int(32)) => true,
            (TypeKind::Float(64), TypeKind::Int(64) | TypeKind::Index) => true,
            (TypeKind::Float(_), _) | (_, TypeKind::Float(_)) => false,
            _ => vf == 4 || (!small(&at) && !small(&rt)),
        },
        OpKind::Math => match m.choice(op) {
            MathFn::Sqrt
            | MathFn::Floor
            | MathFn::Ceil
            | MathFn::Trunc
            | MathFn::Rint
            | MathFn::Round
            | MathFn::CopySign => float,
            MathFn::Abs => float || matches!(rt, TypeKind::Int(32)),
            MathFn::IsNan => true,
            MathFn::Fma => float && crate::codegen::has_fma(),
            MathFn::Ipow => !small(&rt) && m.const_int(m.operand(op, 1)).is_some_and(|n| (1..=64).contains(&n)),
            _ => false,
        },
        _ => false,
    }
}

pub(super) fn bits() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl<'s> Emit<'s> {
    pub fn new(s: &'s Straight, wide: Wide, accesses: Vec<(Cv, Advance)>) -> Self {
        let (scalars, carries) = (Vec::new(), Vec::new());
        Emit { s, wide, accesses, scalars, carries, buffers: Default::default(), stored: Cell::new(false) }
    }

    /// Before the loop: registers for the values that the iterations sum up.
    pub fn begin_carries(&mut self, g: &mut FuncGen<'_, '_, '_>, op: Op) -> Res<()> {
        if self.s.carries.is_empty() {
            return Ok(());
        }
        // One part each: vectors hold no complex numbers.
        self.scalars = g.variables(op)?.iter().map(|parts| parts[0]).collect();
        for c in &self.s.carries {
            let mut regs = Vec::new();
            let Some(what) = c.kind else {
                self.carries.push(regs);
                continue;
            };
            let reg = self.wide.reg(g, c.ty);
            let size = i64::from(reg.lane_type().bytes());
            // What was there before the loop is combined with the lanes after it.
            let lane = reg.lane_type();
            let first = match what {
                // The zero that leaves a negative zero what it is.
                ReduceOp::Sum if lane.is_float() => g.float(-0.0, lane.bits() as u8),
                _ if lane.is_float() => g.float(what.identity().signed(64) as f64, lane.bits() as u8),
                _ => g.b.ins().iconst(lane, what.identity().signed(lane.bits()) as i64),
            };
            let first = g.b.ins().splat(reg, first);
            for _ in 0..self.wide.count(size) {
                let v = g.b.declare_var(reg);
                g.b.def_var(v, first);
                regs.push(v);
            }
            self.carries.push(regs);
        }
        Ok(())
    }

    /// One step of a value that the iterations sum up.
    fn carry(&self, g: &mut FuncGen<'_, '_, '_>, k: usize, x: &Lanes, negate: bool, mask: Option<&Lanes>) {
        let vars = self.carries[k].clone();
        let old: Vec<Cv> = vars.iter().map(|&v| g.b.use_var(v)).collect();
        let reg = g.b.func.dfg.value_type(old[0]);
        let size = i64::from(reg.lane_type().bytes());
        let old = Lanes { regs: old, size, mask: false };
        let x = if x.mask { self.wide.mask_to_int(g, x, size) } else { self.wide.resize(g, x, size) };
        let kind = self.s.carries[k].kind;
        let mut new = self.wide.map2(&old, &x, &mut |a, b| match (kind, negate) {
            (_, true) if reg.lane_type().is_float() => g.b.ins().fsub(a, b),
            (_, true) => g.b.ins().isub(a, b),
            (Some(kind), false) => combined(g, kind, a, b),
            (None, false) => a,
        });
        if let Some(mask) = mask {
            let mask = self.wide.resize(g, mask, size);
            new = self.wide.blend(g, &mask, &new, &old);
        }
        for (v, r) in vars.into_iter().zip(new.regs) {
            g.b.def_var(v, r);
        }
    }

    /// After the loop: the lanes of the values that the iterations summed up come together.
    pub fn end_carries(&self, g: &mut FuncGen<'_, '_, '_>) {
        for ((c, &scalar), all) in self.s.carries.iter().zip(&self.scalars).zip(&self.carries) {
            let Some(kind) = c.kind else { continue };
            let mut sum = g.b.use_var(scalar);
            let mut parts: Vec<Cv> = all.iter().map(|&v| g.b.use_var(v)).collect();
            while parts.len() > 1 {
                let rest = parts.split_off(parts.len().div_ceil(2));
                for (a, b) in parts.iter_mut().zip(rest) {
                    *a = combined(g, kind, *a, b);
                }
            }
            let lanes = g.b.func.dfg.value_type(parts[0]).lane_count();
            for l in 0..lanes {
                let x = g.b.ins().extractlane(parts[0], l as u8);
                sum = combined(g, kind, sum, x);
            }
            g.b.def_var(scalar, sum);
        }
    }

    /// At the end of the body for indices up to `end`: what the last lane leaves for values that the loop carries.
    pub fn last_values(&self, g: &mut FuncGen<'_, '_, '_>, end: Cv, y: &[Lanes]) -> Res<()> {
        for &(k, ref last) in &self.s.last {
            let old = g.b.use_var(self.scalars[k]);
            let t = g.b.func.dfg.value_type(old);
            let mut c = match last {
                Last::Yield(k) => {
                    let x = &y[*k];
                    let x = if x.mask { self.wide.mask_to_int(g, x, x.size) } else { x.clone() };
                    let r = *x.regs.last().expect("values have registers");
                    let lanes = g.b.func.dfg.value_type(r).lane_count();
                    g.b.ins().extractlane(r, (lanes - 1) as u8)
                }
                Last::Uniform(value) => g.s(*value)?,
                Last::Linear { value, step } => {
                    let first = g.s(*value)?;
                    let ct = g.b.func.dfg.value_type(first);
                    let i = if ct == types::I64 { end } else { g.b.ins().ireduce(ct, end) };
                    let off = g.b.ins().imul_imm_s(i, *step);
                    g.b.ins().iadd(first, off)
                }
            };
            let from = g.b.func.dfg.value_type(c);
            if from.is_int() && from.bits() > t.bits() {
                c = g.b.ins().ireduce(t, c);
            } else if from.is_int() && from.bits() < t.bits() {
                c = g.b.ins().sextend(t, c);
            }
            g.b.def_var(self.scalars[k], c);
        }
        Ok(())
    }

    /// Emits the body for indices from `i` on; gives the yielded values.
    /// `bail` is where to go, before anything was stored, when scalar code must run these elements.
    pub fn body(&self, g: &mut FuncGen<'_, '_, '_>, i: Cv, bail: Block) -> Res<Vec<Lanes>> {
        let mut vals: Vec<Option<Lanes>> = vec![None; self.s.nodes.len()];
        // Address of each access at index i.
        let mut at = Vec::new();
        for (k, &(start, advance)) in self.accesses.iter().enumerate() {
            let step = match advance {
                Advance::Unit => self.elem_bytes(g, k),
                Advance::Bytes(n) => n,
            };
            let off = g.ix_mul(Ix::V(i), Ix::C(step));
            let a = g.ix_add(Ix::V(start), off);
            at.push(g.ixv(a));
        }
        self.stored.set(false);
        self.steps(g, &self.s.steps, &mut vals, i, &at, None, bail)?;
        Ok(self.s.yields.iter().map(|&n| vals[n].clone().expect("values come before their uses")).collect())
    }

    #[allow(clippy::too_many_arguments)] // the state of one loop body
    /// Emits steps; `under`: the mask of the conditional they stand in.
    fn steps(
        &self,
        g: &mut FuncGen<'_, '_, '_>,
        steps: &[Step],
        vals: &mut [Option<Lanes>],
        i: Cv,
        at: &[Cv],
        under: Option<&Lanes>,
        bail: Block,
    ) -> Res<()> {
        const ORDER: &str = "values come before their uses";
        for step in steps {
            match step {
                &Step::Eval(n) if batched(g, &self.s.nodes[n]) => self.block_function(g, n, vals, at)?,
                &Step::Eval(n) => {
                    let x = self.node(g, n, vals, i, at)?;
                    vals[n] = Some(x);
                }
                &Step::Store { access, value } => {
                    self.stored.set(true);
                    let mut x = vals[value].clone().expect(ORDER);
                    let ty = self.s.types[value];
                    if let Some(mask) = under {
                        let old = self.load(g, access, at[access], ty);
                        x = self.wide.blend(g, mask, &x, &old);
                    }
                    self.store(g, access, &x, at[access]);
                }
                &Step::Carry { carry, value, negate } => {
                    let x = vals[value].clone().expect(ORDER);
                    self.carry(g, carry, &x, negate, under);
                }
                &Step::Bail { mask } => {
                    let any = self.wide.any(g, vals[mask].as_ref().expect(ORDER));
                    let go_on = g.block();
                    g.brif(any, bail, go_on);
                    g.b.seal_block(go_on);
                    g.start(go_on);
                }
                Step::If { mask, steps, merges } => {
                    let mut mask = vals[*mask].clone().expect(ORDER);
                    if let Some(outer) = under {
                        let outer = self.wide.resize(g, outer, mask.size);
                        mask = self.wide.map2(&mask, &outer, &mut |p, q| g.b.ins().band(p, q));
                    }
                    let any = self.wide.any(g, &mask);
                    let (then, join) = (g.block(), g.block());
                    let olds: Vec<Lanes> = merges.iter().map(|&(_, _, old)| vals[old].clone().expect(ORDER)).collect();
                    let mut out = Vec::new();
                    let mut skipped: Vec<BlockArg> = Vec::new();
                    for old in &olds {
                        let mut merged = old.clone();
                        for r in &mut merged.regs {
                            skipped.push((*r).into());
                            *r = g.b.append_block_param(join, g.b.func.dfg.value_type(*r));
                        }
                        out.push(merged);
                    }
                    g.b.ins().brif(any, then, &[], join, &skipped);
                    g.b.seal_block(then);
                    g.start(then);
                    self.steps(g, steps, vals, i, at, Some(&mask), bail)?;
                    let mut taken: Vec<BlockArg> = Vec::new();
                    for (&(_, new, _), old) in merges.iter().zip(&olds) {
                        let new = vals[new].clone().expect(ORDER);
                        let new = self.wide.resize(g, &new, old.size);
                        let b = self.wide.blend(g, &mask, &new, old);
                        taken.extend(b.regs.iter().map(|&r| BlockArg::from(r)));
                    }
                    g.b.ins().jump(join, &taken);
                    g.b.seal_block(join);
                    g.start(join);
                    for (&(merged, ..), lanes) in merges.iter().zip(out) {
                        vals[merged] = Some(lanes);
                    }
                }
            }
        }
        Ok(())
    }

    /// Address of frame storage for one value of the widest type, in whole blocks.
    fn buffer(&self, g: &mut FuncGen<'_, '_, '_>, which: usize) -> Cv {
        let slot = self.buffers[which].get().unwrap_or_else(|| {
            let room = (self.wide.lanes * 8 + BLOCK - 1) / BLOCK * BLOCK;
            g.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, room as u32, 5))
        });
        self.buffers[which].set(Some(slot));
        g.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// A function that the runtime computes in blocks: arguments and results go through memory. An argument that was just loaded from consecutive elements stays where it is.
    fn block_function(&self, g: &mut FuncGen<'_, '_, '_>, n: NodeId, vals: &mut [Option<Lanes>], at: &[Cv]) -> Res<()> {
        let Node::Compute { op, args } = &self.s.nodes[n] else {
            let op = g.op;
            return g.fail(op, "internal error: no function is computed here");
        };
        let ty = self.s.types[n];
        let reg = self.wide.reg(g, ty);
        let size = i64::from(reg.lane_type().bytes());
        let bytes = self.wide.lanes * size;
        let blocks = (bytes + BLOCK - 1) / BLOCK;
        let flags = MemFlagsData::trusted();
        let result = self.buffer(g, 0);
        let mut pointers = vec![result];
        for (k, &a) in args.iter().enumerate() {
            if let Node::Load(access) = self.s.nodes[a]
                && self.accesses[access].1 == Advance::Unit
                && bytes % BLOCK == 0
                && !self.stored.get()
            {
                pointers.push(at[access]);
                continue;
            }
            let buffer = self.buffer(g, k + 1);
            let mut place = 0;
            let regs = &vals[a].as_ref().expect("values come before their uses").regs;
            for &r in regs {
                g.b.ins().store(flags, r, buffer, place);
                place += 16;
            }
            // The rest of the last block is computed for nothing, but with numbers.
            while i64::from(place) < blocks * BLOCK {
                g.b.ins().store(flags, regs[0], buffer, place);
                place += 16;
            }
            pointers.push(buffer);
        }
        let function: MathFn = g.m.choice(*op);
        let count = g.b.ins().iconst(types::I64, blocks);
        pointers.push(count);
        let f = g.function(*op, &["frt_block_", function.name(), if size == 4 { "_f32" } else { "_f64" }])?;
        g.rt(*op, f, &pointers)?;
        let regs = (0..self.wide.count(size)).map(|k| g.b.ins().load(reg, flags, result, (k * 16) as i32)).collect();
        vals[n] = Some(Lanes { regs, size, mask: false });
        Ok(())
    }

    fn elem_bytes(&self, g: &FuncGen<'_, '_, '_>, access: usize) -> i64 {
        g.cx.size_of(self.s.accesses[access].elem).unwrap_or(8)
    }

    fn node(&self, g: &mut FuncGen<'_, '_, '_>, n: NodeId, vals: &[Option<Lanes>], i: Cv, at: &[Cv]) -> Res<Lanes> {
        let ty = self.s.types[n];
        match &self.s.nodes[n] {
            Node::Uniform(v) => {
                let c = g.s(*v)?;
                Ok(self.wide.splat(g, c, ty))
            }
            Node::Linear { value, step } => {
                let c = g.s(*value)?;
                let reg = self.wide.reg(g, ty);
                let lane = reg.lane_type();
                let size = i64::from(lane.bytes());
                let i = if lane == types::I64 { i } else { g.b.ins().ireduce(lane, i) };
                let off = g.b.ins().imul_imm_s(i, *step);
                let first = g.b.ins().iadd(c, off);
                let base = g.b.ins().splat(reg, first);
                let per = 16 / size;
                let regs = (0..self.wide.count(size) as i64)
                    .map(|k| {
                        let ramp: Vec<i64> = (0..per).map(|l| (k * per + l).wrapping_mul(*step)).collect();
                        let r = self.wide.constant(g, reg, &ramp);
                        g.b.ins().iadd(base, r)
                    })
                    .collect();
                Ok(Lanes { regs, size, mask: false })
            }
            Node::Load(a) => Ok(self.load(g, *a, at[*a], ty)),
            Node::Merge => {
                let op = g.op;
                g.fail(op, "internal error: a merged value is computed where its conditional ends")
            }
            Node::Compute { op, args } => {
                let operands: Vec<Lanes> =
                    args.iter().map(|&a| vals[a].clone().expect("values come before their uses")).collect();
                let linear = is_linear(self.s, args[0]);
                let what = LaneOp { op: *op, from: self.s.types[args[0]], to: ty, linear };
                if let Some(v) = self.wide.convert_64(g, what, &operands)? {
                    return Ok(v);
                }
                if native(g, self.s, *op, args, self.wide.vf)
                    && let Some(v) = self.wide.vector_op(g, what, &operands)
                {
                    return Ok(v);
                }
                self.by_lane(g, *op, args, &operands)
            }
        }
    }

    fn load(&self, g: &mut FuncGen<'_, '_, '_>, access: usize, at: Cv, ty: Type) -> Lanes {
        let reg = self.wide.reg(g, ty);
        let bytes = self.elem_bytes(g, access);
        let size = i64::from(reg.lane_type().bytes());
        let flags = g.data();
        let advance = self.accesses[access].1;
        let regs = match advance {
            Advance::Unit if bytes == 1 => {
                // Four bytes at once, widened.
                (0..self.wide.count(size) as i32)
                    .map(|k| {
                        let w = g.b.ins().load(types::I32, flags, at, k * 4);
                        let v = g.b.ins().scalar_to_vector(types::I32X4, w);
                        let v = g.b.ins().bitcast(types::I8X16, bits(), v);
                        let v = g.b.ins().swiden_low(v);
                        g.b.ins().swiden_low(v)
                    })
                    .collect()
            }
            Advance::Unit => {
                (0..self.wide.count(size) as i32).map(|k| g.b.ins().load(reg, flags, at, k * 16)).collect()
            }
            Advance::Bytes(step) => {
                let lane = reg.lane_type();
                let per = 16 / size;
                (0..self.wide.count(size) as i64)
                    .map(|k| {
                        let mut v = None;
                        for l in 0..per {
                            let p = g.ix_add(Ix::V(at), Ix::C((k * per + l) * step));
                            let p = g.ixv(p);
                            let x = if bytes == 1 {
                                let b = g.b.ins().load(types::I8, flags, p, 0);
                                g.b.ins().sextend(lane, b)
                            } else {
                                g.b.ins().load(lane, flags, p, 0)
                            };
                            v = Some(match v {
                                None => g.b.ins().splat(reg, x),
                                Some(v) => g.b.ins().insertlane(v, x, l as u8),
                            });
                        }
                        v.expect("registers have lanes")
                    })
                    .collect()
            }
        };
        Lanes { regs, size, mask: false }
    }

    fn store(&self, g: &mut FuncGen<'_, '_, '_>, access: usize, x: &Lanes, at: Cv) {
        let bytes = self.elem_bytes(g, access);
        let flags = g.data();
        let x = if x.mask { self.wide.mask_to_int(g, x, 4) } else { x.clone() };
        match self.accesses[access].1 {
            Advance::Unit if bytes == 1 => {
                for (k, &r) in x.regs.iter().enumerate() {
                    let a = g.b.ins().snarrow(r, r);
                    let b = g.b.ins().snarrow(a, a);
                    let w = g.b.ins().bitcast(types::I32X4, bits(), b);
                    let w = g.b.ins().extractlane(w, 0);
                    g.b.ins().store(flags, w, at, k as i32 * 4);
                }
            }
            Advance::Unit => {
                for (k, &r) in x.regs.iter().enumerate() {
                    g.b.ins().store(flags, r, at, k as i32 * 16);
                }
            }
            Advance::Bytes(step) => {
                let per = 16 / x.size;
                for (k, &r) in x.regs.iter().enumerate() {
                    for l in 0..per {
                        let p = g.ix_add(Ix::V(at), Ix::C((k as i64 * per + l) * step));
                        let p = g.ixv(p);
                        let mut c = g.b.ins().extractlane(r, l as u8);
                        if bytes == 1 {
                            c = g.b.ins().ireduce(types::I8, c);
                        }
                        g.b.ins().store(flags, c, p, 0);
                    }
                }
            }
        }
    }

    /// An op without vector form: scalar code for every lane.
    fn by_lane(&self, g: &mut FuncGen<'_, '_, '_>, op: Op, args: &[NodeId], x: &[Lanes]) -> Res<Lanes> {
        let m = g.m;
        let r = m.result(op);
        let rty = m.ty(r);
        let reg = self.wide.reg(g, rty);
        let lane = reg.lane_type();
        let size = i64::from(lane.bytes());
        let mask = matches!(m.types.kind(rty), TypeKind::Bool);
        let operands = m.operands(op).to_vec();
        let mut regs: Vec<Option<Cv>> = vec![None; self.wide.count(size)];
        for l in 0..self.wide.lanes {
            let mut saved = Vec::new();
            for ((&v, &n), lanes) in operands.iter().zip(args).zip(x) {
                // What a private scalar of the body holds is another value than the load of it.
                if matches!(self.s.nodes[n], Node::Uniform(u) if u == v) {
                    continue;
                }
                let per = 16 / lanes.size;
                let mut c = g.b.ins().extractlane(lanes.regs[(l / per) as usize], (l % per) as u8);
                let ty = m.ty(v);
                if lanes.mask {
                    c = g.is_true(c);
                } else if let Some(t) = g.cx.scalar_ty(ty)
                    && t.is_int()
                    && g.b.func.dfg.value_type(c).bits() > t.bits()
                {
                    c = g.b.ins().ireduce(t, c);
                }
                saved.push((v, g.replace(v, Val::S(c))));
            }
            g.one(op)?;
            let mut c = g.s(r)?;
            for (v, old) in saved.into_iter().rev() {
                g.restore(v, old);
            }
            if mask {
                c = g.b.ins().bmask(lane, c);
            } else if lane.is_int() && g.b.func.dfg.value_type(c).bits() < lane.bits() {
                c = g.b.ins().sextend(lane, c);
            }
            let per = 16 / size;
            let slot = &mut regs[(l / per) as usize];
            *slot = Some(match *slot {
                None => g.b.ins().splat(reg, c),
                Some(v) => g.b.ins().insertlane(v, c, (l % per) as u8),
            });
        }
        Ok(Lanes { regs: regs.into_iter().map(|r| r.expect("every register has lanes")).collect(), size, mask })
    }
}
