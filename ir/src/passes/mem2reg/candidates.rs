//! Which variables become values, and which ops touch them.

use super::Var;
use crate::analysis::effects::is_volatile_access;
use crate::choices::{BoxAttribute, DeclareAttr};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{OpKind, Traits};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// The variables of a procedure that become values.
pub(super) struct Candidates {
    /// Types of their values, by their numbers.
    pub types: Vec<Type>,
    /// Their storage, and other names of it.
    refs: FxHashMap<Value, Var>,
}

impl Candidates {
    /// Those of a procedure.
    pub fn find(m: &Module, body: Region) -> Candidates {
        let mut found = Candidates { types: Vec::new(), refs: FxHashMap::default() };
        for op in m.walk(body) {
            match m.kind(op) {
                OpKind::Alloca => {
                    let storage = m.result(op);
                    let value = scalar(m, storage).or_else(|| pointer(m, storage));
                    if let Some(ty) = value.filter(|&ty| stays(m, op, ty)) {
                        found.refs.insert(storage, found.types.len() as Var);
                        found.types.push(ty);
                    }
                }
                OpKind::Declare => {
                    if let Some(&var) = found.refs.get(&m.operand(op, 0)) {
                        found.refs.insert(m.result(op), var);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The variable that a reference refers to.
    pub fn var(&self, r: Value) -> Option<Var> {
        self.refs.get(&r).copied()
    }

    /// True for ops that make, name, read or store to one of the variables.
    pub fn touches(&self, m: &Module, op: Op) -> bool {
        match m.kind(op) {
            OpKind::Alloca => self.refs.contains_key(&m.result(op)),
            OpKind::Store => self.refs.contains_key(&m.operand(op, 1)),
            OpKind::Load
            | OpKind::Declare
            | OpKind::BoxInit
            | OpKind::BoxNullify
            | OpKind::BoxSet
            | OpKind::BoxRef
            | OpKind::BoxAddr
            | OpKind::BoxAllocate
            | OpKind::BoxDeallocate
            | OpKind::BoxAllocated => self.refs.contains_key(&m.operand(op, 0)),
            _ => false,
        }
    }

    /// The variable that an op stores to.
    pub fn stored_by(&self, m: &Module, op: Op) -> Option<Var> {
        match m.kind(op) {
            OpKind::Store => self.var(m.operand(op, 1)),
            OpKind::BoxInit | OpKind::BoxNullify | OpKind::BoxSet | OpKind::BoxAllocate | OpKind::BoxDeallocate => {
                self.var(m.operand(op, 0))
            }
            _ => None,
        }
    }
}

/// The type of the value of a scalar.
fn scalar(m: &Module, r: Value) -> Option<Type> {
    let TypeKind::Ref(e) = m.tk(r) else { return None };
    match m.types.kind(*e) {
        TypeKind::Int(_)
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Logical(_)
        | TypeKind::Bool
        | TypeKind::Ptr => Some(*e),
        TypeKind::Ref(to) => (!matches!(m.types.kind(*to), TypeKind::Char(..))).then_some(*e),
        TypeKind::Char(..)
        | TypeKind::Derived(_)
        | TypeKind::Box { .. }
        | TypeKind::View { .. }
        | TypeKind::Array { .. }
        | TypeKind::Vec { .. }
        | TypeKind::Map
        | TypeKind::Bounds => None,
    }
}

/// The address in place of a descriptor of a scalar.
fn pointer(m: &Module, r: Value) -> Option<Type> {
    let TypeKind::Ref(b) = m.tk(r) else { return None };
    let TypeKind::Box { rank: 0, elem } = m.types.kind(*b) else { return None };
    (!matches!(m.types.kind(*elem), TypeKind::Char(..))).then_some(Type::PTR)
}

/// True for the descriptor of a POINTER variable, which may be allocated whatever it refers to.
fn is_pointer(m: &Module, alloca: Op) -> bool {
    let users = m.users(m.result(alloca));
    let mut inits = users.into_iter().filter(|&u| m.kind(u) == OpKind::BoxInit).peekable();
    inits.peek().is_some() && inits.all(|u| m.choice_opt(u) == Some(BoxAttribute::Pointer))
}

/// How many bytes an ALLOCATE through the descriptor of a scalar asks for, and whether there will be descriptors in them.
pub(super) fn allocated(m: &Module, allocate: Op) -> Option<(i64, bool)> {
    let TypeKind::Box { rank: 0, elem } = m.types.kind(m.types.elem(m.ty(m.operand(allocate, 0)))) else { return None };
    match m.types.kind(*elem) {
        TypeKind::Derived(name) => {
            let layout = m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name))?;
            Some((m.attr_int(layout, "size")?, m.has_descriptors(layout)))
        }
        _ => Some((i64::try_from(m.types.size_of(*elem)?).ok()?, false)),
    }
}

/// True where nothing but plain accesses of this type use the storage, in regions that run as part of the procedure.
fn stays(m: &Module, alloca: Op, ty: Type) -> bool {
    if m.flag(alloca, "kept") {
        return false;
    }
    let descriptor = pointer(m, m.result(alloca)).is_some();
    let mut work = vec![m.result(alloca)];
    while let Some(r) = work.pop() {
        for (op, i) in m.uses(r) {
            let stores = match m.kind(op) {
                OpKind::Declare if !m.has_choice(op, DeclareAttr::Volatile) => {
                    work.push(m.result(op));
                    false
                }
                OpKind::Load if !descriptor => {
                    if is_volatile_access(m, op) || m.ty(m.result(op)) != ty {
                        return false;
                    }
                    false
                }
                OpKind::Store if !descriptor => {
                    let plain = i == 1 && !is_volatile_access(m, op);
                    if !plain || m.ty(m.operand(op, 0)) != ty {
                        return false;
                    }
                    true
                }
                // Its regions use it: their accesses are looked at by themselves.
                OpKind::LibMatmul if i >= m.group_range(op, "captures").start => false,
                OpKind::BoxRef | OpKind::BoxAddr | OpKind::BoxAllocated if descriptor => false,
                OpKind::BoxInit | OpKind::BoxNullify | OpKind::BoxDeallocate if descriptor => true,
                OpKind::BoxAllocate if descriptor => {
                    let plain = m.operands(op).len() == 1 && allocated(m, op).is_some();
                    if !plain || !is_pointer(m, alloca) {
                        return false;
                    }
                    true
                }
                // Of a scalar, without bounds; its own address is no target.
                OpKind::BoxSet if descriptor => {
                    if i != 0 || m.operands(op).len() != 2 || m.operand(op, 1) == r {
                        return false;
                    }
                    true
                }
                _ => return false,
            };
            if !within(m, op, alloca, stores) {
                return false;
            }
        }
    }
    true
}

/// True where control between the storage and its use is structured, so that loops and choices can carry the value.
fn within(m: &Module, user: Op, alloca: Op, stores: bool) -> bool {
    let home = m.ops[alloca].parent;
    let mut at = user;
    while m.ops[at].parent != home {
        let Some(around) = m.parent_op(at) else { return false };
        let fits = match m.kind(around) {
            OpKind::If | OpKind::SelectCase | OpKind::Block | OpKind::For | OpKind::While => true,
            // Their iterations have no order in which they could hand a value on.
            OpKind::Parallel | OpKind::Reduce | OpKind::LibMatmul => !stores,
            _ => false,
        };
        if !fits {
            return false;
        }
        debug_assert!(!m.has(around, Traits::ISOLATED));
        at = around;
    }
    true
}
