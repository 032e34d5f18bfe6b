//! Kernels of independent iterations, one invocation each, and kernels run by one invocation.

use crate::along;
use crate::emit::Emit;
use crate::flow::FrameKind;
use crate::kernel::{Emitted, Kernel};
use crate::lanes;
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::OpKind;
use ferrotran_ir::analysis::effects::is_pure;
use rspirv::spirv::Op as SpvOp;

/// A kernel that is pure scalar code and one loop.parallel. `None` where it has another form.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<Option<()>> {
    let m = k.m;
    let body = m.region(k.op, 0);
    let ops = m.regions[body].ops.clone();
    let Some(at) = ops.iter().position(|&o| m.kind(o) == OpKind::Parallel) else { return Ok(None) };
    let op = ops[at];
    let before =
        ops[..at].iter().all(|&o| matches!(m.kind(o), OpKind::Alloca) || is_pure(m, o) || (m.kind(o) == OpKind::Load));
    let after = ops[at + 1..].iter().all(|&o| is_pure(m, o) || m.kind(o) == OpKind::Return);
    if !before || !after {
        return Ok(None);
    }
    let extents = m.group(op, "extents").to_vec();
    let list: Option<Vec<Expr>> = extents.iter().map(|&v| k.expr(v)).collect();
    let Some(list) = list else {
        let mut e = k.unsupported("a number of iterations that the host does not know");
        e.loc = m.ops[op].loc;
        return Err(e);
    };
    let n = Expr::product(list.iter().map(|e| e.clone().max(Expr::Const(0))));
    // Long reductions in the iterations get a workgroup each, in a stage of their own.
    let along = match along::choice(k, op, &n) {
        Some(choice) => Some(along::compile(k, &ops[..at], op, &n, choice)?),
        None => None,
    };
    let unless = |n: Expr, choice: Expr| {
        let other = Expr::Sub(Box::new(Expr::Const(1)), Box::new(choice));
        Expr::product([n, other])
    };
    let n = match along {
        Some(left) => Expr::product([n, left]),
        // Elements of arrays that lie side by side go by four.
        None => match lanes::choice(k, op, &list, lanes::LANES) {
            Some(side_by_side) => {
                let gate = side_by_side.gate.clone();
                lanes::compile(k, &ops[..at], op, &side_by_side, Expr::product([n.clone(), gate.clone()]))?;
                unless(n, gate)
            }
            None => n,
        },
    };
    let width = width(k);
    let mut e = Emit::new(k)?;
    for &o in &ops[..at] {
        e.op(o)?;
    }
    let sizes = e.indices(&extents)?;
    let me = e.linear_invocation(width);
    let (s, u) = (e.index(), e.index().unsigned());
    let (zero, mut total) = (e.spv.int(s, 0), e.spv.int(s, 1));
    for &s in &sizes {
        total = e.index_product(total, s);
    }
    // With a negative extent no workgroup is launched; the product is that of positive numbers.
    let (ume, utotal) = (e.spv.op(SpvOp::Bitcast, u, &[me]), e.spv.op(SpvOp::Bitcast, u, &[total]));
    let inside = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[ume, utotal]);
    e.push_frame(FrameKind::Invocation, m.attr_str(op, "label").map(str::to_string), 0, 0);
    let region = m.region(op, 0);
    e.if_then(inside, |e| {
        let mut ids = Vec::new();
        let mut rest = me;
        for (d, &n) in sizes.iter().enumerate() {
            if d + 1 == sizes.len() {
                ids.push(rest);
            } else if e.spv.known(n) == Some(1) {
                ids.push(zero);
            } else {
                let (q, r) = e.split_index(rest, n);
                ids.push(r);
                rest = q;
            }
        }
        e.iteration(region, &ids).map(drop)
    })?;
    e.frames.clear();
    e.finish([width, 1, 1], Grid::Linear(n));
    Ok(Some(()))
}

/// Invocations of a workgroup.
pub fn width(k: &Kernel<'_>) -> u32 {
    k.m.attr_int(k.op, "workgroup").map_or(k.opt.workgroup, |w| w as u32).clamp(1, 1024)
}

/// A kernel that one invocation runs.
pub fn compile_scalar(k: &mut Kernel<'_>) -> Emitted<()> {
    let body = k.m.region(k.op, 0);
    let mut e = Emit::new(k)?;
    e.region(body)?;
    let one = || Expr::Const(1);
    e.finish([1, 1, 1], Grid::Groups([one(), one(), one()]));
    Ok(())
}
