//! Emission of the family *strings*: procedures for strings that are not elemental.

use super::*;
use ferrotran_typed::intrinsics::family::Strings;

impl<'p> Expressions<'p> {
    /// The functions.
    pub(super) fn scalar_strings(&mut self, id: Strings, call: Arguments<'p>, t: Type) -> Lowered<Value> {
        match id {
            Strings::Len => {
                let x = call.need(0)?;
                let v = self.len_of(x)?;
                let v = self.chars_of_bytes(v, x.ty.chr_kind());
                Ok(self.cast(v, t))
            }
            Strings::Trim => {
                let Some(x) = call.get(0) else { return unsupported(call.span, "TRIM here") };
                let s = self.scalar(x)?;
                let n = self.len_trim(s);
                let z = self.idx(0);
                Ok(self.substr_chars(s, z, n))
            }
            Strings::Repeat => {
                let (Some(x), Some(n)) = (call.get(0), call.get(1)) else {
                    return unsupported(call.span, "REPEAT here");
                };
                let s = self.scalar(x)?;
                let n = self.scalar(n)?;
                let n = self.to_index(n);
                self.check_copies(n)?;
                let n = self.max0(n);
                let len = self.chr_len(s);
                let total = self.mul(len, n);
                let a = self.addr(s);
                let kind = self.chr_kind(s);
                let (dst, out) = self.string_buffer(total, kind, call.span)?;
                self.rt(rt::frt_repeat, &[dst, a, len, n]);
                Ok(out)
            }
            Strings::NewLine | Strings::Split | Strings::Tokenize => call.not_supported(),
        }
    }

    /// The subroutines.
    pub(super) fn call_strings(&mut self, id: Strings, call: Arguments<'p>) -> Lowered<()> {
        match id {
            Strings::Split => {
                let (s, n) = self.chr_arg(call.get(0))?;
                let (set, m) = self.chr_arg(call.get(1))?;
                let kind = self.b().int(call.need(0)?.ty.chr_kind().into(), Type::I32);
                let pos = self.scalar(call.need(2)?)?;
                let pos = self.cast(pos, Type::I64);
                let back = match call.get(3) {
                    Some(e) => {
                        let v = self.scalar(e)?;
                        self.cast(v, Type::I32)
                    }
                    None => self.b().int(0, Type::I32),
                };
                let v = self.rt_value(rt::frt_split, &[s, n, set, m, kind, pos, back], Type::I64);
                self.store_cast(call.get(2), v)
            }
            Strings::Tokenize => {
                let (s, n) = self.chr_arg(call.get(0))?;
                let (set, m) = self.chr_arg(call.get(1))?;
                let bytes = i64::from(call.need(0)?.ty.chr_kind());
                let kind = self.b().int(bytes, Type::I32);
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let count = self.rt_value(rt::frt_tokens, &[s, n, set, m, kind, p], Type::I64);
                let longest = self.b().load(cell);
                let (count, longest) = (self.to_index(count), self.to_index(longest));
                let (one, character) = (self.idx(1), self.idx(bytes));
                for (k, e) in [call.get(2), call.get(3)].into_iter().enumerate() {
                    let Some(e) = e else { continue };
                    let strings = matches!(e.ty, Ty::Character(..));
                    let Some(bx) = self.box_of(e)? else { return unsupported(call.span, "this object") };
                    let extent = if strings && k == 1 { self.sub(count, one) } else { count };
                    let len = strings.then_some(if k == 0 { longest } else { character });
                    self.release(Cleanup::Box(bx));
                    self.allocate_box(bx, &[one], &[extent], len)?;
                    let what = self.b().int(k as i64 + if strings { 0 } else { 2 }, Type::I32);
                    let desc = self.cast_ref(bx, Type::PTR);
                    self.rt(rt::frt_token_fill, &[s, n, set, m, kind, desc, what]);
                }
                Ok(())
            }
            Strings::Len | Strings::NewLine | Strings::Repeat | Strings::Trim => call.not_supported(),
        }
    }
}
