//! Statements as the grammar gives them, before the block builder nests them.

use super::ast::*;
use super::omp::Directive;
use ferrotran_source::Span;

/// One statement.
#[derive(Clone, Debug)]
pub struct RawStmt {
    /// Statement label.
    pub label: Option<LabelNo>,
    /// Construct name before the statement.
    pub name: Option<Ident>,
    /// What it is.
    pub raw: Raw,
    /// Place.
    pub span: Span,
}

/// What an END statement says that it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndKind {
    /// Plain END.
    Plain,
    Program,
    Module,
    Submodule,
    Subroutine,
    Function,
    Procedure,
    BlockData,
    If,
    Do,
    Select,
    Associate,
    Block,
    Critical,
    Where,
    Forall,
    Interface,
    Type,
    Structure,
    Union,
    Map,
    Enum,
    Enumeration,
    Team,
}

impl EndKind {
    /// As written.
    pub fn text(self) -> &'static str {
        match self {
            EndKind::Plain => "end",
            EndKind::Program => "end program",
            EndKind::Module => "end module",
            EndKind::Submodule => "end submodule",
            EndKind::Subroutine => "end subroutine",
            EndKind::Function => "end function",
            EndKind::Procedure => "end procedure",
            EndKind::BlockData => "end block data",
            EndKind::If => "end if",
            EndKind::Do => "end do",
            EndKind::Select => "end select",
            EndKind::Associate => "end associate",
            EndKind::Block => "end block",
            EndKind::Critical => "end critical",
            EndKind::Where => "end where",
            EndKind::Forall => "end forall",
            EndKind::Interface => "end interface",
            EndKind::Type => "end type",
            EndKind::Structure => "end structure",
            EndKind::Union => "end union",
            EndKind::Map => "end map",
            EndKind::Enum => "end enum",
            EndKind::Enumeration => "end enumeration type",
            EndKind::Team => "end team",
        }
    }
}

/// A PROCEDURE statement: a declaration, a binding or a part of an interface, as its place decides.
#[derive(Clone, Debug)]
pub struct ProcedureStmt {
    pub module: bool,
    pub iface: ProcIface,
    pub attrs: Vec<(AttrSpec, Span)>,
    pub entities: Vec<EntityDecl>,
}

/// See [`RawStmt`].
#[derive(Clone, Debug)]
pub enum Raw {
    /// Complete in itself.
    Simple(StmtKind),
    // Constructs
    IfThen(Expr),
    ElseIf(Expr, Option<Ident>),
    Else(Option<Ident>),
    Do {
        label: Option<LabelNo>,
        control: DoControl,
    },
    SelectCase(Expr),
    SelectType(Option<Ident>, Expr),
    SelectRank(Option<Ident>, Expr),
    /// `None`: CASE DEFAULT.
    Case(Option<Vec<CaseRange>>, Option<Ident>),
    Guard(TypeGuardKind, Option<Ident>),
    Rank(RankCaseKind, Option<Ident>),
    Associate(Vec<(Ident, Expr)>),
    Block,
    Critical(Vec<Arg>),
    Team(Vec<Arg>, Vec<(Ident, Vec<DimSpec>, Expr)>),
    /// END TEAM with a list.
    EndTeam(Vec<Arg>, Option<Ident>),
    Where(Expr),
    ElseWhere(Option<Expr>, Option<Ident>),
    Forall(ForallHeader),
    // Program units
    Program(Ident),
    Module(Ident),
    Submodule {
        ancestor: Ident,
        parent: Option<Ident>,
        name: Ident,
    },
    BlockData(Option<Ident>),
    Subroutine(Ident, ProcHeader),
    Function(Ident, ProcHeader, Option<Ident>),
    Contains,
    Procedure(ProcedureStmt),
    Interface {
        abstract_: bool,
        spec: Option<GenericSpec>,
    },
    TypeDef(Box<DerivedTypeDef>),
    /// STRUCTURE of VAX Fortran; within another one with the components of that type.
    Structure(Option<Ident>, Vec<EntityDecl>),
    Union,
    Map,
    /// `record /s/ a, b, /t/ c`
    Records(Vec<(Ident, Vec<EntityDecl>)>),
    Sequence,
    Generic {
        access: Option<Access>,
        spec: GenericSpec,
        names: Vec<Ident>,
    },
    Final(Vec<Ident>),
    Enum {
        bind_c: bool,
        name: Option<Ident>,
    },
    EnumerationType(Option<Access>, Ident),
    Enumerator(Vec<(Ident, Option<Expr>)>),
    End(EndKind, Option<Ident>),
    // OpenMP
    Omp(Box<OmpConstruct>),
    OmpEnd(Directive, Vec<OmpClause>, Vec<OmpArg>),
    /// A directive that was reported; nothing is known of it.
    OmpError,
}
