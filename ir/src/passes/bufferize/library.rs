//! Operations on whole arrays: matrix products with what is fused into them, transposes, PACK and
//! UNPACK.

use super::emit::{elem_of, load_elem, memory_elem, parallel, reduction, store_elem};
use super::{Bufferize, CHEAP, Res, Stored, is_array};
use crate::analysis::alias::{Alias, compare_whole};
use crate::analysis::effects::has_effects;
use crate::choices::ReduceKind;
use crate::entity::{Op, Region, Value};
use crate::module::Builder;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// An operand of a matrix product: a view, used transposed or not, and what is computed from each
/// element as it is loaded.
struct Operand {
    view: Value,
    flip: bool,
    prologue: Option<Op>,
}

impl Bufferize<'_> {
    /// A matrix product into a new temporary, at its place.
    pub(super) fn matmul_to_temp(&mut self, op: Op) -> Res<()> {
        let stored = self.matmul_before(op, op)?;
        let v = self.m.result(op);
        self.stored.insert(v, stored);
        Ok(())
    }

    /// A matrix product into a new temporary, before `at`.
    pub(super) fn matmul_before(&mut self, op: Op, at: Op) -> Res<Stored> {
        let v = self.m.result(op);
        let a = self.matmul_operand(op, 0, at)?;
        let b = self.matmul_operand(op, 1, at)?;
        let extents = self.extents_before(v, at)?;
        let stored = self.temp_before(at, v, extents, None, "a matrix product that is used in an expression")?;
        self.emit_matmul(op, at, stored.view, &a, &b, None)?;
        Ok(stored)
    }

    fn matmul_operand(&mut self, op: Op, k: usize, at: Op) -> Res<Operand> {
        let mut v = self.m.operand(op, k);
        let mut flip = false;
        loop {
            if let Some(s) = self.stored.get(&v) {
                return Ok(Operand { view: s.view, flip, prologue: None });
            }
            let Some(d) = self.m.def(v) else { break };
            match self.m.kind(d) {
                OpKind::ArrayLoad => return Ok(Operand { view: self.m.operand(d, 0), flip, prologue: None }),
                OpKind::ArrayTranspose => {
                    flip = !flip;
                    v = self.m.operand(d, 0);
                }
                OpKind::ArrayElemental => match self.prologue_view(d) {
                    Some(view) if self.weight(d) <= 1 || self.cost(v, 0) <= CHEAP => {
                        self.cx.count("fused into a matrix product", 1);
                        return Ok(Operand { view, flip, prologue: Some(d) });
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        let stored = self.materialize_before(v, at, "an operand of a matrix product")?;
        Ok(Operand { view: stored.view, flip, prologue: None })
    }

    /// The view whose elements an elemental maps one by one, reading nothing else.
    fn prologue_view(&self, e: Op) -> Option<Value> {
        let m = &*self.m;
        let r = m.region(e, 0);
        let mut view = None;
        for &o in &m.regions[r].ops {
            if !m.ops[o].regions.is_empty() || has_effects(m, o) {
                return None;
            }
            match m.kind(o) {
                OpKind::ArrayAt => {
                    if m.operands(o)[1..] != *m.args(r) {
                        return None;
                    }
                    let a = m.operand(o, 0);
                    let this = match self.stored.get(&a) {
                        Some(s) if m.types.elem(m.ty(a)) != Type::BOOL => s.view,
                        Some(_) => return None,
                        None => m.operand(m.def_of(a, OpKind::ArrayLoad)?, 0),
                    };
                    if view.is_some_and(|v| v != this) {
                        return None;
                    }
                    view = Some(this);
                }
                OpKind::ArrayYield => {}
                _ if m.info(o).name.starts_with("array.") => return None,
                _ => {}
            }
        }
        let view = view?;
        let numeric = matches!(
            m.types.kind(m.types.elem(m.ty(view))),
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Logical(_)
        );
        numeric.then_some(view)
    }

    /// The region of a prologue or epilogue: the elemental's body with the given element replaced.
    fn fused_region(&mut self, e: Op, replaced: impl Fn(&Self, Op) -> bool, elem: Type) -> Res<Region> {
        let body = self.m.region(e, 0);
        let mut args = vec![elem];
        args.extend(self.m.args(body).iter().map(|&a| self.m.ty(a)));
        let r = self.m.new_region(&args);
        let new = self.m.args(r).to_vec();
        let mut map: FxHashMap<Value, Value> =
            self.m.args(body).iter().copied().zip(new[1..].iter().copied()).collect();
        for o in self.m.regions[body].ops.clone() {
            if self.m.kind(o) == OpKind::ArrayYield {
                let y = self.m.operand(o, 0);
                let y = *map.get(&y).unwrap_or(&y);
                let loc = self.m.ops[o].loc;
                let mut b = Builder::at_end(self.m, r);
                b.loc = loc;
                b.op(OpKind::Yield).arg(y).build();
                break;
            }
            if self.m.kind(o) == OpKind::ArrayAt && replaced(self, o) {
                let v = self.m.result(o);
                map.insert(v, new[0]);
                continue;
            }
            let c = self.m.clone_op(o, &mut map);
            let end = self.m.regions[r].ops.len();
            self.m.insert(r, end, c);
        }
        Ok(r)
    }

    fn emit_matmul(
        &mut self,
        op: Op,
        at: Op,
        c: Value,
        a: &Operand,
        b: &Operand,
        epilogue: Option<(Op, Value)>,
    ) -> Res<()> {
        let mut regions = Vec::new();
        for o in [a, b] {
            if let Some(e) = o.prologue {
                let elem = self.m.types.elem(self.m.ty(o.view));
                regions.push(self.fused_region(e, |_, _| true, elem)?);
            }
        }
        if let Some((e, product)) = epilogue {
            let elem = self.m.types.elem(self.m.ty(product));
            regions.push(self.fused_region(e, |s, o| s.m.operand(o, 0) == product, elem)?);
        }
        let stmts = Self::stmts(self.m, at);
        let (ta, tb) = (self.m.flag(op, "ta") != a.flip, self.m.flag(op, "tb") != b.flip);
        let (ca, cb) = (self.m.flag(op, "ca"), self.m.flag(op, "cb"));
        let in_place = epilogue.is_some_and(|(e, _)| self.reads(e, c));
        let mut builder = Builder::before(self.m, at);
        let mut call = builder
            .op(OpKind::LibMatmul)
            .arg(c)
            .arg(a.view)
            .arg(b.view)
            .flag("ta", ta)
            .flag("tb", tb)
            .flag("ca", ca)
            .flag("cb", cb)
            .flag("prologue_a", a.prologue.is_some())
            .flag("prologue_b", b.prologue.is_some())
            .flag("epilogue", epilogue.is_some())
            .flag("in_place", in_place)
            .attr_opt("stmts", stmts);
        for &r in &regions {
            call = call.region(r);
        }
        let call = call.build();
        for r in regions {
            self.region(r)?;
        }
        self.m.capture(call);
        Ok(())
    }

    /// Assignments that one library operation does. True where it was emitted.
    pub(super) fn library_assign(&mut self, op: Op, dst: Value, value: Value) -> Res<bool> {
        if self.stored.contains_key(&value) {
            return Ok(false);
        }
        let Some(d) = self.m.def(value) else { return Ok(false) };
        match self.m.kind(d) {
            OpKind::ArrayMatmul => {
                let done = self.assign_matmul(op, dst, d, None)?;
                if !done {
                    self.product_once(d, op)?;
                }
                Ok(done)
            }
            OpKind::ArrayElemental => {
                let r = self.m.region(d, 0);
                let products: Vec<Op> = self.m.regions[r]
                    .ops
                    .iter()
                    .filter(|&&o| self.m.kind(o) == OpKind::ArrayAt)
                    .filter_map(|&o| self.m.def_of(self.m.operand(o, 0), OpKind::ArrayMatmul))
                    .filter(|&p| !self.stored.contains_key(&self.m.result(p)))
                    .collect();
                if let &[p] = products.as_slice()
                    && self.epilogue_of(p) == Some(d)
                    && self.assign_matmul(op, dst, p, Some(d))?
                {
                    return Ok(true);
                }
                for p in products {
                    self.product_once(p, op)?;
                }
                Ok(false)
            }
            OpKind::ArrayTranspose => {
                let x = self.m.operand(d, 0);
                let src = match self.stored.get(&x) {
                    Some(s) => s.view,
                    None => match self.m.def_of(x, OpKind::ArrayLoad) {
                        Some(l) => self.m.operand(l, 0),
                        None => return Ok(false),
                    },
                };
                let elem = self.m.types.elem(self.m.ty(dst));
                let plain = self.m.types.size_of(elem).is_some() && self.m.types.elem(self.m.ty(src)) == elem;
                let char_elem = matches!(self.m.types.kind(elem), TypeKind::Char(..));
                if !plain || char_elem {
                    return Ok(false);
                }
                let stmts = Self::stmts(self.m, op);
                let apart = match compare_whole(self.m, dst, src) {
                    Alias::Disjoint => true,
                    Alias::Same | Alias::Overlap => false,
                    // The addresses decide at run time.
                    Alias::Maybe => return Ok(false),
                };
                let (to, extents) = if apart {
                    (dst, Vec::new())
                } else {
                    let extents = self.extents_before(value, op)?;
                    let reason = "the assigned variable may be the matrix that is transposed";
                    (self.temp_before(op, value, extents.clone(), None, reason)?.view, extents)
                };
                let mut b = Builder::before(self.m, op);
                b.op(OpKind::LibTranspose).arg(to).arg(src).attr_opt("stmts", stmts.clone()).build();
                if !apart {
                    parallel(&mut b, &extents, stmts, None, |b, idx| {
                        let v = load_elem(b, to, idx);
                        store_elem(b, dst, idx, v);
                    });
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// A product that was kept for the assignment `at`, which cannot take it: computed here, before the loops of the
    /// assignment, of which there may be two.
    fn product_once(&mut self, product: Op, at: Op) -> Res<()> {
        let v = self.m.result(product);
        if !self.stored.contains_key(&v) {
            let stored = self.matmul_before(product, at)?;
            self.stored.insert(v, stored);
        }
        Ok(())
    }

    fn assign_matmul(&mut self, at: Op, dst: Value, product: Op, epilogue: Option<Op>) -> Res<bool> {
        if self.deferred(product) != Some(at) {
            return Ok(false);
        }
        let pv = self.m.result(product);
        let start = self.m.position(at).1;
        let a = self.matmul_operand(product, 0, at)?;
        let b = self.matmul_operand(product, 1, at)?;
        self.convert_from(at, start)?;
        let mut run_time = Vec::new();
        let mut direct = true;
        for o in [&a, &b] {
            match compare_whole(self.m, dst, o.view) {
                Alias::Disjoint => {}
                Alias::Maybe if !run_time.contains(&o.view) => run_time.push(o.view),
                Alias::Maybe => {}
                _ => direct = false,
            }
        }
        // What the epilogue reads beside the product must not be what it stores.
        let epilogue = match epilogue {
            Some(e) if direct && self.epilogue_is_apart(e, dst) => Some(e),
            Some(_) => {
                let extents = self.extents_before(pv, at)?;
                let stored =
                    self.temp_before(at, pv, extents, None, "a matrix product that is used in an expression")?;
                self.emit_matmul(product, at, stored.view, &a, &b, None)?;
                self.stored.insert(pv, stored);
                return Ok(false); // the elemental is assigned as any other
            }
            None => None,
        };
        if direct && run_time.is_empty() {
            self.emit_matmul(product, at, dst, &a, &b, epilogue.map(|e| (e, pv)))?;
            self.cx.count("direct", 1);
            return Ok(true);
        }
        let reason = "the assigned variable may be an operand of the matrix product";
        if direct {
            self.cx.count("run-time checks", 1);
            let slow = self.m.new_region(&[]);
            let fast = self.m.new_region(&[]);
            let mut builder = Builder::before(self.m, at);
            let loc = builder.loc;
            let cond = super::emit::overlap_any(&mut builder, dst, &run_time);
            builder.op(OpKind::If).arg(cond).region(slow).region(fast).build();
            let mut marker = |r: Region| {
                let mut b = Builder::at_end(self.m, r);
                b.loc = loc;
                b.op(OpKind::ArrayYield).build()
            };
            let (slow_end, fast_end) = (marker(slow), marker(fast));
            self.emit_matmul(product, fast_end, dst, &a, &b, epilogue.map(|e| (e, pv)))?;
            self.product_through_temp(product, slow_end, dst, &a, &b, epilogue, reason)?;
            self.m.detach(slow_end);
            self.m.detach(fast_end);
        } else {
            self.product_through_temp(product, at, dst, &a, &b, epilogue, reason)?;
        }
        Ok(true)
    }

    #[allow(clippy::too_many_arguments)]
    fn product_through_temp(
        &mut self,
        product: Op,
        at: Op,
        dst: Value,
        a: &Operand,
        b: &Operand,
        epilogue: Option<Op>,
        reason: &str,
    ) -> Res<()> {
        let value = epilogue.map_or(self.m.result(product), |e| self.m.result(e));
        let pv = self.m.result(product);
        let extents = self.extents_before(value, at)?;
        let temp = self.temp_before(at, value, extents.clone(), None, reason)?;
        self.emit_matmul(product, at, temp.view, a, b, epilogue.map(|e| (e, pv)))?;
        let stmts = Self::stmts(self.m, at);
        let mut builder = Builder::before(self.m, at);
        parallel(&mut builder, &extents, stmts, None, |b, idx| {
            let v = load_elem(b, temp.view, idx);
            store_elem(b, dst, idx, v);
        });
        Ok(())
    }

    /// True where the body of an elemental reads elements of the view, each at its own place.
    fn reads(&self, e: Op, view: Value) -> bool {
        let m = &*self.m;
        let loaded = |o: &&Op| {
            m.kind(**o) == OpKind::ArrayAt
                && !self.stored.contains_key(&m.operand(**o, 0))
                && m.def_of(m.operand(**o, 0), OpKind::ArrayLoad)
                    .is_some_and(|l| compare_whole(m, view, m.operand(l, 0)) != Alias::Disjoint)
        };
        m.regions[m.region(e, 0)].ops.iter().any(|o| loaded(&o))
    }

    /// True where the other reads of an epilogue never meet the assigned view, but for the element that is assigned.
    fn epilogue_is_apart(&self, e: Op, dst: Value) -> bool {
        let m = &*self.m;
        let body = m.region(e, 0);
        let mut apart = true;
        for &o in &m.regions[body].ops {
            if !m.ops[o].regions.is_empty() {
                return false;
            }
            match m.kind(o) {
                OpKind::ArrayAt => {
                    let a = m.operand(o, 0);
                    if self.stored.contains_key(&a) || m.def_of(a, OpKind::ArrayMatmul).is_some() {
                        continue;
                    }
                    match m.def_of(a, OpKind::ArrayLoad) {
                        Some(l) => {
                            apart &= match compare_whole(m, dst, m.operand(l, 0)) {
                                Alias::Disjoint => true,
                                Alias::Same => m.operands(o)[1..] == *m.args(body),
                                Alias::Overlap | Alias::Maybe => false,
                            }
                        }
                        None => return false,
                    }
                }
                OpKind::ArrayYield => {}
                k if k.info().name.starts_with("array.") => return false,
                _ if has_effects(m, o) => return false,
                _ => {}
            }
        }
        apart
    }

    /// A view with the elements of an array value, at `at`.
    fn view_before(&mut self, v: Value, at: Op, reason: &str) -> Res<Value> {
        if let Some(s) = self.stored.get(&v) {
            return Ok(s.view);
        }
        if let Some(l) = self.m.def_of(v, OpKind::ArrayLoad) {
            return Ok(self.m.operand(l, 0));
        }
        Ok(self.materialize_before(v, at, reason)?.view)
    }

    /// PACK into a new temporary.
    pub(super) fn pack_to_temp(&mut self, op: Op) -> Res<()> {
        let (a, mask, v) = (self.m.operand(op, 0), self.m.operand(op, 1), self.m.result(op));
        let src = self.view_before(a, op, "the array of PACK")?;
        let mask_view = self.materialize_before(mask, op, "the mask of PACK")?;
        let stmts = Self::stmts(self.m, op);
        let mut b = Builder::before(self.m, op);
        let count = reduction(&mut b, &mask_view.extents, ReduceKind::Count.into(), Type::INDEX, stmts, |b, idx| {
            let c = load_elem(b, mask_view.view, idx);
            (b.cast(c, Type::BOOL), None)
        });
        let len = self.char_len_before(a, op)?;
        let elem = memory_elem(self.m.types.elem(self.m.ty(v)));
        let stored = self.temp_of(op, vec![None], elem, vec![count], len, "the result of PACK")?;
        let mut b = Builder::before(self.m, op);
        b.op(OpKind::LibPack).arg(stored.view).arg(src).arg(mask_view.view).result(Type::INDEX).build();
        self.stored.insert(v, stored);
        Ok(())
    }

    /// UNPACK into a new temporary: a sequential loop, for the elements are counted.
    pub(super) fn unpack_to_temp(&mut self, op: Op) -> Res<()> {
        let (vector, mask, field) = (self.m.operand(op, 0), self.m.operand(op, 1), self.m.operand(op, 2));
        let v = self.m.result(op);
        let start = self.m.position(op).1;
        let extents = self.extents_before(mask, op)?;
        // The elements are those of the vector.
        let len = match self.char_len_before(vector, op)? {
            None => self.char_len_before(field, op)?,
            len => len,
        };
        let stored = self.temp_before(op, v, extents.clone(), len, "the result of UNPACK")?;
        let mut b = Builder::before(self.m, op);
        let index_ref = b.m.types.reference(Type::INDEX);
        let counter = b.op(OpKind::Alloca).result(index_ref).value();
        let (zero, one) = (b.index(0), b.index(1));
        b.store(zero, counter);
        // Loops from the last dimension to the first.
        let mut subs = vec![zero; extents.len()];
        for d in (0..extents.len()).rev() {
            let r = b.m.new_region(&[Type::INDEX]);
            let last = b.binary(OpKind::Sub, extents[d], one);
            b.op(OpKind::For).arg(zero).arg(last).arg(one).region(r).build();
            subs[d] = b.m.args(r)[0];
            b.point = crate::module::Point { region: r, at: None };
        }
        let c = if is_array(b.m, mask) { elem_of(&mut b, mask, &subs) } else { mask };
        let then = b.m.new_region(&[]);
        let other = b.m.new_region(&[]);
        b.inside(then, |b| {
            let k = b.load(counter);
            let x = elem_of(b, vector, &[k]);
            store_elem(b, stored.view, &subs, x);
            let next = b.binary(OpKind::Add, k, one);
            b.store(next, counter);
        });
        b.inside(other, |b| {
            let x = if is_array(b.m, field) { elem_of(b, field, &subs) } else { field };
            store_elem(b, stored.view, &subs, x);
        });
        b.op(OpKind::If).arg(c).region(then).region(other).build();
        self.convert_from(op, start)?;
        self.stored.insert(v, stored);
        Ok(())
    }
}
