//! hypot, cbrt, integer powers, and complex functions on top of the real ones.

use super::Target;
use super::emit::Gen;
use crate::choices::{MathFn, Pred};
use crate::entity::Value;
use crate::module::Builder;
use crate::ops::OpKind;
use crate::reduction::identity;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

impl Gen<'_, '_> {
    pub fn hypot(&mut self, x: Value, y: Value) -> Value {
        let ax = self.abs(x);
        let ay = self.abs(y);
        let over = self.cmp(Pred::Gt, ay, ax);
        let hi = self.sel(over, ay, ax);
        let lo = self.sel(over, ax, ay);
        let large = self.cmpc(Pred::Gt, hi, self.by(2f64.powi(60), 2f64.powi(500)));
        let small = self.cmpc(Pred::Lt, hi, self.by(2f64.powi(-40), 2f64.powi(-400)));
        let one = self.c(1.0);
        let shift = self.by(80, 600);
        let (up, down) = (self.c(2f64.powi(shift)), self.c(2f64.powi(-shift)));
        let f = self.sel(large, down, one);
        let f = self.sel(small, up, f);
        let back = self.sel(large, up, one);
        let back = self.sel(small, down, back);
        let hi = self.mul(hi, f);
        let lo = self.mul(lo, f);
        let p = self.two_prod(hi, hi);
        let q = self.mul(lo, lo);
        let zero = self.c(0.0);
        let s = self.dd_add(p, (q, zero));
        let is_zero = self.cmp(Pred::Eq, s.0, zero);
        let s0 = self.sel(is_zero, one, s.0);
        let (r, rl) = self.dd_sqrt((s0, s.1));
        let r = self.add(r, rl);
        let r = self.sel(is_zero, zero, r);
        let r = self.mul(r, back);
        let r = self.keep_nan(x, r);
        let r = self.keep_nan(y, r);
        let inf = self.inf();
        let xi = self.cmp(Pred::Eq, ax, inf);
        let yi = self.cmp(Pred::Eq, ay, inf);
        let any = self.bin(OpKind::Or, xi, yi);
        self.sel(any, inf, r)
    }

    pub fn cbrt(&mut self, x: Value) -> Value {
        let a = self.abs(x);
        // Below this the errors of products would be subnormal.
        let small = self.cmpc(Pred::Lt, a, self.by(2f64.powi(-60), 2f64.powi(-900)));
        let up = self.mulc(a, 2f64.powi(self.by(54, 108)));
        let up = if self.wide { up } else { self.mulc(up, 2f64.powi(54)) };
        let one = self.c(1.0);
        let s = self.sel(small, up, a);
        // Three times the argument must not overflow.
        let large = self.cmpc(Pred::Gt, a, self.by(2f64.powi(120), 2f64.powi(1000)));
        let down = self.mulc(a, 2f64.powi(-54));
        let s = self.sel(large, down, s);
        let regular = self.cmpc(Pred::Gt, s, 0.0);
        let inf = self.inf();
        let finite = self.cmp(Pred::Lt, a, inf);
        let s = self.sel(regular, s, one);
        let s = self.sel(finite, s, one);
        // A third of the exponent, and Halley's iteration.
        let bits = self.bits(s);
        let three = self.n(3);
        let third = self.bin(OpKind::Div, bits, three);
        let magic = self.n(self.by(709_958_130, 0x2a9f_7893_0000_0000));
        let t = self.add(third, magic);
        let mut t = self.float(t);
        let two_s = self.add(s, s);
        for _ in 0..self.by(2, 3) {
            let t2 = self.mul(t, t);
            let t3 = self.mul(t2, t);
            let num = self.add(t3, two_s);
            let den = self.add(t3, t3);
            let den = self.add(den, s);
            let q = self.div(num, den);
            t = self.mul(t, q);
        }
        let p = self.two_prod(t, t);
        let (c, cl) = self.dd_mul1(p, t);
        let d = self.sub(c, s);
        let d = self.add(d, cl);
        let three = self.mulc(p.0, 3.0);
        let d = self.div(d, three);
        let r = self.sub(t, d);
        let back = self.mulc(r, 2f64.powi(-36));
        let forth = self.mulc(r, 2f64.powi(18));
        let r = self.sel(small, back, r);
        let r = self.sel(large, forth, r);
        let r = self.sel(finite, r, inf);
        let zero = self.c(0.0);
        let is_zero = self.cmp(Pred::Eq, a, zero);
        let r = self.sel(is_zero, zero, r);
        let r = self.copysign(r, x);
        self.keep_nan(x, r)
    }
}

/// The number one of a numeric type.
fn one(b: &mut Builder<'_>, ty: Type) -> Value {
    identity(b, ReduceOp::Product, ty).expect("numbers have a product")
}

/// `x ** n` for an i32 exponent, by squaring.
pub fn ipow(b: &mut Builder<'_>, x: Value, n: Value) -> Value {
    let ty = b.m.ty(x);
    let integer = matches!(b.m.types.kind(ty), TypeKind::Int(_) | TypeKind::Index);
    if let Some(k) = b.m.const_int(n) {
        let mut left = k.unsigned_abs();
        let mut square = x;
        let mut r: Option<Value> = None;
        while left != 0 {
            if left & 1 == 1 {
                r = Some(match r {
                    Some(v) => b.binary(OpKind::Mul, v, square),
                    None => square,
                });
            }
            left >>= 1;
            if left != 0 {
                square = b.binary(OpKind::Mul, square, square);
            }
        }
        let unit = one(b, ty);
        let r = r.unwrap_or(unit);
        return match (k < 0, integer) {
            (false, _) => r,
            (true, false) => b.binary(OpKind::Div, unit, r),
            (true, true) => integer_inverse(b, x, n),
        };
    }
    // A loop over the bits of |n|.
    let i32t = Type::I32;
    let (rt, it) = (b.m.types.reference(ty), b.m.types.reference(i32t));
    let acc = b.op(OpKind::Alloca).result(rt).value();
    let square = b.op(OpKind::Alloca).result(rt).value();
    let left = b.op(OpKind::Alloca).result(it).value();
    let unit = one(b, ty);
    let zero = b.int(0, i32t);
    let bit = b.int(1, i32t);
    b.store(unit, acc);
    b.store(x, square);
    let neg = b.cmp(Pred::Lt, n, zero);
    let minus = b.unary(OpKind::Neg, n, i32t);
    let abs = b.op(OpKind::Select).arg(neg).arg(minus).arg(n).result(i32t).value();
    b.store(abs, left);
    let cond = b.m.new_region(&[]);
    let body = b.m.new_region(&[]);
    b.op(OpKind::While).region(cond).region(body).build();
    b.inside(cond, |b| {
        let l = b.load(left);
        let c = b.cmp(Pred::Ne, l, zero);
        b.op(OpKind::Yield).args(&[c]).build();
    });
    b.inside(body, |b| {
        let l = b.load(left);
        let low = b.binary(OpKind::And, l, bit);
        let odd = b.cmp(Pred::Ne, low, zero);
        let r = b.load(acc);
        let s = b.load(square);
        let rs = b.binary(OpKind::Mul, r, s);
        let r = b.op(OpKind::Select).arg(odd).arg(rs).arg(r).result(ty).value();
        b.store(r, acc);
        let ss = b.binary(OpKind::Mul, s, s);
        b.store(ss, square);
        let l = b.binary(OpKind::ShrU, l, bit);
        b.store(l, left);
    });
    let r = b.load(acc);
    let inv = if integer { integer_inverse(b, x, n) } else { b.binary(OpKind::Div, unit, r) };
    b.op(OpKind::Select).arg(neg).arg(inv).arg(r).result(ty).value()
}

/// Integer `x ** n` for negative n: 1 for 1, 1 or -1 for -1, else 0.
fn integer_inverse(b: &mut Builder<'_>, x: Value, n: Value) -> Value {
    let ty = b.m.ty(x);
    let zero = b.int(0, ty);
    let one = b.int(1, ty);
    let minus = b.int(-1, ty);
    let bit = b.int(1, Type::I32);
    let nz = b.int(0, Type::I32);
    let low = b.binary(OpKind::And, n, bit);
    let odd = b.cmp(Pred::Ne, low, nz);
    let is_one = b.cmp(Pred::Eq, x, one);
    let is_minus = b.cmp(Pred::Eq, x, minus);
    let sign = b.op(OpKind::Select).arg(odd).arg(minus).arg(one).result(ty).value();
    let r = b.op(OpKind::Select).arg(is_minus).arg(sign).arg(zero).result(ty).value();
    b.op(OpKind::Select).arg(is_one).arg(one).arg(r).result(ty).value()
}

/// A complex function of that name, on device code; `None` where there is no expansion.
pub fn complex(b: &mut Builder<'_>, function: MathFn, args: &[Value]) -> Option<Value> {
    let ty = b.m.ty(args[0]);
    let f = match b.m.types.kind(ty) {
        TypeKind::Complex(32) => Type::F32,
        TypeKind::Complex(64) => Type::F64,
        _ => return None,
    };
    let re = |b: &mut Builder<'_>, z: Value| b.unary(OpKind::ComplexRe, z, f);
    let im = |b: &mut Builder<'_>, z: Value| b.unary(OpKind::ComplexIm, z, f);
    let x = re(b, args[0]);
    let y = im(b, args[0]);
    let (u, v) = match function {
        MathFn::Abs => {
            let mut g = Gen::new(b, f, Target::Device);
            return Some(g.hypot(x, y));
        }
        MathFn::Conj => return None,
        MathFn::Exp => exp(b, f, x, y),
        MathFn::Log => {
            let mut g = Gen::new(b, f, Target::Device);
            let h = g.hypot(x, y);
            let u = log_abs(&mut g, x, y, h);
            (u, g.atan2(y, x))
        }
        MathFn::Sqrt => sqrt(b, f, x, y),
        MathFn::Sin => {
            // sin(x + iy) = sin x cosh y + i cos x sinh y
            let mut g = Gen::new(b, f, Target::Device);
            let (s, c) = (g.sin(x), g.cos(x));
            let (ch, sh) = (g.cosh(y), g.sinh(y));
            (g.mul(s, ch), g.mul(c, sh))
        }
        MathFn::Cos => {
            let mut g = Gen::new(b, f, Target::Device);
            let (s, c) = (g.sin(x), g.cos(x));
            let (ch, sh) = (g.cosh(y), g.sinh(y));
            let v = g.mul(s, sh);
            (g.mul(c, ch), g.neg(v))
        }
        MathFn::Sinh => {
            let mut g = Gen::new(b, f, Target::Device);
            let (s, c) = (g.sin(y), g.cos(y));
            let (ch, sh) = (g.cosh(x), g.sinh(x));
            (g.mul(sh, c), g.mul(ch, s))
        }
        MathFn::Cosh => {
            let mut g = Gen::new(b, f, Target::Device);
            let (s, c) = (g.sin(y), g.cos(y));
            let (ch, sh) = (g.cosh(x), g.sinh(x));
            (g.mul(ch, c), g.mul(sh, s))
        }
        MathFn::Tan | MathFn::Tanh => {
            // tanh(x + iy) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y); tan z = -i tanh iz
            let (p, q) = if function == MathFn::Tan { (y, x) } else { (x, y) };
            let mut g = Gen::new(b, f, Target::Device);
            // Beyond this the real part is 1.
            let limit = g.by(20.0, 40.0);
            let pc = g.clamp(p, -limit, limit);
            let (s, c) = (g.sin(q), g.cos(q));
            let (ch, sh) = (g.cosh(pc), g.sinh(pc));
            let a = g.mul(sh, sh);
            let d = g.mul(c, c);
            let d = g.add(a, d);
            let n = g.mul(sh, ch);
            let t = g.div(n, d);
            let m = g.mul(s, c);
            let w = g.div(m, d);
            if function == MathFn::Tan { (w, t) } else { (t, w) }
        }
        MathFn::Asin => asin(b, f, x, y),
        MathFn::Acos => acos(b, f, x, y),
        MathFn::Acosh => acosh(b, f, x, y),
        MathFn::Asinh => {
            // -i asin(iz)
            let minus = Gen::new(b, f, Target::Device).neg(y);
            let (u, v) = asin(b, f, minus, x);
            (v, Gen::new(b, f, Target::Device).neg(u))
        }
        MathFn::Atanh => atanh(b, f, x, y),
        MathFn::Atan => {
            // -i atanh(iz)
            let minus = Gen::new(b, f, Target::Device).neg(y);
            let (u, v) = atanh(b, f, minus, x);
            (v, Gen::new(b, f, Target::Device).neg(u))
        }
        MathFn::Pow => {
            // z ** w = exp(w log z); 0 ** w = 0, and 1 for w = 0
            let w = args[1];
            let (c, d) = (re(b, w), im(b, w));
            let mut g = Gen::new(b, f, Target::Device);
            let h = g.hypot(x, y);
            let l = log_abs(&mut g, x, y, h);
            let t = g.atan2(y, x);
            let (cl, dt) = (g.mul(c, l), g.mul(d, t));
            let (ct, dl) = (g.mul(c, t), g.mul(d, l));
            let p = g.sub(cl, dt);
            let q = g.add(ct, dl);
            let (u, v) = exp(g.b, f, p, q);
            let mut g = Gen::new(b, f, Target::Device);
            let zero = g.c(0.0);
            let one = g.c(1.0);
            let base_zero = g.cmp(Pred::Eq, h, zero);
            let c0 = g.cmp(Pred::Eq, c, zero);
            let d0 = g.cmp(Pred::Eq, d, zero);
            let power_zero = g.bool_and(c0, d0);
            let u = g.sel(base_zero, zero, u);
            let v = g.sel(base_zero, zero, v);
            (g.sel(power_zero, one, u), g.sel(power_zero, zero, v))
        }
        MathFn::Log10
        | MathFn::Atan2
        | MathFn::Hypot
        | MathFn::Erf
        | MathFn::Erfc
        | MathFn::Gamma
        | MathFn::LogGamma
        | MathFn::BesselJ0
        | MathFn::BesselJ1
        | MathFn::BesselY0
        | MathFn::BesselY1
        | MathFn::Exp2
        | MathFn::Log2
        | MathFn::Cbrt
        | MathFn::Floor
        | MathFn::Ceil
        | MathFn::Trunc
        | MathFn::Round
        | MathFn::Rint
        | MathFn::CopySign
        | MathFn::Fma
        | MathFn::Ipow
        | MathFn::IsNan
        | MathFn::Sind
        | MathFn::Cosd
        | MathFn::Tand
        | MathFn::Asind
        | MathFn::Acosd
        | MathFn::Atand
        | MathFn::Atan2d => return None,
    };
    Some(b.op(OpKind::ComplexMake).arg(u).arg(v).result(ty).value())
}

/// log |x + iy|, accurate also where the absolute value `h` is close to 1.
fn log_abs(g: &mut Gen<'_, '_>, x: Value, y: Value, h: Value) -> Value {
    let plain = g.log(h);
    // (x^2 + y^2 - 1) in double words, then log(1 + t) / 2
    let ax = g.abs(x);
    let ay = g.abs(y);
    let lo = g.cmpc(Pred::Gt, h, 0.7);
    let hi = g.cmpc(Pred::Lt, h, 1.5);
    let near = g.bool_and(lo, hi);
    let one = g.c(1.0);
    let zero = g.c(0.0);
    let sx = g.sel(near, ax, one);
    let sy = g.sel(near, ay, zero);
    let p = g.two_prod(sx, sx);
    let q = g.two_prod(sy, sy);
    let s = g.dd_add(p, q);
    let l = g.log_double_word(s);
    let l = g.mulc(l, 0.5);
    g.sel(near, l, plain)
}

/// exp of a complex number by parts.
fn exp(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let e = g.exp(x);
    let (s, c) = (g.sin(y), g.cos(y));
    let zero = g.c(0.0);
    let real = g.cmp(Pred::Eq, y, zero);
    let (u, v) = (g.mul(e, c), g.mul(e, s));
    (g.sel(real, e, u), g.sel(real, y, v))
}

/// sqrt(1 - z) by parts; the imaginary part keeps the sign of a zero.
fn one_minus(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let one = g.c(1.0);
    let (re, im) = (g.sub(one, x), g.neg(y));
    sqrt(b, f, re, im)
}

/// sqrt(1 + z) by parts.
fn one_plus(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let one = g.c(1.0);
    let re = g.add(one, x);
    sqrt(b, f, re, y)
}

/// Arc sine by parts (Kahan): atan2(x, Re(sqrt(1-z) sqrt(1+z))), asinh(Im(conj(sqrt(1-z)) sqrt(1+z))).
fn asin(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let (p, q) = (one_minus(b, f, x, y), one_plus(b, f, x, y));
    let mut g = Gen::new(b, f, Target::Device);
    let (m, n) = (g.mul(p.0, q.0), g.mul(p.1, q.1));
    let d = g.sub(m, n);
    let u = g.atan2(x, d);
    let (m, n) = (g.mul(p.0, q.1), g.mul(p.1, q.0));
    let v = g.sub(m, n);
    (u, g.asinh(v))
}

/// Kahan: 2 atan2(Re sqrt(1-z), Re sqrt(1+z)), asinh(Im(conj(sqrt(1+z)) sqrt(1-z)))
fn acos(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let (p, q) = (one_minus(b, f, x, y), one_plus(b, f, x, y));
    let mut g = Gen::new(b, f, Target::Device);
    let angle = g.atan2(p.0, q.0);
    let u = g.mulc(angle, 2.0);
    let (m, n) = (g.mul(q.0, p.1), g.mul(q.1, p.0));
    let v = g.sub(m, n);
    (u, g.asinh(v))
}

/// asinh(Re(conj(sqrt(z-1)) sqrt(z+1))), 2 atan2(Im sqrt(z-1), Re sqrt(z+1))
fn acosh(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let one = g.c(1.0);
    let low = g.sub(x, one);
    let p = sqrt(b, f, low, y);
    let q = one_plus(b, f, x, y);
    let mut g = Gen::new(b, f, Target::Device);
    let (m, n) = (g.mul(p.0, q.0), g.mul(p.1, q.1));
    let u = g.add(m, n);
    let u = g.asinh(u);
    let angle = g.atan2(p.1, q.0);
    (u, g.mulc(angle, 2.0))
}

/// Inverse hyperbolic tangent by parts: atanh(2x / (1 + |z|^2)) / 2, or the logarithm of |1+z|^2 / |1-z|^2 where that is large;
/// atan2(2y, (1-x)(1+x) - y^2) / 2.
fn atanh(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let one = g.c(1.0);
    let (xx, yy) = (g.mul(x, x), g.mul(y, y));
    let s = g.add(xx, yy);
    let s = g.add(s, one);
    let x2 = g.mulc(x, 2.0);
    let t = g.div(x2, s);
    let magnitude = g.abs(t);
    let near = g.cmpc(Pred::Gt, magnitude, 0.5);
    let zero = g.c(0.0);
    let small = g.sel(near, zero, t);
    let series = g.atanh(small);
    let series = g.mulc(series, 0.5);
    let (low, high) = (g.sub(one, x), g.add(one, x));
    let (a, c) = (g.mul(low, low), g.mul(high, high));
    let (a, c) = (g.add(a, yy), g.add(c, yy));
    let ratio = g.div(c, a);
    let ratio = g.sel(near, ratio, one);
    let l = g.log(ratio);
    let l = g.mulc(l, 0.25);
    let u = g.sel(near, l, series);
    let p = g.mul(low, high);
    let d = g.sub(p, yy);
    let y2 = g.mulc(y, 2.0);
    let v = g.atan2(y2, d);
    (u, g.mulc(v, 0.5))
}

/// Principal square root by parts.
fn sqrt(b: &mut Builder<'_>, f: Type, x: Value, y: Value) -> (Value, Value) {
    let mut g = Gen::new(b, f, Target::Device);
    let zero = g.c(0.0);
    let one = g.c(1.0);
    let ax = g.abs(x);
    let ay = g.abs(y);
    // Scaled against overflow and underflow by an even power of two.
    let top = g.bin(OpKind::Max, ax, ay);
    let large = g.cmpc(Pred::Gt, top, g.by(2f64.powi(120), 2f64.powi(1000)));
    let small = g.cmpc(Pred::Lt, top, g.by(2f64.powi(-100), 2f64.powi(-900)));
    let (d, u) = (g.c(0.0625), g.c(g.by(2f64.powi(60), 2f64.powi(200))));
    let s = g.sel(large, d, one);
    let s = g.sel(small, u, s);
    let (bd, bu) = (g.c(4.0), g.c(g.by(2f64.powi(-30), 2f64.powi(-100))));
    let back = g.sel(large, bd, one);
    let back = g.sel(small, bu, back);
    let ax = g.mul(ax, s);
    let ys = g.mul(ay, s);
    let h = g.hypot(ax, ys);
    let t = g.add(h, ax);
    let t = g.mulc(t, 0.5);
    let t = g.sqrt(t);
    let is_zero = g.cmp(Pred::Eq, t, zero);
    let safe = g.sel(is_zero, one, t);
    let two = g.add(safe, safe);
    let w = g.div(ys, two);
    let t = g.mul(t, back);
    let w = g.mul(w, back);
    let left = g.cmp(Pred::Lt, x, zero);
    let re = g.sel(left, w, t);
    let im = g.sel(left, t, w);
    (re, g.copysign(im, y))
}
