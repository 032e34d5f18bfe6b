//! What the transformational intrinsic procedures are made of.

use super::array::{ElementFn, Prep};
use super::place::Place;
use super::*;
use ferrotran_ir::TypeKind;
use ferrotran_typed::intrinsics::Intrinsic;
use std::rc::Rc;

mod arrange;
mod reduce;
mod transfer;

/// Extents without dimension `d`.
fn without(extents: &[Value], d: usize) -> Vec<Value> {
    extents.iter().enumerate().filter(|(i, _)| *i != d).map(|(_, v)| *v).collect()
}

pub(crate) fn insert_at(idx: &[Value], d: usize, v: Value) -> Vec<Value> {
    let mut out = idx.to_vec();
    out.insert(d, v);
    out
}

impl<'p> Expressions<'p> {
    /// Zero-based value of a `dim` argument: that of the branch where it is not constant (see `choose`).
    pub fn const_dim(&mut self, e: &'p Expr, branch: Option<usize>) -> Lowered<usize> {
        if let Some(d) = branch {
            return Ok(d);
        }
        let v = self.scalar(e)?;
        match self.known(v) {
            Some(d) if d >= 1 => Ok(d as usize - 1),
            _ => unsupported(e.span, "a `dim` argument that is not constant"),
        }
    }

    /// A mask argument spread to the shape, as array value of i1.
    pub fn mask_value(&mut self, e: &'p Expr, extents: &[Value]) -> Lowered<Value> {
        let p = self.prep(e)?;
        if !p.extents().is_empty() {
            let have = p.extents().to_vec();
            self.check_extents("MASK argument of the", &have, extents)?;
        }
        let p = self.spread_to(p, extents);
        self.prep_value(&p, Type::BOOL)
    }

    /// A designator or value as a view, for calls that take descriptors.
    pub fn view_of(&mut self, e: &'p Expr) -> Lowered<Value> {
        match self.place_or_temp(e)? {
            Place::Array { view, .. } => Ok(view),
            Place::Scalar(r) => Ok(r),
        }
    }
}

/// True for integer and real types of one size.
fn same_bits(a: &Ty, b: &Ty) -> bool {
    let bytes = |t: &Ty| match t {
        Ty::Integer(k) => Some(*k),
        Ty::Real(k) => Some(real_bytes(*k)),
        Ty::Unsigned(_)
        | Ty::Complex(_)
        | Ty::Logical(_)
        | Ty::Character(..)
        | Ty::Derived(_)
        | Ty::Class(_)
        | Ty::Assumed
        | Ty::Procedure
        | Ty::Typeless => None,
    };
    bytes(a).is_some() && bytes(a) == bytes(b)
}

/// The type in which two values are compared.
fn common_numeric(a: &Ty, b: &Ty) -> Ty {
    let rank = |t: &Ty| match t {
        Ty::Integer(k) | Ty::Unsigned(k) => (0, *k),
        Ty::Real(k) => (1, *k),
        Ty::Complex(k) => (2, *k),
        Ty::Logical(_)
        | Ty::Character(..)
        | Ty::Derived(_)
        | Ty::Class(_)
        | Ty::Assumed
        | Ty::Procedure
        | Ty::Typeless => (0, 0),
    };
    match (a, b) {
        (Ty::Complex(p), Ty::Real(q)) | (Ty::Real(q), Ty::Complex(p)) => Ty::Complex(*p.max(q)),
        _ => {
            if rank(a) >= rank(b) {
                a.clone()
            } else {
                b.clone()
            }
        }
    }
}

impl FunctionBuilder {
    /// True for element types that are compared and moved as plain values.
    pub fn is_plain(&self, t: Type) -> bool {
        !matches!(self.m.types.kind(t), TypeKind::Derived(_) | TypeKind::Char(..))
    }
}
