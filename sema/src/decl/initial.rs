//! Initial values of declared entities.

use super::resolve::{int_const, int8, is_null_call};
use crate::const_eval::elements;
use crate::const_eval::extent;
use crate::ctx::*;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Name};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// The value of an initializer, converted to the entity's type and shape. Sets an implied shape or length.
    pub fn initial_value(
        &mut self,
        sc: ScopeId,
        e: &'a ast::Expr,
        ty: &mut Ty,
        dims: &mut Dims,
        param: bool,
        name: &Name,
    ) -> Res<Const> {
        let outer = std::mem::replace(&mut self.in_initial, true);
        let x = self.expr(sc, e);
        self.in_initial = outer;
        let x = x?;
        self.check_allocatable_parts(&x)?;
        self.check_assignable_types(ty, &x, e.span)?;
        let shape: Option<Vec<i64>> = match dims {
            Dims::Scalar => Some(vec![]),
            Dims::Explicit(v) if v.iter().any(|(_, h)| matches!(h.kind, ExprKind::Null)) => {
                let shape = match self.const_shape(&x) {
                    Some(s) => Some(s),
                    None => match self.const_value(&x)? {
                        Const::Array { shape, .. } => Some(shape),
                        _ => None,
                    },
                };
                let Some(shape) = shape.filter(|s| !s.is_empty()) else {
                    return Err(self.err(ErrorCode::Rank, e.span, format!("the value of `{name}` must be an array")));
                };
                if shape.len() != v.len() {
                    return Err(self.err(
                        ErrorCode::Rank,
                        e.span,
                        format!("`{name}` has rank {} but its value has rank {}", v.len(), shape.len()),
                    ));
                }
                for ((l, h), n) in v.iter_mut().zip(&shape) {
                    let lo = int_const(l).unwrap_or(1);
                    *h = int8(lo + n - 1, e.span);
                }
                Some(shape)
            }
            Dims::Explicit(v) => {
                v.iter().map(|(l, h)| Some(extent(int_const(l)?, int_const(h)?))).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        let Some(shape) = shape else {
            return Err(self.err(
                ErrorCode::Shape,
                e.span,
                format!("`{name}` is initialized, so its bounds must be constants"),
            ));
        };
        if x.rank != 0 && x.rank != shape.len() {
            return Err(self.err(
                ErrorCode::Rank,
                e.span,
                format!("`{name}` has rank {} but its value has rank {}", shape.len(), x.rank),
            ));
        }
        let x = match (&*ty, &x.ty) {
            (Ty::Derived(_), _) => x,
            _ => self.convert(x, ty)?,
        };
        let v = self.const_value(&x)?;
        if let (Ty::Character(CharLen::Assumed, kind), Ty::Character(..)) = (&*ty, &x.ty)
            && param
        {
            let n = match &v {
                Const::Char(s) => s.len(),
                Const::Array { elems, .. } => match elems.first() {
                    Some(Some(Const::Char(s))) => s.len(),
                    _ => match &x.ty {
                        Ty::Character(CharLen::Const(n), _) => *n as usize,
                        _ => 0,
                    },
                },
                _ => 0,
            };
            *ty = Ty::Character(CharLen::Const(n as i64), *kind);
        }
        if let Ty::Character(CharLen::Const(n), _) = &*ty
            && *n > 1 << 26
        {
            return Err(self.unsupported(e.span, "a character constant of more than 67108864 bytes"));
        }
        let v = pad_const(v, ty);
        match v {
            Const::Array { shape: vs, elems } => {
                if vs != shape {
                    return Err(self.err(
                        ErrorCode::Rank,
                        e.span,
                        format!("`{name}` has shape {shape:?} but its value has shape {vs:?}"),
                    ));
                }
                Ok(Const::Array { shape, elems })
            }
            v if shape.is_empty() => Ok(v),
            v => {
                let n = elements(&shape);
                if n > 1 << 26 {
                    return Err(self.unsupported(e.span, "an initialized array of more than 67108864 elements"));
                }
                Ok(Const::Array { shape, elems: vec![Some(v); n as usize] })
            }
        }
    }

    pub(super) fn pointer_init(&mut self, sc: ScopeId, e: &'a ast::Expr, id: SymbolId) -> Res<Option<Box<Expr>>> {
        if is_null_call(e) {
            return Ok(None);
        }
        let x = self.expr(sc, e)?;
        if !crate::stmt::control::is_variable(&x) {
            return Err(self.err(ErrorCode::Pointer, e.span, "the initial target of a pointer must be a variable"));
        }
        if !self.is_target(&x) || self.through_pointer(&x) {
            let text = "the initial target of a pointer must have the TARGET attribute and be no pointer";
            return Err(self.err(ErrorCode::Pointer, e.span, text));
        }
        // C876: the target exists as long as the program.
        if let Some(b) = x.variable()
            && matches!(self.sym(b).storage, Storage::Local)
            && self.sym(b).owner.is_some_and(|p| !self.proc(p).is_main)
            && !self.si(b).scope.is_some_and(|s| {
                self.sc(s).decls.get(&self.sym(b).name).is_some_and(|d| d.common.is_some() || d.equivalence)
            })
        {
            let text = format!("the initial target `{}` of a pointer must have the SAVE attribute", self.sym(b).name);
            return Err(self.err(ErrorCode::Pointer, e.span, text));
        }
        let ty = self.sym(id).ty.clone();
        self.check_pointer_types(&ty, &x, e.span)?;
        // C765: subscripts and the like are constants.
        let mut free = None;
        let base = x.variable();
        x.walk(&mut |y| match &y.kind {
            ExprKind::Var(s) if Some(*s) != base && self.sym(*s).storage != Storage::Constant => free = Some(y.span),
            ExprKind::Call(_) => free = Some(y.span),
            _ => {}
        });
        if let Some(span) = free {
            let text = "the initial target of a pointer needs constant subscripts";
            return Err(self.err(ErrorCode::Constant, span, text));
        }
        let s = self.sym(id);
        if x.rank != s.rank() {
            let r = s.rank();
            return Err(self.err(
                ErrorCode::Rank,
                e.span,
                format!("the pointer has rank {r} but its target rank {}", x.rank),
            ));
        }
        Ok(Some(Box::new(x)))
    }
}

impl<'a> Rules<'a> {
    /// Allocatable components of a constant structure are not allocated (10.1.12).
    fn check_allocatable_parts(&mut self, x: &Expr) -> Res<()> {
        let mut at = None;
        x.walk(&mut |e| {
            let given: Vec<(TypeId, usize)> = match &e.kind {
                ExprKind::StructCtor { ty, values } => {
                    let set = |v: &Option<Expr>| v.as_ref().is_some_and(|v| !matches!(v.kind, ExprKind::Null));
                    values.iter().enumerate().filter(|(_, v)| set(v)).map(|(i, _)| (*ty, i)).collect()
                }
                _ => return,
            };
            for (t, i) in given {
                let c = &self.ty(t).components[i];
                if c.allocatable && c.role == Role::Data {
                    at = Some((e.span, c.name.clone()));
                }
            }
        });
        match at {
            Some((span, name)) => {
                let text = format!("allocatable component `{name}` of an initial value can only be NULL()");
                Err(self.err(ErrorCode::Constant, span, text))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Facts<'a> {
    /// Whether a designator is a pointer or goes through one.
    fn through_pointer(&self, e: &Expr) -> bool {
        self.is_pointer(e) || e.whole().is_some_and(|e| self.through_pointer(e))
    }
}

/// Pads or cuts character values to the length of the type.
pub(crate) fn pad_const(v: Const, ty: &Ty) -> Const {
    let Ty::Character(CharLen::Const(n), _) = ty else { return v };
    // Longer constants are refused where they are declared.
    if *n > 1 << 26 {
        return v;
    }
    match v {
        Const::Char(mut s) => {
            s.resize(*n as usize, BLANK);
            Const::Char(s)
        }
        Const::Array { shape, elems } => {
            Const::Array { shape, elems: elems.into_iter().map(|e| e.map(|c| pad_const(c, ty))).collect() }
        }
        c => c,
    }
}
