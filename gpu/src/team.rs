//! Kernels of teams: a team is a workgroup, its threads are the invocations.

use crate::emit::Emit;
use crate::kernel::{Emitted, Kernel};
use ferrotran_abi::kernel::Grid;
use ferrotran_ir::OpKind;
use rspirv::spirv::Op as SpvOp;

use crate::spv::RegType;

/// A kernel whose body is one dev.team and what it needs.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<()> {
    let m = k.m;
    let ops = m.regions[m.region(k.op, 0)].ops.clone();
    let Some(&team) = ops.iter().find(|&&o| m.kind(o) == OpKind::DevTeam) else {
        return Err(k.unsupported("a kernel of teams without them"));
    };
    let Some(count) = k.expr(m.operand(team, 0)) else {
        return Err(k.unsupported("a number of teams that the host does not know"));
    };
    let width = m.attr_int(team, "threads").map_or(1, |w| w.clamp(1, 1024) as u32);
    let exact = m.flag(team, "exact");
    k.threads_share = true;
    let mut e = Emit::new(k)?;
    for &op in &ops {
        if op != team {
            e.op(op)?;
            continue;
        }
        let body = m.region(team, 0);
        let args = m.args(body);
        let group = e.linear_group();
        let number = e.spv.with_prelude(|s| s.op(SpvOp::Bitcast, RegType::I32, &[group]));
        let local = e.spv.local_index();
        let thread = e.spv.with_prelude(|s| s.op(SpvOp::Bitcast, RegType::I32, &[local]));
        let teams = e.subscript(m.operand(team, 0))?;
        let threads = e.spv.i32(i64::from(width));
        for (&a, w) in args.iter().zip([number, thread, teams, threads]) {
            let w = e.index_of(w);
            e.env.insert(a, w);
        }
        for &a in &args[4..] {
            let memory = e.team_memory(a)?;
            e.env.insert(a, memory);
        }
        e.region(body)?;
    }
    e.finish([width, 1, 1], if exact { Grid::Teams(count) } else { Grid::LooseTeams(count) });
    Ok(())
}
