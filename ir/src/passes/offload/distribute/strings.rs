//! Strings on devices whose length is known at run time only, and arrays of them: their bytes, as an array whose extents the
//! plan reads from the descriptor, or knows.

use crate::analysis::effects::is_box_read;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// What reads a string by its descriptor finds it by the array of its bytes and its length.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    for v in m.free_values(body) {
        from_outside(m, body, v);
    }
    for o in m.walk(body) {
        kept_by_plan(m, o, body);
    }
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

/// A string, or a contiguous array of strings, that the region finds.
fn from_outside(m: &mut Module, body: Region, v: Value) {
    let rank = match m.tk(v) {
        TypeKind::Ref(e) if is_deferred(m, *e) => 0,
        TypeKind::View { shape, elem, contig: true } if is_deferred(m, *elem) => shape.len(),
        _ => return,
    };
    let users: Vec<Op> = m.walk(body).into_iter().filter(|&o| m.operands(o).contains(&v)).collect();
    let loc = users.first().map(|&o| m.ops[o].loc).unwrap_or_default();
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc };
    let ask = if rank == 0 { OpKind::ChrLen } else { OpKind::ViewElemLen };
    let len = b.unary(ask, v, Type::INDEX);
    let mut extents = vec![len];
    for d in 0..rank {
        extents.push(b.op(OpKind::ViewExtent).arg(v).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value());
    }
    let at = b.unary(if rank == 0 { OpKind::ChrAddr } else { OpKind::ViewAddr }, v, Type::PTR);
    let bytes = b.m.types.view(vec![None; rank + 1], Type::I8, true);
    let view = b.op(OpKind::ViewMake).arg(at).args(&extents).args(&[]).opt(None).result(bytes).value();
    let whole = (rank == 0).then(|| {
        let at = b.unary(OpKind::ViewAddr, view, Type::PTR);
        let ty = b.m.ty(v);
        b.op(OpKind::ChrRef).arg(at).arg(len).result(ty).value()
    });
    for o in users {
        match whole {
            // The host's statements have the string itself.
            _ if m.kind(o) == OpKind::DevHost => {}
            Some(new) => m.replace_operands(o, |x| (x == v).then_some(new)),
            None if m.kind(o) == OpKind::ViewElem => {
                let subs = m.operands(o)[1..].to_vec();
                let (old, ty) = (m.result(o), m.ty(m.result(o)));
                let mut b = Builder::before(m, o);
                let first = b.index(0);
                let place: Vec<Value> = std::iter::once(first).chain(subs).collect();
                let e = b.elem(view, &place);
                let at = b.unary(OpKind::CastRef, e, Type::PTR);
                let new = b.op(OpKind::ChrRef).arg(at).arg(len).result(ty).value();
                m.replace_all_uses(old, new);
                m.detach(o);
            }
            None => {}
        }
    }
}

/// A string in memory that the plan may take for kernels.
fn kept_by_plan(m: &mut Module, op: Op, body: Region) {
    let made = m.kind(op) == OpKind::ChrRef && matches!(m.tk(m.result(op)), TypeKind::Ref(e) if is_deferred(m, *e));
    if !made || m.def_of(m.operand(op, 0), OpKind::Alloc).is_none() || in_iteration(m, op, body) {
        return;
    }
    let len = m.operand(op, 1);
    let bytes = m.types.view(vec![None], Type::I8, true);
    let mut b = Builder::before(m, op);
    let at = b.m.operand(op, 0);
    let view = b.op(OpKind::ViewMake).arg(at).args(&[len]).args(&[]).opt(None).result(bytes).value();
    let at = b.unary(OpKind::ViewAddr, view, Type::PTR);
    m.set_operand(op, 0, at);
}

/// The op stands in the body of a loop.
fn in_iteration(m: &Module, op: Op, body: Region) -> bool {
    let mut at = op;
    while m.ops[at].parent != Some(body) {
        match m.parent_op(at) {
            Some(p) if matches!(m.kind(p), OpKind::OmpLoopNest | OpKind::For | OpKind::While | OpKind::Parallel) => {
                return true;
            }
            Some(p) => at = p,
            None => return false,
        }
    }
    false
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
