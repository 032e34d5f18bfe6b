//! Emission of the family *reductions*: reduction of arrays, and places in them.

use super::*;
use ferrotran_typed::intrinsics::family::Reductions;

/// Where the shape of a result comes from.
pub(super) fn result_shape(id: Reductions, args: &[Option<Expr>]) -> ResultShape<'_> {
    let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
    let Some(of) = arg(0) else { return ResultShape::Unknown };
    // The place of `dim` among the arguments.
    let at = match id {
        Reductions::All
        | Reductions::Any
        | Reductions::Count
        | Reductions::Iall
        | Reductions::Iany
        | Reductions::Iparity
        | Reductions::Maxval
        | Reductions::Minval
        | Reductions::Norm2
        | Reductions::Parity
        | Reductions::Product
        | Reductions::Sum => return ResultShape::Without { of, dim: arg(1) },
        Reductions::Maxloc | Reductions::Minloc => 1,
        Reductions::Findloc => 2,
        // Its operation is a procedure, which only the host calls.
        Reductions::Reduce => return ResultShape::Unknown,
    };
    match arg(at) {
        Some(dim) => ResultShape::Without { of, dim: Some(dim) },
        None => ResultShape::Dimensions(of),
    }
}

impl<'p> Expressions<'p> {
    /// The functions with a scalar result.
    pub(super) fn scalar_reductions(&mut self, id: Reductions, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        let t = self.val_ty(&e.ty, e.span)?;
        match id {
            Reductions::All
            | Reductions::Any
            | Reductions::Count
            | Reductions::Iall
            | Reductions::Iany
            | Reductions::Iparity
            | Reductions::Maxval
            | Reductions::Minval
            | Reductions::Parity
            | Reductions::Product
            | Reductions::Sum => {
                let v = self.reduce_value(call.id, call.args, e, None)?;
                Ok(self.cast(v, t))
            }
            Reductions::Reduce => {
                let r = self.user_reduce_scalar(call.args, e)?;
                Ok(self.load_ref(r))
            }
            Reductions::Norm2 => {
                let x = call.need(0)?;
                self.norm2(x, t)
            }
            Reductions::Maxloc | Reductions::Minloc | Reductions::Findloc => {
                let v = self.locate(call.id, call.args, e, None, None)?;
                let z = self.idx(0);
                let v = self.at_value(v, &[z]);
                Ok(self.cast(v, t))
            }
        }
    }

    /// The functions with an array result; `branch` is the (zero-based) value of `dim` in a branch for it.
    pub(super) fn array_reductions(
        &mut self,
        id: Reductions,
        call: Arguments<'p>,
        e: &'p Expr,
        branch: Option<usize>,
    ) -> Lowered<Prep<'p>> {
        let t = self.val_ty(&e.ty, e.span)?;
        let x = call.need(0)?;
        match id {
            Reductions::All
            | Reductions::Any
            | Reductions::Count
            | Reductions::Iall
            | Reductions::Iany
            | Reductions::Iparity
            | Reductions::Maxval
            | Reductions::Minval
            | Reductions::Parity
            | Reductions::Product
            | Reductions::Sum => {
                let Some(d) = call.get(1) else { return unsupported(call.span, "this reduction") };
                let d = self.const_dim(d, branch)?;
                let v = self.reduce_value(call.id, call.args, e, Some(d))?;
                Ok(self.converted(v, t))
            }
            Reductions::Reduce => {
                let Some(d) = call.get(2) else { return unsupported(call.span, "REDUCE here") };
                let d = self.const_dim(d, branch)?;
                self.user_reduce_array(call.args, e, d)
            }
            Reductions::Norm2 => {
                let Some(d) = call.get(1) else { return unsupported(call.span, "NORM2 here") };
                let d = self.const_dim(d, branch)?;
                self.norm2_along(x, t, d)
            }
            Reductions::Maxloc | Reductions::Minloc | Reductions::Findloc => {
                let dim_at = if id == Reductions::Findloc { 2 } else { 1 };
                let d = match call.get(dim_at) {
                    Some(d) => Some(self.const_dim(d, branch)?),
                    None => None,
                };
                let v = self.locate(call.id, call.args, e, d, None)?;
                Ok(self.converted(v, t))
            }
        }
    }
}
