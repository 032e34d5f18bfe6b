//! Pointer assignment.

use super::place::Place;
use super::*;
use ferrotran_ir::{Pred, TypeKind};

impl FunctionBuilder {
    /// Disassociates a pointer.
    pub fn nullify_box(&mut self, bx: Value) {
        self.b().op(OpKind::BoxNullify).arg(bx).build();
    }
}

impl<'p> Expressions<'p> {
    /// The variable that holds a procedure pointer's address.
    pub fn proc_pointer_cell(&mut self, e: &'p Expr) -> Lowered<Value> {
        match &e.kind {
            ExprKind::Var(s) => match self.binding(*s, e.span)? {
                Binding::Scalar(c) => Ok(c),
                _ => unsupported(e.span, "this procedure pointer"),
            },
            _ => self.scalar_place(e),
        }
    }

    /// Makes a pointer's descriptor describe a target; `class`: the pointer is polymorphic.
    pub fn associate_box(
        &mut self,
        bx: Value,
        rhs: &'p Expr,
        bounds: &'p [(Option<Expr>, Option<Expr>)],
        class: bool,
    ) -> Lowered<()> {
        if matches!(rhs.kind, ExprKind::Null | ExprKind::Const(Const::Null))
            || matches!(&rhs.kind, ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Null, .. })
        {
            self.nullify_box(bx);
            if class {
                self.forget_type(bx);
            }
            return Ok(());
        }
        if class {
            let e = self.entity(rhs)?;
            self.associate_place(bx, e.place, rhs, bounds)?;
            self.set_type(bx, e.dynamic);
            return Ok(());
        }
        let place = match &rhs.kind {
            ExprKind::Call(c) => match self.call_whole(c, &rhs.ty, true)? {
                call::CallResult::Box { bx, .. } if rhs.rank == 0 => Place::Scalar(self.box_view(bx)),
                call::CallResult::Box { bx, .. } => {
                    let view = self.box_view(bx);
                    Place::Array { view, lbs: Some(self.box_lbounds(bx)) }
                }
                call::CallResult::View(v) => Place::Array { view: v, lbs: None },
                call::CallResult::Scalar(v) => Place::Scalar(v),
                call::CallResult::None => return unsupported(rhs.span, "this target"),
            },
            _ => self.place(rhs)?,
        };
        self.associate_place(bx, place, rhs, bounds)
    }

    fn associate_place(
        &mut self,
        bx: Value,
        place: Place,
        rhs: &'p Expr,
        bounds: &'p [(Option<Expr>, Option<Expr>)],
    ) -> Lowered<()> {
        let rank = self.m.types.rank(self.m.types.elem(self.m.ty(bx)));
        match place {
            Place::Scalar(r) if rank == 0 => {
                self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
                Ok(())
            }
            Place::Array { view, lbs } => {
                let remap = bounds.iter().any(|(_, u)| u.is_some());
                if remap {
                    let mut l = Vec::new();
                    let mut ext = Vec::new();
                    for (lo, hi) in bounds {
                        let (Some(lo), Some(hi)) = (lo, hi) else {
                            return unsupported(rhs.span, "this bounds remapping");
                        };
                        let a = self.scalar(lo)?;
                        let a = self.to_index(a);
                        let b = self.scalar(hi)?;
                        let b = self.to_index(b);
                        let one = self.idx(1);
                        let n = self.sub(b, a);
                        let n = self.add(n, one);
                        ext.push(self.max0(n));
                        l.push(a);
                    }
                    let elem = self.m.types.elem(self.m.ty(view));
                    if self.checked(|c| c.bounds) {
                        let have = self.view_extents(view);
                        let (have, want) = (self.product(&have), self.product(&ext));
                        let bad = self.b().cmp(Pred::Lt, have, want);
                        let text = "Target of rank remapping is too small (%1 < %2)";
                        self.stop_with_numbers(bad, text, have, want)?;
                    }
                    let base = self.addr(view);
                    let shape = self.static_shape(&ext);
                    let len = matches!(self.m.types.kind(elem), TypeKind::Char(None, _))
                        .then(|| self.b().unary(OpKind::ViewElemLen, view, Type::INDEX));
                    let known = self.m.types.is_contig(self.m.ty(view));
                    let vt = if self.m.types.rank(self.m.ty(view)) == 1 || !known {
                        // A rank-1 target may be strided: its stride carries over to the new first dimension.
                        let vt = self.m.types.view(shape, elem, false);
                        let st = self
                            .b()
                            .op(OpKind::ViewStride)
                            .arg(view)
                            .attr("dim", Attr::Int(0))
                            .result(Type::INDEX)
                            .value();
                        let mut strides = vec![st];
                        for n in &ext[..ext.len() - 1] {
                            let prev = strides[strides.len() - 1];
                            let next = self.mul(prev, *n);
                            strides.push(next);
                        }
                        let v = self
                            .b()
                            .op(OpKind::ViewMake)
                            .arg(base)
                            .args(&ext)
                            .args(&strides)
                            .opt(len)
                            .result(vt)
                            .value();
                        self.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&l).build();
                        return Ok(());
                    } else {
                        self.m.types.view(shape, elem, true)
                    };
                    let v = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(len).result(vt).value();
                    self.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&l).build();
                    return Ok(());
                }
                let mut l = match lbs {
                    Some(l) => l,
                    None => (0..rank).map(|_| self.idx(1)).collect(),
                };
                for (d, (lo, _)) in bounds.iter().enumerate() {
                    if let Some(lo) = lo {
                        let v = self.scalar(lo)?;
                        l[d] = self.to_index(v);
                    }
                }
                self.b().op(OpKind::BoxSet).arg(bx).arg(view).args(&l).build();
                Ok(())
            }
            Place::Scalar(_) => unsupported(rhs.span, "this target"),
        }
    }
}

impl<'p> Lower<'p> {
    /// `lhs => rhs`
    pub fn pointer_assign(
        &mut self,
        lhs: &'p Expr,
        rhs: &'p Expr,
        bounds: &'p [(Option<Expr>, Option<Expr>)],
    ) -> Lowered<()> {
        let Some(bx) = self.box_of(lhs)? else {
            // Procedure pointer.
            let v = self.scalar(rhs)?;
            let cell = self.proc_pointer_cell(lhs)?;
            self.b().store(v, cell);
            return Ok(());
        };
        self.check_pointer_length(lhs, bx, rhs)?;
        self.associate_box(bx, rhs, bounds, class::is_class(&lhs.ty))
    }
}
