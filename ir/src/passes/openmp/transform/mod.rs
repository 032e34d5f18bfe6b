//! `omp-transform`: loop transformations are carried out. Each nest with transformations becomes a list of loops that count
//! their iterations from 0 ([`model`]), from whose numbers the variables of the program's loops are recovered ([`emit`]). A
//! construct around takes the outermost of them as its omp.loop_nest, as many as it asks for, the others are loops in each
//! iteration.
//!
//! `omp-untransform`, for the sequential program: the loops of the program in their order.

mod emit;
mod model;
pub mod plain;

use super::nest::{self, is_transformation};
use crate::entity::Op;
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for (nest, construct) in nests(m) {
        let list = model::build(m, nest)?;
        cx.count("nests", 1);
        emit::emit(m, nest, construct, list)?;
    }
    Ok(())
}

/// Runs `omp-untransform`.
pub fn undo(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for (nest, construct) in nests(m) {
        cx.count("nests", 1);
        plain::emit(m, nest, construct);
    }
    Ok(())
}

/// The nests with transformations, inner ones first, each with the construct that takes loops of it.
fn nests(m: &Module) -> Vec<(Op, Option<Op>)> {
    let mut out = Vec::new();
    for op in m.walk(m.top) {
        match m.kind(op) {
            OpKind::OmpWsLoop | OpKind::OmpTaskloop | OpKind::OmpSimd if nest::takes_generated(m, op) => {
                out.extend(nest::root(m, op).map(|n| (n, Some(op))));
            }
            kind if is_transformation(kind) && stands_alone(m, op) => out.push((op, None)),
            _ => {}
        }
    }
    out.reverse();
    out
}

/// Whether a transformation is no part of another nest.
fn stands_alone(m: &Module, op: Op) -> bool {
    let Some(around) = m.parent_op(op) else { return true };
    match m.kind(around) {
        OpKind::OmpLoopNest => {
            let goes_on = model::only_nest(m, m.region(around, 0)) == Some(op);
            let in_nest = m.parent_op(around).is_some_and(|owner| is_transformation(m.kind(owner)));
            !goes_on || !in_nest && taker(m, around).is_none()
        }
        kind => !is_transformation(kind) && taker(m, op).is_none(),
    }
}

/// The construct that takes generated loops of what stands in its body.
fn taker(m: &Module, op: Op) -> Option<Op> {
    let mut around = m.parent_op(op)?;
    if m.kind(around) == OpKind::OmpSimd && !nest::takes_generated(m, around) {
        around = m.parent_op(around)?;
    }
    nest::takes_generated(m, around).then_some(around)
}
