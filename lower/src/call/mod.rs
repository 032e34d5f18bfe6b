//! Procedure references: argument association, results, elemental calls.

use super::place::is_designator;
use super::procedure::{Passing, ResultPassing};
use super::*;
use ferrotran_ir::TypeKind;
use ferrotran_typed::intrinsics::Intrinsic;

mod actual;
mod foreign;
mod lengths;
mod result;

use result::ResultPlace;

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

impl<'p> Declarations<'p> {
    /// True for calls of elemental procedures.
    pub fn is_elemental_call(&self, c: &Call) -> bool {
        match &c.target {
            ProcTarget::Proc(p) => self.proc(*p).elemental,
            ProcTarget::Bound { iface, .. } => self.proc(*iface).elemental,
            ProcTarget::Implicit { .. } | ProcTarget::Symbol(_) | ProcTarget::Pointer { .. } => false,
        }
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
            ProcTarget::Implicit { .. } | ProcTarget::Pointer { .. } => return false,
        };
        self.proc(proc).result.is_some_and(|r| self.sym(r).pointer && self.sym(r).ty != Ty::Procedure)
    }

    /// True where the bounds or the length of the result are computed from the dummy.
    pub fn result_depends(&self, p: ProcId, dummy: SymbolId) -> bool {
        let Some(r) = self.proc(p).result else { return false };
        let r = self.sym(r);
        let mentions = |e: &Expr| visit::symbols(e).contains(&dummy);
        let bounds = match &r.dims {
            Dims::Explicit(b) => b.iter().any(|(l, u)| mentions(l) || mentions(u)),
            _ => false,
        };
        bounds || matches!(&r.ty, Ty::Character(CharLen::Expr(e), _) if mentions(e))
    }

    /// An optional argument left out.
    pub fn absent(&mut self, d: Option<&'p Symbol>) -> Lowered<Passed> {
        let Some(d) = d else { return unsupported(Span::default(), "an absent argument") };
        let how = self.passing(d)?;
        let t = match how {
            Passing::Value(t) if self.is_foreign(d) => {
                let zero = self.zero_of(t);
                return Ok(Passed { value: zero, len: None, bound: None });
            }
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
            ExprKind::Elem { .. }
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Const(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => false,
        };
        object && !matches!(&x.kind, ExprKind::Var(s) if self.entities.is_present(*s))
    }
}

impl<'p> Expressions<'p> {
    fn callee(&mut self, t: &'p ProcTarget, ty: &'p Ty, span: Span) -> Lowered<Callee<'p>> {
        Ok(match t {
            ProcTarget::Proc(p) => {
                let pr = self.proc(*p);
                Callee { name: Some(pr.link_name.clone()), pointer: None, proc: Some(*p), implicit: None }
            }
            ProcTarget::Implicit { link_name, .. } => {
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
    fn symbol_proc(&mut self, s: SymbolId, span: Span) -> Lowered<Value> {
        Ok(match self.binding(s, span)? {
            Binding::Proc(p) | Binding::Value(p) => p,
            Binding::Scalar(cell) => self.b().load(cell),
            _ => return unsupported(span, "this procedure"),
        })
    }

    /// Address of a procedure as a value.
    pub fn proc_address(&mut self, t: &'p ProcTarget, span: Span) -> Lowered<Value> {
        let name = match t {
            ProcTarget::Proc(p) => {
                if self.captures.needs_env(*p) {
                    return self.trampoline(*p, span);
                }
                self.proc(*p).link_name.clone()
            }
            ProcTarget::Implicit { link_name, .. } => link_name.clone(),
            ProcTarget::Symbol(s) => return self.symbol_proc(*s, span),
            ProcTarget::Pointer { expr, .. } => return self.scalar(expr),
            ProcTarget::Bound { .. } => return unsupported(span, "a type-bound procedure as an argument"),
        };
        Ok(self.b().op(OpKind::FuncAddr).attr("callee", Attr::Sym(name)).result(Type::PTR).value())
    }

    /// Scalar function reference.
    pub fn function_scalar(&mut self, c: &'p Call, e: &'p Expr) -> Lowered<Value> {
        match self.call(c, &e.ty, true)? {
            CallResult::Scalar(v) => Ok(v),
            _ => unsupported(e.span, "this function reference"),
        }
    }

    /// Array-valued function reference: a view of the result.
    pub fn function_array(&mut self, c: &'p Call, e: &'p Expr) -> Lowered<Value> {
        match self.call(c, &e.ty, true)? {
            CallResult::View(v) => Ok(v),
            _ => unsupported(e.span, "this function reference"),
        }
    }

    /// CALL statement.
    pub fn call_stmt(&mut self, c: &'p Call) -> Lowered<()> {
        if self.is_elemental_call(c) && c.args.iter().any(|a| matches!(a, Actual::Expr(x) if x.rank > 0)) {
            return self.elemental_loop(c, None, None).map(|_| ());
        }
        self.call(c, &Ty::Typeless, false)?;
        Ok(())
    }

    /// A call with arguments as written.
    pub fn call(&mut self, c: &'p Call, ty: &'p Ty, function: bool) -> Lowered<CallResult> {
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

    /// The descriptor of a pointer or allocatable, be it a designator or a function reference.
    pub fn descriptor_of(&mut self, e: &'p Expr) -> Lowered<Option<Value>> {
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
    pub fn call_whole(&mut self, c: &'p Call, ty: &'p Ty, function: bool) -> Lowered<CallResult> {
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
        let lengths = self.entities.lengths();
        if let Some(p) = callee.proc {
            let dummies = &self.proc(p).args;
            for (&a, v) in dummies.iter().zip(&passed) {
                if let Some(b) = &v.bound {
                    saved.push(self.entities.bind(a, b.clone()));
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
                    types.push((a, self.entities.set_dynamic(a, Some(d))));
                }
            }
            self.bind_result_variables(p)?;
        }
        let out = self.emit_call(&callee, c, passed, function);
        for (a, old) in types {
            self.entities.set_dynamic(a, old);
        }
        self.entities.restore_lengths(lengths);
        self.entities.unbind(saved);
        out
    }

    /// Binds an array dummy to the argument with the bounds that it has in the procedure.
    fn bind_as_declared(&mut self, a: SymbolId, passed: &Passed) -> Lowered<()> {
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
        self.entities.bind(a, b);
        Ok(())
    }

    /// Static variables of other scopes that the length and bounds of a function's result refer to.
    fn bind_result_variables(&mut self, p: ProcId) -> Lowered<()> {
        let Some(r) = self.proc(p).result else { return Ok(()) };
        let s = self.sym(r);
        let mut names = Vec::new();
        if let Ty::Character(CharLen::Expr(n), _) = &s.ty {
            names.extend(visit::symbols(n));
        }
        if let Dims::Explicit(b) = &s.dims {
            names.extend(b.iter().flat_map(|(l, u)| [l, u]).flat_map(visit::symbols));
        }
        for v in names {
            let storage = &self.sym(v).storage;
            let fixed = matches!(storage, Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. });
            if fixed && !self.entities.has(v) {
                self.bind_static(v)?;
            }
        }
        Ok(())
    }

    fn emit_call(
        &mut self,
        callee: &Callee<'p>,
        c: &'p Call,
        passed: Vec<Passed>,
        function: bool,
    ) -> Lowered<CallResult> {
        let ResultPlace { mut args, results, given } = match function {
            true => self.result_place(callee, c)?,
            false => ResultPlace::none(),
        };
        let first = args.len();
        let foreign = self.foreign_arguments(callee, &passed)?;
        match &foreign {
            Some(f) => args.extend(&f.args),
            None => args.extend(passed.iter().map(|p| p.value)),
        }
        if let Some(f) = &foreign {
            args.extend(self.foreign_flags(f, c)?);
        }
        if !callee.proc.is_some_and(|p| self.proc(p).bind_c) {
            args.extend(passed.iter().filter_map(|p| p.len));
            let dummies = callee.proc.map(|p| &self.proc(p).args);
            for (k, a) in c.args.iter().enumerate() {
                let d = dummies.and_then(|d| d.get(k)).map(|&d| self.sym(d));
                args.extend(self.function_length(a, d)?);
            }
        }
        let struct_result = function && callee.proc.is_some_and(|p| self.gives_struct(p));
        let byval = callee.proc.and_then(|p| self.byval_attr(p, first));
        if let Some(p) = callee.proc
            && self.captures.needs_env(p)
            && callee.name.is_some()
        {
            let Some(env) = self.entities.env else { return unsupported(c.span, "this internal procedure from here") };
            args.push(env);
        }
        let pure = callee.proc.is_some_and(|p| self.proc(p).pure_) && function && !self.counts_calls();
        // What %VAL hands over need not be what a procedure of this file takes.
        let by_value = |a: &Actual| match a {
            Actual::Expr(a) => matches!(a.kind, ExprKind::Intrinsic { id: Intrinsic::Val, .. }),
            Actual::Absent => false,
        };
        let target = match &callee.name {
            Some(n) if c.args.iter().any(by_value) => {
                Some(self.b().op(OpKind::FuncAddr).attr("callee", Attr::Sym(n.clone())).result(Type::PTR).value())
            }
            _ => callee.pointer,
        };
        let op = match (&callee.name, target) {
            (Some(n), None) => {
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
            (_, Some(p)) => self
                .b()
                .op(OpKind::CallPtr)
                .arg(p)
                .args(&args)
                .flag("pure", pure)
                .attr_opt("byval", byval)
                .flag("struct_result", struct_result)
                .results(&results)
                .build(),
            (None, None) => return unsupported(c.span, "this procedure"),
        };
        if let Some(f) = foreign {
            self.foreign_returns(f);
        }
        self.received(callee, op, given, c.span)
    }

    /// i1: the argument is there. Only where [`Declarations::may_be_absent`] is true.
    pub fn argument_there(&mut self, x: &'p Expr) -> Lowered<Value> {
        match (self.optional_dummy(x), self.box_of(x)?) {
            (Some(s), None) => self.present(s, x.span),
            (s, Some(b)) => {
                let b = if s.is_some() { self.present_box(b) } else { b };
                Ok(self.b().unary(OpKind::BoxAllocated, b, Type::BOOL))
            }
            (None, None) => Ok(self.b().int(1, Type::BOOL)),
        }
    }

    /// A call of an elemental function with scalar values as arguments, in the body of an elemental.
    pub fn elemental_call(&mut self, c: &'p Call, e: &'p Expr, vals: &[Option<Value>]) -> Lowered<Value> {
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
        if self.captures.needs_env(*id) {
            let Some(env) = self.entities.env else { return unsupported(e.span, "this internal procedure from here") };
            args.push(env);
        }
        let pure = p.pure_ && !self.counts_calls();
        let op = self
            .b()
            .op(OpKind::Call)
            .args(&args)
            .attr("callee", Attr::Sym(p.link_name.clone()))
            .flag("pure", pure)
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
    ) -> Lowered<Option<Value>> {
        let mut saved = Vec::new();
        for (&d, v) in dummies.iter().zip(vals) {
            let Some(v) = *v else { continue };
            let b = match self.m.tk(v) {
                TypeKind::Ref(_) => Binding::Scalar(v),
                TypeKind::Char(..) => {
                    let ty = &self.sym(d).ty;
                    Binding::Scalar(self.spill(v, ty, result.span)?)
                }
                _ => Binding::Value(v),
            };
            saved.push(self.entities.bind(d, b));
        }
        let n = self.declared_len(result);
        self.entities.unbind(saved);
        n
    }
}
