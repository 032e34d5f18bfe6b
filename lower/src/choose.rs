//! Values that branches give. Array values whose form depends on an argument known only at run time (`dim`, `back`) have
//! one branch for each value that the argument can have; all leave their result in one temporary.

use super::array::Prep;
use super::*;
use ferrotran_ir::{Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

impl<'p> Expressions<'p> {
    /// The value of a scalar expression that `make` gives where the condition holds and where it does not.
    pub fn either_value(
        &mut self,
        e: &'p Expr,
        condition: Value,
        make: impl Fn(&mut Self, bool) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let t = self.ir_ty(&e.ty, e.span)?;
        if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            let bx = self.temp_allocatable(0, Type::chr(e.ty.chr_kind()));
            self.either(condition, |l, first| {
                let v = make(l, first)?;
                l.set_deferred(bx, v)
            })?;
            let r = self.box_view(bx);
            return Ok(self.load_ref(r));
        }
        if let Ty::Derived(id) = &e.ty {
            let obj = self.new_object(*id, e.span)?;
            self.either(condition, |l, first| {
                let v = make(l, first)?;
                l.clone_derived(obj, v, *id, e.span)
            })?;
            self.end_copy(obj, *id, e.span)?;
            return Ok(obj);
        }
        if !self.is_plain(t) {
            return unsupported(e.span, "an expression of this type whose value depends on a condition");
        }
        let slot = self.alloca(t, None);
        self.either(condition, |l, first| {
            let v = make(l, first)?;
            l.store_ref(v, slot);
            Ok(())
        })?;
        Ok(self.load_ref(slot))
    }

    /// The value that `make` gives for the case whose condition holds; `elem` is the element type in memory.
    pub fn branches(
        &mut self,
        rank: usize,
        elem: Type,
        conds: &[Value],
        make: impl Fn(&mut Self, usize) -> Lowered<Prep<'p>>,
    ) -> Lowered<Prep<'p>> {
        let bx = self.temp_allocatable(rank, elem);
        for (k, &c) in conds.iter().enumerate() {
            self.if_else(
                c,
                |s| {
                    s.with_temps(|s| {
                        let p = make(s, k)?;
                        let ext = p.extents().to_vec();
                        let one = s.idx(1);
                        let value = s.prep_value(&p, elem)?;
                        let strings = matches!(s.m.types.kind(elem), TypeKind::Char(None, _));
                        let len = strings.then(|| s.elem_len(value));
                        s.allocate_box(bx, &vec![one; rank], &ext, len)?;
                        let view = s.box_view(bx);
                        s.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(None).build();
                        Ok(())
                    })
                },
                |_| Ok(()),
            )?;
        }
        let view = self.box_view(bx);
        Ok(self.load_view(view))
    }

    /// A transformational intrinsic with an array result whose `dim` is not constant.
    pub fn transform_by_dim(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        dim: Value,
        dims: usize,
    ) -> Lowered<Prep<'p>> {
        let elem = self.ir_ty(&e.ty, e.span)?;
        if self.m.types.size_of(elem).is_none() && !matches!(e.ty, Ty::Derived(_)) {
            return unsupported(e.span, "a `dim` argument that is not constant, with strings of run-time length");
        }
        self.check_dim(id, dim, dims)?;
        let d = self.to_index(dim);
        let conds: Vec<Value> = (0..dims)
            .map(|k| {
                let k = self.idx(k as i64 + 1);
                self.b().cmp(Pred::Eq, d, k)
            })
            .collect();
        self.branches(e.rank, elem, &conds, |s, k| s.intrinsic_along(id, args, e, Some(k)))
    }
}
