//! `forward`: a load of a variable that was just assigned as a whole takes the assigned value, where
//! that costs no more than the load: a scalar for all elements, or a cheap function of the indices.

use super::bufferize::CHEAP;
use crate::analysis::alias::{Alias, compare_whole};
use crate::analysis::effects::{Access, is_pure, tree_clobbers};
use crate::analysis::price::body_price;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let mut used = super::dead_code::Counts::default();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        region(m, body, body, cx);
        super::dead_code::remove_dead(m, body, &mut used);
    }
    Ok(())
}

fn region(m: &mut Module, r: Region, scope: Region, cx: &mut PassCtx) {
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
