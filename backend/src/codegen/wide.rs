//! Scalars of 16 bytes. Integers are Cranelift's `i128`; what the machine cannot do with them, functions of the
//! runtime do, which take and give such values by address.

use super::func::FuncGen;
use crate::error::Res;
use cranelift_codegen::ir::{
    InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Type as Ct, Value as Cv, condcodes::IntCC, types,
};
use ferrotran_abi::{RuntimeFn, rt};
use ferrotran_ir::{Op, OpKind};

impl FuncGen<'_, '_, '_> {
    /// An integer constant of any machine type, sign-extended.
    pub(crate) fn int_const(&mut self, t: Ct, n: i64) -> Cv {
        if t == types::I128 {
            let low = self.b.ins().iconst(types::I64, n);
            return self.b.ins().sextend(t, low);
        }
        let mask = if t.bits() >= 64 { u64::MAX } else { (1u64 << t.bits()) - 1 };
        self.b.ins().iconst(t, (n as u64 & mask) as i64)
    }

    /// A 128-bit constant of these little-endian bytes.
    pub(crate) fn wide_const(&mut self, bytes: &[u8; 16]) -> Cv {
        let n = u128::from_le_bytes(*bytes);
        let low = self.b.ins().iconst(types::I64, n as i64);
        let high = self.b.ins().iconst(types::I64, (n >> 64) as i64);
        self.b.ins().iconcat(low, high)
    }

    /// One of two scalars; of 128-bit integers by halves: Cranelift would make a comparison and a selection of the whole
    /// ones a minimum, which it cannot compile.
    pub(crate) fn select_scalar(&mut self, c: Cv, x: Cv, y: Cv) -> Cv {
        if self.b.func.dfg.value_type(x) != types::I128 {
            return self.b.ins().select(c, x, y);
        }
        let (xl, xh) = self.b.ins().isplit(x);
        let (yl, yh) = self.b.ins().isplit(y);
        let low = self.b.ins().select(c, xl, yl);
        let high = self.b.ins().select(c, xh, yh);
        self.b.ins().iconcat(low, high)
    }

    /// Room for a value of 16 bytes.
    pub(crate) fn wide_room(&mut self) -> Cv {
        self.wide_room_of(16)
    }

    /// Room for so many bytes (16 or 32), until after the next call of a runtime function.
    pub(crate) fn wide_room_of(&mut self, bytes: u32) -> Cv {
        let at = self.wide_used;
        let have = self.wide_slots[at..].iter().position(|s| s.1 == bytes).map(|i| at + i);
        let i = match have {
            Some(i) => i,
            None => {
                let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4));
                self.wide_slots.push((slot, bytes));
                self.wide_slots.len() - 1
            }
        };
        self.wide_used = i + 1;
        let slot = self.wide_slots[i].0;
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// Address of a copy of a value of 16 bytes.
    pub(crate) fn wide_address(&mut self, v: Cv) -> Cv {
        let p = self.wide_room();
        self.b.ins().store(MemFlagsData::trusted(), v, p, 0);
        p
    }

    /// Calls a runtime function whose first argument is the address for its result, a value of type `out`; arguments of
    /// 16 bytes are passed by address.
    pub(crate) fn wide_call(&mut self, op: Op, f: RuntimeFn, args: &[Cv], out: Ct) -> Res<Cv> {
        let room = self.wide_room();
        let mut list = vec![room];
        for &a in args {
            let wide = self.b.func.dfg.value_type(a).bytes() == 16;
            list.push(if wide { self.wide_address(a) } else { a });
        }
        self.rt(op, f, &list)?;
        Ok(self.b.ins().load(out, MemFlagsData::trusted(), room, 0))
    }

    /// Operations of two 128-bit integers that differ from those of the others.
    pub(crate) fn wide_int_binary(&mut self, op: Op, kind: OpKind, x: Cv, y: Cv) -> Res<Option<Cv>> {
        let name = match kind {
            OpKind::Div => rt::frt_i128_div,
            OpKind::Rem => rt::frt_i128_rem,
            OpKind::Modulo => rt::frt_i128_modulo,
            OpKind::Min | OpKind::Max => {
                let cc = if kind == OpKind::Min { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
                let c = self.b.ins().icmp(cc, x, y);
                return Ok(Some(self.select_scalar(c, x, y)));
            }
            OpKind::Shl | OpKind::ShrU | OpKind::ShrS => {
                let n = self.b.ins().ireduce(types::I64, y);
                let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, n, 128);
                if kind == OpKind::ShrS {
                    let top = self.b.ins().iconst(types::I64, 127);
                    let n = self.b.ins().select(inside, n, top);
                    return Ok(Some(self.b.ins().sshr(x, n)));
                }
                let r = if kind == OpKind::Shl { self.b.ins().ishl(x, n) } else { self.b.ins().ushr(x, n) };
                let z = self.int_const(types::I128, 0);
                return Ok(Some(self.select_scalar(inside, r, z)));
            }
            _ => return Ok(None),
        };
        self.wide_call(op, name, &[x, y], types::I128).map(Some)
    }
}
