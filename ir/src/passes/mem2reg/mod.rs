//! `mem2reg`: local scalars that only plain loads and stores use become values; loops, choices, blocks and labels carry
//! them.
//!
//! Static single assignment form on demand, after Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient
//! Construction of Static Single Assignment Form" (2013), for structured control flow with jumps. One walk over a procedure
//! cuts it into stretches of code ([`Stretch`]) and notes where control comes together ([`Join`]) and along which ways. A
//! load asks for the value that is in its variable there; where that is a join that the variable is assigned on the way
//! to, the join gets a value of its own ([`Phi`]), and only after the walk it is asked along every way what that is. Values
//! that turn out to be the same along all ways go again.
//!
//! A variable that nothing was stored to has the value zero. The elements of small arrays are variables where each is named by itself.

mod candidates;
mod elements;
mod phis;

use crate::analysis::labels::never_ends;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use candidates::Candidates;
use ferrotran_abi::codes::stat;
use ferrotran_abi::rt;
use phis::{Join, JoinKind, Phi};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Number of a variable.
type Var = u32;
/// Number of a stretch.
type StretchId = usize;
/// Number of a join.
type JoinId = usize;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        cx.count("arrays", elements::split(m, body));
        let candidates = Candidates::find(m, body);
        if candidates.types.is_empty() {
            continue;
        }
        cx.count("variables", candidates.types.len() as u64);
        let mut p = Promotion {
            m,
            body,
            candidates,
            stored: FxHashMap::default(),
            stretches: vec![Stretch::default()],
            joins: Vec::new(),
            phis: Vec::new(),
            owners: FxHashMap::default(),
            replaced: FxHashMap::default(),
            labels: FxHashMap::default(),
            scopes: Vec::new(),
            zeros: FxHashMap::default(),
            gone: Vec::new(),
            products: Vec::new(),
        };
        p.stored_in(body);
        p.region(body, 0);
        cx.count("carried", p.finish());
    }
    Ok(())
}

/// Code that runs from its start to its end.
#[derive(Default)]
struct Stretch {
    /// What is in variables that are stored to or read in it; none where nothing was stored since the storage began.
    values: FxHashMap<Var, Option<Value>>,
    /// Where control comes from; nowhere at the start of a procedure and in code that nothing reaches.
    from: Option<From>,
}

/// Where a stretch begins.
#[derive(Clone, Copy)]
enum From {
    /// After another one.
    Stretch(StretchId),
    /// At a join, which hands over that one of the values of a phi.
    Join(JoinId, usize),
}

/// An op that jumps may name.
struct Scope {
    label: Option<String>,
    is_loop: bool,
    join: JoinId,
}

struct Promotion<'m> {
    m: &'m mut Module,
    body: Region,
    candidates: Candidates,
    /// Variables that are stored to in the regions of an op, or for a label in the region around it.
    stored: FxHashMap<Op, Rc<FxHashSet<Var>>>,
    stretches: Vec<Stretch>,
    joins: Vec<Join>,
    phis: Vec<Phi>,
    /// The phi that a value stands for, and which of its values it is.
    owners: FxHashMap<Value, (usize, usize)>,
    /// Values of phis that turned out to be others.
    replaced: FxHashMap<Value, Value>,
    labels: FxHashMap<String, JoinId>,
    scopes: Vec<Scope>,
    /// The zero of each type, at the start of the procedure.
    zeros: FxHashMap<Type, Value>,
    /// Ops to remove.
    gone: Vec<Op>,
    /// Matrix products, whose regions may use values in place of variables.
    products: Vec<Op>,
}

impl Promotion<'_> {
    /// Notes for every op of a region, and for the labels in it, which variables are stored to inside.
    fn stored_in(&mut self, r: Region) -> FxHashSet<Var> {
        let mut all = FxHashSet::default();
        let ops = self.m.regions[r].ops.clone();
        for &op in &ops {
            all.extend(self.candidates.stored_by(self.m, op));
            if self.m.ops[op].regions.is_empty() {
                continue;
            }
            let mut inside = FxHashSet::default();
            for x in self.m.ops[op].regions.clone() {
                inside.extend(self.stored_in(x));
            }
            all.extend(&inside);
            self.stored.insert(op, Rc::new(inside));
        }
        if ops.iter().any(|&o| self.m.kind(o) == OpKind::Label) {
            let shared = Rc::new(all.clone());
            let labels = ops.iter().filter(|&&o| self.m.kind(o) == OpKind::Label);
            self.stored.extend(labels.map(|&o| (o, shared.clone())));
        }
        all
    }

    fn stretch(&mut self, from: Option<From>) -> StretchId {
        self.stretches.push(Stretch { values: FxHashMap::default(), from });
        self.stretches.len() - 1
    }

    // ---- the walk -----------------------------------------------------------------------------
    /// Walks a region from a stretch on; the stretch at its end, none where its last op ends it.
    fn region(&mut self, r: Region, start: StretchId) -> Option<StretchId> {
        let ops = self.m.regions[r].ops.clone();
        for &op in &ops {
            if self.m.kind(op) == OpKind::Label {
                let name = self.m.attr_str(op, "label").unwrap_or_default().to_string();
                let stored = self.stored[&op].clone();
                let join = self.join(JoinKind::Label(op), stored, start);
                self.labels.insert(name, join);
            }
        }
        let mut here = Some(start);
        for op in ops {
            let at = match here {
                Some(at) => at,
                // Nothing but a label stands behind an op that ends its region.
                None => self.stretch(None),
            };
            here = self.op(op, at, here.is_some());
        }
        here
    }

    /// An op in a stretch; the stretch behind it. `reached`: control comes from the op before.
    fn op(&mut self, op: Op, here: StretchId, reached: bool) -> Option<StretchId> {
        if self.candidates.touches(self.m, op) {
            self.access(op, here);
            return Some(here);
        }
        match self.m.kind(op) {
            OpKind::If | OpKind::SelectCase => {
                let behind = self.choice(op, here);
                (!never_ends(self.m, op)).then_some(behind)
            }
            OpKind::Block => Some(self.block(op, here)),
            OpKind::For => Some(self.for_loop(op, here)),
            OpKind::While => Some(self.while_loop(op, here)),
            OpKind::Label => {
                let join = self.labels[self.m.attr_str(op, "label").unwrap_or_default()];
                if reached {
                    self.way(join, here, op);
                }
                Some(self.stretch(Some(From::Join(join, 0))))
            }
            OpKind::Goto => {
                let label = self.m.attr_str(op, "label").unwrap_or_default();
                let join = self.labels[label];
                self.way(join, here, op);
                None
            }
            kind @ (OpKind::Break | OpKind::Continue) => {
                let label = self.m.attr_str(op, "label");
                let named = |s: &&Scope| match label {
                    Some(l) => s.label.as_deref() == Some(l) && (s.is_loop || kind == OpKind::Break),
                    None => s.is_loop,
                };
                if let Some(join) = self.scopes.iter().rev().find(named).map(|s| s.join) {
                    self.way(join, here, op);
                }
                None
            }
            _ => {
                let regions = self.m.ops[op].regions.clone();
                for &r in &regions {
                    let inside = self.stretch(Some(From::Stretch(here)));
                    self.region(r, inside);
                }
                if self.m.kind(op) == OpKind::LibMatmul {
                    self.products.push(op);
                }
                if !regions.is_empty() {
                    return Some(self.stretch(Some(From::Stretch(here))));
                }
                (!self.m.has(op, Traits::TERMINATOR) || self.m.kind(op) == OpKind::Yield).then_some(here)
            }
        }
    }

    /// A region from which control goes on to a join.
    fn inner(&mut self, r: Region, from: From, join: JoinId) {
        let start = self.stretch(Some(from));
        if let Some(end) = self.region(r, start) {
            let last = self.m.regions[r].ops.last().copied().filter(|&o| self.m.kind(o) == OpKind::Yield);
            self.joins[join].ways.push(phis::Way { from: end, end: last.map_or(phis::End::Region(r), phis::End::Op) });
        }
    }

    /// The stretch behind a choice or block: nothing reaches it where no way leads there.
    fn behind(&mut self, join: JoinId) -> StretchId {
        let from = (!self.joins[join].ways.is_empty()).then_some(From::Join(join, 0));
        self.stretch(from)
    }

    fn choice(&mut self, op: Op, here: StretchId) -> StretchId {
        let stored = self.stored[&op].clone();
        let join = self.join(JoinKind::Merge(op), stored, here);
        for r in self.m.ops[op].regions.clone() {
            self.inner(r, From::Stretch(here), join);
        }
        if self.m.kind(op) == OpKind::SelectCase {
            let cases = self.m.attr(op, "cases").map(crate::module::Attr::items).unwrap_or_default();
            if !cases.last().is_some_and(|c| c.items().is_empty()) {
                self.joins[join].ways.push(phis::Way { from: here, end: phis::End::NoCase(op) });
            }
        }
        self.behind(join)
    }

    fn block(&mut self, op: Op, here: StretchId) -> StretchId {
        let stored = self.stored[&op].clone();
        let join = self.join(JoinKind::Merge(op), stored, here);
        self.scopes.push(Scope { label: self.label(op), is_loop: false, join });
        self.inner(self.m.region(op, 0), From::Stretch(here), join);
        self.scopes.pop();
        self.behind(join)
    }

    fn for_loop(&mut self, op: Op, here: StretchId) -> StretchId {
        let stored = self.stored[&op].clone();
        let join = self.join(JoinKind::For(op), stored, here);
        self.way(join, here, op);
        self.scopes.push(Scope { label: self.label(op), is_loop: true, join });
        self.inner(self.m.region(op, 0), From::Join(join, 0), join);
        self.scopes.pop();
        self.stretch(Some(From::Join(join, 1)))
    }

    fn while_loop(&mut self, op: Op, here: StretchId) -> StretchId {
        let stored = self.stored[&op].clone();
        let join = self.join(JoinKind::While(op), stored, here);
        self.way(join, here, op);
        self.inner(self.m.region(op, 0), From::Join(join, 0), join);
        self.scopes.push(Scope { label: self.label(op), is_loop: true, join });
        self.inner(self.m.region(op, 1), From::Join(join, 1), join);
        self.scopes.pop();
        self.stretch(Some(From::Join(join, 2)))
    }

    fn label(&self, op: Op) -> Option<String> {
        self.m.attr_str(op, "label").map(str::to_string)
    }

    // ---- variables ----------------------------------------------------------------------------
    /// An op that a variable is made, named, read or stored to by.
    fn access(&mut self, op: Op, here: StretchId) {
        self.gone.push(op);
        let kind = self.m.kind(op);
        if kind == OpKind::Alloca {
            let var = self.candidates.var(self.m.result(op)).expect("it is a candidate");
            self.stretches[here].values.insert(var, None);
            return;
        }
        let target = self.m.operand(op, usize::from(kind == OpKind::Store));
        let var = self.candidates.var(target).expect("it touches one");
        match kind {
            OpKind::Declare => {}
            OpKind::Store => {
                let v = self.m.operand(op, 0);
                self.stretches[here].values.insert(var, Some(v));
            }
            OpKind::Load | OpKind::BoxAddr => {
                let v = self.read(var, here);
                self.become_value(op, v);
            }
            // ---- pointers: a descriptor of which only the address counts ----
            OpKind::BoxInit | OpKind::BoxNullify => {
                let null = Builder::before(self.m, op).op(OpKind::NullPtr).result(Type::PTR).value();
                self.stretches[here].values.insert(var, Some(null));
            }
            OpKind::BoxSet => {
                let to = self.m.operand(op, 1);
                let kind = match self.m.tk(to) {
                    TypeKind::View { .. } => OpKind::ViewAddr,
                    _ => OpKind::CastRef,
                };
                let address = if self.m.ty(to) == Type::PTR {
                    to
                } else {
                    Builder::before(self.m, op).unary(kind, to, Type::PTR)
                };
                self.stretches[here].values.insert(var, Some(address));
            }
            OpKind::BoxRef => {
                let v = self.read(var, here);
                let ty = self.m.ty(self.m.result(op));
                let r = Builder::before(self.m, op).unary(OpKind::CastRef, v, ty);
                self.become_value(op, r);
            }
            OpKind::BoxAllocated => {
                let v = self.read(var, here);
                let mut b = Builder::before(self.m, op);
                let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
                let same = b.op(OpKind::PtrCmp).args(&[v, null]).result(Type::BOOL).value();
                let other = b.unary(OpKind::Not, same, Type::BOOL);
                self.become_value(op, other);
            }
            OpKind::BoxAllocate => self.allocate(op, var, here),
            OpKind::BoxDeallocate => self.deallocate(op, var, here),
            _ => unreachable!("no other op touches a candidate"),
        }
    }

    /// ALLOCATE of a pointer: where there is no memory, it refers to what it did before.
    fn allocate(&mut self, op: Op, var: Var, here: StretchId) {
        let old = self.read(var, here);
        let (bytes, node) = candidates::allocated(self.m, op).expect("the size of a candidate is known");
        let ty = self.m.ty(self.m.result(op));
        let mut b = Builder::before(self.m, op);
        let bytes = b.int(bytes, Type::I64);
        let f = if node { rt::frt_try_alloc_node } else { rt::frt_try_alloc };
        let call = b.runtime(f, &[bytes], Some(Type::PTR));
        let got = b.m.result(call);
        let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
        let failed = b.op(OpKind::PtrCmp).args(&[got, null]).result(Type::BOOL).value();
        let (bad, good) = (b.int(stat::NO_MEMORY.into(), ty), b.int(0, ty));
        let status = b.op(OpKind::Select).args(&[failed, bad, good]).result(ty).value();
        let new = b.op(OpKind::Select).args(&[failed, old, got]).result(Type::PTR).value();
        self.become_value(op, status);
        self.stretches[here].values.insert(var, Some(new));
    }

    /// DEALLOCATE.
    fn deallocate(&mut self, op: Op, var: Var, here: StretchId) {
        let old = self.read(var, here);
        let ty = self.m.ty(self.m.result(op));
        let mut b = Builder::before(self.m, op);
        b.runtime(rt::frt_free, &[old], None);
        let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
        let nothing = b.op(OpKind::PtrCmp).args(&[old, null]).result(Type::BOOL).value();
        let (bad, good) = (b.int(stat::NOT_ALLOCATED.into(), ty), b.int(0, ty));
        let status = b.op(OpKind::Select).args(&[nothing, bad, good]).result(ty).value();
        self.become_value(op, status);
        self.stretches[here].values.insert(var, Some(null));
    }

    fn become_value(&mut self, op: Op, v: Value) {
        let old = self.m.result(op);
        self.m.replace_all_uses(old, v);
    }

    /// What is in a variable at the end of a stretch.
    fn read(&mut self, var: Var, at: StretchId) -> Value {
        let mut here = at;
        let v = loop {
            if let Some(&v) = self.stretches[here].values.get(&var) {
                break v;
            }
            match self.stretches[here].from {
                None => break None,
                Some(From::Stretch(s)) => here = s,
                Some(From::Join(j, k)) if self.joins[j].stored.contains(&var) => {
                    break Some(self.phi(j, var, k));
                }
                Some(From::Join(j, _)) => here = self.joins[j].before,
            }
        };
        let v = v.unwrap_or_else(|| self.zero(self.candidates.types[var as usize]));
        self.stretches[at].values.insert(var, Some(v));
        v
    }

    /// The zero of a type, of which there is one at the start of the procedure.
    fn zero(&mut self, ty: Type) -> Value {
        if let Some(&v) = self.zeros.get(&ty) {
            return v;
        }
        let first = self.m.regions[self.body].ops[0];
        let mut b = Builder::before(self.m, first);
        let v = b.zero(ty);
        self.zeros.insert(ty, v);
        v
    }

    /// Removes what there is no use for any more; how many values are carried.
    fn finish(mut self) -> u64 {
        let carried = self.complete();
        let mut regions: SmallVec<[Region; 8]> = smallvec![];
        for op in std::mem::take(&mut self.gone) {
            if let Some(r) = self.m.ops[op].parent.take()
                && !regions.contains(&r)
            {
                regions.push(r);
            }
        }
        for r in regions {
            self.m.compact(r);
        }
        for op in self.products {
            self.m.capture(op);
        }
        carried
    }
}
