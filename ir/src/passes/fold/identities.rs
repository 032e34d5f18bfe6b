//! What an op without effects comes to: constants, identities that hold for IEEE numbers too, and canonical index
//! arithmetic, so that equal subscripts are equal values.

use crate::analysis::poly::{Atom, poly};
use crate::analysis::trips;
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};
use ferrotran_xreal::{Calc, Num};
use smallvec::SmallVec;

/// A simpler value for a pure op; may put ops before it.
pub(super) fn simplify(m: &mut Module, op: Op) -> Option<Value> {
    let (kind, operands) = (m.kind(op), m.operands(op));
    let o: SmallVec<[Value; 4]> = SmallVec::from_slice(operands);
    let ty = m.ty(m.result(op));
    let is_int = matches!(m.types.kind(ty), TypeKind::Int(_) | TypeKind::Index);
    let c = |m: &Module, i: usize| o.get(i).and_then(|&v| m.const_int(v));
    match kind {
        OpKind::ViewExtent => {
            let d = m.attr_int(op, "dim")? as usize;
            return known_extent(m, op, o[0], d);
        }
        OpKind::ArrayShape => {
            let d = m.attr_int(op, "dim")? as usize;
            return known_array_extent(m, op, o[0], d);
        }
        OpKind::Select => {
            if let Some(c) = c(m, 0) {
                return Some(o[if c != 0 { 1 } else { 2 }]);
            }
            return (o[1] == o[2]).then_some(o[1]);
        }
        OpKind::Cast => return cast(m, op, o[0], ty),
        OpKind::Trips => {
            let n = trips::known(c(m, 0)?, c(m, 1)?, c(m, 2)?)?;
            return Some(Builder::before(m, op).int(n, ty));
        }
        OpKind::ViewCast if m.ty(o[0]) == ty => return Some(o[0]),
        OpKind::Cmp => {
            let pred: Pred = m.choice(op);
            let integer = matches!(m.tk(o[0]), TypeKind::Int(_) | TypeKind::Index);
            if let Some(v) = low_bits_compared(m, op, pred) {
                return Some(v);
            }
            let v = if o[0] == o[1] && integer {
                pred.of_ints(0, 0)
            } else if let (Some(a), Some(b)) = (c(m, 0), c(m, 1)) {
                pred.of_ints(a, b)
            } else if integer {
                let d = poly(m, o[0]).sub(&poly(m, o[1])).as_const()?;
                if pred.is_unsigned() {
                    return None;
                }
                pred.of_ints(d, 0)
            } else {
                return None;
            };
            return Some(Builder::before(m, op).int(i64::from(v), Type::BOOL));
        }
        OpKind::PtrCmp => {
            let null = |v: Value| is_null(m, v);
            let same = match (null(o[0]), null(o[1])) {
                (true, true) => true,
                (true, false) if is_object(m, o[1]) => false,
                (false, true) if is_object(m, o[0]) => false,
                _ => return None,
            };
            return Some(Builder::before(m, op).int(i64::from(same), Type::BOOL));
        }
        OpKind::And | OpKind::Or if ty == Type::BOOL => {
            let absorbing = i64::from(kind == OpKind::Or);
            for (x, y) in [(0, 1), (1, 0)] {
                if let Some(k) = c(m, x) {
                    return Some(if (k != 0) == (absorbing != 0) { o[x] } else { o[y] });
                }
            }
            return (o[0] == o[1]).then_some(o[0]);
        }
        OpKind::Not if ty == Type::BOOL => {
            if let Some(k) = c(m, 0) {
                return Some(Builder::before(m, op).int(i64::from(k == 0), ty));
            }
            return m.def_of(o[0], OpKind::Not).map(|d| m.operand(d, 0));
        }
        OpKind::Neg => {
            if let Some(d) = m.def_of(o[0], OpKind::Neg) {
                return Some(m.operand(d, 0));
            }
            if let Some(k) = c(m, 0).filter(|_| matches!(m.types.kind(ty), TypeKind::Int(8..=64) | TypeKind::Index)) {
                let v = wrap(k.wrapping_neg(), m.types.kind(ty));
                return Some(Builder::before(m, op).int(v, ty));
            }
        }
        _ => {}
    }
    if matches!(m.types.kind(ty), TypeKind::Float(_)) {
        return float_identity(m, kind, &o);
    }
    if is_int { integer(m, op, &o, ty) } else { None }
}

/// Integer arithmetic on constants, and sums that come to one value.
fn integer(m: &mut Module, op: Op, o: &[Value], ty: Type) -> Option<Value> {
    let kind = m.kind(op);
    let c = |m: &Module, i: usize| o.get(i).and_then(|&v| m.const_int(v));
    let tk = m.types.kind(ty).clone();
    // Constants have 64 bits here.
    if tk == TypeKind::Int(128) && kind != OpKind::Min && kind != OpKind::Max {
        return None;
    }
    if let (Some(a), Some(b)) = (c(m, 0), c(m, 1)) {
        let v = match kind {
            OpKind::Add => a.wrapping_add(b),
            OpKind::Sub => a.wrapping_sub(b),
            OpKind::Mul => a.wrapping_mul(b),
            OpKind::Div if b != 0 => a.wrapping_div(b),
            OpKind::Rem if b != 0 => a.wrapping_rem(b),
            OpKind::Modulo if b > 0 => a.rem_euclid(b),
            OpKind::Min => a.min(b),
            OpKind::Max => a.max(b),
            OpKind::And => a & b,
            OpKind::Or => a | b,
            OpKind::Xor => a ^ b,
            _ => return None,
        };
        return Some(Builder::before(m, op).int(wrap(v, &tk), ty));
    }
    match kind {
        OpKind::Div if c(m, 1) == Some(1) => return Some(o[0]),
        // What is left of a number above a multiple of a power of two is its low bits, whatever its sign.
        OpKind::Modulo => {
            let by = c(m, 1).filter(|n| *n > 0 && n.count_ones() == 1)?;
            let mut b = Builder::before(m, op);
            let low = b.int(by - 1, ty);
            return Some(b.binary(OpKind::And, o[0], low));
        }
        OpKind::Min | OpKind::Max => {
            if o[0] == o[1] {
                return Some(o[0]);
            }
            // max(x, c) where x is never below c, and so on.
            let d = poly(m, o[0]).sub(&poly(m, o[1]));
            let neg = poly(m, o[1]).sub(&poly(m, o[0]));
            let (first, second) = (d.lower_bound(m), neg.lower_bound(m));
            let max = kind == OpKind::Max;
            if first.is_some_and(|x| x >= 0) {
                return Some(o[if max { 0 } else { 1 }]);
            }
            if second.is_some_and(|x| x >= 0) {
                return Some(o[if max { 1 } else { 0 }]);
            }
            return None;
        }
        OpKind::Add | OpKind::Sub | OpKind::Mul => {}
        _ => return None,
    }
    // Sums that come to a constant or to one value.
    let p = poly(m, m.result(op));
    if let Some(k) = p.as_const() {
        return Some(Builder::before(m, op).int(wrap(k, &tk), ty));
    }
    let mut terms = p.terms();
    let (first, more) = (terms.next(), terms.next().is_some());
    if let (Some(([atom], 1)), false) = (first, more) {
        let v = match *atom {
            Atom::Value(v) if v != m.result(op) => v,
            Atom::Extent(view, d) => Builder::before(m, op).extent(view, usize::from(d)),
            _ => return None,
        };
        if m.ty(v) == ty {
            return Some(v);
        }
        return Some(Builder::before(m, op).cast(v, ty));
    }
    None
}

/// Whether a power of two divides a number: its low bits tell, whatever its sign.
fn low_bits_compared(m: &mut Module, op: Op, pred: Pred) -> Option<Value> {
    let (rest, zero) = (m.operand(op, 0), m.operand(op, 1));
    let d = m.def(rest).filter(|&d| matches!(m.kind(d), OpKind::Rem | OpKind::Modulo))?;
    let (x, by) = (m.operand(d, 0), m.const_int(m.operand(d, 1))?);
    let ty = m.ty(x);
    let fits = matches!(pred, Pred::Eq | Pred::Ne)
        && m.const_int(zero) == Some(0)
        && by != i64::MIN
        && by.unsigned_abs().is_power_of_two()
        && matches!(m.types.kind(ty), TypeKind::Int(8..=64) | TypeKind::Index);
    if !fits {
        return None;
    }
    let mut b = Builder::before(m, op);
    let low = b.int(by.abs() - 1, ty);
    let bits = b.binary(OpKind::And, x, low);
    Some(b.cmp(pred, bits, zero))
}

/// What an address is made from, without what only gives it another type.
fn address(m: &Module, mut v: Value) -> Option<Op> {
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::CastRef => v = m.operand(op, 0),
            // A dummy argument may be absent, but not because of its declaration.
            OpKind::Declare => v = m.operand(op, 0),
            _ => return Some(op),
        }
    }
    None
}

fn is_null(m: &Module, v: Value) -> bool {
    address(m, v).is_some_and(|op| m.kind(op) == OpKind::NullPtr)
}

/// The address of a local object, or of an element of an array.
fn is_object(m: &Module, v: Value) -> bool {
    address(m, v).is_some_and(|op| match m.kind(op) {
        OpKind::Alloca => true,
        OpKind::ViewElem => m.operands(op).len() > 1,
        _ => false,
    })
}

/// A conversion of a constant, or to the type that the value has.
fn cast(m: &mut Module, op: Op, from: Value, ty: Type) -> Option<Value> {
    if m.ty(from) == ty {
        return Some(from);
    }
    let v = m.const_int(from)?;
    let of = m.tk(from).clone();
    let integer = matches!(of, TypeKind::Int(_) | TypeKind::Index);
    match (of, m.types.kind(ty).clone()) {
        (TypeKind::Int(_) | TypeKind::Index, to @ (TypeKind::Int(_) | TypeKind::Index)) => {
            Some(Builder::before(m, op).int(wrap(v, &to), ty))
        }
        (TypeKind::Logical(_), TypeKind::Bool) | (TypeKind::Bool, TypeKind::Logical(_)) => {
            Some(Builder::before(m, op).int(i64::from(v != 0), ty))
        }
        (_, TypeKind::Float(bits)) if integer => {
            if let Some(kind) = m.types.extended_kind(ty) {
                let n = Calc::kind(kind).convert(Num::from_i128(v.into()));
                return Some(Builder::before(m, op).number(n, ty));
            }
            let f = if bits == 32 { f64::from(v as f32) } else { v as f64 };
            Some(Builder::before(m, op).float(f, ty))
        }
        _ => None,
    }
}

/// Identities that hold for every IEEE number.
fn float_identity(m: &Module, kind: OpKind, o: &[Value]) -> Option<Value> {
    let f = |i: usize| {
        let d = m.def_of(*o.get(i)?, OpKind::Const)?;
        match m.attr(d, "value") {
            Some(Attr::Float(f)) => Some(*f),
            _ => None,
        }
    };
    let is = |x: Option<f64>, y: f64| x.is_some_and(|x| x.to_bits() == y.to_bits());
    match kind {
        OpKind::Mul if is(f(1), 1.0) => Some(o[0]),
        OpKind::Mul if is(f(0), 1.0) => Some(o[1]),
        OpKind::Div if is(f(1), 1.0) => Some(o[0]),
        OpKind::Sub if is(f(1), 0.0) => Some(o[0]),
        OpKind::Add if is(f(1), -0.0) => Some(o[0]),
        OpKind::Add if is(f(0), -0.0) => Some(o[1]),
        // Only of a negative zero would a zero make something else.
        OpKind::Add if is(f(1), 0.0) && is_square(m, o[0]) => Some(o[0]),
        OpKind::Add if is(f(0), 0.0) && is_square(m, o[1]) => Some(o[1]),
        _ => None,
    }
}

fn is_square(m: &Module, v: Value) -> bool {
    m.def_of(v, OpKind::Mul).is_some_and(|d| m.operand(d, 0) == m.operand(d, 1))
}

/// The comparison of two single characters as that of their codes, three ops before it.
pub(super) fn compare_codes(m: &mut Module, op: Op) -> Option<Value> {
    let (a, b) = (m.operand(op, 0), m.operand(op, 1));
    let single = |v: Value| matches!(m.tk(v), TypeKind::Char(Some(n), kind) if *n == i64::from(*kind));
    if !single(a) || !single(b) {
        return None;
    }
    let pred: Pred = m.choice(op);
    // Codes of kind 4 have all 32 bits.
    if m.types.chr_kind(m.ty(a)) != 1 && !matches!(pred, Pred::Eq | Pred::Ne) {
        return None;
    }
    let mut at = Builder::before(m, op);
    let (a, b) = (at.unary(OpKind::ChrCode, a, Type::I32), at.unary(OpKind::ChrCode, b, Type::I32));
    Some(at.cmp(pred, a, b))
}

fn wrap(v: i64, ty: &TypeKind) -> i64 {
    match ty {
        TypeKind::Int(8) => i64::from(v as i8),
        TypeKind::Int(16) => i64::from(v as i16),
        TypeKind::Int(32) => i64::from(v as i32),
        _ => v,
    }
}

/// Extent of a view as a value that exists already, or a constant.
fn known_extent(m: &mut Module, at: Op, view: Value, dim: usize) -> Option<Value> {
    if let Some(Some(n)) = m.types.shape(m.ty(view)).get(dim).copied() {
        return Some(Builder::before(m, at).index(n));
    }
    let op = m.def(view)?;
    let base = match m.kind(op) {
        OpKind::ViewSection => {
            let parts = section::parts(m, op)?;
            match Part::kept(&parts, dim)? {
                (_, Part::Range { extent, .. }) => return Some(extent),
                (d, Part::Whole) => (m.operand(op, 0), d),
                (_, Part::Index(_)) => return None,
            }
        }
        OpKind::ViewPermute => (m.operand(op, 0), m.attr(op, "perm")?.items().get(dim)?.as_int()? as usize),
        OpKind::ViewCast | OpKind::Declare => (m.operand(op, 0), dim),
        OpKind::ViewField if dim < m.types.rank(m.ty(m.operand(op, 0))) => (m.operand(op, 0), dim),
        OpKind::ViewMake => return m.group(op, "extents").get(dim).copied(),
        _ => return None,
    };
    known_extent(m, at, base.0, base.1).or_else(|| Some(Builder::before(m, at).extent(base.0, base.1)))
}

/// Extent of an array value in terms of views and values.
fn known_array_extent(m: &mut Module, at: Op, a: Value, dim: usize) -> Option<Value> {
    if let Some(Some(n)) = m.types.shape(m.ty(a)).get(dim).copied() {
        return Some(Builder::before(m, at).index(n));
    }
    let op = m.def(a)?;
    let (x, d) = match m.kind(op) {
        OpKind::ArrayLoad => {
            let view = m.operand(op, 0);
            return known_extent(m, at, view, dim).or_else(|| Some(Builder::before(m, at).extent(view, dim)));
        }
        OpKind::ArrayElemental => return m.operands(op).get(dim).copied(),
        OpKind::ArrayReshape => return m.operands(op).get(dim + 1).copied(),
        OpKind::ArrayTranspose => (m.operand(op, 0), 1 - dim.min(1)),
        OpKind::ArrayUnpack => (m.operand(op, 1), dim),
        OpKind::ArrayMatmul => {
            let (x, y) = (m.operand(op, 0), m.operand(op, 1));
            if dim == 0 && m.types.rank(m.ty(x)) == 2 {
                (x, usize::from(m.flag(op, "ta")))
            } else {
                (y, if m.types.rank(m.ty(y)) == 1 { 0 } else { usize::from(!m.flag(op, "tb")) })
            }
        }
        OpKind::ArrayReduce => {
            let k = m.attr_int(op, "dim")? as usize;
            (m.operand(op, 0), if dim < k { dim } else { dim + 1 })
        }
        _ => return None,
    };
    known_array_extent(m, at, x, d)
}
