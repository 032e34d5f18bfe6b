//! Constraints that need no types: order of statements, what may stand in which unit, names used twice. They are checked
//! on the tree before anything is resolved.

use crate::diag::{Diagnostic, Diagnostics, ErrorCode};
use crate::source::Span;
use crate::syntax::ast::{self, AttrSpec, Ident, Name, Stmt, StmtKind as S, Unit, UnitKind};
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
    let mut c = Checker { diag };
    for u in files.iter().flat_map(|f| &f.units) {
        c.unit(u, Place::Outer);
    }
}

struct Checker<'d> {
    diag: &'d mut Diagnostics,
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
        self.order(&u.spec);
        self.entries(u, place);
        self.specification(&u.spec);
        let mut names = FxHashMap::default();
        self.constructs(&u.body, &mut names);
        let inner = match u.kind {
            UnitKind::Module | UnitKind::Submodule { .. } => Place::Module,
            _ => Place::Internal,
        };
        for p in &u.contains {
            self.unit(p, inner);
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
                S::Use(_) => (USE, "USE"),
                S::Import { .. } => (IMPORT, "IMPORT"),
                S::ImplicitNone { .. } => (NONE, "IMPLICIT NONE"),
                S::Implicit(_) => (IMPLICIT, "IMPLICIT"),
                S::Parameter(_) => {
                    at = at.max(IMPLICIT);
                    continue;
                }
                S::Format(_) | S::Entry { .. } => {
                    at = at.max(NONE);
                    continue;
                }
                S::Omp(_) | S::Error => continue,
                _ => {
                    at = DECLARATION;
                    continue;
                }
            };
            if let S::ImplicitNone { .. } = st.kind {
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
            if let S::Entry { .. } = st.kind {
                self.diag.error(ErrorCode::Misplaced, st.span, format!("ENTRY may not stand in {wrong}"));
            }
        }
    }

    /// What a specification part says twice, in interface bodies too.
    fn specification(&mut self, spec: &[Stmt]) {
        let mut default_access: Option<Span> = None;
        let mut access: FxHashMap<Name, Span> = FxHashMap::default();
        let mut letters: [Option<Span>; 26] = [None; 26];
        for st in spec {
            match &st.kind {
                S::TypeDecl { attrs, .. } | S::ProcedureDecl { attrs, .. } => self.attributes(attrs),
                S::AttrStmt { attr: AttrSpec::Private | AttrSpec::Public, entities } if entities.is_empty() => {
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
                S::AttrStmt { attr: AttrSpec::Private | AttrSpec::Public, entities } => {
                    for e in entities {
                        let key: Name = e.name.name.to_lowercase().into();
                        self.twice(&mut access, &key, &e.name, "the accessibility of");
                    }
                }
                S::Implicit(list) => {
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
                S::Interface(b) => {
                    for body in &b.bodies {
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
                    || matches!((a, b), (AttrSpec::Public, AttrSpec::Private) | (AttrSpec::Private, AttrSpec::Public))
            };
            if let Some((b, first)) = attrs[..i].iter().find(|(b, _)| same(b)) {
                let text = if std::mem::discriminant(a) == std::mem::discriminant(b) {
                    "this attribute is given twice"
                } else {
                    "PUBLIC and PRIVATE exclude each other"
                };
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
            let name = match &st.kind {
                S::If { name, .. }
                | S::SelectCase { name, .. }
                | S::SelectType { name, .. }
                | S::SelectRank { name, .. }
                | S::Associate { name, .. }
                | S::BlockConstruct { name, .. }
                | S::Critical { name, .. }
                | S::ChangeTeam { name, .. }
                | S::Where { name, .. }
                | S::Forall { name, .. } => name.as_ref(),
                S::Do(d) => d.name.as_ref(),
                _ => None,
            };
            if let Some(n) = name {
                self.twice(names, &n.name, n, "the construct name");
            }
            if let S::Associate { assocs, .. } = &st.kind {
                let mut seen = FxHashMap::default();
                for (id, _) in assocs {
                    self.twice(&mut seen, &id.name, id, "the associate name");
                }
            }
            if let S::BlockConstruct { spec, body, .. } = &st.kind {
                self.order(spec);
                self.specification(spec);
                self.block_declarations(spec);
                // A BLOCK is a scoping unit of its own.
                self.constructs(body, &mut FxHashMap::default());
                continue;
            }
            super::stmt::each_block(&st.kind, &mut |b| self.constructs(b, names));
        }
    }

    fn block_declarations(&mut self, spec: &[Stmt]) {
        for st in spec {
            let what = match &st.kind {
                S::Common(_) => "COMMON",
                S::Equivalence(_) => "EQUIVALENCE",
                S::Implicit(_) | S::ImplicitNone { .. } => "IMPLICIT",
                S::Namelist(_) => "NAMELIST",
                _ => continue,
            };
            self.diag.error(ErrorCode::Misplaced, st.span, format!("{what} may not stand in a BLOCK construct"));
        }
    }
}
