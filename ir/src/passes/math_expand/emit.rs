//! Building blocks of the expansions: typed shorthands, double-word arithmetic, powers of two.
//!
//! A double-word number is an unevaluated sum of two floats `(h, l)` with `|l| <= ulp(h)/2`. All error
//! terms are computed with additions and, on the host, fused multiply-adds; for devices with products of
//! operands that were cut in two by a bit mask. Both give the exact error, so results are the same.

use super::Target;
use crate::choices::{MathFn, Pred};
use crate::entity::Value;
use crate::module::{Attr, Builder};
use crate::ops::OpKind;
use crate::types::Type;

/// A double-word value.
pub type Dd = (Value, Value);

/// Emits arithmetic of one float type.
pub struct Gen<'a, 'm> {
    /// Where ops go.
    pub b: &'a mut Builder<'m>,
    /// The float type.
    pub f: Type,
    /// The integer type of its width.
    pub i: Type,
    /// f64.
    pub wide: bool,
    /// Errors of products by a fused multiply-add (the same numbers; not every device has one).
    pub fused: bool,
}

impl<'a, 'm> Gen<'a, 'm> {
    /// For that float type on that target.
    pub fn new(b: &'a mut Builder<'m>, f: Type, target: Target) -> Self {
        let wide = f == Type::F64;
        Gen { b, f, i: if wide { Type::I64 } else { Type::I32 }, wide, fused: target != Target::Device }
    }
    /// One of two numbers by precision.
    pub fn by<T>(&self, single: T, double: T) -> T {
        if self.wide { double } else { single }
    }
    /// Bits of the stored significand.
    pub fn mant(&self) -> i64 {
        self.by(23, 52)
    }
    /// Exponent bias.
    pub fn bias(&self) -> i64 {
        self.by(127, 1023)
    }
    /// Width of the type.
    pub fn width(&self) -> i64 {
        self.by(32, 64)
    }

    // ---- constants ----------------------------------------------------------------------------
    /// A float, rounded to the type.
    pub fn c(&mut self, x: f64) -> Value {
        let x = if self.wide { x } else { f64::from(x as f32) };
        let f = self.f;
        self.b.float(x, f)
    }
    /// An integer of the float's width, from its bit pattern.
    pub fn n(&mut self, x: i64) -> Value {
        let x = if self.wide { x } else { i64::from(x as i32) };
        let i = self.i;
        self.b.int(x, i)
    }
    /// The constant `h + l` (a double-word f64) as a double-word number of the type.
    pub fn dd(&mut self, h: f64, l: f64) -> Dd {
        if self.wide {
            return (self.c(h), self.c(l));
        }
        let hi = h as f32;
        let lo = (h - f64::from(hi)) + l;
        (self.c(f64::from(hi)), self.c(lo))
    }
    pub fn inf(&mut self) -> Value {
        self.c(f64::INFINITY)
    }
    pub fn nan(&mut self) -> Value {
        self.c(f64::NAN)
    }

    // ---- operations ---------------------------------------------------------------------------
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::Add, a, b)
    }
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::Sub, a, b)
    }
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::Mul, a, b)
    }
    pub fn div(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::Div, a, b)
    }
    pub fn mulc(&mut self, a: Value, x: f64) -> Value {
        let c = self.c(x);
        self.mul(a, c)
    }
    pub fn addc(&mut self, a: Value, x: f64) -> Value {
        let c = self.c(x);
        self.add(a, c)
    }
    pub fn neg(&mut self, a: Value) -> Value {
        let t = self.b.m.ty(a);
        self.b.unary(OpKind::Neg, a, t)
    }
    pub fn bin(&mut self, k: OpKind, a: Value, b: Value) -> Value {
        self.b.binary(k, a, b)
    }
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::And, a, b)
    }
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::Or, a, b)
    }
    pub fn not(&mut self, a: Value) -> Value {
        let t = self.b.m.ty(a);
        self.b.unary(OpKind::Not, a, t)
    }
    pub fn shl(&mut self, a: Value, n: i64) -> Value {
        let c = self.n(n);
        self.b.binary(OpKind::Shl, a, c)
    }
    pub fn shr(&mut self, a: Value, n: i64) -> Value {
        let c = self.n(n);
        self.b.binary(OpKind::ShrU, a, c)
    }
    pub fn sar(&mut self, a: Value, n: i64) -> Value {
        let c = self.n(n);
        self.b.binary(OpKind::ShrS, a, c)
    }
    pub fn abs(&mut self, a: Value) -> Value {
        self.b.math(MathFn::Abs, &[a])
    }
    pub fn sqrt(&mut self, a: Value) -> Value {
        self.b.math(MathFn::Sqrt, &[a])
    }
    pub fn floor(&mut self, a: Value) -> Value {
        self.b.math(MathFn::Floor, &[a])
    }
    pub fn copysign(&mut self, a: Value, s: Value) -> Value {
        self.b.math(MathFn::CopySign, &[a, s])
    }
    pub fn cmp(&mut self, p: Pred, a: Value, b: Value) -> Value {
        self.b.cmp(p, a, b)
    }
    pub fn cmpc(&mut self, p: Pred, a: Value, x: f64) -> Value {
        let c = self.c(x);
        self.b.cmp(p, a, c)
    }
    pub fn sel(&mut self, c: Value, a: Value, b: Value) -> Value {
        let t = self.b.m.ty(a);
        self.b.op(OpKind::Select).arg(c).arg(a).arg(b).result(t).value()
    }
    pub fn sel2(&mut self, c: Value, a: Dd, b: Dd) -> Dd {
        (self.sel(c, a.0, b.0), self.sel(c, a.1, b.1))
    }
    /// `x` clamped to constants; a NaN becomes a number.
    pub fn clamp(&mut self, x: Value, lo: f64, hi: f64) -> Value {
        let l = self.c(lo);
        let h = self.c(hi);
        let above = self.cmp(Pred::Gt, x, l);
        let y = self.sel(above, x, l);
        let below = self.cmp(Pred::Lt, y, h);
        self.sel(below, y, h)
    }
    /// `r`, or `x` where that is a NaN.
    pub fn keep_nan(&mut self, x: Value, r: Value) -> Value {
        let c = self.cmp(Pred::Ne, x, x);
        self.sel(c, x, r)
    }
    pub fn bits(&mut self, x: Value) -> Value {
        let i = self.i;
        self.b.unary(OpKind::Bitcast, x, i)
    }
    pub fn float(&mut self, x: Value) -> Value {
        let f = self.f;
        self.b.unary(OpKind::Bitcast, x, f)
    }
    /// The number whose sum with a small number has that number's integer in its last bits.
    fn magic(&self) -> (f64, i64) {
        self.by((12_582_912.0, 0x4b40_0000), (6_755_399_441_055_744.0, 0x4338_0000_0000_0000))
    }
    /// The nearest integer (to even) of a number below 2^21 (real32) or 2^50, as float and as integer.
    pub fn whole(&mut self, x: Value) -> Dd {
        let (f, i) = self.magic();
        let s = self.addc(x, f);
        let bits = self.bits(s);
        let base = self.n(i);
        (self.addc(s, -f), self.sub(bits, base))
    }
    /// An integer of that size as float.
    pub fn small_float(&mut self, k: Value) -> Value {
        let (f, i) = self.magic();
        let base = self.n(i);
        let bits = self.add(k, base);
        let s = self.float(bits);
        self.addc(s, -f)
    }
    pub fn to_float(&mut self, x: Value) -> Value {
        let f = self.f;
        self.b.cast(x, f)
    }
    /// Polynomial by Horner's rule, lowest power first; long ones by their even and odd powers, which
    /// are independent of each other.
    pub fn poly(&mut self, x: Value, c: &[f64]) -> Value {
        if c.len() > 5 {
            let z = self.mul(x, x);
            let even: Vec<f64> = c[1..].iter().copied().step_by(2).collect();
            let odd: Vec<f64> = c[2..].iter().copied().step_by(2).collect();
            let p = self.horner(z, &even);
            let q = self.horner(z, &odd);
            let q = self.mul(q, x);
            let p = self.add(p, q);
            let p = self.mul(p, x);
            return self.addc(p, c[0]);
        }
        self.horner(x, c)
    }
    fn horner(&mut self, x: Value, c: &[f64]) -> Value {
        let mut r = self.c(c[c.len() - 1]);
        for &k in c[..c.len() - 1].iter().rev() {
            r = self.mul(r, x);
            r = self.addc(r, k);
        }
        r
    }
    /// 2^k for an integer k within the range of normal numbers.
    pub fn pow2(&mut self, k: Value) -> Value {
        let bias = self.n(self.bias());
        let e = self.add(k, bias);
        let e = self.shl(e, self.mant());
        self.float(e)
    }
    /// `y * 2^k` for k within twice the exponent range, rounded once.
    pub fn scale(&mut self, y: Value, k: Value) -> Value {
        // Half of the biased exponent and the rest; the sum with twice the bias is positive.
        let both = self.n(2 * self.bias());
        let both = self.add(k, both);
        let e1 = self.shr(both, 1);
        let e2 = self.sub(both, e1);
        let e1 = self.shl(e1, self.mant());
        let e2 = self.shl(e2, self.mant());
        let p = self.float(e1);
        let q = self.float(e2);
        let y = self.mul(y, p);
        self.mul(y, q)
    }

    // ---- double-word arithmetic -----------------------------------------------------------------
    /// Exact sum where |a| >= |b| or a is 0.
    pub fn fast_two_sum(&mut self, a: Value, b: Value) -> Dd {
        let s = self.add(a, b);
        let d = self.sub(s, a);
        (s, self.sub(b, d))
    }
    /// Exact sum.
    pub fn two_sum(&mut self, a: Value, b: Value) -> Dd {
        let s = self.add(a, b);
        let bb = self.sub(s, a);
        let aa = self.sub(s, bb);
        let da = self.sub(a, aa);
        let db = self.sub(b, bb);
        (s, self.add(da, db))
    }
    /// Cuts a number into two of half the bits.
    fn cut(&mut self, a: Value) -> Dd {
        let mask = self.n(self.by(!0xfff, !0x7ff_ffff));
        let bits = self.bits(a);
        let hi = self.and(bits, mask);
        let hi = self.float(hi);
        (hi, self.sub(a, hi))
    }
    /// Product and its error.
    pub fn two_prod(&mut self, a: Value, b: Value) -> Dd {
        let p = self.mul(a, b);
        if self.fused {
            let minus = self.neg(p);
            let e = self.b.math(MathFn::Fma, &[a, b, minus]);
            return (p, e);
        }
        let (ah, al) = self.cut(a);
        let (bh, bl) = if a == b { (ah, al) } else { self.cut(b) };
        let hh = self.mul(ah, bh);
        let e = self.sub(hh, p);
        let hl = self.mul(ah, bl);
        let e = self.add(e, hl);
        let lh = self.mul(al, bh);
        let e = self.add(e, lh);
        let ll = self.mul(al, bl);
        (p, self.add(e, ll))
    }
    pub fn dd_mul(&mut self, a: Dd, b: Dd) -> Dd {
        let (p, e) = self.two_prod(a.0, b.0);
        let x = self.mul(a.0, b.1);
        let y = self.mul(a.1, b.0);
        let z = self.add(x, y);
        let e = self.add(e, z);
        self.fast_two_sum(p, e)
    }
    /// Times a single number.
    pub fn dd_mul1(&mut self, a: Dd, b: Value) -> Dd {
        let (p, e) = self.two_prod(a.0, b);
        let y = self.mul(a.1, b);
        let e = self.add(e, y);
        self.fast_two_sum(p, e)
    }
    pub fn dd_add(&mut self, a: Dd, b: Dd) -> Dd {
        let (s, e) = self.two_sum(a.0, b.0);
        let l = self.add(a.1, b.1);
        let e = self.add(e, l);
        self.fast_two_sum(s, e)
    }
    pub fn dd_neg(&mut self, a: Dd) -> Dd {
        (self.neg(a.0), self.neg(a.1))
    }
    pub fn dd_div(&mut self, a: Dd, b: Dd) -> Dd {
        let q = self.div(a.0, b.0);
        let (p, e) = self.two_prod(q, b.0);
        let r = self.sub(a.0, p);
        let r = self.sub(r, e);
        let r = self.add(r, a.1);
        let x = self.mul(q, b.1);
        let r = self.sub(r, x);
        let q2 = self.div(r, b.0);
        self.fast_two_sum(q, q2)
    }
    /// Square root of a positive number.
    pub fn dd_sqrt(&mut self, a: Dd) -> Dd {
        let r = self.sqrt(a.0);
        let (p, e) = self.two_prod(r, r);
        let d = self.sub(a.0, p);
        let d = self.sub(d, e);
        let d = self.add(d, a.1);
        let two_r = self.add(r, r);
        let c = self.div(d, two_r);
        self.fast_two_sum(r, c)
    }
    /// A call-like op on integers: the constant one as i1 is not needed by callers.
    pub fn bool_and(&mut self, a: Value, b: Value) -> Value {
        self.b.binary(OpKind::And, a, b)
    }
    /// Local storage of one number.
    pub fn local(&mut self, ty: Type) -> Value {
        let r = self.b.m.types.reference(ty);
        self.b.op(OpKind::Alloca).attr("name", Attr::str("expansion")).result(r).value()
    }
}
