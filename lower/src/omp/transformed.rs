//! Loop nests with transformations: an op of the IR for each transformation, around the nests that it takes. `omp-transform`
//! carries them out.

use super::loops::Space;
use super::*;
use ferrotran_typed::nests::{self, Inner, Nest, arguments, sizes, taken};

/// A nest whose bounds have been evaluated, in front of all of it.
pub(super) enum Loops<'p> {
    Nest { space: Space, inner: Inside<'p>, loc: ferrotran_ir::Loc },
    Transformed { by: &'p Omp, args: Vec<Value>, nest: usize, at: usize, of: Vec<Loops<'p>>, loc: ferrotran_ir::Loc },
}

/// What is in the innermost loop of a nest.
pub(super) enum Inside<'p> {
    /// Statements, and the loop that CYCLE goes on with.
    Body(&'p [Stmt], ConstructId),
    Loops(Box<Loops<'p>>),
}

/// A loop around a body: its variable, the value of that, and the step.
#[derive(Clone, Copy)]
pub(super) struct Around {
    variable: SymbolId,
    value: Value,
    step: Value,
}

/// What lowers the body of a nest.
type EachBody<'f, 'p> = &'f dyn Fn(&mut Lower<'p>, &[Around], &'p [Stmt], ConstructId) -> Lowered<()>;

impl<'p> Loops<'p> {
    /// The variables of the loops.
    pub fn variables(&self) -> Vec<SymbolId> {
        match self {
            Loops::Nest { space, inner: Inside::Body(..), .. } => space.vars.clone(),
            Loops::Nest { space, inner: Inside::Loops(l), .. } => {
                space.vars.iter().copied().chain(l.variables()).collect()
            }
            Loops::Transformed { of, .. } => of.iter().flat_map(Loops::variables).collect(),
        }
    }
}

impl<'p> Lower<'p> {
    /// Evaluates the bounds of a nest and what transformations in it say. `outer`: variables of the loops around it.
    pub(super) fn nest_of(&mut self, nest: &Nest<'p>, outer: &mut Vec<SymbolId>) -> Lowered<Loops<'p>> {
        let loc = self.f.loc;
        match nest {
            Nest::Loops { loops, inner } => {
                let Some(&innermost) = loops.last() else {
                    return unsupported(Span::default(), "a nest without loops");
                };
                let StmtKind::Do { id, .. } = innermost.kind else {
                    return unsupported(innermost.span, "this loop");
                };
                self.at(loops[0].span);
                let loc = self.f.loc;
                let space = self.space_of(loops, outer, true)?;
                outer.extend(&space.vars);
                let inner = match inner {
                    Inner::Body(b) => Inside::Body(b, id),
                    Inner::Nest(n) => Inside::Loops(Box::new(self.nest_of(n, outer)?)),
                };
                Ok(Loops::Nest { space, inner, loc })
            }
            Nest::Transformed { by, span, nest, at, of } => {
                self.at(*span);
                let loc_here = self.f.loc;
                let mut args = Vec::new();
                let factor = arguments(&by.clauses, |c| if let Clause::Partial(list) = c { Some(list) } else { None });
                // A factor of our choice.
                if matches!(factor, Some([])) {
                    args.push(self.idx(4));
                }
                for e in sizes(&by.clauses).into_iter().chain(factor).flatten() {
                    let n = self.scalar(e)?;
                    args.push(self.cast(n, Type::INDEX));
                }
                let fuses = by.directive.has(Leaf::Fuse);
                let mut list = Vec::new();
                for n in of {
                    let known = outer.len();
                    list.push(self.nest_of(n, outer)?);
                    if fuses {
                        outer.truncate(known);
                    }
                }
                self.f.loc = loc;
                Ok(Loops::Transformed { by, args, nest: *nest, at: *at, of: list, loc: loc_here })
            }
        }
    }

    /// The ops of a nest. `around`: the loops of it that are open already.
    pub(super) fn emit_nest(&mut self, l: &Loops<'p>, around: &[Around], each: EachBody<'_, 'p>) -> Lowered<()> {
        match l {
            Loops::Nest { space, inner, loc } => {
                let sp = self.shifted(space, around)?;
                let region = self.m.new_region(&vec![sp.ty; sp.lbs.len()]);
                let ivs = self.m.args(region).to_vec();
                let mut around = around.to_vec();
                for ((&variable, value), &step) in sp.vars.iter().zip(ivs).zip(&sp.steps) {
                    around.push(Around { variable, value, step });
                }
                let out = self.within(region, |s| match inner {
                    Inside::Body(b, id) => each(s, &around, b, *id),
                    Inside::Loops(n) => s.emit_nest(n, &around, each),
                });
                self.f.loc = *loc;
                self.loop_nest(&sp, region);
                out
            }
            Loops::Transformed { by, args, nest, at, of, loc } => {
                let region = self.m.new_region(&[]);
                let out = self.within(region, |s| of.iter().try_for_each(|n| s.emit_nest(n, around, each)));
                self.f.loc = *loc;
                self.transformation_op(by, args, *nest, *at, region)?;
                out
            }
        }
    }

    /// Bounds that depend on variables of loops around a nest have these added.
    fn shifted(&mut self, sp: &Space, around: &[Around]) -> Lowered<Space> {
        let mut out = sp.clone();
        for &(k, upper, variable, factor) in &sp.outside {
            let Some(a) = around.iter().find(|a| a.variable == variable) else {
                return unsupported(self.sym(variable).span, "a bound that depends on this loop variable");
            };
            let value = self.cast(a.value, sp.ty);
            let way = self.mul(value, factor);
            let bound = if upper { &mut out.ubs[k] } else { &mut out.lbs[k] };
            let sum = *bound;
            let sum = self.add(sum, way);
            if upper { out.ubs[k] = sum } else { out.lbs[k] = sum }
        }
        Ok(out)
    }

    fn transformation_op(&mut self, o: &Omp, args: &[Value], nest: usize, at: usize, r: Region) -> Lowered<()> {
        let list = |of: fn(&Clause) -> Option<&Vec<Expr>>| {
            arguments(&o.clauses, of).map(|l| l.iter().map(|e| self.constant_int(e)).collect::<Vec<_>>())
        };
        let attr = |n: usize| (n > 0).then_some(Attr::Int(n as i64));
        let kind = match o.directive.leaves()[0] {
            Leaf::Tile => OpKind::OmpTile,
            Leaf::Stripe => OpKind::OmpStripe,
            Leaf::Unroll => OpKind::OmpUnroll,
            Leaf::Interchange => OpKind::OmpInterchange,
            Leaf::Reverse => OpKind::OmpReverse,
            Leaf::Split => OpKind::OmpSplit,
            _ => OpKind::OmpFuse,
        };
        let mut permutation = None;
        if kind == OpKind::OmpInterchange {
            let n = taken(o.directive, &o.clauses) as i64;
            let given = list(|c| if let Clause::Permutation(list) = c { Some(list) } else { None });
            let order: Option<Vec<i64>> = match given {
                Some(given) => given.into_iter().map(|k| Some(k? - 1)).collect(),
                None => Some((0..n).rev().collect()),
            };
            permutation = order;
        }
        // The parts of SPLIT, and which of them gets the iterations that the others leave.
        let counts = list(|c| if let Clause::Counts(list) = c { Some(list) } else { None });
        let fill = counts.as_ref().and_then(|c| c.iter().position(Option::is_none));
        let counts = counts.map(|c| c.into_iter().map(|n| n.unwrap_or(0)).collect::<Vec<_>>());
        let range = list(|c| if let Clause::Looprange(list) = c { Some(list) } else { None });
        let range: Option<Vec<i64>> = range.and_then(|r| r.into_iter().collect());
        let first = range.as_ref().map(|r| Attr::Int(r[0] - 1));
        let count = range.as_ref().map(|r| Attr::Int(r[1]));
        let full = o.clauses.iter().any(|c| matches!(c, Clause::Full));
        self.b()
            .op(kind)
            .args(args)
            .attr_opt("nest", attr(nest))
            .attr_opt("at", attr(at))
            .flag("full", full)
            .attr_opt("permutation", permutation.map(|p| Attr::ints(&p)))
            .attr_opt("counts", counts.map(|c| Attr::ints(&c)))
            .attr_opt("fill", fill.map(|k| Attr::Int(k as i64)))
            .attr_opt("first", first)
            .attr_opt("count", count)
            .region(r)
            .build();
        Ok(())
    }

    fn constant_int(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => i64::try_from(*n).ok(),
            ExprKind::Paren(e) | ExprKind::Convert(e) => self.constant_int(e),
            _ => None,
        }
    }

    /// Gives the variables of loops their values, runs the statements in a block that CYCLE leaves, and, of variables
    /// whose last values are asked for, goes on to the value that the loop leaves behind.
    pub(super) fn nest_body(
        &mut self,
        around: &[Around],
        body: &'p [Stmt],
        id: ConstructId,
        last: &[SymbolId],
    ) -> Lowered<()> {
        let mut cells = Vec::new();
        for a in around {
            let cell = self.loop_cell(a.variable)?;
            let t = self.m.types.elem(self.m.ty(cell));
            let value = self.cast(a.value, t);
            self.b().store(value, cell);
            cells.push((cell, t));
        }
        let cycle = format!("body:{}", self.label("o"));
        self.constructs.insert(id, Targets { exit: None, cycle: Some(cycle.clone()) });
        let inner = self.m.new_region(&[]);
        let loc = self.f.loc;
        self.within(inner, |s| s.stmts(body));
        self.f.loc = loc;
        self.b().op(OpKind::Block).attr("label", Attr::str(&cycle)).region(inner).build();
        for (a, (cell, t)) in around.iter().zip(cells) {
            if last.contains(&a.variable) {
                let after = self.add(a.value, a.step);
                let after = self.cast(after, t);
                self.b().store(after, cell);
            }
        }
        Ok(())
    }

    /// Where the value of the variable of a loop is.
    fn loop_cell(&mut self, v: SymbolId) -> Lowered<Value> {
        let span = self.sym(v).span;
        match self.binding(v, span)? {
            Binding::Scalar(r) => Ok(r),
            Binding::Box(b) => Ok(self.box_view(b)),
            Binding::Array { .. } | Binding::Value(_) | Binding::Proc(_) => unsupported(span, "this loop variable"),
        }
    }

    /// A transformation that no directive takes loops of.
    pub(super) fn transformation(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        let Some(nest) = nests::of_transformation(o, span) else {
            return unsupported(span, "a transformation without its loops");
        };
        self.with_temps(|s| {
            let loc = s.f.loc;
            let loops = s.nest_of(&nest, &mut Vec::new())?;
            s.emit_nest(&loops, &[], &|s, around, body, id| s.nest_body(around, body, id, &[]))?;
            s.f.loc = loc;
            s.leave_values(&loops, &mut Vec::new())
        })
    }

    /// Behind transformed loops their variables have the values that the loops of the program leave.
    fn leave_values(&mut self, l: &Loops<'p>, trips: &mut Vec<Value>) -> Lowered<()> {
        let open = trips.len();
        match l {
            Loops::Transformed { of, .. } => of.iter().try_for_each(|n| {
                self.leave_values(n, trips)?;
                trips.truncate(open);
                Ok(())
            }),
            // They depend on loops that are not there any more.
            Loops::Nest { space, .. } if !space.outside.is_empty() || !space.slopes.is_empty() => Ok(()),
            Loops::Nest { space, inner, .. } => {
                for k in 0..space.vars.len() {
                    let (lb, ub, step) = (space.lbs[k], space.ubs[k], space.steps[k]);
                    let n = ferrotran_ir::analysis::trips::count(&mut self.b(), lb, ub, step);
                    let number = self.cast(n, space.ty);
                    let way = self.mul(number, step);
                    let after = self.add(lb, way);
                    let cell = self.loop_cell(space.vars[k])?;
                    let t = self.m.types.elem(self.m.ty(cell));
                    let after = self.cast(after, t);
                    // A loop in one that is never run leaves its variable as it is.
                    let zero = self.b().index(0);
                    let mut runs = None;
                    for &n in trips.iter() {
                        let any = self.b().cmp(ferrotran_ir::Pred::Gt, n, zero);
                        runs = Some(match runs {
                            Some(r) => self.b().binary(OpKind::And, r, any),
                            None => any,
                        });
                    }
                    match runs {
                        None => self.b().store(after, cell),
                        Some(runs) => self.if_else(
                            runs,
                            |s| {
                                s.b().store(after, cell);
                                Ok(())
                            },
                            |_| Ok(()),
                        )?,
                    }
                    trips.push(n);
                }
                match inner {
                    Inside::Body(..) => Ok(()),
                    Inside::Loops(n) => self.leave_values(n, trips),
                }
            }
        }
    }
}
