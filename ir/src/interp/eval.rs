//! Execution of single ops.

use super::extended::extended;
use super::scalar::{binary, cast, compare, compare_wide, math, wide_codes, wrap};
use super::{Flow, Interp, Order, Res, Val, ViewVal};
use crate::entity::Op;
use crate::module::Attr;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_xreal::{Calc, Num};
use std::rc::Rc;

/// The element at these subscripts, if it is there.
pub(super) fn element<'a>(a: &'a (Vec<i64>, Vec<Val>), subs: &[i64]) -> Option<&'a Val> {
    let (mut at, mut scale) = (0i64, 1i64);
    for (&s, &n) in subs.iter().zip(&a.0) {
        if !(0..n).contains(&s) {
            return None;
        }
        at += s * scale;
        scale *= n;
    }
    a.1.get(at as usize)
}

impl Interp<'_> {
    pub(super) fn array(&self, op: Op, i: usize) -> Res<Rc<(Vec<i64>, Vec<Val>)>> {
        match self.arg(op, i)? {
            Val::Array(a) => Ok(a),
            _ => self.fail(op, "expected an array"),
        }
    }
    pub(super) fn view(&self, op: Op, i: usize) -> Res<Rc<ViewVal>> {
        match self.arg(op, i)? {
            Val::View(v) => Ok(v),
            _ => self.fail(op, "expected a view"),
        }
    }
    pub(super) fn ptr(&self, op: Op, i: usize) -> Res<u64> {
        match self.arg(op, i)? {
            Val::Ptr(p, _) => Ok(p),
            Val::View(v) => Ok(v.base),
            _ => self.fail(op, "expected an address"),
        }
    }
    pub(super) fn size(&self, op: Op, ty: Type) -> Res<i64> {
        if let Some(n) = self.m.types.size_of(ty) {
            return Ok(n as i64);
        }
        if let TypeKind::Derived(name) = self.m.types.kind(ty) {
            let def = self.m.top_ops(OpKind::TypeDef).find(|&t| self.m.attr_str(t, "sym") == Some(name));
            if let Some(n) = def.and_then(|t| self.m.attr_int(t, "size")) {
                return Ok(n);
            }
        }
        self.fail(op, "unknown size")
    }

    /// Loads a scalar; `len` for characters of run-time length.
    pub(super) fn load(&self, op: Op, at: u64, ty: Type, len: i64) -> Res<Val> {
        let n = match self.m.types.kind(ty) {
            TypeKind::Char(None, _) => len,
            _ => self.size(op, ty)?,
        };
        if self.device.forbidden(at) {
            return self.fail(op, "the host reads device memory");
        }
        let Some(b) = self.mem.bytes(at, n as u64) else {
            return self.fail(op, format!("reads {n} bytes at {at:#x}, outside of any object"));
        };
        let int = |b: &[u8]| {
            let mut w = [if b.last().is_some_and(|x| x & 0x80 != 0) { 0xff } else { 0 }; 8];
            w[..b.len()].copy_from_slice(b);
            i64::from_le_bytes(w)
        };
        let f32_at = |k: usize| f32::from_bits(int(&b[k..k + 4]) as u32);
        let f64_at = |k: usize| f64::from_bits(int(&b[k..k + 8]) as u64);
        let number_at = |bits: u8, k: usize| {
            let mut w = [0; 16];
            w.copy_from_slice(&b[k..k + 16]);
            Num::from_memory(extended(bits), u128::from_le_bytes(w))
        };
        Ok(match self.m.types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Index | TypeKind::Logical(_) | TypeKind::Bool => Val::Int(int(b)),
            TypeKind::Float(bits @ (80 | 128)) => Val::Ext(extended(*bits), number_at(*bits, 0)),
            TypeKind::Complex(bits @ (80 | 128)) => {
                Val::ExtC(extended(*bits), (number_at(*bits, 0), number_at(*bits, 16)))
            }
            TypeKind::Float(32) => Val::F32(f32_at(0)),
            TypeKind::Float(_) => Val::F64(f64_at(0)),
            TypeKind::Complex(32) => Val::C32(f32_at(0), f32_at(4)),
            TypeKind::Complex(_) => Val::C64(f64_at(0), f64_at(8)),
            TypeKind::Ptr | TypeKind::Ref(_) => Val::Ptr(int(b) as u64, 0),
            TypeKind::Char(..) => Val::Str(b.into()),
            TypeKind::Derived(_) => Val::Obj(b.into()),
            _ => return self.fail(op, "cannot load this type"),
        })
    }

    pub(super) fn store(&mut self, op: Op, at: u64, ty: Type, v: &Val, len: i64) -> Res<()> {
        let bytes: Vec<u8> = match v {
            Val::Int(x) => x.to_le_bytes()[..self.size(op, ty)? as usize].to_vec(),
            Val::Ext(k, x) => x.to_memory(*k).to_le_bytes().to_vec(),
            Val::ExtC(k, (x, y)) => [x.to_memory(*k).to_le_bytes(), y.to_memory(*k).to_le_bytes()].concat(),
            Val::F32(x) => x.to_le_bytes().to_vec(),
            Val::F64(x) => x.to_le_bytes().to_vec(),
            Val::C32(x, y) => [x.to_le_bytes(), y.to_le_bytes()].concat(),
            Val::C64(x, y) => [x.to_le_bytes(), y.to_le_bytes()].concat(),
            Val::Ptr(p, _) if matches!(self.m.types.kind(ty), TypeKind::Derived(_)) => {
                let n = self.size(op, ty)?;
                match self.mem.bytes(*p, n as u64) {
                    Some(b) => b.to_vec(),
                    None => return self.fail(op, "copies from outside of any object"),
                }
            }
            Val::Ptr(p, _) => p.to_le_bytes().to_vec(),
            Val::Obj(b) => b.to_vec(),
            Val::Str(s) => {
                let n = match self.m.types.kind(ty) {
                    TypeKind::Char(Some(n), _) => *n,
                    _ => len,
                };
                let kind = usize::from(self.m.types.chr_kind(ty));
                let blank = |i: usize| if i.is_multiple_of(kind) { b' ' } else { 0 };
                (0..n as usize).map(|i| s.get(i).copied().unwrap_or(blank(i))).collect()
            }
            _ => return self.fail(op, "cannot store this value"),
        };
        if self.device.forbidden(at) {
            return self.fail(op, "the host writes device memory");
        }
        match self.mem.bytes_mut(at, bytes.len() as u64) {
            Some(b) => {
                b.copy_from_slice(&bytes);
                Ok(())
            }
            None => self.fail(op, format!("writes at {at:#x}, outside of any object")),
        }
    }

    pub(super) fn elem_addr(&self, op: Op, v: &ViewVal, subs: &[i64]) -> Res<u64> {
        let mut at = v.base as i64;
        for ((&s, &n), &st) in subs.iter().zip(&v.extents).zip(&v.strides) {
            if !(0..n).contains(&s) {
                return self.fail(op, format!("subscript {subs:?} outside of {:?}", v.extents));
            }
            at += s * st;
        }
        Ok(at as u64)
    }

    pub(super) fn contiguous(base: u64, extents: Vec<i64>, elem_len: i64) -> ViewVal {
        let mut step = elem_len;
        let strides = extents
            .iter()
            .map(|&e| {
                let s = step;
                step *= e.max(0);
                s
            })
            .collect();
        ViewVal { base, extents, strides, elem_len }
    }

    pub(super) fn done(&mut self, op: Op, v: Val) -> Res<Flow> {
        let r = self.m.result(op);
        self.env.insert(r, v);
        Ok(Flow::Next)
    }

    pub(super) fn op(&mut self, op: Op) -> Res<Flow> {
        use OpKind::*;
        let m = self.m;
        let kind = m.kind(op);
        let rty = m.ops[op].results.first().map(|&v| m.ty(v));
        let rk = rty.map(|t| m.types.kind(t).clone());
        let label = || m.attr_str(op, "label").map(str::to_string);
        match kind {
            Const => {
                let v = match (m.attr(op, "value"), rk) {
                    (Some(Attr::Int(i)), _) => Val::Int(*i),
                    (Some(a @ (Attr::Float(_) | Attr::Bytes(_))), Some(TypeKind::Float(bits @ (80 | 128)))) => {
                        let k = extended(bits);
                        match a.as_number(k) {
                            Some(n) => Val::Ext(k, Calc::kind(k).convert(n)),
                            None => return self.fail(op, "bad constant"),
                        }
                    }
                    (Some(Attr::List(l)), Some(TypeKind::Complex(bits @ (80 | 128)))) => {
                        let k = extended(bits);
                        let part = |i: usize| {
                            let n = l.get(i).and_then(|a: &Attr| a.as_number(k));
                            Calc::kind(k).convert(n.unwrap_or(Num::NAN))
                        };
                        Val::ExtC(k, (part(0), part(1)))
                    }
                    (Some(Attr::Float(f)), Some(TypeKind::Float(32))) => Val::F32(*f as f32),
                    (Some(Attr::Float(f)), _) => Val::F64(*f),
                    (Some(Attr::List(l)), Some(k)) => {
                        let part = |i: usize| match l.get(i) {
                            Some(Attr::Float(f)) => *f,
                            _ => 0.0,
                        };
                        match k {
                            TypeKind::Complex(32) => Val::C32(part(0) as f32, part(1) as f32),
                            _ => Val::C64(part(0), part(1)),
                        }
                    }
                    _ => return self.fail(op, "bad constant"),
                };
                self.done(op, v)
            }
            Add | Sub | Mul | Div | Rem | Modulo | Min | Max | And | Or | Xor | Shl | ShrU | ShrS => {
                let (a, b) = (self.arg(op, 0)?, self.arg(op, 1)?);
                match rk.and_then(|k| binary(kind, &a, &b, &k)) {
                    Some(v) => self.done(op, v),
                    None => self.fail(op, "bad operands"),
                }
            }
            Neg => {
                let v = match self.arg(op, 0)? {
                    Val::Int(x) => Val::Int(wrap(x.wrapping_neg(), &rk.unwrap_or(TypeKind::Index))),
                    Val::Ext(k, x) => Val::Ext(k, x.neg()),
                    Val::ExtC(k, (x, y)) => Val::ExtC(k, (x.neg(), y.neg())),
                    Val::F32(x) => Val::F32(-x),
                    Val::F64(x) => Val::F64(-x),
                    Val::C32(x, y) => Val::C32(-x, -y),
                    Val::C64(x, y) => Val::C64(-x, -y),
                    _ => return self.fail(op, "bad operand"),
                };
                self.done(op, v)
            }
            Not => {
                let x = self.int(op, 0)?;
                self.done(op, Val::Int(if rty == Some(Type::BOOL) { 1 - x } else { !x }))
            }
            Cmp | ChrCmp => {
                let (a, b) = (self.arg(op, 0)?, self.arg(op, 1)?);
                let wide = kind == ChrCmp && m.types.chr_kind(m.ty(m.operand(op, 0))) == 4;
                let compare = if wide { compare_wide } else { compare };
                match compare(m.attr_str(op, "pred").unwrap_or(""), &a, &b) {
                    Some(c) => self.done(op, Val::Int(i64::from(c))),
                    None => self.fail(op, "bad operands"),
                }
            }
            Select => {
                let c = self.int(op, 0)?;
                let v = self.arg(op, if c != 0 { 1 } else { 2 })?;
                self.done(op, v)
            }
            Cast => {
                let a = self.arg(op, 0)?;
                match rk.and_then(|k| cast(&a, &k)) {
                    Some(v) => self.done(op, v),
                    None => self.fail(op, "bad operand"),
                }
            }
            ComplexMake => {
                let v = match (self.arg(op, 0)?, self.arg(op, 1)?) {
                    (Val::Ext(k, a), Val::Ext(_, b)) => Val::ExtC(k, (a, b)),
                    (Val::F32(a), Val::F32(b)) => Val::C32(a, b),
                    (Val::F64(a), Val::F64(b)) => Val::C64(a, b),
                    _ => return self.fail(op, "bad operands"),
                };
                self.done(op, v)
            }
            ComplexRe | ComplexIm => {
                let v = match (self.arg(op, 0)?, kind) {
                    (Val::ExtC(k, (a, _)), ComplexRe) => Val::Ext(k, a),
                    (Val::ExtC(k, (_, b)), _) => Val::Ext(k, b),
                    (Val::C32(a, _), ComplexRe) => Val::F32(a),
                    (Val::C64(a, _), ComplexRe) => Val::F64(a),
                    (Val::C32(_, b), _) => Val::F32(b),
                    (Val::C64(_, b), _) => Val::F64(b),
                    _ => return self.fail(op, "bad operand"),
                };
                self.done(op, v)
            }
            Math => {
                let n = m.operands(op).len();
                let args = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
                let name = m.attr_str(op, "fn").unwrap_or("");
                match math(name, &args) {
                    Some(v) => self.done(op, v),
                    None => self.fail(op, format!("function {name} is not supported")),
                }
            }
            Alloca => {
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
            Alloc => {
                let n = self.int(op, 0)?;
                let at = self.mem.alloc(n.max(0) as u64);
                self.mem.heap.insert(at);
                self.done(op, Val::Ptr(at, 0))
            }
            Free => {
                let p = self.ptr(op, 0)?;
                if self.mem.free(p) { Ok(Flow::Next) } else { self.fail(op, "not allocated") }
            }
            AddrOf => {
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
            Load => {
                let Val::Ptr(at, len) = self.arg(op, 0)? else { return self.fail(op, "expected a ref") };
                let ty = m.types.elem(m.ty(m.operand(op, 0)));
                let v = self.load(op, at, ty, len)?;
                self.done(op, v)
            }
            Store | ChrAssign => {
                let Val::Ptr(at, len) = self.arg(op, 1)? else { return self.fail(op, "expected a ref") };
                let v = self.arg(op, 0)?;
                let ty = m.types.elem(m.ty(m.operand(op, 1)));
                self.store(op, at, ty, &v, len)?;
                Ok(Flow::Next)
            }
            CopyObject => {
                let ty = m.types.elem(m.ty(m.operand(op, 0)));
                let (dst, src) = (self.ptr(op, 0)?, self.ptr(op, 1)?);
                let v = self.load(op, src, ty, 0)?;
                self.store(op, dst, ty, &v, 0)?;
                Ok(Flow::Next)
            }
            Assume => match self.int(op, 0)? {
                0 => self.fail(op, "what fort.assume says is not so"),
                _ => Ok(Flow::Next),
            },
            CastRef | Declare | ViewCast => {
                let v = self.arg(op, 0)?;
                self.done(op, v)
            }
            PtrAdd => {
                let v = Val::Ptr((self.ptr(op, 0)? as i64 + self.int(op, 1)?) as u64, 0);
                self.done(op, v)
            }
            ViewMake => {
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
            ViewSection => {
                let v = self.view(op, 0)?;
                let dims = m.attr_str(op, "dims").unwrap_or("");
                let args = self.ints(op, &m.operands(op)[1..])?;
                let (mut base, mut k) = (v.base as i64, 0);
                let (mut extents, mut strides) = (Vec::new(), Vec::new());
                for (d, c) in dims.bytes().enumerate() {
                    match c {
                        b'i' => {
                            base += args[k] * v.strides[d];
                            k += 1;
                        }
                        b's' => {
                            base += args[k] * v.strides[d];
                            extents.push(args[k + 1]);
                            strides.push(args[k + 2] * v.strides[d]);
                            k += 3;
                        }
                        _ => {
                            extents.push(v.extents[d]);
                            strides.push(v.strides[d]);
                        }
                    }
                }
                let v = ViewVal { base: base as u64, extents, strides, elem_len: v.elem_len };
                self.done(op, Val::View(Rc::new(v)))
            }
            ViewPermute => {
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
            ViewElem => {
                let v = self.view(op, 0)?;
                let subs = self.ints(op, &m.operands(op)[1..])?;
                let at = self.elem_addr(op, &v, &subs)?;
                self.done(op, Val::Ptr(at, v.elem_len))
            }
            ViewExtent | ViewStride => {
                let v = self.view(op, 0)?;
                let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
                let x = if kind == ViewExtent { v.extents[d].max(0) } else { v.strides[d] };
                self.done(op, Val::Int(x))
            }
            ViewAddr => {
                let p = self.ptr(op, 0)?;
                self.done(op, Val::Ptr(p, 0))
            }
            ViewElemLen => {
                let v = self.view(op, 0)?;
                self.done(op, Val::Int(v.elem_len))
            }
            ViewOverlap => {
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
            Copy => {
                let (d, s) = (self.view(op, 0)?, self.view(op, 1)?);
                let ty = m.types.elem(m.ty(m.operand(op, 0)));
                for t in self.tuples(&d.extents, Order::Forward) {
                    let (to, from) = (self.elem_addr(op, &d, &t)?, self.elem_addr(op, &s, &t)?);
                    let v = self.load(op, from, ty, s.elem_len)?;
                    self.store(op, to, ty, &v, d.elem_len)?;
                }
                Ok(Flow::Next)
            }
            ChrConst => match m.attr(op, "value") {
                Some(Attr::Str(s)) => self.done(op, Val::Str(s.as_slice().into())),
                _ => self.fail(op, "bad constant"),
            },
            ChrLen => {
                let n = match self.arg(op, 0)? {
                    Val::Str(s) => s.len() as i64,
                    Val::Ptr(_, n) => n,
                    _ => return self.fail(op, "bad operand"),
                };
                self.done(op, Val::Int(n))
            }
            ChrConcat => match (self.arg(op, 0)?, self.arg(op, 1)?) {
                (Val::Str(a), Val::Str(b)) => self.done(op, Val::Str([&a[..], &b[..]].concat().into())),
                _ => self.fail(op, "bad operands"),
            },
            ChrCast => match self.arg(op, 0)? {
                Val::Str(s) if m.types.chr_kind(m.ty(m.operand(op, 0))) == 1 => {
                    self.done(op, Val::Str(s.iter().flat_map(|&c| u32::from(c).to_le_bytes()).collect()))
                }
                Val::Str(s) => {
                    let narrow = |c: u32| c as u8;
                    self.done(op, Val::Str(wide_codes(&s).into_iter().map(narrow).collect()))
                }
                _ => self.fail(op, "bad operand"),
            },
            ChrRef => {
                let v = Val::Ptr(self.ptr(op, 0)?, self.int(op, 1)?);
                self.done(op, v)
            }
            ChrMake => {
                let (p, n) = (self.ptr(op, 0)?, self.int(op, 1)?);
                let kind = m.types.chr_kind(m.ty(m.result(op)));
                let v = self.load(op, p, Type::chr(kind), n)?;
                self.done(op, v)
            }
            // ---- arrays -------------------------------------------------------------------------
            ArrayLoad => {
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
            ArrayConst => {
                let Some(Attr::Bytes(data)) = m.attr(op, "data") else { return self.fail(op, "no data") };
                let ty = rty.unwrap_or(Type::PTR);
                let elem = m.types.elem(ty);
                let size = self.size(op, elem)?.max(1) as usize;
                let shape: Vec<i64> = m.types.shape(ty).iter().map(|n| n.unwrap_or(0)).collect();
                let at = self.mem.alloc(data.len() as u64);
                if let Some(b) = self.mem.bytes_mut(at, data.len() as u64) {
                    b.copy_from_slice(data);
                }
                let elems = (0..data.len() / size)
                    .map(|k| self.load(op, at + (k * size) as u64, elem, 0))
                    .collect::<Res<Vec<_>>>()?;
                self.mem.free(at);
                self.done(op, Val::Array(Rc::new((shape, elems))))
            }
            ArrayFrom => {
                let n = m.operands(op).len();
                let elems = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
                let shape = m.types.shape(rty.unwrap_or(Type::PTR)).iter().map(|n| n.unwrap_or(0)).collect();
                self.done(op, Val::Array(Rc::new((shape, elems))))
            }
            ArrayElemental => {
                let extents: Vec<i64> = self.ints(op, m.operands(op))?.into_iter().map(|e| e.max(0)).collect();
                let mut out = Vec::new();
                for t in self.tuples(&extents, Order::Forward) {
                    let args = t.into_iter().map(Val::Int).collect();
                    let y = self.yielded(op, m.region(op, 0), args)?;
                    out.extend(y.into_iter().next());
                }
                self.done(op, Val::Array(Rc::new((extents, out))))
            }
            ArrayAt => {
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
            ArrayYield | Yield => {
                let n = m.operands(op).len();
                Ok(Flow::Yield((0..n).map(|i| self.arg(op, i)).collect::<Res<_>>()?))
            }
            ArrayShape => {
                let a = self.array(op, 0)?;
                let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
                self.done(op, Val::Int(a.0.get(d).copied().unwrap_or(0)))
            }
            ArrayElemLen => {
                let a = self.array(op, 0)?;
                let n = match a.1.first() {
                    Some(Val::Str(s)) => s.len() as i64,
                    _ => 0,
                };
                self.done(op, Val::Int(n))
            }
            ArrayAssign => {
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
            ArrayForall => {
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
            ArrayReduce => {
                let a = self.array(op, 0)?;
                let mask = if m.operands(op).len() > 1 { Some(self.arg(op, 1)?) } else { None };
                let red = m.attr_str(op, "kind").unwrap_or("");
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
                    match self.fold_values(red, items.collect(), elem) {
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
            ArrayLocate => {
                let a = self.array(op, 0)?;
                let mask = m.group(op, "mask").first().map(|&v| self.get(op, v)).transpose()?;
                let wanted = m.group(op, "value").first().map(|&v| self.get(op, v)).transpose()?;
                let back = m.flag(op, "back");
                let on = |k: usize| match &mask {
                    Some(Val::Array(b)) => b.1.get(k) == Some(&Val::Int(1)),
                    Some(Val::Int(c)) => *c != 0,
                    _ => true,
                };
                let name = m.attr_str(op, "kind").unwrap_or("");
                let dim = m.attr_int(op, "dim");
                let mut found = Vec::new();
                for g in self.groups(&a.0, dim) {
                    let mut best: Option<(usize, usize)> = None;
                    for (pos, &k) in g.iter().enumerate().filter(|(_, k)| on(**k)) {
                        let better = match (best, &wanted) {
                            (_, Some(w)) if compare("eq", &a.1[k], w) != Some(true) => false,
                            (None, _) => true,
                            (Some(_), Some(_)) => back,
                            (Some((_, b)), None) => {
                                let pred = match (name, back) {
                                    ("max", false) => "gt",
                                    ("max", true) => "ge",
                                    (_, false) => "lt",
                                    (_, true) => "le",
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
                        let elems: Vec<Val> =
                            found.iter().map(|b| Val::Int(b.map_or(0, |(pos, _)| pos as i64 + 1))).collect();
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
            ArrayMatmul => {
                let (a, b) = (self.array(op, 0)?, self.array(op, 1)?);
                let elem = m.types.elem(rty.unwrap_or(Type::PTR));
                let v = self.product(op, &a, &b, m.flag(op, "ta"), m.flag(op, "tb"), elem)?;
                self.done(op, Val::Array(Rc::new(v)))
            }
            ArrayTranspose => {
                let a = self.array(op, 0)?;
                let shape = vec![a.0[1], a.0[0]];
                let elems = self
                    .tuples(&shape, Order::Forward)
                    .iter()
                    .filter_map(|t| element(&a, &[t[1], t[0]]).cloned())
                    .collect();
                self.done(op, Val::Array(Rc::new((shape, elems))))
            }
            ArrayReshape => {
                let a = self.array(op, 0)?;
                let shape = self.ints(op, &m.operands(op)[1..])?;
                let n = shape.iter().map(|&e| e.max(0)).product::<i64>() as usize;
                if n > a.1.len() {
                    return self.fail(op, "the source is too small");
                }
                self.done(op, Val::Array(Rc::new((shape, a.1[..n].to_vec()))))
            }
            ArrayPack => {
                let (a, mask) = (self.array(op, 0)?, self.array(op, 1)?);
                let out: Vec<Val> =
                    a.1.iter().zip(&mask.1).filter(|(_, c)| **c == Val::Int(1)).map(|(x, _)| x.clone()).collect();
                self.done(op, Val::Array(Rc::new((vec![out.len() as i64], out))))
            }
            ArrayUnpack => {
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
            // ---- loops --------------------------------------------------------------------------
            For => {
                let (lb, ub, step) = (self.int(op, 0)?, self.int(op, 1)?, self.int(op, 2)?);
                if step == 0 {
                    return self.fail(op, "zero step");
                }
                let trips = ((ub - lb + step) / step).max(0);
                let r = m.region(op, 0);
                for k in 0..trips {
                    self.env.insert(m.args(r)[0], Val::Int(lb + k * step));
                    if let Some(f) = self.iteration(op, self.m.region(op, 0))? {
                        return Ok(f);
                    }
                    if self.left {
                        break;
                    }
                }
                self.left = false;
                Ok(Flow::Next)
            }
            While => {
                loop {
                    let c = self.yielded(op, m.region(op, 0), vec![])?;
                    if c.first() != Some(&Val::Int(1)) {
                        break;
                    }
                    if let Some(f) = self.iteration(op, m.region(op, 1))? {
                        return Ok(f);
                    }
                    if self.left {
                        break;
                    }
                }
                self.left = false;
                Ok(Flow::Next)
            }
            Parallel => {
                let extents = self.ints(op, m.operands(op))?;
                let r = m.region(op, 0);
                for t in self.tuples(&extents, self.order) {
                    for (&a, i) in m.args(r).iter().zip(t) {
                        self.env.insert(a, Val::Int(i));
                    }
                    if let Some(f) = self.iteration(op, r)? {
                        return Ok(f);
                    }
                }
                self.left = false;
                Ok(Flow::Next)
            }
            Reduce => {
                let extents = self.ints(op, m.operands(op))?;
                let red = m.attr_str(op, "kind").unwrap_or("");
                let (mut items, mut at) = (Vec::new(), Vec::new());
                for (k, t) in self.tuples(&extents, Order::Forward).into_iter().enumerate() {
                    let y = self.yielded(op, m.region(op, 0), t.into_iter().map(Val::Int).collect())?;
                    if y.get(1).is_none_or(|c| *c == Val::Int(1)) {
                        items.extend(y.into_iter().next());
                        at.push(k as i64);
                    }
                }
                let v = match red {
                    "maxloc" | "minloc" => {
                        let pred = if red == "maxloc" { "gt" } else { "lt" };
                        let mut best: Option<usize> = None;
                        for i in 0..items.len() {
                            if best.is_none_or(|b| compare(pred, &items[i], &items[b]) == Some(true)) {
                                best = Some(i);
                            }
                        }
                        Val::Int(best.map_or(-1, |b| at[b]))
                    }
                    "findfirst" => Val::Int(items.iter().position(|x| *x == Val::Int(1)).map_or(-1, |i| at[i])),
                    "findlast" => Val::Int(items.iter().rposition(|x| *x == Val::Int(1)).map_or(-1, |i| at[i])),
                    _ => match self.fold_values(red, items, rty.unwrap_or(Type::PTR)) {
                        Some(v) => v,
                        None => return self.fail(op, "bad reduction"),
                    },
                };
                self.done(op, v)
            }
            If => {
                let c = self.int(op, 0)?;
                self.region(m.region(op, usize::from(c == 0)))
            }
            SelectCase => {
                let v = self.int(op, 0)?;
                let cases = m.attr(op, "cases").map(Attr::items).unwrap_or(&[]);
                let hit = cases.iter().position(|c| {
                    c.items().is_empty()
                        || c.items().iter().any(|p| {
                            let b = |i: usize| p.items().get(i).and_then(Attr::as_int);
                            b(0).is_none_or(|l| v >= l) && b(1).is_none_or(|h| v <= h)
                        })
                });
                match hit {
                    Some(k) => self.region(m.region(op, k)),
                    None => Ok(Flow::Next),
                }
            }
            Block => match self.region(m.region(op, 0))? {
                Flow::Break(l) if l.is_some() && l == label() => Ok(Flow::Next),
                f => Ok(f),
            },
            Break => Ok(Flow::Break(label())),
            Continue => Ok(Flow::Continue(label())),
            Label => Ok(Flow::Next),
            Goto => Ok(Flow::Goto(label().unwrap_or_default())),
            Return => {
                let n = m.operands(op).len();
                Ok(Flow::Return((0..n).map(|i| self.arg(op, i)).collect::<Res<_>>()?))
            }
            Call => {
                let n = m.operands(op).len();
                let args = (0..n).map(|i| self.arg(op, i)).collect::<Res<Vec<_>>>()?;
                let callee = m.attr_str(op, "callee").unwrap_or("");
                let out = match m.func(callee) {
                    Some(f) => self.call_op(f, args)?,
                    None => match self.runtime_call(op, callee, &args)? {
                        Some(out) => out,
                        None => return self.fail(op, format!("no procedure {callee}")),
                    },
                };
                for (&r, v) in m.ops[op].results.iter().zip(out) {
                    self.env.insert(r, v);
                }
                Ok(Flow::Next)
            }
            // ---- library ------------------------------------------------------------------------
            LibMatmul => self.lib_matmul(op),
            LibTranspose => {
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
            LibPack => {
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
            OmpTarget | OmpTeams | OmpWorkdistribute | OmpTargetData | OmpParallel | OmpWorkshare | OmpSingle
            | OmpCritical | OmpOrdered | OmpTask => self.region(m.region(op, 0)),
            ChrAddr => {
                let at = match self.arg(op, 0)? {
                    Val::Str(s) => {
                        let at = self.mem.alloc(s.len() as u64);
                        if let Some(b) = self.mem.bytes_mut(at, s.len() as u64) {
                            b.copy_from_slice(&s);
                        }
                        at
                    }
                    _ => self.ptr(op, 0)?,
                };
                self.done(op, Val::Ptr(at, 0))
            }
            FuncAddr => self.function_address(op),
            DevExpect | DevEnter | DevLeave | DevMap | DevUnmap | DevAlloc | DevFree | DevLaunch | DevRead
            | DevCopy => self.device_op(op),
            OmpBarrier | OmpTaskDepend | OmpTargetEnter | OmpTargetExit | OmpTargetUpdate => Ok(Flow::Next),
            _ => self.fail(op, "is not supported by the interpreter"),
        }
    }
}
