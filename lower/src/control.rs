//! Statements and control constructs.

use super::coverage::{Fork, Turns};
use super::place::Place;
use super::*;
use ferrotran_ir::Pred;
use ferrotran_ir::analysis::effects::makes_storage;
use ferrotran_syntax::ast::LabelNo;

/// In a list of more statements than this the storage that one makes ends with it.
const MANY: usize = 32;

/// Statements that are no constructs and make no variables for later ones.
fn has_no_inner_statements(s: &StmtKind) -> bool {
    use StmtKind::*;
    match s {
        Assign { .. }
        | PointerAssign { .. }
        | Call(_)
        | IntrinsicCall { .. }
        | Where { .. }
        | Forall { .. }
        | Allocate { .. }
        | Deallocate { .. }
        | Nullify(_)
        | Io(_)
        | Pause(_) => true,
        Label(_)
        | If { .. }
        | Do { .. }
        | DoWhile { .. }
        | DoConcurrent { .. }
        | SelectCase { .. }
        | SelectType { .. }
        | SelectRank { .. }
        | Associate { .. }
        | Block { .. }
        | Exit(_)
        | Cycle(_)
        | Goto(_)
        | ComputedGoto { .. }
        | ArithIf { .. }
        | Return
        | Stop { .. }
        | Omp(_) => false,
    }
}

impl FunctionBuilder {
    pub(crate) fn emit_select(&mut self, v: Value, cases: Vec<Attr>, regions: Vec<Region>) {
        let mut b = self.b();
        let mut op = b.op(OpKind::SelectCase).arg(v).attr("cases", Attr::List(cases));
        for r in regions {
            op = op.region(r);
        }
        op.build();
    }
}

impl<'p> Lower<'p> {
    /// Lowers a list of statements; one that cannot be lowered is recorded and the next goes on.
    pub fn stmts(&mut self, list: &'p [Stmt]) {
        let many = list.len() > MANY;
        let part = self.begin_part();
        for st in list {
            self.at(st.span);
            self.note_assignments(st);
            self.count_statement(st);
            let (parts, start) = (self.begin_parts(&st.kind), self.mark());
            let out = if many && !self.omp.in_directive() && has_no_inner_statements(&st.kind) {
                self.ending_storage(|s| s.stmt(st))
            } else {
                self.stmt(st)
            };
            if let Err(e) = out {
                self.errors.push(e);
            }
            self.end_parts(parts);
            self.count_leaving(&st.kind);
            if has_no_inner_statements(&st.kind) {
                self.count_return(&start, matches!(st.kind, StmtKind::Io(_) | StmtKind::IntrinsicCall { .. }));
            }
        }
        self.end_part(part);
    }

    /// Runs `f` in a block that the storage made in it ends with; without the block where it makes none.
    fn ending_storage(&mut self, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let inner = self.m.new_region(&[]);
        let out = self.within(inner, f);
        if self.m.regions[inner].ops.iter().any(|&o| makes_storage(self.m.kind(o))) {
            self.b().op(OpKind::Block).flag("scope", true).region(inner).build();
            return out;
        }
        let here = self.f.region;
        for o in std::mem::take(&mut self.m.regions[inner].ops) {
            self.m.ops[o].parent = Some(here);
            self.m.regions[here].ops.push(o);
        }
        out
    }

    fn block(&mut self, list: &'p [Stmt]) -> Region {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.stmts(list));
        r
    }

    /// The block of a choice; see [`Lower::arm`].
    fn chosen_block(&mut self, fork: &mut Fork, last: bool, list: &'p [Stmt]) -> Region {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.arm(fork, last, |s| s.stmts(list)));
        r
    }

    /// BLOCK: its entities end with it, by whatever way it is left.
    fn block_construct(&mut self, locals: &'p [SymbolId], body: &'p [Stmt]) -> Lowered<()> {
        let before = self.construct_lines(body);
        let (out, ends) = self.collecting_exits(|s| s.bind_locals(locals));
        let mut labels = Vec::new();
        visit::labels(body, &mut |l| labels.push(l));
        self.in_block(ends, &labels, |s| s.stmts(body));
        self.end_construct_lines(before);
        out
    }

    fn stmt(&mut self, st: &'p Stmt) -> Lowered<()> {
        if let Some(id) = construct_id(&st.kind) {
            self.constructs.note_construct(id);
        }
        match &st.kind {
            StmtKind::Label(n) => {
                let l = format!("L{n}");
                self.b().op(OpKind::Label).attr("label", Attr::str(&l)).build();
                // A jump to the label may lead around constants that were made before it.
                self.f.consts.clear();
                Ok(())
            }
            StmtKind::Assign { lhs, rhs, realloc } => {
                let fitted = self.omp.is_fitted(st.span);
                self.with_temps(|s| s.assign(lhs, rhs, *realloc && !fitted))
            }
            StmtKind::PointerAssign { lhs, rhs, bounds } => self.with_temps(|s| s.pointer_assign(lhs, rhs, bounds)),
            StmtKind::Call(c) => self.with_temps(|s| s.call_stmt(c)),
            StmtKind::IntrinsicCall { id, args } => self.intrinsic_statement(*id, args, st.span),
            StmtKind::If { arms, otherwise, id } => {
                self.with_exit(*id, list_exits(arms.iter().map(|a| &a.1).chain([otherwise]), *id), |s| {
                    s.if_chain(arms, otherwise)
                })
            }
            StmtKind::Do { var, lower, upper, step, body, id } => {
                self.do_loop(var, lower, upper, step.as_ref(), body, *id)
            }
            StmtKind::DoWhile { cond, body, id } => self.do_while(cond.as_ref(), body, *id),
            StmtKind::DoConcurrent { indices, mask, locality, body, id } => {
                self.do_concurrent(indices, mask.as_ref(), locality, body, *id)
            }
            StmtKind::SelectCase { selector, cases, id } => {
                self.with_exit(*id, list_exits(cases.iter().map(|c| &c.body), *id), |s| s.select_case(selector, cases))
            }
            StmtKind::Associate { assocs, body, id } => {
                self.with_exit(*id, list_exits([body], *id), |s| s.with_temps(|s| s.associate(assocs, body)))
            }
            StmtKind::Block { locals, body, id } => {
                self.with_exit(*id, list_exits([body], *id), |s| s.block_construct(locals, body))
            }
            StmtKind::Where { arms, otherwise } => self.with_temps(|s| s.where_construct(arms, otherwise, None)),
            StmtKind::Forall { indices, mask, body } => self.with_temps(|s| s.forall(indices, mask.as_ref(), body)),
            StmtKind::Allocate { items, source, mold, stat, errmsg } => {
                self.with_temps(|s| s.allocate(items, source.as_ref(), mold.as_ref(), stat.as_ref(), errmsg.as_ref()))
            }
            StmtKind::Deallocate { items, stat, errmsg } => {
                self.with_temps(|s| s.deallocate(items, stat.as_ref(), errmsg.as_ref()))
            }
            StmtKind::Nullify(items) => self.with_temps(|s| {
                for e in items {
                    match s.box_of(e)? {
                        Some(b) => s.nullify_box(b),
                        None => {
                            let null = s.b().op(OpKind::NullPtr).result(Type::PTR).value();
                            let cell = s.scalar_place(e)?;
                            s.b().store(null, cell);
                        }
                    }
                }
                Ok(())
            }),
            StmtKind::Exit(id) => {
                let Some(l) = self.constructs.get(id).and_then(|t| t.exit.clone()) else {
                    return unsupported(st.span, "EXIT from this construct");
                };
                self.leave_blocks(*id);
                self.jump(OpKind::Break, Some(&l));
                Ok(())
            }
            StmtKind::Cycle(id) => {
                let Some(l) = self.constructs.get(id).and_then(|t| t.cycle.clone()) else {
                    return unsupported(st.span, "CYCLE of this construct");
                };
                self.leave_blocks(*id);
                // In DO CONCURRENT the body is a block; everywhere else a loop.
                match l.strip_prefix("body:") {
                    Some(l) => self.jump(OpKind::Break, Some(&format!("body:{l}"))),
                    None => self.jump(OpKind::Continue, Some(&l)),
                }
                Ok(())
            }
            StmtKind::Goto(n) => {
                self.goto(*n);
                Ok(())
            }
            StmtKind::ComputedGoto { labels, selector } => {
                let start = self.mark();
                let v = self.with_temps(|s| s.scalar(selector))?;
                self.count_return(&start, false);
                let mut cases = Vec::new();
                let mut regions = Vec::new();
                for (i, n) in labels.iter().enumerate() {
                    let k = i as i64 + 1;
                    cases.push(Attr::List(vec![Attr::ints(&[k, k])]));
                    let r = self.m.new_region(&[]);
                    self.within(r, |s| s.goto(*n));
                    regions.push(r);
                }
                cases.push(Attr::List(vec![]));
                regions.push(self.m.new_region(&[]));
                self.emit_select(v, cases, regions);
                Ok(())
            }
            StmtKind::ArithIf { value, negative, zero, positive } => {
                let start = self.mark();
                let v = self.with_temps(|s| s.scalar(value))?;
                self.count_return(&start, false);
                let t = self.m.ty(v);
                let z = if matches!(value.ty, Ty::Integer(_)) { self.b().int(0, t) } else { self.b().float(0.0, t) };
                for (pred, label) in [(Pred::Lt, negative), (Pred::Eq, zero), (Pred::Gt, positive)] {
                    let c = self.b().cmp(pred, v, z);
                    self.goto_if(c, *label)?;
                }
                Ok(())
            }
            StmtKind::Return => {
                self.end_blocks(0);
                self.jump(OpKind::Break, Some("exit"));
                Ok(())
            }
            StmtKind::Stop { error, code, quiet } => self.stop(*error, code.as_ref(), quiet.as_ref()),
            StmtKind::Pause(code) => self.with_temps(|s| s.pause(code.as_ref())),
            StmtKind::Io(io) => self.with_temps(|s| s.io(io, st.span)),
            StmtKind::Omp(o) => self.in_directive(|s| s.omp(o, st.span)),
            StmtKind::SelectType { selector, guards, id, .. } => {
                self.with_exit(*id, list_exits(guards.iter().map(|g| &g.body), *id), |s| {
                    s.with_temps(|s| s.select_type(selector, guards))
                })
            }
            StmtKind::SelectRank { selector, cases, id } => {
                self.with_exit(*id, list_exits(cases.iter().map(|c| &c.body), *id), |s| s.select_rank(selector, cases))
            }
        }
    }

    /// Releases what ends with the BLOCK constructs inside a construct that is left or cycled.
    fn leave_blocks(&mut self, id: ConstructId) {
        let depth = self.constructs.depth_of_construct(id);
        self.end_blocks(depth);
    }

    /// Branches to a label, which ends the BLOCK constructs that it is not in.
    pub fn goto(&mut self, label: LabelNo) {
        self.count_jump(label);
        let depth = self.constructs.depth_of_label(label);
        self.end_blocks(depth);
        self.jump(OpKind::Goto, Some(&format!("L{label}")));
    }

    /// Runs `f` in a block that EXIT of the construct can leave, if any does.
    fn with_exit(&mut self, id: ConstructId, used: bool, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        if !used {
            return f(self);
        }
        let label = self.label("x");
        self.constructs.insert(id, Targets { exit: Some(label.clone()), cycle: None });
        let r = self.m.new_region(&[]);
        self.begin_exits(id);
        let out = self.within(r, f);
        self.end_exits(id);
        self.b().op(OpKind::Block).attr("label", Attr::str(&label)).region(r).build();
        out
    }

    fn if_chain(&mut self, arms: &'p [(Expr, Vec<Stmt>)], otherwise: &'p [Stmt]) -> Lowered<()> {
        let Some(((cond, body), rest)) = arms.split_first() else {
            self.stmts(otherwise);
            return Ok(());
        };
        self.count_line(cond.span);
        let start = self.mark();
        let c = self.with_temps(|s| s.scalar(cond))?;
        self.count_return(&start, false);
        let mut fork = self.fork();
        let then = self.m.new_region(&[]);
        self.within(then, |s| s.arm(&mut fork, false, |s| s.stmts(body)));
        let other = self.m.new_region(&[]);
        let out = self.within(other, |s| s.arm(&mut fork, true, |s| s.if_chain(rest, otherwise)));
        self.join(fork);
        self.b().op(OpKind::If).arg(c).region(then).region(other).build();
        out
    }

    fn do_loop(
        &mut self,
        var: &'p Expr,
        lower: &'p Expr,
        upper: &'p Expr,
        step: Option<&'p Expr>,
        body: &'p [Stmt],
        id: ConstructId,
    ) -> Lowered<()> {
        let cell = self.scalar_place(var)?;
        let t = self.m.types.elem(self.m.ty(cell));
        let start = self.mark();
        let (lo, hi, st) = self.with_temps(|s| {
            let lo = s.scalar(lower)?;
            let hi = s.scalar(upper)?;
            let st = match step {
                Some(e) => s.scalar(e)?,
                None if matches!(var.ty, Ty::Real(_)) => s.b().float(1.0, t),
                None => s.b().int(1, t),
            };
            Ok((s.cast(lo, t), s.cast(hi, t), s.cast(st, t)))
        })?;
        self.count_return(&start, false);
        let mut turns = self.begin_turns(id);
        let exit = self.label("x");
        let cycle = self.label("c");
        if let Ty::Integer(k @ 1..=8) = var.ty {
            self.check_loop_end(lo, hi, st, k)?;
        }
        let watched = self.checked(|c| c.loops);
        let counted = matches!(var.ty, Ty::Real(_) | Ty::Integer(16));
        let target = if watched || counted { format!("body:{cycle}") } else { cycle.clone() };
        self.constructs.insert(id, Targets { exit: Some(exit.clone()), cycle: Some(target.clone()) });
        let outer = self.m.new_region(&[]);
        let out = self.within(outer, |s| {
            if counted {
                return s.do_counted(cell, [lo, hi, st], body, &cycle, &mut turns);
            }
            let r = s.m.new_region(&[t]);
            let iv = s.m.args(r)[0];
            s.within(r, |s| {
                s.b().store(iv, cell);
                s.begin_turn(&mut turns);
                if !watched {
                    s.stmts(body);
                    return Ok(());
                }
                let loc = s.f.loc;
                s.body_block(body, &target);
                s.f.loc = loc;
                s.check_loop_variable(cell, iv)
            })?;
            s.b().op(OpKind::For).arg(lo).arg(hi).arg(st).attr("label", Attr::str(&cycle)).region(r).build();
            // After the last iteration the variable is one step further; the distance may need more bits than it has.
            let [first, end, by] = [lo, hi, st].map(|v| s.cast(v, Type::I64));
            let span = s.sub(end, first);
            let n = s.add(span, by);
            let n = if s.known(by) == Some(1) { n } else { s.b().binary(OpKind::Div, n, by) };
            let n = s.max0(n);
            let o = s.mul(n, by);
            let last = s.add(first, o);
            let last = s.cast(last, t);
            s.b().store(last, cell);
            Ok(())
        });
        self.end_turns(&turns, true);
        self.b().op(OpKind::Block).attr("label", Attr::str(&exit)).region(outer).build();
        out
    }

    /// A loop whose variable is no loop counter of the IR: it counts the iterations.
    fn do_counted(
        &mut self,
        cell: Value,
        [lo, hi, st]: [Value; 3],
        body: &'p [Stmt],
        cycle: &str,
        turns: &mut Turns,
    ) -> Lowered<()> {
        let span = self.b().binary(OpKind::Sub, hi, lo);
        let n = self.b().binary(OpKind::Add, span, st);
        let n = self.b().binary(OpKind::Div, n, st);
        let n = if *self.m.tk(n) == ferrotran_ir::TypeKind::Int(128) {
            let t = self.m.ty(n);
            let (none, most) = (self.b().int(0, t), self.b().int(i64::MAX, t));
            let n = self.b().binary(OpKind::Max, n, none);
            self.b().binary(OpKind::Min, n, most)
        } else {
            n
        };
        let n = self.cast(n, Type::INDEX);
        let n = self.max0(n);
        self.b().store(lo, cell);
        let r = self.m.new_region(&[Type::INDEX]);
        self.within(r, |s| {
            // Where it is to be seen whether the body changes the variable, its value at the start is kept.
            let before = s.checked(|c| c.loops).then(|| s.b().load(cell));
            s.begin_turn(turns);
            let loc = s.f.loc;
            s.body_block(body, &format!("body:{cycle}"));
            if let Some(v) = before {
                s.f.loc = loc;
                s.check_loop_variable(cell, v)?;
            }
            let v = s.b().load(cell);
            let v = s.b().binary(OpKind::Add, v, st);
            s.b().store(v, cell);
            Ok(())
        })?;
        let (zero, one) = (self.idx(0), self.idx(1));
        let last = self.sub(n, one);
        self.b().op(OpKind::For).arg(zero).arg(last).arg(one).region(r).build();
        Ok(())
    }

    /// The statements of one iteration, in a block of their own that CYCLE leaves.
    fn body_block(&mut self, body: &'p [Stmt], label: &str) {
        let inner = self.block(body);
        self.b().op(OpKind::Block).attr("label", Attr::str(label)).region(inner).build();
    }

    fn do_while(&mut self, cond: Option<&'p Expr>, body: &'p [Stmt], id: ConstructId) -> Lowered<()> {
        let label = self.label("w");
        self.constructs.insert(id, Targets { exit: Some(label.clone()), cycle: Some(label.clone()) });
        let rc = self.m.new_region(&[]);
        let mut turns = self.begin_turns(id);
        let out = self.within(rc, |s| {
            let start = s.mark();
            let c = match cond {
                Some(e) => s.with_temps(|s| s.scalar(e))?,
                None => s.b().int(1, Type::BOOL),
            };
            s.count_return(&start, false);
            s.b().op(OpKind::Yield).args(&[c]).build();
            Ok(())
        });
        let rb = self.m.new_region(&[]);
        self.within(rb, |s| {
            s.begin_turn(&mut turns);
            s.stmts(body);
        });
        self.end_turns(&turns, cond.is_some());
        self.b().op(OpKind::While).attr("label", Attr::str(&label)).region(rc).region(rb).build();
        out
    }

    fn do_concurrent(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        locality: &'p [Locality],
        body: &'p [Stmt],
        id: ConstructId,
    ) -> Lowered<()> {
        let mut bounds = Vec::new();
        let mut extents = Vec::new();
        for i in indices {
            let (lo, hi, st) = self.with_temps(|s| s.bounds(&i.lower, &i.upper, i.step.as_ref()))?;
            extents.push(self.trip_count(lo, hi, st));
            bounds.push((lo, st));
        }
        let reduces = locality.iter().any(|l| matches!(l, Locality::Reduce(..)));
        let label = format!("body:{}", self.label("d"));
        self.constructs.insert(id, Targets { exit: None, cycle: Some(label.clone()) });
        // What the local copies hold ends with the iteration.
        let iteration = |s: &mut Self, idx: &[Value]| {
            s.with_temps(|s| {
                for (k, i) in indices.iter().enumerate() {
                    let (lo, st) = bounds[k];
                    let o = s.mul(idx[k], st);
                    let v = s.add(lo, o);
                    s.bind_index(i.var, v)?;
                }
                for l in locality {
                    match l {
                        Locality::Local(v) => s.own_variable(*v)?,
                        Locality::LocalInit(v) => s.own_copy(*v)?,
                        Locality::Shared(_) | Locality::Reduce(..) => {}
                    }
                }
                let inner = s.m.new_region(&[]);
                s.within(inner, |s| s.stmts(body));
                let block = |s: &mut Self| {
                    s.b().op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
                };
                match mask {
                    Some(m) => {
                        let c = s.with_temps(|s| s.scalar(m))?;
                        s.if_else(
                            c,
                            |s| {
                                block(s);
                                Ok(())
                            },
                            |_| Ok(()),
                        )
                    }
                    None => {
                        block(s);
                        Ok(())
                    }
                }
            })
        };
        let all = |s: &mut Self| {
            if reduces {
                return s.nest(&extents, iteration);
            }
            let r = s.m.new_region(&vec![Type::INDEX; extents.len()]);
            let idx = s.m.args(r).to_vec();
            let out = s.within(r, |s| iteration(s, &idx));
            s.b().op(OpKind::Parallel).args(&extents).region(r).build();
            out
        };
        self.with_bindings(|s| s.without_exits(all))
    }

    /// Copies the value of one variable to another of the same declaration.
    pub fn copy_binding(&mut self, dst: &Binding, src: &Binding) -> Lowered<()> {
        match (dst, src) {
            (Binding::Scalar(d), Binding::Scalar(s)) => {
                let v = self.load_ref(*s);
                self.store_ref(v, *d);
                Ok(())
            }
            (Binding::Scalar(d), Binding::Value(v)) => {
                self.store_ref(*v, *d);
                Ok(())
            }
            (Binding::Array { view: d, .. }, Binding::Array { view: s, .. }) => {
                let array::Prep::Array { value, .. } = self.load_view(*s) else { return Ok(()) };
                self.b().op(OpKind::ArrayAssign).arg(*d).arg(value).opt(None).build();
                Ok(())
            }
            (Binding::Box(d), Binding::Box(s)) => {
                // The copy has the shape and value of the original, if that is allocated.
                let (d, s) = (*d, *s);
                let have = self.b().unary(OpKind::BoxAllocated, s, Type::BOOL);
                let bt = self.m.types.elem(self.m.ty(s));
                let rank = self.m.types.rank(bt);
                self.if_else(
                    have,
                    |l| {
                        let lbs = l.box_lbounds(s);
                        let from = l.box_view(s);
                        let ext = if rank > 0 { l.view_extents(from) } else { Vec::new() };
                        l.allocate_box(d, &lbs, &ext, None)?;
                        let to = l.box_view(d);
                        if rank == 0 {
                            let v = l.load_ref(from);
                            l.store_ref(v, to);
                        } else if let array::Prep::Array { value, .. } = l.load_view(from) {
                            l.b().op(OpKind::ArrayAssign).arg(to).arg(value).opt(None).build();
                        }
                        Ok(())
                    },
                    |_| Ok(()),
                )
            }
            _ => unsupported(Span::default(), "a private copy of this variable"),
        }
    }

    fn select_case(&mut self, selector: &'p Expr, cases: &'p [Case]) -> Lowered<()> {
        let start = self.mark();
        let (v, temps) = self.collecting_temps(|s| s.scalar(selector));
        let v = v?;
        self.count_return(&start, false);
        let mut fork = self.fork();
        let default = cases.iter().find(|c| c.ranges.is_empty());
        let out = if matches!(selector.ty, Ty::Integer(1..=8) | Ty::Unsigned(_)) {
            // Bounds and selector of unsigned cases are compared as the signed numbers of the same order.
            let (v, shift) = match selector.ty {
                Ty::Unsigned(k) => (self.signed_order(v), 1i128 << (8 * u32::from(k) - 1)),
                _ => (v, 0),
            };
            let (Ty::Integer(kind) | Ty::Unsigned(kind)) = selector.ty else { unreachable!("asked above") };
            let greatest = i128::MAX >> (128 - 8 * u32::from(kind));
            let bound = |c: &Option<Const>, open: i128| match c {
                Some(Const::Int(n)) => n - shift,
                _ => open,
            };
            let mut list = Vec::new();
            let mut regions = Vec::new();
            for c in cases.iter().filter(|c| !c.ranges.is_empty()) {
                let mut ranges = Vec::new();
                for (lo, hi) in &c.ranges {
                    let (lo, hi) = (bound(lo, i128::MIN), bound(hi, i128::MAX));
                    // What no value of the selector's kind is needs no test: `case (3:2)`, `case (200)` of kind 1.
                    if lo <= hi && lo <= greatest && hi >= !greatest {
                        let lo = if lo < !greatest { i64::MIN } else { lo as i64 };
                        let hi = if hi > greatest { i64::MAX } else { hi as i64 };
                        ranges.push(Attr::ints(&[lo, hi]));
                    }
                }
                if ranges.is_empty() {
                    continue;
                }
                list.push(Attr::List(ranges));
                regions.push(self.chosen_block(&mut fork, false, &c.body));
            }
            list.push(Attr::List(vec![]));
            regions.push(self.chosen_block(&mut fork, true, default.map_or(&[][..], |c| &c.body[..])));
            self.emit_select(v, list, regions);
            Ok(())
        } else {
            let rest: Vec<&'p Case> = cases.iter().filter(|c| !c.ranges.is_empty()).collect();
            self.case_chain(v, selector, &rest, default, &mut fork)
        };
        self.join(fork);
        self.release_all(temps);
        out
    }

    /// Cases of characters, logicals and integers that no register holds: a chain of tests.
    fn case_chain(
        &mut self,
        v: Value,
        selector: &'p Expr,
        cases: &[&'p Case],
        default: Option<&'p Case>,
        fork: &mut Fork,
    ) -> Lowered<()> {
        let Some((first, rest)) = cases.split_first() else {
            self.arm(fork, true, |s| s.stmts(default.map_or(&[][..], |c| &c.body[..])));
            return Ok(());
        };
        let mut any = None;
        for (lo, hi) in &first.ranges {
            let mut c = None;
            let test = |s: &mut Self, pred: Pred, k: &Const| -> Lowered<Value> {
                let kv = s.constant(k, &selector.ty, selector.span)?;
                if matches!(selector.ty, Ty::Logical(_)) {
                    let d = s.b().binary(OpKind::Xor, v, kv);
                    return Ok(s.b().unary(OpKind::Not, d, Type::BOOL));
                }
                if matches!(selector.ty, Ty::Integer(_)) {
                    return Ok(s.b().cmp(pred, v, kv));
                }
                Ok(s.chr_cmp(pred, v, kv))
            };
            match (lo, hi) {
                (Some(a), Some(b)) if a == b => c = Some(test(self, Pred::Eq, a)?),
                _ => {
                    if let Some(a) = lo {
                        c = Some(test(self, Pred::Ge, a)?);
                    }
                    if let Some(b) = hi {
                        let d = test(self, Pred::Le, b)?;
                        c = Some(match c {
                            Some(c) => self.b().binary(OpKind::And, c, d),
                            None => d,
                        });
                    }
                }
            }
            let c = match c {
                Some(c) => c,
                None => self.b().int(1, Type::BOOL),
            };
            any = Some(match any {
                Some(a) => self.b().binary(OpKind::Or, a, c),
                None => c,
            });
        }
        let cond = match any {
            Some(c) => c,
            None => self.b().int(0, Type::BOOL),
        };
        let then = self.chosen_block(fork, false, &first.body);
        let other = self.m.new_region(&[]);
        let out = self.within(other, |s| s.case_chain(v, selector, rest, default, fork));
        self.b().op(OpKind::If).arg(cond).region(then).region(other).build();
        out
    }

    fn associate(&mut self, assocs: &'p [(SymbolId, Expr)], body: &'p [Stmt]) -> Lowered<()> {
        let mut list = Vec::new();
        let mut entities = Vec::new();
        for (s, e) in assocs {
            if class::is_class(&e.ty) {
                let x = self.entity(e)?;
                entities.push((*s, x));
                continue;
            }
            let b = if place::is_designator(e) || self.gives_pointer(e) {
                match self.place(e)? {
                    Place::Scalar(r) => Binding::Scalar(r),
                    Place::Array { view, lbs } => {
                        let lbs = match lbs {
                            Some(l) => l,
                            None => (0..e.rank).map(|_| self.idx(1)).collect(),
                        };
                        Binding::Array { view, lbs }
                    }
                }
            } else if e.rank == 0 {
                let v = self.scalar(e)?;
                if matches!(e.ty, Ty::Derived(_)) { Binding::Scalar(v) } else { Binding::Value(v) }
            } else {
                let (value, extents) = self.array_value(e)?;
                let view = self.materialize(value, &extents, &e.ty, e.span)?;
                let lbs = (0..e.rank).map(|_| self.idx(1)).collect();
                Binding::Array { view, lbs }
            };
            list.push((*s, b));
        }
        let before = self.construct_lines(body);
        for (s, b) in list {
            self.tell(s, &b);
            self.entities.bind(s, b);
        }
        for (s, x) in entities {
            self.bind_entity(s, x, true);
        }
        self.stmts(body);
        self.end_construct_lines(before);
        Ok(())
    }

    fn pause(&mut self, code: Option<&'p Expr>) -> Lowered<()> {
        match code {
            Some(e) if matches!(e.ty, Ty::Character(..)) => {
                let v = self.scalar(e)?;
                let (a, n) = (self.addr(v), self.chr_len(v));
                self.rt(rt::frt_pause_chr, &[a, n]);
            }
            Some(e) => {
                let v = self.scalar(e)?;
                let v = self.cast(v, Type::I64);
                self.rt(rt::frt_pause_int, &[v]);
            }
            None => {
                let (null, zero) = (self.b().op(OpKind::NullPtr).result(Type::PTR).value(), self.idx(0));
                self.rt(rt::frt_pause_chr, &[null, zero]);
            }
        }
        Ok(())
    }

    fn stop(&mut self, error: bool, code: Option<&'p Expr>, quiet: Option<&'p Expr>) -> Lowered<()> {
        let q = match quiet {
            Some(e) => {
                let v = self.scalar(e)?;
                self.cast(v, Type::I32)
            }
            None => self.b().int(0, Type::I32),
        };
        match code {
            None => self.rt(if error { rt::frt_error_stop } else { rt::frt_stop }, &[q]),
            Some(e) if matches!(e.ty, Ty::Character(..)) => {
                let v = self.scalar(e)?;
                let (a, n) = (self.addr(v), self.chr_len(v));
                self.rt(if error { rt::frt_error_stop_chr } else { rt::frt_stop_chr }, &[a, n, q]);
            }
            Some(e) => {
                let v = self.scalar(e)?;
                let v = self.cast(v, Type::I32);
                self.rt(if error { rt::frt_error_stop_int } else { rt::frt_stop_int }, &[v, q]);
            }
        }
        self.jump(OpKind::Unreachable, None);
        Ok(())
    }
}

/// The construct that a statement is.
fn construct_id(k: &StmtKind) -> Option<ConstructId> {
    match k {
        StmtKind::If { id, .. }
        | StmtKind::Do { id, .. }
        | StmtKind::DoWhile { id, .. }
        | StmtKind::DoConcurrent { id, .. }
        | StmtKind::SelectCase { id, .. }
        | StmtKind::SelectType { id, .. }
        | StmtKind::SelectRank { id, .. }
        | StmtKind::Associate { id, .. }
        | StmtKind::Block { id, .. } => Some(*id),
        StmtKind::Label(_)
        | StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Call(_)
        | StmtKind::IntrinsicCall { .. }
        | StmtKind::Where { .. }
        | StmtKind::Forall { .. }
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
        | StmtKind::Omp(_) => None,
    }
}

/// True where a statement of the lists exits that construct.
fn list_exits<'a>(lists: impl IntoIterator<Item = &'a Vec<Stmt>>, id: ConstructId) -> bool {
    lists.into_iter().any(|l| exits(l, id))
}

fn exits(list: &[Stmt], id: ConstructId) -> bool {
    list.iter().any(|s| {
        let mut found = matches!(&s.kind, StmtKind::Exit(x) if *x == id);
        visit::blocks(s, &mut |b| found |= exits(b, id));
        found
    })
}
