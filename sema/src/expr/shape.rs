//! Shapes of expressions, as far as they are known at compile time, and conformance.

use crate::const_eval::Eval;
use crate::const_eval::{extent, trips};
use crate::ctx::*;
use crate::decl::types::const_extents;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::*;

/// Length of a character type, where constant.
pub(crate) fn type_len(ty: &Ty) -> Option<i64> {
    match ty {
        Ty::Character(CharLen::Const(n), _) => Some(*n),
        _ => None,
    }
}

/// The value of a constant integer.
pub(crate) fn constant_int(prog: &Program, e: &Expr) -> Option<i64> {
    match Eval::of(prog).eval(e).ok()? {
        Const::Int(n) => i64::try_from(n).ok(),
        _ => None,
    }
}

fn from_dims(dims: &Dims) -> Vec<Option<i64>> {
    match dims {
        Dims::Explicit(v) => v
            .iter()
            .map(|(l, h)| {
                let (l, h) = (super::super::decl::resolve::int_const(l)?, super::super::decl::resolve::int_const(h)?);
                Some(extent(l, h))
            })
            .collect(),
        d => vec![None; d.rank()],
    }
}

/// The extents of an expression; `None` where not known.
pub(crate) fn shape_of(prog: &Program, e: &Expr) -> Vec<Option<i64>> {
    let unknown = || vec![None; e.rank];
    if e.rank == 0 {
        return vec![];
    }
    let s = match &e.kind {
        ExprKind::Const(Const::Array { shape, .. }) => shape.iter().map(|n| Some(*n)).collect(),
        ExprKind::Var(s) => from_dims(&prog.symbols[s.0 as usize].dims),
        ExprKind::Component { base, of, index } => {
            if base.rank > 0 {
                shape_of(prog, base)
            } else {
                from_dims(&prog.types[of.0 as usize].components[*index].dims)
            }
        }
        ExprKind::Section { base, subs } => {
            let whole = shape_of(prog, base);
            let lower = Eval::of(prog).lower_bounds(base);
            let mut v = vec![];
            for (i, s) in subs.iter().enumerate() {
                match s {
                    Subscript::Index(_) => {}
                    Subscript::Vector(x) => v.push(shape_of(prog, x).first().copied().flatten()),
                    Subscript::Range { lower: l, upper: h, step } => {
                        let known = matches!(&base.kind, ExprKind::Var(s) if matches!(prog.symbols[s.0 as usize].dims, Dims::Explicit(_)));
                        let st = match step {
                            Some(x) => constant_int(prog, x),
                            None => Some(1),
                        };
                        let n = (|| {
                            let st = st?;
                            if st == 0 {
                                return None;
                            }
                            if l.is_none() && h.is_none() {
                                let n = whole.get(i).copied().flatten()?;
                                // What is left out is the declared bound, whatever the sign of the stride (9.5.3.3.1).
                                return Some(trips(1, n, st));
                            }
                            if let (Some((x, a)), Some((y, z))) =
                                (l.as_ref().and_then(offset), h.as_ref().and_then(offset))
                                && x == y
                            {
                                return Some(trips(a, z, st));
                            }
                            let lo = lower.get(i).copied();
                            let hi = whole.get(i).copied().flatten().and_then(|n| Some(lo? + n - 1));
                            let a = match l {
                                Some(x) => constant_int(prog, x)?,
                                None if !known => return None,
                                None => lo?,
                            };
                            let z = match h {
                                Some(x) => constant_int(prog, x)?,
                                None if !known => return None,
                                None => hi?,
                            };
                            Some(trips(a, z, st))
                        })();
                        v.push(n);
                    }
                }
            }
            v
        }
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => shape_of(prog, a),
        ExprKind::ComplexPart { base, .. } | ExprKind::Substring { base, .. } => shape_of(prog, base),
        ExprKind::Binary(_, a, b) => merge(&shape_of(prog, a), &shape_of(prog, b), e.rank),
        ExprKind::ArrayCtor(items) => vec![ctor_len(prog, items)],
        ExprKind::Call(c) => match &c.target {
            ProcTarget::Proc(p) => {
                let p = &prog.procs[p.0 as usize];
                if p.elemental {
                    let mut s = unknown();
                    for a in &c.args {
                        if let Actual::Expr(x) = a
                            && x.rank == e.rank
                        {
                            s = merge(&s, &shape_of(prog, x), e.rank);
                        }
                    }
                    s
                } else {
                    match p.result {
                        Some(r) => from_dims(&prog.symbols[r.0 as usize].dims),
                        None => unknown(),
                    }
                }
            }
            _ => unknown(),
        },
        ExprKind::Intrinsic { id, args } => crate::intrinsics::extents(prog, *id, args, e.rank),
        _ => unknown(),
    };
    if s.len() == e.rank { s } else { unknown() }
}

/// A variable and what is added to it.
fn offset(e: &Expr) -> Option<(SymbolId, i64)> {
    let constant = |e: &Expr| match &e.kind {
        ExprKind::Const(Const::Int(n)) => i64::try_from(*n).ok(),
        _ => None,
    };
    match &e.kind {
        ExprKind::Var(s) if e.rank == 0 => Some((*s, 0)),
        ExprKind::Convert(x) | ExprKind::Paren(x) if matches!(x.ty, Ty::Integer(_)) => offset(x),
        ExprKind::Binary(Op2::Add, a, b) => match (offset(a), constant(b)) {
            (Some((s, n)), Some(c)) => Some((s, n.checked_add(c)?)),
            _ => {
                let ((s, n), c) = (offset(b)?, constant(a)?);
                Some((s, n.checked_add(c)?))
            }
        },
        ExprKind::Binary(Op2::Sub, a, b) => {
            let ((s, n), c) = (offset(a)?, constant(b)?);
            Some((s, n.checked_sub(c)?))
        }
        _ => None,
    }
}

fn ctor_len(prog: &Program, items: &[AcItem]) -> Option<i64> {
    let mut n: i64 = 0;
    for i in items {
        let more = match i {
            AcItem::Expr(e) if e.rank == 0 => 1,
            AcItem::Expr(e) => shape_of(prog, e).into_iter().try_fold(1i64, |p, x| p.checked_mul(x?))?,
            AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                let (lo, hi) = (constant_int(prog, lower)?, constant_int(prog, upper)?);
                let st = match step {
                    Some(s) => constant_int(prog, s)?,
                    None => 1,
                };
                if st == 0 {
                    return None;
                }
                trips(lo, hi, st).checked_mul(ctor_len(prog, items)?)?
            }
        };
        n = n.checked_add(more)?;
    }
    Some(n)
}

/// The extents of what two operands give.
pub(crate) fn merge(a: &[Option<i64>], b: &[Option<i64>], rank: usize) -> Vec<Option<i64>> {
    (0..rank).map(|i| a.get(i).copied().flatten().or(b.get(i).copied().flatten())).collect()
}

/// The whole shape, where every extent is known.
pub(crate) fn const_shape(prog: &Program, e: &Expr) -> Option<Vec<i64>> {
    if let ExprKind::Var(s) = &e.kind {
        let sym = &prog.symbols[s.0 as usize];
        if sym.dims == Dims::AssumedRank {
            return None;
        }
        if sym.allocatable || sym.pointer {
            return if e.rank == 0 { Some(vec![]) } else { None };
        }
        if let Some(x) = const_extents(&sym.dims) {
            return Some(x);
        }
    }
    shape_of(prog, e).into_iter().collect()
}

impl<'a> Facts<'a> {
    /// The whole shape of an expression, where every extent is known.
    pub fn const_shape(&self, e: &Expr) -> Option<Vec<i64>> {
        const_shape(&self.prog, e)
    }
}

impl<'a> Rules<'a> {
    /// Checks that two operands conform; the rank of the result.
    pub fn conform(&mut self, a: &Expr, b: &Expr, what: &str, span: Span) -> Res<usize> {
        if a.rank == 0 || b.rank == 0 {
            return Ok(a.rank.max(b.rank));
        }
        if a.rank != b.rank {
            let d = Diagnostic::error(
                ErrorCode::Rank,
                span,
                format!("{what} have ranks {} and {}, which do not conform", a.rank, b.rank),
            )
            .also(a.span, format!("rank {}", a.rank))
            .also(b.span, format!("rank {}", b.rank));
            return Err(self.report(d));
        }
        let (x, y) = (shape_of(&self.prog, a), shape_of(&self.prog, b));
        for (i, (p, q)) in x.iter().zip(&y).enumerate() {
            if let (Some(p), Some(q)) = (p, q)
                && p != q
            {
                let d = Diagnostic::error(
                    ErrorCode::Rank,
                    span,
                    format!("{what} have different shapes: {p} and {q} elements in dimension {}", i + 1),
                )
                .also(a.span, format!("{p} elements"))
                .also(b.span, format!("{q} elements"));
                return Err(self.report(d));
            }
        }
        Ok(a.rank)
    }
}
