//! What one instruction set has and others make of several instructions.

use super::isa::{
    ABS, ADD, ADD_F, AND, AND_NOT, GREATER, Isa, MAX, MIN, MUL, MUL_HALVES_U, OR, SAR, SHL_BY, SHR, SHR_BY, SPREAD_I,
    SUB, SUB_F, TERNARY, TO_F, XOR,
};
use super::{Insts, Select, whole};
use crate::loops::machine::{Arg, Reg, View};
use ferrotran_ir::OpKind;
use iced_x86::Code;

/// Truth table of VPTERNLOG: where the third argument is set the second, else the first.
const CHOOSE: u8 = 0b1101_1000;

impl Select<'_> {
    /// Arithmetic of integers with two operands.
    pub(super) fn integers(&mut self, form: Insts, x: Arg, y: Arg, size: i64) -> Reg {
        let byte = Some(size as u8);
        if self.code(form, size) != Code::INVALID {
            return self.vector(self.code(form, size), vec![x, y], byte);
        }
        let (x, y) = (self.in_register(x, size), self.in_register(y, size));
        match form {
            MUL => self.product(x, y, size),
            MIN | MAX => {
                let more = self.vector(self.code(GREATER, size), vec![whole(x), whole(y)], None);
                let (low, high) = if form == MIN { (x, y) } else { (y, x) };
                self.blend(size, more, whole(low), whole(high))
            }
            SAR => {
                // The bits that come in are those of the sign.
                let zero = self.int_constant(0, size);
                let sign = self.vector(self.code(GREATER, size), vec![whole(zero), whole(x)], None);
                let plain = self.vector(self.code(XOR, size), vec![whole(x), whole(sign)], None);
                let moved = self.vector(self.code(SHR, size), vec![whole(plain), whole(y)], None);
                self.vector(self.code(XOR, size), vec![whole(moved), whole(sign)], None)
            }
            _ => self.vector(Code::INVALID, vec![whole(x), whole(y)], byte),
        }
    }

    pub(super) fn product(&mut self, x: Reg, y: Reg, size: i64) -> Reg {
        let args = vec![whole(x), whole(y)];
        if self.code(MUL, size) != Code::INVALID {
            return self.vector(self.code(MUL, size), args, None);
        }
        // By halves, of which the product of the upper ones is lost.
        let mul = self.code(MUL_HALVES_U, 8);
        let (above, other) = (self.shifted_by(SHR_BY, x, 32, 8, None), self.shifted_by(SHR_BY, y, 32, 8, None));
        let first = self.vector(mul, vec![whole(above), whole(y)], None);
        let second = self.vector(mul, vec![whole(other), whole(x)], None);
        let sum = self.vector(self.code(ADD, 8), vec![whole(first), whole(second)], None);
        let upper = self.shifted_by(SHL_BY, sum, 32, 8, None);
        let lower = self.vector(mul, args, None);
        self.vector(self.code(ADD, 8), vec![whole(lower), whole(upper)], None)
    }

    /// The absolute value of integers.
    pub(super) fn absolute(&mut self, x: Arg, size: i64) -> Reg {
        if self.code(ABS, size) != Code::INVALID {
            return self.vector(self.code(ABS, size), vec![x], Some(size as u8));
        }
        let x = self.in_register(x, size);
        let zero = self.int_constant(0, size);
        let sign = self.vector(self.code(GREATER, size), vec![whole(zero), whole(x)], None);
        let flipped = self.vector(self.code(XOR, size), vec![whole(x), whole(sign)], None);
        self.vector(self.code(SUB, size), vec![whole(flipped), whole(sign)], None)
    }

    /// A shift by a constant.
    pub(super) fn shifted_by(&mut self, form: Insts, x: Reg, n: u8, size: i64, broadcast: Option<u8>) -> Reg {
        let args = vec![whole(x), Arg::Byte(n)];
        match self.isa {
            Isa::Avx512 => self.vector(self.code(form, size), args, broadcast),
            Isa::Avx2 => self.plain(form, size, args, View::Whole),
        }
    }

    /// A constant that all lanes are, in a register.
    pub(super) fn in_all_lanes(&mut self, x: Reg, size: i64) -> Reg {
        if self.isa.broadcasts() {
            return self.vector(self.code(SPREAD_I, size), vec![Arg::Reg(x, View::Quarter)], None);
        }
        x
    }

    /// The magnitude of one vector with the sign of another; `sign`: a constant with nothing but signs.
    pub(super) fn with_sign(&mut self, x: Reg, of: Reg, sign: Reg, size: i64) -> Reg {
        match self.isa {
            Isa::Avx512 => {
                let args = vec![whole(x), whole(of), whole(sign), Arg::Byte(CHOOSE)];
                self.vector_tied(self.code(TERNARY, size), args, Some(size as u8))
            }
            Isa::Avx2 => {
                let magnitude = self.vector(self.code(AND_NOT, size), vec![whole(sign), whole(x)], None);
                let bit = self.vector(self.code(AND, size), vec![whole(sign), whole(of)], None);
                self.vector(self.code(OR, size), vec![whole(magnitude), whole(bit)], None)
            }
        }
    }

    /// Lanes of 32 bits of two registers: the odd ones of the second, the others of the first.
    pub(super) fn with_odd_lanes(&mut self, even: Reg, odd: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => {
                let halves = self.int_constant(0xffff_ffff_0000_0000u64 as i64, 8);
                let args = vec![whole(even), whole(odd), whole(halves), Arg::Byte(CHOOSE)];
                self.vector_tied(self.code(TERNARY, 8), args, Some(8))
            }
            Isa::Avx2 => {
                let args = vec![whole(even), whole(odd), Arg::Byte(0b1010_1010)];
                self.vector(Code::VEX_Vpblendd_ymm_ymm_ymmm256_imm8, args, None)
            }
        }
    }

    /// Integers of 64 bits as floats, rounded once.
    pub(super) fn long_as_float(&mut self, x: Arg) -> Reg {
        if self.code(TO_F, 8) != Code::INVALID {
            return self.vector(self.code(TO_F, 8), vec![x], Some(8));
        }
        // The halves become mantissas of large numbers: 2**52 + lower, 2**84 + 2**63 + upper * 2**32, whose sum, less what was
        // added, is rounded at the end.
        let x = self.in_register(x, 8);
        let (low, high) = (0x4330_0000_0000_0000u64, 0x4530_0000_8000_0000u64);
        let low = self.int_constant(low as i64, 8);
        let high = self.int_constant(high as i64, 8);
        let both = self.float_constant(2f64.powi(84) + 2f64.powi(63) + 2f64.powi(52), 8);
        let lower = self.with_odd_lanes(x, low);
        let upper = self.shifted_by(SHR_BY, x, 32, 8, None);
        let upper = self.vector(self.code(XOR, 8), vec![whole(upper), whole(high)], None);
        let upper = self.vector(self.code(SUB_F, 8), vec![whole(upper), whole(both)], None);
        self.vector(self.code(ADD_F, 8), vec![whole(upper), whole(lower)], None)
    }

    /// Numbers of bits that are set, or of zeros at an end, where there is no instruction for the latter: from the former.
    pub(super) fn composed_bits(&mut self, kind: OpKind, x: Reg, size: i64) -> Reg {
        match kind {
            OpKind::Ctz => {
                // The zeros at the end as ones, and nothing else.
                let ones = self.int_constant(-1, size);
                let less = self.vector(self.code(ADD, size), vec![whole(x), whole(ones)], None);
                let end = self.vector(self.code(AND_NOT, size), vec![whole(x), whole(less)], None);
                self.ones(end, size)
            }
            OpKind::Clz => {
                // All bits below the first one that is set.
                let mut below = x;
                for n in [1, 2, 4, 8, 16, 32].into_iter().filter(|&n| i64::from(n) < size * 8) {
                    let moved = self.shifted_by(SHR_BY, below, n, size, None);
                    below = self.vector(self.code(OR, size), vec![whole(below), whole(moved)], None);
                }
                let bits = self.int_constant(size * 8, size);
                let set = self.ones(below, size);
                self.vector(self.code(SUB, size), vec![whole(bits), whole(set)], None)
            }
            _ => self.ones(x, size),
        }
    }
}
