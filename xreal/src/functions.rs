//! Elementary functions, by name as in the `math.fn` op of the compiler.

use crate::arith::{Calc, Mode, flag};
use crate::big::{Big, ln2, ln10, pi};
use crate::num::{Class, Num};
use crate::{bessel, special, trig};

/// The exponential function of a number below about 2**20.
pub(crate) fn exp(x: Big) -> Big {
    if x.is_zero() {
        return Big::ONE;
    }
    let n = x.div(ln2()).to_int();
    // Halved eight times, for a short series.
    let r = x.sub(ln2().mul_int(n)).shift(-8);
    let (mut sum, mut term) = (Big::ONE, Big::ONE);
    for k in 1..60u64 {
        term = term.mul(r).div_int(k);
        if term.is_zero() || term.exp < -264 {
            break;
        }
        sum = sum.add(term);
    }
    for _ in 0..8 {
        sum = sum.square();
    }
    sum.shift(n as i32)
}

/// `ln((1 + s) / (1 - s))` of a small number.
fn twice_artanh(s: Big) -> Big {
    odd_series(s, s.square()).shift(1)
}

/// `x (1 + q / 3 + q**2 / 5 + ...)` of small numbers: the inverse tangent where `q` is `-x**2`, the inverse hyperbolic
/// tangent where it is `x**2`.
pub(crate) fn odd_series(x: Big, q: Big) -> Big {
    let (mut sum, mut power) = (x, x);
    for k in 1..200u64 {
        power = power.mul(q);
        let t = power.div_int(2 * k + 1);
        if t.is_zero() || t.exp < sum.exp - 260 {
            break;
        }
        sum = sum.add(t);
    }
    sum
}

/// The natural logarithm of a positive number.
pub(crate) fn ln(x: Big) -> Big {
    let mut e = x.exp;
    let mut m = Big { neg: false, exp: 0, m: x.m };
    // Between the roots of 1/2 and 2.
    if m.m[3] > 0xb504_f333_f9de_6484 {
        m.exp = -1;
        e += 1;
    }
    let d = m.sub(Big::ONE);
    let log = if d.is_zero() || d.exp < -6 {
        if d.is_zero() { Big::ZERO } else { twice_artanh(d.div(m.add(Big::ONE))) }
    } else {
        let first = Big::from_f64(m.to_f64().ln());
        let z = m.mul(exp(first.neg()));
        first.add(twice_artanh(z.sub(Big::ONE).div(z.add(Big::ONE))))
    };
    if e == 0 { log } else { log.add(ln2().mul_int(e.into())) }
}

/// `ln(1 + d)`
pub(crate) fn ln1p(d: Big) -> Big {
    if d.is_zero() {
        return d;
    }
    if d.exp < -6 { twice_artanh(d.div(d.add(Big::int(2)))) } else { ln(Big::ONE.add(d)) }
}

/// Hyperbolic sine and cosine.
pub(crate) fn sinh_cosh(x: Big) -> (Big, Big) {
    let e = exp(x);
    let f = Big::ONE.div(e);
    let c = e.add(f).shift(-1);
    let s = if !x.is_zero() && x.exp < -2 {
        let square = x.square();
        let (mut sum, mut term) = (x, x);
        for k in 1..60u64 {
            term = term.mul(square).div_int((2 * k) * (2 * k + 1));
            if term.is_zero() || term.exp < sum.exp - 260 {
                break;
            }
            sum = sum.add(term);
        }
        sum
    } else {
        e.sub(f).shift(-1)
    };
    (s, c)
}

/// Inverse hyperbolic sine.
pub(crate) fn asinh(x: Big) -> Big {
    let a = x.abs();
    if a.is_zero() {
        return x;
    }
    let r = if a.exp > 300 {
        ln(a.shift(1))
    } else {
        let square = a.square();
        let root = Big::ONE.add(square).sqrt();
        ln1p(a.add(square.div(Big::ONE.add(root))))
    };
    if x.neg { r.neg() } else { r }
}

/// Arc sine and arc cosine of numbers of -1 to 1.
pub(crate) fn asin_acos(x: Big) -> (Big, Big) {
    let half = pi().shift(-1);
    let product = Big::ONE.sub(x).mul(Big::ONE.add(x));
    if product.is_zero() {
        return if x.neg { (half.neg(), pi()) } else { (half, Big::ZERO) };
    }
    let root = product.sqrt();
    let s = trig::atan(x.div(root));
    let quotient = root.div(Big::ONE.add(x));
    let c = trig::atan(quotient).shift(1);
    (s, c)
}

/// Arc tangent of `y / x` by quadrant; not both are zero.
pub(crate) fn atan2(y: Big, x: Big) -> Big {
    if x.is_zero() {
        let h = pi().shift(-1);
        return if y.neg { h.neg() } else { h };
    }
    let a = trig::atan(y.div(x));
    match (x.neg, y.neg) {
        (false, _) => a,
        (true, false) => a.add(pi()),
        (true, true) => a.sub(pi()),
    }
}

fn invalid(c: &mut Calc) -> Num {
    c.flags |= flag::INVALID;
    Num::INVALID
}

fn pole(c: &mut Calc, neg: bool) -> Num {
    c.flags |= flag::DIVIDE;
    Num::infinity(neg)
}

/// Beyond these arguments the exponential function leaves the range.
const EXP_LIMIT: f64 = 11600.0;

fn exp_num(c: &mut Calc, x: Num, log: impl Fn(Big) -> Big) -> Num {
    match x.class {
        Class::Infinite => return if x.neg { Num::ZERO } else { x },
        Class::Zero => return Num::ONE,
        _ => {}
    }
    let beyond = if x.neg { Num::power_of_two(-60_000) } else { Num::power_of_two(60_000) };
    if x.exp > 15 {
        return c.convert(beyond);
    }
    let y = log(Big::from_num(x));
    if y.to_f64().abs() > EXP_LIMIT { c.convert(beyond) } else { exp(y).round(c) }
}

fn log_num(c: &mut Calc, x: Num, scale: impl Fn(Big) -> Big) -> Num {
    match x.class {
        Class::Zero => pole(c, true),
        _ if x.neg => invalid(c),
        Class::Infinite => x,
        _ => scale(ln(Big::from_num(x))).round(c),
    }
}

/// A function of one real. `None`: there is none of that name.
pub fn unary(name: &str, c: &mut Calc, x: Num) -> Option<Num> {
    if x.is_nan() && name != "isnan" {
        return known(name).then(|| c.convert(x));
    }
    let big = Big::from_num(x);
    // Most odd functions have the same zeros, with their signs.
    let odd = |c: &mut Calc, f: &dyn Fn(Big) -> Big| if x.is_zero() { x } else { f(big).round(c) };
    Some(match name {
        "sqrt" => c.sqrt(x),
        "abs" => x.abs(),
        "floor" => c.integral(x, Mode::Down),
        "ceil" => c.integral(x, Mode::Up),
        "trunc" => c.integral(x, Mode::Zero),
        "round" => c.integral(x, Mode::Away),
        "rint" => {
            let mode = c.mode;
            c.integral(x, mode)
        }
        "fraction" => c.fraction(x),
        "spacing" => c.spacing(x),
        "rrspacing" => c.rrspacing(x),
        "exp" => exp_num(c, x, |x| x),
        "exp2" => exp_num(c, x, |x| x.mul(ln2())),
        "log" => log_num(c, x, |y| y),
        "log2" => match x.class {
            // Exact powers.
            Class::Finite if !x.neg && x.man == crate::num::TOP => Num::from_i128(x.exp.into()),
            _ => log_num(c, x, |y| y.div(ln2())),
        },
        "log10" => log_num(c, x, |y| y.div(ln10())),
        "cbrt" => match x.class {
            Class::Finite => {
                let root = exp(ln(big.abs()).div_int(3));
                // One step of Newton's method makes exact roots exact.
                let root = root.sub(root.sub(big.abs().div(root.square())).div_int(3));
                c.convert(Num { neg: x.neg, ..root.to_num() })
            }
            _ => x,
        },
        "sin" | "cos" | "tan" if x.is_infinite() => invalid(c),
        "sin" => odd(c, &|_| trig::sin_cos(x).0),
        "cos" => trig::sin_cos(x).1.round(c),
        "tan" => odd(c, &|_| {
            let (s, k) = trig::sin_cos(x);
            s.div(k)
        }),
        "asin" | "acos" if !x.abs().le(Num::ONE) => invalid(c),
        "asin" => odd(c, &|x| asin_acos(x).0),
        "acos" => asin_acos(big).1.round(c),
        "atan" if x.is_infinite() => pi().shift(-1).round(c).copysign(x),
        "atan" => odd(c, &trig::atan),
        "sinh" | "cosh" | "tanh" if x.is_infinite() => match name {
            "sinh" => x,
            "cosh" => x.abs(),
            _ => Num::ONE.copysign(x),
        },
        "sinh" | "cosh" if !x.is_zero() && x.exp > 14 => {
            let far = Num::power_of_two(60_000);
            c.convert(if name == "sinh" { far.copysign(x) } else { far })
        }
        "sinh" => odd(c, &|x| sinh_cosh(x).0),
        "cosh" => sinh_cosh(big).1.round(c),
        "tanh" if !x.is_zero() && x.exp > 8 => {
            // One but for less than any digit.
            let below = Big::ONE.sub(Big { neg: false, exp: -200, m: Big::ONE.m });
            c.convert(below.to_num().copysign(x))
        }
        "tanh" => odd(c, &|x| {
            let (s, k) = sinh_cosh(x);
            s.div(k)
        }),
        "asinh" | "acosh" if x.is_infinite() && !(x.neg && name == "acosh") => x,
        "asinh" => odd(c, &asinh),
        "acosh" if x.lt(Num::ONE) => invalid(c),
        "acosh" => {
            let r = if x.exp > 300 {
                ln(big.shift(1))
            } else {
                let t = big.sub(Big::ONE);
                ln1p(t.add(t.mul(t.add(Big::int(2))).sqrt()))
            };
            r.round(c)
        }
        "atanh" if x.abs().same(Num::ONE) => pole(c, x.neg),
        "atanh" if !x.abs().lt(Num::ONE) => invalid(c),
        "atanh" => odd(c, &|x| ln1p(x.shift(1).div(Big::ONE.sub(x))).shift(-1)),
        "erf" if x.is_infinite() => Num::ONE.copysign(x),
        "erf" => odd(c, &special::erf),
        "erfc" | "erfc_scaled" if x.is_infinite() => match (x.neg, name) {
            (false, _) => Num::ZERO,
            (true, "erfc") => Num::from_i128(2),
            _ => x.neg(),
        },
        "erfc" => special::erfc(big).round(c),
        "erfc_scaled" => match special::erfc_scaled(big) {
            Some(v) => v.round(c),
            None => c.convert(Num::power_of_two(60_000)),
        },
        "gamma" => match x.class {
            Class::Zero => pole(c, x.neg),
            Class::Infinite if !x.neg => x,
            _ if x.is_infinite() || x.neg && x.is_integer() => invalid(c),
            _ if x.exp > 11 && !x.neg => c.convert(Num::power_of_two(60_000)),
            // Between the poles far below zero nothing is left.
            _ if x.exp > 11 => Num::zero(c.integral(x, Mode::Down).is_odd()),
            _ => special::gamma(big).round(c),
        },
        "log_gamma" => match x.class {
            Class::Infinite => Num::INFINITY,
            Class::Zero => pole(c, false),
            _ if x.neg && x.is_integer() => pole(c, false),
            _ if x.same(Num::ONE) || x.same(Num::from_i128(2)) => Num::ZERO,
            _ => special::log_gamma(big).round(c),
        },
        "bessel_j0" => return Some(bessel::first(c, 0, x)),
        "bessel_j1" => return Some(bessel::first(c, 1, x)),
        "bessel_y0" => return Some(bessel::second(c, 0, x)),
        "bessel_y1" => return Some(bessel::second(c, 1, x)),
        "sind" | "cosd" | "tand" if x.is_infinite() => invalid(c),
        "sind" | "cosd" | "tand" => {
            // Degrees modulo 360 are exact.
            let turn = Num::from_i128(360);
            let rest = Big::from_num(Calc::new(crate::Format { digits: 127, max: 1 << 20 }).rem(x, turn));
            let (s, k) = trig::sin_cos_pi(rest.div_int(180));
            // Multiples of 30 degrees have values without error.
            let (s, k) = (exact_degrees(rest, 0).unwrap_or(s), exact_degrees(rest, 90).unwrap_or(k));
            match name {
                "sind" if s.is_zero() => Num::zero(x.neg),
                "sind" => s.round(c),
                "cosd" => k.round(c),
                _ if k.is_zero() => pole(c, s.neg),
                _ if s.is_zero() => Num::zero(x.neg),
                _ => s.div(k).round(c),
            }
        }
        "asind" | "acosd" | "atand" => {
            let mut wide = Calc::new(crate::Format { digits: 127, max: c.format.max });
            let r = unary(&name[..4], &mut wide, x)?;
            if r.class != Class::Finite {
                return Some(c.convert(r));
            }
            to_degrees(Big::from_num(r)).round(c)
        }
        _ => return None,
    })
}

fn to_degrees(x: Big) -> Big {
    x.mul_int(180).div(pi())
}

/// The sine of `x` degrees (below 360) and `plus` more, where it is 0, 1/2 or 1.
fn exact_degrees(x: Big, plus: i64) -> Option<Big> {
    let n = x.to_int();
    if !x.sub(Big::int(n)).is_zero() {
        return None;
    }
    Some(match (n + plus).rem_euclid(360) {
        0 | 180 => Big::ZERO,
        30 | 150 => Big::ONE.shift(-1),
        90 => Big::ONE,
        210 | 330 => Big::ONE.shift(-1).neg(),
        270 => Big::ONE.neg(),
        _ => return None,
    })
}

fn known(name: &str) -> bool {
    // A number that every function takes.
    unary(name, &mut Calc::kind(16), Num::power_of_two(-1)).is_some()
}

/// A function of two reals. `None`: there is none of that name.
pub fn binary(name: &str, c: &mut Calc, x: Num, y: Num) -> Option<Num> {
    Some(match name {
        "pow" => pow(c, x, y),
        "copysign" => x.copysign(y),
        "nearest" => c.next(x, !y.neg),
        "hypot" if x.is_infinite() || y.is_infinite() => Num::INFINITY,
        "hypot" | "atan2" if x.is_nan() || y.is_nan() => c.add(x, y),
        "hypot" => {
            let (a, b) = (Big::from_num(x), Big::from_num(y));
            a.square().add(b.square()).sqrt().round(c)
        }
        "atan2" => {
            let quarter = |c: &mut Calc, n: i64| pi().mul_int(n).shift(-2).round(c).copysign(x);
            match (x.class, y.class) {
                (Class::Zero, _) => {
                    if y.neg {
                        quarter(c, 4)
                    } else {
                        x
                    }
                }
                (Class::Infinite, Class::Infinite) => quarter(c, if y.neg { 3 } else { 1 }),
                (Class::Infinite, _) => quarter(c, 2),
                (_, Class::Infinite) => {
                    if y.neg {
                        quarter(c, 4)
                    } else {
                        Num::zero(x.neg)
                    }
                }
                _ => atan2(Big::from_num(x), Big::from_num(y)).round(c),
            }
        }
        "atan2d" => {
            let mut wide = Calc::new(crate::Format { digits: 127, max: c.format.max });
            let r = binary("atan2", &mut wide, x, y)?;
            if r.class != Class::Finite {
                return Some(c.convert(r));
            }
            to_degrees(Big::from_num(r)).round(c)
        }
        _ => return None,
    })
}

/// `x ** y`
pub fn pow(c: &mut Calc, x: Num, y: Num) -> Num {
    if y.is_zero() || x.same(Num::ONE) {
        return Num::ONE;
    }
    if x.is_nan() || y.is_nan() {
        return c.add(x, y);
    }
    let odd = y.is_odd();
    let neg = x.neg && odd;
    if x.is_zero() {
        return match (y.neg, y.is_infinite()) {
            (true, true) => Num::INFINITY,
            (true, false) => pole(c, neg),
            (false, _) => Num::zero(neg),
        };
    }
    if y.is_infinite() {
        return match x.abs().compare(Num::ONE) {
            Some(std::cmp::Ordering::Equal) => Num::ONE,
            order if (order == Some(std::cmp::Ordering::Greater)) != y.neg => Num::INFINITY,
            _ => Num::ZERO,
        };
    }
    if x.is_infinite() {
        return if y.neg { Num::zero(neg) } else { Num::infinity(neg) };
    }
    if x.neg && !y.is_integer() {
        return invalid(c);
    }
    let sign = |n: Num| Num { neg, ..n };
    if x.abs().same(Num::ONE) {
        return sign(Num::ONE);
    }
    // Exact powers of two, and what is far outside.
    let log = ln(Big::from_num(x.abs()));
    let t = log.mul(Big::from_num(y));
    if t.exp > 14 || t.to_f64().abs() > EXP_LIMIT {
        let far = Num::power_of_two(if t.neg { -60_000 } else { 60_000 });
        return c.convert(sign(far));
    }
    let r = exp(t).to_num();
    c.convert(sign(r))
}

/// BESSEL_J of order `n`.
pub fn bessel_j(c: &mut Calc, n: i64, x: Num) -> Num {
    bessel::first(c, n, x)
}

/// BESSEL_Y of order `n`.
pub fn bessel_y(c: &mut Calc, n: i64, x: Num) -> Num {
    bessel::second(c, n, x)
}
