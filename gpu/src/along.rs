//! Reductions along a dimension: a workgroup for each result where the results are few and the dimension is long, a part of one
//! where the dimension is the first, else an invocation ([`crate::parallel`]).

use crate::emit::Emit;
use crate::kernel::{Emitted, Kernel};
use crate::reduce::{WIDTH, harmless, repeatable};
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Given, Grid};
use ferrotran_ir::{Op, OpKind, Value, ValueDef};
use rspirv::spirv::{Op as SpvOp, Word};
use std::cell::Cell;

/// Fewer elements are left to one invocation.
const LONG: i64 = 2048;
/// So many elements that lie side by side are shared by a few invocations.
const DOWN: i64 = 256;
/// Invocations that go through memory together.
const WARP: u32 = 32;
/// So many elements are never left to one invocation.
const VERY_LONG: i64 = 32768;
/// So many results keep a device busy with one invocation each.
const MANY: i64 = 16384;
/// Most reductions of one iteration, for what they share.
const MOST: usize = 4;

/// Who computes a result: expressions of which at most one is 1, the others 0.
pub struct Choice {
    /// A workgroup.
    pub group: Expr,
    /// So many invocations of it as go through memory together. `None` where that is no better than one.
    pub warp: Option<Expr>,
}

/// Who is to compute each of the `n` results of the loop.parallel `op`, if not one invocation. `None` where its iterations do
/// not have that form.
pub fn choice(k: &Kernel<'_>, op: Op, n: &Expr) -> Option<Choice> {
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
    let never = constant(&len).is_some_and(|n| n < DOWN);
    if count > MOST || never {
        return None;
    }
    let reaches =
        |e: &Expr, limit: i64| Expr::Div(Box::new(e.clone()), Box::new(Expr::Const(limit))).min(Expr::Const(1));
    let few = Expr::Sub(Box::new(Expr::Const(1)), Box::new(reaches(n, MANY)));
    let worth = few.max(reaches(&len, VERY_LONG));
    let group = Expr::product([reaches(&len, LONG), worth]);
    // Invocations that go down neighbouring columns, each alone, would meet other pieces of memory at each step.
    let warp = if m.walk(body).iter().any(|&o| goes_down(k, o)) {
        let other = Expr::Sub(Box::new(Expr::Const(1)), Box::new(group.clone()));
        Some(Expr::product([reaches(&len, DOWN), other]))
    } else if constant(&len).is_some_and(|n| n < LONG) {
        return None;
    } else {
        None
    };
    Some(Choice { group, warp })
}

/// Whether an element is found by the first index of a reduction as its first subscript.
fn goes_down(k: &Kernel<'_>, op: Op) -> bool {
    let m = k.m;
    m.kind(op) == OpKind::ViewElem
        && m.operands(op).get(1).is_some_and(|&v| match m.values[v].def {
            ValueDef::Arg(r, 0) => m.regions[r].parent.is_some_and(|o| m.kind(o) == OpKind::Reduce),
            _ => false,
        })
}

/// The value of an expression without arguments.
fn constant(e: &Expr) -> Option<i64> {
    struct Asked(Cell<bool>);
    impl Given for Asked {
        fn scalar(&self, _: u32) -> i64 {
            self.0.set(true);
            0
        }
        fn extent(&self, _: u32, _: u32) -> i64 {
            self.scalar(0)
        }
        fn lined(&self, _: u32, _: u32) -> bool {
            self.scalar(0) != 0
        }
    }
    let asked = Asked(Cell::new(false));
    e.eval(&asked).filter(|_| !asked.0.get())
}

/// The stages with more than one invocation for each of the `n` results; what is left for stages with one invocation is 1
/// where the launch chooses none of these, else 0. `before`: the ops in front of the loop.parallel `op`.
pub fn compile(k: &mut Kernel<'_>, before: &[Op], op: Op, n: &Expr, choice: Choice) -> Emitted<Expr> {
    let Choice { group, warp } = choice;
    stage(k, before, op, Expr::product([n.clone(), group.clone()]), WIDTH)?;
    let mut left = Expr::Sub(Box::new(Expr::Const(1)), Box::new(group));
    if let Some(warp) = warp {
        stage(k, before, op, Expr::product([n.clone(), warp.clone()]), WARP)?;
        left = Expr::Sub(Box::new(left), Box::new(warp));
    }
    Ok(left)
}

/// The stage with `lanes` invocations for each of `n` results.
fn stage(k: &mut Kernel<'_>, before: &[Op], op: Op, n: Expr, lanes: u32) -> Emitted<()> {
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
    // Those beyond the last result compute that one again, so that all of them pass the same barriers.
    let group = e.linear_group();
    let l = e.spv.local_index();
    let (of_group, mask) = (e.spv.u32(WIDTH / lanes), e.spv.u32(lanes - 1));
    let (mut group, mut lane) = (group, l);
    if lanes < WIDTH {
        let shift = e.spv.u32(lanes.trailing_zeros());
        let first = e.spv.op(SpvOp::IMul, RegType::U32, &[group, of_group]);
        let own = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[l, shift]);
        group = e.spv.op(SpvOp::IAdd, RegType::U32, &[first, own]);
        lane = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[l, mask]);
    }
    let group = e.spv.widened(group, u);
    let utotal = e.spv.op(SpvOp::Bitcast, u, &[total]);
    let one = e.spv.int(u, 1);
    let end = e.spv.op(SpvOp::ISub, u, &[utotal, one]);
    let real = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[group, utotal]);
    let me = e.spv.op(SpvOp::Select, u, &[real, group, end]);
    let me = e.spv.op(SpvOp::Bitcast, s, &[me]);
    e.bind_linear(m.args(body), me, &sizes)?;
    for &o in &ops[..=last] {
        if m.kind(o) == OpKind::Reduce { e.shared_reduce(o, lane, lanes)? } else { e.op(o)? }
    }
    let zero = e.spv.u32(0);
    let leader = e.spv.op(SpvOp::IEqual, RegType::Bool, &[lane, zero]);
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
    let invocations = Expr::product([n, Expr::Const(i64::from(lanes))]);
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

    /// loop.reduce by `lanes` invocations, of which this is number `l`; all get the result.
    fn shared_reduce(&mut self, op: Op, l: Word, lanes: u32) -> Emitted<()> {
        let m = self.m;
        let r = self.reduction(op)?;
        let extents = m.group(op, "extents").to_vec();
        let (sizes, total) = self.reduction_extents(&extents)?;
        let vars = self.state_vars(&r)?;
        let (s, u) = (self.index(), self.index().unsigned());
        let l = self.spv.widened(l, u);
        let utotal = self.spv.op(SpvOp::Bitcast, u, &[total]);
        let width = self.spv.int(u, i64::from(lanes));
        let body = m.region(op, 0);
        self.strided(u, (l, utotal, width), None, |e, i| {
            let pos = e.spv.op(SpvOp::Bitcast, s, &[i]);
            e.bind_linear(m.args(body), pos, &sizes)?;
            let yielded = e.region(body)?;
            e.reduction_add(&r, &vars, &yielded, pos)
        })?;
        self.trees_of(&r, &vars, lanes)?;
        let state = self.load_state(&r, &vars);
        let v = self.reduction_result(&r, &state)?;
        self.set(op, v);
        Ok(())
    }
}
