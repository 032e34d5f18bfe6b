//! Vectors of the IR: `vec.*`, and arithmetic lane by lane.

use super::registers::{LaneOp, Wide};
use super::{BLOCK, Lanes, bits, combined};
use crate::codegen::func::FuncGen;
use crate::codegen::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value as Cv, types};
use ferrotran_ir::analysis::effects::own_writes;
use ferrotran_ir::analysis::straight::lane_size;
use ferrotran_ir::{MathFn, Op, OpKind, ReduceOp, Type, TypeKind, Value};

impl FuncGen<'_, '_, '_> {
    /// How a vector type lies in registers.
    pub(crate) fn wide(&self, op: Op, t: Type) -> Res<Wide> {
        let Some(lanes) = self.m.types.lanes(t).map(i64::from) else { return self.fail(op, "a vector is needed") };
        let vf = if lanes % 4 == 0 { 4 } else { 2 };
        match lane_size(self.m, self.m.types.lane(t)) {
            Some(4) if vf == 2 => self.fail(op, "a vector that fills no register"),
            Some(_) => Ok(Wide { vf, lanes }),
            None => self.fail(op, "a vector of values that registers do not hold"),
        }
    }

    /// The lanes of a vector.
    pub(crate) fn lanes(&mut self, v: Value) -> Res<Lanes> {
        match self.get(v)? {
            Val::Vec(lanes) => Ok(lanes),
            _ => {
                let op = self.m.def(v).unwrap_or(self.op);
                self.fail(op, "internal error: a scalar where a vector is needed")
            }
        }
    }

    /// The lanes of a vector to be handed over in so many registers.
    pub(crate) fn lanes_to_hand(&mut self, op: Op, v: Value, registers: usize) -> Res<Lanes> {
        let x = self.lanes(v)?;
        if !x.mask {
            return Ok(x);
        }
        let w = self.wide(op, self.m.ty(v))?;
        Ok(w.resize(self, &x, registers as i64 * 16 / w.lanes))
    }

    /// Bytes of the lanes in which result `k` of an op hands a mask over: those in which it mostly comes.
    pub(crate) fn handed_mask(&self, op: Op, k: usize) -> i64 {
        let m = self.m;
        let ends = m.ops[op].regions.iter().filter_map(|&r| m.regions[r].ops.last());
        let yields = ends.filter(|&&end| m.kind(end) == OpKind::Yield).filter_map(|&end| m.operands(end).get(k));
        let size = yields.filter_map(|&v| self.mask_size(v, 0)).next();
        size.unwrap_or(if m.types.lanes(m.ty(m.ops[op].results[k])).is_some_and(|n| n % 4 == 0) { 4 } else { 8 })
    }

    /// Bytes of the lanes in which a mask is computed, where that is easy to say.
    fn mask_size(&self, v: Value, depth: u32) -> Option<i64> {
        let m = self.m;
        let op = m.def(v).filter(|_| depth < 8)?;
        let of = |i: usize| self.mask_size(m.operand(op, i), depth + 1);
        match m.kind(op) {
            OpKind::And | OpKind::Or | OpKind::Xor => of(0).or_else(|| of(1)),
            OpKind::Select => of(1).or_else(|| of(2)),
            OpKind::Not => of(0),
            OpKind::Cmp | OpKind::Cast | OpKind::Math => {
                lane_size(m, m.types.lane(m.ty(m.operand(op, 0)))).filter(|&n| n > 0)
            }
            _ => None,
        }
    }

    /// An op with vectors among its operands or results.
    pub(crate) fn vector(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::VecSplat => {
                let ty = m.ty(m.result(op));
                let w = self.wide(op, ty)?;
                let c = self.s(m.operand(op, 0))?;
                let lanes = w.splat(self, c, m.types.lane(ty));
                self.set_pure(op, Val::Vec(lanes));
            }
            OpKind::VecRamp => self.ramp(op)?,
            OpKind::VecBuild => self.build(op)?,
            OpKind::VecLane => {
                let x = self.lanes(m.operand(op, 0))?;
                let lane = m.attr_int(op, "lane").unwrap_or(0);
                let c = self.one_lane(&x, lane, m.ty(m.result(op)));
                self.set_pure(op, Val::S(c));
            }
            OpKind::VecLoad => self.vec_load(op)?,
            OpKind::VecStore => self.vec_store(op)?,
            OpKind::VecAny => {
                let (x, w) = (self.lanes(m.operand(op, 0))?, self.wide(op, m.ty(m.operand(op, 0)))?);
                let c = w.any(self, &x);
                self.set_pure(op, Val::S(c));
            }
            OpKind::VecFold => self.fold_lanes(op)?,
            OpKind::Math if m.flag(op, "batch") => self.vec_block_function(op)?,
            _ => self.by_lanes(op)?,
        }
        Ok(())
    }

    /// Arithmetic on vectors.
    fn by_lanes(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let w = self.wide(op, ty)?;
        let x: Vec<Lanes> = m.operands(op).iter().map(|&v| self.lanes(v)).collect::<Res<_>>()?;
        let first = m.operand(op, 0);
        let what = LaneOp { op, from: m.types.lane(m.ty(first)), to: m.types.lane(ty) };
        if let Some(lanes) = self.counted(op, w)? {
            self.set_pure(op, Val::Vec(lanes));
            return Ok(());
        }
        let out = match w.convert_64(self, what, &x)? {
            Some(out) => Some(out),
            None => w.vector_op(self, what, &x).or_else(|| self.one_by_one(op, &x[0], x.get(1))),
        };
        match out {
            Some(lanes) => {
                self.set_pure(op, Val::Vec(lanes));
                Ok(())
            }
            None => {
                let text = format!("{} has no form for {} on this machine", m.info(op).name, m.types.text(ty));
                self.fail(op, text)
            }
        }
    }

    /// Integer ops that registers of 128 bits have no form for, lane by lane. (Loops for wider ones ask for them; they come here
    /// only where those do not fit for another reason.)
    fn one_by_one(&mut self, op: Op, x: &Lanes, y: Option<&Lanes>) -> Option<Lanes> {
        let m = self.m;
        let kind = m.kind(op);
        let abs = kind == OpKind::Math && m.choice::<MathFn>(op) == MathFn::Abs;
        let per = 16 / x.size;
        let mut regs = Vec::new();
        for (k, &r) in x.regs.iter().enumerate() {
            let mut out = r;
            for l in 0..per {
                let a = self.b.ins().extractlane(r, l as u8);
                let b = y.map(|y| self.b.ins().extractlane(y.regs[k], l as u8));
                let t = self.b.func.dfg.value_type(a);
                if !t.is_int() {
                    return None;
                }
                let c = match (kind, b) {
                    (OpKind::Popcnt, _) => self.b.ins().popcnt(a),
                    (OpKind::Clz, _) => self.b.ins().clz(a),
                    (OpKind::Ctz, _) => self.b.ins().ctz(a),
                    (OpKind::Shl | OpKind::ShrU | OpKind::ShrS, Some(n)) => self.shifted(kind, a, n),
                    _ if abs => self.b.ins().iabs(a),
                    _ => return None,
                };
                out = self.b.ins().insertlane(out, c, l as u8);
            }
            regs.push(out);
        }
        Some(Lanes { regs, size: x.size, mask: false })
    }

    /// A sum of lanes and truth values: all bits of a lane that is true make -1.
    fn counted(&mut self, op: Op, w: Wide) -> Res<Option<Lanes>> {
        let m = self.m;
        if m.kind(op) != OpKind::Add || lane_size(m, m.types.lane(m.ty(m.result(op)))).is_none_or(|n| n < 4) {
            return Ok(None);
        }
        let truth = |v: Value| {
            let c = m.def_of(v, OpKind::Cast)?;
            (m.types.lane(m.ty(m.operand(c, 0))) == Type::BOOL).then(|| m.operand(c, 0))
        };
        let (x, y) = (m.operand(op, 0), m.operand(op, 1));
        let (sum, mask) = match (truth(x), truth(y)) {
            (_, Some(mask)) => (x, mask),
            (Some(mask), None) => (y, mask),
            (None, None) => return Ok(None),
        };
        let (sum, mask) = (self.lanes(sum)?, self.lanes(mask)?);
        let mask = w.resize(self, &mask, sum.size);
        let mut out = w.map2(&sum, &mask, &mut |a, b| {
            let b = w.as_type(self, b, self.b.func.dfg.value_type(a));
            self.b.ins().isub(a, b)
        });
        out.mask = false;
        Ok(Some(out))
    }

    fn ramp(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let (w, step) = (self.wide(op, ty)?, m.attr_int(op, "step").unwrap_or(1));
        let reg = w.reg(self, m.types.lane(ty));
        let size = i64::from(reg.lane_type().bytes());
        let first = self.s(m.operand(op, 0))?;
        let base = self.b.ins().splat(reg, first);
        let per = 16 / size;
        let regs = (0..w.count(size) as i64)
            .map(|k| {
                let ramp: Vec<i64> = (0..per).map(|l| (k * per + l).wrapping_mul(step)).collect();
                let r = w.constant(self, reg, &ramp);
                self.b.ins().iadd(base, r)
            })
            .collect();
        self.set_pure(op, Val::Vec(Lanes { regs, size, mask: false }));
        Ok(())
    }

    fn build(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let w = self.wide(op, ty)?;
        let elem = m.types.lane(ty);
        let reg = w.reg(self, elem);
        let size = i64::from(reg.lane_type().bytes());
        let per = (16 / size) as usize;
        let mask = elem == Type::BOOL;
        let mut regs = Vec::new();
        for group in m.operands(op).chunks(per) {
            let mut r: Option<Cv> = None;
            for (l, &v) in group.iter().enumerate() {
                let c = self.s(v)?;
                let c = self.as_lane(c, reg.lane_type(), mask);
                r = Some(match r {
                    None => self.b.ins().splat(reg, c),
                    Some(r) => self.b.ins().insertlane(r, c, l as u8),
                });
            }
            regs.extend(r);
        }
        self.set_pure(op, Val::Vec(Lanes { regs, size, mask }));
        Ok(())
    }

    /// A scalar as the lane of a register: a truth value as all bits, small integers widened.
    fn as_lane(&mut self, c: Cv, lane: types::Type, mask: bool) -> Cv {
        let t = self.b.func.dfg.value_type(c);
        if mask {
            self.b.ins().bmask(lane, c)
        } else if t.is_int() && t.bits() < lane.bits() {
            self.b.ins().sextend(lane, c)
        } else {
            c
        }
    }

    /// A lane as a scalar of that type.
    fn one_lane(&mut self, x: &Lanes, lane: i64, ty: Type) -> Cv {
        let per = 16 / x.size;
        let c = self.b.ins().extractlane(x.regs[(lane / per) as usize], (lane % per) as u8);
        let have = self.b.func.dfg.value_type(c);
        match self.cx.scalar_ty(ty) {
            _ if x.mask => self.is_true(c),
            Some(t) if t.is_int() && have.bits() > t.bits() => self.b.ins().ireduce(t, c),
            _ => c,
        }
    }

    /// Address of the first element of an access, the bytes of an element, and those from one to the next where they do
    /// not lie side by side.
    fn elements(&mut self, op: Op, at: usize) -> Res<(Cv, i64, Option<i64>)> {
        let m = self.m;
        let elem = m.types.elem(m.ty(m.operand(op, at)));
        let Some(size) = self.cx.size_of(elem) else { return self.fail(op, "elements of unknown size") };
        let stride = m.attr_int(op, "stride");
        let (base, index) = (self.s(m.operand(op, at))?, self.ix(m.operand(op, at + 1))?);
        let off = self.ix_mul(index, Ix::C(stride.unwrap_or(size)));
        let first = self.ix_add(Ix::V(base), off);
        Ok((self.ixv(first), size, stride.filter(|&n| n != size)))
    }

    fn vec_load(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let w = self.wide(op, ty)?;
        let reg = w.reg(self, m.types.lane(ty));
        let size = i64::from(reg.lane_type().bytes());
        let (at, bytes, stride) = self.elements(op, 0)?;
        let flags = self.data();
        let per = 16 / size;
        let count = w.count(size) as i64;
        // The lanes with an element, and what others read instead.
        let mask = match m.opt(op, "mask") {
            Some(v) => Some((self.mask_bits(op, v)?, self.zero_room())),
            None => None,
        };
        let regs = match bytes {
            _ if mask.is_some() || stride.is_some() => {
                let mut regs = Vec::new();
                for k in 0..count {
                    let mut r: Option<Cv> = None;
                    for l in 0..per {
                        let n = k * per + l;
                        let p = self.ix_add(Ix::V(at), Ix::C(n * stride.unwrap_or(bytes)));
                        let mut p = self.ixv(p);
                        if let Some((set, zero)) = &mask {
                            p = self.b.ins().select(set[n as usize], p, *zero);
                        }
                        let t = int_of(bytes).unwrap_or(reg.lane_type());
                        let c = self.b.ins().load(t, flags, p, 0);
                        let c = self.as_lane(c, reg.lane_type(), false);
                        r = Some(match r {
                            None => self.b.ins().splat(reg, c),
                            Some(r) => self.b.ins().insertlane(r, c, l as u8),
                        });
                    }
                    regs.extend(r);
                }
                regs
            }
            1 | 2 if bytes * w.lanes % 16 == 0 => {
                // Sixteen bytes at once, widened.
                let mut regs = Vec::new();
                for k in 0..(bytes * w.lanes / 16) as i32 {
                    let t = if bytes == 1 { types::I8X16 } else { types::I16X8 };
                    let v = self.b.ins().load(t, flags, at, k * 16);
                    let mut parts = vec![self.b.ins().swiden_low(v), self.b.ins().swiden_high(v)];
                    if bytes == 1 {
                        let halves = std::mem::take(&mut parts);
                        for h in halves {
                            parts.extend([self.b.ins().swiden_low(h), self.b.ins().swiden_high(h)]);
                        }
                    }
                    regs.extend(parts);
                }
                regs
            }
            2 => (0..count)
                .map(|k| {
                    let word = self.b.ins().load(types::I64, flags, at, k as i32 * 8);
                    let v = self.b.ins().scalar_to_vector(types::I64X2, word);
                    let v = self.b.ins().bitcast(types::I16X8, bits(), v);
                    self.b.ins().swiden_low(v)
                })
                .collect(),
            1 if count % 2 == 0 => {
                // Eight bytes at once.
                let mut regs = Vec::new();
                for k in 0..count as i32 / 2 {
                    let word = self.b.ins().load(types::I64, flags, at, k * 8);
                    let v = self.b.ins().scalar_to_vector(types::I64X2, word);
                    let v = self.b.ins().bitcast(types::I8X16, bits(), v);
                    let v = self.b.ins().swiden_low(v);
                    regs.extend([self.b.ins().swiden_low(v), self.b.ins().swiden_high(v)]);
                }
                regs
            }
            1 => (0..count)
                .map(|k| {
                    // Four bytes at once, widened.
                    let word = self.b.ins().load(types::I32, flags, at, k as i32 * 4);
                    let v = self.b.ins().scalar_to_vector(types::I32X4, word);
                    let v = self.b.ins().bitcast(types::I8X16, bits(), v);
                    let v = self.b.ins().swiden_low(v);
                    self.b.ins().swiden_low(v)
                })
                .collect(),
            _ => (0..count).map(|k| self.b.ins().load(reg, flags, at, k as i32 * 16)).collect(),
        };
        self.set_here(op, Val::Vec(Lanes { regs, size, mask: false }));
        Ok(())
    }

    /// Whether each lane of a mask is set.
    fn mask_bits(&mut self, op: Op, v: Value) -> Res<Vec<Cv>> {
        let (x, w) = (self.lanes(v)?, self.wide(op, self.m.ty(v))?);
        let per = 16 / x.size;
        Ok((0..w.lanes)
            .map(|l| {
                let int = if x.size == 4 { types::I32X4 } else { types::I64X2 };
                let r = w.as_type(self, x.regs[(l / per) as usize], int);
                self.b.ins().extractlane(r, (l % per) as u8)
            })
            .collect())
    }

    /// The address of eight bytes that are zero.
    fn zero_room(&mut self) -> Cv {
        let slot = match self.zero_slot {
            Some(slot) => slot,
            None => self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3)),
        };
        self.zero_slot = Some(slot);
        let (at, zero) = (self.b.ins().stack_addr(types::I64, slot, 0), self.b.ins().iconst(types::I64, 0));
        self.b.ins().store(MemFlagsData::trusted(), zero, at, 0);
        at
    }

    fn vec_store(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let x = self.lanes(m.operand(op, 0))?;
        let place = self.elements(op, 1)?;
        let Some(mask) = m.opt(op, "mask") else {
            self.store_lanes(&x, place);
            return Ok(());
        };
        let (w, mask) = (self.wide(op, m.ty(m.operand(op, 0)))?, self.lanes(mask)?);
        let mask = w.resize(self, &mask, x.size);
        let mut all = mask.regs[0];
        for &r in &mask.regs[1..] {
            all = self.b.ins().band(all, r);
        }
        let all = self.b.ins().vall_true(all);
        let (whole, some, done) = (self.block(), self.block(), self.block());
        self.brif(all, whole, some);
        self.b.seal_block(whole);
        self.b.seal_block(some);
        self.start(whole);
        self.store_lanes(&x, place);
        self.jump(done);
        self.start(some);
        self.store_some(&x, &mask, place);
        self.jump(done);
        self.b.seal_block(done);
        self.start(done);
        Ok(())
    }

    /// Stores all lanes to what [`Self::elements`] gives.
    fn store_lanes(&mut self, x: &Lanes, (at, bytes, stride): (Cv, i64, Option<i64>)) {
        let flags = self.data();
        if stride.is_none() && x.size == 4 && matches!(bytes, 1 | 2) && bytes * x.regs.len() as i64 % 4 == 0 {
            // They are in the range of their type, so that nothing is cut off.
            let mut parts = x.regs.clone();
            for _ in 0..if bytes == 1 { 2 } else { 1 } {
                parts = parts.chunks_exact(2).map(|p| self.b.ins().snarrow(p[0], p[1])).collect();
            }
            for (k, &r) in parts.iter().enumerate() {
                self.b.ins().store(flags, r, at, k as i32 * 16);
            }
            return;
        }
        for (k, &r) in x.regs.iter().enumerate() {
            match stride {
                None if bytes == 1 => {
                    let a = self.b.ins().snarrow(r, r);
                    let b = self.b.ins().snarrow(a, a);
                    let word = self.b.ins().bitcast(types::I32X4, bits(), b);
                    let word = self.b.ins().extractlane(word, 0);
                    self.b.ins().store(flags, word, at, k as i32 * 4);
                }
                None if bytes == 2 => {
                    let a = self.b.ins().snarrow(r, r);
                    let word = self.b.ins().bitcast(types::I64X2, bits(), a);
                    let word = self.b.ins().extractlane(word, 0);
                    self.b.ins().store(flags, word, at, k as i32 * 8);
                }
                None => {
                    self.b.ins().store(flags, r, at, k as i32 * 16);
                }
                Some(step) => {
                    let per = 16 / x.size;
                    for l in 0..per {
                        let p = self.ix_add(Ix::V(at), Ix::C((k as i64 * per + l) * step));
                        let p = self.ixv(p);
                        self.store_lane(r, l, (p, 0), bytes);
                    }
                }
            }
        }
    }

    /// Stores the lanes whose mask is set. The others go to a place in the frame, which costs less than branches: their
    /// elements may be another thread's.
    fn store_some(&mut self, x: &Lanes, mask: &Lanes, (at, bytes, stride): (Cv, i64, Option<i64>)) {
        let per = 16 / x.size;
        let size = if stride.is_none() { per * x.regs.len() as i64 * bytes } else { 8 };
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size as u32, 3));
        let away = self.b.ins().stack_addr(types::I64, slot, 0);
        for (k, (&r, &m)) in x.regs.iter().zip(&mask.regs).enumerate() {
            let int = if x.size == 4 { types::I32X4 } else { types::I64X2 };
            let m = if self.b.func.dfg.value_type(m) == int { m } else { self.b.ins().bitcast(int, bits(), m) };
            let set = self.b.ins().vhigh_bits(types::I32, m);
            for l in 0..per {
                let n = k as i64 * per + l;
                let set = self.b.ins().band_imm_u(set, 1 << l);
                let (place, offset) = match stride {
                    None => (at, n * bytes),
                    Some(step) => {
                        let p = self.ix_add(Ix::V(at), Ix::C(n * step));
                        (self.ixv(p), 0)
                    }
                };
                let place = self.b.ins().select(set, place, away);
                self.store_lane(r, l, (place, offset as i32), bytes);
            }
        }
    }

    /// Stores one lane of a register `offset` bytes from `at`.
    fn store_lane(&mut self, r: Cv, lane: i64, (at, offset): (Cv, i32), bytes: i64) {
        let mut c = self.b.ins().extractlane(r, lane as u8);
        if let Some(t) = int_of(bytes) {
            c = self.b.ins().ireduce(t, c);
        }
        let flags = self.data();
        self.b.ins().store(flags, c, at, offset);
    }

    /// All lanes and a scalar: registers first, then the lanes of the one that is left.
    fn fold_lanes(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let kind: ReduceOp = m.choice(op);
        let x = self.lanes(m.operand(op, 1))?;
        let ty = m.ty(m.result(op));
        let mut parts = x.regs.clone();
        while parts.len() > 1 {
            let rest = parts.split_off(parts.len().div_ceil(2));
            for (a, b) in parts.iter_mut().zip(rest) {
                // The first of equal extremes stays.
                *a = combined(self, kind, b, *a);
            }
        }
        let last = Lanes { regs: parts, ..x };
        let mut sum = self.s(m.operand(op, 0))?;
        for l in 0..16 / last.size {
            let c = self.one_lane(&last, l, ty);
            sum = combined(self, kind, c, sum);
        }
        self.set_pure(op, Val::S(sum));
        Ok(())
    }

    /// A function that the runtime computes in blocks: arguments and results go through memory. An argument that was just
    /// loaded from consecutive elements stays where it is.
    fn vec_block_function(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let w = self.wide(op, ty)?;
        let reg = w.reg(self, m.types.lane(ty));
        let size = i64::from(reg.lane_type().bytes());
        let bytes = w.lanes * size;
        let blocks = (bytes + BLOCK - 1) / BLOCK;
        let flags = MemFlagsData::trusted();
        let result = self.block_buffer(blocks);
        let mut pointers = vec![result];
        for &v in m.operands(op) {
            if bytes % BLOCK == 0
                && let Some(load) = self.still_in_memory(op, v)
            {
                pointers.push(self.elements(load, 0)?.0);
                continue;
            }
            let x = self.lanes(v)?;
            let buffer = self.block_buffer(blocks);
            // The rest of the last block is computed for nothing, but with numbers.
            for k in 0..(blocks * BLOCK / 16) as usize {
                let r = x.regs.get(k).unwrap_or(&x.regs[0]);
                self.b.ins().store(flags, *r, buffer, (k * 16) as i32);
            }
            pointers.push(buffer);
        }
        let function: MathFn = m.choice(op);
        let count = self.b.ins().iconst(types::I64, blocks);
        pointers.push(count);
        let f = self.function(op, &["frt_block_", function.name(), if size == 4 { "_f32" } else { "_f64" }])?;
        self.rt(op, f, &pointers)?;
        let regs = (0..w.count(size)).map(|k| self.b.ins().load(reg, flags, result, (k * 16) as i32)).collect();
        self.set_here(op, Val::Vec(Lanes { regs, size, mask: false }));
        Ok(())
    }

    fn block_buffer(&mut self, blocks: i64) -> Cv {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, (blocks * BLOCK) as u32, 5);
        let slot = self.b.create_sized_stack_slot(data);
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// The load of consecutive elements that gave a vector, if nothing was written since.
    fn still_in_memory(&self, op: Op, v: Value) -> Option<Op> {
        let m = self.m;
        let load = m.def_of(v, OpKind::VecLoad).filter(|&l| m.attr(l, "stride").is_none())?;
        let ((home, from), (here, to)) = (m.position(load), m.position(op));
        let quiet = |&o: &Op| m.ops[o].regions.is_empty() && own_writes(m, o).is_empty();
        (home == here && m.regions[home].ops[from..to].iter().all(quiet)).then_some(load)
    }
}

/// The type of integers of one or two bytes.
fn int_of(bytes: i64) -> Option<types::Type> {
    match bytes {
        1 => Some(types::I8),
        2 => Some(types::I16),
        _ => None,
    }
}

/// True for ops that have vectors among their operands or results.
pub(crate) fn has_vectors(m: &ferrotran_ir::Module, op: Op) -> bool {
    let is = |&v: &Value| matches!(m.tk(v), TypeKind::Vec { .. });
    m.ops[op].results.iter().any(is) || m.operands(op).iter().any(is)
}
