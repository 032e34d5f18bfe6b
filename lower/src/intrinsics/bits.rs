//! Emission of the family *bits*.

use super::*;
use ferrotran_typed::intrinsics::family::Bits;

impl FunctionBuilder {
    /// MASKL: that many ones, then zeros.
    fn ones_on_the_left(&mut self, x: Value, t: Type) -> Value {
        let w = self.m.types.size_of(t).unwrap_or(4) as i64 * 8;
        let n = self.cast(x, t);
        let ones = self.b().int(-1, t);
        let (size, low) = (self.b().int(w, t), self.b().int(w - 1, t));
        let k = self.b().binary(OpKind::Sub, size, n);
        let k = self.b().binary(OpKind::And, k, low);
        let v = self.b().binary(OpKind::Shl, ones, k);
        let zero = self.b().int(0, t);
        let none = self.b().cmp(Pred::Eq, n, zero);
        self.select(none, zero, v)
    }
}

impl Declarations<'_> {
    /// Positions and lengths (`-fcheck=bits`); `vals` as in the reference.
    pub(super) fn check_bits(&mut self, id: Bits, args: &[Option<Expr>], vals: &[Option<Value>]) -> Lowered<()> {
        if !self.checked(|c| c.bits) {
            return Ok(());
        }
        let Some(Ty::Integer(k) | Ty::Unsigned(k)) = args.first().and_then(|a| a.as_ref()).map(|a| &a.ty) else {
            return Ok(());
        };
        let bits = i64::from(*k) * 8;
        // The values that the second argument may have, its name, and that of the procedure.
        let (low, high, argument, name) = match id {
            Bits::Btest => (0, bits - 1, "POS", "BTEST"),
            Bits::Ibset => (0, bits - 1, "POS", "IBSET"),
            Bits::Ibclr => (0, bits - 1, "POS", "IBCLR"),
            Bits::Ibits => (0, bits, "POS", "IBITS"),
            Bits::Ishft => (-bits, bits, "SHIFT", "ISHFT"),
            Bits::Ishftc => (-bits, bits, "SHIFT", "ISHFTC"),
            Bits::Shiftl => (0, bits, "SHIFT", "SHIFTL"),
            Bits::Shiftr => (0, bits, "SHIFT", "SHIFTR"),
            Bits::Shifta => (0, bits, "SHIFT", "SHIFTA"),
            // No positions or lengths; those of MVBITS and of the older names are not looked at.
            Bits::Bge
            | Bits::Bgt
            | Bits::Ble
            | Bits::Blt
            | Bits::Dshiftl
            | Bits::Dshiftr
            | Bits::Iand
            | Bits::Ieor
            | Bits::Ior
            | Bits::Leadz
            | Bits::Maskl
            | Bits::Maskr
            | Bits::Umaskl
            | Bits::Umaskr
            | Bits::MergeBits
            | Bits::Mvbits
            | Bits::Not
            | Bits::Popcnt
            | Bits::Poppar
            | Bits::Trailz
            | Bits::And
            | Bits::Or
            | Bits::Xor
            | Bits::Lshift
            | Bits::Rshift => return Ok(()),
        };
        let Some(Some(v)) = vals.get(1).copied() else { return Ok(()) };
        let v = self.to_index(v);
        let (lo, hi) = (self.idx(low), self.idx(high));
        let below = self.b().cmp(Pred::Lt, v, lo);
        let above = self.b().cmp(Pred::Gt, v, hi);
        let bad = self.b().binary(OpKind::Or, below, above);
        let text = format!("{argument} argument out of range {low}:{high} in intrinsic {name}");
        self.stop_with(bad, &text)
    }
}

impl<'p> Expressions<'p> {
    /// The elemental functions.
    pub(super) fn emit_bits(&mut self, id: Bits, call: &Elemental<'p, '_>) -> Lowered<Value> {
        let &Elemental { t, x, xt, .. } = call;
        let bits = match self.m.types.kind(xt) {
            TypeKind::Int(b) => i64::from(*b),
            _ => 1,
        };
        let in_x = |s: &mut Self, i: usize| -> Lowered<Value> {
            let v = call.need(i)?;
            Ok(s.cast(v, xt))
        };
        Ok(match id {
            Bits::Iand | Bits::And => {
                let y = call.need(1)?;
                self.b().binary(OpKind::And, x, y)
            }
            Bits::Ior | Bits::Or => {
                let y = call.need(1)?;
                self.b().binary(OpKind::Or, x, y)
            }
            Bits::Ieor | Bits::Xor => {
                let y = call.need(1)?;
                self.b().binary(OpKind::Xor, x, y)
            }
            Bits::Not => self.b().unary(OpKind::Not, x, t),
            Bits::Shiftl | Bits::Lshift => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::Shl, x, n)
            }
            Bits::Shiftr => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::ShrU, x, n)
            }
            Bits::Shifta | Bits::Rshift => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::ShrS, x, n)
            }
            Bits::Ishft => {
                let n = in_x(self, 1)?;
                let neg = self.b().unary(OpKind::Neg, n, xt);
                let l = self.b().binary(OpKind::Shl, x, n);
                let r = self.b().binary(OpKind::ShrU, x, neg);
                let z = self.b().int(0, xt);
                let c = self.b().cmp(Pred::Ge, n, z);
                self.select(c, l, r)
            }
            Bits::Ishftc => self.rotated(call, bits)?,
            Bits::Ibset | Bits::Ibclr | Bits::Btest => self.one_bit(id, call, bits)?,
            Bits::Ibits => {
                let (pos, len) = (in_x(self, 1)?, in_x(self, 2)?);
                let v = self.b().binary(OpKind::ShrU, x, pos);
                let ones = self.b().int(-1, xt);
                let hi = self.b().binary(OpKind::Shl, ones, len);
                let mask = self.b().unary(OpKind::Not, hi, xt);
                self.b().binary(OpKind::And, v, mask)
            }
            Bits::Leadz | Bits::Trailz | Bits::Popcnt | Bits::Poppar => {
                let k = match id {
                    Bits::Leadz => OpKind::Clz,
                    Bits::Trailz => OpKind::Ctz,
                    _ => OpKind::Popcnt,
                };
                let v = self.b().unary(k, x, xt);
                let v = self.cast(v, t);
                if id == Bits::Poppar {
                    let one = self.b().int(1, t);
                    self.b().binary(OpKind::And, v, one)
                } else {
                    v
                }
            }
            Bits::Bge | Bits::Bgt | Bits::Ble | Bits::Blt => {
                // The shorter one is filled up with zeros (16.9.3).
                let y = call.need(1)?;
                let yt = self.m.ty(y);
                let t = if self.m.types.size_of(yt) > self.m.types.size_of(xt) { yt } else { xt };
                let (x, y) = (self.resize_unsigned(x, t), self.resize_unsigned(y, t));
                self.b().cmp(ordering(call.id).unsigned(), x, y)
            }
            Bits::Dshiftl | Bits::Dshiftr => {
                let (y, n) = (in_x(self, 1)?, in_x(self, 2)?);
                let w = self.b().int(bits, xt);
                let back = self.b().binary(OpKind::Sub, w, n);
                let (p, q) = if id == Bits::Dshiftl { (n, back) } else { (back, n) };
                let l = self.b().binary(OpKind::Shl, x, p);
                let r = self.b().binary(OpKind::ShrU, y, q);
                self.b().binary(OpKind::Or, l, r)
            }
            Bits::Maskl | Bits::Umaskl => self.ones_on_the_left(x, t),
            Bits::Maskr | Bits::Umaskr => {
                let n = self.cast(x, t);
                let ones = self.b().int(-1, t);
                let hi = self.b().binary(OpKind::Shl, ones, n);
                self.b().unary(OpKind::Not, hi, t)
            }
            Bits::MergeBits => {
                let (y, m) = (in_x(self, 1)?, in_x(self, 2)?);
                let a = self.b().binary(OpKind::And, x, m);
                let n = self.b().unary(OpKind::Not, m, xt);
                let b = self.b().binary(OpKind::And, y, n);
                self.b().binary(OpKind::Or, a, b)
            }
            Bits::Mvbits => return call.not_supported(),
        })
    }

    /// ISHFTC: the lowest bits rotate, as many as the third argument says; the others stay.
    fn rotated(&mut self, call: &Elemental<'p, '_>, bits: i64) -> Lowered<Value> {
        let &Elemental { x, xt, .. } = call;
        let n = call.need(1)?;
        let n = self.cast(n, xt);
        let size = match call.get(2) {
            Some(s) => self.cast(s, xt),
            None => self.b().int(bits, xt),
        };
        let n = self.b().binary(OpKind::Modulo, n, size);
        let ones = self.b().int(-1, xt);
        let hi = self.b().binary(OpKind::Shl, ones, size);
        let mask = self.b().unary(OpKind::Not, hi, xt);
        let low = self.b().binary(OpKind::And, x, mask);
        let rest = self.b().binary(OpKind::And, x, hi);
        let l = self.b().binary(OpKind::Shl, low, n);
        let l = self.b().binary(OpKind::And, l, mask);
        let back = self.b().binary(OpKind::Sub, size, n);
        let r = self.b().binary(OpKind::ShrU, low, back);
        let v = self.b().binary(OpKind::Or, l, r);
        Ok(self.b().binary(OpKind::Or, v, rest))
    }

    /// IBSET, IBCLR and BTEST.
    fn one_bit(&mut self, id: Bits, call: &Elemental<'p, '_>, bits: i64) -> Lowered<Value> {
        let &Elemental { x, xt, .. } = call;
        // A position outside of the integer counts modulo its size, as the machine's shift has it.
        let n = call.need(1)?;
        let n = self.cast(n, xt);
        let size = self.b().int(bits - 1, xt);
        let n = if self.known(n).is_some_and(|k| (0..bits).contains(&k)) {
            n
        } else {
            self.b().binary(OpKind::And, n, size)
        };
        let one = self.b().int(1, xt);
        let bit = self.b().binary(OpKind::Shl, one, n);
        Ok(match id {
            Bits::Ibset => self.b().binary(OpKind::Or, x, bit),
            Bits::Ibclr => {
                let m = self.b().unary(OpKind::Not, bit, xt);
                self.b().binary(OpKind::And, x, m)
            }
            _ => {
                let v = self.b().binary(OpKind::And, x, bit);
                let z = self.b().int(0, xt);
                self.b().cmp(Pred::Ne, v, z)
            }
        })
    }

    /// MVBITS.
    pub(super) fn call_mvbits(&mut self, call: Arguments<'p>) -> Lowered<()> {
        self.elemental_refs(call.args, |s, refs| {
            let [Some(from), Some(fp), Some(len), Some(to), Some(tp)] = refs else { return Ok(()) };
            let old = s.load_ref(*to);
            let t = s.m.ty(old);
            let [f, fp, len, tp] = [from, fp, len, tp].map(|r| {
                let v = s.load_ref(*r);
                s.cast(v, t)
            });
            let ones = s.b().int(-1, t);
            let hi = s.b().binary(OpKind::Shl, ones, len);
            let mask = s.b().unary(OpKind::Not, hi, t);
            let bits = s.b().binary(OpKind::ShrU, f, fp);
            let bits = s.b().binary(OpKind::And, bits, mask);
            let bits = s.b().binary(OpKind::Shl, bits, tp);
            let hole = s.b().binary(OpKind::Shl, mask, tp);
            let hole = s.b().unary(OpKind::Not, hole, t);
            let rest = s.b().binary(OpKind::And, old, hole);
            let v = s.b().binary(OpKind::Or, rest, bits);
            s.store_ref(v, *to);
            Ok(())
        })
    }
}
