//! Clauses: from the tree to checked [`Clause`]s, and the data-sharing attributes that they give.

use super::{Sharing, item_rules};
use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Name, OmpArg, OmpClause};
use ferrotran_syntax::omp::{ClauseArgs, ClauseKind, Directive, Leaf};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

/// Clauses, the sharing of the variables listed in them, and the categories of variables that `default(none)` is about.
type Checked = (Vec<Clause>, FxHashMap<SymbolId, Sharing>, Vec<Category>);

/// Values of `omp_sync_hint_t` in a hint that exclude each other (OpenMP 6.0, 17.1).
fn contradiction(hint: i64) -> Option<&'static str> {
    match hint {
        n if n & 3 == 3 => Some("contended and uncontended"),
        n if n & 12 == 12 => Some("speculative and nonspeculative"),
        _ => None,
    }
}

/// Where the reserved locator `omp_all_memory` stands in a list (OpenMP 6.0, 5.2.2).
fn all_memory(cl: &OmpClause) -> Option<Span> {
    cl.args.iter().find_map(|a| match a {
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), span }) => {
            (p.len() == 1 && &*p[0].name.name == "omp_all_memory").then_some(*span)
        }
        _ => None,
    })
}

impl<'a> Sema<'a> {
    /// Checks the clauses of a directive.
    pub(super) fn omp_clauses(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) -> Res<Checked> {
        let mut out: Vec<Clause> = vec![];
        let mut listed: FxHashMap<SymbolId, Sharing> = FxHashMap::default();
        let mut none = vec![];
        let mut failed = false;
        for cl in &c.clauses {
            if matches!(cl.kind, ClauseKind::Reduction | ClauseKind::InReduction | ClauseKind::TaskReduction) {
                match self.reduction(sc, cl, &mut listed, c.directive) {
                    Ok(list) => out.extend(list),
                    Err(_) => failed = true,
                }
                continue;
            }
            match self.omp_clause(sc, c.directive, cl, &mut listed, &mut none) {
                Ok(Some(x)) => match self.with_mappers(sc, cl, x) {
                    Ok(list) => out.extend(list),
                    Err(_) => failed = true,
                },
                Ok(None) => {}
                Err(_) => failed = true,
            }
        }
        // A task with an event has the one of the place where it is made (OpenMP 6.0, 14.1.3).
        let event = out.iter().find_map(|c| if let Clause::Detach(e) = c { e.variable() } else { None });
        if let Some(s) = event.filter(|s| !listed.contains_key(s)) {
            listed.insert(s, Sharing::Firstprivate);
            out.push(Clause::Firstprivate(vec![s]));
        }
        if failed { Err(Reported) } else { Ok((out, listed, none)) }
    }

    fn omp_clause(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        none: &mut Vec<Category>,
    ) -> Res<Option<Clause>> {
        if cl.kind != ClauseKind::Depend
            && let Some(span) = all_memory(cl)
        {
            let text = format!("`omp_all_memory` stands for dependences only, it cannot be in `{}`", cl.kind.name());
            return Err(self.err(ErrorCode::OmpData, span, text));
        }
        if matches!(
            cl.kind,
            ClauseKind::Map | ClauseKind::To | ClauseKind::From | ClauseKind::Depend | ClauseKind::Affinity
        ) && let Some(m) = cl.modifiers.iter().find(|m| &*m.name == "iterator")
        {
            return self.iterated(sc, d, cl, m, listed).map(Some);
        }
        // A clause that is nothing but a word has no effect where its argument is false (OpenMP 6.0, 5.2).
        if cl.kind.info().args == ClauseArgs::Flag
            && cl.kind != ClauseKind::Nowait
            && let Some(OmpArg::Expr(e)) = cl.args.first()
        {
            if !self.constant_condition(sc, cl, e)? {
                return Ok(None);
            }
        }
        let vars = |this: &mut Self, listed: &mut FxHashMap<SymbolId, Sharing>, s: Sharing| {
            this.omp_vars(sc, cl, Some(s), listed, d)
        };
        Ok(Some(match cl.kind {
            ClauseKind::Private => Clause::Private(vars(self, listed, Sharing::Private)?),
            ClauseKind::Firstprivate => Clause::Firstprivate(vars(self, listed, Sharing::Firstprivate)?),
            ClauseKind::Lastprivate => {
                let list = vars(self, listed, Sharing::Lastprivate)?;
                match cl.modifiers.iter().any(|m| &*m.name == "conditional") {
                    true => Clause::LastprivateConditional(list),
                    false => Clause::Lastprivate(list),
                }
            }
            ClauseKind::Shared => Clause::Shared(vars(self, listed, Sharing::Shared)?),
            ClauseKind::Linear => self.linear_clause(sc, d, cl, listed)?,
            ClauseKind::Induction => self.induction_clause(sc, d, cl, listed)?,
            ClauseKind::Transparent | ClauseKind::GraphId | ClauseKind::GraphReset | ClauseKind::Replayable => {
                return self.graph_clause(sc, d, cl);
            }
            ClauseKind::Copyin => self.copyin_clause(sc, d, cl, listed)?,
            ClauseKind::Copyprivate => Clause::Copyprivate(self.omp_vars(sc, cl, None, listed, d)?),
            ClauseKind::UseDevicePtr => Clause::UseDevicePtr(self.omp_vars(sc, cl, None, listed, d)?),
            ClauseKind::UseDeviceAddr => Clause::UseDeviceAddr(self.omp_vars(sc, cl, None, listed, d)?),
            ClauseKind::IsDevicePtr => Clause::IsDevicePtr(vars(self, listed, Sharing::Mapped)?),
            ClauseKind::HasDeviceAddr => Clause::HasDeviceAddr(vars(self, listed, Sharing::Mapped)?),
            ClauseKind::Default => {
                let (how, of) = self.default_clause(cl)?;
                if how == DefaultSharing::None {
                    none.push(of);
                }
                Clause::Default { how, of }
            }
            ClauseKind::Map => self.map_clause(sc, cl, d, listed)?,
            ClauseKind::To | ClauseKind::From if d.has(Leaf::TargetUpdate) => {
                let items = self.omp_items(sc, cl)?;
                for i in &items {
                    self.check_mappable(i, true)?;
                }
                Clause::Update { to: cl.kind == ClauseKind::To, present: is_present(cl), items }
            }
            ClauseKind::If => self.if_clause(sc, d, cl)?,
            // The part of the region around it that runs on the host, which is all of it.
            ClauseKind::Device if cl.modifiers.iter().any(|m| &*m.name == "ancestor") => {
                self.one_int(sc, cl)?;
                Clause::Ancestor
            }
            ClauseKind::Device => Clause::Device(self.number_from_zero(sc, cl)?),
            ClauseKind::NumTeams => return Ok(self.team_bounds(sc, cl)?.map(Clause::NumTeams)),
            ClauseKind::ThreadLimit => return Ok(self.positive(sc, cl)?.map(Clause::ThreadLimit)),
            ClauseKind::NumThreads => return Ok(self.positive(sc, cl)?.map(Clause::NumThreads)),
            ClauseKind::Collapse => Clause::Collapse(self.positive_const(sc, cl)?),
            ClauseKind::Ordered => match cl.args.is_empty() {
                true => Clause::Ordered(None),
                false => Clause::Ordered(Some(self.positive_const(sc, cl)?)),
            },
            ClauseKind::Schedule => self.schedule_clause(sc, cl)?,
            ClauseKind::DistSchedule => {
                let chunk = self.second_int(sc, cl, "the chunk size")?;
                Clause::DistSchedule(self.positive_chunk(cl.span, chunk))
            }
            ClauseKind::Nowait => {
                let cond = match cl.args.first() {
                    Some(OmpArg::Expr(e)) => Some(self.logical_expr(sc, e, "the argument of `nowait`")?),
                    _ => None,
                };
                match cond.as_ref().and_then(|e| self.try_const(e)) {
                    Some(Const::Logical(false)) => return Ok(None),
                    Some(_) => Clause::Nowait(None),
                    None => Clause::Nowait(cond),
                }
            }
            ClauseKind::Depend | ClauseKind::Doacross
                if cl.modifiers.iter().any(|m| matches!(&*m.name, "sink" | "source")) =>
            {
                Clause::Doacross { sink: self.iteration_dependence(sc, cl)? }
            }
            ClauseKind::Depend | ClauseKind::Doacross => self.depend_clause(sc, cl)?,
            ClauseKind::Init if d.has(Leaf::Depobj) => self.depobj_init(sc, cl)?,
            // Another kind for the object, which keeps its storage location.
            ClauseKind::Update if d.has(Leaf::Depobj) => self.depobj_update(cl)?,
            ClauseKind::Defaultmap => {
                let (how, of) = self.defaultmap_clause(cl)?;
                Clause::Defaultmap { how, of }
            }
            ClauseKind::Nontemporal => self.nontemporal_clause(sc, cl)?,
            ClauseKind::UsesAllocators => return self.uses_allocators(sc, cl, listed, d),
            ClauseKind::Detach => self.detach_clause(sc, cl)?,
            ClauseKind::Final => {
                let e = self.one_ast(cl)?;
                Clause::Final(self.logical_expr(sc, e, "the condition of `final`")?)
            }
            ClauseKind::Filter => Clause::Filter(self.number_from_zero(sc, cl)?),
            ClauseKind::Grainsize | ClauseKind::NumTasks => return self.amount_clause(sc, cl),
            ClauseKind::Priority => Clause::Priority(self.number_from_zero(sc, cl)?),
            ClauseKind::Aligned => self.aligned_clause(sc, cl)?,
            ClauseKind::Simdlen | ClauseKind::Safelen | ClauseKind::Hint | ClauseKind::Order => {
                self.hint_clause(sc, cl)?
            }
            ClauseKind::ProcBind => Clause::ProcBind(self.proc_bind_clause(cl)?),
            ClauseKind::Allocate if !d.has(Leaf::Allocators) => self.allocate_clause(sc, d, cl, listed)?,
            ClauseKind::Allocate | ClauseKind::Message | ClauseKind::Severity => {
                Clause::Inert { kind: cl.kind, args: vec![] }
            }
            ClauseKind::Affinity => Clause::Inert { kind: cl.kind, args: self.omp_items(sc, cl)? },
            kind => {
                if kind == ClauseKind::Partial && !cl.args.is_empty() {
                    self.positive_const(sc, cl)?;
                }
                let args = self.clause_arguments(sc, cl)?;
                simple_clause(kind, cl, args)
            }
        }))
    }

    /// ALLOCATE of a construct that has private copies.
    fn allocate_clause(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let align = cl.modifiers.iter().find(|m| &*m.name == "align").and_then(|m| m.args.first());
        let alignment = align.map_or(Ok(0), |e| self.const_int(sc, e))?;
        Ok(Clause::Allocate(self.omp_vars(sc, cl, None, listed, d)?, alignment))
    }

    fn proc_bind_clause(&mut self, cl: &'a OmpClause) -> Res<ThreadAffinity> {
        let w = self.one_word(cl)?;
        Ok(match &*w {
            "primary" | "master" => ThreadAffinity::Primary,
            "close" => ThreadAffinity::Close,
            "spread" => ThreadAffinity::Spread,
            _ => {
                let text = format!("`{w}` is none of `primary`, `master`, `close`, `spread`");
                return Err(self.err(ErrorCode::OmpClauseSyntax, cl.span, text));
            }
        })
    }

    /// LINEAR: integers, and the step.
    fn linear_clause(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let span = cl.span;
        let v = self.omp_vars(sc, cl, Some(Sharing::Linear), listed, d)?;
        for s in &v {
            if !matches!(self.sym(*s).ty, Ty::Integer(_)) {
                let n = self.sym(*s).name.clone();
                return Err(self.err(ErrorCode::OmpData, span, format!("`{n}` in `linear` must be an integer")));
            }
        }
        let step = match cl.modifiers.iter().flat_map(|m| &m.args).next() {
            Some(e) => Some(self.int_expr(sc, e, "the step of `linear`")?),
            None => None,
        };
        Ok(Clause::Linear(v, step))
    }

    /// Whether a clause has its effect, as its argument says, which is a constant.
    fn constant_condition(&mut self, sc: ScopeId, cl: &OmpClause, e: &'a ast::Expr) -> Res<bool> {
        let what = format!("the argument of `{}`", cl.kind.name());
        let x = self.logical_expr(sc, e, &what)?;
        match self.try_const(&x) {
            Some(c) => Ok(!matches!(c, Const::Logical(false))),
            None => Err(self.err(ErrorCode::OmpClauseSyntax, x.span, format!("{what} must be a constant"))),
        }
    }

    /// GRAINSIZE and NUM_TASKS.
    fn amount_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Option<Clause>> {
        let strict = has_word(cl, "strict");
        Ok(self.positive(sc, cl)?.map(|n| match cl.kind {
            ClauseKind::Grainsize => Clause::Grainsize { strict, iterations: n },
            _ => Clause::NumTasks { strict, tasks: n },
        }))
    }

    /// What tasks are in graphs of them.
    fn graph_clause(&mut self, sc: ScopeId, d: Directive, cl: &'a OmpClause) -> Res<Option<Clause>> {
        let condition = match cl.args.first() {
            Some(OmpArg::Expr(e)) => Some(e),
            _ => None,
        };
        let what = format!("the condition of `{}`", cl.kind.name());
        Ok(Some(match cl.kind {
            ClauseKind::Transparent => match self.transparent_clause(sc, d, cl)? {
                Impex::Neither => return Ok(None),
                impex => Clause::Transparent(impex),
            },
            ClauseKind::GraphId => {
                let e = self.one_ast(cl)?;
                Clause::GraphId(self.int_expr(sc, e, "the argument of `graph_id`")?)
            }
            ClauseKind::GraphReset => {
                Clause::GraphReset(condition.map(|e| self.logical_expr(sc, e, &what)).transpose()?)
            }
            _ => {
                if let Some(e) = condition
                    && !self.constant_condition(sc, cl, e)?
                {
                    return Ok(None);
                }
                Clause::Inert { kind: cl.kind, args: vec![] }
            }
        }))
    }

    /// INDUCTION with `+` or `*` (OpenMP 6.0, 7.6.13).
    fn induction_clause(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let span = cl.span;
        let step = cl.modifiers.iter().find(|m| &*m.name == "step").and_then(|m| m.args.first());
        let Some(step) = step else {
            return Err(self.err(ErrorCode::OmpModifier, span, "`induction` needs the modifier `step(...)`"));
        };
        let strict = cl.modifiers.iter().find(|m| &*m.name == "strict");
        let id = cl.modifiers.iter().find(|m| !matches!(&*m.name, "step" | "relaxed" | "strict"));
        let product = match id.map(|m| &*m.name) {
            Some("+") => false,
            Some("*") => true,
            Some(_) => return Err(self.unsupported(span, "an induction that the program declares")),
            None => return Err(self.err(ErrorCode::OmpModifier, span, "`induction` needs an operator: + or *")),
        };
        // Teams do not meet: what a variable holds in front of the loop is known where the same directive makes the teams.
        if d.has(Leaf::Sections) || d.has(Leaf::Distribute) && !d.has(Leaf::Teams) {
            return Err(self.unsupported(span, format!("`induction` of `{}`", d.name())));
        }
        let list = self.omp_vars(sc, cl, Some(Sharing::Linear), listed, d)?;
        let step = self.expr(sc, step)?;
        let number = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Real(_));
        if step.rank != 0 || !number(&step.ty) {
            return Err(self.err(ErrorCode::OmpData, step.span, "the step of `induction` must be a number"));
        }
        for &s in &list {
            let sym = self.sym(s);
            let (n, plain) = (sym.name.clone(), !sym.allocatable && !sym.pointer && number(&sym.ty));
            if !plain {
                let text = format!("`{n}` in `induction`, which is allocatable, a pointer, or no integer or real");
                return Err(self.unsupported(span, text));
            }
            if let Some(m) = strict.filter(|_| !matches!(sym.ty, Ty::Integer(_))) {
                // Integers are the same whichever way they are computed.
                return Err(self.unsupported(m.span, format!("`strict` in `induction` of `{n}`, which is real")));
            }
            if matches!(sym.ty, Ty::Integer(_)) && !matches!(step.ty, Ty::Integer(_)) {
                let text = format!("the step of `induction` must be an integer, since `{n}` is one");
                return Err(self.err(ErrorCode::OmpData, step.span, text));
            }
        }
        Ok(Clause::Induction { product, step, list })
    }

    /// TRANSPARENT: a constant says what the task hands through, else it is taken for both.
    fn transparent_clause(&mut self, sc: ScopeId, d: Directive, cl: &'a OmpClause) -> Res<Impex> {
        if d.has(Leaf::TargetData) {
            return Err(self.unsupported(cl.span, "`transparent` of `target data`"));
        }
        let Some(OmpArg::Expr(e)) = cl.args.first() else { return Ok(Impex::Both) };
        let x = self.int_expr(sc, e, "the argument of `transparent`")?;
        match self.try_int(&x) {
            Some(0) => Ok(Impex::Neither),
            Some(1) => Ok(Impex::Import),
            Some(2) => Ok(Impex::Export),
            Some(3) | None => Ok(Impex::Both),
            Some(_) => {
                let text = "`transparent` takes omp_not_impex, omp_import, omp_export or omp_impex";
                Err(self.err(ErrorCode::OmpRule, e.span, text))
            }
        }
    }

    /// COPYIN: threadprivate variables.
    fn copyin_clause(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let span = cl.span;
        let v = self.omp_vars(sc, cl, None, listed, d)?;
        for a in &cl.args {
            // Members that other scoping units declare are none of the variables here.
            if let OmpArg::Common(n) = a
                && let Some(b) = self.storage.common_ids.get(&n.name).copied()
                && !v.iter().any(|&s| {
                    self.sym(s).owner == self.place.proc && self.prog.commons[b as usize].members.contains(&s)
                })
            {
                let text = format!("COMMON block `{}` in `copyin` is not declared in this scoping unit", n.name);
                return Err(self.err(ErrorCode::OmpData, n.span, text));
            }
        }
        for s in &v {
            if !self.sym(*s).threadprivate {
                let n = self.sym(*s).name.clone();
                return Err(self.err(ErrorCode::OmpData, span, format!("`{n}` in `copyin` must be threadprivate")));
            }
        }
        Ok(Clause::Copyin(v))
    }

    /// IF, for a leaf construct or for all.
    fn if_clause(&mut self, sc: ScopeId, d: Directive, cl: &'a OmpClause) -> Res<Clause> {
        let span = cl.span;
        let leaf = cl.modifiers.iter().map(|m| m.name.clone()).find(|n| !n.is_empty());
        let leaf = match leaf {
            Some(n) => {
                let n = n.replace('_', " ");
                match d.leaves().iter().find(|l| l.info().name == n) {
                    Some(&l) => Some(l),
                    None => {
                        return Err(self.err(
                            ErrorCode::OmpModifier,
                            span,
                            format!("`{n}` is not a part of the directive `{}`", d.name()),
                        ));
                    }
                }
            }
            None => None,
        };
        let e = self.one_ast(cl)?;
        Ok(Clause::If { leaf, cond: self.in_region_around(|this| this.logical_expr(sc, e, "the condition of `if`"))? })
    }

    /// SCHEDULE: kind and chunk size.
    fn schedule_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let span = cl.span;
        let kind = match &*self.first_word(cl)? {
            "static" => Schedule::Static,
            "dynamic" => Schedule::Dynamic,
            "guided" => Schedule::Guided,
            "auto" => Schedule::Auto,
            "runtime" => Schedule::Runtime,
            w => {
                return Err(self.err(
                    ErrorCode::OmpClauseSyntax,
                    span,
                    format!("`{w}` is not a schedule: static, dynamic, guided, auto or runtime is expected"),
                ));
            }
        };
        let says = |word: &str| cl.modifiers.iter().any(|m| &*m.name == word);
        let monotonic = says("monotonic").then_some(true).or(says("nonmonotonic").then_some(false));
        let simd = says("simd");
        let chunk = self.second_int(sc, cl, "the chunk size")?;
        if chunk.is_some() && matches!(kind, Schedule::Auto | Schedule::Runtime) {
            return Err(self.err(ErrorCode::OmpClauseSyntax, span, "schedules auto and runtime take no chunk size"));
        }
        let chunk = self.positive_chunk(span, chunk);
        Ok(Clause::Schedule { kind, chunk, monotonic, simd })
    }

    /// A chunk size, unless it is a constant that is not positive.
    fn positive_chunk(&mut self, span: Span, chunk: Option<Expr>) -> Option<Expr> {
        let known = chunk.as_ref().and_then(|c| self.try_int(c));
        if known.is_some_and(|n| n <= 0) {
            self.diag.warning(ErrorCode::OmpRule, span, "the chunk size must be positive: it is ignored");
            return None;
        }
        chunk
    }

    /// DEPEND of tasks.
    fn depend_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let kind = self.dependence(cl)?;
        if let Some(span) = all_memory(cl) {
            if !matches!(kind, Dependence::Out | Dependence::Inout) {
                let text = "`omp_all_memory` needs the dependence `out` or `inout`";
                return Err(self.err(ErrorCode::OmpRule, span, text));
            }
            // What it is beside does not matter any more.
            let all = ExprKind::Const(Const::Int(0));
            let all = Expr { kind: all, ty: Ty::Integer(8), rank: 0, span };
            return Ok(Clause::Depend { kind, items: vec![all] });
        }
        let items = self.omp_items(sc, cl)?;
        if kind == Dependence::Depobj
            && let Some(x) = items.iter().find(|x| !matches!(x.ty, Ty::Integer(8 | 16)) || x.rank != 0)
        {
            let text = "`depend(depobj: ...)` takes scalar variables of integer(omp_depend_kind)";
            return Err(self.err(ErrorCode::OmpRule, x.span, text));
        }
        Ok(Clause::Depend { kind, items })
    }

    /// NONTEMPORAL: each variable once.
    fn nontemporal_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let mut seen: Vec<SymbolId> = vec![];
        for x in self.omp_items(sc, cl)? {
            let Some(s) = x.variable() else { continue };
            if seen.contains(&s) {
                let text = format!("`{}` is in `nontemporal` twice", self.sym(s).name);
                return Err(self.err(ErrorCode::OmpData, x.span, text));
            }
            seen.push(s);
        }
        Ok(Clause::Nontemporal(seen))
    }

    /// Clauses that say how fast something may be done, or in which order.
    fn hint_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        if cl.kind == ClauseKind::Order {
            let says = |word: &str| cl.modifiers.iter().any(|m| &*m.name == word);
            return Ok(Clause::Order(match (says("reproducible"), says("unconstrained")) {
                (true, _) => IterationOrder::Reproducible,
                (_, true) => IterationOrder::Unconstrained,
                _ => IterationOrder::Concurrent,
            }));
        }
        if !matches!(cl.args.first(), Some(OmpArg::Expr(_))) {
            return Ok(Clause::Inert { kind: cl.kind, args: vec![] });
        }
        let e = self.one_int(sc, cl)?;
        let value = self.try_int(&e);
        if cl.kind == ClauseKind::Hint {
            match value {
                None => return Err(self.err(ErrorCode::OmpRule, e.span, "the hint must be a constant expression")),
                Some(n) if n < 0 => {
                    let text = "the hint is negative: it is no sum of values `omp_sync_hint_...`";
                    return Err(self.err(ErrorCode::OmpRule, e.span, text));
                }
                Some(n) => {
                    if let Some(why) = contradiction(n) {
                        self.diag.warning(ErrorCode::OmpRule, e.span, format!("the hint says both {why}"));
                    }
                }
            }
        }
        Ok(match (cl.kind, value.filter(|&n| n >= 0)) {
            (ClauseKind::Simdlen, Some(n)) => Clause::Simdlen(n),
            (ClauseKind::Safelen, Some(n)) => Clause::Safelen(n),
            (ClauseKind::Hint, Some(n)) => Clause::Hint(n),
            _ => Clause::Inert { kind: cl.kind, args: vec![e] },
        })
    }

    /// ALIGNED: the variables, whose rules are those of items, and the alignment.
    fn aligned_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let mut list = vec![];
        for x in self.omp_items(sc, cl)? {
            list.extend(x.variable());
        }
        let mut alignment = None;
        for e in cl.modifiers.iter().filter(|m| &*m.name == "alignment").flat_map(|m| &m.args) {
            alignment = Some(self.const_int(sc, e)?);
        }
        Ok(Clause::Aligned(list, alignment))
    }

    /// DETACH: the event.
    fn detach_clause(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let e = self.one_ast(cl)?;
        let x = self.in_region_around(|this| this.expr_want(sc, e, Want::Variable))?;
        if x.ty != Ty::Integer(8) || x.rank != 0 || matches!(x.kind, ExprKind::Elem { .. }) {
            return Err(self.err(
                ErrorCode::OmpRule,
                x.span,
                "`detach` takes a scalar variable of integer(omp_event_handle_kind)",
            ));
        }
        Ok(Clause::Detach(x))
    }

    /// The expressions among the arguments of a clause.
    fn clause_arguments(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Vec<Expr>> {
        let mut args = vec![];
        for a in &cl.args {
            if cl.kind == ClauseKind::Counts && word(a).is_some_and(|n| &*n == "omp_fill") {
                // No other argument is logical.
                let kind = ExprKind::Const(Const::Logical(true));
                args.push(Expr { kind, ty: Ty::Logical(4), rank: 0, span: cl.span });
                continue;
            }
            match a {
                OmpArg::Expr(e) => args.push(self.expr_want(sc, e, Want::Actual)?),
                OmpArg::Word(_) | OmpArg::Common(_) | OmpArg::Type(_) | OmpArg::Stmt(_) | OmpArg::Directive(_) => {}
            }
        }
        Ok(args)
    }

    /// A clause that stands for several, one for each value of its iterators.
    pub(super) fn iterated(
        &mut self,
        sc: ScopeId,
        d: Directive,
        cl: &'a OmpClause,
        m: &'a ast::OmpModifier,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let inner = self.new_scope(ScopeKind::Block, Some(sc), String::new());
        let owner = self.place.proc;
        let mut vars = vec![];
        for v in m.args.chunks(4) {
            let [ast::Expr { kind: ast::ExprKind::Ref(p), .. }, lo, hi, step] = v else {
                return Err(self.err(ErrorCode::OmpModifier, m.span, "an iterator is written `name = lower : upper`"));
            };
            let bounds = [lo, hi, step].map(|e| self.int_expr(sc, e, "a bound of an iterator"));
            let [lo, hi, step] = bounds;
            if let Ok(s) = &step
                && self.try_int(s) == Some(0)
            {
                return Err(self.err(ErrorCode::OmpRule, s.span, "the step of an iterator is not zero"));
            }
            let name = p[0].name.clone();
            if vars.iter().any(|v: &(SymbolId, Expr, Expr, Expr)| self.sym(v.0).name == name.name) {
                let text = format!("the iterator `{}` is given twice", name.name);
                return Err(self.err(ErrorCode::OmpModifier, name.span, text));
            }
            let dims = Dims::Scalar;
            let s = self.new_symbol(name.name.clone(), name.span, Ty::Integer(4), dims, Storage::Local, inner);
            self.sym_mut(s).owner = owner;
            if !cl
                .args
                .iter()
                .any(|a| matches!(a, OmpArg::Expr(e) if item_rules::mentions(e, std::slice::from_ref(&name.name))))
            {
                let text = format!("no item uses the iterator `{}`", name.name);
                self.diag.warning(ErrorCode::OmpRule, name.span, text);
            }
            self.bind(inner, name.name, Entity::Symbol(s), name.span);
            vars.push((s, lo?, hi?, step?));
        }
        let clause = if cl.kind == ClauseKind::Map {
            self.map_clause(inner, cl, d, listed)?
        } else if cl.kind == ClauseKind::Affinity {
            // A hint, which stays without the places that iterators give.
            self.omp_items(inner, cl)?;
            return Ok(Clause::Inert { kind: cl.kind, args: vec![] });
        } else if cl.kind == ClauseKind::Depend {
            match self.depend_clause(inner, cl)? {
                // All memory is no place of an iterator.
                Clause::Depend { kind, items } if items.iter().any(|i| matches!(i.kind, ExprKind::Const(_))) => {
                    return Ok(Clause::Depend { kind, items });
                }
                clause => clause,
            }
        } else {
            let items = self.omp_items(inner, cl)?;
            for i in &items {
                self.check_mappable(i, true)?;
            }
            Clause::Update { to: cl.kind == ClauseKind::To, present: is_present(cl), items }
        };
        Ok(Clause::Iterated { vars, clause: Box::new(clause) })
    }

    pub(super) fn one_int(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Expr> {
        let e = self.one_ast(cl)?;
        self.in_region_around(|this| this.int_expr(sc, e, &format!("the argument of `{}`", cl.kind.name())))
    }

    /// The expression of a clause is evaluated in the region around: its variables are used there.
    pub(super) fn in_region_around<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let quiet = std::mem::replace(&mut self.place.omp.quiet, false);
        let r = f(self);
        self.place.omp.quiet = quiet;
        r
    }

    /// A value that must be positive; none where it is a constant that is not.
    pub(super) fn positive(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Option<Expr>> {
        let x = self.one_int(sc, cl)?;
        if let Some(n) = self.try_int(&x)
            && n <= 0
        {
            let text = format!("the argument of `{}` must be positive: the clause is ignored", cl.kind.name());
            self.diag.warning(ErrorCode::OmpRule, x.span, text);
            return Ok(None);
        }
        Ok(Some(x))
    }

    fn positive_const(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<usize> {
        let e = self.one_ast(cl)?;
        let n = self.const_int(sc, e)?;
        if n < 1 {
            return Err(self.err(
                ErrorCode::OmpRule,
                e.span,
                format!("the argument of `{}` must be a positive constant", cl.kind.name()),
            ));
        }
        Ok(n as usize)
    }

    fn second_int(&mut self, sc: ScopeId, cl: &'a OmpClause, what: &str) -> Res<Option<Expr>> {
        match cl.args.get(1) {
            Some(OmpArg::Expr(e)) => self.in_region_around(|this| this.int_expr(sc, e, what)).map(Some),
            _ => Ok(None),
        }
    }
}

impl<'a> Rules<'a> {
    /// DEFAULT: what becomes of the variables of a category.
    pub(super) fn default_clause(&mut self, cl: &OmpClause) -> Res<(DefaultSharing, Category)> {
        let words: Vec<Name> = cl.args.iter().filter_map(word).collect();
        let how = match words.first().map_or("", |w| &**w) {
            "none" => DefaultSharing::None,
            "shared" => DefaultSharing::Shared,
            "private" => DefaultSharing::Private,
            "firstprivate" => DefaultSharing::Firstprivate,
            w => {
                return Err(self.err(
                    ErrorCode::OmpClauseSyntax,
                    cl.span,
                    format!("`default({w})`: one of none, shared, private, firstprivate is expected"),
                ));
            }
        };
        Ok((how, self.variable_category(words.get(1).map(|w| &**w), cl.span)?))
    }

    /// The type of dependence that a DEPEND clause names.
    fn dependence(&mut self, cl: &OmpClause) -> Res<Dependence> {
        let Some(m) = cl.modifiers.iter().rfind(|m| &*m.name != "iterator") else { return Ok(Dependence::Inout) };
        self.dependence_type(&m.name, m.span)
    }

    pub(super) fn dependence_type(&mut self, name: &str, span: Span) -> Res<Dependence> {
        Ok(match name {
            "in" => Dependence::In,
            "out" => Dependence::Out,
            "inout" => Dependence::Inout,
            "mutexinoutset" => Dependence::Mutexinoutset,
            "inoutset" => Dependence::Inoutset,
            "depobj" => Dependence::Depobj,
            other => {
                let text = format!("`{other}` is not a type of dependence");
                return Err(self.err(ErrorCode::OmpModifier, span, text));
            }
        })
    }

    fn one_ast(&mut self, cl: &'a OmpClause) -> Res<&'a ast::Expr> {
        match &cl.args[..] {
            [OmpArg::Expr(e)] => Ok(e),
            _ => {
                Err(self.err(ErrorCode::OmpClauseSyntax, cl.span, format!("`{}` needs one expression", cl.kind.name())))
            }
        }
    }

    fn first_word(&mut self, cl: &'a OmpClause) -> Res<Name> {
        match cl.args.first().and_then(word) {
            Some(w) => Ok(w),
            None => Err(self.err(ErrorCode::OmpClauseSyntax, cl.span, format!("`{}` needs a keyword", cl.kind.name()))),
        }
    }

    fn one_word(&mut self, cl: &'a OmpClause) -> Res<Name> {
        self.first_word(cl)
    }
}

pub(super) fn word(a: &OmpArg) -> Option<Name> {
    match a {
        OmpArg::Word(w) => Some(w.name.clone()),
        OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. }) if p.len() == 1 && p[0].args.is_none() => {
            Some(p[0].name.name.clone())
        }
        _ => None,
    }
}

/// Whether an argument or modifier of a clause is that word.
fn has_word(cl: &OmpClause, text: &str) -> bool {
    cl.args.iter().filter_map(word).any(|w| &*w == text) || cl.modifiers.iter().any(|m| &*m.name == text)
}

/// A clause of ASSUME or ASSUMES.
pub(super) fn assumption(cl: &OmpClause, args: Vec<Expr>) -> Clause {
    match cl.kind {
        kind @ (ClauseKind::Absent | ClauseKind::Contains) => {
            let names = cl.args.iter().filter_map(word).map(|w| w.to_string()).collect();
            Clause::Assumption { kind, names }
        }
        kind => Clause::Inert { kind, args },
    }
}

/// A clause whose arguments need no rules of their own. Every clause of the table stands here or in `omp_clause`.
fn simple_clause(kind: ClauseKind, cl: &OmpClause, args: Vec<Expr>) -> Clause {
    let says = |text: &str| has_word(cl, text);
    let inert = |args| Clause::Inert { kind, args };
    match kind {
        ClauseKind::Nogroup => Clause::Nogroup,
        ClauseKind::Simd => Clause::Simd,
        ClauseKind::Threads => Clause::Threads,
        ClauseKind::Bind if says("teams") => Clause::Bind(BindRegion::Teams),
        ClauseKind::Bind if says("parallel") => Clause::Bind(BindRegion::Parallel),
        ClauseKind::Bind if says("thread") => Clause::Bind(BindRegion::Thread),
        ClauseKind::CancelParallel => Clause::Cancelled(CancelledRegion::Parallel),
        ClauseKind::CancelDo => Clause::Cancelled(CancelledRegion::Do),
        ClauseKind::CancelSections => Clause::Cancelled(CancelledRegion::Sections),
        ClauseKind::CancelTaskgroup => Clause::Cancelled(CancelledRegion::Taskgroup),
        ClauseKind::Relaxed => Clause::MemoryOrder(MemoryOrder::Relaxed),
        ClauseKind::Acquire => Clause::MemoryOrder(MemoryOrder::Acquire),
        ClauseKind::Release => Clause::MemoryOrder(MemoryOrder::Release),
        ClauseKind::AcqRel => Clause::MemoryOrder(MemoryOrder::AcqRel),
        ClauseKind::SeqCst => Clause::MemoryOrder(MemoryOrder::SeqCst),
        ClauseKind::Fail => match cl.args.iter().find_map(word).and_then(|w| MemoryOrder::of_word(&w)) {
            Some(order) => Clause::FailOrder(order),
            None => inert(args),
        },
        ClauseKind::Read => Clause::Atomic(AtomicAccess::Read),
        ClauseKind::Write => Clause::Atomic(AtomicAccess::Write),
        ClauseKind::Update => Clause::Atomic(AtomicAccess::Update),
        ClauseKind::Capture => Clause::Atomic(AtomicAccess::Capture),
        ClauseKind::Compare => Clause::Atomic(AtomicAccess::Compare),
        ClauseKind::Sizes => Clause::Sizes(args),
        ClauseKind::Permutation => Clause::Permutation(args),
        ClauseKind::Counts => Clause::Counts(args),
        ClauseKind::Looprange => Clause::Looprange(args),
        ClauseKind::Partial => Clause::Partial(args),
        ClauseKind::Full => Clause::Full,
        // Of INTEROP there are clauses of their own.
        ClauseKind::Init => Clause::Init,
        ClauseKind::Absent | ClauseKind::Contains => assumption(cl, args),
        // Memory orders (all are sequentially consistent), hints, what declarations and APPLY read from the tree.
        ClauseKind::Bind
        | ClauseKind::Reduction
        | ClauseKind::TaskReduction
        | ClauseKind::InReduction
        | ClauseKind::Induction
        | ClauseKind::Enter
        | ClauseKind::Link
        | ClauseKind::Local
        | ClauseKind::To
        | ClauseKind::From
        | ClauseKind::Allocator
        | ClauseKind::Align
        | ClauseKind::Inclusive
        | ClauseKind::Exclusive
        | ClauseKind::InitComplete
        | ClauseKind::Safesync
        | ClauseKind::Untied
        | ClauseKind::Mergeable
        | ClauseKind::Threadset
        | ClauseKind::Transparent
        | ClauseKind::Replayable
        | ClauseKind::GraphId
        | ClauseKind::GraphReset
        | ClauseKind::DeviceType
        | ClauseKind::Indirect
        | ClauseKind::Weak
        | ClauseKind::Memscope
        | ClauseKind::Destroy
        | ClauseKind::Use
        | ClauseKind::Initializer
        | ClauseKind::Combiner
        | ClauseKind::Collector
        | ClauseKind::Inductor
        | ClauseKind::Apply
        | ClauseKind::Uniform
        | ClauseKind::Inbranch
        | ClauseKind::Notinbranch
        | ClauseKind::Match
        | ClauseKind::AdjustArgs
        | ClauseKind::AppendArgs
        | ClauseKind::Interop
        | ClauseKind::Nocontext
        | ClauseKind::Novariants
        | ClauseKind::When
        | ClauseKind::Otherwise
        | ClauseKind::At
        | ClauseKind::Holds
        | ClauseKind::NoOpenmp
        | ClauseKind::NoOpenmpConstructs
        | ClauseKind::NoOpenmpRoutines
        | ClauseKind::NoParallelism
        | ClauseKind::AtomicDefaultMemOrder
        | ClauseKind::DynamicAllocators
        | ClauseKind::ReverseOffload
        | ClauseKind::SelfMaps
        | ClauseKind::UnifiedAddress
        | ClauseKind::UnifiedSharedMemory
        | ClauseKind::DeviceSafesync
        | ClauseKind::Nothing => inert(args),
        // Not those that `omp_clause` has turned into clauses of their own.
        ClauseKind::Filter
        | ClauseKind::Grainsize
        | ClauseKind::NumTasks
        | ClauseKind::Private
        | ClauseKind::Firstprivate
        | ClauseKind::Lastprivate
        | ClauseKind::Shared
        | ClauseKind::Default
        | ClauseKind::Linear
        | ClauseKind::Copyin
        | ClauseKind::Copyprivate
        | ClauseKind::UseDevicePtr
        | ClauseKind::UseDeviceAddr
        | ClauseKind::IsDevicePtr
        | ClauseKind::HasDeviceAddr
        | ClauseKind::Map
        | ClauseKind::Affinity
        | ClauseKind::Defaultmap
        | ClauseKind::UsesAllocators
        | ClauseKind::Allocate
        | ClauseKind::Aligned
        | ClauseKind::Nontemporal
        | ClauseKind::Depend
        | ClauseKind::Doacross
        | ClauseKind::If
        | ClauseKind::NumThreads
        | ClauseKind::NumTeams
        | ClauseKind::ThreadLimit
        | ClauseKind::ProcBind
        | ClauseKind::Schedule
        | ClauseKind::DistSchedule
        | ClauseKind::Order
        | ClauseKind::Ordered
        | ClauseKind::Collapse
        | ClauseKind::Nowait
        | ClauseKind::Safelen
        | ClauseKind::Simdlen
        | ClauseKind::Final
        | ClauseKind::Priority
        | ClauseKind::Detach
        | ClauseKind::Device
        | ClauseKind::Hint
        | ClauseKind::Message
        | ClauseKind::Severity => inert(args),
    }
}

/// The modifier PRESENT of a motion clause.
fn is_present(cl: &OmpClause) -> bool {
    cl.modifiers.iter().any(|m| &*m.name == "present")
}
