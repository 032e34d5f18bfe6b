//! Ops of storage and views.

use super::{Flow, Interp, Order, Res, Val, ViewVal};
use crate::entity::Op;
use crate::module::Attr;
use crate::ops::OpKind;
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};
use std::rc::Rc;

impl Interp<'_> {
    /// `mem.alloca`.
    pub(super) fn alloca(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let ty = rty.unwrap_or(Type::PTR);
        let v = match m.types.kind(ty) {
            TypeKind::View { shape, elem, .. } => {
                let extents: Vec<i64> = shape.iter().map(|n| n.unwrap_or(0)).collect();
                let size = self.size(op, *elem)?;
                let count: i64 = extents.iter().product();
                let base = self.mem.alloc((count * size) as u64);
                Val::View(Rc::new(Self::contiguous(base, extents, size)))
            }
            TypeKind::Ref(e) => {
                let size = match m.attr_int(op, "size") {
                    Some(n) => n,
                    None => self.size(op, *e)?,
                };
                let len = self.m.types.size_of(*e).unwrap_or(0) as i64;
                Val::Ptr(self.mem.alloc(size as u64), len)
            }
            _ => return self.fail(op, "bad type"),
        };
        self.done(op, v)
    }

    /// `mem.addr_of`.
    pub(super) fn addr_of(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let sym = m.attr_str(op, "sym").unwrap_or("");
        let Some(&g) = self.globals.get(sym) else { return self.fail(op, "no such global") };
        let at = g + m.attr_int(op, "offset").unwrap_or(0) as u64;
        let ty = rty.unwrap_or(Type::PTR);
        let v = match m.types.kind(ty) {
            TypeKind::View { shape, elem, .. } => {
                let extents = shape.iter().map(|n| n.unwrap_or(0)).collect();
                Val::View(Rc::new(Self::contiguous(at, extents, self.size(op, *elem)?)))
            }
            TypeKind::Ref(e) => Val::Ptr(at, m.types.size_of(*e).unwrap_or(0) as i64),
            _ => Val::Ptr(at, 0),
        };
        self.done(op, v)
    }

    /// `mem.store`, `chr.assign`.
    pub(super) fn store_op(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let Val::Ptr(at, len) = self.arg(op, 1)? else { return self.fail(op, "expected a ref") };
        let v = self.arg(op, 0)?;
        let ty = m.types.elem(m.ty(m.operand(op, 1)));
        self.store(op, at, ty, &v, len)?;
        Ok(Flow::Next)
    }

    /// `omp.atomic_write`.
    pub(super) fn atomic_write(&mut self, op: Op) -> Res<Flow> {
        let v = self.arg(op, 1)?;
        self.put(op, &v)
    }

    /// `omp.atomic_update`.
    pub(super) fn atomic_update(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let Val::Ptr(at, len) = self.arg(op, 0)? else { return self.fail(op, "expected a ref") };
        let old = self.load(op, at, m.types.elem(m.ty(m.operand(op, 0))), len)?;
        let mut values = self.yielded(op, m.region(op, 0), vec![old])?;
        let results = values.split_off(1);
        self.put(op, &values[0])?;
        self.results(op, results)
    }

    /// Stores a value in the variable that is operand 0.
    fn put(&mut self, op: Op, v: &Val) -> Res<Flow> {
        let m = self.m;
        let Val::Ptr(at, len) = self.arg(op, 0)? else { return self.fail(op, "expected a ref") };
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        self.store(op, at, ty, v, len)?;
        Ok(Flow::Next)
    }

    /// `mem.copy_object`.
    pub(super) fn copy_object(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let (dst, src) = (self.ptr(op, 0)?, self.ptr(op, 1)?);
        let v = self.load(op, src, ty, 0)?;
        self.store(op, dst, ty, &v, 0)?;
        Ok(Flow::Next)
    }

    /// `view.make`.
    pub(super) fn view_make(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let extents = self.ints(op, m.group(op, "extents"))?;
        let strides = self.ints(op, m.group(op, "strides"))?;
        let elem = m.types.elem(rty.unwrap_or(Type::PTR));
        let elem_len = match m.opt(op, "elem_len") {
            Some(v) => self.ints(op, &[v])?[0],
            None => self.size(op, elem)?,
        };
        let base = self.ptr(op, 0)?;
        let mut v = Self::contiguous(base, extents, elem_len);
        if !strides.is_empty() {
            v.strides = strides;
        }
        self.done(op, Val::View(Rc::new(v)))
    }

    /// `view.section`.
    pub(super) fn view_section(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let mut base = v.base as i64;
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for (d, part) in section::parts(m, op).unwrap_or_default().into_iter().enumerate() {
            match part {
                Part::Index(at) => base += self.ints(op, &[at])?[0] * v.strides[d],
                Part::Range { start, extent, step } => {
                    let range = self.ints(op, &[start, extent, step])?;
                    base += range[0] * v.strides[d];
                    extents.push(range[1]);
                    strides.push(range[2] * v.strides[d]);
                }
                Part::Whole => {
                    extents.push(v.extents[d]);
                    strides.push(v.strides[d]);
                }
            }
        }
        let v = ViewVal { base: base as u64, extents, strides, elem_len: v.elem_len };
        self.done(op, Val::View(Rc::new(v)))
    }

    /// `view.permute`.
    pub(super) fn view_permute(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let perm: Vec<usize> = m
            .attr(op, "perm")
            .map(Attr::items)
            .unwrap_or(&[])
            .iter()
            .filter_map(|a| a.as_int())
            .map(|i| i as usize)
            .collect();
        let extents = perm.iter().map(|&p| v.extents[p]).collect();
        let strides = perm.iter().map(|&p| v.strides[p]).collect();
        self.done(op, Val::View(Rc::new(ViewVal { extents, strides, ..(*v).clone() })))
    }

    /// `view.overlap`.
    pub(super) fn view_overlap(&mut self, op: Op) -> Res<Flow> {
        let (a, b) = (self.view(op, 0)?, self.view(op, 1)?);
        let range = |v: &ViewVal| {
            let (mut lo, mut hi) = (v.base as i64, v.base as i64 + v.elem_len);
            for (&e, &s) in v.extents.iter().zip(&v.strides) {
                if e <= 0 {
                    return None;
                }
                let d = (e - 1) * s;
                lo += d.min(0);
                hi += d.max(0);
            }
            Some((lo, hi))
        };
        let meet = matches!((range(&a), range(&b)), (Some(x), Some(y)) if x.0 < y.1 && y.0 < x.1);
        self.done(op, Val::Int(i64::from(meet)))
    }

    /// `mem.copy`.
    pub(super) fn copy(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (d, s) = (self.view(op, 0)?, self.view(op, 1)?);
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        for t in self.tuples(&d.extents, Order::Forward) {
            let (to, from) = (self.elem_addr(op, &d, &t)?, self.elem_addr(op, &s, &t)?);
            let v = self.load(op, from, ty, s.elem_len)?;
            self.store(op, to, ty, &v, d.elem_len)?;
        }
        Ok(Flow::Next)
    }

    /// `mem.clear`.
    pub(super) fn clear(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let d = self.view(op, 0)?;
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let Some(size) = m.types.size_of(ty) else { return self.fail(op, "elements of unknown size") };
        for t in self.tuples(&d.extents, Order::Forward) {
            let at = self.elem_addr(op, &d, &t)?;
            match self.mem.bytes_mut(at, size) {
                Some(b) => b.fill(0),
                None => return self.fail(op, "clears what is outside of any object"),
            }
        }
        Ok(Flow::Next)
    }

    /// `mem.alloc`.
    pub(super) fn heap_alloc(&mut self, op: Op) -> Res<Flow> {
        let n = self.int(op, 0)?;
        let at = self.mem.alloc(n.max(0) as u64);
        self.mem.heap.insert(at);
        self.done(op, Val::Ptr(at, 0))
    }

    /// `mem.load`.
    pub(super) fn load_op(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let Val::Ptr(at, len) = self.arg(op, 0)? else { return self.fail(op, "expected a ref") };
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let v = self.load(op, at, ty, len)?;
        self.done(op, v)
    }

    /// `mem.offset`.
    pub(super) fn ptr_add(&mut self, op: Op) -> Res<Flow> {
        let v = Val::Ptr((self.ptr(op, 0)? as i64 + self.int(op, 1)?) as u64, 0);
        self.done(op, v)
    }

    /// `view.elem`.
    pub(super) fn view_elem(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let subs = self.ints(op, &m.operands(op)[1..])?;
        let at = self.elem_addr(op, &v, &subs)?;
        self.done(op, Val::Ptr(at, v.elem_len))
    }

    /// `view.extent` and `view.stride`.
    pub(super) fn view_shape(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
        let x = if m.kind(op) == OpKind::ViewExtent { v.extents[d].max(0) } else { v.strides[d] };
        self.done(op, Val::Int(x))
    }

    /// `chr.ref`.
    pub(super) fn chr_ref(&mut self, op: Op) -> Res<Flow> {
        let v = Val::Ptr(self.ptr(op, 0)?, self.int(op, 1)?);
        self.done(op, v)
    }

    /// `chr.make`.
    pub(super) fn chr_make(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (p, n) = (self.ptr(op, 0)?, self.int(op, 1)?);
        let kind = m.types.chr_kind(m.ty(m.result(op)));
        let v = self.load(op, p, Type::chr(kind), n)?;
        self.done(op, v)
    }
}
