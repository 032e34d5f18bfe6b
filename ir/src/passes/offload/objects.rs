//! Objects of derived type whose components are allocatable: which object a descriptor belongs to, and what of an object
//! means something on the host only.

use super::memory::{Base, Root, root_of};
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

fn definition(m: &Module, ty: Type) -> Option<Op> {
    let TypeKind::Derived(name) = m.types.kind(ty) else { return None };
    m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))
}

/// The type of the elements of a mapped variable, also of what a descriptor describes.
fn element(m: &Module, v: Value) -> Type {
    let elem = m.types.elem(m.ty(v));
    if matches!(m.types.kind(elem), TypeKind::Box { .. }) { m.types.elem(elem) } else { elem }
}

/// The elements of a variable hold addresses, as far as their declared type says.
pub fn holds_addresses(m: &Module, v: Value) -> bool {
    definition(m, element(m, v)).is_some_and(|d| m.attr(d, "descriptor").is_some())
}

/// The objects that what a descriptor describes is a part of, innermost first: those with an allocatable component that
/// leads there.
pub fn owners(m: &Module, descriptor: Value) -> Vec<Root> {
    let mut out = Vec::new();
    let mut at = descriptor;
    loop {
        while let Some(op) =
            m.def(at).filter(|&o| matches!(m.kind(o), OpKind::Declare | OpKind::CastRef | OpKind::BoxGuard))
        {
            at = m.operand(op, 0);
        }
        let Some(field) = m.def_of(at, OpKind::Field) else { return out };
        if is_pointer(m, field) {
            return out;
        }
        let root = root_of(m, at);
        let base = root.base.clone();
        out.push(root);
        match base {
            Base::Box(d) => at = d,
            Base::Local(_) | Base::Heap(_) | Base::Global(..) | Base::Arg(_) | Base::Constant | Base::Unknown(_) => {
                return out;
            }
        }
    }
}

/// Bytes from the begin of an object to a component.
pub fn field_offset(m: &Module, field: Op) -> Option<i64> {
    let def = definition(m, m.types.elem(m.ty(m.operand(field, 0))))?;
    let name = m.attr_str(field, "field");
    let fields = m.attr(def, "fields").map(Attr::items).unwrap_or_default();
    fields.iter().find_map(|f| match f.items() {
        [n, offset, ..] if n.as_str() == name => offset.as_int(),
        _ => None,
    })
}

/// The component is a pointer.
pub fn is_pointer(m: &Module, field: Op) -> bool {
    let Some(def) = definition(m, m.types.elem(m.ty(m.operand(field, 0)))) else { return true };
    let offset = field_offset(m, field);
    let pointers = m.attr(def, "pointers").map(Attr::items).unwrap_or_default();
    pointers.iter().any(|p| p.as_int() == offset)
}
