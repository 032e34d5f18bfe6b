//! Structured control flow. SPIR-V lets a block leave the innermost loop only; an exit to a construct
//! further out sets a variable and leaves loop after loop, each of which looks at it behind its end.

use crate::emit::{Emit, Val};
use crate::kernel::Emitted;
use crate::spv::RegType;
use ferrotran_ir::{Attr, Op, OpKind, Region, Type, TypeKind};
use rspirv::spirv::{Op as SpvOp, Word};

/// What a construct is to break and continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// A loop of the program.
    Loop,
    /// A block: left by its label only.
    Block,
    /// A loop made by the generator (an outer dimension of a nest); nothing names it.
    Hidden,
    /// The invocation itself, as one iteration of a parallel loop.
    Invocation,
}

/// A construct around the current place.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its label.
    pub label: Option<String>,
    /// What it is.
    pub kind: FrameKind,
    merge: Word,
    cont: Word,
    /// Exits through this construct to outer ones: frame index, continue, code.
    pending: Vec<(usize, bool, u32)>,
}

impl Emit<'_, '_> {
    /// Opens a frame.
    pub fn push_frame(&mut self, kind: FrameKind, label: Option<String>, merge: Word, cont: Word) {
        self.frames.push(Frame { label, kind, merge, cont, pending: Vec::new() });
    }
    /// Closes the innermost frame, behind its merge block, and forwards exits that go further out.
    pub fn pop_frame(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(var) = self.exit_var.filter(|_| !frame.pending.is_empty()) else { return };
        let around = self.frames.len() - 1;
        let (merge, cont) = (self.frames[around].merge, self.frames[around].cont);
        let mut further = Vec::new();
        for (target, is_continue, code) in frame.pending {
            if target != around {
                further.push((target, is_continue, code));
                continue;
            }
            let now = self.spv.load(var, RegType::I32);
            let c = self.spv.i32(i64::from(code));
            let here = self.spv.op(SpvOp::IEqual, RegType::Bool, &[now, c]);
            let zero = self.spv.i32(0);
            let (yes, next) = (self.spv.id(), self.spv.id());
            self.spv.selection_merge(next);
            self.spv.branch_if(here, yes, next);
            self.spv.label(yes);
            self.spv.store(var, zero);
            self.spv.branch(if is_continue { cont } else { merge });
            self.spv.label(next);
        }
        if !further.is_empty() {
            let now = self.spv.load(var, RegType::I32);
            let zero = self.spv.i32(0);
            let leaving = self.spv.op(SpvOp::INotEqual, RegType::Bool, &[now, zero]);
            let (yes, next) = (self.spv.id(), self.spv.id());
            self.spv.selection_merge(next);
            self.spv.branch_if(leaving, yes, next);
            self.spv.label(yes);
            self.spv.branch(merge);
            self.spv.label(next);
            for x in further {
                if !self.frames[around].pending.contains(&x) {
                    self.frames[around].pending.push(x);
                }
            }
        }
    }
    /// Leaves or continues the construct with that label.
    fn exit(&mut self, label: Option<&str>, is_continue: bool) -> Emitted<()> {
        let found = self.frames.iter().rposition(|f| match label {
            Some(l) => f.label.as_deref() == Some(l),
            None => matches!(f.kind, FrameKind::Loop | FrameKind::Invocation),
        });
        let Some(target) = found else { return Err(self.unsupported("an exit to a construct outside the kernel")) };
        if self.frames[target].kind == FrameKind::Invocation {
            self.spv.ret();
            return Ok(());
        }
        let inner = self.frames.len() - 1;
        if target == inner {
            let f = &self.frames[target];
            let to = if is_continue { f.cont } else { f.merge };
            self.spv.branch(to);
            return Ok(());
        }
        let var = match self.exit_var {
            Some(v) => v,
            None => {
                let v = self.spv.local(RegType::I32, 1);
                let zero = self.spv.i32(0);
                self.spv.with_prelude(|s| s.store(v, zero));
                self.exit_var = Some(v);
                v
            }
        };
        self.exit_codes += 1;
        let code = self.exit_codes;
        let c = self.spv.i32(i64::from(code));
        self.spv.store(var, c);
        let merge = self.frames[inner].merge;
        self.spv.branch(merge);
        self.frames[inner].pending.push((target, is_continue, code));
        Ok(())
    }

    /// Control flow ops.
    pub fn flow(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let label = m.attr_str(op, "label").map(str::to_string);
        if !m.ops[op].results.is_empty() {
            // Variables of kernels stay variables.
            return Err(self.unsupported(format!("a {} that carries values", m.info(op).name)));
        }
        match m.kind(op) {
            OpKind::Return => self.spv.ret(),
            OpKind::Unreachable => self.spv.unreachable(),
            OpKind::Break => self.exit(label.as_deref(), false)?,
            OpKind::Continue => self.exit(label.as_deref(), true)?,
            OpKind::If => {
                let c = self.scalar(m.operand(op, 0))?;
                let (then, other) = (m.region(op, 0), m.region(op, 1));
                let empty = m.regions[other].ops.is_empty();
                self.if_else(
                    c,
                    |e| e.region(then).map(drop),
                    if empty { None } else { Some(|e: &mut Self| e.region(other).map(drop)) },
                )?;
            }
            OpKind::SelectCase => self.select_case(op)?,
            OpKind::Block => {
                let body = m.region(op, 0);
                let label = label.filter(|l| {
                    let mut inside = m.walk(body).into_iter();
                    inside.any(|o| m.kind(o) == OpKind::Break && m.attr_str(o, "label") == Some(l))
                });
                if label.is_none() {
                    self.region(body)?;
                    return Ok(());
                }
                // A loop of one iteration: its merge block is where a break goes.
                let (head, inside, cont, merge) = (self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id());
                self.spv.branch(head);
                self.spv.label(head);
                self.spv.loop_merge(merge, cont);
                self.spv.branch(inside);
                self.spv.label(inside);
                self.push_frame(FrameKind::Block, label, merge, cont);
                self.region(body)?;
                self.spv.branch(merge);
                self.spv.label(cont);
                self.spv.branch(head);
                self.spv.label(merge);
                self.pop_frame();
            }
            OpKind::While => {
                let (cond, body) = (m.region(op, 0), m.region(op, 1));
                let (head, test, inside, cont, merge) =
                    (self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id());
                self.spv.branch(head);
                self.spv.label(head);
                self.spv.loop_merge(merge, cont);
                self.spv.branch(test);
                self.spv.label(test);
                self.push_frame(FrameKind::Loop, label, merge, cont);
                let c = match self.region(cond)?.first() {
                    Some(Val::Scalar(c)) => *c,
                    _ => return Err(self.unsupported("a loop without a condition")),
                };
                self.spv.branch_if(c, inside, merge);
                self.spv.label(inside);
                self.region(body)?;
                self.spv.branch(cont);
                self.spv.label(cont);
                self.spv.branch(head);
                self.spv.label(merge);
                self.pop_frame();
            }
            OpKind::For => self.for_loop(op, label)?,
            OpKind::Parallel => {
                // Inside another construct: one iteration after the other.
                let extents = m.group(op, "extents").to_vec();
                let extents = self.indices(&extents)?;
                let (body, index) = (m.region(op, 0), self.index());
                self.nest(index, &extents, Some((FrameKind::Loop, label)), |e, ids| e.iteration(body, ids).map(drop))?;
            }
            k => return Err(self.unsupported(format!("{} in a kernel", k.info().name))),
        }
        Ok(())
    }
    /// The body of an index space at these indices; gives what it yields.
    pub fn iteration(&mut self, body: Region, ids: &[Word]) -> Emitted<Vec<Val>> {
        for (&arg, &id) in self.m.args(body).iter().zip(ids) {
            let t = self.m.ty(arg);
            let s = self.reg(t)?;
            let from = self.index();
            let w = self.cast_part(id, from, s);
            self.env.insert(arg, Val::Scalar(w));
        }
        self.region(body)
    }

    /// Structured if without an else.
    pub fn if_then(&mut self, c: Word, then: impl FnOnce(&mut Self) -> Emitted<()>) -> Emitted<()> {
        self.if_else(c, then, None::<fn(&mut Self) -> Emitted<()>>)
    }

    /// Structured if.
    pub fn if_else<T, E>(&mut self, c: Word, then: T, other: Option<E>) -> Emitted<()>
    where
        T: FnOnce(&mut Self) -> Emitted<()>,
        E: FnOnce(&mut Self) -> Emitted<()>,
    {
        let (yes, merge) = (self.spv.id(), self.spv.id());
        let no = if other.is_some() { self.spv.id() } else { merge };
        self.spv.selection_merge(merge);
        self.spv.branch_if(c, yes, no);
        self.spv.label(yes);
        then(self)?;
        let mut reached = self.spv.is_open() || other.is_none();
        self.spv.branch(merge);
        if let Some(f) = other {
            self.spv.label(no);
            f(self)?;
            reached |= self.spv.is_open();
            self.spv.branch(merge);
        }
        self.spv.label(merge);
        if !reached {
            self.spv.unreachable();
        }
        Ok(())
    }

    fn select_case(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let v = self.scalar(m.operand(op, 0))?;
        let s = self.reg(m.ty(m.operand(op, 0)))?;
        let cases: Vec<Vec<(i64, i64)>> = m
            .attr(op, "cases")
            .map(Attr::items)
            .unwrap_or_default()
            .iter()
            .map(|c| {
                let pair = |r: &Attr| Some((r.items().first()?.as_int()?, r.items().get(1)?.as_int()?));
                c.items().iter().filter_map(pair).collect()
            })
            .collect();
        self.case(op, v, s, &cases, 0)
    }
    fn case(&mut self, op: Op, v: Word, s: RegType, cases: &[Vec<(i64, i64)>], at: usize) -> Emitted<()> {
        let m = self.m;
        let Some(&body) = m.ops[op].regions.get(at) else { return Ok(()) };
        let Some(ranges) = cases.get(at).filter(|r| !r.is_empty()) else {
            return self.region(body).map(drop);
        };
        let mut any = self.spv.bool(false);
        for (i, &(low, high)) in ranges.iter().enumerate() {
            // Bounds beyond a 32-bit selector's range hold or fail for all its values.
            let clamp = |x: i64| if s == RegType::I32 { x.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) } else { x };
            let hit = if low == high && clamp(low) == low {
                let c = self.spv.int(s, low);
                self.spv.op(SpvOp::IEqual, RegType::Bool, &[v, c])
            } else if low > high || clamp(low) > high || clamp(high) < low {
                self.spv.bool(false)
            } else {
                let (l, h) = (self.spv.int(s, clamp(low)), self.spv.int(s, clamp(high)));
                let above = self.spv.op(SpvOp::SGreaterThanEqual, RegType::Bool, &[v, l]);
                let below = self.spv.op(SpvOp::SLessThanEqual, RegType::Bool, &[v, h]);
                self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[above, below])
            };
            any = if i == 0 { hit } else { self.spv.op(SpvOp::LogicalOr, RegType::Bool, &[any, hit]) };
        }
        let last = at + 1 >= m.ops[op].regions.len();
        self.if_else(
            any,
            |e| e.region(body).map(drop),
            if last { None } else { Some(|e: &mut Self| e.case(op, v, s, cases, at + 1)) },
        )
    }

    /// The number of iterations of a loop with the bounds of this op, which have that type: an unsigned number.
    fn trips(&mut self, op: Op, ty: Type) -> Emitted<(RegType, Word)> {
        let m = self.m;
        let s = self.reg(ty)?;
        let (lb, ub, step) =
            (self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 1))?, self.scalar(m.operand(op, 2))?);
        let u = s.unsigned();
        // Number of trips in unsigned arithmetic, which holds for every pair of bounds.
        let (zero, one) = (self.spv.int(u, 0), self.spv.int(u, 1));
        let known = self.spv.known(step);
        let trips = |e: &mut Self, from: Word, to: Word, by: Word, unit: bool| {
            let (f, t) = (e.spv.op(SpvOp::Bitcast, u, &[from]), e.spv.op(SpvOp::Bitcast, u, &[to]));
            let d = e.spv.op(SpvOp::ISub, u, &[t, f]);
            let q = if unit { d } else { e.spv.op(SpvOp::UDiv, u, &[d, by]) };
            let n = e.spv.op(SpvOp::IAdd, u, &[q, one]);
            let any = e.spv.op(SpvOp::SLessThanEqual, RegType::Bool, &[from, to]);
            e.spv.op(SpvOp::Select, u, &[any, n, zero])
        };
        let n = match known {
            Some(0) => zero,
            Some(k) if k > 0 => {
                let by = self.spv.int(u, k);
                trips(self, lb, ub, by, k == 1)
            }
            Some(k) => {
                let by = self.spv.int(u, k.wrapping_neg());
                trips(self, ub, lb, by, k == -1)
            }
            None => {
                let szero = self.spv.int(s, 0);
                let up = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[step, szero]);
                let none = self.spv.op(SpvOp::IEqual, RegType::Bool, &[step, szero]);
                let minus = self.spv.op(SpvOp::ISub, s, &[szero, step]);
                let size = self.spv.op(SpvOp::Select, s, &[up, step, minus]);
                let size = self.spv.op(SpvOp::Bitcast, u, &[size]);
                let by = self.spv.op(SpvOp::Select, u, &[none, one, size]);
                let from = self.spv.op(SpvOp::Select, s, &[up, lb, ub]);
                let to = self.spv.op(SpvOp::Select, s, &[up, ub, lb]);
                let n = trips(self, from, to, by, false);
                self.spv.op(SpvOp::Select, u, &[none, zero, n])
            }
        };
        Ok((u, n))
    }

    /// The number of iterations as an index.
    pub fn number_of_iterations(&mut self, op: Op) -> Emitted<()> {
        let (u, n) = self.trips(op, self.m.ty(self.m.operand(op, 0)))?;
        let index = self.index();
        let wide = index.is_long();
        let mut n = n;
        if u.is_long() || !wide {
            let most = self.spv.int(u, if wide { i64::MAX } else { i64::from(i32::MAX) });
            let small = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[n, most]);
            n = self.spv.op(SpvOp::Select, u, &[small, n, most]);
        }
        if u.is_long() != wide {
            n = self.spv.op(SpvOp::UConvert, index.unsigned(), &[n]);
        }
        let n = self.spv.op(SpvOp::Bitcast, index, &[n]);
        self.set(op, Val::Scalar(n));
        Ok(())
    }

    fn for_loop(&mut self, op: Op, label: Option<String>) -> Emitted<()> {
        let m = self.m;
        let body = m.region(op, 0);
        let iv = m.args(body)[0];
        let s = self.reg(m.ty(iv))?;
        let (lb, step) = (self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 2))?);
        let known = self.spv.known(step);
        let (u, n) = self.trips(op, m.ty(iv))?;
        let bits = match m.tk(iv) {
            TypeKind::Int(b) => u32::from(*b),
            _ => 32,
        };
        self.counted(u, n, FrameKind::Loop, label, |e, k| {
            let k = e.spv.op(SpvOp::Bitcast, s, &[k]);
            let d = match known {
                Some(1) => k,
                _ => e.spv.op(SpvOp::IMul, s, &[k, step]),
            };
            let i = if e.spv.known(lb) == Some(0) { d } else { e.spv.op(SpvOp::IAdd, s, &[lb, d]) };
            let i = if bits < 32 { e.sign_extend(i, bits) } else { i };
            e.env.insert(iv, Val::Scalar(i));
            e.region(body).map(drop)
        })
    }

    /// A loop that counts from 0 to below `n` (unsigned, of type `u`).
    pub fn counted(
        &mut self,
        u: RegType,
        n: Word,
        kind: FrameKind,
        label: Option<String>,
        body: impl FnOnce(&mut Self, Word) -> Emitted<()>,
    ) -> Emitted<()> {
        self.counted_while(u, n, kind, label, |_| None, body)
    }

    /// The same, as long as the condition holds that `goes_on` gives, if it gives one.
    pub fn counted_while(
        &mut self,
        u: RegType,
        n: Word,
        kind: FrameKind,
        label: Option<String>,
        goes_on: impl FnOnce(&mut Self) -> Option<Word>,
        body: impl FnOnce(&mut Self, Word) -> Emitted<()>,
    ) -> Emitted<()> {
        let var = self.spv.local(u, 1);
        let zero = self.spv.int(u, 0);
        self.spv.store(var, zero);
        let (head, test, inside, cont, merge) =
            (self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id(), self.spv.id());
        self.spv.branch(head);
        self.spv.label(head);
        self.spv.loop_merge(merge, cont);
        self.spv.branch(test);
        self.spv.label(test);
        let k = self.spv.load(var, u);
        let mut go = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[k, n]);
        if let Some(c) = goes_on(self) {
            go = self.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[go, c]);
        }
        self.spv.branch_if(go, inside, merge);
        self.spv.label(inside);
        self.push_frame(kind, label, merge, cont);
        body(self, k)?;
        self.spv.branch(cont);
        self.spv.label(cont);
        let k = self.spv.load(var, u);
        let one = self.spv.int(u, 1);
        let next = self.spv.op(SpvOp::IAdd, u, &[k, one]);
        self.spv.store(var, next);
        self.spv.branch(head);
        self.spv.label(merge);
        self.pop_frame();
        Ok(())
    }

    /// Loops over an index space of integers `s`, first index fastest; extents may be negative (no iteration). The
    /// innermost loop carries the frame given.
    pub fn nest(
        &mut self,
        s: RegType,
        extents: &[Word],
        frame: Option<(FrameKind, Option<String>)>,
        body: impl FnOnce(&mut Self, &[Word]) -> Emitted<()>,
    ) -> Emitted<()> {
        fn level<'k, 'm>(
            e: &mut Emit<'k, 'm>,
            (s, extents): (RegType, &[Word]),
            dim: usize,
            ids: &mut Vec<Word>,
            frame: &Option<(FrameKind, Option<String>)>,
            body: &mut dyn FnMut(&mut Emit<'k, 'm>, &[Word]) -> Emitted<()>,
        ) -> Emitted<()> {
            let zero = e.spv.int(s, 0);
            let n = if e.spv.known(extents[dim]).is_some_and(|n| n >= 0) {
                extents[dim]
            } else {
                let some = e.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[extents[dim], zero]);
                e.spv.op(SpvOp::Select, s, &[some, extents[dim], zero])
            };
            let n = e.spv.op(SpvOp::Bitcast, s.unsigned(), &[n]);
            let (kind, label) = match frame {
                Some((k, l)) if dim == 0 => (*k, l.clone()),
                _ => (FrameKind::Hidden, None),
            };
            e.counted(s.unsigned(), n, kind, label, |e, k| {
                ids[dim] = e.spv.op(SpvOp::Bitcast, s, &[k]);
                if dim == 0 { body(e, ids) } else { level(e, (s, extents), dim - 1, ids, frame, body) }
            })
        }
        let mut ids = extents.to_vec();
        if extents.is_empty() {
            return body(self, &ids);
        }
        let mut body = Some(body);
        let mut once = |e: &mut Self, ids: &[Word]| match body.take() {
            Some(f) => f(e, ids),
            None => Ok(()),
        };
        level(self, (s, extents), extents.len() - 1, &mut ids, &frame, &mut once)
    }
}
