//! Bessel functions.

use crate::arith::{Calc, flag};
use crate::big::{Big, euler, ln2, pi};
use crate::functions::ln;
use crate::num::{Class, Num};
use crate::trig::sin_cos;

/// From here on the asymptotic expansions of orders 0 and 1 have all digits.
const FAR: i64 = 64;

/// J of order `n >= 0` by its series.
fn series(n: u64, x: Big) -> Big {
    let half = x.shift(-1);
    let square = half.square().neg();
    let mut term = Big::ONE;
    for k in 1..=n {
        term = term.mul(half).div_int(k);
    }
    let (mut sum, mut largest) = (term, term.exp);
    for k in 1..4000u64 {
        term = term.mul(square).div_int(k).div_int(k + n);
        if term.is_zero() {
            break;
        }
        largest = largest.max(term.exp);
        if term.exp < largest - 265 && term.exp < sum.exp - 140 {
            break;
        }
        sum = sum.add(term);
    }
    sum
}

/// J and Y of order 0 or 1 of large arguments (`x` as it was given, for its sine).
fn far(n: u64, num: Num) -> (Big, Big) {
    let x = Big::from_num(num);
    let inverse = Big::ONE.div(x.shift(3));
    let mu = (4 * n * n) as i64;
    let (mut p, mut q, mut term) = (Big::ONE, Big::ZERO, Big::ONE);
    let mut last = 0;
    for k in 1..400i64 {
        let odd = 2 * k - 1;
        term = term.mul_int(mu - odd * odd).mul(inverse).div_int(k as u64);
        if term.is_zero() || term.exp < -265 || k > 4 && term.exp > last {
            break;
        }
        last = term.exp;
        let signed = if k / 2 % 2 == 1 { term.neg() } else { term };
        if k % 2 == 1 { q = q.add(signed) } else { p = p.add(signed) }
    }
    // cos and sin of x - (2n+1) pi/4.
    let (s, c) = sin_cos(num);
    let root = Big::ONE.shift(-1).sqrt();
    let (cos, sin) =
        if n == 0 { (c.add(s).mul(root), s.sub(c).mul(root)) } else { (s.sub(c).mul(root), s.add(c).neg().mul(root)) };
    let scale = Big::int(2).div(pi().mul(x)).sqrt();
    (scale.mul(p.mul(cos).sub(q.mul(sin))), scale.mul(p.mul(sin).add(q.mul(cos))))
}

fn is_far(x: Big) -> bool {
    !x.lt(Big::int(FAR))
}

/// J of order `n` of a positive number.
fn positive_first(n: u64, num: Num) -> Big {
    let x = Big::from_num(num);
    if !is_far(x) {
        // Orders so high that nothing is left of it.
        return if n > 200_000 { Big::ZERO } else { series(n, x) };
    }
    if n < 2 {
        return far(n, num).0;
    }
    if Big::int(n as i64).lt(x) {
        let (mut a, mut b) = (far(0, num).0, far(1, num).0);
        for k in 1..n {
            (a, b) = (b, b.mul_int(2 * k as i64).div(x).sub(a));
        }
        return b;
    }
    // Downwards from an order where it is small (Miller), scaled by J(0) + 2 J(2) + 2 J(4) ... = 1.
    let start = (n + 300 + n / 4) & !1;
    let (mut a, mut b) = (Big::ZERO, Big::ONE);
    let (mut want, mut sum) = (Big::ZERO, Big::ZERO);
    for k in (1..=start).rev() {
        if k == n {
            want = b;
        }
        if k % 2 == 0 {
            sum = sum.add(b.shift(1));
        }
        (a, b) = (b, b.mul_int(2 * k as i64).div(x).sub(a));
    }
    want.div(sum.add(b))
}

/// Y of orders 0 and 1 of a positive number.
fn positive_second(n: u64, num: Num) -> Big {
    let x = Big::from_num(num);
    if is_far(x) {
        return far(n, num).1;
    }
    let half = x.shift(-1);
    let square = half.square().neg();
    // ln(x/2) + gamma
    let log = ln(x).sub(ln2()).add(euler());
    let j = series(n, x);
    let (mut sum, mut term, mut h) = (Big::ZERO, if n == 0 { Big::ONE } else { half }, Big::ZERO);
    let mut largest = i32::MIN;
    if n == 1 {
        sum = term;
    }
    for k in 1..4000u64 {
        term = term.mul(square).div_int(k).div_int(k + n);
        h = h.add(Big::ratio(1, k as i64));
        let weight = if n == 0 { h.shift(1) } else { h.shift(1).add(Big::ratio(1, k as i64 + 1)) };
        let t = term.mul(weight);
        if t.is_zero() {
            break;
        }
        largest = largest.max(t.exp);
        if t.exp < largest - 265 {
            break;
        }
        sum = sum.add(t);
    }
    // pi Y0 = 2 J0 log - sum; pi Y1 = 2 J1 log - 2/x - sum
    let mut r = j.mul(log).shift(1).sub(sum);
    if n == 1 {
        r = r.sub(Big::int(2).div(x));
    }
    r.div(pi())
}

/// BESSEL_J of order `n`.
pub fn first(c: &mut Calc, n: i64, x: Num) -> Num {
    if x.is_nan() {
        return c.convert(x);
    }
    let order = n.unsigned_abs();
    // Odd orders are odd, and change their sign with that of the order.
    let neg = order % 2 == 1 && x.neg != (n < 0);
    match x.class {
        Class::Infinite => Num::zero(neg),
        Class::Zero if order == 0 => Num::ONE,
        Class::Zero => Num::zero(neg),
        _ => {
            let r = positive_first(order, x.abs());
            if neg { r.neg() } else { r }.round(c)
        }
    }
}

/// BESSEL_Y of order `n`.
pub fn second(c: &mut Calc, n: i64, x: Num) -> Num {
    if x.is_nan() {
        return c.convert(x);
    }
    let order = n.unsigned_abs();
    let neg = order % 2 == 1 && n < 0;
    match x.class {
        Class::Zero => {
            c.flags |= flag::DIVIDE;
            Num::infinity(!neg)
        }
        _ if x.neg => {
            c.flags |= flag::INVALID;
            Num::INVALID
        }
        Class::Infinite => Num::ZERO,
        _ => {
            let big = Big::from_num(x);
            let (mut a, mut b) = (positive_second(0, x), Big::ZERO);
            if order > 0 {
                b = positive_second(1, x);
                for k in 1..order {
                    (a, b) = (b, b.mul_int(2 * k as i64).div(big).sub(a));
                    if b.exp > 40_000 {
                        break;
                    }
                }
            } else {
                std::mem::swap(&mut a, &mut b);
            }
            if neg { b.neg() } else { b }.round(c)
        }
    }
}
