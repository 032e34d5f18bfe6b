//! Structured control flow. SPIR-V lets a block leave the innermost loop only; an exit to a construct
//! further out sets a variable and leaves loop after loop, each of which looks at it behind its end.

use crate::emit::{Emit, Val};
use crate::kernel::R;
use crate::spv::S;
use ferrotran_ir::{Attr, Op, OpKind, Region, TypeKind};
use rspirv::spirv::{Op as O, Word};

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
            let now = self.s.load(var, S::I32);
            let c = self.s.i32(i64::from(code));
            let here = self.s.op(O::IEqual, S::Bool, &[now, c]);
            let zero = self.s.i32(0);
            let (yes, next) = (self.s.id(), self.s.id());
            self.s.selection_merge(next);
            self.s.branch_if(here, yes, next);
            self.s.label(yes);
            self.s.store(var, zero);
            self.s.branch(if is_continue { cont } else { merge });
            self.s.label(next);
        }
        if !further.is_empty() {
            let now = self.s.load(var, S::I32);
            let zero = self.s.i32(0);
            let leaving = self.s.op(O::INotEqual, S::Bool, &[now, zero]);
            let (yes, next) = (self.s.id(), self.s.id());
            self.s.selection_merge(next);
            self.s.branch_if(leaving, yes, next);
            self.s.label(yes);
            self.s.branch(merge);
            self.s.label(next);
            for x in further {
                if !self.frames[around].pending.contains(&x) {
                    self.frames[around].pending.push(x);
                }
            }
        }
    }
    /// Leaves or continues the construct with that label.
    fn exit(&mut self, label: Option<&str>, is_continue: bool) -> R<()> {
        let found = self.frames.iter().rposition(|f| match label {
            Some(l) => f.label.as_deref() == Some(l),
            None => matches!(f.kind, FrameKind::Loop | FrameKind::Invocation),
        });
        let Some(target) = found else { return Err(self.no("an exit to a construct outside the kernel")) };
        if self.frames[target].kind == FrameKind::Invocation {
            self.s.ret();
            return Ok(());
        }
        let inner = self.frames.len() - 1;
        if target == inner {
            let f = &self.frames[target];
            let to = if is_continue { f.cont } else { f.merge };
            self.s.branch(to);
            return Ok(());
        }
        let var = match self.exit_var {
            Some(v) => v,
            None => {
                let v = self.s.local(S::I32, 1);
                let zero = self.s.i32(0);
                self.s.with_prelude(|s| s.store(v, zero));
                self.exit_var = Some(v);
                v
            }
        };
        self.exit_codes += 1;
        let code = self.exit_codes;
        let c = self.s.i32(i64::from(code));
        self.s.store(var, c);
        let merge = self.frames[inner].merge;
        self.s.branch(merge);
        self.frames[inner].pending.push((target, is_continue, code));
        Ok(())
    }

    /// Control flow ops.
    pub fn flow(&mut self, op: Op) -> R<()> {
        let m = self.m;
        let label = m.attr_str(op, "label").map(str::to_string);
        if !m.ops[op].results.is_empty() {
            // Variables of kernels stay variables.
            return Err(self.no(format!("a {} that carries values", m.info(op).name)));
        }
        match m.kind(op) {
            OpKind::Return => self.s.ret(),
            OpKind::Unreachable => self.s.unreachable(),
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
                let (head, inside, cont, merge) = (self.s.id(), self.s.id(), self.s.id(), self.s.id());
                self.s.branch(head);
                self.s.label(head);
                self.s.loop_merge(merge, cont);
                self.s.branch(inside);
                self.s.label(inside);
                self.push_frame(FrameKind::Block, label, merge, cont);
                self.region(body)?;
                self.s.branch(merge);
                self.s.label(cont);
                self.s.branch(head);
                self.s.label(merge);
                self.pop_frame();
            }
            OpKind::While => {
                let (cond, body) = (m.region(op, 0), m.region(op, 1));
                let (head, test, inside, cont, merge) =
                    (self.s.id(), self.s.id(), self.s.id(), self.s.id(), self.s.id());
                self.s.branch(head);
                self.s.label(head);
                self.s.loop_merge(merge, cont);
                self.s.branch(test);
                self.s.label(test);
                self.push_frame(FrameKind::Loop, label, merge, cont);
                let c = match self.region(cond)?.first() {
                    Some(Val::S(c)) => *c,
                    _ => return Err(self.no("a loop without a condition")),
                };
                self.s.branch_if(c, inside, merge);
                self.s.label(inside);
                self.region(body)?;
                self.s.branch(cont);
                self.s.label(cont);
                self.s.branch(head);
                self.s.label(merge);
                self.pop_frame();
            }
            OpKind::For => self.for_loop(op, label)?,
            OpKind::Parallel => {
                // Inside another construct: one iteration after the other.
                let extents = m.group(op, "extents").to_vec();
                let extents = self.subs(&extents)?;
                let body = m.region(op, 0);
                self.nest(&extents, Some((FrameKind::Loop, label)), |e, ids| e.iteration(body, ids).map(drop))?;
            }
            k => return Err(self.no(format!("{} in a kernel", k.info().name))),
        }
        Ok(())
    }
    /// The body of an index space at these indices (i32); gives what it yields.
    pub fn iteration(&mut self, body: Region, ids: &[Word]) -> R<Vec<Val>> {
        for (&arg, &id) in self.m.args(body).iter().zip(ids) {
            let t = self.m.ty(arg);
            let s = self.reg(t)?;
            let w = self.cast_part(id, S::I32, s);
            self.env.insert(arg, Val::S(w));
        }
        self.region(body)
    }

    /// Structured if.
    pub fn if_else<T, E>(&mut self, c: Word, then: T, other: Option<E>) -> R<()>
    where
        T: FnOnce(&mut Self) -> R<()>,
        E: FnOnce(&mut Self) -> R<()>,
    {
        let (yes, merge) = (self.s.id(), self.s.id());
        let no = if other.is_some() { self.s.id() } else { merge };
        self.s.selection_merge(merge);
        self.s.branch_if(c, yes, no);
        self.s.label(yes);
        then(self)?;
        let mut reached = self.s.is_open() || other.is_none();
        self.s.branch(merge);
        if let Some(f) = other {
            self.s.label(no);
            f(self)?;
            reached |= self.s.is_open();
            self.s.branch(merge);
        }
        self.s.label(merge);
        if !reached {
            self.s.unreachable();
        }
        Ok(())
    }

    fn select_case(&mut self, op: Op) -> R<()> {
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
    fn case(&mut self, op: Op, v: Word, s: S, cases: &[Vec<(i64, i64)>], at: usize) -> R<()> {
        let m = self.m;
        let Some(&body) = m.ops[op].regions.get(at) else { return Ok(()) };
        let Some(ranges) = cases.get(at).filter(|r| !r.is_empty()) else {
            return self.region(body).map(drop);
        };
        let mut any = self.s.bool(false);
        for (i, &(low, high)) in ranges.iter().enumerate() {
            // Bounds beyond a 32-bit selector's range hold or fail for all its values.
            let clamp = |x: i64| if s == S::I32 { x.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) } else { x };
            let hit = if low == high && clamp(low) == low {
                let c = self.s.int(s, low);
                self.s.op(O::IEqual, S::Bool, &[v, c])
            } else if low > high || clamp(low) > high || clamp(high) < low {
                self.s.bool(false)
            } else {
                let (l, h) = (self.s.int(s, clamp(low)), self.s.int(s, clamp(high)));
                let above = self.s.op(O::SGreaterThanEqual, S::Bool, &[v, l]);
                let below = self.s.op(O::SLessThanEqual, S::Bool, &[v, h]);
                self.s.op(O::LogicalAnd, S::Bool, &[above, below])
            };
            any = if i == 0 { hit } else { self.s.op(O::LogicalOr, S::Bool, &[any, hit]) };
        }
        let last = at + 1 >= m.ops[op].regions.len();
        self.if_else(
            any,
            |e| e.region(body).map(drop),
            if last { None } else { Some(|e: &mut Self| e.case(op, v, s, cases, at + 1)) },
        )
    }

    fn for_loop(&mut self, op: Op, label: Option<String>) -> R<()> {
        let m = self.m;
        let body = m.region(op, 0);
        let iv = m.args(body)[0];
        let s = self.reg(m.ty(iv))?;
        let (lb, ub, step) =
            (self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 1))?, self.scalar(m.operand(op, 2))?);
        let u = s.unsigned();
        // Number of trips in unsigned arithmetic, which holds for every pair of bounds.
        let (zero, one) = (self.s.int(u, 0), self.s.int(u, 1));
        let known = self.s.known(step);
        let trips = |e: &mut Self, from: Word, to: Word, by: Word, unit: bool| {
            let (f, t) = (e.s.op(O::Bitcast, u, &[from]), e.s.op(O::Bitcast, u, &[to]));
            let d = e.s.op(O::ISub, u, &[t, f]);
            let q = if unit { d } else { e.s.op(O::UDiv, u, &[d, by]) };
            let n = e.s.op(O::IAdd, u, &[q, one]);
            let any = e.s.op(O::SLessThanEqual, S::Bool, &[from, to]);
            e.s.op(O::Select, u, &[any, n, zero])
        };
        let n = match known {
            Some(0) => zero,
            Some(k) if k > 0 => {
                let by = self.s.int(u, k);
                trips(self, lb, ub, by, k == 1)
            }
            Some(k) => {
                let by = self.s.int(u, k.wrapping_neg());
                trips(self, ub, lb, by, k == -1)
            }
            None => {
                let szero = self.s.int(s, 0);
                let up = self.s.op(O::SGreaterThan, S::Bool, &[step, szero]);
                let none = self.s.op(O::IEqual, S::Bool, &[step, szero]);
                let minus = self.s.op(O::ISub, s, &[szero, step]);
                let size = self.s.op(O::Select, s, &[up, step, minus]);
                let size = self.s.op(O::Bitcast, u, &[size]);
                let by = self.s.op(O::Select, u, &[none, one, size]);
                let from = self.s.op(O::Select, s, &[up, lb, ub]);
                let to = self.s.op(O::Select, s, &[up, ub, lb]);
                let n = trips(self, from, to, by, false);
                self.s.op(O::Select, u, &[none, zero, n])
            }
        };
        let bits = match m.tk(iv) {
            TypeKind::Int(b) => u32::from(*b),
            _ => 32,
        };
        self.counted(u, n, FrameKind::Loop, label, |e, k| {
            let k = e.s.op(O::Bitcast, s, &[k]);
            let d = match known {
                Some(1) => k,
                _ => e.s.op(O::IMul, s, &[k, step]),
            };
            let i = if e.s.known(lb) == Some(0) { d } else { e.s.op(O::IAdd, s, &[lb, d]) };
            let i = if bits < 32 { e.sign_extend(i, bits) } else { i };
            e.env.insert(iv, Val::S(i));
            e.region(body).map(drop)
        })
    }

    /// A loop that counts from 0 to below `n` (unsigned, of type `u`).
    pub fn counted(
        &mut self,
        u: S,
        n: Word,
        kind: FrameKind,
        label: Option<String>,
        body: impl FnOnce(&mut Self, Word) -> R<()>,
    ) -> R<()> {
        let var = self.s.local(u, 1);
        let zero = self.s.int(u, 0);
        self.s.store(var, zero);
        let (head, test, inside, cont, merge) = (self.s.id(), self.s.id(), self.s.id(), self.s.id(), self.s.id());
        self.s.branch(head);
        self.s.label(head);
        self.s.loop_merge(merge, cont);
        self.s.branch(test);
        self.s.label(test);
        let k = self.s.load(var, u);
        let go = self.s.op(O::ULessThan, S::Bool, &[k, n]);
        self.s.branch_if(go, inside, merge);
        self.s.label(inside);
        self.push_frame(kind, label, merge, cont);
        body(self, k)?;
        self.s.branch(cont);
        self.s.label(cont);
        let k = self.s.load(var, u);
        let one = self.s.int(u, 1);
        let next = self.s.op(O::IAdd, u, &[k, one]);
        self.s.store(var, next);
        self.s.branch(head);
        self.s.label(merge);
        self.pop_frame();
        Ok(())
    }

    /// Loops over an index space, first index fastest; extents may be negative (no iteration). The
    /// innermost loop carries the frame given.
    pub fn nest(
        &mut self,
        extents: &[Word],
        frame: Option<(FrameKind, Option<String>)>,
        body: impl FnOnce(&mut Self, &[Word]) -> R<()>,
    ) -> R<()> {
        fn level<'k, 'm>(
            e: &mut Emit<'k, 'm>,
            extents: &[Word],
            dim: usize,
            ids: &mut Vec<Word>,
            frame: &Option<(FrameKind, Option<String>)>,
            body: &mut dyn FnMut(&mut Emit<'k, 'm>, &[Word]) -> R<()>,
        ) -> R<()> {
            let zero = e.s.i32(0);
            let n = if e.s.known(extents[dim]).is_some_and(|n| n >= 0) {
                extents[dim]
            } else {
                let some = e.s.op(O::SGreaterThan, S::Bool, &[extents[dim], zero]);
                e.s.op(O::Select, S::I32, &[some, extents[dim], zero])
            };
            let n = e.s.op(O::Bitcast, S::U32, &[n]);
            let (kind, label) = match frame {
                Some((k, l)) if dim == 0 => (*k, l.clone()),
                _ => (FrameKind::Hidden, None),
            };
            e.counted(S::U32, n, kind, label, |e, k| {
                ids[dim] = e.s.op(O::Bitcast, S::I32, &[k]);
                if dim == 0 { body(e, ids) } else { level(e, extents, dim - 1, ids, frame, body) }
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
        level(self, extents, extents.len() - 1, &mut ids, &frame, &mut once)
    }
}
