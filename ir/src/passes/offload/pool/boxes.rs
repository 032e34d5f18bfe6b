//! What threads of a kernel allocate becomes places in the pool (`dev.take`): temporaries, and the descriptors of local
//! allocatables, whose place, extents and lower bounds are scalars then.

use super::texts;
use crate::analysis::effects::is_box_read;
use crate::choices::{BoxAttribute, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::splice;
use crate::passes::offload::memory::{Base, is_box_ref, root_of};
use crate::passes::offload::objects::holds_addresses;
use crate::passes::offload::split::layout;
use crate::types::{Type, TypeKind};
use ferrotran_abi::codes::stat;
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// A descriptor as scalars.
struct Var {
    place: Value,
    lbounds: Vec<Value>,
    extents: Vec<Value>,
    elem: Type,
    size: i64,
    /// Of a string of deferred length, whose bytes are its elements.
    len: Option<Value>,
}

/// Rewrites what code of threads allocates. `plan`: the body of the target region; `of_thread`: whether an op is run by
/// threads of a kernel.
pub fn rewrite(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    for o in m.walk(plan) {
        if of_thread(m, o) {
            moved(m, o);
        }
    }
    for o in m.walk(plan) {
        if of_thread(m, o) {
            texts::allocate(m, o);
        }
    }
    texts::assignments(m, plan, of_thread);
    let all: Vec<Op> = m.walk(plan).into_iter().filter(|&o| of_thread(m, o)).collect();
    let allocs: Vec<Op> = all.iter().copied().filter(|&o| m.kind(o) == OpKind::Alloc).collect();
    let boxes: Vec<Op> = all
        .iter()
        .copied()
        .filter(|&o| m.kind(o) == OpKind::Alloca && is_box_ref(m, m.ty(m.result(o))))
        .filter(|&o| is_plain(m, o))
        .collect();
    if allocs.is_empty() && boxes.is_empty() {
        return;
    }
    let loc = m.ops[allocs.first().or(boxes.first()).copied().expect("one of them")].loc;
    let ty = m.types.view(vec![None], Type::I8, true);
    let pool = Builder { m, point: Point { region: plan, at: Some(0) }, loc }.op(OpKind::DevPool).result(ty).value();
    let mut places: FxHashMap<Op, Value> = FxHashMap::default();
    for &a in &allocs {
        let bytes = m.operand(a, 0);
        let place = Builder::before(m, a).op(OpKind::DevTake).arg(bytes).result(Type::INDEX).value();
        places.insert(a, place);
    }
    let mut vars: FxHashMap<Op, Var> = FxHashMap::default();
    for &a in &boxes {
        if let Some(var) = scalars(m, a) {
            vars.insert(a, var);
        }
    }
    // Where arrays lie has to be known for all, as long as they are what they were.
    let mut sets: FxHashMap<Op, Value> = FxHashMap::default();
    loop {
        let mut lost = None;
        for &a in boxes.iter().filter(|a| vars.contains_key(*a)) {
            for u in names(m, a).1 {
                if m.kind(u) == OpKind::BoxSet
                    && let std::collections::hash_map::Entry::Vacant(e) = sets.entry(u)
                {
                    match place_of(m, m.operand(u, 1), u, &places, &vars) {
                        Some(v) => {
                            e.insert(v);
                        }
                        None => lost = Some(a),
                    }
                }
            }
        }
        let Some(a) = lost else { break };
        vars.remove(&a);
        sets.clear();
    }
    for a in boxes {
        if let Some(var) = vars.get(&a) {
            rewrite_box(m, a, var, pool, &sets);
        }
    }
    for a in allocs {
        let place = places[&a];
        let address = m.result(a);
        for o in m.walk(plan) {
            if m.kind(o) == OpKind::Free && root_of(m, m.operand(o, 0)).base == Base::Heap(a) {
                Builder::before(m, o).op(OpKind::DevGive).arg(place).build();
                m.detach(o);
            }
        }
        let p = address_of(&mut Builder::before(m, a), pool, place);
        m.replace_all_uses(address, p);
        m.detach(a);
    }
}

/// MOVE_ALLOC moves the bytes of a descriptor: one of the two describes what the other does.
fn moved(m: &mut Module, call: Op) {
    if m.runtime_fn(call) != Some(rt::frt_memmove) {
        return;
    }
    let of = |m: &Module, i: usize| {
        let mut v = m.operand(call, i);
        while let Some(d) = m.def(v).filter(|&d| matches!(m.kind(d), OpKind::CastRef | OpKind::Declare)) {
            v = m.operand(d, 0);
        }
        m.def_of(v, OpKind::Alloca).filter(|_| is_box_ref(m, m.ty(v))).map(|_| v)
    };
    let (Some(to), Some(from)) = (of(m, 0), of(m, 1)) else { return };
    let TypeKind::Ref(b) = *m.tk(from) else { return };
    let TypeKind::Box { rank, elem, .. } = *m.types.kind(b) else { return };
    let text = rank == 0 && matches!(m.types.kind(elem), TypeKind::Char(None, 1));
    if m.ty(to) != m.ty(from) || !text && matches!(m.types.kind(elem), TypeKind::Char(None, _)) {
        return;
    }
    let (read, ty) = match text {
        true => (OpKind::BoxRef, m.types.reference(elem)),
        false => (OpKind::BoxView, m.types.view(vec![None; rank.into()], elem, false)),
    };
    let mut b = Builder::before(m, call);
    let view = b.op(read).arg(from).result(ty).value();
    let lbounds: Vec<Value> = (0..rank)
        .map(|d| b.op(OpKind::BoxLbound).arg(from).attr("dim", Attr::Int(d.into())).result(Type::INDEX).value())
        .collect();
    b.op(OpKind::BoxSet).arg(to).arg(view).args(&lbounds).build();
    let casts: Vec<Op> = (0..2).filter_map(|i| m.def(m.operand(call, i))).collect();
    m.detach(call);
    for c in casts {
        if m.kind(c) == OpKind::CastRef && m.users(m.result(c)).is_empty() {
            m.detach(c);
        }
    }
}

/// The descriptor is that of a string of deferred length.
fn is_text(m: &Module, alloca: Op) -> bool {
    let TypeKind::Ref(b) = *m.tk(m.result(alloca)) else { return false };
    let TypeKind::Box { rank: 0, elem, .. } = *m.types.kind(b) else { return false };
    matches!(m.types.kind(elem), TypeKind::Char(None, 1))
}

/// The address of a place in the pool.
fn address_of(b: &mut Builder<'_>, pool: Value, place: Value) -> Value {
    let e = b.elem(pool, &[place]);
    b.op(OpKind::CastRef).arg(e).result(Type::PTR).value()
}

/// The names of a descriptor, and all ops that use them.
fn names(m: &Module, alloca: Op) -> (Vec<Value>, Vec<Op>) {
    let mut names = vec![m.result(alloca)];
    let mut users = Vec::new();
    let mut k = 0;
    while k < names.len() {
        for u in m.users(names[k]) {
            if m.kind(u) == OpKind::Declare {
                names.push(m.result(u));
            } else if !users.contains(&u) {
                users.push(u);
            }
        }
        k += 1;
    }
    (names, users)
}

/// Bytes of an element of known size without addresses in it.
fn size_of(m: &Module, elem: Type) -> Option<i64> {
    match m.types.kind(elem).clone() {
        TypeKind::Derived(name) => layout(m, &name).map(|l| l.0),
        TypeKind::Ptr | TypeKind::Ref(_) | TypeKind::Box { .. } => None,
        _ => m.types.size_of(elem).map(|s| s as i64),
    }
}

/// A descriptor of an allocatable that nothing but statements about that allocatable use.
fn is_plain(m: &Module, alloca: Op) -> bool {
    let (names, users) = names(m, alloca);
    let text = is_text(m, alloca);
    let fits = |&u: &Op| {
        let first = m.operands(u).first().is_some_and(|v| names.contains(v));
        let once = m.operands(u).iter().filter(|v| names.contains(v)).count() == 1;
        let kind = match m.kind(u) {
            OpKind::BoxInit => m.choice_opt(u) == Some(BoxAttribute::Allocatable) && m.operands(u).len() == 1,
            OpKind::BoxAllocate => m.opt(u, "elem_len").is_some() == text,
            OpKind::BoxView => !text,
            OpKind::BoxNullify
            | OpKind::BoxAllocated
            | OpKind::BoxExtent
            | OpKind::BoxLbound
            | OpKind::BoxRef
            | OpKind::BoxAddr
            | OpKind::BoxElemLen
            | OpKind::BoxSet
            | OpKind::BoxDeallocate => true,
            _ => false,
        };
        first && once && kind
    };
    users.iter().all(fits) && users.iter().any(|&u| m.kind(u) == OpKind::BoxInit)
}

/// Makes the scalars of a descriptor.
fn scalars(m: &mut Module, alloca: Op) -> Option<Var> {
    let TypeKind::Ref(b) = *m.tk(m.result(alloca)) else { return None };
    let TypeKind::Box { rank, elem, .. } = *m.types.kind(b) else { return None };
    let text = is_text(m, alloca);
    let size = if text { 1 } else { size_of(m, elem)? };
    let rank = usize::from(rank);
    let of_elem = m.types.reference(elem);
    let name = m.attr(alloca, "name").cloned();
    let mut b = Builder::before(m, alloca);
    if matches!(b.m.types.kind(elem), TypeKind::Derived(_)) && holds(b.m, of_elem) {
        return None;
    }
    let ty = b.m.types.reference(Type::INDEX);
    let mut make = |name: Option<Attr>| b.op(OpKind::Alloca).attr_opt("name", name).result(ty).value();
    let place = make(name);
    let lbounds = (0..rank).map(|_| make(None)).collect();
    let extents = (0..rank).map(|_| make(None)).collect();
    let len = text.then(|| make(None));
    Some(Var { place, lbounds, extents, elem, size, len })
}

/// Whether objects of the type of a reference hold addresses.
fn holds(m: &mut Module, of: Type) -> bool {
    let probe = m.new_region(&[of]);
    holds_addresses(m, m.args(probe)[0])
}

/// The place in the pool of what a view shows whole.
fn place_of(
    m: &mut Module,
    view: Value,
    at: Op,
    places: &FxHashMap<Op, Value>,
    vars: &FxHashMap<Op, Var>,
) -> Option<Value> {
    let root = root_of(m, view);
    if !root.whole {
        return None;
    }
    match root.base {
        Base::Heap(a) => places.get(&a).copied(),
        Base::Box(b) => {
            let a = m.def_of(b, OpKind::Alloca)?;
            let from = vars.get(&a)?.place;
            Some(Builder::before(m, at).load(from))
        }
        _ => None,
    }
}

fn rewrite_box(m: &mut Module, alloca: Op, var: &Var, pool: Value, sets: &FxHashMap<Op, Value>) {
    let (names, users) = names(m, alloca);
    for u in users {
        let dim = m.attr_int(u, "dim").unwrap_or(0) as usize;
        let mut b = Builder::before(m, u);
        let new = match b.m.kind(u) {
            OpKind::BoxInit | OpKind::BoxNullify => {
                let (zero, one) = (b.index(0), b.index(1));
                b.store(zero, var.place);
                var.len.into_iter().for_each(|len| b.store(zero, len));
                for (&l, &e) in var.lbounds.iter().zip(&var.extents) {
                    b.store(one, l);
                    b.store(zero, e);
                }
                None
            }
            OpKind::BoxAllocated => {
                let (place, zero) = (b.load(var.place), b.index(0));
                Some(b.cmp(Pred::Ne, place, zero))
            }
            OpKind::BoxExtent => Some(b.load(var.extents[dim])),
            OpKind::BoxLbound => Some(b.load(var.lbounds[dim])),
            OpKind::BoxElemLen => Some(match var.len {
                Some(len) => b.load(len),
                None => b.index(var.size),
            }),
            OpKind::BoxAddr => {
                let place = b.load(var.place);
                Some(address_of(&mut b, pool, place))
            }
            OpKind::BoxRef => {
                let place = b.load(var.place);
                let p = address_of(&mut b, pool, place);
                let ty = b.m.ty(b.m.result(u));
                Some(match var.len {
                    Some(len) => {
                        let n = b.load(len);
                        b.op(OpKind::ChrRef).arg(p).arg(n).result(ty).value()
                    }
                    None => b.op(OpKind::CastRef).arg(p).result(ty).value(),
                })
            }
            OpKind::BoxView => Some(view(&mut b, u, var, pool)),
            OpKind::BoxSet => {
                let (array, lbounds) = (b.m.operand(u, 1), b.m.group(u, "lbounds").to_vec());
                b.store(sets[&u], var.place);
                if let Some(len) = var.len {
                    let n = b.op(OpKind::ChrLen).arg(array).result(Type::INDEX).value();
                    b.store(n, len);
                }
                for d in 0..var.extents.len() {
                    let n = b.extent(array, d);
                    b.store(n, var.extents[d]);
                    let l = lbounds.get(d).copied().unwrap_or_else(|| b.index(1));
                    b.store(l, var.lbounds[d]);
                }
                None
            }
            OpKind::BoxAllocate => Some(allocate(&mut b, u, var)),
            OpKind::BoxDeallocate => Some(deallocate(&mut b, var)),
            // `is_plain` has seen all of them.
            _ => continue,
        };
        if let Some(v) = new {
            let old = m.result(u);
            m.replace_all_uses(old, v);
            if matches!(m.kind(u), OpKind::BoxAllocate | OpKind::BoxDeallocate) {
                settle(m, v);
            }
        }
        m.detach(u);
    }
    for v in names {
        if let Some(op) = m.def(v) {
            m.detach(op);
        }
    }
}

/// The array that a descriptor describes.
fn view(b: &mut Builder<'_>, op: Op, var: &Var, pool: Value) -> Value {
    let ty = b.m.ty(b.m.result(op));
    let place = b.load(var.place);
    let p = address_of(b, pool, place);
    let extents: Vec<Value> = var.extents.iter().map(|&e| b.load(e)).collect();
    let contig = b.m.types.view(vec![None; extents.len()], var.elem, true);
    let v = b.op(OpKind::ViewMake).arg(p).args(&extents).args(&[]).opt(None).result(contig).value();
    if ty == contig { v } else { b.op(OpKind::ViewCast).arg(v).result(ty).value() }
}

/// ALLOCATE; its status.
fn allocate(b: &mut Builder<'_>, op: Op, var: &Var) -> Value {
    let extents = b.m.group(op, "extents").to_vec();
    let lbounds = b.m.group(op, "lbounds").to_vec();
    let elem_len = b.m.opt(op, "elem_len").map(|n| b.cast(n, Type::INDEX));
    let (zero, old) = (b.index(0), b.load(var.place));
    let twice = b.cmp(Pred::Ne, old, zero);
    let (then, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::If).arg(twice).region(then).region(other).build();
    b.inside(other, |b| {
        let mut bytes = b.index(var.size);
        if let Some((len, n)) = var.len.zip(elem_len) {
            bytes = b.binary(OpKind::Max, n, zero);
            b.store(bytes, len);
        }
        for (d, &n) in extents.iter().enumerate() {
            let zero = b.index(0);
            let n = b.binary(OpKind::Max, n, zero);
            bytes = b.binary(OpKind::Mul, bytes, n);
            b.store(n, var.extents[d]);
            let l = lbounds.get(d).copied().unwrap_or_else(|| b.index(1));
            b.store(l, var.lbounds[d]);
        }
        let place = b.op(OpKind::DevTake).arg(bytes).result(Type::INDEX).value();
        b.store(place, var.place);
    });
    status(b, twice, stat::ALLOCATED)
}

/// DEALLOCATE; its status.
fn deallocate(b: &mut Builder<'_>, var: &Var) -> Value {
    let (zero, old) = (b.index(0), b.load(var.place));
    let none = b.cmp(Pred::Eq, old, zero);
    b.op(OpKind::DevGive).arg(old).build();
    b.store(zero, var.place);
    status(b, none, stat::NOT_ALLOCATED)
}

fn status(b: &mut Builder<'_>, bad: Value, code: i32) -> Value {
    let (code, good) = (b.int(code.into(), Type::I32), b.int(0, Type::I32));
    b.op(OpKind::Select).arg(bad).arg(code).arg(good).result(Type::I32).value()
}

/// Where a status is not 0 it is the one that it can be otherwise.
fn settle(m: &mut Module, status: Value) {
    let Some(select) = m.def_of(status, OpKind::Select) else { return };
    let (bad, code) = (m.operand(select, 0), m.operand(select, 1));
    for cmp in m.users(status) {
        let zero = m.kind(cmp) == OpKind::Cmp && m.const_int(m.operand(cmp, 1)) == Some(0);
        if !zero || m.choice_opt(cmp) != Some(Pred::Ne) {
            continue;
        }
        let truth = m.result(cmp);
        for choice in m.users(truth) {
            if m.kind(choice) == OpKind::If {
                let then = m.region(choice, 0);
                m.replace_uses(then, status, code);
            }
        }
        m.replace_all_uses(truth, bad);
    }
}

/// What descriptors of the host say of variables that the region does not allocate is known in front of its loops.
pub fn read_before(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    let changes = |o: &Op| {
        use OpKind::*;
        matches!(m.kind(*o), BoxAllocate | BoxDeallocate | BoxSet | BoxSetDyn | BoxNullify | DevHost | Call | CallPtr)
            && !of_thread(m, *o)
    };
    let all = m.walk(plan);
    if all.iter().any(changes) {
        return;
    }
    let given = |m: &Module, v: Value| !m.home(v).is_some_and(|h| m.is_inside(h, plan));
    let mut at = 0;
    for o in all {
        let read = is_box_read(m.kind(o)) && m.kind(o) != OpKind::BoxGuard;
        if read && of_thread(m, o) && m.operands(o).iter().all(|&v| given(m, v)) {
            m.detach(o);
            m.insert(plan, at, o);
            at += 1;
        }
    }
}

/// Choices that a constant decides give way to what they choose.
pub fn decided(m: &mut Module, plan: Region) {
    for o in m.walk(plan) {
        if m.kind(o) != OpKind::If || !m.ops[o].results.is_empty() {
            continue;
        }
        if let Some(c) = m.const_int(m.operand(o, 0)) {
            let (keep, drop) = if c != 0 { (0, 1) } else { (1, 0) };
            let gone = m.region(o, drop);
            m.regions[gone].ops.clear();
            if keep == 1 {
                m.ops[o].regions.swap(0, 1);
            }
            splice(m, o);
        }
    }
}
