//! The family *mathematics*: elementary and special functions.

use super::*;
use ferrotran_cmath as cmath;
use ferrotran_typed::intrinsics::family::Mathematics;
use ferrotran_xreal::functions;
use std::f64::consts::{FRAC_1_PI, PI};

impl<'a> Rules<'a> {
    pub(super) fn rules_of_mathematics(&mut self, id: Mathematics, a: &Arguments) -> Res<()> {
        match id {
            Mathematics::Atan => {
                self.check_angle(a)?;
                self.complex_is_newer(a)
            }
            Mathematics::Tan
            | Mathematics::Sinh
            | Mathematics::Cosh
            | Mathematics::Tanh
            | Mathematics::Asinh
            | Mathematics::Acosh
            | Mathematics::Atanh => self.complex_is_newer(a),
            Mathematics::Asin | Mathematics::Acos => {
                self.complex_is_newer(a)?;
                self.check_value_of(a, |x| !Num::ONE.lt(x.abs()), "between -1 and 1")
            }
            Mathematics::Sqrt => self.check_value_of(a, |x| !x.lt(Num::ZERO), "zero or positive"),
            Mathematics::Log | Mathematics::Log10 => self.check_value_of(a, |x| !x.le(Num::ZERO), "positive"),
            Mathematics::BesselJn | Mathematics::BesselYn => self.check_orders(a),
            _ => Ok(()),
        }
    }

    /// ATAN of two arguments is the angle of a point with real coordinates.
    fn check_angle(&mut self, a: &Arguments) -> Res<()> {
        match (a.get(0), a.get(1)) {
            (Some(Expr { ty: ty @ Ty::Complex(_), span, .. }), Some(_)) => {
                let t = ty_name(&self.prog, ty);
                let text = format!("the arguments of `{}` must be real where there are two, this is {t}", a.name());
                Err(self.err(ErrorCode::Argument, *span, text))
            }
            _ => Ok(()),
        }
    }

    fn complex_is_newer(&mut self, a: &Arguments) -> Res<()> {
        match a.get(0).map(|x| &x.ty) {
            Some(Ty::Complex(_)) => self.newer(2008, a.span, &format!("`{}` of a complex argument", a.name())),
            _ => Ok(()),
        }
    }

    /// A constant real argument is in the domain of the function.
    fn check_value_of(&mut self, a: &Arguments, inside: impl Fn(Num) -> bool, domain: &str) -> Res<()> {
        match a.get(0).and_then(real_constant) {
            Some((x, text, span)) if !inside(x) => {
                let text = format!("`{}` of {text}: the argument must be {domain}", a.name());
                Err(self.err(ErrorCode::Argument, span, text))
            }
            _ => Ok(()),
        }
    }

    /// The orders of Bessel functions.
    fn check_orders(&mut self, a: &Arguments) -> Res<()> {
        let orders = a.get(2).is_some();
        if let Some(x) = a.get(1)
            && matches!(x.ty, Ty::Integer(_)) != orders
        {
            let (at, t) = (x.span, ty_name(&self.prog, &x.ty));
            let want = if orders { "an integer, the last order" } else { "real" };
            let text = format!("the second argument of `{}` must be {want}; this is {t}", a.name());
            return Err(self.err(ErrorCode::Argument, at, text));
        }
        if orders && a.slots.iter().take(2).flatten().any(|e| e.rank > 0) {
            let text = format!("the orders of `{}` must be scalar", a.name());
            return Err(self.err(ErrorCode::Rank, a.span, text));
        }
        Ok(())
    }

    pub(super) fn type_of_mathematics(&mut self, id: Mathematics, slots: &[Option<Expr>]) -> Ty {
        match id {
            // The transformational form has its argument behind the two orders.
            Mathematics::BesselJn | Mathematics::BesselYn => {
                type_of(slots, 2).or(type_of(slots, 1)).unwrap_or(Ty::Real(self.opts.default_real))
            }
            _ => Ty::Typeless,
        }
    }
}

/// The rank of the result.
pub(super) fn rank(id: Mathematics, slots: &[Option<Expr>]) -> usize {
    match id {
        Mathematics::BesselJn | Mathematics::BesselYn if slots.get(2).is_some_and(|s| s.is_some()) => 1,
        _ => slots.iter().flatten().map(|e| e.rank).max().unwrap_or(0),
    }
}

/// ATAN and its like have one argument or two, and the only one is called X too.
pub(super) fn keyword(id: Mathematics, name: &str, only: bool) -> &str {
    match id {
        Mathematics::Atan | Mathematics::Atand | Mathematics::Atanpi if only && name == "x" => "y",
        _ => name,
    }
}

/// Value, text and place of a real constant.
fn real_constant(e: &Expr) -> Option<(Num, String, Span)> {
    match &e.kind {
        ExprKind::Const(Const::Real(x)) => Some((Num::from_f64(*x), x.to_string(), e.span)),
        ExprKind::Const(Const::Ext(x)) => Some((*x, x.to_string(), e.span)),
        _ => None,
    }
}

/// The value for constant arguments.
pub(super) fn fold(id: Mathematics, call: &Scalars) -> Val {
    let two = call.get(1).is_some();
    match id {
        Mathematics::Acos => function(call, f64::acos),
        Mathematics::Acosh | Mathematics::Asinh | Mathematics::Atanh => function(call, |x| rounded(call, x)),
        Mathematics::Asin => function(call, f64::asin),
        Mathematics::Atan | Mathematics::Atan2 if two || id == Mathematics::Atan2 => {
            if call.is_zero(0) && call.is_zero(1) {
                return wrong(call.span, "`atan2` of zero and zero");
            }
            call.known2(f64::atan2, |c, x, y| functions::binary("atan2", c, x, y))
        }
        Mathematics::Atan | Mathematics::Atan2 => function(call, f64::atan),
        Mathematics::BesselJ0 => function(call, |x| cmath::j0(x)),
        Mathematics::BesselJ1 => function(call, |x| cmath::j1(x)),
        Mathematics::BesselY0 => function(call, |x| cmath::y0(x)),
        Mathematics::BesselY1 => function(call, |x| cmath::y1(x)),
        Mathematics::BesselJn => bessel(call, |n, x| cmath::jn(n, x), functions::bessel_j),
        Mathematics::BesselYn => bessel(call, |n, x| cmath::yn(n, x), functions::bessel_y),
        Mathematics::Cos => function(call, f64::cos),
        Mathematics::Cosh => function(call, f64::cosh),
        Mathematics::Erf => function(call, |x| cmath::erf(x)),
        Mathematics::Erfc => function(call, |x| cmath::erfc(x)),
        Mathematics::ErfcScaled => function(call, cmath::erfc_scaled),
        Mathematics::Exp => function(call, f64::exp),
        Mathematics::Gamma => beside_poles(call, |x| cmath::tgamma(x)),
        Mathematics::LogGamma => beside_poles(call, |x| cmath::lgamma(x)),
        Mathematics::Hypot => call.known2(f64::hypot, |c, x, y| functions::binary("hypot", c, x, y)),
        Mathematics::Log => function(call, f64::ln),
        Mathematics::Log10 => function(call, f64::log10),
        Mathematics::Sin => function(call, f64::sin),
        Mathematics::Sinh => function(call, f64::sinh),
        Mathematics::Sqrt => {
            function(call, |x| if call.kind_of(0) == 4 { f64::from((x as f32).sqrt()) } else { x.sqrt() })
        }
        Mathematics::Tan => function(call, f64::tan),
        Mathematics::Tanh => function(call, f64::tanh),
        Mathematics::Acospi => function(call, |x| x.acos() * FRAC_1_PI),
        Mathematics::Asinpi => function(call, |x| x.asin() * FRAC_1_PI),
        Mathematics::Atanpi | Mathematics::Atan2pi if two => call.known2(|x, y| x.atan2(y) * FRAC_1_PI, |_, _, _| None),
        Mathematics::Atanpi | Mathematics::Atan2pi => function(call, |x| x.atan() * FRAC_1_PI),
        Mathematics::Cospi => function(call, cospi),
        Mathematics::Sinpi => function(call, sinpi),
        Mathematics::Tanpi => function(call, |x| sinpi(x) / cospi(x)),
        Mathematics::Acosd => function(call, |x| x.acos().to_degrees()),
        Mathematics::Asind => function(call, |x| x.asin().to_degrees()),
        Mathematics::Atand | Mathematics::Atan2d if two => {
            call.known2(|x, y| x.atan2(y).to_degrees(), |c, x, y| functions::binary("atan2d", c, x, y))
        }
        Mathematics::Atand | Mathematics::Atan2d => function(call, |x| x.atan().to_degrees()),
        Mathematics::Cosd => function(call, cosd),
        Mathematics::Sind => function(call, sind),
        Mathematics::Tand => function(call, |x| sind(x) / cosd(x)),
        Mathematics::Cotan => call.known1(|x| 1.0 / x.tan(), |c, x| inverse_of("tan", c, x)),
        Mathematics::Cotand => call.known1(|x| cosd(x) / sind(x), |c, x| inverse_of("tand", c, x)),
    }
}

/// A function of a real or complex number; those of kinds 10 and 16 and of complex numbers go by its name.
fn function(call: &Scalars, small: impl Fn(f64) -> f64) -> Val {
    let (name, k) = (call.id.name(), call.kind());
    match call.get(0) {
        Some(Const::Complex(r, i)) => match cmath::complex_value(name, *r, *i) {
            Some((a, b)) => Ok(Const::Complex(round(k, a), round(k, b))),
            None => call.at_run_time(),
        },
        Some(Const::ExtComplex(r, i)) => match complex::unary(name, &mut Calc::kind(k), (*r, *i)) {
            Some(z) => Ok(extended::pair(k, z)),
            None => call.at_run_time(),
        },
        _ => call.known1(small, |c, x| functions::unary(name, c, x)),
    }
}

fn inverse_of(name: &str, c: &mut Calc, x: Num) -> Option<Num> {
    let y = functions::unary(name, c, x)?;
    Some(c.div(Num::ONE, y))
}

/// A function of a real of kind 4 or 8, rounded once.
fn rounded(call: &Scalars, x: f64) -> f64 {
    let c = &mut Calc::kind(call.kind_of(0));
    functions::unary(call.id.name(), c, Num::from_f64(x)).map_or(f64::NAN, Num::to_f64)
}

/// The gamma function and its logarithm.
fn beside_poles(call: &Scalars, small: impl Fn(f64) -> f64) -> Val {
    let pole = match call.reals() {
        Some(Reals::Small([x])) if x <= 0.0 && x == x.trunc() => Some(x.to_string()),
        Some(Reals::Wide([x])) if x.le(Num::ZERO) && x.is_integer() => Some(x.to_string()),
        _ => None,
    };
    match pole {
        Some(x) => wrong(call.span, format!("`{}` of {x}: zero and negative whole numbers are poles", call.id.name())),
        None => function(call, small),
    }
}

/// A Bessel function of an order.
fn bessel(call: &Scalars, small: impl Fn(i32, f64) -> f64, wide: impl Fn(&mut Calc, i64, Num) -> Num) -> Val {
    let (Some(n), None) = (call.int(0), call.get(2)) else { return call.no_value() };
    let n = n.clamp(0, i32::MAX.into()) as i32;
    match call.get(1) {
        Some(Const::Real(x)) if !call.is_wide() => call.small(small(n, *x)),
        Some(x @ (Const::Real(_) | Const::Ext(_))) => {
            let Some(x) = extended::number(x) else { return call.no_value() };
            let k = call.kind();
            extended::real(k, wide(&mut Calc::kind(k), n.into(), x), x.is_finite(), call.span)
        }
        _ => call.no_value(),
    }
}

/// Sine of 0 to 90 degrees.
fn sine_of_quarter(a: f64) -> f64 {
    match a {
        30.0 => 0.5,
        a if a <= 45.0 => a.to_radians().sin(),
        a => (90.0 - a).to_radians().cos(),
    }
}

/// Sine of degrees; the reduction of the argument rounds nothing.
fn sind(x: f64) -> f64 {
    let a = (x % 360.0).abs();
    let (a, sign) = if a > 180.0 { (a - 180.0, -1.0) } else { (a, 1.0) };
    let a = if a > 90.0 { 180.0 - a } else { a };
    1.0f64.copysign(x) * sign * sine_of_quarter(a)
}

/// Cosine of degrees.
fn cosd(x: f64) -> f64 {
    let a = (x % 360.0).abs();
    let a = if a > 180.0 { 360.0 - a } else { a };
    if a > 90.0 { -sine_of_quarter(a - 90.0) } else { sine_of_quarter(90.0 - a) }
}

/// Sine of half-revolutions, as [`sind`].
fn sinpi(x: f64) -> f64 {
    let a = (x % 2.0).abs();
    let (a, sign) = if a > 1.0 { (a - 1.0, -1.0) } else { (a, 1.0) };
    let a = if a > 0.5 { 1.0 - a } else { a };
    1.0f64.copysign(x) * sign * sine_of_half(a)
}

/// Cosine of half-revolutions.
fn cospi(x: f64) -> f64 {
    let a = (x % 2.0).abs();
    let a = if a > 1.0 { 2.0 - a } else { a };
    if a > 0.5 { -sine_of_half(a - 0.5) } else { sine_of_half(0.5 - a) }
}

/// Sine of 0 to 1/2 half-revolutions.
fn sine_of_half(a: f64) -> f64 {
    if a <= 0.25 { (a * PI).sin() } else { ((0.5 - a) * PI).cos() }
}
