//! Emission of the family *characters*: characters, logicals and the choice between values.

use super::*;
use ferrotran_typed::intrinsics::family::Characters;

impl FunctionBuilder {
    /// MAX or MIN of strings, padded to the length of the longest.
    pub(super) fn longest_of(&mut self, max: bool, vals: &[Option<Value>], span: Span) -> Lowered<Value> {
        let mut best: Option<Value> = None;
        let mut len: Option<Value> = None;
        let statics: Vec<Option<i64>> = vals.iter().flatten().map(|&v| self.chr_static(v)).collect();
        for &y in vals.iter().flatten() {
            let Some(acc) = best else {
                best = Some(y);
                len = Some(self.chr_len(y));
                continue;
            };
            let c = self.chr_cmp(if max { Pred::Ge } else { Pred::Le }, acc, y);
            best = Some(self.select(c, acc, y));
            let n = self.chr_len(y);
            len = len.map(|l| self.b().binary(OpKind::Max, l, n));
        }
        let (Some(best), Some(len)) = (best, len) else { return unsupported(span, "this intrinsic without arguments") };
        let kind = self.chr_kind(best);
        if let Some(all) = statics.iter().copied().collect::<Option<Vec<i64>>>() {
            return Ok(match all.iter().max() {
                Some(&n) if all.iter().any(|&m| m != n) => self.fit_chr(best, n / i64::from(kind)),
                _ => best,
            });
        }
        let (p, v) = self.string_buffer(len, kind, span)?;
        let rt = self.m.types.reference(Type::chr(kind));
        let r = self.b().op(OpKind::ChrRef).arg(p).arg(len).result(rt).value();
        self.store_ref(best, r);
        Ok(v)
    }
}

impl<'p> Expressions<'p> {
    /// The elemental functions.
    pub(super) fn emit_characters(&mut self, id: Characters, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { e, span, t, x, xt, .. } = call;
        let xty = call.first_ty();
        Ok(match id {
            Characters::Merge => {
                let (f, c) = (call.need(1)?, call.need(2)?);
                if matches!(xty, Ty::Character(..)) && !self.f.in_body() && self.checked(|c| c.bounds) {
                    let (m, n) = (self.chr_len(x), self.chr_len(f));
                    self.check_number("Unequal character lengths in MERGE intrinsic", n, m, false)?;
                }
                let f = if matches!(xty, Ty::Derived(_)) { self.cast_ref(f, xt) } else { f };
                self.select(c, x, f)
            }
            Characters::Logical => {
                if matches!(xty, Ty::Integer(_) | Ty::Unsigned(_)) {
                    self.convert(x, xty, &e.ty, span)?
                } else {
                    x
                }
            }
            Characters::Achar | Characters::Char => {
                let c = self.cast(x, Type::I32);
                let kind = e.ty.chr_kind();
                let t = self.chr_type(Some(kind.into()), kind);
                self.b().unary(OpKind::ChrFromCode, c, t)
            }
            Characters::Iachar | Characters::Ichar => {
                let c = self.b().unary(OpKind::ChrCode, x, Type::I32);
                self.cast(c, t)
            }
            Characters::Lge | Characters::Lgt | Characters::Lle | Characters::Llt => {
                let y = call.need(1)?;
                self.chr_cmp(ordering(call.id), x, y)
            }
            Characters::Index | Characters::Scan | Characters::Verify => {
                let y = call.need(1)?;
                let back = match call.get(2) {
                    Some(b) => self.cast(b, Type::I32),
                    None => self.b().int(0, Type::I32),
                };
                let (xa, xl, ya, yl) = (self.addr(x), self.characters(x), self.addr(y), self.characters(y));
                let f = match id {
                    Characters::Index => kinds::INDEX,
                    Characters::Scan => kinds::SCAN,
                    _ => kinds::VERIFY,
                };
                let f = self.of_kind(f, x);
                let v = self.rt_pure(f, &[xa, xl, ya, yl, back], Type::INDEX);
                self.cast(v, t)
            }
            Characters::LenTrim => {
                let v = self.len_trim(x);
                self.cast(v, t)
            }
            Characters::Adjustl | Characters::Adjustr => {
                let len = self.chr_len(x);
                let src = self.addr(x);
                let kind = self.chr_kind(x);
                let (dst, out) = self.string_buffer(len, kind, span)?;
                let f = self.of_kind(if id == Characters::Adjustl { kinds::ADJUSTL } else { kinds::ADJUSTR }, x);
                let n = self.characters(x);
                self.rt(f, &[dst, src, n]);
                out
            }
        })
    }
}
