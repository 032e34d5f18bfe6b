//! Transformational intrinsics on constants: reductions, locations, construction and rearrangement of arrays, kinds.

use super::extended;
use super::numeric::{binary, compare_chars, convert, wrap};
use super::{Val, ints, not_const, wrong};
use crate::const_eval::elements;
use crate::decl::types::const_extents;
use ferrotran_abi::reduction::{Identity, ReduceOp};
use ferrotran_source::Span;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;
use ferrotran_xreal::{Calc, Format, Num, functions};
use std::cmp::Ordering;

fn as_int(c: Option<&Const>) -> Option<i64> {
    match c {
        Some(Const::Int(n)) => i64::try_from(*n).ok(),
        _ => None,
    }
}

/// Evaluates a transformational intrinsic.
pub(crate) fn call(prog: &Program, id: Intrinsic, vals: Vec<Option<Const>>, args: &[Option<Expr>], e: &Expr) -> Val {
    let span = e.span;
    let v = |i: usize| vals.get(i).and_then(|x| x.as_ref());
    let no = || not_const(span, format!("`{}` is evaluated at run time", id.name()));
    match id {
        _ if let Some(kind) = selected_kind(id, &vals) => kind.map_or_else(no, |k| Ok(Const::Int(k))),
        Intrinsic::Repeat => match (v(0), as_int(v(1))) {
            (Some(Const::Char(s)), Some(n)) if n >= 0 && (s.len() as i64).saturating_mul(n) < 1 << 26 => {
                Ok(Const::Char(s.repeat(n as usize)))
            }
            (_, Some(n)) if n < 0 => wrong(span, "`repeat` with a negative number of copies"),
            _ => no(),
        },
        Intrinsic::Trim => match v(0) {
            Some(Const::Char(s)) => {
                let n = s.iter().rposition(|c| *c != BLANK).map_or(0, |i| i + 1);
                Ok(Const::Char(s[..n].to_vec()))
            }
            _ => no(),
        },
        _ if id.is_reduction() => reduce(id, &vals, args, e),
        Intrinsic::Maxloc | Intrinsic::Minloc | Intrinsic::Findloc => locate(id, &vals, e),
        Intrinsic::Matmul => matmul(&vals, e),
        Intrinsic::DotProduct => {
            let (Some(Const::Array { elems: a, .. }), Some(Const::Array { elems: b, .. })) = (v(0), v(1)) else {
                return no();
            };
            dot(a.iter().map(|x| x.as_ref()), b.iter().map(|x| x.as_ref()), &e.ty, true, span)
        }
        Intrinsic::Transpose => transpose(v(0)).map_or_else(no, Ok),
        Intrinsic::Reshape => reshape(&vals, span),
        Intrinsic::Spread => spread([v(0), v(1), v(2)], span).unwrap_or_else(no),
        Intrinsic::Pack => pack([v(0), v(1), v(2)]).map_or_else(no, Ok),
        Intrinsic::Unpack => unpack([v(0), v(1), v(2)]).map_or_else(no, Ok),
        Intrinsic::Cshift | Intrinsic::Eoshift => shift(id, &vals, args, e),
        Intrinsic::Transfer => transfer(prog, &vals, args, e),
        _ => no(),
    }
}

/// SELECTED_INT_KIND and its like; none for other functions. The inner none: no constant.
fn selected_kind(id: Intrinsic, vals: &[Option<Const>]) -> Option<Option<i128>> {
    let v = |i: usize| vals.get(i).and_then(|x| x.as_ref());
    Some(Some(match id {
        Intrinsic::SelectedIntKind => match as_int(v(0)) {
            Some(r) if r <= 2 => 1,
            Some(r) if r <= 4 => 2,
            Some(r) if r <= 9 => 4,
            Some(r) if r <= 18 => 8,
            Some(r) if r <= 38 => 16,
            _ => -1,
        },
        Intrinsic::SelectedUnsignedKind => match as_int(v(0)) {
            Some(r) if r <= 2 => 1,
            Some(r) if r <= 4 => 2,
            Some(r) if r <= 9 => 4,
            Some(r) if r <= 19 => 8,
            _ => -1,
        },
        Intrinsic::SelectedLogicalKind => match as_int(v(0)) {
            Some(r) if r <= 8 => 1,
            Some(r) if r <= 16 => 2,
            Some(r) if r <= 32 => 4,
            Some(r) if r <= 64 => 8,
            Some(r) if r <= 128 => 16,
            _ => -1,
        },
        Intrinsic::SelectedRealKind | Intrinsic::IeeeSelectedRealKind => {
            let (p, r) = (as_int(v(0)).unwrap_or(0), as_int(v(1)).unwrap_or(0));
            let radix = as_int(v(2)).unwrap_or(2);
            if radix != 2 {
                -5
            } else if p <= 6 && r <= 37 {
                4
            } else if p <= 15 && r <= 307 {
                8
            } else if p <= 18 && r <= 4931 {
                10
            } else if p <= 33 && r <= 4931 {
                16
            } else {
                match (p > 33, r > 4931) {
                    (true, true) => -3,
                    (true, false) => -1,
                    _ => -2,
                }
            }
        }
        Intrinsic::SelectedCharKind => match v(0) {
            Some(Const::Char(s)) => ferrotran_abi::character::selected_char_kind(&narrow(s)).into(),
            _ => return Some(None),
        },
        _ => return None,
    }))
}

/// TRANSPOSE.
fn transpose(x: Option<&Const>) -> Option<Const> {
    let Some(Const::Array { shape, elems }) = x else { return None };
    let (m, n) = (shape[0] as usize, shape[1] as usize);
    let mut out = Vec::with_capacity(elems.len());
    for i in 0..m {
        for j in 0..n {
            out.push(elems[j * m + i].clone());
        }
    }
    Some(Const::Array { shape: vec![shape[1], shape[0]], elems: out })
}

/// SPREAD.
fn spread([source, dim, copies]: [Option<&Const>; 3], span: Span) -> Option<Val> {
    let (Some(d), Some(n)) = (as_int(dim), as_int(copies)) else { return None };
    let n = n.max(0);
    let (shape, elems) = match source {
        Some(Const::Array { shape, elems }) => (shape.clone(), elems.clone()),
        Some(c) => (vec![], vec![Some(c.clone())]),
        None => return None,
    };
    if (elems.len() as i64).saturating_mul(n) > 1 << 26 {
        return Some(wrong(span, "a constant array with too many elements"));
    }
    let d = (d as usize).saturating_sub(1);
    let inner: i64 = shape[..d.min(shape.len())].iter().product();
    let mut out = vec![];
    for chunk in elems.chunks((inner as usize).max(1)) {
        for _ in 0..n {
            out.extend_from_slice(chunk);
        }
    }
    let mut s = shape;
    s.insert(d.min(s.len()), n);
    Some(Ok(Const::Array { shape: s, elems: out }))
}

/// PACK.
fn pack([array, mask, vector]: [Option<&Const>; 3]) -> Option<Const> {
    let Some(Const::Array { elems, .. }) = array else { return None };
    let mut out: Vec<Option<Const>> = match mask {
        Some(Const::Logical(true)) => elems.clone(),
        Some(Const::Logical(false)) => vec![],
        Some(Const::Array { elems: m, .. }) => elems
            .iter()
            .zip(m)
            .filter(|(_, m)| matches!(m, Some(Const::Logical(true))))
            .map(|(x, _)| x.clone())
            .collect(),
        _ => return None,
    };
    if let Some(Const::Array { elems: vec, .. }) = vector {
        for x in vec.iter().skip(out.len()) {
            out.push(x.clone());
        }
    }
    Some(Const::Array { shape: vec![out.len() as i64], elems: out })
}

/// UNPACK.
fn unpack([vector, mask, field]: [Option<&Const>; 3]) -> Option<Const> {
    let (Some(Const::Array { elems: vec, .. }), Some(Const::Array { shape, elems: mask })) = (vector, mask) else {
        return None;
    };
    let mut it = vec.iter();
    let out = mask
        .iter()
        .enumerate()
        .map(|(i, m)| match m {
            Some(Const::Logical(true)) => it.next().cloned().flatten(),
            _ => match field {
                Some(Const::Array { elems, .. }) => elems.get(i).cloned().flatten(),
                o => o.cloned(),
            },
        })
        .collect();
    Some(Const::Array { shape: shape.clone(), elems: out })
}

/// Splits an array into lines along a dimension (0-based): for each position of the others, the indices.
fn lines(shape: &[i64], d: usize) -> Vec<Vec<usize>> {
    let n = shape[d] as usize;
    let stride: i64 = shape[..d].iter().product();
    let outer: i64 = shape[d + 1..].iter().product();
    let mut out = vec![];
    for o in 0..outer {
        for i in 0..stride {
            let base = (o * shape[d] * stride + i) as usize;
            out.push((0..n).map(|k| base + k * stride as usize).collect());
        }
    }
    out
}

fn mask_at(m: Option<&Const>, i: usize) -> bool {
    match m {
        None | Some(Const::Logical(true)) => true,
        Some(Const::Array { elems, .. }) => matches!(elems.get(i), Some(Some(Const::Logical(true)))),
        _ => false,
    }
}

fn reduce(id: Intrinsic, vals: &[Option<Const>], args: &[Option<Expr>], e: &Expr) -> Val {
    let span = e.span;
    let Some(Const::Array { shape, elems }) = vals.first().and_then(|x| x.as_ref()) else {
        return not_const(span, "not an array");
    };
    let dim = as_int(vals.get(1).and_then(|x| x.as_ref()));
    let has_mask = id.row().arg("mask").is_some_and(|k| k == 2);
    let mask = if has_mask { vals.get(2).and_then(|x| x.as_ref()) } else { None };
    let elem_ty = args[0].as_ref().map_or(Ty::Typeless, |a| a.ty.clone());
    let one = |idx: &mut dyn Iterator<Item = usize>| -> Val {
        let op = id.reduction();
        let mut acc = op.and_then(|op| identity(op, &elem_ty));
        let mut count = 0i128;
        let (mut squares, mut norm) = (0f64, 0f64);
        let mut extended_norm: Option<Num> = None;
        // Elements that are NaN, and others.
        let (mut nans, mut others) = (false, false);
        for i in idx {
            if !mask_at(mask, i) {
                continue;
            }
            let Some(x) = elems.get(i).cloned().flatten() else { return not_const(span, "an element has no value") };
            match &x {
                Const::Real(r) if r.is_nan() => nans = true,
                _ => others = true,
            }
            match (id, &x) {
                (Intrinsic::Count, Const::Logical(b)) => count += i128::from(*b),
                (Intrinsic::Norm2, Const::Ext(r)) => {
                    let mut c = Calc::kind(if elem_ty == Ty::Real(10) { 10 } else { 16 });
                    let before = extended_norm.unwrap_or(Num::ZERO);
                    extended_norm = functions::binary("hypot", &mut c, before, *r);
                }
                (Intrinsic::Norm2, Const::Real(r)) => {
                    squares += r * r;
                    norm = norm.hypot(*r);
                }
                _ => {
                    let Some(op) = op else { return not_const(span, "element of another type") };
                    acc = Some(match acc {
                        None => x,
                        Some(a) => combine(op, &e.ty, a, x, span)?,
                    })
                }
            }
        }
        Ok(match id {
            Intrinsic::Count => Const::Int(count),
            Intrinsic::Norm2 if elem_ty == Ty::Real(10) || elem_ty == Ty::Real(16) => {
                Const::Ext(extended_norm.unwrap_or(Num::ZERO))
            }
            Intrinsic::Norm2 => convert(
                Const::Real(if (1e-280..f64::INFINITY).contains(&squares) { squares.sqrt() } else { norm }),
                &e.ty,
                span,
            )?,
            Intrinsic::Maxval | Intrinsic::Minval if nans && !others => Const::Real(f64::NAN),
            _ => match acc {
                Some(a) => a,
                // The extreme string of the collating sequence (Fortran 2018, 16.9.126 and 16.9.135).
                None => match (id, &e.ty) {
                    (Intrinsic::Minval, Ty::Character(CharLen::Const(n), 1)) => {
                        Const::Char(vec![255; (*n).max(0) as usize])
                    }
                    (Intrinsic::Maxval, Ty::Character(CharLen::Const(n), 1)) => {
                        Const::Char(vec![0; (*n).max(0) as usize])
                    }
                    _ => return not_const(span, "no elements"),
                },
            },
        })
    };
    match dim {
        Some(d) if shape.len() > 1 => {
            let d = d as usize - 1;
            let mut out = vec![];
            for l in lines(shape, d) {
                out.push(Some(one(&mut l.into_iter())?));
            }
            let mut s = shape.clone();
            s.remove(d);
            Ok(Const::Array { shape: s, elems: out })
        }
        _ => one(&mut (0..elems.len())),
    }
}

/// What a reduction of elements of that type begins with. The extremes of strings depend on their length.
fn identity(op: ReduceOp, elem: &Ty) -> Option<Const> {
    let id = op.identity();
    let real = |k: u8| {
        Some(match id {
            Identity::Zero => Num::ZERO,
            Identity::One => Num::ONE,
            Identity::Least => Format::of_kind(k).huge().neg(),
            Identity::Greatest => Format::of_kind(k).huge(),
            Identity::Ones => return None,
        })
    };
    match elem {
        Ty::Integer(k) => Some(Const::Int(id.signed(u32::from(*k) * 8))),
        Ty::Unsigned(k) => Some(Const::Int(id.unsigned(u32::from(*k) * 8) as i128)),
        Ty::Real(k @ (4 | 8)) => Some(Const::Real(real(*k)?.to_f64())),
        Ty::Real(k) => Some(Const::Ext(real(*k)?)),
        Ty::Complex(k @ (4 | 8)) => Some(Const::Complex(real(*k)?.to_f64(), 0.0)),
        Ty::Complex(k) => Some(Const::ExtComplex(real(*k)?, Num::ZERO)),
        Ty::Logical(_) => Some(Const::Logical(id == Identity::One)),
        _ => None,
    }
}

/// Sums and products of arrays may leave the range of integers, as at run time.
fn wrapped(ty: &Ty, n: i128) -> i128 {
    match ty {
        Ty::Integer(k) => wrap(*k, n),
        _ => n,
    }
}

fn combine(op: ReduceOp, ty: &Ty, a: Const, b: Const, span: Span) -> Val {
    use Const::*;
    let truths = |f: fn(bool, bool) -> bool| match (&a, &b) {
        (Logical(x), Logical(y)) => Ok(Logical(f(*x, *y))),
        _ => not_const(span, "element of another type"),
    };
    let integers = |f: fn(i128, i128) -> i128| match (&a, &b) {
        (Int(x), Int(y)) => Ok(Int(f(*x, *y))),
        _ => not_const(span, "element of another type"),
    };
    // Overflow in a sum wraps, as at run time.
    let wraps = matches!(ty, Ty::Integer(_));
    let wrapping = |v: Val| match v? {
        Int(n) => Ok(Int(wrapped(ty, n))),
        v => Ok(v),
    };
    match op {
        ReduceOp::Sum if wraps => wrapping(integers(i128::wrapping_add)),
        ReduceOp::Product if wraps => wrapping(integers(i128::wrapping_mul)),
        ReduceOp::Sum => binary(Op2::Add, ty, a, b, span),
        ReduceOp::Product => binary(Op2::Mul, ty, a, b, span),
        ReduceOp::All => truths(|x, y| x && y),
        ReduceOp::Any => truths(|x, y| x || y),
        ReduceOp::Parity => truths(|x, y| x != y),
        ReduceOp::Eqv => truths(|x, y| x == y),
        ReduceOp::Iall => integers(|x, y| x & y),
        ReduceOp::Iany => integers(|x, y| x | y),
        ReduceOp::Iparity => integers(|x, y| x ^ y),
        ReduceOp::Max | ReduceOp::Min => {
            let better = if op == ReduceOp::Max { Ordering::Greater } else { Ordering::Less };
            Ok(if order(&b, &a) == Some(better) { b } else { a })
        }
    }
}

fn order(a: &Const, b: &Const) -> Option<Ordering> {
    match (a, b) {
        (Const::Int(x), Const::Int(y)) => Some(x.cmp(y)),
        (Const::Real(x), Const::Real(y)) => x.partial_cmp(y),
        (Const::Ext(_), Const::Ext(_)) | (Const::ExtComplex(..), Const::ExtComplex(..)) => extended::order(a, b),
        (Const::Char(x), Const::Char(y)) => Some(compare_chars(x, y)),
        (Const::Logical(x), Const::Logical(y)) => Some(x.cmp(y)),
        (Const::Complex(a, b), Const::Complex(c, d)) => {
            Some(if a == c && b == d { Ordering::Equal } else { Ordering::Less })
        }
        _ => None,
    }
}

fn locate(id: Intrinsic, vals: &[Option<Const>], e: &Expr) -> Val {
    let span = e.span;
    let v = |i: usize| vals.get(i).and_then(|x| x.as_ref());
    let Some(Const::Array { shape, elems }) = v(0) else { return not_const(span, "not an array") };
    let find = id == Intrinsic::Findloc;
    let off = usize::from(find);
    let (dim, mask) = (as_int(v(1 + off)), v(2 + off));
    let back = matches!(v(4 + off), Some(Const::Logical(true)));
    let best = |idx: &[usize]| -> Option<usize> {
        let mut best: Option<usize> = None;
        for (pos, i) in idx.iter().enumerate() {
            if !mask_at(mask, *i) {
                continue;
            }
            let Some(Some(x)) = elems.get(*i) else { continue };
            if find {
                if order(x, v(1)?) == Some(Ordering::Equal) {
                    best = Some(pos);
                    if !back {
                        return best;
                    }
                }
                continue;
            }
            let take = match best {
                None => true,
                Some(b) => {
                    let Some(Some(y)) = elems.get(idx[b]) else { continue };
                    match order(x, y) {
                        Some(Ordering::Greater) => id == Intrinsic::Maxloc,
                        Some(Ordering::Less) => id == Intrinsic::Minloc,
                        Some(Ordering::Equal) => back,
                        // A NaN counts where there is nothing else, as at run time.
                        None if order(y, y).is_some() => false,
                        None => order(x, x).is_some() || back,
                    }
                }
            };
            if take {
                best = Some(pos);
            }
        }
        best
    };
    match dim {
        Some(d) => {
            let d = d as usize - 1;
            let mut out = vec![];
            for l in lines(shape, d) {
                out.push(Some(Const::Int(best(&l).map_or(0, |p| p as i128 + 1))));
            }
            if shape.len() == 1 {
                return Ok(out.pop().flatten().unwrap_or(Const::Int(0)));
            }
            let mut s = shape.clone();
            s.remove(d);
            Ok(Const::Array { shape: s, elems: out })
        }
        None => {
            let all: Vec<usize> = (0..elems.len()).collect();
            Ok(match best(&all) {
                None => ints(vec![0; shape.len()]),
                Some(mut p) => {
                    let mut at = vec![];
                    for n in shape {
                        at.push((p as i64 % n) + 1);
                        p /= *n as usize;
                    }
                    ints(at)
                }
            })
        }
    }
}

fn dot<'x>(
    a: impl Iterator<Item = Option<&'x Const>>,
    b: impl Iterator<Item = Option<&'x Const>>,
    ty: &Ty,
    conjugate: bool,
    span: Span,
) -> Val {
    let op = if matches!(ty, Ty::Logical(_)) { ReduceOp::Any } else { ReduceOp::Sum };
    let mut acc = identity(op, ty);
    for (x, y) in a.zip(b) {
        let (Some(x), Some(y)) = (x, y) else { return not_const(span, "an element has no value") };
        let x = match x {
            Const::Complex(r, i) if conjugate => Const::Complex(*r, -*i),
            Const::ExtComplex(r, i) if conjugate => Const::ExtComplex(*r, i.neg()),
            o => o.clone(),
        };
        let (mul, add) = match ty {
            Ty::Logical(_) => (Op2::And, Op2::Or),
            _ => (Op2::Mul, Op2::Add),
        };
        if let (Const::Int(x), Const::Int(y), Some(Const::Int(s)), Ty::Integer(_)) = (&x, y, &acc, ty) {
            acc = Some(Const::Int(wrapped(ty, s + x * y)));
            continue;
        }
        let p = binary(mul, ty, x, y.clone(), span)?;
        acc = Some(match acc {
            Some(s) => binary(add, ty, s, p, span)?,
            None => p,
        });
    }
    match acc {
        Some(c) => Ok(c),
        None => not_const(span, "no elements"),
    }
}

fn matmul(vals: &[Option<Const>], e: &Expr) -> Val {
    let (Some(Some(Const::Array { shape: s, elems: a })), Some(Some(Const::Array { shape: t, elems: b }))) =
        (vals.first(), vals.get(1))
    else {
        return not_const(e.span, "not an array");
    };
    let (m, k) = if s.len() == 2 { (s[0] as usize, s[1] as usize) } else { (1, s[0] as usize) };
    let n = if t.len() == 2 { t[1] as usize } else { 1 };
    let mut out = vec![];
    for j in 0..n {
        for i in 0..m {
            let row = (0..k).map(|p| a[p * m + i].as_ref());
            let col = (0..k).map(|p| b[j * k + p].as_ref());
            out.push(Some(dot(row, col, &e.ty, false, e.span)?));
        }
    }
    let mut shape = vec![];
    if s.len() == 2 {
        shape.push(m as i64);
    }
    if t.len() == 2 {
        shape.push(n as i64);
    }
    Ok(Const::Array { shape, elems: out })
}

fn reshape(vals: &[Option<Const>], span: Span) -> Val {
    let (Some(Some(Const::Array { elems, .. })), Some(Some(Const::Array { elems: s, .. }))) =
        (vals.first(), vals.get(1))
    else {
        return not_const(span, "not an array");
    };
    let shape: Vec<i64> = s.iter().filter_map(|c| as_int(c.as_ref())).collect();
    if shape.iter().any(|n| *n < 0) {
        return wrong(span, "`reshape` to a negative extent");
    }
    let n = elements(&shape);
    if n > 1 << 26 {
        return wrong(span, "a constant array with too many elements");
    }
    let pad: Vec<Option<Const>> = match vals.get(2) {
        Some(Some(Const::Array { elems, .. })) => elems.clone(),
        _ => vec![],
    };
    let source = |i: usize| -> Option<Const> {
        if i < elems.len() {
            elems[i].clone()
        } else if pad.is_empty() {
            None
        } else {
            pad[(i - elems.len()) % pad.len()].clone()
        }
    };
    let order: Vec<usize> = match vals.get(3) {
        Some(Some(Const::Array { elems, .. })) => {
            elems.iter().filter_map(|c| as_int(c.as_ref())).map(|d| (d - 1).max(0) as usize).collect()
        }
        _ => (0..shape.len()).collect(),
    };
    {
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if sorted != (0..shape.len()).collect::<Vec<_>>() {
            return wrong(span, "ORDER of `reshape` is not a permutation");
        }
    }
    let mut out = vec![None; n as usize];
    let mut idx = vec![0i64; shape.len()];
    for k in 0..n as usize {
        let (mut at, mut stride) = (0i64, 1i64);
        for (d, len) in shape.iter().enumerate() {
            at += idx[d] * stride;
            stride *= len;
        }
        out[at as usize] = source(k);
        for d in &order {
            idx[*d] += 1;
            if idx[*d] < shape[*d] {
                break;
            }
            idx[*d] = 0;
        }
    }
    Ok(Const::Array { shape, elems: out })
}

fn shift(id: Intrinsic, vals: &[Option<Const>], args: &[Option<Expr>], e: &Expr) -> Val {
    let v = |i: usize| vals.get(i).and_then(|x| x.as_ref());
    let Some(Const::Array { shape, elems }) = v(0) else { return not_const(e.span, "not an array") };
    let circular = id == Intrinsic::Cshift;
    let d = as_int(if circular { v(2) } else { v(3) }).unwrap_or(1) as usize - 1;
    let fill = match args[0].as_ref().map(|a| &a.ty) {
        Some(Ty::Integer(_) | Ty::Unsigned(_)) => Const::Int(0),
        Some(t @ (Ty::Real(_) | Ty::Complex(_))) => match identity(ReduceOp::Sum, t) {
            Some(zero) => zero,
            None => return not_const(e.span, "an array of this type"),
        },
        Some(Ty::Logical(_)) => Const::Logical(false),
        Some(Ty::Character(CharLen::Const(n), _)) => Const::Char(vec![BLANK; *n as usize]),
        _ => return not_const(e.span, "an array of this type"),
    };
    let mut out = elems.clone();
    for (k, l) in lines(shape, d).into_iter().enumerate() {
        let n = l.len() as i64;
        let s = match v(1) {
            Some(Const::Int(s)) => *s as i64,
            Some(Const::Array { elems, .. }) => as_int(elems.get(k).and_then(|x| x.as_ref())).unwrap_or(0),
            _ => return not_const(e.span, "the shift is not constant"),
        };
        for (i, at) in l.iter().enumerate() {
            let from = i as i64 + s;
            out[*at] = if circular {
                elems[l[from.rem_euclid(n) as usize]].clone()
            } else if (0..n).contains(&from) {
                elems[l[from as usize]].clone()
            } else {
                match v(2) {
                    Some(Const::Array { elems, .. }) => elems.get(k).cloned().flatten(),
                    Some(c) => Some(c.clone()),
                    None => Some(fill.clone()),
                }
            };
        }
    }
    Ok(Const::Array { shape: shape.clone(), elems: out })
}

/// The storage of a constant; `None` where it has none that is known here.
pub(crate) fn constant_bytes(prog: &Program, c: &Const, ty: &Ty) -> Option<Vec<u8>> {
    let mut out = vec![];
    to_bytes(prog, c, ty, &mut out).then_some(out)
}

fn to_bytes(prog: &Program, c: &Const, ty: &Ty, out: &mut Vec<u8>) -> bool {
    match (c, ty) {
        (Const::Array { elems, .. }, t) => elems.iter().all(|x| x.as_ref().is_some_and(|x| to_bytes(prog, x, t, out))),
        (Const::Struct { values, .. }, Ty::Derived(t)) => {
            let t = &prog.types[t.0 as usize];
            let start = out.len();
            for (c, v) in t.components.iter().zip(values) {
                if c.pointer || c.allocatable || c.proc.is_some() {
                    return false;
                }
                out.resize(start + c.offset as usize, 0);
                if !v.as_ref().is_some_and(|v| to_bytes(prog, v, &c.ty, out)) {
                    return false;
                }
            }
            out.resize(start + t.size as usize, 0);
            true
        }
        (Const::Int(n), Ty::Integer(k) | Ty::Unsigned(k)) => {
            out.extend_from_slice(&n.to_le_bytes()[..*k as usize]);
            true
        }
        (Const::Logical(b), Ty::Logical(k)) => {
            out.extend_from_slice(&i128::from(*b).to_le_bytes()[..*k as usize]);
            true
        }
        (Const::Real(x), Ty::Real(4)) => {
            out.extend_from_slice(&(*x as f32).to_le_bytes());
            true
        }
        (Const::Real(x), Ty::Real(_)) => {
            out.extend_from_slice(&x.to_le_bytes());
            true
        }
        (Const::Ext(x), Ty::Real(k)) => {
            out.extend_from_slice(&x.to_memory(*k).to_le_bytes());
            true
        }
        (Const::ExtComplex(r, i), Ty::Complex(k)) => {
            to_bytes(prog, &Const::Ext(*r), &Ty::Real(*k), out) && to_bytes(prog, &Const::Ext(*i), &Ty::Real(*k), out)
        }
        (Const::Complex(r, i), Ty::Complex(k)) => {
            to_bytes(prog, &Const::Real(*r), &Ty::Real(*k), out) && to_bytes(prog, &Const::Real(*i), &Ty::Real(*k), out)
        }
        (Const::Char(s), t) => {
            out.extend(character_image(s, t.chr_kind()));
            true
        }
        _ => false,
    }
}

fn from_bytes(prog: &Program, b: &[u8], ty: &Ty) -> Option<Const> {
    Some(match ty {
        Ty::Derived(id) => {
            let mut values = vec![];
            for c in &prog.types[id.0 as usize].components {
                if c.pointer || c.allocatable || c.proc.is_some() {
                    return None;
                }
                let b = b.get(c.offset as usize..)?;
                let shape = const_extents(&c.dims)?;
                values.push(Some(match shape.is_empty() {
                    true => from_bytes(prog, b, &c.ty)?,
                    false => {
                        let size = super::byte_size(prog, &c.ty)? as usize;
                        let n = super::elements(&shape).max(0) as usize;
                        let elems = (0..n).map(|i| from_bytes(prog, b.get(i * size..)?, &c.ty)).map(|v| v.map(Some));
                        Const::Array { shape, elems: elems.collect::<Option<Vec<_>>>()? }
                    }
                }));
            }
            Const::Struct { ty: *id, values }
        }
        Ty::Integer(k) => {
            let mut v = [0u8; 16];
            v[..*k as usize].copy_from_slice(b.get(..*k as usize)?);
            Const::Int(super::numeric::wrap(*k, i128::from_le_bytes(v)))
        }
        Ty::Unsigned(k) => {
            let mut v = [0u8; 16];
            v[..*k as usize].copy_from_slice(b.get(..*k as usize)?);
            Const::Int(i128::from_le_bytes(v))
        }
        // Other bits than those of a logical value are for the run time to keep.
        Ty::Logical(k) => match b.get(..*k as usize)?.split_first()? {
            (low @ (0 | 1), rest) if rest.iter().all(|x| *x == 0) => Const::Logical(*low == 1),
            _ => return None,
        },
        Ty::Real(4) => Const::Real(f32::from_le_bytes(b.get(..4)?.try_into().ok()?) as f64),
        Ty::Real(8) => Const::Real(f64::from_le_bytes(b.get(..8)?.try_into().ok()?)),
        Ty::Real(k) => Const::Ext(Num::from_memory(*k, u128::from_le_bytes(b.get(..16)?.try_into().ok()?))),
        Ty::Complex(k) => {
            let n = real_bytes(*k) as usize;
            match (from_bytes(prog, b, &Ty::Real(*k))?, from_bytes(prog, b.get(n..)?, &Ty::Real(*k))?) {
                (Const::Real(x), Const::Real(y)) => Const::Complex(x, y),
                (Const::Ext(x), Const::Ext(y)) => Const::ExtComplex(x, y),
                _ => return None,
            }
        }
        Ty::Character(CharLen::Const(n), 4) => {
            let b = b.get(..*n as usize * 4)?;
            Const::Char(b.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect())
        }
        Ty::Character(CharLen::Const(n), _) => Const::text(b.get(..*n as usize)?),
        _ => return None,
    })
}

fn transfer(prog: &Program, vals: &[Option<Const>], args: &[Option<Expr>], e: &Expr) -> Val {
    let fail = || not_const(e.span, "`transfer` of these types is evaluated at run time");
    let (Some(Some(src)), Some(Some(a)), Some(Some(m))) = (vals.first(), args.first(), args.get(1)) else {
        return fail();
    };
    match constant_bytes(prog, src, &a.ty) {
        Some(bytes) => transfer_bytes(prog, bytes, vals.get(2).and_then(|x| x.as_ref()), m, e),
        None => fail(),
    }
}

/// The value of the type of a mold that has these bytes; `count` is the argument SIZE.
pub(crate) fn transfer_bytes(prog: &Program, mut bytes: Vec<u8>, count: Option<&Const>, m: &Expr, e: &Expr) -> Val {
    let fail = || not_const(e.span, "`transfer` of these types is evaluated at run time");
    let size = match &m.ty {
        Ty::Integer(k) | Ty::Unsigned(k) | Ty::Logical(k) => *k as usize,
        Ty::Real(k) => real_bytes(*k) as usize,
        Ty::Complex(k) => 2 * real_bytes(*k) as usize,
        Ty::Character(CharLen::Const(n), k) => *n as usize * usize::from(*k),
        Ty::Derived(t) => prog.types[t.0 as usize].size as usize,
        _ => return fail(),
    };
    if size == 0 {
        // Nothing is there to be transferred, and nothing that it could not fill.
        return match (e.rank, as_int(count)) {
            (0, _) => from_bytes(prog, &[], &m.ty).map_or_else(fail, Ok),
            (_, Some(n)) if n >= 0 => {
                let one = from_bytes(prog, &[], &m.ty);
                Ok(Const::Array { shape: vec![n], elems: vec![one; n as usize] })
            }
            _ if bytes.is_empty() => Ok(Const::Array { shape: vec![0], elems: vec![] }),
            _ => fail(),
        };
    }
    if e.rank == 0 {
        // A longer result is only partly defined.
        bytes.resize(bytes.len().max(size), 0);
        return from_bytes(prog, &bytes, &m.ty).map_or_else(fail, Ok);
    }
    let n = match as_int(count) {
        Some(n) => n.max(0) as usize,
        None => bytes.len().div_ceil(size),
    };
    if n * size > bytes.len() {
        return fail();
    }
    let elems: Vec<Option<Const>> = (0..n).map(|i| from_bytes(prog, &bytes[i * size..], &m.ty)).collect();
    Ok(Const::Array { shape: vec![n as i64], elems })
}
