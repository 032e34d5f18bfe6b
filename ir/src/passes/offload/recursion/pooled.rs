//! What recursive procedures pass to each other and has no place that all of them know: arrays of their own, arrays that change
//! places, strings that they make. It lies in the pool of the thread, and is passed as its offset there.

use super::{Procedure, called};
use crate::analysis::effects::{Access, own_writes};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, is_scalar, root_of};
use crate::passes::offload::pool::parcels::{self, Bytes};
use crate::types::{Type, TypeKind};

/// The pool of the threads, as bytes.
pub fn pool(m: &mut Module, plan: Region) -> Value {
    let loc = m.regions[plan].parent.map(|t| m.ops[t].loc).unwrap_or_default();
    let ty = m.types.view(vec![None], Type::I8, true);
    Builder { m, point: Point { region: plan, at: Some(0) }, loc }.op(OpKind::DevPool).result(ty).value()
}

/// Takes the pool away again where nothing lies in it.
pub fn drop_unused(m: &mut Module, pool: Value) {
    let mut work: Vec<Op> = m.users(pool).into_iter().collect();
    let mut all: Vec<Op> = m.def(pool).into_iter().collect();
    while let Some(o) = work.pop() {
        if !matches!(m.kind(o), OpKind::ViewElem | OpKind::CastRef) {
            return;
        }
        all.push(o);
        work.extend(m.ops[o].results.iter().flat_map(|&v| m.users(v)));
    }
    all.into_iter().for_each(|o| m.detach(o));
}

/// What a procedure allocates lies in the pool: where, is a scalar, which can live over calls.
pub fn allocations(m: &mut Module, body: Region, pool: Value) {
    for a in m.walk(body) {
        if m.kind(a) != OpKind::Alloc {
            continue;
        }
        let (bytes, address) = (m.operand(a, 0), m.result(a));
        let mut b = Builder::before(m, a);
        let place = b.op(OpKind::DevTake).arg(bytes).result(Type::INDEX).value();
        let new = Bytes(pool).address(&mut b, place);
        for o in m.walk(body) {
            if m.kind(o) == OpKind::Free && root_of(m, m.operand(o, 0)).base == Base::Heap(a) {
                Builder::before(m, o).op(OpKind::DevGive).arg(place).build();
                m.detach(o);
            }
        }
        m.replace_all_uses(address, new);
        m.detach(a);
    }
}

/// The address is one in the pool, or will be: of a variable of the procedure, of a string that it makes.
pub fn is_own(m: &Module, v: Value, all: &[Procedure]) -> bool {
    match root_of(m, v).base {
        Base::Local(a) => m.ops[a].parent.is_some_and(|r| all.iter().any(|p| m.is_inside(r, m.region(p.func, 0)))),
        Base::Constant => text_of(m, v).is_some(),
        Base::Unknown(x) => m.def_of(x, OpKind::DevPool).is_some(),
        Base::Heap(_) | Base::Global(..) | Base::Arg(_) | Base::Box(_) => false,
    }
}

/// The string whose address it is.
fn text_of(m: &Module, v: Value) -> Option<Value> {
    let mut at = v;
    loop {
        if let TypeKind::Char(_, 1) = m.tk(at) {
            return Some(at);
        }
        let d = m.def(at)?;
        match m.kind(d) {
            OpKind::ChrAddr | OpKind::ChrRef | OpKind::Declare | OpKind::CastRef => at = m.operand(d, 0),
            _ => return None,
        }
    }
}

/// Has the variable of an address lie in the frame of its procedure.
pub fn settle(m: &mut Module, v: Value) {
    if let Base::Local(a) = root_of(m, v).base {
        m.set_attr(a, FRAME, crate::module::Attr::Unit);
    }
}

/// Marks variables that have to lie in the frame, for as long as it takes to put them there.
pub const FRAME: &str = "frame";

/// A string that lies nowhere is put into the pool before a call, and taken out behind it. Gives its place.
pub fn lay_down(m: &mut Module, call: Op, v: Value, pool: Value) -> Option<Value> {
    if root_of(m, v).base != Base::Constant {
        return None;
    }
    let text = text_of(m, v)?;
    let mut b = Builder::before(m, call);
    let len = b.op(OpKind::ChrLen).arg(text).result(Type::INDEX).value();
    let place = b.op(OpKind::DevTake).arg(len).result(Type::INDEX).value();
    parcels::characters(Bytes(pool), &mut b, text, len, place);
    Builder::after(m, call).op(OpKind::DevGive).arg(place).build();
    Some(place)
}

/// What the thread passes to the first procedure is copied into the pool in front of the call, and back behind it where the
/// procedures change it. Gives its place, and of an array the extents.
pub fn bring(m: &mut Module, call: Op, v: Value, pool: Value, changed: bool) -> Option<(Value, Vec<Value>)> {
    if let Some(place) = lay_down(m, call, v, pool) {
        return Some((place, Vec::new()));
    }
    let object = object_of(m, v)?;
    // Other threads may change other parts of what they share meanwhile.
    let root = root_of(m, object);
    let own = match root.base {
        Base::Local(_) => true,
        Base::Unknown(x) => m.def_of(x, OpKind::DevPool).is_some(),
        Base::Heap(_) | Base::Global(..) | Base::Arg(_) | Base::Box(_) | Base::Constant => !changed || !root.whole,
    };
    let array = matches!(m.tk(object), TypeKind::View { .. });
    let elem = m.types.elem(m.ty(object));
    let plain = is_scalar(m, elem) && !m.types.is_wide(elem);
    let stored = match m.types.kind(elem) {
        TypeKind::Char(n, 1) => n.is_some() || !array,
        _ => array && plain,
    };
    if !stored || !own {
        return None;
    }
    let mut b = Builder::before(m, call);
    let measures = parcels::measures(&mut b, object);
    let mut bytes = b.index(if array { b.m.types.size_of(elem)? as i64 } else { 1 });
    for &n in &measures {
        bytes = b.binary(OpKind::Mul, bytes, n);
    }
    let place = b.op(OpKind::DevTake).arg(bytes).result(Type::INDEX).value();
    if array {
        parcels::copy(Bytes(pool), &mut b, object, &measures, place);
    } else {
        let text = b.load(object);
        parcels::characters(Bytes(pool), &mut b, text, measures[0], place);
    }
    let mut b = Builder::after(m, call);
    if changed && array {
        parcels::copy_back(Bytes(pool), &mut b, object, &measures, place);
    } else if changed {
        let p = Bytes(pool).address(&mut b, place);
        let text = b.op(OpKind::ChrMake).arg(p).arg(measures[0]).result(elem).value();
        b.op(OpKind::ChrAssign).arg(text).arg(object).build();
    }
    b.op(OpKind::DevGive).arg(place).build();
    Some((place, measures))
}

/// The array or string whose address or descriptor it is.
fn object_of(m: &Module, v: Value) -> Option<Value> {
    let mut at = v;
    loop {
        match m.tk(at) {
            TypeKind::View { .. } => return Some(at),
            TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Char(..)) => return Some(at),
            _ => {}
        }
        let d = m.def(at)?;
        match m.kind(d) {
            OpKind::ViewAddr | OpKind::ChrAddr | OpKind::Load | OpKind::BoxMake | OpKind::Declare | OpKind::CastRef => {
                at = m.operand(d, 0);
            }
            _ => return None,
        }
    }
}

/// Of each procedure and argument whether something is written through it, as far as this is not a call of one of the procedures.
pub fn changed(m: &Module, all: &[Procedure]) -> Vec<Vec<bool>> {
    let params: Vec<Vec<Value>> = all.iter().map(|p| m.args(m.region(p.func, 0)).to_vec()).collect();
    let mut out: Vec<Vec<bool>> = params.iter().map(|l| vec![false; l.len()]).collect();
    for (g, p) in all.iter().enumerate() {
        for o in m.walk(m.region(p.func, 0)) {
            if called(m, o, all).is_some() {
                continue;
            }
            for a in own_writes(m, o) {
                let base = match a {
                    Access::Data(v) | Access::Object(v) => Some(root_of(m, v).base),
                    Access::Pointee(v) | Access::Described(v) => Some(Base::Box(v)),
                    Access::Desc(_) => continue,
                    Access::Static(_) | Access::All => None,
                };
                match base {
                    Some(Base::Arg(v) | Base::Box(v)) => {
                        if let Some(i) = params[g].iter().position(|&x| x == v) {
                            out[g][i] = true;
                        }
                    }
                    Some(Base::Unknown(x)) if m.def_of(x, OpKind::DevPool).is_some() => {}
                    Some(Base::Unknown(_)) | None => out[g].fill(true),
                    Some(Base::Local(_) | Base::Heap(_) | Base::Global(..) | Base::Constant) => {}
                }
            }
        }
    }
    out
}
