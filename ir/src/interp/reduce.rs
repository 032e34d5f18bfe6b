//! Iterations, reductions and matrix products of the interpreter.

use super::eval::element;
use super::scalar::{binary, cast};
use super::{Flow, Interp, Order, Res, Val, ViewVal};
use crate::choices::ReduceKind;
use crate::entity::Op;
use crate::ops::OpKind;
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use ferrotran_xreal::Num;

impl Interp<'_> {
    /// Positions of the elements that are reduced together: all, or by line along a dimension.
    pub(super) fn groups(&self, shape: &[i64], dim: Option<i64>) -> Vec<Vec<usize>> {
        let n = shape.iter().product::<i64>() as usize;
        let Some(d) = dim.map(|d| d as usize) else { return vec![(0..n).collect()] };
        let below: i64 = shape[..d].iter().product();
        let mut rest = shape.to_vec();
        rest.remove(d);
        let lines: i64 = rest.iter().product();
        (0..lines)
            .map(|l| {
                let (low, high) = (l % below.max(1), l / below.max(1));
                (0..shape[d]).map(|k| (low + k * below + high * below * shape[d]) as usize).collect()
            })
            .collect()
    }

    /// The value of a reduction.
    pub(super) fn reduced(&self, kind: ReduceKind, items: Vec<Val>, ty: Type) -> Option<Val> {
        match kind {
            ReduceKind::Op(op) => self.combined(op, items, ty),
            ReduceKind::Count => Some(Val::Int(items.iter().filter(|x| **x == Val::Int(1)).count() as i64)),
        }
    }

    pub(super) fn combined(&self, kind: ReduceOp, items: Vec<Val>, ty: Type) -> Option<Val> {
        let tk = self.m.types.kind(ty);
        // A NaN gives way to any number, and stays where all are NaNs.
        let extreme = kind.is_extreme() && !items.is_empty();
        let real = |bits: u8| if extreme { Some(Num::NAN) } else { reduction::real_of_nothing(kind.identity(), bits) };
        let mut acc = match tk {
            TypeKind::Float(32) => Val::F32(real(32)?.to_f64() as f32),
            TypeKind::Float(64) => Val::F64(real(64)?.to_f64()),
            TypeKind::Float(bits) => Val::Ext(super::extended::extended(*bits), real(*bits)?),
            TypeKind::Int(bits) => Val::Int(kind.identity().signed(u32::from(*bits).min(64)) as i64),
            _ => cast(&Val::Int(kind.identity().signed(64) as i64), tk)?,
        };
        for x in &items {
            acc = binary(reduction::op(kind), &acc, x, tk)?;
            if kind == ReduceOp::Eqv {
                acc = binary(OpKind::Xor, &acc, &Val::Int(1), tk)?;
            }
        }
        Some(acc)
    }

    pub(super) fn product(
        &self,
        op: Op,
        a: &(Vec<i64>, Vec<Val>),
        b: &(Vec<i64>, Vec<Val>),
        ta: bool,
        tb: bool,
        elem: Type,
    ) -> Res<(Vec<i64>, Vec<Val>)> {
        let (ra, rb) = (a.0.len(), b.0.len());
        let rows = if ra == 2 { Some(a.0[usize::from(ta)]) } else { None };
        let cols = if rb == 2 { Some(b.0[usize::from(!tb)]) } else { None };
        let common = if ra == 2 { a.0[usize::from(!ta)] } else { a.0[0] };
        let mut out = Vec::new();
        for j in 0..cols.unwrap_or(1) {
            for i in 0..rows.unwrap_or(1) {
                let mut terms = Vec::new();
                for k in 0..common {
                    let x = match (ra, ta) {
                        (1, _) => element(a, &[k]),
                        (_, true) => element(a, &[k, i]),
                        _ => element(a, &[i, k]),
                    };
                    let y = match (rb, tb) {
                        (1, _) => element(b, &[k]),
                        (_, true) => element(b, &[j, k]),
                        _ => element(b, &[k, j]),
                    };
                    let (Some(x), Some(y)) = (x, y) else { return self.fail(op, "shapes differ") };
                    let times = if elem == Type::BOOL { OpKind::And } else { OpKind::Mul };
                    match binary(times, x, y, self.m.types.kind(elem)) {
                        Some(v) => terms.push(v),
                        None => return self.fail(op, "bad elements"),
                    }
                }
                let kind = if elem == Type::BOOL { ReduceOp::Any } else { ReduceOp::Sum };
                match self.combined(kind, terms, elem) {
                    Some(v) => out.push(v),
                    None => return self.fail(op, "bad elements"),
                }
            }
        }
        Ok((rows.into_iter().chain(cols).collect(), out))
    }

    pub(super) fn lib_matmul(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (c, a, b) = (self.view(op, 0)?, self.view(op, 1)?, self.view(op, 2)?);
        let elem = m.types.elem(m.ty(m.operand(op, 0)));
        let mut next = 0;
        let mut operand = |s: &mut Self, v: &ViewVal, k: usize, flag: &str| -> Res<(Vec<i64>, Vec<Val>)> {
            let ty = m.types.elem(m.ty(m.operand(op, k)));
            let region = m.flag(op, flag).then(|| m.region(op, next));
            next += usize::from(region.is_some());
            let mut out = Vec::new();
            for t in s.tuples(&v.extents, Order::Forward) {
                let at = s.elem_addr(op, v, &t)?;
                let mut x = s.load(op, at, ty, v.elem_len)?;
                if let Some(r) = region {
                    let args = std::iter::once(x).chain(t.into_iter().map(Val::Int)).collect();
                    x = s.yielded(op, r, args)?.swap_remove(0);
                }
                out.push(x);
            }
            Ok((v.extents.clone(), out))
        };
        let x = operand(self, &a, 1, "prologue_a")?;
        let y = operand(self, &b, 2, "prologue_b")?;
        // The product has the type of the factors; an epilogue may change it.
        let factor = match x.1.first() {
            Some(Val::F32(_)) => Type::F32,
            Some(Val::F64(_)) => Type::F64,
            Some(Val::C32(..)) => Type::C32,
            Some(Val::C64(..)) => Type::C64,
            _ => elem,
        };
        let p = self.product(op, &x, &y, m.flag(op, "ta"), m.flag(op, "tb"), factor)?;
        let epilogue = m.flag(op, "epilogue").then(|| m.region(op, next));
        for (t, mut v) in self.tuples(&p.0, Order::Forward).into_iter().zip(p.1) {
            if let Some(r) = epilogue {
                let args = std::iter::once(v).chain(t.iter().map(|&i| Val::Int(i))).collect();
                v = self.yielded(op, r, args)?.swap_remove(0);
            }
            let at = self.elem_addr(op, &c, &t)?;
            self.store(op, at, elem, &v, c.elem_len)?;
        }
        Ok(Flow::Next)
    }
}
