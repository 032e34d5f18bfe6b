//! Numbers as they lie in memory.

use crate::arith::Calc;
use crate::num::{Class, Format, Num, TOP};

impl Num {
    /// A number of a format with `digits - 1` bits of fraction below the exponent.
    fn unpack(bits: u128, f: Format) -> Num {
        let fraction_bits = f.digits - 1;
        let exp_bits = if f.max == 16383 { 15 } else { (f.max + 1).ilog2() + 1 };
        let neg = bits >> (fraction_bits + exp_bits) & 1 == 1;
        let e = (bits >> fraction_bits) as i32 & ((1 << exp_bits) - 1);
        let fraction = bits & ((1 << fraction_bits) - 1);
        let man = TOP | fraction << (127 - fraction_bits);
        if e == (1 << exp_bits) - 1 {
            return if fraction == 0 { Num::infinity(neg) } else { Num { class: Class::Nan, neg, exp: 0, man } };
        }
        if e == 0 {
            return Num::from_parts(neg, fraction, f.min() - fraction_bits as i32);
        }
        Num { class: Class::Finite, neg, exp: e - f.max, man }
    }

    /// The number has the format's digits and range.
    fn pack(self, f: Format) -> u128 {
        let fraction_bits = f.digits - 1;
        let exp_bits = if f.max == 16383 { 15 } else { (f.max + 1).ilog2() + 1 };
        let last = (1u128 << exp_bits) - 1;
        let (e, fraction) = match self.class {
            Class::Zero => (0, 0),
            Class::Infinite => (last, 0),
            Class::Nan => {
                let fraction = (self.man & !TOP) >> (127 - fraction_bits);
                (last, if fraction == 0 { 1 } else { fraction })
            }
            Class::Finite if self.exp < f.min() => {
                let drop = 127 - fraction_bits as i32 + (f.min() - self.exp);
                (0, self.man.checked_shr(drop as u32).unwrap_or(0))
            }
            Class::Finite => ((self.exp + f.max) as u128, (self.man & !TOP) >> (127 - fraction_bits)),
        };
        u128::from(self.neg) << (fraction_bits + exp_bits) | e << fraction_bits | fraction
    }

    /// Of a real(16).
    pub fn from_quad(bits: u128) -> Num {
        Num::unpack(bits, Format::QUAD)
    }

    /// The bits of a real(16).
    pub fn to_quad(self) -> u128 {
        self.pack(Format::QUAD)
    }

    /// Of a real(10): 80 bits, the significand with its highest bit.
    pub fn from_extended(bits: u128) -> Num {
        let man = bits as u64;
        let e = (bits >> 64) as i32 & 0x7fff;
        let neg = bits >> 79 & 1 == 1;
        match (e, man >> 63) {
            (0x7fff, 1) if man << 1 == 0 => Num::infinity(neg),
            (0x7fff, _) => Num { class: Class::Nan, neg, exp: 0, man: TOP | u128::from(man) << 64 },
            (0, _) => Num::from_parts(neg, u128::from(man), -16382 - 63),
            (_, 1) => Num { class: Class::Finite, neg, exp: e - 16383, man: u128::from(man) << 64 },
            // The machine has no such numbers any more.
            _ => Num::INVALID,
        }
    }

    /// The 80 bits of a real(10).
    pub fn to_extended(self) -> u128 {
        let f = Format::EXTENDED;
        let top = 1u64 << 63;
        let (e, man) = match self.class {
            Class::Zero => (0, 0),
            Class::Infinite => (0x7fff, top),
            Class::Nan => {
                let man = (self.man >> 64) as u64 | top;
                (0x7fff, if man == top { top | 1 } else { man })
            }
            Class::Finite if self.exp < f.min() => {
                (0, ((self.man >> 64) as u64).checked_shr((f.min() - self.exp) as u32).unwrap_or(0))
            }
            Class::Finite => ((self.exp + f.max) as u128, (self.man >> 64) as u64),
        };
        u128::from(self.neg) << 79 | e << 64 | u128::from(man)
    }

    /// Of the 16 bytes in memory of a real of kind 10 or 16.
    pub fn from_memory(kind: u8, bits: u128) -> Num {
        if kind == 10 { Num::from_extended(bits) } else { Num::from_quad(bits) }
    }

    /// The 16 bytes in memory of a real of kind 10 or 16.
    pub fn to_memory(self, kind: u8) -> u128 {
        if kind == 10 { self.to_extended() } else { self.to_quad() }
    }

    /// Exact.
    pub fn from_f64(x: f64) -> Num {
        Num::unpack(u128::from(x.to_bits()), Format::DOUBLE)
    }

    /// Exact.
    pub fn from_f32(x: f32) -> Num {
        Num::unpack(u128::from(x.to_bits()), Format::SINGLE)
    }

    /// Rounded.
    pub fn to_f64(self) -> f64 {
        Calc::new(Format::DOUBLE).to_f64(self)
    }

    /// Rounded.
    pub fn to_f32(self) -> f32 {
        Calc::new(Format::SINGLE).to_f32(self)
    }
}

impl Calc {
    /// Conversion to kind 8 (the calculation's format does not count).
    pub fn to_f64(&mut self, x: Num) -> f64 {
        let own = std::mem::replace(&mut self.format, Format::DOUBLE);
        let x = self.convert(x);
        self.format = own;
        f64::from_bits(x.pack(Format::DOUBLE) as u64)
    }

    /// Conversion to kind 4 (the calculation's format does not count).
    pub fn to_f32(&mut self, x: Num) -> f32 {
        let own = std::mem::replace(&mut self.format, Format::SINGLE);
        let x = self.convert(x);
        self.format = own;
        f32::from_bits(x.pack(Format::SINGLE) as u32)
    }
}
