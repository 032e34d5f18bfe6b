//! Masked and indexed assignment: WHERE and FORALL.

use super::place::Place;
use super::*;

impl<'p> Lower<'p> {
    /// An `array.forall` whose body gives mask, value and zero-based subscripts.
    pub fn forall_op(
        &mut self,
        view: Value,
        extents: &[Value],
        body: impl FnOnce(&mut Self, &[Value]) -> R<Vec<Value>>,
    ) -> R<()> {
        let region = self.m.new_region(&vec![Type::INDEX; extents.len()]);
        let idx = self.m.args(region).to_vec();
        self.f.body_depth += 1;
        let out = self.within(region, |s| {
            let v = body(s, &idx)?;
            s.b().op(OpKind::ArrayYield).args(&v).build();
            Ok(())
        });
        self.f.body_depth -= 1;
        out?;
        self.b().op(OpKind::ArrayForall).arg(view).args(extents).region(region).build();
        Ok(())
    }

    /// WHERE statement or construct, under an outer mask.
    pub fn where_construct(
        &mut self,
        arms: &'p [(Expr, Vec<Stmt>)],
        otherwise: &'p [Stmt],
        outer: Option<Value>,
    ) -> R<()> {
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

    fn where_body(&mut self, body: &'p [Stmt], mask: Value) -> R<()> {
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    if let ExprKind::Section { base, subs } = &lhs.kind
                        && subs.iter().any(|s| matches!(s, Subscript::Vector(_)))
                    {
                        self.scatter(base, subs, rhs, Some(mask), lhs.span)?;
                        continue;
                    }
                    let Place::Array { view, .. } = self.place(lhs)? else {
                        return unsupported(lhs.span, "this left side in WHERE");
                    };
                    self.assign_view(view, rhs, Some(mask))?;
                }
                StmtKind::Where { arms, otherwise } => self.where_construct(arms, otherwise, Some(mask))?,
                _ => return unsupported(st.span, "this statement in WHERE"),
            }
        }
        Ok(())
    }

    /// FORALL: every assignment is complete for all indices before the next begins.
    pub fn forall(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        body: &'p [Stmt],
        outer: &[(&'p [ForallIndex], Option<&'p Expr>)],
    ) -> R<()> {
        let mut levels = outer.to_vec();
        levels.push((indices, mask));
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => self.forall_assign(&levels, lhs, rhs, None)?,
                StmtKind::Where { arms, otherwise } => self.forall_where(&levels, arms, otherwise, None)?,
                StmtKind::Forall { indices, mask, body } => self.forall(indices, mask.as_ref(), body, &levels)?,
                _ => return unsupported(st.span, "this statement in FORALL"),
            }
        }
        Ok(())
    }

    /// WHERE in FORALL: its masks have the dimensions of the FORALL before those of the sections.
    fn forall_where(
        &mut self,
        levels: &[(&'p [ForallIndex], Option<&'p Expr>)],
        arms: &'p [(Expr, Vec<Stmt>)],
        otherwise: &'p [Stmt],
        outer: Option<Value>,
    ) -> R<()> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|(i, _)| i.iter()).collect();
        let names: Vec<SymbolId> = ix.iter().map(|i| i.var).collect();
        let mut pending = outer;
        for (cond, body) in arms {
            if !self.is_simple_sectioned(cond, &names) {
                return unsupported(cond.span, "this mask of WHERE in FORALL");
            }
            let mut extents = Vec::new();
            let mut bounds = Vec::new();
            for i in &ix {
                for e in [&i.lower, &i.upper].into_iter().chain(&i.step) {
                    if walk::symbols(e).iter().any(|s| names.contains(s)) {
                        return unsupported(e.span, "FORALL bounds that depend on another FORALL index");
                    }
                }
                let (lo, hi, st) = self.bounds(&i.lower, &i.upper, i.step.as_ref())?;
                extents.push(self.trip_count(lo, hi, st));
                bounds.push((lo, st));
            }
            let k = ix.len();
            let Some(section) = self.section_extents(cond)? else {
                return unsupported(cond.span, "this mask of WHERE in FORALL");
            };
            extents.extend(section);
            let last = pending;
            let saved = self.begin_snapshots([cond]);
            let cond_value = self.elemental(&extents, Type::BOOL, |s, idx| {
                for (j, i) in ix.iter().enumerate() {
                    let (lo, st) = bounds[j];
                    let o = s.mul(idx[j], st);
                    let v = s.add(lo, o);
                    s.bind_index(i.var, v)?;
                }
                s.sectioned_element(cond, &idx[k..])
            });
            self.f.snapshots = saved;
            let cond_value = cond_value?;
            let both = |s: &mut Self, negate: bool| {
                s.elemental(&extents, Type::BOOL, |s, idx| {
                    let mut c = s.at_value(cond_value, idx);
                    if negate {
                        c = s.b().unary(OpKind::Not, c, Type::BOOL);
                    }
                    Ok(match last {
                        None => c,
                        Some(m) => {
                            let a = s.at_value(m, idx);
                            s.b().binary(OpKind::And, a, c)
                        }
                    })
                })
            };
            let mask = both(self, false)?;
            let rest = both(self, true)?;
            self.forall_where_body(levels, body, mask)?;
            pending = Some(rest);
        }
        match pending {
            Some(m) if !otherwise.is_empty() => self.forall_where_body(levels, otherwise, m),
            _ => Ok(()),
        }
    }

    fn forall_where_body(
        &mut self,
        levels: &[(&'p [ForallIndex], Option<&'p Expr>)],
        body: &'p [Stmt],
        mask: Value,
    ) -> R<()> {
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } if matches!(lhs.kind, ExprKind::Section { .. }) => {
                    self.forall_assign(levels, lhs, rhs, Some(mask))?
                }
                StmtKind::Where { arms, otherwise } => self.forall_where(levels, arms, otherwise, Some(mask))?,
                _ => return unsupported(st.span, "this statement of WHERE in FORALL"),
            }
        }
        Ok(())
    }

    /// Extents of a sectioned expression: those of the first section or whole array in it.
    fn section_extents(&mut self, e: &'p Expr) -> R<Option<Vec<Value>>> {
        if e.rank == 0 {
            return Ok(None);
        }
        match &e.kind {
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.section_extents(a),
            ExprKind::Binary(_, a, b) => match self.section_extents(a)? {
                Some(x) => Ok(Some(x)),
                None => self.section_extents(b),
            },
            ExprKind::Var(_) => {
                let Place::Array { view, .. } = self.place(e)? else { return Ok(None) };
                Ok(Some((0..e.rank).map(|d| self.view_extent(view, d)).collect()))
            }
            ExprKind::Section { base, subs } => {
                let Place::Array { view, lbs } = self.place(base)? else { return Ok(None) };
                let mut out = Vec::new();
                for (d, s) in subs.iter().enumerate() {
                    if let Subscript::Range { lower, upper, step } = s {
                        let n = self.view_extent(view, d);
                        let lb = match &lbs {
                            Some(l) => l[d],
                            None => self.idx(1),
                        };
                        out.push(self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, n)?.1);
                    }
                }
                Ok(Some(out))
            }
            _ => Ok(None),
        }
    }

    fn forall_assign(
        &mut self,
        levels: &[(&'p [ForallIndex], Option<&'p Expr>)],
        lhs: &'p Expr,
        rhs: &'p Expr,
        chosen: Option<Value>,
    ) -> R<()> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|(i, _)| i.iter()).collect();
        let masks: Vec<&'p Expr> = levels.iter().filter_map(|(_, m)| *m).collect();
        let names: Vec<SymbolId> = ix.iter().map(|i| i.var).collect();
        // Bounds that depend on outer indices make the index space irregular.
        for i in &ix {
            for e in [&i.lower, &i.upper].into_iter().chain(&i.step) {
                if walk::symbols(e).iter().any(|s| names.contains(s)) {
                    return unsupported(e.span, "FORALL bounds that depend on another FORALL index");
                }
            }
        }
        let mut bounds = Vec::new();
        let mut extents = Vec::new();
        for i in &ix {
            let (lo, hi, st) = self.bounds(&i.lower, &i.upper, i.step.as_ref())?;
            extents.push(self.trip_count(lo, hi, st));
            bounds.push((lo, st));
        }
        // A section on the left side adds its dimensions to the index space.
        let (base, subs): (&'p Expr, Vec<ForallSub<'p>>) = match &lhs.kind {
            ExprKind::Elem { base, subs } => (base, subs.iter().map(ForallSub::Index).collect()),
            ExprKind::Section { base, subs } => {
                let mut out = Vec::new();
                for s in subs {
                    out.push(match s {
                        Subscript::Index(e) => ForallSub::Index(e),
                        Subscript::Range { lower, upper, step } => {
                            for e in [lower, upper, step].into_iter().flatten() {
                                if walk::symbols(e).iter().any(|s| names.contains(s)) {
                                    return unsupported(e.span, "a FORALL section whose bounds depend on the index");
                                }
                            }
                            ForallSub::Range(lower.as_ref(), upper.as_ref(), step.as_ref())
                        }
                        Subscript::Vector(e) => return unsupported(e.span, "a vector subscript in FORALL"),
                    });
                }
                (base, out)
            }
            _ => return unsupported(lhs.span, "this left side in FORALL"),
        };
        let Place::Array { view, lbs } = self.place(base)? else {
            return unsupported(lhs.span, "this left side in FORALL");
        };
        let mut ranges = Vec::new();
        for (d, s) in subs.iter().enumerate() {
            if let ForallSub::Range(l, u, st) = s {
                let n = self.view_extent(view, d);
                let lb = match &lbs {
                    Some(l) => l[d],
                    None => self.idx(1),
                };
                let (start, extent, step) = self.triplet(*l, *u, *st, lb, n)?;
                ranges.push((start, step));
                extents.push(extent);
            }
        }
        let index_exprs: Vec<&'p Expr> = subs
            .iter()
            .filter_map(|s| match s {
                ForallSub::Index(e) => Some(*e),
                ForallSub::Range(..) => None,
            })
            .collect();
        let sectioned = !ranges.is_empty();
        let simple = index_exprs.iter().chain(&masks).all(|e| self.is_simple(e))
            && (if sectioned { self.is_simple_sectioned(rhs, &names) } else { self.is_simple(rhs) });
        if !simple {
            return unsupported(rhs.span, "this expression in FORALL");
        }
        let saved = self.begin_snapshots(index_exprs.iter().chain(&masks).copied().chain([rhs]));
        let elem = self.m.types.elem(self.m.ty(view));
        let plain = self.is_plain(elem);
        let k = ix.len();
        let out = self.forall_op(view, &extents, |s, idx| {
            for (j, i) in ix.iter().enumerate() {
                let (lo, st) = bounds[j];
                let o = s.mul(idx[j], st);
                let v = s.add(lo, o);
                s.bind_index(i.var, v)?;
            }
            let mut m = s.b().int(1, Type::BOOL);
            for (n, e) in masks.iter().enumerate() {
                let v = s.scalar(e)?;
                m = if n == 0 { v } else { s.b().binary(OpKind::And, m, v) };
            }
            if let Some(c) = chosen {
                let v = s.at_value(c, idx);
                m = if masks.is_empty() { v } else { s.b().binary(OpKind::And, m, v) };
            }
            let v = if sectioned { s.sectioned_element(rhs, &idx[k..])? } else { s.scalar(rhs)? };
            let v = if plain { s.cast(v, elem) } else { v };
            let mut out = vec![m, v];
            let mut r = 0;
            for (d, q) in subs.iter().enumerate() {
                out.push(match q {
                    ForallSub::Index(e) => {
                        let v = s.scalar(e)?;
                        let v = s.to_index(v);
                        let lb = match &lbs {
                            Some(l) => l[d],
                            None => s.idx(1),
                        };
                        s.sub(v, lb)
                    }
                    ForallSub::Range(..) => {
                        let (start, step) = ranges[r];
                        let o = s.mul(idx[k + r], step);
                        r += 1;
                        s.add(o, start)
                    }
                });
            }
            Ok(out)
        });
        self.f.snapshots = saved;
        out
    }

    /// As [`Self::is_simple`] for an array expression whose leaves are scalars, whole arrays or sections with fixed bounds.
    fn is_simple_sectioned(&self, e: &Expr, names: &[SymbolId]) -> bool {
        if e.rank == 0 {
            return self.is_simple(e);
        }
        match &e.kind {
            ExprKind::Var(_) => true,
            ExprKind::Section { base, subs } => {
                matches!(base.kind, ExprKind::Var(_))
                    && subs.iter().all(|s| match s {
                        Subscript::Index(x) => self.is_simple(x),
                        Subscript::Range { lower, upper, step } => [lower, upper, step]
                            .into_iter()
                            .flatten()
                            .all(|x| self.is_simple(x) && !walk::symbols(x).iter().any(|s| names.contains(s))),
                        Subscript::Vector(_) => false,
                    })
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.is_simple_sectioned(a, names),
            ExprKind::Binary(_, a, b) => self.is_simple_sectioned(a, names) && self.is_simple_sectioned(b, names),
            _ => false,
        }
    }

    /// Element of a simple sectioned expression at the section's index.
    fn sectioned_element(&mut self, e: &'p Expr, idx: &[Value]) -> R<Value> {
        if e.rank == 0 {
            return self.scalar(e);
        }
        match &e.kind {
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => {
                let v = self.sectioned_element(a, idx)?;
                self.emit_op(e, &[v])
            }
            ExprKind::Binary(_, a, b) => {
                let x = self.sectioned_element(a, idx)?;
                let y = self.sectioned_element(b, idx)?;
                self.emit_op(e, &[x, y])
            }
            ExprKind::Var(s) => match self.f.snapshots.as_ref().and_then(|m| m.get(s)).copied() {
                Some(v) => Ok(self.at_value(v, idx)),
                None => unsupported(e.span, "this array in FORALL"),
            },
            ExprKind::Section { base, subs } => {
                let ExprKind::Var(s) = &base.kind else { return unsupported(e.span, "this section in FORALL") };
                let Some(v) = self.f.snapshots.as_ref().and_then(|m| m.get(s)).copied() else {
                    return unsupported(e.span, "this array in FORALL");
                };
                let lbs = match self.binding(*s, e.span)? {
                    Binding::Array { lbs, .. } => lbs,
                    Binding::Box(b) => self.box_lbounds(b),
                    _ => Vec::new(),
                };
                let mut at = Vec::new();
                let mut k = 0;
                for (d, q) in subs.iter().enumerate() {
                    let lb = match lbs.get(d) {
                        Some(&l) => l,
                        None => self.idx(1),
                    };
                    at.push(match q {
                        Subscript::Index(x) => {
                            let v = self.scalar(x)?;
                            let v = self.to_index(v);
                            self.sub(v, lb)
                        }
                        Subscript::Range { lower, step, .. } => {
                            let zero = self.idx(0);
                            let (start, _, step) = self.triplet(lower.as_ref(), None, step.as_ref(), lb, zero)?;
                            let o = self.mul(idx[k], step);
                            k += 1;
                            self.add(o, start)
                        }
                        Subscript::Vector(x) => return unsupported(x.span, "a vector subscript in FORALL"),
                    });
                }
                Ok(self.at_value(v, &at))
            }
            _ => unsupported(e.span, "this expression in FORALL"),
        }
    }
}

/// A subscript of the left side of a FORALL assignment.
enum ForallSub<'p> {
    Index(&'p Expr),
    Range(Option<&'p Expr>, Option<&'p Expr>, Option<&'p Expr>),
}
