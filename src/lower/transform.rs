//! Transformational intrinsics.

use super::array::{ElementFn, Prep};
use super::place::Place;
use super::*;
use crate::sema::intrinsics::Intrinsic;
use ferrotran_ir::TypeKind;
use std::rc::Rc;

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
    /// Zero-based constant value of a `dim` argument.
    fn const_dim(&mut self, e: &'p Expr) -> R<usize> {
        if let Some(d) = self.f.forced_dim.take() {
            return Ok(d);
        }
        let v = self.scalar(e)?;
        match self.known(v) {
            Some(d) if d >= 1 => Ok(d as usize - 1),
            _ => unsupported(e.span, "a `dim` argument that is not constant"),
        }
    }

    /// A mask argument spread to the shape, as array value of i1.
    pub fn mask_value(&mut self, e: &'p Expr, extents: &[Value]) -> R<Value> {
        let p = self.prep(e)?;
        if !p.extents().is_empty() {
            let have = p.extents().to_vec();
            self.check_extents("MASK argument of the", &have, extents)?;
        }
        let p = self.spread_to(p, extents);
        self.prep_value(&p, Type::BOOL)
    }

    /// Scalar results.
    pub fn transform_scalar(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> R<Value> {
        use Intrinsic as I;
        let t = self.val_ty(&e.ty, e.span)?;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        if let (Some(d), Some(x)) = (id.row().arg("dim").and_then(arg), arg(0)) {
            let v = self.scalar(d)?;
            if self.known(v).is_none() {
                self.check_dim(id, v, x.rank)?;
            }
        }
        match id {
            _ if id.is_reduction() && id != I::Norm2 => {
                let v = self.reduce_value(id, args, e, None)?;
                Ok(self.cast(v, t))
            }
            I::Reduce => {
                let r = self.user_reduce_scalar(args, e)?;
                Ok(self.load_ref(r))
            }
            I::Norm2 => {
                let Some(x) = arg(0) else { return unsupported(e.span, "NORM2 here") };
                self.norm2(x, t)
            }
            I::DotProduct => {
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
                        x = s.math("conj", &[x], t);
                    }
                    Ok(s.b().binary(OpKind::Mul, x, y))
                })?;
                Ok(self.reduce_op(prod, None, if logical { "any" } else { "sum" }, None, t))
            }
            I::Maxloc | I::Minloc | I::Findloc => {
                let v = self.locate(id, args, e, None)?;
                let z = self.idx(0);
                let v = self.at_value(v, &[z]);
                Ok(self.cast(v, t))
            }
            I::Trim => {
                let Some(x) = arg(0) else { return unsupported(e.span, "TRIM here") };
                let s = self.scalar(x)?;
                let n = self.len_trim(s);
                let z = self.idx(0);
                Ok(self.substr_chars(s, z, n))
            }
            I::Repeat => {
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
                self.rt("frt_repeat", &[dst, a, len, n]);
                Ok(out)
            }
            I::Transfer => self.transfer_scalar(args, e),
            I::NumImages | I::ThisImage => Ok(self.b().int(1, t)),
            I::ImageStatus => {
                let Some(x) = arg(0) else { return unsupported(e.span, "IMAGE_STATUS here") };
                let image = self.scalar(x)?;
                let image = self.to_index(image);
                let one = self.idx(1);
                let own = self.b().cmp("eq", image, one);
                // STAT_STOPPED_IMAGE: there is no other image.
                let (here, gone) = (self.b().int(0, t), self.b().int(6000, t));
                Ok(self.select(own, here, gone))
            }
            I::FormTeam | I::ChangeTeam | I::TeamOfLevel | I::NumberOfTeam | I::TeamActive => {
                let (name, narrow, result) = match id {
                    I::FormTeam => ("frt_team_form", false, Type::I64),
                    I::ChangeTeam => ("frt_team_change", false, Type::I32),
                    I::TeamOfLevel => ("frt_team_get", true, Type::I64),
                    I::NumberOfTeam => ("frt_team_number", false, Type::I64),
                    _ => ("frt_team_active", false, Type::I32),
                };
                let mut vals = vec![];
                for (i, x) in args.iter().flatten().enumerate() {
                    let v = self.scalar(x)?;
                    vals.push(self.cast(v, if narrow || i == 1 { Type::I32 } else { Type::I64 }));
                }
                let v = self.rt_value(name, &vals, result);
                Ok(self.cast(v, t))
            }
            I::Val => {
                let Some(x) = arg(0) else { return unsupported(e.span, "%VAL here") };
                self.scalar(x)
            }
            I::SelectedIntKind | I::SelectedLogicalKind | I::SelectedCharKind | I::SelectedRealKind => {
                let v = self.selected_kind(id, args, e.span)?;
                Ok(self.cast(v, t))
            }
            I::CommandArgumentCount => {
                let v = self.rt_value("frt_command_argument_count", &[], Type::I32);
                Ok(self.cast(v, t))
            }
            I::CAssociated => {
                let read = |s: &mut Self, x: &'p Expr| -> R<Value> {
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
    fn selected_kind(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> R<Value> {
        use Intrinsic as I;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let int = |s: &mut Self, i: usize| -> R<Option<Value>> {
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
                let c = s.b().cmp("le", v, l);
                acc = s.select(c, k, acc);
            }
            acc
        };
        match id {
            I::SelectedCharKind => {
                let Some(x) = arg(0) else { return unsupported(span, "this reference") };
                let v = self.scalar(x)?;
                let (a, n) = (self.addr(v), self.chr_len(v));
                Ok(self.rt_pure("frt_selected_char_kind", &[a, n], Type::I32))
            }
            I::SelectedRealKind => {
                let zero = self.b().int(0, Type::I64);
                let p = int(self, 0)?.unwrap_or(zero);
                let r = int(self, 1)?.unwrap_or(zero);
                let of_p = pick(self, p, &[(6, 4), (15, 8)], -1);
                let of_r = pick(self, r, &[(37, 4), (307, 8)], -2);
                let bad_p = self.b().cmp("lt", of_p, zero);
                let bad_r = self.b().cmp("lt", of_r, zero);
                let both = self.b().binary(OpKind::And, bad_p, bad_r);
                let best = self.b().binary(OpKind::Max, of_p, of_r);
                let three = self.b().int(-3, Type::I64);
                let v = self.select(bad_r, of_r, best);
                let v = self.select(bad_p, of_p, v);
                let mut v = self.select(both, three, v);
                if let Some(radix) = int(self, 2)? {
                    let two = self.b().int(2, Type::I64);
                    let other = self.b().cmp("ne", radix, two);
                    let five = self.b().int(-5, Type::I64);
                    v = self.select(other, five, v);
                }
                Ok(v)
            }
            _ => {
                let Some(v) = int(self, 0)? else { return unsupported(span, "this reference") };
                let limits = if id == I::SelectedIntKind {
                    [(2, 1), (4, 2), (9, 4), (18, 8)]
                } else {
                    [(8, 1), (16, 2), (32, 4), (64, 8)]
                };
                Ok(pick(self, v, &limits, -1))
            }
        }
    }

    /// NORM2 of a whole array: single precision is summed in double precision; in double precision, where squares overflow
    /// or vanish, the sum is formed again of scaled elements.
    fn norm2(&mut self, x: &'p Expr, t: Type) -> R<Value> {
        let p = self.prep(x)?;
        if self.f.in_target > 0 || self.f.in_wd {
            let s = self.sum_of_squares(p, t, None)?;
            return Ok(self.math("sqrt", &[s], t));
        }
        let s = self.sum_of_squares(p.clone(), Type::F64, None)?;
        let v = self.math("sqrt", &[s], Type::F64);
        if t == Type::F32 {
            return Ok(self.cast(v, t));
        }
        let cell = self.alloca(Type::F64, None);
        self.b().store(v, cell);
        let (lo, hi) = (self.b().float(1e-280, t), self.b().float(f64::MAX, t));
        let small = self.b().cmp("lt", s, lo);
        let large = self.b().cmp("gt", s, hi);
        let retry = self.b().binary(OpKind::Or, small, large);
        self.if_else(
            retry,
            |l| {
                // A power of two times the elements is exact: 2**-600 for large, 2**600 for small ones.
                let (down, up) = (l.b().float(2f64.powi(-600), t), l.b().float(2f64.powi(600), t));
                let factor = l.select(large, down, up);
                let back = l.select(large, up, down);
                let ext = p.extents().to_vec();
                let sq = l.elemental(&ext, t, |s, idx| {
                    let x = s.element(&p, idx)?;
                    let x = s.b().binary(OpKind::Mul, x, factor);
                    Ok(s.b().binary(OpKind::Mul, x, x))
                })?;
                let s = l.reduce_op(sq, None, "sum", None, t);
                let v = l.math("sqrt", &[s], t);
                let v = l.b().binary(OpKind::Mul, v, back);
                l.b().store(v, cell);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(self.b().load(cell))
    }

    fn sum_of_squares(&mut self, p: Prep<'p>, t: Type, dim: Option<usize>) -> R<Value> {
        let ext = p.extents().to_vec();
        let sq = self.elemental(&ext, t, |s, idx| {
            let x = s.element(&p, idx)?;
            let x = s.cast(x, t);
            Ok(s.b().binary(OpKind::Mul, x, x))
        })?;
        let rt = self.reduced_ty(sq, t, dim);
        Ok(self.reduce_op(sq, None, "sum", dim, rt))
    }

    fn reduced_ty(&mut self, v: Value, elem: Type, dim: Option<usize>) -> Type {
        let Some(d) = dim else { return elem };
        let mut shape = self.m.types.shape(self.m.ty(v)).to_vec();
        shape.remove(d);
        self.m.types.array(shape, elem)
    }

    fn reduce_op(&mut self, v: Value, mask: Option<Value>, kind: &str, dim: Option<usize>, t: Type) -> Value {
        self.b()
            .op(OpKind::ArrayReduce)
            .arg(v)
            .opt(mask)
            .attr("kind", Attr::str(kind))
            .attr_opt("dim", dim.map(|d| Attr::Int(d as i64)))
            .result(t)
            .value()
    }

    /// `frt_chr_reduce` into a temporary.
    fn chr_reduce(&mut self, x: &'p Expr, mask: Option<&'p Expr>, what: i64, dim: Option<usize>) -> R<Value> {
        let (value, ext) = self.array_value(x)?;
        let src = self.materialize(value, &ext, &x.ty, x.span)?;
        let mask = match mask {
            Some(m) => {
                let v = self.mask_value(m, &ext)?;
                let v = self.materialize(v, &ext, &Ty::Logical(4), m.span)?;
                self.desc_of_view(v)
            }
            None => self.b().op(OpKind::NullPtr).result(Type::PTR).value(),
        };
        let extents = match (dim, what & 2) {
            (Some(d), _) => without(&ext, d),
            (None, 0) => vec![self.idx(1)],
            (None, _) => vec![self.idx(ext.len() as i64)],
        };
        let elem = if what & 2 != 0 { Type::INDEX } else { self.m.types.elem(self.m.ty(src)) };
        let out = self.temp_view(&extents, elem, "MAXVAL", x.span)?;
        let (result, src) = (self.desc_of_view(out), self.desc_of_view(src));
        let what = self.b().int(what, Type::I32);
        let dim = self.b().int(dim.map_or(0, |d| d as i64 + 1), Type::I32);
        self.rt("frt_chr_reduce", &[result, src, mask, what, dim]);
        Ok(out)
    }

    /// The value of a reduction (i1, index for count, or the element type; an array of those with `dim`).
    fn reduce_value(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr, dim: Option<usize>) -> R<Value> {
        use Intrinsic as I;
        let Some(Some(x)) = args.first() else { return unsupported(e.span, "this reduction") };
        if matches!(x.ty, Ty::Character(..)) {
            let what = i64::from(id == I::Minval);
            let view = self.chr_reduce(x, args.get(2).and_then(|a| a.as_ref()), what, dim)?;
            if dim.is_none() {
                let z = self.idx(0);
                let r = self.b().elem(view, &[z]);
                return Ok(self.b().load(r));
            }
            let p = self.load_view(view);
            let elem = self.m.types.elem(self.m.ty(view));
            return self.prep_value(&p, elem);
        }
        let logical = matches!(id, I::Any | I::All | I::Count | I::Parity);
        let (v, ext) = self.array_value(x)?;
        let mask = match (logical, args.get(2).and_then(|a| a.as_ref())) {
            (false, Some(m)) => Some(self.mask_value(m, &ext)?),
            _ => None,
        };
        let kind = match id {
            I::Maxval => "max",
            I::Minval => "min",
            _ => id.row().name,
        };
        let elem = match id {
            I::Count => Type::INDEX,
            I::Any | I::All | I::Parity => Type::BOOL,
            _ => self.m.types.elem(self.m.ty(v)),
        };
        let t = self.reduced_ty(v, elem, dim);
        Ok(self.reduce_op(v, mask, kind, dim, t))
    }

    fn locate(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr, dim: Option<usize>) -> R<Value> {
        use Intrinsic as I;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let Some(x) = arg(0) else { return unsupported(e.span, "this intrinsic") };
        let (mask_at, back_at) = if id == I::Findloc { (3, 5) } else { (2, 4) };
        let back = match (arg(back_at), self.f.forced_back.take()) {
            (Some(_), Some(k)) => k,
            (Some(b), None) => {
                let v = self.scalar(b)?;
                match self.known(v) {
                    Some(k) => k != 0,
                    None => return self.locate_by_back(id, args, e, dim, v),
                }
            }
            (None, _) => false,
        };
        let prep = self.prep(x)?;
        let ext = prep.extents().to_vec();
        let mut value = None;
        let v = if id == I::Findloc {
            // FINDLOC compares by `==`, with the conversions of the two types: the array of comparisons is what is searched.
            let Some(w) = arg(1) else { return unsupported(e.span, "FINDLOC here") };
            let w_val = self.scalar(w)?;
            let (xt, wt) = (&x.ty, &w.ty);
            let span = e.span;
            let common = common_numeric(xt, wt);
            let hits = self.elemental(&ext, Type::BOOL, |s, idx| {
                let a = s.element(&prep, idx)?;
                if matches!(xt, Ty::Character(..)) {
                    return Ok(s.chr_cmp("eq", a, w_val));
                }
                if matches!(xt, Ty::Logical(_)) {
                    let d = s.b().binary(OpKind::Xor, a, w_val);
                    return Ok(s.b().unary(OpKind::Not, d, Type::BOOL));
                }
                let a = s.convert(a, xt, &common, span)?;
                let b = s.convert(w_val, wt, &common, span)?;
                Ok(s.b().cmp("eq", a, b))
            })?;
            value = Some(self.b().int(1, Type::BOOL));
            hits
        } else {
            if matches!(x.ty, Ty::Character(..)) {
                let what = 2 | i64::from(id == I::Minloc) | i64::from(back) << 2;
                let view = self.chr_reduce(x, arg(mask_at), what, dim)?;
                let p = self.load_view(view);
                return self.prep_value(&p, Type::INDEX);
            }
            let t = self.val_ty(&x.ty, e.span)?;
            self.prep_value(&prep, t)?
        };
        let mask = match arg(mask_at) {
            Some(m) => Some(self.mask_value(m, &ext)?),
            None => None,
        };
        let t = match dim {
            Some(_) => self.reduced_ty(v, Type::INDEX, dim),
            None => self.m.types.array(vec![Some(ext.len() as i64)], Type::INDEX),
        };
        let kind = match id {
            I::Maxloc => "max",
            I::Minloc => "min",
            _ => "find",
        };
        Ok(self
            .b()
            .op(OpKind::ArrayLocate)
            .arg(v)
            .opt(mask)
            .opt(value)
            .attr("kind", Attr::str(kind))
            .attr_opt("dim", dim.map(|d| Attr::Int(d as i64)))
            .flag("back", back)
            .result(t)
            .value())
    }

    /// The same with `back` known only at run time.
    fn locate_by_back(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        dim: Option<usize>,
        back: Value,
    ) -> R<Value> {
        let x = args.first().and_then(|a| a.as_ref()).map_or(0, |x| x.rank);
        let rank = if dim.is_some() { x - 1 } else { 1 };
        let front = self.b().unary(OpKind::Not, back, Type::BOOL);
        let p = self.branches(rank, Type::INDEX, &[front, back], |s, k| {
            s.f.forced_back = Some(k == 1);
            let v = s.locate(id, args, e, dim);
            s.f.forced_back = None;
            let value = v?;
            let extents = s.value_extents(value);
            Ok(Prep::Array { value, extents })
        })?;
        self.prep_value(&p, Type::INDEX)
    }

    /// An array value whose elements become `t` by conversion.
    fn converted(&mut self, value: Value, t: Type) -> Prep<'p> {
        let extents = self.value_extents(value);
        if self.m.types.elem(self.m.ty(value)) == t {
            return Prep::Array { value, extents };
        }
        Prep::Map {
            extents,
            f: Rc::new(move |s, idx| {
                let v = s.at_value(value, idx);
                Ok(s.cast(v, t))
            }),
        }
    }

    /// Array results.
    pub fn transform_array(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        use Intrinsic as I;
        let t = self.val_ty(&e.ty, e.span)?;
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        if matches!(id, I::FailedImages | I::StoppedImages) {
            // The one image runs.
            let at = self.m.types.array(vec![Some(0)], t);
            let value = self.b().op(OpKind::ArrayFrom).args(&[]).result(at).value();
            return Ok(Prep::Array { value, extents: vec![self.idx(0)] });
        }
        let Some(x) = arg(0) else { return unsupported(e.span, "this intrinsic without arguments") };
        if self.f.forced_dim.is_none()
            && let Some(d) = id.row().arg("dim").and_then(arg)
        {
            let v = self.scalar(d)?;
            if self.known(v).is_none() {
                let dims = x.rank + usize::from(id == I::Spread);
                return self.transform_by_dim(id, args, e, v, dims);
            }
        }
        match id {
            _ if id.is_reduction() && id != I::Norm2 => {
                let Some(d) = arg(1) else { return unsupported(e.span, "this reduction") };
                let d = self.const_dim(d)?;
                let v = self.reduce_value(id, args, e, Some(d))?;
                Ok(self.converted(v, t))
            }
            I::Reduce => {
                let Some(d) = arg(2) else { return unsupported(e.span, "REDUCE here") };
                let d = self.const_dim(d)?;
                self.user_reduce_array(args, e, d)
            }
            I::Norm2 => {
                let Some(d) = arg(1) else { return unsupported(e.span, "NORM2 here") };
                let d = self.const_dim(d)?;
                let p = self.prep(x)?;
                let v = self.sum_of_squares(p, t, Some(d))?;
                let extents = self.value_extents(v);
                Ok(Prep::Map {
                    extents,
                    f: Rc::new(move |s, idx| {
                        let v = s.at_value(v, idx);
                        Ok(s.math("sqrt", &[v], t))
                    }),
                })
            }
            I::Maxloc | I::Minloc | I::Findloc => {
                let dim_at = if id == I::Findloc { 2 } else { 1 };
                let d = match arg(dim_at) {
                    Some(d) => Some(self.const_dim(d)?),
                    None => None,
                };
                let v = self.locate(id, args, e, d)?;
                Ok(self.converted(v, t))
            }
            I::Matmul => {
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
            I::Transpose => {
                let (v, ext) = self.array_value(x)?;
                let vt = self.m.ty(v);
                let mut shape = self.m.types.shape(vt).to_vec();
                shape.reverse();
                let elem = self.m.types.elem(vt);
                let at = self.m.types.array(shape, elem);
                let value = self.b().unary(OpKind::ArrayTranspose, v, at);
                Ok(Prep::Array { value, extents: vec![ext[1], ext[0]] })
            }
            I::Reshape => self.reshape(args, e),
            I::Spread => {
                let (Some(d), Some(n)) = (arg(1), arg(2)) else { return unsupported(e.span, "SPREAD here") };
                let d = self.const_dim(d)?;
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
            I::Cshift | I::Eoshift => self.shift(id, args, e),
            I::Pack => self.pack(args, e),
            I::Unpack => {
                let (Some(m), Some(f)) = (arg(1), arg(2)) else { return unsupported(e.span, "UNPACK here") };
                let (v, _) = self.array_value(x)?;
                let (mask, ext) = self.array_value(m)?;
                if self.checked(|c| c.bounds) {
                    let n = self.reduce_op(mask, None, "count", None, Type::INDEX);
                    let have = self.value_extents(v)[0];
                    let bad = self.b().cmp("lt", have, n);
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
            I::Transfer => self.transfer_array(args, e),
            _ => unsupported(e.span, format!("the intrinsic `{}` with an array result", id.row().name)),
        }
    }

    /// BESSEL_JN(n1, n2, x), BESSEL_YN(n1, n2, x): the functions of the orders n1 to n2.
    pub fn bessel_orders(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        let [Some(first), Some(last), Some(x)] = args else { return unsupported(e.span, "this reference") };
        let (first, last) = (self.scalar(first)?, self.scalar(last)?);
        let (first, last) = (self.to_index(first), self.to_index(last));
        let x = self.scalar(x)?;
        let t = self.val_ty(&e.ty, e.span)?;
        let f = format!("frt_math_{}_{}", id.name(), if t == Type::F32 { "f32" } else { "f64" });
        let one = self.idx(1);
        let n = self.sub(last, first);
        let n = self.add(n, one);
        let n = self.max0(n);
        Ok(Prep::Map {
            extents: vec![n],
            f: Rc::new(move |s, idx| {
                let order = s.add(first, idx[0]);
                let order = s.cast(order, Type::I32);
                Ok(s.rt_pure(&f, &[order, x], t))
            }),
        })
    }

    /// Array value of an operand converted to the result's type.
    fn operand_of_type(&mut self, x: &'p Expr, ty: &'p Ty, t: Type) -> R<Value> {
        let p = self.prep(x)?;
        if x.ty == *ty {
            return self.prep_value(&p, t);
        }
        let ext = p.extents().to_vec();
        let (from, span) = (&x.ty, x.span);
        self.elemental(&ext, t, |s, idx| {
            let v = s.element(&p, idx)?;
            s.convert(v, from, ty, span)
        })
    }

    /// Elements of a rank-1 integer argument, as index values; there are `rank` of them.
    fn shape_elements(&mut self, x: &'p Expr, rank: usize) -> R<Vec<Value>> {
        if let ExprKind::ArrayCtor(items) = &x.kind
            && items.iter().all(|i| matches!(i, AcItem::Expr(y) if y.rank == 0))
        {
            let mut out = Vec::new();
            for i in items {
                if let AcItem::Expr(y) = i {
                    let v = self.scalar(y)?;
                    out.push(self.to_index(v));
                }
            }
            return Ok(out);
        }
        if let ExprKind::Const(Const::Array { elems, .. }) = &x.kind {
            return elems
                .iter()
                .map(|c| match c {
                    Some(Const::Int(n)) => Ok(self.idx(*n as i64)),
                    _ => unsupported(x.span, "this shape"),
                })
                .collect();
        }
        let (v, _) = self.array_value(x)?;
        // `array.from` gives its operands back without a detour.
        if let Some(op) = self.m.def_of(v, OpKind::ArrayFrom) {
            let elems = self.m.operands(op).to_vec();
            return Ok(elems.into_iter().map(|v| self.to_index(v)).collect());
        }
        Ok((0..rank as i64)
            .map(|k| {
                let k = self.idx(k);
                let v = self.at_value(v, &[k]);
                self.to_index(v)
            })
            .collect())
    }

    fn reshape(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let (Some(x), Some(sh)) = (arg(0), arg(1)) else { return unsupported(e.span, "RESHAPE here") };
        let extents: Vec<Value> = self.shape_elements(sh, e.rank)?.into_iter().map(|v| self.max0(v)).collect();
        let (v, src_ext) = self.array_value(x)?;
        if arg(2).is_none() {
            let (have, want) = (self.product(&src_ext), self.product(&extents));
            self.check_number("Incorrect size in SOURCE argument to RESHAPE intrinsic", have, want, true)?;
        }
        if arg(2).is_none() && arg(3).is_none() {
            let shape = self.static_shape(&extents);
            let elem = self.m.types.elem(self.m.ty(v));
            let at = self.m.types.array(shape, elem);
            let value = self.b().op(OpKind::ArrayReshape).arg(v).args(&extents).result(at).value();
            return Ok(Prep::Array { value, extents });
        }
        // Zero-based dimensions, the one that varies fastest first.
        let one = self.idx(1);
        let order: Vec<Value> = match arg(3) {
            Some(o) => self.shape_elements(o, e.rank)?.into_iter().map(|k| self.sub(k, one)).collect(),
            None => (0..extents.len()).map(|d| self.idx(d as i64)).collect(),
        };
        if arg(3).is_some() {
            self.check_order(&order)?;
        }
        let pad = match arg(2) {
            Some(p) => Some(self.array_value(p)?),
            None => None,
        };
        let ext = extents.clone();
        let total = self.product(&src_ext);
        Ok(Prep::Map {
            extents,
            f: Rc::new(move |s, idx| {
                // Position in element order where dimension order[0] varies fastest.
                let mut lin = s.idx(0);
                let mut stride = s.idx(1);
                for &d in &order {
                    let (i, n) = (s.pick_dim(idx, d), s.pick_dim(&ext, d));
                    let o = s.mul(i, stride);
                    lin = s.add(lin, o);
                    stride = s.mul(stride, n);
                }
                let Some((pv, pe)) = &pad else {
                    let at = s.unlinear(lin, &src_ext);
                    return Ok(s.at_value(v, &at));
                };
                let inside = s.b().cmp("lt", lin, total);
                let zero = s.idx(0);
                let l = s.select(inside, lin, zero);
                let at = s.unlinear(l, &src_ext);
                let a = s.at_value(v, &at);
                let over = s.sub(lin, total);
                let pn = s.product(pe);
                let over = s.b().binary(OpKind::Modulo, over, pn);
                let at = s.unlinear(over, pe);
                let b = s.at_value(*pv, &at);
                Ok(s.select(inside, a, b))
            }),
        })
    }

    /// The element of a list that belongs to a (zero-based) dimension.
    fn pick_dim(&mut self, list: &[Value], d: Value) -> Value {
        if let Some(v) = self.known(d).and_then(|k| list.get(k as usize)) {
            return *v;
        }
        let mut acc = list[0];
        for (k, v) in list.iter().enumerate().skip(1) {
            let k = self.idx(k as i64);
            let c = self.b().cmp("eq", d, k);
            acc = self.select(c, *v, acc);
        }
        acc
    }

    /// Subscripts of the element at a linear position.
    fn unlinear(&mut self, lin: Value, ext: &[Value]) -> Vec<Value> {
        let mut rest = lin;
        let mut out = Vec::new();
        for (d, &n) in ext.iter().enumerate() {
            if d + 1 == ext.len() {
                out.push(rest);
            } else {
                out.push(self.b().binary(OpKind::Rem, rest, n));
                rest = self.b().binary(OpKind::Div, rest, n);
            }
        }
        out
    }

    fn shift(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let circular = id == Intrinsic::Cshift;
        let (Some(x), Some(sh)) = (arg(0), arg(1)) else { return unsupported(e.span, "this shift") };
        let dim_at = if circular { 2 } else { 3 };
        let d = match arg(dim_at) {
            Some(d) => self.const_dim(d)?,
            None => 0,
        };
        let p = self.prep(x)?;
        let extents = p.extents().to_vec();
        let shift = self.prep(sh)?;
        if !shift.extents().is_empty() {
            let name = if circular { "SHIFT argument of CSHIFT" } else { "SHIFT argument of EOSHIFT" };
            let (have, want) = (shift.extents().to_vec(), without(&extents, d));
            self.check_extents(name, &have, &want)?;
        }
        let n = extents[d];
        let boundary = match (circular, arg(2)) {
            (false, Some(b)) => {
                let b = self.prep(b)?;
                if !b.extents().is_empty() {
                    let (have, want) = (b.extents().to_vec(), without(&extents, d));
                    self.check_extents("BOUNDARY argument of EOSHIFT", &have, &want)?;
                }
                Some(b)
            }
            _ => None,
        };
        let ty = &e.ty;
        let span = e.span;
        Ok(Prep::Map {
            extents,
            f: Rc::new(move |s, idx| {
                let outer = without(idx, d);
                let k = if shift.extents().is_empty() { s.element(&shift, &[])? } else { s.element(&shift, &outer)? };
                let k = s.to_index(k);
                let j = s.add(idx[d], k);
                let mut at = idx.to_vec();
                if circular {
                    at[d] = s.b().binary(OpKind::Modulo, j, n);
                    return s.element(&p, &at);
                }
                let zero = s.idx(0);
                let lo = s.b().cmp("ge", j, zero);
                let hi = s.b().cmp("lt", j, n);
                let inside = s.b().binary(OpKind::And, lo, hi);
                at[d] = s.select(inside, j, idx[d]);
                let v = s.element(&p, &at)?;
                let w = match &boundary {
                    Some(b) if b.extents().is_empty() => s.element(b, &[])?,
                    Some(b) => s.element(b, &outer)?,
                    None => s.zero_value(ty, v, span)?,
                };
                Ok(s.select(inside, v, w))
            }),
        })
    }

    /// Zero, false or blanks, like `v`.
    fn zero_value(&mut self, ty: &Ty, v: Value, span: Span) -> R<Value> {
        let t = self.m.ty(v);
        Ok(match ty {
            Ty::Integer(_) | Ty::Logical(_) => self.b().int(0, t),
            Ty::Real(_) => self.b().float(0.0, t),
            Ty::Complex(_) => {
                let z = Attr::List(vec![Attr::Float(0.0), Attr::Float(0.0)]);
                self.b().op(OpKind::Const).attr("value", z).result(t).value()
            }
            Ty::Character(..) => {
                let Some(n) = self.chr_static(v) else { return unsupported(span, "blanks of run-time length") };
                let kind = self.chr_kind(v);
                let blanks = character_image(&vec![BLANK; n as usize / usize::from(kind)], kind);
                self.b().op(OpKind::ChrConst).attr("value", Attr::Str(blanks)).result(t).value()
            }
            _ => return unsupported(span, "a default boundary of this type"),
        })
    }

    fn pack(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let (Some(x), Some(m)) = (arg(0), arg(1)) else { return unsupported(e.span, "PACK here") };
        let (v, ext) = self.array_value(x)?;
        let mask = self.mask_value(m, &ext)?;
        let elem = self.m.types.elem(self.m.ty(v));
        let at = self.m.types.array(vec![None], elem);
        let packed = self.b().op(OpKind::ArrayPack).arg(v).arg(mask).result(at).value();
        let count = self.value_extents(packed)[0];
        let Some(w) = arg(2) else { return Ok(Prep::Array { value: packed, extents: vec![count] }) };
        let vector = self.prep(w)?;
        let size = vector.extents()[0];
        self.check_number("Incorrect size in VECTOR argument to PACK intrinsic", size, count, true)?;
        Ok(Prep::Map {
            extents: vector.extents().to_vec(),
            f: Rc::new(move |s, idx| {
                let inside = s.b().cmp("lt", idx[0], count);
                let zero = s.idx(0);
                let i = s.select(inside, idx[0], zero);
                let a = s.at_value(packed, &[i]);
                let b = s.element(&vector, idx)?;
                Ok(s.select(inside, a, b))
            }),
        })
    }

    /// Address and bytes of an expression's value in contiguous memory.
    fn bytes_of(&mut self, x: &'p Expr) -> R<(Value, Value)> {
        let one = match self.size_of(&x.ty) {
            Some(n) => self.idx(n as i64),
            None => self.len_of(x)?,
        };
        if x.rank == 0 {
            let v = self.scalar(x)?;
            let r = self.spill(v, &x.ty, x.span)?;
            let a = self.addr(r);
            return Ok((a, one));
        }
        let (v, ext) = self.array_value(x)?;
        let view = self.materialize(v, &ext, &x.ty, x.span)?;
        let n = self.product(&ext);
        let bytes = self.mul(n, one);
        let a = self.addr(view);
        Ok((a, bytes))
    }

    fn transfer_scalar(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> R<Value> {
        let (Some(Some(x)), Some(Some(mold))) = (args.first(), args.get(1)) else {
            return unsupported(e.span, "TRANSFER here");
        };
        if x.rank == 0 && same_bits(&x.ty, &e.ty) {
            let v = self.scalar(x)?;
            let t = self.val_ty(&e.ty, e.span)?;
            return Ok(if self.m.ty(v) == t { v } else { self.b().unary(OpKind::Bitcast, v, t) });
        }
        let (src, bytes) = self.bytes_of(x)?;
        if matches!(e.ty, Ty::Character(..)) {
            let len = self.len_of(mold)?;
            let (dst, out) = self.string_buffer(len, e.ty.chr_kind(), e.span)?;
            let n = self.b().binary(OpKind::Min, len, bytes);
            self.rt("frt_memcpy", &[dst, src, n]);
            return Ok(out);
        }
        let t = self.ir_ty(&e.ty, e.span)?;
        let cell = match &e.ty {
            Ty::Derived(id) => self.new_object(*id, e.span)?,
            _ => self.alloca(t, None),
        };
        let size = self.size_of(&e.ty).unwrap_or(8);
        let size = self.idx(size as i64);
        let n = self.b().binary(OpKind::Min, size, bytes);
        let dst = self.addr(cell);
        self.rt("frt_memcpy", &[dst, src, n]);
        Ok(self.load_ref(cell))
    }

    fn transfer_array(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> R<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let (Some(x), Some(mold)) = (arg(0), arg(1)) else { return unsupported(e.span, "TRANSFER here") };
        if x.rank == 1 && arg(2).is_none() && same_bits(&x.ty, &e.ty) {
            // Element by element, which kernels can do too.
            let p = self.prep(x)?;
            let t = self.val_ty(&e.ty, e.span)?;
            let extents = p.extents().to_vec();
            let f: ElementFn<'p> = Rc::new(move |s, idx| {
                let v = s.element(&p, idx)?;
                Ok(if s.m.ty(v) == t { v } else { s.b().unary(OpKind::Bitcast, v, t) })
            });
            return Ok(Prep::Map { extents, f });
        }
        let (src, bytes) = self.bytes_of(x)?;
        let elem = self.ir_ty(&e.ty, e.span)?;
        let size = match self.size_of(&e.ty) {
            Some(n) => self.idx(n as i64),
            None => self.len_of(mold)?,
        };
        let n = match arg(2) {
            Some(s) => {
                let v = self.scalar(s)?;
                self.to_index(v)
            }
            None => {
                // As many elements as hold all of the source.
                let one = self.idx(1);
                let up = self.sub(size, one);
                let up = self.add(bytes, up);
                self.b().binary(OpKind::Div, up, size)
            }
        };
        let strings = matches!(self.m.types.kind(elem), TypeKind::Char(None, _));
        let view = self.temp_view_len(&[n], elem, strings.then_some(size), "TRANSFER", e.span)?;
        let total = self.mul(n, size);
        let count = self.b().binary(OpKind::Min, total, bytes);
        let dst = self.addr(view);
        self.rt("frt_memcpy", &[dst, src, count]);
        Ok(self.load_view(view))
    }

    /// A designator or value as a view, for calls that take descriptors.
    pub fn view_of(&mut self, e: &'p Expr) -> R<Value> {
        match self.place_or_temp(e)? {
            Place::Array { view, .. } => Ok(view),
            Place::Scalar(r) => Ok(r),
        }
    }
}

/// True for integer and real types of one size.
fn same_bits(a: &Ty, b: &Ty) -> bool {
    let bytes = |t: &Ty| match t {
        Ty::Integer(k) | Ty::Real(k) => Some(*k),
        _ => None,
    };
    bytes(a).is_some() && bytes(a) == bytes(b)
}

/// The type in which two values are compared.
fn common_numeric(a: &Ty, b: &Ty) -> Ty {
    let rank = |t: &Ty| match t {
        Ty::Integer(k) => (0, *k),
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
