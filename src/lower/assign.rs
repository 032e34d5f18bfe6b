//! Assignment: scalars, arrays, derived types, allocation on assignment, WHERE, FORALL, pointer assignment.

use super::array::Prep;
use super::place::Place;
use super::*;
use ferrotran_ir::TypeKind;

impl<'p> Lower<'p> {
    /// An intrinsic assignment statement.
    pub fn assign(&mut self, lhs: &'p Expr, rhs: &'p Expr, realloc: bool) -> R<()> {
        let elsewhere = self.f.in_wd || self.f.in_target > 0;
        let same = lhs.rank > 0 && (rhs.rank == 0 || realloc::keeps_shape(rhs, lhs));
        if realloc && !(elsewhere && same) {
            return self.assign_realloc(lhs, rhs);
        }
        if lhs.rank == 0 {
            return self.assign_scalar(lhs, rhs);
        }
        if let ExprKind::Section { base, subs } = &lhs.kind
            && subs.iter().any(|s| matches!(s, Subscript::Vector(_)))
        {
            return self.scatter(base, subs, rhs, None, lhs.span);
        }
        let Place::Array { view, .. } = self.place(lhs)? else {
            return unsupported(lhs.span, "this left side");
        };
        self.assign_view(view, rhs, None)
    }

    fn assign_scalar(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let v = self.scalar(rhs)?;
        let Place::Scalar(r) = self.place(lhs)? else { return unsupported(lhs.span, "this left side") };
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    /// Assigns an expression (of the view's rank, or scalar) to a view, under a mask (array value of i1).
    pub fn assign_view(&mut self, view: Value, rhs: &'p Expr, mask: Option<Value>) -> R<()> {
        let p = self.prep(rhs)?;
        self.assign_prep(view, &p, mask, rhs)
    }

    fn assign_prep(&mut self, view: Value, p: &Prep<'p>, mask: Option<Value>, rhs: &'p Expr) -> R<()> {
        let elem = self.m.types.elem(self.m.ty(view));
        if let Ty::Derived(t) = &rhs.ty
            && self.needs_deep_copy(*t)
        {
            return self.assign_derived_array(view, p, *t, mask, rhs.span);
        }
        let value = match p {
            Prep::Scalar(v) if self.is_plain(elem) => self.cast(*v, elem),
            Prep::Scalar(v) => *v,
            _ => self.prep_value(p, elem)?,
        };
        self.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(mask).build();
        Ok(())
    }

    fn assign_derived_array(&mut self, view: Value, p: &Prep<'p>, t: TypeId, mask: Option<Value>, span: Span) -> R<()> {
        if mask.is_some() {
            return unsupported(span, "masked assignment of types with allocatable components");
        }
        let ext = self.view_extents(view);
        match p {
            Prep::Scalar(v) => self.nest(&ext, |s, idx| {
                let r = s.b().elem(view, idx);
                s.copy_derived(r, *v, t, span)
            }),
            _ => unsupported(span, "assignment of arrays of types with allocatable components"),
        }
    }

    /// Allocation on assignment to a whole allocatable.
    fn assign_realloc(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let Some(bx) = self.box_of(lhs)? else { return self.assign_scalar(lhs, rhs) };
        if lhs.rank == 0 {
            return self.assign_scalar_allocatable(bx, lhs, rhs);
        }
        self.assign_array_allocatable(bx, Some(lhs), rhs)
    }

    /// Assigns to an allocatable component given by its descriptor.
    pub fn assign_allocatable_box(&mut self, bx: Value, rhs: &'p Expr) -> R<()> {
        if self.m.types.rank(self.m.types.elem(self.m.ty(bx))) > 0 {
            return self.assign_array_allocatable(bx, None, rhs);
        }
        let v = self.scalar(rhs)?;
        self.allocate_box(bx, &[], &[], None)?;
        let r = self.box_view(bx);
        if let Ty::Derived(t) = &rhs.ty {
            self.default_init(r, *t, rhs.span)?;
            return self.copy_derived(r, v, *t, rhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    fn assign_scalar_allocatable(&mut self, bx: Value, lhs: &'p Expr, rhs: &'p Expr) -> R<()> {
        let v = self.scalar(rhs)?;
        let deferred = matches!(lhs.ty, Ty::Character(CharLen::Deferred | CharLen::Runtime));
        if deferred {
            let n = self.chr_len(v);
            // The value may be part of the old one: it is copied before that goes away.
            let p = self.b().op(OpKind::Alloc).arg(n).result(Type::PTR).value();
            let src = self.addr(v);
            self.rt("frt_memcpy", &[p, src, n]);
            self.release(Cleanup::Box(bx));
            let rt = self.m.types.reference(Type::CHR);
            let r = self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value();
            self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
            return Ok(());
        }
        let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let ty = &lhs.ty;
        let span = lhs.span;
        self.if_else(
            have,
            |_| Ok(()),
            |s| {
                s.allocate_box(bx, &[], &[], None)?;
                if let Ty::Derived(t) = ty {
                    let r = s.box_view(bx);
                    s.default_init(r, *t, span)?;
                }
                Ok(())
            },
        )?;
        let r = self.box_view(bx);
        if let Ty::Derived(t) = &lhs.ty {
            return self.copy_derived(r, v, *t, lhs.span);
        }
        self.store_ref(v, r);
        Ok(())
    }

    fn assign_array_allocatable(&mut self, bx: Value, lhs: Option<&'p Expr>, rhs: &'p Expr) -> R<()> {
        let bt = self.m.types.elem(self.m.ty(bx));
        let elem = self.m.types.elem(bt);
        let rank = self.m.types.rank(bt);
        if matches!(self.m.types.kind(elem), TypeKind::Char(None)) {
            return unsupported(rhs.span, "assignment to an allocatable array of deferred-length strings");
        }
        if let Ty::Derived(t) = &rhs.ty
            && self.needs_deep_copy(*t)
        {
            return unsupported(rhs.span, "assignment of arrays of types with allocatable components");
        }
        if rhs.rank == 0 {
            let view = self.whole(bx, lhs)?;
            return self.assign_view(view, rhs, None);
        }
        let independent = match lhs.map(|l| &l.kind) {
            Some(ExprKind::Var(s)) => {
                let sym = self.sym(*s);
                !sym.target && !mentions(rhs, *s) && has_plain_shape(rhs)
            }
            _ => false,
        };
        let shape_only = if independent { Some(self.shape_of(rhs)?) } else { None };
        let (ext, prep) = match shape_only {
            Some(e) => (e, None),
            None => {
                let p = self.prep(rhs)?;
                (p.extents().to_vec(), Some(p))
            }
        };
        // Same shape and allocated: nothing to do but assign.
        let mut fits = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        for (d, &n) in ext.iter().enumerate() {
            let have =
                self.b().op(OpKind::BoxExtent).arg(bx).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value();
            let same = self.b().cmp("eq", have, n);
            fits = self.b().binary(OpKind::And, fits, same);
        }
        let one = self.idx(1);
        let ones = vec![one; rank];
        match prep {
            None => {
                self.if_else(
                    fits,
                    |_| Ok(()),
                    |s| {
                        s.release(Cleanup::Box(bx));
                        s.allocate_box(bx, &ones, &ext, None)
                    },
                )?;
                let view = self.whole(bx, lhs)?;
                self.assign_view(view, rhs, None)
            }
            Some(p) => self.if_else(
                fits,
                |s| {
                    let view = s.whole(bx, lhs)?;
                    s.assign_prep(view, &p, None, rhs)
                },
                |s| {
                    // The new array is filled before the old one goes away.
                    let size = match s.size_of(&rhs.ty) {
                        Some(n) => s.idx(n as i64),
                        None => return unsupported(rhs.span, "elements of this type"),
                    };
                    let n = s.product(&ext);
                    let bytes = s.mul(n, size);
                    let why = Attr::str("new shape of an allocatable");
                    let m = s.b().op(OpKind::Alloc).arg(bytes).attr("reason", why).result(Type::PTR).value();
                    let shape = s.static_shape(&ext);
                    let vt = s.m.types.view(shape, elem, true);
                    let v = s.b().op(OpKind::ViewMake).arg(m).args(&ext).args(&[]).opt(None).result(vt).value();
                    s.assign_prep(v, &p, None, rhs)?;
                    s.release(Cleanup::Box(bx));
                    s.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&ones).build();
                    Ok(())
                },
            ),
        }
    }

    /// The data of an allocatable, named after the variable it belongs to.
    fn whole(&mut self, bx: Value, lhs: Option<&'p Expr>) -> R<Value> {
        match lhs {
            Some(l) => match self.place(l)? {
                Place::Array { view, .. } => Ok(view),
                Place::Scalar(_) => unsupported(l.span, "this left side"),
            },
            None => Ok(self.allocatable_view(bx)),
        }
    }

    /// True for types with allocatable components at any depth.
    pub fn needs_deep_copy(&self, t: TypeId) -> bool {
        let dt = self.dtype(t);
        dt.extends.is_some_and(|p| self.needs_deep_copy(p))
            || dt.components.iter().any(|c| {
                c.allocatable || matches!(&c.ty, Ty::Derived(id) if !c.pointer && *id != t && self.needs_deep_copy(*id))
            })
    }

    /// Copies an object of derived type, allocatable components deeply.
    pub fn copy_derived(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> R<()> {
        let dst_ty = self.m.ty(dst);
        let src = self.cast_ref(src, dst_ty);
        if dst == src {
            return Ok(());
        }
        if !self.needs_deep_copy(t) {
            self.b().op(OpKind::CopyObject).arg(dst).arg(src).build();
            return Ok(());
        }
        let dt = self.dtype(t);
        if let Some(p) = dt.extends {
            let it = self.ir_ty(&Ty::Derived(p), span)?;
            let rt = self.m.types.reference(it);
            let (d, s) = (self.cast_ref(dst, rt), self.cast_ref(src, rt));
            self.copy_derived(d, s, p, span)?;
        }
        for c in &dt.components {
            let ct = self.component_ty(c, span)?;
            let array = match &c.dims {
                Dims::Explicit(b) if !c.allocatable && !c.pointer => self.const_extents(b),
                _ => None,
            };
            let rt = match &array {
                Some(e) => self.m.types.view(e.iter().map(|&n| Some(n)).collect(), ct, true),
                None => self.m.types.reference(ct),
            };
            let field = |s: &mut Self, o: Value| {
                s.b().op(OpKind::Field).arg(o).attr("field", Attr::str(&c.name)).result(rt).value()
            };
            let (d, s) = (field(self, dst), field(self, src));
            if c.allocatable {
                self.copy_allocatable(d, s, &c.ty, span)?;
            } else if c.pointer && c.ty != Ty::Procedure {
                let bytes = 24 + 24 * c.dims.rank() as i64;
                let (pd, ps) = (self.cast_ref(d, Type::PTR), self.cast_ref(s, Type::PTR));
                let n = self.idx(bytes);
                self.rt("frt_memmove", &[pd, ps, n]);
            } else if let Some(e) = &array {
                let ext: Vec<Value> = e.iter().map(|&n| self.idx(n)).collect();
                match &c.ty {
                    Ty::Derived(id) => self.nest(&ext, |l, idx| {
                        let (a, b) = (l.b().elem(d, idx), l.b().elem(s, idx));
                        l.copy_derived(a, b, *id, span)
                    })?,
                    _ => {
                        let Prep::Array { value, .. } = self.load_view(s) else { continue };
                        self.b().op(OpKind::ArrayAssign).arg(d).arg(value).opt(None).build();
                    }
                }
            } else if let Ty::Derived(id) = &c.ty {
                self.copy_derived(d, s, *id, span)?;
            } else {
                let v = self.b().load(s);
                self.store_ref(v, d);
            }
        }
        Ok(())
    }

    fn copy_allocatable(&mut self, d: Value, s: Value, ty: &'p Ty, span: Span) -> R<()> {
        let bt = self.m.types.elem(self.m.ty(s));
        let rank = self.m.types.rank(bt);
        // Assigning an object to itself must not free what it copies.
        let (pd, ps) = (self.cast_ref(d, Type::PTR), self.cast_ref(s, Type::PTR));
        let same = self.b().op(OpKind::PtrCmp).arg(pd).arg(ps).result(Type::BOOL).value();
        self.if_else(
            same,
            |_| Ok(()),
            |l| {
                l.release(Cleanup::Box(d));
                let have = l.b().unary(OpKind::BoxAllocated, s, Type::BOOL);
                l.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(s);
                        let ext: Vec<Value> = (0..rank)
                            .map(|k| {
                                l.b()
                                    .op(OpKind::BoxExtent)
                                    .arg(s)
                                    .attr("dim", Attr::Int(k as i64))
                                    .result(Type::INDEX)
                                    .value()
                            })
                            .collect();
                        let elem = l.m.types.elem(bt);
                        let len = if matches!(l.m.types.kind(elem), TypeKind::Char(None)) {
                            Some(l.b().unary(OpKind::BoxElemLen, s, Type::INDEX))
                        } else {
                            None
                        };
                        l.allocate_box(d, &lbs, &ext, len)?;
                        let (a, b) = (l.allocatable_view(d), l.allocatable_view(s));
                        match ty {
                            Ty::Derived(id) if rank == 0 => {
                                l.default_init(a, *id, span)?;
                                l.copy_derived(a, b, *id, span)
                            }
                            Ty::Derived(id) => {
                                l.default_init_view(a, *id, span)?;
                                l.nest(&ext, |l, idx| {
                                    let (x, y) = (l.b().elem(a, idx), l.b().elem(b, idx));
                                    l.copy_derived(x, y, *id, span)
                                })
                            }
                            _ if rank == 0 => {
                                let v = l.b().load(b);
                                l.store_ref(v, a);
                                Ok(())
                            }
                            _ => {
                                let Prep::Array { value, .. } = l.load_view(b) else { return Ok(()) };
                                l.b().op(OpKind::ArrayAssign).arg(a).arg(value).opt(None).build();
                                Ok(())
                            }
                        }
                    },
                    |_| Ok(()),
                )
            },
        )
    }

    /// Assignment to a section with vector subscripts.
    fn scatter(
        &mut self,
        base: &'p Expr,
        subs: &'p [Subscript],
        rhs: &'p Expr,
        mask: Option<Value>,
        span: Span,
    ) -> R<()> {
        let Place::Array { view, lbs } = self.place(base)? else { return unsupported(span, "this left side") };
        enum Sub {
            Fixed(Value),
            Range { start: Value, step: Value },
            Vector { values: Value, lb: Value },
        }
        let mut plan = Vec::new();
        let mut extents = Vec::new();
        for (d, s) in subs.iter().enumerate() {
            let lb = match &lbs {
                Some(l) => l[d],
                None => self.idx(1),
            };
            match s {
                Subscript::Index(e) => {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    plan.push(Sub::Fixed(self.sub(v, lb)));
                }
                Subscript::Range { lower, upper, step } => {
                    let n = self.view_extent(view, d);
                    let (start, extent, step) = self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, n)?;
                    plan.push(Sub::Range { start, step });
                    extents.push(extent);
                }
                Subscript::Vector(e) => {
                    let (values, ext) = self.array_value(e)?;
                    plan.push(Sub::Vector { values, lb });
                    extents.extend(ext);
                }
            }
        }
        let p = self.prep(rhs)?;
        let elem = self.m.types.elem(self.m.ty(view));
        let plain = self.is_plain(elem);
        self.forall_op(view, &extents, |s, idx| {
            let m = match mask {
                Some(m) => s.at_value(m, idx),
                None => s.b().int(1, Type::BOOL),
            };
            let v = s.element(&p, idx)?;
            let v = if plain { s.cast(v, elem) } else { v };
            let mut out = vec![m, v];
            let mut k = 0;
            for q in &plan {
                out.push(match q {
                    Sub::Fixed(v) => *v,
                    Sub::Range { start, step } => {
                        let o = s.mul(idx[k], *step);
                        k += 1;
                        s.add(o, *start)
                    }
                    Sub::Vector { values, lb } => {
                        let v = s.at_value(*values, &idx[k..=k]);
                        k += 1;
                        let v = s.to_index(v);
                        s.sub(v, *lb)
                    }
                });
            }
            Ok(out)
        })
    }

    fn forall_op(
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

    // ---- WHERE ------------------------------------------------------------------------------------

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

    // ---- FORALL -----------------------------------------------------------------------------------

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

    // ---- pointers ---------------------------------------------------------------------------------

    /// `lhs => rhs`
    pub fn pointer_assign(
        &mut self,
        lhs: &'p Expr,
        rhs: &'p Expr,
        bounds: &'p [(Option<Expr>, Option<Expr>)],
    ) -> R<()> {
        let Some(bx) = self.box_of(lhs)? else {
            // Procedure pointer.
            let v = self.scalar(rhs)?;
            let cell = match &lhs.kind {
                ExprKind::Var(s) => match self.binding(*s, lhs.span)? {
                    Binding::Scalar(c) => c,
                    _ => return unsupported(lhs.span, "this procedure pointer"),
                },
                _ => self.scalar_place(lhs)?,
            };
            self.b().store(v, cell);
            return Ok(());
        };
        self.associate_box(bx, rhs, bounds)
    }

    /// Makes a pointer's descriptor describe a target.
    pub fn associate_box(&mut self, bx: Value, rhs: &'p Expr, bounds: &'p [(Option<Expr>, Option<Expr>)]) -> R<()> {
        if matches!(rhs.kind, ExprKind::Null)
            || matches!(&rhs.kind, ExprKind::Intrinsic { id: crate::sema::intrinsics::Intrinsic::Null, .. })
        {
            self.nullify_box(bx);
            return Ok(());
        }
        let rank = self.m.types.rank(self.m.types.elem(self.m.ty(bx)));
        let place = match &rhs.kind {
            ExprKind::Call(c) => match self.call(c, &rhs.ty, true)? {
                call::CallResult::View(v) => Place::Array { view: v, lbs: None },
                call::CallResult::Scalar(v) => Place::Scalar(v),
                call::CallResult::None => return unsupported(rhs.span, "this target"),
            },
            _ => self.place(rhs)?,
        };
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
                    let base = self.addr(view);
                    let shape = self.static_shape(&ext);
                    let vt = if self.m.types.rank(self.m.ty(view)) == 1 {
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
                            .opt(None)
                            .result(vt)
                            .value();
                        self.b().op(OpKind::BoxSet).arg(bx).arg(v).args(&l).build();
                        return Ok(());
                    } else {
                        self.m.types.view(shape, elem, true)
                    };
                    let v = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(None).result(vt).value();
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

    /// Disassociates a pointer.
    pub fn nullify_box(&mut self, bx: Value) {
        let p = self.cast_ref(bx, Type::PTR);
        let cell = self.field_at(p, 0, Type::PTR);
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        self.b().store(null, cell);
    }
}

/// A subscript of the left side of a FORALL assignment.
enum ForallSub<'p> {
    Index(&'p Expr),
    Range(Option<&'p Expr>, Option<&'p Expr>, Option<&'p Expr>),
}

fn mentions(e: &Expr, s: SymbolId) -> bool {
    walk::symbols(e).contains(&s)
}

/// True where the shape is known without evaluating anything but bounds.
fn has_plain_shape(e: &Expr) -> bool {
    match &e.kind {
        _ if e.rank == 0 => true,
        ExprKind::Const(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => has_plain_shape(a),
        ExprKind::Binary(_, a, b) => has_plain_shape(a) && has_plain_shape(b),
        _ => place::is_designator(e),
    }
}
