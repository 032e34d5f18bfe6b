//! Array assignments, FORALL, and reductions as loops.

use super::emit::{
    delinear, elem_of, load_elem, mask_elem, memory_elem, overlap_any, parallel, reduction, store_elem, store_loop,
    when,
};
use super::overlap::Verdict;
use super::{Bufferize, Res, Temp, is_array};
use crate::analysis::alias::entity;
use crate::choices::{LocateKind, LoopReduceKind, Pred, ReduceKind, Search};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder};
use crate::ops::OpKind;
use crate::passes::PassError;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

impl Bufferize<'_> {
    /// `array.assign`.
    pub(super) fn assign(&mut self, op: Op) -> Res<()> {
        let (dst, mut value) = (self.m.operand(op, 0), self.m.operand(op, 1));
        let mask = self.m.operands(op).get(2).copied();
        let stmts = Self::stmts(self.m, op);
        if !is_array(self.m, value) {
            value = self.stable_scalar(op, dst, value)?;
        } else if mask.is_none() && self.library_assign(op, dst, value)? {
            return Ok(());
        }
        let extents: Vec<Value> = {
            let shape = self.m.types.shape(self.m.ty(value)).to_vec();
            let mut b = Builder::before(self.m, op);
            (0..b.m.types.rank(b.m.ty(dst)))
                .map(|d| match shape.get(d).copied().flatten() {
                    Some(n) => b.index(n),
                    None => b.extent(dst, d),
                })
                .collect()
        };
        self.assume_conformance(op, value, &extents);
        let verdict = self.assign_verdict(op, dst, &extents, &[Some(value), mask]);
        let run_time = match verdict {
            Verdict::Safe => {
                let mut b = Builder::before(self.m, op);
                store_loop(&mut b, dst, &extents, value, mask, stmts, None);
                self.cx.count("direct", 1);
                return Ok(());
            }
            Verdict::Check(views) => Some(views),
            Verdict::Temporary => None,
        };
        let Some(views) = run_time else {
            let reason = "the right-hand side reads elements of the assigned variable that are stored before";
            return self.assign_through_temp(op, dst, &extents, value, mask, reason);
        };
        // Only the addresses decide: both ways, chosen at run time.
        self.cx.count("run-time checks", 1);
        let slow = self.m.new_region(&[]);
        let fast = self.m.new_region(&[]);
        let mut b = Builder::before(self.m, op);
        let cond = overlap_any(&mut b, dst, &views);
        b.op(OpKind::If).arg(cond).region(slow).region(fast).build();
        let loc = b.loc;
        b.inside(fast, |b| {
            store_loop(b, dst, &extents, value, mask, stmts, None);
        });
        // The slow way is built before a marker inside its region.
        let marker = {
            let mut b = Builder::at_end(self.m, slow);
            b.loc = loc;
            b.op(OpKind::ArrayYield).build()
        };
        let reason = "the right-hand side may overlap the assigned variable";
        self.assign_through_temp(marker, dst, &extents, value, mask, reason)?;
        self.m.detach(marker);
        Ok(())
    }

    /// What an assignment says of extents: those of its value are those of the variable.
    fn assume_conformance(&mut self, op: Op, value: Value, extents: &[Value]) {
        let Some(made) = self.m.def(value) else { return };
        let mut b = Builder::before(self.m, op);
        let of_value = match b.m.kind(made) {
            OpKind::ArrayElemental => b.m.operands(made).to_vec(),
            OpKind::ArrayLoad => {
                let view = b.m.operand(made, 0);
                (0..extents.len()).map(|d| b.extent(view, d)).collect()
            }
            _ => return,
        };
        let known = |b: &Builder<'_>, v: Value| b.m.const_int(v).is_some();
        for (&a, &v) in extents.iter().zip(&of_value) {
            if a != v && !known(&b, a) && !known(&b, v) {
                let same = b.cmp(Pred::Eq, a, v);
                b.op(OpKind::Assume).arg(same).build();
            }
        }
    }

    /// Assignment whose value is complete in a temporary before the first store.
    fn assign_through_temp(
        &mut self,
        at: Op,
        dst: Value,
        extents: &[Value],
        value: Value,
        mask: Option<Value>,
        reason: &str,
    ) -> Res<()> {
        let stmts = Self::stmts(self.m, at);
        let shape = self.m.types.shape(self.m.ty(dst)).to_vec();
        let temp = if is_array(self.m, value) {
            let len = self.char_len_before(value, at)?;
            Some(self.temp_before(at, value, extents.to_vec(), len, reason)?.view)
        } else {
            None
        };
        let mask_temp = match mask {
            Some(_) => Some(self.temp_of(at, shape, Type::L8, extents.to_vec(), None, reason)?.view),
            None => None,
        };
        let mut b = Builder::before(self.m, at);
        parallel(&mut b, extents, stmts.clone(), Some(reason), |b, idx| {
            let fill = |b: &mut Builder| {
                if let Some(t) = temp {
                    let v = elem_of(b, value, idx);
                    store_elem(b, t, idx, v);
                }
            };
            match (mask, mask_temp) {
                (Some(mask), Some(mt)) => {
                    let c = mask_elem(b, mask, idx);
                    store_elem(b, mt, idx, c);
                    when(b, c, fill);
                }
                _ => fill(b),
            }
        });
        parallel(&mut b, extents, stmts, None, |b, idx| {
            let store = |b: &mut Builder| {
                let v = match temp {
                    Some(t) => load_elem(b, t, idx),
                    None => value,
                };
                let is_bool = b.m.ty(v) == Type::L8 && b.m.types.elem(b.m.ty(dst)) == Type::BOOL;
                let v = if is_bool { b.cast(v, Type::BOOL) } else { v };
                store_elem(b, dst, idx, v);
            };
            match mask_temp {
                Some(mt) => {
                    let c = load_elem(b, mt, idx);
                    let c = b.cast(c, Type::BOOL);
                    when(b, c, store);
                }
                None => store(b),
            }
        });
        Ok(())
    }

    /// A scalar to be assigned to every element: a string or object that may lie in the target is
    /// copied first.
    fn stable_scalar(&mut self, op: Op, dst: Value, value: Value) -> Res<Value> {
        let made = self.m.def(value).map(|d| self.m.kind(d));
        if matches!(made, Some(OpKind::ChrConst | OpKind::ChrConcat | OpKind::ChrCast | OpKind::ChrFromCode)) {
            return Ok(value);
        }
        let region = self.m.position(op).0;
        match self.m.tk(value) {
            TypeKind::Char(..) if !entity(self.m, value).disjoint(&entity(self.m, dst)) => {
                let mut b = Builder::before(self.m, op);
                let len = b.unary(OpKind::ChrLen, value, Type::INDEX);
                let reason = "the string may lie in the assigned array";
                let ptr = b.op(OpKind::Alloc).arg(len).attr("reason", Attr::str(reason)).result(Type::PTR).value();
                let string = Type::chr(b.m.types.chr_kind(b.m.ty(value)));
                let ty = b.m.types.reference(string);
                let r = b.op(OpKind::ChrRef).arg(ptr).arg(len).result(ty).value();
                b.op(OpKind::ChrAssign).arg(value).arg(r).build();
                let copy = b.op(OpKind::ChrMake).arg(ptr).arg(len).result(string).value();
                self.temps.push(Temp { ptr, region });
                Ok(copy)
            }
            &TypeKind::Ref(elem) if !entity(self.m, value).disjoint(&entity(self.m, dst)) => {
                let size = self.elem_bytes(elem, op)?;
                let ty = self.m.ty(value);
                let mut b = Builder::before(self.m, op);
                let copy =
                    b.op(OpKind::Alloca).attr("size", Attr::Int(size)).attr("align", Attr::Int(16)).result(ty).value();
                b.op(OpKind::CopyObject).arg(copy).arg(value).build();
                Ok(copy)
            }
            _ => Ok(value),
        }
    }

    /// `array.forall`.
    pub(super) fn forall(&mut self, op: Op) -> Res<()> {
        let dst = self.m.operand(op, 0);
        let extents = self.m.operands(op)[1..].to_vec();
        let body = self.m.region(op, 0);
        let stmts = Self::stmts(self.m, op);
        let verdict = self.forall_verdict(op, dst, &extents, body);
        let views = match verdict {
            Verdict::Safe => {
                self.forall_direct(op, dst, &extents, body, stmts);
                self.cx.count("direct", 1);
                return Ok(());
            }
            Verdict::Check(views) => views,
            Verdict::Temporary => return self.forall_through_temps(op, op, dst, &extents, body, stmts),
        };
        self.cx.count("run-time checks", 1);
        let slow = self.m.new_region(&[]);
        let fast = self.m.new_region(&[]);
        let mut b = Builder::before(self.m, op);
        let loc = b.loc;
        let cond = overlap_any(&mut b, dst, &views);
        b.op(OpKind::If).arg(cond).region(slow).region(fast).build();
        let mut marker = |r: Region| {
            let mut b = Builder::at_end(self.m, r);
            b.loc = loc;
            b.op(OpKind::ArrayYield).build()
        };
        let (slow_end, fast_end) = (marker(slow), marker(fast));
        self.forall_direct(fast_end, dst, &extents, body, stmts.clone());
        self.forall_through_temps(op, slow_end, dst, &extents, body, stmts)?;
        self.m.detach(slow_end);
        self.m.detach(fast_end);
        Ok(())
    }

    /// Copies the body of a forall to the builder: what comes up to its mask, with the mask that `begin` gets, and the
    /// rest where the mask is true, as values that it does not choose need not exist; `end` gets mask, value and subscripts.
    fn forall_body(
        b: &mut Builder,
        body: Region,
        idx: &[Value],
        begin: impl FnOnce(&mut Builder, Value),
        end: impl FnOnce(&mut Builder, &[Value]),
    ) {
        let mut map: FxHashMap<Value, Value> = b.m.args(body).iter().copied().zip(idx.iter().copied()).collect();
        let ops = b.m.regions[body].ops.clone();
        let Some((&last, ops)) = ops.split_last() else { return }; // the verifier demands a yield
        let y = b.m.operands(last).to_vec();
        let at = b.m.def(y[0]).and_then(|d| ops.iter().position(|&o| o == d)).map_or(0, |p| p + 1);
        let (early, late) = ops.split_at(at);
        let copy = |b: &mut Builder, map: &mut FxHashMap<Value, Value>, list: &[Op]| {
            for &o in list {
                let c = b.m.clone_op(o, map);
                b.insert(c);
            }
        };
        copy(b, &mut map, early);
        let mask = *map.get(&y[0]).unwrap_or(&y[0]);
        begin(b, mask);
        let rest = |b: &mut Builder| {
            copy(b, &mut map, late);
            let y: Vec<Value> = y.iter().map(|v| *map.get(v).unwrap_or(v)).collect();
            end(b, &y);
        };
        if b.m.const_int(mask) == Some(1) { rest(b) } else { when(b, mask, rest) }
    }

    fn forall_direct(&mut self, at: Op, dst: Value, extents: &[Value], body: Region, stmts: Option<Attr>) {
        let mut b = Builder::before(self.m, at);
        parallel(&mut b, extents, stmts, None, |b, idx| {
            Self::forall_body(b, body, idx, |_, _| (), |b, y| store_elem(b, dst, &y[2..], y[1]));
        });
    }

    fn forall_through_temps(
        &mut self,
        op: Op,
        at: Op,
        dst: Value,
        extents: &[Value],
        body: Region,
        stmts: Option<Attr>,
    ) -> Res<()> {
        let reason = "values read elements that the same statement stores";
        let shape = vec![None; extents.len()];
        let Some(&last) = self.m.regions[body].ops.last() else { return Ok(()) };
        let y = self.m.operands(last).to_vec();
        let value_ty = self.m.ty(y[1]);
        let elem = match self.m.types.kind(value_ty) {
            TypeKind::Ref(e) if matches!(self.m.types.kind(*e), TypeKind::Derived(_)) => *e,
            _ => memory_elem(value_ty),
        };
        let len = if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) {
            match self.char_len(y[1], at, 0) {
                Some(l) => Some(l),
                None => {
                    let loc = self.m.ops[op].loc;
                    return Err(PassError::new(loc, "FORALL of characters of varying length is not supported"));
                }
            }
        } else {
            None
        };
        let values = self.temp_of(at, shape.clone(), elem, extents.to_vec(), len, reason)?.view;
        let masks = self.temp_of(at, shape.clone(), Type::L8, extents.to_vec(), None, reason)?.view;
        let mut subs = Vec::new();
        for _ in &y[2..] {
            subs.push(self.temp_of(at, shape.clone(), Type::INDEX, extents.to_vec(), None, reason)?.view);
        }
        // Subscripts that are the indices themselves need no memory.
        let args = self.m.args(body).to_vec();
        let plain: Vec<Option<usize>> = y[2..].iter().map(|s| args.iter().position(|a| a == s)).collect();
        let mut b = Builder::before(self.m, at);
        parallel(&mut b, extents, stmts.clone(), Some(reason), |b, idx| {
            let keep = |b: &mut Builder, y: &[Value]| {
                store_elem(b, values, idx, y[1]);
                for (k, &s) in subs.iter().enumerate() {
                    if plain[k].is_none() {
                        store_elem(b, s, idx, y[2 + k]);
                    }
                }
            };
            Self::forall_body(b, body, idx, |b, mask| store_elem(b, masks, idx, mask), keep);
        });
        parallel(&mut b, extents, stmts, None, |b, idx| {
            let c = load_elem(b, masks, idx);
            let c = b.cast(c, Type::BOOL);
            when(b, c, |b| {
                let at: Vec<Value> = (0..subs.len())
                    .map(|k| match plain[k] {
                        Some(a) => idx[a],
                        None => load_elem(b, subs[k], idx),
                    })
                    .collect();
                let v = load_elem(b, values, idx);
                let v = if value_ty == Type::BOOL { b.cast(v, Type::BOOL) } else { v };
                store_elem(b, dst, &at, v);
            });
        });
        Ok(())
    }

    /// A scalar `array.reduce`.
    pub(super) fn reduce(&mut self, op: Op) -> Res<()> {
        let a = self.m.operand(op, 0);
        let mask = self.m.operands(op).get(1).copied();
        let old = self.m.result(op);
        let kind: ReduceKind = self.m.choice(op);
        if matches!(self.m.tk(old), TypeKind::Char(..)) {
            let text = "MAXVAL and MINVAL of character arrays are not supported";
            return Err(PassError::new(self.m.ops[op].loc, text));
        }
        let extents = self.extents_before(a, op)?;
        let stmts = Self::stmts(self.m, op);
        let ty = self.m.ty(old);
        let mut b = Builder::before(self.m, op);
        let v = reduction(&mut b, &extents, kind.into(), ty, stmts, |b, idx| {
            let v = elem_of(b, a, idx);
            let m = mask.map(|m| mask_elem(b, m, idx));
            (v, m)
        });
        self.m.replace_all_uses(old, v);
        Ok(())
    }

    /// `array.locate` without `dim`: the linear position, then its subscripts.
    pub(super) fn locate(&mut self, op: Op) -> Res<()> {
        let a = self.m.operand(op, 0);
        let mask = self.m.group(op, "mask").first().copied();
        let wanted = self.m.group(op, "value").first().copied();
        let old = self.m.result(op);
        let loc = self.m.ops[op].loc;
        let back = self.m.flag(op, "back");
        let kind: LocateKind = self.m.choice(op);
        let elem = self.m.types.elem(self.m.ty(a));
        let is_char = matches!(self.m.types.kind(elem), TypeKind::Char(..));
        if is_char && kind != LocateKind::Find {
            return Err(PassError::new(loc, "MAXLOC and MINLOC of character arrays are not supported"));
        }
        let search = match (kind, back) {
            (LocateKind::Max, false) => Search::MaxLoc,
            (LocateKind::Max, true) => Search::LastMaxLoc,
            (LocateKind::Min, false) => Search::MinLoc,
            (LocateKind::Min, true) => Search::LastMinLoc,
            (LocateKind::Find, false) => Search::FindFirst,
            (LocateKind::Find, true) => Search::FindLast,
        };
        let extents = self.extents_before(a, op)?;
        let stmts = Self::stmts(self.m, op);
        let mut b = Builder::before(self.m, op);
        let pos = reduction(&mut b, &extents, LoopReduceKind::Search(search), Type::INDEX, stmts, |b, idx| {
            let v = elem_of(b, a, idx);
            let v = match wanted {
                Some(w) if is_char => b.op(OpKind::ChrCmp).arg(v).arg(w).choice(Pred::Eq).result(Type::BOOL).value(),
                Some(w) => b.cmp(Pred::Eq, v, w),
                None => v,
            };
            let c = match mask {
                Some(m) => mask_elem(b, m, idx),
                None => b.int(1, Type::BOOL),
            };
            (v, Some(c))
        });
        // Position to one-based subscripts, zeros where nothing was found.
        let (zero, one) = (b.index(0), b.index(1));
        let found = b.cmp(Pred::Ge, pos, zero);
        // Extents of an empty array must not divide.
        let sizes: Vec<Value> = extents.iter().map(|&n| b.binary(OpKind::Max, n, one)).collect();
        let subs = delinear(&mut b, pos, &sizes);
        let mut out = Vec::new();
        for s in subs {
            let s = b.binary(OpKind::Add, s, one);
            out.push(b.op(OpKind::Select).arg(found).arg(s).arg(zero).result(Type::INDEX).value());
        }
        let ty = b.m.ty(old);
        let new = if is_array(b.m, old) { b.op(OpKind::ArrayFrom).args(&out).result(ty).value() } else { out[0] };
        self.m.replace_all_uses(old, new);
        Ok(())
    }
}
