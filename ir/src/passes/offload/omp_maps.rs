//! `omp-maps`: the maps of every directive come to say themselves what is mapped.
//!
//! - A map of a descriptor says that it is one (`descriptor`), and what it describes becomes a map of its own with it as `parent`
//!   and with bounds: the data that is there when the directive begins, which is also what a construct leaves at its end. Nothing
//!   maps the descriptor, which is the host's: kernels have addresses and extents as arguments. A directive that takes the map
//!   of a descriptor itself maps what it describes when the directive comes to it, if it is there (an argument that may be absent,
//!   a component of what may not be allocated), has that type and length (variables that may be polymorphic, deferred-length strings),
//!   and is not another one at the end (regions with statements of the host).
//! - What the allocatable components of an object hold, which belongs to the object, becomes maps of their own, `member`s with
//!   the object's map as `parent`: of the object itself, of the objects in it, and of its parents. The object comes first where
//!   a directive enters it, and last where one leaves it.
//! - Where the places of components are not known here (arrays of objects, objects behind a descriptor, polymorphic ones, what
//!   components themselves hold), the map says `deep`: the runtime walks the table of their type.
//! - Every map has the name that messages call it by.
//!
//! A target region has been given maps of the components that it uses (`maps`); all of them belong to its maps of objects
//! only with `always`, or where it picks components by what it computes.
//!
//! ```text
//! %o = omp.map %object [deep...]      =>  %o = omp.map %object
//!                                         %f = mem.field %object [field = "a"]
//!                                         %d = omp.map %f, parent %o [descriptor, member, name = "o%a"]
//!                                         %a = omp.map %view, %bounds, parent %d [member, name = "o%a"]
//! ```

use super::fission::host_statements;
use super::maps::{drop_unused, mapped, own};
use super::memory::{is_box_ref, root_of, same_value, strip};
use super::objects::{Held, element, held, is_class, is_managed, is_parent};
use super::outline::of_present_object;
use crate::choices::{DeclareAttr, Mapping, RegionCopy};
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};

/// More members of one object than that the runtime finds.
const MOST_MEMBERS: usize = 32;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let takes = |m: &Module, o: Op| m.info(o).operands.contains(&"maps...") && !m.maps(o).is_empty();
    let directives: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| takes(m, o)).collect();
    for op in directives {
        own(m, op);
        let mut list = Vec::new();
        for map in m.maps(op) {
            describe(m, op, map);
            let mut members = members(m, op, map);
            cx.count("members", members.len() as u64);
            for member in &mut members {
                *member = data(m, op, *member);
            }
            let object = data(m, op, m.result(map));
            match m.kind(op) {
                OpKind::OmpTargetExit => {
                    list.extend(members.into_iter().rev());
                    list.push(object);
                }
                _ => {
                    list.push(object);
                    list.extend(members);
                }
            }
        }
        m.set_group(op, "maps", &list);
    }
    drop_unused(m);
    Ok(())
}

/// Says in a map how the variable is called and whether it is a descriptor, which is not there where an argument is absent.
fn describe(m: &mut Module, op: Op, map: Op) {
    let var = mapped(m, map);
    if m.attr(map, "name").is_none()
        && let Some(name) = name_of(m, var)
    {
        m.set_attr(map, "name", Attr::str(&name));
    }
    if is_box_ref(m, m.ty(var)) {
        m.set_attr(map, "descriptor", Attr::Unit);
        let loc = m.ops[map].loc;
        let mut b = Builder::before(m, map);
        b.loc = if loc.line != 0 { loc } else { b.m.ops[op].loc };
        let there = of_present_object(&mut b, var);
        m.set_operand(map, 0, there);
    }
}

/// Maps what belongs to the object of a map, which are members of it. What the map itself has to say then is said.
fn members(m: &mut Module, op: Op, map: Op) -> Vec<Value> {
    let (var, how) = (mapped(m, map), m.mapping(map));
    let all = how.always || m.kind(op) != OpKind::OmpTarget || m.flag(map, "deep");
    m.remove_attr(map, "deep");
    if !all || !how.class && !is_managed(m, element(m, var)) {
        return Vec::new();
    }
    let known = if how.class { None } else { object(m, var).and_then(|ty| held(m, ty)) };
    let Some(list) = known.filter(|l| l.len() <= MOST_MEMBERS) else {
        m.set_attr(map, "deep", Attr::Unit);
        return Vec::new();
    };
    // What a region uses it maps itself.
    let parent = m.result(map);
    let siblings: Vec<Op> = m.maps(op).into_iter().filter(|&o| m.opt(o, "parent") == Some(parent)).collect();
    let mut out = Vec::new();
    for part in &list {
        let listed = siblings.iter().find(|&&o| leads_to(m, mapped(m, o), var, &part.path));
        match listed {
            Some(&own) if holds_more(m, part) => m.set_attr(own, "deep", Attr::Unit),
            Some(_) => {}
            None => out.push(member(m, op, map, part)),
        }
    }
    out
}

/// What a component holds may hold more.
fn holds_more(m: &Module, part: &Held) -> bool {
    part.class || is_managed(m, m.types.elem(part.ty))
}

/// The descriptor is that of the component of the object to which the path leads.
fn leads_to(m: &Module, mut descriptor: Value, object: Value, path: &[(String, Type)]) -> bool {
    for (field, _) in path.iter().rev() {
        let Some(op) = m.def_of(strip(m, descriptor), OpKind::Field) else { return false };
        if m.attr_str(op, "field") != Some(field) {
            return false;
        }
        descriptor = m.operand(op, 0);
    }
    same_value(m, descriptor, object)
}

/// Maps what a descriptor describes as a member of its map, where that can be said in front of the directive. Gives what the
/// directive takes.
fn data(m: &mut Module, op: Op, value: Value) -> Value {
    let Some(map) = m.def_of(value, OpKind::OmpMap).filter(|&o| m.flag(o, "descriptor")) else { return value };
    let (var, how) = (mapped(m, map), m.mapping(map));
    let described = m.types.elem(m.ty(var));
    let (rank, elem) = (m.types.rank(described), m.types.elem(described));
    // Only of components it is known here whether they are polymorphic.
    let component = || m.def_of(strip(m, var), OpKind::Field).is_some_and(|f| !is_class(m, f));
    let sized = match m.types.kind(elem) {
        TypeKind::Derived(_) => component(),
        _ => m.types.size_of(elem).is_some(),
    };
    if how.class || !sized || !is_there(m, var) || changes(m, op) {
        return value;
    }
    let (name, implicit, deep) = (m.attr(map, "name").cloned(), m.flag(map, "implicit"), m.flag(map, "deep"));
    let member = m.flag(map, "member");
    m.remove_attr(map, "deep");
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[map].loc;
    let mut bounds = Vec::new();
    let at = if rank == 0 {
        let ty = b.m.types.reference(elem);
        b.op(OpKind::BoxRef).arg(var).result(ty).value()
    } else {
        let ty = b.m.types.view(vec![None; rank], elem, false);
        let view = b.op(OpKind::BoxView).arg(var).result(ty).value();
        let [zero, one] = [0, 1].map(|n| b.index(n));
        for dim in 0..rank as i64 {
            let n = b.op(OpKind::ViewExtent).arg(view).attr("dim", Attr::Int(dim)).result(Type::INDEX).value();
            let bound = b.op(OpKind::OmpBounds).arg(zero).arg(n).arg(one).result(Type::BOUNDS).value();
            bounds.push(bound);
        }
        view
    };
    let new = b.op(OpKind::OmpMap).arg(at).args(&bounds).opt(Some(value)).mapping(how).attr_opt("name", name);
    let new = new.flag("implicit", implicit).flag("member", member).flag("deep", deep);
    new.result(Type::MAP).value()
}

/// The descriptor is there whatever the program does: that of a variable, or in one, and no argument that may be absent.
fn is_there(m: &Module, mut v: Value) -> bool {
    let mut declared = false;
    while let Some(o) = m.def(v) {
        match m.kind(o) {
            OpKind::Declare if m.has_choice(o, DeclareAttr::Optional) => return false,
            OpKind::Declare => declared = true,
            OpKind::Field | OpKind::CastRef => {}
            OpKind::Alloca | OpKind::AddrOf => return true,
            _ => return false,
        }
        v = m.operand(o, 0);
    }
    declared
}

/// What a directive has mapped may be something else at its end, or it is not the directive that maps.
fn changes(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::OmpTarget
        && (m.choice_opt(op) == Some(RegionCopy::Host) || !host_statements(m, m.region(op, 0)).is_empty())
}

/// The type of a variable that is one object.
fn object(m: &Module, var: Value) -> Option<Type> {
    match m.tk(var) {
        TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Derived(_)) => Some(*e),
        TypeKind::View { shape, elem, .. } if shape.is_empty() => Some(*elem),
        _ => None,
    }
}

/// Maps what one component holds as a member of the object's map.
fn member(m: &mut Module, op: Op, map: Op, part: &Held) -> Value {
    let (var, how, parent) = (mapped(m, map), m.mapping(map), m.result(map));
    let name = match m.attr_str(map, "name").filter(|n| !n.is_empty()) {
        Some(of) => format!("{of}%{}", part.name),
        None => part.name.clone(),
    };
    let implicit = m.flag(map, "implicit");
    let deep = holds_more(m, part);
    let loc = m.ops[map].loc;
    let mut b = Builder::before(m, op);
    b.loc = loc;
    let mut at = if matches!(b.m.tk(var), TypeKind::View { .. }) { b.elem(var, &[]) } else { var };
    for (field, ty) in &part.path {
        let ty = b.m.types.reference(*ty);
        at = b.op(OpKind::Field).arg(at).attr("field", Attr::str(field)).result(ty).value();
    }
    let at = of_present_object(&mut b, at);
    let how = Mapping { class: part.class, ..how };
    let new = b.op(OpKind::OmpMap).arg(at).args(&[]).opt(Some(parent)).mapping(how).attr("name", Attr::str(&name));
    let new = new.flag("implicit", implicit).flag("descriptor", true).flag("member", true).flag("deep", deep);
    new.result(Type::MAP).value()
}

/// How messages call a variable: as it is declared, and components by their path.
pub fn name_of(m: &Module, v: Value) -> Option<String> {
    let Some(op) = m.def(v) else { return described_name(m, v) };
    let of = |op: Op| name_of(m, m.operand(op, 0));
    match m.kind(op) {
        OpKind::Declare | OpKind::Alloca => m.attr_str(op, "name").map(str::to_string),
        OpKind::AddrOf => m.attr_str(op, "sym").map(str::to_string),
        OpKind::ViewMake
        | OpKind::ViewCast
        | OpKind::CastRef
        | OpKind::ViewSection
        | OpKind::ViewElem
        | OpKind::BoxView
        | OpKind::BoxRef
        | OpKind::BoxGuard => of(op),
        OpKind::Field if is_parent(m, op) => of(op),
        OpKind::Field => {
            let field = m.attr_str(op, "field").unwrap_or_default();
            let of = of(op).filter(|n| !n.is_empty());
            Some(of.map_or_else(|| field.to_string(), |of| format!("{of}%{field}")))
        }
        _ => root_of(m, v).name,
    }
    .or_else(|| described_name(m, v))
}

/// The name of what a descriptor that is an argument describes.
fn described_name(m: &Module, v: Value) -> Option<String> {
    if !is_box_ref(m, m.ty(v)) {
        return None;
    }
    let results = |v: Value| m.users(v).into_iter().filter_map(|o| Some((m.kind(o), *m.ops[o].results.first()?, o)));
    let views = results(v).filter(|r| r.0 == OpKind::BoxView).map(|r| r.1);
    let declared = views.flat_map(|view| results(view).filter(|r| r.0 == OpKind::Declare).map(|r| r.2)).next()?;
    m.attr_str(declared, "name").map(str::to_string)
}
