//! Objects of derived type whose components are allocatable: which object a descriptor belongs to, and what of an object
//! means something on the host only.

use super::memory::{Base, Root, root_of, strip};
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

fn definition(m: &Module, ty: Type) -> Option<Op> {
    let TypeKind::Derived(name) = m.types.kind(ty) else { return None };
    m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))
}

/// The type of the elements of a mapped variable, also of what a descriptor describes.
pub fn element(m: &Module, v: Value) -> Type {
    m.types.held(m.ty(v))
}

/// A component as the definition of its type has it.
struct Component<'m> {
    name: &'m str,
    ty: Type,
    /// It lies there more than once.
    array: bool,
    /// A descriptor of what belongs to the object.
    allocatable: bool,
    class: bool,
    parent: bool,
}

/// The components of objects of a derived type; none of other types.
fn components<'m>(m: &'m Module, ty: Type) -> Vec<Component<'m>> {
    let Some(def) = definition(m, ty) else { return Vec::new() };
    let list = |key| m.attr(def, key).map(Attr::items).unwrap_or_default();
    let (pointers, classes, extends) = (list("pointers"), list("classes"), m.flag(def, "extends"));
    let component = |(i, f): (usize, &'m Attr)| -> Option<Component<'m>> {
        let [name, offset, Attr::Type(ty), extents] = f.items() else { return None };
        Some(Component {
            name: name.as_str()?,
            ty: *ty,
            array: !extents.items().is_empty(),
            allocatable: matches!(m.types.kind(*ty), TypeKind::Box { .. }) && !pointers.contains(offset),
            class: classes.contains(offset),
            parent: extends && i == 0,
        })
    };
    list("fields").iter().enumerate().filter_map(component).collect()
}

/// Objects of the type have allocatable components, or objects in them that have.
pub fn is_managed(m: &Module, ty: Type) -> bool {
    let lies_there = |c: &Component<'_>| matches!(m.types.kind(c.ty), TypeKind::Derived(_)) && is_managed(m, c.ty);
    components(m, ty).iter().any(|c| c.allocatable || lies_there(c))
}

/// The component that is the parent of an object, and its type.
pub fn parent(m: &Module, ty: Type) -> Option<(String, Type)> {
    components(m, ty).first().filter(|c| c.parent).map(|c| (c.name.to_string(), c.ty))
}

/// An allocatable component of an object, or of one that lies in it.
pub struct Held {
    /// The components that lead there, each with its type.
    pub path: Vec<(String, Type)>,
    /// How it is called in the object: parents are not named.
    pub name: String,
    /// The type of its descriptor.
    pub ty: Type,
    /// Its descriptor has the dynamic type.
    pub class: bool,
}

/// All of them. `None` where some lie in an array of objects, so that there are several of one name.
pub fn held(m: &Module, ty: Type) -> Option<Vec<Held>> {
    let mut out = Vec::new();
    for c in components(m, ty) {
        let step = (c.name.to_string(), c.ty);
        if c.allocatable {
            out.push(Held { path: vec![step], name: c.name.into(), ty: c.ty, class: c.class });
        } else if matches!(m.types.kind(c.ty), TypeKind::Derived(_)) && is_managed(m, c.ty) {
            if c.array {
                return None;
            }
            for mut inner in held(m, c.ty)? {
                inner.path.insert(0, step.clone());
                if !c.parent {
                    inner.name = format!("{}%{}", c.name, inner.name);
                }
                out.push(inner);
            }
        }
    }
    Some(out)
}

/// The component is polymorphic: its descriptor has the type of what it describes.
pub fn is_class(m: &Module, field: Op) -> bool {
    let name = m.attr_str(field, "field");
    components(m, m.types.elem(m.ty(m.operand(field, 0)))).iter().any(|c| c.class && Some(c.name) == name)
}

/// The component is the parent of the object.
pub fn is_parent(m: &Module, field: Op) -> bool {
    let name = m.attr_str(field, "field");
    components(m, m.types.elem(m.ty(m.operand(field, 0)))).first().is_some_and(|c| c.parent && Some(c.name) == name)
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

/// Two descriptors are different allocatable components: nothing is allocated by both.
pub fn hold_apart(m: &Module, a: Value, b: Value) -> bool {
    let field = |v: Value| m.def_of(strip(m, v), OpKind::Field);
    let (Some(a), Some(b)) = (field(a), field(b)) else { return false };
    let component = |field: Op| (m.types.elem(m.ty(m.operand(field, 0))), m.attr_str(field, "field"));
    component(a) != component(b) && !is_pointer(m, a) && !is_pointer(m, b)
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
