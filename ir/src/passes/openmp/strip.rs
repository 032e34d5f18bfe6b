//! `omp-strip`: the program without OpenMP. What is left means what the directives mean to one thread, in one team, with one
//! image of the data: constructs are their bodies, loops that threads share are loops, tasks run where they are made, target
//! regions run in place, and what only orders threads or moves data is gone. Nothing is cancelled: that is what the
//! control variable says where nobody sets it. Routines of OpenMP that the program calls stay.
//!
//! Copies of variables are code before it (`omp-reductions`, `omp-privatize`).

use crate::analysis::trips;
use crate::choices::Pred;
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{
    combine_copies, move_ops, open_ends, plain_atomic, sequential_loop, splice, trip_counts,
};
use crate::passes::omp_host::worksharing::interop;
use crate::passes::openmp::{need_loops, nest};
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use ferrotran_abi::codes::task::NO_EVENT;
use ferrotran_abi::rt;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    need_loops(m)?;
    refuse(m)?;
    open_ends(m);
    let mut constructs = 0;
    // Innermost first: what a construct has in it has no constructs when it is put in its place.
    for op in m.walk(m.top).into_iter().rev() {
        constructs += u64::from(strip(m, op)?);
    }
    for g in m.top_ops(OpKind::Global).collect::<Vec<_>>() {
        m.remove_attr(g, "threadprivate");
    }
    cx.count("constructs", constructs);
    Ok(())
}

/// Fails where passes have made something else of constructs already, or where copies are no code yet.
fn refuse(m: &Module) -> Result<(), PassError> {
    for op in m.walk(m.top) {
        let made_by = match m.kind(op) {
            _ if m.attr(op, "copies").is_some() || m.kind(op) == OpKind::OmpRecipe => {
                return Err(PassError::at(m, op, "copies of variables come first: omp-reductions, omp-privatize"));
            }
            OpKind::OmpTarget if m.attr(op, "target").is_some() => "target-split",
            OpKind::OmpTeams if m.attr(op, "kind").is_some() => "workdistribute",
            OpKind::Call if m.runtime_fn(op).is_some_and(|f| OF_HOST.contains(&f.name())) => "omp-host",
            _ if m.info(op).name.starts_with("dev.") => "the passes of offloading",
            _ => continue,
        };
        let text = format!("the directives are no ops any more: {made_by} has consumed them");
        return Err(PassError::at(m, op, text));
    }
    Ok(())
}

/// What `omp-host` makes of constructs.
const OF_HOST: [&str; 15] = [
    "frt_par_for",
    "frt_omp_parallel",
    "frt_omp_teams",
    "frt_omp_dist_next",
    "frt_omp_barrier",
    "frt_omp_for_init",
    "frt_omp_for_static",
    "frt_omp_ordered_begin",
    "frt_omp_masked",
    "frt_omp_critical_begin",
    "frt_omp_reduce_begin",
    "frt_omp_task",
    "frt_omp_task_plain",
    "frt_omp_taskloop",
    "frt_omp_taskgroup_begin",
];

/// One op. False where it is none of OpenMP.
fn strip(m: &mut Module, op: Op) -> Result<bool, PassError> {
    match m.kind(op) {
        OpKind::OmpTarget
        | OpKind::OmpTeams
        | OpKind::OmpWorkdistribute
        | OpKind::OmpTargetData
        | OpKind::OmpParallel
        | OpKind::OmpWorkshare
        | OpKind::OmpTaskgroup
        | OpKind::OmpSingle
        | OpKind::OmpScope
        | OpKind::OmpSimd
        | OpKind::OmpTask
        | OpKind::OmpOrdered
        | OpKind::OmpCritical => splice(m, op),
        OpKind::OmpTaskloop => taskloop(m, op),
        // The construct around it makes loops of it.
        OpKind::OmpLoopNest => return Ok(false),
        // What takes them stands behind them.
        OpKind::OmpBounds
        | OpKind::OmpMap
        | OpKind::OmpTargetEnter
        | OpKind::OmpTargetExit
        | OpKind::OmpTargetUpdate
        | OpKind::OmpMapsEnd
        | OpKind::OmpMapsKept
        | OpKind::OmpEndOnDevices
        | OpKind::OmpDeclareTarget
        | OpKind::OmpRequires
        | OpKind::OmpBarrier
        | OpKind::OmpFlush
        | OpKind::OmpTaskwait
        | OpKind::OmpTaskyield
        | OpKind::OmpTaskDepend
        | OpKind::OmpDependence
        | OpKind::OmpAccumulator
        | OpKind::OmpAccumulatorEnd => m.detach(op),
        OpKind::OmpDepobj => {
            // The program may hand it on.
            if m.opt(op, "address").is_some() {
                let object = m.operand(op, 0);
                let mut b = Builder::before(m, op);
                let nothing = b.op(OpKind::NullPtr).result(Type::PTR).value();
                let held = b.m.types.reference(Type::PTR);
                let object = b.unary(OpKind::CastRef, object, held);
                b.store(nothing, object);
            }
            m.detach(op);
        }
        OpKind::OmpInterop => interop(m, op),
        OpKind::OmpAccumulated => {
            let address = m.operand(op, 0);
            instead(m, op, address);
        }
        OpKind::OmpCancel | OpKind::OmpCancellationPoint => {
            let no = Builder::before(m, op).int(0, Type::BOOL);
            instead(m, op, no);
        }
        OpKind::OmpEvent => {
            let event = Builder::before(m, op).int(NO_EVENT, Type::I64);
            instead(m, op, event);
        }
        OpKind::OmpReduction => combine_copies(m, op),
        OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => plain_atomic(m, op),
        // Where a target task is.
        OpKind::Call if m.runtime_fn(op) == Some(rt::frt_dev_task) => m.detach(op),
        OpKind::Call if is_asynchronous(m, op) => at_once(m, op),
        // A break out of it (cancellation) leaves the whole nest.
        OpKind::OmpWsLoop => sequential_loop(m, op).map_err(|e| PassError::at(m, op, e.reason))?,
        _ if m.info(op).name.starts_with("omp.") => {
            return Err(PassError::at(m, op, format!("{} has no meaning without OpenMP", m.info(op).name)));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whether a call is one of a routine of OpenMP for device memory that makes a task. Programs call them by their names.
fn is_asynchronous(m: &Module, op: Op) -> bool {
    m.routine(op).is_some_and(|f| f.is_omp_routine() && f.name().ends_with("_async"))
}

/// The call of such a routine: it waits for no other task, and its own is over when the program goes on. Its last arguments are
/// the number of dependence objects and these.
fn at_once(m: &mut Module, op: Op) {
    let n = m.operands(op).len();
    if let Some(count) = n.checked_sub(2) {
        let ty = m.ty(m.operand(op, count));
        let none = Builder::before(m, op).int(0, ty);
        m.set_operand(op, count, none);
    }
    let mut b = Builder::after(m, op);
    b.op(OpKind::OmpTaskwait).build();
}

/// A value in the place of the result of an op.
fn instead(m: &mut Module, op: Op, value: Value) {
    let (region, _) = m.position(op);
    let result = m.result(op);
    m.replace_uses(region, result, value);
    m.detach(op);
}

/// One task runs all iterations, if there are any.
fn taskloop(m: &mut Module, op: Op) {
    let nest = nest::of(m, op);
    let [lb, ub, step] = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g)[0]);
    let label = m.attr(op, "label").cloned();
    let body = m.region(op, 0);
    let loc = m.ops[op].loc;
    let [yes, no] = [0, 1].map(|_| m.new_region(&[]));
    let mut b = Builder::before(m, op);
    b.loc = loc;
    let trips = trip_counts(&mut b, &[lb], &[ub], &[step])[0];
    let zero = b.index(0);
    let any = b.cmp(Pred::Gt, trips, zero);
    b.op(OpKind::If).arg(any).region(yes).region(no).build();
    let inner = m.region(nest, 0);
    let iv = m.args(inner)[0];
    let mut b = Builder::before(m, nest);
    b.loc = loc;
    let (each, value) = trips::each(&mut b, lb, ub, step, label);
    m.replace_uses(inner, iv, value);
    move_ops(m, inner, each);
    m.detach(nest);
    m.detach(op);
    move_ops(m, body, yes);
}
