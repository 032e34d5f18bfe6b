//! Structured control flow, jumps, and scalar loop nests.

use super::func::{FuncGen, Scope};
use super::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cv, condcodes::IntCC, types};
use cranelift_frontend::Switch;
use ferrotran_abi::rt;
use ferrotran_ir::analysis::effects::{depends_on_operands_only, is_box_read};
use ferrotran_ir::{Attr, Op, OpKind, Region, TypeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What jumps have to know of a procedure.
pub(crate) struct Jumps {
    /// The place of every op.
    order: FxHashMap<Op, usize>,
    labels: FxHashMap<String, Op>,
    /// Strings in the arena of temporaries: where each is made and used last.
    strings: Vec<(usize, usize)>,
}

impl Jumps {
    fn of(m: &ferrotran_ir::Module, body: Region) -> Jumps {
        let mut j = Jumps { order: FxHashMap::default(), labels: FxHashMap::default(), strings: Vec::new() };
        let mut made: FxHashMap<Value, usize> = FxHashMap::default();
        for (n, op) in m.walk(body).into_iter().enumerate() {
            j.order.insert(op, n);
            for v in m.operands(op) {
                if let Some(&s) = made.get(v) {
                    j.strings[s].1 = n;
                }
            }
            match m.kind(op) {
                OpKind::Label => {
                    j.labels.insert(m.attr_str(op, "label").unwrap_or_default().to_string(), op);
                }
                OpKind::ChrConcat | OpKind::ChrCast => {
                    made.insert(m.result(op), j.strings.len());
                    j.strings.push((n, n));
                }
                _ => {}
            }
        }
        j
    }
}

impl FuncGen<'_, '_, '_> {
    pub(crate) fn flow_op(&mut self, op: Op) -> Res<()> {
        match self.m.kind(op) {
            OpKind::If => self.if_op(op),
            OpKind::SelectCase => self.select_case(op),
            OpKind::For => {
                if self.wide_loop(op)? {
                    return Ok(());
                }
                self.for_loop(op)
            }
            OpKind::Trips => self.trips(op),
            OpKind::While => self.while_loop(op),
            OpKind::Block => self.block_op(op),
            OpKind::Parallel => {
                let extents = self.loop_extents(op)?;
                let r = self.m.region(op, 0);
                self.nest(op, &extents, r)
            }
            OpKind::Reduce => {
                self.fail(op, "loop.reduce cannot be compiled for the host: the pass `reductions` makes loops of it")
            }
            OpKind::Break => {
                let scope = self.find_scope(op)?;
                let (of, to) = (scope.op, scope.break_to);
                self.hand_over(of, self.m.operands(op))?;
                self.jump(to);
                self.dead = true;
                Ok(())
            }
            OpKind::Continue => {
                let scope = self.find_scope(op)?;
                let of = scope.op;
                let Some(to) = scope.continue_to else {
                    return self.fail(op, "loop.continue of something that is no loop");
                };
                self.hand_over(of, self.m.operands(op))?;
                self.jump(to);
                self.dead = true;
                Ok(())
            }
            OpKind::Label => {
                let name = self.m.attr_str(op, "label").unwrap_or_default();
                let (_, blk) = self.labels[name];
                if !self.dead {
                    self.hand_over(op, self.m.operands(op))?;
                    self.jump(blk);
                }
                self.start(blk);
                self.take(op, &self.m.ops[op].results)
            }
            OpKind::Goto => {
                let name = self.m.attr_str(op, "label").unwrap_or_default();
                let Some(&(label, blk)) = self.labels.get(name) else {
                    return self.fail(op, format!("there is no label {name}"));
                };
                let name = name.to_string();
                self.release_for_goto(op, &name)?;
                self.hand_over(label, self.m.operands(op))?;
                self.jump(blk);
                self.dead = true;
                Ok(())
            }
            _ => unreachable!("dispatched by kind"),
        }
    }

    fn find_scope(&self, op: Op) -> Res<&Scope> {
        let label = self.m.attr_str(op, "label");
        let found = self.scopes.iter().rev().find(|s| match label {
            Some(l) => s.label.as_deref() == Some(l),
            None => s.is_loop,
        });
        match found {
            Some(s) => Ok(s),
            None => self.fail(op, "no enclosing loop or block has that label"),
        }
    }

    fn scope_label(&self, op: Op) -> Option<String> {
        self.m.attr_str(op, "label").map(str::to_string)
    }

    fn if_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        if self.waits_for_branch(op) {
            return Ok(());
        }
        let regions = m.ops[op].regions.to_vec();
        if self.cx.opts.opt_level > 0 && self.is_choice(op) {
            let c = self.s(m.operand(op, 0))?;
            return self.choose(op, c);
        }
        let empty = |r: Option<&Region>| r.is_none_or(|&r| m.regions[r].ops.is_empty());
        let (has_then, has_else) = (!empty(regions.first()), !empty(regions.get(1)));
        let join = self.block();
        let then = if has_then { self.block() } else { join };
        let other = if has_else { self.block() } else { join };
        if !has_then && !has_else {
            return Ok(());
        }
        self.condition(m.operand(op, 0), then, other)?;
        let mut reached = !has_then || !has_else;
        for (i, blk) in [(0, then), (1, other)] {
            if blk == join {
                continue;
            }
            reached |= self.alternative(op, regions[i], blk, join)?;
        }
        self.finish_join(op, join, reached)
    }

    /// One of the regions that a branch chooses from, in its block; whether its end goes on to `join`.
    fn alternative(&mut self, op: Op, r: Region, blk: Block, join: Block) -> Res<bool> {
        self.b.seal_block(blk);
        self.start(blk);
        let y = self.region(r)?;
        if self.dead {
            return Ok(false);
        }
        self.hand_over(op, &y)?;
        self.jump(join);
        Ok(true)
    }

    /// Where the alternatives of a branch come together again.
    fn finish_join(&mut self, op: Op, join: Block, reached: bool) -> Res<()> {
        self.b.seal_block(join);
        self.start(join);
        self.take(op, &self.m.ops[op].results)?;
        self.dead = !reached;
        if self.dead {
            // Nothing comes here, but the block is in the function and needs an end.
            self.b.ins().trap(cranelift_codegen::ir::TrapCode::unwrap_user(1));
        }
        Ok(())
    }

    /// A branch that only picks integers, with a few instructions that cannot fail, and does not make the next iteration wait.
    pub(super) fn is_choice(&self, op: Op) -> bool {
        /// Most instructions that are executed for nothing.
        const MOST: u32 = 4;
        let m = self.m;
        let small = |v: Value| self.cx.scalar_ty(m.ty(v)).is_some_and(|t| t.is_int() && t.bits() <= 64);
        let results = &m.ops[op].results;
        if !(1..=2).contains(&results.len()) || !results.iter().all(|&v| small(v)) {
            return false;
        }
        let mut work = 0;
        for &op in m.ops[op].regions.iter().flat_map(|&r| &m.regions[r].ops) {
            let fits = match m.kind(op) {
                OpKind::Const | OpKind::Yield => true,
                OpKind::Add | OpKind::Sub | OpKind::And | OpKind::Or | OpKind::Xor | OpKind::Cast => {
                    work += 1;
                    small(m.result(op)) && small(m.operand(op, 0))
                }
                OpKind::Mul | OpKind::Shl | OpKind::ShrU | OpKind::ShrS => {
                    work += 1;
                    small(m.result(op)) && m.operands(op).iter().any(|&v| m.const_int(v).is_some())
                }
                // A shift that rounds towards zero.
                OpKind::Div => {
                    work += 2;
                    let by = m.const_int(m.operand(op, 1));
                    small(m.result(op)) && by.is_some_and(|n| n > 0 && n.count_ones() == 1)
                }
                _ => false,
            };
            if !fits {
                return false;
            }
        }
        work <= MOST && !self.waits_for_choice(op)
    }

    /// True where the condition of a branch looks at memory at an address that hangs on what the branch chose in the iteration
    /// before (the place of the least element so far, say). A processor that guesses the branch need not wait for it.
    fn waits_for_choice(&self, op: Op) -> bool {
        let m = self.m;
        let mut kept: Vec<Value> = Vec::new();
        for &r in &m.ops[op].regions {
            let ends = m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield);
            kept.extend(ends.into_iter().flat_map(|&o| m.operands(o)).filter(|&&v| m.def(v).is_none()));
        }
        // Values that the condition is made of, each with whether it is part of an address.
        let mut work = vec![(m.operand(op, 0), false)];
        let mut seen: FxHashSet<(Value, bool)> = FxHashSet::default();
        while let Some((v, address)) = work.pop() {
            if address && kept.contains(&v) {
                return true;
            }
            if let Some(d) = m.def(v).filter(|&d| m.ops[d].regions.is_empty())
                && seen.insert((v, address))
            {
                let address = address || m.kind(d) == OpKind::Load;
                work.extend(m.operands(d).iter().map(|&v| (v, address)));
            }
        }
        false
    }

    /// Such a branch without a jump: both values are there, and the condition picks one.
    fn choose(&mut self, op: Op, c: Cv) -> Res<()> {
        let m = self.m;
        let then = self.region(m.region(op, 0))?;
        let other = self.region(m.region(op, 1))?;
        for ((&r, a), b) in m.ops[op].results.iter().zip(then).zip(other) {
            let (a, b) = (self.s(a)?, self.s(b)?);
            let val = Val::S(self.b.ins().select(c, a, b));
            let depth = self.depth;
            self.set(r, val, depth);
        }
        Ok(())
    }

    fn select_case(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let v = self.s(m.operand(op, 0))?;
        let regions = m.ops[op].regions.to_vec();
        let cases = m.attr(op, "cases").map(Attr::items).unwrap_or_default();
        if cases.len() != regions.len() {
            return self.fail(op, "loop.select needs one list of cases per region");
        }
        let ty = self.b.func.dfg.value_type(v);
        let blocks: Vec<Block> = regions.iter().map(|_| self.block()).collect();
        let join = self.block();
        let mut default = join;
        let mut switch = Switch::new();
        let mut ranges = Vec::new();
        let mask = if ty.bits() >= 64 { u64::MAX } else { (1u64 << ty.bits()) - 1 };
        let mut seen = rustc_hash::FxHashSet::default();
        for (list, &blk) in cases.iter().zip(&blocks) {
            if list.items().is_empty() {
                default = blk;
            }
            for pair in list.items() {
                let p = pair.items();
                let (Some(lo), Some(hi)) = (p.first().and_then(Attr::as_int), p.get(1).and_then(Attr::as_int)) else {
                    return self.fail(op, "malformed case of loop.select");
                };
                if lo == hi {
                    let key = u128::from(lo as u64 & mask);
                    if seen.insert(key) {
                        switch.set_entry(key, blk);
                    }
                } else {
                    ranges.push((lo, hi, blk));
                }
            }
        }
        let mut reached = default == join;
        for (lo, hi, blk) in ranges {
            let next = self.block();
            let limit = if ty.bits() >= 64 { i64::MAX } else { (1i64 << (ty.bits() - 1)) - 1 };
            let (lo, hi) = (lo.max(-limit - 1), hi.min(limit));
            let a = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, v, lo);
            let z = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, v, hi);
            let c = self.b.ins().band(a, z);
            self.brif(c, blk, next);
            self.b.seal_block(next);
            self.start(next);
        }
        switch.emit(&mut self.b, v, default);
        for (&r, &blk) in regions.iter().zip(&blocks) {
            reached |= self.alternative(op, r, blk, join)?;
        }
        self.finish_join(op, join, reached)
    }

    fn block_op(&mut self, op: Op) -> Res<()> {
        let r = self.m.region(op, 0);
        if self.m.attr(op, "label").is_none() {
            // No break can mean it.
            let y = self.region(r)?;
            if !self.dead {
                for (&result, v) in self.m.ops[op].results.iter().zip(y) {
                    let (val, depth) = (self.get(v)?, self.depth_of(v));
                    self.set(result, val, depth);
                }
            }
            return Ok(());
        }
        let exit = self.block();
        self.scopes.push(Scope {
            op,
            label: self.scope_label(op),
            is_loop: false,
            break_to: exit,
            continue_to: None,
            mark: None,
        });
        let y = self.region(r)?;
        self.scopes.pop();
        if !self.dead {
            self.hand_over(op, &y)?;
            self.jump(exit);
        }
        self.b.seal_block(exit);
        self.start(exit);
        self.take(op, &self.m.ops[op].results)
    }

    // ---- temporaries of one iteration -----------------------------------------------------------
    /// A mark of the arena, where an iteration of this loop may use the arena.
    pub(crate) fn loop_mark(&mut self, op: Op) -> Res<Option<Cv>> {
        let m = self.m;
        let uses = m.ops[op].regions.iter().any(|&r| m.walk(r).iter().any(|&o| self.takes_temporary(o)));
        if uses { self.rt(op, rt::frt_temp_mark, &[]) } else { Ok(None) }
    }

    fn release(&mut self, op: Op, mark: Option<Cv>) -> Res<()> {
        if let Some(mark) = mark {
            self.rt(op, rt::frt_temp_release, &[mark])?;
        }
        Ok(())
    }

    /// A jump leaves loops, or makes one: what their iterations took from the arena goes.
    fn release_for_goto(&mut self, op: Op, label: &str) -> Res<()> {
        let m = self.m;
        if self.entry_mark.is_none() {
            return Ok(());
        }
        let body = m.region(self.op, 0);
        let jumps = match &self.jumps {
            Some(j) => j.clone(),
            None => self.jumps.insert(std::rc::Rc::new(Jumps::of(m, body))).clone(),
        };
        let Some(&target) = jumps.labels.get(label) else { return Ok(()) };
        // Loops around the jump that do not hold the label are left.
        let mut left = 0;
        let mut around = m.parent_op(op);
        while let Some(o) = around {
            let is_scope =
                matches!(m.kind(o), OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce | OpKind::Block);
            let holds = m.ops[o].regions.iter().any(|&r| m.is_inside(m.ops[target].parent.unwrap_or(body), r));
            if is_scope && !holds {
                left += 1;
            }
            around = m.parent_op(o);
        }
        let first = self.scopes.len().saturating_sub(left);
        if let Some(mark) = self.scopes[first..].iter().find_map(|s| s.mark) {
            return self.release(op, Some(mark));
        }
        // A jump backwards: everything since the enclosing loop began, if no string made before the
        // label is used after it.
        let (Some(&here), Some(&there)) = (jumps.order.get(&op), jumps.order.get(&target)) else { return Ok(()) };
        if there < here {
            if !jumps.strings.iter().any(|&(made, used)| made < there && used > there) {
                let mark = self.scopes[..first].iter().rev().find_map(|s| s.mark).or(self.body_mark);
                return self.release(op, mark);
            }
        }
        Ok(())
    }

    // ---- loops ----------------------------------------------------------------------------------
    fn while_loop(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let regions = m.ops[op].regions.to_vec();
        let mark = self.loop_mark(op)?;
        self.hand_in(op, m.operands(op))?;
        if self.cx.opts.opt_level > 0 && mark.is_none() && self.is_short_condition(regions[0]) {
            return self.rotated_loop(op);
        }
        let (head, body, latch, exit) = (self.block(), self.block(), self.block(), self.block());
        let way = self.way_out(op, exit);
        self.jump(head);
        self.start(head);
        self.depth += 1;
        self.take(op, m.args(regions[0]))?;
        self.region_and(regions[0], &mut |g, y| if g.dead { Ok(()) } else { g.go_on(op, &y, body, way) })?;
        self.hand_out(op, way, exit)?;
        self.b.seal_block(body);
        self.start(body);
        self.take(op, m.args(regions[1]))?;
        self.scopes.push(Scope {
            op,
            label: self.scope_label(op),
            is_loop: true,
            break_to: exit,
            continue_to: Some(latch),
            mark,
        });
        let y = self.region(regions[1])?;
        self.scopes.pop();
        if !self.dead {
            self.hand_over(op, &y)?;
            self.jump(latch);
        }
        self.b.seal_block(latch);
        self.start(latch);
        self.release(op, mark)?;
        self.jump(head);
        self.b.seal_block(head);
        self.b.seal_block(exit);
        self.start(exit);
        self.release(op, mark)?;
        self.depth -= 1;
        self.take(op, &m.ops[op].results)
    }

    /// A condition of a few ops that may as well stand twice.
    fn is_short_condition(&self, r: Region) -> bool {
        const MOST: usize = 16;
        let m = self.m;
        let ops = &m.regions[r].ops;
        ops.len() <= MOST
            && ops.iter().all(|&o| match m.kind(o) {
                OpKind::Yield => m.operands(o).first().is_some_and(|&c| m.const_int(c).is_none()),
                OpKind::Load => true,
                k => is_box_read(k) || depends_on_operands_only(m, o) && m.ops[o].regions.is_empty(),
            })
    }

    /// A loop that asks for its condition in front of it and behind its body: an iteration has one jump.
    fn rotated_loop(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let (cond, inside) = (m.region(op, 0), m.region(op, 1));
        let (body, latch, exit) = (self.block(), self.block(), self.block());
        self.depth += 1;
        self.loop_test(op, cond, body, exit)?;
        self.start(body);
        self.take(op, m.args(inside))?;
        self.scopes.push(Scope {
            op,
            label: self.scope_label(op),
            is_loop: true,
            break_to: exit,
            continue_to: Some(latch),
            mark: None,
        });
        let y = self.region(inside)?;
        self.scopes.pop();
        if !self.dead {
            self.hand_over(op, &y)?;
            self.jump(latch);
        }
        self.b.seal_block(latch);
        self.start(latch);
        let way = self.way_out(op, exit);
        self.loop_test(op, cond, body, way)?;
        self.hand_out(op, way, exit)?;
        self.b.seal_block(body);
        self.b.seal_block(exit);
        self.start(exit);
        self.depth -= 1;
        self.take(op, &m.ops[op].results)
    }

    /// Goes on with the body of a loop.while, or behind it.
    fn loop_test(&mut self, op: Op, cond: Region, body: Block, exit: Block) -> Res<()> {
        self.take(op, self.m.args(cond))?;
        let y = self.region(cond)?;
        self.go_on(op, &y, body, exit)
    }

    /// As the first of the values says that the condition of a loop.while gives; the others are handed over.
    fn go_on(&mut self, op: Op, values: &[Value], body: Block, exit: Block) -> Res<()> {
        let Some((&c, values)) = values.split_first() else {
            return self.fail(op, "the condition of loop.while yields no value");
        };
        if self.waiting(c).is_none() {
            let c = self.s(c)?;
            self.hand_over(op, values)?;
            self.brif(c, body, exit);
            return Ok(());
        }
        // The parts of the condition take what the loop has now.
        let ways = [self.block(), self.block()];
        self.condition(c, ways[0], ways[1])?;
        for (way, to) in ways.into_iter().zip([body, exit]) {
            self.b.seal_block(way);
            self.start(way);
            self.hand_over(op, values)?;
            self.jump(to);
        }
        Ok(())
    }

    fn for_loop(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let r = m.region(op, 0);
        let Some(&iv) = m.args(r).first() else { return self.fail(op, "loop.for has no variable") };
        let ty = m.ty(iv);
        let Some(ct) = self.cx.scalar_ty(ty).filter(|t| t.is_int()) else {
            return self.fail(op, "the variable of loop.for must be an integer");
        };
        let lb = self.ix(m.operand(op, 0))?;
        let ub = self.ix(m.operand(op, 1))?;
        let step = self.ix(m.operand(op, 2))?;
        let mark = self.loop_mark(op)?;
        self.hand_in(op, &m.operands(op)[3..])?;
        let (head, latch, exit) = (self.block(), self.block(), self.block());
        let i = self.b.append_block_param(head, types::I64);
        let lbv = self.ixv(lb);
        // Up to which value of the variable there are iterations (known step), or the number of iterations left.
        let mut end = None;
        let mut left = None;
        match step {
            Ix::C(0) => {
                let (file, line) = self.position(op)?;
                self.rt(op, rt::frt_step_zero, &[file, line])?;
                self.jump(exit);
            }
            Ix::C(s) => {
                let ubv = self.ixv(ub);
                let cc = if s > 0 { IntCC::SignedLessThanOrEqual } else { IntCC::SignedGreaterThanOrEqual };
                let some = self.b.ins().icmp(cc, lbv, ubv);
                let last = if s == 1 || s == -1 {
                    ubv
                } else {
                    // Not negative where the loop runs at all; unsigned arithmetic cannot overflow here.
                    let span = if s > 0 { self.b.ins().isub(ubv, lbv) } else { self.b.ins().isub(lbv, ubv) };
                    let n = self.b.ins().udiv_imm_u(span, s.unsigned_abs() as i64);
                    let d = self.b.ins().imul_imm_s(n, s);
                    self.b.ins().iadd(lbv, d)
                };
                // Beyond 64-bit integers it wraps around, so that it can only be asked whether it is reached. Indices count
                // what is in memory.
                let wraps = ct == types::I64 && !matches!(m.types.kind(ty), TypeKind::Index);
                end = Some(if wraps { (IntCC::NotEqual, self.b.ins().iadd_imm_s(last, s)) } else { (cc, last) });
                self.b.ins().brif(some, head, &[lbv.into()], exit, &[]);
            }
            Ix::V(s) => {
                let ubv = self.ixv(ub);
                let (some, n) = self.trips_of(op, lbv, ubv, s)?;
                let count = self.b.append_block_param(head, types::I64);
                left = Some(count);
                self.b.ins().brif(some, head, &[lbv.into(), n.into()], exit, &[]);
            }
        }
        self.start(head);
        self.depth += 1;
        let narrow = if ct == types::I64 {
            i
        } else {
            let n = self.b.ins().ireduce(ct, i);
            self.wide.insert(n, i);
            n
        };
        let d = self.depth;
        self.set(iv, Val::S(narrow), d);
        self.take(op, &m.args(r)[1..])?;
        self.scopes.push(Scope {
            op,
            label: self.scope_label(op),
            is_loop: true,
            break_to: exit,
            continue_to: Some(latch),
            mark,
        });
        let y = self.region(r)?;
        self.scopes.pop();
        if !self.dead {
            self.hand_over(op, &y)?;
            self.jump(latch);
        }
        self.b.seal_block(latch);
        self.start(latch);
        self.release(op, mark)?;
        let s = self.ixv(step);
        let next = self.b.ins().iadd(i, s);
        let way = self.way_out(op, exit);
        match (end, left) {
            (Some((cc, end)), _) => {
                let more = self.b.ins().icmp(cc, next, end);
                self.b.ins().brif(more, head, &[next.into()], way, &[]);
            }
            (None, Some(count)) => {
                let count = self.b.ins().iadd_imm_s(count, -1);
                self.b.ins().brif(count, head, &[next.into(), count.into()], way, &[]);
            }
            (None, None) => self.jump(way),
        }
        self.hand_out(op, way, exit)?;
        self.b.seal_block(head);
        self.b.seal_block(exit);
        self.start(exit);
        self.release(op, mark)?;
        self.depth -= 1;
        self.take(op, &m.ops[op].results)
    }

    /// Whether a loop with such bounds has iterations, and if so how many, in unsigned arithmetic, which holds for all bounds.
    fn trips_of(&mut self, op: Op, lb: Cv, ub: Cv, step: Cv) -> Res<(Cv, Cv)> {
        let (zero, ok) = (self.block(), self.block());
        self.b.set_cold_block(zero);
        self.brif(step, ok, zero);
        self.b.seal_block(zero);
        self.start(zero);
        let (file, line) = self.position(op)?;
        self.rt(op, rt::frt_step_zero, &[file, line])?;
        self.jump(ok);
        self.b.seal_block(ok);
        self.start(ok);
        let up = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, step, 0);
        let minus = self.b.ins().ineg(step);
        let size = self.b.ins().select(up, step, minus);
        let (from, to) = (self.b.ins().select(up, lb, ub), self.b.ins().select(up, ub, lb));
        let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        let span = self.b.ins().isub(to, from);
        // frt_step_zero does not return, but its block leads here.
        let least = self.b.ins().iconst(types::I64, 1);
        let size = self.b.ins().umax(size, least);
        let n = self.b.ins().udiv(span, size);
        Ok((some, self.b.ins().iadd_imm_s(n, 1)))
    }

    fn trips(&mut self, op: Op) -> Res<()> {
        let [lb, ub, step] = [0, 1, 2].map(|k| self.m.operand(op, k));
        let (lb, ub, step) = (self.ix(lb)?, self.ix(ub)?, self.ix(step)?);
        let (lb, ub, step) = (self.ixv(lb), self.ixv(ub), self.ixv(step));
        let (some, n) = self.trips_of(op, lb, ub, step)?;
        // All of the 2**64 numbers of 64 bits are so many that it wraps around.
        let most = self.b.ins().iconst(types::I64, ferrotran_ir::analysis::trips::MOST - 1);
        let less = self.b.ins().iadd_imm_s(n, -1);
        let less = self.b.ins().umin(less, most);
        let n = self.b.ins().iadd_imm_s(less, 1);
        let zero = self.b.ins().iconst(types::I64, 0);
        let n = self.b.ins().select(some, n, zero);
        self.set_here(op, Val::S(n));
        Ok(())
    }

    /// Extents of a loop.parallel or loop.reduce.
    pub(crate) fn loop_extents(&mut self, op: Op) -> Res<Vec<Ix>> {
        let m = self.m;
        let extents = m.operands(op).to_vec();
        if m.args(m.region(op, 0)).len() != extents.len() {
            return self.fail(op, "one index per extent is needed");
        }
        extents.into_iter().map(|v| self.ix(v)).collect()
    }

    /// for i in from..to { body(i) }; `step` positive. The body may end dead (jumping to `latch`).
    pub(crate) fn count_loop(
        &mut self,
        from: Ix,
        to: Ix,
        step: i64,
        body: &mut dyn FnMut(&mut Self, Cv, Block, Block) -> Res<()>,
    ) -> Res<()> {
        let (head, latch, exit) = (self.block(), self.block(), self.block());
        let i = self.b.append_block_param(head, types::I64);
        let (f, t) = (self.ixv(from), self.ixv(to));
        let some = self.b.ins().icmp(IntCC::SignedLessThan, f, t);
        self.b.ins().brif(some, head, &[f.into()], exit, &[]);
        self.start(head);
        self.depth += 1;
        body(self, i, latch, exit)?;
        if !self.dead {
            self.jump(latch);
        }
        self.b.seal_block(latch);
        self.start(latch);
        let next = self.b.ins().iadd_imm_s(i, step);
        let t = self.ixv(to);
        let more = self.b.ins().icmp(IntCC::SignedLessThan, next, t);
        self.b.ins().brif(more, head, &[next.into()], exit, &[]);
        self.b.seal_block(head);
        self.b.seal_block(exit);
        self.start(exit);
        self.depth -= 1;
        Ok(())
    }

    /// A nest over `extents` (first fastest) that runs region `r` with its indices.
    fn nest(&mut self, op: Op, extents: &[Ix], r: Region) -> Res<()> {
        let mark = self.loop_mark(op)?;
        let mut indices = Vec::new();
        self.nest_level(op, extents, (extents.len(), r, mark), &mut indices)
    }

    fn nest_level(
        &mut self,
        op: Op,
        extents: &[Ix],
        (level, r, mark): (usize, Region, Option<Cv>),
        indices: &mut Vec<(Cv, u32)>,
    ) -> Res<()> {
        if level == 0 {
            let args = self.m.args(r).to_vec();
            for (&a, &(i, d)) in args.iter().zip(indices.iter().rev()) {
                let c = self.index_as(i, a);
                self.set(a, Val::S(c), d);
            }
            let exit = self.block();
            self.scopes.push(Scope {
                op,
                label: self.scope_label(op),
                is_loop: true,
                // No break leaves the nest; one that tries ends its iteration's block only.
                break_to: exit,
                continue_to: Some(exit),
                mark,
            });
            self.region(r)?;
            self.scopes.pop();
            if !self.dead {
                self.jump(exit);
            }
            self.b.seal_block(exit);
            self.start(exit);
            return self.release(op, mark);
        }
        let n = extents[level - 1];
        self.count_loop(Ix::C(0), n, 1, &mut |g, i, _, _| {
            indices.push((i, g.depth));
            g.nest_level(op, extents, (level - 1, r, mark), indices)?;
            indices.pop();
            Ok(())
        })
    }

    /// A 64-bit loop index as the type of the region argument.
    pub(crate) fn index_as(&mut self, i: Cv, arg: Value) -> Cv {
        match self.m.tk(arg) {
            TypeKind::Int(b) if *b < 64 => {
                let t = self.cx.scalar_ty(self.m.ty(arg)).unwrap_or(types::I32);
                let n = self.b.ins().ireduce(t, i);
                self.wide.insert(n, i);
                n
            }
            _ => i,
        }
    }
}
