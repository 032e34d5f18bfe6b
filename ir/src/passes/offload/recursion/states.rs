//! The bodies of procedures, cut at their calls into the states of a loop.

use super::frames::{self, Frames};
use super::{Entry, Procedure, called, end_of, holds_label, is_cut_at, signature};
use crate::analysis::trips;
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::{OpKind, Traits};
use crate::passes::offload::constructs::{iteration_value, move_ops};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// States that a call may have.
const MOST: usize = 400;

/// Where a jump leads.
#[derive(Clone)]
struct Around {
    label: Option<String>,
    /// It is a loop: jumps without label are about it.
    is_loop: bool,
    leave: usize,
    again: Option<usize>,
}

/// The states in the making.
pub(super) struct Cut<'m> {
    pub m: &'m mut Module,
    all: &'m [Procedure],
    pub loc: Loc,
    /// What each state does; state 0 is the end.
    pub states: Vec<Region>,
    /// The procedure that each state is of.
    pub of: Vec<usize>,
    /// The first state of each procedure.
    pub entries: Vec<usize>,
    pub frames: Frames,
    around: Vec<Around>,
    /// The states of labels, by procedure.
    labels: FxHashMap<(usize, String), usize>,
    now: usize,
    procedure: usize,
    /// What jumps out of states are told by.
    stem: String,
}

/// The first number that no labels of states have: it hangs on the text of the module alone.
fn free_stem(m: &Module) -> u32 {
    let number = |&o: &Op| {
        let rest = m.attr_str(o, "label")?.strip_prefix("state.")?;
        rest.split('.').next()?.parse::<u32>().ok()
    };
    m.walk(m.top).iter().filter_map(number).max().map_or(0, |n| n + 1)
}

/// Puts the loop in place of a call.
pub fn cut(m: &mut Module, plan: Region, call: Op, entry: &Entry, all: &[Procedure]) -> Option<()> {
    let loc = m.ops[call].loc;
    let stem = format!("state.{}", free_stem(m));
    let nothing = m.new_region(&[]);
    let frames = Frames::new(m, plan, call, entry, all);
    let mut c = Cut {
        m,
        all,
        loc,
        states: vec![nothing],
        of: vec![0],
        entries: Vec::new(),
        frames,
        around: Vec::new(),
        labels: FxHashMap::default(),
        now: 0,
        procedure: 0,
        stem,
    };
    for p in 0..all.len() {
        c.procedure = p;
        let s = c.state();
        c.entries.push(s);
    }
    for (p, procedure) in all.iter().enumerate() {
        c.procedure = p;
        c.now = c.entries[p];
        let body = c.m.region(procedure.func, 0);
        c.loops(body)?;
        c.enter(p, &entry.params[p]);
        let ops = c.take(body);
        c.list(ops)?;
        if c.states.len() > MOST {
            return None;
        }
    }
    frames::keep(&mut c)?;
    c.assemble(call, entry);
    Some(())
}

impl Cut<'_> {
    fn state(&mut self) -> usize {
        let r = self.m.new_region(&[]);
        self.states.push(r);
        self.of.push(self.procedure);
        self.states.len() - 1
    }

    /// Builds at the end of the state that is being filled.
    fn build(&mut self) -> Builder<'_> {
        Builder { point: end_of(self.states[self.now]), loc: self.loc, m: self.m }
    }

    fn take(&mut self, r: Region) -> Vec<Op> {
        let ops = std::mem::take(&mut self.m.regions[r].ops);
        for &o in &ops {
            self.m.ops[o].parent = None;
        }
        ops
    }

    /// Loops with calls in them count in a variable.
    fn loops(&mut self, body: Region) -> Option<()> {
        for op in self.m.walk(body) {
            if !is_cut_at(self.m, op, self.all) {
                continue;
            }
            match self.m.kind(op) {
                OpKind::For => self.count(op),
                OpKind::If | OpKind::SelectCase | OpKind::Block | OpKind::While
                    if self.m.ops[op].results.is_empty() => {}
                OpKind::Call | OpKind::Label => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn count(&mut self, op: Op) {
        let (first, last, step) = (self.m.operand(op, 0), self.m.operand(op, 1), self.m.operand(op, 2));
        let label = self.m.attr(op, "label").cloned();
        let body = self.m.region(op, 0);
        let variable = self.m.args(body)[0];
        let of_index = self.m.types.reference(Type::INDEX);
        let (cond, inner) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let mut b = Builder::before(self.m, op);
        let number = b.op(OpKind::Alloca).result(of_index).value();
        let zero = b.index(0);
        b.store(zero, number);
        let count = trips::count(&mut b, first, last, step);
        b.op(OpKind::While).attr_opt("label", label).region(cond).region(inner).build();
        b.inside(cond, |b| {
            let n = b.load(number);
            let more = b.cmp(Pred::Lt, n, count);
            b.op(OpKind::Yield).args(&[more]).build();
        });
        let value = b.inside(inner, |b| {
            let n = b.load(number);
            let one = b.index(1);
            let next = b.binary(OpKind::Add, n, one);
            b.store(next, number);
            iteration_value(b, first, step, n)
        });
        self.m.replace_uses(body, variable, value);
        move_ops(self.m, body, inner);
        self.m.detach(op);
    }

    /// The start of a procedure: a frame, and the arguments.
    fn enter(&mut self, p: usize, params: &[Value]) {
        let frames = self.frames.clone();
        let values = frames.enter(&mut self.build(), p, params);
        let body = self.m.region(self.all[p].func, 0);
        for (&old, new) in params.iter().zip(values) {
            self.m.replace_uses(body, old, new);
        }
    }

    fn goto(&mut self, to: usize) {
        let next = self.frames.next;
        let mut b = self.build();
        let to = b.int(to as i64, Type::I32);
        b.store(to, next);
    }

    /// Cuts a list; false where control does not come to its end.
    fn list(&mut self, ops: Vec<Op>) -> Option<bool> {
        let mut open = true;
        for op in ops {
            if !open {
                if !holds_label(self.m, op) {
                    continue;
                }
                // Control comes there by jumps only.
                self.now = self.state();
                open = true;
            }
            if let Some(to) = called(self.m, op, self.all) {
                self.call(op, to);
                continue;
            }
            match self.m.kind(op) {
                OpKind::Label => {
                    let s = self.label(op);
                    self.goto(s);
                    self.now = s;
                }
                _ if is_cut_at(self.m, op, self.all) => self.structured(op)?,
                OpKind::Return => {
                    let results = self.m.operands(op).to_vec();
                    let (frames, p) = (self.frames.clone(), self.procedure);
                    frames.leave(&mut self.build(), p, &results);
                    open = false;
                }
                OpKind::Break | OpKind::Continue | OpKind::Goto => {
                    let to = self.target(op)?;
                    self.goto(to);
                    open = false;
                }
                _ => {
                    let end = self.m.regions[self.states[self.now]].ops.len();
                    self.m.insert(self.states[self.now], end, op);
                    for r in self.m.ops[op].regions.clone() {
                        self.jumps(r, is_loop(self.m.kind(op)), &mut names(self.m, op))?;
                    }
                    open = !self.m.has(op, Traits::TERMINATOR);
                }
            }
        }
        Some(open)
    }

    /// The state of a label, which the label or a jump to it names.
    fn label(&mut self, op: Op) -> usize {
        let name = self.m.attr_str(op, "label").unwrap_or_default().to_string();
        let key = (self.procedure, name);
        match self.labels.get(&key) {
            Some(&s) => s,
            None => {
                let s = self.state();
                self.labels.insert(key, s);
                s
            }
        }
    }

    /// The state to which a jump leads that leaves what is not cut.
    fn target(&mut self, jump: Op) -> Option<usize> {
        if self.m.kind(jump) == OpKind::Goto {
            return Some(self.label(jump));
        }
        let label = self.m.attr_str(jump, "label");
        let a = self.around.iter().rev().find(|a| match label {
            Some(l) => a.label.as_deref() == Some(l),
            None => a.is_loop,
        })?;
        if self.m.kind(jump) == OpKind::Break { Some(a.leave) } else { a.again }
    }

    /// Jumps in code that is not cut to what is: they end the state.
    fn jumps(&mut self, r: Region, in_loop: bool, inside: &mut Vec<String>) -> Option<()> {
        for op in self.m.regions[r].ops.clone() {
            if matches!(self.m.kind(op), OpKind::Break | OpKind::Continue | OpKind::Goto) {
                let own = self.m.kind(op) != OpKind::Goto
                    && match self.m.attr_str(op, "label") {
                        Some(l) => inside.iter().any(|x| x == l),
                        None => in_loop,
                    };
                if own {
                    continue;
                }
                let to = self.target(op)?;
                let (next, name) = (self.frames.next, self.name(self.now));
                let mut b = Builder::before(self.m, op);
                let to = b.int(to as i64, Type::I32);
                b.store(to, next);
                b.op(OpKind::Break).attr("label", Attr::str(&name)).build();
                self.m.detach(op);
                continue;
            }
            let depth = inside.len();
            inside.extend(names(self.m, op));
            for inner in self.m.ops[op].regions.clone() {
                self.jumps(inner, in_loop || is_loop(self.m.kind(op)), inside)?;
            }
            inside.truncate(depth);
        }
        Some(())
    }

    fn name(&self, state: usize) -> String {
        format!("{}.{state}", self.stem)
    }

    /// A call of a procedure: its first state, and behind it the next state of this one.
    fn call(&mut self, op: Op, to: usize) {
        let args = self.m.operands(op).to_vec();
        let behind = self.state();
        let frames = self.frames.clone();
        frames.call(&mut self.build(), to, &args, behind);
        self.goto(self.entries[to]);
        self.now = behind;
        for (k, old) in self.m.ops[op].results.clone().into_iter().enumerate() {
            let ty = self.m.ty(old);
            let new = frames.result(&mut self.build(), to, k, ty);
            self.m.replace_all_uses(old, new);
        }
    }

    fn structured(&mut self, op: Op) -> Option<()> {
        match self.m.kind(op) {
            OpKind::If | OpKind::SelectCase => self.choice(op),
            OpKind::Block => {
                let behind = self.state();
                let label = self.m.attr_str(op, "label").map(str::to_string);
                self.around.push(Around { label, is_loop: false, leave: behind, again: None });
                let ops = self.take(self.m.region(op, 0));
                if self.list(ops)? {
                    self.goto(behind);
                }
                self.around.pop();
                self.now = behind;
                Some(())
            }
            OpKind::While => {
                let (head, body, behind) = (self.state(), self.state(), self.state());
                self.goto(head);
                self.now = head;
                let mut ops = self.take(self.m.region(op, 0));
                let end = ops.pop()?;
                self.list(ops)?;
                let cond = self.m.operand(end, 0);
                let next = self.frames.next;
                let mut b = self.build();
                let (yes, no) = (b.int(body as i64, Type::I32), b.int(behind as i64, Type::I32));
                let to = b.op(OpKind::Select).arg(cond).arg(yes).arg(no).result(Type::I32).value();
                b.store(to, next);
                let label = self.m.attr_str(op, "label").map(str::to_string);
                self.around.push(Around { label, is_loop: true, leave: behind, again: Some(head) });
                self.now = body;
                let ops = self.take(self.m.region(op, 1));
                if self.list(ops)? {
                    self.goto(head);
                }
                self.around.pop();
                self.now = behind;
                Some(())
            }
            _ => None,
        }
    }

    /// What each region of a choice does is a state; the choice says which comes next.
    fn choice(&mut self, op: Op) -> Option<()> {
        if !self.m.ops[op].results.is_empty() {
            return None;
        }
        let behind = self.state();
        self.goto(behind);
        let at = self.states[self.now];
        let end = self.m.regions[at].ops.len();
        self.m.insert(at, end, op);
        let next = self.frames.next;
        for r in self.m.ops[op].regions.clone() {
            let ops = self.take(r);
            if ops.is_empty() {
                continue;
            }
            self.now = self.state();
            let mut b = Builder { point: end_of(r), loc: self.loc, m: self.m };
            let to = b.int(self.now as i64, Type::I32);
            b.store(to, next);
            if self.list(ops)? {
                self.goto(behind);
            }
        }
        self.now = behind;
        Some(())
    }

    /// The loop in place of the call.
    fn assemble(self, call: Op, entry: &Entry) {
        let names: Vec<String> = (0..self.states.len()).map(|s| self.name(s)).collect();
        let Cut { m, states, frames, entries, loc, .. } = self;
        let mut b = Builder::before(m, call);
        b.loc = loc;
        frames.start(&mut b, &entry.args, entries[0]);
        let next = frames.next;
        let (cond, body) = (b.m.new_region(&[]), b.m.new_region(&[]));
        b.op(OpKind::While).region(cond).region(body).build();
        b.inside(cond, |b| {
            let n = b.load(next);
            let zero = b.int(0, Type::I32);
            let more = b.cmp(Pred::Ne, n, zero);
            b.op(OpKind::Yield).args(&[more]).build();
        });
        for (s, &state) in states.iter().enumerate().skip(1) {
            let mut b = Builder { m, point: end_of(body), loc };
            let n = b.load(next);
            let this = b.int(s as i64, Type::I32);
            let here = b.cmp(Pred::Eq, n, this);
            let (yes, no, inner) = (b.m.new_region(&[]), b.m.new_region(&[]), b.m.new_region(&[]));
            b.op(OpKind::If).arg(here).region(yes).region(no).build();
            b.inside(yes, |b| {
                b.op(OpKind::Block).attr("label", Attr::str(&names[s])).region(inner).build();
            });
            move_ops(m, state, inner);
        }
        let old = m.ops[call].results.clone();
        for (k, v) in old.iter().enumerate() {
            let ty = m.ty(*v);
            let new = frames.result(&mut Builder::before(m, call), 0, k, ty);
            m.replace_all_uses(*v, new);
        }
        for &(k, variable, there) in &entry.out {
            let ty = m.types.elem(m.ty(variable));
            let mut b = Builder::before(m, call);
            let x = frames.result(&mut b, 0, k, ty);
            signature::give_back(&mut b, x, variable, there);
        }
        m.detach(call);
    }
}

fn is_loop(k: OpKind) -> bool {
    matches!(k, OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce)
}

/// The label of an op, if it has one.
fn names(m: &Module, op: Op) -> Vec<String> {
    if m.ops[op].regions.is_empty() {
        return Vec::new();
    }
    m.attr_str(op, "label").map(str::to_string).into_iter().collect()
}

/// In front of what stands in a region.
pub(super) fn start_of(region: Region) -> Point {
    Point { region, at: Some(0) }
}
