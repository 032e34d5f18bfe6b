//! Expressions: literals and operators here, data references in [`refs`], constructors in [`ctor`], shapes in [`shape`].

pub(crate) mod conditional;
pub(crate) mod ctor;
pub(crate) mod ops;
pub(crate) mod refs;
pub(crate) mod shape;
pub(crate) mod typeless;

use super::const_eval::numeric;
use super::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, KindParam};
use ferrotran_typed::*;

/// What a reference is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// Its value.
    Value,
    /// The variable itself, to be defined.
    Variable,
    /// An actual argument or pointer target: procedures and whole assumed-size arrays are fine.
    Actual,
}

/// Deepest nesting of expressions.
const MAX_DEPTH: u32 = 2000;

impl<'a> Resolver<'a> {
    /// Analyses an expression.
    pub fn expr(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        self.expr_want(sc, e, Want::Value)
    }

    /// Analyses an expression for a use.
    pub fn expr_want(&mut self, sc: ScopeId, e: &'a ast::Expr, want: Want) -> Res<Expr> {
        self.depth += 1;
        let r = if self.depth > MAX_DEPTH {
            Err(self.err(ErrorCode::TooDeep, e.span, "expressions are nested too deeply"))
        } else {
            self.expr_inner(sc, e, want)
        };
        self.depth -= 1;
        // C838
        if let Ok(Expr { kind: ExprKind::Var(s), .. }) = &r
            && want == Want::Value
            && self.sym(*s).dims == Dims::AssumedRank
        {
            return Err(self.assumed_rank_misused(*s, e.span));
        }
        r
    }

    fn expr_inner(&mut self, sc: ScopeId, e: &'a ast::Expr, want: Want) -> Res<Expr> {
        let span = e.span;
        let constant = |c: Const, ty: Ty| Expr { kind: ExprKind::Const(c), ty, rank: 0, span };
        match &e.kind {
            ast::ExprKind::Error => Err(Reported),
            ast::ExprKind::Int { value, kind } => {
                let k =
                    self.literal_kind(sc, kind.as_ref(), self.opts.default_integer, INTEGER_KINDS, "integer", span)?;
                let max = numeric::int_max(k) as u128;
                if *value > max && !numeric::range_checked() {
                    let n = numeric::wrap(k, *value as i128);
                    return Ok(constant(Const::Int(n), Ty::Integer(k)));
                }
                if *value > max {
                    return Err(self.err(
                        ErrorCode::Constant,
                        span,
                        format!("{value} is too large for integer({k}), whose largest value is {max}"),
                    ));
                }
                Ok(constant(Const::Int(*value as i128), Ty::Integer(k)))
            }
            ast::ExprKind::Unsigned { value, kind } => {
                let k =
                    self.literal_kind(sc, kind.as_ref(), self.opts.default_integer, &[1, 2, 4, 8], "unsigned", span)?;
                let max = numeric::unsigned_max(k);
                if *value > max as u128 {
                    let text = format!("{value} is too large for unsigned({k}): it is taken modulo {}", max + 1);
                    self.diag.warning(ErrorCode::Constant, span, text);
                }
                Ok(constant(Const::Int((*value & max as u128) as i128), Ty::Unsigned(k)))
            }
            ast::ExprKind::Real { text, kind } => self.real_literal(sc, text, kind.as_ref(), span),
            ast::ExprKind::Complex(re, im) => self.complex_literal(sc, re, im, span),
            ast::ExprKind::Logical { value, kind } => {
                let k =
                    self.literal_kind(sc, kind.as_ref(), self.opts.default_logical, INTEGER_KINDS, "logical", span)?;
                Ok(constant(Const::Logical(*value), Ty::Logical(k)))
            }
            ast::ExprKind::Char { value, kind } => {
                let k = self.literal_kind(sc, kind.as_ref(), 1, &[1, 4], "character", span)?;
                if k == 1
                    && let Some(c) = value.iter().find(|c| **c > 255)
                {
                    let text = format!("kind 1 does not have the character of code {c:#x}");
                    return Err(self.err(ErrorCode::Constant, span, text));
                }
                let n = value.len() as i64;
                Ok(constant(Const::Char(value.clone()), Ty::Character(CharLen::Const(n), k)))
            }
            ast::ExprKind::Boz { digits, base } => match u128::from_str_radix(digits, *base as u32) {
                // Leading bits that an integer has no room for are cut off where it is converted.
                Ok(v) => Ok(constant(Const::Int(v as i128), Ty::Typeless)),
                _ => Err(self.err(ErrorCode::Constant, span, "the BOZ constant has more than 128 bits")),
            },
            ast::ExprKind::Hollerith(bytes) => {
                self.diag.warning(ErrorCode::Extension, span, "a Hollerith constant is not standard since Fortran 77");
                Ok(constant(Const::text(bytes), Ty::Typeless))
            }
            ast::ExprKind::Substring(literal, range) => {
                let base = self.expr(sc, literal)?;
                self.substring(sc, base, range, span)
            }
            ast::ExprKind::Paren(inner) => {
                let x = self.expr(sc, inner)?;
                if let ExprKind::Const(_) = x.kind {
                    return Ok(Expr { span, ..x });
                }
                self.no_typeless(&x)?;
                let (ty, rank) = (value_type(&x.ty), x.rank);
                Ok(Expr { kind: ExprKind::Paren(Box::new(x)), ty, rank, span })
            }
            ast::ExprKind::Multiple(_) => {
                Err(self.err(ErrorCode::Syntax, span, "`@` stands before the subscripts of an array only"))
            }
            ast::ExprKind::Conditional(parts) => self.conditional(sc, parts, span),
            ast::ExprKind::Nil if want == Want::Actual => Ok(conditional::no_argument(span)),
            ast::ExprKind::Nil => {
                Err(self.err(ErrorCode::Syntax, span, "`.nil.` stands for an argument of a procedure only"))
            }
            ast::ExprKind::Unary(op, a) => self.unary(sc, *op, a, span),
            ast::ExprKind::Binary(op, a, b) => self.binary(sc, *op, a, b, span),
            ast::ExprKind::DefinedUnary(op, a) => {
                let x = self.expr(sc, a)?;
                self.defined_op(sc, &op.name, vec![x], op.span, span)
            }
            ast::ExprKind::DefinedBinary(op, a, b) => {
                let (x, y) = (self.expr(sc, a), self.expr(sc, b));
                let v = vec![x?, y?];
                self.defined_op(sc, &op.name, v, op.span, span)
            }
            ast::ExprKind::ArrayCtor { spec, values } => self.array_ctor(sc, spec.as_deref(), values, span),
            ast::ExprKind::Ref(parts) => match self.chosen_arguments(e) {
                Some([condition, first, second]) => {
                    let condition = self.logical_expr(sc, condition, "the condition")?;
                    let (first, second) = (self.expr(sc, first)?, self.expr(sc, second)?);
                    self.one_of(condition, first, second, span)
                }
                None => self.reference(sc, parts, span, want),
            },
        }
    }

    fn real_literal(&mut self, sc: ScopeId, text: &str, kind: Option<&KindParam>, span: Span) -> Res<Expr> {
        let constant = |c: Const, ty: Ty| Expr { kind: ExprKind::Const(c), ty, rank: 0, span };
        let double = text.contains('d');
        let k = if double {
            if kind.is_some() {
                return Err(self.err(ErrorCode::Kind, span, "a literal with exponent letter d takes no kind"));
            }
            self.opts.default_double
        } else {
            self.literal_kind(sc, kind, self.opts.default_real, REAL_KINDS, "real", span)?
        };
        let quad = text.contains('q');
        if quad && kind.is_some() {
            return Err(self.err(ErrorCode::Kind, span, "a literal with exponent letter q takes no kind"));
        }
        let k = if quad { 16 } else { k };
        let t = text.replace(['d', 'q'], "e");
        if k > 8 {
            let Some(x) = crate::const_eval::extended::literal(&t, k) else {
                return Err(self.err(ErrorCode::BadLiteral, span, "malformed real literal"));
            };
            if !x.is_finite() && numeric::range_checked() {
                let text = format!("the literal is too large for real({k})");
                return Err(self.err(ErrorCode::Constant, span, text));
            }
            return Ok(constant(Const::Ext(x), Ty::Real(k)));
        }
        let x = if k == 4 { t.parse::<f32>().map(|x| x as f64) } else { t.parse::<f64>() };
        match x {
            Ok(x) if x.is_finite() || !numeric::range_checked() => Ok(constant(Const::Real(x), Ty::Real(k))),
            Ok(_) => Err(self.err(ErrorCode::Constant, span, format!("the literal is too large for real({k})"))),
            Err(_) => Err(self.err(ErrorCode::BadLiteral, span, "malformed real literal")),
        }
    }

    fn complex_literal(&mut self, sc: ScopeId, re: &'a ast::Expr, im: &'a ast::Expr, span: Span) -> Res<Expr> {
        let constant = |c: Const, ty: Ty| Expr { kind: ExprKind::Const(c), ty, rank: 0, span };
        let (r, i) = (self.expr(sc, re), self.expr(sc, im));
        let (r, i) = (r?, i?);
        let kind_of = |t: &Ty| match t {
            Ty::Real(k) => Some(*k),
            Ty::Integer(_) => Some(0),
            _ => None,
        };
        match (kind_of(&r.ty), kind_of(&i.ty)) {
            (Some(a), Some(b)) if r.rank == 0 && i.rank == 0 => {
                let k = match a.max(b) {
                    0 => self.opts.default_real,
                    k => k,
                };
                let (r, i) = (self.convert(r, &Ty::Real(k))?, self.convert(i, &Ty::Real(k))?);
                match (self.const_value(&r)?, self.const_value(&i)?) {
                    (Const::Real(x), Const::Real(y)) => Ok(constant(Const::Complex(x, y), Ty::Complex(k))),
                    (Const::Ext(x), Const::Ext(y)) => Ok(constant(Const::ExtComplex(x, y), Ty::Complex(k))),
                    _ => Err(self.err(ErrorCode::Constant, span, "the parts of a complex literal must be constants")),
                }
            }
            _ => {
                Err(self.err(ErrorCode::Type, span, "the parts of a complex literal must be real or integer constants"))
            }
        }
    }

    fn literal_kind(
        &mut self,
        sc: ScopeId,
        k: Option<&KindParam>,
        default: u8,
        kinds: &[u8],
        what: &str,
        span: Span,
    ) -> Res<u8> {
        match k {
            None => Ok(default),
            Some(KindParam::Digits(n)) => self.check_kind(*n as i64, kinds, what, span),
            Some(KindParam::Name(id)) => {
                let value = match self.lookup(sc, &id.name) {
                    Some(Entry { ent: Entity::Symbol(s), .. }) if self.sym(s).storage == Storage::Constant => {
                        self.sym(s).value.clone()
                    }
                    Some(Entry { ent: Entity::Bad, .. }) => return Err(Reported),
                    None => return Err(self.undeclared(sc, id, "kind parameter")),
                    _ => None,
                };
                match value {
                    Some(Const::Int(n)) => self.check_kind(n as i64, kinds, what, id.span),
                    _ => Err(self.err(
                        ErrorCode::Kind,
                        id.span,
                        format!("kind parameter `{}` is not a constant integer", id.name),
                    )),
                }
            }
        }
    }

    /// Analyses a scalar logical expression.
    pub fn logical_expr(&mut self, sc: ScopeId, e: &'a ast::Expr, what: &str) -> Res<Expr> {
        let x = self.expr(sc, e)?;
        if !matches!(x.ty, Ty::Logical(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Type, e.span, format!("{what} must be logical, this is {t}")));
        }
        if x.rank != 0 {
            return Err(self.err(ErrorCode::Rank, e.span, format!("{what} must be scalar, this has rank {}", x.rank)));
        }
        Ok(x)
    }

    /// Analyses a scalar integer expression.
    pub fn int_expr(&mut self, sc: ScopeId, e: &'a ast::Expr, what: &str) -> Res<Expr> {
        let x = self.expr(sc, e)?;
        if !matches!(x.ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Type, e.span, format!("{what} must be an integer, this is {t}")));
        }
        if x.rank != 0 {
            return Err(self.err(ErrorCode::Rank, e.span, format!("{what} must be scalar, this has rank {}", x.rank)));
        }
        Ok(x)
    }
}

impl<'a> Rules<'a> {
    /// An assumed-rank entity where only its elements would do.
    pub fn assumed_rank_misused(&mut self, s: SymbolId, span: Span) -> Reported {
        let text = format!(
            "assumed-rank `{}` may only be an actual argument or the selector of SELECT RANK",
            self.sym(s).name
        );
        self.err(ErrorCode::Rank, span, text)
    }

    /// Reports typeless constants and NULL() where a value of a type is needed.
    pub fn no_typeless(&mut self, e: &Expr) -> Res<()> {
        if matches!(e.ty, Ty::Typeless) {
            let what = match e.kind {
                ExprKind::Null => "NULL()",
                ExprKind::Const(Const::Char(_)) | ExprKind::ArrayCtor(_) => "a Hollerith constant",
                _ => "a BOZ constant",
            };
            return Err(self.err(ErrorCode::Type, e.span, format!("{what} is not allowed here")));
        }
        if matches!(e.ty, Ty::Procedure) {
            return Err(self.err(ErrorCode::Type, e.span, "a procedure is not allowed here"));
        }
        Ok(())
    }

    /// Converts an expression to an intrinsic type (no check that the language allows it implicitly beyond the type class).
    pub fn convert(&mut self, e: Expr, to: &Ty) -> Res<Expr> {
        if e.ty == *to {
            return Ok(e);
        }
        let span = e.span;
        if self.converts_bytes(&e, to) {
            return self.bytes_as(e, to);
        }
        match (&e.ty, to) {
            // BOZ: the bit pattern.
            (Ty::Typeless, Ty::Integer(k) | Ty::Unsigned(k)) => {
                let ExprKind::Const(Const::Int(n)) = e.kind else {
                    self.no_typeless(&e)?;
                    return Err(Reported);
                };
                let n = match to {
                    Ty::Unsigned(_) => n & numeric::unsigned_max(*k),
                    _ => numeric::wrap(*k, n),
                };
                Ok(Expr { kind: ExprKind::Const(Const::Int(n)), ty: to.clone(), rank: 0, span })
            }
            (Ty::Typeless, Ty::Real(k)) => {
                let ExprKind::Const(Const::Int(n)) = e.kind else {
                    self.no_typeless(&e)?;
                    return Err(Reported);
                };
                let x = match *k {
                    4 => Const::Real(f32::from_bits(n as u32) as f64),
                    8 => Const::Real(f64::from_bits(n as u64)),
                    k => Const::Ext(ferrotran_xreal::Num::from_memory(k, n as u128)),
                };
                Ok(Expr { kind: ExprKind::Const(x), ty: to.clone(), rank: 0, span })
            }
            (Ty::Character(_, a), Ty::Character(_, b)) if a == b => Ok(e),
            (Ty::Character(..), Ty::Character(_, 1)) if matches!(&e.kind, ExprKind::Const(Const::Char(v)) if v.iter().any(|c| *c > 255)) =>
            {
                let text = "this character is not among those of the default kind, so it cannot be converted";
                Err(self.err(ErrorCode::Constant, span, text))
            }
            (Ty::Character(..), Ty::Character(_, kind)) => {
                let Ty::Character(len, _) = value_type(&e.ty) else { unreachable!("it is of type character") };
                let (rank, kind) = (e.rank, *kind);
                let ty = Ty::Character(len, kind);
                self.fold(Expr { kind: ExprKind::Convert(Box::new(e)), ty, rank, span })
            }
            (
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_),
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_),
            ) => {
                let rank = e.rank;
                self.fold(Expr { kind: ExprKind::Convert(Box::new(e)), ty: to.clone(), rank, span })
            }
            _ => {
                let (a, b) = (ty_name(&self.prog, &e.ty), ty_name(&self.prog, to));
                Err(self.err(ErrorCode::Type, span, format!("cannot convert {a} to {b}")))
            }
        }
    }
}

/// The type of a value of an entity: lengths that belong to the declaration become run-time lengths.
pub(crate) fn value_type(ty: &Ty) -> Ty {
    match ty {
        Ty::Character(CharLen::Const(n), k) => Ty::Character(CharLen::Const(*n), *k),
        Ty::Character(_, k) => Ty::Character(CharLen::Runtime, *k),
        t => t.clone(),
    }
}
