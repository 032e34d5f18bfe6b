//! Type-bound procedures resolved at run time, and elemental references with polymorphic arguments.

use super::call::Passed;
use super::class::{Dyn, Entity};
use super::place::{Place, is_designator};
use super::procedure::{Passing, ResultPassing};
use super::subscripts::vector_section;
use super::*;
use ferrotran_ir::{BoxAttribute, TypeKind};

/// An argument of an elemental reference.
enum Arg<'p> {
    /// A view: its elements one after the other; or the ref of a scalar to be copied for every call. `here`: whether the argument is present, where that is in doubt.
    /// `copy`: the procedure gets copies of the elements of this expression.
    Elements { view: Value, how: Passing, dynamic: Option<Dyn>, here: Option<Value>, copy: Option<&'p Expr> },
    /// A scalar.
    Once(Passed),
}

impl FunctionBuilder {
    /// Address of the procedure in a slot of an object's dispatch table.
    pub fn slot_procedure(&mut self, ty: Value, slot: usize) -> Value {
        let at = ferrotran_abi::typedesc::SLOTS_AT + ferrotran_abi::typedesc::SLOT_BYTES * slot as i64;
        let cell = self.field_at(ty, at, Type::PTR);
        self.b().load(cell)
    }

    /// A ref that can be read: `r`, or where that is not there one to storage with no meaning.
    fn or_scratch(&mut self, here: Value, r: Value) -> Value {
        let rt = self.m.ty(r);
        if self.is_chr_ref(r) && self.chr_static(r).is_none() {
            let (n, zero, p) = (self.chr_len(r), self.idx(0), self.addr(r));
            let n = self.select(here, n, zero);
            return self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value();
        }
        let scratch = self.alloca(self.m.types.elem(rt), None);
        self.b().op(OpKind::Select).arg(here).arg(r).arg(scratch).result(rt).value()
    }

    fn is_chr_ref(&self, r: Value) -> bool {
        matches!(self.m.types.kind(self.m.types.elem(self.m.ty(r))), TypeKind::Char(..))
    }
}

impl<'p> Declarations<'p> {
    /// True for elemental references that cannot stand in the body of an elemental.
    pub fn needs_loop(&self, c: &Call) -> bool {
        let (ProcTarget::Proc(p) | ProcTarget::Bound { iface: p, .. }) = &c.target else { return false };
        let p = self.proc(*p);
        // What may have effects happens in array element order, and its arguments are the variables themselves
        // (F2023 15.9.3).
        let at_run_time = matches!(c.target, ProcTarget::Bound { .. }) || !p.pure_;
        let result = |r: &Symbol| match &r.ty {
            Ty::Derived(t) => self.is_managed(*t),
            Ty::Character(n, _) => !matches!(n, CharLen::Const(_)),
            _ => false,
        };
        let argument = |d: &Symbol, a: &Actual| {
            class::is_class(&d.ty)
                || (self.value_by_copy(d) && !self.is_numeric(&d.ty))
                || (d.optional && matches!(a, Actual::Expr(x) if self.may_be_absent(x)))
        };
        at_run_time
            || p.args.iter().zip(&c.args).any(|(d, a)| argument(self.sym(*d), a))
            || p.result.is_some_and(|r| result(self.sym(r)))
    }

    fn is_numeric(&self, t: &Ty) -> bool {
        matches!(t, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))
    }

    /// What one element of an array argument is passed as.
    fn element_argument(&mut self, a: &Arg<'p>, idx: &[Value], span: Span) -> Lowered<Passed> {
        let (view, how, dynamic, here, copy) = match a {
            Arg::Once(p) => return Ok(Passed { value: p.value, len: p.len, bound: None }),
            Arg::Elements { view, how, dynamic, here, copy } => (*view, *how, *dynamic, *here, *copy),
        };
        let is_array = matches!(self.m.tk(view), TypeKind::View { .. });
        let mut r = if is_array { self.b().elem(view, idx) } else { view };
        if let Some(x) = copy {
            if let Some(here) = here {
                r = self.or_scratch(here, r);
            }
            let v = self.load_ref(r);
            r = self.fresh_copy(v, x)?;
        }
        let (value, len) = match (how, dynamic) {
            (Passing::Class(bt), Some(d)) => {
                let rt = self.m.types.reference(bt);
                let bx = self.class_box(&Entity { place: Place::Scalar(r), dynamic: d }, BoxAttribute::Other);
                (self.cast_ref(bx, rt), None)
            }
            (Passing::Chr, _) => (self.addr(r), Some(self.chr_len(r))),
            (Passing::Value(t), _) => {
                let v = self.load_ref(r);
                (self.cast(v, t), None)
            }
            (Passing::Ref(t), _) => {
                let rt = self.m.types.reference(t);
                (self.cast_ref(r, rt), None)
            }
            _ => return unsupported(span, "this argument of an elemental procedure"),
        };
        let value = match here {
            Some(here) => {
                let t = self.m.ty(value);
                let null = self.b().op(OpKind::NullPtr).result(t).value();
                self.b().op(OpKind::Select).arg(here).arg(value).arg(null).result(t).value()
            }
            None => value,
        };
        Ok(Passed { value, len, bound: None })
    }
}

impl<'p> Expressions<'p> {
    /// The procedure of a reference resolved at run time. `passed` are its arguments.
    pub fn bound_procedure(
        &mut self,
        object: &'p Expr,
        declared: TypeId,
        slot: usize,
        passed: &[Passed],
    ) -> Lowered<Value> {
        let ty = match self.dtype(declared).bindings[slot].pass.and_then(|i| passed.get(i as usize)) {
            Some(p) => self.box_type(p.value).ty,
            None => {
                let d = self.dynamic_of(object)?;
                let table = self.type_desc(&object.ty, object.span)?;
                self.or_declared(d, &object.ty, table).ty
            }
        };
        Ok(self.slot_procedure(ty, slot))
    }

    /// An elemental function reference with array arguments: a view of its results.
    pub fn elemental_function(&mut self, c: &'p Call, e: &'p Expr) -> Lowered<Value> {
        let Some(v) = self.elemental_loop(c, Some(e), None)? else {
            return unsupported(e.span, "this elemental function");
        };
        Ok(v)
    }

    /// An elemental reference with array arguments, element by element in array element order. Of a function: a view
    /// of the results.
    pub fn elemental_loop(
        &mut self,
        c: &'p Call,
        function: Option<&'p Expr>,
        mask: Option<Value>,
    ) -> Lowered<Option<Value>> {
        let (ProcTarget::Proc(id) | ProcTarget::Bound { iface: id, .. }) = &c.target else {
            return unsupported(c.span, "this elemental procedure");
        };
        let p = self.proc(*id);
        let mut list = Vec::new();
        // Sections with vector subscripts that the procedure defines (only elemental ones may: F2018 15.5.2.4).
        let mut defined = Vec::new();
        // The shape is that of an argument that is surely there.
        let mut extents: Option<Vec<Value>> = None;
        let mut doubtful: Option<Vec<Value>> = None;
        for (a, d) in c.args.iter().zip(&p.args) {
            let d = self.sym(*d);
            let how = self.passing(d)?;
            list.push(match a {
                Actual::Absent => Arg::Once(self.absent(Some(d))?),
                Actual::Expr(x) if x.rank == 0 && !self.value_by_copy(d) => Arg::Once(self.actual(x, d)?),
                Actual::Expr(x) => {
                    let a = self.with_descriptor(x, |l| l.elements_of(x, d, how))?;
                    if let (Some(section), Arg::Elements { view, copy: None, .. }) = (vector_section(x), &a)
                        && x.rank > 0
                        && matches!(d.intent, Intent::Out | Intent::InOut)
                    {
                        if matches!(x.ty, Ty::Derived(t) if self.is_managed(t)) || class::is_class(&x.ty) {
                            return unsupported(x.span, "such a section as an argument that is defined");
                        }
                        defined.push((x, section, *view));
                    }
                    if let (true, Arg::Elements { view, here, .. }) = (x.rank > 0, &a) {
                        let ext = self.view_extents(*view);
                        if let (None, Some(first)) = (here, extents.clone()) {
                            let name = self.array_name(x);
                            self.check_shape(&name, &ext, &first)?;
                        }
                        if here.is_some() { &mut doubtful } else { &mut extents }.get_or_insert(ext);
                    }
                    a
                }
            });
        }
        let ext = extents.or(doubtful).unwrap_or_default();
        let pointer = match &c.target {
            ProcTarget::Bound { object, declared, slot, .. } => {
                let pass = self.dtype(*declared).bindings[*slot].pass.and_then(|i| list.get(i as usize));
                let ty = match pass {
                    Some(Arg::Elements { dynamic: Some(d), .. }) => d.ty,
                    Some(Arg::Once(p)) => self.box_type(p.value).ty,
                    _ => self.dynamic_of(object)?.ty,
                };
                Some(self.slot_procedure(ty, *slot))
            }
            ProcTarget::Proc(_) | ProcTarget::Implicit { .. } | ProcTarget::Symbol(_) | ProcTarget::Pointer { .. } => {
                None
            }
        };
        let mut results = Vec::new();
        let mut out = None;
        if let (Some(e), Some(r)) = (function, p.result) {
            let rs = self.sym(r);
            let elem = self.ir_ty(&rs.ty, e.span)?;
            if let ResultPassing::Value(t) = self.result_passing(rs)? {
                results.push(t);
            }
            let len = match self.m.types.kind(elem) {
                TypeKind::Char(None, _) => Some(self.elements_len(rs, &p.args, &list, e.span)?),
                _ => None,
            };
            let view = self.temp_view_len(&ext, elem, len, "elemental function result", e.span)?;
            if let Ty::Derived(t) = &rs.ty {
                self.default_init_view(view, *t, e.span)?;
                if self.is_managed(*t) {
                    let c = self.object_cleanup(view, *t, e.span)?;
                    self.f.cleanups.after_statement(c);
                }
            }
            out = Some(view);
        }
        let name = p.link_name.clone();
        let env = if self.captures.needs_env(*id) { self.entities.env } else { None };
        let each = |s: &mut Self, idx: &[Value]| {
            let mut args = Vec::new();
            let mut lens = Vec::new();
            if let (Some(view), true) = (out, results.is_empty()) {
                let r = s.b().elem(view, idx);
                if s.is_chr_ref(r) {
                    args.push(s.addr(r));
                    args.push(s.chr_len(r));
                } else {
                    args.push(r);
                }
            }
            for a in &list {
                let p = s.element_argument(a, idx, c.span)?;
                args.push(p.value);
                lens.extend(p.len);
            }
            args.extend(lens);
            args.extend(env.filter(|_| pointer.is_none()));
            if let Some(m) = mask {
                let cell = s.b().elem(m, idx);
                let chosen = s.load_ref(cell);
                return s.if_else(
                    chosen,
                    |s| {
                        match pointer {
                            Some(f) => s.b().op(OpKind::CallPtr).arg(f).args(&args).build(),
                            None => {
                                let callee = Attr::Sym(name.clone());
                                s.b().op(OpKind::Call).args(&args).attr("callee", callee).build()
                            }
                        };
                        Ok(())
                    },
                    |_| Ok(()),
                );
            }
            let op = match pointer {
                Some(f) => s.b().op(OpKind::CallPtr).arg(f).args(&args).results(&results).build(),
                None => {
                    let callee = Attr::Sym(name.clone());
                    s.b().op(OpKind::Call).args(&args).attr("callee", callee).results(&results).build()
                }
            };
            if let (Some(view), false) = (out, results.is_empty()) {
                let v = s.m.result(op);
                let r = s.b().elem(view, idx);
                s.store_ref(v, r);
            }
            Ok(())
        };
        self.nest(&ext, |s, idx| s.with_temps(|s| each(s, idx)))?;
        for (x, section, view) in defined {
            let values = self.load_view(view);
            self.scatter_value(x, section, |_| Ok(values), None)?;
        }
        Ok(out)
    }

    /// The elements of an array argument.
    fn elements_of(&mut self, x: &'p Expr, d: &'p Symbol, how: Passing) -> Lowered<Arg<'p>> {
        let here = match d.optional && self.may_be_absent(x) {
            true => Some(self.argument_there(x)?),
            false => None,
        };
        let copy = if self.value_by_copy(d) { Some(x) } else { None };
        if matches!(how, Passing::Class(_)) && (is_designator(x) || class::is_class(&x.ty)) {
            let e = self.entity(x)?;
            let Place::Array { view, .. } = e.place else { return unsupported(x.span, "this argument") };
            return Ok(Arg::Elements { view, how, dynamic: Some(e.dynamic), here, copy });
        }
        let view = if x.rank == 0 {
            self.scalar_place(x)?
        } else if is_designator(x) {
            self.array_place(x)?.0
        } else if let ExprKind::Call(c) = &x.kind
            && self.gives_pointer(x)
        {
            // The target itself, which may be defined (F2018 9.2).
            self.function_array(c, x)?
        } else {
            let (v, ext) = self.array_value(x)?;
            self.materialize(v, &ext, &x.ty, x.span)?
        };
        let place = Place::Array { view, lbs: None };
        let dynamic = match how {
            Passing::Class(_) => Some(self.static_type(&x.ty, &place, x.span)?),
            _ => None,
        };
        Ok(Arg::Elements { view, how, dynamic, here, copy })
    }

    /// Length of the strings that an elemental function gives; it may depend on scalar arguments and on lengths.
    fn elements_len(
        &mut self,
        result: &'p Symbol,
        dummies: &[SymbolId],
        list: &[Arg<'p>],
        span: Span,
    ) -> Lowered<Value> {
        let mut saved = Vec::new();
        for (&d, a) in dummies.iter().zip(list) {
            let b = match a {
                Arg::Once(p) => p.bound.clone(),
                Arg::Elements { view, how: Passing::Chr, .. } => {
                    let is_array = matches!(self.m.tk(*view), TypeKind::View { .. });
                    let len = if is_array { self.view_elem_len(*view) } else { self.chr_len(*view) };
                    let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                    let kind = self.sym(d).ty.chr_kind();
                    let rt = self.m.types.reference(Type::chr(kind));
                    Some(Binding::Scalar(self.b().op(OpKind::ChrRef).arg(null).arg(len).result(rt).value()))
                }
                Arg::Elements { .. } => None,
            };
            if let Some(b) = b {
                saved.push(self.entities.bind(d, b));
            }
        }
        let n = self.declared_len(result);
        self.entities.unbind(saved);
        match n? {
            Some(n) => Ok(n),
            None => unsupported(span, "an elemental function with a result of this length"),
        }
    }
}
