//! Taskloops in target regions: who meets one runs all of its iterations at once, as one task, or where the program says
//! how many tasks there are, or how many iterations they have, as one after the other, as the host shares them.

use crate::analysis::trips;
use crate::choices::{CriticalKind, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{iteration_value, move_ops, trip_counts};
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
    let trips = trip_counts(&mut b, &lbs, &ubs, &steps);
    for &n in &trips {
        let some = b.cmp(Pred::Gt, n, zero);
        any = b.binary(OpKind::And, any, some);
    }
    b.op(OpKind::If).arg(any).region(yes).region(no).build();

    let iteration = m.region(loops, 0);
    let (region, at) = m.position(loops);
    let mut point = Point { region, at: Some(at) };
    let ivs = m.args(iteration).to_vec();
    let mut home = yes;
    match shares(m, op, yes, &trips) {
        // Of what may be cancelled it is not seen which tasks are left.
        Some(tasks) if label.is_none() => {
            home = tasks.each;
            let mut b = Builder { m, point, loc };
            let one = b.index(1);
            let last = b.binary(OpKind::Sub, tasks.end, one);
            let inner = b.m.new_region(&[Type::INDEX]);
            b.op(OpKind::For).arg(tasks.begin).arg(last).arg(one).region(inner).build();
            let mut rest = m.args(inner)[0];
            let mut b = Builder { m, point: Point { region: inner, at: None }, loc };
            for k in (0..ivs.len()).rev() {
                let number = if k == 0 { rest } else { b.binary(OpKind::Rem, rest, trips[k]) };
                rest = if k == 0 { rest } else { b.binary(OpKind::Div, rest, trips[k]) };
                let value = iteration_value(&mut b, lbs[k], steps[k], number);
                b.m.replace_uses(iteration, ivs[k], value);
            }
            point = Point { region: inner, at: None };
        }
        _ => {
            for (k, &iv) in ivs.iter().enumerate() {
                let label = label.clone().filter(|_| k == 0);
                let (inner, value) = trips::each(&mut Builder { m, point, loc }, lbs[k], ubs[k], steps[k], label);
                point = Point { region: inner, at: None };
                m.replace_uses(iteration, iv, value);
            }
        }
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
    move_ops(m, task, home);
}

/// A loop over tasks.
struct Tasks {
    /// What each task does.
    each: Region,
    /// The number of its first iteration, and of the one behind its last.
    begin: Value,
    end: Value,
}

/// Begins a loop over the tasks of a taskloop at the end of `home`, where GRAINSIZE or NUM_TASKS stands on it.
fn shares(m: &mut Module, op: Op, home: Region, trips: &[Value]) -> Option<Tasks> {
    let (size, number) = (m.opt(op, "grainsize"), m.opt(op, "num_tasks"));
    let strict = m.flag(op, "strict");
    let given = size.or(number)?;
    let loc = m.ops[op].loc;
    let mut b = Builder { m, point: Point { region: home, at: None }, loc };
    let one = b.index(1);
    let given = b.cast(given, Type::INDEX);
    let given = b.binary(OpKind::Max, given, one);
    let mut total = trips[0];
    for &n in &trips[1..] {
        total = b.binary(OpKind::Mul, total, n);
    }
    let count = match size {
        None => b.binary(OpKind::Min, given, total),
        Some(_) if strict => {
            let less = b.binary(OpKind::Sub, given, one);
            let up = b.binary(OpKind::Add, total, less);
            b.binary(OpKind::Div, up, given)
        }
        Some(_) => {
            let n = b.binary(OpKind::Div, total, given);
            b.binary(OpKind::Max, n, one)
        }
    };
    let (zero, last) = (b.index(0), b.binary(OpKind::Sub, count, one));
    let each = b.m.new_region(&[Type::INDEX]);
    b.op(OpKind::For).arg(zero).arg(last).arg(one).region(each).build();
    let k = b.m.args(each)[0];
    let (begin, end) = b.inside(each, |b| {
        if size.is_some() && strict {
            let begin = b.binary(OpKind::Mul, k, given);
            let end = b.binary(OpKind::Add, begin, given);
            return (begin, b.binary(OpKind::Min, end, total));
        }
        // Nearly equal shares, the first ones larger by one.
        let (quotient, rest) = (b.binary(OpKind::Div, total, count), b.binary(OpKind::Rem, total, count));
        let next = b.binary(OpKind::Add, k, one);
        let [begin, end] = [k, next].map(|k| {
            let begin = b.binary(OpKind::Mul, k, quotient);
            let more = b.binary(OpKind::Min, k, rest);
            b.binary(OpKind::Add, begin, more)
        });
        (begin, end)
    });
    Some(Tasks { each, begin, end })
}
