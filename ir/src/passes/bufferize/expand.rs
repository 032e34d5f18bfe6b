//! The first step of bufferize: operations on arrays that are elementals in disguise become
//! elementals (reductions and searches along a dimension, logical matrix products).

use super::Res;
use super::emit::elem_of;
use crate::choices::{LocateKind, ReduceKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;
use ferrotran_abi::reduction::ReduceOp;

/// Rewrites everything in a procedure body.
pub(super) fn run(m: &mut Module, body: Region) -> Res<()> {
    for op in m.walk(body) {
        match m.kind(op) {
            OpKind::ArrayReduce | OpKind::ArrayLocate if m.flag(op, "dim") => along_dim(m, body, op),
            OpKind::ArrayMatmul if m.types.elem(m.ty(m.result(op))) == Type::BOOL => logical_matmul(m, body, op),
            _ => {}
        }
    }
    Ok(())
}

fn extent(b: &mut Builder, a: Value, d: usize) -> Value {
    match b.m.types.shape(b.m.ty(a)).get(d).copied().flatten() {
        Some(n) => b.index(n),
        None => b.op(OpKind::ArrayShape).arg(a).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value(),
    }
}

/// An elemental of these extents whose body `f` writes.
fn elemental(b: &mut Builder, extents: &[Value], elem: Type, f: impl FnOnce(&mut Builder, &[Value]) -> Value) -> Value {
    let shape = extents.iter().map(|&e| b.m.const_int(e)).collect();
    let ty = b.m.types.array(shape, elem);
    let r = b.m.new_region(&vec![Type::INDEX; extents.len()]);
    let idx = b.m.args(r).to_vec();
    b.inside(r, |b| {
        let v = f(b, &idx);
        b.op(OpKind::ArrayYield).arg(v).build();
    });
    b.op(OpKind::ArrayElemental).args(extents).result(ty).region(r).value()
}

/// Puts `v` in the place of the result of `op`, which goes.
fn replace(m: &mut Module, body: Region, op: Op, v: Value) {
    let old = m.result(op);
    // Static extents may be better known than before; uses take any array of the shape.
    m.replace_uses(body, old, v);
    m.detach(op);
}

fn insert_at(idx: &[Value], d: usize, k: Value) -> Vec<Value> {
    let mut all = idx.to_vec();
    all.insert(d, k);
    all
}

/// What is done with each line of an array.
#[derive(Clone, Copy)]
enum Along {
    Reduce(ReduceKind),
    Locate { kind: LocateKind, wanted: Option<Value>, back: bool },
}

fn along_dim(m: &mut Module, body: Region, op: Op) {
    let a = m.operand(op, 0);
    let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
    let rank = m.types.rank(m.ty(a));
    if rank == 1 && m.kind(op) == OpKind::ArrayReduce {
        m.remove_attr(op, "dim");
        return;
    }
    let mask = m.group(op, "mask").first().copied();
    let along = if m.kind(op) == OpKind::ArrayLocate {
        let wanted = m.group(op, "value").first().copied();
        Along::Locate { kind: m.choice(op), wanted, back: m.flag(op, "back") }
    } else {
        Along::Reduce(m.choice(op))
    };
    let array_elem = m.types.elem(m.ty(a));
    let array_elem = match m.types.kind(array_elem) {
        crate::types::TypeKind::Derived(_) => m.types.reference(array_elem),
        _ => array_elem,
    };
    let result_ty = m.ty(m.result(op));
    let elem = m.types.elem(result_ty);
    let mut b = Builder::before(m, op);
    let n = extent(&mut b, a, d);
    let outer: Vec<Value> = (0..rank).filter(|&k| k != d).map(|k| extent(&mut b, a, k)).collect();
    let one_line = |b: &mut Builder, idx: &[Value]| {
        let line = elemental(b, &[n], array_elem, |b, k| elem_of(b, a, &insert_at(idx, d, k[0])));
        let line_mask = mask.map(|mask| {
            if super::is_array(b.m, mask) {
                elemental(b, &[n], Type::BOOL, |b, k| elem_of(b, mask, &insert_at(idx, d, k[0])))
            } else {
                mask
            }
        });
        match along {
            Along::Locate { kind, wanted, back } => {
                let ty = b.m.types.array(vec![Some(1)], Type::INDEX);
                let found = b.op(OpKind::ArrayLocate).arg(line).opt(line_mask).opt(wanted).choice(kind);
                let found = found.flag("back", back).result(ty).value();
                let zero = b.index(0);
                elem_of(b, found, &[zero])
            }
            Along::Reduce(kind) => b.op(OpKind::ArrayReduce).arg(line).opt(line_mask).choice(kind).result(elem).value(),
        }
    };
    let new = if outer.is_empty() {
        // Rank 1: a scalar, as an array of one element where the result is one.
        let v = one_line(&mut b, &[]);
        if super::is_array(b.m, b.m.result(op)) {
            b.op(OpKind::ArrayFrom).args(&[v]).result(result_ty).value()
        } else {
            v
        }
    } else {
        elemental(&mut b, &outer, elem, one_line)
    };
    replace(m, body, op, new);
}

/// Logical matrix product: any of (a and b) along the common dimension.
fn logical_matmul(m: &mut Module, body: Region, op: Op) {
    let (a, c) = (m.operand(op, 0), m.operand(op, 1));
    let (ta, tb) = (m.flag(op, "ta"), m.flag(op, "tb"));
    let (ra, rb) = (m.types.rank(m.ty(a)), m.types.rank(m.ty(c)));
    let mut b = Builder::before(m, op);
    let common = extent(&mut b, a, if ra == 1 { 0 } else { usize::from(!ta) });
    let mut extents = Vec::new();
    if ra == 2 {
        extents.push(extent(&mut b, a, usize::from(ta)));
    }
    if rb == 2 {
        extents.push(extent(&mut b, c, usize::from(!tb)));
    }
    let new = elemental(&mut b, &extents, Type::BOOL, |b, idx| {
        let terms = elemental(b, &[common], Type::BOOL, |b, k| {
            let row = |i: Value, t: bool| if t { vec![k[0], i] } else { vec![i, k[0]] };
            let x = if ra == 2 { elem_of(b, a, &row(idx[0], ta)) } else { elem_of(b, a, k) };
            let y = if rb == 2 { elem_of(b, c, &row(idx[idx.len() - 1], !tb)) } else { elem_of(b, c, k) };
            b.binary(OpKind::And, x, y)
        });
        b.op(OpKind::ArrayReduce).arg(terms).choice(ReduceKind::Op(ReduceOp::Any)).result(Type::BOOL).value()
    });
    replace(m, body, op, new);
}
