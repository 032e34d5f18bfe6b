//! Objects of threads with allocatable components: each such component becomes a descriptor of its own ([`super::boxes`] makes
//! scalars of it), the rest of the object stays. What the runtime does with the components of such an object, ops do.

use super::blocks::choice;
use crate::choices::BoxAttribute;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::copy_element;
use crate::passes::offload::memory::is_scalar;
use crate::passes::offload::objects::{Held, held, holds_addresses, is_managed, parent};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use ferrotran_abi::typedesc::{ComponentDesc, TypeDesc};
use rustc_hash::FxHashMap;
use std::mem::{offset_of, size_of};

/// A call of the runtime about an object, and the objects that its operands describe.
#[derive(Clone, Copy)]
struct Deed {
    call: Op,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// The components are freed.
    Destroy,
    /// The object becomes a copy of another one.
    Assign,
    /// The components are allocated as those of another one.
    Private,
}

/// An object that is split.
struct Object {
    alloca: Op,
    held: Vec<Held>,
    /// References to components, and which they are.
    fields: Vec<(Op, usize)>,
    /// Ops that give the object what default initialization says.
    begins: Vec<Op>,
    /// The object by other names: ops and their results.
    names: Vec<Value>,
}

/// Splits the objects of threads in a region. `of_thread`: whether an op is run by threads of a kernel.
pub fn split(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    let mut objects: FxHashMap<Op, Object> = FxHashMap::default();
    let mut deeds: FxHashMap<Op, What> = FxHashMap::default();
    for a in m.walk(plan) {
        let managed = m.kind(a) == OpKind::Alloca
            && matches!(m.tk(m.result(a)), TypeKind::Ref(e) if is_managed(m, *e))
            && of_thread(m, a);
        if !managed {
            continue;
        }
        if let Some((object, own)) = Object::of(m, a) {
            objects.insert(a, object);
            deeds.extend(own.into_iter().map(|d| (d.call, d.what)));
        }
    }
    // What is done with two objects needs both.
    loop {
        let lost = deeds.keys().copied().find(|&call| !can_do(m, &objects, &deeds, call));
        let Some(call) = lost else { break };
        deeds.remove(&call);
        for i in 0..2 {
            if let Some(a) = described(m, m.operand(call, i)).and_then(|v| local(m, v)) {
                objects.remove(&a);
            }
        }
        deeds.retain(|&c, _| {
            let of = |i: usize| described(m, m.operand(c, i)).and_then(|v| local(m, v));
            of(0).is_some_and(|a| objects.contains_key(&a))
        });
        objects.retain(|_, o| o.deeds(m).iter().all(|c| deeds.contains_key(c)));
    }
    if objects.is_empty() {
        return;
    }
    let mut apart: FxHashMap<Op, Vec<Value>> = FxHashMap::default();
    for (&a, o) in &objects {
        apart.insert(a, o.descriptors(m));
    }
    let mut calls: Vec<(Op, What)> = deeds.into_iter().collect();
    calls.sort_unstable_by_key(|c| c.0);
    for (call, what) in calls {
        perform(m, plan, call, what, &objects, &apart);
    }
    for (a, o) in objects {
        o.finish(m, &apart[&a]);
    }
}

/// The object that a descriptor for the runtime describes.
fn described(m: &Module, v: Value) -> Option<Value> {
    let mut at = v;
    loop {
        let d = m.def(at)?;
        match m.kind(d) {
            OpKind::CastRef => at = m.operand(d, 0),
            OpKind::BoxMake => return Some(m.operand(d, 0)),
            _ => return None,
        }
    }
}

/// The variable of a region that an object is, as a whole.
fn local(m: &Module, object: Value) -> Option<Op> {
    let mut at = object;
    while let Some(d) = m.def_of(at, OpKind::Declare) {
        at = m.operand(d, 0);
    }
    m.def_of(at, OpKind::Alloca)
}

/// Whether ops can do what a call of the runtime does.
fn can_do(m: &Module, objects: &FxHashMap<Op, Object>, deeds: &FxHashMap<Op, What>, call: Op) -> bool {
    let side = |i: usize| described(m, m.operand(call, i));
    let ours = |v: Value| local(m, v).is_some_and(|a| objects.contains_key(&a));
    let Some(to) = side(0).filter(|&v| ours(v)) else { return false };
    if deeds[&call] == What::Destroy {
        return true;
    }
    // An object of a thread that is not split has its descriptors where kernels cannot read them.
    let Some(from) = side(1) else { return false };
    let other = local(m, from);
    m.ty(from) == m.ty(to) && other != local(m, to) && (ours(from) || other.is_none() || !is_of_region(m, other))
}

/// The variable stands in a target region.
fn is_of_region(m: &Module, alloca: Option<Op>) -> bool {
    let around = std::iter::successors(alloca, |&o| m.parent_op(o));
    around.into_iter().any(|o| m.kind(o) == OpKind::OmpTarget)
}

/// Copies or the end of objects of the type call procedures of the program, as far as its descriptor says.
fn runs_procedures(m: &Module, ty: Type) -> bool {
    let TypeKind::Derived(name) = m.types.kind(ty) else { return true };
    let def = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name));
    let Some(table) = def.and_then(|d| m.attr_str(d, "descriptor")) else { return true };
    let mut seen: Vec<&str> = Vec::new();
    let mut work: Vec<&str> = vec![table];
    while let Some(table) = work.pop() {
        if seen.contains(&table) {
            continue;
        }
        seen.push(table);
        let Some(list) = relocations(m, table) else { return true };
        let at = |offset: usize| list.iter().find(|r| r.0 == offset as i64).map(|r| r.1);
        if at(offset_of!(TypeDesc, finals)).is_some() {
            return true;
        }
        work.extend(at(offset_of!(TypeDesc, parent)));
        let Some(components) = at(offset_of!(TypeDesc, components)) else { continue };
        let Some(list) = relocations(m, components) else { return true };
        for (offset, symbol) in list {
            let within = offset as usize % size_of::<ComponentDesc>();
            if within == offset_of!(ComponentDesc, assign) {
                return true;
            }
            if within == offset_of!(ComponentDesc, ty) {
                work.push(symbol);
            }
        }
    }
    false
}

/// The addresses in a constant of the module.
fn relocations<'m>(m: &'m Module, sym: &str) -> Option<Vec<(i64, &'m str)>> {
    let g = m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(sym) && !m.flag(g, "extern"))?;
    let list = m.attr(g, "relocs").map(Attr::items).unwrap_or_default();
    list.iter().map(|r| Some((r.items().first()?.as_int()?, r.items().get(1)?.as_str()?))).collect()
}

/// Threads can copy elements of the type.
fn is_plain_element(m: &Module, elem: Type) -> bool {
    match m.types.kind(elem) {
        TypeKind::Char(len, _) => len.is_some(),
        TypeKind::Derived(_) => !is_holder(m, elem),
        _ => is_scalar(m, elem),
    }
}

/// Objects of the type hold addresses.
fn is_holder(m: &Module, ty: Type) -> bool {
    let TypeKind::Derived(name) = m.types.kind(ty) else { return false };
    let def = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name));
    def.is_none_or(|d| m.attr(d, "descriptor").is_some())
}

impl Object {
    /// A local object of which nothing is done that cannot be done to its parts, and what the runtime does with it.
    fn of(m: &Module, alloca: Op) -> Option<(Object, Vec<Deed>)> {
        let whole = m.result(alloca);
        let ty = m.types.elem(m.ty(whole));
        let held = held(m, ty)?;
        let plain = |h: &Held| {
            let TypeKind::Box { elem, .. } = m.types.kind(h.ty) else { return false };
            !h.class && is_plain_element(m, *elem)
        };
        if !held.iter().all(plain) || runs_procedures(m, ty) {
            return None;
        }
        let mut object = Object { alloca, held, fields: Vec::new(), begins: Vec::new(), names: Vec::new() };
        let mut deeds = Vec::new();
        let mut work: Vec<(Value, Vec<String>)> = vec![(whole, Vec::new())];
        while let Some((v, path)) = work.pop() {
            object.names.push(v);
            for (u, i) in m.uses(v) {
                match m.kind(u) {
                    OpKind::Declare => work.push((m.result(u), path.clone())),
                    OpKind::Field => {
                        let mut path = path.clone();
                        path.push(m.attr_str(u, "field")?.to_string());
                        let TypeKind::Ref(part) = *m.tk(m.result(u)) else {
                            if holds_addresses(m, m.result(u)) {
                                return None;
                            }
                            continue;
                        };
                        match m.types.kind(part) {
                            TypeKind::Box { .. } => {
                                let same = |h: &Held| h.path.iter().map(|p| &p.0).eq(path.iter());
                                object.fields.push((u, object.held.iter().position(same)?));
                            }
                            TypeKind::Derived(_) if is_holder(m, part) => work.push((m.result(u), path)),
                            _ => {}
                        }
                    }
                    OpKind::CastRef => {
                        let (name, ty) = parent(m, m.types.elem(m.ty(v)))?;
                        let same = matches!(*m.tk(m.result(u)), TypeKind::Ref(e) if e == ty);
                        let path = path.iter().cloned().chain([name]).collect();
                        work.push((same.then(|| m.result(u))?, path));
                    }
                    OpKind::CopyObject if i == 0 && path.is_empty() => {
                        m.def_of(m.operand(u, 1), OpKind::AddrOf)?;
                        object.begins.push(u);
                    }
                    OpKind::BoxMake if i == 0 && path.is_empty() => deeds.extend(Self::calls(m, u)?),
                    _ => return None,
                }
            }
        }
        (!object.begins.is_empty()).then_some((object, deeds))
    }

    /// What the runtime does with what a descriptor of the whole object describes.
    fn calls(m: &Module, make: Op) -> Option<Vec<Deed>> {
        let mut out = Vec::new();
        let mut work = vec![m.result(make)];
        while let Some(v) = work.pop() {
            for (u, i) in m.uses(v) {
                if m.kind(u) == OpKind::CastRef {
                    work.push(m.result(u));
                    continue;
                }
                let what = match m.runtime_fn(u)? {
                    rt::frt_object_destroy if i == 0 => What::Destroy,
                    rt::frt_object_assign if i < 2 => What::Assign,
                    rt::frt_object_private if i < 2 => What::Private,
                    _ => return None,
                };
                out.push(Deed { call: u, what });
            }
        }
        Some(out)
    }

    /// The calls about this object.
    fn deeds(&self, m: &Module) -> Vec<Op> {
        let makes = self.names.iter().flat_map(|&v| m.users(v)).filter(|&u| m.kind(u) == OpKind::BoxMake);
        makes.filter_map(|u| Self::calls(m, u)).flatten().map(|d| d.call).collect()
    }

    /// Makes a descriptor of its own for each component, which begins where the object does.
    fn descriptors(&self, m: &mut Module) -> Vec<Value> {
        let mut out = Vec::new();
        for h in &self.held {
            let ty = m.types.reference(h.ty);
            let mut b = Builder::before(m, self.alloca);
            let v = b.op(OpKind::Alloca).attr("name", Attr::str(&h.name)).result(ty).value();
            out.push(v);
            for &begin in &self.begins {
                Builder::after(m, begin).op(OpKind::BoxInit).arg(v).choice(BoxAttribute::Allocatable).build();
            }
        }
        out
    }

    /// What refers to a component refers to its descriptor.
    fn finish(&self, m: &mut Module, descriptors: &[Value]) {
        for &(field, k) in &self.fields {
            let old = m.result(field);
            m.replace_all_uses(old, descriptors[k]);
            m.detach(field);
        }
        for &v in &self.names {
            for make in m.users(v) {
                if m.kind(make) != OpKind::BoxMake {
                    continue;
                }
                for cast in m.users(m.result(make)) {
                    m.detach(cast);
                }
                m.detach(make);
            }
        }
    }
}

/// Does by ops what a call does.
fn perform(
    m: &mut Module,
    plan: Region,
    call: Op,
    what: What,
    objects: &FxHashMap<Op, Object>,
    apart: &FxHashMap<Op, Vec<Value>>,
) {
    let Some(to) = described(m, m.operand(call, 0)) else { return };
    let Some(a) = local(m, to) else { return };
    let own = &apart[&a];
    if what == What::Destroy {
        for &v in own {
            release(&mut Builder::before(m, call), v);
        }
        m.detach(call);
        return;
    }
    let Some(from) = described(m, m.operand(call, 1)) else { return };
    let other = local(m, from).and_then(|o| apart.get(&o));
    for (k, h) in objects[&a].held.iter().enumerate() {
        let source = match other {
            Some(list) => list[k],
            None => component(m, plan, call, from, h),
        };
        let mut b = Builder::before(m, call);
        if what == What::Assign {
            release(&mut b, own[k]);
        }
        let there = b.op(OpKind::BoxAllocated).arg(source).result(Type::BOOL).value();
        choice(&mut b, there, |b| allocate_like(b, own[k], source, what == What::Assign));
    }
    if what == What::Assign {
        Builder::before(m, call).op(OpKind::CopyObject).arg(to).arg(from).build();
    }
    let descriptor = m.operand(call, 1);
    m.detach(call);
    drop_unused(m, descriptor);
}

/// Takes a descriptor for the runtime away that nothing needs any more.
fn drop_unused(m: &mut Module, v: Value) {
    let Some(d) = m.def(v).filter(|_| m.users(v).is_empty()) else { return };
    if !matches!(m.kind(d), OpKind::CastRef | OpKind::BoxMake) {
        return;
    }
    let from = m.operand(d, 0);
    m.detach(d);
    drop_unused(m, from);
}

/// The descriptor of a component of an object that is given: at the begin of the region, where it is there already.
fn component(m: &mut Module, plan: Region, call: Op, object: Value, h: &Held) -> Value {
    let given = !m.home(object).is_some_and(|r| m.is_inside(r, plan));
    let loc = m.ops[call].loc;
    let mut b = match given {
        true => Builder { m, point: Point { region: plan, at: Some(0) }, loc },
        false => Builder::before(m, call),
    };
    let mut at = object;
    for (name, ty) in &h.path {
        let ty = b.m.types.reference(*ty);
        at = b.op(OpKind::Field).arg(at).attr("field", Attr::str(name)).result(ty).value();
    }
    at
}

/// DEALLOCATE, if there is something.
fn release(b: &mut Builder<'_>, descriptor: Value) {
    let there = b.op(OpKind::BoxAllocated).arg(descriptor).result(Type::BOOL).value();
    choice(b, there, |b| {
        b.op(OpKind::BoxDeallocate).arg(descriptor).result(Type::I32).value();
    });
}

/// ALLOCATE with the bounds of another array, and its elements, where they are wanted.
fn allocate_like(b: &mut Builder<'_>, descriptor: Value, source: Value, with_value: bool) {
    let TypeKind::Ref(of) = *b.m.tk(descriptor) else { return };
    let TypeKind::Box { rank, elem, .. } = *b.m.types.kind(of) else { return };
    let rank = usize::from(rank);
    let whole = b.m.types.view(vec![None; rank], elem, false);
    let from = b.op(OpKind::BoxView).arg(source).result(whole).value();
    let bound = |b: &mut Builder<'_>, d: usize| {
        let dim = Attr::Int(d as i64);
        b.op(OpKind::BoxLbound).arg(source).attr("dim", dim).result(Type::INDEX).value()
    };
    let lbounds: Vec<Value> = (0..rank).map(|d| bound(b, d)).collect();
    let extents: Vec<Value> = (0..rank).map(|d| b.extent(from, d)).collect();
    let allocate = b.op(OpKind::BoxAllocate).arg(descriptor).args(&lbounds).args(&extents);
    allocate.opt(None).opt(None).opt(None).result(Type::I32).value();
    if !with_value {
        return;
    }
    let to = b.op(OpKind::BoxView).arg(descriptor).result(whole).value();
    let nest = b.m.new_region(&vec![Type::INDEX; rank]);
    let subs = b.m.args(nest).to_vec();
    let copy = |b: &mut Builder<'_>| {
        let (from, to) = (b.elem(from, &subs), b.elem(to, &subs));
        copy_element(b, from, to);
    };
    if rank == 0 {
        return copy(b);
    }
    b.op(OpKind::Parallel).args(&extents).region(nest).build();
    b.inside(nest, copy);
}
