//! Ops of array values, and library operations on views.

use super::eval::element;
use super::scalar::compare;
use super::{Flow, Interp, Order, Res, Val};
use crate::choices::{LocateKind, Pred, ReduceKind};
use crate::entity::Op;
use crate::module::Attr;
use crate::types::{Type, TypeKind};
use std::rc::Rc;

impl Interp<'_> {
    /// `array.load`.
    pub(super) fn array_load(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let mut out = Vec::new();
        for t in self.tuples(&v.extents, Order::Forward) {
            let at = self.elem_addr(op, &v, &t)?;
            out.push(self.load(op, at, ty, v.elem_len)?);
        }
        let extents = v.extents.iter().map(|&e| e.max(0)).collect();
        self.done(op, Val::Array(Rc::new((extents, out))))
    }

    /// `array.const`.
    pub(super) fn array_const(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let Some(Attr::Bytes(data)) = m.attr(op, "data") else { return self.fail(op, "no data") };
        let ty = rty.unwrap_or(Type::PTR);
        let elem = m.types.elem(ty);
        let size = self.size(op, elem)?.max(1) as usize;
        let shape: Vec<i64> = m.types.shape(ty).iter().map(|n| n.unwrap_or(0)).collect();
        let at = self.mem.alloc(data.len() as u64);
        if let Some(b) = self.mem.bytes_mut(at, data.len() as u64) {
            b.copy_from_slice(data);
        }
        let elems =
            (0..data.len() / size).map(|k| self.load(op, at + (k * size) as u64, elem, 0)).collect::<Res<Vec<_>>>()?;
        self.mem.free(at);
        self.done(op, Val::Array(Rc::new((shape, elems))))
    }

    /// `array.elemental`.
    pub(super) fn array_elemental(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let extents: Vec<i64> = self.ints(op, m.operands(op))?.into_iter().map(|e| e.max(0)).collect();
        let mut out = Vec::new();
        for t in self.tuples(&extents, Order::Forward) {
            let args = t.into_iter().map(Val::Int).collect();
            let y = self.yielded(op, m.region(op, 0), args)?;
            out.extend(y.into_iter().next());
        }
        self.done(op, Val::Array(Rc::new((extents, out))))
    }

    /// `array.at`.
    pub(super) fn array_at(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let a = self.array(op, 0)?;
        let subs = self.ints(op, &m.operands(op)[1..])?;
        match element(&a, &subs) {
            Some(Val::Obj(b)) => {
                let at = self.mem.alloc(b.len() as u64);
                if let Some(to) = self.mem.bytes_mut(at, b.len() as u64) {
                    to.copy_from_slice(b);
                }
                self.done(op, Val::Ptr(at, b.len() as i64))
            }
            Some(v) => self.done(op, v.clone()),
            None => self.fail(op, format!("subscript {subs:?} outside of {:?}", a.0)),
        }
    }

    /// `array.elem_len`.
    pub(super) fn array_elem_len(&mut self, op: Op) -> Res<Flow> {
        let a = self.array(op, 0)?;
        let n = match a.1.first() {
            Some(Val::Str(s)) => s.len() as i64,
            _ => 0,
        };
        self.done(op, Val::Int(n))
    }

    /// `array.assign`.
    pub(super) fn array_assign(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let value = self.arg(op, 1)?;
        let mask = if m.operands(op).len() > 2 { Some(self.arg(op, 2)?) } else { None };
        for (k, t) in self.tuples(&v.extents, Order::Forward).into_iter().enumerate() {
            let on = match &mask {
                Some(Val::Array(a)) => a.1.get(k) == Some(&Val::Int(1)),
                Some(Val::Int(c)) => *c != 0,
                _ => true,
            };
            if on {
                let x = match &value {
                    Val::Array(a) => match a.1.get(k) {
                        Some(x) => x.clone(),
                        None => return self.fail(op, "shapes differ"),
                    },
                    other => other.clone(),
                };
                let at = self.elem_addr(op, &v, &t)?;
                self.store(op, at, ty, &x, v.elem_len)?;
            }
        }
        Ok(Flow::Next)
    }

    /// `array.forall`.
    pub(super) fn array_forall(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let v = self.view(op, 0)?;
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let extents = self.ints(op, &m.operands(op)[1..])?;
        let mut stores = Vec::new();
        for t in self.tuples(&extents, Order::Forward) {
            let y = self.yielded(op, m.region(op, 0), t.into_iter().map(Val::Int).collect())?;
            if y[0] == Val::Int(1) {
                let subs: Vec<i64> = y[2..].iter().map(|x| if let Val::Int(i) = x { *i } else { -1 }).collect();
                // Object values are taken now.
                let value = match (&y[1], m.types.kind(ty)) {
                    (Val::Ptr(p, _), TypeKind::Derived(_)) => self.load(op, *p, ty, 0)?,
                    (x, _) => x.clone(),
                };
                stores.push((subs, value));
            }
        }
        for (subs, x) in stores {
            let at = self.elem_addr(op, &v, &subs)?;
            self.store(op, at, ty, &x, v.elem_len)?;
        }
        Ok(Flow::Next)
    }

    /// `array.reduce`.
    pub(super) fn array_reduce(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let _kind = self.m.kind(op);
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let a = self.array(op, 0)?;
        let mask = if m.operands(op).len() > 1 { Some(self.arg(op, 1)?) } else { None };
        let red: ReduceKind = m.choice(op);
        let elem = m.types.elem(rty.unwrap_or(Type::PTR));
        let on = |k: usize| match &mask {
            Some(Val::Array(b)) => b.1.get(k) == Some(&Val::Int(1)),
            Some(Val::Int(c)) => *c != 0,
            _ => true,
        };
        let dim = m.attr_int(op, "dim").filter(|_| a.0.len() > 1);
        let groups = self.groups(&a.0, dim);
        let mut out = Vec::new();
        for g in &groups {
            let items = g.iter().filter(|&&k| on(k)).map(|&k| a.1[k].clone());
            match self.reduced(red, items.collect(), elem) {
                Some(v) => out.push(v),
                None => return self.fail(op, "bad reduction"),
            }
        }
        match dim {
            Some(d) => {
                let mut shape = a.0.clone();
                shape.remove(d as usize);
                self.done(op, Val::Array(Rc::new((shape, out))))
            }
            None => self.done(op, out.swap_remove(0)),
        }
    }

    /// `array.locate`.
    pub(super) fn array_locate(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let _kind = self.m.kind(op);
        let rty = self.m.ops[op].results.first().map(|&v| self.m.ty(v));
        let rk = rty.map(|t| self.m.types.kind(t).clone());
        let a = self.array(op, 0)?;
        let mask = m.group(op, "mask").first().map(|&v| self.get(op, v)).transpose()?;
        let wanted = m.group(op, "value").first().map(|&v| self.get(op, v)).transpose()?;
        let back = m.flag(op, "back");
        let on = |k: usize| match &mask {
            Some(Val::Array(b)) => b.1.get(k) == Some(&Val::Int(1)),
            Some(Val::Int(c)) => *c != 0,
            _ => true,
        };
        let kind: LocateKind = m.choice(op);
        let dim = m.attr_int(op, "dim");
        let mut found = Vec::new();
        for g in self.groups(&a.0, dim) {
            let mut best: Option<(usize, usize)> = None;
            for (pos, &k) in g.iter().enumerate().filter(|(_, k)| on(**k)) {
                let better = match (best, &wanted) {
                    (_, Some(w)) if compare(Pred::Eq, &a.1[k], w) != Some(true) => false,
                    (None, _) => true,
                    (Some(_), Some(_)) => back,
                    (Some((_, b)), None) => {
                        let pred = match (kind, back) {
                            (LocateKind::Max, false) => Pred::Gt,
                            (LocateKind::Max, true) => Pred::Ge,
                            (LocateKind::Min, false) => Pred::Lt,
                            (LocateKind::Min, true) => Pred::Le,
                            // Without a value nothing is looked for.
                            (LocateKind::Find, _) => return self.fail(op, "no value to find"),
                        };
                        compare(pred, &a.1[k], &a.1[b]) == Some(true)
                    }
                };
                if better {
                    best = Some((pos, k));
                }
            }
            found.push(best);
        }
        let out = match dim {
            Some(d) => {
                let mut shape = a.0.clone();
                shape.remove(d as usize);
                let elems: Vec<Val> = found.iter().map(|b| Val::Int(b.map_or(0, |(pos, _)| pos as i64 + 1))).collect();
                if !matches!(rk, Some(TypeKind::Array { .. })) {
                    elems[0].clone()
                } else {
                    let shape = if shape.is_empty() { vec![1] } else { shape };
                    Val::Array(Rc::new((shape, elems)))
                }
            }
            None => {
                let mut rest = found[0].map(|(_, k)| k as i64);
                let subs =
                    a.0.iter()
                        .map(|&n| {
                            let s = rest.map_or(0, |r| r % n + 1);
                            rest = rest.map(|r| r / n);
                            Val::Int(s)
                        })
                        .collect();
                Val::Array(Rc::new((vec![a.0.len() as i64], subs)))
            }
        };
        self.done(op, out)
    }

    /// `array.transpose`.
    pub(super) fn array_transpose(&mut self, op: Op) -> Res<Flow> {
        let a = self.array(op, 0)?;
        let shape = vec![a.0[1], a.0[0]];
        let elems =
            self.tuples(&shape, Order::Forward).iter().filter_map(|t| element(&a, &[t[1], t[0]]).cloned()).collect();
        self.done(op, Val::Array(Rc::new((shape, elems))))
    }

    /// `array.reshape`.
    pub(super) fn array_reshape(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let a = self.array(op, 0)?;
        let shape = self.ints(op, &m.operands(op)[1..])?;
        let n = shape.iter().map(|&e| e.max(0)).product::<i64>() as usize;
        if n > a.1.len() {
            return self.fail(op, "the source is too small");
        }
        self.done(op, Val::Array(Rc::new((shape, a.1[..n].to_vec()))))
    }

    /// `array.unpack`.
    pub(super) fn array_unpack(&mut self, op: Op) -> Res<Flow> {
        let (v, mask, field) = (self.array(op, 0)?, self.array(op, 1)?, self.array(op, 2)?);
        let mut next = v.1.iter();
        let mut out = Vec::new();
        for (c, f) in mask.1.iter().zip(&field.1) {
            out.push(if *c == Val::Int(1) {
                match next.next() {
                    Some(x) => x.clone(),
                    None => return self.fail(op, "the vector is too small"),
                }
            } else {
                f.clone()
            });
        }
        self.done(op, Val::Array(Rc::new((mask.0.clone(), out))))
    }

    /// `lib.transpose`.
    pub(super) fn lib_transpose(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (d, s) = (self.view(op, 0)?, self.view(op, 1)?);
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        for t in self.tuples(&s.extents, Order::Forward) {
            let from = self.elem_addr(op, &s, &t)?;
            let to = self.elem_addr(op, &d, &[t[1], t[0]])?;
            let v = self.load(op, from, ty, s.elem_len)?;
            self.store(op, to, ty, &v, d.elem_len)?;
        }
        Ok(Flow::Next)
    }

    /// `lib.pack`.
    pub(super) fn lib_pack(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (d, s, mask) = (self.view(op, 0)?, self.view(op, 1)?, self.view(op, 2)?);
        let ty = m.types.elem(m.ty(m.operand(op, 0)));
        let mt = m.types.elem(m.ty(m.operand(op, 2)));
        let mut n = 0;
        for t in self.tuples(&s.extents, Order::Forward) {
            let c = self.load(op, self.elem_addr(op, &mask, &t)?, mt, 0)?;
            if c != Val::Int(0) && n < d.extents[0] {
                let v = self.load(op, self.elem_addr(op, &s, &t)?, ty, s.elem_len)?;
                self.store(op, self.elem_addr(op, &d, &[n])?, ty, &v, d.elem_len)?;
                n += 1;
            }
        }
        self.done(op, Val::Int(n))
    }

    /// `array.from`.
    pub(super) fn array_from(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let n = m.operands(op).len();
        let elems = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
        let shape = m.types.shape(m.ty(m.result(op))).iter().map(|n| n.unwrap_or(0)).collect();
        self.done(op, Val::Array(Rc::new((shape, elems))))
    }

    /// `array.extent`.
    pub(super) fn array_extent(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let a = self.array(op, 0)?;
        let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
        self.done(op, Val::Int(a.0.get(d).copied().unwrap_or(0)))
    }

    /// `array.matmul`.
    pub(super) fn array_matmul(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (a, b) = (self.array(op, 0)?, self.array(op, 1)?);
        let elem = m.types.elem(m.ty(m.result(op)));
        let v = self.product(op, &a, &b, m.flag(op, "ta"), m.flag(op, "tb"), elem)?;
        self.done(op, Val::Array(Rc::new(v)))
    }

    /// `array.pack`.
    pub(super) fn array_pack(&mut self, op: Op) -> Res<Flow> {
        let (a, mask) = (self.array(op, 0)?, self.array(op, 1)?);
        let out: Vec<Val> =
            a.1.iter().zip(&mask.1).filter(|(_, c)| **c == Val::Int(1)).map(|(x, _)| x.clone()).collect();
        self.done(op, Val::Array(Rc::new((vec![out.len() as i64], out))))
    }
}
