//! The family *arrays*: construction and rearrangement of arrays.

use super::reductions::{identity, lines, wrapped};
use super::*;
use crate::const_eval::numeric::binary;
use crate::const_eval::storage::{constant_bytes, from_bytes};
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_typed::intrinsics::family::Arrays;

/// The most elements of a constant array that is made here.
const LIMIT: i64 = 1 << 26;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_arrays(&mut self, id: Arrays, a: &mut Arguments) -> Res<()> {
        match id {
            Arrays::Matmul => self.check_matmul(a),
            Arrays::DotProduct => {
                if let (Some(x), Some(y)) = (a.get(0), a.get(1)) {
                    self.conform(x, y, "the arguments of `dot_product`", a.span)?;
                }
                self.common_pair(a.slots)
            }
            Arrays::Pack => {
                self.same_elements(a, "vector")?;
                if let (Some(x), Some(mask)) = (a.get(0), a.get(1)) {
                    self.check_vector_size(a, mask, a.named("vector"))?;
                    self.conform(x, mask, "array and mask of `pack`", a.span)?;
                }
                Ok(())
            }
            Arrays::Unpack => {
                self.same_elements(a, "field")?;
                let (Some(mask), Some(field)) = (a.get(1), a.get(2)) else { return Ok(()) };
                self.check_vector_size(a, mask, a.get(0))?;
                self.conform(mask, field, "mask and field of `unpack`", a.span).map(|_| ())
            }
            Arrays::Cshift => self.check_shift(a, &[(1, "SHIFT")]),
            Arrays::Eoshift => {
                self.check_shift(a, &[(1, "SHIFT"), (2, "BOUNDARY")])?;
                self.same_elements(a, "boundary")?;
                self.check_boundary(a)
            }
            Arrays::Reshape => {
                self.same_elements(a, "pad")?;
                self.check_order(a)?;
                self.check_shape(a)
            }
            Arrays::Transfer => self.check_transfer(a),
            Arrays::Spread | Arrays::Transpose | Arrays::Conditional | Arrays::Gather | Arrays::ElementNumbers => {
                Ok(())
            }
        }
    }

    /// The other elements of the result are of the type of the array.
    fn same_elements(&mut self, args: &Arguments, other: &str) -> Res<()> {
        if let (Some(a), Some(o)) = (args.get(0), args.named(other))
            && !same_type_kind(&a.ty, &o.ty)
        {
            let (t, u) = (ty_name(&self.prog, &a.ty), ty_name(&self.prog, &o.ty));
            let text = format!("the arguments of `{}` must have one type and kind, not {t} and {u}", args.name());
            return Err(self.err(ErrorCode::Argument, o.span, text));
        }
        Ok(())
    }

    /// Ranks of the arguments of shifts (16.9.68, 16.9.77).
    fn check_shift(&mut self, args: &Arguments, others: &[(usize, &str)]) -> Res<()> {
        let Some(a) = args.get(0) else { return Ok(()) };
        let rank = a.rank;
        for (k, word) in others {
            let Some(x) = args.get(*k).filter(|x| x.rank > 0 && (x.rank + 1 != rank || rank == 1)) else { continue };
            let want = if rank == 1 { "be a scalar".into() } else { format!("be a scalar or have rank {}", rank - 1) };
            let text = format!("{word} of `{}` must {want}", args.name());
            return Err(self.err(ErrorCode::Argument, x.span, text));
        }
        Ok(())
    }

    /// BOUNDARY of EOSHIFT is scalar, or has the shape of the array without the dimension shifted (16.9.77).
    fn check_boundary(&mut self, args: &Arguments) -> Res<()> {
        let (Some(array), boundary) = (args.get(0), args.named("boundary")) else { return Ok(()) };
        let Some(boundary) = boundary else {
            return match array.ty {
                Ty::Derived(_) | Ty::Class(_) => {
                    let text = "`eoshift` of an array of derived type needs the argument `boundary`";
                    Err(self.err(ErrorCode::Argument, args.span, text))
                }
                _ => Ok(()),
            };
        };
        if let (Some(m), Some(n)) = (type_len(&array.ty), type_len(&boundary.ty))
            && m != n
        {
            let text = format!("the boundary of `eoshift` has length {n}, its array {m}");
            return Err(self.err(ErrorCode::Argument, boundary.span, text));
        }
        if boundary.rank == 0 {
            return Ok(());
        }
        if boundary.rank + 1 != array.rank {
            let text = format!("the boundary of `eoshift` has rank {}, its array {}", boundary.rank, array.rank);
            return Err(self.err(ErrorCode::Rank, boundary.span, text));
        }
        let dim = match args.named("dim") {
            None => 1,
            Some(d) => match self.try_int(d) {
                Some(d) => d,
                None => return Ok(()),
            },
        };
        let mut want = shape_of(&self.prog, array);
        want.remove(usize::try_from(dim - 1).unwrap_or(0).min(want.len() - 1));
        let have = shape_of(&self.prog, boundary);
        if want.iter().zip(&have).any(|p| matches!(p, (Some(m), Some(n)) if m != n)) {
            let text = "the boundary of `eoshift` does not have the shape of its array without the dimension shifted";
            return Err(self.err(ErrorCode::Rank, boundary.span, text));
        }
        Ok(())
    }

    /// The vector of PACK and UNPACK has an element for every true one of a constant mask (16.9.144, 16.9.203).
    fn check_vector_size(&mut self, args: &Arguments, mask: &Expr, vector: Option<&Expr>) -> Res<()> {
        let Some(v) = vector.filter(|v| v.rank == 1) else { return Ok(()) };
        let (Some(Some(have)), Some(Const::Array { elems, .. })) =
            (shape_of(&self.prog, v).first().copied(), self.try_const(mask))
        else {
            return Ok(());
        };
        let need = elems.iter().filter(|e| matches!(e, Some(Const::Logical(true)))).count() as i64;
        if have < need {
            let text = format!("`{}` needs a vector of {need} elements at least, this has {have}", args.name());
            return Err(self.err(ErrorCode::Argument, v.span, text));
        }
        Ok(())
    }

    /// The constant ORDER of RESHAPE is a permutation of 1 to the rank.
    fn check_order(&mut self, args: &Arguments) -> Res<()> {
        let Some(order) = args.named("order") else { return Ok(()) };
        let Some(Const::Array { elems, .. }) = self.try_const(order) else { return Ok(()) };
        let mut seen: Vec<i128> = elems
            .iter()
            .filter_map(|e| match e {
                Some(Const::Int(n)) => Some(*n),
                _ => None,
            })
            .collect();
        seen.sort_unstable();
        if seen.iter().enumerate().any(|(i, n)| *n != i as i128 + 1) {
            let text = format!("ORDER of `reshape` must be a permutation of 1 to {}", elems.len());
            return Err(self.err(ErrorCode::Argument, order.span, text));
        }
        Ok(())
    }

    /// The constant SHAPE of RESHAPE has no negative extent, and no more elements than there are without PAD.
    fn check_shape(&mut self, args: &Arguments) -> Res<()> {
        let (Some(a), Some(s)) = (args.get(0), args.get(1)) else { return Ok(()) };
        let Some(Const::Array { elems, .. }) = self.try_const(s) else { return Ok(()) };
        if elems.iter().any(|e| matches!(e, Some(Const::Int(n)) if *n < 0)) {
            let text = "an extent in the shape of `reshape` is negative";
            return Err(self.err(ErrorCode::Argument, s.span, text));
        }
        if args.named("pad").is_some() {
            return Ok(());
        }
        let Some(have) = self.const_shape(a).map(|s| elements(&s)) else { return Ok(()) };
        let extent = |c: &Option<Const>| match c {
            Some(Const::Int(n)) => *n,
            _ => 0,
        };
        let need: i128 = elems.iter().map(extent).product();
        if need > have.into() {
            let text = format!("`reshape` needs {need} elements but its source has {have}, and there is no PAD");
            return Err(self.err(ErrorCode::Rank, args.span, text));
        }
        Ok(())
    }

    fn check_matmul(&mut self, args: &mut Arguments) -> Res<()> {
        let (Some(a), Some(b)) = (args.get(0), args.get(1)) else { return Ok(()) };
        if a.rank > 2 || b.rank > 2 || a.rank + b.rank < 3 {
            let text = format!(
                "the arguments of `matmul` must be a matrix and a matrix or vector, not of ranks {} and {}",
                a.rank, b.rank
            );
            return Err(self.err(ErrorCode::Rank, args.span, text));
        }
        let (x, y) = (shape_of(&self.prog, a), shape_of(&self.prog, b));
        if let (Some(Some(m)), Some(Some(n))) = (x.last(), y.first())
            && m != n
        {
            let text = format!("`matmul`: the first argument has {m} columns, the second {n} rows");
            return Err(self.err(ErrorCode::Rank, args.span, text));
        }
        self.common_pair(args.slots)
    }

    fn check_transfer(&mut self, args: &Arguments) -> Res<()> {
        self.warn_partial_transfer(args.slots, args.span);
        if let (Some(source), Some(mold)) = (args.get(0), args.get(1))
            && self.size_of(&mold.ty) == Some(0)
            && self.size_of(&source.ty).is_some_and(|n| n > 0)
            && mold.rank > 0
        {
            let text = "the mold of `transfer` has a size of zero bytes";
            return Err(self.err(ErrorCode::Argument, mold.span, text));
        }
        Ok(())
    }

    /// Converts two numeric arguments to their common type.
    fn common_pair(&mut self, slots: &mut [Option<Expr>]) -> Res<()> {
        let (Some(a), Some(b)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
        if let Some(t) = common_numeric(&a.ty, &b.ty) {
            slots[0] = Some(self.convert(a, &t)?);
            slots[1] = Some(self.convert(b, &t)?);
        }
        Ok(())
    }

    pub(super) fn type_of_arrays(&mut self, id: Arrays, slots: &[Option<Expr>], span: Span) -> Res<Ty> {
        match id {
            Arrays::DotProduct | Arrays::Matmul => match (type_of(slots, 0), type_of(slots, 1)) {
                (Some(Ty::Logical(a)), Some(Ty::Logical(b))) => Ok(Ty::Logical(a.max(b))),
                (Some(a), Some(b)) => common_numeric(&a, &b).ok_or_else(|| {
                    let name = if id == Arrays::Matmul { Intrinsic::Matmul } else { Intrinsic::DotProduct }.name();
                    let text = format!("the arguments of `{name}` must be both numeric or both logical");
                    self.err(ErrorCode::Argument, span, text)
                }),
                _ => Ok(Ty::Integer(self.opts.default_integer)),
            },
            _ => Ok(Ty::Typeless),
        }
    }

    pub(super) fn rank_of_arrays(&mut self, id: Arrays, slots: &[Option<Expr>], span: Span) -> Res<usize> {
        let arg = |i: usize| slots.get(i).and_then(|s| s.as_ref());
        let rank = |i: usize| arg(i).map_or(0, |e| e.rank);
        Ok(match id {
            Arrays::Matmul => rank(0) + rank(1) - 2,
            Arrays::Reshape => match arg(1).and_then(|s| self.const_shape(s)) {
                Some(v) => v.first().copied().unwrap_or(0) as usize,
                None => {
                    let text = "the size of argument `shape` of `reshape` must be a constant";
                    return Err(self.err(ErrorCode::Intrinsic, span, text));
                }
            },
            Arrays::Spread => rank(0) + 1,
            Arrays::Transfer => usize::from(arg(2).is_some() || rank(1) > 0),
            Arrays::Unpack => rank(1),
            _ => 0,
        })
    }
}

/// Arguments whose elements the result consists of, where the function looks at none of them.
pub(super) fn sources(id: Arrays) -> &'static [usize] {
    match id {
        Arrays::Reshape | Arrays::Eoshift | Arrays::Pack | Arrays::Unpack => &[0, 2],
        Arrays::Transpose | Arrays::Cshift | Arrays::Spread => &[0],
        Arrays::DotProduct
        | Arrays::Matmul
        | Arrays::Transfer
        | Arrays::Conditional
        | Arrays::Gather
        | Arrays::ElementNumbers => &[],
    }
}

/// The extents of an array result.
pub(super) fn extents(prog: &Program, id: Arrays, args: &[Option<Expr>], rank: usize) -> Vec<Option<i64>> {
    let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
    let unknown = vec![None; rank];
    let Some(a) = arg(0) else { return unknown };
    match id {
        Arrays::Transpose => shape_of(prog, a).into_iter().rev().collect(),
        Arrays::Cshift | Arrays::Eoshift => shape_of(prog, a),
        Arrays::Matmul => {
            let (x, y) = (shape_of(prog, a), arg(1).map(|b| shape_of(prog, b)).unwrap_or_default());
            match (x.len(), y.len()) {
                (2, 2) => vec![x[0], y[1]],
                (2, 1) => vec![x[0]],
                (1, 2) => vec![y[1]],
                _ => unknown,
            }
        }
        Arrays::Reshape => match arg(1).map(|s| Eval::of(prog).eval(s)) {
            Some(Ok(Const::Array { elems, .. })) => elems
                .iter()
                .map(|c| match c {
                    Some(Const::Int(n)) => Some(*n as i64),
                    _ => None,
                })
                .collect(),
            _ => unknown,
        },
        Arrays::Spread => {
            let mut s = shape_of(prog, a);
            match arg(1).and_then(|d| constant_int(prog, d)) {
                Some(d) if d >= 1 && d as usize <= s.len() + 1 => {
                    s.insert(d as usize - 1, arg(2).and_then(|n| constant_int(prog, n)));
                    s
                }
                _ => unknown,
            }
        }
        Arrays::Pack => arg(2).map_or(unknown, |v| shape_of(prog, v)),
        Arrays::Unpack => arg(1).map_or(unknown, |m| shape_of(prog, m)),
        Arrays::DotProduct | Arrays::Transfer | Arrays::Conditional | Arrays::Gather | Arrays::ElementNumbers => {
            unknown
        }
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: Arrays, mut r: Reference) -> Val {
    let (e, span) = (r.e, r.e.span);
    if id == Arrays::Transfer {
        return transfer(&mut r);
    }
    let values = r.values()?;
    let v = |i: usize| values.get(i).and_then(|x| x.as_ref());
    match id {
        Arrays::Cshift => shift(&r, &values, v(2), None),
        Arrays::Eoshift => match filling(&r, v(2)) {
            Some(fill) => shift(&r, &values, v(3), Some(fill)),
            None => not_const(span, "an array of this type"),
        },
        Arrays::DotProduct => match (v(0), v(1)) {
            (Some(Const::Array { elems: a, .. }), Some(Const::Array { elems: b, .. })) => {
                dot(a.iter().map(|x| x.as_ref()), b.iter().map(|x| x.as_ref()), &e.ty, true, span)
            }
            _ => r.at_run_time(),
        },
        Arrays::Matmul => matmul(&values, e),
        Arrays::Pack => pack([v(0), v(1), v(2)]).map_or_else(|| r.at_run_time(), Ok),
        Arrays::Reshape => reshape(&values, span),
        Arrays::Spread => spread([v(0), v(1), v(2)], span).unwrap_or_else(|| r.at_run_time()),
        Arrays::Transpose => transpose(v(0)).map_or_else(|| r.at_run_time(), Ok),
        Arrays::Unpack => unpack([v(0), v(1), v(2)]).map_or_else(|| r.at_run_time(), Ok),
        Arrays::Transfer | Arrays::Conditional | Arrays::Gather | Arrays::ElementNumbers => r.at_run_time(),
    }
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
    if (elems.len() as i64).saturating_mul(n) > LIMIT {
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

/// Most products of elements that a constant matrix product is the sum of.
const MAX_PRODUCTS: usize = 1 << 26;

fn matmul(vals: &[Option<Const>], e: &Expr) -> Val {
    let (Some(Some(Const::Array { shape: s, elems: a })), Some(Some(Const::Array { shape: t, elems: b }))) =
        (vals.first(), vals.get(1))
    else {
        return not_const(e.span, "not an array");
    };
    let (m, k) = if s.len() == 2 { (s[0] as usize, s[1] as usize) } else { (1, s[0] as usize) };
    let n = if t.len() == 2 { t[1] as usize } else { 1 };
    if m.saturating_mul(n).saturating_mul(k) > MAX_PRODUCTS {
        return not_const(e.span, "a matrix product of so many elements is computed at run time");
    }
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
    if n > LIMIT {
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

/// What EOSHIFT fills with: BOUNDARY, or zeros and blanks; none for other types.
fn filling(r: &Reference, boundary: Option<&Const>) -> Option<Const> {
    if let Some(c) = boundary {
        return Some(c.clone());
    }
    match &r.arg(0)?.ty {
        Ty::Integer(_) | Ty::Unsigned(_) => Some(Const::Int(0)),
        t @ (Ty::Real(_) | Ty::Complex(_)) => identity(ReduceOp::Sum, t),
        Ty::Logical(_) => Some(Const::Logical(false)),
        Ty::Character(CharLen::Const(n), _) => Some(Const::Char(vec![BLANK; *n as usize])),
        _ => None,
    }
}

/// CSHIFT, and EOSHIFT with what fills the other end.
fn shift(r: &Reference, values: &[Option<Const>], dim: Option<&Const>, fill: Option<Const>) -> Val {
    let span = r.e.span;
    let Some(Some(Const::Array { shape, elems })) = values.first() else { return not_const(span, "not an array") };
    let d = as_int(dim).unwrap_or(1) as usize - 1;
    let mut out = elems.clone();
    for (k, l) in lines(shape, d).into_iter().enumerate() {
        let n = l.len() as i64;
        let s = match values.get(1) {
            Some(Some(Const::Int(s))) => *s as i64,
            Some(Some(Const::Array { elems, .. })) => as_int(elems.get(k).and_then(|x| x.as_ref())).unwrap_or(0),
            _ => return not_const(span, "the shift is not constant"),
        };
        for (i, at) in l.iter().enumerate() {
            let from = i as i64 + s;
            out[*at] = match &fill {
                None => elems[l[from.rem_euclid(n) as usize]].clone(),
                Some(_) if (0..n).contains(&from) => elems[l[from as usize]].clone(),
                Some(Const::Array { elems, .. }) => elems.get(k).cloned().flatten(),
                Some(c) => Some(c.clone()),
            };
        }
    }
    Ok(Const::Array { shape: shape.clone(), elems: out })
}

fn transfer(r: &mut Reference) -> Val {
    let fail = || not_const(r.e.span, "`transfer` of these types is evaluated at run time");
    let (Some(source), Some(mold)) = (r.arg(0), r.arg(1)) else { return fail() };
    if let Some(bytes) = r.eval.logical_bytes(source) {
        let count = r.arg(2).map(|a| r.eval.eval(a)).transpose()?;
        return transfer_bytes(r.eval.prog, bytes, count.as_ref(), mold, r.e);
    }
    let values = r.values()?;
    let bytes = values.first().and_then(|c| constant_bytes(r.eval.prog, c.as_ref()?, &source.ty));
    match bytes {
        Some(bytes) => transfer_bytes(r.eval.prog, bytes, values.get(2).and_then(|x| x.as_ref()), mold, r.e),
        None => not_const(r.e.span, "`transfer` of these types is evaluated at run time"),
    }
}

impl Eval<'_> {
    /// The bytes of a TRANSFER to logicals, whose values cannot hold all bits.
    fn logical_bytes(&mut self, e: &Expr) -> Option<Vec<u8>> {
        let (ExprKind::Intrinsic { id: Intrinsic::Transfer, args }, Ty::Logical(k)) = (&e.kind, &e.ty) else {
            return None;
        };
        let x = args.first()?.as_ref()?;
        let mut bytes = match self.logical_bytes(x) {
            Some(b) => b,
            None => {
                let c = self.eval(x).ok()?;
                constant_bytes(self.prog, &c, &x.ty)?
            }
        };
        let size = usize::from(*k);
        let count = match (e.rank, args.get(2).and_then(|a| a.as_ref())) {
            (0, _) => 1,
            (_, Some(n)) => usize::try_from(self.eval_int(n).ok()?).ok().filter(|n| n * size <= bytes.len())?,
            (_, None) => bytes.len().div_ceil(size),
        };
        bytes.resize(count * size, 0);
        Some(bytes)
    }
}

/// The value of the type of a mold that has these bytes; `count` is the argument SIZE.
fn transfer_bytes(prog: &Program, mut bytes: Vec<u8>, count: Option<&Const>, m: &Expr, e: &Expr) -> Val {
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
