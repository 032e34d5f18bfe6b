//! Constraints that need no types: order of statements, what may stand in which unit, names used twice. They are checked
//! on the tree before anything is resolved.

mod loops;
pub(crate) mod standard;
mod stmts;
mod types;

use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};
use ferrotran_syntax::ast::{self, AttrSpec, DummyArg, Ident, Name, Stmt, Unit, UnitKind};
use rustc_hash::FxHashMap;

/// Where a unit stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Not in another unit.
    Outer,
    /// After CONTAINS of a module or submodule.
    Module,
    /// After CONTAINS of a procedure or main program.
    Internal,
    /// Interface body.
    Interface,
}

/// Checks the units of some files.
pub(crate) fn units(files: &[ast::File], diag: &mut Diagnostics) {
    let mut c = Checker { diag, foralls: vec![], declared: FxHashMap::default() };
    for u in files.iter().flat_map(|f| &f.units) {
        c.unit(u, Place::Outer);
    }
    // At most one has no name (C1414).
    let unnamed = |u: &&Unit| matches!(u.kind, UnitKind::BlockData) && u.name.is_none();
    let mut unnamed = files.iter().flat_map(|f| &f.units).filter(unnamed);
    if let (Some(first), Some(second)) = (unnamed.next(), unnamed.next()) {
        let text = "a second BLOCK DATA program unit without a name";
        c.diag.add(Diagnostic::error(ErrorCode::Name, second.span, text).also(first.span, "the first one"));
    }
}

struct Checker<'d> {
    diag: &'d mut Diagnostics,
    /// Indices of the FORALLs that are open.
    foralls: Vec<Name>,
    /// What the scoping unit at hand declares.
    declared: FxHashMap<Name, Span>,
}

impl Checker<'_> {
    fn unit(&mut self, u: &Unit, place: Place) {
        let header = match &u.kind {
            UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } => Some(h),
            _ => None,
        };
        if let Some((span, text)) = header.and_then(|h| h.fault) {
            self.diag.error(ErrorCode::Attribute, span, text);
        }
        if let (Some(h), Some(n)) = (header, &u.name) {
            self.header_names(u, h, n);
            // With RESULT other compilers overlook it, and there are programs that have it.
            let result = matches!(u.kind, UnitKind::Function { result: Some(_), .. });
            if let (Some(b), Place::Internal, false) = (&h.bind, place, result) {
                self.no_binding_label(b, "an internal procedure");
            }
        }
        self.order(&u.spec);
        self.own_name(u);
        self.global_names(u);
        self.block_data(u);
        self.entries(u, place);
        if let UnitKind::Submodule { .. } = u.kind {
            self.no_access(&u.spec);
        }
        self.specification(&u.spec, matches!(u.kind, UnitKind::Module | UnitKind::Submodule { .. }));
        let mut names = FxHashMap::default();
        self.declared = declared(&u.spec);
        if let Some(h) = header {
            for a in &h.args {
                if let DummyArg::Name(n) = a {
                    self.declared.insert(n.name.clone(), n.span);
                }
            }
        }
        for n in u.contains.iter().filter_map(|p| p.name.as_ref()) {
            self.declared.insert(n.name.clone(), n.span);
        }
        self.constructs(&u.body, &mut names);
        let inner = match u.kind {
            UnitKind::Module | UnitKind::Submodule { .. } => Place::Module,
            _ => Place::Internal,
        };
        // Names of these are known in them (19.3.1); of internal procedures of procedures see where they are declared.
        if let (UnitKind::Module | UnitKind::Program, Some(n)) = (&u.kind, &u.name) {
            for p in &u.contains {
                if let Some(m) = p.name.as_ref().filter(|m| m.name == n.name) {
                    let text = format!("procedure `{}` has the name of the program unit that contains it", m.name);
                    let d = Diagnostic::error(ErrorCode::Name, m.span, text).also(n.span, "the program unit");
                    self.diag.add(d);
                }
            }
        }
        let pure_host = header.is_some_and(|h| h.pure_ || (h.elemental && !h.impure));
        for p in &u.contains {
            if let UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } = &p.kind
                && pure_host
                && (h.impure || !(h.pure_ || h.elemental))
            {
                let text = "an internal procedure of a pure procedure must be pure, too";
                self.diag.error(ErrorCode::Pure, p.name.as_ref().map_or(p.span, |n| n.span), text);
            }
            self.unit(p, inner);
        }
    }

    /// BIND(C) without NAME= (C1550).
    fn no_binding_label(&mut self, b: &ast::BindSpec, what: &str) {
        if b.name.is_some() {
            self.diag.error(ErrorCode::Attribute, b.span, format!("BIND(C) of {what} has no NAME="));
        }
    }

    /// Names in the first statement of a procedure, and its BIND(C) (C1552 to C1562).
    fn header_names(&mut self, u: &Unit, h: &ast::ProcHeader, name: &Ident) {
        for a in &h.args {
            match a {
                DummyArg::Name(n) if n.name == name.name => {
                    let text = format!("dummy argument `{}` has the name of its procedure", n.name);
                    self.diag.error(ErrorCode::Name, n.span, text);
                }
                DummyArg::Star(span) if h.bind.is_some() => {
                    let text = "a BIND(C) procedure has no alternate returns";
                    self.diag.error(ErrorCode::Interface, *span, text);
                }
                _ => {}
            }
        }
        if let UnitKind::Function { result: Some(r), .. } = &u.kind
            && r.name == name.name
        {
            let text = format!("RESULT cannot give the result the name of the function, `{}`", r.name);
            self.diag.error(ErrorCode::Name, r.span, text);
        }
    }

    /// Attributes of variables are not for the program unit itself, nor for a function that has RESULT.
    fn own_name(&mut self, u: &Unit) {
        let (Some(name), what) = (&u.name, &u.kind) else { return };
        let what = match what {
            UnitKind::Subroutine(_) => "subroutine",
            UnitKind::Program => "program",
            UnitKind::Module => "module",
            UnitKind::Function { result: Some(_), .. } => "function, whose result has another name",
            _ => return,
        };
        for st in &u.spec {
            let ast::StmtKind::AttrStmt { attr, entities } = &st.kind else { continue };
            let word = match attr {
                AttrSpec::Asynchronous => "ASYNCHRONOUS",
                AttrSpec::Volatile => "VOLATILE",
                AttrSpec::Allocatable => "ALLOCATABLE",
                AttrSpec::Contiguous => "CONTIGUOUS",
                AttrSpec::Dimension(_) => "DIMENSION",
                AttrSpec::Codimension(_) => "CODIMENSION",
                AttrSpec::Optional => "OPTIONAL",
                AttrSpec::Intent(_) => "INTENT",
                AttrSpec::Value => "VALUE",
                AttrSpec::Target => "TARGET",
                AttrSpec::Protected => "PROTECTED",
                _ => continue,
            };
            for e in entities.iter().filter(|e| e.name.name == name.name && !e.common) {
                let text = format!("`{}` is a {what}: {word} is not for it", name.name);
                let d = Diagnostic::error(ErrorCode::Attribute, e.name.span, text).also(name.span, "begins here");
                self.diag.add(d);
            }
        }
    }

    /// Names of modules are no local names where they are used (19.3.1), and a name stands for one module in a scope (C1404).
    fn global_names(&mut self, u: &Unit) {
        for st in &u.spec {
            let ast::StmtKind::Use(s) = &st.kind else { continue };
            for i in &s.items {
                let Some(r) = &i.remote else { continue };
                // C1410, C1411: operators of programs are renamed as such, all others not at all.
                let own = |n: &str| n.to_lowercase().starts_with("operator(.") && !intrinsic_operator(n);
                let generic = |n: &str| n.contains('(');
                let fits = own(&i.local.name) && own(&r.name) || !generic(&i.local.name) && !generic(&r.name);
                if !fits && i.local.name != r.name {
                    let text = "only defined operators can be renamed, and only to defined operators";
                    self.diag.error(ErrorCode::Syntax, i.local.span, text);
                }
            }
        }
        let mut used: Vec<(&ast::UseStmt, Span)> = vec![];
        for st in &u.spec {
            let ast::StmtKind::Use(s) = &st.kind else { continue };
            if let (Some(n), UnitKind::Subroutine(_) | UnitKind::Function { .. } | UnitKind::Program) =
                (&u.name, &u.kind)
                && n.name == s.module.name
            {
                let text = format!("module `{}` has the name of this program unit", n.name);
                self.diag.error(ErrorCode::Name, s.module.span, text);
            }
            let other = |n: Option<ast::UseNature>| match n {
                Some(ast::UseNature::Intrinsic) => Some(ast::UseNature::NonIntrinsic),
                Some(ast::UseNature::NonIntrinsic) => Some(ast::UseNature::Intrinsic),
                None => None,
            };
            let clash = used
                .iter()
                .find(|(o, _)| o.module.name == s.module.name && o.nature.is_some() && o.nature == other(s.nature));
            if let Some((_, first)) = clash {
                let text = format!("both the intrinsic and another module `{}` are used here", s.module.name);
                let d = Diagnostic::error(ErrorCode::Name, st.span, text).also(*first, "the other one");
                self.diag.add(d);
            }
            used.push((s, st.span));
        }
        let own = matches!(u.kind, UnitKind::Module).then_some(u.name.as_ref()).flatten();
        let mut local = |n: &Ident| {
            let dummy = |a: &DummyArg| matches!(a, DummyArg::Name(d) if d.name == n.name);
            if let UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } = &u.kind
                && h.args.iter().any(dummy)
            {
                return;
            }
            let module = used.iter().any(|(o, _)| o.module.name == n.name) || own.is_some_and(|o| o.name == n.name);
            if module {
                let text = format!("`{}` is the name of a module and cannot be declared here", n.name);
                self.diag.error(ErrorCode::Name, n.span, text);
            }
        };
        for st in &u.spec {
            match &st.kind {
                ast::StmtKind::TypeDecl { entities, .. } => entities.iter().for_each(|e| local(&e.name)),
                ast::StmtKind::Common(list) => list.iter().flat_map(|b| &b.1).for_each(|e| local(&e.name)),
                _ => {}
            }
        }
    }

    /// Order of USE, IMPORT, IMPLICIT and declarations (Fortran 2018, 5.3.2).
    fn order(&mut self, spec: &[Stmt]) {
        const USE: u8 = 0;
        const IMPORT: u8 = 1;
        const NONE: u8 = 2;
        const IMPLICIT: u8 = 3;
        const DECLARATION: u8 = 4;
        let mut at = USE;
        let mut none: Option<Span> = None;
        for st in spec {
            let (rank, what) = match &st.kind {
                ast::StmtKind::Use(_) => (USE, "USE"),
                ast::StmtKind::Import { .. } => (IMPORT, "IMPORT"),
                ast::StmtKind::ImplicitNone { .. } => (NONE, "IMPLICIT NONE"),
                ast::StmtKind::Implicit(_) => (IMPLICIT, "IMPLICIT"),
                ast::StmtKind::Parameter(_) => {
                    at = at.max(IMPLICIT);
                    continue;
                }
                ast::StmtKind::Format(_) | ast::StmtKind::Entry { .. } => {
                    at = at.max(NONE);
                    continue;
                }
                ast::StmtKind::Omp(_) | ast::StmtKind::Error => continue,
                _ => {
                    at = DECLARATION;
                    continue;
                }
            };
            if let ast::StmtKind::ImplicitNone { .. } = st.kind {
                if let Some(first) = none {
                    let d = Diagnostic::error(ErrorCode::Misplaced, st.span, "a second IMPLICIT NONE statement")
                        .also(first, "the first one");
                    self.diag.add(d);
                    continue;
                }
                none = Some(st.span);
            }
            if rank < at {
                let before = match at {
                    IMPORT => "an IMPORT statement",
                    NONE => "an IMPLICIT NONE, FORMAT or ENTRY statement",
                    IMPLICIT => "an IMPLICIT or PARAMETER statement",
                    _ => "a declaration",
                };
                self.diag.error(ErrorCode::Misplaced, st.span, format!("{what} may not stand after {before}"));
            }
            at = at.max(rank);
        }
    }

    /// ENTRY is for subroutines and functions that are external or in a module (C1572).
    fn entries(&mut self, u: &Unit, place: Place) {
        for st in u.spec.iter().chain(&u.body) {
            if let (ast::StmtKind::Entry { result: Some(r), .. }, UnitKind::Subroutine(_)) = (&st.kind, &u.kind) {
                self.diag.error(ErrorCode::Misplaced, r.span, "an ENTRY of a subroutine has no RESULT");
            }
        }
        let wrong = match (&u.kind, place) {
            (UnitKind::Subroutine(_) | UnitKind::Function { .. }, Place::Outer | Place::Module) => return,
            (UnitKind::Subroutine(_) | UnitKind::Function { .. }, Place::Internal) => "an internal procedure",
            (UnitKind::Subroutine(_) | UnitKind::Function { .. }, Place::Interface) => "an interface body",
            (UnitKind::Program, _) => "a main program",
            (UnitKind::BlockData, _) => "a BLOCK DATA unit",
            (UnitKind::ModuleProcedure, _) => return,
            _ => "a module",
        };
        for st in u.spec.iter().chain(&u.body) {
            if let ast::StmtKind::Entry { .. } = st.kind {
                self.diag.error(ErrorCode::Misplaced, st.span, format!("ENTRY may not stand in {wrong}"));
            }
        }
    }

    /// What BLOCK DATA may declare (C1415).
    fn block_data(&mut self, u: &Unit) {
        if !matches!(u.kind, UnitKind::BlockData) {
            return;
        }
        for st in &u.spec {
            let what = match &st.kind {
                ast::StmtKind::Namelist(_) => "NAMELIST",
                ast::StmtKind::Interface(_) => "an interface block",
                ast::StmtKind::Import { .. } => "IMPORT",
                ast::StmtKind::AttrStmt { attr: AttrSpec::External, .. } => "EXTERNAL",
                ast::StmtKind::AttrStmt { attr: AttrSpec::Optional, .. } => "OPTIONAL",
                ast::StmtKind::ProcedureDecl { .. } => "PROCEDURE",
                ast::StmtKind::Format(_) => "FORMAT",
                ast::StmtKind::Omp(c) if c.directive.has(ferrotran_syntax::omp::Leaf::DeclareSimd) => "`declare simd`",
                _ => continue,
            };
            self.diag.error(ErrorCode::Misplaced, st.span, format!("{what} may not stand in BLOCK DATA"));
        }
    }

    /// Accessibility is for modules, not for submodules (C817, C869).
    fn no_access(&mut self, spec: &[Stmt]) {
        let access = |a: &AttrSpec| matches!(a, AttrSpec::Private | AttrSpec::Public);
        for st in spec {
            let at = match &st.kind {
                ast::StmtKind::AttrStmt { attr, .. } if access(attr) => Some(st.span),
                ast::StmtKind::TypeDecl { attrs, .. } | ast::StmtKind::ProcedureDecl { attrs, .. } => {
                    attrs.iter().find(|a| access(&a.0)).map(|a| a.1)
                }
                ast::StmtKind::DerivedType(d) if d.access.is_some() => Some(d.name.span),
                _ => None,
            };
            if let Some(at) = at {
                let text = "PUBLIC and PRIVATE are only allowed in the specification part of a module";
                self.diag.error(ErrorCode::Attribute, at, text);
            }
        }
    }

    /// What a specification part says twice, in interface bodies too.
    fn specification(&mut self, spec: &[Stmt], module: bool) {
        let mut default_access: Option<Span> = None;
        let mut access: FxHashMap<Name, Span> = FxHashMap::default();
        let mut letters: [Option<Span>; 26] = [None; 26];
        for st in spec {
            match &st.kind {
                ast::StmtKind::TypeDecl { attrs, entities, .. }
                | ast::StmtKind::ProcedureDecl { attrs, entities, .. } => {
                    self.attributes(attrs);
                    if attrs.iter().any(|a| matches!(a.0, AttrSpec::Private | AttrSpec::Public)) {
                        for e in entities {
                            self.twice(&mut access, &e.name.name, &e.name, "the accessibility of");
                        }
                    }
                }
                ast::StmtKind::AttrStmt { attr: AttrSpec::Private | AttrSpec::Public, entities }
                    if entities.is_empty() =>
                {
                    if let Some(first) = default_access {
                        let d = Diagnostic::error(
                            ErrorCode::Attribute,
                            st.span,
                            "a second PUBLIC or PRIVATE statement without names",
                        )
                        .also(first, "the first one");
                        self.diag.add(d);
                    }
                    default_access = Some(st.span);
                }
                ast::StmtKind::AttrStmt { attr: AttrSpec::Private | AttrSpec::Public, entities } => {
                    for e in entities {
                        let key: Name = e.name.name.to_lowercase().into();
                        self.twice(&mut access, &key, &e.name, "the accessibility of");
                    }
                }
                ast::StmtKind::AttrStmt { attr, entities }
                    if entities.is_empty() && !matches!(attr, AttrSpec::Save | AttrSpec::IgnoreTkr) =>
                {
                    self.diag.error(ErrorCode::Syntax, st.span, "this statement needs a list of names");
                }
                ast::StmtKind::Common(list) if list.iter().all(|b| b.1.is_empty()) => {
                    self.diag.error(ErrorCode::Syntax, st.span, "COMMON needs a list of variables");
                }
                ast::StmtKind::Implicit(list) => {
                    for (t, ranges) in list {
                        for c in ranges.iter().flat_map(|(lo, hi)| *lo..=*hi) {
                            let Some(slot) = letters.get_mut((c.to_ascii_lowercase().wrapping_sub(b'a')) as usize)
                            else {
                                continue;
                            };
                            if let Some(first) = *slot {
                                let c = char::from(c.to_ascii_lowercase());
                                let d = Diagnostic::error(
                                    ErrorCode::Semantic,
                                    t.span,
                                    format!("the letter `{c}` already has an implicit type"),
                                )
                                .also(first, "given here");
                                self.diag.add(d);
                                return;
                            }
                            *slot = Some(t.span);
                        }
                    }
                }
                ast::StmtKind::DerivedType(d) => self.derived_type(d, module),
                ast::StmtKind::Enum { bind_c: false, .. } => {
                    self.diag.error(ErrorCode::Attribute, st.span, "an enumeration needs BIND(C)");
                }
                ast::StmtKind::Interface(b) => {
                    for body in &b.bodies {
                        const INTRINSIC: [&str; 6] =
                            ["integer", "real", "doubleprecision", "complex", "logical", "character"];
                        if let Some(n) = &body.name
                            && b.abstract_
                            && INTRINSIC.contains(&&*n.name)
                        {
                            let text = format!(
                                "an abstract interface cannot have the name of the intrinsic type `{}`",
                                n.name
                            );
                            self.diag.error(ErrorCode::Name, n.span, text);
                        }
                        if b.abstract_
                            && let UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } = &body.kind
                            && let Some(bind) = &h.bind
                        {
                            self.no_binding_label(bind, "an abstract interface");
                        }
                        self.unit(body, Place::Interface);
                    }
                }
                _ => {}
            }
        }
    }

    /// An attribute may stand once in a declaration (C814).
    fn attributes(&mut self, attrs: &[(AttrSpec, Span)]) {
        for (i, (a, span)) in attrs.iter().enumerate() {
            let same = |b: &AttrSpec| {
                std::mem::discriminant(a) == std::mem::discriminant(b)
                    || exclude(a, b).is_some()
                    || exclude(b, a).is_some()
            };
            if let Some((b, first)) = attrs[..i].iter().find(|(b, _)| same(b)) {
                let text = exclude(a, b).or(exclude(b, a)).unwrap_or("this attribute is given twice");
                let d = Diagnostic::error(ErrorCode::Attribute, *span, text).also(*first, "given here");
                self.diag.add(d);
            }
        }
    }

    fn twice(&mut self, seen: &mut FxHashMap<Name, Span>, key: &Name, id: &Ident, what: &str) -> bool {
        if let Some(first) = seen.get(key) {
            let d = Diagnostic::error(ErrorCode::Name, id.span, format!("{what} `{}` is given twice", id.name))
                .also(*first, "given here");
            self.diag.add(d);
            return true;
        }
        seen.insert(key.clone(), id.span);
        false
    }

    /// Names of constructs are unique in their scoping unit; what a BLOCK may not declare (C1107).
    fn constructs(&mut self, body: &[Stmt], names: &mut FxHashMap<Name, Span>) {
        for st in body {
            if let Some(n) = st.kind.construct_name() {
                self.twice(names, &n.name, n, "the construct name");
                // Both are local identifiers of one class (19.3.1).
                if let Some(at) = self.declared.get(&n.name).copied() {
                    let text = format!("the construct name `{}` is declared as something else", n.name);
                    self.diag.add(Diagnostic::error(ErrorCode::Name, n.span, text).also(at, "declared here"));
                }
            }
            if let ast::StmtKind::Associate { assocs, .. } = &st.kind {
                let mut seen = FxHashMap::default();
                for (id, _) in assocs {
                    self.twice(&mut seen, &id.name, id, "the associate name");
                }
            }
            self.statement(st);
            let indices = self.foralls.len();
            if let ast::StmtKind::Forall { header, .. } | ast::StmtKind::ForallStmt(header, _) = &st.kind {
                let outer = self.foralls.clone();
                self.header(header, &outer);
                self.foralls.extend(header.indices.iter().map(|i| i.0.name.clone()));
            }
            if let ast::StmtKind::BlockConstruct { spec, body, .. } = &st.kind {
                self.order(spec);
                self.specification(spec, false);
                self.block_declarations(spec);
                // A BLOCK is a scoping unit of its own.
                let outer = std::mem::replace(&mut self.declared, declared(spec));
                self.constructs(body, &mut FxHashMap::default());
                self.declared = outer;
                continue;
            }
            st.kind.blocks(&mut |b| self.constructs(b, names));
            self.foralls.truncate(indices);
        }
    }

    fn block_declarations(&mut self, spec: &[Stmt]) {
        for st in spec {
            let what = match &st.kind {
                ast::StmtKind::Common(_) => "COMMON",
                ast::StmtKind::Equivalence(_) => "EQUIVALENCE",
                ast::StmtKind::Implicit(_) | ast::StmtKind::ImplicitNone { .. } => "IMPLICIT",
                ast::StmtKind::Namelist(_) => "NAMELIST",
                ast::StmtKind::AttrStmt { attr: AttrSpec::Save, entities } if entities.iter().any(|e| e.common) => {
                    "SAVE of a COMMON block"
                }
                ast::StmtKind::AttrStmt { attr: AttrSpec::Optional, .. } => "OPTIONAL",
                ast::StmtKind::AttrStmt { attr: AttrSpec::Value, .. } => "VALUE",
                ast::StmtKind::AttrStmt { attr: AttrSpec::Intent(_), .. } => "INTENT",
                _ => continue,
            };
            self.diag.error(ErrorCode::Misplaced, st.span, format!("{what} may not stand in a BLOCK construct"));
        }
    }
}

/// Variables, types and constants that a specification part declares.
fn declared(spec: &[Stmt]) -> FxHashMap<Name, Span> {
    let mut out = FxHashMap::default();
    for st in spec {
        match &st.kind {
            ast::StmtKind::TypeDecl { entities, .. } | ast::StmtKind::ProcedureDecl { entities, .. } => {
                out.extend(entities.iter().map(|e| (e.name.name.clone(), e.name.span)));
            }
            ast::StmtKind::DerivedType(d) => {
                out.insert(d.name.name.clone(), d.name.span);
            }
            _ => {}
        }
    }
    out
}

/// Whether `operator(...)` spells one of the language.
fn intrinsic_operator(text: &str) -> bool {
    const WORDS: [&str; 11] = ["not", "and", "or", "eqv", "neqv", "eq", "ne", "lt", "le", "gt", "ge"];
    let t = text.to_lowercase();
    t.strip_prefix("operator(.").and_then(|t| t.strip_suffix(".)")).is_some_and(|w| WORDS.contains(&w))
}

/// Why two attributes cannot stand together.
fn exclude(a: &AttrSpec, b: &AttrSpec) -> Option<&'static str> {
    Some(match (a, b) {
        (AttrSpec::Public, AttrSpec::Private) => "PUBLIC and PRIVATE exclude each other",
        (AttrSpec::Pass(_), AttrSpec::Nopass) => "PASS and NOPASS exclude each other",
        (AttrSpec::Deferred, AttrSpec::NonOverridable) => "DEFERRED and NON_OVERRIDABLE exclude each other",
        _ => return None,
    })
}
