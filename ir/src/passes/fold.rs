//! `fold`: constants, identities that hold for IEEE numbers too, canonical index arithmetic (so that
//! equal subscripts are equal values), common subexpressions and repeated loads, dead pure code.

use crate::analysis::effects::{
    Access, Known, depends_on_operands_only, is_volatile_access, merges, reads, removable, tree_writes, writes,
};
use crate::analysis::locals::mark_unshared;
use crate::analysis::poly::{Atom, poly};
use crate::choices::Pred;
use crate::entity::{Op, Region, SecondaryMap, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};
use ferrotran_xreal::{Calc, Num};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Most loads that are remembered at a time.
const MAX_LOADS: usize = 96;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let mut map = SecondaryMap::new();
    let mut used = Counts::new();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        mark_unshared(m, body);
        let mut fold = Fold {
            m,
            known: FxHashMap::default(),
            scopes: Vec::new(),
            ended: Vec::new(),
            loads: Vec::new(),
            map: &mut map,
            merged: 0,
            folded: 0,
        };
        fold.region(body);
        let (merged, folded) = (fold.merged, fold.folded);
        cx.count("merged", merged);
        cx.count("folded", folded);
        let dead = remove_dead(m, body, &mut used);
        cx.count("dead", dead);
    }
    Ok(())
}

/// What an address is made from, without what only gives it another type.
fn address(m: &Module, mut v: Value) -> Option<Op> {
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::CastRef => v = m.operand(op, 0),
            // A dummy argument may be absent, but not because of its declaration.
            OpKind::Declare => v = m.operand(op, 0),
            _ => return Some(op),
        }
    }
    None
}

fn is_null(m: &Module, v: Value) -> bool {
    address(m, v).is_some_and(|op| m.kind(op) == OpKind::NullPtr)
}

/// The address of a local object, or of an element of an array.
fn is_object(m: &Module, v: Value) -> bool {
    address(m, v).is_some_and(|op| match m.kind(op) {
        OpKind::Alloca => true,
        OpKind::ViewElem => m.operands(op).len() > 1,
        _ => false,
    })
}

/// How often values are used.
pub(crate) type Counts = SecondaryMap<Value, u32>;

/// Removes ops of a procedure's body whose results nothing uses; gives their number. One table serves all procedures,
/// as none uses values of another.
pub(crate) fn remove_dead(m: &mut Module, body: Region, used: &mut Counts) -> u64 {
    let ops = m.walk(body);
    for &op in &ops {
        for &v in &m.ops[op].results {
            used[v] = 0;
        }
    }
    for &op in &ops {
        for &v in m.operands(op) {
            used[v] += 1;
        }
    }
    let mut n = 0;
    sweep(m, body, used, &mut n);
    n
}

fn forget(m: &Module, op: Op, used: &mut Counts) {
    for &v in m.operands(op) {
        let n = &mut used[v];
        *n = n.saturating_sub(1);
    }
    for &r in &m.ops[op].regions {
        for &o in &m.regions[r].ops {
            forget(m, o, used);
        }
    }
}

fn sweep(m: &mut Module, r: Region, used: &mut Counts, n: &mut u64) {
    let ops = std::mem::take(&mut m.regions[r].ops);
    let mut kept = Vec::with_capacity(ops.len());
    for op in ops.into_iter().rev() {
        let live = m.ops[op].results.iter().any(|&v| used[v] > 0);
        if !live && removable(m, op) {
            forget(m, op, used);
            m.ops[op].parent = None;
            *n += 1;
            continue;
        }
        for k in 0..m.ops[op].regions.len() {
            let inner = m.ops[op].regions[k];
            sweep(m, inner, used, n);
        }
        kept.push(op);
    }
    kept.reverse();
    m.regions[r].ops = kept;
}

/// Attributes of an op in order of their keys, compared by their bits.
#[derive(Clone, Debug, Default)]
struct Attrs(SmallVec<[(crate::module::Key, Attr); 2]>);

impl PartialEq for Attrs {
    fn eq(&self, o: &Attrs) -> bool {
        fn same(a: &Attr, b: &Attr) -> bool {
            match (a, b) {
                // Zeros of different sign are different values.
                (Attr::Float(x), Attr::Float(y)) => x.to_bits() == y.to_bits(),
                (Attr::List(x), Attr::List(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
                _ => a == b,
            }
        }
        self.0.len() == o.0.len() && self.0.iter().zip(&o.0).all(|(x, y)| x.0 == y.0 && same(&x.1, &y.1))
    }
}

impl Eq for Attrs {}

impl std::hash::Hash for Attrs {
    fn hash<H: std::hash::Hasher>(&self, h: &mut H) {
        for (k, a) in &self.0 {
            k.hash(h);
            hash_attr(a, h);
        }
    }
}

fn hash_attr<H: std::hash::Hasher>(a: &Attr, h: &mut H) {
    use std::hash::Hash;
    match a {
        Attr::Unit => 0u8.hash(h),
        Attr::Int(i) => i.hash(h),
        Attr::Float(f) => f.to_bits().hash(h),
        Attr::Str(b) | Attr::Bytes(b) => b.hash(h),
        Attr::Sym(s) => s.hash(h),
        Attr::Type(t) => t.hash(h),
        Attr::List(l) => l.iter().for_each(|a| hash_attr(a, h)),
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    kind: OpKind,
    operands: SmallVec<[Value; 4]>,
    attrs: Attrs,
    ty: Option<Type>,
}

/// A value in memory.
struct Loaded {
    key: Key,
    access: SmallVec<[Known; 1]>,
    value: Value,
}

struct Fold<'m> {
    m: &'m mut Module,
    /// Pure expressions with their values and the scopes that these are in.
    known: FxHashMap<Key, (Value, u32)>,
    /// The scopes that are open, one for each enclosing region.
    scopes: Vec<u32>,
    /// For each scope whether it has ended: its values are not to be used any more.
    ended: Vec<bool>,
    /// Values in memory that are still there.
    loads: Vec<Rc<Loaded>>,
    /// Replaced values.
    map: &'m mut SecondaryMap<Value, Option<Value>>,
    merged: u64,
    folded: u64,
}

impl Fold<'_> {
    fn key(&self, op: Op) -> Key {
        let d = &self.m.ops[op];
        let mut operands = SmallVec::from_slice(self.m.operands(op));
        if d.kind.info().traits.has(Traits::COMMUTATIVE) {
            operands.sort();
        }
        let mut attrs = Attrs(d.attrs.clone());
        attrs.0.sort_by_key(|(k, _)| *k);
        Key { kind: d.kind, operands, attrs, ty: d.results.first().map(|&v| self.m.ty(v)) }
    }

    fn lookup(&self, k: &Key) -> Option<Value> {
        self.known.get(k).filter(|(_, scope)| !self.ended[*scope as usize]).map(|(v, _)| *v)
    }

    fn open_scope(&mut self) {
        self.scopes.push(self.ended.len() as u32);
        self.ended.push(false);
    }

    fn close_scope(&mut self) {
        if let Some(s) = self.scopes.pop() {
            self.ended[s as usize] = true;
        }
    }

    /// Forgets what the op, or anything inside it, can change.
    fn kill(&mut self, op: Op) {
        if self.loads.is_empty() {
            return;
        }
        let m = &*self.m;
        let written: SmallVec<[Known; 2]> = if m.ops[op].regions.is_empty() && m.kind(op) != OpKind::Label {
            writes(m, op).into_iter().map(Known::from).collect()
        } else {
            tree_writes(m, op).into_iter().map(Known::from).collect()
        };
        if !written.is_empty() {
            self.loads.retain(|l| !written.iter().any(|w| l.access.iter().any(|r| w.clobbers(m, r))));
        }
    }

    /// Goes through the ops of a region. What is done stands in the region, the op at hand last; what is to come waits in
    /// `rest`, the next one last: neither taking an op out nor putting one before it moves others.
    fn region(&mut self, r: Region) {
        self.open_scope();
        let mut rest = std::mem::take(&mut self.m.regions[r].ops);
        self.m.regions[r].ops.reserve(rest.len());
        rest.reverse();
        while let Some(op) = rest.pop() {
            self.m.regions[r].ops.push(op);
            let map = &*self.map;
            self.m.replace_operands(op, |v| std::iter::successors(map[v], |&n| map[n]).last());
            self.op(r, op, &mut rest);
        }
        self.close_scope();
    }

    /// Takes out the op at hand.
    fn take(&mut self, r: Region, op: Op) {
        let last = self.m.regions[r].ops.pop();
        debug_assert_eq!(last, Some(op));
        self.m.ops[op].parent = None;
    }

    /// Replaces the result of the op at hand and takes the op out.
    fn replace(&mut self, r: Region, op: Op, v: Value) {
        let old = self.m.result(op);
        self.map[old] = Some(v);
        self.take(r, op);
    }

    fn op(&mut self, r: Region, op: Op, rest: &mut Vec<Op>) {
        let kind = self.m.kind(op);
        if kind == OpKind::Label {
            // Control may come from where the values before were not computed.
            self.close_scope();
            self.open_scope();
            self.loads.clear();
            return;
        }
        if kind == OpKind::If
            && let Some(c) = self.m.const_int(self.m.operand(op, 0))
            && !self.has_label(op)
        {
            // A decided branch: its ops take its place.
            let taken = self.m.region(op, usize::from(c == 0));
            let mut inner = std::mem::take(&mut self.m.regions[taken].ops);
            self.take(r, op);
            if let Some(end) = inner.iter().position(|&o| self.m.has(o, Traits::TERMINATOR)) {
                // What follows is not reached, up to a label.
                inner.truncate(end + 1);
                while let Some(x) = rest.pop_if(|x| self.m.kind(*x) != OpKind::Label) {
                    self.m.ops[x].parent = None;
                }
            }
            for &o in &inner {
                self.m.ops[o].parent = Some(r);
            }
            rest.extend(inner.into_iter().rev());
            self.folded += 1;
            return;
        }
        let one_result = self.m.ops[op].results.len() == 1;
        let flat = one_result && self.m.ops[op].regions.is_empty();
        if flat && depends_on_operands_only(self.m, op) {
            if let Some(v) = self.simplify(op) {
                self.folded += 1;
                return self.replace(r, op, v);
            }
            let k = self.key(op);
            if let Some(v) = self.lookup(&k) {
                self.merged += 1;
                return self.replace(r, op, v);
            }
            let v = self.m.result(op);
            if let Some(&s) = self.scopes.last() {
                self.known.insert(k, (v, s));
            }
            return;
        }
        // Of the bytes that strings refer to now, or of other memory.
        if flat && merges(self.m, op) {
            if matches!(kind, OpKind::BoxExtent | OpKind::BoxAllocated) {
                if let Some(v) = self.via_box_view(op) {
                    self.folded += 1;
                    return self.replace(r, op, v);
                }
            }
            if kind == OpKind::ChrCmp
                && let Some(v) = compare_codes(self.m, op)
            {
                self.folded += 1;
                return self.replace(r, op, v);
            }
            let k = self.key(op);
            if let Some(v) = self.loads.iter().rev().find(|l| l.key == k).map(|l| l.value) {
                self.merged += 1;
                return self.replace(r, op, v);
            }
            let access = reads(self.m, op);
            // Character values are references; merging them is as good as the address.
            let v = self.m.result(op);
            if !access.contains(&Access::All) {
                self.remember(k, &access, v);
            }
            return;
        }
        if kind == OpKind::Block && self.m.flag(op, "scope") {
            // Runs once, from its beginning to its end: what it leaves in memory is there after it.
            let inner = self.m.region(op, 0);
            self.region(inner);
            let m = &*self.m;
            let outside = |v: &Value| m.home(*v).is_some_and(|h| !m.is_inside(h, inner));
            self.loads.retain(|l| outside(&l.value) && l.key.operands.iter().all(outside));
            return;
        }
        // Anything else: its regions, then its effects.
        let regions = self.m.ops[op].regions.clone();
        let once = matches!(
            kind,
            OpKind::If | OpKind::SelectCase | OpKind::Block | OpKind::ArrayElemental | OpKind::ArrayForall
        );
        if !regions.is_empty() {
            if !once {
                self.kill(op);
            }
            let saved = self.loads.clone();
            for x in regions {
                self.loads = if kind == OpKind::OmpTarget { Vec::new() } else { saved.clone() };
                self.region(x);
            }
            if kind == OpKind::LibMatmul {
                // Expressions inside may have become values from outside.
                self.m.capture(op);
            }
            // What was there before and survives everything inside is still there.
            self.loads = if kind == OpKind::OmpTarget { Vec::new() } else { saved };
        }
        self.kill(op);
        if kind == OpKind::Store && !is_volatile_access(self.m, op) {
            let (v, target) = (self.m.operand(op, 0), self.m.operand(op, 1));
            let k = Key {
                kind: OpKind::Load,
                operands: SmallVec::from_slice(&[target]),
                attrs: Attrs::default(),
                ty: Some(self.m.ty(v)),
            };
            self.remember(k, &[Access::Data(target)], v);
        }
    }

    /// Remembers a value in memory; of very many the oldest is forgotten, for time.
    fn remember(&mut self, key: Key, access: &[Access], value: Value) {
        if self.loads.len() >= MAX_LOADS {
            self.loads.remove(0);
        }
        let access = access.iter().map(|&a| Known::from(a)).collect();
        self.loads.push(Rc::new(Loaded { key, access, value }));
    }

    fn has_label(&self, op: Op) -> bool {
        self.m.ops[op].regions.iter().any(|&r| self.m.walk(r).into_iter().any(|o| self.m.kind(o) == OpKind::Label))
    }

    /// Extent of a descriptor whose view is known already.
    fn via_box_view(&mut self, op: Op) -> Option<Value> {
        let b = self.m.operand(op, 0);
        let view = self
            .loads
            .iter()
            .rev()
            .find(|l| l.key.kind == OpKind::BoxView && l.key.operands.as_slice() == [b])
            .map(|l| l.value)?;
        if self.m.kind(op) == OpKind::BoxAllocated {
            // Elements were read through it, so it is allocated.
            let read =
                self.loads.iter().any(|l| l.key.kind == OpKind::ArrayLoad && l.key.operands.as_slice() == [view]);
            return read.then(|| Builder::before(self.m, op).int(1, Type::BOOL));
        }
        let d = self.m.attr_int(op, "dim")?;
        Some(Builder::before(self.m, op).extent(view, usize::try_from(d).ok()?))
    }

    /// A simpler value for a pure op; may put ops before it.
    fn simplify(&mut self, op: Op) -> Option<Value> {
        let m = &mut *self.m;
        let (kind, operands) = (m.kind(op), m.operands(op));
        let o: SmallVec<[Value; 4]> = SmallVec::from_slice(operands);
        let ty = m.ty(m.result(op));
        let is_int = matches!(m.types.kind(ty), TypeKind::Int(_) | TypeKind::Index);
        let c = |m: &Module, i: usize| o.get(i).and_then(|&v| m.const_int(v));
        match kind {
            OpKind::ViewExtent => {
                let d = m.attr_int(op, "dim")? as usize;
                return known_extent(m, op, o[0], d);
            }
            OpKind::ArrayShape => {
                let d = m.attr_int(op, "dim")? as usize;
                return known_array_extent(m, op, o[0], d);
            }
            OpKind::Select => {
                if let Some(c) = c(m, 0) {
                    return Some(o[if c != 0 { 1 } else { 2 }]);
                }
                return (o[1] == o[2]).then_some(o[1]);
            }
            OpKind::Cast => return cast(m, op, o[0], ty),
            OpKind::ViewCast if m.ty(o[0]) == ty => return Some(o[0]),
            OpKind::Cmp => {
                let pred: Pred = m.choice(op);
                let integer = matches!(m.tk(o[0]), TypeKind::Int(_) | TypeKind::Index);
                let v = if o[0] == o[1] && integer {
                    pred.of_ints(0, 0)
                } else if let (Some(a), Some(b)) = (c(m, 0), c(m, 1)) {
                    pred.of_ints(a, b)
                } else if integer {
                    let d = poly(m, o[0]).sub(&poly(m, o[1])).as_const()?;
                    if pred.is_unsigned() {
                        return None;
                    }
                    pred.of_ints(d, 0)
                } else {
                    return None;
                };
                return Some(Builder::before(m, op).int(i64::from(v), Type::BOOL));
            }
            OpKind::PtrCmp => {
                let null = |v: Value| is_null(m, v);
                let same = match (null(o[0]), null(o[1])) {
                    (true, true) => true,
                    (true, false) if is_object(m, o[1]) => false,
                    (false, true) if is_object(m, o[0]) => false,
                    _ => return None,
                };
                return Some(Builder::before(m, op).int(i64::from(same), Type::BOOL));
            }
            OpKind::And | OpKind::Or if ty == Type::BOOL => {
                let absorbing = i64::from(kind == OpKind::Or);
                for (x, y) in [(0, 1), (1, 0)] {
                    if let Some(k) = c(m, x) {
                        return Some(if (k != 0) == (absorbing != 0) { o[x] } else { o[y] });
                    }
                }
                return (o[0] == o[1]).then_some(o[0]);
            }
            OpKind::Not if ty == Type::BOOL => {
                if let Some(k) = c(m, 0) {
                    return Some(Builder::before(m, op).int(i64::from(k == 0), ty));
                }
                return m.def_of(o[0], OpKind::Not).map(|d| m.operand(d, 0));
            }
            OpKind::Neg => {
                if let Some(d) = m.def_of(o[0], OpKind::Neg) {
                    return Some(m.operand(d, 0));
                }
            }
            _ => {}
        }
        if matches!(m.types.kind(ty), TypeKind::Float(_)) {
            return float_identity(m, kind, &o);
        }
        if is_int { self.integer(op, &o, ty) } else { None }
    }

    /// Integer arithmetic on constants, and sums that come to one value.
    fn integer(&mut self, op: Op, o: &[Value], ty: Type) -> Option<Value> {
        let m = &mut *self.m;
        let kind = m.kind(op);
        let c = |m: &Module, i: usize| o.get(i).and_then(|&v| m.const_int(v));
        let tk = m.types.kind(ty).clone();
        // Constants have 64 bits here.
        if tk == TypeKind::Int(128) && kind != OpKind::Min && kind != OpKind::Max {
            return None;
        }
        if let (Some(a), Some(b)) = (c(m, 0), c(m, 1)) {
            let v = match kind {
                OpKind::Add => a.wrapping_add(b),
                OpKind::Sub => a.wrapping_sub(b),
                OpKind::Mul => a.wrapping_mul(b),
                OpKind::Div if b != 0 => a.wrapping_div(b),
                OpKind::Rem if b != 0 => a.wrapping_rem(b),
                OpKind::Modulo if b > 0 => a.rem_euclid(b),
                OpKind::Min => a.min(b),
                OpKind::Max => a.max(b),
                OpKind::And => a & b,
                OpKind::Or => a | b,
                OpKind::Xor => a ^ b,
                _ => return None,
            };
            return Some(Builder::before(m, op).int(wrap(v, &tk), ty));
        }
        match kind {
            OpKind::Div if c(m, 1) == Some(1) => return Some(o[0]),
            OpKind::Min | OpKind::Max => {
                if o[0] == o[1] {
                    return Some(o[0]);
                }
                // max(x, c) where x is never below c, and so on.
                let d = poly(m, o[0]).sub(&poly(m, o[1]));
                let neg = poly(m, o[1]).sub(&poly(m, o[0]));
                let (first, second) = (d.lower_bound(m), neg.lower_bound(m));
                let max = kind == OpKind::Max;
                if first.is_some_and(|x| x >= 0) {
                    return Some(o[if max { 0 } else { 1 }]);
                }
                if second.is_some_and(|x| x >= 0) {
                    return Some(o[if max { 1 } else { 0 }]);
                }
                return None;
            }
            OpKind::Add | OpKind::Sub | OpKind::Mul => {}
            _ => return None,
        }
        // Sums that come to a constant or to one value.
        let p = poly(m, m.result(op));
        if let Some(k) = p.as_const() {
            return Some(Builder::before(m, op).int(wrap(k, &tk), ty));
        }
        let mut terms = p.terms();
        let (first, more) = (terms.next(), terms.next().is_some());
        if let (Some(([atom], 1)), false) = (first, more) {
            let v = match *atom {
                Atom::Value(v) if v != self.m.result(op) => v,
                Atom::Extent(view, d) => {
                    return Some(Builder::before(self.m, op).extent(view, usize::from(d)));
                }
                _ => return None,
            };
            if self.m.ty(v) == ty {
                return Some(v);
            }
            return Some(Builder::before(self.m, op).cast(v, ty));
        }
        None
    }
}

/// A conversion of a constant, or to the type that the value has.
fn cast(m: &mut Module, op: Op, from: Value, ty: Type) -> Option<Value> {
    if m.ty(from) == ty {
        return Some(from);
    }
    let v = m.const_int(from)?;
    let of = m.tk(from).clone();
    let integer = matches!(of, TypeKind::Int(_) | TypeKind::Index);
    match (of, m.types.kind(ty).clone()) {
        (TypeKind::Int(_) | TypeKind::Index, to @ (TypeKind::Int(_) | TypeKind::Index)) => {
            Some(Builder::before(m, op).int(wrap(v, &to), ty))
        }
        (TypeKind::Logical(_), TypeKind::Bool) | (TypeKind::Bool, TypeKind::Logical(_)) => {
            Some(Builder::before(m, op).int(i64::from(v != 0), ty))
        }
        (_, TypeKind::Float(bits)) if integer => {
            if let Some(kind) = m.types.extended_kind(ty) {
                let n = Calc::kind(kind).convert(Num::from_i128(v.into()));
                return Some(Builder::before(m, op).number(n, ty));
            }
            let f = if bits == 32 { f64::from(v as f32) } else { v as f64 };
            Some(Builder::before(m, op).float(f, ty))
        }
        _ => None,
    }
}

/// Identities that hold for every IEEE number.
fn float_identity(m: &Module, kind: OpKind, o: &[Value]) -> Option<Value> {
    let f = |i: usize| {
        let d = m.def_of(*o.get(i)?, OpKind::Const)?;
        match m.attr(d, "value") {
            Some(Attr::Float(f)) => Some(*f),
            _ => None,
        }
    };
    let is = |x: Option<f64>, y: f64| x.is_some_and(|x| x.to_bits() == y.to_bits());
    match kind {
        OpKind::Mul if is(f(1), 1.0) => Some(o[0]),
        OpKind::Mul if is(f(0), 1.0) => Some(o[1]),
        OpKind::Div if is(f(1), 1.0) => Some(o[0]),
        OpKind::Sub if is(f(1), 0.0) => Some(o[0]),
        OpKind::Add if is(f(1), -0.0) => Some(o[0]),
        OpKind::Add if is(f(0), -0.0) => Some(o[1]),
        _ => None,
    }
}

/// The comparison of two single characters as that of their codes, three ops before it.
fn compare_codes(m: &mut Module, op: Op) -> Option<Value> {
    let (a, b) = (m.operand(op, 0), m.operand(op, 1));
    let single = |v: Value| matches!(m.tk(v), TypeKind::Char(Some(n), kind) if *n == i64::from(*kind));
    if !single(a) || !single(b) {
        return None;
    }
    let pred: Pred = m.choice(op);
    // Codes of kind 4 have all 32 bits.
    if m.types.chr_kind(m.ty(a)) != 1 && !matches!(pred, Pred::Eq | Pred::Ne) {
        return None;
    }
    let mut at = Builder::before(m, op);
    let (a, b) = (at.unary(OpKind::ChrCode, a, Type::I32), at.unary(OpKind::ChrCode, b, Type::I32));
    Some(at.cmp(pred, a, b))
}

fn wrap(v: i64, ty: &TypeKind) -> i64 {
    match ty {
        TypeKind::Int(8) => i64::from(v as i8),
        TypeKind::Int(16) => i64::from(v as i16),
        TypeKind::Int(32) => i64::from(v as i32),
        _ => v,
    }
}

/// Extent of a view as a value that exists already, or a constant.
fn known_extent(m: &mut Module, at: Op, view: Value, dim: usize) -> Option<Value> {
    if let Some(Some(n)) = m.types.shape(m.ty(view)).get(dim).copied() {
        return Some(Builder::before(m, at).index(n));
    }
    let op = m.def(view)?;
    let base = match m.kind(op) {
        OpKind::ViewSection => {
            let parts = section::parts(m, op)?;
            match Part::kept(&parts, dim)? {
                (_, Part::Range { extent, .. }) => return Some(extent),
                (d, Part::Whole) => (m.operand(op, 0), d),
                (_, Part::Index(_)) => return None,
            }
        }
        OpKind::ViewPermute => (m.operand(op, 0), m.attr(op, "perm")?.items().get(dim)?.as_int()? as usize),
        OpKind::ViewCast | OpKind::Declare => (m.operand(op, 0), dim),
        OpKind::ViewField if dim < m.types.rank(m.ty(m.operand(op, 0))) => (m.operand(op, 0), dim),
        OpKind::ViewMake => return m.group(op, "extents").get(dim).copied(),
        _ => return None,
    };
    known_extent(m, at, base.0, base.1).or_else(|| Some(Builder::before(m, at).extent(base.0, base.1)))
}

/// Extent of an array value in terms of views and values.
fn known_array_extent(m: &mut Module, at: Op, a: Value, dim: usize) -> Option<Value> {
    if let Some(Some(n)) = m.types.shape(m.ty(a)).get(dim).copied() {
        return Some(Builder::before(m, at).index(n));
    }
    let op = m.def(a)?;
    let (x, d) = match m.kind(op) {
        OpKind::ArrayLoad => {
            let view = m.operand(op, 0);
            return known_extent(m, at, view, dim).or_else(|| Some(Builder::before(m, at).extent(view, dim)));
        }
        OpKind::ArrayElemental => return m.operands(op).get(dim).copied(),
        OpKind::ArrayReshape => return m.operands(op).get(dim + 1).copied(),
        OpKind::ArrayTranspose => (m.operand(op, 0), 1 - dim.min(1)),
        OpKind::ArrayUnpack => (m.operand(op, 1), dim),
        OpKind::ArrayMatmul => {
            let (x, y) = (m.operand(op, 0), m.operand(op, 1));
            if dim == 0 && m.types.rank(m.ty(x)) == 2 {
                (x, usize::from(m.flag(op, "ta")))
            } else {
                (y, if m.types.rank(m.ty(y)) == 1 { 0 } else { usize::from(!m.flag(op, "tb")) })
            }
        }
        OpKind::ArrayReduce => {
            let k = m.attr_int(op, "dim")? as usize;
            (m.operand(op, 0), if dim < k { dim } else { dim + 1 })
        }
        _ => return None,
    };
    known_array_extent(m, at, x, d)
}
