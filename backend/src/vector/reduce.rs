//! loop.reduce.
//!
//! The order of floating-point sums and products is fixed for a shape. Where the first dimension is shorter
//! than [`SERIAL`] it is that of a serial loop. Else, with L lanes (128 bytes), the
//! elements of each run along the first dimension that fill whole blocks of L go to lane `i mod L`;
//! those after the last whole block go, in order, to one more partial result. At the end the lanes are
//! combined pairwise (lane k with k + L/2, and so on) and the extra partial result last. Vector and
//! scalar code share this order.

use super::emit128::{Emit, Lanes};
use super::{Hooks, reduce_nest};
use crate::codegen::func::FuncGen;
use crate::codegen::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{
    BlockArg, InstBuilder, MemFlagsData, Type as Ct, Value as Cv,
    condcodes::{FloatCC, IntCC},
    types,
};
use cranelift_frontend::Variable;
use ferrotran_abi::reduction::Sort;
use ferrotran_ir::analysis::straight::Straight;
use ferrotran_ir::{
    ChoiceAttr, LoopReduceKind, Op, OpKind, Pred, ReduceKind, ReduceOp, Search, Type, TypeKind, Value, reduction,
};
use ferrotran_xreal::Num;

/// Bytes of lanes per accumulator.
pub(crate) const LANE_BYTES: i64 = 128;

/// Runs shorter than this are summed as a serial loop does it, so that results of common sizes are those
/// that other compilers give. The price is bounded, and they pay it too.
const SERIAL: i64 = 1024;

/// Lanes for elements of a type.
pub(crate) fn lanes(size: i64) -> i64 {
    LANE_BYTES / size.max(1)
}

pub(crate) fn reduce(g: &mut FuncGen<'_, '_, '_>, op: Op) -> Res<()> {
    let m = g.m;
    let r = m.region(op, 0);
    let yields = m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield);
    let Some(&value) = yields.and_then(|&o| m.operands(o).first()) else {
        return g.fail(op, "the body of loop.reduce yields no value");
    };
    let ty = m.ty(value);
    let kind = match m.choice(op) {
        LoopReduceKind::Reduce(kind) => kind,
        LoopReduceKind::Search(search) => return locate(g, op, search, ty),
    };
    let (ReduceKind::Op(what), Some(sort)) = (kind, reduction::sort(m.types.kind(ty))) else {
        return simple(g, op, kind, ty);
    };
    if let Some(bits) = g.extended(ty)
        && matches!(sort, Sort::Real | Sort::Complex)
    {
        return extended(g, op, what, ty, bits);
    }
    if !what.is_exact(sort) {
        // Their order is fixed.
        lane_sum(g, op, what, ty)
    } else if sort == Sort::Real {
        float_extreme(g, op, what, ty)
    } else {
        simple(g, op, kind, ty)
    }
}

/// Value and mask that the body yields, as code.
fn yielded(g: &mut FuncGen<'_, '_, '_>, op: Op, y: &[Value]) -> Res<(Val, Option<Cv>)> {
    let Some(&v) = y.first() else { return g.fail(op, "the body of loop.reduce yields no value") };
    let val = g.get(v)?;
    let mask = match y.get(1) {
        Some(&k) => Some(g.s(k)?),
        None => None,
    };
    Ok((val, mask))
}

fn masked(g: &mut FuncGen<'_, '_, '_>, mask: Option<Cv>, yes: Cv, no: Cv) -> Cv {
    match mask {
        Some(c) => g.select_scalar(c, yes, no),
        None => yes,
    }
}

/// Two values combined, or two vectors lane by lane. Truth values are 0 and 1, in lanes 0 and -1. The extremes of floats
/// are found elsewhere.
pub(crate) fn combined(g: &mut FuncGen<'_, '_, '_>, what: ReduceOp, a: Cv, b: Cv) -> Cv {
    let t = g.b.func.dfg.value_type(a);
    let float = t.lane_type().is_float();
    match what {
        ReduceOp::Sum if float => g.b.ins().fadd(a, b),
        ReduceOp::Sum => g.b.ins().iadd(a, b),
        ReduceOp::Product if float => g.b.ins().fmul(a, b),
        ReduceOp::Product => g.b.ins().imul(a, b),
        ReduceOp::Min | ReduceOp::Max if matches!(t, types::I64X2 | types::I128) => {
            // The machine compares these, but has no such instruction.
            let cc = if what == ReduceOp::Min { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
            let better = g.b.ins().icmp(cc, b, a);
            if t.is_vector() { g.b.ins().bitselect(better, b, a) } else { g.select_scalar(better, b, a) }
        }
        ReduceOp::Min => g.b.ins().smin(a, b),
        ReduceOp::Max => g.b.ins().smax(a, b),
        ReduceOp::Iall | ReduceOp::All => g.b.ins().band(a, b),
        ReduceOp::Iany | ReduceOp::Any => g.b.ins().bor(a, b),
        ReduceOp::Iparity | ReduceOp::Parity => g.b.ins().bxor(a, b),
        ReduceOp::Eqv => {
            let differ = g.b.ins().bxor(a, b);
            if t.is_vector() { g.b.ins().bnot(differ) } else { g.b.ins().bxor_imm_s(differ, 1) }
        }
    }
}

/// Reductions whose order does not matter: one accumulator.
fn simple(g: &mut FuncGen<'_, '_, '_>, op: Op, kind: ReduceKind, ty: Type) -> Res<()> {
    let m = g.m;
    let rty = m.ty(m.result(op));
    let counts = kind == ReduceKind::Count;
    let Some(t) = g.cx.scalar_ty(if counts { rty } else { ty }) else {
        return g.fail(op, format!("{} of values of type {}", kind.word(), m.types.text(ty)));
    };
    if !t.is_int() {
        return g.fail(op, format!("{} of floating-point values", kind.word()));
    }
    let identity = match kind {
        ReduceKind::Op(what) => what.identity().signed(t.bits()),
        ReduceKind::Count => 0,
    };
    let acc = g.b.declare_var(t);
    let init = match i64::try_from(identity) {
        Ok(n) => g.int_const(t, n),
        Err(_) => g.wide_const(&identity.to_le_bytes()),
    };
    g.b.def_var(acc, init);
    let extents = g.loop_extents(op)?;
    let r = m.region(op, 0);
    let mut scalar = |g: &mut FuncGen<'_, '_, '_>, y: &[Value]| -> Res<()> {
        let (val, mask) = yielded(g, op, y)?;
        let Val::S(x) = val else { return g.fail(op, "a scalar is needed") };
        let old = g.b.use_var(acc);
        let new = match kind {
            ReduceKind::Count => {
                let one = if t.bits() > 8 { g.b.ins().uextend(t, x) } else { x };
                g.b.ins().iadd(old, one)
            }
            ReduceKind::Op(what) => combined(g, what, old, x),
        };
        let new = masked(g, mask, new, old);
        g.b.def_var(acc, new);
        Ok(())
    };
    let is_mask = matches!(m.types.kind(ty), TypeKind::Bool);
    let wide = is_mask || matches!(t, types::I32 | types::I64);
    let identity = identity as i64;
    let mut h = Accumulate { acc, kind, ty, identity, accs: Vec::new(), size: 0, scalar: &mut scalar };
    let fits = |_: &FuncGen<'_, '_, '_>, _: &Straight, _: i64| wide && (is_mask || !counts);
    if !reduce_nest(g, op, 16, &fits, &mut h)? {
        g.nest(op, &extents, r, &mut |g, (y, _)| scalar(g, y))?;
    }
    let out = g.b.use_var(acc);
    let have = g.b.func.dfg.value_type(out);
    let want = g.cx.scalar_ty(rty).unwrap_or(have);
    let out = if have == want { out } else { g.int_to_int(out, want) };
    g.set_here(op, Val::S(out));
    Ok(())
}

/// Integer and logical reductions: accumulators of a row, folded into the scalar one after it.
struct Accumulate<'a> {
    acc: Variable,
    kind: ReduceKind,
    ty: Type,
    identity: i64,
    accs: Vec<Variable>,
    /// Bytes of a lane of the accumulators (0 until the first step).
    size: i64,
    scalar: &'a mut dyn FnMut(&mut FuncGen<'_, '_, '_>, &[Value]) -> Res<()>,
}

impl Accumulate<'_> {
    fn combine(&self, g: &mut FuncGen<'_, '_, '_>, a: Cv, x: Cv) -> Cv {
        match self.kind {
            ReduceKind::Op(what) => combined(g, what, a, x),
            // A set lane is -1.
            ReduceKind::Count => g.b.ins().isub(a, x),
        }
    }

    /// What every lane begins with: all bits of a lane that is true are set.
    fn lane_identity(&self) -> i64 {
        match self.kind {
            ReduceKind::Op(what) if what.is_logical() => -self.identity,
            ReduceKind::Op(_) | ReduceKind::Count => self.identity,
        }
    }
}

impl Hooks for Accumulate<'_> {
    fn before(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>) -> Res<()> {
        let reg = e.wide.reg(g, self.ty);
        self.size = i64::from(reg.lane_type().bytes());
        self.accs.clear();
        // Sixteen lanes, whatever their width.
        for _ in 0..self.size {
            let v = g.b.declare_var(reg);
            let lanes = 16 / self.size as usize;
            let x = e.wide.constant(g, reg, &vec![self.lane_identity(); lanes]);
            g.b.def_var(v, x);
            self.accs.push(v);
        }
        Ok(())
    }
    fn step(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>, y: Vec<Lanes>) -> Res<()> {
        let mut x = e.wide.resize(g, &y[0], self.size);
        if let Some(mask) = y.get(1) {
            let mask = e.wide.resize(g, mask, self.size);
            let a = g.b.use_var(self.accs[0]);
            let reg = g.b.func.dfg.value_type(a);
            let id = e.wide.constant(g, reg, &vec![self.lane_identity(); 16 / self.size as usize]);
            for (r, &m) in x.regs.iter_mut().zip(&mask.regs) {
                let v = e.wide.as_type(g, *r, reg);
                let m = e.wide.as_type(g, m, reg);
                *r = g.b.ins().bitselect(m, v, id);
            }
        }
        for (k, &r) in x.regs.iter().enumerate() {
            let old = g.b.use_var(self.accs[k]);
            let t = g.b.func.dfg.value_type(old);
            let r = e.wide.as_type(g, r, t);
            let new = self.combine(g, old, r);
            g.b.def_var(self.accs[k], new);
        }
        Ok(())
    }
    fn after(&mut self, g: &mut FuncGen<'_, '_, '_>, _: &Emit<'_>) -> Res<()> {
        let regs: Vec<Cv> = self.accs.clone().into_iter().map(|v| g.b.use_var(v)).collect();
        let mut all = regs[0];
        for &r in &regs[1..] {
            all = if self.kind == ReduceKind::Count { g.b.ins().iadd(all, r) } else { self.combine(g, all, r) };
        }
        let mut acc = g.b.use_var(self.acc);
        let t = g.b.func.dfg.value_type(acc);
        for l in 0..16 / self.size {
            let x = g.b.ins().extractlane(all, l as u8);
            let x = match self.kind {
                ReduceKind::Op(what) if what.is_logical() => g.is_true(x),
                ReduceKind::Op(_) | ReduceKind::Count => g.int_to_int(x, t),
            };
            acc = if self.kind == ReduceKind::Count { g.b.ins().iadd(acc, x) } else { self.combine(g, acc, x) };
        }
        g.b.def_var(self.acc, acc);
        Ok(())
    }
    fn scalar(&mut self, g: &mut FuncGen<'_, '_, '_>, y: &[Value], _: Cv) -> Res<()> {
        (self.scalar)(g, y)
    }
}

/// MINVAL, MAXVAL of floats: NaNs lose against numbers; nothing gives the largest number of that sign.
fn float_extreme(g: &mut FuncGen<'_, '_, '_>, op: Op, what: ReduceOp, ty: Type) -> Res<()> {
    let m = g.m;
    let bits = if ty == Type::F32 { 32 } else { 64 };
    let t = if bits == 32 { types::F32 } else { types::F64 };
    let (acc, found) = (g.b.declare_var(t), g.b.declare_var(types::I8));
    let nan = g.float(f64::NAN, bits);
    g.b.def_var(acc, nan);
    let no = g.b.ins().iconst(types::I8, 0);
    g.b.def_var(found, no);
    let cc = if what == ReduceOp::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
    let extents = g.loop_extents(op)?;
    let r = m.region(op, 0);
    let mut scalar = |g: &mut FuncGen<'_, '_, '_>, y: &[Value]| -> Res<()> {
        let (val, mask) = yielded(g, op, y)?;
        let Val::S(x) = val else { return g.fail(op, "a scalar is needed") };
        let old = g.b.use_var(acc);
        let new = extreme_step(g, cc, old, x);
        let new = masked(g, mask, new, old);
        g.b.def_var(acc, new);
        let was = g.b.use_var(found);
        let one = match mask {
            Some(c) => c,
            None => g.b.ins().iconst(types::I8, 1),
        };
        let now = g.b.ins().bor(was, one);
        g.b.def_var(found, now);
        Ok(())
    };
    let mut h = Extreme { acc, found, cc, ty, accs: Vec::new(), full: None, scalar: &mut scalar };
    if !reduce_nest(g, op, lanes(i64::from(bits) / 8), &|_, _, _| true, &mut h)? {
        g.nest(op, &extents, r, &mut |g, (y, _)| scalar(g, y))?;
    }
    let Some(end) = reduction::real(what.identity(), bits) else { return g.fail(op, "a reduction of bits of reals") };
    let none = g.float(end.to_f64(), bits);
    let (a, f) = (g.b.use_var(acc), g.b.use_var(found));
    let out = g.b.ins().select(f, a, none);
    g.set_here(op, Val::S(out));
    Ok(())
}

/// Extremes of a row: eight registers, folded into the scalar accumulator after it.
struct Extreme<'a> {
    acc: Variable,
    found: Variable,
    cc: FloatCC,
    ty: Type,
    accs: Vec<Variable>,
    /// Whether the vector loop ran at all.
    full: Option<Variable>,
    scalar: &'a mut dyn FnMut(&mut FuncGen<'_, '_, '_>, &[Value]) -> Res<()>,
}

impl Hooks for Extreme<'_> {
    fn before(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>) -> Res<()> {
        let bits = if self.ty == Type::F32 { 32 } else { 64 };
        let reg = e.wide.reg(g, self.ty);
        let (nan, zero) = (g.float(f64::NAN, bits), g.b.ins().iconst(types::I8, 0));
        let nan = g.b.ins().splat(reg, nan);
        self.accs.clear();
        for _ in 0..LANE_BYTES / 16 {
            let v = g.b.declare_var(reg);
            g.b.def_var(v, nan);
            self.accs.push(v);
        }
        let full = g.b.declare_var(types::I8);
        g.b.def_var(full, zero);
        self.full = Some(full);
        Ok(())
    }
    fn step(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>, y: Vec<Lanes>) -> Res<()> {
        let mut seen: Option<Cv> = None;
        let x = &y[0];
        let mask = y.get(1).map(|m| e.wide.resize(g, m, x.size));
        for (k, &r) in x.regs.iter().enumerate() {
            let old = g.b.use_var(self.accs[k]);
            let t = g.b.func.dfg.value_type(old);
            let better = g.b.ins().fcmp(self.cc, r, old);
            let nan = g.b.ins().fcmp(FloatCC::Unordered, old, old);
            let mut take = g.b.ins().bor(better, nan);
            if let Some(m) = &mask {
                take = g.b.ins().band(take, m.regs[k]);
                seen = Some(match seen {
                    Some(s) => g.b.ins().bor(s, m.regs[k]),
                    None => m.regs[k],
                });
            }
            let take = e.wide.as_type(g, take, t);
            let new = g.b.ins().bitselect(take, r, old);
            g.b.def_var(self.accs[k], new);
        }
        let now = match seen {
            Some(s) => g.b.ins().vany_true(s),
            None => g.b.ins().iconst(types::I8, 1),
        };
        if let Some(full) = self.full {
            let was = g.b.use_var(full);
            let now = g.b.ins().bor(was, now);
            g.b.def_var(full, now);
        }
        Ok(())
    }
    fn after(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>) -> Res<()> {
        let per = if self.ty == Type::F32 { 4 } else { 2 };
        let mut acc = g.b.use_var(self.acc);
        let regs: Vec<Cv> = self.accs.clone().into_iter().map(|v| g.b.use_var(v)).collect();
        let mut all = regs[0];
        for &r in &regs[1..] {
            let t = g.b.func.dfg.value_type(all);
            let better = g.b.ins().fcmp(self.cc, r, all);
            let nan = g.b.ins().fcmp(FloatCC::Unordered, all, all);
            let take = g.b.ins().bor(better, nan);
            let take = e.wide.as_type(g, take, t);
            all = g.b.ins().bitselect(take, r, all);
        }
        for l in 0..per {
            let x = g.b.ins().extractlane(all, l);
            acc = extreme_step(g, self.cc, acc, x);
        }
        g.b.def_var(self.acc, acc);
        if let Some(full) = self.full {
            let (was, now) = (g.b.use_var(self.found), g.b.use_var(full));
            let f = g.b.ins().bor(was, now);
            g.b.def_var(self.found, f);
        }
        Ok(())
    }
    fn scalar(&mut self, g: &mut FuncGen<'_, '_, '_>, y: &[Value], _: Cv) -> Res<()> {
        (self.scalar)(g, y)
    }
}

/// The better of the accumulator and an element; numbers beat NaNs.
pub(crate) fn extreme_step(g: &mut FuncGen<'_, '_, '_>, cc: FloatCC, old: Cv, x: Cv) -> Cv {
    let better = g.b.ins().fcmp(cc, x, old);
    let nan = g.b.ins().fcmp(FloatCC::Unordered, old, old);
    let take = g.b.ins().bor(better, nan);
    g.b.ins().select(take, x, old)
}

/// Positions of extremes and of true elements.
fn locate(g: &mut FuncGen<'_, '_, '_>, op: Op, search: Search, ty: Type) -> Res<()> {
    let m = g.m;
    let Some(t) = g.cx.scalar_ty(ty) else {
        return g.fail(op, format!("{} of values of type {}", search.name(), m.types.text(ty)));
    };
    let (best, pos, at) = (g.b.declare_var(t), g.b.declare_var(types::I64), g.b.declare_var(types::I64));
    let zero = g.b.ins().iconst(types::I64, 0);
    let minus = g.b.ins().iconst(types::I64, -1);
    g.b.def_var(pos, minus);
    g.b.def_var(at, zero);
    let init = zero_of(g, t);
    g.b.def_var(best, init);
    let extents = g.loop_extents(op)?;
    let r = m.region(op, 0);
    g.nest(op, &extents, r, &mut |g, (y, _)| {
        let (val, mask) = yielded(g, op, y)?;
        let Val::S(x) = val else { return g.fail(op, "a scalar is needed") };
        let (b, p, i) = (g.b.use_var(best), g.b.use_var(pos), g.b.use_var(at));
        let none = g.b.ins().icmp_imm_s(IntCC::SignedLessThan, p, 0);
        let mut take = match search {
            Search::FindFirst => g.b.ins().band(x, none),
            Search::FindLast => x,
            Search::MaxLoc | Search::MinLoc => {
                let greatest = search == Search::MaxLoc;
                let better = if let Some(bits) = g.extended(ty) {
                    let pred = if greatest { Pred::Gt } else { Pred::Lt };
                    let c = g.extended_compare(op, pred, &Val::S(x), &Val::S(b), bits)?;
                    let old = g.extended_compare(op, Pred::Eq, &Val::S(b), &Val::S(b), bits)?;
                    let new = g.extended_compare(op, Pred::Eq, &Val::S(x), &Val::S(x), bits)?;
                    let first = g.b.ins().band_not(new, old);
                    g.b.ins().bor(c, first)
                } else if t.is_float() {
                    let cc = if greatest { FloatCC::GreaterThan } else { FloatCC::LessThan };
                    let c = g.b.ins().fcmp(cc, x, b);
                    let old_nan = g.b.ins().fcmp(FloatCC::Unordered, b, b);
                    let new_num = g.b.ins().fcmp(FloatCC::Ordered, x, x);
                    let first = g.b.ins().band(old_nan, new_num);
                    g.b.ins().bor(c, first)
                } else {
                    let cc = if greatest { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
                    g.b.ins().icmp(cc, x, b)
                };
                g.b.ins().bor(better, none)
            }
        };
        if let Some(k) = mask {
            take = g.b.ins().band(take, k);
        }
        let nb = g.select_scalar(take, x, b);
        g.b.def_var(best, nb);
        let np = g.b.ins().select(take, i, p);
        g.b.def_var(pos, np);
        let ni = g.b.ins().iadd_imm_s(i, 1);
        g.b.def_var(at, ni);
        Ok(())
    })?;
    let out = g.b.use_var(pos);
    g.set_here(op, Val::S(out));
    Ok(())
}

/// Sums, products and extremes of kinds 10 and 16, in the order of a serial loop.
fn extended(g: &mut FuncGen<'_, '_, '_>, op: Op, what: ReduceOp, ty: Type, bits: u8) -> Res<()> {
    let m = g.m;
    let complex = matches!(m.types.kind(ty), TypeKind::Complex(_));
    let Some(end) = reduction::real(what.identity(), bits) else { return g.fail(op, "a reduction of bits of reals") };
    let extreme = matches!(what, ReduceOp::Max | ReduceOp::Min);
    // Numbers win against NaNs.
    let first = if extreme { Num::NAN } else { end };
    let vars = [g.b.declare_var(types::I128), g.b.declare_var(types::I128)];
    let found = g.b.declare_var(types::I8);
    let init = g.extended_const(first, bits);
    g.b.def_var(vars[0], init);
    let zero = g.extended_const(Num::ZERO, bits);
    g.b.def_var(vars[1], zero);
    let no = g.b.ins().iconst(types::I8, 0);
    g.b.def_var(found, no);
    let extents = g.loop_extents(op)?;
    let r = m.region(op, 0);
    let now = |g: &mut FuncGen<'_, '_, '_>| {
        let re = g.b.use_var(vars[0]);
        if complex { Val::C(re, g.b.use_var(vars[1])) } else { Val::S(re) }
    };
    g.nest(op, &extents, r, &mut |g, (y, _)| {
        let (val, mask) = yielded(g, op, y)?;
        let old = now(g);
        let mut new = g.extended_binary(op, reduction::op(what), &old, &val, bits)?;
        let mut yes = g.b.ins().iconst(types::I8, 1);
        if let Some(c) = mask {
            new = g.select(op, c, &new, &old)?;
            yes = c;
        }
        match new {
            Val::C(re, im) => {
                g.b.def_var(vars[0], re);
                g.b.def_var(vars[1], im);
            }
            Val::S(x) => g.b.def_var(vars[0], x),
            _ => {}
        }
        let was = g.b.use_var(found);
        let any = g.b.ins().bor(was, yes);
        g.b.def_var(found, any);
        Ok(())
    })?;
    let mut out = now(g);
    if extreme {
        // Of nothing the end of the range.
        let end = g.extended_const(end, bits);
        let f = g.b.use_var(found);
        out = g.select(op, f, &out, &Val::S(end))?;
    }
    g.set_here(op, out);
    Ok(())
}

fn zero_of(g: &mut FuncGen<'_, '_, '_>, t: Ct) -> Cv {
    if t == types::F32 {
        g.float(0.0, 32)
    } else if t == types::F64 {
        g.float(0.0, 64)
    } else {
        g.int_const(t, 0)
    }
}

/// Where the partial results of a sum or product are.
struct Partials {
    /// Address of `lanes` partial results and the extra one; none where the runs are shorter than a block.
    base: Option<Cv>,
    /// The accumulator where there are no lanes.
    vars: Vec<Variable>,
    lanes: i64,
    size: i64,
    complex: bool,
    float: Ct,
}

impl Partials {
    fn load(&self, g: &mut FuncGen<'_, '_, '_>, p: Cv) -> Val {
        let flags = MemFlagsData::trusted();
        let re = g.b.ins().load(self.float, flags, p, 0);
        if self.complex { Val::C(re, g.b.ins().load(self.float, flags, p, (self.size / 2) as i32)) } else { Val::S(re) }
    }
    fn store(&self, g: &mut FuncGen<'_, '_, '_>, p: Cv, v: &Val) {
        let flags = MemFlagsData::trusted();
        match v {
            Val::C(re, im) => {
                g.b.ins().store(flags, *re, p, 0);
                g.b.ins().store(flags, *im, p, (self.size / 2) as i32);
            }
            Val::S(x) => {
                g.b.ins().store(flags, *x, p, 0);
            }
            _ => {}
        }
    }
}

fn combine(g: &mut FuncGen<'_, '_, '_>, op: Op, what: ReduceOp, a: &Val, b: &Val) -> Res<Val> {
    let k = reduction::op(what);
    match (a, b) {
        (Val::S(x), Val::S(y)) => Ok(Val::S(g.binary(op, k, *x, *y)?)),
        _ => g.complex_binary(op, k, a, b),
    }
}

/// Adds what a scalar iteration yields, given its first index.
type ScalarSum<'a> = &'a mut dyn FnMut(&mut FuncGen<'_, '_, '_>, &[Value], Option<Cv>) -> Res<()>;

/// Whole blocks of a sum or product: eight registers of lanes, kept in memory between rows.
struct LaneSum<'a> {
    base: Cv,
    what: ReduceOp,
    ty: Type,
    accs: Vec<Variable>,
    scalar: ScalarSum<'a>,
}

impl Hooks for LaneSum<'_> {
    fn before(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>) -> Res<()> {
        let reg = e.wide.reg(g, self.ty);
        self.accs.clear();
        for k in 0..LANE_BYTES / 16 {
            let v = g.b.declare_var(reg);
            let x = g.b.ins().load(reg, MemFlagsData::trusted(), self.base, (k * 16) as i32);
            g.b.def_var(v, x);
            self.accs.push(v);
        }
        Ok(())
    }
    fn step(&mut self, g: &mut FuncGen<'_, '_, '_>, e: &Emit<'_>, y: Vec<Lanes>) -> Res<()> {
        let bits = if self.ty == Type::F32 { 32 } else { 64 };
        let mut x = y[0].clone();
        if let Some(mask) = y.get(1) {
            let id = g.float(self.what.identity().signed(64) as f64, bits);
            let id = e.wide.splat(g, id, self.ty);
            x = e.wide.blend(g, mask, &x, &id);
        }
        for (&acc, &r) in self.accs.iter().zip(&x.regs) {
            let old = g.b.use_var(acc);
            let new = if self.what == ReduceOp::Sum { g.b.ins().fadd(old, r) } else { g.b.ins().fmul(old, r) };
            g.b.def_var(acc, new);
        }
        Ok(())
    }
    fn after(&mut self, g: &mut FuncGen<'_, '_, '_>, _e: &Emit<'_>) -> Res<()> {
        for (k, &v) in self.accs.iter().enumerate() {
            let x = g.b.use_var(v);
            g.b.ins().store(MemFlagsData::trusted(), x, self.base, (k * 16) as i32);
        }
        Ok(())
    }
    fn scalar(&mut self, g: &mut FuncGen<'_, '_, '_>, y: &[Value], i: Cv) -> Res<()> {
        (self.scalar)(g, y, Some(i))
    }
}

/// Sums and products of floats. Runs shorter than a block have only the extra partial result, so they
/// need no lanes; where the length is not known, both forms are there.
fn lane_sum(g: &mut FuncGen<'_, '_, '_>, op: Op, what: ReduceOp, ty: Type) -> Res<()> {
    let extents = g.loop_extents(op)?;
    let out = match extents.first() {
        None => partial_sums(g, op, what, ty, &extents, true)?,
        Some(Ix::C(n)) => partial_sums(g, op, what, ty, &extents, *n < SERIAL)?,
        Some(&Ix::V(n)) => {
            let c = g.b.ins().icmp_imm_s(IntCC::SignedLessThan, n, SERIAL);
            let (short, long, join) = (g.block(), g.block(), g.block());
            g.brif(c, short, long);
            g.b.seal_block(short);
            g.b.seal_block(long);
            let mut result = None;
            for (blk, is_short) in [(short, true), (long, false)] {
                g.start(blk);
                let val = partial_sums(g, op, what, ty, &extents, is_short)?;
                let mut parts: Vec<BlockArg> = Vec::new();
                val.map(&mut |c| {
                    parts.push(BlockArg::from(c));
                    c
                });
                if result.is_none() {
                    result = Some(val.map(&mut |c| {
                        let t = g.b.func.dfg.value_type(c);
                        g.b.append_block_param(join, t)
                    }));
                }
                g.b.ins().jump(join, &parts);
            }
            g.b.seal_block(join);
            g.start(join);
            result.expect("both forms give a value")
        }
    };
    g.set_here(op, out);
    Ok(())
}

/// One form of [`lane_sum`].
fn partial_sums(
    g: &mut FuncGen<'_, '_, '_>,
    op: Op,
    what: ReduceOp,
    ty: Type,
    extents: &[Ix],
    short: bool,
) -> Res<Val> {
    let m = g.m;
    let (bits, complex) = match m.types.kind(ty) {
        TypeKind::Float(b) => (*b, false),
        TypeKind::Complex(b) => (*b, true),
        _ => return g.fail(op, "a floating-point value is needed"),
    };
    let float = if bits == 32 { types::F32 } else { types::F64 };
    let size = i64::from(bits) / 8 * if complex { 2 } else { 1 };
    let lanes = lanes(size);
    let first = extents.first().copied();
    let one = g.float(what.identity().signed(64) as f64, bits);
    let identity = if complex { Val::C(one, g.float(0.0, bits)) } else { Val::S(one) };
    let mut p = Partials { base: None, vars: Vec::new(), lanes, size, complex, float };
    let mut full = Ix::C(0);
    if short {
        identity.map(&mut |c| {
            let v = g.b.declare_var(float);
            g.b.def_var(v, c);
            p.vars.push(v);
            c
        });
    } else {
        let bytes = (size * (lanes + 1)) as u32;
        let base = g.scratch(bytes, 4);
        for k in 0..=lanes {
            let at = g.b.ins().iadd_imm_s(base, k * size);
            p.store(g, at, &identity);
        }
        p.base = Some(base);
        full = match first {
            Some(Ix::C(n)) => Ix::C(n & -lanes),
            Some(Ix::V(v)) => Ix::V(g.b.ins().band_imm_s(v, -lanes)),
            None => Ix::C(0),
        };
    }
    let r = m.region(op, 0);
    let mut scalar = |g: &mut FuncGen<'_, '_, '_>, y: &[Value], i: Option<Cv>| -> Res<()> {
        let (val, mask) = yielded(g, op, y)?;
        let val = match mask {
            Some(c) => g.select(op, c, &val, &identity)?,
            None => val,
        };
        match p.base {
            None => {
                let mut k = 0;
                let old = identity.map(&mut |_| {
                    k += 1;
                    g.b.use_var(p.vars[k - 1])
                });
                let new = combine(g, op, what, &old, &val)?;
                let mut k = 0;
                new.map(&mut |c| {
                    g.b.def_var(p.vars[k], c);
                    k += 1;
                    c
                });
            }
            Some(base) => {
                let i = match i {
                    Some(i) => i,
                    None => g.b.ins().iconst(types::I64, 0),
                };
                let full = g.ixv(full);
                let in_block = g.b.ins().icmp(IntCC::SignedLessThan, i, full);
                let lane = g.b.ins().band_imm_s(i, p.lanes - 1);
                let extra = g.b.ins().iconst(types::I64, p.lanes);
                let lane = g.b.ins().select(in_block, lane, extra);
                let off = g.b.ins().ishl_imm_s(lane, i64::from(p.size.trailing_zeros()));
                let at = g.b.ins().iadd(base, off);
                let old = p.load(g, at);
                let new = combine(g, op, what, &old, &val)?;
                p.store(g, at, &new);
            }
        }
        Ok(())
    };
    let mut vectorized = false;
    if let (Some(base), false) = (p.base, complex) {
        let mut sum = LaneSum { base, what, ty, accs: Vec::new(), scalar: &mut scalar };
        vectorized = reduce_nest(g, op, lanes, &|_, _, _| true, &mut sum)?;
    }
    if !vectorized {
        g.nest(op, extents, r, &mut |g, (y, i)| scalar(g, y, i))?;
    }
    Ok(match p.base {
        None => {
            let mut k = 0;
            identity.map(&mut |_| {
                k += 1;
                g.b.use_var(p.vars[k - 1])
            })
        }
        Some(base) => {
            let mut parts = Vec::new();
            for k in 0..lanes {
                let at = g.b.ins().iadd_imm_s(base, k * size);
                parts.push(p.load(g, at));
            }
            while parts.len() > 1 {
                let half = parts.len() / 2;
                let upper = parts.split_off(half);
                for (a, b) in parts.iter_mut().zip(&upper) {
                    *a = combine(g, op, what, a, b)?;
                }
            }
            let at = g.b.ins().iadd_imm_s(base, lanes * size);
            let extra = p.load(g, at);
            combine(g, op, what, &parts[0], &extra)?
        }
    })
}
