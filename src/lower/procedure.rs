//! Procedures: arguments, entry, exit, storage of local entities, host association.
//!
//! An internal procedure that uses variables of its host takes one more argument, the address of the host's
//! environment: a table of addresses, one slot per captured variable (of the descriptor for arrays, address and
//! length for strings).

use super::*;
use ferrotran_ir::TypeKind;

/// Local arrays above this many bytes do not go on the stack.
const STACK_ARRAY_BYTES: u64 = 16 * 1024;

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
    /// Address of a procedure.
    Proc,
}

impl<'p> Lower<'p> {
    /// How the dummy is passed.
    pub fn passing(&mut self, s: &'p Symbol) -> R<Passing> {
        if s.ty == Ty::Procedure && !s.pointer {
            return Ok(Passing::Proc);
        }
        if s.ty == Ty::Procedure {
            return Ok(Passing::Ref(Type::PTR));
        }
        if matches!(s.ty, Ty::Class(_)) {
            return unsupported(s.span, "polymorphic dummy arguments");
        }
        let t = self.ir_ty(&s.ty, s.span)?;
        if s.allocatable || s.pointer || matches!(s.dims, Dims::Assumed(_)) {
            return Ok(Passing::Box(self.m.types.boxed(s.rank(), t)));
        }
        if matches!(s.dims, Dims::AssumedRank) {
            return unsupported(s.span, "assumed-rank dummy arguments");
        }
        if s.rank() > 0 {
            return Ok(Passing::Array(t));
        }
        if s.by_value {
            return Ok(Passing::Value(t));
        }
        if matches!(self.m.types.kind(t), TypeKind::Char(_)) {
            return Ok(Passing::Chr);
        }
        Ok(Passing::Ref(t))
    }

    /// IR type of an argument passed that way.
    pub fn passing_ty(&mut self, p: Passing) -> Type {
        match p {
            Passing::Value(t) => t,
            Passing::Ref(t) | Passing::Box(t) => self.m.types.reference(t),
            Passing::Chr | Passing::Array(_) | Passing::Proc => Type::PTR,
        }
    }

    /// Finds the host variables that internal procedures use, directly or through others they call.
    pub fn collect_captures(&mut self) {
        let mut uses: FxHashMap<ProcId, (Vec<SymbolId>, Vec<ProcId>)> = FxHashMap::default();
        for (i, p) in self.prog.procs.iter().enumerate() {
            let (Some(host), Some(_)) = (p.host, &p.body) else { continue };
            let mut syms = Vec::new();
            let mut calls = Vec::new();
            for s in self.body_symbols(ProcId(i as u32)) {
                let sym = self.sym(s);
                let in_frame = matches!(sym.storage, Storage::Local | Storage::Dummy(_) | Storage::Result)
                    || (matches!(sym.storage, Storage::Equivalence { .. }) && !self.is_static_equivalence(s));
                if sym.owner == Some(host) && in_frame && !syms.contains(&s) {
                    syms.push(s);
                }
            }
            if let Some(b) = &p.body {
                let mut record = |t: &ProcTarget| {
                    if let ProcTarget::Proc(q) = t
                        && !calls.contains(q)
                    {
                        calls.push(*q);
                    }
                };
                let record = std::cell::RefCell::new(&mut record);
                walk::stmts(
                    &b.stmts,
                    &mut |e| match &e.kind {
                        ExprKind::Call(c) => (record.borrow_mut())(&c.target),
                        ExprKind::ProcRef(t) => (record.borrow_mut())(t),
                        _ => {}
                    },
                    &mut |c| (record.borrow_mut())(&c.target),
                );
            }
            uses.insert(ProcId(i as u32), (syms, calls));
        }
        // Transitive closure over calls between siblings.
        loop {
            let mut changed = false;
            for p in uses.keys().copied().collect::<Vec<_>>() {
                let extra: Vec<SymbolId> = uses[&p]
                    .1
                    .iter()
                    .filter_map(|q| uses.get(q).filter(|_| self.proc(*q).host == self.proc(p).host))
                    .flat_map(|(s, _)| s.iter().copied())
                    .collect();
                if let Some((mine, _)) = uses.get_mut(&p) {
                    for s in extra {
                        if !mine.contains(&s) {
                            mine.push(s);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (p, (mut s, _)) in uses {
            if !s.is_empty() {
                s.sort();
                self.needs_env.insert(p, s);
            }
        }
    }

    fn is_static_equivalence(&self, s: SymbolId) -> bool {
        match &self.sym(s).storage {
            Storage::Equivalence { base, .. } => self.is_static_equivalence(*base),
            Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } => true,
            _ => false,
        }
    }

    /// Symbols named in a procedure's body and in the declarations of its locals.
    fn body_symbols(&self, p: ProcId) -> Vec<SymbolId> {
        let proc = self.proc(p);
        let Some(body) = &proc.body else { return Vec::new() };
        let found = std::cell::RefCell::new((rustc_hash::FxHashSet::default(), Vec::new()));
        let add = |s: SymbolId| {
            let (seen, out) = &mut *found.borrow_mut();
            if seen.insert(s) {
                out.push(s);
            }
        };
        let on_expr = |e: &Expr| {
            if let ExprKind::Var(s) = &e.kind {
                add(*s);
            }
            if let ExprKind::ProcRef(t) = &e.kind
                && let ProcTarget::Symbol(s) = &**t
            {
                add(*s);
            }
            if let ExprKind::Call(c) = &e.kind
                && let ProcTarget::Symbol(s) = &c.target
            {
                add(*s);
            }
        };
        walk::stmts(&body.stmts, &mut |e| on_expr(e), &mut |c| {
            if let ProcTarget::Symbol(s) = &c.target {
                add(*s);
            }
        });
        walk::other_symbols(&body.stmts, &mut |s| add(s));
        for &l in body.locals.iter().chain(&proc.args).chain(&proc.result) {
            let s = self.sym(l);
            walk::dims_exprs(&s.dims, &mut |e| on_expr(e));
            if let Ty::Character(CharLen::Expr(e)) = &s.ty {
                walk::exprs(e, &mut |e| on_expr(e));
            }
            if let Storage::Equivalence { base, .. } = &s.storage {
                add(*base);
            }
        }
        found.into_inner().1
    }

    /// Variables of a host that its internal procedures use, in slot order.
    pub fn env_layout(&self, host: ProcId) -> Vec<SymbolId> {
        let mut all: Vec<SymbolId> = self
            .needs_env
            .iter()
            .filter(|(p, _)| self.proc(**p).host == Some(host))
            .flat_map(|(_, s)| s.clone())
            .collect();
        all.sort();
        all.dedup();
        all
    }

    /// Lowers one procedure with a body.
    pub fn lower_procedure(&mut self, id: ProcId) {
        let p = self.proc(id);
        let Some(body) = &p.body else { return };
        let region = self.m.new_region(&[]);
        self.f = FnState::new(id, region);
        self.f.is_main = p.is_main;
        self.at(p.span);
        let out = self.procedure_parts(id, body);
        let results = match out {
            Ok(r) => r,
            Err(e) => {
                self.errors.push(e);
                return;
            }
        };
        self.drop_unused_constants(region);
        let top = self.m.top;
        let (file, line, col) = self.position(p.span);
        self.f.region = top;
        self.f.loc = Loc { file, line, col };
        let results = (!results.is_empty()).then(|| Attr::List(results.into_iter().map(Attr::Type).collect()));
        self.b()
            .op(OpKind::Func)
            .attr("sym", Attr::Sym(p.link_name.clone()))
            .attr("source_name", Attr::str(&p.name))
            .attr_opt("results", results)
            .flag("main", p.is_main)
            .flag("pure", p.pure_ || p.elemental)
            .flag("elemental", p.elemental)
            .flag("recursive", p.recursive)
            .flag("internal", !p.external && !p.is_main)
            .region(region)
            .build();
    }

    fn procedure_parts(&mut self, id: ProcId, body: &'p Body) -> R<Vec<Type>> {
        let p = self.proc(id);
        let region = self.f.region;
        let mut results = Vec::new();
        let result = p.result.map(|r| (r, self.sym(r)));
        // Hidden result arguments come first.
        let mut result_args: Vec<Value> = Vec::new();
        let mut by_value_result = None;
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
            let how = self.passing(self.sym(a))?;
            let t = self.passing_ty(how);
            params.push((a, how, self.m.add_arg(region, t)));
        }
        let mut lens = FxHashMap::default();
        if !p.bind_c {
            for &a in &p.args {
                if matches!(self.sym(a).ty, Ty::Character(_)) {
                    lens.insert(a, self.m.add_arg(region, Type::INDEX));
                }
            }
        }
        let env = self.needs_env.get(&id).cloned().map(|captured| (captured, self.m.add_arg(region, Type::PTR)));
        if let Some((captured, env)) = env
            && let Some(host) = p.host
        {
            let layout = self.env_layout(host);
            self.f.env = Some(env);
            for s in captured {
                self.bind_captured(env, &layout, s)?;
            }
        }
        for s in self.body_symbols(id) {
            self.bind_static(s)?;
        }
        // Scalars first: bounds of arrays may name them.
        for pass in 0..2 {
            for &(a, how, v) in &params {
                let scalar_like = self.sym(a).rank() == 0;
                if scalar_like == (pass == 0) {
                    self.bind_dummy(a, how, v, lens.get(&a).copied())?;
                }
            }
        }
        if let Some((r, s)) = result {
            if let Some((_, t)) = by_value_result {
                let rt = self.m.types.reference(t);
                let cell = self.b().op(OpKind::Alloca).attr("name", Attr::str(&s.name)).result(rt).value();
                self.f.bind.insert(r, Binding::Scalar(cell));
            } else {
                self.bind_result(r, s, &result_args)?;
            }
        }
        self.bind_locals(&body.locals)?;
        let layout = self.env_layout(id);
        if !layout.is_empty() {
            let env = self.make_env(&layout)?;
            self.f.env = Some(env);
        }
        if !body.entries.is_empty() {
            return unsupported(p.span, "ENTRY statements");
        }
        let inner = self.m.new_region(&[]);
        self.within(inner, |s| s.stmts(&body.stmts));
        self.b().op(OpKind::Block).attr("label", Attr::str("exit")).region(inner).build();
        self.at(p.span);
        for c in std::mem::take(&mut self.f.exit_cleanups).into_iter().rev() {
            self.release(c);
        }
        let mut values = Vec::new();
        if let Some((r, _)) = by_value_result
            && let Binding::Scalar(cell) = self.binding(r, p.span)?
        {
            values.push(self.b().load(cell));
        }
        self.b().op(OpKind::Return).args(&values).build();
        Ok(results)
    }

    /// How a function result comes back.
    pub fn result_passing(&mut self, s: &'p Symbol) -> R<ResultPassing> {
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        if (s.allocatable || s.pointer) && s.ty != Ty::Procedure {
            let bt = self.m.types.boxed(s.rank(), t);
            return Ok(ResultPassing::Hidden(vec![self.m.types.reference(bt)]));
        }
        if s.rank() > 0 {
            let mut v = vec![Type::PTR];
            if matches!(self.m.types.kind(t), TypeKind::Char(_)) {
                v.push(Type::INDEX);
            }
            return Ok(ResultPassing::Hidden(v));
        }
        Ok(match self.m.types.kind(t) {
            TypeKind::Char(_) => ResultPassing::Hidden(vec![Type::PTR, Type::INDEX]),
            TypeKind::Derived(_) => ResultPassing::Hidden(vec![self.m.types.reference(t)]),
            _ => ResultPassing::Value(t),
        })
    }

    fn bind_result(&mut self, r: SymbolId, s: &'p Symbol, args: &[Value]) -> R<()> {
        let b = if s.allocatable || s.pointer {
            Binding::Box(args[0])
        } else if s.rank() > 0 {
            let t = self.ir_ty(&s.ty, s.span)?;
            self.explicit_array(s, args[0], t, args.get(1).copied(), &["result"])?
        } else if let Ty::Derived(t) = &s.ty {
            self.default_init(args[0], *t, s.span)?;
            Binding::Scalar(args[0])
        } else {
            let t = self.ir_ty(&s.ty, s.span)?;
            let rt = self.m.types.reference(t);
            Binding::Scalar(self.b().op(OpKind::ChrRef).arg(args[0]).arg(args[1]).result(rt).value())
        };
        self.f.bind.insert(r, b);
        Ok(())
    }

    fn declare(&mut self, v: Value, s: &Symbol, more: &[&str]) -> Value {
        let mut attrs: Vec<&str> = more.to_vec();
        if s.target {
            attrs.push("target");
        }
        if s.pointer {
            attrs.push("pointer");
        }
        if s.allocatable {
            attrs.push("allocatable");
        }
        if s.volatile {
            attrs.push("volatile");
        }
        match s.intent {
            Intent::In => attrs.push("intent_in"),
            Intent::Out => attrs.push("intent_out"),
            _ => {}
        }
        let t = self.m.ty(v);
        self.b()
            .op(OpKind::Declare)
            .arg(v)
            .attr("name", Attr::str(&s.name))
            .attr("attrs", Attr::strs(&attrs))
            .result(t)
            .value()
    }

    fn bind_dummy(&mut self, a: SymbolId, how: Passing, v: Value, len: Option<Value>) -> R<()> {
        let s = self.sym(a);
        let b = match how {
            Passing::Proc => Binding::Proc(v),
            Passing::Value(t) => {
                let cell = self.alloca(t, Some(&s.name));
                self.b().store(v, cell);
                Binding::Scalar(cell)
            }
            Passing::Ref(_) => {
                if s.intent == Intent::Out
                    && let Ty::Derived(t) = &s.ty
                    && !s.optional
                {
                    self.default_init(v, *t, s.span)?;
                }
                Binding::Scalar(self.declare(v, s, &["dummy"]))
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
                Binding::Scalar(self.declare(r, s, &["dummy"]))
            }
            Passing::Array(t) => self.explicit_array(s, v, t, len, &["dummy"])?,
            Passing::Box(_) => {
                if s.allocatable || s.pointer {
                    if s.intent == Intent::Out && s.allocatable && !s.optional {
                        self.release(Cleanup::Box(v));
                    }
                    Binding::Box(v)
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
                    let view = self.declare(view, s, &["dummy"]);
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
        self.f.bind.insert(a, b);
        Ok(())
    }

    /// View behind the descriptor of an optional dummy, which may be absent (null).
    fn optional_view(&mut self, bx: Value) -> R<Value> {
        let p = self.cast_ref(bx, Type::PTR);
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let absent = self.b().op(OpKind::PtrCmp).arg(p).arg(null).result(Type::BOOL).value();
        let rt = self.m.ty(bx);
        let bt = self.m.types.elem(rt);
        let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
        // An empty descriptor stands in for an absent argument.
        let empty = self.b().op(OpKind::Alloca).result(rt).value();
        self.b().op(OpKind::BoxInit).arg(empty).attr("attribute", Attr::str("other")).build();
        let zero = self.idx(0);
        let nullp = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let vt = self.m.types.view(vec![None; rank], elem, true);
        let elem_len = matches!(self.m.types.kind(elem), TypeKind::Char(None)).then_some(zero);
        let v =
            self.b().op(OpKind::ViewMake).arg(nullp).args(&vec![zero; rank]).args(&[]).opt(elem_len).result(vt).value();
        self.b().op(OpKind::BoxSet).arg(empty).arg(v).args(&[]).build();
        let chosen = self.b().op(OpKind::Select).arg(absent).arg(empty).arg(bx).result(rt).value();
        Ok(self.box_view(chosen))
    }

    /// Declared length of a character entity, evaluated; `None` for assumed length.
    pub fn declared_len(&mut self, s: &'p Symbol) -> R<Option<Value>> {
        match &s.ty {
            Ty::Character(CharLen::Const(n)) => Ok(Some(self.idx((*n).max(0)))),
            Ty::Character(CharLen::Expr(e)) => {
                let v = self.scalar(e)?;
                let v = self.to_index(v);
                Ok(Some(self.max0(v)))
            }
            _ => Ok(None),
        }
    }

    /// Lower bounds and extents of declared bounds.
    pub fn declared_bounds(&mut self, b: &'p [(Expr, Expr)]) -> R<(Vec<Value>, Vec<Value>)> {
        let mut lbs = Vec::new();
        let mut ext = Vec::new();
        for (l, u) in b {
            let l = self.scalar(l)?;
            let l = self.to_index(l);
            let u = self.scalar(u)?;
            let u = self.to_index(u);
            let one = self.idx(1);
            let n = self.sub(u, l);
            let n = self.add(n, one);
            // `1 : n` has extent n.
            let n = if self.known(l) == Some(1) { u } else { n };
            lbs.push(l);
            ext.push(self.max0(n));
        }
        Ok((lbs, ext))
    }

    /// An explicit-shape or assumed-size array at an address.
    pub fn explicit_array(
        &mut self,
        s: &'p Symbol,
        base: Value,
        elem: Type,
        len: Option<Value>,
        attrs: &[&str],
    ) -> R<Binding> {
        let (lbs, ext) = match &s.dims {
            Dims::Explicit(b) => self.declared_bounds(b)?,
            Dims::AssumedSize(b, last) => {
                let (mut lbs, mut ext) = self.declared_bounds(b)?;
                let l = self.scalar(last)?;
                lbs.push(self.to_index(l));
                // The last extent is unknown; nothing may ask for it. A large value keeps address arithmetic right.
                ext.push(self.idx(i64::from(i32::MAX)));
                (lbs, ext)
            }
            _ => return unsupported(s.span, "an array of this shape"),
        };
        let elem_len = if matches!(self.m.types.kind(elem), TypeKind::Char(None)) {
            Some(match self.declared_len(s)? {
                Some(n) => n,
                None => match len {
                    Some(l) => l,
                    None => self.idx(1),
                },
            })
        } else {
            None
        };
        let mut shape = self.static_shape(&ext);
        if matches!(s.dims, Dims::AssumedSize(..))
            && let Some(last) = shape.last_mut()
        {
            *last = None;
        }
        let vt = self.m.types.view(shape, elem, true);
        let view = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(elem_len).result(vt).value();
        let view = self.declare(view, s, attrs);
        Ok(Binding::Array { view, lbs })
    }

    /// Sets up local entities in order.
    pub fn bind_locals(&mut self, locals: &'p [SymbolId]) -> R<()> {
        for &l in locals {
            if self.f.bind.contains_key(&l) {
                continue;
            }
            self.bind_local(l)?;
        }
        Ok(())
    }

    fn bind_local(&mut self, id: SymbolId) -> R<()> {
        let s = self.sym(id);
        match &s.storage {
            Storage::Local | Storage::Result => {}
            Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } | Storage::Equivalence { .. } => {
                return self.bind_static(id);
            }
            _ => return Ok(()),
        }
        let b = self.local_storage(s)?;
        self.f.bind.insert(id, b);
        Ok(())
    }

    /// Fresh storage for an entity as declared.
    pub fn local_storage(&mut self, s: &'p Symbol) -> R<Binding> {
        if s.ty == Ty::Procedure {
            let cell = self.alloca(Type::PTR, Some(&s.name));
            let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
            self.b().store(null, cell);
            return Ok(Binding::Scalar(cell));
        }
        if matches!(s.ty, Ty::Class(_)) {
            return unsupported(s.span, "polymorphic variables");
        }
        let t = self.ir_ty(&s.ty, s.span)?;
        if s.allocatable || s.pointer {
            let bt = self.m.types.boxed(s.rank(), t);
            let bx = self.alloca(bt, Some(&s.name));
            let attribute = if s.pointer { "pointer" } else { "allocatable" };
            self.b().op(OpKind::BoxInit).arg(bx).attr("attribute", Attr::str(attribute)).build();
            if s.allocatable && !self.f.is_main {
                self.f.exit_cleanups.push(Cleanup::Box(bx));
            }
            return Ok(Binding::Box(bx));
        }
        if s.rank() > 0 {
            return self.local_array(s, t);
        }
        if let Ty::Derived(id) = &s.ty {
            let obj = self.named_object(*id, &s.name, s.span)?;
            return Ok(Binding::Scalar(obj));
        }
        if matches!(self.m.types.kind(t), TypeKind::Char(None)) {
            let Some(n) = self.declared_len(s)? else { return unsupported(s.span, "a local string of this length") };
            let p = self.b().op(OpKind::Alloc).arg(n).attr("name", Attr::str(&s.name)).result(Type::PTR).value();
            self.f.exit_cleanups.push(Cleanup::Free(p));
            let rt = self.m.types.reference(t);
            return Ok(Binding::Scalar(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()));
        }
        Ok(Binding::Scalar(self.alloca(t, Some(&s.name))))
    }

    fn named_object(&mut self, id: TypeId, name: &str, span: Span) -> R<Value> {
        let dt = self.dtype(id);
        let t = self.ir_ty(&Ty::Derived(id), span)?;
        let rt = self.m.types.reference(t);
        let obj = self
            .b()
            .op(OpKind::Alloca)
            .attr("name", Attr::str(name))
            .attr("size", Attr::Int(dt.size as i64))
            .attr("align", Attr::Int(dt.align.max(1) as i64))
            .result(rt)
            .value();
        self.default_init(obj, id, span)?;
        Ok(obj)
    }

    fn local_array(&mut self, s: &'p Symbol, t: Type) -> R<Binding> {
        let Dims::Explicit(b) = &s.dims else { return unsupported(s.span, "a local array of this shape") };
        let size = self.size_of(&s.ty);
        let total = match (self.const_extents(b), size) {
            (Some(e), Some(n)) => Some((e.iter().product::<i64>() as u64).saturating_mul(n)),
            _ => None,
        };
        let (lbs, ext) = self.declared_bounds(b)?;
        let shape = self.static_shape(&ext);
        let vt = self.m.types.view(shape, t, true);
        let view = match total {
            Some(n) if n <= STACK_ARRAY_BYTES => {
                let name = s.name.clone();
                let align = 64;
                self.b()
                    .op(OpKind::Alloca)
                    .attr("name", Attr::str(&name))
                    .attr("size", Attr::Int(n as i64))
                    .attr("align", Attr::Int(align))
                    .result(vt)
                    .value()
            }
            Some(n) if self.f.is_main => {
                let name = self.fresh_sym(&s.name);
                self.global(&name, t, n, None, true, false);
                self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(vt).value()
            }
            _ => {
                let elem_len =
                    if matches!(self.m.types.kind(t), TypeKind::Char(None)) { self.declared_len(s)? } else { None };
                let one = match (elem_len, size) {
                    (Some(l), _) => l,
                    (None, Some(n)) => self.idx(n as i64),
                    _ => return unsupported(s.span, "an array of this element type"),
                };
                let n = self.product(&ext);
                let bytes = self.mul(n, one);
                let name = s.name.clone();
                let p = self.b().op(OpKind::Alloc).arg(bytes).attr("name", Attr::str(&name)).result(Type::PTR).value();
                self.f.exit_cleanups.push(Cleanup::Free(p));
                self.b().op(OpKind::ViewMake).arg(p).args(&ext).args(&[]).opt(elem_len).result(vt).value()
            }
        };
        if let Ty::Derived(id) = &s.ty {
            self.default_init_view(view, *id, s.span)?;
        }
        let view = self.declare(view, s, &[]);
        Ok(Binding::Array { view, lbs })
    }

    /// Binds an entity of static storage.
    pub fn bind_static(&mut self, id: SymbolId) -> R<()> {
        if self.f.bind.contains_key(&id) {
            return Ok(());
        }
        if let Some(b) = self.static_binding(id)? {
            self.f.bind.insert(id, b);
        }
        Ok(())
    }

    fn static_binding(&mut self, id: SymbolId) -> R<Option<Binding>> {
        let s = self.sym(id);
        let (base, sym_base): (Option<Value>, Option<String>) = match &s.storage {
            Storage::Static { link_name } => (None, Some(link_name.clone())),
            Storage::Extern { link_name } => {
                let t = self.ir_ty(&s.ty, s.span).unwrap_or(Type::I8);
                if self.emitted.insert(link_name.clone()) {
                    let top = self.m.top;
                    let name = link_name.clone();
                    self.within(top, |l| {
                        l.b()
                            .op(OpKind::Global)
                            .attr("sym", Attr::Sym(name))
                            .attr("type", Attr::Type(t))
                            .flag("extern", true)
                            .build();
                    });
                }
                (None, Some(link_name.clone()))
            }
            Storage::Common { block, offset } => {
                let name = self.prog.commons[*block as usize].link_name.clone();
                let p = self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value();
                (Some(self.offset(p, *offset as i64)), None)
            }
            Storage::Equivalence { base, offset } => {
                if !self.f.bind.contains_key(base) {
                    match self.sym(*base).storage {
                        Storage::Local => self.bind_local(*base)?,
                        _ => self.bind_static(*base)?,
                    }
                }
                let p = match self.binding(*base, s.span)? {
                    Binding::Array { view, .. } => self.addr(view),
                    Binding::Scalar(r) => self.addr(r),
                    _ => return unsupported(s.span, "this equivalence"),
                };
                (Some(self.offset(p, *offset as i64)), None)
            }
            Storage::Constant if s.rank() > 0 => {
                // A named constant array that is used as an object.
                let Some(c) = &s.value else { return Ok(None) };
                let bytes = self.const_image(c, &s.ty, s.span)?;
                let name = format!("__ft_const_{}_{}", s.name, id.0);
                let t = self.ir_ty(&s.ty, s.span)?;
                self.global(&name, t, bytes.len() as u64, Some(bytes), true, true);
                (None, Some(name))
            }
            _ => return Ok(None),
        };
        let shared: &[&str] = if sym_base.is_none() { &["equivalence"] } else { &[] };
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        let at = |l: &mut Self, ty: Type| match (&base, &sym_base) {
            (Some(p), _) => l.cast_ref(*p, ty),
            (_, Some(n)) => l.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(n.clone())).result(ty).value(),
            _ => unreachable!("one of the two is there"),
        };
        if (s.allocatable || s.pointer) && s.ty != Ty::Procedure {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            return Ok(Some(Binding::Box(at(self, rt))));
        }
        if s.rank() > 0 {
            if base.is_some() {
                let p = at(self, Type::PTR);
                return Ok(Some(self.explicit_array(s, p, t, None, shared)?));
            }
            let Dims::Explicit(b) = &s.dims else { return unsupported(s.span, "a static array of this shape") };
            let (lbs, ext) = self.declared_bounds(b)?;
            let shape = self.static_shape(&ext);
            let vt = self.m.types.view(shape, t, true);
            let view = at(self, vt);
            let view = self.declare(view, s, shared);
            return Ok(Some(Binding::Array { view, lbs }));
        }
        let rt = self.m.types.reference(t);
        let r = if base.is_some() && matches!(self.m.types.kind(t), TypeKind::Char(_)) {
            let p = at(self, Type::PTR);
            let n = match self.declared_len(s)? {
                Some(n) => n,
                None => self.idx(1),
            };
            self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()
        } else {
            at(self, rt)
        };
        Ok(Some(Binding::Scalar(self.declare(r, s, shared))))
    }

    fn offset(&mut self, p: Value, n: i64) -> Value {
        if n == 0 {
            return p;
        }
        let o = self.idx(n);
        self.b().op(OpKind::PtrAdd).arg(p).arg(o).result(Type::PTR).value()
    }

    // ---- host association -------------------------------------------------------------------------

    /// Slots of 8 bytes that a captured symbol takes.
    fn env_slots(&self, s: SymbolId) -> i64 {
        let sym = self.sym(s);
        if matches!(sym.ty, Ty::Character(_)) && sym.rank() == 0 && !sym.allocatable && !sym.pointer { 2 } else { 1 }
    }

    fn env_offset(&self, layout: &[SymbolId], s: SymbolId) -> i64 {
        layout.iter().take_while(|&&x| x != s).map(|&x| 8 * self.env_slots(x)).sum()
    }

    fn make_env(&mut self, layout: &[SymbolId]) -> R<Value> {
        let total: i64 = layout.iter().map(|&s| 8 * self.env_slots(s)).sum();
        let env = self.alloca_bytes(total, 8, true);
        for &s in layout {
            let span = self.sym(s).span;
            let offset = self.env_offset(layout, s);
            let Ok(b) = self.binding(s, span) else { continue };
            let p = match b {
                Binding::Scalar(r) => {
                    if self.env_slots(s) == 2 {
                        let n = self.chr_len(r);
                        let cell = self.field_at(env, offset + 8, Type::INDEX);
                        self.b().store(n, cell);
                    }
                    self.addr(r)
                }
                Binding::Box(b) => self.cast_ref(b, Type::PTR),
                Binding::Array { view, lbs } => {
                    let vt = self.m.ty(view);
                    let (rank, elem) = (self.m.types.rank(vt), self.m.types.elem(vt));
                    let bt = self.m.types.boxed(rank, elem);
                    let rt = self.m.types.reference(bt);
                    let bx = self.b().op(OpKind::BoxMake).arg(view).args(&lbs).result(rt).value();
                    self.cast_ref(bx, Type::PTR)
                }
                Binding::Proc(p) => p,
                _ => return unsupported(span, "this entity in an internal procedure"),
            };
            let cell = self.field_at(env, offset, Type::PTR);
            self.b().store(p, cell);
        }
        Ok(env)
    }

    fn bind_captured(&mut self, env: Value, layout: &[SymbolId], id: SymbolId) -> R<()> {
        let s = self.sym(id);
        let offset = self.env_offset(layout, id);
        let cell = self.field_at(env, offset, Type::PTR);
        let p = self.b().load(cell);
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        let b = if s.ty == Ty::Procedure && !s.pointer {
            Binding::Proc(p)
        } else if s.allocatable || (s.pointer && s.ty != Ty::Procedure) {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            Binding::Box(self.cast_ref(p, rt))
        } else if s.rank() > 0 {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            let bx = self.cast_ref(p, rt);
            let view = self.box_view(bx);
            let lbs = self.box_lbounds(bx);
            // Explicit-shape arrays are contiguous, their shape may be constant.
            let contig = !matches!(s.dims, Dims::Assumed(_));
            let shape = match &s.dims {
                Dims::Explicit(b) => match self.const_extents(b) {
                    Some(e) => e.into_iter().map(Some).collect(),
                    None => vec![None; s.rank()],
                },
                _ => vec![None; s.rank()],
            };
            let vt = self.m.types.view(shape, t, contig);
            let view = self.b().unary(OpKind::ViewCast, view, vt);
            Binding::Array { view: self.declare(view, s, &["host"]), lbs }
        } else if matches!(self.m.types.kind(t), TypeKind::Char(_)) {
            let cell = self.field_at(env, offset + 8, Type::INDEX);
            let n = self.b().load(cell);
            let n = match self.m.types.kind(t) {
                TypeKind::Char(Some(k)) => {
                    let k = *k;
                    self.idx(k)
                }
                _ => n,
            };
            let rt = self.m.types.reference(t);
            Binding::Scalar(self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value())
        } else {
            let rt = self.m.types.reference(t);
            let r = self.cast_ref(p, rt);
            Binding::Scalar(self.declare(r, s, &["host"]))
        };
        self.f.bind.insert(id, b);
        Ok(())
    }
}

/// See [`Lower::result_passing`].
pub(crate) enum ResultPassing {
    /// A scalar of that type.
    Value(Type),
    /// Arguments of these types before the others.
    Hidden(Vec<Type>),
}
