//! Calls of type-bound procedures in target regions whose object has a dynamic type that the text does not tell: kernels call
//! nothing, so the call becomes a choice between the procedures of the types that the module knows.
//!
//! A part of `inline`.

use super::inline::{slot, takes};
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::is_scalar;
use crate::types::{Type, TypeKind};
use ferrotran_abi::typedesc::{SLOTS_AT, TypeDesc};
use rustc_hash::FxHashMap;

/// What the symbols of type descriptors begin with; the name of the type follows.
const DESCRIPTOR: &str = "__ft_type_";
/// A call with more procedures to choose from stays what it is.
const MOST: usize = 16;

/// Makes a choice of a call by address, where the address is that of a type-bound procedure. Gives the calls in it.
pub(super) fn choose(m: &mut Module, call: Op, funcs: &FxHashMap<String, Op>) -> Option<Vec<Op>> {
    if m.flag(call, "other_type") || !m.ops[call].results.iter().all(|&v| is_scalar(m, m.ty(v))) {
        return None;
    }
    let (ty, offset) = slot(m, m.operand(call, 0))?;
    let read = m.def_of(ty, OpKind::BoxDyn).filter(|_| offset >= SLOTS_AT)?;
    let declared = declared_type(m, m.operand(read, 0))?;
    let choices = choices(m, call, &declared, offset, funcs);
    if choices.is_empty() || choices.len() > MOST {
        return None;
    }
    let args = m.operands(call)[1..].to_vec();
    let results: Vec<Value> = m.ops[call].results.to_vec();
    let types: Vec<Type> = results.iter().map(|&v| m.ty(v)).collect();
    let mut b = Builder::before(m, call);
    let cells: Vec<Value> = types
        .iter()
        .map(|&t| {
            let of = b.m.types.reference(if t == Type::BOOL { Type::L32 } else { t });
            b.op(OpKind::Alloca).result(of).value()
        })
        .collect();
    let mut calls = Vec::new();
    // What stands in the last choice that has been made.
    let mut other = None;
    for (name, descriptors) in choices {
        let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
        let list = |b: &mut Builder<'_>| {
            let mut any: Option<Value> = None;
            for d in &descriptors {
                let this = b.op(OpKind::AddrOf).attr("sym", Attr::Sym(d.clone())).result(Type::PTR).value();
                let same = b.op(OpKind::PtrCmp).arg(ty).arg(this).result(Type::BOOL).value();
                any = Some(any.map_or(same, |a| b.binary(OpKind::Or, a, same)));
            }
            let any = any.expect("a procedure is that of a type");
            b.op(OpKind::If).arg(any).region(yes).region(no).build();
        };
        match other {
            None => list(&mut b),
            Some(r) => b.inside(r, list),
        }
        b.inside(yes, |b| {
            let new = b.op(OpKind::Call).args(&args).attr("callee", Attr::Sym(name)).results(&types).build();
            keep(b, new, &cells);
            calls.push(new);
        });
        other = Some(no);
    }
    let last = other?;
    b.inside(last, |b| {
        let mut own = FxHashMap::default();
        for &v in &args {
            if let Some(set) = described(b.m, v) {
                let made = b.m.def(v).expect("a descriptor that is made");
                for o in [made, set] {
                    let copy = b.m.clone_op(o, &mut own);
                    b.insert(copy);
                }
            }
        }
        let same = b.m.clone_op(call, &mut own);
        b.m.set_attr(same, "other_type", Attr::Unit);
        b.insert(same);
        keep(b, same, &cells);
    });
    for ((&old, &cell), &ty) in results.iter().zip(&cells).zip(&types) {
        let v = b.load(cell);
        let v = b.cast(v, ty);
        b.m.replace_all_uses(old, v);
    }
    m.detach(call);
    Some(calls)
}

/// What says the type of the object for which a descriptor is made: both can stand elsewhere, so that the descriptor is made for
/// the call alone.
fn described(m: &Module, v: Value) -> Option<Op> {
    let made = m.def_of(v, OpKind::BoxMake)?;
    let (list, at) = m.position(made);
    m.regions[list].ops.get(at + 1).copied().filter(|&o| m.kind(o) == OpKind::BoxSetDyn && m.operand(o, 0) == v)
}

/// Stores the results of a call.
fn keep(b: &mut Builder<'_>, call: Op, cells: &[Value]) {
    for (v, &cell) in b.m.ops[call].results.clone().into_iter().zip(cells) {
        let ty = b.m.types.elem(b.m.ty(cell));
        let v = b.cast(v, ty);
        b.store(v, cell);
    }
}

/// The declared type of the object that a descriptor describes.
fn declared_type(m: &Module, descriptor: Value) -> Option<String> {
    let TypeKind::Ref(b) = *m.tk(descriptor) else { return None };
    let TypeKind::Box { elem, .. } = *m.types.kind(b) else { return None };
    match m.types.kind(elem) {
        TypeKind::Derived(name) => Some(name.to_string()),
        _ => None,
    }
}

/// The procedures in a slot of the types that extend one, each with the descriptors of its types.
fn choices(
    m: &Module,
    call: Op,
    declared: &str,
    offset: i64,
    funcs: &FxHashMap<String, Op>,
) -> Vec<(String, Vec<String>)> {
    let tables: FxHashMap<&str, Op> = m
        .top_ops(OpKind::Global)
        .filter(|&g| m.flag(g, "constant"))
        .filter_map(|g| Some((m.attr_str(g, "sym").filter(|s| s.starts_with(DESCRIPTOR))?, g)))
        .collect();
    let entry = |g: Op, at: i64| {
        let all = m.attr(g, "relocs").map(Attr::items).unwrap_or_default();
        all.iter().find_map(|e| match e.items() {
            [place, name] if place.as_int() == Some(at) => name.as_str(),
            _ => None,
        })
    };
    let root = format!("{DESCRIPTOR}{declared}");
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for g in m.top_ops(OpKind::Global) {
        let Some(own) = m.attr_str(g, "sym").filter(|s| tables.get(s) == Some(&g)) else { continue };
        let mut at = Some(own);
        while let Some(name) = at.filter(|&n| n != root) {
            at = tables.get(name).and_then(|&t| entry(t, std::mem::offset_of!(TypeDesc, parent) as i64));
        }
        let Some(name) = at.and_then(|_| entry(g, offset)) else { continue };
        let args = &m.operands(call)[1..];
        if !funcs.get(name).is_some_and(|&f| takes(m, args, &m.ops[call].results, f)) {
            continue;
        }
        match out.iter_mut().find(|c| c.0 == name) {
            Some(c) => c.1.push(own.to_string()),
            None => out.push((name.to_string(), vec![own.to_string()])),
        }
    }
    out
}
