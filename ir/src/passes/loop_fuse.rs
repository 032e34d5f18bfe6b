//! `loop-fuse`: neighbouring `loop.parallel` of equal extents become one, where every dependence
//! between them is from an iteration to the same iteration.

use crate::analysis::alias::{Alias, compare, place};
use crate::analysis::effects::{Access, clobbers, reads, writes};
use crate::analysis::poly::{Atom, Poly, Space, extent_bound, poly};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use rustc_hash::FxHashMap;

/// Most ops of a fused body.
const MAX_OPS: usize = 400;

/// Most pairs of accesses that are compared.
const MAX_PAIRS: usize = 10_000;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        region(m, body, cx);
    }
    Ok(())
}

fn region(m: &mut Module, r: Region, cx: &mut PassCtx) {
    let mut i = 0;
    while let Some(&op) = m.regions[r].ops.get(i) {
        for inner in m.ops[op].regions.clone() {
            region(m, inner, cx);
        }
        if m.kind(op) == OpKind::Parallel {
            while let Some(next) = candidate(m, r, op) {
                fuse(m, r, op, next);
                let loc = m.ops[next].loc;
                cx.count("fused", 1);
                cx.remark(loc, "fused", "computed in one loop nest with the statement before it");
            }
            i = m.position(op).1;
        }
        i += 1;
    }
}

/// Accesses of everything in a loop's body.
fn accesses(m: &Module, r: Region) -> (Vec<Access>, Vec<Access>) {
    let (mut rd, mut wr) = (Vec::new(), Vec::new());
    for o in m.walk(r) {
        rd.extend(reads(m, o));
        wr.extend(writes(m, o));
    }
    (rd, wr)
}

/// The next loop, if it can join `op`.
fn candidate(m: &Module, r: Region, op: Op) -> Option<Op> {
    let at = m.position(op).1;
    let (op_reads, op_writes) = accesses(m, m.region(op, 0));
    if op_writes.contains(&Access::All) {
        return None;
    }
    let mut next = None;
    let mut between = Vec::new();
    for &o in &m.regions[r].ops[at + 1..] {
        if m.kind(o) == OpKind::Parallel {
            next = Some(o);
            break;
        }
        // What stands between moves before the first loop, or (releases) after the second.
        let simple = m.ops[o].regions.is_empty() && !m.has(o, Traits::TERMINATOR);
        let moves = match m.kind(o) {
            OpKind::Alloc | OpKind::Alloca | OpKind::Free => true,
            OpKind::Label => false,
            _ if m.has(o, Traits::WRITE) => false,
            _ => {
                let rd = reads(m, o);
                !op_writes.iter().any(|&w| rd.iter().any(|&x| clobbers(m, w, x)))
            }
        };
        if !simple || !moves {
            return None;
        }
        between.push(o);
    }
    let next = next?;
    // A released block must not be used by what moves up over it, nor by the second loop.
    let (a, b) = (m.operands(op), m.operands(next));
    if a.len() != b.len() || a.iter().zip(b).any(|(&x, &y)| x != y && poly(m, x) != poly(m, y)) {
        return None;
    }
    for key in ["par", "schedule", "label"] {
        if m.attr(op, key) != m.attr(next, key) {
            return None;
        }
    }
    let (ra, rb) = (m.region(op, 0), m.region(next, 0));
    if m.walk(ra).len() + m.walk(rb).len() > MAX_OPS {
        return None;
    }
    let (next_reads, next_writes) = accesses(m, rb);
    if (op_reads.len() + op_writes.len()) * (next_reads.len() + next_writes.len()) > MAX_PAIRS {
        return None;
    }
    let mut space = Space::default();
    let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
    for (k, &e) in a.iter().enumerate() {
        space.bounds.push(Some(extent_bound(m, e, &FxHashMap::default())));
        let p = Poly::atom(Atom::Index(k as u16));
        env.insert(m.args(ra)[k], p.clone());
        env.insert(m.args(rb)[k], p);
    }
    let varying = |v: Value| m.home(v).is_some_and(|h| m.is_inside(h, ra) || m.is_inside(h, rb));
    let apart = |x: Access, y: Access| match (x, y) {
        (Access::Data(p), Access::Data(q)) => {
            let scalar = |v: Value| m.types.rank(m.ty(v)) == 0;
            if scalar(p) && scalar(q) {
                let (pp, pq) = (place(m, p, vec![], &env), place(m, q, vec![], &env));
                // The same place in the same iteration: program order holds there. Only subscripts tell
                // iterations apart: a place without them is shared by all.
                match compare(m, &pp, &pq, &space, &varying) {
                    Alias::Disjoint => true,
                    Alias::Same => covers(&pp.subs, a.len()),
                    _ => false,
                }
            } else {
                !clobbers(m, x, y)
            }
        }
        _ => !clobbers(m, x, y),
    };
    let fits = op_writes.iter().all(|&w| next_reads.iter().chain(&next_writes).all(|&x| apart(w, x)))
        && next_writes.iter().all(|&w| op_reads.iter().all(|&x| apart(w, x)));
    fits.then_some(next)
}

/// True where the subscripts name every index, each alone in one subscript: different iterations
/// access different places.
fn covers(subs: &[Poly], indices: usize) -> bool {
    (0..indices).all(|k| {
        subs.iter().any(|s| match s.split() {
            Some((_, coefs)) => matches!(coefs[..], [(i, c)] if usize::from(i) == k && c != 0),
            None => false,
        })
    })
}

fn fuse(m: &mut Module, r: Region, op: Op, next: Op) {
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
        if m.kind(o) == OpKind::Free {
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
