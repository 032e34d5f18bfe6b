//! Matrix products: tiles in workgroup memory with a block of results in each invocation's registers,
//! in two sizes between which the launch chooses; products with a vector as one workgroup or one
//! invocation per result.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::{Emitted, Kernel};
use crate::library::Product;
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::analysis::effects::is_pure;
use ferrotran_ir::{Op, OpKind};
use rspirv::spirv::{self, Op as SpvOp, Word};

/// Invocations along an edge of a workgroup.
const EDGE: u32 = 16;
/// Inner elements of a tile.
const DEPTH: u32 = 16;
/// Bytes of workgroup memory that every device has.
const SHARED: u32 = 16 << 10;
/// Results from which on large tiles keep a device busy.
const LARGE: i64 = 256 * 1024;

/// A kernel that is one lib.matmul, with pure code before it. `None` where it has another form.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<Option<()>> {
    let m = k.m;
    let Some((before, op)) = only(k, OpKind::LibMatmul) else { return Ok(None) };
    // Extents of the result as the host knows them.
    let (c, a, b) = (m.operand(op, 0), m.operand(op, 1), m.operand(op, 2));
    let (ra, rb) = (m.types.rank(m.ty(a)), m.types.rank(m.ty(b)));
    let Some(first) = k.extent_expr(c, 0) else { return Ok(None) };
    let first = first.max(Expr::Const(0));
    if ra == 2 && rb == 2 {
        let Some(cols) = k.extent_expr(c, 1) else { return Ok(None) };
        let cols = cols.max(Expr::Const(0));
        let mut e = Emit::new(k)?;
        for &o in &before {
            e.op(o)?;
        }
        let p = e.product(op)?;
        let wide = e.reg(p.ty)?.bytes() == 8 || e.is_complex(p.ty);
        drop(e);
        let sub = |a: Expr, b: Expr| Expr::Sub(Box::new(a), Box::new(b));
        let mul = |a: Expr, b: Expr| Expr::Mul(Box::new(a), Box::new(b));
        if wide || k.opt.max_tile < 64 {
            tiled(k, &before, op, 2, first, cols, Expr::Const(1))?;
        } else {
            // 1 where the product is large, else 0.
            let over = sub(mul(first.clone(), cols.clone()), Expr::Const(LARGE - 1));
            let large = over.max(Expr::Const(0)).min(Expr::Const(1));
            tiled(k, &before, op, 4, first.clone(), cols.clone(), large.clone())?;
            tiled(k, &before, op, 2, first, cols, sub(Expr::Const(1), large))?;
        }
        return Ok(Some(()));
    }
    // With a vector: where the inner elements lie side by side a workgroup takes a result.
    let side_by_side = if ra == 2 { m.flag(op, "ta") } else { !m.flag(op, "tb") };
    if side_by_side {
        grouped(k, &before, op, first)?
    } else {
        single(k, &before, op, first)?
    }
    Ok(Some(()))
}

/// The only op of that kind where all other ops may run in every invocation.
pub fn only(k: &Kernel<'_>, kind: OpKind) -> Option<(Vec<Op>, Op)> {
    let m = k.m;
    let ops = &m.regions[m.region(k.op, 0)].ops;
    let at = ops.iter().position(|&o| m.kind(o) == kind)?;
    let plain = |&o: &Op| is_pure(m, o) || m.kind(o) == OpKind::Load;
    let end = |&o: &Op| is_pure(m, o) || m.kind(o) == OpKind::Return;
    (ops[..at].iter().all(plain) && ops[at + 1..].iter().all(end)).then(|| (ops[..at].to_vec(), ops[at]))
}

/// Tiles of `16 * per` squared.
fn tiled(k: &mut Kernel<'_>, before: &[Op], op: Op, per: u32, rows: Expr, cols: Expr, gate: Expr) -> Emitted<()> {
    let tile = EDGE * per;
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let p = e.product(op)?;
    let t = Tiles::new(&mut e, &p, per)?;
    t.code(&mut e, &p)?;
    let groups = |n: Expr| n.ceil_div(Expr::Const(i64::from(tile)));
    let x = Expr::Mul(Box::new(groups(rows)), Box::new(gate));
    e.finish([EDGE * EDGE, 1, 1], Grid::Groups([x, groups(cols), Expr::Const(1)]));
    Ok(())
}

/// Whether the inner elements of an operand (0: left, 1: right) lie side by side.
fn turned(p: &Product, which: usize) -> bool {
    if which == 0 { p.a_dims[0] == Some(1) } else { p.b_dims[0] == Some(0) }
}

struct Tiles {
    per: u32,
    /// Entries from one inner element to the next in the tiles of both operands: one more than the tile has where it is
    /// filled across, so that invocations meet different memory banks.
    pitch: [u32; 2],
    /// Register type of a part, and number of parts.
    reg: RegType,
    parts: usize,
    truth: bool,
    a: Vec<Word>,
    b: Vec<Word>,
    acc: Vec<Word>,
}

impl Tiles {
    fn new(e: &mut Emit<'_, '_>, p: &Product, per: u32) -> Emitted<Tiles> {
        let reg = e.reg(p.ty)?;
        let truth = reg == RegType::Bool;
        let s = if truth { RegType::I32 } else { reg };
        let parts = if e.is_complex(p.ty) { 2 } else { 1 };
        let mut pitch = [0, 1].map(|which| EDGE * per + u32::from(turned(p, which)));
        if pitch.iter().sum::<u32>() * DEPTH * s.bytes() * parts as u32 > SHARED {
            pitch = [EDGE * per; 2];
        }
        let a = (0..parts).map(|_| e.spv.shared(s, pitch[0] * DEPTH)).collect();
        let b = (0..parts).map(|_| e.spv.shared(s, pitch[1] * DEPTH)).collect();
        let n = (per * per) as usize * parts;
        let acc: Vec<Word> = (0..n).map(|_| e.spv.local(s, 1)).collect();
        let zero = e.spv.zero(s);
        for &v in &acc {
            e.spv.store(v, zero);
        }
        Ok(Tiles { per, pitch, reg: s, parts, truth, a, b, acc })
    }

    /// Copies one tile of an operand to workgroup memory, zeros outside the matrix. Entry (x, k) is at
    /// `k * pitch + x`, where x is the row of the left or the column of the right operand.
    fn load(
        &self,
        e: &mut Emit<'_, '_>,
        p: &Product,
        which: usize,
        base: Word,
        k0: Word,
        ends: [Word; 2],
    ) -> Emitted<()> {
        let tile = EDGE * self.per;
        let flip = turned(p, which);
        let l = e.spv.local_index();
        for q in 0..self.per {
            let off = e.spv.u32(q * EDGE * EDGE);
            let n = e.spv.op(SpvOp::IAdd, RegType::U32, &[l, off]);
            // Neighbouring invocations take neighbouring elements of memory.
            let fast = if flip { DEPTH } else { tile };
            let (mask, shift) = (e.spv.u32(fast - 1), e.spv.u32(fast.trailing_zeros()));
            let low = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[n, mask]);
            let high = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[n, shift]);
            let (x, k) = if flip { (high, low) } else { (low, high) };
            let pitch = e.spv.u32(self.pitch[which]);
            let at = e.spv.op(SpvOp::IMul, RegType::U32, &[k, pitch]);
            let at = e.spv.op(SpvOp::IAdd, RegType::U32, &[at, x]);
            let (x, k) = (e.spv.op(SpvOp::Bitcast, RegType::I32, &[x]), e.spv.op(SpvOp::Bitcast, RegType::I32, &[k]));
            let (x, k) = (e.iadd(base, x), e.iadd(k0, k));
            let mut inside = e.spv.bool(true);
            let mut safe = [x, k];
            let one = e.spv.i32(1);
            for (v, &end) in safe.iter_mut().zip(&ends) {
                let ok = e.spv.op(SpvOp::SLessThan, RegType::Bool, &[*v, end]);
                let last = e.isub(end, one);
                *v = e.spv.op(SpvOp::Select, RegType::I32, &[ok, *v, last]);
                inside = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[inside, ok]);
            }
            let (i, j) = if which == 0 { (safe[0], safe[1]) } else { (safe[1], safe[0]) };
            let v = e.product_load(p, which, i, j)?;
            let zero = e.spv.zero(self.reg);
            let target = if which == 0 { &self.a } else { &self.b };
            for (w, &sh) in e.parts(&v)?.into_iter().zip(target) {
                let w = if self.truth { e.cast_part(w, RegType::Bool, RegType::I32) } else { w };
                let w = e.spv.op(SpvOp::Select, self.reg, &[inside, w, zero]);
                let to = e.spv.shared_at(sh, self.reg, at);
                e.spv.store(to, w);
            }
        }
        Ok(())
    }

    fn code(&self, e: &mut Emit<'_, '_>, p: &Product) -> Emitted<()> {
        let (per, tile) = (self.per, EDGE * self.per);
        let [rows, cols, inner] = e.product_sizes(p);
        let l = e.spv.local_index();
        let (mask, shift, width) = (e.spv.u32(EDGE - 1), e.spv.u32(EDGE.trailing_zeros()), e.spv.i32(i64::from(tile)));
        let tx = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[l, mask]);
        let ty = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[l, shift]);
        let group = |e: &mut Emit<'_, '_>, d: u32| {
            let g = e.spv.builtin3(spirv::BuiltIn::WorkgroupId, d);
            let g = e.spv.op(SpvOp::Bitcast, RegType::I32, &[g]);
            e.imul(g, width)
        };
        let (row0, col0) = (group(e, 0), group(e, 1));
        let depth = e.spv.i32(i64::from(DEPTH));
        let less = e.spv.i32(i64::from(DEPTH - 1));
        let zero = e.spv.i32(0);
        let some = e.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[inner, zero]);
        let inner = e.spv.op(SpvOp::Select, RegType::I32, &[some, inner, zero]);
        let up = e.iadd(inner, less);
        let steps = e.spv.op(SpvOp::SDiv, RegType::I32, &[up, depth]);
        let steps = e.spv.op(SpvOp::Bitcast, RegType::U32, &[steps]);
        e.counted(RegType::U32, steps, FrameKind::Hidden, None, |e, step| {
            let step = e.spv.op(SpvOp::Bitcast, RegType::I32, &[step]);
            let k0 = e.imul(step, depth);
            self.load(e, p, 0, row0, k0, [rows, inner])?;
            self.load(e, p, 1, col0, k0, [cols, inner])?;
            e.spv.barrier();
            let mut acc: Vec<Word> = self.acc.iter().map(|&v| e.spv.load(v, self.reg)).collect();
            for k in 0..DEPTH {
                let read = |e: &mut Emit<'_, '_>, from: &[Word], pitch: u32, lane: Word| -> Vec<Val> {
                    (0..per)
                        .map(|r| {
                            let off = e.spv.u32(k * pitch + r * EDGE);
                            let at = e.spv.op(SpvOp::IAdd, RegType::U32, &[lane, off]);
                            let parts: Vec<Word> = from
                                .iter()
                                .map(|&sh| {
                                    let p = e.spv.shared_at(sh, self.reg, at);
                                    e.spv.load(p, self.reg)
                                })
                                .collect();
                            Emit::from_parts(&parts)
                        })
                        .collect()
                };
                let (xs, ys) = (read(e, &self.a, self.pitch[0], tx), read(e, &self.b, self.pitch[1], ty));
                for (n, (x, y)) in ys.iter().flat_map(|y| xs.iter().map(move |x| (x, y))).enumerate() {
                    let range = n * self.parts..(n + 1) * self.parts;
                    let sum = Emit::from_parts(&acc[range.clone()]);
                    let sum = self.step(e, p, &sum, x, y)?;
                    acc[range].copy_from_slice(&e.parts(&sum)?);
                }
            }
            for (&v, &w) in self.acc.iter().zip(&acc) {
                e.spv.store(v, w);
            }
            e.spv.barrier();
            Ok(())
        })?;
        for c in 0..per {
            for r in 0..per {
                let n = (c * per + r) as usize;
                let place = |e: &mut Emit<'_, '_>, lane: Word, k: u32, base: Word| {
                    let off = e.spv.u32(k * EDGE);
                    let at = e.spv.op(SpvOp::IAdd, RegType::U32, &[lane, off]);
                    let at = e.spv.op(SpvOp::Bitcast, RegType::I32, &[at]);
                    e.iadd(base, at)
                };
                let (i, j) = (place(e, tx, r, row0), place(e, ty, c, col0));
                let (oki, okj) = (
                    e.spv.op(SpvOp::SLessThan, RegType::Bool, &[i, rows]),
                    e.spv.op(SpvOp::SLessThan, RegType::Bool, &[j, cols]),
                );
                let ok = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[oki, okj]);
                e.if_then(ok, |e| {
                    let list = &self.acc[n * self.parts..(n + 1) * self.parts];
                    let parts: Vec<Word> = list.iter().map(|&v| e.spv.load(v, self.reg)).collect();
                    let mut sum = Emit::from_parts(&parts);
                    if self.truth {
                        sum = Val::Scalar(e.cast_part(parts[0], RegType::I32, RegType::Bool));
                    }
                    e.product_store(p, i, j, sum)
                })?;
            }
        }
        Ok(())
    }

    /// acc + x * y
    fn step(&self, e: &mut Emit<'_, '_>, p: &Product, acc: &Val, x: &Val, y: &Val) -> Emitted<Val> {
        if self.truth {
            let (x, y, a) = (e.parts(x)?[0], e.parts(y)?[0], e.parts(acc)?[0]);
            let both = e.spv.op(SpvOp::BitwiseAnd, RegType::I32, &[x, y]);
            return Ok(Val::Scalar(e.spv.op(SpvOp::BitwiseOr, RegType::I32, &[a, both])));
        }
        // As gfortran does by default: a product may be contracted with the sum.
        e.spv.contract(true);
        let r = e.multiply_add(acc, x, y, p.ty);
        e.spv.contract(false);
        r
    }
}

/// Indices of result number `n` of a product with a vector.
fn indices(e: &mut Emit<'_, '_>, p: &Product, n: Word) -> (Word, Word) {
    let zero = e.spv.i32(0);
    if p.c_dims[0].is_some() { (n, zero) } else { (zero, n) }
}

/// One invocation per result.
fn single(k: &mut Kernel<'_>, before: &[Op], op: Op, n: Expr) -> Emitted<()> {
    let width = 64;
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let p = e.product(op)?;
    let [rows, cols, inner] = e.product_sizes(&p);
    let size = if p.c_dims[0].is_some() { rows } else { cols };
    let me = e.linear_invocation(width);
    let me = e.cast_part(me, e.index(), RegType::I32);
    let (ume, usize_) =
        (e.spv.op(SpvOp::Bitcast, RegType::U32, &[me]), e.spv.op(SpvOp::Bitcast, RegType::U32, &[size]));
    let inside = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[ume, usize_]);
    let s = e.reg(p.ty)?;
    let parts = if e.is_complex(p.ty) { 2 } else { 1 };
    let acc: Vec<Word> = (0..parts).map(|_| e.spv.local(s, 1)).collect();
    e.if_then(inside, |e| {
        let zero = e.spv.zero(s);
        for &a in &acc {
            e.spv.store(a, zero);
        }
        let (i, j) = indices(e, &p, me);
        e.nest(RegType::I32, &[inner], Some((FrameKind::Hidden, None)), |e, k| {
            let (x, y) = (e.product_load(&p, 0, i, k[0])?, e.product_load(&p, 1, k[0], j)?);
            let sum: Vec<Word> = acc.iter().map(|&a| e.spv.load(a, s)).collect();
            e.spv.contract(true);
            let sum = e.multiply_add(&Emit::from_parts(&sum), &x, &y, p.ty);
            e.spv.contract(false);
            let sum = sum?;
            for (&a, w) in acc.iter().zip(e.parts(&sum)?) {
                e.spv.store(a, w);
            }
            Ok(())
        })?;
        let sum: Vec<Word> = acc.iter().map(|&a| e.spv.load(a, s)).collect();
        e.product_store(&p, i, j, Emit::from_parts(&sum))
    })?;
    e.finish([width, 1, 1], Grid::Linear(n));
    Ok(())
}

/// One workgroup per result.
fn grouped(k: &mut Kernel<'_>, before: &[Op], op: Op, n: Expr) -> Emitted<()> {
    let width = crate::reduce::WIDTH;
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let p = e.product(op)?;
    let [rows, cols, inner] = e.product_sizes(&p);
    let size = if p.c_dims[0].is_some() { rows } else { cols };
    let group = e.linear_group();
    let group = e.spv.op(SpvOp::Bitcast, RegType::I32, &[group]);
    let (one, zero) = (e.spv.i32(1), e.spv.i32(0));
    // A workgroup too many repeats the last result and stores nothing.
    let inside = e.spv.op(SpvOp::SLessThan, RegType::Bool, &[group, size]);
    let last = e.isub(size, one);
    let at = e.spv.op(SpvOp::Select, RegType::I32, &[inside, group, last]);
    let (i, j) = indices(&mut e, &p, at);
    let some = e.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[inner, zero]);
    let inner = e.spv.op(SpvOp::Select, RegType::I32, &[some, inner, zero]);
    let limit = e.spv.op(SpvOp::Bitcast, RegType::U32, &[inner]);
    let (l, step) = (e.spv.local_index(), e.spv.u32(width));
    let r = e.sum_of(p.ty)?;
    let vars = e.state_vars(&r)?;
    e.strided(RegType::U32, (l, limit, step), None, |e, k| {
        let k = e.spv.op(SpvOp::Bitcast, RegType::I32, &[k]);
        let (x, y) = (e.product_load(&p, 0, i, k)?, e.product_load(&p, 1, k, j)?);
        let truth = e.reg(p.ty)? == RegType::Bool;
        let product = e.binary(if truth { OpKind::And } else { OpKind::Mul }, &x, &y, p.ty)?;
        e.reduction_add(&r, &vars, &[product], k)
    })?;
    e.tree(&r, &vars)?;
    let uzero = e.spv.u32(0);
    let leader = e.spv.op(SpvOp::IEqual, RegType::Bool, &[l, uzero]);
    let store = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[leader, inside]);
    e.if_then(store, |e| {
        let state = e.load_state(&r, &vars);
        let v = e.reduction_result(&r, &state)?;
        e.product_store(&p, i, j, v)
    })?;
    let total = Expr::Mul(Box::new(n), Box::new(Expr::Const(i64::from(width))));
    e.finish([width, 1, 1], Grid::Linear(total));
    Ok(())
}
