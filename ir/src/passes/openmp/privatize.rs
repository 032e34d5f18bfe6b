//! `omp-privatize`: the copies that constructs make of variables become storage where their recipes are put. Who runs the
//! body of a construct makes its copies at the begin of the body, and ends them at its end. Of a loop that threads share,
//! every thread makes them before its share; in a target region, where a device runs the iterations at once, every
//! iteration has its own.

use super::{Part, Place, Recipes, cells, drop_unused, in_target, repeat};
use crate::choices::DataSharing;
use crate::entity::{Op, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{open_end, splice};
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let recipes = Recipes::new(m);
    for op in m.walk(m.top) {
        if m.attr(op, "copies").is_some() {
            cx.count("copies", m.copies(op).len() as u64);
            expand(m, &recipes, op);
        }
        if m.kind(op) == OpKind::OmpScope && !m.flag(op, "nowait") {
            Builder::after(m, op).op(OpKind::OmpBarrier).build();
        }
        if matches!(m.kind(op), OpKind::OmpScope | OpKind::OmpSimd) {
            splice(m, op);
        }
    }
    for op in m.walk(m.top) {
        if m.kind(op) == OpKind::OmpTarget {
            cells::forget(m, op);
        }
    }
    drop_unused(m);
    Ok(())
}

fn expand(m: &mut Module, recipes: &Recipes, op: Op) {
    let copies = m.copies(op);
    let originals = m.group(op, "originals").to_vec();
    let body = m.region(op, 0);
    let loc = m.ops[op].loc;
    let args: Vec<Value> = m.args(body)[m.args(body).len() - copies.len()..].to_vec();
    m.forget_copies(op, 0);
    let outside = m.kind(op) == OpKind::OmpWsLoop && !in_target(m, op);
    if !outside {
        open_end(m, body);
    }
    let (region, mut at) = if outside { m.position(op) } else { (body, 0) };
    let mut made: Vec<Value> = Vec::new();
    for ((copy, &original), &arg) in copies.iter().zip(&originals).zip(&args) {
        let mut put = |m: &mut Module, part: Part, args: &[Value]| {
            let place = Place { point: Point { region, at: Some(at) }, loc, name: &copy.name };
            let (values, n) = repeat(m, recipes.region(m, &copy.recipe, part), args, &place);
            at += n;
            values
        };
        let fresh = put(m, Part::Init, &[original])[0];
        if copy.how.takes_value() {
            put(m, Part::Copy, &[original, fresh]);
        }
        m.replace_uses(body, arg, fresh);
        made.push(fresh);
    }
    if copies.iter().any(|c| c.how == DataSharing::FirstLastprivate) {
        // All copies are made before a thread stores to the original.
        let mut b = Builder { m, point: Point { region, at: Some(at) }, loc };
        b.op(OpKind::OmpBarrier).build();
    }
    // Behind the construct, or at the end of its body.
    let mut at = if outside { m.position(op).1 + 1 } else { m.regions[body].ops.len() };
    for (copy, &fresh) in copies.iter().zip(&made).rev() {
        let place = Place { point: Point { region, at: Some(at) }, loc, name: &copy.name };
        at += repeat(m, recipes.region(m, &copy.recipe, Part::Dealloc), &[fresh], &place).1;
    }
}
