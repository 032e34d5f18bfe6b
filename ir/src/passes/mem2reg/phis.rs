//! Where control comes together, and the values that are handed over there.

use super::{Promotion, StretchId, Var};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// What brings control together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JoinKind {
    /// Behind a choice or block: its results.
    Merge(Op),
    /// A `loop.for`: an argument of the body, and a result.
    For(Op),
    /// A `loop.while`: an argument of the condition, one of the body, and a result.
    While(Op),
    /// A label: its results.
    Label(Op),
}

impl JoinKind {
    fn op(self) -> Op {
        match self {
            JoinKind::Merge(op) | JoinKind::For(op) | JoinKind::While(op) | JoinKind::Label(op) => op,
        }
    }
    /// How many values stand for one variable.
    fn values(self) -> usize {
        match self {
            JoinKind::Merge(_) | JoinKind::Label(_) => 1,
            JoinKind::For(_) => 2,
            JoinKind::While(_) => 3,
        }
    }
}

/// The op at the end of a way, which hands values over.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// This one: a jump, a `loop.yield`, a label that control comes to from the op before, a loop that begins.
    Op(Op),
    /// The end of a region that has no op for it yet.
    Region(Region),
    /// No case of a `loop.select` without default.
    NoCase(Op),
}

/// A way to a join.
pub(super) struct Way {
    /// The stretch that it comes from.
    pub from: StretchId,
    pub end: End,
}

/// A place where control comes together.
pub(super) struct Join {
    pub kind: JoinKind,
    /// Variables that are stored to on the way there.
    pub stored: Rc<FxHashSet<Var>>,
    /// Where to ask for the others.
    pub before: StretchId,
    pub ways: Vec<Way>,
    /// The phi of each variable.
    phis: FxHashMap<Var, usize>,
}

/// A value that a join hands over, in place of a variable.
pub(super) struct Phi {
    join: usize,
    var: Var,
    /// The values that stand for it: see [`JoinKind`]. They belong to an op that is nowhere, until the real ones are made.
    own: SmallVec<[Value; 3]>,
    /// What it is along each way.
    along: Vec<Value>,
    /// It is another value.
    gone: bool,
}

impl Promotion<'_> {
    pub(super) fn join(&mut self, kind: JoinKind, stored: Rc<FxHashSet<Var>>, before: StretchId) -> usize {
        self.joins.push(Join { kind, stored, before, ways: Vec::new(), phis: FxHashMap::default() });
        self.joins.len() - 1
    }

    /// Notes a way to a join.
    pub(super) fn way(&mut self, join: usize, from: StretchId, op: Op) {
        self.joins[join].ways.push(Way { from, end: End::Op(op) });
    }

    /// One of the values that a join hands over in place of a variable.
    pub(super) fn phi(&mut self, join: usize, var: Var, k: usize) -> Value {
        let i = match self.joins[join].phis.get(&var) {
            Some(&i) => i,
            None => {
                let i = self.phis.len();
                let kind = self.joins[join].kind;
                let nowhere = self.m.new_op(OpKind::Const, SmallVec::new(), SmallVec::new(), self.m.ops[kind.op()].loc);
                let ty = self.candidates.types[var as usize];
                let own: SmallVec<[Value; 3]> = (0..kind.values()).map(|_| self.m.add_result(nowhere, ty)).collect();
                for (k, &v) in own.iter().enumerate() {
                    self.owners.insert(v, (i, k));
                }
                self.phis.push(Phi { join, var, own, along: Vec::new(), gone: false });
                self.joins[join].phis.insert(var, i);
                i
            }
        };
        self.phis[i].own[k]
    }

    /// Asks along all ways, drops phis that are other values, and makes the rest results, arguments and operands. How many
    /// these are.
    pub(super) fn complete(&mut self) -> u64 {
        let mut i = 0;
        // Asking makes further ones.
        while i < self.phis.len() {
            let (join, var) = (self.phis[i].join, self.phis[i].var);
            let ways: Vec<StretchId> = self.joins[join].ways.iter().map(|w| w.from).collect();
            self.phis[i].along = ways.into_iter().map(|s| self.read(var, s)).collect();
            i += 1;
        }
        self.drop_copies();
        let mut real: FxHashMap<Value, Value> = FxHashMap::default();
        let mut carried = 0;
        for j in 0..self.joins.len() {
            let mut phis: Vec<(Var, usize)> = self.joins[j].phis.iter().map(|(&v, &i)| (v, i)).collect();
            phis.retain(|&(_, i)| !self.phis[i].gone);
            phis.sort_unstable();
            carried += phis.len() as u64;
            for (var, i) in phis {
                let ty = self.candidates.types[var as usize];
                let made = make(self.m, self.joins[j].kind, ty);
                real.extend(self.phis[i].own.iter().copied().zip(made));
                for w in 0..self.joins[j].ways.len() {
                    let v = self.phis[i].along[w];
                    let end = hand_over(self.m, self.joins[j].ways[w].end, v);
                    self.joins[j].ways[w].end = end;
                }
            }
        }
        let standing: Vec<Value> = self.phis.iter().flat_map(|p| p.own.iter().copied()).collect();
        for v in standing {
            let to = self.now(v);
            let to = real.get(&to).copied().unwrap_or(to);
            self.m.replace_all_uses(v, to);
        }
        carried
    }

    /// What a value became.
    fn now(&self, mut v: Value) -> Value {
        while let Some(&to) = self.replaced.get(&v) {
            v = to;
        }
        v
    }

    /// Drops the phis that are the same value along all ways.
    fn drop_copies(&mut self) {
        let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (i, p) in self.phis.iter().enumerate() {
            for v in &p.along {
                if let Some(&(of, _)) = self.owners.get(v) {
                    users.entry(of).or_default().push(i);
                }
            }
        }
        let mut work: Vec<usize> = (0..self.phis.len()).rev().collect();
        while let Some(i) = work.pop() {
            if self.phis[i].gone {
                continue;
            }
            let Some(to) = self.copy_of(i) else { continue };
            self.phis[i].gone = true;
            for k in 0..self.phis[i].own.len() {
                self.replaced.insert(self.phis[i].own[k], to);
            }
            let again = users.remove(&i).unwrap_or_default();
            // Who used it uses the other value now.
            if let Some(&(of, _)) = self.owners.get(&to) {
                users.entry(of).or_default().extend(&again);
            }
            work.extend(again);
        }
    }

    /// The one value that a phi is, if that can be seen where the phi is.
    fn copy_of(&mut self, i: usize) -> Option<Value> {
        let mut only = None;
        for n in 0..self.phis[i].along.len() {
            let v = self.now(self.phis[i].along[n]);
            if self.phis[i].own.contains(&v) || only == Some(v) {
                continue;
            }
            if only.is_some() {
                return None;
            }
            only = Some(v);
        }
        let Some(v) = only else {
            // Nothing leads there.
            let ty = self.candidates.types[self.phis[i].var as usize];
            return Some(self.zero(ty));
        };
        let place = self.m.ops[self.joins[self.phis[i].join].kind.op()].parent?;
        self.m.is_inside(place, self.home(v)?).then_some(v)
    }

    /// The region in which a value can be seen.
    fn home(&self, v: Value) -> Option<Region> {
        let Some(&(i, k)) = self.owners.get(&v) else { return self.m.home(v) };
        let kind = self.joins[self.phis[i].join].kind;
        match (kind, k) {
            (JoinKind::For(op), 0) | (JoinKind::While(op), 0) => Some(self.m.region(op, 0)),
            (JoinKind::While(op), 1) => Some(self.m.region(op, 1)),
            _ => self.m.ops[kind.op()].parent,
        }
    }
}

/// The values of a join for one more variable.
fn make(m: &mut Module, kind: JoinKind, ty: Type) -> SmallVec<[Value; 3]> {
    let mut made = SmallVec::new();
    let arguments = match kind {
        JoinKind::Merge(_) | JoinKind::Label(_) => 0,
        JoinKind::For(_) => 1,
        JoinKind::While(_) => 2,
    };
    for k in 0..arguments {
        let r = m.region(kind.op(), k);
        made.push(m.add_arg(r, ty));
    }
    made.push(m.add_result(kind.op(), ty));
    made
}

/// Makes the end of a way hand over one more value; where further ones go.
fn hand_over(m: &mut Module, end: End, v: Value) -> End {
    let op = match end {
        End::Op(op) => op,
        End::Region(r) => end_of(m, r),
        End::NoCase(select) => {
            let r = m.new_region(&[]);
            m.attach_region(select, r);
            let mut cases = m.attr(select, "cases").map(Attr::items).unwrap_or_default().to_vec();
            cases.push(Attr::List(Vec::new()));
            m.set_attr(select, "cases", Attr::List(cases));
            end_of(m, r)
        }
    };
    m.insert_operand(op, m.operands(op).len(), v);
    End::Op(op)
}

/// A new `loop.yield` at the end of a region.
fn end_of(m: &mut Module, r: Region) -> Op {
    let op = Builder::at_end(m, r).op(OpKind::Yield).build();
    if let Some(around) = m.regions[r].parent {
        m.ops[op].loc = m.ops[around].loc;
    }
    op
}
