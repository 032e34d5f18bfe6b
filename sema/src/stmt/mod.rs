//! Executable statements: the body context (constructs, labels, purity) and the dispatch by statement.

pub(crate) mod alloc;
mod arrays;
pub(crate) mod assign;
pub(crate) mod concurrent;
pub(crate) mod control;
pub(crate) mod defined_io;
pub(crate) mod format;
pub(crate) mod io;
mod io_rules;
mod jumps;
pub(crate) mod legacy;
mod plain;
pub(crate) mod select;

use super::ctx::*;
use super::expr::Want;
use super::place::Place;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Ident, LabelNo, Name};
use ferrotran_typed::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// A construct that is open.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub id: ConstructId,
    pub name: Option<Name>,
    /// A loop: CYCLE may name it.
    pub is_loop: bool,
    /// DO CONCURRENT.
    pub concurrent: bool,
    /// Boundary that EXIT and CYCLE may not cross, with what to call it.
    pub barrier: Option<&'static str>,
}

/// What is known of a label.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelInfo {
    pub defined: Option<Span>,
    pub format: Option<Vec<u8>>,
    /// Innermost blocks (from the outside in) that the label stands in.
    pub blocks: Vec<u32>,
    pub target: bool,
    /// A transfer names its FORMAT.
    pub used: bool,
}

/// What only statements know of the body that is analysed: its labels, and the blocks and constructs that are open.
#[derive(Default)]
pub(crate) struct Flow {
    pub open: Vec<Open>,
    pub labels: FxHashMap<LabelNo, LabelInfo>,
    /// Blocks that are open, by unique number, for jumps into blocks.
    pub blocks: Vec<u32>,
    /// Blocks that may not be left by a branch (OpenMP structured blocks), with the directive's name.
    pub closed_blocks: Vec<(u32, String)>,
    /// Blocks of IF constructs without names.
    pub if_blocks: FxHashSet<u32>,
    pub gotos: Vec<(LabelNo, Span, Vec<u32>)>,
    /// Depth in WHERE.
    pub in_where: u32,
    /// Loops still to be opened that belong to the directive of OpenMP around.
    pub loops: usize,
    /// Coarrays that the CHANGE TEAM constructs around allocate, outermost first.
    pub teams: Vec<Vec<Expr>>,
    /// Labels of ASSIGN statements, in order.
    pub assigned: Vec<LabelNo>,
    /// The labels and the variables of ASSIGN statements.
    pub assigned_to: Vec<(LabelNo, Name)>,
}

impl<'a> Sema<'a> {
    /// Analyses the body of a procedure.
    pub fn body(&mut self, id: ProcId) {
        self.ensure_spec(id);
        let Some(unit) = self.pi(id).unit else { return };
        if self.pi(id).interface || self.proc(id).body.is_some() {
            return;
        }
        let sc = self.pi(id).scope;
        let stmts: &'a [ast::Stmt] = match self.procs.separate_bodies.get(&id) {
            Some(u) => &u.body,
            None => &unit.body,
        };
        let spec: &'a [ast::Stmt] = match self.procs.separate_bodies.get(&id) {
            Some(u) => &u.spec,
            None => &unit.spec,
        };
        self.begin_place(id, sc);
        self.flow = Flow::default();
        self.finish_scope(sc);
        self.finish_generics(sc);
        for st in spec {
            if let (ast::StmtKind::Format(text), Some(l)) = (&st.kind, st.label) {
                self.define_format(l, text, st.span);
            }
        }
        self.stmt_functions(sc);
        self.begin_place(id, sc);
        self.find_labels(stmts);
        let mut body = self.scope_lengths(sc);
        let mut around = Some(sc);
        while let Some(s) = around {
            body.extend(self.sc(s).assumptions.iter().cloned());
            around = self.sc(s).parent;
        }
        body.append(&mut self.block(sc, stmts));
        let used = self.flow.gotos.iter().map(|g| g.0).chain(self.flow.assigned.iter().copied()).collect();
        self.warn_labels(&used);
        let entered = self.check_gotos();
        jumps::drop_labels(&mut body, &used);
        if !entered.is_empty() {
            body = self.open_if_blocks(body, &entered);
        }
        let mut locals: Vec<SymbolId> = self.sc(sc).locals.clone();
        locals.retain(|s| {
            !(self.si(*s).procedure && !self.sym(*s).pointer && !matches!(self.sym(*s).storage, Storage::Dummy(_)))
        });
        // Dummies first; the order is one in which bounds may be evaluated.
        locals.sort_by_key(|s| !matches!(self.sym(*s).storage, Storage::Dummy(_)));
        self.proc_mut(id).body = Some(Body { locals, stmts: body, entries: vec![] });
        let inner = self.procs.contained.remove(&id).unwrap_or_default();
        for p in inner {
            self.body(p);
        }
    }

    fn begin_place(&mut self, id: ProcId, sc: ScopeId) {
        self.place = Place::of(id, self.sc(sc).module.clone(), self.proc(id).pure_);
    }

    fn stmt_functions(&mut self, sc: ScopeId) {
        let all = std::mem::take(&mut self.procs.statement_functions);
        let mut rest = vec![];
        let mut refers: FxHashMap<ProcId, Vec<ProcId>> = FxHashMap::default();
        for (p, scope, value) in all {
            if self.sc(scope).parent != Some(sc) {
                rest.push((p, scope, value));
                continue;
            }
            let span = value.span;
            let Some(r) = self.proc(p).result else { continue };
            let ty = self.sym(r).ty.clone();
            let Ok(x) = self.expr(scope, value) else { continue };
            // C1578
            let mut open = vec![];
            x.walk(&mut |e| {
                if let ExprKind::Call(c) = &e.kind
                    && let ProcTarget::Proc(q) = &c.target
                {
                    open.push(*q);
                }
            });
            refers.insert(p, open.clone());
            let mut seen: FxHashSet<ProcId> = FxHashSet::default();
            while let Some(q) = open.pop() {
                if seen.insert(q) {
                    open.extend(refers.get(&q).into_iter().flatten());
                }
            }
            if seen.contains(&p) {
                self.err(ErrorCode::Semantic, span, "this statement function refers to itself");
                continue;
            }
            if self.check_assignable_types(&ty, &x, span).is_err() {
                continue;
            }
            let x = match ty {
                Ty::Derived(_) => Ok(x),
                _ => self.convert(x, &ty),
            };
            let Ok(rhs) = x else { continue };
            let mut uses: Vec<SymbolId> = vec![];
            rhs.walk(&mut |e| match &e.kind {
                ExprKind::Var(s) if self.sym_info[s.0 as usize].scope != Some(scope) => uses.push(*s),
                ExprKind::Call(c) => {
                    if let ProcTarget::Proc(q) = &c.target {
                        uses.extend(self.procs.statement_uses.get(q).into_iter().flatten());
                    }
                }
                _ => {}
            });
            self.procs.statement_uses.insert(p, uses);
            // It does what the functions in it do.
            let mut pure = true;
            rhs.walk(&mut |e| pure &= self.is_pure_reference(e));
            self.proc_mut(p).pure_ = pure;
            let lhs = Expr { kind: ExprKind::Var(r), ty, rank: 0, span };
            let locals = self.sc(scope).locals.clone();
            let stmts = vec![Stmt { kind: StmtKind::Assign { lhs, rhs, realloc: false }, span }];
            self.proc_mut(p).body = Some(Body { locals, stmts, entries: vec![] });
        }
        self.procs.statement_functions = rest;
    }

    /// Whether the outermost operation of an expression, if it is the reference of a function, has no side effects.
    fn is_pure_reference(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(c) => match &c.target {
                ProcTarget::Proc(q) | ProcTarget::Bound { iface: q, .. } => self.proc(*q).pure_,
                ProcTarget::Symbol(_) | ProcTarget::Implicit { .. } | ProcTarget::Pointer { .. } => false,
            },
            ExprKind::Intrinsic { id, .. } => id.row().pure_(),
            _ => true,
        }
    }

    fn define_format(&mut self, label: LabelNo, text: &[u8], span: Span) {
        let mut full = vec![b'('];
        full.extend_from_slice(text);
        full.push(b')');
        let old = self.opts.old_formats || self.opts.dec.blank_items;
        match format::check(&full, old, self.opts.default_widths, self.opts.standard > 1) {
            Ok(text) => full = text,
            Err((_, msg)) => {
                self.err(ErrorCode::Io, span, msg);
            }
        }
        let info = self.flow.labels.entry(label).or_default();
        if let Some(old) = info.defined {
            let d = Diagnostic::error(ErrorCode::BadLabel, span, format!("label {label} is defined twice"))
                .also(old, "first here");
            self.report(d);
            return;
        }
        info.defined = Some(span);
        info.format = Some(full);
    }

    /// Finds all labels of a body first, as jumps may go forward.
    fn find_labels(&mut self, stmts: &'a [ast::Stmt]) {
        for st in stmts {
            if let Some(l) = st.label {
                if let ast::StmtKind::Format(text) = &st.kind {
                    self.define_format(l, text, st.span);
                } else {
                    let info = self.flow.labels.entry(l).or_default();
                    if let Some(old) = info.defined {
                        let d = Diagnostic::error(ErrorCode::BadLabel, st.span, format!("label {l} is defined twice"))
                            .also(old, "first here");
                        self.report(d);
                    } else {
                        info.defined = Some(st.span);
                    }
                }
            }
            if let ast::StmtKind::AssignLabel(l, name) = &st.kind {
                if !self.flow.assigned.contains(l) {
                    self.flow.assigned.push(*l);
                }
                self.flow.assigned_to.push((*l, name.name.clone()));
            }
            // The last statement of a loop may be what its label is for.
            if let ast::StmtKind::Do(d) = &st.kind
                && let Some(l) = d.body.last().and_then(|s| s.label)
            {
                self.flow.labels.entry(l).or_default().used = true;
            }
            st.kind.blocks(&mut |b| self.find_labels(b));
        }
    }

    /// Opens a construct.
    pub fn open(&mut self, name: Option<&Ident>, is_loop: bool) -> ConstructId {
        let id = self.place.construct_number();
        self.flow.open.push(Open { id, name: name.map(|n| n.name.clone()), is_loop, concurrent: false, barrier: None });
        id
    }
    /// Closes the innermost construct.
    pub fn close(&mut self) {
        self.flow.open.pop();
    }

    /// Analyses a block of statements.
    pub fn block(&mut self, sc: ScopeId, stmts: &'a [ast::Stmt]) -> Vec<Stmt> {
        let n = self.fresh();
        self.flow.blocks.push(n);
        let mut out = vec![];
        let outer = self.place.conditional;
        for st in stmts {
            let inside = matches!(
                st.kind,
                ast::StmtKind::If { .. }
                    | ast::StmtKind::SelectCase { .. }
                    | ast::StmtKind::SelectType { .. }
                    | ast::StmtKind::SelectRank { .. }
                    | ast::StmtKind::Where { .. }
            );
            self.place.conditional += u32::from(inside);
            self.stmt(sc, st, &mut out);
            self.place.conditional -= u32::from(inside);
            // What follows a statement that may leave the loop need not be executed.
            if matches!(
                st.kind,
                ast::StmtKind::If { .. }
                    | ast::StmtKind::IfStmt(..)
                    | ast::StmtKind::Exit(_)
                    | ast::StmtKind::Cycle(_)
                    | ast::StmtKind::Goto(_)
                    | ast::StmtKind::ArithIf(..)
            ) && !self.place.do_ranges.is_empty()
            {
                self.place.conditional += 1;
            }
        }
        self.place.conditional = outer;
        self.flow.blocks.pop();
        out
    }

    /// Analyses a statement into the list.
    pub fn stmt(&mut self, sc: ScopeId, st: &'a ast::Stmt, out: &mut Vec<Stmt>) {
        if let Some(l) = st.label
            && !matches!(st.kind, ast::StmtKind::Format(_))
        {
            let blocks = self.flow.blocks.clone();
            let info = self.flow.labels.entry(l).or_default();
            info.blocks = blocks;
            info.target = true;
            out.push(Stmt { kind: StmtKind::Label(l), span: st.span });
        }
        if !self.omp_check_stmt(st) {
            return;
        }
        self.depth += 1;
        if self.depth > 1000 {
            self.err(ErrorCode::TooDeep, st.span, "constructs are nested too deeply");
        } else {
            // What goes with a statement around this one stays with that.
            let outer = (std::mem::take(&mut self.place.before), std::mem::take(&mut self.place.after));
            let branches = std::mem::take(&mut self.place.branches);
            let own = std::mem::take(&mut self.place.own);
            let kind = self.stmt_kind(sc, st);
            let own = std::mem::replace(&mut self.place.own, own);
            let before = std::mem::replace(&mut self.place.before, outer.0);
            let after = std::mem::replace(&mut self.place.after, outer.1);
            for (l, span) in std::mem::replace(&mut self.place.branches, branches) {
                self.jump(l, span);
            }
            if let Ok(Some(kind)) = kind {
                let alone = before.is_empty() && after.is_empty();
                let list = before.into_iter().chain([Stmt { kind, span: st.span }]).chain(after);
                match own.is_empty() {
                    true => out.extend(list),
                    false => {
                        let body = list.collect();
                        // No EXIT names it.
                        let kind = StmtKind::Block { locals: own, body, id: ConstructId(u32::MAX) };
                        out.push(Stmt { kind, span: st.span });
                    }
                }
                if alone {
                    self.offload_array(out);
                }
            }
        }
        self.depth -= 1;
    }

    fn stmt_kind(&mut self, sc: ScopeId, st: &'a ast::Stmt) -> Res<Option<StmtKind>> {
        let span = st.span;
        Ok(Some(match &st.kind {
            ast::StmtKind::Error => return Err(Reported),
            ast::StmtKind::Continue
            | ast::StmtKind::Format(_)
            | ast::StmtKind::Data(_)
            | ast::StmtKind::Namelist(_) => return Ok(None),
            ast::StmtKind::Assign { .. } if self.procs.statement_function_stmts.contains(&(st.span)) => {
                return Ok(None);
            }
            ast::StmtKind::Assign { target, value } => self.assign(sc, target, value, span)?,
            ast::StmtKind::PointerAssign { target, value } => self.pointer_assign(sc, target, value, span)?,
            ast::StmtKind::Call { proc } if let Some([condition, first, second]) = self.chosen_call(proc) => {
                self.call_by_condition(sc, condition, [first, second], span)?
            }
            ast::StmtKind::Call { proc } => {
                let k = self.call_stmt(sc, proc)?;
                self.omp_check_call(&k, span)?;
                k
            }
            ast::StmtKind::Return(None) => {
                if self.place.proc.is_some_and(|p| self.proc(p).is_main) {
                    // Accepted as an extension: ends the program.
                }
                self.check_leaves(span, "RETURN")?;
                StmtKind::Return
            }
            ast::StmtKind::Return(Some(e)) => self.alternate_return(sc, e, span)?,
            ast::StmtKind::Stop { error, code, quiet } => self.stop(sc, *error, code.as_ref(), quiet.as_ref(), span)?,
            ast::StmtKind::Goto(l) => {
                self.jump(*l, span);
                StmtKind::Goto(*l)
            }
            ast::StmtKind::ComputedGoto(labels, e) => {
                let selector = self.int_expr(sc, e, "the selector of a computed GOTO")?;
                for l in labels {
                    self.jump(*l, span);
                }
                StmtKind::ComputedGoto { labels: labels.clone(), selector }
            }
            ast::StmtKind::AssignedGoto(name, labels) => self.assigned_goto(sc, name, labels, span)?,
            ast::StmtKind::AssignLabel(label, name) => self.assign_label(sc, *label, name, span)?,
            ast::StmtKind::ArithIf(e, a, b, c) => {
                let value = self.expr(sc, e)?;
                if !matches!(value.ty, Ty::Integer(_) | Ty::Real(_)) || value.rank != 0 {
                    return Err(self.err(ErrorCode::Type, e.span, "an arithmetic IF needs a scalar integer or real"));
                }
                for l in [a, b, c] {
                    self.jump(*l, span);
                }
                StmtKind::ArithIf { value, negative: *a, zero: *b, positive: *c }
            }
            ast::StmtKind::Cycle(n) => self.exit_cycle(n.as_ref(), true, span)?,
            ast::StmtKind::Exit(n) => self.exit_cycle(n.as_ref(), false, span)?,
            ast::StmtKind::IfStmt(c, inner) => self.if_stmt(sc, c, inner)?,
            ast::StmtKind::If { name, arms, otherwise } => {
                self.if_construct(sc, name.as_ref(), arms, otherwise.as_ref())?
            }
            ast::StmtKind::Do(d) => {
                let kind = self.do_stmt(sc, d)?;
                self.shared_concurrent(sc, kind, span)
            }
            ast::StmtKind::SelectCase { name, selector, cases } => {
                self.select_case(sc, name.as_ref(), selector, cases)?
            }
            ast::StmtKind::SelectType { name, assoc, selector, guards } => {
                self.select_type(sc, name.as_ref(), assoc.as_ref(), selector, guards)?
            }
            ast::StmtKind::SelectRank { name, assoc, selector, cases } => {
                self.select_rank(sc, name.as_ref(), assoc.as_ref(), selector, cases, span)?
            }
            ast::StmtKind::Associate { name, assocs, body } => self.associate(sc, name.as_ref(), assocs, body)?,
            ast::StmtKind::BlockConstruct { name, spec, body } => {
                self.block_construct(sc, name.as_ref(), spec, body)?
            }
            ast::StmtKind::Critical { name, args, body } => self.critical(sc, name.as_ref(), args, body, span)?,
            ast::StmtKind::ChangeTeam { name, args, assocs, body, end } => {
                self.image_control("CHANGE TEAM", span)?;
                self.change_team(sc, name.as_ref(), args, assocs, (body, end), span)?
            }
            ast::StmtKind::WhereStmt(mask, inner) => {
                let arms = [(mask, std::slice::from_ref(&**inner))];
                self.where_construct(sc, &arms, None)?
            }
            ast::StmtKind::Where { arms, otherwise, .. } => {
                let list: Vec<(&'a ast::Expr, &'a [ast::Stmt])> = arms.iter().map(|(m, b)| (m, &b[..])).collect();
                self.where_construct(sc, &list, otherwise.as_deref())?
            }
            ast::StmtKind::ForallStmt(h, inner) => self.forall(sc, h, std::slice::from_ref(&**inner))?,
            ast::StmtKind::Forall { header, body, .. } => self.forall(sc, header, body)?,
            ast::StmtKind::Allocate { spec, objects, options } => self.allocate(sc, spec.as_ref(), objects, options)?,
            ast::StmtKind::Deallocate { objects, options } => self.deallocate(sc, objects, options)?,
            ast::StmtKind::Nullify(list) => self.nullify(sc, list)?,
            ast::StmtKind::Print { format, items } => {
                self.io(sc, io::Head::Format(IoKind::Print, format), items, span)?
            }
            ast::StmtKind::ReadFmt { format, items } => {
                self.io(sc, io::Head::Format(IoKind::Read, format), items, span)?
            }
            ast::StmtKind::Write { control, items } => {
                self.io(sc, io::Head::Control(IoKind::Write, control), items, span)?
            }
            ast::StmtKind::Read { control, items } => {
                self.io(sc, io::Head::Control(IoKind::Read, control), items, span)?
            }
            ast::StmtKind::Io { op, control, items } => self.io(sc, io::Head::File(*op, control), items, span)?,
            ast::StmtKind::Pause(code) => self.pause(sc, code.as_ref(), span)?,
            ast::StmtKind::Image { keyword, args } => return self.image_statement(sc, keyword, args, span),
            ast::StmtKind::Omp(c) => return self.omp_construct(sc, c),
            ast::StmtKind::Entry { .. } if self.flow.blocks.len() <= 1 => return Ok(None),
            ast::StmtKind::Entry { .. } => return Err(self.nested_entry(span)),
            ast::StmtKind::Use(_)
            | ast::StmtKind::Import { .. }
            | ast::StmtKind::ImplicitNone { .. }
            | ast::StmtKind::Implicit(_)
            | ast::StmtKind::TypeDecl { .. }
            | ast::StmtKind::DerivedType(_)
            | ast::StmtKind::CrayPointer(_)
            | ast::StmtKind::Union(_)
            | ast::StmtKind::Interface(_)
            | ast::StmtKind::ProcedureDecl { .. }
            | ast::StmtKind::Parameter(_)
            | ast::StmtKind::AttrStmt { .. }
            | ast::StmtKind::Common(_)
            | ast::StmtKind::Equivalence(_)
            | ast::StmtKind::Enum { .. } => {
                return Err(self.err(
                    ErrorCode::Misplaced,
                    span,
                    "a specification statement may not stand among executable statements",
                ));
            }
        }))
    }

    /// Records a jump to a label.
    fn jump(&mut self, l: LabelNo, span: Span) {
        let blocks = self.flow.blocks.clone();
        self.flow.gotos.push((l, span, blocks));
    }

    /// Checks the branches; gives the labels in blocks of IF constructs that branches from outside go to.
    fn check_gotos(&mut self) -> Vec<LabelNo> {
        let mut entered = vec![];
        for (l, span, blocks) in std::mem::take(&mut self.flow.gotos) {
            let info = self.flow.labels.get(&l).cloned().unwrap_or_default();
            let Some(at) = info.defined else {
                self.err(ErrorCode::Flow, span, format!("label {l} is not defined in this procedure"));
                continue;
            };
            if info.format.is_some() {
                let d = Diagnostic::error(ErrorCode::Flow, span, format!("label {l} belongs to a FORMAT statement"))
                    .also(at, "here");
                self.report(d);
                continue;
            }
            if !blocks.starts_with(&info.blocks) {
                let common = blocks.iter().zip(&info.blocks).take_while(|(a, b)| a == b).count();
                let ifs = info.blocks[common..].iter().all(|b| self.flow.if_blocks.contains(b));
                if ifs && self.opts.standard == 0 {
                    let text = format!("the branch to label {l} jumps into a block");
                    let d = Diagnostic::warning(ErrorCode::Extension, span, text).also(at, "the label");
                    self.report(d);
                    entered.push(l);
                    continue;
                }
                let d = Diagnostic::error(ErrorCode::Flow, span, format!("the branch to label {l} jumps into a block"))
                    .also(at, "the label");
                self.report(d);
                continue;
            }
            let left: Vec<u32> = blocks[info.blocks.len()..].to_vec();
            if let Some((_, name)) = self.flow.closed_blocks.iter().find(|(b, _)| left.contains(b)).cloned() {
                self.err(ErrorCode::OmpRule, span, format!("the branch to label {l} leaves the `{name}` region"));
            }
        }
        entered
    }

    /// RETURN (and the like) may not leave an OpenMP block or DO CONCURRENT.
    fn check_leaves(&mut self, span: Span, what: &str) -> Res<()> {
        if let Some((_, name)) =
            self.flow.closed_blocks.iter().rev().find(|(b, _)| self.flow.blocks.contains(b)).cloned()
        {
            return Err(self.err(ErrorCode::OmpRule, span, format!("{what} leaves the `{name}` region")));
        }
        if let Some(b) = self.flow.open.iter().rev().find_map(|o| o.barrier) {
            return Err(self.err(ErrorCode::Flow, span, format!("{what} may not leave {b}")));
        }
        Ok(())
    }

    fn exit_cycle(&mut self, name: Option<&Ident>, cycle: bool, span: Span) -> Res<StmtKind> {
        let what = if cycle { "CYCLE" } else { "EXIT" };
        let mut crossed: Option<&'static str> = None;
        let mut found = None;
        for o in self.flow.open.iter().rev() {
            let hit = match name {
                Some(n) => o.name.as_ref() == Some(&n.name),
                None => o.is_loop,
            };
            if hit {
                found = Some(o.clone());
                break;
            }
            crossed = crossed.or(o.barrier);
        }
        let Some(o) = found else {
            return Err(match name {
                Some(n) => self.err(ErrorCode::Flow, n.span, format!("{what}: no construct `{}` is open here", n.name)),
                None => self.err(ErrorCode::Flow, span, format!("{what} is not inside a loop")),
            });
        };
        if cycle && !o.is_loop {
            return Err(self.err(ErrorCode::Flow, span, "CYCLE needs a loop, this names another construct"));
        }
        if let Some(b) = crossed {
            return Err(self.err(ErrorCode::Flow, span, format!("{what} may not leave {b}")));
        }
        if !cycle && let Some(b) = o.barrier.filter(|b| *b != crate::coarrays::CHANGE_TEAM) {
            return Err(self.err(ErrorCode::Flow, span, format!("{what} may not leave {b}")));
        }
        Ok(if cycle { StmtKind::Cycle(o.id) } else { StmtKind::Exit(o.id) })
    }
}
