//! chr.* ops: strings as (address, length).

use super::func::FuncGen;
use super::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value as Cv, types};
use ferrotran_ir::{Attr, Op, OpKind, TypeKind, Value};

/// Concatenations up to this many bytes of known length live in the stack frame.
const MAX_STATIC: i64 = 256;

impl FuncGen<'_, '_, '_> {
    pub(crate) fn chr(&mut self, op: Op, v: Value) -> Res<(Cv, Ix)> {
        match self.get(v)? {
            Val::Chr { ptr, len } => Ok((ptr, len)),
            _ => self.fail(op, "a string is needed here"),
        }
    }

    /// Kind of a string value or reference: bytes of a character.
    fn chr_kind(&self, v: Value) -> i64 {
        i64::from(self.m.types.chr_kind(self.m.ty(v)))
    }

    /// Characters in so many bytes of a string of that kind.
    fn characters(&mut self, bytes: Ix, kind: i64) -> Cv {
        match bytes {
            Ix::C(n) => self.ixv(Ix::C(n / kind)),
            Ix::V(v) if kind == 1 => v,
            Ix::V(v) => self.b.ins().sshr_imm_s(v, i64::from(kind.trailing_zeros())),
        }
    }

    /// Length of a string value by its type.
    fn static_len(&self, v: Value) -> Option<i64> {
        let m = self.m;
        match m.tk(v) {
            TypeKind::Char(n, _) => *n,
            TypeKind::Ref(e) => match m.types.kind(*e) {
                TypeKind::Char(n, _) => *n,
                _ => None,
            },
            _ => None,
        }
    }

    /// Length of a concatenation or conversion that lives in the stack frame.
    fn static_concat(&self, op: Op) -> Option<i64> {
        let known = |i: usize| self.static_len(self.m.operand(op, i));
        let n = self.static_len(self.m.result(op)).or_else(|| match self.m.kind(op) {
            OpKind::ChrConcat => Some(known(0)? + known(1)?),
            _ => Some(known(0)? / self.chr_kind(self.m.operand(op, 0)) * self.chr_kind(self.m.result(op))),
        })?;
        (n <= MAX_STATIC).then_some(n)
    }

    /// True for an op whose result lies in the storage that `frt_temp_alloc` gives.
    pub(crate) fn takes_temporary(&self, op: Op) -> bool {
        matches!(self.m.kind(op), OpKind::ChrConcat | OpKind::ChrCast) && self.static_concat(op).is_none()
    }

    /// Storage for `len` bytes of the result of a concatenation or conversion.
    fn result_storage(&mut self, op: Op, len: Ix) -> Res<Cv> {
        match self.static_concat(op) {
            Some(bytes) => Ok(self.frame(bytes)),
            None => {
                let bytes = self.ixv(len);
                Ok(self.rt(op, "frt_temp_alloc", &[bytes])?.expect("frt_temp_alloc has a result"))
            }
        }
    }

    pub(crate) fn chr_const(&mut self, op: Op) -> Res<Val> {
        let Some(Attr::Str(bytes) | Attr::Bytes(bytes)) = self.m.attr(op, "value") else {
            return self.fail(op, "malformed character constant");
        };
        let align = self.chr_kind(self.m.result(op));
        let id = match self.cx.bytes(bytes, align as _) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        Ok(Val::Chr { ptr: self.data_addr(id), len: Ix::C(bytes.len() as i64) })
    }

    /// The code (i32) of the character at `p`.
    fn code_at(&mut self, p: Cv, kind: i64) -> Cv {
        let flags = self.data();
        if kind == 4 {
            return self.b.ins().load(types::I32, flags, p, 0);
        }
        let x = self.b.ins().load(types::I8, flags, p, 0);
        self.b.ins().uextend(types::I32, x)
    }

    fn frame(&mut self, bytes: i64) -> Cv {
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes.max(1) as u32,
            match bytes {
                8.. => 3,
                4.. => 2,
                _ => 0,
            },
        ));
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    pub(crate) fn chr_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let a = m.operand(op, 0);
        match m.kind(op) {
            OpKind::ChrMake | OpKind::ChrRef => {
                let ptr = self.s(a)?;
                let len = self.ix(m.operand(op, 1))?;
                self.set_pure(op, Val::Chr { ptr, len });
            }
            OpKind::ChrAddr => {
                let (p, _) = self.chr(op, a)?;
                self.set_pure(op, Val::S(p));
            }
            OpKind::ChrLen => {
                let (_, n) = self.chr(op, a)?;
                let n = self.ixv(n);
                self.set_pure(op, Val::S(n));
            }
            OpKind::ChrSubstr => {
                let (p, _) = self.chr(op, a)?;
                let start = self.ix(m.operand(op, 1))?;
                let len = self.ix(m.operand(op, 2))?;
                let q = self.ix_add(Ix::V(p), start);
                let ptr = self.ixv(q);
                self.set_pure(op, Val::Chr { ptr, len });
            }
            OpKind::ChrConcat => {
                let (p, n) = self.chr(op, a)?;
                let (q, k) = self.chr(op, m.operand(op, 1))?;
                let len = self.ix_add(n, k);
                let dst = self.result_storage(op, len)?;
                match (n, k) {
                    (Ix::C(x), Ix::C(y)) if x <= 64 && y <= 64 => {
                        self.memcpy(dst, p, n)?;
                        let at = self.b.ins().iadd_imm_s(dst, x);
                        self.memcpy(at, q, k)?;
                    }
                    _ => {
                        let (n, k) = (self.ixv(n), self.ixv(k));
                        self.rt(op, "frt_chr_concat", &[dst, p, n, q, k])?;
                    }
                }
                self.set_here(op, Val::Chr { ptr: dst, len });
            }
            OpKind::ChrCast => {
                let (p, n) = self.chr(op, a)?;
                let count = self.characters(n, self.chr_kind(a));
                let wider = self.chr_kind(a) == 1;
                let len = match n {
                    Ix::C(n) if wider => Ix::C(n * 4),
                    Ix::C(n) => Ix::C(n / 4),
                    Ix::V(_) if wider => Ix::V(self.b.ins().ishl_imm_u(count, 2)),
                    Ix::V(_) => Ix::V(count),
                };
                let dst = self.result_storage(op, len)?;
                self.rt(op, if wider { "frt_chr_widen" } else { "frt_chr_narrow" }, &[dst, p, count])?;
                self.set_here(op, Val::Chr { ptr: dst, len });
            }
            OpKind::ChrCmp => {
                let (p, n) = self.chr(op, a)?;
                let (q, k) = self.chr(op, m.operand(op, 1))?;
                let pred = m.attr_str(op, "pred").unwrap_or_default();
                let Some(cc) = super::arith::int_cc(pred) else {
                    return self.fail(op, format!("unknown comparison {pred}"));
                };
                let kind = self.chr_kind(a);
                let c = if n == Ix::C(kind) && k == Ix::C(kind) {
                    let (x, y) = (self.code_at(p, kind), self.code_at(q, kind));
                    let (x, y) = (self.b.ins().uextend(types::I64, x), self.b.ins().uextend(types::I64, y));
                    self.b.ins().icmp(cc, x, y)
                } else {
                    let (n, k) = (self.characters(n, kind), self.characters(k, kind));
                    let compare = if kind == 4 { "frt_chr4_cmp" } else { "frt_chr_cmp" };
                    let r = self.rt(op, compare, &[p, n, q, k])?.expect("comparisons have a result");
                    self.b.ins().icmp_imm_s(cc, r, 0)
                };
                self.set_here(op, Val::S(c));
            }
            OpKind::ChrAssign => {
                let (p, n) = self.chr(op, a)?;
                let (d, k) = self.chr(op, m.operand(op, 1))?;
                let kind = self.chr_kind(a);
                match (n, k) {
                    (Ix::C(x), Ix::C(y)) if x.min(y) <= 128 && y - x.min(y) <= if kind == 4 { 0 } else { 64 } => {
                        self.memcpy(d, p, Ix::C(x.min(y)))?;
                        if y > x {
                            let at = self.b.ins().iadd_imm_s(d, x);
                            self.memset(at, b' ', Ix::C(y - x))?;
                        }
                    }
                    _ => {
                        let (n, k) = (self.characters(n, kind), self.characters(k, kind));
                        let assign = if kind == 4 { "frt_chr4_assign" } else { "frt_chr_assign" };
                        self.rt(op, assign, &[d, k, p, n])?;
                    }
                }
            }
            OpKind::ChrFromCode => {
                let c = self.s(a)?;
                let kind = self.chr_kind(m.result(op));
                let code = self.int_to_int(c, if kind == 4 { types::I32 } else { types::I8 });
                let p = self.frame(kind);
                let flags = self.data();
                self.b.ins().store(flags, code, p, 0);
                self.set_here(op, Val::Chr { ptr: p, len: Ix::C(kind) });
            }
            OpKind::ChrCode => {
                let (p, _) = self.chr(op, a)?;
                let kind = self.chr_kind(a);
                let x = self.code_at(p, kind);
                self.set_here(op, Val::S(x));
            }
            _ => unreachable!("dispatched by kind"),
        }
        Ok(())
    }
}
