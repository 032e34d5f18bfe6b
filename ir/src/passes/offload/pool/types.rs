//! What threads ask about dynamic types: the plan, which has the descriptors of variables, finds it out in front of them.

use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::descriptors;
use crate::passes::inline::slot;
use crate::passes::offload::guards::{self, asks_for_type};
use crate::passes::offload::maps::bring_before;
use crate::types::Type;

/// The text of the error of a call that has no procedure.
const OTHER: &str =
    "the target region calls a procedure of an object whose dynamic type is not known where the region was compiled";

/// The plan compares the types of variables for threads.
pub fn ask_before(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    for o in m.walk(plan) {
        let asks = m.kind(o) == OpKind::PtrCmp || asks_for_type(m, o);
        if !asks || !of_thread(m, o) || !m.operands(o).iter().all(|&v| is_of_variable(m, v)) {
            continue;
        }
        let Some(top) = construct_around(m, plan, o) else { continue };
        let old = m.result(o);
        let inside = m.region(top, 0);
        if let Some(new) = bring_before(m, top, inside, old) {
            m.replace_all_uses(old, new);
            drop_unused(m, o);
        }
    }
}

/// Views of an array as one of elements of the type that a choice asks for: kernels have them whatever the type is. Where it is
/// another, the distances of elements may be none of this type.
pub fn distances(m: &mut Module, plan: Region) {
    for o in m.walk(plan) {
        let range = if m.kind(o) == OpKind::ViewMake { m.group_range(o, "strides") } else { continue };
        let elem = m.types.elem(m.ty(m.result(o)));
        let Some(size) = m.types.size_of(elem).filter(|&n| n > 1) else { continue };
        let other =
            |&v: &Value| m.def_of(v, OpKind::ViewStride).is_some_and(|d| m.types.elem(m.ty(m.operand(d, 0))) != elem);
        let conditions = guards::conditions(m, plan, o);
        if conditions.is_empty() || !m.operands(o)[range.clone()].iter().any(other) {
            continue;
        }
        let mut b = Builder::before(m, o);
        let mut here = b.int(1, Type::BOOL);
        for (cond, yes) in conditions {
            let cond = if yes { cond } else { b.unary(OpKind::Not, cond, Type::BOOL) };
            here = b.binary(OpKind::And, here, cond);
        }
        let own = b.index(size as i64);
        for i in range {
            let old = b.m.operand(o, i);
            let new = b.op(OpKind::Select).arg(here).arg(old).arg(own).result(Type::INDEX).value();
            b.m.set_operand(o, i, new);
        }
    }
}

/// Takes away an op whose results nothing uses, and what only it uses.
fn drop_unused(m: &mut Module, op: Op) {
    if m.ops[op].results.iter().any(|&v| !m.users(v).is_empty()) {
        return;
    }
    let operands = m.operands(op).to_vec();
    m.detach(op);
    for v in operands {
        let reads = |d: Op| m.kind(d) == OpKind::BoxDyn || m.kind(d) == OpKind::Load && m.ty(v) == Type::PTR;
        if let Some(d) = m.def(v).filter(|&d| is_pure(m, d) || reads(d)) {
            drop_unused(m, d);
        }
    }
}

/// The outermost construct around an op of a thread.
fn construct_around(m: &Module, plan: Region, op: Op) -> Option<Op> {
    let (mut at, mut found) = (op, None);
    while m.ops[at].parent != Some(plan) {
        at = m.parent_op(at)?;
        if matches!(m.kind(at), OpKind::OmpTeams | OpKind::OmpParallel | OpKind::OmpWsLoop) {
            found = Some(at);
        }
    }
    found
}

/// An address that depends on the dynamic types of variables only, whose descriptors are there whatever the program does.
fn is_of_variable(m: &Module, v: Value) -> bool {
    let Some(op) = m.def(v) else { return false };
    match m.kind(op) {
        OpKind::BoxDyn => {
            let mut at = m.operand(op, 0);
            let way = |d: &Op| matches!(m.kind(*d), OpKind::Declare | OpKind::CastRef | OpKind::Field);
            while let Some(d) = m.def(at).filter(way) {
                at = m.operand(d, 0);
            }
            m.def(at).is_none_or(|d| matches!(m.kind(d), OpKind::Alloca | OpKind::AddrOf))
        }
        _ => is_pure(m, op) && m.ops[op].regions.is_empty() && m.operands(op).iter().all(|&x| is_of_variable(m, x)),
    }
}

/// The region is entered where the object of a call has one of the types of the choices around it, or there is none.
fn enter_if_known(m: &mut Module, plan: Region, call: Op) -> Option<()> {
    let (ty, _) = slot(m, m.operand(call, 0))?;
    let target = m.regions[plan].parent?;
    let choice = m.parent_op(target).filter(|&p| m.kind(p) == OpKind::If)?;
    let enter = m.def_of(m.operand(choice, 0), OpKind::DevEnter)?;
    let mut conditions = Vec::new();
    let mut at = call;
    while let Some(p) = m.parent_op(at).filter(|&p| m.kind(p) == OpKind::If) {
        let cond = m.operand(p, 0);
        if m.ops[at].parent != Some(m.region(p, 1)) || !compares(m, cond, ty) || !is_of_variable(m, cond) {
            break;
        }
        conditions.push(cond);
        at = p;
    }
    if conditions.is_empty() {
        return None;
    }
    let device = m.region(choice, 0);
    let own = bring_before(m, enter, device, ty)?;
    let mut b = Builder::before(m, enter);
    let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
    let mut known = b.op(OpKind::PtrCmp).arg(own).arg(null).result(Type::BOOL).value();
    for c in conditions {
        let c = bring_before(m, enter, device, c)?;
        known = Builder::before(m, enter).binary(OpKind::Or, known, c);
    }
    let (number, wanted) = (m.group(enter, "device").first().copied(), m.group(enter, "if").first().copied());
    let line = m.attr(enter, "line").cloned();
    let old = m.result(enter);
    let mut b = Builder::before(m, enter);
    let cond = wanted.map_or(known, |w| b.binary(OpKind::And, w, known));
    let new = b.op(OpKind::DevEnter).opt(number).opt(Some(cond)).attr_opt("line", line).result(Type::BOOL).value();
    m.replace_all_uses(old, new);
    m.detach(enter);
    Some(())
}

/// The condition compares a type descriptor with others.
fn compares(m: &Module, cond: Value, ty: Value) -> bool {
    let Some(d) = m.def(cond) else { return false };
    match m.kind(d) {
        OpKind::PtrCmp => m.operands(d).contains(&ty),
        OpKind::Or => m.operands(d).iter().all(|&c| compares(m, c, ty)),
        _ => false,
    }
}

/// Kernels cannot call the procedures of objects of types that the module does not know: a region with such an object is not
/// entered. Calls stay where that is not known in front of the region.
pub fn no_others(m: &mut Module, plan: Region) {
    let mut any = false;
    for call in m.walk(plan) {
        if m.kind(call) != OpKind::CallPtr || !m.flag(call, "other_type") || enter_if_known(m, plan, call).is_none() {
            continue;
        }
        any = true;
        let loc = m.ops[call].loc;
        let procedure = m.def(m.operand(call, 0));
        let descriptors: Vec<Op> = m.operands(call).iter().filter_map(|&v| m.def_of(v, OpKind::BoxMake)).collect();
        let mut b = Builder::before(m, call);
        let file = b.m.files.get(loc.file as usize).cloned().unwrap_or_default();
        super::error(&mut b, &file, loc.line, OTHER);
        let end = b.m.new_region(&[]);
        b.op(OpKind::Block).region(end).build();
        b.inside(end, |b| {
            b.op(OpKind::Unreachable).build();
        });
        // Control does not come behind it: there the results are stored.
        let (list, at) = m.position(call);
        let behind = m.regions[list].ops[at..].to_vec();
        for o in behind {
            m.detach(o);
        }
        if let Some(d) = procedure.filter(|&d| m.kind(d) == OpKind::Load) {
            drop_unused(m, d);
        }
        for d in descriptors {
            let users = m.users(m.result(d));
            if users.iter().all(|&u| m.kind(u) == OpKind::BoxSetDyn) {
                for u in users.into_iter().chain([d]) {
                    m.detach(u);
                }
            }
        }
    }
    if any {
        descriptors::forward(m, plan);
    }
}
