//! Device kernels: what the kernel compiler says of them, and their code.

use super::pipeline::{Failed, Res, Session};
use ferrotran_abi::kernel::CompiledKernel;
use ferrotran_ir::passes::offload::Unsupported;
use ferrotran_ir::passes::offload::kernel_check::KernelFacts;
use ferrotran_ir::{Module, Op, OpKind};
use ferrotran_source::message::{Diagnostic, ErrorCode};

fn try_compile(m: &Module, kernel: Op) -> Result<CompiledKernel, Unsupported> {
    ferrotran_gpu::compile(m, kernel, &ferrotran_gpu::Options::default())
        .map_err(|why| Unsupported { loc: why.loc, reason: why.reason })
}

/// The opinion of the kernel compiler, for the pass `kernel-check`.
pub fn check(m: &Module, kernel: Op) -> Result<KernelFacts, Unsupported> {
    let compiled = try_compile(m, kernel)?;
    // One more tells whether loops came to their end, where a driver asks for that.
    let buffers = compiled.bindings().len() as u32 + 1;
    Ok(KernelFacts { loops: compiled.stages.iter().any(|s| ferrotran_gpu::has_loops(&s.spirv)), buffers })
}

/// Compiles every kernel. In device form there are only those that passed [`check`]; in text that somebody wrote there
/// may be others.
pub fn compile(s: &mut Session, m: &Module) -> Res<Vec<CompiledKernel>> {
    let mut out = vec![];
    for k in m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::Kernel) {
        match try_compile(m, k) {
            Ok(c) => out.push(c),
            Err(why) => {
                let span = s.span(m, why.loc);
                let text = format!("a kernel that is not possible on the device: {}", why.reason);
                s.diag.add(Diagnostic::error(ErrorCode::Unsupported, span, text).label("here"));
                return Err(Failed);
            }
        }
    }
    Ok(out)
}
