//! Local scalars and arrays whose elements only plain loads and stores use: nothing else can refer to their storage.

use super::effects::is_volatile_access;
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// The allocas of scalars and arrays of them inside a region of which references and views are loaded from and stored
/// to and used in no other way.
pub fn unshared(m: &Module, body: Region) -> Vec<Op> {
    let ops = m.walk(body);
    // Each reference of a candidate with its alloca.
    let mut refs: FxHashMap<Value, Op> = FxHashMap::default();
    let mut order = Vec::new();
    let mut shared: FxHashSet<Op> = FxHashSet::default();
    for &op in &ops {
        match m.kind(op) {
            OpKind::Alloca if is_scalar(m, m.result(op)) => {
                refs.insert(m.result(op), op);
                order.push(op);
            }
            OpKind::Declare if refs.contains_key(&m.operand(op, 0)) => {
                let root = refs[&m.operand(op, 0)];
                if m.choices(op).any(DeclareAttr::is_shared) {
                    shared.insert(root);
                }
                refs.insert(m.result(op), root);
            }
            OpKind::ViewElem | OpKind::ViewSection | OpKind::ViewCast | OpKind::ViewPermute
                if refs.contains_key(&m.operand(op, 0)) =>
            {
                let root = refs[&m.operand(op, 0)];
                refs.insert(m.result(op), root);
            }
            _ => {}
        }
    }
    if refs.is_empty() {
        return Vec::new();
    }
    for &op in &ops {
        for (i, v) in m.operands(op).iter().enumerate() {
            let Some(&root) = refs.get(v) else { continue };
            let fits = match m.kind(op) {
                OpKind::Load => !is_volatile_access(m, op),
                OpKind::VecLoad => true,
                OpKind::VecStore => i == 1,
                OpKind::Store => i == 1 && !is_volatile_access(m, op),
                OpKind::Declare | OpKind::ViewElem | OpKind::ViewSection | OpKind::ViewCast | OpKind::ViewPermute => {
                    true
                }
                OpKind::ViewExtent | OpKind::ViewStride => true,
                _ => false,
            };
            if !fits {
                shared.insert(root);
            }
        }
    }
    order.retain(|o| !shared.contains(o));
    order
}

/// Sets the attribute `unshared` where it is true now and takes it away elsewhere.
pub fn mark_unshared(m: &mut Module, body: Region) {
    let found: FxHashSet<Op> = unshared(m, body).into_iter().collect();
    for op in m.walk(body) {
        if m.kind(op) != OpKind::Alloca {
            continue;
        }
        match (found.contains(&op), m.flag(op, "unshared")) {
            (true, false) => m.set_attr(op, "unshared", Attr::Unit),
            (false, true) => m.remove_attr(op, "unshared"),
            _ => {}
        }
    }
}

/// Takes the attribute `unshared` away where a pass has given storage other uses.
pub fn unmark_shared(m: &mut Module) {
    for func in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(func, 0);
        let marked: Vec<Op> = m.walk(body).into_iter().filter(|&o| m.flag(o, "unshared")).collect();
        if marked.is_empty() {
            continue;
        }
        let found: FxHashSet<Op> = unshared(m, body).into_iter().collect();
        for op in marked.into_iter().filter(|o| !found.contains(o)) {
            m.remove_attr(op, "unshared");
        }
    }
}

fn is_scalar(m: &Module, r: Value) -> bool {
    let (TypeKind::Ref(e) | TypeKind::View { elem: e, .. }) = m.tk(r) else { return false };
    matches!(
        m.types.kind(*e),
        TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Logical(_)
            | TypeKind::Bool
    )
}

/// The environment of internal procedures that an address lies in, where the host procedure makes it here, and the bytes in
/// front of that.
pub fn environment_slot(m: &Module, mut address: Value) -> Option<(Op, i64)> {
    let mut offset = 0;
    loop {
        let op = m.def(address)?;
        match m.kind(op) {
            OpKind::CastRef => address = m.operand(op, 0),
            OpKind::PtrAdd => {
                offset += m.const_int(m.operand(op, 1))?;
                address = m.operand(op, 0);
            }
            OpKind::Alloca => return m.flag(op, "environment").then_some((op, offset)),
            _ => return None,
        }
    }
}
