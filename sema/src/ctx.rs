//! The analyzer's state: the program being built, scopes and their names, and how errors are reported.

use super::Options;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode, nearest};
use ferrotran_syntax::ast::{self, Name};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Deref, DerefMut};

/// Proof that an error was reported; whoever gets it stays silent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

/// Result of analysing something; an error is already in the diagnostics.
pub(crate) type Res<T> = Result<T, Reported>;

/// Index into [`Facts::scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct ScopeId(pub u32);

/// Index into [`Facts::generics`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct GenericId(pub u32);

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScopeKind {
    /// A module or submodule.
    Module,
    /// A procedure or main program.
    Proc,
    /// An interface body: sees its host only through IMPORT.
    Interface,
    /// BLOCK, ASSOCIATE and other constructs with names of their own.
    Block,
    /// BLOCK DATA.
    BlockData,
}

/// What a name stands for in a scope.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entity {
    /// Declared, not looked at yet (see [`Scope::decls`]).
    Pending,
    /// Being resolved right now.
    Resolving,
    Symbol(SymbolId),
    Proc(ProcId),
    Type(TypeId),
    Namelist(u32),
    /// Intrinsic by its own or a specific name.
    Intrinsic(Intrinsic),
    /// External procedure with an implicit interface; its function type if declared.
    External {
        link_name: String,
        ty: Option<Ty>,
    },
    /// Only the generic of the entry.
    Generic,
    /// Came by USE from two places that differ.
    Ambiguous,
    /// An error was reported at its declaration.
    Bad,
    /// Of a module that gfortran compiled, and cannot be used for that reason.
    Refused(Name),
}

/// What an actual argument can stand for by its rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passed {
    Scalar,
    Array,
    /// An element of an array, a string, a procedure.
    Either,
}

/// A name in a scope.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub ent: Entity,
    pub generic: Option<GenericId>,
    pub span: Span,
    /// Accessibility where stated.
    pub access: Option<ast::Access>,
    /// The module it came from by USE.
    pub from: Option<Name>,
}

/// A generic identifier: its specific procedures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generic {
    pub name: Option<Name>,
    /// Specific procedures: names to be looked up in a scope, or procedures.
    pub pending: Vec<(ScopeId, ast::Ident)>,
    pub procs: Vec<ProcId>,
    /// Specifics that are dummy procedures or procedure pointers; their interfaces stand in `procs`.
    pub symbols: Vec<(ProcId, SymbolId)>,
}

/// Attributes collected from all declarations of a name.
#[derive(Clone, Default)]
pub(crate) struct PreDecl<'a> {
    pub span: Span,
    /// Of a dummy argument or result: where the procedure's first statement names it.
    pub named: Option<Span>,
    pub ty: Option<&'a ast::TypeSpec>,
    pub char_len: Option<&'a ast::CharLen>,
    pub dims: Option<&'a [ast::DimSpec]>,
    pub rank: Option<&'a ast::Expr>,
    pub codims: Option<&'a [ast::DimSpec]>,
    pub init: Option<&'a ast::Init>,
    pub param: Option<&'a ast::Expr>,
    pub iface: Option<&'a ast::ProcIface>,
    pub intent: Option<ast::Intent>,
    pub bind: Option<&'a ast::BindSpec>,
    pub dummy: Option<u32>,
    pub common: Option<u32>,
    pub parameter: bool,
    pub allocatable: bool,
    /// A pointer of Cray Fortran.
    pub cray_pointer: bool,
    /// The Cray pointer that holds its address.
    pub based: Option<&'a ast::Ident>,
    /// AUTOMATIC: SAVE without names and `-fno-automatic` do not count.
    pub automatic: bool,
    pub asynchronous: bool,
    pub contiguous: bool,
    pub ignore_tkr: bool,
    pub external: bool,
    pub intrinsic: bool,
    pub optional: bool,
    pub pointer: bool,
    pub protected: bool,
    pub save: bool,
    /// SAVE was written for it, not only implied by its being a coarray.
    pub saved_coarray: bool,
    pub target: bool,
    pub value: bool,
    pub volatile: bool,
    pub result: bool,
    /// Initialized by DATA.
    pub data: bool,
    /// The first DATA statement that names it, where that gives no shape before.
    pub data_early: Option<Span>,
    pub equivalence: bool,
    pub threadprivate: bool,
    pub on_devices: OnDevices,
    /// Dummy of another entry point, or something whose bounds or length depend on one: a pointer that nothing associates.
    pub ghost: bool,
    /// Of a dummy of another entry point: where the first statement that names it stands.
    pub entry_at: Option<u32>,
    /// Something said about it that makes it more than an accessibility statement.
    pub declared: bool,
    /// Statements other than its declaration that gave it an attribute.
    pub marks: Vec<(&'static str, Span)>,
}

/// One scope.
pub(crate) struct Scope<'a> {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    pub proc: Option<ProcId>,
    pub module: Option<Name>,
    pub names: FxHashMap<Name, Entry>,
    pub decls: FxHashMap<Name, PreDecl<'a>>,
    /// Declared names in order.
    pub order: Vec<Name>,
    /// Types by first letter; `None`: IMPLICIT NONE for it. Absent (outer `None`): inherit.
    pub implicit: [Option<Option<ImplicitTy<'a>>>; 26],
    pub implicit_none_external: bool,
    pub default_private: bool,
    /// Intrinsic functions that were referenced without a declaration.
    pub referenced: FxHashSet<Name>,
    pub save_all: bool,
    /// IMPORT of interface bodies: `None`: nothing imported; names, or all.
    pub import_all: bool,
    pub import_none: bool,
    pub imports: FxHashSet<Name>,
    /// Intrinsic modules whose newer names are known where nothing else has them.
    pub fallback: Vec<(ScopeId, Name)>,
    /// Symbols with storage in the order of their completion.
    pub locals: Vec<SymbolId>,
    /// Statements that need all declarations first.
    pub commons: Vec<(Option<Name>, Span, Vec<&'a ast::EntityDecl>)>,
    /// Its ASSUMES directives.
    pub assumed: Vec<&'a ast::OmpConstruct>,
    /// The same, analysed.
    pub assumptions: Vec<Stmt>,
    /// COMMON blocks that SAVE statements and directives name.
    pub named_commons: Vec<&'a ast::Ident>,
    /// COMMON blocks of its BIND statements.
    pub bound_commons: Vec<(&'a ast::Ident, &'a ast::BindSpec)>,
    /// Declarative directives to be checked when all names are known.
    pub omp_declared: Vec<&'a ast::OmpConstruct>,
    /// `allocate` directives.
    pub omp_allocates: Vec<&'a ast::OmpConstruct>,
    /// The memory order that REQUIRES gives to atomic constructs.
    pub atomic_order: Option<Name>,
    /// What MODULE PROCEDURE statements of its interface blocks name.
    pub module_specifics: Vec<&'a ast::Ident>,
    /// Its DECLARE REDUCTION directives.
    pub reductions: Vec<&'a ast::OmpConstruct>,
    /// Its DECLARE VARIANT directives.
    pub variants: Vec<&'a ast::OmpConstruct>,
    /// Its DECLARE MAPPER directives.
    pub mappers: Vec<&'a ast::OmpConstruct>,
    pub equivalences: Vec<&'a [ast::Expr]>,
    pub data: Vec<&'a ast::DataSet>,
    pub slash_inits: Vec<(Name, &'a [ast::DataValue], Span)>,
    /// Namelist groups: name, members.
    pub namelists: Vec<(ast::Ident, Vec<ast::Ident>)>,
    /// Statement functions by name.
    pub stmt_funcs: Vec<(ast::Ident, &'a [ast::Arg], &'a ast::Expr)>,
    /// Derived type definitions by name.
    pub type_defs: FxHashMap<Name, &'a ast::DerivedTypeDef>,
    /// Name for the IR names of types and internal procedures.
    pub path: String,
    /// Reported as undeclared already.
    pub undeclared: FxHashSet<Name>,
    /// Specification part is complete.
    pub finished: bool,
    /// Of a module that another compilation defines.
    pub imported: bool,
    /// Declarations were not understood: what is not known may have been declared.
    pub lost: bool,
    /// Names that statements which were not understood may have declared.
    pub lost_names: FxHashSet<Name>,
}

/// A type given by IMPLICIT.
#[derive(Clone, Copy)]
pub(crate) enum ImplicitTy<'a> {
    Integer,
    Real,
    Spec(&'a ast::TypeSpec),
}

/// Facts about a symbol that lowering does not need.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymInfo {
    pub protected_in: Option<Name>,
    pub parameter: bool,
    /// Why it may not be defined here (do index, associate name of an expression ...).
    pub locked: Option<&'static str>,
    pub is_result: bool,
    /// Is a procedure pointer or dummy procedure.
    pub procedure: bool,
    /// Of a dummy argument or result: where the procedure's first statement names it.
    pub named: Option<Span>,
    pub scope: Option<ScopeId>,
    /// Nothing declares it: its first use made it.
    pub implicit: bool,
    /// Associate name that stands for a definable variable.
    pub definable_assoc: bool,
    /// Something refers to it.
    pub used: bool,
    /// Of a dummy of another entry point: where the first statement that names it stands.
    pub entry_at: Option<u32>,
    /// Length parameters of its type as declared.
    pub lens: Vec<super::decl::lengths::LenArg>,
    /// A dummy argument with INTENT(OUT) whose length parameters stay.
    pub lens_out: bool,
    /// A coarray: its cobounds.
    pub cobounds: Option<Dims>,
    /// Of an associate name: the coarray that it stands for, or for a part of it.
    pub co_root: Option<Expr>,
    /// A dummy argument of a routine of OpenMP: kinds are converted.
    pub any_kind: bool,
}

/// How far a procedure's specification part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    New,
    Running,
    Done,
}

/// Facts about a procedure that lowering does not need.
pub(crate) struct ProcInfo<'a> {
    pub unit: Option<&'a ast::Unit>,
    pub scope: ScopeId,
    pub state: State,
    pub function: bool,
    pub private: bool,
    /// Interface body of a separate module procedure, or its implementation.
    pub module_proc: bool,
    /// Interface body, abstract or external.
    pub interface: bool,
    pub abstract_: bool,
    pub impure: bool,
    pub alt_returns: bool,
    pub stmt_func: bool,
}

/// Facts about a derived type that lowering does not need.
pub(crate) struct TypeInfo<'a> {
    pub def: Option<&'a ast::DerivedTypeDef>,
    pub scope: ScopeId,
    pub state: State,
    pub module: Option<Name>,
    /// Generic bindings: spec name (`operator(+)`, `assignment(=)`, a name) and binding names.
    pub generics: Vec<(Name, Vec<ast::Ident>, bool)>,
    pub private_bindings: FxHashSet<Name>,
    /// Names of the type-bound procedures that the type itself declares.
    pub own_bindings: FxHashSet<Name>,
    pub non_overridable: FxHashSet<Name>,
    /// How far its bindings are resolved.
    pub bindings_done: State,
    pub finals_pending: Vec<ast::Ident>,
    pub bad: bool,
    /// Length parameters, those of the parents first.
    pub lens: Vec<super::decl::lengths::LenParam>,
    pub sized: Vec<super::decl::lengths::Sized>,
    /// Coarray components: the number of codimensions by position.
    pub coranks: FxHashMap<usize, usize>,
    /// Length parameters of the types of components, by position.
    pub component_lens: FxHashMap<usize, Vec<super::decl::lengths::LenArg>>,
    /// How components lie in storage, where unions are among them.
    pub layout: Vec<Layout>,
}

/// Components in storage order.
#[derive(Debug)]
pub(crate) enum Layout {
    /// A component, by its index.
    One(usize),
    /// The maps of a union, each from the same place on.
    Union(Vec<Vec<Layout>>),
}

/// A module.
pub(crate) struct Module {
    pub scope: ScopeId,
    pub state: State,
}

/// Derived types beside what the typed program says of them.
#[derive(Default)]
pub(crate) struct Types<'a> {
    /// By [`TypeId`].
    pub info: Vec<TypeInfo<'a>>,
    /// Builtin derived types (`c_ptr` ...), by module and name.
    pub builtin: FxHashMap<&'static str, TypeId>,
    /// Definitions of types with parameters, the types made from them, and the other way round.
    pub templates: FxHashMap<TypeId, super::decl::parameterized::Template<'a>>,
    pub instances: FxHashMap<(TypeId, Vec<i64>), TypeId>,
    pub instance_of: FxHashMap<TypeId, (TypeId, Vec<i64>)>,
    /// Types that were needed before their definition.
    pub forward: FxHashMap<(ScopeId, Name), TypeId>,
    /// Length parameters given by type specifications, by the scope and place of these.
    pub lengths: FxHashMap<(ScopeId, Span), Vec<super::decl::lengths::LenArg>>,
}

/// Modules, and what comes of their names by USE.
#[derive(Default)]
pub(crate) struct Modules<'a> {
    pub known: FxHashMap<Name, Module>,
    pub units: FxHashMap<Name, &'a ast::Unit>,
    /// Options of the modules that other compilations define.
    pub imported: FxHashMap<Name, &'a Options>,
    /// What USE statements with ONLY name: the scope, the name there, its place.
    pub only: Vec<(ScopeId, Name, Span)>,
    /// Names from modules that something refers to, by scope.
    pub used: FxHashSet<(ScopeId, Name)>,
    /// Modules in the order in which they were loaded, and the procedures of each.
    pub order: Vec<Name>,
    pub procs: FxHashMap<Name, Vec<ProcId>>,
    /// A module could not be found: names may be missing for that reason.
    pub missing: bool,
    /// What of modules that gfortran compiled differs from what this compiler makes.
    pub foreign: FxHashMap<Name, &'a [crate::Foreign]>,
    /// Why procedures, types and variables of such modules cannot be used.
    pub refused_procs: FxHashMap<ProcId, &'a str>,
    pub refused_types: FxHashMap<TypeId, &'a str>,
    pub refused_symbols: FxHashMap<SymbolId, &'a str>,
    /// Why procedures of such modules can only be called.
    pub only_called: FxHashMap<ProcId, &'a str>,
}

/// Storage that several names share.
#[derive(Default)]
pub(crate) struct SharedStorage {
    pub common_ids: FxHashMap<Name, u32>,
    /// Binding labels of COMMON blocks where they are first declared.
    pub common_labels: FxHashMap<Name, Option<String>>,
    /// The file in which a COMMON block was declared last.
    pub common_files: FxHashMap<u32, usize>,
    /// Saved locals by link name, where entry points share them.
    pub saved: FxHashMap<String, SymbolId>,
    /// EQUIVALENCE groups: base, bytes, members.
    pub equivalences: Vec<(SymbolId, u64, Vec<SymbolId>)>,
    /// Namelist groups: name, members by the names that they have in the group's scope.
    pub namelists: Vec<(Name, Vec<(Name, SymbolId)>)>,
}

/// Procedures beside what the typed program says of them. Units and statements are known by the place where they begin.
#[derive(Default)]
pub(crate) struct Procedures<'a> {
    /// By [`ProcId`].
    pub info: Vec<ProcInfo<'a>>,
    /// External procedures defined in these files.
    pub globals: FxHashMap<Name, ProcId>,
    /// Wrapper procedures made for intrinsics passed as arguments.
    pub wrappers: FxHashMap<String, ProcId>,
    /// Interfaces of separate module procedures that have a body, with its place.
    pub implemented: FxHashMap<ProcId, Span>,
    /// Interfaces to be compared with what they describe: (wanted, defined).
    pub checks: Vec<(ProcId, ProcId)>,
    /// Bodies of `module procedure name`.
    pub separate_bodies: FxHashMap<ProcId, &'a ast::Unit>,
    /// Statement functions whose expression is still to be analysed.
    pub statement_functions: Vec<(ProcId, ScopeId, &'a ast::Expr)>,
    /// What the expressions of statement functions refer to besides their arguments: a reference to the function
    /// is one to these variables.
    pub statement_uses: FxHashMap<ProcId, Vec<SymbolId>>,
    /// Statements that were taken as statement functions.
    pub statement_function_stmts: FxHashSet<Span>,
    /// Entry points by the unit that holds them, and the other way round.
    pub entry_units: super::decl::entry::UnitMap<'a>,
    pub entry_hosts: FxHashMap<Span, &'a ast::Unit>,
    /// Internal procedures by host.
    pub contained: FxHashMap<ProcId, Vec<ProcId>>,
    /// Argument types of the first reference to each procedure with an implicit interface, by link name.
    pub implicit_calls: FxHashMap<String, (Vec<(Ty, Passed)>, Span)>,
}

/// What is known of the program: the typed program in the making and what the analysis keeps beside it. Its methods
/// answer and record; they neither report nor depend on the statement that is analysed.
pub(crate) struct Facts<'a> {
    pub prog: Program,
    pub opts: &'a Options,
    /// Scopes and their names.
    pub scopes: Vec<Scope<'a>>,
    /// By [`SymbolId`].
    pub sym_info: Vec<SymInfo>,
    pub generics: Vec<Generic>,
    pub procs: Procedures<'a>,
    pub types: Types<'a>,
    pub modules: Modules<'a>,
    pub storage: SharedStorage,
    /// Modules of other compilations.
    pub imports: &'a super::Imports,
    /// Positions where the files begin.
    pub file_starts: Vec<u32>,
    /// Some directive is DECLARE VARIANT.
    pub any_variants: bool,
    /// Some REQUIRES names `reverse_offload`.
    pub reverse_offload: bool,
    /// What REQUIRES names in program units, by their scopes.
    pub required: Vec<(ScopeId, ferrotran_syntax::omp::ClauseKind)>,
    /// Scopes with a USE statement, and the module.
    pub uses: Vec<(ScopeId, ScopeId)>,
    /// Program units with directives for devices, and the first of these.
    pub with_devices: Vec<(ScopeId, Span)>,
    /// Some REQUIRES names `dynamic_allocators`.
    pub dynamic_allocators: bool,
    /// Counter for unique names.
    pub unique: u32,
}

/// Rules of the language that can be judged from the facts alone: who breaks one gets a message. They hold the same
/// wherever a construct stands; what depends on the place is the [`Resolver`]'s.
pub(crate) struct Rules<'a> {
    pub facts: Facts<'a>,
    pub diag: &'a mut Diagnostics,
}

/// What names, declarations, types, expressions, calls and constructors mean: each is resolved when something first asks
/// for it, at the place that is analysed then. Nothing of it leads to a statement.
pub(crate) struct Resolver<'a> {
    pub rules: Rules<'a>,
    pub place: super::place::Place,
    /// Depth of expression nesting, limited.
    pub depth: u32,
    /// Inside a specification expression.
    pub in_spec: u32,
    /// Inside the initial value of an entity.
    pub in_initial: bool,
}

/// The analyzer of statements, directives, bodies and program units.
pub(crate) struct Sema<'a> {
    pub resolver: Resolver<'a>,
    pub flow: super::stmt::Flow,
}

impl<'a> Deref for Rules<'a> {
    type Target = Facts<'a>;
    fn deref(&self) -> &Facts<'a> {
        &self.facts
    }
}

impl DerefMut for Rules<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.facts
    }
}

impl<'a> Deref for Resolver<'a> {
    type Target = Rules<'a>;
    fn deref(&self) -> &Rules<'a> {
        &self.rules
    }
}

impl DerefMut for Resolver<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.rules
    }
}

impl<'a> Deref for Sema<'a> {
    type Target = Resolver<'a>;
    fn deref(&self) -> &Resolver<'a> {
        &self.resolver
    }
}

impl DerefMut for Sema<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.resolver
    }
}

impl<'a> Rules<'a> {
    // ---- messages

    /// Reports an error.
    pub fn err(&mut self, code: ErrorCode, span: Span, msg: impl Into<String>) -> Reported {
        self.diag.error(code, span, msg);
        Reported
    }
    /// Reports an error with more to say.
    pub fn report(&mut self, d: Diagnostic) -> Reported {
        self.diag.add(d);
        Reported
    }
    /// Reports legal Fortran that is not handled yet.
    pub fn unsupported(&mut self, span: Span, what: impl AsRef<str>) -> Reported {
        self.err(ErrorCode::NotSupported, span, format!("{} is not supported yet", what.as_ref()))
    }

    /// Reports a name that nothing declares (once a scope).
    pub fn undeclared(&mut self, sc: ScopeId, id: &ast::Ident, what: &str) -> Reported {
        let unit = self.unit_scope(sc);
        if !self.sc_mut(unit).undeclared.insert(id.name.clone()) {
            return Reported;
        }
        if self.modules.missing || self.may_be_lost(sc, &id.name) {
            return Reported;
        }
        let mut d = Diagnostic::error(ErrorCode::Name, id.span, format!("{what} `{}` is not declared", id.name))
            .label("not found in this scope");
        let mut near = self.suggestion(sc, &id.name);
        if near.is_none() && what.contains("function") {
            near = nearest(&id.name, ferrotran_typed::intrinsics::rows().iter().map(|r| r.name)).map(str::to_string);
        }
        if let Some(s) = near {
            d = d.with_help(format!("a similar name exists: `{s}`"));
        }
        self.report(d)
    }
}

impl<'a> Facts<'a> {
    // ---- scopes

    /// Opens the scope of a block, which is known by its parent's path.
    pub fn block_scope(&mut self, parent: ScopeId) -> ScopeId {
        let path = self.sc(parent).path.clone();
        self.new_scope(ScopeKind::Block, Some(parent), path)
    }
    /// Opens a scope.
    pub fn new_scope(&mut self, kind: ScopeKind, parent: Option<ScopeId>, path: String) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        let (proc, module, imported, lost) = match parent {
            Some(p) => {
                let s = &self.scopes[p.0 as usize];
                (s.proc, s.module.clone(), s.imported, s.lost)
            }
            None => (None, None, false, false),
        };
        self.scopes.push(Scope {
            kind,
            parent,
            proc,
            module,
            names: FxHashMap::default(),
            decls: FxHashMap::default(),
            order: vec![],
            implicit: [const { None }; 26],
            implicit_none_external: false,
            default_private: false,
            referenced: FxHashSet::default(),
            save_all: false,
            import_all: false,
            import_none: false,
            imports: FxHashSet::default(),
            fallback: vec![],
            locals: vec![],
            commons: vec![],
            assumed: vec![],
            assumptions: vec![],
            named_commons: vec![],
            bound_commons: vec![],
            omp_declared: vec![],
            omp_allocates: vec![],
            atomic_order: None,
            module_specifics: vec![],
            reductions: vec![],
            variants: vec![],
            mappers: vec![],
            equivalences: vec![],
            data: vec![],
            slash_inits: vec![],
            namelists: vec![],
            stmt_funcs: vec![],
            type_defs: FxHashMap::default(),
            path,
            undeclared: FxHashSet::default(),
            finished: false,
            imported,
            lost,
            lost_names: FxHashSet::default(),
        });
        id
    }
    /// A scope.
    pub fn sc(&self, id: ScopeId) -> &Scope<'a> {
        &self.scopes[id.0 as usize]
    }
    /// A scope, to change.
    pub fn sc_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }
    /// A symbol.
    pub fn sym(&self, id: SymbolId) -> &Symbol {
        &self.prog.symbols[id.0 as usize]
    }
    /// A symbol, to change.
    pub fn sym_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.prog.symbols[id.0 as usize]
    }
    /// Facts about a symbol.
    pub fn si(&self, id: SymbolId) -> &SymInfo {
        &self.sym_info[id.0 as usize]
    }
    /// Facts about a symbol, to change.
    pub fn si_mut(&mut self, id: SymbolId) -> &mut SymInfo {
        &mut self.sym_info[id.0 as usize]
    }
    /// A procedure.
    pub fn proc(&self, id: ProcId) -> &Procedure {
        &self.prog.procs[id.0 as usize]
    }
    /// A procedure, to change.
    pub fn proc_mut(&mut self, id: ProcId) -> &mut Procedure {
        &mut self.prog.procs[id.0 as usize]
    }
    /// Facts about a procedure.
    pub fn pi(&self, id: ProcId) -> &ProcInfo<'a> {
        &self.procs.info[id.0 as usize]
    }
    /// Facts about a procedure, to change.
    pub fn pi_mut(&mut self, id: ProcId) -> &mut ProcInfo<'a> {
        &mut self.procs.info[id.0 as usize]
    }
    /// A derived type.
    pub fn ty(&self, id: TypeId) -> &DerivedType {
        &self.prog.types[id.0 as usize]
    }

    /// Link name of an entity of the module or submodule that a scope belongs to.
    pub fn module_link(&self, sc: ScopeId, name: &str) -> String {
        let mut at = Some(sc);
        while let Some(s) = at {
            if self.sc(s).kind == ScopeKind::Module {
                return format!("__{}_MOD_{name}", self.sc(s).path);
            }
            at = self.sc(s).parent;
        }
        format!("__block_MOD_{name}")
    }

    /// Enters a name into a scope (replacing what was there).
    pub fn bind(&mut self, sc: ScopeId, name: Name, ent: Entity, span: Span) {
        let names = &mut self.sc_mut(sc).names;
        match names.get_mut(&name) {
            Some(e) => e.ent = ent,
            None => {
                names.insert(name, Entry { ent, generic: None, span, access: None, from: None });
            }
        }
    }

    /// Whether names of the host are seen from an interface body.
    pub fn imported(&self, sc: ScopeId, name: &str) -> bool {
        let s = self.sc(sc);
        match s.kind {
            ScopeKind::Interface => s.import_all || s.imports.contains(name),
            ScopeKind::Block | ScopeKind::Proc => {
                !s.import_none && (s.imports.is_empty() || s.import_all || s.imports.contains(name))
            }
            _ => true,
        }
    }

    /// Finds the scope in which a name is known, from the inside out.
    pub fn find_scope(&self, sc: ScopeId, name: &str) -> Option<ScopeId> {
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if self.sc(s).names.contains_key(name) {
                return Some(s);
            }
            if !self.imported(s, name) {
                return None;
            }
            cur = self.sc(s).parent;
        }
        None
    }

    /// The scope that gets implicitly declared names: the innermost that is not a BLOCK.
    pub fn unit_scope(&self, sc: ScopeId) -> ScopeId {
        let mut s = sc;
        while self.sc(s).kind == ScopeKind::Block {
            match self.sc(s).parent {
                Some(p) => s = p,
                None => break,
            }
        }
        s
    }

    /// Keeps in mind what errors of syntax may have hidden of a scope.
    pub fn note_lost(&mut self, sc: ScopeId, lost: &ast::Lost) {
        let s = self.sc_mut(sc);
        s.lost |= lost.all;
        s.lost_names.extend(lost.names.iter().cloned());
    }

    /// Whether a name may have been declared, by a statement that was not understood, in a scope within the one where it
    /// is found.
    fn lost_before(&self, sc: ScopeId, found: Option<ScopeId>, name: &str) -> bool {
        let mut cur = Some(sc);
        while let Some(s) = cur.filter(|s| Some(*s) != found) {
            if self.sc(s).lost_names.contains(name) {
                return true;
            }
            cur = self.sc(s).parent;
        }
        false
    }

    /// Whether a name may have been declared by a statement that was not understood.
    pub fn may_be_lost(&self, sc: ScopeId, name: &str) -> bool {
        let mut cur = Some(sc);
        while let Some(s) = cur {
            let s = self.sc(s);
            if s.lost || s.lost_names.contains(name) {
                return true;
            }
            cur = s.parent;
        }
        false
    }

    /// The implicit type of a name in a scope; `None` under IMPLICIT NONE.
    pub fn implicit_type(&self, sc: ScopeId, name: &str) -> Option<ImplicitTy<'a>> {
        let i = match name.as_bytes().first() {
            Some(c) if c.is_ascii_lowercase() => (c - b'a') as usize,
            _ => return None,
        };
        if self.may_be_lost(sc, name) {
            return None;
        }
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if let Some(t) = &self.sc(s).implicit[i] {
                return *t;
            }
            // An interface body starts from the default rules.
            if self.sc(s).kind == ScopeKind::Interface {
                break;
            }
            cur = self.sc(s).parent;
        }
        if self.opts.implicit_none {
            return None;
        }
        Some(if (b'i'..=b'n').contains(&(i as u8 + b'a')) { ImplicitTy::Integer } else { ImplicitTy::Real })
    }

    /// Names near to `name` that are known in a scope.
    pub fn suggestion(&self, sc: ScopeId, name: &str) -> Option<String> {
        if name.len() < 3 {
            return None;
        }
        let mut names: Vec<&str> = vec![];
        let mut cur = Some(sc);
        while let Some(s) = cur {
            names.extend(self.sc(s).names.keys().map(|n| &**n).filter(|n| !n.contains('(')));
            cur = self.sc(s).parent;
        }
        names.sort_unstable();
        nearest(name, names).map(str::to_string)
    }

    /// Makes a symbol.
    pub fn new_symbol(
        &mut self,
        name: Name,
        span: Span,
        ty: Ty,
        dims: Dims,
        storage: Storage,
        sc: ScopeId,
    ) -> SymbolId {
        let id = SymbolId(self.prog.symbols.len() as u32);
        let owner = self.sc(sc).proc;
        let scope = self.sc(sc);
        let module = (scope.kind == ScopeKind::Module && !scope.imported).then(|| scope.path.as_str().into());
        self.prog.symbols.push(Symbol {
            name,
            span,
            ty,
            dims,
            storage,
            owner,
            module,
            intent: Intent::Unspecified,
            allocatable: false,
            pointer: false,
            target: false,
            optional: false,
            by_value: false,
            contiguous: false,
            ignore_tkr: false,
            volatile: false,
            asynchronous: false,
            threadprivate: false,
            alignment: 0,
            on_devices: OnDevices::Mapped,
            bind_c: false,
            value: None,
            initial_target: None,
            proc: None,
        });
        self.sym_info.push(SymInfo { scope: Some(sc), ..SymInfo::default() });
        id
    }

    /// Makes a procedure without a body.
    #[allow(clippy::too_many_arguments)]
    pub fn new_proc(
        &mut self,
        name: Name,
        link_name: String,
        span: Span,
        unit: Option<&'a ast::Unit>,
        scope: ScopeId,
    ) -> ProcId {
        let id = ProcId(self.prog.procs.len() as u32);
        self.prog.procs.push(Procedure {
            name,
            link_name,
            span,
            is_main: false,
            args: vec![],
            result: None,
            pure_: false,
            elemental: false,
            recursive: false,
            says_recursive: false,
            bind_c: false,
            host: None,
            external: false,
            body: None,
            declare_target: false,
            available: false,
            constructor: false,
            names_exceptions: false,
            convention: Convention::default(),
        });
        self.procs.info.push(ProcInfo {
            unit,
            scope,
            state: State::New,
            function: false,
            private: false,
            module_proc: false,
            interface: false,
            abstract_: false,
            impure: false,
            alt_returns: false,
            stmt_func: false,
        });
        id
    }

    /// A unique number.
    pub fn fresh(&mut self) -> u32 {
        self.unique += 1;
        self.unique
    }
}

impl<'a> Resolver<'a> {
    /// What a name means, resolving its declaration where that is still to do.
    pub fn lookup(&mut self, sc: ScopeId, name: &str) -> Option<Entry> {
        let found = self.find_scope(sc, name);
        if self.lost_before(sc, found, name) {
            return Some(Entry { ent: Entity::Bad, generic: None, span: Span::default(), access: None, from: None });
        }
        let s = match found {
            Some(s) => s,
            None => self.newer_name(sc, name)?,
        };
        let e = self.lookup_in(s, name);
        if let Some(Entry { ent: Entity::Symbol(id), from, .. }) = &e {
            self.si_mut(*id).used = true;
            if from.is_some() && self.wants(super::warn::Warn::UnusedVariable) {
                self.modules.used.insert((s, name.into()));
            }
        }
        e
    }

    /// What a name means in exactly that scope.
    pub fn lookup_in(&mut self, s: ScopeId, name: &str) -> Option<Entry> {
        let e = self.sc(s).names.get(name)?;
        if e.ent == Entity::Pending {
            let name: Name = name.into();
            self.resolve_pending(s, &name);
        }
        self.sc(s).names.get(name).cloned()
    }
}

/// Text of a type for messages, as Fortran writes it.
pub(crate) fn ty_name(prog: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Integer(k) => format!("integer({k})"),
        Ty::Unsigned(k) => format!("unsigned({k})"),
        Ty::Real(k) => format!("real({k})"),
        Ty::Complex(k) => format!("complex({k})"),
        Ty::Logical(k) => format!("logical({k})"),
        Ty::Character(len, kind) => {
            let len = match len {
                CharLen::Const(n) => Some(format!("len={n}")),
                CharLen::Assumed => Some("len=*".into()),
                CharLen::Deferred => Some("len=:".into()),
                _ => None,
            };
            let kind = (*kind != 1).then(|| format!("kind={kind}"));
            match len.into_iter().chain(kind).collect::<Vec<_>>() {
                v if v.is_empty() => "character".into(),
                v => format!("character({})", v.join(", ")),
            }
        }
        Ty::Derived(t) => format!("type({})", prog.types[t.0 as usize].name),
        Ty::Class(Some(t)) => format!("class({})", prog.types[t.0 as usize].name),
        Ty::Class(None) => "class(*)".into(),
        Ty::Assumed => "type(*)".into(),
        Ty::Procedure => "procedure".into(),
        Ty::Typeless => "a typeless constant".into(),
    }
}
