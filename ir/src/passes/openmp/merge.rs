//! `omp-merge`: neighbouring parallel regions of equal clauses become one, where nobody can tell.
//!
//! A barrier stands where the first one ended. Teams of equal clauses have equal sizes unless something sets what they are
//! made of; therefore nothing may be called that is not known. Array statements that are all of both regions
//! become one WORKSHARE, whose statements are in order by themselves.

use crate::analysis::effects::{Access, depends_on_operands_only, speculatable};
use crate::analysis::teams::{in_target, written};
use crate::choices::ProcBind;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::offload::memory::is_scalar_ref;
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        for op in m.walk(body) {
            if m.kind(op) != OpKind::OmpParallel || m.ops[op].parent.is_none() || in_target(m, op) {
                continue;
            }
            while let Some(next) = neighbour(m, op) {
                let loc = m.ops[next].loc;
                cx.count("merged", 1);
                cx.remark(loc, "merged", "its threads are those of the parallel region before it");
                merge(m, op, next);
            }
        }
    }
    Ok(())
}

/// The parallel region that an op can take in.
fn neighbour(m: &Module, op: Op) -> Option<Op> {
    let (r, at) = m.position(op);
    let next = m.regions[r].ops[at + 1..].iter().copied().find(|&o| !speculatable(m, o))?;
    let fits = m.kind(next) == OpKind::OmpParallel
        && ["num_threads", "if"].iter().all(|g| same(m, m.opt(op, g), m.opt(next, g)))
        && m.choice_opt::<ProcBind>(op) == m.choice_opt::<ProcBind>(next)
        && m.attr(op, "copies").is_none()
        && m.attr(next, "copies").is_none()
        && only_workshare(m, op).is_some() == only_workshare(m, next).is_some()
        && [op, next].iter().all(|&o| plain(m, o));
    fits.then_some(next)
}

fn same(m: &Module, a: Option<Value>, b: Option<Value>) -> bool {
    let number = |v: Value| m.const_int(v);
    a == b || a.zip(b).is_some_and(|(a, b)| m.ty(a) == m.ty(b) && number(a).is_some() && number(a) == number(b))
}

/// The WORKSHARE construct that is all of a region.
fn only_workshare(m: &Module, op: Op) -> Option<Op> {
    let mut lasting = m.regions[m.region(op, 0)].ops.iter().filter(|&&o| !depends_on_operands_only(m, o));
    let share = lasting.next().copied().filter(|&o| m.kind(o) == OpKind::OmpWorkshare)?;
    lasting.all(|&o| matches!(m.kind(o), OpKind::OmpBarrier | OpKind::Yield)).then_some(share)
}

/// True for a region that does nothing but what its ops say.
fn plain(m: &Module, op: Op) -> bool {
    let body = m.region(op, 0);
    let list = &m.regions[body].ops;
    // Its storage would last longer, and its labels would meet others.
    let mixes = |&o: &Op| match m.kind(o) {
        OpKind::Label => true,
        OpKind::Alloca => !is_scalar_ref(m, m.ty(m.result(o))),
        OpKind::Yield => false,
        _ => m.has(o, Traits::TERMINATOR),
    };
    !list.iter().any(mixes)
        && m.walk(body).into_iter().all(|o| {
            !matches!(m.kind(o), OpKind::OmpTarget | OpKind::OmpTeams | OpKind::CallPtr)
                && !written(m, o).contains(&Access::All)
        })
}

fn merge(m: &mut Module, op: Op, next: Op) {
    let (r, at) = m.position(op);
    let end = m.position(next).1;
    // What stands between gives values only.
    let between: Vec<Op> = m.regions[r].ops.drain(at + 1..=end).filter(|&o| o != next).collect();
    m.ops[next].parent = None;
    m.regions[r].ops.splice(at..at, between);
    let (to, from) = (m.region(op, 0), m.region(next, 0));
    if let Some((a, b)) = only_workshare(m, op).zip(only_workshare(m, next)) {
        let (to_share, from_share) = (m.region(a, 0), m.region(b, 0));
        // What the second one has beside its statements goes in front of both.
        m.detach(b);
        let at = m.position(a).1;
        let beside: Vec<Op> = std::mem::take(&mut m.regions[from].ops);
        let beside: Vec<Op> =
            beside.into_iter().filter(|&o| !matches!(m.kind(o), OpKind::OmpBarrier | OpKind::Yield)).collect();
        adopt(m, &beside, to);
        m.regions[to].ops.splice(at..at, beside);
        append(m, from_share, to_share);
        return;
    }
    while let Some(&last) = m.regions[to].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield) {
        m.detach(last);
    }
    let loc = m.ops[next].loc;
    let mut b = Builder::at_end(m, to);
    b.loc = loc;
    b.op(OpKind::OmpBarrier).build();
    append(m, from, to);
}

fn adopt(m: &mut Module, ops: &[Op], to: Region) {
    for &o in ops {
        m.ops[o].parent = Some(to);
    }
}

fn append(m: &mut Module, from: Region, to: Region) {
    let ops = std::mem::take(&mut m.regions[from].ops);
    adopt(m, &ops, to);
    m.regions[to].ops.extend(ops);
}
