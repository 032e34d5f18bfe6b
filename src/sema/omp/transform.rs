//! Loop transformations: TILE, UNROLL, INTERCHANGE, REVERSE, SPLIT and FUSE become the loops that they generate, which a
//! directive around them takes for its own.

use crate::diag::ErrorCode;
use crate::sema::ctx::*;
use crate::sema::intrinsics::Intrinsic;
use crate::sema::typed::*;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::omp::{ClauseKind, Directive, Leaf};

/// A counted loop without its body.
#[derive(Clone)]
struct Counted {
    var: Expr,
    lower: Expr,
    upper: Expr,
    step: Expr,
    /// The value of the step, which decides the direction.
    by: i64,
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
        let step = (self.by != 1).then_some(self.step);
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
        let by = int(self.by, &wide, self.span);
        binary(Op2::Div, binary(Op2::Add, span, by.clone()), by)
    }
}

/// Whether a directive is a loop transformation.
pub(crate) fn is_transformation(d: Directive) -> bool {
    let list = [Leaf::Tile, Leaf::Unroll, Leaf::Interchange, Leaf::Reverse, Leaf::Split, Leaf::Stripe, Leaf::Fuse];
    d.leaves().len() == 1 && list.contains(&d.leaves()[0])
}

impl<'a> Sema<'a> {
    /// Number of loops that a transformation takes.
    pub(crate) fn transformed_loops(&self, d: Directive, clauses: &[Clause]) -> usize {
        match d.leaves()[0] {
            Leaf::Tile => arguments(clauses, "sizes").map_or(1, <[Expr]>::len),
            Leaf::Interchange => arguments(clauses, "permutation").map_or(2, <[Expr]>::len),
            _ => 1,
        }
    }

    /// The loops that take the place of those of a transformation.
    pub(crate) fn transform_loops(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        if let Some(k) = c.clauses.iter().find(|k| k.kind == ClauseKind::Apply) {
            return Err(self.unsupported(k.span, "the clause `apply`"));
        }
        let leaf = c.directive.leaves()[0];
        match leaf {
            Leaf::Fuse => return self.fuse_loops(sc, c, clauses, body),
            // The parts follow each other in the old order.
            Leaf::Split => return Ok(body),
            _ => {}
        }
        let sizes: Vec<Expr> = match leaf {
            Leaf::Tile => arguments(clauses, "sizes").unwrap_or_default().to_vec(),
            Leaf::Unroll => match arguments(clauses, "partial") {
                // Unrolling changes nothing that a program can see.
                Some([n]) if self.constant_step(&body) => vec![n.clone()],
                Some([_]) => return Ok(body),
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
        match leaf {
            Leaf::Interchange => {
                let mut order: Vec<usize> = (0..n).rev().collect();
                if let Some(list) = arguments(clauses, "permutation") {
                    order = list.iter().filter_map(|e| usize::try_from(self.try_int(e)? - 1).ok()).collect();
                    let mut sorted = order.clone();
                    sorted.sort_unstable();
                    if sorted != (0..n).collect::<Vec<_>>() {
                        let at = list[0].span;
                        let text = format!("`permutation` takes the constants from 1 to {n}, each once");
                        return Err(self.err(ErrorCode::OmpRule, at, text));
                    }
                }
                Ok(nest(order.iter().map(|&k| loops[k].clone()), body))
            }
            Leaf::Reverse => {
                let mut l = loops[0].clone();
                let ty = l.ty();
                let before = binary(Op2::Sub, l.trips(), int(1, &Ty::Integer(8), l.span));
                let way = binary(Op2::Mul, convert(before, &ty), int(l.by, &ty, l.span));
                let last = binary(Op2::Add, convert(l.lower.clone(), &ty), way);
                l.upper = std::mem::replace(&mut l.lower, last);
                l.by = -l.by;
                l.step = int(l.by, &ty, l.span);
                Ok(vec![l.around(body)])
            }
            _ => {
                // The loops over the tiles, then those inside a tile.
                let mut outer = Vec::new();
                let mut inner = Vec::new();
                for (mut l, size) in loops.into_iter().zip(sizes) {
                    let ty = l.ty();
                    let size = convert(size, &ty);
                    let mut tiles = l.clone();
                    tiles.var = self.loop_variable(sc, &ty, l.span);
                    tiles.id = ConstructId(self.fresh());
                    tiles.step = binary(Op2::Mul, size.clone(), int(l.by, &ty, l.span));
                    // Any value but 1, so that the step is written down; its sign is that of the old one.
                    tiles.by = l.by.signum() * 2;
                    let rest = binary(Op2::Sub, size, int(1, &ty, l.span));
                    let rest = binary(Op2::Mul, rest, int(l.by, &ty, l.span));
                    let end = binary(Op2::Add, tiles.var.clone(), rest);
                    let nearer = if l.by > 0 { Intrinsic::Min } else { Intrinsic::Max };
                    l.lower = tiles.var.clone();
                    l.upper = extreme(nearer, end, convert(l.upper, &ty));
                    outer.push(tiles);
                    inner.push(l);
                }
                Ok(nest(outer.into_iter().chain(inner), body))
            }
        }
    }

    fn fuse_loops(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        body: Vec<Stmt>,
    ) -> Res<Vec<Stmt>> {
        let mut list: Vec<Stmt> = body.into_iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })).collect();
        let (mut first, mut count) = (0, list.len());
        if let Some([a, b]) = arguments(clauses, "looprange") {
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
            let ty = l.ty();
            let way = binary(Op2::Mul, convert(var.clone(), &ty), int(l.by, &ty, l.span));
            l.lower = binary(Op2::Add, convert(l.lower.clone(), &ty), way);
            l.upper = l.lower.clone();
            l.by = 1;
            let mut more = binary(Op2::Lt, var.clone(), trips);
            more.ty = Ty::Logical(4);
            let span = l.span;
            let id = ConstructId(self.fresh());
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
            by: 1,
            id: ConstructId(self.fresh()),
            span: c.span,
        };
        list.push(whole.around(parts));
        list.extend(after);
        Ok(list)
    }

    /// False for a loop whose step is not a constant.
    fn constant_step(&self, body: &[Stmt]) -> bool {
        !matches!(body, [Stmt { kind: StmtKind::Do { step: Some(e), .. }, .. }] if self.try_int(e).is_none())
    }

    /// The outer `n` loops of a nest, and the body of the innermost of them.
    fn take_loops(&mut self, c: &ast::OmpConstruct, body: Vec<Stmt>, n: usize) -> Res<(Vec<Counted>, Vec<Stmt>)> {
        let mut loops: Vec<Counted> = Vec::new();
        let mut body = body;
        for _ in 0..n {
            let mut list = body.into_iter();
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
            let Some(by) = self.try_int(&step).filter(|k| *k != 0) else {
                return Err(self.unsupported(step.span, "a step that is not constant in a transformed loop"));
            };
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

    fn loop_variable(&mut self, sc: ScopeId, ty: &Ty, span: Span) -> Expr {
        let n = self.fresh();
        let v = self.new_symbol(format!("(loop.{n})").into(), span, ty.clone(), Dims::Scalar, Storage::Local, sc);
        self.si_mut(v).used = true;
        self.sc_mut(sc).locals.push(v);
        Expr { kind: ExprKind::Var(v), ty: ty.clone(), rank: 0, span }
    }
}

/// Loops around a body, outermost first.
fn nest(loops: impl DoubleEndedIterator<Item = Counted>, body: Vec<Stmt>) -> Vec<Stmt> {
    loops.rev().fold(body, |body, l| vec![l.around(body)])
}

fn arguments<'c>(clauses: &'c [Clause], want: &str) -> Option<&'c [Expr]> {
    clauses.iter().find_map(|c| match c {
        Clause::Other { name, args, .. } if *name == want => Some(args.as_slice()),
        _ => None,
    })
}
