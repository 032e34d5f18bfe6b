//! chr.* ops: strings as (address, length).

use super::func::FuncGen;
use super::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{self as clif, InstBuilder, Value as Cv, condcodes::IntCC, types};
use ferrotran_abi::rt;
use ferrotran_ir::{Attr, Op, OpKind, Pred, TypeKind, Value};

/// Concatenations up to this many bytes of known length live in the stack frame.
const MAX_STATIC: i64 = 256;

/// Strings up to this many bytes are tested for equality word by word in place.
const MAX_WORDS: i64 = 32;

/// The first `width` bytes as the number that a load of that width gives.
fn number(bytes: &[u8], width: usize) -> Option<i64> {
    let mut word = [0; 8];
    word[..width].copy_from_slice(bytes.get(..width)?);
    Some(i64::from_le_bytes(word))
}

impl FuncGen<'_, '_, '_> {
    pub(crate) fn chr(&mut self, op: Op, v: Value) -> Res<(Cv, Ix)> {
        match self.get(v)? {
            Val::Chr { ptr, len } => Ok((ptr, len)),
            _ => self.fail(op, "a string is needed here"),
        }
    }

    /// Kind of a string value or reference: bytes of a character.
    fn chr_kind(&self, v: Value) -> i64 {
        i64::from(self.m.types.chr_kind(self.m.ty(v)))
    }

    /// Characters in so many bytes of a string of that kind.
    fn characters(&mut self, bytes: Ix, kind: i64) -> Cv {
        match bytes {
            Ix::C(n) => self.ixv(Ix::C(n / kind)),
            Ix::V(v) if kind == 1 => v,
            Ix::V(v) => self.b.ins().sshr_imm_s(v, i64::from(kind.trailing_zeros())),
        }
    }

    /// Length of a string value by its type.
    fn static_len(&self, v: Value) -> Option<i64> {
        let m = self.m;
        match m.tk(v) {
            TypeKind::Char(n, _) => *n,
            TypeKind::Ref(e) => match m.types.kind(*e) {
                TypeKind::Char(n, _) => *n,
                _ => None,
            },
            _ => None,
        }
    }

    /// Length of a concatenation or conversion that lives in the stack frame.
    fn static_concat(&self, op: Op) -> Option<i64> {
        let known = |i: usize| self.static_len(self.m.operand(op, i));
        let n = self.static_len(self.m.result(op)).or_else(|| match self.m.kind(op) {
            OpKind::ChrConcat => Some(known(0)? + known(1)?),
            _ => Some(known(0)? / self.chr_kind(self.m.operand(op, 0)) * self.chr_kind(self.m.result(op))),
        })?;
        (n <= MAX_STATIC).then_some(n)
    }

    /// True for an op whose result lies in the storage that `frt_temp_alloc` gives.
    pub(crate) fn takes_temporary(&self, op: Op) -> bool {
        matches!(self.m.kind(op), OpKind::ChrConcat | OpKind::ChrCast) && self.static_concat(op).is_none()
    }

    /// Storage for `len` bytes of the result of a concatenation or conversion.
    fn result_storage(&mut self, op: Op, len: Ix) -> Res<Cv> {
        match self.static_concat(op) {
            Some(bytes) => Ok(self.frame(bytes)),
            None => {
                let bytes = self.ixv(len);
                Ok(self.rt(op, rt::frt_temp_alloc, &[bytes])?.expect("frt_temp_alloc has a result"))
            }
        }
    }

    pub(crate) fn chr_const(&mut self, op: Op) -> Res<Val> {
        let Some(Attr::Str(bytes) | Attr::Bytes(bytes)) = self.m.attr(op, "value") else {
            return self.fail(op, "malformed character constant");
        };
        let align = self.chr_kind(self.m.result(op));
        let id = match self.cx.bytes(bytes, align as _) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        Ok(Val::Chr { ptr: self.data_addr(id), len: Ix::C(bytes.len() as i64) })
    }

    /// Machine type of the code of one character.
    fn code_type(kind: i64) -> clif::Type {
        if kind == 4 { types::I32 } else { types::I8 }
    }

    /// The code of the first character of `v`, which has one: an integer of type `t`, i32 or what `code_type` gives.
    fn code(&mut self, op: Op, v: Value, kind: i64, t: clif::Type) -> Res<Cv> {
        let m = self.m;
        if let Some(n) = self.literal(v).and_then(|b| number(b, kind as usize)) {
            return Ok(self.b.ins().iconst(t, n));
        }
        if let Some(made) = m.def_of(v, OpKind::ChrFromCode) {
            let c = self.s(m.operand(made, 0))?;
            let c = self.int_to_int(c, Self::code_type(kind));
            return Ok(if self.b.func.dfg.value_type(c) == t { c } else { self.b.ins().uextend(t, c) });
        }
        let (p, _) = self.chr(op, v)?;
        let (p, at) = self.displaced(p);
        let flags = self.data();
        Ok(match (kind, t) {
            // Comparisons of bytes would be extended once more.
            (1, types::I32) => self.b.ins().uload8(t, flags, p, at),
            _ => self.b.ins().load(t, flags, p, at),
        })
    }

    /// The bytes of a character constant.
    fn literal(&self, v: Value) -> Option<&[u8]> {
        match self.m.attr(self.m.def_of(v, OpKind::ChrConst)?, "value") {
            Some(Attr::Bytes(b)) => Some(b),
            Some(Attr::Str(b)) => Some(b),
            _ => None,
        }
    }

    /// True for a character made from a code of which only the code is read: it needs no place in memory.
    pub(crate) fn needs_code_only(&self, op: Op) -> bool {
        let m = self.m;
        let r = m.result(op);
        let one = Some(self.chr_kind(r));
        self.static_len(r) == one
            && !m.users(r).is_empty()
            && m.uses(r).iter().all(|&(o, i)| match m.kind(o) {
                OpKind::ChrCode => true,
                OpKind::ChrCmp => self.static_len(m.operand(o, 0)) == one && self.static_len(m.operand(o, 1)) == one,
                OpKind::ChrAssign => i == 0 && self.static_len(m.operand(o, 1)) == one,
                _ => false,
            })
    }

    /// Whether two short strings are equal: 1 where all bytes agree, with the shorter one continued by blanks.
    fn equal_bytes(&mut self, op: Op, a: Value, b: Value, n: i64, k: i64) -> Res<Cv> {
        let (literals, flags) =
            ([self.literal(a).map(<[u8]>::to_vec), self.literal(b).map(<[u8]>::to_vec)], self.data());
        let places = [self.chr(op, a)?.0, self.chr(op, b)?.0].map(|p| self.displaced(p));
        let mut differences = None;
        let mut at = 0;
        while at < n.max(k) {
            // Words do not cross the end of the shorter string.
            let room = if at < n.min(k) { n.min(k) - at } else { n.max(k) - at };
            let t = match room {
                8.. => types::I64,
                4.. => types::I32,
                2.. => types::I16,
                _ => types::I8,
            };
            let width = t.bytes() as usize;
            let word = |s: &mut Self, side: usize, len: i64| {
                let from = at as usize;
                let known = match &literals[side] {
                    Some(b) if at < len => b.get(from..).and_then(|b| number(b, width)),
                    None if at < len => None,
                    _ => number(&b"        "[..width], width),
                };
                match known {
                    Some(c) => s.b.ins().iconst(t, c),
                    None => s.b.ins().load(t, flags, places[side].0, places[side].1 + at as i32),
                }
            };
            let (x, y) = (word(self, 0, n), word(self, 1, k));
            at += width as i64;
            if at == n.max(k) && differences.is_none() {
                return Ok(self.b.ins().icmp(IntCC::Equal, x, y));
            }
            let d = self.b.ins().bxor(x, y);
            let d = if t == types::I64 { d } else { self.b.ins().uextend(types::I64, d) };
            differences = Some(match differences {
                Some(before) => self.b.ins().bor(before, d),
                None => d,
            });
        }
        Ok(match differences {
            Some(d) => self.b.ins().icmp_imm_s(IntCC::Equal, d, 0),
            None => self.b.ins().iconst(types::I8, 1),
        })
    }

    fn frame(&mut self, bytes: i64) -> Cv {
        let shift = match bytes {
            8.. => 3,
            4.. => 2,
            _ => 0,
        };
        self.scratch(bytes.max(1) as u32, shift)
    }

    pub(crate) fn chr_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let a = m.operand(op, 0);
        match m.kind(op) {
            OpKind::ChrMake | OpKind::ChrRef => {
                let ptr = self.s(a)?;
                let len = self.ix(m.operand(op, 1))?;
                self.set_pure(op, Val::Chr { ptr, len });
            }
            OpKind::ChrAddr => {
                let (p, _) = self.chr(op, a)?;
                self.set_pure(op, Val::S(p));
            }
            OpKind::ChrLen => {
                let (_, n) = self.chr(op, a)?;
                let n = self.ixv(n);
                self.set_pure(op, Val::S(n));
            }
            OpKind::ChrSubstr => {
                let (p, _) = self.chr(op, a)?;
                let start = self.affine(m.operand(op, 1), Ix::C(1))?;
                let len = self.ix(m.operand(op, 2))?;
                let ptr = self.address(p, start);
                self.set_pure(op, Val::Chr { ptr, len });
            }
            OpKind::ChrConcat => {
                let (p, n) = self.chr(op, a)?;
                let (q, k) = self.chr(op, m.operand(op, 1))?;
                let len = self.ix_add(n, k);
                let dst = self.result_storage(op, len)?;
                match (n, k) {
                    (Ix::C(x), Ix::C(y)) if x <= 64 && y <= 64 => {
                        self.memcpy(dst, p, n)?;
                        let at = self.b.ins().iadd_imm_s(dst, x);
                        self.memcpy(at, q, k)?;
                    }
                    _ => {
                        let (n, k) = (self.ixv(n), self.ixv(k));
                        self.rt(op, rt::frt_chr_concat, &[dst, p, n, q, k])?;
                    }
                }
                self.set_here(op, Val::Chr { ptr: dst, len });
            }
            OpKind::ChrCast => {
                let (p, n) = self.chr(op, a)?;
                let count = self.characters(n, self.chr_kind(a));
                let wider = self.chr_kind(a) == 1;
                let len = match n {
                    Ix::C(n) if wider => Ix::C(n * 4),
                    Ix::C(n) => Ix::C(n / 4),
                    Ix::V(_) if wider => Ix::V(self.b.ins().ishl_imm_u(count, 2)),
                    Ix::V(_) => Ix::V(count),
                };
                let dst = self.result_storage(op, len)?;
                self.rt(op, if wider { rt::frt_chr_widen } else { rt::frt_chr_narrow }, &[dst, p, count])?;
                self.set_here(op, Val::Chr { ptr: dst, len });
            }
            OpKind::ChrCmp => {
                let b = m.operand(op, 1);
                let pred: Pred = m.choice(op);
                let cc = super::arith::int_cc(pred);
                let kind = self.chr_kind(a);
                let c = match (self.static_len(a), self.static_len(b)) {
                    (Some(n), Some(k)) if n == kind && k == kind => {
                        let (x, y) = (self.code(op, a, kind, types::I32)?, self.code(op, b, kind, types::I32)?);
                        self.b.ins().icmp(cc.unsigned(), x, y)
                    }
                    (Some(n), Some(k))
                        if n.max(k) <= MAX_WORDS && (kind == 1 || n == k) && matches!(pred, Pred::Eq | Pred::Ne) =>
                    {
                        let same = self.equal_bytes(op, a, b, n, k)?;
                        if pred == Pred::Eq { same } else { self.b.ins().bxor_imm_u(same, 1) }
                    }
                    _ => {
                        let ((p, n), (q, k)) = (self.chr(op, a)?, self.chr(op, b)?);
                        let (n, k) = (self.characters(n, kind), self.characters(k, kind));
                        let compare = if kind == 4 { rt::frt_chr4_cmp } else { rt::frt_chr_cmp };
                        let r = self.rt(op, compare, &[p, n, q, k])?.expect("comparisons have a result");
                        self.b.ins().icmp_imm_s(cc, r, 0)
                    }
                };
                self.set_here(op, Val::S(c));
            }
            OpKind::ChrAssign => {
                let (d, k) = self.chr(op, m.operand(op, 1))?;
                let kind = self.chr_kind(a);
                if [a, m.operand(op, 1)].iter().all(|&v| self.static_len(v) == Some(kind)) {
                    let code = self.code(op, a, kind, Self::code_type(kind))?;
                    let flags = self.data();
                    let (d, at) = self.displaced(d);
                    self.b.ins().store(flags, code, d, at);
                    return Ok(());
                }
                let (p, n) = self.chr(op, a)?;
                match (n, k) {
                    (Ix::C(x), Ix::C(y)) if x.min(y) <= 128 && y - x.min(y) <= if kind == 4 { 0 } else { 64 } => {
                        self.memcpy(d, p, Ix::C(x.min(y)))?;
                        if y > x {
                            let at = self.b.ins().iadd_imm_s(d, x);
                            self.memset(at, b' ', Ix::C(y - x))?;
                        }
                    }
                    _ => {
                        let (n, k) = (self.characters(n, kind), self.characters(k, kind));
                        let assign = if kind == 4 { rt::frt_chr4_assign } else { rt::frt_chr_assign };
                        self.rt(op, assign, &[d, k, p, n])?;
                    }
                }
            }
            OpKind::ChrFromCode if self.code_only.contains(&m.result(op)) => {}
            OpKind::ChrFromCode => {
                let c = self.s(a)?;
                let kind = self.chr_kind(m.result(op));
                let code = self.int_to_int(c, Self::code_type(kind));
                let p = self.frame(kind);
                let flags = self.data();
                self.b.ins().store(flags, code, p, 0);
                self.set_here(op, Val::Chr { ptr: p, len: Ix::C(kind) });
            }
            OpKind::ChrCode => {
                let kind = self.chr_kind(a);
                let x = self.code(op, a, kind, types::I32)?;
                self.set_here(op, Val::S(x));
            }
            _ => unreachable!("dispatched by kind"),
        }
        Ok(())
    }
}
