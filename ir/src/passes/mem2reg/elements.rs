//! Small local arrays of which every access names a known element: each element is a scalar of its own.

use crate::analysis::effects::is_known_part;
use crate::analysis::locals::mark_unshared;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use rustc_hash::FxHashMap;

/// Most elements of such an array.
const MAX_ELEMENTS: i64 = 64;

/// Splits the arrays of a procedure; gives their number.
pub(super) fn split(m: &mut Module, body: Region) -> u64 {
    mark_unshared(m, body);
    let arrays = m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::Alloca && m.flag(o, "unshared"));
    let mut n = 0;
    for array in arrays.collect::<Vec<_>>() {
        if let Some((names, elements)) = accesses(m, array) {
            n += 1;
            carry_out(m, array, names, elements);
        }
    }
    n
}

/// The names of an array, and the places of its elements, each with its number; none where it stays an array.
fn accesses(m: &Module, array: Op) -> Option<(Vec<Op>, Vec<(Op, i64)>)> {
    let count = m.types.shape(m.ty(m.result(array))).iter().try_fold(1i64, |n, e| n.checked_mul((*e)?))?;
    let array_type = m.types.rank(m.ty(m.result(array))) > 0;
    if !array_type || !(1..=MAX_ELEMENTS).contains(&count) || m.flag(array, "kept") {
        return None;
    }
    let (mut names, mut elements) = (Vec::new(), Vec::new());
    let mut work = vec![m.result(array)];
    while let Some(view) = work.pop() {
        for op in m.users(view) {
            match m.kind(op) {
                OpKind::Declare => {
                    names.push(op);
                    work.push(m.result(op));
                }
                OpKind::ViewElem if is_known_part(m, op) => elements.push((op, number(m, op)?)),
                _ => return None,
            }
        }
    }
    Some((names, elements))
}

/// Where an element stands in its array.
fn number(m: &Module, element: Op) -> Option<i64> {
    let shape = m.types.shape(m.ty(m.operand(element, 0)));
    let mut n = 0;
    for (&subscript, extent) in m.operands(element)[1..].iter().zip(shape).rev() {
        n = n * (*extent)? + m.const_int(subscript)?;
    }
    Some(n)
}

fn carry_out(m: &mut Module, array: Op, names: Vec<Op>, elements: Vec<(Op, i64)>) {
    let mut scalars: FxHashMap<i64, Value> = FxHashMap::default();
    for (op, n) in elements {
        let old = m.result(op);
        let ty = m.ty(old);
        let scalar = *scalars.entry(n).or_insert_with(|| {
            Builder::before(m, array).op(OpKind::Alloca).attr("unshared", Attr::Unit).result(ty).value()
        });
        m.replace_all_uses(old, scalar);
        m.detach(op);
    }
    for op in names.into_iter().rev() {
        m.detach(op);
    }
    m.detach(array);
}
