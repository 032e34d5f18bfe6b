//! Program units, interface blocks, derived types and enumerations.

use super::*;
use crate::omp::Association;
use crate::raw::ProcedureStmt;

/// Where a statement may stand.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Part {
    Spec,
    Exec,
    Either,
}

fn part(raw: &Raw) -> Part {
    match raw {
        Raw::Simple(k) => match k {
            StmtKind::Use(_)
            | StmtKind::Import { .. }
            | StmtKind::ImplicitNone { .. }
            | StmtKind::Implicit(_)
            | StmtKind::TypeDecl { .. }
            | StmtKind::ProcedureDecl { .. }
            | StmtKind::Parameter(_)
            | StmtKind::AttrStmt { .. }
            | StmtKind::Common(_)
            | StmtKind::CrayPointer(_)
            | StmtKind::Equivalence(_) => Part::Spec,
            StmtKind::Data(_)
            | StmtKind::Namelist(_)
            | StmtKind::Format(_)
            | StmtKind::Entry { .. }
            | StmtKind::Error => Part::Either,
            _ => Part::Exec,
        },
        Raw::Procedure(_)
        | Raw::Interface { .. }
        | Raw::TypeDef(_)
        | Raw::Structure(..)
        | Raw::Union
        | Raw::Map
        | Raw::Records(_)
        | Raw::Sequence
        | Raw::Generic { .. }
        | Raw::Final(_)
        | Raw::Enum { .. }
        | Raw::EnumerationType(..)
        | Raw::Enumerator(_) => Part::Spec,
        Raw::Omp(c) => match c.directive.association() {
            Association::Declarative | Association::Informational => Part::Spec,
            Association::AllocateStmt => Part::Either,
            // A metadirective stands where its variants may stand.
            _ if c.variants.iter().filter_map(|v| v.directive.as_ref()).any(|d| {
                !matches!(d.directive.association(), Association::Declarative | Association::Informational)
            }) =>
            {
                Part::Exec
            }
            _ if matches!(c.directive.name(), "nothing" | "error" | "metadirective") => Part::Either,
            _ => Part::Exec,
        },
        Raw::OmpError => Part::Either,
        _ => Part::Exec,
    }
}

/// Whether a directive holds an ALLOCATE statement.
fn allocates(s: &Stmt) -> bool {
    let StmtKind::Omp(c) = &s.kind else { return false };
    c.directive.association() == Association::AllocateStmt
        && c.body.iter().flatten().any(|s| matches!(s.kind, StmtKind::Allocate { .. }) || allocates(s))
}

/// Whether an assignment may be a statement function: `f(x, y) = ...` with names only.
fn maybe_statement_function(s: &Stmt) -> bool {
    let StmtKind::Assign { target: Expr { kind: ExprKind::Ref(parts), .. }, .. } = &s.kind else { return false };
    let [Part1 { args: Some(args), second: None, .. }] = &parts[..] else { return false };
    args.iter().all(|a| match &a.value {
        ArgValue::Expr(Expr { kind: ExprKind::Ref(p), .. }) => {
            a.keyword.is_none() && p.len() == 1 && p[0].args.is_none()
        }
        _ => false,
    })
}

use crate::ast::Part as Part1;

impl Builder<'_> {
    /// All program units of a file.
    pub(super) fn file(&mut self) -> File {
        let mut units = vec![];
        while let Some(s) = self.peek() {
            let span = s.span;
            match &s.raw {
                // An END of its own is a main program that does nothing, where it is the last statement.
                Raw::End(EndKind::Plain | EndKind::Program, _)
                    if self.left() == 1 && !units.iter().any(|u: &Unit| matches!(u.kind, UnitKind::Program)) =>
                {
                    let u = self.headless(span);
                    units.push(u);
                }
                Raw::End(k, _) if !matches!(k, EndKind::Plain | EndKind::Program) || !units.is_empty() => {
                    let k = *k;
                    self.next();
                    self.error(
                        ErrorCode::StrayEnd,
                        span,
                        format!("`{}` closes nothing", k.text()),
                        "no program unit is open",
                    );
                }
                Raw::Contains if units.iter().any(|u| matches!(u.kind, UnitKind::Program)) => {
                    self.next();
                    self.error(ErrorCode::Misplaced, span, "CONTAINS outside of a program unit", "not allowed here");
                }
                Raw::Program(_)
                | Raw::Module(_)
                | Raw::Submodule { .. }
                | Raw::BlockData(_)
                | Raw::Subroutine(..)
                | Raw::Function(..) => {
                    if let Some(u) = self.unit(false) {
                        units.push(u);
                    }
                }
                _ => {
                    let left = self.left();
                    let u = self.headless(span);
                    units.push(u);
                    if self.left() == left {
                        self.next();
                    }
                }
            }
        }
        File { units }
    }

    /// A main program without a PROGRAM statement.
    fn headless(&mut self, span: Span) -> Unit {
        self.body_of(UnitKind::Program, None, EndKind::Program, span, false)
    }

    /// A program unit or procedure that begins here.
    fn unit(&mut self, interface: bool) -> Option<Unit> {
        let s = self.next()?;
        let (kind, name, end) = match s.raw {
            Raw::Program(n) => (UnitKind::Program, Some(n), EndKind::Program),
            Raw::Module(n) => (UnitKind::Module, Some(n), EndKind::Module),
            Raw::Submodule { ancestor, parent, name } => {
                (UnitKind::Submodule { ancestor, parent }, Some(name), EndKind::Submodule)
            }
            Raw::BlockData(n) => (UnitKind::BlockData, n, EndKind::BlockData),
            Raw::Subroutine(n, h) => (UnitKind::Subroutine(h), Some(n), EndKind::Subroutine),
            Raw::Function(n, header, result) => (UnitKind::Function { header, result }, Some(n), EndKind::Function),
            Raw::Procedure(p) => {
                let e = p.entities.into_iter().next()?;
                if e.dims.is_some() {
                    let text = "MODULE PROCEDURE takes its arguments from the interface: none are listed";
                    self.error(ErrorCode::Syntax, e.name.span, text, "only the name stands here");
                }
                let n = e.name;
                (UnitKind::ModuleProcedure, Some(n), EndKind::Procedure)
            }
            _ => return None,
        };
        Some(self.body_of(kind, name, end, s.span, interface))
    }

    fn body_of(&mut self, kind: UnitKind, name: Option<Ident>, end: EndKind, span: Span, interface: bool) -> Unit {
        let mut u = Unit {
            kind,
            name: name.clone(),
            spec: vec![],
            body: vec![],
            contains: vec![],
            contains_at: None,
            lost: Lost::default(),
            span,
            end_span: span,
        };
        if !self.push(Kind::End(end), name, span) {
            return u;
        }
        self.spec_and_body(&mut u.spec, &mut u.body);
        if (interface || matches!(u.kind, UnitKind::Module | UnitKind::Submodule { .. } | UnitKind::BlockData))
            && let Some(s) = u.body.iter().find(|s| !matches!(s.kind, StmtKind::Error | StmtKind::Format(_)))
        {
            let what =
                if interface { "an interface body".to_string() } else { format!("a {}", describe(Kind::End(end))) };
            self.error(
                ErrorCode::Misplaced,
                s.span,
                format!("an executable statement in {what}"),
                "only declarations may stand here",
            );
        }
        if matches!(self.peek().map(|s| &s.raw), Some(Raw::Contains)) {
            let at = self.next().map_or(span, |s| s.span);
            u.contains_at = Some(at);
            let host = self.open.iter().rev().nth(1).map(|o| o.kind);
            let in_procedure = matches!(
                host,
                Some(Kind::End(EndKind::Program | EndKind::Subroutine | EndKind::Function | EndKind::Procedure))
            );
            if in_procedure && !interface {
                self.error(
                    ErrorCode::Misplaced,
                    at,
                    "an internal procedure cannot have CONTAINS",
                    "procedures are nested one level deep only",
                );
            }
            if interface || end == EndKind::BlockData {
                self.error(ErrorCode::Misplaced, at, "CONTAINS may not stand here", "no procedures may follow");
            }
            self.contains(&mut u.contains);
        }
        let end_span = self.close();
        if end_span != Span::default() {
            u.end_span = end_span;
        }
        u.body.append(&mut self.after);
        u
    }

    /// Procedures after CONTAINS.
    fn contains(&mut self, out: &mut Vec<Unit>) {
        while let Some(s) = self.peek() {
            let span = s.span;
            match &s.raw {
                Raw::Subroutine(..) | Raw::Function(..) => out.extend(self.unit(false)),
                Raw::Procedure(p) if p.module && p.entities.len() == 1 => out.extend(self.unit(false)),
                Raw::End(..) | Raw::Program(_) | Raw::Module(_) | Raw::Submodule { .. } | Raw::BlockData(_) => return,
                Raw::OmpError | Raw::Simple(StmtKind::Error) => {
                    self.next();
                }
                _ => {
                    self.error(
                        ErrorCode::Misplaced,
                        span,
                        "only procedures may stand after CONTAINS",
                        "not in any procedure",
                    );
                    // What follows up to the next procedure belongs to the mistake.
                    let (mut sink, left) = (vec![], self.left());
                    while self.statement_into(&|_| false, &mut sink) {}
                    if self.left() == left {
                        self.next();
                    }
                }
            }
        }
    }

    /// Specification part, then execution part.
    pub(super) fn spec_and_body(&mut self, spec: &mut Block, body: &mut Block) {
        loop {
            let Some(s) = self.peek() else { return };
            let p = part(&s.raw);
            let span = s.span;
            let executable = match p {
                Part::Spec => false,
                Part::Exec => true,
                Part::Either => !body.is_empty(),
            };
            if !executable && !body.is_empty() && p == Part::Spec {
                if body.iter().all(|s| {
                    maybe_statement_function(s)
                        || matches!(
                            s.kind,
                            StmtKind::Format(_) | StmtKind::Data(_) | StmtKind::Error | StmtKind::Entry { .. }
                        )
                }) {
                    spec.append(body);
                } else {
                    self.error(
                        ErrorCode::Misplaced,
                        span,
                        "a declaration after the first executable statement",
                        "declarations come first in their program unit",
                    );
                }
            }
            if !self.statement_into(&|_| false, if executable { body } else { spec }) {
                return;
            }
            // A directive with its ALLOCATE statement is executable.
            if p == Part::Either && spec.last().is_some_and(allocates) {
                body.extend(spec.pop());
            }
        }
    }

    pub(super) fn interface(&mut self, abstract_: bool, spec: Option<GenericSpec>, span: Span) -> StmtKind {
        let mut block = InterfaceBlock {
            abstract_,
            spec,
            bodies: vec![],
            procedures: vec![],
            module_procedures: vec![],
            access: None,
        };
        if self.push(Kind::End(EndKind::Interface), None, span) {
            while let Some(s) = self.peek() {
                let span = s.span;
                match &s.raw {
                    Raw::Subroutine(..) | Raw::Function(..) => block.bodies.extend(self.unit(true)),
                    Raw::Procedure(_) => {
                        if let Some(RawStmt { raw: Raw::Procedure(p), .. }) = self.next() {
                            if p.module {
                                block.module_procedures.extend(p.entities.iter().map(|e| e.name.clone()));
                            }
                            block.procedures.extend(p.entities.into_iter().map(|e| e.name));
                        }
                    }
                    Raw::Simple(StmtKind::Error) | Raw::OmpError => {
                        self.next();
                    }
                    Raw::End(..) | Raw::Program(_) | Raw::Module(_) | Raw::Submodule { .. } | Raw::Contains => break,
                    _ => {
                        self.next();
                        self.error(
                            ErrorCode::Misplaced,
                            span,
                            "only interface bodies and PROCEDURE statements may stand in an interface block",
                            "not allowed here",
                        );
                    }
                }
            }
            if let Some(RawStmt { raw: Raw::End(EndKind::Interface, Some(n)), .. }) = self.peek() {
                let n = n.clone();
                let said = block.spec.clone().map(crate::grammar::decl::generic_ident);
                let same = |a: &str| canonical_spec(a) == canonical_spec(&n.name);
                if said.as_ref().is_none_or(|s| !same(&s.name)) {
                    let text = match &said {
                        Some(s) => format!("END INTERFACE names `{}`, the interface is `{}`", n.name, s.name),
                        None => format!("END INTERFACE names `{}`, but the interface has no name", n.name),
                    };
                    self.error(ErrorCode::EndName, n.span, text, "another name");
                }
                if let Some(RawStmt { raw: Raw::End(_, name), .. }) = self.stmts.as_mut_slice().first_mut() {
                    *name = None;
                }
            }
            self.close();
        }
        StmtKind::Interface(Box::new(block))
    }

    pub(super) fn derived_type(&mut self, mut d: Box<DerivedTypeDef>, span: Span) -> StmtKind {
        // A statement with an error that has no END TYPE was probably something else.
        let reported = self.diag.iter().any(|e| (span.lo..=span.hi).contains(&e.primary.span.lo));
        if reported && !self.type_ends() {
            return StmtKind::Error;
        }
        if !self.push(Kind::End(EndKind::Type), Some(d.name.clone()), d.span) {
            return StmtKind::DerivedType(d);
        }
        let mut bound = false;
        let mut complained = false;
        while let Some(s) = self.peek() {
            let span = s.span;
            match &s.raw {
                Raw::End(..)
                | Raw::Program(_)
                | Raw::Module(_)
                | Raw::Submodule { .. }
                | Raw::Subroutine(..)
                | Raw::Function(..) => break,
                Raw::Contains if !bound => {
                    (bound, complained) = (true, false);
                    d.contains_at = Some(span);
                    self.next();
                    continue;
                }
                _ => {}
            }
            let Some(s) = self.next() else { break };
            match s.raw {
                Raw::Sequence if !bound => {
                    if d.sequence {
                        d.faults.push((span, "a second SEQUENCE statement"));
                    }
                    if d.bind_c {
                        d.faults.push((span, "a BIND(C) type cannot have the SEQUENCE attribute"));
                    }
                    d.sequence = true
                }
                Raw::Simple(StmtKind::AttrStmt { attr: AttrSpec::Private, entities }) if entities.is_empty() => {
                    let had = match bound {
                        true => std::mem::replace(&mut d.private_bindings, true),
                        false => std::mem::replace(&mut d.private_components, true),
                    };
                    if had {
                        d.faults.push((span, "a second PRIVATE statement"));
                    }
                    d.private_at.get_or_insert(span);
                }
                Raw::Procedure(p) if bound => self.bindings(p, &mut d.bindings),
                Raw::Procedure(p) => d.components.push(Stmt {
                    label: s.label,
                    kind: StmtKind::ProcedureDecl { iface: p.iface, attrs: p.attrs, entities: p.entities },
                    span,
                }),
                Raw::Generic { access, spec, names } if bound => {
                    d.bindings.push(TypeBinding::Generic { access, spec, names })
                }
                Raw::Final(names) if bound => d.bindings.push(TypeBinding::Final(names)),
                Raw::Simple(kind @ StmtKind::TypeDecl { .. }) if !bound => {
                    d.components.push(Stmt { label: s.label, kind, span });
                }
                Raw::Simple(StmtKind::Error) | Raw::OmpError => d.lost[usize::from(bound)] = true,
                Raw::Omp(c) if c.directive.name() == "nothing" => {}
                // One is enough: the others are of the same mistake.
                _ if complained => {}
                _ => {
                    complained = true;
                    self.error(
                        ErrorCode::Misplaced,
                        span,
                        if bound {
                            "only PROCEDURE, GENERIC and FINAL may stand here"
                        } else {
                            "only component declarations may stand in a derived type definition"
                        },
                        "not allowed here",
                    );
                    if !self.type_ends() {
                        self.open.pop();
                        return StmtKind::DerivedType(d);
                    }
                }
            }
        }
        self.close();
        StmtKind::DerivedType(d)
    }

    /// STRUCTURE of VAX Fortran: a SEQUENCE type whose name stands in slashes, so that variables may have the same one.
    pub(super) fn structure(
        &mut self,
        name: Option<Ident>,
        entities: &[EntityDecl],
        outer: Option<&Ident>,
        span: Span,
    ) -> DerivedTypeDef {
        let ident = match (name, entities.first(), outer) {
            (Some(n), ..) => slashed(n),
            // Without a name: only its first component tells it from others.
            (None, Some(e), Some(o)) => Ident { name: format!("{}.{}", o.name, e.name.name).into(), span: e.name.span },
            _ => {
                self.error(ErrorCode::Misplaced, span, "a STRUCTURE outside of another one needs a name", "no name");
                Ident { name: "/?/".into(), span }
            }
        };
        let mut d = DerivedTypeDef::empty(ident, span);
        d.sequence = true;
        if self.push(Kind::End(EndKind::Structure), None, span) {
            let name = d.name.clone();
            self.structure_parts(&name, &mut d.components);
            self.close();
        }
        d
    }

    /// RECORD: declarations of one type each; all but the first go behind the statement.
    pub(super) fn records(&mut self, groups: Vec<(Ident, Vec<EntityDecl>)>, span: Span) -> StmtKind {
        let mut kinds = groups.into_iter().map(|(n, entities)| record_decl(slashed(n), entities));
        let first = kinds.next().unwrap_or(StmtKind::Error);
        self.after.extend(kinds.map(|kind| Stmt { label: None, kind, span }));
        first
    }

    /// Components of a structure or of a map. Types that are defined among them belong to the scope.
    fn structure_parts(&mut self, outer: &Ident, out: &mut Vec<Stmt>) {
        while let Some(s) = self.peek() {
            if matches!(
                s.raw,
                Raw::End(..)
                    | Raw::Program(_)
                    | Raw::Module(_)
                    | Raw::Submodule { .. }
                    | Raw::Subroutine(..)
                    | Raw::Function(..)
            ) {
                return;
            }
            let Some(s) = self.next() else { return };
            let span = s.span;
            let mut put = |kind| out.push(Stmt { label: None, kind, span });
            match s.raw {
                Raw::Simple(kind @ StmtKind::TypeDecl { .. }) => put(kind),
                Raw::Records(groups) => groups.into_iter().for_each(|(n, e)| put(record_decl(slashed(n), e))),
                Raw::Structure(name, entities) => {
                    let def = self.structure(name, &entities, Some(outer), span);
                    put(record_decl(def.name.clone(), entities));
                    self.after.push(Stmt { label: None, kind: StmtKind::DerivedType(Box::new(def)), span });
                }
                Raw::Union => {
                    let mut maps = vec![];
                    if !self.push(Kind::End(EndKind::Union), None, span) {
                        return;
                    }
                    while let Some(at) = self.peek().filter(|s| matches!(s.raw, Raw::Map)).map(|s| s.span) {
                        self.next();
                        if !self.push(Kind::End(EndKind::Map), None, at) {
                            return;
                        }
                        let mut parts = vec![];
                        self.structure_parts(outer, &mut parts);
                        self.close();
                        maps.push(parts);
                    }
                    self.close();
                    put(StmtKind::Union(maps));
                }
                Raw::Simple(StmtKind::Error) | Raw::OmpError => {}
                _ => self.error(
                    ErrorCode::Misplaced,
                    span,
                    "only declarations of components may stand in a structure",
                    "not allowed here",
                ),
            }
        }
    }

    /// Whether the derived type definition that is open has its END: no other one begins before it, and no program unit.
    fn type_ends(&self) -> bool {
        self.stmts
            .as_slice()
            .iter()
            .find_map(|s| match &s.raw {
                Raw::End(k, _) => Some(*k == EndKind::Type),
                Raw::TypeDef(_)
                | Raw::Program(_)
                | Raw::Module(_)
                | Raw::Submodule { .. }
                | Raw::Subroutine(..)
                | Raw::Function(..) => Some(false),
                _ => None,
            })
            .unwrap_or(false)
    }

    fn bindings(&mut self, p: ProcedureStmt, out: &mut Vec<TypeBinding>) {
        let iface = match p.iface {
            ProcIface::Name(n) => Some(n),
            _ => None,
        };
        for e in p.entities {
            let target = match e.init {
                None => None,
                Some(Init::Pointer(Expr { kind: ExprKind::Ref(mut parts), .. }))
                    if parts.len() == 1 && parts[0].args.is_none() =>
                {
                    Some(parts.remove(0).name)
                }
                Some(_) => {
                    self.error(
                        ErrorCode::Syntax,
                        e.name.span,
                        "a binding is written `name => procedure`",
                        "expected a procedure's name",
                    );
                    None
                }
            };
            out.push(TypeBinding::Procedure { iface: iface.clone(), attrs: p.attrs.clone(), name: e.name, target });
        }
    }

    pub(super) fn enumeration(&mut self, bind_c: bool, name: Option<Ident>, span: Span) -> StmtKind {
        let items = self.enumerators(EndKind::Enum, None, span);
        let def = name.map(|name| {
            let mut d = DerivedTypeDef::empty(name, span);
            d.enumeration = Some(Enumeration::Integers);
            Box::new(d)
        });
        StmtKind::Enum { bind_c, items, def }
    }

    /// ENUMERATION TYPE of Fortran 2023.
    pub(super) fn enumeration_type(&mut self, access: Option<Access>, name: Ident, span: Span) -> StmtKind {
        let mut names = vec![];
        for (id, value) in self.enumerators(EndKind::Enumeration, Some(name.clone()), span) {
            if let Some(v) = value {
                let text = "an enumerator of an enumeration type has no value: they are numbered";
                self.error(ErrorCode::Syntax, v.span, text, "not allowed here");
            }
            names.push(id);
        }
        let mut d = DerivedTypeDef::empty(name, span);
        d.access = access;
        d.enumeration = Some(Enumeration::Ordinals(names));
        StmtKind::DerivedType(Box::new(d))
    }

    /// The enumerators up to the END statement.
    fn enumerators(&mut self, end: EndKind, name: Option<Ident>, span: Span) -> Vec<(Ident, Option<Expr>)> {
        let mut items = vec![];
        let mut lost = false;
        if self.push(Kind::End(end), name, span) {
            while let Some(s) = self.peek() {
                let span = s.span;
                match &s.raw {
                    Raw::Enumerator(_) => {
                        if let Some(RawStmt { raw: Raw::Enumerator(v), .. }) = self.next() {
                            items.extend(v);
                        }
                    }
                    Raw::Simple(StmtKind::Error) | Raw::OmpError => {
                        lost = true;
                        self.next();
                    }
                    Raw::End(..) => break,
                    _ => {
                        self.error(
                            ErrorCode::Misplaced,
                            span,
                            "only ENUMERATOR may stand in an enumeration",
                            "not allowed here",
                        );
                        break;
                    }
                }
            }
            if let Some(RawStmt { raw: Raw::End(k, _), span, .. }) = self.peek()
                && *k == end
                && items.is_empty()
                && !lost
            {
                let span = *span;
                self.error(ErrorCode::Syntax, span, "an enumeration without enumerators", "ends here");
            }
            self.close();
        }
        items
    }
}

/// The name of a structure as a type's name.
fn slashed(n: Ident) -> Ident {
    Ident { name: format!("/{}/", n.name).into(), span: n.span }
}

/// A declaration of entities of a structure.
fn record_decl(name: Ident, entities: Vec<EntityDecl>) -> StmtKind {
    let span = name.span;
    StmtKind::TypeDecl {
        spec: TypeSpec { kind: TypeSpecKind::Type { name, params: vec![] }, span },
        attrs: vec![],
        entities,
    }
}

/// A generic spec in one spelling: relational operators in their symbol form.
fn canonical_spec(text: &str) -> String {
    let t: String = text.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    [(".eq.", "=="), (".ne.", "/="), (".lt.", "<"), (".le.", "<="), (".gt.", ">"), (".ge.", ">=")]
        .iter()
        .fold(t, |t, (word, sign)| if t == format!("operator({word})") { format!("operator({sign})") } else { t })
}
