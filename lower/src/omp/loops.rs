//! Loops and sections that a team or a league shares.

use super::clauses::{firstprivates, lastprivates};
use super::recipes::Copies;
use super::sharing::Reduction;
use super::*;
use ferrotran_ir::{DataSharing, LoopShare, VariableCopy, choices};

/// The iteration space of a worksharing construct.
pub(super) struct Space {
    pub lbs: Vec<Value>,
    pub ubs: Vec<Value>,
    pub steps: Vec<Value>,
    /// What bounds depend on the variables of loops further out by, and three numbers for each, as `omp.loop_nest` has
    /// them.
    pub slopes: Vec<Value>,
    pub sloped: Vec<i64>,
    /// Type of all of them.
    pub ty: Type,
    /// The loop variables.
    pub vars: Vec<SymbolId>,
}

impl<'p> Lower<'p> {
    /// The loops of a directive, with their bounds evaluated.
    pub(super) fn space(&mut self, o: &'p Omp, span: Span) -> Lowered<(Space, &'p [Stmt], Option<ConstructId>)> {
        let (loops, body) = visit::associated(o);
        let depth = o.clauses.iter().find_map(|c| if let Clause::Collapse(n) = c { Some(*n) } else { None });
        if loops.len() != depth.unwrap_or(1) {
            return unsupported(span, "a loop construct whose body is no DO loop");
        }
        let mut sp = Space {
            lbs: vec![],
            ubs: vec![],
            steps: vec![],
            slopes: vec![],
            sloped: vec![],
            ty: Type::I64,
            vars: vec![],
        };
        let mut innermost = None;
        for l in &loops {
            let StmtKind::Do { var, lower, upper, step, id, .. } = &l.kind else { continue };
            let ExprKind::Var(v) = &var.kind else { return unsupported(var.span, "this loop variable") };
            if loops.len() == 1 {
                let cell = self.scalar_place(var)?;
                sp.ty = self.m.types.elem(self.m.ty(cell));
            }
            let t = sp.ty;
            let lo = self.bound(lower, 0, &mut sp)?;
            let hi = self.bound(upper, 1, &mut sp)?;
            let st = match step {
                Some(e) => self.scalar(e)?,
                None => self.b().int(1, t),
            };
            sp.lbs.push(lo);
            sp.ubs.push(hi);
            sp.steps.push(self.cast(st, t));
            sp.vars.push(*v);
            innermost = Some(*id);
        }
        Ok((sp, body, innermost))
    }

    /// The lower (0) or upper (1) bound of the next loop, as far as it does not depend on loops further out; what it does
    /// is noted.
    fn bound(&mut self, e: &'p Expr, which: i64, sp: &mut Space) -> Lowered<Value> {
        let t = sp.ty;
        if !visit::symbols(e).iter().any(|s| sp.vars.contains(s)) {
            let v = self.scalar(e)?;
            return Ok(self.cast(v, t));
        }
        let form = affine(e, &sp.vars);
        let outer = form.as_ref().and_then(|f| sp.vars.iter().position(|&v| v == f.variable));
        let (Some(form), Some(outer)) = (form, outer) else {
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
        sp.sloped.extend([sp.vars.len() as i64, which, outer as i64]);
        sp.slopes.push(factor);
        Ok(sum)
    }

    /// The loops around what each iteration does.
    fn loop_nest(&mut self, sp: &Space, each: Region) {
        let sloped = (!sp.sloped.is_empty()).then(|| Attr::ints(&sp.sloped));
        let mut b = self.b();
        let op = b.op(OpKind::OmpLoopNest).args(&sp.lbs).args(&sp.ubs).args(&sp.steps).args(&sp.slopes);
        op.attr_opt("sloped", sloped).region(each).build();
    }

    /// The same in a construct that shares the iterations; in an op of SIMD where that is among its leaves.
    pub(super) fn shared_nest(&mut self, o: &'p Omp, leaves: Leaves<'p>, sp: &Space, each: Region) {
        if !leaves.list.contains(&Leaf::Simd) {
            return self.loop_nest(sp, each);
        }
        let inner = self.m.new_region(&[]);
        self.within(inner, |s| s.loop_nest(sp, each));
        self.simd_op(o, &[], &[], inner);
    }

    /// SIMD alone is an ordinary loop whose variables are private.
    pub(super) fn simd(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let o = leaves.o;
        if leaves.entered {
            self.stmts(&o.body);
            return Ok(());
        }
        let loc = self.f.loc;
        let reduced = self.reduced_copies(o)?;
        let copies = self.copies_of(&self.privates(o))?.with(reduced);
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                let reds = s.begin_other_reductions(o)?;
                s.with_reduced(&copies, |s| s.stmts(&o.body));
                s.join_reductions(reds)
            })
        };
        let out = self.with_bindings(|s| s.within(r, body));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.simd_op(o, &originals, &copies, r);
        out
    }

    /// The op of SIMD around a loop.
    fn simd_op(&mut self, o: &'p Omp, originals: &[Value], copies: &[VariableCopy], loops: Region) {
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
            .args(originals)
            .attr_opt("safelen", safelen.map(Attr::Int))
            .attr_opt("simdlen", simdlen.map(Attr::Int))
            .attr_opt("alignments", alignments)
            .choice_opt(order_of(o))
            .copies(copies)
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
            let reds = s.enter_here(leaves)?;
            let had = reds.as_ref().is_some_and(|r| !r.is_empty());
            let (sp, body, id) = s.space(o, leaves.span)?;
            let reds = match reds {
                None if s.f.elsewhere.in_target() => Some(s.begin_other_reductions(o)?),
                r => r,
            };
            let cycle = format!("body:{}", s.label("o"));
            if let Some(id) = id {
                s.constructs.insert(id, Targets { exit: None, cycle: Some(cycle.clone()) });
            }
            let nowait = had || has_nowait(o) || !alone;
            s.divided(leaves, sp, outer, kind, nowait, |s, _| {
                let inner = s.m.new_region(&[]);
                s.within(inner, |s| s.stmts(body));
                s.b().op(OpKind::Block).attr("label", Attr::str(&cycle)).region(inner).build();
                Ok(())
            })?;
            s.leave_here(o, reds, kind.is_none() && alone)
        })
    }

    /// Makes the accumulators of the construct's threads, unless a construct around it in the same directive did, or each
    /// iteration does.
    fn enter_here(&mut self, leaves: Leaves<'p>) -> Lowered<Option<Vec<Reduction<'p>>>> {
        if leaves.entered || self.f.elsewhere.in_target() {
            return Ok(None);
        }
        self.enter_reductions(leaves.o).map(Some)
    }

    /// What the variables were before the whole directive.
    pub(super) fn originals(&self, leaves: Leaves<'p>) -> Bindings {
        match self.omp.team() {
            Some(t) if leaves.entered => t.clone(),
            _ => self.entities.all(),
        }
    }

    /// Combines the reductions; then all threads wait for each other where the construct ends with that.
    fn leave_here(&mut self, o: &Omp, reds: Option<Vec<Reduction<'p>>>, barrier: bool) -> Lowered<()> {
        let had = reds.as_ref().is_some_and(|r| !r.is_empty());
        self.end_reductions(reds.unwrap_or_default())?;
        if had && barrier && !has_nowait(o) {
            self.b().op(OpKind::OmpBarrier).build();
        }
        Ok(())
    }

    /// A worksharing construct over an iteration space.
    fn divided(
        &mut self,
        leaves: Leaves<'p>,
        sp: Space,
        outer: Bindings,
        kind: Option<LoopShare>,
        nowait: bool,
        body: impl FnOnce(&mut Self, Value) -> Lowered<()>,
    ) -> Lowered<()> {
        let Leaves { o, span, .. } = leaves;
        let t = sp.ty;
        let schedule = o.clauses.iter().find_map(|c| match c {
            Clause::Schedule { kind, chunk, monotonic, simd } => Some((*kind, chunk.as_ref(), *monotonic, *simd)),
            _ => None,
        });
        let modifier = schedule.and_then(|s| s.2).map(|monotonic| match monotonic {
            true => choices::ScheduleModifier::Monotonic,
            false => choices::ScheduleModifier::Nonmonotonic,
        });
        let simd_chunks = schedule.is_some_and(|s| s.3);
        // Iterations that may depend on others come one after the other, all of them one chunk; so do those of which the
        // last that assigns a variable is looked for.
        let in_order =
            |c: &Clause| matches!(c, Clause::Ordered(Some(_)) | Clause::Inscan(_) | Clause::LastprivateConditional(_));
        let in_order = o.clauses.iter().any(in_order);
        let chunk = match schedule {
            _ if in_order => {
                let most = match self.m.types.kind(t) {
                    TypeKind::Int(bits @ ..=63) => (1 << (bits - 1)) - 1,
                    _ => i64::MAX,
                };
                Some(self.b().int(most, t))
            }
            Some((_, Some(e), ..)) => {
                let v = self.scalar(e)?;
                Some(self.cast(v, t))
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
                Some(self.cast(v, t))
            }
            _ => None,
        };
        let linear = self.linear_starts(o, &sp, &outer, span)?;
        let loc = self.f.loc;
        let copies = self.copies_here(leaves, &sp.vars, &outer)?;
        let region = self.m.new_region(&copies.types());
        let each = self.m.new_region(&vec![t; sp.lbs.len()]);
        let ivs = self.m.args(each).to_vec();
        let mut label = None;
        let iteration = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, region)?;
                s.linear_values(&linear, &sp, &ivs, span)?;
                let (out, end) =
                    s.with_reduced(&copies, |s| s.cancellable_frame(cancel::Cancelled::Loop, o, |s| body(s, ivs[0])));
                label = end;
                out
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(each, iteration)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        let schedule = match schedule.map(|s| s.0).filter(|_| !in_order) {
            Some(Schedule::Dynamic) => choices::Schedule::Dynamic,
            Some(Schedule::Guided) => choices::Schedule::Guided,
            Some(Schedule::Auto) => choices::Schedule::Auto,
            Some(Schedule::Runtime) => choices::Schedule::Runtime,
            Some(Schedule::Static) | None => choices::Schedule::Static,
        };
        let ordered = in_order || o.clauses.iter().any(|c| matches!(c, Clause::Ordered(_)));
        self.within(region, |s| s.shared_nest(o, leaves, &sp, each));
        self.b()
            .op(OpKind::OmpWsLoop)
            .opt(chunk)
            .opt(dist_chunk)
            .args(&originals)
            .choice(schedule)
            .flag("ordered", ordered)
            .flag("nowait", nowait)
            .choice_opt(kind)
            .choice_opt(modifier)
            .flag("simd_chunks", simd_chunks)
            .choice_opt(order_of(o))
            .choice_opt(bind_of(o))
            .attr_opt("label", label.as_deref().map(Attr::str))
            .copies(&copies)
            .region(region)
            .build();
        out
    }

    /// The copies that a construct has whose parts threads share: of the variables of its loops, those with last values,
    /// and, unless a leaf further out has them, the others.
    fn copies_here(&mut self, leaves: Leaves<'p>, vars: &[SymbolId], outer: &Bindings) -> Lowered<Copies> {
        let o = leaves.o;
        let mut copies = self.copies_of_iterations(&self.own_of_iterations(o, vars), outer)?;
        if !leaves.entered || self.f.elsewhere.in_target() {
            let mut own = self.own_of_threads(o);
            own.retain(|(v, _)| !copies.has(*v));
            let (own, reduced) = (self.copies_of(&own)?, self.reduced_copies(o)?);
            copies = copies.with(own).with(reduced);
        }
        Ok(copies)
    }

    /// The variables of the loops, and those that get the values of the last iteration.
    fn own_of_iterations(&self, o: &'p Omp, vars: &[SymbolId]) -> Vec<(SymbolId, DataSharing)> {
        // The variables of a LOOP construct are lastprivate, which a target or teams construct around it hides.
        // So are those of a SIMD construct (or they are linear, which gives the same value); teams share them.
        let has = |l| o.directive.has(l);
        let counted = (has(Leaf::Simd) || has(Leaf::Loop) && !has(Leaf::Teams)) && !has(Leaf::Target);
        let own = |v: SymbolId| o.clauses.iter().any(|c| matches!(c, Clause::Private(l) if l.contains(&v)));
        let mut out: Vec<(SymbolId, DataSharing)> = Vec::new();
        for &v in vars {
            let last = lastprivates(o).any(|s| s == v) || counted && !own(v);
            out.push((v, if last { DataSharing::LastLoopVariable } else { DataSharing::LoopVariable }));
        }
        for v in lastprivates(o) {
            if !out.iter().any(|x| x.0 == v) {
                let both = firstprivates(o).any(|f| f == v);
                out.push((v, if both { DataSharing::FirstLastprivate } else { DataSharing::Lastprivate }));
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
            let reds = s.enter_here(leaves)?;
            let had = reds.as_ref().is_some_and(|r| !r.is_empty());
            let reds = match reds {
                None if s.f.elsewhere.in_target() => Some(s.begin_other_reductions(o)?),
                r => r,
            };
            let nowait = had || has_nowait(o) || !alone;
            s.sections_op(leaves, outer, nowait, |s| {
                for b in blocks {
                    let r = s.m.new_region(&[]);
                    s.within(r, |s| s.stmts(b));
                    s.b().op(OpKind::OmpSection).region(r).build();
                }
            })?;
            s.leave_here(o, reds, alone)
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
        let copies = self.copies_here(leaves, &[], &outer)?;
        let region = self.m.new_region(&copies.types());
        let mut label = None;
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, region)?;
                let run = |s: &mut Self| s.cancellable_frame(cancel::Cancelled::Loop, o, sections);
                label = s.with_reduced(&copies, run).1;
                Ok(())
            })
        };
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(region, body)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        // The last section that assigns a variable is looked for in their order.
        let in_order = o.clauses.iter().any(|c| matches!(c, Clause::LastprivateConditional(_)));
        self.b()
            .op(OpKind::OmpSections)
            .args(&originals)
            .flag("nowait", nowait)
            .flag("in_order", in_order)
            .attr_opt("label", label.as_deref().map(Attr::str))
            .copies(&copies)
            .region(region)
            .build();
        out
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
