//! Loops and reductions of equal extents move side by side where they are one pass then (`analysis::joint`).

use super::facts::Facts;
use super::{MAX_DISTANCE, Uses, depends, later, moves_down, moves_up};
use crate::analysis::effects::Access;
use crate::analysis::joint::{accesses, fits, shares};
use crate::entity::{Op, Region};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::PassCtx;

/// Brings loops of the region together.
pub(super) fn region(m: &mut Module, r: Region, cx: &mut PassCtx, facts: &mut Facts) {
    let known = facts.mark();
    let mut i = 0;
    while let Some(&op) = m.regions[r].ops.get(i) {
        i += 1;
        match m.kind(op) {
            OpKind::Assume => facts.holds(m, m.operand(op, 0)),
            OpKind::Label => facts.forget(0),
            _ => {}
        }
        if !shares(m, op) {
            continue;
        }
        let mut pass = vec![op];
        while let Some(next) = candidate(m, r, &pass, facts) {
            let first = m.position(op).1;
            join(m, r, &pass, &next);
            for o in m.regions[r].ops[first..m.position(op).1].iter().copied() {
                if m.kind(o) == OpKind::Assume {
                    facts.holds(m, m.operand(o, 0));
                }
            }
            pass.push(next.op);
            let loc = m.ops[next.op].loc;
            cx.count("joined", 1);
            cx.remark(loc, "joined", "computed in one pass over the data with the statement before it");
        }
        i = m.position(pass[pass.len() - 1]).1 + 1;
    }
    facts.forget(known);
}

/// A loop that can join a pass.
struct Next {
    op: Op,
    /// What stands between that runs behind all then; the rest in front.
    down: Vec<Op>,
}

/// The next loop that can join the pass.
fn candidate(m: &Module, r: Region, pass: &[Op], facts: &mut Facts) -> Option<Next> {
    let (first, last) = (*pass.first()?, *pass.last()?);
    let at = m.position(last).1;
    let (mut pass_reads, mut pass_writes) = (Vec::new(), Vec::new());
    for &o in pass {
        let (rd, wr) = accesses(m, m.region(o, 0));
        pass_reads.extend(rd);
        pass_writes.extend(wr);
    }
    if pass_writes.contains(&Access::All) {
        return None;
    }
    // Of loops alone the fusion of loops has made one.
    let reduces = pass.iter().any(|&p| m.kind(p) == OpKind::Reduce);
    let known = facts.mark();
    later(m, r, at, facts);
    let mut down: Vec<Op> = Vec::new();
    let mut late = Uses::default();
    let mut found = None;
    for &o in m.regions[r].ops[at + 1..].iter().take(MAX_DISTANCE) {
        let mut own = Uses::default();
        own.add(m, o);
        if (reduces || m.kind(o) == OpKind::Reduce)
            && shares(m, o)
            && facts.equal_lists(m, m.group(first, "extents"), m.group(o, "extents"))
            && !depends(m, o, &down)
            && late.apart(m, &own)
            && fits(m, pass, o)
        {
            found = Some(o);
            break;
        }
        match m.kind(o) {
            OpKind::Label => break,
            // What is assumed between the loops holds at both: nothing there leads elsewhere.
            OpKind::Assume => facts.holds(m, m.operand(o, 0)),
            OpKind::Free => {
                down.push(o);
                continue;
            }
            _ => {}
        }
        let up = moves_up(m, o, &pass_reads, &pass_writes) && !depends(m, o, pass);
        if up && !depends(m, o, &down) && own.apart(m, &late) {
            continue;
        }
        if !moves_down(m, o) {
            break;
        }
        down.push(o);
        late.add(m, o);
    }
    facts.forget(known);
    found.map(|op| Next { op, down })
}

/// Puts the loop directly behind the pass.
fn join(m: &mut Module, r: Region, pass: &[Op], next: &Next) {
    let start = m.position(pass[0]).1;
    let at = m.position(pass[pass.len() - 1]).1;
    let end = m.position(next.op).1;
    let between: Vec<Op> = m.regions[r].ops.drain(at + 1..=end).filter(|&o| o != next.op).collect();
    let (down, up): (Vec<Op>, Vec<Op>) = between.into_iter().partition(|o| next.down.contains(o));
    let behind: Vec<Op> = std::iter::once(next.op).chain(down).collect();
    m.regions[r].ops.splice(at + 1..at + 1, behind);
    m.regions[r].ops.splice(start..start, up);
    // Extents that are the same number are the same value from here on.
    let extents = m.group(pass[0], "extents").to_vec();
    for (k, v) in extents.into_iter().enumerate() {
        m.set_operand(next.op, k, v);
    }
}
