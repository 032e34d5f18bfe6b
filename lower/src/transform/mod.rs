//! Transformational intrinsics.

use super::array::{ElementFn, Prep};
use super::place::Place;
use super::*;
use ferrotran_ir::{MathFn, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;
use std::rc::Rc;

mod arrange;
mod reduce;
mod transfer;

/// Extents without dimension `d`.
fn without(extents: &[Value], d: usize) -> Vec<Value> {
    extents.iter().enumerate().filter(|(i, _)| *i != d).map(|(_, v)| *v).collect()
}

fn insert_at(idx: &[Value], d: usize, v: Value) -> Vec<Value> {
    let mut out = idx.to_vec();
    out.insert(d, v);
    out
}

impl<'p> Lower<'p> {
    /// Zero-based value of a `dim` argument: that of the branch where it is not constant (see `choose`).
    fn const_dim(&mut self, e: &'p Expr, branch: Option<usize>) -> Lowered<usize> {
        if let Some(d) = branch {
            return Ok(d);
        }
        let v = self.scalar(e)?;
        match self.known(v) {
            Some(d) if d >= 1 => Ok(d as usize - 1),
            _ => unsupported(e.span, "a `dim` argument that is not constant"),
        }
    }

    /// A mask argument spread to the shape, as array value of i1.
    pub fn mask_value(&mut self, e: &'p Expr, extents: &[Value]) -> Lowered<Value> {
        let p = self.prep(e)?;
        if !p.extents().is_empty() {
            let have = p.extents().to_vec();
            self.check_extents("MASK argument of the", &have, extents)?;
        }
        let p = self.spread_to(p, extents);
        self.prep_value(&p, Type::BOOL)
    }

    /// Scalar results.
    pub fn transform_scalar(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        if let (Some(d), Some(x)) = (id.row().arg("dim").and_then(arg), arg(0)) {
            let v = self.scalar(d)?;
            if self.known(v).is_none() {
                self.check_dim(id, v, x.rank)?;
            }
        }
        match id {
            _ if id.is_reduction() && id != Intrinsic::Norm2 => {
                let v = self.reduce_value(id, args, e, None)?;
                Ok(self.cast(v, t))
            }
            Intrinsic::Reduce => {
                let r = self.user_reduce_scalar(args, e)?;
                Ok(self.load_ref(r))
            }
            Intrinsic::Norm2 => {
                let Some(x) = arg(0) else { return unsupported(e.span, "NORM2 here") };
                self.norm2(x, t)
            }
            Intrinsic::DotProduct => {
                let (Some(a), Some(b)) = (arg(0), arg(1)) else { return unsupported(e.span, "DOT_PRODUCT here") };
                let (pa, pb) = (self.prep(a)?, self.prep(b)?);
                let ext = pa.extents().to_vec();
                let other = pb.extents().to_vec();
                self.check_extents("argument B in DOT_PRODUCT", &other, &ext)?;
                let (at, bt, et) = (&a.ty, &b.ty, &e.ty);
                let span = e.span;
                let logical = matches!(e.ty, Ty::Logical(_));
                let conj = matches!(a.ty, Ty::Complex(_));
                let prod = self.elemental(&ext, t, |s, idx| {
                    let (x, y) = (s.element(&pa, idx)?, s.element(&pb, idx)?);
                    if logical {
                        return Ok(s.b().binary(OpKind::And, x, y));
                    }
                    let (mut x, y) = (s.convert(x, at, et, span)?, s.convert(y, bt, et, span)?);
                    if conj {
                        x = s.math(MathFn::Conj, &[x], t);
                    }
                    Ok(s.b().binary(OpKind::Mul, x, y))
                })?;
                Ok(self.reduce_op(prod, None, if logical { "any" } else { "sum" }, None, t))
            }
            Intrinsic::Maxloc | Intrinsic::Minloc | Intrinsic::Findloc => {
                let v = self.locate(id, args, e, None, None)?;
                let z = self.idx(0);
                let v = self.at_value(v, &[z]);
                Ok(self.cast(v, t))
            }
            Intrinsic::Trim => {
                let Some(x) = arg(0) else { return unsupported(e.span, "TRIM here") };
                let s = self.scalar(x)?;
                let n = self.len_trim(s);
                let z = self.idx(0);
                Ok(self.substr_chars(s, z, n))
            }
            Intrinsic::Repeat => {
                let (Some(x), Some(n)) = (arg(0), arg(1)) else { return unsupported(e.span, "REPEAT here") };
                let s = self.scalar(x)?;
                let n = self.scalar(n)?;
                let n = self.to_index(n);
                self.check_copies(n)?;
                let n = self.max0(n);
                let len = self.chr_len(s);
                let total = self.mul(len, n);
                let a = self.addr(s);
                let (dst, out) = self.string_buffer(total, self.chr_kind(s), e.span)?;
                self.rt(rt::frt_repeat, &[dst, a, len, n]);
                Ok(out)
            }
            Intrinsic::Transfer => self.transfer_scalar(args, e),
            Intrinsic::NumImages | Intrinsic::ThisImage => Ok(self.b().int(1, t)),
            Intrinsic::ImageStatus => {
                let Some(x) = arg(0) else { return unsupported(e.span, "IMAGE_STATUS here") };
                let image = self.scalar(x)?;
                let image = self.to_index(image);
                let one = self.idx(1);
                let own = self.b().cmp(Pred::Eq, image, one);
                // STAT_STOPPED_IMAGE: there is no other image.
                let (here, gone) = (self.b().int(0, t), self.b().int(6000, t));
                Ok(self.select(own, here, gone))
            }
            Intrinsic::FormTeam
            | Intrinsic::ChangeTeam
            | Intrinsic::TeamOfLevel
            | Intrinsic::NumberOfTeam
            | Intrinsic::TeamActive => {
                let (name, narrow, result) = match id {
                    Intrinsic::FormTeam => (rt::frt_team_form, false, Type::I64),
                    Intrinsic::ChangeTeam => (rt::frt_team_change, false, Type::I32),
                    Intrinsic::TeamOfLevel => (rt::frt_team_get, true, Type::I64),
                    Intrinsic::NumberOfTeam => (rt::frt_team_number, false, Type::I64),
                    _ => (rt::frt_team_active, false, Type::I32),
                };
                let mut vals = vec![];
                for (i, x) in args.iter().flatten().enumerate() {
                    let v = self.scalar(x)?;
                    vals.push(self.cast(v, if narrow || i == 1 { Type::I32 } else { Type::I64 }));
                }
                let v = self.rt_value(name, &vals, result);
                Ok(self.cast(v, t))
            }
            Intrinsic::Val => {
                let Some(x) = arg(0) else { return unsupported(e.span, "%VAL here") };
                self.scalar(x)
            }
            Intrinsic::SelectedIntKind
            | Intrinsic::SelectedUnsignedKind
            | Intrinsic::SelectedLogicalKind
            | Intrinsic::SelectedCharKind
            | Intrinsic::SelectedRealKind
            | Intrinsic::IeeeSelectedRealKind => {
                let v = self.selected_kind(id, args, e.span)?;
                Ok(self.cast(v, t))
            }
            Intrinsic::CommandArgumentCount => {
                let v = self.rt_value(rt::frt_command_argument_count, &[], Type::I32);
                Ok(self.cast(v, t))
            }
            Intrinsic::CAssociated => {
                let read = |s: &mut Self, x: &'p Expr| -> Lowered<Value> {
                    let r = s.scalar(x)?;
                    let p = s.cast_ref(r, Type::PTR);
                    let c = s.field_at(p, 0, Type::PTR);
                    Ok(s.b().load(c))
                };
                let Some(x) = arg(0) else { return unsupported(e.span, "C_ASSOCIATED here") };
                let a = read(self, x)?;
                let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                let none = self.b().op(OpKind::PtrCmp).arg(a).arg(null).result(Type::BOOL).value();
                let mut v = self.b().unary(OpKind::Not, none, Type::BOOL);
                if let Some(y) = arg(1) {
                    let b = read(self, y)?;
                    let same = self.b().op(OpKind::PtrCmp).arg(a).arg(b).result(Type::BOOL).value();
                    v = self.b().binary(OpKind::And, v, same);
                }
                Ok(v)
            }
            _ => unsupported(e.span, format!("the intrinsic `{}`", id.row().name)),
        }
    }

    /// SELECTED_INT_KIND and its relatives of arguments known at run time.
    fn selected_kind(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<Value> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let int = |s: &mut Self, i: usize| -> Lowered<Option<Value>> {
            match arg(i) {
                Some(e) => {
                    let v = s.scalar(e)?;
                    Ok(Some(s.cast(v, Type::I64)))
                }
                None => Ok(None),
            }
        };
        // The first kind whose limit is not below the value.
        let pick = |s: &mut Self, v: Value, limits: &[(i64, i64)], none: i64| {
            let mut acc = s.b().int(none, Type::I64);
            for &(limit, kind) in limits.iter().rev() {
                let (l, k) = (s.b().int(limit, Type::I64), s.b().int(kind, Type::I64));
                let c = s.b().cmp(Pred::Le, v, l);
                acc = s.select(c, k, acc);
            }
            acc
        };
        match id {
            Intrinsic::SelectedCharKind => {
                let Some(x) = arg(0) else { return unsupported(span, "this reference") };
                let v = self.scalar(x)?;
                let (a, n) = (self.addr(v), self.chr_len(v));
                Ok(self.rt_pure(rt::frt_selected_char_kind, &[a, n], Type::I32))
            }
            Intrinsic::SelectedRealKind | Intrinsic::IeeeSelectedRealKind => {
                let zero = self.b().int(0, Type::I64);
                let p = int(self, 0)?.unwrap_or(zero);
                let r = int(self, 1)?.unwrap_or(zero);
                let of_p = pick(self, p, &[(6, 4), (15, 8), (18, 10), (33, 16)], -1);
                let of_r = pick(self, r, &[(37, 4), (307, 8), (4931, 10)], -2);
                let bad_p = self.b().cmp(Pred::Lt, of_p, zero);
                let bad_r = self.b().cmp(Pred::Lt, of_r, zero);
                let both = self.b().binary(OpKind::And, bad_p, bad_r);
                let best = self.b().binary(OpKind::Max, of_p, of_r);
                let three = self.b().int(-3, Type::I64);
                let v = self.select(bad_r, of_r, best);
                let v = self.select(bad_p, of_p, v);
                let mut v = self.select(both, three, v);
                if let Some(radix) = int(self, 2)? {
                    let two = self.b().int(2, Type::I64);
                    let other = self.b().cmp(Pred::Ne, radix, two);
                    let five = self.b().int(-5, Type::I64);
                    v = self.select(other, five, v);
                }
                Ok(v)
            }
            _ => {
                let Some(v) = int(self, 0)? else { return unsupported(span, "this reference") };
                let limits = if id == Intrinsic::SelectedIntKind {
                    &[(2, 1), (4, 2), (9, 4), (18, 8), (38, 16)][..]
                } else if id == Intrinsic::SelectedUnsignedKind {
                    &[(2, 1), (4, 2), (9, 4), (19, 8)][..]
                } else {
                    &[(8, 1), (16, 2), (32, 4), (64, 8), (128, 16)][..]
                };
                Ok(pick(self, v, limits, -1))
            }
        }
    }

    /// Array results.
    pub fn transform_array(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        self.transform_along(id, args, e, None)
    }

    /// The same in the branch for a (zero-based) value of `dim`.
    pub fn transform_along(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        branch: Option<usize>,
    ) -> Lowered<Prep<'p>> {
        let t = self.val_ty(&e.ty, e.span)?;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        if matches!(id, Intrinsic::FailedImages | Intrinsic::StoppedImages) {
            // The one image runs.
            let at = self.m.types.array(vec![Some(0)], t);
            let value = self.b().op(OpKind::ArrayFrom).args(&[]).result(at).value();
            return Ok(Prep::Array { value, extents: vec![self.idx(0)] });
        }
        let Some(x) = arg(0) else { return unsupported(e.span, "this intrinsic without arguments") };
        if branch.is_none()
            && let Some(d) = id.row().arg("dim").and_then(arg)
        {
            let v = self.scalar(d)?;
            if self.known(v).is_none() {
                let dims = x.rank + usize::from(id == Intrinsic::Spread);
                return self.transform_by_dim(id, args, e, v, dims);
            }
        }
        match id {
            _ if id.is_reduction() && id != Intrinsic::Norm2 => {
                let Some(d) = arg(1) else { return unsupported(e.span, "this reduction") };
                let d = self.const_dim(d, branch)?;
                let v = self.reduce_value(id, args, e, Some(d))?;
                Ok(self.converted(v, t))
            }
            Intrinsic::Reduce => {
                let Some(d) = arg(2) else { return unsupported(e.span, "REDUCE here") };
                let d = self.const_dim(d, branch)?;
                self.user_reduce_array(args, e, d)
            }
            Intrinsic::Norm2 => {
                let Some(d) = arg(1) else { return unsupported(e.span, "NORM2 here") };
                let d = self.const_dim(d, branch)?;
                let p = self.prep(x)?;
                let v = self.sum_of_squares(p, t, Some(d))?;
                let extents = self.value_extents(v);
                Ok(Prep::Map {
                    extents,
                    f: Rc::new(move |s, idx| {
                        let v = s.at_value(v, idx);
                        Ok(s.math(MathFn::Sqrt, &[v], t))
                    }),
                })
            }
            Intrinsic::Maxloc | Intrinsic::Minloc | Intrinsic::Findloc => {
                let dim_at = if id == Intrinsic::Findloc { 2 } else { 1 };
                let d = match arg(dim_at) {
                    Some(d) => Some(self.const_dim(d, branch)?),
                    None => None,
                };
                let v = self.locate(id, args, e, d, None)?;
                Ok(self.converted(v, t))
            }
            Intrinsic::Matmul => {
                let Some(y) = arg(1) else { return unsupported(e.span, "MATMUL here") };
                let a = self.operand_of_type(x, &e.ty, t)?;
                let b = self.operand_of_type(y, &e.ty, t)?;
                let (sa, sb) = (self.m.types.shape(self.m.ty(a)).to_vec(), self.m.types.shape(self.m.ty(b)).to_vec());
                let mut shape = Vec::new();
                if sa.len() == 2 {
                    shape.push(sa[0]);
                }
                if sb.len() == 2 {
                    shape.push(sb[1]);
                }
                let at = self.m.types.array(shape, t);
                let (ea, eb) = (self.value_extents(a), self.value_extents(b));
                if let (Some(&inner), Some(&rows)) = (ea.last(), eb.first()) {
                    let text = "Incorrect extent in argument B in MATMUL intrinsic in dimension 1";
                    self.check_number(text, rows, inner, false)?;
                }
                let value = self.b().op(OpKind::ArrayMatmul).arg(a).arg(b).result(at).value();
                let mut extents = Vec::new();
                if ea.len() == 2 {
                    extents.push(ea[0]);
                }
                if eb.len() == 2 {
                    extents.push(eb[1]);
                }
                Ok(Prep::Array { value, extents })
            }
            Intrinsic::Transpose => {
                let (v, ext) = self.array_value(x)?;
                let vt = self.m.ty(v);
                let mut shape = self.m.types.shape(vt).to_vec();
                shape.reverse();
                let elem = self.m.types.elem(vt);
                let at = self.m.types.array(shape, elem);
                let value = self.b().unary(OpKind::ArrayTranspose, v, at);
                Ok(Prep::Array { value, extents: vec![ext[1], ext[0]] })
            }
            Intrinsic::Reshape => self.reshape(args, e),
            Intrinsic::Spread => {
                let (Some(d), Some(n)) = (arg(1), arg(2)) else { return unsupported(e.span, "SPREAD here") };
                let d = self.const_dim(d, branch)?;
                let n = self.scalar(n)?;
                let n = self.to_index(n);
                let n = self.max0(n);
                let p = self.prep(x)?;
                let extents = insert_at(p.extents(), d.min(p.extents().len()), n);
                Ok(Prep::Map {
                    extents,
                    f: Rc::new(move |s, idx| {
                        let mut inner = idx.to_vec();
                        inner.remove(d.min(idx.len() - 1));
                        s.element(&p, &inner)
                    }),
                })
            }
            Intrinsic::Cshift | Intrinsic::Eoshift => self.shift(id, args, e, branch),
            Intrinsic::Pack => self.pack(args, e),
            Intrinsic::Unpack => {
                let (Some(m), Some(f)) = (arg(1), arg(2)) else { return unsupported(e.span, "UNPACK here") };
                let (v, _) = self.array_value(x)?;
                let (mask, ext) = self.array_value(m)?;
                if self.checked(|c| c.bounds) {
                    let n = self.reduce_op(mask, None, "count", None, Type::INDEX);
                    let have = self.value_extents(v)[0];
                    let bad = self.b().cmp(Pred::Lt, have, n);
                    let text = "Incorrect size of return value in UNPACK intrinsic: should be at least %1, is %2";
                    self.stop_with_numbers(bad, text, n, have)?;
                }
                let f = self.prep(f)?;
                let have = f.extents().to_vec();
                self.check_extents("FIELD argument of UNPACK", &have, &ext)?;
                let f = self.spread_to(f, &ext);
                let field = self.prep_value(&f, t)?;
                let shape = self.m.types.shape(self.m.ty(mask)).to_vec();
                let elem = self.m.types.elem(self.m.ty(v));
                let at = self.m.types.array(shape, elem);
                let value = self.b().op(OpKind::ArrayUnpack).arg(v).arg(mask).arg(field).result(at).value();
                Ok(Prep::Array { value, extents: ext })
            }
            Intrinsic::Transfer => self.transfer_array(args, e),
            _ => unsupported(e.span, format!("the intrinsic `{}` with an array result", id.row().name)),
        }
    }

    /// A designator or value as a view, for calls that take descriptors.
    pub fn view_of(&mut self, e: &'p Expr) -> Lowered<Value> {
        match self.place_or_temp(e)? {
            Place::Array { view, .. } => Ok(view),
            Place::Scalar(r) => Ok(r),
        }
    }
}

/// True for integer and real types of one size.
fn same_bits(a: &Ty, b: &Ty) -> bool {
    let bytes = |t: &Ty| match t {
        Ty::Integer(k) => Some(*k),
        Ty::Real(k) => Some(real_bytes(*k)),
        _ => None,
    };
    bytes(a).is_some() && bytes(a) == bytes(b)
}

/// The type in which two values are compared.
fn common_numeric(a: &Ty, b: &Ty) -> Ty {
    let rank = |t: &Ty| match t {
        Ty::Integer(k) | Ty::Unsigned(k) => (0, *k),
        Ty::Real(k) => (1, *k),
        Ty::Complex(k) => (2, *k),
        _ => (0, 0),
    };
    match (a, b) {
        (Ty::Complex(p), Ty::Real(q)) | (Ty::Real(q), Ty::Complex(p)) => Ty::Complex(*p.max(q)),
        _ => {
            if rank(a) >= rank(b) {
                a.clone()
            } else {
                b.clone()
            }
        }
    }
}

impl Lower<'_> {
    /// True for element types that are compared and moved as plain values.
    pub fn is_plain(&self, t: Type) -> bool {
        !matches!(self.m.types.kind(t), TypeKind::Derived(_) | TypeKind::Char(..))
    }
}
