//! Device kernels: what the kernel compiler says of them, and their code.

use super::pipeline::{Failed, Res, Session};
use ferrotran_abi::kernel::CompiledKernel;
use ferrotran_ir::passes::offload::Unsupported;
use ferrotran_ir::passes::offload::kernel_check::{KernelCheck, KernelFacts};
use ferrotran_ir::{Module, Op, OpKind, print_op};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Compiled kernels, by their texts: what the pass `kernel-check` compiled is compiled again only where a later pass
/// changed it.
#[derive(Clone, Default)]
pub struct Kernels(Rc<RefCell<HashMap<String, Result<CompiledKernel, Unsupported>>>>);

impl Kernels {
    fn compiled(&self, m: &Module, kernel: Op) -> Result<CompiledKernel, Unsupported> {
        let text = text(m, kernel);
        if let Some(done) = self.0.borrow().get(&text) {
            return done.clone();
        }
        let done = ferrotran_gpu::compile(m, kernel, &ferrotran_gpu::Options::default()).map_err(|why| Unsupported {
            loc: why.loc,
            reason: why.reason,
            op: None,
            stands_in: false,
        });
        self.0.borrow_mut().insert(text, done.clone());
        done
    }

    /// The opinion of the kernel compiler, for the pass `kernel-check`.
    pub fn check(&self) -> KernelCheck {
        let kernels = self.clone();
        KernelCheck::new(move |m, kernel| {
            let compiled = kernels.compiled(m, kernel)?;
            // One more tells whether loops came to their end, where a driver asks for that.
            let buffers = compiled.bindings().len() as u32 + 1;
            Ok(KernelFacts { loops: compiled.stages.iter().any(|s| ferrotran_gpu::has_loops(&s.spirv)), buffers })
        })
    }
}

/// All that a kernel's code depends on: its text, and the layouts of derived types if it uses any.
fn text(m: &Module, kernel: Op) -> String {
    let mut text = print_op(m, kernel);
    if text.contains('!') {
        for op in m.top_ops(OpKind::TypeDef) {
            text.push_str(&print_op(m, op));
        }
    }
    text
}

/// Compiles every kernel. In device form there are only those that passed [`Kernels::check`]; in text that somebody wrote there
/// may be others.
pub fn compile(s: &mut Session, m: &Module) -> Res<Vec<CompiledKernel>> {
    let mut out = vec![];
    for k in m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::Kernel) {
        match s.kernels.compiled(m, k) {
            Ok(c) => out.push(c),
            Err(why) => {
                let text = format!("a kernel that is not possible on the device: {}", why.reason);
                let error = s.error_at(m, why.loc, text);
                s.diag.add(error);
                return Err(Failed);
            }
        }
    }
    Ok(out)
}
