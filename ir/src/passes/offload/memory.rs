//! Which variable an address belongs to: bases of views and refs, aliasing, symbolic equality.

use super::objects::hold_apart;
use crate::analysis::effects::{Access, Accesses, is_box_read, is_pure, own_reads, own_writes};
use crate::analysis::locals::environment_slot;
use crate::choices::DeclareAttr;
use crate::entity::{Op, Value};
use crate::module::{DEBUG, Module, ValueDef};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// The object that an address comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// A `mem.alloca`.
    Local(Op),
    /// A `mem.alloc` or `dev.alloc`.
    Heap(Op),
    /// A `mem.global`, with a byte offset.
    Global(String, i64),
    /// An argument of a procedure, kernel or region.
    Arg(Value),
    /// What the descriptor at this `ref<box>` describes.
    Box(Value),
    /// A constant string.
    Constant,
    /// Anything else.
    Unknown(Value),
}

/// A base and the value that stands for the whole variable: a `ref`, a `view`, or a `ref<box>`.
#[derive(Clone, Debug)]
pub struct Root {
    /// The object.
    pub base: Base,
    /// The whole variable.
    pub var: Value,
    /// No field, element or section was taken on the way: the address is that of the variable.
    pub whole: bool,
    /// Its Fortran name, where declared.
    pub name: Option<String>,
    /// It may overlap other variables: a target or pointer, equivalenced, or not declared.
    pub shared: bool,
}

/// True for `ref<box>`.
pub fn is_box_ref(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::Ref(b) if matches!(m.types.kind(*b), TypeKind::Box { .. }))
}

/// True for types that an SSA scalar of a kernel may have.
pub fn is_scalar(m: &Module, t: Type) -> bool {
    matches!(
        m.types.kind(t),
        TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Logical(_)
    )
}

/// True for a view type.
pub fn is_view(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::View { .. })
}

/// True for the pointee types of ordinary scalar variables (numbers, logicals, not characters).
pub fn is_scalar_ref(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::Ref(e) if is_scalar(m, *e))
}

/// Whether this is the place of an object of type `c_ptr`, or of what is in it.
pub fn holds_c_address(m: &Module, mut place: Value) -> bool {
    let holds = |v: Value| matches!(m.types.kind(m.types.elem(m.ty(v))), TypeKind::Derived(name) if name == "iso_c_binding.c_ptr");
    while !holds(place) {
        match m.def(place).filter(|&o| matches!(m.kind(o), OpKind::CastRef | OpKind::PtrAdd)) {
            Some(op) => place = m.operand(op, 0),
            None => return false,
        }
    }
    true
}

/// A cast of the place of an object to that of an object of another type.
fn is_part_of_object(m: &Module, cast: Op) -> bool {
    let object = |v: Value| match m.types.kind(m.ty(v)) {
        TypeKind::Ref(e) => Some(*e).filter(|e| matches!(m.types.kind(*e), TypeKind::Derived(_))),
        _ => None,
    };
    matches!((object(m.operand(cast, 0)), object(m.result(cast))), (Some(a), Some(b)) if a != b)
}

/// The variable that the address, view or string `v` lies in.
pub fn root_of(m: &Module, v: Value) -> Root {
    let mut at = v;
    let mut root = Root { base: Base::Constant, var: v, whole: true, name: None, shared: true };
    let mut frozen = false; // `var` is a made view; a plain address below it is not the variable
    let mut declared = false;
    let mut of_host = false;
    root.base = loop {
        let ty = m.ty(at);
        let op = m.def(at);
        let is_declare = op.is_some_and(|o| m.kind(o) == OpKind::Declare);
        if (is_declare || !declared) && (!frozen || is_view(m, ty)) {
            root.var = at;
        }
        let Some(op) = op else { break Base::Arg(at) };
        match m.kind(op) {
            OpKind::Declare => {
                if !frozen || is_view(m, ty) {
                    declared = true;
                    note_declare(m, op, &mut root);
                }
                of_host |= m.has_choice(op, DeclareAttr::Host);
                at = m.operand(op, 0);
            }
            // The parent of an object: a dummy argument of that type stands for a part of the variable.
            OpKind::CastRef if is_part_of_object(m, op) => {
                root.whole = false;
                frozen = false;
                declared = false;
                root.name = None;
                at = m.operand(op, 0);
            }
            OpKind::ViewCast | OpKind::CastRef => at = m.operand(op, 0),
            // A variable that shares its object with others: COMMON, EQUIVALENCE.
            OpKind::PtrAdd if frozen || declared => {
                root.whole = false;
                at = m.operand(op, 0);
            }
            OpKind::ViewSection
            | OpKind::ViewElem
            | OpKind::ViewField
            | OpKind::ViewPermute
            | OpKind::Field
            | OpKind::ViewAddr
            | OpKind::PtrAdd
            | OpKind::ChrSubstr
            | OpKind::ChrAddr => {
                root.whole &= matches!(m.kind(op), OpKind::ViewAddr | OpKind::ChrAddr | OpKind::ViewPermute);
                frozen = false;
                declared = false;
                root.name = None;
                at = m.operand(op, 0);
            }
            OpKind::ViewMake | OpKind::ChrRef | OpKind::ChrMake => {
                frozen = true;
                at = m.operand(op, 0);
            }
            // A loaded string refers to the object's own bytes.
            OpKind::Load if matches!(m.types.kind(ty), TypeKind::Char(..)) => at = m.operand(op, 0),
            OpKind::BoxView | OpKind::BoxRef | OpKind::BoxAddr => {
                let b = m.operand(op, 0);
                let mut descriptor = b;
                while let Some(d) = m.def_of(descriptor, OpKind::Declare) {
                    note_declare(m, d, &mut root);
                    descriptor = m.operand(d, 0);
                }
                if let Some(make) = m.def_of(descriptor, OpKind::BoxMake) {
                    at = m.operand(make, 0);
                    frozen = false;
                    declared = false;
                    continue;
                }
                root.var = b;
                break Base::Box(descriptor);
            }
            OpKind::Alloca => {
                root.name = root.name.or_else(|| op_name(m, op));
                break Base::Local(op);
            }
            OpKind::Alloc | OpKind::DevAlloc | OpKind::DevGather | OpKind::DevGatherTable => {
                root.name = root.name.or_else(|| op_name(m, op));
                break Base::Heap(op);
            }
            OpKind::AddrOf => {
                let sym = m.attr_str(op, "sym").unwrap_or("").to_string();
                break Base::Global(sym, m.attr_int(op, "offset").unwrap_or(0));
            }
            // A string that is a value lies in no variable.
            OpKind::ChrConst | OpKind::ChrFromCode | OpKind::ChrConcat | OpKind::ChrCast => break Base::Constant,
            // A scalar of the host procedure: its address is in the frame that was passed, like an argument.
            // Where the procedure itself makes the frame it is one of its variables.
            OpKind::Load
                if of_host && declared && m.ty(at) == Type::PTR && environment_slot(m, m.operand(op, 0)).is_none() =>
            {
                break Base::Arg(at);
            }
            _ => break Base::Unknown(at),
        }
    };
    root
}

/// What a declaration says about the variable.
fn note_declare(m: &Module, op: Op, root: &mut Root) {
    if root.name.is_none() {
        root.name = m.attr_str(op, "name").map(str::to_string);
    }
    root.shared = m.choices(op).any(DeclareAttr::is_shared);
}

/// The root of a variable that a directive lists; a `ref<box>` stands for what it describes.
pub fn variable_root(m: &Module, v: Value) -> Root {
    if !is_box_ref(m, m.ty(v)) {
        return root_of(m, v);
    }
    let mut root = Root { base: Base::Box(v), var: v, whole: true, name: None, shared: true };
    let mut b = v;
    while let Some(d) = m.def_of(b, OpKind::Declare) {
        note_declare(m, d, &mut root);
        b = m.operand(d, 0);
    }
    if let Some(make) = m.def_of(b, OpKind::BoxMake) {
        // Made for the directive: it tells the dynamic type of the object.
        return Root { var: v, ..root_of(m, m.operand(make, 0)) };
    }
    root.base = Base::Box(b);
    root
}

fn op_name(m: &Module, op: Op) -> Option<String> {
    m.attr_str(op, "name").map(str::to_string)
}

/// The two values are equal for certain: the same value, equal constants, or the same pure
/// expression (descriptor reads count as pure: a target region does not change descriptors).
pub fn same_value(m: &Module, a: Value, b: Value) -> bool {
    same(m, a, b, 12)
}

fn same(m: &Module, a: Value, b: Value, depth: u32) -> bool {
    if a == b {
        return true;
    }
    if depth == 0 || m.ty(a) != m.ty(b) {
        return false;
    }
    let (x, y) = (strip(m, a), strip(m, b));
    if x == y {
        return true;
    }
    let (Some(p), Some(q)) = (m.def(x), m.def(y)) else { return false };
    if m.kind(p) != m.kind(q) {
        return false;
    }
    let pure = is_pure(m, p) || is_box_read(m.kind(p));
    if !pure || !m.ops[p].regions.is_empty() || !same_attrs(m, p, q) {
        return false;
    }
    let (ValueDef::Result(_, i), ValueDef::Result(_, j)) = (m.values[x].def, m.values[y].def) else { return false };
    i == j
        && m.operands(p).len() == m.operands(q).len()
        && m.operands(p).iter().zip(m.operands(q)).all(|(&u, &v)| same(m, u, v, depth - 1))
}

fn same_attrs(m: &Module, p: Op, q: Op) -> bool {
    let skip = |k: &str| matches!(k, "name" | "lbounds" | "attrs" | DEBUG);
    let a = &m.ops[p].attrs;
    let b = &m.ops[q].attrs;
    a.iter().filter(|(k, _)| !skip(k)).all(|(k, v)| m.attr(q, k) == Some(v))
        && b.iter().filter(|(k, _)| !skip(k)).all(|(k, _)| m.attr(p, k).is_some())
}

/// Looks through declarations and through the extent of a view that was made from it.
pub fn strip(m: &Module, mut v: Value) -> Value {
    loop {
        let Some(op) = m.def(v) else { return v };
        match m.kind(op) {
            OpKind::Declare | OpKind::BoxGuard => v = m.operand(op, 0),
            OpKind::ViewExtent => {
                let mut view = m.operand(op, 0);
                let dim = m.attr_int(op, "dim").unwrap_or(0) as usize;
                let found = loop {
                    let Some(d) = m.def(view) else { break None };
                    match m.kind(d) {
                        OpKind::Declare | OpKind::ViewCast => view = m.operand(d, 0),
                        OpKind::ViewMake => break m.group(d, "extents").get(dim).copied(),
                        _ => break None,
                    }
                };
                match found {
                    Some(e) => v = e,
                    None => return v,
                }
            }
            _ => return v,
        }
    }
}

/// Both are the same variable for certain.
pub fn same_base(m: &Module, a: &Base, b: &Base) -> bool {
    match (a, b) {
        (Base::Box(x), Base::Box(y)) => same_value(m, *x, *y),
        (Base::Unknown(x), Base::Unknown(y)) => x == y,
        (Base::Arg(x), Base::Arg(y)) => x == y || same_cell(m, *x, *y),
        _ => a == b,
    }
}

/// Two addresses of variables of the host procedure that were read from one place of its frame.
fn same_cell(m: &Module, a: Value, b: Value) -> bool {
    match (m.def_of(a, OpKind::Load), m.def_of(b, OpKind::Load)) {
        (Some(p), Some(q)) => same_value(m, m.operand(p, 0), m.operand(q, 0)),
        _ => false,
    }
}

/// The two variables may share bytes.
pub fn may_alias(m: &Module, a: &Root, b: &Root) -> bool {
    if same_base(m, &a.base, &b.base) {
        return true;
    }
    match (&a.base, &b.base) {
        (Base::Constant, _) | (_, Base::Constant) => false,
        // Temporaries are reached through nothing else.
        (Base::Heap(_), _) | (_, Base::Heap(_)) => false,
        // A pointer may be associated with a local variable that is a target, but an array
        // pointer not with a scalar.
        (Base::Local(l), Base::Box(b)) | (Base::Box(b), Base::Local(l)) if is_scalar_ref(m, m.ty(m.result(*l))) => {
            let rank = match m.types.kind(m.ty(*b)) {
                TypeKind::Ref(t) => m.types.rank(*t),
                _ => 0,
            };
            rank == 0
        }
        (Base::Local(_), Base::Local(_) | Base::Global(..) | Base::Arg(_)) => false,
        (Base::Global(..) | Base::Arg(_), Base::Local(_)) => false,
        (Base::Unknown(_), _) | (_, Base::Unknown(_)) => true,
        (Base::Box(x), Base::Box(y)) if hold_apart(m, *x, *y) => false,
        // Fortran: what overlaps is a target, a pointer or equivalenced.
        _ => a.shared && b.shared,
    }
}

/// What an op does to memory: bases it reads and writes (its regions not included).
#[derive(Default, Clone, Debug)]
pub struct Effects {
    /// Read.
    pub reads: Vec<Root>,
    /// Written.
    pub writes: Vec<Root>,
}

/// Reads and writes of one op, without its regions. Descriptors do not change in a region, and what calls do is not
/// here.
pub fn effects(m: &Module, op: Op) -> Effects {
    let roots = |list: Accesses| {
        list.into_iter()
            .filter_map(|a| match a {
                Access::Data(v) => Some(root_of(m, v)),
                Access::Desc(_)
                | Access::Pointee(_)
                | Access::Object(_)
                | Access::Described(_)
                | Access::Static(_)
                | Access::All => None,
            })
            .collect()
    };
    if m.kind(op) == OpKind::Free {
        return Effects::default();
    }
    Effects { reads: roots(own_reads(m, op)), writes: roots(own_writes(m, op)) }
}

/// Reads and writes of an op and everything inside it.
pub fn effects_deep(m: &Module, op: Op) -> Effects {
    let mut all = effects(m, op);
    for &r in &m.ops[op].regions {
        for inner in m.walk(r) {
            let e = effects(m, inner);
            all.reads.extend(e.reads);
            all.writes.extend(e.writes);
        }
    }
    all
}
