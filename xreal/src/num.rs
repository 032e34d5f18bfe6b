//! Numbers taken apart, whatever their format.

/// A binary format: precision and exponent range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Bits of the significand.
    pub digits: u32,
    /// Largest exponent of a number `1.xxx * 2**e`.
    pub max: i32,
}

impl Format {
    /// Kind 4.
    pub const SINGLE: Format = Format { digits: 24, max: 127 };
    /// Kind 8.
    pub const DOUBLE: Format = Format { digits: 53, max: 1023 };
    /// Kind 10.
    pub const EXTENDED: Format = Format { digits: 64, max: 16383 };
    /// Kind 16.
    pub const QUAD: Format = Format { digits: 113, max: 16383 };

    /// Of a kind of real.
    pub const fn of_kind(kind: u8) -> Format {
        match kind {
            4 => Format::SINGLE,
            8 => Format::DOUBLE,
            10 => Format::EXTENDED,
            _ => Format::QUAD,
        }
    }
    /// Least exponent of a normal number.
    pub const fn min(self) -> i32 {
        1 - self.max
    }
    /// The largest number.
    pub const fn huge(self) -> Num {
        Num { class: Class::Finite, neg: false, exp: self.max, man: !0 << (128 - self.digits) }
    }
    /// The least normal number.
    pub const fn tiny(self) -> Num {
        Num::power_of_two(self.min())
    }
    /// The distance of 1 to the next larger number.
    pub const fn epsilon(self) -> Num {
        Num::power_of_two(1 - self.digits as i32)
    }
    /// PRECISION: decimal digits.
    pub const fn precision(self) -> u32 {
        // (digits - 1) * log10(2), cut.
        ((self.digits - 1) as u64 * 30103 / 100_000) as u32
    }
    /// RANGE: decimal exponents on both sides.
    pub const fn range(self) -> u32 {
        (-self.min()) as u32 * 30103 / 100_000
    }
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Zero,
    Finite,
    Infinite,
    Nan,
}

/// A number of any of the formats. Finite ones that are not zero are `man / 2**127 * 2**exp`, where the highest bit of
/// `man` is set. Of a NaN the bits of `man` below the highest are what the format has below its highest bit of the
/// significand; the first of them says that it is quiet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Num {
    pub class: Class,
    pub neg: bool,
    pub exp: i32,
    pub man: u128,
}

/// The highest bit of a significand.
pub(crate) const TOP: u128 = 1 << 127;

impl Num {
    pub const ZERO: Num = Num { class: Class::Zero, neg: false, exp: 0, man: 0 };
    pub const ONE: Num = Num::power_of_two(0);
    pub const INFINITY: Num = Num { class: Class::Infinite, neg: false, exp: 0, man: 0 };
    pub const NAN: Num = Num { class: Class::Nan, neg: false, exp: 0, man: TOP | TOP >> 1 };
    /// The NaN that operations without a value give on this machine.
    pub const INVALID: Num = Num { class: Class::Nan, neg: true, exp: 0, man: TOP | TOP >> 1 };

    /// `2**e`
    pub const fn power_of_two(e: i32) -> Num {
        Num { class: Class::Finite, neg: false, exp: e, man: TOP }
    }
    pub fn zero(neg: bool) -> Num {
        Num { neg, ..Num::ZERO }
    }
    pub fn infinity(neg: bool) -> Num {
        Num { neg, ..Num::INFINITY }
    }
    pub fn is_zero(self) -> bool {
        self.class == Class::Zero
    }
    pub fn is_nan(self) -> bool {
        self.class == Class::Nan
    }
    pub fn is_infinite(self) -> bool {
        self.class == Class::Infinite
    }
    /// Zero or finite.
    pub fn is_finite(self) -> bool {
        matches!(self.class, Class::Zero | Class::Finite)
    }
    pub fn is_signaling(self) -> bool {
        self.is_nan() && self.man & TOP >> 1 == 0
    }
    /// A NaN that does not signal.
    pub(crate) fn quiet(self) -> Num {
        Num { man: self.man | TOP >> 1, ..self }
    }
    pub fn abs(self) -> Num {
        Num { neg: false, ..self }
    }
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Num {
        Num { neg: !self.neg, ..self }
    }
    pub fn copysign(self, sign: Num) -> Num {
        Num { neg: sign.neg, ..self }
    }
    /// True below the normal numbers of the format.
    pub fn is_subnormal(self, f: Format) -> bool {
        self.class == Class::Finite && self.exp < f.min()
    }
    /// From a significand that need not be normalized: `man * 2**exp`.
    pub fn from_parts(neg: bool, man: u128, exp: i32) -> Num {
        if man == 0 {
            return Num::zero(neg);
        }
        let z = man.leading_zeros();
        Num { class: Class::Finite, neg, exp: exp + 127 - z as i32, man: man << z }
    }
    /// An integer (it may need more digits than a format has).
    pub fn from_i128(n: i128) -> Num {
        Num::from_parts(n < 0, n.unsigned_abs(), 0)
    }
    /// A number without a fraction, where it is below 2**127 (or its negative).
    pub fn to_i128(self) -> Option<i128> {
        match self.class {
            Class::Zero => Some(0),
            Class::Finite if self.exp < 0 => Some(0),
            Class::Finite if self.exp < 127 => {
                let n = (self.man >> (127 - self.exp)) as i128;
                Some(if self.neg { -n } else { n })
            }
            Class::Finite if self.exp == 127 && self.neg && self.man == TOP => Some(i128::MIN),
            _ => None,
        }
    }
    /// Conversion to integers of so many bits, cut towards zero; the nearest that there is where it does not fit, zero for
    /// a NaN.
    pub fn to_int(self, bits: u32) -> i128 {
        let max = i128::MAX >> (128 - bits);
        if self.is_nan() {
            return 0;
        }
        match self.to_i128() {
            Some(n) => n.clamp(-max - 1, max),
            None if self.neg => -max - 1,
            None => max,
        }
    }
    /// Times a power of two, without rounding.
    pub fn shift(self, n: i32) -> Num {
        match self.class {
            Class::Finite => Num { exp: self.exp.saturating_add(n), ..self },
            _ => self,
        }
    }
    /// Order of two numbers; `None` with a NaN.
    pub fn compare(self, y: Num) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::*;
        if self.is_nan() || y.is_nan() {
            return None;
        }
        if self.is_zero() && y.is_zero() {
            return Some(Equal);
        }
        let side = |n: Num| match (n.is_zero(), n.neg) {
            (true, _) => 0,
            (_, true) => -1,
            _ => 1,
        };
        if side(self) != side(y) {
            return Some(side(self).cmp(&side(y)));
        }
        let size = |n: Num| (n.is_infinite(), if n.is_infinite() { 0 } else { n.exp }, n.man);
        let order = size(self).cmp(&size(y));
        Some(if self.neg { order.reverse() } else { order })
    }
    pub fn lt(self, y: Num) -> bool {
        self.compare(y) == Some(std::cmp::Ordering::Less)
    }
    pub fn le(self, y: Num) -> bool {
        matches!(self.compare(y), Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal))
    }
    /// Equal as numbers.
    pub fn same(self, y: Num) -> bool {
        self.compare(y) == Some(std::cmp::Ordering::Equal)
    }
    /// True for finite numbers without a fraction.
    pub fn is_integer(self) -> bool {
        match self.class {
            Class::Zero => true,
            Class::Finite => self.exp >= 127 || self.exp >= 0 && self.man << (self.exp + 1) == 0,
            _ => false,
        }
    }
    /// True for odd integers.
    pub fn is_odd(self) -> bool {
        self.is_integer() && (0..=127).contains(&self.exp) && self.class == Class::Finite && {
            self.man >> (127 - self.exp) & 1 == 1
        }
    }
}
