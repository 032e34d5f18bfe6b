//! The family *floats*: parts and neighbours of floating-point numbers.

use super::*;
use ferrotran_typed::intrinsics::family::Floats;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_floats(&mut self, id: Floats, a: &Arguments) -> Res<()> {
        let Some(Expr { kind: ExprKind::Const(c), span, .. }) = a.get(1) else { return Ok(()) };
        if id == Floats::Nearest && extended::number(c).is_some_and(|s| s.is_zero()) {
            return Err(self.err(ErrorCode::Argument, *span, "the second argument of `nearest` is zero"));
        }
        Ok(())
    }
}

/// The value for constant arguments.
pub(super) fn fold(id: Floats, call: &Scalars) -> Val {
    let (k, from) = (call.kind(), call.kind_of(0));
    let finite = match call.reals() {
        Some(Reals::Small([x])) => x.is_finite(),
        Some(Reals::Wide([x])) => x.is_finite(),
        None => return call.no_value(),
    };
    match id {
        Floats::Exponent => Ok(Const::Int(match call.reals() {
            Some(Reals::Small([x])) if finite => {
                if x == 0.0 {
                    0
                } else {
                    frexp(x).1.into()
                }
            }
            Some(Reals::Wide([x])) => x.exponent().map_or(int_max(k), i128::from),
            _ => int_max(k),
        })),
        Floats::Fraction | Floats::Spacing | Floats::Rrspacing if !finite => Ok(of_kind(k, Num::NAN)),
        Floats::Fraction => call.real1(|x| frexp(x).0, |c, x| c.fraction(x)),
        Floats::Spacing => call.real1(|x| spacing(x, from), |c, x| c.spacing(x)),
        Floats::Rrspacing => call.real1(
            |x| if x == 0.0 { 0.0 } else { ldexp(frexp(x).0.abs(), digits(from).into()) },
            |c, x| c.rrspacing(x),
        ),
        Floats::Nearest => call.any2(|x, y| next(x, y > 0.0, k), |c, x, y| c.next(x, !y.neg)),
        Floats::Scale => with_power(call, ldexp, |c, x, n| c.scale(x, n)),
        Floats::SetExponent if !finite && !call.is_wide() => Ok(Const::Real(f64::NAN)),
        Floats::SetExponent => with_power(call, |x, n| ldexp(frexp(x).0, n), |c, x, n| c.set_exponent(x, n)),
        Floats::Isnan => call.test1(f64::is_nan, Num::is_nan),
    }
}

/// A function of a real and an exponent.
fn with_power(call: &Scalars, small: impl Fn(f64, i128) -> f64, wide: impl Fn(&mut Calc, Num, i64) -> Num) -> Val {
    let Some(n) = call.int(1) else { return call.no_value() };
    match call.reals() {
        Some(Reals::Small([x])) => call.small(small(x, n)),
        Some(Reals::Wide([x])) => {
            let r = wide(&mut Calc::kind(call.kind_of(0)), x, within(n));
            extended::real(call.kind(), r, x.is_finite(), call.span)
        }
        None => call.no_value(),
    }
}

/// An exponent that no kind reaches stands for all beyond it.
pub(super) fn within(n: i128) -> i64 {
    n.clamp(-100_000, 100_000) as i64
}

fn digits(kind: u8) -> i32 {
    if kind == 4 { 24 } else { 53 }
}

fn spacing(x: f64, kind: u8) -> f64 {
    let (least, tiny) = if kind == 4 { (-125, f64::from(f32::MIN_POSITIVE)) } else { (-1021, f64::MIN_POSITIVE) };
    if x == 0.0 {
        return tiny;
    }
    let e = (frexp(x).1 - digits(kind)).max(least - 1);
    ldexp(1.0, e.into()).max(tiny)
}

/// Fraction in [0.5, 1) and exponent.
pub(super) fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (mut y, mut e) = (x, 0);
    if y.abs() < f64::MIN_POSITIVE {
        y *= 2f64.powi(64);
        e -= 64;
    }
    let bits = y.to_bits();
    let exp = ((bits >> 52) & 0x7ff) as i32 - 1022;
    let frac = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
    (frac, exp + e)
}

/// `x * 2**n` without intermediate overflow.
pub(super) fn ldexp(x: f64, n: i128) -> f64 {
    let n = n.clamp(-4000, 4000) as i32;
    let (mut y, mut n) = (x, n);
    while n > 1000 {
        y *= 2f64.powi(1000);
        n -= 1000;
    }
    while n < -1000 {
        y *= 2f64.powi(-1000);
        n += 1000;
    }
    y * 2f64.powi(n)
}

/// The neighbour of a number of that kind.
pub(super) fn next(x: f64, up: bool, kind: u8) -> f64 {
    if kind == 4 {
        let f = x as f32;
        (if up { f.next_up() } else { f.next_down() }) as f64
    } else if up {
        x.next_up()
    } else {
        x.next_down()
    }
}
