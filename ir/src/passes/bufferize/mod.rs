//! `bufferize`: array form to loop form. Array values become loops that compute their elements where
//! they are used; memory is allocated only where the language's meaning demands it.
//!
//! Values are *lazy*: an `array.load` or `array.elemental` makes no code of its own, its elements are
//! computed inside the loops of its consumers. A value is *materialized* (gets a temporary) where
//! memory that it reads changes before its last use, where it is expensive and used more than once,
//! or where it comes from an operation on whole arrays (matrix product, PACK). An assignment stores
//! straight to its target unless another element of the target is read ([`overlap`]); then it goes
//! through a temporary, or a run-time check chooses.

mod assign;
mod emit;
mod expand;
mod library;
mod overlap;

use crate::analysis::effects::{Access, clobbered_between, reads};
use crate::analysis::price::body_price;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Cost up to which computing an element again beats storing it.
pub(crate) const CHEAP: u32 = 8;

type Res<T> = Result<T, PassError>;

/// A value that lies in memory.
#[derive(Clone, Debug)]
struct Stored {
    view: Value,
    extents: Vec<Value>,
}

/// A temporary to be released.
#[derive(Clone, Copy, Debug)]
struct Temp {
    ptr: Value,
    region: Region,
}

struct Bufferize<'a> {
    m: &'a mut Module,
    cx: &'a mut PassCtx,
    stored: FxHashMap<Value, Stored>,
    decided: FxHashMap<Op, bool>,
    temps: Vec<Temp>,
    constants: FxHashMap<(Vec<u8>, Type), String>,
}

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let funcs: Vec<Op> = m.top_ops(OpKind::Func).collect();
    for f in funcs {
        let body = m.region(f, 0);
        expand::run(m, body)?;
        let mut b = Bufferize {
            m,
            cx,
            stored: FxHashMap::default(),
            decided: FxHashMap::default(),
            temps: Vec::new(),
            constants: FxHashMap::default(),
        };
        b.region(body)?;
    }
    // What is left would be a mistake of this pass; say so rather than pass it on.
    for op in m.walk(m.top) {
        if is_array_op(m.kind(op)) {
            let text = format!("internal error: {} was not converted to loops", m.info(op).name);
            return Err(PassError::new(m.ops[op].loc, text));
        }
    }
    Ok(())
}

fn is_array_op(k: OpKind) -> bool {
    k.info().name.starts_with("array.")
}

fn is_array(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Array { .. })
}

/// The op whose result is an array value.
fn array_valued(m: &Module, op: Op) -> bool {
    is_array_op(m.kind(op)) && m.ops[op].results.first().is_some_and(|&v| is_array(m, v))
}

/// The outermost array region around an op: the elemental or forall whose evaluation evaluates it.
fn template(m: &Module, op: Op) -> Option<Op> {
    let mut found = None;
    let mut at = op;
    while let Some(p) = m.parent_op(at) {
        if matches!(m.kind(p), OpKind::ArrayElemental | OpKind::ArrayForall) {
            found = Some(p);
        }
        at = p;
    }
    found
}

impl Bufferize<'_> {
    /// Converts a region: everything in it, in order.
    fn region(&mut self, r: Region) -> Res<()> {
        let mut i = 0;
        while let Some(&op) = self.m.regions[r].ops.get(i) {
            i = self.op(r, i, op)?;
        }
        self.sweep(r);
        self.release(r);
        Ok(())
    }

    /// Converts one op; gives the position to go on with.
    fn op(&mut self, r: Region, i: usize, op: Op) -> Res<usize> {
        use OpKind::*;
        match self.m.kind(op) {
            ArrayLoad | ArrayElemental | ArrayTranspose | ArrayReshape => {
                if self.materializes(op) {
                    let why = if self.m.kind(op) == ArrayLoad {
                        "its value is needed after the variable changes"
                    } else {
                        "it is used more than once and expensive to compute again"
                    };
                    self.materialize_after(op, why)?;
                }
                Ok(i + 1)
            }
            // Their code stands before them.
            ArrayConst => {
                self.constant(op)?;
                Ok(self.m.position(op).1 + 1)
            }
            ArrayFrom => {
                if self.materializes(op) {
                    self.store_elements(op)?;
                }
                Ok(self.m.position(op).1 + 1)
            }
            ArrayMatmul => {
                if self.deferred(op).is_none() && self.used(op) {
                    self.matmul_to_temp(op)?;
                }
                Ok(self.m.position(op).1 + 1)
            }
            ArrayPack => {
                // Only doing it tells the shape.
                if self.used(op) || !self.m.users(self.m.result(op)).is_empty() {
                    self.pack_to_temp(op)?;
                }
                Ok(self.m.position(op).1 + 1)
            }
            ArrayUnpack => {
                if self.used(op) {
                    self.unpack_to_temp(op)?;
                }
                Ok(self.m.position(op).1 + 1)
            }
            ArrayAt => self.replaced(r, i, op, |s| s.at(op)),
            ArrayShape => self.replaced(r, i, op, |s| s.shape(op)),
            ArrayElemLen => self.replaced(r, i, op, |s| s.elem_len(op)),
            ArrayAssign => self.replaced(r, i, op, |s| s.assign(op)),
            ArrayForall => self.replaced(r, i, op, |s| s.forall(op)),
            ArrayReduce => self.replaced(r, i, op, |s| s.reduce(op)),
            ArrayLocate => self.replaced(r, i, op, |s| s.locate(op)),
            _ => {
                for inner in self.m.ops[op].regions.clone() {
                    self.region(inner)?;
                }
                Ok(i + 1)
            }
        }
    }

    /// Lets `f` put code before `op`, takes the op out, and goes on with the new code.
    fn replaced(&mut self, r: Region, i: usize, op: Op, f: impl FnOnce(&mut Self) -> Res<()>) -> Res<usize> {
        f(self)?;
        let end = self.m.regions[r].ops.iter().skip(i).position(|&o| o == op).map_or(i, |n| n + i);
        self.m.regions[r].ops.remove(end);
        self.m.ops[op].parent = None;
        Ok(i)
    }

    /// Takes out the array values of a region, which nothing uses any more.
    fn sweep(&mut self, r: Region) {
        let ops = std::mem::take(&mut self.m.regions[r].ops);
        let mut kept = Vec::with_capacity(ops.len());
        for op in ops {
            if array_valued(self.m, op) {
                self.m.ops[op].parent = None;
            } else {
                kept.push(op);
            }
        }
        self.m.regions[r].ops = kept;
    }

    /// Releases the temporaries of a region after their last use, and before every way out of the
    /// region in between.
    fn release(&mut self, r: Region) {
        let ptrs: Vec<Value> = self.temps.extract_if(.., |t| t.region == r).map(|t| t.ptr).collect();
        if !ptrs.is_empty() {
            emit::release(self.m, r, &ptrs);
        }
    }

    // ---- decisions ------------------------------------------------------------------------------

    /// True where anything uses the op's value (an unused elemental does not count as a use).
    fn used(&self, op: Op) -> bool {
        self.weight(op) > 0
    }

    /// How often each element of the op's value is computed if it is lazy: 0, 1, or 2 for more.
    fn weight(&self, op: Op) -> u32 {
        let m = &*self.m;
        let v = m.ops[op].results[0];
        let rank = m.types.rank(m.ty(v));
        let home = m.ops[op].parent;
        let mut sum = 0u32;
        for user in self.m.users(v) {
            let one = match m.kind(user) {
                OpKind::ArrayShape | OpKind::ArrayElemLen => 0,
                OpKind::ArrayAt => {
                    // Iterations around the access, up to where the value stands.
                    let (mut around, mut at, mut factor) = (0, user, 1);
                    while m.ops[at].parent != home {
                        let Some(p) = m.parent_op(at) else { break };
                        match m.kind(p) {
                            OpKind::ArrayElemental => {
                                around += m.operands(p).len();
                                factor *= if self.stored_or_decided(p) { 1 } else { self.weight(p) };
                            }
                            OpKind::ArrayForall => around += m.operands(p).len() - 1,
                            OpKind::Parallel | OpKind::Reduce => around += m.operands(p).len(),
                            OpKind::For | OpKind::While => around += 1,
                            _ => {}
                        }
                        at = p;
                    }
                    if around > rank { 2 * factor } else { factor }
                }
                OpKind::ArrayTranspose | OpKind::ArrayReshape => self.weight(user),
                _ => match template(m, user) {
                    // All of it for every element of another array.
                    Some(t) if !home.is_some_and(|h| m.is_inside(h, m.region(t, 0))) => 2,
                    _ => 1,
                },
            };
            sum = sum.saturating_add(one);
        }
        sum.min(2)
    }

    fn stored_or_decided(&self, op: Op) -> bool {
        self.decided.get(&op).copied().unwrap_or(false)
    }

    /// Cost of an element with everything lazy behind it.
    fn cost(&self, v: Value, depth: u32) -> u32 {
        if self.stored.contains_key(&v) || depth > 8 {
            return 1;
        }
        let m = &*self.m;
        let Some(op) = m.def(v) else { return 1 };
        match m.kind(op) {
            OpKind::ArrayElemental => {
                let body = m.region(op, 0);
                let mut sum = body_price(m, body);
                for o in m.walk(body) {
                    if m.kind(o) == OpKind::ArrayAt {
                        sum = sum.saturating_add(self.cost(m.operand(o, 0), depth + 1));
                    }
                }
                sum
            }
            OpKind::ArrayTranspose => self.cost(m.operand(op, 0), depth + 1),
            OpKind::ArrayReshape => self.cost(m.operand(op, 0), depth + 1).saturating_add(6),
            _ => 1,
        }
    }

    /// Whether the op's value gets memory at its place.
    fn materializes(&mut self, op: Op) -> bool {
        if let Some(&d) = self.decided.get(&op) {
            return d;
        }
        // Ops inside array regions are decided when they are copied to where they run.
        if template(self.m, op).is_some() {
            return false;
        }
        let v = self.m.ops[op].results[0];
        let answer = match self.m.kind(op) {
            OpKind::ArrayLoad => {
                let read = [Access::Data(self.m.operand(op, 0))];
                self.sinks(v).iter().any(|&s| clobbered_between(self.m, op, s, &read))
            }
            OpKind::ArrayElemental => {
                let mut read = Vec::new();
                for o in self.m.walk(self.m.region(op, 0)) {
                    read.extend(reads(self.m, o));
                }
                // Character values are made of the bytes of other objects, which loads name.
                let late = !read.is_empty() && self.sinks(v).iter().any(|&s| clobbered_between(self.m, op, s, &read));
                late || (self.weight(op) > 1 && self.cost(v, 0) > CHEAP)
            }
            OpKind::ArrayReshape | OpKind::ArrayTranspose => false,
            OpKind::ArrayFrom => {
                let m = &*self.m;
                self.m.users(v).iter().any(|&u| match m.kind(u) {
                    OpKind::ArrayShape | OpKind::ArrayElemLen => false,
                    OpKind::ArrayAt => m.operands(u)[1..].iter().any(|&s| m.const_int(s).is_none()),
                    _ => true,
                })
            }
            _ => true,
        };
        self.decided.insert(op, answer);
        answer
    }

    /// The ops at whose places the elements of `v` are computed, if it is lazy.
    fn sinks(&mut self, v: Value) -> Vec<Op> {
        let mut out = Vec::new();
        for user in self.m.users(v) {
            if let Some(t) = template(self.m, user) {
                if self.m.kind(t) == OpKind::ArrayForall || self.materializes(t) {
                    out.push(t);
                } else {
                    let tv = self.m.result(t);
                    out.extend(self.sinks(tv));
                }
                continue;
            }
            match self.m.kind(user) {
                OpKind::ArrayShape | OpKind::ArrayElemLen => {}
                OpKind::ArrayTranspose | OpKind::ArrayReshape => {
                    let uv = self.m.result(user);
                    out.extend(self.sinks(uv));
                }
                OpKind::ArrayMatmul => out.push(self.deferred(user).unwrap_or(user)),
                _ => out.push(user),
            }
        }
        out.sort();
        out.dedup();
        out
    }

    /// The assignment at whose place a matrix product is computed, straight into the target: the only
    /// user of the product, or of the elemental around it.
    fn deferred(&mut self, op: Op) -> Option<Op> {
        let m = &*self.m;
        let v = m.result(op);
        let only_assign = |v: Value| -> Option<Op> {
            let users: Vec<Op> = self
                .m
                .users(v)
                .into_iter()
                .filter(|&u| !matches!(m.kind(u), OpKind::ArrayShape | OpKind::ArrayElemLen))
                .collect();
            let &[a] = users.as_slice() else { return None };
            let fits = m.kind(a) == OpKind::ArrayAssign
                && m.operand(a, 1) == v
                && m.operands(a).len() == 2
                && m.ops[a].parent == m.ops[op].parent;
            fits.then_some(a)
        };
        let assign = only_assign(v).or_else(|| {
            let e = self.epilogue_of(op)?;
            only_assign(m.result(e))
        })?;
        let mut read = Vec::new();
        let mut calls = false;
        self.tree_accesses(v, &mut read, &mut calls, 0);
        (!calls && !clobbered_between(m, op, assign, &read)).then_some(assign)
    }

    /// The elemental that uses a matrix product once, at its own indices.
    fn epilogue_of(&self, op: Op) -> Option<Op> {
        let m = &*self.m;
        let users: Vec<Op> = self
            .m
            .users(m.result(op))
            .into_iter()
            .filter(|&u| !matches!(m.kind(u), OpKind::ArrayShape | OpKind::ArrayElemLen))
            .collect();
        let &[at] = users.as_slice() else { return None };
        let e = m.parent_op(at).filter(|&e| m.kind(e) == OpKind::ArrayElemental && m.kind(at) == OpKind::ArrayAt)?;
        let body = m.region(e, 0);
        // Of several products only the last to be computed can take the rest of the expression with it.
        let place = |p: Op| m.position(p).1;
        let later = m.regions[body].ops.iter().any(|&o| {
            m.kind(o) == OpKind::ArrayAt
                && m.def_of(m.operand(o, 0), OpKind::ArrayMatmul)
                    .is_some_and(|p| p != op && m.ops[p].parent == m.ops[op].parent && place(p) > place(op))
        });
        let fits = !later && m.ops[e].parent == m.ops[op].parent && m.operands(at)[1..] == *m.args(body);
        fits.then_some(e)
    }

    /// Everything that computing the elements of `v` reads.
    fn tree_accesses(&self, v: Value, out: &mut Vec<Access>, calls: &mut bool, depth: u32) {
        let m = &*self.m;
        if self.stored.contains_key(&v) {
            return;
        }
        let Some(op) = m.def(v).filter(|_| depth < 40) else {
            *calls = true;
            return;
        };
        match m.kind(op) {
            OpKind::ArrayLoad => out.push(Access::Data(m.operand(op, 0))),
            OpKind::ArrayElemental => {
                for o in m.walk(m.region(op, 0)) {
                    out.extend(reads(m, o));
                    for &a in m.operands(o) {
                        if is_array(m, a) && m.home(a).is_some_and(|h| !m.is_inside(h, m.region(op, 0))) {
                            self.tree_accesses(a, out, calls, depth + 1);
                        }
                    }
                }
            }
            _ => {
                for &a in m.operands(op) {
                    if is_array(m, a) {
                        self.tree_accesses(a, out, calls, depth + 1);
                    }
                }
            }
        }
    }

    /// `stmts` attribute for loops made for an op.
    fn stmts(m: &Module, op: Op) -> Option<Attr> {
        let line = m.ops[op].loc.line;
        (line > 0).then(|| Attr::ints(&[i64::from(line)]))
    }

    /// Computes all elements of an array value into a new temporary, before `at`.
    fn materialize_before(&mut self, v: Value, at: Op, reason: &str) -> Res<Stored> {
        if let Some(s) = self.stored.get(&v) {
            return Ok(s.clone());
        }
        let start = self.m.position(at).1;
        let stmts = Self::stmts(self.m, at);
        let extents = self.extents_before(v, at)?;
        let len = self.char_len_before(v, at)?;
        let stored = self.temp_before(at, v, extents, len, reason)?;
        let mut b = Builder::before(self.m, at);
        emit::store_loop(&mut b, stored.view, &stored.extents, v, None, stmts, Some(reason));
        self.convert_from(at, start)?;
        self.stored.insert(v, stored.clone());
        Ok(stored)
    }

    /// Converts the code between position `start` and the op `at` of its region.
    fn convert_from(&mut self, at: Op, start: usize) -> Res<()> {
        let (r, _) = self.m.position(at);
        let mut i = start;
        loop {
            let op = self.m.regions[r].ops[i];
            if op == at {
                return Ok(());
            }
            i = self.op(r, i, op)?;
        }
    }

    fn materialize_after(&mut self, op: Op, reason: &str) -> Res<()> {
        let v = self.m.ops[op].results[0];
        let (r, i) = self.m.position(op);
        // A value that nothing follows is not used.
        let Some(&next) = self.m.regions[r].ops.get(i + 1) else { return Ok(()) };
        let saved = self.m.ops[next].loc;
        self.m.ops[next].loc = self.m.ops[op].loc;
        let done = self.materialize_before(v, next, reason);
        self.m.ops[next].loc = saved;
        done.map(|_| ())
    }
}
