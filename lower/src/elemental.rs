//! Operations on scalars: operators and elemental intrinsics. Array expressions use the same code inside the
//! body of an `array.elemental`.

use super::turns::{DEGREES, HALF_TURNS};
use super::*;
use ferrotran_abi::rt::kinds::OfChar;
use ferrotran_ir::{MathFn, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_xreal::Format;

impl<'p> Lower<'p> {
    /// Applies the operator of a `Unary`, `Binary`, `Convert` or `Paren` node to operand values.
    pub fn emit_op(&mut self, e: &'p Expr, args: &[Value]) -> Lowered<Value> {
        match &e.kind {
            ExprKind::Paren(_) => Ok(args[0]),
            ExprKind::Unary(Op1::Neg, _) => {
                let t = self.m.ty(args[0]);
                if let Some(n) = self.known(args[0]).filter(|n| *n != i64::MIN) {
                    return Ok(self.b().int(-n, t));
                }
                Ok(self.b().unary(OpKind::Neg, args[0], t))
            }
            ExprKind::Unary(Op1::Not, _) => Ok(self.b().unary(OpKind::Not, args[0], Type::BOOL)),
            ExprKind::Convert(a) => self.convert(args[0], &a.ty, &e.ty, e.span),
            ExprKind::Binary(op, a, b) => self.emit_binary(*op, a, b, args[0], args[1], e.span),
            _ => unsupported(e.span, "this operator"),
        }
    }

    /// Conversion between intrinsic types.
    pub fn convert(&mut self, v: Value, from: &Ty, to: &Ty, span: Span) -> Lowered<Value> {
        if let Some(v) = self.environment_convert(v, from, to) {
            return Ok(v);
        }
        if let Some(v) = self.convert_unsigned(v, from, to, span)? {
            return Ok(v);
        }
        let t = self.val_ty(to, span)?;
        match (from, to) {
            (Ty::Complex(_), Ty::Complex(k)) => {
                let part = self.m.types.intern(TypeKind::Float(k * 8));
                let (re, im) = (self.complex_part(v, false), self.complex_part(v, true));
                let (re, im) = (self.cast(re, part), self.cast(im, part));
                Ok(self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value())
            }
            (_, Ty::Complex(k)) => {
                let part = self.m.types.intern(TypeKind::Float(k * 8));
                let re = self.cast(v, part);
                let im = self.b().float(0.0, part);
                Ok(self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value())
            }
            (Ty::Complex(_), _) => {
                let re = self.complex_part(v, false);
                Ok(self.cast(re, t))
            }
            (Ty::Character(_, a), Ty::Character(_, b)) if a != b => {
                let bytes = self.chr_static(v).map(|n| n / i64::from(*a) * i64::from(*b));
                let t = self.chr_type(bytes, *b);
                Ok(self.b().unary(OpKind::ChrCast, v, t))
            }
            (Ty::Character(..) | Ty::Derived(_) | Ty::Class(_), _) => Ok(v),
            (Ty::Integer(_), Ty::Logical(_)) => {
                let vt = self.m.ty(v);
                let z = self.b().int(0, vt);
                Ok(self.b().cmp(Pred::Ne, v, z))
            }
            _ => Ok(self.cast(v, t)),
        }
    }

    fn emit_binary(&mut self, op: Op2, a: &Expr, b: &Expr, x: Value, y: Value, span: Span) -> Lowered<Value> {
        if let Some(pred) = predicate(op) {
            return Ok(match a.ty {
                Ty::Character(..) => self.chr_cmp(pred, x, y),
                Ty::Unsigned(_) => self.b().cmp(pred.unsigned(), x, y),
                _ => self.b().cmp(pred, x, y),
            });
        }
        if matches!(a.ty, Ty::Character(..)) && op == Op2::Concat {
            return Ok(self.concat(x, y));
        }
        if matches!(a.ty, Ty::Unsigned(_)) {
            match op {
                Op2::Div => return Ok(self.unsigned_div(x, y, false)),
                Op2::Pow => return Ok(self.unsigned_power(x, y)),
                _ => {}
            }
        }
        let kind = match op {
            Op2::Add => return Ok(self.add_any(x, y)),
            Op2::Sub => OpKind::Sub,
            Op2::Mul => OpKind::Mul,
            Op2::Div => OpKind::Div,
            Op2::And => OpKind::And,
            Op2::Or => OpKind::Or,
            Op2::Neqv => OpKind::Xor,
            Op2::Eqv => {
                let v = self.b().binary(OpKind::Xor, x, y);
                return Ok(self.b().unary(OpKind::Not, v, Type::BOOL));
            }
            Op2::Pow => return self.power(a, b, x, y, span),
            Op2::Concat => return unsupported(span, "concatenation of these operands"),
            Op2::Eq | Op2::Ne | Op2::Lt | Op2::Le | Op2::Gt | Op2::Ge => {
                return unsupported(span, "comparison of these operands");
            }
        };
        if let (Some(p), Some(q)) = (self.known(x), self.known(y))
            && matches!(kind, OpKind::Sub | OpKind::Mul)
            && self.m.ty(x) == Type::I32
        {
            let r = if kind == OpKind::Sub { p.wrapping_sub(q) } else { p.wrapping_mul(q) };
            return Ok(self.b().int(i64::from(r as i32), Type::I32));
        }
        match self.environment_arith(kind, x, y) {
            Some(v) => Ok(v),
            None => Ok(self.b().binary(kind, x, y)),
        }
    }

    /// `x // y`
    pub fn concat(&mut self, x: Value, y: Value) -> Value {
        let n = match (self.chr_static(x), self.chr_static(y)) {
            (Some(p), Some(q)) => Some(p + q),
            _ => None,
        };
        let t = self.chr_type(n, self.chr_kind(x));
        self.b().op(OpKind::ChrConcat).arg(x).arg(y).result(t).value()
    }

    fn add_any(&mut self, x: Value, y: Value) -> Value {
        if self.m.ty(x) == Type::I32
            && let (Some(p), Some(q)) = (self.known(x), self.known(y))
        {
            return self.b().int(i64::from(p.wrapping_add(q) as i32), Type::I32);
        }
        match self.environment_arith(OpKind::Add, x, y) {
            Some(v) => v,
            None => self.b().binary(OpKind::Add, x, y),
        }
    }

    /// Kind of a string, of a reference to one or of the elements of an array of strings.
    pub fn chr_kind(&self, v: Value) -> u8 {
        self.m.types.chr_kind(self.m.ty(v))
    }

    /// Bytes of so many characters of that kind.
    pub fn bytes_of_chars(&mut self, n: Value, kind: u8) -> Value {
        if kind == 1 {
            return n;
        }
        let k = self.idx(kind.into());
        self.mul(n, k)
    }

    /// Number of characters of that kind in so many bytes.
    pub fn chars_of_bytes(&mut self, n: Value, kind: u8) -> Value {
        if kind == 1 {
            return n;
        }
        if let Some(n) = self.known(n) {
            return self.idx(n / i64::from(kind));
        }
        let k = self.idx(kind.into());
        self.b().binary(OpKind::Div, n, k)
    }

    /// Number of characters of a string value or reference.
    pub fn characters(&mut self, s: Value) -> Value {
        let bytes = self.chr_len(s);
        self.chars_of_bytes(bytes, self.chr_kind(s))
    }

    /// The runtime's function for strings of the kind of `s`.
    fn of_kind(&self, f: OfChar, s: Value) -> RuntimeFn {
        f.kind(self.chr_kind(s))
    }

    /// Length (bytes) of a string value where the type says it.
    pub fn chr_static(&self, v: Value) -> Option<i64> {
        match self.m.types.kind(self.m.types.elem(self.m.ty(v))) {
            TypeKind::Char(n, _) => *n,
            _ => None,
        }
    }

    /// True for strings, references to them and arrays of them.
    pub fn is_string(&self, v: Value) -> bool {
        let t = self.m.ty(v);
        let t = if matches!(self.m.types.kind(t), TypeKind::Char(..)) { t } else { self.m.types.elem(t) };
        matches!(self.m.types.kind(t), TypeKind::Char(..))
    }

    /// Comparison of strings.
    pub fn chr_cmp(&mut self, pred: Pred, x: Value, y: Value) -> Value {
        self.b().op(OpKind::ChrCmp).arg(x).arg(y).choice(pred).result(Type::BOOL).value()
    }

    fn power(&mut self, a: &Expr, b: &Expr, x: Value, y: Value, span: Span) -> Lowered<Value> {
        let t = self.m.ty(x);
        if matches!(b.ty, Ty::Integer(_)) {
            if let Some(n) = self.known(y) {
                match n {
                    0 => return self.one(&a.ty, span),
                    1 => return Ok(x),
                    2..=4 => {
                        let sq = self.b().binary(OpKind::Mul, x, x);
                        return Ok(match n {
                            2 => sq,
                            3 => self.b().binary(OpKind::Mul, sq, x),
                            _ => self.b().binary(OpKind::Mul, sq, sq),
                        });
                    }
                    -1 if !matches!(a.ty, Ty::Integer(_)) => {
                        let one = self.one(&a.ty, span)?;
                        return Ok(self.b().binary(OpKind::Div, one, x));
                    }
                    _ => {}
                }
            }
            let low = self.cast(y, Type::I32);
            let small = !matches!(b.ty, Ty::Integer(8 | 16)) || self.known(y).is_some_and(|n| i32::try_from(n).is_ok());
            if small {
                return Ok(self.math(MathFn::Ipow, &[x, low], t));
            }
            // An exponent that 32 bits cannot hold.
            let wide = self.m.ty(y);
            let back = self.cast(low, wide);
            let fits = self.b().cmp(Pred::Eq, back, y);
            if matches!(a.ty, Ty::Integer(_)) {
                // All but the powers of 0, 1 and -1 overflow: the sign and the last bit of the exponent count.
                let (zero, one) = (self.b().int(0, wide), self.b().int(1, wide));
                let odd = self.b().binary(OpKind::And, y, one);
                let (most, least) = (self.b().int(0x7fff_fffe, wide), self.b().int(-0x7fff_fffe, wide));
                let positive = self.b().cmp(Pred::Gt, y, zero);
                let bound = self.select(positive, most, least);
                let bound = self.b().binary(OpKind::Add, bound, odd);
                let n = self.select(fits, y, bound);
                let n = self.cast(n, Type::I32);
                return Ok(self.math(MathFn::Ipow, &[x, n], t));
            }
            let near = self.math(MathFn::Ipow, &[x, low], t);
            let far = match a.ty {
                // A real of 4 bytes does not know whether so large a number is odd.
                Ty::Real(4) => {
                    let (x, y) = (self.cast(x, Type::F64), self.cast(y, Type::F64));
                    let p = self.math(MathFn::Pow, &[x, y], Type::F64);
                    self.cast(p, t)
                }
                Ty::Complex(k) => {
                    let part = if k == 4 { Type::F32 } else { Type::F64 };
                    let (re, im) = (self.cast(y, part), self.b().float(0.0, part));
                    let y = self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value();
                    self.math(MathFn::Pow, &[x, y], t)
                }
                _ => {
                    let y = self.cast(y, t);
                    self.math(MathFn::Pow, &[x, y], t)
                }
            };
            return Ok(self.select(fits, near, far));
        }
        if !self.f.fenv && matches!(a.ty, Ty::Real(_)) {
            // Powers with one exact or correctly rounded operation, for every argument.
            let constant = |s: &Self, v: Value| match s.m.def_of(v, OpKind::Const).and_then(|o| s.m.attr(o, "value")) {
                Some(Attr::Float(x)) => Some(*x),
                _ => None,
            };
            let exponent = constant(self, y);
            if exponent == Some(2.0) {
                return Ok(self.b().binary(OpKind::Mul, x, x));
            }
            if exponent == Some(0.5) {
                // The power of -0 is 0, and that of -infinity infinity.
                let root = self.math(MathFn::Sqrt, &[x], t);
                let root = self.math(MathFn::Abs, &[root], t);
                let inf = self.b().float(f64::INFINITY, t);
                let least = self.b().float(f64::NEG_INFINITY, t);
                let is_least = self.b().cmp(Pred::Eq, x, least);
                return Ok(self.select(is_least, inf, root));
            }
            if constant(self, x) == Some(2.0) {
                return Ok(self.math(MathFn::Exp2, &[y], t));
            }
        }
        Ok(self.math(MathFn::Pow, &[x, y], t))
    }

    fn one(&mut self, ty: &Ty, span: Span) -> Lowered<Value> {
        let t = self.val_ty(ty, span)?;
        Ok(match ty {
            Ty::Integer(_) | Ty::Unsigned(_) => self.b().int(1, t),
            Ty::Real(_) => self.b().float(1.0, t),
            _ => self
                .b()
                .op(OpKind::Const)
                .attr("value", Attr::List(vec![Attr::Float(1.0), Attr::Float(0.0)]))
                .result(t)
                .value(),
        })
    }

    /// MAX or MIN of strings, padded to the length of the longest.
    fn longest_of(&mut self, max: bool, vals: &[Option<Value>], span: Span) -> Lowered<Value> {
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

    /// `math.fn` with a result type.
    pub fn math(&mut self, f: MathFn, args: &[Value], ty: Type) -> Value {
        self.b().op(OpKind::Math).args(args).choice(f).result(ty).value()
    }

    /// Pure runtime function.
    pub fn rt_pure(&mut self, f: RuntimeFn, args: &[Value], ty: Type) -> Value {
        let op = self.b().runtime(f, args, Some(ty));
        self.m.set_attr(op, "pure", Attr::Unit);
        self.m.result(op)
    }

    /// Applies an elemental intrinsic to scalar values; `args` are its argument expressions (for their types).
    pub fn emit_intrinsic(
        &mut self,
        id: Intrinsic,
        e: &'p Expr,
        args: &'p [Option<Expr>],
        vals: &[Option<Value>],
    ) -> Lowered<Value> {
        let span = e.span;
        let t = self.val_ty(&e.ty, span)?;
        let arg = |i: usize| vals.get(i).copied().flatten();
        let aty = |i: usize| args.get(i).and_then(|a| a.as_ref()).map(|a| &a.ty);
        let Some(x) = arg(0) else { return unsupported(span, "this intrinsic without its first argument") };
        let xt = self.m.ty(x);
        let xty = aty(0).cloned().unwrap_or(Ty::Typeless);
        let need = |i: usize| arg(i).ok_or_else(|| LowerError { span, text: "a missing argument".into() });
        if id == Intrinsic::Sqrt
            && let Some(v) = self.environment_sqrt(x)
        {
            return Ok(v);
        }
        let real_bits = |s: &Self, v: Value| s.real_bits(v).map_or(64, |t| t.1);
        let extended = self.m.types.extended_kind(t).is_some();
        let v = match id {
            Intrinsic::Abs => self.math(MathFn::Abs, &[x], t),
            Intrinsic::Aimag => self.complex_part(x, true),
            Intrinsic::Aint => {
                let v = self.math(MathFn::Trunc, &[x], xt);
                self.cast(v, t)
            }
            Intrinsic::Anint => {
                let v = self.math(MathFn::Round, &[x], xt);
                self.cast(v, t)
            }
            Intrinsic::Ceiling | Intrinsic::Floor | Intrinsic::Nint => {
                let f = match id {
                    Intrinsic::Ceiling => MathFn::Ceil,
                    Intrinsic::Floor => MathFn::Floor,
                    _ => MathFn::Round,
                };
                let v = self.math(f, &[x], xt);
                self.cast(v, t)
            }
            Intrinsic::Int
            | Intrinsic::Uint
            | Intrinsic::Int2
            | Intrinsic::Int8
            | Intrinsic::Real
            | Intrinsic::Dble => self.convert(x, &xty, &e.ty, span)?,
            Intrinsic::Cmplx | Intrinsic::Complex => {
                if matches!(xty, Ty::Complex(_)) {
                    self.convert(x, &xty, &e.ty, span)?
                } else {
                    let Ty::Complex(k) = e.ty else { return unsupported(span, "this conversion") };
                    let part = self.m.types.intern(TypeKind::Float(k * 8));
                    let real = Ty::Real(k);
                    let re = self.convert(x, &xty, &real, span)?;
                    let im = match (arg(1), aty(1)) {
                        (Some(y), Some(yty)) => self.convert(y, yty, &real, span)?,
                        _ => self.b().float(0.0, part),
                    };
                    self.b().op(OpKind::ComplexMake).arg(re).arg(im).result(t).value()
                }
            }
            Intrinsic::Conjg => self.math(MathFn::Conj, &[x], t),
            Intrinsic::Dim => {
                let y = need(1)?;
                let d = self.b().binary(OpKind::Sub, x, y);
                let z = if matches!(xty, Ty::Integer(_)) { self.b().int(0, t) } else { self.b().float(0.0, t) };
                let c = self.b().cmp(Pred::Gt, x, y);
                self.select(c, d, z)
            }
            Intrinsic::Dprod => {
                let y = need(1)?;
                let (x, y) = (self.cast(x, t), self.cast(y, t));
                self.b().binary(OpKind::Mul, x, y)
            }
            Intrinsic::Max | Intrinsic::Min => {
                let kind = if id == Intrinsic::Max { OpKind::Max } else { OpKind::Min };
                if matches!(xty, Ty::Character(..)) {
                    return self.longest_of(id == Intrinsic::Max, vals, span);
                }
                let mut acc = x;
                for y in vals[1..].iter().flatten() {
                    if matches!(xty, Ty::Unsigned(_)) {
                        acc = self.unsigned_extreme(id == Intrinsic::Max, acc, *y);
                        continue;
                    }
                    acc = self.b().binary(kind, acc, *y);
                }
                acc
            }
            Intrinsic::Mod | Intrinsic::Modulo if matches!(xty, Ty::Unsigned(_)) => {
                let y = need(1)?;
                self.unsigned_div(x, y, true)
            }
            Intrinsic::Mod => {
                let y = need(1)?;
                self.b().binary(OpKind::Rem, x, y)
            }
            Intrinsic::Modulo => {
                let y = need(1)?;
                self.b().binary(OpKind::Modulo, x, y)
            }
            Intrinsic::Sign => {
                let y = need(1)?;
                if matches!(xty, Ty::Integer(_)) {
                    let a = self.math(MathFn::Abs, &[x], t);
                    let n = self.b().unary(OpKind::Neg, a, t);
                    let yt = self.m.ty(y);
                    let z = self.b().int(0, yt);
                    let c = self.b().cmp(Pred::Ge, y, z);
                    self.select(c, a, n)
                } else {
                    let mut y = self.cast(y, t);
                    if self.opts.io.plain_zero {
                        // The sum of zeros of both signs is a positive one.
                        let zero = self.b().float(0.0, t);
                        y = self.b().binary(OpKind::Add, y, zero);
                    }
                    self.math(MathFn::CopySign, &[x, y], t)
                }
            }
            Intrinsic::OutOfRange => {
                let mold = aty(1).cloned().unwrap_or(Ty::Typeless);
                self.out_of_range(x, &xty, &mold, arg(2), span)?
            }
            Intrinsic::IeeeCopySign => {
                let y = need(1)?;
                let y = self.cast(y, t);
                self.math(MathFn::CopySign, &[x, y], t)
            }
            Intrinsic::IeeeFma => {
                let (y, z) = (need(1)?, need(2)?);
                self.math(MathFn::Fma, &[x, y, z], t)
            }
            Intrinsic::Sqrt => self.math(MathFn::Sqrt, &[x], t),
            Intrinsic::Exp => self.math(MathFn::Exp, &[x], t),
            Intrinsic::Log => self.math(MathFn::Log, &[x], t),
            Intrinsic::Log10 => self.math(MathFn::Log10, &[x], t),
            Intrinsic::Sin => self.math(MathFn::Sin, &[x], t),
            Intrinsic::Cos => self.math(MathFn::Cos, &[x], t),
            Intrinsic::Tan => self.math(MathFn::Tan, &[x], t),
            Intrinsic::Asin => self.math(MathFn::Asin, &[x], t),
            Intrinsic::Acos => self.math(MathFn::Acos, &[x], t),
            Intrinsic::Sinh => self.math(MathFn::Sinh, &[x], t),
            Intrinsic::Cosh => self.math(MathFn::Cosh, &[x], t),
            Intrinsic::Tanh => self.math(MathFn::Tanh, &[x], t),
            Intrinsic::Asinh => self.math(MathFn::Asinh, &[x], t),
            Intrinsic::Acosh => self.math(MathFn::Acosh, &[x], t),
            Intrinsic::Atanh => self.math(MathFn::Atanh, &[x], t),
            Intrinsic::Erf => self.math(MathFn::Erf, &[x], t),
            Intrinsic::Erfc => self.math(MathFn::Erfc, &[x], t),
            Intrinsic::Gamma => self.math(MathFn::Gamma, &[x], t),
            Intrinsic::LogGamma => self.math(MathFn::LogGamma, &[x], t),
            Intrinsic::BesselJ0 => self.math(MathFn::BesselJ0, &[x], t),
            Intrinsic::BesselJ1 => self.math(MathFn::BesselJ1, &[x], t),
            Intrinsic::BesselY0 => self.math(MathFn::BesselY0, &[x], t),
            Intrinsic::BesselY1 => self.math(MathFn::BesselY1, &[x], t),
            Intrinsic::Atan | Intrinsic::Atan2 => match arg(1) {
                Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                None => self.math(MathFn::Atan, &[x], t),
            },
            Intrinsic::Hypot => {
                let y = need(1)?;
                self.math(MathFn::Hypot, &[x, y], t)
            }
            Intrinsic::Cotan if matches!(e.ty, Ty::Real(_)) => {
                let v = self.math(MathFn::Tan, &[x], t);
                let one = self.b().float(1.0, t);
                self.b().binary(OpKind::Div, one, v)
            }
            Intrinsic::Sind if extended => self.math(MathFn::Sind, &[x], t),
            Intrinsic::Cosd if extended => self.math(MathFn::Cosd, &[x], t),
            Intrinsic::Tand if extended => self.math(MathFn::Tand, &[x], t),
            Intrinsic::Cotand if extended => {
                let v = self.math(MathFn::Tand, &[x], t);
                let one = self.b().float(1.0, t);
                self.b().binary(OpKind::Div, one, v)
            }
            Intrinsic::Asind | Intrinsic::Acosd | Intrinsic::Atand | Intrinsic::Atan2d if extended => match arg(1) {
                Some(y) => self.math(MathFn::Atan2d, &[x, y], t),
                None => self.math(arc(id).in_degrees, &[x], t),
            },
            Intrinsic::Sind => self.sine_of_turns(x, DEGREES),
            Intrinsic::Cosd => self.cosine_of_turns(x, DEGREES),
            Intrinsic::Sinpi => self.sine_of_turns(x, HALF_TURNS),
            Intrinsic::Cospi => self.cosine_of_turns(x, HALF_TURNS),
            Intrinsic::Tand | Intrinsic::Cotand | Intrinsic::Tanpi => {
                let turn = if id == Intrinsic::Tanpi { HALF_TURNS } else { DEGREES };
                let (s, c) = (self.sine_of_turns(x, turn), self.cosine_of_turns(x, turn));
                let (a, b) = if id == Intrinsic::Cotand { (c, s) } else { (s, c) };
                self.b().binary(OpKind::Div, a, b)
            }
            Intrinsic::Asinpi | Intrinsic::Acospi | Intrinsic::Atanpi | Intrinsic::Atan2pi if extended => {
                let r = match arg(1) {
                    Some(y) => self.math(MathFn::Atan2d, &[x, y], t),
                    None => self.math(arc(id).in_degrees, &[x], t),
                };
                let half = self.b().float(180.0, t);
                self.b().binary(OpKind::Div, r, half)
            }
            Intrinsic::Asinpi | Intrinsic::Acospi | Intrinsic::Atanpi | Intrinsic::Atan2pi => {
                let r = match arg(1) {
                    Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                    None => self.math(arc(id).in_radians, &[x], t),
                };
                let k = self.b().float(1.0 / std::f64::consts::PI, t);
                self.b().binary(OpKind::Mul, r, k)
            }
            Intrinsic::Asind | Intrinsic::Acosd | Intrinsic::Atand | Intrinsic::Atan2d => {
                let r = match arg(1) {
                    Some(y) => self.math(MathFn::Atan2, &[x, y], t),
                    None => self.math(arc(id).in_radians, &[x], t),
                };
                let k = self.b().float(180.0 / std::f64::consts::PI, t);
                self.b().binary(OpKind::Mul, r, k)
            }
            Intrinsic::BesselJn | Intrinsic::BesselYn => {
                let (n, y) = (self.cast(x, Type::I32), need(1)?);
                let f = if id == Intrinsic::BesselJn { kinds::BESSEL_JN } else { kinds::BESSEL_YN };
                self.rt_pure(f.bits(real_bits(self, y)), &[n, y], t)
            }
            Intrinsic::ErfcScaled | Intrinsic::Fraction | Intrinsic::Rrspacing | Intrinsic::Spacing => {
                let f = match id {
                    Intrinsic::ErfcScaled => kinds::ERFC_SCALED,
                    Intrinsic::Fraction => kinds::FRACTION,
                    Intrinsic::Rrspacing => kinds::RRSPACING,
                    _ => kinds::SPACING,
                };
                self.rt_pure(f.bits(real_bits(self, x)), &[x], t)
            }
            Intrinsic::Exponent => {
                let v = self.rt_pure(kinds::EXPONENT.bits(real_bits(self, x)), &[x], Type::I32);
                self.cast(v, t)
            }
            Intrinsic::Scale | Intrinsic::SetExponent => {
                let n = need(1)?;
                let n = self.cast(n, Type::I32);
                let f = if id == Intrinsic::Scale { kinds::SCALE } else { kinds::SET_EXPONENT };
                self.rt_pure(f.bits(real_bits(self, x)), &[x, n], t)
            }
            Intrinsic::Nearest => {
                let s = need(1)?;
                let s = self.cast(s, t);
                self.rt_pure(kinds::NEAREST.bits(real_bits(self, x)), &[x, s], t)
            }
            Intrinsic::Isnan | Intrinsic::IeeeIsNan => self.math(MathFn::IsNan, &[x], Type::BOOL),
            Intrinsic::IeeeIsFinite => {
                let d = self.b().binary(OpKind::Sub, x, x);
                let nan = self.math(MathFn::IsNan, &[d], Type::BOOL);
                self.b().unary(OpKind::Not, nan, Type::BOOL)
            }
            Intrinsic::IeeeIsNegative => {
                let one = self.b().float(1.0, xt);
                let s = self.math(MathFn::CopySign, &[one, x], xt);
                let z = self.b().float(0.0, xt);
                let c = self.b().cmp(Pred::Lt, s, z);
                let nan = self.math(MathFn::IsNan, &[x], Type::BOOL);
                let ok = self.b().unary(OpKind::Not, nan, Type::BOOL);
                self.b().binary(OpKind::And, c, ok)
            }
            Intrinsic::Merge => {
                let (f, c) = (need(1)?, need(2)?);
                if matches!(xty, Ty::Character(..)) && self.f.body_depth == 0 && self.checked(|c| c.bounds) {
                    let (m, n) = (self.chr_len(x), self.chr_len(f));
                    self.check_number("Unequal character lengths in MERGE intrinsic", n, m, false)?;
                }
                let f = if matches!(xty, Ty::Derived(_)) { self.cast_ref(f, xt) } else { f };
                self.select(c, x, f)
            }
            Intrinsic::Logical => {
                if matches!(xty, Ty::Integer(_) | Ty::Unsigned(_)) {
                    self.convert(x, &xty, &e.ty, span)?
                } else {
                    x
                }
            }
            Intrinsic::IsIostatEnd | Intrinsic::IsIostatEor => {
                let k = self.b().int(if id == Intrinsic::IsIostatEnd { -1 } else { -2 }, xt);
                self.b().cmp(Pred::Eq, x, k)
            }
            Intrinsic::Achar | Intrinsic::Char => {
                let c = self.cast(x, Type::I32);
                let kind = e.ty.chr_kind();
                let t = self.chr_type(Some(kind.into()), kind);
                self.b().unary(OpKind::ChrFromCode, c, t)
            }
            Intrinsic::Iachar | Intrinsic::Ichar => {
                let c = self.b().unary(OpKind::ChrCode, x, Type::I32);
                self.cast(c, t)
            }
            Intrinsic::Lge | Intrinsic::Lgt | Intrinsic::Lle | Intrinsic::Llt => {
                let y = need(1)?;
                self.chr_cmp(ordering(id), x, y)
            }
            Intrinsic::Index | Intrinsic::Scan | Intrinsic::Verify => {
                let y = need(1)?;
                let back = match arg(2) {
                    Some(b) => self.cast(b, Type::I32),
                    None => self.b().int(0, Type::I32),
                };
                let (xa, xl, ya, yl) = (self.addr(x), self.characters(x), self.addr(y), self.characters(y));
                let f = match id {
                    Intrinsic::Index => kinds::INDEX,
                    Intrinsic::Scan => kinds::SCAN,
                    _ => kinds::VERIFY,
                };
                let f = self.of_kind(f, x);
                let v = self.rt_pure(f, &[xa, xl, ya, yl, back], Type::INDEX);
                self.cast(v, t)
            }
            Intrinsic::LenTrim => {
                let v = self.len_trim(x);
                self.cast(v, t)
            }
            Intrinsic::Adjustl | Intrinsic::Adjustr => {
                let len = self.chr_len(x);
                let src = self.addr(x);
                let (dst, out) = self.string_buffer(len, self.chr_kind(x), span)?;
                let f = self.of_kind(if id == Intrinsic::Adjustl { kinds::ADJUSTL } else { kinds::ADJUSTR }, x);
                let n = self.characters(x);
                self.rt(f, &[dst, src, n]);
                out
            }
            _ if id.name().starts_with("ieee_") => return self.emit_ieee(id, e, args, vals),
            _ => return self.emit_bits(id, e, vals, x, t),
        };
        Ok(v)
    }

    /// `arith.select`
    pub fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        let t = self.m.ty(a);
        let t = if self.m.ty(b) == t {
            t
        } else if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            Type::chr(self.chr_kind(a))
        } else {
            t
        };
        self.b().op(OpKind::Select).arg(c).arg(a).arg(b).result(t).value()
    }

    /// Number of characters without trailing blanks (index).
    pub fn len_trim(&mut self, s: Value) -> Value {
        let (a, l) = (self.addr(s), self.characters(s));
        self.rt_pure(self.of_kind(kinds::LEN_TRIM, s), &[a, l], Type::INDEX)
    }

    /// Storage for a string of that length (bytes) and kind: its address and the string value that lies there.
    pub fn string_buffer(&mut self, len: Value, kind: u8, span: Span) -> Lowered<(Value, Value)> {
        if let Some(n) = self.known(len) {
            let ct = self.chr_type(Some(n), kind);
            let r = self.alloca(ct, None);
            let a = self.addr(r);
            let v = self.b().op(OpKind::ChrMake).arg(a).arg(len).result(ct).value();
            return Ok((a, v));
        }
        if self.f.body_depth > 0 {
            return unsupported(span, "a string of run-time length inside an array expression");
        }
        let p = self.b().op(OpKind::Alloc).arg(len).result(Type::PTR).value();
        self.f.temps.push(Cleanup::Free(p));
        let v = self.b().op(OpKind::ChrMake).arg(p).arg(len).result(Type::chr(kind)).value();
        Ok((p, v))
    }

    fn emit_bits(&mut self, id: Intrinsic, e: &'p Expr, vals: &[Option<Value>], x: Value, t: Type) -> Lowered<Value> {
        let span = e.span;
        let arg = |i: usize| vals.get(i).copied().flatten();
        let need = |i: usize| arg(i).ok_or_else(|| LowerError { span, text: "a missing argument".into() });
        let xt = self.m.ty(x);
        let bits = match self.m.types.kind(xt) {
            TypeKind::Int(b) => i64::from(*b),
            _ => 1,
        };
        let in_x = |s: &mut Self, i: usize| -> Lowered<Value> {
            let v = need(i)?;
            Ok(s.cast(v, xt))
        };
        Ok(match id {
            Intrinsic::Iand | Intrinsic::And => {
                let y = need(1)?;
                self.b().binary(OpKind::And, x, y)
            }
            Intrinsic::Ior | Intrinsic::Or => {
                let y = need(1)?;
                self.b().binary(OpKind::Or, x, y)
            }
            Intrinsic::Ieor | Intrinsic::Xor => {
                let y = need(1)?;
                self.b().binary(OpKind::Xor, x, y)
            }
            Intrinsic::Not => self.b().unary(OpKind::Not, x, t),
            Intrinsic::Shiftl | Intrinsic::Lshift => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::Shl, x, n)
            }
            Intrinsic::Shiftr => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::ShrU, x, n)
            }
            Intrinsic::Shifta | Intrinsic::Rshift => {
                let n = in_x(self, 1)?;
                self.b().binary(OpKind::ShrS, x, n)
            }
            Intrinsic::Ishft => {
                let n = in_x(self, 1)?;
                let neg = self.b().unary(OpKind::Neg, n, xt);
                let l = self.b().binary(OpKind::Shl, x, n);
                let r = self.b().binary(OpKind::ShrU, x, neg);
                let z = self.b().int(0, xt);
                let c = self.b().cmp(Pred::Ge, n, z);
                self.select(c, l, r)
            }
            Intrinsic::Ishftc => {
                // The lowest `size` bits rotate; the others stay.
                let n = in_x(self, 1)?;
                let size = match arg(2) {
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
                self.b().binary(OpKind::Or, v, rest)
            }
            Intrinsic::Ibset | Intrinsic::Ibclr | Intrinsic::Btest => {
                // A position outside of the integer counts modulo its size, as the machine's shift has it.
                let n = in_x(self, 1)?;
                let size = self.b().int(bits - 1, xt);
                let n = if self.known(n).is_some_and(|k| (0..bits).contains(&k)) {
                    n
                } else {
                    self.b().binary(OpKind::And, n, size)
                };
                let one = self.b().int(1, xt);
                let bit = self.b().binary(OpKind::Shl, one, n);
                match id {
                    Intrinsic::Ibset => self.b().binary(OpKind::Or, x, bit),
                    Intrinsic::Ibclr => {
                        let m = self.b().unary(OpKind::Not, bit, xt);
                        self.b().binary(OpKind::And, x, m)
                    }
                    _ => {
                        let v = self.b().binary(OpKind::And, x, bit);
                        let z = self.b().int(0, xt);
                        self.b().cmp(Pred::Ne, v, z)
                    }
                }
            }
            Intrinsic::Ibits => {
                let (pos, len) = (in_x(self, 1)?, in_x(self, 2)?);
                let v = self.b().binary(OpKind::ShrU, x, pos);
                let ones = self.b().int(-1, xt);
                let hi = self.b().binary(OpKind::Shl, ones, len);
                let mask = self.b().unary(OpKind::Not, hi, xt);
                self.b().binary(OpKind::And, v, mask)
            }
            Intrinsic::Leadz | Intrinsic::Trailz | Intrinsic::Popcnt | Intrinsic::Poppar => {
                let k = match id {
                    Intrinsic::Leadz => OpKind::Clz,
                    Intrinsic::Trailz => OpKind::Ctz,
                    _ => OpKind::Popcnt,
                };
                let v = self.b().unary(k, x, xt);
                let v = self.cast(v, t);
                if id == Intrinsic::Poppar {
                    let one = self.b().int(1, t);
                    self.b().binary(OpKind::And, v, one)
                } else {
                    v
                }
            }
            Intrinsic::Bge | Intrinsic::Bgt | Intrinsic::Ble | Intrinsic::Blt => {
                // The shorter one is filled up with zeros (16.9.3).
                let y = need(1)?;
                let yt = self.m.ty(y);
                let t = if self.m.types.size_of(yt) > self.m.types.size_of(xt) { yt } else { xt };
                let (x, y) = (self.resize_unsigned(x, t), self.resize_unsigned(y, t));
                self.b().cmp(ordering(id).unsigned(), x, y)
            }
            Intrinsic::Dshiftl | Intrinsic::Dshiftr => {
                let (y, n) = (in_x(self, 1)?, in_x(self, 2)?);
                let w = self.b().int(bits, xt);
                let back = self.b().binary(OpKind::Sub, w, n);
                let (p, q) = if id == Intrinsic::Dshiftl { (n, back) } else { (back, n) };
                let l = self.b().binary(OpKind::Shl, x, p);
                let r = self.b().binary(OpKind::ShrU, y, q);
                self.b().binary(OpKind::Or, l, r)
            }
            Intrinsic::Maskl | Intrinsic::Maskr | Intrinsic::Umaskl | Intrinsic::Umaskr => {
                let w = self.m.types.size_of(t).unwrap_or(4) as i64 * 8;
                let n = self.cast(x, t);
                let ones = self.b().int(-1, t);
                if matches!(id, Intrinsic::Maskr | Intrinsic::Umaskr) {
                    let hi = self.b().binary(OpKind::Shl, ones, n);
                    self.b().unary(OpKind::Not, hi, t)
                } else {
                    let (size, low) = (self.b().int(w, t), self.b().int(w - 1, t));
                    let k = self.b().binary(OpKind::Sub, size, n);
                    let k = self.b().binary(OpKind::And, k, low);
                    let v = self.b().binary(OpKind::Shl, ones, k);
                    let zero = self.b().int(0, t);
                    let none = self.b().cmp(Pred::Eq, n, zero);
                    self.select(none, zero, v)
                }
            }
            Intrinsic::MergeBits => {
                let (y, m) = (in_x(self, 1)?, in_x(self, 2)?);
                let a = self.b().binary(OpKind::And, x, m);
                let n = self.b().unary(OpKind::Not, m, xt);
                let b = self.b().binary(OpKind::And, y, n);
                self.b().binary(OpKind::Or, a, b)
            }
            _ => return unsupported(span, format!("the intrinsic `{}`", id.row().name)),
        })
    }
}

impl<'p> Lower<'p> {
    /// OUT_OF_RANGE (Fortran 2018, 16.9.145): whether a value has no conversion to the type of `mold`.
    fn out_of_range(&mut self, x: Value, from: &Ty, mold: &Ty, round: Option<Value>, span: Span) -> Lowered<Value> {
        if matches!(from, Ty::Unsigned(_)) || matches!(mold, Ty::Unsigned(_)) {
            return self.out_of_unsigned_range(x, from, mold, round, span);
        }
        let xt = self.m.ty(x);
        let below_or_above = |s: &mut Self, x: Value, pred: (Pred, Pred), lo: Value, hi: Value| {
            let a = s.b().cmp(pred.0, x, lo);
            let b = s.b().cmp(pred.1, x, hi);
            s.b().binary(OpKind::Or, a, b)
        };
        Ok(match (from, mold) {
            (Ty::Integer(a), Ty::Integer(b)) if a <= b => self.b().int(0, Type::BOOL),
            (Ty::Integer(_), Ty::Integer(b)) => {
                // The kind of the argument is the larger one.
                let top = i64::MAX >> (64 - 8 * u32::from((*b).min(8)));
                let (lo, hi) = (self.b().int(-top - 1, xt), self.b().int(top, xt));
                below_or_above(self, x, (Pred::Lt, Pred::Gt), lo, hi)
            }
            (Ty::Integer(_), Ty::Real(_)) => self.b().int(0, Type::BOOL),
            (Ty::Real(a), Ty::Real(b)) if a <= b => self.b().int(0, Type::BOOL),
            (Ty::Real(_), Ty::Real(_)) => {
                // Infinities have a conversion.
                let Ty::Real(to) = mold else { return unsupported(span, "OUT_OF_RANGE of these types") };
                let top = Format::of_kind(*to).huge();
                let (lo, hi) = (self.b().number(top.neg(), xt), self.b().number(top, xt));
                let out = below_or_above(self, x, (Pred::Lt, Pred::Gt), lo, hi);
                let inf = self.b().float(f64::INFINITY, xt);
                let size = self.math(MathFn::Abs, &[x], xt);
                let finite = self.b().cmp(Pred::Ne, size, inf);
                self.b().binary(OpKind::And, out, finite)
            }
            (Ty::Real(_), Ty::Integer(b)) => {
                // In double precision all bounds but those of integer(8) are exact; there the next ones serve.
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let x = self.cast(x, wide);
                let top = 2f64.powi(8 * i32::from(*b) - 1);
                let t = self.math(MathFn::Trunc, &[x], wide);
                let v = match round {
                    Some(c) => {
                        let r = self.math(MathFn::Round, &[x], wide);
                        self.select(c, r, t)
                    }
                    None => t,
                };
                let (lo, hi) = (self.b().float(-top, wide), self.b().float(top, wide));
                let a = self.b().cmp(Pred::Ge, v, lo);
                let b = self.b().cmp(Pred::Lt, v, hi);
                let inside = self.b().binary(OpKind::And, a, b);
                // Not a number is not inside.
                self.b().unary(OpKind::Not, inside, Type::BOOL)
            }
            _ => return unsupported(span, "OUT_OF_RANGE of these types"),
        })
    }
}

/// How a relational operator compares; none for other operators.
fn predicate(op: Op2) -> Option<Pred> {
    Some(match op {
        Op2::Eq => Pred::Eq,
        Op2::Ne => Pred::Ne,
        Op2::Lt => Pred::Lt,
        Op2::Le => Pred::Le,
        Op2::Gt => Pred::Gt,
        Op2::Ge => Pred::Ge,
        Op2::Add
        | Op2::Sub
        | Op2::Mul
        | Op2::Div
        | Op2::Pow
        | Op2::Concat
        | Op2::And
        | Op2::Or
        | Op2::Eqv
        | Op2::Neqv => return None,
    })
}

/// How the intrinsics that compare strings (LGE and so on) and bits (BGE and so on) order them.
fn ordering(id: Intrinsic) -> Pred {
    match id {
        Intrinsic::Lge | Intrinsic::Bge => Pred::Ge,
        Intrinsic::Lgt | Intrinsic::Bgt => Pred::Gt,
        Intrinsic::Lle | Intrinsic::Ble => Pred::Le,
        _ => Pred::Lt,
    }
}

/// An inverse trigonometric function.
struct Arc {
    in_radians: MathFn,
    in_degrees: MathFn,
}

/// The inverse trigonometric function behind an intrinsic with degrees or half turns.
fn arc(id: Intrinsic) -> Arc {
    let (in_radians, in_degrees) = match id {
        Intrinsic::Asind | Intrinsic::Asinpi => (MathFn::Asin, MathFn::Asind),
        Intrinsic::Acosd | Intrinsic::Acospi => (MathFn::Acos, MathFn::Acosd),
        _ => (MathFn::Atan, MathFn::Atand),
    };
    Arc { in_radians, in_degrees }
}
