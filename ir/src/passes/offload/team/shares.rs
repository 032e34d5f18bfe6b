//! Loops whose iterations teams and threads share.

use super::runs::{deep, leaves};
use super::{Result, Team, Who};
use crate::analysis::trips::count_asked;
use crate::choices::{LoopShare, Pred, Schedule};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder};
use crate::ops::OpKind;
use crate::passes::offload::Unsupported;
use crate::passes::offload::constructs::{block_continues, iteration_value, move_ops};
use crate::passes::openmp::nest;
use crate::types::Type;

/// Numbers of iterations from `first` to `last`, in steps.
#[derive(Clone, Copy)]
struct Range {
    first: Value,
    last: Value,
    step: Value,
}

/// One block of iterations for each thread, the first ones an iteration longer: what a program that knows its threads
/// expects of a static schedule (OpenMP 6.0, 13.6.3).
struct Blocks {
    /// Iterations of the shorter blocks.
    size: Value,
    /// How many are longer.
    longer: Value,
}

impl Blocks {
    fn new(b: &mut Builder<'_>, range: Range, count: Value) -> Blocks {
        let one = b.index(1);
        let total = b.binary(OpKind::Sub, range.last, range.first);
        let total = b.binary(OpKind::Add, total, one);
        Blocks { size: b.binary(OpKind::Div, total, count), longer: b.binary(OpKind::Rem, total, count) }
    }

    /// The first and the last iteration of a thread.
    fn of(&self, b: &mut Builder<'_>, range: Range, thread: Value) -> (Value, Value) {
        let (zero, one) = (b.index(0), b.index(1));
        let ahead = b.binary(OpKind::Mul, thread, self.size);
        let more = b.binary(OpKind::Min, thread, self.longer);
        let ahead = b.binary(OpKind::Add, ahead, more);
        let first = b.binary(OpKind::Add, range.first, ahead);
        let is_longer = b.cmp(Pred::Lt, thread, self.longer);
        let more = b.op(OpKind::Select).arg(is_longer).arg(one).arg(zero).result(Type::INDEX).value();
        let end = b.binary(OpKind::Add, first, self.size);
        let end = b.binary(OpKind::Add, end, more);
        (first, b.binary(OpKind::Sub, end, one))
    }

    /// The thread of the iteration of that number, counted from 0.
    fn owner(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let one = b.index(1);
        let long = b.binary(OpKind::Add, self.size, one);
        let in_long = b.binary(OpKind::Mul, long, self.longer);
        let of_long = b.binary(OpKind::Div, number, long);
        let behind = b.binary(OpKind::Sub, number, in_long);
        // Where the shorter blocks are empty, all are in the longer ones.
        let short = b.binary(OpKind::Max, self.size, one);
        let behind = b.binary(OpKind::Div, behind, short);
        let of_short = b.binary(OpKind::Add, self.longer, behind);
        let is_long = b.cmp(Pred::Lt, number, in_long);
        b.op(OpKind::Select).arg(is_long).arg(of_long).arg(of_short).result(Type::INDEX).value()
    }
}

impl Team<'_> {
    /// A worksharing loop, for the teams, the threads of a team, or both.
    pub(super) fn shared_loop(&mut self, op: Op, who: Who) -> Result<()> {
        let share = self.m.choice_opt::<LoopShare>(op);
        let of_teams = share.is_some();
        match (share, who) {
            (Some(LoopShare::Distribute), Who::Team) => {}
            (Some(LoopShare::Distribute), Who::Threads { .. }) => {
                return Err(Unsupported::new(self.m, op, "a loop shared by teams in a parallel construct"));
            }
            (Some(LoopShare::DistributeParallel), Who::Team) => {
                return Err(Unsupported::new(self.m, op, "a loop of threads outside of a parallel construct"));
            }
            (None | Some(LoopShare::DistributeParallel), _) => {}
        }
        let nowait = self.m.flag(op, "nowait");
        let body = nest::body(self.m, op);
        let exclusive = matches!(who, Who::Threads { .. }) && (self.m.flag(op, "ordered") || self.has_turns(op));
        let chunked = self.m.opt(op, "dist_chunk").is_some() && of_teams || self.m.opt(op, "chunk").is_some();
        let breaks = deep(self.m, op)[1..].iter().any(|&o| self.m.kind(o) == OpKind::Break) && self.breaks_out(op);
        if breaks && (exclusive || chunked) {
            return Err(Unsupported::new(self.m, op, "a loop in parts that a jump leaves"));
        }
        let label = self.m.attr(op, "label").cloned();
        if exclusive {
            let inner = format!("turn.{}", body.as_u32());
            if label.is_some() || block_continues(self.m, body, &inner) {
                if label.is_some() {
                    return Err(Unsupported::new(self.m, op, "a loop with a name in which threads take turns"));
                }
                let all = self.m.new_region(&[]);
                move_ops(self.m, body, all);
                let mut b = Builder::at_end(self.m, body);
                b.op(OpKind::Block).attr("label", Attr::str(&inner)).region(all).build();
            }
        }
        let (total, trips) = self.total(op);
        let all = self.all_of(op, total);
        let mine = self.m.new_region(&[]);
        // What a team has, part by part.
        let place = if of_teams { self.parts_of_team(op, all, &mine)? } else { None };
        let range = match place {
            Some((_, range)) => range,
            None => all,
        };
        let at = place.map(|p| p.0);
        self.iterations(op, at, range, &trips, who, exclusive, label)?;
        if let Who::Threads { .. } = who
            && !nowait
        {
            self.barrier_before(op);
        }
        self.m.detach(op);
        Ok(())
    }

    /// Something in the loop is done by one thread at a time.
    fn has_turns(&self, op: Op) -> bool {
        deep(self.m, op)[1..].iter().any(|&o| matches!(self.m.kind(o), OpKind::OmpCritical | OpKind::OmpReduction))
    }

    /// A jump leaves the loop.
    fn breaks_out(&self, op: Op) -> bool {
        let m = &*self.m;
        leaves(m, op)
            || deep(m, op)[1..].iter().any(|&o| {
                let mut at = o;
                if m.kind(o) != OpKind::Break {
                    return false;
                }
                let label = m.attr_str(o, "label");
                while let Some(p) = m.parent_op(at) {
                    if p == op {
                        return true;
                    }
                    let hit = match label {
                        Some(_) => m.attr_str(p, "label") == label,
                        None => matches!(m.kind(p), OpKind::For | OpKind::While),
                    };
                    if hit {
                        return false;
                    }
                    at = p;
                }
                true
            })
    }

    /// The number of iterations in all, and of each loop.
    fn total(&mut self, op: Op) -> (Value, Vec<Value>) {
        let loops = nest::alone(self.m, op);
        let [lbs, ubs, steps] = ["lbs", "ubs", "steps"].map(|g| self.m.group(loops, g).to_vec());
        let mut b = Builder::before(self.m, op);
        // The launch chooses indices of 64 bits where a number of iterations needs them.
        let trips: Vec<Value> = (0..lbs.len()).map(|k| count_asked(&mut b, lbs[k], ubs[k], steps[k])).collect();
        let mut total = trips[0];
        for &t in &trips[1..] {
            total = b.binary(OpKind::Mul, total, t);
        }
        (total, trips)
    }

    fn all_of(&mut self, op: Op, total: Value) -> Range {
        let mut b = Builder::before(self.m, op);
        let (zero, one) = (b.index(0), b.index(1));
        Range { first: zero, last: b.binary(OpKind::Sub, total, one), step: one }
    }

    /// The iterations of a team: equal shares, the last ones shorter, or chunks in turn. Where there are several parts, a
    /// loop over them in front of the op, and its body.
    fn parts_of_team(&mut self, op: Op, all: Range, mine: &Region) -> Result<Option<(Option<Region>, Range)>> {
        let chunk = self.m.opt(op, "dist_chunk");
        let (team, teams) = (self.team, self.teams);
        let mut b = Builder::before(self.m, op);
        let one = b.index(1);
        let total = b.binary(OpKind::Add, all.last, one);
        let Some(chunk) = chunk else {
            let less = b.binary(OpKind::Sub, teams, one);
            let up = b.binary(OpKind::Add, total, less);
            let size = b.binary(OpKind::Div, up, teams);
            let first = b.binary(OpKind::Mul, team, size);
            let end = b.binary(OpKind::Add, first, size);
            let end = b.binary(OpKind::Min, end, total);
            let last = b.binary(OpKind::Sub, end, one);
            return Ok(Some((None, Range { first, last, step: one })));
        };
        let chunk = b.cast(chunk, Type::INDEX);
        let chunk = b.binary(OpKind::Max, chunk, one);
        let first = b.binary(OpKind::Mul, team, chunk);
        let step = b.binary(OpKind::Mul, teams, chunk);
        let _ = mine;
        let parts = b.m.new_region(&[Type::INDEX]);
        b.op(OpKind::For).arg(first).arg(all.last).arg(step).region(parts).build();
        let begin = b.m.args(parts)[0];
        let loc = b.loc;
        let mut b = Builder::at_end(self.m, parts);
        b.loc = loc;
        let one = b.index(1);
        let end = b.binary(OpKind::Add, begin, chunk);
        let end = b.binary(OpKind::Sub, end, one);
        let last = b.binary(OpKind::Min, end, all.last);
        Ok(Some((Some(parts), Range { first: begin, last, step: one })))
    }

    /// The iterations of a range, by those who run the loop: at the end of a region, or in front of the op.
    #[allow(clippy::too_many_arguments)]
    fn iterations(
        &mut self,
        op: Op,
        at: Option<Option<Region>>,
        range: Range,
        trips: &[Value],
        who: Who,
        exclusive: bool,
        label: Option<Attr>,
    ) -> Result<()> {
        let loc = self.m.ops[op].loc;
        let region = at.flatten();
        let thread = self.thread;
        let chunk = self.m.opt(op, "chunk");
        let told = self.numbered || self.carrying.contains(&op);
        let blocks = told && chunk.is_none() && self.m.choice_opt(op) == Some(Schedule::Static);
        let one_step = range.step;
        let mut b = match region {
            Some(r) => Builder::at_end(self.m, r),
            None => Builder::before(self.m, op),
        };
        b.loc = loc;
        let inner = b.m.new_region(&[Type::INDEX]);
        let number = b.m.args(inner)[0];
        let mut body_at = inner;
        match who {
            Who::Team => {
                b.op(OpKind::For)
                    .arg(range.first)
                    .arg(range.last)
                    .arg(one_step)
                    .attr_opt("label", label)
                    .region(inner)
                    .build();
            }
            Who::Threads { count, .. } if exclusive => {
                b.op(OpKind::DevBarrier).build();
                b.op(OpKind::For).arg(range.first).arg(range.last).arg(one_step).region(inner).build();
                let (then, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
                b.inside(inner, |b| {
                    let n = b.binary(OpKind::Sub, number, range.first);
                    let owner = match chunk {
                        Some(c) => {
                            let (c, one) = (b.cast(c, Type::INDEX), b.index(1));
                            let c = b.binary(OpKind::Max, c, one);
                            let part = b.binary(OpKind::Div, n, c);
                            b.binary(OpKind::Rem, part, count)
                        }
                        None if blocks => Blocks::new(b, range, count).owner(b, n),
                        None => b.binary(OpKind::Rem, n, count),
                    };
                    let is_mine = b.cmp(Pred::Eq, owner, thread);
                    b.op(OpKind::If).arg(is_mine).region(then).region(other).build();
                    b.op(OpKind::DevBarrier).build();
                });
                body_at = then;
            }
            Who::Threads { count, all } => {
                let (then, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
                let active = if all {
                    None
                } else {
                    let active = b.cmp(Pred::Lt, thread, count);
                    b.op(OpKind::If).arg(active).region(then).region(other).build();
                    Some(then)
                };
                let build = |b: &mut Builder<'_>| match chunk {
                    None if blocks => {
                        let (first, last) = Blocks::new(b, range, count).of(b, range, thread);
                        let one = b.index(1);
                        let op = b.op(OpKind::For).arg(first).arg(last).arg(one).attr_opt("label", label);
                        op.region(inner).build();
                    }
                    None => {
                        let first = b.binary(OpKind::Add, range.first, thread);
                        b.op(OpKind::For)
                            .arg(first)
                            .arg(range.last)
                            .arg(count)
                            .attr_opt("label", label)
                            .region(inner)
                            .build();
                    }
                    Some(c) => {
                        let (c, one) = (b.cast(c, Type::INDEX), b.index(1));
                        let c = b.binary(OpKind::Max, c, one);
                        let ahead = b.binary(OpKind::Mul, thread, c);
                        let first = b.binary(OpKind::Add, range.first, ahead);
                        let step = b.binary(OpKind::Mul, count, c);
                        let parts = b.m.new_region(&[Type::INDEX]);
                        b.op(OpKind::For).arg(first).arg(range.last).arg(step).region(parts).build();
                        let begin = b.m.args(parts)[0];
                        b.inside(parts, |b| {
                            let end = b.binary(OpKind::Add, begin, c);
                            let end = b.binary(OpKind::Sub, end, one);
                            let last = b.binary(OpKind::Min, end, range.last);
                            b.op(OpKind::For)
                                .arg(begin)
                                .arg(last)
                                .arg(one)
                                .attr_opt("label", label)
                                .region(inner)
                                .build();
                        });
                    }
                };
                match active {
                    Some(r) => b.inside(r, build),
                    None => build(&mut b),
                }
            }
        }
        self.fill(op, number, body_at, trips);
        match who {
            Who::Team => self.region(inner, who),
            Who::Threads { .. } => self.serial(body_at, who),
        }
    }

    /// The body of the loop for the iteration of that number.
    fn fill(&mut self, op: Op, number: Value, to: Region, trips: &[Value]) {
        let loops = nest::of(self.m, op);
        let [lbs, steps] = ["lbs", "steps"].map(|g| self.m.group(loops, g).to_vec());
        let body = self.m.region(loops, 0);
        let ivs = self.m.args(body).to_vec();
        let mut b = Builder::at_end(self.m, to);
        b.loc = b.m.ops[op].loc;
        let mut rest = number;
        for k in (0..lbs.len()).rev() {
            let n = if k == 0 { rest } else { b.binary(OpKind::Rem, rest, trips[k]) };
            if k > 0 {
                rest = b.binary(OpKind::Div, rest, trips[k]);
            }
            let iv = iteration_value(&mut b, lbs[k], steps[k], n);
            b.m.replace_uses(body, ivs[k], iv);
        }
        move_ops(self.m, body, to);
    }
}
