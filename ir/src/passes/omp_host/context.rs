//! Outlining: a region becomes an internal function whose first argument is the address of a context,
//! an array of 8-byte words that holds what the region uses from outside.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::offload::memory::is_scalar;
use crate::types::{Type, TypeKind};
use ferrotran_abi::RuntimeFn;
use rustc_hash::{FxHashMap, FxHashSet};

/// Link names in use.
pub struct Names(FxHashSet<String>);

impl Names {
    /// Those of a module.
    pub fn new(m: &Module) -> Names {
        Names(m.regions[m.top].ops.iter().filter_map(|&o| m.attr_str(o, "sym").map(str::to_string)).collect())
    }
    /// A new name that begins with that of the function.
    pub fn fresh(&mut self, m: &Module, func: Op, what: &str) -> String {
        let base = m.attr_str(func, "sym").unwrap_or("f").split("..").next().unwrap_or("f").to_string();
        let mut n = 1;
        loop {
            let s = format!("{base}..{what}{n}");
            if self.0.insert(s.clone()) {
                return s;
            }
            n += 1;
        }
    }
}

/// What an outlined function is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A part of a loop that is spread over threads.
    Loop,
    /// A parallel or teams region, which is over when the thread that met it goes on.
    Region,
    /// A task, which may run later: the runtime copies its context.
    Task,
}

/// A function in the making.
pub struct Outlined {
    /// The `func.func`.
    pub func: Op,
    /// Its body.
    pub body: Region,
    /// Outside values -> values in the body.
    pub map: FxHashMap<Value, Value>,
    /// Arguments after the context.
    pub args: Vec<Value>,
    /// Address of the function and of the context, before the op.
    pub address: Value,
    /// See `address`.
    pub context: Value,
    /// Words of the context (i64).
    pub words: Value,
}

/// Ops that are repeated in the function rather than captured.
fn repeated(k: OpKind) -> bool {
    matches!(k, OpKind::Const | OpKind::ChrConst | OpKind::AddrOf | OpKind::FuncAddr | OpKind::NullPtr)
}

/// Makes the function `sym` with a context of `captures` (and what they are made of), filled before `op`.
/// The body has the captured values but no code of the region yet.
/// In regions and tasks threadprivate variables are those of the thread that runs them.
pub fn outline(m: &mut Module, op: Op, sym: &str, extra: &[Type], captures: &[Value], kind: Kind) -> Outlined {
    let own_copies = kind != Kind::Loop;
    let loc = m.ops[op].loc;
    let mut types = vec![Type::PTR];
    types.extend_from_slice(extra);
    let body = m.new_region(&types);
    let args = m.args(body)[1..].to_vec();
    let ctx_arg = m.args(body)[0];

    let mut map = FxHashMap::default();
    let mut words: Vec<Value> = Vec::new(); // stored before the op, one or two words each
    let mut offset = 0i64;
    let mut stores: Vec<(Value, i64)> = Vec::new();
    // Addresses in threadprivate variables are computed again.
    let private = threadprivates(m);
    let mut list = captures.to_vec();
    let mut again: Vec<Value> = Vec::new();
    let mut next = 0;
    while next < list.len() {
        let v = list[next];
        next += 1;
        if own_copies && in_threadprivate(m, v, &private) {
            again.push(v);
            let mut at = Some(v);
            while let Some(d) = at.and_then(|v| m.def(v)) {
                list.extend(m.operands(d).iter().copied().filter(|&o| !in_threadprivate(m, o, &private)));
                at = m.operands(d).first().copied();
            }
        }
    }
    for &v in &list {
        if map.contains_key(&v) || again.contains(&v) {
            continue;
        }
        if let Some(d) = m.def(v)
            && repeated(m.kind(d))
            && (own_copies || !in_threadprivate(m, v, &private))
        {
            let c = m.clone_op(d, &mut FxHashMap::default());
            let end = m.regions[body].ops.len();
            m.insert(body, end, c);
            map.insert(v, m.result(c));
            continue;
        }
        let parts = split(m, op, v);
        let mut inner = Vec::new();
        for &p in &parts {
            stores.push((p, offset));
            words.push(p);
            let ty = m.ty(p);
            inner.push(load_word(m, body, loc, ctx_arg, offset, ty));
            offset += m.types.size_of(ty).map_or(8, |s| s.div_ceil(8) as i64 * 8);
        }
        let whole = join(m, body, loc, v, &inner);
        map.insert(v, whole);
    }
    for v in again {
        repeat(m, body, v, &mut map);
    }
    keep_variables(m, op, body, &list, &map);

    // The context, in this activation's storage.
    let n = (offset / 8).max(1);
    let vt = m.types.view(vec![Some(n)], Type::I64, true);
    let mut b = Builder::before(m, op);
    let words = b.int(n, Type::I64);
    let ctx = b.op(OpKind::Alloca).attr("name", Attr::str("context")).result(vt).value();
    for (v, at) in stores {
        let i = b.index(at / 8);
        let e = b.elem(ctx, &[i]);
        let ty = b.m.ty(v);
        let rt = b.m.types.reference(ty);
        let e = b.op(OpKind::CastRef).arg(e).result(rt).value();
        b.store(v, e);
    }
    let context = b.op(OpKind::ViewAddr).arg(ctx).result(Type::PTR).value();
    let address = b.op(OpKind::FuncAddr).attr("callee", Attr::Sym(sym.into())).result(Type::PTR).value();

    let top = m.top;
    let mut b = Builder::at_end(m, top);
    b.loc = loc;
    let func = b.op(OpKind::Func).attr("sym", Attr::Sym(sym.into())).attr("internal", Attr::Unit).region(body).build();
    Outlined { func, body, map, args, address, context, words }
}

/// What an address comes from, without a distance.
fn origin(m: &Module, mut v: Value) -> Value {
    while let Some(d) = m.def(v)
        && matches!(
            m.kind(d),
            OpKind::Declare | OpKind::CastRef | OpKind::ViewMake | OpKind::ViewCast | OpKind::ViewAddr
        )
    {
        v = m.operand(d, 0);
    }
    v
}

/// Where variables stay in memory for debuggers (`kept`), the function has the addresses of those that it captures.
fn keep_variables(m: &mut Module, op: Op, body: Region, captures: &[Value], map: &FxHashMap<Value, Value>) {
    if m.top_ops(OpKind::DebugVariable).next().is_none() {
        return;
    }
    let mut func = op;
    while let Some(p) = m.parent_op(func) {
        func = p;
    }
    let mut known: FxHashMap<Value, i64> = FxHashMap::default();
    for o in m.walk(m.region(func, 0)) {
        let Some([Attr::Int(id), Attr::Int(part)]) = m.attr(o, "debug").map(Attr::items) else { continue };
        if m.kind(o) != OpKind::Alloca || !m.flag(o, "kept") {
            continue;
        }
        let cell = m.result(o);
        match part {
            0 => drop(known.insert(cell, *id)),
            1 => {
                let stores =
                    m.users(cell).into_iter().filter(|&u| m.kind(u) == OpKind::Store && m.operand(u, 1) == cell);
                known.extend(stores.map(|u| (origin(m, m.operand(u, 0)), *id)));
            }
            _ => {}
        }
    }
    let mut told = FxHashSet::default();
    for &v in captures {
        let (Some(&id), Some(&here)) = (known.get(&origin(m, v)), map.get(&v)) else { continue };
        let (address, elem) = match m.types.kind(m.ty(v)) {
            TypeKind::Ref(e) => (OpKind::CastRef, *e),
            TypeKind::View { elem, .. } => (OpKind::ViewAddr, *elem),
            _ => continue,
        };
        if matches!(m.types.kind(elem), TypeKind::Char(None, _)) || !told.insert(id) {
            continue;
        }
        let rt = m.types.reference(Type::PTR);
        let mut b = Builder::at_end(m, body);
        let p = b.op(address).arg(here).result(Type::PTR).value();
        let debug = Attr::ints(&[id, 1]);
        let cell = b.op(OpKind::Alloca).attr("debug", debug).attr("kept", Attr::Unit).result(rt).value();
        b.store(p, cell);
    }
}

/// Link names of the threadprivate variables.
fn threadprivates(m: &Module) -> FxHashSet<String> {
    m.top_ops(OpKind::Global)
        .filter(|&g| m.flag(g, "threadprivate"))
        .filter_map(|g| m.attr_str(g, "sym").map(str::to_string))
        .collect()
}

/// True for an address in a threadprivate variable, and for views of it.
fn in_threadprivate(m: &Module, v: Value, private: &FxHashSet<String>) -> bool {
    if private.is_empty() {
        return false;
    }
    let mut v = v;
    while let Some(d) = m.def(v) {
        if m.kind(d) == OpKind::AddrOf {
            return m.attr_str(d, "sym").is_some_and(|s| private.contains(s));
        }
        let address = matches!(m.types.kind(m.ty(v)), TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Ptr);
        match m.operands(d).first() {
            Some(&first) if address && m.has(d, Traits::ADDRESS) => v = first,
            _ => return false,
        }
    }
    false
}

/// Computes a value again in the function.
fn repeat(m: &mut Module, body: Region, v: Value, map: &mut FxHashMap<Value, Value>) {
    if map.contains_key(&v) {
        return;
    }
    let Some(d) = m.def(v) else { return };
    for o in m.operands(d).to_vec() {
        repeat(m, body, o, map);
    }
    let c = m.clone_op(d, map);
    let end = m.regions[body].ops.len();
    m.insert(body, end, c);
    map.insert(v, m.result(c));
}

/// Ends the function.
pub fn finish(m: &mut Module, body: Region, loc: Loc) {
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    b.op(OpKind::Return).build();
}

/// Word of a context at an offset, loaded at the end of a region.
pub fn load_word(m: &mut Module, body: Region, loc: Loc, ctx: Value, offset: i64, ty: Type) -> Value {
    let rt = m.types.reference(ty);
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    let at = if offset == 0 {
        ctx
    } else {
        let n = b.index(offset);
        b.op(OpKind::PtrAdd).arg(ctx).arg(n).result(Type::PTR).value()
    };
    let r = b.op(OpKind::CastRef).arg(at).result(rt).value();
    b.load(r)
}

/// The values that stand for `v` in the context, computed before `op`.
pub fn split(m: &mut Module, op: Op, v: Value) -> Vec<Value> {
    let ty = m.ty(v);
    let mut b = Builder::before(m, op);
    match b.m.types.kind(ty).clone() {
        TypeKind::Bool => vec![b.cast(v, Type::L8)],
        TypeKind::Ptr => vec![v],
        TypeKind::Char(None, _) => {
            let a = b.op(OpKind::ChrAddr).arg(v).result(Type::PTR).value();
            let n = b.op(OpKind::ChrLen).arg(v).result(Type::INDEX).value();
            vec![a, n]
        }
        TypeKind::Char(Some(_), _) => vec![b.op(OpKind::ChrAddr).arg(v).result(Type::PTR).value()],
        TypeKind::Ref(e) if matches!(b.m.types.kind(e), TypeKind::Char(None, _)) => {
            let a = b.op(OpKind::ChrAddr).arg(v).result(Type::PTR).value();
            let n = b.op(OpKind::ChrLen).arg(v).result(Type::INDEX).value();
            vec![a, n]
        }
        TypeKind::Ref(_) => vec![b.op(OpKind::CastRef).arg(v).result(Type::PTR).value()],
        TypeKind::View { shape, elem, contig } => {
            let mut out = vec![b.op(OpKind::ViewAddr).arg(v).result(Type::PTR).value()];
            for (d, e) in shape.iter().enumerate() {
                if e.is_none() {
                    out.push(b.extent(v, d));
                }
            }
            if !contig {
                for d in 0..shape.len() {
                    let dim = Attr::Int(d as i64);
                    out.push(b.op(OpKind::ViewStride).arg(v).attr("dim", dim).result(Type::INDEX).value());
                }
            }
            if matches!(b.m.types.kind(elem), TypeKind::Char(None, _)) {
                out.push(b.op(OpKind::ViewElemLen).arg(v).result(Type::INDEX).value());
            }
            out
        }
        _ => {
            debug_assert!(is_scalar(b.m, ty));
            vec![v]
        }
    }
}

/// The value again, from its parts.
pub fn join(m: &mut Module, body: Region, loc: Loc, v: Value, parts: &[Value]) -> Value {
    let ty = m.ty(v);
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    match b.m.types.kind(ty).clone() {
        TypeKind::Bool => b.cast(parts[0], Type::BOOL),
        TypeKind::Char(None, _) => b.op(OpKind::ChrMake).arg(parts[0]).arg(parts[1]).result(ty).value(),
        TypeKind::Char(Some(n), _) => {
            let n = b.index(n);
            b.op(OpKind::ChrMake).arg(parts[0]).arg(n).result(ty).value()
        }
        TypeKind::Ref(e) if matches!(b.m.types.kind(e), TypeKind::Char(None, _)) => {
            b.op(OpKind::ChrRef).arg(parts[0]).arg(parts[1]).result(ty).value()
        }
        TypeKind::Ref(_) => b.op(OpKind::CastRef).arg(parts[0]).result(ty).value(),
        TypeKind::View { shape, elem, contig } => {
            let mut next = parts[1..].iter().copied();
            let mut take = || next.next().expect("one part for every word");
            let mut extents = Vec::new();
            for e in &shape {
                extents.push(match e {
                    Some(n) => b.index(*n),
                    None => take(),
                });
            }
            let strides: Vec<Value> = if contig { Vec::new() } else { shape.iter().map(|_| take()).collect() };
            let len = matches!(b.m.types.kind(elem), TypeKind::Char(None, _)).then(take);
            b.op(OpKind::ViewMake).arg(parts[0]).args(&extents).args(&strides).opt(len).result(ty).value()
        }
        _ => parts[0],
    }
}

/// A call of a runtime function.
pub fn call(b: &mut Builder<'_>, f: RuntimeFn, args: &[Value], result: Option<Type>) -> Option<Value> {
    let op = b.runtime(f, args, result);
    b.m.ops[op].results.first().copied()
}
