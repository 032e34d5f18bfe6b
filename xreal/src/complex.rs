//! Complex numbers of kinds 10 and 16.

use crate::arith::{Calc, flag};
use crate::big::{Big, ln10, pi};
use crate::functions::{atan2, exp, ln1p, sinh_cosh};
use crate::num::Num;
use crate::trig::sin_cos;

/// Real and imaginary part.
pub type Pair = (Num, Num);
type Wide = (Big, Big);

pub fn add(c: &mut Calc, x: Pair, y: Pair) -> Pair {
    (c.add(x.0, y.0), c.add(x.1, y.1))
}

pub fn sub(c: &mut Calc, x: Pair, y: Pair) -> Pair {
    (c.sub(x.0, y.0), c.sub(x.1, y.1))
}

pub fn mul(c: &mut Calc, x: Pair, y: Pair) -> Pair {
    let (p, q) = (c.mul(x.0, y.0), c.mul(x.1, y.1));
    let (r, s) = (c.mul(x.0, y.1), c.mul(x.1, y.0));
    (c.sub(p, q), c.add(r, s))
}

fn finite(x: Pair) -> bool {
    x.0.is_finite() && x.1.is_finite()
}

fn wide(x: Pair) -> Wide {
    (Big::from_num(x.0), Big::from_num(x.1))
}

fn rounded(c: &mut Calc, x: Wide) -> Pair {
    (x.0.round(c), x.1.round(c))
}

pub fn div(c: &mut Calc, x: Pair, y: Pair) -> Pair {
    let zero = y.0.is_zero() && y.1.is_zero();
    if !finite(x) || !finite(y) || zero {
        // As the formula has it for what is not finite.
        let d = (c.mul(y.0, y.0), c.mul(y.1, y.1));
        let d = c.add(d.0, d.1);
        let n = mul(c, x, (y.0, y.1.neg()));
        return (c.div(n.0, d), c.div(n.1, d));
    }
    let ((a, b), (p, q)) = (wide(x), wide(y));
    let d = p.square().add(q.square());
    let re = a.mul(p).add(b.mul(q)).div(d);
    let im = b.mul(p).sub(a.mul(q)).div(d);
    // Zeros keep the sign that the real operations give.
    let r = rounded(c, (re, im));
    let part = |r: Num, neg: bool| if r.is_zero() { Num::zero(neg) } else { r };
    let (xr, yr) = (x.0.neg, y.0.neg);
    (r.0, part(r.1, if y.1.is_zero() { x.1.neg != yr } else { r.1.neg && xr }))
}

/// The absolute value.
pub fn abs(c: &mut Calc, x: Pair) -> Num {
    crate::functions::binary("hypot", c, x.0, x.1).unwrap_or(Num::NAN)
}

/// `x ** n` by repeated squaring.
pub fn powi(c: &mut Calc, x: Pair, n: i128) -> Pair {
    let one = (Num::ONE, Num::ZERO);
    let (mut r, mut b, mut e) = (one, x, n.unsigned_abs());
    while e > 0 {
        if e & 1 == 1 {
            r = mul(c, r, b);
        }
        e >>= 1;
        if e > 0 {
            b = mul(c, b, b);
        }
    }
    if n < 0 { div(c, one, r) } else { r }
}

fn mul_wide(x: Wide, y: Wide) -> Wide {
    (x.0.mul(y.0).sub(x.1.mul(y.1)), x.0.mul(y.1).add(x.1.mul(y.0)))
}

/// The logarithm of a number that is not zero.
fn log(x: Wide) -> Wide {
    // ln|x| from |x|**2 - 1, which is exact enough near the unit circle.
    let squares = x.0.square().add(x.1.square());
    let near = squares.exp == 0 || squares.exp == -1;
    let l = if near {
        let d = x.0.sub(Big::ONE).mul(x.0.add(Big::ONE)).add(x.1.square());
        ln1p(d)
    } else {
        crate::functions::ln(squares)
    };
    (l.shift(-1), if x.1.is_zero() && !x.0.neg { Big::ZERO } else { atan2(x.1, x.0) })
}

fn sqrt_wide(x: Wide) -> Wide {
    if x.0.is_zero() && x.1.is_zero() {
        return x;
    }
    let m = x.0.square().add(x.1.square()).sqrt();
    let t = m.add(x.0.abs()).shift(-1).sqrt();
    let other = x.1.abs().div(t.shift(1));
    let (re, im) = if x.0.neg { (other, t) } else { (t, other) };
    (re, if x.1.neg { im.neg() } else { im })
}

fn exp_wide(x: Wide) -> Wide {
    let e = exp(x.0);
    let (s, k) = crate::trig::sin_cos_big(x.1);
    (e.mul(k), e.mul(s))
}

/// Multiplied by i.
fn turn(x: Wide) -> Wide {
    (x.1.neg(), x.0)
}

/// Multiplied by -i.
fn turn_back(x: Wide) -> Wide {
    (x.1, x.0.neg())
}

/// Inverse hyperbolic sine, by the logarithm of `x + sqrt(1 + x**2)` on the side where nothing cancels.
fn asinh(x: Wide) -> Wide {
    if x.0.is_zero() && x.1.is_zero() {
        return x;
    }
    let flip = x.0.neg;
    let z = if flip { (x.0.neg(), x.1.neg()) } else { x };
    let square = mul_wide(z, z);
    let root = sqrt_wide((Big::ONE.add(square.0), square.1));
    let tiny = z.0.exp.max(z.1.exp) < -40;
    let r = if tiny || z.0.is_zero() && z.1.exp < -40 {
        // x - x**3/6 + 3 x**5/40 - 15 x**7/336
        let cube = mul_wide(square, z);
        let fifth = mul_wide(square, cube);
        let seventh = mul_wide(square, fifth);
        let part = |a: Big, b: Big, f: Big, s: Big| {
            a.sub(b.div_int(6)).add(f.mul_int(3).div_int(40)).sub(s.mul_int(15).div_int(336))
        };
        (part(z.0, cube.0, fifth.0, seventh.0), part(z.1, cube.1, fifth.1, seventh.1))
    } else {
        log((z.0.add(root.0), z.1.add(root.1)))
    };
    if flip { (r.0.neg(), r.1.neg()) } else { r }
}

/// Inverse hyperbolic tangent.
fn atanh(x: Wide) -> Wide {
    // (ln((1+x)**2 + y**2) - ln((1-x)**2 + y**2)) / 4 by one logarithm of the quotient.
    let square = x.1.square();
    let below = Big::ONE.sub(x.0).square().add(square);
    let re = ln1p(x.0.shift(2).div(below)).shift(-2);
    let d = Big::ONE.sub(x.0).mul(Big::ONE.add(x.0)).sub(square);
    let im = if x.1.is_zero() && d.neg {
        // On the cut: the side of the sign of the real part.
        let h = pi().shift(-1);
        if x.0.neg { h } else { h.neg() }
    } else if x.1.is_zero() {
        Big::ZERO
    } else {
        atan2(x.1.shift(1), d).shift(-1)
    };
    (re, im)
}

/// A function of one complex number. `None`: there is none of that name.
pub fn unary(name: &str, c: &mut Calc, x: Pair) -> Option<Pair> {
    if !matches!(
        name,
        "sqrt"
            | "exp"
            | "log"
            | "log10"
            | "sin"
            | "cos"
            | "tan"
            | "sinh"
            | "cosh"
            | "tanh"
            | "asin"
            | "acos"
            | "atan"
            | "asinh"
            | "acosh"
            | "atanh"
            | "conj"
    ) {
        return None;
    }
    if name == "conj" {
        return Some((x.0, x.1.neg()));
    }
    if !finite(x) {
        return Some(unbounded(name, c, x));
    }
    if name == "log" || name == "log10" {
        if x.0.is_zero() && x.1.is_zero() {
            c.flags |= flag::DIVIDE;
            let arc = if x.0.neg { pi().round(c) } else { Num::ZERO };
            return Some((Num::infinity(true), arc.copysign(x.1)));
        }
        let mut r = log(wide(x));
        if name == "log10" {
            r = (r.0.div(ln10()), r.1.div(ln10()));
        }
        let mut r = rounded(c, r);
        // Signs of zeros choose the side of the cut.
        if x.1.is_zero() {
            r.1 = r.1.copysign(x.1);
        }
        return Some(r);
    }
    let z = wide(x);
    // Where the real part of an exponential leaves the range.
    let grows = match name {
        "exp" | "sinh" | "cosh" => Some(x.0),
        "sin" | "cos" => Some(x.1),
        _ => None,
    };
    let far = Num::from_i128(12_000);
    let clamp = |n: Num| if n.abs().le(far) { n } else { far.copysign(n) };
    if let Some(g) = grows
        && !g.abs().le(far)
    {
        // With the largest exponent that counts the parts overflow or vanish as they should.
        let x = if name.starts_with(['s', 'c']) && (name == "sin" || name == "cos") {
            (x.0, clamp(x.1))
        } else {
            (clamp(x.0), x.1)
        };
        return unary(name, c, x);
    }
    let both = |n: Num, m: Num| (sin_cos(n), sinh_cosh(Big::from_num(m)));
    let r = match name {
        "sqrt" => sqrt_wide(z),
        "exp" => {
            let e = exp(z.0);
            let (s, k) = sin_cos(x.1);
            (e.mul(k), e.mul(s))
        }
        "sin" => {
            let ((s, k), (sh, ch)) = both(x.0, x.1);
            (s.mul(ch), k.mul(sh))
        }
        "cos" => {
            let ((s, k), (sh, ch)) = both(x.0, x.1);
            (k.mul(ch), s.mul(sh).neg())
        }
        "sinh" => {
            let ((s, k), (sh, ch)) = both(x.1, x.0);
            (sh.mul(k), ch.mul(s))
        }
        "cosh" => {
            let ((s, k), (sh, ch)) = both(x.1, x.0);
            (ch.mul(k), sh.mul(s))
        }
        "tan" | "tanh" => {
            // tan(x + iy) = (sin x cos x + i sinh y cosh y) / (cos(x)**2 + sinh(y)**2)
            let (real, imag) = if name == "tan" { (x.0, x.1) } else { (x.1, x.0) };
            let ((s, k), (sh, ch)) = both(real, clamp(imag));
            let d = k.square().add(sh.square());
            let (p, q) = (s.mul(k).div(d), sh.mul(ch).div(d));
            if name == "tan" { (p, q) } else { (q, p) }
        }
        "asinh" => asinh(z),
        "asin" => turn_back(asinh(turn(z))),
        "acos" => {
            let a = turn_back(asinh(turn(z)));
            // Near 1 the difference loses what the product keeps.
            let p = sqrt_wide((Big::ONE.sub(z.0), z.1.neg()));
            let q = sqrt_wide((Big::ONE.add(z.0), z.1));
            let re = atan2(p.0, q.0).shift(1);
            (re, a.1.neg())
        }
        "acosh" => {
            let p = sqrt_wide((z.0.sub(Big::ONE), z.1));
            let q = sqrt_wide((z.0.add(Big::ONE), z.1));
            // Kahan: the real part is asinh(Re(conj(p) q)), the imaginary one 2 arctan(Im p / Re q).
            let re = crate::functions::asinh(p.0.mul(q.0).add(p.1.mul(q.1)));
            let im = if p.1.is_zero() { Big::ZERO } else { atan2(p.1, q.0).shift(1) };
            (re, im)
        }
        "atanh" | "atan" if one_away(name, x) => {
            c.flags |= flag::DIVIDE;
            let inf = |n: Num| Num::infinity(n.neg);
            return Some(if name == "atanh" { (inf(x.0), x.1) } else { (x.0, inf(x.1)) });
        }
        "atanh" => atanh(z),
        _ => turn_back(atanh(turn(z))),
    };
    let mut r = rounded(c, r);
    // On the axes: signs of zeros, and sides of cuts.
    match name {
        "sqrt" if x.1.is_zero() => r.1 = r.1.copysign(x.1),
        "sin" | "sinh" | "tan" | "tanh" | "asin" | "asinh" | "atan" | "atanh" => {
            if x.0.is_zero() {
                r.0 = r.0.copysign(x.0);
            }
            if x.1.is_zero() {
                r.1 = r.1.copysign(x.1);
            }
        }
        "acos" if x.1.is_zero() => r.1 = r.1.copysign(x.1.neg()),
        "acosh" | "exp" if x.1.is_zero() => r.1 = r.1.copysign(x.1),
        _ => {}
    }
    Some(r)
}

/// At a pole of the inverse tangents.
fn one_away(name: &str, x: Pair) -> bool {
    let (a, b) = if name == "atanh" { x } else { (x.1, x.0) };
    b.is_zero() && a.abs().same(Num::ONE)
}

/// Functions of numbers of which a part is not finite.
fn unbounded(name: &str, c: &mut Calc, x: Pair) -> Pair {
    use crate::functions::binary;
    match name {
        "sqrt" if x.1.is_infinite() => (Num::INFINITY, x.1),
        "sqrt" if x.0.is_infinite() && !x.1.is_nan() => {
            if x.0.neg {
                (Num::ZERO, Num::INFINITY.copysign(x.1))
            } else {
                (Num::INFINITY, Num::zero(x.1.neg))
            }
        }
        "exp" if x.0.is_infinite() && x.1.is_finite() => {
            let (s, k) = sin_cos(x.1);
            let (s, k) = (s.round(c), k.round(c));
            if x.0.neg {
                (Num::zero(k.neg), Num::zero(s.neg))
            } else if x.1.is_zero() {
                (x.0, x.1)
            } else {
                (Num::infinity(k.neg), Num::infinity(s.neg))
            }
        }
        "log" | "log10" => {
            let modulus = binary("hypot", c, x.0, x.1).unwrap_or(Num::NAN);
            let arc = binary("atan2", c, x.1, x.0).unwrap_or(Num::NAN);
            (modulus, arc)
        }
        _ => (Num::NAN, Num::NAN),
    }
}

/// `x ** y`
pub fn pow(c: &mut Calc, x: Pair, y: Pair) -> Pair {
    if y.0.is_zero() && y.1.is_zero() {
        return (Num::ONE, Num::ZERO);
    }
    if x.0.is_zero() && x.1.is_zero() {
        return (Num::ZERO, Num::ZERO);
    }
    if !finite(x) || !finite(y) {
        return (Num::NAN, Num::NAN);
    }
    let t = mul_wide(log(wide(x)), wide(y));
    let limit = Big::int(12_000);
    if limit.lt(t.0.abs()) {
        let far = if t.0.neg { Num::power_of_two(-60_000) } else { Num::power_of_two(60_000) };
        let r = c.convert(far);
        return (r, r);
    }
    let r = exp_wide(t);
    rounded(c, r)
}
