//! Atomic updates that are one instruction of a machine.

use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::TypeKind;

/// What one instruction does with a variable in memory and another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// Puts the sum in its place.
    Add,
    /// What is left without the value.
    Sub,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// The lesser of two integers with sign.
    Min,
    /// The greater of them.
    Max,
    /// The value itself.
    Swap,
}

/// The instruction that `omp.atomic_update` is on an integer (a swap is on any variable), and the value that it takes;
/// none where the new value has to be computed and compared.
pub fn exchange(m: &Module, op: Op) -> Option<(Exchange, Value)> {
    let body = m.region(op, 0);
    let old = m.args(body)[0];
    let &new = m.operands(*m.regions[body].ops.last()?).first()?;
    let outside = |v: Value| v != old && m.def(v).is_none_or(|d| m.ops[d].parent.is_none_or(|r| r != body));
    if outside(new) {
        return Some((Exchange::Swap, new));
    }
    let by = m.def(new).filter(|&d| m.ops[d].parent == Some(body))?;
    if !matches!(m.types.kind(m.ty(old)), TypeKind::Int(_)) {
        return None;
    }
    let kind = match m.kind(by) {
        OpKind::Add => Exchange::Add,
        OpKind::Sub => Exchange::Sub,
        OpKind::And => Exchange::And,
        OpKind::Or => Exchange::Or,
        OpKind::Xor => Exchange::Xor,
        OpKind::Min => Exchange::Min,
        OpKind::Max => Exchange::Max,
        _ => return None,
    };
    match *m.operands(by) {
        [x, v] if x == old && outside(v) => Some((kind, v)),
        [v, x] if x == old && outside(v) && kind != Exchange::Sub => Some((kind, v)),
        _ => None,
    }
}
