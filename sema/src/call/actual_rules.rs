//! Rules for actual arguments that do not decide whether a procedure fits a reference.

use super::ArgIn;
use crate::ctx::*;
use crate::stmt::control::is_variable;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

impl<'a> Rules<'a> {
    /// Checks arguments that fit their dummies; `elemental`: one of an elemental reference is an array.
    pub(super) fn check_actual_rules(&mut self, proc: &Procedure, args: &[Actual], elemental: bool) -> Res<()> {
        self.warn_aliasing(proc, args);
        for (dummy, a) in proc.args.iter().zip(args) {
            let Actual::Expr(a) = a else { continue };
            if proc.host.is_some() && matches!(a.kind, ExprKind::Intrinsic { id: Intrinsic::Val, .. }) {
                let text = "`%val` is for arguments of external procedures only";
                return Err(self.err(ErrorCode::Argument, a.span, text));
            }
            let d = self.sym(*dummy).clone();
            let in_place = match &a.kind {
                ExprKind::Section { .. } => self.simply_contiguous_section(a),
                ExprKind::Var(_) | ExprKind::Elem { .. } | ExprKind::Component { .. } => true,
                _ => true,
            };
            if !in_place && (matches!(d.dims, Dims::Explicit(_) | Dims::AssumedSize(..)) || d.contiguous) {
                let text = format!("argument `{}` may need a temporary array", d.name);
                self.warn(crate::warn::Warn::ArrayTemporaries, a.span, text);
            }
            if self.si(*dummy).procedure {
                continue;
            }
            // 15.8.3
            if elemental
                && proc.elemental
                && proc.result.is_none()
                && a.rank == 0
                && matches!(d.intent, Intent::Out | Intent::InOut)
                && !self.is_assumed_rank(a)
            {
                let text = format!(
                    "argument `{}` is defined by an elemental procedure that has array arguments here, but this is scalar",
                    d.name
                );
                return Err(self.err(ErrorCode::Rank, a.span, text));
            }
            if d.pointer && !self.is_pointer(a) && !matches!(a.kind, ExprKind::Null) {
                self.newer(2008, a.span, "a target for a pointer argument")?;
            }
            if d.rank() > 0
                && a.rank == 0
                && matches!(a.ty, Ty::Character(..))
                && element_base(a).is_none_or(|b| self.descriptor_array(b))
            {
                self.newer(2003, a.span, "a scalar string for an array argument")?;
            }
            // 15.5.2.4
            if let (Ty::Assumed, Ty::Derived(t) | Ty::Class(Some(t))) = (&d.ty, &a.ty) {
                let t = *t;
                let why = if self.types.instance_of.contains_key(&t) {
                    "has type parameters"
                } else if !self.ty(t).bindings.is_empty() {
                    "has type-bound procedures"
                } else if !self.ty(t).finals.is_empty() {
                    "has a final procedure"
                } else {
                    ""
                };
                if !why.is_empty() {
                    let text =
                        format!("type `{}` {why}, so it does not go to `{}` of type(*)", self.ty(t).name, d.name);
                    return Err(self.err(ErrorCode::Argument, a.span, text));
                }
            }
            self.check_assumed_rank_actual(&d, a)?;
            self.check_volatile_actual(&d, a)?;
            // 15.5.2.4
            if (d.volatile || d.asynchronous) && !d.by_value && super::has_vector_subscript(a) && !proc.elemental {
                let what = if d.volatile { "VOLATILE" } else { "ASYNCHRONOUS" };
                let text = format!("a section with a vector subscript is passed to {what} `{}`", d.name);
                return Err(self.err(ErrorCode::Argument, a.span, text));
            }
        }
        Ok(())
    }

    /// Rules for actual arguments that are coarrays or coindexed, and for dummy coarrays (15.5.2.4 to 15.5.2.8).
    pub(super) fn check_coarray_actual(&mut self, dummy: SymbolId, d: &Symbol, arg: &ArgIn) -> Res<()> {
        let a = &arg.expr;
        let coarray = self.coarray_of(a);
        let want = self.si(dummy).cobounds.as_ref().map(|c| c.rank().max(1));
        let substring = matches!(a.kind, ExprKind::Substring { .. });
        let name = d.name.clone();
        let text = match (want, &coarray) {
            (Some(_), None) if !substring && !matches!(a.kind, ExprKind::Null) => {
                format!("argument `{name}` is a coarray, so the actual argument must be one")
            }
            (Some(_), _) if arg.coindexed => {
                format!("argument `{name}` is a coarray, so the actual argument cannot be coindexed")
            }
            (Some(n), Some((c, _))) if d.allocatable && c.rank().max(1) != n => {
                format!("argument `{name}` has corank {n}, this has corank {}", c.rank().max(1))
            }
            (None, Some(_))
                if d.allocatable
                    && d.intent == Intent::Out
                    && matches!(a.kind, ExprKind::Var(_))
                    && self.is_allocatable(a) =>
            {
                format!("an allocatable coarray is passed to INTENT(OUT) `{name}`, which is no coarray")
            }
            _ if !arg.coindexed => return Ok(()),
            _ if d.pointer && self.is_pointer(a) => {
                format!("a coindexed object is passed to the pointer `{name}`")
            }
            _ if matches!((&d.ty, &a.ty), (Ty::Class(_), Ty::Class(_))) => {
                format!("a polymorphic coindexed object is passed to the polymorphic `{name}`")
            }
            _ if (d.volatile || d.asynchronous)
                && a.variable().is_some_and(|s| self.sym(s).volatile || self.sym(s).asynchronous) =>
            {
                format!("a coindexed object that is VOLATILE or ASYNCHRONOUS is passed to `{name}`, which is so, too")
            }
            _ => match &a.ty {
                Ty::Derived(t) if self.any_component(*t, &|_, c| c.pointer) => {
                    format!("a coindexed object with pointer components is passed to `{name}`")
                }
                Ty::Derived(t)
                    if d.intent != Intent::In
                        && !d.by_value
                        && self.any_component(*t, &|_, c| c.allocatable && c.role == Role::Data) =>
                {
                    format!("a coindexed object with allocatable components needs INTENT(IN) or VALUE of `{name}`")
                }
                _ => return Ok(()),
            },
        };
        Err(self.err(ErrorCode::Argument, arg.span, text))
    }

    /// What becomes of an assumed rank or type (C711, C839).
    fn check_assumed_rank_actual(&mut self, d: &Symbol, a: &Expr) -> Res<()> {
        let ExprKind::Var(s) = &a.kind else { return Ok(()) };
        let y = self.sym(*s);
        if d.dims != Dims::AssumedRank {
            if y.dims == Dims::AssumedRank && d.dims != Dims::Scalar {
                let text = format!("assumed-rank `{}` is passed to `{}`, which is not of assumed rank", y.name, d.name);
                return Err(self.err(ErrorCode::Rank, a.span, text));
            }
            return Ok(());
        }
        let sized = matches!(y.dims, Dims::AssumedSize(..));
        if y.ty == Ty::Assumed && (sized || y.dims == Dims::Scalar) {
            let text = format!(
                "assumed-type `{}` is passed to assumed-rank `{}`, so it must have assumed shape or rank",
                y.name, d.name
            );
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        let unknown = sized || (y.dims == Dims::AssumedRank && !y.allocatable && !y.pointer);
        if unknown && d.intent == Intent::Out {
            let ty = y.ty.clone();
            let why = match &ty {
                Ty::Class(_) => "it is polymorphic",
                Ty::Derived(t) if self.has_default_init(*t) => "its type has default values or allocatable components",
                Ty::Derived(t) if !self.ty(*t).finals.is_empty() => "its type has a final procedure",
                _ => return Ok(()),
            };
            let text = format!(
                "`{}` may be of assumed size, so it cannot be passed to assumed-rank INTENT(OUT) `{}`: {why}",
                self.sym(*s).name,
                d.name
            );
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        Ok(())
    }

    /// A copy must not be needed for a dummy argument that others may change meanwhile (C1545 to C1547).
    fn check_volatile_actual(&mut self, d: &Symbol, a: &Expr) -> Res<()> {
        if !(d.volatile || d.asynchronous) || d.by_value || !is_variable(a) {
            return Ok(());
        }
        let Some(s) = a.variable() else { return Ok(()) };
        let y = self.sym(s);
        if !(y.volatile || y.asynchronous) {
            return Ok(());
        }
        let what = if d.volatile { "VOLATILE" } else { "ASYNCHRONOUS" };
        let described = matches!(d.dims, Dims::Assumed(_) | Dims::AssumedRank) && !d.contiguous;
        let pointer = self.is_pointer(a);
        let section = matches!(a.kind, ExprKind::Section { .. }) && a.rank > 0;
        let scattered = match &a.kind {
            ExprKind::Section { .. } => !self.simply_contiguous_section(a),
            ExprKind::Var(_) => matches!(y.dims, Dims::Assumed(_) | Dims::AssumedRank) && !y.contiguous,
            _ => false,
        };
        let text = if super::has_vector_subscript(a) {
            format!("a section with a vector subscript is passed to {what} `{}`", d.name)
        } else if pointer && a.rank > 0 && !described && !d.pointer && !y.contiguous {
            format!("a pointer array is passed to {what} `{}`, which must be a pointer or of assumed shape", d.name)
        } else if !pointer && (section || a.rank > 0) && scattered && !described && d.rank() > 0 {
            format!(
                "an array that need not be contiguous is passed to {what} `{}`, which must have assumed shape",
                d.name
            )
        } else {
            return Ok(());
        };
        Err(self.err(ErrorCode::Argument, a.span, text))
    }
}

impl<'a> Facts<'a> {
    /// Whether a section has no gaps by its form (9.5.4).
    fn simply_contiguous_section(&self, a: &Expr) -> bool {
        let ExprKind::Section { base, subs } = &a.kind else { return true };
        let whole = match &base.kind {
            ExprKind::Var(s) => {
                let y = self.sym(*s);
                y.contiguous || !(y.pointer || matches!(y.dims, Dims::Assumed(_) | Dims::AssumedRank))
            }
            _ => false,
        };
        let mut partial = false;
        whole
            && subs.iter().all(|s| match s {
                Subscript::Range { step: Some(x), .. } if self.try_int(x) != Some(1) => false,
                Subscript::Range { lower, upper, .. } => {
                    let ok = !partial;
                    partial |= lower.is_some() || upper.is_some();
                    ok
                }
                Subscript::Index(_) => {
                    partial = true;
                    true
                }
                Subscript::Vector(_) => false,
            })
    }
}

/// The array of an array element, or of a part of one.
fn element_base(a: &Expr) -> Option<&Expr> {
    match &a.kind {
        ExprKind::Elem { base, .. } => Some(base),
        ExprKind::Substring { base, .. } => element_base(base),
        _ => None,
    }
}
