//! The loop nests of constructs.

use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;

/// What a bound of a loop depends on the variable of a loop further out by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slope {
    /// The number of the loop in its nest.
    pub of: usize,
    /// Whether it is the upper bound.
    pub upper: bool,
    /// The number of the loop whose variable is meant.
    pub outer: usize,
    /// What the variable is multiplied by.
    pub factor: Value,
}

/// The slopes of a nest.
pub fn slopes(m: &Module, nest: Op) -> Vec<Slope> {
    let numbers: Vec<i64> =
        m.attr(nest, "sloped").map_or(&[][..], |a| a.items()).iter().filter_map(|a| a.as_int()).collect();
    let factors = m.group(nest, "slopes").iter();
    let number = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
    (numbers.chunks_exact(3).zip(factors))
        .map(|(n, &factor)| Slope { of: number(n[0]), upper: n[1] == 1, outer: number(n[2]), factor })
        .collect()
}

/// Whether an op is a loop transformation.
pub fn is_transformation(kind: OpKind) -> bool {
    use OpKind::*;
    matches!(kind, OmpTile | OmpStripe | OmpUnroll | OmpInterchange | OmpReverse | OmpSplit | OmpFuse)
}

/// Whether a construct of that kind may have a nest.
fn has_nest(kind: OpKind) -> bool {
    matches!(kind, OpKind::OmpWsLoop | OpKind::OmpTaskloop | OpKind::OmpSimd)
}

/// Whether an op is a SIMD construct with a nest of its own.
pub fn is_simd_alone(m: &Module, op: Op) -> bool {
    let of_loop = |p: Op| matches!(m.kind(p), OpKind::OmpWsLoop | OpKind::OmpTaskloop) && root(m, p) == root(m, op);
    m.kind(op) == OpKind::OmpSimd && root(m, op).is_some() && !m.parent_op(op).is_some_and(of_loop)
}

/// Whether an op is a construct that takes generated loops.
pub fn takes_generated(m: &Module, op: Op) -> bool {
    has_nest(m.kind(op)) && m.attr(op, "collapse").is_some()
}

/// The nest of a construct: the one in its body, or in the omp.simd there; none if it has none.
pub fn find(m: &Module, op: Op) -> Option<Op> {
    root(m, op).filter(|&o| m.kind(o) == OpKind::OmpLoopNest)
}

/// The same, or the transformation whose loops the construct takes.
pub fn root(m: &Module, op: Op) -> Option<Op> {
    if !has_nest(m.kind(op)) {
        return None;
    }
    let mut at = op;
    loop {
        let loops = |&&o: &&Op| {
            let kind = m.kind(o);
            matches!(kind, OpKind::OmpLoopNest | OpKind::OmpSimd) || is_transformation(kind)
        };
        let mut found = m.regions[m.region(at, 0)].ops.iter().filter(loops);
        at = *found.next()?;
        if found.next().is_some() {
            return None;
        }
        if m.kind(at) != OpKind::OmpSimd {
            return Some(at);
        }
    }
}

/// The nest of a construct that has one.
pub fn of(m: &Module, op: Op) -> Op {
    find(m, op).expect("the verifier knows the nest")
}

/// What each iteration of a worksharing loop does.
pub fn body(m: &Module, op: Op) -> Region {
    m.region(of(m, op), 0)
}

/// The same, once what stands before the nest in the body of the construct has moved in front of the construct.
pub fn alone(m: &mut Module, op: Op) -> Op {
    let nest = of(m, op);
    let inner = m.region(op, 0);
    let (region, mut at) = m.position(op);
    for o in m.regions[inner].ops.clone() {
        if o != nest {
            m.detach(o);
            m.insert(region, at, o);
            at += 1;
        }
    }
    nest
}

/// Moves values that are computed beside the nest in the body of a construct in front of the construct, if they can be
/// computed there.
pub fn values_in_front(m: &mut Module, construct: Op, nest: Op) {
    let body = m.region(construct, 0);
    let (mut region, _) = m.position(nest);
    loop {
        for o in m.regions[region].ops.clone() {
            let own = |v: &Value| m.home(*v).is_some_and(|h| m.is_inside(h, body));
            if is_pure(m, o) && m.ops[o].regions.is_empty() && !m.operands(o).iter().any(own) {
                m.detach(o);
                let (outer, at) = m.position(construct);
                m.insert(outer, at, o);
            }
        }
        if region == body {
            return;
        }
        let Some(around) = m.regions[region].parent else { return };
        region = m.position(around).0;
    }
}
