//! The symbols of a file as an outline, and what of it can be folded: both from the tree alone.

use crate::walk::{end_of, end_of_unit};
use ferrotran_source::{SourceMap, Span};
use ferrotran_syntax::ast::*;
use lsp_types::SymbolKind;

/// A line of the outline. Places are offsets in the file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name as the file writes it.
    pub name: String,
    /// What it is, in a few words.
    pub detail: String,
    /// The sort.
    pub kind: SymbolKind,
    /// All of it.
    pub whole: (u32, u32),
    /// Its name.
    pub at: (u32, u32),
    /// What is inside.
    pub inner: Vec<Entry>,
}

struct Maker<'m> {
    map: &'m SourceMap,
    extent: (u32, u32),
}

/// The outline of a file.
pub fn of_file(file: &File, map: &SourceMap, extent: (u32, u32)) -> Vec<Entry> {
    let m = Maker { map, extent };
    file.units.iter().filter_map(|u| m.unit(u)).collect()
}

impl Maker<'_> {
    fn here(&self, s: Span) -> bool {
        (self.extent.0..=self.extent.1).contains(&s.lo) && s.hi <= self.extent.1
    }

    fn entry(&self, id: &Ident, kind: SymbolKind, detail: String, whole: Span, inner: Vec<Entry>) -> Option<Entry> {
        if !self.here(id.span) {
            return None;
        }
        let text = String::from_utf8_lossy(self.map.text(id.span)).into_owned();
        let name = if text.eq_ignore_ascii_case(&id.name) { text } else { id.name.to_string() };
        let base = self.extent.0;
        let lo = whole.lo.clamp(base, id.span.lo);
        let hi = whole.hi.clamp(id.span.hi, self.extent.1);
        let at = (id.span.lo - base, id.span.hi - base);
        Some(Entry { name, detail, kind, whole: (lo - base, hi - base), at, inner })
    }

    fn unit(&self, u: &Unit) -> Option<Entry> {
        let (kind, detail) = match &u.kind {
            UnitKind::Program => (SymbolKind::MODULE, "program"),
            UnitKind::Module => (SymbolKind::MODULE, "module"),
            UnitKind::Submodule { .. } => (SymbolKind::MODULE, "submodule"),
            UnitKind::BlockData => (SymbolKind::MODULE, "block data"),
            UnitKind::Subroutine(_) => (SymbolKind::FUNCTION, "subroutine"),
            UnitKind::Function { .. } => (SymbolKind::FUNCTION, "function"),
            UnitKind::ModuleProcedure => (SymbolKind::FUNCTION, "module procedure"),
        };
        let mut inner = vec![];
        self.block(&u.spec, &mut inner);
        inner.extend(u.contains.iter().filter_map(|c| self.unit(c)));
        let whole = Span::new(u.span.lo, end_of_unit(u));
        match &u.name {
            Some(id) => self.entry(id, kind, detail.into(), whole, inner),
            None => {
                let id = Ident { name: detail.into(), span: u.span };
                self.entry(&id, kind, String::new(), whole, inner)
            }
        }
    }

    fn text(&self, s: Span) -> String {
        let text = String::from_utf8_lossy(self.map.text(s)).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn block(&self, b: &[Stmt], out: &mut Vec<Entry>) {
        for s in b {
            match &s.kind {
                StmtKind::TypeDecl { spec, attrs, entities } => {
                    let constant = attrs.iter().any(|a| matches!(a.0, AttrSpec::Parameter));
                    let kind = if constant { SymbolKind::CONSTANT } else { SymbolKind::VARIABLE };
                    let detail = self.text(spec.span);
                    out.extend(
                        entities.iter().filter_map(|e| self.entry(&e.name, kind, detail.clone(), s.span, vec![])),
                    );
                }
                StmtKind::ProcedureDecl { entities, .. } => {
                    let one =
                        |e: &EntityDecl| self.entry(&e.name, SymbolKind::VARIABLE, "procedure".into(), s.span, vec![]);
                    out.extend(entities.iter().filter_map(one));
                }
                StmtKind::DerivedType(d) => out.extend(self.derived(d)),
                StmtKind::Interface(b) => {
                    let bodies: Vec<Entry> = b.bodies.iter().filter_map(|u| self.unit(u)).collect();
                    match &b.spec {
                        Some(GenericSpec::Name(id)) => {
                            let hi = b.bodies.iter().map(end_of_unit).chain(b.procedures.iter().map(|p| p.span.hi));
                            let whole = Span::new(s.span.lo, hi.max().unwrap_or(s.span.hi));
                            out.extend(self.entry(id, SymbolKind::INTERFACE, "interface".into(), whole, bodies));
                        }
                        _ => out.extend(bodies),
                    }
                }
                StmtKind::Namelist(groups) => {
                    let one = |(id, _): &(Ident, Vec<Ident>)| {
                        self.entry(id, SymbolKind::VARIABLE, "namelist".into(), s.span, vec![])
                    };
                    out.extend(groups.iter().filter_map(one));
                }
                StmtKind::Enum { items, .. } => {
                    let one = |(id, _): &(Ident, Option<Expr>)| {
                        self.entry(id, SymbolKind::ENUM_MEMBER, "enumerator".into(), id.span, vec![])
                    };
                    out.extend(items.iter().filter_map(one));
                }
                _ => {}
            }
        }
    }

    fn derived(&self, d: &DerivedTypeDef) -> Option<Entry> {
        let mut inner = vec![];
        self.block(&d.components, &mut inner);
        for e in &mut inner {
            e.kind = SymbolKind::FIELD;
        }
        for b in &d.bindings {
            match b {
                TypeBinding::Procedure { name, .. } => {
                    inner.extend(self.entry(name, SymbolKind::METHOD, "procedure".into(), name.span, vec![]));
                }
                TypeBinding::Generic { spec: GenericSpec::Name(id), .. } => {
                    inner.extend(self.entry(id, SymbolKind::METHOD, "generic".into(), id.span, vec![]));
                }
                _ => {}
            }
        }
        let last = d.components.iter().map(end_of).chain(inner.iter().map(|e| e.at.1 + self.extent.0)).max();
        let whole = Span::new(d.span.lo, last.unwrap_or(0).max(d.span.hi));
        self.entry(&d.name, SymbolKind::STRUCT, "type".into(), whole, inner)
    }
}

/// Stretches that can be folded: first position and the last position inside.
pub fn folds(file: &File) -> Vec<(u32, u32)> {
    let mut out = vec![];
    file.units.iter().for_each(|u| unit_folds(u, &mut out));
    out
}

fn unit_folds(u: &Unit, out: &mut Vec<(u32, u32)>) {
    let inner = u.spec.iter().chain(&u.body).map(end_of).chain(u.contains.iter().map(end_of_unit)).max();
    if let Some(hi) = inner {
        out.push((u.span.lo, hi));
    }
    block_folds(&u.spec, out);
    block_folds(&u.body, out);
    u.contains.iter().for_each(|c| unit_folds(c, out));
}

fn block_folds(b: &[Stmt], out: &mut Vec<(u32, u32)>) {
    for s in b {
        match &s.kind {
            StmtKind::DerivedType(d) => {
                let own = d.bindings.iter().map(|b| match b {
                    TypeBinding::Procedure { name, .. } => name.span.hi,
                    TypeBinding::Generic { names, .. } | TypeBinding::Final(names) => {
                        names.iter().map(|n| n.span.hi).max().unwrap_or(0)
                    }
                });
                let hi = d.components.iter().map(end_of).chain(own).max().unwrap_or(0);
                out.push((d.span.lo, hi.max(d.span.hi)));
            }
            StmtKind::Interface(i) => {
                let hi = i.bodies.iter().map(end_of_unit).chain(i.procedures.iter().map(|p| p.span.hi)).max();
                out.push((s.span.lo, hi.unwrap_or(s.span.hi)));
                i.bodies.iter().for_each(|u| unit_folds(u, out));
            }
            StmtKind::IfStmt(..) | StmtKind::WhereStmt(..) | StmtKind::ForallStmt(..) => {}
            kind => {
                let hi = end_of(s);
                if hi > s.span.hi {
                    out.push((s.span.lo, hi));
                }
                if let StmtKind::BlockConstruct { spec, .. } = kind {
                    block_folds(spec, out);
                }
                kind.blocks(&mut |b| block_folds(b, out));
            }
        }
    }
}
