//! Semantic analysis: scopes, types, kinds, constants, generic resolution, OpenMP rules; AST to [typed] program.
//!
//! Names are resolved on demand: a specification part is first gathered ([`decl::collect`]), then each declaration is
//! turned into a symbol when something asks for it, so that order and forward references do not matter. Modules are
//! loaded when a USE names them. Bodies are analysed after all specification parts. An analysis that fails has
//! reported its error and returns [`ctx::Reported`]; whoever gets that stays silent, so there are no cascades.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub(crate) mod call;
pub(crate) mod checks;
mod coarrays;
pub(crate) mod const_eval;
pub(crate) mod ctx;
pub(crate) mod decl;
pub(crate) mod expr;
mod images;
mod intrinsics;
pub(crate) mod modules;
pub mod names;
pub(crate) mod omp;
pub(crate) mod place;
pub(crate) mod stmt;
pub mod warn;

#[cfg(test)]
mod tests;

pub use modules::builtin::omp_header;

use call::characteristics::Compared;
use ctx::{Facts, Resolver, Rules, ScopeKind, Sema};
use ferrotran_source::SourceMap;
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};
use ferrotran_syntax::ast::{self, Name, UnitKind};
use ferrotran_typed::{ProcId, Program};

/// Choices that change what a program means.
#[derive(Clone, Debug)]
pub struct Options {
    /// The options of the command, as they were given (COMPILER_OPTIONS).
    pub given: String,
    /// Kind of default integer, real and logical (bytes).
    pub default_integer: u8,
    /// See above.
    pub default_real: u8,
    /// Kind of double precision.
    pub default_double: u8,
    /// See above.
    pub default_logical: u8,
    /// Coarrays have several images (`-fcoarray=mpi`).
    pub several_images: bool,
    /// OpenMP directives are honoured.
    pub openmp: bool,
    /// References by implicit interfaces are compared with definitions and with each other
    /// (off: `-fallow-argument-mismatch`).
    pub check_calls: bool,
    /// Formats of old programs: commas and periods may be left out (`-std=legacy`).
    pub old_formats: bool,
    /// Widths of edit descriptors may be left out (`-fdec-format-defaults`).
    pub default_widths: bool,
    /// Names have no implicit type unless an IMPLICIT statement gives one (`-fimplicit-none`).
    pub implicit_none: bool,
    /// What integers of kind 4 are (`-finteger-4-integer-8`).
    pub integer_4: u8,
    /// What reals of kinds 4 and 8 are (`-freal-4-real-8`, `-freal-8-real-4` and their kind).
    pub real_kinds: [u8; 2],
    /// A zero has no sign for SIGN (`-fno-sign-zero`).
    pub plain_zero: bool,
    /// BOZ constants may be arguments of more intrinsic procedures (`-fallow-invalid-boz`).
    pub invalid_boz: bool,
    /// Array statements outside of directives may go to a device (`-foffload-arrays`).
    pub offload_arrays: bool,
    /// Who runs the iterations of DO CONCURRENT (`-fdo-concurrent=`).
    pub do_concurrent: DoConcurrent,
    /// Every intrinsic procedure is there under the standard of `-std=` too (`-fall-intrinsics`).
    pub all_intrinsics: bool,
    /// What a module does not say to be public is private (`-fmodule-private`).
    pub module_private: bool,
    /// Constants that leave the range of their kind are errors (off: `-fno-range-check`).
    pub range_check: bool,
    /// Local variables of procedures that are not RECURSIVE are saved (`-fno-automatic`).
    pub save_all: bool,
    /// Arrays of more bytes are saved, in procedures that are not RECURSIVE (`-fmax-stack-var-size=`).
    pub save_above: Option<u64>,
    /// What is put behind names of external procedures and common blocks.
    pub underscores: Underscores,
    /// Some extensions are errors (`-pedantic`).
    pub pedantic: bool,
    /// Extensions of VAX Fortran that give a meaning to what is an error else.
    pub dec: Dec,
    /// The year of the standard that programs follow (`-std=`); 0: extensions are allowed.
    pub standard: u16,
    /// Which warnings are given.
    pub warnings: warn::Warnings,
    /// A module that gfortran compiled: the version of its module file; 0: of this compiler.
    pub gfortran: u8,
}

/// Extensions of VAX Fortran and its successors (`-fdec` and the options for its parts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dec {
    /// `.` selects components (`-fdec-structure`).
    pub structure: bool,
    /// Logical operators work on the bits of integers (`-fdec`).
    pub bitwise: bool,
    /// Character constants are converted to numbers and logicals as Hollerith constants are
    /// (`-fdec-char-conversions`).
    pub char_conversions: bool,
    /// Formats may have no item between two commas, or after the last one.
    pub blank_items: bool,
    /// Specific integer functions of kinds 1, 2, 4 and 8 (`-fdec-intrinsic-ints`).
    pub ints: bool,
}

/// How link names are made of names (`-fno-underscoring`, `-fsecond-underscore`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Underscores {
    /// The name itself.
    None,
    /// One underscore behind.
    #[default]
    One,
    /// Two where the name has one inside.
    Two,
}

impl Underscores {
    /// The link name of an external procedure.
    pub fn link_name(self, name: &str) -> String {
        match self {
            Underscores::None => name.to_string(),
            Underscores::Two if name.contains('_') => format!("{name}__"),
            _ => format!("{name}_"),
        }
    }
}

/// Who runs the iterations of DO CONCURRENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DoConcurrent {
    /// The thread that meets the loop.
    #[default]
    None,
    /// The threads of a team.
    Host,
    /// A device, where there is one.
    Device,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            given: String::new(),
            several_images: false,
            default_integer: 4,
            default_real: 4,
            default_double: 8,
            default_logical: 4,
            openmp: true,
            check_calls: true,
            old_formats: false,
            default_widths: false,
            implicit_none: false,
            integer_4: 4,
            real_kinds: [4, 8],
            plain_zero: false,
            range_check: true,
            save_all: false,
            save_above: None,
            underscores: Underscores::One,
            pedantic: false,
            dec: Dec::default(),
            all_intrinsics: false,
            module_private: false,
            invalid_boz: false,
            offload_arrays: false,
            do_concurrent: DoConcurrent::default(),
            standard: 0,
            warnings: warn::Warnings::default(),
            gfortran: 0,
        }
    }
}

/// A module or submodule that another compilation defines: its storage and procedures are in another object.
#[derive(Debug)]
pub struct Import {
    /// A file with that unit alone.
    pub file: ast::File,
    /// What it was compiled with.
    pub options: Options,
    /// Entities that gfortran compiled in another way.
    pub foreign: Vec<Foreign>,
}

/// An entity of a module that gfortran compiled in another way than this compiler does.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// Its name in the module.
    pub name: String,
    /// What differs.
    pub why: String,
    /// A procedure that can be called all the same, but not passed on.
    pub called: bool,
}

/// Modules of other compilations.
#[derive(Debug, Default)]
pub struct Imports {
    /// Those that the files use, directly or through others.
    pub modules: Vec<Import>,
    /// Names of modules that could not be read; that was reported.
    pub broken: Vec<String>,
    /// Folders where module files were looked for.
    pub searched: Vec<String>,
}

/// The name by which a module or submodule (`ancestor:name`) is known among all units.
pub fn module_key(u: &ast::Unit) -> Option<Name> {
    let n = &u.name.as_ref()?.name;
    match &u.kind {
        UnitKind::Module => Some(n.clone()),
        UnitKind::Submodule { ancestor, .. } => Some(format!("{}:{n}", ancestor.name).into()),
        _ => None,
    }
}

/// True for the names of intrinsic modules.
pub fn is_intrinsic_module(name: &str) -> bool {
    modules::builtin::is_builtin(name)
}

pub use modules::{declares_target, keeps_body as body_is_visible};

/// Name of the file that describes the module or submodule of that key.
pub fn module_file_name(key: &str) -> String {
    match key.split_once(':') {
        Some((ancestor, name)) => format!("{ancestor}@{name}.smod"),
        None => format!("{key}.mod"),
    }
}

/// Analyses files that are compiled together. Every fault is reported to `diag`; the program is whole only if there is none.
pub fn analyze(
    files: &[ast::File],
    imports: &Imports,
    map: &SourceMap,
    opts: &Options,
    diag: &mut Diagnostics,
) -> Program {
    analyzed(files, imports, map, opts, diag, |facts| facts.prog)
}

/// As [`analyze`], with the names of all scopes beside it.
pub fn analyze_with_names(
    files: &[ast::File],
    imports: &Imports,
    map: &SourceMap,
    opts: &Options,
    diag: &mut Diagnostics,
) -> (Program, names::Names) {
    analyzed(files, imports, map, opts, diag, |facts| {
        let names = names::collect(&facts);
        (facts.prog, names)
    })
}

fn analyzed<R>(
    files: &[ast::File],
    imports: &Imports,
    map: &SourceMap,
    opts: &Options,
    diag: &mut Diagnostics,
    result: impl FnOnce(Facts<'_>) -> R,
) -> R {
    let all = || files.iter().chain(imports.modules.iter().map(|m| &m.file));
    let entries = decl::entry::expand(all());
    const_eval::numeric::set_arithmetic(opts.range_check, opts.plain_zero);
    let facts = Facts {
        prog: Program { options: opts.given.clone(), several_images: opts.several_images, ..Program::default() },
        opts,
        scopes: vec![],
        sym_info: vec![],
        procs: Default::default(),
        types: Default::default(),
        modules: Default::default(),
        storage: Default::default(),
        generics: vec![],
        file_starts: map.files().map(|(_, f)| f.start).collect(),
        imports,
        any_variants: false,
        reverse_offload: false,
        dynamic_allocators: false,
        required: vec![],
        uses: vec![],
        with_devices: vec![],
        unique: 0,
    };
    let rules = Rules { facts, diag };
    let resolver = Resolver { rules, place: place::Place::default(), depth: 0, in_spec: 0, in_initial: false };
    let mut s = Sema { resolver, flow: stmt::Flow::default() };
    for u in all().flat_map(|f| &f.units) {
        s.index_entries(u, &entries);
    }
    for m in &imports.modules {
        for u in &m.file.units {
            if let Some(key) = module_key(u) {
                s.modules.units.insert(key.clone(), u);
                s.modules.foreign.insert(key.clone(), &m.foreign[..]);
                s.modules.imported.insert(key, &m.options);
            }
        }
    }
    checks::units(files, s.diag);
    checks::standard::units(files, map, opts, s.diag);
    s.warn_tabs(map, files);
    s.warn_ampersands(map, files);
    s.program(files);
    s.imported_entities();
    result(s.resolver.rules.facts)
}

impl<'a> Facts<'a> {
    fn index_entries(&mut self, u: &'a ast::Unit, entries: &'a [decl::entry::Entry]) {
        let key = u.span;
        for e in entries.iter().filter(|e| e.host == key) {
            self.procs.entry_units.entry(key).or_default().push(&e.unit);
            self.procs.entry_hosts.insert(e.unit.span, u);
        }
        for c in &u.contains {
            self.index_entries(c, entries);
        }
    }
}

impl<'a> Sema<'a> {
    fn program(&mut self, files: &'a [ast::File]) {
        let mut externals: Vec<ProcId> = vec![];
        let mut modules: Vec<(Name, ferrotran_source::Span)> = vec![];
        let mut blocks: Vec<&'a ast::Unit> = vec![];
        let mut labels: Vec<(String, &'a ast::Ident)> = vec![];
        let mut main: Option<ferrotran_source::Span> = None;
        let mut units: Vec<&'a ast::Unit> = vec![];
        for u in files.iter().flat_map(|f| &f.units) {
            units.push(u);
            units.extend(self.procs.entry_units.get(&(u.span)).cloned().unwrap_or_default());
        }
        for u in units {
            let span = Facts::unit_span(u);
            match &u.kind {
                UnitKind::Module | UnitKind::Submodule { .. } => {
                    let (Some(n), Some(key)) = (&u.name, module_key(u)) else { continue };
                    if let Some(old) = self.modules.units.get(&key) {
                        let d =
                            Diagnostic::error(ErrorCode::Name, n.span, format!("module `{}` is defined twice", n.name))
                                .also(Facts::unit_span(old), "defined here first");
                        self.report(d);
                        continue;
                    }
                    self.modules.units.insert(key.clone(), u);
                    modules.push((key, n.span));
                }
                UnitKind::BlockData => blocks.push(u),
                UnitKind::Program => {
                    if let Some(old) = main {
                        let d = Diagnostic::error(ErrorCode::Name, span, "a second main program")
                            .also(old, "the first one");
                        self.report(d);
                        continue;
                    }
                    main = Some(span);
                    let p = self.declare_unit(u, None, ScopeKind::Proc);
                    externals.push(p);
                }
                UnitKind::Subroutine(_) | UnitKind::Function { .. } => {
                    let p = self.declare_unit(u, None, ScopeKind::Proc);
                    if let Some(n) = &u.name {
                        // With a binding label the name is a local one (19.2).
                        let label = match &u.kind {
                            UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } => {
                                h.bind.as_ref().and_then(|b| b.name.as_ref())
                            }
                            _ => None,
                        };
                        if let Some(e) = label
                            && let ast::ExprKind::Char { value, .. } = &e.kind
                        {
                            let text: String = value.iter().filter_map(|c| char::from_u32(*c)).collect();
                            labels.push((text, n));
                            let old = (1..2008).contains(&self.opts.standard);
                            if self.procs.globals.contains_key(&n.name) && !old {
                                externals.push(p);
                                continue;
                            }
                        }
                        if let Some(old) = self.procs.globals.get(&n.name) {
                            let d =
                                Diagnostic::error(ErrorCode::Name, n.span, format!("`{}` is defined twice", n.name))
                                    .also(self.proc(*old).span, "defined here first");
                            self.report(d);
                            continue;
                        }
                        if !u.lost.heading {
                            self.procs.globals.insert(n.name.clone(), p);
                        }
                    }
                    externals.push(p);
                }
                UnitKind::ModuleProcedure => {
                    self.err(ErrorCode::Misplaced, span, "MODULE PROCEDURE may only stand in a submodule or module");
                }
            }
        }
        for (label, n) in labels {
            let name = label.trim().to_lowercase();
            let other = match self.procs.globals.get(&*name) {
                Some(p) if self.proc(*p).name != n.name && self.proc(*p).span != n.span => Some(self.proc(*p).span),
                _ => modules.iter().find(|m| *m.0 == *name).map(|m| m.1),
            };
            if let Some(at) = other {
                let text = format!("the binding label `{label}` of `{}` is the name of another global entity", n.name);
                self.report(Diagnostic::error(ErrorCode::Name, n.span, text).also(at, "the other entity"));
            }
        }
        for (m, span) in &modules {
            let _ = self.load_module(m, *span);
        }
        for p in &externals {
            self.ensure_spec(*p);
        }
        for u in blocks {
            self.block_data(u);
        }
        for m in self.modules.order.clone() {
            let procs = self.modules.procs.remove(&m).unwrap_or_default();
            let options = self.modules.imported.get(&m).copied();
            let own = self.opts;
            self.opts = options.unwrap_or(own);
            let all = self.modules.units.get(&m).is_some_and(|u| modules::declares_target(&u.spec));
            for p in procs {
                let kept = options.is_none() || all || self.pi(p).unit.is_some_and(modules::keeps_body);
                if kept && self.opts.gfortran == 0 {
                    self.body(p);
                }
            }
            self.opts = own;
        }
        for p in externals {
            self.body(p);
        }
        self.initial_targets();
        self.binding_labels();
        self.check_loop_variables();
        self.check_required();
        if !self.diag.has_errors() {
            self.warn_unused();
        }
        for (want, got) in std::mem::take(&mut self.procs.checks) {
            self.ensure_spec(want);
            self.ensure_spec(got);
            if self.proc(want).link_name != self.proc(got).link_name && !self.pi(want).module_proc {
                // Another procedure by its binding label.
                continue;
            }
            let names = self.pi(want).module_proc.then(|| self.separate_difference(want, got)).flatten();
            if let Some(why) = self.iface_difference(want, got, Compared::Fully).or(names) {
                let (w, g) = (self.proc(want).clone(), self.proc(got).clone());
                // The module's interface rules; that of an external procedure describes what is defined elsewhere.
                let (at, other, label) = match self.pi(want).module_proc {
                    true => (g.span, w.span, "the interface"),
                    false => (w.span, g.span, "defined here"),
                };
                // Differences that calls do not notice are forgiven where extensions are.
                let forgiven = self.opts.standard == 0
                    && !self.pi(want).module_proc
                    && self.iface_difference(want, got, Compared::ForCalls).is_none();
                let text = format!("the interface of `{}` does not agree with its definition: {why}", w.name);
                let d = match forgiven {
                    true => Diagnostic::warning(ErrorCode::Interface, at, text),
                    false => Diagnostic::error(ErrorCode::Interface, at, text),
                }
                .also(other, label);
                self.report(d);
            }
        }
    }

    /// Pointers with an initial target are associated before anything else happens: at the start of the main program,
    /// or, where that is in another object, in a procedure that runs before it.
    fn initial_targets(&mut self) {
        use ferrotran_typed::{ExprKind, Stmt, StmtKind, Storage};
        let mut stmts: Vec<Stmt> = vec![];
        for (i, y) in self.prog.symbols.iter().enumerate() {
            let (Some(t), Storage::Static { .. }) = (&y.initial_target, &y.storage) else { continue };
            if self.sym_info[i].scope.is_some_and(|s| self.scopes[s.0 as usize].imported) {
                continue;
            }
            let var = ferrotran_typed::SymbolId(i as u32);
            let lhs =
                ferrotran_typed::Expr { kind: ExprKind::Var(var), ty: y.ty.clone(), rank: y.rank(), span: y.span };
            stmts
                .push(Stmt { kind: StmtKind::PointerAssign { lhs, rhs: (**t).clone(), bounds: vec![] }, span: y.span });
        }
        let scope = self.new_scope(ScopeKind::Proc, None, "__ft_initial_targets".into());
        stmts.extend(self.static_lengths(scope));
        if stmts.is_empty() {
            return;
        }
        let mut locals = std::mem::take(&mut self.sc_mut(scope).locals);
        let Some(main) = self.prog.procs.iter().position(|p| p.is_main && p.body.is_some()) else {
            let link = "__ft_initial_targets".to_string();
            let p = self.new_proc("initial_targets".into(), link, ferrotran_source::Span::default(), None, scope);
            let q = self.proc_mut(p);
            q.body = Some(ferrotran_typed::Body { stmts, locals, ..ferrotran_typed::Body::default() });
            q.constructor = true;
            return;
        };
        for l in &locals {
            self.prog.symbols[l.0 as usize].owner = Some(ferrotran_typed::ProcId(main as u32));
        }
        if let Some(b) = &mut self.prog.procs[main].body {
            b.locals.append(&mut locals);
            stmts.append(&mut b.stmts);
            b.stmts = stmts;
        }
    }

    fn block_data(&mut self, u: &'a ast::Unit) {
        let path = format!("blockdata.{}", u.name.as_ref().map_or("", |n| &*n.name));
        let sc = self.new_scope(ScopeKind::BlockData, None, path);
        self.collect(sc, &u.spec);
        self.finish_scope(sc);
    }
}
