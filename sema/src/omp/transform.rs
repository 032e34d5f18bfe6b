//! Loop transformations: TILE, STRIPE, UNROLL, INTERCHANGE, REVERSE, SPLIT and FUSE become the loops that they generate,
//! which a directive around them takes for its own.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast;
use ferrotran_syntax::omp::{ClauseKind, Directive, Leaf};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// A counted loop without its body.
#[derive(Clone)]
struct Counted {
    var: Expr,
    lower: Expr,
    upper: Expr,
    step: Expr,
    /// The value of the step where it is a constant, which decides the direction.
    by: Option<i64>,
    id: ConstructId,
    span: Span,
}

fn int(value: i64, ty: &Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::Int(value.into())), ty: ty.clone(), rank: 0, span }
}

fn binary(op: Op2, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, rank: 0, span }
}

fn convert(e: Expr, ty: &Ty) -> Expr {
    if e.ty == *ty {
        return e;
    }
    let span = e.span;
    Expr { kind: ExprKind::Convert(Box::new(e)), ty: ty.clone(), rank: 0, span }
}

fn extreme(id: Intrinsic, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    Expr { kind: ExprKind::Intrinsic { id, args: vec![Some(a), Some(b)] }, ty, rank: 0, span }
}

impl Counted {
    /// The loop around a body.
    fn around(self, body: Vec<Stmt>) -> Stmt {
        let step = (self.by != Some(1)).then_some(self.step);
        let kind = StmtKind::Do { var: self.var, lower: self.lower, upper: self.upper, step, body, id: self.id };
        Stmt { kind, span: self.span }
    }
    fn ty(&self) -> Ty {
        self.var.ty.clone()
    }
    /// The number of iterations as an integer of 8 bytes; not positive where there is none.
    fn trips(&self) -> Expr {
        let wide = Ty::Integer(8);
        let span = binary(Op2::Sub, convert(self.upper.clone(), &wide), convert(self.lower.clone(), &wide));
        let by = convert(self.step.clone(), &wide);
        binary(Op2::Div, binary(Op2::Add, span, by.clone()), by)
    }
    /// The value of the variable in an iteration, which is given by a number from 0 on.
    fn value(&self, iteration: Expr) -> Expr {
        let ty = self.ty();
        let way = binary(Op2::Mul, convert(iteration, &ty), convert(self.step.clone(), &ty));
        binary(Op2::Add, convert(self.lower.clone(), &ty), way)
    }
}

/// Puts the loops that transformations generate in the place of their constructs.
pub(super) fn generated(list: Vec<Stmt>) -> Vec<Stmt> {
    let one = |s: Stmt| match s.kind {
        StmtKind::Omp(o) if is_transformation(o.directive) && o.clauses.is_empty() => generated(o.body),
        kind => vec![Stmt { kind, span: s.span }],
    };
    list.into_iter().flat_map(one).collect()
}

/// The same for the outer `depth` loops of a nest; returns their variables.
pub(super) fn generated_nest(list: &mut Vec<Stmt>, depth: usize) -> Vec<SymbolId> {
    if depth == 0 {
        return vec![];
    }
    *list = generated(std::mem::take(list));
    let [Stmt { kind: StmtKind::Do { var, body, .. }, .. }] = &mut list[..] else { return vec![] };
    let mut out: Vec<SymbolId> = var.variable().into_iter().collect();
    out.extend(generated_nest(body, depth - 1));
    out
}

/// Whether a directive is a loop transformation.
pub(crate) fn is_transformation(d: Directive) -> bool {
    let list = [Leaf::Tile, Leaf::Unroll, Leaf::Interchange, Leaf::Reverse, Leaf::Split, Leaf::Stripe, Leaf::Fuse];
    d.leaves().len() == 1 && list.contains(&d.leaves()[0])
}

impl<'a> Facts<'a> {
    /// Number of loops that a transformation takes.
    pub(crate) fn transformed_loops(&self, d: Directive, clauses: &[Clause]) -> usize {
        match d.leaves()[0] {
            Leaf::Tile | Leaf::Stripe => {
                arguments(clauses, |c| if let Clause::Sizes(list) = c { Some(list) } else { None })
                    .map_or(1, <[Expr]>::len)
            }
            Leaf::Interchange => {
                arguments(clauses, |c| if let Clause::Permutation(list) = c { Some(list) } else { None })
                    .map_or(2, <[Expr]>::len)
            }
            _ => 1,
        }
    }

    fn loop_variable(&mut self, sc: ScopeId, ty: &Ty, span: Span) -> Expr {
        let n = self.fresh();
        let v = self.new_symbol(format!("(loop.{n})").into(), span, ty.clone(), Dims::Scalar, Storage::Local, sc);
        self.si_mut(v).used = true;
        self.sc_mut(sc).locals.push(v);
        Expr { kind: ExprKind::Var(v), ty: ty.clone(), rank: 0, span }
    }
}

impl<'a> Sema<'a> {
    /// The loops that take the place of those of a transformation.
    pub(crate) fn transform_loops(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        let leaf = c.directive.leaves()[0];
        let applies = self.applied(sc, c)?;
        match leaf {
            Leaf::Fuse => return self.fuse_loops(sc, c, clauses, &applies, body),
            Leaf::Split => return self.split_loop(sc, c, clauses, &applies, body),
            _ => {}
        }
        let sizes: Vec<Expr> = match leaf {
            Leaf::Tile | Leaf::Stripe => {
                arguments(clauses, |c| if let Clause::Sizes(list) = c { Some(list) } else { None })
                    .unwrap_or_default()
                    .to_vec()
            }
            Leaf::Unroll => match arguments(clauses, |c| if let Clause::Partial(list) = c { Some(list) } else { None })
            {
                // Unrolling changes nothing that a program can see.
                Some([n]) => vec![n.clone()],
                // A factor of our choice.
                Some(_) => vec![int(4, &Ty::Integer(4), c.span)],
                _ => {
                    if c.clauses.iter().any(|k| k.kind == ClauseKind::Full)
                        && let Some(Stmt { kind: StmtKind::Do { lower, upper, step, .. }, .. }) = body.first()
                        && [Some(lower), Some(upper), step.as_ref()]
                            .into_iter()
                            .flatten()
                            .any(|e| self.try_int(e).is_none())
                    {
                        let text = "`unroll full` needs a loop with a constant number of iterations";
                        return Err(self.err(ErrorCode::OmpLoop, c.span, text));
                    }
                    return Ok(body);
                }
            },
            _ => vec![],
        };
        for s in &sizes {
            if !matches!(s.ty, Ty::Integer(_)) || s.rank != 0 || self.try_int(s).is_some_and(|n| n < 1) {
                return Err(self.err(ErrorCode::OmpRule, s.span, "this must be a positive integer"));
            }
        }
        let n = self.transformed_loops(c.directive, clauses);
        let (loops, body) = self.take_loops(c, body, n)?;
        let made: Vec<Counted> = match leaf {
            Leaf::Interchange => {
                let mut order: Vec<usize> = (0..n).rev().collect();
                if let Some(list) =
                    arguments(clauses, |c| if let Clause::Permutation(list) = c { Some(list) } else { None })
                {
                    order = list.iter().filter_map(|e| usize::try_from(self.try_int(e)? - 1).ok()).collect();
                    let mut sorted = order.clone();
                    sorted.sort_unstable();
                    if sorted != (0..n).collect::<Vec<_>>() {
                        let at = list[0].span;
                        let text = format!("`permutation` takes the constants from 1 to {n}, each once");
                        return Err(self.err(ErrorCode::OmpRule, at, text));
                    }
                }
                order.iter().map(|&k| loops[k].clone()).collect()
            }
            Leaf::Reverse => {
                let mut l = loops[0].clone();
                let last = l.value(binary(Op2::Sub, l.trips(), int(1, &Ty::Integer(8), l.span)));
                l.upper = convert(std::mem::replace(&mut l.lower, last), &l.ty());
                l.by = l.by.map(|n| -n);
                l.step = match l.by {
                    Some(n) => int(n, &l.ty(), l.span),
                    None => binary(Op2::Mul, int(-1, &l.ty(), l.span), convert(l.step.clone(), &l.ty())),
                };
                vec![l]
            }
            Leaf::Stripe => {
                let pairs = loops.into_iter().zip(sizes).map(|(l, size)| self.stripes(sc, l, size));
                let (mut offsets, grid): (Vec<_>, Vec<_>) = pairs.unzip();
                offsets.extend(grid);
                offsets
            }
            _ => {
                // The loops over the tiles, then those inside a tile.
                let pairs = loops.into_iter().zip(sizes).map(|(l, size)| self.tiles(sc, l, size));
                let (mut outer, inner): (Vec<_>, Vec<_>) = pairs.unzip();
                outer.extend(inner);
                outer
            }
        };
        self.apply_to_nest(sc, c, &applies, made, body)
    }

    /// A loop over tiles of some size, and the loop over the iterations of a tile.
    fn tiles(&mut self, sc: ScopeId, mut l: Counted, size: Expr) -> (Counted, Counted) {
        let mut tiles = l.clone();
        tiles.id = self.place.construct_number();
        let Some(by) = l.by else {
            // The direction is not known: tiles are counted by the numbers of their iterations.
            let wide = Ty::Integer(8);
            let size = convert(size, &wide);
            let one = int(1, &wide, l.span);
            let trips = l.trips();
            tiles.var = self.loop_variable(sc, &wide, l.span);
            tiles.lower = int(0, &wide, l.span);
            tiles.upper = binary(Op2::Sub, trips.clone(), one.clone());
            tiles.step = size.clone();
            let end = extreme(Intrinsic::Min, binary(Op2::Add, tiles.var.clone(), size), trips);
            (l.lower, l.upper) = (l.value(tiles.var.clone()), l.value(binary(Op2::Sub, end, one)));
            return (tiles, l);
        };
        let ty = l.ty();
        let size = convert(size, &ty);
        tiles.var = self.loop_variable(sc, &ty, l.span);
        tiles.step = binary(Op2::Mul, size.clone(), int(by, &ty, l.span));
        // What is not a constant is written down; the sign is that of the old step.
        tiles.by = self.try_int(&tiles.step);
        let rest = binary(Op2::Sub, size, int(1, &ty, l.span));
        let rest = binary(Op2::Mul, rest, int(by, &ty, l.span));
        let end = binary(Op2::Add, tiles.var.clone(), rest);
        let nearer = if by > 0 { Intrinsic::Min } else { Intrinsic::Max };
        l.lower = tiles.var.clone();
        l.upper = extreme(nearer, end, convert(l.upper, &ty));
        (tiles, l)
    }

    /// A loop over the first iterations, as many as the size says, and the loop over those at that distance from one of them.
    fn stripes(&mut self, sc: ScopeId, mut l: Counted, size: Expr) -> (Counted, Counted) {
        let wide = Ty::Integer(8);
        let mut offsets = l.clone();
        offsets.id = self.place.construct_number();
        offsets.var = self.loop_variable(sc, &wide, l.span);
        offsets.lower = int(0, &wide, l.span);
        let size = convert(size, &wide);
        offsets.upper = binary(Op2::Sub, size.clone(), int(1, &wide, l.span));
        (offsets.step, offsets.by) = (int(1, &wide, l.span), Some(1));
        let ty = l.ty();
        l.lower = l.value(offsets.var.clone());
        l.step = binary(Op2::Mul, convert(size, &ty), convert(l.step, &ty));
        l.by = self.try_int(&l.step);
        (offsets, l)
    }

    /// The loops of a nest around a body, with the directives of APPLY clauses put to those that they are for.
    fn apply_to_nest(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        applies: &[Applied<'a>],
        loops: Vec<Counted>,
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        let half = loops.len() / 2;
        let count = loops.len();
        for a in applies {
            let (first, most) = match a.which {
                "grid" if c.directive.has(Leaf::Stripe) => (half, half),
                "intratile" => (half, half),
                "grid" | "offsets" => (0, half),
                _ => (0, count),
            };
            if a.list.iter().any(|(k, _)| *k >= most) || first + most > count {
                let text = format!("`{}` generates no such loop", c.directive.name());
                return Err(self.err(ErrorCode::OmpRule, a.span, text));
            }
        }
        let mut out = body;
        for (k, l) in loops.into_iter().enumerate().rev() {
            out = vec![l.around(out)];
            for a in applies {
                let first = match a.which {
                    "grid" if c.directive.has(Leaf::Stripe) => half,
                    "intratile" => half,
                    _ => 0,
                };
                for (_, d) in a.list.iter().filter(|(n, _)| first + n == k) {
                    out = self.apply_one(sc, d, out)?;
                }
            }
        }
        Ok(out)
    }

    /// One directive of an APPLY clause and the loops that it is applied to.
    fn apply_one(&mut self, sc: ScopeId, d: &'a ast::OmpConstruct, body: Vec<Stmt>) -> Res<Vec<Stmt>> {
        if !is_transformation(d.directive) || d.directive.has(Leaf::Fuse) {
            return Err(self.unsupported(d.span, format!("`{}` in the clause `apply`", d.directive.name())));
        }
        self.omp_clause_rules(sc, d)?;
        let (clauses, ..) = self.omp_clauses(sc, d)?;
        self.transform_loops(sc, d, &clauses, body)
    }

    /// The APPLY clauses of a transformation.
    fn applied(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) -> Res<Vec<Applied<'a>>> {
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
            out.push(Applied { which, list, span: cl.span });
        }
        Ok(out)
    }

    /// SPLIT. The parts follow each other in the old order, so that the loop stays as it is where nothing asks for the parts.
    fn split_loop(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        applies: &[Applied<'a>],
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        let counts = arguments(clauses, |c| if let Clause::Counts(list) = c { Some(list) } else { None })
            .unwrap_or_default()
            .to_vec();
        let fills = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Logical(_)));
        if counts.iter().filter(|e| fills(e)).count() > 1 {
            return Err(self.err(ErrorCode::OmpRule, c.span, "`omp_fill` may stand only once in `counts`"));
        }
        for e in counts.iter().filter(|e| !fills(e)) {
            if self.try_int(e).is_none_or(|n| n < 0) {
                return Err(self.err(
                    ErrorCode::OmpRule,
                    e.span,
                    "the counts are non-negative constants or `omp_fill`",
                ));
            }
        }
        if applies.is_empty() && !self.place.omp.in_leaf(Leaf::Fuse) {
            return Ok(body);
        }
        let (mut loops, body) = self.take_loops(c, body, 1)?;
        let Some(l) = loops.pop() else { return Ok(body) };
        for a in applies {
            if a.list.iter().any(|(k, _)| *k >= counts.len()) {
                return Err(self.err(ErrorCode::OmpRule, a.span, "`split` generates no such loop"));
            }
        }
        let wide = Ty::Integer(8);
        let others: i64 = counts.iter().filter_map(|e| self.try_int(e)).sum();
        let fill = binary(Op2::Sub, l.trips(), int(others, &wide, l.span));
        let fill = extreme(Intrinsic::Max, fill, int(0, &wide, l.span));
        let mut start = int(0, &wide, l.span);
        let mut out = vec![];
        for (k, n) in counts.iter().enumerate() {
            let n = if fills(n) { fill.clone() } else { convert(n.clone(), &wide) };
            let end = binary(Op2::Add, start.clone(), n);
            let mut part = l.clone();
            let last = extreme(Intrinsic::Min, end.clone(), l.trips());
            part.lower = l.value(start);
            part.upper = l.value(binary(Op2::Sub, last, int(1, &wide, l.span)));
            start = end;
            let mut made = vec![part.around(body.clone())];
            for (_, d) in applies.iter().flat_map(|a| &a.list).filter(|(n, _)| *n == k) {
                made = self.apply_one(sc, d, made)?;
            }
            out.extend(made);
        }
        Ok(out)
    }

    fn fuse_loops(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        applies: &[Applied<'a>],
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        let mut list = generated(body);
        if let Some(s) = list.iter().find(|s| !matches!(s.kind, StmtKind::Do { .. })) {
            return Err(self.err(
                ErrorCode::OmpLoop,
                s.span,
                "`fuse` takes loops, and transformations that generate loops",
            ));
        }
        let (mut first, mut count) = (0, list.len());
        if let Some([a, b]) = arguments(clauses, |c| if let Clause::Looprange(list) = c { Some(list) } else { None }) {
            let (Some(a), Some(b)) = (self.try_int(a), self.try_int(b)) else {
                return Err(self.err(ErrorCode::OmpRule, a.span, "`looprange` takes constants"));
            };
            if a < 1 || b < 1 || a - 1 + b > list.len() as i64 {
                return Err(self.err(ErrorCode::OmpRule, c.span, "`looprange` names loops that are not there"));
            }
            (first, count) = (a as usize - 1, b as usize);
        }
        let after = list.split_off(first + count);
        let fused = list.split_off(first);
        let wide = Ty::Integer(8);
        let var = self.loop_variable(sc, &wide, c.span);
        let (mut most, mut parts): (Option<Expr>, Vec<Stmt>) = (None, vec![]);
        for s in fused {
            let (mut loops, body) = self.take_loops(c, vec![s], 1)?;
            let Some(mut l) = loops.pop() else { continue };
            let trips = l.trips();
            most = Some(match most {
                Some(m) => extreme(Intrinsic::Max, m, trips.clone()),
                None => trips.clone(),
            });
            // A loop of one iteration, for the variable and for CYCLE.
            l.lower = l.value(var.clone());
            l.upper = l.lower.clone();
            l.by = Some(1);
            let mut more = binary(Op2::Lt, var.clone(), trips);
            more.ty = Ty::Logical(4);
            let span = l.span;
            let id = self.place.construct_number();
            let arms = vec![(more, vec![l.around(body)])];
            parts.push(Stmt { kind: StmtKind::If { arms, otherwise: vec![], id }, span });
        }
        let Some(most) = most else {
            return Err(self.err(ErrorCode::OmpLoop, c.span, "`fuse` needs loops"));
        };
        let one = int(1, &wide, c.span);
        let whole = Counted {
            var,
            lower: int(0, &wide, c.span),
            upper: binary(Op2::Sub, most, one.clone()),
            step: one,
            by: Some(1),
            id: self.place.construct_number(),
            span: c.span,
        };
        list.extend(self.apply_to_nest(sc, c, applies, vec![whole], parts)?);
        list.extend(after);
        Ok(list)
    }
}

impl<'a> Rules<'a> {
    /// The outer `n` loops of a nest, and the body of the innermost of them.
    fn take_loops(&mut self, c: &ast::OmpConstruct, body: Vec<Stmt>, n: usize) -> Res<(Vec<Counted>, Vec<Stmt>)> {
        let mut loops: Vec<Counted> = Vec::new();
        let mut body = body;
        for _ in 0..n {
            let mut list = generated(body).into_iter();
            let (Some(one), None) = (list.next(), list.next()) else {
                let text = format!("`{}` needs {n} loops, perfectly nested", c.directive.name());
                return Err(self.err(ErrorCode::OmpLoop, c.span, text));
            };
            let StmtKind::Do { var, lower, upper, step, body: inside, id } = one.kind else {
                let text = format!("`{}` needs {n} loops, perfectly nested", c.directive.name());
                return Err(self.err(ErrorCode::OmpLoop, one.span, text));
            };
            let span = one.span;
            let step = step.unwrap_or_else(|| int(1, &var.ty, span));
            let by = self.try_int(&step);
            let mut free = true;
            for e in [&lower, &upper] {
                e.walk(&mut |x| free &= !loops.iter().any(|l| l.var.kind == x.kind));
            }
            if !free {
                let text = format!("the bounds of the loops of `{}` must not depend on each other", c.directive.name());
                return Err(self.err(ErrorCode::OmpLoop, span, text));
            }
            loops.push(Counted { var, lower, upper, step, by, id, span });
            body = inside;
        }
        Ok((loops, body))
    }
}

/// An APPLY clause: which of the generated loops it is about, and the directives for them by their places.
struct Applied<'a> {
    which: &'static str,
    list: Vec<(usize, &'a ast::OmpConstruct)>,
    span: Span,
}

/// The arguments of the first clause of which `of` gives some.
fn arguments(clauses: &[Clause], of: fn(&Clause) -> Option<&Vec<Expr>>) -> Option<&[Expr]> {
    clauses.iter().find_map(of).map(Vec::as_slice)
}
