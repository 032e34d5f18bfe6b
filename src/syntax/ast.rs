//! The abstract syntax tree: what the source says, name by name; nothing is resolved.
//!
//! `a(1)` may be an element, a call or a structure constructor: the tree does not decide
//! (see [`ExprKind::Ref`]). Names are lower case. Rule numbers are those of the Fortran 2018 standard.

use crate::source::Span;
use std::sync::Arc;

/// A name in lower case.
pub type Name = Arc<str>;

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// Lower-case name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A statement label, 1..99999.
pub type LabelNo = u32;

// ---- expressions ------------------------------------------------------------------------------

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Kind parameter of a literal.
#[derive(Clone, Debug)]
pub enum KindParam {
    /// `1_8`
    Digits(u32),
    /// `1_dp`
    Name(Ident),
}

/// Operators that the language defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinOp {
    Pow,
    Mul,
    Div,
    Add,
    Sub,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Eqv,
    Neqv,
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnOp {
    Plus,
    Minus,
    Not,
}

/// Expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Integer literal; the value as written (may be out of range).
    Int { value: u128, kind: Option<KindParam> },
    /// Literal of type unsigned, `12u`.
    Unsigned { value: u128, kind: Option<KindParam> },
    /// Real literal; `text` in lower case with the exponent letter as written (`1.5d0`), no kind.
    Real { text: Name, kind: Option<KindParam> },
    /// Complex literal (R718): parts are literals or named constants, signs as unary operators.
    Complex(Box<Expr>, Box<Expr>),
    /// `.true.`
    Logical { value: bool, kind: Option<KindParam> },
    /// Character literal, quotes undone.
    Char { value: Vec<u32>, kind: Option<KindParam> },
    /// BOZ literal: base 2, 8 or 16.
    Boz { digits: Name, base: u8 },
    /// Hollerith constant `4habcd`.
    Hollerith(Vec<u8>),
    /// A name or data reference, function reference or structure constructor: parts joined by `%`.
    Ref(Vec<Part>),
    /// Substring of a literal: `'abc'(2:3)`.
    Substring(Box<Expr>, Vec<Arg>),
    /// `+a`, `-a`, `.not. a`
    Unary(UnOp, Box<Expr>),
    /// `a + b` and so on.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `.myop. a`
    DefinedUnary(Ident, Box<Expr>),
    /// `a .myop. b`
    DefinedBinary(Ident, Box<Expr>, Box<Expr>),
    /// `(a)`: matters for association and evaluation.
    Paren(Box<Expr>),
    /// `(condition ? value : other)` of Fortran 2023; `other` may be a conditional expression again.
    Conditional(Box<[Expr; 3]>),
    /// `@subscripts` of Fortran 2023: an array that gives several subscripts.
    Multiple(Box<Expr>),
    /// `.nil.`, no argument, in a conditional argument.
    Nil,
    /// `[type :: values]` (R769)
    ArrayCtor { spec: Option<Box<TypeSpec>>, values: Vec<AcValue> },
    /// What could not be parsed; a diagnostic was given.
    Error,
}

/// One value of an array constructor.
#[derive(Clone, Debug)]
pub enum AcValue {
    /// An expression (scalar or array).
    Expr(Expr),
    /// `(values, i = lo, hi, step)`, the index may have a type of its own.
    ImpliedDo(Box<ImpliedDo<AcValue>>),
}

/// An implied do over items of type `T` (array constructor values, I/O items or DATA objects).
#[derive(Clone, Debug)]
pub struct ImpliedDo<T> {
    /// The items.
    pub items: Vec<T>,
    /// `integer(k) ::` before the variable.
    pub spec: Option<TypeSpec>,
    /// Index.
    pub var: Ident,
    pub lower: Expr,
    pub upper: Expr,
    pub step: Option<Expr>,
    pub span: Span,
}

/// One part of a data reference. `name(args)(second)`: the second list is a substring range of an
/// array element, or arguments of a procedure pointer result.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: Ident,
    /// `None`: no parentheses; `Some(vec![])`: `()`.
    pub args: Option<Vec<Arg>>,
    /// Substring range after an element: `c(i)(1:2)`.
    pub second: Option<Vec<Arg>>,
    /// Coarray image selector `[...]`.
    pub cosubscripts: Option<Vec<Arg>>,
    /// From the name to the last parenthesis.
    pub span: Span,
}

/// An argument, subscript, section or type parameter.
#[derive(Clone, Debug)]
pub struct Arg {
    /// `keyword =`
    pub keyword: Option<Ident>,
    pub value: ArgValue,
    pub span: Span,
}

/// See [`Arg`].
#[derive(Clone, Debug)]
pub enum ArgValue {
    Expr(Expr),
    /// `lo:hi:step`, any part may be absent (also substring range and bounds remapping).
    Section {
        lower: Option<Expr>,
        upper: Option<Expr>,
        step: Option<Expr>,
    },
    /// `*` (assumed length or size) in a type parameter or bounds position.
    Star,
    /// `:` deferred type parameter (in type specs only; elsewhere `:` is an empty section).
    Colon,
    /// `*10` alternate return.
    AltReturn(LabelNo),
    /// `..`
    AssumedRank,
}

// ---- types ------------------------------------------------------------------------------------

/// A declaration type spec (R703) with its place.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    pub kind: TypeSpecKind,
    pub span: Span,
}

/// See [`TypeSpec`].
#[derive(Clone, Debug)]
pub enum TypeSpecKind {
    Integer(Option<KindSel>),
    /// `unsigned`; with `derived` it stands where the name of a derived type may, which goes before.
    Unsigned {
        kind: Option<KindSel>,
        derived: Option<Ident>,
    },
    Real(Option<KindSel>),
    DoublePrecision,
    Complex(Option<KindSel>),
    DoubleComplex,
    Logical(Option<KindSel>),
    Character {
        len: Option<CharLen>,
        kind: Option<Box<Expr>>,
    },
    /// `type(name(params))`
    Type {
        name: Ident,
        params: Vec<Arg>,
    },
    /// `type(*)`
    TypeStar,
    /// `class(name)`
    Class {
        name: Ident,
        params: Vec<Arg>,
    },
    /// `class(*)`
    ClassStar,
    /// `typeof(object)` of Fortran 2023; true: `classof(object)`.
    OfEntity(bool, Box<Expr>),
}

/// Kind selector.
#[derive(Clone, Debug)]
pub enum KindSel {
    /// `(kind=expr)`
    Expr(Box<Expr>),
    /// `*8`
    Star(u32, Span),
}

/// Character length.
#[derive(Clone, Debug)]
pub enum CharLen {
    Expr(Box<Expr>),
    /// `*`
    Assumed,
    /// `:`
    Deferred,
}

/// One dimension of an array spec (R815 and following), as written.
#[derive(Clone, Debug)]
pub enum DimSpec {
    /// `hi` or `lo:hi`
    Explicit { lower: Option<Expr>, upper: Expr },
    /// `:` or `lo:` (assumed shape, or deferred where no lower bound)
    Assumed { lower: Option<Expr> },
    /// `*` or `lo:*`
    AssumedSize { lower: Option<Expr> },
    /// `..`
    AssumedRank,
}

/// Attributes of a declaration (R802).
#[derive(Clone, Debug)]
pub enum AttrSpec {
    Allocatable,
    /// The opposite of SAVE, of VAX Fortran.
    Automatic,
    Asynchronous,
    Contiguous,
    External,
    Intrinsic,
    Optional,
    Parameter,
    Pointer,
    Private,
    Protected,
    Public,
    Save,
    Target,
    Value,
    Volatile,
    /// Actual arguments of any type, kind and rank: the directives `!GCC$ ATTRIBUTES NO_ARG_CHECK` and `!DIR$ IGNORE_TKR`.
    IgnoreTkr,
    Deferred,
    NonOverridable,
    Nopass,
    Kind,
    Len,
    Dimension(Vec<DimSpec>),
    /// `rank(n)` of Fortran 2023.
    Rank(Box<Expr>),
    Codimension(Vec<DimSpec>),
    Intent(Intent),
    Bind(BindSpec),
    /// `pass` or `pass(name)`
    Pass(Option<Ident>),
}

/// INTENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    In,
    Out,
    InOut,
}

/// `bind(c, name="...")`
#[derive(Clone, Debug)]
pub struct BindSpec {
    pub name: Option<Box<Expr>>,
    pub span: Span,
}

/// A declared entity (R803), also a component.
#[derive(Clone, Debug)]
pub struct EntityDecl {
    pub name: Ident,
    pub dims: Option<Vec<DimSpec>>,
    pub codims: Option<Vec<DimSpec>>,
    /// `*len` of this entity.
    pub char_len: Option<CharLen>,
    pub init: Option<Init>,
}

/// Initialization.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= expr`
    Value(Expr),
    /// `=> target` or `=> null()`
    Pointer(Expr),
    /// `/values/` (extension)
    Slash(Vec<DataValue>),
}

// ---- statements -------------------------------------------------------------------------------

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

// ---- program units ----------------------------------------------------------------------------

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
    /// Declarations in it were not understood.
    pub lost: bool,
    /// The opening statement (the whole first line of a headless main program).
    pub span: Span,
    /// The END statement.
    pub end_span: Span,
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

// ---- OpenMP -----------------------------------------------------------------------------------

/// A directive and what it governs. Combined directives keep their leaf constructs.
#[derive(Clone, Debug)]
pub struct OmpConstruct {
    /// Canonical directive name, from the table in `syntax/omp/table.rs`: `target teams workdistribute`.
    pub directive: super::omp::Directive,
    pub clauses: Vec<OmpClause>,
    /// Argument list in parentheses after the directive name (`critical(name)`, `threadprivate(list)`, `flush(list)`, `declare reduction(...)`).
    pub args: Vec<OmpArg>,
    /// The structured block or loop (`None` for stand-alone directives). A loop-associated directive has its DO as the only
    /// statement.
    pub body: Option<Block>,
    /// What METADIRECTIVE chooses from, or the context that MATCH asks for.
    pub variants: Vec<OmpVariant>,
    /// Further blocks: `section`s of `sections` (each directive `section` an item), else empty.
    pub sections: Vec<Block>,
    pub span: Span,
}

/// A directive for a context.
#[derive(Clone, Debug)]
pub struct OmpVariant {
    /// All of them must hold; none for OTHERWISE.
    pub traits: Vec<OmpTrait>,
    /// `None`: `nothing`.
    pub directive: Option<Box<OmpConstruct>>,
    pub span: Span,
}

/// A trait selector of a context: `device={kind(gpu)}`.
#[derive(Clone, Debug)]
pub struct OmpTrait {
    /// `device`, `construct`, `implementation`, `user`, `target_device`.
    pub set: Name,
    pub name: Name,
    /// Names or strings in the parentheses.
    pub props: Vec<Name>,
    /// Condition of a user.
    pub cond: Option<Expr>,
    pub span: Span,
}

/// A clause.
#[derive(Clone, Debug)]
pub struct OmpClause {
    /// From the clause table.
    pub kind: super::omp::ClauseKind,
    /// Modifiers before the `:`, lower case, in order: `always`, `tofrom` in `map(always, tofrom: x)`; `+` in `reduction(+: s)`;
    /// `target` in `if(target: c)`.
    pub modifiers: Vec<OmpModifier>,
    pub args: Vec<OmpArg>,
    pub span: Span,
}

/// A modifier, perhaps with arguments (`mapper(m)`, `iterator(...)`).
#[derive(Clone, Debug)]
pub struct OmpModifier {
    pub name: Name,
    /// Of `iterator`: four for each variable, its name, lower and upper bound and step.
    pub args: Vec<Expr>,
    pub span: Span,
}

/// An argument of a clause or directive.
#[derive(Clone, Debug)]
pub enum OmpArg {
    /// A variable, array section, structure component or expression.
    Expr(Expr),
    /// `/name/` common block
    Common(Ident),
    /// A keyword argument such as `static` in `schedule(static, 4)`, `none` in `default(none)`.
    Word(Ident),
    /// A type, in `declare reduction` and `declare mapper`.
    Type(Box<TypeSpec>),
    /// An assignment or a call: combiners and initializers.
    Stmt(Box<Stmt>),
    /// A directive, in `apply`; none for `nothing`.
    Directive(Option<Box<OmpConstruct>>),
}
