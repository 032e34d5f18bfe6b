//! Expressions: constants, references, operations, calls.

use super::*;
use ferrotran_xreal::Num;

/// A constant. Integers of any kind in `Int`; reals of kinds 4 and 8 as f64 (already rounded to kind 4 where that is the
/// type).
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    Int(i128),
    Real(f64),
    Complex(f64, f64),
    /// A real of kind 10 or 16, which has the digits of its kind.
    Ext(Num),
    /// A complex number of kind 10 or 16.
    ExtComplex(Num, Num),
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
        id: crate::intrinsics::Intrinsic,
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
    /// External procedure with implicit interface; `result`: the type that the scope gives its function, where a
    /// reference does not tell it.
    Implicit { link_name: String, result: Option<Ty> },
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
