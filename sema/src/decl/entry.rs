//! ENTRY: each entry point becomes a procedure of its own with a copy of the body that starts at the entry.
//!
//! The copies share saved variables (by link name) with the procedure that holds the ENTRY; other locals belong to one
//! activation anyway. Dummies of other entry points are unreachable there ("ghosts").

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, DummyArg, Ident, ProcHeader, Stmt, StmtKind, Unit, UnitKind};
use rustc_hash::FxHashMap;

/// First label given to entry points; those of a program have five digits at most.
pub(crate) const FIRST_LABEL: u32 = 100_000;

/// An entry point as a unit of its own.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Where the unit that holds the ENTRY statement begins.
    pub host: Span,
    pub unit: Unit,
}

/// Makes the units of all ENTRY statements in some files.
pub(crate) fn expand<'f>(files: impl Iterator<Item = &'f ast::File>) -> Vec<Entry> {
    let mut out = vec![];
    for u in files.flat_map(|f| &f.units) {
        walk(u, &mut out);
    }
    out
}

fn walk(u: &Unit, out: &mut Vec<Entry>) {
    let entries: Vec<&Stmt> =
        u.spec.iter().chain(&u.body).filter(|s| matches!(s.kind, StmtKind::Entry { .. })).collect();
    for (k, st) in entries.iter().enumerate() {
        if let Some(unit) = entry_unit(u, st, FIRST_LABEL + k as u32) {
            out.push(Entry { host: u.span, unit });
        }
    }
    for c in &u.contains {
        walk(c, out);
    }
}

fn entry_unit(u: &Unit, st: &Stmt, label: u32) -> Option<Unit> {
    let StmtKind::Entry { name, args, result, bind } = &st.kind else { return None };
    let old = match &u.kind {
        UnitKind::Subroutine(h) => h,
        UnitKind::Function { header, .. } => header,
        _ => return None,
    };
    let header = ProcHeader { args: args.clone(), bind: bind.clone(), spec: None, ..old.clone() };
    let kind = match &u.kind {
        UnitKind::Function { .. } => UnitKind::Function { header, result: result.clone() },
        _ => UnitKind::Subroutine(header),
    };
    let mark = |s: &Stmt| -> Stmt {
        if std::ptr::eq(s, st) {
            return Stmt { label: Some(label), kind: StmtKind::Continue, span: s.span };
        }
        s.clone()
    };
    let mut spec: Vec<Stmt> = vec![];
    let mut body: Vec<Stmt> = vec![];
    if u.spec.iter().any(|s| std::ptr::eq(s, st)) {
        // Before the first executable statement: the whole body runs.
        spec.extend(u.spec.iter().filter(|s| !std::ptr::eq(*s, st)).cloned());
        body.extend(u.body.iter().cloned());
    } else {
        spec.extend(u.spec.iter().cloned());
        body.push(Stmt { label: None, kind: StmtKind::Goto(label), span: st.span });
        body.extend(u.body.iter().map(mark));
    }
    Some(Unit {
        kind,
        name: Some(name.clone()),
        spec,
        body,
        contains: u.contains.clone(),
        contains_at: u.contains_at,
        lost: u.lost.clone(),
        span: st.span,
        end_span: u.end_span,
    })
}

impl<'a> Resolver<'a> {
    /// Before the names of an entry's unit are resolved: dummies of the other entry points become ghosts, and the results
    /// of all entry points of a function are one variable.
    pub fn entry_names(&mut self, sc: ScopeId, unit: &'a Unit, own: &[Ident], result: Option<&Ident>) {
        let key = unit.span;
        let host: &'a Unit = match self.procs.entry_hosts.get(&key) {
            Some(h) => h,
            None => unit,
        };
        let hkey = host.span;
        let siblings: Vec<&'a Unit> = self.procs.entry_units.get(&hkey).cloned().unwrap_or_default();
        if siblings.is_empty() {
            return;
        }
        let mut ghosts: Vec<ast::Name> = vec![];
        for u in std::iter::once(host).chain(siblings.iter().copied()) {
            let (header, res) = match &u.kind {
                UnitKind::Subroutine(h) => (h, None),
                UnitKind::Function { header, result } => (header, result.as_ref().or(u.name.as_ref())),
                _ => continue,
            };
            for a in &header.args {
                let DummyArg::Name(n) = a else { continue };
                if own.iter().any(|o| o.name == n.name) {
                    continue;
                }
                self.make_ghost(sc, n);
                ghosts.push(n.name.clone());
            }
            match (res, result) {
                (Some(r), Some(mine)) if r.name != mine.name => self.alias_result(sc, r, mine, header),
                // One name, which the prefix of either function may give the type of.
                (Some(_), Some(mine)) => {
                    if let (Some(spec), None) = (&header.spec, self.pre(sc, mine).ty) {
                        self.pre(sc, mine).ty = Some(spec);
                    }
                }
                _ => {}
            }
        }
        self.unknown_bounds(sc, own, ghosts);
    }

    /// Another entry point's result: the same variable as this one's, which takes its declaration where it has none.
    fn alias_result(&mut self, sc: ScopeId, other: &Ident, mine: &Ident, header: &'a ProcHeader) {
        let declared = self.sc(sc).decls.get(&other.name).cloned();
        let ty = declared.as_ref().and_then(|d| d.ty).or(header.spec.as_ref());
        let scalar = |d: &PreDecl<'a>| d.dims.is_none() && !d.pointer && !d.allocatable;
        let own = self.sc(sc).decls.get(&mine.name).cloned();
        if declared.as_ref().is_none_or(scalar)
            && own.as_ref().is_none_or(scalar)
            && let (Some(a), Some(b)) =
                (self.type_of_result(sc, other, ty), self.type_of_result(sc, mine, own.as_ref().and_then(|d| d.ty)))
            && a != b
        {
            // Results of different types share storage at most: a value of the other one is never seen here.
            let p = self.pre(sc, other);
            p.declared = true;
            p.ty = p.ty.or(ty);
            return;
        }
        // C1568 and 15.6.2.6: results that are not plain scalars have the same characteristics.
        if !self
            .procs
            .entry_hosts
            .contains_key(&self.sc(sc).proc.and_then(|p| self.pi(p).unit).map_or_else(Span::default, |u| u.span))
        {
            let (none, yes) = (PreDecl::default(), declared.clone().unwrap_or_default());
            let own = own.as_ref().unwrap_or(&none);
            let number = |d: &ast::DimSpec| match d {
                ast::DimSpec::Explicit {
                    lower: None,
                    upper: ast::Expr { kind: ast::ExprKind::Int { value, .. }, .. },
                } => Some(*value),
                _ => None,
            };
            let shapes = match (own.dims, yes.dims) {
                (Some(a), Some(b)) => {
                    a.len() != b.len()
                        || a.iter().zip(b).any(|(x, y)| matches!((number(x), number(y)), (Some(x), Some(y)) if x != y))
                }
                (a, b) => a.is_some() != b.is_some(),
            };
            if shapes || own.allocatable != yes.allocatable || own.pointer != yes.pointer {
                let at = self.sc(sc).proc.map_or(mine.span, |p| self.proc(p).span);
                let text = format!(
                    "the results `{}` and `{}` of this function and of an ENTRY in it have different characteristics",
                    mine.name, other.name
                );
                let d = ferrotran_source::message::Diagnostic::error(ErrorCode::Attribute, at, text)
                    .also(other.span, "the other result");
                self.report(d);
            }
        }
        let m = self.pre(sc, mine);
        if m.ty.is_none() {
            m.ty = ty;
            if let Some(d) = &declared {
                m.dims = m.dims.or(d.dims);
                m.char_len = m.char_len.or(d.char_len);
            }
        }
        self.sc_mut(sc).decls.remove(&other.name);
        if let Some(Entry_ { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, &mine.name) {
            self.bind(sc, other.name.clone(), Entity::Symbol(s), other.span);
        } else {
            self.bind(sc, other.name.clone(), Entity::Bad, other.span);
        }
    }
}

impl<'a> Facts<'a> {
    /// Bounds and lengths that depend on ghosts are not known here, and no statement that runs asks for them (15.6.2.6).
    /// Dummies with such bounds are taken as they are passed, other entities are ghosts themselves.
    fn unknown_bounds(&mut self, sc: ScopeId, own: &[Ident], mut ghosts: Vec<ast::Name>) {
        let mut done: Vec<ast::Name> = vec![];
        while let Some(name) =
            self.sc(sc).decls.iter().find(|(n, p)| !done.contains(n) && depends(p, &ghosts)).map(|(n, _)| n.clone())
        {
            let dummy = own.iter().any(|o| o.name == name);
            let Some(p) = self.sc_mut(sc).decls.get_mut(&name) else { return };
            // As long as the tree, which is as long as the process.
            p.dims = p.dims.map(|d| &*d.iter().map(|d| without_bounds(d, &ghosts)).collect::<Vec<_>>().leak());
            let length = if dummy { ast::CharLen::Assumed } else { ast::CharLen::Deferred };
            if p.char_len.is_some_and(|l| length_depends(l, &ghosts)) {
                p.char_len = Some(Box::leak(Box::new(length.clone())));
            }
            if let Some(spec) = p.ty
                && let ast::TypeSpecKind::Character { len: Some(l), kind } = &spec.kind
                && length_depends(l, &ghosts)
            {
                let kind = ast::TypeSpecKind::Character { len: Some(length), kind: kind.clone() };
                p.ty = Some(Box::leak(Box::new(ast::TypeSpec { kind, ..spec.clone() })));
            }
            if !dummy {
                (p.ghost, p.pointer, p.target) = (true, true, false);
                if !ghosts.contains(&name) {
                    ghosts.push(name.clone());
                }
            }
            done.push(name);
        }
    }

    /// What is known of the type of a result by its declaration: which intrinsic type, and its bytes.
    fn type_of_result(&self, sc: ScopeId, name: &Ident, spec: Option<&'a ast::TypeSpec>) -> Option<(char, u32)> {
        let spec = match (spec, self.implicit_type(sc, &name.name)) {
            (Some(s), _) | (None, Some(ImplicitTy::Spec(s))) => s,
            (None, Some(ImplicitTy::Integer)) => return Some(('i', 4)),
            (None, Some(ImplicitTy::Real)) => return Some(('r', 4)),
            (None, None) => return None,
        };
        let bytes = |k: &Option<ast::KindSel>, usual: u32| match k {
            None => Some(usual),
            Some(ast::KindSel::Star(n, _)) => Some(*n),
            Some(ast::KindSel::Expr(e)) => match &e.kind {
                ast::ExprKind::Int { value, kind: None } => u32::try_from(*value).ok(),
                _ => None,
            },
        };
        Some(match &spec.kind {
            ast::TypeSpecKind::Integer(k) => ('i', bytes(k, 4)?),
            ast::TypeSpecKind::Logical(k) => ('l', bytes(k, 4)?),
            ast::TypeSpecKind::Real(k) => ('r', bytes(k, 4)?),
            ast::TypeSpecKind::DoublePrecision => ('r', 8),
            ast::TypeSpecKind::Complex(k) => ('c', bytes(k, 4)?),
            ast::TypeSpecKind::DoubleComplex => ('c', 8),
            _ => return None,
        })
    }

    /// Whether the procedure of a scope shares its body with an entry point that has alternate returns.
    pub fn entries_have_alternate_returns(&self, sc: ScopeId) -> bool {
        let Some(unit) = self.sc(sc).proc.and_then(|p| self.pi(p).unit) else { return false };
        let own = unit.span;
        let host = self.procs.entry_hosts.get(&own).copied().unwrap_or(unit);
        let siblings = self.procs.entry_units.get(&(host.span));
        std::iter::once(host).chain(siblings.into_iter().flatten().copied()).any(|u| {
            let (UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. }) = &u.kind else { return false };
            h.args.iter().any(|a| matches!(a, DummyArg::Star(_)))
        })
    }
}

impl<'a> Rules<'a> {
    fn make_ghost(&mut self, sc: ScopeId, n: &Ident) {
        let p = self.pre(sc, n);
        p.entry_at = Some(p.entry_at.map_or(n.span.lo, |at| at.min(n.span.lo)));
        p.intent = None;
        p.optional = false;
        p.value = false;
        p.allocatable = false;
        if p.dims.is_some() || matches!(p.char_len, Some(ast::CharLen::Assumed)) {
            p.ghost = true;
            p.pointer = true;
        }
    }

    /// Checks that an entry is not in a construct (it would have been found at the outer level otherwise).
    pub fn nested_entry(&mut self, span: Span) -> Reported {
        self.err(ErrorCode::Misplaced, span, "ENTRY may not stand inside a construct")
    }
}

use crate::ctx::Entry as Entry_;
use crate::omp::item_rules::mentions;

/// Units by the place where the unit that they belong to begins.
pub(crate) type UnitMap<'a> = FxHashMap<Span, Vec<&'a Unit>>;

fn length_depends(l: &ast::CharLen, ghosts: &[ast::Name]) -> bool {
    match l {
        ast::CharLen::Expr(e) => mentions(e, ghosts),
        ast::CharLen::Assumed | ast::CharLen::Deferred => false,
    }
}

/// Whether a bound or the length of an entity depends on dummies of other entry points.
fn depends(p: &PreDecl<'_>, ghosts: &[ast::Name]) -> bool {
    let bound = |e: &ast::Expr| mentions(e, ghosts);
    let dims = p.dims.unwrap_or_default().iter().any(|d| match d {
        ast::DimSpec::Explicit { lower, upper } => lower.as_ref().is_some_and(bound) || bound(upper),
        ast::DimSpec::Assumed { lower } | ast::DimSpec::AssumedSize { lower } => lower.as_ref().is_some_and(bound),
        ast::DimSpec::AssumedRank => false,
    });
    let of_type = match p.ty.map(|t| &t.kind) {
        Some(ast::TypeSpecKind::Character { len: Some(l), .. }) => length_depends(l, ghosts),
        _ => false,
    };
    // The length of what is allocated is asked for by ALLOCATE alone.
    let length = (p.ghost || !p.pointer) && !p.allocatable;
    dims || length && (of_type || p.char_len.is_some_and(|l| length_depends(l, ghosts)))
}

/// The dimension, with bounds of one where they depend on dummies of other entry points.
fn without_bounds(d: &ast::DimSpec, ghosts: &[ast::Name]) -> ast::DimSpec {
    let known = |e: &Option<ast::Expr>| e.clone().filter(|e| !mentions(e, ghosts));
    match d {
        ast::DimSpec::Explicit { lower, upper } if mentions(upper, ghosts) => ast::DimSpec::Explicit {
            lower: known(lower),
            upper: ast::Expr { kind: ast::ExprKind::Int { value: 1, kind: None }, span: upper.span },
        },
        ast::DimSpec::Explicit { lower, upper } => ast::DimSpec::Explicit { lower: known(lower), upper: upper.clone() },
        ast::DimSpec::Assumed { lower } => ast::DimSpec::Assumed { lower: known(lower) },
        ast::DimSpec::AssumedSize { lower } => ast::DimSpec::AssumedSize { lower: known(lower) },
        ast::DimSpec::AssumedRank => ast::DimSpec::AssumedRank,
    }
}
