//! Actual arguments: what is handed over for one dummy, with copies and descriptors where they are needed.

use super::super::place::Place;
use super::*;
use ferrotran_ir::BoxAttribute;

impl<'p> Declarations<'p> {
    /// A copy of a value ends with the statement; it is not finalized.
    pub fn end_copy(&mut self, obj: Value, t: TypeId, span: Span) -> Lowered<()> {
        if self.is_managed(t) && !self.f.in_body() {
            let ty = self.type_desc(&Ty::Derived(t), span)?;
            let desc = self.object_box(obj);
            self.f.cleanups.after_statement(Cleanup::Copy { desc, ty: Some(ty) });
        }
        Ok(())
    }

    /// A copy of a scalar value in storage of its own.
    pub fn fresh_copy(&mut self, v: Value, x: &'p Expr) -> Lowered<Value> {
        if matches!(x.kind, ExprKind::Call(_) | ExprKind::StructCtor { .. }) && matches!(x.ty, Ty::Derived(_)) {
            return Ok(v); // nobody else has it
        }
        if let Ty::Derived(id) = &x.ty {
            let obj = self.new_object(*id, x.span)?;
            self.clone_derived(obj, v, *id, x.span)?;
            self.end_copy(obj, *id, x.span)?;
            return Ok(obj);
        }
        if matches!(x.ty, Ty::Character(..)) {
            let n = self.chr_len(v);
            let kind = self.chr_kind(v);
            let (p, _) = self.string_buffer(n, kind, x.span)?;
            let from = self.addr(v);
            self.rt(rt::frt_memcpy, &[p, from, n]);
            let rt = self.m.types.reference(Type::chr(kind));
            return Ok(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value());
        }
        self.spill(v, &x.ty, x.span)
    }

    /// Address of the elements of a view in a contiguous place: themselves, or a copy that goes back after the call.
    pub fn packed(&mut self, x: &Expr, view: Value, intent: Intent) -> Value {
        let elem = self.m.types.elem(self.m.ty(view));
        let rank = self.m.types.rank(self.m.ty(view));
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(&[]).result(rt).value();
        let desc = self.cast_ref(bx, Type::PTR);
        self.packed_descriptor(x, desc, intent)
    }

    /// As [`Self::packed`], of what a descriptor describes.
    pub fn packed_descriptor(&mut self, x: &Expr, desc: Value, intent: Intent) -> Value {
        let packed = self.rt_value(rt::frt_pack, &[desc], Type::PTR);
        let constant = x.variable().is_some_and(|s| self.sym(s).storage == Storage::Constant);
        self.f.cleanups.after_statement(match intent {
            Intent::In => Cleanup::UnpackIn { desc, packed },
            // Nothing can have changed, and the place cannot be written to.
            _ if constant => Cleanup::UnpackIn { desc, packed },
            _ => Cleanup::Unpack { desc, packed },
        });
        packed
    }
}

impl<'p> Expressions<'p> {
    /// One argument for a dummy.
    pub fn actual(&mut self, x: &'p Expr, d: &'p Symbol) -> Lowered<Passed> {
        if d.optional && !(d.allocatable || d.pointer) {
            return self.with_descriptor(x, |l| l.actual_for(x, d));
        }
        self.actual_for(x, d)
    }

    /// Runs `f` where the descriptor of an allocatable or pointer `x` may be looked at, also where `x` is an optional
    /// dummy that is absent.
    pub fn with_descriptor<T>(&mut self, x: &Expr, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let Some(s) = self.optional_dummy(x) else { return f(self) };
        let sym = self.sym(s);
        let Binding::Box(b) = self.binding(s, x.span)? else { return f(self) };
        if !(sym.allocatable || sym.pointer) {
            return f(self);
        }
        let safe = self.present_box(b);
        self.entities.bind(s, Binding::Box(safe));
        let out = f(self);
        self.entities.bind(s, Binding::Box(b));
        out
    }

    /// The variable itself, where a procedure pointer is the argument for one.
    pub(super) fn procedure_cell(&mut self, x: &'p Expr, d: &Symbol) -> Lowered<Option<Value>> {
        let ExprKind::ProcRef(t) = &x.kind else { return Ok(None) };
        if d.ty != Ty::Procedure {
            return Ok(None);
        }
        Ok(match &**t {
            ProcTarget::Symbol(s) => match self.binding(*s, x.span)? {
                Binding::Scalar(cell) => Some(cell),
                Binding::Array { .. } | Binding::Box(_) | Binding::Value(_) | Binding::Proc(_) => None,
            },
            ProcTarget::Pointer { expr, .. } if is_designator(expr) => Some(self.scalar_place(expr)?),
            ProcTarget::Proc(_)
            | ProcTarget::Implicit { .. }
            | ProcTarget::Pointer { .. }
            | ProcTarget::Bound { .. } => None,
        })
    }

    pub(super) fn actual_for(&mut self, x: &'p Expr, d: &'p Symbol) -> Lowered<Passed> {
        let how = self.passing(d)?;
        if matches!(x.kind, ExprKind::Null) && d.optional && !d.pointer && !d.allocatable && d.ty != Ty::Procedure {
            // A disassociated pointer makes an absent argument.
            let len =
                matches!(how, Passing::Chr) || (matches!(how, Passing::Array(_)) && matches!(d.ty, Ty::Character(..)));
            let t = self.passing_ty(how);
            let value = self.b().op(OpKind::NullPtr).result(t).value();
            return Ok(Passed { value, len: len.then(|| self.idx(0)), bound: None });
        }
        if d.ignore_tkr && matches!(how, Passing::Ref(_) | Passing::Array(_) | Passing::Chr) {
            return self.actual_address(x, d, how);
        }
        self.check_actual(d, x)?;
        let is_chr = matches!(d.ty, Ty::Character(..));
        if self.value_by_copy(d) && !matches!(how, Passing::Box(_)) {
            return self.actual_copy(x, d, how);
        }
        match how {
            Passing::Proc => {
                let value = self.scalar(x)?;
                self.check_actual_procedure(d, x, value)?;
                Ok(Passed { value, len: None, bound: Some(Binding::Proc(value)) })
            }
            Passing::Value(t) if d.optional && self.may_be_absent(x) => self.foreign_optional(x, t),
            Passing::Value(t) => {
                let v = self.scalar(x)?;
                let value = self.cast(v, t);
                let bound = Some(Binding::Value(v));
                Ok(Passed { value, len: None, bound })
            }
            Passing::Struct(t) => {
                let v = self.scalar(x)?;
                let r = self.fresh_copy(v, x)?;
                let rt = self.m.types.reference(t);
                let value = self.cast_ref(r, rt);
                Ok(Passed { value, len: None, bound: Some(Binding::Scalar(value)) })
            }
            Passing::Byte(t) => {
                let v = self.scalar(x)?;
                let p = self.addr(v);
                let rt = self.m.types.reference(t);
                let p = self.cast_ref(p, rt);
                let value = self.b().load(p);
                let len = if self.is_foreign(d) { Some(self.idx(1)) } else { None };
                Ok(Passed { value, len, bound: None })
            }
            Passing::Ref(t) => {
                let r = if let Some(cell) = self.procedure_cell(x, d)? {
                    cell
                } else if (is_designator(x) || self.gives_pointer(x)) && x.rank == 0 {
                    self.scalar_place(x)?
                } else if x.rank == 0 {
                    let v = self.scalar(x)?;
                    self.fresh_copy(v, x)?
                } else {
                    return unsupported(x.span, "an array for a scalar dummy argument");
                };
                let rt = self.m.types.reference(t);
                let value = self.cast_ref(r, rt);
                Ok(Passed { value, len: None, bound: Some(Binding::Scalar(value)) })
            }
            Passing::Chr => {
                let r = if is_designator(x) || self.gives_pointer(x) {
                    self.scalar_place(x)?
                } else {
                    let v = self.scalar(x)?;
                    if is_own_string(x) { self.spill(v, &x.ty, x.span)? } else { self.fresh_copy(v, x)? }
                };
                let n = self.chr_len(r);
                let value = self.addr(r);
                Ok(Passed { value, len: Some(n), bound: Some(Binding::Scalar(r)) })
            }
            Passing::Box(bt) if self.described_string(d) && d.rank() > 0 => {
                let value = self.actual_strings(x, d, bt)?;
                let value = self.rebased(value, d, 0);
                Ok(Passed { value, len: None, bound: None })
            }
            Passing::Box(bt) if self.described_string(d) => {
                let rt = self.m.types.reference(bt);
                let value = self.actual_unranked(x, d, rt)?;
                Ok(Passed { value, len: None, bound: None })
            }
            Passing::Box(bt) => {
                let mut p = self.actual_box(x, d, bt, is_chr)?;
                p.value = self.rebased(p.value, d, 0);
                Ok(p)
            }
            Passing::Class(bt) => {
                let rt = self.m.types.reference(bt);
                self.actual_class(x, d, rt)
            }
            Passing::Array(_) => {
                let (value, view) = self.actual_array(x, d.intent)?;
                let len = if is_chr { Some(self.elem_len_of(x, view)?) } else { None };
                let bound = match view {
                    Some(v) => {
                        let lbs = self.m.types.shape(self.m.ty(v)).to_vec();
                        let lbs = lbs.iter().map(|_| self.idx(1)).collect();
                        Some(Binding::Array { view: v, lbs })
                    }
                    None => None,
                };
                Ok(Passed { value, len, bound })
            }
        }
    }

    /// The address of an argument whose type and rank do not matter.
    fn actual_address(&mut self, x: &'p Expr, d: &'p Symbol, how: Passing) -> Lowered<Passed> {
        let value = if x.rank > 0 {
            self.actual_array(x, d.intent)?.0
        } else {
            let r = match x.ty {
                Ty::Class(_) => match self.entity(x)?.place {
                    Place::Scalar(r) | Place::Array { view: r, .. } => r,
                },
                _ => self.scalar_place(x)?,
            };
            self.addr(r)
        };
        let len = match d.ty {
            Ty::Character(..) => Some(self.len_of(x)?),
            _ => None,
        };
        let t = self.passing_ty(how);
        Ok(Passed { value: self.cast_ref(value, t), len, bound: None })
    }

    /// The address of a copy of the argument, which the procedure may change.
    pub(super) fn actual_copy(&mut self, x: &'p Expr, d: &Symbol, how: Passing) -> Lowered<Passed> {
        if x.rank > 0 {
            let (value, extents) = self.array_value(x)?;
            let view = self.materialize(value, &extents, &x.ty, x.span)?;
            let len = match x.ty {
                Ty::Character(..) => Some(self.elem_len_of(x, Some(view))?),
                _ => None,
            };
            let lbs = extents.iter().map(|_| self.idx(1)).collect();
            let value = self.addr(view);
            return Ok(Passed { value, len, bound: Some(Binding::Array { view, lbs }) });
        }
        if d.optional && self.may_be_absent(x) {
            let here = self.argument_there(x)?;
            if let Passing::Ref(t) = how {
                let rt = self.m.types.reference(t);
                let null = self.b().op(OpKind::NullPtr).result(rt).value();
                if let Ty::Derived(id) = &x.ty {
                    let obj = self.new_object(*id, x.span)?;
                    self.if_else(
                        here,
                        |l| {
                            let v = l.scalar(x)?;
                            l.clone_derived(obj, v, *id, x.span)
                        },
                        |_| Ok(()),
                    )?;
                    self.end_copy(obj, *id, x.span)?;
                    let obj = self.cast_ref(obj, rt);
                    let value = self.b().op(OpKind::Select).arg(here).arg(obj).arg(null).result(rt).value();
                    return Ok(Passed { value, len: None, bound: Some(Binding::Scalar(value)) });
                }
                let cell = self.alloca(rt, None);
                self.b().store(null, cell);
                self.if_else(
                    here,
                    |l| {
                        let v = l.scalar(x)?;
                        let r = l.fresh_copy(v, x)?;
                        let r = l.cast_ref(r, rt);
                        l.b().store(r, cell);
                        Ok(())
                    },
                    |_| Ok(()),
                )?;
                let value = self.b().load(cell);
                return Ok(Passed { value, len: None, bound: Some(Binding::Scalar(value)) });
            }
            let from = self.scalar_place(x)?;
            let (n, zero) = (self.chr_len(from), self.idx(0));
            let n = self.select(here, n, zero);
            let from = self.addr(from);
            let (copy, _) = self.string_buffer(n, x.ty.chr_kind(), x.span)?;
            self.rt(rt::frt_memcpy, &[copy, from, n]);
            let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
            let value = self.b().op(OpKind::Select).arg(here).arg(copy).arg(null).result(Type::PTR).value();
            return Ok(Passed { value, len: Some(n), bound: None });
        }
        let v = self.scalar(x)?;
        let r = self.fresh_copy(v, x)?;
        match how {
            Passing::Ref(t) => {
                let rt = self.m.types.reference(t);
                let value = self.cast_ref(r, rt);
                Ok(Passed { value, len: None, bound: Some(Binding::Scalar(value)) })
            }
            _ => {
                let n = self.chr_len(r);
                let value = self.addr(r);
                Ok(Passed { value, len: Some(n), bound: Some(Binding::Scalar(r)) })
            }
        }
    }

    pub fn elem_len_of(&mut self, x: &'p Expr, view: Option<Value>) -> Lowered<Value> {
        match view {
            Some(v) if matches!(self.m.tk(v), TypeKind::View { .. }) => Ok(self.view_elem_len(v)),
            _ => self.len_of(x),
        }
    }

    pub(super) fn actual_box(&mut self, x: &'p Expr, d: &'p Symbol, bt: Type, is_chr: bool) -> Lowered<Passed> {
        let rt = self.m.types.reference(bt);
        if d.dims == Dims::AssumedRank && !d.allocatable && !d.pointer {
            let value = self.actual_unranked(x, d, rt)?;
            let len = if is_chr { Some(self.len_of(x)?) } else { None };
            return Ok(Passed { value, len, bound: Some(Binding::Box(value)) });
        }
        if d.pointer
            && let Some(s) = self.unranked(x)
            && !self.sym(s).pointer
            && let Binding::Box(b) = self.binding(s, x.span)?
        {
            let value = if self.sym(s).allocatable { self.cast_ref(b, rt) } else { self.unranked_as_pointer(b, rt) };
            let len = if is_chr { Some(self.len_of(x)?) } else { None };
            return Ok(Passed { value, len, bound: Some(Binding::Box(value)) });
        }
        if d.allocatable || d.pointer {
            let target = d.pointer && self.is_allocatable(x);
            let whole = if target {
                None
            } else if d.pointer && self.gives_pointer(x) {
                self.descriptor_of(x)?
            } else {
                self.box_of(x)?
            };
            let bx = match whole {
                Some(b) => b,
                None if matches!(x.kind, ExprKind::Null) => {
                    // An assumed rank is that of the mold.
                    let of = match d.dims {
                        Dims::AssumedRank => {
                            let elem = self.m.types.elem(bt);
                            let bt = self.m.types.boxed(x.rank, elem);
                            self.m.types.reference(bt)
                        }
                        _ => rt,
                    };
                    let b = self.b().op(OpKind::Alloca).result(of).value();
                    self.b().op(OpKind::BoxInit).arg(b).choice(storage::box_attribute(d)).build();
                    self.cast_ref(b, rt)
                }
                // A pointer dummy with intent(in) takes a target; an allocatable function result is no variable.
                None => {
                    // Pointer association keeps the bounds of whole arrays.
                    let (v, lbs) = match self.place_or_temp(x)? {
                        Place::Scalar(r) => (r, vec![]),
                        Place::Array { view, lbs } => (view, lbs.filter(|_| is_designator(x)).unwrap_or_default()),
                    };
                    // An assumed rank is that of the argument.
                    let of = match (&d.dims, self.m.tk(v)) {
                        (Dims::AssumedRank, TypeKind::View { shape, .. }) => {
                            let rank = shape.len();
                            let types = &mut self.m.types;
                            let bt = types.boxed(rank, types.elem(bt));
                            types.reference(bt)
                        }
                        _ => rt,
                    };
                    let bx =
                        self.b().op(OpKind::BoxMake).arg(v).args(&lbs).choice(BoxAttribute::Pointer).result(of).value();
                    self.cast_ref(bx, rt)
                }
            };
            let len = if is_chr {
                let known = if self.optional_dummy(x).is_some() { self.present_box(bx) } else { bx };
                Some(match &x.ty {
                    Ty::Character(CharLen::Const(n), k) => self.idx((*n).max(0) * i64::from(*k)),
                    _ => self.object_len(x, known)?,
                })
            } else {
                None
            };
            if d.allocatable && d.intent == Intent::Out && d.owner.is_some_and(|p| self.proc(p).bind_c) {
                // A procedure in C would not do it (F2018 18.3.7); nothing is left to do for one in Fortran.
                self.deallocate_dummy(bx, d)?;
            }
            let value = self.cast_ref(bx, rt);
            return Ok(Passed { value, len, bound: Some(Binding::Box(value)) });
        }
        if self.described(x).is_some() {
            let value = self.actual_unranked(x, d, rt)?;
            return Ok(Passed { value, len: None, bound: Some(Binding::Box(value)) });
        }
        let place = self.place_or_temp(x)?;
        let Place::Array { view, .. } = place else {
            return unsupported(x.span, "a scalar for an assumed-shape dummy argument");
        };
        let elem = self.m.types.elem(self.m.ty(view));
        let rank = self.m.types.rank(self.m.ty(view));
        let view = if d.contiguous && !self.m.types.is_contig(self.m.ty(view)) {
            let elem_len = match self.m.types.kind(elem) {
                TypeKind::Char(None, _) => Some(self.b().unary(OpKind::ViewElemLen, view, Type::INDEX)),
                _ => None,
            };
            let packed = self.packed(x, view, d.intent);
            let shape = self.m.types.shape(self.m.ty(view)).to_vec();
            let ext = self.view_extents(view);
            let vt = self.m.types.view(shape, elem, true);
            self.b().op(OpKind::ViewMake).arg(packed).args(&ext).args(&[]).opt(elem_len).result(vt).value()
        } else {
            view
        };
        let mine = self.m.types.boxed(rank, elem);
        let mine = self.m.types.reference(mine);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(&[]).result(mine).value();
        let value = self.cast_ref(bx, rt);
        let value = if d.optional { self.null_where_absent(x, value, rt)? } else { value };
        let len = if is_chr { Some(self.elem_len_of(x, Some(view))?) } else { None };
        let lbs = (0..rank).map(|_| self.idx(1)).collect();
        Ok(Passed { value, len, bound: Some(Binding::Array { view, lbs }) })
    }

    /// The descriptor of an actual argument, or null where the actual is an absent dummy or an unallocated variable,
    /// which makes an absent argument.
    pub fn null_where_absent(&mut self, x: &'p Expr, value: Value, rt: Type) -> Lowered<Value> {
        let here = match (self.optional_dummy(x), self.box_of(x)?) {
            (Some(s), None) => self.present(s, x.span)?,
            (_, Some(b)) => self.b().unary(OpKind::BoxAllocated, b, Type::BOOL),
            _ => return Ok(value),
        };
        let null = self.b().op(OpKind::NullPtr).result(rt).value();
        Ok(self.b().op(OpKind::Select).arg(here).arg(value).arg(null).result(rt).value())
    }

    /// Address of contiguous elements for an explicit-shape or assumed-size dummy, and the view if there is one.
    pub fn actual_array(&mut self, x: &'p Expr, intent: Intent) -> Lowered<(Value, Option<Value>)> {
        if x.rank == 0 {
            // Sequence association: an element (or a string) stands for the array from there on.
            let r = self.scalar_place(x)?;
            return Ok((self.addr(r), None));
        }
        if x.ty == Ty::Assumed
            && let Some(s) = self.described(x)
            && let Binding::Box(b) = self.binding(s, x.span)?
        {
            let b = if self.sym(s).optional { self.present_box(b) } else { b };
            let (bx, cleanup) = self.contiguous_box(b, ferrotran_abi::desc::MAX_RANK, intent);
            self.f.cleanups.after_statement(cleanup);
            return Ok((self.b().unary(OpKind::BoxAddr, bx, Type::PTR), None));
        }
        let Place::Array { view, .. } = self.place_or_temp(x)? else {
            return unsupported(x.span, "this argument");
        };
        // Nobody knows how many elements an assumed-size array has: they are where they are.
        if self.m.types.is_contig(self.m.ty(view)) || self.is_assumed_size_array(x) {
            return Ok((self.addr(view), Some(view)));
        }
        Ok((self.packed(x, view, intent), Some(view)))
    }

    /// An argument of a procedure with implicit interface.
    pub(super) fn actual_implicit(&mut self, x: &'p Expr) -> Lowered<Passed> {
        if matches!(x.kind, ExprKind::ProcRef(_)) || x.ty == Ty::Procedure {
            let value = self.scalar(x)?;
            return Ok(Passed { value, len: None, bound: None });
        }
        if matches!(x.kind, ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Val, .. }) {
            let t = self.ir_ty(&x.ty, x.span)?;
            let v = self.scalar(x)?;
            return Ok(Passed { value: self.cast(v, t), len: None, bound: None });
        }
        let is_chr = matches!(x.ty, Ty::Character(..));
        if x.rank > 0 {
            let (value, view) = self.actual_array(x, Intent::Unspecified)?;
            let len = if is_chr { Some(self.elem_len_of(x, view)?) } else { None };
            return Ok(Passed { value, len, bound: None });
        }
        let r = if is_designator(x) {
            self.scalar_place(x)?
        } else {
            let v = self.scalar(x)?;
            self.fresh_copy(v, x)?
        };
        if is_chr {
            let n = self.chr_len(r);
            let value = self.addr(r);
            return Ok(Passed { value, len: Some(n), bound: None });
        }
        Ok(Passed { value: r, len: None, bound: None })
    }
}

/// True for string expressions whose value cannot be part of a variable.
fn is_own_string(x: &Expr) -> bool {
    matches!(x.kind, ExprKind::Const(_) | ExprKind::Call(_) | ExprKind::Binary(..))
}
