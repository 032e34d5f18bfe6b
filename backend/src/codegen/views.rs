//! view.* ops: arrays in memory as bundles of base address, extents and byte strides.

use super::func::FuncGen;
use super::value::{Ix, Val, ViewVal};
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, Value as Cv, condcodes::IntCC, types};
use ferrotran_ir::section::{self, Part};
use ferrotran_ir::{Attr, Op, OpKind, Type, TypeKind, Value};

/// One term `value * stride` of an address, with the loop depth at which it varies.
pub(crate) struct Term {
    depth: u32,
    value: Ix,
}

impl FuncGen<'_, '_, '_> {
    /// A view operand.
    pub(crate) fn view(&mut self, op: Op, v: Value) -> Res<ViewVal> {
        match self.get(v)? {
            Val::View(w) => Ok(*w),
            // A reference stands for the view of rank 0.
            Val::S(p) => {
                let elem = self.m.types.elem(self.m.ty(v));
                let n = self.cx.size_of(elem).unwrap_or(0);
                Ok(ViewVal { base: p, extents: Vec::new(), strides: Vec::new(), elem_len: Ix::C(n) })
            }
            Val::Chr { ptr, len } => Ok(ViewVal { base: ptr, extents: Vec::new(), strides: Vec::new(), elem_len: len }),
            Val::C(..) | Val::Vec(_) => self.fail(op, "a view is needed here"),
        }
    }

    fn view_shape(&self, v: Value) -> (Vec<Option<i64>>, Type, bool) {
        match self.m.tk(v) {
            TypeKind::View { shape, elem, contig } => (shape.clone(), *elem, *contig),
            _ => (Vec::new(), Type::INDEX, false),
        }
    }

    /// Makes the bundle agree with the static facts of a result type.
    fn refine(&mut self, r: Value, mut w: ViewVal) -> ViewVal {
        let (shape, elem, contig) = self.view_shape(r);
        for (e, d) in w.extents.iter_mut().zip(&shape) {
            if let Some(n) = d {
                *e = Ix::C(*n);
            }
        }
        if let Some(n) = self.cx.size_of(elem) {
            w.elem_len = Ix::C(n);
        }
        if contig && w.strides.iter().any(|s| s.as_const().is_none()) {
            w.strides = self.contig_strides(&w.extents.clone(), w.elem_len);
        }
        w
    }

    pub(crate) fn view_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::ViewMake => self.view_make(op),
            OpKind::ViewSection => self.view_section(op),
            OpKind::ViewElem => {
                let w = self.view(op, m.operand(op, 0))?;
                let subs = m.operands(op)[1..].to_vec();
                let p = self.elem_addr(op, &w, &subs)?;
                let r = m.result(op);
                let val = match m.types.kind(m.types.elem(m.ty(r))) {
                    TypeKind::Char(None, _) => Val::Chr { ptr: p, len: w.elem_len },
                    _ => self.static_object(r, p)?,
                };
                self.set_pure(op, val);
                Ok(())
            }
            OpKind::ViewField => self.view_field(op),
            OpKind::ViewPermute => self.view_permute(op),
            OpKind::ViewCast => {
                let w = self.view(op, m.operand(op, 0))?;
                let out = self.refine(m.result(op), w);
                self.set_pure(op, Val::View(Box::new(out)));
                Ok(())
            }
            OpKind::ViewExtent | OpKind::ViewStride => {
                let w = self.view(op, m.operand(op, 0))?;
                let k = m.attr_int(op, "dim").unwrap_or(-1);
                let list = if m.kind(op) == OpKind::ViewExtent { &w.extents } else { &w.strides };
                let Some(&i) = usize::try_from(k).ok().and_then(|k| list.get(k)) else {
                    return self.fail(op, format!("the view has no dimension {k}"));
                };
                let c = self.ixv(i);
                self.set_pure(op, Val::S(c));
                Ok(())
            }
            OpKind::ViewAddr => {
                let w = self.view(op, m.operand(op, 0))?;
                self.set_pure(op, Val::S(w.base));
                Ok(())
            }
            OpKind::ViewElemLen => {
                let w = self.view(op, m.operand(op, 0))?;
                let c = self.ixv(w.elem_len);
                self.set_pure(op, Val::S(c));
                Ok(())
            }
            OpKind::ViewIsContig => {
                let w = self.view(op, m.operand(op, 0))?;
                let c = self.is_contig(&w);
                self.set_pure(op, Val::S(c));
                Ok(())
            }
            OpKind::ViewOverlap => self.view_overlap(op),
            _ => unreachable!("dispatched by kind"),
        }
    }

    /// `view.make`
    fn view_make(&mut self, op: Op) -> Res<()> {
        let m = self.m;

        let r = m.result(op);
        let (shape, elem, contig) = self.view_shape(r);
        let base = self.s(m.group(op, "base")[0])?;
        let mut extents = Vec::new();
        for (&v, d) in m.group(op, "extents").iter().zip(&shape) {
            let e = match d {
                Some(n) => Ix::C(*n),
                None => {
                    let e = self.ix(v)?;
                    self.ix_clamp(e)
                }
            };
            extents.push(e);
        }
        if extents.len() != shape.len() {
            return self.fail(op, "view.make needs one extent per dimension");
        }
        let elem_len = match (self.cx.size_of(elem), m.opt(op, "elem_len")) {
            (Some(n), _) => Ix::C(n),
            (None, Some(v)) => self.ix(v)?,
            (None, None) => return self.fail(op, "view.make of elements of run-time length needs elem_len"),
        };
        let given = m.group(op, "strides").to_vec();
        let strides = if given.is_empty() || contig {
            self.contig_strides(&extents, elem_len)
        } else if given.len() == extents.len() {
            given.iter().map(|&v| self.ix(v)).collect::<Res<_>>()?
        } else {
            return self.fail(op, "view.make needs one stride per dimension");
        };
        self.set_pure(op, Val::View(Box::new(ViewVal { base, extents, strides, elem_len })));
        Ok(())
    }

    /// `view.section`
    fn view_section(&mut self, op: Op) -> Res<()> {
        let m = self.m;

        let w = self.view(op, m.operand(op, 0))?;
        let parts = match section::parts(m, op) {
            Some(parts) if parts.len() == w.extents.len() => parts,
            _ => return self.fail(op, "view.section needs one kind of subscript per dimension"),
        };
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        let mut terms = Vec::new();
        for (k, part) in parts.into_iter().enumerate() {
            match part {
                Part::Index(at) => terms.extend(self.affine(at, w.strides[k])?),
                Part::Range { start, extent, step } => {
                    terms.extend(self.affine(start, w.strides[k])?);
                    let n = self.ix(extent)?;
                    extents.push(self.ix_clamp(n));
                    let step = self.ix(step)?;
                    strides.push(self.ix_mul(w.strides[k], step));
                }
                Part::Whole => {
                    extents.push(w.extents[k]);
                    strides.push(w.strides[k]);
                }
            }
        }
        let base = self.address(w.base, terms);
        let out = self.refine(m.result(op), ViewVal { base, extents, strides, elem_len: w.elem_len });
        self.set_pure(op, Val::View(Box::new(out)));
        Ok(())
    }

    /// `view.field`
    fn view_field(&mut self, op: Op) -> Res<()> {
        let m = self.m;

        let v = m.operand(op, 0);
        let w = self.view(op, v)?;
        let (off, ty) = self.field(op, m.types.elem(m.ty(v)))?;
        let base = if off == 0 { w.base } else { self.b.ins().iadd_imm_s(w.base, off) };
        let elem_len = match self.cx.size_of(ty) {
            Some(n) => Ix::C(n),
            None => return self.fail(op, "a component of unknown size"),
        };
        let r = m.result(op);
        let (shape, ..) = self.view_shape(r);
        let mut out = ViewVal { base, elem_len, ..w };
        if shape.len() > out.extents.len() {
            // An array component: its own dimensions come first.
            let own = shape.len() - out.extents.len();
            let inner: Vec<Ix> = shape[..own].iter().map(|d| Ix::C(d.unwrap_or(0))).collect();
            let mut strides = self.contig_strides(&inner, elem_len);
            strides.append(&mut out.strides);
            out.strides = strides;
            out.extents = inner.into_iter().chain(out.extents).collect();
        }
        let out = self.refine(r, out);
        self.set_pure(op, Val::View(Box::new(out)));
        Ok(())
    }

    /// `view.permute`
    fn view_permute(&mut self, op: Op) -> Res<()> {
        let m = self.m;

        let w = self.view(op, m.operand(op, 0))?;
        let perm: Vec<usize> = m
            .attr(op, "perm")
            .map(Attr::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|a| a.as_int().map(|i| i as usize))
            .collect();
        if perm.len() != w.extents.len() || perm.iter().any(|&p| p >= w.extents.len()) {
            return self.fail(op, "view.permute needs a permutation of the dimensions");
        }
        let out = ViewVal {
            base: w.base,
            extents: perm.iter().map(|&p| w.extents[p]).collect(),
            strides: perm.iter().map(|&p| w.strides[p]).collect(),
            elem_len: w.elem_len,
        };
        self.set_pure(op, Val::View(Box::new(out)));
        Ok(())
    }

    /// `view.overlap`
    fn view_overlap(&mut self, op: Op) -> Res<()> {
        let m = self.m;

        let (a, b) = (self.view(op, m.operand(op, 0))?, self.view(op, m.operand(op, 1))?);
        let (alo, ahi, aempty) = self.byte_range(&a);
        let (blo, bhi, bempty) = self.byte_range(&b);
        let c1 = self.b.ins().icmp(IntCC::UnsignedLessThan, alo, bhi);
        let c2 = self.b.ins().icmp(IntCC::UnsignedLessThan, blo, ahi);
        let mut c = self.b.ins().band(c1, c2);
        for e in [aempty, bempty].into_iter().flatten() {
            let ne = self.b.ins().bxor_imm_s(e, 1);
            c = self.b.ins().band(c, ne);
        }
        self.set_pure(op, Val::S(c));
        Ok(())
    }

    /// i1: the elements lie without gaps, in column-major order.
    pub(crate) fn is_contig(&mut self, w: &ViewVal) -> Cv {
        let mut all: Option<Cv> = None;
        let mut expect = w.elem_len;
        for (k, (&e, &s)) in w.extents.iter().zip(&w.strides).enumerate() {
            let same = match (s, expect) {
                (Ix::C(a), Ix::C(b)) if a == b => None,
                (a, b) if a == b => None,
                (a, b) => {
                    let (a, b) = (self.ixv(a), self.ixv(b));
                    let eq = self.b.ins().icmp(IntCC::Equal, a, b);
                    // The stride of a dimension of at most one element does not matter.
                    let ev = self.ixv(e);
                    let one = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, ev, 1);
                    Some(self.b.ins().bor(eq, one))
                }
            };
            all = match (all, same) {
                (None, x) | (x, None) => x,
                (Some(a), Some(b)) => Some(self.b.ins().band(a, b)),
            };
            if k + 1 < w.extents.len() {
                expect = self.ix_mul(expect, e);
            }
        }
        all.unwrap_or_else(|| self.b.ins().iconst(types::I8, 1))
    }

    /// First byte, byte after the last, and whether the view is empty (if that is possible).
    fn byte_range(&mut self, w: &ViewVal) -> (Cv, Cv, Option<Cv>) {
        let (mut lo, mut hi) = (Ix::V(w.base), self.ix_add(Ix::V(w.base), w.elem_len));
        let mut empty: Option<Cv> = None;
        for (&e, &s) in w.extents.iter().zip(&w.strides) {
            let last = self.ix_sub(e, Ix::C(1));
            let span = self.ix_mul(last, s);
            match span {
                Ix::C(n) => {
                    lo = self.ix_add(lo, Ix::C(n.min(0)));
                    hi = self.ix_add(hi, Ix::C(n.max(0)));
                }
                Ix::V(v) => {
                    let z = self.b.ins().iconst(types::I64, 0);
                    let neg = self.b.ins().smin(v, z);
                    let pos = self.b.ins().smax(v, z);
                    lo = self.ix_add(lo, Ix::V(neg));
                    hi = self.ix_add(hi, Ix::V(pos));
                }
            }
            let this = match e {
                Ix::C(n) if n > 0 => continue,
                e => {
                    let ev = self.ixv(e);
                    self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, ev, 0)
                }
            };
            empty = Some(match empty {
                Some(c) => self.b.ins().bor(c, this),
                None => this,
            });
        }
        (self.ixv(lo), self.ixv(hi), empty)
    }

    /// Number of elements.
    pub(crate) fn view_count(&mut self, w: &ViewVal) -> Ix {
        w.extents.clone().into_iter().fold(Ix::C(1), |n, e| self.ix_mul(n, e))
    }

    /// Address of an element.
    pub(crate) fn elem_addr(&mut self, op: Op, w: &ViewVal, subs: &[Value]) -> Res<Cv> {
        if subs.len() != w.strides.len() {
            return self.fail(op, "one subscript per dimension is needed");
        }
        let mut terms = Vec::new();
        for (&v, &s) in subs.iter().zip(&w.strides) {
            terms.extend(self.affine(v, s)?);
        }
        Ok(self.address(w.base, terms))
    }

    /// Sums an address so that what varies in outer loops only comes first: Cranelift then hoists it.
    pub(crate) fn address(&mut self, base: Cv, mut terms: Vec<Term>) -> Cv {
        terms.sort_by_key(|t| t.depth);
        let mut constant = 0i64;
        let mut p = Ix::V(base);
        for t in &terms {
            match t.value {
                Ix::C(n) => constant = constant.wrapping_add(n),
                v => p = self.ix_add(p, v),
            }
        }
        let p = self.ix_add(p, Ix::C(constant));
        self.ixv(p)
    }

    /// `v * stride` as a sum of terms, splitting sums in `v` so that invariant parts stand alone.
    pub(crate) fn affine(&mut self, v: Value, stride: Ix) -> Res<Vec<Term>> {
        let mut out = Vec::new();
        self.affine_into(v, stride, false, 0, &mut out)?;
        Ok(out)
    }

    fn affine_into(&mut self, v: Value, stride: Ix, negate: bool, level: u32, out: &mut Vec<Term>) -> Res<()> {
        let m = self.m;
        if let Some(n) = m.const_int(v) {
            let n = if negate { -n } else { n };
            let value = self.ix_mul(Ix::C(n), stride);
            out.push(Term { depth: 0, value });
            return Ok(());
        }
        if level < 8
            && let Some(op) = m.def(v)
        {
            let wide = matches!(m.tk(v), TypeKind::Index | TypeKind::Int(64) | TypeKind::Int(32));
            match m.kind(op) {
                // Subscripts do not overflow in a correct program, so sums may be split at any width.
                OpKind::Add | OpKind::Sub if wide => {
                    let (a, b) = (m.operand(op, 0), m.operand(op, 1));
                    let flip = (m.kind(op) == OpKind::Sub) != negate;
                    self.affine_into(a, stride, negate, level + 1, out)?;
                    return self.affine_into(b, stride, flip, level + 1, out);
                }
                OpKind::Cast => {
                    let a = m.operand(op, 0);
                    let from_wide = matches!(m.tk(a), TypeKind::Index | TypeKind::Int(64) | TypeKind::Int(32));
                    if wide
                        && from_wide
                        && (matches!(m.tk(a), TypeKind::Int(32)) || !matches!(m.tk(v), TypeKind::Int(32)))
                    {
                        return self.affine_into(a, stride, negate, level + 1, out);
                    }
                }
                _ => {}
            }
        }
        let ty = m.ty(v);
        let c = self.s(v)?;
        // Masked bits of 32: the upper half of the register is zero.
        let masked = matches!(m.tk(v), TypeKind::Int(32))
            && m.def_of(v, OpKind::And)
                .is_some_and(|d| m.operands(d).iter().any(|&x| m.const_int(x).is_some_and(|n| n >= 0)));
        let c = if masked { self.b.ins().uextend(types::I64, c) } else { self.widen(c, ty) };
        let mut value = self.ix_mul(Ix::V(c), stride);
        if negate {
            value = self.ix_sub(Ix::C(0), value);
        }
        out.push(Term { depth: self.depth_of(v), value });
        Ok(())
    }
}
