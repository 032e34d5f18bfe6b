//! Operations on scalars: conversions and operators. Array expressions use the same code inside the
//! body of an `array.elemental`.

use super::*;
use ferrotran_abi::rt::kinds::OfChar;
use ferrotran_ir::{MathFn, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

impl FunctionBuilder {
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
    pub fn of_kind(&self, f: OfChar, s: Value) -> RuntimeFn {
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
        if self.f.in_body() {
            return unsupported(span, "a string of run-time length inside an array expression");
        }
        let p = self.b().op(OpKind::Alloc).arg(len).result(Type::PTR).value();
        self.f.cleanups.after_statement(Cleanup::Free(p));
        let v = self.b().op(OpKind::ChrMake).arg(p).arg(len).result(Type::chr(kind)).value();
        Ok((p, v))
    }
}

impl Declarations<'_> {
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
            (
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Logical(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless,
                _,
            ) => Ok(self.cast(v, t)),
        }
    }

    fn one(&mut self, ty: &Ty, span: Span) -> Lowered<Value> {
        let t = self.val_ty(ty, span)?;
        Ok(match ty {
            Ty::Integer(_) | Ty::Unsigned(_) => self.b().int(1, t),
            Ty::Real(_) => self.b().float(1.0, t),
            Ty::Complex(_) => self
                .b()
                .op(OpKind::Const)
                .attr("value", Attr::List(vec![Attr::Float(1.0), Attr::Float(0.0)]))
                .result(t)
                .value(),
            Ty::Logical(_)
            | Ty::Character(..)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => {
                return unsupported(span, "a power of this type");
            }
        })
    }
}

impl<'p> Expressions<'p> {
    /// Applies the operator of a `Unary`, `Binary`, `Convert` or `Paren` node to operand values.
    pub fn emit_op(&mut self, e: &'p Expr, args: &[Value]) -> Lowered<Value> {
        match &e.kind {
            ExprKind::Paren(_) => {
                self.rounds(args[0]);
                Ok(args[0])
            }
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

    /// A value in parentheses: where it is a product, or one with the other sign, no sum may take that before it is rounded.
    fn rounds(&mut self, v: Value) {
        if !self.opts.rounded || !matches!(self.m.tk(v), TypeKind::Float(_)) {
            return;
        }
        let v = self.m.def_of(v, OpKind::Neg).map_or(v, |minus| self.m.operand(minus, 0));
        let product = self.m.def(v).filter(|&d| match self.m.kind(d) {
            OpKind::Mul => true,
            OpKind::Math => self.m.choice::<MathFn>(d) == MathFn::Ipow,
            _ => false,
        });
        if let Some(product) = product {
            self.m.set_attr(product, "rounded", Attr::Unit);
        }
    }

    /// The string `v` that an expression gives where blanks at its end do not matter: what TRIM was applied to.
    pub fn untrimmed(&self, e: &Expr, v: Value) -> Value {
        match &e.kind {
            ExprKind::Intrinsic { id: Intrinsic::Trim, .. } => {
                self.m.def_of(v, OpKind::ChrSubstr).map_or(v, |o| self.m.operand(o, 0))
            }
            _ => v,
        }
    }

    fn emit_binary(&mut self, op: Op2, a: &Expr, b: &Expr, x: Value, y: Value, span: Span) -> Lowered<Value> {
        if let Some(pred) = predicate(op) {
            return Ok(match a.ty {
                Ty::Character(..) => {
                    let (x, y) = (self.untrimmed(a, x), self.untrimmed(b, y));
                    self.chr_cmp(pred, x, y)
                }
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
                Ty::Real(_) => {
                    let y = self.cast(y, t);
                    self.math(MathFn::Pow, &[x, y], t)
                }
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Derived(_)
                | Ty::Class(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless => {
                    return unsupported(span, "a power of this type");
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
