//! `algebra`: identities of whole-array operations. Transposes and conjugates of the operands of a
//! matrix product become its flags; a transpose of a transpose is the array, that of a product the product of the transposes
//! in the other order, whose sums have the same terms in the same order. The product of two matrices with a vector is two products
//! with a vector, where terms may be added in another order; in longer products one pair of matrices goes so.

use crate::choices::MathFn;
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    super::dead_code::in_procedures(m, |m, body| {
        for op in m.walk(body) {
            match m.kind(op) {
                OpKind::ArrayTranspose => {
                    if let Some(inner) = m.def_of(m.operand(op, 0), OpKind::ArrayTranspose) {
                        let (old, new) = (m.result(op), m.operand(inner, 0));
                        m.replace_uses(body, old, new);
                        cx.count("double transposes", 1);
                    } else if let Some(product) = m.def_of(m.operand(op, 0), OpKind::ArrayMatmul)
                        && let Some(new) = turned(m, op, product)
                    {
                        let old = m.result(op);
                        m.replace_uses(body, old, new);
                        cx.count("transposed products", 1);
                        let made = m.def(new).expect("it was made");
                        for (k, t, c) in [(0, "ta", "ca"), (1, "tb", "cb")] {
                            while flag(m, made, k, t, c) {}
                        }
                    }
                }
                OpKind::ArrayMatmul => {
                    for (k, t, c) in [(0, "ta", "ca"), (1, "tb", "cb")] {
                        while flag(m, op, k, t, c) {
                            cx.count("flags", 1);
                        }
                    }
                    if vector_first(m, op, cx.machine.reassociate) {
                        let loc = m.ops[op].loc;
                        cx.count("products with vectors", 1);
                        cx.remark(loc, "order", "computed as two products with a vector");
                    }
                }
                _ => {}
            }
        }
        true
    });
    Ok(())
}

/// Makes two products with a vector of one with a product of matrices, `(A B) v` or `v (A B)`, where their terms may be added
/// in another order.
fn vector_first(m: &mut Module, op: Op, reassociate: bool) -> bool {
    let exact = matches!(m.types.kind(m.types.elem(m.ty(m.result(op)))), TypeKind::Int(_) | TypeKind::Bool);
    let rank = |m: &Module, v: Value| m.types.rank(m.ty(v));
    let plain = |m: &Module, o: Op| ["ta", "tb", "ca", "cb"].iter().all(|key| !m.flag(o, key));
    let left = match (rank(m, m.operand(op, 0)), rank(m, m.operand(op, 1))) {
        (2, 1) => true,
        (1, 2) => false,
        _ => return false,
    };
    let (matrix, vector) =
        if left { (m.operand(op, 0), m.operand(op, 1)) } else { (m.operand(op, 1), m.operand(op, 0)) };
    let Some(inner) = m.def_of(matrix, OpKind::ArrayMatmul) else { return false };
    let (a, b) = (m.operand(inner, 0), m.operand(inner, 1));
    let ty = m.ty(m.result(op));
    let one_kind = [a, b, vector].iter().all(|&v| m.types.elem(m.ty(v)) == m.types.elem(ty));
    let shape = |o: &Op| matches!(m.kind(*o), OpKind::ArrayShape | OpKind::ArrayElemLen);
    let once = m.users(matrix).iter().all(|o| *o == op || shape(o));
    if !(exact || reassociate)
        || !plain(m, op)
        || !plain(m, inner)
        || !once
        || !one_kind
        || rank(m, a) != 2
        || rank(m, b) != 2
    {
        return false;
    }
    let elem = m.types.elem(ty);
    let row = m.types.array(vec![None], elem);
    let mut builder = Builder::before(m, op);
    let (first, second) = if left { (b, vector) } else { (vector, a) };
    let product = builder.op(OpKind::ArrayMatmul).arg(first).arg(second).result(row).value();
    let operands = if left { [a, product] } else { [product, b] };
    for (k, v) in operands.into_iter().enumerate() {
        m.set_operand(op, k, v);
    }
    true
}

/// The transpose `op` of a product of matrices that nothing else uses, as a product.
fn turned(m: &mut Module, op: Op, product: Op) -> Option<Value> {
    let (v, ty) = (m.result(product), m.ty(m.result(op)));
    let shape = |o: &Op| matches!(m.kind(*o), OpKind::ArrayShape | OpKind::ArrayElemLen);
    let once = m.users(v).iter().all(|o| *o == op || shape(o));
    let (a, b) = (m.operand(product, 0), m.operand(product, 1));
    if !once || m.types.rank(m.ty(a)) != 2 || m.types.rank(m.ty(b)) != 2 {
        return None;
    }
    let [ta, tb, ca, cb] = ["ta", "tb", "ca", "cb"].map(|key| m.flag(product, key));
    let mut builder = Builder::before(m, product);
    let new =
        builder.op(OpKind::ArrayMatmul).arg(b).arg(a).flag("ta", !tb).flag("tb", !ta).flag("ca", cb).flag("cb", ca);
    Some(new.result(ty).value())
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
