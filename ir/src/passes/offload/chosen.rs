//! Strings and objects that a condition chooses. A select of those is one of two addresses, which kernels do not have:
//! what uses it is done for both, under the condition.

use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::TypeKind;

/// Takes the selects of strings and objects out of the copy of a target region for devices.
pub(super) fn run(m: &mut Module, body: Region) {
    let is_select = |m: &Module, o: Op| m.kind(o) == OpKind::Select && is_address(m, o);
    // Selects whose string something else needs: `workdistribute` says that there is no such memory.
    let mut kept: Vec<Op> = Vec::new();
    loop {
        // A select that another one uses comes after that one.
        let next = m
            .walk(body)
            .into_iter()
            .find(|&o| is_select(m, o) && !kept.contains(&o) && m.users(m.result(o)).iter().all(|&u| !is_select(m, u)));
        let Some(select) = next else { return };
        match m.uses(m.result(select)).first() {
            None => m.detach(select),
            Some(&(user, at)) if both(m, select, user, at) => {}
            Some(_) => kept.push(select),
        }
    }
}

/// Whether the result is a string, or a reference to one of two places that are there for sure.
fn is_address(m: &Module, o: Op) -> bool {
    let there = |v: Value| {
        m.def(v)
            .is_some_and(|d| matches!(m.kind(d), OpKind::ViewElem | OpKind::Field | OpKind::Alloca | OpKind::Select))
    };
    match *m.tk(m.result(o)) {
        TypeKind::Char(..) => true,
        TypeKind::Ref(e) => {
            matches!(m.types.kind(e), TypeKind::Char(..)) || m.operands(o)[1..].iter().all(|&v| there(v))
        }
        _ => false,
    }
}

/// Does `user` for both strings. False where it is something that this cannot be done for.
fn both(m: &mut Module, select: Op, user: Op, at: usize) -> bool {
    let (cond, values) = (m.operand(select, 0), [m.operand(select, 1), m.operand(select, 2)]);
    let pure = matches!(
        m.kind(user),
        OpKind::ChrCmp
            | OpKind::ChrLen
            | OpKind::ChrCode
            | OpKind::ChrSubstr
            | OpKind::ChrCast
            | OpKind::ChrConcat
            | OpKind::Load
            | OpKind::Field
    );
    if !pure && !matches!(m.kind(user), OpKind::ChrAssign | OpKind::CopyObject) {
        return false;
    }
    let copy = |m: &mut Module, v: Value| {
        let c = m.clone_op(user, &mut Default::default());
        m.set_operand(c, at, v);
        c
    };
    let copies = values.map(|v| copy(m, v));
    if pure {
        let ty = m.ty(m.result(user));
        let mut b = Builder::before(m, user);
        copies.iter().for_each(|&c| b.insert(c));
        let results = copies.map(|c| b.m.result(c));
        let v = b.op(OpKind::Select).arg(cond).args(&results).result(ty).value();
        let old = m.result(user);
        let (scope, _) = m.position(user);
        m.replace_uses(scope, old, v);
    } else {
        let regions = copies.map(|c| {
            let r = m.new_region(&[]);
            m.insert(r, 0, c);
            r
        });
        let mut b = Builder::before(m, user);
        b.op(OpKind::If).arg(cond).region(regions[0]).region(regions[1]).build();
    }
    m.detach(user);
    true
}
