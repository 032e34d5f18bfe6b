//! Loops and sections that a team or a league shares.

use super::clauses::{DataClause, conditionals, data_clauses, firstprivates, lastprivates};
use super::linear::has_linear;
use super::recipes::Copies;
use super::transformed::Loops;
use super::*;
use ferrotran_ir::{DataSharing, LoopShare, VariableCopy, choices};
use ferrotran_typed::nests;

/// The iteration space of a worksharing construct.
#[derive(Clone)]
pub(super) struct Space {
    pub lbs: Vec<Value>,
    pub ubs: Vec<Value>,
    pub steps: Vec<Value>,
    /// What bounds depend on the variables of loops further out by, and three numbers for each, as `omp.loop_nest` has
    /// them.
    pub slopes: Vec<Value>,
    pub sloped: Vec<i64>,
    /// The same for variables of loops around the nest: the loop, whether it is its upper bound, the variable and what it is
    /// multiplied by.
    pub outside: Vec<(usize, bool, SymbolId, Value)>,
    /// Type of all of them.
    pub ty: Type,
    /// The loop variables.
    pub vars: Vec<SymbolId>,
}

/// What makes an iteration of what makes its body.
type EachIteration<'f, 'p> = &'f dyn Fn(&mut Lower<'p>, &mut dyn FnMut(&mut Lower<'p>) -> Lowered<()>) -> Lowered<()>;

/// What SIMD alone has in addition to what its clauses say of the loop.
#[derive(Clone, Copy, Default)]
struct SimdOperands<'v> {
    originals: &'v [Value],
    copies: &'v [VariableCopy],
    steps: &'v [Value],
    taken: Option<i64>,
}

/// The loops that a directive divides.
pub(super) enum Divided<'p> {
    /// Loops of the program, what the innermost has in it, and which it is.
    Space { space: Space, body: &'p [Stmt], innermost: Option<ConstructId> },
    /// Loops that transformations generate, of which the directive takes some.
    Generated { nest: Loops<'p>, taken: usize },
}

impl Divided<'_> {
    /// The variables of the loops of the program.
    pub fn variables(&self) -> Vec<SymbolId> {
        match self {
            Divided::Space { space, .. } => space.vars.clone(),
            Divided::Generated { nest, .. } => nest.variables(),
        }
    }

    /// Whether transformations generate them.
    pub fn are_generated(&self) -> bool {
        matches!(self, Divided::Generated { .. })
    }

    /// How many loops the directive takes, where that is not said by their nest.
    pub fn taken(&self) -> Option<i64> {
        match self {
            Divided::Space { .. } => None,
            Divided::Generated { taken, .. } => Some(*taken as i64),
        }
    }
}

impl<'p> Lower<'p> {
    /// The loops of a directive, with their bounds evaluated.
    fn space(&mut self, o: &'p Omp, span: Span) -> Lowered<(Space, &'p [Stmt], Option<ConstructId>)> {
        let (loops, body) = visit::associated(o);
        let depth = o.clauses.iter().find_map(|c| if let Clause::Collapse(n) = c { Some(*n) } else { None });
        if loops.len() != depth.unwrap_or(1) {
            return unsupported(span, "a loop construct whose body is no DO loop");
        }
        let innermost = loops.last().and_then(|l| if let StmtKind::Do { id, .. } = l.kind { Some(id) } else { None });
        Ok((self.space_of(&loops, &[], false)?, body, innermost))
    }

    /// Loops with their bounds evaluated. `outer`: variables of loops around them on which bounds may depend. `narrow`: where
    /// none does, the loops are over values of the type of their variables, if that is one.
    pub(super) fn space_of(&mut self, loops: &[&'p Stmt], outer: &[SymbolId], narrow: bool) -> Lowered<Space> {
        let mut sp = Space {
            lbs: vec![],
            ubs: vec![],
            steps: vec![],
            slopes: vec![],
            sloped: vec![],
            outside: vec![],
            ty: self.type_for_all(loops)?,
            vars: vec![],
        };
        for l in loops {
            let StmtKind::Do { var, lower, upper, step, .. } = &l.kind else { continue };
            let ExprKind::Var(v) = &var.kind else { return unsupported(var.span, "this loop variable") };
            if loops.len() == 1 {
                let cell = self.scalar_place(var)?;
                sp.ty = self.m.types.elem(self.m.ty(cell));
            } else if narrow && sp.vars.is_empty() {
                sp.ty = self.common_type(loops, outer)?;
            }
            let t = sp.ty;
            let lo = self.bound(lower, 0, &mut sp, outer)?;
            let hi = self.bound(upper, 1, &mut sp, outer)?;
            let st = match step {
                Some(e) => self.scalar(e)?,
                None => self.b().int(1, t),
            };
            sp.lbs.push(lo);
            sp.ubs.push(hi);
            sp.steps.push(self.cast(st, t));
            sp.vars.push(*v);
        }
        Ok(sp)
    }

    /// A type that has the values of all variables of loops.
    fn type_for_all(&mut self, loops: &[&'p Stmt]) -> Lowered<Type> {
        for l in loops {
            let StmtKind::Do { var, .. } = &l.kind else { continue };
            let cell = self.scalar_place(var)?;
            let ty = self.m.types.elem(self.m.ty(cell));
            if *self.m.types.kind(ty) == TypeKind::Int(128) {
                return Ok(ty);
            }
        }
        Ok(Type::I64)
    }

    /// The type of the variables of loops whose bounds depend on no loop, if it is one; else one for all of them.
    fn common_type(&mut self, loops: &[&'p Stmt], outer: &[SymbolId]) -> Lowered<Type> {
        let mut vars = outer.to_vec();
        let mut types = Vec::new();
        for l in loops {
            let StmtKind::Do { var, lower, upper, step, .. } = &l.kind else { continue };
            let ExprKind::Var(v) = &var.kind else { return unsupported(var.span, "this loop variable") };
            let used = [Some(lower), Some(upper), step.as_ref()].into_iter().flatten().flat_map(visit::symbols);
            if used.into_iter().any(|s| vars.contains(&s)) {
                return self.type_for_all(loops);
            }
            let cell = self.scalar_place(var)?;
            types.push(self.m.types.elem(self.m.ty(cell)));
            vars.push(*v);
        }
        match types.first().copied().filter(|t| types.iter().all(|u| u == t)) {
            Some(t) => Ok(t),
            None => self.type_for_all(loops),
        }
    }

    /// The lower (0) or upper (1) bound of the next loop, as far as it does not depend on loops further out; what it does
    /// is noted.
    fn bound(&mut self, e: &'p Expr, which: i64, sp: &mut Space, around: &[SymbolId]) -> Lowered<Value> {
        let t = sp.ty;
        let all: Vec<SymbolId> = around.iter().chain(&sp.vars).copied().collect();
        if !visit::symbols(e).iter().any(|s| all.contains(s)) {
            let v = self.scalar(e)?;
            return Ok(self.cast(v, t));
        }
        let Some(form) = affine(e, &all) else {
            return unsupported(e.span, "a collapsed loop whose bounds depend on an outer loop variable in this way");
        };
        let mut factor = match form.factor {
            Some(f) => {
                let v = self.scalar(f)?;
                self.cast(v, t)
            }
            None => self.b().int(1, t),
        };
        let zero = self.b().int(0, t);
        if form.negative {
            factor = self.sub(zero, factor);
        }
        let mut sum = zero;
        for (e, minus) in form.terms {
            let v = self.scalar(e)?;
            let v = self.cast(v, t);
            sum = if minus { self.sub(sum, v) } else { self.add(sum, v) };
        }
        match sp.vars.iter().position(|&v| v == form.variable) {
            Some(outer) => {
                sp.sloped.extend([sp.vars.len() as i64, which, outer as i64]);
                sp.slopes.push(factor);
            }
            None => sp.outside.push((sp.vars.len(), which == 1, form.variable, factor)),
        }
        Ok(sum)
    }

    /// The loops around what each iteration does.
    pub(super) fn loop_nest(&mut self, sp: &Space, each: Region) {
        let sloped = (!sp.sloped.is_empty()).then(|| Attr::ints(&sp.sloped));
        let mut b = self.b();
        let op = b.op(OpKind::OmpLoopNest).args(&sp.lbs).args(&sp.ubs).args(&sp.steps).args(&sp.slopes);
        op.attr_opt("sloped", sloped).region(each).build();
    }

    /// SIMD alone is an ordinary loop whose variables are private; what is linear in it follows from the numbers of the
    /// iterations of a nest.
    pub(super) fn simd(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let o = leaves.o;
        if leaves.entered {
            self.stmts(&o.body);
            return Ok(());
        }
        if has_linear(o) {
            return self.simd_nest(leaves);
        }
        let loc = self.f.loc;
        let reduced = self.reduced_copies(o)?;
        let copies = self.copies_of(&self.privates(o))?.with(reduced);
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                s.with_reduced(&copies, |s| s.stmts(&o.body));
                Ok(())
            })
        };
        let out = self.with_bindings(|s| s.within(r, body));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.simd_op(o, SimdOperands { originals: &originals, copies: &copies, ..Default::default() }, r);
        out
    }

    /// SIMD alone with a nest.
    fn simd_nest(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let o = leaves.o;
        self.with_temps(|s| {
            let outer = s.originals(leaves);
            let loops = s.loops_of(o, leaves.span)?;
            let loc = s.f.loc;
            let copies = s.copies_here(leaves, &loops.variables(), loops.are_generated(), &outer)?;
            let steps = s.linear_steps(o, &copies)?;
            let r = s.m.new_region(&copies.types());
            let last = copies.last_values();
            let nest = |s: &mut Self| {
                s.with_temps(|s| {
                    s.begin_copies(&copies, r)?;
                    s.with_reduced(&copies, |s| s.nest_alone(&loops, &last, &|s, body| body(s)))
                })
            };
            let out = s.with_bindings(|s| s.within(r, nest));
            let (originals, copies) = s.copy_operands(&copies);
            s.f.loc = loc;
            let of = SimdOperands { originals: &originals, copies: &copies, steps: &steps, taken: loops.taken() };
            s.simd_op(o, of, r);
            out
        })
    }

    /// The op of SIMD around a loop.
    fn simd_op(&mut self, o: &'p Omp, of: SimdOperands<'_>, loops: Region) {
        let (mut aligned, mut alignments, mut nontemporal) = (Vec::new(), Vec::new(), Vec::new());
        let (mut safelen, mut simdlen) = (None, None);
        for c in &o.clauses {
            match c {
                Clause::Aligned(list, n) => {
                    let list: Vec<Value> = list.iter().filter_map(|&v| self.variable_operand(v)).collect();
                    alignments.extend(list.iter().map(|_| n.unwrap_or(0)));
                    aligned.extend(list);
                }
                Clause::Nontemporal(list) => nontemporal.extend(list.iter().filter_map(|&v| self.variable_operand(v))),
                Clause::Safelen(n) => safelen = Some(*n),
                Clause::Simdlen(n) => simdlen = Some(*n),
                _ => {}
            }
        }
        let alignments = (!aligned.is_empty()).then(|| Attr::ints(&alignments));
        self.b()
            .op(OpKind::OmpSimd)
            .args(&aligned)
            .args(&nontemporal)
            .args(of.originals)
            .args(of.steps)
            .attr_opt("safelen", safelen.map(Attr::Int))
            .attr_opt("simdlen", simdlen.map(Attr::Int))
            .attr_opt("alignments", alignments)
            .choice_opt(order_of(o))
            .attr_opt("collapse", of.taken.map(Attr::Int))
            .copies(of.copies)
            .region(loops)
            .build();
    }

    /// A variable as an operand that says something of it.
    fn variable_operand(&self, v: SymbolId) -> Option<Value> {
        match self.entities.get(v)? {
            Binding::Scalar(v) | Binding::Array { view: v, .. } | Binding::Box(v) => Some(*v),
            Binding::Value(_) | Binding::Proc(_) => None,
        }
    }

    /// DO, DISTRIBUTE and LOOP: `leaf`, the first of the leaves.
    pub(super) fn ws_loop(&mut self, leaf: Leaf, leaves: Leaves<'p>) -> Lowered<()> {
        let o = leaves.o;
        // Outside of a parallel construct LOOP binds to the teams; one thread runs the loops of DO there.
        let of_teams = leaf == Leaf::Distribute
            || leaf == Leaf::Loop
                && (bound_to(o, BindRegion::Teams)
                    || self.omp.team().is_none() && self.in_league() && !bound_to(o, BindRegion::Parallel));
        let threads = leaves.list.contains(&Leaf::Parallel) || leaf == Leaf::Loop;
        if leaf == Leaf::Loop && bound_to(o, BindRegion::Thread) {
            return self.simd(leaves);
        }
        if !of_teams || !threads {
            return self.shared_loop(leaves, of_teams.then_some(LoopShare::Distribute));
        }
        // The threads of every team.
        let n = o.clauses.iter().find_map(|c| match c {
            Clause::NumThreads(e) => Some(e),
            _ => None,
        });
        let n = self.int_clause(n)?;
        let cond = self.if_clause(o, Leaf::Parallel)?;
        let r = self.m.new_region(&[]);
        let outside = self.entities.all();
        let out = self.in_team(Some(outside), |s| {
            s.within(r, |s| s.with_temps(|s| s.shared_loop(leaves, Some(LoopShare::DistributeParallel))))
        });
        self.b().op(OpKind::OmpParallel).opt(n).opt(cond).region(r).build();
        out
    }

    fn shared_loop(&mut self, leaves: Leaves<'p>, kind: Option<LoopShare>) -> Lowered<()> {
        let (o, alone) = (leaves.o, leaves.all());
        self.with_temps(|s| {
            let outer = s.originals(leaves);
            let loops = s.loops_of(o, leaves.span)?;
            s.divided(leaves, loops, outer, kind, has_nowait(o) || !alone)
        })
    }

    /// The loops that a directive divides.
    pub(super) fn loops_of(&mut self, o: &'p Omp, span: Span) -> Lowered<Divided<'p>> {
        let loc = self.f.loc;
        let Some(nest) = nests::transformed(o, visit::collapsed(o)) else {
            let (space, body, innermost) = self.space(o, span)?;
            return Ok(Divided::Space { space, body, innermost });
        };
        let nest = self.nest_of(&nest, &mut Vec::new())?;
        self.f.loc = loc;
        Ok(Divided::Generated { nest, taken: visit::collapsed(o) })
    }

    /// The nest of a construct, with what `each` makes of an iteration; in an op of SIMD where that is among the leaves.
    pub(super) fn divided_nest(
        &mut self,
        leaves: Leaves<'p>,
        loops: &Divided<'p>,
        last: &[SymbolId],
        each: EachIteration<'_, 'p>,
    ) -> Lowered<()> {
        let nest = |s: &mut Self| s.nest_alone(loops, last, each);
        if !leaves.list.contains(&Leaf::Simd) {
            return nest(self);
        }
        let inner = self.m.new_region(&[]);
        let out = self.within(inner, nest);
        self.simd_op(leaves.o, SimdOperands::default(), inner);
        out
    }

    fn nest_alone(&mut self, loops: &Divided<'p>, last: &[SymbolId], each: EachIteration<'_, 'p>) -> Lowered<()> {
        let s = self;
        match loops {
            Divided::Space { space, body, innermost } => {
                let cycle = format!("body:{}", s.label("o"));
                if let Some(id) = innermost {
                    s.constructs.insert(*id, Targets { exit: None, cycle: Some(cycle.clone()) });
                }
                let region = s.m.new_region(&vec![space.ty; space.lbs.len()]);
                let loc = s.f.loc;
                let out = s.within(region, |s| {
                    each(s, &mut |s| {
                        let inner = s.m.new_region(&[]);
                        s.within(inner, |s| s.stmts(body));
                        s.b().op(OpKind::Block).attr("label", Attr::str(&cycle)).region(inner).build();
                        Ok(())
                    })
                });
                s.f.loc = loc;
                s.loop_nest(space, region);
                out
            }
            Divided::Generated { nest, .. } => s.emit_nest(nest, &[], &|s, around, body, id| {
                s.with_bindings(|s| each(s, &mut |s| s.nest_body(around, body, id, last)))
            }),
        }
    }

    /// What the variables were before the whole directive.
    pub(super) fn originals(&self, leaves: Leaves<'p>) -> Bindings {
        match self.omp.team() {
            Some(t) if leaves.entered => t.clone(),
            _ => self.entities.all(),
        }
    }

    /// A worksharing construct over an iteration space.
    fn divided(
        &mut self,
        leaves: Leaves<'p>,
        loops: Divided<'p>,
        outer: Bindings,
        kind: Option<LoopShare>,
        nowait: bool,
    ) -> Lowered<()> {
        let o = leaves.o;
        let schedule = o.clauses.iter().find_map(|c| match c {
            Clause::Schedule { kind, chunk, monotonic, simd } => Some((*kind, chunk.as_ref(), *monotonic, *simd)),
            _ => None,
        });
        let modifier = schedule.and_then(|s| s.2).map(|monotonic| match monotonic {
            true => choices::ScheduleModifier::Monotonic,
            false => choices::ScheduleModifier::Nonmonotonic,
        });
        let simd_chunks = schedule.is_some_and(|s| s.3);
        // Iterations that may depend on others come one after the other.
        let in_order = |c: &Clause| matches!(c, Clause::Ordered(Some(_)) | Clause::Inscan(_));
        let in_order = o.clauses.iter().any(in_order);
        let chunk = match schedule {
            Some((_, Some(e), ..)) => {
                let v = self.scalar(e)?;
                Some(self.cast(v, Type::I64))
            }
            _ => None,
        };
        let dist_chunk = o.clauses.iter().find_map(|c| match c {
            Clause::DistSchedule(Some(e)) => Some(e),
            _ => None,
        });
        let dist_chunk = match dist_chunk {
            Some(e) if kind.is_some() => {
                let v = self.scalar(e)?;
                Some(self.cast(v, Type::I64))
            }
            _ => None,
        };
        let loc = self.f.loc;
        let copies = self.copies_here(leaves, &loops.variables(), loops.are_generated(), &outer)?;
        let steps = self.linear_steps(o, &copies)?;
        let region = self.m.new_region(&copies.types());
        let last = copies.last_values();
        let label = self.cancel_label(cancel::Cancelled::Loop, o);
        let each = |s: &mut Self, body: &mut dyn FnMut(&mut Self) -> Lowered<()>| {
            s.with_temps(|s| {
                s.begin_copies(&copies, region)?;
                let body = |s: &mut Self| s.within_frame(cancel::Cancelled::Loop, label.clone(), body);
                s.with_reduced(&copies, |s| s.with_conditionals(&copies, body))
            })
        };
        let nest = |s: &mut Self| s.within(region, |s| s.divided_nest(leaves, &loops, &last, &each));
        let out = self.with_bindings(|s| s.without_exits(nest));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        // A reproducible order wants the same thread for the same iteration of the next such loop (OpenMP 6.0, 12.3).
        let reproducible = order_of(o) == Some(choices::IterationOrder::Reproducible);
        let schedule = match schedule.map(|s| s.0).filter(|_| !reproducible) {
            Some(Schedule::Dynamic) => choices::Schedule::Dynamic,
            Some(Schedule::Guided) => choices::Schedule::Guided,
            Some(Schedule::Auto) => choices::Schedule::Auto,
            Some(Schedule::Runtime) => choices::Schedule::Runtime,
            Some(Schedule::Static) | None => choices::Schedule::Static,
        };
        let ordered = o.clauses.iter().any(|c| matches!(c, Clause::Ordered(_)));
        self.b()
            .op(OpKind::OmpWsLoop)
            .opt(chunk)
            .opt(dist_chunk)
            .args(&originals)
            .args(&steps)
            .choice(schedule)
            .flag("ordered", ordered)
            .flag("in_order", in_order)
            .flag("nowait", nowait)
            .choice_opt(kind)
            .choice_opt(modifier)
            .flag("simd_chunks", simd_chunks)
            .choice_opt(order_of(o))
            .choice_opt(bind_of(o))
            .attr_opt("label", label.as_deref().map(Attr::str))
            .attr_opt("collapse", loops.taken().map(Attr::Int))
            .copies(&copies)
            .region(region)
            .build();
        out
    }

    /// The copies that a construct has whose parts threads share: of the variables of its loops, those with last values,
    /// and, unless a leaf further out has them, the others.
    fn copies_here(
        &mut self,
        leaves: Leaves<'p>,
        vars: &[SymbolId],
        generated: bool,
        outer: &Bindings,
    ) -> Lowered<Copies> {
        let o = leaves.o;
        let mut copies = self.copies_of_iterations(&self.own_of_iterations(o, vars, generated), outer)?;
        if !leaves.entered || self.f.elsewhere.in_target() {
            let mut own = self.own_of_threads(o);
            own.retain(|(v, _)| !copies.has(*v));
            let (own, reduced) = (self.copies_of(&own)?, self.reduced_copies(o)?);
            copies = copies.with(own).with(reduced);
        }
        Ok(copies)
    }

    /// The variables of the loops, and those that get the values of the last iteration. Where the loops are generated,
    /// their variables are those of loops that the transformations take.
    fn own_of_iterations(&self, o: &'p Omp, vars: &[SymbolId], generated: bool) -> Vec<(SymbolId, DataSharing)> {
        // The variables of a LOOP construct are lastprivate, which a target or teams construct around it hides.
        // So are those of a SIMD construct (or they are linear, which gives the same value); teams share them.
        let has = |l| o.directive.has(l);
        let counted = (has(Leaf::Simd) || has(Leaf::Loop) && !has(Leaf::Teams)) && !has(Leaf::Target);
        let own = |v: SymbolId| o.clauses.iter().any(|c| matches!(c, Clause::Private(l) if l.contains(&v)));
        let mut out: Vec<(SymbolId, DataSharing)> = Vec::new();
        for &v in vars {
            let last = lastprivates(o).any(|s| s == v) || counted && !own(v);
            out.push((v, sharing_of_loop_variable(generated, last)));
        }
        for v in lastprivates(o).chain(conditionals(o)) {
            if !out.iter().any(|x| x.0 == v) {
                out.push((v, sharing_of_last(o, v, firstprivates(o).any(|f| f == v))));
            }
        }
        out
    }

    /// Each section is run once, by any thread.
    pub(super) fn sections(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let (o, alone) = (leaves.o, leaves.all());
        let blocks: Vec<&'p Vec<Stmt>> =
            if o.sections.is_empty() { vec![&o.body] } else { o.sections.iter().collect() };
        self.with_temps(|s| {
            let outer = s.originals(leaves);
            s.sections_op(leaves, outer, has_nowait(o) || !alone, |s| {
                for b in blocks {
                    let r = s.m.new_region(&[]);
                    s.within(r, |s| s.stmts(b));
                    s.b().op(OpKind::OmpSection).region(r).build();
                }
            })
        })
    }

    /// The op of SECTIONS, whose body `sections` makes.
    fn sections_op(
        &mut self,
        leaves: Leaves<'p>,
        outer: Bindings,
        nowait: bool,
        sections: impl FnOnce(&mut Self),
    ) -> Lowered<()> {
        let o = leaves.o;
        let loc = self.f.loc;
        let copies = self.copies_here(leaves, &[], false, &outer)?;
        let region = self.m.new_region(&copies.types());
        let mut label = None;
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.bind_copies(&copies, region)?;
                let run = |s: &mut Self| s.cancellable_frame(cancel::Cancelled::Loop, o, sections);
                label = s.with_reduced(&copies, |s| s.with_conditionals(&copies, run)).1;
                Ok(())
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(region, body)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpSections)
            .args(&originals)
            .flag("nowait", nowait)
            .attr_opt("label", label.as_deref().map(Attr::str))
            .copies(&copies)
            .region(region)
            .build();
        out
    }
}

/// How a construct has the variables of loops: its own, or those that transformations take.
pub(super) fn sharing_of_loop_variable(generated: bool, last: bool) -> DataSharing {
    match (generated, last) {
        (false, false) => DataSharing::LoopVariable,
        (false, true) => DataSharing::LastLoopVariable,
        (true, false) => DataSharing::Private,
        (true, true) => DataSharing::Lastprivate,
    }
}

/// How a construct has a variable whose original gets what the last iteration leaves. `both`: it is firstprivate, too.
pub(super) fn sharing_of_last(o: &Omp, v: SymbolId, both: bool) -> DataSharing {
    if conditionals(o).any(|s| s == v) {
        return DataSharing::Conditional;
    }
    let linear = data_clauses(o).any(|c| matches!(c, DataClause::Linear(l) if l.contains(&v)));
    let product = |c: &Clause| matches!(c, Clause::Induction { product: true, list, .. } if list.contains(&v));
    match (linear, both) {
        (true, _) if o.clauses.iter().any(product) => DataSharing::Product,
        (true, _) => DataSharing::Linear,
        (false, true) => DataSharing::FirstLastprivate,
        (false, false) => DataSharing::Lastprivate,
    }
}

/// Whether a clause `bind` names that region.
fn bound_to(o: &Omp, region: BindRegion) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Bind(r) if *r == region))
}

/// What the clause ORDER says.
fn order_of(o: &Omp) -> Option<choices::IterationOrder> {
    o.clauses.iter().find_map(|c| match c {
        Clause::Order(IterationOrder::Concurrent) => Some(choices::IterationOrder::Concurrent),
        Clause::Order(IterationOrder::Reproducible) => Some(choices::IterationOrder::Reproducible),
        Clause::Order(IterationOrder::Unconstrained) => Some(choices::IterationOrder::Unconstrained),
        _ => None,
    })
}

/// What the clause BIND says.
fn bind_of(o: &Omp) -> Option<choices::BindRegion> {
    o.clauses.iter().find_map(|c| match c {
        Clause::Bind(BindRegion::Teams) => Some(choices::BindRegion::Teams),
        Clause::Bind(BindRegion::Parallel) => Some(choices::BindRegion::Parallel),
        Clause::Bind(BindRegion::Thread) => Some(choices::BindRegion::Thread),
        _ => None,
    })
}
