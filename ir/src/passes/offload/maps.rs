//! `maps`: variables that units use and the directive does not list are mapped (arrays and objects of
//! derived type `tofrom`, allocatables and pointers through their descriptor), and transfers that
//! nobody can observe are dropped: `to` where the region writes the whole variable before it reads any
//! of it, `from` where it never writes it.

use super::fission::host_statements;
use super::memory::{Base, Root, effects, holds_c_address, is_box_ref, root_of, same_base, same_value, variable_root};
use super::objects::owners;
use super::{Unsupported, for_device_copies, lend};
use crate::analysis::effects::{Access, is_box_read, is_pure, own_reads, own_writes};
use crate::choices::{DeclareAttr, MapKind, Mapping};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::section::{self, Part, section};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for_device_copies(m, cx, |m, cx, op| {
        implicit(m, op)?;
        let dropped = residency(m, op, cx.host_reads);
        cx.count("transfers-dropped", dropped);
        Ok(())
    })
}

/// The variable of an `omp.map`.
pub fn mapped(m: &Module, map: Op) -> Value {
    m.operand(map, 0)
}

/// Gives a directive maps of its own, also of what they are members of.
pub fn own(m: &mut Module, op: Op) {
    let mut copies = FxHashMap::default();
    let list: Vec<Value> = m.maps(op).into_iter().map(|map| copy(m, op, map, &mut copies)).collect();
    m.set_group(op, "maps", &list);
}

/// A copy of a map in front of a directive.
fn copy(m: &mut Module, op: Op, map: Op, copies: &mut FxHashMap<Value, Value>) -> Value {
    let result = m.result(map);
    if let Some(&known) = copies.get(&result) {
        return known;
    }
    if let Some(parent) = m.opt(map, "parent").and_then(|p| m.def(p)) {
        copy(m, op, parent, copies);
    }
    let new = m.clone_op(map, copies);
    let (region, at) = m.position(op);
    m.insert(region, at, new);
    copies.insert(result, m.result(new));
    m.result(new)
}

/// What a map is of: the variable, or the section that its bounds give, made in front of a directive.
pub fn place(m: &mut Module, op: Op, map: Op) -> Value {
    let (var, bounds) = (mapped(m, map), m.group(map, "bounds").to_vec());
    if bounds.is_empty() {
        return var;
    }
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[map].loc;
    part(&mut b, var, &bounds)
}

/// What bounds leave of the dimensions of a view.
fn parts(m: &Module, view: Value, bounds: &[Value]) -> Vec<Part> {
    let of = |(d, &bound): (usize, &Value)| {
        let op = m.def_of(bound, OpKind::OmpBounds).expect("the verifier knows the bounds");
        let &[start, extent, step] = m.operands(op) else { unreachable!("the op table says three") };
        let is = |v: Value, n: i64| m.const_int(v) == Some(n);
        let whole = |v: Value| {
            let of_view = |o: Op| m.operand(o, 0) == view && m.attr_int(o, "dim") == Some(d as i64);
            m.def_of(v, OpKind::ViewExtent).is_some_and(of_view)
                || m.types.shape(m.ty(view))[d].is_some_and(|n| is(v, n))
        };
        match () {
            () if is(start, 0) && is(step, 1) && whole(extent) => Part::Whole,
            () if is(extent, 1) => Part::Index(start),
            () => Part::Range { start, extent, step },
        }
    };
    bounds.iter().enumerate().map(of).collect()
}

/// The section of a view that bounds give.
fn part(b: &mut Builder<'_>, view: Value, bounds: &[Value]) -> Value {
    let parts = parts(b.m, view, bounds);
    if parts.iter().all(|p| matches!(p, Part::Whole)) {
        return view;
    }
    let ty = b.m.ty(view);
    let shape = b.m.types.shape(ty).to_vec();
    let kept = |(p, &n): (&Part, &Option<i64>)| match p {
        Part::Index(_) => None,
        Part::Range { extent, .. } => Some(b.m.const_int(*extent)),
        Part::Whole => Some(n),
    };
    let shape = parts.iter().zip(&shape).filter_map(kept).collect();
    let elem = b.m.types.elem(ty);
    let result = b.m.types.view(shape, elem, false);
    section(b, view, &parts, result)
}

/// Takes the maps away that no directive has any more.
pub fn drop_unused(m: &mut Module) {
    let mut list: Vec<Op> = m.walk(m.top);
    list.retain(|&o| matches!(m.kind(o), OpKind::OmpMap | OpKind::OmpBounds));
    // Those that others are given stand before them.
    for op in list.into_iter().rev() {
        if m.users(m.result(op)).is_empty() {
            m.detach(op);
        }
    }
}

/// Base of a listed variable (what a descriptor describes, for `ref<box>`).
fn listed_base(m: &Module, v: Value) -> Base {
    variable_root(m, v).base
}

/// Device accesses of a plan, in order: (root, op, written).
fn accesses(m: &Module, target: Op) -> Vec<(Root, Op, bool)> {
    let body = m.region(target, 0);
    let mut out = Vec::new();
    for o in m.walk(body) {
        if !is_of_device(m, o) {
            continue;
        }
        let e = effects(m, o);
        out.extend(e.reads.into_iter().map(|r| (r, o, false)));
        out.extend(e.writes.into_iter().map(|r| (r, o, true)));
    }
    out
}

/// Variables of which clauses map components alone, where the region uses others, too: those that a mapper has mapped, as far
/// as they are there.
fn used_beside(m: &Module, target: Op) -> Vec<Base> {
    let of = |map: Op| {
        let v = mapped(m, map);
        // Of what a descriptor describes all is mapped, wherever that lies.
        (listed_base(m, v), if is_box_ref(m, m.ty(v)) { Vec::new() } else { components(m, v) })
    };
    let listed: Vec<(Base, Vec<String>)> = m.maps(target).into_iter().map(of).collect();
    let mut out: Vec<Base> = Vec::new();
    if listed.iter().all(|(_, path)| path.is_empty()) {
        return out;
    }
    for o in m.walk(m.region(target, 0)) {
        if !is_of_device(m, o) {
            continue;
        }
        for access in own_reads(m, o).into_iter().chain(own_writes(m, o)) {
            let Access::Data(v) = access else { continue };
            let (base, path) = (root_of(m, v).base, components(m, v));
            let mut maps = listed.iter().filter(|(b, _)| same_base(m, b, &base)).peekable();
            if maps.peek().is_some() && !maps.any(|(_, own)| path.starts_with(own)) && !out.contains(&base) {
                out.push(base);
            }
        }
    }
    out
}

/// The components, from the outermost on, that lead from a variable to a part of it.
fn components(m: &Module, mut v: Value) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::Field | OpKind::ViewField => out.extend(m.attr_str(op, "field").map(str::to_string)),
            OpKind::Declare
            | OpKind::CastRef
            | OpKind::ViewCast
            | OpKind::ViewElem
            | OpKind::ViewSection
            | OpKind::ViewPermute
            | OpKind::ViewMake
            | OpKind::ViewAddr => {}
            _ => break,
        }
        v = m.operand(op, 0);
    }
    out.reverse();
    out
}

/// A device runs the op.
fn is_of_device(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::DevRead | OpKind::DevCopy) || super::fission::in_unit(m, op)
}

/// The object belongs to the plan itself (device memory, or local to a kernel).
fn internal(m: &Module, target: Op, b: &Base) -> bool {
    let body = m.region(target, 0);
    match b {
        Base::Constant => true,
        Base::Heap(o) => {
            matches!(m.kind(*o), OpKind::DevAlloc | OpKind::DevGather | OpKind::DevGatherTable)
                || is_mapped_there(m, *o)
        }
        Base::Local(o) => m.ops[*o].parent.is_some_and(|r| m.is_inside(r, body)),
        // Memory of a team.
        Base::Arg(v) => m.def(*v).is_none() && m.home(*v).is_some_and(|r| m.is_inside(r, body)),
        _ => false,
    }
}

/// A temporary that the plan maps where it makes it.
fn is_mapped_there(m: &Module, alloc: Op) -> bool {
    let views = m.users(m.result(alloc)).into_iter().filter(|&o| m.kind(o) == OpKind::ViewMake);
    views.into_iter().any(|v| m.users(m.result(v)).iter().any(|&o| m.kind(o) == OpKind::DevMap))
}

fn implicit(m: &mut Module, target: Op) -> Result<(), Unsupported> {
    let maps = m.maps(target);
    let variable = |&map: &Op| (listed_base(m, mapped(m, map)), variable_root(m, mapped(m, map)).var);
    let mut listed: Vec<(Base, Value)> = maps.iter().map(variable).collect();
    let mut apart = used_beside(m, target);
    let body = m.region(target, 0);
    let mut new: Vec<(Value, Mapping, Option<Value>)> = Vec::new();
    let clauses: Vec<(Base, Op)> = listed.iter().map(|(b, _)| b.clone()).zip(maps).collect();
    for (r, o, _) in accesses(m, target) {
        let part = is_part_of_global(m, &r);
        let known = listed.iter().any(|(b, v)| {
            // Variables of a common block are mapped one by one.
            same_base(m, b, &r.base)
                && !apart.contains(b)
                && (!part || m.ty(*v) == Type::PTR || same_variable(m, *v, r.var))
        });
        if internal(m, target, &r.base) || known {
            continue;
        }
        let mut kind = MapKind::ToFrom;
        match &r.base {
            Base::Unknown(address) if is_read_address(m, *address) => continue,
            Base::Unknown(address) if is_given_address(m, *address, body) => {}
            Base::Unknown(_) => {
                return Err(Unsupported::new(m, o, "it uses memory that belongs to no variable known here"));
            }
            Base::Heap(h) if m.ops[*h].parent.is_some_and(|p| m.is_inside(p, body)) => {
                return Err(Unsupported::new(m, o, "a temporary lives on the host"));
            }
            Base::Global(s, _) => {
                if m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == Some(s) && m.flag(g, "constant")) {
                    kind = MapKind::To;
                }
            }
            _ => {}
        }
        // A map operand stands before the region: bring the variable there where it is made inside.
        let Some(v) = bring_out(m, target, r.var) else {
            if let Base::Box(d) = r.base
                && map_owner(m, target, d)
            {
                listed.push((r.base.clone(), r.var));
                continue;
            }
            return Err(Unsupported::new(m, o, "it uses a variable whose place depends on the region itself"));
        };
        let v = match &r.base {
            Base::Global(sym, offset) if m.ty(v) == Type::PTR => bytes_of_global(m, target, v, sym, *offset),
            _ => v,
        };
        if m.ty(v) == Type::PTR {
            return Err(Unsupported::new(m, o, "it uses memory of which only the address is known"));
        }
        listed.push((r.base.clone(), r.var));
        // From here on it is mapped as a whole.
        apart.retain(|b| *b != r.base);
        // Allocatable components are mapped as the object that a clause names is.
        let owners = if let Base::Box(d) = &r.base { owners(m, *d) } else { Vec::new() };
        let of_object = owners.iter().find_map(|o| clauses.iter().find(|(b, _)| same_base(m, b, &o.base)));
        let how = of_object.map_or(kind.into(), |&(_, map)| Mapping { class: false, ..m.mapping(map) });
        new.push((v, how, of_object.map(|&(_, map)| m.result(map))));
    }
    add_maps(m, target, &new);
    for o in m.walk(body) {
        if m.kind(o) == OpKind::DevGather {
            let objects = root_of(m, m.operand(o, 0));
            if !map_deep(m, target, &objects) {
                return Err(Unsupported::new(m, o, "it uses objects whose place depends on the region itself"));
            }
        }
    }
    Ok(())
}

/// Maps all components of the object that holds a descriptor, where the region picks the component by what it computes:
/// `o(i)%v`. False where no variable is known that holds it.
fn map_owner(m: &mut Module, target: Op, descriptor: Value) -> bool {
    owners(m, descriptor).iter().any(|owner| map_deep(m, target, owner))
}

/// Maps a variable with all components of its objects.
fn map_deep(m: &mut Module, target: Op, owner: &Root) -> bool {
    let listed = m.maps(target).into_iter().find(|&map| same_base(m, &listed_base(m, mapped(m, map)), &owner.base));
    let map = match listed {
        Some(map) => map,
        None => {
            let Some(v) = bring_out(m, target, owner.var).filter(|&v| m.ty(v) != Type::PTR) else { return false };
            add_maps(m, target, &[(v, MapKind::ToFrom.into(), None)]);
            let Some(&map) = m.maps(target).last() else { return false };
            map
        }
    };
    m.set_attr(map, "deep", Attr::Unit);
    true
}

/// An address that the region has of an object of type `c_ptr` outside of it: of memory that the program says is there.
fn is_given_address(m: &Module, address: Value, body: Region) -> bool {
    match m.def_of(address, OpKind::Load) {
        Some(load) if !m.home(address).is_some_and(|h| m.is_inside(h, body)) => holds_c_address(m, m.operand(load, 0)),
        _ => false,
    }
}

/// An address that the region reads from an object of type `c_ptr` in device memory: what it leads to is on the device when
/// the kernel comes, or that fails.
fn is_read_address(m: &Module, address: Value) -> bool {
    m.def_of(address, OpKind::DevRead).is_some_and(|read| holds_c_address(m, m.operand(read, 0)))
}

/// The variable is one of several that share a static object: COMMON, EQUIVALENCE.
fn is_part_of_global(m: &Module, r: &Root) -> bool {
    let Base::Global(sym, _) = &r.base else { return false };
    if m.ty(r.var) == Type::PTR || is_box_ref(m, m.ty(r.var)) {
        return false;
    }
    let global = m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(sym));
    let size = global.and_then(|g| m.attr_int(g, "size"));
    size.is_some() && super::outline::static_bytes(m, r.var) != size
}

/// Two values that stand for the same variable.
fn same_variable(m: &Module, a: Value, b: Value) -> bool {
    let strip = |mut v: Value| {
        while let Some(op) = m.def(v).filter(|&o| matches!(m.kind(o), OpKind::Declare | OpKind::ViewCast)) {
            v = m.operand(op, 0);
        }
        v
    };
    same_value(m, strip(a), strip(b))
}

/// All of a static object whose address alone is known (common blocks, equivalence), as a view of bytes.
fn bytes_of_global(m: &mut Module, target: Op, address: Value, sym: &str, offset: i64) -> Value {
    let global = m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(sym));
    let Some(size) = global.and_then(|g| m.attr_int(g, "size")) else { return address };
    let ty = m.types.view(vec![None], Type::I8, true);
    let mut b = Builder::before(m, target);
    let n = b.index(size - offset);
    b.op(OpKind::ViewMake).arg(address).args(&[n]).args(&[]).opt(None).result(ty).value()
}

/// The value, computed before the region. Pure ops on outside values are copied out.
fn bring_out(m: &mut Module, target: Op, v: Value) -> Option<Value> {
    let body = m.region(target, 0);
    bring_before(m, target, body, v)
}

/// A value of the region `inside`, computed before the op `before`, which stands outside of it.
pub fn bring_before(m: &mut Module, before: Op, inside: Region, v: Value) -> Option<Value> {
    if !m.home(v).is_some_and(|h| m.is_inside(h, inside)) {
        return Some(v);
    }
    let op = m.def(v)?;
    let movable = is_pure(m, op) || is_box_read(m.kind(op)) || super::guards::asks_for_type(m, op) || is_of_host(m, op);
    if !movable || !m.ops[op].regions.is_empty() {
        return None;
    }
    let mut map = FxHashMap::default();
    for o in m.operands(op).to_vec() {
        let n = bring_before(m, before, inside, o)?;
        map.insert(o, n);
    }
    let copy = m.clone_op(op, &mut map);
    let (r, at) = m.position(before);
    m.insert(r, at, copy);
    Some(m.result(copy))
}

/// The op loads where a variable of the host procedure is, which the environment of an internal procedure says and which
/// does not change.
fn is_of_host(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::Load
        && m.ty(m.result(op)) == Type::PTR
        && matches!(root_of(m, m.operand(op, 0)).base, Base::Arg(_))
        && m.users(m.result(op)).into_iter().any(|cast| {
            let named = |d: Op| m.kind(d) == OpKind::Declare && m.has_choice(d, DeclareAttr::Host);
            m.kind(cast) == OpKind::CastRef && m.users(m.result(cast)).into_iter().any(named)
        })
}

/// Appends to the maps of a target: variables, how they are mapped, and what they are members of.
pub fn add_maps(m: &mut Module, target: Op, new: &[(Value, Mapping, Option<Value>)]) {
    let mut list = m.group(target, "maps").to_vec();
    for &(v, how, parent) in new {
        let mut b = Builder::before(m, target);
        let map = b.op(OpKind::OmpMap).arg(v).args(&[]).opt(parent).mapping(how).flag("implicit", true);
        list.push(map.result(Type::MAP).value());
    }
    m.set_group(target, "maps", &list);
}

/// Drops `to` and `from` that cannot be observed. Returns how many. `checked`: what is copied to the device only stays so, so
/// that the program can be told what is lost there.
fn residency(m: &mut Module, target: Op, checked: bool) -> u64 {
    let maps = m.maps(target);
    let mut all = accesses(m, target);
    for host in host_statements(m, m.region(target, 0)) {
        let Some(touched) = lend::touched(m, host) else { return 0 };
        let place = all.iter().position(|a| !is_before(m, a.1, host, target)).unwrap_or(all.len());
        all.splice(place..place, touched.into_iter().map(|(r, written)| (r, host, written)));
    }
    let mut dropped = 0;
    for op in maps {
        let v = mapped(m, op);
        let map = m.mapping(op);
        if map.always || map.present || map.itself || m.flag(op, "deep") {
            continue;
        }
        let (mut to, mut from) = match map.kind {
            MapKind::ToFrom => (true, true),
            MapKind::To => (true, false),
            MapKind::From => (false, true),
            MapKind::Alloc | MapKind::Release | MapKind::Delete => continue,
        };
        let root = variable_root(m, v);
        let mine: Vec<&(Root, Op, bool)> =
            all.iter().filter(|(r, _, _)| super::memory::may_alias(m, r, &root)).collect();
        let exact = mine.iter().all(|(r, _, _)| same_base(m, &r.base, &root.base));
        let written = mine.iter().any(|a| a.2);
        let kept = checked && map.kind == MapKind::To;
        if from && !written {
            from = false;
            dropped += 1;
        }
        if to && !kept && written && exact && wholly_written_first(m, target, op, &mine) {
            to = false;
            dropped += 1;
        }
        if mine.is_empty() && to {
            to = false;
            dropped += 1;
        }
        let new = match (to, from) {
            (true, true) => MapKind::ToFrom,
            (true, false) => MapKind::To,
            (false, true) => MapKind::From,
            (false, false) => MapKind::Alloc,
        };
        m.set_mapping(op, Mapping { kind: new, ..map });
    }
    dropped
}

/// The op stands before the other one in the text of the region.
fn is_before(m: &Module, op: Op, other: Op, target: Op) -> bool {
    let all = m.walk(m.region(target, 0));
    all.iter().position(|&o| o == op) < all.iter().position(|&o| o == other)
}

/// The first access to the variable writes all of it that a map is of, unconditionally.
fn wholly_written_first(m: &Module, target: Op, map: Op, list: &[&(Root, Op, bool)]) -> bool {
    let body = m.region(target, 0);
    let Some(first) = list.first() else { return false };
    // The unit or copy that holds the first access stands in the plan itself, not in control flow.
    let mut top = first.1;
    while m.ops[top].parent != Some(body) {
        match m.parent_op(top) {
            Some(p) => top = p,
            None => return false,
        }
    }
    if !matches!(m.kind(top), OpKind::OmpTeams | OpKind::DevCopy) {
        return false;
    }
    let here: Vec<&&(Root, Op, bool)> = list
        .iter()
        .filter(|(_, o, _)| {
            *o == top || m.ops[*o].parent.is_some_and(|p| m.ops[top].regions.iter().any(|&r| m.is_inside(p, r)))
        })
        .collect();
    // Reads in the same unit might come first.
    if here.iter().any(|a| !a.2) {
        return false;
    }
    here.iter().any(|a| covers(m, top, a.1, map))
}

/// The op writes every element of what is mapped.
fn covers(m: &Module, top: Op, op: Op, map: Op) -> bool {
    let whole = |v: Value| is_whole(m, v, mapped(m, map)) || is_section_of(m, v, map);
    match m.kind(op) {
        OpKind::DevCopy => whole(m.operand(op, 0)),
        OpKind::LibMatmul | OpKind::LibTranspose => {
            m.ops[op].parent == m.ops[top].regions.first().copied() && whole(m.operand(op, 0))
        }
        OpKind::Store => {
            let address = m.operand(op, 1);
            // A scalar variable, stored by the unit's straight-line code.
            if m.ops[op].parent == m.ops[top].regions.first().copied() && whole(address) {
                return true;
            }
            let Some(elem) = m.def_of(address, OpKind::ViewElem) else { return false };
            let view = m.operand(elem, 0);
            let Some(nest) = m.parent_op(op).filter(|&p| m.kind(p) == OpKind::Parallel) else { return false };
            if m.ops[nest].parent != m.ops[top].regions.first().copied() || !whole(view) {
                return false;
            }
            // An early end of the iteration could skip the store.
            let body = m.region(nest, 0);
            if m.walk(body).iter().any(|&o| matches!(m.kind(o), OpKind::Continue | OpKind::Break)) {
                return false;
            }
            let subs = &m.operands(elem)[1..];
            let ivs = m.args(body);
            let extents = m.operands(nest);
            subs.len() == ivs.len()
                && subs.iter().zip(ivs).all(|(a, b)| a == b)
                && (0..subs.len()).all(|d| is_extent(m, extents[d], view, d))
        }
        _ => false,
    }
}

/// `v` is the section that the bounds of a map give.
fn is_section_of(m: &Module, mut v: Value, map: Op) -> bool {
    while let Some(op) = m.def(v).filter(|&o| matches!(m.kind(o), OpKind::Declare | OpKind::ViewCast)) {
        v = m.operand(op, 0);
    }
    let (var, bounds) = (mapped(m, map), m.group(map, "bounds"));
    let Some(section) = m.def_of(v, OpKind::ViewSection).filter(|_| !bounds.is_empty()) else { return false };
    let view = m.operand(section, 0);
    let Some(here) = section::parts(m, section).filter(|_| is_whole(m, view, var)) else { return false };
    let same = |a: Value, b: Value| same_value(m, a, b);
    let fits = |(a, b): (&Part, &Part)| match (*a, *b) {
        (Part::Whole, Part::Whole) => true,
        (Part::Index(a), Part::Index(b)) => same(a, b),
        (Part::Range { start, extent, step }, Part::Range { start: s, extent: e, step: t }) => {
            same(start, s) && same(extent, e) && same(step, t)
        }
        (Part::Whole | Part::Index(_) | Part::Range { .. }, _) => false,
    };
    here.iter().zip(&parts(m, var, bounds)).all(fits)
}

/// `v` is the variable `var` itself, all of it.
fn is_whole(m: &Module, v: Value, var: Value) -> bool {
    let mut at = v;
    loop {
        if at == var || same_value(m, at, var) {
            return true;
        }
        let Some(op) = m.def(at) else { return false };
        match m.kind(op) {
            OpKind::Declare | OpKind::ViewCast => at = m.operand(op, 0),
            OpKind::BoxView | OpKind::BoxRef if is_box_ref(m, m.ty(var)) => {
                return same_base(m, &listed_base(m, m.operand(op, 0)), &listed_base(m, var));
            }
            _ => {
                let mut w = var;
                loop {
                    if same_value(m, at, w) {
                        return true;
                    }
                    match m.def(w) {
                        Some(d) if matches!(m.kind(d), OpKind::Declare | OpKind::ViewCast) => w = m.operand(d, 0),
                        _ => return false,
                    }
                }
            }
        }
    }
}

/// `e` is the extent of dimension `d` of `view`.
fn is_extent(m: &Module, e: Value, view: Value, d: usize) -> bool {
    if let Some(Some(n)) = m.types.shape(m.ty(view)).get(d) {
        if m.const_int(e) == Some(*n) {
            return true;
        }
    }
    let mut e = e;
    loop {
        let Some(op) = m.def(e) else { break };
        match m.kind(op) {
            OpKind::ViewExtent => {
                let same_dim = m.attr_int(op, "dim") == Some(d as i64);
                if same_dim && is_whole(m, m.operand(op, 0), view) {
                    return true;
                }
                break;
            }
            // max(n, 0): extents are never negative.
            OpKind::Max => {
                let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                if m.const_int(b) == Some(0) {
                    e = a;
                } else if m.const_int(a) == Some(0) {
                    e = b;
                } else {
                    break;
                }
            }
            OpKind::BoxExtent => {
                let same_dim = m.attr_int(op, "dim") == Some(d as i64);
                let b = listed_base(m, m.operand(op, 0));
                return same_dim && same_base(m, &b, &root_of(m, view).base);
            }
            _ => break,
        }
    }
    // The value from which the view was made.
    let mut v = view;
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::Declare | OpKind::ViewCast => v = m.operand(op, 0),
            OpKind::ViewMake => {
                let Some(&x) = m.group(op, "extents").get(d) else { return false };
                if same_value(m, e, x) {
                    return true;
                }
                let Some(max) = m.def_of(x, OpKind::Max) else { return false };
                return m.operands(max).iter().any(|&y| same_value(m, e, y))
                    && m.operands(max).iter().any(|&y| m.const_int(y) == Some(0));
            }
            _ => return false,
        }
    }
    false
}

/// True for the type of a variable that `dev.map` takes.
pub fn is_mappable(m: &Module, v: Value) -> bool {
    matches!(m.types.kind(m.ty(v)), TypeKind::View { .. } | TypeKind::Ref(_))
}
