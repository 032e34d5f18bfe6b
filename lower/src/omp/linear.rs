//! LINEAR variables: the op of the loops has a copy of each, with its step; `omp-privatize` gives them the values that follow
//! from the number of an iteration.

use super::clauses::{DataClause, data_clauses};
use super::recipes::Copies;
use super::*;
use crate::array::Prep;

/// Whether a directive has LINEAR variables.
pub(super) fn has_linear(o: &Omp) -> bool {
    data_clauses(o).any(|c| matches!(c, DataClause::Linear(_)))
}

impl<'p> Lower<'p> {
    /// In front of loops: the steps of the linear variables among the copies that the construct makes.
    pub(super) fn linear_steps(&mut self, o: &'p Omp, copies: &Copies) -> Lowered<Vec<Value>> {
        let mut out = Vec::new();
        for (variable, original) in copies.linear() {
            let named = |c: &'p Clause| match c {
                Clause::Linear(list, step) if list.contains(&variable) => Some(step.as_ref()),
                Clause::Induction { step, list, .. } if list.contains(&variable) => Some(Some(step)),
                _ => None,
            };
            let t = self.m.types.held(self.m.ty(original));
            out.push(match o.clauses.iter().find_map(named).flatten() {
                Some(e) => {
                    let n = self.scalar(e)?;
                    self.cast(n, t)
                }
                None => self.b().int(1, t),
            });
        }
        Ok(out)
    }

    /// In a recipe: gives the copy of a linear variable what the original holds, and what comes to it on the way, or
    /// (`product`) is multiplied by that.
    pub(super) fn copy_linear(
        &mut self,
        fresh: &Binding,
        original: &Binding,
        way: Value,
        product: bool,
        span: Span,
    ) -> Lowered<()> {
        let kind = if product { OpKind::Mul } else { OpKind::Add };
        let (to, from) = (self.data_of(fresh, span)?, self.data_of(original, span)?);
        if matches!(self.m.tk(to), TypeKind::Ref(_)) {
            let start = self.b().load(from);
            let value = self.b().binary(kind, start, way);
            self.b().store(value, to);
            return Ok(());
        }
        let t = self.m.types.elem(self.m.ty(to));
        let Prep::Array { value, extents } = self.load_view(from) else { return Ok(()) };
        let value = self.elemental(&extents, t, |s, idx| {
            let start = s.at_value(value, idx);
            Ok(s.b().binary(kind, start, way))
        })?;
        self.b().op(OpKind::ArrayAssign).arg(to).arg(value).opt(None).build();
        Ok(())
    }
}
