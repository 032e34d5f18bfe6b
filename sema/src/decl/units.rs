//! Program units: which exist, their scopes, and the specification part of each procedure (its interface).

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, DummyArg, Ident, Name, StmtKind, Unit, UnitKind};
use ferrotran_typed::*;

impl<'a> Facts<'a> {
    /// Makes the procedure of a unit (subroutine, function, main program) and its scope; nothing is analysed yet.
    pub fn declare_unit(&mut self, unit: &'a Unit, parent: Option<ScopeId>, kind: ScopeKind) -> ProcId {
        let name: Name = match &unit.name {
            Some(n) => n.name.clone(),
            None => "main".into(),
        };
        let span = unit.name.as_ref().map_or(unit.span, |n| n.span);
        let (link, host, path) = match parent {
            None => {
                if matches!(unit.kind, UnitKind::Program) {
                    ("MAIN__".to_string(), None, "MAIN__".to_string())
                } else {
                    (self.opts.underscores.link_name(&name), None, name.to_string())
                }
            }
            Some(p) if self.sc(p).kind == ScopeKind::Module || kind == ScopeKind::Interface => {
                if kind == ScopeKind::Interface {
                    (self.opts.underscores.link_name(&name), None, format!("{}.{name}", self.sc(p).path))
                } else {
                    let link = self.module_link(p, &name);
                    (link.clone(), None, link)
                }
            }
            Some(p) => {
                let path = format!("{}.{name}", self.sc(p).path);
                (path.clone(), self.sc(p).proc, path)
            }
        };
        let scope = self.new_scope(kind, parent, path);
        self.note_lost(scope, &unit.lost);
        let id = self.new_proc(name, link, span, Some(unit), scope);
        self.sc_mut(scope).proc = Some(id);
        let (header, function) = match &unit.kind {
            UnitKind::Subroutine(h) => (Some(h), false),
            UnitKind::Function { header, .. } => (Some(header), true),
            _ => (None, false),
        };
        let internal = host.is_some();
        let p = self.proc_mut(id);
        p.host = host;
        p.is_main = matches!(unit.kind, UnitKind::Program);
        p.external = !internal;
        if let Some(h) = header {
            p.elemental = h.elemental;
            p.pure_ = (h.pure_ || h.elemental) && !h.impure;
            p.recursive = !h.non_recursive;
            p.says_recursive = h.recursive;
            p.bind_c = h.bind.is_some();
        }
        let i = self.pi_mut(id);
        i.function = function;
        i.interface = kind == ScopeKind::Interface;
        if let Some(h) = header {
            i.module_proc = h.module;
            i.impure = h.impure;
            i.alt_returns = h.args.iter().any(|a| matches!(a, DummyArg::Star(_)));
        }
        id
    }

    /// Statement functions look like assignments to array elements; those that come first in the body, whose name is
    /// no array, are statement functions.
    fn leading_stmt_funcs(&mut self, sc: ScopeId, body: &'a [ast::Stmt]) {
        for st in body {
            let StmtKind::Assign { target, value } = &st.kind else {
                let skip = match &st.kind {
                    StmtKind::Data(_) | StmtKind::Namelist(_) | StmtKind::Format(_) | StmtKind::Entry { .. } => true,
                    // The branch to an entry point stands before everything.
                    StmtKind::Goto(l) => *l >= super::entry::FIRST_LABEL,
                    _ => false,
                };
                if skip {
                    continue;
                }
                return;
            };
            let ast::ExprKind::Ref(parts) = &target.kind else { return };
            let [p] = &parts[..] else { return };
            let Some(args) = &p.args else { return };
            let names = args.iter().all(|a| {
                a.keyword.is_none()
                    && matches!(&a.value, ast::ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Ref(q), .. })
                        if q.len() == 1 && q[0].args.is_none())
            });
            if !names {
                return;
            }
            let plain = match self.sc(sc).decls.get(&p.name.name) {
                Some(d) => {
                    d.dims.is_none()
                        && !d.pointer
                        && !d.allocatable
                        && d.dummy.is_none()
                        && !d.result
                        && d.param.is_none()
                        && d.iface.is_none()
                }
                None => {
                    self.find_scope(sc, &p.name.name).is_none()
                        && self.implicit_type(sc, &p.name.name).is_some()
                        && st.label.is_none()
                }
            };
            if !plain {
                return;
            }
            self.sc_mut(sc).stmt_funcs.push((p.name.clone(), args, value));
            self.procs.statement_function_stmts.insert(st.span);
        }
    }

    /// Dummy procedures whose interface stands before the statements that give their attributes.
    fn finish_dummy_procedures(&mut self, sc: ScopeId) {
        let optional: Vec<Name> =
            self.sc(sc).decls.iter().filter(|(_, d)| d.optional && d.dummy.is_some()).map(|(n, _)| n.clone()).collect();
        for n in optional {
            if let Some(Entity::Symbol(s)) = self.sc(sc).names.get(&n).map(|e| e.ent.clone())
                && self.si(s).procedure
            {
                self.sym_mut(s).optional = true;
            }
        }
    }

    /// Whether a scope's declarations and a place are in one file, so that places tell which stands before.
    fn same_file(&self, sc: ScopeId, at: Span) -> bool {
        let file = |s: Span| self.file_starts.partition_point(|f| *f <= s.lo);
        let proc = self.sc(sc).proc.map(|p| self.proc(p).span);
        proc.is_none_or(|p| file(p) == file(at))
    }

    /// Span of a unit's opening statement or name.
    pub fn unit_span(unit: &Unit) -> Span {
        unit.name.as_ref().map_or(unit.span, |n| n.span)
    }
}

impl<'a> Resolver<'a> {
    /// Declares the procedures after CONTAINS in the scope of their host.
    pub fn declare_contained(&mut self, sc: ScopeId, units: &'a [Unit]) -> Vec<ProcId> {
        let mut v = vec![];
        let mut all: Vec<&'a Unit> = vec![];
        for u in units {
            all.push(u);
            all.extend(self.procs.entry_units.get(&(u.span)).cloned().unwrap_or_default());
        }
        for u in all {
            if let UnitKind::ModuleProcedure = u.kind {
                if let Some(p) = self.module_procedure_body(sc, u) {
                    v.push(p);
                }
                continue;
            }
            let Some(name) = &u.name else { continue };
            let is_module_proc =
                matches!(&u.kind, UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } if h.module);
            let p = self.declare_unit(u, Some(sc), ScopeKind::Proc);
            if is_module_proc {
                self.module_proc_implementation(sc, name, p);
                v.push(p);
                continue;
            }
            if let Some(e) = self.sc(sc).names.get(&name.name)
                && !matches!(e.ent, Entity::Generic | Entity::Pending)
                && !newer_than_programs(&e.ent)
            {
                let at = e.span;
                let d = Diagnostic::error(ErrorCode::Name, name.span, format!("`{}` is declared twice", name.name))
                    .also(at, "declared here first");
                self.report(d);
                continue;
            }
            if let Some(host) = self.sc(sc).proc
                && self.proc(host).name == name.name
                && !self.proc(host).is_main
                && self.sc(sc).kind == ScopeKind::Proc
            {
                let d = Diagnostic::error(
                    ErrorCode::Name,
                    name.span,
                    format!("internal procedure `{}` has the name of its host", name.name),
                )
                .also(self.proc(host).span, "the host");
                self.report(d);
                continue;
            }
            if let Some(pre) = self.sc(sc).decls.get(&name.name)
                && (pre.declared || pre.dummy.is_some())
            {
                let at = pre.span;
                let d = Diagnostic::error(
                    ErrorCode::Name,
                    name.span,
                    format!("procedure `{}` has the name of something declared before CONTAINS", name.name),
                )
                .also(at, "declared here");
                self.report(d);
                self.sc_mut(sc).decls.remove(&name.name);
            }
            // Nothing is known of the arguments where the heading was not understood.
            let ent = if u.lost.heading { Entity::Bad } else { Entity::Proc(p) };
            self.bind(sc, name.name.clone(), ent, name.span);
            v.push(p);
        }
        v
    }

    /// Analyses the specification part of a procedure, once.
    pub fn ensure_spec(&mut self, id: ProcId) {
        if self.pi(id).state != State::New {
            return;
        }
        let Some(unit) = self.pi(id).unit else {
            self.pi_mut(id).state = State::Done;
            return;
        };
        self.pi_mut(id).state = State::Running;
        let sc = self.pi(id).scope;
        let header = match &unit.kind {
            UnitKind::Subroutine(h) => Some(h),
            UnitKind::Function { header, .. } => Some(header),
            _ => None,
        };
        let mut dummies: Vec<Ident> = vec![];
        let mut alternate = None;
        if let Some(h) = header {
            for a in &h.args {
                match a {
                    DummyArg::Star(span) => alternate = Some(*span),
                    DummyArg::Name(n) => {
                        if dummies.iter().any(|d| d.name == n.name) {
                            self.err(ErrorCode::Name, n.span, format!("dummy argument `{}` is named twice", n.name));
                            continue;
                        }
                        let pos = dummies.len() as u32;
                        let p = self.pre(sc, n);
                        p.named = Some(n.span);
                        p.dummy = Some(pos);
                        dummies.push(n.clone());
                    }
                }
            }
        }
        let mut result_name = None;
        if let UnitKind::Function { header, result } = &unit.kind {
            let rn = result.clone().or_else(|| unit.name.clone());
            if let Some(r) = &rn {
                if dummies.iter().any(|d| d.name == r.name) {
                    self.err(ErrorCode::Name, r.span, format!("`{}` is both a dummy argument and the result", r.name));
                }
                let p = self.pre(sc, r);
                p.named = Some(r.span);
                p.result = true;
                if let Some(t) = &header.spec {
                    self.collect_type(sc, r, t);
                    self.sc_mut(sc).decls.get_mut(&r.name).expect("made above").declared = false;
                }
            }
            result_name = rn;
        }
        // The procedure's own name, where neither it nor a host declares it in this scope.
        if let Some(n) = &unit.name
            && !matches!(unit.kind, UnitKind::Program)
            && result_name.as_ref().is_none_or(|r| r.name != n.name)
        {
            self.bind(sc, n.name.clone(), Entity::Proc(id), n.span);
        }
        self.collect(sc, &unit.spec);
        self.collect_body_specs(sc, &unit.body);
        self.leading_stmt_funcs(sc, &unit.body);
        self.called_dummies(sc, &dummies, &unit.body);
        if !self.pi(id).interface {
            // Internal procedures are known in the specification part (as pure functions in bounds).
            self.declare_contained_once(sc, unit);
        }
        self.entry_names(sc, unit, &dummies, result_name.as_ref());
        self.make_stmt_funcs(sc);
        if let Some(h) = header
            && let Some(b) = &h.bind
            && let Some(n) = unit.name.as_ref().map(|n| n.name.clone())
            && let Ok(Some(l)) = self.bind_name(sc, Some(b), &n)
            && self.proc(id).host.is_none()
        {
            self.proc_mut(id).link_name = l;
        }
        let mut args = vec![];
        for d in &dummies {
            if let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, &d.name) {
                args.push(s);
            } else {
                // Reported; a stand-in keeps positions right.
                let s = self.new_symbol(
                    d.name.clone(),
                    d.span,
                    Ty::Typeless,
                    Dims::Scalar,
                    Storage::Dummy(args.len() as u32),
                    sc,
                );
                args.push(s);
            }
        }
        if let Some(span) = alternate {
            args.push(self.alternate_return_dummy(sc, args.len() as u32, span));
        }
        for a in &args {
            if let Some(ProcIface::Explicit(p)) = self.sym(*a).proc {
                self.ensure_spec(p);
            }
        }
        self.proc_mut(id).args = args;
        self.own_name_declared(sc, unit, result_name.as_ref());
        if let Some(r) = result_name
            && let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, &r.name)
        {
            self.proc_mut(id).result = Some(s);
        }
        self.check_header(id);
        self.pi_mut(id).state = State::Done;
        if self.pi(id).interface {
            self.finish_names(sc);
        }
    }

    /// DATA, NAMELIST, FORMAT, ENTRY and statement functions may stand among executable statements.
    fn collect_body_specs(&mut self, sc: ScopeId, body: &'a [ast::Stmt]) {
        for st in body {
            match &st.kind {
                StmtKind::Data(_) | StmtKind::Namelist(_) => self.collect(sc, std::slice::from_ref(st)),
                // A BLOCK has declarations of its own.
                StmtKind::BlockConstruct { .. } => {}
                k => k.blocks(&mut |b| self.collect_body_specs(sc, b)),
            }
        }
    }

    fn declare_contained_once(&mut self, sc: ScopeId, unit: &'a Unit) {
        let procs = self.declare_contained(sc, &unit.contains);
        let owner = self.sc(sc).proc;
        if let Some(o) = owner {
            self.procs.contained.insert(o, procs);
        }
    }

    /// Resolves all names of a scope that are still pending, in order.
    pub fn finish_names(&mut self, sc: ScopeId) {
        let order = self.sc(sc).order.clone();
        for n in order {
            self.lookup_in(sc, &n);
        }
    }

    /// Completes a scope after its specification part: all names, storage association, initial values, namelists.
    pub fn finish_scope(&mut self, sc: ScopeId) {
        if self.sc(sc).finished {
            return;
        }
        self.finish_names(sc);
        if !self.sc(sc).imported {
            // The types of IMPLICIT statements exist, used or not.
            let mut seen: Vec<*const ast::TypeSpec> = vec![];
            for t in self.sc(sc).implicit {
                if let Some(Some(ImplicitTy::Spec(s))) = t
                    && !seen.contains(&std::ptr::from_ref(s))
                {
                    seen.push(std::ptr::from_ref(s));
                    let _ = self.type_spec(sc, s);
                }
            }
        }
        self.finish_interfaces(sc);
        self.finish_dummy_procedures(sc);
        self.finish_commons(sc);
        self.finish_equivalences(sc);
        self.finish_data(sc);
        self.finish_equivalence_values();
        self.finish_namelists(sc);
        self.finish_bindings(sc);
        for c in std::mem::take(&mut self.sc_mut(sc).assumed) {
            let stmt = self.assumptions(sc, c);
            self.sc_mut(sc).assumptions.extend(stmt);
        }
        self.check_declared(sc);
        self.sc_mut(sc).finished = true;
    }

    /// Interface bodies of a scope are analysed whether they are referenced or not.
    fn finish_interfaces(&mut self, sc: ScopeId) {
        let mut bodies: Vec<ProcId> = vec![];
        for n in self.sc(sc).order.clone() {
            match self.sc(sc).names.get(&n).map(|e| e.ent.clone()) {
                Some(Entity::Proc(p)) => bodies.push(p),
                Some(Entity::Symbol(s)) => {
                    if let Some(ProcIface::Explicit(p)) = self.sym(s).proc {
                        bodies.push(p);
                    }
                }
                _ => {}
            }
        }
        for p in bodies {
            if self.pi(p).interface {
                self.ensure_spec(p);
            }
        }
    }

    fn finish_namelists(&mut self, sc: ScopeId) {
        let lists = std::mem::take(&mut self.sc_mut(sc).namelists);
        for (name, members) in lists {
            let mut v = vec![];
            for m in members {
                let later = self.sc(sc).decls.get(&m.name).is_some_and(|d| {
                    d.ty.is_some() && d.dummy.is_none() && !d.result && d.span.lo > m.span.lo && d.common.is_none()
                });
                let implicit = match self.implicit_type(sc, &m.name) {
                    Some(t) if later => self.implicit_to_ty(sc, t).ok(),
                    _ => None,
                };
                let confirmed = match (&implicit, self.lookup_in(sc, &m.name)) {
                    (Some(t), Some(Entry { ent: Entity::Symbol(s), .. })) => self.sym(s).ty == *t,
                    (t, _) => t.is_some(),
                };
                if later && !confirmed && self.same_file(sc, m.span) {
                    // 8.9
                    let text = format!("`{}` must be declared before the namelist group", m.name);
                    self.err(ErrorCode::Misplaced, m.span, text);
                }
                if let Ok(s) = self.variable_named(sc, &m) {
                    if self.sym(s).storage == Storage::Constant || matches!(self.sym(s).dims, Dims::AssumedSize(..)) {
                        let what = if self.sym(s).rank() == 0 { "a constant" } else { "a constant or of assumed size" };
                        let text = format!("`{}` cannot be in a namelist group: it is {what}", m.name);
                        self.err(ErrorCode::Attribute, m.span, text);
                    }
                    self.check_namelist(sc, &name, &m, s);
                    v.push((m.name.clone(), s));
                }
            }
            // A group of a module that gets more members here (an extension): this scope sees all of them.
            if let Some(e) = self.sc(sc).names.get(&name.name)
                && let (Entity::Namelist(n), true) = (&e.ent, e.from.is_some())
            {
                let n = *n;
                let _ = self.newer(u16::MAX, name.span, "more members for a namelist group of a module");
                let mut all = self.storage.namelists[n as usize].1.clone();
                all.append(&mut v);
                let i = self.storage.namelists.len() as u32;
                self.storage.namelists.push((name.name.clone(), all));
                self.bind(sc, name.name.clone(), Entity::Namelist(i), name.span);
                continue;
            }
            let i = self.storage.namelists.len() as u32;
            self.storage.namelists.push((name.name.clone(), v));
            if let Some(e) = self.sc(sc).names.get(&name.name)
                && !matches!(e.ent, Entity::Generic)
            {
                self.err(ErrorCode::Name, name.span, format!("`{}` is already declared", name.name));
                continue;
            }
            self.bind(sc, name.name.clone(), Entity::Namelist(i), name.span);
            self.sc_mut(sc).order.push(name.name.clone());
        }
    }

    /// A variable by name, implicitly declared where that is allowed.
    pub fn variable_named(&mut self, sc: ScopeId, id: &Ident) -> Res<SymbolId> {
        match self.lookup(sc, &id.name) {
            Some(Entry { ent: Entity::Symbol(s), .. }) => Ok(s),
            Some(Entry { ent: Entity::Bad | Entity::Resolving, .. }) => Err(Reported),
            Some(e) if e.ent != Entity::Generic || e.generic.is_some() => {
                let d = Diagnostic::error(ErrorCode::Name, id.span, format!("`{}` is not a variable", id.name))
                    .also(e.span, "declared here");
                Err(self.report(d))
            }
            _ => self.implicit_variable(sc, id),
        }
    }

    /// Declares a name implicitly.
    pub fn implicit_variable(&mut self, sc: ScopeId, id: &Ident) -> Res<SymbolId> {
        if self.modules.missing && self.sc(sc).undeclared.contains(&id.name) {
            return Err(Reported);
        }
        let mut at = Some(sc);
        while let Some(s) = at.filter(|s| self.sc(*s).kind == ScopeKind::Block) {
            let host = self.sc(s).parent;
            if !self.imported(s, &id.name) && host.is_some_and(|h| self.find_scope(h, &id.name).is_some()) {
                let text = format!("the IMPORT statement of this BLOCK does not let `{}` in", id.name);
                return Err(self.err(ErrorCode::Name, id.span, text));
            }
            at = host;
        }
        let mut unit = self.unit_scope(sc);
        // A statement function has only its dummies for itself.
        if let (Some(p), Some(parent)) = (self.sc(unit).proc, self.sc(unit).parent)
            && self.pi(p).stmt_func
        {
            unit = self.unit_scope(parent);
        }
        let Some(t) = self.implicit_type(unit, &id.name) else {
            return Err(self.undeclared(sc, id, "name"));
        };
        let ty = self.implicit_to_ty(unit, t)?;
        let path = self.sc(unit).path.clone();
        let storage = if self.sc(unit).save_all {
            Storage::Static { link_name: format!("{path}.{}", id.name) }
        } else if self.sc(unit).proc.is_none() {
            Storage::Static { link_name: self.module_link(unit, &id.name) }
        } else {
            Storage::Local
        };
        let is_static = matches!(storage, Storage::Static { .. });
        let s = self.new_symbol(id.name.clone(), id.span, ty, Dims::Scalar, storage, unit);
        self.si_mut(s).implicit = true;
        self.bind(unit, id.name.clone(), Entity::Symbol(s), id.span);
        self.sc_mut(unit).locals.push(s);
        if is_static {
            self.prog.statics.push(s);
        }
        Ok(s)
    }
}

impl<'a> Rules<'a> {
    /// The name of a program unit, or of a function with RESULT, is no local entity.
    fn own_name_declared(&mut self, sc: ScopeId, unit: &Unit, result: Option<&Ident>) {
        let Some(n) = &unit.name else { return };
        if result.is_some_and(|r| r.name == n.name) || self.procs.entry_units.contains_key(&(unit.span)) {
            return;
        }
        if self.procs.entry_hosts.contains_key(&(unit.span)) {
            return;
        }
        if let Some(p) = self.sc(sc).decls.get(&n.name)
            && p.declared
            && p.dummy.is_none()
        {
            let d = Diagnostic::error(
                ErrorCode::Name,
                p.span,
                format!("`{}` is the name of this program unit and cannot be declared in it", n.name),
            )
            .also(n.span, "the unit's name");
            self.report(d);
        }
    }

    /// Dummy arguments without a type that are called are subroutines, which need no declaration.
    fn called_dummies(&mut self, sc: ScopeId, dummies: &[Ident], body: &'a [ast::Stmt]) {
        for d in dummies {
            let untyped = self.sc(sc).decls.get(&d.name).is_none_or(|p| {
                p.ty.is_none() && p.dims.is_none() && p.iface.is_none() && !p.external && !p.intrinsic && !p.pointer
            });
            if untyped && self.implicit_type(sc, &d.name).is_none() && is_called(&d.name, body) {
                self.pre(sc, d).external = true;
            }
        }
    }

    /// Dummies and result of a BIND(C) procedure are interoperable (18.3.6).
    fn check_bind_c(&mut self, id: ProcId) {
        let p = self.proc(id).clone();
        for a in &p.args {
            let s = self.sym(*a);
            let why = match &s.ty {
                Ty::Class(_) => "it is polymorphic",
                Ty::Derived(t) if !self.ty(*t).bind_c && !self.types.info[t.0 as usize].bad => {
                    // Types of the intrinsic modules count as interoperable.
                    if self.types.info[t.0 as usize].def.is_none() {
                        continue;
                    }
                    "its type does not have BIND(C)"
                }
                _ => continue,
            };
            let name = s.name.clone();
            let text = format!("dummy argument `{name}` of BIND(C) procedure `{}` is not interoperable: {why}", p.name);
            self.header_error(ErrorCode::Interface, *a, text);
        }
        self.check_bind_c_dummies(id);
        // C passes these in memory, and the code of calls does not.
        let values = p.args.iter().filter(|a| self.sym(**a).by_value).chain(&p.result);
        for s in values.copied().collect::<Vec<_>>() {
            if self.sym(s).ty == Ty::Complex(16) {
                let span = self.sym(s).span;
                self.unsupported(span, "complex(16) by value, or as a result, with BIND(C)");
            }
        }
        if let Some(r) = p.result {
            let s = self.sym(r);
            if s.rank() > 0 {
                let text = format!("the result `{}` of a BIND(C) function cannot be an array", s.name);
                self.header_error(ErrorCode::Interface, r, text);
            }
        }
    }

    fn check_header(&mut self, id: ProcId) {
        let p = self.proc(id).clone();
        if p.bind_c {
            for a in &p.args {
                let s = self.sym(*a);
                if s.optional && s.by_value {
                    let text = format!(
                        "argument `{}` of BIND(C) procedure `{}` cannot be both OPTIONAL and VALUE",
                        s.name, p.name
                    );
                    self.header_error(ErrorCode::Interface, *a, text);
                }
            }
        }
        if p.bind_c {
            self.check_bind_c(id);
        }
        if let Some(r) = p.result
            && matches!(self.sym(r).ty, Ty::Character(CharLen::Assumed, _))
            && !self.pi(id).interface
            && (self.sc(self.pi(id).scope).module.is_some() || p.host.is_some())
        {
            let text = format!("function `{}` of assumed length must be an external procedure", p.name);
            self.header_error(ErrorCode::Shape, r, text);
        }
        if let Some(r) = p.result
            && matches!(self.sym(r).ty, Ty::Character(CharLen::Assumed, _))
        {
            // C723
            let y = self.sym(r);
            let why = [
                (y.rank() > 0, "its result is an array"),
                (y.pointer, "its result is a pointer"),
                (p.elemental, "it is elemental"),
                (p.pure_ && !p.elemental, "it is pure"),
                (p.says_recursive, "it is recursive"),
            ];
            if let Some((_, why)) = why.iter().find(|w| w.0) {
                let text = format!("the result of `{}` cannot have assumed length: {why}", p.name);
                self.header_error(ErrorCode::Shape, r, text);
            }
        }
        if p.elemental {
            for a in &p.args {
                let s = self.sym(*a);
                let coarray = self.si(*a).cobounds.is_some();
                if s.rank() != 0 || s.allocatable || s.pointer || self.si(*a).procedure || coarray {
                    let text = format!(
                        "dummy argument `{}` of an elemental procedure must be a scalar data object, neither allocatable nor a pointer",
                        s.name
                    );
                    self.header_error(ErrorCode::Pure, *a, text);
                } else if s.intent == Intent::Unspecified && !s.by_value && p.pure_ && !matches!(s.ty, Ty::Typeless) {
                    let text =
                        format!("dummy argument `{}` of an elemental procedure needs an INTENT or VALUE", s.name);
                    self.header_error(ErrorCode::Pure, *a, text);
                }
            }
            if let Some(r) = p.result {
                let s = self.sym(r);
                if s.rank() != 0 || s.allocatable || s.pointer {
                    let text = format!(
                        "the result `{}` of an elemental function must be a scalar, neither allocatable nor a pointer",
                        s.name
                    );
                    // Attributes of the function itself are said in their own statements.
                    if s.rank() == 0 && s.name == p.name {
                        let at = s.span;
                        self.err(ErrorCode::Pure, at, text);
                    } else {
                        self.header_error(ErrorCode::Pure, r, text);
                    }
                }
            }
        }
        if p.pure_ && !self.pi(id).interface {
            for a in &p.args {
                if let Some(ProcIface::Explicit(q)) = self.sym(*a).proc
                    && !self.proc(q).pure_
                {
                    let text = format!("dummy procedure `{}` of a pure procedure must be pure, too", self.sym(*a).name);
                    self.header_error(ErrorCode::Pure, *a, text);
                } else if let Some(ProcIface::Implicit(_)) = self.sym(*a).proc
                    && self.si(*a).procedure
                {
                    let text = format!(
                        "dummy procedure `{}` of a pure procedure must be pure: its interface must say so",
                        self.sym(*a).name
                    );
                    self.header_error(ErrorCode::Pure, *a, text);
                }
                // C1590
                if matches!(self.sym(*a).ty, Ty::Class(_)) && self.sym(*a).intent == Intent::Out {
                    let text = format!(
                        "INTENT(OUT) argument `{}` of a pure procedure cannot be polymorphic",
                        self.sym(*a).name
                    );
                    self.header_error(ErrorCode::Pure, *a, text);
                }
            }
        }
        let plain_pure = p.pure_ && !p.elemental && !self.pi(id).interface;
        if plain_pure && self.pi(id).function {
            for a in &p.args {
                let s = self.sym(*a);
                if matches!(s.intent, Intent::Out | Intent::InOut) {
                    let text = format!("dummy argument `{}` of a pure function must have INTENT(IN) or VALUE", s.name);
                    self.header_error(ErrorCode::Pure, *a, text);
                } else {
                    self.pure_dummy_intent(*a, "function needs INTENT(IN) or VALUE");
                }
            }
        } else if plain_pure {
            for a in &p.args {
                self.pure_dummy_intent(*a, "subroutine needs an INTENT or VALUE");
            }
        }
    }

    /// A dummy data object of a pure procedure says what happens to it (C1588, C1589).
    fn pure_dummy_intent(&mut self, arg: SymbolId, rule: &str) {
        let s = self.sym(arg);
        if s.intent == Intent::Unspecified && s.by_value {
            let at = self.si(arg).named.unwrap_or(s.span);
            let _ = self.newer(2008, at, "an argument of a pure procedure with VALUE but without INTENT");
            return;
        }
        if s.intent == Intent::Unspecified
            && !s.by_value
            && !s.pointer
            && !self.si(arg).procedure
            && !matches!(s.ty, Ty::Typeless)
        {
            let text = format!("dummy argument `{}` of a pure {rule}", s.name);
            self.header_error(ErrorCode::Pure, arg, text);
        }
    }
}

/// Procedures that Fortran 2023 put into intrinsic modules: programs that use the modules have procedures of their own
/// by these names, which go before.
pub(super) fn newer_than_programs(e: &Entity) -> bool {
    matches!(e, Entity::Intrinsic(i) if i.first_standard() == 2023)
}

/// True where a CALL statement of a body names the procedure.
pub(super) fn is_called(name: &str, body: &[ast::Stmt]) -> bool {
    body.iter().any(|st| match &st.kind {
        StmtKind::Call { proc } => {
            matches!(&proc.kind, ast::ExprKind::Ref(parts) if parts.len() == 1 && &*parts[0].name.name == name)
        }
        k => {
            let mut found = false;
            k.blocks(&mut |b| found |= is_called(name, b));
            found
        }
    })
}
