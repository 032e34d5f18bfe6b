//! Vectors of the IR in machine registers of 128 bits.
//!
//! A value of so many lanes is held in as many registers as it needs: with eight lanes, 32-bit types take two and 64-bit
//! types four. Truth values are masks of the width of what was compared and are resized on use. What runs in lanes, and how
//! many there are, was decided in the IR (`vectorize`); wider registers need another [`registers`] only.

mod divide;
pub(crate) mod ops;
mod registers;

pub(crate) use divide::multiplier;
pub(crate) use registers::const_lane;

use crate::codegen::func::FuncGen;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Endianness, InstBuilder, MemFlagsData, Value as Cv, types};
use ferrotran_ir::ReduceOp;

/// A value in all lanes.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    pub regs: Vec<Cv>,
    /// Bytes of a lane: 4 or 8.
    pub size: i64,
    /// All bits of a lane are equal (a truth value).
    pub mask: bool,
}

/// Bytes that the runtime's block functions work on at once.
pub(crate) const BLOCK: i64 = 128;

pub(super) fn bits() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

/// Two values combined, or two vectors lane by lane. Truth values are 0 and 1, in lanes 0 and -1. Numbers
/// win against NaNs.
fn combined(g: &mut FuncGen<'_, '_, '_>, what: ReduceOp, a: Cv, b: Cv) -> Cv {
    let t = g.b.func.dfg.value_type(a);
    let float = t.lane_type().is_float();
    match what {
        ReduceOp::Sum if float => g.b.ins().fadd(a, b),
        ReduceOp::Sum => g.b.ins().iadd(a, b),
        ReduceOp::Product if float => g.b.ins().fmul(a, b),
        ReduceOp::Product => g.b.ins().imul(a, b),
        ReduceOp::Min | ReduceOp::Max if float => {
            // The form that Cranelift knows as the machine's instructions.
            let (low, high) = if what == ReduceOp::Max { (b, a) } else { (a, b) };
            let less = g.b.ins().fcmp(FloatCC::LessThan, low, high);
            let nan = g.b.ins().fcmp(FloatCC::Unordered, b, b);
            if t.is_vector() {
                let (less, nan) = (g.b.ins().bitcast(t, bits(), less), g.b.ins().bitcast(t, bits(), nan));
                let r = g.b.ins().bitselect(less, a, b);
                g.b.ins().bitselect(nan, a, r)
            } else {
                let r = g.b.ins().select(less, a, b);
                g.b.ins().select(nan, a, r)
            }
        }
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
