//! Frames of recursive procedures in the pool of a thread, and what lies in them.
//!
//! A frame begins with the state to which the procedure returns and the place of the frame of who called it. Values that are
//! scalars and live over a call are stored in it where they are computed, and read at the start of each state that uses them;
//! addresses are computed again there; variables that more than one state uses lie in it.

use super::pooled::FRAME;
use super::states::{Cut, start_of};
use super::{Entry, Procedure, called};
use crate::analysis::effects::{is_box_read, is_pure};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module};
use crate::ops::OpKind;
use crate::passes::offload::memory::{effects, is_scalar};
use crate::passes::offload::split::layout;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Where in a frame the state lies to which the procedure returns, and the place of the frame before.
const BACK: i64 = 0;
const BEFORE: i64 = 8;
/// Where what lives over calls begins.
const FIRST: i64 = 16;

/// The variables of a thread that runs the loop.
#[derive(Clone)]
pub struct Frames {
    /// The state that comes next.
    pub next: Value,
    pool: Value,
    /// The place of the frame.
    frame: Value,
    /// The state to which the procedure that is called returns.
    back: Value,
    /// What is passed to each procedure and what it gives, each a variable.
    args: Vec<Vec<Value>>,
    results: Vec<Vec<Value>>,
    names: Vec<String>,
    /// Where none of the procedures calls one of them there are no frames, but variables in front of this call.
    flat: Option<Op>,
}

/// A scalar in memory.
fn held(ty: Type) -> Type {
    if ty == Type::BOOL { Type::L32 } else { ty }
}

fn variable(b: &mut Builder<'_>, ty: Type) -> Value {
    let of = b.m.types.reference(held(ty));
    b.op(OpKind::Alloca).result(of).value()
}

fn put(b: &mut Builder<'_>, v: Value, to: Value) {
    let ty = b.m.types.elem(b.m.ty(to));
    let v = b.cast(v, ty);
    b.store(v, to);
}

fn get(b: &mut Builder<'_>, from: Value, ty: Type) -> Value {
    let v = b.load(from);
    b.cast(v, ty)
}

impl Frames {
    /// The variables, in front of the call.
    pub(super) fn new(m: &mut Module, plan: Region, call: Op, entry: &Entry, all: &[Procedure]) -> Frames {
        let loc = m.ops[call].loc;
        let bytes = m.types.view(vec![None], Type::I8, true);
        let pool = Builder { m, point: start_of(plan), loc }.op(OpKind::DevPool).result(bytes).value();
        let types = |m: &Module, list: &[Value]| -> Vec<Type> { list.iter().map(|&v| m.ty(v)).collect() };
        let args: Vec<Vec<Type>> = entry.params.iter().map(|p| types(m, p)).collect();
        let results: Vec<Vec<Type>> = all
            .iter()
            .map(|p| {
                let body = m.region(p.func, 0);
                m.regions[body].ops.last().map_or(Vec::new(), |&r| types(m, m.operands(r)))
            })
            .collect();
        let mut b = Builder::before(m, call);
        let (next, back) = (variable(&mut b, Type::I32), variable(&mut b, Type::I32));
        let frame = variable(&mut b, Type::INDEX);
        let mut list = |types: Vec<Vec<Type>>| -> Vec<Vec<Value>> {
            types.into_iter().map(|l| l.into_iter().map(|t| variable(&mut b, t)).collect()).collect()
        };
        let (args, results) = (list(args), list(results));
        let names = all.iter().map(|p| p.readable.clone()).collect();
        let calls = |p: &Procedure| m.walk(m.region(p.func, 0)).into_iter().any(|o| called(m, o, all).is_some());
        let flat = if all.iter().any(calls) { None } else { Some(call) };
        Frames { next, pool, frame, back, args, results, names, flat }
    }

    /// The start of the loop: the first procedure is called.
    pub fn start(&self, b: &mut Builder<'_>, args: &[Value], first: usize) {
        let zero = b.index(0);
        b.store(zero, self.frame);
        self.call(b, 0, args, 0);
        let first = b.int(first as i64, Type::I32);
        b.store(first, self.next);
    }

    /// Passes arguments to a procedure that returns to that state.
    pub fn call(&self, b: &mut Builder<'_>, to: usize, args: &[Value], back: usize) {
        for (&v, &x) in args.iter().zip(&self.args[to]) {
            put(b, v, x);
        }
        let back = b.int(back as i64, Type::I32);
        b.store(back, self.back);
    }

    /// A result of a procedure that has returned.
    pub fn result(&self, b: &mut Builder<'_>, of: usize, k: usize, ty: Type) -> Value {
        get(b, self.results[of][k], ty)
    }

    /// The start of a procedure; gives its arguments. How large the frame is is said later.
    pub fn enter(&self, b: &mut Builder<'_>, p: usize, params: &[Value]) -> Vec<Value> {
        let types: Vec<Type> = params.iter().map(|&v| b.m.ty(v)).collect();
        if self.flat.is_some() {
            return self.args[p].iter().zip(types).map(|(&x, ty)| get(b, x, ty)).collect();
        }
        let size = b.index(FIRST);
        let name = Attr::str(&self.names[p]);
        let place = b.op(OpKind::DevTake).arg(size).attr("frame", name).result(Type::INDEX).value();
        let (back, before) = (b.load(self.back), b.load(self.frame));
        b.store(place, self.frame);
        let to = self.slot(b, place, BACK, Type::I32);
        b.store(back, to);
        let to = self.slot(b, place, BEFORE, Type::INDEX);
        b.store(before, to);
        self.args[p].iter().zip(types).map(|(&x, ty)| get(b, x, ty)).collect()
    }

    /// The end of a procedure.
    pub fn leave(&self, b: &mut Builder<'_>, p: usize, results: &[Value]) {
        for (&v, &x) in results.iter().zip(&self.results[p]) {
            put(b, v, x);
        }
        if self.flat.is_some() {
            let end = b.int(0, Type::I32);
            b.store(end, self.next);
            return;
        }
        let place = b.load(self.frame);
        let from = self.slot(b, place, BACK, Type::I32);
        let back = b.load(from);
        b.store(back, self.next);
        let from = self.slot(b, place, BEFORE, Type::INDEX);
        let before = b.load(from);
        b.op(OpKind::DevGive).arg(place).build();
        b.store(before, self.frame);
    }

    fn slot(&self, b: &mut Builder<'_>, place: Value, offset: i64, ty: Type) -> Value {
        let offset = b.index(offset);
        let at = b.binary(OpKind::Add, place, offset);
        let e = b.elem(self.pool, &[at]);
        let of = b.m.types.reference(held(ty));
        b.op(OpKind::CastRef).arg(e).result(of).value()
    }
}

/// Where what lives over calls lies in the frames of a procedure.
struct Layout {
    size: i64,
    values: FxHashMap<Value, i64>,
    variables: FxHashMap<Op, i64>,
    /// Where there are no frames: the variables of values.
    flat: FxHashMap<Value, Value>,
}

impl Layout {
    fn room(&mut self, bytes: i64) -> i64 {
        let at = self.size;
        self.size += (bytes.max(1) + 7) / 8 * 8;
        at
    }
}

/// Puts what lives over calls into the frames, and says how large these are.
pub(super) fn keep(c: &mut Cut<'_>) -> Option<()> {
    let states: FxHashMap<Region, usize> = c.states.iter().enumerate().map(|(s, &r)| (r, s)).collect();
    for p in 0..c.entries.len() {
        let mut layout = Layout {
            size: FIRST,
            values: FxHashMap::default(),
            variables: FxHashMap::default(),
            flat: FxHashMap::default(),
        };
        for s in (1..c.states.len()).filter(|&s| c.of[s] == p) {
            let region = c.states[s];
            // Variables of which the address is passed lie in the frame, wherever they are used.
            for o in c.m.walk(region) {
                if c.m.kind(o) == OpKind::Alloca && c.m.flag(o, FRAME) {
                    c.m.remove_attr(o, FRAME);
                    let at = bytes_of(c.m, o).map(|n| layout.room(n))?;
                    layout.variables.insert(o, at);
                }
            }
        }
        for s in (1..c.states.len()).filter(|&s| c.of[s] == p) {
            let region = c.states[s];
            let foreign: Vec<Value> =
                c.m.free_values(region)
                    .into_iter()
                    .filter(|&v| state_of(c.m, &states, v).is_some_and(|t| t != s))
                    .collect();
            if foreign.is_empty() {
                continue;
            }
            let head = c.m.new_region(&[]);
            let mut again = Again {
                frames: &c.frames,
                layout: &mut layout,
                states: &states,
                head,
                loc: c.loc,
                place: None,
                map: FxHashMap::default(),
            };
            for v in foreign {
                let new = again.value(c.m, v)?;
                c.m.replace_uses(region, v, new);
            }
            for (i, o) in std::mem::take(&mut c.m.regions[head].ops).into_iter().enumerate() {
                c.m.ops[o].parent = None;
                c.m.insert(region, i, o);
            }
        }
        place(c, p, &layout, &states);
    }
    Some(())
}

/// The state in which a value is computed.
fn state_of(m: &Module, states: &FxHashMap<Region, usize>, v: Value) -> Option<usize> {
    let mut at = m.home(v)?;
    loop {
        if let Some(&s) = states.get(&at) {
            return Some(s);
        }
        at = m.regions[at].parent.and_then(|op| m.ops[op].parent)?;
    }
}

/// Values of other states at the start of one.
struct Again<'a> {
    frames: &'a Frames,
    layout: &'a mut Layout,
    states: &'a FxHashMap<Region, usize>,
    head: Region,
    loc: Loc,
    place: Option<Value>,
    map: FxHashMap<Value, Value>,
}

impl Again<'_> {
    fn value(&mut self, m: &mut Module, v: Value) -> Option<Value> {
        if let Some(&new) = self.map.get(&v) {
            return Some(new);
        }
        if state_of(m, self.states, v).is_none() {
            return Some(v);
        }
        let op = m.def(v)?;
        let ty = m.ty(v);
        let plain = is_pure(m, op) && m.ops[op].regions.is_empty() && effects(m, op).reads.is_empty();
        let plain = plain || is_box_read(m.kind(op));
        let scalar = is_scalar(m, ty) && !(plain && m.operands(op).is_empty());
        let new = if let Some(call) = self.frames.flat.filter(|_| m.kind(op) == OpKind::Alloca || scalar) {
            if m.kind(op) == OpKind::Alloca {
                // One activation has all of it.
                if m.flag(op, "zero") {
                    return None;
                }
                m.detach(op);
                let (region, at) = m.position(call);
                m.insert(region, at, op);
                return Some(v);
            }
            let cell = *self.layout.flat.entry(v).or_insert_with(|| variable(&mut Builder::before(m, call), ty));
            let mut b = Builder { m, point: super::end_of(self.head), loc: self.loc };
            get(&mut b, cell, ty)
        } else if m.kind(op) == OpKind::Alloca {
            let at = match self.layout.variables.get(&op) {
                Some(&at) => at,
                None => {
                    let bytes = bytes_of(m, op)?;
                    let at = self.layout.room(bytes);
                    self.layout.variables.insert(op, at);
                    at
                }
            };
            let (mut b, place) = self.build(m);
            address(&mut b, self.frames, place, at, ty)?
        } else if scalar {
            let at = match self.layout.values.get(&v) {
                Some(&at) => at,
                None => {
                    let at = self.layout.room(m.types.size_of(held(ty))? as i64);
                    self.layout.values.insert(v, at);
                    at
                }
            };
            let (mut b, place) = self.build(m);
            let from = self.frames.slot(&mut b, place, at, ty);
            get(&mut b, from, ty)
        } else if plain && m.ops[op].results.len() == 1 {
            let mut own = FxHashMap::default();
            for x in m.operands(op).to_vec() {
                let y = self.value(m, x)?;
                own.insert(x, y);
            }
            let copy = m.clone_op(op, &mut own);
            let end = m.regions[self.head].ops.len();
            m.insert(self.head, end, copy);
            m.result(copy)
        } else {
            return None;
        };
        self.map.insert(v, new);
        Some(new)
    }

    /// Builds at the end of the head, with the place of the frame.
    fn build<'m>(&mut self, m: &'m mut Module) -> (Builder<'m>, Value) {
        let mut b = Builder { m, point: super::end_of(self.head), loc: self.loc };
        let place = *self.place.get_or_insert_with(|| b.load(self.frames.frame));
        (b, place)
    }
}

/// Bytes of a variable whose size is known.
fn bytes_of(m: &Module, alloca: Op) -> Option<i64> {
    let ty = m.ty(m.result(alloca));
    if m.flag(alloca, "zero") {
        return None;
    }
    if let Some(n) = m.attr_int(alloca, "size") {
        return Some(n);
    }
    let elem = match m.types.kind(ty) {
        TypeKind::Ref(_) | TypeKind::View { .. } => m.types.elem(ty),
        _ => return None,
    };
    let one = match m.types.kind(elem).clone() {
        TypeKind::Derived(name) => layout(m, &name)?.0,
        TypeKind::Box { .. } => return None,
        _ => m.types.size_of(elem)? as i64,
    };
    let shape = if matches!(m.types.kind(ty), TypeKind::View { .. }) { m.types.shape(ty).to_vec() } else { Vec::new() };
    shape.into_iter().try_fold(one, |n, e| n.checked_mul(e?))
}

/// The variable at an offset in a frame.
fn address(b: &mut Builder<'_>, frames: &Frames, place: Value, at: i64, ty: Type) -> Option<Value> {
    let offset = b.index(at);
    let at = b.binary(OpKind::Add, place, offset);
    let e = b.elem(frames.pool, &[at]);
    Some(match b.m.types.kind(ty).clone() {
        TypeKind::View { shape, .. } => {
            let p = b.unary(OpKind::CastRef, e, Type::PTR);
            let extents: Vec<Value> = shape.iter().map(|e| e.map(|n| b.index(n))).collect::<Option<_>>()?;
            b.op(OpKind::ViewMake).arg(p).args(&extents).args(&[]).opt(None).result(ty).value()
        }
        _ => b.unary(OpKind::CastRef, e, ty),
    })
}

/// Stores values where they are computed, and has variables lie in the frame where they are made; the frame is that large.
fn place(c: &mut Cut<'_>, p: usize, layout: &Layout, states: &FxHashMap<Region, usize>) {
    let mut frames_at: FxHashMap<usize, Value> = FxHashMap::default();
    let mut values: Vec<(Value, i64)> = layout.values.iter().map(|(&v, &at)| (v, at)).collect();
    values.sort_unstable_by_key(|x| x.1);
    let mut variables: Vec<(Op, i64)> = layout.variables.iter().map(|(&o, &at)| (o, at)).collect();
    variables.sort_unstable_by_key(|x| x.1);
    let mut frame_in = |c: &mut Cut<'_>, v: Value| -> Option<Value> {
        let s = state_of(c.m, states, v)?;
        if let Some(&f) = frames_at.get(&s) {
            return Some(f);
        }
        let f = match frame_taken(c.m, c.states[s]) {
            Some(t) => c.m.result(t),
            None => {
                let mut b = Builder { m: c.m, point: start_of(c.states[s]), loc: c.loc };
                b.load(c.frames.frame)
            }
        };
        frames_at.insert(s, f);
        Some(f)
    };
    for (v, at) in values {
        let (Some(f), Some(d)) = (frame_in(c, v), c.m.def(v)) else { continue };
        let ty = c.m.ty(v);
        let mut b = Builder::after(c.m, d);
        let to = c.frames.slot(&mut b, f, at, ty);
        put(&mut b, v, to);
    }
    let mut flat: Vec<(Value, Value)> = layout.flat.iter().map(|(&v, &x)| (v, x)).collect();
    flat.sort_unstable();
    for (v, cell) in flat {
        if let Some(d) = c.m.def(v) {
            put(&mut Builder::after(c.m, d), v, cell);
        }
    }
    for (op, at) in variables {
        let v = c.m.result(op);
        let Some(f) = frame_in(c, v) else { continue };
        let ty = c.m.ty(v);
        let new = address(&mut Builder::before(c.m, op), &c.frames, f, at, ty);
        if let Some(new) = new {
            c.m.replace_all_uses(v, new);
        }
        c.m.detach(op);
    }
    // The first state of the procedure takes the frame.
    if let Some(t) = frame_taken(c.m, c.states[c.entries[p]]) {
        let n = Builder::before(c.m, t).index(layout.size);
        c.m.set_operand(t, 0, n);
    }
}

/// The op that takes the frame of a procedure in its first state.
fn frame_taken(m: &Module, state: Region) -> Option<Op> {
    m.regions[state].ops.iter().copied().find(|&o| m.kind(o) == OpKind::DevTake && m.attr(o, "frame").is_some())
}
