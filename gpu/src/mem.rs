//! Memory: views and references resolved to a base and a linear position; local memory.
//!
//! A position is counted in units of its base (see [`crate::kernel::ViewInfo::unit`]) plus a constant
//! number of bytes, so that components of derived types cost nothing at run time.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::spv::RegType;
use ferrotran_ir::section::{self, Part};
use ferrotran_ir::{Op, OpKind, Type, TypeKind, Value};
use rspirv::spirv::{Op as SpvOp, Word};

/// Where memory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The buffer of that view argument.
    Arg(usize),
    /// That entry of [`Emit::locals`].
    Local(usize),
}

/// An integer that may still have to be loaded from the parameter block.
#[derive(Clone, Copy, Debug)]
pub enum Dim {
    /// In a register (i32).
    Id(Word),
    /// That word of the parameter block.
    Param(u32),
}

/// An address of one object.
#[derive(Clone, Debug)]
pub struct Place {
    /// Base.
    pub base: Base,
    /// Position in units of the base (i32).
    pub off: Word,
    /// Constant bytes to add.
    pub bytes: i64,
    /// Length (i32) where the object is a string of run-time length.
    pub len: Option<Word>,
    /// Type of the object.
    pub ty: Type,
}

/// An array in memory.
#[derive(Clone, Debug)]
pub struct View {
    /// Base.
    pub base: Base,
    /// Position of the first element, in units.
    pub off: Dim,
    /// Constant bytes to add.
    pub bytes: i64,
    /// Extent (elements) and stride (units) of each dimension.
    pub dims: Vec<(Dim, Dim)>,
    /// Element type.
    pub elem: Type,
}

/// Memory of the invocation.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// The variable.
    pub var: Word,
    /// Entries are of this type.
    pub reg: RegType,
    /// Number of entries.
    pub n: u32,
    /// Bytes of memory that one entry stands for.
    pub unit: u32,
    /// Seen as bytes packed in words.
    pub packed: bool,
    /// Shared by the workgroup (and packed).
    pub shared: bool,
}

impl Emit<'_, '_> {
    /// The register of a dimension or offset.
    pub fn dim(&mut self, d: Dim) -> Word {
        match d {
            Dim::Id(w) => w,
            Dim::Param(w) => self.param(w),
        }
    }
    /// Bytes of the unit of a base.
    pub fn unit(&self, b: Base) -> u32 {
        match b {
            Base::Arg(i) => self.kernel.view(i).unit,
            Base::Local(i) => self.locals[i].unit,
        }
    }
    /// Bytes of an element that are whole units.
    fn elem_units(&mut self, elem: Type, base: Base) -> Emitted<i64> {
        let (size, unit) = (self.kernel.size_of(elem)?, u64::from(self.unit(base)));
        if size % unit != 0 {
            return Err(self.unsupported("elements that do not fit the memory they lie in"));
        }
        Ok((size / unit) as i64)
    }

    // ---- index arithmetic -----------------------------------------------------------------------
    /// Sum of two i32.
    pub fn iadd(&mut self, a: Word, b: Word) -> Word {
        match (self.spv.known(a), self.spv.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x + y).is_ok() => self.spv.i32(x + y),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.spv.op(SpvOp::IAdd, RegType::I32, &[a, b]),
        }
    }
    /// Difference of two i32.
    pub fn isub(&mut self, a: Word, b: Word) -> Word {
        match (self.spv.known(a), self.spv.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x - y).is_ok() => self.spv.i32(x - y),
            (_, Some(0)) => a,
            _ => self.spv.op(SpvOp::ISub, RegType::I32, &[a, b]),
        }
    }
    /// Product of two i32.
    pub fn imul(&mut self, a: Word, b: Word) -> Word {
        match (self.spv.known(a), self.spv.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x * y).is_ok() => self.spv.i32(x * y),
            (Some(0), _) | (_, Some(1)) => a,
            (Some(1), _) | (_, Some(0)) => b,
            _ => self.spv.op(SpvOp::IMul, RegType::I32, &[a, b]),
        }
    }
    /// `a` times a constant power of two, or divided by one (exactly).
    pub fn rescale(&mut self, a: Word, mul: u32, div: u32) -> Word {
        if mul >= div {
            let f = self.spv.i32(i64::from(mul / div));
            return self.imul(a, f);
        }
        let k = div / mul;
        if let Some(x) = self.spv.known(a) {
            return self.spv.i32(x / i64::from(k));
        }
        let shift = self.spv.u32(k.trailing_zeros());
        self.spv.op(SpvOp::ShiftRightArithmetic, RegType::I32, &[a, shift])
    }

    // ---- views ----------------------------------------------------------------------------------
    /// Dimensions of a view argument.
    pub fn arg_dims(&mut self, v: Value, word: u32, unit: u32) -> Emitted<Vec<(Dim, Dim)>> {
        let t = self.m.ty(v);
        let (shape, elem, contig) = match self.m.types.kind(t) {
            TypeKind::View { shape, elem, contig } => (shape.clone(), *elem, *contig),
            _ => return Err(self.unsupported("an argument that is not a view")),
        };
        let rank = shape.len() as u32;
        let mut dims = Vec::new();
        // Stride of this dimension where it is known now.
        let mut known = if contig { self.kernel.size_of(elem).ok().map(|n| n as i64 / i64::from(unit)) } else { None };
        for (d, n) in (0..rank).zip(&shape) {
            let extent = match n {
                Some(n) => Dim::Id(self.spv.i32(*n)),
                None => Dim::Param(word + 1 + d),
            };
            let stride = match known {
                Some(k) if i32::try_from(k).is_ok() => Dim::Id(self.spv.i32(k)),
                _ => Dim::Param(word + 1 + rank + d),
            };
            known = known.zip(*n).map(|(k, n)| k * n);
            dims.push((extent, stride));
        }
        Ok(dims)
    }
    /// The element at these subscripts (i32 each).
    pub fn element(&mut self, v: &View, subs: &[Word]) -> Emitted<Place> {
        let mut off = self.dim(v.off);
        for (&i, &(_, stride)) in subs.iter().zip(&v.dims) {
            let stride = self.dim(stride);
            let term = self.imul(i, stride);
            off = self.iadd(off, term);
        }
        Ok(Place { base: v.base, off, bytes: v.bytes, len: None, ty: v.elem })
    }
    /// Operands as indices.
    pub fn indices(&mut self, list: &[Value]) -> Emitted<Vec<Word>> {
        let s = self.index();
        let one = |&v: &Value| {
            let from = self.reg(self.m.ty(v))?;
            let w = self.scalar(v)?;
            Ok(self.cast_part(w, from, s))
        };
        list.iter().map(one).collect()
    }
    /// Subscript operands as i32.
    pub fn subs(&mut self, list: &[Value]) -> Emitted<Vec<Word>> {
        list.iter().map(|&v| self.subscript(v)).collect()
    }
    /// One subscript or extent as i32.
    pub fn subscript(&mut self, v: Value) -> Emitted<Word> {
        let w = self.scalar(v)?;
        match self.reg(self.m.ty(v))? {
            RegType::I64 => Ok(self.cast_part(w, RegType::I64, RegType::I32)),
            _ => Ok(w),
        }
    }

    /// Bytes from one address to another of the same base.
    fn distance(&mut self, to: Value, from: Value) -> Emitted<Word> {
        let (to, from) = (self.place(to)?, self.place(from)?);
        if to.base != from.base {
            return Err(self.unsupported("the distance of two variables"));
        }
        let unit = self.unit(to.base);
        let bytes = to.bytes - from.bytes;
        // An address that far off is counted in units.
        if bytes.rem_euclid(i64::from(unit)) != 0 {
            return Err(self.unsupported("an argument that is not aligned to its size"));
        }
        let units = self.isub(to.off, from.off);
        let n = self.rescale(units, unit, 1);
        let rest = self.spv.i32(bytes);
        Ok(self.iadd(n, rest))
    }

    /// View and memory ops.
    pub fn memory(&mut self, op: Op) -> Emitted<()> {
        use OpKind::*;
        let m = self.m;
        let operands = m.operands(op).to_vec();
        let val = match m.kind(op) {
            Alloca => self.alloca(op)?,
            Load => match self.val(operands[0])? {
                // A string that lies nowhere.
                s @ Val::Str(_) => s,
                _ => {
                    let p = self.place(operands[0])?;
                    self.load_place(&p)?
                }
            },
            Store => {
                let v = self.val(operands[0])?;
                let p = self.place(operands[1])?;
                return self.store_place(&p, &v);
            }
            CopyObject => {
                let (dst, src) = (self.place(operands[0])?, self.place(operands[1])?);
                return self.copy_object(&dst, &src);
            }
            Declare => self.val(operands[0])?,
            CastRef => match self.val(operands[0])? {
                Val::Ref(p) => {
                    let t = m.ty(m.result(op));
                    let ty = match m.types.kind(t) {
                        TypeKind::Ref(e) => *e,
                        _ => p.ty,
                    };
                    Val::Ref(Place { ty, ..p })
                }
                Val::Scalar(_) => return Err(self.unsupported("an address that is a number")),
                other => other,
            },
            PtrAdd => {
                let mut p = self.place(operands[0])?;
                let n = self.subscript(operands[1])?;
                match self.spv.known(n) {
                    Some(k) => p.bytes += k,
                    None => {
                        let unit = self.unit(p.base);
                        let units = self.rescale(n, 1, unit);
                        p.off = self.iadd(p.off, units);
                    }
                }
                Val::Ref(p)
            }
            PtrDistance => {
                let bytes = self.distance(operands[0], operands[1])?;
                self.index_of(bytes)
            }
            Field => {
                let p = self.place(operands[0])?;
                let f = self.kernel.field(p.ty, m.attr_str(op, "field").unwrap_or_default())?;
                let bytes = p.bytes + f.offset as i64;
                if f.extents.is_empty() {
                    Val::Ref(Place { bytes, ty: f.ty, ..p })
                } else {
                    let dims = self.field_dims(&f.extents, f.ty, p.base)?;
                    Val::View(View { base: p.base, off: Dim::Id(p.off), bytes, dims, elem: f.ty })
                }
            }
            Copy => {
                let (dst, src) = (self.view(operands[0])?, self.view(operands[1])?);
                return self.copy_view(&dst, &src);
            }
            ViewMake => self.view_make(op)?,
            ViewSection => self.view_section(op)?,
            ViewElem => {
                let v = self.view(operands[0])?;
                let subs = self.subs(&operands[1..])?;
                Val::Ref(self.element(&v, &subs)?)
            }
            ViewField => {
                let mut v = self.view(operands[0])?;
                let name = m.attr_str(op, "field").unwrap_or_default();
                match m.types.kind(v.elem) {
                    TypeKind::Complex(b) => {
                        if name == "im" {
                            v.bytes += i64::from(*b) / 8;
                        }
                        v.elem = if *b == 32 { Type::F32 } else { Type::F64 };
                    }
                    _ => {
                        let f = self.kernel.field(v.elem, name)?;
                        v.bytes += f.offset as i64;
                        v.elem = f.ty;
                        if !f.extents.is_empty() {
                            return Err(self.unsupported("an array component of an array"));
                        }
                    }
                }
                Val::View(v)
            }
            ViewPermute => {
                let v = self.view(operands[0])?;
                let perm = m.attr(op, "perm").map(|a| a.items().to_vec()).unwrap_or_default();
                let dims = perm.iter().filter_map(|p| p.as_int()).map(|p| v.dims[p as usize]).collect();
                Val::View(View { dims, ..v })
            }
            ViewCast => Val::View(self.view(operands[0])?),
            ViewExtent => {
                let v = self.view(operands[0])?;
                let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
                let extent = self.dim(v.dims[d].0);
                self.index_of(extent)
            }
            ViewStride => {
                let v = self.view(operands[0])?;
                let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
                let stride = self.dim(v.dims[d].1);
                let unit = self.unit(v.base);
                let bytes = self.rescale(stride, unit, 1);
                self.index_of(bytes)
            }
            ViewAddr => {
                let v = self.view(operands[0])?;
                let off = self.dim(v.off);
                Val::Ref(Place { base: v.base, off, bytes: v.bytes, len: None, ty: v.elem })
            }
            ViewElemLen => {
                let v = self.view(operands[0])?;
                let n = self.kernel.size_of(v.elem)? as i64;
                let bytes = self.spv.i32(n);
                self.index_of(bytes)
            }
            ViewIsContig => {
                let v = self.view(operands[0])?;
                let units = self.elem_units(v.elem, v.base)?;
                let mut want = self.spv.i32(units);
                let mut all = self.spv.bool(true);
                for &(extent, stride) in &v.dims {
                    let (extent, stride) = (self.dim(extent), self.dim(stride));
                    let one = self.spv.i32(1);
                    let short = self.spv.op(SpvOp::SLessThanEqual, RegType::Bool, &[extent, one]);
                    let same = self.spv.op(SpvOp::IEqual, RegType::Bool, &[stride, want]);
                    let ok = self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[short, same]);
                    all = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[all, ok]);
                    want = self.imul(want, extent);
                }
                Val::Scalar(all)
            }
            k => return Err(self.unsupported(format!("{} in a kernel", k.info().name))),
        };
        self.set(op, val);
        Ok(())
    }

    fn field_dims(&mut self, extents: &[i64], elem: Type, base: Base) -> Emitted<Vec<(Dim, Dim)>> {
        let mut stride = self.elem_units(elem, base)?;
        let mut dims = Vec::new();
        for &n in extents {
            dims.push((Dim::Id(self.spv.i32(n)), Dim::Id(self.spv.i32(stride))));
            stride *= n;
        }
        Ok(dims)
    }

    fn view_make(&mut self, op: Op) -> Emitted<Val> {
        let m = self.m;
        let p = self.place(m.group(op, "base")[0])?;
        let elem = m.types.elem(m.ty(m.result(op)));
        let extents = m.group(op, "extents").to_vec();
        let strides = m.group(op, "strides").to_vec();
        let extents = self.subs(&extents)?;
        let unit = self.unit(p.base);
        let mut dims = Vec::new();
        if strides.is_empty() {
            let units = self.elem_units(elem, p.base)?;
            let mut stride = self.spv.i32(units);
            for &n in &extents {
                dims.push((Dim::Id(n), Dim::Id(stride)));
                stride = self.imul(stride, n);
            }
        } else {
            for (&n, &s) in extents.iter().zip(&strides) {
                let s = self.subscript(s)?;
                dims.push((Dim::Id(n), Dim::Id(self.rescale(s, 1, unit))));
            }
        }
        Ok(Val::View(View { base: p.base, off: Dim::Id(p.off), bytes: p.bytes, dims, elem }))
    }

    fn view_section(&mut self, op: Op) -> Emitted<Val> {
        let m = self.m;
        let v = self.view(m.operand(op, 0))?;
        let Some(parts) = section::parts(m, op) else { return Err(self.unsupported("a malformed section")) };
        let (mut off, mut moved) = (v.off, false);
        let mut dims = Vec::new();
        for (part, &(extent, stride)) in parts.into_iter().zip(&v.dims) {
            let start = match part {
                Part::Index(start) | Part::Range { start, .. } => start,
                Part::Whole => {
                    dims.push((extent, stride));
                    continue;
                }
            };
            let start = self.subscript(start)?;
            let unit_stride = self.dim(stride);
            let term = self.imul(start, unit_stride);
            if self.spv.known(term) != Some(0) || moved {
                let base = self.dim(off);
                off = Dim::Id(self.iadd(base, term));
                moved = true;
            }
            if let Part::Range { extent, step, .. } = part {
                let n = self.subscript(extent)?;
                let step = self.subscript(step)?;
                dims.push((Dim::Id(n), Dim::Id(self.imul(unit_stride, step))));
            }
        }
        Ok(Val::View(View { off, dims, ..v }))
    }

    // ---- local memory ---------------------------------------------------------------------------
    /// A local of `n` packed bytes.
    pub fn packed_local(&mut self, bytes: u64) -> Emitted<usize> {
        if bytes > 1 << 16 {
            return Err(self.unsupported(format!("a local variable of {bytes} bytes")));
        }
        let n = (bytes as u32).div_ceil(4).max(1);
        let var = self.spv.local(RegType::U32, n);
        self.locals.push(Local { var, reg: RegType::U32, n, unit: 1, packed: true, shared: false });
        Ok(self.locals.len() - 1)
    }
    /// Memory that the invocations of a workgroup share, for an argument of a dev.team.
    pub fn team_memory(&mut self, v: Value) -> Emitted<Val> {
        let t = self.m.ty(v);
        let (elem, shape) = (self.m.types.elem(t), self.m.types.shape(t).to_vec());
        let count = shape.iter().try_fold(1u64, |n, e| n.checked_mul((*e)?.max(0) as u64));
        let bytes = count.and_then(|n| n.checked_mul(self.kernel.size_of(elem).ok()?)).filter(|b| *b <= 1 << 16);
        let Some(bytes) = bytes else { return Err(self.unsupported("a variable of a team of this size")) };
        let n = (bytes as u32).div_ceil(4).max(1);
        let var = self.spv.shared(RegType::U32, n);
        self.locals.push(Local { var, reg: RegType::U32, n, unit: 1, packed: true, shared: true });
        let (base, zero) = (Base::Local(self.locals.len() - 1), self.spv.i32(0));
        if !matches!(self.m.types.kind(t), TypeKind::View { .. }) {
            return Ok(Val::Ref(Place { base, off: zero, bytes: 0, len: None, ty: elem }));
        }
        let extents: Vec<i64> = shape.into_iter().flatten().collect();
        let dims = self.field_dims(&extents, elem, base)?;
        Ok(Val::View(View { base, off: Dim::Id(zero), bytes: 0, dims, elem }))
    }
    /// Local memory for `count` objects of type `t`.
    fn new_local(&mut self, t: Type, count: i64, size: Option<i64>) -> Emitted<usize> {
        match self.m.types.kind(t) {
            TypeKind::Derived(_) | TypeKind::Char(..) => {
                let one = self.kernel.size_of(t).or_else(|e| size.map(|n| n as u64).ok_or(e))?;
                self.packed_local(one * count.max(0) as u64)
            }
            _ => {
                let s = self.reg(t)?;
                let parts = if self.is_complex(t) { 2 } else { 1 };
                let n = count.max(1) as u64 * parts;
                if n * u64::from(s.bytes()) > 1 << 16 {
                    return Err(self.unsupported(format!("a local array of {count} elements")));
                }
                let unit = (self.kernel.size_of(t)? / parts) as u32;
                let var = self.spv.local(s, n as u32);
                self.locals.push(Local { var, reg: s, n: n as u32, unit, packed: false, shared: false });
                Ok(self.locals.len() - 1)
            }
        }
    }
    fn alloca(&mut self, op: Op) -> Emitted<Val> {
        let m = self.m;
        let t = m.ty(m.result(op));
        let size = m.attr_int(op, "size");
        let zero = self.spv.i32(0);
        let (local, val) = match m.types.kind(t).clone() {
            TypeKind::Ref(e) => {
                let l = self.new_local(e, 1, size)?;
                (l, Val::Ref(Place { base: Base::Local(l), off: zero, bytes: 0, len: None, ty: e }))
            }
            TypeKind::View { shape, elem, .. } => {
                let extents: Option<Vec<i64>> = shape.iter().copied().collect();
                let extents = extents.ok_or_else(|| self.unsupported("a local array whose shape is not constant"))?;
                let count = extents.iter().try_fold(1i64, |a, &n| a.checked_mul(n));
                let count = count.ok_or_else(|| self.unsupported("a local array of this size"))?;
                let l = self.new_local(elem, count, size)?;
                let dims = self.field_dims(&extents, elem, Base::Local(l))?;
                (l, Val::View(View { base: Base::Local(l), off: Dim::Id(zero), bytes: 0, dims, elem }))
            }
            _ => return Err(self.unsupported("a local variable of this type")),
        };
        if m.flag(op, "zero") {
            let l = self.locals[local];
            self.spv.clear_local(l.var, l.reg, l.n);
        }
        Ok(val)
    }
}
