//! What the host copy of a target region uses. Where a device was to run the region (it lacks something, has no room, the
//! region is refused later on), the host copy runs in the device's data environment: what it uses and the device has, the
//! host borrows until the region ends. Everything else keeps apart what host and device have.
//!
//! A region of the host in it (`device(ancestor: 1)`) has the host's own values, between `frt_dev_ancestor_begin` and `_end`.
//!
//! Statements of the host in a region on a device (`dev.host`) run the same way, between `frt_dev_aside` and `frt_dev_return`;
//! what they have allocated anew is mapped behind them.
//!
//! ```text
//! %b = frt_dev_borrows()
//! loop.if %b { dev.lend %x ... } {}
//! omp.target [target = "host"] {...}
//! loop.if %b { frt_dev_return() } {}
//! ```

use super::c_string;
use super::maps::bring_before;
use super::memory::{
    Base, Root, is_box_ref, is_scalar, is_view, may_alias, root_of, same_base, same_value, variable_root,
};
use super::omp_maps::name_of;
use super::outline::{Map, emit_map, maps_of, of_present_object};
use crate::analysis::alias::made_descriptor;
use crate::analysis::effects::{Access, own_reads, own_writes, reads, writes};
use crate::choices::{CriticalKind, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::omp_host::sets_control_variables;
use crate::types::{Type, TypeKind};
use ferrotran_abi::map;
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Puts the ops that borrow and give back around the host copy of a region.
pub fn surround(m: &mut Module, target: Op) {
    let mut items = maps_of(m, target);
    let used = used(m, target);
    for &v in &used.variables {
        if !items.iter().any(|i| same_value(m, i.0, v)) {
            let of_box = if is_box_ref(m, m.ty(v)) { map::BOX } else { 0 };
            items.push((v, map::TO | map::FROM | map::IMPLICIT | of_box, name_of(m, v)));
        }
    }
    // What the device has is changed there, whatever the clauses say of what it does not have.
    let touched = touched(m, target);
    for (v, bits, _) in &mut items {
        let root = variable_root(m, *v);
        let written = touched.as_ref().is_none_or(|t| t.iter().any(|(r, w)| *w && may_alias(m, r, &root)));
        *bits |= if written || *bits & map::FROM != 0 { map::CHANGES } else { 0 };
    }
    let mut b = Builder::before(m, target);
    let (zero, n) = (b.int(0, Type::I32), b.runtime(rt::frt_dev_borrows, &[], Some(Type::I32)));
    let n = b.m.result(n);
    let borrows = b.cmp(Pred::Ne, n, zero);
    let (lends, none) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.inside(lends, |b| {
        for (v, bits, name) in &items {
            let v = of_present_object(b, *v);
            b.op(OpKind::DevLend)
                .arg(v)
                .attr("kind", Attr::Int((*bits).into()))
                .attr_opt("name", name.as_deref().map(Attr::str))
                .build();
        }
        used.lend_rest(b);
    });
    b.op(OpKind::If).arg(borrows).region(lends).region(none).build();
    for o in m.walk(m.region(target, 0)) {
        if m.kind(o) == OpKind::OmpCritical && m.choice_opt(o) == Some(CriticalKind::Ancestor) {
            let [enters, leaves] = CROSSING.map(|a| m.attr_str(o, a).unwrap_or_default().to_string());
            let mut b = Builder::before(m, o);
            let [enters, leaves] = [enters, leaves].map(|names| c_string(&mut b, &names));
            b.runtime(rt::frt_dev_ancestor_begin, &[enters], None);
            Builder::after(m, o).runtime(rt::frt_dev_ancestor_end, &[leaves], None);
        }
    }
    let mut b = Builder::after(m, target);
    let (returns, none) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.inside(returns, |b| {
        b.runtime(rt::frt_dev_return, &[], None);
    });
    b.op(OpKind::If).arg(borrows).region(returns).region(none).build();
}

/// Puts the body of a statement of the host in the place of its `dev.host`, with the ops that borrow and give back around
/// it. `maps`: those of the region, which goes on on the device afterwards.
pub fn stand_aside(m: &mut Module, host: Op, maps: &[Map], device: Option<Value>) {
    let apart = m.flag(host, "ancestor");
    let mut used = used(m, host);
    // What crosses between the device and a region of the host, and how.
    let mut crosses: FxHashMap<Value, i32> = FxHashMap::default();
    if used.is_open() {
        for (v, ..) in maps {
            if !used.variables.iter().any(|&x| same_value(m, x, *v)) {
                used.variables.push(*v);
            }
        }
    }
    if apart {
        if used.is_open() {
            named_locals(m, host, &mut used.variables);
        }
        used.variables.retain(|&v| match crossing(m, host, maps, v) {
            Some(0) => false,
            Some(ways) => {
                crosses.insert(v, ways);
                true
            }
            None => true,
        });
        used = Used { variables: used.variables, ..Used::default() };
    }
    let touched = touched(m, host);
    let renewed: Vec<Map> =
        maps.iter().filter(|_| !apart).filter(|i| i.1 & map::BOX != 0 && renews(m, host, i.0)).cloned().collect();
    let mut b = Builder::before(m, host);
    b.runtime(rt::frt_dev_aside, &[], None);
    for &v in &used.variables {
        let root = variable_root(b.m, v);
        let hit = |written: bool| {
            touched.as_ref().is_none_or(|t| t.iter().any(|(r, w)| *w >= written && may_alias(b.m, r, &root)))
        };
        let (any, changes) = (hit(false), hit(true));
        // Its descriptor is the host's; addresses in it may lead to others.
        if !any && !used.is_open() {
            continue;
        }
        let of_box = is_box_ref(b.m, b.m.ty(v));
        let returns = changes && !only_brought(b.m, host, &root);
        let ways = match crosses.get(&v) {
            Some(ways) => ways | map::ANCESTOR,
            None => map::TO | if returns { map::CHANGES } else { 0 },
        };
        let bits = ways | map::IMPLICIT | if of_box { map::BOX } else { 0 };
        let name = name_of(b.m, v);
        let v = of_present_object(&mut b, v);
        b.op(OpKind::DevLend)
            .arg(v)
            .attr("kind", Attr::Int(bits.into()))
            .attr_opt("name", name.as_deref().map(Attr::str))
            .build();
    }
    used.lend_rest(&mut b);
    let sets = sets_control_variables(m, host);
    if sets {
        Builder::before(m, host).runtime(rt::frt_omp_target_begin, &[], None);
    }
    let mut b = Builder::after(m, host);
    if sets {
        b.runtime(rt::frt_omp_target_end, &[], None);
    }
    b.runtime(rt::frt_dev_return, &[], None);
    for (v, bits, name) in renewed {
        let root = variable_root(b.m, v);
        let has_values = touched.as_ref().is_none_or(|t| t.iter().any(|(r, w)| *w && may_alias(b.m, r, &root)));
        let bits = bits & !(map::TO | map::FROM | map::ALWAYS | map::PRESENT | map::MORE)
            | if has_values { map::TO } else { 0 }
            | map::RENEW;
        emit_map(&mut b, OpKind::DevMap, &(v, bits, name), None, device);
    }
    // The body.
    let body = m.region(host, 0);
    let results = m.ops[host].results.clone();
    if let Some(&end) = m.regions[body].ops.last()
        && m.kind(end) == OpKind::Yield
    {
        for (old, new) in results.into_iter().zip(m.operands(end).to_vec()) {
            m.replace_all_uses(old, new);
        }
    }
    super::constructs::splice(m, host);
}

/// Notes the local variables of the region around that operands in a statement of the host name.
fn named_locals(m: &Module, host: Op, out: &mut Vec<Value>) {
    let body = m.region(host, 0);
    for o in m.walk(body) {
        for &v in m.operands(o) {
            let data = is_view(m, m.ty(v)) || matches!(m.tk(v), TypeKind::Ref(_) | TypeKind::Char(..) | TypeKind::Ptr);
            if !data || is_inside(m, v, body) {
                continue;
            }
            let root = root_of(m, v);
            let local = matches!(root.base, Base::Local(_) | Base::Heap(_));
            if local && (is_view(m, m.ty(root.var)) || matches!(m.tk(root.var), TypeKind::Ref(_))) {
                note(out, root.var);
            }
        }
    }
}

/// The attribute with the names of variables of a region whose values a region of the host in it gets and does not give back.
const INWARD: &str = "inward";

/// A variable of the region around whose changes a region of the host keeps for itself.
fn only_brought(m: &Module, host: Op, root: &Root) -> bool {
    // Local descriptors are not declared.
    let cell = match root.base {
        Base::Box(v) => m.def_of(v, OpKind::Alloca).and_then(|o| m.attr_str(o, "name")),
        _ => None,
    };
    let is_it = |n: &str| names(m, host, INWARD).any(|a| n.eq_ignore_ascii_case(a));
    root.name.as_deref().or(cell).is_some_and(is_it)
}

/// The names in an attribute of a statement of the host.
fn names<'m>(m: &'m Module, host: Op, attribute: &str) -> std::str::Split<'m, char> {
    m.attr_str(host, attribute).unwrap_or_default().split(' ')
}

/// Attributes with the names of the variables whose values cross to a region of the host, and back.
const CROSSING: [&str; 2] = ["always_to", "always_from"];

/// Which way the values of a variable that both have cross between a region of the host and that of a device around it;
/// `None`: only that region has it.
fn crossing(m: &Module, host: Op, maps: &[Map], v: Value) -> Option<i32> {
    let root = variable_root(m, v);
    let mut listed = maps.iter().filter(|i| same_base(m, &variable_root(m, i.0).base, &root.base)).peekable();
    // What the region does not use is the host's, also where a construct around it has brought it to the device.
    let own = match listed.peek() {
        Some(_) => listed.all(|i| is_own(m, host, i)),
        None => is_own(m, host, &(v, 0, None)),
    };
    if own {
        return None;
    }
    let ways = CROSSING.iter().zip([map::TO, map::FROM]).filter(|(attribute, _)| {
        let is_named = |n: &str| names(m, host, attribute).any(|a| n.eq_ignore_ascii_case(a));
        // As the map calls it: the variable, or one that it is a part of.
        let variable = |name: &str| is_named(name.split(['(', '%']).next().unwrap_or_default());
        let of_map = |i: &&Map| same_base(m, &variable_root(m, i.0).base, &root.base);
        let mut others = maps.iter().filter(of_map).filter_map(|i| i.2.as_deref());
        root.name.as_deref().is_some_and(is_named) || others.any(variable)
    });
    Some(ways.map(|(_, way)| way).sum())
}

/// The map is of a variable that the region around a statement of the host has for itself: it lives in the region, or in the
/// device's copy of it, to which `dev.enter` leads.
fn is_own(m: &Module, host: Op, item: &Map) -> bool {
    let mut target = Some(host);
    while target.is_some_and(|t| m.kind(t) != OpKind::OmpTarget) {
        target = target.and_then(|t| m.parent_op(t));
    }
    let Some(target) = target else { return false };
    let chosen = m
        .parent_op(target)
        .is_some_and(|p| m.kind(p) == OpKind::If && m.def_of(m.operand(p, 0), OpKind::DevEnter).is_some());
    let place = if chosen { m.ops[target].parent } else { Some(m.region(target, 0)) };
    let variable = match variable_root(m, item.0).base {
        Base::Local(a) | Base::Heap(a) => m.result(a),
        Base::Box(v) | Base::Arg(v) | Base::Unknown(v) => v,
        Base::Global(..) | Base::Constant => return false,
    };
    item.1 & map::PRIVATE != 0 || place.is_some_and(|p| is_inside(m, variable, p))
}

/// The variables whose data a statement of the host uses, and whether it may change them; `None`: any.
pub fn touched(m: &Module, host: Op) -> Option<Vec<(Root, bool)>> {
    let mut out = Vec::new();
    for o in m.walk(m.region(host, 0)) {
        if let Some(f) = m.runtime_fn(o) {
            let reads = f.name().starts_with("frt_write");
            for &v in m.operands(o) {
                if !matches!(m.tk(v), TypeKind::Ptr | TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Char(..)) {
                    continue;
                }
                let of = descriptor(m, v).unwrap_or(v);
                out.push((variable_root(m, of), !reads));
                // The bytes of a descriptor that was made for the call are those of a variable.
                if let Base::Unknown(x) = root_of(m, v).base
                    && m.def_of(x, OpKind::Call).is_none()
                {
                    return None;
                }
            }
            continue;
        }
        if matches!(m.kind(o), OpKind::BoxAllocate | OpKind::BoxDeallocate) {
            // They look at no values.
            continue;
        }
        // An address in a control block: of an internal file, of what tells the outcome.
        if m.kind(o) == OpKind::Store && matches!(m.tk(m.operand(o, 0)), TypeKind::Ptr | TypeKind::Ref(_)) {
            let v = m.operand(o, 0);
            out.push((variable_root(m, descriptor(m, v).unwrap_or(v)), true));
        }
        let sync = matches!(m.kind(o), OpKind::Call | OpKind::CallPtr);
        for (list, written) in [(own_reads(m, o), false), (own_writes(m, o), true)] {
            for a in list {
                match a {
                    Access::Data(v) if !is_box_ref(m, m.ty(v)) => out.push((root_of(m, v), written)),
                    Access::Data(v) | Access::Pointee(v) => out.push((variable_root(m, v), written)),
                    Access::Desc(v) if sync => out.push((variable_root(m, v), written)),
                    Access::Desc(_) => {}
                    Access::Object(_) | Access::Described(_) | Access::Static(_) | Access::All => return None,
                }
            }
        }
    }
    Some(out)
}

/// A statement of the host may give this descriptor other memory.
fn renews(m: &Module, host: Op, bx: Value) -> bool {
    let base = variable_root(m, bx).base;
    let is_it = |v: Value| descriptor(m, v).is_some_and(|d| same_base(m, &variable_root(m, d).base, &base));
    m.walk(m.region(host, 0)).into_iter().any(|o| match m.kind(o) {
        OpKind::CallPtr => true,
        OpKind::Call if m.runtime_fn(o).is_none() || takes_objects(m, o) => own_writes(m, o).iter().any(|w| match w {
            Access::Desc(v) => is_it(*v),
            Access::Data(v) => !is_scalar(m, m.types.elem(m.ty(*v))),
            Access::Pointee(_) => false,
            Access::Object(_) | Access::Described(_) | Access::Static(_) | Access::All => true,
        }),
        OpKind::Call => m.operands(o).iter().any(|&v| is_it(v)),
        _ => own_writes(m, o).iter().any(|w| matches!(w, Access::Desc(v) if is_it(*v))),
    })
}

/// What a region may use.
#[derive(Default)]
struct Used {
    /// Variables; a `ref<box>` stands for what it describes.
    variables: Vec<Value>,
    /// Addresses, each with the bytes that are known to lie there.
    addresses: Vec<(Value, i64)>,
    /// Also what addresses lead to that lie in these.
    follows: bool,
    /// Also variables of static storage that devices have.
    statics: bool,
}

impl Used {
    /// It uses more than its variables.
    fn is_open(&self) -> bool {
        self.follows || self.statics
    }

    /// Lends what it uses besides its variables, which are lent already.
    fn lend_rest(&self, b: &mut Builder<'_>) {
        if !self.is_open() {
            return;
        }
        // Of arrays of words the runtime looks through those only of which it is told that they hold addresses.
        for &v in &self.variables {
            let ty = b.m.ty(v);
            if !is_view(b.m, ty) || b.m.types.elem(ty) != Type::PTR || !b.m.types.is_contig(ty) {
                continue;
            }
            let address = b.op(OpKind::ViewAddr).arg(v).result(Type::PTR).value();
            let mut bytes = b.int(8, Type::I64);
            for d in 0..b.m.types.rank(ty) {
                let n = b.extent(v, d);
                let n = b.cast(n, Type::I64);
                bytes = b.binary(OpKind::Mul, bytes, n);
            }
            b.runtime(rt::frt_dev_lend_address, &[address, bytes], None);
        }
        for &(address, bytes) in &self.addresses {
            let bytes = b.int(bytes, Type::I64);
            b.runtime(rt::frt_dev_lend_address, &[address, bytes], None);
        }
        let statics = b.int(self.statics.into(), Type::I32);
        b.runtime(rt::frt_dev_lend_reached, &[statics], None);
    }

    /// What an operand leads to, whose variable is not known.
    fn follow(&mut self, m: &Module, v: Value) {
        self.follows = true;
        if m.ty(v) != Type::PTR || self.addresses.iter().any(|a| a.0 == v) {
            return;
        }
        let bytes = match root_of(m, v).base {
            Base::Local(o) if m.result(o) == v => m.attr_int(o, "size").unwrap_or(0),
            _ => 0,
        };
        if m.def(v).is_none_or(|o| !matches!(m.kind(o), OpKind::NullPtr | OpKind::FuncAddr)) {
            self.addresses.push((v, bytes));
        }
    }
}

/// What a region may use.
fn used(m: &mut Module, target: Op) -> Used {
    let body = m.region(target, 0);
    let mut out = Used::default();
    for o in m.walk(body) {
        match m.kind(o) {
            OpKind::CallPtr => {
                out.follows = true;
                out.statics = true;
            }
            OpKind::Call if m.runtime_fn(o).is_none() => called(m, target, o, &mut out),
            OpKind::Call if takes_objects(m, o) => out.follows = true,
            // An address from memory.
            OpKind::Load if matches!(m.tk(m.result(o)), TypeKind::Ptr | TypeKind::Ref(_)) => out.follows = true,
            OpKind::AddrOf if !is_constant(m, o) => match global(m, target, o) {
                Some(v) => note(&mut out.variables, v),
                None => out.statics = true,
            },
            _ => {}
        }
        for v in m.operands(o).to_vec() {
            let descriptor = descriptor(m, v);
            if descriptor.is_none() && is_inside(m, v, body) {
                continue;
            }
            for v in [Some(v), descriptor].into_iter().flatten() {
                if note_variable(m, target, v, &mut out.variables).is_none() {
                    out.follow(m, v);
                }
            }
        }
    }
    out
}

/// Notes the variables that a procedure of the program uses and no operand names.
fn called(m: &mut Module, target: Op, call: Op, out: &mut Used) {
    let accesses: Vec<Access> = reads(m, call).into_iter().chain(writes(m, call)).collect();
    let operands = m.operands(call).to_vec();
    for a in accesses {
        match a {
            // Operands are noted like those of any op; other variables are those whose addresses are in a table.
            Access::Data(v) | Access::Desc(v) | Access::Object(v) if operands.contains(&v) => {}
            Access::Object(v) => {
                let made = |&o: &Value| made_descriptor(m, o).is_some_and(|d| m.operand(d, 0) == v);
                out.follows |= !operands.iter().any(made) || note_variable(m, target, v, &mut out.variables).is_none();
            }
            Access::Described(v) if is_box_ref(m, m.ty(v)) && operands.contains(&v) => {
                let elem = m.types.elem(m.types.elem(m.ty(v)));
                out.follows |= matches!(m.types.kind(elem), TypeKind::Derived(_));
            }
            Access::Data(_) | Access::Desc(_) | Access::Described(_) | Access::Pointee(_) => out.follows = true,
            Access::All => {
                out.follows = true;
                out.statics = true;
            }
            Access::Static(listed) => {
                let (sym, described) = listed.symbol(m);
                let sym = sym.to_string();
                if static_variable(m, target, &sym, described, &mut out.variables).is_none() {
                    out.follows = true;
                    out.statics = true;
                }
            }
        }
    }
}

/// Notes a variable of static storage by its name. `described`: what its descriptor describes is used.
fn static_variable(m: &mut Module, target: Op, sym: &str, described: bool, out: &mut Vec<Value>) -> Option<()> {
    let g = m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(sym))?;
    if m.flag(g, "constant") {
        return Some(());
    }
    let Some(&Attr::Type(ty)) = m.attr(g, "type") else { return None };
    let of_box = matches!(m.types.kind(ty), TypeKind::Box { .. });
    let holds = matches!(m.types.kind(m.types.elem(ty)), TypeKind::Derived(_));
    if m.flag(g, "threadprivate") || described && (!of_box || holds) {
        return None;
    }
    let ty = if of_box { m.types.reference(ty) } else { Type::PTR };
    let is_it = |&v: &Value| {
        let whole = m.def_of(v, OpKind::ViewMake).map_or(v, |d| m.operand(d, 0));
        m.ty(whole) == ty
            && m.def_of(whole, OpKind::AddrOf)
                .is_some_and(|d| m.attr_str(d, "sym") == Some(sym) && m.attr_int(d, "offset").is_none())
    };
    if out.iter().any(is_it) {
        return Some(());
    }
    let address = Builder::before(m, target).op(OpKind::AddrOf).attr("sym", Attr::Sym(sym.into())).result(ty).value();
    let v = if of_box { address } else { all_bytes(m, target, sym, 0, address)? };
    note(out, v);
    Some(())
}

fn note(out: &mut Vec<Value>, v: Value) {
    if !out.contains(&v) {
        out.push(v);
    }
}

fn is_inside(m: &Module, v: Value, body: Region) -> bool {
    m.home(v).is_some_and(|h| m.is_inside(h, body))
}

/// The descriptor of a variable that an operand is, or is the address of.
fn descriptor(m: &Module, mut v: Value) -> Option<Value> {
    loop {
        if is_box_ref(m, m.ty(v)) {
            return Some(v);
        }
        v = m.operand(m.def_of(v, OpKind::CastRef)?, 0);
    }
}

/// Notes the variable that an operand is or lies in. `None` where it cannot be named in front of the region.
fn note_variable(m: &mut Module, target: Op, v: Value, out: &mut Vec<Value>) -> Option<()> {
    let body = m.region(target, 0);
    if is_box_ref(m, m.ty(v)) {
        let Base::Box(bx) = variable_root(m, v).base else { return None };
        let known = !is_inside(m, bx, body);
        match m.def(bx).map(|o| (o, m.kind(o))) {
            // What it describes is another operand.
            Some((_, OpKind::BoxMake)) => {}
            Some((o, OpKind::Alloca)) if is_inside(m, m.result(o), body) => {}
            _ if known => note(out, bx),
            _ if is_there(m, bx) => {
                let v = bring_before(m, target, body, bx)?;
                note(out, v);
            }
            _ => return None,
        }
        return Some(());
    }
    if is_inside(m, v, body) {
        return Some(());
    }
    match m.tk(v) {
        TypeKind::View { .. } | TypeKind::Ref(_) | TypeKind::Char(..) | TypeKind::Ptr => {}
        _ => return Some(()),
    }
    let root = root_of(m, v);
    match root.base {
        Base::Constant => {}
        Base::Global(ref sym, _) if is_constant_symbol(m, sym) => {}
        Base::Box(bx) => note(out, bx),
        Base::Unknown(_) => return None,
        _ if is_view(m, m.ty(root.var)) || matches!(m.tk(root.var), TypeKind::Ref(_)) => note(out, root.var),
        _ => return None,
    }
    Some(())
}

/// The object that holds a descriptor is there whatever the program does: components of variables that are not dummies.
fn is_there(m: &Module, mut v: Value) -> bool {
    while let Some(o) = m.def(v) {
        match m.kind(o) {
            OpKind::Field | OpKind::Declare | OpKind::CastRef => v = m.operand(o, 0),
            OpKind::Alloca | OpKind::AddrOf => return true,
            _ => return false,
        }
    }
    false
}

/// A runtime function gets an object whose components may refer to others.
fn takes_objects(m: &Module, call: Op) -> bool {
    m.operands(call).iter().any(|&v| {
        let mut v = v;
        while let Some(o) = m.def_of(v, OpKind::CastRef) {
            v = m.operand(o, 0);
        }
        let elem = match m.def_of(v, OpKind::BoxMake) {
            Some(o) => m.types.elem(m.ty(m.operand(o, 0))),
            None if is_box_ref(m, m.ty(v)) => m.types.elem(m.types.elem(m.ty(v))),
            None => m.types.elem(m.ty(v)),
        };
        matches!(m.types.kind(elem), TypeKind::Derived(_))
    })
}

fn is_constant(m: &Module, address: Op) -> bool {
    is_constant_symbol(m, m.attr_str(address, "sym").unwrap_or_default())
}

fn is_constant_symbol(m: &Module, sym: &str) -> bool {
    m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == Some(sym) && m.flag(g, "constant"))
}

/// A static object whose address a region takes: the variable, or, where only its address is known, all its bytes.
fn global(m: &mut Module, target: Op, address: Op) -> Option<Value> {
    let body = m.region(target, 0);
    let v = m.result(address);
    if m.ty(v) != Type::PTR {
        return bring_before(m, target, body, v);
    }
    let sym = m.attr_str(address, "sym").unwrap_or_default().to_string();
    let offset = m.attr_int(address, "offset").unwrap_or(0);
    let address = bring_before(m, target, body, v)?;
    all_bytes(m, target, &sym, offset, address)
}

/// The bytes of a static object from an address in it on.
fn all_bytes(m: &mut Module, target: Op, sym: &str, offset: i64, address: Value) -> Option<Value> {
    let size =
        m.top_ops(OpKind::Global).find(|&g| m.attr_str(g, "sym") == Some(sym)).and_then(|g| m.attr_int(g, "size"))?;
    let ty = m.types.view(vec![None], Type::I8, true);
    let mut b = Builder::before(m, target);
    let n = b.index(size - offset);
    Some(b.op(OpKind::ViewMake).arg(address).args(&[n]).args(&[]).opt(None).result(ty).value())
}
