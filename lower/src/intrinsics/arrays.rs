//! Emission of the family *arrays*: construction and rearrangement of arrays.

use super::*;
use crate::transform::insert_at;
use ferrotran_ir::ReduceKind;
use ferrotran_typed::intrinsics::family::Arrays;
use std::rc::Rc;

/// Where the shape of a result comes from.
pub(super) fn result_shape(id: Arrays, args: &[Option<Expr>]) -> ResultShape<'_> {
    let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
    let shape = match id {
        Arrays::Transpose => arg(0).map(ResultShape::Transposed),
        Arrays::Cshift | Arrays::Eoshift => arg(0).map(ResultShape::Like),
        Arrays::Unpack => arg(1).map(ResultShape::Like),
        Arrays::Pack => match arg(2) {
            Some(vector) => Some(ResultShape::Like(vector)),
            None => arg(1).filter(|mask| mask.rank > 0).map(ResultShape::TrueElements),
        },
        Arrays::Matmul => arg(0).zip(arg(1)).map(|(a, b)| ResultShape::Product(a, b)),
        Arrays::Spread => match (arg(0), arg(1), arg(2)) {
            (Some(of), Some(dim), Some(copies)) => Some(ResultShape::Spread { of, dim, copies }),
            _ => None,
        },
        Arrays::Reshape => arg(1).map(ResultShape::Extents),
        // A scalar, elements of types that have no such assignments, and what is chosen at run time.
        Arrays::DotProduct | Arrays::Transfer | Arrays::Conditional | Arrays::Gather | Arrays::ElementNumbers => None,
    };
    shape.unwrap_or(ResultShape::Unknown)
}

impl<'p> Expressions<'p> {
    /// The functions with a scalar result.
    pub(super) fn scalar_arrays(&mut self, id: Arrays, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        match id {
            Arrays::DotProduct => self.dot_product(call, e),
            Arrays::Transfer => self.transfer_scalar(call.args, e),
            // Those of polymorphic arrays and conditional expressions are seen to where expressions are.
            Arrays::Cshift
            | Arrays::Eoshift
            | Arrays::Matmul
            | Arrays::Pack
            | Arrays::Reshape
            | Arrays::Spread
            | Arrays::Transpose
            | Arrays::Conditional
            | Arrays::Gather
            | Arrays::ElementNumbers
            | Arrays::Unpack => call.not_supported(),
        }
    }

    fn dot_product(&mut self, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        let (Some(a), Some(b)) = (call.get(0), call.get(1)) else { return unsupported(call.span, "DOT_PRODUCT here") };
        let (pa, pb) = (self.prep(a)?, self.prep(b)?);
        let ext = pa.extents().to_vec();
        let other = pb.extents().to_vec();
        self.check_extents("argument B in DOT_PRODUCT", &other, &ext)?;
        self.assume_same_shape(&ext, &other);
        let (at, bt, et) = (&a.ty, &b.ty, &e.ty);
        let logical = matches!(e.ty, Ty::Logical(_));
        let conj = matches!(a.ty, Ty::Complex(_));
        let prod = self.elemental(&ext, t, |s, idx| {
            let (x, y) = (s.element(&pa, idx)?, s.element(&pb, idx)?);
            if logical {
                return Ok(s.b().binary(OpKind::And, x, y));
            }
            let (mut x, y) = (s.convert(x, at, et, call.span)?, s.convert(y, bt, et, call.span)?);
            if conj {
                x = s.math(MathFn::Conj, &[x], t);
            }
            Ok(s.b().binary(OpKind::Mul, x, y))
        })?;
        let op = if logical { ReduceOp::Any } else { ReduceOp::Sum };
        Ok(self.reduce_op(prod, None, ReduceKind::Op(op), None, t))
    }

    /// The functions with an array result; `branch` is the (zero-based) value of `dim` in a branch for it.
    pub(super) fn array_arrays(
        &mut self,
        id: Arrays,
        call: Arguments<'p>,
        e: &'p Expr,
        branch: Option<usize>,
    ) -> Lowered<Prep<'p>> {
        let t = self.val_ty(&e.ty, e.span)?;
        let x = call.need(0)?;
        match id {
            Arrays::Matmul => {
                let Some(y) = call.get(1) else { return unsupported(call.span, "MATMUL here") };
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
            Arrays::Transpose => {
                let (v, ext) = self.array_value(x)?;
                let vt = self.m.ty(v);
                let mut shape = self.m.types.shape(vt).to_vec();
                shape.reverse();
                let elem = self.m.types.elem(vt);
                let at = self.m.types.array(shape, elem);
                let value = self.b().unary(OpKind::ArrayTranspose, v, at);
                Ok(Prep::Array { value, extents: vec![ext[1], ext[0]] })
            }
            Arrays::Reshape => self.reshape(call.args, e),
            Arrays::Spread => {
                let (Some(d), Some(n)) = (call.get(1), call.get(2)) else {
                    return unsupported(call.span, "SPREAD here");
                };
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
            Arrays::Cshift | Arrays::Eoshift => self.shift(call.id, call.args, e, branch),
            Arrays::Pack => self.pack(call.args, e),
            Arrays::Unpack => {
                let (Some(m), Some(f)) = (call.get(1), call.get(2)) else {
                    return unsupported(call.span, "UNPACK here");
                };
                let (v, _) = self.array_value(x)?;
                let (mask, ext) = self.array_value(m)?;
                if self.checked(|c| c.bounds) {
                    let n = self.reduce_op(mask, None, ReduceKind::Count, None, Type::INDEX);
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
            Arrays::Transfer => self.transfer_array(call.args, e),
            Arrays::DotProduct | Arrays::Conditional | Arrays::Gather | Arrays::ElementNumbers => call.no_array(),
        }
    }
}
