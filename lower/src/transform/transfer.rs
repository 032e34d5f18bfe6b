//! TRANSFER.

use super::*;
use ferrotran_ir::BoxAttribute;

impl<'p> Expressions<'p> {
    /// Address and bytes of an expression's value in contiguous memory.
    pub fn bytes_of(&mut self, x: &'p Expr) -> Lowered<(Value, Value)> {
        if class::is_class(&x.ty) {
            return self.bytes_of_class(x);
        }
        if matches!(x.ty, Ty::Logical(_))
            && x.rank == 0
            && let ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Transfer, args } = &x.kind
            && let Some(Some(source)) = args.first()
            && let Some(size) = self.size_of(&x.ty)
        {
            // The bits pass through: a logical value would keep only one of them.
            let (src, have) = self.bytes_of(source)?;
            let cell = self.alloca(Type::I64, None);
            let zero = self.b().int(0, Type::I64);
            self.b().store(zero, cell);
            let size = self.idx(size as i64);
            let n = self.b().binary(OpKind::Min, size, have);
            let dst = self.addr(cell);
            self.rt(rt::frt_memcpy, &[dst, src, n]);
            return Ok((dst, size));
        }
        if matches!(x.ty, Ty::Logical(_))
            && x.rank == 1
            && let ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Transfer, args } = &x.kind
            && let [Some(source), _, size] = args.as_slice()
            && let Some(one) = self.size_of(&x.ty)
        {
            let (src, have) = self.bytes_of(source)?;
            let one = self.idx(one as i64);
            let count = match size {
                Some(n) => {
                    let n = self.scalar(n)?;
                    self.to_index(n)
                }
                None => {
                    let unit = self.idx(1);
                    let last = self.sub(one, unit);
                    let up = self.add(have, last);
                    self.b().binary(OpKind::Div, up, one)
                }
            };
            let count = self.max0(count);
            let bytes = self.mul(count, one);
            let view = self.temp_view(&[bytes], Type::I8, "logical values of TRANSFER", x.span)?;
            let n = self.b().binary(OpKind::Min, bytes, have);
            let dst = self.addr(view);
            self.rt(rt::frt_memcpy, &[dst, src, n]);
            return Ok((dst, bytes));
        }
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

    /// The same for a polymorphic object: what counts is its dynamic type.
    fn bytes_of_class(&mut self, x: &'p Expr) -> Lowered<(Value, Value)> {
        let e = self.entity(x)?;
        let (view, one) = match &e.place {
            place::Place::Scalar(r) => return Ok((self.addr(*r), e.dynamic.len)),
            place::Place::Array { view, .. } => (*view, e.dynamic.len),
        };
        let ext = self.view_extents(view);
        let n = self.product(&ext);
        let bytes = self.mul(n, one);
        let bx = self.class_box(&e, BoxAttribute::Other);
        let (packed, cleanup) = self.contiguous_box(bx, x.rank, Intent::In);
        self.f.cleanups.after_statement(cleanup);
        Ok((self.b().unary(OpKind::BoxAddr, packed, Type::PTR), bytes))
    }

    /// The value of a polymorphic TRANSFER: its type is the dynamic type of the mold.
    pub fn transfer_class(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<class::Entity> {
        let (Some(Some(x)), Some(Some(mold)), 0) = (args.first(), args.get(1), e.rank) else {
            return unsupported(e.span, "this polymorphic TRANSFER");
        };
        let dynamic = self.entity(mold)?.dynamic;
        let (src, have) = self.bytes_of(x)?;
        let cell = self.temp_view(&[dynamic.len], Type::I8, "TRANSFER", e.span)?;
        let n = self.b().binary(OpKind::Min, dynamic.len, have);
        let dst = self.addr(cell);
        self.rt(rt::frt_memcpy, &[dst, src, n]);
        let elem = self.ir_ty(&e.ty, e.span)?;
        let rt = self.m.types.reference(elem);
        let place = place::Place::Scalar(self.cast_ref(dst, rt));
        Ok(class::Entity { place, dynamic })
    }

    pub fn transfer_scalar(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
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
            self.rt(rt::frt_memcpy, &[dst, src, n]);
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
        self.rt(rt::frt_memcpy, &[dst, src, n]);
        Ok(self.load_ref(cell))
    }

    pub fn transfer_array(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
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
        self.rt(rt::frt_memcpy, &[dst, src, count]);
        Ok(self.load_view(view))
    }
}
