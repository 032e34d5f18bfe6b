//! Execution of single ops.

use super::extended::extended;
use super::{Flow, Interp, Res, Val, ViewVal};
use crate::entity::Op;
use crate::module::Attr;
use crate::ops::{OpKind, Traits};
use crate::types::{Type, TypeKind};
use ferrotran_xreal::Num;
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

    /// Runs an op.
    pub(super) fn op(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        if m.has(op, Traits::ELEMENTWISE) && m.types.lanes(m.ty(m.result(op))).is_some() {
            return self.by_lane(op);
        }
        self.single(op)
    }

    /// Runs an op on single values.
    pub(super) fn single(&mut self, op: Op) -> Res<Flow> {
        use OpKind::*;
        let m = self.m;
        let label = || m.attr_str(op, "label").map(str::to_string);
        match m.kind(op) {
            Const => self.constant(op),
            Add | Sub | Mul | Div | Rem | Modulo | Min | Max | And | Or | Xor | Shl | ShrU | ShrS => self.binary_op(op),
            Neg => self.negate(op),
            Not => self.complement(op),
            Cmp | ChrCmp => self.comparison(op),
            Select => self.select(op),
            Cast => self.cast_op(op),
            ComplexMake => self.complex_make(op),
            ComplexRe | ComplexIm => self.complex_part(op),
            Math => self.math_op(op),
            Alloca => self.alloca(op),
            Alloc => self.heap_alloc(op),
            Free => {
                let p = self.ptr(op, 0)?;
                if self.mem.free(p) { Ok(Flow::Next) } else { self.fail(op, "not allocated") }
            }
            AddrOf => self.addr_of(op),
            Load => self.load_op(op),
            Store | ChrAssign => self.store_op(op),
            OmpAtomicRead => self.load_op(op),
            OmpAtomicWrite => self.atomic_write(op),
            OmpAtomicUpdate => self.atomic_update(op),
            CopyObject => self.copy_object(op),
            Assume => match self.int(op, 0)? {
                0 => self.fail(op, "what fort.assume says is not so"),
                _ => Ok(Flow::Next),
            },
            CoverageCount => Ok(Flow::Next),
            CastRef | Declare | ViewCast | OmpMap | OmpBounds | OmpReduced => {
                let v = self.arg(op, 0)?;
                self.done(op, v)
            }
            PtrAdd => self.ptr_add(op),
            ViewMake => self.view_make(op),
            ViewSection => self.view_section(op),
            ViewPermute => self.view_permute(op),
            ViewElem => self.view_elem(op),
            ViewExtent | ViewStride => self.view_shape(op),
            ViewAddr => {
                let p = self.ptr(op, 0)?;
                self.done(op, Val::Ptr(p, 0))
            }
            ViewElemLen => {
                let v = self.view(op, 0)?;
                self.done(op, Val::Int(v.elem_len))
            }
            ViewOverlap => self.view_overlap(op),
            Copy => self.copy(op),
            Clear => self.clear(op),
            ChrConst => match m.attr(op, "value") {
                Some(Attr::Str(s)) => self.done(op, Val::Str(s.as_slice().into())),
                _ => self.fail(op, "bad constant"),
            },
            ChrLen => self.chr_len(op),
            ChrConcat => match (self.arg(op, 0)?, self.arg(op, 1)?) {
                (Val::Str(a), Val::Str(b)) => self.done(op, Val::Str([&a[..], &b[..]].concat().into())),
                _ => self.fail(op, "bad operands"),
            },
            ChrCast => self.chr_cast(op),
            ChrRef => self.chr_ref(op),
            ChrMake => self.chr_make(op),
            // ---- arrays -------------------------------------------------------------------------
            ArrayLoad => self.array_load(op),
            ArrayConst => self.array_const(op),
            ArrayFrom => self.array_from(op),
            ArrayElemental => self.array_elemental(op),
            ArrayAt => self.array_at(op),
            ArrayYield | Yield => Ok(Flow::Yield(self.args(op, 0)?)),
            ArrayShape => self.array_extent(op),
            ArrayElemLen => self.array_elem_len(op),
            ArrayAssign => self.array_assign(op),
            ArrayForall => self.array_forall(op),
            ArrayReduce => self.array_reduce(op),
            ArrayLocate => self.array_locate(op),
            ArrayMatmul => self.array_matmul(op),
            ArrayTranspose => self.array_transpose(op),
            ArrayReshape => self.array_reshape(op),
            ArrayPack => self.array_pack(op),
            ArrayUnpack => self.array_unpack(op),
            // ---- loops --------------------------------------------------------------------------
            For => self.for_loop(op),
            Trips => {
                let n = self.trips(op)?;
                self.done(op, Val::Int(n))
            }
            While => self.while_loop(op),
            Parallel => self.parallel(op),
            Reduce => self.reduce(op),
            If => {
                let c = self.int(op, 0)?;
                self.chosen(op, usize::from(c == 0))
            }
            SelectCase => self.select_case(op),
            Block => match self.region(m.region(op, 0))? {
                Flow::Break(l, values) if l.is_some() && l == label() => self.results(op, values),
                Flow::Yield(values) => self.results(op, values),
                f => Ok(f),
            },
            Break => Ok(Flow::Break(label(), self.args(op, 0)?)),
            Continue => Ok(Flow::Continue(label(), self.args(op, 0)?)),
            Label => {
                let values = self.args(op, 0)?;
                self.results(op, values)
            }
            Goto => Ok(Flow::Goto(label().unwrap_or_default(), self.args(op, 0)?)),
            Return => Ok(Flow::Return(self.args(op, 0)?)),
            Call => self.call_target(op),
            // ---- vectors ------------------------------------------------------------------------
            VecSplat | VecRamp | VecBuild => self.new_vector(op),
            VecLane => self.vector_lane(op),
            VecLoad => self.vector_load(op),
            VecStore => self.vector_store(op),
            VecAny => {
                let any = self.lanes(op, 0)?.contains(&Val::Int(1));
                self.done(op, Val::Int(any.into()))
            }
            VecFold => self.vector_fold(op),
            // ---- library ------------------------------------------------------------------------
            LibMatmul => self.lib_matmul(op),
            LibTranspose => self.lib_transpose(op),
            LibPack => self.lib_pack(op),
            OmpTarget | OmpTeams | OmpWorkdistribute | OmpTargetData | OmpParallel | OmpWorkshare | OmpSingle
            | OmpCritical | OmpOrdered | OmpTask | OmpTargetTask | OmpTaskgroup | OmpTaskgraph | OmpScope | OmpSimd
            | OmpError | OmpDispatch | OmpAllocate | OmpAssume => self.construct(op),
            ChrAddr => self.chr_addr(op),
            FuncAddr => self.function_address(op),
            DevExpect | DevHost | DevLend | DevEnter | DevLeave | DevMap | DevUnmap | DevAlloc | DevFree
            | DevLaunch | DevRead | DevCopy => self.device_op(op),
            DevTeam => self.teams(op),
            OmpBarrier | OmpFlush | OmpTaskwait | OmpTaskyield | OmpTaskDepend | OmpDependence | OmpDepobj
            | OmpAccumulator | OmpAccumulatorEnd | OmpTargetEnter | OmpTargetExit | OmpTargetUpdate | OmpMapsEnd
            | OmpMapsKept | OmpAssigned | OmpInitialized | OmpEndOnDevices | OmpDeclareTarget | OmpRequires => {
                Ok(Flow::Next)
            }
            _ => self.fail(op, "is not supported by the interpreter"),
        }
    }
}
