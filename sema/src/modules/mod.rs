//! Modules: USE association, submodules, the intrinsic modules in [`builtin`].

pub(crate) mod builtin;
mod imported;

pub use imported::{declares_target, keeps_body};

use super::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Access, Name, Unit, UnitKind, UseNature};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Keeps a USE statement for debuggers.
    fn keep_use(&mut self, sc: ScopeId, u: &'a ast::UseStmt, used: &Name) {
        let scope = self.sc(sc);
        let module = (scope.kind == ScopeKind::Module).then(|| Name::from(scope.path.as_str()));
        if scope.imported || scope.kind == ScopeKind::Interface || scope.proc.is_none() && module.is_none() {
            return;
        }
        let proc = scope.proc.filter(|_| module.is_none());
        let lower = |n: &Name| Name::from(n.to_lowercase());
        let pair = |i: &ast::UseItem| {
            let remote = i.remote.as_ref().unwrap_or(&i.local);
            (lower(&i.local.name), lower(&remote.name))
        };
        let names = u.items.iter().map(pair).collect();
        self.prog.uses.push(Use { proc, module, used: used.clone(), only: u.only, names });
    }

    /// Processes a USE statement.
    pub fn use_stmt(&mut self, sc: ScopeId, u: &'a ast::UseStmt, renamed_anywhere: &[(&Name, &Name)]) {
        let name = &u.module.name;
        let own = self.modules.units.contains_key(name);
        let intrinsic = builtin::is_builtin(name);
        let scope = if u.nature == Some(UseNature::Intrinsic) || (intrinsic && !own) {
            if !intrinsic {
                self.err(ErrorCode::Module, u.module.span, format!("there is no intrinsic module `{name}`"));
                return;
            }
            if matches!(&**name, "ieee_arithmetic" | "ieee_exceptions")
                && let Some(p) = self.sc(sc).proc
            {
                self.prog.procs[p.0 as usize].names_exceptions = true;
            }
            self.builtin_module(name)
        } else {
            match self.load_module(name, u.module.span) {
                Ok(s) => s,
                Err(_) => {
                    self.poison(sc, u);
                    return;
                }
            }
        };
        self.uses.push((sc, scope));
        self.keep_use(sc, u, name);
        let mut renamed: Vec<&Name> = renamed_anywhere.iter().filter(|(m, _)| *m == name).map(|(_, n)| *n).collect();
        for item in &u.items {
            let remote = item.remote.as_ref().unwrap_or(&item.local);
            renamed.push(&remote.name);
            if intrinsic && !own {
                let text = format!("`{}` of module `{name}`", remote.name);
                if self.newer(builtin::first_standard(&remote.name), remote.span, &text).is_err() {
                    self.bind(sc, item.local.name.clone(), Entity::Bad, item.local.span);
                    continue;
                }
            }
            let found = match self.opts.gfortran {
                0 => self.exported(scope, &remote.name.to_lowercase()),
                // Text that says where an entity comes from, whoever may name it there.
                _ => self.lookup_in(scope, &remote.name.to_lowercase()),
            };
            match found {
                None if self.opts.gfortran != 0 => {
                    let why = format!("module `{name}` has no `{}`", remote.name);
                    self.bind(sc, item.local.name.clone(), Entity::Refused(why.into()), item.local.span);
                }
                Some(e) => {
                    let local: Name = item.local.name.to_lowercase().into();
                    self.import(sc, &local, e, name, item.local.span);
                    if u.only && self.sc(sc).kind == ScopeKind::Proc {
                        self.modules.only.push((sc, local, item.local.span));
                    }
                }
                // These operators come with the types (see `binary_typed`).
                None if matches!(&**name, "ieee_arithmetic" | "ieee_exceptions")
                    && intrinsic
                    && matches!(
                        &*remote.name.to_lowercase(),
                        "operator(==)" | "operator(/=)" | "operator(.eq.)" | "operator(.ne.)"
                    ) => {}
                None if self.may_be_lost(scope, &remote.name) => {
                    self.bind(sc, item.local.name.clone(), Entity::Bad, item.local.span);
                }
                None => {
                    let near = self.exports(scope);
                    let mut d = Diagnostic::error(
                        ErrorCode::Module,
                        remote.span,
                        format!("module `{name}` has no public entity `{}`", remote.name),
                    );
                    if let Some(n) = ferrotran_source::message::nearest(&remote.name, near.iter().map(|n| &**n)) {
                        d = d.with_help(format!("it has `{n}`"));
                    }
                    self.report(d);
                    self.bind(sc, item.local.name.clone(), Entity::Bad, item.local.span);
                }
            }
        }
        if !u.only {
            self.sc_mut(sc).lost |= self.sc(scope).lost;
            let names = self.sc(scope).lost_names.clone();
            self.sc_mut(sc).lost_names.extend(names);
            let text = format!("USE of module `{name}` has no ONLY");
            self.warn(crate::warn::Warn::UseWithoutOnly, u.module.span, text);
            let mut more = self.sc(scope).fallback.clone();
            if intrinsic && !own {
                more.push((scope, name.clone()));
            }
            self.sc_mut(sc).fallback.extend(more);
            for n in self.exports(scope) {
                let year = self.opts.standard;
                let later = year != 0 && matches!(&**name, "iso_fortran_env" | "iso_c_binding");
                if intrinsic && !own && (builtin::is_newer(&n) || later && builtin::first_standard(&n) > year) {
                    continue;
                }
                if !renamed.contains(&&n)
                    && let Some(e) = self.exported(scope, &n)
                {
                    self.import(sc, &n, e, name, u.module.span);
                }
            }
        }
    }

    /// Makes a newer name of an intrinsic module known that nothing else has; the scope that has it then.
    pub(crate) fn newer_name(&mut self, sc: ScopeId, name: &str) -> Option<ScopeId> {
        if !builtin::is_newer(name) {
            return None;
        }
        let mut cur = Some(sc);
        while let Some(s) = cur {
            for (from, module) in self.sc(s).fallback.clone() {
                if let Some(e) = self.exported(from, name) {
                    let span = e.span;
                    self.import(s, &name.into(), e, &module, span);
                    return Some(s);
                }
            }
            if self.sc(s).kind == ScopeKind::Interface && !self.sc(s).import_all {
                return None;
            }
            cur = self.sc(s).parent;
        }
        None
    }

    fn exported(&mut self, scope: ScopeId, name: &str) -> Option<Entry> {
        let private = self.sc(scope).default_private;
        let e = self.lookup_in(scope, name)?;
        let public = match e.access {
            Some(a) => a == Access::Public,
            None => !private,
        };
        if !public || (e.ent == Entity::Generic && e.generic.is_none()) {
            return None;
        }
        Some(e)
    }

    /// The scope of a module of these files, its specification part done.
    pub fn load_module(&mut self, name: &Name, span: Span) -> Res<ScopeId> {
        if let Some(m) = self.modules.known.get(name) {
            if m.state == State::Running {
                return Err(self.err(
                    ErrorCode::Module,
                    span,
                    format!("module `{name}` uses itself, directly or through others"),
                ));
            }
            return Ok(m.scope);
        }
        let Some(unit) = self.modules.units.get(name).copied() else {
            if self.imports.broken.iter().any(|b| **b == **name) {
                return Err(Reported);
            }
            let mut d = Diagnostic::error(ErrorCode::Module, span, format!("module `{name}` is not found"));
            if !self.imports.searched.is_empty() {
                let file = crate::module_file_name(name);
                d = d.with_note(format!("no file `{file}` in: {}", self.imports.searched.join(", ")));
            }
            let known: Vec<Name> =
                self.modules.units.keys().cloned().chain(builtin::NAMES.iter().map(|n| Name::from(*n))).collect();
            if let Some(n) = ferrotran_source::message::nearest(name, known.iter().map(|n| &**n)) {
                d = d.with_help(format!("a module `{n}` exists"));
            }
            return Err(self.report(d));
        };
        self.module_spec(name.clone(), unit, span)
    }

    fn module_spec(&mut self, name: Name, unit: &'a Unit, span: Span) -> Res<ScopeId> {
        // A submodule hangs in the scope of its parent.
        let (parent, module, path) = match &unit.kind {
            UnitKind::Submodule { ancestor, parent } => {
                let key: Name = match parent {
                    Some(p) => format!("{}:{}", ancestor.name, p.name).into(),
                    None => ancestor.name.clone(),
                };
                let p = self.load_module(&key, parent.as_ref().unwrap_or(ancestor).span)?;
                let own = unit.name.as_ref().map_or(&*name, |n| &*n.name);
                (Some(p), ancestor.name.clone(), format!("{}.{own}", ancestor.name))
            }
            _ => (None, name.clone(), name.to_string()),
        };
        let _ = span;
        let sc = self.new_scope(ScopeKind::Module, parent, path);
        self.sc_mut(sc).module = Some(module);
        self.note_lost(sc, &unit.lost);
        self.sc_mut(sc).proc = None;
        self.modules.known.insert(name.clone(), Module { scope: sc, state: State::Running });
        self.modules.order.push(name.clone());
        let options = self.modules.imported.get(&name).copied();
        self.sc_mut(sc).imported = options.is_some();
        let own = self.opts;
        self.opts = options.unwrap_or(own);
        self.sc_mut(sc).default_private = self.opts.module_private;
        let place = std::mem::take(&mut self.place);
        self.place.module = self.sc(sc).module.clone();
        self.collect(sc, &unit.spec);
        let procs = self.declare_contained(sc, &unit.contains);
        self.finish_names(sc);
        self.apply_default_access(sc);
        for p in &procs {
            self.ensure_spec(*p);
        }
        self.finish_scope(sc);
        self.finish_generics(sc);
        self.check_private_uses(sc);
        self.warn_private_labels(sc);
        self.mark_foreign(sc, &name);
        self.place = place;
        self.opts = own;
        self.modules.procs.insert(name.clone(), procs);
        self.modules.known.get_mut(&name).expect("inserted above").state = State::Done;
        Ok(sc)
    }

    fn apply_default_access(&mut self, sc: ScopeId) {
        let private: Vec<Name> = {
            let s = self.sc(sc);
            s.names
                .iter()
                .filter(|(_, e)| e.access == Some(Access::Private) || (e.access.is_none() && s.default_private))
                .map(|(n, _)| n.clone())
                .collect()
        };
        for n in private {
            if let Some(Entity::Proc(p)) = self.sc(sc).names.get(&n).map(|e| e.ent.clone()) {
                self.pi_mut(p).private = true;
            }
        }
        let undefined: Vec<(Name, Span)> = self
            .sc(sc)
            .names
            .iter()
            .filter(|(_, e)| e.ent == Entity::Generic && e.generic.is_none())
            .map(|(n, e)| (n.clone(), e.span))
            .collect();
        for (n, span) in undefined {
            // `public :: x` may name something implicitly typed; under IMPLICIT NONE it is a mistake.
            // Namelist groups come later.
            if n.contains('(') || self.sc(sc).namelists.iter().any(|g| g.0.name == n) {
                continue;
            }
            let id = ast::Ident { name: n.clone(), span };
            self.sc_mut(sc).names.remove(&n);
            if self.implicit_variable(sc, &id).is_err() {
                self.bind(sc, n, Entity::Bad, span);
            }
        }
    }

    /// Resolves the generics of a scope and checks that their specifics can be told apart.
    pub fn finish_generics(&mut self, sc: ScopeId) {
        let list: Vec<(Name, GenericId)> =
            self.sc(sc).names.iter().filter_map(|(n, e)| Some((n.clone(), e.generic?))).collect();
        for (name, g) in list {
            let procs = self.generic_procs(g);
            for p in &procs {
                self.ensure_spec(*p);
            }
            for (i, a) in procs.iter().enumerate() {
                for b in &procs[i + 1..] {
                    if self.ambiguous(&name, *a, *b) {
                        let (x, y) = (self.proc(*a).clone(), self.proc(*b).clone());
                        let text = format!(
                            "`{}` and `{}` of generic `{name}` cannot be told apart by their arguments",
                            x.name, y.name
                        );
                        // What several modules bring together is wrong where it is referenced.
                        let used = self.sc(sc).names[&name].from.is_some() && self.opts.standard == 0;
                        let d = match used {
                            true => Diagnostic::warning(ErrorCode::Generic, x.span, text),
                            false => Diagnostic::error(ErrorCode::Generic, x.span, text),
                        }
                        .also(y.span, "the other one");
                        self.report(d);
                    }
                    if self.pi(*a).function != self.pi(*b).function && self.sc(sc).names[&name].from.is_none() {
                        let (x, y) = (self.proc(*a).clone(), self.proc(*b).clone());
                        let d = Diagnostic::error(
                            ErrorCode::Generic,
                            x.span.min_by_place(y.span),
                            format!("generic `{name}` has both functions and subroutines"),
                        )
                        .also(x.span.max_by_place(y.span), "the other kind");
                        self.report(d);
                    }
                }
            }
            if let Some(Entry { ent: Entity::Proc(p), from: None, .. }) = self.sc(sc).names.get(&name).cloned()
                && !procs.contains(&p)
                && !self.pi(p).interface
                && !self.sc(sc).imported
                && self.sc(self.pi(p).scope).parent == Some(sc)
            {
                // 15.4.3.4.1
                let text = format!("procedure `{name}` has the name of a generic interface that it does not belong to");
                let at = self.proc(p).span;
                self.err(ErrorCode::Name, at, text);
            }
            self.check_operator_interfaces(&name, &procs);
        }
        // C1507
        for n in std::mem::take(&mut self.sc_mut(sc).module_specifics) {
            let other = match self.lookup(sc, &n.name) {
                Some(Entry { ent: Entity::Proc(p), .. }) => {
                    let host = self.sc(self.pi(p).scope).parent;
                    self.pi(p).unit.is_none() && self.pi(p).interface
                        || self.pi(p).unit.is_some()
                            && (self.pi(p).interface && !self.pi(p).module_proc
                                || host.is_none_or(|h| self.sc(h).kind != ScopeKind::Module))
                }
                Some(Entry { ent: Entity::Symbol(_) | Entity::External { .. } | Entity::Intrinsic(_), .. }) => true,
                _ => false,
            };
            if other {
                let text = format!("`{}` is not a module procedure: PROCEDURE without MODULE names others", n.name);
                self.err(ErrorCode::Interface, n.span, text);
            }
        }
        self.check_bound_generics(sc);
        self.check_entities(sc);
    }
}

impl<'a> Facts<'a> {
    /// After a module could not be found, the names asked for stay silent.
    fn poison(&mut self, sc: ScopeId, u: &'a ast::UseStmt) {
        for i in &u.items {
            self.bind(sc, i.local.name.clone(), Entity::Bad, i.local.span);
        }
        if !u.only {
            // Anything might have come from it: complaints about names would be guesses.
            self.modules.missing = true;
        }
    }

    /// Names that a module makes public.
    fn exports(&self, scope: ScopeId) -> Vec<Name> {
        let s = self.sc(scope);
        let mut v: Vec<Name> = s
            .names
            .iter()
            .filter(|(_, e)| match e.access {
                Some(a) => a == Access::Public,
                None => !s.default_private,
            })
            .map(|(n, _)| n.clone())
            .collect();
        v.sort();
        v
    }
}

impl<'a> Rules<'a> {
    fn import(&mut self, sc: ScopeId, local: &Name, e: Entry, module: &Name, span: Span) {
        // The name of the program unit is that of the unit in it, and of nothing else (19.3.1).
        if let Some(p) = self.sc(sc).proc
            && self.sc(sc).kind == ScopeKind::Proc
            && self.proc(p).name == *local
            && self.proc(p).host.is_none()
            && self.pi(p).unit.is_some_and(|u| u.name.is_some())
            && self.sc(sc).parent.is_none()
            && self.sc(sc).module.is_none()
            && e.ent != Entity::Generic
        {
            // An interface body of the module describes this very procedure.
            if matches!(e.ent, Entity::Proc(q) if self.pi(q).interface && !self.pi(q).module_proc) {
                return;
            }
            let text = format!("`{local}` of module `{module}` has the name of this program unit");
            let d = Diagnostic::error(ErrorCode::Name, span, text)
                .also(self.proc(p).span, "the program unit")
                .with_help("rename it in USE, or leave it out with ONLY");
            self.report(d);
            return;
        }
        // Interfaces of one external procedure in several modules are one entity.
        let mut same_link = vec![];
        if let (Some(Entity::Proc(p)), Entity::Proc(q)) = (self.sc(sc).names.get(local).map(|o| &o.ent), &e.ent)
            && self.proc(*p).link_name == self.proc(*q).link_name
        {
            same_link.push((*p, *q));
        }
        let names = &mut self.sc_mut(sc).names;
        match names.get_mut(local) {
            None => {
                names.insert(
                    local.clone(),
                    Entry { ent: e.ent, generic: e.generic, span, access: None, from: Some(module.clone()) },
                );
            }
            Some(old) => {
                let (a, b) = (old.generic, e.generic);
                let same = old.ent == e.ent
                    || e.ent == Entity::Generic
                    || matches!((&old.ent, &e.ent), (Entity::Proc(p), Entity::Proc(q)) if same_link.contains(&(*p, *q)));
                if old.ent == Entity::Generic && e.ent != Entity::Generic {
                    old.ent = e.ent;
                } else if !same && old.from.is_some() {
                    old.ent = Entity::Ambiguous;
                }
                match (a, b) {
                    (None, Some(_)) => old.generic = b,
                    (Some(x), Some(y)) if x != y => {
                        // Generics of one name add up.
                        let mut g = self.generics[x.0 as usize].clone();
                        let h = self.generics[y.0 as usize].clone();
                        for p in h.procs {
                            if !g.procs.contains(&p) {
                                g.procs.push(p);
                            }
                        }
                        g.pending.extend(h.pending);
                        g.symbols.extend(h.symbols);
                        let n = GenericId(self.generics.len() as u32);
                        self.generics.push(g);
                        self.sc_mut(sc).names.get_mut(local).expect("present").generic = Some(n);
                    }
                    _ => {}
                }
            }
        }
    }

    /// What is private in a module, and has a binding label by which everyone can name it.
    fn warn_private_labels(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        let private = |e: &Entry, default: bool| e.access.map_or(default, |a| a == Access::Private);
        let default = self.sc(sc).default_private;
        let mut found: Vec<(Name, Span)> = vec![];
        for (n, e) in self.sc(sc).names.iter().filter(|(_, e)| e.from.is_none() && private(e, default)) {
            let (label, span) = match e.ent {
                Entity::Proc(p) if self.proc(p).bind_c && self.proc(p).body.is_some() | self.pi(p).unit.is_some() => {
                    (self.proc(p).link_name.clone(), self.proc(p).span)
                }
                Entity::Symbol(s) if self.sym(s).bind_c => match &self.sym(s).storage {
                    Storage::Static { link_name } => (link_name.clone(), self.sym(s).span),
                    _ => continue,
                },
                _ => continue,
            };
            if !label.contains('.') {
                found.push((n.clone(), span));
            }
        }
        found.sort_by_key(|f| f.1.lo);
        for (n, span) in found {
            let text = format!("`{n}` is private, but its binding label names it everywhere");
            self.diag.warning(ErrorCode::Suspicious, span, text);
        }
    }

    fn check_operator_interfaces(&mut self, name: &str, procs: &[ProcId]) {
        for p in procs {
            let q = self.proc(*p).clone();
            let n = q.args.len();
            if name.starts_with("operator(") {
                if !self.pi(*p).function || n == 0 || n > 2 {
                    self.err(
                        ErrorCode::Interface,
                        q.span,
                        format!("`{}` must be a function of one or two arguments to be an operator", q.name),
                    );
                } else {
                    self.check_operator_args(name, &q);
                }
            } else if name == "assignment(=)" && (self.pi(*p).function || n != 2) {
                self.err(
                    ErrorCode::Interface,
                    q.span,
                    format!("`{}` must be a subroutine of two arguments to be an assignment", q.name),
                );
            } else if name == "assignment(=)" {
                let (to, from) = (self.sym(q.args[0]), self.sym(q.args[1]));
                let why = if !matches!(to.intent, Intent::Out | Intent::InOut) {
                    "its first argument must have INTENT(OUT) or INTENT(INOUT)"
                } else if from.intent != Intent::In && !from.by_value {
                    "its second argument must have INTENT(IN)"
                } else if intrinsic_assignment(to, from) && !self.pi(*p).module_proc {
                    "it would redefine intrinsic assignment"
                } else {
                    continue;
                };
                let text = format!("`{}` cannot be an assignment: {why}", q.name);
                self.err(ErrorCode::Interface, q.span, text);
            }
        }
    }

    /// Arguments of an operator function (15.4.3.4.2): INTENT(IN), not optional, and no redefinition of an intrinsic
    /// operation.
    fn check_operator_args(&mut self, name: &str, q: &Procedure) {
        if self.diag.has_errors() && q.args.iter().any(|a| matches!(self.sym(*a).ty, Ty::Typeless)) {
            return;
        }
        for a in &q.args {
            let s = self.sym(*a);
            if s.optional || (s.intent != Intent::In && !s.by_value) {
                let text = if s.optional { "may not be optional" } else { "must have INTENT(IN)" };
                let d = Diagnostic::error(
                    ErrorCode::Interface,
                    q.span,
                    format!("argument `{}` of operator function `{}` {text}", s.name, q.name),
                )
                .also(s.span, "this argument");
                self.report(d);
                return;
            }
        }
        let op = name.trim_start_matches("operator(").trim_end_matches(')');
        let tys: Vec<(Ty, usize)> = q.args.iter().map(|a| (self.sym(*a).ty.clone(), self.sym(*a).rank())).collect();
        if intrinsic_operation(op, &tys) {
            let text = format!("`{}` redefines the intrinsic operator `{op}` for these types", q.name);
            self.err(ErrorCode::Interface, q.span, text);
        }
    }
}

/// Whether assignment between such arguments is intrinsic (15.4.3.4.3): it cannot be defined then.
fn intrinsic_assignment(to: &Symbol, from: &Symbol) -> bool {
    let numeric = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_));
    let fits = numeric(&to.ty) && numeric(&from.ty)
        || matches!((&to.ty, &from.ty), (Ty::Logical(_), Ty::Logical(_)) | (Ty::Character(..), Ty::Character(..)));
    let fits = fits || matches!((&to.ty, &from.ty), (Ty::Unsigned(_), Ty::Unsigned(_)));
    fits && (from.rank() == 0 || from.rank() == to.rank())
}

/// Whether an operator is intrinsic for operands of these types and ranks (10.1.5): it cannot be defined then.
fn intrinsic_operation(op: &str, args: &[(Ty, usize)]) -> bool {
    let numeric = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_));
    let conform = match args {
        [(_, a), (_, b)] => a == b || *a == 0 || *b == 0,
        _ => true,
    };
    // Unsigned numbers do not mix with others.
    let both = matches!(args, [(Ty::Unsigned(_), _), (Ty::Unsigned(_), _)]);
    let fits = match (op, args) {
        ("+" | "-", [(Ty::Unsigned(_), _)]) => true,
        ("+" | "-" | "*" | "/" | "**" | "==" | "/=" | "<" | "<=" | ">" | ">=", _) if both => true,
        ("+" | "-", [(a, _)]) => numeric(a),
        (".not.", [(a, _)]) => matches!(a, Ty::Logical(_)),
        ("+" | "-" | "*" | "/" | "**", [(a, _), (b, _)]) => numeric(a) && numeric(b),
        ("==" | "/=", [(a, _), (b, _)]) => numeric(a) && numeric(b) || a.same_characters(b),
        ("<" | "<=" | ">" | ">=", [(a, _), (b, _)]) => {
            let ordered = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Real(_));
            ordered(a) && ordered(b) || a.same_characters(b)
        }
        (".and." | ".or." | ".eqv." | ".neqv.", [(a, _), (b, _)]) => {
            matches!((a, b), (Ty::Logical(_), Ty::Logical(_)))
        }
        ("//", [(a, _), (b, _)]) => a.same_characters(b),
        _ => false,
    };
    fits && conform
}
