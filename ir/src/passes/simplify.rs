//! `simplify`: clean-up of loop form. Loop-invariant pure ops and descriptor or scalar loads move out
//! of loops, arrays take the place of local descriptors, blocks that nothing breaks out of dissolve, choices on one condition become
//! one, repeated expressions and loads merge (as `fold`), and storage that is only written goes.

use super::fold;
use super::unused::names;
use crate::analysis::alias::is_volatile;
use crate::analysis::effects::{
    Access, clobbers, is_box_read, is_volatile_access, makes_storage, merges, reads, speculatable, surely_exists,
    tree_writes,
};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{Effect, OpKind, Reach, Traits};
use crate::passes::{PassCtx, PassError};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    fold::run(m, cx)?;
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let forwarded = super::descriptors::forward(m, body);
        cx.count("forwarded descriptors", forwarded);
        cx.count("known descriptors", super::allocated::run(m, body));
        let dissolved = dissolve_blocks(m, body);
        cx.count("dissolved blocks", dissolved);
        cx.count("joined choices", super::branches::join(m, body));
        cx.count("exact divisions", super::exact::run(m, body));
        let moved = hoist_region(m, body);
        cx.count("hoisted", moved);
        let removed = remove_write_only(m, body, !cx.host_reads);
        cx.count("removed storage", removed);
    }
    // Where the program is checked, what it does with variables of devices is a finding.
    if !cx.host_reads {
        cx.count("removed storage", remove_unread_statics(m));
    }
    fold::run(m, cx)
}

fn hoist_region(m: &mut Module, r: Region) -> u64 {
    let mut n = 0;
    let mut before: Vec<(Op, Vec<Op>)> = Vec::new();
    for op in m.regions[r].ops.clone() {
        for inner in m.ops[op].regions.clone() {
            n += hoist_region(m, inner);
        }
        if matches!(m.kind(op), OpKind::Parallel | OpKind::For | OpKind::Reduce | OpKind::While) {
            let moved = take_invariant(m, op);
            n += moved.len() as u64;
            if !moved.is_empty() {
                before.push((op, moved));
            }
        }
    }
    if before.is_empty() {
        return n;
    }
    let mut before = before.into_iter().peekable();
    for op in std::mem::take(&mut m.regions[r].ops) {
        if let Some((_, moved)) = before.next_if(|b| b.0 == op) {
            m.regions[r].ops.extend(moved);
        }
        m.regions[r].ops.push(op);
    }
    n
}

/// Puts the ops of blocks that nothing breaks out of in the place of the blocks, so that the ops of a loop body that
/// has no CYCLE stand in the loop itself.
fn dissolve_blocks(m: &mut Module, r: Region) -> u64 {
    let mut n = 0;
    let mut gone = Vec::new();
    let last = m.regions[r].ops.last().copied();
    for op in m.regions[r].ops.clone() {
        for inner in m.ops[op].regions.clone() {
            n += dissolve_blocks(m, inner);
        }
        if m.kind(op) == OpKind::Block && !is_target(m, op, last == Some(op)) && !is_scope(m, op) {
            gone.push(op);
        }
    }
    if gone.is_empty() {
        return n;
    }
    n += gone.len() as u64;
    let mut gone = gone.into_iter().peekable();
    for op in std::mem::take(&mut m.regions[r].ops) {
        if gone.next_if_eq(&op).is_none() {
            m.regions[r].ops.push(op);
            continue;
        }
        m.ops[op].parent = None;
        let body = m.region(op, 0);
        for o in std::mem::take(&mut m.regions[body].ops) {
            m.ops[o].parent = Some(r);
            m.regions[r].ops.push(o);
        }
    }
    n
}

/// True for a block that storage ends with.
fn is_scope(m: &Module, block: Op) -> bool {
    let makes = |&o: &Op| match m.kind(o) {
        OpKind::Alloca => !m.flag(o, "unshared"),
        k => makes_storage(k),
    };
    m.flag(block, "scope") && m.regions[m.region(block, 0)].ops.iter().any(makes)
}

/// True where a block has to stay: something leaves it by a break, or its ops cannot be followed by others, and there are some.
fn is_target(m: &Module, block: Op, last: bool) -> bool {
    let body = m.region(block, 0);
    let label = m.attr_str(block, "label");
    let own = |o: Op| match m.kind(o) {
        OpKind::Break | OpKind::Continue => m.attr_str(o, "label").is_none_or(|l| Some(l) == label),
        OpKind::Label => true,
        _ => false,
    };
    let ends = m.regions[body].ops.last().is_some_and(|&o| m.has(o, Traits::TERMINATOR));
    m.walk(body).into_iter().any(own) || ends && !last
}

/// Moves what does not change out of one loop.
pub(crate) fn hoist(m: &mut Module, op: Op) {
    let moved = take_invariant(m, op);
    let (home, at) = m.position(op);
    m.regions[home].ops.splice(at..at, moved);
}

/// Takes what does not change out of one loop, for its place before it.
fn take_invariant(m: &mut Module, op: Op) -> Vec<Op> {
    let own = m.ops[op].regions.clone();
    let mut rest: Vec<Op> = own.iter().flat_map(|&r| m.regions[r].ops.iter().copied()).collect();
    if rest.iter().any(|&o| m.kind(o) == OpKind::Label) {
        return Vec::new();
    }
    rest.reverse();
    let mut moved = Vec::new();
    let mut left = own.to_vec();
    let home = m.ops[op].parent;
    // What the loop writes, once something needs to know: nothing that writes moves out of it.
    let mut written: Option<Vec<Access>> = None;
    while let Some(o) = rest.pop() {
        if m.flag(o, "scope") {
            // As if its ops stood in the loop itself.
            let inner = m.region(o, 0);
            rest.extend(m.regions[inner].ops.iter().rev());
            left.push(inner);
            continue;
        }
        let outside = |v: &Value| m.home(*v).is_some_and(|h| !own.iter().any(|&r| m.is_inside(h, r)));
        let free = m.operands(o).iter().all(outside);
        let movable = free
            && (speculatable(m, o)
                || (invariant_load(m, o) && {
                    let written = written.get_or_insert_with(|| tree_writes(m, op));
                    let read = reads(m, o);
                    !written.iter().any(|&w| read.iter().any(|&r| clobbers(m, w, r)))
                }));
        if movable {
            m.ops[o].parent = home;
            moved.push(o);
        }
    }
    if !moved.is_empty() {
        for r in left {
            m.compact(r);
        }
    }
    moved
}

/// A load of a scalar variable or descriptor, which exist whether the loop runs or not.
fn invariant_load(m: &Module, o: Op) -> bool {
    let k = m.kind(o);
    (k == OpKind::Load || is_box_read(k)) && merges(m, o) && surely_exists(m, m.operand(o, 0), is_box_read(k))
}

/// Removes allocations that nothing reads, with the stores to them and, where `mapped` says so, the maps of them.
pub(crate) fn remove_write_only(m: &mut Module, body: Region, mapped: bool) -> u64 {
    let mut removed = 0;
    let mut homes = Vec::new();
    for op in m.walk(body) {
        if !matches!(m.kind(op), OpKind::Alloca | OpKind::Alloc) || m.flag(op, "kept") {
            continue;
        }
        let mut gone = WriteOnly { ops: vec![op], maps: Vec::new() };
        if gone.follow(m, m.result(op)) && (mapped || gone.maps.is_empty()) {
            removed += 1;
            gone.remove(m, &mut homes);
        }
    }
    homes.sort();
    homes.dedup();
    for r in homes {
        m.compact(r);
    }
    removed
}

/// Removes what regions compute in static variables of the program that nothing in it reads, with the maps of these.
fn remove_unread_statics(m: &mut Module) -> u64 {
    let mut addresses: FxHashMap<String, Vec<Op>> = FxHashMap::default();
    for op in m.walk(m.top) {
        if let (OpKind::AddrOf, Some(sym)) = (m.kind(op), m.attr_str(op, "sym")) {
            addresses.entry(sym.to_string()).or_default().push(op);
        }
    }
    let own: Vec<(Op, String)> = m
        .top_ops(OpKind::Global)
        .filter(|&g| m.flag(g, "internal"))
        .filter_map(|g| Some((g, m.attr_str(g, "sym")?.to_string())))
        .collect();
    let mut found = Vec::new();
    for (global, sym) in own {
        let Some(list) = addresses.get(&sym) else { continue };
        let mut gone = WriteOnly { ops: list.clone(), maps: Vec::new() };
        if list.iter().all(|&a| gone.follow(m, m.result(a))) && !gone.maps.is_empty() {
            found.push((global, sym, gone));
        }
    }
    if found.is_empty() {
        return 0;
    }
    // Other statics, tables and notes for debuggers may name it.
    let mut named: FxHashSet<String> = FxHashSet::default();
    for op in m.walk(m.top) {
        if m.kind(op) != OpKind::AddrOf {
            for (key, a) in &m.ops[op].attrs {
                if !(*key == "sym" && m.kind(op) == OpKind::Global) {
                    names(a, &mut |s| {
                        named.insert(s.to_string());
                    });
                }
            }
        }
    }
    let mut removed = 0;
    let mut homes = Vec::new();
    for (global, sym, mut gone) in found {
        if !named.contains(&sym) {
            removed += 1;
            gone.ops.push(global);
            gone.remove(m, &mut homes);
        }
    }
    homes.sort();
    homes.dedup();
    for r in homes {
        m.compact(r);
    }
    removed
}

/// Ops that do no more with a variable than to write and to map it.
struct WriteOnly {
    ops: Vec<Op>,
    maps: Vec<Op>,
}

impl WriteOnly {
    /// Takes what uses the address; false where something may read there.
    fn follow(&mut self, m: &Module, address: Value) -> bool {
        let mut work = vec![address];
        while let Some(v) = work.pop() {
            for u in m.users(v) {
                match m.kind(u) {
                    OpKind::Declare if is_volatile(m, m.result(u)) => return false,
                    OpKind::OmpMap if is_plain_map(m, u, v) => self.maps.push(u),
                    OpKind::OmpMap => return false,
                    _ if m.has(u, Traits::ADDRESS) => {
                        self.ops.push(u);
                        work.extend(m.ops[u].results.iter().copied());
                    }
                    OpKind::Free => self.ops.push(u),
                    // Something is written there, and no more comes of it.
                    _ if only_writes(m, u, v) => self.ops.push(u),
                    _ => return false,
                }
            }
        }
        true
    }

    /// Takes the ops away; `homes` gets the regions where they stood.
    fn remove(self, m: &mut Module, homes: &mut Vec<Region>) {
        for &map in &self.maps {
            let v = m.result(map);
            for user in m.users(v) {
                let left: Vec<Value> = m.group(user, "maps").iter().copied().filter(|&x| x != v).collect();
                m.set_group(user, "maps", &left);
            }
        }
        homes.extend(self.ops.into_iter().chain(self.maps).filter_map(|g| m.ops[g].parent.take()));
    }
}

/// True for a map of all of the variable `v`, or of a section, that only regions and scopes of data have: without it nothing else is
/// different on the device.
fn is_plain_map(m: &Module, map: Op, v: Value) -> bool {
    let said = ["modifiers", "descriptor", "member", "deep"].iter().any(|key| m.attr(map, key).is_some());
    let result = m.result(map);
    let users = m.users(result);
    m.operand(map, 0) == v
        && !said
        && m.opt(map, "parent").is_none()
        && m.operands(map).iter().filter(|&&x| x == v).count() == 1
        && users.iter().all(|&u| {
            let device_address = ["use_device_ptr", "use_device_addr"].iter().any(|key| m.attr(u, key).is_some());
            matches!(m.kind(u), OpKind::OmpTarget | OpKind::OmpTargetData)
                && !device_address
                && m.operands(u).iter().filter(|&&x| x == result).count()
                    == m.group(u, "maps").iter().filter(|&&x| x == result).count()
        })
}

/// True for an op without results that does no more with an address than to write a value there.
fn only_writes(m: &Module, op: Op, address: Value) -> bool {
    let info = m.info(op);
    let only = |e: &Effect| match *e {
        Effect::Writes(Reach::At(i)) => m.operand(op, i.into()) == address,
        Effect::Reads(Reach::At(i)) => m.operand(op, i.into()) != address,
        _ => false,
    };
    info.results == "0"
        && m.ops[op].regions.is_empty()
        && !info.effects.is_empty()
        && info.effects.iter().all(only)
        && m.operands(op).iter().filter(|&&v| v == address).count() == 1
        && !is_volatile_access(m, op)
}
