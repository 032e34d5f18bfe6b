//! Strings of deferred length on devices: their bytes, as an array whose extent the plan reads from the descriptor.

use crate::analysis::effects::is_box_read;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// What reads a string by its descriptor finds it by the array of its bytes and its length.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    for o in m.walk(body) {
        if !is_text(m, o) || in_host(m, o, body) {
            continue;
        }
        let (descriptor, old) = (m.operand(o, 0), m.result(o));
        let (bytes, text) = (m.types.view(vec![None], Type::I8, true), m.ty(old));
        let mut b = Builder::before(m, o);
        let len = b.op(OpKind::BoxElemLen).arg(descriptor).result(Type::INDEX).value();
        let at = b.op(OpKind::BoxAddr).arg(descriptor).result(Type::PTR).value();
        let view = b.op(OpKind::ViewMake).arg(at).args(&[len]).args(&[]).opt(None).result(bytes).value();
        let at = b.op(OpKind::ViewAddr).arg(view).result(Type::PTR).value();
        let new = b.op(OpKind::ChrRef).arg(at).arg(len).result(text).value();
        m.replace_all_uses(old, new);
        m.detach(o);
    }
}

/// The op gives the string that a descriptor describes.
fn is_text(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::BoxRef
        && matches!(m.tk(m.result(op)), TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Char(None, 1)))
        && m.def(m.operand(op, 0)).is_none_or(|d| !is_box_read(m.kind(d)))
}

/// The op stands in a statement of the host.
fn in_host(m: &Module, op: Op, body: Region) -> bool {
    let mut at = op;
    while m.ops[at].parent != Some(body) {
        match m.parent_op(at) {
            Some(p) if m.kind(p) == OpKind::DevHost => return true,
            Some(p) => at = p,
            None => return false,
        }
    }
    false
}

/// The address is that of such an array.
pub fn is_address_of_bytes(m: &Module, v: Value) -> bool {
    let Some(a) = m.def_of(v, OpKind::ViewAddr) else { return false };
    let view = m.operand(a, 0);
    matches!(m.tk(view), TypeKind::View { elem, .. } if *elem == Type::I8)
}
