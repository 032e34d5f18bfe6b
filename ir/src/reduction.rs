//! What the IR makes of reductions: values of their identities, and ops that combine. What is true of a reduction itself
//! is said by [`ReduceOp`].

use crate::entity::Value;
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::{Identity, ReduceOp, Sort};
use ferrotran_xreal::{Format, Num};

/// The sort of values of a type; none for what is not reduced.
pub fn sort(ty: &TypeKind) -> Option<Sort> {
    match ty {
        TypeKind::Bool | TypeKind::Logical(_) => Some(Sort::Truth),
        TypeKind::Int(_) | TypeKind::Index => Some(Sort::Integer),
        TypeKind::Float(_) => Some(Sort::Real),
        TypeKind::Complex(_) => Some(Sort::Complex),
        _ => None,
    }
}

/// The op that combines two values; of [`ReduceOp::Eqv`] the one whose result is negated.
pub const fn op(kind: ReduceOp) -> OpKind {
    match kind {
        ReduceOp::Sum => OpKind::Add,
        ReduceOp::Product => OpKind::Mul,
        ReduceOp::Max => OpKind::Max,
        ReduceOp::Min => OpKind::Min,
        ReduceOp::All | ReduceOp::Iall => OpKind::And,
        ReduceOp::Any | ReduceOp::Iany => OpKind::Or,
        ReduceOp::Parity | ReduceOp::Eqv | ReduceOp::Iparity => OpKind::Xor,
    }
}

/// An identity as a real; a set of bits is no real.
pub fn real(identity: Identity) -> Option<Num> {
    match identity {
        Identity::Zero => Some(Num::ZERO),
        Identity::One => Some(Num::ONE),
        Identity::Ones => None,
        Identity::Least => Some(Num::infinity(true)),
        Identity::Greatest => Some(Num::infinity(false)),
    }
}

/// What an array of no elements is reduced to, a real of that many bits: the extreme of nothing is finite.
pub fn real_of_nothing(identity: Identity, bits: u8) -> Option<Num> {
    let huge = || {
        let kind = match bits {
            32 => 4,
            64 => 8,
            80 => 10,
            _ => 16,
        };
        Format::of_kind(kind).huge()
    };
    match identity {
        Identity::Least => Some(huge().neg()),
        Identity::Greatest => Some(huge()),
        Identity::Zero | Identity::One | Identity::Ones => real(identity),
    }
}

/// What an array of no elements of that type is reduced to, where it can be reduced.
pub fn of_nothing(b: &mut Builder<'_>, kind: ReduceOp, ty: Type) -> Option<Value> {
    match *b.m.types.kind(ty) {
        TypeKind::Float(bits) => Some(b.number(real_of_nothing(kind.identity(), bits)?, ty)),
        _ => identity(b, kind, ty),
    }
}

/// Whether what reductions of that kind begin with is not what an array of no elements is reduced to.
pub fn is_open(m: &Module, kind: ReduceOp, ty: Type) -> bool {
    kind.is_extreme() && matches!(m.types.kind(ty), TypeKind::Float(_))
}

/// Whether a value is the constant that reductions of that kind begin with.
pub fn is_identity(m: &Module, v: Value, kind: ReduceOp) -> bool {
    let (id, ty) = (kind.identity(), m.ty(v));
    let Some(op) = m.def_of(v, OpKind::Const) else {
        // A truth value as it lies in memory.
        return kind.is_logical() && m.def_of(v, OpKind::Cast).is_some_and(|c| is_identity(m, m.operand(c, 0), kind));
    };
    let part = |x: Num| Attr::number(x, m.types.extended_kind(ty).unwrap_or(8));
    let want = match m.types.kind(ty) {
        TypeKind::Float(_) => real(id).map(part),
        TypeKind::Complex(_) => real(id).map(|x| Attr::List(vec![part(x), part(Num::ZERO)])),
        TypeKind::Int(bits) => i64::try_from(id.signed(u32::from(*bits))).ok().map(Attr::Int),
        _ => i64::try_from(id.signed(64)).ok().map(Attr::Int),
    };
    want.is_some() && m.attr(op, "value") == want.as_ref()
}

/// What reductions begin with; none where there is no such reduction of that type.
pub fn identity(b: &mut Builder<'_>, kind: ReduceOp, ty: Type) -> Option<Value> {
    let tk = b.m.types.kind(ty).clone();
    if !kind.takes(sort(&tk)?) {
        return None;
    }
    let id = kind.identity();
    Some(match tk {
        TypeKind::Float(_) => b.number(real(id)?, ty),
        TypeKind::Complex(_) => {
            let kind = b.m.types.extended_kind(ty).unwrap_or(8);
            let part = |x: Num| Attr::number(x, kind);
            let parts = Attr::List(vec![part(real(id)?), part(Num::ZERO)]);
            b.op(OpKind::Const).attr("value", parts).result(ty).value()
        }
        TypeKind::Int(128) => match i64::try_from(id.signed(128)) {
            Ok(n) => b.int(n, ty),
            Err(_) => {
                let bytes = Attr::Bytes(id.signed(128).to_le_bytes().into());
                b.op(OpKind::Const).attr("value", bytes).result(ty).value()
            }
        },
        TypeKind::Int(bits) => b.int(id.signed(bits.into()) as i64, ty),
        _ => b.int(id.signed(64) as i64, ty),
    })
}

/// `x kind y`
pub fn combine(b: &mut Builder<'_>, kind: ReduceOp, x: Value, y: Value) -> Value {
    if kind.is_logical() { logical(b, op(kind), kind == ReduceOp::Eqv, x, y) } else { b.binary(op(kind), x, y) }
}

/// An operation of two logicals, or of all their lanes, as truth values.
fn logical(b: &mut Builder<'_>, op: OpKind, negated: bool, x: Value, y: Value) -> Value {
    let ty = b.m.ty(x);
    let truth = b.m.types.like(ty, Type::BOOL);
    let (p, q) = (b.cast(x, truth), b.cast(y, truth));
    let mut v = b.binary(op, p, q);
    if negated {
        v = b.unary(OpKind::Not, v, truth);
    }
    b.cast(v, ty)
}
