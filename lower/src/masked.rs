//! Masked assignment: WHERE.

use super::place::Place;
use super::subscripts::vector_section;
use super::*;

impl<'p> Lower<'p> {
    /// WHERE statement or construct, under an outer mask.
    pub fn where_construct(
        &mut self,
        arms: &'p [(Expr, Vec<Stmt>)],
        otherwise: &'p [Stmt],
        outer: Option<Value>,
    ) -> Lowered<()> {
        // Mask still to be handed out: elements that no earlier arm took.
        let mut pending = outer;
        for (cond, body) in arms {
            let p = self.prep(cond)?;
            let ext = p.extents().to_vec();
            let last = pending;
            let cond_value = self.prep_value(&p, Type::BOOL)?;
            let mask = match last {
                None => cond_value,
                Some(m) => self.elemental(&ext, Type::BOOL, |s, idx| {
                    let (a, b) = (s.at_value(m, idx), s.at_value(cond_value, idx));
                    Ok(s.b().binary(OpKind::And, a, b))
                })?,
            };
            let rest = self.elemental(&ext, Type::BOOL, |s, idx| {
                let b = s.at_value(cond_value, idx);
                let nb = s.b().unary(OpKind::Not, b, Type::BOOL);
                Ok(match last {
                    None => nb,
                    Some(m) => {
                        let a = s.at_value(m, idx);
                        s.b().binary(OpKind::And, a, nb)
                    }
                })
            })?;
            self.where_body(body, mask)?;
            pending = Some(rest);
        }
        match pending {
            Some(m) if !otherwise.is_empty() => self.where_body(otherwise, m),
            _ => Ok(()),
        }
    }

    fn where_body(&mut self, body: &'p [Stmt], mask: Value) -> Lowered<()> {
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    if let Some(section) = vector_section(lhs) {
                        self.scatter(lhs, section, rhs, Some(mask))?;
                        continue;
                    }
                    let Place::Array { view, .. } = self.place(lhs)? else {
                        return unsupported(lhs.span, "this left side in WHERE");
                    };
                    if self.checked(|c| c.bounds) {
                        let (name, have) = (self.array_name(lhs), self.view_extents(view));
                        let want = self.value_extents(mask);
                        self.check_shape(&name, &have, &want)?;
                        if !matches!(rhs.ty, Ty::Derived(_) | Ty::Class(_)) {
                            let p = self.prep(rhs)?;
                            if !p.extents().is_empty() {
                                let want = p.extents().to_vec();
                                self.check_shape(&name, &have, &want)?;
                            }
                            self.assign_prep(view, &p, Some(mask))?;
                            continue;
                        }
                    }
                    self.assign_view(view, rhs, Some(mask))?;
                }
                StmtKind::Where { arms, otherwise } => self.where_construct(arms, otherwise, Some(mask))?,
                StmtKind::Call(c) => {
                    // Elemental defined assignment: the mask is complete before the first call.
                    let ext = self.value_extents(mask);
                    let value = self.array_to_elem(mask, &ext, Type::L8)?;
                    let view = self.temp_view(&ext, Type::L8, "mask of WHERE", st.span)?;
                    self.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(None).build();
                    self.with_temps(|s| s.elemental_loop(c, None, Some(view)).map(|_| ()))?
                }
                _ => return unsupported(st.span, "this statement in WHERE"),
            }
        }
        Ok(())
    }
}
