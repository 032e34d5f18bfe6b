//! Code that bufferize makes: temporaries, loops over elements, elements of lazy values.

use super::{Bufferize, Res, Stored, Temp, is_array};
use crate::analysis::effects::{is_box_read, is_pure, surely_exists};
use crate::choices::LoopReduceKind;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::PassError;
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::RangeInclusive;

/// Bytes up to which a temporary of static shape lies on the stack.
const STACK_BYTES: u64 = 1024;

/// The type that elements have in memory: truth values take a byte.
pub(super) fn memory_elem(elem: Type) -> Type {
    if elem == Type::BOOL { Type::L8 } else { elem }
}

/// Element of a view or (as `array.at`, to be converted) of an array value.
pub(super) fn elem_of(b: &mut Builder, array: Value, subs: &[Value]) -> Value {
    let elem = b.m.types.elem(b.m.ty(array));
    let ty = match b.m.types.kind(elem) {
        TypeKind::Derived(_) => b.m.types.reference(elem),
        _ => elem,
    };
    b.op(OpKind::ArrayAt).arg(array).args(subs).result(ty).value()
}

/// Loads an element of a view as a value (characters refer to it, derived types give the reference).
pub(super) fn load_elem(b: &mut Builder, view: Value, subs: &[Value]) -> Value {
    let r = b.elem(view, subs);
    match b.m.types.kind(b.m.types.elem(b.m.ty(view))) {
        TypeKind::Derived(_) => r,
        _ => b.load(r),
    }
}

/// Stores an element.
pub(super) fn store_elem(b: &mut Builder, view: Value, subs: &[Value], value: Value) {
    let r = b.elem(view, subs);
    let elem = b.m.types.elem(b.m.ty(view));
    match b.m.types.kind(elem) {
        TypeKind::Char(..) => {
            b.op(OpKind::ChrAssign).arg(value).arg(r).build();
        }
        TypeKind::Derived(_) => {
            b.op(OpKind::CopyObject).arg(r).arg(value).build();
        }
        _ => {
            let value = if b.m.ty(value) == Type::BOOL { b.cast(value, elem) } else { value };
            b.store(value, r);
        }
    }
}

/// A `loop.parallel` whose body `f` writes.
pub(super) fn parallel(
    b: &mut Builder,
    extents: &[Value],
    stmts: Option<Attr>,
    reason: Option<&str>,
    f: impl FnOnce(&mut Builder, &[Value]),
) -> Op {
    let r = b.m.new_region(&vec![Type::INDEX; extents.len()]);
    let idx = b.m.args(r).to_vec();
    b.inside(r, |b| f(b, &idx));
    b.op(OpKind::Parallel)
        .args(extents)
        .attr_opt("stmts", stmts)
        .attr_opt("reason", reason.map(Attr::str))
        .region(r)
        .build()
}

/// `loop.if` with a `then` region only.
pub(super) fn when(b: &mut Builder, cond: Value, f: impl FnOnce(&mut Builder)) {
    let then = b.m.new_region(&[]);
    let other = b.m.new_region(&[]);
    b.inside(then, f);
    b.op(OpKind::If).arg(cond).region(then).region(other).build();
}

/// A mask's element; a scalar mask is that of every element.
pub(super) fn mask_elem(b: &mut Builder, mask: Value, idx: &[Value]) -> Value {
    if is_array(b.m, mask) { elem_of(b, mask, idx) } else { mask }
}

/// Whether the elements of a value read memory by themselves, such as what the body of an inlined function refers to: that
/// need not be there for the elements that a mask excludes.
fn looks_elsewhere(m: &Module, value: Value, depth: u32) -> bool {
    let Some(d) = m.def(value).filter(|_| depth < 16) else { return depth >= 16 };
    match m.kind(d) {
        OpKind::ArrayElemental => m.walk(m.region(d, 0)).into_iter().any(|o| match m.kind(o) {
            OpKind::Load => !surely_exists(m, m.operand(o, 0), false),
            k if is_box_read(k) => !surely_exists(m, m.operand(o, 0), true),
            OpKind::ArrayAt => looks_elsewhere(m, m.operand(o, 0), depth + 1),
            _ => false,
        }),
        _ => false,
    }
}

/// Stores every element of `value` (an array or a scalar) to `view`, where `mask` is true.
pub(super) fn store_loop(
    b: &mut Builder,
    view: Value,
    extents: &[Value],
    value: Value,
    mask: Option<Value>,
    stmts: Option<Attr>,
    reason: Option<&str>,
) -> Op {
    let whole = !looks_elsewhere(b.m, value, 0);
    parallel(b, extents, stmts, reason, |b, idx| {
        let body = |b: &mut Builder| {
            let v = if is_array(b.m, value) { elem_of(b, value, idx) } else { value };
            store_elem(b, view, idx, v);
        };
        match mask {
            Some(mask) => {
                let c = mask_elem(b, mask, idx);
                when(b, c, body);
                let (r, at) = (b.point.region, b.point.at);
                let at = at.unwrap_or(b.m.regions[r].ops.len());
                let branch = b.m.regions[r].ops[at - 1];
                if whole {
                    b.m.set_attr(branch, "masked", Attr::Unit);
                }
            }
            None => body(b),
        }
    })
}

/// Ways out of `r` among the ops inside it, outside of the loops they belong to.
fn exits(m: &Module, r: Region, op: Op, out: &mut Vec<Op>) {
    let leaves = match m.kind(op) {
        OpKind::Return | OpKind::Goto => true,
        OpKind::Break | OpKind::Continue => {
            // Leaves `r` unless the loop is inside it.
            let label = m.attr_str(op, "label");
            let mut at = op;
            loop {
                let Some(p) = m.parent_op(at) else { break true };
                if !m.ops[p].parent.is_some_and(|pr| m.is_inside(pr, r)) {
                    break true;
                }
                let k = m.kind(p);
                let is_loop = matches!(k, OpKind::For | OpKind::While | OpKind::Parallel)
                    || (k == OpKind::Block && label.is_some() && m.kind(op) == OpKind::Break)
                    || matches!(k, OpKind::OmpWsLoop | OpKind::OmpTaskloop);
                if is_loop && (label.is_none() || m.attr_str(p, "label") == label) {
                    break false;
                }
                at = p;
            }
        }
        _ => false,
    };
    if leaves {
        out.push(op);
    }
    for &inner in &m.ops[op].regions {
        for &o in &m.regions[inner].ops {
            exits(m, r, o, out);
        }
    }
}

/// Puts `mem.free` after the last use of each pointer in its region, and before the ways out between.
pub(super) fn release(m: &mut Module, r: Region, ptrs: &[Value]) {
    let mut frees = Vec::new();
    for (ptr, ops) in lifetimes(m, r, ptrs) {
        let mut ways_out = Vec::new();
        for &op in &m.regions[r].ops[ops.start() + 1..=*ops.end()] {
            exits(m, r, op, &mut ways_out);
        }
        let last = m.regions[r].ops[*ops.end()];
        frees.push((ptr, last, ways_out));
    }
    for (ptr, last, ways_out) in frees {
        for op in ways_out {
            Builder::before(m, op).op(OpKind::Free).arg(ptr).build();
        }
        if !m.ops[last].regions.is_empty() || !m.has(last, crate::ops::Traits::TERMINATOR) {
            Builder::after(m, last).op(OpKind::Free).arg(ptr).build();
        }
    }
}

/// Of the pointers that ops of `r` give: the positions in `r` from that op to the last one that uses the pointer or what is derived
/// from it. One walk finds those of all, since a region may have very many temporaries.
fn lifetimes(m: &Module, r: Region, ptrs: &[Value]) -> Vec<(Value, RangeInclusive<usize>)> {
    // Values derived from pointers, with the places of these in `found`.
    let mut derived: FxHashMap<Value, SmallVec<[usize; 1]>> = FxHashMap::default();
    let mut found: Vec<(Value, RangeInclusive<usize>)> = Vec::with_capacity(ptrs.len());
    let wanted: FxHashSet<Value> = ptrs.iter().copied().collect();
    for (i, &op) in m.regions[r].ops.iter().enumerate() {
        let inner = m.ops[op].regions.iter().flat_map(|&inner| m.walk(inner));
        for o in std::iter::once(op).chain(inner) {
            let mut of: SmallVec<[usize; 1]> = SmallVec::new();
            for from in m.operands(o).iter().filter_map(|v| derived.get(v)) {
                of.extend(from.iter().copied());
            }
            of.sort_unstable();
            of.dedup();
            for &k in &of {
                found[k].1 = *found[k].1.start()..=i;
            }
            if !of.is_empty() {
                for &res in &m.ops[o].results {
                    use TypeKind::{Char, Ptr, Ref, View};
                    if matches!(m.tk(res), View { .. } | Ref(_) | Ptr | Char(..)) {
                        derived.insert(res, of.clone());
                    }
                }
            }
        }
        for &made in m.ops[op].results.iter().filter(|&v| wanted.contains(v)) {
            derived.entry(made).or_default().push(found.len());
            found.push((made, i..=i));
        }
    }
    found
}

impl Bufferize<'_> {
    /// Extents of an array value, as values at `at`.
    pub(super) fn extents_before(&mut self, v: Value, at: Op) -> Res<Vec<Value>> {
        let rank = self.m.types.rank(self.m.ty(v));
        (0..rank).map(|d| self.extent_before(v, d, at)).collect()
    }

    /// Extent of a dimension of an array value.
    pub(super) fn extent_before(&mut self, v: Value, d: usize, at: Op) -> Res<Value> {
        if let Some(s) = self.stored.get(&v) {
            return Ok(s.extents[d]);
        }
        if let Some(Some(n)) = self.m.types.shape(self.m.ty(v)).get(d).copied() {
            return Ok(Builder::before(self.m, at).index(n));
        }
        let loc = self.m.ops[at].loc;
        let made = self.m.def(v).map_or("a region argument", |d| self.m.info(d).name);
        let unknown = || PassError::new(loc, format!("internal error: the shape of {made} is not known"));
        let op = self.m.def(v).ok_or_else(unknown)?;
        let arg = |s: &Self, i: usize| s.m.operand(op, i);
        match self.m.kind(op) {
            OpKind::ArrayLoad => {
                let view = arg(self, 0);
                Ok(Builder::before(self.m, at).extent(view, d))
            }
            OpKind::ArrayElemental => Ok(arg(self, d)),
            OpKind::ArrayReshape => Ok(arg(self, d + 1)),
            OpKind::ArrayTranspose => self.extent_before(arg(self, 0), 1 - d, at),
            OpKind::ArrayUnpack => self.extent_before(arg(self, 1), d, at),
            OpKind::ArrayMatmul => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                if d == 0 && self.m.types.rank(self.m.ty(a)) == 2 {
                    let t = usize::from(self.m.flag(op, "ta"));
                    self.extent_before(a, t, at)
                } else {
                    let rank = self.m.types.rank(self.m.ty(b));
                    let t = if rank == 1 { 0 } else { usize::from(!self.m.flag(op, "tb")) };
                    self.extent_before(b, t, at)
                }
            }
            _ => Err(unknown()),
        }
    }

    /// Length of the elements of a character array of run-time length.
    pub(super) fn char_len_before(&mut self, v: Value, at: Op) -> Res<Option<Value>> {
        let elem = self.m.types.elem(self.m.ty(v));
        if !matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) {
            return Ok(None);
        }
        let loc = self.m.ops[at].loc;
        match self.char_len(v, at, 0) {
            Some(len) => Ok(Some(len)),
            None => Err(PassError::new(
                loc,
                "an array temporary of characters whose length differs from element to element is not supported",
            )),
        }
    }

    /// Length of a character value or of the elements of an array of them, made of what is visible at
    /// `at`.
    pub(super) fn char_len(&mut self, v: Value, at: Op, depth: u32) -> Option<Value> {
        let elem = self.m.types.elem(self.m.ty(v));
        if let TypeKind::Char(Some(n), _) = *self.m.types.kind(elem) {
            return Some(Builder::before(self.m, at).index(n));
        }
        if let Some(s) = self.stored.get(&v) {
            let view = s.view;
            return Some(Builder::before(self.m, at).unary(OpKind::ViewElemLen, view, Type::INDEX));
        }
        let op = self.m.def(v).filter(|_| depth < 40)?;
        let visible = |s: &Self, x: Value| {
            let home = s.m.ops[at].parent;
            s.m.home(x).is_some_and(|h| home.is_some_and(|r| s.m.is_inside(r, h)))
        };
        match self.m.kind(op) {
            OpKind::ArrayLoad => {
                let view = self.m.operand(op, 0);
                self.view_elem_len(view, at)
            }
            OpKind::ArrayElemental => {
                let r = self.m.region(op, 0);
                let y = *self.m.regions[r].ops.last()?;
                self.char_len(self.m.operand(y, 0), at, depth + 1)
            }
            OpKind::ArrayAt | OpKind::ArrayTranspose | OpKind::ArrayReshape | OpKind::ArrayPack => {
                self.char_len(self.m.operand(op, 0), at, depth + 1)
            }
            OpKind::ArrayFrom if !self.m.operands(op).is_empty() => self.char_len(self.m.operand(op, 0), at, depth + 1),
            OpKind::Select => self.char_len(self.m.operand(op, 1), at, depth + 1),
            OpKind::ChrMake | OpKind::ChrRef if visible(self, self.m.operand(op, 1)) => Some(self.m.operand(op, 1)),
            OpKind::ChrMake | OpKind::ChrRef => self.index_outside(self.m.operand(op, 1), at, 0),
            OpKind::ChrSubstr => self.index_outside(self.m.operand(op, 2), at, 0),
            OpKind::ChrCast => {
                let s = self.m.operand(op, 0);
                let n = self.char_len(s, at, depth + 1)?;
                let wider = self.m.types.chr_kind(self.m.ty(s)) == 1;
                let mut b = Builder::before(self.m, at);
                let four = b.index(4);
                Some(b.binary(if wider { OpKind::Mul } else { OpKind::Div }, n, four))
            }
            OpKind::ChrConcat => {
                let a = self.char_len(self.m.operand(op, 0), at, depth + 1)?;
                let b = self.char_len(self.m.operand(op, 1), at, depth + 1)?;
                Some(Builder::before(self.m, at).binary(OpKind::Add, a, b))
            }
            OpKind::Load => {
                let r = self.m.operand(op, 0);
                match self.m.def(r).filter(|&d| self.m.kind(d) == OpKind::ViewElem) {
                    Some(d) => {
                        let view = self.m.operand(d, 0);
                        self.view_elem_len(view, at)
                    }
                    None if visible(self, r) => Some(Builder::before(self.m, at).unary(OpKind::ChrLen, r, Type::INDEX)),
                    None => self.char_len(r, at, depth + 1),
                }
            }
            _ if visible(self, v) => Some(Builder::before(self.m, at).unary(OpKind::ChrLen, v, Type::INDEX)),
            _ => None,
        }
    }

    fn view_elem_len(&mut self, view: Value, at: Op) -> Option<Value> {
        // Sections and the like keep the element length: look for a view that is visible here.
        let home = self.m.ops[at].parent?;
        let mut view = view;
        loop {
            if self.m.home(view).is_some_and(|h| self.m.is_inside(home, h)) {
                return Some(Builder::before(self.m, at).unary(OpKind::ViewElemLen, view, Type::INDEX));
            }
            let d = self.m.def(view)?;
            match self.m.kind(d) {
                OpKind::ViewSection | OpKind::ViewPermute | OpKind::ViewCast | OpKind::Declare => {
                    view = self.m.operand(d, 0);
                }
                _ => return None,
            }
        }
    }

    /// Copies pure index arithmetic that does not depend on region arguments to `at`.
    fn index_outside(&mut self, v: Value, at: Op, depth: u32) -> Option<Value> {
        let home = self.m.ops[at].parent?;
        if self.m.home(v).is_some_and(|h| self.m.is_inside(home, h)) {
            return Some(v);
        }
        let op = self.m.def(v).filter(|_| depth < 30)?;
        if self.m.kind(op) == OpKind::ChrLen {
            return self.char_len(self.m.operand(op, 0), at, depth + 1);
        }
        if !is_pure(self.m, op) || !self.m.ops[op].regions.is_empty() {
            return None;
        }
        let mut map = FxHashMap::default();
        for o in self.m.operands(op).to_vec() {
            let n = self.index_outside(o, at, depth + 1)?;
            map.insert(o, n);
        }
        let copy = self.m.clone_op(op, &mut map);
        Builder::before(self.m, at).insert(copy);
        Some(self.m.result(copy))
    }

    /// Size of one element in memory as a value, where it is not known from the type.
    pub(super) fn elem_bytes(&mut self, elem: Type, at: Op) -> Res<i64> {
        if let Some(n) = self.m.types.size_of(elem) {
            return Ok(n as i64);
        }
        if let TypeKind::Derived(name) = self.m.types.kind(elem) {
            let size = self
                .m
                .top_ops(OpKind::TypeDef)
                .find(|&t| self.m.attr_str(t, "sym") == Some(name.as_str()))
                .and_then(|t| self.m.attr_int(t, "size"));
            if let Some(n) = size {
                return Ok(n);
            }
        }
        let text = format!("internal error: the size of {} is not known", self.m.types.text(elem));
        Err(PassError::new(self.m.ops[at].loc, text))
    }

    /// A new temporary of the shape and element type of array value `v`.
    pub(super) fn temp_before(
        &mut self,
        at: Op,
        v: Value,
        extents: Vec<Value>,
        len: Option<Value>,
        reason: &str,
    ) -> Res<Stored> {
        let shape = self.m.types.shape(self.m.ty(v)).to_vec();
        let elem = memory_elem(self.m.types.elem(self.m.ty(v)));
        self.temp_of(at, shape, elem, extents, len, reason)
    }

    /// A new temporary.
    pub(super) fn temp_of(
        &mut self,
        at: Op,
        mut shape: Vec<Option<i64>>,
        elem: Type,
        extents: Vec<Value>,
        len: Option<Value>,
        reason: &str,
    ) -> Res<Stored> {
        for (s, &e) in shape.iter_mut().zip(&extents) {
            *s = s.or_else(|| self.m.const_int(e));
        }
        let ty = self.m.types.view(shape.clone(), elem, true);
        let count: Option<i64> = shape.iter().copied().try_fold(1i64, |a, e| a.checked_mul(e?.max(0)));
        let in_target = {
            let mut p = self.m.parent_op(at);
            loop {
                match p {
                    Some(o) if self.m.kind(o) == OpKind::OmpTarget => break true,
                    Some(o) => p = self.m.parent_op(o),
                    None => break false,
                }
            }
        };
        if let (Some(n), Some(size), false) = (count, self.m.types.size_of(elem), in_target)
            && (n as u64).saturating_mul(size) <= STACK_BYTES
        {
            let view = Builder::before(self.m, at).op(OpKind::Alloca).result(ty).value();
            return Ok(Stored { view, extents });
        }
        let size = match len {
            Some(len) => len,
            None => {
                let n = self.elem_bytes(elem, at)?;
                Builder::before(self.m, at).index(n)
            }
        };
        let region = self.m.position(at).0;
        let loc = self.m.ops[at].loc;
        let mut b = Builder::before(self.m, at);
        let mut bytes = size;
        for &e in &extents {
            bytes = b.binary(OpKind::Mul, bytes, e);
        }
        let ptr = b.op(OpKind::Alloc).arg(bytes).attr("reason", Attr::str(reason)).result(Type::PTR).value();
        let view = b.op(OpKind::ViewMake).arg(ptr).args(&extents).args(&[]).opt(len).result(ty).value();
        self.temps.push(Temp { ptr, region });
        self.cx.remark(loc, "temporary", format!("an array temporary: {reason}"));
        self.cx.count("temporaries", 1);
        Ok(Stored { view, extents })
    }

    /// Puts an array constant into a global.
    pub(super) fn constant(&mut self, op: Op) -> Res<()> {
        let v = self.m.result(op);
        if !self.used(op) {
            return Ok(());
        }
        let Some(Attr::Bytes(data)) = self.m.attr(op, "data").cloned() else {
            return Err(PassError::new(self.m.ops[op].loc, "array.const without data"));
        };
        let elem = memory_elem(self.m.types.elem(self.m.ty(v)));
        let key = (data, elem);
        let sym = match self.constants.get(&key) {
            Some(s) => s.clone(),
            None => {
                let mut n = self.m.top_ops(OpKind::Global).count();
                let sym = loop {
                    let s = format!(".const.{n}");
                    if !self.m.top_ops(OpKind::Global).any(|g| self.m.attr_str(g, "sym") == Some(&s)) {
                        break s;
                    }
                    n += 1;
                };
                let loc = self.m.ops[op].loc;
                let size = key.0.len() as i64;
                let top = self.m.top;
                let mut b = Builder::at_end(self.m, top);
                b.loc = loc;
                b.op(OpKind::Global)
                    .attr("sym", Attr::Sym(sym.clone()))
                    .attr("type", Attr::Type(elem))
                    .attr("size", Attr::Int(size))
                    .attr("init", Attr::Bytes(key.0.clone()))
                    .attr("internal", Attr::Unit)
                    .attr("constant", Attr::Unit)
                    .build();
                self.constants.insert(key, sym.clone());
                sym
            }
        };
        let shape = self.m.types.shape(self.m.ty(v)).to_vec();
        let ty = self.m.types.view(shape.clone(), elem, true);
        let mut b = Builder::before(self.m, op);
        let view = b.op(OpKind::AddrOf).attr("sym", Attr::Sym(sym)).result(ty).value();
        let extents = shape.iter().map(|n| b.index(n.unwrap_or(0))).collect();
        self.stored.insert(v, Stored { view, extents });
        Ok(())
    }

    /// Stores the elements of an `array.from`.
    pub(super) fn store_elements(&mut self, op: Op) -> Res<()> {
        let v = self.m.result(op);
        let extents = self.extents_before(v, op)?;
        let len = self.char_len_before(v, op)?;
        let stored = self.temp_before(op, v, extents, len, "an array constructor")?;
        let shape: Vec<i64> = self.m.types.shape(self.m.ty(v)).iter().map(|n| n.unwrap_or(0)).collect();
        let elems = self.m.operands(op).to_vec();
        let mut b = Builder::before(self.m, op);
        for (k, x) in elems.into_iter().enumerate() {
            let mut rest = k as i64;
            let subs: Vec<Value> = shape
                .iter()
                .map(|&n| {
                    let s = b.index(rest % n.max(1));
                    rest /= n.max(1);
                    s
                })
                .collect();
            store_elem(&mut b, stored.view, &subs, x);
        }
        self.stored.insert(v, stored);
        Ok(())
    }

    /// `array.at`: code for one element.
    pub(super) fn at(&mut self, op: Op) -> Res<()> {
        let (a, subs) = (self.m.operand(op, 0), self.m.operands(op)[1..].to_vec());
        let old = self.m.result(op);
        if let Some(s) = self.stored.get(&a) {
            let view = s.view;
            let mut b = Builder::before(self.m, op);
            let v = load_elem(&mut b, view, &subs);
            let v = if b.m.ty(old) == Type::BOOL { b.cast(v, Type::BOOL) } else { v };
            self.m.replace_all_uses(old, v);
            return Ok(());
        }
        let loc = self.m.ops[op].loc;
        let Some(def) = self.m.def(a) else {
            return Err(PassError::new(loc, "internal error: an array value without definition"));
        };
        let new = match self.m.kind(def) {
            OpKind::ArrayLoad => {
                let view = self.m.operand(def, 0);
                load_elem(&mut Builder::before(self.m, op), view, &subs)
            }
            OpKind::ArrayElemental => {
                let r = self.m.region(def, 0);
                let mut map: FxHashMap<Value, Value> = self.m.args(r).iter().copied().zip(subs).collect();
                let mut result = None;
                for o in self.m.regions[r].ops.clone() {
                    if self.m.kind(o) == OpKind::ArrayYield {
                        let y = self.m.operand(o, 0);
                        result = Some(*map.get(&y).unwrap_or(&y));
                        break;
                    }
                    let c = self.m.clone_op(o, &mut map);
                    Builder::before(self.m, op).insert(c);
                }
                result.ok_or_else(|| PassError::new(loc, "internal error: an elemental without result"))?
            }
            OpKind::ArrayTranspose => {
                let x = self.m.operand(def, 0);
                elem_of(&mut Builder::before(self.m, op), x, &[subs[1], subs[0]])
            }
            OpKind::ArrayReshape => {
                let x = self.m.operand(def, 0);
                let to = self.extents_before(a, op)?;
                let from = self.extents_before(x, op)?;
                let mut b = Builder::before(self.m, op);
                let pos = linear(&mut b, &subs, &to);
                let from_subs = delinear(&mut b, pos, &from);
                elem_of(&mut b, x, &from_subs)
            }
            OpKind::ArrayFrom => {
                let shape = self.m.types.shape(self.m.ty(a)).to_vec();
                let (mut k, mut scale, mut known) = (0, 1, true);
                for (s, n) in subs.iter().zip(&shape) {
                    match self.m.const_int(*s) {
                        Some(c) => k += c * scale,
                        None => known = false,
                    }
                    scale *= n.unwrap_or(0);
                }
                match self.m.operands(def).get(k as usize) {
                    Some(&v) if known && k >= 0 => v,
                    _ => {
                        // Not decided at its place (it stands in an array region): store it now.
                        self.store_elements(def)?;
                        return self.at(op);
                    }
                }
            }
            OpKind::ArrayMatmul => {
                // A product kept for an assignment that could not take it.
                let stored = self.matmul_before(def, op)?;
                self.stored.insert(a, stored);
                return self.at(op);
            }
            k => {
                let text = format!("internal error: an element of {} is asked for", k.info().name);
                return Err(PassError::new(loc, text));
            }
        };
        self.m.replace_all_uses(old, new);
        Ok(())
    }

    /// `array.extent`.
    pub(super) fn shape(&mut self, op: Op) -> Res<()> {
        let d = self.m.attr_int(op, "dim").unwrap_or(0) as usize;
        let v = self.extent_before(self.m.operand(op, 0), d, op)?;
        let old = self.m.result(op);
        self.m.replace_all_uses(old, v);
        Ok(())
    }

    /// `array.elem_len`.
    pub(super) fn elem_len(&mut self, op: Op) -> Res<()> {
        let v = match self.char_len_before(self.m.operand(op, 0), op)? {
            Some(v) => v,
            None => {
                let elem = self.m.types.elem(self.m.ty(self.m.operand(op, 0)));
                let n = self.m.types.size_of(elem).unwrap_or(0) as i64;
                Builder::before(self.m, op).index(n)
            }
        };
        let old = self.m.result(op);
        self.m.replace_all_uses(old, v);
        Ok(())
    }
}

/// A `loop.reduce` whose body gives the value and maybe a mask.
pub(super) fn reduction(
    b: &mut Builder,
    extents: &[Value],
    kind: LoopReduceKind,
    ty: Type,
    stmts: Option<Attr>,
    f: impl FnOnce(&mut Builder, &[Value]) -> (Value, Option<Value>),
) -> Value {
    let r = b.m.new_region(&vec![Type::INDEX; extents.len()]);
    let idx = b.m.args(r).to_vec();
    b.inside(r, |b| {
        let (v, m) = f(b, &idx);
        let mut y = vec![v];
        y.extend(m);
        b.op(OpKind::Yield).args(&y).build();
    });
    b.op(OpKind::Reduce).args(extents).choice(kind).attr_opt("stmts", stmts).result(ty).region(r).value()
}

/// Position in element order.
pub(super) fn linear(b: &mut Builder, subs: &[Value], extents: &[Value]) -> Value {
    let mut pos: Option<Value> = None;
    for (&s, &n) in subs.iter().zip(extents).rev() {
        pos = Some(match pos {
            None => s,
            Some(p) => {
                let scaled = b.binary(OpKind::Mul, p, n);
                b.binary(OpKind::Add, scaled, s)
            }
        });
    }
    pos.unwrap_or_else(|| b.index(0))
}

/// Subscripts of a position in element order.
pub(super) fn delinear(b: &mut Builder, pos: Value, extents: &[Value]) -> Vec<Value> {
    let mut rest = pos;
    let mut out = Vec::new();
    for (k, &n) in extents.iter().enumerate() {
        if k + 1 == extents.len() {
            out.push(rest);
        } else {
            out.push(b.binary(OpKind::Rem, rest, n));
            rest = b.binary(OpKind::Div, rest, n);
        }
    }
    out
}

/// i1: `dst` may overlap one of the views.
pub(super) fn overlap_any(b: &mut Builder, dst: Value, views: &[Value]) -> Value {
    let mut cond: Option<Value> = None;
    for &v in views {
        let o = b.op(OpKind::ViewOverlap).arg(dst).arg(v).result(Type::BOOL).value();
        cond = Some(match cond {
            None => o,
            Some(c) => b.binary(OpKind::Or, c, o),
        });
    }
    cond.unwrap_or_else(|| b.int(0, Type::BOOL))
}
