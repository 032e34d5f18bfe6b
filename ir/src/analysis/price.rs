//! What ops cost, in additions, roughly: enough to tell computing again from storing, and running from skipping.

use crate::choices::MathFn;
use crate::entity::{Op, Region};
use crate::module::Module;
use crate::ops::OpKind;

/// Cost of an op, without what is in its regions.
pub fn price(m: &Module, op: Op) -> u32 {
    match m.kind(op) {
        OpKind::Const | OpKind::ArrayYield | OpKind::ArrayLoad | OpKind::ChrConst => 0,
        OpKind::Math if m.choice::<MathFn>(op).is_cheap() => 3,
        OpKind::Math => 20,
        OpKind::Div | OpKind::Rem | OpKind::Modulo => 4,
        OpKind::Call | OpKind::CallPtr => 50,
        OpKind::For | OpKind::While | OpKind::Reduce | OpKind::Parallel => 40,
        OpKind::ArrayElemental | OpKind::ArrayReduce | OpKind::ArrayLocate | OpKind::ArrayMatmul => 40,
        OpKind::ChrConcat | OpKind::ChrCast | OpKind::ChrCmp => 10,
        _ => 1,
    }
}

/// Cost of one element of an elemental, of what is in its body alone.
pub fn body_price(m: &Module, r: Region) -> u32 {
    m.walk(r).into_iter().map(|op| price(m, op)).fold(0, u32::saturating_add)
}
