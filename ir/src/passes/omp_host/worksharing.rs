//! Parallel regions, worksharing loops, single, critical, atomic, reductions and barriers on the host.

use super::context::{Kind, Names, call, finish, outline, split};
use crate::analysis::alias::entity;
use crate::analysis::effects::{is_pure, is_volatile_access, removable};
use crate::choices::{
    Cancelled, CriticalKind, DependKind, InteropAction, LoopShare, MemoryOrder, Pred, ProcBind, Schedule,
    ScheduleModifier, SingleKind,
};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::c_string;
use crate::passes::offload::constructs::{
    combine_copies, iteration_value, move_ops, plain_atomic, splice, trip_counts,
};
use crate::passes::openmp::nest;
use crate::passes::simplify::hoist;
use crate::types::{Type, TypeKind};
use ferrotran_abi::codes::{proc_bind, schedule, task};
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_abi::{RuntimeFn, rt};
use rustc_hash::FxHashSet;

/// Rewrites the constructs that stay inside their function.
pub fn rewrite(m: &mut Module, region: Region) {
    let mut combined = FxHashSet::default();
    for op in m.walk(region) {
        match m.kind(op) {
            OpKind::OmpBarrier => instead(m, op, rt::frt_omp_barrier),
            OpKind::OmpFlush => instead(m, op, rt::frt_omp_flush),
            OpKind::OmpTaskwait => instead(m, op, rt::frt_omp_taskwait),
            OpKind::OmpTaskyield => instead(m, op, rt::frt_omp_taskyield),
            OpKind::OmpTaskgroup => taskgroup(m, op),
            OpKind::OmpAccumulator => {
                let [private, bytes, shared] = [0, 1, 2].map(|i| m.operand(op, i));
                let mut b = Builder::before(m, op);
                let bytes = b.cast(bytes, Type::I64);
                call(&mut b, rt::frt_omp_accumulator, &[private, bytes, shared], None);
                m.detach(op);
            }
            OpKind::OmpAccumulatorEnd => {
                let private = m.operand(op, 0);
                call(&mut Builder::before(m, op), rt::frt_omp_accumulator_end, &[private], None);
                m.detach(op);
            }
            OpKind::OmpAccumulated => {
                let (address, loc) = (m.operand(op, 0), m.ops[op].loc);
                let name = m.attr_str(op, "name").unwrap_or_default().to_string();
                let file = m.files.get(loc.file as usize).cloned().unwrap_or_default();
                value_instead(m, op, |b| {
                    let (name, file) = (c_string(b, &name), c_string(b, &file));
                    let line = b.int(loc.line.into(), Type::I32);
                    call(b, rt::frt_omp_reduced, &[address, name, file, line], Some(Type::PTR))
                });
            }
            OpKind::OmpEvent => value_instead(m, op, |b| call(b, rt::frt_omp_detach_next, &[], Some(Type::I64))),
            OpKind::OmpCancel | OpKind::OmpCancellationPoint => cancel(m, op),
            OpKind::OmpDependence => {
                let (list, kinds) = (m.group(op, "deps").to_vec(), m.choices::<DependKind>(op).collect::<Vec<_>>());
                let mut b = Builder::before(m, op);
                for (address, kind) in list.into_iter().zip(kinds) {
                    let kind = b.int(kind.code(), Type::I64);
                    call(&mut b, rt::frt_omp_depend_next, &[kind, address], None);
                }
                m.detach(op);
            }
            OpKind::OmpDepobj => depobj(m, op),
            OpKind::OmpInterop => {
                if m.attr(op, "dep_kinds").is_some() {
                    let mut b = Builder::before(m, op);
                    let (list, n) = dependences(&mut b, op);
                    call(&mut b, rt::frt_omp_depend_wait, &[list, n], None);
                }
                interop(m, op);
            }
            OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => atomic(m, op),
            OpKind::OmpReduction => {
                combining(m, op, &mut combined);
                // An instruction may have taken its place.
                if m.ops[op].parent.is_some() {
                    combine_copies(m, op);
                }
            }
            OpKind::OmpCritical => {
                let name = match m.choice_opt(op) {
                    Some(CriticalKind::Atomic) => {
                        guard(m, op, rt::frt_omp_atomic_begin, rt::frt_omp_atomic_end, &[]);
                        None
                    }
                    Some(CriticalKind::Reduce) => {
                        combining(m, op, &mut combined);
                        None
                    }
                    Some(CriticalKind::Task) => Some("task reduction".to_string()),
                    // On the host it is what the program would do anyway.
                    Some(CriticalKind::Ancestor) => None,
                    None => Some(m.attr_str(op, "name").unwrap_or("").to_string()),
                };
                if let Some(name) = name {
                    let cell = critical_cell(m, op, &name);
                    guard(m, op, rt::frt_omp_critical_begin, rt::frt_omp_critical_end, &[cell]);
                }
                splice(m, op);
            }
            OpKind::OmpTaskDepend => {
                let mut b = Builder::before(m, op);
                let (list, n) = dependences(&mut b, op);
                call(&mut b, rt::frt_omp_depend_wait, &[list, n], None);
                m.detach(op);
            }
            OpKind::OmpOrdered => {
                guard(m, op, rt::frt_omp_ordered_begin, rt::frt_omp_ordered_end, &[]);
                splice(m, op);
            }
            OpKind::OmpSingle => single(m, op),
            OpKind::OmpWsLoop => shared_loop(m, op),
            _ => {}
        }
    }
}

/// Tasks reduce variables of the group from its begin to the end of its body.
fn taskgroup(m: &mut Module, op: Op) {
    let (reduced, bytes) = (m.group(op, "reduced").to_vec(), m.group(op, "bytes").to_vec());
    let mut addresses = Vec::new();
    for &v in &reduced {
        addresses.push(split(m, op, v)[0]);
    }
    let mut b = Builder::before(m, op);
    call(&mut b, rt::frt_omp_taskgroup_begin, &[], None);
    for (&at, &n) in addresses.iter().zip(&bytes) {
        let n = b.cast(n, Type::I64);
        call(&mut b, rt::frt_omp_accumulator, &[at, n, at], None);
    }
    let mut b = Builder::after(m, op);
    for &at in addresses.iter().rev() {
        call(&mut b, rt::frt_omp_accumulator_end, &[at], None);
    }
    call(&mut b, rt::frt_omp_taskgroup_end, &[], None);
    splice(m, op);
}

/// CANCEL and CANCELLATION POINT: what the runtime answers.
fn cancel(m: &mut Module, op: Op) {
    let kind = m.choice::<Cancelled>(op).code();
    let cond = (m.kind(op) == OpKind::OmpCancel).then(|| m.opt(op, "if"));
    value_instead(m, op, |b| {
        let kind = b.int(kind, Type::I32);
        let (one, zero) = (b.int(1, Type::I32), b.int(0, Type::I32));
        let cond = match cond {
            None => zero,
            Some(None) => one,
            Some(Some(c)) => b.op(OpKind::Select).arg(c).arg(one).arg(zero).result(Type::I32).value(),
        };
        let answer = call(b, rt::frt_omp_cancel, &[kind, cond], Some(Type::I32))?;
        Some(b.cmp(Pred::Ne, answer, zero))
    });
}

/// INTEROP. There is no foreign runtime: what is initialized or destroyed is `omp_interop_none`.
pub fn interop(m: &mut Module, op: Op) {
    let objects = m.group(op, "objects").to_vec();
    let actions: Vec<InteropAction> = m.choices(op).collect();
    let mut b = Builder::before(m, op);
    for (object, action) in objects.into_iter().zip(actions) {
        if action != InteropAction::Use {
            let none = b.int(0, Type::I64);
            b.store(none, object);
        }
    }
    m.detach(op);
}

/// DEPOBJ. Objects hold no memory that would end with them.
fn depobj(m: &mut Module, op: Op) {
    let (object, address) = (m.operand(op, 0), m.opt(op, "address"));
    let kind = m.choices::<DependKind>(op).next();
    if let Some(kind) = kind {
        let mut b = Builder::before(m, op);
        let kind = b.int(kind.code(), Type::I64);
        match address {
            Some(address) => call(&mut b, rt::frt_omp_depobj, &[object, kind, address], None),
            None => call(&mut b, rt::frt_omp_depobj_update, &[object, kind], None),
        };
    }
    m.detach(op);
}

/// A value in the place of the result of an op.
fn value_instead(m: &mut Module, op: Op, value: impl FnOnce(&mut Builder<'_>) -> Option<Value>) {
    let new = value(&mut Builder::before(m, op)).expect("has a result");
    let (region, _) = m.position(op);
    let old = m.result(op);
    m.replace_uses(region, old, new);
    m.detach(op);
}

/// A call in the place of an op.
fn instead(m: &mut Module, op: Op, function: RuntimeFn) {
    let mut b = Builder::before(m, op);
    call(&mut b, function, &[], None);
    m.detach(op);
}

/// Calls before and after an op.
fn guard(m: &mut Module, op: Op, begin: RuntimeFn, end: RuntimeFn, args: &[Value]) {
    let mut b = Builder::after(m, op);
    call(&mut b, end, args, None);
    let mut b = Builder::before(m, op);
    call(&mut b, begin, args, None);
}

/// Reductions by so many instructions cost less than the turns of the threads.
const FEW_REDUCTIONS: usize = 3;

/// Threads combine what they reduce in their turns: one for all neighbours of `op` that do so, which are `combined` then. What
/// an instruction does in any order with the same result needs none.
fn combining(m: &mut Module, op: Op, combined: &mut FxHashSet<Op>) {
    if !combined.insert(op) {
        return;
    }
    let combines = |m: &Module, o: Op| {
        m.kind(o) == OpKind::OmpReduction
            || m.kind(o) == OpKind::OmpCritical && m.choice_opt(o) == Some(CriticalKind::Reduce)
    };
    let (region, at) = m.position(op);
    let behind: Vec<Op> = m.regions[region].ops[at..].to_vec();
    let stays = behind.into_iter().take_while(|&o| combines(m, o) || removable(m, o));
    let all: Vec<Op> = stays.filter(|&o| combines(m, o)).collect();
    combined.extend(&all);
    if all.len() <= FEW_REDUCTIONS && all.iter().all(|&o| by_instruction(m, o).is_some()) {
        all.into_iter().for_each(|o| combine_at_once(m, o));
        return;
    }
    call(&mut Builder::before(m, op), rt::frt_omp_reduce_begin, &[], None);
    let last = all.last().copied().unwrap_or(op);
    call(&mut Builder::after(m, last), rt::frt_omp_reduce_end, &[], None);
}

/// The operation of a reduction that an atomic instruction has, with the same result in any order: of an integer.
fn by_instruction(m: &Module, op: Op) -> Option<OpKind> {
    if m.kind(op) != OpKind::OmpReduction {
        return None;
    }
    let elem = m.types.elem(m.ty(m.operand(op, 1)));
    let is_scalar = matches!(m.types.kind(m.ty(m.operand(op, 1))), TypeKind::Ref(_));
    let has_instruction = matches!(m.types.kind(elem), TypeKind::Int(8 | 16 | 32 | 64));
    if !is_scalar || !has_instruction {
        return None;
    }
    Some(match m.choice(op) {
        ReduceOp::Sum => OpKind::Add,
        ReduceOp::Max => OpKind::Max,
        ReduceOp::Min => OpKind::Min,
        ReduceOp::Iall => OpKind::And,
        ReduceOp::Iany => OpKind::Or,
        ReduceOp::Iparity => OpKind::Xor,
        _ => return None,
    })
}

/// Puts an atomic update in the place of a reduction.
fn combine_at_once(m: &mut Module, op: Op) {
    let Some(kind) = by_instruction(m, op) else { return };
    let (private, shared) = (m.operand(op, 0), m.operand(op, 1));
    let elem = m.types.elem(m.ty(shared));
    let body = m.new_region(&[elem]);
    let old = m.args(body)[0];
    let mut b = Builder::before(m, op);
    let own = b.load(private);
    b.op(OpKind::OmpAtomicUpdate).arg(shared).region(body).build();
    b.inside(body, |b| {
        let new = b.binary(kind, old, own);
        b.op(OpKind::Yield).args(&[new]).build();
    });
    m.detach(op);
}

/// An atomic operation: what the machine has no instruction for excludes others of its kind by a lock. Which way it is
/// depends on the type alone, so that all operations on one variable exclude each other.
pub fn atomic(m: &mut Module, op: Op) {
    let elem = m.types.elem(m.ty(m.operand(op, 0)));
    let order = m.choice_opt::<MemoryOrder>(op);
    if matches!(m.types.kind(elem), TypeKind::Complex(_)) || m.types.is_wide(elem) {
        guard(m, op, rt::frt_omp_atomic_begin, rt::frt_omp_atomic_end, &[]);
        return plain_atomic(m, op);
    }
    match m.kind(op) {
        OpKind::OmpAtomicRead => {
            if order.is_some_and(MemoryOrder::acquires) {
                call(&mut Builder::after(m, op), rt::frt_omp_flush, &[], None);
            }
            let r = m.operand(op, 0);
            let mut b = Builder::before(m, op);
            let v = b.op(OpKind::Load).arg(r).flag("atomic", true).result(elem).value();
            let (region, _) = m.position(op);
            let result = m.result(op);
            m.replace_uses(region, result, v);
            m.detach(op);
        }
        OpKind::OmpAtomicWrite => {
            let (r, v) = (m.operand(op, 0), m.operand(op, 1));
            let mut b = Builder::before(m, op);
            if order.is_some_and(MemoryOrder::releases) {
                call(&mut b, rt::frt_omp_flush, &[], None);
            }
            b.op(OpKind::Store).arg(v).arg(r).flag("atomic", true).build();
            if order == Some(MemoryOrder::SeqCst) {
                // Later reads do not overtake it.
                call(&mut b, rt::frt_omp_flush, &[], None);
            }
            m.detach(op);
        }
        // The back end has it.
        _ => {}
    }
}

/// Bytes that no two processors fetch together.
const CELL_ALIGN: i64 = 128;

/// Address of the cell that names a critical section, common to all objects of the program.
fn critical_cell(m: &mut Module, op: Op, name: &str) -> Value {
    let sym = format!("frt_critical_{name}");
    if !m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == Some(&sym)) {
        let top = m.top;
        let mut b = Builder { m, point: Point { region: top, at: Some(0) }, loc: Default::default() };
        b.op(OpKind::Global)
            .attr("sym", Attr::Sym(sym.clone()))
            .attr("type", Attr::Type(Type::I64))
            .attr("common", Attr::Unit)
            // Threads in sections of other names are not to meet in a cache line.
            .attr("align", Attr::Int(CELL_ALIGN))
            .attr("size", Attr::Int(CELL_ALIGN))
            .build();
    }
    let mut b = Builder::before(m, op);
    b.op(OpKind::AddrOf).attr("sym", Attr::Sym(sym)).result(Type::PTR).value()
}

fn single(m: &mut Module, op: Op) {
    let one_thread = match m.choice_opt(op) {
        Some(SingleKind::Master | SingleKind::Masked) => true,
        Some(SingleKind::Single) | None => false,
    };
    let nowait = m.flag(op, "nowait");
    let inner = m.ops[op].regions[0];
    let other = m.new_region(&[]);
    let mut b = Builder::before(m, op);
    let name = if one_thread { rt::frt_omp_masked } else { rt::frt_omp_single_begin };
    let r = call(&mut b, name, &[], Some(Type::I32)).expect("has a result");
    let zero = b.int(0, Type::I32);
    let c = b.cmp(Pred::Ne, r, zero);
    let choice = b.op(OpKind::If).arg(c).build();
    if !one_thread && !nowait {
        let n = b.int(0, Type::I32);
        call(&mut b, rt::frt_omp_single_end, &[n], None);
    }
    m.ops[op].regions.clear();
    m.attach_region(choice, inner);
    m.attach_region(choice, other);
    m.detach(op);
}

/// A worksharing loop: chunks of normalized iterations from the runtime. Those of a league are first cut into the
/// parts of the teams.
fn shared_loop(m: &mut Module, op: Op) {
    let loops = nest::alone(m, op);
    let [lb, ub, step] = ["lbs", "ubs", "steps"].map(|g| m.group(loops, g)[0]);
    let chunk = m.opt(op, "chunk");
    let dist_chunk = m.opt(op, "dist_chunk");
    let (of_teams, of_threads) = match m.choice_opt(op) {
        Some(LoopShare::Distribute) => (true, false),
        Some(LoopShare::DistributeParallel) => (true, true),
        None => (false, true),
    };
    let schedule = match m.choice_opt(op) {
        Some(Schedule::Static) | None => schedule::STATIC,
        Some(Schedule::Dynamic) => schedule::DYNAMIC,
        Some(Schedule::Guided) => schedule::GUIDED,
        Some(Schedule::Auto) => schedule::AUTO,
        Some(Schedule::Runtime) => schedule::RUNTIME,
    };
    let nowait = m.flag(op, "nowait");
    let ordered = m.flag(op, "ordered") && of_threads && !of_teams;
    let monotonic = ordered || m.choice_opt(op) == Some(ScheduleModifier::Monotonic);
    // Of the others chunks come in order anyway.
    let any_order = matches!(schedule, schedule::DYNAMIC | schedule::RUNTIME);
    let fixed = of_threads && !ordered && matches!(schedule, schedule::STATIC | schedule::AUTO) && !is_cancelled(m, op);
    let schedule = if monotonic && any_order { schedule | schedule::MONOTONIC } else { schedule };
    let body = m.region(loops, 0);
    let iv = m.args(body)[0];
    let loc = m.ops[op].loc;
    let unordered = chunk.is_none() && dist_chunk.is_none() && !ordered && independent(m, op);
    let reduces = !ordered && reduces(m, op);

    // The teams of a league do not wait here: the threads meet at the end of the parallel region.
    let nowait = nowait || of_teams;
    if fixed && !nowait {
        let mut b = Builder::after(m, op);
        call(&mut b, rt::frt_omp_barrier, &[], None);
    }
    let mut b = Builder::before(m, op);
    // What breaks out of the construct goes on where the thread leaves it.
    let label = b.m.attr_str(op, "label").map(str::to_string);
    let trips = trip_counts(&mut b, &[lb], &[ub], &[step])[0];
    let total = b.cast(trips, Type::I64);
    let schedule = b.int(schedule.into(), Type::I32);
    let size = |b: &mut Builder<'_>, c: Option<Value>| match c {
        Some(c) => b.cast(c, Type::I64),
        None => b.int(0, Type::I64),
    };
    let in_chunks = chunk.is_some() || label.is_some();
    let chunk = size(&mut b, chunk);
    let dist_chunk = size(&mut b, dist_chunk);
    let zero = b.int(0, Type::I64);
    let mut part = (zero, total);
    if of_teams {
        let state = cell(&mut b);
        let r = state.reference;
        b.store(zero, r);
        let (begin, end) = (cell(&mut b), cell(&mut b));
        let args = [state.address, total, dist_chunk, begin.address, end.address];
        let inner = while_call(&mut b, rt::frt_omp_dist_next, &args, label.as_deref().filter(|_| !of_threads));
        b = Builder { point: Point { region: inner, at: None }, loc, m: b.m };
        part = (b.load(begin.reference), b.load(end.reference));
    }
    let mut chunk_of = part;
    if fixed {
        let n = b.binary(OpKind::Sub, part.1, part.0);
        let (inner, lo, hi) = fixed_chunk(&mut b, n, chunk, label.as_deref(), in_chunks);
        b = Builder { point: inner, loc, m: b.m };
        chunk_of = (b.binary(OpKind::Add, part.0, lo), b.binary(OpKind::Add, part.0, hi));
    } else if of_threads {
        let n = b.binary(OpKind::Sub, part.1, part.0);
        call(&mut b, rt::frt_omp_for_init, &[schedule, n, chunk], None);
        let (begin, end) = (cell(&mut b), cell(&mut b));
        let inner = while_call(&mut b, rt::frt_omp_for_next, &[begin.address, end.address], label.as_deref());
        let n = b.int(i64::from(nowait), Type::I32);
        call(&mut b, rt::frt_omp_for_end, &[n], None);
        b = Builder { point: Point { region: inner, at: None }, loc, m: b.m };
        let (lo, hi) = (b.load(begin.reference), b.load(end.reference));
        chunk_of = (b.binary(OpKind::Add, part.0, lo), b.binary(OpKind::Add, part.0, hi));
    }
    let (lo, hi) = chunk_of;
    let iteration = b.m.new_region(&[if unordered { Type::INDEX } else { Type::I64 }]);
    let (inner, first) = if unordered {
        let n = b.binary(OpKind::Sub, hi, lo);
        let n = b.cast(n, Type::INDEX);
        let first = b.cast(lo, Type::INDEX);
        (b.op(OpKind::Parallel).arg(n).region(iteration).build(), Some(first))
    } else {
        let one = b.int(1, Type::I64);
        let last = b.binary(OpKind::Sub, hi, one);
        let each = b.op(OpKind::For).arg(lo).arg(last).arg(one).flag("reassociate", reduces).region(iteration);
        (each.build(), None)
    };

    let mut number = m.args(iteration)[0];
    let mut b = Builder::at_end(m, iteration);
    b.loc = loc;
    if let Some(first) = first {
        number = b.binary(OpKind::Add, first, number);
    }
    if ordered {
        call(&mut b, rt::frt_omp_ordered_start, &[number], None);
    }
    let number = b.cast(number, Type::INDEX);
    let value = iteration_value(&mut b, lb, step, number);
    m.replace_uses(body, iv, value);
    move_ops(m, body, iteration);
    if ordered && !is_ordered_once(m, iteration) {
        let mut b = Builder::at_end(m, iteration);
        b.loc = loc;
        call(&mut b, rt::frt_omp_ordered_finish, &[], None);
    }
    m.detach(op);
    hoist(m, inner);
}

/// Whether every iteration comes to one ordered region, of those that the text shows.
fn is_ordered_once(m: &Module, iteration: Region) -> bool {
    let is_ordered = |o: &Op| m.kind(*o) == OpKind::OmpOrdered;
    let leaves = [OpKind::Break, OpKind::Continue, OpKind::Goto, OpKind::Label, OpKind::Return];
    let all = m.walk(iteration);
    m.regions[iteration].ops.iter().filter(|o| is_ordered(o)).count() == 1
        && all.iter().filter(|o| is_ordered(o)).count() == 1
        && !all.iter().any(|&o| leaves.contains(&m.kind(o)))
}

/// Whether something in a loop asks the runtime if it is cancelled.
fn is_cancelled(m: &Module, op: Op) -> bool {
    let asks = |o: &Op| matches!(m.kind(*o), OpKind::OmpCancel | OpKind::OmpCancellationPoint);
    m.walk(m.region(op, 0)).iter().any(asks)
}

/// The iterations of this thread, of `n`, in a loop with a static schedule: where the code for a chunk stands, and where the
/// chunk begins and ends. `several`: there may be more than one, or something breaks out of them by the `label`.
fn fixed_chunk(
    b: &mut Builder<'_>,
    n: Value,
    chunk: Value,
    label: Option<&str>,
    several: bool,
) -> (Point, Value, Value) {
    let [first, size, stride] = [(); 3].map(|()| cell(b));
    let args = [n, chunk, first.address, size.address, stride.address];
    let count = call(b, rt::frt_omp_for_static, &args, Some(Type::I64)).expect("has a result");
    let (first, size) = (b.load(first.reference), b.load(size.reference));
    if !several {
        let end = b.binary(OpKind::Add, first, size);
        return (b.point, first, end);
    }
    let stride = b.load(stride.reference);
    let (zero, one) = (b.int(0, Type::I64), b.int(1, Type::I64));
    let last = b.binary(OpKind::Sub, count, one);
    let each = b.m.new_region(&[Type::I64]);
    b.op(OpKind::For).arg(zero).arg(last).arg(one).attr_opt("label", label.map(Attr::str)).region(each).build();
    let number = b.m.args(each)[0];
    let mut b = Builder { point: Point { region: each, at: None }, loc: b.loc, m: b.m };
    let distance = b.binary(OpKind::Mul, number, stride);
    let begin = b.binary(OpKind::Add, first, distance);
    // The last chunk may be shorter.
    let left = b.binary(OpKind::Sub, n, begin);
    let length = b.binary(OpKind::Min, left, size);
    let end = b.binary(OpKind::Add, begin, length);
    (b.point, begin, end)
}

/// An integer that the runtime stores to.
struct Cell {
    reference: Value,
    address: Value,
}

fn cell(b: &mut Builder<'_>) -> Cell {
    let rt = b.m.types.reference(Type::I64);
    let reference = b.op(OpKind::Alloca).result(rt).value();
    Cell { reference, address: b.op(OpKind::CastRef).arg(reference).result(Type::PTR).value() }
}

/// A loop that runs while a runtime function answers that there is more; its body is still empty.
fn while_call(b: &mut Builder<'_>, f: RuntimeFn, args: &[Value], label: Option<&str>) -> Region {
    let (cond, body) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::While).attr_opt("label", label.map(Attr::str)).region(cond).region(body).build();
    b.inside(cond, |b| {
        let r = call(b, f, args, Some(Type::I32)).expect("has a result");
        let zero = b.int(0, Type::I32);
        let c = b.cmp(Pred::Ne, r, zero);
        b.op(OpKind::Yield).args(&[c]).build();
    });
    body
}

/// True where a loop only stores to scalars that are reduced over the threads: the order in which a reduction combines
/// values is not specified (OpenMP 5.2, 5.5.5).
fn reduces(m: &Module, op: Op) -> bool {
    let body = m.region(op, 0);
    let mut outer = op;
    while let Some(p) = m.parent_op(outer)
        && m.kind(p) != OpKind::Func
    {
        outer = p;
    }
    let Some(func) = m.parent_op(outer) else { return false };
    let copies: FxHashSet<Value> = (m.walk(m.region(func, 0)).into_iter())
        .filter(|&o| m.kind(o) == OpKind::OmpReduction)
        .map(|o| root(m, m.operand(o, 0)))
        .collect();
    let mut stores = m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::Store).peekable();
    let outside = |v: Value| m.home(v).is_some_and(|h| !m.is_inside(h, body));
    stores.peek().is_some()
        && stores.all(|o| {
            let r = root(m, m.operand(o, 1));
            copies.contains(&r) || !outside(r)
        })
}

/// The reference behind declarations.
fn root(m: &Module, mut v: Value) -> Value {
    while let Some(d) = m.def_of(v, OpKind::Declare) {
        v = m.operand(d, 0);
    }
    v
}

/// True where the iterations of a worksharing loop may run in any order, also those of one thread: they only store to
/// elements of shared arrays that the loop's index chooses. Which thread runs which iteration is not the program's to know
/// without a chunk size, so two iterations that meet in a shared element would be a data race (OpenMP 5.2, 1.4.1).
fn independent(m: &Module, op: Op) -> bool {
    let body = nest::body(m, op);
    let mut around = m.parent_op(op);
    while let Some(p) = around
        && m.kind(p) != OpKind::OmpParallel
    {
        around = m.parent_op(p);
    }
    let team = around.map(|p| m.region(p, 0));
    // Values that the index of the loop decides.
    let mut chosen: FxHashSet<Value> = m.args(body).iter().copied().collect();
    for &o in &m.regions[body].ops {
        match m.kind(o) {
            OpKind::Store if !is_volatile_access(m, o) => {
                let to = m.operand(o, 1);
                let Some(element) = m.def_of(to, OpKind::ViewElem) else { return false };
                if !m.group(element, "subs").iter().any(|s| chosen.contains(s)) || !shared(m, to, team) {
                    return false;
                }
            }
            _ if !m.ops[o].regions.is_empty() || !removable(m, o) || m.kind(o) == OpKind::Alloca => return false,
            // A value in memory may be anything, but it is not computed from the index.
            _ if !is_pure(m, o) => {}
            _ => {
                if m.operands(o).iter().any(|v| chosen.contains(v)) {
                    chosen.extend(m.ops[o].results.iter().copied());
                }
            }
        }
    }
    true
}

/// True for data of a variable that exists once for the team: of static storage, or from outside of the parallel region.
fn shared(m: &Module, v: Value, team: Option<Region>) -> bool {
    let Some(anchor) = entity(m, v).anchor else { return true };
    match m.def(anchor) {
        Some(d) if m.kind(d) == OpKind::AddrOf => {
            let sym = m.attr_str(d, "sym");
            !m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == sym && m.flag(g, "threadprivate"))
        }
        _ => team.is_some_and(|t| m.home(anchor).is_some_and(|h| !m.is_inside(h, t))),
    }
}

/// The body of a parallel or teams region as a function, and the call that runs it.
pub fn outline_region(m: &mut Module, op: Op, func: Op, names: &mut Names) -> Op {
    let teams = m.kind(op) == OpKind::OmpTeams;
    let loc = m.ops[op].loc;
    let region = m.region(op, 0);
    let sym = names.fresh(m, func, if teams { "teams" } else { "parallel" });
    let captures = m.free_values(region);
    let mut out = outline(m, op, &sym, &[], &captures, Kind::Region);
    let copy = m.clone_region(region, &mut out.map);
    move_ops(m, copy, out.body);
    finish(m, out.body, loc);
    let size = m.opt(op, if teams { "num_teams" } else { "num_threads" });
    let limit = if teams { m.opt(op, "thread_limit") } else { None };
    let cond = m.opt(op, "if");
    let mut b = Builder::before(m, op);
    let number = |b: &mut Builder<'_>, v: Option<Value>| match v {
        Some(v) => b.cast(v, Type::I32),
        None => b.int(0, Type::I32),
    };
    let size = number(&mut b, size);
    let limit = number(&mut b, limit);
    let one = b.int(1, Type::I32);
    let cond = match cond {
        Some(c) => {
            let c = b.cast(c, Type::BOOL);
            let zero = b.int(0, Type::I32);
            b.op(OpKind::Select).arg(c).arg(one).arg(zero).result(Type::I32).value()
        }
        None => one,
    };
    if teams {
        call(&mut b, rt::frt_omp_teams, &[out.address, out.context, size, limit, cond], None);
    } else {
        if let Some(policy) = b.m.choice_opt::<ProcBind>(op) {
            let number = match policy {
                ProcBind::Primary => proc_bind::PRIMARY,
                ProcBind::Close => proc_bind::CLOSE,
                ProcBind::Spread => proc_bind::SPREAD,
            };
            let number = b.int(number.into(), Type::I32);
            call(&mut b, rt::frt_omp_bind_next, &[number], None);
        }
        call(&mut b, rt::frt_omp_parallel, &[out.address, out.context, size, cond], None);
    }
    m.detach(op);
    out.func
}

/// The dependences of an op as words (kind and address of each), and their number.
fn dependences(b: &mut Builder<'_>, op: Op) -> (Value, Value) {
    let deps = b.m.group(op, "deps").to_vec();
    let kinds: Vec<DependKind> = b.m.choices(op).collect();
    let n = b.int(deps.len() as i64, Type::I64);
    let vt = b.m.types.view(vec![Some(2 * deps.len().max(1) as i64)], Type::I64, true);
    let list = b.op(OpKind::Alloca).attr("name", Attr::str("dependences")).result(vt).value();
    for (k, (d, kind)) in deps.into_iter().zip(kinds).enumerate() {
        let kind = b.int(kind.code(), Type::I64);
        let i = b.index(2 * k as i64);
        let e = b.elem(list, &[i]);
        b.store(kind, e);
        let i = b.index(2 * k as i64 + 1);
        let e = b.elem(list, &[i]);
        let rt = b.m.types.reference(Type::PTR);
        let e = b.op(OpKind::CastRef).arg(e).result(rt).value();
        b.store(d, e);
    }
    (b.op(OpKind::ViewAddr).arg(list).result(Type::PTR).value(), n)
}

/// Makes a loop of the nest of a taskloop, over the iterations from one argument of the body to another. The result is how
/// many iterations there are.
fn task_range(m: &mut Module, op: Op) -> Value {
    let nest = nest::of(m, op);
    let [lb, ub, step] = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g)[0]);
    let label = m.attr(op, "label").cloned();
    let mut b = Builder::before(m, op);
    let trips = trip_counts(&mut b, &[lb], &[ub], &[step])[0];
    let total = b.cast(trips, Type::I64);
    let region = m.region(op, 0);
    let [begin, end] = [(); 2].map(|()| m.add_arg(region, Type::I64));
    let body = m.region(nest, 0);
    let iv = m.args(body)[0];
    let each = m.new_region(&[Type::I64]);
    let number = m.args(each)[0];
    let mut b = Builder::at_end(m, each);
    b.loc = b.m.ops[nest].loc;
    let number = b.cast(number, Type::INDEX);
    let value = iteration_value(&mut b, lb, step, number);
    m.replace_uses(body, iv, value);
    move_ops(m, body, each);
    let mut b = Builder::before(m, nest);
    let one = b.int(1, Type::I64);
    let last = b.binary(OpKind::Sub, end, one);
    b.op(OpKind::For).arg(begin).arg(last).arg(one).attr_opt("label", label).region(each).build();
    m.detach(nest);
    total
}

/// The body of a task or taskloop as a function, and the call that makes the tasks.
pub fn outline_task(m: &mut Module, op: Op, func: Op, names: &mut Names) -> Op {
    let loc = m.ops[op].loc;
    let total = (m.kind(op) == OpKind::OmpTaskloop).then(|| task_range(m, op));
    let is_loop = total.is_some();
    let region = m.region(op, 0);
    let sym = names.fresh(m, func, "task");
    let captures = m.free_values(region);
    let extra: &[Type] = if is_loop { &[Type::I64, Type::I64] } else { &[] };
    let mut out = outline(m, op, &sym, extra, &captures, Kind::Task);
    for (a, b) in m.args(region).to_vec().into_iter().zip(out.args.clone()) {
        out.map.insert(a, b);
    }
    let copy = m.clone_region(region, &mut out.map);
    for (a, b) in m.args(copy).to_vec().into_iter().zip(out.args.clone()) {
        m.replace_uses(copy, a, b);
    }
    move_ops(m, copy, out.body);
    finish(m, out.body, loc);
    let operand = |m: &Module, name: &str| m.opt(op, name);
    let (cond, fin) = (operand(m, "if"), operand(m, "final"));
    let priority = operand(m, "priority");
    let sizes = if is_loop { [operand(m, "grainsize"), operand(m, "num_tasks")] } else { [None; 2] };
    let flags = i64::from(m.flag(op, "nogroup")) + 2 * i64::from(m.flag(op, "strict"));
    let mut b = Builder::before(m, op);
    let truth = |b: &mut Builder<'_>, c: Option<Value>, absent: i64| match c {
        Some(c) => {
            let c = b.cast(c, Type::BOOL);
            let (one, zero) = (b.int(1, Type::I32), b.int(0, Type::I32));
            b.op(OpKind::Select).arg(c).arg(one).arg(zero).result(Type::I32).value()
        }
        None => b.int(absent, Type::I32),
    };
    let cond = truth(&mut b, cond, 1);
    let plain = !is_loop && fin.is_none() && priority.is_none() && b.m.group(op, "deps").is_empty();
    if plain && !b.m.flag(op, "begins") && !b.m.flag(op, "target") {
        call(&mut b, rt::frt_omp_task_plain, &[out.address, out.context, out.words, cond], None);
        m.detach(op);
        return out.func;
    }
    let fin = truth(&mut b, fin, 0);
    let priority = match priority {
        Some(p) => b.cast(p, Type::I32),
        None => b.int(0, Type::I32),
    };
    if let Some(total) = total {
        let [grain, tasks] = sizes.map(|s| s.unwrap_or_else(|| b.int(0, Type::I64)));
        let flags = b.int(flags, Type::I32);
        let args = [out.address, out.context, out.words, total, grain, tasks, flags, cond, fin, priority];
        call(&mut b, rt::frt_omp_taskloop, &args, None);
    } else {
        let (list, n) = dependences(&mut b, op);
        let flag = |name: &str, bit: i32| if b.m.flag(op, name) { bit } else { 0 };
        let flags = flag("begins", task::BEGINS) | flag("target", task::TARGET);
        let flags = b.int(flags.into(), Type::I32);
        let args = [out.address, out.context, out.words, cond, fin, list, n, priority, flags];
        call(&mut b, rt::frt_omp_task, &args, None);
    }
    m.detach(op);
    out.func
}
