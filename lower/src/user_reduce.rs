//! REDUCE: a reduction by an operation of the program (Fortran 2018, 16.9.161).

use super::array::Prep;
use super::*;
use ferrotran_ir::Pred;

impl Declarations<'_> {
    /// Copies one object of that type.
    fn copy_scalar(&mut self, from: Value, to: Value, ty: &Ty, span: Span) -> Lowered<()> {
        match ty {
            Ty::Derived(t) => self.copy_derived(to, from, *t, span),
            _ => {
                let v = self.load_ref(from);
                self.store_ref(v, to);
                Ok(())
            }
        }
    }
}

impl<'p> Expressions<'p> {
    /// REDUCE with a scalar result: its place.
    pub fn user_reduce_scalar(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let out = self.user_reduce(args, e, None)?;
        let zero = self.idx(0);
        Ok(self.b().elem(out, &[zero]))
    }

    /// REDUCE along a dimension.
    pub fn user_reduce_array(&mut self, args: &'p [Option<Expr>], e: &'p Expr, dim: usize) -> Lowered<Prep<'p>> {
        let out = self.user_reduce(args, e, Some(dim))?;
        Ok(self.load_view(out))
    }

    /// Combines elements in array element order; `args[1]` is the reference of the operation with the two variables
    /// that stand for its operands. Result: a view, of one element where the result is scalar.
    fn user_reduce(&mut self, args: &'p [Option<Expr>], e: &'p Expr, dim: Option<usize>) -> Lowered<Value> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let (Some(x), Some(op)) = (arg(0), arg(1)) else { return unsupported(e.span, "REDUCE here") };
        let ExprKind::Call(c) = &op.kind else { return unsupported(e.span, "this operation of REDUCE") };
        let [Actual::Expr(a), Actual::Expr(b)] = c.args.as_slice() else {
            return unsupported(e.span, "this operation of REDUCE");
        };
        let (ExprKind::Var(left), ExprKind::Var(right)) = (&a.kind, &b.kind) else {
            return unsupported(e.span, "this operation of REDUCE");
        };
        let (source, _) = self.array_place(x)?;
        let ext = self.view_extents(source);
        let mask = match arg(3) {
            Some(m) => {
                let v = self.mask_value(m, &ext)?;
                Some(self.materialize(v, &ext, &Ty::Logical(1), m.span)?)
            }
            None => None,
        };
        let identity = match arg(4) {
            Some(i) => {
                let v = self.scalar(i)?;
                Some(self.spill(v, &i.ty, i.span)?)
            }
            None => None,
        };
        let mut outer = ext.clone();
        match dim {
            Some(d) => drop(outer.remove(d)),
            None => outer = vec![self.idx(1)],
        }
        let elem = self.m.types.elem(self.m.ty(source));
        let len = match self.m.types.kind(elem) {
            ferrotran_ir::TypeKind::Char(None, _) => Some(self.b().unary(OpKind::ViewElemLen, source, Type::INDEX)),
            _ => None,
        };
        let out = self.temp_view_len(&outer, elem, len, "REDUCE", e.span)?;
        if let Ty::Derived(t) = &x.ty {
            self.default_init_view(out, *t, e.span)?;
            if self.is_managed(*t) {
                let c = self.object_cleanup(out, *t, e.span)?;
                self.f.cleanups.after_statement(c);
            }
        }
        let any = self.alloca(Type::I32, None);
        self.nest(&outer, |s, at| {
            let acc = s.b().elem(out, at);
            let none = s.b().int(0, Type::I32);
            s.b().store(none, any);
            let step = |s: &mut Self, idx: &[Value]| {
                let r = s.b().elem(source, idx);
                let take = |s: &mut Self| {
                    let seen = s.b().load(any);
                    let zero = s.b().int(0, Type::I32);
                    let first = s.b().cmp(Pred::Eq, seen, zero);
                    s.if_else(
                        first,
                        |s| {
                            let one = s.b().int(1, Type::I32);
                            s.b().store(one, any);
                            s.copy_scalar(r, acc, &x.ty, e.span)
                        },
                        |s| {
                            s.with_temps(|s| {
                                s.entities.bind(*left, Binding::Scalar(acc));
                                s.entities.bind(*right, Binding::Scalar(r));
                                let v = s.scalar(op)?;
                                let v = s.spill(v, &x.ty, e.span)?;
                                s.copy_scalar(v, acc, &x.ty, e.span)
                            })
                        },
                    )
                };
                match mask {
                    Some(m) => {
                        let k = s.b().elem(m, idx);
                        let k = s.load_ref(k);
                        s.if_else(k, take, |_| Ok(()))
                    }
                    None => take(s),
                }
            };
            match dim {
                None => s.nest(&ext, |s, idx| step(s, idx))?,
                Some(d) => {
                    let at = at.to_vec();
                    s.count_loop(ext[d], |s, k| {
                        let mut idx = at.clone();
                        idx.insert(d, k);
                        step(s, &idx)
                    })?;
                }
            }
            let seen = s.b().load(any);
            let zero = s.b().int(0, Type::I32);
            let empty = s.b().cmp(Pred::Eq, seen, zero);
            match identity {
                Some(i) => s.if_else(empty, |s| s.copy_scalar(i, acc, &x.ty, e.span), |_| Ok(())),
                None => s.if_else(
                    empty,
                    |s| {
                        s.at(e.span);
                        let text = b"REDUCE of no elements without IDENTITY";
                        let a = s.bytes_const(text);
                        let n = s.idx(text.len() as i64);
                        let (file, line) = s.here();
                        s.rt(rt::frt_error, &[file, line, a, n]);
                        Ok(())
                    },
                    |_| Ok(()),
                ),
            }
        })?;
        Ok(out)
    }
}
