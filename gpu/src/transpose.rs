//! Transposes through tiles in workgroup memory, so that both sides are accessed along memory.

use crate::emit::Emit;
use crate::kernel::{Emitted, Kernel};
use crate::matmul::only;
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::OpKind;
use rspirv::spirv::{self, Op as SpvOp, Word};

/// Invocations of a workgroup.
const WIDTH: u32 = 256;

/// A kernel that is one lib.transpose. `None` where it has another form.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<Option<()>> {
    let m = k.m;
    let Some((before, op)) = only(k, OpKind::LibTranspose) else { return Ok(None) };
    let (dst, src) = (m.operand(op, 0), m.operand(op, 1));
    let Some((rows, cols)) = k.extent_expr(src, 0).zip(k.extent_expr(src, 1)) else { return Ok(None) };
    let mut e = Emit::new(k)?;
    for &o in &before {
        e.op(o)?;
    }
    let (dst, src) = (e.view(dst)?, e.view(src)?);
    if dst.dims.len() != 2 || src.dims.len() != 2 || e.reg(src.elem).is_err() {
        return Ok(None);
    }
    let reg = e.reg(src.elem)?;
    let s = if reg == RegType::Bool { RegType::I32 } else { reg };
    let parts: u32 = if e.is_complex(src.elem) { 2 } else { 1 };
    // Edge of a tile and rows of invocations; every device has 16 KiB of workgroup memory.
    let edge: u32 = if s.bytes() * parts > 8 { 16 } else { 32 };
    let across = WIDTH / edge;
    // One column more than the tile has, so that neither direction meets one memory bank only.
    let pitch = edge + 1;
    let shared: Vec<Word> = (0..parts).map(|_| e.spv.shared(s, pitch * edge)).collect();
    let (n, c) = (e.dim(src.dims[0].0), e.dim(src.dims[1].0));
    let l = e.spv.local_index();
    let (mask, shift) = (e.spv.u32(edge - 1), e.spv.u32(edge.trailing_zeros()));
    let lx = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[l, mask]);
    let ly = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[l, shift]);
    let tile = e.spv.u32(edge);
    let (gx, gy) = (e.spv.builtin3(spirv::BuiltIn::WorkgroupId, 0), e.spv.builtin3(spirv::BuiltIn::WorkgroupId, 1));
    let (row0, col0) =
        (e.spv.op(SpvOp::IMul, RegType::U32, &[gx, tile]), e.spv.op(SpvOp::IMul, RegType::U32, &[gy, tile]));
    let wpitch = e.spv.u32(pitch);
    let none = None::<fn(&mut Emit<'_, '_>) -> Emitted<()>>;
    for storing in [false, true] {
        for q in 0..edge / across {
            let step = e.spv.u32(q * across);
            let y = e.spv.op(SpvOp::IAdd, RegType::U32, &[ly, step]);
            // Row and column of the source: invocations of a row run along its rows when loading,
            // along its columns when storing.
            let (r, k) = if storing { (y, lx) } else { (lx, y) };
            let at = e.spv.op(SpvOp::IMul, RegType::U32, &[k, wpitch]);
            let at = e.spv.op(SpvOp::IAdd, RegType::U32, &[at, r]);
            let i = e.spv.op(SpvOp::IAdd, RegType::U32, &[row0, r]);
            let j = e.spv.op(SpvOp::IAdd, RegType::U32, &[col0, k]);
            let (i, j) = (e.spv.op(SpvOp::Bitcast, RegType::I32, &[i]), e.spv.op(SpvOp::Bitcast, RegType::I32, &[j]));
            let (oki, okj) = (
                e.spv.op(SpvOp::SLessThan, RegType::Bool, &[i, n]),
                e.spv.op(SpvOp::SLessThan, RegType::Bool, &[j, c]),
            );
            let ok = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[oki, okj]);
            e.if_else(
                ok,
                |e| {
                    if storing {
                        let mut list = Vec::new();
                        for &sh in &shared {
                            let p = e.spv.shared_at(sh, s, at);
                            let w = e.spv.load(p, s);
                            list.push(e.cast_part(w, s, reg));
                        }
                        let place = e.element(&dst, &[j, i])?;
                        return e.store_place(&place, &Emit::from_parts(&list));
                    }
                    let place = e.element(&src, &[i, j])?;
                    let v = e.load_place(&place)?;
                    for (&sh, w) in shared.iter().zip(e.parts(&v)?) {
                        let w = e.cast_part(w, reg, s);
                        let p = e.spv.shared_at(sh, s, at);
                        e.spv.store(p, w);
                    }
                    Ok(())
                },
                none,
            )?;
        }
        if !storing {
            e.spv.barrier();
        }
    }
    let groups = |n: Expr| n.ceil_div(Expr::Const(i64::from(edge)));
    e.finish([WIDTH, 1, 1], Grid::Groups([groups(rows), groups(cols), Expr::Const(1)]));
    Ok(Some(()))
}
