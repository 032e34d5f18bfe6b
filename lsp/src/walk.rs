//! All names of a file with what they stand for: the tree, read with the scopes of the analysis.

use crate::target::{Facts, Target};
use ferrotran_source::{SourceMap, Span};
use ferrotran_syntax::ast::*;
use ferrotran_typed::{SymbolId, Ty};
use rustc_hash::FxHashMap;

/// A name in a file.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// Offsets in the file.
    pub lo: u32,
    /// Behind it.
    pub hi: u32,
    /// What it stands for.
    pub target: Target,
    /// It declares the entity.
    pub declares: bool,
    /// The text of the file is the name: nothing made it by a macro or from parts.
    pub exact: bool,
    /// A name by USE that differs from that of the entity.
    pub alias: bool,
}

/// Names of a construct: BLOCK, ASSOCIATE, SELECT TYPE ..., by position.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// First position.
    pub lo: u32,
    /// Position of its end.
    pub hi: u32,
    /// The names.
    pub names: Vec<(Name, SymbolId)>,
}

/// A stretch of a program unit.
#[derive(Clone, Debug)]
pub struct UnitRange {
    /// First position.
    pub lo: u32,
    /// Position of its end.
    pub hi: u32,
    /// Its scope.
    pub scope: usize,
}

/// What a walk finds.
#[derive(Debug, Default)]
pub struct Found {
    /// The names, in no order.
    pub occurrences: Vec<Occurrence>,
    /// Names of constructs.
    pub overlays: Vec<Overlay>,
    /// Program units, outer ones first.
    pub units: Vec<UnitRange>,
}

struct Walk<'w> {
    facts: &'w Facts,
    map: &'w SourceMap,
    by_span: FxHashMap<Span, Vec<SymbolId>>,
    scope: Option<usize>,
    local: Vec<Vec<(Name, SymbolId)>>,
    found: Found,
}

/// The end of a statement, with all that is inside.
pub fn end_of(s: &Stmt) -> u32 {
    let mut hi = s.span.hi;
    s.kind.blocks(&mut |b| hi = b.iter().map(end_of).fold(hi, u32::max));
    if let StmtKind::BlockConstruct { spec, .. } = &s.kind {
        hi = spec.iter().map(end_of).fold(hi, u32::max);
    }
    hi
}

/// The end of a program unit.
pub fn end_of_unit(u: &Unit) -> u32 {
    let inner = u.spec.iter().chain(&u.body).map(end_of).max().unwrap_or(0);
    u.contains.iter().map(end_of_unit).chain([inner, u.span.hi, u.end_span.hi]).max().unwrap_or(0)
}

/// Walks a file.
pub fn walk(file: &File, facts: &Facts, map: &SourceMap) -> Found {
    let mut by_span: FxHashMap<Span, Vec<SymbolId>> = FxHashMap::default();
    for (i, s) in facts.program.symbols.iter().enumerate() {
        by_span.entry(s.span).or_default().push(SymbolId(i as u32));
    }
    let mut w = Walk { facts, map, by_span, scope: None, local: vec![], found: Found::default() };
    file.units.iter().for_each(|u| w.unit(u));
    w.found
}

impl Walk<'_> {
    // ---- names

    fn note(&mut self, id: &Ident, target: Target, declares: bool) {
        let (lo, hi) = (id.span.lo, id.span.hi);
        if lo < self.facts.extent.0 || hi > self.facts.extent.1 || lo >= hi {
            return;
        }
        let exact = self.map.text(id.span).eq_ignore_ascii_case(id.name.as_bytes());
        let alias = self.facts.name(&target) != *id.name;
        let base = self.facts.extent.0;
        self.found.occurrences.push(Occurrence { lo: lo - base, hi: hi - base, target, declares, exact, alias });
    }

    fn find(&self, name: &Name) -> Option<Target> {
        for names in self.local.iter().rev() {
            if let Some((_, s)) = names.iter().find(|(n, _)| n == name) {
                return Some(Target::Symbol(*s));
            }
        }
        self.facts.lookup(self.scope, name)
    }

    fn name(&mut self, id: &Ident) -> Option<Target> {
        let t = self.find(&id.name)?;
        self.note(id, t.clone(), false);
        Some(t)
    }

    fn names(&mut self, ids: &[Ident]) {
        for id in ids {
            self.name(id);
        }
    }

    fn declared(&mut self, id: &Ident) {
        if let Some(t) = self.find(&id.name) {
            self.note(id, t, true);
        }
    }

    fn symbol_at(&self, id: &Ident) -> Option<SymbolId> {
        let list = self.by_span.get(&id.span)?;
        list.iter().copied().find(|s| self.facts.program.symbols[s.0 as usize].name == id.name)
    }

    /// Runs `f` where these names hide others, up to a position.
    fn with(&mut self, names: Vec<(Name, SymbolId)>, lo: u32, hi: u32, f: impl FnOnce(&mut Self)) {
        self.found.overlays.push(Overlay { lo, hi, names: names.clone() });
        self.local.push(names);
        f(self);
        self.local.pop();
    }

    /// Notes the name of an index or associate name where it is declared.
    fn own(&mut self, id: &Ident) -> Option<(Name, SymbolId)> {
        let s = self.symbol_at(id)?;
        self.note(id, Target::Symbol(s), true);
        Some((id.name.clone(), s))
    }

    // ---- program units

    fn unit(&mut self, u: &Unit) {
        let around = self.scope;
        let local = std::mem::take(&mut self.local);
        if let Some(s) = self.facts.names.units.get(&u.span) {
            self.scope = Some(*s);
            self.found.units.push(UnitRange { lo: u.span.lo, hi: end_of_unit(u), scope: *s });
        }
        if let Some(id) = &u.name {
            let t = self.unit_target(u, around);
            if let Some(t) = t {
                self.note(id, t.clone(), true);
                self.end_name(u.end_span, id, t);
            }
        }
        match &u.kind {
            UnitKind::Submodule { ancestor, parent } => {
                self.note(ancestor, Target::Module(ancestor.name.clone()), false);
                if let Some(p) = parent {
                    self.note(p, Target::Module(format!("{}:{}", ancestor.name, p.name).into()), false);
                }
            }
            UnitKind::Subroutine(h) => self.header(h, None),
            UnitKind::Function { header, result } => self.header(header, result.as_ref()),
            UnitKind::Program | UnitKind::Module | UnitKind::BlockData | UnitKind::ModuleProcedure => {}
        }
        self.block(&u.spec);
        self.block(&u.body);
        u.contains.iter().for_each(|c| self.unit(c));
        self.scope = around;
        self.local = local;
    }

    fn unit_target(&self, u: &Unit, around: Option<usize>) -> Option<Target> {
        match &u.kind {
            UnitKind::Module | UnitKind::Submodule { .. } => ferrotran_sema::module_key(u).map(Target::Module),
            UnitKind::ModuleProcedure => {
                let name = &u.name.as_ref()?.name;
                self.facts.lookup(around, name)
            }
            UnitKind::BlockData => None,
            _ => self.scope.and_then(|s| self.facts.names.scopes[s].proc).map(Target::Proc),
        }
    }

    /// The name in an END statement.
    fn end_name(&mut self, end: Span, id: &Ident, t: Target) {
        let text = self.map.text(end);
        let n = id.name.len();
        if end == Span::default() || text.len() < n {
            return;
        }
        let text = text.trim_ascii_end();
        let at = text.len().saturating_sub(n);
        let before = at.checked_sub(1).map(|i| text[i]);
        if text[at..].eq_ignore_ascii_case(id.name.as_bytes()) && before.is_some_and(|b| !crate::text::in_name(b)) {
            let lo = end.lo + at as u32;
            self.note(&Ident { name: id.name.clone(), span: Span::new(lo, lo + n as u32) }, t, false);
        }
    }

    fn header(&mut self, h: &ProcHeader, result: Option<&Ident>) {
        if let Some(s) = &h.spec {
            self.type_spec(s);
        }
        for a in &h.args {
            if let DummyArg::Name(id) = a {
                self.name(id);
            }
        }
        if let Some(id) = result {
            self.name(id);
        }
        if let Some(b) = &h.bind {
            self.bind(b);
        }
    }

    fn bind(&mut self, b: &BindSpec) {
        if let Some(e) = &b.name {
            self.expr(e);
        }
    }

    // ---- types and declarations

    fn type_spec(&mut self, t: &TypeSpec) {
        let kind = |w: &mut Self, k: &Option<KindSel>| {
            if let Some(KindSel::Expr(e)) = k {
                w.expr(e);
            }
        };
        match &t.kind {
            TypeSpecKind::Integer(k)
            | TypeSpecKind::Real(k)
            | TypeSpecKind::Complex(k)
            | TypeSpecKind::Logical(k)
            | TypeSpecKind::Unsigned { kind: k, .. } => kind(self, k),
            TypeSpecKind::Character { len, kind } => {
                self.char_len(len);
                if let Some(k) = kind {
                    self.expr(k);
                }
            }
            TypeSpecKind::Type { name, params } | TypeSpecKind::Class { name, params } => {
                self.name(name);
                params.iter().for_each(|p| p.children(&mut |e| self.expr(e)));
            }
            TypeSpecKind::OfEntity(_, e) => self.expr(e),
            TypeSpecKind::DoublePrecision
            | TypeSpecKind::DoubleComplex
            | TypeSpecKind::TypeStar
            | TypeSpecKind::ClassStar => {}
        }
    }

    fn char_len(&mut self, len: &Option<CharLen>) {
        if let Some(CharLen::Expr(e)) = len {
            self.expr(e);
        }
    }

    fn dims(&mut self, dims: &[DimSpec]) {
        for d in dims {
            match d {
                DimSpec::Explicit { lower, upper } => {
                    lower.iter().for_each(|e| self.expr(e));
                    self.expr(upper);
                }
                DimSpec::Assumed { lower } | DimSpec::AssumedSize { lower } => {
                    lower.iter().for_each(|e| self.expr(e));
                }
                DimSpec::AssumedRank => {}
            }
        }
    }

    fn attrs(&mut self, attrs: &[(AttrSpec, Span)]) {
        for (a, _) in attrs {
            self.attr(a);
        }
    }

    fn attr(&mut self, a: &AttrSpec) {
        match a {
            AttrSpec::Dimension(d) | AttrSpec::Codimension(d) => self.dims(d),
            AttrSpec::Rank(e) => self.expr(e),
            AttrSpec::Bind(b) => self.bind(b),
            _ => {}
        }
    }

    fn entity(&mut self, e: &EntityDecl, declare: &mut dyn FnMut(&mut Self, &Ident)) {
        declare(self, &e.name);
        e.dims.iter().for_each(|d| self.dims(d));
        e.codims.iter().for_each(|d| self.dims(d));
        self.char_len(&e.char_len);
        match &e.init {
            Some(Init::Value(v) | Init::Pointer(v)) => self.expr(v),
            Some(Init::Slash(values)) => self.data_values(values),
            None => {}
        }
    }

    fn entities(&mut self, list: &[EntityDecl]) {
        for e in list {
            self.entity(e, &mut |w, id| w.declared(id));
        }
    }

    fn iface(&mut self, i: &ProcIface) {
        match i {
            ProcIface::None => {}
            ProcIface::Name(id) => {
                self.name(id);
            }
            ProcIface::Type(t) => self.type_spec(t),
        }
    }

    fn derived(&mut self, d: &DerivedTypeDef) {
        let t = self.find(&d.name.name);
        let Some(Target::Type(ty)) = t else {
            self.block(&d.components);
            return;
        };
        self.note(&d.name, Target::Type(ty), true);
        if let Some(up) = &d.extends {
            self.name(up);
        }
        let member = move |w: &mut Self, id: &Ident| {
            if let Some(t) = w.facts.member(ty, &id.name) {
                w.note(id, t, true);
            }
        };
        for id in &d.params {
            member(self, id);
        }
        self.components(&d.components, &mut |w, id| member(w, id));
        for b in &d.bindings {
            match b {
                TypeBinding::Procedure { iface, name, target, .. } => {
                    if let Some(i) = iface {
                        self.name(i);
                    }
                    member(self, name);
                    match target {
                        Some(t) => {
                            self.name(t);
                        }
                        // The name is that of the procedure, too.
                        None if iface.is_none() => {}
                        None => {}
                    }
                }
                TypeBinding::Generic { spec, names, .. } => {
                    if let GenericSpec::Name(id) = spec {
                        member(self, id);
                    }
                    for id in names {
                        if let Some(t) = self.facts.member(ty, &id.name) {
                            self.note(id, t, false);
                        }
                    }
                }
                TypeBinding::Final(ids) => self.names(ids),
            }
        }
        let last = d.components.iter().map(end_of).max().unwrap_or(0).max(d.span.hi);
        self.end_of_construct(b"type", last, &d.name, Target::Type(ty));
    }

    /// The name in an END statement that the tree does not keep: of a type or an interface.
    fn end_of_construct(&mut self, word: &[u8], last: u32, id: &Ident, t: Target) {
        let (lo, hi) = self.facts.extent;
        if !(lo..=hi).contains(&last) {
            return;
        }
        let rest = self.map.text(Span::new(last.clamp(lo, hi), hi));
        let mut at = 0;
        for line in rest.split_inclusive(|b| *b == b'\n').take(200) {
            let text = line.split(|b| *b == b'!').next().unwrap_or_default().trim_ascii();
            let words = text.to_ascii_lowercase();
            let after = words.strip_prefix(b"end").map(<[u8]>::trim_ascii_start).and_then(|w| w.strip_prefix(word));
            if let Some(name) = after.map(<[u8]>::trim_ascii) {
                if name == id.name.as_bytes() {
                    let start = line.len() - line.trim_ascii_start().len() + text.len() - name.len();
                    let lo = last + at as u32 + start as u32;
                    let span = Span::new(lo, lo + name.len() as u32);
                    self.note(&Ident { name: id.name.clone(), span }, t, false);
                }
                return;
            }
            at += line.len();
        }
    }

    fn components(&mut self, list: &[Stmt], member: &mut dyn FnMut(&mut Self, &Ident)) {
        for s in list {
            match &s.kind {
                StmtKind::TypeDecl { spec, attrs, entities } => {
                    self.type_spec(spec);
                    self.attrs(attrs);
                    entities.iter().for_each(|e| self.entity(e, member));
                }
                StmtKind::ProcedureDecl { iface, attrs, entities } => {
                    self.iface(iface);
                    self.attrs(attrs);
                    entities.iter().for_each(|e| self.entity(e, member));
                }
                StmtKind::Union(maps) => maps.iter().for_each(|m| self.components(m, member)),
                _ => self.stmt(s),
            }
        }
    }

    fn interface(&mut self, b: &InterfaceBlock) {
        if let Some(GenericSpec::Name(id)) = &b.spec {
            let generic = self.scope.map(|s| Target::Generic(s, id.name.clone()));
            let t = match self.find(&id.name) {
                Some(t @ (Target::Type(_) | Target::Generic(..))) => Some(t),
                _ => generic,
            };
            if let Some(t) = t {
                self.note(id, t.clone(), true);
                let inner = b.bodies.iter().map(end_of_unit).chain(b.procedures.iter().map(|p| p.span.hi));
                let last = inner.max().unwrap_or(0).max(id.span.hi);
                self.end_of_construct(b"interface", last, id, t);
            }
        }
        self.names(&b.procedures);
        let again: Vec<&Ident> =
            b.module_procedures.iter().filter(|m| !b.procedures.iter().any(|p| p.span == m.span)).collect();
        for id in again {
            self.name(id);
        }
        b.bodies.iter().for_each(|u| self.unit(u));
    }

    fn use_stmt(&mut self, u: &UseStmt) {
        self.note(&u.module, Target::Module(u.module.name.clone()), false);
        let module = self.facts.names.modules.get(&u.module.name).copied();
        for item in &u.items {
            let Some(m) = module else { continue };
            let remote = item.remote.as_ref().unwrap_or(&item.local);
            let Some(n) = self.facts.names.scopes[m].names.get(&remote.name) else { continue };
            let Some(t) = self.facts.of_named(m, &remote.name, n) else { continue };
            self.note(remote, t.clone(), false);
            if item.remote.is_some() {
                self.note(&item.local, t, false);
            }
        }
    }

    fn data_values(&mut self, values: &[DataValue]) {
        for v in values {
            v.repeat.iter().for_each(|e| self.expr(e));
            self.expr(&v.value);
        }
    }

    fn data_object(&mut self, o: &DataObject) {
        match o {
            DataObject::Expr(e) => self.expr(e),
            DataObject::ImpliedDo(d) => self.implied(d, |w, o| w.data_object(o)),
        }
    }

    fn implied<T>(&mut self, d: &ImpliedDo<T>, mut item: impl FnMut(&mut Self, &T)) {
        [&d.lower, &d.upper].into_iter().chain(&d.step).for_each(|e| self.expr(e));
        match self.own(&d.var) {
            Some(own) => self.with(vec![own], d.span.lo, d.span.hi, |w| d.items.iter().for_each(|i| item(w, i))),
            None => {
                self.name(&d.var);
                d.items.iter().for_each(|i| item(self, i));
            }
        }
    }

    // ---- expressions

    fn kind(&mut self, k: &Option<KindParam>) {
        if let Some(KindParam::Name(id)) = k {
            self.name(id);
        }
    }

    pub(crate) fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Int { kind, .. }
            | ExprKind::Unsigned { kind, .. }
            | ExprKind::Real { kind, .. }
            | ExprKind::Logical { kind, .. }
            | ExprKind::Char { kind, .. } => self.kind(kind),
            ExprKind::Ref(parts) => {
                self.reference(parts);
            }
            ExprKind::ArrayCtor { spec, values } => {
                if let Some(s) = spec {
                    self.type_spec(s);
                }
                values.iter().for_each(|v| self.value(v));
            }
            _ => e.children(&mut |c| self.expr(c)),
        }
    }

    fn value(&mut self, v: &AcValue) {
        match v {
            AcValue::Expr(e) => self.expr(e),
            AcValue::ImpliedDo(d) => {
                if let Some(s) = &d.spec {
                    self.type_spec(s);
                }
                self.implied(d, |w, v| w.value(v));
            }
        }
    }

    /// A reference, part by part.
    fn reference(&mut self, parts: &[Part]) {
        let mut ty: Option<Ty> = None;
        for (i, p) in parts.iter().enumerate() {
            let t = match (i, ty.as_ref().and_then(Facts::derived)) {
                (0, _) => self.name(&p.name),
                (_, Some(of)) => {
                    let t = self.facts.member(of, &p.name.name);
                    if let Some(t) = &t {
                        self.note(&p.name, t.clone(), false);
                    }
                    t
                }
                _ => None,
            };
            for list in [&p.args, &p.second, &p.cosubscripts].into_iter().flatten() {
                self.args(list, t.as_ref());
            }
            ty = match &t {
                Some(Target::Type(t)) => Some(Ty::Derived(*t)),
                Some(t) => self.facts.type_of(t).cloned(),
                None => None,
            };
        }
    }

    fn args(&mut self, args: &[Arg], callee: Option<&Target>) {
        for a in args {
            if let (Some(k), Some(c)) = (&a.keyword, callee)
                && let Some(t) = self.facts.keyword(c, &k.name)
            {
                self.note(k, t, false);
            }
            a.children(&mut |e| self.expr(e));
        }
    }

    // ---- statements

    fn block(&mut self, b: &[Stmt]) {
        b.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Use(u) => self.use_stmt(u),
            StmtKind::Import { names, .. } => self.names(names),
            StmtKind::Implicit(list) => list.iter().for_each(|(t, _)| self.type_spec(t)),
            StmtKind::TypeDecl { spec, attrs, entities } => {
                self.type_spec(spec);
                self.attrs(attrs);
                self.entities(entities);
            }
            StmtKind::DerivedType(d) => self.derived(d),
            StmtKind::CrayPointer(list) => {
                for (id, e) in list {
                    self.name(id);
                    self.entity(e, &mut |w, id| w.declared(id));
                }
            }
            StmtKind::Union(maps) => maps.iter().for_each(|m| self.block(m)),
            StmtKind::Interface(b) => self.interface(b),
            StmtKind::ProcedureDecl { iface, attrs, entities } => {
                self.iface(iface);
                self.attrs(attrs);
                self.entities(entities);
            }
            StmtKind::Parameter(list) => {
                for (id, e) in list {
                    self.name(id);
                    self.expr(e);
                }
            }
            StmtKind::AttrStmt { attr, entities } => {
                self.attr(attr);
                for e in entities.iter().filter(|e| !e.common) {
                    self.name(&e.name);
                    e.dims.iter().for_each(|d| self.dims(d));
                    e.codims.iter().for_each(|d| self.dims(d));
                }
            }
            StmtKind::Common(blocks) => {
                for e in blocks.iter().flat_map(|(_, list)| list) {
                    self.entity(e, &mut |w, id| {
                        w.name(id);
                    });
                }
            }
            StmtKind::Equivalence(sets) => sets.iter().flatten().for_each(|e| self.expr(e)),
            StmtKind::Data(sets) => {
                for d in sets {
                    d.objects.iter().for_each(|o| self.data_object(o));
                    self.data_values(&d.values);
                }
            }
            StmtKind::Namelist(groups) => {
                for (id, members) in groups {
                    self.declared(id);
                    self.names(members);
                }
            }
            StmtKind::Enum { items, def, .. } => {
                if let Some(d) = def {
                    self.declared(&d.name);
                }
                for (id, e) in items {
                    self.declared(id);
                    e.iter().for_each(|e| self.expr(e));
                }
            }
            StmtKind::Entry { name, args, result, .. } => {
                self.declared(name);
                for a in args {
                    if let DummyArg::Name(id) = a {
                        self.name(id);
                    }
                }
                if let Some(r) = result {
                    self.name(r);
                }
            }
            _ => self.executable(s),
        }
    }

    fn executable(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Assign { target, value } | StmtKind::PointerAssign { target, value } => {
                self.expr(target);
                self.expr(value);
            }
            StmtKind::Call { proc } => self.expr(proc),
            StmtKind::Return(e) | StmtKind::Pause(e) => e.iter().for_each(|e| self.expr(e)),
            StmtKind::Stop { code, quiet, .. } => code.iter().chain(quiet).for_each(|e| self.expr(e)),
            StmtKind::ComputedGoto(_, e) | StmtKind::ArithIf(e, ..) => self.expr(e),
            StmtKind::AssignedGoto(id, _) | StmtKind::AssignLabel(_, id) => {
                self.name(id);
            }
            StmtKind::Allocate { spec, objects, options } => {
                if let Some(t) = spec {
                    self.type_spec(t);
                }
                for o in objects {
                    self.expr(&o.object);
                    for (lo, hi) in &o.shape {
                        lo.iter().for_each(|e| self.expr(e));
                        self.expr(hi);
                    }
                    o.coshape.iter().for_each(|c| self.args(c, None));
                }
                self.args(options, None);
            }
            StmtKind::Deallocate { objects, options } => {
                objects.iter().for_each(|e| self.expr(e));
                self.args(options, None);
            }
            StmtKind::Nullify(list) => list.iter().for_each(|e| self.expr(e)),
            StmtKind::Print { format, items } | StmtKind::ReadFmt { format, items } => {
                if let IoFormat::Expr(e) = format {
                    self.expr(e);
                }
                items.iter().for_each(|i| self.item(i));
            }
            StmtKind::Write { control, items }
            | StmtKind::Read { control, items }
            | StmtKind::Io { control, items, .. } => {
                self.args(control, None);
                items.iter().for_each(|i| self.item(i));
            }
            StmtKind::Image { args, .. } => self.args(args, None),
            StmtKind::Omp(c) => self.omp(c),
            _ => self.construct(s),
        }
    }

    fn item(&mut self, i: &IoItem) {
        match i {
            IoItem::Expr(e) => self.expr(e),
            IoItem::ImpliedDo(d) => self.implied(d, |w, i| w.item(i)),
        }
    }

    fn forall(&mut self, h: &ForallHeader, s: &Stmt, body: impl FnOnce(&mut Self)) {
        if let Some(t) = &h.spec {
            self.type_spec(t);
        }
        let mut own = vec![];
        for (id, lo, hi, step) in &h.indices {
            [lo, hi].into_iter().chain(step).for_each(|e| self.expr(e));
            match self.own(id) {
                Some(o) => own.push(o),
                None => {
                    self.name(id);
                }
            }
        }
        self.with(own, s.span.lo, end_of(s), |w| {
            h.mask.iter().for_each(|e| w.expr(e));
            body(w);
        });
    }

    fn do_stmt(&mut self, d: &DoStmt, s: &Stmt) {
        match &d.control {
            DoControl::Forever => self.block(&d.body),
            DoControl::While(e) => {
                self.expr(e);
                self.block(&d.body);
            }
            DoControl::Count { var, lower, upper, step } => {
                [var, lower, upper].into_iter().chain(step).for_each(|e| self.expr(e));
                self.block(&d.body);
            }
            DoControl::Concurrent { header, locality } => self.forall(header, s, |w| {
                for l in locality {
                    match l {
                        Locality::Local(ids)
                        | Locality::LocalInit(ids)
                        | Locality::Shared(ids)
                        | Locality::Reduce(_, ids) => w.names(ids),
                        Locality::DefaultNone => {}
                    }
                }
                w.block(&d.body);
            }),
        }
    }

    /// The symbols of an associate name, one for each guard at most.
    fn guarded(&self, assoc: Option<&Ident>, selector: &Expr) -> Vec<SymbolId> {
        let span = match (assoc, &selector.kind) {
            (Some(a), _) => a.span,
            (None, ExprKind::Ref(parts)) if parts.len() == 1 => parts[0].name.span,
            _ => return vec![],
        };
        self.by_span.get(&span).cloned().unwrap_or_default()
    }

    fn construct(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise, .. } => {
                for (e, b) in arms {
                    self.expr(e);
                    self.block(b);
                }
                otherwise.iter().for_each(|b| self.block(b));
            }
            StmtKind::IfStmt(e, inner) | StmtKind::WhereStmt(e, inner) => {
                self.expr(e);
                self.stmt(inner);
            }
            StmtKind::ForallStmt(h, inner) => self.forall(h, s, |w| w.stmt(inner)),
            StmtKind::Forall { header, body, .. } => self.forall(header, s, |w| w.block(body)),
            StmtKind::Do(d) => self.do_stmt(d, s),
            StmtKind::SelectCase { selector, cases, .. } => {
                self.expr(selector);
                for c in cases {
                    for r in &c.ranges {
                        match r {
                            CaseRange::Value(e) => self.expr(e),
                            CaseRange::Range(a, b) => a.iter().chain(b).for_each(|e| self.expr(e)),
                        }
                    }
                    self.block(&c.body);
                }
            }
            StmtKind::SelectType { assoc, selector, guards, .. } => {
                self.expr(selector);
                self.select_type(assoc.as_ref(), selector, guards);
            }
            StmtKind::SelectRank { assoc, selector, cases, .. } => {
                self.expr(selector);
                let list = self.guarded(assoc.as_ref(), selector);
                for (i, c) in cases.iter().enumerate() {
                    if let RankCaseKind::Rank(e) = &c.kind {
                        self.expr(e);
                    }
                    let own = list.get(i).or(list.first()).map(|s| self.named(*s)).into_iter().collect();
                    let hi = c.body.iter().map(end_of).max().unwrap_or(c.span.hi);
                    self.with(own, c.span.lo, hi, |w| w.block(&c.body));
                }
            }
            StmtKind::Associate { assocs, body, .. } => {
                let mut own = vec![];
                for (id, e) in assocs {
                    self.expr(e);
                    own.extend(self.own(id));
                }
                self.with(own, s.span.lo, end_of(s) + 1, |w| w.block(body));
            }
            StmtKind::BlockConstruct { spec, body, .. } => {
                let own = self.block_names(spec);
                self.with(own, s.span.lo, end_of(s) + 1, |w| {
                    w.block(spec);
                    w.block(body);
                });
            }
            StmtKind::Critical { args, body, .. } => {
                self.args(args, None);
                self.block(body);
            }
            StmtKind::ChangeTeam { args, assocs, body, end, .. } => {
                self.args(args, None);
                let mut own = vec![];
                for (id, _, e) in assocs {
                    self.expr(e);
                    own.extend(self.own(id));
                }
                self.with(own, s.span.lo, end_of(s), |w| w.block(body));
                self.args(end, None);
            }
            _ => {}
        }
    }

    fn named(&self, s: SymbolId) -> (Name, SymbolId) {
        (self.facts.program.symbols[s.0 as usize].name.clone(), s)
    }

    fn select_type(&mut self, assoc: Option<&Ident>, selector: &Expr, guards: &[TypeGuard]) {
        let list = self.guarded(assoc, selector);
        if let (Some(a), Some(first)) = (assoc, list.first()) {
            self.note(a, Target::Symbol(*first), true);
        }
        for g in guards {
            let wanted = match &g.kind {
                TypeGuardKind::TypeIs(t) => {
                    self.type_spec(t);
                    match &t.kind {
                        TypeSpecKind::Type { name, .. } => self.find(&name.name),
                        _ => None,
                    }
                }
                TypeGuardKind::ClassIs(id) => self.name(id),
                TypeGuardKind::Default | TypeGuardKind::Unknown => None,
            };
            let fits = |s: &&SymbolId| match (&wanted, Facts::derived(&self.facts.program.symbols[s.0 as usize].ty)) {
                (Some(Target::Type(t)), of) => of == Some(*t),
                _ => false,
            };
            let own = list.iter().find(fits).or(list.first()).map(|s| self.named(*s)).into_iter().collect();
            let hi = g.body.iter().map(end_of).max().unwrap_or(g.span.hi) + 1;
            self.with(own, g.span.lo, hi, |w| w.block(&g.body));
        }
    }

    /// What the declarations of a BLOCK construct declare.
    fn block_names(&self, spec: &[Stmt]) -> Vec<(Name, SymbolId)> {
        let mut own = vec![];
        for s in spec {
            if let StmtKind::TypeDecl { entities, .. } | StmtKind::ProcedureDecl { entities, .. } = &s.kind {
                own.extend(entities.iter().filter_map(|e| Some((e.name.name.clone(), self.symbol_at(&e.name)?))));
            }
        }
        own
    }

    // ---- OpenMP

    fn omp(&mut self, c: &OmpConstruct) {
        c.args.iter().for_each(|a| self.omp_arg(a));
        for clause in &c.clauses {
            clause.modifiers.iter().flat_map(|m| &m.args).for_each(|e| self.expr(e));
            clause.args.iter().for_each(|a| self.omp_arg(a));
        }
        for v in &c.variants {
            v.traits.iter().flat_map(|t| t.cond.iter().chain(&t.score)).for_each(|e| self.expr(e));
            if let Some(d) = &v.directive {
                self.omp(d);
            }
        }
        c.body.iter().for_each(|b| self.block(b));
        c.sections.iter().for_each(|b| self.block(b));
    }

    fn omp_arg(&mut self, a: &OmpArg) {
        match a {
            OmpArg::Expr(e) => self.expr(e),
            OmpArg::Type(t) => self.type_spec(t),
            OmpArg::Stmt(s) => self.stmt(s),
            OmpArg::Directive(Some(d)) => self.omp(d),
            OmpArg::Common(_) | OmpArg::Word(_) | OmpArg::Directive(None) => {}
        }
    }
}
