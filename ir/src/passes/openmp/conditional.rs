//! Variables that get the value of the last iteration that assigns them. Each thread, or task, remembers the number of the last
//! of its own, and what its copy holds; at the end of the loop the original gets the value of the one with the largest number.

use super::Part;
use super::nest;
use super::privatize::Expansion;
use crate::choices::{CriticalKind, DataSharing, Pred, Schedule, ScheduleModifier, VariableCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::types::Type;
use ferrotran_abi::rt;

/// A variable: where it stands among the copies, the number of the last iteration of this thread or task, and, for tasks, the
/// number of the last one that is over.
struct Last {
    copy: usize,
    own: Value,
    best: Option<Value>,
}

/// One thread runs the iterations in their order, and has no copies.
pub(super) fn in_order(
    m: &mut Module,
    op: Op,
    copies: &mut Vec<VariableCopy>,
    originals: &mut Vec<Value>,
    args: &mut Vec<Value>,
) {
    let body = m.region(op, 0);
    for k in (0..copies.len()).rev() {
        if copies[k].how == DataSharing::Conditional {
            copies.remove(k);
            m.replace_uses(body, args.remove(k), originals.remove(k));
            if m.kind(op) == OpKind::OmpWsLoop {
                m.set_attr(op, "in_order", Attr::Unit);
            }
        }
    }
}

/// The others: what is remembered, and what is done with it behind the last iteration of a thread or task.
pub(super) fn last_assignments(
    m: &mut Module,
    x: &Expansion<'_>,
    copies: &[VariableCopy],
    originals: &[Value],
    fresh: &[Value],
) {
    let list: Vec<usize> = (0..copies.len()).filter(|&k| copies[k].how == DataSharing::Conditional).collect();
    let Some(nest) = nest::find(m, x.op).filter(|_| !list.is_empty()) else { return };
    let tasks = m.kind(x.op) == OpKind::OmpTaskloop;
    let inside = m.region(x.op, 0);
    if !tasks && m.choice_opt(x.op) == Some(Schedule::Dynamic) {
        // What a thread assigns later is what a later iteration assigns.
        m.set_choice(x.op, ScheduleModifier::Monotonic);
    }
    let mut last = Vec::new();
    for &copy in &list {
        let best = tasks.then(|| number_cell(m, x, front_of(m, x.op)));
        let at = if tasks { Point { region: inside, at: Some(0) } } else { front_of(m, x.op) };
        last.push(Last { copy, own: number_cell(m, x, at), best });
    }
    let each = m.region(nest, 0);
    let mut b = Builder { m, point: Point { region: each, at: Some(0) }, loc: x.loc };
    let number = b.op(OpKind::OmpIteration).result(Type::INDEX).value();
    for o in m.walk(each) {
        if m.kind(o) == OpKind::OmpAssigned
            && let Some(l) = last.iter().find(|l| fresh[l.copy] == m.operand(o, 0))
        {
            let mut b = Builder::before(m, o);
            b.loc = b.m.ops[o].loc;
            b.store(number, l.own);
            m.detach(o);
        }
    }
    let turn = m.new_region(&[]);
    for (which, l) in last.iter().enumerate() {
        later(m, x, turn, which, l, &copies[l.copy], [originals[l.copy], fresh[l.copy]]);
    }
    let kind = if tasks { CriticalKind::Task } else { CriticalKind::Reduce };
    let mut b = if tasks { Builder::at_end(m, inside) } else { Builder::after(m, x.op) };
    b.loc = x.loc;
    b.op(OpKind::OmpCritical).choice(kind).region(turn).build();
    if !tasks && !b.m.flag(x.op, "nowait") {
        // The threads wait once the last of them has had its turn.
        b.m.set_attr(x.op, "nowait", Attr::Unit);
        b.op(OpKind::OmpBarrier).build();
    }
}

fn front_of(m: &Module, op: Op) -> Point {
    let (region, at) = m.position(op);
    Point { region, at: Some(at) }
}

/// A number that is that of no iteration at first.
fn number_cell(m: &mut Module, x: &Expansion<'_>, point: Point) -> Value {
    let ty = m.types.reference(Type::INDEX);
    let mut b = Builder { m, point, loc: x.loc };
    let cell = b.op(OpKind::Alloca).attr("name", Attr::str("last")).result(ty).value();
    let none = b.index(-1);
    b.store(none, cell);
    cell
}

/// In the turn of a thread or task: the original gets its value where that is the latest so far.
fn later(
    m: &mut Module,
    x: &Expansion<'_>,
    turn: Region,
    which: usize,
    l: &Last,
    copy: &VariableCopy,
    args: [Value; 2],
) {
    let [yes, no] = [0, 1].map(|_| m.new_region(&[]));
    let mut b = Builder::at_end(m, turn);
    b.loc = x.loc;
    let number = b.load(l.own);
    let is_latest = match l.best {
        Some(best) => {
            let known = b.load(best);
            b.inside(yes, |b| b.store(number, best));
            b.cmp(Pred::Gt, number, known)
        }
        None => {
            let (number, which, zero) =
                (b.cast(number, Type::I64), b.int(which as i64, Type::I64), b.int(0, Type::I32));
            let call = b.runtime(rt::frt_omp_latest, &[number, which], Some(Type::I32));
            let is = b.m.result(call);
            b.cmp(Pred::Ne, is, zero)
        }
    };
    b.op(OpKind::If).arg(is_latest).region(yes).region(no).build();
    x.put(m, copy, Part::Combine, &args, Point { region: yes, at: None });
}
