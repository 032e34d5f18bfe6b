//! Strings of deferred length on devices, and arrays of them: their bytes, as an array whose extents the plan reads from the
//! descriptor.

use crate::analysis::effects::is_box_read;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// What reads a string by its descriptor finds it by the array of its bytes and its length.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    for o in m.walk(body) {
        let Some((descriptor, subs)) = text(m, o).filter(|_| !in_host(m, o, body)) else { continue };
        let old = m.result(o);
        let (bytes, text) = (m.types.view(vec![None; subs.len() + 1], Type::I8, true), m.ty(old));
        let mut b = Builder::before(m, o);
        let len = b.op(OpKind::BoxElemLen).arg(descriptor).result(Type::INDEX).value();
        let mut extents = vec![len];
        for d in 0..subs.len() {
            let n = b.op(OpKind::BoxExtent).arg(descriptor).attr("dim", Attr::Int(d as i64));
            extents.push(n.result(Type::INDEX).value());
        }
        let at = b.op(OpKind::BoxAddr).arg(descriptor).result(Type::PTR).value();
        let view = b.op(OpKind::ViewMake).arg(at).args(&extents).args(&[]).opt(None).result(bytes).value();
        let at = if subs.is_empty() {
            b.op(OpKind::ViewAddr).arg(view).result(Type::PTR).value()
        } else {
            let first = b.index(0);
            let place: Vec<Value> = std::iter::once(first).chain(subs).collect();
            let e = b.elem(view, &place);
            b.op(OpKind::CastRef).arg(e).result(Type::PTR).value()
        };
        let new = b.op(OpKind::ChrRef).arg(at).arg(len).result(text).value();
        m.replace_all_uses(old, new);
        m.detach(o);
    }
    for o in m.walk(body).into_iter().rev() {
        // Views of such arrays that nothing reads any more.
        let view = |&v: &Value| matches!(m.tk(v), TypeKind::View { elem, .. } if is_deferred(m, *elem));
        let list = &m.ops[o].results;
        if !list.is_empty() && list.iter().all(view) && list.iter().all(|&v| m.users(v).is_empty()) {
            m.detach(o);
        }
    }
}

fn is_deferred(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::Char(None, 1))
}

/// The descriptor of the string that an op refers to, and of an array the subscripts of the element.
fn text(m: &Module, op: Op) -> Option<(Value, Vec<Value>)> {
    if is_text(m, op) {
        return Some((m.operand(op, 0), Vec::new()));
    }
    if m.kind(op) != OpKind::ViewElem || !matches!(m.tk(m.result(op)), TypeKind::Ref(e) if is_deferred(m, *e)) {
        return None;
    }
    let mut view = m.operand(op, 0);
    if !m.types.is_contig(m.ty(view)) {
        return None;
    }
    while let Some(d) = m.def(view).filter(|&d| matches!(m.kind(d), OpKind::Declare | OpKind::ViewCast)) {
        view = m.operand(d, 0);
    }
    let read = m.def_of(view, OpKind::BoxView)?;
    Some((m.operand(read, 0), m.operands(op)[1..].to_vec()))
}

/// The op gives the string that a descriptor describes.
fn is_text(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::BoxRef
        && matches!(m.tk(m.result(op)), TypeKind::Ref(e) if is_deferred(m, *e))
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
