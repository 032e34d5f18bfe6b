//! The typed program: what sema hands to lowering. Every name is a [`SymbolId`], every expression has
//! a type and rank, implied conversions are explicit, calls have their arguments in dummy order.
//! Lowering may assume that the program is legal.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub mod intrinsics;
pub mod nests;
pub mod visit;

mod affine;
mod expr;
mod omp;
mod stmt;
mod walk;

pub use affine::*;
pub use expr::*;
pub use omp::*;
pub use stmt::*;

use ferrotran_abi::reduction::Sort;
use ferrotran_source::Span;
use ferrotran_syntax::ast::{LabelNo, Name};
use ferrotran_syntax::omp::Directive;

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
    /// USE statements of the program units and procedures compiled here.
    pub uses: Vec<Use>,
    /// REQUIRES asks for memory that devices share with the host.
    pub shared_memory: bool,
    /// Coarrays have several images (`-fcoarray=mpi`).
    pub several_images: bool,
    /// The options of the command, as they were given: what COMPILER_OPTIONS gives.
    pub options: String,
}

/// A USE statement.
#[derive(Clone, Debug)]
pub struct Use {
    /// The procedure whose statement it is; `None`: that of a module.
    pub proc: Option<ProcId>,
    /// The module whose statement it is.
    pub module: Option<Name>,
    /// The module that it names.
    pub used: Name,
    /// Has ONLY.
    pub only: bool,
    /// Names here and in the module, of ONLY or else of what is renamed.
    pub names: Vec<(Name, Name)>,
}

// ---- types ------------------------------------------------------------------------------------

/// Kinds of integers and of logicals.
pub const INTEGER_KINDS: &[u8] = &[1, 2, 4, 8, 16];
/// Kinds of reals and of complex numbers.
pub const REAL_KINDS: &[u8] = &[4, 8, 10, 16];

/// Bytes of a real of that kind in memory.
pub const fn real_bytes(kind: u8) -> u8 {
    if kind == 10 { 16 } else { kind }
}

/// A type. Kinds are in bytes of a real or integer (complex: of one part).
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Integer(u8),
    /// Unsigned integer of Fortran 202Y; arithmetic is modulo a power of two. Constants of the type are not negative.
    Unsigned(u8),
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
    /// The sort of values that reductions know; none for what they do not take.
    pub fn sort(&self) -> Option<Sort> {
        match self {
            Ty::Logical(_) => Some(Sort::Truth),
            Ty::Integer(_) => Some(Sort::Integer),
            Ty::Unsigned(_) => Some(Sort::Unsigned),
            Ty::Real(_) => Some(Sort::Real),
            Ty::Complex(_) => Some(Sort::Complex),
            _ => None,
        }
    }
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
    /// An enumeration type or enum type: its one component is the ordinal.
    pub enumeration: Option<Enumeration>,
    pub span: Span,
}

/// Kinds of enumerations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumeration {
    /// An enumeration type with so many enumerators.
    Ordinals(i64),
    /// An enum type of C: entities of it are integers.
    Integers,
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

impl Component {
    /// A scalar component without attributes.
    pub fn scalar(name: Name, ty: Ty, role: Role) -> Component {
        Component {
            name,
            ty,
            dims: Dims::Scalar,
            allocatable: false,
            pointer: false,
            init: None,
            offset: 0,
            proc: None,
            private: false,
            role,
        }
    }
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

/// What `declare target` makes of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnDevices {
    /// Nothing: it is on a device while it is mapped.
    #[default]
    Mapped,
    /// Every device has it from the start, with its first value.
    Always,
    /// The same of an allocatable variable whose allocation also maps it to the default device (`automap`).
    Automapped,
    /// Device code refers to it; it is there while it is mapped.
    Linked,
    /// Every device has one of its own, with its first value: nothing is copied between it and the host's.
    Local,
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
    /// The module of this compilation that it is an entity of.
    pub module: Option<Name>,
    pub intent: Intent,
    pub allocatable: bool,
    pub pointer: bool,
    pub target: bool,
    pub optional: bool,
    pub by_value: bool,
    pub contiguous: bool,
    /// A dummy that takes actual arguments of any type, kind and rank, by address.
    pub ignore_tkr: bool,
    pub volatile: bool,
    pub asynchronous: bool,
    pub threadprivate: bool,
    /// The address of the variable, or of what is allocated for it, is a multiple of that (OpenMP's directive `allocate`); 0: of
    /// what its type needs.
    pub alignment: i64,
    /// What OpenMP's `declare target` says of it.
    pub on_devices: OnDevices,
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
    /// Its own USE statements name the modules of IEEE exceptions.
    pub names_exceptions: bool,
    /// Who compiled it.
    pub convention: Convention,
}

/// By whose conventions a procedure is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Convention {
    /// This compiler's, or C's for procedures with BIND(C).
    #[default]
    Own,
    /// gfortran's: descriptors of its own.
    Gfortran {
        /// Descriptors as they were before GCC 8.
        old: bool,
    },
    /// Of gfortran, and cannot be called: sema gives no reference to it.
    Refused,
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
