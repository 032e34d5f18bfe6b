//! The loops of the program, whatever transformations say.

use super::super::nest::{self, is_transformation};
use crate::analysis::trips;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{move_ops, open_end, splice};
use crate::types::Type;

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
pub fn loops(m: &mut Module, op: Op) {
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
        let mut b = Builder { m, point, loc };
        let mut bounds = [lbs[k], ubs[k]];
        for s in slopes.iter().filter(|s| s.of == k) {
            let way = b.binary(OpKind::Mul, values[s.outer], s.factor);
            let end = &mut bounds[usize::from(s.upper)];
            *end = b.binary(OpKind::Add, *end, way);
        }
        let (inner, value) = trips::each(&mut b, bounds[0], bounds[1], steps[k], None);
        values.push(value);
        point = Point { region: inner, at: None };
    }
    for (iv, v) in ivs.into_iter().zip(values) {
        m.replace_uses(body, iv, v);
    }
    move_ops(m, body, point.region);
}
