//! The tree: OpenMP directives and clauses.

use super::*;

/// A directive and what it governs. Combined directives keep their leaf constructs.
#[derive(Clone, Debug)]
pub struct OmpConstruct {
    /// Canonical directive name, from the table in `syntax/omp/table.rs`: `target teams workdistribute`.
    pub directive: crate::omp::Directive,
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
    /// Its clauses or arguments have errors, which were reported: what is missing may be what was wrong.
    pub faulty: bool,
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
    /// What the program counts the trait for, in place of its own weight.
    pub score: Option<Expr>,
    pub span: Span,
}

/// A clause.
#[derive(Clone, Debug)]
pub struct OmpClause {
    /// From the clause table.
    pub kind: crate::omp::ClauseKind,
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
