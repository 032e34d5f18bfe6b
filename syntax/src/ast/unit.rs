//! The tree: files, program units and their headers.

use super::*;

/// A source file: program units in order.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub units: Vec<Unit>,
}

/// A program unit, module or internal procedure, or interface body.
#[derive(Clone, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    /// `None` for an unnamed main program or block data.
    pub name: Option<Ident>,
    /// Specification part.
    pub spec: Block,
    /// Execution part.
    pub body: Block,
    /// After CONTAINS.
    pub contains: Vec<Unit>,
    /// The CONTAINS statement.
    pub contains_at: Option<Span>,
    /// What errors of syntax may have hidden.
    pub lost: Lost,
    /// The opening statement (the whole first line of a headless main program).
    pub span: Span,
    /// The END statement.
    pub end_span: Span,
}

/// What was not understood of a unit may have declared more than the tree says.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    /// Anything may have been declared: a USE or IMPLICIT statement is lost.
    pub all: bool,
    /// The opening statement is lost: arguments and result are not known.
    pub heading: bool,
    /// Names in the statements that are lost.
    pub names: Vec<Name>,
}

/// See [`Unit`].
#[derive(Clone, Debug)]
pub enum UnitKind {
    Program,
    Module,
    Submodule {
        ancestor: Ident,
        parent: Option<Ident>,
    },
    BlockData,
    Subroutine(ProcHeader),
    Function {
        header: ProcHeader,
        result: Option<Ident>,
    },
    /// `module procedure name` in a submodule.
    ModuleProcedure,
}

/// What SUBROUTINE and FUNCTION statements say.
#[derive(Clone, Debug, Default)]
pub struct ProcHeader {
    /// Type in the prefix of a function.
    pub spec: Option<TypeSpec>,
    pub args: Vec<DummyArg>,
    pub bind: Option<BindSpec>,
    pub recursive: bool,
    pub non_recursive: bool,
    pub pure_: bool,
    pub impure: bool,
    pub elemental: bool,
    /// `module` prefix.
    pub module: bool,
    /// A prefix that repeats another or excludes one, with what is wrong (C1543, C1546, C1551).
    pub fault: Option<(Span, &'static str)>,
}

/// A dummy argument name, or `*` (alternate return).
#[derive(Clone, Debug)]
pub enum DummyArg {
    Name(Ident),
    Star(Span),
}
