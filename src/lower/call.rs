//! Procedure references: argument association, results, elemental calls.

use super::place::{Place, is_designator};
use super::procedure::{Passing, ResultPassing};
use super::*;
use ferrotran_ir::TypeKind;

/// Offset of the element length in a descriptor.
const ELEM_LEN: i64 = 8;

/// What is known about a called procedure.
struct Callee<'p> {
    /// Link name, or address.
    name: Option<String>,
    pointer: Option<Value>,
    /// Explicit interface.
    proc: Option<ProcId>,
    /// Result type of an implicit interface.
    implicit: Option<&'p Ty>,
}

/// One actual argument, ready to be passed.
pub(crate) struct Passed {
    pub value: Value,
    pub len: Option<Value>,
    pub bound: Option<Binding>,
}

/// Result of a call.
pub(crate) enum CallResult {
    None,
    Scalar(Value),
    View(Value),
    /// The descriptor of an allocatable or pointer result.
    Box {
        bx: Value,
        allocatable: bool,
    },
}

impl<'p> Lower<'p> {
    fn callee(&mut self, t: &'p ProcTarget, ty: &'p Ty, span: Span) -> R<Callee<'p>> {
        Ok(match t {
            ProcTarget::Proc(p) => {
                let pr = self.proc(*p);
                Callee { name: Some(pr.link_name.clone()), pointer: None, proc: Some(*p), implicit: None }
            }
            ProcTarget::Implicit { link_name } => {
                Callee { name: Some(link_name.clone()), pointer: None, proc: None, implicit: Some(ty) }
            }
            ProcTarget::Symbol(s) => {
                let p = self.symbol_proc(*s, span)?;
                if self.sym(*s).pointer {
                    let name = self.sym(*s).name.clone();
                    self.check_procedure(&name, p)?;
                }
                match &self.sym(*s).proc {
                    Some(ProcIface::Explicit(q)) => {
                        Callee { name: None, pointer: Some(p), proc: Some(*q), implicit: None }
                    }
                    _ => Callee { name: None, pointer: Some(p), proc: None, implicit: Some(ty) },
                }
            }
            ProcTarget::Pointer { expr, iface } => {
                let p = self.scalar(expr)?;
                let name = self.array_name(expr);
                self.check_procedure(&name, p)?;
                match iface {
                    ProcIface::Explicit(q) => Callee { name: None, pointer: Some(p), proc: Some(*q), implicit: None },
                    ProcIface::Implicit(_) => Callee { name: None, pointer: Some(p), proc: None, implicit: Some(ty) },
                }
            }
            // The address depends on the passed object: see `call`.
            ProcTarget::Bound { iface, .. } => Callee { name: None, pointer: None, proc: Some(*iface), implicit: None },
        })
    }

    /// Address in a dummy procedure or procedure pointer.
    fn symbol_proc(&mut self, s: SymbolId, span: Span) -> R<Value> {
        Ok(match self.binding(s, span)? {
            Binding::Proc(p) | Binding::Value(p) => p,
            Binding::Scalar(cell) => self.b().load(cell),
            _ => return unsupported(span, "this procedure"),
        })
    }

    /// Address of a procedure as a value.
    pub fn proc_address(&mut self, t: &'p ProcTarget, span: Span) -> R<Value> {
        let name = match t {
            ProcTarget::Proc(p) => {
                if self.needs_env.contains_key(p) {
                    return self.trampoline(*p, span);
                }
                self.proc(*p).link_name.clone()
            }
            ProcTarget::Implicit { link_name } => link_name.clone(),
            ProcTarget::Symbol(s) => return self.symbol_proc(*s, span),
            ProcTarget::Pointer { expr, .. } => return self.scalar(expr),
            ProcTarget::Bound { .. } => return unsupported(span, "a type-bound procedure as an argument"),
        };
        Ok(self.b().op(OpKind::FuncAddr).attr("callee", Attr::Sym(name)).result(Type::PTR).value())
    }

    /// True for calls of elemental procedures.
    pub fn is_elemental_call(&self, c: &Call) -> bool {
        match &c.target {
            ProcTarget::Proc(p) => self.proc(*p).elemental,
            ProcTarget::Bound { iface, .. } => self.proc(*iface).elemental,
            _ => false,
        }
    }

    /// Scalar function reference.
    pub fn function_scalar(&mut self, c: &'p Call, e: &'p Expr) -> R<Value> {
        match self.call(c, &e.ty, true)? {
            CallResult::Scalar(v) => Ok(v),
            _ => unsupported(e.span, "this function reference"),
        }
    }

    /// Array-valued function reference: a view of the result.
    pub fn function_array(&mut self, c: &'p Call, e: &'p Expr) -> R<Value> {
        match self.call(c, &e.ty, true)? {
            CallResult::View(v) => Ok(v),
            _ => unsupported(e.span, "this function reference"),
        }
    }

    /// CALL statement.
    pub fn call_stmt(&mut self, c: &'p Call) -> R<()> {
        if self.is_elemental_call(c) && c.args.iter().any(|a| matches!(a, Actual::Expr(x) if x.rank > 0)) {
            return self.elemental_loop(c, None, None).map(|_| ());
        }
        self.call(c, &Ty::Typeless, false)?;
        Ok(())
    }

    /// A call with arguments as written.
    pub fn call(&mut self, c: &'p Call, ty: &'p Ty, function: bool) -> R<CallResult> {
        Ok(match self.call_whole(c, ty, function)? {
            CallResult::Box { bx, allocatable } => {
                let v = if allocatable { self.allocatable_view(bx) } else { self.box_view(bx) };
                if matches!(self.m.tk(v), TypeKind::Ref(_)) {
                    CallResult::Scalar(self.load_ref(v))
                } else {
                    CallResult::View(v)
                }
            }
            out => out,
        })
    }

    /// True for references to functions whose result is a data pointer.
    pub fn gives_pointer(&self, x: &Expr) -> bool {
        let ExprKind::Call(c) = &x.kind else { return false };
        let proc = match &c.target {
            ProcTarget::Proc(p) => *p,
            ProcTarget::Pointer { iface: ProcIface::Explicit(p), .. } => *p,
            ProcTarget::Bound { iface, .. } => *iface,
            ProcTarget::Symbol(s) => match &self.sym(*s).proc {
                Some(ProcIface::Explicit(p)) => *p,
                _ => return false,
            },
            _ => return false,
        };
        self.proc(proc).result.is_some_and(|r| self.sym(r).pointer && self.sym(r).ty != Ty::Procedure)
    }

    /// The descriptor of a pointer or allocatable, be it a designator or a function reference.
    pub fn descriptor_of(&mut self, e: &'p Expr) -> R<Option<Value>> {
        if let ExprKind::Call(c) = &e.kind
            && e.ty != Ty::Procedure
            && !self.is_elemental_call(c)
        {
            return match self.call_whole(c, &e.ty, true)? {
                CallResult::Box { bx, .. } => Ok(Some(bx)),
                _ => unsupported(e.span, "this function reference"),
            };
        }
        self.box_of(e)
    }

    /// As [`Self::call`]; allocatable and pointer results come as their descriptors.
    pub fn call_whole(&mut self, c: &'p Call, ty: &'p Ty, function: bool) -> R<CallResult> {
        let mut callee = self.callee(&c.target, ty, c.span)?;
        let mut passed = Vec::new();
        let dummies: Vec<Option<&'p Symbol>> = match callee.proc {
            Some(p) => self.proc(p).args.iter().map(|&a| Some(self.sym(a))).collect(),
            None => c.args.iter().map(|_| None).collect(),
        };
        // Arrays of strings of assumed length in C: their descriptors have bounds that may depend on other arguments.
        let mut late = vec![];
        for (k, (a, d)) in c.args.iter().zip(&dummies).enumerate() {
            passed.push(match (a, d) {
                (Actual::Absent, d) => self.absent(*d)?,
                (Actual::Expr(x), Some(d)) if d.rank() > 0 && self.described_string(d) => {
                    late.push((k, x, *d));
                    let value = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                    Passed { value, len: None, bound: None }
                }
                (Actual::Expr(x), Some(d)) => self.actual(x, d)?,
                (Actual::Expr(x), None) => self.actual_implicit(x)?,
            });
        }
        if let ProcTarget::Bound { object, declared, slot, .. } = &c.target {
            callee.pointer = Some(self.bound_procedure(object, *declared, *slot, &passed)?);
        }
        // The bounds of a result may depend on the arguments: the dummies are bound to them meanwhile.
        let mut saved = Vec::new();
        let lengths = self.f.lengths.clone();
        if let Some(p) = callee.proc {
            let dummies = &self.proc(p).args;
            for (&a, v) in dummies.iter().zip(&passed) {
                if let Some(b) = &v.bound {
                    saved.push((a, self.f.bind.insert(a, b.clone())));
                }
            }
            for (&a, v) in dummies.iter().zip(&passed) {
                if function && self.result_depends(p, a) {
                    self.bind_as_declared(a, v)?;
                }
            }
            if function {
                self.declare_lengths(p, &passed)?;
            }
            self.check_sizes(c, dummies, &passed)?;
        }
        for (k, x, d) in late {
            passed[k] = self.actual(x, d)?;
        }
        let mut types = Vec::new();
        if let Some(p) = callee.proc.filter(|_| function) {
            for (&a, v) in self.proc(p).args.iter().zip(&passed) {
                let y = self.sym(a);
                if class::is_class(&y.ty) && !y.allocatable && !y.pointer && !y.optional && v.bound.is_some() {
                    let d = self.box_type(v.value);
                    types.push((a, self.f.dyns.insert(a, d)));
                }
            }
            self.bind_result_variables(p)?;
        }
        let out = self.emit_call(&callee, c, passed, function);
        for (a, old) in types {
            match old {
                Some(d) => self.f.dyns.insert(a, d),
                None => self.f.dyns.remove(&a),
            };
        }
        self.f.lengths = lengths;
        self.unbind(saved);
        out
    }

    /// True where the bounds or the length of the result are computed from the dummy.
    pub fn result_depends(&self, p: ProcId, dummy: SymbolId) -> bool {
        let Some(r) = self.proc(p).result else { return false };
        let r = self.sym(r);
        let mentions = |e: &Expr| walk::symbols(e).contains(&dummy);
        let bounds = match &r.dims {
            Dims::Explicit(b) => b.iter().any(|(l, u)| mentions(l) || mentions(u)),
            _ => false,
        };
        bounds || matches!(&r.ty, Ty::Character(CharLen::Expr(e), _) if mentions(e))
    }

    /// Binds an array dummy to the argument with the bounds that it has in the procedure.
    fn bind_as_declared(&mut self, a: SymbolId, passed: &Passed) -> R<()> {
        let s = self.sym(a);
        let Some(Binding::Array { view, .. }) = passed.bound.clone() else { return Ok(()) };
        let elem = self.m.types.elem(self.m.ty(view));
        let b = match &s.dims {
            Dims::Assumed(lower) => {
                let mut lbs = Vec::new();
                for l in lower {
                    let v = self.scalar(l)?;
                    lbs.push(self.to_index(v));
                }
                Binding::Array { view, lbs }
            }
            Dims::Explicit(_) if !class::is_class(&s.ty) => {
                let (lbs, ext) = self.dummy_bounds(s)?;
                let shape = self.static_shape(&ext);
                let vt = self.m.types.view(shape, elem, true);
                let len = match self.m.types.kind(elem) {
                    TypeKind::Char(None, _) => Some(self.view_elem_len(view)),
                    _ => None,
                };
                let base = passed.value;
                let view = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(len).result(vt).value();
                Binding::Array { view, lbs }
            }
            _ => return Ok(()),
        };
        self.f.bind.insert(a, b);
        Ok(())
    }

    /// Undoes bindings of dummies; each with what it replaced.
    pub fn unbind(&mut self, saved: Vec<(SymbolId, Option<Binding>)>) {
        for (a, old) in saved.into_iter().rev() {
            match old {
                Some(b) => self.f.bind.insert(a, b),
                None => self.f.bind.remove(&a),
            };
        }
    }

    /// Static variables of other scopes that the length and bounds of a function's result refer to.
    fn bind_result_variables(&mut self, p: ProcId) -> R<()> {
        let Some(r) = self.proc(p).result else { return Ok(()) };
        let s = self.sym(r);
        let mut names = Vec::new();
        if let Ty::Character(CharLen::Expr(n), _) = &s.ty {
            names.extend(walk::symbols(n));
        }
        if let Dims::Explicit(b) = &s.dims {
            names.extend(b.iter().flat_map(|(l, u)| [l, u]).flat_map(walk::symbols));
        }
        for v in names {
            let storage = &self.sym(v).storage;
            let fixed = matches!(storage, Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. });
            if fixed && !self.f.bind.contains_key(&v) {
                self.bind_static(v)?;
            }
        }
        Ok(())
    }

    fn emit_call(&mut self, callee: &Callee<'p>, c: &'p Call, passed: Vec<Passed>, function: bool) -> R<CallResult> {
        let mut args = Vec::new();
        let mut results = Vec::new();
        let mut out = CallResult::None;
        let mut after: Option<(Value, bool)> = None;
        let mut length = None;
        if function {
            match (callee.proc.and_then(|p| self.proc(p).result), callee.implicit) {
                (Some(r), _) => {
                    let s = self.sym(r);
                    match self.result_passing(s)? {
                        ResultPassing::Value(t) => results.push(t),
                        ResultPassing::Hidden(_) => {
                            let t = self.ir_ty(&s.ty, s.span)?;
                            if class::is_class(&s.ty) {
                                let attribute = if s.pointer { "pointer" } else { "allocatable" };
                                let bx = self.new_class_box(s.rank(), t, attribute);
                                if s.allocatable {
                                    self.f.temps.push(Cleanup::Class(bx));
                                }
                                args.push(bx);
                                after = Some((bx, false));
                            } else if s.allocatable || s.pointer {
                                let bt = self.m.types.boxed(s.rank(), t);
                                let bx = self.alloca(bt, None);
                                let attribute = if s.pointer { "pointer" } else { "allocatable" };
                                self.b().op(OpKind::BoxInit).arg(bx).attr("attribute", Attr::str(attribute)).build();
                                if s.allocatable {
                                    let end = self.allocatable_cleanup(bx, &s.ty, s.span)?;
                                    self.f.temps.push(end);
                                }
                                // A declared length, whatever the target of the pointer has.
                                if storage::has_declared_length(s) {
                                    length = self.declared_len(s)?;
                                }
                                args.push(bx);
                                after = Some((bx, s.allocatable));
                            } else if s.rank() > 0 {
                                let Dims::Explicit(b) = &s.dims else {
                                    return unsupported(c.span, "a function result of this shape");
                                };
                                let (_, ext) = self.declared_bounds(b)?;
                                let elem_len = if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) {
                                    self.declared_len(s)?
                                } else {
                                    None
                                };
                                let view = self.temp_view_len(&ext, t, elem_len, "function result", c.span)?;
                                args.push(self.addr(view));
                                if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
                                    let n = match (elem_len, self.m.types.size_of(t)) {
                                        (Some(l), _) => l,
                                        (None, n) => self.idx(n.unwrap_or(0) as i64),
                                    };
                                    args.push(n);
                                }
                                if let Ty::Derived(id) = &s.ty {
                                    self.end_result(view, *id, c.span)?;
                                }
                                out = CallResult::View(view);
                            } else if let Ty::Derived(id) = &s.ty {
                                let obj = self.new_object(*id, c.span)?;
                                self.end_result(obj, *id, c.span)?;
                                args.push(obj);
                                out = CallResult::Scalar(obj);
                            } else {
                                let Some(n) = self.declared_len(s)? else {
                                    return unsupported(c.span, "a character function of assumed length");
                                };
                                let (p, v) = self.string_buffer(n, s.ty.chr_kind(), c.span)?;
                                args.push(p);
                                args.push(n);
                                out = CallResult::Scalar(v);
                            }
                        }
                    }
                }
                (None, Some(ty)) => {
                    if let Ty::Character(..) = ty {
                        let n = match ty {
                            Ty::Character(CharLen::Const(n), _) => self.idx(*n),
                            Ty::Character(CharLen::Expr(e), _) => {
                                let v = self.scalar(e)?;
                                self.to_index(v)
                            }
                            _ => return unsupported(c.span, "a character function of assumed length"),
                        };
                        let n = self.bytes_of_chars(n, ty.chr_kind());
                        let (p, v) = self.string_buffer(n, ty.chr_kind(), c.span)?;
                        args.push(p);
                        args.push(n);
                        out = CallResult::Scalar(v);
                    } else if let Ty::Derived(id) = ty {
                        let obj = self.new_object(*id, c.span)?;
                        self.end_result(obj, *id, c.span)?;
                        args.push(obj);
                        out = CallResult::Scalar(obj);
                    } else {
                        results.push(self.ir_ty(ty, c.span)?);
                    }
                }
                (None, None) => return unsupported(c.span, "a function without result"),
            }
        }
        let first = args.len();
        args.extend(passed.iter().map(|p| p.value));
        if !callee.proc.is_some_and(|p| self.proc(p).bind_c) {
            args.extend(passed.iter().filter_map(|p| p.len));
        }
        let struct_result = function && callee.proc.is_some_and(|p| self.gives_struct(p));
        let byval = callee.proc.and_then(|p| self.byval_attr(p, first));
        if let Some(p) = callee.proc
            && self.needs_env.contains_key(&p)
            && callee.name.is_some()
        {
            let Some(env) = self.f.env else { return unsupported(c.span, "this internal procedure from here") };
            args.push(env);
        }
        let pure = callee.proc.is_some_and(|p| self.proc(p).pure_) && function;
        let op = match (&callee.name, callee.pointer) {
            (Some(n), _) => {
                let n = n.clone();
                self.b()
                    .op(OpKind::Call)
                    .args(&args)
                    .attr("callee", Attr::Sym(n))
                    .flag("pure", pure)
                    .attr_opt("byval", byval)
                    .flag("struct_result", struct_result)
                    .results(&results)
                    .build()
            }
            (None, Some(p)) => self
                .b()
                .op(OpKind::CallPtr)
                .arg(p)
                .args(&args)
                .attr_opt("byval", byval)
                .flag("struct_result", struct_result)
                .results(&results)
                .build(),
            (None, None) => return unsupported(c.span, "this procedure"),
        };
        if let Some((bx, allocatable)) = after {
            if let Some(n) = length {
                let desc = self.cast_ref(bx, Type::PTR);
                let cell = self.field_at(desc, ELEM_LEN, Type::INDEX);
                self.b().store(n, cell);
            }
            return Ok(CallResult::Box { bx, allocatable });
        }
        if !results.is_empty() {
            let v = self.m.result(op);
            if callee.proc.and_then(|p| self.proc(p).result).is_some_and(|r| self.gives_byte(self.sym(r))) {
                let t = self.m.ty(v);
                let kind = if t == Type::I32 { 4 } else { 1 };
                let one = self.idx(kind.into());
                let (p, chr) = self.string_buffer(one, kind, c.span)?;
                let rt = self.m.types.reference(t);
                let at = self.cast_ref(p, rt);
                self.b().store(v, at);
                return Ok(CallResult::Scalar(chr));
            }
            let v = if matches!(self.m.tk(v), TypeKind::Logical(_)) { self.cast(v, Type::BOOL) } else { v };
            return Ok(CallResult::Scalar(v));
        }
        Ok(out)
    }

    /// A function result of a managed type ends with the statement.
    fn end_result(&mut self, v: Value, t: TypeId, span: Span) -> R<()> {
        if self.is_managed(t) && self.f.body_depth == 0 {
            let c = self.object_cleanup(v, t, span)?;
            self.f.temps.push(c);
        }
        Ok(())
    }

    /// An optional argument left out.
    pub fn absent(&mut self, d: Option<&'p Symbol>) -> R<Passed> {
        let Some(d) = d else { return unsupported(Span::default(), "an absent argument") };
        let how = self.passing(d)?;
        let t = match how {
            Passing::Value(_) => return unsupported(d.span, "absent arguments with VALUE"),
            how => self.passing_ty(how),
        };
        let value = self.b().op(OpKind::NullPtr).result(t).value();
        let len = if matches!(d.ty, Ty::Character(..)) { Some(self.idx(0)) } else { None };
        Ok(Passed { value, len, bound: None })
    }

    /// The optional dummy, of this procedure or its host, that the expression is.
    pub fn optional_dummy(&self, x: &Expr) -> Option<SymbolId> {
        match &x.kind {
            ExprKind::Var(s) if self.sym(*s).optional => Some(*s),
            _ => None,
        }
    }

    /// True where an argument for an optional dummy may turn out to be absent: an optional dummy of this procedure, or a
    /// whole allocatable or pointer (F2023 15.5.2.13).
    pub fn may_be_absent(&self, x: &Expr) -> bool {
        let object = match &x.kind {
            ExprKind::Var(s) => {
                let s = self.sym(*s);
                (s.optional || s.allocatable || s.pointer) && s.ty != Ty::Procedure
            }
            ExprKind::Component { base, of, index } => {
                let c = &self.dtype(*of).components[*index];
                base.rank == 0 && (c.allocatable || c.pointer) && c.ty != Ty::Procedure
            }
            _ => false,
        };
        object && !matches!(&x.kind, ExprKind::Var(s) if self.f.surely_present.contains(s))
    }

    /// i1: the argument is there. Only where [`Self::may_be_absent`] is true.
    pub fn argument_there(&mut self, x: &'p Expr) -> R<Value> {
        match (self.optional_dummy(x), self.box_of(x)?) {
            (Some(s), None) => self.present(s, x.span),
            (s, Some(b)) => {
                let b = if s.is_some() { self.present_box(b) } else { b };
                Ok(self.b().unary(OpKind::BoxAllocated, b, Type::BOOL))
            }
            (None, None) => Ok(self.b().int(1, Type::BOOL)),
        }
    }

    /// One argument for a dummy.
    pub fn actual(&mut self, x: &'p Expr, d: &'p Symbol) -> R<Passed> {
        if d.optional && !(d.allocatable || d.pointer) {
            return self.with_descriptor(x, |l| l.actual_for(x, d));
        }
        self.actual_for(x, d)
    }

    /// Runs `f` where the descriptor of an allocatable or pointer `x` may be looked at, also where `x` is an optional
    /// dummy that is absent.
    pub fn with_descriptor<T>(&mut self, x: &Expr, f: impl FnOnce(&mut Self) -> R<T>) -> R<T> {
        let Some(s) = self.optional_dummy(x) else { return f(self) };
        let sym = self.sym(s);
        let Binding::Box(b) = self.binding(s, x.span)? else { return f(self) };
        if !(sym.allocatable || sym.pointer) {
            return f(self);
        }
        let safe = self.present_box(b);
        self.f.bind.insert(s, Binding::Box(safe));
        let out = f(self);
        self.f.bind.insert(s, Binding::Box(b));
        out
    }

    /// The variable itself, where a procedure pointer is the argument for one.
    fn procedure_cell(&mut self, x: &'p Expr, d: &Symbol) -> R<Option<Value>> {
        let ExprKind::ProcRef(t) = &x.kind else { return Ok(None) };
        if d.ty != Ty::Procedure {
            return Ok(None);
        }
        Ok(match &**t {
            ProcTarget::Symbol(s) => match self.binding(*s, x.span)? {
                Binding::Scalar(cell) => Some(cell),
                _ => None,
            },
            ProcTarget::Pointer { expr, .. } if is_designator(expr) => Some(self.scalar_place(expr)?),
            _ => None,
        })
    }

    fn actual_for(&mut self, x: &'p Expr, d: &'p Symbol) -> R<Passed> {
        let how = self.passing(d)?;
        if matches!(x.kind, ExprKind::Null) && d.optional && !d.pointer && !d.allocatable && d.ty != Ty::Procedure {
            // A disassociated pointer makes an absent argument.
            let len =
                matches!(how, Passing::Chr) || (matches!(how, Passing::Array(_)) && matches!(d.ty, Ty::Character(..)));
            let t = self.passing_ty(how);
            let value = self.b().op(OpKind::NullPtr).result(t).value();
            return Ok(Passed { value, len: len.then(|| self.idx(0)), bound: None });
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
                Ok(Passed { value, len: None, bound: None })
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

    /// The address of a copy of the argument, which the procedure may change.
    fn actual_copy(&mut self, x: &'p Expr, d: &Symbol, how: Passing) -> R<Passed> {
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
            self.rt("frt_memcpy", &[copy, from, n]);
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

    pub fn elem_len_of(&mut self, x: &'p Expr, view: Option<Value>) -> R<Value> {
        match view {
            Some(v) if matches!(self.m.tk(v), TypeKind::View { .. }) => Ok(self.view_elem_len(v)),
            _ => self.len_of(x),
        }
    }

    /// A copy of a value ends with the statement; it is not finalized.
    fn end_copy(&mut self, obj: Value, t: TypeId, span: Span) -> R<()> {
        if self.is_managed(t) && self.f.body_depth == 0 {
            let ty = self.type_desc(&Ty::Derived(t), span)?;
            let desc = self.object_box(obj);
            self.f.temps.push(Cleanup::Copy { desc, ty: Some(ty) });
        }
        Ok(())
    }

    /// A copy of a scalar value in storage of its own.
    pub fn fresh_copy(&mut self, v: Value, x: &'p Expr) -> R<Value> {
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
            let (p, _) = self.string_buffer(n, self.chr_kind(v), x.span)?;
            let from = self.addr(v);
            self.rt("frt_memcpy", &[p, from, n]);
            let rt = self.m.types.reference(Type::chr(self.chr_kind(v)));
            return Ok(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value());
        }
        self.spill(v, &x.ty, x.span)
    }

    fn actual_box(&mut self, x: &'p Expr, d: &'p Symbol, bt: Type, is_chr: bool) -> R<Passed> {
        let rt = self.m.types.reference(bt);
        if d.dims == Dims::AssumedRank && !d.allocatable && !d.pointer {
            let value = self.actual_unranked(x, d, rt)?;
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
                None if d.pointer && matches!(x.kind, ExprKind::Null) => {
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
                    self.b().op(OpKind::BoxInit).arg(b).attr("attribute", Attr::str("pointer")).build();
                    self.cast_ref(b, rt)
                }
                // A pointer dummy with intent(in) takes a target; an allocatable function result is no variable.
                None => {
                    // Pointer association keeps the bounds of whole arrays.
                    let (v, lbs) = match self.place_or_temp(x)? {
                        Place::Scalar(r) => (r, vec![]),
                        Place::Array { view, lbs } => (view, lbs.filter(|_| is_designator(x)).unwrap_or_default()),
                    };
                    self.b()
                        .op(OpKind::BoxMake)
                        .arg(v)
                        .args(&lbs)
                        .attr("attribute", Attr::str("pointer"))
                        .result(rt)
                        .value()
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
    pub fn null_where_absent(&mut self, x: &'p Expr, value: Value, rt: Type) -> R<Value> {
        let here = match (self.optional_dummy(x), self.box_of(x)?) {
            (Some(s), None) => self.present(s, x.span)?,
            (_, Some(b)) => self.b().unary(OpKind::BoxAllocated, b, Type::BOOL),
            _ => return Ok(value),
        };
        let null = self.b().op(OpKind::NullPtr).result(rt).value();
        Ok(self.b().op(OpKind::Select).arg(here).arg(value).arg(null).result(rt).value())
    }

    /// Address of contiguous elements for an explicit-shape or assumed-size dummy, and the view if there is one.
    pub fn actual_array(&mut self, x: &'p Expr, intent: Intent) -> R<(Value, Option<Value>)> {
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
            let (bx, cleanup) = self.contiguous_box(b, ferrotran_runtime::desc::MAX_RANK, intent);
            self.f.temps.push(cleanup);
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
        let packed = self.rt_value("frt_pack", &[desc], Type::PTR);
        let constant = walk::variable_of(x).is_some_and(|s| self.sym(s).storage == Storage::Constant);
        self.f.temps.push(match intent {
            Intent::In => Cleanup::UnpackIn { desc, packed },
            // Nothing can have changed, and the place cannot be written to.
            _ if constant => Cleanup::UnpackIn { desc, packed },
            _ => Cleanup::Unpack { desc, packed },
        });
        packed
    }

    /// An argument of a procedure with implicit interface.
    fn actual_implicit(&mut self, x: &'p Expr) -> R<Passed> {
        if matches!(x.kind, ExprKind::ProcRef(_)) || x.ty == Ty::Procedure {
            let value = self.scalar(x)?;
            return Ok(Passed { value, len: None, bound: None });
        }
        if matches!(x.kind, ExprKind::Intrinsic { id: crate::sema::intrinsics::Intrinsic::Val, .. }) {
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

    /// A call of an elemental function with scalar values as arguments, in the body of an elemental.
    pub fn elemental_call(&mut self, c: &'p Call, e: &'p Expr, vals: &[Option<Value>]) -> R<Value> {
        let ProcTarget::Proc(id) = &c.target else { return unsupported(e.span, "this elemental function") };
        let p = self.proc(*id);
        let mut args = Vec::new();
        let mut lens = Vec::new();
        let Some(r) = p.result else { return unsupported(e.span, "this elemental function") };
        let rs = self.sym(r);
        let mut results = Vec::new();
        let mut out = None;
        match self.result_passing(rs)? {
            ResultPassing::Value(t) => results.push(t),
            ResultPassing::Hidden(_) => match &rs.ty {
                Ty::Derived(id) => {
                    let obj = self.new_object(*id, e.span)?;
                    args.push(obj);
                    out = Some(obj);
                }
                Ty::Character(..) => {
                    let Some(n) = self.elemental_result_len(rs, &p.args, vals)? else {
                        return unsupported(e.span, "a character function of assumed length");
                    };
                    let (p, v) = self.string_buffer(n, rs.ty.chr_kind(), e.span)?;
                    args.push(p);
                    args.push(n);
                    out = Some(v);
                }
                _ => return unsupported(e.span, "an elemental function with this result"),
            },
        }
        for ((v, a), x) in vals.iter().zip(&p.args).zip(&c.args) {
            let d = self.sym(*a);
            let how = self.passing(d)?;
            let (Some(v), Actual::Expr(x)) = (v, x) else {
                let a = self.absent(Some(d))?;
                args.push(a.value);
                lens.extend(a.len);
                continue;
            };
            match how {
                Passing::Value(t) => {
                    let v = self.cast(*v, t);
                    args.push(v);
                }
                Passing::Chr => {
                    args.push(self.addr(*v));
                    lens.push(self.chr_len(*v));
                }
                Passing::Ref(_) => {
                    let r = self.spill(*v, &x.ty, x.span)?;
                    args.push(r);
                }
                _ => return unsupported(x.span, "this argument of an elemental function"),
            }
        }
        args.extend(lens);
        if self.needs_env.contains_key(id) {
            let Some(env) = self.f.env else { return unsupported(e.span, "this internal procedure from here") };
            args.push(env);
        }
        let op = self
            .b()
            .op(OpKind::Call)
            .args(&args)
            .attr("callee", Attr::Sym(p.link_name.clone()))
            .flag("pure", p.pure_)
            .results(&results)
            .build();
        if let Some(v) = out {
            return Ok(v);
        }
        let v = self.m.result(op);
        Ok(if matches!(self.m.tk(v), TypeKind::Logical(_)) { self.cast(v, Type::BOOL) } else { v })
    }

    /// Length of the string that an elemental function gives for these arguments.
    fn elemental_result_len(
        &mut self,
        result: &'p Symbol,
        dummies: &[SymbolId],
        vals: &[Option<Value>],
    ) -> R<Option<Value>> {
        let mut saved = Vec::new();
        for (&d, v) in dummies.iter().zip(vals) {
            let Some(v) = *v else { continue };
            let b = match self.m.tk(v) {
                TypeKind::Ref(_) => Binding::Scalar(v),
                TypeKind::Char(..) => Binding::Scalar(self.spill(v, &self.sym(d).ty, result.span)?),
                _ => Binding::Value(v),
            };
            saved.push((d, self.f.bind.insert(d, b)));
        }
        let n = self.declared_len(result);
        self.unbind(saved);
        n
    }
}

/// True for string expressions whose value cannot be part of a variable.
fn is_own_string(x: &Expr) -> bool {
    matches!(x.kind, ExprKind::Const(_) | ExprKind::Call(_) | ExprKind::Binary(..))
}
