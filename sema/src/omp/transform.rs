//! Loop transformations: TILE, STRIPE, UNROLL, INTERCHANGE, REVERSE, SPLIT and FUSE. What is checked here is that the loops are
//! there which they take, and that these have the form; a pass carries them out.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast;
use ferrotran_syntax::omp::{ClauseKind, Leaf};
use ferrotran_typed::nests::{
    self, Applied, Inner, Nest, arguments, generated, is_transformation, permutation, sizes, taken,
};
use ferrotran_typed::*;

/// A loop of a nest, as the program has it or as a transformation generates it.
#[derive(Clone)]
struct Loop {
    id: usize,
    /// Other loops that its number of iterations depends on.
    on: Vec<usize>,
    /// Variables of the program's loops that it gives values.
    gives: Vec<SymbolId>,
    /// Variables in the bounds.
    uses: Vec<SymbolId>,
    span: Span,
}

/// Loops, outermost first, each perfectly nested in the one before.
type Loops = Vec<Loop>;

impl<'a> Sema<'a> {
    /// The clauses of a transformation: those that it has, with what APPLY says, and whether its loops are there.
    pub(crate) fn transformation(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        mut clauses: Vec<Clause>,
        body: Vec<Stmt>,
    ) -> Res<Omp> {
        self.transformation_clauses(c, &mut clauses)?;
        clauses.extend(self.apply_clauses(sc, c, &clauses)?);
        if c.directive.has(Leaf::Unroll) && c.clauses.iter().any(|k| k.kind == ClauseKind::Full) {
            self.constant_loop(c, &body)?;
        }
        if let Some(s) = body.iter().find(|s| c.directive.has(Leaf::Fuse) && self.left_loops(s) == 0) {
            let text = "`fuse` takes loops, and transformations that generate loops";
            return Err(self.err(ErrorCode::OmpLoop, s.span, text));
        }
        let o = Omp { directive: c.directive, clauses, body, sections: vec![], name: None };
        let Some(nest) = nests::of_transformation(&o, c.span) else {
            return Err(self.too_few_loops(&o, c.span));
        };
        let mut ids = 0;
        self.generate(&nest, &mut ids)?;
        Ok(o)
    }

    /// The clauses APPLY: each directive with the number of the loop that it is for.
    fn apply_clauses(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct, clauses: &[Clause]) -> Res<Vec<Clause>> {
        let d = c.directive;
        let n = taken(d, clauses);
        let parts = arguments(clauses, |c| if let Clause::Counts(list) = c { Some(list) } else { None });
        let mut out = vec![];
        for a in self.applied(sc, c)? {
            // The loops of which APPLY names some: the first of them, and how many there are.
            let (first, most) = match a.which {
                "grid" if d.has(Leaf::Stripe) => (n, n),
                "intratile" => (n, n),
                "grid" | "offsets" => (0, n),
                "split" => (0, parts.map_or(0, <[Expr]>::len)),
                "unrolled" if !clauses.iter().any(|c| matches!(c, Clause::Partial(_))) => (0, 0),
                _ => (0, generated(d, clauses)),
            };
            if a.list.iter().any(|(k, _)| *k >= most) {
                let text = format!("`{}` generates no such loop", d.name());
                return Err(self.err(ErrorCode::OmpRule, a.span, text));
            }
            let mut list = vec![];
            for (k, one) in a.list {
                if one.directive.has(Leaf::Nothing) {
                    continue;
                }
                list.push(self.applied_one(sc, one, first + k)?);
            }
            out.push(Clause::Apply(list));
        }
        Ok(out)
    }

    /// One directive of an APPLY clause.
    fn applied_one(&mut self, sc: ScopeId, d: &'a ast::OmpConstruct, at: usize) -> Res<Applied> {
        let within = d.directive.has(Leaf::Split) && d.clauses.iter().any(|k| k.kind == ClauseKind::Apply);
        if !is_transformation(d.directive) || d.directive.has(Leaf::Fuse) || within {
            return Err(self.unsupported(d.span, format!("`{}` in the clause `apply`", d.directive.name())));
        }
        self.omp_clause_rules(sc, d)?;
        let (mut clauses, ..) = self.omp_clauses(sc, d)?;
        self.transformation_clauses(d, &mut clauses)?;
        clauses.extend(self.apply_clauses(sc, d, &clauses)?);
        let transformation = Omp { directive: d.directive, clauses, body: vec![], sections: vec![], name: None };
        Ok(Applied { at, transformation, span: d.span })
    }

    /// What the APPLY clauses of a transformation ask for.
    fn applied(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) -> Res<Vec<Asked<'a>>> {
        let known: &[&'static str] = match c.directive.leaves()[0] {
            Leaf::Tile => &["grid", "intratile"],
            Leaf::Stripe => &["offsets", "grid"],
            Leaf::Unroll => &["unrolled"],
            Leaf::Interchange => &["interchanged"],
            Leaf::Reverse => &["reversed"],
            Leaf::Split => &["split"],
            _ => &["fused"],
        };
        let mut out = vec![];
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Apply) {
            let m = cl.modifiers.first();
            let which = match m {
                Some(m) => known.iter().find(|k| **k == &*m.name).copied(),
                None if known.len() == 1 => Some(known[0]),
                None => {
                    let text = format!("`apply` on `{}` without the loops it is for", c.directive.name());
                    return Err(self.unsupported(cl.span, text));
                }
            };
            let Some(which) = which else {
                let at = m.map_or(cl.span, |m| m.span);
                let text =
                    format!("the loops that `{}` generates are called {}", c.directive.name(), known.join(" and "));
                return Err(self.err(ErrorCode::OmpModifier, at, text));
            };
            let mut places: Vec<usize> = vec![];
            for e in m.iter().flat_map(|m| &m.args) {
                let n = self.const_int(sc, e)?;
                match usize::try_from(n - 1) {
                    Ok(k) if !places.contains(&k) => places.push(k),
                    _ => {
                        let text = "the loops of `apply` are named by different positive constants";
                        return Err(self.err(ErrorCode::OmpRule, e.span, text));
                    }
                }
            }
            if places.is_empty() {
                places = (0..cl.args.len()).collect();
            }
            if places.len() != cl.args.len() {
                let text = "`apply` needs one directive for each loop that it names";
                return Err(self.err(ErrorCode::OmpRule, cl.span, text));
            }
            let mut list = vec![];
            for (k, a) in places.into_iter().zip(&cl.args) {
                if let ast::OmpArg::Directive(Some(d)) = a {
                    list.push((k, &**d));
                }
            }
            out.push(Asked { which, list, span: cl.span });
        }
        Ok(out)
    }
}

impl<'a> Rules<'a> {
    /// The values in the clauses of a transformation. Constant ones become constants.
    fn transformation_clauses(&mut self, c: &ast::OmpConstruct, clauses: &mut [Clause]) -> Res<()> {
        for k in clauses.iter_mut() {
            let (Clause::Sizes(list)
            | Clause::Partial(list)
            | Clause::Permutation(list)
            | Clause::Counts(list)
            | Clause::Looprange(list)) = k
            else {
                continue;
            };
            for e in list {
                if let Some(n) = self.try_int(e).filter(|_| matches!(e.ty, Ty::Integer(_))) {
                    e.kind = ExprKind::Const(Const::Int(n.into()));
                }
            }
        }
        let clauses = &*clauses;
        let factor = arguments(clauses, |c| if let Clause::Partial(list) = c { Some(list) } else { None });
        for s in sizes(clauses).into_iter().chain(factor).flatten() {
            if !matches!(s.ty, Ty::Integer(_)) || s.rank != 0 || self.try_int(s).is_some_and(|n| n < 1) {
                return Err(self.err(ErrorCode::OmpRule, s.span, "this must be a positive integer"));
            }
        }
        if let Some(list) = permutation(clauses) {
            let n = list.len();
            let mut order: Vec<Option<i64>> = list.iter().map(|e| self.try_int(e)).collect();
            order.sort_unstable();
            if order != (1..=n as i64).map(Some).collect::<Vec<_>>() {
                let text = format!("`permutation` takes the constants from 1 to {n}, each once");
                return Err(self.err(ErrorCode::OmpRule, list[0].span, text));
            }
        }
        if let Some(counts) = arguments(clauses, |c| if let Clause::Counts(list) = c { Some(list) } else { None }) {
            // OpenMP 6.0, 11.8: the iterations that the other counts leave have to go somewhere.
            if counts.iter().filter(|e| is_fill(e)).count() != 1 {
                let text = "exactly one `omp_fill` must stand in `counts`";
                return Err(self.err(ErrorCode::OmpRule, c.span, text));
            }
            for e in counts.iter().filter(|e| !is_fill(e)) {
                if self.try_int(e).is_none_or(|n| n < 0) {
                    let text = "the counts are non-negative constants or `omp_fill`";
                    return Err(self.err(ErrorCode::OmpRule, e.span, text));
                }
            }
        }
        Ok(())
    }

    /// A loop that is unrolled as a whole.
    fn constant_loop(&mut self, c: &ast::OmpConstruct, body: &[Stmt]) -> Res<()> {
        let Some(nest) = nests::whole(body, 1) else { return Ok(()) };
        let constant = |s: &Stmt| match &s.kind {
            StmtKind::Do { lower, upper, step, .. } => {
                [Some(lower), Some(upper), step.as_ref()].into_iter().flatten().all(|e| self.try_int(e).is_some())
            }
            _ => false,
        };
        if nest.loops().into_iter().all(constant) {
            return Ok(());
        }
        let text = "`unroll full` needs a loop with a constant number of iterations";
        Err(self.err(ErrorCode::OmpLoop, c.span, text))
    }

    fn too_few_loops(&mut self, o: &Omp, span: Span) -> Reported {
        let n = taken(o.directive, &o.clauses);
        let text = match o.directive.has(Leaf::Fuse) {
            true => "`fuse` needs loops".into(),
            false => format!("`{}` needs {n} loops, perfectly nested", o.directive.name()),
        };
        self.err(ErrorCode::OmpLoop, span, text)
    }

    /// How many nests a loop or a transformation leaves of which another directive may take a loop.
    fn left_loops(&mut self, s: &Stmt) -> usize {
        let Some(nest) = nests::whole(std::slice::from_ref(s), 1) else { return 0 };
        let made = self.generate(&nest, &mut 0).unwrap_or_default();
        if made.iter().any(Vec::is_empty) { 0 } else { made.len() }
    }

    /// How many of `depth` loops there are for a directive behind which these statements stand.
    pub(super) fn loops_for(&mut self, list: &[Stmt], depth: usize) -> usize {
        let Some(nest) = nests::whole(list, depth) else { return 0 };
        match &self.generate(&nest, &mut 0).unwrap_or_default()[..] {
            [one] => one.len(),
            _ => 0,
        }
    }

    /// The nests that are there when the transformations in one have been carried out.
    fn generate(&mut self, nest: &Nest, ids: &mut usize) -> Res<Vec<Loops>> {
        match nest {
            Nest::Loops { loops, inner } => {
                let mut out: Loops = loops.iter().filter_map(|s| as_loop(s, ids)).collect();
                if let Inner::Nest(n) = inner
                    && let [one] = &self.generate(n, ids)?[..]
                {
                    out.extend(one.iter().cloned());
                }
                Ok(vec![out])
            }
            Nest::Transformed { by, span, of, .. } if by.directive.has(Leaf::Fuse) => {
                let mut all = vec![];
                for n in of {
                    all.extend(self.generate(n, ids)?);
                }
                self.fused(by, *span, all, ids)
            }
            Nest::Transformed { by, span, nest, at, of } => {
                let Some(inside) = of.first() else { return Err(self.too_few_loops(by, *span)) };
                let mut all = self.generate(inside, ids)?;
                let n = taken(by.directive, &by.clauses);
                let Some(loops) = all.get_mut(*nest).filter(|l| l.len() >= at + n) else {
                    return Err(self.too_few_loops(by, *span));
                };
                self.independent(by, &loops[*at..at + n])?;
                if by.directive.has(Leaf::Split) {
                    let parts =
                        arguments(&by.clauses, |c| if let Clause::Counts(list) = c { Some(list) } else { None });
                    let parts = parts.map_or(0, <[Expr]>::len);
                    if *at > 0 {
                        loops.truncate(*at);
                    } else {
                        let one = loops.clone();
                        all.splice(*nest..=*nest, vec![one; parts]);
                    }
                    return Ok(all);
                }
                let made = generated_loops(by, &loops[*at..at + n], ids);
                match by.directive.has(Leaf::Unroll) {
                    true => _ = loops.splice(*at.., made),
                    false => _ = loops.splice(*at..at + n, made),
                }
                Ok(all)
            }
        }
    }

    /// The loops that FUSE leaves: the fused one in the place of those it takes.
    fn fused(&mut self, by: &Omp, span: Span, mut all: Vec<Loops>, ids: &mut usize) -> Res<Vec<Loops>> {
        let (mut first, mut count) = (0, all.len());
        if let Some([a, b]) =
            arguments(&by.clauses, |c| if let Clause::Looprange(list) = c { Some(list) } else { None })
        {
            let (Some(a), Some(b)) = (self.try_int(a), self.try_int(b)) else {
                return Err(self.err(ErrorCode::OmpRule, a.span, "`looprange` takes constants"));
            };
            if a < 1 || b < 1 || b > all.len() as i64 || a > all.len() as i64 + 1 - b {
                return Err(self.err(ErrorCode::OmpRule, span, "`looprange` names loops that are not there"));
            }
            (first, count) = (a as usize - 1, b as usize);
        }
        if count == 0 {
            return Err(self.too_few_loops(by, span));
        }
        let mut whole = Loop { id: next(ids), on: vec![], gives: vec![], uses: vec![], span };
        for l in all[first..first + count].iter().filter_map(|l| l.first()) {
            whole.on.extend(&l.on);
            whole.gives.extend(&l.gives);
            whole.uses.extend(&l.uses);
        }
        all.splice(first..first + count, [vec![whole]]);
        Ok(all)
    }

    /// The number of iterations of none of these loops may depend on another.
    fn independent(&mut self, by: &Omp, loops: &[Loop]) -> Res<()> {
        for (k, l) in loops.iter().enumerate() {
            let depends = |outer: &Loop| l.on.contains(&outer.id) || l.uses.iter().any(|v| outer.gives.contains(v));
            if loops[..k].iter().any(depends) {
                let text =
                    format!("the bounds of the loops of `{}` must not depend on each other", by.directive.name());
                return Err(self.err(ErrorCode::OmpLoop, l.span, text));
            }
        }
        Ok(())
    }
}

fn next(ids: &mut usize) -> usize {
    *ids += 1;
    *ids
}

/// A DO construct.
fn as_loop(s: &Stmt, ids: &mut usize) -> Option<Loop> {
    let StmtKind::Do { var, lower, upper, step, .. } = &s.kind else { return None };
    let mut uses = visit::symbols(lower);
    uses.extend(visit::symbols(upper));
    uses.extend(step.iter().flat_map(visit::symbols));
    Some(Loop { id: next(ids), on: vec![], gives: var.variable().into_iter().collect(), uses, span: s.span })
}

/// The loops that a transformation generates of those that it takes.
fn generated_loops(by: &Omp, taken: &[Loop], ids: &mut usize) -> Loops {
    match by.directive.leaves()[0] {
        Leaf::Tile | Leaf::Stripe => {
            let outer: Loops = taken.iter().map(|l| Loop { id: next(ids), ..l.clone() }).collect();
            let inner = taken.iter().zip(&outer).map(|(l, o)| {
                let on = l.on.iter().copied().chain([o.id]).collect();
                Loop { id: next(ids), on, ..l.clone() }
            });
            let inner: Loops = inner.collect();
            outer.into_iter().chain(inner).collect()
        }
        Leaf::Unroll => match by.clauses.iter().any(|c| matches!(c, Clause::Partial(_))) {
            true => taken.to_vec(),
            false => vec![],
        },
        // The loops depend on nothing that decides their order.
        _ => taken.to_vec(),
    }
}

/// `omp_fill` among the counts of SPLIT.
fn is_fill(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Const::Logical(_)))
}

/// An APPLY clause: which of the generated loops it is about, and the directives for them by their places.
struct Asked<'a> {
    which: &'static str,
    list: Vec<(usize, &'a ast::OmpConstruct)>,
    span: Span,
}
