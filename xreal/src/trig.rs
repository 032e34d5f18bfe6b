//! Circular functions.

use crate::big::{Big, pi};
use crate::functions::odd_series;
use crate::num::{Class, Num};
use crate::uint::Nat;
use std::sync::OnceLock;

/// `floor(2 / pi * 2**bits)`
fn two_over_pi(bits: usize) -> Nat {
    // pi * 2**n by Machin's formula, in integers.
    let n = bits + 64;
    let arc = |q: u64| {
        let mut power = Nat::from_u128(1);
        power.shl(n + 32);
        power.div_small(q);
        let (mut plus, mut minus) = (power.clone(), Nat::default());
        for k in 1u64.. {
            power.div_small(q * q);
            if power.is_zero() {
                break;
            }
            let mut term = power.clone();
            term.div_small(2 * k + 1);
            if k % 2 == 1 { minus.add(&term) } else { plus.add(&term) }
        }
        plus.sub(&minus);
        plus
    };
    let mut p = arc(5);
    p.shl(2);
    p.sub(&arc(239));
    p.shl(2);
    p.shr(32);
    let mut one = Nat::from_u128(2);
    one.shl(n + bits);
    one.div_rem(&p).0
}

/// `x = n * pi/2 + r` with `|r| <= pi/4`; `n` modulo 4.
fn reduce(x: Num) -> (u8, Big) {
    if x.exp < -1 {
        return (0, Big::from_num(x));
    }
    static NEAR: OnceLock<Nat> = OnceLock::new();
    static FAR: OnceLock<Nat> = OnceLock::new();
    let (table, bits) = if x.exp < 128 {
        (NEAR.get_or_init(|| two_over_pi(704)), 704)
    } else {
        (FAR.get_or_init(|| two_over_pi(17_000)), 17_000)
    };
    // Digits far below what counts are left out.
    let want = (x.exp.max(0) as usize + 560).min(bits);
    let mut t = table.clone();
    t.shr(bits - want);
    let mut product = t.mul(&Nat::from_u128(x.man));
    // The point stands above this bit.
    let point = (want as i64 + 127 - i64::from(x.exp)) as usize;
    let mut whole = product.clone();
    whole.shr(point);
    let mut n = whole.0.first().copied().unwrap_or(0) as u8 & 3;
    whole.shl(point);
    product.sub(&whole);
    let mut half = Nat::from_u128(1);
    half.shl(point - 1);
    let mut neg = false;
    if product.compare(&half).is_gt() {
        n = (n + 1) & 3;
        neg = true;
        half.shl(1);
        half.sub(&product);
        product = half;
    }
    // The highest 256 bits of the fraction.
    let bits = product.bits();
    if bits == 0 {
        return (n, Big::ZERO);
    }
    if bits > 256 {
        product.shr(bits - 256);
    } else {
        product.shl(256 - bits);
    }
    let mut m = [0u64; 4];
    m.copy_from_slice(&product.0[..4]);
    let f = Big { neg, exp: bits as i32 - 1 - point as i32, m };
    let r = f.mul(pi()).shift(-1);
    if x.neg { ((4 - n) & 3, r.neg()) } else { (n, r) }
}

/// Sine and cosine of `|r| < 1`.
fn series(r: Big) -> (Big, Big) {
    let square = r.square().neg();
    let (mut s, mut c) = (r, Big::ONE);
    let (mut ts, mut tc) = (r, Big::ONE);
    for k in 1..60u64 {
        tc = tc.mul(square).div_int((2 * k - 1) * (2 * k));
        ts = ts.mul(square).div_int((2 * k) * (2 * k + 1));
        if ts.is_zero() || ts.exp < r.exp - 264 && tc.exp < -264 {
            break;
        }
        s = s.add(ts);
        c = c.add(tc);
    }
    (s, c)
}

fn quadrant(n: u8, (s, c): (Big, Big)) -> (Big, Big) {
    match n {
        0 => (s, c),
        1 => (c, s.neg()),
        2 => (s.neg(), c.neg()),
        _ => (c.neg(), s),
    }
}

/// Sine and cosine of a finite number.
pub(crate) fn sin_cos(x: Num) -> (Big, Big) {
    if x.class != Class::Finite {
        return (Big::ZERO, Big::ONE);
    }
    let (n, r) = reduce(x);
    quadrant(n, series(r))
}

/// Sine and cosine of a moderate number of 256 bits.
pub(crate) fn sin_cos_big(x: Big) -> (Big, Big) {
    let n = x.div(pi()).shift(1).to_int();
    let r = x.sub(pi().shift(-1).mul_int(n));
    quadrant(n.rem_euclid(4) as u8, series(r))
}

/// Sine and cosine of `x` times pi.
pub(crate) fn sin_cos_pi(x: Big) -> (Big, Big) {
    // Quarters of a turn, and the rest, of the number without its sign: exact.
    let y = x.abs().shift(1);
    let (n, rest) = if y.is_zero() || y.exp < 0 {
        (0, y)
    } else if y.exp > 255 {
        (if y.exp == 256 { (y.m[0] as u8 & 1) << 1 } else { 0 }, Big::ZERO)
    } else {
        let drop = 255 - y.exp as usize;
        let mut whole = y;
        for (i, d) in whole.m.iter_mut().enumerate() {
            let n = drop.saturating_sub(64 * i).min(64);
            *d = if n == 64 { 0 } else { *d >> n << n };
        }
        let bit = |k: usize| if drop + k > 255 { 0 } else { (y.m[(drop + k) / 64] >> ((drop + k) % 64) & 1) as u8 };
        (bit(0) | bit(1) << 1, y.sub(whole))
    };
    let (s, c) = quadrant(n, series(rest.mul(pi()).shift(-1)));
    (if x.neg { s.neg() } else { s }, c)
}

/// Arc tangent.
pub(crate) fn atan(x: Big) -> Big {
    if x.is_zero() {
        return x;
    }
    if x.exp < -12 {
        return atan_series(x);
    }
    if x.exp > 300 {
        let h = pi().shift(-1);
        return if x.neg { h.neg() } else { h }.sub(atan_series(Big::ONE.div(x)));
    }
    // From a first value of 53 bits.
    let first = Big::from_f64(x.to_f64().atan());
    let (s, c) = sin_cos_big(first);
    let rest = x.mul(c).sub(s).div(c.add(x.mul(s)));
    first.add(atan_series(rest))
}

/// Of small numbers.
fn atan_series(x: Big) -> Big {
    odd_series(x, x.square().neg())
}
