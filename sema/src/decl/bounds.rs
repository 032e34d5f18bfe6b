//! Bounds of arrays and other specification expressions.

use super::resolve::{int_const, int8};
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, DimSpec, Name};
use ferrotran_typed::*;
impl<'a> Rules<'a> {
    pub(super) fn check_constant_extent(&mut self, name: &Name, span: Span, ty: &Ty, dims: &Dims) -> Res<()> {
        let constant = match dims {
            Dims::Explicit(v) => v.iter().all(|(l, h)| int_const(l).is_some() && int_const(h).is_some()),
            _ => true,
        };
        if !constant {
            return Err(self.err(
                ErrorCode::Shape,
                span,
                format!("`{name}` needs constant bounds here: it is not local to a procedure, or it is saved"),
            ));
        }
        if matches!(ty, Ty::Character(CharLen::Expr(_), _)) {
            return Err(self.err(ErrorCode::Shape, span, format!("`{name}` needs a constant length here")));
        }
        Ok(())
    }

    /// Lower and upper bounds of all dimensions; one bound stands for all.
    pub fn pair_bounds(&mut self, lower: Vec<Expr>, upper: Vec<Expr>, span: Span) -> Res<Vec<(Expr, Expr)>> {
        let n = lower.len().max(upper.len());
        if [lower.len(), upper.len()].iter().any(|&k| k != n && k != 1) {
            let text = format!("{} lower bounds and {} upper bounds are given", lower.len(), upper.len());
            return Err(self.err(ErrorCode::Shape, span, text));
        }
        let at = |v: &[Expr], i: usize| v[i.min(v.len() - 1)].clone();
        Ok((0..n).map(|i| (at(&lower, i), at(&upper, i))).collect())
    }

    /// The elements of an integer array of rank 1 whose size is known.
    pub fn elements_of(&mut self, x: Expr) -> Res<Vec<Expr>> {
        let span = x.span;
        if !matches!(x.ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Shape, span, format!("an array bound must be an integer, this is {t}")));
        }
        let mut x = x;
        if let Some(c @ Const::Array { .. }) = self.try_const(&x) {
            x.kind = ExprKind::Const(c);
        }
        let scalar = |kind: ExprKind| Expr { kind, ty: x.ty.clone(), rank: 0, span };
        if let ExprKind::Const(Const::Array { elems, .. }) = &x.kind {
            let values: Option<Vec<_>> = elems.iter().map(|c| c.clone().map(|c| scalar(ExprKind::Const(c)))).collect();
            return values.ok_or(Reported);
        }
        let n = crate::expr::shape::shape_of(&self.prog, &x).first().copied().flatten();
        let Some(n @ 1..=15) = n else {
            return Err(self.err(
                ErrorCode::Shape,
                span,
                "an array of bounds has one element for each dimension, at most 15",
            ));
        };
        // What a scalar product with a unit vector picks.
        let unit = |k: i64| Const::Array {
            shape: vec![n],
            elems: (0..n).map(|i| Some(Const::Int(i128::from(i == k)))).collect(),
        };
        let pick = |k: i64| {
            let unit = Expr { kind: ExprKind::Const(unit(k)), ty: x.ty.clone(), rank: 1, span };
            let args = vec![Some(x.clone()), Some(unit)];
            scalar(ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::DotProduct, args })
        };
        Ok((0..n).map(pick).collect())
    }

    /// Checks that an expression may stand in a specification part: no local variables in it, only pure functions.
    pub(super) fn check_spec_expr(&mut self, here: ScopeId, e: &Expr) -> Res<()> {
        let mut bad: Option<(Span, String)> = None;
        e.walk(&mut |x| {
            if bad.is_some() {
                return;
            }
            match &x.kind {
                ExprKind::Var(id) => {
                    let s = self.sym(*id);
                    let local = matches!(s.storage, Storage::Local | Storage::Result);
                    // Past the specification part (ALLOCATE, array constructors) and in internal procedures anything goes.
                    let declaring = self.si(*id).scope.is_some_and(|sc| !self.sc(sc).finished);
                    // Those of the host of an interface body have their values.
                    let host = self.sc(here).kind == ScopeKind::Interface
                        && self.si(*id).scope.is_some_and(|o| self.unit_scope(o) != self.unit_scope(here));
                    let saved_here = !host
                        && matches!(s.storage, Storage::Static { .. })
                        && s.owner.is_some()
                        && self
                            .si(*id)
                            .scope
                            .is_some_and(|sc| self.sc(sc).kind == ScopeKind::Proc && !self.sc(sc).finished);
                    if (local && declaring && !host) || saved_here {
                        bad = Some((
                            x.span,
                            format!("local variable `{}` cannot be used in a specification expression", s.name),
                        ));
                    } else if declaring && matches!(s.storage, Storage::Dummy(_)) && s.intent == Intent::Out {
                        bad = Some((
                            x.span,
                            format!(
                                "`{}` has INTENT(OUT): its value cannot be used in a specification expression",
                                s.name
                            ),
                        ));
                    } else if declaring && matches!(s.storage, Storage::Dummy(_)) && s.optional {
                        bad = Some((
                            x.span,
                            format!("optional `{}` cannot be used in a specification expression", s.name),
                        ));
                    }
                }
                ExprKind::Call(c) => {
                    let iface = match &c.target {
                        ProcTarget::Proc(p) => Some(*p),
                        ProcTarget::Bound { iface, .. } => Some(*iface),
                        ProcTarget::Pointer { iface: ProcIface::Explicit(p), .. } => Some(*p),
                        _ => None,
                    };
                    if let Some(p) = &iface
                        && !self.proc(*p).pure_
                    {
                        bad = Some((
                            x.span,
                            format!("function `{}` in a specification expression must be pure", self.proc(*p).name),
                        ));
                    }
                }
                _ => {}
            }
        });
        // Inquiries about local variables are fine: their operands are not evaluated.
        if let Some((span, msg)) = bad {
            if e.only_inquired() && !msg.starts_with("optional") {
                return Ok(());
            }
            return Err(self.err(ErrorCode::Shape, span, msg));
        }
        Ok(())
    }
}

impl<'a> Resolver<'a> {
    /// Array bounds of a declaration.
    pub fn dims(&mut self, sc: ScopeId, d: &'a [DimSpec], pre: &PreDecl<'a>, span: Span, param: bool) -> Res<Dims> {
        let deferred = pre.allocatable || pre.pointer;
        if let [DimSpec::AssumedRank] = d {
            return Ok(Dims::AssumedRank);
        }
        let all_colon = d.iter().all(|x| matches!(x, DimSpec::Assumed { .. }));
        if all_colon {
            if deferred {
                if d.iter().any(|x| matches!(x, DimSpec::Assumed { lower: Some(_) })) {
                    return Err(self.err(ErrorCode::Shape, span, "a deferred-shape array has no lower bounds"));
                }
                return Ok(Dims::Deferred(d.len()));
            }
            let mut v = vec![];
            for x in d {
                let DimSpec::Assumed { lower } = x else { continue };
                v.push(match lower {
                    Some(e) => self.spec_bound(sc, e)?,
                    None => int8(1, span),
                });
            }
            return Ok(if pre.dummy.is_some() || !deferred { Dims::Assumed(v) } else { Dims::Deferred(d.len()) });
        }
        if let [DimSpec::Explicit { lower, upper }] = d
            && let Some(v) = self.bounds_by_arrays(sc, lower.as_ref(), upper)?
        {
            return Ok(Dims::Explicit(v));
        }
        let mut v = vec![];
        for (i, x) in d.iter().enumerate() {
            match x {
                DimSpec::Explicit { lower, upper } => {
                    let l = match lower {
                        Some(e) => self.spec_bound(sc, e)?,
                        None => int8(1, span),
                    };
                    v.push((l, self.spec_bound(sc, upper)?));
                }
                DimSpec::AssumedSize { .. } if param && d.iter().any(|x| !matches!(x, DimSpec::AssumedSize { .. })) => {
                    let text = "an array of implied shape has `*` in every dimension";
                    return Err(self.err(ErrorCode::Shape, span, text));
                }
                DimSpec::AssumedSize { lower } if i + 1 == d.len() || param => {
                    let l = match lower {
                        Some(e) => self.spec_bound(sc, e)?,
                        None => int8(1, span),
                    };
                    if param {
                        // Implied shape: set from the value; an upper bound of lower - 1 marks it.
                        let mark = Expr { kind: ExprKind::Null, ty: Ty::Integer(8), rank: 0, span };
                        v.push((l, mark));
                    } else {
                        return Ok(Dims::AssumedSize(v, Box::new(l)));
                    }
                }
                _ => {
                    return Err(self.err(
                        ErrorCode::Shape,
                        span,
                        "the dimensions of an array must be all explicit, or all deferred or assumed",
                    ));
                }
            }
        }
        Ok(Dims::Explicit(v))
    }

    /// The bounds that arrays of rank 1 give for all dimensions (Fortran 2023, 8.5.8.2); `None`: they are scalar.
    fn bounds_by_arrays(
        &mut self,
        sc: ScopeId,
        lower: Option<&'a ast::Expr>,
        upper: &'a ast::Expr,
    ) -> Res<Option<Vec<(Expr, Expr)>>> {
        let is_array = |s: &mut Self, e: &'a ast::Expr| -> Res<bool> {
            // Most bounds are numbers or names of constants.
            if matches!(e.kind, ast::ExprKind::Int { .. }) {
                return Ok(false);
            }
            s.in_spec += 1;
            let x = s.expr(sc, e);
            s.in_spec -= 1;
            Ok(x?.rank == 1)
        };
        let arrays = (is_array(self, upper)?, lower.map(|l| is_array(self, l)).transpose()?.unwrap_or(false));
        if arrays == (false, false) {
            return Ok(None);
        }
        self.newer(2023, upper.span, "bounds by arrays")?;
        let list = |s: &mut Self, e: &'a ast::Expr, array: bool| -> Res<Vec<Expr>> {
            if !array {
                return Ok(vec![s.spec_bound(sc, e)?]);
            }
            s.in_spec += 1;
            let x = s.expr(sc, e);
            s.in_spec -= 1;
            let mut x = x?;
            x.replace(&|e: &Expr| s.declared_property(e));
            s.check_spec_expr(sc, &x)?;
            let v = s.elements_of(x)?;
            v.into_iter().map(|x| s.convert(x, &Ty::Integer(8))).collect()
        };
        let upper_list = list(self, upper, arrays.0)?;
        let lower_list = match lower {
            Some(l) => list(self, l, arrays.1)?,
            None => vec![int8(1, upper.span)],
        };
        self.pair_bounds(lower_list, upper_list, upper.span).map(Some)
    }

    /// A bound: a specification expression as integer(8).
    pub fn spec_bound(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        let x = self.spec_expr(sc, e)?;
        if !matches!(x.ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Shape, e.span, format!("an array bound must be an integer, this is {t}")));
        }
        self.convert(x, &Ty::Integer(8))
    }

    /// A scalar specification expression.
    pub fn spec_expr(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        self.in_spec += 1;
        let x = self.expr(sc, e);
        self.in_spec -= 1;
        let x = x?;
        if x.rank != 0 {
            return Err(self.err(ErrorCode::Rank, e.span, "a specification expression must be scalar"));
        }
        let mut x = x;
        x.replace(&|e: &Expr| self.declared_property(e));
        self.check_spec_expr(sc, &x)?;
        Ok(x)
    }
}

impl<'a> Facts<'a> {
    /// What an inquiry about a local object or result gives by its declaration, whose expressions have their values at
    /// entry, too: the object itself need not be there yet (or, for callers, at all).
    pub(super) fn declared_property(&self, e: &Expr) -> Option<Expr> {
        use ferrotran_typed::intrinsics::Intrinsic;
        let ExprKind::Intrinsic { id, args } = &e.kind else { return None };
        let Some(Some(Expr { kind: ExprKind::Var(s), .. })) = args.first() else { return None };
        let y = self.sym(*s);
        if !matches!(y.storage, Storage::Local | Storage::Result) || y.allocatable || y.pointer {
            return None;
        }
        let span = e.span;
        let as_asked = |x: Expr| match x.ty == e.ty {
            true => x,
            false => Expr { kind: ExprKind::Convert(Box::new(x)), ty: e.ty.clone(), rank: 0, span },
        };
        let call = |id: Intrinsic, args: Vec<Expr>| {
            let ty = args[0].ty.clone();
            Expr { kind: ExprKind::Intrinsic { id, args: args.into_iter().map(Some).collect() }, ty, rank: 0, span }
        };
        let binary = |op: Op2, a: &Expr, b: &Expr, ty: Ty| Expr {
            kind: ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())),
            ty,
            rank: 0,
            span,
        };
        if *id == Intrinsic::Len {
            let Ty::Character(CharLen::Expr(n), _) = &y.ty else { return None };
            let zero = Expr { kind: ExprKind::Const(Const::Int(0)), ty: n.ty.clone(), rank: 0, span };
            return Some(as_asked(call(Intrinsic::Max, vec![(**n).clone(), zero])));
        }
        let Dims::Explicit(v) = &y.dims else { return None };
        let dim = match args.get(1) {
            Some(Some(d)) => Some(usize::try_from(int_const(d)?).ok()?.checked_sub(1)?),
            _ => None,
        };
        let extent = |(l, u): &(Expr, Expr)| {
            let n = binary(Op2::Sub, u, l, Ty::Integer(8));
            let n = binary(Op2::Add, &n, &int8(1, span), Ty::Integer(8));
            call(Intrinsic::Max, vec![n, int8(0, span)])
        };
        let some = |(l, u): &(Expr, Expr)| binary(Op2::Le, l, u, Ty::Logical(self.opts.default_logical));
        match (id, dim) {
            (Intrinsic::Size, Some(d)) => Some(as_asked(extent(v.get(d)?))),
            (Intrinsic::Size, None) => {
                let first = extent(v.first()?);
                Some(as_asked(v[1..].iter().fold(first, |p, b| binary(Op2::Mul, &p, &extent(b), Ty::Integer(8)))))
            }
            (Intrinsic::Lbound, Some(d)) => {
                let b = v.get(d)?;
                Some(as_asked(call(Intrinsic::Merge, vec![b.0.clone(), int8(1, span), some(b)])))
            }
            (Intrinsic::Ubound, Some(d)) => {
                let b = v.get(d)?;
                Some(as_asked(call(Intrinsic::Merge, vec![b.1.clone(), int8(0, span), some(b)])))
            }
            _ => None,
        }
    }
}
