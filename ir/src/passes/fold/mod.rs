//! `fold`: constants and identities ([`identities`]), common subexpressions and repeated loads, dead code.
//!
//! Values are numbered in one walk from top to bottom: an op that was met before, in a region that encloses this one, gives
//! way to its value, as does a load of what is known to be in memory, or of what an environment of internal procedures is
//! filled with ([`environment`]). Nothing is carried around loops here: what an
//! iteration leaves for the next one is a matter of `mem2reg`.

mod environment;
mod identities;

use super::dead_code::{Counts, remove_dead};
use crate::analysis::effects::{
    Access, Known, depends_on_operands_only, is_volatile_access, lasting_ops, merges, reads, runs_once,
};
use crate::analysis::locals::mark_unshared;
use crate::analysis::teams::{Sync, Teams, in_target, synchronizes, written};
use crate::entity::{Op, Region, SecondaryMap, Value};
use crate::module::{Attr, Builder, DEBUG, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
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
        let teams = Teams::new(m, body);
        let slots = environment::slots(m, body);
        let mut fold = Fold {
            m,
            slots,
            teams,
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

/// Only such values cross what may become a border of kernels: others would have to be brought over.
fn is_const(m: &Module, l: &Loaded) -> bool {
    m.def_of(l.value, OpKind::Const).is_some()
}

struct Fold<'m> {
    m: &'m mut Module,
    /// What fills the environments of internal procedures.
    slots: environment::Slots,
    /// What other threads may change.
    teams: Teams,
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
        // What debuggers are told makes no difference.
        let mut attrs = Attrs(d.attrs.iter().filter(|(k, _)| *k != DEBUG).cloned().collect());
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

    /// Forgets what the op, or anything inside it, can change, or lets other threads change.
    fn kill(&mut self, op: Op) {
        if self.loads.is_empty() {
            return;
        }
        let (m, teams) = (&*self.m, &self.teams);
        let ops: SmallVec<[Op; 1]> =
            if m.ops[op].regions.is_empty() { smallvec![op] } else { lasting_ops(m, op).into() };
        let mut seen: FxHashSet<Access> = FxHashSet::default();
        let mut writes: SmallVec<[Known; 2]> = SmallVec::new();
        let mut border = false;
        let mut meets: SmallVec<[(Op, Sync, Option<Op>); 1]> = SmallVec::new();
        for o in ops {
            if m.kind(o) == OpKind::Label {
                return self.loads.clear();
            }
            let own = written(m, o);
            let (sync, around) = (teams.sync(m, o, &own), m.parent_op(o));
            writes.extend(own.into_iter().filter(|&w| w != Access::All && seen.insert(w)).map(Known::from));
            border |= synchronizes(m, o);
            if sync != Sync::Nobody && !meets.iter().any(|x| x.1 == sync && x.2 == around) {
                meets.push((o, sync, around));
            }
        }
        if writes.is_empty() && meets.is_empty() && !border {
            return;
        }
        let only_constants = border && in_target(m, op);
        let stays = |l: &Loaded| {
            let changed = |r: &Known| {
                writes.iter().any(|w| w.clobbers(m, r)) || meets.iter().any(|&(o, s, _)| teams.may_change(m, o, s, r))
            };
            (!only_constants || is_const(m, l)) && !l.access.iter().any(changed)
        };
        self.loads.retain(|l| stays(l));
    }

    /// What is in memory where the regions of an op begin, of what is there in front of it.
    fn entering(&self, op: Op) -> Vec<Rc<Loaded>> {
        let (m, teams) = (&*self.m, &self.teams);
        let mut at_begin = self.loads.clone();
        match m.kind(op) {
            // There are other variables on a device.
            OpKind::OmpTarget => at_begin.clear(),
            OpKind::OmpParallel | OpKind::OmpTeams if !at_begin.is_empty() => {
                // Threads begin with what the one that makes them has seen.
                let ops = lasting_ops(m, op);
                let writes: Vec<Known> = (ops.into_iter().flat_map(|o| written(m, o)))
                    .filter(|&w| w != Access::All)
                    .map(Known::from)
                    .collect();
                let changed = |r: &Known| teams.is_threadprivate(m, r) || writes.iter().any(|w| w.clobbers(m, r));
                at_begin.retain(|l| !l.access.iter().any(changed));
            }
            OpKind::OmpTask | OpKind::OmpTaskloop => {
                let found = |r: &Known| !teams.is_threadprivate(m, r) && teams.task_finds(m, op, r);
                at_begin.retain(|l| l.access.iter().all(found));
            }
            _ => {}
        }
        if !at_begin.is_empty() && synchronizes(m, op) && in_target(m, op) {
            at_begin.retain(|l| is_const(m, l));
        }
        at_begin
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
            if let Some(v) = identities::simplify(self.m, op) {
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
            if kind == OpKind::Load
                && let Some(v) = self.slots.value(self.m, op)
            {
                self.folded += 1;
                return self.replace(r, op, v);
            }
            if kind == OpKind::ChrCmp
                && let Some(v) = identities::compare_codes(self.m, op)
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
        if !regions.is_empty() {
            if !runs_once(kind) && !matches!(kind, OpKind::OmpParallel | OpKind::OmpTeams) {
                self.kill(op);
            }
            let at_begin = self.entering(op);
            let saved = self.loads.clone();
            for x in regions {
                self.loads = at_begin.clone();
                self.region(x);
            }
            if kind == OpKind::LibMatmul {
                // Expressions inside may have become values from outside.
                self.m.capture(op);
            }
            // What was there before and survives everything inside is still there.
            self.loads = saved;
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
}
