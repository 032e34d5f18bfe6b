//! Vectors in registers of 128 bits: lanes of other widths, arithmetic, conversions, functions.

use super::{Lanes, bits, combined};
use crate::codegen::func::FuncGen;
use crate::codegen::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{
    BlockArg, ConstantData, InstBuilder, Type as Ct, Value as Cv,
    condcodes::{FloatCC, IntCC},
    types,
};
use ferrotran_ir::analysis::straight::lane_size;
use ferrotran_ir::{MathFn, Op, OpKind, Pred, ReduceOp, Type, TypeKind};

/// How many lanes values have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    /// Lanes that belong together: four where something has 32 bits, else two.
    pub vf: i64,
    /// All lanes: a multiple of these.
    pub lanes: i64,
}

/// An op on lanes, with the types of a lane.
#[derive(Clone, Copy)]
pub(crate) struct LaneOp {
    pub op: Op,
    /// Of the first operand.
    pub from: Type,
    /// Of the result.
    pub to: Type,
}

/// An operand that is the same constant in every lane.
pub(crate) fn const_lane(m: &ferrotran_ir::Module, op: Op, i: usize) -> Option<i64> {
    let v = m.operand(op, i);
    m.const_int(v).or_else(|| m.const_int(m.operand(m.def_of(v, OpKind::VecSplat)?, 0)))
}

/// The constant number of places of a shift.
fn shift_count(g: &mut FuncGen<'_, '_, '_>, op: Op) -> Option<Cv> {
    let n = const_lane(g.m, op, 1)?;
    Some(g.b.ins().iconst(types::I32, n))
}

/// Bits of integers that have lanes of more.
fn small_bits(m: &ferrotran_ir::Module, t: Type) -> Option<i64> {
    match m.types.kind(t) {
        TypeKind::Int(n @ (8 | 16)) | TypeKind::Logical(n @ (8 | 16)) => Some(i64::from(*n)),
        _ => None,
    }
}

impl Wide {
    /// The register type of an IR type.
    pub fn reg(&self, g: &FuncGen<'_, '_, '_>, t: Type) -> Ct {
        match g.m.types.kind(t) {
            TypeKind::Float(32) => types::F32X4,
            TypeKind::Float(_) => types::F64X2,
            TypeKind::Int(64) | TypeKind::Logical(64) | TypeKind::Index => types::I64X2,
            TypeKind::Bool if self.vf == 2 => types::I64X2,
            _ => types::I32X4,
        }
    }

    pub fn count(&self, size: i64) -> usize {
        (self.lanes * size / 16) as usize
    }

    /// Whether the mask of any lane is set.
    pub fn any(&self, g: &mut FuncGen<'_, '_, '_>, mask: &Lanes) -> Cv {
        let mut all = mask.regs[0];
        for &r in &mask.regs[1..] {
            all = g.b.ins().bor(all, r);
        }
        g.b.ins().vany_true(all)
    }

    /// A vector constant of integers.
    pub fn constant(&self, g: &mut FuncGen<'_, '_, '_>, reg: Ct, lanes: &[i64]) -> Cv {
        let mut bytes = Vec::with_capacity(16);
        let size = reg.lane_type().bytes() as usize;
        for l in lanes {
            bytes.extend_from_slice(&l.to_le_bytes()[..size]);
        }
        let c = g.b.func.dfg.constants.insert(ConstantData::from(bytes));
        g.b.ins().vconst(reg, c)
    }

    /// A scalar in every lane.
    pub fn splat(&self, g: &mut FuncGen<'_, '_, '_>, c: Cv, ty: Type) -> Lanes {
        let reg = self.reg(g, ty);
        let lane = reg.lane_type();
        let size = i64::from(lane.bytes());
        let mask = matches!(g.m.types.kind(ty), TypeKind::Bool);
        let c = if mask {
            g.b.ins().bmask(lane, c)
        } else if g.b.func.dfg.value_type(c).bits() < 32 {
            g.b.ins().sextend(lane, c)
        } else {
            c
        };
        let r = g.b.ins().splat(reg, c);
        Lanes { regs: vec![r; self.count(size)], size, mask }
    }

    // ---- lanes of other widths ------------------------------------------------------------------
    pub fn as_type(&self, g: &mut FuncGen<'_, '_, '_>, v: Cv, t: Ct) -> Cv {
        if g.b.func.dfg.value_type(v) == t { v } else { g.b.ins().bitcast(t, bits(), v) }
    }

    pub(super) fn shuffle(&self, g: &mut FuncGen<'_, '_, '_>, a: Cv, b: Cv, pick: [u8; 16]) -> Cv {
        let a = self.as_type(g, a, types::I8X16);
        let b = self.as_type(g, b, types::I8X16);
        let mask = g.b.func.dfg.immediates.push(ConstantData::from(pick.to_vec()));
        g.b.ins().shuffle(a, b, mask)
    }

    /// The low halves of the 64-bit lanes of two registers, as one of 32-bit lanes.
    fn low_halves(&self, g: &mut FuncGen<'_, '_, '_>, a: Cv, b: Cv) -> Cv {
        let v = self.shuffle(g, a, b, [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]);
        self.as_type(g, v, types::I32X4)
    }

    /// The upper half of a register in the lower half.
    pub fn upper(&self, g: &mut FuncGen<'_, '_, '_>, a: Cv) -> Cv {
        let t = g.b.func.dfg.value_type(a);
        let v = self.shuffle(g, a, a, [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]);
        self.as_type(g, v, t)
    }

    /// Integers (or masks) of another lane size, by sign extension or truncation.
    pub fn resize(&self, g: &mut FuncGen<'_, '_, '_>, x: &Lanes, size: i64) -> Lanes {
        if x.size == size {
            return x.clone();
        }
        let mut regs = Vec::new();
        if size == 8 {
            for &r in &x.regs {
                let v = self.as_type(g, r, types::I32X4);
                regs.extend([g.b.ins().swiden_low(v), g.b.ins().swiden_high(v)]);
            }
        } else {
            regs.extend(x.regs.chunks_exact(2).map(|r| self.low_halves(g, r[0], r[1])));
        }
        Lanes { regs, size, mask: x.mask }
    }

    /// A mask as 0 or 1 in lanes of that size.
    pub fn mask_to_int(&self, g: &mut FuncGen<'_, '_, '_>, x: &Lanes, size: i64) -> Lanes {
        let x = self.resize(g, x, if self.vf == 2 { 8 } else { size });
        let reg = if x.size == 4 { types::I32X4 } else { types::I64X2 };
        let one = self.constant(g, reg, &vec![1; 16 / x.size as usize]);
        let regs = x.regs.iter().map(|&r| g.b.ins().band(r, one)).collect();
        Lanes { regs, size: x.size, mask: false }
    }

    // ---- ops ------------------------------------------------------------------------------------
    pub fn map1(&self, x: &Lanes, f: &mut dyn FnMut(Cv) -> Cv) -> Lanes {
        Lanes { regs: x.regs.iter().map(|&r| f(r)).collect(), size: x.size, mask: x.mask }
    }
    pub fn map2(&self, x: &Lanes, y: &Lanes, f: &mut dyn FnMut(Cv, Cv) -> Cv) -> Lanes {
        Lanes {
            regs: x.regs.iter().zip(&y.regs).map(|(&a, &b)| f(a, b)).collect(),
            size: x.size,
            mask: x.mask && y.mask,
        }
    }

    /// Lanes of `a` where the mask is set, else of `b`.
    pub fn blend(&self, g: &mut FuncGen<'_, '_, '_>, mask: &Lanes, a: &Lanes, b: &Lanes) -> Lanes {
        let mask = self.resize(g, mask, a.size);
        let regs = (0..a.regs.len())
            .map(|k| {
                let t = g.b.func.dfg.value_type(a.regs[k]);
                let c = self.as_type(g, mask.regs[k], t);
                g.b.ins().bitselect(c, a.regs[k], b.regs[k])
            })
            .collect();
        Lanes { regs, size: a.size, mask: a.mask && b.mask }
    }

    /// An op that has a form for vectors.
    pub fn vector_op(&self, g: &mut FuncGen<'_, '_, '_>, what: LaneOp, x: &[Lanes]) -> Option<Lanes> {
        let m = g.m;
        let LaneOp { op, from: aty, to: rty } = what;
        let kind = m.kind(op);
        let reg = self.reg(g, rty);
        let float = matches!(m.types.kind(rty), TypeKind::Float(_));
        let (a, b) = (&x[0], x.get(1));
        Some(match kind {
            OpKind::Add if float => self.map2(a, b?, &mut |p, q| g.b.ins().fadd(p, q)),
            OpKind::Sub if float => self.map2(a, b?, &mut |p, q| g.b.ins().fsub(p, q)),
            OpKind::Mul if float => self.map2(a, b?, &mut |p, q| g.b.ins().fmul(p, q)),
            OpKind::Div if float => self.map2(a, b?, &mut |p, q| g.b.ins().fdiv(p, q)),
            OpKind::Neg if float => self.map1(a, &mut |p| g.b.ins().fneg(p)),
            OpKind::Add | OpKind::Sub | OpKind::Mul => {
                let r = self.map2(a, b?, &mut |p, q| match kind {
                    OpKind::Add => g.b.ins().iadd(p, q),
                    OpKind::Sub => g.b.ins().isub(p, q),
                    _ => g.b.ins().imul(p, q),
                });
                // What only goes on in such sums may be out of range until their end.
                let (result, sum) =
                    (m.result(op), |o: Op| matches!(m.kind(o), OpKind::Add | OpKind::Sub | OpKind::Mul));
                let inside = m.users(result).iter().all(|&u| sum(u) && m.ty(m.result(u)) == m.ty(result));
                match small_bits(m, rty) {
                    Some(bits) if !inside => self.low_bits(g, &r, bits),
                    _ => r,
                }
            }
            OpKind::Neg => self.map1(a, &mut |p| g.b.ins().ineg(p)),
            OpKind::Min => self.map2(a, b?, &mut |p, q| combined(g, ReduceOp::Min, p, q)),
            OpKind::Max => self.map2(a, b?, &mut |p, q| combined(g, ReduceOp::Max, p, q)),
            OpKind::And => {
                let b = self.resize(g, b?, a.size);
                self.map2(a, &b, &mut |p, q| g.b.ins().band(p, q))
            }
            OpKind::Or => {
                let b = self.resize(g, b?, a.size);
                self.map2(a, &b, &mut |p, q| g.b.ins().bor(p, q))
            }
            OpKind::Xor => {
                let b = self.resize(g, b?, a.size);
                self.map2(a, &b, &mut |p, q| g.b.ins().bxor(p, q))
            }
            OpKind::Not => self.map1(a, &mut |p| g.b.ins().bnot(p)),
            OpKind::Div | OpKind::Rem | OpKind::Modulo if !float => {
                let d = i32::try_from(const_lane(m, op, 1)?).ok()?;
                self.map1(a, &mut |p| self.divided(g, kind, p, d))
            }
            OpKind::Shl => {
                let n = shift_count(g, op)?;
                self.map1(a, &mut |p| g.b.ins().ishl(p, n))
            }
            OpKind::ShrU => {
                let n = shift_count(g, op)?;
                self.map1(a, &mut |p| g.b.ins().ushr(p, n))
            }
            OpKind::ShrS => {
                let n = shift_count(g, op)?;
                self.map1(a, &mut |p| g.b.ins().sshr(p, n))
            }
            OpKind::Cmp => {
                let pred: Pred = m.choice(op);
                let mut r = if matches!(m.types.kind(aty), TypeKind::Float(_)) {
                    let cc = crate::codegen::float_cc(pred)?;
                    self.map2(a, b?, &mut |p, q| g.b.ins().fcmp(cc, p, q))
                } else {
                    let cc = crate::codegen::int_cc(pred);
                    self.map2(a, b?, &mut |p, q| g.b.ins().icmp(cc, p, q))
                };
                r.mask = true;
                r
            }
            OpKind::Select => {
                let (yes, no) = (b?, x.get(2)?);
                // Masks may have different widths.
                let no = if yes.mask { self.resize(g, no, yes.size) } else { no.clone() };
                self.blend(g, a, yes, &no)
            }
            OpKind::Bitcast => self.map1(a, &mut |p| self.as_type(g, p, reg)),
            OpKind::Cast => self.cast(g, a, aty, rty)?,
            OpKind::Math => self.math(g, op, x, rty, reg)?,
            _ => return None,
        })
    }

    /// The low bits of lanes of four bytes, sign extended.
    fn low_bits(&self, g: &mut FuncGen<'_, '_, '_>, a: &Lanes, bits: i64) -> Lanes {
        let n = g.b.ins().iconst(types::I32, 32 - bits);
        self.map1(a, &mut |p| {
            let l = g.b.ins().ishl(p, n);
            g.b.ins().sshr(l, n)
        })
    }

    fn cast(&self, g: &mut FuncGen<'_, '_, '_>, a: &Lanes, from: Type, to: Type) -> Option<Lanes> {
        let m = g.m;
        let (fk, tk) = (m.types.kind(from).clone(), m.types.kind(to).clone());
        let data = |regs: Vec<Cv>, size: i64| Lanes { regs, size, mask: false };
        Some(match (&fk, &tk) {
            _ if from == to => a.clone(),
            (TypeKind::Float(32), TypeKind::Float(64)) => {
                let mut regs = Vec::new();
                for &r in &a.regs {
                    let hi = self.upper(g, r);
                    regs.extend([g.b.ins().fvpromote_low(r), g.b.ins().fvpromote_low(hi)]);
                }
                data(regs, 8)
            }
            (TypeKind::Float(64), TypeKind::Float(32)) => {
                let mut regs = Vec::new();
                for r in a.regs.chunks_exact(2) {
                    let (p, q) = (g.b.ins().fvdemote(r[0]), g.b.ins().fvdemote(r[1]));
                    let v = self.shuffle(g, p, q, [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]);
                    regs.push(self.as_type(g, v, types::F32X4));
                }
                data(regs, 4)
            }
            (TypeKind::Int(8 | 16 | 32), TypeKind::Float(32)) => {
                self.map1(a, &mut |p| g.b.ins().fcvt_from_sint(types::F32X4, p))
            }
            (TypeKind::Int(8 | 16 | 32), TypeKind::Float(_)) => {
                let mut regs = Vec::new();
                for &r in &a.regs {
                    let hi = self.upper(g, r);
                    let (lo, hi) = (g.b.ins().swiden_low(r), g.b.ins().swiden_low(hi));
                    let pair = [g.b.ins().fcvt_from_sint(types::F64X2, lo), g.b.ins().fcvt_from_sint(types::F64X2, hi)];
                    regs.extend(pair);
                }
                data(regs, 8)
            }
            (TypeKind::Float(32), TypeKind::Int(32)) => {
                self.map1(a, &mut |p| g.b.ins().fcvt_to_sint_sat(types::I32X4, p))
            }
            (TypeKind::Float(64), TypeKind::Int(32)) => {
                // Saturating: NaNs count as zero, the rest is clamped; the sum's low bits are the integer.
                let magic = g.b.ins().f64const(6_755_399_441_055_744.0);
                let magic = g.b.ins().splat(types::F64X2, magic);
                let (lo, hi) = (g.b.ins().f64const(f64::from(i32::MIN)), g.b.ins().f64const(f64::from(i32::MAX)));
                let (lo, hi) = (g.b.ins().splat(types::F64X2, lo), g.b.ins().splat(types::F64X2, hi));
                let zero = g.b.ins().f64const(0.0);
                let zero = g.b.ins().splat(types::F64X2, zero);
                let w = self.map1(a, &mut |p| {
                    let t = g.b.ins().trunc(p);
                    let ord = g.b.ins().fcmp(FloatCC::Ordered, p, p);
                    let ord = self.as_type(g, ord, types::F64X2);
                    let t = g.b.ins().bitselect(ord, t, zero);
                    let c = g.b.ins().fcmp(FloatCC::LessThan, t, lo);
                    let c = self.as_type(g, c, types::F64X2);
                    let t = g.b.ins().bitselect(c, lo, t);
                    let c = g.b.ins().fcmp(FloatCC::GreaterThan, t, hi);
                    let c = self.as_type(g, c, types::F64X2);
                    let t = g.b.ins().bitselect(c, hi, t);
                    g.b.ins().fadd(t, magic)
                });
                data(w.regs.chunks_exact(2).map(|r| self.low_halves(g, r[0], r[1])).collect(), 4)
            }
            (TypeKind::Bool, _) => self.mask_to_int(g, a, lane_size(g.m, to)?),
            (_, TypeKind::Bool) => {
                let t = if a.size == 4 { types::I32X4 } else { types::I64X2 };
                let z = self.constant(g, t, &vec![0; 16 / a.size as usize]);
                let mut r = self.map1(a, &mut |p| g.b.ins().icmp(IntCC::NotEqual, p, z));
                r.mask = true;
                r
            }
            _ if let Some(bits) = small_bits(m, to) => {
                let v = self.resize(g, a, 4);
                self.low_bits(g, &v, bits)
            }
            _ => self.resize(g, a, lane_size(g.m, to)?),
        })
    }

    /// Conversions between real64 and 64-bit integers: by the bits of 1.5 * 2**52 where all lanes are
    /// small enough for that, lane by lane where not. None for any other op.
    pub fn convert_64(&self, g: &mut FuncGen<'_, '_, '_>, what: LaneOp, x: &[Lanes]) -> Res<Option<Lanes>> {
        let m = g.m;
        if m.kind(what.op) != OpKind::Cast {
            return Ok(None);
        }
        let wide = |t: &TypeKind| matches!(t, TypeKind::Index | TypeKind::Int(64));
        let (from, to) = (m.types.kind(what.from), m.types.kind(what.to));
        let to_int = matches!(from, TypeKind::Float(64)) && wide(to);
        let to_float = wide(from) && matches!(to, TypeKind::Float(64));
        if !to_int && !to_float {
            return Ok(None);
        }
        let a = &x[0];
        let magic = 0x4338_0000_0000_0000i64;
        let limit = 1i64 << 51;
        let mi = self.constant(g, types::I64X2, &[magic; 2]);
        let mf = g.b.ins().bitcast(types::F64X2, bits(), mi);
        let mut all: Option<Cv> = None;
        for &r in &a.regs {
            let c = if to_int {
                let l = g.b.ins().f64const(limit as f64);
                let l = g.b.ins().splat(types::F64X2, l);
                let p = g.b.ins().fabs(r);
                g.b.ins().fcmp(FloatCC::LessThan, p, l)
            } else {
                let half = self.constant(g, types::I64X2, &[limit; 2]);
                let zero = self.constant(g, types::I64X2, &[0; 2]);
                let n = g.b.ins().iconst(types::I32, 52);
                let s = g.b.ins().iadd(r, half);
                let h = g.b.ins().ushr(s, n);
                g.b.ins().icmp(IntCC::Equal, h, zero)
            };
            all = Some(match all {
                Some(x) => g.b.ins().band(x, c),
                None => c,
            });
        }
        let small = g.b.ins().vall_true(all.expect("values have registers"));
        let (fast, slow, join) = (g.block(), g.block(), g.block());
        let t = if to_int { types::I64X2 } else { types::F64X2 };
        let out: Vec<Cv> = a.regs.iter().map(|_| g.b.append_block_param(join, t)).collect();
        g.brif(small, fast, slow);
        g.b.set_cold_block(slow);
        g.b.seal_block(fast);
        g.b.seal_block(slow);
        g.start(fast);
        let mut quick: Vec<BlockArg> = Vec::new();
        for &r in &a.regs {
            quick.push(BlockArg::from(if to_int {
                let w = g.b.ins().trunc(r);
                let s = g.b.ins().fadd(w, mf);
                let i = g.b.ins().bitcast(types::I64X2, bits(), s);
                g.b.ins().isub(i, mi)
            } else {
                let s = g.b.ins().iadd(r, mi);
                let f = g.b.ins().bitcast(types::F64X2, bits(), s);
                g.b.ins().fsub(f, mf)
            }));
        }
        g.b.ins().jump(join, &quick);
        g.start(slow);
        let mut careful: Vec<BlockArg> = Vec::new();
        for &r in &a.regs {
            let mut done = None;
            for lane in 0..2 {
                let c = g.b.ins().extractlane(r, lane);
                let Val::S(c) = g.cast(what.op, &Val::S(c), what.from, what.to)? else { continue };
                done = Some(match done {
                    None => g.b.ins().splat(t, c),
                    Some(v) => g.b.ins().insertlane(v, c, lane),
                });
            }
            careful.extend(done.map(BlockArg::from));
        }
        g.b.ins().jump(join, &careful);
        g.b.seal_block(join);
        g.start(join);
        Ok(Some(Lanes { regs: out, size: 8, mask: false }))
    }

    fn math(&self, g: &mut FuncGen<'_, '_, '_>, op: Op, x: &[Lanes], rty: Type, reg: Ct) -> Option<Lanes> {
        let m = g.m;
        let a = &x[0];
        let float = matches!(m.types.kind(rty), TypeKind::Float(_));
        Some(match m.choice(op) {
            MathFn::Sqrt => self.map1(a, &mut |p| g.b.ins().sqrt(p)),
            MathFn::Abs if float => self.map1(a, &mut |p| g.b.ins().fabs(p)),
            MathFn::Abs => self.map1(a, &mut |p| g.b.ins().iabs(p)),
            MathFn::Floor => self.map1(a, &mut |p| g.b.ins().floor(p)),
            MathFn::Ceil => self.map1(a, &mut |p| g.b.ins().ceil(p)),
            MathFn::Trunc => self.map1(a, &mut |p| g.b.ins().trunc(p)),
            MathFn::Rint => self.map1(a, &mut |p| g.b.ins().nearest(p)),
            MathFn::Round => {
                let half = if reg == types::F32X4 {
                    g.float(0.5 - 2f64.powi(-25), 32)
                } else {
                    g.float(0.5 - 2f64.powi(-54), 64)
                };
                let half = g.b.ins().splat(reg, half);
                self.map1(a, &mut |p| {
                    let h = self.copysign(g, half, p, reg);
                    let s = g.b.ins().fadd(p, h);
                    g.b.ins().trunc(s)
                })
            }
            MathFn::CopySign => self.map2(a, x.get(1)?, &mut |p, q| self.copysign(g, p, q, reg)),
            MathFn::IsNan => {
                let mut r = self.map1(a, &mut |p| g.b.ins().fcmp(FloatCC::Unordered, p, p));
                r.mask = true;
                r
            }
            MathFn::Fma => {
                let (y, z) = (x.get(1)?, x.get(2)?);
                Lanes {
                    regs: (0..a.regs.len()).map(|k| g.b.ins().fma(a.regs[k], y.regs[k], z.regs[k])).collect(),
                    size: a.size,
                    mask: false,
                }
            }
            MathFn::Ipow => {
                let mut n = const_lane(m, op, 1)?;
                let mul = |g: &mut FuncGen<'_, '_, '_>, p: &Lanes, q: &Lanes| {
                    self.map2(p, q, &mut |p, q| if float { g.b.ins().fmul(p, q) } else { g.b.ins().imul(p, q) })
                };
                let mut acc: Option<Lanes> = None;
                let mut sq = a.clone();
                while n > 0 {
                    if n & 1 == 1 {
                        acc = Some(match acc {
                            Some(r) => mul(g, &r, &sq),
                            None => sq.clone(),
                        });
                    }
                    n >>= 1;
                    if n > 0 {
                        sq = mul(g, &sq, &sq);
                    }
                }
                acc?
            }
            _ => return None,
        })
    }

    fn copysign(&self, g: &mut FuncGen<'_, '_, '_>, x: Cv, sign: Cv, reg: Ct) -> Cv {
        let it = if reg == types::F32X4 { types::I32X4 } else { types::I64X2 };
        let m = if reg == types::F32X4 {
            self.constant(g, it, &[i64::from(i32::MIN); 4])
        } else {
            self.constant(g, it, &[i64::MIN; 2])
        };
        let (x, s) = (self.as_type(g, x, it), self.as_type(g, sign, it));
        let r = g.b.ins().bitselect(m, s, x);
        self.as_type(g, r, reg)
    }
}
