//! Numbers of 256 bits, for what is computed before it is rounded: every operation cuts, with an error of a few units in
//! the last place. Exponents do not overflow in what is computed here.

use crate::arith::Calc;
use crate::num::{Class, Num};
use std::cmp::Ordering;
use std::sync::OnceLock;

/// Zero, or `m / 2**255 * 2**exp` with the highest bit of `m` (lowest digits first) set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Big {
    pub(crate) neg: bool,
    pub(crate) exp: i32,
    pub(crate) m: [u64; 4],
}

// The formulas are chains of methods, in the order in which they are computed.
#[allow(clippy::should_implement_trait)]
impl Big {
    pub const ZERO: Big = Big { neg: false, exp: 0, m: [0; 4] };
    pub const ONE: Big = Big { neg: false, exp: 0, m: [0, 0, 0, 1 << 63] };

    /// A finite number.
    pub fn from_num(x: Num) -> Big {
        match x.class {
            Class::Finite => Big { neg: x.neg, exp: x.exp, m: [0, 0, x.man as u64, (x.man >> 64) as u64] },
            _ => Big::ZERO,
        }
    }
    pub fn int(n: i64) -> Big {
        Big::from_num(Num::from_i128(n.into()))
    }
    /// A fraction of small integers.
    pub fn ratio(p: i64, q: i64) -> Big {
        Big::int(p).div(Big::int(q))
    }
    pub fn from_f64(x: f64) -> Big {
        Big::from_num(Num::from_f64(x))
    }
    /// About.
    pub fn to_f64(self) -> f64 {
        self.to_num().to_f64()
    }
    /// Cut to 128 bits, of which the lowest stands for the rest.
    pub fn to_num(self) -> Num {
        if self.is_zero() {
            return Num::ZERO;
        }
        let man = u128::from(self.m[3]) << 64 | u128::from(self.m[2]) | u128::from(self.m[1] | self.m[0] != 0);
        Num { class: Class::Finite, neg: self.neg, exp: self.exp, man }
    }
    /// Rounded to the format of a calculation.
    pub fn round(self, c: &mut Calc) -> Num {
        // What is far below or above any format is as good as the ends.
        let x = Big { exp: self.exp.clamp(-40_000, 40_000), ..self };
        c.convert(x.to_num())
    }
    pub fn is_zero(self) -> bool {
        self.m[3] == 0
    }
    pub fn is_one(self) -> bool {
        self == Big::ONE
    }
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Big {
        Big { neg: !self.neg && !self.is_zero(), ..self }
    }
    pub fn abs(self) -> Big {
        Big { neg: false, ..self }
    }
    /// Times a power of two.
    pub fn shift(self, n: i32) -> Big {
        if self.is_zero() { self } else { Big { exp: self.exp + n, ..self } }
    }
    fn order(self, y: Big) -> Ordering {
        match (self.is_zero(), y.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.exp.cmp(&y.exp).then_with(|| self.m.iter().rev().cmp(y.m.iter().rev())),
        }
    }
    /// By value.
    pub fn compare(self, y: Big) -> Ordering {
        match (self.neg, y.neg) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.order(y),
            (true, true) => y.order(self),
        }
    }
    pub fn lt(self, y: Big) -> bool {
        self.compare(y).is_lt()
    }
    fn normal(neg: bool, mut exp: i32, mut m: [u64; 4]) -> Big {
        let Some(top) = m.iter().rposition(|&d| d != 0) else { return Big::ZERO };
        if top < 3 {
            m.rotate_right(3 - top);
            exp -= 64 * (3 - top as i32);
        }
        let z = m[3].leading_zeros();
        if z > 0 {
            for i in (1..4).rev() {
                m[i] = m[i] << z | m[i - 1] >> (64 - z);
            }
            m[0] <<= z;
            exp -= z as i32;
        }
        Big { neg, exp, m }
    }
    fn shifted_right(m: [u64; 4], n: u32) -> [u64; 4] {
        if n >= 256 {
            return [0; 4];
        }
        let (words, bits) = ((n / 64) as usize, n % 64);
        let mut out = [0u64; 4];
        for i in 0..4 - words {
            let low = m[i + words];
            let high = m.get(i + words + 1).copied().unwrap_or(0);
            out[i] = if bits == 0 { low } else { low >> bits | high << (64 - bits) };
        }
        out
    }
    pub fn add(self, y: Big) -> Big {
        if self.is_zero() {
            return y;
        }
        if y.is_zero() {
            return self;
        }
        let (a, b) = if self.order(y).is_ge() { (self, y) } else { (y, self) };
        let s = Big::shifted_right(b.m, (a.exp - b.exp) as u32);
        let mut out = [0u64; 4];
        if a.neg == b.neg {
            let mut carry = false;
            for i in 0..4 {
                let (v, p) = a.m[i].overflowing_add(s[i]);
                let (v, q) = v.overflowing_add(u64::from(carry));
                out[i] = v;
                carry = p || q;
            }
            if carry {
                out = Big::shifted_right(out, 1);
                out[3] |= 1 << 63;
                return Big { neg: a.neg, exp: a.exp + 1, m: out };
            }
            return Big { neg: a.neg, exp: a.exp, m: out };
        }
        let mut borrow = false;
        for i in 0..4 {
            let (v, p) = a.m[i].overflowing_sub(s[i]);
            let (v, q) = v.overflowing_sub(u64::from(borrow));
            out[i] = v;
            borrow = p || q;
        }
        Big::normal(a.neg, a.exp, out)
    }
    pub fn sub(self, y: Big) -> Big {
        self.add(y.neg())
    }
    pub fn mul(self, y: Big) -> Big {
        if self.is_zero() || y.is_zero() {
            return Big::ZERO;
        }
        let mut w = [0u64; 8];
        for i in 0..4 {
            let mut carry = 0u128;
            for j in 0..4 {
                let v = u128::from(self.m[i]) * u128::from(y.m[j]) + u128::from(w[i + j]) + carry;
                w[i + j] = v as u64;
                carry = v >> 64;
            }
            w[i + 4] = carry as u64;
        }
        let neg = self.neg != y.neg;
        let exp = self.exp + y.exp;
        if w[7] >> 63 == 1 {
            return Big { neg, exp: exp + 1, m: [w[4], w[5], w[6], w[7]] };
        }
        let mut m = [0u64; 4];
        for i in 0..4 {
            m[i] = w[i + 4] << 1 | w[i + 3] >> 63;
        }
        Big { neg, exp, m }
    }
    pub fn square(self) -> Big {
        self.mul(self)
    }
    pub fn mul_int(self, n: i64) -> Big {
        self.mul(Big::int(n))
    }
    pub fn div_int(self, n: u64) -> Big {
        if self.is_zero() {
            return self;
        }
        // One more word keeps the precision.
        let mut r = 0u128;
        let mut q = [0u64; 5];
        for i in (0..5).rev() {
            let d = if i == 0 { 0 } else { self.m[i - 1] };
            let v = r << 64 | u128::from(d);
            q[i] = (v / u128::from(n)) as u64;
            r = v % u128::from(n);
        }
        if q[4] == 0 {
            return Big::normal(self.neg, self.exp - 64, [q[0], q[1], q[2], q[3]]);
        }
        let z = q[4].leading_zeros();
        let mut m = [0u64; 4];
        for i in 0..4 {
            m[i] = if z == 0 { q[i + 1] } else { q[i + 1] << z | q[i] >> (64 - z) };
        }
        Big { neg: self.neg, exp: self.exp - z as i32, m }
    }
    /// `y` is not zero.
    pub fn div(self, y: Big) -> Big {
        if self.is_zero() {
            return self;
        }
        // Of significands: the reciprocal by Newton's method from 53 bits.
        let d = Big { neg: false, exp: 0, m: y.m };
        let first = 1.0 / (y.m[3] as f64 / 9_223_372_036_854_775_808.0);
        let mut r = Big::from_f64(first);
        for _ in 0..3 {
            let e = Big::ONE.sub(d.mul(r));
            r = r.add(r.mul(e));
        }
        let n = Big { neg: false, exp: 0, m: self.m };
        let q = n.mul(r);
        // One more step for the quotient itself, which gives exact quotients within the last digits.
        let rest = n.sub(q.mul(d));
        let q = q.add(rest.mul(r));
        Big { neg: self.neg != y.neg, exp: q.exp + self.exp - y.exp, m: q.m }
    }
    /// Of a number that is not negative.
    pub fn sqrt(self) -> Big {
        if self.is_zero() {
            return self;
        }
        let odd = self.exp & 1;
        let x = Big { neg: false, exp: odd, m: self.m };
        // The reciprocal root by Newton's method.
        let mut r = Big::from_f64(1.0 / x.to_f64().sqrt());
        for _ in 0..3 {
            let e = Big::ONE.sub(x.mul(r.square()));
            r = r.add(r.mul(e).shift(-1));
        }
        let s = x.mul(r);
        let s = s.add(x.sub(s.square()).mul(r).shift(-1));
        s.shift((self.exp - odd) / 2)
    }
    /// Nearest integer, of numbers below 2**62.
    pub fn to_int(self) -> i64 {
        if self.is_zero() || self.exp < -1 {
            return 0;
        }
        let t = self.m[3] >> 1;
        let n = if self.exp < 0 { 1 } else { (t + (1 << (61 - self.exp))) >> (62 - self.exp) };
        if self.neg { -(n as i64) } else { n as i64 }
    }
}

/// A constant that is computed once.
macro_rules! constant {
    ($(#[doc = $doc:literal])* $name:ident = $e:expr) => {
        $(#[doc = $doc])*
        pub(crate) fn $name() -> Big {
            static VALUE: OnceLock<Big> = OnceLock::new();
            *VALUE.get_or_init(|| $e)
        }
    };
}

constant! {
    /// The circle's ratio, by Machin's formula.
    pi = {
        let arc = |q: i64| {
            let square = (q * q) as u64;
            let mut power = Big::ratio(1, q);
            let mut sum = power;
            for k in 1..120u64 {
                power = power.div_int(square).neg();
                sum = sum.add(power.div_int(2 * k + 1));
            }
            sum
        };
        arc(5).shift(2).sub(arc(239)).shift(2)
    }
}
constant! {
    /// The natural logarithm of 2.
    ln2 = {
        // 2 artanh(1/3)
        let mut power = Big::ratio(1, 3);
        let mut sum = power;
        for k in 1..90u64 {
            power = power.div_int(9);
            sum = sum.add(power.div_int(2 * k + 1));
        }
        sum.shift(1)
    }
}
constant! {
    /// The natural logarithm of 10.
    ln10 = crate::functions::ln(Big::int(10))
}
constant! {
    /// Euler's constant.
    euler = {
        // Brent and McMillan: with n = 64 the error is below exp(-4n).
        let n = 64i64;
        let log = ln2().mul_int(6);
        let (mut a, mut b) = (log.neg(), Big::ONE);
        let (mut u, mut v) = (a, b);
        for k in 1..500u64 {
            b = b.mul_int(n * n).div_int(k * k);
            a = a.mul_int(n * n).div_int(k).add(b).div_int(k);
            u = u.add(a);
            v = v.add(b);
        }
        u.div(v)
    }
}
