//! Strings in memory that threads allocate: assignments of which no part overlaps what it is assigned to say so. Kernels have no
//! room for a copy of a string of any length, so the others go through memory of their own.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, root_of};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;

/// Memory that a string lies in.
#[derive(Clone, PartialEq, Eq)]
enum Home {
    /// What a thread allocates there.
    Taken(Op),
    /// What a descriptor of a thread describes.
    Described(Value),
    /// A variable, which is no such memory.
    Other,
}

/// Storage for a string of deferred length, which a descriptor gets, is memory like other.
pub(super) fn allocate(m: &mut Module, call: Op) {
    if m.runtime_fn(call) != Some(rt::frt_string_alloc) {
        return;
    }
    let bytes = m.operand(call, 0);
    let mut b = Builder::before(m, call);
    let bytes = b.cast(bytes, Type::INDEX);
    let reason = Attr::str("new length of a string");
    let new = b.op(OpKind::Alloc).arg(bytes).attr("reason", reason).result(Type::PTR).value();
    let old = m.result(call);
    m.replace_all_uses(old, new);
    m.detach(call);
}

/// Prepares the assignments of strings of threads.
pub(super) fn assignments(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    for o in m.walk(plan) {
        if m.kind(o) != OpKind::ChrAssign || m.flag(o, "apart") || !of_thread(m, o) {
            continue;
        }
        let (value, target) = (m.operand(o, 0), m.operand(o, 1));
        let home = home(m, target, of_thread);
        let mut from = Vec::new();
        sources(m, value, of_thread, &mut from);
        let any = from.iter().any(|h| *h != Home::Other);
        if home == Home::Other && !any {
            continue;
        }
        let apart = from.iter().all(|h| lie_apart(m, o, &home, h));
        if apart {
            m.set_attr(o, "apart", Attr::Unit);
        } else {
            aside(m, o);
        }
    }
}

/// Where a string lies.
fn home(m: &Module, v: Value, of_thread: &dyn Fn(&Module, Op) -> bool) -> Home {
    match root_of(m, v).base {
        Base::Heap(a) if m.kind(a) == OpKind::Alloc && of_thread(m, a) => Home::Taken(a),
        Base::Box(d) if m.def(d).is_some_and(|a| m.kind(a) == OpKind::Alloca && of_thread(m, a)) => Home::Described(d),
        _ => Home::Other,
    }
}

/// Where the parts of a string that is a value lie.
fn sources(m: &Module, v: Value, of_thread: &dyn Fn(&Module, Op) -> bool, out: &mut Vec<Home>) {
    match m.def(v) {
        Some(d) if matches!(m.kind(d), OpKind::ChrConcat | OpKind::Select) => {
            for &x in m.operands(d) {
                if matches!(m.tk(x), TypeKind::Char(..)) {
                    sources(m, x, of_thread, out);
                }
            }
        }
        _ => out.push(home(m, v, of_thread)),
    }
}

/// What lies in the one memory does not lie in the other.
fn lie_apart(m: &Module, assignment: Op, to: &Home, from: &Home) -> bool {
    match (to, from) {
        (Home::Other, Home::Other) => false,
        (Home::Other, _) | (_, Home::Other) => true,
        (Home::Taken(a), Home::Taken(b)) => a != b,
        // Taken for this, and in no descriptor yet.
        (Home::Taken(a), Home::Described(_)) => is_new(m, *a, assignment) || is_temporary(m, *a),
        (Home::Described(_), Home::Taken(a)) => is_temporary(m, *a),
        (Home::Described(a), Home::Described(b)) => a != b,
    }
}

/// A temporary never becomes a variable's.
fn is_temporary(m: &Module, alloc: Op) -> bool {
    let mut names = vec![m.result(alloc)];
    while let Some(v) = names.pop() {
        for u in m.users(v) {
            match m.kind(u) {
                OpKind::BoxSet => return false,
                OpKind::ChrRef | OpKind::ViewMake | OpKind::CastRef | OpKind::Declare | OpKind::ViewCast => {
                    names.extend(m.ops[u].results.iter().copied());
                }
                _ => {}
            }
        }
    }
    true
}

/// Between the two stands no op that gives memory to a descriptor.
fn is_new(m: &Module, alloc: Op, assignment: Op) -> bool {
    if m.ops[alloc].parent != m.ops[assignment].parent {
        return false;
    }
    let ((r, first), (_, last)) = (m.position(alloc), m.position(assignment));
    let quiet = |&o: &Op| m.kind(o) != OpKind::BoxSet && m.ops[o].regions.is_empty();
    first < last && m.regions[r].ops[first..last].iter().all(quiet)
}

/// An assignment by way of memory of its own.
fn aside(m: &mut Module, op: Op) {
    let (value, target) = (m.operand(op, 0), m.operand(op, 1));
    let of = m.types.reference(Type::CHR);
    let mut b = Builder::before(m, op);
    let bytes = b.op(OpKind::ChrLen).arg(value).result(Type::INDEX).value();
    let reason = Attr::str("a string that may overlap another one");
    let place = b.op(OpKind::Alloc).arg(bytes).attr("reason", reason).result(Type::PTR).value();
    let kept = b.op(OpKind::ChrRef).arg(place).arg(bytes).result(of).value();
    b.op(OpKind::ChrAssign).arg(value).arg(kept).flag("apart", true).build();
    let text = b.op(OpKind::ChrMake).arg(place).arg(bytes).result(Type::CHR).value();
    b.op(OpKind::ChrAssign).arg(text).arg(target).flag("apart", true).build();
    b.op(OpKind::Free).arg(place).build();
    m.detach(op);
}
