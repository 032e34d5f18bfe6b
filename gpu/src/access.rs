//! Loads and stores of objects: which entries of which buffer they touch, and how small integers and
//! truth values are packed.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::mem::{Base, Place, View};
use crate::spv::RegType;
use ferrotran_ir::{Type, TypeKind};
use rspirv::spirv::{Op as SpvOp, Word};

/// Size and kind of the pieces of a scalar type in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Whole entries of a buffer of that type.
    Entry(RegType),
    /// A truth value in a word.
    Truth,
    /// A truth value in a byte or half word: bits.
    SmallTruth(u32),
    /// An integer of 8 or 16 bits.
    Small(u32),
    /// An `index` of 32 bits in 64.
    Index,
    /// An `index` of 64 bits, which lies in words.
    Pair,
    /// A truth value of 64 bits.
    WideTruth,
}

impl Emit<'_, '_> {
    // ---- loads and stores -----------------------------------------------------------------------
    /// How an object of a scalar type lies in memory, and in how many pieces.
    pub fn piece(&self, t: Type) -> Emitted<(Piece, usize)> {
        Ok(match self.m.types.kind(t) {
            TypeKind::Bool | TypeKind::Logical(8) => (Piece::SmallTruth(8), 1),
            TypeKind::Logical(16) => (Piece::SmallTruth(16), 1),
            TypeKind::Logical(32) => (Piece::Truth, 1),
            TypeKind::Logical(_) => (Piece::WideTruth, 1),
            TypeKind::Int(8) => (Piece::Small(8), 1),
            TypeKind::Int(16) => (Piece::Small(16), 1),
            TypeKind::Int(32) => (Piece::Entry(RegType::I32), 1),
            TypeKind::Int(_) => (Piece::Entry(RegType::I64), 1),
            TypeKind::Index if self.index() == RegType::I32 => (Piece::Index, 1),
            TypeKind::Index => (Piece::Pair, 1),
            TypeKind::Float(32) => (Piece::Entry(RegType::F32), 1),
            TypeKind::Float(_) => (Piece::Entry(RegType::F64), 1),
            TypeKind::Complex(32) => (Piece::Entry(RegType::F32), 2),
            TypeKind::Complex(_) => (Piece::Entry(RegType::F64), 2),
            _ => return Err(self.unsupported(format!("an object of type {} as a value", self.m.types.text(t)))),
        })
    }
    /// Index of an entry of `size` bytes at a place plus `extra` bytes.
    fn entry_index(&mut self, p: &Place, size: u32, extra: i64) -> Emitted<Word> {
        let unit = self.unit(p.base);
        let bytes = p.bytes + extra;
        if bytes.rem_euclid(i64::from(size)) != 0 {
            return Err(self.unsupported("a component that is not aligned to its size"));
        }
        let i = self.rescale(p.off, unit, size);
        let add = self.spv.i32(bytes / i64::from(size));
        Ok(self.iadd(i, add))
    }
    /// Byte position of a place (i32).
    pub fn byte_position(&mut self, p: &Place) -> Word {
        let unit = self.unit(p.base);
        let b = self.rescale(p.off, unit, 1);
        let add = self.spv.i32(p.bytes);
        self.iadd(b, add)
    }
    /// Notes that a buffer is read or written.
    pub fn touch(&mut self, base: Base, write: bool) {
        if let Base::Arg(i) = base {
            let v = self.kernel.view_mut(i);
            v.reads |= !write;
            v.writes |= write;
            self.kernel.writes_any |= write;
        }
    }
    /// Pointer to an entry of type `s`.
    pub fn entry(&mut self, p: &Place, s: RegType, extra: i64) -> Emitted<Word> {
        match p.base {
            Base::Arg(i) => {
                let index = self.entry_index(p, s.bytes(), extra)?;
                let var = self.view_var(i, s);
                Ok(self.spv.buffer_at(var, s, index))
            }
            Base::Local(i) => {
                let l = self.locals[i];
                if l.reg != s {
                    return Err(self.unsupported("a local variable seen as another type"));
                }
                if l.shared {
                    let index = self.entry_index(p, 4, extra)?;
                    return Ok(self.spv.shared_at(l.var, s, index));
                }
                let index = self.entry_index(p, l.unit, extra / i64::from(s.bytes()) * i64::from(l.unit))?;
                Ok(self.spv.local_at(l.var, s, l.n, index))
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
    fn word_at(&mut self, base: Base, at: Word) -> Emitted<Word> {
        let index = self.word_index(at);
        self.word(base, index)
    }
    /// Number of the word that holds the byte at `at`.
    fn word_index(&mut self, at: Word) -> Word {
        let two = self.spv.u32(2);
        match self.spv.known(at) {
            Some(k) => self.spv.i32(k >> 2),
            None => self.spv.op(SpvOp::ShiftRightArithmetic, RegType::I32, &[at, two]),
        }
    }
    /// Pointer to the word that holds the byte at `at`.
    pub fn word_pointer_at(&mut self, base: Base, at: Word) -> Emitted<Word> {
        let index = self.word_index(at);
        self.word_pointer(base, index)
    }
    /// Word (u32) number `index`.
    fn word(&mut self, base: Base, index: Word) -> Emitted<Word> {
        self.touch(base, false);
        let p = self.word_pointer(base, index)?;
        Ok(match base {
            Base::Arg(i) if self.kernel.atomic.contains(&i) => {
                self.spv.atomic(SpvOp::AtomicLoad, RegType::U32, p, None)
            }
            _ => self.spv.load(p, RegType::U32),
        })
    }
    fn word_pointer(&mut self, base: Base, index: Word) -> Emitted<Word> {
        match base {
            Base::Arg(i) => {
                let var = self.view_var(i, RegType::U32);
                Ok(self.spv.buffer_at(var, RegType::U32, index))
            }
            Base::Local(i) => {
                let l = self.locals[i];
                if !l.packed {
                    return Err(self.unsupported("a local variable seen as bytes"));
                }
                if l.shared {
                    return Ok(self.spv.shared_at(l.var, RegType::U32, index));
                }
                Ok(self.spv.local_at(l.var, RegType::U32, l.n, index))
            }
        }
    }
    /// Bits (8 or 16) at a byte position, zero extended (u32).
    pub fn load_small(&mut self, base: Base, at: Word, bits: u32) -> Emitted<Word> {
        let w = self.word_at(base, at)?;
        let shift = self.bit_shift(at);
        let moved = self.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[w, shift]);
        let mask = self.spv.u32((1u32 << bits) - 1);
        Ok(self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[moved, mask]))
    }
    /// How far the byte at `at` lies from the low end of its word.
    pub fn bit_shift(&mut self, at: Word) -> Word {
        if let Some(k) = self.spv.known(at) {
            return self.spv.u32((k as u32 & 3) * 8);
        }
        let (three, low) = (self.spv.u32(3), self.spv.op(SpvOp::Bitcast, RegType::U32, &[at]));
        let b = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[low, three]);
        self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[b, three])
    }
    /// Stores the low `bits` (8 or 16) of a u32 at a byte position.
    pub fn store_small(&mut self, base: Base, at: Word, bits: u32, value: Word) -> Emitted<()> {
        self.touch(base, true);
        let shift = self.bit_shift(at);
        let mask = self.spv.u32((1u32 << bits) - 1);
        let low = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[value, mask]);
        let new = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[low, shift]);
        let hole = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[mask, shift]);
        let keep = self.spv.op(SpvOp::Not, RegType::U32, &[hole]);
        let p = self.word_pointer_at(base, at)?;
        match base {
            Base::Arg(i) => {
                // Neighbouring bytes belong to other invocations: clear and set atomically.
                if self.kernel.atomic.insert(i) {
                    self.kernel.again = true;
                }
                self.spv.atomic(SpvOp::AtomicAnd, RegType::U32, p, Some(keep));
                self.spv.atomic(SpvOp::AtomicOr, RegType::U32, p, Some(new));
            }
            Base::Local(i) if self.locals[i].shared => {
                self.spv.atomic(SpvOp::AtomicAnd, RegType::U32, p, Some(keep));
                self.spv.atomic(SpvOp::AtomicOr, RegType::U32, p, Some(new));
            }
            Base::Local(_) => {
                let old = self.spv.load(p, RegType::U32);
                let rest = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[old, keep]);
                let all = self.spv.op(SpvOp::BitwiseOr, RegType::U32, &[rest, new]);
                self.spv.store(p, all);
            }
        }
        Ok(())
    }

    /// Loads the object at a place.
    pub fn load_place(&mut self, p: &Place) -> Emitted<Val> {
        if matches!(self.m.types.kind(p.ty), TypeKind::Char(..)) {
            return self.string_at(p);
        }
        let (piece, parts) = self.piece(p.ty)?;
        if self.is_plain_local(p.base) {
            let s = self.reg(p.ty)?;
            let mut out = Vec::new();
            for k in 0..parts {
                let at = self.entry(p, s, k as i64 * i64::from(s.bytes()))?;
                out.push(self.spv.load(at, s));
            }
            return Ok(Self::from_parts(&out));
        }
        self.touch(p.base, false);
        Ok(Val::Scalar(match piece {
            Piece::Entry(s) => {
                let mut out = Vec::new();
                for k in 0..parts {
                    let extra = k as i64 * i64::from(s.bytes());
                    out.push(if self.is_packed(p.base) {
                        self.packed_load(p, s, extra)?
                    } else {
                        let at = self.entry(p, s, extra)?;
                        self.spv.load(at, s)
                    });
                }
                return Ok(Self::from_parts(&out));
            }
            Piece::Truth | Piece::WideTruth => {
                let index = self.entry_index(p, 4, 0)?;
                let w = self.word(p.base, index)?;
                let zero = self.spv.u32(0);
                self.spv.op(SpvOp::INotEqual, RegType::Bool, &[w, zero])
            }
            Piece::Index => {
                let index = self.entry_index(p, 4, 0)?;
                let w = self.word(p.base, index)?;
                self.spv.op(SpvOp::Bitcast, RegType::I32, &[w])
            }
            Piece::Pair => self.packed_load(p, RegType::I64, 0)?,
            Piece::SmallTruth(bits) => {
                let at = self.byte_position(p);
                let w = self.load_small(p.base, at, bits)?;
                let zero = self.spv.u32(0);
                self.spv.op(SpvOp::INotEqual, RegType::Bool, &[w, zero])
            }
            Piece::Small(bits) => {
                let at = self.byte_position(p);
                let w = self.load_small(p.base, at, bits)?;
                let i = self.spv.op(SpvOp::Bitcast, RegType::I32, &[w]);
                self.sign_extend(i, bits)
            }
        }))
    }
    /// Stores a value to a place.
    pub fn store_place(&mut self, p: &Place, v: &Val) -> Emitted<()> {
        let (piece, _) = self.piece(p.ty)?;
        let parts = self.parts(v)?;
        if self.is_plain_local(p.base) {
            let s = self.reg(p.ty)?;
            for (k, &w) in parts.iter().enumerate() {
                let at = self.entry(p, s, k as i64 * i64::from(s.bytes()))?;
                self.spv.store(at, w);
            }
            return Ok(());
        }
        self.touch(p.base, true);
        let truth = |e: &mut Self| {
            let (one, zero) = (e.spv.u32(1), e.spv.u32(0));
            e.spv.op(SpvOp::Select, RegType::U32, &[parts[0], one, zero])
        };
        match piece {
            Piece::Entry(s) => {
                for (k, &w) in parts.iter().enumerate() {
                    let extra = k as i64 * i64::from(s.bytes());
                    if self.is_packed(p.base) {
                        self.packed_store(p, s, extra, w)?;
                    } else {
                        let at = self.entry(p, s, extra)?;
                        self.spv.store(at, w);
                    }
                }
            }
            Piece::Truth | Piece::WideTruth => {
                let w = truth(self);
                let index = self.entry_index(p, 4, 0)?;
                self.store_word(p.base, index, w)?;
                if matches!(piece, Piece::WideTruth) {
                    let (index, zero) = (self.entry_index(p, 4, 4)?, self.spv.u32(0));
                    self.store_word(p.base, index, zero)?;
                }
            }
            Piece::Index => {
                let low = self.spv.op(SpvOp::Bitcast, RegType::U32, &[parts[0]]);
                let index = self.entry_index(p, 4, 0)?;
                self.store_word(p.base, index, low)?;
                let sign = self.spv.u32(31);
                let high = self.spv.op(SpvOp::ShiftRightArithmetic, RegType::I32, &[parts[0], sign]);
                let high = self.spv.op(SpvOp::Bitcast, RegType::U32, &[high]);
                let index = self.entry_index(p, 4, 4)?;
                self.store_word(p.base, index, high)?;
            }
            Piece::Pair => self.packed_store(p, RegType::I64, 0, parts[0])?,
            Piece::SmallTruth(bits) => {
                let w = truth(self);
                let at = self.byte_position(p);
                self.store_small(p.base, at, bits, w)?;
            }
            Piece::Small(bits) => {
                let w = self.spv.op(SpvOp::Bitcast, RegType::U32, &[parts[0]]);
                let at = self.byte_position(p);
                self.store_small(p.base, at, bits, w)?;
            }
        }
        Ok(())
    }
    /// Stores word (u32) number `index`.
    pub fn store_word(&mut self, base: Base, index: Word, w: Word) -> Emitted<()> {
        self.touch(base, true);
        let p = self.word_pointer(base, index)?;
        match base {
            Base::Arg(i) if self.kernel.atomic.contains(&i) => {
                self.spv.atomic(SpvOp::AtomicStore, RegType::U32, p, Some(w));
            }
            _ => self.spv.store(p, w),
        }
        Ok(())
    }
    fn packed_load(&mut self, p: &Place, s: RegType, extra: i64) -> Emitted<Word> {
        let index = self.entry_index(p, 4, extra)?;
        let low = self.word(p.base, index)?;
        if s.bytes() == 4 {
            return Ok(self.spv.op(SpvOp::Bitcast, s, &[low]));
        }
        let index = self.entry_index(p, 4, extra + 4)?;
        let high = self.word(p.base, index)?;
        let (low, high) =
            (self.spv.op(SpvOp::UConvert, RegType::U64, &[low]), self.spv.op(SpvOp::UConvert, RegType::U64, &[high]));
        let shift = self.spv.u32(32);
        let high = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U64, &[high, shift]);
        let all = self.spv.op(SpvOp::BitwiseOr, RegType::U64, &[low, high]);
        Ok(self.spv.op(SpvOp::Bitcast, s, &[all]))
    }
    fn packed_store(&mut self, p: &Place, s: RegType, extra: i64, v: Word) -> Emitted<()> {
        let index = self.entry_index(p, 4, extra)?;
        if s.bytes() == 4 {
            let w = self.spv.op(SpvOp::Bitcast, RegType::U32, &[v]);
            return self.store_word(p.base, index, w);
        }
        let all = self.spv.op(SpvOp::Bitcast, RegType::U64, &[v]);
        let low = self.spv.op(SpvOp::UConvert, RegType::U32, &[all]);
        self.store_word(p.base, index, low)?;
        let shift = self.spv.u32(32);
        let high = self.spv.op(SpvOp::ShiftRightLogical, RegType::U64, &[all, shift]);
        let high = self.spv.op(SpvOp::UConvert, RegType::U32, &[high]);
        let index = self.entry_index(p, 4, extra + 4)?;
        self.store_word(p.base, index, high)
    }

    /// Copies an object of derived type, component by component where the layout is known to be
    /// made of scalars, so that both sides use the types that other code uses.
    pub fn copy_object(&mut self, dst: &Place, src: &Place) -> Emitted<()> {
        match self.m.types.kind(dst.ty) {
            TypeKind::Derived(_) => {
                for (_, f) in self.kernel.fields(dst.ty)? {
                    let count: i64 = f.extents.iter().product();
                    let size = self.kernel.size_of(f.ty)? as i64;
                    if count > 64 {
                        return Err(self.unsupported("a copy of an object with a large array component"));
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
            // Descriptors and addresses mean something on the host only; of an object that lies here nothing reads them.
            TypeKind::Box { .. } | TypeKind::Ptr if matches!(dst.base, Base::Local(_)) => Ok(()),
            TypeKind::Char(..) => {
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
    pub fn copy_view(&mut self, dst: &View, src: &View) -> Emitted<()> {
        let extents: Vec<Word> = dst.dims.iter().map(|d| self.dim(d.0)).collect();
        let (dst, src) = (dst.clone(), src.clone());
        self.nest(RegType::I32, &extents, None, |e, ids| {
            let (d, s) = (e.element(&dst, ids)?, e.element(&src, ids)?);
            e.copy_object(&d, &s)
        })
    }
}
