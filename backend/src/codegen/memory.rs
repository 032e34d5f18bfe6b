//! mem.* ops: variables, heap, addresses, copies.

use super::func::FuncGen;
use super::value::{Ix, Val, ViewVal};
use crate::error::Res;
use cranelift_codegen::ir::{
    InstBuilder, InstructionData, MemFlagsData, Opcode, Value as Cv, ValueDef, condcodes::IntCC, types,
};
use cranelift_module::Module as _;
use ferrotran_abi::rt;
use ferrotran_ir::{Op, OpKind, Type, TypeKind, Value};

impl FuncGen<'_, '_, '_> {
    pub(crate) fn memory(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::Alloca => {
                let r = m.result(op);
                if m.flag(op, "zero") {
                    let p = self.s(r)?;
                    let ty = m.ty(r);
                    let elem = self.cx.size_of(m.types.elem(ty)).unwrap_or(0);
                    let count: i64 = m.types.shape(ty).iter().map(|d| d.unwrap_or(0)).product();
                    let n = m.attr_int(op, "size").unwrap_or(0).max(elem * count);
                    self.memset(p, 0, Ix::C(n))?;
                }
                Ok(())
            }
            OpKind::Load => {
                let r = m.operand(op, 0);
                let ty = m.ty(m.result(op));
                let v = self.get(r)?;
                let val = match (v, m.types.kind(ty)) {
                    (v @ Val::Chr { .. }, _) => v,
                    (Val::S(p), _) => self.load_from(op, p, ty)?,
                    (Val::View(w), _) if w.extents.is_empty() => self.load_from(op, w.base, ty)?,
                    _ => return self.fail(op, "mem.load needs a reference to a scalar"),
                };
                self.set_here(op, val);
                Ok(())
            }
            OpKind::Store => {
                let (v, r) = (m.operand(op, 0), m.operand(op, 1));
                let val = self.get(v)?;
                let p = self.s(r)?;
                // Of one that is `atomic` the fences stand around it: this is one instruction.
                self.store_to(op, p, &val, m.ty(v))
            }
            OpKind::CopyObject => {
                let (d, s) = (m.operand(op, 0), m.operand(op, 1));
                let elem = m.types.elem(m.ty(d));
                let Some(n) = self.cx.size_of(elem) else {
                    return self.fail(op, "mem.copy_object of an object of unknown size");
                };
                let (d, s) = (self.s(d)?, self.s(s)?);
                self.memcpy(d, s, Ix::C(n))
            }
            OpKind::Alloc => {
                let n = self.s(m.operand(op, 0))?;
                let n = self.widen(n, Type::INDEX);
                let p = match m.attr_int(op, "align") {
                    Some(a) => {
                        let a = self.b.ins().iconst(types::I64, a);
                        self.rt(op, rt::frt_alloc_aligned, &[n, a])?
                    }
                    None => self.rt(op, rt::frt_alloc, &[n])?,
                };
                let p = p.expect("the functions have a result");
                self.set_here(op, Val::S(p));
                Ok(())
            }
            OpKind::Free => {
                let p = self.s(m.operand(op, 0))?;
                self.rt(op, rt::frt_free, &[p])?;
                Ok(())
            }
            OpKind::CastRef => {
                let from = self.get(m.operand(op, 0))?;
                let p = match from {
                    Val::S(p) => p,
                    Val::Chr { ptr, .. } => ptr,
                    Val::View(w) => w.base,
                    Val::C(..) | Val::Vec(_) => return self.fail(op, "mem.cast of a value that is no address"),
                };
                let r = m.result(op);
                let val = self.static_object(r, p)?;
                self.set_pure(op, val);
                Ok(())
            }
            OpKind::PtrAdd => {
                let p = self.s(m.operand(op, 0))?;
                let n = self.ix(m.operand(op, 1))?;
                let Ix::V(q) = self.ix_add(Ix::V(p), n) else { unreachable!("one operand is a value") };
                self.set_pure(op, Val::S(q));
                Ok(())
            }
            OpKind::PtrDistance => {
                let (a, b) = (self.s(m.operand(op, 0))?, self.s(m.operand(op, 1))?);
                let n = self.b.ins().isub(a, b);
                self.set_pure(op, Val::S(n));
                Ok(())
            }
            OpKind::PtrCmp => {
                let (a, b) = (self.s(m.operand(op, 0))?, self.s(m.operand(op, 1))?);
                let c = self.b.ins().icmp(IntCC::Equal, a, b);
                self.set_pure(op, Val::S(c));
                Ok(())
            }
            OpKind::Field => {
                let obj = m.operand(op, 0);
                let p = self.s(obj)?;
                let elem = m.types.elem(m.ty(obj));
                let (offset, _) = self.field(op, elem)?;
                let q = if offset == 0 { p } else { self.b.ins().iadd_imm_s(p, offset) };
                let val = self.static_object(m.result(op), q)?;
                self.set_pure(op, val);
                Ok(())
            }
            OpKind::Copy => self.copy_view(op),
            OpKind::Clear => {
                let d = self.view(op, m.operand(op, 0))?;
                let n = self.view_count(&d);
                let bytes = self.ix_mul(n, d.elem_len);
                self.memset(d.base, 0, bytes)
            }
            _ => unreachable!("dispatched by kind"),
        }
    }

    /// Offset and type of the component that attribute `field` names.
    pub(crate) fn field(&mut self, op: Op, ty: Type) -> Res<(i64, Type)> {
        let m = self.m;
        let Some(name) = m.attr_str(op, "field") else { return self.fail(op, "no component name") };
        match m.types.kind(ty) {
            TypeKind::Derived(t) => {
                let Some(l) = self.cx.layouts.get(t) else {
                    return self.fail(op, format!("the layout of derived type {t} is unknown"));
                };
                match l.fields.get(name) {
                    Some((off, ty, _)) => Ok((*off, *ty)),
                    None => self.fail(op, format!("derived type {t} has no component {name}")),
                }
            }
            TypeKind::Complex(b) => {
                let t = match *b {
                    32 => Type::F32,
                    64 => Type::F64,
                    // The type of the part has been made for the result of the op.
                    _ => return Ok((if name == "im" { 16 } else { 0 }, m.types.elem(m.ty(m.result(op))))),
                };
                match name {
                    "re" => Ok((0, t)),
                    "im" => Ok((i64::from(*b) / 8, t)),
                    _ => self.fail(op, format!("complex numbers have no part {name}")),
                }
            }
            _ => self.fail(op, "a component of something that has none"),
        }
    }

    /// The bundle of the object of `v`'s type (a reference, or a view of static shape) at `p`.
    pub(crate) fn static_object(&mut self, v: Value, p: Cv) -> Res<Val> {
        let m = self.m;
        let ty = m.ty(v);
        match m.types.kind(ty) {
            TypeKind::Ref(e) => match m.types.kind(*e) {
                TypeKind::Char(Some(n), _) => Ok(Val::Chr { ptr: p, len: Ix::C(*n) }),
                TypeKind::Char(None, _) => {
                    let op = m.def(v).unwrap_or(self.op);
                    self.fail(op, "a reference to a string of run-time length needs chr.ref")
                }
                _ => Ok(Val::S(p)),
            },
            TypeKind::View { shape, elem, .. } => {
                let op = m.def(v).unwrap_or(self.op);
                let Some(size) = self.cx.size_of(*elem) else {
                    return self.fail(op, "a view of elements of unknown size");
                };
                let mut extents = Vec::new();
                for d in shape {
                    match d {
                        Some(n) => extents.push(Ix::C((*n).max(0))),
                        None => return self.fail(op, "a view of unknown shape"),
                    }
                }
                let strides = self.contig_strides(&extents, Ix::C(size));
                Ok(Val::View(Box::new(ViewVal { base: p, extents, strides, elem_len: Ix::C(size) })))
            }
            _ => Ok(Val::S(p)),
        }
    }

    /// Byte strides of a contiguous array.
    pub(crate) fn contig_strides(&mut self, extents: &[Ix], elem: Ix) -> Vec<Ix> {
        let mut out = Vec::with_capacity(extents.len());
        let mut s = elem;
        for (i, &e) in extents.iter().enumerate() {
            out.push(s);
            if i + 1 < extents.len() {
                s = self.ix_mul(s, e);
            }
        }
        out
    }

    pub(crate) fn addr_of(&mut self, op: Op) -> Res<Cv> {
        let m = self.m;
        let Some(sym) = m.attr_str(op, "sym") else { return self.fail(op, "mem.addr_of without a symbol") };
        let global = self.cx.globals.get(sym).copied();
        let id = match self.cx.data_id(sym) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        let gv = self.cx.obj.declare_data_in_func(id, self.b.func);
        let mut p = self.b.ins().symbol_value(types::I64, gv);
        if let Some(g) = global
            && m.flag(g, "threadprivate")
        {
            // The symbol holds the initial value; each thread's copy is found through its address.
            let size = m.attr_int(g, "size").or_else(|| match m.attr(g, "type") {
                Some(ferrotran_ir::Attr::Type(t)) => self.cx.size_of(*t),
                _ => None,
            });
            let n = self.b.ins().iconst(types::I64, size.unwrap_or(8));
            p = self.rt(op, rt::frt_threadprivate, &[p, n])?.expect("frt_threadprivate has a result");
        }
        let off = m.attr_int(op, "offset").unwrap_or(0);
        Ok(if off == 0 { p } else { self.b.ins().iadd_imm_s(p, off) })
    }

    /// Address of a data object.
    pub(crate) fn data_addr(&mut self, id: cranelift_module::DataId) -> Cv {
        let gv = self.cx.obj.declare_data_in_func(id, self.b.func);
        self.b.ins().symbol_value(types::I64, gv)
    }

    /// An address as another one and a displacement, which loads and stores have room for. Cranelift itself takes
    /// only one addition into an addressing mode, so constants that stand last would cost an instruction.
    pub(crate) fn displaced(&self, p: Cv) -> (Cv, i32) {
        let dfg = &self.b.func.dfg;
        let constant = |v: Cv| match dfg.value_def(v) {
            ValueDef::Result(i, 0) => match dfg.insts[i] {
                InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
                _ => None,
            },
            _ => None,
        };
        if let ValueDef::Result(i, 0) = dfg.value_def(p)
            && let InstructionData::Binary { opcode: Opcode::Iadd, args: [a, b] } = dfg.insts[i]
        {
            // Parts of an object lie at small offsets from the result.
            let small = |n: i64| i32::try_from(n).ok().filter(|n| n.abs() < 1 << 30);
            for (base, n) in [(a, b), (b, a)] {
                if let Some(n) = constant(n).and_then(small) {
                    return (base, n);
                }
            }
        }
        (p, 0)
    }

    /// Loads a scalar of that type.
    pub(crate) fn load_from(&mut self, op: Op, p: Cv, ty: Type) -> Res<Val> {
        let flags = self.data();
        match self.m.types.kind(ty) {
            TypeKind::Complex(bits) => {
                let (t, n) = match *bits {
                    32 => (types::F32, 4),
                    64 => (types::F64, 8),
                    _ => (types::I128, 16),
                };
                let (p, at) = self.displaced(p);
                let re = self.b.ins().load(t, flags, p, at);
                Ok(Val::C(re, self.b.ins().load(t, flags, p, at + n)))
            }
            TypeKind::Char(Some(n), _) => Ok(Val::Chr { ptr: p, len: Ix::C(*n) }),
            _ => match self.cx.scalar_ty(ty) {
                Some(t) => {
                    if self.m.flag(op, "atomic") && t.is_int() && t != types::I128 {
                        return Ok(Val::S(self.b.ins().atomic_load(t, MemFlagsData::trusted(), p)));
                    }
                    let (p, at) = self.displaced(p);
                    Ok(Val::S(self.b.ins().load(t, flags, p, at)))
                }
                None => self.fail(op, format!("a value of type {} cannot be loaded", self.m.types.text(ty))),
            },
        }
    }

    /// Stores a scalar.
    pub(crate) fn store_to(&mut self, op: Op, p: Cv, val: &Val, ty: Type) -> Res<()> {
        let flags = self.data();
        match val {
            Val::S(c) => {
                let c = self.storable(*c);
                let (p, at) = self.displaced(p);
                self.b.ins().store(flags, c, p, at);
            }
            Val::C(re, im) => {
                let n = match self.m.types.kind(ty) {
                    TypeKind::Complex(32) => 4,
                    TypeKind::Complex(64) => 8,
                    _ => 16,
                };
                let (p, at) = self.displaced(p);
                self.b.ins().store(flags, *re, p, at);
                self.b.ins().store(flags, *im, p, at + n);
            }
            _ => return self.fail(op, format!("a value of type {} cannot be stored", self.m.types.text(ty))),
        }
        Ok(())
    }

    /// A value to be stored. Constants that an instruction has in itself need no register for floats.
    fn storable(&mut self, c: Cv) -> Cv {
        let Some(bits) = self.float_bits(c) else { return c };
        match self.b.func.dfg.value_type(c) {
            types::F32 => self.b.ins().iconst(types::I32, bits as i64),
            _ if i32::try_from(bits as i64).is_ok() => self.b.ins().iconst(types::I64, bits as i64),
            _ => c,
        }
    }

    // ---- bytes ----------------------------------------------------------------------------------
    /// Copies `n` bytes; the objects are the same or disjoint.
    pub(crate) fn memcpy(&mut self, d: Cv, s: Cv, n: Ix) -> Res<()> {
        if let Ix::C(n) = n
            && n <= 128
        {
            // All loads come first, so equal addresses are harmless.
            let flags = self.data();
            let mut parts = Vec::new();
            let ((d, to), (s, from)) = (self.displaced(d), self.displaced(s));
            let mut at = 0;
            while at < n {
                let t = match n - at {
                    16.. => types::I8X16,
                    8.. => types::I64,
                    4.. => types::I32,
                    2.. => types::I16,
                    _ => types::I8,
                };
                parts.push((self.b.ins().load(t, flags, s, from + at as i32), at));
                at += i64::from(t.bytes());
            }
            for (v, at) in parts {
                self.b.ins().store(flags, v, d, to + at as i32);
            }
            return Ok(());
        }
        let n = self.ixv(n);
        self.libc("memmove", &[d, s, n])
    }

    pub(crate) fn memset(&mut self, p: Cv, byte: u8, n: Ix) -> Res<()> {
        if let Ix::C(n) = n
            && n <= 64
        {
            let flags = self.data();
            let (p, offset) = self.displaced(p);
            let mut at = 0;
            while at < n {
                let t = match n - at {
                    8.. => types::I64,
                    4.. => types::I32,
                    2.. => types::I16,
                    _ => types::I8,
                };
                let pattern = u64::from(byte) * 0x0101_0101_0101_0101;
                let mask = if t.bits() == 64 { u64::MAX } else { (1 << t.bits()) - 1 };
                let v = self.b.ins().iconst(t, (pattern & mask) as i64);
                self.b.ins().store(flags, v, p, offset + at as i32);
                at += i64::from(t.bytes());
            }
            return Ok(());
        }
        let n = self.ixv(n);
        let c = self.b.ins().iconst(types::I64, i64::from(byte));
        self.libc("memset", &[p, c, n])
    }
}
