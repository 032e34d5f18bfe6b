//! FORALL over a rectangle of indices with scalar expressions: one `array.forall` for each assignment. What does not fit
//! goes the general way of `forall_list`.

use super::place::Place;
use super::*;
use ferrotran_ir::{Pred, ReduceKind};

/// The indices and the mask of a FORALL.
#[derive(Clone, Copy)]
pub(super) struct Level<'p> {
    indices: &'p [ForallIndex],
    mask: Mask<'p>,
}

/// First value and step of each index, where they do not depend on another index.
type Bounds = Vec<Option<(Value, Value)>>;

#[derive(Clone, Copy)]
enum Mask<'p> {
    None,
    /// To be evaluated with the assignment.
    Expr(&'p Expr),
    /// An array over the indices of this level and those around it, masks of those included.
    Value(Value, usize),
}

impl<'p> Expressions<'p> {
    /// First value and step of each index, and the extents of their space. An index whose bounds depend on those of
    /// levels around it has none of the former, and the most values that it ever has as extent; [`Self::inside`] tells
    /// which places exist.
    fn index_space(&mut self, levels: &[Level<'p>]) -> Lowered<(Bounds, Vec<Value>)> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|l| l.indices.iter()).collect();
        let names: Vec<SymbolId> = ix.iter().map(|i| i.var).collect();
        let (mut bounds, mut extents): (Bounds, Vec<Value>) = (Vec::new(), Vec::new());
        for (j, i) in ix.iter().enumerate() {
            let depends = |on: &[SymbolId]| index_exprs(i).any(|e| visit::symbols(e).iter().any(|s| on.contains(s)));
            if !depends(&names) {
                let (lo, hi, st) = self.bounds(&i.lower, &i.upper, i.step.as_ref())?;
                extents.push(self.trip_count(lo, hi, st));
                bounds.push(Some((lo, st)));
                continue;
            }
            if depends(&names[j..]) || index_exprs(i).any(|e| !self.is_simple(e)) {
                return unsupported(i.lower.span, "FORALL bounds that depend on another FORALL index");
            }
            // A mask would be evaluated where there is nothing.
            let from = levels.iter().position(|l| l.indices.iter().any(|x| std::ptr::eq(x, *i))).unwrap_or(0);
            if levels[from..].iter().any(|l| !matches!(l.mask, Mask::None)) {
                return unsupported(i.lower.span, "a mask with FORALL bounds that depend on another FORALL index");
            }
            let limits = ix[..=j].iter().flat_map(|i| index_exprs(i));
            let counts = self.with_snapshots(limits, |s| {
                s.elemental(&extents, Type::INDEX, |s, at| {
                    s.bind_indices(&ix[..j], &bounds, at)?;
                    let (lo, hi, st) = s.bounds(&i.lower, &i.upper, i.step.as_ref())?;
                    Ok(s.trip_count(lo, hi, st))
                })
            })?;
            let most = self
                .b()
                .op(OpKind::ArrayReduce)
                .arg(counts)
                .opt(None)
                .choice(ReduceKind::Op(ReduceOp::Max))
                .result(Type::INDEX)
                .value();
            extents.push(self.max0(most));
            bounds.push(None);
        }
        Ok((bounds, extents))
    }

    /// Whether a place of the space exists, where some bounds depend on other indices, which have their values.
    fn inside(&mut self, ix: &[&'p ForallIndex], bounds: &Bounds, at: &[Value]) -> Lowered<Option<Value>> {
        let mut all = None;
        for (j, i) in ix.iter().enumerate() {
            if bounds[j].is_some() {
                continue;
            }
            let (lo, hi, st) = self.bounds(&i.lower, &i.upper, i.step.as_ref())?;
            let n = self.trip_count(lo, hi, st);
            let here = self.b().cmp(Pred::Lt, at[j], n);
            all = Some(match all {
                None => here,
                Some(m) => self.b().binary(OpKind::And, m, here),
            });
        }
        Ok(all)
    }

    /// Gives the indices the values that belong to a place in their space.
    fn bind_indices(&mut self, ix: &[&'p ForallIndex], bounds: &Bounds, at: &[Value]) -> Lowered<()> {
        for (j, i) in ix.iter().enumerate() {
            let (lo, st) = match bounds[j] {
                Some(b) => b,
                None => {
                    let (lo, _, st) = self.bounds(&i.lower, &i.upper, i.step.as_ref())?;
                    (lo, st)
                }
            };
            let o = self.mul(at[j], st);
            let v = self.add(lo, o);
            self.bind_index(i.var, v)?;
        }
        Ok(())
    }

    /// The masks of all levels at a place of their space.
    fn mask_at(&mut self, levels: &[Level<'p>], at: &[Value]) -> Lowered<Option<Value>> {
        let mut all = None;
        for l in levels {
            let v = match l.mask {
                Mask::None => continue,
                Mask::Expr(e) => self.scalar(e)?,
                Mask::Value(v, rank) => self.at_value(v, &at[..rank]),
            };
            all = Some(match all {
                None => v,
                Some(m) => self.b().binary(OpKind::And, m, v),
            });
        }
        Ok(all)
    }

    /// The masks of all levels as an array value over all their indices.
    fn level_masks(&mut self, levels: &[Level<'p>]) -> Lowered<(Value, usize)> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|l| l.indices.iter()).collect();
        let (bounds, extents) = self.index_space(levels)?;
        let exprs = mask_exprs(levels);
        if let Some(e) = exprs.iter().find(|e| !self.is_simple(e)) {
            return unsupported(e.span, "this mask in FORALL");
        }
        let masks = self.with_snapshots(exprs, |s| {
            s.elemental(&extents, Type::BOOL, |s, at| {
                s.bind_indices(&ix, &bounds, at)?;
                let m = s.mask_at(levels, at)?;
                Ok(m.unwrap_or_else(|| s.b().int(1, Type::BOOL)))
            })
        })?;
        Ok((masks, ix.len()))
    }

    /// Extents of a sectioned expression: those of the first section or whole array in it.
    fn section_extents(&mut self, e: &'p Expr) -> Lowered<Option<Vec<Value>>> {
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
            ExprKind::Const(_)
            | ExprKind::Elem { .. }
            | ExprKind::Component { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => Ok(None),
        }
    }

    /// As [`Declarations::is_simple`] for an array expression whose leaves are scalars, whole arrays or sections with fixed bounds.
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
                            .all(|x| self.is_simple(x) && !visit::symbols(x).iter().any(|s| names.contains(s))),
                        Subscript::Vector(_) => false,
                    })
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.is_simple_sectioned(a, names),
            ExprKind::Binary(_, a, b) => self.is_simple_sectioned(a, names) && self.is_simple_sectioned(b, names),
            ExprKind::Const(_)
            | ExprKind::Elem { .. }
            | ExprKind::Component { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => false,
        }
    }

    /// Element of a simple sectioned expression at the section's index.
    fn sectioned_element(&mut self, e: &'p Expr, idx: &[Value]) -> Lowered<Value> {
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
            ExprKind::Var(s) => match self.bodies.snapshot(*s) {
                Some(v) => Ok(self.at_value(v, idx)),
                None => unsupported(e.span, "this array in FORALL"),
            },
            ExprKind::Section { base, subs } => {
                let ExprKind::Var(s) = &base.kind else { return unsupported(e.span, "this section in FORALL") };
                let Some(v) = self.bodies.snapshot(*s) else {
                    return unsupported(e.span, "this array in FORALL");
                };
                let lbs = match self.binding(*s, e.span)? {
                    Binding::Array { lbs, .. } => lbs,
                    Binding::Box(b) => self.box_lbounds(b),
                    Binding::Scalar(_) | Binding::Value(_) | Binding::Proc(_) => Vec::new(),
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

impl<'p> Lower<'p> {
    /// FORALL: every assignment is complete for all indices before the next begins.
    pub fn forall(&mut self, indices: &'p [ForallIndex], mask: Option<&'p Expr>, body: &'p [Stmt]) -> Lowered<()> {
        if self.checked(|c| c.bounds) {
            // The bodies of the quick form have no place for checks.
            return self.with_bindings(|s| s.forall_list(indices, mask, body, None));
        }
        // The quick form is built aside: where it does not fit it is thrown away.
        let region = self.m.new_region(&[]);
        let (quick, temps) = self
            .collecting_temps(|s| s.with_bindings(|s| s.within(region, |s| s.forall_quick(indices, mask, body, &[]))));
        if quick.is_err() {
            return self.with_bindings(|s| s.forall_list(indices, mask, body, None));
        }
        temps.into_iter().for_each(|c| self.f.cleanups.after_statement(c));
        for op in std::mem::take(&mut self.m.regions[region].ops) {
            self.m.ops[op].parent = None;
            let here = self.f.region;
            let at = self.m.regions[here].ops.len();
            self.m.insert(here, at, op);
        }
        Ok(())
    }

    fn forall_quick(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        body: &'p [Stmt],
        outer: &[Level<'p>],
    ) -> Lowered<()> {
        let mut levels = outer.to_vec();
        let mask = match mask {
            Some(m) => Mask::Expr(m),
            None => Mask::None,
        };
        levels.push(Level { indices, mask });
        if body.len() > 1 {
            // The bounds and the mask are those before the first assignment.
            let mut assigned = Vec::new();
            note_assigned(body, &mut assigned);
            // Indices stand in subscripts of the left sides.
            assigned.retain(|s| levels.iter().all(|l| l.indices.iter().all(|i| i.var != *s)));
            for l in &levels {
                for e in l.indices.iter().flat_map(index_exprs) {
                    if visit::symbols(e).iter().any(|s| assigned.contains(s)) {
                        return unsupported(e.span, "FORALL bounds that its assignments change");
                    }
                }
            }
            let last = levels.len() - 1;
            if matches!(mask, Mask::Expr(_)) {
                let (v, rank) = self.level_masks(&levels)?;
                levels[last].mask = Mask::Value(v, rank);
            }
        }
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => self.forall_assign(&levels, lhs, rhs, None)?,
                StmtKind::Where { arms, otherwise } => self.forall_where(&levels, arms, otherwise, None)?,
                StmtKind::Forall { indices, mask, body } => self.forall_quick(indices, mask.as_ref(), body, &levels)?,
                _ => return unsupported(st.span, "this statement in FORALL"),
            }
        }
        Ok(())
    }

    /// WHERE in FORALL: its masks have the dimensions of the FORALL before those of the sections.
    fn forall_where(
        &mut self,
        levels: &[Level<'p>],
        arms: &'p [(Expr, Vec<Stmt>)],
        otherwise: &'p [Stmt],
        outer: Option<Value>,
    ) -> Lowered<()> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|l| l.indices.iter()).collect();
        let names: Vec<SymbolId> = ix.iter().map(|i| i.var).collect();
        let mut pending = outer;
        for (cond, body) in arms {
            if !self.is_simple_sectioned(cond, &names) {
                return unsupported(cond.span, "this mask of WHERE in FORALL");
            }
            let (bounds, mut extents) = self.index_space(levels)?;
            if bounds.iter().any(Option::is_none) {
                return unsupported(cond.span, "WHERE with FORALL bounds that depend on another FORALL index");
            }
            let k = ix.len();
            let Some(section) = self.section_extents(cond)? else {
                return unsupported(cond.span, "this mask of WHERE in FORALL");
            };
            extents.extend(section);
            let last = pending;
            let cond_value = self.with_snapshots([cond], |s| {
                s.elemental(&extents, Type::BOOL, |s, idx| {
                    s.bind_indices(&ix, &bounds, idx)?;
                    s.sectioned_element(cond, &idx[k..])
                })
            })?;
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

    fn forall_where_body(&mut self, levels: &[Level<'p>], body: &'p [Stmt], mask: Value) -> Lowered<()> {
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

    fn forall_assign(
        &mut self,
        levels: &[Level<'p>],
        lhs: &'p Expr,
        rhs: &'p Expr,
        chosen: Option<Value>,
    ) -> Lowered<()> {
        let ix: Vec<&'p ForallIndex> = levels.iter().flat_map(|l| l.indices.iter()).collect();
        let masks = mask_exprs(levels);
        let names: Vec<SymbolId> = ix.iter().map(|i| i.var).collect();
        let (bounds, mut extents) = self.index_space(levels)?;
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
                                if visit::symbols(e).iter().any(|s| names.contains(s)) {
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
            ExprKind::Component { .. } => match self.object_part(lhs) {
                Some(super::parts::Part { elem: Some((base, subs)), .. }) => {
                    (base, subs.iter().map(ForallSub::Index).collect())
                }
                _ => return unsupported(lhs.span, "this left side in FORALL"),
            },
            _ => return unsupported(lhs.span, "this left side in FORALL"),
        };
        if visit::symbols(base).iter().any(|s| names.contains(s)) {
            return unsupported(lhs.span, "an array that depends on a FORALL index");
        }
        let Place::Array { mut view, lbs } = self.place(base)? else {
            return unsupported(lhs.span, "this left side in FORALL");
        };
        if let (ExprKind::Component { .. }, Some(p)) = (&lhs.kind, self.object_part(lhs)) {
            view = self.parts_of_view(view, p.after(), lhs.span)?;
        }
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
        let subscripts: Vec<&'p Expr> = subs
            .iter()
            .filter_map(|s| match s {
                ForallSub::Index(e) => Some(*e),
                ForallSub::Range(..) => None,
            })
            .collect();
        let sectioned = !ranges.is_empty();
        let simple = subscripts.iter().chain(&masks).all(|e| self.is_simple(e))
            && (if sectioned { self.is_simple_sectioned(rhs, &names) } else { self.is_simple(rhs) });
        if !simple {
            return unsupported(rhs.span, "this expression in FORALL");
        }
        let limits = ix.iter().zip(&bounds).filter(|(_, b)| b.is_none()).flat_map(|(i, _)| index_exprs(i));
        let limits: Vec<&'p Expr> = limits.collect();
        let elem = self.m.types.elem(self.m.ty(view));
        let plain = self.is_plain(elem);
        let k = ix.len();
        let body = |s: &mut Expressions<'p>, idx: &[Value]| {
            s.bind_indices(&ix, &bounds, idx)?;
            let mut m = s.mask_at(levels, idx)?;
            if let Some(here) = s.inside(&ix, &bounds, idx)? {
                m = Some(match m {
                    None => here,
                    Some(m) => s.b().binary(OpKind::And, m, here),
                });
            }
            if let Some(c) = chosen {
                let v = s.at_value(c, idx);
                m = Some(match m {
                    None => v,
                    Some(m) => s.b().binary(OpKind::And, m, v),
                });
            }
            let m = m.unwrap_or_else(|| s.b().int(1, Type::BOOL));
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
        };
        let read = subscripts.iter().chain(&masks).chain(&limits).copied().chain([rhs]);
        self.with_snapshots(read, |s| s.forall_op(view, &extents, body))
    }
}

/// The expressions of an index's triplet.
fn index_exprs(i: &ForallIndex) -> impl Iterator<Item = &Expr> {
    [&i.lower, &i.upper].into_iter().chain(&i.step)
}

/// A subscript of the left side of a FORALL assignment.
enum ForallSub<'p> {
    Index(&'p Expr),
    Range(Option<&'p Expr>, Option<&'p Expr>, Option<&'p Expr>),
}

/// Masks that are evaluated with each assignment.
fn mask_exprs<'p>(levels: &[Level<'p>]) -> Vec<&'p Expr> {
    levels
        .iter()
        .filter_map(|l| match l.mask {
            Mask::Expr(e) => Some(e),
            _ => None,
        })
        .collect()
}

/// Variables that assignments of a FORALL change.
fn note_assigned(body: &[Stmt], out: &mut Vec<SymbolId>) {
    for st in body {
        match &st.kind {
            StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => out.extend(visit::symbols(lhs)),
            // Defined assignment.
            StmtKind::Call(c) => c.args.iter().for_each(|a| {
                if let Actual::Expr(x) = a {
                    out.extend(visit::symbols(x));
                }
            }),
            StmtKind::Where { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| note_assigned(b, out));
                note_assigned(otherwise, out);
            }
            StmtKind::Forall { body, .. } => note_assigned(body, out),
            // These cannot stand in FORALL.
            StmtKind::Label(_)
            | StmtKind::IntrinsicCall { .. }
            | StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::DoConcurrent { .. }
            | StmtKind::SelectCase { .. }
            | StmtKind::SelectType { .. }
            | StmtKind::SelectRank { .. }
            | StmtKind::Associate { .. }
            | StmtKind::Block { .. }
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithIf { .. }
            | StmtKind::Return
            | StmtKind::Pause(_)
            | StmtKind::Stop { .. }
            | StmtKind::Io(_)
            | StmtKind::Omp(_) => {}
        }
    }
}
