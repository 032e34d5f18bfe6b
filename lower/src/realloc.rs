//! Allocation on assignment in regions that run elsewhere.
//!
//! Inside a target or workdistribute region nothing can be allocated. So the shapes that assignments to whole allocatables
//! will need are worked out at the region's entry, from what is known there, and allocation happens there. How many elements
//! PACK takes a target region in front of it finds out, where the mask is what it is at the entry. An assignment
//! whose shape only the region itself can tell keeps its allocation, which sends the region to the host.

use super::intrinsics::{ResultShape, result_shape};
use super::place::{Place, is_designator};
use super::subscripts::has_vector;
use super::*;
use ferrotran_ir::{MapKind, Pred, ReduceKind};
use ferrotran_typed::intrinsics::Class;
use rustc_hash::FxHashSet;

/// Condition and device of the target region whose entry is prepared, where one in front of it may compute values.
#[derive(Clone, Copy)]
pub(super) struct EntryTarget {
    pub cond: Option<Value>,
    pub device: Option<Value>,
}

/// What was seen to at the entry of a region.
#[derive(Default)]
pub(super) struct AtEntry {
    /// False where an assignment changes a shape that the region uses before: then the region itself must allocate.
    pub fits: Option<Value>,
    /// Assignments that find what they assign to allocated, by the place where they stand.
    pub fitted: FxHashSet<Span>,
}

impl FunctionBuilder {
    /// Whether an allocatable is allocated with that shape and, of strings, that length.
    pub(super) fn fits(&mut self, bx: Value, ext: &[Value], elem_len: Option<Value>) -> Value {
        let mut fits = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        for (d, &n) in ext.iter().enumerate() {
            let have =
                self.b().op(OpKind::BoxExtent).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value();
            let same = self.b().cmp(Pred::Eq, have, n);
            fits = self.b().binary(OpKind::And, fits, same);
        }
        if let Some(n) = elem_len {
            let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
            let same = self.b().cmp(Pred::Eq, have, n);
            fits = self.b().binary(OpKind::And, fits, same);
        }
        fits
    }

    /// Allocates with that shape unless it is allocated so.
    pub(super) fn fit_allocatable(&mut self, bx: Value, lbs: &[Value], ext: &[Value]) -> Lowered<()> {
        let fits = self.fits(bx, ext, None);
        self.if_else(
            fits,
            |_| Ok(()),
            |s| {
                s.release(Cleanup::Box(bx));
                s.allocate_box(bx, lbs, ext, None)
            },
        )?;
        self.assume_shape(bx, ext);
        Ok(())
    }

    /// Says that the array has these extents, for passes that compare the extents of statements.
    pub(super) fn assume_shape(&mut self, bx: Value, ext: &[Value]) {
        for (d, &n) in ext.iter().enumerate() {
            let have =
                self.b().op(OpKind::BoxExtent).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value();
            let same = self.b().cmp(Pred::Eq, have, n);
            self.b().op(OpKind::Assume).arg(same).build();
        }
    }

    /// Adds to `fits` that the two shapes are equal.
    fn same_shape(&mut self, fits: &mut Option<Value>, have: &[Value], want: &[Value]) {
        for (&h, &w) in have.iter().zip(want) {
            if h == w || (self.known(h).is_some() && self.known(h) == self.known(w)) {
                continue;
            }
            let same = self.b().cmp(Pred::Eq, h, w);
            *fits = Some(match *fits {
                Some(f) => self.b().binary(OpKind::And, f, same),
                None => same,
            });
        }
    }
}

impl<'p> Lower<'p> {
    /// Allocates before a region what its assignments will assign to.
    pub(super) fn allocate_at_entry(&mut self, o: &'p Omp, target: Option<EntryTarget>) -> Lowered<AtEntry> {
        if allocates(&o.body) {
            // There assignments allocate for themselves, on the host.
            return Ok(AtEntry::default());
        }
        let loc = self.f.loc;
        let out = self.at_entry(|s| s.allocate_for_region(o, target));
        self.f.loc = loc;
        out
    }

    fn allocate_for_region(&mut self, o: &'p Omp, target: Option<EntryTarget>) -> Lowered<AtEntry> {
        let AtEntry { mut fits, mut fitted } = AtEntry::default();
        let (mut list, mut constructs) = (Vec::new(), vec![o]);
        straight_line(&o.body, &mut list, &mut constructs);
        let mut mentioned: FxHashSet<SymbolId> = FxHashSet::default();
        let mut assigned: FxHashSet<SymbolId> = FxHashSet::default();
        // Variables whose shape only the region itself can tell.
        let mut reshaped: FxHashSet<SymbolId> = FxHashSet::default();
        // Private copies are made in the region: what is allocated at its entry is not theirs.
        for c in constructs {
            reshaped.extend(self.own_variables(c));
        }
        let mut shapes: FxHashMap<SymbolId, Vec<Value>> = FxHashMap::default();
        for st in list {
            if let StmtKind::Assign { lhs, realloc: true, .. } = &st.kind
                && let ExprKind::Var(s) = &lhs.kind
                && lhs.rank == 0
                && !matches!(lhs.ty, Ty::Character(..) | Ty::Derived(_) | Ty::Class(_))
                && !reshaped.contains(s)
                && let Binding::Box(bx) = self.binding(*s, lhs.span)?
            {
                self.at(st.span);
                let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
                self.if_else(have, |_| Ok(()), |s| s.allocate_box(bx, &[], &[], None))?;
                fitted.insert(st.span);
            }
            if let StmtKind::Assign { lhs, rhs, realloc: true } = &st.kind
                && lhs.rank > 0
                && rhs.rank > 0
                // The length may change, too.
                && !matches!(lhs.ty, Ty::Character(CharLen::Deferred, _))
                && !keeps_shape(rhs, lhs)
                && !shape_values(rhs).iter().any(|x| assigned.contains(x))
                && !visit::symbols(rhs).iter().chain(&visit::symbols(lhs)).any(|x| reshaped.contains(x))
            {
                self.at(st.span);
                if let Some(ext) = self.entry_shape(rhs, target)?
                    && let Some(bx) = self.box_of(lhs)?
                {
                    let whole = match &lhs.kind {
                        ExprKind::Var(s) => Some(*s),
                        ExprKind::Component { .. } => None,
                        _ => continue,
                    };
                    let known = whole.and_then(|s| shapes.get(&s).cloned());
                    // What the region reads before must have its shape already.
                    let used = whole.is_none_or(|s| mentioned.contains(&s) || visit::symbols(rhs).contains(&s));
                    match known {
                        Some(have) => self.same_shape(&mut fits, &have, &ext),
                        None if used => {
                            let have: Vec<Value> = (0..ext.len())
                                .map(|d| {
                                    self.b()
                                        .op(OpKind::BoxExtent)
                                        .arg(bx)
                                        .attr("dim", Attr::Int(d as i64))
                                        .result(Type::INDEX)
                                        .value()
                                })
                                .collect();
                            self.same_shape(&mut fits, &have, &ext);
                        }
                        None => {
                            let lbs = self.source_lbounds(rhs, &ext)?;
                            self.fit_allocatable(bx, &lbs, &ext)?;
                        }
                    }
                    if let Some(s) = whole {
                        shapes.insert(s, ext);
                    }
                    fitted.insert(st.span);
                }
            }
            match &st.kind {
                StmtKind::Assign { lhs, rhs, realloc: true } if lhs.rank > 0 && rhs.rank > 0 => {
                    if !keeps_shape(rhs, lhs) && !fitted.contains(&st.span) {
                        reshaped.extend(visit::symbols(lhs));
                    }
                }
                StmtKind::Assign { .. } | StmtKind::Where { .. } | StmtKind::Forall { .. } => {}
                StmtKind::Call(c) if self.is_elemental_call(c) => {}
                _ => visit::stmts(
                    std::slice::from_ref(st),
                    &mut |e| {
                        if let ExprKind::Var(s) = &e.kind {
                            reshaped.insert(*s);
                        }
                    },
                    &mut |_| {},
                ),
            }
            let mut note = |e: &Expr| mentioned.extend(visit::symbols(e));
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    note(lhs);
                    note(rhs);
                    assigned.extend(lhs.variable());
                }
                _ => visit::stmts(
                    std::slice::from_ref(st),
                    &mut |e| {
                        if let ExprKind::Var(s) = &e.kind {
                            mentioned.insert(*s);
                            assigned.insert(*s);
                        }
                    },
                    &mut |_| {},
                ),
            }
        }
        Ok(AtEntry { fits, fitted })
    }

    /// The shape of an expression from shapes and scalars alone; `None` where its value would be needed.
    fn entry_shape(&mut self, e: &'p Expr, target: Option<EntryTarget>) -> Lowered<Option<Vec<Value>>> {
        if e.rank == 0 {
            return Ok(None);
        }
        Ok(match &e.kind {
            ExprKind::Const(Const::Array { shape, .. }) => {
                let shape = shape.clone();
                Some(shape.iter().map(|&n| self.idx(n)).collect())
            }
            ExprKind::Section { base, subs } if has_vector(subs) => {
                let Place::Array { view, lbs } = self.place(base)? else { return Ok(None) };
                let mut out = Vec::new();
                for (d, s) in subs.iter().enumerate() {
                    match s {
                        Subscript::Index(_) => {}
                        Subscript::Vector(v) => match self.entry_shape(v, target)? {
                            Some(n) => out.extend(n),
                            None => return Ok(None),
                        },
                        Subscript::Range { lower, upper, step } => {
                            let lb = match &lbs {
                                Some(l) => l[d],
                                None => self.idx(1),
                            };
                            let n = self.view_extent(view, d);
                            let (_, n, _) = self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, n)?;
                            out.push(n);
                        }
                    }
                }
                Some(out)
            }
            _ if is_designator(e) => match self.place(e)? {
                Place::Array { view, .. } => Some(self.view_extents(view)),
                Place::Scalar(_) => None,
            },
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.entry_shape(a, target)?,
            ExprKind::Binary(_, a, b) => self.entry_shape(if a.rank > 0 { a } else { b }, target)?,
            ExprKind::Call(c) if self.is_elemental_call(c) => {
                let arg = c.args.iter().find_map(|a| match a {
                    Actual::Expr(x) if x.rank > 0 => Some(x),
                    Actual::Expr(_) | Actual::Absent => None,
                });
                match arg {
                    Some(x) => self.entry_shape(x, target)?,
                    None => None,
                }
            }
            ExprKind::ArrayCtor(items) => {
                let mut total = self.idx(0);
                for i in items {
                    let n = match i {
                        AcItem::Expr(x) if x.rank == 0 => self.idx(1),
                        AcItem::Expr(x) => match self.entry_shape(x, target)? {
                            Some(list) => {
                                let one = self.idx(1);
                                list.into_iter().fold(one, |a, b| self.mul(a, b))
                            }
                            None => return Ok(None),
                        },
                        AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                            if !items.iter().all(|i| matches!(i, AcItem::Expr(x) if x.rank == 0)) {
                                return Ok(None);
                            }
                            let lb = self.idx(1);
                            let (_, n, _) = self.triplet(Some(lower), Some(upper), step.as_ref(), lb, lb)?;
                            let each = self.idx(items.len() as i64);
                            self.mul(n, each)
                        }
                    };
                    total = self.add(total, n);
                }
                Some(vec![total])
            }
            ExprKind::Intrinsic { id, args } => self.entry_shape_of_result(result_shape(*id, args), target)?,
            _ => None,
        })
    }

    /// As [`Self::entry_shape`] for the result of an intrinsic function.
    fn entry_shape_of_result(
        &mut self,
        shape: ResultShape<'p>,
        target: Option<EntryTarget>,
    ) -> Lowered<Option<Vec<Value>>> {
        Ok(match shape {
            ResultShape::Like(x) => self.entry_shape(x, target)?,
            ResultShape::Transposed(x) => self.entry_shape(x, target)?.map(|mut s| {
                s.reverse();
                s
            }),
            ResultShape::TrueElements(mask) => match target {
                Some(t) => Some(vec![self.count_at_entry(mask, t)?]),
                None => None,
            },
            ResultShape::Product(x, y) => {
                let (Some(a), Some(b)) = (self.entry_shape(x, target)?, self.entry_shape(y, target)?) else {
                    return Ok(None);
                };
                let mut out = Vec::new();
                if a.len() == 2 {
                    out.push(a[0]);
                }
                if b.len() == 2 {
                    out.push(b[1]);
                }
                Some(out)
            }
            ResultShape::Spread { of, dim, copies } => {
                let Some(d) = self.const_i64(dim) else { return Ok(None) };
                let inner = if of.rank == 0 { Vec::new() } else { self.entry_shape(of, target)?.unwrap_or_default() };
                if inner.len() != of.rank {
                    return Ok(None);
                }
                let n = self.scalar(copies)?;
                let n = self.to_index(n);
                let n = self.max0(n);
                let mut out = inner;
                out.insert((d.max(1) as usize - 1).min(out.len()), n);
                Some(out)
            }
            ResultShape::Dimensions(x) => Some(vec![self.idx(x.rank as i64)]),
            ResultShape::Without { of, dim } => self.shape_without(of, dim, target)?,
            ResultShape::Extents(list) => match &list.kind {
                ExprKind::ArrayCtor(items) if items.iter().all(|i| matches!(i, AcItem::Expr(x) if x.rank == 0)) => {
                    let mut out = Vec::new();
                    for i in items {
                        if let AcItem::Expr(x) = i {
                            let v = self.scalar(x)?;
                            let v = self.to_index(v);
                            out.push(self.max0(v));
                        }
                    }
                    Some(out)
                }
                ExprKind::Const(Const::Array { elems, .. }) => {
                    let mut out = Vec::new();
                    for e in elems {
                        let Some(Const::Int(n)) = e else { return Ok(None) };
                        out.push(self.idx((*n as i64).max(0)));
                    }
                    Some(out)
                }
                _ => None,
            },
            ResultShape::Unknown => None,
        })
    }

    /// The number of true elements of a mask: a target region of its own, in front of the one that is prepared, tells it.
    fn count_at_entry(&mut self, mask: &'p Expr, EntryTarget { cond, device }: EntryTarget) -> Lowered<Value> {
        let line = i64::from(self.f.loc.line);
        let cell = self.alloca(Type::INDEX, None);
        let r = self.m.new_region(&[]);
        let region = |s: &mut Self| {
            s.with_temps(|s| {
                let (_, ext) = s.array_value(mask)?;
                let v = s.mask_value(mask, &ext)?;
                let n = s.b().op(OpKind::ArrayReduce).arg(v).choice(ReduceKind::Count).result(Type::INDEX).value();
                s.b().store(n, cell);
                Ok(())
            })
        };
        let out = self.in_target(|s| s.within(r, region));
        let map = {
            let mut b = self.b();
            let map = b.op(OpKind::OmpMap).arg(cell).args(&[]).opt(None).mapping(MapKind::From.into());
            map.flag("implicit", true).result(Type::MAP).value()
        };
        self.b()
            .op(OpKind::OmpTarget)
            .opt(cond)
            .opt(device)
            .opt(None)
            .args(&[map])
            .args(&[])
            .attr("line", Attr::Int(line))
            .region(r)
            .build();
        out?;
        Ok(self.b().load(cell))
    }

    /// The shape of an array without the dimension that the constant expression gives.
    fn shape_without(
        &mut self,
        array: &'p Expr,
        dim: Option<&Expr>,
        target: Option<EntryTarget>,
    ) -> Lowered<Option<Vec<Value>>> {
        let Some(d) = dim.and_then(|d| self.const_i64(d)) else { return Ok(None) };
        Ok(self.entry_shape(array, target)?.map(|mut s| {
            if d >= 1 && (d as usize) <= s.len() {
                s.remove(d as usize - 1);
            }
            s
        }))
    }
}

/// Variables whose values, not only their shapes, decide what [`Lower::entry_shape`] makes of an expression.
fn shape_values(e: &Expr) -> Vec<SymbolId> {
    let mut out = Vec::new();
    add_shape_values(e, &mut out);
    out
}

fn add_shape_values(e: &Expr, out: &mut Vec<SymbolId>) {
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Const(_) => {}
        ExprKind::ArrayCtor(items) => {
            for i in items {
                match i {
                    AcItem::Expr(x) if x.rank == 0 => {}
                    AcItem::Expr(x) => add_shape_values(x, out),
                    AcItem::ImpliedDo { lower, upper, step, .. } => {
                        let parts = [Some(lower), Some(upper), step.as_ref()];
                        out.extend(parts.into_iter().flatten().flat_map(visit::symbols));
                    }
                }
            }
        }
        ExprKind::Section { base, subs } => {
            if !matches!(base.kind, ExprKind::Var(_)) {
                out.extend(visit::symbols(base));
            }
            for s in subs {
                match s {
                    Subscript::Index(_) => {}
                    Subscript::Vector(v) => add_shape_values(v, out),
                    Subscript::Range { lower, upper, step } => {
                        let parts = [lower, upper, step];
                        out.extend(parts.into_iter().flatten().flat_map(visit::symbols));
                    }
                }
            }
        }
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => add_shape_values(a, out),
        ExprKind::Binary(_, a, b) => add_shape_values(if a.rank > 0 { a } else { b }, out),
        ExprKind::Call(c) => {
            let ranked = c.args.iter().find_map(|a| match a {
                Actual::Expr(x) if x.rank > 0 => Some(x),
                Actual::Expr(_) | Actual::Absent => None,
            });
            if let Some(x) = ranked {
                add_shape_values(x, out);
            }
        }
        ExprKind::Intrinsic { id, args } => match result_shape(*id, args) {
            ResultShape::Like(x)
            | ResultShape::Transposed(x)
            | ResultShape::Dimensions(x)
            | ResultShape::Without { of: x, .. } => add_shape_values(x, out),
            ResultShape::Product(a, b) => {
                add_shape_values(a, out);
                add_shape_values(b, out);
            }
            ResultShape::Spread { of, dim, copies } => {
                if of.rank > 0 {
                    add_shape_values(of, out);
                }
                out.extend(visit::symbols(dim).into_iter().chain(visit::symbols(copies)));
            }
            ResultShape::TrueElements(x) | ResultShape::Extents(x) => out.extend(visit::symbols(x)),
            ResultShape::Unknown => {}
        },
        _ => out.extend(visit::symbols(e)),
    }
}

/// True where the value has the shape of the whole array `s` because it is built elementwise from it.
pub(crate) fn keeps_shape(e: &Expr, s: &Expr) -> bool {
    if e.rank == 0 {
        return false;
    }
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Component { .. } => ferrotran_typed::visit::same_designator(e, s),
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => keeps_shape(a, s),
        ExprKind::Binary(_, a, b) => keeps_shape(a, s) || keeps_shape(b, s),
        ExprKind::Intrinsic { id, args } => match id.row().class {
            Class::Elemental => args.iter().flatten().any(|a| keeps_shape(a, s)),
            _ => matches!(result_shape(*id, args), ResultShape::Like(a) if keeps_shape(a, s)),
        },
        ExprKind::Const(_)
        | ExprKind::Elem { .. }
        | ExprKind::Section { .. }
        | ExprKind::Substring { .. }
        | ExprKind::ComplexPart { .. }
        | ExprKind::Call(_)
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => false,
    }
}

/// Statements of a region that run one after the other, those of nested constructs included, and these constructs.
fn straight_line<'a>(body: &'a [Stmt], out: &mut Vec<&'a Stmt>, constructs: &mut Vec<&'a Omp>) {
    for st in body {
        match &st.kind {
            StmtKind::Omp(o) => {
                constructs.push(o);
                straight_line(&o.body, out, constructs);
            }
            StmtKind::Block { locals, body, .. } if locals.is_empty() => straight_line(body, out, constructs),
            _ => out.push(st),
        }
    }
}

/// Whether statements allocate or deallocate.
fn allocates(list: &[Stmt]) -> bool {
    list.iter().any(|s| {
        let mut found = matches!(s.kind, StmtKind::Allocate { .. } | StmtKind::Deallocate { .. });
        visit::blocks(s, &mut |b| found |= allocates(b));
        found
    })
}
