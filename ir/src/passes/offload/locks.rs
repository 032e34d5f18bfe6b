//! Atomic operations in kernels on variables for which devices have no instructions: complex numbers, and 64 bits in memory
//! that a team shares. All forms of them (read, write, update, capture, compare) exclude each other by one lock of the region,
//! a word of the device.
//!
//! Invocations may run in lock-step, where one that waits in a loop of its own keeps the others from going on. So the loop
//! holds the operation as well: who gets the lock does it there and gives the lock back before all of them try again.

use super::constructs::plain_atomic;
use super::memory::{Base, root_of};
use super::pool::kernels;
use crate::choices::{MemoryOrder, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Which atomic operations an op is one of.
pub fn is_atomic(k: OpKind) -> bool {
    matches!(k, OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate)
}

/// Gives the kernels of a plan, whose constructs are gone, the lock where they need it.
pub fn exclude(m: &mut Module, plan: Region) {
    let mut lock = None;
    for kernel in kernels(m, plan) {
        let body = m.region(kernel, 0);
        for op in m.walk(body) {
            if !is_atomic(m.kind(op)) || !needs_lock(m, op) {
                continue;
            }
            if matches!(root_of(m, m.operand(op, 0)).base, Base::Local(a) if is_inside(m, a, body)) {
                // Nobody else sees it.
                plain_atomic(m, op);
                continue;
            }
            let cell = *lock.get_or_insert_with(|| lock_cell(m, plan, op));
            under_lock(m, op, cell);
        }
    }
}

fn is_inside(m: &Module, op: Op, region: Region) -> bool {
    m.ops[op].parent.is_some_and(|r| m.is_inside(r, region))
}

/// No instruction does the operation.
fn needs_lock(m: &Module, op: Op) -> bool {
    let variable = m.operand(op, 0);
    match m.types.kind(m.types.elem(m.ty(variable))) {
        TypeKind::Complex(_) => true,
        TypeKind::Int(64) | TypeKind::Float(64) | TypeKind::Logical(64) => match root_of(m, variable).base {
            Base::Arg(a) => m.home(a).and_then(|r| m.regions[r].parent).is_some_and(|p| m.kind(p) == OpKind::DevTeam),
            _ => false,
        },
        _ => false,
    }
}

/// The word of the lock, free at the start of the region.
fn lock_cell(m: &mut Module, plan: Region, op: Op) -> Value {
    let (ty, loc) = (m.types.reference(Type::I32), m.ops[op].loc);
    let mut b = Builder { m, point: Point { region: plan, at: Some(0) }, loc };
    let cell = b.op(OpKind::Alloca).result(ty).value();
    let zero = b.int(0, Type::I32);
    b.store(zero, cell);
    cell
}

/// Has the operation done by who gets the lock.
fn under_lock(m: &mut Module, op: Op, lock: Value) {
    let results = m.ops[op].results.clone();
    let (region, _) = m.position(op);
    let of_truth = m.types.reference(Type::L32);
    let mut b = Builder::before(m, op);
    let done = b.op(OpKind::Alloca).result(of_truth).value();
    let mut kept = Vec::new();
    for &v in &results {
        let ty = if b.m.ty(v) == Type::BOOL { Type::L32 } else { b.m.ty(v) };
        let of = b.m.types.reference(ty);
        kept.push((v, ty, b.op(OpKind::Alloca).result(of).value()));
    }
    let no = b.int(0, Type::L32);
    b.store(no, done);
    let (cond, body, swap) = (b.m.new_region(&[]), b.m.new_region(&[]), b.m.new_region(&[Type::I32]));
    let (mine, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::While).region(cond).region(body).build();
    b.inside(cond, |b| {
        let d = b.load(done);
        let d = b.cast(d, Type::BOOL);
        let no = b.int(0, Type::BOOL);
        let more = b.cmp(Pred::Eq, d, no);
        b.op(OpKind::Yield).args(&[more]).build();
    });
    b.inside(body, |b| {
        let was = b.op(OpKind::OmpAtomicUpdate).arg(lock).region(swap).result(Type::I32).value();
        let zero = b.int(0, Type::I32);
        let free = b.cmp(Pred::Eq, was, zero);
        b.op(OpKind::If).arg(free).region(mine).region(other).build();
    });
    b.inside(other, |b| {
        b.op(OpKind::OmpFlush).choice(MemoryOrder::Acquire).build();
    });
    let old = b.m.args(swap)[0];
    b.inside(swap, |b| {
        let one = b.int(1, Type::I32);
        b.op(OpKind::Yield).args(&[one, old]).build();
    });
    // What others see of the operation: the variable is read behind the lock, and written before it is given back.
    b.inside(mine, |b| {
        b.op(OpKind::OmpFlush).build();
    });
    m.detach(op);
    let at = m.regions[mine].ops.len();
    m.insert(mine, at, op);
    let mut b = Builder::after(m, op);
    for &(v, ty, cell) in &kept {
        let x = b.cast(v, ty);
        b.store(x, cell);
    }
    b.op(OpKind::OmpFlush).build();
    let zero = b.int(0, Type::I32);
    b.op(OpKind::OmpAtomicWrite).arg(lock).arg(zero).build();
    let yes = b.int(1, Type::L32);
    b.store(yes, done);
    let loop_op = m.regions[body].parent.expect("made above");
    for (v, _, cell) in kept {
        let ty = m.ty(v);
        let mut b = Builder::after(m, loop_op);
        let x = b.load(cell);
        let x = b.cast(x, ty);
        let users: Vec<Op> = m.users(v).into_iter().filter(|&u| !is_inside(m, u, mine)).collect();
        debug_assert!(users.iter().all(|&u| is_inside(m, u, region)), "the value is used behind the operation");
        for u in users {
            m.replace_operands(u, |y| (y == v).then_some(x));
        }
    }
    plain_atomic(m, op);
}
