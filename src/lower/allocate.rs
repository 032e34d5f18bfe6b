//! ALLOCATE and DEALLOCATE.

use super::*;
use ferrotran_ir::TypeKind;

impl<'p> Lower<'p> {
    /// `box.allocate`; the program stops where it fails.
    pub fn allocate_box(&mut self, bx: Value, lbs: &[Value], extents: &[Value], elem_len: Option<Value>) -> R<()> {
        let status = self.allocate_status(bx, lbs, extents, elem_len);
        self.check_status(status, "");
        Ok(())
    }

    fn allocate_status(&mut self, bx: Value, lbs: &[Value], extents: &[Value], elem_len: Option<Value>) -> Value {
        self.b().op(OpKind::BoxAllocate).arg(bx).args(lbs).args(extents).opt(elem_len).result(Type::I32).value()
    }

    fn check_status(&mut self, status: Value, name: &str) {
        let zero = self.b().int(0, Type::I32);
        let bad = self.b().cmp("ne", status, zero);
        let _ = self.if_else(
            bad,
            |s| {
                let (file, line) = s.here();
                let text = s.bytes_const(name.as_bytes());
                let n = s.idx(name.len() as i64);
                s.rt("frt_alloc_error", &[file, line, status, text, n]);
                s.b().op(OpKind::Unreachable).build();
                Ok(())
            },
            |_| Ok(()),
        );
    }

    /// Records or checks a status.
    fn report(&mut self, status: Value, cell: Option<Value>, name: &str) {
        match cell {
            Some(c) => self.b().store(status, c),
            None => self.check_status(status, name),
        }
    }

    /// Stores STAT= and ERRMSG= at the end.
    fn finish_stat(&mut self, cell: Option<Value>, stat: Option<&'p Expr>, errmsg: Option<&'p Expr>) -> R<()> {
        let (Some(c), Some(stat)) = (cell, stat) else { return Ok(()) };
        let v = self.b().load(c);
        let r = self.scalar_place(stat)?;
        let t = self.m.types.elem(self.m.ty(r));
        let w = self.cast(v, t);
        self.b().store(w, r);
        if let Some(e) = errmsg {
            let r = self.scalar_place(e)?;
            let (a, n) = (self.addr(r), self.chr_len(r));
            self.rt("frt_alloc_errmsg", &[v, a, n]);
        }
        Ok(())
    }

    fn stat_cell(&mut self, stat: Option<&'p Expr>) -> Option<Value> {
        stat.map(|_| {
            let c = self.alloca(Type::I32, None);
            let zero = self.b().int(0, Type::I32);
            self.b().store(zero, c);
            c
        })
    }

    /// ALLOCATE.
    pub fn allocate(
        &mut self,
        items: &'p [AllocItem],
        source: Option<&'p Expr>,
        mold: Option<&'p Expr>,
        stat: Option<&'p Expr>,
        errmsg: Option<&'p Expr>,
        span: Span,
    ) -> R<()> {
        if self.f.in_target > 0 {
            return unsupported(span, "ALLOCATE inside a target region");
        }
        let cell = self.stat_cell(stat);
        for it in items {
            let run = |s: &mut Self| s.allocate_item(it, source, mold, cell);
            match cell {
                // After a failure the rest is left alone.
                Some(c) => {
                    let v = self.b().load(c);
                    let zero = self.b().int(0, Type::I32);
                    let ok = self.b().cmp("eq", v, zero);
                    self.if_else(ok, run, |_| Ok(()))?;
                }
                None => run(self)?,
            }
        }
        self.finish_stat(cell, stat, errmsg)
    }

    fn allocate_item(
        &mut self,
        it: &'p AllocItem,
        source: Option<&'p Expr>,
        mold: Option<&'p Expr>,
        cell: Option<Value>,
    ) -> R<()> {
        let span = it.object.span;
        if matches!(it.object.ty, Ty::Class(_)) {
            return unsupported(span, "allocation of polymorphic objects");
        }
        let Some(bx) = self.box_of(&it.object)? else { return unsupported(span, "allocation of this object") };
        let bt = self.m.types.elem(self.m.ty(bx));
        let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
        let like = source.or(mold);
        let (mut lbs, mut ext) = (Vec::new(), Vec::new());
        if it.bounds.is_empty() && rank > 0 {
            let Some(e) = like else { return unsupported(span, "an array without bounds") };
            ext = self.shape_of(e)?;
            lbs = match (place::is_designator(e), e.rank) {
                (true, r) if r > 0 => match self.place(e)? {
                    place::Place::Array { lbs: Some(l), .. } => l,
                    _ => ext.iter().map(|_| self.idx(1)).collect(),
                },
                _ => ext.iter().map(|_| self.idx(1)).collect(),
            };
        }
        for (l, u) in &it.bounds {
            let l = match l {
                Some(l) => {
                    let v = self.scalar(l)?;
                    self.to_index(v)
                }
                None => self.idx(1),
            };
            let u = self.scalar(u)?;
            let u = self.to_index(u);
            let n = if self.known(l) == Some(1) {
                u
            } else {
                let one = self.idx(1);
                let n = self.sub(u, l);
                self.add(n, one)
            };
            lbs.push(l);
            ext.push(self.max0(n));
        }
        let elem_len = if matches!(self.m.types.kind(elem), TypeKind::Char(None)) {
            Some(match (&it.char_len, like, &it.ty) {
                (Some(e), _, _) => {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    self.max0(v)
                }
                (None, _, Some(Ty::Character(CharLen::Const(n)))) => self.idx(*n),
                (None, Some(e), _) => self.len_of(e)?,
                _ => match &it.object.kind {
                    ExprKind::Var(s) => match self.declared_len(self.sym(*s))? {
                        Some(n) => n,
                        None => self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX),
                    },
                    _ => self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX),
                },
            })
        } else {
            None
        };
        let status = self.allocate_status(bx, &lbs, &ext, elem_len);
        let name = object_name(&it.object, self);
        self.report(status, cell, &name);
        let zero = self.b().int(0, Type::I32);
        let ok = self.b().cmp("eq", status, zero);
        let derived = match &it.object.ty {
            Ty::Derived(t) => Some(*t),
            _ => None,
        };
        if derived.is_none() && source.is_none() {
            return Ok(());
        }
        self.if_else(
            ok,
            |s| {
                let data = s.allocatable_view(bx);
                if let Some(t) = derived {
                    if rank == 0 {
                        s.default_init(data, t, span)?;
                    } else {
                        s.default_init_view(data, t, span)?;
                    }
                }
                if let Some(e) = source {
                    if rank > 0 {
                        return s.assign_view(data, e, None);
                    }
                    let v = s.scalar(e)?;
                    match derived {
                        Some(t) => s.copy_derived(data, v, t, span)?,
                        None => s.store_ref(v, data),
                    }
                }
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// DEALLOCATE.
    pub fn deallocate(&mut self, items: &'p [Expr], stat: Option<&'p Expr>, errmsg: Option<&'p Expr>) -> R<()> {
        let cell = self.stat_cell(stat);
        for e in items {
            if self.f.in_target > 0 {
                return unsupported(e.span, "DEALLOCATE inside a target region");
            }
            let Some(bx) = self.box_of(e)? else { return unsupported(e.span, "deallocation of this object") };
            if let Ty::Derived(t) = &e.ty {
                let t = *t;
                let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
                self.if_else(have, |s| s.release_components_of(bx, t, e.span), |_| Ok(()))?;
            }
            let status = self.b().op(OpKind::BoxDeallocate).arg(bx).result(Type::I32).value();
            let name = object_name(e, self);
            self.report(status, cell, &name);
        }
        self.finish_stat(cell, stat, errmsg)
    }

    /// Frees allocatable components of what a descriptor describes.
    fn release_components_of(&mut self, bx: Value, t: TypeId, span: Span) -> R<()> {
        if !self.needs_deep_copy(t) {
            return Ok(());
        }
        let data = self.allocatable_view(bx);
        if matches!(self.m.tk(data), TypeKind::Ref(_)) {
            return self.release_components(data, t, span);
        }
        let ext = self.view_extents(data);
        self.nest(&ext, |s, idx| {
            let r = s.b().elem(data, idx);
            s.release_components(r, t, span)
        })
    }

    /// Frees an allocatable object of derived type and what it holds, where it is allocated.
    pub fn release_object_box(&mut self, bx: Value, t: TypeId, span: Span) -> R<()> {
        let have = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        self.if_else(
            have,
            |s| {
                s.release_components_of(bx, t, span)?;
                s.b().op(OpKind::BoxDeallocate).arg(bx).result(Type::I32).build();
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Frees allocatable components of an object, at any depth.
    pub fn release_components(&mut self, obj: Value, t: TypeId, span: Span) -> R<()> {
        if !self.needs_deep_copy(t) {
            return Ok(());
        }
        if self.holds_itself(t) {
            return self.call_deep(DeepAction::Release, &[obj], t, span);
        }
        self.release_each(obj, t, span)
    }

    /// Frees component by component.
    pub fn release_each(&mut self, obj: Value, t: TypeId, span: Span) -> R<()> {
        let dt = self.dtype(t);
        if let Some(p) = dt.extends {
            let it = self.ir_ty(&Ty::Derived(p), span)?;
            let rt = self.m.types.reference(it);
            let parent = self.cast_ref(obj, rt);
            self.release_components(parent, p, span)?;
        }
        for c in &dt.components {
            let inner = match &c.ty {
                Ty::Derived(id) if !c.pointer && self.needs_deep_copy(*id) => Some(*id),
                _ => None,
            };
            if !c.allocatable && inner.is_none() {
                continue;
            }
            let ct = self.component_ty(c, span)?;
            let array = match &c.dims {
                Dims::Explicit(b) if !c.allocatable => self.const_extents(b),
                _ => None,
            };
            let rt = match &array {
                Some(e) => self.m.types.view(e.iter().map(|&n| Some(n)).collect(), ct, true),
                None => self.m.types.reference(ct),
            };
            let f = self.b().op(OpKind::Field).arg(obj).attr("field", Attr::str(&c.name)).result(rt).value();
            match (inner, &array) {
                (Some(id), _) if c.allocatable => self.release_object_box(f, id, span)?,
                (Some(id), Some(e)) => {
                    let ext: Vec<Value> = e.iter().map(|&n| self.idx(n)).collect();
                    self.nest(&ext, |s, idx| {
                        let r = s.b().elem(f, idx);
                        s.release_components(r, id, span)
                    })?;
                }
                (Some(id), None) => self.release_components(f, id, span)?,
                (None, _) => self.release(Cleanup::Box(f)),
            }
        }
        Ok(())
    }
}

/// Name of an object for messages.
fn object_name(e: &Expr, l: &Lower<'_>) -> String {
    match &e.kind {
        ExprKind::Var(s) => l.sym(*s).name.to_string(),
        ExprKind::Component { base, of, index } => {
            format!("{}%{}", object_name(base, l), l.dtype(*of).components[*index].name)
        }
        ExprKind::Elem { base, .. } => object_name(base, l),
        _ => String::new(),
    }
}
