//! The owners of lowering, each with what it knows. An owner reaches what stands before it in this file and nothing
//! behind it: `Deref` leads from the later to the earlier.

use super::*;
use std::ops::{Deref, DerefMut};

/// The function of the module whose ops are built.
pub(crate) struct FnState {
    /// Where ops go.
    pub region: Region,
    /// The place in the source that they come from.
    pub loc: Loc,
    /// Index constants of each region.
    pub consts: FxHashMap<(Region, i64), Value>,
    /// Number of labels made.
    pub labels: u32,
    /// What is to be released.
    pub cleanups: Cleanups,
    /// Number of bodies of array operations around what is built.
    pub bodies: u32,
    /// The regions around what is built that may run elsewhere.
    pub elsewhere: Elsewhere,
    /// Scalar real operations see the floating-point environment of the moment (see `environment`).
    pub fenv: bool,
}

impl FnState {
    /// A function whose ops begin in `region`.
    pub fn new(region: Region) -> FnState {
        FnState {
            region,
            loc: Loc::default(),
            consts: FxHashMap::default(),
            labels: 0,
            cleanups: Cleanups::default(),
            bodies: 0,
            elsewhere: Elsewhere::default(),
            fenv: false,
        }
    }

    /// Whether the body of an array operation is around.
    pub fn in_body(&self) -> bool {
        self.bodies > 0
    }
}

/// Builds ops in a function of the module. It knows nothing of the typed program.
pub(crate) struct FunctionBuilder {
    pub m: Module,
    /// Names of static data.
    pub statics: data::Statics,
    /// The function that is built.
    pub f: FnState,
}

/// What entities stand for: storage, types, static data, lengths, and what internal procedures use of their hosts.
pub(crate) struct Declarations<'p> {
    pub builder: FunctionBuilder,
    pub prog: &'p Program,
    pub map: &'p SourceMap,
    pub opts: LowerOptions,
    /// Indices in the module of the source files.
    pub files: FxHashMap<u32, u16>,
    /// Variables that TARGET ENTER DATA maps.
    pub entered: FxHashSet<SymbolId>,
    /// What internal procedures use of their hosts.
    pub captures: host::Captures,
    /// What debuggers have been told.
    pub told: debug::Told,
    /// What the names of the procedure that is lowered stand for.
    pub entities: Entities,
}

/// Values and places.
pub(crate) struct Expressions<'p> {
    pub declarations: Declarations<'p>,
    /// What the bodies of array operations around an expression know.
    pub bodies: Bodies,
    /// Components of coindexed objects around what is lowered.
    pub far: Vec<coindexed::Far>,
}

/// The lowering of one program: statements, constructs, directives, procedures, the module.
pub(crate) struct Lower<'p> {
    pub expressions: Expressions<'p>,
    pub errors: Vec<LowerError>,
    /// The constructs around the current statement.
    pub constructs: Constructs,
    /// The OpenMP constructs around the current statement.
    pub omp: omp::regions::Regions,
    /// The recipes for copies of variables that the module has.
    pub recipes: omp::recipes::Recipes,
    /// Procedures that type descriptors name.
    pub bound_procs: FxHashSet<ProcId>,
    /// What is counted (`--coverage`).
    pub counting: coverage::Counting,
}

impl<'p> Lower<'p> {
    /// Nothing lowered yet.
    pub fn new(prog: &'p Program, map: &'p SourceMap, opts: LowerOptions) -> Lower<'p> {
        let m = Module::default();
        let top = m.top;
        let builder = FunctionBuilder { m, statics: Default::default(), f: FnState::new(top) };
        let mut entered = FxHashSet::default();
        for body in prog.procs.iter().filter_map(|p| p.body.as_ref()) {
            visit::entered(&body.stmts, &mut |s| {
                entered.insert(s);
            });
        }
        let declarations = Declarations {
            builder,
            prog,
            map,
            opts,
            files: FxHashMap::default(),
            entered,
            captures: Default::default(),
            told: Default::default(),
            entities: Entities::default(),
        };
        let bound =
            prog.types.iter().flat_map(|t| t.bindings.iter().filter_map(|b| b.proc).chain(t.finals.iter().copied()));
        Lower {
            expressions: Expressions { declarations, bodies: Bodies::default(), far: Vec::new() },
            errors: Vec::new(),
            constructs: Constructs::default(),
            omp: Default::default(),
            recipes: Default::default(),
            bound_procs: bound.collect(),
            counting: Default::default(),
        }
    }

    /// Begins a procedure: every owner forgets what it knew of the one before.
    pub fn begin_procedure(&mut self, id: ProcId, region: Region) {
        self.f = FnState { cleanups: Cleanups::of(self.proc(id).is_main), ..FnState::new(region) };
        self.entities = Entities::of(id);
        self.bodies = Bodies::default();
        self.constructs = Constructs::default();
        self.omp = Default::default();
    }
}

impl Deref for Declarations<'_> {
    type Target = FunctionBuilder;
    fn deref(&self) -> &FunctionBuilder {
        &self.builder
    }
}

impl DerefMut for Declarations<'_> {
    fn deref_mut(&mut self) -> &mut FunctionBuilder {
        &mut self.builder
    }
}

impl<'p> Deref for Expressions<'p> {
    type Target = Declarations<'p>;
    fn deref(&self) -> &Declarations<'p> {
        &self.declarations
    }
}

impl DerefMut for Expressions<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.declarations
    }
}

impl<'p> Deref for Lower<'p> {
    type Target = Expressions<'p>;
    fn deref(&self) -> &Expressions<'p> {
        &self.expressions
    }
}

impl DerefMut for Lower<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.expressions
    }
}
