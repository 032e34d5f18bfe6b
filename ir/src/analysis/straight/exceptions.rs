//! What may raise exceptions that somebody may notice, where lanes run it that do not take part.

use super::{Node, Step, Straight};
use crate::choices::MathFn;
use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::TypeKind;

impl Straight {
    /// Whether steps compute with reals, which may raise exceptions, or do more than to compute.
    pub fn may_raise(&self, m: &Module, steps: &[Step]) -> bool {
        self.computes(steps, |op| may_raise(m, op))
    }

    /// Whether an op raises exceptions that somebody may notice, if lanes run it that do not take part.
    pub(super) fn raises(&self, m: &Module, op: Op) -> bool {
        if self.masks { may_raise(m, op) } else { risk(m, op).is_some() }
    }

    /// The same of steps.
    pub(super) fn is_noticed(&self, m: &Module, steps: &[Step]) -> bool {
        self.computes(steps, |op| self.raises(m, op))
    }

    /// Whether steps compute such an op, or do more than to compute.
    fn computes(&self, steps: &[Step], such: impl Fn(Op) -> bool) -> bool {
        self.evaluated(steps)
            .is_none_or(|nodes| nodes.iter().any(|n| matches!(n, Node::Compute { op, .. } if such(*op))))
    }
}

/// Whether an op computes with reals, which may raise exceptions.
pub(super) fn may_raise(m: &Module, op: Op) -> bool {
    let real = |v: Value| matches!(m.tk(v), TypeKind::Float(_));
    match m.kind(op) {
        OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Div | OpKind::Rem | OpKind::Modulo => real(m.operand(op, 0)),
        OpKind::Cast => real(m.operand(op, 0)),
        OpKind::Math => {
            let quiet = matches!(m.choice(op), MathFn::Abs | MathFn::CopySign | MathFn::IsNan);
            real(m.operand(op, 0)) && !quiet
        }
        _ => false,
    }
}

/// The operand by which a division or function of reals divides by zero or is invalid for numbers that programs keep from it,
/// and a number for which it is neither.
pub fn risk(m: &Module, op: Op) -> Option<(usize, f64)> {
    use MathFn::*;
    if !matches!(m.tk(*m.operands(op).first()?), TypeKind::Float(_)) {
        return None;
    }
    match m.kind(op) {
        OpKind::Div | OpKind::Rem | OpKind::Modulo => Some((1, 1.0)),
        OpKind::Cast if !matches!(m.tk(m.result(op)), TypeKind::Float(_)) => Some((0, 0.0)),
        OpKind::Math => match m.choice(op) {
            Abs | CopySign | IsNan | Fma | Conj | Floor | Ceil | Trunc | Round | Rint => None,
            Acosh | Pow | Ipow | Hypot => Some((0, 1.0)),
            Sqrt | Exp | Log | Log10 | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Atanh
            | Atan2 | Erf | Erfc | Gamma | LogGamma | BesselJ0 | BesselJ1 | BesselY0 | BesselY1 | Exp2 | Log2
            | Cbrt | Sind | Cosd | Tand | Asind | Acosd | Atand | Atan2d => Some((0, 0.5)),
        },
        _ => None,
    }
}
