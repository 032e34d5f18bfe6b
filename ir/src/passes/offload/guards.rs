//! Descriptors of components are read where the program might not come to them: maps are made in front of a region, and
//! kernels get views as arguments. So each such read asks first whether the object that holds the descriptor is there, in
//! terms of the plan: an argument is present, an allocatable or pointer is not null, an element of an array lies in the array, an object
//! has the type that a SELECT TYPE asked for. Else it reads an empty descriptor ([`OpKind::BoxGuard`]).

use super::memory::is_view;
use crate::analysis::effects::{is_box_read, is_pure};
use crate::choices::{DeclareAttr, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Why a descriptor might not be there.
enum Risk {
    /// This address is null.
    Null(Value),
    /// This element is none of its array.
    Element(Op),
    /// The object may have another type than this op takes it for.
    Type(Op),
}

/// Guards the descriptors that a region reads.
pub fn add(m: &mut Module, target: Op) {
    let body = m.region(target, 0);
    let mut known: FxHashMap<Value, Value> = FxHashMap::default();
    let mut copies: FxHashMap<(Value, Option<Region>), Value> = FxHashMap::default();
    for read in m.walk(body) {
        if !is_box_read(m.kind(read)) {
            continue;
        }
        let descriptor = brought_in(m, body, read, &mut copies);
        let guarded = match known.get(&descriptor) {
            Some(&v) => v,
            None => {
                let v = guard(m, body, descriptor);
                known.insert(descriptor, v);
                v
            }
        };
        m.set_operand(read, 0, guarded);
    }
}

/// The descriptor that an op reads. An address in an object that is taken for one of another type may be computed in front of
/// the region, where nobody has asked for the type: then it is computed again where it is read.
fn brought_in(m: &mut Module, body: Region, read: Op, copies: &mut FxHashMap<(Value, Option<Region>), Value>) -> Value {
    let descriptor = m.operand(read, 0);
    let mut way = Vec::new();
    let mut needed = 0;
    let mut at = descriptor;
    while let Some(op) = m.def(at).filter(|_| !m.home(at).is_some_and(|h| m.is_inside(h, body))) {
        if !matches!(m.kind(op), OpKind::CastRef | OpKind::Field | OpKind::ViewElem) {
            break;
        }
        way.push(op);
        if other_type(m, op) {
            needed = way.len();
        }
        at = m.operand(op, 0);
    }
    if needed == 0 {
        return descriptor;
    }
    let place = (descriptor, m.ops[read].parent);
    if let Some(&copy) = copies.get(&place) {
        return copy;
    }
    let mut values = FxHashMap::default();
    for &op in way[..needed].iter().rev() {
        let copy = m.clone_op(op, &mut values);
        let (region, at) = m.position(read);
        m.insert(region, at, copy);
    }
    let copy = values.get(&descriptor).copied().unwrap_or(descriptor);
    copies.insert(place, copy);
    copy
}

/// The op takes an object of one derived type for one of another.
fn other_type(m: &Module, op: Op) -> bool {
    let derived = |v: Value| match m.types.kind(m.types.elem(m.ty(v))) {
        TypeKind::Derived(name) => Some(name),
        _ => None,
    };
    m.kind(op) == OpKind::CastRef
        && matches!((derived(m.operand(op, 0)), derived(m.result(op))), (Some(from), Some(to)) if from != to)
}

/// The descriptor, or an empty one where it is not there.
fn guard(m: &mut Module, body: Region, descriptor: Value) -> Value {
    let risks = risks(m, body, descriptor);
    let Some(def) = m.def(descriptor).filter(|_| !risks.is_empty()) else { return descriptor };
    let mut absent: Vec<Value> = Vec::new();
    let ty = m.ty(descriptor);
    let conditions: Vec<(Value, bool)> = risks
        .iter()
        .find_map(|r| if let Risk::Type(op) = r { Some(conditions(m, body, *op)) } else { None })
        .unwrap_or_default();
    let mut b = Builder::after(m, def);
    for risk in risks {
        match risk {
            Risk::Null(address) => {
                let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
                let kind = if is_view(b.m, b.m.ty(address)) { OpKind::ViewAddr } else { OpKind::CastRef };
                let address = b.op(kind).arg(address).result(Type::PTR).value();
                absent.push(b.op(OpKind::PtrCmp).arg(address).arg(null).result(Type::BOOL).value());
            }
            Risk::Element(elem) => {
                let operands = b.m.operands(elem).to_vec();
                for (d, &i) in operands[1..].iter().enumerate() {
                    let extent = b.extent(operands[0], d);
                    let i = b.cast(i, Type::INDEX);
                    absent.push(b.cmp(Pred::Uge, i, extent));
                }
            }
            Risk::Type(_) => {}
        }
    }
    for (condition, holds) in conditions {
        let no = b.int(i64::from(holds), Type::BOOL);
        absent.push(b.binary(OpKind::Xor, condition, no));
    }
    let Some(absent) = absent.into_iter().reduce(|x, y| b.binary(OpKind::Or, x, y)) else { return descriptor };
    b.op(OpKind::BoxGuard).arg(descriptor).arg(absent).result(ty).value()
}

/// What the way to a descriptor depends on.
fn risks(m: &Module, body: Region, descriptor: Value) -> Vec<Risk> {
    let mut out = Vec::new();
    let mut at = descriptor;
    while let Some(op) = m.def(at) {
        // What was computed outside is there. Whether an argument is present nobody has asked.
        let outside = !m.home(at).is_some_and(|h| m.is_inside(h, body));
        match m.kind(op) {
            OpKind::CastRef | OpKind::ViewElem if outside => {}
            OpKind::BoxRef if outside => return out,
            OpKind::Declare if m.has_choice(op, DeclareAttr::Optional) => out.push(Risk::Null(m.operand(op, 0))),
            OpKind::CastRef if other_type(m, op) => out.push(Risk::Type(op)),
            OpKind::ViewElem if !surely_inside(m, op) => out.push(Risk::Element(op)),
            OpKind::BoxRef => {
                out.push(Risk::Null(at));
                return out;
            }
            OpKind::CastRef
            | OpKind::Declare
            | OpKind::Field
            | OpKind::ViewElem
            | OpKind::ViewSection
            | OpKind::ViewField
            | OpKind::ViewPermute
            | OpKind::ViewCast => {}
            _ => return out,
        }
        at = m.operand(op, 0);
    }
    out
}

/// The element is one of its array for certain.
fn surely_inside(m: &Module, elem: Op) -> bool {
    let operands = m.operands(elem);
    let shape = m.types.shape(m.ty(operands[0]));
    operands[1..].iter().zip(shape).all(|(&i, n)| match (m.const_int(i), n) {
        (Some(i), Some(n)) => (0..*n).contains(&i),
        _ => false,
    })
}

/// The choices on the way to an op that the plan can make beforehand, and which side it stands on.
pub fn conditions(m: &Module, body: Region, op: Op) -> Vec<(Value, bool)> {
    let mut out = Vec::new();
    let mut at = op;
    while let Some(region) = m.ops[at].parent.filter(|&r| r != body) {
        let Some(parent) = m.parent_op(at) else { break };
        if m.kind(parent) == OpKind::If {
            let condition = m.operand(parent, 0);
            if is_known_before(m, condition) {
                out.push((condition, m.region(parent, 0) == region));
            }
        }
        at = parent;
    }
    out
}

/// The value depends on no memory but descriptors.
fn is_known_before(m: &Module, v: Value) -> bool {
    let Some(op) = m.def(v) else { return false };
    let plain = is_pure(m, op) && m.ops[op].regions.is_empty();
    (plain || is_box_read(m.kind(op)) || asks_for_type(m, op))
        && (is_box_read(m.kind(op)) || m.operands(op).iter().all(|&x| is_known_before(m, x)))
}

/// A call that compares type descriptors and does nothing else.
pub fn asks_for_type(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::Call
        && m.flag(op, "runtime")
        && [rt::frt_type_extends, rt::frt_type_same].iter().any(|f| m.attr_str(op, "callee") == Some(f.name()))
}

/// Its name in the module.
const EMPTY: &str = "__ft_empty_descriptor";
/// No descriptor is larger.
const EMPTY_BYTES: i64 = 512;

/// Guards become choices between two addresses.
pub fn lower(m: &mut Module) {
    let list: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::BoxGuard).collect();
    if list.is_empty() {
        return;
    }
    if !m.top_ops(OpKind::Global).any(|g| m.attr_str(g, "sym") == Some(EMPTY)) {
        let top = m.top;
        let mut b = Builder::at_end(m, top);
        b.op(OpKind::Global)
            .attr("sym", Attr::Sym(EMPTY.into()))
            .attr("type", Attr::Type(Type::I8))
            .attr("size", Attr::Int(EMPTY_BYTES))
            .attr("align", Attr::Int(16))
            .flag("constant", true)
            .flag("internal", true)
            .build();
    }
    for op in list {
        let (descriptor, absent, ty) = (m.operand(op, 0), m.operand(op, 1), m.ty(m.result(op)));
        let mut b = Builder::before(m, op);
        let empty = b.op(OpKind::AddrOf).attr("sym", Attr::Sym(EMPTY.into())).result(Type::PTR).value();
        let at = b.op(OpKind::CastRef).arg(descriptor).result(Type::PTR).value();
        let at = b.op(OpKind::Select).arg(absent).arg(empty).arg(at).result(Type::PTR).value();
        let at = b.op(OpKind::CastRef).arg(at).result(ty).value();
        let old = m.result(op);
        for (user, i) in m.uses(old) {
            m.set_operand(user, i, at);
        }
        m.detach(op);
    }
}
