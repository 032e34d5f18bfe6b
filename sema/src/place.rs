//! The place that is analysed: what a name, an expression or a declaration needs to know of the procedure, the statement
//! and the constructs around it.

use super::omp::OmpCx;
use ferrotran_source::Span;
use ferrotran_syntax::ast::{LabelNo, Name};
use ferrotran_typed::*;
use rustc_hash::FxHashSet;

/// A DO CONCURRENT with DEFAULT(NONE): what has a locality, and what was reported to have none.
#[derive(Debug)]
pub(crate) struct NoDefault {
    pub listed: Vec<SymbolId>,
    /// Scopes from this one on were made inside.
    pub first_scope: u32,
    pub reported: FxHashSet<SymbolId>,
}

/// What is true of the procedure and the statement that are analysed.
#[derive(Default)]
pub(crate) struct Place {
    pub proc: Option<ProcId>,
    pub module: Option<Name>,
    pub pure_: bool,
    /// The number of the next construct.
    construct: u32,
    /// Variables of the DO loops around.
    pub do_vars: FxHashSet<SymbolId>,
    /// Loops around with constant bounds: the variable, its first and last value.
    pub do_ranges: Vec<(SymbolId, i64, i64)>,
    /// Depth in constructs whose statements need not be executed.
    pub conditional: u32,
    /// Depth in FORALL, in DO CONCURRENT.
    pub in_forall: u32,
    pub in_concurrent: u32,
    /// DO CONCURRENT constructs around with DEFAULT(NONE).
    pub localities: Vec<NoDefault>,
    pub omp: OmpCx,
    /// Statements that go with the one at hand.
    pub before: Vec<Stmt>,
    pub after: Vec<Stmt>,
    /// Labels to which the one at hand may branch by its actual arguments.
    pub branches: Vec<(LabelNo, Span)>,
    /// Variables that the statement has for itself.
    pub own: Vec<SymbolId>,
}

impl Place {
    /// The place where a body begins: nothing but its procedure is known.
    pub fn of(proc: ProcId, module: Option<Name>, pure_: bool) -> Place {
        Place { proc: Some(proc), module, pure_, ..Place::default() }
    }
    /// Why only pure procedures may be referenced here.
    pub fn pure_context(&self) -> Option<&'static str> {
        if self.pure_ {
            Some("a pure procedure")
        } else if self.in_forall > 0 {
            Some("FORALL")
        } else if self.in_concurrent > 0 {
            Some("DO CONCURRENT")
        } else {
            self.omp.pure_region()
        }
    }
    /// The number of a construct that is made.
    pub fn construct_number(&mut self) -> ConstructId {
        let id = ConstructId(self.construct);
        self.construct += 1;
        id
    }
    /// The pure procedure this is, for what it may define.
    pub fn pure_proc(&self) -> Option<&'static str> {
        self.pure_.then_some("this pure procedure")
    }
}
