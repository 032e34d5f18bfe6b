//! What a module file says.

use std::collections::BTreeMap;

/// Number of a symbol in its file; 0: none.
pub type SymbolId = u32;

/// A module file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Module {
    /// Version of the format.
    pub version: u32,
    /// The source file, as its first line names it.
    pub source: String,
    /// Specific procedures of the intrinsic operators and of assignment, in gfortran's order (see [`OPERATORS`]).
    pub operators: Vec<Vec<SymbolId>>,
    /// Defined operators.
    pub user_operators: Vec<Generic>,
    /// Generic names.
    pub generics: Vec<Generic>,
    /// COMMON blocks.
    pub commons: Vec<Common>,
    /// Sets of EQUIVALENCE: the variables.
    pub equivalences: Vec<Vec<SymbolId>>,
    /// Symbols by number.
    pub symbols: BTreeMap<SymbolId, Symbol>,
    /// Names that USE makes known.
    pub names: Vec<Visible>,
}

/// Operators by their positions in [`Module::operators`] and names in expressions.
pub const OPERATORS: [(&str, &str); 27] = [
    ("UPLUS", "+"),
    ("UMINUS", "-"),
    ("PLUS", "+"),
    ("MINUS", "-"),
    ("TIMES", "*"),
    ("DIVIDE", "/"),
    ("POWER", "**"),
    ("CONCAT", "//"),
    ("AND", ".and."),
    ("OR", ".or."),
    ("EQV", ".eqv."),
    ("NEQV", ".neqv."),
    ("EQ_SIGN", "=="),
    ("NE_SIGN", "/="),
    ("GT_SIGN", ">"),
    ("GE_SIGN", ">="),
    ("LT_SIGN", "<"),
    ("LE_SIGN", "<="),
    ("EQ", ".eq."),
    ("NE", ".ne."),
    ("GT", ".gt."),
    ("GE", ".ge."),
    ("LT", ".lt."),
    ("LE", ".le."),
    ("NOT", ".not."),
    ("ASSIGN", "="),
    ("PARENTHESES", "()"),
];

/// A generic name or defined operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Generic {
    /// Its name, without points.
    pub name: String,
    /// The module that has it.
    pub module: String,
    /// Specific procedures.
    pub specifics: Vec<SymbolId>,
}

/// A COMMON block.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// Its name; `__BLNK__` for blank COMMON.
    pub name: String,
    /// First variable; each names the next.
    pub head: SymbolId,
    /// 1: saved, 2: threadprivate.
    pub flags: u32,
    /// BIND(C).
    pub bind_c: bool,
    /// Binding label.
    pub label: String,
}

/// A name that USE makes known.
#[derive(Clone, Debug, PartialEq)]
pub struct Visible {
    /// The name; those of derived types begin with a capital letter.
    pub name: String,
    /// It stands for several entities.
    pub ambiguous: bool,
    /// The entity.
    pub symbol: SymbolId,
}

/// An entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// The name that it has in its module; those of derived types begin with a capital letter.
    pub name: String,
    /// The module that declares it; empty: none.
    pub module: String,
    /// Binding label.
    pub label: String,
    /// Number of its scope: 1 is the module's.
    pub scope: u32,
    /// Attributes.
    pub attributes: Attributes,
    /// Components of a derived type.
    pub components: Vec<Component>,
    /// Its type.
    pub ty: Type,
    /// Scope of the dummy arguments.
    pub formal_scope: u32,
    /// The next variable in its COMMON block.
    pub common_next: SymbolId,
    /// Dummy arguments; 0 stands for an alternate return.
    pub dummies: Vec<SymbolId>,
    /// Value of a named constant.
    pub value: Option<Expr>,
    /// Shape; `None` for scalars.
    pub shape: Option<Shape>,
    /// Result of a function, often the function itself.
    pub result: SymbolId,
    /// Type-bound procedures.
    pub bound: Option<Bound>,
    /// The type has parameters.
    pub parameterized: bool,
    /// Variables of a namelist.
    pub namelist: Vec<SymbolId>,
    /// From an intrinsic module.
    pub intrinsic_module: bool,
}

impl Symbol {
    /// Whether it is an entity of a module, and not of a procedure.
    pub fn is_global(&self) -> bool {
        let a = &self.attributes;
        let local = a.has(Attribute::Dummy) || a.has(Attribute::Result);
        !self.module.is_empty() && self.module != "(intrinsic)" && !local
    }
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// Not known.
    #[default]
    Unknown,
    /// A program.
    Program,
    /// Block data.
    BlockData,
    /// A module.
    Module,
    /// A variable.
    Variable,
    /// A named constant.
    Parameter,
    /// A label.
    Label,
    /// A procedure, a procedure pointer, a generic name.
    Procedure,
    /// A derived type.
    Derived,
    /// A namelist group.
    Namelist,
    /// A structure of VAX Fortran, or a union in one.
    Legacy,
}

/// INTENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Intent {
    /// Not given.
    #[default]
    Unknown,
    /// In.
    In,
    /// Out.
    Out,
    /// In and out.
    InOut,
}

/// Where the interface of a procedure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// Not known.
    #[default]
    Unknown,
    /// The procedure itself.
    Definition,
    /// An interface body.
    Body,
}

/// Attributes of a symbol or component.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Attributes {
    /// What it is.
    pub flavor: Flavor,
    /// INTENT.
    pub intent: Intent,
    /// Whether it is a module procedure.
    pub module_procedure: bool,
    /// Where its interface comes from.
    pub source: Source,
    /// SAVE, by a statement or without one.
    pub save: bool,
    /// Bits of `!GCC$ ATTRIBUTES`.
    pub external_bits: u32,
    /// Of a derived type: how many types it extends.
    pub extends: u32,
    pub(crate) bits: u128,
    /// Attributes that this version does not know.
    pub unknown: Vec<String>,
}

/// Bit of [`Attributes::external_bits`]: arguments of any type and rank.
pub const NO_ARG_CHECK: u32 = 1 << 5;

macro_rules! attributes {
    ($($name:ident $text:literal,)*) => {
        /// An attribute that is there or not.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Attribute { $($name,)* }

        impl Attribute {
            /// The attribute of that name.
            pub fn named(text: &str) -> Option<Attribute> {
                match text { $($text => Some(Attribute::$name),)* _ => None }
            }
        }
    };
}

attributes! {
    Allocatable "ALLOCATABLE", Artificial "ARTIFICIAL", Asynchronous "ASYNCHRONOUS", Dimension "DIMENSION",
    Codimension "CODIMENSION", Contiguous "CONTIGUOUS", External "EXTERNAL", Intrinsic "INTRINSIC",
    Optional "OPTIONAL", Pointer "POINTER", Volatile "VOLATILE", Target "TARGET", ThreadPrivate "THREADPRIVATE",
    Dummy "DUMMY", Result "RESULT", Data "DATA", InNamelist "IN_NAMELIST", InCommon "IN_COMMON",
    Function "FUNCTION", Subroutine "SUBROUTINE", Sequence "SEQUENCE", Elemental "ELEMENTAL", Pure "PURE",
    Recursive "RECURSIVE", Generic "GENERIC", AlwaysExplicit "ALWAYS_EXPLICIT", CrayPointer "CRAY_POINTER",
    CrayPointee "CRAY_POINTEE", BindC "IS_BIND_C", Interoperable "IS_C_INTEROP", IsoC "IS_ISO_C", Value "VALUE",
    AllocComp "ALLOC_COMP", CoarrayComp "COARRAY_COMP", LockComp "LOCK_COMP", EventComp "EVENT_COMP",
    PointerComp "POINTER_COMP", ProcPointerComp "PROC_POINTER_COMP", PrivateComp "PRIVATE_COMP",
    ZeroComp "ZERO_COMP", Protected "PROTECTED", Abstract "ABSTRACT", IsClass "IS_CLASS", Procedure "PROCEDURE",
    ProcPointer "PROC_POINTER", Vtype "VTYPE", Vtab "VTAB", ClassPointer "CLASS_POINTER",
    ImplicitPure "IMPLICIT_PURE", UnlimitedPoly "UNLIMITED_POLY", OmpDeclareTarget "OMP_DECLARE_TARGET",
    OmpDeclareTargetLink "OMP_DECLARE_TARGET_LINK", OmpDeclareTargetLocal "OMP_DECLARE_TARGET_LOCAL",
    OmpGroupPrivate "OMP_GROUPPRIVATE", ArrayOuterDependency "ARRAY_OUTER_DEPENDENCY",
    ModuleProcedure "MODULE_PROCEDURE", OaccCreate "OACC_DECLARE_CREATE", OaccCopyin "OACC_DECLARE_COPYIN",
    OaccDeviceptr "OACC_DECLARE_DEVICEPTR", OaccResident "OACC_DECLARE_DEVICE_RESIDENT",
    OaccLink "OACC_DECLARE_LINK", PdtKind "PDT_KIND", PdtLen "PDT_LEN", PdtType "PDT_TYPE", PdtComp "PDT_COMP",
    PdtTemplate "PDT_TEMPLATE", PdtArray "PDT_ARRAY", PdtString "PDT_STRING",
    RoutineGang "OACC_ROUTINE_LOP_GANG", RoutineWorker "OACC_ROUTINE_LOP_WORKER",
    RoutineVector "OACC_ROUTINE_LOP_VECTOR", RoutineSeq "OACC_ROUTINE_LOP_SEQ", RoutineNohost "OACC_ROUTINE_NOHOST",
    ReqReverse "OMP_REQ_REVERSE_OFFLOAD", ReqAddress "OMP_REQ_UNIFIED_ADDRESS",
    ReqMemory "OMP_REQ_UNIFIED_SHARED_MEMORY", ReqMaps "OMP_REQ_SELF_MAPS",
    ReqAllocators "OMP_REQ_DYNAMIC_ALLOCATORS", ReqSeqCst "OMP_REQ_MEM_ORDER_SEQ_CST",
    ReqAcqRel "OMP_REQ_MEM_ORDER_ACQ_REL", ReqAcquire "OMP_REQ_MEM_ORDER_ACQUIRE",
    ReqRelaxed "OMP_REQ_MEM_ORDER_RELAXED", ReqRelease "OMP_REQ_MEM_ORDER_RELEASE",
    DeviceHost "OMP_DEVICE_TYPE_HOST", DeviceNohost "OMP_DEVICE_TYPE_NOHOST", DeviceAny "OMP_DEVICE_TYPE_ANY",
}

impl Attributes {
    /// Whether it has an attribute.
    pub fn has(&self, a: Attribute) -> bool {
        self.bits & (1 << a as u32) != 0
    }

    /// Gives it an attribute.
    pub fn set(&mut self, a: Attribute) {
        self.bits |= 1 << a as u32;
    }
}

/// A component of a derived type.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// By which references in expressions name it.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its shape.
    pub shape: Option<Shape>,
    /// Its attributes.
    pub attributes: Attributes,
    /// PRIVATE.
    pub private: bool,
    /// Default value.
    pub initial: Option<Expr>,
    /// A procedure pointer component: passes the object.
    pub passes: bool,
}

/// Basic types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Basic {
    #[default]
    Unknown,
    Integer,
    Unsigned,
    Real,
    Complex,
    Logical,
    Character,
    Union,
    Derived,
    Class,
    Procedure,
    Void,
    /// `type(*)`
    Assumed,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Type {
    /// What it is.
    pub basic: Basic,
    /// Kind of an intrinsic type.
    pub kind: u32,
    /// The derived type.
    pub derived: SymbolId,
    /// Interface that a procedure was declared with.
    pub interface: SymbolId,
    /// Length of characters; `None`: assumed, or deferred.
    pub length: Option<Box<Expr>>,
    /// `:`
    pub deferred: bool,
}

/// Kinds of shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ShapeKind {
    Explicit,
    AssumedShape,
    Deferred,
    AssumedSize,
    AssumedRank,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// Corank.
    pub corank: u32,
    /// Lower and upper bounds.
    pub bounds: Vec<(Option<Expr>, Option<Expr>)>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its rank.
    pub rank: u32,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An operator (see [`OPERATORS`]) and its operands.
    Op(&'static str, Vec<Expr>),
    /// A conditional expression: condition and the two values.
    Conditional(Box<[Option<Expr>; 3]>),
    /// A function reference.
    Function {
        /// The function that is written.
        symbol: SymbolId,
        /// Arguments with their keywords; absent ones are `None`.
        args: Vec<(String, Option<Expr>)>,
        /// What is called.
        callee: Callee,
    },
    /// A variable or a part of one.
    Variable(SymbolId, Vec<Part>),
    /// A part of a constant string.
    Substring(Vec<u32>, Vec<Part>),
    /// A structure constructor: values of the components, `None` for those that are not given.
    Structure(Vec<Item>),
    /// An array constructor and the shape that it has.
    Array(Vec<Item>, Vec<String>),
    /// A constant.
    Constant(Constant),
    /// `NULL()`
    Null,
}

/// A value in a constructor.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The value.
    pub value: Option<Expr>,
    /// It stands in an implied DO.
    pub repeated: bool,
}

/// What a function reference calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function.
    Symbol(SymbolId),
    /// An intrinsic function.
    Intrinsic(String),
    /// A function by a component, or one that is not known.
    Other,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// Decimal digits.
    Integer(String),
    /// Hexadecimal digits with an exponent.
    Real(String),
    /// Two of them.
    Complex(String, String),
    /// A logical.
    Logical(bool),
    /// Characters.
    Character(Vec<u32>),
}

/// What selects a part of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The whole array.
    Whole,
    /// An element.
    Element(Vec<Option<Expr>>),
    /// A section: first, last, stride; and whether it is a single subscript.
    Section(Vec<([Option<Expr>; 3], bool)>),
    /// A component of a derived type, by its number.
    Component(SymbolId, u32),
    /// A substring.
    Substring(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `%re` and its kind.
    Inquiry(String),
}

/// What is bound to a derived type.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Bound {
    /// FINAL procedures.
    pub finals: Vec<SymbolId>,
    /// Procedures by name.
    pub procedures: Vec<(String, Binding)>,
    /// Defined operators.
    pub user_operators: Vec<(String, Binding)>,
    /// Intrinsic operators and assignment.
    pub operators: Vec<(&'static str, Binding)>,
}

/// A type-bound procedure.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Binding {
    /// PRIVATE.
    pub private: bool,
    /// DEFERRED.
    pub deferred: bool,
    /// NON_OVERRIDABLE.
    pub final_: bool,
    /// NOPASS.
    pub nopass: bool,
    /// Name of the passed-object dummy argument; empty: the first.
    pub pass: String,
    /// Specific bindings of a generic one.
    pub generic: Option<Vec<String>>,
    /// The procedure.
    pub procedure: SymbolId,
}
