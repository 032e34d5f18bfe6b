//! Depend objects of a region: its tasks run in the order in which they are made, so nothing depends on what these hold.

use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, root_of};
use crate::types::Type;

/// Takes the depend objects away that are variables of the region, where the host does nothing with them.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    let object = |m: &Module, v: Value| match root_of(m, v).base {
        Base::Local(a) if m.ops[a].parent.is_some_and(|r| m.is_inside(r, body)) => Some(a),
        _ => None,
    };
    let all = m.walk(body);
    let makes = |o: &&Op| m.kind(**o) == OpKind::OmpDepobj;
    let mut objects: Vec<Op> = all.iter().filter(makes).filter_map(|&o| object(m, m.operand(o, 0))).collect();
    let host = |o: &&Op| m.kind(**o) == OpKind::DevHost;
    let of_host: Vec<Op> = all
        .iter()
        .filter(host)
        .flat_map(|&o| m.operands(o).iter().filter_map(|&v| object(m, v)).collect::<Vec<_>>())
        .collect();
    objects.retain(|a| !of_host.contains(a));
    for o in all {
        match m.kind(o) {
            OpKind::OmpDepobj if object(m, m.operand(o, 0)).is_some_and(|a| objects.contains(&a)) => m.detach(o),
            OpKind::Load if m.ty(m.result(o)) == Type::PTR => {
                if object(m, m.operand(o, 0)).is_some_and(|a| objects.contains(&a)) {
                    let none = Builder::before(m, o).op(OpKind::NullPtr).result(Type::PTR).value();
                    let old = m.result(o);
                    m.replace_all_uses(old, none);
                    m.detach(o);
                }
            }
            _ => {}
        }
    }
}
