//! OpenMP: constructs and their rules. Clauses are in [`clauses`], what may stand where in [`rules`].

mod allocation;
mod allocators;
mod assumptions;
mod atomic;
mod clause_rules;
pub(crate) mod clauses;
mod context;
mod declared;
mod depobj;
mod dispatch;
mod doacross;
pub(crate) mod item_rules;
mod mappers;
mod maps;
pub(crate) mod reductions;
mod restrictions;
pub(crate) mod rules;
mod sharing;
mod transform;
mod variant_rules;

use super::ctx::*;
use crate::stmt::concurrent::Concurrent;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self};
use ferrotran_syntax::omp::{Association, Directive, Leaf};
use ferrotran_typed::nests;
use ferrotran_typed::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How a construct treats a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    Private,
    Firstprivate,
    Lastprivate,
    Shared,
    Reduction,
    Linear,
    /// Mapped, device pointers and the like.
    Mapped,
}

/// An open construct.
#[derive(Debug)]
pub(crate) struct Frame {
    pub directive: Directive,
    pub span: Span,
    /// Categories of variables that DEFAULT(NONE) is about.
    pub default_none: Vec<Category>,
    /// Those of which variables without an attribute are private or firstprivate.
    pub default_private: Vec<Category>,
    /// Categories of variables that DEFAULTMAP(NONE) is about.
    pub map_none: Vec<Category>,
    /// Iterations take place in any order, and threadprivate variables may not be referenced.
    pub no_threadprivate: Option<&'static str>,
    pub listed: FxHashMap<SymbolId, Sharing>,
    /// Scopes from this one on were made inside.
    pub first_scope: u32,
    pub reported: FxHashSet<SymbolId>,
    /// Uses without an attribute under `default(none)`, unless a loop of the construct still makes the variable private.
    pub unlisted: Vec<(SymbolId, Diagnostic)>,
    /// Objects that the region of a target construct uses without a clause.
    pub objects: Vec<SymbolId>,
    pub ordered: bool,
    /// No barrier at the end of a worksharing construct.
    pub nowait: bool,
    /// Loops that a dependence between iterations is about: those of `ordered(n)`.
    pub doacross: usize,
    /// The variables of the loops that it takes, outermost first.
    pub loop_names: Vec<ast::Name>,
    /// What its clauses reduce, by which operation, and whether tasks may take part.
    pub reduced: Vec<(ast::Name, ast::Name, bool)>,
    /// Its clauses have errors, so that what they do not say means nothing.
    pub faulty: bool,
    /// There is a group of the tasks that it makes.
    pub groups_tasks: bool,
    /// The reductions of its loop that have the modifier `inscan`.
    pub inscan: Vec<Clause>,
    /// Name of a `critical` region; empty where it has none.
    pub critical: Option<ast::Name>,
    /// The region goes back to the host.
    pub ancestor: bool,
    /// Bounds of its loops are evaluated by the thread that meets it, before there are tasks.
    pub in_bounds: bool,
    /// The BLOCK construct that is the region, where the block is strictly structured.
    pub strict: Option<Span>,
}

impl Frame {
    /// Whether iterations may run in any order and at once: `loop`, and what has `order(concurrent)`.
    pub fn concurrent(&self) -> bool {
        self.no_threadprivate == Some(CONCURRENT) || self.directive.leaves().last() == Some(&Leaf::Loop)
    }
}

/// A region with the clause `order`.
const CONCURRENT: &str = "a region with `order(concurrent)`";

/// OpenMP state of a body.
#[derive(Debug, Default)]
pub(crate) struct OmpCx {
    pub frames: Vec<Frame>,
    /// Uses are not noted (data-sharing clauses themselves).
    pub quiet: bool,
    /// NOVARIANTS: references are to the procedures themselves.
    pub no_variants: bool,
    /// In the call of a DISPATCH construct, what its clauses say about the arguments.
    pub dispatch: Option<dispatch::Dispatch>,
}

impl OmpCx {
    /// The innermost construct.
    pub fn innermost(&self) -> Option<&Frame> {
        self.frames.last()
    }
    /// Inside a construct whose innermost leaf this is.
    pub fn in_leaf(&self, leaf: Leaf) -> bool {
        self.innermost().is_some_and(|f| f.directive.leaves().last() == Some(&leaf))
    }
    /// Why only pure procedures may be referenced.
    pub fn pure_region(&self) -> Option<&'static str> {
        if self.in_leaf(Leaf::Workdistribute) {
            Some("a `workdistribute` region, where only pure and elemental procedures may be called")
        } else {
            None
        }
    }
}

impl<'a> Resolver<'a> {
    /// Whether expressions that follow are bounds of loops that the innermost construct divides.
    pub fn omp_in_bounds(&mut self, yes: bool) {
        if let Some(f) = self.place.omp.frames.last_mut() {
            f.in_bounds = yes && f.directive.leaves().first() == Some(&Leaf::Taskloop);
        }
    }

    /// Notes a use of a variable, for `default(none)`.
    pub fn note_use(&mut self, s: SymbolId, span: Span) {
        self.note_concurrent_use(s, span);
        if self.place.omp.quiet || self.place.omp.frames.is_empty() {
            return;
        }
        let y = &self.prog.symbols[s.0 as usize];
        if y.threadprivate
            && let Some(why) = self.place.omp.frames.iter().find_map(|f| f.no_threadprivate)
        {
            let text = format!("threadprivate `{}` cannot be used in {why}", y.name);
            self.err(ErrorCode::OmpData, span, text);
            return;
        }
        let y = &self.prog.symbols[s.0 as usize];
        let category = Category::of(y);
        if let Storage::Based { pointer } = y.storage {
            // A Cray pointee is where its pointer says.
            return self.note_use(pointer, span);
        }
        if y.threadprivate || matches!(y.storage, Storage::Constant | Storage::Associate | Storage::Index) {
            return;
        }
        let scope = self.sym_info[s.0 as usize].scope.map_or(0, |s| s.0);
        let name = y.name.clone();
        // What `declare target` lists is on devices already.
        let is_everywhere = y.on_devices != OnDevices::Mapped;
        let is_object = matches!(y.ty, Ty::Derived(_) | Ty::Class(Some(_)));
        for i in (0..self.place.omp.frames.len()).rev() {
            let f = &mut self.place.omp.frames[i];
            if scope >= f.first_scope {
                return;
            }
            match f.listed.get(&s) {
                Some(Sharing::Private) => return,
                Some(_) => continue,
                None => {}
            }
            if f.in_bounds {
                continue;
            }
            if is_object && !is_everywhere && f.directive.has(Leaf::Target) && !f.objects.contains(&s) {
                f.objects.push(s);
            }
            if !is_everywhere && f.map_none.iter().any(|m| m.has(category)) && f.reported.insert(s) {
                let d = Diagnostic::error(
                    ErrorCode::OmpData,
                    span,
                    format!("`{name}` is not mapped in `{}` with `defaultmap(none)`", f.directive.name()),
                )
                .also(f.span, "the directive")
                .with_help(format!("list it in a clause such as map({name}) or firstprivate({name})"));
                f.unlisted.push((s, d));
                return;
            }
            if f.default_none.iter().any(|m| m.has(category)) && f.reported.insert(s) {
                let at = f.span;
                let dname = f.directive.name();
                let d = Diagnostic::error(
                    ErrorCode::OmpData,
                    span,
                    format!("`{name}` has no data-sharing attribute in `{dname}` with `default(none)`"),
                )
                .also(at, "the directive")
                .with_help(format!("list it in a clause such as shared({name}) or private({name})"));
                self.place.omp.frames[i].unlisted.push((s, d));
                return;
            }
        }
    }
}

impl<'a> Sema<'a> {
    /// Analyses a directive and what it governs.
    pub fn omp_construct(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) -> Res<Option<StmtKind>> {
        let d = c.directive;
        if d.has(Leaf::Metadirective) || d.has(Leaf::BeginMetadirective) {
            return self.metadirective(sc, c);
        }
        self.omp_stands_right(c)?;
        if d.has(Leaf::Nothing) {
            if let Some(k) = c.clauses.first() {
                return Err(self.unsupported(k.span, "the clause `apply` of `nothing`"));
            }
            return Ok(None);
        }
        if d.has(Leaf::Error) && d.leaves().len() == 1 {
            return self.omp_error(sc, c);
        }
        self.omp_supported(c)?;
        self.note_devices(sc, c);
        // Of clauses that are wrong, what is missing may be what was wrong.
        let nest = if c.faulty { Ok(()) } else { self.omp_nesting(c) };
        let quiet = std::mem::replace(&mut self.place.omp.quiet, true);
        let rules = if c.faulty { Err(Reported) } else { self.omp_clause_rules(sc, c) };
        let clauses = self.omp_clauses(sc, c);
        self.place.omp.quiet = quiet;
        let name = c.args.iter().find_map(item_rules::first_name).map(|(n, _)| n.clone());
        let mut failed = nest.is_err() || clauses.is_err() || rules.is_err();
        if d.has(Leaf::Scan) {
            return if failed { Err(Reported) } else { self.omp_scan(c, name) };
        }
        let (mut clauses, listed, default_none) = clauses.unwrap_or_default();
        failed |= self.omp_shared_around(c, &clauses).is_err();
        failed |= self.omp_listed_items(c, &clauses).is_err();
        if d.has(Leaf::Flush) && !c.args.is_empty() {
            let names = c.args.iter().filter_map(item_rules::first_name);
            clauses.push(Clause::Flushed(names.map(|(n, _)| n.to_string()).collect()));
        }
        if d.has(Leaf::Depobj) && !c.faulty {
            match self.omp_dependence_object(sc, c, &clauses) {
                Ok(x) => clauses.push(Clause::Depobj(x)),
                Err(_) => failed = true,
            }
        }
        self.omp_implied(sc, c, &mut clauses);
        let mut depth = clauses
            .iter()
            .filter_map(|c| match c {
                Clause::Collapse(n) => Some(*n),
                Clause::Ordered(Some(n)) => Some(*n),
                _ => None,
            })
            .max()
            .unwrap_or(1);
        let transformation = nests::is_transformation(d);
        if transformation {
            depth = nests::taken(d, &clauses);
        }
        let mut frame = self.omp_frame(c, &clauses, listed, default_none);
        frame.faulty |= failed;
        self.place.omp.frames.push(frame);
        let mut ok = !failed;
        let mut body = vec![];
        let mut sections = vec![];
        let mut loop_locals = vec![];
        if let Some(b) = &c.body {
            if d.association() == Association::Loop {
                let ordered = clauses.iter().any(|c| matches!(c, Clause::Ordered(Some(_))));
                ok &= self.omp_loop(sc, c, b, &mut depth, ordered, &mut body);
                ok &= self.omp_last_values_of_loop(c, &clauses, &body).is_ok();
                ok &= self.omp_linear_steps(c, &clauses, &body).is_ok();
                if let Some(locals) = self.counted_loops(sc, &mut body, &mut clauses) {
                    depth = locals.len();
                    loop_locals = locals;
                }
                for c in &mut clauses {
                    if let Clause::Collapse(n) = c {
                        *n = depth.min(*n);
                    }
                }
            } else {
                match d.leaves().last() {
                    Some(Leaf::Teams) => ok &= self.omp_teams_body(b).is_ok(),
                    Some(Leaf::Target) => ok &= self.omp_target_body(b).is_ok(),
                    _ => {}
                }
                body = match d.has(Leaf::Dispatch) {
                    true => match self.omp_dispatch(sc, c, b) {
                        Ok(b) => b,
                        Err(_) => {
                            ok = false;
                            vec![]
                        }
                    },
                    false => self.omp_block(sc, b, d),
                };
                if d.has(Leaf::Allocate) || d.has(Leaf::Allocators) {
                    match self.omp_allocation(sc, c, &mut body) {
                        Ok(list) => clauses.extend(list),
                        Err(_) => ok = false,
                    }
                }
                if d.has(Leaf::Atomic) {
                    ok &= !c.faulty && self.omp_atomic(&body, c).is_ok();
                }
            }
        }
        if d.has(Leaf::Interop) {
            match self.omp_interop(sc, c) {
                Ok(list) => clauses.extend(list),
                Err(_) => ok = false,
            }
        }
        for s in &c.sections {
            sections.push(self.omp_block(sc, s, d));
        }
        if let Some(f) = self.place.omp.frames.pop() {
            for (s, d) in f.unlisted {
                if !f.listed.contains_key(&s) {
                    self.report(d);
                }
            }
            let objects = f.objects.into_iter().filter(|s| !f.listed.contains_key(s)).collect();
            match self.implicitly_mapped(sc, objects, &clauses, c.span) {
                Ok(list) => clauses.extend(list),
                Err(_) => ok = false,
            }
        }
        if !ok {
            return Err(Reported);
        }
        if transformation {
            return Ok(Some(StmtKind::Omp(Box::new(self.transformation(sc, c, clauses, body)?))));
        }
        let kind = StmtKind::Omp(Box::new(Omp { directive: d, clauses, body, sections, name }));
        if loop_locals.is_empty() {
            return Ok(Some(kind));
        }
        let body = vec![Stmt { kind, span: c.span }];
        Ok(Some(StmtKind::Block { locals: loop_locals, body, id: self.place.construct_number() }))
    }

    /// Remembers that the program unit has directives for devices.
    fn note_devices(&mut self, sc: ScopeId, c: &ast::OmpConstruct) {
        if c.directive.leaves().first().is_some_and(|l| rules::is_for_devices(*l)) {
            let unit = self.outermost(sc);
            if !self.sc(unit).imported && !self.with_devices.iter().any(|u| u.0 == unit) {
                self.with_devices.push((unit, c.span));
            }
        }
    }

    /// LOOP takes the loops of DO CONCURRENT, all of them (OpenMP 6.0, 13.8): these, counted, take its place, and the clauses
    /// join those of the directive. The result: their variables.
    fn counted_loops(&mut self, sc: ScopeId, body: &mut Vec<Stmt>, clauses: &mut Vec<Clause>) -> Option<Vec<SymbolId>> {
        let Stmt { kind, span } = body.pop()?;
        let concurrent = match Concurrent::of(kind) {
            Ok(c) => c,
            Err(kind) => {
                body.push(Stmt { kind, span });
                return None;
            }
        };
        let device = self.place.omp.frames.iter().any(|f| f.directive.has(Leaf::Target));
        let counted = self.counted_concurrent(sc, concurrent, device, span);
        body.push(counted.nest);
        clauses.retain(|k| !matches!(k, Clause::Collapse(_)));
        clauses.extend(counted.clauses);
        Some(counted.locals)
    }

    /// What a directive means without saying it, and what modifiers say of all of it.
    fn omp_implied(&mut self, sc: ScopeId, c: &ast::OmpConstruct, clauses: &mut Vec<Clause>) {
        let d = c.directive;
        if d.leaves() == [Leaf::Loop] && self.in_iterations() && !clauses.iter().any(|c| matches!(c, Clause::Bind(_))) {
            clauses.push(Clause::Bind(BindRegion::Thread));
        }
        if d.has(Leaf::Atomic) && !clauses.iter().any(|c| matches!(c, Clause::MemoryOrder(_))) {
            clauses.extend(self.required_order(sc).map(Clause::MemoryOrder));
        }
        let by_tasks = |k: &ast::OmpClause| {
            k.kind == ferrotran_syntax::omp::ClauseKind::Reduction && k.modifiers.iter().any(|m| &*m.name == "task")
        };
        if c.clauses.iter().any(by_tasks) {
            clauses.push(Clause::ReductionByTasks);
        }
    }

    /// Whether all loops are divided whose bounds depend on each other.
    fn may_slope(&self, d: Directive) -> bool {
        let shares = [Leaf::Do, Leaf::Distribute, Leaf::Loop, Leaf::Taskloop, Leaf::Simd].iter().any(|&l| d.has(l));
        let frame = self.place.omp.frames.last();
        shares && frame.is_none_or(|f| f.inscan.is_empty())
    }

    /// Whether the iterations of a loop construct are around that threads, teams or lanes share: a LOOP construct in them
    /// that names no region binds to the thread (OpenMP 6.0, 13.8).
    fn in_iterations(&self) -> bool {
        let shares = |l: &Leaf| {
            matches!(l, Leaf::Loop | Leaf::Do | Leaf::Distribute | Leaf::Simd | Leaf::Taskloop | Leaf::Sections)
        };
        let frames = self.place.omp.frames.iter().rev();
        let mut inner = frames.map_while(|f| match f.directive.leaves().last() {
            Some(Leaf::Parallel | Leaf::Teams | Leaf::Target | Leaf::Task) | None => None,
            Some(l) => Some(shares(l)),
        });
        inner.any(|s| s)
    }

    /// Whether a directive is known to the compiler, and may stand in the procedure.
    fn omp_supported(&mut self, c: &'a ast::OmpConstruct) -> Res<()> {
        let d = c.directive;
        self.omp_known(c)?;
        if self.place.pure_ && !d.leaves().iter().all(|l| matches!(l, Leaf::Simd | Leaf::Assume | Leaf::Unroll)) {
            return Err(self.err(
                ErrorCode::Pure,
                c.span,
                format!("the OpenMP directive `{}` may not stand in a pure procedure", d.name()),
            ));
        }
        Ok(())
    }

    /// SCAN, in the loop that it belongs to.
    fn omp_scan(&mut self, c: &'a ast::OmpConstruct, name: Option<ast::Name>) -> Res<Option<StmtKind>> {
        let d = c.directive;
        match self.place.omp.frames.last() {
            Some(f) if f.faulty => Err(Reported),
            Some(f) if !f.inscan.is_empty() && is_init_complete(c) => {
                let clauses = vec![Clause::InitComplete];
                Ok(Some(StmtKind::Omp(Box::new(Omp { directive: d, clauses, body: vec![], sections: vec![], name }))))
            }
            Some(f) if !f.inscan.is_empty() => {
                let listed: Vec<&ast::Name> = c.clauses.iter().flat_map(item_rules::names).map(|n| n.0).collect();
                let scanned = f.inscan.iter().flat_map(|k| match k {
                    Clause::Reduction { items, .. } | Clause::UserReduction { items, .. } => &items[..],
                    _ => &[],
                });
                let unlisted = |s: &SymbolId| !listed.contains(&&self.sym(*s).name);
                if let Some(s) = scanned.filter_map(Expr::variable).find(unlisted) {
                    let text = format!("`scan` does not list `{}`, which is reduced with `inscan`", self.sym(s).name);
                    return Err(self.err(ErrorCode::OmpRule, c.span, text));
                }
                let inclusive = c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::Inclusive);
                let mut clauses = f.inscan.clone();
                clauses.push(Clause::Scan { inclusive });
                Ok(Some(StmtKind::Omp(Box::new(Omp { directive: d, clauses, body: vec![], sections: vec![], name }))))
            }
            _ => {
                let text = "`scan` must be closely nested in a loop whose `reduction` has the modifier `inscan`";
                Err(self.err(ErrorCode::OmpNesting, c.span, text))
            }
        }
    }

    /// A structured block: branches may neither enter nor leave it.
    fn omp_block(&mut self, sc: ScopeId, b: &'a [ast::Stmt], d: Directive) -> Vec<Stmt> {
        if d.has(Leaf::Assume) {
            return self.block(sc, b);
        }
        self.flow.open.push(crate::stmt::Open {
            id: ConstructId(u32::MAX),
            name: None,
            is_loop: false,
            concurrent: false,
            barrier: Some("an OpenMP region"),
        });
        let n = self.unique + 1;
        self.flow.closed_blocks.push((n, d.name().to_string()));
        let loops = std::mem::take(&mut self.flow.loops);
        let out = self.block(sc, b);
        self.flow.loops = loops;
        self.flow.open.pop();
        out
    }

    /// A metadirective in a nest: what it comes to is not known yet, so that the loop in it is left whole.
    fn is_undecided(&self, c: &ast::OmpConstruct) -> bool {
        let unscanned = self.place.omp.frames.last().is_none_or(|f| f.inscan.is_empty());
        unscanned && (c.directive.has(Leaf::Metadirective) || c.directive.has(Leaf::BeginMetadirective))
    }

    /// A loop nest of `depth` loops.
    fn omp_loop(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        b: &'a [ast::Stmt],
        wanted: &mut usize,
        ordered: bool,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let depth = *wanted;
        let d = c.directive;
        // Only comments' worth of statements may stand beside the loop.
        let mut cur: &'a [ast::Stmt] = b;
        let mut outer: Vec<ast::Name> = vec![];
        let mut made_inside = None;
        for level in 0..depth {
            let stmts: Vec<&'a ast::Stmt> = cur.iter().filter(|s| !matches!(s.kind, ast::StmtKind::Continue)).collect();
            let [one] = stmts[..] else {
                if cur.iter().any(|s| matches!(s.kind, ast::StmtKind::Error)) {
                    return false;
                }
                // Code between the loops runs at least once for each iteration around it, and at most once for each of
                // the inner loop: where only the outer loops are divided, once.
                let inscan = self.place.omp.frames.last().is_some_and(|f| !f.inscan.is_empty());
                if level > 0 && nested_loops(cur) == 1 && !ordered && !inscan {
                    *wanted = level;
                    break;
                }
                let at = stmts.get(1).or(stmts.first()).map_or(c.span, |s| s.span);
                let msg = if level == 0 {
                    format!("`{}` needs a DO loop right after it", d.name())
                } else {
                    format!(
                        "the {depth} loops of `{}` must be perfectly nested: nothing else may stand between them",
                        d.name()
                    )
                };
                self.err(ErrorCode::OmpLoop, at, msg);
                return false;
            };
            match &one.kind {
                ast::StmtKind::Do(l) => match &l.control {
                    ast::DoControl::Count { var, lower, upper, step } => {
                        if !self.omp_divided_loop(sc, c, (var, [Some(lower), Some(upper), step.as_ref()]), &mut outer) {
                            return false;
                        }
                        cur = &l.body;
                    }
                    ast::DoControl::Concurrent { .. } if d.has(Leaf::Loop) && depth == 1 => {}
                    _ => {
                        self.err(
                            ErrorCode::OmpLoop,
                            one.span,
                            format!("`{}` needs a counted DO loop: DO WHILE, DO CONCURRENT and DO without control cannot be distributed", d.name()),
                        );
                        return false;
                    }
                },
                ast::StmtKind::Error => return false,
                ast::StmtKind::BlockConstruct { .. } if level > 0 && nested_loops(cur) == 1 && !ordered => {
                    *wanted = level;
                    break;
                }
                ast::StmtKind::Omp(inner) if level > 0 && !ordered && self.is_undecided(inner) => {
                    *wanted = level;
                    break;
                }
                ast::StmtKind::Omp(inner) if level == 0 && nests::is_transformation(inner.directive) => {
                    return self.omp_generated_loops(sc, c, inner, depth, out);
                }
                ast::StmtKind::Omp(inner) if nests::is_transformation(inner.directive) => {
                    made_inside = Some((level, inner));
                    break;
                }
                _ => {
                    self.err(
                        ErrorCode::OmpLoop,
                        one.span,
                        format!(
                            "`{}` needs {} here",
                            d.name(),
                            if level == 0 { "a DO loop" } else { "a nested DO loop" }
                        ),
                    );
                    return false;
                }
            }
        }
        let n = self.unique + 1;
        self.flow.closed_blocks.push((n, d.name().to_string()));
        let scan = |s: &ast::Stmt, init: bool| match &s.kind {
            ast::StmtKind::Omp(c) => c.directive.has(Leaf::Scan) && is_init_complete(c) == init,
            _ => false,
        };
        let begun = cur.iter().position(|s| scan(s, false));
        if self.place.omp.frames.last().is_some_and(|f| !f.inscan.is_empty())
            && made_inside.is_none()
            && (cur.iter().filter(|s| scan(s, false)).count() != 1
                || cur.iter().filter(|s| scan(s, true)).count() > 1
                || cur.iter().position(|s| scan(s, true)) > begun)
        {
            let at = c.clauses.iter().find(|k| k.modifiers.iter().any(|m| &*m.name == "inscan"));
            let text = "with `inscan` the loop body must have one `scan` directive between its parts";
            self.err(ErrorCode::OmpLoop, at.map_or(c.span, |k| k.span), text);
            return false;
        }
        let own = made_inside.map_or(*wanted, |(level, _)| level);
        let saved = std::mem::replace(&mut self.flow.loops, own);
        let mut stmts = self.block(sc, b);
        self.flow.loops = saved;
        if let Some((_, inner)) = made_inside
            && !self.omp_take_generated(c, inner, &stmts, depth)
        {
            return false;
        }
        if let Some(at) = ordered_twice(cur) {
            let text = "an iteration may have only one `ordered` region";
            self.err(ErrorCode::OmpNesting, at, text);
            return false;
        }
        if self.place.omp.frames.last().is_some_and(|f| !f.inscan.is_empty())
            && let Some(at) = leaves_phase(cur)
        {
            let text = "CYCLE may not lead out of a phase of a `scan`: each iteration comes through both";
            self.err(ErrorCode::OmpNesting, at, text);
            return false;
        }
        scan_phases(&mut stmts);
        let is_loop = |s: &Stmt| match &s.kind {
            StmtKind::Do { .. } | StmtKind::DoConcurrent { .. } => true,
            StmtKind::Omp(o) => nests::is_transformation(o.directive),
            _ => false,
        };
        let ok = stmts.iter().any(is_loop);
        if let Some(at) = nonlinear_bound(&stmts, *wanted) {
            let text = "a bound may depend on the variable of one outer loop of the directive, of which it is a multiple plus a constant term";
            self.err(ErrorCode::OmpLoop, at, text);
            return false;
        }
        if !ordered {
            *wanted = divided_depth(&stmts, *wanted, self.may_slope(d));
        }
        out.extend(stmts.into_iter().filter(is_loop));
        ok
    }

    /// The variable and the bounds of a loop that a directive divides; false where they do not fit.
    fn omp_divided_loop(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        (var, bounds): (&'a ast::Expr, [Option<&'a ast::Expr>; 3]),
        outer: &mut Vec<ast::Name>,
    ) -> bool {
        let step = bounds[2];
        if bounds.into_iter().flatten().any(|e| item_rules::mentions(e, outer)) {
            use ferrotran_syntax::omp::ClauseKind;
            if let Some(k) = c.clauses.iter().find(|k| matches!(k.kind, ClauseKind::Schedule | ClauseKind::Ordered)) {
                let name = k.kind.name();
                let text = format!("`{name}` may not stand where a bound depends on an outer loop of the directive");
                self.err(ErrorCode::OmpLoop, k.span, text);
                return false;
            }
            if step.is_some_and(|e| item_rules::mentions(e, outer)) {
                let text = "the step of an OpenMP loop cannot depend on an outer loop of the directive";
                self.err(ErrorCode::OmpLoop, step.map_or(var.span, |e| e.span), text);
                return false;
            }
        }
        if let ast::ExprKind::Ref(p) = &var.kind {
            outer.push(p[0].name.name.clone());
            if let Some(f) = self.place.omp.frames.last_mut() {
                f.loop_names.push(p[0].name.name.clone());
            }
        }
        if let Ok(v) = self.do_variable_quiet(sc, var) {
            if !matches!(v.ty, Ty::Integer(_)) {
                self.err(ErrorCode::OmpLoop, var.span, "the variable of an OpenMP loop must be an integer");
                return false;
            }
            if let ExprKind::Var(s) = v.kind
                && let Some(f) = self.place.omp.frames.last_mut()
            {
                match f.listed.get(&s) {
                    Some(Sharing::Shared | Sharing::Firstprivate | Sharing::Reduction) => {
                        let n = self.sym(s).name.clone();
                        self.err(
                                            ErrorCode::OmpData,
                                            var.span,
                                            format!("the loop variable `{n}` is private here: it cannot be shared, firstprivate or a reduction"),
                                        );
                        return false;
                    }
                    Some(_) => {}
                    // SIMD gives the variable outside its last value (OpenMP 6.0, 7.1.1), which is a use there.
                    None if f.directive.has(Leaf::Simd) => {
                        f.listed.insert(s, Sharing::Linear);
                        self.note_use(s, var.span);
                    }
                    None => {
                        f.listed.insert(s, Sharing::Private);
                    }
                }
            }
        }
        true
    }

    /// The loops that a transformation generates, as those of the directive above it.
    fn omp_generated_loops(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        inner: &'a ast::OmpConstruct,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let Ok(Some(made)) = self.omp_construct(sc, inner) else { return false };
        *out = vec![Stmt { kind: made, span: inner.span }];
        self.omp_take_generated(c, inner, out, depth)
    }

    /// Whether transformations in a nest leave the outer `depth` loops for a directive; the variables of the nest are private.
    fn omp_take_generated(
        &mut self,
        c: &'a ast::OmpConstruct,
        inner: &'a ast::OmpConstruct,
        list: &[Stmt],
        depth: usize,
    ) -> bool {
        if self.loops_for(list, depth) < depth {
            // Errors in the nest have been reported where nothing is left of it.
            if !list.is_empty() {
                let loops = if depth == 1 { "loop".into() } else { format!("{depth} nested loops") };
                let text = format!("`{}` leaves no {loops} for `{}`", inner.directive.name(), c.directive.name());
                self.err(ErrorCode::OmpLoop, inner.span, text);
            }
            return false;
        }
        if let Some(f) = self.place.omp.frames.last()
            && f.doacross > 0
        {
            let text = "`ordered` with a number of loops cannot be used with generated loops";
            self.err(ErrorCode::OmpLoop, c.span, text);
            return false;
        }
        if let Some(f) = self.place.omp.frames.last_mut() {
            for s in nests::whole(list, depth).iter().flat_map(nests::Nest::variables) {
                f.listed.entry(s).or_insert(Sharing::Private);
            }
        }
        true
    }

    /// The variable of a loop, without noting its use.
    pub fn do_variable_quiet(&mut self, sc: ScopeId, var: &'a ast::Expr) -> Res<Expr> {
        let quiet = std::mem::replace(&mut self.place.omp.quiet, true);
        let v = self.do_variable(sc, var);
        self.place.omp.quiet = quiet;
        v
    }

    /// A sequential loop's variable is private in the innermost parallel, teams or task construct, target among them.
    pub fn omp_loop_variable(&mut self, s: SymbolId) {
        for f in self.place.omp.frames.iter_mut().rev() {
            if f.listed.contains_key(&s) {
                return;
            }
            if !f.default_none.is_empty() || !f.map_none.is_empty() {
                f.listed.insert(s, Sharing::Private);
                return;
            }
        }
    }
}

impl<'a> Rules<'a> {
    /// Whether the table has the directive and its clauses as supported ones.
    pub(crate) fn omp_known(&mut self, c: &'a ast::OmpConstruct) -> Res<()> {
        if let Some(l) = c.directive.leaves().iter().find(|l| l.info().on_host.is_empty()) {
            return Err(self.unsupported(c.span, format!("the OpenMP directive `{}`", l.info().name)));
        }
        if let Some(k) = c.clauses.iter().find(|k| k.kind.info().refused) {
            return Err(self.unsupported(k.span, format!("the clause `{}`", k.kind.name())));
        }
        Ok(())
    }

    /// Whether a directive may stand among statements.
    fn omp_stands_right(&mut self, c: &'a ast::OmpConstruct) -> Res<()> {
        let d = c.directive;
        match d.association() {
            Association::Declarative => {
                return Err(self.err(
                    ErrorCode::Misplaced,
                    c.span,
                    format!("`{}` belongs to the specification part", d.name()),
                ));
            }
            Association::Informational => {
                let text = format!("`{}` belongs to the specification part of a program unit", d.name());
                return Err(self.err(ErrorCode::Misplaced, c.span, text));
            }
            Association::AllocateStmt if c.body.is_none() => {
                let text =
                    format!("`{}` among executable statements must be followed by an ALLOCATE statement", d.name());
                return Err(self.err(ErrorCode::OmpNesting, c.span, text));
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'a> Facts<'a> {
    /// What the statements in a construct must know of it.
    fn omp_frame(
        &self,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
        listed: FxHashMap<SymbolId, Sharing>,
        default_none: Vec<Category>,
    ) -> Frame {
        let d = c.directive;
        let ordered = clauses.iter().any(|c| matches!(c, Clause::Ordered(_)));
        Frame {
            directive: d,
            span: c.span,
            default_none,
            default_private: clauses
                .iter()
                .filter_map(|k| match k {
                    Clause::Default { how: DefaultSharing::Private | DefaultSharing::Firstprivate, of } => Some(*of),
                    _ => None,
                })
                .collect(),
            map_none: clauses
                .iter()
                .filter_map(|k| match k {
                    Clause::Defaultmap { how: DefaultMapping::None, of } => Some(*of),
                    _ => None,
                })
                .collect(),
            no_threadprivate: if c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::Order) {
                Some(CONCURRENT)
            } else if c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::Untied) {
                Some("an untied task")
            } else {
                None
            },
            listed,
            first_scope: self.scopes.len() as u32,
            reported: FxHashSet::default(),
            unlisted: vec![],
            objects: vec![],
            in_bounds: false,
            ordered,
            nowait: !d.has(Leaf::Target) && clauses.iter().any(|c| matches!(c, Clause::Nowait(_))),
            inscan: clauses
                .iter()
                .filter_map(|c| if let Clause::Inscan(r) = c { Some((**r).clone()) } else { None })
                .collect(),
            doacross: clauses
                .iter()
                .find_map(|c| match c {
                    Clause::Ordered(n) => *n,
                    _ => None,
                })
                .unwrap_or(0),
            loop_names: vec![],
            faulty: c.faulty,
            reduced: c.clauses.iter().flat_map(|k| item_rules::reduced_names(d, k)).collect(),
            groups_tasks: d.has(Leaf::Taskgroup)
                || d.has(Leaf::Taskloop)
                    && !c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::Nogroup),
            critical: d.has(Leaf::Critical).then(|| rules::critical_name(c)),
            ancestor: rules::reverse(c),
            strict: match c.body.as_deref() {
                Some([one]) if matches!(one.kind, ast::StmtKind::BlockConstruct { .. }) => Some(one.span),
                _ => None,
            },
        }
    }
}

/// A second region of ORDERED that each iteration with these statements comes to.
fn ordered_twice(list: &[ast::Stmt]) -> Option<Span> {
    let region = |s: &&ast::Stmt| match &s.kind {
        ast::StmtKind::Omp(c) => c.directive.has(Leaf::Ordered) && c.body.is_some(),
        _ => false,
    };
    let goes_on = |s: &&ast::Stmt| {
        matches!(
            s.kind,
            ast::StmtKind::Omp(_) | ast::StmtKind::Assign { .. } | ast::StmtKind::Call { .. } | ast::StmtKind::Continue
        ) && s.label.is_none()
    };
    let first = list.iter().position(|s| region(&s))?;
    list[first + 1..].iter().take_while(goes_on).find(region).map(|s| s.span)
}

/// A CYCLE of the loop around these statements, as far as it names none.
fn leaves_phase(list: &[ast::Stmt]) -> Option<Span> {
    let mut found = None;
    for s in list {
        match &s.kind {
            ast::StmtKind::Cycle(None) => found = found.or(Some(s.span)),
            ast::StmtKind::IfStmt(_, inner) => found = found.or_else(|| leaves_phase(std::slice::from_ref(&**inner))),
            // It is about the inner loop there.
            ast::StmtKind::Do(_) => {}
            kind => kind.blocks(&mut |b| found = found.or_else(|| leaves_phase(b))),
        }
    }
    found
}

/// DO constructs among the statements, and in BLOCK constructs among them.
fn nested_loops(list: &[ast::Stmt]) -> usize {
    let count = |s: &ast::Stmt| match &s.kind {
        ast::StmtKind::Do(_) => 1,
        ast::StmtKind::Omp(c) if nests::is_transformation(c.directive) => 1,
        ast::StmtKind::BlockConstruct { body, .. } => nested_loops(body),
        _ => 0,
    };
    list.iter().map(count).sum()
}

/// How many of the `depth` outer loops are divided: those before the first whose bounds depend on a loop around it in
/// another way than `sloped` allows.
fn divided_depth(list: &[Stmt], depth: usize, sloped: bool) -> usize {
    let mut vars: Vec<SymbolId> = vec![];
    let mut cur = list;
    for level in 0..depth {
        let found = cur.iter().find_map(|s| match &s.kind {
            StmtKind::Do { var, lower, upper, step, body, .. } => Some((var, [lower, upper], step.as_ref(), body)),
            _ => None,
        });
        let Some((var, bounds, step, body)) = found else {
            // Generated loops, unless their bounds have another form.
            let generated = cur.iter().any(|s| matches!(s.kind, StmtKind::Omp(_)));
            return if generated && nests::divided(list, depth).is_none() { level } else { depth };
        };
        let depends = |e: &Expr| visit::symbols(e).iter().any(|s| vars.contains(s));
        let fits = |e: &Expr| !depends(e) || sloped && affine(e, &vars).is_some();
        if step.is_some_and(depends) || !bounds.into_iter().all(fits) {
            return level;
        }
        vars.extend(var.variable());
        cur = body;
    }
    depth
}

/// A bound of one of the `depth` outer loops that depends on those around in a way that has no canonical form
/// (OpenMP 6.0, 6.4.1).
fn nonlinear_bound(list: &[Stmt], depth: usize) -> Option<Span> {
    let mut vars: Vec<SymbolId> = vec![];
    let mut cur = list;
    for _ in 0..depth {
        let (var, bounds, body) = cur.iter().find_map(|s| match &s.kind {
            StmtKind::Do { var, lower, upper, body, .. } => Some((var, [lower, upper], body)),
            _ => None,
        })?;
        let depends = |e: &Expr| visit::symbols(e).iter().any(|s| vars.contains(s));
        if let Some(e) = bounds.into_iter().find(|e| depends(e) && linear_in(e, &vars).is_none()) {
            return Some(e.span);
        }
        vars.extend(var.variable());
        cur = body;
    }
    None
}

/// Whether a SCAN ends the initialization phase (OpenMP 6.0, 7.7).
fn is_init_complete(c: &ast::OmpConstruct) -> bool {
    c.clauses.iter().any(|k| k.kind == ferrotran_syntax::omp::ClauseKind::InitComplete)
}

/// Makes the statements around SCAN in a loop body its two phases.
fn scan_phases(list: &mut Vec<Stmt>) {
    let is_scan =
        |s: &Stmt| matches!(&s.kind, StmtKind::Omp(o) if o.directive.has(Leaf::Scan) && o.sections.is_empty());
    let ends_initialization =
        |s: &Stmt| matches!(&s.kind, StmtKind::Omp(o) if matches!(o.clauses[..], [Clause::InitComplete]));
    if let Some(at) = list.iter().position(ends_initialization) {
        let mut phases = list.split_off(at + 1);
        scan_phases(&mut phases);
        list.extend(phases);
        return;
    }
    if let Some(at) = list.iter().position(is_scan) {
        let behind = list.split_off(at + 1);
        let Some(mut scan) = list.pop() else { return };
        let before = std::mem::take(list);
        if let StmtKind::Omp(o) = &mut scan.kind {
            o.sections = vec![before, behind];
        }
        list.push(scan);
        return;
    }
    for s in list {
        if let StmtKind::Do { body, .. } = &mut s.kind {
            scan_phases(body);
        }
    }
}
