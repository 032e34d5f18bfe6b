//! Library operations run by one invocation, as part of a scalar kernel.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::Emitted;
use crate::mem::View;
use crate::spv::RegType;
use ferrotran_ir::{Op, OpKind, Region, Type, TypeKind};
use rspirv::spirv::{Op as SpvOp, Word};

/// A matrix product with its flags, operands seen as matrices (a vector as row or column).
#[derive(Clone, Debug)]
pub struct Product {
    /// Result, left and right operand.
    pub c: View,
    /// Left operand.
    pub a: View,
    /// Right operand.
    pub b: View,
    /// Which dimension of `c` is the row and the column.
    pub c_dims: [Option<usize>; 2],
    /// Which dimension of `a` is the row and the inner one.
    pub a_dims: [Option<usize>; 2],
    /// Which dimension of `b` is the inner one and the column.
    pub b_dims: [Option<usize>; 2],
    /// Conjugate operands.
    pub conj: [bool; 2],
    /// Regions applied at loads of `a`, at loads of `b`, at the store.
    pub regions: [Option<Region>; 3],
    /// Element type of the result before the epilogue (that of the sum).
    pub ty: Type,
}

impl Emit<'_, '_> {
    /// Operands and flags of a lib.matmul.
    pub fn product(&mut self, op: Op) -> Emitted<Product> {
        let m = self.m;
        let (c, a, b) = (self.view(m.operand(op, 0))?, self.view(m.operand(op, 1))?, self.view(m.operand(op, 2))?);
        let (ta, tb) = (m.flag(op, "ta"), m.flag(op, "tb"));
        let (ra, rb) = (a.dims.len(), b.dims.len());
        let a_dims = match (ra, ta) {
            (2, false) => [Some(0), Some(1)],
            (2, true) => [Some(1), Some(0)],
            (1, _) => [None, Some(0)],
            _ => return Err(self.unsupported("a matrix product of these ranks")),
        };
        let b_dims = match (rb, tb) {
            (2, false) => [Some(0), Some(1)],
            (2, true) => [Some(1), Some(0)],
            (1, _) => [Some(0), None],
            _ => return Err(self.unsupported("a matrix product of these ranks")),
        };
        let c_dims = match (a_dims[0].is_some(), b_dims[1].is_some()) {
            (true, true) => [Some(0), Some(1)],
            (true, false) => [Some(0), None],
            (false, true) => [None, Some(0)],
            (false, false) => return Err(self.unsupported("a matrix product of two vectors")),
        };
        if c.dims.len() != c_dims.iter().flatten().count() {
            return Err(self.unsupported("a matrix product of these ranks"));
        }
        let mut regions = [None; 3];
        let mut next = 0;
        for (slot, flag) in regions.iter_mut().zip(["prologue_a", "prologue_b", "epilogue"]) {
            if m.flag(op, flag) {
                *slot = Some(m.region(op, next));
                next += 1;
            }
        }
        // The sum has the type that the operands give after their prologues.
        let yields = |r: Region| {
            let last = m.regions[r].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield);
            last.and_then(|y| m.operands(y).first().copied()).map(|v| m.ty(v))
        };
        let ty = match regions[2] {
            Some(r) => m.ty(m.args(r)[0]),
            None => c.elem,
        };
        for (r, v) in [(regions[0], &a), (regions[1], &b)] {
            let have = match r {
                Some(r) => yields(r).ok_or_else(|| self.unsupported("a prologue that yields nothing"))?,
                None => v.elem,
            };
            if self.reg(have)? != self.reg(ty)? || self.is_complex(have) != self.is_complex(ty) {
                return Err(self.unsupported("a matrix product of operands of different types"));
            }
        }
        let conj = [m.flag(op, "ca"), m.flag(op, "cb")];
        Ok(Product { c, a, b, c_dims, a_dims, b_dims, conj, regions, ty })
    }
    /// Rows, columns and inner extent (i32).
    pub fn product_sizes(&mut self, p: &Product) -> [Word; 3] {
        let mut size = |v: &View, d: Option<usize>| match d {
            Some(d) => self.dim(v.dims[d].0),
            None => self.spv.i32(1),
        };
        [size(&p.c, p.c_dims[0]), size(&p.c, p.c_dims[1]), size(&p.a, p.a_dims[1])]
    }
    /// Element of an operand (0: left, 1: right) at (row, column) of the product's matrices.
    pub fn product_load(&mut self, p: &Product, which: usize, i: Word, j: Word) -> Emitted<Val> {
        let (view, dims) = if which == 0 { (&p.a, p.a_dims) } else { (&p.b, p.b_dims) };
        let mut subs = vec![i; view.dims.len()];
        for (d, w) in dims.into_iter().zip([i, j]) {
            if let Some(d) = d {
                subs[d] = w;
            }
        }
        let place = self.element(view, &subs)?;
        let mut v = self.load_place(&place)?;
        if let Some(r) = p.regions[which] {
            let list: Vec<Word> = subs;
            v = self.apply(r, v, &list)?;
        }
        if p.conj[which]
            && let Val::Complex(re, im) = v
        {
            let s = self.reg(p.ty)?;
            v = Val::Complex(re, self.spv.op(SpvOp::FNegate, s, &[im]));
        }
        Ok(v)
    }
    /// Stores a sum.
    pub fn product_store(&mut self, p: &Product, i: Word, j: Word, sum: Val) -> Emitted<()> {
        let mut subs = vec![i; p.c.dims.len()];
        for (d, w) in p.c_dims.into_iter().zip([i, j]) {
            if let Some(d) = d {
                subs[d] = w;
            }
        }
        let v = match p.regions[2] {
            Some(r) => {
                let list = subs.clone();
                self.apply(r, sum, &list)?
            }
            None => sum,
        };
        let place = self.element(&p.c, &subs)?;
        self.store_place(&place, &v)
    }
    /// A prologue or epilogue: (value, subscripts) -> value. Where the view is a vector the second
    /// subscript is 0.
    fn apply(&mut self, r: Region, v: Val, subs: &[Word]) -> Emitted<Val> {
        let args = self.m.args(r).to_vec();
        let zero = self.spv.i32(0);
        for (n, &arg) in args.iter().enumerate() {
            let val = match n {
                0 => v.clone(),
                n => {
                    let s = self.reg(self.m.ty(arg))?;
                    let w = subs.get(n - 1).copied().unwrap_or(zero);
                    Val::Scalar(self.cast_part(w, RegType::I32, s))
                }
            };
            self.env.insert(arg, val);
        }
        let out = self.region(r)?;
        out.into_iter().next().ok_or_else(|| self.unsupported("a region that yields nothing"))
    }
    /// `acc + x * y`, for logicals `acc or (x and y)`.
    pub fn multiply_add(&mut self, acc: &Val, x: &Val, y: &Val, t: Type) -> Emitted<Val> {
        if self.reg(t)? == RegType::Bool {
            let p = self.binary(OpKind::And, x, y, t)?;
            return self.binary(OpKind::Or, acc, &p, t);
        }
        let p = self.binary(OpKind::Mul, x, y, t)?;
        self.binary(OpKind::Add, acc, &p, t)
    }

    /// lib.matmul element by element.
    pub fn serial_matmul(&mut self, op: Op) -> Emitted<()> {
        let p = self.product(op)?;
        let [rows, cols, inner] = self.product_sizes(&p);
        let s = self.reg(p.ty)?;
        let parts = if self.is_complex(p.ty) { 2 } else { 1 };
        let acc: Vec<Word> = (0..parts).map(|_| self.spv.local(s, 1)).collect();
        self.nest(RegType::I32, &[rows, cols], Some((FrameKind::Hidden, None)), |e, ij| {
            let (i, j) = (ij[0], ij[1]);
            let zero = e.spv.zero(s);
            for &a in &acc {
                e.spv.store(a, zero);
            }
            e.nest(RegType::I32, &[inner], Some((FrameKind::Hidden, None)), |e, k| {
                let (x, y) = (e.product_load(&p, 0, i, k[0])?, e.product_load(&p, 1, k[0], j)?);
                let sum: Vec<Word> = acc.iter().map(|&a| e.spv.load(a, s)).collect();
                let sum = e.multiply_add(&Self::from_parts(&sum), &x, &y, p.ty)?;
                let sum = e.parts(&sum)?;
                for (&a, &w) in acc.iter().zip(&sum) {
                    e.spv.store(a, w);
                }
                Ok(())
            })?;
            let sum: Vec<Word> = acc.iter().map(|&a| e.spv.load(a, s)).collect();
            e.product_store(&p, i, j, Self::from_parts(&sum))
        })
    }
    /// lib.transpose element by element.
    pub fn serial_transpose(&mut self, op: Op) -> Emitted<()> {
        let (dst, src) = (self.view(self.m.operand(op, 0))?, self.view(self.m.operand(op, 1))?);
        if dst.dims.len() != 2 || src.dims.len() != 2 {
            return Err(self.unsupported("a transpose of this rank"));
        }
        let extents = [self.dim(src.dims[0].0), self.dim(src.dims[1].0)];
        self.nest(RegType::I32, &extents, Some((FrameKind::Hidden, None)), |e, ij| {
            let (d, s) = (e.element(&dst, &[ij[1], ij[0]])?, e.element(&src, ij)?);
            e.copy_object(&d, &s)
        })
    }
    /// lib.pack in element order.
    pub fn serial_pack(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let (dst, src, mask) =
            (self.view(m.operand(op, 0))?, self.view(m.operand(op, 1))?, self.view(m.operand(op, 2))?);
        let count = self.spv.local(RegType::I32, 1);
        let zero = self.spv.i32(0);
        self.spv.store(count, zero);
        let extents: Vec<Word> = src.dims.iter().map(|d| self.dim(d.0)).collect();
        let room = match dst.dims.first() {
            Some(d) => self.dim(d.0),
            None => return Err(self.unsupported("a pack into a scalar")),
        };
        let truth_is_int = matches!(m.types.kind(mask.elem), TypeKind::Int(_));
        self.nest(RegType::I32, &extents, Some((FrameKind::Hidden, None)), |e, ids| {
            let place = e.element(&mask, &ids[..mask.dims.len()])?;
            let v = e.load_place(&place)?;
            let mut take = e.parts(&v)?[0];
            if truth_is_int {
                let s = e.reg(mask.elem)?;
                take = e.cast_part(take, s, RegType::Bool);
            }
            e.if_then(take, |e| {
                let n = e.spv.load(count, RegType::I32);
                let fits = e.spv.op(SpvOp::SLessThan, RegType::Bool, &[n, room]);
                e.if_then(fits, |e| {
                    let (d, s) = (e.element(&dst, &[n])?, e.element(&src, ids)?);
                    e.copy_object(&d, &s)
                })?;
                let one = e.spv.i32(1);
                let n = e.spv.op(SpvOp::IAdd, RegType::I32, &[n, one]);
                e.spv.store(count, n);
                Ok(())
            })
        })?;
        let n = self.spv.load(count, RegType::I32);
        let s = self.reg(m.ty(m.result(op)))?;
        let n = self.cast_part(n, RegType::I32, s);
        self.set(op, Val::Scalar(n));
        Ok(())
    }
}
