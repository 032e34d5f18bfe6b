//! Lengths of character functions that are arguments. A dummy function declared with `*` has the length that the
//! declaration of its actual argument gives (F2018 8.5.9, 7.4.4.2). The lengths of all dummy functions that give
//! character scalars follow those of the strings, so that a caller that knows no interface passes them too.

use super::*;

/// Character scalars that a function returns in storage of its caller.
fn plain_string(s: &Symbol) -> bool {
    matches!(s.ty, Ty::Character(..)) && s.rank() == 0 && !s.allocatable && !s.pointer
}

impl Declarations<'_> {
    /// True for dummy functions that have a length argument.
    pub fn has_function_length(&self, s: &Symbol) -> bool {
        s.ty == Ty::Procedure
            && match &s.proc {
                Some(ProcIface::Explicit(q)) => {
                    let q = self.proc(*q);
                    !q.bind_c && q.result.is_some_and(|r| plain_string(self.sym(r)))
                }
                Some(ProcIface::Implicit(Some(Ty::Character(..)))) => true,
                _ => false,
            }
    }

    /// Length (bytes) of the result of a reference to a dummy function of assumed length.
    pub(super) fn assumed_length(&mut self, c: &Call) -> Lowered<Value> {
        if let ProcTarget::Symbol(s) = &c.target
            && let Some(n) = self.entities.length(*s)
        {
            return Ok(n);
        }
        unsupported(c.span, "a character function of assumed length")
    }
}

impl<'p> Expressions<'p> {
    /// The length argument for an actual argument; `None` where there is none. Functions whose length depends on their
    /// arguments pass zero: the dummy argument has an explicit interface that tells it.
    pub(super) fn function_length(&mut self, a: &'p Actual, d: Option<&'p Symbol>) -> Lowered<Option<Value>> {
        if d.is_some_and(|d| !self.has_function_length(d)) {
            return Ok(None);
        }
        let found = match a {
            Actual::Expr(x) if x.ty == Ty::Procedure => self.length_of_procedure(x)?,
            Actual::Expr(_) | Actual::Absent => None,
        };
        Ok(match (found, d) {
            (None, Some(_)) => Some(self.idx(0)),
            (n, _) => n,
        })
    }

    fn length_of_procedure(&mut self, x: &'p Expr) -> Lowered<Option<Value>> {
        let t = match &x.kind {
            ExprKind::ProcRef(t) => t,
            ExprKind::Var(s) => return self.length_of_symbol(*s),
            ExprKind::Component { of, index, .. } => {
                return match &self.dtype(*of).components[*index].proc {
                    Some(i) => self.length_by_interface(i),
                    None => Ok(None),
                };
            }
            ExprKind::Const(_)
            | ExprKind::Elem { .. }
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null => return Ok(None),
        };
        match &**t {
            ProcTarget::Proc(q) => self.length_of_result(*q),
            ProcTarget::Implicit { result: Some(ty @ Ty::Character(..)), .. } => self.length_of_type(ty),
            ProcTarget::Implicit { .. } | ProcTarget::Bound { .. } => Ok(None),
            ProcTarget::Symbol(s) => self.length_of_symbol(*s),
            ProcTarget::Pointer { iface, .. } => self.length_by_interface(iface),
        }
    }

    fn length_of_symbol(&mut self, s: SymbolId) -> Lowered<Option<Value>> {
        match (self.entities.length(s), &self.sym(s).proc) {
            (Some(n), _) => Ok(Some(n)),
            (None, Some(i)) => self.length_by_interface(i),
            (None, None) => Ok(None),
        }
    }

    fn length_by_interface(&mut self, i: &'p ProcIface) -> Lowered<Option<Value>> {
        match i {
            ProcIface::Explicit(q) => self.length_of_result(*q),
            ProcIface::Implicit(Some(ty @ Ty::Character(..))) => self.length_of_type(ty),
            ProcIface::Implicit(_) => Ok(None),
        }
    }

    fn length_of_result(&mut self, q: ProcId) -> Lowered<Option<Value>> {
        let Some(r) = self.proc(q).result.map(|r| self.sym(r)).filter(|r| plain_string(r)) else { return Ok(None) };
        self.length_of_type(&r.ty)
    }

    fn length_of_type(&mut self, ty: &'p Ty) -> Lowered<Option<Value>> {
        match ty {
            Ty::Character(CharLen::Const(n), k) => Ok(Some(self.idx((*n).max(0) * i64::from(*k)))),
            Ty::Character(CharLen::Expr(e), k) if visit::symbols(e).iter().all(|s| self.entities.has(*s)) => {
                let v = self.scalar(e)?;
                let v = self.to_index(v);
                let v = self.max0(v);
                Ok(Some(self.bytes_of_chars(v, *k)))
            }
            Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character(..)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => Ok(Some(self.idx(0))),
        }
    }
}
