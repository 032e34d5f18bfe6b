//! All that recursive procedures pass to each other becomes scalar.

use super::{Entry, Procedure, called, end_of};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, is_box_ref, is_scalar, is_scalar_ref, root_of};
use crate::types::{Type, TypeKind};
use smallvec::SmallVec;

/// What an argument is in the loop of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The same in all calls: that argument of the first one.
    Same(usize),
    /// A scalar by value.
    Value,
    /// The variable that a reference names: by value, and back where it is changed.
    Copy { back: bool },
    /// An address, by its distance from that argument of the first call.
    Far(usize),
    /// An array by descriptor: its distance, extents and strides.
    Array(usize),
}

/// What is known of where an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum From {
    Nothing,
    /// Always an argument of the first call, or an address in it.
    Entry(usize),
    Many,
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
pub fn scalars(m: &mut Module, call: Op, all: &[Procedure]) -> Option<Entry> {
    let modes = modes(m, call, all)?;
    let entry = enter(m, call, &modes[0])?;
    let calls: Vec<(usize, Op, usize)> = (0..all.len())
        .flat_map(|i| {
            let ops = m.walk(m.region(all[i].func, 0));
            ops.into_iter().filter_map(|o| Some((i, o, called(m, o, all)?))).collect::<Vec<_>>()
        })
        .collect();
    for (_, o, to) in calls {
        rewrite_call(m, o, &modes[to], &entry)?;
    }
    let mut params = Vec::new();
    for (p, modes) in all.iter().zip(&modes) {
        params.push(rewrite_procedure(m, p, modes, &entry)?);
    }
    let first = &modes[0];
    let mut out = Entry { args: Vec::new(), out: Vec::new(), params };
    let mut results = m.ops[call].results.len();
    for (i, mode) in first.iter().enumerate() {
        let v = m.operand(call, i);
        match mode {
            Mode::Same(_) => {}
            Mode::Value => out.args.push(v),
            Mode::Copy { back } => {
                let x = Builder::before(m, call).load(v);
                out.args.push(x);
                if *back {
                    out.out.push((results, v));
                    results += 1;
                }
            }
            Mode::Far(_) => {
                let zero = Builder::before(m, call).index(0);
                out.args.push(zero);
            }
            Mode::Array(k) => {
                let view = entry[*k].view?;
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

fn modes(m: &Module, call: Op, all: &[Procedure]) -> Option<Vec<Vec<Mode>>> {
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
    let nothing: Vec<Vec<From>> = params.iter().map(|l| vec![From::Nothing; l.len()]).collect();
    let (mut same, mut root) = (nothing.clone(), nothing);
    for i in 0..params[0].len() {
        same[0][i] = From::Entry(i);
        root[0][i] = From::Entry(i);
    }
    loop {
        let mut changed = false;
        for &(o, to) in &calls {
            for (j, &v) in m.operands(o).iter().enumerate() {
                let s = which(origin(m, v)).map_or(From::Many, |(g, i)| same[g][i]);
                let of = m.def_of(v, OpKind::BoxMake).map_or(v, |make| m.operand(make, 0));
                let base = match root_of(m, of).base {
                    Base::Arg(a) | Base::Box(a) => which(a),
                    _ => None,
                };
                let r = base.map_or(From::Many, |(g, i)| root[g][i]);
                for (table, x) in [(&mut same, s), (&mut root, r)] {
                    let now = table[to][j].join(x);
                    changed |= now != table[to][j];
                    table[to][j] = now;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let changes = changed_variables(m, &params, &calls);
    let mut out = Vec::new();
    for (g, list) in params.iter().enumerate() {
        let mut modes = Vec::new();
        for (i, &p) in list.iter().enumerate() {
            let ty = m.ty(p);
            let reads_bounds = m.users(p).iter().any(|&u| m.kind(u) == OpKind::BoxLbound);
            modes.push(match (same[g][i], root[g][i]) {
                (From::Entry(k), _) if !is_box_ref(m, ty) || !reads_bounds => Mode::Same(k),
                _ if is_scalar(m, ty) => Mode::Value,
                _ if is_scalar_ref(m, ty) && is_present(m, p) => Mode::Copy { back: changes[g][i] },
                (_, From::Entry(k)) if is_box_ref(m, ty) => Mode::Array(k),
                (_, From::Entry(k)) if matches!(m.types.kind(ty), TypeKind::Ptr | TypeKind::Ref(_)) => Mode::Far(k),
                _ => return None,
            });
        }
        out.push(modes);
    }
    Some(out)
}

/// The procedure does not ask whether the argument is there.
fn is_present(m: &Module, p: Value) -> bool {
    m.users(p).into_iter().all(|u| match m.kind(u) {
        OpKind::PtrCmp => false,
        OpKind::CastRef => is_present(m, m.result(u)),
        _ => true,
    })
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
fn rewrite_call(m: &mut Module, call: Op, modes: &[Mode], entry: &[Given]) -> Option<()> {
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
                    back.push(v);
                }
            }
            Mode::Far(k) => {
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
                let p = b.unary(OpKind::ViewAddr, view, Type::PTR);
                args.push(distance(&mut b, p, entry[k].address?));
                let all = shape(&mut b, view);
                args.extend(all);
            }
        }
    }
    m.set_operands(call, args);
    for v in back {
        let elem = m.types.elem(m.ty(v));
        let r = m.add_result(call, elem);
        Builder::after(m, call).store(r, v);
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
