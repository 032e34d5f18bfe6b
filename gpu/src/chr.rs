//! Characters: strings are read byte by byte, so that constants, substrings, concatenations and
//! memory need no storage in between.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::R;
use crate::mem::{Base, Place};
use crate::spv::S;
use ferrotran_ir::{Op, OpKind, Type, TypeKind};
use rspirv::spirv::{Op as O, Word};

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
    pub fn string_at(&mut self, p: &Place) -> R<Val> {
        if self.m.types.chr_kind(p.ty) == 4 {
            return Err(self.no("characters of kind 4"));
        }
        let at = self.byte_position(p);
        let len = match (p.len, self.m.types.kind(p.ty)) {
            (Some(n), _) => n,
            (None, TypeKind::Char(Some(n), _)) => self.s.i32(*n),
            _ => return Err(self.no("a string of unknown length")),
        };
        Ok(Val::Str(Str::Mem(p.base, at, len)))
    }
    fn string(&mut self, v: ferrotran_ir::Value) -> R<Str> {
        match self.val(v)? {
            Val::Str(s) => Ok(s),
            Val::Ref(p) => match self.string_at(&p)? {
                Val::Str(s) => Ok(s),
                _ => Err(self.no("a string was expected")),
            },
            _ => Err(self.no("a string was expected")),
        }
    }
    /// Length (i32) of a string.
    fn length(&mut self, s: &Str) -> Word {
        match s {
            Str::Mem(_, _, n) | Str::Sub(_, _, n) => *n,
            Str::Const(b) => self.s.i32(b.len() as i64),
            Str::Code(_) => self.s.i32(1),
            Str::Concat(a, b) => {
                let (a, b) = (self.length(a), self.length(b));
                self.iadd(a, b)
            }
            Str::Select(c, a, b) => {
                let (a, b) = (self.length(a), self.length(b));
                if a == b { a } else { self.s.op(O::Select, S::I32, &[*c, a, b]) }
            }
        }
    }
    /// Byte (u32) number `i` (i32, inside the string).
    fn byte(&mut self, s: &Str, i: Word) -> R<Word> {
        match s {
            Str::Mem(base, at, _) => {
                let at = self.iadd(*at, i);
                self.load_small(*base, at, 8)
            }
            Str::Code(c) => {
                let mask = self.s.u32(255);
                Ok(self.s.op(O::BitwiseAnd, S::U32, &[*c, mask]))
            }
            Str::Const(bytes) => {
                if let Some(k) = self.s.known(i) {
                    return Ok(self.s.u32(u32::from(bytes.get(k as usize).copied().unwrap_or(b' '))));
                }
                if let [only] = bytes[..] {
                    return Ok(self.s.u32(u32::from(only)));
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
                Ok(self.s.op(O::Select, S::U32, &[*c, x, y]))
            }
            Str::Concat(a, b) => {
                // Each side is read inside its own bounds only.
                let (na, zero) = (self.length(a), self.s.i32(0));
                let left = self.s.op(O::SLessThan, S::Bool, &[i, na]);
                let ia = self.s.op(O::Select, S::I32, &[left, i, zero]);
                let ib = self.isub(i, na);
                let ib = self.s.op(O::Select, S::I32, &[left, zero, ib]);
                let (x, y) = (self.byte(a, ia)?, self.byte(b, ib)?);
                Ok(self.s.op(O::Select, S::U32, &[left, x, y]))
            }
        }
    }
    /// A constant in local memory, filled at the head of the kernel.
    fn constant_string(&mut self, bytes: &[u8]) -> R<Base> {
        if let Some(&l) = self.strings.get(bytes) {
            return Ok(Base::Local(l));
        }
        let l = self.packed_local(bytes.len() as u64)?;
        let local = self.locals[l];
        for (w, chunk) in bytes.chunks(4).enumerate() {
            let mut word = [b' '; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            let (index, value) = (self.s.i32(w as i64), self.s.u32(u32::from_le_bytes(word)));
            self.s.with_prelude(|s| {
                let p = s.local_at(local.var, S::U32, local.n, index);
                s.store(p, value);
            });
        }
        self.strings.insert(bytes.to_vec(), l);
        Ok(Base::Local(l))
    }
    /// Byte number `i`, blank behind the end.
    fn padded(&mut self, s: &Str, i: Word) -> R<Word> {
        let n = self.length(s);
        if let (Some(k), Some(n)) = (self.s.known(i), self.s.known(n)) {
            return if k < n { self.byte(s, i) } else { Ok(self.s.u32(32)) };
        }
        let inside = self.s.op(O::SLessThan, S::Bool, &[i, n]);
        let out = self.s.local(S::U32, 1);
        let blank = self.s.u32(32);
        self.s.store(out, blank);
        self.if_else(
            inside,
            |e| {
                let b = e.byte(s, i)?;
                e.s.store(out, b);
                Ok(())
            },
            None::<fn(&mut Self) -> R<()>>,
        )?;
        Ok(self.s.load(out, S::U32))
    }

    /// Assigns a string to the bytes at a place, with padding or truncation.
    pub fn assign_string(&mut self, dst: &Place, v: &Val) -> R<()> {
        let Val::Str(src) = v else { return Err(self.no("a string was expected")) };
        let target = match self.string_at(dst)? {
            Val::Str(Str::Mem(base, at, n)) => (base, at, n),
            _ => return Err(self.no("a string was expected")),
        };
        let src = if self.may_overlap(src, target.0) { self.copy_aside(src)? } else { src.clone() };
        let (base, at, n) = target;
        if let Some(k @ 0..=8) = self.s.known(n) {
            for i in 0..k {
                let i = self.s.i32(i);
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
    fn bytes_loop(&mut self, n: Word, body: impl FnOnce(&mut Self, Word) -> R<()>) -> R<()> {
        self.nest(&[n], Some((FrameKind::Hidden, None)), |e, ids| body(e, ids[0]))
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
    fn copy_aside(&mut self, s: &Str) -> R<Str> {
        let n = self.length(s);
        let Some(k) = self.s.known(n).filter(|k| *k <= MAX_COPY) else {
            return Err(self.no("a string of run-time length that may overlap the one it is assigned to"));
        };
        let base = Base::Local(self.packed_local(k.max(1) as u64)?);
        let src = s.clone();
        self.bytes_loop(n, |e, i| {
            let b = e.byte(&src, i)?;
            e.store_small(base, i, 8, b)
        })?;
        let zero = self.s.i32(0);
        Ok(Str::Mem(base, zero, n))
    }

    /// -1, 0 or 1 (i32): comparison of bytes with blank padding.
    fn compare_strings(&mut self, a: &Str, b: &Str) -> R<Word> {
        let (na, nb) = (self.length(a), self.length(b));
        let result = self.s.local(S::I32, 1);
        let (zero, one, minus) = (self.s.i32(0), self.s.i32(1), self.s.i32(-1));
        self.s.store(result, zero);
        let longer = self.s.op(O::SGreaterThan, S::Bool, &[na, nb]);
        let n = self.s.op(O::Select, S::I32, &[longer, na, nb]);
        let (a, b) = (a.clone(), b.clone());
        self.bytes_loop(n, |e, i| {
            // The first difference decides; what follows is not looked at.
            let so_far = e.s.load(result, S::I32);
            let open = e.s.op(O::IEqual, S::Bool, &[so_far, zero]);
            e.if_else(
                open,
                |e| {
                    let (x, y) = (e.padded(&a, i)?, e.padded(&b, i)?);
                    let less = e.s.op(O::ULessThan, S::Bool, &[x, y]);
                    let more = e.s.op(O::UGreaterThan, S::Bool, &[x, y]);
                    let r = e.s.op(O::Select, S::I32, &[more, one, zero]);
                    let r = e.s.op(O::Select, S::I32, &[less, minus, r]);
                    e.s.store(result, r);
                    Ok(())
                },
                None::<fn(&mut Self) -> R<()>>,
            )
        })?;
        Ok(self.s.load(result, S::I32))
    }

    /// Character ops.
    pub fn character(&mut self, op: Op) -> R<()> {
        use OpKind::*;
        let m = self.m;
        let operands = m.operands(op).to_vec();
        let val = match m.kind(op) {
            ChrConst => match m.attr(op, "value") {
                Some(ferrotran_ir::Attr::Str(b) | ferrotran_ir::Attr::Bytes(b)) => Val::Str(Str::Const(b.clone())),
                _ => return Err(self.no("a character constant of this form")),
            },
            ChrMake | ChrRef if matches!(self.val(operands[0])?, Val::Str(_)) => {
                let (s, n) = (self.string(operands[0])?, self.subscript(operands[1])?);
                let whole = self.length(&s);
                let same = whole == n || self.s.known(whole).is_some_and(|k| self.s.known(n) == Some(k));
                let zero = self.s.i32(0);
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
                _ => return Err(self.no("the address of a string that is not in memory")),
            },
            ChrLen => {
                let s = self.string(operands[0])?;
                Val::S(self.length(&s))
            }
            ChrSubstr => {
                let (start, n) = (self.subscript(operands[1])?, self.subscript(operands[2])?);
                match self.val(operands[0])? {
                    Val::Ref(p) => {
                        let mut p = Place { len: Some(n), ty: Type::CHR, ..p };
                        if self.unit(p.base) == 1 {
                            p.off = self.iadd(p.off, start);
                        } else if let Some(k) = self.s.known(start) {
                            p.bytes += k;
                        } else {
                            return Err(self.no("a substring of this component"));
                        }
                        Val::Ref(p)
                    }
                    Val::Str(s) => Val::Str(Str::Sub(Box::new(s), start, n)),
                    _ => return Err(self.no("a substring of something that is no string")),
                }
            }
            ChrCast => return Err(self.no("characters of kind 4")),
            ChrConcat => {
                let (a, b) = (self.string(operands[0])?, self.string(operands[1])?);
                Val::Str(Str::Concat(Box::new(a), Box::new(b)))
            }
            ChrCmp => {
                let (a, b) = (self.string(operands[0])?, self.string(operands[1])?);
                let r = self.compare_strings(&a, &b)?;
                let zero = self.s.i32(0);
                let o = crate::arith::integer_order(m.choice(op));
                Val::S(self.s.op(o, S::Bool, &[r, zero]))
            }
            ChrAssign => {
                let s = self.string(operands[0])?;
                let p = self.place(operands[1])?;
                return self.assign_string(&p, &Val::Str(s));
            }
            ChrFromCode => {
                let c = self.subscript(operands[0])?;
                Val::Str(Str::Code(self.s.op(O::Bitcast, S::U32, &[c])))
            }
            ChrCode => {
                let s = self.string(operands[0])?;
                let zero = self.s.i32(0);
                let b = self.byte(&s, zero)?;
                Val::S(self.s.op(O::Bitcast, S::I32, &[b]))
            }
            k => return Err(self.no(format!("{} in a kernel", k.info().name))),
        };
        self.set(op, val);
        Ok(())
    }
}
