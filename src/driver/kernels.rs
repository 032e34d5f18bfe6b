//! Device kernels: compiled one by one; a region with a kernel that is not possible keeps its host copy only.

use super::pipeline::{Failed, Res, Session};
use ferrotran_ir::passes::PassCtx;
use ferrotran_ir::passes::offload::{Unsupported, allow_second_run, fall_back};
use ferrotran_ir::{Module, Op, OpKind};
use ferrotran_runtime::abi::kernel::CompiledKernel;
use ferrotran_source::message::{Diagnostic, ErrorCode};

/// Kernels of a module.
fn kernels(m: &Module) -> Vec<Op> {
    m.walk(m.top).into_iter().filter(|o| m.kind(*o) == OpKind::Kernel).collect()
}

/// Compiles every kernel that is launched.
pub fn compile(s: &mut Session, m: &mut Module) -> Res<Vec<CompiledKernel>> {
    let options = ferrotran_gpu::Options::default();
    let mut out: Vec<CompiledKernel> = vec![];
    for k in kernels(m) {
        let name = m.attr_str(k, "sym").unwrap_or_default().to_string();
        match ferrotran_gpu::compile(m, k, &options) {
            Ok(c) => out.push(c),
            Err(why) => {
                let why = Unsupported { loc: why.loc, reason: why.reason };
                let mut cx = PassCtx::default();
                // Each launch stands in a region of its own; falling back takes the launch away.
                while let Some(launch) = launch_of(m, &name) {
                    if let Err(e) = fall_back(m, &mut cx, launch, &why) {
                        let span = s.span(m, e.loc);
                        s.diag.add(Diagnostic::error(ErrorCode::Unsupported, span, e.text).label("here"));
                        return Err(Failed);
                    }
                }
                s.remarks.extend(cx.remarks);
            }
        }
    }
    let loops = out.iter().filter(|k| has_loops(k)).map(|k| k.name.clone()).collect();
    allow_second_run(m, &loops);
    Ok(out)
}

/// Whether invocations run loops.
fn has_loops(kernel: &CompiledKernel) -> bool {
    kernel.stages.iter().any(|s| ferrotran_gpu::has_loops(&s.spirv))
}

fn launch_of(m: &Module, kernel: &str) -> Option<Op> {
    m.walk(m.top).into_iter().find(|o| {
        m.kind(*o) == OpKind::DevLaunch && m.attr_str(*o, "kernel").is_some_and(|k| k.trim_start_matches('@') == kernel)
    })
}
