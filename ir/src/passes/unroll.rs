//! `unroll`: array operations of a few elements become straight code, so that small vectors and matrices (of three
//! coordinates, say) live in registers.

use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use rustc_hash::FxHashMap;

/// Most iterations.
const MAX_ITERATIONS: i64 = 9;
/// Most ops that the copies may have in all.
const MAX_OPS: i64 = 64;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        let n = region(m, body);
        cx.count("unrolled", n);
    }
    Ok(())
}

fn region(m: &mut Module, r: Region) -> u64 {
    let mut n = 0;
    for op in m.regions[r].ops.clone() {
        match m.kind(op) {
            OpKind::Parallel => {
                if let Some(extents) = few(m, op) {
                    unroll(m, op, &extents);
                    n += 1;
                }
            }
            // What devices and teams share stays a loop.
            OpKind::OmpTarget | OpKind::OmpTeams | OpKind::OmpWorkdistribute | OpKind::OmpWorkshare => {}
            _ => {
                for inner in m.ops[op].regions.clone() {
                    n += region(m, inner);
                }
            }
        }
    }
    n
}

/// The extents of a loop that is to be unrolled.
fn few(m: &Module, op: Op) -> Option<Vec<i64>> {
    if ["par", "schedule", "label"].iter().any(|k| m.attr(op, k).is_some()) {
        return None;
    }
    let extents: Vec<i64> = m.operands(op).iter().map(|&v| m.const_int(v)).collect::<Option<_>>()?;
    let count = extents.iter().try_fold(1i64, |n, &e| n.checked_mul(e.max(0)))?;
    let ops = m.walk(m.region(op, 0));
    let size = i64::try_from(ops.len()).ok()?;
    let plain = |o: &Op| match m.kind(*o) {
        OpKind::If | OpKind::Load | OpKind::Store | OpKind::CopyObject => true,
        _ => is_pure(m, *o) && m.ops[*o].regions.is_empty(),
    };
    ((1..=MAX_ITERATIONS).contains(&count) && count * size <= MAX_OPS && ops.iter().all(plain)).then_some(extents)
}

/// Puts the iterations, the first index fastest, in place of the loop.
fn unroll(m: &mut Module, op: Op, extents: &[i64]) {
    let body = m.region(op, 0);
    let ops = m.regions[body].ops.clone();
    let args = m.args(body).to_vec();
    let count: i64 = extents.iter().product();
    for k in 0..count {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        let mut rest = k;
        for (&a, &e) in args.iter().zip(extents) {
            let ty = m.ty(a);
            let c = Builder::before(m, op).int(rest % e, ty);
            map.insert(a, c);
            rest /= e;
        }
        for &o in &ops {
            let copy = m.clone_op(o, &mut map);
            let (home, at) = m.position(op);
            m.insert(home, at, copy);
        }
    }
    m.detach(op);
}
