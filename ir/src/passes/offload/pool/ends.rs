//! Statements of threads that the host runs when the kernel has ended: output, and those at which the program ends (STOP, ERROR
//! STOP, errors that the runtime tells), where the thread leaves its work.

use super::parcels::{self, Parcel};
use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::distribute::statements;
use crate::passes::offload::memory::{effects, is_scalar};
use ferrotran_abi::params as slot;
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Makes `dev.host` with `later` of the output of threads. Statements stay that tell the thread how they went, or that write
/// what is not scalar.
pub fn output(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    let Some(target) = m.regions[plan].parent else { return };
    for begin in m.walk(plan) {
        let writes = m.runtime_fn(begin) == Some(rt::frt_write_begin) && m.is_attached(begin);
        if writes && of_thread(m, begin) && !gives_values(m, begin) {
            let Some(host) = statements::defer(m, target, begin) else { continue };
            bring_in(m, host);
        }
    }
}

/// The statement gives variables values that the thread may need at once: an internal unit, IOSTAT, IOMSG, ID. The control
/// block has their places.
fn gives_values(m: &Module, begin: Op) -> bool {
    let block = m.operand(begin, 0);
    let given = [slot::INTERNAL, slot::INTERNAL_DESC, slot::IOSTAT, slot::IOMSG, slot::ID];
    let given = given.map(|n| i64::from(n * slot::SLOT_BYTES));
    m.users(block).into_iter().any(|o| {
        m.kind(o) == OpKind::PtrAdd && m.const_int(m.operand(o, 1)).is_some_and(|offset| given.contains(&offset))
    })
}

/// The host can run the statement later: what it takes from the thread can be sent, and it gives nothing.
pub fn can_wait(m: &Module, host: Op) -> bool {
    let body = m.region(host, 0);
    m.ops[host].results.is_empty() && m.free_values(body).into_iter().all(|v| parcels::suffices(m, body, v))
}

/// What the statement takes from the thread are arrays among others.
pub fn sends_arrays(m: &Module, host: Op) -> bool {
    m.free_values(m.region(host, 0)).into_iter().any(|v| parcels::of(m, v) == Some(Parcel::Array))
}

/// The program ends with the statement.
pub fn ends(m: &Module, host: Op) -> bool {
    m.walk(m.region(host, 0)).into_iter().any(|o| m.kind(o) == OpKind::Unreachable)
}

/// Makes `dev.host` with `later` of statements of threads at which the program ends. Those that need what is not scalar stay.
pub fn collect(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    for end in m.walk(plan) {
        if m.kind(end) != OpKind::Unreachable || !of_thread(m, end) || m.parent_op(end).is_none() {
            continue;
        }
        let mut last = end;
        if let Some(block) = m.parent_op(last)
            && m.kind(block) == OpKind::Block
            && m.regions[m.region(block, 0)].ops.len() == 1
        {
            last = block;
        }
        let (list, at) = m.position(last);
        let Some(call) = at.checked_sub(1).map(|i| m.regions[list].ops[i]) else { continue };
        if m.runtime_fn(call).is_none() {
            continue;
        }
        let body = m.new_region(&[]);
        let mut b = Builder::before(m, call);
        let host = b.op(OpKind::DevHost).attr("why", Attr::str("the program ends")).flag("later", true);
        let host = host.region(body).build();
        for (i, o) in [call, last].into_iter().enumerate() {
            m.detach(o);
            m.insert(body, i, o);
        }
        bring_in(m, host);
        if !can_wait(m, host) {
            // Back where they were.
            let (list, at) = m.position(host);
            for (i, o) in std::mem::take(&mut m.regions[body].ops).into_iter().enumerate() {
                m.ops[o].parent = None;
                m.insert(list, at + i, o);
            }
            m.detach(host);
        }
    }
}

/// The address is that of a constant or of a procedure.
fn is_constant(m: &Module, addr: Op) -> bool {
    let name = m.attr_str(addr, "sym");
    let mut all = m.top_ops(OpKind::Global).filter(|&g| m.attr_str(g, "sym") == name);
    all.all(|g| m.flag(g, "constant"))
}

/// What the body of an op takes from around it and what can be had again there, it has for itself; addresses of strings and
/// descriptors take the strings and arrays that can be sent.
pub fn bring_in(m: &mut Module, op: Op) {
    let body = m.region(op, 0);
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let mut at = 0;
    for v in m.free_values(body) {
        // Variables of the statement alone.
        let own = |&u: &Op| m.ops[u].parent.is_some_and(|r| m.is_inside(r, body));
        if let Some(d) = m.def_of(v, OpKind::Alloca).filter(|_| m.users(v).iter().all(own)) {
            m.detach(d);
            m.insert(body, at, d);
            at += 1;
            continue;
        }
        let own = again(m, body, v, &mut at, &mut map, false);
        let own = own.or_else(|| match parcels::of(m, v) {
            Some(_) => None,
            None => again(m, body, v, &mut at, &mut map, true),
        });
        if let Some(own) = own {
            m.replace_uses(body, v, own);
        }
    }
}

/// The value computed again at the start of the body: what depends on constants only, or is no number. Variables, the program's
/// and those in the pool, have other values when the host comes to the statement. `send`: what can be sent may stay outside.
fn again(
    m: &mut Module,
    body: Region,
    v: Value,
    at: &mut usize,
    map: &mut FxHashMap<Value, Value>,
    send: bool,
) -> Option<Value> {
    if let Some(&own) = map.get(&v) {
        return Some(own);
    }
    let op = m.def(v)?;
    let constant = match m.kind(op) {
        OpKind::AddrOf => is_constant(m, op),
        OpKind::DevPool => false,
        _ => is_pure(m, op),
    };
    let able = constant && m.ops[op].regions.is_empty() && effects(m, op).reads.is_empty();
    if !able {
        return None;
    }
    let mut own: FxHashMap<Value, Value> = FxHashMap::default();
    let start = *at;
    for x in m.operands(op).to_vec() {
        match again(m, body, x, at, map, send) {
            Some(n) => {
                own.insert(x, n);
            }
            None if is_scalar(m, m.ty(x)) && !is_scalar(m, m.ty(v)) => {}
            None if send && parcels::of(m, x).is_some() => {}
            None => {
                debug_assert!(*at >= start, "what was made stays");
                return None;
            }
        }
    }
    let copy = m.clone_op(op, &mut own);
    m.insert(body, *at, copy);
    *at += 1;
    let new = m.result(copy);
    map.insert(v, new);
    Some(new)
}
