//! Operators: intrinsic meaning with explicit conversions, else defined operators.

use crate::const_eval::numeric;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, BinOp, UnOp};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// Operator text as in generic specs.
fn op_text(op: BinOp) -> &'static str {
    match op {
        BinOp::Pow => "**",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Concat => "//",
        BinOp::Eq => "==",
        BinOp::Ne => "/=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::And => ".and.",
        BinOp::Or => ".or.",
        BinOp::Eqv => ".eqv.",
        BinOp::Neqv => ".neqv.",
    }
}

fn op2(op: BinOp) -> Op2 {
    match op {
        BinOp::Pow => Op2::Pow,
        BinOp::Mul => Op2::Mul,
        BinOp::Div => Op2::Div,
        BinOp::Add => Op2::Add,
        BinOp::Sub => Op2::Sub,
        BinOp::Concat => Op2::Concat,
        BinOp::Eq => Op2::Eq,
        BinOp::Ne => Op2::Ne,
        BinOp::Lt => Op2::Lt,
        BinOp::Le => Op2::Le,
        BinOp::Gt => Op2::Gt,
        BinOp::Ge => Op2::Ge,
        BinOp::And => Op2::And,
        BinOp::Or => Op2::Or,
        BinOp::Eqv => Op2::Eqv,
        BinOp::Neqv => Op2::Neqv,
    }
}

/// The type two numeric operands are converted to.
pub(crate) fn common_numeric(a: &Ty, b: &Ty) -> Option<Ty> {
    use Ty::*;
    Some(match (a, b) {
        (Integer(x), Integer(y)) => Integer(*x.max(y)),
        (Unsigned(x), Unsigned(y)) => Unsigned(*x.max(y)),
        (Integer(_), Real(k)) | (Real(k), Integer(_)) => Real(*k),
        (Integer(_), Complex(k)) | (Complex(k), Integer(_)) => Complex(*k),
        (Real(x), Real(y)) => Real(*x.max(y)),
        (Real(x), Complex(y)) | (Complex(y), Real(x)) => Complex(*x.max(y)),
        (Complex(x), Complex(y)) => Complex(*x.max(y)),
        _ => return None,
    })
}

impl<'a> Resolver<'a> {
    pub(super) fn unary(&mut self, sc: ScopeId, op: UnOp, a: &'a ast::Expr, span: Span) -> Res<Expr> {
        // `-2147483648`: the literal alone would be out of range.
        if let (UnOp::Minus, ast::ExprKind::Int { value, kind: None }) = (op, &a.kind) {
            let k = self.opts.default_integer;
            if *value == numeric::int_max(k) as u128 + 1 {
                let c = Const::Int(-(*value as i128));
                return Ok(Expr { kind: ExprKind::Const(c), ty: Ty::Integer(k), rank: 0, span });
            }
        }
        let x = self.expr(sc, a)?;
        if let (UnOp::Not, Ty::Integer(_), true) = (op, &x.ty, self.opts.dec.bitwise) {
            return self.bit_intrinsic(Intrinsic::Not, vec![x], span);
        }
        let (name, ok) = match op {
            UnOp::Plus => ("+", matches!(x.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_))),
            UnOp::Minus => ("-", matches!(x.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_))),
            UnOp::Not => (".not.", matches!(x.ty, Ty::Logical(_))),
        };
        if !ok {
            if let Some(e) = self.try_defined_op(sc, name, &[&x], span)? {
                return Ok(e);
            }
            self.no_typeless(&x)?;
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Type, span, format!("operand of `{name}` has type {t}")));
        }
        if op == UnOp::Minus && matches!(x.ty, Ty::Unsigned(_)) && self.opts.pedantic {
            return Err(self.err(ErrorCode::Type, span, "an unsigned value has no negative one (-pedantic)"));
        }
        let (ty, rank) = (x.ty.clone(), x.rank);
        match op {
            // `+x` is a value, not a variable.
            UnOp::Plus if matches!(x.kind, ExprKind::Const(_)) => Ok(Expr { span, ..x }),
            UnOp::Plus => Ok(Expr { kind: ExprKind::Paren(Box::new(x)), ty, rank, span }),
            UnOp::Minus => self.fold(Expr { kind: ExprKind::Unary(Op1::Neg, Box::new(x)), ty, rank, span }),
            UnOp::Not => self.fold(Expr { kind: ExprKind::Unary(Op1::Not, Box::new(x)), ty, rank, span }),
        }
    }

    pub(super) fn binary(
        &mut self,
        sc: ScopeId,
        op: BinOp,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
        span: Span,
    ) -> Res<Expr> {
        // Long chains `a + b + c ...` lean left: unroll them instead of recursing.
        let mut chain = vec![(op, b, span)];
        let mut left = a;
        while let ast::ExprKind::Binary(o, l, r) = &left.kind {
            chain.push((*o, r, left.span));
            left = l;
        }
        let mut x = self.expr(sc, left);
        let mut first = !matches!(left.kind, ast::ExprKind::Paren(_));
        while let Some((o, r, s)) = chain.pop() {
            if std::mem::take(&mut first)
                && let Ok(base) = &x
                && let Some(e) = self.dotted(sc, o, base, r, s)
            {
                (x, first) = (e, true);
                continue;
            }
            let y = self.expr(sc, r);
            x = match (x, y) {
                (Ok(x), Ok(y)) => self.binary_typed(sc, o, x, y, s),
                _ => Err(Reported),
            };
        }
        x
    }

    /// `record .eq. part`, where the record has a component of the operator's name whose type is a structure: with dots
    /// as selectors that is a part of the component (as gfortran reads it).
    fn dotted(&mut self, sc: ScopeId, op: BinOp, base: &Expr, right: &'a ast::Expr, span: Span) -> Option<Res<Expr>> {
        if !self.opts.dec.structure {
            return None;
        }
        let word = match op {
            BinOp::Eq => "eq",
            BinOp::Ne => "ne",
            BinOp::Lt => "lt",
            BinOp::Le => "le",
            BinOp::Gt => "gt",
            BinOp::Ge => "ge",
            BinOp::And => "and",
            BinOp::Or => "or",
            BinOp::Eqv => "eqv",
            BinOp::Neqv => "neqv",
            _ => return None,
        };
        let (Ty::Derived(t), ast::ExprKind::Ref(parts)) = (&base.ty, &right.kind) else { return None };
        let (of, index, _) = self.find_component(*t, word)?;
        let c = &self.ty(of).components[index];
        if !matches!(c.ty, Ty::Derived(_)) || c.dims.rank() > 0 || c.allocatable || c.pointer {
            return None;
        }
        let kind = ExprKind::Component { base: Box::new(base.clone()), of, index };
        let e = Expr { kind, ty: c.ty.clone(), rank: base.rank, span: base.span };
        let last = parts.len() - 1;
        let part = parts.iter().enumerate().try_fold(e, |e, (i, p)| {
            let want = if i == last { super::Want::Value } else { super::Want::Variable };
            self.component_ref(sc, e, p, want)
        });
        Some(part.map(|e| Expr { span, ..e }))
    }

    /// An operator on typed operands.
    pub fn binary_typed(&mut self, sc: ScopeId, op: BinOp, x: Expr, y: Expr, span: Span) -> Res<Expr> {
        let name = op_text(op);
        let (x, y) = self.boz_operands(op, x, y)?;
        if let Some(e) = self.bitwise(op, &x, &y, span)? {
            return Ok(e);
        }
        let numeric = common_numeric(&x.ty, &y.ty);
        let comparable_char = x.ty.same_characters(&y.ty);
        let logical = matches!((&x.ty, &y.ty), (Ty::Logical(_), Ty::Logical(_)));
        let ok = match op {
            BinOp::Pow | BinOp::Mul | BinOp::Div | BinOp::Add | BinOp::Sub => numeric.is_some(),
            BinOp::Concat => comparable_char,
            BinOp::Eq | BinOp::Ne => numeric.is_some() || comparable_char,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                comparable_char || matches!(numeric, Some(Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_)))
            }
            BinOp::And | BinOp::Or | BinOp::Eqv | BinOp::Neqv => logical,
        };
        if !ok {
            if let Some(e) = self.try_defined_op(sc, name, &[&x, &y], span)? {
                return Ok(e);
            }
            if let (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, Some(a), Some(b)) =
                (op, self.enumeration_of(&x.ty), self.enumeration_of(&y.ty))
                && a == b
            {
                let (x, y) = (self.ordinal(x)?, self.ordinal(y)?);
                return self.binary_typed(sc, op, x, y, span);
            }
            if let (BinOp::Eq | BinOp::Ne, Ty::Derived(a), Ty::Derived(b)) = (op, &x.ty, &y.ty)
                && a == b
                && self.types.info[a.0 as usize].def.is_none()
                && &*self.ty(*a).name != "ieee_status_type"
            {
                // Types of the intrinsic modules: their one component is compared.
                let (of, kind) = (*a, self.ty(*a).components[0].ty.clone());
                let part = |e: Expr| Expr {
                    rank: e.rank,
                    span: e.span,
                    ty: kind.clone(),
                    kind: ExprKind::Component { base: Box::new(e), of, index: 0 },
                };
                let (x, y) = (self.fold(part(x))?, self.fold(part(y))?);
                return self.binary_typed(sc, op, x, y, span);
            }
            self.no_typeless(&x)?;
            self.no_typeless(&y)?;
            let (t, u) = (ty_name(&self.prog, &x.ty), ty_name(&self.prog, &y.ty));
            let mut d = Diagnostic::error(ErrorCode::Type, span, format!("`{name}` is not defined for {t} and {u}"))
                .also(x.span, t)
                .also(y.span, u);
            if logical && matches!(op, BinOp::Eq | BinOp::Ne) {
                d = d.with_help(format!(
                    "logical values are compared with `{}`",
                    if op == BinOp::Eq { ".eqv." } else { ".neqv." }
                ));
            }
            return Err(self.report(d));
        }
        // Operands of intrinsic types whose ranks do not conform may have a defined operator (Fortran 2018, 10.1.6.2).
        if x.rank != y.rank
            && x.rank > 0
            && y.rank > 0
            && let Some(e) = self.try_defined_op(sc, name, &[&x, &y], span)?
        {
            return Ok(e);
        }
        let rank = self.conform(&x, &y, &format!("the operands of `{name}`"), span)?;
        if op == BinOp::Pow && self.in_initial && !matches!(y.ty, Ty::Integer(_)) {
            self.newer(2003, span, "an exponent that is no integer in an initialization expression")?;
        }
        self.warn_operation(op, &x, &y, span);
        let o = op2(op);
        let (x, y, ty) = match op {
            BinOp::Concat => {
                let ty = match (&x.ty, &y.ty) {
                    (Ty::Character(CharLen::Const(m), _), Ty::Character(CharLen::Const(n), _)) => CharLen::Const(m + n),
                    _ => CharLen::Runtime,
                };
                let kind = x.ty.chr_kind();
                (x, y, Ty::Character(ty, kind))
            }
            BinOp::And | BinOp::Or | BinOp::Eqv | BinOp::Neqv => {
                let k = match (&x.ty, &y.ty) {
                    (Ty::Logical(m), Ty::Logical(n)) => *m.max(n),
                    _ => self.opts.default_logical,
                };
                let t = Ty::Logical(k);
                (self.convert(x, &t)?, self.convert(y, &t)?, t)
            }
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let t = Ty::Logical(self.opts.default_logical);
                match numeric {
                    Some(c) => (self.convert(x, &c)?, self.convert(y, &c)?, t),
                    None => (x, y, t),
                }
            }
            _ => {
                let Some(c) = numeric else { return Err(Reported) };
                if op == BinOp::Pow && matches!(y.ty, Ty::Integer(_)) {
                    (self.convert(x, &c)?, y, c)
                } else {
                    (self.convert(x, &c)?, self.convert(y, &c)?, c)
                }
            }
        };
        self.fold(Expr { kind: ExprKind::Binary(o, Box::new(x), Box::new(y)), ty, rank, span })
    }

    /// `.name.` operators.
    pub(super) fn defined_op(
        &mut self,
        sc: ScopeId,
        name: &str,
        args: Vec<Expr>,
        op_span: Span,
        span: Span,
    ) -> Res<Expr> {
        let bare = name.trim_matches('.').to_lowercase();
        let text = format!(".{bare}.");
        let refs: Vec<&Expr> = args.iter().collect();
        if let Some(e) = self.try_defined_op(sc, &text, &refs, span)? {
            return Ok(e);
        }
        let types: Vec<String> = args.iter().map(|a| ty_name(&self.prog, &a.ty)).collect();
        let known = self.find_scope(sc, &format!("operator({text})")).is_some();
        let msg = if known {
            format!("no specific procedure of operator `{text}` takes {}", types.join(" and "))
        } else {
            format!("operator `{text}` is not defined")
        };
        Err(self.err(ErrorCode::Generic, op_span, msg))
    }

    /// A defined operator with such operands, if there is one.
    fn try_defined_op(&mut self, sc: ScopeId, op: &str, args: &[&Expr], span: Span) -> Res<Option<Expr>> {
        let key = format!("operator({op})");
        let owned: Vec<Expr> = args.iter().map(|e| (*e).clone()).collect();
        self.try_generic_function(sc, &key, owned, span)
    }
}

impl<'a> Rules<'a> {
    /// A logical operator with an integer operand works on bits, where `-fdec` asks for it; logical operands count as
    /// one and zero.
    fn bitwise(&mut self, op: BinOp, x: &Expr, y: &Expr, span: Span) -> Res<Option<Expr>> {
        let id = match op {
            BinOp::And => Intrinsic::Iand,
            BinOp::Or => Intrinsic::Ior,
            BinOp::Eqv | BinOp::Neqv => Intrinsic::Ieor,
            _ => return Ok(None),
        };
        let kind = match (&x.ty, &y.ty) {
            _ if !self.opts.dec.bitwise => return Ok(None),
            (Ty::Integer(m), Ty::Integer(n) | Ty::Logical(n)) | (Ty::Logical(m), Ty::Integer(n)) => *m.max(n),
            _ => return Ok(None),
        };
        let t = Ty::Integer(kind);
        let operands = vec![self.convert(x.clone(), &t)?, self.convert(y.clone(), &t)?];
        let e = self.bit_intrinsic(id, operands, span)?;
        Ok(Some(if op == BinOp::Eqv { self.bit_intrinsic(Intrinsic::Not, vec![e], span)? } else { e }))
    }

    /// An elemental bit intrinsic on operands of one kind.
    fn bit_intrinsic(&mut self, id: Intrinsic, args: Vec<Expr>, span: Span) -> Res<Expr> {
        let ty = args[0].ty.clone();
        let rank = match &args[..] {
            [x, y] => self.conform(x, y, "the operands of a logical operator", span)?,
            _ => args[0].rank,
        };
        self.fold(Expr { kind: ExprKind::Intrinsic { id, args: args.into_iter().map(Some).collect() }, ty, rank, span })
    }

    /// BOZ and Hollerith operands of an arithmetic or relational operator take the type of the other one (extension).
    fn boz_operands(&mut self, op: BinOp, x: Expr, y: Expr) -> Res<(Expr, Expr)> {
        if let Some(pair) = self.byte_operands(op, &x, &y)? {
            return Ok(pair);
        }
        let boz = |e: &Expr| matches!(e.ty, Ty::Typeless) && matches!(e.kind, ExprKind::Const(_));
        match (boz(&x), boz(&y)) {
            (true, false) if matches!(y.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_)) => {
                let t = y.ty.clone();
                Ok((self.convert(x, &t)?, y))
            }
            (false, true) if matches!(x.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_)) => {
                let t = x.ty.clone();
                let y = self.convert(y, &t)?;
                Ok((x, y))
            }
            _ => Ok((x, y)),
        }
    }
}
