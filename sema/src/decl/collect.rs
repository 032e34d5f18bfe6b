//! First pass over a specification part: every statement's say about a name is gathered into its [`PreDecl`];
//! nothing is evaluated yet, so that order and forward references do not matter.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, AttrSpec, Ident, Name, StmtKind};
use ferrotran_typed::OnDevices;

impl<'a> Rules<'a> {
    /// The gathered declaration of a name, opened where it is new in this scope.
    pub fn pre(&mut self, sc: ScopeId, id: &Ident) -> &mut PreDecl<'a> {
        let mut clash = None;
        let s = self.sc_mut(sc);
        if !s.decls.contains_key(&id.name) {
            s.decls.insert(id.name.clone(), PreDecl { span: id.span, ..PreDecl::default() });
            s.order.push(id.name.clone());
        }
        match s.names.get_mut(&id.name) {
            None => {
                s.names.insert(
                    id.name.clone(),
                    Entry { ent: Entity::Pending, generic: None, span: id.span, access: None, from: None },
                );
            }
            Some(e) => {
                if e.ent == Entity::Generic {
                    e.ent = Entity::Pending;
                } else if let Some(m) = e.from.take()
                    && e.ent != Entity::Bad
                {
                    clash = Some(m);
                }
            }
        }
        if let Some(m) = clash {
            self.err(
                ErrorCode::Name,
                id.span,
                format!("`{}` is already known here: it comes from module `{m}`", id.name),
            );
        }
        let s = self.sc_mut(sc);
        s.decls.get_mut(&id.name).expect("just inserted")
    }

    fn import_stmt(&mut self, sc: ScopeId, kind: ast::ImportKind, names: &[Ident], span: Span) {
        if self.sc(sc).parent.is_none() || self.sc(sc).kind == ScopeKind::Module {
            self.err(ErrorCode::Name, span, "IMPORT is only allowed in an interface body, BLOCK or internal procedure");
            return;
        }
        match kind {
            ast::ImportKind::All => self.sc_mut(sc).import_all = true,
            ast::ImportKind::None => self.sc_mut(sc).import_none = true,
            ast::ImportKind::Names | ast::ImportKind::Only => {
                if names.is_empty() {
                    self.sc_mut(sc).import_all = true;
                }
                let parent = self.sc(sc).parent;
                for n in names {
                    self.sc_mut(sc).imports.insert(n.name.clone());
                    if parent.is_some_and(|p| self.find_scope(p, &n.name).is_none()) {
                        self.err(ErrorCode::Name, n.span, format!("`{}` does not exist in the host", n.name));
                    }
                }
            }
        }
    }

    /// IMPLICIT: types by first letters.
    fn collect_implicit(&mut self, sc: ScopeId, list: &'a [(ast::TypeSpec, Vec<(u8, u8)>)], stmt: Span) {
        for (spec, ranges) in list {
            for (lo, hi) in ranges {
                for c in *lo..=*hi {
                    let i = (c.to_ascii_lowercase().wrapping_sub(b'a')) as usize;
                    if i < 26 {
                        if matches!(self.sc(sc).implicit[i], Some(None)) {
                            self.err(ErrorCode::Semantic, stmt, "IMPLICIT statement after IMPLICIT NONE");
                            return;
                        }
                        self.sc_mut(sc).implicit[i] = Some(Some(ImplicitTy::Spec(spec)));
                    }
                }
            }
        }
    }

    /// A type declaration.
    fn collect_type_decl(
        &mut self,
        sc: ScopeId,
        spec: &'a ast::TypeSpec,
        attrs: &'a [(AttrSpec, Span)],
        entities: &'a [ast::EntityDecl],
    ) {
        for e in entities {
            let had = self.sc(sc).decls.get(&e.name.name).is_some_and(|d| d.dims.is_some());
            if !self.collect_type(sc, &e.name, spec) {
                continue;
            }
            for (a, span) in attrs {
                self.collect_attr(sc, &e.name, a, *span);
            }
            self.collect_entity(sc, e);
            let dim = |a: &(AttrSpec, Span)| matches!(a.0, AttrSpec::Dimension(_));
            if had && (e.dims.is_some() || attrs.iter().any(dim)) {
                self.two_shapes(&e.name);
            }
        }
    }

    /// A procedure declaration.
    fn collect_procedure_decl(
        &mut self,
        sc: ScopeId,
        iface: &'a ast::ProcIface,
        attrs: &'a [(AttrSpec, Span)],
        entities: &'a [ast::EntityDecl],
    ) {
        for e in entities {
            let p = self.pre(sc, &e.name);
            p.declared = true;
            if p.iface.is_some() {
                let d = Diagnostic::error(
                    ErrorCode::Name,
                    e.name.span,
                    format!("procedure `{}` is declared twice", e.name.name),
                );
                self.report(d);
                continue;
            }
            p.iface = Some(iface);
            if let ast::ProcIface::Type(t) = iface {
                p.ty = Some(t);
            }
            for (a, span) in attrs {
                self.collect_attr(sc, &e.name, a, *span);
            }
            self.collect_entity(sc, e);
        }
    }

    /// COMMON.
    fn collect_common(&mut self, sc: ScopeId, list: &'a [(Option<ast::Ident>, Vec<ast::EntityDecl>)], stmt: Span) {
        for (name, objs) in list {
            let n = name.as_ref().map(|n| n.name.clone());
            let index = self.sc(sc).commons.len() as u32;
            let span = name.as_ref().map_or(stmt, |n| n.span);
            for o in objs {
                let p = self.pre(sc, &o.name);
                p.declared = true;
                if p.common.is_some() {
                    self.err(
                        ErrorCode::Attribute,
                        o.name.span,
                        format!("`{}` is already in a COMMON block", o.name.name),
                    );
                    continue;
                }
                p.common = Some(index);
                p.marks.push(("COMMON", o.name.span));
                if p.dims.is_some() && o.dims.is_some() {
                    self.two_shapes(&o.name);
                    continue;
                }
                self.collect_entity(sc, o);
            }
            self.sc_mut(sc).commons.push((n, span, objs.iter().collect()));
        }
    }

    fn collect_stmt_func(&mut self, sc: ScopeId, target: &'a ast::Expr, value: &'a ast::Expr, span: Span) {
        if let ast::ExprKind::Ref(parts) = &target.kind
            && let [p] = &parts[..]
            && let Some(args) = &p.args
        {
            self.sc_mut(sc).stmt_funcs.push((p.name.clone(), args, value));
            return;
        }
        self.err(ErrorCode::Misplaced, span, "an assignment may not stand in a specification part");
    }

    /// Type of a name; `false` where it had one.
    pub fn collect_type(&mut self, sc: ScopeId, id: &Ident, spec: &'a ast::TypeSpec) -> bool {
        let p = self.pre(sc, id);
        p.declared = true;
        if let Some(old) = p.ty {
            let d = Diagnostic::error(ErrorCode::Name, id.span, format!("`{}` already has a type", id.name))
                .also(old.span, "declared here first");
            self.report(d);
            return false;
        }
        p.ty = Some(spec);
        true
    }

    fn collect_entity(&mut self, sc: ScopeId, e: &'a ast::EntityDecl) {
        let mut twice = None;
        let p = self.pre(sc, &e.name);
        if p.dummy.is_some() || p.result {
            p.span = e.name.span;
        }
        if let Some(d) = &e.dims {
            // `dimension(3) :: a(4)`: the entity's own shape counts, but two statements may not both give one.
            p.dims = Some(d);
        }
        if let Some(d) = &e.codims {
            p.codims = Some(d);
        }
        if let Some(l) = &e.char_len {
            p.char_len = Some(l);
        }
        if let Some(i) = &e.init {
            if p.init.is_some() || p.param.is_some() {
                twice = Some(());
            }
            p.init = Some(i);
        }
        if twice.is_some() {
            self.err(ErrorCode::Name, e.name.span, format!("`{}` is initialized twice", e.name.name));
        }
        if let Some(ast::Init::Slash(values)) = &e.init {
            self.pre(sc, &e.name).data = true;
            self.sc_mut(sc).slash_inits.push((e.name.name.clone(), values, e.name.span));
        }
    }

    /// One attribute of a name.
    pub fn collect_attr(&mut self, sc: ScopeId, id: &Ident, attr: &'a AttrSpec, span: Span) {
        if let AttrSpec::Private | AttrSpec::Public = attr {
            let access = if matches!(attr, AttrSpec::Private) { ast::Access::Private } else { ast::Access::Public };
            if self.sc(sc).kind != ScopeKind::Module {
                self.err(ErrorCode::Attribute, span, "PUBLIC and PRIVATE are only allowed in a module");
                return;
            }
            self.pre(sc, id);
            if let Some(e) = self.sc_mut(sc).names.get_mut(&id.name) {
                e.access = Some(access);
            }
            return;
        }
        let p = self.pre(sc, id);
        p.declared = true;
        // C815; SAVE, VOLATILE and ASYNCHRONOUS are harmless to repeat.
        let had = match attr {
            AttrSpec::Allocatable => p.allocatable,
            AttrSpec::Contiguous => p.contiguous,
            AttrSpec::External => p.external,
            AttrSpec::Intrinsic => p.intrinsic,
            AttrSpec::Optional => p.optional,
            AttrSpec::Pointer => p.pointer,
            AttrSpec::Protected => p.protected,
            AttrSpec::Target => p.target,
            AttrSpec::Value => p.value,
            AttrSpec::Intent(_) => p.intent.is_some(),
            AttrSpec::Bind(_) => p.bind.is_some(),
            _ => false,
        };
        match attr {
            AttrSpec::Allocatable => p.allocatable = true,
            AttrSpec::Automatic => p.automatic = true,
            AttrSpec::Asynchronous => p.asynchronous = true,
            AttrSpec::Contiguous => p.contiguous = true,
            AttrSpec::External => p.external = true,
            AttrSpec::Intrinsic => p.intrinsic = true,
            AttrSpec::Optional => p.optional = true,
            AttrSpec::Parameter => p.parameter = true,
            AttrSpec::Pointer => p.pointer = true,
            AttrSpec::Protected => p.protected = true,
            AttrSpec::Save => p.save = true,
            AttrSpec::Target => p.target = true,
            AttrSpec::Value => p.value = true,
            AttrSpec::Volatile => p.volatile = true,
            AttrSpec::IgnoreTkr => p.ignore_tkr = true,
            // As a statement the shape stands with each name.
            AttrSpec::Dimension(d) if d.is_empty() => {}
            AttrSpec::Dimension(d) => p.dims = Some(d),
            AttrSpec::Rank(e) => p.rank = Some(e),
            AttrSpec::Codimension(d) if d.is_empty() => {}
            AttrSpec::Codimension(d) => p.codims = Some(d),
            AttrSpec::Intent(i) => p.intent = Some(*i),
            AttrSpec::Bind(b) => p.bind = Some(b),
            AttrSpec::Private
            | AttrSpec::Public
            | AttrSpec::Deferred
            | AttrSpec::NonOverridable
            | AttrSpec::Nopass
            | AttrSpec::Pass(_)
            | AttrSpec::Kind
            | AttrSpec::Len => {
                self.err(ErrorCode::Attribute, span, "this attribute is not allowed here");
            }
        }
        // Twice in one declaration is reported on the tree.
        if had && self.sc(sc).decls.get(&id.name).is_some_and(|d| !d.ghost) {
            let word = attr_word(attr).unwrap_or("this attribute");
            let text = format!("`{}` is given the attribute {word} twice", id.name);
            self.err(ErrorCode::Attribute, id.span, text);
        }
    }

    fn collect_attr_stmt(&mut self, sc: ScopeId, attr: &'a AttrSpec, entities: &'a [ast::AttrEntity], span: Span) {
        if entities.is_empty() {
            match attr {
                AttrSpec::Save => self.sc_mut(sc).save_all = true,
                AttrSpec::Private | AttrSpec::Public => {
                    if self.sc(sc).kind != ScopeKind::Module {
                        self.err(ErrorCode::Attribute, span, "PUBLIC and PRIVATE are only allowed in a module");
                        return;
                    }
                    self.sc_mut(sc).default_private = matches!(attr, AttrSpec::Private);
                }
                _ => {
                    self.err(ErrorCode::Syntax, span, "this attribute statement needs a list of names");
                }
            }
            return;
        }
        for e in entities {
            if e.common {
                // COMMON blocks are static anyway.
                self.sc_mut(sc).named_commons.push(&e.name);
                if let AttrSpec::Bind(b) = attr {
                    self.sc_mut(sc).bound_commons.push((&e.name, b));
                }
                continue;
            }
            if matches!(attr, AttrSpec::Private | AttrSpec::Public) {
                let access = if matches!(attr, AttrSpec::Private) { ast::Access::Private } else { ast::Access::Public };
                if self.sc(sc).kind != ScopeKind::Module {
                    self.err(ErrorCode::Attribute, span, "PUBLIC and PRIVATE are only allowed in a module");
                    return;
                }
                let s = self.sc_mut(sc);
                let name: Name = e.name.name.to_lowercase().into();
                match s.names.get_mut(&name) {
                    Some(x) => x.access = Some(access),
                    None => {
                        s.names.insert(
                            name.clone(),
                            Entry {
                                ent: Entity::Generic,
                                generic: None,
                                span: e.name.span,
                                access: Some(access),
                                from: None,
                            },
                        );
                    }
                }
                continue;
            }
            let had = self.sc(sc).decls.get(&e.name.name).is_some_and(|d| d.dims.is_some());
            self.collect_attr(sc, &e.name, attr, span);
            if let Some(w) = attr_word(attr) {
                self.pre(sc, &e.name).marks.push((w, e.name.span));
            }
            if had && matches!(attr, AttrSpec::Dimension(_)) && e.dims.is_none() {
                self.two_shapes(&e.name);
            }
            if let Some(d) = &e.codims {
                self.pre(sc, &e.name).codims = Some(d);
            }
            if let Some(d) = &e.dims {
                let p = self.pre(sc, &e.name);
                if had {
                    self.two_shapes(&e.name);
                    continue;
                }
                p.dims = Some(d);
            }
        }
    }

    fn two_shapes(&mut self, id: &Ident) {
        self.err(ErrorCode::Shape, id.span, format!("`{}` is given two shapes", id.name));
    }

    fn collect_data(&mut self, sc: ScopeId, sets: &'a [ast::DataSet]) {
        fn names<'x>(o: &'x ast::DataObject, out: &mut Vec<(&'x Ident, bool)>) {
            match o {
                ast::DataObject::Expr(e) => {
                    if let ast::ExprKind::Ref(parts) = &e.kind {
                        out.push((&parts[0].name, parts.iter().any(|p| p.cosubscripts.is_some())));
                    }
                }
                ast::DataObject::ImpliedDo(d) => d.items.iter().for_each(|i| names(i, out)),
            }
        }
        for set in sets {
            let mut list = vec![];
            set.objects.iter().for_each(|o| names(o, &mut list));
            for (id, coindexed) in list {
                if coindexed {
                    let text = format!("`{}` is coindexed: DATA initializes objects of this image", id.name);
                    self.err(ErrorCode::Attribute, id.span, text);
                }
                // A name known from the host by association may not be initialized; a new one is declared here.
                if self.sc(sc).names.get(&id.name).is_some_and(|e| e.from.is_some()) {
                    // Reported by `pre`.
                    self.pre(sc, id);
                    continue;
                }
                let p = self.pre(sc, id);
                if p.dims.is_none() && !p.data {
                    p.data_early = Some(id.span);
                }
                p.data = true;
                p.declared = true;
                p.marks.push(("DATA", id.span));
            }
            self.sc_mut(sc).data.push(set);
        }
    }

    fn collect_omp(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) {
        use ferrotran_syntax::omp::{ClauseKind, Leaf};
        if self.omp_known(c).is_err() {
            return;
        }
        // `None`: threadprivate.
        let mark = |this: &mut Self, args: &'a [ast::OmpArg], how: Option<OnDevices>| {
            let tp = how.is_none();
            for a in args {
                match a {
                    ast::OmpArg::Expr(e) => {
                        if let ast::ExprKind::Ref(parts) = &e.kind {
                            let id = &parts[0].name;
                            if !this.sc(sc).names.contains_key(&id.name)
                                && this.sc(sc).proc.is_some_and(|p| this.proc(p).name == id.name)
                            {
                                let p = this.sc(sc).proc.expect("checked");
                                this.proc_mut(p).declare_target = true;
                                continue;
                            }
                            let called = this
                                .sc(sc)
                                .proc
                                .and_then(|p| this.pi(p).unit)
                                .is_some_and(|u| super::units::is_called(&id.name, &u.body));
                            if !tp && called && !this.sc(sc).decls.contains_key(&id.name) {
                                // A procedure without a declaration.
                                continue;
                            }
                            let d = this.pre(sc, id);
                            d.threadprivate |= tp;
                            d.on_devices = how.unwrap_or(d.on_devices);
                        }
                    }
                    ast::OmpArg::Word(id) => {
                        let d = this.pre(sc, id);
                        d.threadprivate |= tp;
                        d.on_devices = how.unwrap_or(d.on_devices);
                    }
                    ast::OmpArg::Type(_) | ast::OmpArg::Stmt(_) | ast::OmpArg::Directive(_) => {}
                    ast::OmpArg::Common(n) => {
                        if tp {
                            this.sc_mut(sc).named_commons.push(n);
                        }
                        let members: Vec<Ident> = this
                            .sc(sc)
                            .commons
                            .iter()
                            .filter(|b| b.0.as_ref() == Some(&n.name))
                            .flat_map(|b| b.2.iter().map(|e| e.name.clone()))
                            .collect();
                        for m in members {
                            let d = this.pre(sc, &m);
                            d.threadprivate |= tp;
                            d.on_devices = how.unwrap_or(d.on_devices);
                        }
                    }
                }
            }
        };
        let checked = [Leaf::Threadprivate, Leaf::DeclareSimd, Leaf::DeclareMapper, Leaf::Error];
        if checked.iter().any(|l| c.directive.has(*l)) || c.directive.name().replace('_', " ") == "declare target" {
            self.sc_mut(sc).omp_declared.push(c);
        }
        if c.directive.has(Leaf::Threadprivate) {
            mark(self, &c.args, None);
        } else if c.directive.name().replace('_', " ") == "declare target" {
            let is_host = |a: &ast::OmpArg| matches!(a, ast::OmpArg::Word(w) if &*w.name == "host");
            let host_only = c.clauses.iter().any(|k| k.kind == ClauseKind::DeviceType && k.args.iter().any(is_host));
            let entered = if host_only { OnDevices::Mapped } else { OnDevices::Always };
            mark(self, &c.args, Some(entered));
            for cl in &c.clauses {
                match cl.kind {
                    ClauseKind::Enter if cl.modifiers.iter().any(|m| &*m.name == "automap") && !host_only => {
                        mark(self, &cl.args, Some(OnDevices::Automapped))
                    }
                    ClauseKind::To | ClauseKind::Enter => mark(self, &cl.args, Some(entered)),
                    ClauseKind::Local => mark(self, &cl.args, Some(OnDevices::Local)),
                    ClauseKind::Link => mark(self, &cl.args, Some(OnDevices::Linked)),
                    _ => {}
                }
            }
            if c.args.is_empty()
                && !c.clauses.iter().any(|c| {
                    matches!(c.kind, ClauseKind::To | ClauseKind::Enter | ClauseKind::Link | ClauseKind::Local)
                })
                && let Some(p) = self.sc(sc).proc
            {
                self.proc_mut(p).declare_target = true;
            }
        } else if c.directive.has(Leaf::Assumes) {
            let main = self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main);
            if main || self.sc(sc).kind == ScopeKind::Block {
                let text = "`assumes` belongs to the specification part of a module or a subprogram";
                self.err(ErrorCode::Misplaced, c.span, text);
            }
            self.sc_mut(sc).assumed.push(c);
        } else if c.directive.has(Leaf::Allocate) {
            match c.body.as_deref() {
                // Directives in a row hold each other.
                Some([ast::Stmt { kind: StmtKind::Omp(next), .. }]) => {
                    let before = self.sc(sc).omp_allocates.len();
                    self.collect_omp(sc, next);
                    if self.sc(sc).omp_allocates.len() > before {
                        self.sc_mut(sc).omp_allocates.insert(before, c);
                    }
                }
                Some([_, ..]) => {}
                _ => self.sc_mut(sc).omp_allocates.push(c),
            }
        } else if c.directive.has(Leaf::Requires) {
            self.collect_requires(sc, c);
        } else if c.directive.has(Leaf::DeclareReduction) {
            self.sc_mut(sc).reductions.push(c);
        } else if c.directive.has(Leaf::DeclareVariant) {
            self.sc_mut(sc).variants.push(c);
            self.any_variants = true;
        } else if c.directive.has(Leaf::DeclareMapper) {
            self.sc_mut(sc).mappers.push(c);
        }
    }

    /// REQUIRES: what holds for the program, or for the atomic constructs of its unit.
    fn collect_requires(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) {
        use ferrotran_syntax::omp::ClauseKind;
        let inner = match self.sc(sc).kind {
            ScopeKind::Block | ScopeKind::Interface => true,
            ScopeKind::Proc => self.sc(sc).parent.is_some(),
            _ => false,
        };
        if inner {
            let text = "`requires` belongs to the specification part of a program unit";
            self.err(ErrorCode::Misplaced, c.span, text);
        }
        let orders = c.clauses.iter().filter(|k| k.kind == ClauseKind::AtomicDefaultMemOrder);
        for k in orders.take(if c.faulty { 1 } else { usize::MAX }) {
            let Some(ast::OmpArg::Word(w)) = k.args.first() else { continue };
            if let Some(old) = self.sc(sc).atomic_order.clone().filter(|o| *o != w.name) {
                let text = format!("`atomic_default_mem_order({})` overrides `{old}`", w.name);
                self.err(ErrorCode::OmpRule, k.span, text);
            }
            self.sc_mut(sc).atomic_order = Some(w.name.clone());
        }
        let shared = [ClauseKind::UnifiedSharedMemory, ClauseKind::SelfMaps];
        let asked = |list: &[ClauseKind]| c.clauses.iter().any(|k| list.contains(&k.kind) && !is_denied(k));
        self.prog.shared_memory |= asked(&shared);
        self.reverse_offload |= asked(&[ClauseKind::ReverseOffload]);
        self.dynamic_allocators |= asked(&[ClauseKind::DynamicAllocators]);
        if !self.sc(sc).imported {
            let of_all = [
                ClauseKind::ReverseOffload,
                ClauseKind::UnifiedAddress,
                ClauseKind::UnifiedSharedMemory,
                ClauseKind::SelfMaps,
            ];
            let named = of_all.into_iter().filter(|k| asked(&[*k]));
            self.required.extend(named.map(|k| (sc, k)));
        }
    }
}

impl<'a> Resolver<'a> {
    /// Gathers a whole specification part.
    pub fn collect(&mut self, sc: ScopeId, spec: &'a [ast::Stmt]) {
        // Names that one USE of a module renames do not come by another USE of it.
        let mut renamed: Vec<(&Name, &Name)> = vec![];
        for st in spec {
            if let StmtKind::Use(u) = &st.kind {
                renamed.extend(u.items.iter().filter_map(|i| Some((&u.module.name, &i.remote.as_ref()?.name))));
            }
        }
        for st in spec {
            match &st.kind {
                StmtKind::Use(u) => self.use_stmt(sc, u, &renamed),
                StmtKind::Import { kind, names } => self.import_stmt(sc, *kind, names, st.span),
                _ => {}
            }
        }
        let later = |st: &ast::Stmt| {
            matches!(&st.kind, StmtKind::AttrStmt { attr: AttrSpec::Volatile | AttrSpec::Asynchronous, .. })
        };
        // The name of an interface body may be that of a dummy procedure or a pointer, which other statements say.
        let body = |st: &ast::Stmt| matches!(&st.kind, StmtKind::Interface(_));
        for st in spec.iter().filter(|s| !later(s) && !body(s)) {
            self.collect_stmt(sc, st);
        }
        for st in spec.iter().filter(|s| body(s)) {
            self.collect_stmt(sc, st);
        }
        let twice: Vec<(Name, Span)> = self
            .sc(sc)
            .imports
            .iter()
            .filter_map(|n| Some((n.clone(), self.sc(sc).decls.get(n).filter(|d| d.ty.is_some())?.span)))
            .collect();
        for (n, span) in twice {
            let text = format!("`{n}` is imported from the host, so it cannot be declared here");
            self.err(ErrorCode::Name, span, text);
        }
        // These do not declare a name that is known otherwise (Fortran 2018, 19.5.1.4).
        for st in spec.iter().filter(|s| later(s)) {
            let StmtKind::AttrStmt { attr, entities } = &st.kind else { continue };
            for e in entities {
                if !self.attribute_of_associated(sc, &e.name) {
                    self.collect_attr_stmt(sc, attr, std::slice::from_ref(e), st.span);
                }
            }
        }
    }

    fn collect_stmt(&mut self, sc: ScopeId, st: &'a ast::Stmt) {
        match &st.kind {
            StmtKind::Use(_) | StmtKind::Import { .. } | StmtKind::Format(_) | StmtKind::Error => {}
            StmtKind::ImplicitNone { types, external } => {
                if *types || !*external {
                    self.sc_mut(sc).implicit = [const { Some(None) }; 26];
                }
                if *external {
                    self.sc_mut(sc).implicit_none_external = true;
                }
            }
            StmtKind::Implicit(list) => self.collect_implicit(sc, list, st.span),
            StmtKind::TypeDecl { spec, attrs, entities } => self.collect_type_decl(sc, spec, attrs, entities),
            StmtKind::ProcedureDecl { iface, attrs, entities } => {
                self.collect_procedure_decl(sc, iface, attrs, entities)
            }
            StmtKind::Parameter(list) => {
                for (id, e) in list {
                    let p = self.pre(sc, id);
                    let twice = p.param.is_some() || p.init.is_some();
                    p.parameter = true;
                    p.declared = true;
                    p.param = Some(e);
                    if twice {
                        self.err(ErrorCode::Name, id.span, format!("`{}` already has a value", id.name));
                    }
                }
            }
            StmtKind::AttrStmt { attr, entities } => self.collect_attr_stmt(sc, attr, entities, st.span),
            StmtKind::CrayPointer(list) => self.collect_cray_pointers(sc, list),
            StmtKind::Common(list) => self.collect_common(sc, list, st.span),
            StmtKind::Equivalence(sets) => {
                for set in sets {
                    for e in set {
                        if let ast::ExprKind::Ref(parts) = &e.kind {
                            let p = self.pre(sc, &parts[0].name);
                            p.equivalence = true;
                            p.declared = true;
                            p.marks.push(("EQUIVALENCE", parts[0].name.span));
                        }
                    }
                    self.sc_mut(sc).equivalences.push(set);
                }
            }
            StmtKind::Data(sets) => self.collect_data(sc, sets),
            StmtKind::Namelist(groups) => {
                for (name, members) in groups {
                    let s = self.sc_mut(sc);
                    if let Some(g) = s.namelists.iter_mut().find(|g| g.0.name == name.name) {
                        g.1.extend(members.iter().cloned());
                    } else {
                        s.namelists.push((name.clone(), members.clone()));
                    }
                }
            }
            StmtKind::DerivedType(def) => self.collect_type_def(sc, def),
            StmtKind::Interface(b) => self.interface_block(sc, b, st.span),
            StmtKind::Enum { items, def, .. } => {
                self.collect_enum(sc, items);
                if let Some(def) = def {
                    self.collect_type_def(sc, def);
                }
            }
            StmtKind::Entry { .. } => {}
            StmtKind::Omp(c) => self.collect_omp(sc, c),
            StmtKind::Assign { target, value } => self.collect_stmt_func(sc, target, value, st.span),
            _ => {
                self.err(ErrorCode::Misplaced, st.span, "this statement may not stand in a specification part");
            }
        }
    }

    /// POINTER of Cray.
    fn collect_cray_pointers(&mut self, sc: ScopeId, list: &'a [(ast::Ident, ast::EntityDecl)]) {
        for (pointer, pointee) in list {
            let p = self.pre(sc, pointer);
            p.declared = true;
            p.cray_pointer = true;
            // The interface body may stand before the statement.
            let body = match self.sc(sc).names.get(&pointee.name.name) {
                Some(Entry { ent: Entity::Proc(id), from: None, .. }) => Some(*id),
                _ => None,
            };
            let p = self.pre(sc, &pointee.name);
            p.declared = true;
            let twice = p.based.replace(pointer).is_some();
            if twice {
                let text = format!("`{}` already has a pointer", pointee.name.name);
                self.err(ErrorCode::Attribute, pointee.name.span, text);
            }
            if self.pre(sc, &pointee.name).dims.is_some() && pointee.dims.is_some() {
                self.two_shapes(&pointee.name);
                continue;
            }
            self.collect_entity(sc, pointee);
            if let Some(id) = body {
                self.enter_interface_body(sc, &pointee.name, id, false);
            }
        }
    }

    fn collect_type_def(&mut self, sc: ScopeId, def: &'a ast::DerivedTypeDef) {
        if let Some(old) = self.sc(sc).type_defs.get(&def.name.name) {
            let d =
                Diagnostic::error(ErrorCode::Name, def.name.span, format!("type `{}` is defined twice", def.name.name))
                    .also(old.name.span, "defined here first");
            self.report(d);
            return;
        }
        if let Some(m) = self.sc(sc).names.get(&def.name.name).and_then(|e| match e.ent {
            Entity::Generic | Entity::Bad => None,
            _ => e.from.clone(),
        }) {
            let text = format!("`{}` is already known here: it comes from module `{m}`", def.name.name);
            self.err(ErrorCode::Name, def.name.span, text);
            return;
        }
        self.sc_mut(sc).type_defs.insert(def.name.name.clone(), def);
        let access = def.access;
        let s = self.sc_mut(sc);
        let e = s.names.entry(def.name.name.clone()).or_insert(Entry {
            ent: Entity::Pending,
            generic: None,
            span: def.name.span,
            access,
            from: None,
        });
        if access.is_some() {
            e.access = access;
        }
        if e.ent == Entity::Generic {
            e.ent = Entity::Pending;
        }
        s.order.push(def.name.name.clone());
        self.collect_enumerators(sc, def);
    }

    fn collect_enum(&mut self, sc: ScopeId, items: &'a [(Ident, Option<ast::Expr>)]) {
        use ferrotran_typed::{Const, Dims, Storage, Ty};
        let mut next: i128 = 0;
        for (id, value) in items {
            if let Some(v) = value {
                match self.const_int(sc, v) {
                    Ok(n) => next = n as i128,
                    Err(_) => continue,
                }
            }
            let s = self.new_symbol(id.name.clone(), id.span, Ty::Integer(4), Dims::Scalar, Storage::Constant, sc);
            self.sym_mut(s).value = Some(Const::Int(next));
            self.si_mut(s).parameter = true;
            self.bind(sc, id.name.clone(), Entity::Symbol(s), id.span);
            self.sc_mut(sc).order.push(id.name.clone());
            next += 1;
        }
    }
}

impl<'a> Facts<'a> {
    /// VOLATILE or ASYNCHRONOUS for a name that comes from the host or from a module. Accesses everywhere take place as
    /// those of volatile entities do.
    fn attribute_of_associated(&mut self, sc: ScopeId, id: &Ident) -> bool {
        if self.sc(sc).decls.contains_key(&id.name) {
            return false;
        }
        let Some(s) = self.find_scope(sc, &id.name) else { return false };
        if let Some(d) = self.sc_mut(s).decls.get_mut(&id.name) {
            d.volatile = true;
        }
        if let Some(Entity::Symbol(y)) = self.sc(s).names.get(&id.name).map(|e| e.ent.clone()) {
            self.sym_mut(y).volatile = true;
        }
        true
    }
}

/// An attribute as a statement writes it.
fn attr_word(a: &AttrSpec) -> Option<&'static str> {
    Some(match a {
        AttrSpec::Allocatable => "ALLOCATABLE",
        AttrSpec::Pointer => "POINTER",
        AttrSpec::Target => "TARGET",
        AttrSpec::Save => "SAVE",
        AttrSpec::External => "EXTERNAL",
        AttrSpec::Intrinsic => "INTRINSIC",
        AttrSpec::Optional => "OPTIONAL",
        AttrSpec::Intent(_) => "INTENT",
        AttrSpec::Value => "VALUE",
        AttrSpec::Volatile => "VOLATILE",
        AttrSpec::Protected => "PROTECTED",
        AttrSpec::Contiguous => "CONTIGUOUS",
        AttrSpec::Bind(_) => "BIND(C)",
        _ => return None,
    })
}

/// Whether a clause that is nothing but a word has the argument `.false.`, with which it says nothing.
fn is_denied(k: &ast::OmpClause) -> bool {
    let no = |a: &ast::OmpArg| {
        matches!(a, ast::OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Logical { value: false, .. }, .. }))
    };
    k.args.iter().any(no)
}

/// The name under which a generic spec is known in a scope.
pub(crate) fn generic_name(spec: &ast::GenericSpec) -> Name {
    match spec {
        ast::GenericSpec::Name(id) => id.name.clone(),
        ast::GenericSpec::Operator(op, _) => format!("operator({})", canonical_op(&op.to_lowercase())).into(),
        ast::GenericSpec::Assignment(_) => "assignment(=)".into(),
        ast::GenericSpec::ReadFormatted(_) => "read(formatted)".into(),
        ast::GenericSpec::ReadUnformatted(_) => "read(unformatted)".into(),
        ast::GenericSpec::WriteFormatted(_) => "write(formatted)".into(),
        ast::GenericSpec::WriteUnformatted(_) => "write(unformatted)".into(),
    }
}

/// Relational operators in their symbol form.
pub(crate) fn canonical_op(op: &str) -> &str {
    match op {
        ".eq." => "==",
        ".ne." => "/=",
        ".lt." => "<",
        ".le." => "<=",
        ".gt." => ">",
        ".ge." => ">=",
        o => o,
    }
}
