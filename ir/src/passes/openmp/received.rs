//! Variables that get the values of another thread's: COPYIN and COPYPRIVATE.

use super::{Part, Place, Recipes, in_target, repeat};
use crate::choices::{Pred, VariableCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::open_end;
use crate::passes::offload::memory::{is_scalar, is_scalar_ref};
use crate::passes::omp_host::context::{join, load_word, split};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;

/// A parallel region with `copyin`: at its begin the other threads copy what the thread has that makes the team, whose
/// addresses come from outside; then all wait, so that nobody changes what others copy.
pub fn copyin(m: &mut Module, recipes: &Recipes, op: Op) {
    let list = m.copies_in(op, "copyin");
    if list.is_empty() {
        return;
    }
    let own = m.group(op, "copyin").to_vec();
    m.forget_group(op, "copyin");
    let (body, loc) = (m.region(op, 0), m.ops[op].loc);
    let mut theirs = Vec::new();
    for &v in &own {
        let mut parts = split(m, op, v);
        let mut b = Builder::before(m, op);
        b.loc = loc;
        let at = b.runtime(rt::frt_omp_my_address, &[parts[0]], Some(Type::PTR));
        parts[0] = b.m.result(at);
        theirs.push(parts);
    }
    let [other, first] = [0, 1].map(|_| m.new_region(&[]));
    for ((copy, &v), parts) in list.iter().zip(&own).zip(&theirs) {
        let from = join(m, other, loc, v, parts);
        put(m, recipes, copy, [from, v], other, op);
    }
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
    let number = b.runtime(rt::omp_get_thread_num_, &[], Some(Type::I32));
    let (number, zero) = (b.m.result(number), b.int(0, Type::I32));
    let is_other = b.cmp(Pred::Ne, number, zero);
    b.op(OpKind::If).arg(is_other).region(other).region(first).build();
    b.op(OpKind::OmpBarrier).build();
}

/// A single region with `copyprivate`: its thread shows where its variables are, the others copy them, and all wait once
/// more, so that they stay as long. Nobody shows anything where the region around is cancelled.
pub fn copyprivate(m: &mut Module, recipes: &Recipes, op: Op) {
    let list = m.copies_in(op, "copyprivate");
    if list.is_empty() {
        return;
    }
    let own = m.group(op, "copyprivate").to_vec();
    m.forget_group(op, "copyprivate");
    if in_target(m, op)
        && let Some(team) = parallel_around(m, op)
        && own.iter().all(|&v| has_known_size(m, v))
    {
        return through_cells(m, recipes, op, team, &list, &own);
    }
    m.set_attr(op, "nowait", Attr::Unit);
    let (body, loc) = (m.region(op, 0), m.ops[op].loc);
    let parts: Vec<Vec<Value>> = own.iter().map(|&v| split(m, op, v)).collect();
    let words = parts.iter().map(Vec::len).sum::<usize>();
    let shape = m.types.view(vec![Some(words as i64)], Type::I64, true);
    let mut b = Builder::before(m, op);
    b.loc = loc;
    let shown = b.op(OpKind::Alloca).attr("name", Attr::str("shown")).result(shape).value();
    for (k, &part) in parts.iter().flatten().enumerate() {
        let i = b.index(k as i64);
        let word = b.elem(shown, &[i]);
        let ty = b.m.ty(part);
        let place = b.m.types.reference(ty);
        let place = b.unary(OpKind::CastRef, word, place);
        b.store(part, place);
    }
    let shown = b.unary(OpKind::ViewAddr, shown, Type::PTR);
    open_end(m, body);
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    b.runtime(rt::frt_omp_copy_give, &[shown], None);

    let [take, leave] = [0, 1].map(|_| m.new_region(&[]));
    let mut b = Builder::after(m, op);
    b.loc = loc;
    b.op(OpKind::OmpBarrier).build();
    let from = b.runtime(rt::frt_omp_copy_take, &[], Some(Type::PTR));
    let from = b.m.result(from);
    let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
    let mut takes = b.int(1, Type::BOOL);
    for nothing in [null, shown] {
        let same = b.op(OpKind::PtrCmp).arg(from).arg(nothing).result(Type::BOOL).value();
        let differs = b.unary(OpKind::Not, same, Type::BOOL);
        takes = b.binary(OpKind::And, takes, differs);
    }
    b.op(OpKind::If).arg(takes).region(take).region(leave).build();
    b.op(OpKind::OmpBarrier).build();
    let mut offset = 0;
    for ((copy, &v), parts) in list.iter().zip(&own).zip(&parts) {
        let mut theirs = Vec::new();
        for &part in parts {
            let ty = m.ty(part);
            theirs.push(load_word(m, take, loc, from, offset, ty));
            offset += 8;
        }
        let from = join(m, take, loc, v, &theirs);
        put(m, recipes, copy, [from, v], take, op);
    }
}

/// The parallel region that an op stands in.
fn parallel_around(m: &Module, op: Op) -> Option<Op> {
    std::iter::successors(m.parent_op(op), |&p| m.parent_op(p)).find(|&p| m.kind(p) == OpKind::OmpParallel)
}

/// A scalar or an array of scalars whose type says how large it is.
fn has_known_size(m: &Module, v: Value) -> bool {
    match m.tk(v) {
        TypeKind::Ref(_) => is_scalar_ref(m, m.ty(v)),
        TypeKind::View { elem, .. } => is_scalar(m, *elem) && m.types.shape(m.ty(v)).iter().all(Option::is_some),
        _ => false,
    }
}

/// The same on a device, whose threads see no addresses of each other's variables: the values go through variables of the
/// team.
fn through_cells(m: &mut Module, recipes: &Recipes, op: Op, team: Op, list: &[VariableCopy], own: &[Value]) {
    let (body, loc) = (m.region(op, 0), m.ops[op].loc);
    open_end(m, body);
    // All have the values before they change again.
    Builder::after(m, op).op(OpKind::OmpBarrier).build();
    for (copy, &v) in list.iter().zip(own).rev() {
        let ty = match m.tk(v) {
            TypeKind::View { elem, .. } => {
                let elem = *elem;
                let shape = m.types.shape(m.ty(v)).to_vec();
                m.types.view(shape, elem, true)
            }
            _ => m.ty(v),
        };
        let mut b = Builder::before(m, team);
        b.loc = loc;
        let cell = b.op(OpKind::Alloca).attr("name", Attr::str(&copy.name)).result(ty).value();
        put(m, recipes, copy, [v, cell], body, op);
        let (region, at) = m.position(op);
        let place = Place { point: Point { region, at: Some(at + 1) }, loc, name: &copy.name };
        let part = recipes.region(m, &copy.recipe, Part::Copy);
        repeat(m, part, &[cell, v], &place);
    }
}

/// Copies one variable.
fn put(m: &mut Module, recipes: &Recipes, copy: &VariableCopy, args: [Value; 2], region: Region, op: Op) {
    let loc = m.ops[op].loc;
    // The recipe may make contiguous copies, but the variable is what it is.
    debug_assert!(matches!(m.tk(args[1]), TypeKind::Ref(_) | TypeKind::View { .. }));
    let place = Place { point: Point { region, at: None }, loc, name: &copy.name };
    let part = recipes.region(m, &copy.recipe, Part::Copy);
    repeat(m, part, &args, &place);
}
