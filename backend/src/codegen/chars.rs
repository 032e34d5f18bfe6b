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

    /// Length of a string value by its type.
    fn static_len(&self, v: Value) -> Option<i64> {
        let m = self.m;
        match m.tk(v) {
            TypeKind::Char(n) => *n,
            TypeKind::Ref(e) => match m.types.kind(*e) {
                TypeKind::Char(n) => *n,
                _ => None,
            },
            _ => None,
        }
    }

    /// Length of a concatenation that lives in the stack frame.
    pub(crate) fn static_concat(&self, op: Op) -> Option<i64> {
        let n = self
            .static_len(self.m.result(op))
            .or_else(|| Some(self.static_len(self.m.operand(op, 0))? + self.static_len(self.m.operand(op, 1))?))?;
        (n <= MAX_STATIC).then_some(n)
    }

    pub(crate) fn chr_const(&mut self, op: Op) -> Res<Val> {
        let Some(Attr::Str(bytes) | Attr::Bytes(bytes)) = self.m.attr(op, "value") else {
            return self.fail(op, "malformed character constant");
        };
        let id = match self.cx.bytes(bytes, 1) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        Ok(Val::Chr { ptr: self.data_addr(id), len: Ix::C(bytes.len() as i64) })
    }

    fn frame(&mut self, bytes: i64) -> Cv {
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes.max(1) as u32,
            if bytes >= 8 { 3 } else { 0 },
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
                let dst = match self.static_concat(op) {
                    Some(bytes) => self.frame(bytes),
                    None => {
                        let bytes = self.ixv(len);
                        self.rt(op, "frt_temp_alloc", &[bytes])?.expect("frt_temp_alloc has a result")
                    }
                };
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
            OpKind::ChrCmp => {
                let (p, n) = self.chr(op, a)?;
                let (q, k) = self.chr(op, m.operand(op, 1))?;
                let pred = m.attr_str(op, "pred").unwrap_or_default();
                let Some(cc) = super::arith::int_cc(pred) else {
                    return self.fail(op, format!("unknown comparison {pred}"));
                };
                let c = if n == Ix::C(1) && k == Ix::C(1) {
                    let flags = self.data();
                    let x = self.b.ins().load(types::I8, flags, p, 0);
                    let y = self.b.ins().load(types::I8, flags, q, 0);
                    let (x, y) = (self.b.ins().uextend(types::I32, x), self.b.ins().uextend(types::I32, y));
                    self.b.ins().icmp(cc, x, y)
                } else {
                    let (n, k) = (self.ixv(n), self.ixv(k));
                    let r = self.rt(op, "frt_chr_cmp", &[p, n, q, k])?.expect("frt_chr_cmp has a result");
                    self.b.ins().icmp_imm_s(cc, r, 0)
                };
                self.set_here(op, Val::S(c));
            }
            OpKind::ChrAssign => {
                let (p, n) = self.chr(op, a)?;
                let (d, k) = self.chr(op, m.operand(op, 1))?;
                match (n, k) {
                    (Ix::C(x), Ix::C(y)) if x.min(y) <= 128 && y - x.min(y) <= 64 => {
                        self.memcpy(d, p, Ix::C(x.min(y)))?;
                        if y > x {
                            let at = self.b.ins().iadd_imm_s(d, x);
                            self.memset(at, b' ', Ix::C(y - x))?;
                        }
                    }
                    _ => {
                        let (n, k) = (self.ixv(n), self.ixv(k));
                        self.rt(op, "frt_chr_assign", &[d, k, p, n])?;
                    }
                }
            }
            OpKind::ChrFromCode => {
                let c = self.s(a)?;
                let byte = self.int_to_int(c, types::I8);
                let p = self.frame(1);
                let flags = self.data();
                self.b.ins().store(flags, byte, p, 0);
                self.set_here(op, Val::Chr { ptr: p, len: Ix::C(1) });
            }
            OpKind::ChrCode => {
                let (p, _) = self.chr(op, a)?;
                let flags = self.data();
                let x = self.b.ins().load(types::I8, flags, p, 0);
                let x = self.b.ins().uextend(types::I32, x);
                self.set_here(op, Val::S(x));
            }
            _ => unreachable!("dispatched by kind"),
        }
        Ok(())
    }
}
