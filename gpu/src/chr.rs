//! Characters: strings are read byte by byte, so that constants, substrings, concatenations and
//! memory need no storage in between.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::Emitted;
use crate::mem::{Base, Place};
use crate::spv::RegType;
use ferrotran_ir::{Op, OpKind, Type, TypeKind};
use rspirv::spirv::{Op as SpvOp, Word};

/// Longest string that is copied aside where source and target may overlap.
const MAX_COPY: i64 = 4096;

/// A string value.
#[derive(Clone, Debug)]
pub enum Str {
    /// Bytes in memory from a byte position (i32); length (i32).
    Mem(Base, Word, Word),
    /// A constant.
    Const(Vec<u8>),
    /// One character of that code (u32).
    Code(Word),
    /// One after the other.
    Concat(Box<Str>, Box<Str>),
    /// First where the condition holds, else second; of one length.
    Select(Word, Box<Str>, Box<Str>),
    /// From a position, with a length.
    Sub(Box<Str>, Word, Word),
}

impl Emit<'_, '_> {
    /// The string at a place.
    pub fn string_at(&mut self, p: &Place) -> Emitted<Val> {
        if self.m.types.chr_kind(p.ty) == 4 {
            return Err(self.unsupported("characters of kind 4"));
        }
        let at = self.byte_position(p);
        let len = match (p.len, self.m.types.kind(p.ty)) {
            (Some(n), _) => n,
            (None, TypeKind::Char(Some(n), _)) => self.spv.i32(*n),
            _ => return Err(self.unsupported("a string of unknown length")),
        };
        Ok(Val::Str(Str::Mem(p.base, at, len)))
    }
    fn string(&mut self, v: ferrotran_ir::Value) -> Emitted<Str> {
        match self.val(v)? {
            Val::Str(s) => Ok(s),
            Val::Ref(p) => match self.string_at(&p)? {
                Val::Str(s) => Ok(s),
                _ => Err(self.unsupported("a string was expected")),
            },
            _ => Err(self.unsupported("a string was expected")),
        }
    }
    /// Length (i32) of a string.
    fn length(&mut self, s: &Str) -> Word {
        match s {
            Str::Mem(_, _, n) | Str::Sub(_, _, n) => *n,
            Str::Const(b) => self.spv.i32(b.len() as i64),
            Str::Code(_) => self.spv.i32(1),
            Str::Concat(a, b) => {
                let (a, b) = (self.length(a), self.length(b));
                self.iadd(a, b)
            }
            Str::Select(c, a, b) => {
                let (a, b) = (self.length(a), self.length(b));
                if a == b { a } else { self.spv.op(SpvOp::Select, RegType::I32, &[*c, a, b]) }
            }
        }
    }
    /// Byte (u32) number `i` (i32, inside the string).
    fn byte(&mut self, s: &Str, i: Word) -> Emitted<Word> {
        match s {
            Str::Mem(base, at, _) => {
                let at = self.iadd(*at, i);
                self.load_small(*base, at, 8)
            }
            Str::Code(c) => {
                let mask = self.spv.u32(255);
                Ok(self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[*c, mask]))
            }
            Str::Const(bytes) => {
                if let Some(k) = self.spv.known(i) {
                    return Ok(self.spv.u32(u32::from(bytes.get(k as usize).copied().unwrap_or(b' '))));
                }
                if let [only] = bytes[..] {
                    return Ok(self.spv.u32(u32::from(only)));
                }
                let base = self.constant_string(bytes)?;
                self.load_small(base, i, 8)
            }
            Str::Sub(inner, start, _) => {
                let at = self.iadd(*start, i);
                self.byte(inner, at)
            }
            Str::Select(c, a, b) => {
                let (x, y) = (self.byte(a, i)?, self.byte(b, i)?);
                Ok(self.spv.op(SpvOp::Select, RegType::U32, &[*c, x, y]))
            }
            Str::Concat(a, b) => {
                // Each side is read inside its own bounds only.
                let (na, zero) = (self.length(a), self.spv.i32(0));
                let left = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[i, na]);
                let ia = self.spv.op(SpvOp::Select, RegType::I32, &[left, i, zero]);
                let ib = self.isub(i, na);
                let ib = self.spv.op(SpvOp::Select, RegType::I32, &[left, zero, ib]);
                let (x, y) = (self.byte(a, ia)?, self.byte(b, ib)?);
                Ok(self.spv.op(SpvOp::Select, RegType::U32, &[left, x, y]))
            }
        }
    }
    /// A constant in local memory, filled at the head of the kernel.
    fn constant_string(&mut self, bytes: &[u8]) -> Emitted<Base> {
        if let Some(&l) = self.strings.get(bytes) {
            return Ok(Base::Local(l));
        }
        let l = self.packed_local(bytes.len() as u64)?;
        let local = self.locals[l];
        for (w, chunk) in bytes.chunks(4).enumerate() {
            let mut word = [b' '; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            let (index, value) = (self.spv.i32(w as i64), self.spv.u32(u32::from_le_bytes(word)));
            self.spv.with_prelude(|s| {
                let p = s.local_at(local.var, RegType::U32, local.n, index);
                s.store(p, value);
            });
        }
        self.strings.insert(bytes.to_vec(), l);
        Ok(Base::Local(l))
    }
    /// Byte number `i`, blank behind the end.
    fn padded(&mut self, s: &Str, i: Word) -> Emitted<Word> {
        let n = self.length(s);
        if let (Some(k), Some(n)) = (self.spv.known(i), self.spv.known(n)) {
            return if k < n { self.byte(s, i) } else { Ok(self.spv.u32(32)) };
        }
        let inside = self.spv.op(SpvOp::SLessThan, RegType::Bool, &[i, n]);
        let out = self.spv.local(RegType::U32, 1);
        let blank = self.spv.u32(32);
        self.spv.store(out, blank);
        self.if_then(inside, |e| {
            let b = e.byte(s, i)?;
            e.spv.store(out, b);
            Ok(())
        })?;
        Ok(self.spv.load(out, RegType::U32))
    }

    /// Assigns a string to the bytes at a place, with padding or truncation.
    pub fn assign_string(&mut self, dst: &Place, v: &Val) -> Emitted<()> {
        self.assign_text(dst, v, false)
    }
    /// The same; `apart`: the string does not lie in these bytes.
    fn assign_text(&mut self, dst: &Place, v: &Val, apart: bool) -> Emitted<()> {
        let Val::Str(src) = v else { return Err(self.unsupported("a string was expected")) };
        let target = match self.string_at(dst)? {
            Val::Str(Str::Mem(base, at, n)) => (base, at, n),
            _ => return Err(self.unsupported("a string was expected")),
        };
        let src = if !apart && self.may_overlap(src, target.0) { self.copy_aside(src, target.2)? } else { src.clone() };
        let (base, at, n) = target;
        if let Some(k @ 0..=8) = self.spv.known(n) {
            for i in 0..k {
                let i = self.spv.i32(i);
                let b = self.padded(&src, i)?;
                let to = self.iadd(at, i);
                self.store_small(base, to, 8, b)?;
            }
            return Ok(());
        }
        self.bytes_loop(n, |e, i| {
            let b = e.padded(&src, i)?;
            let to = e.iadd(at, i);
            e.store_small(base, to, 8, b)
        })
    }
    fn bytes_loop(&mut self, n: Word, body: impl FnOnce(&mut Self, Word) -> Emitted<()>) -> Emitted<()> {
        self.nest(RegType::I32, &[n], Some((FrameKind::Hidden, None)), |e, ids| body(e, ids[0]))
    }
    /// May reading the string while bytes of `base` are written see the new ones? A string that is
    /// moved onto its own place byte by byte is harmless only where nothing shifts.
    fn may_overlap(&self, s: &Str, base: Base) -> bool {
        let meets = |b: Base| b == base || (matches!(b, Base::Arg(_)) && matches!(base, Base::Arg(_)));
        match s {
            Str::Mem(b, ..) => meets(*b),
            Str::Const(_) | Str::Code(_) => false,
            Str::Sub(a, ..) => self.may_overlap(a, base),
            Str::Concat(a, b) | Str::Select(_, a, b) => self.may_overlap(a, base) || self.may_overlap(b, base),
        }
    }
    /// What of a string is assigned to one of length `n`, aside.
    fn copy_aside(&mut self, s: &Str, n: Word) -> Emitted<Str> {
        let own = self.length(s);
        let small = |e: &Self, n: Word| e.spv.known(n).filter(|k| *k <= MAX_COPY);
        // One of run-time length as far as there is room for it, with blanks behind it.
        let whole = small(self, own).is_some();
        let n = if whole { own } else { n };
        let Some(k) = small(self, n) else {
            return Err(self.unsupported("a string of run-time length that may overlap the one it is assigned to"));
        };
        let base = Base::Local(self.packed_local(k.max(1) as u64)?);
        let src = s.clone();
        self.bytes_loop(n, |e, i| {
            let b = if whole { e.byte(&src, i)? } else { e.padded(&src, i)? };
            e.store_small(base, i, 8, b)
        })?;
        let zero = self.spv.i32(0);
        Ok(Str::Mem(base, zero, n))
    }

    /// -1, 0 or 1 (i32): comparison of bytes with blank padding.
    fn compare_strings(&mut self, a: &Str, b: &Str) -> Emitted<Word> {
        let (na, nb) = (self.length(a), self.length(b));
        let result = self.spv.local(RegType::I32, 1);
        let (zero, one, minus) = (self.spv.i32(0), self.spv.i32(1), self.spv.i32(-1));
        self.spv.store(result, zero);
        let longer = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[na, nb]);
        let n = self.spv.op(SpvOp::Select, RegType::I32, &[longer, na, nb]);
        let (a, b) = (a.clone(), b.clone());
        self.bytes_loop(n, |e, i| {
            // The first difference decides; what follows is not looked at.
            let so_far = e.spv.load(result, RegType::I32);
            let open = e.spv.op(SpvOp::IEqual, RegType::Bool, &[so_far, zero]);
            e.if_then(open, |e| {
                let (x, y) = (e.padded(&a, i)?, e.padded(&b, i)?);
                let less = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[x, y]);
                let more = e.spv.op(SpvOp::UGreaterThan, RegType::Bool, &[x, y]);
                let r = e.spv.op(SpvOp::Select, RegType::I32, &[more, one, zero]);
                let r = e.spv.op(SpvOp::Select, RegType::I32, &[less, minus, r]);
                e.spv.store(result, r);
                Ok(())
            })
        })?;
        Ok(self.spv.load(result, RegType::I32))
    }

    /// Character ops.
    pub fn character(&mut self, op: Op) -> Emitted<()> {
        use OpKind::*;
        let m = self.m;
        let operands = m.operands(op).to_vec();
        let val = match m.kind(op) {
            ChrConst => match m.attr(op, "value") {
                Some(ferrotran_ir::Attr::Str(b) | ferrotran_ir::Attr::Bytes(b)) => Val::Str(Str::Const(b.clone())),
                _ => return Err(self.unsupported("a character constant of this form")),
            },
            ChrMake | ChrRef if matches!(self.val(operands[0])?, Val::Str(_)) => {
                let (s, n) = (self.string(operands[0])?, self.subscript(operands[1])?);
                let whole = self.length(&s);
                let same = whole == n || self.spv.known(whole).is_some_and(|k| self.spv.known(n) == Some(k));
                let zero = self.spv.i32(0);
                Val::Str(if same { s } else { Str::Sub(Box::new(s), zero, n) })
            }
            ChrMake => {
                let (p, n) = (self.place(operands[0])?, self.subscript(operands[1])?);
                let at = self.byte_position(&p);
                Val::Str(Str::Mem(p.base, at, n))
            }
            ChrRef => {
                let (p, n) = (self.place(operands[0])?, self.subscript(operands[1])?);
                Val::Ref(Place { len: Some(n), ty: Type::CHR, ..p })
            }
            ChrAddr => match self.val(operands[0])? {
                Val::Ref(p) => Val::Ref(p),
                Val::Str(Str::Mem(base, at, n)) if self.unit(base) == 1 => {
                    Val::Ref(Place { base, off: at, bytes: 0, len: Some(n), ty: Type::CHR })
                }
                // It lies nowhere: the string itself goes in place of its address.
                s @ Val::Str(_) => s,
                _ => return Err(self.unsupported("the address of a string that is not in memory")),
            },
            ChrLen => {
                let s = self.string(operands[0])?;
                let n = self.length(&s);
                self.index_of(n)
            }
            ChrSubstr => {
                let (start, n) = (self.subscript(operands[1])?, self.subscript(operands[2])?);
                match self.val(operands[0])? {
                    Val::Ref(p) => {
                        let mut p = Place { len: Some(n), ty: Type::CHR, ..p };
                        if self.unit(p.base) == 1 {
                            p.off = self.iadd(p.off, start);
                        } else if let Some(k) = self.spv.known(start) {
                            p.bytes += k;
                        } else {
                            return Err(self.unsupported("a substring of this component"));
                        }
                        Val::Ref(p)
                    }
                    Val::Str(s) => Val::Str(Str::Sub(Box::new(s), start, n)),
                    _ => return Err(self.unsupported("a substring of something that is no string")),
                }
            }
            ChrCast => return Err(self.unsupported("characters of kind 4")),
            ChrConcat => {
                let (a, b) = (self.string(operands[0])?, self.string(operands[1])?);
                Val::Str(Str::Concat(Box::new(a), Box::new(b)))
            }
            ChrCmp => {
                let (a, b) = (self.string(operands[0])?, self.string(operands[1])?);
                let r = self.compare_strings(&a, &b)?;
                let zero = self.spv.i32(0);
                let o = crate::arith::integer_order(m.choice(op));
                Val::Scalar(self.spv.op(o, RegType::Bool, &[r, zero]))
            }
            ChrAssign => {
                let s = self.string(operands[0])?;
                let p = self.place(operands[1])?;
                return self.assign_text(&p, &Val::Str(s), m.flag(op, "apart"));
            }
            ChrFromCode => {
                let c = self.subscript(operands[0])?;
                Val::Str(Str::Code(self.spv.op(SpvOp::Bitcast, RegType::U32, &[c])))
            }
            ChrCode => {
                let s = self.string(operands[0])?;
                let zero = self.spv.i32(0);
                let b = self.byte(&s, zero)?;
                Val::Scalar(self.spv.op(SpvOp::Bitcast, RegType::I32, &[b]))
            }
            k => return Err(self.unsupported(format!("{} in a kernel", k.info().name))),
        };
        self.set(op, val);
        Ok(())
    }
}
