//! The family *numbers*: arithmetic, rounding, conversion, tests.

use super::*;
use ferrotran_typed::intrinsics::family::Numbers;
use ferrotran_xreal::Format;

impl<'a> Rules<'a> {
    /// Of a value of enumeration type INT gives the ordinal.
    pub(super) fn prepare_numbers(&mut self, id: Numbers, x: &mut Expr) -> Res<()> {
        if id == Numbers::Int && self.enumeration_of(&x.ty).is_some() {
            *x = self.ordinal(x.clone())?;
        }
        Ok(())
    }

    pub(super) fn rules_of_numbers(&mut self, id: Numbers, a: &mut Arguments) -> Res<()> {
        match id {
            Numbers::Cmplx => self.check_cmplx(a),
            Numbers::Int | Numbers::Uint | Numbers::Real | Numbers::Dble | Numbers::Int2 | Numbers::Int8 => {
                self.bits_as_result(id, a)
            }
            Numbers::Dprod => {
                for x in a.slots.iter().flatten() {
                    if x.ty != Ty::Real(self.opts.default_real) {
                        let at = x.span;
                        return Err(self.err(ErrorCode::Argument, at, "the arguments of `dprod` must be default real"));
                    }
                }
                Ok(())
            }
            Numbers::Mod | Numbers::Modulo => match a.get(1) {
                Some(Expr { kind: ExprKind::Const(Const::Int(0)), span, .. }) => {
                    let text = format!("the second argument of `{}` is zero", a.name());
                    Err(self.err(ErrorCode::Argument, *span, text))
                }
                _ => Ok(()),
            },
            Numbers::Max | Numbers::Min if matches!(a.get(0).map(|x| &x.ty), Some(Ty::Character(..))) => {
                self.newer(2003, a.span, "MAX and MIN of strings")
            }
            _ => Ok(()),
        }
    }

    fn check_cmplx(&mut self, a: &mut Arguments) -> Res<()> {
        if let (Some(x), Some(y)) = (a.get(0), a.get(1))
            && matches!(x.ty, Ty::Complex(_))
        {
            let at = y.span;
            return Err(self.err(ErrorCode::Argument, at, "`cmplx` of a complex value takes no second part"));
        }
        // BOZ parts are real bit patterns of the result's kind.
        let k = match a.named("kind") {
            Some(k) => self.const_int_expr(k)? as u8,
            None => self.opts.default_real,
        };
        for s in a.slots.iter_mut().take(2) {
            if let Some(e) = s
                && matches!(e.ty, Ty::Typeless)
            {
                *s = Some(self.convert(e.clone(), &Ty::Real(k))?);
            }
        }
        Ok(())
    }

    /// A BOZ constant has the bits of the result of a conversion.
    fn bits_as_result(&mut self, id: Numbers, a: &mut Arguments) -> Res<()> {
        let Some(e) = a.slots[0].clone().filter(|e| matches!(e.ty, Ty::Typeless)) else { return Ok(()) };
        let k = match a.named("kind") {
            Some(k) => self.const_int_expr(k)? as u8,
            None => match id {
                Numbers::Dble => self.opts.default_double,
                Numbers::Int8 => 8,
                Numbers::Int2 => 2,
                Numbers::Real => self.opts.default_real,
                _ => self.opts.default_integer,
            },
        };
        let t = match id {
            Numbers::Real | Numbers::Dble => Ty::Real(k),
            Numbers::Uint => Ty::Unsigned(k),
            _ => Ty::Integer(k),
        };
        a.slots[0] = Some(self.convert(e, &t)?);
        Ok(())
    }

    pub(super) fn type_of_numbers(&mut self, id: Numbers, slots: &[Option<Expr>]) -> Ty {
        let default = self.opts.default_real;
        let arg = |i: usize| type_of(slots, i);
        match id {
            Numbers::Max | Numbers::Min => match arg(0) {
                Some(t @ Ty::Character(..)) => {
                    // As long as the longest argument (16.9.135).
                    let len = (0..slots.len()).filter_map(arg).try_fold(0, |n, t| match t {
                        Ty::Character(CharLen::Const(m), _) => Some(n.max(m)),
                        _ => None,
                    });
                    Ty::Character(len.map_or(CharLen::Runtime, CharLen::Const), t.chr_kind())
                }
                t => t.unwrap_or(Ty::Integer(self.opts.default_integer)),
            },
            Numbers::Complex => match (arg(0), arg(1)) {
                (Some(Ty::Real(a)), Some(Ty::Real(b))) => Ty::Complex(a.max(b)),
                (Some(Ty::Real(a)), _) | (_, Some(Ty::Real(a))) => Ty::Complex(a),
                _ => Ty::Complex(default),
            },
            Numbers::Cmplx => Ty::Complex(default),
            Numbers::Real => match arg(0) {
                Some(Ty::Complex(k)) => Ty::Real(k),
                _ => Ty::Real(default),
            },
            _ => Ty::Typeless,
        }
    }
}

/// The value for constant arguments.
pub(super) fn fold(id: Numbers, call: &Scalars) -> Val {
    let (k, span) = (call.kind(), call.span);
    match id {
        Numbers::Abs => match call.get(0) {
            Some(Const::Int(x)) => int_checked(k, x.overflowing_abs(), span),
            Some(Const::Complex(r, i)) => Ok(Const::Real(round(k, r.hypot(*i)))),
            Some(Const::ExtComplex(r, i)) => Ok(of_kind(k, complex::abs(&mut Calc::kind(k), (*r, *i)))),
            _ => call.real1(f64::abs, |_, x| x.abs()),
        },
        Numbers::Aimag => match call.get(0) {
            Some(Const::Complex(_, i)) => Ok(Const::Real(*i)),
            Some(Const::ExtComplex(_, i)) => Ok(of_kind(k, *i)),
            _ => call.no_value(),
        },
        Numbers::Conjg => match call.get(0) {
            Some(Const::Complex(r, i)) => Ok(Const::Complex(*r, -i)),
            Some(Const::ExtComplex(r, i)) => Ok(extended::pair(k, (*r, i.neg()))),
            _ => call.no_value(),
        },
        Numbers::Aint => call.real1(f64::trunc, |c, x| c.integral(x, Mode::Zero)),
        Numbers::Anint => call.real1(f64::round, |c, x| c.integral(x, Mode::Away)),
        Numbers::Ceiling => call.whole(f64::ceil, Mode::Up),
        Numbers::Floor => call.whole(f64::floor, Mode::Down),
        Numbers::Nint => call.whole(f64::round, Mode::Away),
        Numbers::Int | Numbers::Uint | Numbers::Int2 | Numbers::Int8 | Numbers::Dble => match call.get(0) {
            Some(x) => convert_from(x.clone(), call.ty_of(0), call.ty, span),
            None => call.no_value(),
        },
        Numbers::Real => match call.get(0) {
            Some(x) => convert(x.clone(), call.ty, span),
            None => call.no_value(),
        },
        Numbers::Cmplx | Numbers::Complex => parts(call),
        Numbers::Dim => match call.ints() {
            Some([x, y]) if x <= y => Ok(Const::Int(0)),
            Some([x, y]) => int_checked(k, x.overflowing_sub(y), span),
            None => call
                .real2(|x, y| if x > y { x - y } else { 0.0 }, |c, x, y| if y.lt(x) { c.sub(x, y) } else { Num::ZERO }),
        },
        Numbers::Dprod => call.real2(|x, y| x * y, |_, x, y| Calc::kind(k).mul(x, y)),
        Numbers::Max => extremum(true, call),
        Numbers::Min => extremum(false, call),
        Numbers::Mod | Numbers::Modulo if call.is_zero(1) => wrong(span, format!("`{}` by zero", call.id.name())),
        Numbers::Mod => match call.ints() {
            Some([x, y]) => Ok(Const::Int(x.wrapping_rem(y))),
            None => call.real2(|x, y| x % y, |c, x, y| c.rem(x, y)),
        },
        Numbers::Modulo => match call.ints() {
            Some([x, y]) => {
                let r = x.wrapping_rem(y);
                Ok(Const::Int(if r != 0 && (r < 0) != (y < 0) { r + y } else { r }))
            }
            None => call.real2(modulo, |c, x, y| c.modulo(x, y)),
        },
        Numbers::Sign => match call.ints() {
            Some([x, y]) if y < 0 => int_checked(k, (if x < 0 { x } else { -x }, false), span),
            Some([x, _]) => int_checked(k, x.overflowing_abs(), span),
            None if call.is_zero(1) && plain_zero() => call.real1(f64::abs, |_, x| x.abs()),
            None => call.real2(|x, y| x.abs().copysign(y), |_, x, y| x.copysign(y)),
        },
        Numbers::IsIostatEnd | Numbers::IsIostatEor => match call.int(0) {
            Some(n) => Ok(Const::Logical(n == if id == Numbers::IsIostatEnd { -1 } else { -2 })),
            None => call.no_value(),
        },
        Numbers::OutOfRange => out_of_range(call),
    }
}

/// CMPLX and COMPLEX.
fn parts(call: &Scalars) -> Val {
    let k = call.kind();
    if call.is_wide() {
        return match (call.get(0), call.get(1)) {
            (Some(z @ (Const::Complex(..) | Const::ExtComplex(..))), _) => convert(z.clone(), call.ty, call.span),
            (Some(x), y) => match (extended::number(x), y.map(extended::number)) {
                (Some(x), None) => Ok(extended::pair(k, (x, Num::ZERO))),
                (Some(x), Some(Some(y))) => Ok(extended::pair(k, (x, y))),
                _ => call.no_value(),
            },
            _ => call.no_value(),
        };
    }
    if let Some(Const::Complex(r, i)) = call.get(0) {
        return Ok(Const::Complex(round(k, *r), round(k, *i)));
    }
    let part = |c: Option<&Const>| match c {
        // Rounded once.
        Some(Const::Int(n)) => Some(if k == 4 { f64::from(*n as f32) } else { *n as f64 }),
        Some(Const::Real(x)) => Some(round(k, *x)),
        None => Some(0.0),
        _ => None,
    };
    match (part(call.get(0)), part(call.get(1))) {
        (Some(x), Some(y)) => Ok(Const::Complex(x, y)),
        _ => call.no_value(),
    }
}

/// MODULO of reals.
fn modulo(x: f64, y: f64) -> f64 {
    let r = x % y;
    // A zero has the sign of `p`.
    match r == 0.0 {
        true => 0f64.copysign(y),
        false if (r < 0.0) != (y < 0.0) => r + y,
        false => r,
    }
}

/// MAX and MIN.
fn extremum(max: bool, call: &Scalars) -> Val {
    if call.is_wide() {
        let mut c = Calc::kind(call.kind());
        let mut best: Option<Num> = None;
        for x in call.values.iter().flatten() {
            let Some(x) = extended::number(x) else { return call.no_value() };
            best = Some(match best {
                None => x,
                Some(b) if max => c.max(b, x),
                Some(b) => c.min(b, x),
            });
        }
        return best.map_or_else(|| call.no_value(), |x| Ok(of_kind(call.kind(), x)));
    }
    let mut best: Option<Const> = None;
    for c in call.values.iter().flatten() {
        let better = match (&best, c) {
            (None, _) => true,
            (Some(Const::Int(x)), Const::Int(y)) => (y > x) == max && x != y,
            (Some(Const::Real(x)), Const::Real(y)) => x.is_nan() || ((y > x) == max && x != y && !y.is_nan()),
            (Some(Const::Char(x)), Const::Char(y)) => {
                compare_chars(y, x) == if max { Ordering::Greater } else { Ordering::Less }
            }
            _ => return call.no_value(),
        };
        if better {
            best = Some(c.clone());
        }
    }
    match best {
        Some(Const::Char(mut s)) => {
            let lengths = call.values.iter().flatten().map(|c| if let Const::Char(s) = c { s.len() } else { 0 });
            s.resize(lengths.max().unwrap_or(0), BLANK);
            Ok(Const::Char(s))
        }
        Some(c) => Ok(c),
        None => call.no_value(),
    }
}

/// OUT_OF_RANGE (Fortran 2018, 16.9.145).
fn out_of_range(call: &Scalars) -> Val {
    let mode = match call.get(2) {
        Some(Const::Logical(true)) => Mode::Away,
        _ => Mode::Zero,
    };
    let range = match call.ty_of(1) {
        Some(Ty::Integer(k)) => (-int_max(*k) - 1, int_max(*k)),
        Some(Ty::Unsigned(k)) => (0, unsigned_max(*k)),
        Some(Ty::Real(k)) => {
            // Infinities have a conversion.
            let greatest = Format::of_kind(*k).huge();
            return match call.get(0).and_then(extended::number) {
                Some(x) => Ok(Const::Logical(x.is_finite() && greatest.lt(x.abs()))),
                None => call.no_value(),
            };
        }
        _ => return call.no_value(),
    };
    let inside = match call.get(0) {
        Some(Const::Int(n)) => (range.0..=range.1).contains(n),
        Some(x) => match extended::number(x) {
            Some(x) => {
                let x = Calc::kind(16).integral(x, mode);
                Num::from_i128(range.0).le(x) && x.le(Num::from_i128(range.1))
            }
            None => return call.no_value(),
        },
        None => return call.no_value(),
    };
    Ok(Const::Logical(!inside))
}
