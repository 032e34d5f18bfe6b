//! The loops of the program, whatever transformations say.

use super::super::nest::{self, is_transformation};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{iteration_value, move_ops, open_end, splice, trip_counts};
use crate::types::{Type, TypeKind};

/// Makes sequential loops of a nest. A construct that takes loops of it has one iteration, in which they are.
pub fn emit(m: &mut Module, op: Op, construct: Option<Op>) {
    let loc = m.ops[op].loc;
    let Some(construct) = construct else { return sequential(m, op) };
    let each = m.new_region(&[Type::INDEX]);
    let mut b = Builder::before(m, construct);
    b.loc = loc;
    let (zero, one) = (b.index(0), b.index(1));
    let mut b = Builder::before(m, op);
    b.loc = loc;
    b.op(OpKind::OmpLoopNest).arg(zero).arg(zero).arg(one).args(&[]).region(each).build();
    m.detach(op);
    m.insert(each, 0, op);
    m.remove_attr(construct, "collapse");
    sequential(m, op);
}

fn sequential(m: &mut Module, op: Op) {
    for o in m.regions[m.region(op, 0)].ops.clone() {
        if m.kind(o) == OpKind::OmpLoopNest || is_transformation(m.kind(o)) {
            sequential(m, o);
        }
    }
    match m.kind(op) {
        OpKind::OmpLoopNest => loops(m, op),
        _ => splice(m, op),
    }
}

/// Loops in the place of an omp.loop_nest.
fn loops(m: &mut Module, op: Op) {
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(op, g).to_vec());
    let (slopes, loc) = (nest::slopes(m, op), m.ops[op].loc);
    let body: Region = m.region(op, 0);
    open_end(m, body);
    let ivs = m.args(body).to_vec();
    let (region, at) = m.position(op);
    m.detach(op);
    let mut point = Point { region, at: Some(at) };
    let mut values: Vec<Value> = Vec::new();
    for k in 0..lbs.len() {
        // What counts iterations has no more than 64 bits.
        let ty = m.ty(lbs[k]);
        let wide = matches!(m.types.kind(ty), TypeKind::Int(65..));
        let inner = m.new_region(&[if wide { Type::INDEX } else { ty }]);
        let mut b = Builder { m, point, loc };
        let mut bounds = [lbs[k], ubs[k]];
        for s in slopes.iter().filter(|s| s.of == k) {
            let way = b.binary(OpKind::Mul, values[s.outer], s.factor);
            let end = &mut bounds[usize::from(s.upper)];
            *end = b.binary(OpKind::Add, *end, way);
        }
        let mut value = b.m.args(inner)[0];
        let (mut first, mut last, mut step) = (bounds[0], bounds[1], steps[k]);
        if wide {
            let trips = trip_counts(&mut b, &[first], &[last], &[step])[0];
            value = b.inside(inner, |b| iteration_value(b, first, step, value));
            (first, step) = (b.index(0), b.index(1));
            last = b.binary(OpKind::Sub, trips, step);
        }
        b.op(OpKind::For).arg(first).arg(last).arg(step).region(inner).build();
        values.push(value);
        point = Point { region: inner, at: None };
    }
    for (iv, v) in ivs.into_iter().zip(values) {
        m.replace_uses(body, iv, v);
    }
    move_ops(m, body, point.region);
}
