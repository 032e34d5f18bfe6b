//! Arithmetic on lanes.

use super::{Group, Part, Select, Unsupported, WIDTH, whole};
use crate::codegen::{float_cc, int_cc};
use crate::loops::machine::{Arg, Class, Inst, Reg, View};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use ferrotran_ir::{MathFn, Op, OpKind, Pred, Type, TypeKind, Value};
use iced_x86::Code;

/// An instruction on lanes of 4 and of 8 bytes.
#[derive(Clone, Copy)]
struct Form(Code, Code);

impl Form {
    fn of(self, size: i64) -> Code {
        if size == 4 { self.0 } else { self.1 }
    }
}

macro_rules! forms {
    ($($name:ident $a:ident $b:ident;)*) => {
        $(const $name: Form = Form(Code::$a, Code::$b);)*
    };
}

forms! {
    ADD_F EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er;
    SUB_F EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er;
    MUL_F EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er;
    DIV_F EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er;
    MIN_F EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae;
    MAX_F EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae;
    SQRT EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er;
    FMA EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er;
    FMA_ADD EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er;
    ROUND EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
    CMP_F EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae;
    CMP_I EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8 EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8;
    CMP_U EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8 EVEX_Vpcmpuq_kr_k1_zmm_zmmm512b64_imm8;
    TEST EVEX_Vptestmd_kr_k1_zmm_zmmm512b32 EVEX_Vptestmq_kr_k1_zmm_zmmm512b64;
    ADD EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64;
    SUB EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64;
    MUL EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32 EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64;
    MIN EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpminsq_zmm_k1z_zmm_zmmm512b64;
    MAX EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpmaxsq_zmm_k1z_zmm_zmmm512b64;
    ABS EVEX_Vpabsd_zmm_k1z_zmmm512b32 EVEX_Vpabsq_zmm_k1z_zmmm512b64;
    AND EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64;
    AND_NOT EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64;
    OR EVEX_Vpord_zmm_k1z_zmm_zmmm512b32 EVEX_Vporq_zmm_k1z_zmm_zmmm512b64;
    XOR EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32 EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64;
    TERNARY EVEX_Vpternlogd_zmm_k1z_zmm_zmmm512b32_imm8 EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8;
    SHL EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64;
    SHR EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64;
    SAR EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsravq_zmm_k1z_zmm_zmmm512b64;
    BLEND EVEX_Vblendmps_zmm_k1z_zmm_zmmm512b32 EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64;
    MOVE EVEX_Vmovups_zmm_k1z_zmmm512 EVEX_Vmovupd_zmm_k1z_zmmm512;
}

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

/// Immediates of comparisons of integers.
fn int_predicate(cc: IntCC) -> u8 {
    match cc {
        IntCC::Equal => 0,
        IntCC::SignedLessThan | IntCC::UnsignedLessThan => 1,
        IntCC::SignedLessThanOrEqual | IntCC::UnsignedLessThanOrEqual => 2,
        IntCC::NotEqual => 4,
        IntCC::SignedGreaterThanOrEqual | IntCC::UnsignedGreaterThanOrEqual => 5,
        IntCC::SignedGreaterThan | IntCC::UnsignedGreaterThan => 6,
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
/// Truth tables of VPTERNLOG: where the third argument is set the second, else the first; and what the first is not.
const CHOOSE: u8 = 0b1101_1000;
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
            OpKind::Neg if float => {
                let sign = self.sign(size);
                return self.map(op, g, &mut |s, x| s.vector(XOR.of(size), vec![whole(sign), x], Some(size as u8)));
            }
            OpKind::Neg => {
                let zero = self.int_constant(0, size);
                return self.map(op, g, &mut |s, x| s.vector(SUB.of(size), vec![whole(zero), x], Some(size as u8)));
            }
            OpKind::Not => {
                return self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    s.vector_tied(TERNARY.of(size), vec![whole(x), whole(x), whole(x), Arg::Byte(NOT)], None)
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
        if self.is_byte(lane) && !matches!(kind, OpKind::And | OpKind::Or | OpKind::Xor) {
            return Err("arithmetic of bytes");
        }
        let commutes = matches!(kind, OpKind::Add | OpKind::Mul | OpKind::And | OpKind::Or | OpKind::Xor);
        self.binary(op, g, form.of(size), commutes, float)
    }

    fn is_byte(&self, t: Type) -> bool {
        matches!(self.m.types.kind(t), TypeKind::Int(8) | TypeKind::Logical(8))
    }

    /// Where the lanes of a result are, from those of its registers.
    fn group(
        &mut self,
        size: i64,
        f: &mut dyn FnMut(&mut Self, usize) -> Result<Reg, Unsupported>,
    ) -> Result<Group, Unsupported> {
        let a = f(self, 0)?;
        Ok(if size * self.group > WIDTH { Group::Two(a, f(self, 1)?) } else { Group::One(a) })
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

    fn in_register(&mut self, x: Arg, size: i64) -> Reg {
        match x {
            Arg::Reg(r, _) => r,
            _ => self.vector(MOVE.of(size), vec![x], None),
        }
    }

    fn binary(&mut self, op: Op, g: i64, code: Code, commutes: bool, float: bool) -> Result<Group, Unsupported> {
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
                return s.float(code, vec![x, y], size, Part::of(g, n));
            }
            Ok(s.vector(code, vec![x, y], Some(size as u8)))
        })
    }

    /// The second where the mask is set, else the first.
    pub(super) fn blend(&mut self, size: i64, mask: Reg, no: Arg, yes: Arg) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(BLEND.of(size), Some((r, View::Whole)));
        // The form without a mask for zeros writes all lanes.
        let (broadcast, mask) = (Some(size as u8), Some(mask));
        self.push(Inst { args: vec![no, yes], broadcast, from_memory: true, mask, ..inst });
        r
    }

    fn is_in_memory(&self, v: Value, g: i64) -> bool {
        self.pending.contains_key(&(v, g)) || !self.vals.contains_key(&(v, g)) && !self.is_inside(v)
    }

    fn sign(&mut self, size: i64) -> Reg {
        self.int_constant(if size == 4 { i64::from(i32::MIN) } else { i64::MIN }, size)
    }

    // ---- truth values ---------------------------------------------------------------------------
    fn logic(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let x = m.operands(op).iter().map(|&v| self.get(v, g)?.as_mask()).collect::<Result<Vec<Reg>, _>>()?;
        let two = |s: &mut Self, code: Code, a: Reg, b: Reg| s.mask(code, vec![whole(a), whole(b)], None);
        Ok(Group::Mask(match (m.kind(op), &x[..]) {
            (OpKind::And, &[a, b]) => two(self, Code::VEX_Kandw_kr_kr_kr, a, b),
            (OpKind::Or, &[a, b]) => two(self, Code::VEX_Korw_kr_kr_kr, a, b),
            (OpKind::Xor, &[a, b]) => two(self, Code::VEX_Kxorw_kr_kr_kr, a, b),
            (OpKind::Not, &[a]) => self.mask(Code::VEX_Knotw_kr_kr, vec![whole(a)], None),
            (OpKind::Cast, &[a]) => a,
            (OpKind::Select, &[c, a, b]) => {
                let yes = two(self, Code::VEX_Kandw_kr_kr_kr, c, a);
                let no = two(self, Code::VEX_Kandnw_kr_kr_kr, c, b);
                two(self, Code::VEX_Korw_kr_kr_kr, yes, no)
            }
            _ => return Err("an op on truth values"),
        }))
    }

    /// Masks of the registers of a group as one.
    fn mask_group(
        &mut self,
        size: i64,
        f: &mut dyn FnMut(&mut Self, usize) -> Result<Reg, Unsupported>,
    ) -> Result<Group, Unsupported> {
        let low = f(self, 0)?;
        if size * self.group <= WIDTH {
            return Ok(Group::Mask(low));
        }
        let high = f(self, 1)?;
        let k = self.mask(Code::VEX_Kunpckbw_kr_kr_kr, vec![whole(high), whole(low)], None);
        self.upper.insert(k, high);
        Ok(Group::Mask(k))
    }

    fn compare(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let (a, b) = (m.operand(op, 0), m.operand(op, 1));
        let size = self.size(a)?;
        let pred: Pred = m.choice(op);
        let (form, byte) = match m.types.kind(m.types.lane(m.ty(a))) {
            TypeKind::Float(_) => (CMP_F, float_predicate(float_cc(pred).ok_or(NO_FORM)?)),
            _ => (if pred.is_unsigned() { CMP_U } else { CMP_I }, int_predicate(int_cc(pred))),
        };
        if size == 0 {
            return Err("a comparison of truth values");
        }
        self.mask_group(size, &mut |s, n| {
            let x = whole(s.get(a, g)?.part(n)?);
            let y = s.last_arg(b, g, n)?;
            Ok(s.mask(form.of(size), vec![x, y, Arg::Byte(byte)], Some(size as u8)))
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
            let r = s.vector(form.of(size), vec![whole(x), whole(y)], Some(size as u8));
            let nan = s.mask(CMP_F.of(size), vec![whole(y), whole(y), Arg::Byte(UNORDERED)], Some(size as u8));
            Ok(s.merged(MOVE.of(size), nan, r, vec![whole(x)], None))
        })
    }

    // ---- functions ------------------------------------------------------------------------------
    fn math(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let lane = m.types.lane(m.ty(m.result(op)));
        let size = self.size(m.operand(op, 0))?;
        let float = matches!(m.types.kind(lane), TypeKind::Float(_));
        let byte = Some(size as u8);
        let round =
            |s: &mut Self, mode: u8| s.map(op, g, &mut |s, x| s.vector(ROUND.of(size), vec![x, Arg::Byte(mode)], byte));
        match m.choice(op) {
            MathFn::Sqrt if float => {
                let a = m.operand(op, 0);
                self.group(size, &mut |s, n| {
                    let x = s.last_arg(a, g, n)?;
                    s.float(SQRT.of(size), vec![x], size, Part::of(g, n))
                })
            }
            MathFn::Abs if float => {
                let rest = self.int_constant(if size == 4 { i64::from(i32::MAX) } else { i64::MAX }, size);
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    s.vector(AND.of(size), vec![whole(x), whole(rest)], byte)
                })
            }
            MathFn::Abs if !self.is_byte(lane) => self.map(op, g, &mut |s, x| s.vector(ABS.of(size), vec![x], byte)),
            MathFn::Floor => round(self, DOWN),
            MathFn::Ceil => round(self, UP),
            MathFn::Trunc => round(self, TO_ZERO),
            MathFn::Rint => round(self, NEAREST),
            MathFn::Round => {
                let half = if size == 4 { 0.5 - 2f64.powi(-25) } else { 0.5 - 2f64.powi(-54) };
                let (half, sign) = (self.float_constant(half, size), self.sign(size));
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    let h = s.vector_tied(
                        TERNARY.of(size),
                        vec![whole(half), whole(x), whole(sign), Arg::Byte(CHOOSE)],
                        byte,
                    );
                    let sum = s.vector(ADD_F.of(size), vec![whole(x), whole(h)], byte);
                    s.vector(ROUND.of(size), vec![whole(sum), Arg::Byte(TO_ZERO)], byte)
                })
            }
            MathFn::CopySign => {
                let sign = self.sign(size);
                let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                self.group(size, &mut |s, n| {
                    let (x, y) = (s.get(a, g)?.part(n)?, s.get(b, g)?.part(n)?);
                    let args = vec![whole(x), whole(y), whole(sign), Arg::Byte(CHOOSE)];
                    Ok(s.vector_tied(TERNARY.of(size), args, byte))
                })
            }
            MathFn::IsNan => {
                let a = m.operand(op, 0);
                self.mask_group(size, &mut |s, n| {
                    let x = whole(s.get(a, g)?.part(n)?);
                    Ok(s.mask(CMP_F.of(size), vec![x, x, Arg::Byte(UNORDERED)], byte))
                })
            }
            MathFn::Fma => {
                let [a, b, c] = m.operands(op)[..] else { return Err(NO_FORM) };
                self.group(size, &mut |s, n| {
                    if s.is_in_memory(c, g) || s.is_in_memory(a, g) && s.is_in_memory(b, g) {
                        let (x, y) = (s.get(a, g)?.part(n)?, s.get(b, g)?.part(n)?);
                        let z = s.last_arg(c, g, n)?;
                        let place = Part { tied: true, ..Part::of(g, n) };
                        return s.float(FMA.of(size), vec![whole(x), whole(y), z], size, place);
                    }
                    // Sums stay in the register of the sum.
                    let z = s.get(c, g)?.part(n)?;
                    let (x, y) = if s.is_in_memory(a, g) { (b, a) } else { (a, b) };
                    let x = s.get(x, g)?.part(n)?;
                    let y = s.last_arg(y, g, n)?;
                    s.float(FMA_ADD.of(size), vec![whole(z), whole(x), y], size, Part { tied: true, ..Part::of(g, n) })
                })
            }
            MathFn::Ipow => self.power(op, g, float),
            _ => Err("a function without a form for lanes"),
        }
    }

    /// Powers by repeated squaring, in the order of scalar code.
    fn power(&mut self, op: Op, g: i64, float: bool) -> Result<Group, Unsupported> {
        let m = self.m;
        let mul = if float { MUL_F } else { MUL };
        let n =
            crate::vector::const_lane(m, op, 1).filter(|n| (1..=64).contains(n)).ok_or("a power that is not known")?;
        let (a, size) = (m.operand(op, 0), self.size(m.result(op))?);
        if self.is_byte(m.types.lane(m.ty(a))) {
            return Err("arithmetic of bytes");
        }
        self.group(size, &mut |s, part| {
            let times = |s: &mut Self, x: Reg, y: Reg| {
                let args = vec![whole(x), whole(y)];
                if float {
                    s.float(mul.of(size), args, size, Part::of(g, part))
                } else {
                    Ok(s.vector(mul.of(size), args, None))
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
        let leading = Form(Code::EVEX_Vplzcntd_zmm_k1z_zmmm512b32, Code::EVEX_Vplzcntq_zmm_k1z_zmmm512b64);
        match kind {
            OpKind::Clz => self.map(op, g, &mut |s, x| s.vector(leading.of(size), vec![x], byte)),
            OpKind::Ctz => {
                let (ones, bits) = (self.int_constant(-1, size), self.int_constant(size * 8, size));
                self.map(op, g, &mut |s, x| {
                    let x = s.in_register(x, size);
                    // The zeros at the end as ones, and nothing else.
                    let less = s.vector(ADD.of(size), vec![whole(x), whole(ones)], byte);
                    let end = s.vector(AND_NOT.of(size), vec![whole(x), whole(less)], byte);
                    let above = s.vector(leading.of(size), vec![whole(end)], byte);
                    s.vector(SUB.of(size), vec![whole(bits), whole(above)], byte)
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
    fn ones(&mut self, x: Reg, size: i64) -> Reg {
        let table: Vec<u8> = (0..64u32).map(|i| (i % 16).count_ones() as u8).collect();
        let table = self.constant(table);
        let low = self.int_constant(0x0f0f_0f0f, 4);
        let shift = Code::EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8;
        let look = Code::EVEX_Vpshufb_zmm_k1z_zmm_zmmm512;
        let lower = self.vector(AND.0, vec![whole(x), whole(low)], Some(4));
        let upper = self.vector(shift, vec![whole(x), Arg::Byte(4)], Some(4));
        let upper = self.vector(AND.0, vec![whole(upper), whole(low)], Some(4));
        let lower = self.vector(look, vec![whole(table), whole(lower)], None);
        let upper = self.vector(look, vec![whole(table), whole(upper)], None);
        let bytes = self.vector(Code::EVEX_Vpaddb_zmm_k1z_zmm_zmmm512, vec![whole(lower), whole(upper)], None);
        if size == 8 {
            let zero = self.constant(vec![0; WIDTH as usize]);
            return self.vector(Code::EVEX_Vpsadbw_zmm_zmm_zmmm512, vec![whole(bytes), whole(zero)], None);
        }
        let ones = self.constant(vec![1; WIDTH as usize]);
        let pairs = self.vector(Code::EVEX_Vpmaddubsw_zmm_k1z_zmm_zmmm512, vec![whole(bytes), whole(ones)], None);
        let ones = self.constant([1, 0].repeat(WIDTH as usize / 2));
        self.vector(Code::EVEX_Vpmaddwd_zmm_k1z_zmm_zmmm512, vec![whole(pairs), whole(ones)], None)
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
        let shift = |s: &mut Self, form: Form, x: Reg, n: u32| {
            let n = s.int_constant(i64::from(n), 4);
            s.vector(form.0, vec![whole(x), whole(n)], Some(4))
        };
        let abs = d.unsigned_abs();
        let mut q = if abs.is_power_of_two() {
            let p = abs.ilog2();
            let ones = shift(self, SAR, x, 31);
            let up = shift(self, SHR, ones, 32 - p);
            let moved = self.vector(ADD.0, vec![whole(x), whole(up)], None);
            shift(self, SAR, moved, p)
        } else {
            let (factor, bits) = crate::vector::multiplier(abs);
            let f = self.int_constant(i64::from(factor as i32), 4);
            let mul = Code::EVEX_Vpmuldq_zmm_k1z_zmm_zmmm512b64;
            let wide = Code::EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8;
            // The upper halves of the products of even and odd lanes.
            let factors = self.vector(Code::EVEX_Vpbroadcastd_zmm_k1z_xmmm32, vec![Arg::Reg(f, View::Quarter)], None);
            let even = self.vector(mul, vec![whole(x), whole(factors)], None);
            let even = self.vector(wide, vec![whole(even), Arg::Byte(32)], None);
            let odd = self.vector(wide, vec![whole(x), Arg::Byte(32)], None);
            let odd = self.vector(mul, vec![whole(odd), whole(factors)], None);
            let halves = self.int_constant(0xffff_ffff_0000_0000u64 as i64, 8);
            let args = vec![whole(even), whole(odd), whole(halves), Arg::Byte(CHOOSE)];
            let mut q = self.vector_tied(TERNARY.1, args, Some(8));
            if factor > i32::MAX as u32 {
                q = self.vector(ADD.0, vec![whole(q), whole(x)], None);
            }
            q = shift(self, SAR, q, bits);
            let negative = shift(self, SHR, x, 31);
            self.vector(ADD.0, vec![whole(q), whole(negative)], None)
        };
        if d < 0 {
            let zero = self.int_constant(0, 4);
            q = self.vector(SUB.0, vec![whole(zero), whole(q)], None);
        }
        if kind == OpKind::Div {
            return Ok(Group::One(q));
        }
        let divisor = self.int_constant(i64::from(d), 4);
        let product = self.vector(MUL.0, vec![whole(q), whole(divisor)], Some(4));
        let r = self.vector(SUB.0, vec![whole(x), whole(product)], None);
        if kind == OpKind::Rem {
            return Ok(Group::One(r));
        }
        let zero = self.int_constant(0, 4);
        let other = int_predicate(if d > 0 { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan });
        let k = self.mask(CMP_I.0, vec![whole(r), whole(zero), Arg::Byte(other)], Some(4));
        Ok(Group::One(self.merged(ADD.0, k, r, vec![whole(r), whole(divisor)], Some(4))))
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
                let spread = if b == 4 {
                    (Code::EVEX_Vpbroadcastd_zmm_k1z_xmmm32, View::Quarter)
                } else {
                    (Code::EVEX_Vpbroadcastq_zmm_k1z_xmmm64, View::Quarter)
                };
                self.group(b, &mut |s, n| Ok(s.zeroed(spread.0, masks[n], vec![Arg::Reg(one, spread.1)], None)))?
            }
            (_, TypeKind::Bool) => self.mask_group(a, &mut |s, n| {
                let x = whole(s.get(v, g)?.part(n)?);
                Ok(s.mask(TEST.of(a), vec![x, x], None))
            })?,
            (TypeKind::Float(32), TypeKind::Float(64)) => {
                self.widen(v, g, Code::EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae)?
            }
            (TypeKind::Int(32), TypeKind::Float(64)) => self.widen(v, g, Code::EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er)?,
            (TypeKind::Float(64), TypeKind::Float(32)) => {
                self.narrow(v, g, Code::EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er)?
            }
            (TypeKind::Int(32), TypeKind::Float(32)) => {
                self.map(op, g, &mut |s, x| s.vector(Code::EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er, vec![x], Some(4)))?
            }
            (t, TypeKind::Float(64)) if wide(t) => {
                self.map(op, g, &mut |s, x| s.vector(Code::EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er, vec![x], Some(8)))?
            }
            (TypeKind::Float(32), TypeKind::Int(32)) => self.to_int(op, g, 4)?,
            (TypeKind::Float(64), t) if wide(t) => self.to_int(op, g, 8)?,
            (TypeKind::Float(64), TypeKind::Int(32)) => self.to_short(v, g)?,
            (TypeKind::Float(_), _) | (_, TypeKind::Float(_)) => return Err("a conversion without a form"),
            (_, TypeKind::Int(8) | TypeKind::Logical(8)) => return Err("a conversion to bytes"),
            _ if a == b => self.get(v, g)?,
            _ if a == 4 => self.widen(v, g, Code::EVEX_Vpmovsxdq_zmm_k1z_ymmm256)?,
            _ => self.narrow(v, g, Code::EVEX_Vpmovqd_ymmm256_k1z_zmm)?,
        })
    }

    /// Lanes of 32 bits as lanes of 64.
    fn widen(&mut self, v: Value, g: i64, code: Code) -> Result<Group, Unsupported> {
        if self.group != 16 {
            return Err("narrow lanes in a loop of wide ones");
        }
        let x = self.get(v, g)?.part(0)?;
        let half = |s: &mut Self, r: Reg| s.vector(code, vec![Arg::Reg(r, View::Half)], None);
        let low = half(self, x);
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(Code::EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8, Some((r, View::Half)));
        self.push(Inst { args: vec![whole(x), Arg::Byte(1)], ..inst });
        Ok(Group::Two(low, half(self, r)))
    }

    /// Lanes of 64 bits as lanes of 32.
    fn narrow(&mut self, v: Value, g: i64, code: Code) -> Result<Group, Unsupported> {
        let x = self.get(v, g)?;
        let mut halves = Vec::new();
        for n in 0..2 {
            let x = x.part(n)?;
            let mask = self.taking_part(g, 8, n)?;
            let r = self.p.reg(Class::Vector);
            let inst = self.inst(code, Some((r, View::Half)));
            self.push(Inst { args: vec![whole(x)], mask, zeroing: mask.is_some(), ..inst });
            halves.push(r);
        }
        self.joined(halves[0], halves[1])
    }

    fn joined(&mut self, low: Reg, high: Reg) -> Result<Group, Unsupported> {
        let args = vec![whole(low), Arg::Reg(high, View::Half), Arg::Byte(1)];
        Ok(Group::One(self.vector(Code::EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8, args, None)))
    }

    /// Floats as integers of the same size: what is too large becomes the largest one, NaNs zero.
    fn to_int(&mut self, op: Op, g: i64, size: i64) -> Result<Group, Unsupported> {
        let code = Form(Code::EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae, Code::EVEX_Vcvttpd2qq_zmm_k1z_zmmm512b64_sae);
        let (limit, most) = if size == 4 { (2f64.powi(31), i64::from(i32::MAX)) } else { (2f64.powi(63), i64::MAX) };
        let (limit, most) = (self.float_constant(limit, size), self.int_constant(most, size));
        let v = self.m.operand(op, 0);
        let byte = Some(size as u8);
        self.group(size, &mut |s, n| {
            let x = s.get(v, g)?.part(n)?;
            let r = s.float(code.of(size), vec![whole(x)], size, Part::of(g, n))?;
            let k = s.mask(CMP_F.of(size), vec![whole(x), whole(limit), Arg::Byte(GREATER_EQUAL)], byte);
            let spread = Form(Code::EVEX_Vpbroadcastd_zmm_k1z_xmmm32, Code::EVEX_Vpbroadcastq_zmm_k1z_xmmm64);
            let most = s.vector(spread.of(size), vec![Arg::Reg(most, View::Quarter)], None);
            let r = s.merged(MOVE.of(size), k, r, vec![whole(most)], None);
            let k = s.mask(CMP_F.of(size), vec![whole(x), whole(x), Arg::Byte(ORDERED)], byte);
            Ok(s.zeroed(MOVE.of(size), k, vec![whole(r)], None))
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
            let low = self.vector(MAX_F.1, vec![whole(limits[0]), whole(x)], None);
            let both = self.vector(MIN_F.1, vec![whole(limits[1]), whole(low)], None);
            let k = self.mask(CMP_F.1, vec![whole(x), whole(x), Arg::Byte(ORDERED)], None);
            let clean = self.zeroed(MOVE.1, k, vec![whole(both)], None);
            let mask = self.taking_part(g, 8, n)?;
            let r = self.p.reg(Class::Vector);
            let inst = self.inst(Code::EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae, Some((r, View::Half)));
            self.push(Inst { args: vec![whole(clean)], mask, zeroing: mask.is_some(), ..inst });
            halves.push(r);
        }
        self.joined(halves[0], halves[1])
    }
}
