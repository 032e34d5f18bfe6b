//! LINEAR variables of loops that threads share: every iteration has a copy, whose value follows from its number.

use super::*;
use crate::array::Prep;

/// A LINEAR variable: what it begins with, and its step.
pub(super) struct Linear {
    variable: SymbolId,
    start: Start,
    step: Value,
}

enum Start {
    Value(Value),
    /// A copy of an array or of an allocatable variable.
    Copy(Binding),
}

impl<'p> Lower<'p> {
    /// What LINEAR variables other than those of the loops begin with, and their steps.
    pub(super) fn linear_starts(
        &mut self,
        o: &'p Omp,
        vars: &[SymbolId],
        outer: &Bindings,
        span: Span,
    ) -> Lowered<Vec<Linear>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Linear(list, step) = c else { continue };
            for &v in list.iter().filter(|v| !vars.contains(v)) {
                let from = outer.get(&v).cloned().map_or_else(|| self.binding(v, span), Ok)?;
                let (start, t) = match &from {
                    Binding::Scalar(r) => {
                        let start = self.b().load(*r);
                        (Start::Value(start), self.m.ty(start))
                    }
                    _ => {
                        let before = self.entities.bind(v, from.clone());
                        let copy = self.private_copy(v, true)?;
                        self.entities.unbind([before]);
                        let place = self.storage_of(&copy, span)?;
                        let t = self.m.types.elem(self.m.ty(place));
                        (Start::Copy(copy), t)
                    }
                };
                let step = match step {
                    Some(e) => {
                        let n = self.scalar(e)?;
                        self.cast(n, t)
                    }
                    None => self.b().int(1, t),
                };
                out.push(Linear { variable: v, start, step });
            }
        }
        if !out.is_empty() {
            // All threads know where they begin before the last iteration stores to the original.
            self.b().op(OpKind::OmpBarrier).build();
        }
        Ok(out)
    }
}

impl FunctionBuilder {
    /// The view or reference of what a variable holds.
    fn storage_of(&mut self, b: &Binding, span: Span) -> Lowered<Value> {
        match b {
            Binding::Scalar(v) | Binding::Array { view: v, .. } => Ok(*v),
            Binding::Box(bx) => Ok(self.box_view(*bx)),
            _ => unsupported(span, "this variable in `linear`"),
        }
    }
}

impl Lower<'_> {
    /// Gives LINEAR variables their values of this iteration.
    pub(super) fn linear_values(&mut self, list: &[Linear], span: Span) -> Lowered<()> {
        if list.is_empty() {
            return Ok(());
        }
        let number = self.b().op(OpKind::OmpIteration).result(Type::INDEX).value();
        for l in list {
            let Some(own) = self.entities.get(l.variable).cloned() else { continue };
            let to = self.storage_of(&own, span)?;
            let t = self.m.types.elem(self.m.ty(to));
            let n = self.cast(number, t);
            let way = self.mul(n, l.step);
            let from = match &l.start {
                Start::Value(start) => {
                    let value = self.add(*start, way);
                    self.b().store(value, to);
                    continue;
                }
                Start::Copy(copy) => self.storage_of(copy, span)?,
            };
            if matches!(self.m.tk(to), TypeKind::Ref(_)) {
                let start = self.b().load(from);
                let value = self.add(start, way);
                self.b().store(value, to);
                continue;
            }
            let Prep::Array { value, extents } = self.load_view(from) else { continue };
            let value = self.elemental(&extents, t, |s, idx| {
                let start = s.at_value(value, idx);
                Ok(s.add(start, way))
            })?;
            self.b().op(OpKind::ArrayAssign).arg(to).arg(value).opt(None).build();
        }
        Ok(())
    }
}
