//! Calls of a procedure of itself as the last thing that it does (tail calls) become jumps back to its start, so
//! that they cost neither a frame nor the time of a call. Part of the pass `procedures`.
//!
//! Only procedures whose arguments are scalars by value, or references that are passed on as they came: nothing of
//! one activation is then visible to the next.

use crate::analysis::alias::entity;
use crate::analysis::effects::{is_pure, is_volatile_access};
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::TypeKind;

/// Label of the loop; copies of the body in other procedures get others.
const LABEL: &str = "tail.calls";

/// Runs on procedure `f`, whose link name is `name`; gives the number of calls that became jumps. Where the body is to
/// be `unrolled`, arguments that change places cost nothing in its copies but do in a loop: there most of the calls
/// have to become jumps.
pub(super) fn run(m: &mut Module, f: Op, name: &str, unrolled: bool) -> usize {
    let body = m.region(f, 0);
    let Some(&last) = m.regions[body].ops.last() else { return 0 };
    if m.kind(last) != OpKind::Return || m.walk(body).iter().any(|&o| matches!(m.kind(o), OpKind::Label | OpKind::Goto))
    {
        return 0;
    }
    if has_targets(m, body) {
        return 0;
    }
    let Some(cells) = result_cells(m, body, last) else { return 0 };
    let is_own =
        |m: &Module, o: Op| m.kind(o) == OpKind::Call && !m.flag(o, "runtime") && m.attr_str(o, "callee") == Some(name);
    // Behind the call only the results are read.
    let mut end = m.regions[body].ops.len() - 1;
    while end > 0 && is_read(m, m.regions[body].ops[end - 1]) {
        end -= 1;
    }
    let reads = m.regions[body].ops[end..].to_vec();
    let mut found = Vec::new();
    tails(m, body, end, &cells, &mut Vec::new(), &is_own, &mut found);
    let params = m.args(body).to_vec();
    // A call that nothing decides about never ends.
    found.retain(|t| m.ops[t.call].parent != Some(body) && jumps(m, t.call, &params));
    let calls = m.walk(body).into_iter().filter(|&o| is_own(m, o)).count();
    if found.is_empty() || unrolled && 2 * found.len() <= calls || !cells.iter().all(|&c| movable(m, body, c)) {
        return 0;
    }
    let changing: Vec<usize> =
        (0..params.len()).filter(|&i| found.iter().any(|t| origin(m, m.operand(t.call, i)) != params[i])).collect();
    // The arguments of the next round lie in cells of their own.
    let ops: Vec<Op> = m.regions[body].ops.iter().copied().filter(|o| !reads.contains(o)).collect();
    for &o in &ops {
        m.detach(o);
    }
    let (cond, inner) = (m.new_region(&[]), m.new_region(&[]));
    let mut slots = Vec::new();
    for &i in &changing {
        let (a, ty) = (params[i], m.ty(params[i]));
        let reference = m.types.reference(ty);
        let mut b = Builder::at_end(m, inner);
        let cell = b.op(OpKind::Alloca).result(reference).value();
        let alloca = b.m.def(cell).unwrap_or(f);
        b.m.detach(alloca);
        slots.push((i, a, cell, alloca));
    }
    for &o in &ops {
        let at = m.regions[inner].ops.len();
        m.insert(inner, at, o);
    }
    for &(_, a, cell, _) in slots.iter().rev() {
        let first = m.regions[inner].ops[0];
        let now = Builder::before(m, first).load(cell);
        m.replace_uses(inner, a, now);
    }
    Builder::at_end(m, inner).op(OpKind::Break).attr("label", Attr::str(LABEL)).build();
    let mut at = 0;
    for &c in &cells {
        // The results are read behind the loop.
        for o in chain(m, c).into_iter().rev() {
            if m.ops[o].parent == Some(inner) {
                m.detach(o);
                m.insert(body, at, o);
                at += 1;
            }
        }
    }
    for &(_, _, _, alloca) in &slots {
        m.insert(body, at, alloca);
        at += 1;
    }
    let first_read = reads[0];
    for &(_, a, cell, _) in &slots {
        Builder::before(m, first_read).store(a, cell);
    }
    Builder::before(m, first_read).op(OpKind::While).region(cond).region(inner).attr("label", Attr::str(LABEL)).build();
    let yes = Builder::at_end(m, cond).int(1, crate::types::Type::BOOL);
    Builder::at_end(m, cond).op(OpKind::Yield).arg(yes).build();
    for t in &found {
        for &(i, _, cell, _) in &slots {
            let v = m.operand(t.call, i);
            Builder::before(m, t.call).store(v, cell);
        }
        Builder::before(m, t.call).op(OpKind::Continue).attr("label", Attr::str(LABEL)).build();
        for &o in &t.behind {
            m.detach(o);
        }
        m.detach(t.call);
    }
    found.len()
}

/// A tail call and what stands behind it in its region.
struct Tail {
    call: Op,
    behind: Vec<Op>,
}

/// Where the results lie that the return gives; none where they are something else.
fn result_cells(m: &Module, body: Region, last: Op) -> Option<Vec<Value>> {
    m.operands(last)
        .iter()
        .map(|&v| {
            let load = m.def_of(v, OpKind::Load)?;
            (is_read(m, load) && m.ops[load].parent == Some(body)).then(|| m.operand(load, 0))
        })
        .collect()
}

fn is_read(m: &Module, o: Op) -> bool {
    match m.kind(o) {
        OpKind::Load => !is_volatile_access(m, o),
        OpKind::Declare => false,
        _ => is_pure(m, o) && m.ops[o].regions.is_empty(),
    }
}

/// The variable that a value is, looking through declarations.
fn origin(m: &Module, mut v: Value) -> Value {
    while let Some(o) = m.def_of(v, OpKind::Declare) {
        v = m.operand(o, 0);
    }
    v
}

/// True where pointers may refer to variables of an activation, which then is not that of the next round.
fn has_targets(m: &Module, body: Region) -> bool {
    m.walk(body).into_iter().any(|o| {
        m.kind(o) == OpKind::Declare && m.has_choice(o, DeclareAttr::Target) && entity(m, m.result(o)).local().is_some()
    })
}

/// The declarations of a variable and its alloca, in that order.
fn chain(m: &Module, mut v: Value) -> Vec<Op> {
    let mut out = Vec::new();
    while let Some(o) = m.def_of(v, OpKind::Declare) {
        out.push(o);
        v = m.operand(o, 0);
    }
    out.extend(m.def_of(v, OpKind::Alloca));
    out
}

/// True for a local scalar whose definition may stand before everything else.
fn movable(m: &Module, body: Region, cell: Value) -> bool {
    let chain = chain(m, cell);
    entity(m, cell).local().is_some()
        && chain.last().is_some_and(|&o| m.kind(o) == OpKind::Alloca && !m.flag(o, "zero"))
        && chain.iter().all(|&o| m.ops[o].parent == Some(body) && m.operands(o).len() <= 1)
}

/// True where the arguments of a call may take the place of the present ones: scalars by value, and references that
/// are those of this activation.
fn jumps(m: &Module, call: Op, params: &[Value]) -> bool {
    m.operands(call).len() == params.len()
        && m.operands(call).iter().zip(params).all(|(&v, &p)| {
            let scalar = matches!(m.tk(p), TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Logical(_));
            m.ty(v) == m.ty(p) && (scalar && !m.types.is_wide(m.ty(p)) || origin(m, v) == p)
        })
}

/// Collects the tail calls among the first `end` ops of a region; `exits` are the blocks behind which nothing follows.
fn tails(
    m: &Module,
    r: Region,
    end: usize,
    cells: &[Value],
    exits: &mut Vec<String>,
    is_own: &impl Fn(&Module, Op) -> bool,
    out: &mut Vec<Tail>,
) {
    let ops = &m.regions[r].ops[..end];
    let mut i = ops.len();
    let mut behind = Vec::new();
    let mut stores = Vec::new();
    while i > 0 {
        let o = ops[i - 1];
        match m.kind(o) {
            OpKind::Break if i == ops.len() => {
                let Some(l) = m.attr_str(o, "label") else { return };
                if !exits.iter().any(|e| e == l) {
                    return;
                }
            }
            OpKind::Store if !is_volatile_access(m, o) => {
                stores.push((m.operand(o, 0), origin(m, m.operand(o, 1))));
            }
            _ => break,
        }
        behind.push(o);
        i -= 1;
    }
    let Some(&o) = i.checked_sub(1).and_then(|i| ops.get(i)) else { return };
    if is_own(m, o) {
        let results = &m.ops[o].results;
        // The results of the call are this activation's, and nothing else is stored.
        let whole = results.len() == cells.len()
            && stores.len() == cells.len()
            && results.iter().zip(cells).all(|(&v, &c)| stores.contains(&(v, origin(m, c))));
        if whole {
            out.push(Tail { call: o, behind });
        }
        return;
    }
    if !stores.is_empty() || !m.ops[o].results.is_empty() {
        return;
    }
    match m.kind(o) {
        OpKind::If | OpKind::SelectCase => {
            for &inner in &m.ops[o].regions {
                tails(m, inner, m.regions[inner].ops.len(), cells, exits, is_own, out);
            }
        }
        OpKind::Block => {
            let inner = m.region(o, 0);
            exits.push(m.attr_str(o, "label").unwrap_or_default().to_string());
            tails(m, inner, m.regions[inner].ops.len(), cells, exits, is_own, out);
            // A branch in the block that leaves it need not stand at its end.
            leaving(m, inner, cells, exits, is_own, out);
            exits.pop();
        }
        _ => {}
    }
}

/// Tail calls in branches that end by leaving a block behind which nothing follows (`RETURN` in an IF construct).
fn leaving(
    m: &Module,
    r: Region,
    cells: &[Value],
    exits: &mut Vec<String>,
    is_own: &impl Fn(&Module, Op) -> bool,
    out: &mut Vec<Tail>,
) {
    for &o in &m.regions[r].ops {
        if m.kind(o) != OpKind::If {
            continue;
        }
        for &inner in &m.ops[o].regions {
            let ops = &m.regions[inner].ops;
            let leaves = ops.last().is_some_and(|&l| {
                m.kind(l) == OpKind::Break && m.attr_str(l, "label").is_some_and(|l| exits.iter().any(|e| e == l))
            });
            if leaves {
                let mut some = Vec::new();
                tails(m, inner, ops.len(), cells, exits, is_own, &mut some);
                some.retain(|t| !out.iter().any(|u| u.call == t.call));
                out.append(&mut some);
            } else {
                leaving(m, inner, cells, exits, is_own, out);
            }
        }
    }
}
