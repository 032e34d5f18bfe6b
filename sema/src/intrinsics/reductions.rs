//! The family *reductions*: reduction of arrays, and places in them.

use super::*;
use crate::const_eval::numeric::binary;
use ferrotran_abi::reduction::{Identity, ReduceOp};
use ferrotran_typed::intrinsics::family::Reductions;
use ferrotran_xreal::{Format, functions};

impl<'a> Resolver<'a> {
    pub(super) fn rules_of_reductions(&mut self, sc: ScopeId, id: Reductions, a: &mut Arguments) -> Res<()> {
        match id {
            Reductions::Findloc => self.check_findloc(a),
            Reductions::Reduce => {
                self.check_operation(a)?;
                self.reduce_operation(sc, a.slots)
            }
            _ => Ok(()),
        }
    }

    /// The operation of REDUCE and CO_REDUCE: a pure function of two scalars of the array's type (16.9.58, 16.9.161).
    pub(super) fn check_operation(&mut self, args: &Arguments) -> Res<()> {
        let (Some(a), Some(op)) = (args.get(0), args.get(1)) else { return Ok(()) };
        let fail = |s: &mut Self, why: &str| {
            let text = format!("the operation of `{}` {why}", args.name());
            Err(s.err(ErrorCode::Argument, op.span, text))
        };
        let Some(ProcIface::Explicit(p)) = self.procedure_of(op) else {
            return fail(self, "must be a pure function with an explicit interface");
        };
        self.ensure_spec(p);
        let q = self.proc(p).clone();
        let (Some(r), true) = (q.result, self.pi(p).function && q.pure_) else {
            return fail(self, "must be a pure function");
        };
        let [x, y] = q.args[..] else { return fail(self, "must have two arguments") };
        let (r, x, y) = (self.sym(r).clone(), self.sym(x).clone(), self.sym(y).clone());
        if [&r, &x, &y].iter().any(|s| s.rank() > 0 || s.allocatable || s.pointer || s.dims == Dims::AssumedRank) {
            return fail(self, "has scalar arguments and a scalar result, neither allocatable nor pointers");
        }
        if !self.same_declared(&r.ty, &a.ty) && !matches!(a.ty, Ty::Class(_)) {
            let (t, u) = (ty_name(&self.prog, &a.ty), ty_name(&self.prog, &r.ty));
            return fail(self, &format!("must give {t}, not {u}"));
        }
        if x.optional || y.optional {
            return fail(self, "cannot have optional arguments");
        }
        let pairs = [
            (x.by_value != y.by_value, "VALUE"),
            (x.asynchronous != y.asynchronous, "ASYNCHRONOUS"),
            (x.target != y.target, "TARGET"),
        ];
        if let Some((_, word)) = pairs.iter().find(|p| p.0) {
            return fail(self, &format!("has {word} for one of its arguments only"));
        }
        if let Some(n) = type_len(&a.ty)
            && [&r, &x, &y].iter().any(|s| type_len(&s.ty).is_some_and(|m| m != n))
        {
            return fail(self, &format!("has arguments and a result of another length than {n}"));
        }
        Ok(())
    }

    /// The operation of REDUCE: a pure function of two scalars of the array's type. Its place among the arguments is
    /// taken by a reference with two variables that stand for the operands.
    pub(super) fn reduce_operation(&mut self, sc: ScopeId, slots: &mut [Option<Expr>]) -> Res<()> {
        let (Some(array), Some(op)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
        let wrong = "the operation of `reduce` must be a function with an explicit interface and two arguments";
        let ExprKind::ProcRef(target) = &op.kind else {
            return Err(self.err(ErrorCode::Argument, op.span, wrong));
        };
        let iface = match &**target {
            ProcTarget::Proc(p) => *p,
            ProcTarget::Symbol(s) => match &self.sym(*s).proc {
                Some(ProcIface::Explicit(p)) => *p,
                _ => return Err(self.err(ErrorCode::Argument, op.span, wrong)),
            },
            _ => return Err(self.err(ErrorCode::Argument, op.span, wrong)),
        };
        self.ensure_spec(iface);
        if !self.pi(iface).function || self.proc(iface).args.len() != 2 {
            return Err(self.err(ErrorCode::Argument, op.span, wrong));
        }
        let mut args = vec![];
        for name in ["%left", "%right"] {
            let ty = crate::expr::value_type(&array.ty);
            let s = self.new_symbol(name.into(), op.span, ty.clone(), Dims::Scalar, Storage::Associate, sc);
            let expr = Expr { kind: ExprKind::Var(s), ty, rank: 0, span: op.span };
            args.push(ArgIn { part: false, coindexed: false, keyword: None, expr, span: op.span });
        }
        let (call, rank) = self.build_call(sc, iface, (**target).clone(), args, op.span)?;
        let value = self.call_expr(iface, call, rank, op.span)?;
        let same = match (&value.ty, &array.ty) {
            (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
            (a, b) => a == b,
        };
        if !same || value.rank != 0 {
            return Err(self.err(
                ErrorCode::Argument,
                op.span,
                "the operation of `reduce` must give a scalar of the type of the array",
            ));
        }
        slots[1] = Some(value);
        Ok(())
    }
}

impl<'a> Rules<'a> {
    fn check_findloc(&mut self, args: &mut Arguments) -> Res<()> {
        let (Some(a), Some(v)) = (args.slots[0].clone(), args.slots[1].clone()) else { return Ok(()) };
        match common_numeric(&a.ty, &v.ty) {
            // The value is converted to the type of the array, as elsewhere.
            Some(_) => args.slots[1] = Some(self.convert(v, &a.ty)?),
            None if matches!((&a.ty, &v.ty), (Ty::Logical(_), Ty::Logical(_))) || a.ty.same_characters(&v.ty) => {}
            None => {
                let text = "the value that `findloc` looks for cannot be compared with the array's elements";
                return Err(self.err(ErrorCode::Argument, v.span, text));
            }
        }
        Ok(())
    }
}

/// The extents of an array result.
pub(super) fn extents(prog: &Program, id: Reductions, args: &[Option<Expr>], rank: usize) -> Vec<Option<i64>> {
    let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
    let unknown = vec![None; rank];
    let Some(a) = arg(0) else { return unknown };
    let dim = match id {
        Reductions::Findloc | Reductions::Reduce => arg(2),
        _ => arg(1),
    };
    match (id, dim) {
        (_, Some(d)) => drop_dim(prog, a, d, unknown),
        (Reductions::Findloc | Reductions::Maxloc | Reductions::Minloc, None) => vec![Some(a.rank as i64)],
        _ => unknown,
    }
}

fn drop_dim(prog: &Program, a: &Expr, d: &Expr, unknown: Vec<Option<i64>>) -> Vec<Option<i64>> {
    let mut s = shape_of(prog, a);
    match constant_int(prog, d) {
        Some(d) if d >= 1 && d as usize <= s.len() => {
            s.remove(d as usize - 1);
            s
        }
        _ => unknown,
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: Reductions, mut r: Reference) -> Val {
    let values = r.values()?;
    match id {
        Reductions::All
        | Reductions::Any
        | Reductions::Iall
        | Reductions::Iany
        | Reductions::Iparity
        | Reductions::Maxval
        | Reductions::Minval
        | Reductions::Parity
        | Reductions::Product
        | Reductions::Sum => match r.id.reduction() {
            Some(op) => over(&r, &values, &|x| combined(op, x, &r)),
            None => r.at_run_time(),
        },
        Reductions::Count => {
            let truth = |x: &&Const| matches!(x, Const::Logical(true));
            over(&r, &values, &|x| Ok(Const::Int(x.iter().copied().filter(|x| truth(x)).count() as i128)))
        }
        Reductions::Norm2 => over(&r, &values, &|x| norm(x, &r.e.ty, r.e.span)),
        Reductions::Findloc => {
            let Some(Some(wanted)) = values.get(1) else { return r.at_run_time() };
            let equal = |x: &Const| order(x, wanted) == Some(Ordering::Equal);
            located(&values, 2, r.e.span, |x, back| {
                let mut hits = x.iter().filter(|(_, x)| equal(x)).map(|(at, _)| *at);
                if back { hits.next_back() } else { hits.next() }
            })
        }
        Reductions::Maxloc => located(&values, 1, r.e.span, |x, back| extreme(x, Ordering::Greater, back)),
        Reductions::Minloc => located(&values, 1, r.e.span, |x, back| extreme(x, Ordering::Less, back)),
        Reductions::Reduce => r.at_run_time(),
    }
}

/// Splits an array into lines along a dimension (0-based): for each position of the others, the indices.
pub(super) fn lines(shape: &[i64], d: usize) -> Vec<Vec<usize>> {
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

/// Reduces the elements of an array under the mask, or those of each line along DIM.
fn over(r: &Reference, values: &[Option<Const>], one: &dyn Fn(&[&Const]) -> Val) -> Val {
    let span = r.e.span;
    let Some(Some(Const::Array { shape, elems })) = values.first() else { return not_const(span, "not an array") };
    let mask = r.id.row().arg("mask").filter(|k| *k > 0).and_then(|k| values.get(k)).and_then(|m| m.as_ref());
    let of = |indices: &mut dyn Iterator<Item = usize>| -> Val {
        let list: Option<Vec<&Const>> =
            indices.filter(|i| mask_at(mask, *i)).map(|i| elems.get(i).and_then(|x| x.as_ref())).collect();
        match list {
            Some(list) => one(&list),
            None => not_const(span, "an element has no value"),
        }
    };
    match as_int(values.get(1).and_then(|x| x.as_ref())) {
        Some(d) if shape.len() > 1 => {
            let d = d as usize - 1;
            let mut out = vec![];
            for l in lines(shape, d) {
                out.push(Some(of(&mut l.into_iter())?));
            }
            let mut s = shape.clone();
            s.remove(d);
            Ok(Const::Array { shape: s, elems: out })
        }
        _ => of(&mut (0..elems.len())),
    }
}

fn is_nan(x: &Const) -> bool {
    match x {
        Const::Real(x) => x.is_nan(),
        Const::Ext(x) => x.is_nan(),
        _ => false,
    }
}

fn combined(op: ReduceOp, list: &[&Const], r: &Reference) -> Val {
    let (ty, span) = (&r.e.ty, r.e.span);
    let mut acc = r.arg(0).and_then(|a| identity(op, &a.ty));
    let mut list = list.to_vec();
    if matches!(op, ReduceOp::Max | ReduceOp::Min) && !list.is_empty() {
        // A NaN counts where there is nothing else, and infinities are beyond what an empty array gives.
        match list.iter().any(|x| !is_nan(x)) {
            true => list.retain(|x| !is_nan(x)),
            false => list.truncate(1),
        }
        acc = None;
    }
    for x in list {
        acc = Some(match acc {
            None => x.clone(),
            Some(a) => combine(op, ty, a, x.clone(), span)?,
        });
    }
    match (acc, op, ty) {
        (Some(a), ..) => Ok(a),
        // The extreme string of the collating sequence (Fortran 2018, 16.9.126 and 16.9.135).
        (None, ReduceOp::Min, Ty::Character(CharLen::Const(n), 1)) => Ok(Const::Char(vec![255; (*n).max(0) as usize])),
        (None, ReduceOp::Max, Ty::Character(CharLen::Const(n), 1)) => Ok(Const::Char(vec![0; (*n).max(0) as usize])),
        _ => not_const(span, "no elements"),
    }
}

/// NORM2
fn norm(list: &[&Const], ty: &Ty, span: Span) -> Val {
    if let Ty::Real(k @ (10 | 16)) = ty {
        let mut c = Calc::kind(*k);
        let hypot = |n: Num, x: &&Const| functions::binary("hypot", &mut c, n, extended::number(x)?);
        return match list.iter().try_fold(Num::ZERO, hypot) {
            Some(n) => Ok(Const::Ext(n)),
            None => not_const(span, "element of another type"),
        };
    }
    let (mut squares, mut norm) = (0f64, 0f64);
    for x in list {
        let Const::Real(x) = x else { return not_const(span, "element of another type") };
        squares += x * x;
        norm = norm.hypot(*x);
    }
    // Squares may leave the range where the norm does not.
    convert(Const::Real(if (1e-280..f64::INFINITY).contains(&squares) { squares.sqrt() } else { norm }), ty, span)
}

/// What a reduction of elements of that type begins with. The extremes of strings depend on their length.
pub(super) fn identity(op: ReduceOp, elem: &Ty) -> Option<Const> {
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
pub(super) fn wrapped(ty: &Ty, n: i128) -> i128 {
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

/// MAXLOC and MINLOC: where the best of some elements is.
fn extreme(list: &[(usize, &Const)], better: Ordering, back: bool) -> Option<usize> {
    let mut best: Option<(usize, &Const)> = None;
    for (at, x) in list {
        let take = match best {
            None => true,
            Some((_, y)) => match order(x, y) {
                Some(Ordering::Equal) => back,
                Some(o) => o == better,
                // A NaN counts where there is nothing else, as at run time.
                None if order(y, y).is_some() => false,
                None => order(x, x).is_some() || back,
            },
        };
        if take {
            best = Some((*at, x));
        }
    }
    best.map(|(at, _)| at)
}

/// A place in an array, or in each of its lines along DIM, which is the argument of that number; `find` gets the
/// elements under the mask with their numbers, and whether the last place is wanted.
fn located(
    values: &[Option<Const>],
    dim: usize,
    span: Span,
    find: impl Fn(&[(usize, &Const)], bool) -> Option<usize>,
) -> Val {
    let v = |i: usize| values.get(i).and_then(|x| x.as_ref());
    let Some(Const::Array { shape, elems }) = v(0) else { return not_const(span, "not an array") };
    let (mask, back) = (v(dim + 1), matches!(v(dim + 3), Some(Const::Logical(true))));
    let place = |indices: &[usize]| {
        let list: Vec<(usize, &Const)> = indices
            .iter()
            .enumerate()
            .filter(|(_, i)| mask_at(mask, **i))
            .filter_map(|(at, i)| Some((at, elems.get(*i)?.as_ref()?)))
            .collect();
        find(&list, back)
    };
    let Some(d) = as_int(v(dim)) else {
        let all: Vec<usize> = (0..elems.len()).collect();
        return Ok(match place(&all) {
            None => ints(vec![0; shape.len()]),
            Some(mut p) => {
                let mut at = vec![];
                for n in shape {
                    at.push((p as i64 % n) + 1);
                    p /= *n as usize;
                }
                ints(at)
            }
        });
    };
    let d = d as usize - 1;
    let places = lines(shape, d).into_iter().map(|l| Some(Const::Int(place(&l).map_or(0, |p| p as i128 + 1))));
    let mut out: Vec<Option<Const>> = places.collect();
    if shape.len() == 1 {
        return Ok(out.pop().flatten().unwrap_or(Const::Int(0)));
    }
    let mut s = shape.clone();
    s.remove(d);
    Ok(Const::Array { shape: s, elems: out })
}
