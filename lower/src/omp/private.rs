//! Private copies: which variables a construct makes private, and what a copy is.
//!
//! Every construct gets its copies by [`super::recipes`], so that they are the same on the host and on devices: with the shape, length
//! and allocation of the original, and with its value or the default initialization of its type (OpenMP 6.0, 7.4).
//! The copy of a target region belongs to the task that runs the region: the host makes it in front of the region, which
//! maps it in place of the original. Scalars go as values. Copies that only the region itself can make (of pointers, of
//! allocatables inside it) keep it on the host, as all code does that no kernel can run.

use super::clauses::{ByDefault, DataClause, conditionals, data_clauses, listed};
use super::target::Mapped;
use super::target_task::Met;
use super::*;
use class::is_class;
use ferrotran_ir::{DataSharing, MapKind};

/// The variables that a target region has for itself.
#[derive(Default)]
pub(super) struct OwnOfTarget {
    /// Copies of its op: scalars, which go as values, and those that only the region itself can make.
    pub inside: Vec<(SymbolId, DataSharing)>,
    /// Copies that the host makes, and the region maps.
    pub before: Vec<(SymbolId, DataSharing)>,
    /// How it maps these, and copies that belong to the task of the region.
    pub mapped: Vec<(SymbolId, MapKind)>,
    /// Objects of type `c_ptr` or `c_funptr` in `inside` and the addresses in them: what these point to may be on the device.
    pub addresses: Vec<(SymbolId, Value)>,
}

impl<'p> Lower<'p> {
    /// The variables in PRIVATE and FIRSTPRIVATE clauses.
    pub(super) fn privates(&self, o: &'p Omp) -> Vec<(SymbolId, DataSharing)> {
        let mut list: Vec<(SymbolId, DataSharing)> = Vec::new();
        for c in data_clauses(o) {
            match c {
                DataClause::Private(l) => list.extend(l.iter().map(|&s| (s, DataSharing::Private))),
                DataClause::Firstprivate(l) => list.extend(l.iter().map(|&s| (s, DataSharing::Firstprivate))),
                DataClause::Default(how @ (DefaultSharing::Private | DefaultSharing::Firstprivate), of) => {
                    let how = match how == DefaultSharing::Firstprivate {
                        true => DataSharing::Firstprivate,
                        false => DataSharing::Private,
                    };
                    list.extend(self.unlisted_of(o, of).into_iter().map(|s| (s, how)));
                }
                // The others get their copies where loops, reductions and target regions begin.
                DataClause::Lastprivate(_)
                | DataClause::LastprivateConditional(_)
                | DataClause::Linear(_)
                | DataClause::Shared
                | DataClause::Default(DefaultSharing::Shared | DefaultSharing::None, _)
                | DataClause::Defaultmap(..)
                | DataClause::Reduction { .. }
                | DataClause::Scanned(_)
                | DataClause::Mapped
                | DataClause::DeviceAddress(_)
                | DataClause::Other => {}
            }
        }
        // What gives the value of the last iteration that assigns it is a copy of the loops; SIMD alone has none.
        list.retain(|(s, _)| !conditionals(o).any(|c| c == *s));
        list
    }

    /// Variables of which a target construct has copies; `true`: with the value of the original. `maps`: what it maps.
    pub(super) fn target_privates(&mut self, rest: Leaves<'p>, maps: &[Mapped]) -> Lowered<Vec<(SymbolId, bool)>> {
        let Leaves { o, .. } = rest;
        let mapped = |v: &Value| maps.iter().any(|m| m.memory == *v);
        let back = |c: &Clause| {
            // What comes back to the host is mapped.
            matches!(
                c,
                Clause::Map { .. }
                    | Clause::Iterated { .. }
                    | Clause::Lastprivate(_)
                    | Clause::LastprivateConditional(_)
                    | Clause::Linear(..)
                    | Clause::Induction { .. }
            )
        };
        let back = listed(o, back);
        let mut out: Vec<(SymbolId, bool)> = Vec::new();
        for c in data_clauses(o) {
            match c {
                DataClause::Private(l) => {
                    // In a combined construct the innermost leaf has private variables.
                    if rest.list.is_empty() {
                        out.extend(l.iter().map(|&s| (s, false)));
                    }
                }
                DataClause::Firstprivate(l) => out.extend(l.iter().filter(|s| !back.contains(s)).map(|&s| (s, true))),
                DataClause::DeviceAddress(l) => {
                    out.extend(l.iter().filter(|&&s| self.is_address_object(s)).map(|&s| (s, true)));
                }
                DataClause::Lastprivate(_)
                | DataClause::LastprivateConditional(_)
                | DataClause::Linear(_)
                | DataClause::Shared
                | DataClause::Default(..)
                | DataClause::Defaultmap(..)
                | DataClause::Reduction { .. }
                | DataClause::Scanned(_)
                | DataClause::Mapped
                | DataClause::Other => {}
            }
        }
        for (s, how) in self.defaultmap(o)? {
            if let ByDefault::Copy { first } = how
                && !mapped(&self.symbol_memory(s)?)
            {
                out.push((s, first));
            }
        }
        for s in self.unlisted(o, true) {
            if let Some(Binding::Scalar(v)) = self.entities.get(s)
                && self.is_plain(self.m.types.elem(self.m.ty(*v)))
                && !mapped(v)
                && !out.iter().any(|p| p.0 == s)
            {
                out.push((s, true));
            }
        }
        Ok(out)
    }

    /// An object of type `c_ptr` or `c_funptr`, of which `is_device_ptr` wants the value.
    pub(super) fn is_address_object(&self, s: SymbolId) -> bool {
        let sym = self.sym(s);
        sym.rank() == 0
            && matches!(sym.ty, Ty::Derived(t) if types::c_address(self.dtype(t)).is_some())
            && !(sym.pointer || sym.allocatable)
    }

    /// In front of a target region: the variables that it has for itself.
    pub(super) fn target_copies(&mut self, rest: Leaves<'p>, met: &Met, maps: &[Mapped]) -> Lowered<OwnOfTarget> {
        let mut out = OwnOfTarget::default();
        for (s, first) in self.target_privates(rest, maps)? {
            if first && met.own.contains(&s) {
                out.mapped.push((s, MapKind::To));
                continue;
            }
            let sym = self.sym(s);
            let how = if first { DataSharing::Firstprivate } else { DataSharing::Private };
            match self.binding(s, sym.span)? {
                Binding::Scalar(v) if self.is_plain(self.m.types.elem(self.m.ty(v))) => out.inside.push((s, how)),
                Binding::Scalar(v) if first && self.is_address_object(s) && self.doubt(s)?.is_none() => {
                    let cell = self.field_at(v, 0, Type::PTR);
                    let address = self.b().load(cell);
                    out.addresses.push((s, address));
                    out.inside.push((s, DataSharing::Private));
                }
                Binding::Box(_) if sym.pointer => out.inside.push((s, how)),
                Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_) => {
                    // Without a value it need not go to the device.
                    let empty = !first && !sym.allocatable && !matches!(sym.ty, Ty::Derived(_) | Ty::Class(_));
                    out.mapped.push((s, if empty { MapKind::Alloc } else { MapKind::To }));
                    out.before.push((s, how));
                }
                Binding::Value(_) | Binding::Proc(_) => return unsupported(sym.span, "this variable in a clause"),
            }
        }
        Ok(out)
    }

    /// At the begin of a target region: its object of type `c_ptr` or `c_funptr` has that address.
    pub(super) fn set_address(&mut self, s: SymbolId, address: Value) -> Lowered<()> {
        let own = self.symbol_memory(s)?;
        let cell = self.field_at(own, 0, Type::PTR);
        self.b().store(address, cell);
        Ok(())
    }
}

impl Lower<'_> {
    /// A variable of its own for whoever runs what is lowered next, from here to the end of the directive, with the value of
    /// the original.
    pub(crate) fn own_copy(&mut self, s: SymbolId) -> Lowered<()> {
        let span = self.sym(s).span;
        let outer = self.binding(s, span)?;
        let fresh = self.private_storage(s, &outer)?;
        self.copy_intrinsically(s, &fresh, &outer)?;
        self.entities.bind(s, fresh);
        Ok(())
    }

    /// A variable like that one for what is lowered next, as it is where its declaration begins to hold: with default
    /// initialization, its allocatable components not allocated.
    pub(crate) fn own_variable(&mut self, s: SymbolId) -> Lowered<()> {
        let span = self.sym(s).span;
        let outer = self.binding(s, span)?;
        let fresh = self.private_storage(s, &outer)?;
        self.entities.bind(s, fresh);
        Ok(())
    }

    /// Of an optional dummy that may be absent here: whether it is present.
    pub(super) fn doubt(&mut self, s: SymbolId) -> Lowered<Option<Value>> {
        let sym = self.sym(s);
        if !sym.optional || self.entities.is_present(s) {
            return Ok(None);
        }
        self.present(s, sym.span).map(Some)
    }

    /// The storage, or none where the condition is false: the copy of an absent dummy is absent.
    pub(super) fn only_where(&mut self, here: Option<Value>, s: SymbolId, b: Binding) -> Lowered<Binding> {
        let Some(here) = here else { return Ok(b) };
        let at = self.binding_address(s, &b)?;
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let at = self.b().op(OpKind::Select).arg(here).arg(at).arg(null).result(Type::PTR).value();
        self.binding_at(s, &b, at)
    }

    /// Address of a variable's storage or descriptor.
    pub(super) fn binding_address(&mut self, s: SymbolId, b: &Binding) -> Lowered<Value> {
        match b {
            Binding::Array { view, .. } => Ok(self.b().op(OpKind::ViewAddr).arg(*view).result(Type::PTR).value()),
            Binding::Box(r) => Ok(self.cast_ref(*r, Type::PTR)),
            Binding::Scalar(r) => {
                let t = self.m.types.elem(self.m.ty(*r));
                if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
                    return Ok(self.b().op(OpKind::ChrAddr).arg(*r).result(Type::PTR).value());
                }
                Ok(self.cast_ref(*r, Type::PTR))
            }
            _ => unsupported(self.sym(s).span, "this variable in a clause"),
        }
    }

    /// The variable like `b` at another address; arrays there are contiguous.
    pub(super) fn binding_at(&mut self, s: SymbolId, b: &Binding, at: Value) -> Lowered<Binding> {
        Ok(match b {
            Binding::Array { view, lbs } if self.is_polymorphic(s) => {
                Binding::Array { view: self.polymorphic_at(s, *view, at)?, lbs: lbs.clone() }
            }
            Binding::Array { view, lbs } => {
                let t = self.m.ty(*view);
                let (shape, elem) = (self.m.types.shape(t).to_vec(), self.m.types.elem(t));
                let ext = self.view_extents(*view);
                let len = matches!(self.m.types.kind(elem), TypeKind::Char(None, _))
                    .then(|| self.b().unary(OpKind::ViewElemLen, *view, Type::INDEX));
                let vt = self.m.types.view(shape, elem, true);
                let view = self.b().op(OpKind::ViewMake).arg(at).args(&ext).args(&[]).opt(len).result(vt).value();
                Binding::Array { view, lbs: lbs.clone() }
            }
            Binding::Box(r) => {
                let t = self.m.ty(*r);
                Binding::Box(self.cast_ref(at, t))
            }
            Binding::Scalar(r) => {
                let rt = self.m.ty(*r);
                let t = self.m.types.elem(rt);
                if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) {
                    let n = self.b().op(OpKind::ChrLen).arg(*r).result(Type::INDEX).value();
                    return Ok(Binding::Scalar(self.b().op(OpKind::ChrRef).arg(at).arg(n).result(rt).value()));
                }
                Binding::Scalar(self.cast_ref(at, rt))
            }
            _ => return unsupported(self.sym(s).span, "this variable in a clause"),
        })
    }

    /// What a private copy holds at first.
    pub(super) fn begin_copy(&mut self, s: SymbolId, fresh: &Binding, outer: &Binding, first: bool) -> Lowered<()> {
        let sym = self.sym(s);
        if first {
            return self.copy_variable(s, fresh, outer);
        }
        if self.is_polymorphic(s) {
            return self.begin_polymorphic(s, fresh, outer);
        }
        match (fresh, outer, &sym.ty) {
            _ if sym.pointer => Ok(()),
            (Binding::Box(d), Binding::Box(from), _) => {
                // Allocated with the bounds of the original, if that is allocated.
                let (d, from) = (*d, *from);
                let have = self.b().unary(OpKind::BoxAllocated, from, Type::BOOL);
                self.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(from);
                        let view = l.box_view(from);
                        let ext = if lbs.is_empty() { Vec::new() } else { l.view_extents(view) };
                        let len = l.box_len(from);
                        l.allocate_box(d, &lbs, &ext, len)?;
                        let Ty::Derived(t) = &sym.ty else { return Ok(()) };
                        let to = l.box_view(d);
                        match l.m.tk(to) {
                            _ if l.is_managed(*t) => l.private_derived(to, view, *t, sym.span),
                            TypeKind::View { .. } => l.default_init_view(to, *t, sym.span),
                            _ => l.default_init(to, *t, sym.span),
                        }
                    },
                    |_| Ok(()),
                )
            }
            (Binding::Scalar(d), Binding::Scalar(f), Ty::Derived(t))
            | (Binding::Array { view: d, .. }, Binding::Array { view: f, .. }, Ty::Derived(t))
                if self.is_managed(*t) =>
            {
                self.private_derived(*d, *f, *t, sym.span)
            }
            // The storage has its default initialization.
            (Binding::Scalar(_) | Binding::Array { .. }, _, _) => Ok(()),
            (Binding::Box(_) | Binding::Value(_) | Binding::Proc(_), _, _) => {
                unsupported(sym.span, "a private copy of this variable")
            }
        }
    }

    /// Ends what a private copy holds, and its storage where that is not the activation's.
    pub(super) fn end_copy(&mut self, s: SymbolId, fresh: &Binding) -> Lowered<()> {
        let sym = self.sym(s);
        match (fresh, &sym.ty) {
            (Binding::Box(bx), _) if sym.allocatable => {
                let c = self.allocatable_cleanup(*bx, &sym.ty, sym.span)?;
                self.release(c);
                return Ok(());
            }
            // What a pointer points to lives on.
            (Binding::Box(_), _) => return Ok(()),
            (Binding::Scalar(v) | Binding::Array { view: v, .. }, Ty::Derived(t)) if self.is_managed(*t) => {
                let c = self.object_cleanup(*v, *t, sym.span)?;
                self.release(c);
            }
            (Binding::Scalar(_) | Binding::Array { .. } | Binding::Value(_) | Binding::Proc(_), _) => {}
        }
        let on_heap = match fresh {
            Binding::Array { view, .. } => self.bytes_on_stack(s, *view).is_none(),
            Binding::Scalar(r) => {
                matches!(self.m.types.kind(self.m.types.elem(self.m.ty(*r))), TypeKind::Char(None, _))
            }
            Binding::Box(_) | Binding::Value(_) | Binding::Proc(_) => false,
        };
        if on_heap {
            let at = self.binding_address(s, fresh)?;
            self.release(Cleanup::Free(at));
        }
        Ok(())
    }

    /// Bytes of an array whose copies are in the storage of the activation.
    fn bytes_on_stack(&mut self, s: SymbolId, view: Value) -> Option<i64> {
        let shape = self.m.types.shape(self.m.ty(view)).iter().copied().collect::<Option<Vec<i64>>>()?;
        let size = {
            let ty = &self.sym(s).ty;
            self.size_of(ty)?
        };
        let bytes = shape.iter().product::<i64>() * size as i64;
        (bytes <= 16 * 1024).then_some(bytes)
    }

    /// Storage like that of a variable. It ends with the directive.
    fn private_storage(&mut self, s: SymbolId, outer: &Binding) -> Lowered<Binding> {
        let (fresh, ends) = self.collecting_exits(|l| l.storage_like(s, outer));
        ends.into_iter().for_each(|c| self.f.cleanups.after_statement(c));
        let fresh = fresh?;
        if let Some(c) = self.end_on_devices(s, &fresh) {
            self.f.cleanups.after_statement(c);
        }
        Ok(fresh)
    }

    pub(super) fn storage_like(&mut self, s: SymbolId, outer: &Binding) -> Lowered<Binding> {
        if self.is_polymorphic(s) {
            return self.polymorphic_storage(s, outer);
        }
        let sym = self.sym(s);
        Ok(match outer {
            // Dummies and others keep their shape, not their declaration.
            Binding::Array { view, lbs } => {
                let (view, lbs) = (*view, lbs.clone());
                let t = self.m.ty(view);
                let elem = self.m.types.elem(t);
                let ext = self.view_extents(view);
                let v = match self.bytes_on_stack(s, view) {
                    Some(n) => {
                        let shape = self.m.types.shape(t).to_vec();
                        let vt = self.m.types.view(shape, elem, true);
                        self.b()
                            .op(OpKind::Alloca)
                            .attr("name", Attr::str(&sym.name))
                            .attr("size", Attr::Int(n))
                            .attr("align", Attr::Int(64))
                            .result(vt)
                            .value()
                    }
                    None => {
                        let len = matches!(self.m.types.kind(elem), TypeKind::Char(None, _))
                            .then(|| self.b().unary(OpKind::ViewElemLen, view, Type::INDEX));
                        self.temp_view_len(&ext, elem, len, "private copy", sym.span)?
                    }
                };
                if let Ty::Derived(t) = &sym.ty {
                    self.default_init_view(v, *t, sym.span)?;
                    if self.is_managed(*t) {
                        let c = self.object_cleanup(v, *t, sym.span)?;
                        self.f.cleanups.at_exit(c);
                    }
                }
                Binding::Array { view: v, lbs }
            }
            Binding::Scalar(r) => {
                let t = self.m.types.elem(self.m.ty(*r));
                match &sym.ty {
                    Ty::Derived(id) => {
                        let v = self.new_object(*id, sym.span)?;
                        if self.is_managed(*id) {
                            let c = self.object_cleanup(v, *id, sym.span)?;
                            self.f.cleanups.at_exit(c);
                        }
                        Binding::Scalar(v)
                    }
                    _ if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) => {
                        let n = self.b().op(OpKind::ChrLen).arg(*r).result(Type::INDEX).value();
                        let name = Attr::str(&sym.name);
                        let p = self.b().op(OpKind::Alloc).arg(n).attr("name", name).result(Type::PTR).value();
                        self.f.cleanups.at_exit(Cleanup::Free(p));
                        let rt = self.m.types.reference(t);
                        Binding::Scalar(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value())
                    }
                    _ => Binding::Scalar(self.alloca(t, Some(&sym.name))),
                }
            }
            _ => self.local_storage(sym)?,
        })
    }
}

impl FunctionBuilder {
    /// Bytes of an element of a descriptor of strings whose length is not in its type.
    fn box_len(&mut self, bx: Value) -> Option<Value> {
        let t = self.m.types.elem(self.m.types.elem(self.m.ty(bx)));
        matches!(self.m.types.kind(t), TypeKind::Char(None, _))
            .then(|| self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX))
    }
}

impl Lower<'_> {
    /// Gives one copy of a variable the value (of pointers: the association) of another, by the defined assignment that its
    /// type binds, if there is one (OpenMP 6.0, 7.5.4, 7.5.5, 7.8).
    pub(super) fn copy_variable(&mut self, s: SymbolId, dst: &Binding, src: &Binding) -> Lowered<()> {
        let sym = self.sym(s);
        let assignment = match &sym.ty {
            Ty::Derived(t) | Ty::Class(Some(t)) if !sym.pointer => self.bound_assignment(*t, sym.rank()),
            _ => None,
        };
        let Some(assignment) = assignment else { return self.copy_intrinsically(s, dst, src) };
        let (Binding::Box(d), Binding::Box(f)) = (dst, src) else { return self.define_copy(s, dst, src, assignment) };
        let (d, f) = (*d, *f);
        let have = self.b().unary(OpKind::BoxAllocated, f, Type::BOOL);
        self.if_else(
            have,
            |l| {
                let class = is_class(&sym.ty);
                let mut fits = l.b().unary(OpKind::BoxAllocated, d, Type::BOOL);
                if class {
                    let (to, from) = (l.box_type(d).ty, l.box_type(f).ty);
                    let same = l.b().op(OpKind::PtrCmp).arg(to).arg(from).result(Type::BOOL).value();
                    fits = l.b().binary(OpKind::And, fits, same);
                }
                l.if_else(
                    fits,
                    |_| Ok(()),
                    |l| {
                        if class {
                            l.release(Cleanup::Class(d));
                        }
                        let like = l.bound_entity(s, src)?;
                        l.allocate_as(d, &like, class)
                    },
                )?;
                l.define_copy(s, dst, src, assignment)
            },
            // Not allocated: nor will be the other.
            |l| l.copy_intrinsically(s, dst, src),
        )
    }

    /// Assigns objects by a type-bound defined assignment: its slot, and which of its arguments are polymorphic.
    fn define_copy(&mut self, s: SymbolId, dst: &Binding, src: &Binding, (slot, class): (usize, i64)) -> Lowered<()> {
        let ((to, _), (from, ty)) = (self.object_of(s, dst)?, self.object_of(s, src)?);
        let procedure = self.slot_procedure(ty, slot);
        let class = self.b().int(class, Type::I32);
        self.rt(rt::frt_object_define, &[to, from, ty, procedure, class]);
        Ok(())
    }

    /// Gives one copy of a variable the value (of pointers: the association) of another, by intrinsic assignment.
    pub(crate) fn copy_intrinsically(&mut self, s: SymbolId, dst: &Binding, src: &Binding) -> Lowered<()> {
        if self.is_polymorphic(s) {
            return self.copy_polymorphic(s, dst, src);
        }
        let sym = self.sym(s);
        match (dst, src) {
            (Binding::Box(d), Binding::Box(f)) if sym.pointer => {
                let (d, f) = (*d, *f);
                let have = self.b().unary(OpKind::BoxAllocated, f, Type::BOOL);
                self.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(f);
                        let view = l.box_view(f);
                        l.b().op(OpKind::BoxSet).arg(d).arg(view).args(&lbs).build();
                        Ok(())
                    },
                    |l| {
                        l.nullify_box(d);
                        Ok(())
                    },
                )
            }
            (Binding::Box(d), Binding::Box(f)) => {
                let ty = self.type_desc(&sym.ty, sym.span)?;
                self.allocatable_assign(*d, *f, ty, false, true);
                Ok(())
            }
            (Binding::Scalar(d), Binding::Scalar(f))
            | (Binding::Array { view: d, .. }, Binding::Array { view: f, .. })
                if matches!(&sym.ty, Ty::Derived(t) if self.is_managed(*t)) =>
            {
                let Ty::Derived(t) = &sym.ty else { return Ok(()) };
                self.copy_derived(*d, *f, *t, sym.span)
            }
            _ => self.copy_binding(dst, src),
        }
    }
}
