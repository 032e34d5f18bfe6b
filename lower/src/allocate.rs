//! ALLOCATE and DEALLOCATE.

use super::array::Prep;
use super::place::Place;
use super::*;
use ferrotran_ir::{Pred, TypeKind};

impl FunctionBuilder {
    /// `box.allocate`; the program stops where it fails.
    pub fn allocate_box(
        &mut self,
        bx: Value,
        lbs: &[Value],
        extents: &[Value],
        elem_len: Option<Value>,
    ) -> Lowered<()> {
        let status = self.allocate_status(bx, lbs, extents, elem_len, (None, None));
        self.check_status(status, "");
        Ok(())
    }

    /// `box.allocate`, with an alignment and an allocator.
    fn allocate_status(
        &mut self,
        bx: Value,
        lbs: &[Value],
        extents: &[Value],
        elem_len: Option<Value>,
        (align, allocator): (Option<Value>, Option<Value>),
    ) -> Value {
        let elem = self.m.types.elem(self.m.types.elem(self.m.ty(bx)));
        let elem_len = match elem_len {
            // Strings of a length that the descriptor alone knows.
            None if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) => {
                Some(self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX))
            }
            given => given,
        };
        self.b()
            .op(OpKind::BoxAllocate)
            .arg(bx)
            .args(lbs)
            .args(extents)
            .opt(elem_len)
            .opt(align)
            .opt(allocator)
            .result(Type::I32)
            .value()
    }

    fn check_status(&mut self, status: Value, name: &str) {
        let zero = self.b().int(0, Type::I32);
        let bad = self.b().cmp(Pred::Ne, status, zero);
        let _ = self.if_else(
            bad,
            |s| {
                let (file, line) = s.here();
                let text = s.bytes_const(name.as_bytes());
                let n = s.idx(name.len() as i64);
                s.rt(rt::frt_alloc_error, &[file, line, status, text, n]);
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
}

impl<'p> Lower<'p> {
    /// Stores STAT= and ERRMSG= at the end.
    fn finish_stat(&mut self, cell: Option<Value>, stat: Option<&'p Expr>, errmsg: Option<&'p Expr>) -> Lowered<()> {
        let (Some(c), Some(stat)) = (cell, stat) else { return Ok(()) };
        let v = self.b().load(c);
        let r = self.scalar_place(stat)?;
        let t = self.m.types.elem(self.m.ty(r));
        let w = self.cast(v, t);
        self.b().store(w, r);
        if let Some(e) = errmsg {
            let r = self.scalar_place(e)?;
            let (a, n) = (self.addr(r), self.chr_len(r));
            self.rt(rt::frt_alloc_errmsg, &[v, a, n]);
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
    ) -> Lowered<()> {
        let like = match source.or(mold) {
            Some(e) => Some(self.likeness(e)?),
            None => None,
        };
        let cell = self.stat_cell(stat);
        for it in items {
            self.unless_failed(cell, |s| s.allocate_item(it, like.as_ref(), source.is_some(), cell))?;
        }
        self.finish_stat(cell, stat, errmsg)
    }

    /// The object that SOURCE= or MOLD= names, evaluated once.
    fn likeness(&mut self, e: &'p Expr) -> Lowered<Like<'p>> {
        if class::is_class(&e.ty) {
            let mut x = self.entity(e)?;
            let declared = self.type_desc(&e.ty, e.span)?;
            x.dynamic = self.or_declared(x.dynamic, &e.ty, declared);
            return Ok(Like { e, place: x.place.unless_whole(e), dynamic: Some(x.dynamic) });
        }
        let place = match &e.kind {
            ExprKind::Call(_) if !matches!(e.ty, Ty::Character(..)) => self.entity(e)?.place,
            _ => self.place_or_temp(e)?,
        };
        Ok(Like { e, place: place.unless_whole(e), dynamic: None })
    }

    fn allocate_item(
        &mut self,
        it: &'p AllocItem,
        like: Option<&Like<'p>>,
        copies: bool,
        cell: Option<Value>,
    ) -> Lowered<()> {
        let span = it.object.span;
        let Some(bx) = self.box_of(&it.object)? else { return unsupported(span, "allocation of this object") };
        let bt = self.m.types.elem(self.m.ty(bx));
        let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
        let (mut lbs, mut ext) = (Vec::new(), Vec::new());
        if it.bounds.is_empty() && rank > 0 {
            let Some(Like { place: Place::Array { view, lbs: l }, .. }) = like else {
                return unsupported(span, "an array without bounds");
            };
            ext = self.view_extents(*view);
            lbs = match l {
                Some(l) => l.clone(),
                None => ext.iter().map(|_| self.idx(1)).collect(),
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
        if copies
            && !it.bounds.is_empty()
            && let Some(Like { place: Place::Array { view, .. }, .. }) = like
        {
            let (name, want) = (object_name(&it.object, self), self.view_extents(*view));
            self.check_shape(&name, &ext, &want)?;
        }
        let class = class::is_class(&it.object.ty);
        let dynamic = if class { Some(self.allocated_type(it, like)?) } else { None };
        let deferred = matches!(it.object.ty, Ty::Character(CharLen::Deferred | CharLen::Runtime, _));
        let elem_len = if let Some(d) = dynamic {
            Some(d.len)
        } else if matches!(self.m.types.kind(elem), TypeKind::Char(None, _)) {
            Some(match (self.given_len(it)?, like) {
                (Some(n), _) => n,
                (None, Some(l)) if deferred => self.like_len(l),
                _ => self.object_len(&it.object, bx)?,
            })
        } else {
            None
        };
        if let (Ty::Character(_, kind), Some(l), false) = (&it.object.ty, like, deferred) {
            let have = match (elem_len, self.m.types.size_of(elem)) {
                (Some(n), _) => Some(n),
                (None, Some(n)) => Some(self.idx(n as i64)),
                (None, None) => None,
            };
            if let Some(have) = have {
                let given = self.like_len(l);
                self.check_lengths("ALLOCATE with SOURCE= or MOLD=", have, given, *kind)?;
            }
        }
        let align = (it.alignment > 0).then(|| self.b().int(it.alignment, Type::I64));
        let allocator = it.allocator.as_ref().map(|e| self.scalar(e)).transpose()?;
        let status = self.allocate_status(bx, &lbs, &ext, elem_len, (align, allocator));
        let name = object_name(&it.object, self);
        self.report(status, cell, &name);
        let zero = self.b().int(0, Type::I32);
        let ok = self.b().cmp(Pred::Eq, status, zero);
        let derived = match &it.object.ty {
            Ty::Derived(t) => Some(*t),
            _ => None,
        };
        let source = like.filter(|_| copies);
        if let (Some(Like { place: Place::Array { view, .. }, .. }), false) = (source, it.bounds.is_empty())
            && self.checked(|c| c.bounds)
        {
            let have = self.view_extents(*view);
            self.check_shape(&name, &ext, &have)?;
        }
        if derived.is_none() && source.is_none() && dynamic.is_none() {
            return Ok(());
        }
        self.if_else(
            ok,
            |s| {
                if let Some(d) = dynamic {
                    s.set_type(bx, d);
                    return s.fill_allocated(bx, d, source);
                }
                if let (Some(t), Some(l)) = (derived, source)
                    && s.is_managed(t)
                {
                    let ty = s.type_desc(&Ty::Derived(t), span)?;
                    let len = s.idx(0);
                    return s.fill_allocated(bx, class::Dyn { ty, len }, Some(l));
                }
                let data = s.allocatable_view(bx);
                let Some(l) = source else {
                    let Some(t) = derived else { return Ok(()) };
                    return if rank == 0 { s.default_init(data, t, span) } else { s.default_init_view(data, t, span) };
                };
                match &l.place {
                    Place::Scalar(r) if rank == 0 => match derived {
                        Some(t) => s.clone_derived(data, *r, t, span)?,
                        None => {
                            let v = s.load_ref(*r);
                            s.store_ref(v, data);
                        }
                    },
                    Place::Scalar(r) => {
                        let v = s.load_ref(*r);
                        s.assign_prep(data, &Prep::Scalar(v), None)?;
                    }
                    Place::Array { view, .. } => {
                        let view = match derived {
                            Some(t) => s.view_as(*view, t, span)?,
                            None => *view,
                        };
                        let p = s.load_view(view);
                        s.assign_prep(data, &p, None)?;
                    }
                }
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Dynamic type of a new polymorphic object.
    fn allocated_type(&mut self, it: &'p AllocItem, like: Option<&Like<'p>>) -> Lowered<class::Dyn> {
        let span = it.object.span;
        if let Some(t) = &it.ty {
            let ty = self.type_desc(t, span)?;
            let len = match (self.given_len(it)?, self.size_of(t)) {
                (Some(n), _) => n,
                (None, Some(n)) => self.idx(n as i64),
                _ => return unsupported(span, "an object of this length"),
            };
            return Ok(class::Dyn { ty, len });
        }
        if let Some(l) = like {
            return match l.dynamic {
                Some(d) => Ok(d),
                None => self.static_type(&l.e.ty, &l.place, span),
            };
        }
        let ty = self.type_desc(&it.object.ty, span)?;
        let len = match self.size_of(&it.object.ty) {
            Some(n) => self.idx(n as i64),
            None => return unsupported(span, "an unlimited polymorphic object without a type"),
        };
        Ok(class::Dyn { ty, len })
    }

    /// Length of strings given in the type specification.
    fn given_len(&mut self, it: &'p AllocItem) -> Lowered<Option<Value>> {
        let kind = it.ty.as_ref().unwrap_or(&it.object.ty).chr_kind();
        let e = match (&it.char_len, &it.ty) {
            (Some(e), _) => e,
            (None, Some(Ty::Character(CharLen::Const(n), _))) => {
                return Ok(Some(self.idx((*n).max(0) * i64::from(kind))));
            }
            (None, Some(Ty::Character(CharLen::Expr(e), _))) => e,
            _ => return Ok(None),
        };
        let v = self.scalar(e)?;
        let v = self.to_index(v);
        let v = self.max0(v);
        Ok(Some(self.bytes_of_chars(v, kind)))
    }

    /// DEALLOCATE.
    pub fn deallocate(&mut self, items: &'p [Expr], stat: Option<&'p Expr>, errmsg: Option<&'p Expr>) -> Lowered<()> {
        let cell = self.stat_cell(stat);
        for e in items {
            let Some(bx) = self.box_of(e)? else { return unsupported(e.span, "deallocation of this object") };
            self.unless_failed(cell, |s| {
                let status = match &e.ty {
                    // Nothing but its bytes ends with the object.
                    Ty::Derived(id) if !s.is_managed(*id) => {
                        s.b().op(OpKind::BoxDeallocate).arg(bx).result(Type::I32).value()
                    }
                    Ty::Derived(_) | Ty::Class(_) => {
                        let desc = s.cast_ref(bx, Type::PTR);
                        let ty = s.type_desc(&e.ty, e.span)?;
                        let class = s.b().int(i64::from(class::is_class(&e.ty)), Type::I32);
                        s.rt_value(rt::frt_object_deallocate, &[desc, ty, class], Type::I32)
                    }
                    _ => s.b().op(OpKind::BoxDeallocate).arg(bx).result(Type::I32).value(),
                };
                let name = object_name(e, s);
                s.report(status, cell, &name);
                Ok(())
            })?;
        }
        self.finish_stat(cell, stat, errmsg)
    }

    /// Runs `f` unless an error was recorded before: after a failure the rest is left alone.
    fn unless_failed(&mut self, cell: Option<Value>, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let Some(c) = cell else { return f(self) };
        let v = self.b().load(c);
        let zero = self.b().int(0, Type::I32);
        let ok = self.b().cmp(Pred::Eq, v, zero);
        self.if_else(ok, f, |_| Ok(()))
    }

    /// Gives new elements of a type their value: copies of SOURCE=, or the default.
    fn fill_allocated(&mut self, bx: Value, d: class::Dyn, source: Option<&Like<'p>>) -> Lowered<()> {
        let desc = self.cast_ref(bx, Type::PTR);
        match source {
            Some(l) => {
                let v = match &l.place {
                    Place::Scalar(r) => *r,
                    Place::Array { view, .. } => *view,
                };
                let src = self.object_box(v);
                self.rt(rt::frt_object_clone, &[desc, src, d.ty]);
            }
            None => self.rt(rt::frt_object_init, &[desc, d.ty]),
        }
        Ok(())
    }

    fn like_len(&mut self, l: &Like<'p>) -> Value {
        match &l.place {
            Place::Scalar(r) => self.chr_len(*r),
            Place::Array { view, .. } => self.view_elem_len(*view),
        }
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

/// What SOURCE= or MOLD= names.
struct Like<'p> {
    e: &'p Expr,
    place: Place,
    dynamic: Option<class::Dyn>,
}
