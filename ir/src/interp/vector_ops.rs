//! Vectors: lane by lane.

use super::{Flow, Interp, Res, Val};
use crate::entity::Op;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use std::rc::Rc;

impl Interp<'_> {
    /// What the result of an op is, or what its lanes are.
    pub(super) fn lane_kind(&self, op: Op) -> TypeKind {
        let ty = self.m.ty(self.m.result(op));
        self.m.types.kind(self.m.types.lane(ty)).clone()
    }

    /// The lanes of an operand.
    pub(super) fn lanes(&self, op: Op, i: usize) -> Res<Rc<[Val]>> {
        match self.arg(op, i)? {
            Val::Vec(lanes) => Ok(lanes),
            _ => self.fail(op, "expected a vector"),
        }
    }

    /// An op on vectors: it runs for every lane, with the lanes in place of its operands.
    pub(super) fn by_lane(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let operands = m.operands(op);
        let vectors: Vec<Rc<[Val]>> = (0..operands.len()).map(|i| self.lanes(op, i)).collect::<Res<_>>()?;
        let count = vectors.first().map_or(0, |v| v.len());
        let mut out = Vec::with_capacity(count);
        for lane in 0..count {
            self.env.extend(operands.iter().zip(&vectors).map(|(&v, lanes)| (v, lanes[lane].clone())));
            self.single(op)?;
            out.push(self.get(op, m.result(op))?);
        }
        self.env.extend(operands.iter().zip(vectors).map(|(&v, lanes)| (v, Val::Vec(lanes))));
        self.done(op, Val::Vec(out.into()))
    }

    fn count(&self, op: Op) -> usize {
        self.m.types.lanes(self.m.ty(self.m.result(op))).unwrap_or(0) as usize
    }

    /// `vec.splat`, `vec.ramp`, `vec.build`.
    pub(super) fn new_vector(&mut self, op: Op) -> Res<Flow> {
        let lanes: Rc<[Val]> = match (self.m.attr_int(op, "step"), self.m.operands(op).len()) {
            (Some(step), _) => {
                let (first, kind) = (self.int(op, 0)?, self.lane_kind(op));
                let lane = |k: usize| super::scalar::wrap(first.wrapping_add(step.wrapping_mul(k as i64)), &kind);
                (0..self.count(op)).map(|k| Val::Int(lane(k))).collect()
            }
            (None, 1) => vec![self.arg(op, 0)?; self.count(op)].into(),
            (None, _) => self.args(op, 0)?.into(),
        };
        self.done(op, Val::Vec(lanes))
    }

    /// `vec.lane`.
    pub(super) fn vector_lane(&mut self, op: Op) -> Res<Flow> {
        let lanes = self.lanes(op, 0)?;
        let lane = self.m.attr_int(op, "lane").and_then(|n| lanes.get(n as usize).cloned());
        match lane {
            Some(v) => self.done(op, v),
            None => self.fail(op, "no such lane"),
        }
    }

    /// Address of the first element of an access, the bytes to the next one, and the type of the elements.
    fn elements(&self, op: Op, at: usize) -> Res<(i64, i64, Type)> {
        let m = self.m;
        let ty = m.types.elem(m.ty(m.operand(op, at)));
        let stride = match m.attr_int(op, "stride") {
            Some(bytes) => bytes,
            None => self.size(op, ty)?,
        };
        Ok((self.ptr(op, at)? as i64 + self.int(op, at + 1)? * stride, stride, ty))
    }

    /// `vec.load`.
    pub(super) fn vector_load(&mut self, op: Op) -> Res<Flow> {
        let (first, stride, ty) = self.elements(op, 0)?;
        let mask = match self.m.opt(op, "mask") {
            Some(_) => Some(self.lanes(op, 2)?),
            None => None,
        };
        let lane = |k: usize| match &mask {
            Some(m) if m[k] != Val::Int(1) => Ok(match self.m.types.kind(ty) {
                TypeKind::Float(32) => Val::F32(0.0),
                TypeKind::Float(_) => Val::F64(0.0),
                _ => Val::Int(0),
            }),
            _ => self.load(op, (first + k as i64 * stride) as u64, ty, 0),
        };
        let lanes: Vec<Val> = (0..self.count(op)).map(lane).collect::<Res<_>>()?;
        self.done(op, Val::Vec(lanes.into()))
    }

    /// `vec.store`.
    pub(super) fn vector_store(&mut self, op: Op) -> Res<Flow> {
        let (first, stride, ty) = self.elements(op, 1)?;
        let mask = match self.m.opt(op, "mask") {
            Some(_) => Some(self.lanes(op, 3)?),
            None => None,
        };
        for (k, v) in self.lanes(op, 0)?.iter().enumerate() {
            if mask.as_ref().is_some_and(|m| m[k] != Val::Int(1)) {
                continue;
            }
            self.store(op, (first + k as i64 * stride) as u64, ty, v, 0)?;
        }
        Ok(Flow::Next)
    }

    /// `vec.fold`.
    pub(super) fn vector_fold(&mut self, op: Op) -> Res<Flow> {
        let mut items = vec![self.arg(op, 0)?];
        items.extend(self.lanes(op, 1)?.iter().cloned());
        let kind: ReduceOp = self.m.choice(op);
        match self.combined(kind, items, self.m.ty(self.m.result(op))) {
            Some(v) => self.done(op, v),
            None => self.fail(op, "bad reduction"),
        }
    }
}
