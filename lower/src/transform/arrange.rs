//! Functions that arrange elements anew: RESHAPE, shifts, PACK and their kind.

use super::*;
use ferrotran_ir::Pred;

impl FunctionBuilder {
    /// The element of a list that belongs to a (zero-based) dimension.
    pub fn pick_dim(&mut self, list: &[Value], d: Value) -> Value {
        if let Some(v) = self.known(d).and_then(|k| list.get(k as usize)) {
            return *v;
        }
        let mut acc = list[0];
        for (k, v) in list.iter().enumerate().skip(1) {
            let k = self.idx(k as i64);
            let c = self.b().cmp(Pred::Eq, d, k);
            acc = self.select(c, *v, acc);
        }
        acc
    }

    /// Subscripts of the element at a linear position.
    pub fn unlinear(&mut self, lin: Value, ext: &[Value]) -> Vec<Value> {
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
}

impl Declarations<'_> {
    /// Zero, false or blanks, like `v`.
    pub fn zero_value(&mut self, ty: &Ty, v: Value, span: Span) -> Lowered<Value> {
        let t = self.m.ty(v);
        Ok(match ty {
            Ty::Integer(_) | Ty::Unsigned(_) | Ty::Logical(_) => self.b().int(0, t),
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
}

impl<'p> Expressions<'p> {
    /// BESSEL_JN(n1, n2, x), BESSEL_YN(n1, n2, x): the functions of the orders n1 to n2.
    pub fn bessel_orders(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        let [Some(first), Some(last), Some(x)] = args else { return unsupported(e.span, "this reference") };
        let (first, last) = (self.scalar(first)?, self.scalar(last)?);
        let (first, last) = (self.to_index(first), self.to_index(last));
        let x = self.scalar(x)?;
        let t = self.val_ty(&e.ty, e.span)?;
        let bits = self.real_bits(x).map_or(64, |s| s.1);
        let f = if id == Intrinsic::BesselJn { kinds::BESSEL_JN } else { kinds::BESSEL_YN }.bits(bits);
        let one = self.idx(1);
        let n = self.sub(last, first);
        let n = self.add(n, one);
        let n = self.max0(n);
        Ok(Prep::Map {
            extents: vec![n],
            f: Rc::new(move |s, idx| {
                let order = s.add(first, idx[0]);
                let order = s.order(order);
                Ok(s.rt_pure(f, &[order, x], t))
            }),
        })
    }

    /// Array value of an operand converted to the result's type.
    pub fn operand_of_type(&mut self, x: &'p Expr, ty: &'p Ty, t: Type) -> Lowered<Value> {
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
    pub fn shape_elements(&mut self, x: &'p Expr, rank: usize) -> Lowered<Vec<Value>> {
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

    pub fn reshape(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
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
                let inside = s.b().cmp(Pred::Lt, lin, total);
                let zero = s.idx(0);
                let l = s.select(inside, lin, zero);
                // The source may be empty.
                let one = s.idx(1);
                let some: Vec<Value> = src_ext.iter().map(|n| s.b().binary(OpKind::Max, *n, one)).collect();
                let at = s.unlinear(l, &some);
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

    pub fn shift(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        branch: Option<usize>,
    ) -> Lowered<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let circular = id == Intrinsic::Cshift;
        let (Some(x), Some(sh)) = (arg(0), arg(1)) else { return unsupported(e.span, "this shift") };
        let dim_at = if circular { 2 } else { 3 };
        let d = match arg(dim_at) {
            Some(d) => self.const_dim(d, branch)?,
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
            // Blanks whose number only the run knows.
            (false, None) if matches!(&x.ty, Ty::Character(n, _) if !matches!(n, CharLen::Const(_))) => {
                let n = self.len_of(x)?;
                let kind = x.ty.chr_kind();
                let (at, blanks) = self.string_buffer(n, kind, e.span)?;
                let t = self.chr_type(Some(0), kind);
                let empty = self.b().op(OpKind::ChrConst).attr("value", Attr::Str(Vec::new())).result(t).value();
                let rt = self.m.types.reference(Type::chr(kind));
                let place = self.b().op(OpKind::ChrRef).arg(at).arg(n).result(rt).value();
                self.b().op(OpKind::ChrAssign).arg(empty).arg(place).build();
                Some(Prep::Scalar(blanks))
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
                let mut at = idx.to_vec();
                let zero = s.idx(0);
                if circular {
                    // Elements exist: so the extent is positive.
                    let k = s.b().binary(OpKind::Modulo, k, n);
                    let j = s.add(idx[d], k);
                    let over = s.b().cmp(Pred::Ge, j, n);
                    let again = s.b().binary(OpKind::Sub, j, n);
                    at[d] = s.select(over, again, j);
                    return s.element(&p, &at);
                }
                let j = s.add(idx[d], k);
                let lo = s.b().cmp(Pred::Ge, j, zero);
                let hi = s.b().cmp(Pred::Lt, j, n);
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

    pub fn pack(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
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
                let inside = s.b().cmp(Pred::Lt, idx[0], count);
                let zero = s.idx(0);
                let i = s.select(inside, idx[0], zero);
                let a = s.at_value(packed, &[i]);
                let b = s.element(&vector, idx)?;
                Ok(s.select(inside, a, b))
            }),
        })
    }
}
