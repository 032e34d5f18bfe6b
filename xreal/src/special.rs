//! The gamma and error functions.

use crate::big::{Big, pi};
use crate::functions::{exp, ln};
use crate::trig::sin_cos_pi;
use std::sync::OnceLock;

/// Above this the asymptotic series of the logarithm of gamma has all digits.
const FAR: i64 = 64;

/// `B(2k) / (2k (2k - 1))` for k from 1.
fn stirling() -> &'static [Big] {
    static TABLE: OnceLock<Vec<Big>> = OnceLock::new();
    TABLE.get_or_init(|| {
        const N: usize = 48;
        // Tangent numbers (Brent and Harvey): sums of positive terms only.
        let mut t = vec![Big::ZERO; N + 1];
        t[1] = Big::ONE;
        for k in 2..=N {
            t[k] = t[k - 1].mul_int(k as i64 - 1);
        }
        for k in 2..=N {
            for j in k..=N {
                let (a, b) = (t[j - 1].mul_int((j - k) as i64), t[j].mul_int((j - k) as i64 + 2));
                t[j] = a.add(b);
            }
        }
        (1..=N)
            .map(|k| {
                // B(2k) = (-1)**(k-1) 2k T(k) / (4**k (4**k - 1))
                let four = Big::ONE.shift(2 * k as i32);
                let b = t[k].mul_int(2 * k as i64).div(four.mul(four.sub(Big::ONE)));
                let b = b.div_int((2 * k * (2 * k - 1)) as u64);
                if k % 2 == 0 { b.neg() } else { b }
            })
            .collect()
    })
}

/// Logarithm of gamma for `z` from `FAR` on.
fn log_gamma_far(z: Big) -> Big {
    let log = ln(z);
    let mut sum = z.sub(Big::ONE.shift(-1)).mul(log).sub(z);
    sum = sum.add(ln(pi().shift(1)).shift(-1));
    let inverse = Big::ONE.div(z);
    let square = inverse.square();
    let mut power = inverse;
    for b in stirling() {
        let t = b.mul(power);
        if t.is_zero() || t.exp < sum.exp.min(0) - 262 {
            break;
        }
        sum = sum.add(t);
        power = power.mul(square);
    }
    sum
}

/// `z` moved up to `FAR`, and the product of the numbers on the way.
fn moved_up(z: Big) -> (Big, Big) {
    let (mut z, mut product) = (z, Big::ONE);
    while z.lt(Big::int(FAR)) {
        product = product.mul(z);
        z = z.add(Big::ONE);
    }
    (z, product)
}

/// Gamma of a number that is no pole.
pub(crate) fn gamma(x: Big) -> Big {
    if x.lt(Big::ONE.shift(-1)) {
        // pi / (sin(pi x) gamma(1 - x)); of tiny numbers the reciprocal.
        if x.exp < -250 {
            return Big::ONE.div(x);
        }
        return pi().div(sin_cos_pi(x).0.mul(gamma(Big::ONE.sub(x))));
    }
    let (z, product) = moved_up(x);
    exp(log_gamma_far(z)).div(product)
}

/// Logarithm of the absolute value of gamma of a number that is no pole.
pub(crate) fn log_gamma(x: Big) -> Big {
    if x.exp < -250 {
        return ln(x.abs()).neg();
    }
    if x.neg {
        let s = sin_cos_pi(x).0.abs();
        return ln(pi().div(s)).sub(log_gamma(Big::ONE.sub(x)));
    }
    if x.exp >= 6 {
        return log_gamma_far(x);
    }
    // The logarithm of the quotient keeps the digits near 1 and 2.
    let (z, product) = moved_up(x);
    ln(exp(log_gamma_far(z)).div(product))
}

/// Below this the error function is computed by its series.
const SERIES: i64 = 7;

/// The error function.
pub(crate) fn erf(x: Big) -> Big {
    let a = x.abs();
    if a.exp > 4 || !a.lt(Big::int(SERIES)) {
        let r = Big::ONE.sub(erfc(a));
        return if x.neg { r.neg() } else { r };
    }
    // 2/sqrt(pi) exp(-x**2) times the sum of 2**n x**(2n+1) / (1 3 ... 2n+1)
    let square = a.square();
    let twice = square.shift(1);
    let (mut sum, mut term) = (x, x);
    for n in 1..2000u64 {
        term = term.mul(twice).div_int(2 * n + 1);
        if term.is_zero() || term.exp < sum.exp - 260 {
            break;
        }
        sum = sum.add(term);
    }
    sum.mul(exp(square.neg())).shift(1).div(pi().sqrt())
}

/// `exp(x**2) erfc(x)` for `x` from `SERIES` on, by the continued fraction.
fn scaled_far(x: Big) -> Big {
    if x.exp > 140 {
        return Big::ONE.div(x.mul(pi().sqrt()));
    }
    let mut t = x;
    for k in (1..=160i64).rev() {
        t = x.add(Big::int(k).shift(-1).div(t));
    }
    Big::ONE.div(t.mul(pi().sqrt()))
}

/// The complementary error function.
pub(crate) fn erfc(x: Big) -> Big {
    if x.neg {
        let f = erfc(x.neg());
        return Big::int(2).sub(f);
    }
    if x.lt(Big::int(SERIES)) {
        return Big::ONE.sub(erf(x));
    }
    let square = if x.exp > 8 { Big::int(65_536) } else { x.square() };
    scaled_far(x).mul(exp(square.neg()))
}

/// `exp(x**2) erfc(x)`; `None` beyond the range.
pub(crate) fn erfc_scaled(x: Big) -> Option<Big> {
    if !x.neg && !x.lt(Big::int(SERIES)) {
        return Some(scaled_far(x));
    }
    if x.neg && x.exp > 6 {
        return None;
    }
    Some(exp(x.square()).mul(erfc(x)))
}
