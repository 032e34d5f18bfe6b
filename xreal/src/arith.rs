//! Arithmetic with one rounding.

use crate::num::{Class, Format, Num, TOP};
use crate::uint::{div_wide, mul_wide, shift_right_jam};

/// Rounding modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    Up,
    Down,
    Zero,
    /// To nearest, ties away from zero.
    Away,
}

/// Exceptions, as bits of [`Calc::flags`].
pub mod flag {
    pub const INVALID: u8 = 1;
    pub const DIVIDE: u8 = 2;
    pub const OVERFLOW: u8 = 4;
    pub const UNDERFLOW: u8 = 8;
    pub const INEXACT: u8 = 16;
}

/// A calculation: the format of its results, the rounding mode, and the exceptions raised so far.
#[derive(Clone, Copy, Debug)]
pub struct Calc {
    pub format: Format,
    pub mode: Mode,
    pub flags: u8,
}

impl Calc {
    /// With the default rounding mode.
    pub fn new(format: Format) -> Calc {
        Calc { format, mode: Mode::Nearest, flags: 0 }
    }

    /// Of a kind of real.
    pub fn kind(kind: u8) -> Calc {
        Calc::new(Format::of_kind(kind))
    }

    /// Rounds `man / 2**127 * 2**exp`, whose lowest bit may stand for all that is below it.
    pub(crate) fn round(&mut self, neg: bool, exp: i32, man: u128) -> Num {
        debug_assert!(man & TOP != 0);
        let f = self.format;
        let tiny = exp < f.min();
        let keep = if tiny { f.digits as i32 - (f.min() - exp) } else { f.digits as i32 };
        let drop = 128 - keep;
        let (quotient, half, rest) = match drop {
            ..=127 => {
                let d = drop as u32;
                (man >> d, man >> (d - 1) & 1 == 1, man & ((1 << (d - 1)) - 1) != 0)
            }
            128 => (0, true, man != TOP),
            _ => (0, false, true),
        };
        let inexact = half || rest;
        let up = match self.mode {
            Mode::Nearest => half && (rest || quotient & 1 == 1),
            Mode::Away => half,
            Mode::Up => inexact && !neg,
            Mode::Down => inexact && neg,
            Mode::Zero => false,
        };
        if inexact {
            self.flags |= flag::INEXACT | if tiny { flag::UNDERFLOW } else { 0 };
        }
        let (mut e, mut m) = (exp, 0);
        if drop >= 128 {
            if !up {
                return Num::zero(neg);
            }
            e = f.min() - f.digits as i32 + 1;
            m = TOP;
        } else {
            let q = quotient + u128::from(up);
            if q >> keep != 0 {
                e += 1;
                m = TOP;
            } else {
                m |= q << drop;
            }
            if m == 0 {
                return Num::zero(neg);
            }
        }
        if e > f.max {
            self.flags |= flag::OVERFLOW | flag::INEXACT;
            let infinite = match self.mode {
                Mode::Nearest | Mode::Away => true,
                Mode::Up => !neg,
                Mode::Down => neg,
                Mode::Zero => false,
            };
            return if infinite { Num::infinity(neg) } else { Num { neg, ..f.huge() } };
        }
        Num { class: Class::Finite, neg, exp: e, man: m }
    }

    fn invalid(&mut self) -> Num {
        self.flags |= flag::INVALID;
        Num::INVALID
    }

    /// The NaN among operands, made quiet.
    fn nan(&mut self, x: Num, y: Num) -> Num {
        if x.is_signaling() || y.is_signaling() {
            self.flags |= flag::INVALID;
        }
        let n = if x.is_nan() { x.quiet() } else { y.quiet() };
        // What the format has no digits for goes.
        Num { man: n.man & (!0 << (128 - self.format.digits)), ..n }
    }

    /// To the calculation's format.
    pub fn convert(&mut self, x: Num) -> Num {
        match x.class {
            Class::Finite => self.round(x.neg, x.exp, x.man),
            Class::Nan => self.nan(x, x),
            _ => x,
        }
    }

    pub fn add(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || y.is_nan() {
            return self.nan(x, y);
        }
        match (x.class, y.class) {
            (Class::Infinite, Class::Infinite) if x.neg != y.neg => return self.invalid(),
            (Class::Infinite, _) => return x,
            (_, Class::Infinite) => return y,
            (Class::Zero, Class::Zero) => {
                return Num::zero(if x.neg == y.neg { x.neg } else { self.mode == Mode::Down });
            }
            (Class::Zero, _) => return self.convert(y),
            (_, Class::Zero) => return self.convert(x),
            _ => {}
        }
        let (a, b) = if (x.exp, x.man) >= (y.exp, y.man) { (x, y) } else { (y, x) };
        // Operands have 15 zeros below their digits: one is given up for the carry.
        let d = (a.exp - b.exp) as u32;
        let (p, q) = (a.man >> 1, shift_right_jam(b.man, d.saturating_add(1)));
        if a.neg == b.neg {
            let s = p + q;
            return if s & TOP != 0 { self.round(a.neg, a.exp + 1, s) } else { self.round(a.neg, a.exp, s << 1) };
        }
        let s = p - q;
        if s == 0 {
            return Num::zero(self.mode == Mode::Down);
        }
        let z = s.leading_zeros();
        self.round(a.neg, a.exp + 1 - z as i32, s << z)
    }

    pub fn sub(&mut self, x: Num, y: Num) -> Num {
        if y.is_nan() { self.add(x, y) } else { self.add(x, y.neg()) }
    }

    pub fn mul(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || y.is_nan() {
            return self.nan(x, y);
        }
        let neg = x.neg != y.neg;
        match (x.class, y.class) {
            (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite) => return self.invalid(),
            (Class::Infinite, _) | (_, Class::Infinite) => return Num::infinity(neg),
            (Class::Zero, _) | (_, Class::Zero) => return Num::zero(neg),
            _ => {}
        }
        let (high, low) = mul_wide(x.man, y.man);
        if high & TOP != 0 {
            self.round(neg, x.exp + y.exp + 1, high | u128::from(low != 0))
        } else {
            self.round(neg, x.exp + y.exp, high << 1 | low >> 127 | u128::from(low << 1 != 0))
        }
    }

    pub fn div(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || y.is_nan() {
            return self.nan(x, y);
        }
        let neg = x.neg != y.neg;
        match (x.class, y.class) {
            (Class::Infinite, Class::Infinite) | (Class::Zero, Class::Zero) => return self.invalid(),
            (Class::Infinite, _) => return Num::infinity(neg),
            (_, Class::Infinite) | (Class::Zero, _) => return Num::zero(neg),
            (_, Class::Zero) => {
                self.flags |= flag::DIVIDE;
                return Num::infinity(neg);
            }
            _ => {}
        }
        // The quotient of x.man * 2**127 (or 2**128) by y.man has 128 bits.
        if x.man >= y.man {
            let (q, r) = div_wide(x.man >> 1, x.man << 127, y.man);
            self.round(neg, x.exp - y.exp, q | u128::from(r != 0))
        } else {
            let (q, r) = div_wide(x.man, 0, y.man);
            self.round(neg, x.exp - y.exp - 1, q | u128::from(r != 0))
        }
    }

    pub fn sqrt(&mut self, x: Num) -> Num {
        match x.class {
            Class::Nan => return self.nan(x, x),
            Class::Zero => return x,
            _ if x.neg => return self.invalid(),
            Class::Infinite => return x,
            Class::Finite => {}
        }
        // 120 digits of the root, one by one; the rest says whether it is exact.
        let odd = x.exp & 1;
        let (mut rest, mut root) = (0u128, 0u128);
        // The radicand is man / 2**127 (times two where the exponent is odd): its bits in pairs, two before the point.
        let man = if odd == 1 { x.man } else { x.man >> 1 };
        let lost = if odd == 1 { 0 } else { x.man & 1 };
        for i in 0..120u32 {
            let pair = if i < 64 {
                man >> (126 - 2 * i) & 3
            } else if i == 64 {
                lost << 1
            } else {
                0
            };
            rest = rest << 2 | pair;
            let trial = root << 2 | 1;
            root <<= 1;
            if rest >= trial {
                rest -= trial;
                root |= 1;
            }
        }
        self.round(false, x.exp >> 1, root << 8 | u128::from(rest != 0))
    }

    /// `x * y + z` with one rounding.
    pub fn fma(&mut self, x: Num, y: Num, z: Num) -> Num {
        if x.is_nan() || y.is_nan() || z.is_nan() {
            if x.is_nan() || y.is_nan() {
                return self.nan(x, y);
            }
            return self.nan(z, z);
        }
        let finite = |n: Num| n.class == Class::Finite;
        if !(finite(x) && finite(y) && finite(z)) {
            if finite(x) && finite(y) && z.is_infinite() {
                return z;
            }
            let p = if finite(x) && finite(y) {
                // z is zero.
                return self.mul(x, y);
            } else {
                self.mul(x, y)
            };
            return if p.is_nan() { p } else { self.add(p, z) };
        }
        let neg = x.neg != y.neg;
        let (mut hi, mut lo) = mul_wide(x.man, y.man);
        let mut e = x.exp + y.exp + 1;
        if hi & TOP == 0 {
            (hi, lo) = (hi << 1 | lo >> 127, lo << 1);
            e -= 1;
        }
        // Both as 256 bits with room for a carry; the smaller is shifted, what it loses stays in its lowest bit.
        let product = (hi >> 1, hi << 127 | lo >> 1);
        let other = (z.man >> 1, z.man << 127);
        let product_first = (e, product) >= (z.exp, other);
        let (big, small) = if product_first {
            ((neg, e, product), (z.neg, z.exp, other))
        } else {
            ((z.neg, z.exp, other), (neg, e, product))
        };
        let moved = shift_pair_jam(small.2, (big.1 - small.1) as u32);
        let sum = if big.0 == small.0 { add_pair(big.2, moved) } else { sub_pair(big.2, moved) };
        if sum == (0, 0) {
            return Num::zero(self.mode == Mode::Down);
        }
        let zeros = if sum.0 == 0 { 128 + sum.1.leading_zeros() } else { sum.0.leading_zeros() };
        let top = match zeros {
            0 => sum.0 | u128::from(sum.1 != 0),
            1..=127 => sum.0 << zeros | sum.1 >> (128 - zeros) | u128::from(sum.1 << zeros != 0),
            _ => sum.1 << (zeros - 128),
        };
        self.round(big.0, big.1 + 1 - zeros as i32, top)
    }

    /// The remainder with the sign of `x` (MOD).
    pub fn rem(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || y.is_nan() {
            return self.nan(x, y);
        }
        if x.is_infinite() || y.is_zero() {
            return self.invalid();
        }
        if x.is_zero() || y.is_infinite() {
            return self.convert(x);
        }
        let (r, _) = remainder(x, y);
        self.convert(r)
    }

    /// The remainder of the quotient rounded to nearest (IEEE_REM).
    pub fn ieee_rem(&mut self, x: Num, y: Num) -> Num {
        let r = self.rem(x, y);
        if r.is_nan() || y.is_infinite() || x.is_zero() {
            return r;
        }
        let (r, odd) = remainder(x, y);
        let mut wide = Calc::new(Format { digits: 127, max: 1 << 20 });
        let twice = r.abs().shift(1);
        let beyond = match twice.compare(y.abs()) {
            Some(std::cmp::Ordering::Greater) => true,
            Some(std::cmp::Ordering::Equal) => odd,
            _ => false,
        };
        let r = if beyond { wide.sub(r, y.abs().copysign(x)) } else { r };
        if r.is_zero() { Num::zero(x.neg) } else { self.convert(r) }
    }

    /// The remainder with the sign of `y` (MODULO).
    pub fn modulo(&mut self, x: Num, y: Num) -> Num {
        let r = self.rem(x, y);
        if r.is_nan() {
            r
        } else if r.is_zero() {
            Num::zero(y.neg)
        } else if r.neg != y.neg {
            self.add(r, y)
        } else {
            r
        }
    }

    /// The lesser; a number rather than a NaN.
    pub fn min(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || y.lt(x) && !y.is_nan() { if y.is_nan() { x } else { y } } else { x }
    }

    /// The greater; a number rather than a NaN.
    pub fn max(&mut self, x: Num, y: Num) -> Num {
        if x.is_nan() || x.lt(y) && !y.is_nan() { if y.is_nan() { x } else { y } } else { x }
    }

    /// Without a fraction, by a rounding mode.
    pub fn integral(&mut self, x: Num, mode: Mode) -> Num {
        if x.class != Class::Finite {
            return if x.is_nan() { self.nan(x, x) } else { x };
        }
        if x.exp >= 127 {
            return x;
        }
        let own = (self.format, self.mode, self.flags);
        // As a number whose last digit has weight one.
        let r = if x.exp < 0 {
            let more_than_half = x.exp == -1 && x.man != TOP;
            let half = x.exp == -1;
            let up = match mode {
                Mode::Nearest => more_than_half,
                Mode::Away => half,
                Mode::Up => !x.neg,
                Mode::Down => x.neg,
                Mode::Zero => false,
            };
            if up { Num { neg: x.neg, ..Num::ONE } } else { Num::zero(x.neg) }
        } else {
            self.format = Format { digits: x.exp as u32 + 1, max: 1 << 20 };
            self.mode = mode;
            self.round(x.neg, x.exp, x.man)
        };
        (self.format, self.mode, self.flags) = own;
        r
    }

    /// `x ** n` by repeated squaring.
    pub fn powi(&mut self, x: Num, n: i128) -> Num {
        let (mut r, mut b, mut e) = (Num::ONE, x, n.unsigned_abs());
        while e > 0 {
            if e & 1 == 1 {
                r = self.mul(r, b);
            }
            e >>= 1;
            if e > 0 {
                b = self.mul(b, b);
            }
        }
        if n < 0 { self.div(Num::ONE, r) } else { r }
    }

    /// The neighbour above or below.
    pub fn next(&mut self, x: Num, up: bool) -> Num {
        let f = self.format;
        let least = f.min() + 1 - f.digits as i32;
        match x.class {
            Class::Nan => x,
            Class::Zero => Num { neg: !up, ..Num::power_of_two(least) },
            Class::Infinite if x.neg != up => x,
            Class::Infinite => Num { neg: x.neg, ..f.huge() },
            Class::Finite => {
                let grows = x.neg != up;
                let ulp = x.exp.max(f.min()) + 1 - f.digits as i32;
                // Below a power of two the numbers are twice as dense.
                let ulp = if !grows && x.man == TOP && x.exp > f.min() { ulp - 1 } else { ulp };
                let step = Num { neg: !up, ..Num::power_of_two(ulp) };
                let own = (self.mode, self.flags);
                self.mode = Mode::Nearest;
                let r = self.add(x, step);
                (self.mode, self.flags) = own;
                if r.is_zero() { Num::zero(x.neg) } else { r }
            }
        }
    }

    /// SPACING (Fortran 2023, 16.9.193).
    pub fn spacing(&mut self, x: Num) -> Num {
        let f = self.format;
        match x.class {
            Class::Zero => f.tiny(),
            Class::Finite => Num::power_of_two((x.exp + 1 - f.digits as i32).max(f.min())),
            _ => Num::NAN,
        }
    }

    /// RRSPACING.
    pub fn rrspacing(&mut self, x: Num) -> Num {
        match x.class {
            Class::Zero => Num::ZERO,
            Class::Finite => Num { neg: false, exp: self.format.digits as i32 - 1, ..x },
            _ => Num::NAN,
        }
    }

    /// FRACTION.
    pub fn fraction(&mut self, x: Num) -> Num {
        match x.class {
            Class::Finite => Num { exp: -1, ..x },
            Class::Infinite => Num::NAN,
            _ => x,
        }
    }

    /// SCALE.
    pub fn scale(&mut self, x: Num, n: i64) -> Num {
        let x = x.shift(n.clamp(-100_000, 100_000) as i32);
        self.convert(x)
    }

    /// SET_EXPONENT.
    pub fn set_exponent(&mut self, x: Num, n: i64) -> Num {
        match x.class {
            Class::Finite => {
                let e = n.clamp(-100_000, 100_000) as i32 - 1;
                self.convert(Num { exp: e, ..x })
            }
            Class::Infinite => Num::NAN,
            _ => x,
        }
    }
}

impl Num {
    /// EXPONENT; `None` for infinities and NaN.
    pub fn exponent(self) -> Option<i32> {
        match self.class {
            Class::Zero => Some(0),
            Class::Finite => Some(self.exp + 1),
            _ => None,
        }
    }
}

fn shift_pair_jam((hi, lo): (u128, u128), n: u32) -> (u128, u128) {
    match n {
        0 => (hi, lo),
        1..=127 => (hi >> n, hi << (128 - n) | lo >> n | u128::from(lo << (128 - n) != 0)),
        128..=255 => {
            let k = n - 128;
            let lost = lo != 0 || k > 0 && hi << (128 - k) != 0;
            (0, hi >> k | u128::from(lost))
        }
        _ => (0, 1),
    }
}

fn add_pair(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    let (lo, carry) = a.1.overflowing_add(b.1);
    (a.0 + b.0 + u128::from(carry), lo)
}

fn sub_pair(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    let (lo, borrow) = a.1.overflowing_sub(b.1);
    (a.0 - b.0 - u128::from(borrow), lo)
}

/// The exact remainder of finite numbers with the sign of `x`, and whether the quotient is odd. Significands have at
/// most 113 digits.
fn remainder(x: Num, y: Num) -> (Num, bool) {
    if (x.exp, x.man) < (y.exp, y.man) {
        return (x, false);
    }
    let (d, mut r) = (y.man >> 15, x.man >> 15);
    let mut n = (x.exp - y.exp) as u32;
    let mut odd = (r / d) & 1 == 1;
    r %= d;
    while n > 0 {
        let k = n.min(15);
        let wide = r << k;
        odd = (wide / d) & 1 == 1;
        r = wide % d;
        n -= k;
    }
    (Num::from_parts(x.neg, r, y.exp - 112), odd)
}
