//! Divisions of integers that leave nothing are shifts: in a part of a choice that is taken where a power of two divides a number
//! (`if (mod(k, 2) == 0) k = k / 2`), the quotient needs no rounding towards zero. A part of `simplify`.

use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::TypeKind;

/// Takes shifts for divisions of a procedure; gives their number.
pub(super) fn run(m: &mut Module, body: Region) -> u64 {
    let mut n = 0;
    for op in m.walk(body) {
        let Some((value, divisor, part)) = (m.kind(op) == OpKind::If).then(|| multiple(m, op)).flatten() else {
            continue;
        };
        for division in m.walk(m.region(op, part)) {
            if m.kind(division) == OpKind::Div && m.operand(division, 0) == value {
                n += u64::from(shift(m, division, divisor));
            }
        }
    }
    n
}

/// An integer, the power of two that divides it in a part of a choice, and which part that is.
fn multiple(m: &Module, choice: Op) -> Option<(Value, i64, usize)> {
    let cmp = m.def_of(m.operand(choice, 0), OpKind::Cmp)?;
    let part = match m.choice::<Pred>(cmp) {
        Pred::Eq => 0,
        Pred::Ne => 1,
        _ => return None,
    };
    let (a, b) = (m.operand(cmp, 0), m.operand(cmp, 1));
    let rest = match (m.const_int(a), m.const_int(b)) {
        (_, Some(0)) => a,
        (Some(0), _) => b,
        _ => return None,
    };
    let op = m.def(rest)?;
    let divisor = match m.kind(op) {
        OpKind::And => m.const_int(m.operand(op, 1))?.checked_add(1)?,
        OpKind::Rem | OpKind::Modulo => m.const_int(m.operand(op, 1))?,
        _ => return None,
    };
    let fits = divisor > 1 && divisor.count_ones() == 1 && matches!(m.tk(rest), TypeKind::Int(_));
    fits.then(|| (m.operand(op, 0), divisor, part))
}

/// Makes a shift of a division of a multiple of `multiple`.
fn shift(m: &mut Module, division: Op, multiple: i64) -> bool {
    let divisor = m.operand(division, 1);
    let Some(d) = m.const_int(divisor).filter(|&d| d > 1 && d <= multiple && d.count_ones() == 1) else { return false };
    let (old, value) = (m.result(division), m.operand(division, 0));
    let b = &mut Builder::before(m, division);
    let ty = b.m.ty(value);
    let places = b.int(d.trailing_zeros().into(), ty);
    let new = b.binary(OpKind::ShrS, value, places);
    m.replace_all_uses(old, new);
    m.detach(division);
    true
}
