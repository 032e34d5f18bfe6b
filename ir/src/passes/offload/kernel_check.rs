//! Pass `kernel-check`: the kernel compiler's opinion of every kernel, as attributes.

use super::Unsupported;
use crate::entity::Op;
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use std::rc::Rc;

/// What a kernel that can be compiled is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelFacts {
    /// Invocations run loops, so a device may stop them before their end.
    pub loops: bool,
    /// Storage buffers that it binds.
    pub buffers: u32,
}

/// Every device binds so many buffers.
const ALWAYS_BOUND: u32 = 8;

/// Tries to compile a `dev.kernel`.
#[derive(Clone)]
pub struct KernelCheck(Rc<Check>);

type Check = dyn Fn(&Module, Op) -> Result<KernelFacts, Unsupported>;

impl KernelCheck {
    /// Asks that function.
    pub fn new(check: impl Fn(&Module, Op) -> Result<KernelFacts, Unsupported> + 'static) -> KernelCheck {
        KernelCheck(Rc::new(check))
    }
}

impl std::fmt::Debug for KernelCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KernelCheck")
    }
}

/// The pass. Attributes: `refused` (the reason) with `refused_at` ([file, line, column]), or `loops`, and `buffers`
/// where they are many.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let Some(KernelCheck(check)) = cx.kernel_check.clone() else { return Ok(()) };
    let kernels: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::Kernel).collect();
    for k in kernels {
        match check(m, k) {
            Ok(facts) => {
                if facts.loops {
                    m.set_attr(k, "loops", Attr::Unit);
                }
                if facts.buffers > ALWAYS_BOUND {
                    m.set_attr(k, "buffers", Attr::Int(facts.buffers.into()));
                }
            }
            Err(why) => {
                cx.count("refused", 1);
                m.set_attr(k, "refused", Attr::str(&why.reason));
                let at = [i64::from(why.loc.file), i64::from(why.loc.line), i64::from(why.loc.col)];
                m.set_attr(k, "refused_at", Attr::ints(&at));
            }
        }
    }
    Ok(())
}
