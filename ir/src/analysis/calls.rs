//! What calls read and write: the attributes `reads` and `writes` that [`super::summaries`] finds, and functions of the
//! runtime that touch nothing but what their arguments lead to.

use super::alias::{Entity, made_descriptor};
use super::effects::{Access, Accesses, may_hold_elem};
use crate::entity::{Op, Value};
use crate::module::{Attr, Key, Module};
use crate::ops::{OpKind, Traits};
use crate::types::TypeKind;

/// Tables of addresses in tables of addresses are followed so far.
const MAX_TABLES: u8 = 3;

/// One of the two lists of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum List {
    /// What it reads.
    Reads,
    /// What it writes.
    Writes,
}

impl List {
    /// The key of the attribute.
    pub const fn key(self) -> Key {
        match self {
            List::Reads => "reads",
            List::Writes => "writes",
        }
    }
}

/// An entry of a list of a call, about a variable of static storage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Listed {
    call: Op,
    list: List,
    at: u32,
}

impl Listed {
    /// The variable, and whether what descriptors and addresses in it lead to is meant.
    pub fn symbol(self, m: &Module) -> (&str, bool) {
        let list = m.attr(self.call, self.list.key()).map(Attr::items).unwrap_or_default();
        let (base, inner) = list.get(self.at as usize).map_or((&Attr::Unit, false), base);
        (base.as_str().unwrap_or_default(), inner)
    }
    pub(super) fn entity(self, m: &Module) -> Entity {
        let (sym, described) = self.symbol(m);
        Entity::of_static(sym, described)
    }
}

/// What an entry is about, and whether it is about what that leads to.
fn base(entry: &Attr) -> (&Attr, bool) {
    match entry.items() {
        [inner] => (inner, true),
        _ => (entry, false),
    }
}

/// True where the lists of a call are about operands that it has, and what it writes is behind addresses. What is read of
/// a scalar by value is nothing.
pub fn names_operands(m: &Module, call: Op) -> bool {
    [List::Reads, List::Writes].into_iter().all(|list| {
        m.attr(call, list.key()).map(Attr::items).unwrap_or_default().iter().all(|entry| {
            let Some(i) = base(entry).0.as_int() else { return true };
            let operand = m.operands(call).get(i as usize);
            operand.is_some_and(|&v| list == List::Reads || is_address(m, v))
        })
    })
}

/// Takes an operand that is an address no longer off the list of what a call writes: what the procedure stored there was in code that is gone.
pub fn forget_writes(m: &mut Module, call: Op, operand: usize) {
    let Some(entries) = m.attr(call, List::Writes.key()) else { return };
    let about = |entry: &&Attr| base(entry).0.as_int() != Some(operand as i64);
    let rest: Vec<Attr> = entries.items().iter().filter(about).cloned().collect();
    m.set_attr(call, List::Writes.key(), Attr::List(rest));
}

/// What is known of an op's reads or writes because it is a call; none where that is nothing.
pub fn said(m: &Module, op: Op, list: List) -> Option<Accesses> {
    if m.kind(op) != OpKind::Call {
        return None;
    }
    let mut out = Accesses::new();
    if let Some(entries) = m.attr(op, list.key()) {
        for (at, entry) in entries.items().iter().enumerate() {
            match base(entry) {
                (Attr::Int(i), inner) => reach(m, *m.operands(op).get(*i as usize)?, inner, &mut out),
                _ => out.push(Access::Static(Listed { call: op, list, at: at as u32 })),
            }
        }
        return Some(out);
    }
    if m.runtime_fn(op)?.touches_arguments_only() {
        for &v in m.operands(op) {
            reach(m, v, false, &mut out);
            if is_address(m, v) && may_hold(m, v) {
                reach(m, v, true, &mut out);
            }
        }
        return Some(out);
    }
    None
}

/// The accesses of a procedure that is given an address; `inner`: of what descriptors and addresses there lead to.
pub(super) fn reach(m: &Module, v: Value, inner: bool, out: &mut Accesses) {
    reach_from(m, v, inner, MAX_TABLES, out);
}

fn reach_from(m: &Module, v: Value, inner: bool, tables: u8, out: &mut Accesses) {
    let mut add = |a: Access| {
        if !out.contains(&a) {
            out.push(a);
        }
    };
    if !is_address(m, v) {
        // A scalar by value.
        return;
    }
    match (made_descriptor(m, v), inner) {
        // Nobody else knows a descriptor that was made for the call.
        (Some(_), false) => {}
        (Some(d), true) => add(Access::Object(m.operand(d, 0))),
        (None, false) if matches!(m.tk(v), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. })) => {
            add(Access::Desc(v));
        }
        (None, false) => add(Access::Object(v)),
        (None, true) => match environment(m, v) {
            Some(_) if tables == 0 => add(Access::All),
            Some(addresses) => {
                for a in addresses {
                    reach_from(m, a, false, tables - 1, out);
                    if may_hold(m, a) {
                        reach_from(m, a, true, tables - 1, out);
                    }
                }
            }
            None => add(Access::Described(v)),
        },
    }
}

pub(super) fn is_address(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Ptr | TypeKind::Char(..))
}

/// True where the object behind an address may contain descriptors or addresses.
pub(super) fn may_hold(m: &Module, mut v: Value) -> bool {
    loop {
        if !matches!(m.tk(v), TypeKind::Ptr) && may_hold_elem(m, m.types.elem(m.ty(v))) {
            return true;
        }
        match m.def(v).filter(|&d| m.has(d, Traits::ADDRESS)) {
            // From here on it is a part of something larger.
            Some(d)
                if matches!(m.kind(d), OpKind::Field | OpKind::ViewField | OpKind::ViewElem | OpKind::ViewSection) =>
            {
                return false;
            }
            Some(d) => v = m.operand(d, 0),
            None => return matches!(m.tk(v), TypeKind::Ptr),
        }
    }
}

/// The addresses in a table of them on the frame, as internal procedures get it, of which nothing else is known than what
/// is stored there.
fn environment(m: &Module, v: Value) -> Option<Vec<Value>> {
    let mut table = v;
    while let Some(d) = m.def_of(table, OpKind::CastRef) {
        table = m.operand(d, 0);
    }
    m.def_of(table, OpKind::Alloca).filter(|_| matches!(m.tk(table), TypeKind::Ptr))?;
    let mut out = Vec::new();
    let mut work = vec![table];
    while let Some(r) = work.pop() {
        for (op, i) in m.uses(r) {
            match m.kind(op) {
                OpKind::CastRef | OpKind::PtrAdd => work.push(m.result(op)),
                OpKind::Load | OpKind::Call => {}
                OpKind::Store if i == 1 => {
                    let stored = m.operand(op, 0);
                    if is_address(m, stored) {
                        out.push(stored);
                    }
                }
                _ => return None,
            }
        }
    }
    Some(out)
}
