//! Making units: pending device code with the values it needs, and slots for values that outlive their memory.

use super::check::check_unit;
use super::{Float, Planner, Result};
use crate::choices::KernelKind;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::memory::{Base, Root, effects_deep, is_scalar, may_alias};
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

impl Planner<'_> {
    pub(super) fn flush_before(&mut self, op: Op) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let (r, at) = self.m.position(op);
        self.flush_at(r, Some(at))
    }

    /// As [`Self::flush_before`]; the unit also keeps the values of loads that `writes` will spoil.
    pub(super) fn flush_keeping(&mut self, op: Op, writes: &[Root]) -> Result<()> {
        self.also_keep = self.spoiled(writes);
        let flushed = !self.pending.is_empty();
        self.flush_before(op)?;
        self.also_keep.clear();
        if flushed { Ok(()) } else { self.keep_before(op, writes) }
    }

    /// The same where the op may change whatever the device has.
    pub(super) fn flush_keeping_all(&mut self, op: Op) -> Result<()> {
        let stays = |f: &Float| f.loads.as_ref().is_none_or(|b| b.base == Base::Constant);
        let keep: Vec<usize> = (0..self.floats.len())
            .filter(|&i| {
                let r = self.m.result(self.floats[i].op);
                !stays(&self.floats[i]) && !self.slots.contains_key(&r) && self.needed_later(r)
            })
            .collect();
        if !self.pending.is_empty() {
            self.also_keep = keep;
            self.flush_before(op)?;
            self.also_keep.clear();
        } else if !keep.is_empty() {
            let (r, at) = self.m.position(op);
            self.make_unit(Point { region: r, at: Some(at) }, KernelKind::Scalar, Vec::new(), &keep)?;
        }
        Ok(())
    }

    /// Floats whose memory `writes` will spoil and that are needed later.
    pub(super) fn spoiled(&self, writes: &[Root]) -> Vec<usize> {
        let mut keep = Vec::new();
        for (i, f) in self.floats.iter().enumerate() {
            let Some(b) = &f.loads else { continue };
            let r = self.m.result(f.op);
            if !self.slots.contains_key(&r) && writes.iter().any(|w| may_alias(self.m, w, b)) && self.needed_later(r) {
                keep.push(i);
            }
        }
        keep
    }

    pub(super) fn flush_end(&mut self, region: Region) -> Result<()> {
        self.flush_at(region, None)
    }

    /// Makes a unit of the pending ops at that position (`None`: the end).
    pub(super) fn flush_at(&mut self, region: Region, at: Option<usize>) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let effects_list = std::mem::take(&mut self.pending);
        let kind = if std::mem::take(&mut self.pending_reduce) { KernelKind::Reduce } else { KernelKind::Scalar };
        for &(_, o) in &effects_list {
            for x in self.deep(o) {
                self.done.insert(x);
            }
        }
        // Values loaded before something of this unit overwrites them, and needed later.
        let mut keep = std::mem::take(&mut self.also_keep);
        for &(time, o) in &effects_list {
            let writes = effects_deep(self.m, o).writes;
            for i in 0..self.floats.len() {
                let f = &self.floats[i];
                let Some(b) = &f.loads else { continue };
                let r = self.m.result(f.op);
                if f.time < time
                    && !keep.contains(&i)
                    && !self.slots.contains_key(&r)
                    && writes.iter().any(|w| may_alias(self.m, w, b))
                    && self.needed_later(r)
                {
                    keep.push(i);
                }
            }
        }
        let at = at.unwrap_or(self.m.regions[region].ops.len());
        self.make_unit(Point { region, at: Some(at) }, kind, effects_list, &keep)
    }

    /// True where an op that is in no unit yet uses the value, directly or through floats.
    pub(super) fn needed_later(&self, v: Value) -> bool {
        let Some(list) = self.uses.get(&v) else { return false };
        list.iter().any(|&u| {
            if self.done.contains(&u) {
                return false;
            }
            if self.m.ops[u].results.first().is_some_and(|r| self.float_of.contains_key(r)) {
                return self.m.ops[u].results.iter().any(|&r| self.needed_later(r));
            }
            true
        })
    }

    /// Keeps the values of loads that `writes` will spoil in slots, before `op`.
    pub(super) fn keep_before(&mut self, op: Op, writes: &[Root]) -> Result<()> {
        if writes.is_empty() || self.floats.is_empty() {
            return Ok(());
        }
        let keep = self.spoiled(writes);
        if keep.is_empty() {
            return Ok(());
        }
        let (r, at) = self.m.position(op);
        self.make_unit(Point { region: r, at: Some(at) }, KernelKind::Scalar, Vec::new(), &keep)
    }

    pub(super) fn slot_type(&self, ty: Type) -> Option<Type> {
        Some(match self.m.types.kind(ty) {
            TypeKind::Bool => Type::L32,
            // Subscripts on a device have 32 bits.
            TypeKind::Index => Type::I32,
            _ if is_scalar(self.m, ty) => ty,
            _ => return None,
        })
    }

    /// Storage on the device for one value.
    pub(super) fn new_slot(&mut self, ty: Type, loc: Loc) -> Value {
        let rt = self.m.types.reference(ty);
        let mut b = Builder { m: self.m, point: Point { region: self.body, at: Some(0) }, loc };
        let v = b.op(OpKind::Alloca).result(rt).value();
        if let Some(a) = self.m.def(v) {
            self.dev_alloca.insert(a);
        }
        v
    }

    pub(super) fn make_unit(
        &mut self,
        point: Point,
        kind: KernelKind,
        work: Vec<(u32, Op)>,
        keep: &[usize],
    ) -> Result<()> {
        for &(_, o) in &work {
            for x in self.deep(o) {
                self.done.insert(x);
            }
        }
        let mut point = point;
        let anchor = point.at.and_then(|i| self.m.regions[point.region].ops.get(i).copied());
        // Which floats take part.
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        let mut from_slots: Vec<Value> = Vec::new();
        let mut stack: Vec<Value> = Vec::new();
        for &(_, o) in &work {
            for x in self.deep(o) {
                stack.extend(self.m.operands(x).iter().copied());
            }
        }
        for &i in keep {
            needed.insert(i);
            stack.extend(self.m.operands(self.floats[i].op).iter().copied());
        }
        let own: FxHashSet<Value> = work.iter().flat_map(|&(_, o)| self.m.ops[o].results.to_vec()).collect();
        let mut seen = FxHashSet::default();
        while let Some(v) = stack.pop() {
            if !seen.insert(v) || own.contains(&v) {
                continue;
            }
            if self.slots.contains_key(&v) {
                from_slots.push(v);
                continue;
            }
            if let Some(&i) = self.float_of.get(&v) {
                needed.insert(i);
                for &x in &self.floats[i].op_operands(self.m) {
                    stack.push(x);
                }
            }
        }
        from_slots.sort();

        let inner = self.m.new_region(&[]);
        let loc = work
            .first()
            .map(|w| self.m.ops[w.1].loc)
            .unwrap_or_else(|| keep.first().map(|&i| self.m.ops[self.floats[i].op].loc).unwrap_or_default());
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for v in from_slots {
            let slot = self.slots[&v];
            let ty = self.m.ty(v);
            let mut b = Builder::at_end(self.m, inner);
            b.loc = loc;
            let x = b.load(slot);
            let x = b.cast(x, ty);
            map.insert(v, x);
        }
        let mut line: Vec<(u32, Option<usize>, Option<Op>)> =
            needed.iter().map(|&i| (self.floats[i].time, Some(i), None)).collect();
        line.extend(work.iter().map(|&(t, o)| (t, None, Some(o))));
        line.sort_by_key(|x| x.0);
        let mut read_back: Vec<(Value, Value)> = Vec::new();
        // Nothing comes between loops that are one pass.
        let mut late = Vec::new();
        let mut kept: Vec<(Value, Value)> = Vec::new();
        let loops = work.iter().filter(|w| matches!(self.m.kind(w.1), OpKind::Parallel | OpKind::Reduce)).count();
        let mut left = loops;
        for (_, float, op) in line {
            if let Some(i) = float {
                let f = self.floats[i].op;
                let c = self.m.clone_op(f, &mut map);
                self.push(inner, c);
                if keep.contains(&i) {
                    let v = self.m.result(f);
                    kept.push((v, map[&v]));
                }
                // Loops in stages have no stores in front of them.
                if left == 0 {
                    for (v, copy) in std::mem::take(&mut kept) {
                        self.keep_value(inner, v, copy, loc)?;
                    }
                }
            }
            if let Some(o) = op {
                self.push(inner, o);
                for x in self.deep(o) {
                    self.m.replace_operands(x, |v| map.get(&v).copied());
                }
                left -= usize::from(matches!(self.m.kind(o), OpKind::Parallel | OpKind::Reduce));
                late.extend(self.m.ops[o].results.iter().copied());
                if left > 0 {
                    continue;
                }
                for (v, copy) in std::mem::take(&mut kept) {
                    self.keep_value(inner, v, copy, loc)?;
                }
                for v in std::mem::take(&mut late) {
                    if self.need.contains(&v) || self.needed_later(v) {
                        self.keep_value(inner, v, v, loc)?;
                        if self.need.contains(&v) {
                            read_back.push((v, self.slots[&v]));
                        }
                    }
                }
            }
        }
        // Slots were added at the start of the body: find the place again.
        point.at = match anchor {
            Some(a) => Some(self.m.position(a).1),
            None => Some(self.m.regions[point.region].ops.len()),
        };
        check_unit(self.m, inner, kind)?;
        let body = self.body;
        let mut b = Builder { m: self.m, point, loc };
        let unit = b.op(OpKind::OmpTeams).choice(kind).flag("one_pass", loops > 1).region(inner).build();
        for (v, slot) in read_back {
            let ty = b.m.ty(v);
            let st = b.m.types.elem(b.m.ty(slot));
            let r = b.op(OpKind::DevRead).arg(slot).result(st).value();
            let r = b.cast(r, ty);
            self.reads += 1;
            self.waits.push(loc);
            // Uses outside the unit.
            for (o, i) in b.m.uses(v) {
                let home = b.m.ops[o].parent;
                if home.is_some_and(|p| b.m.is_inside(p, body) && !b.m.is_inside(p, b.m.region(unit, 0))) {
                    b.m.set_operand(o, i, r);
                }
            }
        }
        self.units += 1;
        Ok(())
    }

    /// Stores the value to a new slot, at the end of `region`.
    pub(super) fn keep_value(&mut self, region: Region, v: Value, copy: Value, loc: Loc) -> Result<()> {
        let ty = self.m.ty(v);
        let Some(st) = self.slot_type(ty) else {
            return Err(Unsupported {
                loc,
                reason: "a string or address computed on the device is used after its memory changed".into(),
                op: self.m.def(v),
                stands_in: false,
            });
        };
        let slot = self.new_slot(st, loc);
        let mut b = Builder::at_end(self.m, region);
        b.loc = loc;
        let x = b.cast(copy, st);
        b.store(x, slot);
        self.slots.insert(v, slot);
        Ok(())
    }

    pub(super) fn push(&mut self, region: Region, op: Op) {
        let end = self.m.regions[region].ops.len();
        self.m.insert(region, end, op);
    }

    /// Variables that one unit of straight-line plan code uses alone become its own.
    pub(super) fn sink_locals(&mut self) {
        for a in self.m.regions[self.body].ops.clone() {
            if self.m.kind(a) != OpKind::Alloca {
                continue;
            }
            let v = self.m.result(a);
            let list = self.m.users(v);
            if list.is_empty() {
                self.m.detach(a);
                continue;
            }
            let mut unit = None;
            let mut one = true;
            for u in list {
                let t = self.unit_of(u);
                one &= t.is_some() && (unit.is_none() || unit == t);
                unit = t;
            }
            if let (true, Some(t)) = (one, unit)
                && self.m.ops[t].parent == Some(self.body)
                && self.m.choice_opt(t) == Some(KernelKind::Scalar)
            {
                self.m.detach(a);
                let r = self.m.region(t, 0);
                self.m.insert(r, 0, a);
            }
        }
    }

    pub(super) fn unit_of(&self, op: Op) -> Option<Op> {
        let mut at = op;
        loop {
            if self.m.kind(at) == OpKind::OmpTeams {
                return Some(at);
            }
            at = self.m.parent_op(at)?;
            if self.m.kind(at) == OpKind::OmpTarget {
                return None;
            }
        }
    }
}

impl Float {
    fn op_operands(&self, m: &Module) -> Vec<Value> {
        m.operands(self.op).to_vec()
    }
}
