//! Procedures: arguments, results, entry and exit.

use super::*;
use ferrotran_ir::{BoxAttribute, DeclareAttr, Requirement, TypeKind};

/// How a dummy argument is passed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Passing {
    /// The value itself.
    Value(Type),
    /// Address of a scalar: `ref<T>`.
    Ref(Type),
    /// Address of a string, length at the end of the argument list.
    Chr,
    /// Address of the first element of a contiguous array of that element type.
    Array(Type),
    /// Address of a descriptor of that box type.
    Box(Type),
    /// Address of a polymorphic entity's descriptor of that box type.
    Class(Type),
    /// Address of a procedure.
    Proc,
    /// A structure by value: here the address of a copy.
    Struct(Type),
    /// A single character by value.
    Byte(Type),
}

impl FunctionBuilder {
    /// The character in a variable of its code.
    fn byte_as_chr(&mut self, cell: Value) -> Value {
        let kind = if self.m.types.elem(self.m.ty(cell)) == Type::I32 { 4 } else { 1 };
        let one = self.idx(i64::from(kind));
        let p = self.cast_ref(cell, Type::PTR);
        let rt = self.m.types.reference(Type::chr(kind));
        self.b().op(OpKind::ChrRef).arg(p).arg(one).result(rt).value()
    }

    /// View behind the descriptor of an optional dummy, which may be absent (null).
    fn optional_view(&mut self, bx: Value) -> Lowered<Value> {
        let chosen = self.present_box(bx);
        Ok(self.box_view(chosen))
    }

    /// The descriptor of an optional dummy, or an empty one where the dummy is absent (null).
    pub fn present_box(&mut self, bx: Value) -> Value {
        let p = self.cast_ref(bx, Type::PTR);
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let absent = self.b().op(OpKind::PtrCmp).arg(p).arg(null).result(Type::BOOL).value();
        let rt = self.m.ty(bx);
        let empty = self.b().op(OpKind::Alloca).result(rt).value();
        self.b().op(OpKind::BoxInit).arg(empty).choice(BoxAttribute::Other).build();
        self.b().op(OpKind::Select).arg(absent).arg(empty).arg(bx).result(rt).value()
    }
}

impl<'p> Declarations<'p> {
    /// How the dummy is passed.
    pub fn passing(&mut self, s: &'p Symbol) -> Lowered<Passing> {
        if s.ty == Ty::Procedure && !s.pointer {
            return Ok(Passing::Proc);
        }
        if s.ty == Ty::Procedure {
            return Ok(Passing::Ref(Type::PTR));
        }
        let t = self.ir_ty(&s.ty, s.span)?;
        if matches!(s.ty, Ty::Class(_)) {
            return Ok(Passing::Class(self.m.types.boxed(s.rank(), t)));
        }
        if s.allocatable || s.pointer || matches!(s.dims, Dims::Assumed(_) | Dims::AssumedRank) {
            return Ok(Passing::Box(self.m.types.boxed(s.rank(), t)));
        }
        if self.described_string(s) {
            return Ok(Passing::Box(self.m.types.boxed(s.rank(), t)));
        }
        if s.rank() > 0 {
            return Ok(Passing::Array(t));
        }
        if s.by_value && !self.value_by_copy(s) {
            return Ok(match self.m.types.kind(t) {
                TypeKind::Derived(_) => Passing::Struct(t),
                TypeKind::Char(_, kind) => Passing::Byte(code_type(*kind)),
                _ => Passing::Value(t),
            });
        }
        if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            return Ok(Passing::Chr);
        }
        Ok(Passing::Ref(t))
    }

    /// True for VALUE dummies that get the address of a copy: those that may be absent or are no plain scalars, in
    /// procedures that are not interoperable.
    pub fn value_by_copy(&self, s: &Symbol) -> bool {
        let Some(p) = s.owner.map(|p| self.proc(p)) else { return s.by_value };
        let copied = match &s.ty {
            // Structures of C go to C by value, also through procedures that are not interoperable themselves.
            Ty::Derived(t) => !self.dtype(*t).bind_c || p.elemental,
            ty => matches!(ty, Ty::Character(..)),
        };
        s.by_value
            && !p.bind_c
            && !matches!(p.convention, Convention::Gfortran { .. })
            && (s.optional || s.rank() > 0 || copied)
    }

    /// True for strings of assumed length in interoperable procedures: C gets a descriptor (F2018 18.3.6).
    pub fn described_string(&self, s: &Symbol) -> bool {
        matches!(s.ty, Ty::Character(CharLen::Assumed, _))
            && !s.allocatable
            && !s.pointer
            && matches!(s.dims, Dims::Scalar | Dims::Explicit(_) | Dims::AssumedSize(..))
            && s.owner.is_some_and(|p| self.proc(p).bind_c)
    }

    /// A copy of the descriptor of an argument of an interoperable procedure with other lower bounds: C sees zero
    /// (F2018 18.5.3), Fortran one. Allocatables and pointers keep theirs.
    pub fn rebased(&mut self, value: Value, s: &'p Symbol, lower: i64) -> Value {
        let whose = s.owner.is_some_and(|p| self.proc(p).bind_c);
        if !whose || s.allocatable || s.pointer || s.dims == Dims::Scalar {
            return value;
        }
        let rt = self.m.ty(value);
        let rank = if s.dims == Dims::AssumedRank { ferrotran_abi::desc::MAX_RANK } else { s.rank() };
        let room = self.m.types.boxed(rank, Type::I8);
        let copy = self.alloca(room, None);
        let (copy, desc) = (self.cast_ref(copy, Type::PTR), self.cast_ref(value, Type::PTR));
        let lower = self.idx(lower);
        let p = self.rt_value(rt::frt_desc_rebased, &[copy, desc, lower], Type::PTR);
        self.cast_ref(p, rt)
    }

    /// IR type of an argument passed that way.
    pub fn passing_ty(&mut self, p: Passing) -> Type {
        match p {
            Passing::Value(t) => t,
            Passing::Ref(t) | Passing::Box(t) | Passing::Class(t) | Passing::Struct(t) => self.m.types.reference(t),
            Passing::Byte(t) => t,
            Passing::Chr | Passing::Array(_) | Passing::Proc => Type::PTR,
        }
    }

    /// True for functions whose result is a structure that the machine returns.
    pub fn gives_struct(&self, id: ProcId) -> bool {
        let p = self.proc(id);
        (p.bind_c || matches!(p.convention, Convention::Gfortran { .. }))
            && p.result
                .map(|r| self.sym(r))
                .is_some_and(|s| matches!(s.ty, Ty::Derived(_)) && s.rank() == 0 && !s.allocatable && !s.pointer)
    }

    /// True for functions whose result is a character that the machine returns.
    pub fn gives_byte(&self, s: &Symbol) -> bool {
        matches!(s.ty, Ty::Character(..))
            && s.rank() == 0
            && !s.allocatable
            && !s.pointer
            && s.owner.is_some_and(|p| self.proc(p).bind_c)
    }

    /// Numbers of the arguments that are structures by value, where there are any; `first` is that of the first.
    pub fn byval_attr(&mut self, id: ProcId, first: usize) -> Option<Attr> {
        let mut list = vec![];
        for (i, &a) in self.proc(id).args.iter().enumerate() {
            if matches!(self.passing(self.sym(a)), Ok(Passing::Struct(_))) {
                list.push(Attr::Int((first + i) as i64));
            }
        }
        (!list.is_empty()).then_some(Attr::List(list))
    }

    /// How a function result comes back.
    pub fn result_passing(&mut self, s: &'p Symbol) -> Lowered<ResultPassing> {
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        if (s.allocatable || s.pointer) && s.ty != Ty::Procedure {
            let bt = self.m.types.boxed(s.rank(), t);
            return Ok(ResultPassing::Hidden(vec![self.m.types.reference(bt)]));
        }
        if s.rank() > 0 {
            let mut v = vec![Type::PTR];
            if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
                v.push(Type::INDEX);
            }
            return Ok(ResultPassing::Hidden(v));
        }
        Ok(match self.m.types.kind(t) {
            TypeKind::Char(_, kind) if self.gives_byte(s) => ResultPassing::Value(code_type(*kind)),
            TypeKind::Char(..) => ResultPassing::Hidden(vec![Type::PTR, Type::INDEX]),
            TypeKind::Derived(_) => ResultPassing::Hidden(vec![self.m.types.reference(t)]),
            _ => ResultPassing::Value(t),
        })
    }

    /// Names an entity, with the attributes that alias analysis and reports need.
    pub fn declare(&mut self, v: Value, s: &Symbol, more: &[DeclareAttr]) -> Value {
        let mut attrs = more.to_vec();
        if s.target {
            attrs.push(DeclareAttr::Target);
        }
        if s.pointer {
            attrs.push(DeclareAttr::Pointer);
        }
        if s.allocatable {
            attrs.push(DeclareAttr::Allocatable);
        }
        if s.volatile {
            attrs.push(DeclareAttr::Volatile);
        }
        if s.optional {
            attrs.push(DeclareAttr::Optional);
        }
        match s.intent {
            Intent::In => attrs.push(DeclareAttr::IntentIn),
            Intent::Out => attrs.push(DeclareAttr::IntentOut),
            _ => {}
        }
        let t = self.m.ty(v);
        self.b().op(OpKind::Declare).arg(v).attr("name", Attr::str(&s.name)).choices(&attrs).result(t).value()
    }

    /// The descriptor of a dummy argument. One that may be absent is declared so: it must not be read before control
    /// comes to where the program refers to it.
    pub fn declared_descriptor(&mut self, v: Value, s: &Symbol) -> Value {
        if s.optional { self.declare(v, s, &[DeclareAttr::Dummy]) } else { v }
    }

    /// An allocatable dummy argument with INTENT(OUT) is deallocated at entry.
    pub fn deallocate_dummy(&mut self, bx: Value, s: &'p Symbol) -> Lowered<()> {
        let c = self.allocatable_cleanup(bx, &s.ty, s.span)?;
        self.where_present(bx, s.optional, |l| {
            l.release(c);
            Ok(())
        })
    }
}

impl<'p> Lower<'p> {
    /// Lowers one procedure with a body.
    pub fn lower_procedure(&mut self, id: ProcId) {
        let p = self.proc(id);
        let Some(body) = &p.body else { return };
        let region = self.m.new_region(&[]);
        self.begin_procedure(id, region);
        self.at(p.span);
        self.begin_counting(id);
        let out = self.procedure_parts(id, body);
        let results = match out {
            Ok(r) => r,
            Err(e) => {
                self.errors.push(e);
                return;
            }
        };
        self.end_counting(id, region);
        self.drop_unused_constants(region);
        let top = self.m.top;
        let (file, line, col) = self.position(p.span);
        self.f.region = top;
        self.f.loc = Loc { file, line, col, call: 0 };
        let results = (!results.is_empty()).then(|| Attr::List(results.into_iter().map(Attr::Type).collect()));
        let internal = !p.external && !p.is_main && !self.bound_procs.contains(&id);
        let struct_result = self.gives_struct(id);
        let hidden = match p.result.map(|r| self.sym(r)).map(|s| self.result_passing(s)) {
            Some(Ok(ResultPassing::Hidden(types))) => types.len(),
            _ => 0,
        };
        let byval = self.byval_attr(id, hidden);
        self.b()
            .op(OpKind::Func)
            .attr("sym", Attr::Sym(p.link_name.clone()))
            .attr("source_name", Attr::str(&p.name))
            .attr_opt("results", results)
            .flag("main", p.is_main)
            .flag("pure", p.pure_)
            .flag("elemental", p.elemental)
            .flag("recursive", p.recursive)
            .flag("internal", internal)
            .flag("available", p.available)
            .flag("constructor", p.constructor)
            .attr_opt("byval", byval)
            .flag("struct_result", struct_result)
            .region(region)
            .build();
    }

    fn procedure_parts(&mut self, id: ProcId, body: &'p Body) -> Lowered<Vec<Type>> {
        let p = self.proc(id);
        let region = self.f.region;
        self.f.fenv = self.uses_environment(&body.stmts);
        let mut results = Vec::new();
        let result = p.result.map(|r| (r, self.sym(r)));
        // Hidden result arguments come first.
        let mut result_args: Vec<Value> = Vec::new();
        let mut by_value_result = None;
        let mut result_cell = None;
        if let Some((r, s)) = result {
            match self.result_passing(s)? {
                ResultPassing::Value(t) => {
                    results.push(t);
                    by_value_result = Some((r, t));
                }
                ResultPassing::Hidden(types) => {
                    result_args = types.into_iter().map(|t| self.m.add_arg(region, t)).collect();
                }
            }
        }
        let mut params = Vec::new();
        for &a in &p.args {
            let s = self.sym(a);
            let how = self.passing(s)?;
            let t = self.passing_ty(how);
            params.push((a, how, self.m.add_arg(region, t)));
        }
        let mut lens = FxHashMap::default();
        if !p.bind_c {
            for &a in &p.args {
                if matches!(self.sym(a).ty, Ty::Character(..)) {
                    lens.insert(a, self.m.add_arg(region, Type::INDEX));
                }
            }
            for &a in &p.args {
                if self.has_function_length(self.sym(a)) {
                    let n = self.m.add_arg(region, Type::INDEX);
                    self.entities.set_length(a, n);
                }
            }
        }
        let env = self.captures.of(id).map(<[_]>::to_vec).map(|captured| (captured, self.m.add_arg(region, Type::PTR)));
        if let Some((captured, env)) = env
            && let Some(host) = p.host
        {
            let layout = self.env_layout(host);
            self.entities.env = Some(env);
            self.tell_environment(env);
            for s in captured {
                self.bind_captured(env, &layout, s)?;
            }
        }
        for s in self.body_symbols(id) {
            self.bind_static(s)?;
        }
        // Bounds of arrays and lengths of strings may name other dummies: those come first.
        let mut waiting: Vec<(SymbolId, Passing, Value)> = params.clone();
        waiting.sort_by_key(|(a, ..)| match self.sym(*a) {
            s if s.rank() > 0 => 2,
            Symbol { ty: Ty::Character(CharLen::Expr(_), _), .. } => 1,
            _ => 0,
        });
        while !waiting.is_empty() {
            let ready = |a: SymbolId| {
                let mut free = true;
                visit::declaration_exprs(self.sym(a), &mut |e| {
                    free &= !matches!(&e.kind, ExprKind::Var(o) if *o != a && waiting.iter().any(|w| w.0 == *o));
                });
                free
            };
            let next = waiting.iter().position(|w| ready(w.0)).unwrap_or(0);
            let (a, how, v) = waiting.remove(next);
            self.bind_dummy(a, how, v, lens.get(&a).copied())?;
        }
        let hows: Vec<(SymbolId, Passing)> = params.iter().map(|&(a, how, _)| (a, how)).collect();
        self.check_dummy_lengths(&hows, &lens)?;
        if let Some((r, s)) = result {
            if let Some((_, t)) = by_value_result {
                let rt = self.m.types.reference(t);
                let cell = self.b().op(OpKind::Alloca).attr("name", Attr::str(&s.name)).result(rt).value();
                let var = if self.gives_byte(s) { self.byte_as_chr(cell) } else { cell };
                result_cell = Some(cell);
                self.init_by_option(s, &Binding::Scalar(var))?;
                self.tell(r, &Binding::Scalar(var));
                self.entities.bind(r, Binding::Scalar(var));
            } else {
                self.bind_result(r, s, &result_args)?;
            }
        }
        for &s in p.args.iter().chain(&p.result) {
            self.note_length(s)?;
        }
        self.bind_locals(&body.locals)?;
        let layout = self.env_layout(id);
        if !layout.is_empty() {
            let env = self.make_env(id, &layout)?;
            self.entities.env = Some(env);
        }
        if !body.entries.is_empty() {
            return unsupported(p.span, "ENTRY statements");
        }
        if p.is_main && self.opts.fpe_trap != 0 {
            let mask = self.opts.fpe_trap;
            self.trap(mask);
        }
        if p.is_main && self.opts.io != IoDefaults::default() {
            let o = self.opts.io;
            let [swap, wide, plain] = [o.swap, o.wide_markers, o.plain_zero].map(i64::from);
            let [subrecord, summary, standard, dialect] =
                [o.subrecord, o.fpe_summary, o.standard, o.dialect].map(i64::from);
            let list = [swap, if wide == 1 { 8 } else { 4 }, subrecord, plain, summary, standard, dialect];
            let args = list.map(|n| self.b().int(n, Type::I32));
            self.rt(rt::frt_io_defaults, &args);
        }
        if p.is_main && self.prog.several_images {
            self.rt(rt::frt_images_start, &[]);
        }
        if p.is_main && self.prog.shared_memory {
            self.b().op(OpKind::OmpRequires).choice(Requirement::SharedMemory).build();
        }
        // Flags are quiet where a procedure begins that uses the modules itself (F2018 17.3).
        if self.f.fenv && !p.is_main && (p.host.is_none() || p.names_exceptions) {
            self.enter_environment();
        }
        let running = self.enter_once(p)?;
        let inner = self.m.new_region(&[]);
        self.within(inner, |s| s.stmts(&body.stmts));
        self.b().op(OpKind::Block).attr("label", Attr::str("exit")).region(inner).build();
        self.at(p.span);
        if let Some(cell) = running {
            let no = self.b().int(0, Type::I32);
            self.b().store(no, cell);
        }
        self.end_procedure();
        let mut values = Vec::new();
        if let Some(cell) = result_cell {
            values.push(self.b().load(cell));
        }
        self.b().op(OpKind::Return).args(&values).build();
        Ok(results)
    }

    fn bind_result(&mut self, r: SymbolId, s: &'p Symbol, args: &[Value]) -> Lowered<()> {
        let b = if s.allocatable || s.pointer {
            Binding::Box(args[0])
        } else if s.rank() > 0 {
            let t = self.ir_ty(&s.ty, s.span)?;
            let b = self.explicit_array(s, args[0], t, args.get(1).copied(), &[DeclareAttr::Result])?;
            if let (Ty::Derived(id), Binding::Array { view, .. }) = (&s.ty, &b) {
                self.default_init_view(*view, *id, s.span)?;
            }
            b
        } else if let Ty::Derived(t) = &s.ty {
            self.default_init(args[0], *t, s.span)?;
            Binding::Scalar(args[0])
        } else {
            let t = self.ir_ty(&s.ty, s.span)?;
            let rt = self.m.types.reference(t);
            Binding::Scalar(self.b().op(OpKind::ChrRef).arg(args[0]).arg(args[1]).result(rt).value())
        };
        self.tell(r, &b);
        self.entities.bind(r, b);
        Ok(())
    }

    fn bind_dummy(&mut self, a: SymbolId, how: Passing, v: Value, len: Option<Value>) -> Lowered<()> {
        let s = self.sym(a);
        let b = match how {
            Passing::Proc => Binding::Proc(v),
            Passing::Value(t) => {
                let cell = self.alloca(t, Some(&s.name));
                self.b().store(v, cell);
                Binding::Scalar(cell)
            }
            Passing::Byte(t) => {
                let cell = self.alloca(t, Some(&s.name));
                self.b().store(v, cell);
                Binding::Scalar(self.byte_as_chr(cell))
            }
            Passing::Struct(_) => Binding::Scalar(self.declare(v, s, &[DeclareAttr::Dummy])),
            Passing::Ref(_) => {
                if s.intent == Intent::Out {
                    self.renew_dummy(v, s)?;
                }
                Binding::Scalar(self.declare(v, s, &[DeclareAttr::Dummy]))
            }
            Passing::Chr => {
                let t = self.ir_ty(&s.ty, s.span)?;
                let n = match self.declared_len(s)? {
                    Some(n) => n,
                    None => match len {
                        Some(l) => l,
                        None => self.idx(1),
                    },
                };
                let rt = self.m.types.reference(t);
                let r = self.b().op(OpKind::ChrRef).arg(v).arg(n).result(rt).value();
                Binding::Scalar(self.declare(r, s, &[DeclareAttr::Dummy]))
            }
            Passing::Class(_) => self.bind_class_dummy(a, v)?,
            Passing::Array(t) => {
                let b = self.explicit_array(s, v, t, len, &[DeclareAttr::Dummy])?;
                if s.intent == Intent::Out
                    && matches!(s.dims, Dims::Explicit(_))
                    && let Binding::Array { view, .. } = &b
                {
                    self.renew_dummy(*view, s)?;
                }
                b
            }
            Passing::Box(_) => {
                // Callers in C need not see to that (F2018 18.3.7).
                let gaps = s.contiguous || (self.described_string(s) && s.rank() > 0);
                let v = if gaps && !s.pointer && s.owner.is_some_and(|p| self.proc(p).bind_c) {
                    let rank = if s.dims == Dims::AssumedRank { ferrotran_abi::desc::MAX_RANK } else { s.rank() };
                    let (bx, cleanup) = self.contiguous_box(v, rank, s.intent);
                    self.f.cleanups.at_exit(cleanup);
                    bx
                } else {
                    v
                };
                if s.allocatable || s.pointer || rank::keeps_descriptor(s) {
                    if s.intent == Intent::Out && s.allocatable {
                        self.deallocate_dummy(v, s)?;
                    }
                    if let Dims::Assumed(lower) = &s.dims
                        && !s.allocatable
                        && lower.iter().any(|l| self.const_i64(l) != Some(1))
                    {
                        return unsupported(s.span, "an array of assumed type with other lower bounds than one");
                    }
                    let v = if rank::keeps_descriptor(s) { self.rebased(v, s, 1) } else { v };
                    Binding::Box(self.declared_descriptor(v, s))
                } else if self.described_string(s) {
                    let v = if s.optional { self.present_box(v) } else { v };
                    let n = self.b().unary(OpKind::BoxElemLen, v, Type::INDEX);
                    let p = self.cast_ref(v, Type::PTR);
                    let cell = self.field_at(p, 0, Type::PTR);
                    let base = self.b().load(cell);
                    let t = self.ir_ty(&s.ty, s.span)?;
                    if s.rank() > 0 {
                        self.explicit_array(s, base, t, Some(n), &[DeclareAttr::Dummy])?
                    } else {
                        let rt = self.m.types.reference(t);
                        let r = self.b().op(OpKind::ChrRef).arg(base).arg(n).result(rt).value();
                        Binding::Scalar(self.declare(r, s, &[DeclareAttr::Dummy]))
                    }
                } else {
                    let view = if s.optional { self.optional_view(v)? } else { self.box_view(v) };
                    let view = if s.contiguous {
                        let t = self.m.ty(view);
                        let (shape, e) = (self.m.types.shape(t).to_vec(), self.m.types.elem(t));
                        let vt = self.m.types.view(shape, e, true);
                        self.b().unary(OpKind::ViewCast, view, vt)
                    } else {
                        view
                    };
                    let view = self.declare(view, s, &[DeclareAttr::Dummy]);
                    if s.intent == Intent::Out {
                        self.renew_dummy(view, s)?;
                    }
                    let Dims::Assumed(lower) = &s.dims else { return unsupported(s.span, "this dummy argument") };
                    let mut lbs = Vec::new();
                    for l in lower {
                        let v = self.scalar(l)?;
                        lbs.push(self.to_index(v));
                    }
                    Binding::Array { view, lbs }
                }
            }
        };
        self.tell(a, &b);
        self.entities.bind(a, b);
        Ok(())
    }

    /// A dummy argument with INTENT(OUT) is finalized and gets its default value at entry.
    fn renew_dummy(&mut self, v: Value, s: &'p Symbol) -> Lowered<()> {
        let Ty::Derived(t) = &s.ty else { return Ok(()) };
        if !self.is_managed(*t) && self.default_image(*t, s.span)?.is_none() {
            return Ok(());
        }
        self.where_present(v, s.optional, |l| {
            if l.is_managed(*t) {
                let ty = l.type_desc(&s.ty, s.span)?;
                let bx = l.object_box(v);
                l.rt(rt::frt_object_destroy, &[bx, ty]);
            }
            match l.m.tk(v) {
                TypeKind::View { .. } => l.default_init_view(v, *t, s.span),
                _ => l.default_init(v, *t, s.span),
            }
        })
    }
}

/// See [`Declarations::result_passing`].
pub(crate) enum ResultPassing {
    /// A scalar of that type.
    Value(Type),
    /// Arguments of these types before the others.
    Hidden(Vec<Type>),
}

/// The integer as which a character of that kind is passed by value.
fn code_type(kind: u8) -> Type {
    if kind == 4 { Type::I32 } else { Type::I8 }
}
