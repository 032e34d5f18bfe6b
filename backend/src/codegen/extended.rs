//! Reals and complex numbers of kinds 10 and 16. A number is in a register pair (Cranelift's `i128`) with its bits as in
//! memory; every operation is a call of the runtime.

use super::func::FuncGen;
use super::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value as Cv, condcodes::IntCC, types};
use ferrotran_abi::RuntimeFn;
use ferrotran_abi::rt::{self, kinds, kinds::OfExtended};
use ferrotran_ir::{MathFn, Op, OpKind, Pred, Type, TypeKind};
use ferrotran_xreal::{Calc, Num};

/// Bits of the numbers of such a type, or of the parts of such a complex type.
fn bits_of(t: &TypeKind) -> Option<u8> {
    match t {
        TypeKind::Float(b @ (80 | 128)) | TypeKind::Complex(b @ (80 | 128)) => Some(*b),
        _ => None,
    }
}

fn kind_of(bits: u8) -> u8 {
    if bits == 80 { 10 } else { 16 }
}

impl FuncGen<'_, '_, '_> {
    /// Bits of the numbers (or parts) of a type that the machine has no arithmetic of.
    pub(crate) fn extended(&self, t: Type) -> Option<u8> {
        bits_of(self.m.types.kind(t))
    }

    /// A constant.
    pub(crate) fn extended_const(&mut self, x: Num, bits: u8) -> Cv {
        let kind = kind_of(bits);
        let x = Calc::kind(kind).convert(x);
        self.wide_const(&x.to_memory(kind).to_le_bytes())
    }

    fn extended_call(&mut self, op: Op, f: OfExtended, bits: u8, args: &[Cv]) -> Res<Cv> {
        self.wide_call(op, f.bits(bits), args, types::I128)
    }

    /// The sign bit of a number in memory.
    fn sign_bit(&mut self, bits: u8) -> Cv {
        self.wide_const(&(1u128 << (bits - 1)).to_le_bytes())
    }

    fn extended_neg(&mut self, x: Cv, bits: u8) -> Cv {
        let sign = self.sign_bit(bits);
        self.b.ins().bxor(x, sign)
    }

    /// One operand.
    pub(crate) fn extended_unary(&mut self, op: Op, kind: OpKind, a: &Val, bits: u8) -> Res<Val> {
        Ok(match (a, kind) {
            (Val::S(x), OpKind::Neg) => Val::S(self.extended_neg(*x, bits)),
            (Val::C(re, im), OpKind::Neg) => {
                let re = self.extended_neg(*re, bits);
                Val::C(re, self.extended_neg(*im, bits))
            }
            _ => return self.fail(op, format!("{} of reals of this kind", kind.info().name)),
        })
    }

    /// Two operands.
    pub(crate) fn extended_binary(&mut self, op: Op, kind: OpKind, a: &Val, b: &Val, bits: u8) -> Res<Val> {
        let (real, complex) = match kind {
            OpKind::Add => (kinds::ADD, Some(kinds::COMPLEX_ADD)),
            OpKind::Sub => (kinds::SUB, Some(kinds::COMPLEX_SUB)),
            OpKind::Mul => (kinds::MUL, Some(kinds::COMPLEX_MUL)),
            OpKind::Div => (kinds::DIV, Some(kinds::COMPLEX_DIV)),
            OpKind::Rem => (kinds::REM, None),
            OpKind::Modulo => (kinds::MODULO, None),
            OpKind::Min => (kinds::MIN, None),
            OpKind::Max => (kinds::MAX, None),
            _ => return self.fail(op, format!("{} of reals of this kind", kind.info().name)),
        };
        match (a, b, complex) {
            (Val::S(x), Val::S(y), _) => Ok(Val::S(self.extended_call(op, real, bits, &[*x, *y])?)),
            (Val::C(ar, ai), Val::C(br, bi), Some(f)) => self.extended_pair(op, f.bits(bits), &[*ar, *ai, *br, *bi]),
            _ => self.fail(op, format!("{}: operands of different types", kind.info().name)),
        }
    }

    /// Calls a function with a complex result.
    fn extended_pair(&mut self, op: Op, f: RuntimeFn, args: &[Cv]) -> Res<Val> {
        let out = self.wide_room_of(32);
        let mut list = vec![out];
        for &a in args {
            list.push(self.by_address(a));
        }
        self.rt(op, f, &list)?;
        let flags = MemFlagsData::trusted();
        let re = self.b.ins().load(types::I128, flags, out, 0);
        Ok(Val::C(re, self.b.ins().load(types::I128, flags, out, 16)))
    }

    /// The address of a copy of a value of 16 bytes; other values as they are.
    pub(crate) fn by_address(&mut self, a: Cv) -> Cv {
        if self.b.func.dfg.value_type(a) == types::I128 { self.wide_address(a) } else { a }
    }

    /// Comparison of numbers, i1.
    pub(crate) fn extended_compare(&mut self, op: Op, pred: Pred, a: &Val, b: &Val, bits: u8) -> Res<Cv> {
        let f = kinds::COMPARE.bits(bits);
        let order = |g: &mut Self, x: Cv, y: Cv| -> Res<Cv> {
            let (p, q) = (g.wide_address(x), g.wide_address(y));
            Ok(g.rt(op, f, &[p, q])?.expect("the function has a result"))
        };
        match (a, b) {
            (Val::S(x), Val::S(y)) => {
                let c = order(self, *x, *y)?;
                let ins = self.b.ins();
                Ok(match pred {
                    Pred::Eq => ins.icmp_imm_s(IntCC::Equal, c, 0),
                    Pred::Ne => ins.icmp_imm_s(IntCC::NotEqual, c, 0),
                    Pred::Lt => ins.icmp_imm_s(IntCC::Equal, c, -1),
                    Pred::Le => ins.icmp_imm_s(IntCC::SignedLessThanOrEqual, c, 0),
                    Pred::Gt => ins.icmp_imm_s(IntCC::Equal, c, 1),
                    // 0 or 1, not -1 and not 2.
                    Pred::Ge => ins.icmp_imm_u(IntCC::UnsignedLessThanOrEqual, c, 1),
                    Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                        return self.fail(op, "comparison of floats without sign");
                    }
                })
            }
            (Val::C(ar, ai), Val::C(br, bi)) => {
                let (p, q) = (order(self, *ar, *br)?, order(self, *ai, *bi)?);
                let both = self.b.ins().bor(p, q);
                match pred {
                    Pred::Eq => Ok(self.b.ins().icmp_imm_s(IntCC::Equal, both, 0)),
                    Pred::Ne => Ok(self.b.ins().icmp_imm_s(IntCC::NotEqual, both, 0)),
                    Pred::Lt | Pred::Le | Pred::Gt | Pred::Ge | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                        self.fail(op, "complex numbers have no order")
                    }
                }
            }
            _ => self.fail(op, "values that cannot be compared"),
        }
    }

    /// Conversion of scalars (and parts) from or to such a kind.
    pub(crate) fn extended_cast(&mut self, op: Op, v: &Val, from: Type, to: Type) -> Res<Val> {
        let (fk, tk) = (self.m.types.kind(from).clone(), self.m.types.kind(to).clone());
        Ok(match (v, &fk, &tk) {
            (Val::C(re, im), TypeKind::Complex(a), TypeKind::Complex(b)) => {
                let (p, q) = (TypeKind::Float(*a), TypeKind::Float(*b));
                let re = self.extended_scalar_cast(op, *re, &p, &q)?;
                Val::C(re, self.extended_scalar_cast(op, *im, &p, &q)?)
            }
            (Val::C(re, _), TypeKind::Complex(a), to) => {
                Val::S(self.extended_scalar_cast(op, *re, &TypeKind::Float(*a), to)?)
            }
            (Val::S(x), from, TypeKind::Complex(b)) => {
                let re = self.extended_scalar_cast(op, *x, from, &TypeKind::Float(*b))?;
                let im = match bits_of(&tk) {
                    Some(bits) => self.extended_const(Num::ZERO, bits),
                    None => self.float(0.0, *b),
                };
                Val::C(re, im)
            }
            (Val::S(x), from, to) => Val::S(self.extended_scalar_cast(op, *x, from, to)?),
            _ => return self.fail(op, "no such conversion"),
        })
    }

    fn extended_scalar_cast(&mut self, op: Op, x: Cv, from: &TypeKind, to: &TypeKind) -> Res<Cv> {
        let result = "the function has a result";
        if from == to {
            return Ok(x);
        }
        match (bits_of(from), bits_of(to)) {
            (Some(_), Some(b)) => self.wide_call(
                op,
                if b == 128 { rt::frt_f128_from_f80 } else { rt::frt_f80_from_f128 },
                &[x],
                types::I128,
            ),
            (None, Some(b)) => match from {
                TypeKind::Float(bits) => {
                    let x = if *bits == 32 { self.b.ins().fpromote(types::F64, x) } else { x };
                    self.extended_call(op, kinds::FROM_F64, b, &[x])
                }
                TypeKind::Int(128) | TypeKind::Logical(128) => self.extended_call(op, kinds::FROM_I128, b, &[x]),
                TypeKind::Bool => {
                    let x = self.b.ins().uextend(types::I64, x);
                    self.extended_call(op, kinds::FROM_I64, b, &[x])
                }
                _ => {
                    let x = self.int_to_int(x, types::I64);
                    self.extended_call(op, kinds::FROM_I64, b, &[x])
                }
            },
            (Some(a), None) => {
                let p = self.wide_address(x);
                match to {
                    TypeKind::Float(32) => Ok(self.rt(op, kinds::TO_F32.bits(a), &[p])?.expect(result)),
                    TypeKind::Float(_) => Ok(self.rt(op, kinds::TO_F64.bits(a), &[p])?.expect(result)),
                    TypeKind::Int(128) => self.wide_call(op, kinds::TO_I128.bits(a), &[x], types::I128),
                    TypeKind::Int(bits) => {
                        let n = self.b.ins().iconst(types::I32, i64::from(*bits));
                        let r = self.rt(op, kinds::TO_I64.bits(a), &[p, n])?.expect(result);
                        let t = cranelift_codegen::ir::Type::int(u16::from(*bits)).unwrap_or(types::I64);
                        Ok(self.int_to_int(r, t))
                    }
                    TypeKind::Index => {
                        let n = self.b.ins().iconst(types::I32, 64);
                        Ok(self.rt(op, kinds::TO_I64.bits(a), &[p, n])?.expect(result))
                    }
                    _ => self.fail(op, "no such conversion of reals of this kind"),
                }
            }
            (None, None) => self.fail(op, "no such conversion"),
        }
    }

    /// `math.fn` of such numbers.
    pub(crate) fn extended_math(&mut self, op: Op, f: MathFn, vals: &[Val], bits: u8) -> Res<Val> {
        let rest = |g: &mut Self, v: &Val| -> Res<Cv> {
            match v {
                Val::S(c) if g.b.func.dfg.value_type(*c) == types::I128 => Ok(*c),
                Val::S(c) => Ok(g.int_to_int(*c, types::I64)),
                _ => g.fail(op, "a real argument is needed"),
            }
        };
        match (f, &vals[0]) {
            (MathFn::Abs, Val::S(x)) => {
                let sign = self.sign_bit(bits);
                Ok(Val::S(self.b.ins().band_not(*x, sign)))
            }
            (MathFn::IsNan, Val::S(x)) => {
                let p = self.wide_address(*x);
                let c = self.rt(op, kinds::COMPARE.bits(bits), &[p, p])?.expect("the function has a result");
                Ok(Val::S(self.b.ins().icmp_imm_s(IntCC::Equal, c, 2)))
            }
            (_, Val::S(x)) => {
                let mut args = vec![*x];
                for v in &vals[1..] {
                    // The exponent of integers of 128 bits.
                    let mut c = rest(self, v)?;
                    if f == MathFn::Ipow {
                        c = self.int_to_int(c, types::I64);
                    }
                    args.push(c);
                }
                let f = self.function(op, &["frt_math_", f.name(), if bits == 80 { "_f80" } else { "_f128" }])?;
                Ok(Val::S(self.wide_call(op, f, &args, types::I128)?))
            }
            (MathFn::Conj, Val::C(re, im)) => Ok(Val::C(*re, self.extended_neg(*im, bits))),
            (MathFn::Abs, Val::C(re, im)) => {
                Ok(Val::S(self.wide_call(op, kinds::COMPLEX_ABS.bits(bits), &[*re, *im], types::I128)?))
            }
            (_, Val::C(re, im)) => {
                let mut args = vec![*re, *im];
                for v in &vals[1..] {
                    match v {
                        Val::C(a, b) => args.extend([*a, *b]),
                        v => {
                            let c = rest(self, v)?;
                            args.push(self.int_to_int(c, types::I64));
                        }
                    }
                }
                let f = self.function(op, &["frt_math_", f.name(), if bits == 80 { "_c80" } else { "_c128" }])?;
                self.extended_pair(op, f, &args)
            }
            _ => self.fail(op, format!("math.fn {} of this value", f.name())),
        }
    }

    /// As it is passed: in a vector register.
    pub(crate) fn to_passed(&mut self, x: Cv) -> Cv {
        self.b.ins().bitcast(types::F128, MemFlagsData::new(), x)
    }

    /// From the register in which it is passed.
    pub(crate) fn from_passed(&mut self, x: Cv) -> Cv {
        self.b.ins().bitcast(types::I128, MemFlagsData::new(), x)
    }
}
