//! Loops that are one pass (`analysis::joint`): long rows go by in blocks, which all loops do one after the other, so that
//! what they share comes from memory once. Each loop keeps the form, and each reduction the order, that it has alone.

use super::sums::{Partials, SERIAL};
use super::{Simple, Vectors, extreme, fill_lanes, in_order, loops};
use crate::choices::{LoopReduceKind, ReduceKind};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::PassError;
use crate::passes::vectorize::nest::{Hooks, Nest};
use crate::passes::vectorize::{Machine, choose, count};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Elements of a block: a multiple of all numbers of lanes, and little enough for some arrays to stay in the cache.
const BLOCK: i64 = 2048;

/// Whether it pays to run these loops in blocks: rows may be long, and all reductions have a form for it.
pub(super) fn pays(m: &Module, pass: &[Op]) -> bool {
    let long = m.group(pass[0], "extents").first().is_some_and(|&n| m.const_int(n).is_none_or(|n| n > BLOCK));
    long && pass.iter().all(|&o| m.kind(o) == OpKind::Parallel || kind(m, o).is_some())
}

/// What a reduction combines, and the type of its values, unless it is a search.
fn kind(m: &Module, op: Op) -> Option<(ReduceKind, Type)> {
    let LoopReduceKind::Reduce(kind) = m.choice(op) else { return None };
    let last = m.regions[m.region(op, 0)].ops.last().copied().filter(|&o| m.kind(o) == OpKind::Yield)?;
    Some((kind, m.ty(*m.operands(last).first()?)))
}

/// Puts blocks in the place of the loops of a pass, or, where rows are short, loops for each.
pub(super) fn run(m: &mut Module, pass: &[Op], machine: Machine) -> Result<(), PassError> {
    let reductions: Vec<Op> = pass.iter().copied().filter(|&o| m.kind(o) == OpKind::Reduce).collect();
    let old: Vec<Value> = reductions.iter().map(|&o| m.result(o)).collect();
    let types: Vec<Type> = old.iter().map(|&v| m.ty(v)).collect();
    let extents = m.group(pass[0], "extents").to_vec();
    let Some(&n) = extents.first() else { return Ok(()) };
    let mut failed = None;
    let mut b = Builder::before(m, pass[0]);
    let mut together = |b: &mut Builder<'_>| match blocks(b, pass, &extents, machine) {
        Ok(values) => values,
        Err(e) => {
            failed = Some(e);
            old.clone()
        }
    };
    let new = if b.m.const_int(n).is_some() {
        together(&mut b)
    } else {
        let least = b.index(SERIAL);
        let long = b.cmp(crate::choices::Pred::Ge, n, least);
        let mut apart = None;
        let new = choose(&mut b, long, &types, together, |b| match one_by_one(b, pass, machine) {
            Ok(values) => values,
            Err(e) => {
                apart = Some(e);
                old.clone()
            }
        });
        failed = failed.or(apart);
        new
    };
    if let Some(e) = failed {
        return Err(e);
    }
    for (&v, &w) in old.iter().zip(&new) {
        m.replace_all_uses(v, w);
    }
    let moved = m.const_int(n).is_none();
    for &o in pass.iter().filter(|&&o| !moved || m.kind(o) == OpKind::Reduce).collect::<Vec<_>>() {
        m.detach(o);
    }
    Ok(())
}

/// The loops as they are, where the builder stands; the results of the reductions.
fn one_by_one(b: &mut Builder<'_>, pass: &[Op], machine: Machine) -> Result<Vec<Value>, PassError> {
    let mut out = Vec::new();
    for &op in pass {
        if b.m.kind(op) == OpKind::Parallel {
            b.m.detach(op);
            b.insert(op);
            continue;
        }
        let copy = b.m.clone_op(op, &mut FxHashMap::default());
        b.insert(copy);
        out.push(loops(b.m, copy, machine, true)?);
    }
    Ok(out)
}

/// A reduction of a pass in the making.
struct Part {
    op: Op,
    vectors: Vectors,
    fits: bool,
    lanes: i64,
    how: How,
    /// How many values its loops carry.
    carried: usize,
}

enum How {
    Sum(Partials),
    Simple(Simple),
}

impl Part {
    /// The reduction of nothing, with the values that it carries.
    fn begin(b: &mut Builder<'_>, op: Op, machine: Machine) -> Option<(Part, Vec<Value>)> {
        let (kind, ty) = kind(b.m, op)?;
        let vectors = Vectors::of(b.m, b.m.region(op, 0), machine);
        Some(match in_order(b.m, kind, ty) {
            Some(what) => {
                let p = Partials::begin_all(b, what, ty);
                let (fits, lanes) = (Partials::fits(b.m, ty), p.lanes);
                (Part { op, vectors, fits, lanes, how: How::Sum(p), carried: 0 }, Vec::new())
            }
            None => {
                let simple = Simple::of(b.m, kind, ty, vectors.width);
                let (fits, lanes) = (fill_lanes(b.m, kind, ty), simple.lanes);
                let mut now = vec![simple.identity(b)];
                if simple.extreme {
                    now.push(b.int(0, Type::BOOL));
                }
                (Part { op, vectors, fits, lanes, carried: now.len(), how: How::Simple(simple) }, now)
            }
        })
    }

    /// The elements `from` up to `from + n` of a row.
    fn block(&self, b: &mut Builder<'_>, at: &Block<'_>, now: &[Value], machine: Machine) -> Vec<Value> {
        let hooks: &dyn Hooks = match &self.how {
            How::Sum(p) => p,
            How::Simple(s) => s,
        };
        let (r, extents) = (b.m.region(self.op, 0), b.m.group(self.op, "extents").to_vec());
        let vectors = self.vectors.fit(b, self.fits, self.lanes, &extents);
        let nest = Nest { r, vectors, masked: None, short: None, machine, hooks, from: Some(at.from) };
        nest.row(b, at.n, at.outer, now)
    }

    /// What it came to.
    fn end(&self, b: &mut Builder<'_>, now: &[Value], machine: Machine) -> Result<Value, PassError> {
        let v = match &self.how {
            How::Sum(p) => p.together(b),
            How::Simple(s) if s.extreme => extreme(b, self.op, s, (now[0], now[1]), machine)?,
            How::Simple(_) => now[0],
        };
        let ty = b.m.ty(b.m.result(self.op));
        Ok(b.cast(v, ty))
    }
}

/// A part of a row: its first index, its length, and the indices of the other dimensions.
struct Block<'s> {
    from: Value,
    n: Value,
    outer: &'s [Value],
}

/// All blocks of all rows; the results of the reductions.
fn blocks(b: &mut Builder<'_>, pass: &[Op], extents: &[Value], machine: Machine) -> Result<Vec<Value>, PassError> {
    let mut parts = Vec::new();
    let mut now = Vec::new();
    for &op in pass {
        if b.m.kind(op) == OpKind::Reduce {
            let Some((part, first)) = Part::begin(b, op, machine) else {
                return Err(PassError::at(b.m, op, "a search in a pass of several loops"));
            };
            parts.push(part);
            now.extend(first);
        }
    }
    let out = rows(b, pass, &parts, extents, &mut Vec::new(), &now, machine);
    let mut at = 0;
    let mut results = Vec::new();
    for p in &parts {
        results.push(p.end(b, &out[at..at + p.carried], machine)?);
        at += p.carried;
    }
    Ok(results)
}

/// Loops over all dimensions but the first; `outer` are the indices of the last ones, outermost first.
fn rows(
    b: &mut Builder<'_>,
    pass: &[Op],
    parts: &[Part],
    extents: &[Value],
    outer: &mut Vec<Value>,
    now: &[Value],
    machine: Machine,
) -> Vec<Value> {
    let level = extents.len() - outer.len();
    let zero = b.index(0);
    if level > 1 {
        return count(b, (zero, extents[level - 1], 1), now, |b, i, now| {
            outer.push(i);
            let out = rows(b, pass, parts, extents, outer, now, machine);
            outer.pop();
            out
        });
    }
    let outer: Vec<Value> = outer.iter().rev().copied().collect();
    count(b, (zero, extents[0], BLOCK), now, |b, from, now| {
        let rest = b.binary(OpKind::Sub, extents[0], from);
        let most = b.index(BLOCK);
        let n = b.binary(OpKind::Min, rest, most);
        let at = Block { from, n, outer: &outer };
        let mut out = Vec::new();
        let mut next = 0;
        for &op in pass {
            match parts.iter().find(|p| p.op == op) {
                Some(p) => {
                    out.extend(p.block(b, &at, &now[next..next + p.carried], machine));
                    next += p.carried;
                }
                None => part_of_loop(b, op, &at),
            }
        }
        out
    })
}

/// The iterations of a block as a loop.parallel.
fn part_of_loop(b: &mut Builder<'_>, op: Op, at: &Block<'_>) {
    let body: Region = b.m.region(op, 0);
    let args = b.m.args(body).to_vec();
    let r = b.m.new_region(&[Type::INDEX]);
    let i = b.m.args(r)[0];
    b.inside(r, |b| {
        let first = b.binary(OpKind::Add, at.from, i);
        let indices = std::iter::once(first).chain(at.outer.iter().copied());
        let mut map: FxHashMap<Value, Value> = args.iter().copied().zip(indices).collect();
        for o in b.m.regions[body].ops.clone() {
            let copy = b.m.clone_op(o, &mut map);
            b.insert(copy);
        }
    });
    let attrs = b.m.ops[op].attrs.clone();
    let mut new = b.op(OpKind::Parallel).args(&[at.n]);
    for (k, v) in attrs {
        new = new.attr(k, v);
    }
    new.region(r).build();
}
