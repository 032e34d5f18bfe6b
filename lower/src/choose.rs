//! Array values whose form depends on an argument known only at run time (`dim`, `back`): one branch for each value
//! the argument can have, all of which leave their result in one allocatable temporary.

use super::array::Prep;
use super::*;
use ferrotran_ir::{BoxAttribute, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

impl<'p> Lower<'p> {
    /// The value that `make` gives for the case whose condition holds; `elem` is the element type in memory.
    pub fn branches(
        &mut self,
        rank: usize,
        elem: Type,
        conds: &[Value],
        make: impl Fn(&mut Self, usize) -> Lowered<Prep<'p>>,
    ) -> Lowered<Prep<'p>> {
        let bt = self.m.types.boxed(rank, elem);
        let bx = self.alloca(bt, None);
        self.b().op(OpKind::BoxInit).arg(bx).choice(BoxAttribute::Allocatable).build();
        self.f.cleanups.after_statement(Cleanup::Box(bx));
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
