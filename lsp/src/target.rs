//! What a name in a text stands for, and under which key the same entity is known in all files.

use ferrotran_sema::names::{Meaning, Named, Names};
use ferrotran_syntax::ast::Name;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::{ProcId, ProcIface, Program, SymbolId, Ty, TypeId};

/// What a name stands for, in one analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A data entity.
    Symbol(SymbolId),
    /// A procedure.
    Proc(ProcId),
    /// A generic name, by its scope.
    Generic(usize, Name),
    /// A derived type.
    Type(TypeId),
    /// A component of a type, by its position.
    Component(TypeId, usize),
    /// A type-bound procedure, by its slot.
    Binding(TypeId, usize),
    /// A generic binding.
    TypeGeneric(TypeId, Name),
    /// An intrinsic procedure.
    Intrinsic(Intrinsic),
    /// A module (submodule: `ancestor:name`).
    Module(Name),
    /// An external procedure that nothing describes here.
    External(String, Option<Ty>),
    /// A namelist group, by its scope.
    Namelist(usize, Name),
}

/// One analysis: the typed program and its names.
#[derive(Debug)]
pub struct Facts {
    /// The program, without its bodies.
    pub program: Program,
    /// The names of its scopes.
    pub names: Names,
    /// The file that is analysed: first position and position after the last.
    pub extent: (u32, u32),
    /// Its path, for the keys of what only it can name.
    pub path: String,
}

impl Facts {
    /// What a name of a scope stands for.
    pub fn of_named(&self, scope: usize, name: &Name, n: &Named) -> Option<Target> {
        Some(match &n.meaning {
            Meaning::Symbol(s) => Target::Symbol(*s),
            Meaning::Proc(p) => Target::Proc(*p),
            Meaning::Type(t) => Target::Type(*t),
            Meaning::Namelist => Target::Namelist(scope, name.clone()),
            Meaning::Intrinsic(i) => Target::Intrinsic(*i),
            Meaning::External { link_name, ty } => Target::External(link_name.clone(), ty.clone()),
            Meaning::Generic => Target::Generic(scope, name.clone()),
            Meaning::Unknown => return None,
        })
    }

    /// What a name means in a scope.
    pub fn lookup(&self, scope: Option<usize>, name: &Name) -> Option<Target> {
        if let Some((s, n)) = scope.and_then(|s| self.names.find(s, name)) {
            return self.of_named(s, name, n);
        }
        let row = ferrotran_typed::intrinsics::lookup(name)
            .or_else(|| ferrotran_typed::intrinsics::specific(name).map(|s| s.generic))?;
        Some(Target::Intrinsic(row))
    }

    /// Specific procedures of a generic name.
    pub fn specifics(&self, scope: usize, name: &str) -> &[ProcId] {
        let n = self.names.scopes[scope].names.get(name);
        n.and_then(|n| n.generic.as_deref()).unwrap_or_default()
    }

    /// The type that a reference to a procedure has.
    pub fn result(&self, p: ProcId) -> Option<&Ty> {
        let p = &self.program.procs[p.0 as usize];
        p.result.map(|r| &self.program.symbols[r.0 as usize].ty)
    }

    fn iface<'f>(&'f self, iface: &'f Option<ProcIface>) -> Option<&'f Ty> {
        match iface.as_ref()? {
            ProcIface::Explicit(p) => self.result(*p),
            ProcIface::Implicit(t) => t.as_ref(),
        }
    }

    /// The type of what a target stands for, where it has one that selects components.
    pub fn type_of<'f>(&'f self, t: &'f Target) -> Option<&'f Ty> {
        match t {
            Target::Symbol(s) => {
                let s = &self.program.symbols[s.0 as usize];
                if s.ty == Ty::Procedure { self.iface(&s.proc) } else { Some(&s.ty) }
            }
            Target::Proc(p) => self.result(*p),
            Target::Generic(s, n) => self.specifics(*s, n).iter().find_map(|p| self.result(*p)),
            Target::Component(t, i) => {
                let c = self.program.types[t.0 as usize].components.get(*i)?;
                if c.ty == Ty::Procedure { self.iface(&c.proc) } else { Some(&c.ty) }
            }
            Target::Binding(t, i) => self.binding_proc(*t, *i).and_then(|p| self.result(p)),
            Target::TypeGeneric(t, n) => self.type_specifics(*t, n).into_iter().find_map(|p| self.result(p)),
            Target::External(_, ty) => ty.as_ref(),
            _ => None,
        }
    }

    /// The derived type whose components `%` selects behind something of that type.
    pub fn derived(ty: &Ty) -> Option<TypeId> {
        match ty {
            Ty::Derived(t) | Ty::Class(Some(t)) => Some(*t),
            _ => None,
        }
    }

    /// The procedure or interface of a binding.
    pub fn binding_proc(&self, t: TypeId, slot: usize) -> Option<ProcId> {
        let b = self.program.types[t.0 as usize].bindings.get(slot)?;
        b.proc.or(b.iface)
    }

    /// Specific procedures of a generic binding.
    pub fn type_specifics(&self, t: TypeId, name: &str) -> Vec<ProcId> {
        let ty = &self.program.types[t.0 as usize];
        let mut at = Some(t);
        while let Some(of) = at {
            let own = self.names.type_generics.get(of.0 as usize).into_iter().flatten().find(|g| &*g.0 == name);
            if let Some((_, specifics)) = own {
                let slot = |n: &Name| ty.bindings.iter().find(|b| b.name == *n).and_then(|b| b.proc.or(b.iface));
                return specifics.iter().filter_map(slot).collect();
            }
            at = self.program.types[of.0 as usize].extends;
        }
        vec![]
    }

    /// What a name behind `%` means.
    pub fn member(&self, t: TypeId, name: &str) -> Option<Target> {
        let mut at = Some(t);
        while let Some(of) = at {
            let ty = &self.program.types[of.0 as usize];
            if let Some(i) = ty.components.iter().position(|c| &*c.name == name) {
                return Some(Target::Component(of, i));
            }
            at = ty.extends;
        }
        if let Some(i) = self.program.types[t.0 as usize].bindings.iter().position(|b| &*b.name == name) {
            return Some(Target::Binding(t, i));
        }
        let mut at = Some(t);
        while let Some(of) = at {
            let own = self.names.type_generics.get(of.0 as usize).into_iter().flatten().find(|g| &*g.0 == name);
            if let Some((n, _)) = own {
                return Some(Target::TypeGeneric(of, n.clone()));
            }
            at = self.program.types[of.0 as usize].extends;
        }
        None
    }

    /// The procedures that a call of a target may reach.
    pub fn callees(&self, t: &Target) -> Vec<ProcId> {
        match t {
            Target::Proc(p) => vec![*p],
            Target::Generic(s, n) => self.specifics(*s, n).to_vec(),
            Target::Binding(t, i) => self.binding_proc(*t, *i).into_iter().collect(),
            Target::TypeGeneric(t, n) => self.type_specifics(*t, n),
            Target::Symbol(s) => match &self.program.symbols[s.0 as usize].proc {
                Some(ProcIface::Explicit(p)) => vec![*p],
                _ => vec![],
            },
            Target::Component(t, i) => match self.program.types[t.0 as usize].components.get(*i).map(|c| &c.proc) {
                Some(Some(ProcIface::Explicit(p))) => vec![*p],
                _ => vec![],
            },
            _ => vec![],
        }
    }

    /// The dummy argument of a callee, or the component of a constructed type, with that keyword.
    pub fn keyword(&self, callee: &Target, name: &str) -> Option<Target> {
        if let Target::Type(t) = callee {
            return self.member(*t, name);
        }
        let named = |s: &&SymbolId| &*self.program.symbols[s.0 as usize].name == name;
        let found = |p: ProcId| self.program.procs[p.0 as usize].args.iter().find(named).copied();
        self.callees(callee).into_iter().find_map(found).map(Target::Symbol)
    }

    /// The name that the declaration of a target gives it.
    pub fn name(&self, t: &Target) -> String {
        match t {
            Target::Symbol(s) => self.program.symbols[s.0 as usize].name.to_string(),
            Target::Proc(p) => self.program.procs[p.0 as usize].name.to_string(),
            Target::Type(t) => self.program.types[t.0 as usize].name.to_string(),
            Target::Component(t, i) => self.program.types[t.0 as usize].components[*i].name.to_string(),
            Target::Binding(t, i) => self.program.types[t.0 as usize].bindings[*i].name.to_string(),
            Target::Intrinsic(i) => i.name().to_string(),
            Target::External(link, _) => link.trim_end_matches('_').to_string(),
            Target::Module(n) => n.rsplit(':').next().unwrap_or(n).to_string(),
            Target::Generic(s, n) => self.origin(*s, n).1,
            Target::TypeGeneric(_, n) | Target::Namelist(_, n) => n.to_string(),
        }
    }

    /// Keeps what only this file can name apart from others.
    fn own(&self, path: &str) -> String {
        if path.starts_with("MAIN__") { format!("{}|{path}", self.path) } else { path.to_string() }
    }

    fn path_of_scope(&self, s: usize) -> String {
        self.own(&self.names.scopes[s].path)
    }

    /// The scope's path and the name under which a name that came by USE was declared (without renaming by name).
    fn origin(&self, scope: usize, name: &str) -> (String, String) {
        let (mut scope, name) = (scope, name);
        for _ in 0..100 {
            let Some(n) = self.names.scopes[scope].names.get(name) else { break };
            let Some(next) = n.from.as_ref().and_then(|m| self.names.modules.get(m)) else { break };
            if *next == scope || !self.names.scopes[*next].names.contains_key(name) {
                break;
            }
            scope = *next;
        }
        (self.path_of_scope(scope), name.to_string())
    }

    /// The key of a target: the same in every analysis of the workspace.
    pub fn key(&self, t: &Target) -> String {
        let ty = |t: &TypeId| self.own(&self.program.types[t.0 as usize].ir_name);
        match t {
            Target::Symbol(s) => self.symbol_key(*s),
            Target::Proc(p) => {
                let facts = &self.names.procs[p.0 as usize];
                let proc = &self.program.procs[p.0 as usize];
                if facts.abstract_ || facts.interface && self.is_local_interface(*p) {
                    format!("A:{}", self.path_of_scope(facts.scope))
                } else {
                    format!("P:{}", self.own(&proc.link_name))
                }
            }
            Target::Generic(s, n) | Target::Namelist(s, n) => {
                let (path, name) = self.origin(*s, n);
                format!("G:{path}/{name}")
            }
            Target::Type(t) => format!("T:{}", ty(t)),
            Target::Component(t, i) => {
                format!("C:{}/{}", ty(t), self.program.types[t.0 as usize].components[*i].name)
            }
            Target::Binding(t, i) => {
                let name = &self.program.types[t.0 as usize].bindings[*i].name;
                // A binding that overrides another is the same to a reader.
                let mut root = *t;
                while let Some(up) = self.program.types[root.0 as usize].extends
                    && self.program.types[up.0 as usize].bindings.iter().any(|b| b.name == *name)
                {
                    root = up;
                }
                format!("B:{}/{name}", ty(&root))
            }
            Target::TypeGeneric(t, n) => format!("B:{}/{n}", ty(t)),
            Target::Intrinsic(i) => format!("I:{}", i.name()),
            Target::Module(n) => format!("M:{n}"),
            Target::External(link, _) => format!("P:{link}"),
        }
    }

    /// An interface body that describes a dummy procedure: it is no external procedure.
    fn is_local_interface(&self, p: ProcId) -> bool {
        let facts = &self.names.procs[p.0 as usize];
        let Some(around) = self.names.scopes[facts.scope].parent else { return false };
        let name = &self.program.procs[p.0 as usize].name;
        matches!(self.names.scopes[around].names.get(name).map(|n| &n.meaning), Some(Meaning::Symbol(_)))
    }

    fn symbol_key(&self, s: SymbolId) -> String {
        let sym = &self.program.symbols[s.0 as usize];
        let scope = self.names.symbols.get(s.0 as usize).copied().flatten();
        let path = scope.map_or(String::new(), |s| self.path_of_scope(s));
        let block = scope.is_some_and(|s| self.names.scopes[s].is_block);
        let here = (self.extent.0..self.extent.1).contains(&sym.span.lo);
        if block && here {
            return format!("S:{path}/{}@{}", sym.name, sym.span.lo - self.extent.0);
        }
        // The result of a function has the name of the function, unless RESULT gives it another.
        if let Some(p) = scope.and_then(|s| self.names.scopes[s].proc) {
            let proc = &self.program.procs[p.0 as usize];
            if proc.result == Some(s) && proc.name == sym.name {
                return self.key(&Target::Proc(p));
            }
        }
        format!("S:{path}/{}", sym.name)
    }
}
