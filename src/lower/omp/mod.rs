//! OpenMP constructs. A combined directive is lowered leaf by leaf, outermost first; private copies are made where
//! the innermost leaf that takes the clause begins.

mod atomic;
mod sharing;
mod target;

use super::place::Place;
use super::walk::same_designator;
use super::*;
use crate::syntax::omp::Leaf;
use ferrotran_ir::TypeKind;

impl<'p> Lower<'p> {
    /// A directive with its block.
    pub fn omp(&mut self, o: &'p Omp, span: Span) -> R<()> {
        let saved = self.f.bind.clone();
        self.check_clauses(o, span)?;
        let leaves = o.directive.leaves();
        let region =
            leaves.iter().any(|l| matches!(l, Leaf::Target | Leaf::Teams | Leaf::Workdistribute | Leaf::Workshare));
        let outermost = self.f.in_target == 0 && !self.f.in_wd && self.f.in_teams == 0;
        let out = self.with_temps(|s| {
            if !(region && outermost) {
                return s.leaf(o, leaves, span);
            }
            let (bind, fitted) = (s.f.bind.clone(), s.f.fitted.clone());
            let Some(fits) = s.allocate_at_entry(&o.body)? else { return s.leaf(o, leaves, span) };
            let errors = s.errors.len();
            s.if_else(
                fits,
                |s| s.leaf(o, leaves, span),
                |s| {
                    if s.errors.len() > errors {
                        return Ok(());
                    }
                    // A shape changes on the way: every assignment allocates for itself, which only the host can do.
                    s.f.bind = bind;
                    s.f.fitted = fitted;
                    s.leaf(o, leaves, span)
                },
            )
        });
        self.f.bind = saved;
        out
    }

    fn leaf(&mut self, o: &'p Omp, leaves: &'static [Leaf], span: Span) -> R<()> {
        let Some((&leaf, rest)) = leaves.split_first() else {
            self.stmts(&o.body);
            return Ok(());
        };
        match leaf {
            Leaf::Target => self.target(o, rest, span),
            Leaf::Teams => self.teams(o, rest, span),
            Leaf::Workdistribute => {
                let line = i64::from(self.f.loc.line);
                let saved = std::mem::replace(&mut self.f.in_wd, true);
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(o, rest, span));
                self.f.in_wd = saved;
                self.b().op(OpKind::OmpWorkdistribute).attr("line", Attr::Int(line)).region(r).build();
                out
            }
            Leaf::Workshare => {
                let saved = std::mem::replace(&mut self.f.in_wd, true);
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(o, rest, span));
                self.f.in_wd = saved;
                self.b().op(OpKind::OmpWorkshare).flag("nowait", has_nowait(o)).region(r).build();
                out
            }
            Leaf::TargetData => {
                let (ops, kinds) = self.maps(o)?;
                let (cond, device) = (self.if_clause(o, "target data")?, self.device(o)?);
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(o, rest, span));
                self.b()
                    .op(OpKind::OmpTargetData)
                    .opt(cond)
                    .opt(device)
                    .args(&ops)
                    .attr("map_kinds", Attr::strs(&kinds))
                    .region(r)
                    .build();
                out
            }
            Leaf::TargetEnterData | Leaf::TargetExitData | Leaf::TargetUpdate => {
                let (ops, kinds) = self.maps(o)?;
                let (cond, device) = (self.if_clause(o, leaf.info().name)?, self.device(o)?);
                let kind = match leaf {
                    Leaf::TargetEnterData => OpKind::OmpTargetEnter,
                    Leaf::TargetExitData => OpKind::OmpTargetExit,
                    _ => OpKind::OmpTargetUpdate,
                };
                self.b().op(kind).opt(cond).opt(device).args(&ops).attr("map_kinds", Attr::strs(&kinds)).build();
                Ok(())
            }
            Leaf::Parallel => self.parallel(o, rest, span),
            Leaf::Do | Leaf::Distribute | Leaf::Loop | Leaf::Simd => self.ws_loop(o, leaf, leaves, span),
            Leaf::Single | Leaf::Master | Leaf::Masked => {
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| {
                    s.privatize(o)?;
                    s.leaf(o, rest, span)
                });
                if o.clauses.iter().any(|c| matches!(c, Clause::Copyprivate(_))) {
                    return unsupported(span, "COPYPRIVATE");
                }
                let kind = leaf.info().name;
                let nowait = has_nowait(o) || leaf != Leaf::Single;
                self.b().op(OpKind::OmpSingle).attr("kind", Attr::str(kind)).flag("nowait", nowait).region(r).build();
                out
            }
            Leaf::Critical => {
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(o, rest, span));
                let name = o.name.as_ref().map(|n| Attr::str(n));
                self.b().op(OpKind::OmpCritical).attr_opt("name", name).region(r).build();
                out
            }
            Leaf::Barrier => {
                self.b().op(OpKind::OmpBarrier).build();
                Ok(())
            }
            Leaf::Flush => Ok(()),
            Leaf::Atomic => self.atomic(o, span),
            _ => unsupported(span, format!("the directive `{}`", o.directive.name())),
        }
    }

    // ---- clauses ----------------------------------------------------------------------------------

    /// Refuses clauses that change the meaning of a program and are not lowered.
    fn check_clauses(&self, o: &Omp, span: Span) -> R<()> {
        for c in &o.clauses {
            let what = match c {
                Clause::Copyin(_) => "the clause `copyin`",
                Clause::Reduction { .. } if o.directive.leaves().contains(&Leaf::Workdistribute) => {
                    "the clause `reduction` with `workdistribute`"
                }
                Clause::Other { name: "filter", .. } => "the clause `filter`",
                _ => continue,
            };
            return unsupported(span, what);
        }
        Ok(())
    }

    /// Variables of the enclosing procedure that a construct refers to without listing them in a clause; for the implicit
    /// maps of `target`, SHARED and LASTPRIVATE of a combined construct list nothing.
    fn unlisted(&self, o: &'p Omp, target: bool) -> Vec<SymbolId> {
        let mut listed: rustc_hash::FxHashSet<SymbolId> = Default::default();
        for c in &o.clauses {
            if target && matches!(c, Clause::Shared(_) | Clause::Lastprivate(_)) {
                continue;
            }
            listed.extend(walk::clause_symbols(c));
            if let Clause::Map { items, .. } | Clause::Reduction { items, .. } = c {
                listed.extend(items.iter().flat_map(walk::symbols));
            }
        }
        let mut out = Vec::new();
        let mut note = |e: &'p Expr| {
            if let ExprKind::Var(s) = &e.kind
                && !listed.contains(s)
                && !out.contains(s)
                && !matches!(self.sym(*s).storage, Storage::Constant)
                && matches!(self.f.bind.get(s), Some(Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_)))
            {
                out.push(*s);
            }
        };
        walk::stmts(&o.body, &mut note, &mut |_| {});
        out
    }

    /// Maps and private copies that `defaultmap` gives to variables without a clause of their own.
    fn defaultmap(&mut self, o: &'p Omp, span: Span) -> R<Vec<(SymbolId, &'p str)>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Defaultmap { behavior, category } = c else { continue };
            let how: &'p str = match &**behavior {
                "default" | "none" => continue,
                "storage" => "alloc",
                "present" => "present:alloc",
                b @ ("alloc" | "to" | "from" | "tofrom" | "firstprivate" | "private") => b,
                _ => return unsupported(span, format!("`defaultmap({behavior})`")),
            };
            for s in self.unlisted(o, true) {
                let sym = self.sym(s);
                let of = if sym.pointer {
                    "pointer"
                } else if sym.allocatable {
                    "allocatable"
                } else if sym.rank() > 0 || matches!(sym.ty, Ty::Derived(_) | Ty::Class(_)) {
                    "aggregate"
                } else {
                    "scalar"
                };
                if category.as_deref().is_none_or(|c| c == of || c == "all") && !out.iter().any(|x: &(_, _)| x.0 == s) {
                    out.push((s, how));
                }
            }
        }
        Ok(out)
    }

    fn if_clause(&mut self, o: &'p Omp, leaf: &str) -> R<Option<Value>> {
        let mut found = None;
        for c in &o.clauses {
            if let Clause::If { leaf: l, cond } = c
                && l.is_none_or(|l| l == leaf)
            {
                found = Some(cond);
            }
        }
        found.map(|e| self.scalar(e)).transpose()
    }

    fn int_clause(&mut self, e: Option<&'p Expr>) -> R<Option<Value>> {
        match e {
            Some(e) => {
                let v = self.scalar(e)?;
                Ok(Some(self.cast(v, Type::I32)))
            }
            None => Ok(None),
        }
    }

    fn device(&mut self, o: &'p Omp) -> R<Option<Value>> {
        let e = o.clauses.iter().find_map(|c| match c {
            Clause::Device(e) => Some(e),
            _ => None,
        });
        self.int_clause(e)
    }

    fn parallel(&mut self, o: &'p Omp, rest: &'static [Leaf], span: Span) -> R<()> {
        let n = o.clauses.iter().find_map(|c| match c {
            Clause::NumThreads(e) => Some(e),
            _ => None,
        });
        let n = self.int_clause(n)?;
        let cond = self.if_clause(o, "parallel")?;
        let with_loop = rest.iter().any(|l| matches!(l, Leaf::Do | Leaf::Loop | Leaf::Simd | Leaf::Distribute));
        let r = self.m.new_region(&[]);
        let saved = self.f.bind.clone();
        let out = self.within(r, |s| {
            if with_loop {
                return s.leaf(o, rest, span);
            }
            s.privatize(o)?;
            let reds = s.begin_reductions(o)?;
            s.leaf(o, rest, span)?;
            s.end_reductions(reds);
            Ok(())
        });
        self.f.bind = saved;
        self.b().op(OpKind::OmpParallel).opt(n).opt(cond).region(r).build();
        out
    }

    // ---- worksharing loops ------------------------------------------------------------------------

    fn ws_loop(&mut self, o: &'p Omp, leaf: Leaf, leaves: &'static [Leaf], span: Span) -> R<()> {
        let n = o
            .clauses
            .iter()
            .find_map(|c| match c {
                Clause::Collapse(n) => Some(*n),
                _ => None,
            })
            .unwrap_or(1);
        // SIMD alone is an ordinary loop whose variables are private.
        let simd_only = leaf == Leaf::Simd;
        let mut nest = Vec::new();
        let mut list: &'p [Stmt] = &o.body;
        for _ in 0..n {
            let inner = list.iter().find(|s| !matches!(s.kind, StmtKind::Label(_)));
            let Some(Stmt { kind: StmtKind::Do { var, lower, upper, step, body, id }, .. }) = inner else {
                return unsupported(span, "a loop construct whose body is no DO loop");
            };
            nest.push((var, lower, upper, step, body, *id));
            list = body;
        }
        let body: &'p [Stmt] = list;
        if simd_only {
            self.privatize(o)?;
            let reds = self.begin_reductions(o)?;
            self.stmts(&o.body);
            return self.join_reductions(reds);
        }
        let (mut lbs, mut ubs, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let first = self.scalar_place(nest[0].0)?;
        let t = self.m.types.elem(self.m.ty(first));
        let t = if nest.len() == 1 { t } else { Type::I64 };
        for (_, lo, hi, st, _, _) in &nest {
            let lo = self.scalar(lo)?;
            let hi = self.scalar(hi)?;
            let st = match st {
                Some(e) => self.scalar(e)?,
                None => self.b().int(1, t),
            };
            lbs.push(self.cast(lo, t));
            ubs.push(self.cast(hi, t));
            steps.push(self.cast(st, t));
        }
        let schedule = o.clauses.iter().find_map(|c| match c {
            Clause::Schedule { kind, chunk } => Some((*kind, chunk.as_ref())),
            _ => None,
        });
        let chunk = match schedule {
            Some((_, Some(e))) => {
                let v = self.scalar(e)?;
                Some(self.cast(v, t))
            }
            _ => None,
        };
        for c in &o.clauses {
            if let Clause::Linear(list, _) = c
                && let Some(v) =
                    list.iter().find(|v| !nest.iter().any(|n| matches!(&n.0.kind, ExprKind::Var(x) if x == *v)))
            {
                return unsupported(span, format!("`linear({})` on a worksharing loop", self.sym(*v).name));
            }
        }
        let reds = self.begin_reductions(o)?;
        let outer = self.f.bind.clone();
        let cycle = format!("body:{}", self.label("o"));
        let region = self.m.new_region(&vec![t; nest.len()]);
        let ivs = self.m.args(region).to_vec();
        let cleanups = std::mem::take(&mut self.f.exit_cleanups);
        let out = self.within(region, |s| {
            s.with_temps(|s| {
                s.privatize(o)?;
                let mut lasts = Vec::new();
                // The variables of a LOOP construct are lastprivate, which a target or teams construct around it hides.
                let hidden = o.directive.has(Leaf::Target) || o.directive.has(Leaf::Teams);
                let loop_variables: Vec<SymbolId> = match leaf {
                    Leaf::Loop if !hidden => nest.iter().filter_map(|n| nest_variable(n.0)).collect(),
                    _ => Vec::new(),
                };
                let listed = o.clauses.iter().filter_map(|c| match c {
                    Clause::Lastprivate(l) | Clause::Linear(l, _) => Some(l),
                    _ => None,
                });
                let mut done: Vec<SymbolId> = Vec::new();
                for l in listed.chain(Some(&loop_variables)) {
                    {
                        for &v in l {
                            if done.contains(&v) {
                                continue;
                            }
                            done.push(v);
                            let to = match outer.get(&v) {
                                Some(b) => b.clone(),
                                None => continue,
                            };
                            let fresh = match s.f.bind.get(&v) {
                                // FIRSTPRIVATE too: that copy is the one.
                                Some(b) if !same_binding(b, &to) => b.clone(),
                                _ => s.private_copy(v, false)?,
                            };
                            let of_nest = nest.iter().position(|n| nest_variable(n.0) == Some(v));
                            lasts.push((fresh, to, of_nest));
                        }
                    }
                }
                // Loop variables are private.
                for ((var, ..), iv) in nest.iter().zip(&ivs) {
                    let ExprKind::Var(v) = &var.kind else { continue };
                    let b = match s.f.bind.get(v) {
                        Some(b) if outer.get(v).is_none_or(|o| !same_binding(b, o)) => b.clone(),
                        _ => s.private_copy(*v, false)?,
                    };
                    if let Binding::Scalar(cell) = b {
                        let ct = s.m.types.elem(s.m.ty(cell));
                        let value = s.cast(*iv, ct);
                        s.b().store(value, cell);
                    }
                }
                if let Some(last) = nest.last() {
                    s.f.constructs.insert(last.5, Targets { exit: None, cycle: Some(cycle.clone()) });
                }
                let inner = s.m.new_region(&[]);
                s.within(inner, |s| s.stmts(body));
                s.b().op(OpKind::Block).attr("label", Attr::str(&cycle)).region(inner).build();
                if !lasts.is_empty() {
                    let mut is_last = s.b().int(1, Type::BOOL);
                    for k in 0..nest.len() {
                        // The last value of the loop: lb + (trips - 1) * step.
                        let span = s.sub(ubs[k], lbs[k]);
                        let rem = if s.known(steps[k]) == Some(1) {
                            span
                        } else {
                            let q = s.b().binary(OpKind::Div, span, steps[k]);
                            s.mul(q, steps[k])
                        };
                        let end = s.add(lbs[k], rem);
                        let c = s.b().cmp("eq", ivs[k], end);
                        is_last = if k == 0 { c } else { s.b().binary(OpKind::And, is_last, c) };
                    }
                    s.if_else(
                        is_last,
                        |s| {
                            for (from, to, of_nest) in &lasts {
                                match (of_nest, to) {
                                    // What it has after the last iteration.
                                    (Some(k), Binding::Scalar(cell)) => {
                                        let end = s.add(ivs[*k], steps[*k]);
                                        let t = s.m.types.elem(s.m.ty(*cell));
                                        let end = s.cast(end, t);
                                        s.b().store(end, *cell);
                                    }
                                    _ => s.copy_binding(to, from)?,
                                }
                            }
                            Ok(())
                        },
                        |_| Ok(()),
                    )?;
                }
                Ok(())
            })
        });
        self.f.exit_cleanups = cleanups;
        let teams_loop = leaves.contains(&Leaf::Distribute) || (leaf == Leaf::Loop && self.f.in_target > 0);
        let name = match schedule.map(|s| s.0) {
            Some(Schedule::Dynamic) => "dynamic",
            Some(Schedule::Guided) => "guided",
            Some(Schedule::Auto) => "auto",
            Some(Schedule::Runtime) => "runtime",
            _ => "static",
        };
        let ordered = o.clauses.iter().any(|c| matches!(c, Clause::Ordered(_)));
        let alone = leaves.len() == o.directive.leaves().len();
        self.b()
            .op(OpKind::OmpWsLoop)
            .args(&lbs)
            .args(&ubs)
            .args(&steps)
            .opt(chunk)
            .attr("schedule", Attr::str(name))
            .flag("ordered", ordered)
            .flag("nowait", has_nowait(o) && reds.is_empty() && alone)
            .attr_opt("kind", teams_loop.then(|| Attr::str("distribute_parallel")))
            .region(region)
            .build();
        out?;
        let had = !reds.is_empty();
        self.end_reductions(reds);
        if had && alone && !teams_loop {
            self.b().op(OpKind::OmpBarrier).build();
        }
        Ok(())
    }

    // ---- atomic -----------------------------------------------------------------------------------
}

/// The variable of a loop.
fn nest_variable(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}

fn has_nowait(o: &Omp) -> bool {
    o.clauses.iter().any(|c| matches!(c, Clause::Nowait))
}

fn same_binding(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Scalar(x), Binding::Scalar(y)) | (Binding::Box(x), Binding::Box(y)) => x == y,
        (Binding::Array { view: x, .. }, Binding::Array { view: y, .. }) => x == y,
        _ => false,
    }
}
