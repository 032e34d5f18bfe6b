//! All that recursive procedures pass to each other becomes scalar.

use super::pooled;
use super::{Entry, Procedure, called, end_of};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, is_box_ref, is_scalar, is_scalar_ref, root_of};
use crate::passes::offload::pool::parcels::Bytes;
use crate::types::{Type, TypeKind};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// What an argument is in the loop of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The same in all calls: that argument of the first one.
    Same(usize),
    /// A scalar by value.
    Value,
    /// The variable that a reference names: by value, and back where it is changed.
    Copy { back: bool },
    /// Like [`Mode::Copy`], and whether there is such a variable.
    Maybe { back: bool },
    /// An address, by its distance from that argument of the first call, or from the pool, which stands behind the arguments.
    Far(usize),
    /// An array by descriptor: its distance, extents and strides.
    Array(usize),
}

/// What is known of where an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum From {
    Nothing,
    /// Always that argument of the first call.
    Entry(usize),
    Many,
}

/// The arguments of the first call in which an address may lie, or the pool.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Roots {
    of: BTreeSet<usize>,
    /// It may be another address.
    unknown: bool,
}

impl Roots {
    fn join(&mut self, other: &Roots) {
        self.of.extend(&other.of);
        self.unknown |= other.unknown;
    }
}

impl From {
    fn join(self, other: From) -> From {
        match (self, other) {
            (From::Nothing, x) | (x, From::Nothing) => x,
            (a, b) if a == b => a,
            _ => From::Many,
        }
    }
}

/// Makes scalars of all arguments and results, in the copies of the procedures and in their calls of each other. Gives what
/// the first call passes; none where an argument cannot be scalar.
pub fn scalars(m: &mut Module, call: Op, all: &[Procedure], pool: Value) -> Option<Entry> {
    let (modes, changed) = modes(m, call, all)?;
    let mut entry = enter(m, call, &modes[0])?;
    let mut b = Builder::before(m, call);
    let zero = b.index(0);
    let address = Bytes(pool).address(&mut b, zero);
    entry.push(Given { value: address, address: Some(address), view: None });
    let calls: Vec<(usize, Op, usize)> = (0..all.len())
        .flat_map(|i| {
            let ops = m.walk(m.region(all[i].func, 0));
            ops.into_iter().filter_map(|o| Some((i, o, called(m, o, all)?))).collect::<Vec<_>>()
        })
        .collect();
    for (from, o, to) in calls {
        let params = m.args(m.region(all[from].func, 0)).to_vec();
        let own: Vec<(Value, Mode)> = params.into_iter().zip(modes[from].iter().copied()).collect();
        rewrite_call(m, o, &modes[to], &own, &entry, pool)?;
    }
    let mut params = Vec::new();
    for (p, modes) in all.iter().zip(&modes) {
        params.push(rewrite_procedure(m, p, modes, &entry)?);
    }
    let out = first(m, call, &modes[0], &changed, &entry, pool)?;
    Some(Entry { params, ..out })
}

/// What the first call passes.
fn first(m: &mut Module, call: Op, modes: &[Mode], changed: &[bool], entry: &[Given], pool: Value) -> Option<Entry> {
    let mut out = Entry { args: Vec::new(), out: Vec::new(), params: Vec::new() };
    let mut results = m.ops[call].results.len();
    for (i, mode) in modes.iter().enumerate() {
        let v = m.operand(call, i);
        match *mode {
            Mode::Same(_) => {}
            Mode::Value => out.args.push(v),
            Mode::Copy { back } => {
                let x = Builder::before(m, call).load(v);
                out.args.push(x);
                if back {
                    out.out.push((results, v, None));
                    results += 1;
                }
            }
            Mode::Maybe { back } => {
                let there = presence(m, call, v, &[])?;
                let mut b = Builder::before(m, call);
                let x = read_there(&mut b, v, there);
                out.args.extend([there, x]);
                if back {
                    out.out.push((results, v, Some(there)));
                    results += 1;
                }
            }
            Mode::Far(k) if k == modes.len() => {
                out.args.push(pooled::bring(m, call, v, pool, changed[i])?.0);
            }
            Mode::Array(k) if k == modes.len() => {
                let elem = m.types.elem(m.ty(v));
                let size = m.types.size_of(m.types.elem(elem))? as i64;
                let (place, extents) = pooled::bring(m, call, v, pool, changed[i])?;
                out.args.push(place);
                out.args.extend(&extents);
                let mut b = Builder::before(m, call);
                let mut stride = b.index(size);
                for n in extents {
                    out.args.push(stride);
                    stride = b.binary(OpKind::Mul, stride, n);
                }
            }
            Mode::Far(_) => {
                let zero = Builder::before(m, call).index(0);
                out.args.push(zero);
            }
            Mode::Array(k) => {
                let view = entry[k].view?;
                let mut b = Builder::before(m, call);
                let zero = b.index(0);
                out.args.push(zero);
                let all = shape(&mut b, view);
                out.args.extend(all);
            }
        }
    }
    Some(out)
}

/// Whether there is a variable at an address, as 0 or 1; `own`: the arguments of the procedure that passes it on.
fn presence(m: &mut Module, call: Op, v: Value, own: &[(Value, Mode)]) -> Option<Value> {
    let at = named(m, v);
    let known = if m.def_of(at, OpKind::NullPtr).is_some() {
        0
    } else if let Some(&(_, mode)) = own.iter().find(|a| a.0 == at) {
        match mode {
            Mode::Maybe { .. } => {
                let mut b = Builder::before(m, call);
                let p = if b.m.ty(v) == Type::PTR { v } else { b.unary(OpKind::CastRef, v, Type::PTR) };
                let none = b.op(OpKind::NullPtr).result(Type::PTR).value();
                let absent = b.op(OpKind::PtrCmp).arg(p).arg(none).result(Type::BOOL).value();
                let absent = b.cast(absent, Type::I32);
                let one = b.int(1, Type::I32);
                return Some(b.binary(OpKind::Sub, one, absent));
            }
            Mode::Copy { .. } | Mode::Value | Mode::Far(_) | Mode::Array(_) => 1,
            Mode::Same(_) => return None,
        }
    } else {
        match root_of(m, v).base {
            Base::Local(_) | Base::Heap(_) | Base::Global(..) | Base::Box(_) => 1,
            Base::Arg(_) | Base::Constant | Base::Unknown(_) => return None,
        }
    };
    Some(Builder::before(m, call).int(known, Type::I32))
}

/// What a variable holds, or 0 where there is none.
fn read_there(b: &mut Builder<'_>, v: Value, there: Value) -> Value {
    let elem = b.m.types.elem(b.m.ty(v));
    match b.m.const_int(there) {
        Some(0) => b.zero(elem),
        Some(_) => b.load(v),
        None => {
            let of = b.m.types.reference(elem);
            let cell = b.op(OpKind::Alloca).result(of).value();
            let nothing = b.zero(elem);
            b.store(nothing, cell);
            if_there(b, there, |b| {
                let x = b.load(v);
                b.store(x, cell);
            });
            b.load(cell)
        }
    }
}

/// A variable gets what a call has left for it, if there is such a variable.
pub(super) fn give_back(b: &mut Builder<'_>, x: Value, variable: Value, there: Option<Value>) {
    match there.map(|t| (t, b.m.const_int(t))) {
        Some((_, Some(0))) => {}
        None | Some((_, Some(_))) => {
            b.store(x, variable);
        }
        Some((there, None)) => if_there(b, there, |b| {
            b.store(x, variable);
        }),
    }
}

fn if_there(b: &mut Builder<'_>, there: Value, then: impl FnOnce(&mut Builder<'_>)) {
    let zero = b.int(0, Type::I32);
    let yes = b.cmp(Pred::Ne, there, zero);
    let (then_region, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::If).arg(yes).region(then_region).region(no).build();
    b.inside(then_region, then);
}

/// What an argument of the first call stands for in the loop.
#[derive(Clone, Copy)]
struct Given {
    value: Value,
    /// The address, and of a descriptor the array.
    address: Option<Value>,
    view: Option<Value>,
}

fn enter(m: &mut Module, call: Op, modes: &[Mode]) -> Option<Vec<Given>> {
    let mut out = Vec::new();
    for i in 0..modes.len() {
        let value = m.operand(call, i);
        let mut given = Given { value, address: None, view: None };
        if is_box_ref(m, m.ty(value)) {
            let view = match m.def_of(value, OpKind::BoxMake) {
                Some(make) => m.operand(make, 0),
                None => {
                    let ty = view_type(m, m.ty(value))?;
                    Builder::before(m, call).unary(OpKind::BoxView, value, ty)
                }
            };
            if !matches!(m.tk(view), TypeKind::View { .. }) {
                return None;
            }
            given.view = Some(view);
            given.address = Some(Builder::before(m, call).unary(OpKind::ViewAddr, view, Type::PTR));
        } else if matches!(m.tk(value), TypeKind::Ptr | TypeKind::Ref(_)) {
            let mut b = Builder::before(m, call);
            given.address =
                Some(if b.m.ty(value) == Type::PTR { value } else { b.unary(OpKind::CastRef, value, Type::PTR) });
        }
        out.push(given);
    }
    Some(out)
}

/// The type of the array that a descriptor describes.
fn view_type(m: &mut Module, of: Type) -> Option<Type> {
    let TypeKind::Ref(b) = *m.types.kind(of) else { return None };
    let TypeKind::Box { rank, elem, .. } = *m.types.kind(b) else { return None };
    Some(m.types.view(vec![None; rank.into()], elem, false))
}

/// Extents and strides of a view.
fn shape(b: &mut Builder<'_>, view: Value) -> Vec<Value> {
    let rank = b.m.types.rank(b.m.ty(view));
    let mut out: Vec<Value> = (0..rank).map(|d| b.extent(view, d)).collect();
    for d in 0..rank {
        let stride = b.op(OpKind::ViewStride).arg(view).attr("dim", Attr::Int(d as i64));
        out.push(stride.result(Type::INDEX).value());
    }
    out
}

/// The value that a value is another name of.
fn origin(m: &Module, mut v: Value) -> Value {
    while let Some(d) = m.def(v) {
        let next = match m.kind(d) {
            OpKind::CastRef | OpKind::Declare | OpKind::ViewCast => m.operand(d, 0),
            OpKind::ViewAddr => {
                let view = origin(m, m.operand(d, 0));
                match m.def(view) {
                    Some(make) if m.kind(make) == OpKind::ViewMake => m.operand(make, 0),
                    _ => return v,
                }
            }
            OpKind::BoxMake if m.operands(d).len() == 1 => {
                let view = origin(m, m.operand(d, 0));
                match m.def(view) {
                    Some(read) if m.kind(read) == OpKind::BoxView => m.operand(read, 0),
                    _ => return v,
                }
            }
            _ => return v,
        };
        v = next;
    }
    v
}

/// What the arguments of all procedures are, and which of those of the first one are changed.
fn modes(m: &Module, call: Op, all: &[Procedure]) -> Option<(Vec<Vec<Mode>>, Vec<bool>)> {
    let params: Vec<Vec<Value>> = all.iter().map(|p| m.args(m.region(p.func, 0)).to_vec()).collect();
    let which = |v: Value| {
        let at = |(g, list): (usize, &Vec<Value>)| list.iter().position(|&p| p == v).map(|i| (g, i));
        params.iter().enumerate().find_map(at)
    };
    let calls: Vec<(Op, usize)> =
        all.iter().flat_map(|p| m.walk(m.region(p.func, 0))).filter_map(|o| Some((o, called(m, o, all)?))).collect();
    if calls.iter().any(|&(o, to)| m.operands(o).len() != params[to].len()) || m.operands(call).len() != params[0].len()
    {
        return None;
    }
    let pool = params[0].len();
    let mut same: Vec<Vec<From>> = params.iter().map(|l| vec![From::Nothing; l.len()]).collect();
    let mut roots: Vec<Vec<Roots>> = params.iter().map(|l| vec![Roots::default(); l.len()]).collect();
    for i in 0..pool {
        same[0][i] = From::Entry(i);
        roots[0][i].of.insert(i);
    }
    loop {
        let mut changed = false;
        for &(o, to) in &calls {
            for (j, &v) in m.operands(o).iter().enumerate() {
                let s = which(origin(m, v)).map_or(From::Many, |(g, i)| same[g][i]);
                let now = same[to][j].join(s);
                changed |= now != same[to][j];
                same[to][j] = now;
                let of = m.def_of(v, OpKind::BoxMake).map_or(v, |make| m.operand(make, 0));
                let base = match root_of(m, of).base {
                    Base::Arg(a) | Base::Box(a) => which(a),
                    _ => None,
                };
                let mut r = roots[to][j].clone();
                match base {
                    Some((g, i)) => r.join(&roots[g][i]),
                    None if pooled::is_own(m, of, all) => {
                        r.of.insert(pool);
                    }
                    None => r.unknown = true,
                }
                changed |= r != roots[to][j];
                roots[to][j] = r;
            }
        }
        if !changed {
            break;
        }
    }
    let by_address = |v: Value| {
        let ty = m.ty(v);
        !is_scalar(m, ty) && !is_scalar_ref(m, ty)
    };
    // What comes together with something else lies in the pool, with all that it comes together with.
    let mut pooled = vec![false; pool + 1];
    pooled[pool] = true;
    loop {
        let before = pooled.clone();
        for (list, roots) in params.iter().zip(&roots) {
            for (_, r) in list.iter().zip(roots).filter(|(v, _)| by_address(**v)) {
                if r.of.len() > 1 || r.of.iter().any(|&k| pooled[k]) {
                    r.of.iter().for_each(|&k| pooled[k] = true);
                }
            }
        }
        if before == pooled {
            break;
        }
    }
    let mut written = vec![false; pool + 1];
    for (list, roots) in pooled::changed(m, all).iter().zip(&roots) {
        for (_, r) in list.iter().zip(roots).filter(|(w, _)| **w) {
            r.of.iter().for_each(|&k| written[k] = true);
        }
    }
    let changes = changed_variables(m, &params, &calls);
    let absent = absent_variables(m, call, &params, &calls);
    let mut out = Vec::new();
    for (g, list) in params.iter().enumerate() {
        let mut modes = Vec::new();
        for (i, &p) in list.iter().enumerate() {
            let ty = m.ty(p);
            let reads_bounds = m.users(p).iter().any(|&u| m.kind(u) == OpKind::BoxLbound);
            let r = &roots[g][i];
            let root = match r.of.first() {
                _ if r.unknown => None,
                Some(&k) => Some(if pooled[k] { pool } else { k }),
                None => None,
            };
            let back = changes[g][i];
            let in_place = |k: usize| !(is_box_ref(m, ty) && reads_bounds || by_address(p) && pooled[k]);
            modes.push(match (same[g][i], root) {
                (From::Entry(k), _) if in_place(k) => Mode::Same(k),
                _ if is_scalar(m, ty) => Mode::Value,
                _ if is_scalar_ref(m, ty) && is_present(m, p) && !absent[g][i] => Mode::Copy { back },
                _ if is_scalar_ref(m, ty) => Mode::Maybe { back },
                (_, Some(k)) if is_box_ref(m, ty) => Mode::Array(k),
                (_, Some(k)) if matches!(m.types.kind(ty), TypeKind::Ptr | TypeKind::Ref(_)) => Mode::Far(k),
                _ => return None,
            });
        }
        out.push(modes);
    }
    Some((out, written))
}

/// The procedure does not ask whether the argument is there.
fn is_present(m: &Module, p: Value) -> bool {
    m.users(p).into_iter().all(|u| match m.kind(u) {
        OpKind::PtrCmp => false,
        OpKind::CastRef => is_present(m, m.result(u)),
        _ => true,
    })
}

/// Of each argument whether a call may pass nothing for it.
fn absent_variables(m: &Module, first: Op, params: &[Vec<Value>], calls: &[(Op, usize)]) -> Vec<Vec<bool>> {
    let mut out: Vec<Vec<bool>> = params.iter().map(|l| vec![false; l.len()]).collect();
    loop {
        let mut changed = false;
        for &(o, to) in calls.iter().chain(&[(first, 0)]) {
            for (j, &v) in m.operands(o).iter().enumerate() {
                let v = named(m, v);
                let own = |(g, list): (usize, &Vec<Value>)| list.iter().position(|&p| p == v).map(|i| (g, i));
                let passed_on = params.iter().enumerate().find_map(own).is_some_and(|(g, i)| out[g][i]);
                let nothing = passed_on || m.def_of(v, OpKind::NullPtr).is_some();
                changed |= nothing && !out[to][j];
                out[to][j] |= nothing;
            }
        }
        if !changed {
            return out;
        }
    }
}

/// The address that a value is another name of.
fn named(m: &Module, mut v: Value) -> Value {
    while let Some(d) = m.def(v).filter(|&d| matches!(m.kind(d), OpKind::CastRef | OpKind::Declare)) {
        v = m.operand(d, 0);
    }
    v
}

/// Of each argument whether it names a variable that a call may change.
fn changed_variables(m: &Module, params: &[Vec<Value>], calls: &[(Op, usize)]) -> Vec<Vec<bool>> {
    let mut out: Vec<Vec<bool>> = params.iter().map(|l| vec![false; l.len()]).collect();
    loop {
        let mut changed = false;
        for (g, list) in params.iter().enumerate() {
            for (i, &p) in list.iter().enumerate() {
                if out[g][i] {
                    continue;
                }
                let writes = m.uses(p).into_iter().any(|(u, at)| match m.kind(u) {
                    OpKind::Load => false,
                    OpKind::Call => calls.iter().find(|c| c.0 == u).is_none_or(|&(_, to)| out[to][at]),
                    _ => true,
                });
                out[g][i] = writes;
                changed |= writes;
            }
        }
        if !changed {
            return out;
        }
    }
}

/// Passes scalars, and takes back what the call changes.
/// `own`: the arguments of the procedure in which it stands.
fn rewrite_call(
    m: &mut Module,
    call: Op,
    modes: &[Mode],
    own: &[(Value, Mode)],
    entry: &[Given],
    pool: Value,
) -> Option<()> {
    let mut args: SmallVec<[Value; 4]> = SmallVec::new();
    let old = m.operands(call).to_vec();
    let mut back = Vec::new();
    for (mode, v) in modes.iter().zip(old) {
        let mut b = Builder::before(m, call);
        match *mode {
            Mode::Same(_) => {}
            Mode::Value => args.push(v),
            Mode::Copy { back: changes } => {
                args.push(b.load(v));
                if changes {
                    back.push((v, None));
                }
            }
            Mode::Maybe { back: changes } => {
                let there = presence(m, call, v, own)?;
                let x = read_there(&mut Builder::before(m, call), v, there);
                args.extend([there, x]);
                if changes {
                    back.push((v, Some(there)));
                }
            }
            Mode::Far(k) => {
                if let Some(place) = pooled::lay_down(m, call, v, pool) {
                    args.push(place);
                    continue;
                }
                pooled::settle(m, v);
                let mut b = Builder::before(m, call);
                let p = if b.m.ty(v) == Type::PTR { v } else { b.unary(OpKind::CastRef, v, Type::PTR) };
                args.push(distance(&mut b, p, entry[k].address?));
            }
            Mode::Array(k) => {
                let view = match b.m.def_of(v, OpKind::BoxMake) {
                    Some(make) if b.m.operands(make).len() == 1 => b.m.operand(make, 0),
                    Some(_) => return None,
                    None => {
                        let ty = view_type(b.m, b.m.ty(v))?;
                        b.unary(OpKind::BoxView, v, ty)
                    }
                };
                pooled::settle(b.m, view);
                let p = b.unary(OpKind::ViewAddr, view, Type::PTR);
                args.push(distance(&mut b, p, entry[k].address?));
                let all = shape(&mut b, view);
                args.extend(all);
            }
        }
    }
    m.set_operands(call, args);
    for (v, there) in back {
        let elem = m.types.elem(m.ty(v));
        let r = m.add_result(call, elem);
        give_back(&mut Builder::after(m, call), r, v, there);
    }
    Some(())
}

fn distance(b: &mut Builder<'_>, to: Value, from: Value) -> Value {
    b.op(OpKind::PtrDistance).arg(to).arg(from).result(Type::INDEX).value()
}

/// The procedure takes scalars, and gives as results what it has changed. Gives the scalars.
fn rewrite_procedure(m: &mut Module, p: &Procedure, modes: &[Mode], entry: &[Given]) -> Option<Vec<Value>> {
    let body = m.region(p.func, 0);
    let loc = m.regions[body].ops.first().map_or(m.ops[p.func].loc, |&o| m.ops[o].loc);
    let ret = m.regions[body].ops.last().copied()?;
    // What stands in front of the body.
    let head = m.new_region(&[]);
    let mut now = Vec::new();
    let mut back = Vec::new();
    for (mode, old) in modes.iter().zip(m.args(body).to_vec()) {
        let ty = m.ty(old);
        let mut b = Builder { m, point: end_of(head), loc };
        match *mode {
            Mode::Same(k) if is_box_ref(b.m, ty) => {
                let (view, address) = (entry[k].view?, entry[k].address?);
                let extents = shape(&mut b, view);
                read(m, (body, head), old, &extents, address, Some(view))?;
            }
            Mode::Same(k) => {
                let v = entry[k].value;
                let v = if b.m.ty(v) == ty { v } else { b.unary(OpKind::CastRef, v, ty) };
                m.replace_uses(body, old, v);
            }
            Mode::Value => now.push(old),
            Mode::Copy { back: changes } => {
                let elem = b.m.types.elem(ty);
                let cell = b.op(OpKind::Alloca).result(ty).value();
                let x = b.m.add_arg(body, elem);
                b.store(x, cell);
                now.push(x);
                m.replace_uses(body, old, cell);
                if changes {
                    back.push(cell);
                }
            }
            Mode::Maybe { back: changes } => {
                let elem = b.m.types.elem(ty);
                let cell = b.op(OpKind::Alloca).result(ty).value();
                let (there, x) = (b.m.add_arg(body, Type::I32), b.m.add_arg(body, elem));
                b.store(x, cell);
                now.extend([there, x]);
                absences(m, old, there)?;
                m.replace_uses(body, old, cell);
                if changes {
                    back.push(cell);
                }
            }
            Mode::Far(k) => {
                let off = b.m.add_arg(body, Type::INDEX);
                let q = b.op(OpKind::PtrAdd).arg(entry[k].address?).arg(off).result(Type::PTR).value();
                let q = if ty == Type::PTR { q } else { b.unary(OpKind::CastRef, q, ty) };
                now.push(off);
                m.replace_uses(body, old, q);
            }
            Mode::Array(k) => {
                let TypeKind::Ref(of) = *b.m.types.kind(ty) else { return None };
                let TypeKind::Box { rank, .. } = *b.m.types.kind(of) else { return None };
                let off = b.m.add_arg(body, Type::INDEX);
                let dims: Vec<Value> = (0..2 * rank).map(|_| b.m.add_arg(body, Type::INDEX)).collect();
                let q = b.op(OpKind::PtrAdd).arg(entry[k].address?).arg(off).result(Type::PTR).value();
                now.push(off);
                now.extend(&dims);
                read(m, (body, head), old, &dims, q, None)?;
            }
        }
    }
    let mut results: SmallVec<[Value; 4]> = m.operands(ret).iter().copied().collect();
    for cell in back {
        results.push(Builder::before(m, ret).load(cell));
    }
    m.set_operands(ret, results);
    for (i, o) in std::mem::take(&mut m.regions[head].ops).into_iter().enumerate() {
        m.ops[o].parent = None;
        m.insert(body, i, o);
    }
    for o in m.walk(body) {
        if m.kind(o) == OpKind::BoxMake && m.users(m.result(o)).is_empty() {
            m.detach(o);
        }
    }
    Some(now)
}

/// What asks whether an argument is there looks at what was passed of that.
fn absences(m: &mut Module, argument: Value, there: Value) -> Option<()> {
    for u in m.users(argument) {
        match m.kind(u) {
            OpKind::PtrCmp => {
                let other = m.operands(u).iter().copied().find(|&v| v != argument)?;
                m.def_of(other, OpKind::NullPtr)?;
                let old = m.result(u);
                let mut b = Builder::before(m, u);
                let zero = b.int(0, Type::I32);
                let absent = b.cmp(Pred::Eq, there, zero);
                m.replace_all_uses(old, absent);
                m.detach(u);
            }
            OpKind::CastRef => {
                let v = m.result(u);
                absences(m, v, there)?;
            }
            _ => {}
        }
    }
    Some(())
}

/// What reads a descriptor takes its extents and strides, and the array at the address, which may be a view already.
fn read(
    m: &mut Module,
    (body, head): (Region, Region),
    descriptor: Value,
    dims: &[Value],
    address: Value,
    view: Option<Value>,
) -> Option<()> {
    let rank = dims.len() / 2;
    for u in m.users(descriptor) {
        let loc = m.ops[u].loc;
        let mut b = Builder { m, point: end_of(head), loc };
        let v = match b.m.kind(u) {
            OpKind::BoxView => {
                let ty = b.m.ty(b.m.result(u));
                if b.m.types.size_of(b.m.types.elem(ty)).is_none() && !is_derived(b.m, ty) {
                    return None;
                }
                match view {
                    Some(v) if b.m.ty(v) == ty => v,
                    _ => {
                        let strides = if b.m.types.is_contig(ty) { &[][..] } else { &dims[rank..] };
                        b.op(OpKind::ViewMake)
                            .arg(address)
                            .args(&dims[..rank])
                            .args(strides)
                            .opt(None)
                            .result(ty)
                            .value()
                    }
                }
            }
            OpKind::BoxExtent => *dims.get(b.m.attr_int(u, "dim")? as usize)?,
            OpKind::BoxLbound => b.index(1),
            OpKind::BoxAddr => address,
            _ => return None,
        };
        let old = m.result(u);
        m.replace_uses(body, old, v);
        m.detach(u);
    }
    Some(())
}

fn is_derived(m: &Module, view: Type) -> bool {
    matches!(m.types.kind(m.types.elem(view)), TypeKind::Derived(_))
}
