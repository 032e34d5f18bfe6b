//! `omp-tasks`: target tasks become tasks of the graph. The task says to the runtime where the program has the construct: it
//! may run where nothing else says what is wrong. Without NOWAIT it runs at once, when the tasks that it depends on are
//! complete. Graphs of tasks become groups, and transparent tasks wait for what others may depend on.

use crate::choices::{ChoiceAttr, DependKind, Impex};
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::c_string;
use crate::passes::offload::constructs::{open_end, splice};
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use ferrotran_abi::rt;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let mut tasks = false;
    for op in m.walk(m.top) {
        match m.kind(op) {
            OpKind::OmpTargetTask => {
                tasks = true;
                make(m, op);
                cx.count("target-tasks", 1);
            }
            OpKind::OmpTaskgraph => graph(m, op),
            OpKind::OmpTask | OpKind::OmpTaskloop => {
                tasks = true;
                see_through(m, op);
            }
            _ => {}
        }
    }
    if tasks {
        complete_at_end(m);
    }
    Ok(())
}

/// Variables of the main program are there until it ends: tasks that use them are complete by then.
fn complete_at_end(m: &mut Module) {
    for f in m.top_ops(OpKind::Func).filter(|&f| m.flag(f, "main")).collect::<Vec<_>>() {
        for end in m.walk(m.region(f, 0)).into_iter().filter(|&o| m.kind(o) == OpKind::Return).collect::<Vec<_>>() {
            let mut b = Builder::before(m, end);
            b.loc = b.m.ops[end].loc;
            b.op(OpKind::OmpBarrier).build();
        }
    }
}

/// A graph of tasks is made each time: what is left is the group.
fn graph(m: &mut Module, op: Op) {
    if m.flag(op, "nogroup") {
        return splice(m, op);
    }
    let body = m.region(op, 0);
    m.ops[op].regions.clear();
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[op].loc;
    b.op(OpKind::OmpTaskgroup).args(&[]).args(&[]).region(body).build();
    m.detach(op);
}

/// A transparent task comes behind all tasks with dependences that are there, and is complete when those that it makes are:
/// so dependences of its children and of other tasks order these, whatever they import and export. A taskloop waits for both.
fn see_through(m: &mut Module, op: Op) {
    let Some(impex) = m.choice_opt::<Impex>(op) else { return };
    m.remove_attr(op, Impex::KEY);
    if impex == Impex::NotImpex {
        return;
    }
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[op].loc;
    let everything = b.op(OpKind::NullPtr).result(Type::PTR).value();
    if b.m.kind(op) == OpKind::OmpTaskloop {
        b.op(OpKind::OmpTaskDepend).args(&[everything]).choices(&[DependKind::InOut]).build();
        m.remove_attr(op, "nogroup");
        return;
    }
    let mut kinds: Vec<DependKind> = m.choices(op).collect();
    let mut deps = m.group(op, "deps").to_vec();
    kinds.push(DependKind::InOut);
    deps.push(everything);
    m.set_group(op, "deps", &deps);
    let words = kinds.iter().map(|k| Attr::str(k.word())).collect();
    m.set_attr(op, DependKind::KEY, Attr::List(words));
    let body = m.region(op, 0);
    open_end(m, body);
    let loc = m.ops[op].loc;
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    b.op(OpKind::OmpTaskwait).build();
}

fn make(m: &mut Module, op: Op) {
    let loc = m.ops[op].loc;
    let body = m.region(op, 0);
    open_end(m, body);
    let file = m.files.get(loc.file as usize).cloned().unwrap_or_default();
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
    let file = c_string(&mut b, &file);
    let line = b.int(i64::from(loc.line), Type::I32);
    b.runtime(rt::frt_dev_task, &[file, line], None);
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    let none = b.op(OpKind::NullPtr).result(Type::PTR).value();
    let zero = b.int(0, Type::I32);
    b.runtime(rt::frt_dev_task, &[none, zero], None);

    let [deferred, priority] = ["deferred", "priority"].map(|g| m.opt(op, g));
    let [deps, originals] = ["deps", "originals"].map(|g| m.group(op, g).to_vec());
    let attrs = m.ops[op].attrs.clone();
    let nowait = m.flag(op, "nowait");
    let mut b = Builder::before(m, op);
    b.loc = loc;
    let now: Option<Value> = if nowait {
        deferred
    } else {
        let zero = b.int(0, Type::I32);
        Some(b.cast(zero, Type::BOOL))
    };
    let task = b.op(OpKind::OmpTask).opt(now).opt(None).args(&deps).args(&originals).opt(priority);
    let task = task.flag("target", true).build();
    for (key, value) in attrs.into_iter().filter(|(key, _)| !matches!(*key, "segs" | "nowait")) {
        m.set_attr(task, key, value);
    }
    m.ops[op].regions.clear();
    m.attach_region(task, body);
    m.detach(op);
}
