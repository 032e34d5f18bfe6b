//! The typed program: what sema hands to lowering. Every name is a [`SymbolId`], every expression has
//! a type and rank, implied conversions are explicit, calls have their arguments in dummy order.
//! Lowering may assume that the program is legal.

use crate::source::Span;
use crate::syntax::ast::{LabelNo, Name};
use crate::syntax::omp::Directive;

macro_rules! id {
    ($(#[$d:meta])* $n:ident) => {
        $(#[$d])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $n(pub u32);
    };
}
id!(/// A variable, named constant or other data entity: index into [`Program::symbols`].
    SymbolId);
id!(/// A procedure with a known interface: index into [`Program::procs`].
    ProcId);
id!(/// A derived type: index into [`Program::types`].
    TypeId);
id!(/// A construct that EXIT or CYCLE can name, unique in its procedure.
    ConstructId);

/// Everything that was compiled together, and what it uses of other modules.
#[derive(Debug, Default)]
pub struct Program {
    pub symbols: Vec<Symbol>,
    pub procs: Vec<Procedure>,
    pub types: Vec<DerivedType>,
    /// COMMON blocks.
    pub commons: Vec<CommonBlock>,
    /// Module variables and other static data defined here (storage to be emitted), in order.
    pub statics: Vec<SymbolId>,
}

// ---- types ------------------------------------------------------------------------------------

/// A type. Kinds are in bytes of a real or integer (complex: of one part).
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Integer(u8),
    Real(u8),
    Complex(u8),
    Logical(u8),
    /// Length and kind (1: default, 4: ISO 10646).
    Character(CharLen, u8),
    Derived(TypeId),
    /// `class(t)`; `None`: `class(*)`.
    Class(Option<TypeId>),
    /// `type(*)`
    Assumed,
    /// A procedure (entity of procedure type).
    Procedure,
    /// BOZ literal before conversion, NULL() and the like.
    Typeless,
}

impl Ty {
    /// Kind of a character; 1 for anything else.
    pub fn chr_kind(&self) -> u8 {
        match self {
            Ty::Character(_, k) => *k,
            _ => 1,
        }
    }
    /// Both character, of one kind.
    pub fn same_characters(&self, other: &Ty) -> bool {
        matches!((self, other), (Ty::Character(_, a), Ty::Character(_, b)) if a == b)
    }
}

/// Length of a character entity or expression.
#[derive(Clone, Debug, PartialEq)]
pub enum CharLen {
    Const(i64),
    /// A specification expression of a declared entity (evaluated at entry).
    Expr(Box<Expr>),
    /// `*`
    Assumed,
    /// `:`
    Deferred,
    /// Of an expression whose length is known at run time only.
    Runtime,
}

/// A derived type.
#[derive(Clone, Debug)]
pub struct DerivedType {
    pub name: Name,
    /// Unique name for the IR, `mod.t` or `proc.t`.
    pub ir_name: String,
    pub extends: Option<TypeId>,
    pub abstract_: bool,
    pub sequence: bool,
    pub bind_c: bool,
    /// Some components share storage (UNION in a STRUCTURE of VAX Fortran).
    pub overlaid: bool,
    /// Own components; those of the parent come first in memory as one component named after the parent.
    pub components: Vec<Component>,
    /// Byte size and alignment (C layout; descriptors for allocatable and pointer components).
    pub size: u64,
    pub align: u64,
    /// Type-bound procedures by name, inherited ones included; the position is the slot in the type's table.
    pub bindings: Vec<TypeBound>,
    /// Slots of the specific bindings of the generic binding `assignment(=)`, inherited ones included.
    pub assignments: Vec<usize>,
    /// FINAL procedures.
    pub finals: Vec<ProcId>,
    pub span: Span,
}

/// A component.
#[derive(Clone, Debug)]
pub struct Component {
    pub name: Name,
    pub ty: Ty,
    /// Explicit shape or deferred.
    pub dims: Dims,
    pub allocatable: bool,
    pub pointer: bool,
    /// Default value (constants; `Const::Null` for pointers).
    pub init: Option<Const>,
    /// Byte offset.
    pub offset: u64,
    /// Interface of a procedure pointer component.
    pub proc: Option<ProcIface>,
    pub private: bool,
    pub role: Role,
}

/// What a component is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// As declared.
    #[default]
    Data,
    /// Holds the value of a length parameter of the type.
    LenParam,
    /// Its bounds or length depend on length parameters: it is allocated with the object.
    Sized,
}

/// A type-bound procedure.
#[derive(Clone, Debug)]
pub struct TypeBound {
    pub name: Name,
    /// Implementation (`None` for deferred).
    pub proc: Option<ProcId>,
    /// Interface where deferred.
    pub iface: Option<ProcId>,
    /// Position of the passed-object dummy, `None` for NOPASS.
    pub pass: Option<u32>,
}

// ---- entities ---------------------------------------------------------------------------------

/// Shape of an entity as declared.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Dims {
    #[default]
    Scalar,
    /// Lower and upper bounds; constants or specification expressions (integer(8) typed).
    Explicit(Vec<(Expr, Expr)>),
    /// Assumed shape with lower bounds.
    Assumed(Vec<Expr>),
    /// Deferred shape (allocatable or pointer) of that rank.
    Deferred(usize),
    /// All but the last upper bound, and the last lower bound.
    AssumedSize(Vec<(Expr, Expr)>, Box<Expr>),
    /// `(..)`
    AssumedRank,
}

impl Dims {
    /// Rank; 0 for scalars and for assumed rank.
    pub fn rank(&self) -> usize {
        match self {
            Dims::Scalar | Dims::AssumedRank => 0,
            Dims::Explicit(v) => v.len(),
            Dims::Assumed(v) => v.len(),
            Dims::Deferred(r) => *r,
            Dims::AssumedSize(v, _) => v.len() + 1,
        }
    }
}

/// Where an entity lives.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// Storage of the procedure's activation.
    Local,
    /// Static storage under that link name (SAVE, module variables, initialized locals).
    Static { link_name: String },
    /// Static storage defined in another object.
    Extern { link_name: String },
    /// Dummy argument at that position.
    Dummy(u32),
    /// Function result.
    Result,
    /// In a COMMON block at a byte offset.
    Common { block: u32, offset: u64 },
    /// Part of the storage of an equivalence group: base symbol (of type integer(1) array) and byte offset.
    Equivalence { base: SymbolId, offset: u64 },
    /// At the address that an integer holds (Cray pointers).
    Based { pointer: SymbolId },
    /// Name of a construct: ASSOCIATE, SELECT TYPE/RANK, bound to an expression by the construct.
    Associate,
    /// Index of an implied do, FORALL or DO CONCURRENT.
    Index,
    /// A named constant: no storage (see `value`).
    Constant,
}

/// INTENT of a dummy argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    Unspecified,
    In,
    Out,
    InOut,
}

/// A data entity.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: Name,
    pub span: Span,
    pub ty: Ty,
    pub dims: Dims,
    pub storage: Storage,
    /// The procedure it belongs to; `None` for module entities. Used elsewhere: host associated.
    pub owner: Option<ProcId>,
    pub intent: Intent,
    pub allocatable: bool,
    pub pointer: bool,
    pub target: bool,
    pub optional: bool,
    pub by_value: bool,
    pub contiguous: bool,
    pub volatile: bool,
    pub asynchronous: bool,
    pub threadprivate: bool,
    /// In an OpenMP `declare target` list.
    pub declare_target: bool,
    /// Has a binding label: C may define it, too.
    pub bind_c: bool,
    /// Initial value of static storage, or the value of a named constant.
    pub value: Option<Const>,
    /// Initial target of a pointer. The main program of the same compilation starts with the pointer assignments.
    pub initial_target: Option<Box<Expr>>,
    /// Interface of a procedure pointer or dummy procedure.
    pub proc: Option<ProcIface>,
}

impl Symbol {
    /// Rank as declared.
    pub fn rank(&self) -> usize {
        self.dims.rank()
    }
}

/// Interface of a procedure entity.
#[derive(Clone, Debug, PartialEq)]
pub enum ProcIface {
    /// Explicit.
    Explicit(ProcId),
    /// Implicit: a function of that type, or (`None`) a subroutine or unknown.
    Implicit(Option<Ty>),
}

/// A COMMON block.
#[derive(Clone, Debug)]
pub struct CommonBlock {
    pub link_name: String,
    pub size: u64,
    pub align: u64,
    /// Initial bytes (from BLOCK DATA) as (offset, symbol).
    pub members: Vec<SymbolId>,
}

/// A procedure, main program or interface body.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub link_name: String,
    pub span: Span,
    pub is_main: bool,
    /// Dummy arguments in order (alternate returns left out).
    pub args: Vec<SymbolId>,
    /// Result variable of a function.
    pub result: Option<SymbolId>,
    pub pure_: bool,
    pub elemental: bool,
    pub recursive: bool,
    /// Has the prefix RECURSIVE (before Fortran 2018 others could not call themselves).
    pub says_recursive: bool,
    pub bind_c: bool,
    /// Internal procedures: the host.
    pub host: Option<ProcId>,
    /// Visible to other objects.
    pub external: bool,
    /// Dummy procedure or procedure pointer interface only, interface body, or defined elsewhere: no body.
    pub body: Option<Body>,
    /// OpenMP `declare target`.
    pub declare_target: bool,
    /// Another object defines it (or its host); the body is here to stand in place of calls.
    pub available: bool,
    /// Runs before the main program.
    pub constructor: bool,
}

/// What a procedure does.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Entities with storage to set up at entry, in an order in which specification expressions may be evaluated
    /// (dummies first).
    pub locals: Vec<SymbolId>,
    pub stmts: Vec<Stmt>,
    /// Entry points beside the main one: procedure and label that starts it.
    pub entries: Vec<(ProcId, LabelNo)>,
}

// ---- expressions ------------------------------------------------------------------------------

/// A constant. Integers of any kind in `Int`; reals as f64 (already rounded to kind 4 where that is the type).
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    Int(i128),
    Real(f64),
    Complex(f64, f64),
    Logical(bool),
    /// Codes of the characters, whatever the kind.
    Char(Vec<u32>),
    /// Elements in element order. `None`: not initialized (from partial DATA).
    Array {
        shape: Vec<i64>,
        elems: Vec<Option<Const>>,
    },
    /// Component values in order.
    Struct {
        ty: TypeId,
        values: Vec<Option<Const>>,
    },
    /// Disassociated pointer.
    Null,
    /// Pointer component associated with an object of static storage or a procedure.
    Target(Box<Expr>),
}

impl Const {
    /// Characters of kind 1.
    pub fn text(bytes: &[u8]) -> Const {
        Const::Char(bytes.iter().copied().map(u32::from).collect())
    }
}

/// The code of the blank.
pub const BLANK: u32 = b' ' as u32;

/// Characters of kind 1 as bytes; those of another kind that kind 1 does not have become `?`.
pub fn narrow(codes: &[u32]) -> Vec<u8> {
    codes.iter().map(|&c| u8::try_from(c).unwrap_or(b'?')).collect()
}

/// Characters of that kind as they lie in memory.
pub fn character_image(codes: &[u32], kind: u8) -> Vec<u8> {
    if kind == 4 { codes.iter().flat_map(|c| c.to_le_bytes()).collect() } else { narrow(codes) }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    /// Rank; 0 for scalars.
    pub rank: usize,
    pub span: Span,
}

/// Operators on intrinsic types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op2 {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op1 {
    Neg,
    Not,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Const(Const),
    /// A whole variable (or named constant array that is not worth copying).
    Var(SymbolId),
    /// An array element; all subscripts scalar (of any integer kind).
    Elem {
        base: Box<Expr>,
        subs: Vec<Expr>,
    },
    /// An array section; rank of the expression = number of `Range` and `Vector` subscripts.
    Section {
        base: Box<Expr>,
        subs: Vec<Subscript>,
    },
    /// A component of a scalar or array (`ty` of base is Derived or Class). `index` into the components of `of`
    /// (the type that declares it; base is of that type or an extension).
    Component {
        base: Box<Expr>,
        of: TypeId,
        index: usize,
    },
    /// `base(lower:upper)`, bounds one-based integers.
    Substring {
        base: Box<Expr>,
        lower: Option<Box<Expr>>,
        upper: Option<Box<Expr>>,
    },
    /// `z%re`, `z%im`
    ComplexPart {
        base: Box<Expr>,
        imag: bool,
    },
    Unary(Op1, Box<Expr>),
    /// Operands have the same type (converted), but for `Pow` with an integer exponent and characters. One may be scalar
    /// where the other is an array.
    Binary(Op2, Box<Expr>, Box<Expr>),
    /// Conversion between numeric types and kinds, or logical kinds, to this expression's type.
    Convert(Box<Expr>),
    Paren(Box<Expr>),
    /// A function reference. Elemental functions with array arguments have the rank of those.
    Call(Box<Call>),
    /// An intrinsic function; arguments in dummy order, `None` where absent.
    Intrinsic {
        id: super::intrinsics::Intrinsic,
        args: Vec<Option<Expr>>,
    },
    /// Values converted to the element type; rank 1.
    ArrayCtor(Vec<AcItem>),
    /// One value a component (own components; the parent's is the first), `None` where absent and without default.
    StructCtor {
        ty: TypeId,
        values: Vec<Option<Expr>>,
    },
    /// NULL()
    Null,
    /// A procedure as an actual argument or pointer target.
    ProcRef(Box<ProcTarget>),
}

/// A subscript of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Subscript {
    Index(Expr),
    Range {
        lower: Option<Expr>,
        upper: Option<Expr>,
        step: Option<Expr>,
    },
    /// A rank-1 integer expression.
    Vector(Expr),
}

/// A value of an array constructor.
#[derive(Clone, Debug, PartialEq)]
pub enum AcItem {
    /// Scalar or array.
    Expr(Expr),
    ImpliedDo {
        var: SymbolId,
        lower: Expr,
        upper: Expr,
        step: Option<Expr>,
        items: Vec<AcItem>,
    },
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum ProcTarget {
    /// With a known interface; defined here or elsewhere.
    Proc(ProcId),
    /// External procedure with implicit interface.
    Implicit { link_name: String },
    /// A dummy procedure or procedure pointer variable (its interface in the symbol).
    Symbol(SymbolId),
    /// A procedure pointer component or function result that is one.
    Pointer { expr: Expr, iface: ProcIface },
    /// A type-bound procedure resolved at run time: slot in the table of the object's dynamic type; `object` is the passed object.
    Bound { object: Expr, declared: TypeId, slot: usize, iface: ProcId },
}

/// A procedure reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub target: ProcTarget,
    /// In dummy order. With an implicit interface: as written.
    pub args: Vec<Actual>,
    pub span: Span,
}

/// An actual argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Actual {
    /// Optional argument left out.
    Absent,
    Expr(Expr),
}

// ---- statements -------------------------------------------------------------------------------

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// Statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A branch target.
    Label(LabelNo),
    /// Intrinsic assignment; `rhs` converted (characters not padded). Derived types: component-wise.
    /// `realloc`: the left side is a whole allocatable that takes the shape of the right.
    Assign {
        lhs: Expr,
        rhs: Expr,
        realloc: bool,
    },
    /// `bounds`: lower bounds, or lower and upper (remapping), as written.
    PointerAssign {
        lhs: Expr,
        rhs: Expr,
        bounds: Vec<(Option<Expr>, Option<Expr>)>,
    },
    /// Subroutine call (also defined assignment). Elemental subroutines with array arguments run elementwise.
    Call(Call),
    /// Intrinsic subroutine, arguments in dummy order.
    IntrinsicCall {
        id: super::intrinsics::Intrinsic,
        args: Vec<Option<Expr>>,
    },
    If {
        arms: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
        id: ConstructId,
    },
    Do {
        var: Expr,
        lower: Expr,
        upper: Expr,
        step: Option<Expr>,
        body: Vec<Stmt>,
        id: ConstructId,
    },
    /// `cond` absent: DO forever.
    DoWhile {
        cond: Option<Expr>,
        body: Vec<Stmt>,
        id: ConstructId,
    },
    DoConcurrent {
        indices: Vec<ForallIndex>,
        mask: Option<Expr>,
        locality: Vec<Locality>,
        body: Vec<Stmt>,
        id: ConstructId,
    },
    /// The default case (if any) may stand anywhere; values converted to the selector's type.
    SelectCase {
        selector: Expr,
        cases: Vec<Case>,
        id: ConstructId,
    },
    SelectType {
        selector: Expr,
        assoc: SymbolId,
        guards: Vec<TypeGuard>,
        id: ConstructId,
    },
    SelectRank {
        selector: Expr,
        cases: Vec<RankCase>,
        id: ConstructId,
    },
    /// Associate names are symbols with `Storage::Associate`; a variable is associated by reference, an expression by value.
    Associate {
        assocs: Vec<(SymbolId, Expr)>,
        body: Vec<Stmt>,
        id: ConstructId,
    },
    /// BLOCK with its own entities.
    Block {
        locals: Vec<SymbolId>,
        body: Vec<Stmt>,
        id: ConstructId,
    },
    /// Masks and assignments (nested WHERE too).
    Where {
        arms: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    Forall {
        indices: Vec<ForallIndex>,
        mask: Option<Expr>,
        body: Vec<Stmt>,
    },
    Allocate {
        items: Vec<AllocItem>,
        source: Option<Expr>,
        mold: Option<Expr>,
        stat: Option<Expr>,
        errmsg: Option<Expr>,
    },
    Deallocate {
        items: Vec<Expr>,
        stat: Option<Expr>,
        errmsg: Option<Expr>,
    },
    Nullify(Vec<Expr>),
    Exit(ConstructId),
    Cycle(ConstructId),
    Goto(LabelNo),
    /// Integer selector, one-based.
    ComputedGoto {
        labels: Vec<LabelNo>,
        selector: Expr,
    },
    ArithIf {
        value: Expr,
        negative: LabelNo,
        zero: LabelNo,
        positive: LabelNo,
    },
    Return,
    Stop {
        error: bool,
        code: Option<Expr>,
        quiet: Option<Expr>,
    },
    Io(Box<Io>),
    Omp(Box<Omp>),
}

/// `name = lower : upper : step`
#[derive(Clone, Debug)]
pub struct ForallIndex {
    pub var: SymbolId,
    pub lower: Expr,
    pub upper: Expr,
    pub step: Option<Expr>,
}

/// Locality of DO CONCURRENT.
#[derive(Clone, Debug)]
pub enum Locality {
    Local(SymbolId),
    LocalInit(SymbolId),
    Shared(SymbolId),
    Reduce(ReduceOp, SymbolId),
}

/// A CASE block. Empty ranges: default.
#[derive(Clone, Debug)]
pub struct Case {
    pub ranges: Vec<(Option<Const>, Option<Const>)>,
    pub body: Vec<Stmt>,
}

/// Guard of SELECT TYPE.
#[derive(Clone, Debug)]
pub struct TypeGuard {
    /// `type is`: `exact` true; `class is`: false. `None`: class default.
    pub ty: Option<Ty>,
    pub exact: bool,
    /// The associate name as seen in the block.
    pub assoc: SymbolId,
    pub body: Vec<Stmt>,
}

/// Case of SELECT RANK. `None`: default; `Some(-1)`: `rank(*)`.
#[derive(Clone, Debug)]
pub struct RankCase {
    pub rank: Option<i32>,
    pub assoc: SymbolId,
    pub body: Vec<Stmt>,
}

/// An object of ALLOCATE.
#[derive(Clone, Debug)]
pub struct AllocItem {
    pub object: Expr,
    /// Lower and upper bounds.
    pub bounds: Vec<(Option<Expr>, Expr)>,
    /// Type given in the statement (dynamic type of class objects; length of deferred characters).
    pub ty: Option<Ty>,
    /// Length of a deferred-length character given in the type spec.
    pub char_len: Option<Expr>,
}

// ---- input and output -------------------------------------------------------------------------

/// Which I/O statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IoKind {
    Read,
    Write,
    Print,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    Endfile,
    Flush,
    Wait,
}

/// An I/O statement.
#[derive(Clone, Debug)]
pub struct Io {
    pub kind: IoKind,
    pub unit: IoUnit,
    pub format: IoFormat,
    /// Other specifiers: lower-case keyword (`iostat`, `file`, `advance`, `newunit`, `exist` ...) and expression or variable.
    pub specs: Vec<(&'static str, Expr)>,
    pub err: Option<LabelNo>,
    pub end: Option<LabelNo>,
    pub eor: Option<LabelNo>,
    pub items: Vec<IoItem>,
    /// Types among those of the items and their components whose objects procedures of the program transfer.
    pub defined: Vec<DefinedIo>,
}

/// The procedure that transfers objects of a type (Fortran 2018, 12.6.4.8).
#[derive(Clone, Debug)]
pub struct DefinedIo {
    pub ty: TypeId,
    pub proc: ProcId,
    /// Type-bound: the slot in the table of the dynamic type.
    pub slot: Option<usize>,
    /// Its dummy is polymorphic.
    pub class: bool,
}

/// Unit of a data transfer.
#[derive(Clone, Debug)]
pub enum IoUnit {
    /// `*`, PRINT
    Star,
    External(Expr),
    /// Character scalar or array.
    Internal(Expr),
    /// INQUIRE by file or IOLENGTH, OPEN with newunit.
    None,
}

/// Format of a data transfer.
#[derive(Clone, Debug)]
pub enum IoFormat {
    Unformatted,
    List,
    /// Text of a FORMAT statement or constant, parentheses included.
    Text(Vec<u8>),
    /// Character expression (scalar or array).
    Expr(Expr),
    Namelist {
        name: Name,
        /// The variables, by the names that they have in the group's scope.
        members: Vec<(Name, SymbolId)>,
    },
}

/// An I/O item.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum IoItem {
    Expr(Expr),
    ImpliedDo { var: Expr, lower: Expr, upper: Expr, step: Option<Expr>, items: Vec<IoItem> },
}

// ---- OpenMP -----------------------------------------------------------------------------------

/// A directive with its block. A loop-associated directive has exactly the (nest of) `Do` in `body`.
#[derive(Clone, Debug)]
pub struct Omp {
    pub directive: Directive,
    pub clauses: Vec<Clause>,
    pub body: Vec<Stmt>,
    /// Blocks of `sections`.
    pub sections: Vec<Vec<Stmt>>,
    /// Name of `critical`.
    pub name: Option<Name>,
}

/// A DECLARE REDUCTION for one type.
#[derive(Clone, Debug)]
pub struct UserReduction {
    /// `omp_out`, `omp_in`, `omp_priv` and `omp_orig`.
    pub symbols: [SymbolId; 4],
    pub combiner: Vec<Stmt>,
    pub initializer: Vec<Stmt>,
}

/// Reduction operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReduceOp {
    Add,
    Mul,
    Max,
    Min,
    And,
    Or,
    Eqv,
    Neqv,
    Iand,
    Ior,
    Ieor,
}

/// Map types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapType {
    To,
    From,
    Tofrom,
    Alloc,
    Release,
    Delete,
}

/// Schedules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    Static,
    Dynamic,
    Guided,
    Auto,
    Runtime,
}

/// A checked clause. Data-sharing of symbols not listed follows the implicit rules (lowering applies them; `default(none)` is checked by sema).
#[derive(Clone, Debug)]
pub enum Clause {
    Map {
        ty: MapType,
        always: bool,
        present: bool,
        items: Vec<Expr>,
    },
    /// `target update` to / from.
    Update {
        to: bool,
        items: Vec<Expr>,
    },
    Private(Vec<SymbolId>),
    Firstprivate(Vec<SymbolId>),
    Lastprivate(Vec<SymbolId>),
    Shared(Vec<SymbolId>),
    Linear(Vec<SymbolId>, Option<Expr>),
    Copyin(Vec<SymbolId>),
    Copyprivate(Vec<SymbolId>),
    Reduction {
        op: ReduceOp,
        items: Vec<Expr>,
    },
    /// A reduction that the program declared.
    UserReduction {
        /// For a task that takes part, not for the construct.
        task: bool,
        items: Vec<Expr>,
        decl: Box<UserReduction>,
    },
    /// A task takes part in a reduction.
    InReduction {
        op: ReduceOp,
        items: Vec<Expr>,
    },
    /// Implicit data sharing of `default(...)`.
    DefaultPrivate,
    DefaultFirstprivate,
    DefaultShared,
    /// `if` for the leaf construct it names, or for all.
    If {
        leaf: Option<&'static str>,
        cond: Expr,
    },
    Device(Expr),
    NumTeams(Expr),
    ThreadLimit(Expr),
    NumThreads(Expr),
    Collapse(usize),
    Ordered(Option<usize>),
    Schedule {
        kind: Schedule,
        chunk: Option<Expr>,
    },
    DistSchedule(Option<Expr>),
    Nowait,
    Depend {
        kind: Name,
        items: Vec<Expr>,
    },
    UseDevicePtr(Vec<SymbolId>),
    UseDeviceAddr(Vec<SymbolId>),
    IsDevicePtr(Vec<SymbolId>),
    HasDeviceAddr(Vec<SymbolId>),
    Defaultmap {
        behavior: Name,
        category: Option<Name>,
    },
    /// simd, proc_bind, priority and others without effect on results.
    Hint(&'static str, Option<Expr>),
    /// `final`, `untied`, `mergeable`, `grainsize`, `num_tasks`, `filter`, atomic and memory-order words...
    Other {
        name: &'static str,
        args: Vec<Expr>,
        words: Vec<Name>,
    },
}

// ---- walks ------------------------------------------------------------------------------------

impl Expr {
    /// Calls `f` for each expression directly inside this one.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        fn ac<'a>(items: &'a [AcItem], f: &mut dyn FnMut(&'a Expr)) {
            for i in items {
                match i {
                    AcItem::Expr(e) => f(e),
                    AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                        f(lower);
                        f(upper);
                        step.iter().for_each(&mut *f);
                        ac(items, f);
                    }
                }
            }
        }
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Null => {}
            ExprKind::Elem { base, subs } => {
                f(base);
                subs.iter().for_each(f);
            }
            ExprKind::Section { base, subs } => {
                f(base);
                for s in subs {
                    match s {
                        Subscript::Index(e) | Subscript::Vector(e) => f(e),
                        Subscript::Range { lower, upper, step } => {
                            [lower, upper, step].into_iter().flatten().for_each(&mut *f)
                        }
                    }
                }
            }
            ExprKind::Component { base, .. } | ExprKind::ComplexPart { base, .. } => f(base),
            ExprKind::Substring { base, lower, upper } => {
                f(base);
                lower.iter().for_each(|e| f(e));
                upper.iter().for_each(|e| f(e));
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => f(a),
            ExprKind::Binary(_, a, b) => {
                f(a);
                f(b);
            }
            ExprKind::Call(c) => c.children(f),
            ExprKind::Intrinsic { args, .. } => args.iter().flatten().for_each(f),
            ExprKind::ArrayCtor(items) => ac(items, f),
            ExprKind::StructCtor { values, .. } => values.iter().flatten().for_each(f),
            ExprKind::ProcRef(t) => t.children(f),
        }
    }

    /// Calls `f` for this expression and all inside it, outermost first.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        self.children(&mut |e| e.walk(f));
    }

    /// Puts expressions in the place of those for which `f` gives one, outermost first.
    pub fn replace(&mut self, f: &dyn Fn(&Expr) -> Option<Expr>) {
        fn ac(items: &mut [AcItem], f: &dyn Fn(&Expr) -> Option<Expr>) {
            for i in items {
                match i {
                    AcItem::Expr(e) => e.replace(f),
                    AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                        lower.replace(f);
                        upper.replace(f);
                        step.iter_mut().for_each(|s| s.replace(f));
                        ac(items, f);
                    }
                }
            }
        }
        if let Some(e) = f(self) {
            // The type that the context expects stays.
            *self = Expr { span: self.span, ..e };
            return;
        }
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Null | ExprKind::ProcRef(_) => {}
            ExprKind::Elem { base, subs } => {
                base.replace(f);
                subs.iter_mut().for_each(|s| s.replace(f));
            }
            ExprKind::Section { base, subs } => {
                base.replace(f);
                for s in subs {
                    match s {
                        Subscript::Index(e) | Subscript::Vector(e) => e.replace(f),
                        Subscript::Range { lower, upper, step } => {
                            [lower, upper, step].into_iter().flatten().for_each(|e| e.replace(f))
                        }
                    }
                }
            }
            ExprKind::Component { base, .. } | ExprKind::ComplexPart { base, .. } => base.replace(f),
            ExprKind::Substring { base, lower, upper } => {
                base.replace(f);
                [lower, upper].into_iter().flatten().for_each(|e| e.replace(f));
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => a.replace(f),
            ExprKind::Binary(_, a, b) => {
                a.replace(f);
                b.replace(f);
            }
            ExprKind::Call(c) => {
                for a in &mut c.args {
                    if let Actual::Expr(e) = a {
                        e.replace(f);
                    }
                }
            }
            ExprKind::Intrinsic { args, .. } => args.iter_mut().flatten().for_each(|a| a.replace(f)),
            ExprKind::ArrayCtor(items) => ac(items, f),
            ExprKind::StructCtor { values, .. } => values.iter_mut().flatten().for_each(|v| v.replace(f)),
        }
    }

    /// Whether variables occur only as operands of inquiry functions, whose values are not needed.
    pub fn only_inquired(&self) -> bool {
        use super::intrinsics::Class;
        match &self.kind {
            ExprKind::Var(_) => false,
            ExprKind::Intrinsic { id, .. } if id.row().class == Class::Inquiry => true,
            _ => {
                let mut ok = true;
                self.children(&mut |e| ok &= e.only_inquired());
                ok
            }
        }
    }
}

impl Call {
    /// Calls `f` for each expression directly in the call.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.target.children(f);
        for a in &self.args {
            if let Actual::Expr(e) = a {
                f(e);
            }
        }
    }

    /// Calls `f` for all expressions in the call, outer before inner.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.children(&mut |e| e.walk(f));
    }
}

impl ProcTarget {
    /// Calls `f` for the expressions of the target.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            ProcTarget::Pointer { expr, .. } => f(expr),
            ProcTarget::Bound { object, .. } => f(object),
            _ => {}
        }
    }
}
