//! The abstract syntax tree: what the source says, name by name; nothing is resolved.
//!
//! `a(1)` may be an element, a call or a structure constructor: the tree does not decide
//! (see [`ExprKind::Ref`]). Names are lower case. Rule numbers are those of the Fortran 2018 standard.

mod omp;
mod stmt;
mod unit;

pub use omp::*;
pub use stmt::*;
pub use unit::*;

use ferrotran_source::Span;
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

impl Expr {
    /// Calls `f` for each expression directly inside this one, those of a type specification aside.
    pub fn children<'x>(&'x self, f: &mut dyn FnMut(&'x Expr)) {
        match &self.kind {
            ExprKind::Complex(a, b) | ExprKind::Binary(_, a, b) | ExprKind::DefinedBinary(_, a, b) => {
                f(a);
                f(b);
            }
            ExprKind::Unary(_, a) | ExprKind::DefinedUnary(_, a) | ExprKind::Paren(a) | ExprKind::Multiple(a) => f(a),
            ExprKind::Ref(parts) => {
                let lists = parts.iter().flat_map(|p| [&p.args, &p.second, &p.cosubscripts]);
                lists.flatten().flatten().for_each(|a| a.children(f));
            }
            ExprKind::Substring(a, range) => {
                f(a);
                range.iter().for_each(|a| a.children(f));
            }
            ExprKind::Conditional(parts) => parts.iter().for_each(f),
            ExprKind::ArrayCtor { values, .. } => values.iter().for_each(|v| v.children(f)),
            ExprKind::Int { .. }
            | ExprKind::Unsigned { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Char { .. }
            | ExprKind::Boz { .. }
            | ExprKind::Hollerith(_)
            | ExprKind::Nil
            | ExprKind::Error => {}
        }
    }
}

impl Arg {
    /// Calls `f` for each expression directly in this argument.
    pub fn children<'x>(&'x self, f: &mut dyn FnMut(&'x Expr)) {
        match &self.value {
            ArgValue::Expr(e) => f(e),
            ArgValue::Section { lower, upper, step } => [lower, upper, step].into_iter().flatten().for_each(f),
            ArgValue::Star | ArgValue::Colon | ArgValue::AltReturn(_) | ArgValue::AssumedRank => {}
        }
    }
}

impl AcValue {
    /// Calls `f` for each expression directly in this value.
    pub fn children<'x>(&'x self, f: &mut dyn FnMut(&'x Expr)) {
        match self {
            AcValue::Expr(e) => f(e),
            AcValue::ImpliedDo(d) => {
                d.items.iter().for_each(|v| v.children(f));
                [&d.lower, &d.upper].into_iter().chain(&d.step).for_each(f);
            }
        }
    }
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
