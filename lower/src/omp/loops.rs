//! Loops and sections that a team or a league shares.

use super::clauses::{firstprivates, lastprivates};
use super::sharing::Reduction;
use super::*;
use ferrotran_ir::{DataSharing, LoopShare, Pred, choices};

/// The iteration space of a worksharing construct.
pub(super) struct Space {
    pub lbs: Vec<Value>,
    pub ubs: Vec<Value>,
    pub steps: Vec<Value>,
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
        let mut sp = Space { lbs: vec![], ubs: vec![], steps: vec![], ty: Type::I64, vars: vec![] };
        let mut innermost = None;
        for l in &loops {
            let StmtKind::Do { var, lower, upper, step, id, .. } = &l.kind else { continue };
            let ExprKind::Var(v) = &var.kind else { return unsupported(var.span, "this loop variable") };
            for e in [lower, upper].into_iter().chain(step) {
                if visit::symbols(e).iter().any(|s| sp.vars.contains(s)) {
                    return unsupported(e.span, "a collapsed loop whose bounds depend on an outer loop variable");
                }
            }
            if loops.len() == 1 {
                let cell = self.scalar_place(var)?;
                sp.ty = self.m.types.elem(self.m.ty(cell));
            }
            let t = sp.ty;
            let lo = self.scalar(lower)?;
            let hi = self.scalar(upper)?;
            let st = match step {
                Some(e) => self.scalar(e)?,
                None => self.b().int(1, t),
            };
            sp.lbs.push(self.cast(lo, t));
            sp.ubs.push(self.cast(hi, t));
            sp.steps.push(self.cast(st, t));
            sp.vars.push(*v);
            innermost = Some(*id);
        }
        Ok((sp, body, innermost))
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
        self.b().op(OpKind::OmpSimd).args(&originals).copies(&copies).region(r).build();
        out
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
            Clause::Schedule { kind, chunk } => Some((*kind, chunk.as_ref())),
            _ => None,
        });
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
            Some((_, Some(e))) => {
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
        let mut copies = self.copies_of_iterations(&self.own_of_iterations(o, &sp), &outer)?;
        if !leaves.entered || self.f.elsewhere.in_target() {
            let mut own = self.own_of_threads(o);
            own.retain(|(v, _)| !copies.has(*v));
            let (own, reduced) = (self.copies_of(&own)?, self.reduced_copies(o)?);
            copies = copies.with(own).with(reduced);
        }
        let mut args = vec![t; sp.lbs.len()];
        args.extend(copies.types());
        let region = self.m.new_region(&args);
        let ivs = self.m.args(region)[..sp.lbs.len()].to_vec();
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
        let out = self.with_bindings(|s| s.without_exits(|s| s.within(region, iteration)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        let schedule = match schedule.map(|s| s.0).filter(|_| !in_order) {
            Some(Schedule::Dynamic) => choices::Schedule::Dynamic,
            Some(Schedule::Guided) => choices::Schedule::Guided,
            Some(Schedule::Auto) => choices::Schedule::Auto,
            Some(Schedule::Runtime) => choices::Schedule::Runtime,
            None if o.directive.has(Leaf::Sections) => choices::Schedule::Dynamic,
            Some(Schedule::Static) | None => choices::Schedule::Static,
        };
        let ordered = in_order || o.clauses.iter().any(|c| matches!(c, Clause::Ordered(_)));
        self.b()
            .op(OpKind::OmpWsLoop)
            .args(&sp.lbs)
            .args(&sp.ubs)
            .args(&sp.steps)
            .opt(chunk)
            .opt(dist_chunk)
            .args(&originals)
            .choice(schedule)
            .flag("ordered", ordered)
            .flag("nowait", nowait)
            .choice_opt(kind)
            .attr_opt("label", label.as_deref().map(Attr::str))
            .copies(&copies)
            .region(region)
            .build();
        out
    }

    /// The variables of the loops, and those that get the values of the last iteration.
    fn own_of_iterations(&self, o: &'p Omp, sp: &Space) -> Vec<(SymbolId, DataSharing)> {
        // The variables of a LOOP construct are lastprivate, which a target or teams construct around it hides.
        // So are those of a SIMD construct (or they are linear, which gives the same value); teams share them.
        let has = |l| o.directive.has(l);
        let counted = (has(Leaf::Simd) || has(Leaf::Loop) && !has(Leaf::Teams)) && !has(Leaf::Target);
        let own = |v: SymbolId| o.clauses.iter().any(|c| matches!(c, Clause::Private(l) if l.contains(&v)));
        let mut out: Vec<(SymbolId, DataSharing)> = Vec::new();
        for &v in &sp.vars {
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

    /// After the last iteration: its values go to the originals.
    pub(super) fn copy_lasts(
        &mut self,
        last: Value,
        lasts: &[(SymbolId, Binding, Binding)],
        sp: &Space,
        ivs: &[Value],
    ) -> Lowered<()> {
        self.if_else(
            last,
            |s| {
                for (v, from, to) in lasts {
                    // A loop variable is one step further, as after the loop without the directive.
                    if let (Some(k), Binding::Scalar(cell)) = (sp.vars.iter().position(|x| x == v), from) {
                        let ct = s.m.types.elem(s.m.ty(*cell));
                        let next = s.add(ivs[k], sp.steps[k]);
                        let next = s.cast(next, ct);
                        s.b().store(next, *cell);
                    }
                    s.copy_variable(*v, to, from)?;
                }
                Ok(())
            },
            |_| Ok(()),
        )
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
            let t = Type::I64;
            let (lb, ub, step) = (s.b().int(0, t), s.b().int(blocks.len() as i64 - 1, t), s.b().int(1, t));
            let sp = Space { lbs: vec![lb], ubs: vec![ub], steps: vec![step], ty: t, vars: vec![] };
            s.divided(leaves, sp, outer, None, had || has_nowait(o) || !alone, |s, iv| {
                let (mut cases, mut regions) = (Vec::new(), Vec::new());
                for (k, b) in blocks.iter().enumerate() {
                    cases.push(Attr::List(vec![Attr::ints(&[k as i64, k as i64])]));
                    let r = s.m.new_region(&[]);
                    s.within(r, |s| s.stmts(b));
                    regions.push(r);
                }
                cases.push(Attr::List(vec![]));
                regions.push(s.m.new_region(&[]));
                s.emit_select(iv, cases, regions);
                Ok(())
            })?;
            s.leave_here(o, reds, alone)
        })
    }
}

/// True in the last iteration: lb + (trips - 1) * step in every loop.
pub(super) fn is_last(s: &mut Lower<'_>, sp: &Space, ivs: &[Value]) -> Value {
    let mut is_last = s.b().int(1, Type::BOOL);
    for k in 0..ivs.len() {
        let span = s.sub(sp.ubs[k], sp.lbs[k]);
        let rem = if s.known(sp.steps[k]) == Some(1) {
            span
        } else {
            let q = s.b().binary(OpKind::Div, span, sp.steps[k]);
            s.mul(q, sp.steps[k])
        };
        let end = s.add(sp.lbs[k], rem);
        let c = s.b().cmp(Pred::Eq, ivs[k], end);
        is_last = if k == 0 { c } else { s.b().binary(OpKind::And, is_last, c) };
    }
    is_last
}

/// Whether a clause `bind` names that region.
fn bound_to(o: &Omp, region: BindRegion) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Bind(r) if *r == region))
}
