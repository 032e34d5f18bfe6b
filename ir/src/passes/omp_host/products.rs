//! What is done with the elements of matrix products is a loop of its own on the host, where threads and vectors do it.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Takes the epilogues of the products in a procedure out of them.
pub fn split(m: &mut Module, body: Region) {
    for op in m.walk(body) {
        if m.kind(op) == OpKind::LibMatmul && m.flag(op, "epilogue") {
            epilogue(m, op);
        }
    }
}

fn epilogue(m: &mut Module, op: Op) {
    let Some(&r) = m.ops[op].regions.last() else { return };
    let c = m.operand(op, 0);
    let (args, elem) = (m.args(r).to_vec(), m.types.elem(m.ty(c)));
    let Some(&sum) = args.first() else { return };
    let Some(size) = m.types.size_of(elem).filter(|_| m.ty(sum) == elem && elem != Type::BOOL) else { return };
    let rank = m.types.rank(m.ty(c));
    let in_place = m.flag(op, "in_place");
    let attrs: Vec<_> = m.ops[op].attrs.iter().filter(|(k, _)| matches!(*k, "par" | "stmts")).cloned().collect();

    let mut b = Builder::before(m, op);
    let extents: Vec<Value> = (0..rank).map(|d| b.extent(c, d)).collect();
    let mut sums = c;
    let mut memory = None;
    if in_place {
        // The product would store over what the epilogue reads.
        let (zero, one) = (b.index(0), b.index(size as i64));
        let mut bytes = one;
        for &n in &extents {
            let n = b.binary(OpKind::Max, n, zero);
            bytes = b.binary(OpKind::Mul, bytes, n);
        }
        let reason = Attr::str("a matrix product that is added to the assigned variable");
        let ptr = b.op(OpKind::Alloc).arg(bytes).attr("reason", reason).result(Type::PTR).value();
        let shape = b.m.types.shape(b.m.ty(c)).to_vec();
        let ty = b.m.types.view(shape, elem, true);
        sums = b.op(OpKind::ViewMake).arg(ptr).args(&extents).args(&[]).opt(None).result(ty).value();
        memory = Some(ptr);
    }
    m.set_operand(op, 0, sums);
    m.ops[op].regions.pop();
    m.remove_attr(op, "epilogue");
    m.remove_attr(op, "in_place");

    let nest = m.new_region(&vec![Type::INDEX; rank]);
    let index = m.args(nest).to_vec();
    let mut b = Builder::after(m, op);
    b.inside(nest, |b| {
        let at = b.elem(sums, &index);
        let x = b.load(at);
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        map.insert(sum, x);
        for (k, &a) in args.iter().enumerate().skip(1) {
            // Of a vector the second subscript is zero.
            let i = match index.get(k - 1) {
                Some(&i) => i,
                None => b.index(0),
            };
            let ty = b.m.ty(a);
            let i = b.cast(i, ty);
            map.insert(a, i);
        }
        for o in b.m.regions[r].ops.clone() {
            if b.m.kind(o) == OpKind::Yield {
                let v = b.m.operand(o, 0);
                let v = map.get(&v).copied().unwrap_or(v);
                let to = b.elem(c, &index);
                b.store(v, to);
            } else {
                let copy = b.m.clone_op(o, &mut map);
                b.insert(copy);
            }
        }
    });
    let mut new = b.op(OpKind::Parallel).args(&extents);
    for (k, v) in attrs {
        new = new.attr(k, v);
    }
    new.region(nest).build();
    if let Some(ptr) = memory {
        b.op(OpKind::Free).arg(ptr).build();
    }
    m.capture(op);
}
