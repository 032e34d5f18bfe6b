//! Rules for the arguments of single intrinsics that several of them share, or that need more than a few lines.

use crate::ctx::*;
use crate::expr::shape::{shape_of, type_len};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::intrinsics::{Class, Intrinsic};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// The operation of REDUCE and CO_REDUCE: a pure function of two scalars of the array's type (16.9.58, 16.9.161).
    pub(super) fn check_operation(&mut self, id: Intrinsic, a: &Expr, op: &Expr) -> Res<()> {
        let fail = |s: &mut Self, why: &str| {
            let text = format!("the operation of `{}` {why}", id.name());
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
}

impl<'a> Facts<'a> {
    /// Whether two designators of names and components are the same.
    pub(super) fn same_place(&self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
            (ExprKind::Component { base: p, of: s, index: i }, ExprKind::Component { base: q, of: t, index: j }) => {
                s == t && i == j && self.same_place(p, q)
            }
            _ => false,
        }
    }

    /// Whether `b` is `a`, or a part of it.
    pub(super) fn part_of(&self, a: &Expr, b: &Expr) -> bool {
        self.same_place(a, b) || matches!(&b.kind, ExprKind::Component { base, .. } if self.part_of(a, base))
    }
}

impl<'a> Rules<'a> {
    /// BOUNDARY of EOSHIFT is scalar, or has the shape of the array without the dimension shifted (16.9.77).
    pub(super) fn check_boundary(&mut self, array: &Expr, boundary: &Expr, dim: Option<Expr>) -> Res<()> {
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
        let dim = match dim {
            None => 1,
            Some(d) => match self.try_int(&d) {
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

    /// What C_LOC gives the address of (18.2.3.6).
    pub(super) fn check_address(&mut self, a: &Expr) -> Res<()> {
        if !self.is_target(a) && !matches!(a.ty, Ty::Procedure) {
            let text = "the argument of `c_loc` must have the attribute TARGET or POINTER";
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        let described = match &a.kind {
            ExprKind::Var(s) => {
                let y = self.sym(*s);
                y.pointer || matches!(y.dims, Dims::Assumed(_))
            }
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].pointer,
            _ => false,
        };
        if a.rank > 0
            && let Ty::Derived(t) = &a.ty
            && !self.ty(*t).bind_c
            && self.types.info[t.0 as usize].def.is_some()
        {
            self.newer(2018, a.span, "`c_loc` of an array of a type without BIND(C)")?;
        } else if a.rank > 0 && described {
            self.newer(2008, a.span, "`c_loc` of an array pointer or an assumed-shape array")?;
        }
        Ok(())
    }

    /// Kinds of the arguments of SYSTEM_CLOCK (Fortran 2023, 16.9.202; default kind in Fortran 95).
    pub(super) fn check_clock(&mut self, slots: &[Option<Expr>]) -> Res<()> {
        let year = self.opts.standard;
        let default = self.opts.default_integer;
        let mut first: Option<u8> = None;
        for a in slots.iter().flatten() {
            let at = a.span;
            match a.ty {
                Ty::Real(_) => self.newer(2003, at, "a real COUNT_RATE")?,
                Ty::Integer(k) if k != default && year == 1995 => {
                    self.newer(2003, at, "an argument of `system_clock` of another kind than default integer")?
                }
                Ty::Integer(k) if year >= 2023 => {
                    if k < default {
                        let text = "the arguments of `system_clock` have the range of default integers at least";
                        return Err(self.err(ErrorCode::Argument, at, text));
                    }
                    if first.is_some_and(|f| f != k) {
                        let text = "the integer arguments of `system_clock` must have one kind";
                        return Err(self.err(ErrorCode::Argument, at, text));
                    }
                    first = Some(k);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Functions that Fortran 95 does not allow in initialization expressions (there 7.1.6.1).
    pub(super) fn check_initial_function(
        &mut self,
        id: Intrinsic,
        slots: &[Option<Expr>],
        ty: &Ty,
        span: Span,
    ) -> Res<()> {
        let plain = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Character(..));
        let allowed = match id.row().class {
            Class::Elemental => plain(ty) && slots.iter().flatten().all(|a| plain(&a.ty)),
            Class::Transformational => matches!(
                id,
                Intrinsic::Repeat
                    | Intrinsic::Reshape
                    | Intrinsic::SelectedIntKind
                    | Intrinsic::SelectedRealKind
                    | Intrinsic::Transfer
                    | Intrinsic::Trim
                    | Intrinsic::Null
            ),
            _ => true,
        };
        match allowed {
            true => Ok(()),
            false => self.newer(2003, span, &format!("`{}` in an initialization expression", id.name())),
        }
    }

    /// What constant arguments of some intrinsics cannot be.
    pub(super) fn check_constant_arguments(&mut self, id: Intrinsic, slots: &[Option<Expr>]) -> Res<()> {
        if let Some(v) =
            slots.iter().flatten().find(|a| matches!(a.kind, ExprKind::Intrinsic { id: Intrinsic::Val, .. }))
        {
            let text = "`%val` is for arguments of external procedures only";
            return Err(self.err(ErrorCode::Argument, v.span, text));
        }
        let arg = |k: usize| slots.get(k).and_then(|a| a.as_ref());
        let value = |s: &Self, k: usize| arg(k).and_then(|a| s.try_int(a).map(|n| (n, a.span)));
        let text = match id {
            Intrinsic::Repeat => match value(self, 1) {
                Some((n, at)) if n < 0 => Some((at, format!("NCOPIES of `repeat` is {n}, which is negative"))),
                _ => None,
            },
            Intrinsic::Ishftc => match (value(self, 1), value(self, 2)) {
                (_, Some((size, at))) if size < 1 => {
                    Some((at, format!("SIZE of `ishftc` is {size}: it must be positive")))
                }
                (Some((n, at)), Some((size, _))) if n.abs() > size => {
                    Some((at, format!("SHIFT of `ishftc` is {n}, its absolute value exceeds SIZE, which is {size}")))
                }
                _ => None,
            },
            // 16.9.68, 16.9.77
            Intrinsic::Cshift | Intrinsic::Eoshift if arg(0).is_some() => {
                let rank = arg(0).map_or(0, |a| a.rank);
                let others = [(1, "SHIFT"), (2, "BOUNDARY")];
                others.iter().filter(|o| id == Intrinsic::Eoshift || o.0 == 1).find_map(|(k, word)| {
                    let x = arg(*k).filter(|x| x.rank > 0 && (x.rank + 1 != rank || rank == 1))?;
                    let want =
                        if rank == 1 { "be a scalar".into() } else { format!("be a scalar or have rank {}", rank - 1) };
                    Some((x.span, format!("{word} of `{}` must {want}", id.name())))
                })
            }
            Intrinsic::ImageStatus => match value(self, 0) {
                Some((n, at)) if n < 1 => Some((at, format!("image numbers are positive, this is {n}"))),
                _ => None,
            },
            _ => None,
        };
        match text {
            Some((at, text)) => Err(self.err(ErrorCode::Argument, at, text)),
            None => Ok(()),
        }
    }
}
