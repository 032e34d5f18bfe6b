//! The tree: statements and constructs.

use super::*;

/// A list of statements, constructs nested.
pub type Block = Vec<Stmt>;

/// One statement or construct.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub label: Option<LabelNo>,
    pub kind: StmtKind,
    /// The statement; for constructs the opening statement.
    pub span: Span,
}

/// Statements and constructs. Specification statements too: they stand in [`Unit::spec`], in
/// [`StmtKind::BlockConstruct`] and in interface bodies; FORMAT, DATA, ENTRY and NAMELIST may stand in either list.
#[derive(Clone, Debug)]
pub enum StmtKind {
    // -- specification part
    Use(UseStmt),
    Import {
        kind: ImportKind,
        names: Vec<Ident>,
    },
    /// `implicit none (type, external)`: both false means plain `implicit none`.
    ImplicitNone {
        types: bool,
        external: bool,
    },
    /// `implicit real (a-h, o-z)`
    Implicit(Vec<(TypeSpec, Vec<(u8, u8)>)>),
    TypeDecl {
        spec: TypeSpec,
        attrs: Vec<(AttrSpec, Span)>,
        entities: Vec<EntityDecl>,
    },
    DerivedType(Box<DerivedTypeDef>),
    /// `pointer (p, x), (q, y(10))`: pointers of Cray Fortran, and what is at their addresses.
    CrayPointer(Vec<(Ident, EntityDecl)>),
    /// UNION in a STRUCTURE: the components of its MAPs, which share storage.
    Union(Vec<Block>),
    Interface(Box<InterfaceBlock>),
    /// `procedure(iface), attrs :: names`
    ProcedureDecl {
        iface: ProcIface,
        attrs: Vec<(AttrSpec, Span)>,
        entities: Vec<EntityDecl>,
    },
    Parameter(Vec<(Ident, Expr)>),
    /// Attribute statements: `save x`, `dimension a(3)`, `intent(in) :: a`, `private`, `public :: x` ...
    /// An empty list means all (save, private, public). Names in slashes (common blocks) have `common` set.
    AttrStmt {
        attr: AttrSpec,
        entities: Vec<AttrEntity>,
    },
    Common(Vec<(Option<Ident>, Vec<EntityDecl>)>),
    Equivalence(Vec<Vec<Expr>>),
    Data(Vec<DataSet>),
    Namelist(Vec<(Ident, Vec<Ident>)>),
    Enum {
        bind_c: bool,
        items: Vec<(Ident, Option<Expr>)>,
        /// The type that it names.
        def: Option<Box<DerivedTypeDef>>,
    },
    /// Text between the parentheses of FORMAT.
    Format(Vec<u8>),
    Entry {
        name: Ident,
        args: Vec<DummyArg>,
        result: Option<Ident>,
        bind: Option<BindSpec>,
    },
    /// `f(x) = expr`; the parser cannot tell it from an array assignment: sema does, from [`StmtKind::Assign`].
    // -- execution part
    Assign {
        target: Expr,
        value: Expr,
    },
    PointerAssign {
        target: Expr,
        value: Expr,
    },
    Call {
        proc: Expr,
    },
    /// `call p` has a reference without parentheses as its last part.
    Continue,
    Return(Option<Expr>),
    Stop {
        error: bool,
        code: Option<Expr>,
        quiet: Option<Expr>,
    },
    Goto(LabelNo),
    ComputedGoto(Vec<LabelNo>, Expr),
    AssignedGoto(Ident, Vec<LabelNo>),
    /// `assign 10 to i`
    AssignLabel(LabelNo, Ident),
    ArithIf(Expr, LabelNo, LabelNo, LabelNo),
    Cycle(Option<Ident>),
    Exit(Option<Ident>),
    /// `if (c) statement`
    IfStmt(Expr, Box<Stmt>),
    /// First the IF and ELSE IF blocks, then ELSE.
    If {
        name: Option<Ident>,
        arms: Vec<(Expr, Block)>,
        otherwise: Option<Block>,
    },
    Do(Box<DoStmt>),
    SelectCase {
        name: Option<Ident>,
        selector: Expr,
        cases: Vec<CaseBlock>,
    },
    SelectType {
        name: Option<Ident>,
        assoc: Option<Ident>,
        selector: Expr,
        guards: Vec<TypeGuard>,
    },
    SelectRank {
        name: Option<Ident>,
        assoc: Option<Ident>,
        selector: Expr,
        cases: Vec<RankCase>,
    },
    Associate {
        name: Option<Ident>,
        assocs: Vec<(Ident, Expr)>,
        body: Block,
    },
    BlockConstruct {
        name: Option<Ident>,
        spec: Block,
        body: Block,
    },
    Critical {
        name: Option<Ident>,
        /// STAT and ERRMSG.
        args: Vec<Arg>,
        body: Block,
    },
    ChangeTeam {
        name: Option<Ident>,
        /// The team, STAT and ERRMSG.
        args: Vec<Arg>,
        /// `name[codims] => coarray`
        assocs: Vec<(Ident, Vec<DimSpec>, Expr)>,
        body: Block,
        /// Of END TEAM.
        end: Vec<Arg>,
    },
    WhereStmt(Expr, Box<Stmt>),
    /// WHERE and masked ELSEWHERE blocks, then ELSEWHERE.
    Where {
        name: Option<Ident>,
        arms: Vec<(Expr, Block)>,
        otherwise: Option<Block>,
    },
    ForallStmt(ForallHeader, Box<Stmt>),
    Forall {
        name: Option<Ident>,
        header: ForallHeader,
        body: Block,
    },
    Allocate {
        spec: Option<TypeSpec>,
        objects: Vec<AllocObject>,
        options: Vec<Arg>,
    },
    Deallocate {
        objects: Vec<Expr>,
        options: Vec<Arg>,
    },
    Nullify(Vec<Expr>),
    /// `print fmt, items`; `write(control) items`; `read(control) items`; `read fmt, items`.
    Print {
        format: IoFormat,
        items: Vec<IoItem>,
    },
    Write {
        control: Vec<Arg>,
        items: Vec<IoItem>,
    },
    Read {
        control: Vec<Arg>,
        items: Vec<IoItem>,
    },
    ReadFmt {
        format: IoFormat,
        items: Vec<IoItem>,
    },
    /// OPEN, CLOSE, INQUIRE, REWIND, BACKSPACE, ENDFILE, FLUSH, WAIT: control list (a sole unit is a positional argument).
    Io {
        op: IoOp,
        control: Vec<Arg>,
        items: Vec<IoItem>,
    },
    Pause(Option<Expr>),
    /// Image control statements and others of coarrays, by their keyword.
    Image {
        keyword: Name,
        args: Vec<Arg>,
    },
    /// An OpenMP directive with the block it governs, if it has one.
    Omp(Box<OmpConstruct>),
    /// A statement that could not be parsed; a diagnostic was given.
    Error,
}

impl StmtKind {
    /// The name of a construct.
    pub fn construct_name(&self) -> Option<&Ident> {
        match self {
            StmtKind::If { name, .. }
            | StmtKind::SelectCase { name, .. }
            | StmtKind::SelectType { name, .. }
            | StmtKind::SelectRank { name, .. }
            | StmtKind::Associate { name, .. }
            | StmtKind::BlockConstruct { name, .. }
            | StmtKind::Critical { name, .. }
            | StmtKind::ChangeTeam { name, .. }
            | StmtKind::Where { name, .. }
            | StmtKind::Forall { name, .. } => name.as_ref(),
            StmtKind::Do(d) => d.name.as_ref(),
            StmtKind::IfStmt(..)
            | StmtKind::WhereStmt(..)
            | StmtKind::ForallStmt(..)
            | StmtKind::Omp(..)
            | StmtKind::Use(..)
            | StmtKind::Import { .. }
            | StmtKind::ImplicitNone { .. }
            | StmtKind::Implicit(..)
            | StmtKind::TypeDecl { .. }
            | StmtKind::DerivedType(..)
            | StmtKind::CrayPointer(..)
            | StmtKind::Union(..)
            | StmtKind::Interface(..)
            | StmtKind::ProcedureDecl { .. }
            | StmtKind::Parameter(..)
            | StmtKind::AttrStmt { .. }
            | StmtKind::Common(..)
            | StmtKind::Equivalence(..)
            | StmtKind::Data(..)
            | StmtKind::Namelist(..)
            | StmtKind::Enum { .. }
            | StmtKind::Format(..)
            | StmtKind::Entry { .. }
            | StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Continue
            | StmtKind::Return(..)
            | StmtKind::Stop { .. }
            | StmtKind::Goto(..)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::AssignLabel(..)
            | StmtKind::ArithIf(..)
            | StmtKind::Cycle(..)
            | StmtKind::Exit(..)
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(..)
            | StmtKind::Print { .. }
            | StmtKind::Write { .. }
            | StmtKind::Read { .. }
            | StmtKind::ReadFmt { .. }
            | StmtKind::Io { .. }
            | StmtKind::Pause(..)
            | StmtKind::Image { .. }
            | StmtKind::Error => None,
        }
    }

    /// Calls `f` for every list of executable statements directly inside.
    pub fn blocks<'x>(&'x self, f: &mut dyn FnMut(&'x [Stmt])) {
        match self {
            StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise, .. } => {
                arms.iter().for_each(|(_, b)| f(b));
                if let Some(b) = otherwise {
                    f(b);
                }
            }
            StmtKind::IfStmt(_, s) | StmtKind::WhereStmt(_, s) | StmtKind::ForallStmt(_, s) => {
                f(std::slice::from_ref(&**s))
            }
            StmtKind::Do(d) => f(&d.body),
            StmtKind::SelectCase { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
            StmtKind::SelectType { guards, .. } => guards.iter().for_each(|g| f(&g.body)),
            StmtKind::SelectRank { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
            StmtKind::Associate { body, .. }
            | StmtKind::BlockConstruct { body, .. }
            | StmtKind::Critical { body, .. }
            | StmtKind::ChangeTeam { body, .. }
            | StmtKind::Forall { body, .. } => f(body),
            StmtKind::Omp(c) => {
                if let Some(b) = &c.body {
                    f(b);
                }
                c.sections.iter().for_each(|b| f(b));
            }
            StmtKind::Use(..)
            | StmtKind::Import { .. }
            | StmtKind::ImplicitNone { .. }
            | StmtKind::Implicit(..)
            | StmtKind::TypeDecl { .. }
            | StmtKind::DerivedType(..)
            | StmtKind::CrayPointer(..)
            | StmtKind::Union(..)
            | StmtKind::Interface(..)
            | StmtKind::ProcedureDecl { .. }
            | StmtKind::Parameter(..)
            | StmtKind::AttrStmt { .. }
            | StmtKind::Common(..)
            | StmtKind::Equivalence(..)
            | StmtKind::Data(..)
            | StmtKind::Namelist(..)
            | StmtKind::Enum { .. }
            | StmtKind::Format(..)
            | StmtKind::Entry { .. }
            | StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Continue
            | StmtKind::Return(..)
            | StmtKind::Stop { .. }
            | StmtKind::Goto(..)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::AssignLabel(..)
            | StmtKind::ArithIf(..)
            | StmtKind::Cycle(..)
            | StmtKind::Exit(..)
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(..)
            | StmtKind::Print { .. }
            | StmtKind::Write { .. }
            | StmtKind::Read { .. }
            | StmtKind::ReadFmt { .. }
            | StmtKind::Io { .. }
            | StmtKind::Pause(..)
            | StmtKind::Image { .. }
            | StmtKind::Error => {}
        }
    }
}

/// I/O statements with a control list only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IoOp {
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    Endfile,
    Flush,
    Wait,
}

/// Format of PRINT and READ without parentheses.
#[derive(Clone, Debug)]
pub enum IoFormat {
    /// `*`
    Star,
    Label(LabelNo),
    Expr(Expr),
}

/// One item of an I/O list. In control lists `unit=*` and `fmt=*` are [`ArgValue::Star`].
#[derive(Clone, Debug)]
pub enum IoItem {
    Expr(Expr),
    ImpliedDo(Box<ImpliedDo<IoItem>>),
}

/// `use m, only: a => b`
#[derive(Clone, Debug)]
pub struct UseStmt {
    pub module: Ident,
    /// `use, intrinsic` or `use, non_intrinsic`.
    pub nature: Option<UseNature>,
    pub only: bool,
    pub items: Vec<UseItem>,
}

/// See [`UseStmt`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UseNature {
    Intrinsic,
    NonIntrinsic,
}

/// A rename or only-item.
#[derive(Clone, Debug)]
pub struct UseItem {
    /// Local name (generic specs as `operator(+)`, `assignment(=)`).
    pub local: Ident,
    /// Name in the module where it differs.
    pub remote: Option<Ident>,
}

/// IMPORT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKind {
    Names,
    Only,
    None,
    All,
}

/// An entity of an attribute statement.
#[derive(Clone, Debug)]
pub struct AttrEntity {
    pub name: Ident,
    /// `/name/`
    pub common: bool,
    pub dims: Option<Vec<DimSpec>>,
    pub codims: Option<Vec<DimSpec>>,
}

/// Interface of a procedure declaration.
#[derive(Clone, Debug)]
pub enum ProcIface {
    None,
    Name(Ident),
    Type(TypeSpec),
}

/// A derived type definition.
#[derive(Clone, Debug)]
pub struct DerivedTypeDef {
    pub name: Ident,
    pub params: Vec<Ident>,
    pub extends: Option<Ident>,
    pub abstract_: bool,
    pub bind_c: bool,
    pub access: Option<Access>,
    pub sequence: bool,
    pub private_components: bool,
    pub components: Vec<Stmt>,
    pub private_bindings: bool,
    pub bindings: Vec<TypeBinding>,
    /// The CONTAINS statement.
    pub contains_at: Option<Span>,
    /// Statements about components, or about procedures, were not understood.
    pub lost: [bool; 2],
    /// The PRIVATE statement of its components.
    pub private_at: Option<Span>,
    /// What is said twice, or excludes something said before, with what is wrong.
    pub faults: Vec<(Span, &'static str)>,
    /// An enumeration type or enum type.
    pub enumeration: Option<Enumeration>,
    pub span: Span,
}

/// Kinds of enumerations that are types.
#[derive(Clone, PartialEq, Debug)]
pub enum Enumeration {
    /// ENUMERATION TYPE with these enumerators.
    Ordinals(Vec<Ident>),
    /// The type of an ENUM, BIND(C).
    Integers,
}

impl DerivedTypeDef {
    /// A definition with nothing but its name.
    pub fn empty(name: Ident, span: Span) -> Self {
        DerivedTypeDef {
            name,
            params: vec![],
            extends: None,
            abstract_: false,
            bind_c: false,
            access: None,
            sequence: false,
            private_components: false,
            components: vec![],
            private_bindings: false,
            bindings: vec![],
            contains_at: None,
            lost: [false; 2],
            private_at: None,
            faults: vec![],
            enumeration: None,
            span,
        }
    }
}

/// PUBLIC or PRIVATE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Public,
    Private,
}

/// A type-bound procedure, generic or final.
#[derive(Clone, Debug)]
pub enum TypeBinding {
    /// `procedure(iface), attrs :: name => target`
    Procedure {
        iface: Option<Ident>,
        attrs: Vec<(AttrSpec, Span)>,
        name: Ident,
        target: Option<Ident>,
    },
    Generic {
        access: Option<Access>,
        spec: GenericSpec,
        names: Vec<Ident>,
    },
    Final(Vec<Ident>),
}

/// A generic spec (R1508).
#[derive(Clone, Debug)]
pub enum GenericSpec {
    Name(Ident),
    /// Intrinsic operator text (`+`, `==`, `.and.`; relational ones in their symbol form) or `.name.`
    Operator(Name, Span),
    Assignment(Span),
    ReadFormatted(Span),
    ReadUnformatted(Span),
    WriteFormatted(Span),
    WriteUnformatted(Span),
}

/// An interface block.
#[derive(Clone, Debug)]
pub struct InterfaceBlock {
    pub abstract_: bool,
    pub spec: Option<GenericSpec>,
    /// Interface bodies.
    pub bodies: Vec<Unit>,
    /// `[module] procedure :: names`
    pub procedures: Vec<Ident>,
    /// Those of them with MODULE.
    pub module_procedures: Vec<Ident>,
    /// Of a GENERIC statement.
    pub access: Option<Access>,
}

/// A set of a DATA statement.
#[derive(Clone, Debug)]
pub struct DataSet {
    pub objects: Vec<DataObject>,
    pub values: Vec<DataValue>,
}

/// See [`DataSet`].
#[derive(Clone, Debug)]
pub enum DataObject {
    Expr(Expr),
    ImpliedDo(Box<ImpliedDo<DataObject>>),
}

/// `repeat*value`
#[derive(Clone, Debug)]
pub struct DataValue {
    pub repeat: Option<Expr>,
    pub value: Expr,
}

/// A DO construct of any form. A loop that ends in a labelled action statement holds that statement as
/// its last one; loops that share one terminal statement are nested by the block builder.
#[derive(Clone, Debug)]
pub struct DoStmt {
    pub name: Option<Ident>,
    pub control: DoControl,
    pub body: Block,
    pub ending: DoEnding,
}

/// How a DO loop ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoEnding {
    EndDo,
    /// With END DO or CONTINUE that has the label of the DO statement.
    Label,
    /// With another statement that has the label.
    Statement(Span),
    /// With the statement that ends an inner loop.
    Shared(Span),
}

/// See [`DoStmt`].
#[derive(Clone, Debug)]
pub enum DoControl {
    /// `do`
    Forever,
    While(Expr),
    Count {
        var: Expr,
        lower: Expr,
        upper: Expr,
        step: Option<Expr>,
    },
    Concurrent {
        header: ForallHeader,
        locality: Vec<Locality>,
    },
}

/// Header of FORALL and DO CONCURRENT.
#[derive(Clone, Debug)]
pub struct ForallHeader {
    pub spec: Option<TypeSpec>,
    /// name, lower, upper, step
    pub indices: Vec<(Ident, Expr, Expr, Option<Expr>)>,
    pub mask: Option<Expr>,
}

/// Locality spec of DO CONCURRENT.
#[derive(Clone, Debug)]
pub enum Locality {
    Local(Vec<Ident>),
    LocalInit(Vec<Ident>),
    Shared(Vec<Ident>),
    DefaultNone,
    /// Operator or intrinsic name, variables.
    Reduce(Name, Vec<Ident>),
}

/// One CASE block; no ranges and `default` set for CASE DEFAULT.
#[derive(Clone, Debug)]
pub struct CaseBlock {
    pub ranges: Vec<CaseRange>,
    pub default: bool,
    pub body: Block,
    pub span: Span,
}

/// A case value range.
#[derive(Clone, Debug)]
pub enum CaseRange {
    Value(Expr),
    Range(Option<Expr>, Option<Expr>),
}

/// Guard of SELECT TYPE.
#[derive(Clone, Debug)]
pub struct TypeGuard {
    pub kind: TypeGuardKind,
    pub body: Block,
    pub span: Span,
}

/// See [`TypeGuard`].
#[derive(Clone, Debug)]
pub enum TypeGuardKind {
    TypeIs(TypeSpec),
    ClassIs(Ident),
    Default,
    /// An error in the guard was reported.
    Unknown,
}

/// Case of SELECT RANK.
#[derive(Clone, Debug)]
pub struct RankCase {
    pub kind: RankCaseKind,
    pub body: Block,
    pub span: Span,
}

/// See [`RankCase`].
#[derive(Clone, Debug)]
pub enum RankCaseKind {
    Rank(Expr),
    Star,
    Default,
}

/// An object of ALLOCATE: the reference without the shape, then `(bounds)`.
#[derive(Clone, Debug)]
pub struct AllocObject {
    /// `a`, `x%y` — the shape list has been taken off.
    pub object: Expr,
    /// lower bound (if given), upper bound.
    pub shape: Vec<(Option<Expr>, Expr)>,
    /// `[cobounds]`
    pub coshape: Option<Vec<Arg>>,
    pub span: Span,
}
