//! Reductions along a dimension: a workgroup for each result where the results are few and the dimension is long, else an
//! invocation ([`crate::parallel`]).

use crate::emit::Emit;
use crate::kernel::{Emitted, Kernel};
use crate::reduce::{WIDTH, harmless, repeatable};
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::{Op, OpKind, Value};
use rspirv::spirv::Op as SpvOp;
use std::cell::Cell;

/// Fewer elements are left to one invocation.
const LONG: i64 = 2048;
/// So many elements are never left to one invocation.
const VERY_LONG: i64 = 32768;
/// So many results keep a device busy with one invocation each.
const MANY: i64 = 16384;
/// Most reductions of one iteration, for what they share.
const MOST: usize = 4;

/// An expression that is 1 where a workgroup is to compute each of the `n` results of the loop.parallel `op`, and 0
/// elsewhere. `None` where its iterations do not have that form.
pub fn choice(k: &Kernel<'_>, op: Op, n: &Expr) -> Option<Expr> {
    let m = k.m;
    let body = m.region(op, 0);
    let ops = &m.regions[body].ops;
    let last = ops.iter().rposition(|&o| m.kind(o) == OpKind::Reduce)?;
    let leaves = |o: Op| matches!(m.kind(o), OpKind::Break | OpKind::Continue | OpKind::Return);
    if m.walk(body).iter().any(|&o| leaves(o)) {
        return None;
    }
    let mut len = Expr::Const(0);
    let mut count = 0;
    for &o in &ops[..=last] {
        if m.kind(o) != OpKind::Reduce {
            if !repeatable(k, o) {
                return None;
            }
            continue;
        }
        if m.walk(m.region(o, 0)).iter().any(|&o| !harmless(k, o)) {
            return None;
        }
        let list: Option<Vec<Expr>> = m.group(o, "extents").iter().map(|&v| k.expr(v)).collect();
        let one = Expr::product(list?.into_iter().map(|e| e.max(Expr::Const(0))));
        len = len.max(one);
        count += 1;
    }
    let never = constant(&len).is_some_and(|n| n < LONG);
    if count > MOST || never {
        return None;
    }
    let reaches =
        |e: &Expr, limit: i64| Expr::Div(Box::new(e.clone()), Box::new(Expr::Const(limit))).min(Expr::Const(1));
    let few = Expr::Sub(Box::new(Expr::Const(1)), Box::new(reaches(n, MANY)));
    let worth = few.max(reaches(&len, VERY_LONG));
    Some(Expr::product([reaches(&len, LONG), worth]))
}

/// The value of an expression without arguments.
fn constant(e: &Expr) -> Option<i64> {
    let asked = Cell::new(false);
    let note = || {
        asked.set(true);
        0
    };
    e.eval(&|_| note(), &|_, _| note()).filter(|_| !asked.get())
}

/// The stage with a workgroup for each result. `before`: the ops in front of the loop.parallel `op`.
pub fn compile(k: &mut Kernel<'_>, before: &[Op], op: Op, groups: Expr) -> Emitted<()> {
    let m = k.m;
    let body = m.region(op, 0);
    let ops = m.regions[body].ops.clone();
    let last = ops.iter().rposition(|&o| m.kind(o) == OpKind::Reduce).unwrap_or_default();
    let extents = m.group(op, "extents").to_vec();
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let sizes = e.indices(&extents)?;
    let (s, u) = (e.index(), e.index().unsigned());
    let mut total = e.spv.int(s, 1);
    for &s in &sizes {
        total = e.index_product(total, s);
    }
    // Workgroups beyond the last result compute that one again, so that all of them pass the same barriers.
    let group = e.linear_group();
    let group = e.spv.with_prelude(|b| b.widened(group, u));
    let utotal = e.spv.op(SpvOp::Bitcast, u, &[total]);
    let one = e.spv.int(u, 1);
    let end = e.spv.op(SpvOp::ISub, u, &[utotal, one]);
    let real = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[group, utotal]);
    let me = e.spv.op(SpvOp::Select, u, &[real, group, end]);
    let me = e.spv.op(SpvOp::Bitcast, s, &[me]);
    e.bind_linear(m.args(body), me, &sizes)?;
    for &o in &ops[..=last] {
        if m.kind(o) == OpKind::Reduce { e.workgroup_reduce(o)? } else { e.op(o)? }
    }
    let l = e.spv.local_index();
    let zero = e.spv.u32(0);
    let leader = e.spv.op(SpvOp::IEqual, RegType::Bool, &[l, zero]);
    let stores = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[leader, real]);
    e.if_then(stores, |e| {
        for &o in &ops[last + 1..] {
            if !e.spv.is_open() {
                break;
            }
            e.op(o)?;
        }
        Ok(())
    })?;
    let invocations = Expr::product([groups, Expr::Const(i64::from(WIDTH))]);
    e.finish([WIDTH, 1, 1], Grid::Linear(invocations));
    Ok(())
}

impl Emit<'_, '_> {
    /// Gives index arguments the subscripts of element number `rest`.
    pub fn bind_linear(&mut self, args: &[Value], mut rest: u32, sizes: &[u32]) -> Emitted<()> {
        for (d, (&arg, &n)) in args.iter().zip(sizes).enumerate() {
            let id = if d + 1 == sizes.len() {
                rest
            } else {
                let (q, r) = self.split_index(rest, n);
                rest = q;
                r
            };
            let (from, s) = (self.index(), self.reg(self.m.ty(arg))?);
            let w = self.cast_part(id, from, s);
            self.env.insert(arg, crate::emit::Val::Scalar(w));
        }
        Ok(())
    }

    /// loop.reduce by the invocations of a workgroup, all of which get the result.
    fn workgroup_reduce(&mut self, op: Op) -> Emitted<()> {
        let m = self.m;
        let r = self.reduction(op)?;
        let extents = m.group(op, "extents").to_vec();
        let (sizes, total) = self.reduction_extents(&extents)?;
        let vars = self.state_vars(&r)?;
        let (s, u) = (self.index(), self.index().unsigned());
        let l = self.spv.local_index();
        let l = self.spv.widened(l, u);
        let utotal = self.spv.op(SpvOp::Bitcast, u, &[total]);
        let width = self.spv.int(u, i64::from(WIDTH));
        let body = m.region(op, 0);
        self.strided(u, (l, utotal, width), |e, i| {
            let pos = e.spv.op(SpvOp::Bitcast, s, &[i]);
            e.bind_linear(m.args(body), pos, &sizes)?;
            let yielded = e.region(body)?;
            e.reduction_add(&r, &vars, &yielded, pos)
        })?;
        self.tree(&r, &vars)?;
        let state = self.load_state(&r, &vars);
        let v = self.reduction_result(&r, &state)?;
        self.set(op, v);
        Ok(())
    }
}
