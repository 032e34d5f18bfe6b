//! Loop nests of directives with the transformations of loops in them: which loops a directive takes for its own. What a
//! transformation makes of its loops is for a pass to carry out.

use crate::{Clause, Expr, Omp, Stmt, StmtKind, SymbolId, affine, visit};
use ferrotran_source::Span;
use ferrotran_syntax::omp::{Directive, Leaf};

/// A nest of loops, or what a transformation makes of some.
pub enum Nest<'a> {
    /// DO constructs, outermost first, nothing else between them.
    Loops {
        /// The constructs.
        loops: Vec<&'a Stmt>,
        /// What is in the innermost.
        inner: Inner<'a>,
    },
    /// The nests that a transformation takes. It takes the loops of one of them from `at` on, of that with the number
    /// `nest`; FUSE takes the outermost loops of several.
    Transformed {
        /// The transformation with its clauses.
        by: &'a Omp,
        /// Where it stands.
        span: Span,
        /// Which of the nests that those in `of` are.
        nest: usize,
        /// The number of the first loop that it takes.
        at: usize,
        /// The nests.
        of: Vec<Nest<'a>>,
    },
}

/// What is in the innermost loop of a nest.
pub enum Inner<'a> {
    /// Statements.
    Body(&'a [Stmt]),
    /// A transformation whose loops go on with the nest.
    Nest(Box<Nest<'a>>),
}

/// Whether a directive is a loop transformation.
pub fn is_transformation(d: Directive) -> bool {
    let list = [Leaf::Tile, Leaf::Unroll, Leaf::Interchange, Leaf::Reverse, Leaf::Split, Leaf::Stripe, Leaf::Fuse];
    d.leaves().len() == 1 && list.contains(&d.leaves()[0])
}

/// The arguments of the first clause of which `of` gives some.
pub fn arguments(clauses: &[Clause], of: fn(&Clause) -> Option<&Vec<Expr>>) -> Option<&[Expr]> {
    clauses.iter().find_map(of).map(Vec::as_slice)
}

/// The sizes of TILE and STRIPE.
pub fn sizes(clauses: &[Clause]) -> Option<&[Expr]> {
    arguments(clauses, |c| if let Clause::Sizes(list) = c { Some(list) } else { None })
}

/// The permutation of INTERCHANGE.
pub fn permutation(clauses: &[Clause]) -> Option<&[Expr]> {
    arguments(clauses, |c| if let Clause::Permutation(list) = c { Some(list) } else { None })
}

/// The number of loops that a transformation takes.
pub fn taken(d: Directive, clauses: &[Clause]) -> usize {
    match d.leaves()[0] {
        Leaf::Tile | Leaf::Stripe => sizes(clauses).map_or(1, <[Expr]>::len),
        Leaf::Interchange => permutation(clauses).map_or(2, <[Expr]>::len),
        _ => 1,
    }
}

/// The number of loops that a transformation leaves for a directive around it.
pub fn generated(d: Directive, clauses: &[Clause]) -> usize {
    let n = taken(d, clauses);
    match d.leaves()[0] {
        Leaf::Tile | Leaf::Stripe => 2 * n,
        Leaf::Unroll if !clauses.iter().any(|c| matches!(c, Clause::Partial(_))) => 0,
        _ => n,
    }
}

/// The nest behind a directive that takes `wanted` loops, if it has transformations. A nest ends in front of a loop whose
/// bounds depend in another way than [`affine`] allows on variables of loops further out.
pub fn transformed(o: &Omp, wanted: usize) -> Option<Nest<'_>> {
    divided(&o.body, wanted)
}

/// The same of the statements behind a directive.
pub fn divided(list: &[Stmt], wanted: usize) -> Option<Nest<'_>> {
    Walk { outer: Vec::new(), all: false }.nest(list, wanted).filter(Nest::has_transformation)
}

/// The nest of `wanted` loops that statements are, whatever bounds depend on.
pub fn whole(list: &[Stmt], wanted: usize) -> Option<Nest<'_>> {
    Walk { outer: Vec::new(), all: true }.nest(list, wanted)
}

/// The nest of a transformation that no directive takes loops of.
pub fn of_transformation(o: &Omp, span: Span) -> Option<Nest<'_>> {
    Walk { outer: Vec::new(), all: true }.transformation(o, span, 0)
}

/// The only statement of a list.
fn only(list: &[Stmt]) -> Option<&Stmt> {
    let mut found = list.iter().filter(|s| !matches!(s.kind, StmtKind::Label(_)));
    found.next().filter(|_| found.next().is_none())
}

/// The way into a nest.
struct Walk {
    /// Variables of the loops further out.
    outer: Vec<SymbolId>,
    /// Loops belong to the nest whatever their bounds depend on.
    all: bool,
}

impl Walk {
    fn nest<'a>(&mut self, list: &'a [Stmt], wanted: usize) -> Option<Nest<'a>> {
        let mut loops = Vec::new();
        let mut list = list;
        while loops.len() < wanted {
            match only(list).map(|s| (s, &s.kind)) {
                Some((s, StmtKind::Do { var, lower, upper, step, body, .. })) => {
                    if !self.fits(lower, upper, step.as_ref()) {
                        break;
                    }
                    loops.push(s);
                    self.outer.extend(var.variable());
                    list = body;
                }
                Some((s, StmtKind::Omp(o))) if is_transformation(o.directive) => {
                    match self.transformation(o, s.span, wanted - loops.len()) {
                        Some(n) if loops.is_empty() => return Some(n),
                        Some(n) => return Some(Nest::Loops { loops, inner: Inner::Nest(Box::new(n)) }),
                        None => break,
                    }
                }
                _ => break,
            }
        }
        (!loops.is_empty()).then_some(Nest::Loops { loops, inner: Inner::Body(list) })
    }

    fn fits(&self, lower: &Expr, upper: &Expr, step: Option<&Expr>) -> bool {
        let depends = |e: &Expr| visit::symbols(e).iter().any(|s| self.outer.contains(s));
        let fits = |e: &Expr| !depends(e) || affine(e, &self.outer).is_some();
        self.all || fits(lower) && fits(upper) && !step.is_some_and(depends)
    }

    fn transformation<'a>(&mut self, o: &'a Omp, span: Span, wanted: usize) -> Option<Nest<'a>> {
        let mut of = Vec::new();
        if o.directive.has(Leaf::Fuse) {
            for s in o.body.iter().filter(|s| !matches!(s.kind, StmtKind::Label(_))) {
                let mut within = Walk { outer: self.outer.clone(), all: self.all };
                of.push(within.nest(std::slice::from_ref(s), 1)?);
            }
        } else {
            let more = wanted.saturating_sub(generated(o.directive, &o.clauses));
            of.push(self.nest(&o.body, taken(o.directive, &o.clauses) + more)?);
        }
        Some(applied(o, Nest::Transformed { by: o, span, nest: 0, at: 0, of }, 0, 0))
    }
}

/// The directives of APPLY clauses around what a transformation generates, from the innermost loop on.
fn applied<'a>(o: &'a Omp, made: Nest<'a>, nest: usize, at: usize) -> Nest<'a> {
    let mut list: Vec<&Applied> = Vec::new();
    for c in &o.clauses {
        if let Clause::Apply(more) = c {
            list.extend(more);
        }
    }
    list.sort_by_key(|a| std::cmp::Reverse(a.at));
    let mut out = made;
    for a in list {
        let split = o.directive.has(Leaf::Split);
        let (nest, at) = if split { (nest + a.at, at) } else { (nest, at + a.at) };
        out = Nest::Transformed { by: &a.transformation, span: a.span, nest, at, of: vec![out] };
        out = applied(&a.transformation, out, nest, at);
    }
    out
}

/// A transformation in a clause APPLY.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The number of the loop that it is for among the generated ones; of SPLIT, of the part.
    pub at: usize,
    /// The transformation, without loops.
    pub transformation: Omp,
    /// Where it stands.
    pub span: Span,
}

impl<'a> Nest<'a> {
    fn has_transformation(&self) -> bool {
        match self {
            Nest::Loops { inner, .. } => matches!(inner, Inner::Nest(_)),
            Nest::Transformed { .. } => true,
        }
    }

    /// The DO constructs in it.
    pub fn loops(&self) -> Vec<&'a Stmt> {
        match self {
            Nest::Loops { loops, inner: Inner::Body(_) } => loops.clone(),
            Nest::Loops { loops, inner: Inner::Nest(n) } => loops.iter().copied().chain(n.loops()).collect(),
            Nest::Transformed { of, .. } => of.iter().flat_map(Nest::loops).collect(),
        }
    }

    /// Their variables.
    pub fn variables(&self) -> Vec<SymbolId> {
        let variable = |s: &Stmt| if let StmtKind::Do { var, .. } = &s.kind { var.variable() } else { None };
        self.loops().into_iter().filter_map(variable).collect()
    }

    /// What iterations do.
    pub fn bodies(&self) -> Vec<&'a [Stmt]> {
        match self {
            Nest::Loops { inner: Inner::Body(b), .. } => vec![b],
            Nest::Loops { inner: Inner::Nest(n), .. } => n.bodies(),
            Nest::Transformed { of, .. } => of.iter().flat_map(Nest::bodies).collect(),
        }
    }
}
