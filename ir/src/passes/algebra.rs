//! `algebra`: identities of whole-array operations. Transposes and conjugates of the operands of a
//! matrix product become its flags; a transpose of a transpose is the array.

use crate::choices::MathFn;
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let mut used = super::dead_code::Counts::default();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        for op in m.walk(body) {
            match m.kind(op) {
                OpKind::ArrayTranspose => {
                    if let Some(inner) = m.def_of(m.operand(op, 0), OpKind::ArrayTranspose) {
                        let (old, new) = (m.result(op), m.operand(inner, 0));
                        m.replace_uses(body, old, new);
                        cx.count("double transposes", 1);
                    }
                }
                OpKind::ArrayMatmul => {
                    for (k, t, c) in [(0, "ta", "ca"), (1, "tb", "cb")] {
                        while flag(m, op, k, t, c) {
                            cx.count("flags", 1);
                        }
                    }
                }
                _ => {}
            }
        }
        super::dead_code::remove_dead(m, body, &mut used);
    }
    Ok(())
}

/// Turns one operation on operand `k` into a flag.
fn flag(m: &mut Module, op: Op, k: usize, t: &'static str, c: &'static str) -> bool {
    let v = m.operand(op, k);
    let Some(d) = m.def(v) else { return false };
    let (inner, key) = match m.kind(d) {
        OpKind::ArrayTranspose => (m.operand(d, 0), t),
        OpKind::ArrayElemental => match conjugate_of(m, d) {
            Some(a) => (a, c),
            None => return false,
        },
        _ => return false,
    };
    m.set_operand(op, k, inner);
    if m.flag(op, key) {
        m.remove_attr(op, key);
    } else {
        m.set_attr(op, key, Attr::Unit);
    }
    true
}

/// The array whose elements an elemental conjugates, doing nothing else.
fn conjugate_of(m: &Module, e: Op) -> Option<Value> {
    let r = m.region(e, 0);
    let &[at, conj, end] = m.regions[r].ops.as_slice() else { return None };
    let fits = m.kind(at) == OpKind::ArrayAt
        && m.operands(at)[1..] == *m.args(r)
        && m.kind(conj) == OpKind::Math
        && m.choice::<MathFn>(conj) == MathFn::Conj
        && m.operands(conj) == [m.result(at)]
        && m.operands(end) == [m.result(conj)];
    fits.then(|| m.operand(at, 0))
}
