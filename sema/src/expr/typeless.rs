//! Hollerith constants, and character constants in their place: a value of the type that is wanted gets their bytes.

use crate::const_eval::numeric;
use crate::ctx::*;
use crate::warn::Warn;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::BinOp;
use ferrotran_typed::*;

/// Whether an expression is a Hollerith constant, or an array constructor of such.
pub(crate) fn is_hollerith(e: &Expr) -> bool {
    matches!(e.ty, Ty::Typeless) && matches!(e.kind, ExprKind::Const(Const::Char(_)) | ExprKind::ArrayCtor(_))
}

impl<'a> Facts<'a> {
    /// Whether a conversion copies the bytes of a constant.
    pub fn converts_bytes(&self, e: &Expr, to: &Ty) -> bool {
        let number = matches!(to, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_));
        if is_hollerith(e) {
            return number || matches!(to, Ty::Character(..));
        }
        number
            && self.opts.dec.char_conversions
            && matches!((&e.ty, &e.kind), (Ty::Character(..), ExprKind::Const(Const::Char(_)) | ExprKind::ArrayCtor(_)))
    }
}

impl<'a> Rules<'a> {
    /// Characters of other kinds have no bytes of their own.
    fn default_characters(&mut self, e: &Expr, to: &Ty) -> Res<()> {
        if e.ty.chr_kind() == 1 {
            return Ok(());
        }
        let (a, b) = (ty_name(&self.prog, &e.ty), ty_name(&self.prog, to));
        Err(self.err(ErrorCode::Type, e.span, format!("{a} cannot be converted to {b}")))
    }

    /// The bytes of a constant as a value of a type: cut off at the right, or filled up with blanks.
    pub fn bytes_as(&mut self, e: Expr, to: &Ty) -> Res<Expr> {
        let span = e.span;
        self.default_characters(&e, to)?;
        match e.kind {
            ExprKind::Const(Const::Char(codes)) => self.bytes_constant(narrow(&codes), to, span),
            ExprKind::ArrayCtor(items) => {
                let items = self.byte_items(items, to)?;
                let ty = match (to, items.first()) {
                    (Ty::Character(..), Some(AcItem::Expr(x))) => x.ty.clone(),
                    (_, Some(AcItem::Expr(_) | AcItem::ImpliedDo { .. }) | None) => to.clone(),
                };
                Ok(Expr { kind: ExprKind::ArrayCtor(items), ty, rank: 1, span })
            }
            _ => Err(self.err(ErrorCode::Type, span, "only constants are converted byte by byte")),
        }
    }

    fn byte_items(&mut self, items: Vec<AcItem>, to: &Ty) -> Res<Vec<AcItem>> {
        let mut out = vec![];
        for i in items {
            out.push(match i {
                AcItem::Expr(x) if self.converts_bytes(&x, to) => AcItem::Expr(self.bytes_as(x, to)?),
                AcItem::Expr(x) => {
                    let t = ty_name(&self.prog, to);
                    return Err(self.err(ErrorCode::Type, x.span, format!("only constants can be converted to {t}")));
                }
                AcItem::ImpliedDo { var, lower, upper, step, items } => {
                    AcItem::ImpliedDo { var, lower, upper, step, items: self.byte_items(items, to)? }
                }
            });
        }
        Ok(out)
    }

    fn bytes_constant(&mut self, mut bytes: Vec<u8>, to: &Ty, span: Span) -> Res<Expr> {
        if let Ty::Character(..) = to {
            // Whole numeric storage units.
            bytes.resize(bytes.len().next_multiple_of(self.opts.default_integer.into()), b' ');
            let ty = Ty::Character(CharLen::Const(bytes.len() as i64), 1);
            return Ok(Expr { kind: ExprKind::Const(Const::text(&bytes)), ty, rank: 0, span });
        }
        let n = self.size_of(to).unwrap_or(0) as usize;
        if bytes.len() > n {
            let t = ty_name(&self.prog, to);
            let text = format!("{} bytes are cut off to those of {t}", bytes.len());
            self.warn(Warn::CharacterTruncation, span, text);
        }
        bytes.resize(n, b' ');
        let part = |b: &[u8]| b.iter().rev().fold(0u64, |x, b| x << 8 | u64::from(*b));
        let real = |b: &[u8]| {
            if b.len() == 4 { f32::from_bits(part(b) as u32).into() } else { f64::from_bits(part(b)) }
        };
        let extended = |b: &[u8], kind: u8| {
            let bits = b.iter().rev().fold(0u128, |x, b| x << 8 | u128::from(*b));
            ferrotran_xreal::Num::from_memory(kind, bits)
        };
        let value = match to {
            Ty::Integer(k) => Const::Int(numeric::wrap(*k, bytes.iter().rev().fold(0, |x, b| x << 8 | i128::from(*b)))),
            Ty::Logical(_) => {
                self.warn(Warn::Surprising, span, "a logical gets a value other than true and false");
                Const::Logical(bytes.iter().any(|b| *b != 0))
            }
            Ty::Real(k @ (10 | 16)) => Const::Ext(extended(&bytes, *k)),
            Ty::Complex(k @ (10 | 16)) => Const::ExtComplex(extended(&bytes[..16], *k), extended(&bytes[16..], *k)),
            Ty::Real(_) => Const::Real(real(&bytes)),
            Ty::Complex(_) => Const::Complex(real(&bytes[..n / 2]), real(&bytes[n / 2..])),
            Ty::Unsigned(_)
            | Ty::Character(..)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Procedure
            | Ty::Assumed
            | Ty::Typeless => {
                let t = ty_name(&self.prog, to);
                return Err(self.err(ErrorCode::Type, span, format!("a constant cannot be converted to {t}")));
            }
        };
        Ok(Expr { kind: ExprKind::Const(value), ty: to.clone(), rank: 0, span })
    }

    /// Operands of which one or both are Hollerith constants: the other's type counts, two of them are compared as
    /// characters. Character constants are such only in comparisons.
    pub fn byte_operands(&mut self, op: BinOp, x: &Expr, y: &Expr) -> Res<Option<(Expr, Expr)>> {
        let comparison = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge);
        let (hx, hy) = (is_hollerith(x), is_hollerith(y));
        let (xt, yt) = match (hx, hy) {
            (true, true) => (Ty::Character(CharLen::Runtime, 1), Ty::Character(CharLen::Runtime, 1)),
            (true, false) => (y.ty.clone(), y.ty.clone()),
            (false, true) => (x.ty.clone(), x.ty.clone()),
            _ if comparison && self.converts_bytes(x, &y.ty) => (y.ty.clone(), y.ty.clone()),
            _ if comparison && self.converts_bytes(y, &x.ty) => (x.ty.clone(), x.ty.clone()),
            _ => return Ok(None),
        };
        if comparison && hx != hy && !self.opts.dec.bitwise && !self.opts.old_formats {
            let span = if hx { x.span } else { y.span };
            let text = "a Hollerith constant can be compared with other types under -fdec only";
            return Err(self.err(ErrorCode::Type, span, text));
        }
        let mut one = |e: &Expr, t: &Ty| {
            if self.converts_bytes(e, t) { self.bytes_as(e.clone(), t) } else { Ok(e.clone()) }
        };
        Ok(Some((one(x, &xt)?, one(y, &yt)?)))
    }

    /// A Hollerith constant as an actual argument of a procedure whose dummy is not known: default integers.
    pub fn hollerith_argument(&mut self, e: Expr) -> Res<Expr> {
        let ty = Ty::Integer(self.opts.default_integer);
        match &e.kind {
            ExprKind::Const(Const::Char(codes)) if is_hollerith(&e) => self.bytes_array(narrow(codes), &ty, e.span),
            _ => Ok(e),
        }
    }

    /// Bytes as a constant array.
    fn bytes_array(&mut self, bytes: Vec<u8>, ty: &Ty, span: Span) -> Res<Expr> {
        let n = self.size_of(ty).unwrap_or(1).max(1) as usize;
        let mut elems = vec![];
        for part in bytes.chunks(n) {
            if let ExprKind::Const(c) = self.bytes_constant(part.to_vec(), ty, span)?.kind {
                elems.push(Some(c));
            }
        }
        let value = Const::Array { shape: vec![elems.len() as i64], elems };
        Ok(Expr { kind: ExprKind::Const(value), ty: ty.clone(), rank: 1, span })
    }

    /// A Hollerith constant as an actual argument for a known dummy.
    pub fn hollerith_for(&mut self, dummy: SymbolId, e: Expr) -> Res<Expr> {
        if !is_hollerith(&e) {
            return Ok(e);
        }
        let d = self.sym(dummy);
        let (ty, rank) = (d.ty.clone(), d.rank());
        let ExprKind::Const(Const::Char(codes)) = &e.kind else { return Ok(e) };
        let bytes = narrow(codes);
        match &ty {
            Ty::Character(..) => self.bytes_as(e, &ty),
            t @ (Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_)) if rank > 0 => {
                self.bytes_array(bytes, t, e.span)
            }
            t @ (Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_)) => {
                self.bytes_as(e, t)
            }
            Ty::Class(None) | Ty::Assumed => {
                let t = Ty::Integer(if bytes.len() > 4 { 8 } else { 4 });
                self.bytes_as(e, &t)
            }
            Ty::Derived(_) | Ty::Class(Some(_)) | Ty::Procedure | Ty::Typeless => Ok(e),
        }
    }
}
