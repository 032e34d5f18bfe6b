//! Ops of numbers, truth values and strings.

use super::extended::extended;
use super::scalar::{binary, cast, compare, compare_wide, math, wide_codes, wrap};
use super::{Flow, Interp, Res, Val};
use crate::choices::MathFn;
use crate::entity::Op;
use crate::module::Attr;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_xreal::{Calc, Num};

impl Interp<'_> {
    /// `arith.const`.
    pub(super) fn constant(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let _kind = self.m.kind(op);
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let rk = rty.map(|t| self.m.types.kind(t).clone());
        let v = match (m.attr(op, "value"), rk) {
            (Some(Attr::Int(i)), _) => Val::Int(*i),
            (Some(a @ (Attr::Float(_) | Attr::Bytes(_))), Some(TypeKind::Float(bits @ (80 | 128)))) => {
                let k = extended(bits);
                match a.as_number(k) {
                    Some(n) => Val::Ext(k, Calc::kind(k).convert(n)),
                    None => return self.fail(op, "bad constant"),
                }
            }
            (Some(Attr::List(l)), Some(TypeKind::Complex(bits @ (80 | 128)))) => {
                let k = extended(bits);
                let part = |i: usize| {
                    let n = l.get(i).and_then(|a: &Attr| a.as_number(k));
                    Calc::kind(k).convert(n.unwrap_or(Num::NAN))
                };
                Val::ExtC(k, (part(0), part(1)))
            }
            (Some(Attr::Float(f)), Some(TypeKind::Float(32))) => Val::F32(*f as f32),
            (Some(Attr::Float(f)), _) => Val::F64(*f),
            (Some(Attr::List(l)), Some(k)) => {
                let part = |i: usize| match l.get(i) {
                    Some(Attr::Float(f)) => *f,
                    _ => 0.0,
                };
                match k {
                    TypeKind::Complex(32) => Val::C32(part(0) as f32, part(1) as f32),
                    _ => Val::C64(part(0), part(1)),
                }
            }
            _ => return self.fail(op, "bad constant"),
        };
        self.done(op, v)
    }

    /// `arith.add`, `arith.sub`, `arith.mul`, `arith.div`, `arith.rem`, `arith.modulo`, `arith.min`, `arith.max`, `arith.and`, `arith.or`, `arith.xor`, `arith.shl`, `arith.shr_u`, `arith.shr_s`.
    pub(super) fn binary_op(&mut self, op: Op) -> Res<Flow> {
        let kind = self.m.kind(op);
        let rk = self.lane_kind(op);
        let (a, b) = (self.arg(op, 0)?, self.arg(op, 1)?);
        match binary(kind, &a, &b, &rk) {
            Some(v) => self.done(op, v),
            None => self.fail(op, "bad operands"),
        }
    }

    /// `arith.neg`.
    pub(super) fn negate(&mut self, op: Op) -> Res<Flow> {
        let rk = self.lane_kind(op);
        let v = match self.arg(op, 0)? {
            Val::Int(x) => Val::Int(wrap(x.wrapping_neg(), &rk)),
            Val::Ext(k, x) => Val::Ext(k, x.neg()),
            Val::ExtC(k, (x, y)) => Val::ExtC(k, (x.neg(), y.neg())),
            Val::F32(x) => Val::F32(-x),
            Val::F64(x) => Val::F64(-x),
            Val::C32(x, y) => Val::C32(-x, -y),
            Val::C64(x, y) => Val::C64(-x, -y),
            _ => return self.fail(op, "bad operand"),
        };
        self.done(op, v)
    }

    /// `arith.cmp`, `chr.cmp`.
    pub(super) fn comparison(&mut self, op: Op) -> Res<Flow> {
        use OpKind::ChrCmp;
        let m = self.m;
        let kind = self.m.kind(op);
        let (a, b) = (self.arg(op, 0)?, self.arg(op, 1)?);
        let wide = kind == ChrCmp && m.types.chr_kind(m.ty(m.operand(op, 0))) == 4;
        let compare = if wide { compare_wide } else { compare };
        match compare(m.choice(op), &a, &b) {
            Some(c) => self.done(op, Val::Int(i64::from(c))),
            None => self.fail(op, "bad operands"),
        }
    }

    /// `arith.cast`.
    pub(super) fn cast_op(&mut self, op: Op) -> Res<Flow> {
        let rk = self.lane_kind(op);
        let a = self.arg(op, 0)?;
        match cast(&a, &rk) {
            Some(v) => self.done(op, v),
            None => self.fail(op, "bad operand"),
        }
    }

    /// `complex.make`.
    pub(super) fn complex_make(&mut self, op: Op) -> Res<Flow> {
        let v = match (self.arg(op, 0)?, self.arg(op, 1)?) {
            (Val::Ext(k, a), Val::Ext(_, b)) => Val::ExtC(k, (a, b)),
            (Val::F32(a), Val::F32(b)) => Val::C32(a, b),
            (Val::F64(a), Val::F64(b)) => Val::C64(a, b),
            _ => return self.fail(op, "bad operands"),
        };
        self.done(op, v)
    }

    /// `complex.re`, `complex.im`.
    pub(super) fn complex_part(&mut self, op: Op) -> Res<Flow> {
        use OpKind::ComplexRe;
        let kind = self.m.kind(op);
        let v = match (self.arg(op, 0)?, kind) {
            (Val::ExtC(k, (a, _)), ComplexRe) => Val::Ext(k, a),
            (Val::ExtC(k, (_, b)), _) => Val::Ext(k, b),
            (Val::C32(a, _), ComplexRe) => Val::F32(a),
            (Val::C64(a, _), ComplexRe) => Val::F64(a),
            (Val::C32(_, b), _) => Val::F32(b),
            (Val::C64(_, b), _) => Val::F64(b),
            _ => return self.fail(op, "bad operand"),
        };
        self.done(op, v)
    }

    /// `math.fn`.
    pub(super) fn math_op(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let n = m.operands(op).len();
        let args = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
        let f: MathFn = m.choice(op);
        match math(f, &args) {
            Some(v) => self.done(op, v),
            None => self.fail(op, format!("function {} is not supported", f.name())),
        }
    }

    /// `chr.len`.
    pub(super) fn chr_len(&mut self, op: Op) -> Res<Flow> {
        let n = match self.arg(op, 0)? {
            Val::Str(s) => s.len() as i64,
            Val::Ptr(_, n) => n,
            _ => return self.fail(op, "bad operand"),
        };
        self.done(op, Val::Int(n))
    }

    /// `chr.cast`.
    pub(super) fn chr_cast(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        match self.arg(op, 0)? {
            Val::Str(s) if m.types.chr_kind(m.ty(m.operand(op, 0))) == 1 => {
                self.done(op, Val::Str(s.iter().flat_map(|&c| u32::from(c).to_le_bytes()).collect()))
            }
            Val::Str(s) => {
                let narrow = |c: u32| c as u8;
                self.done(op, Val::Str(wide_codes(&s).into_iter().map(narrow).collect()))
            }
            _ => self.fail(op, "bad operand"),
        }
    }

    /// `chr.addr`.
    pub(super) fn chr_addr(&mut self, op: Op) -> Res<Flow> {
        let at = match self.arg(op, 0)? {
            Val::Str(s) => {
                let at = self.mem.alloc(s.len() as u64);
                if let Some(b) = self.mem.bytes_mut(at, s.len() as u64) {
                    b.copy_from_slice(&s);
                }
                at
            }
            _ => self.ptr(op, 0)?,
        };
        self.done(op, Val::Ptr(at, 0))
    }

    /// `arith.not`.
    pub(super) fn complement(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let x = self.int(op, 0)?;
        self.done(op, Val::Int(if m.types.lane(m.ty(m.result(op))) == Type::BOOL { 1 - x } else { !x }))
    }

    /// `arith.select`.
    pub(super) fn select(&mut self, op: Op) -> Res<Flow> {
        let c = self.int(op, 0)?;
        let v = self.arg(op, if c != 0 { 1 } else { 2 })?;
        self.done(op, v)
    }
}
