//! Host association.
//!
//! An internal procedure that uses variables of its host takes one more argument, the address of the host's
//! environment: a table of addresses, one slot per captured variable (of the descriptor for arrays, address and
//! declared length for strings), then one slot per procedure whose address is taken: that of a stub which calls it with this
//! environment (`ferrotran_abi::trampoline`), null until it is needed.

use super::*;
use ferrotran_ir::{BoxAttribute, DeclareAttr, TypeKind};

/// What internal procedures use of their hosts.
#[derive(Default)]
pub(crate) struct Captures {
    /// The variables of the hosts that each procedure uses, where it uses any.
    needs: FxHashMap<ProcId, Vec<SymbolId>>,
    /// Those of these procedures whose address is taken, in order.
    trampolines: Vec<ProcId>,
}

impl Captures {
    /// Whether a procedure gets the environment of its host.
    pub fn needs_env(&self, p: ProcId) -> bool {
        self.needs.contains_key(&p)
    }

    /// The variables of its host that a procedure uses.
    pub fn of(&self, p: ProcId) -> Option<&[SymbolId]> {
        self.needs.get(&p).map(|v| &v[..])
    }
}

impl Declarations<'_> {
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
                visit::stmts(
                    &b.stmts,
                    &mut |e| match &e.kind {
                        ExprKind::Call(c) => (record.borrow_mut())(&c.target),
                        ExprKind::ProcRef(t) => (record.borrow_mut())(t),
                        ExprKind::Const(_)
                        | ExprKind::Var(_)
                        | ExprKind::Elem { .. }
                        | ExprKind::Section { .. }
                        | ExprKind::Component { .. }
                        | ExprKind::Substring { .. }
                        | ExprKind::ComplexPart { .. }
                        | ExprKind::Unary(..)
                        | ExprKind::Binary(..)
                        | ExprKind::Convert(_)
                        | ExprKind::Paren(_)
                        | ExprKind::Intrinsic { .. }
                        | ExprKind::ArrayCtor(_)
                        | ExprKind::StructCtor { .. }
                        | ExprKind::Null => {}
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
                self.captures.needs.insert(p, s);
            }
        }
        let mut taken = rustc_hash::FxHashSet::default();
        for b in self.prog.procs.iter().filter_map(|p| p.body.as_ref()) {
            visit::stmts(
                &b.stmts,
                &mut |e| {
                    if let ExprKind::ProcRef(t) = &e.kind
                        && let ProcTarget::Proc(q) = &**t
                    {
                        taken.insert(*q);
                    }
                },
                &mut |_| {},
            );
        }
        let mut taken: Vec<ProcId> = taken.into_iter().filter(|p| self.captures.needs_env(*p)).collect();
        taken.sort();
        self.captures.trampolines = taken;
    }

    fn is_static_equivalence(&self, s: SymbolId) -> bool {
        match &self.sym(s).storage {
            Storage::Equivalence { base, .. } => self.is_static_equivalence(*base),
            Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. } => true,
            Storage::Local
            | Storage::Dummy(_)
            | Storage::Result
            | Storage::Based { .. }
            | Storage::Associate
            | Storage::Index
            | Storage::Constant => false,
        }
    }

    /// Symbols named in a procedure's body and in the declarations of its locals.
    pub fn body_symbols(&self, p: ProcId) -> Vec<SymbolId> {
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
        visit::stmts(&body.stmts, &mut |e| on_expr(e), &mut |c| {
            if let ProcTarget::Symbol(s) = &c.target {
                add(*s);
            }
        });
        visit::other_symbols(&body.stmts, &mut |s| add(s));
        // Declared lengths of strings of BLOCK constructs; those of the host come with them.
        let strings: Vec<SymbolId> = found.borrow().1.clone();
        for s in strings {
            let s = self.sym(s);
            if let Storage::Based { pointer } = s.storage {
                add(pointer);
                visit::dims_exprs(&s.dims, &mut |e| on_expr(e));
            }
            if s.owner == Some(p)
                && storage::has_declared_length(s)
                && let Ty::Character(CharLen::Expr(e), _) = &s.ty
            {
                e.walk(&mut |e| on_expr(e));
            }
        }
        for &l in body.locals.iter().chain(&proc.args).chain(&proc.result) {
            let s = self.sym(l);
            visit::dims_exprs(&s.dims, &mut |e| on_expr(e));
            if let Ty::Character(CharLen::Expr(e), _) = &s.ty {
                e.walk(&mut |e| on_expr(e));
            }
            if let Storage::Equivalence { base: other, .. } | Storage::Based { pointer: other } = &s.storage {
                add(*other);
            }
        }
        found.into_inner().1
    }

    /// Variables of a host that its internal procedures use, in slot order.
    pub fn env_layout(&self, host: ProcId) -> Vec<SymbolId> {
        let mut all: Vec<SymbolId> = self
            .captures
            .needs
            .iter()
            .filter(|(p, _)| self.proc(**p).host == Some(host))
            .flat_map(|(_, s)| s.clone())
            .collect();
        all.sort();
        all.dedup();
        all
    }

    /// Slots of 8 bytes that a captured symbol takes.
    fn env_slots(&self, s: SymbolId) -> i64 {
        let sym = self.sym(s);
        let plain = matches!(sym.ty, Ty::Character(..)) && sym.rank() == 0 && !sym.allocatable && !sym.pointer;
        if plain || storage::has_declared_length(sym) || self.has_function_length(sym) { 2 } else { 1 }
    }

    fn env_offset(&self, layout: &[SymbolId], s: SymbolId) -> i64 {
        layout.iter().take_while(|&&x| x != s).map(|&x| 8 * self.env_slots(x)).sum()
    }

    /// The length of the results of a dummy function, for internal procedures.
    fn capture_function_length(&mut self, s: SymbolId, env: Value, offset: i64) {
        if let Some(n) = self.entities.length(s) {
            let cell = self.field_at(env, offset, Type::INDEX);
            self.b().store(n, cell);
        }
    }

    fn trampolines_of(&self, host: ProcId) -> impl Iterator<Item = ProcId> + '_ {
        self.captures.trampolines.iter().copied().filter(move |p| self.proc(*p).host == Some(host))
    }

    /// Address of an internal procedure together with the environment of this activation of its host.
    pub fn trampoline(&mut self, p: ProcId, span: Span) -> Lowered<Value> {
        let (Some(env), Some(host)) = (self.entities.env, self.proc(p).host) else {
            return unsupported(span, "this internal procedure from here");
        };
        let layout = self.env_layout(host);
        let variables: i64 = layout.iter().map(|&s| 8 * self.env_slots(s)).sum();
        let Some(k) = self.trampolines_of(host).position(|q| q == p) else {
            return unsupported(span, "the address of this internal procedure");
        };
        let Some(reg) = self.free_register(p)? else {
            return unsupported(span, "the address of an internal procedure with this many floating-point arguments");
        };
        let cell = self.field_at(env, variables + 8 * k as i64, Type::PTR);
        let have = self.b().load(cell);
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let none = self.b().op(OpKind::PtrCmp).arg(have).arg(null).result(Type::BOOL).value();
        let name = trampoline_entry(self.proc(p));
        self.if_else(
            none,
            |s| {
                let code = s.b().op(OpKind::FuncAddr).attr("callee", Attr::Sym(name)).result(Type::PTR).value();
                let reg = s.b().int(reg as i64, Type::I32);
                let stub = s.rt_value(rt::frt_trampoline_new, &[code, env, reg], Type::PTR);
                s.b().store(stub, cell);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(self.b().load(cell))
    }

    /// The first floating-point argument register that the procedure's arguments leave free: values take them in order,
    /// a complex value of kind 4 takes one, of kind 8 two.
    fn free_register(&mut self, p: ProcId) -> Lowered<Option<usize>> {
        let mut n = 0;
        for &a in &self.proc(p).args {
            if let procedure::Passing::Value(t) = self.passing(self.sym(a))? {
                n += match self.m.types.kind(t) {
                    // Those are in memory.
                    TypeKind::Float(80) | TypeKind::Complex(80) if cfg!(target_arch = "x86_64") => 0,
                    TypeKind::Float(_) | TypeKind::Complex(32) => 1,
                    TypeKind::Complex(_) => 2,
                    _ => 0,
                };
            }
        }
        Ok((n < ferrotran_abi::trampoline::REGISTERS).then_some(n))
    }

    /// For each procedure behind a stub: a procedure that takes the environment as a last floating-point argument, where
    /// the stub puts it, and passes it on as the procedure expects it.
    pub fn emit_entries_of_trampolines(&mut self) {
        let top = self.m.top;
        for p in self.captures.trampolines.clone() {
            let p = self.proc(p);
            let Some(func) = self.m.func(&p.link_name) else { continue };
            let mut types: Vec<Type> =
                self.m.args(self.m.ops[func].regions[0]).to_vec().iter().map(|&v| self.m.ty(v)).collect();
            if let Some(env) = types.last_mut() {
                *env = Type::F64;
            }
            let results: Vec<Type> = match self.m.attr(func, "results") {
                Some(Attr::List(l)) => l
                    .iter()
                    .filter_map(|a| match a {
                        Attr::Type(t) => Some(*t),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            };
            self.f.loc = self.m.ops[func].loc;
            let region = self.m.new_region(&types);
            let mut args = self.m.args(region).to_vec();
            let (callee, given) = (p.link_name.clone(), results.clone());
            self.within(region, |s| {
                if let Some(env) = args.last_mut() {
                    let bits = s.b().unary(OpKind::Bitcast, *env, Type::I64);
                    *env = s.b().unary(OpKind::Bitcast, bits, Type::PTR);
                }
                let call = s.b().op(OpKind::Call).args(&args).attr("callee", Attr::Sym(callee)).results(&given).build();
                let out = s.m.ops[call].results.to_vec();
                s.b().op(OpKind::Return).args(&out).build();
            });
            let results = (!results.is_empty()).then(|| Attr::List(results.into_iter().map(Attr::Type).collect()));
            self.f.region = top;
            self.b()
                .op(OpKind::Func)
                .attr("sym", Attr::Sym(trampoline_entry(p)))
                .attr("source_name", Attr::str(&p.name))
                .attr_opt("results", results)
                .flag("recursive", true)
                .flag("internal", true)
                .region(region)
                .build();
        }
    }

    /// Binds a variable of the host through the environment.
    pub fn bind_captured(&mut self, env: Value, layout: &[SymbolId], id: SymbolId) -> Lowered<()> {
        let s = self.sym(id);
        let offset = self.env_offset(layout, id);
        let cell = self.field_at(env, offset, Type::PTR);
        let p = self.b().load(cell);
        let t = if s.ty == Ty::Procedure { Type::PTR } else { self.ir_ty(&s.ty, s.span)? };
        if self.has_function_length(s) {
            let cell = self.field_at(env, offset + 8, Type::INDEX);
            let n = self.b().load(cell);
            self.entities.set_length(id, n);
        }
        let b = if s.ty == Ty::Procedure && !s.pointer {
            Binding::Proc(p)
        } else if s.allocatable || rank::keeps_descriptor(s) || (s.pointer && s.ty != Ty::Procedure) {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            if self.env_slots(id) == 2 {
                let cell = self.field_at(env, offset + 8, Type::INDEX);
                let n = self.b().load(cell);
                self.entities.set_length(id, n);
            }
            Binding::Box(self.cast_ref(p, rt))
        } else if class::is_class(&s.ty) {
            let bt = self.m.types.boxed(s.rank(), t);
            let rt = self.m.types.reference(bt);
            let bx = self.cast_ref(p, rt);
            let dynamic = self.box_type(bx);
            self.entities.set_dynamic(id, Some(dynamic));
            match self.class_place(bx) {
                place::Place::Scalar(r) => Binding::Scalar(self.declare(r, s, &[DeclareAttr::Host])),
                place::Place::Array { view, lbs } => {
                    Binding::Array { view: self.declare(view, s, &[DeclareAttr::Host]), lbs: lbs.unwrap_or_default() }
                }
            }
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
            Binding::Array { view: self.declare(view, s, &[DeclareAttr::Host]), lbs }
        } else if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            let cell = self.field_at(env, offset + 8, Type::INDEX);
            let n = self.b().load(cell);
            let n = match self.m.types.kind(t) {
                TypeKind::Char(Some(k), _) => {
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
            Binding::Scalar(self.declare(r, s, &[DeclareAttr::Host]))
        };
        self.entities.bind(id, b);
        Ok(())
    }
}

impl Lower<'_> {
    /// Builds the environment of this procedure's internal procedures.
    pub fn make_env(&mut self, host: ProcId, layout: &[SymbolId]) -> Lowered<Value> {
        let variables: i64 = layout.iter().map(|&s| 8 * self.env_slots(s)).sum();
        let stubs = self.trampolines_of(host).count() as i64;
        let env = self.alloca_bytes(variables + 8 * stubs, 8, true);
        let made = self.m.def(env).expect("the op that was made");
        self.m.set_attr(made, "environment", Attr::Unit);
        if !self.f.cleanups.keeps_locals() {
            for k in 0..stubs {
                let cell = self.field_at(env, variables + 8 * k, Type::PTR);
                self.f.cleanups.at_exit(Cleanup::Trampoline(cell));
            }
        }
        for &s in layout {
            let span = self.sym(s).span;
            let offset = self.env_offset(layout, s);
            let Ok(b) = self.binding(s, span) else { continue };
            let dynamic = self.entities.dynamic(s);
            let p = match b {
                Binding::Scalar(_) | Binding::Array { .. } if dynamic.is_some() => {
                    let place = match b {
                        Binding::Array { view, lbs } => place::Place::Array { view, lbs: Some(lbs) },
                        Binding::Scalar(r) => place::Place::Scalar(r),
                        _ => continue,
                    };
                    let Some(dynamic) = dynamic else { continue };
                    let bx = self.class_box(&class::Entity { place, dynamic }, BoxAttribute::Other);
                    self.cast_ref(bx, Type::PTR)
                }
                Binding::Scalar(r) => {
                    if self.has_function_length(self.sym(s)) {
                        self.capture_function_length(s, env, offset + 8);
                    } else if self.env_slots(s) == 2 {
                        let n = self.chr_len(r);
                        let cell = self.field_at(env, offset + 8, Type::INDEX);
                        self.b().store(n, cell);
                    }
                    self.addr(r)
                }
                Binding::Box(b) => {
                    if self.env_slots(s) == 2
                        && let Some(n) = self.variable_len(s)?
                    {
                        let cell = self.field_at(env, offset + 8, Type::INDEX);
                        self.b().store(n, cell);
                    }
                    self.cast_ref(b, Type::PTR)
                }
                Binding::Array { view, lbs } => {
                    let vt = self.m.ty(view);
                    let (rank, elem) = (self.m.types.rank(vt), self.m.types.elem(vt));
                    let bt = self.m.types.boxed(rank, elem);
                    let rt = self.m.types.reference(bt);
                    let bx = self.b().op(OpKind::BoxMake).arg(view).args(&lbs).result(rt).value();
                    self.cast_ref(bx, Type::PTR)
                }
                Binding::Proc(p) => {
                    self.capture_function_length(s, env, offset + 8);
                    p
                }
                _ => return unsupported(span, "this entity in an internal procedure"),
            };
            let cell = self.field_at(env, offset, Type::PTR);
            self.b().store(p, cell);
        }
        Ok(env)
    }
}

/// Link name of the entry that a procedure's stubs jump to.
fn trampoline_entry(p: &Procedure) -> String {
    format!("{}.stub", p.link_name)
}
