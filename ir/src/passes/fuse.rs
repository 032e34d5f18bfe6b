//! `fuse`: puts the bodies of elementals into the bodies that use their elements, where that computes
//! no expensive element twice.

use super::bufferize::CHEAP;
use crate::analysis::effects::has_effects;
use crate::analysis::price::body_price;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    super::dead_code::in_procedures(m, |m, body| {
        let mut n = 0;
        // Producers come before their consumers, so what is put in is fused already.
        for op in m.walk(body) {
            if m.kind(op) == OpKind::ArrayAt && in_array_region(m, op) {
                n += u64::from(inline(m, op));
            }
        }
        cx.count("fused", n);
        true
    });
    Ok(())
}

/// The elemental or forall that an op belongs to, directly or through nested ones.
fn in_array_region(m: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(p) = m.parent_op(at) {
        if matches!(m.kind(p), OpKind::ArrayElemental | OpKind::ArrayForall) {
            return true;
        }
        at = p;
    }
    false
}

/// Iterations around a use, up to the region where the producer stands.
fn rank_around(m: &Module, op: Op, home: Option<Region>) -> usize {
    let (mut n, mut at) = (0, op);
    while m.ops[at].parent != home {
        let Some(p) = m.parent_op(at) else { break };
        n += match m.kind(p) {
            OpKind::ArrayElemental | OpKind::Parallel | OpKind::Reduce => m.operands(p).len(),
            OpKind::ArrayForall => m.operands(p).len() - 1,
            OpKind::For | OpKind::While => 1,
            _ => 0,
        };
        at = p;
    }
    n
}

fn inline(m: &mut Module, at: Op) -> bool {
    let array = m.operand(at, 0);
    let Some(e) = m.def_of(array, OpKind::ArrayElemental) else { return false };
    let body = m.region(e, 0);
    let inner = m.walk(body);
    // A body that reads memory is evaluated at its own place.
    if inner.iter().any(|&o| has_effects(m, o)) {
        return false;
    }
    let users =
        m.users(array).into_iter().filter(|&u| !matches!(m.kind(u), OpKind::ArrayShape | OpKind::ArrayElemLen)).count();
    let once = users == 1 && rank_around(m, at, m.ops[e].parent) <= m.types.rank(m.ty(array));
    if !once && body_price(m, body) > CHEAP {
        return false;
    }
    let mut map: FxHashMap<Value, Value> =
        m.args(body).iter().copied().zip(m.operands(at)[1..].iter().copied()).collect();
    let mut result = None;
    for o in m.regions[body].ops.clone() {
        if m.kind(o) == OpKind::ArrayYield {
            let y = m.operand(o, 0);
            result = Some(*map.get(&y).unwrap_or(&y));
            break;
        }
        let c = m.clone_op(o, &mut map);
        Builder::before(m, at).insert(c);
    }
    let Some(new) = result else { return false };
    let old = m.result(at);
    m.replace_all_uses(old, new);
    m.detach(at);
    true
}
