//! `forward`: a load of a variable that was just assigned as a whole takes the assigned value, where
//! that costs no more than the load: a scalar for all elements, or a cheap function of the indices. A matrix product that the
//! next assignment of the same variable uses is a part of that assignment, which overwrites it.

use super::bufferize::CHEAP;
use crate::analysis::alias::{Alias, compare_whole, is_volatile};
use crate::analysis::effects::{Access, clobbers, is_pure, reads, tree_clobbers};
use crate::analysis::price::body_price;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    super::dead_code::in_procedures(m, |m, body| {
        region(m, body, body, cx);
        true
    });
    Ok(())
}

/// Matrix products, with what is computed of their elements, go on to the assignments that use and overwrite them.
fn products(m: &mut Module, r: Region, cx: &mut PassCtx) {
    let mut i = 0;
    while let Some(&op) = m.regions[r].ops.get(i) {
        i += 1;
        if m.kind(op) == OpKind::ArrayAssign
            && let Some(load) = overwritten(m, r, i - 1)
        {
            let (old, new) = (m.result(load), m.operand(op, 1));
            m.replace_all_uses(old, new);
            m.detach(load);
            m.detach(op);
            cx.count("products forwarded", 1);
            let loc = m.ops[op].loc;
            cx.remark(loc, "forwarded", "computed with the next statement, which uses and overwrites it");
            i -= 1;
        }
    }
}

/// Where the assignment at that position stores a product, the only load of it before all of it is overwritten: each element
/// once, by the assignment that does so.
fn overwritten(m: &Module, r: Region, at: usize) -> Option<Op> {
    let op = m.regions[r].ops[at];
    let (view, value) = (m.operand(op, 0), m.operand(op, 1));
    if m.operands(op).len() != 2 || is_volatile(m, view) || !is_product(m, value) {
        return None;
    }
    let shape = |o: &Op| matches!(m.kind(*o), OpKind::ArrayShape | OpKind::ArrayElemLen);
    if m.users(value).iter().any(|o| *o != op && !shape(o)) || m.types.elem(m.ty(view)) != m.types.elem(m.ty(value)) {
        return None;
    }
    let same = |v: Value| compare_whole(m, v, view) == Alias::Same;
    let stored = [Access::Data(view)];
    let mut load = None;
    for &o in &m.regions[r].ops[at + 1..] {
        match m.kind(o) {
            OpKind::ArrayLoad if load.is_none() && same(m.operand(o, 0)) => {
                load = Some(o);
                continue;
            }
            OpKind::ArrayAssign if load.is_some() && m.operands(o).len() == 2 && same(m.operand(o, 0)) => {
                let load = load?;
                return uses_once(m, m.operand(o, 1), m.result(load), r).then_some(load);
            }
            _ => {}
        }
        let read = std::iter::once(o).chain(m.ops[o].regions.iter().flat_map(|&r| m.walk(r))).any(|x| {
            reads(m, x).iter().any(|&a| clobbers(m, Access::Data(view), a))
                || m.has(x, Traits::TERMINATOR) && !matches!(m.kind(x), OpKind::ArrayYield | OpKind::Yield)
        });
        if read || tree_clobbers(m, o, &stored) {
            return None;
        }
    }
    None
}

/// A matrix product, or an elementwise function of the elements of one.
fn is_product(m: &Module, value: Value) -> bool {
    let Some(d) = m.def(value) else { return false };
    match m.kind(d) {
        OpKind::ArrayMatmul => true,
        OpKind::ArrayElemental => m.regions[m.region(d, 0)].ops.iter().any(|&o| {
            m.kind(o) == OpKind::ArrayAt
                && m.def_of(m.operand(o, 0), OpKind::ArrayMatmul).is_some()
                && m.operands(o)[1..] == *m.args(m.region(d, 0))
        }),
        _ => false,
    }
}

/// True where `value` is an elementwise function that takes each element of `array` once, and nothing else uses that.
fn uses_once(m: &Module, value: Value, array: Value, r: Region) -> bool {
    let Some(e) = m.def_of(value, OpKind::ArrayElemental) else { return false };
    let body = m.region(e, 0);
    let shape = |o: &Op| matches!(m.kind(*o), OpKind::ArrayShape | OpKind::ArrayElemLen);
    let users: Vec<Op> = m.users(array).into_iter().filter(|o| !shape(o)).collect();
    let &[at] = users.as_slice() else { return false };
    m.kind(at) == OpKind::ArrayAt
        && m.ops[e].parent == Some(r)
        && m.ops[at].parent == Some(body)
        && m.operands(at)[1..] == *m.args(body)
}

fn region(m: &mut Module, r: Region, scope: Region, cx: &mut PassCtx) {
    products(m, r, cx);
    // Assignments whose values are still in their targets.
    let mut known: Vec<(Value, Value)> = Vec::new();
    for op in m.regions[r].ops.clone() {
        for inner in m.ops[op].regions.clone() {
            region(m, inner, scope, cx);
        }
        if m.kind(op) == OpKind::ArrayLoad {
            let view = m.operand(op, 0);
            let hit = known.iter().rev().find(|(v, _)| compare_whole(m, *v, view) == Alias::Same).copied();
            if let Some((_, value)) = hit
                && let Some(new) = as_array(m, op, value)
            {
                let old = m.result(op);
                m.replace_uses(scope, old, new);
                cx.count("forwarded", 1);
            }
            continue;
        }
        known.retain(|(v, _)| !tree_clobbers(m, op, &[Access::Data(*v)]));
        if m.kind(op) == OpKind::ArrayAssign && m.operands(op).len() == 2 {
            let (view, value) = (m.operand(op, 0), m.operand(op, 1));
            if cheap(m, value) {
                known.push((view, value));
            }
        }
    }
}

fn cheap(m: &Module, v: Value) -> bool {
    match m.tk(v) {
        TypeKind::Array { .. } => match m.def(v) {
            Some(d) if m.kind(d) == OpKind::ArrayElemental => {
                let body = m.walk(m.region(d, 0));
                let pure = |&o: &Op| (is_pure(m, o) || m.has(o, Traits::TERMINATOR)) && m.kind(o) != OpKind::ArrayAt;
                body.iter().all(pure) && body_price(m, m.region(d, 0)) <= CHEAP / 2
            }
            _ => false,
        },
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Logical(_) => true,
        _ => false,
    }
}

/// The assigned value as an array of the type that the load gives.
fn as_array(m: &mut Module, load: Op, value: Value) -> Option<Value> {
    let ty = m.ty(m.result(load));
    if matches!(m.tk(value), TypeKind::Array { .. }) {
        return (m.types.rank(m.ty(value)) == m.types.rank(ty)).then_some(value);
    }
    if m.types.elem(ty) != m.ty(value) {
        return None;
    }
    let view = m.operand(load, 0);
    let rank = m.types.rank(ty);
    let r = m.new_region(&vec![Type::INDEX; rank]);
    let mut b = Builder::before(m, load);
    let extents: Vec<Value> = (0..rank).map(|d| b.extent(view, d)).collect();
    b.inside(r, |b| {
        b.op(OpKind::ArrayYield).args(&[value]).build();
    });
    Some(b.op(OpKind::ArrayElemental).args(&extents).result(ty).region(r).value())
}
