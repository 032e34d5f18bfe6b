//! Statements and constructs.

use super::*;

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
        id: crate::intrinsics::Intrinsic,
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
    /// PAUSE (deleted in Fortran 95), with what it shows.
    Pause(Option<Expr>),
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
    /// The address is a multiple of that; 0: of what the type needs.
    pub alignment: i64,
    /// The allocator of OpenMP, whose traits may ask for more.
    pub allocator: Option<Expr>,
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
