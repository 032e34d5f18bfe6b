//! Nests of independent iterations.

use super::body::Start;
use super::cost::Cost;
use super::nest::{Bulk, Hooks, Nest, Place};
use super::{Machine, choose, few, narrow, straight, strides};
use crate::analysis::straight::{Node, Step, Straight};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Rows shorter than this are not worth a vector loop.
const MIN_ROW: i64 = 4;
/// Bodies with more nodes are not generated twice.
const MAX_COLLAPSED: usize = 40;
/// Bytes that are worth a call of the library.
const LONG: i64 = 4096;

/// A loop.parallel becomes loops with vectors, of so many lanes; none where it is not of the right form.
pub(super) fn parallel(m: &mut Module, op: Op, machine: Machine) -> Option<i64> {
    let r = m.region(op, 0);
    let row = m.operands(op).first().and_then(|&e| m.const_int(e)).unwrap_or(i64::MAX);
    let (s, wide) = straight(m, machine, row, |masks| Straight::analyse(m, r, masks))?;
    let cost = Cost { m, s: &s, machine };
    let vf = wide.map_or_else(|| cost.width(), |w| w.lanes);
    if s.accesses.is_empty() || !cost.worthwhile() {
        return None;
    }
    let extents = m.operands(op).to_vec();
    let collapses = s.nodes.len() <= MAX_COLLAPSED && collapsible(m, &s, r);
    let short = |&e: &Value| m.const_int(e).is_some_and(|n| n < MIN_ROW);
    if extents.first().is_none_or(short) && !collapses {
        return None;
    }
    // Enough copies to hide latencies, not so many that registers run out; blocks for the runtime's functions.
    let copies = match s.nodes.len() {
        _ if let Some(w) = wide => w.copies(&cost),
        _ if cost.has_blocks() => 8,
        0..=12 => 8 / vf,
        13..=24 => 4 / vf,
        _ => 1,
    }
    .max(1);
    let run = if collapses { &extents[..] } else { &extents[..1] };
    let n = run.iter().try_fold(1i64, |n, &e| m.const_int(e).and_then(|e| n.checked_mul(e.max(0))));
    let copies = n.map_or(copies, |n| few(n, vf, copies, copies));
    let apart = Apart { s: &s };
    let least = wide.and_then(|w| w.least(&cost));
    let narrow = least.and_then(|_| narrow(m, machine, || Straight::analyse(m, r, false)));
    // Less than a wide register, which would make a loop in wide registers of it.
    let vectors = narrow.as_ref().map(|s| (s, (2 * Cost { m, s, machine }.width()).min(vf / 2)));
    let rest = Apart { s: narrow.as_ref().unwrap_or(&s) };
    let short = Nest { r, vectors, masked: None, short: None, machine, hooks: &rest, from: None };
    let short = least.map(|n| (n, &short));
    let nest = Nest {
        r,
        vectors: Some((&s, vf * copies)),
        masked: wide.and_then(super::Wide::masked),
        short,
        machine,
        hooks: &apart,
        from: None,
    };
    let mut b = Builder::before(m, op);
    let rows = |b: &mut Builder<'_>| nest.all(b, &extents, &[]);
    if collapses {
        let test = apart.one_run(&mut b, &extents);
        let run = |b: &mut Builder<'_>| {
            // Empty dimensions leave nothing, whatever the sign of the extents.
            let zero = b.index(0);
            let mut total = b.index(1);
            for &e in &extents {
                let n = match b.m.const_int(e) {
                    Some(n) => b.index(n.max(0)),
                    None => b.binary(OpKind::Max, e, zero),
                };
                total = match (b.m.const_int(total), b.m.const_int(n)) {
                    (Some(t), Some(n)) => b.index(t.saturating_mul(n)),
                    _ => b.binary(OpKind::Mul, total, n),
                };
            }
            nest.row(b, total, &vec![zero; extents.len() - 1], &[])
        };
        match test {
            None => {
                run(&mut b);
            }
            Some(c) => {
                choose(&mut b, c, &[], run, rows);
            }
        }
    } else {
        rows(&mut b);
    }
    m.detach(op);
    Some(vf * copies)
}

/// Whether the nest may run as one loop over all elements where its arrays are contiguous: every access
/// is subscripted by the indices in order (plus what does not change), which have no other use.
fn collapsible(m: &Module, s: &Straight, r: Region) -> bool {
    let args = m.args(r);
    if args.len() < 2 {
        return false;
    }
    let outside = |v: Value| m.home(v).is_some_and(|h| !m.is_inside(h, r));
    // Accesses and sums that may use the indices, with their results.
    let mut allowed: Vec<(Op, Value)> = Vec::new();
    for a in &s.accesses {
        let Some(elem) = m.def_of(a.addr, OpKind::ViewElem) else { return false };
        let subs = &m.operands(elem)[1..];
        if subs.len() != args.len() || !outside(a.view) {
            return false;
        }
        for (&sub, &arg) in subs.iter().zip(args) {
            if sub == arg {
                continue;
            }
            match m.def_of(sub, OpKind::Add).map(|o| (o, m.operand(o, 0), m.operand(o, 1))) {
                Some((o, x, y)) if x == arg && outside(y) || y == arg && outside(x) => allowed.push((o, sub)),
                _ => return false,
            }
        }
        allowed.push((elem, a.addr));
    }
    m.walk(r).iter().all(|&o| {
        allowed.iter().any(|a| a.0 == o)
            || m.operands(o)
                .iter()
                .all(|v| !args.contains(v) && !allowed.iter().any(|a| a.1 == *v && m.kind(a.0) == OpKind::Add))
    })
}

/// Iterations that give nothing to one another.
struct Apart<'s> {
    s: &'s Straight,
}

impl Apart<'_> {
    /// The run-time test (none where it always holds) that all accesses of a nest lie in one run.
    fn one_run(&self, b: &mut Builder<'_>, extents: &[Value]) -> Option<Value> {
        let mut all: Option<Value> = None;
        let mut seen: Vec<Value> = Vec::new();
        let mut test = |b: &mut Builder<'_>, x: Value, y: Value| {
            let c = b.cmp(Pred::Eq, x, y);
            all = Some(match all {
                Some(d) => b.binary(OpKind::And, d, c),
                None => c,
            });
        };
        for a in &self.s.accesses {
            if seen.contains(&a.view) {
                continue;
            }
            seen.push(a.view);
            let ty = b.m.ty(a.view);
            let size = b.m.types.size_of(a.elem).map_or(8, |n| n as i64);
            let contig = b.m.types.is_contig(ty);
            let mut known = Some(size);
            let mut expect: Option<Value> = None;
            for (k, &e) in extents.iter().enumerate() {
                // Of contiguous views the strides follow from the extents.
                let fixed = strides::fixed(b.m, a.view, k);
                if !(contig || fixed.is_some() && fixed == known) {
                    let have = strides::stride(b, a.view, k);
                    let want = match (known, expect) {
                        (Some(n), _) => b.index(n),
                        (None, Some(v)) => v,
                        (None, None) => b.index(size),
                    };
                    test(b, have, want);
                }
                if k + 1 == extents.len() {
                    break;
                }
                let of_type = b.m.types.shape(ty)[k];
                let same = match (of_type, b.m.const_int(e)) {
                    (Some(n), Some(e)) if n == e => true,
                    _ => is_extent(b.m, e, a.view, k),
                };
                if !same {
                    let n = b.extent(a.view, k);
                    test(b, n, e);
                }
                let factor = b.m.const_int(e);
                expect = Some(match (known, factor) {
                    (Some(n), Some(e)) => b.index(n.wrapping_mul(e)),
                    _ => {
                        let so_far = match (known, expect) {
                            (Some(n), _) => b.index(n),
                            (None, Some(v)) => v,
                            (None, None) => b.index(size),
                        };
                        b.binary(OpKind::Mul, so_far, e)
                    }
                });
                known = known.zip(factor).map(|(n, e)| n.wrapping_mul(e));
            }
        }
        all
    }
}

impl Hooks for Apart<'_> {
    fn begin(&self, _: &mut Builder<'_>) -> Vec<Value> {
        Vec::new()
    }
    fn end(&self, _: &mut Builder<'_>, _: &[Value], _: &[Value]) -> Vec<Value> {
        Vec::new()
    }
    fn lanes(&self, _: &mut Builder<'_>, _: &[Value], _: &[Value]) -> Vec<Value> {
        Vec::new()
    }
    fn scalar(&self, _: &mut Builder<'_>, _: &[Value], _: &[Value], _: Place) -> Vec<Value> {
        Vec::new()
    }
    /// For a row that only copies elements that lie together, or makes all their bytes zero: whether it is long, and what
    /// the library can do then. All is read before it is stored, which is what running the iterations together means.
    fn bulk(&self, b: &mut Builder<'_>, starts: &[Start], n: Value) -> Option<Bulk> {
        let s = self.s;
        let [Step::Eval(v), Step::Store { access, value }] = s.steps[..] else { return None };
        if v != value {
            return None;
        }
        let to = starts[access].side_by_side()?;
        let from = match s.nodes[value] {
            Node::Load(a) if b.m.ty(s.accesses[a].addr) == b.m.ty(s.accesses[access].addr) => {
                Some(starts[a].side_by_side()?)
            }
            Node::Uniform(v) if is_zero(b.m, v) => None,
            _ => return None,
        };
        let elem = s.accesses[access].elem;
        let least = LONG / b.m.types.size_of(elem).map_or(8, |n| n as i64);
        let long = match b.m.const_int(n) {
            Some(n) if n < least => return None,
            Some(_) => None,
            None => {
                let least = b.index(least);
                Some(b.cmp(Pred::Ge, n, least))
            }
        };
        let whole = Whole { to, from, elem, n };
        Some((long, Box::new(move |b| whole.emit(b))))
    }
}

/// A long row that the library copies or clears.
struct Whole {
    to: Value,
    /// None: all bytes become zero.
    from: Option<Value>,
    elem: Type,
    n: Value,
}

impl Whole {
    fn emit(&self, b: &mut Builder<'_>) {
        let t = b.m.types.view(vec![None], self.elem, true);
        let row = |b: &mut Builder<'_>, at: Value| b.op(OpKind::ViewMake).arg(at).args(&[self.n]).result(t).value();
        let to = row(b, self.to);
        match self.from {
            Some(from) => {
                let from = row(b, from);
                b.op(OpKind::Copy).arg(to).arg(from).build();
            }
            None => {
                b.op(OpKind::Clear).arg(to).build();
            }
        }
    }
}

/// Whether all bytes of a constant are zero.
fn is_zero(m: &Module, v: Value) -> bool {
    m.def_of(v, OpKind::Const).and_then(|c| m.attr(c, "value")).is_some_and(|a| match a {
        Attr::Int(i) => *i == 0,
        Attr::Float(f) => f.to_bits() == 0,
        _ => false,
    })
}

/// Whether a value is an extent of a view.
fn is_extent(m: &Module, e: Value, view: Value, dim: usize) -> bool {
    m.def_of(e, OpKind::ViewExtent)
        .is_some_and(|o| m.operand(o, 0) == view && m.attr_int(o, "dim") == i64::try_from(dim).ok())
        && !matches!(m.tk(view), TypeKind::Box { .. })
}
