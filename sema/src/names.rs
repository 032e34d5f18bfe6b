//! The names of a program and what they stand for, as the analysis left them: for editors, made on request
//! ([`crate::analyze_with_names`]).

use super::ctx::{Entity, Facts, ScopeKind, TypeInfo};
use ferrotran_source::Span;
use ferrotran_syntax::ast::{self, Name};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::{ProcId, SymbolId, Ty, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A data entity, dummy procedure or procedure pointer.
    Symbol(SymbolId),
    /// A procedure with a known interface.
    Proc(ProcId),
    /// A derived type.
    Type(TypeId),
    /// A namelist group.
    Namelist,
    /// An intrinsic procedure.
    Intrinsic(Intrinsic),
    /// An external procedure with an implicit interface; its function type if declared.
    External {
        /// Its name in objects.
        link_name: String,
        /// Its type as a function, where declared.
        ty: Option<Ty>,
    },
    /// A generic name, and nothing beside it.
    Generic,
    /// Nothing that is known: an error was reported.
    Unknown,
}

/// A name of a scope.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it stands for.
    pub meaning: Meaning,
    /// The specific procedures, where it is generic.
    pub generic: Option<Vec<ProcId>>,
    /// Where it is declared, or comes by USE.
    pub span: Span,
    /// The module it came from by USE.
    pub from: Option<Name>,
    /// Other scopes cannot have it by USE.
    pub private: bool,
}

/// A scope.
#[derive(Clone, Debug)]
pub struct NameScope {
    /// The scope around it.
    pub parent: Option<usize>,
    /// The procedure that it belongs to.
    pub proc: Option<ProcId>,
    /// Of a module or submodule.
    pub is_module: bool,
    /// Of a construct.
    pub is_block: bool,
    /// Unique among procedures and modules; that of a construct is the one around it.
    pub path: String,
    /// The names.
    pub names: FxHashMap<Name, Named>,
    /// Of the names around it, it sees all, or only some.
    sees_all: bool,
    sees: FxHashSet<Name>,
}

/// What is known of a procedure beside the typed program.
#[derive(Clone, Copy, Debug)]
pub struct ProcFacts {
    /// Its own scope.
    pub scope: usize,
    /// It is a function.
    pub function: bool,
    /// Described by an interface body.
    pub interface: bool,
    /// By one of an abstract interface.
    pub abstract_: bool,
    /// A statement function.
    pub statement: bool,
}

/// All scopes with their names.
#[derive(Debug, Default)]
pub struct Names {
    /// The scopes.
    pub scopes: Vec<NameScope>,
    /// Scopes of program units, procedures and interface bodies, by the place of the opening statement.
    pub units: FxHashMap<Span, usize>,
    /// Scopes of modules, the intrinsic ones too (submodules: `ancestor:name`).
    pub modules: FxHashMap<Name, usize>,
    /// By [`ProcId`].
    pub procs: Vec<ProcFacts>,
    /// By [`SymbolId`]: the scope that declares it.
    pub symbols: Vec<Option<usize>>,
    /// By [`TypeId`]: generic bindings that the type itself declares, with the names of their specific ones.
    pub type_generics: Vec<Vec<(Name, Vec<Name>)>>,
}

impl Names {
    /// What a name means in a scope, with the scope that has it.
    pub fn find(&self, scope: usize, name: &str) -> Option<(usize, &Named)> {
        let mut at = Some(scope);
        while let Some(s) = at {
            let scope = &self.scopes[s];
            if let Some(n) = scope.names.get(name) {
                return Some((s, n));
            }
            if !scope.sees_all && !scope.sees.contains(name) {
                return None;
            }
            at = scope.parent;
        }
        None
    }

    /// Calls `f` for every name that is known in a scope, those of inner scopes first.
    pub fn visible<'n>(&'n self, scope: usize, f: &mut dyn FnMut(usize, &'n Name, &'n Named)) {
        let mut seen: FxHashSet<&Name> = FxHashSet::default();
        let (mut at, mut through): (Option<usize>, Option<FxHashSet<&Name>>) = (Some(scope), None);
        while let Some(s) = at {
            let scope = &self.scopes[s];
            for (name, n) in &scope.names {
                if through.as_ref().is_none_or(|t| t.contains(name)) && seen.insert(name) {
                    f(s, name, n);
                }
            }
            if !scope.sees_all {
                through = Some(scope.sees.iter().collect());
            }
            at = scope.parent;
        }
    }
}

/// The names of an analysis that is at its end.
pub(crate) fn collect(facts: &Facts<'_>) -> Names {
    let scopes = facts.scopes.iter().map(|s| {
        let names = s.names.iter().map(|(name, e)| {
            let meaning = match &e.ent {
                Entity::Symbol(s) => Meaning::Symbol(*s),
                Entity::Proc(p) => Meaning::Proc(*p),
                Entity::Type(t) => Meaning::Type(*t),
                Entity::Namelist(_) => Meaning::Namelist,
                Entity::Intrinsic(i) => Meaning::Intrinsic(*i),
                Entity::External { link_name, ty } => {
                    Meaning::External { link_name: link_name.clone(), ty: ty.clone() }
                }
                Entity::Generic => Meaning::Generic,
                Entity::Pending | Entity::Resolving | Entity::Ambiguous | Entity::Bad | Entity::Refused(_) => {
                    Meaning::Unknown
                }
            };
            let generic = e.generic.map(|g| facts.generics[g.0 as usize].procs.clone());
            let private = match e.access {
                Some(a) => a == ast::Access::Private,
                None => s.default_private,
            };
            (name.clone(), Named { meaning, generic, span: e.span, from: e.from.clone(), private })
        });
        let sees_all = match s.kind {
            ScopeKind::Interface => s.import_all,
            ScopeKind::Block | ScopeKind::Proc => !s.import_none && (s.imports.is_empty() || s.import_all),
            _ => true,
        };
        NameScope {
            parent: s.parent.map(|p| p.0 as usize),
            proc: s.proc,
            is_module: s.kind == ScopeKind::Module,
            is_block: s.kind == ScopeKind::Block,
            path: s.path.clone(),
            names: names.collect(),
            sees_all,
            sees: if s.import_none { FxHashSet::default() } else { s.imports.clone() },
        }
    });
    let mut units = FxHashMap::default();
    for p in &facts.procs.info {
        if let Some(u) = p.unit {
            units.insert(u.span, p.scope.0 as usize);
        }
    }
    let mut modules = FxHashMap::default();
    for (name, m) in &facts.modules.known {
        modules.insert(name.clone(), m.scope.0 as usize);
        if let Some(u) = facts.modules.units.get(name) {
            units.insert(u.span, m.scope.0 as usize);
        }
    }
    let procs = facts.procs.info.iter().map(|p| ProcFacts {
        scope: p.scope.0 as usize,
        function: p.function,
        interface: p.interface,
        abstract_: p.abstract_,
        statement: p.stmt_func,
    });
    Names {
        scopes: scopes.collect(),
        units,
        modules,
        procs: procs.collect(),
        symbols: facts.sym_info.iter().map(|s| s.scope.map(|s| s.0 as usize)).collect(),
        type_generics: facts.types.info.iter().map(generics_of).collect(),
    }
}

fn generics_of(info: &TypeInfo<'_>) -> Vec<(Name, Vec<Name>)> {
    info.generics
        .iter()
        .map(|(n, specifics, _)| (n.clone(), specifics.iter().map(|s| s.name.clone()).collect()))
        .collect()
}
