//! Arithmetic on lanes.

use super::isa::{
    ADD, ADD_BYTES, ADD_F, AND, AND_NOT, DIV_F, FMA, FMA_ADD, Isa, LEADING, LOOK_UP, MAX, MAX_F, MIN, MIN_F, MOVE, MUL,
    MUL_F, MUL_HALVES, NARROW_F, NARROW_I, NARROW_TO_I, OR, PAIR_BYTES, PAIR_WORDS, PUT_UPPER, ROUND, SAR, SHL, SHR,
    SHR_BY, SQRT, SUB, SUB_F, SUM_BYTES, TERNARY, TO_F, TO_I, WIDEN_F, WIDEN_I, WIDEN_TO_F, XOR,
};
use super::{Group, Insts, Part, Select, Unsupported, whole};
use crate::codegen::{float_cc, int_cc};
use crate::loops::machine::{Arg, Reg, View};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use ferrotran_ir::{MathFn, Op, OpKind, Pred, Type, TypeKind, Value};

/// Immediates of comparisons of floats (Intel's manual, CMPPD, table 3-1), without exceptions for quiet NaNs.
fn float_predicate(cc: FloatCC) -> u8 {
    match cc {
        FloatCC::Equal => 0,
        FloatCC::LessThan => 0x11,
        FloatCC::LessThanOrEqual => 0x12,
        FloatCC::Unordered => 3,
        FloatCC::NotEqual => 4,
        FloatCC::UnorderedOrGreaterThanOrEqual => 0x15,
        FloatCC::UnorderedOrGreaterThan => 0x16,
        FloatCC::Ordered => 7,
        FloatCC::UnorderedOrEqual => 8,
        FloatCC::UnorderedOrLessThan => 0x19,
        FloatCC::UnorderedOrLessThanOrEqual => 0x1a,
        FloatCC::OrderedNotEqual => 0x0c,
        FloatCC::GreaterThanOrEqual => 0x1d,
        FloatCC::GreaterThan => 0x1e,
    }
}

const UNORDERED: u8 = 3;
const ORDERED: u8 = 7;
const GREATER_EQUAL: u8 = 0x1d;
/// Rounding modes of VRNDSCALE, without a complaint about inexact results.
const NEAREST: u8 = 8;
const DOWN: u8 = 9;
const UP: u8 = 10;
const TO_ZERO: u8 = 11;
/// Truth table of VPTERNLOG: what the first argument is not.
const NOT: u8 = 0b0000_1111;

const NO_FORM: Unsupported = "an op without a form for lanes";

impl Select<'_> {
    /// Arithmetic, comparisons, conversions.
    pub(super) fn arith(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let kind = m.kind(op);
        let result = m.result(op);
        let (first, size) = (m.operand(op, 0), self.size(result)?);
        let from = self.size(first)?;
        let lane = m.types.lane(m.ty(result));
        let float = matches!(m.types.kind(lane), TypeKind::Float(_));
        if size == 0 && from == 0 {
            return self.logic(op, g);
        }
        let form = match kind {
            OpKind::Cmp => return self.compare(op, g),
            OpKind::Select => return self.choose(op, g),
            OpKind::Cast => return self.cast(op, g),
            OpKind::Math => return self.math(op, g),
            OpKind::Bitcast if size == from => return self.get(first, g),
            OpKind::Min | OpKind::Max if float => return self.extreme(op, g),
            OpKind::Div | OpKind::Rem | OpKind::Modulo if !float => return self.divide(op, g),
            OpKind::Neg if float && let Some(x) = self.negated(first, size) => return Ok(x),
            OpKind::Neg if float => {
                let sign = self.sign(size);
                return self
                    .map(op, g, &mut |s, x| s.vector(s.code(XOR, size), vec![whole(sign), x], Some(size as u8)));
            }
            OpKind::Neg => {
                let zero = self.int_constant(0, size);
                return self
                    .map(op, g, &mut |s, x| s.vector(s.code(SUB, size), vec![whole(zero), x], Some(size as u8)));
            }
            OpKind::Not => {
                return self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    match s.isa {
                        Isa::Avx512 => {
                            let args = vec![whole(x), whole(x), whole(x), Arg::Byte(NOT)];
                            s.vector_tied(s.code(TERNARY, size), args, None)
                        }
                        Isa::Avx2 => s.inverted(x),
                    }
                });
            }
            OpKind::Popcnt | OpKind::Clz | OpKind::Ctz if !self.is_byte(lane) => return self.count_bits(op, g),
            OpKind::Add if float => ADD_F,
            OpKind::Sub if float => SUB_F,
            OpKind::Mul if float => MUL_F,
            OpKind::Div => DIV_F,
            OpKind::Add => ADD,
            OpKind::Sub => SUB,
            OpKind::Mul => MUL,
            OpKind::Min => MIN,
            OpKind::Max => MAX,
            OpKind::And => AND,
            OpKind::Or => OR,
            OpKind::Xor => XOR,
            OpKind::Shl => SHL,
            OpKind::ShrU => SHR,
            OpKind::ShrS => SAR,
            _ => return Err(NO_FORM),
        };
        if self.packed.is_none() && self.is_byte(lane) && !matches!(kind, OpKind::And | OpKind::Or | OpKind::Xor) {
            return Err("arithmetic of bytes");
        }
        let commutes = matches!(kind, OpKind::Add | OpKind::Mul | OpKind::And | OpKind::Or | OpKind::Xor);
        self.binary(op, g, form, commutes, float)
    }

    /// The negative of a constant in all lanes.
    fn negated(&mut self, v: Value, size: i64) -> Option<Group> {
        let scalar = self.m.operand(self.m.def_of(v, OpKind::VecSplat)?, 0);
        let mut bytes = self.constant_bytes(scalar, size)?;
        *bytes.last_mut()? ^= 0x80;
        let r = self.constant(bytes);
        Some(if self.takes_two(size) { Group::Two(r, r) } else { Group::One(r) })
    }

    fn is_byte(&self, t: Type) -> bool {
        matches!(self.m.types.kind(t), TypeKind::Int(8) | TypeKind::Logical(8))
    }

    /// Where the lanes of a result are, from those of its registers.
    pub(super) fn group(
        &mut self,
        size: i64,
        f: &mut dyn FnMut(&mut Self, usize) -> Result<Reg, Unsupported>,
    ) -> Result<Group, Unsupported> {
        let a = f(self, 0)?;
        Ok(if self.takes_two(size) { Group::Two(a, f(self, 1)?) } else { Group::One(a) })
    }

    /// An instruction of one argument, for all registers of a group.
    fn map(&mut self, op: Op, g: i64, f: &mut dyn FnMut(&mut Self, Arg) -> Reg) -> Result<Group, Unsupported> {
        let m = self.m;
        let (v, size) = (m.operand(op, 0), self.size(m.result(op))?);
        self.group(size, &mut |s, n| {
            let x = s.last_arg(v, g, n)?;
            Ok(f(s, x))
        })
    }

    pub(super) fn in_register(&mut self, x: Arg, size: i64) -> Reg {
        match x {
            Arg::Reg(r, _) => r,
            _ => self.vector(self.code(MOVE, size), vec![x], None),
        }
    }

    fn binary(&mut self, op: Op, g: i64, form: Insts, commutes: bool, float: bool) -> Result<Group, Unsupported> {
        let m = self.m;
        let (mut a, mut b) = (m.operand(op, 0), m.operand(op, 1));
        let size = self.size(m.result(op))?;
        // What lies in memory comes last.
        if commutes && a != b && self.is_in_memory(a, g) && !self.is_in_memory(b, g) {
            std::mem::swap(&mut a, &mut b);
        }
        self.group(size, &mut |s, n| {
            let x = whole(s.get(a, g)?.part(n)?);
            let y = s.last_arg(b, g, n)?;
            if float {
                return s.float(form, vec![x, y], size, Part::of(g, n));
            }
            Ok(s.integers(form, x, y, size))
        })
    }

    fn is_in_memory(&self, v: Value, g: i64) -> bool {
        self.pending.contains_key(&(v, g)) || !self.vals.contains_key(&(v, g)) && !self.is_inside(v)
    }

    pub(super) fn sign(&mut self, size: i64) -> Reg {
        self.int_constant(i64::MIN >> (64 - 8 * size), size)
    }

    // ---- truth values ---------------------------------------------------------------------------
    fn compare(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (a, b) = (m.operand(op, 0), m.operand(op, 1));
        let size = self.size(a)?;
        let pred: Pred = m.choice(op);
        let relation = match m.types.kind(m.types.lane(m.ty(a))) {
            TypeKind::Float(_) => Some(float_predicate(float_cc(pred).ok_or(NO_FORM)?)),
            _ => None,
        };
        if size == 0 {
            return Err("a comparison of truth values");
        }
        self.mask_group(size, &mut |s, n| {
            let x = s.get(a, g)?.part(n)?;
            let y = s.last_arg(b, g, n)?;
            let byte = Some(size as u8);
            Ok(match relation {
                Some(relation) => s.test_floats(size, [whole(x), y], relation, byte),
                None => s.test_integers(size, x, y, int_cc(pred), byte),
            })
        })
    }

    fn choose(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (c, yes, no) = (m.operand(op, 0), m.operand(op, 1), m.operand(op, 2));
        let size = self.size(yes)?;
        let mask = self.get(c, g)?.as_mask()?;
        if size == 0 {
            return self.logic(op, g);
        }
        let masks = self.masks(mask, size);
        self.group(size, &mut |s, n| {
            let b = whole(s.get(no, g)?.part(n)?);
            let a = s.last_arg(yes, g, n)?;
            Ok(s.blend(size, masks[n], b, a))
        })
    }

    /// The smaller or larger of two floats: a number wins against a NaN.
    fn extreme(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (a, b) = (m.operand(op, 0), m.operand(op, 1));
        let size = self.size(a)?;
        let form = if m.kind(op) == OpKind::Min { MIN_F } else { MAX_F };
        self.group(size, &mut |s, n| {
            let (x, y) = (s.get(a, g)?.part(n)?, s.get(b, g)?.part(n)?);
            // The instruction gives the second where one is a NaN.
            let r = s.vector(s.code(form, size), vec![whole(x), whole(y)], Some(size as u8));
            if s.isa == Isa::Avx2 && s.is_number(y, size, false) {
                return Ok(r);
            }
            let nan = s.test_floats(size, [whole(y), whole(y)], UNORDERED, Some(size as u8));
            Ok(s.replaced(size, nan, r, x))
        })
    }

    // ---- functions ------------------------------------------------------------------------------
    fn math(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let lane = m.types.lane(m.ty(m.result(op)));
        let size = self.size(m.operand(op, 0))?;
        let float = matches!(m.types.kind(lane), TypeKind::Float(_));
        let byte = Some(size as u8);
        let round = |s: &mut Self, mode: u8| {
            s.map(op, g, &mut |s, x| s.vector(s.code(ROUND, size), vec![x, Arg::Byte(mode)], byte))
        };
        match m.choice(op) {
            MathFn::Sqrt if float => {
                let a = m.operand(op, 0);
                self.group(size, &mut |s, n| {
                    let x = s.last_arg(a, g, n)?;
                    s.float(SQRT, vec![x], size, Part::of(g, n))
                })
            }
            MathFn::Abs if float => {
                let rest = self.int_constant(if size == 4 { i64::from(i32::MAX) } else { i64::MAX }, size);
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    s.vector(s.code(AND, size), vec![whole(x), whole(rest)], byte)
                })
            }
            MathFn::Abs if !self.is_byte(lane) && self.packed.is_none() => {
                self.map(op, g, &mut |s, x| s.absolute(x, size))
            }
            MathFn::Floor => round(self, DOWN),
            MathFn::Ceil => round(self, UP),
            MathFn::Trunc => round(self, TO_ZERO),
            MathFn::Rint => round(self, NEAREST),
            MathFn::Round => {
                let half = if size == 4 { 0.5 - 2f64.powi(-25) } else { 0.5 - 2f64.powi(-54) };
                let (half, sign) = (self.float_constant(half, size), self.sign(size));
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    let h = s.with_sign(half, x, sign, size);
                    let sum = s.vector(s.code(ADD_F, size), vec![whole(x), whole(h)], byte);
                    s.vector(s.code(ROUND, size), vec![whole(sum), Arg::Byte(TO_ZERO)], byte)
                })
            }
            MathFn::CopySign => {
                let sign = self.sign(size);
                let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                self.group(size, &mut |s, n| {
                    let (x, y) = (s.get(a, g)?.part(n)?, s.get(b, g)?.part(n)?);
                    Ok(s.with_sign(x, y, sign, size))
                })
            }
            MathFn::IsNan => {
                let a = m.operand(op, 0);
                self.mask_group(size, &mut |s, n| {
                    let x = whole(s.get(a, g)?.part(n)?);
                    Ok(s.test_floats(size, [x, x], UNORDERED, byte))
                })
            }
            MathFn::Fma => {
                let [a, b, c] = m.operands(op)[..] else { return Err(NO_FORM) };
                self.group(size, &mut |s, n| {
                    if s.is_in_memory(c, g) || s.is_in_memory(a, g) && s.is_in_memory(b, g) {
                        let (x, y) = (s.get(a, g)?.part(n)?, s.get(b, g)?.part(n)?);
                        let z = s.last_arg(c, g, n)?;
                        let place = Part { tied: true, ..Part::of(g, n) };
                        return s.float(FMA, vec![whole(x), whole(y), z], size, place);
                    }
                    // Sums stay in the register of the sum.
                    let z = s.get(c, g)?.part(n)?;
                    let (x, y) = if s.is_in_memory(a, g) { (b, a) } else { (a, b) };
                    let x = s.get(x, g)?.part(n)?;
                    let y = s.last_arg(y, g, n)?;
                    s.float(FMA_ADD, vec![whole(z), whole(x), y], size, Part { tied: true, ..Part::of(g, n) })
                })
            }
            MathFn::Ipow => self.power(op, g, float),
            _ => Err("a function without a form for lanes"),
        }
    }

    /// Powers by repeated squaring, in the order of scalar code.
    fn power(&mut self, op: Op, g: i64, float: bool) -> Result<Group, Unsupported> {
        let m = self.m;
        let n =
            crate::vector::const_lane(m, op, 1).filter(|n| (1..=64).contains(n)).ok_or("a power that is not known")?;
        let (a, size) = (m.operand(op, 0), self.size(m.result(op))?);
        if self.is_byte(m.types.lane(m.ty(a))) {
            return Err("arithmetic of bytes");
        }
        self.group(size, &mut |s, part| {
            let times = |s: &mut Self, x: Reg, y: Reg| {
                if float {
                    s.float(MUL_F, vec![whole(x), whole(y)], size, Part::of(g, part))
                } else {
                    Ok(s.product(x, y, size))
                }
            };
            let mut square = s.get(a, g)?.part(part)?;
            let (mut n, mut acc) = (n, None);
            while n > 0 {
                if n & 1 == 1 {
                    acc = Some(match acc {
                        Some(r) => times(s, r, square)?,
                        None => square,
                    });
                }
                n >>= 1;
                if n > 0 {
                    square = times(s, square, square)?;
                }
            }
            acc.ok_or(NO_FORM)
        })
    }

    /// Numbers of bits that are set, or of zeros at an end.
    fn count_bits(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (kind, size) = (m.kind(op), self.size(m.result(op))?);
        let byte = Some(size as u8);
        if self.isa == Isa::Avx2 {
            return self.map(op, g, &mut |s, x| {
                let x = s.in_register(x, size);
                s.composed_bits(kind, x, size)
            });
        }
        match kind {
            OpKind::Clz => self.map(op, g, &mut |s, x| s.vector(s.code(LEADING, size), vec![x], byte)),
            OpKind::Ctz => {
                let (ones, bits) = (self.int_constant(-1, size), self.int_constant(size * 8, size));
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    // The zeros at the end as ones, and nothing else.
                    let less = s.vector(s.code(ADD, size), vec![whole(x), whole(ones)], byte);
                    let end = s.vector(s.code(AND_NOT, size), vec![whole(x), whole(less)], byte);
                    let above = s.vector(s.code(LEADING, size), vec![whole(end)], byte);
                    s.vector(s.code(SUB, size), vec![whole(bits), whole(above)], byte)
                })
            }
            _ => self.map(op, g, &mut |s, x| {
                let x = s.in_register(x, size);
                s.ones(x, size)
            }),
        }
    }

    /// The bits that are set: from a table for half bytes (W. Mula, N. Kurz, D. Lemire, "Faster population counts using AVX2
    /// instructions", The Computer Journal 61, 2018), whose counts are added up.
    pub(super) fn ones(&mut self, x: Reg, size: i64) -> Reg {
        let width = self.isa.width();
        let table: Vec<u8> = (0..width as u32).map(|i| (i % 16).count_ones() as u8).collect();
        let table = self.constant(table);
        let low = self.int_constant(0x0f0f_0f0f, 4);
        let look = self.code(LOOK_UP, 4);
        let lower = self.vector(self.code(AND, 4), vec![whole(x), whole(low)], Some(4));
        let upper = self.shifted_by(SHR_BY, x, 4, 4, Some(4));
        let upper = self.vector(self.code(AND, 4), vec![whole(upper), whole(low)], Some(4));
        let lower = self.vector(look, vec![whole(table), whole(lower)], None);
        let upper = self.vector(look, vec![whole(table), whole(upper)], None);
        let bytes = self.vector(self.code(ADD_BYTES, 4), vec![whole(lower), whole(upper)], None);
        if size == 8 {
            let zero = self.constant(vec![0; width as usize]);
            return self.vector(self.code(SUM_BYTES, 4), vec![whole(bytes), whole(zero)], None);
        }
        let ones = self.constant(vec![1; width as usize]);
        let pairs = self.vector(self.code(PAIR_BYTES, 4), vec![whole(bytes), whole(ones)], None);
        let ones = self.constant([1, 0].repeat(width as usize / 2));
        self.vector(self.code(PAIR_WORDS, 4), vec![whole(pairs), whole(ones)], None)
    }

    /// Quotients, remainders and moduli of 32-bit integers by constants, as `vector/divide.rs` has them.
    fn divide(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (kind, a) = (m.kind(op), m.operand(op, 0));
        let d = crate::vector::const_lane(m, op, 1).and_then(|d| i32::try_from(d).ok());
        let d = d.filter(|&d| d != i32::MIN && d.unsigned_abs() >= 2).ok_or("a divisor that is not known")?;
        if !matches!(m.types.kind(m.types.lane(m.ty(a))), TypeKind::Int(32)) {
            return Err("a division of wide integers");
        }
        let x = self.get(a, g)?.part(0)?;
        let shift = |s: &mut Self, form: Insts, x: Reg, n: u32| {
            let n = s.int_constant(i64::from(n), 4);
            s.vector(s.code(form, 4), vec![whole(x), whole(n)], Some(4))
        };
        let abs = d.unsigned_abs();
        let mut q = if abs.is_power_of_two() {
            let p = abs.ilog2();
            let ones = shift(self, SAR, x, 31);
            let up = shift(self, SHR, ones, 32 - p);
            let moved = self.vector(self.code(ADD, 4), vec![whole(x), whole(up)], None);
            shift(self, SAR, moved, p)
        } else {
            let (factor, bits) = crate::vector::multiplier(abs);
            let f = self.int_constant(i64::from(factor as i32), 4);
            let mul = self.code(MUL_HALVES, 8);
            // The upper halves of the products of even and odd lanes.
            let factors = self.in_all_lanes(f, 4);
            let even = self.vector(mul, vec![whole(x), whole(factors)], None);
            let even = self.shifted_by(SHR_BY, even, 32, 8, None);
            let odd = self.shifted_by(SHR_BY, x, 32, 8, None);
            let odd = self.vector(mul, vec![whole(odd), whole(factors)], None);
            let mut q = self.with_odd_lanes(even, odd);
            if factor > i32::MAX as u32 {
                q = self.vector(self.code(ADD, 4), vec![whole(q), whole(x)], None);
            }
            q = shift(self, SAR, q, bits);
            let negative = shift(self, SHR, x, 31);
            self.vector(self.code(ADD, 4), vec![whole(q), whole(negative)], None)
        };
        if d < 0 {
            let zero = self.int_constant(0, 4);
            q = self.vector(self.code(SUB, 4), vec![whole(zero), whole(q)], None);
        }
        if kind == OpKind::Div {
            return Ok(Group::One(q));
        }
        let divisor = self.int_constant(i64::from(d), 4);
        let product = self.vector(self.code(MUL, 4), vec![whole(q), whole(divisor)], Some(4));
        let r = self.vector(self.code(SUB, 4), vec![whole(x), whole(product)], None);
        if kind == OpKind::Rem {
            return Ok(Group::One(r));
        }
        let zero = self.int_constant(0, 4);
        let other = if d > 0 { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
        let k = self.test_integers(4, r, whole(zero), other, Some(4));
        Ok(Group::One(self.added_under(k, r, divisor)))
    }

    // ---- conversions ----------------------------------------------------------------------------
    fn cast(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let v = m.operand(op, 0);
        let lane = |v: Value| m.types.kind(m.types.lane(m.ty(v))).clone();
        let (from, to) = (lane(v), lane(m.result(op)));
        let wide = |t: &TypeKind| matches!(t, TypeKind::Index | TypeKind::Int(64) | TypeKind::Logical(64));
        let (a, b) = (self.size(v)?, self.size(m.result(op))?);
        Ok(match (&from, &to) {
            _ if from == to => self.get(v, g)?,
            (TypeKind::Bool, _) => {
                let one = self.int_constant(1, b);
                let k = self.get(v, g)?.as_mask()?;
                let masks = self.masks(k, b);
                self.group(b, &mut |s, n| Ok(s.spread_under(b, masks[n], one)))?
            }
            (_, TypeKind::Bool) => self.mask_group(a, &mut |s, n| {
                let x = s.get(v, g)?.part(n)?;
                Ok(s.nonzero(a, x))
            })?,
            (TypeKind::Float(32), TypeKind::Float(64)) => self.widen(v, g, WIDEN_F)?,
            (TypeKind::Int(32), TypeKind::Float(64)) => self.widen(v, g, WIDEN_TO_F)?,
            (TypeKind::Float(64), TypeKind::Float(32)) => self.narrow(v, g, NARROW_F)?,
            (TypeKind::Int(32), TypeKind::Float(32)) => {
                self.map(op, g, &mut |s, x| s.vector(s.code(TO_F, 4), vec![x], Some(4)))?
            }
            (t, TypeKind::Float(64)) if wide(t) => self.map(op, g, &mut |s, x| s.long_as_float(x))?,
            (TypeKind::Float(32), TypeKind::Int(32)) => self.to_int(op, g, 4)?,
            (TypeKind::Float(64), t) if wide(t) => self.to_int(op, g, 8)?,
            (TypeKind::Float(64), TypeKind::Int(32)) => self.to_short(v, g)?,
            (TypeKind::Float(_), _) | (_, TypeKind::Float(_)) => return Err("a conversion without a form"),
            _ if self.packed.is_some() => self.get(v, g)?,
            (_, TypeKind::Int(8) | TypeKind::Logical(8)) => return Err("a conversion to bytes"),
            _ if a == b => self.get(v, g)?,
            _ if a == 4 => self.widen(v, g, WIDEN_I)?,
            _ => self.narrow(v, g, NARROW_I)?,
        })
    }

    /// Lanes of 32 bits as lanes of 64.
    fn widen(&mut self, v: Value, g: i64, form: Insts) -> Result<Group, Unsupported> {
        if !self.takes_two(8) {
            return Err("narrow lanes in a loop of wide ones");
        }
        if let Some(at) = self.halves_in_memory(v, g) {
            let [low, high] = at.map(|at| self.plain(form, 4, vec![Arg::Memory(at)], View::Whole));
            return Ok(Group::Two(low, high));
        }
        let x = self.get(v, g)?.part(0)?;
        let half = |s: &mut Self, r: Reg| s.plain(form, 4, vec![Arg::Reg(r, View::Half)], View::Whole);
        let low = half(self, x);
        let r = self.upper_half(x);
        Ok(Group::Two(low, half(self, r)))
    }

    /// Lanes of 64 bits as lanes of 32.
    fn narrow(&mut self, v: Value, g: i64, form: Insts) -> Result<Group, Unsupported> {
        let x = self.get(v, g)?;
        if form == NARROW_I && self.isa == Isa::Avx2 {
            let (low, high) = (x.part(0)?, x.part(1)?);
            return Ok(Group::One(self.narrowed(low, high)));
        }
        let mut halves = Vec::new();
        for n in 0..2 {
            let x = x.part(n)?;
            halves.push(self.raising(form, vec![whole(x)], 8, View::Half, Part::of(g, n))?);
        }
        self.joined(halves[0], halves[1])
    }

    fn joined(&mut self, low: Reg, high: Reg) -> Result<Group, Unsupported> {
        let args = vec![whole(low), Arg::Reg(high, View::Half), Arg::Byte(1)];
        Ok(Group::One(self.vector(self.code(PUT_UPPER, 4), args, None)))
    }

    /// Floats as integers of the same size: what is too large becomes the largest one, NaNs zero.
    fn to_int(&mut self, op: Op, g: i64, size: i64) -> Result<Group, Unsupported> {
        let (limit, most) = if size == 4 { (2f64.powi(31), i64::from(i32::MAX)) } else { (2f64.powi(63), i64::MAX) };
        let (limit, most) = (self.float_constant(limit, size), self.int_constant(most, size));
        let v = self.m.operand(op, 0);
        let byte = Some(size as u8);
        self.group(size, &mut |s, n| {
            let x = s.get(v, g)?.part(n)?;
            let r = s.float(TO_I, vec![whole(x)], size, Part::of(g, n))?;
            let k = s.test_floats(size, [whole(x), whole(limit)], GREATER_EQUAL, byte);
            let most = s.in_all_lanes(most, size);
            let r = s.replaced(size, k, r, most);
            let k = s.test_floats(size, [whole(x), whole(x)], ORDERED, byte);
            Ok(s.kept(size, k, r))
        })
    }

    /// real64 as 32-bit integers, in the same manner.
    fn to_short(&mut self, v: Value, g: i64) -> Result<Group, Unsupported> {
        let x = self.get(v, g)?;
        let limits = [f64::from(i32::MIN), f64::from(i32::MAX)].map(|n| self.float_constant(n, 8));
        let mut halves = Vec::new();
        for n in 0..2 {
            let x = x.part(n)?;
            // The second argument is the result where one is a NaN: NaNs stay until they become zero.
            let low = self.vector(self.code(MAX_F, 8), vec![whole(limits[0]), whole(x)], None);
            let both = self.vector(self.code(MIN_F, 8), vec![whole(limits[1]), whole(low)], None);
            let k = self.test_floats(8, [whole(x), whole(x)], ORDERED, None);
            let clean = self.kept(8, k, both);
            halves.push(self.raising(NARROW_TO_I, vec![whole(clean)], 8, View::Half, Part::of(g, n))?);
        }
        self.joined(halves[0], halves[1])
    }
}
