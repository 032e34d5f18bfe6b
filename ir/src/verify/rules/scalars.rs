//! Numbers and strings.

use super::super::types::is_string_ref;
use super::{Checked, Verdict, need};
use crate::choices::{MathFn, Pred};
use crate::module::Attr;
use crate::passes::math_expand::is_batched;
use crate::types::{Type, TypeKind};

/// `arith.const`
pub fn constant(c: &Checked<'_>) -> Verdict {
    let t = c.result();
    let fits = match (c.kind(t), c.m.attr(c.op, "value")) {
        (TypeKind::Bool, Some(Attr::Int(i))) => (0..=1).contains(i),
        (TypeKind::Logical(_), Some(Attr::Int(i))) => (0..=1).contains(i),
        (TypeKind::Int(bits), Some(Attr::Int(i))) => in_range(*bits, *i),
        (TypeKind::Index, Some(Attr::Int(_))) => true,
        (TypeKind::Int(128) | TypeKind::Float(80 | 128), Some(Attr::Bytes(b))) => b.len() == 16,
        (TypeKind::Float(bits), Some(Attr::Float(x))) => is_finite_in(*bits, *x),
        (TypeKind::Complex(bits), Some(Attr::List(v))) => {
            let part = |x: &Attr| match x {
                Attr::Float(x) => is_finite_in(*bits, *x),
                Attr::Bytes(b) => *bits > 64 && b.len() == 16,
                _ => false,
            };
            v.len() == 2 && v.iter().all(part)
        }
        _ => false,
    };
    need(fits, &format!("the value does not fit the type {}", c.m.types.text(t)))
}

/// True where an integer is one of so many bits.
pub(super) fn in_range(bits: u8, i: i64) -> bool {
    bits >= 64 || (-(1i64 << (bits - 1))..1i64 << (bits - 1)).contains(&i)
}

/// True where a number is one of a real type of so many bits: not larger than all of them.
fn is_finite_in(bits: u8, x: f64) -> bool {
    bits != 32 || (x as f32).is_finite() || !x.is_finite()
}

/// `arith.cast`
pub fn cast(c: &Checked<'_>) -> Verdict {
    let number = matches!(c.kind(c.ty(0)), TypeKind::Float(_) | TypeKind::Complex(_));
    let truth = |t: Type| t == Type::BOOL || matches!(c.kind(t), TypeKind::Logical(_));
    let logical = matches!(c.kind(c.ty(0)), TypeKind::Logical(_));
    let parts = matches!(c.kind(c.result()), TypeKind::Float(_) | TypeKind::Complex(_));
    c.fit(!(truth(c.result()) && number || logical && parts))
}

/// `arith.cmp`
pub fn cmp(c: &Checked<'_>) -> Verdict {
    let t = c.ty(0);
    let is_int = matches!(c.kind(t), TypeKind::Int(_) | TypeKind::Index);
    let pred: Pred = c.m.choice(c.op);
    let fits = match pred {
        Pred::Eq | Pred::Ne => true,
        Pred::Lt | Pred::Le | Pred::Gt | Pred::Ge => is_int || matches!(c.kind(t), TypeKind::Float(_)),
        Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => is_int,
    };
    need(fits, &format!("bad predicate `{}` for {}", pred.name(), c.m.types.text(t)))
}

/// `arith.select`
pub fn select(c: &Checked<'_>) -> Verdict {
    let sort = |t: Type| !matches!(c.kind(t), TypeKind::View { .. } | TypeKind::Array { .. });
    // Strings of two lengths give one of no known length.
    let alike = c.assignable(c.ty(1), c.ty(2));
    c.fit(sort(c.ty(1)) && alike && c.same_elem(c.ty(1), c.result()) && c.same_elem(c.ty(2), c.result()))
}

/// `arith.bitcast`
pub fn bitcast(c: &Checked<'_>) -> Verdict {
    let size = |t: Type| match c.kind(t) {
        TypeKind::View { .. } | TypeKind::Array { .. } | TypeKind::Char(..) => None,
        TypeKind::Ref(_) if is_string_ref(c.m, t) => None,
        _ => c.m.types.size_of(t),
    };
    let is_complex = |t: Type| matches!(c.kind(t), TypeKind::Complex(_));
    let is_truth = |t: Type| t == Type::BOOL;
    let sort = is_complex(c.ty(0)) == is_complex(c.result()) && is_truth(c.ty(0)) == is_truth(c.result());
    c.fit(sort && size(c.ty(0)).is_some() && size(c.ty(0)) == size(c.result()))
}

/// `complex.make`
pub fn complex_make(c: &Checked<'_>) -> Verdict {
    c.fit(matches!((c.kind(c.ty(0)), c.kind(c.result())), (TypeKind::Float(a), TypeKind::Complex(b)) if a == b))
}

/// `complex.re`, `complex.im`
pub fn complex_part(c: &Checked<'_>) -> Verdict {
    c.fit(matches!((c.kind(c.result()), c.kind(c.ty(0))), (TypeKind::Float(a), TypeKind::Complex(b)) if a == b))
}

/// `math.fn`
pub fn math(c: &Checked<'_>) -> Verdict {
    use MathFn::*;
    let f: MathFn = c.m.choice(c.op);
    let n = c.m.operands(c.op).len();
    let wanted = match f {
        Atan2 | Atan2d | Hypot | Pow | CopySign | Ipow => 2,
        Fma => 3,
        Sqrt | Exp | Log | Log10 | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh
        | Atanh | Erf | Erfc | Gamma | LogGamma | BesselJ0 | BesselJ1 | BesselY0 | BesselY1 | Exp2 | Log2 | Cbrt
        | Abs | Floor | Ceil | Trunc | Round | Rint | Conj | IsNan | Sind | Cosd | Tand | Asind | Acosd | Atand => 1,
    };
    if n != wanted {
        return Err(format!("{} has {wanted} arguments, not {n}", f.name()));
    }
    if c.m.flag(c.op, "batch") {
        let fits = is_batched(f, c.result());
        need(fits, &format!("the runtime has no {} in blocks for {}", f.name(), c.m.types.text(c.result())))?;
    }
    let (x, res) = (c.ty(0), c.result());
    let is_float = |t: Type| matches!(c.kind(t), TypeKind::Float(_));
    let is_extended = |t: Type| matches!(c.kind(t), TypeKind::Float(80 | 128));
    let is_int = |t: Type| matches!(c.kind(t), TypeKind::Int(_) | TypeKind::Index);
    let is_complex = |t: Type| matches!(c.kind(t), TypeKind::Complex(_));
    let part = matches!((c.kind(x), c.kind(res)), (TypeKind::Complex(a), TypeKind::Float(b)) if a == b);
    c.fit(match f {
        Sqrt | Exp | Log | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh => {
            (is_float(x) || is_complex(x)) && x == res
        }
        Pow => (is_float(x) || is_complex(x)) && x == res && c.ty(1) == x,
        Atan2 | Hypot | CopySign => is_float(x) && c.ty(1) == x && x == res,
        Atan2d => is_extended(x) && c.ty(1) == x && x == res,
        Fma => is_float(x) && c.ty(1) == x && c.ty(2) == x && x == res,
        Ipow => (is_float(x) || is_complex(x) || is_int(x)) && x == res && c.ty(1) == Type::I32,
        Conj => is_complex(x) && x == res,
        Abs => ((is_float(x) || is_int(x)) && x == res) || part,
        IsNan => is_float(x) && res == Type::BOOL,
        Log10 | Erf | Erfc | Gamma | LogGamma | BesselJ0 | BesselJ1 | BesselY0 | BesselY1 | Exp2 | Log2 | Cbrt
        | Floor | Ceil | Trunc | Round | Rint => is_float(x) && x == res,
        Sind | Cosd | Tand | Asind | Acosd | Atand => is_extended(x) && x == res,
    })
}

/// `chr.const`
pub fn chr_const(c: &Checked<'_>) -> Verdict {
    let bytes = if let Some(Attr::Str(s)) = c.m.attr(c.op, "value") { s.len() as i64 } else { 0 };
    let TypeKind::Char(len, kind) = c.kind(c.result()) else { return c.fit(false) };
    need(bytes % i64::from(*kind) == 0, "`value` is no number of characters")?;
    need(len.is_none_or(|n| n == bytes), "`value` has not the length of the type")
}

/// `chr.ref`
pub fn chr_ref(c: &Checked<'_>) -> Verdict {
    need(matches!(c.kind(c.result()), TypeKind::Ref(_)), "the result must be a reference")?;
    chr_make(c)
}

/// `chr.make`
pub fn chr_make(c: &Checked<'_>) -> Verdict {
    c.extents_are(c.group(1), &[length(c, c.elem(c.result()))])
}

/// Bytes of a string where the type says it.
fn length(c: &Checked<'_>, t: Type) -> Option<i64> {
    if let TypeKind::Char(n, _) = c.kind(t) { *n } else { None }
}

/// `chr.from_code`
pub fn chr_from_code(c: &Checked<'_>) -> Verdict {
    c.fit(matches!(c.kind(c.result()), TypeKind::Char(Some(n), kind) if *n == i64::from(*kind)))
}

/// `chr.substr`
pub fn chr_substr(c: &Checked<'_>) -> Verdict {
    let is_ref = |t: Type| matches!(c.kind(t), TypeKind::Ref(_));
    let (a, b) = (c.ty(0), c.result());
    let text = |t: Type| if is_ref(t) { c.elem(t) } else { t };
    c.fit(is_ref(a) == is_ref(b) && c.same_chr(text(a), text(b)))?;
    let fits = match (length(c, text(a)), length(c, text(b))) {
        (Some(whole), Some(part)) => part <= whole,
        _ => true,
    };
    need(fits, "the part is longer than the string")?;
    c.extents_are(c.group(2), &[length(c, text(b))])
}

/// `chr.concat`
pub fn chr_concat(c: &Checked<'_>) -> Verdict {
    c.fit(c.same_chr(c.ty(0), c.ty(1)) && c.same_chr(c.ty(0), c.result()))?;
    let sum = length(c, c.ty(0)).and_then(|a| a.checked_add(length(c, c.ty(1))?));
    let fits = sum.is_none() || length(c, c.result()).is_none_or(|n| Some(n) == sum);
    need(fits, "the length is not that of both strings")
}

/// `chr.cast`
pub fn chr_cast(c: &Checked<'_>) -> Verdict {
    let (TypeKind::Char(a, from), TypeKind::Char(b, to)) = (c.kind(c.ty(0)), c.kind(c.result())) else {
        return c.fit(false);
    };
    c.fit(from != to)?;
    let characters = |bytes: &Option<i64>, kind: &u8| bytes.map(|n| n / i64::from(*kind));
    let (have, want) = (characters(a, from), characters(b, to));
    need(have.is_none() || want.is_none() || have == want, "the number of characters differs")
}

/// `chr.cmp`
pub fn chr_cmp(c: &Checked<'_>) -> Verdict {
    let unsigned = c.m.choice::<Pred>(c.op).is_unsigned();
    need(!unsigned, "strings have no order without sign")?;
    c.fit(c.same_chr(c.ty(0), c.ty(1)))
}

/// `chr.assign`
pub fn chr_assign(c: &Checked<'_>) -> Verdict {
    need(matches!(c.kind(c.ty(1)), TypeKind::Ref(_)), "the target must be a reference")?;
    c.fit(c.same_chr(c.ty(0), c.elem(c.ty(1))))
}
