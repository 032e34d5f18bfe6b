//! What may stand where: nesting of regions, contents of workdistribute, workshare and teams, atomic forms.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self};
use ferrotran_syntax::omp::Leaf;
use ferrotran_typed::*;

const WORKDISTRIBUTE_RULE: &str = "rule: a `workdistribute` region contains only array and scalar assignments (WHERE and FORALL included) and calls to pure or elemental procedures";
const WORKSHARE_RULE: &str = "rule: a `workshare` region contains only assignments, WHERE, FORALL, and `atomic`, `critical` and `parallel` constructs";

/// What a statement is, for messages.
fn describe(k: &ast::StmtKind) -> &'static str {
    match k {
        ast::StmtKind::Print { .. }
        | ast::StmtKind::Write { .. }
        | ast::StmtKind::Read { .. }
        | ast::StmtKind::ReadFmt { .. }
        | ast::StmtKind::Io { .. } => "an input/output statement",
        ast::StmtKind::Allocate { .. } => "ALLOCATE",
        ast::StmtKind::Deallocate { .. } => "DEALLOCATE",
        ast::StmtKind::Nullify(_) => "NULLIFY",
        ast::StmtKind::PointerAssign { .. } => "a pointer assignment",
        ast::StmtKind::If { .. } | ast::StmtKind::IfStmt(..) => "IF",
        ast::StmtKind::Do(_) => "a DO loop",
        ast::StmtKind::SelectCase { .. } | ast::StmtKind::SelectType { .. } | ast::StmtKind::SelectRank { .. } => {
            "a SELECT construct"
        }
        ast::StmtKind::Goto(_)
        | ast::StmtKind::ComputedGoto(..)
        | ast::StmtKind::ArithIf(..)
        | ast::StmtKind::AssignedGoto(..) => "a branch",
        ast::StmtKind::Exit(_) => "EXIT",
        ast::StmtKind::Cycle(_) => "CYCLE",
        ast::StmtKind::Return(_) => "RETURN",
        ast::StmtKind::Stop { .. } => "STOP",
        ast::StmtKind::Associate { .. } => "ASSOCIATE",
        ast::StmtKind::BlockConstruct { .. } => "BLOCK",
        ast::StmtKind::Critical { .. } => "CRITICAL",
        ast::StmtKind::ChangeTeam { .. } => "CHANGE TEAM",
        ast::StmtKind::Omp(_) => "an OpenMP directive",
        ast::StmtKind::Call { .. } => "a subroutine call",
        _ => "this statement",
    }
}

impl<'a> Sema<'a> {
    /// Rules of the innermost region for a statement in it.
    pub fn omp_check_stmt(&mut self, st: &'a ast::Stmt) -> bool {
        if self.place.omp.in_leaf(Leaf::Workdistribute) {
            let ok = matches!(
                st.kind,
                ast::StmtKind::Assign { .. }
                    | ast::StmtKind::Where { .. }
                    | ast::StmtKind::WhereStmt(..)
                    | ast::StmtKind::Forall { .. }
                    | ast::StmtKind::ForallStmt(..)
                    | ast::StmtKind::Call { .. }
                    | ast::StmtKind::Continue
                    | ast::StmtKind::Error
            ) || matches!(st.kind, ast::StmtKind::BlockConstruct { .. })
                && self.place.omp.innermost().is_some_and(|f| f.strict == Some(st.span));
            if !ok {
                let what = describe(&st.kind);
                let d = Diagnostic::error(
                    ErrorCode::OmpWorkdistribute,
                    st.span,
                    format!("{what} is not allowed in a `workdistribute` region"),
                )
                .with_note(WORKDISTRIBUTE_RULE);
                self.report(d);
                return false;
            }
        } else if self.place.omp.in_leaf(Leaf::Workshare) {
            let ok = match &st.kind {
                ast::StmtKind::Assign { .. }
                | ast::StmtKind::Where { .. }
                | ast::StmtKind::WhereStmt(..)
                | ast::StmtKind::Forall { .. }
                | ast::StmtKind::ForallStmt(..)
                | ast::StmtKind::Continue
                | ast::StmtKind::Error => true,
                // BLOCK with permitted statements is what the parser may have made of a strictly structured block.
                ast::StmtKind::BlockConstruct { spec, .. } => spec.is_empty(),
                ast::StmtKind::Omp(c) => {
                    c.directive.has(Leaf::Atomic) || c.directive.has(Leaf::Critical) || c.directive.has(Leaf::Parallel)
                }
                _ => false,
            };
            if !ok {
                let what = describe(&st.kind);
                let d = Diagnostic::error(
                    ErrorCode::OmpRule,
                    st.span,
                    format!("{what} is not allowed in a `workshare` region"),
                )
                .with_note(WORKSHARE_RULE);
                self.report(d);
                return false;
            }
        }
        true
    }

    /// A user-defined assignment in workdistribute or workshare.
    pub fn omp_defined_assignment(&mut self, span: Span) -> Res<()> {
        for (leaf, rule) in [(Leaf::Workdistribute, WORKDISTRIBUTE_RULE), (Leaf::Workshare, WORKSHARE_RULE)] {
            if self.place.omp.in_leaf(leaf) {
                let name = leaf.info().name;
                let d = Diagnostic::error(
                    if leaf == Leaf::Workdistribute { ErrorCode::OmpWorkdistribute } else { ErrorCode::OmpRule },
                    span,
                    format!("a user-defined assignment is not allowed in a `{name}` region"),
                )
                .with_note(rule)
                .with_note("the assignments must be intrinsic");
                return Err(self.report(d));
            }
        }
        Ok(())
    }

    /// A CALL in workdistribute: pure or elemental only.
    pub fn omp_check_call(&mut self, k: &StmtKind, span: Span) -> Res<()> {
        if !self.place.omp.in_leaf(Leaf::Workdistribute) {
            return Ok(());
        }
        let (pure, name) = match k {
            StmtKind::Call(c) => match &c.target {
                ProcTarget::Proc(p) => (self.proc(*p).pure_, self.proc(*p).name.to_string()),
                ProcTarget::Bound { iface, .. } => (self.proc(*iface).pure_, self.proc(*iface).name.to_string()),
                ProcTarget::Symbol(s) => (
                    matches!(self.sym(*s).proc, Some(ProcIface::Explicit(p)) if self.proc(p).pure_),
                    self.sym(*s).name.to_string(),
                ),
                ProcTarget::Implicit { link_name, .. } => (false, link_name.trim_end_matches('_').to_string()),
                ProcTarget::Pointer { iface, .. } => {
                    (matches!(iface, ProcIface::Explicit(p) if self.proc(*p).pure_), "the procedure".into())
                }
            },
            StmtKind::IntrinsicCall { id, .. } => (id.row().pure_(), id.name().to_string()),
            // What some intrinsic subroutines become, and nothing that calls.
            StmtKind::Label(_)
            | StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithIf { .. }
            | StmtKind::Return
            | StmtKind::Pause(_)
            | StmtKind::Stop { .. }
            | StmtKind::Io(_)
            | StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::DoConcurrent { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Where { .. }
            | StmtKind::Associate { .. }
            | StmtKind::Block { .. }
            | StmtKind::SelectCase { .. }
            | StmtKind::SelectType { .. }
            | StmtKind::SelectRank { .. }
            | StmtKind::Omp(_) => return Ok(()),
        };
        if pure {
            return Ok(());
        }
        let d = Diagnostic::error(
            ErrorCode::OmpWorkdistribute,
            span,
            format!("`{name}` is not pure, so it cannot be called in a `workdistribute` region"),
        )
        .with_note(WORKDISTRIBUTE_RULE);
        Err(self.report(d))
    }

    /// Nesting of a directive in the open ones.
    pub(super) fn omp_nesting(&mut self, c: &'a ast::OmpConstruct) -> Res<()> {
        let d = c.directive;
        let Some(first) = d.leaves().first().copied() else { return Ok(()) };
        let parent = self.place.omp.innermost().map(|f| (f.directive, f.span));
        let parent_leaf = parent.and_then(|(p, _)| p.leaves().last().copied());
        let name = d.name();
        let mut why = self
            .closed_to(first)
            .map(|region| format!("`{name}` may not be nested in {region}"))
            .or_else(|| (parent_leaf == Some(Leaf::Taskgraph)).then(|| not_in_graph(c, first)).flatten());
        match first {
            _ if why.is_some() => {}
            Leaf::Workdistribute if parent_leaf != Some(Leaf::Teams) => {
                why = Some("`workdistribute` must be closely nested in a `teams` region".into());
            }
            Leaf::Distribute if parent_leaf.is_some_and(|l| l != Leaf::Teams) => {
                why = Some("`distribute` must be strictly nested in a `teams` region".into());
            }
            Leaf::Teams if parent_leaf.is_some_and(|l| l != Leaf::Target) => {
                why = Some("`teams` must be strictly nested in a `target` region, or in no region at all".into());
            }
            Leaf::Target | Leaf::TargetData | Leaf::TargetEnterData | Leaf::TargetExitData | Leaf::TargetUpdate
                if self.place.omp.frames.iter().any(|f| f.directive.has(Leaf::Target)) && !reverse(c) =>
            {
                why = Some(format!("`{name}` may not be nested in a `target` region"));
            }
            Leaf::Do | Leaf::Sections | Leaf::Single | Leaf::Workshare | Leaf::Scope => {
                if let Some(l) = self.binding_conflict() {
                    why = Some(format!(
                        "the worksharing region `{name}` may not be closely nested in `{}`",
                        l.info().name
                    ));
                }
            }
            Leaf::Masked | Leaf::Master if parent_leaf != Some(Leaf::Parallel) => {
                if let Some(l) = self.binding_conflict()
                    && !matches!(l, Leaf::Masked | Leaf::Master | Leaf::Critical | Leaf::Ordered)
                {
                    why = Some(format!("`{name}` may not be closely nested in `{}`", l.info().name));
                }
            }
            Leaf::Critical => {
                let own = critical_name(c);
                if self.place.omp.frames.iter().any(|f| f.critical.as_ref() == Some(&own)) {
                    why = Some(match &*own {
                        "" => "an unnamed `critical` region may not be nested in another one".into(),
                        n => format!("`critical ({n})` may not be nested in a region of the same name"),
                    });
                }
            }
            Leaf::Loop => why = self.loop_binds_wrongly(c, parent_leaf),
            Leaf::Barrier => {
                if let Some(l) = self.binding_conflict() {
                    why = Some(format!("`barrier` may not be closely nested in `{}`", l.info().name));
                }
            }
            Leaf::Cancel | Leaf::CancellationPoint => {
                use ferrotran_syntax::omp::ClauseKind;
                let wanted: &[(ClauseKind, &[Leaf], &str)] = &[
                    (ClauseKind::CancelParallel, &[Leaf::Parallel], "parallel"),
                    (ClauseKind::CancelDo, &[Leaf::Do], "do"),
                    (ClauseKind::CancelSections, &[Leaf::Sections], "sections"),
                    (ClauseKind::CancelTaskgroup, &[Leaf::Task, Leaf::Taskloop], "task"),
                ];
                let of = wanted.iter().find(|w| c.clauses.iter().any(|k| k.kind == w.0));
                if let Some((_, leaves, what)) = of
                    && !parent_leaf.is_some_and(|l| leaves.contains(&l))
                {
                    why = Some(
                        format!("`{name} {what}` must be closely nested in a `{what}` construct")
                            .replace("cancel task`", "cancel taskgroup`"),
                    );
                }
                // OpenMP 6.0, 18.2: a main program is called by nothing that has a group of tasks.
                let main = self.place.proc.is_some_and(|p| self.proc(p).is_main);
                if let Some((ClauseKind::CancelTaskgroup, ..)) = of
                    && main
                    && !self.place.omp.frames.iter().any(|f| f.groups_tasks)
                    && why.is_none()
                {
                    why = Some(format!("`{name} taskgroup` must be closely nested in a `taskgroup` region"));
                }
                // OpenMP 6.0, 18.2: threads that go on would not see it, and iterations that come later would wait.
                if let Some((ClauseKind::CancelDo | ClauseKind::CancelSections, ..)) = of
                    && first == Leaf::Cancel
                    && let Some(f) = self.place.omp.innermost().filter(|f| f.nowait || f.ordered)
                    && why.is_none()
                {
                    let clause = if f.nowait { "nowait" } else { "ordered" };
                    why = Some(format!("a construct that is cancelled may not have the clause `{clause}`"));
                }
            }
            Leaf::Ordered if self.in_part_of_iteration().is_some() => {
                why = self.in_part_of_iteration();
            }
            Leaf::Ordered => {
                use ferrotran_syntax::omp::ClauseKind;
                let around = self.place.omp.frames.iter().rev();
                let of = around.clone().find(|f| f.directive.has(Leaf::Do) || f.directive.has(Leaf::Simd));
                // OpenMP 6.0, 17.1: regions that are none of the loop.
                let between = around.take_while(|f| of.is_none_or(|of| !std::ptr::eq(*f, of)));
                let closes = [
                    Leaf::Parallel,
                    Leaf::Teams,
                    Leaf::Target,
                    Leaf::Task,
                    Leaf::Taskloop,
                    Leaf::Sections,
                    Leaf::Single,
                    Leaf::Loop,
                    Leaf::Distribute,
                ];
                let other = between.filter_map(|f| f.directive.leaves().last()).find(|l| closes.contains(l)).copied();
                let lanes = c.clauses.iter().any(|k| k.kind == ClauseKind::Simd);
                if let Some(f) = of.filter(|f| !f.faulty) {
                    let simd = f.directive.has(Leaf::Simd);
                    if !f.ordered && f.directive.has(Leaf::Do) && !(lanes && simd) {
                        why = Some("`ordered` needs the clause `ordered` on the loop directive it is nested in".into());
                    } else if lanes && !simd {
                        why = Some("`ordered simd` must be closely nested in a `simd` construct".into());
                    } else if let Some(l) = other {
                        why = Some(format!("`ordered` may not be closely nested in `{}`", l.info().name));
                    } else if simd && !lanes {
                        why = Some("in a `simd` region `ordered` needs the clause `simd`".into());
                    }
                } else if let (None, Some(l)) = (of, other) {
                    why = Some(format!("`ordered` may not be closely nested in `{}`", l.info().name));
                }
            }
            _ => {}
        }
        // Inside workdistribute no directive may stand; that was reported as a statement.
        let Some(why) = why else { return Ok(()) };
        if parent_leaf == Some(Leaf::Workdistribute) {
            return Err(Reported);
        }
        let code = if first == Leaf::Workdistribute { ErrorCode::OmpWorkdistribute } else { ErrorCode::OmpNesting };
        let mut diag = Diagnostic::error(code, c.span, why);
        if let Some((p, at)) = parent {
            diag = diag.also(at, format!("nested in `{}`", p.name()));
        } else if first == Leaf::Workdistribute {
            diag = diag.with_help("write `teams workdistribute` or `target teams workdistribute`");
        }
        Err(self.report(diag))
    }

    /// The region around that takes few constructs and not this one (OpenMP 6.0, 12.4 and 17.1).
    fn closed_to(&self, first: Leaf) -> Option<&'static str> {
        let threads = matches!(
            first,
            Leaf::Do
                | Leaf::Sections
                | Leaf::Single
                | Leaf::Workshare
                | Leaf::Task
                | Leaf::Taskloop
                | Leaf::Taskgroup
                | Leaf::Critical
                | Leaf::Barrier
                | Leaf::Taskwait
                | Leaf::Taskyield
                | Leaf::Masked
                | Leaf::Master
                | Leaf::Scope
                | Leaf::Target
                | Leaf::TargetData
                | Leaf::Teams
                | Leaf::Distribute
        );
        let frames = &self.place.omp.frames;
        if !stands_in_simd(first) && frames.iter().any(|f| f.directive.leaves().last() == Some(&Leaf::Simd)) {
            return Some("a `simd` region, which takes `ordered simd`, `simd`, `loop` and `atomic`");
        }
        // With `ordered` on the directive, that is what is wrong.
        let here = frames.last().filter(|f| f.concurrent() && !(f.ordered && first == Leaf::Ordered));
        if (threads || first == Leaf::Ordered) && here.is_some() {
            return Some("a region whose iterations are concurrent, which takes `parallel`, `loop` and `simd`");
        }
        None
    }

    /// Why a LOOP construct cannot bind to the region that it names, or to none (OpenMP 6.0, 13.8 and 13.8.1).
    fn loop_binds_wrongly(&self, c: &ast::OmpConstruct, parent: Option<Leaf>) -> Option<String> {
        use ferrotran_syntax::omp::ClauseKind;
        let bind = c.clauses.iter().find(|k| k.kind == ClauseKind::Bind);
        let binds_to =
            |region: &str| bind.is_some_and(|k| k.args.iter().filter_map(super::clauses::word).any(|w| &*w == region));
        match parent {
            None if bind.is_none() => Some("`loop` in no other construct needs the clause `bind`".into()),
            Some(l) if binds_to("teams") && l != Leaf::Teams => {
                Some("`loop` with `bind(teams)` must be strictly nested in a `teams` region".into())
            }
            Some(_) if binds_to("parallel") => {
                let around = self.binding_conflict()?;
                Some(format!("`loop` with `bind(parallel)` may not be closely nested in `{}`", around.info().name))
            }
            _ => None,
        }
    }

    /// Why no `ordered` region may stand here: one of the same loop, or a critical one, is around it.
    fn in_part_of_iteration(&self) -> Option<String> {
        let of_loop = |f: &&crate::omp::Frame| !f.directive.has(Leaf::Do) && !f.directive.has(Leaf::Simd);
        let around = self.place.omp.frames.iter().rev().take_while(of_loop);
        around.filter_map(|f| f.directive.leaves().last()).find_map(|l| match l {
            Leaf::Ordered => Some("an `ordered` region may not be nested in another one of its loop".into()),
            Leaf::Critical => Some("an `ordered` region may not be closely nested in `critical`".into()),
            _ => None,
        })
    }

    /// The innermost region, up to a parallel or teams, in which worksharing and barriers are forbidden.
    fn binding_conflict(&self) -> Option<Leaf> {
        for f in self.place.omp.frames.iter().rev() {
            for l in f.directive.leaves().iter().rev() {
                match l {
                    Leaf::Parallel | Leaf::Teams | Leaf::Target => return None,
                    Leaf::Do
                    | Leaf::Sections
                    | Leaf::Single
                    | Leaf::Workshare
                    | Leaf::Task
                    | Leaf::Taskloop
                    | Leaf::Critical
                    | Leaf::Ordered
                    | Leaf::Atomic
                    | Leaf::Masked
                    | Leaf::Master
                    | Leaf::Loop => return Some(*l),
                    _ => {}
                }
            }
        }
        None
    }
}

impl<'a> Rules<'a> {
    /// The body of a bare `teams`: where it holds a workdistribute, that is all it holds.
    pub(super) fn omp_teams_body(&mut self, b: &'a [ast::Stmt]) -> Res<()> {
        let wd = b.iter().find(
            |s| matches!(&s.kind, ast::StmtKind::Omp(c) if c.directive.leaves().first() == Some(&Leaf::Workdistribute)),
        );
        if let Some(w) = wd
            && b.iter().filter(|s| !matches!(s.kind, ast::StmtKind::Continue)).count() > 1
        {
            let other = b.iter().find(|s| !std::ptr::eq(*s, w)).map_or(w.span, |s| s.span);
            let d = Diagnostic::error(
                ErrorCode::OmpNesting,
                other,
                "a `teams` region that contains `workdistribute` may contain nothing else",
            )
            .also(w.span, "the `workdistribute` construct")
            .with_note("rule: `workdistribute` is strictly nested in `teams`");
            return Err(self.report(d));
        }
        for s in b {
            if let ast::StmtKind::Omp(c) = &s.kind {
                let first = c.directive.leaves().first().copied();
                if let Some(l) = first
                    && !matches!(
                        l,
                        Leaf::Distribute
                            | Leaf::Parallel
                            | Leaf::Loop
                            | Leaf::Workdistribute
                            | Leaf::Atomic
                            | Leaf::Assume
                            | Leaf::Metadirective
                            | Leaf::Nothing
                            // Said of their nesting.
                            | Leaf::Cancel
                            | Leaf::CancellationPoint
                    )
                {
                    return Err(self.err(
                        ErrorCode::OmpNesting,
                        c.span,
                        format!("`{}` may not be strictly nested in `teams`: only distribute, workdistribute, parallel and loop regions may", c.directive.name()),
                    ));
                }
            }
        }
        Ok(())
    }

    /// The body of a bare `target`: where it holds a teams construct, that is all it holds.
    pub(super) fn omp_target_body(&mut self, b: &'a [ast::Stmt]) -> Res<()> {
        let teams = b
            .iter()
            .find(|s| matches!(&s.kind, ast::StmtKind::Omp(c) if c.directive.leaves().first() == Some(&Leaf::Teams)));
        let other = b
            .iter()
            .find(|s| !matches!(s.kind, ast::StmtKind::Continue) && teams.is_some_and(|t| !std::ptr::eq(*s, t)));
        if let (Some(t), Some(o)) = (teams, other) {
            let d = Diagnostic::error(
                ErrorCode::OmpNesting,
                o.span,
                "a `target` region that contains `teams` may contain nothing else",
            )
            .also(t.span, "the `teams` construct")
            .with_note("rule: `teams` is strictly nested in `target`");
            return Err(self.report(d));
        }
        Ok(())
    }
}

/// Why a directive may not stand in a TASKGRAPH region (OpenMP 6.0, 14.3).
fn not_in_graph(c: &ast::OmpConstruct, first: Leaf) -> Option<String> {
    use ferrotran_syntax::omp::ClauseKind;
    let name = c.directive.name();
    if !makes_tasks(c, first) {
        return Some(format!("`{name}` may not be nested in `taskgraph`: only constructs that make tasks may"));
    }
    let waits = first == Leaf::Taskloop && !c.clauses.iter().any(|k| k.kind == ClauseKind::Nogroup);
    waits.then(|| "`taskloop` in a `taskgraph` region must have the clause `nogroup`".into())
}

/// Whether a directive may stand in a TASKGRAPH region: it makes a task, or it is no construct.
fn makes_tasks(c: &ast::OmpConstruct, first: Leaf) -> bool {
    match first {
        Leaf::Task | Leaf::Taskloop | Leaf::Metadirective | Leaf::BeginMetadirective | Leaf::Nothing | Leaf::Error => {
            true
        }
        Leaf::Taskwait => c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::Depend),
        _ => is_for_devices(first),
    }
}

/// Whether a directive is about what devices run or have.
pub(super) fn is_for_devices(first: Leaf) -> bool {
    matches!(first, Leaf::Target | Leaf::TargetData | Leaf::TargetEnterData | Leaf::TargetExitData | Leaf::TargetUpdate)
}

/// Whether a directive may stand in a region of SIMD (OpenMP 6.0, 12.4). What is no construct but a choice, a message or an
/// assumption may, and so may loop transformations, which leave loops.
fn stands_in_simd(first: Leaf) -> bool {
    match first {
        Leaf::Ordered
        | Leaf::Simd
        | Leaf::Loop
        | Leaf::Atomic
        | Leaf::Scan
        | Leaf::Section
        | Leaf::Metadirective
        | Leaf::BeginMetadirective
        | Leaf::Nothing
        | Leaf::Error
        | Leaf::Assume
        | Leaf::Allocate
        | Leaf::Tile
        | Leaf::Unroll
        | Leaf::Interchange
        | Leaf::Reverse
        | Leaf::Split
        | Leaf::Stripe
        | Leaf::Fuse
        | Leaf::Threadprivate
        | Leaf::Groupprivate
        | Leaf::DeclareReduction
        | Leaf::DeclareInduction
        | Leaf::DeclareMapper
        | Leaf::DeclareVariant
        | Leaf::DeclareSimd
        | Leaf::DeclareTarget
        | Leaf::Assumes
        | Leaf::Requires => true,
        Leaf::Parallel
        | Leaf::Teams
        | Leaf::Masked
        | Leaf::Master
        | Leaf::Single
        | Leaf::Scope
        | Leaf::Sections
        | Leaf::Workshare
        | Leaf::Workdistribute
        | Leaf::Do
        | Leaf::Distribute
        | Leaf::Task
        | Leaf::Taskloop
        | Leaf::TaskIteration
        | Leaf::Taskgroup
        | Leaf::Taskgraph
        | Leaf::Taskyield
        | Leaf::Taskwait
        | Leaf::Target
        | Leaf::TargetData
        | Leaf::TargetEnterData
        | Leaf::TargetExitData
        | Leaf::TargetUpdate
        | Leaf::Interop
        | Leaf::Critical
        | Leaf::Barrier
        | Leaf::Flush
        | Leaf::Depobj
        | Leaf::Cancel
        | Leaf::CancellationPoint
        | Leaf::Allocators
        | Leaf::Dispatch => false,
    }
}

/// The name of a `critical` construct, empty where it has none.
pub(super) fn critical_name(c: &ast::OmpConstruct) -> ast::Name {
    match c.args.first() {
        Some(ast::OmpArg::Word(id) | ast::OmpArg::Common(id)) => id.name.clone(),
        Some(ast::OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. })) => p[0].name.name.clone(),
        _ => "".into(),
    }
}

/// Whether a target construct goes back to the host.
pub(super) fn reverse(c: &ast::OmpConstruct) -> bool {
    c.directive.leaves().first() == Some(&Leaf::Target)
        && c.clauses.iter().any(|c| c.modifiers.iter().any(|m| &*m.name == "ancestor"))
}
