//! OpenMP constructs. A combined directive is lowered leaf by leaf, outermost first; private copies are made where
//! the innermost leaf that takes the clause begins.

use super::place::Place;
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
            if region && outermost {
                s.allocate_at_entry(&o.body)?;
            }
            s.leaf(o, leaves, span)
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
                Clause::UseDevicePtr(_) => "the clause `use_device_ptr`",
                Clause::UseDeviceAddr(_) => "the clause `use_device_addr`",
                Clause::IsDevicePtr(_) => "the clause `is_device_ptr`",
                Clause::HasDeviceAddr(_) => "the clause `has_device_addr`",
                Clause::Other { name: "filter", .. } => "the clause `filter`",
                _ => continue,
            };
            return unsupported(span, what);
        }
        Ok(())
    }

    /// Variables of the enclosing procedure that a construct refers to without listing them in a clause.
    fn unlisted(&self, o: &'p Omp) -> Vec<SymbolId> {
        let mut listed: rustc_hash::FxHashSet<SymbolId> = Default::default();
        for c in &o.clauses {
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
                b @ ("alloc" | "to" | "from" | "tofrom" | "firstprivate" | "private") => b,
                _ => return unsupported(span, format!("`defaultmap({behavior})`")),
            };
            for s in self.unlisted(o) {
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
                if category.as_deref().is_none_or(|c| c == of || c == "all") {
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

    /// The memory of a variable or section, as map and privates groups take it.
    fn memory_of(&mut self, e: &'p Expr) -> R<Value> {
        if matches!(e.kind, ExprKind::Var(_) | ExprKind::Component { .. })
            && let Some(b) = self.box_of(e)?
        {
            return Ok(b);
        }
        match self.place(e)? {
            Place::Scalar(r) => Ok(r),
            Place::Array { view, .. } => Ok(view),
        }
    }

    fn symbol_memory(&mut self, s: SymbolId) -> R<Value> {
        match self.binding(s, self.sym(s).span)? {
            Binding::Scalar(r) => Ok(r),
            Binding::Array { view, .. } => Ok(view),
            Binding::Box(b) => Ok(b),
            _ => unsupported(self.sym(s).span, "this variable in a clause"),
        }
    }

    fn maps(&mut self, o: &'p Omp) -> R<(Vec<Value>, Vec<String>)> {
        let (mut ops, mut kinds) = (Vec::new(), Vec::new());
        for c in &o.clauses {
            match c {
                Clause::Map { ty, always, present, items } => {
                    let base = match ty {
                        MapType::To => "to",
                        MapType::From => "from",
                        MapType::Tofrom => "tofrom",
                        MapType::Alloc => "alloc",
                        MapType::Release => "release",
                        MapType::Delete => "delete",
                    };
                    let mut k = String::new();
                    if *always {
                        k.push_str("always:");
                    }
                    if *present {
                        k.push_str("present:");
                    }
                    k.push_str(base);
                    for e in items {
                        ops.push(self.memory_of(e)?);
                        kinds.push(k.clone());
                    }
                }
                Clause::Update { to, items } => {
                    for e in items {
                        ops.push(self.memory_of(e)?);
                        kinds.push(if *to { "to" } else { "from" }.to_string());
                    }
                }
                _ => {}
            }
        }
        Ok((ops, kinds))
    }

    fn target(&mut self, o: &'p Omp, rest: &'static [Leaf], span: Span) -> R<()> {
        let line = i64::from(self.f.loc.line);
        let (mut ops, mut kinds) = self.maps(o)?;
        // A reduction variable of a combined construct comes back to the host.
        for c in &o.clauses {
            if let Clause::Reduction { items, .. } = c {
                for e in items {
                    let v = self.memory_of(e)?;
                    if !ops.contains(&v) {
                        ops.push(v);
                        kinds.push("tofrom".into());
                    }
                }
            }
        }
        let (mut privates, mut pkinds) = (Vec::new(), Vec::new());
        for (s, how) in self.defaultmap(o, span)? {
            let v = self.symbol_memory(s)?;
            if matches!(how, "firstprivate" | "private") {
                privates.push(v);
                pkinds.push(how);
            } else {
                ops.push(v);
                kinds.push(how.to_string());
            }
        }
        let here = rest.is_empty();
        for c in &o.clauses {
            let (list, kind) = match c {
                Clause::Private(l) if here => (l, "private"),
                Clause::Firstprivate(l) => (l, "firstprivate"),
                _ => continue,
            };
            for &s in list {
                privates.push(self.symbol_memory(s)?);
                pkinds.push(kind);
            }
        }
        let (cond, device) = (self.if_clause(o, "target")?, self.device(o)?);
        let limit = o.clauses.iter().find_map(|c| match c {
            Clause::ThreadLimit(e) => Some(e),
            _ => None,
        });
        let limit = self.int_clause(limit)?;
        let r = self.m.new_region(&[]);
        self.f.in_target += 1;
        let out = self.within(r, |s| s.leaf(o, rest, span));
        self.f.in_target -= 1;
        self.b()
            .op(OpKind::OmpTarget)
            .opt(cond)
            .opt(device)
            .opt(limit)
            .args(&ops)
            .args(&privates)
            .attr("map_kinds", Attr::strs(&kinds))
            .attr("private_kinds", Attr::strs(&pkinds))
            .attr("line", Attr::Int(line))
            .flag("nowait", has_nowait(o))
            .region(r)
            .build();
        out
    }

    fn teams(&mut self, o: &'p Omp, rest: &'static [Leaf], span: Span) -> R<()> {
        let find = |f: fn(&'p Clause) -> Option<&'p Expr>| o.clauses.iter().find_map(f);
        let n = find(|c| match c {
            Clause::NumTeams(e) => Some(e),
            _ => None,
        });
        let limit = find(|c| match c {
            Clause::ThreadLimit(e) => Some(e),
            _ => None,
        });
        let (n, limit) = (self.int_clause(n)?, self.int_clause(limit)?);
        let cond = self.if_clause(o, "teams")?;
        let r = self.m.new_region(&[]);
        self.f.in_teams += 1;
        let out = self.within(r, |s| {
            // Without a loop in the directive this is where private copies begin.
            let no_loop = !rest.iter().any(|l| matches!(l, Leaf::Distribute | Leaf::Do | Leaf::Loop | Leaf::Simd));
            if no_loop && !rest.contains(&Leaf::Workdistribute) {
                s.privatize(o)?;
                let reds = s.begin_reductions(o)?;
                s.leaf(o, rest, span)?;
                s.end_reductions(reds);
                Ok(())
            } else if no_loop {
                s.privatize(o)?;
                s.leaf(o, rest, span)
            } else {
                s.leaf(o, rest, span)
            }
        });
        self.f.in_teams -= 1;
        self.b().op(OpKind::OmpTeams).opt(n).opt(limit).opt(cond).region(r).build();
        out
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

    /// Private copies of the variables in PRIVATE and FIRSTPRIVATE clauses, from here to the end of the directive.
    fn privatize(&mut self, o: &'p Omp) -> R<()> {
        let mut list = Vec::new();
        for c in &o.clauses {
            match c {
                Clause::Private(l) => list.extend(l.iter().map(|&s| (s, false))),
                Clause::Firstprivate(l) => list.extend(l.iter().map(|&s| (s, true))),
                Clause::DefaultPrivate | Clause::DefaultFirstprivate => {
                    let first = matches!(c, Clause::DefaultFirstprivate);
                    list.extend(self.unlisted(o).into_iter().map(|s| (s, first)));
                }
                _ => {}
            }
        }
        for (s, first) in list {
            self.private_copy(s, first)?;
        }
        Ok(())
    }

    fn private_copy(&mut self, s: SymbolId, first: bool) -> R<Binding> {
        let sym = self.sym(s);
        let outer = self.binding(s, sym.span)?;
        let cleanups = std::mem::take(&mut self.f.exit_cleanups);
        let fresh = match &outer {
            // Dummies and others keep their shape, not their declaration.
            Binding::Array { view, lbs } => {
                let (view, lbs) = (*view, lbs.clone());
                let t = self.m.ty(view);
                let elem = self.m.types.elem(t);
                let ext = self.view_extents(view);
                let static_size = match (
                    self.m.types.shape(t).iter().copied().collect::<Option<Vec<i64>>>(),
                    self.size_of(&sym.ty),
                ) {
                    (Some(s), Some(n)) => Some(s.iter().product::<i64>() * n as i64),
                    _ => None,
                };
                let v = match static_size {
                    Some(n) if n <= 16 * 1024 => {
                        let shape = self.m.types.shape(t).to_vec();
                        let vt = self.m.types.view(shape, elem, true);
                        self.b()
                            .op(OpKind::Alloca)
                            .attr("name", Attr::str(&sym.name))
                            .attr("size", Attr::Int(n))
                            .attr("align", Attr::Int(64))
                            .result(vt)
                            .value()
                    }
                    _ => self.temp_view(&ext, elem, "private copy", sym.span)?,
                };
                Binding::Array { view: v, lbs }
            }
            Binding::Scalar(r) => {
                let t = self.m.types.elem(self.m.ty(*r));
                match &sym.ty {
                    Ty::Derived(id) => Binding::Scalar(self.new_object(*id, sym.span)?),
                    _ if matches!(self.m.types.kind(t), TypeKind::Char(None)) => self.local_storage(sym)?,
                    _ => Binding::Scalar(self.alloca(t, Some(&sym.name))),
                }
            }
            _ => self.local_storage(sym)?,
        };
        let mine = std::mem::replace(&mut self.f.exit_cleanups, cleanups);
        self.f.temps.extend(mine);
        if first {
            self.copy_binding(&fresh, &outer)?;
        }
        self.f.bind.insert(s, fresh.clone());
        Ok(fresh)
    }

    /// Private accumulators of reduction variables, set to the operator's identity.
    fn begin_reductions(&mut self, o: &'p Omp) -> R<Vec<(Value, Value, &'static str)>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Reduction { op, items } = c else { continue };
            for e in items {
                let ExprKind::Var(s) = &e.kind else {
                    return unsupported(e.span, "a reduction of a part of a variable");
                };
                let shared = self.symbol_memory(*s)?;
                let shared =
                    if matches!(self.binding(*s, e.span)?, Binding::Box(_)) { self.box_view(shared) } else { shared };
                if let Binding::Box(_) = self.binding(*s, e.span)? {
                    let lbs = match self.place(e)? {
                        Place::Array { lbs: Some(l), .. } => l,
                        _ => Vec::new(),
                    };
                    let b = if matches!(self.m.tk(shared), TypeKind::Ref(_)) {
                        Binding::Scalar(shared)
                    } else {
                        Binding::Array { view: shared, lbs }
                    };
                    self.f.bind.insert(*s, b);
                }
                let fresh = self.private_copy(*s, false)?;
                let private = match fresh {
                    Binding::Scalar(r) => {
                        let v = self.identity(*op, &e.ty, e.span)?;
                        self.store_ref(v, r);
                        r
                    }
                    Binding::Array { view, .. } => {
                        let v = self.identity(*op, &e.ty, e.span)?;
                        let elem = self.m.types.elem(self.m.ty(view));
                        let v = self.cast(v, elem);
                        self.b().op(OpKind::ArrayAssign).arg(view).arg(v).opt(None).build();
                        view
                    }
                    _ => return unsupported(e.span, "a reduction of this variable"),
                };
                out.push((private, shared, reduce_name(*op)));
            }
        }
        Ok(out)
    }

    fn end_reductions(&mut self, list: Vec<(Value, Value, &'static str)>) {
        for (private, shared, kind) in list {
            self.b().op(OpKind::OmpReduction).arg(private).arg(shared).attr("kind", Attr::str(kind)).build();
        }
    }

    /// Identity element of a reduction operator.
    fn identity(&mut self, op: ReduceOp, ty: &Ty, span: Span) -> R<Value> {
        let t = self.val_ty(ty, span)?;
        let int = |bits: u8, max: bool| -> i64 {
            let m = if bits == 64 { i64::MAX } else { (1i64 << (bits - 1)) - 1 };
            if max { m } else { -m - 1 }
        };
        Ok(match (op, ty) {
            (ReduceOp::Add | ReduceOp::Ior | ReduceOp::Ieor, Ty::Integer(_)) => self.b().int(0, t),
            (ReduceOp::Mul, Ty::Integer(_)) => self.b().int(1, t),
            (ReduceOp::Iand, Ty::Integer(_)) => self.b().int(-1, t),
            (ReduceOp::Max, Ty::Integer(k)) => self.b().int(int(k * 8, false), t),
            (ReduceOp::Min, Ty::Integer(k)) => self.b().int(int(k * 8, true), t),
            (ReduceOp::Add, Ty::Real(_)) => self.b().float(0.0, t),
            (ReduceOp::Mul, Ty::Real(_)) => self.b().float(1.0, t),
            (ReduceOp::Max, Ty::Real(k)) => self.b().float(if *k == 4 { f64::from(f32::MIN) } else { f64::MIN }, t),
            (ReduceOp::Min, Ty::Real(k)) => self.b().float(if *k == 4 { f64::from(f32::MAX) } else { f64::MAX }, t),
            (ReduceOp::Add | ReduceOp::Mul, Ty::Complex(_)) => {
                let re = if op == ReduceOp::Mul { 1.0 } else { 0.0 };
                let v = Attr::List(vec![Attr::Float(re), Attr::Float(0.0)]);
                self.b().op(OpKind::Const).attr("value", v).result(t).value()
            }
            (ReduceOp::And | ReduceOp::Eqv, Ty::Logical(_)) => self.b().int(1, t),
            (ReduceOp::Or | ReduceOp::Neqv, Ty::Logical(_)) => self.b().int(0, t),
            _ => return unsupported(span, "this reduction"),
        })
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
                for c in &o.clauses {
                    if let Clause::Lastprivate(l) | Clause::Linear(l, _) = c {
                        for &v in l {
                            let to = match outer.get(&v) {
                                Some(b) => b.clone(),
                                None => continue,
                            };
                            let fresh = match s.f.bind.get(&v) {
                                // FIRSTPRIVATE too: that copy is the one.
                                Some(b) if !same_binding(b, &to) => b.clone(),
                                _ => s.private_copy(v, false)?,
                            };
                            lasts.push((fresh, to));
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
                            for (from, to) in &lasts {
                                s.copy_binding(to, from)?;
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

    /// Combines accumulators of a sequential construct into the variables at once.
    fn join_reductions(&mut self, reds: Vec<(Value, Value, &'static str)>) -> R<()> {
        for (private, shared, kind) in reds {
            if !matches!(self.m.tk(shared), TypeKind::Ref(_)) {
                return unsupported(Span::default(), "an array reduction on SIMD");
            }
            let (a, b) = (self.load_ref(shared), self.load_ref(private));
            let k = match kind {
                "sum" => OpKind::Add,
                "product" => OpKind::Mul,
                "max" => OpKind::Max,
                "min" => OpKind::Min,
                "and" | "iand" => OpKind::And,
                "or" | "ior" => OpKind::Or,
                _ => OpKind::Xor,
            };
            let mut v = self.b().binary(k, a, b);
            if kind == "eqv" {
                v = self.b().unary(OpKind::Not, v, Type::BOOL);
            }
            self.store_ref(v, shared);
        }
        Ok(())
    }

    // ---- atomic -----------------------------------------------------------------------------------

    fn atomic(&mut self, o: &'p Omp, span: Span) -> R<()> {
        let word = |w: &str| {
            o.clauses.iter().any(|c| match c {
                Clause::Other { name, .. } => *name == w,
                Clause::Hint(name, _) => *name == w,
                _ => false,
            })
        };
        let list: Vec<&'p Stmt> = o.body.iter().collect();
        if word("capture") || word("compare") || list.len() != 1 {
            // Several accesses: one thread at a time is always right.
            let r = self.m.new_region(&[]);
            self.within(r, |s| s.stmts(&o.body));
            self.b().op(OpKind::OmpCritical).attr("name", Attr::str("atomic")).region(r).build();
            return Ok(());
        }
        let StmtKind::Assign { lhs, rhs, .. } = &list[0].kind else { return unsupported(span, "this ATOMIC") };
        if word("read") {
            let v = self.scalar(rhs)?;
            let r = self.scalar_place(lhs)?;
            self.store_ref(v, r);
            return Ok(());
        }
        let r = self.scalar_place(lhs)?;
        let t = self.m.types.elem(self.m.ty(r));
        if word("write") {
            let v = self.scalar(rhs)?;
            let v = self.cast(v, t);
            self.b().op(OpKind::OmpAtomic).arg(r).arg(v).attr("kind", Attr::str("write")).build();
            return Ok(());
        }
        let same = |e: &Expr| same_designator(e, lhs);
        let strip = |mut e: &'p Expr| {
            while let ExprKind::Paren(x) | ExprKind::Convert(x) = &e.kind {
                e = x;
            }
            e
        };
        let (kind, other, reverse): (&str, &'p Expr, bool) = match &strip(rhs).kind {
            ExprKind::Binary(op, a, b) => {
                let k = match op {
                    Op2::Add => "add",
                    Op2::Sub => "sub",
                    Op2::Mul => "mul",
                    Op2::Div => "div",
                    Op2::And => "and",
                    Op2::Or => "or",
                    Op2::Eqv => "eqv",
                    Op2::Neqv => "neqv",
                    _ => return unsupported(rhs.span, "this operator in ATOMIC"),
                };
                if same(strip(a)) {
                    (k, b, false)
                } else if same(strip(b)) {
                    (k, a, true)
                } else {
                    return self.atomic_as_critical(o);
                }
            }
            ExprKind::Intrinsic { id, args } => {
                let k = match id.row().name {
                    "max" => "max",
                    "min" => "min",
                    "iand" => "and",
                    "ior" => "or",
                    "ieor" => "xor",
                    _ => return unsupported(rhs.span, "this intrinsic in ATOMIC"),
                };
                match (args.first(), args.get(1), args.len()) {
                    (Some(Some(a)), Some(Some(b)), 2) if same(strip(a)) => (k, b, false),
                    (Some(Some(a)), Some(Some(b)), 2) if same(strip(b)) => (k, a, true),
                    _ => return self.atomic_as_critical(o),
                }
            }
            _ => return self.atomic_as_critical(o),
        };
        // Mixed types: the operation is done in the type of the expression, which one machine operation cannot do.
        if other.ty != lhs.ty {
            return self.atomic_as_critical(o);
        }
        let v = self.scalar(other)?;
        let v = self.cast(v, t);
        self.b().op(OpKind::OmpAtomic).arg(r).arg(v).attr("kind", Attr::str(kind)).flag("reverse", reverse).build();
        Ok(())
    }

    fn atomic_as_critical(&mut self, o: &'p Omp) -> R<()> {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.stmts(&o.body));
        self.b().op(OpKind::OmpCritical).attr("name", Attr::str("atomic")).region(r).build();
        Ok(())
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

/// The two expressions are the same, wherever they stand; false where that is not certain.
/// True where both name the same object by the same text.
pub(crate) fn same_designator(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Const(x), ExprKind::Const(y)) => x == y && a.ty == b.ty,
        (ExprKind::Elem { base: p, subs: s }, ExprKind::Elem { base: q, subs: t }) => {
            same_designator(p, q) && s.len() == t.len() && s.iter().zip(t).all(|(x, y)| same_designator(x, y))
        }
        (ExprKind::Component { base: p, index: i, of: s }, ExprKind::Component { base: q, index: j, of: t }) => {
            i == j && s == t && same_designator(p, q)
        }
        (ExprKind::Unary(o, p), ExprKind::Unary(r, q)) => o == r && same_designator(p, q),
        (ExprKind::Convert(p), ExprKind::Convert(q)) => a.ty == b.ty && same_designator(p, q),
        (ExprKind::Paren(p), ExprKind::Paren(q)) => same_designator(p, q),
        (ExprKind::Binary(o, p, x), ExprKind::Binary(r, q, y)) => {
            o == r && same_designator(p, q) && same_designator(x, y)
        }
        (ExprKind::Intrinsic { id: i, args: s }, ExprKind::Intrinsic { id: j, args: t }) => {
            i == j
                && s.len() == t.len()
                && s.iter().zip(t).all(|(x, y)| match (x, y) {
                    (Some(x), Some(y)) => same_designator(x, y),
                    (None, None) => true,
                    _ => false,
                })
        }
        _ => false,
    }
}

fn reduce_name(op: ReduceOp) -> &'static str {
    match op {
        ReduceOp::Add => "sum",
        ReduceOp::Mul => "product",
        ReduceOp::Max => "max",
        ReduceOp::Min => "min",
        ReduceOp::And => "and",
        ReduceOp::Or => "or",
        ReduceOp::Eqv => "eqv",
        ReduceOp::Neqv => "neqv",
        ReduceOp::Iand => "iand",
        ReduceOp::Ior => "ior",
        ReduceOp::Ieor => "ieor",
    }
}
