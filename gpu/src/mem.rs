//! Memory: views and references resolved to a base and a linear position, loads and stores.
//!
//! A position is counted in units of its base (see [`crate::kernel::ViewInfo::unit`]) plus a constant
//! number of bytes, so that components of derived types cost nothing at run time.

use crate::emit::{Emit, Val};
use crate::kernel::R;
use crate::spv::S;
use ferrotran_ir::{Op, OpKind, Type, TypeKind, Value};
use rspirv::spirv::{Op as O, Word};

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
    pub s: S,
    /// Number of entries.
    pub n: u32,
    /// Bytes of memory that one entry stands for.
    pub unit: u32,
    /// Seen as bytes packed in words.
    pub packed: bool,
}

/// Size and kind of the pieces of a scalar type in memory.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// Whole entries of a buffer of that type.
    Entry(S),
    /// A truth value in a word.
    Truth,
    /// A truth value in a byte or half word: bits.
    SmallTruth(u32),
    /// An integer of 8 or 16 bits.
    Small(u32),
    /// An `index`: 64 bits of which 32 are used.
    Index,
    /// A truth value of 64 bits.
    WideTruth,
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
            Base::Arg(i) => self.k.view(i).unit,
            Base::Local(i) => self.locals[i].unit,
        }
    }
    /// Bytes of an element that are whole units.
    fn elem_units(&mut self, elem: Type, base: Base) -> R<i64> {
        let (size, unit) = (self.k.size_of(elem)?, u64::from(self.unit(base)));
        if size % unit != 0 {
            return Err(self.no("elements that do not fit the memory they lie in"));
        }
        Ok((size / unit) as i64)
    }

    // ---- index arithmetic -----------------------------------------------------------------------
    /// Sum of two i32.
    pub fn iadd(&mut self, a: Word, b: Word) -> Word {
        match (self.s.known(a), self.s.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x + y).is_ok() => self.s.i32(x + y),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.s.op(O::IAdd, S::I32, &[a, b]),
        }
    }
    /// Difference of two i32.
    pub fn isub(&mut self, a: Word, b: Word) -> Word {
        match (self.s.known(a), self.s.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x - y).is_ok() => self.s.i32(x - y),
            (_, Some(0)) => a,
            _ => self.s.op(O::ISub, S::I32, &[a, b]),
        }
    }
    /// Product of two i32.
    pub fn imul(&mut self, a: Word, b: Word) -> Word {
        match (self.s.known(a), self.s.known(b)) {
            (Some(x), Some(y)) if i32::try_from(x * y).is_ok() => self.s.i32(x * y),
            (Some(0), _) | (_, Some(1)) => a,
            (Some(1), _) | (_, Some(0)) => b,
            _ => self.s.op(O::IMul, S::I32, &[a, b]),
        }
    }
    /// `a` times a constant power of two, or divided by one (exactly).
    fn rescale(&mut self, a: Word, mul: u32, div: u32) -> Word {
        if mul >= div {
            let f = self.s.i32(i64::from(mul / div));
            return self.imul(a, f);
        }
        let k = div / mul;
        if let Some(x) = self.s.known(a) {
            return self.s.i32(x / i64::from(k));
        }
        let shift = self.s.u32(k.trailing_zeros());
        self.s.op(O::ShiftRightArithmetic, S::I32, &[a, shift])
    }

    // ---- views ----------------------------------------------------------------------------------
    /// Dimensions of a view argument.
    pub fn arg_dims(&mut self, v: Value, word: u32, unit: u32) -> R<Vec<(Dim, Dim)>> {
        let t = self.m.ty(v);
        let (shape, elem, contig) = match self.m.types.kind(t) {
            TypeKind::View { shape, elem, contig } => (shape.clone(), *elem, *contig),
            _ => return Err(self.no("an argument that is not a view")),
        };
        let rank = shape.len() as u32;
        let mut dims = Vec::new();
        // Stride of this dimension where it is known now.
        let mut known = if contig { self.k.size_of(elem).ok().map(|n| n as i64 / i64::from(unit)) } else { None };
        for (d, n) in (0..rank).zip(&shape) {
            let extent = match n {
                Some(n) => Dim::Id(self.s.i32(*n)),
                None => Dim::Param(word + 1 + d),
            };
            let stride = match known {
                Some(k) if i32::try_from(k).is_ok() => Dim::Id(self.s.i32(k)),
                _ => Dim::Param(word + 1 + rank + d),
            };
            known = known.zip(*n).map(|(k, n)| k * n);
            dims.push((extent, stride));
        }
        Ok(dims)
    }
    /// The element at these subscripts (i32 each).
    pub fn element(&mut self, v: &View, subs: &[Word]) -> R<Place> {
        let mut off = self.dim(v.off);
        for (&i, &(_, stride)) in subs.iter().zip(&v.dims) {
            let stride = self.dim(stride);
            let term = self.imul(i, stride);
            off = self.iadd(off, term);
        }
        Ok(Place { base: v.base, off, bytes: v.bytes, len: None, ty: v.elem })
    }
    /// Subscript operands as i32.
    pub fn subs(&mut self, list: &[Value]) -> R<Vec<Word>> {
        list.iter().map(|&v| self.subscript(v)).collect()
    }
    /// One subscript or extent as i32.
    pub fn subscript(&mut self, v: Value) -> R<Word> {
        let w = self.scalar(v)?;
        if self.reg(self.m.ty(v))? == S::I64 { Ok(self.s.op(O::SConvert, S::I32, &[w])) } else { Ok(w) }
    }

    /// View and memory ops.
    pub fn memory(&mut self, op: Op) -> R<()> {
        use OpKind::*;
        let m = self.m;
        let operands = m.operands(op).to_vec();
        let val = match m.kind(op) {
            Alloca => self.alloca(op)?,
            Load => {
                let p = self.place(operands[0])?;
                self.load_place(&p)?
            }
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
                Val::S(_) => return Err(self.no("an address that is a number")),
                other => other,
            },
            PtrAdd => {
                let mut p = self.place(operands[0])?;
                let n = self.subscript(operands[1])?;
                match self.s.known(n) {
                    Some(k) => p.bytes += k,
                    None => {
                        let unit = self.unit(p.base);
                        let units = self.rescale(n, 1, unit);
                        p.off = self.iadd(p.off, units);
                    }
                }
                Val::Ref(p)
            }
            Field => {
                let p = self.place(operands[0])?;
                let f = self.k.field(p.ty, m.attr_str(op, "field").unwrap_or_default())?;
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
                        let f = self.k.field(v.elem, name)?;
                        v.bytes += f.offset as i64;
                        v.elem = f.ty;
                        if !f.extents.is_empty() {
                            return Err(self.no("an array component of an array"));
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
                Val::S(self.dim(v.dims[d].0))
            }
            ViewStride => {
                let v = self.view(operands[0])?;
                let d = m.attr_int(op, "dim").unwrap_or(0) as usize;
                let stride = self.dim(v.dims[d].1);
                let unit = self.unit(v.base);
                Val::S(self.rescale(stride, unit, 1))
            }
            ViewAddr => {
                let v = self.view(operands[0])?;
                let off = self.dim(v.off);
                Val::Ref(Place { base: v.base, off, bytes: v.bytes, len: None, ty: v.elem })
            }
            ViewElemLen => {
                let v = self.view(operands[0])?;
                let n = self.k.size_of(v.elem)? as i64;
                Val::S(self.s.i32(n))
            }
            ViewIsContig => {
                let v = self.view(operands[0])?;
                let units = self.elem_units(v.elem, v.base)?;
                let mut want = self.s.i32(units);
                let mut all = self.s.bool(true);
                for &(extent, stride) in &v.dims {
                    let (extent, stride) = (self.dim(extent), self.dim(stride));
                    let one = self.s.i32(1);
                    let short = self.s.op(O::SLessThanEqual, S::Bool, &[extent, one]);
                    let same = self.s.op(O::IEqual, S::Bool, &[stride, want]);
                    let ok = self.s.op(O::LogicalOr, S::Bool, &[short, same]);
                    all = self.s.op(O::LogicalAnd, S::Bool, &[all, ok]);
                    want = self.imul(want, extent);
                }
                Val::S(all)
            }
            k => return Err(self.no(format!("{} in a kernel", k.info().name))),
        };
        self.set(op, val);
        Ok(())
    }

    fn field_dims(&mut self, extents: &[i64], elem: Type, base: Base) -> R<Vec<(Dim, Dim)>> {
        let mut stride = self.elem_units(elem, base)?;
        let mut dims = Vec::new();
        for &n in extents {
            dims.push((Dim::Id(self.s.i32(n)), Dim::Id(self.s.i32(stride))));
            stride *= n;
        }
        Ok(dims)
    }

    fn view_make(&mut self, op: Op) -> R<Val> {
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
            let mut stride = self.s.i32(units);
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

    fn view_section(&mut self, op: Op) -> R<Val> {
        let m = self.m;
        let operands = m.operands(op).to_vec();
        let v = self.view(operands[0])?;
        let spec = m.attr_str(op, "dims").unwrap_or_default().to_string();
        let mut next = 1;
        let (mut off, mut moved) = (v.off, false);
        let mut dims = Vec::new();
        for (c, &(extent, stride)) in spec.chars().zip(&v.dims) {
            if c == ':' {
                dims.push((extent, stride));
                continue;
            }
            let start = self.subscript(operands[next])?;
            next += 1;
            let unit_stride = self.dim(stride);
            let term = self.imul(start, unit_stride);
            if self.s.known(term) != Some(0) || moved {
                let base = self.dim(off);
                off = Dim::Id(self.iadd(base, term));
                moved = true;
            }
            if c == 's' {
                let n = self.subscript(operands[next])?;
                let step = self.subscript(operands[next + 1])?;
                next += 2;
                dims.push((Dim::Id(n), Dim::Id(self.imul(unit_stride, step))));
            }
        }
        Ok(Val::View(View { off, dims, ..v }))
    }

    // ---- local memory ---------------------------------------------------------------------------
    /// A local of `n` packed bytes.
    pub fn packed_local(&mut self, bytes: u64) -> R<usize> {
        if bytes > 1 << 16 {
            return Err(self.no(format!("a local variable of {bytes} bytes")));
        }
        let n = (bytes as u32).div_ceil(4).max(1);
        let var = self.s.local(S::U32, n);
        self.locals.push(Local { var, s: S::U32, n, unit: 1, packed: true });
        Ok(self.locals.len() - 1)
    }
    /// Local memory for `count` objects of type `t`.
    fn new_local(&mut self, t: Type, count: i64, size: Option<i64>) -> R<usize> {
        match self.m.types.kind(t) {
            TypeKind::Derived(_) | TypeKind::Char(_) => {
                let one = self.k.size_of(t).or_else(|e| size.map(|n| n as u64).ok_or(e))?;
                self.packed_local(one * count.max(0) as u64)
            }
            _ => {
                let s = self.reg(t)?;
                let parts = if self.is_complex(t) { 2 } else { 1 };
                let n = count.max(1) as u64 * parts;
                if n * u64::from(s.bytes()) > 1 << 16 {
                    return Err(self.no(format!("a local array of {count} elements")));
                }
                let unit = (self.k.size_of(t)? / parts) as u32;
                let var = self.s.local(s, n as u32);
                self.locals.push(Local { var, s, n: n as u32, unit, packed: false });
                Ok(self.locals.len() - 1)
            }
        }
    }
    fn alloca(&mut self, op: Op) -> R<Val> {
        let m = self.m;
        let t = m.ty(m.result(op));
        let size = m.attr_int(op, "size");
        let zero = self.s.i32(0);
        let (local, val) = match m.types.kind(t).clone() {
            TypeKind::Ref(e) => {
                let l = self.new_local(e, 1, size)?;
                (l, Val::Ref(Place { base: Base::Local(l), off: zero, bytes: 0, len: None, ty: e }))
            }
            TypeKind::View { shape, elem, .. } => {
                let extents: Option<Vec<i64>> = shape.iter().copied().collect();
                let extents = extents.ok_or_else(|| self.no("a local array whose shape is not constant"))?;
                let count = extents.iter().try_fold(1i64, |a, &n| a.checked_mul(n));
                let count = count.ok_or_else(|| self.no("a local array of this size"))?;
                let l = self.new_local(elem, count, size)?;
                let dims = self.field_dims(&extents, elem, Base::Local(l))?;
                (l, Val::View(View { base: Base::Local(l), off: Dim::Id(zero), bytes: 0, dims, elem }))
            }
            _ => return Err(self.no("a local variable of this type")),
        };
        if m.flag(op, "zero") {
            let l = self.locals[local];
            self.s.clear_local(l.var, l.s, l.n);
        }
        Ok(val)
    }

    // ---- loads and stores -----------------------------------------------------------------------
    fn piece(&self, t: Type) -> R<(Piece, usize)> {
        Ok(match self.m.types.kind(t) {
            TypeKind::Bool | TypeKind::Logical(8) => (Piece::SmallTruth(8), 1),
            TypeKind::Logical(16) => (Piece::SmallTruth(16), 1),
            TypeKind::Logical(32) => (Piece::Truth, 1),
            TypeKind::Logical(_) => (Piece::WideTruth, 1),
            TypeKind::Int(8) => (Piece::Small(8), 1),
            TypeKind::Int(16) => (Piece::Small(16), 1),
            TypeKind::Int(32) => (Piece::Entry(S::I32), 1),
            TypeKind::Int(_) => (Piece::Entry(S::I64), 1),
            TypeKind::Index => (Piece::Index, 1),
            TypeKind::Float(32) => (Piece::Entry(S::F32), 1),
            TypeKind::Float(_) => (Piece::Entry(S::F64), 1),
            TypeKind::Complex(32) => (Piece::Entry(S::F32), 2),
            TypeKind::Complex(_) => (Piece::Entry(S::F64), 2),
            _ => return Err(self.no(format!("an object of type {} as a value", self.m.types.text(t)))),
        })
    }
    /// Index of an entry of `size` bytes at a place plus `extra` bytes.
    fn entry_index(&mut self, p: &Place, size: u32, extra: i64) -> R<Word> {
        let unit = self.unit(p.base);
        let bytes = p.bytes + extra;
        if bytes.rem_euclid(i64::from(size)) != 0 {
            return Err(self.no("a component that is not aligned to its size"));
        }
        let i = self.rescale(p.off, unit, size);
        let add = self.s.i32(bytes / i64::from(size));
        Ok(self.iadd(i, add))
    }
    /// Byte position of a place (i32).
    pub fn byte_position(&mut self, p: &Place) -> Word {
        let unit = self.unit(p.base);
        let b = self.rescale(p.off, unit, 1);
        let add = self.s.i32(p.bytes);
        self.iadd(b, add)
    }
    /// Notes that a buffer is read or written.
    fn touch(&mut self, base: Base, write: bool) {
        if let Base::Arg(i) = base {
            let v = self.k.view_mut(i);
            v.reads |= !write;
            v.writes |= write;
            self.k.writes_any |= write;
        }
    }
    /// Pointer to an entry of type `s`.
    fn entry(&mut self, p: &Place, s: S, extra: i64) -> R<Word> {
        match p.base {
            Base::Arg(i) => {
                let index = self.entry_index(p, s.bytes(), extra)?;
                let var = self.view_var(i, s);
                Ok(self.s.buffer_at(var, s, index))
            }
            Base::Local(i) => {
                let l = self.locals[i];
                if l.s != s {
                    return Err(self.no("a local variable seen as another type"));
                }
                let index = self.entry_index(p, l.unit, extra / i64::from(s.bytes()) * i64::from(l.unit))?;
                Ok(self.s.local_at(l.var, s, l.n, index))
            }
        }
    }
    fn is_packed(&self, b: Base) -> bool {
        matches!(b, Base::Local(i) if self.locals[i].packed)
    }
    fn is_plain_local(&self, b: Base) -> bool {
        matches!(b, Base::Local(i) if !self.locals[i].packed)
    }

    /// The word (u32) that holds the byte at `at`.
    fn word_at(&mut self, base: Base, at: Word) -> R<Word> {
        let two = self.s.u32(2);
        let index = match self.s.known(at) {
            Some(k) => self.s.i32(k >> 2),
            None => self.s.op(O::ShiftRightArithmetic, S::I32, &[at, two]),
        };
        self.word(base, index)
    }
    /// Word (u32) number `index`.
    fn word(&mut self, base: Base, index: Word) -> R<Word> {
        self.touch(base, false);
        let p = self.word_pointer(base, index)?;
        Ok(match base {
            Base::Arg(i) if self.k.atomic.contains(&i) => self.s.atomic(O::AtomicLoad, p, None),
            _ => self.s.load(p, S::U32),
        })
    }
    fn word_pointer(&mut self, base: Base, index: Word) -> R<Word> {
        match base {
            Base::Arg(i) => {
                let var = self.view_var(i, S::U32);
                Ok(self.s.buffer_at(var, S::U32, index))
            }
            Base::Local(i) => {
                let l = self.locals[i];
                if !l.packed {
                    return Err(self.no("a local variable seen as bytes"));
                }
                Ok(self.s.local_at(l.var, S::U32, l.n, index))
            }
        }
    }
    /// Bits (8 or 16) at a byte position, zero extended (u32).
    pub fn load_small(&mut self, base: Base, at: Word, bits: u32) -> R<Word> {
        let w = self.word_at(base, at)?;
        let shift = self.bit_shift(at);
        let moved = self.s.op(O::ShiftRightLogical, S::U32, &[w, shift]);
        let mask = self.s.u32((1u32 << bits) - 1);
        Ok(self.s.op(O::BitwiseAnd, S::U32, &[moved, mask]))
    }
    fn bit_shift(&mut self, at: Word) -> Word {
        if let Some(k) = self.s.known(at) {
            return self.s.u32((k as u32 & 3) * 8);
        }
        let (three, low) = (self.s.u32(3), self.s.op(O::Bitcast, S::U32, &[at]));
        let b = self.s.op(O::BitwiseAnd, S::U32, &[low, three]);
        self.s.op(O::ShiftLeftLogical, S::U32, &[b, three])
    }
    /// Stores the low `bits` (8 or 16) of a u32 at a byte position.
    pub fn store_small(&mut self, base: Base, at: Word, bits: u32, value: Word) -> R<()> {
        self.touch(base, true);
        let two = self.s.u32(2);
        let index = match self.s.known(at) {
            Some(k) => self.s.i32(k >> 2),
            None => self.s.op(O::ShiftRightArithmetic, S::I32, &[at, two]),
        };
        let shift = self.bit_shift(at);
        let mask = self.s.u32((1u32 << bits) - 1);
        let low = self.s.op(O::BitwiseAnd, S::U32, &[value, mask]);
        let new = self.s.op(O::ShiftLeftLogical, S::U32, &[low, shift]);
        let hole = self.s.op(O::ShiftLeftLogical, S::U32, &[mask, shift]);
        let keep = self.s.op(O::Not, S::U32, &[hole]);
        let p = self.word_pointer(base, index)?;
        match base {
            Base::Arg(i) => {
                // Neighbouring bytes belong to other invocations: clear and set atomically.
                if self.k.atomic.insert(i) {
                    self.k.again = true;
                }
                self.s.atomic(O::AtomicAnd, p, Some(keep));
                self.s.atomic(O::AtomicOr, p, Some(new));
            }
            Base::Local(_) => {
                let old = self.s.load(p, S::U32);
                let rest = self.s.op(O::BitwiseAnd, S::U32, &[old, keep]);
                let all = self.s.op(O::BitwiseOr, S::U32, &[rest, new]);
                self.s.store(p, all);
            }
        }
        Ok(())
    }

    /// Loads the object at a place.
    pub fn load_place(&mut self, p: &Place) -> R<Val> {
        if matches!(self.m.types.kind(p.ty), TypeKind::Char(_)) {
            return self.string_at(p);
        }
        let (piece, parts) = self.piece(p.ty)?;
        if self.is_plain_local(p.base) {
            let s = self.reg(p.ty)?;
            let mut out = Vec::new();
            for k in 0..parts {
                let at = self.entry(p, s, k as i64 * i64::from(s.bytes()))?;
                out.push(self.s.load(at, s));
            }
            return Ok(Self::from_parts(&out));
        }
        self.touch(p.base, false);
        Ok(Val::S(match piece {
            Piece::Entry(s) => {
                let mut out = Vec::new();
                for k in 0..parts {
                    let extra = k as i64 * i64::from(s.bytes());
                    out.push(if self.is_packed(p.base) {
                        self.packed_load(p, s, extra)?
                    } else {
                        let at = self.entry(p, s, extra)?;
                        self.s.load(at, s)
                    });
                }
                return Ok(Self::from_parts(&out));
            }
            Piece::Truth | Piece::WideTruth => {
                let index = self.entry_index(p, 4, 0)?;
                let w = self.word(p.base, index)?;
                let zero = self.s.u32(0);
                self.s.op(O::INotEqual, S::Bool, &[w, zero])
            }
            Piece::Index => {
                let index = self.entry_index(p, 4, 0)?;
                let w = self.word(p.base, index)?;
                self.s.op(O::Bitcast, S::I32, &[w])
            }
            Piece::SmallTruth(bits) => {
                let at = self.byte_position(p);
                let w = self.load_small(p.base, at, bits)?;
                let zero = self.s.u32(0);
                self.s.op(O::INotEqual, S::Bool, &[w, zero])
            }
            Piece::Small(bits) => {
                let at = self.byte_position(p);
                let w = self.load_small(p.base, at, bits)?;
                let i = self.s.op(O::Bitcast, S::I32, &[w]);
                self.sign_extend(i, bits)
            }
        }))
    }
    /// Stores a value to a place.
    pub fn store_place(&mut self, p: &Place, v: &Val) -> R<()> {
        let (piece, _) = self.piece(p.ty)?;
        let parts = self.parts(v)?;
        if self.is_plain_local(p.base) {
            let s = self.reg(p.ty)?;
            for (k, &w) in parts.iter().enumerate() {
                let at = self.entry(p, s, k as i64 * i64::from(s.bytes()))?;
                self.s.store(at, w);
            }
            return Ok(());
        }
        self.touch(p.base, true);
        let truth = |e: &mut Self| {
            let (one, zero) = (e.s.u32(1), e.s.u32(0));
            e.s.op(O::Select, S::U32, &[parts[0], one, zero])
        };
        match piece {
            Piece::Entry(s) => {
                for (k, &w) in parts.iter().enumerate() {
                    let extra = k as i64 * i64::from(s.bytes());
                    if self.is_packed(p.base) {
                        self.packed_store(p, s, extra, w)?;
                    } else {
                        let at = self.entry(p, s, extra)?;
                        self.s.store(at, w);
                    }
                }
            }
            Piece::Truth | Piece::WideTruth => {
                let w = truth(self);
                let index = self.entry_index(p, 4, 0)?;
                self.store_word(p.base, index, w)?;
                if matches!(piece, Piece::WideTruth) {
                    let (index, zero) = (self.entry_index(p, 4, 4)?, self.s.u32(0));
                    self.store_word(p.base, index, zero)?;
                }
            }
            Piece::Index => {
                let low = self.s.op(O::Bitcast, S::U32, &[parts[0]]);
                let index = self.entry_index(p, 4, 0)?;
                self.store_word(p.base, index, low)?;
                let sign = self.s.u32(31);
                let high = self.s.op(O::ShiftRightArithmetic, S::I32, &[parts[0], sign]);
                let high = self.s.op(O::Bitcast, S::U32, &[high]);
                let index = self.entry_index(p, 4, 4)?;
                self.store_word(p.base, index, high)?;
            }
            Piece::SmallTruth(bits) => {
                let w = truth(self);
                let at = self.byte_position(p);
                self.store_small(p.base, at, bits, w)?;
            }
            Piece::Small(bits) => {
                let w = self.s.op(O::Bitcast, S::U32, &[parts[0]]);
                let at = self.byte_position(p);
                self.store_small(p.base, at, bits, w)?;
            }
        }
        Ok(())
    }
    /// Stores word (u32) number `index`.
    pub fn store_word(&mut self, base: Base, index: Word, w: Word) -> R<()> {
        self.touch(base, true);
        let p = self.word_pointer(base, index)?;
        match base {
            Base::Arg(i) if self.k.atomic.contains(&i) => {
                self.s.atomic(O::AtomicStore, p, Some(w));
            }
            _ => self.s.store(p, w),
        }
        Ok(())
    }
    fn packed_load(&mut self, p: &Place, s: S, extra: i64) -> R<Word> {
        let index = self.entry_index(p, 4, extra)?;
        let low = self.word(p.base, index)?;
        if s.bytes() == 4 {
            return Ok(self.s.op(O::Bitcast, s, &[low]));
        }
        let index = self.entry_index(p, 4, extra + 4)?;
        let high = self.word(p.base, index)?;
        let (low, high) = (self.s.op(O::UConvert, S::U64, &[low]), self.s.op(O::UConvert, S::U64, &[high]));
        let shift = self.s.u32(32);
        let high = self.s.op(O::ShiftLeftLogical, S::U64, &[high, shift]);
        let all = self.s.op(O::BitwiseOr, S::U64, &[low, high]);
        Ok(self.s.op(O::Bitcast, s, &[all]))
    }
    fn packed_store(&mut self, p: &Place, s: S, extra: i64, v: Word) -> R<()> {
        let index = self.entry_index(p, 4, extra)?;
        if s.bytes() == 4 {
            let w = self.s.op(O::Bitcast, S::U32, &[v]);
            return self.store_word(p.base, index, w);
        }
        let all = self.s.op(O::Bitcast, S::U64, &[v]);
        let low = self.s.op(O::UConvert, S::U32, &[all]);
        self.store_word(p.base, index, low)?;
        let shift = self.s.u32(32);
        let high = self.s.op(O::ShiftRightLogical, S::U64, &[all, shift]);
        let high = self.s.op(O::UConvert, S::U32, &[high]);
        let index = self.entry_index(p, 4, extra + 4)?;
        self.store_word(p.base, index, high)
    }

    /// Copies an object of derived type, component by component where the layout is known to be
    /// made of scalars, so that both sides use the types that other code uses.
    pub fn copy_object(&mut self, dst: &Place, src: &Place) -> R<()> {
        match self.m.types.kind(dst.ty) {
            TypeKind::Derived(_) => {
                for (_, f) in self.k.fields(dst.ty)? {
                    let count: i64 = f.extents.iter().product();
                    let size = self.k.size_of(f.ty)? as i64;
                    if count > 64 {
                        return Err(self.no("a copy of an object with a large array component"));
                    }
                    for i in 0..count {
                        let at = f.offset as i64 + i * size;
                        let d = Place { bytes: dst.bytes + at, ty: f.ty, ..dst.clone() };
                        let s = Place { bytes: src.bytes + at, ty: f.ty, ..src.clone() };
                        self.copy_object(&d, &s)?;
                    }
                }
                Ok(())
            }
            TypeKind::Char(_) => {
                let v = self.string_at(src)?;
                self.assign_string(dst, &v)
            }
            _ => {
                let v = self.load_place(&Place { ty: dst.ty, ..src.clone() })?;
                self.store_place(dst, &v)
            }
        }
    }
    /// Copies all elements of a view, one after the other.
    pub fn copy_view(&mut self, dst: &View, src: &View) -> R<()> {
        let extents: Vec<Word> = dst.dims.iter().map(|d| self.dim(d.0)).collect();
        let (dst, src) = (dst.clone(), src.clone());
        self.nest(&extents, None, |e, ids| {
            let (d, s) = (e.element(&dst, ids)?, e.element(&src, ids)?);
            e.copy_object(&d, &s)
        })
    }
}
