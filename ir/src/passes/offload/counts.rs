//! How many iterations the kernels of a region have: an `index` has 32 bits on devices. What may have more than these count
//! gets a second form with indices of 64 bits (`wide`), which the launch chooses where it needs that.

use super::maps::bring_before;
use crate::analysis::effects::depends_on_operands_only;
use crate::analysis::trips;
use crate::choices::KernelWidth;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;

/// So many iterations need no question.
const ALWAYS_COUNTED: i64 = 1 << 20;

/// Integers of so many bits at most come from those of 32 bits, by the arithmetic of one loop.
const NEAR: u32 = 36;

/// Says before the choice of the region's copy how many iterations its kernels have, where that can be large and is known
/// there. Gives for each unit whether it is wide.
pub fn expect(m: &mut Module, target: Op, units: &[Op]) -> Vec<Option<KernelWidth>> {
    let mut widths: Vec<Option<KernelWidth>> = units.iter().map(|&u| of_loops(m, u)).collect();
    let choice = m.parent_op(target).filter(|&p| m.kind(p) == OpKind::If);
    let Some((choice, enter)) = choice.and_then(|c| Some((c, m.def_of(m.operand(c, 0), OpKind::DevEnter)?))) else {
        return widths;
    };
    let device = m.region(choice, 0);
    let mut seen: Vec<(Vec<Value>, bool)> = Vec::new();
    for (&u, width) in units.iter().zip(&mut widths) {
        for o in m.walk(m.region(u, 0)) {
            if !matches!(m.kind(o), OpKind::Parallel | OpKind::Reduce) {
                continue;
            }
            let extents = m.operands(o).to_vec();
            let total = extents.iter().try_fold(1i64, |n, &e| n.checked_mul(m.const_int(e)?));
            let known = extents.iter().all(|&e| computed(m, device, e));
            if total.is_some_and(|n| n <= ALWAYS_COUNTED) || !known {
                continue;
            }
            let many = may_be_many(m, o, &extents, total);
            if many {
                *width = width.or(Some(KernelWidth::Launch));
            }
            if !seen.contains(&(extents.clone(), many)) {
                expect_product(m, enter, device, &extents, many);
                seen.push((extents, many));
            }
        }
    }
    widths
}

/// Where what a number of iterations comes from is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// It has no more than 32 bits.
    Near,
    /// It comes from arguments of the kernel.
    Launch,
    /// The kernel finds it out.
    Kernel,
}

/// What the loops in the iterations, or of the threads of teams, need.
fn of_loops(m: &Module, unit: Op) -> Option<KernelWidth> {
    let body = m.region(unit, 0);
    let counts = |&o: &Op| m.kind(o) == OpKind::For && m.ty(m.args(m.region(o, 0))[0]) == Type::INDEX;
    let last = m.walk(body).into_iter().filter(counts).map(|o| source(m, body, m.operand(o, 1))).max();
    match last? {
        Source::Near => None,
        Source::Launch => Some(KernelWidth::Launch),
        Source::Kernel => Some(KernelWidth::Always),
    }
}

fn source(m: &Module, kernel: Region, v: Value) -> Source {
    if trips::bits(m, v) <= NEAR {
        return Source::Near;
    }
    if m.home(v).is_some_and(|h| !m.is_inside(h, kernel)) {
        return Source::Launch;
    }
    // Numbers of threads, teams and iterations further out.
    let Some(op) = m.def(v) else { return Source::Near };
    let of = |list: &[Value]| list.iter().map(|&x| source(m, kernel, x)).max().unwrap_or(Source::Near);
    match m.kind(op) {
        OpKind::Select => of(&m.operands(op)[1..]),
        OpKind::Cast
        | OpKind::Add
        | OpKind::Sub
        | OpKind::Mul
        | OpKind::Div
        | OpKind::Rem
        | OpKind::Neg
        | OpKind::Max
        | OpKind::Min => of(m.operands(op)),
        OpKind::ViewExtent => Source::Near,
        _ => Source::Kernel,
    }
}

/// Whether 32 bits may not hold an index, as far as one can see.
pub fn is_far(m: &Module, v: Value) -> bool {
    m.ty(v) == Type::INDEX && trips::bits(m, v) > NEAR
}

/// Whether a loop nest may have more iterations than 32 bits count. Those do not that each have an element of an array
/// of their own, which has no more elements: what is mapped is asked for its size.
fn may_be_many(m: &Module, op: Op, extents: &[Value], total: Option<i64>) -> bool {
    if let Some(n) = total {
        return n > i64::from(i32::MAX);
    }
    if let [one] = extents
        && trips::bits(m, *one) <= 32
    {
        return false;
    }
    let of_view = |e: &Value| Some((m.operand(m.def_of(*e, OpKind::ViewExtent)?, 0), m.attr_int(m.def(*e)?, "dim")?));
    let dims: Option<Vec<(Value, i64)>> = extents.iter().map(of_view).collect();
    if let Some(dims) = dims
        && dims.iter().enumerate().all(|(i, d)| d.0 == dims[0].0 && !dims[..i].contains(d))
    {
        return false;
    }
    let body = m.region(op, 0);
    let ids: Vec<Value> =
        m.args(body).iter().zip(extents).filter(|(_, e)| m.const_int(**e) != Some(1)).map(|p| *p.0).collect();
    let own = |o: Op| {
        let place = match m.kind(o) {
            OpKind::Load => m.operand(o, 0),
            OpKind::Store => m.operand(o, 1),
            _ => return false,
        };
        let Some(elem) = m.def_of(place, OpKind::ViewElem) else { return false };
        let subscripts = &m.operands(elem)[1..];
        ids.iter().all(|&id| subscripts.iter().any(|&s| follows(m, body, s, id)))
    };
    !m.regions[body].ops.iter().any(|&o| own(o))
}

/// The value differs from the other one by what is the same in the whole loop.
fn follows(m: &Module, body: Region, v: Value, id: Value) -> bool {
    if v == id {
        return true;
    }
    let fixed = |v: Value| m.const_int(v).is_some() || m.home(v).is_some_and(|h| !m.is_inside(h, body));
    let Some(op) = m.def(v) else { return false };
    let of = |k: usize| follows(m, body, m.operand(op, k), id);
    let is_fixed = |k: usize| fixed(m.operand(op, k));
    match m.kind(op) {
        OpKind::Cast => of(0),
        OpKind::Add => is_fixed(1) && of(0) || is_fixed(0) && of(1),
        OpKind::Sub => is_fixed(1) && of(0),
        _ => false,
    }
}

/// Whether a value depends on nothing of the region. Descriptors are not read: that of an absent argument is not there,
/// and how many elements an array has the runtime sees.
fn computed(m: &Module, device: Region, v: Value) -> bool {
    !m.home(v).is_some_and(|h| m.is_inside(h, device))
        || m.def(v).is_some_and(|op| {
            depends_on_operands_only(m, op)
                && m.ops[op].regions.is_empty()
                && m.operands(op).iter().all(|&x| computed(m, device, x))
        })
}

/// Of one loop nest: the number of iterations of its first dimension, of its first two, and so on.
fn expect_product(m: &mut Module, enter: Op, device: Region, extents: &[Value], wide: bool) {
    let mut total = None;
    for &e in extents {
        let Some(e) = bring_before(m, enter, device, e) else { return };
        let mut b = Builder::before(m, enter);
        let n = total.map_or(e, |t| b.binary(OpKind::Mul, t, e));
        b.op(OpKind::DevExpect).arg(n).flag("iterations", true).flag("wide", wide).build();
        total = Some(n);
    }
}
