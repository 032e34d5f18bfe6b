//! What a letter carries for the statement of the host: scalars in places of 16 bytes, and behind all places the elements of
//! arrays and the characters of strings, as they are when the thread comes to the statement.

use super::letters::{STEP, held};
use crate::analysis::effects::is_pure;
use crate::entity::{Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, is_scalar, root_of};
use crate::types::{Type, TypeKind};

/// Bytes of a variable that is sent as a whole where a statement uses parts of it.
const PART: u64 = 4096;
/// Elements and characters that are copied without a loop.
const STRAIGHT: i64 = 32;
/// Extents that one place holds.
const EXTENTS: usize = 4;

/// Memory as bytes: that of the letters, or a pool.
#[derive(Clone, Copy)]
pub struct Bytes(pub Value);

impl Bytes {
    /// The value of a type at a byte.
    pub fn at(self, b: &mut Builder<'_>, byte: Value, ty: Type) -> Value {
        let e = b.elem(self.0, &[byte]);
        let of = b.m.types.reference(ty);
        b.op(OpKind::CastRef).arg(e).result(of).value()
    }

    /// The address of a byte.
    pub fn address(self, b: &mut Builder<'_>, byte: Value) -> Value {
        let e = b.elem(self.0, &[byte]);
        b.op(OpKind::CastRef).arg(e).result(Type::PTR).value()
    }
}

/// How the host gets a value of the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parcel {
    /// A scalar, in its place.
    Scalar,
    /// A scalar variable: what it holds, in its place.
    Variable,
    /// An array: its extents in places, and its elements.
    Array,
    /// A string: its length in a place, and its characters.
    Text,
    /// A character variable: like a string.
    TextVariable,
}

/// How a value can be sent.
pub fn of(m: &Module, v: Value) -> Option<Parcel> {
    let plain = |t: Type| is_scalar(m, t) && !m.types.is_wide(t);
    let stored = |t: Type| plain(t) && t != Type::BOOL && t != Type::INDEX;
    let letters = |t: Type| matches!(m.types.kind(t), TypeKind::Char(_, 1));
    match m.tk(v) {
        _ if plain(m.ty(v)) => Some(Parcel::Scalar),
        TypeKind::Char(_, 1) => Some(Parcel::Text),
        TypeKind::Ref(e) if stored(*e) => Some(Parcel::Variable),
        TypeKind::Ref(e) if letters(*e) => Some(Parcel::TextVariable),
        TypeKind::View { elem, .. } if stored(*elem) || letters(*elem) && m.types.size_of(*elem).is_some() => {
            Some(Parcel::Array)
        }
        _ => None,
    }
}

/// The statement can do with a copy of the value: it changes nothing there, and a copy is no larger than what it reads.
pub fn suffices(m: &Module, body: Region, v: Value) -> bool {
    match of(m, v) {
        Some(Parcel::Scalar) => true,
        Some(Parcel::Array) => {
            let bytes = m.types.shape(m.ty(v)).iter().try_fold(m.types.size_of(m.types.elem(m.ty(v))).unwrap_or(0), {
                |n, e| n.checked_mul(u64::try_from((*e)?).ok()?)
            });
            reads_only(m, body, v, bytes.is_some_and(|n| n <= PART))
        }
        Some(Parcel::Variable | Parcel::Text | Parcel::TextVariable) => reads_only(m, body, v, true),
        None => false,
    }
}

/// What a body does with an address is reading, where `parts` is not set of all of it.
fn reads_only(m: &Module, body: Region, v: Value, parts: bool) -> bool {
    use OpKind::*;
    m.users(v).into_iter().all(|u| {
        if !m.ops[u].parent.is_some_and(|r| m.is_inside(r, body)) {
            return true;
        }
        let results = || m.ops[u].results.iter().all(|&r| reads_only(m, body, r, parts));
        match m.kind(u) {
            ViewElem | ViewSection => parts && results(),
            BoxMake | CastRef | Declare | ViewMake | ChrRef | ChrMake | ChrAddr | ChrSubstr | ChrConcat | ViewAddr
            | ViewPermute | ViewCast => results(),
            Load => is_scalar(m, m.ty(m.result(u))) || results(),
            ViewExtent | ViewStride | ViewElemLen | ChrLen | ChrCmp | ChrCode => true,
            ChrAssign => m.operand(u, 1) != v,
            // A control block says where a format lies.
            Store => m.operand(u, 0) == v && is_control_block(m, body, m.operand(u, 1)),
            Call => m.runtime_fn(u).is_some_and(|f| m.flag(u, "pure") || takes_text(f.name())),
            _ => is_pure(m, u) && m.ops[u].results.iter().all(|&r| is_scalar(m, m.ty(r))),
        }
    })
}

/// The address is one in a control block of the statement.
fn is_control_block(m: &Module, body: Region, at: Value) -> bool {
    let Base::Local(a) = root_of(m, at).base else { return false };
    m.ty(m.result(a)) == Type::PTR && m.ops[a].parent.is_some_and(|r| m.is_inside(r, body))
}

/// The function of the runtime reads what is at the addresses that it gets.
fn takes_text(name: &str) -> bool {
    let output = name.starts_with("frt_write_") && name != "frt_write_begin";
    output || name.starts_with("frt_error_stop") || name.starts_with("frt_stop") || name == "frt_error"
}

/// Places of 16 bytes that a value has.
pub fn places(m: &Module, v: Value) -> i64 {
    match of(m, v) {
        Some(Parcel::Array) => m.types.rank(m.ty(v)).div_ceil(EXTENTS).max(1) as i64,
        _ => 1,
    }
}

/// Bytes in front of the elements of the first array or string: the head, and all places.
pub fn front(m: &Module, values: &[Value]) -> i64 {
    STEP * (1 + values.iter().map(|&v| places(m, v)).sum::<i64>())
}

fn element(m: &Module, v: Value) -> i64 {
    m.types.size_of(m.types.elem(m.ty(v))).unwrap_or(1) as i64
}

/// Bytes in a whole number of places.
fn rounded(b: &mut Builder<'_>, bytes: Value) -> Value {
    let up = b.index(STEP - 1);
    let n = b.binary(OpKind::Add, bytes, up);
    let step = b.index(STEP);
    let n = b.binary(OpKind::Div, n, step);
    b.binary(OpKind::Mul, n, step)
}

fn elements(b: &mut Builder<'_>, extents: &[Value], size: i64) -> Value {
    let mut n = b.index(size);
    for &e in extents {
        n = b.binary(OpKind::Mul, n, e);
    }
    rounded(b, n)
}

/// Extents of an array, lengths of a string.
pub fn measures(b: &mut Builder<'_>, v: Value) -> Vec<Value> {
    match of(b.m, v) {
        Some(Parcel::Array) => {
            let zero = b.index(0);
            let rank = b.m.types.rank(b.m.ty(v));
            (0..rank)
                .map(|d| match b.m.types.shape(b.m.ty(v))[d] {
                    Some(n) => b.index(n.max(0)),
                    None => {
                        let n = b.extent(v, d);
                        b.binary(OpKind::Max, n, zero)
                    }
                })
                .collect()
        }
        Some(Parcel::Text | Parcel::TextVariable) => {
            let known = match b.m.tk(v) {
                TypeKind::Ref(e) => b.m.types.size_of(*e),
                _ => b.m.types.size_of(b.m.ty(v)),
            };
            vec![match known {
                Some(n) => b.index(n as i64),
                None => b.op(OpKind::ChrLen).arg(v).result(Type::INDEX).value(),
            }]
        }
        _ => Vec::new(),
    }
}

/// Bytes behind the places for a value of such extents.
pub fn bytes(b: &mut Builder<'_>, v: Value, measures: &[Value]) -> Option<Value> {
    match of(b.m, v)? {
        Parcel::Scalar | Parcel::Variable => None,
        Parcel::Array => {
            let size = element(b.m, v);
            Some(elements(b, measures, size))
        }
        Parcel::Text | Parcel::TextVariable => Some(rounded(b, measures[0])),
    }
}

/// A thread writes a value: what it has in its places at a byte, and the rest at another.
pub fn pack(l: Bytes, b: &mut Builder<'_>, v: Value, measures: &[Value], place: Value, rest: Value) {
    for (i, &n) in measures.iter().enumerate() {
        let offset = b.index(4 * i as i64);
        let at = b.binary(OpKind::Add, place, offset);
        let to = l.at(b, at, Type::I32);
        let n = b.cast(n, Type::I32);
        b.store(n, to);
    }
    match of(b.m, v) {
        None => {}
        Some(Parcel::Scalar) => {
            let held = held(b.m.ty(v));
            let to = l.at(b, place, held);
            let v = b.cast(v, held);
            b.store(v, to);
        }
        Some(Parcel::Variable) => {
            let ty = b.m.types.elem(b.m.ty(v));
            let to = l.at(b, place, ty);
            let v = b.load(v);
            b.store(v, to);
        }
        Some(Parcel::Text) => characters(l, b, v, measures[0], rest),
        Some(Parcel::TextVariable) => {
            let v = b.load(v);
            characters(l, b, v, measures[0], rest);
        }
        Some(Parcel::Array) => copy(l, b, v, measures, rest),
    }
}

/// The characters of a string, one by one: a string of any length needs no room of its own.
pub fn characters(l: Bytes, b: &mut Builder<'_>, text: Value, len: Value, rest: Value) {
    let (zero, one) = (b.index(0), b.index(1));
    let ty = b.m.types.intern(TypeKind::Char(Some(1), 1));
    each(b, &[len], (zero, one), &mut |b, subs| {
        let c = b.op(OpKind::ChrSubstr).arg(text).arg(subs[0]).arg(one).result(ty).value();
        let code = b.op(OpKind::ChrCode).arg(c).result(Type::I32).value();
        let at = b.binary(OpKind::Add, rest, subs[0]);
        let to = l.at(b, at, Type::I8);
        let code = b.cast(code, Type::I8);
        b.store(code, to);
    });
}

/// The elements of an array, one behind the other.
pub fn copy(l: Bytes, b: &mut Builder<'_>, v: Value, extents: &[Value], rest: Value) {
    let (elem, size) = (b.m.types.elem(b.m.ty(v)), element(b.m, v));
    let (zero, one) = (b.index(0), b.index(1));
    each(b, extents, (zero, one), &mut |b, subs| {
        let from = b.elem(v, subs);
        let x = b.load(from);
        let at = position(b, subs, extents, size, rest);
        if matches!(b.m.types.kind(elem), TypeKind::Char(..)) {
            let bytes = b.index(size);
            characters(l, b, x, bytes, at);
        } else {
            let to = l.at(b, at, elem);
            b.store(x, to);
        }
    });
}

/// The elements of an array, from where [`copy`] has left them.
pub fn copy_back(l: Bytes, b: &mut Builder<'_>, v: Value, extents: &[Value], rest: Value) {
    let (elem, size) = (b.m.types.elem(b.m.ty(v)), element(b.m, v));
    let (zero, one) = (b.index(0), b.index(1));
    each(b, extents, (zero, one), &mut |b, subs| {
        let at = position(b, subs, extents, size, rest);
        let to = b.elem(v, subs);
        if matches!(b.m.types.kind(elem), TypeKind::Char(..)) {
            let (p, len) = (l.address(b, at), b.index(size));
            let text = b.op(OpKind::ChrMake).arg(p).arg(len).result(elem).value();
            b.op(OpKind::ChrAssign).arg(text).arg(to).build();
        } else {
            let from = l.at(b, at, elem);
            let x = b.load(from);
            b.store(x, to);
        }
    });
}

/// Where an element lies.
fn position(b: &mut Builder<'_>, subs: &[Value], extents: &[Value], size: i64, rest: Value) -> Value {
    let mut at = b.index(0);
    for (&i, &n) in subs.iter().zip(extents).rev() {
        at = b.binary(OpKind::Mul, at, n);
        at = b.binary(OpKind::Add, at, i);
    }
    let bytes = b.index(size);
    at = b.binary(OpKind::Mul, at, bytes);
    b.binary(OpKind::Add, rest, at)
}

/// Code for each element: straight code for few, else loops.
fn each(
    b: &mut Builder<'_>,
    extents: &[Value],
    (zero, one): (Value, Value),
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value]),
) {
    let known: Option<Vec<i64>> = extents.iter().map(|&n| b.m.const_int(n)).collect();
    let total = known.as_ref().and_then(|l| l.iter().try_fold(1i64, |n, &e| n.checked_mul(e)));
    let mut subs = vec![zero; extents.len()];
    match (known, total) {
        (Some(known), Some(total)) if total <= STRAIGHT => {
            for k in 0..total {
                let mut rest = k;
                for (s, &n) in subs.iter_mut().zip(&known) {
                    *s = b.index(rest % n);
                    rest /= n;
                }
                body(b, &subs);
            }
        }
        _ => nest(b, extents, (zero, one), &mut subs, extents.len(), body),
    }
}

/// Loops over the first `depth` dimensions, the first one innermost.
fn nest(
    b: &mut Builder<'_>,
    extents: &[Value],
    (zero, one): (Value, Value),
    subs: &mut Vec<Value>,
    depth: usize,
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value]),
) {
    let Some(d) = depth.checked_sub(1) else { return body(b, subs) };
    let last = b.binary(OpKind::Sub, extents[d], one);
    let inner = super::blocks::counted(b, zero, last, one, None);
    subs[d] = b.m.args(inner)[0];
    b.inside(inner, |b| nest(b, extents, (zero, one), subs, d, body));
}

/// The host finds a value in a letter: its places are at a byte, the rest at another. Gives where the next one has its rest.
pub fn unpack(l: Bytes, b: &mut Builder<'_>, v: Value, place: Value, rest: Value) -> (Value, Value) {
    let ty = b.m.ty(v);
    match of(b.m, v) {
        None => (v, rest),
        Some(Parcel::Scalar) => {
            let from = l.at(b, place, held(ty));
            let x = b.load(from);
            (b.cast(x, ty), rest)
        }
        Some(Parcel::Variable) => {
            let elem = b.m.types.elem(ty);
            (l.at(b, place, elem), rest)
        }
        Some(Parcel::Text) => {
            let len = measure(l, b, place, 0);
            let p = l.address(b, rest);
            let text = b.op(OpKind::ChrMake).arg(p).arg(len).result(ty).value();
            (text, behind(b, rest, len))
        }
        Some(Parcel::TextVariable) => {
            let len = measure(l, b, place, 0);
            let p = l.address(b, rest);
            let text = b.op(OpKind::ChrRef).arg(p).arg(len).result(ty).value();
            (text, behind(b, rest, len))
        }
        Some(Parcel::Array) => {
            let rank = b.m.types.rank(ty);
            let extents: Vec<Value> = (0..rank).map(|d| measure(l, b, place, d)).collect();
            let size = element(b.m, v);
            let mut strides = Vec::new();
            if !b.m.types.is_contig(ty) {
                let mut n = b.index(size);
                for &e in &extents {
                    strides.push(n);
                    n = b.binary(OpKind::Mul, n, e);
                }
            }
            let p = l.address(b, rest);
            let view = b.op(OpKind::ViewMake).arg(p).args(&extents).args(&strides).opt(None).result(ty).value();
            let bytes = elements(b, &extents, size);
            (view, b.binary(OpKind::Add, rest, bytes))
        }
    }
}

fn behind(b: &mut Builder<'_>, at: Value, bytes: Value) -> Value {
    let n = rounded(b, bytes);
    b.binary(OpKind::Add, at, n)
}

fn measure(l: Bytes, b: &mut Builder<'_>, place: Value, i: usize) -> Value {
    let offset = b.index(4 * i as i64);
    let at = b.binary(OpKind::Add, place, offset);
    let from = l.at(b, at, Type::I32);
    let n = b.load(from);
    b.cast(n, Type::INDEX)
}
