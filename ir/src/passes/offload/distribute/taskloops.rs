//! Taskloops in target regions: who meets one runs all of its iterations as one task, at once.

use crate::analysis::trips;
use crate::choices::{CriticalKind, Pred};
use crate::entity::{Op, Region};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{move_ops, trip_counts};
use crate::passes::openmp::nest;
use crate::types::Type;

/// Rewrites the taskloops of a region.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    for op in m.walk(body) {
        if m.kind(op) == OpKind::OmpTaskloop {
            one(m, op);
        }
    }
}

/// Other loops of the nest have an iteration where the task has one: bounds that depend on a variable are none of a nest here.
fn one(m: &mut Module, op: Op) {
    let Some(loops) = nest::find(m, op).filter(|&n| m.group(n, "slopes").is_empty()) else { return };
    let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| m.group(loops, g).to_vec());
    let label = m.attr_str(op, "label").map(Attr::str);
    let (task, loc) = (m.region(op, 0), m.ops[op].loc);
    let [yes, no] = [0, 1].map(|_| m.new_region(&[]));
    let mut b = Builder::before(m, op);
    let zero = b.index(0);
    let mut any = b.int(1, Type::BOOL);
    for n in trip_counts(&mut b, &lbs, &ubs, &steps) {
        let some = b.cmp(Pred::Gt, n, zero);
        any = b.binary(OpKind::And, any, some);
    }
    b.op(OpKind::If).arg(any).region(yes).region(no).build();

    let iteration = m.region(loops, 0);
    let (region, at) = m.position(loops);
    let mut point = Point { region, at: Some(at) };
    for (k, iv) in m.args(iteration).to_vec().into_iter().enumerate() {
        let label = label.clone().filter(|_| k == 0);
        let (inner, value) = trips::each(&mut Builder { m, point, loc }, lbs[k], ubs[k], steps[k], label);
        point = Point { region: inner, at: None };
        m.replace_uses(iteration, iv, value);
    }
    move_ops(m, iteration, point.region);
    m.detach(loops);
    // What the copies of the task are combined by excludes the tasks of other threads.
    for &o in &m.regions[task].ops.clone() {
        if m.kind(o) == OpKind::OmpCritical && m.choice_opt(o) == Some(CriticalKind::Task) {
            m.remove_attr(o, "kind");
        }
    }
    m.detach(op);
    move_ops(m, task, yes);
}
