//! Reductions and locations.

use super::*;
use ferrotran_abi::codes::chr_reduce;
use ferrotran_ir::{LocateKind, MathFn, Pred, ReduceKind};
use ferrotran_xreal::{Format, Num};

impl FunctionBuilder {
    pub fn reduced_ty(&mut self, v: Value, elem: Type, dim: Option<usize>) -> Type {
        let Some(d) = dim else { return elem };
        let mut shape = self.m.types.shape(self.m.ty(v)).to_vec();
        shape.remove(d);
        self.m.types.array(shape, elem)
    }

    pub fn reduce_op(&mut self, v: Value, mask: Option<Value>, kind: ReduceKind, dim: Option<usize>, t: Type) -> Value {
        self.b()
            .op(OpKind::ArrayReduce)
            .arg(v)
            .opt(mask)
            .choice(kind)
            .attr_opt("dim", dim.map(|d| Attr::Int(d as i64)))
            .result(t)
            .value()
    }

    /// By which powers of two NORM2 multiplies elements whose largest absolute value is known, and its result: then no
    /// sum of squares leaves the range of the type, and what vanishes is too small to count.
    fn norm_scale(&mut self, largest: Value, t: Type) -> (Value, Value) {
        let (low, high, shift) = match (t, self.m.types.extended_kind(t)) {
            (_, Some(_)) => (-8000, 8000, 9000),
            (Type::F32, None) => (-40, 45, 90),
            _ => (-450, 490, 600),
        };
        let power = Num::power_of_two;
        let (low, high) = (self.b().number(power(low), t), self.b().number(power(high), t));
        let (down, up) = (self.b().number(power(-shift), t), self.b().number(power(shift), t));
        let one = self.b().number(power(0), t);
        let small = self.b().cmp(Pred::Lt, largest, low);
        let large = self.b().cmp(Pred::Gt, largest, high);
        let (factor, back) = (self.select(small, up, one), self.select(small, down, one));
        (self.select(large, down, factor), self.select(large, up, back))
    }

    /// NORM2 of the sum of the squares of elements that were scaled like that.
    fn scaled_root(&mut self, squares: Value, largest: Value, t: Type) -> Value {
        let root = self.math(MathFn::Sqrt, &[squares], t);
        let (_, back) = self.norm_scale(largest, t);
        self.b().binary(OpKind::Mul, root, back)
    }
}

impl<'p> Expressions<'p> {
    /// NORM2 of a whole array: single precision is summed in double precision; in double precision, where squares overflow
    /// or vanish, the sum is formed again of scaled elements.
    pub fn norm2(&mut self, x: &'p Expr, t: Type) -> Lowered<Value> {
        let p = self.prep(x)?;
        if self.f.elsewhere.any() {
            let (squares, largest) = self.scaled_squares(&p, t, None)?;
            return Ok(self.scaled_root(squares, largest, t));
        }
        let extended = self.m.types.extended_kind(t).is_some();
        let wide = if extended { t } else { Type::F64 };
        let s = self.sum_of_squares(p.clone(), wide, None)?;
        let v = self.math(MathFn::Sqrt, &[s], wide);
        if t == Type::F32 {
            return Ok(self.cast(v, t));
        }
        let cell = self.alloca(wide, None);
        self.b().store(v, cell);
        let power = Num::power_of_two;
        let (lo, hi) = match self.m.types.extended_kind(t) {
            Some(k) => (power(-16_000), Format::of_kind(k).huge()),
            None => (Num::from_f64(1e-280), Num::from_f64(f64::MAX)),
        };
        let (lo, hi) = (self.b().number(lo, t), self.b().number(hi, t));
        let small = self.b().cmp(Pred::Lt, s, lo);
        let large = self.b().cmp(Pred::Gt, s, hi);
        let retry = self.b().binary(OpKind::Or, small, large);
        self.if_else(
            retry,
            |l| {
                // A power of two times the elements is exact: 2**-600 for large, 2**600 for small ones.
                let shift = if extended { 9000 } else { 600 };
                let (down, up) = (l.b().number(power(-shift), t), l.b().number(power(shift), t));
                let factor = l.select(large, down, up);
                let back = l.select(large, up, down);
                let ext = p.extents().to_vec();
                let sq = l.elemental(&ext, t, |s, idx| {
                    let x = s.element(&p, idx)?;
                    let x = s.b().binary(OpKind::Mul, x, factor);
                    Ok(s.b().binary(OpKind::Mul, x, x))
                })?;
                let s = l.reduce_op(sq, None, ReduceKind::Op(ReduceOp::Sum), None, t);
                let v = l.math(MathFn::Sqrt, &[s], t);
                let v = l.b().binary(OpKind::Mul, v, back);
                l.b().store(v, cell);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(self.b().load(cell))
    }

    /// NORM2 along a dimension.
    pub fn norm2_along(&mut self, x: &'p Expr, t: Type, d: usize) -> Lowered<Prep<'p>> {
        let p = self.prep(x)?;
        if t == Type::F32 && !self.f.elsewhere.any() {
            let v = self.sum_of_squares(p, Type::F64, Some(d))?;
            let extents = self.value_extents(v);
            return Ok(Prep::Map {
                extents,
                f: Rc::new(move |s, idx| {
                    let v = s.at_value(v, idx);
                    let v = s.math(MathFn::Sqrt, &[v], Type::F64);
                    Ok(s.cast(v, t))
                }),
            });
        }
        let (squares, largest) = self.scaled_squares(&p, t, Some(d))?;
        let extents = self.value_extents(squares);
        Ok(Prep::Map {
            extents,
            f: Rc::new(move |s, idx| {
                let (squares, largest) = (s.at_value(squares, idx), s.at_value(largest, idx));
                Ok(s.scaled_root(squares, largest, t))
            }),
        })
    }

    /// The sums of the squares of scaled elements, and the largest absolute values, which say how they were scaled.
    fn scaled_squares(&mut self, p: &Prep<'p>, t: Type, dim: Option<usize>) -> Lowered<(Value, Value)> {
        let ext = p.extents().to_vec();
        let sizes = self.elemental(&ext, t, |s, idx| {
            let x = s.element(p, idx)?;
            Ok(s.math(MathFn::Abs, &[x], t))
        })?;
        let rt = self.reduced_ty(sizes, t, dim);
        let largest = self.reduce_op(sizes, None, ReduceKind::Op(ReduceOp::Max), dim, rt);
        let sq = self.elemental(&ext, t, |s, idx| {
            let x = s.element(p, idx)?;
            let largest = match dim {
                Some(d) => {
                    let at = without(idx, d);
                    s.at_value(largest, &at)
                }
                None => largest,
            };
            let (factor, _) = s.norm_scale(largest, t);
            let x = s.b().binary(OpKind::Mul, x, factor);
            Ok(s.b().binary(OpKind::Mul, x, x))
        })?;
        Ok((self.reduce_op(sq, None, ReduceKind::Op(ReduceOp::Sum), dim, rt), largest))
    }

    pub fn sum_of_squares(&mut self, p: Prep<'p>, t: Type, dim: Option<usize>) -> Lowered<Value> {
        let ext = p.extents().to_vec();
        let sq = self.elemental(&ext, t, |s, idx| {
            let x = s.element(&p, idx)?;
            let x = s.cast(x, t);
            Ok(s.b().binary(OpKind::Mul, x, x))
        })?;
        let rt = self.reduced_ty(sq, t, dim);
        Ok(self.reduce_op(sq, None, ReduceKind::Op(ReduceOp::Sum), dim, rt))
    }

    /// `frt_chr_reduce` into a temporary.
    pub fn chr_reduce(&mut self, x: &'p Expr, mask: Option<&'p Expr>, what: i32, dim: Option<usize>) -> Lowered<Value> {
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
        let extents = match (dim, what & chr_reduce::LOCATION) {
            (Some(d), _) => without(&ext, d),
            (None, 0) => vec![self.idx(1)],
            (None, _) => vec![self.idx(ext.len() as i64)],
        };
        let elem = if what & chr_reduce::LOCATION != 0 { Type::INDEX } else { self.m.types.elem(self.m.ty(src)) };
        let strings = matches!(self.m.types.kind(elem), TypeKind::Char(None, _));
        let len = strings.then(|| self.view_elem_len(src));
        let out = self.temp_view_len(&extents, elem, len, "MAXVAL", x.span)?;
        let (result, src) = (self.desc_of_view(out), self.desc_of_view(src));
        let what = self.b().int(what.into(), Type::I32);
        let dim = self.b().int(dim.map_or(0, |d| d as i64 + 1), Type::I32);
        self.rt(rt::frt_chr_reduce, &[result, src, mask, what, dim]);
        Ok(out)
    }

    /// The value of a reduction (i1, index for count, or the element type; an array of those with `dim`).
    pub fn reduce_value(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        dim: Option<usize>,
    ) -> Lowered<Value> {
        let Some(Some(x)) = args.first() else { return unsupported(e.span, "this reduction") };
        if matches!(x.ty, Ty::Character(..)) {
            let what = if id == Intrinsic::Minval { chr_reduce::LEAST } else { 0 };
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
        let kind = match id.reduction() {
            Some(op) => ReduceKind::Op(op),
            None if id == Intrinsic::Count => ReduceKind::Count,
            None => return unsupported(e.span, "this reduction"),
        };
        let logical = match kind {
            ReduceKind::Op(op) => op.is_logical(),
            ReduceKind::Count => true,
        };
        let (v, ext) = self.array_value(x)?;
        let mask = match (logical, args.get(2).and_then(|a| a.as_ref())) {
            (false, Some(m)) => Some(self.mask_value(m, &ext)?),
            _ => None,
        };
        let elem = match kind {
            ReduceKind::Count => Type::INDEX,
            ReduceKind::Op(_) if logical => Type::BOOL,
            ReduceKind::Op(_) => self.m.types.elem(self.m.ty(v)),
        };
        let by_order = matches!((kind, &x.ty), (ReduceKind::Op(op), Ty::Unsigned(_)) if op.is_extreme());
        let v = if by_order { self.array_signed_order(v)? } else { v };
        let t = self.reduced_ty(v, elem, dim);
        let r = self.reduce_op(v, mask, kind, dim, t);
        Ok(match (by_order, dim) {
            (false, _) => r,
            (true, None) => self.signed_order(r),
            (true, Some(_)) => self.array_signed_order(r)?,
        })
    }

    /// MAXLOC, MINLOC and FINDLOC; `branch`: the value of `back` where that is not constant.
    pub fn locate(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        dim: Option<usize>,
        branch: Option<bool>,
    ) -> Lowered<Value> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let Some(x) = arg(0) else { return unsupported(e.span, "this intrinsic") };
        let (mask_at, back_at) = if id == Intrinsic::Findloc { (3, 5) } else { (2, 4) };
        let back = match (arg(back_at), branch) {
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
        let v = if id == Intrinsic::Findloc {
            // FINDLOC compares by `==`, with the conversions of the two types: the array of comparisons is what is searched.
            let Some(w) = arg(1) else { return unsupported(e.span, "FINDLOC here") };
            let w_val = self.scalar(w)?;
            let (xt, wt) = (&x.ty, &w.ty);
            let span = e.span;
            let common = common_numeric(xt, wt);
            let hits = self.elemental(&ext, Type::BOOL, |s, idx| {
                let a = s.element(&prep, idx)?;
                if matches!(xt, Ty::Character(..)) {
                    return Ok(s.chr_cmp(Pred::Eq, a, w_val));
                }
                if matches!(xt, Ty::Logical(_)) {
                    let d = s.b().binary(OpKind::Xor, a, w_val);
                    return Ok(s.b().unary(OpKind::Not, d, Type::BOOL));
                }
                let a = s.convert(a, xt, &common, span)?;
                let b = s.convert(w_val, wt, &common, span)?;
                Ok(s.b().cmp(Pred::Eq, a, b))
            })?;
            value = Some(self.b().int(1, Type::BOOL));
            hits
        } else {
            if matches!(x.ty, Ty::Character(..)) {
                let least = if id == Intrinsic::Minloc { chr_reduce::LEAST } else { 0 };
                let what = chr_reduce::LOCATION | least | if back { chr_reduce::LAST } else { 0 };
                let view = self.chr_reduce(x, arg(mask_at), what, dim)?;
                let p = self.load_view(view);
                return self.prep_value(&p, Type::INDEX);
            }
            let t = self.val_ty(&x.ty, e.span)?;
            let v = self.prep_value(&prep, t)?;
            if matches!(x.ty, Ty::Unsigned(_)) { self.array_signed_order(v)? } else { v }
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
            Intrinsic::Maxloc => LocateKind::Max,
            Intrinsic::Minloc => LocateKind::Min,
            Intrinsic::Findloc => LocateKind::Find,
            _ => return unsupported(e.span, "this search"),
        };
        Ok(self
            .b()
            .op(OpKind::ArrayLocate)
            .arg(v)
            .opt(mask)
            .opt(value)
            .choice(kind)
            .attr_opt("dim", dim.map(|d| Attr::Int(d as i64)))
            .flag("back", back)
            .result(t)
            .value())
    }

    /// The same with `back` known only at run time.
    pub fn locate_by_back(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        dim: Option<usize>,
        back: Value,
    ) -> Lowered<Value> {
        let x = args.first().and_then(|a| a.as_ref()).map_or(0, |x| x.rank);
        let rank = if dim.is_some() { x - 1 } else { 1 };
        let front = self.b().unary(OpKind::Not, back, Type::BOOL);
        let p = self.branches(rank, Type::INDEX, &[front, back], |s, k| {
            let value = s.locate(id, args, e, dim, Some(k == 1))?;
            let extents = s.value_extents(value);
            Ok(Prep::Array { value, extents })
        })?;
        self.prep_value(&p, Type::INDEX)
    }

    /// An array value whose elements become `t` by conversion.
    pub fn converted(&mut self, value: Value, t: Type) -> Prep<'p> {
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
}
