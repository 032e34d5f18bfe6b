//! Division of 32-bit integers by constants: the high half of a product, as T. Granlund and P. Montgomery, "Division by
//! Invariant Integers using Multiplication" (PLDI 1994), have it.

use super::registers::Wide;
use crate::codegen::func::FuncGen;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cv, types};
use ferrotran_ir::OpKind;

/// A multiplier and a shift with which `n / d = (m * n >> 32 + shift) + (1 if n < 0)` for all 32-bit `n`; `d` is at least 3
/// and no power of two.
pub(crate) fn multiplier(d: u32) -> (u32, u32) {
    // m is 2^(32+shift) / d, rounded up by e / d: too little to matter if |n| e < 2^(32+shift). Here e is at most d, which
    // is below 2^(shift+1); and d is above 2^shift, so m has 32 bits.
    let shift = d.ilog2();
    ((1u64 << (32 + shift)).div_euclid(d.into()) as u32 + 1, shift)
}

impl Wide {
    /// Quotient, remainder or modulus of four numbers.
    pub(super) fn divided(&self, g: &mut FuncGen<'_, '_, '_>, kind: OpKind, x: Cv, d: i32) -> Cv {
        let shift = |g: &mut FuncGen<'_, '_, '_>, n: u32| g.b.ins().iconst(types::I32, i64::from(n));
        let size = d.unsigned_abs();
        let mut q = if size.is_power_of_two() {
            // Negative numbers go up by one less than the divisor, so that the quotient is rounded towards zero.
            let p = size.ilog2();
            let (sign, rest, p) = (shift(g, 31), shift(g, 32 - p), shift(g, p));
            let ones = g.b.ins().sshr(x, sign);
            let up = g.b.ins().ushr(ones, rest);
            let moved = g.b.ins().iadd(x, up);
            g.b.ins().sshr(moved, p)
        } else {
            let (m, bits) = multiplier(size);
            let factor = self.constant(g, types::I32X4, &[i64::from(m as i32); 4]);
            let factor = g.b.ins().swiden_low(factor);
            let upper = self.upper(g, x);
            let (low, high) = (g.b.ins().swiden_low(x), g.b.ins().swiden_low(upper));
            let (low, high) = (g.b.ins().imul(low, factor), g.b.ins().imul(high, factor));
            let q = self.shuffle(g, low, high, [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31]);
            let mut q = self.as_type(g, q, types::I32X4);
            if m > i32::MAX as u32 {
                // The factor was taken for m - 2^32.
                q = g.b.ins().iadd(q, x);
            }
            let (bits, last) = (shift(g, bits), shift(g, 31));
            q = g.b.ins().sshr(q, bits);
            let negative = g.b.ins().ushr(x, last);
            g.b.ins().iadd(q, negative)
        };
        if d < 0 {
            q = g.b.ins().ineg(q);
        }
        if kind == OpKind::Div {
            return q;
        }
        let divisor = self.constant(g, types::I32X4, &[i64::from(d); 4]);
        let whole = g.b.ins().imul(q, divisor);
        let r = g.b.ins().isub(x, whole);
        if kind == OpKind::Rem {
            return r;
        }
        let zero = self.constant(g, types::I32X4, &[0; 4]);
        let cc = if d > 0 { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
        let other_sign = g.b.ins().icmp(cc, r, zero);
        let more = g.b.ins().band(other_sign, divisor);
        g.b.ins().iadd(r, more)
    }
}

#[cfg(test)]
mod tests {
    use super::multiplier;

    #[test]
    fn quotients() {
        let mut divisors: Vec<u32> = (3u32..200).filter(|d| !d.is_power_of_two()).collect();
        for p in 8..31 {
            divisors.extend([(1u32 << p) - 1, (1u32 << p) + 1]);
        }
        divisors.extend([1_000_000_007, i32::MAX as u32]);
        for d in divisors {
            let (m, shift) = multiplier(d);
            let mut numbers = vec![0, 1, -1, i32::MAX, i32::MIN, i32::MIN + 1, i32::MAX - 1, 123_456_789, -987_654_321];
            for k in [1i64, 2, 3, 1000, i64::from(i32::MAX) / i64::from(d)] {
                let at = k * i64::from(d);
                numbers.extend((at - 1..=at + 1).flat_map(|n| [n, -n]).filter_map(|n| i32::try_from(n).ok()));
            }
            for n in numbers {
                let q = (i128::from(m) * i128::from(n)) >> (32 + shift);
                let q = q + i128::from(n < 0);
                assert_eq!(q, i128::from(n) / i128::from(d), "{n} / {d}");
            }
        }
    }
}
