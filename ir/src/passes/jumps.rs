//! `jumps`: jumps to labels in target regions, and in procedures that these call, become ways out of blocks and loops where that
//! is what they are: a jump forward leaves a block that ends at the label, a jump backward begins an iteration of a loop that
//! begins there. Kernels have structured control flow only, and procedures with labels are not inlined.

use super::{PassCtx, PassError};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for scope in scopes(m) {
        while let Some(n) = step(m, scope) {
            cx.count("jumps", n);
        }
    }
    Ok(())
}

/// The bodies of target regions, and of the procedures that they call, directly or through others.
fn scopes(m: &Module) -> Vec<Region> {
    let funcs: FxHashMap<&str, Op> = m.top_ops(OpKind::Func).filter_map(|f| Some((m.attr_str(f, "sym")?, f))).collect();
    let targets: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::OmpTarget).collect();
    let mut out: Vec<Region> = targets.iter().map(|&o| m.region(o, 0)).collect();
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let mut at = 0;
    while let Some(&body) = out.get(at) {
        at += 1;
        for o in m.walk(body) {
            let callee = m.attr_str(o, "callee").filter(|_| matches!(m.kind(o), OpKind::Call | OpKind::FuncAddr));
            if let Some(&f) = callee.and_then(|n| funcs.get(n))
                && seen.insert(f)
            {
                out.push(m.region(f, 0));
            }
        }
    }
    out
}

/// Takes one label away; gives how many jumps led to it.
fn step(m: &mut Module, scope: Region) -> Option<u64> {
    let all = m.walk(scope);
    let labels: Vec<Op> = all.iter().copied().filter(|&o| m.kind(o) == OpKind::Label).collect();
    if labels.is_empty() {
        return None;
    }
    let jumps: Vec<Op> = all.into_iter().filter(|&o| m.kind(o) == OpKind::Goto).collect();
    labels.into_iter().find_map(|l| take(m, l, &jumps))
}

/// The op of a list in which another stands, where only structured control flow is between.
fn index_in(m: &Module, list: Region, op: Op) -> Option<usize> {
    let mut at = op;
    while m.ops[at].parent != Some(list) {
        at = m.parent_op(at)?;
        let structured =
            matches!(m.kind(at), OpKind::If | OpKind::SelectCase | OpKind::Block | OpKind::For | OpKind::While);
        if !structured || !m.ops[at].results.is_empty() {
            return None;
        }
    }
    Some(m.position(at).1)
}

fn take(m: &mut Module, label: Op, jumps: &[Op]) -> Option<u64> {
    if !m.ops[label].results.is_empty() || !m.operands(label).is_empty() {
        return None;
    }
    let name = m.attr_str(label, "label")?.to_string();
    let (list, at) = m.position(label);
    let mine: Vec<Op> = jumps.iter().copied().filter(|&j| m.attr_str(j, "label") == Some(name.as_str())).collect();
    let places: Vec<usize> = mine.iter().map(|&j| index_in(m, list, j)).collect::<Option<_>>()?;
    let before = places.iter().copied().filter(|&i| i < at).min();
    let last = places.iter().copied().filter(|&i| i > at).max();
    let end = match last {
        Some(last) => Some(loop_end(m, list, at, last)?),
        None => None,
    };
    // Nothing else leads into what becomes a block or a loop.
    let enters = |first: usize, end: usize| {
        m.regions[list].ops[first..end].iter().any(|&o| {
            m.kind(o) == OpKind::Label
                && jumps
                    .iter()
                    .filter(|&&j| m.attr_str(j, "label") == m.attr_str(o, "label"))
                    .any(|&j| index_in(m, list, j).is_none_or(|i| !(first..end).contains(&i)))
        })
    };
    if end.is_some_and(|end| enters(at + 1, end)) {
        return None;
    }
    if before.is_some_and(|first| enters(first, at) || is_needed_behind(m, list, first, at)) {
        return None;
    }
    if let Some(end) = end {
        let inner = m.regions[list].ops[at + 1..end].to_vec();
        name_loops(m, &inner, &name)?;
        let again = format!("{name}.again");
        repeat(m, list, at + 1, &inner, &again);
        lead(m, &mine, &places, |i| i > at, OpKind::Continue, &again);
    }
    if let Some(first) = before {
        let past = format!("{name}.past");
        let inner = m.regions[list].ops[first..at].to_vec();
        let body = m.new_region(&[]);
        Builder::before(m, label).op(OpKind::Block).attr("label", Attr::str(&past)).region(body).build();
        for (i, &o) in inner.iter().enumerate() {
            m.detach(o);
            m.insert(body, i, o);
        }
        lead(m, &mine, &places, |i| i < at, OpKind::Break, &past);
    }
    m.detach(label);
    Some(mine.len() as u64)
}

/// The jumps whose places are such become ways out.
fn lead(m: &mut Module, jumps: &[Op], places: &[usize], which: impl Fn(usize) -> bool, kind: OpKind, label: &str) {
    for (&j, _) in jumps.iter().zip(places).filter(|&(_, &i)| which(i)) {
        m.ops[j].kind = kind;
        m.set_attr(j, "label", Attr::str(label));
    }
}

/// Where a loop from a label on ends: behind all that jumps back, and in front of what gives values to the end of the list.
fn loop_end(m: &Module, list: Region, at: usize, last: usize) -> Option<usize> {
    let ops = &m.regions[list].ops;
    let ends = |o: Op| {
        m.has(o, Traits::TERMINATOR)
            && !matches!(m.kind(o), OpKind::Goto | OpKind::Break | OpKind::Continue | OpKind::Unreachable)
    };
    let mut end = ops.len() - usize::from(ops.last().is_some_and(|&o| ends(o)));
    loop {
        let inside = |o: Op| ops[at + 1..end].contains(&o);
        let used = ops[at + 1..end].iter().position(|&o| {
            m.ops[o]
                .results
                .iter()
                .any(|&v| m.users(v).into_iter().any(|u| outer(m, list, u).is_none_or(|t| !inside(t))))
        });
        match used {
            None => return Some(end),
            Some(i) if at + 1 + i > last => end = at + 1 + i,
            Some(_) => return None,
        }
    }
}

/// The op of a list in which another stands.
fn outer(m: &Module, list: Region, op: Op) -> Option<Op> {
    let mut at = op;
    while m.ops[at].parent != Some(list) {
        at = m.parent_op(at)?;
    }
    Some(at)
}

/// Values of ops in a part of a list are needed behind it: no label leads around their definition, but for that at its end.
fn is_needed_behind(m: &Module, list: Region, first: usize, end: usize) -> bool {
    let part = &m.regions[list].ops[first..end];
    let outside = |u: Op| outer(m, list, u).is_none_or(|t| !part.contains(&t));
    part.iter().any(|&o| m.ops[o].results.iter().any(|&v| m.users(v).into_iter().any(outside)))
}

/// Jumps without a label get that of their loop where they leave `ops`, around which a loop is made for the label `name`.
fn name_loops(m: &mut Module, ops: &[Op], name: &str) -> Option<()> {
    let mut found = Vec::new();
    let mut work: Vec<Op> = ops.to_vec();
    while let Some(o) = work.pop() {
        match m.kind(o) {
            OpKind::Break | OpKind::Continue if m.attr(o, "label").is_none() => found.push(o),
            OpKind::For | OpKind::While | OpKind::OmpLoopNest => {}
            _ => work.extend(m.ops[o].regions.iter().flat_map(|&r| m.regions[r].ops.iter().copied())),
        }
    }
    let Some(&first) = ops.first().filter(|_| !found.is_empty()) else { return Some(()) };
    let mut around = m.parent_op(first)?;
    while !matches!(m.kind(around), OpKind::For | OpKind::While) {
        if !matches!(m.kind(around), OpKind::If | OpKind::SelectCase | OpKind::Block) {
            return None;
        }
        around = m.parent_op(around)?;
    }
    let label = match m.attr_str(around, "label") {
        Some(l) => l.to_string(),
        None => {
            let l = format!("{name}.around");
            m.set_attr(around, "label", Attr::str(&l));
            l
        }
    };
    for o in found {
        m.set_attr(o, "label", Attr::str(&label));
    }
    Some(())
}

/// Puts ops into a loop that only jumps repeat.
fn repeat(m: &mut Module, list: Region, at: usize, ops: &[Op], label: &str) {
    let Some(&first) = ops.first() else { return };
    let (cond, body) = (m.new_region(&[]), m.new_region(&[]));
    let mut b = Builder::before(m, first);
    let op = b.op(OpKind::While).attr("label", Attr::str(label)).region(cond).region(body).build();
    debug_assert_eq!(b.m.position(op), (list, at), "the loop stands behind its label");
    b.inside(cond, |b| {
        let yes: Value = b.int(1, Type::BOOL);
        b.op(OpKind::Yield).args(&[yes]).build();
    });
    for (i, &o) in ops.iter().enumerate() {
        m.detach(o);
        m.insert(body, i, o);
    }
    let open = ops.last().is_none_or(|&o| !m.has(o, Traits::TERMINATOR));
    if open {
        Builder::at_end(m, body).op(OpKind::Break).attr("label", Attr::str(label)).build();
    }
}
