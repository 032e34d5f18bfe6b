//! `loop-fuse`: neighbouring `loop.parallel` of equal extents become one, where every dependence
//! between them is from an iteration to the same iteration.
//!
//! Extents are equal where their values are, or where conditions that hold at the loops say so: those of `loop.if` around
//! them and of `fort.assume` in front. What allocation on assignment does in front of the second loop moves before the
//! first, as do stores of scalars and reductions that have nothing to do with it; those that need it move behind both.

mod facts;
mod guarded;
mod join;
mod scalars;

use crate::analysis::effects::{Access, clobbers, is_volatile_access, lasting_ops, merges, reads, writes};
use crate::analysis::joint::{
    MAX_OBJECTS, MAX_OPS, accesses, has_long_reduction, leaves, objects, same_extents, same_iteration,
};
use crate::analysis::teams::in_target;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;
use facts::Facts;

/// Most reductions along a dimension that are one loop.
const MAX_ROWS: usize = 4;

/// Most ops behind a loop among which one is looked for that joins it.
const MAX_DISTANCE: usize = 200;

/// Most loops that another one moves over.
const MAX_PASSED: usize = 6;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    super::dead_code::in_procedures(m, |m, body| {
        let mut facts = Facts::default();
        region(m, body, cx, &mut facts);
        facts.drop_assumptions(m)
    });
    Ok(())
}

fn region(m: &mut Module, r: Region, cx: &mut PassCtx, facts: &mut Facts) {
    let known = facts.mark();
    let mut i = 0;
    while let Some(&op) = m.regions[r].ops.get(i) {
        match m.kind(op) {
            OpKind::Assume => facts.assume(m, op),
            // After a label nothing is known of the way here.
            OpKind::Label => facts.forget(0),
            _ => {}
        }
        for (k, inner) in m.ops[op].regions.clone().into_iter().enumerate() {
            let outside = facts.mark();
            if m.kind(op) == OpKind::If && k == 0 {
                facts.holds(m, m.operand(op, 0));
            }
            region(m, inner, cx, facts);
            facts.forget(outside);
        }
        if m.kind(op) == OpKind::Parallel {
            loop {
                while let Some((next, down)) = candidate(m, r, op, facts) {
                    let first = m.position(op).1;
                    fuse(m, r, op, next, &down);
                    let now = m.position(op).1;
                    for o in m.regions[r].ops[first..now].iter().copied() {
                        if m.kind(o) == OpKind::Assume {
                            facts.assume(m, o);
                        }
                    }
                    // Reductions of both may be one pass now.
                    join::region(m, m.region(op, 0), cx, facts);
                    let loc = m.ops[next].loc;
                    cx.count("fused", 1);
                    cx.remark(loc, "fused", "computed in one loop nest with the statement before it");
                }
                let first = m.position(op).1;
                if !guarded::join(m, r, op, cx, facts) {
                    break;
                }
                let now = m.position(op).1;
                for o in m.regions[r].ops[first..now].iter().copied() {
                    if m.kind(o) == OpKind::Assume {
                        facts.assume(m, o);
                    }
                }
            }
            i = m.position(op).1;
        }
        i += 1;
    }
    facts.forget(known);
    join::region(m, r, cx, facts);
    scalars::region(m, r, cx);
}

/// True where `o`, with what is in it if it is a choice, may run before a loop, which accesses the given places, rather
/// than after it.
fn moves_up(m: &Module, o: Op, op_reads: &[Access], op_writes: &[Access]) -> bool {
    use OpKind::*;
    if matches!(m.kind(o), Alloc | Alloca | Assume) {
        return true;
    }
    // The program may end before the loop rather than after it where nothing but a message tells the difference.
    let inner = m.ops[o].regions.iter().flat_map(|&r| m.walk(r));
    if inner.filter(|&x| m.kind(x) == Unreachable).any(|x| !ends_with_message(m, x, op_writes)) {
        return false;
    }
    lasting_ops(m, o).into_iter().all(|x| {
        let known = matches!(m.kind(x), BoxAllocate | BoxDeallocate | If | Reduce | Yield)
            || m.kind(x) == Store && !is_volatile_access(m, x)
            || merges(m, x);
        if !known || !(m.ops[x].regions.is_empty() || matches!(m.kind(x), If | Reduce)) {
            return false;
        }
        let (rd, wr) = (reads(m, x), writes(m, x));
        let hit = |w: Access, r: Access| clobbers(m, w, r);
        !op_writes.iter().any(|&w| rd.iter().any(|&x| hit(w, x)))
            && !wr.iter().any(|&w| op_reads.iter().chain(op_writes).any(|&x| hit(w, x)))
    })
}

/// True where a region has nothing but a call of the runtime with numbers and constant texts before its end.
fn ends_with_message(m: &Module, end: Op, op_writes: &[Access]) -> bool {
    let Some(r) = m.ops[end].parent else { return false };
    m.regions[r].ops.iter().all(|&o| match m.kind(o) {
        OpKind::Const | OpKind::AddrOf | OpKind::Unreachable => true,
        OpKind::Call => {
            m.flag(o, "runtime")
                && m.operands(o).iter().all(|&v| match m.tk(v) {
                    TypeKind::Int(_) | TypeKind::Index => true,
                    _ => {
                        m.def_of(v, OpKind::AddrOf).is_some()
                            && !op_writes.iter().any(|&w| clobbers(m, w, Access::Data(v)))
                    }
                })
        }
        _ => false,
    })
}

/// True for what may run behind the second loop rather than before it, if that has nothing to do with it: values, stores and
/// reductions.
fn moves_down(m: &Module, o: Op) -> bool {
    let plain = |x: Op| match m.kind(x) {
        OpKind::Store => !is_volatile_access(m, x),
        OpKind::Reduce => true,
        OpKind::Yield => m.parent_op(x).is_some_and(|p| m.kind(p) == OpKind::Reduce),
        _ => merges(m, x),
    };
    matches!(m.kind(o), OpKind::Reduce | OpKind::Store) && lasting_ops(m, o).into_iter().all(plain)
        || m.ops[o].regions.is_empty() && merges(m, o)
}

/// What ops do in memory.
#[derive(Default)]
struct Uses {
    reads: Vec<Access>,
    writes: Vec<Access>,
}

impl Uses {
    fn add(&mut self, m: &Module, op: Op) {
        for o in lasting_ops(m, op) {
            self.reads.extend(reads(m, o));
            self.writes.extend(writes(m, o));
        }
    }

    /// True where the order of the two is of no importance.
    fn apart(&self, m: &Module, o: &Uses) -> bool {
        let hit = |w: &Access, r: &Access| clobbers(m, *w, *r);
        !self.writes.iter().any(|w| o.reads.iter().chain(&o.writes).any(|r| hit(w, r)))
            && !o.writes.iter().any(|w| self.reads.iter().any(|r| hit(w, r)))
    }
}

/// True where an op, or what is in it, has a result of one of these as an operand.
fn depends(m: &Module, op: Op, on: &[Op]) -> bool {
    let of = |o: Op| m.operands(o).iter().any(|&v| m.def(v).is_some_and(|d| on.contains(&d)));
    !on.is_empty() && (of(op) || m.ops[op].regions.iter().any(|&r| m.walk(r).into_iter().any(of)))
}

/// The next loop that can join `op`, and what stands between and runs behind both then. In target regions, where each loop is
/// a kernel, that may be other loops, too.
fn candidate(m: &Module, r: Region, op: Op, facts: &mut Facts) -> Option<(Op, Vec<Op>)> {
    let at = m.position(op).1;
    let (op_reads, op_writes) = accesses(m, m.region(op, 0));
    if op_writes.contains(&Access::All) {
        return None;
    }
    let known = facts.mark();
    let far = if in_target(m, op) { MAX_PASSED } else { 0 };
    later(m, r, at, facts);
    let mut passed: Vec<Op> = Vec::new();
    // What stands between moves before the first loop, or (releases, and what needs the first one) after the second.
    let mut down: Vec<Op> = Vec::new();
    let mut late = Uses::default();
    let mut found = None;
    for &o in m.regions[r].ops[at + 1..].iter().take(MAX_DISTANCE) {
        let is_loop = m.kind(o) == OpKind::Parallel;
        // What is assumed between the loops holds at both: nothing there leads elsewhere.
        if m.kind(o) == OpKind::Assume {
            facts.holds(m, m.operand(o, 0));
        }
        // A released block must not be used by what moves up over it, nor by the second loop.
        if m.kind(o) == OpKind::Free {
            continue;
        }
        let mut own = Uses::default();
        own.add(m, o);
        if is_loop
            && !depends(m, o, &down)
            && late.apart(m, &own)
            && fits(m, op, o, &op_writes, facts)
            && !passed.iter().any(|&p| nearer(m, op, p, o, facts))
        {
            found = Some(o);
            break;
        }
        if !is_loop && moves_up(m, o, &op_reads, &op_writes) && !depends(m, o, &down) && own.apart(m, &late) {
            continue;
        }
        if is_loop && passed.len() < far && stays(m, o) {
            passed.push(o);
        } else if !moves_down(m, o) {
            break;
        }
        down.push(o);
        late.add(m, o);
    }
    facts.forget(known);
    found.map(|next| (next, down))
}

/// Takes what is assumed behind a loop before anything there leads elsewhere: the program comes there, so it holds at the loop, too.
/// Looked at in target regions alone, where it is worth the time.
fn later(m: &Module, r: Region, at: usize, facts: &mut Facts) {
    if !m.regions[r].ops.get(at).is_some_and(|&op| in_target(m, op)) {
        return;
    }
    for &o in m.regions[r].ops[at + 1..].iter().take(MAX_DISTANCE) {
        match m.kind(o) {
            OpKind::Assume => facts.holds(m, m.operand(o, 0)),
            OpKind::Parallel if stays(m, o) => {}
            OpKind::Free | OpKind::Alloc | OpKind::Alloca => {}
            _ if moves_down(m, o) => {}
            _ => break,
        }
    }
}

/// True for a loop that does its own iterations and nothing else.
fn stays(m: &Module, op: Op) -> bool {
    m.attr(op, "label").is_none() && m.attr(op, "schedule").is_none() && !leaves(m, m.region(op, 0))
}

/// True where `next` fits the loop `between` as well as `op`, and has more of its memory in common with it.
fn nearer(m: &Module, op: Op, between: Op, next: Op, facts: &Facts) -> bool {
    let (_, writes) = accesses(m, m.region(between, 0));
    shared(m, between, next) > shared(m, op, next) && fits(m, between, next, &writes, facts)
}

/// Number of objects outside of two loops to which both refer.
fn shared(m: &Module, a: Op, b: Op) -> usize {
    let of = |o: Op| objects(m, &[m.region(o, 0)]);
    (of(a) + of(b)).saturating_sub(objects(m, &[m.region(a, 0), m.region(b, 0)]))
}

/// True where `next` can be the end of the iterations of `op`, which writes `op_writes`.
fn fits(m: &Module, op: Op, next: Op, op_writes: &[Access], facts: &Facts) -> bool {
    let (a, b) = (m.operands(op), m.operands(next));
    let (ra, rb) = (m.region(op, 0), m.region(next, 0));
    facts.equal_lists(m, a, b)
        && ["par", "schedule", "label"].iter().all(|key| m.attr(op, key) == m.attr(next, key))
        && (!has_long_reduction(m, rb) || rows(m, ra, op_writes, rb))
        && m.walk(ra).len() + m.walk(rb).len() <= MAX_OPS
        && objects(m, &[ra, rb]) <= MAX_OBJECTS
        && same_iteration(m, a, ra, rb)
}

/// True where the iterations of both loops are long reductions of the same extents, and what the first one stores is nothing
/// that those of the second one read: they are one pass over the data then.
fn rows(m: &Module, ra: Region, a_writes: &[Access], rb: Region) -> bool {
    let long = |r: Region| -> Option<Vec<Op>> {
        let list: Vec<Op> = m.regions[r].ops.iter().copied().filter(|&o| m.kind(o) == OpKind::Reduce).collect();
        let all = m.walk(r).into_iter().filter(|&o| m.kind(o) == OpKind::Reduce).count();
        (all == list.len() && !list.is_empty()).then_some(list)
    };
    let (Some(a), Some(b)) = (long(ra), long(rb)) else { return false };
    let (b_reads, _) = accesses(m, rb);
    a.len() + b.len() <= MAX_ROWS
        && a.iter().chain(&b).all(|&o| same_extents(m, a[0], o))
        && !a_writes.iter().any(|&w| b_reads.iter().any(|&x| clobbers(m, w, x)))
}

fn fuse(m: &mut Module, r: Region, op: Op, next: Op, late: &[Op]) {
    let at = m.position(op).1;
    let end = m.position(next).1;
    let between: Vec<Op> = m.regions[r].ops.drain(at + 1..=end).collect();
    // Position of the fused loop after what moves up.
    let mut up = at;
    let mut down = Vec::new();
    for o in between {
        if o == next {
            continue;
        }
        if m.kind(o) == OpKind::Free || late.contains(&o) {
            down.push(o);
        } else {
            m.regions[r].ops.insert(up, o);
            up += 1;
        }
    }
    for (k, o) in down.into_iter().enumerate() {
        m.regions[r].ops.insert(up + 1 + k, o);
    }
    m.ops[next].parent = None;
    let (ra, rb) = (m.region(op, 0), m.region(next, 0));
    let args: Vec<(Value, Value)> = m.args(rb).iter().copied().zip(m.args(ra).iter().copied()).collect();
    for (old, new) in args {
        m.replace_uses(rb, old, new);
    }
    for o in std::mem::take(&mut m.regions[rb].ops) {
        m.ops[o].parent = Some(ra);
        m.regions[ra].ops.push(o);
    }
    merge_attributes(m, op, next);
}

/// The loop has the statements of both.
fn merge_attributes(m: &mut Module, op: Op, next: Op) {
    let mut stmts: Vec<Attr> = m.attr(op, "stmts").map(Attr::items).unwrap_or(&[]).to_vec();
    for s in m.attr(next, "stmts").map(Attr::items).unwrap_or(&[]) {
        if !stmts.contains(s) {
            stmts.push(s.clone());
        }
    }
    if !stmts.is_empty() {
        m.set_attr(op, "stmts", Attr::List(stmts));
    }
    if m.attr(op, "reason") != m.attr(next, "reason") {
        m.remove_attr(op, "reason");
    }
}
