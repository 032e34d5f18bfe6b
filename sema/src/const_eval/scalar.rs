//! Elemental intrinsics on scalar constants.

use super::numeric::{
    bits_of, compare_chars, convert, convert_from, int_checked, int_max, low_bits, plain_zero, range_checked, round,
    unsigned_max, wrap,
};
use super::{Val, not_const, wrong};
use ferrotran_cmath as cmath;
use ferrotran_source::Span;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;
use std::cmp::Ordering;
use std::f64::consts::{FRAC_1_PI, PI};

/// Evaluates an elemental intrinsic; `None` arguments are absent.
pub(crate) fn call(id: Intrinsic, a: &[Option<Const>], tys: &[Option<Ty>], ty: &Ty, span: Span) -> Val {
    let value = call_signed(id, a, tys, ty, span)?;
    Ok(match (value, ty) {
        (Const::Int(n), Ty::Unsigned(k)) => Const::Int(n & unsigned_max(*k)),
        (value, _) => value,
    })
}

/// As [`call`]; an unsigned result may come as the integer of the same bits.
fn call_signed(id: Intrinsic, a: &[Option<Const>], tys: &[Option<Ty>], ty: &Ty, span: Span) -> Val {
    use Const::*;
    if let Some(v) = super::extended::call(id, a, tys, ty, span) {
        return v;
    }
    let arg = |i: usize| a.get(i).and_then(|x| x.as_ref());
    let kind_of = |i: usize| tys.get(i).and_then(|t| t.as_ref()).map_or(4, kind);
    let k = kind(ty);
    let no = || not_const(span, format!("`{}` has no value at compile time here", id.name()));
    let real = |x: f64| -> Val {
        let r = round(k, x);
        if !r.is_finite() && range_checked() && a.iter().flatten().all(|c| !matches!(c, Real(y) if !y.is_finite())) {
            return wrong(span, format!("`{}` has no finite result here", id.name()));
        }
        Ok(Real(r))
    };
    if let Some(v) = conversion(id, a, tys, ty, span) {
        return v;
    }
    match (arg(0), arg(1), arg(2)) {
        (Some(Int(x)), ..) if matches!(id, Intrinsic::Achar | Intrinsic::Char) => character(id, *x, ty, span),
        (Some(Int(x)), None, _) => int_unary(id, *x, kind_of(0), k, span),
        (Some(Int(n)), Some(Real(x)), None) if matches!(id, Intrinsic::BesselJn | Intrinsic::BesselYn) => {
            let n = (*n).clamp(0, i32::MAX as i128) as i32;
            real(if id == Intrinsic::BesselJn { cmath::jn(n, *x) } else { cmath::yn(n, *x) })
        }
        (Some(Int(x)), Some(Int(y)), z) => {
            let z = match z {
                Some(Int(z)) => Some(*z),
                None => None,
                _ => return no(),
            };
            int_binary(id, (*x, *y, z), (kind_of(0), kind_of(1)), k, span)
        }
        (Some(Real(x)), None, _) => real_unary(id, *x, kind_of(0), k, ty, span),
        (Some(Real(x)), Some(Real(y)), z) => real_binary(id, (*x, *y, z), k, &real, span),
        (Some(Real(x)), Some(Int(n)), _) => match id {
            Intrinsic::Scale => real(ldexp(*x, *n)),
            Intrinsic::IeeeScalb => Ok(Real(round(k, ldexp(*x, *n)))),
            Intrinsic::SetExponent if !x.is_finite() => Ok(Real(f64::NAN)),
            Intrinsic::SetExponent => {
                let (f, _) = frexp(*x);
                real(ldexp(f, *n))
            }
            Intrinsic::Aint | Intrinsic::Anint | Intrinsic::Ceiling | Intrinsic::Floor | Intrinsic::Nint => {
                real_unary(id, *x, kind_of(0), k, ty, span)
            }
            _ => no(),
        },
        (Some(Complex(r, i)), _, _) => complex(id, *r, *i, k, span),
        (Some(Char(s)), x, y) => chars(id, s, x, y, span),
        (Some(Logical(p)), Some(Logical(q)), _) => match id {
            Intrinsic::And => Ok(Logical(*p && *q)),
            Intrinsic::Or => Ok(Logical(*p || *q)),
            Intrinsic::Xor => Ok(Logical(*p != *q)),
            _ => no(),
        },
        _ => no(),
    }
}

/// Kind of a number or truth value.
fn kind(ty: &Ty) -> u8 {
    match ty {
        Ty::Integer(k) | Ty::Unsigned(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k) => *k,
        _ => 4,
    }
}

/// Conversions and choices, which take arguments of any type; none for other functions.
fn conversion(id: Intrinsic, a: &[Option<Const>], tys: &[Option<Ty>], ty: &Ty, span: Span) -> Option<Val> {
    use Const::*;
    let arg = |i: usize| a.get(i).and_then(|x| x.as_ref());
    let k = kind(ty);
    let no = || not_const(span, format!("`{}` has no value at compile time here", id.name()));
    Some(match id {
        Intrinsic::Int | Intrinsic::Uint | Intrinsic::Int2 | Intrinsic::Int8 | Intrinsic::Dble => {
            let from = tys.first().and_then(|t| t.as_ref());
            convert_from(arg(0).cloned().unwrap_or(Int(0)), from, ty, span)
        }
        Intrinsic::Shifta if matches!(ty, Ty::Unsigned(_)) => {
            // The highest bit is repeated.
            let (Some(Int(x)), Some(Int(_))) = (arg(0), arg(1)) else { return Some(no()) };
            let signed = [Some(Int(wrap(k, *x))), a[1].clone()];
            call_signed(id, &signed, &[Some(Ty::Integer(k)), None], &Ty::Integer(k), span)
        }
        Intrinsic::OutOfRange => out_of_range(a, tys, span),
        Intrinsic::Real => convert(arg(0).cloned().unwrap_or(Int(0)), ty, span),
        Intrinsic::Logical => match arg(0) {
            Some(Logical(b)) => Ok(Logical(*b)),
            Some(Int(n)) => Ok(Logical(*n != 0)),
            _ => no(),
        },
        Intrinsic::Cmplx | Intrinsic::Complex => {
            if let Some(Complex(r, i)) = arg(0) {
                return Some(Ok(Complex(round(k, *r), round(k, *i))));
            }
            let part = |c: Option<&Const>| -> Option<f64> {
                match c {
                    Some(Int(n)) => Some(round(k, *n as f64)),
                    Some(Real(x)) => Some(round(k, *x)),
                    None => Some(0.0),
                    _ => None,
                }
            };
            match (part(arg(0)), part(arg(1))) {
                (Some(x), Some(y)) => Ok(Complex(x, y)),
                _ => no(),
            }
        }
        Intrinsic::Merge => match arg(2) {
            Some(Logical(true)) => Ok(arg(0).cloned().unwrap_or(Int(0))),
            Some(Logical(false)) => Ok(arg(1).cloned().unwrap_or(Int(0))),
            _ => no(),
        },
        Intrinsic::Max | Intrinsic::Min => extremum(id == Intrinsic::Max, a, span),
        _ => return None,
    })
}

/// A function of two reals; a third one for IEEE_FMA. `real` makes a value of the result's kind `k`.
fn real_binary(
    id: Intrinsic,
    (x, y, z): (f64, f64, Option<&Const>),
    k: u8,
    real: &dyn Fn(f64) -> Val,
    span: Span,
) -> Val {
    use Const::*;
    let no = || not_const(span, format!("`{}` has no value at compile time here", id.name()));
    match id {
        Intrinsic::Atan2 | Intrinsic::Atan => {
            if x == 0.0 && y == 0.0 {
                return wrong(span, "`atan2` of zero and zero");
            }
            real(x.atan2(y))
        }
        Intrinsic::Atan2d | Intrinsic::Atand => real(x.atan2(y).to_degrees()),
        Intrinsic::Atan2pi | Intrinsic::Atanpi => real(x.atan2(y) * FRAC_1_PI),
        Intrinsic::Mod => {
            if y == 0.0 {
                return wrong(span, "`mod` by zero");
            }
            real(x % y)
        }
        Intrinsic::Modulo => {
            if y == 0.0 {
                return wrong(span, "`modulo` by zero");
            }
            let r = x % y;
            // A zero has the sign of `p`.
            real(match r == 0.0 {
                true => 0f64.copysign(y),
                false if (r < 0.0) != (y < 0.0) => r + y,
                false => r,
            })
        }
        Intrinsic::Sign if y == 0.0 && plain_zero() => real(x.abs()),
        Intrinsic::Sign | Intrinsic::IeeeCopySign => real(x.abs().copysign(y)),
        Intrinsic::Dim => real(if x > y { x - y } else { 0.0 }),
        Intrinsic::Hypot => real(x.hypot(y)),
        Intrinsic::Dprod => real(x * y),
        Intrinsic::Nearest => Ok(Real(next(x, y > 0.0, k))),
        Intrinsic::IeeeNextAfter => Ok(Real(if x == y { x } else { next(x, y > x, k) })),
        Intrinsic::IeeeRem => {
            let n = (x / y).round_ties_even();
            let r = x - n * y;
            real(if r == 0.0 { r.copysign(x) } else { r })
        }
        Intrinsic::IeeeUnordered => Ok(Logical(x.is_nan() || y.is_nan())),
        Intrinsic::IeeeMaxNum => real(x.max(y)),
        Intrinsic::IeeeMinNum => real(x.min(y)),
        Intrinsic::IeeeMaxNumMag => real(if x.abs() >= y.abs() { x } else { y }),
        Intrinsic::IeeeMinNumMag => real(if x.abs() <= y.abs() { x } else { y }),
        Intrinsic::IeeeQuietEq => Ok(Logical(x == y)),
        Intrinsic::IeeeQuietNe => Ok(Logical(x != y)),
        Intrinsic::IeeeQuietLt => Ok(Logical(x < y)),
        Intrinsic::IeeeQuietLe => Ok(Logical(x <= y)),
        Intrinsic::IeeeQuietGt => Ok(Logical(x > y)),
        Intrinsic::IeeeQuietGe => Ok(Logical(x >= y)),
        Intrinsic::IeeeFma => match z {
            Some(Real(z)) => real(x.mul_add(y, *z)),
            _ => no(),
        },
        _ => no(),
    }
}

/// OUT_OF_RANGE (Fortran 2018, 16.9.145).
fn out_of_range(a: &[Option<Const>], tys: &[Option<Ty>], span: Span) -> Val {
    let no = || not_const(span, "`out_of_range` is evaluated at run time");
    let mold = tys.get(1).and_then(|t| t.as_ref());
    let range = match mold {
        Some(Ty::Integer(k)) => Some((-int_max(*k) - 1, int_max(*k))),
        Some(Ty::Unsigned(k)) => Some((0, unsigned_max(*k))),
        _ => None,
    };
    let nearest = match a.get(2) {
        None | Some(None) => false,
        Some(Some(Const::Logical(b))) => *b,
        _ => return no(),
    };
    Ok(Const::Logical(match (a.first(), range, mold) {
        (Some(Some(Const::Int(n))), Some((lo, hi)), _) => !(lo..=hi).contains(n),
        (Some(Some(Const::Int(_))), None, Some(Ty::Real(_))) => false,
        (Some(Some(Const::Real(x))), Some((lo, hi)), _) => {
            let x = if nearest { x.round() } else { x.trunc() };
            // Beyond these bounds no integer kind reaches, and within them the conversion is exact.
            !(x.abs() < 1e30 && (lo..=hi).contains(&(x as i128)))
        }
        (Some(Some(Const::Real(x))), None, Some(Ty::Real(k))) => {
            x.is_finite() && *k == 4 && x.abs() > f64::from(f32::MAX)
        }
        _ => return no(),
    }))
}

/// ACHAR and CHAR.
fn character(id: Intrinsic, code: i128, ty: &Ty, span: Span) -> Val {
    let last = if ty.chr_kind() == 4 { u32::MAX } else { 255 };
    match u32::try_from(code) {
        Ok(c) if c <= last => Ok(Const::Char(vec![c])),
        _ => wrong(span, format!("`{}` of {code}: the argument must be in 0:{last}", id.name())),
    }
}

fn extremum(max: bool, a: &[Option<Const>], span: Span) -> Val {
    let mut best: Option<Const> = None;
    for c in a.iter().flatten() {
        let better = match (&best, c) {
            (None, _) => true,
            (Some(Const::Int(x)), Const::Int(y)) => (y > x) == max && x != y,
            (Some(Const::Real(x)), Const::Real(y)) => x.is_nan() || ((y > x) == max && x != y && !y.is_nan()),
            (Some(Const::Char(x)), Const::Char(y)) => {
                compare_chars(y, x) == if max { Ordering::Greater } else { Ordering::Less }
            }
            _ => return not_const(span, "arguments of different types"),
        };
        if better {
            best = Some(c.clone());
        }
    }
    match best {
        Some(Const::Char(mut s)) => {
            let n = a.iter().flatten().map(|c| if let Const::Char(s) = c { s.len() } else { 0 }).max().unwrap_or(0);
            s.resize(n, BLANK);
            Ok(Const::Char(s))
        }
        Some(c) => Ok(c),
        None => not_const(span, "no arguments"),
    }
}

fn int_unary(id: Intrinsic, x: i128, from: u8, k: u8, span: Span) -> Val {
    use Const::*;
    let bits = from as u32 * 8;
    match id {
        Intrinsic::Abs => int_checked(k, x.overflowing_abs(), span),
        Intrinsic::Not => Ok(Int(wrap(k, !x))),
        Intrinsic::Popcnt => Ok(Int(bits_of(from, x).count_ones() as i128)),
        Intrinsic::Poppar => Ok(Int((bits_of(from, x).count_ones() & 1) as i128)),
        Intrinsic::Leadz => Ok(Int((bits_of(from, x).leading_zeros() - (128 - bits)) as i128)),
        Intrinsic::Trailz => Ok(Int(if x == 0 { bits as i128 } else { bits_of(from, x).trailing_zeros() as i128 })),
        Intrinsic::Maskl | Intrinsic::Maskr | Intrinsic::Umaskl | Intrinsic::Umaskr => {
            let n = k as i128 * 8;
            if x < 0 || x > n {
                return wrong(span, format!("`{}` of {x}: the argument must be in 0:{n}", id.name()));
            }
            let ones = low_bits(x as u32);
            let ones = if matches!(id, Intrinsic::Maskl | Intrinsic::Umaskl) {
                ones.checked_shl((n - x) as u32).unwrap_or(0)
            } else {
                ones
            };
            Ok(Int(wrap(k, ones as i128)))
        }
        Intrinsic::IsIostatEnd => Ok(Logical(x == -1)),
        Intrinsic::IsIostatEor => Ok(Logical(x == -2)),
        _ => not_const(span, format!("`{}` of this type has no value at compile time", id.name())),
    }
}

/// A function of two or three integers, of the kinds that the first two have; `k` is that of the result.
fn int_binary(
    id: Intrinsic,
    (x, y, z): (i128, i128, Option<i128>),
    (from, second): (u8, u8),
    k: u8,
    span: Span,
) -> Val {
    use Const::*;
    let bits = from as i128 * 8;
    let shift = |n: i128| -> Result<u32, super::Fail> {
        if n < 0 || n > bits {
            return wrong(span, format!("shift count {n} is not in 0:{bits}"));
        }
        Ok(n as u32)
    };
    let u = bits_of(from, x);
    let mask = low_bits(bits as u32);
    let back = |v: u128| Ok(Int(wrap(from, (v & mask) as i128)));
    match id {
        Intrinsic::Mod | Intrinsic::Modulo if y == 0 => wrong(span, format!("`{}` by zero", id.name())),
        Intrinsic::Mod => Ok(Int(x.wrapping_rem(y))),
        Intrinsic::Modulo => {
            let r = x.wrapping_rem(y);
            Ok(Int(if r != 0 && (r < 0) != (y < 0) { r + y } else { r }))
        }
        Intrinsic::Sign => {
            int_checked(k, if y < 0 { (if x < 0 { x } else { -x }, false) } else { x.overflowing_abs() }, span)
        }
        Intrinsic::Dim if x <= y => Ok(Int(0)),
        Intrinsic::Dim => int_checked(k, x.overflowing_sub(y), span),
        Intrinsic::Iand | Intrinsic::And => Ok(Int(x & y)),
        Intrinsic::Ior | Intrinsic::Or => Ok(Int(x | y)),
        Intrinsic::Ieor | Intrinsic::Xor => Ok(Int(x ^ y)),
        Intrinsic::Btest => Ok(Logical(u >> y.clamp(0, 127) & 1 == 1)),
        Intrinsic::Ibset => back(u | 1u128 << y.clamp(0, 127)),
        Intrinsic::Ibclr => back(u & !(1u128 << y.clamp(0, 127))),
        Intrinsic::Ibits => match z {
            Some(len) if y >= 0 && len >= 0 && y + len <= bits => {
                back(u.checked_shr(y as u32).unwrap_or(0) & low_bits(len as u32))
            }
            _ => wrong(span, "`ibits` reads bits that the integer does not have"),
        },
        Intrinsic::Ishft => {
            if y.abs() > bits {
                return wrong(span, format!("shift count {y} is beyond the {bits} bits"));
            }
            let n = y.unsigned_abs() as u32;
            back(if y >= 0 { u.checked_shl(n) } else { u.checked_shr(n) }.unwrap_or(0))
        }
        Intrinsic::Ishftc => {
            let size = z.unwrap_or(bits);
            if size <= 0 || size > bits || y.abs() > size {
                return wrong(span, "`ishftc` with a shift or size beyond the bits of the integer");
            }
            let m = low_bits(size as u32);
            let low = u & m;
            let s = y.rem_euclid(size) as u32;
            let rot = ((low << s) | low.checked_shr(size as u32 - s).unwrap_or(0)) & m;
            back((u & !m) | rot)
        }
        Intrinsic::Shiftl | Intrinsic::Lshift => back(u.checked_shl(shift(y)?).unwrap_or(0)),
        Intrinsic::Shiftr | Intrinsic::Rshift if id == Intrinsic::Shiftr => back(u.checked_shr(shift(y)?).unwrap_or(0)),
        Intrinsic::Shifta | Intrinsic::Rshift => Ok(Int(x >> shift(y)?.min(127))),
        Intrinsic::Dshiftl | Intrinsic::Dshiftr => {
            let s = shift(z.unwrap_or(0))?;
            let v = bits_of(from, y);
            back(if id == Intrinsic::Dshiftl {
                u.checked_shl(s).unwrap_or(0) | v.checked_shr(bits as u32 - s).unwrap_or(0)
            } else {
                v.checked_shr(s).unwrap_or(0) | u.checked_shl(bits as u32 - s).unwrap_or(0)
            })
        }
        Intrinsic::MergeBits => match z {
            Some(m) => Ok(Int((x & m) | (y & !m))),
            None => not_const(span, "no mask"),
        },
        Intrinsic::Bge => Ok(Logical(u >= bits_of(second, y))),
        Intrinsic::Bgt => Ok(Logical(u > bits_of(second, y))),
        Intrinsic::Ble => Ok(Logical(u <= bits_of(second, y))),
        Intrinsic::Blt => Ok(Logical(u < bits_of(second, y))),
        // A second argument that is the kind.
        _ => int_unary(id, x, from, k, span),
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

fn real_unary(id: Intrinsic, x: f64, from: u8, k: u8, ty: &Ty, span: Span) -> Val {
    use Const::*;
    let real = |v: f64| -> Val {
        let r = round(k, v);
        if !r.is_finite() && x.is_finite() && range_checked() {
            return wrong(span, format!("`{}` of {x} has no finite result", id.name()));
        }
        Ok(Real(r))
    };
    let integer = |v: f64| convert(Real(v), ty, span);
    let (p, emin) = if from == 4 { (24, -125) } else { (53, -1021) };
    match id {
        Intrinsic::Abs => real(x.abs()),
        Intrinsic::Aint => real(x.trunc()),
        Intrinsic::Anint => real(x.round()),
        Intrinsic::Ceiling => integer(x.ceil()),
        Intrinsic::Floor => integer(x.floor()),
        Intrinsic::Nint => integer(x.round()),
        Intrinsic::Sqrt => real(if from == 4 { (x as f32).sqrt() as f64 } else { x.sqrt() }),
        Intrinsic::Exp => real(x.exp()),
        Intrinsic::Log => real(x.ln()),
        Intrinsic::Log10 => real(x.log10()),
        Intrinsic::Sin => real(x.sin()),
        Intrinsic::Cos => real(x.cos()),
        Intrinsic::Tan => real(x.tan()),
        Intrinsic::Asin => real(x.asin()),
        Intrinsic::Acos => real(x.acos()),
        Intrinsic::Atan => real(x.atan()),
        Intrinsic::Sinh => real(x.sinh()),
        Intrinsic::Cosh => real(x.cosh()),
        Intrinsic::Tanh => real(x.tanh()),
        Intrinsic::Asinh | Intrinsic::Acosh | Intrinsic::Atanh => match super::extended::rounded(id, x, from) {
            Some(v) => real(v),
            None => not_const(span, format!("`{}` is evaluated at run time", id.name())),
        },
        Intrinsic::Sind => real(sind(x)),
        Intrinsic::Cosd => real(cosd(x)),
        Intrinsic::Tand => real(sind(x) / cosd(x)),
        Intrinsic::Asind => real(x.asin().to_degrees()),
        Intrinsic::Acosd => real(x.acos().to_degrees()),
        Intrinsic::Atand => real(x.atan().to_degrees()),
        Intrinsic::Sinpi => real(sinpi(x)),
        Intrinsic::Cospi => real(cospi(x)),
        Intrinsic::Tanpi => real(sinpi(x) / cospi(x)),
        Intrinsic::Asinpi => real(x.asin() * FRAC_1_PI),
        Intrinsic::Acospi => real(x.acos() * FRAC_1_PI),
        Intrinsic::Atanpi => real(x.atan() * FRAC_1_PI),
        Intrinsic::Cotan => real(1.0 / x.tan()),
        Intrinsic::Cotand => real(cosd(x) / sind(x)),
        Intrinsic::Exponent if !x.is_finite() => Ok(Int(int_max(k))),
        Intrinsic::Fraction | Intrinsic::Spacing | Intrinsic::Rrspacing if !x.is_finite() => Ok(Real(f64::NAN)),
        Intrinsic::Exponent => Ok(Int(if x == 0.0 { 0 } else { frexp(x).1 as i128 })),
        Intrinsic::Fraction => real(frexp(x).0),
        Intrinsic::Spacing => {
            let tiny = if from == 4 { f32::MIN_POSITIVE as f64 } else { f64::MIN_POSITIVE };
            if x == 0.0 {
                return Ok(Real(tiny));
            }
            let e = (frexp(x).1 - p).max(emin - 1);
            Ok(Real(ldexp(1.0, e as i128).max(tiny)))
        }
        Intrinsic::Rrspacing => {
            if x == 0.0 {
                return Ok(Real(0.0));
            }
            real(ldexp(frexp(x).0.abs(), p as i128))
        }
        Intrinsic::Isnan | Intrinsic::IeeeIsNan => Ok(Logical(x.is_nan())),
        Intrinsic::IeeeIsFinite => Ok(Logical(x.is_finite())),
        Intrinsic::IeeeIsNegative | Intrinsic::IeeeSignbit => Ok(Logical(x.is_sign_negative())),
        Intrinsic::IeeeIsNormal => {
            Ok(Logical(if from == 4 { (x as f32).is_normal() || x == 0.0 } else { x.is_normal() || x == 0.0 }))
        }
        Intrinsic::IeeeNextUp => Ok(Real(next(x, true, from))),
        Intrinsic::IeeeNextDown => Ok(Real(next(x, false, from))),
        Intrinsic::IeeeLogb if x != 0.0 => Ok(Real((frexp(x).1 - 1) as f64)),
        Intrinsic::Erf => real(cmath::erf(x)),
        Intrinsic::Erfc => real(cmath::erfc(x)),
        Intrinsic::ErfcScaled => real(cmath::erfc_scaled(x)),
        Intrinsic::Gamma => {
            if x <= 0.0 && x == x.trunc() {
                return wrong(span, format!("`gamma` of {x}: zero and negative whole numbers are poles"));
            }
            real(cmath::tgamma(x))
        }
        Intrinsic::LogGamma => {
            if x <= 0.0 && x == x.trunc() {
                return wrong(span, format!("`log_gamma` of {x}: zero and negative whole numbers are poles"));
            }
            real(cmath::lgamma(x))
        }
        Intrinsic::BesselJ0 => real(cmath::j0(x)),
        Intrinsic::BesselJ1 => real(cmath::j1(x)),
        Intrinsic::BesselY0 => real(cmath::y0(x)),
        Intrinsic::BesselY1 => real(cmath::y1(x)),
        _ => not_const(span, format!("`{}` is evaluated at run time", id.name())),
    }
}

fn complex(id: Intrinsic, r: f64, i: f64, k: u8, span: Span) -> Val {
    use Const::*;
    let z = |a: f64, b: f64| Ok(Complex(round(k, a), round(k, b)));
    match id {
        Intrinsic::Abs => Ok(Real(round(k, r.hypot(i)))),
        Intrinsic::Aimag => Ok(Real(i)),
        Intrinsic::Conjg => Ok(Complex(r, -i)),
        _ if let Some((a, b)) = cmath::complex_value(id.name(), r, i) => z(a, b),
        _ => not_const(span, format!("`{}` is evaluated at run time", id.name())),
    }
}

fn chars(id: Intrinsic, s: &[u32], x: Option<&Const>, y: Option<&Const>, span: Span) -> Val {
    use Const::*;
    let trimmed = |s: &[u32]| s.iter().rposition(|c| *c != BLANK).map_or(0, |i| i + 1);
    let back = matches!(y, Some(Logical(true)));
    match (id, x) {
        (Intrinsic::Ichar | Intrinsic::Iachar, _) => match s.first() {
            Some(c) => Ok(Int(*c as i128)),
            None => wrong(span, format!("`{}` of an empty string", id.name())),
        },
        (Intrinsic::LenTrim, _) => Ok(Int(trimmed(s) as i128)),
        (Intrinsic::Adjustl, _) => {
            let n = s.iter().position(|c| *c != BLANK).unwrap_or(0);
            let mut v = s[n..].to_vec();
            v.resize(s.len(), BLANK);
            Ok(Char(v))
        }
        (Intrinsic::Adjustr, _) => {
            let n = trimmed(s);
            let mut v = vec![BLANK; s.len() - n];
            v.extend_from_slice(&s[..n]);
            Ok(Char(v))
        }
        (Intrinsic::Index, Some(Char(t))) => {
            if t.is_empty() {
                return Ok(Int(if back { s.len() as i128 + 1 } else { 1 }));
            }
            let mut hits = s.windows(t.len()).enumerate().filter(|(_, w)| *w == &t[..]).map(|(i, _)| i);
            let hit = if back { hits.next_back() } else { hits.next() };
            Ok(Int(hit.map_or(0, |i| i as i128 + 1)))
        }
        (Intrinsic::Scan | Intrinsic::Verify, Some(Char(t))) => {
            let want = id == Intrinsic::Scan;
            let test = |c: &u32| t.contains(c) == want;
            let hit = if back { s.iter().rposition(test) } else { s.iter().position(test) };
            Ok(Int(hit.map_or(0, |i| i as i128 + 1)))
        }
        (Intrinsic::Lge, Some(Char(t))) => Ok(Logical(compare_chars(s, t) != Ordering::Less)),
        (Intrinsic::Lgt, Some(Char(t))) => Ok(Logical(compare_chars(s, t) == Ordering::Greater)),
        (Intrinsic::Lle, Some(Char(t))) => Ok(Logical(compare_chars(s, t) != Ordering::Greater)),
        (Intrinsic::Llt, Some(Char(t))) => Ok(Logical(compare_chars(s, t) == Ordering::Less)),
        _ => not_const(span, format!("`{}` is evaluated at run time", id.name())),
    }
}

/// Fraction in [0.5, 1) and exponent.
pub(crate) fn frexp(x: f64) -> (f64, i32) {
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
pub(crate) fn ldexp(x: f64, n: i128) -> f64 {
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
fn next(x: f64, up: bool, kind: u8) -> f64 {
    if kind == 4 {
        let f = x as f32;
        (if up { f.next_up() } else { f.next_down() }) as f64
    } else if up {
        x.next_up()
    } else {
        x.next_down()
    }
}
