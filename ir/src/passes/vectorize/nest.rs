//! Nests of loops over all indices, of which the innermost may run many iterations at once.

use super::body::{Body, Start};
use super::{Machine, choose, count, turns, whole};
use crate::analysis::straight::Straight;
use crate::choices::Pred;
use crate::entity::{Region, Value};
use crate::module::Builder;
use crate::ops::OpKind;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Where an iteration stands.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Its index in the first dimension; none where there are no dimensions.
    pub index: Option<Value>,
    /// The number of iterations of its row.
    pub n: Option<Value>,
}

/// A condition, if there is any, and code for a whole row under it.
pub(crate) type Bulk = (Option<Value>, Box<dyn Fn(&mut Builder<'_>)>);

/// What the loops of a nest carry, and what is made of what the body yields.
pub(crate) trait Hooks {
    /// What the vector loop of a row begins with.
    fn begin(&self, b: &mut Builder<'_>) -> Vec<Value>;
    /// After the lanes of a body: what the vector loop goes on with.
    fn lanes(&self, b: &mut Builder<'_>, lanes: &[Value], yields: &[Value]) -> Vec<Value>;
    /// After the vector loop of a row.
    fn end(&self, b: &mut Builder<'_>, now: &[Value], lanes: &[Value]) -> Vec<Value>;
    /// After one iteration with scalars.
    fn scalar(&self, b: &mut Builder<'_>, now: &[Value], yields: &[Value], at: Place) -> Vec<Value>;
    /// Instead of the vector loop of a row of `n` elements, where no loop carries anything.
    fn bulk(&self, _b: &mut Builder<'_>, _starts: &[Start], _n: Value) -> Option<Bulk> {
        None
    }
}

/// A nest that is being generated.
pub(crate) struct Nest<'s> {
    /// The body.
    pub r: Region,
    /// The body for vectors, with the lanes, where it is to have them.
    pub vectors: Option<(&'s Straight, i64)>,
    /// Lanes that are left over run so many at a time, under masks.
    pub masked: Option<i64>,
    /// What does rows of fewer iterations than so many.
    pub short: Option<(i64, &'s Nest<'s>)>,
    pub machine: Machine,
    pub hooks: &'s dyn Hooks,
    /// The first index of the rows, where they are parts of longer ones.
    pub from: Option<Value>,
}

impl Nest<'_> {
    /// Loops over all dimensions; what the values that they carry come to.
    pub fn all(&self, b: &mut Builder<'_>, extents: &[Value], now: &[Value]) -> Vec<Value> {
        if extents.is_empty() {
            return self.scalar(b, None, None, &[], now);
        }
        self.rows(b, extents, &mut Vec::new(), now)
    }

    /// Loops over all dimensions but the first; `outer` are the indices of the last ones, outermost first.
    fn rows(&self, b: &mut Builder<'_>, extents: &[Value], outer: &mut Vec<Value>, now: &[Value]) -> Vec<Value> {
        let level = extents.len() - outer.len();
        if level == 1 {
            let indices: Vec<Value> = outer.iter().rev().copied().collect();
            return self.row(b, extents[0], &indices, now);
        }
        let zero = b.index(0);
        count(b, (zero, extents[level - 1], 1), now, |b, i, now| {
            outer.push(i);
            let out = self.rows(b, extents, outer, now);
            outer.pop();
            out
        })
    }

    /// One row of `n` elements, if any, at those indices of the other dimensions.
    pub fn row(&self, b: &mut Builder<'_>, n: Value, outer: &[Value], now: &[Value]) -> Vec<Value> {
        let Some((s, lanes)) = self.vectors else {
            let zero = b.index(0);
            return self.one_by_one(b, (zero, n), outer, now);
        };
        match b.m.const_int(n) {
            Some(..=0) => now.to_vec(),
            Some(_) => self.elements(b, (s, lanes), n, outer, now),
            None if let Some((least, short)) = self.short => {
                let least = b.index(least);
                let long = b.cmp(Pred::Ge, n, least);
                let types: Vec<Type> = now.iter().map(|&v| b.m.ty(v)).collect();
                choose(
                    b,
                    long,
                    &types,
                    |b| self.elements(b, (s, lanes), n, outer, now),
                    |b| short.row(b, n, outer, now),
                )
            }
            None => {
                let zero = b.index(0);
                let some = b.cmp(Pred::Gt, n, zero);
                let types: Vec<Type> = now.iter().map(|&v| b.m.ty(v)).collect();
                choose(b, some, &types, |b| self.elements(b, (s, lanes), n, outer, now), |_| now.to_vec())
            }
        }
    }

    /// The elements of a row, of which there are some, with vectors.
    fn elements(
        &self,
        b: &mut Builder<'_>,
        (s, lanes): (&Straight, i64),
        n: Value,
        outer: &[Value],
        now: &[Value],
    ) -> Vec<Value> {
        let zero = b.index(0);
        let args = self.args(b, zero, outer);
        let (e, check) = Body::prelude(b, s, self.r, (self.machine, lanes, self.masked.is_some()), &args, n);
        let known = b.m.const_int(n);
        let vectors = |b: &mut Builder<'_>| {
            let full = match known {
                Some(n) => b.index(n & -lanes),
                None => whole(b, n, lanes),
            };
            let run = |b: &mut Builder<'_>| {
                let after = self.lanes(b, &e, (full, lanes), outer, now);
                let mut out = match self.masked {
                    Some(vf) => {
                        self.some_lanes(b, &e, (full, n, vf));
                        vec![n]
                    }
                    None => vec![full],
                };
                out.extend(after);
                out
            };
            match self.hooks.bulk(b, &e.starts, n) {
                None => run(b),
                Some((None, at_once)) => {
                    at_once(b);
                    vec![n]
                }
                Some((Some(long), at_once)) => choose(
                    b,
                    long,
                    &[Type::INDEX],
                    |b| {
                        at_once(b);
                        vec![n]
                    },
                    run,
                ),
            }
        };
        let mut out = match check {
            None => vectors(b),
            Some(fits) => {
                let mut types = vec![Type::INDEX];
                types.extend(now.iter().map(|&v| b.m.ty(v)));
                choose(b, fits, &types, vectors, |b| {
                    let mut out = vec![b.index(0)];
                    out.extend(now);
                    out
                })
            }
        };
        let done = out.remove(0);
        if done == n || known.is_some() && b.m.const_int(done) == known {
            return out;
        }
        self.one_by_one(b, (done, n), outer, &out)
    }

    /// The arguments of the region for indices.
    fn args(&self, b: &mut Builder<'_>, first: Value, outer: &[Value]) -> Vec<Value> {
        let types: Vec<Type> = b.m.args(self.r).iter().map(|&a| b.m.ty(a)).collect();
        let first = self.from.map_or(first, |from| b.binary(OpKind::Add, from, first));
        std::iter::once(first).chain(outer.iter().copied()).zip(types).map(|(v, t)| b.cast(v, t)).collect()
    }

    /// A loop of scalars.
    fn one_by_one(
        &self,
        b: &mut Builder<'_>,
        (from, to): (Value, Value),
        outer: &[Value],
        now: &[Value],
    ) -> Vec<Value> {
        count(b, (from, to, 1), now, |b, i, now| self.scalar(b, Some(i), Some(to), outer, now))
    }

    /// One iteration with scalars.
    fn scalar(
        &self,
        b: &mut Builder<'_>,
        index: Option<Value>,
        n: Option<Value>,
        outer: &[Value],
        now: &[Value],
    ) -> Vec<Value> {
        let args = index.map(|i| self.args(b, i, outer)).unwrap_or_default();
        let mut map: FxHashMap<Value, Value> = b.m.args(self.r).iter().copied().zip(args).collect();
        let mut yields = Vec::new();
        for op in b.m.regions[self.r].ops.clone() {
            if b.m.kind(op) == OpKind::Yield {
                yields = b.m.operands(op).iter().map(|v| map.get(v).copied().unwrap_or(*v)).collect();
            } else {
                let copy = b.m.clone_op(op, &mut map);
                b.insert(copy);
            }
        }
        self.hooks.scalar(b, now, &yields, Place { index, n })
    }

    /// The elements from `full` to `n`, under masks: of loops that carry nothing.
    fn some_lanes(&self, b: &mut Builder<'_>, e: &Body<'_>, (full, n, lanes): (Value, Value, i64)) {
        let e = e.with_lanes(lanes);
        let splats = e.splats(b);
        turns(b, (full, n, lanes), &[], |b, i, _| {
            e.some_lanes(b, (i, n), &splats, Vec::new());
            Vec::new()
        });
    }

    /// The vector loop for indices below `full`.
    fn lanes(
        &self,
        b: &mut Builder<'_>,
        e: &Body<'_>,
        (full, lanes): (Value, i64),
        outer: &[Value],
        now: &[Value],
    ) -> Vec<Value> {
        let (zero, splats) = (b.index(0), e.splats(b));
        let begin = self.hooks.begin(b);
        let vectors = |b: &mut Builder<'_>, i: Value, now: &[Value]| {
            let end = e.lanes(b, i, &splats, Vec::new(), &|b, i| {
                // Nothing is carried where scalar code may run some elements.
                let many = b.index(lanes);
                let end = b.binary(OpKind::Add, i, many);
                self.one_by_one(b, (i, end), outer, &[]);
            });
            let yields = end.yields(e.s);
            self.hooks.lanes(b, now, &yields)
        };
        let range = (zero, full, lanes);
        let lanes = match self.masked {
            Some(_) => turns(b, range, &begin, vectors),
            None => count(b, range, &begin, vectors),
        };
        self.hooks.end(b, now, &lanes)
    }
}
